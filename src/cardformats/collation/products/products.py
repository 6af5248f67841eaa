"""Opened products, each reproducible by its number, and their odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import blake2b
from itertools import accumulate
from typing import Any, Protocol

from attrs import define, evolve, field, frozen

from ...bits import MAX_NUMBER, Bits, Seed, Source, seed_key
from ...model import CardSet, Pack, PackCard
from ...model.shown import ShownInNotebooks
from ..boxes import Boxes
from ..distinct import Spelling
from ..odds.table import OddsTable
from ..rounds import check_cards, check_number
from ..words import Words
from .product_odds import ProductOdds
from .product_plan import PackOf, PlannedChoice, PlannedItem, ProductPlan, ProductPlanner


@frozen(repr=False)
class OpenedProduct(ShownInNotebooks):
    """The contents of an opened product.

    If a product inside another product contains only a single pack, it is replaced by that pack. A
    display therefore contains packs, and a case contains displays.

    Attributes:
        name: The name of the product.
        number: The number under the seed, from 0; inside another product, its index there.
        packs: The packs in order, without those of products inside it.
        cards: The single cards, without a slot and a sheet.
        items: The names of items without cards, including decks whose lists are not known.
        products: The products inside it, and the decks whose lists are known.
    """

    name: str
    number: int
    packs: tuple[Pack, ...] = ()
    cards: tuple[PackCard, ...] = ()
    items: tuple[str, ...] = ()
    products: tuple[OpenedProduct, ...] = ()

    def __repr__(self) -> str:
        """Return a short form with the name and the numbers of packs and cards."""
        counts = {"pack": len(self.all_packs), "card": len(self.all_cards)}
        shown = ", ".join(f"{count} {word}{'s' * (count != 1)}" for word, count in counts.items())
        return f"<OpenedProduct {self.number} of {self.name!r}: {shown}>"

    def walk(self) -> Iterator[OpenedProduct]:
        """Yield this product and all products inside it, at any depth."""
        yield self
        for each in self.products:
            yield from each.walk()

    @property
    def all_packs(self) -> tuple[Pack, ...]:
        """Return its packs and those of all products inside it."""
        return tuple(pack for each in self.walk() for pack in each.packs)

    @property
    def all_cards(self) -> tuple[PackCard, ...]:
        """Return every card: of packs, single cards, and those of all products inside it."""
        return tuple(
            card
            for each in self.walk()
            for cards in (*(pack.cards for pack in each.packs), each.cards)
            for card in cards
        )


class Opener(Protocol):
    """An opener of packs of one booster that also has their odds."""

    def packs(self, count: int, start: int = 0) -> Iterator[Pack]:
        """Yield *count* packs, beginning with number *start*."""

    def odds(self, *, effort: int = 1) -> OddsTable:
        """Return the odds of a pack. Exact odds may use *effort* times the standard work."""

    def box_odds(self, *, effort: int = 1) -> OddsTable:
        """Return the odds of a box. Exact odds may use *effort* times the standard work."""


class Products:
    """An opener of the products of a set, which need not have boosters itself.

    If *make* is :class:`~cardformats.Generator`, the results equal those of a generator of the set.

    Attributes:
        sets: Further sets whose packs and products they may contain.
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
            cardset: The set.
            seed: The seed of all random numbers.
            make: A function that makes the opener of packs, usually a generator, from a card set, a
                booster and a seed.
            sets: Further sets.
            has_boxes: Whether boxes are supported. The rules of other programs do not support
                boxes.
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
        """Pickle the arguments only; the rest is computed again."""
        made = partial(Products, has_boxes=self._has_boxes)
        return made, (self._planner.cardset, self._seed, self._make, self.sets)

    def open(self, name: str, number: int = 0) -> OpenedProduct:
        """Return product *number* (from 0) of that name.

        Raises:
            CollationError: If the product or the number does not exist, or the product cannot be
                opened.
            EmptySheetError: If a sheet has too few cards.
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
        """Return the odds of all cards of a product together.

        Args:
            name: The name of the product.
            effort: The multiple of the standard work that exact odds may use. The default is 1.

        Raises:
            CollationError: If the product does not exist, cannot be opened, or has more than 10,000
                packs.
        """
        if effort not in self._odds:
            words = Words([Spelling(self._planner.cardset)])
            self._odds[effort] = ProductOdds(words, partial(self._pack_odds, effort))
        return self._odds[effort].table(self._planner.plan(name))

    def _pack_odds(self, effort: int, what: PackOf, count: int) -> tuple[OddsTable, int]:
        """Return the table of a pack and *count*, or the table of a box and 1."""
        has_boxes = self.boxes(what) is not None
        key = id(what.cardset), id(what.booster), has_boxes, effort
        if key not in self._tables:
            opener = self._opener(what, "odds")
            odds = opener.box_odds if has_boxes else opener.odds
            self._tables[key] = odds(effort=effort)
        return self._tables[key], 1 if has_boxes else count

    def packs(self, what: PackOf, seed: bytes, count: int, first: int) -> Iterator[Pack]:
        """Yield *count* packs of a product's *seed*, beginning with number *first*."""
        key = id(what.cardset), id(what.booster), seed
        if key not in self._openers:
            self._openers[key] = self._opener(what, seed)
        return self._openers[key].packs(count, first)

    def boxes(self, what: PackOf) -> Boxes | None:
        """Return the boxes that its packs come in; None if the packs are independent."""
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
        """Return the set of a pack without the rounds of its event, which products ignore."""
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
        of: The opener of packs.
        seed: The seed of the product.
        bits: The random bits of its choices.
        pack, box: The numbers of the next pack and of the next box.
        total: The number of cards so far.
    """

    of: Products
    seed: bytes
    bits: Bits
    pack: int
    box: int
    total: int = 0

    def product(self, plan: ProductPlan, number: int) -> OpenedProduct:
        """Return the contents of a product."""
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
    """The contents of a product so far."""

    packs: list[Pack] = field(factory=list)
    cards: list[PackCard] = field(factory=list)
    items: list[str] = field(factory=list)
    products: list[OpenedProduct] = field(factory=list)
