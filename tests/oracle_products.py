"""What small products are: all cards of their parts together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from random import Random

from attrs import evolve

import cardformats as cf
from cardformats.model import (
    BoosterRef,
    DeckList,
    ProductChoice,
    ProductOption,
    ProductPart,
    ProductRef,
)
from tests.oracle import Card
from tests.oracle_draws import ONE, by_weight

#: The probability of all cards together, in the order of their fields.
Hands = dict[tuple[Card, ...], Fraction]


class TooManyError(Exception):
    """A product can be too many things."""


class ProductOracle:
    """The products of a set whose booster gives these *packs*, and these *boxes* of so many."""

    def __init__(self, made: cf.CardSet, packs: Hands, boxes: Hands) -> None:
        self._parts = {product.name: product.contents for product in made.products}
        self._size = made.boosters[0].box.packs
        self._packs, self._boxes = packs, boxes

    def product(self, name: str) -> Hands:
        """What a product can be.

        Raises:
            TooManyError: that is too many things.
        """
        return self._all(self._parts[name])

    def _all(self, parts: Iterable[ProductPart]) -> Hands:
        whole: Hands = {(): ONE}
        for part in parts:
            what, count = self._pack_of(part.what), part.count
            if isinstance(what, BoosterRef) and count == self._size:
                whole = together(whole, self._boxes)
                continue
            for _ in range(count):
                whole = together(whole, self._one(what, part.finish))
        return whole

    def _pack_of(self, what):
        """The pack that a product is, if it is nothing else."""
        if isinstance(what, ProductRef):
            its = self._parts[what.name]
            if len(its) == 1 and its[0].count == 1:
                inner = self._pack_of(its[0].what)
                return inner if isinstance(inner, BoosterRef) else what
        return what

    def _one(self, what, finish: str | None) -> Hands:
        if isinstance(what, cf.CardRef):
            return {(("", "", what.name, what.number or "", finish or ""),): ONE}
        if isinstance(what, BoosterRef):
            return self._packs if self._size != 1 else self._boxes
        if isinstance(what, ProductRef):
            return self.product(what.name)
        if isinstance(what, DeckList):
            return self._all(what.cards)
        mixed: Counter = Counter()
        for share, contents in by_weight([(each.weight, each.contents) for each in what.options]):
            for cards, chance in self._all(contents).items():
                mixed[cards] += share * chance
        return mixed


def together(one: Hands, other: Hands) -> Hands:
    """The cards of two independent things.

    Raises:
        TooManyError: there are too many.
    """
    if len(one) * len(other) > 4_000:
        raise TooManyError
    found: Counter = Counter()
    for left, share in one.items():
        for right, chance in other.items():
            found[tuple(sorted(left + right))] += share * chance
    return dict(found)


def without_slots(hands: Iterable[tuple[Iterable[Card], Fraction]]) -> Hands:
    """The same hands of cards, without where these are from."""
    found: Counter = Counter()
    for cards, share in hands:
        found[tuple(sorted(("", "", *card[2:]) for card in cards))] += share
    return dict(found)


def with_products(made: cf.CardSet, chance: Random) -> cf.CardSet:
    """The set with three products, of which the later ones can have the earlier ones."""
    size = made.boosters[0].box.packs

    def part(products: int, depth: int) -> ProductPart:
        kind = chance.randrange(6 if depth else 5)
        if kind == 5:
            options = [
                ProductOption(
                    [part(products, depth - 1) for _ in range(chance.randint(0, 2))],
                    chance.choice([0, 1, 2, Fraction(1, 3)]),
                )
                for _ in range(chance.randint(0, 2))
            ]
            return ProductPart(ProductChoice([*options, ProductOption()]), chance.randint(1, 2))
        card = cf.CardRef(chance.choice("abc"))
        if kind == 3:
            return ProductPart(DeckList("d", [ProductPart(card, 2)]))
        if kind == 4:
            return ProductPart(card, 1, chance.choice([None, "foil"]))
        what = ProductRef(f"P{chance.randrange(products)}") if kind == 2 else BoosterRef("b")
        return ProductPart(what, chance.choice([1, 1, size]) if kind < 3 else 1)

    products = [cf.model.Product("P0", [BoosterRef("b")])]
    for number in (1, 2):
        parts = [part(number, 2) for _ in range(chance.randint(1, 2))]
        products.append(cf.model.Product(f"P{number}", parts))
    return evolve(made, products=products)
