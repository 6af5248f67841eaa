"""Where that which a writer cannot say stands in what was read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeAlias

from attrs import evolve

from ..diagnostics import Diagnostic, Related
from ..model import Card, CardSet
from ..source import Span

#: What a syntax may have as ``place_of``: where the card or the sheet of a name stands, with the
#: number of the card in the set that was read and the card, if it is one of that; None if that is
#: not known.
PlaceOf: TypeAlias = Callable[[str, int | None, Card | None], Span | None]


def with_places(diagnostics: Iterable[Diagnostic], cardset: CardSet) -> tuple[Diagnostic, ...]:
    """Return *diagnostics* of writing *cardset*, with the positions of examples added to losses.

    Only what its name tells from all else that was read has a place.
    """
    place_of: PlaceOf | None = getattr(cardset.syntax, "place_of", None)
    if place_of is None or cardset.as_read is None:
        return tuple(diagnostics)
    places = _Places(cardset.as_read, place_of)
    return tuple(places.added(each) if each.is_loss else each for each in diagnostics)


class _Places(dict[str, Span | None]):
    """The places of what was read, by names; each is looked for once."""

    def __init__(self, as_read: CardSet, place_of: PlaceOf) -> None:
        self.as_read, self.place_of = as_read, place_of

    @cached_property
    def numbers(self) -> dict[str, list[int]]:
        """Return the indices of the cards by name."""
        numbers: dict[str, list[int]] = {}
        for number, card in enumerate(self.as_read.cards):
            numbers.setdefault(card.name, []).append(number)
        return numbers

    def __missing__(self, name: str) -> Span | None:
        numbers, span = self.numbers.get(name, []), None
        things = len(numbers) + (name in self.as_read.sheets) + (name == self.as_read.name)
        if name and things <= 1:
            number = numbers[0] if numbers else None
            card = None if number is None else self.as_read.cards[number]
            span = self.place_of(name, number, card)
        self[name] = span
        return span

    def added(self, loss: Diagnostic) -> Diagnostic:
        """Return *loss* with the positions of its examples, as far as they are known."""
        places = ((name, self[name]) for name in loss.examples)
        return evolve(loss, related=[Related(span, name) for name, span in places if span])
