"""What a record and the rules of its draft say differently, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..errors import DraftError
from ..model import CardRef
from .record import PickRecord

_SHOWN = 3


def where(pick: PickRecord) -> str:
    """Return the round and number of a pick in words, counted from 1."""
    return f"pick {pick.number + 1} of round {pick.round + 1}"


def listed(cards: Sequence[CardRef]) -> str:
    """Return the first of some cards, and how many there are."""
    names = [str(card) for card in cards[:_SHOWN]] or ["nothing"]
    return ", ".join(names) + (f", … ({len(cards)} cards)" if len(cards) > len(names) else "")


def check_pool(seat: int, pool: Iterable[CardRef], wanted: Iterable[CardRef]) -> None:
    """Refuse a pool that has other cards than those *wanted*, if any are.

    Raises:
        DraftError: with the cards that differ.
    """
    own, needed = Counter(pool), Counter(wanted)
    if needed and own != needed:
        more, missing = [*(own - needed).elements()], [*(needed - own).elements()]
        reason = f"by the rules its pool has not {listed(missing)}, but {listed(more)}"
        raise DraftError(reason, seat)
