"""Sealed pools: a player's cards from the packs of all rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from ..errors import DraftError
from ..model import Pack, PackCard

#: For each round the packs of the seats, as ``Deal.rounds`` has them.
Rounds: TypeAlias = Iterable[Sequence[Pack | Iterable[PackCard]]]


def sealed_pools(rounds: Rounds) -> tuple[tuple[PackCard, ...], ...]:
    """The cards of all packs of each seat, in the order of rounds.

    Args:
        rounds: for each round the packs of the seats, as ``Deal.rounds`` has them.

    Raises:
        DraftError: there is no round, rounds have packs for different numbers of seats, or
            something there is no card of a pack.
    """
    dealt = [tuple(each) for each in rounds]
    if len({len(each) for each in dealt}) != 1:
        message = f"every round has a pack for each seat; there are {[len(each) for each in dealt]}"
        raise DraftError(message)
    return tuple([tuple(_cards_of(packs)) for packs in zip(*dealt, strict=True)])


def _cards_of(packs: Iterable[Pack | Iterable[PackCard]]) -> Iterator[PackCard]:
    for pack in packs:
        for card in pack.cards if isinstance(pack, Pack) else pack:
            if not isinstance(card, PackCard):
                message = f"a pack holds PackCards, not {card!r}"
                raise DraftError(message)
            yield card
