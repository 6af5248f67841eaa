"""What single words of Wagic's ability language are in plain English.

A word that the lexicon has no English of is not translated, so that nothing is said that was not
meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ..lexicon import words
from ..nodes import Node, Zone
from .wording import an, joined, negated, source

COLORS: Final = frozenset(("white", "blue", "black", "red", "green", "colorless"))
#: Main types and what stands with them; any other word in brackets is a subtype.
TYPES: Final = frozenset((
    "creature", "artifact", "land", "instant", "sorcery", "enchantment", "planeswalker", "token",
    "tribal", "battle",
))  # fmt: skip
SUPERTYPES: Final = frozenset(("basic", "legendary", "snow", "world"))

#: What a keyword is when it is a verb, for several cards, or a rule with a subject of its own.
_VERB: Final = re.compile(r"(?:can|can't|must|don't|be|go|get|return|lose)\b")
_RULE: Final = re.compile(r"(?:its controller|the|creatures|spells|cards|damage|it|choose)\b")
_KEYWORDS: Final = {
    text: word.english
    for text, word in {**words("trait"), **words("keyword")}.items()
    if word.english
}
#: Keywords with a verb: what the card does, then what is said of several.
VERBS: Final = {text: english for text, english in _KEYWORDS.items() if _VERB.match(english)}
#: Keywords that are rules for a player; the text says whose.
RULES: Final = {text: english for text, english in _KEYWORDS.items() if _RULE.match(english)}
#: The other keywords: what a card has.
KEYWORDS: Final = {
    text: english for text, english in _KEYWORDS.items() if text not in {*VERBS, *RULES}
}


def _english(kind: str) -> dict[str, str]:
    return {text: word.english for text, word in words(kind).items() if word.english}


PHASES: Final = {
    **_english("phase"),
    "combatattackers": "declare attackers step", "combatblockers": "declare blockers step",
    "battle": "battle",
}  # fmt: skip
PLAYERS: Final = _english("player")
VARIABLES: Final = _english("variable")

#: A number that is one if something is so.
_IF_SO: Final = re.compile(r"1 if (.+), else 0")
_STANDINGS: Final = {
    **{text: match[1] for text, english in VARIABLES.items() if (match := _IF_SO.fullmatch(english))},
    **_english("restriction"),
    **{
        word: f"this is {word}" for word in ("attacking", "blocking", "enchanted", "equipped")
    },
    "damaged": "this was damaged", "duringcombat": "it is combat",
    "can play land": "you can play a land", "can play sorcery": "you can cast a sorcery",
    "can play creature": "you can cast a creature",
}  # fmt: skip
#: Words for something that is so; what it is if it is not.
STANDINGS: Final = {
    **{word: (text, negated(text)) for word, text in _STANDINGS.items()},
    "raid": ("you attacked this turn", "you didn't attack this turn"),
    "didattack": ("this attacked", "this didn't attack"),
    "didntattack": ("this didn't attack", "this attacked"),
    "tapped": ("this is tapped", "this is untapped"),
    "untapped": ("this is untapped", "this is tapped"),
    "cantattack": ("this can't attack", "this can attack"),
}

_PERIOD: Final = re.compile(r"(my|opponent|during)?(\w+?)only")
_OWNERS: Final = {
    **_english("zone_owner"),
    "targetedperson": "the targeted player's", "controller": "its controller's", "": "",
}  # fmt: skip
_ZONE: Final = re.compile(
    r"(?P<owner>my|opponent|owner|targetedpersons?|targetcontroller|targetowner|controller)?(?P<zone>[a-z]+)"
)
_ZONES: Final = {**_english("zone_place"), "zones": "zones", "nonbattlezone": "other zones"}
#: Zones that are several, and are called by one word.
_SEVERAL: Final = {
    text: english.replace(" and ", " or ")
    for text, english in _english("zone").items()
    if not re.fullmatch(r"\*|previousbattlefield|.*zones|nonbattlezone", text)
}
#: Zones that a player has, rather than all players together.
_OWN: Final = {"graveyard", "library", "hand", "sideboard", "temporary zone"}


def period(word: str) -> str | None:
    """The time that is meant by a word such as ``myupkeeponly``: ``your upkeep``."""
    if (match := _PERIOD.fullmatch(word)) is None:
        return None
    name = "turn" if match[2] == "turn" else PHASES.get(match[2], source(match[2]))
    whose = {"my": "your", "opponent": "your opponent's"}.get(match[1] or "", "the")
    return f"{whose} {name}"


def zone(node: Node, where: str = "in") -> str:
    """A zone, after a word for where: ``on your battlefield``, ``from a graveyard``.

    Args:
        node: the zone.
        where: ``in``, ``from``, or ``into`` for what is put there.
    """
    match = _ZONE.fullmatch(word := str(node).strip().lower())
    if word == "*":
        return f"{where} any zone"
    if word == "previousbattlefield":
        return {"into": "onto"}.get(where, where) + " the previous battlefield"
    if word in _SEVERAL:
        return f"{where} {_SEVERAL[word]}"
    if match is None or (name := _ZONES.get(match["zone"])) is None:
        return f"{where} {source(node)}"
    return _zone_phrase(_OWNERS[match["owner"] or ""], name, where)


def _zone_phrase(owner: str, name: str, where: str) -> str:
    if name in {"battlefield", "stack"}:
        where = {"in": "on", "into": "onto"}.get(where, where)
    elif name == "revealed cards":
        where = {"in": "among", "into": "among"}.get(where, where)
    elif name == "exile":
        return f"{where} {owner} exile zone" if owner else f"{where} exile"
    elif name in {"zones", "other zones"}:
        elsewhere = joined("a zone", owner and f"of {owner}", "other than the battlefield")
        return f"{where} {f'any of {owner} zones' if name == 'zones' else elsewhere}"
    if owner:
        return f"{where} {owner} {name}"
    return f"{where} {an(name) if name in _OWN else f'the {name}'}"


def unit_of(zones: Iterable[Node]) -> str:
    """What cards are called there: ``permanent``, ``spell``, ``card``."""
    names = set()
    for each in zones:
        match = _ZONE.fullmatch(str(each).strip().lower())
        names.add(_ZONES.get(match["zone"], "") if match else "")
    if not names or names == {"battlefield"}:
        return ""
    return "spell" if names == {"stack"} else "card"


def zone_word(word: str) -> Zone | None:
    """The zone that a word is, if it is one."""
    match = _ZONE.fullmatch(word)
    return Zone(word) if word in _SEVERAL or (match and match["zone"] in _ZONES) else None
