"""Elements of a set that have no place where they stand: some of them OCTGN reads all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .codes import OctgnCode
from .document import Reporter

#: What is looked for at any depth, and where its place is.
_PLACES: Final[Mapping[str, str]] = {"card": "cards", "pack": "packaging", "marker": "markers"}
#: What is looked for at any depth in a card, likewise.
_IN_CARD: Final[Mapping[str, str]] = {"alternate": "card"}


def report_stranger(report: Reporter, element: Any, parent: str) -> None:
    """Report an *element* that has no place in its *parent*, or what OCTGN reads of it."""
    places = {**_PLACES, **_IN_CARD} if parent in ("card", "alternate") else _PLACES
    local = element.tag.rpartition("}")[2]
    if place := places.get(element.tag):
        report(OctgnCode.MISPLACED, element, tag=local, parent=parent, place=place)
        return
    report(OctgnCode.UNKNOWN_ELEMENT, element, tag=local, parent=parent)
    for each in element.iter(*places):
        # what is in another one is reported where that one is read
        inner = each.getparent()
        while inner is not element and inner.tag not in places:
            inner = inner.getparent()
        if inner is element:
            data = {"tag": each.tag, "parent": local, "place": places[each.tag]}
            report(OctgnCode.MISPLACED, each, **data)
