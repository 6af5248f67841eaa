"""Products: opened, each reproducible by itself, and their odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import blake2b
from itertools import accumulate
from typing import Any, Protocol

from attrs import define, evolve, field, frozen

from ...bits import MAX_NUMBER, Bits, Seed, Source, seed_key
from ...model import CardSet, Pack, PackCard
from ...model.shown import Shown
from ..boxes import Boxes
from ..distinct import Spelling
from ..odds.table import OddsTable
from ..rounds import check_cards, check_number
from ..words import Words
from .product_odds import ProductOdds
from .product_plan import PackOf, PlannedChoice, PlannedItem, ProductPlan, ProductPlanner


@frozen(repr=False)
class OpenedProduct(Shown):
    """What was in a product.

    A product that has nothing but a single pack is that pack where another one has it, so that a
    display has packs, and a case has displays.

    Attributes:
        name: its name.
        number: its number under the seed, from 0; of a product in another one its place there.
        packs: its packs in order, without those of products in it.
        cards: its single cards, which are of no slot and no sheet.
        items: what gave no cards, by name, decks of which no list is known too.
        products: the products in it, and the decks of which a list is known.
    """

    name: str
    number: int
    packs: tuple[Pack, ...] = ()
    cards: tuple[PackCard, ...] = ()
    items: tuple[str, ...] = ()
    products: tuple[OpenedProduct, ...] = ()

    def __repr__(self) -> str:
        """What it is, and how much was in it."""
        counts = {"pack": len(self.all_packs), "card": len(self.all_cards)}
        shown = ", ".join(f"{count} {word}{'s' * (count != 1)}" for word, count in counts.items())
        return f"<OpenedProduct {self.number} of {self.name!r}: {shown}>"

    def walk(self) -> Iterator[OpenedProduct]:
        """This product and all products in it, to any depth."""
        yield self
        for each in self.products:
            yield from each.walk()

    @property
    def all_packs(self) -> tuple[Pack, ...]:
        """Its packs, and those of all products in it."""
        return tuple(pack for each in self.walk() for pack in each.packs)

    @property
    def all_cards(self) -> tuple[PackCard, ...]:
        """Every card: of packs, single ones, and those of all products in it."""
        return tuple(
            card
            for each in self.walk()
            for cards in (*(pack.cards for pack in each.packs), each.cards)
            for card in cards
        )


class Opener(Protocol):
    """What makes packs of one booster, and knows their odds."""

    def packs(self, count: int, start: int = 0) -> Iterator[Pack]:
        """So many packs from a number on."""

    def odds(self, *, effort: int = 1) -> OddsTable:
        """The odds of a pack; exact ones may take so many times the usual work."""

    def box_odds(self, *, effort: int = 1) -> OddsTable:
        """The odds of a box, likewise."""


class Products:
    """Opens the products of a set, which need not have boosters itself.

    With *make* :class:`~cardformats.Generator` it does what that does for a set that has some.

    Attributes:
        sets: further sets, whose packs and products they may have.
    """

    def __init__(
        self,
        cardset: CardSet,
        seed: Seed,
        make: Callable[..., Any],
        sets: Iterable[CardSet] = (),
        *,
        has_boxes: bool = True,
    ) -> None:
        """Open products of *cardset*.

        Args:
            cardset: the set.
            seed: what everything is derived from.
            make: makes what opens packs, of a card set, a booster and a seed: a generator.
            sets: further sets.
            has_boxes: whether a box is more than its packs; the rules of other programs know none.
        """
        self._planner = ProductPlanner(cardset, sets)
        self.sets: tuple[CardSet, ...] = self._planner.sets
        self._key = seed_key(seed, "prod")
        self._seed = seed
        self._make = make
        self._has_boxes = has_boxes
        self._cardsets: dict[int, CardSet] = {}
        self._openers: dict[tuple[int, int, bytes], Opener] = {}
        self._boxes: dict[tuple[int, int], Boxes | None] = {}
        self._tables: dict[tuple[int, int, bool, int], OddsTable] = {}
        self._odds: dict[int, ProductOdds] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        made = partial(Products, has_boxes=self._has_boxes)
        return made, (self._planner.cardset, self._seed, self._make, self.sets)

    def open(self, name: str, number: int = 0) -> OpenedProduct:
        """The product *number* (from 0) of that name.

        Raises:
            CollationError: there is no such product or number, or it cannot be opened.
            EmptySheetError: a sheet has too few cards.
        """
        plan = self._planner.plan(name)
        check_number("such products", number, MAX_NUMBER // max(plan.packs, 1))
        seed = blake2b(
            self._key + plan.name.encode("utf-8", "surrogatepass"), digest_size=32
        ).digest()
        bits = Bits(Source(seed, "prod"), number)
        opening = _Opening(self, seed, bits, number * plan.packs, number * plan.boxes)
        return opening.product(plan, number)

    def odds(self, name: str, *, effort: int = 1) -> OddsTable:
        """The odds of a product of that name, as those of all its cards together.

        Args:
            name: its name.
            effort: exact odds may take so many times the usual work.

        Raises:
            CollationError: there is no such product, it cannot be opened, or it has more than
                10,000 packs.
        """
        if effort not in self._odds:
            words = Words([Spelling(self._planner.cardset)])
            self._odds[effort] = ProductOdds(words, partial(self._pack_odds, effort))
        return self._odds[effort].table(self._planner.plan(name))

    def _pack_odds(self, effort: int, what: PackOf, count: int) -> tuple[OddsTable, int]:
        """The odds of *count* packs: the table of one, and how many; or the table of the box."""
        has_boxes = self.boxes(what) is not None
        key = id(what.cardset), id(what.booster), has_boxes, effort
        if key not in self._tables:
            opener = self._opener(what, "odds")
            odds = opener.box_odds if has_boxes else opener.odds
            self._tables[key] = odds(effort=effort)
        return self._tables[key], 1 if has_boxes else count

    def packs(self, what: PackOf, seed: bytes, count: int, first: int) -> Iterator[Pack]:
        """So many packs of a product's *seed*, from number *first* on."""
        key = id(what.cardset), id(what.booster), seed
        if key not in self._openers:
            self._openers[key] = self._opener(what, seed)
        return self._openers[key].packs(count, first)

    def boxes(self, what: PackOf) -> Boxes | None:
        """The boxes that its packs come in; None if they have nothing to do with one another."""
        if not (what.is_box and self._has_boxes):
            return None
        key = id(what.cardset), id(what.booster)
        if key not in self._boxes:
            made = Boxes(Spelling(self._cardset(what)).cardset, what.booster)
            self._boxes[key] = made if made.related else None
        return self._boxes[key]

    def _opener(self, what: PackOf, seed: Seed) -> Opener:
        opener: Opener = self._make(self._cardset(what), what.booster, seed=seed)
        return opener

    def _cardset(self, what: PackOf) -> CardSet:
        """The set of a pack, without the rounds of its event, which products have nothing of."""
        cardset = what.cardset
        if cardset.event is None or not cardset.event.rounds:
            return cardset
        key = id(cardset)
        if key not in self._cardsets:
            self._cardsets[key] = evolve(cardset, event=evolve(cardset.event, rounds=()))
        return self._cardsets[key]


@define
class _Opening:
    """A product that is being opened.

    Attributes:
        of: knows what packs are made by.
        seed: of the product.
        bits: for its choices.
        pack, box: the numbers of the next pack and of the next box.
        total: how many cards there are so far.
    """

    of: Products
    seed: bytes
    bits: Bits
    pack: int
    box: int
    total: int = 0

    def product(self, plan: ProductPlan, number: int) -> OpenedProduct:
        """What is in a product."""
        content = _Content()
        self._open(plan, content)
        return OpenedProduct(
            plan.name,
            number,
            tuple(content.packs),
            tuple(content.cards),
            tuple(content.items),
            tuple(content.products),
        )

    def _open(self, plan: ProductPlan, into: _Content) -> None:
        for what, count in plan.parts:
            if isinstance(what, PackOf):
                into.packs += self._packs(what, count)
            elif isinstance(what, PackCard):
                into.cards += [what] * count
                self._count(count)
            elif isinstance(what, PlannedItem):
                into.items += [what.name] * count
            elif isinstance(what, PlannedChoice):
                ends = [*accumulate(what.weights)]
                for _ in range(count):
                    at = self.bits.index(ends) if len(ends) > 1 else 0
                    self._open(what.options[at], into)
            else:
                for _ in range(count):
                    into.products.append(self.product(what, len(into.products)))

    def _packs(self, what: PackOf, count: int) -> Iterator[Pack]:
        boxes = self.of.boxes(what)
        if boxes is not None:
            bits = Bits(Source(self.seed, "box"), self.box)
            packs = iter(boxes.open(self.box, bits))
            self.box += 1
        else:
            packs = self.of.packs(what, self.seed, count, self.pack)
            self.pack += count
        for pack in packs:
            self._count(len(pack.cards))
            yield pack

    def _count(self, cards: int) -> None:
        self.total += cards
        check_cards(self.total)


@define
class _Content:
    """What was found in a product so far."""

    packs: list[Pack] = field(factory=list)
    cards: list[PackCard] = field(factory=list)
    items: list[str] = field(factory=list)
    products: list[OpenedProduct] = field(factory=list)
