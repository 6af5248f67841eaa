"""What tells cards from one another that should not come twice."""

from __future__ import annotations

from collections.abc import Hashable

from ..model import Booster, Entry, PackCard, Sheet
from .drawers.drawer import Key


def key_of(booster: Booster) -> Key:
    """What tells cards apart of those sheets of *booster* that give none twice."""
    return _name if booster.distinct == "name" else _printing


def _name(entry: Entry | PackCard) -> Hashable:
    return entry.card.name


def _printing(entry: Entry | PackCard) -> Hashable:
    return entry.card


def may_repeat(booster: Booster, sheet: Sheet) -> bool:
    """Whether *booster* may have a card of *sheet* twice.

    What :attr:`Sheet.duplicates` says goes before what the booster says.
    """
    return booster.distinct == "none" if sheet.duplicates is None else sheet.duplicates
