"""What words the places of a line can have: which classes of the lexicon, and what besides."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from attrs import frozen

from ...lexicon import words, zones
from ...spelling import one_letter_off
from ..number_words import is_measure, is_number
from .codes import AbilityCode
from .types import game_types


@frozen(eq=False)
class WordClass:
    """What words a place can have.

    Attributes:
        code: what another word is.
        kinds: the classes of the lexicon that it can be of.
        is_open: whether there can be words that nothing is known of.
        has_types: whether types stand there.
        more: words that the lexicon has elsewhere, or not.
        test: says what else is right.
    """

    code: AbilityCode
    kinds: tuple[str, ...] = ()
    is_open: bool = False
    has_types: bool = False
    more: frozenset[str] = frozenset()
    test: Callable[[str], bool] | None = None


@cache
def known(kind: WordClass) -> frozenset[str]:
    """Return the words of the lexicon and the types of the game that can be of this *kind*."""
    types = game_types() if kind.has_types else ()
    return kind.more.union(types, *map(words, kind.kinds))


def is_right(word: str, kind: WordClass) -> bool:
    """Return whether *word*, in lower case, is of this *kind*."""
    return word in known(kind) or (kind.test is not None and kind.test(word))


@lru_cache(maxsize=4096)
def near(word: str, kind: WordClass) -> tuple[str, ...]:
    """Return the words of this *kind* that *word*, in lower case, is one letter away from."""
    if kind.test is None:
        return one_letter_off(word, known(kind).__contains__)
    return one_letter_off(word, lambda each: is_right(each, kind))


#: What ``transforms((...))`` and ``becomes(...)`` know besides types.
_CHANGES: Final = frozenset((
    "setpower", "settoughness", "newability", "newcolors", "removealltypes", "removeallsubtypes",
    "removecreaturesubtypes", "removeallcolors", "removemc", "removetypes", "evicttypes",
    "chosentype", "chosencolor",
))  # fmt: skip
#: ``dynamicability<!...!>``: of which card, what of it and what is done (one word), to whom.
_SOURCES: Final = ("source", "mytgt", "myself", "myfoe")
_AMOUNTS: Final = ("power", "toughness", "manacost", "colors", "age", "charge", "oneonecounters",
                   "thatmuch")  # fmt: skip
_EFFECTS: Final = ("strike", "draw", "lifeloss", "lifegain", "pumppow", "pumptough", "pumpboth",
                 "deplete", "countersoneone")  # fmt: skip
_WHO: Final = ("eachother", "itself", "targetcontroller", "targetopponent", "tosrc",
               "srccontroller", "srcopponent", "abilitycontroller")  # fmt: skip

_PHASES_ALTERED: Final = frozenset((
    "add", "remove", "after", "combatphases", "combatphaseswithmain", "combatattackers",
    "combatblockers", "combatbegin", "combatend",
))  # fmt: skip

_PLAYABLE: Final = re.compile(r"can play (.+)")
_OWNED: Final = re.compile(r"(?:my|opponent)(?=.)")
_COUNTED: Final = re.compile(r"(?:turn\s*:|(?:oppo)?hasdead).+")


def _is_condition(word: str) -> bool:
    """Return whether the engine looks for *word*, or for what it begins with, in a condition."""
    if match := _PLAYABLE.fullmatch(word):
        return match[1] in game_types()
    return _COUNTED.fullmatch(word) is not None


def _is_time(word: str) -> bool:
    """Return whether *word* is a phase, with whose it is before it."""
    return _OWNED.sub("", word, 1) in words("phase")


def _is_dynamic(word: str) -> bool:
    """Return whether the engine finds an amount and an effect, or a source or player, in *word*."""
    is_effect = any(each in word for each in _AMOUNTS) and any(each in word for each in _EFFECTS)
    return is_effect or word in _SOURCES or word in _WHO or word == "dynamicability"


#: ``this(variable{tapped}<1)``: the engine finds the word, wherever it stands.
NUMBER: Final = WordClass(
    AbilityCode.UNKNOWN_NUMBER, more=frozenset(("tapped", "untapped")), test=is_number
)
MEASURE: Final = WordClass(
    AbilityCode.UNKNOWN_NUMBER, ("measure",), more=frozenset(("upto",)), test=is_measure
)
SUMMAND: Final = WordClass(
    AbilityCode.UNKNOWN_NUMBER, ("measure",), test=lambda word: is_measure(word) or is_number(word)
)
COLOR: Final = WordClass(AbilityCode.UNKNOWN_OPTION, ("color",), more=frozenset(("selectmana",)))
KIND: Final = WordClass(
    AbilityCode.UNKNOWN_TYPE,
    ("kind", "paid_word", "quality", "trigger_limit", "combat", "color"), is_open=True,
    has_types=True, more=frozenset(("other",)), test=lambda word: word in zones(),
)  # fmt: skip
QUALITY: Final = WordClass(
    AbilityCode.UNKNOWN_TYPE,
    ("quality", "keyword", "color"),
    is_open=True,
    has_types=True,
    more=frozenset(("to", "from")),
)
TYPE: Final = WordClass(
    AbilityCode.UNKNOWN_TYPE,
    ("keyword", "color"),
    is_open=True,
    has_types=True,
    more=_CHANGES,
)
FEATURE: Final = WordClass(
    AbilityCode.UNKNOWN_OPTION,
    ("keyword", "option", "color"),
    is_open=True,
    more=frozenset(("chosencolor",)),
)
THIS: Final = WordClass(AbilityCode.UNKNOWN_CONDITION, ("card_test",))
STANDING: Final = WordClass(
    AbilityCode.UNKNOWN_CONDITION, ("restriction", "timing"), test=_is_condition
)
COST: Final = WordClass(
    AbilityCode.UNKNOWN_COST, ("cost",), more=frozenset(("manapool", "counter"))
)
TIME: Final = WordClass(
    AbilityCode.UNKNOWN_OPTION, ("duration", "modifier", "whose", "phase"),
    more=frozenset(("untp",)), test=_is_time,
)  # fmt: skip
OPTION: Final = WordClass(AbilityCode.UNKNOWN_OPTION, ("option", "paid_word"))
ARGUMENT: Final = WordClass(
    AbilityCode.UNKNOWN_OPTION,
    ("option", "modifier", "kind", "keyword", "player", "phase", "color"), is_open=True,
    has_types=True, more=_PHASES_ALTERED,
)  # fmt: skip
ZONE: Final = WordClass(AbilityCode.UNKNOWN_ZONE, test=lambda word: word in zones())
DYNAMIC: Final = WordClass(AbilityCode.UNKNOWN_OPTION, test=_is_dynamic)
