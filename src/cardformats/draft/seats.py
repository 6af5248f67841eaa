"""Seats by number, as every kind of draft and game names them."""

from __future__ import annotations

from ..errors import DraftError


def check_seat_number(number: int, seats: int) -> None:
    """Refuse a number that none of so many seats has.

    Raises:
        DraftError: there is no such seat.
    """
    if type(number) is not int:  # True and 1.0 are equal to 1, but no names of seats
        message = f"a seat is named by its number, not {number!r}"
        raise DraftError(message)
    if not 0 <= number < seats:
        message = f"there is no such seat; there are {seats}, from 0 on"
        raise DraftError(message, number)
