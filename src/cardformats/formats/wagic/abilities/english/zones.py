"""Plain English for zones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ..nodes import Node
from ..parts import Zone
from .wording import an, joined, source

_OWNERS: Final = {
    "my": "your", "opponent": "your opponent's", "owner": "its owner's",
    "targetcontroller": "the target's controller's", "targetowner": "its owner's",
    "targetedpersons": "the targeted player's", "targetedperson": "the targeted player's",
    "controller": "its controller's", "": "",
}  # fmt: skip
_ZONE: Final = re.compile(
    r"(?P<owner>my|opponent|owner|targetedpersons?|targetcontroller|targetowner|controller)?(?P<zone>[a-z]+)"
)
_ZONES: Final = {
    "battlefield": "battlefield", "inplay": "battlefield", "graveyard": "graveyard",
    "library": "library", "hand": "hand", "stack": "stack", "exile": "exile",
    "removedfromgame": "exile", "commandzone": "command zone", "sideboard": "sideboard",
    "reveal": "revealed cards", "castingzone": "casting zone",
    "restrictedcastingzone": "restricted casting zone",
    "zones": "zones", "nonbattlezone": "other zones", "handexilegrave": "hand, exile or graveyard",
    "temp": "temporary zone",
}  # fmt: skip
#: Zones that a player has, rather than all players together.
_OWN: Final = {"graveyard", "library", "hand", "sideboard", "temporary zone", "casting zone",
               "restricted casting zone", "hand, exile or graveyard"}  # fmt: skip


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
    if match is None or (name := _ZONES.get(match["zone"])) is None:
        return f"{where} {source(node)}"
    return _zone_said(_OWNERS[match["owner"] or ""], name, where)


def _zone_said(owner: str, name: str, where: str) -> str:
    if name in {"battlefield", "stack"}:
        where = {"in": "on", "into": "onto"}.get(where, where)
    elif name == "revealed cards":
        where = {"in": "among", "into": "among"}.get(where, where)
    elif name == "exile":
        return f"{where} {owner} exile zone" if owner else f"{where} exile"
    elif name in {"zones", "other zones"}:
        return f"{where} {f'any of {owner} zones' if name == 'zones' else _elsewhere(owner)}"
    if owner:
        return f"{where} {owner} {name}"
    return f"{where} {an(name) if name in _OWN else f'the {name}'}"


def _elsewhere(owner: str) -> str:
    return joined("a zone", owner and f"of {owner}", "other than the battlefield")


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
    return Zone(word) if match and match["zone"] in _ZONES else None
