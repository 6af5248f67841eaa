"""Numbers as results print them."""

from __future__ import annotations

#: From this size on, four significant digits are all before the point.
_LARGE = 1000


def plain(value: float) -> str:
    """Return a number with four significant digits or more; a large one has no exponent."""
    return f"{value:.4g}" if abs(value) < _LARGE else f"{value:.1f}"


def number_of_packs(count: int) -> str:
    """Return a number of packs in words."""
    return "1 pack" if count == 1 else f"{count} packs"
