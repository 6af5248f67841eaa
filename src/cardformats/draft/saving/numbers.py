"""Numbers in what is stored of a draft: which of them name something that is there."""

from __future__ import annotations

from typing import Any, NoReturn

from attrs import fields

from ...errors import DraftError
from .document import SavedAction, SavedAddPack, SavedDraft, SavedStart, SavedTogether

#: What the members of these names hold, in all classes whose values :class:`Numbers` is given.
_SEATS = frozenset({"seat", "to", "passer"})
_CARDS = frozenset({"card", "by", "cards", "burns", "using", "removing", "pool", "face_up"})
_PACKS = frozenset({"pack", "number"})
_ROUNDS = frozenset({"round"})
_COUNTS = frozenset({"count", "picks", "drafted", "skips"})
_PARTS = frozenset({"packs", "coming", "note"})


class Numbers:
    """Which numbers there are in a draft."""

    def __init__(self, document: SavedDraft) -> None:
        """Those of *document*."""
        self.seats = len(document.seats)
        self.cards = len(document.cards)
        self.packs = document.packs
        self.rounds = len(document.table.rounds)
        self.kinds = len(document.kinds)

    def verify(self, value: Any, path: str) -> None:
        """Refuse numbers in *value*, at *path*, that name nothing.

        Raises:
            DraftError: which.
        """
        for name in [each.name for each in fields(type(value))]:
            item, there = getattr(value, name), f"{path}.{name}"
            if item is None:
                continue
            if name in _SEATS:
                verify_below(item, self.seats, "seat", there)
            elif name in _CARDS:
                self.verify_cards(item, there)
            elif name in _PACKS:
                verify_below(item, self.packs, "pack", there)
            elif name in _ROUNDS:
                verify_below(item, self.rounds, "round", there)
            elif name in _COUNTS:
                verify_count(item, there)
            elif name in _PARTS:
                self.verify_all(item, there)

    def verify_all(self, values: Any, path: str) -> None:
        """Likewise of several values, or of one."""
        if not isinstance(values, tuple):
            self.verify(values, path)
            return
        for number, each in enumerate(values):
            self.verify(each, f"{path}[{number}]")

    def verify_cards(self, cards: int | tuple[int, ...], path: str) -> None:
        """Refuse numbers that no card has.

        Raises:
            DraftError: which.
        """
        if isinstance(cards, int):
            verify_below(cards, self.cards, "card", path)
            return
        for number, card in enumerate(cards):
            verify_below(card, self.cards, "card", f"{path}[{number}]")

    def verify_kinds(self, places: tuple[int, ...], path: str) -> None:
        """Refuse places at which there is no kind of card.

        Raises:
            DraftError: which.
        """
        for number, place in enumerate(places):
            verify_below(place, self.kinds, "kind", f"{path}[{number}]")

    def verify_action(self, action: SavedAction, path: str) -> None:
        """Refuse an action that names what is not there.

        Raises:
            DraftError: what.
        """
        if isinstance(action, SavedStart):
            verify_below(action.cards, self.cards + 1, "number of cards", f"{path}.cards")
        elif isinstance(action, SavedTogether):
            for number, each in enumerate(action.actions):
                self.verify_action(each, f"{path}.actions[{number}]")
        elif isinstance(action, SavedAddPack):
            verify_below(action.seat, self.seats, "seat", f"{path}.seat")
            self.verify_kinds(action.cards, f"{path}.cards")
        else:
            self.verify(action, path)


def verify_below(number: int, count: int, what: str, path: str) -> None:
    """Refuse a number that is not from 0 to *count* - 1.

    Raises:
        DraftError: it is not.
    """
    if not 0 <= number < count:
        refuse(path, f"there is no {what} {number}; there are {count}, from 0 on")


def verify_count(number: int, path: str) -> None:
    """Refuse a count below 0.

    Raises:
        DraftError: it is below.
    """
    if number < 0:
        refuse(path, f"{number} is less than 0")


def refuse(path: str, reason: str) -> NoReturn:
    """Say where something is wrong, and what.

    Raises:
        DraftError: that.
    """
    message = f"{path}: {reason}"
    raise DraftError(message)
