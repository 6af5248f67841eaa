"""What a text and an ability can say alike: facts, each of a kind, with a value and a place."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from attrs import frozen

#: A number, power and toughness, mana, a word or words; None for what depends on the game.
Value: TypeAlias = int | str | tuple[int, int] | frozenset[str] | None

#: Words for numbers, by what they mean.
NUMBERS: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "twenty": 20,
}  # fmt: skip
#: Keywords that texts describe in other words, too; and a target that older texts leave out.
DESCRIBED: Final = frozenset((
    "hexproof", "shroud", "fear", "intimidate", "flanking", "shadow", "horsemanship",
    "indestructible", "banding", "wither", "infect", "planeswalker",
))  # fmt: skip
COLORS: Final = ("white", "blue", "black", "red", "green")
#: Keywords that texts and abilities call alike, and that nothing else is written for.
KEYWORDS: Final = (
    "flying", "first strike", "double strike", "deathtouch", "haste", "hexproof", "indestructible",
    "lifelink", "menace", "reach", "shroud", "trample", "vigilance", "fear", "intimidate",
    "wither", "infect", "shadow", "horsemanship", "flanking", "defender", "banding",
    "swampwalk", "islandwalk", "forestwalk", "mountainwalk", "plainswalk",
)  # fmt: skip
#: What abilities call a keyword besides.
OTHER_WORDS: Final = {"opponentshroud": "hexproof"}
#: What a price is called in texts, by the kind of fact; what is not here is a cost like others.
PRICES: Final = {
    "kicker": "kicker", "multikicker": "kicker", "buyback": "buyback", "flashback": "flashback",
    "morph": "morph", "equip": "equip", "cycling": "cycling", "bestow": "bestow",
    "echo": "payment", "cumulative upkeep": "payment", "evoke": "other price",
    "overload": "other price", "dash": "other price", "prowl": "other price",
    "spectacle": "other price", "surge": "other price", "madness": "payment", "ward": "payment",
    "suspend": "suspend", "retrace": "retrace",
    "reinforce": "cost", "outlast": "cost", "transmute": "cost", "unearth": "cost",
    "scavenge": "cost", "ninjutsu": "cost", "level up": "cost", "embalm": "cost",
    "eternalize": "cost", "fortify": "cost", "encore": "cost",
}  # fmt: skip

#: Keywords with a number that abilities call alike.
NUMBERED: Final = ("fading", "vanishing", "bloodthirst", "modular", "bushido")
#: Kinds of cards and players that are chosen, by the words of texts and abilities.
NOUNS: Final = {
    "creature": "creature", "artifact": "artifact", "enchantment": "enchantment", "land": "land",
    "planeswalker": "planeswalker", "player": "player", "opponent": "opponent",
    "instant": "instant", "sorcery": "sorcery", "aura": "aura", "equipment": "equipment",
}  # fmt: skip

_NO_ZERO: Final = re.compile(r"-0(?!\d)")
_SYMBOL: Final = re.compile(r"\{([^{}]+)\}")
_PHYREXIAN: Final = re.compile(r"P([WUBRG])|([WUBRG])P")
_LARGEST: Final = 900  # what is more stands for what cannot be paid


@frozen
class Fact:
    """A statement of a text or a line.

    Attributes:
        kind: what it is about, e.g. ``draw`` or ``cost``.
        value: the statement about it.
        start: where the words stand, in characters from the beginning of the text or line.
        end: where they end.
        line: which line of the card says it; of a text 0.
        is_certain: whether the other side has to say the same, if it says anything of this kind.
        subject: the thing that it describes, if there can be several: the types of a token.
        is_each: whether it is so for each of several things.
    """

    kind: str
    value: Value
    start: int
    end: int
    line: int = 0
    is_certain: bool = True
    subject: str = ""
    is_each: bool = False


def number(word: str) -> int | None:
    """Return the number that a *word* of a text or an ability is; None for ``X`` and the like."""
    word = word.strip().lower()
    return int(word) if re.fullmatch(r"[+-]?[0-9]{1,6}", word) else NUMBERS.get(word)


def size(text: str) -> tuple[int, int] | None:
    """Return the power and toughness written as *text*; None if one of them varies."""
    power, toughness = (number(part) for part in text.split("/"))
    return None if power is None or toughness is None else (power, toughness)


def counter(shape: str) -> str:
    """Return the *shape* or name of counters in one notation: ``1/1``, ``0/-1``, ``charge``."""
    return _NO_ZERO.sub("0", shape.lower().replace("%", "/").replace("+", ""))


def mana(cost: str, *, is_made: bool = False) -> str | None:
    """Return the mana, the tap and the untap symbols of a *cost* in one order; None if it varies.

    Args:
        cost: symbols in braces; other than these are left out.
        is_made: whether it is mana that is made, of which ``{2}`` is two colourless.
    """
    generic, others = 0, []
    for match in _SYMBOL.finditer(cost):
        symbol = match[1].strip(" ()").upper().replace("/", "").replace("(", "").replace(")", "")
        phyrexian = _PHYREXIAN.fullmatch(symbol)
        if symbol.isdecimal():
            generic += int(symbol[:6])
        elif is_made and symbol == "C":
            generic += 1
        elif phyrexian:
            others.append(f"{phyrexian[1] or phyrexian[2]}P")
        elif symbol.startswith("VALUE"):
            return None
        elif symbol[:2] == "X:":
            others.append("X")
        elif re.fullmatch(r"[WUBRGCXSTQI]|[2WUBRG][WUBRG]", symbol):
            others.append("S" if symbol == "I" else "".join(sorted(symbol)))
    if generic > _LARGEST:
        return None
    parts = [str(generic)] if generic else []
    return "".join(f"{{{part}}}" for part in (*parts, *sorted(others)))


def words_of(words: tuple[str, ...]) -> str:
    """Return a pattern for any of *words*."""
    return "|".join(map(re.escape, words))
