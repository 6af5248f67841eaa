"""Numbers and lists as results print them."""

from __future__ import annotations

from collections.abc import Sequence

#: From this size on, four significant digits are all before the point.
_LARGE = 1000


def plain(value: float) -> str:
    """Return a number with four significant digits or more; a large one has no exponent."""
    return f"{value:.4g}" if abs(value) < _LARGE else f"{value:.1f}"


def number_of_packs(count: int) -> str:
    """Return a number of packs in words."""
    return "1 pack" if count == 1 else f"{count} packs"


def first_of(items: Sequence[object], most: int, more: str, separator: str = ", ") -> str:
    """Return at most *most* of the items, and *more* in place of the others."""
    return separator.join([*map(str, items[:most]), *[more] * (len(items) > most)])
