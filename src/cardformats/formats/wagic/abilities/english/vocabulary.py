"""What single words of Wagic's ability language are in plain English.

A word that is not here is not translated, so that no explanation is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Final

from ...lexicon import words
from ..nodes import Node, Zone
from .wording import an, negated, source

COLORS: Final = frozenset(("white", "blue", "black", "red", "green", "colorless"))
#: Main types and what stands with them; any other word in brackets is a subtype.
TYPES: Final = frozenset((
    "creature", "artifact", "land", "instant", "sorcery", "enchantment", "planeswalker", "token",
    "tribal", "battle",
))  # fmt: skip
SUPERTYPES: Final = frozenset(("basic", "legendary", "snow", "world"))


def _english(*kinds: str) -> dict[str, str]:
    """Return the English of the words of some classes."""
    every = chain.from_iterable(words(kind).values() for kind in kinds)
    return {word.text: word.english for word in every if word.english}


def meaning(kind: str, word: str) -> str:
    """Return what the lexicon says of a word of a class; nothing if it has no English."""
    known = words(kind).get(word)
    return "" if known is None else known.english


_ABILITIES: Final = _english("keyword", "trait")
_VERB: Final = re.compile(r"(?:be|can|can't|don't|get|go|must|return)\b")
_SUBJECT: Final = re.compile(r"(?:its|it|the|cards|creatures|damage|spells)\b")
#: Keywords with a verb: the action of the card, in the plural.
VERBS: Final = {word: text for word, text in _ABILITIES.items() if _VERB.match(text)}
#: Keywords that are rules for a player; the text says whose.
RULES: Final = {word: text for word, text in _ABILITIES.items() if _SUBJECT.match(text)}
#: The other keywords: what a card has.
KEYWORDS: Final = {
    word: text for word, text in _ABILITIES.items() if word not in VERBS.keys() | RULES.keys()
}

PHASES: Final = {
    **_english("phase"),
    "combatattackers": "declare attackers step",
    "combatblockers": "declare blockers step",
    "battle": "battle",
}
PLAYERS: Final = _english("player")
VARIABLES: Final = _english("variable", "card_test")

#: What words for something that is so are if it is not, where that is more than a "not".
_OTHERWISE: Final = {
    "raid": "you didn't attack this turn", "didattack": "this didn't attack",
    "didntattack": "this attacked", "tapped": "this is untapped", "untapped": "this is tapped",
    "cantattack": "this can attack",
}  # fmt: skip
#: Words for something that is so; what it is if it is not.
STANDINGS: Final = {
    word: (text, _OTHERWISE.get(word) or negated(text))
    for word, text in _english("restriction", "state_of_card").items()
}

_QUALITIES: Final = _english("quality")
#: Adjectives, and what they are if they do not hold.
STATES: Final = {
    **{
        text: (english, f"non{english}")
        for text, english in _QUALITIES.items()
        if " " not in english and english not in COLORS
    },
    **{text: (text, f"un{text}") for text in ("tapped", "blocked", "enchanted", "equipped")},
    "multicolor": ("multicolored", "monocolored"), "isprey": ("haunted", "unhaunted"),
}  # fmt: skip


_DENIALS: Final = (
    (r"^with\b", "without"),
    (r"^that (is|was)\b", r"that \1n't"),
    (r"^that can\b", "that can't"),
    (r"^that dealt\b", "that dealt no"),
    (r"^that came\b", "that didn't come"),
    (r"^", "not "),
)


def _denied(text: str) -> str:
    """Return the same as what does not hold for a card."""
    for pattern, other in _DENIALS:
        denied, count = re.subn(pattern, other, text)
        if count:
            return denied
    return text


#: What stands after the noun, and what it is if it does not hold.
CLAUSES: Final = {
    **{
        text: (whose, f"not {whose}")
        for text, english in RULES.items()
        if (whose := english.replace("its controller", "whose controller", 1)) != english
        and english.startswith("its controller")
    },
    **{
        text: (english, _denied(english))
        for text, english in _QUALITIES.items()
        if text not in STATES and english not in COLORS
    },
    "share!name!": ("of the same name", "of another name"),
    "share!color!": ("of the same color", "of another color"),
    "share!types!": ("of the same type", "of another type"),
    "notshare!name!": ("of another name", "of the same name"),
    "notshare!types!": ("of another type", "of the same type"),
    "dungeoncompleted": ("that was completed", "that wasn't completed"),
}

_PERIOD: Final = re.compile(r"(my|opponent|during)?(\w+?)only")
_OWNERS: Final = {"": "", **_english("zone_owner")}
_ZONES: Final = _english("zone_place")
#: Zones that are several, or have no owner.
_WHOLE_ZONES: Final = _english("counter_zone", "zone")
_ZONE: Final = re.compile(rf"(?P<owner>{'|'.join(words('zone_owner'))})?(?P<zone>[a-z]+)")
#: Zones that a player has, rather than all players together.
_OWN: Final = {"graveyard", "library", "hand", "sideboard", "temporary zone"}


def period(word: str) -> str | None:
    """Return the time that is meant by a word such as ``myupkeeponly``: ``your upkeep``."""
    if (match := _PERIOD.fullmatch(word)) is None:
        return None
    name = "turn" if match[2] == "turn" else PHASES.get(match[2], source(match[2]))
    whose = {"my": "your", "opponent": "your opponent's"}.get(match[1] or "", "the")
    return f"{whose} {name}"


def zone(node: Node, where: str = "in") -> str:
    """Return a zone, after a word for where: ``on your battlefield``, ``from a graveyard``.

    Args:
        node: the zone.
        where: ``in``, ``from``, or ``into`` for what is put there.
    """
    match = _ZONE.fullmatch(word := str(node).strip().lower())
    if match is not None and (name := _ZONES.get(match["zone"])) is not None:
        return _zone_phrase(_OWNERS[match["owner"] or ""], name, where)
    if word == "previousbattlefield" and where == "into":
        where = "onto"
    return f"{where} {_WHOLE_ZONES.get(word) or source(node)}"


def _zone_phrase(owner: str, name: str, where: str) -> str:
    if name in {"battlefield", "stack"}:
        where = {"in": "on", "into": "onto"}.get(where, where)
    elif name == "revealed cards":
        where = {"in": "among", "into": "among"}.get(where, where)
    elif name == "exile":
        return f"{where} {owner} exile zone" if owner else f"{where} exile"
    if owner:
        return f"{where} {owner} {name}"
    return f"{where} {an(name) if name in _OWN else f'the {name}'}"


def unit_of(zones: Iterable[Node]) -> str:
    """Return the noun for cards in zones: ``permanent``, ``spell``, ``card``."""
    names = set()
    for each in zones:
        match = _ZONE.fullmatch(str(each).strip().lower())
        names.add(_ZONES.get(match["zone"], "") if match else "")
    if not names or names == {"battlefield"}:
        return ""
    return "spell" if names == {"stack"} else "card"


def zone_word(word: str) -> Zone | None:
    """Return the zone that a word is, if it is one."""
    match = _ZONE.fullmatch(word)
    is_zone = word in _WHOLE_ZONES or (match is not None and match["zone"] in _ZONES)
    return Zone(word) if is_zone else None
