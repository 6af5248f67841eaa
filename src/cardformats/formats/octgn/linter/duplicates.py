"""Sets, packs and cards of a game that have one id, and packs of a set that have one name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Related
from ..set_index import IndexedCard, IndexedPack
from .codes import GameCode
from .set_text import SetText

#: So many cards of two sets are said where they are.
_SHOWN: Final = 5


def check_duplicates(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    """Report what several of *sets*, or several packs in them, have in common and must not."""
    _check_sets(sets, log)
    _check_packs(sets, log)
    _check_cards(sets, log)


def check_pack_names(each: SetText, log: DiagnosticLog) -> None:
    """Report packs of a set that have one name; those of others stand below the names of theirs."""
    first: dict[str, IndexedPack] = {}
    for pack in each.index.packs:
        other = first.setdefault(pack.name, pack)
        if other is not pack:
            places = [Related(each.span(other), "the other one")]
            log.add(GameCode.PACK_NAME, each.span(pack, "name"), None, places, name=pack.name)


def _check_sets(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    first: dict[str, SetText] = {}
    for each in sets:
        own = each.index.set.id
        other = first.setdefault(own, each)
        if other is not each and own:
            places = [Related(other.own_span(), "the other one")]
            log.add(
                GameCode.SAME_SET, each.own_span(), None, places, name=each.name, other=other.name
            )


def _check_packs(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    first: dict[str, tuple[SetText, IndexedPack]] = {}
    for each in sets:
        for pack in each.index.packs:
            other_set, other = first.setdefault(pack.id, (each, pack))
            if other is not pack and pack.id:
                log.add(
                    GameCode.SAME_PACK,
                    each.span(pack),
                    None,
                    [Related(other_set.span(other), "the other one")],
                    name=pack.name,
                    set=each.name,
                    other=other.name,
                    other_set=other_set.name,
                )


def _check_cards(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    """Report ids of cards once for two sets; within a set the reader does."""
    first: dict[str, tuple[int, IndexedCard]] = {}
    alike: dict[tuple[int, int], list[tuple[IndexedCard, IndexedCard]]] = {}
    for number, each in enumerate(sets):
        for card in each.index.cards:
            other_number, other = first.setdefault(card.id, (number, card))
            if other_number != number and card.id:
                alike.setdefault((number, other_number), []).append((card, other))
    for (number, other_number), pairs in alike.items():
        own, others = sets[number], sets[other_number]
        shown = pairs[:_SHOWN]
        places = [
            Related(place, repr(each.name))
            for card, other in shown
            for each, place in ((card, own.span(card)), (other, others.span(other)))
        ]
        log.add(
            GameCode.SAME_CARDS,
            own.span(pairs[0][0]),
            None,
            places,
            set=own.name,
            other_set=others.name,
            count=len(pairs),
        )
