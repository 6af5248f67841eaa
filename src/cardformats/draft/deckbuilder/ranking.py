"""The ranking: who has how many points."""

from __future__ import annotations

from collections.abc import Sequence

from .table import Place, Seat


def ranking_of(seats: Sequence[Seat]) -> tuple[Place, ...]:
    """The seats by points; equal ones share a place, and the places after it stay empty."""
    points = [seat.points for seat in seats]
    places = [
        Place(1 + sum(more > each for more in points), n, each) for n, each in enumerate(points)
    ]
    return tuple(sorted(places, key=lambda each: (each.place, each.seat)))
