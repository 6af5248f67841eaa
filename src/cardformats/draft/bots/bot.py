"""What a bot is, and the pick that follows from an order of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..actions import Pick, SeatAction
from ..views import Usable, View


class Bot(Protocol):
    """Anything that acts for a seat.

    It sees no more than a view.  One that remembers nothing from action to action goes on after a
    restart as if nothing had been; for chance there are a seed, the seat and the view's moment.
    """

    def act(self, view: View) -> SeatAction:
        """What the seat does; it has something to do."""


def pick_in_order(view: View, order: Iterable[int], using: Usable | None = None) -> Pick:
    """The pick that drafts the first cards of the pack in an *order*, and burns the last.

    Args:
        view: what a seat that has to pick sees.
        order: the numbers of all cards in the pack, the most wanted first; does not matter if the
            seat drafts at random.
        using: what it uses, one of ``view.usable``; the first card drafted is then the first one
            that goes with it.  If it removes cards from the draft, it removes all of them.
    """
    used = () if using is None else (using.card,)
    if view.is_blind:
        return Pick(view.seat, using=used)
    cards = list(order)
    if using is not None:
        first = next(card for card in cards if card in using.first)
        cards.remove(first)
        cards.insert(0, first)
        if using.takes_pack:
            return Pick(view.seat, cards, (), used, _removed(using, cards))
    count = view.to_pick + (0 if using is None else using.extra_cards)
    burned = min(view.to_burn, len(cards) - count)
    drafted = cards[:count]
    return Pick(view.seat, drafted, cards[len(cards) - burned :], used, _removed(using, drafted))


def _removed(using: Usable | None, drafted: Sequence[int]) -> Sequence[int]:
    """What has to be said to remove all of the cards drafted; of a single one nothing."""
    return drafted if using is not None and using.removes and len(drafted) > 1 else ()
