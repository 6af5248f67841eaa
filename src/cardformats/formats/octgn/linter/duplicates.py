"""Sets, packs and cards of a game that have one id, and packs of a set that have one name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ....diagnostics import DiagnosticLog
from .codes import GameCode
from .scan import Named, ScannedSet

#: So many cards of two sets are said where they are.
_SHOWN: Final = 5


def check_duplicates(sets: Sequence[ScannedSet], log: DiagnosticLog) -> None:
    """Report what several of *sets*, or several packs in them, have in common and must not."""
    _check_sets(sets, log)
    _check_packs(sets, log)
    _check_cards(sets, log)


def check_pack_names(scanned: ScannedSet, log: DiagnosticLog) -> None:
    """Report packs of a set that have one name; those of others stand below the names of theirs."""
    first: dict[str, Named] = {}
    for pack in scanned.packs:
        other = first.setdefault(pack.name, pack)
        if other is not pack:
            log.add(GameCode.PACK_NAME, pack.span("name"), notes=_at(other), name=pack.name)


def _at(other: Named) -> tuple[str]:
    return (f"the other one: {other.span()}",)


def _check_sets(sets: Sequence[ScannedSet], log: DiagnosticLog) -> None:
    first: dict[str, Named] = {}
    for each in sets:
        own = each.about
        other = first.setdefault(own.id, own)
        if other is not own and own.id:
            log.add(
                GameCode.SAME_SET, own.span(), notes=_at(other), name=own.name, other=other.name
            )


def _check_packs(sets: Sequence[ScannedSet], log: DiagnosticLog) -> None:
    first: dict[str, tuple[ScannedSet, Named]] = {}
    for each in sets:
        for pack in each.packs:
            other_set, other = first.setdefault(pack.id, (each, pack))
            if other is not pack and pack.id:
                log.add(
                    GameCode.SAME_PACK,
                    pack.span(),
                    notes=_at(other),
                    name=pack.name,
                    set=each.about.name,
                    other=other.name,
                    other_set=other_set.about.name,
                )


def _check_cards(sets: Sequence[ScannedSet], log: DiagnosticLog) -> None:
    """Report ids of cards once for two sets; within a set the reader does."""
    first: dict[str, tuple[int, Named]] = {}
    alike: dict[tuple[int, int], list[tuple[Named, Named]]] = {}
    for number, each in enumerate(sets):
        for card in each.cards:
            other_number, other = first.setdefault(card.id, (number, card))
            if other_number != number and card.id:
                alike.setdefault((number, other_number), []).append((card, other))
    for (number, other_number), pairs in alike.items():
        notes = [
            f"{card.name!r}: {card.span()}, {other.name!r}: {other.span()}"
            for card, other in pairs[:_SHOWN]
        ]
        log.add(
            GameCode.SAME_CARDS,
            pairs[0][0].span(),
            notes=notes,
            set=sets[number].about.name,
            other_set=sets[other_number].about.name,
            count=len(pairs),
        )
