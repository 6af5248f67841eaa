"""Elements of a set that have no place where they stand: some of them OCTGN reads all the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, Final

from ..near_words import near_word
from .codes import OctgnCode
from .document import Reporter
from .fixes import tag_fix

#: What is looked for at any depth, and where its place is.
_PLACES: Final[Mapping[str, str]] = {"card": "cards", "pack": "packaging", "marker": "markers"}
#: What is looked for at any depth in a card, likewise.
_IN_CARD: Final[Mapping[str, str]] = {"alternate": "card"}


def report_stranger(
    report: Reporter, element: Any, parent: str, known: Collection[str] = ()
) -> None:
    """Report an *element* that has no place in its *parent*, or what OCTGN reads of it.

    *Known* are the elements that have their place there.
    """
    places = {**_PLACES, **_IN_CARD} if parent in ("card", "alternate") else _PLACES
    local = element.tag.rpartition("}")[2]
    if place := places.get(element.tag):
        report(OctgnCode.MISPLACED, element, tag=local, parent=parent, place=place)
        return
    notes = report.log.did_you_mean(local, known)
    near = near_word(local, known, notes) if local == element.tag else None
    fix = partial(tag_fix, new=near)
    report(OctgnCode.UNKNOWN_ELEMENT, element, notes=notes, fix=fix, tag=local, parent=parent)
    for each in element.iter(*places):
        # what is in another one is reported where that one is read
        inner = each.getparent()
        while inner is not element and inner.tag not in places:
            inner = inner.getparent()
        if inner is element:
            data = {"tag": each.tag, "parent": local, "place": places[each.tag]}
            report(OctgnCode.MISPLACED, each, **data)
