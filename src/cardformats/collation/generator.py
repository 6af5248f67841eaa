"""The generator: packs of a card set's booster, each reproducible by itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..errors import CollationError
from ..model import Booster, CardSet, Layout
from .bits import MAX_PACKS, Bits, Seed, seed_key
from .drawers import PackState
from .packs import Pack, PackCard
from .plan import Planner, Weighted

#: The library's own, unbiased way of sampling.
RULES = "cardformats"


class Generator:
    """Makes packs of one booster of a card set.

    Pack *i* depends on the seed and *i* alone.  Where the set's event names layouts for its rounds,
    pack *i* has those of round *i* modulo the number of rounds.
    """

    def __init__(
        self,
        cardset: CardSet,
        booster: str | Booster | None = None,
        *,
        seed: Seed,
        rules: str = RULES,
    ) -> None:
        """Prepare to make packs.

        Args:
            cardset: the sheets and boosters.
            booster: which booster, by name or id or as a value; the first if not given.
            seed: any int, str or bytes; the same seed gives the same packs everywhere.
            rules: whose way of sampling to follow; so far there is only ``cardformats``.

        Raises:
            CollationError: there is no such booster, it cannot be made from the sheets, the seed is
                of another type, or the rules are not known.
        """
        if rules != RULES:
            message = f"unknown rules {rules!r}; known are {RULES!r}"
            raise CollationError(message)
        self.cardset = cardset
        self.booster = _choose(cardset, booster)
        self.seed = seed
        self._key = seed_key(seed)
        refills = cardset.event is not None and cardset.event.supply == "refill"
        planner = Planner(self.booster, cardset.sheets, refills=refills)
        plans = {layout: planner.layout(layout) for layout in self.booster.layouts}
        self._rounds = [
            Weighted([(plans[layout], weight) for layout, weight in layouts])
            for layouts in _rounds(cardset, self.booster)
        ]

    def pack(self, number: int) -> Pack:
        """Pack *number* (from 0).

        Raises:
            CollationError: *number* is negative, or 2**64 or more.
            EmptySheetError: a sheet has too few cards.
        """
        if not 0 <= number < MAX_PACKS:
            message = f"packs are numbered from 0 to {MAX_PACKS - 1}; there is no pack {number}"
            raise CollationError(message)
        bits = Bits(self._key, number)
        layouts = self._rounds[number % len(self._rounds)]
        layout = layouts.values[layouts.choose(bits)]
        cards: list[PackCard] = []
        layout.open(bits, PackState(), cards, 0)
        return Pack(number, self.booster.name, layout.name, tuple(cards))

    def packs(self, count: int, start: int = 0) -> Iterator[Pack]:
        """*count* packs from number *start* on."""
        return (self.pack(number) for number in range(start, start + count))


def _choose(cardset: CardSet, wanted: str | Booster | None) -> Booster:
    if isinstance(wanted, Booster):
        return wanted
    if not cardset.boosters:
        message = f"the card set {cardset.name!r} has no booster"
        raise CollationError(message)
    if wanted is None:
        return cardset.boosters[0]
    for booster in cardset.boosters:
        if wanted in (booster.name, booster.id):
            return booster
    names = ", ".join(repr(booster.id or booster.name) for booster in cardset.boosters)
    message = f"there is no booster {wanted!r}; there are {names}"
    raise CollationError(message)


def _rounds(cardset: CardSet, booster: Booster) -> list[list[tuple[Layout, int | Fraction]]]:
    """For each round the layouts it may have, with their weights."""
    own: list[tuple[Layout, int | Fraction]] = [
        (layout, layout.weight) for layout in booster.layouts
    ]
    by_name = {layout.name: layout for layout in booster.layouts}
    rounds = cardset.event.rounds if cardset.event else ()
    if booster not in cardset.boosters or not any(each.layouts for each in rounds):
        return [own]
    named: Iterator[list[tuple[Layout, int | Fraction]]] = (
        [(by_name[each.layout], each.weight) for each in round_.layouts if each.layout in by_name]
        for round_ in rounds
    )
    return [layouts or own for layouts in named]
