"""The generator: packs of a card set's booster, each reproducible by itself."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..errors import CollationError
from ..model import Booster, CardSet, Layout
from .bits import MAX_NUMBER, SHARE, SHORT, Bits, Seed, Source
from .drawers.drawer import State
from .packs import Pack
from .tree import Fork, Tree

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
        self._source = Source(seed)
        self._trees = [
            Tree(cardset, self.booster, layouts) for layouts in _rounds(cardset, self.booster)
        ]
        self._root = self._trees[0].root if len(self._trees) == 1 else None
        self._name = self.booster.name

    def pack(self, number: int) -> Pack:
        """Pack *number* (from 0).

        Raises:
            CollationError: *number* is negative, or 2**64 or more.
            EmptySheetError: a sheet has too few cards.
        """
        if not 0 <= number < MAX_NUMBER:
            message = f"packs are numbered from 0 to {MAX_NUMBER - 1}; there is no pack {number}"
            raise CollationError(message)
        return self._open(number, self._source.start(number))

    def packs(self, count: int, start: int = 0) -> Iterator[Pack]:
        """*count* packs from number *start* on."""
        source, open_ = self._source, self._open
        end = min(start + count, MAX_NUMBER)
        if start < 0 or (start & 1 and start < end):
            yield self.pack(start)
            start += 1
        for number in range(start, end - 1, 2):
            pair = source.pair(number >> 1)
            yield open_(number, pair[:SHARE])
            yield open_(number + 1, pair[SHARE:])
        if start < end and (end - start) & 1:
            yield self.pack(end - 1)

    def _open(self, number: int, data: bytes) -> Pack:
        """The pack of that number, whose first bytes are *data*."""
        node = self._root or self._trees[number % len(self._trees)].root
        while isinstance(node, Fork):
            at, size = node.start, node.size
            if at + size > SHARE:
                return self._open_carefully(number)
            if size == SHORT:
                value = data[at] | data[at + 1] << 8
            else:
                value = int.from_bytes(data[at : at + size], "little")
            if value >= node.bound:
                return self._open_carefully(number)
            value %= node.limit
            node = (node.table[value] if node.table else None) or node.child(value)
        program = node.program
        if program.end > SHARE:
            data = self._source.longer(number, data, program.end)
        numbers = program.numbers(data)
        if numbers is None:
            return self._open_carefully(number)
        cards = program.cards(numbers)
        if node.places:
            node.finish(Bits(self._source, number, program.end), State(), cards)
        return Pack(number, self._name, node.layout, tuple(cards))

    def _open_carefully(self, number: int) -> Pack:
        """The pack of that number, whose bytes may not all be used as they come."""
        bits = Bits(self._source, number)
        leaf = self._trees[number % len(self._trees)].leaf(bits)
        cards = leaf.draw(bits, State())
        return Pack(number, self._name, leaf.layout, tuple(cards))


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
