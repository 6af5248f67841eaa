"""The contents of products: their parts, found in their sets, and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ...diagnostics import Diagnostic
from ...errors import CollationError
from ...model import (
    Booster,
    BoosterRef,
    CardRef,
    CardSet,
    DeckList,
    PackCard,
    Product,
    ProductChoice,
    ProductPart,
    ProductRef,
)
from ...model.weights import whole_weights
from ..codes import CollationCode
from ..rounds import MAX_CARDS, find_booster
from ..words import known_word

#: The maximum depth to which products, decks and options are nested.
MAX_DEPTH = 100


class ProductError(CollationError):
    """An error that a product cannot be opened.

    Attributes:
        finding: The diagnostic with the reason.
        missing: The code of a missing set, or the product with unknown contents, if that is the
            reason.
    """

    def __init__(self, finding: Diagnostic, missing: str | ProductRef | None = None) -> None:
        super().__init__(finding, missing)
        self.finding, self.missing = finding, missing

    def __str__(self) -> str:
        """Return the reason."""
        return self.finding.message


@frozen(eq=False)
class PackOf:
    """A pack of a booster.

    Attributes:
        cardset: The set that has the booster.
        booster: The booster.
        is_box: Whether this number of its packs is a box.
    """

    cardset: CardSet
    booster: Booster
    is_box: bool


@frozen(eq=False)
class PlannedChoice:
    """A choice between several lists of parts.

    Attributes:
        weights: The weights of the options, positive integers.
        options: The lists.
    """

    weights: Sequence[int]
    options: Sequence[ProductPlan]


@frozen(eq=False)
class PlannedItem:
    """An item without cards.

    Attributes:
        name: The name of the item.
    """

    name: str


Planned: TypeAlias = "PackOf | PackCard | PlannedItem | PlannedChoice | ProductPlan"


@frozen(eq=False)
class ProductPlan:
    """The parts of a product, of a deck or of an option.

    Attributes:
        name: The name; empty for an option.
        parts: The parts, each with its count.
        packs, boxes: The maximum number of packs and of boxes in it.
        amount: The maximum number of packs, cards, items and products in it.
        depth: The depth to which its parts are nested.
    """

    name: str
    parts: Sequence[tuple[Planned, int]]
    packs: int
    boxes: int
    amount: int
    depth: int

    @classmethod
    def of(cls, name: str, parts: Sequence[tuple[Planned, int]]) -> ProductPlan:
        """Return the plan that has these parts."""
        sizes = [_sizes(what, count) for what, count in parts]
        packs, boxes, amount = map(sum, zip(*sizes, strict=True)) if sizes else (0, 0, 0)
        depth = max((_depth(what) for what, _ in parts), default=0)
        return cls(name, parts, packs, boxes, amount, 1 + depth)

    @property
    def pack(self) -> PackOf | None:
        """Return the pack of a plan that consists of a single pack; None otherwise."""
        if len(self.parts) == 1:
            ((what, count),) = self.parts
            if isinstance(what, PackOf) and count == 1:
                return what
        return None


def _sizes(what: Planned, count: int) -> tuple[int, int, int]:
    """Return the maximum number of packs, boxes and objects in *count* parts."""
    if isinstance(what, PackOf):
        return count, int(what.is_box), count
    if isinstance(what, ProductPlan):
        return count * what.packs, count * what.boxes, count * (what.amount + 1)
    if isinstance(what, PlannedChoice):
        packs = count * max(each.packs for each in what.options)
        boxes = count * max(each.boxes for each in what.options)
        return packs, boxes, count * max(each.amount for each in what.options)
    return 0, 0, count


def _depth(what: Planned) -> int:
    """Return the depth to which a part is nested."""
    inner = what.options if isinstance(what, PlannedChoice) else (what,)
    return max(each.depth if isinstance(each, ProductPlan) else 0 for each in inner)


class ProductPlanner:
    """A planner of the products of a set.

    Attributes:
        cardset: The set.
        sets: Further sets whose packs and products it may contain.
    """

    def __init__(self, cardset: CardSet, sets: Iterable[CardSet] = ()) -> None:
        self.cardset, self.sets = cardset, tuple(sets)
        self._products: dict[int, dict[str, Product]] = {}
        self._plans: dict[tuple[int, str], ProductPlan] = {}

    def plan(self, name: str) -> ProductPlan:
        """Return the plan of a product of the set.

        Raises:
            CollationError: If there is no product of that name, or it cannot be opened.
        """
        products = self._named(self.cardset)
        its = known_word(name, products, "product")
        return self._product(self.cardset, products[its], ())

    def _named(self, cardset: CardSet) -> dict[str, Product]:
        """Return the products of a set by name; the first one if a name occurs twice."""
        if id(cardset) not in self._products:
            named = {each.name: each for each in reversed(cardset.products)}
            self._products[id(cardset)] = named
        return self._products[id(cardset)]

    def _product(self, cardset: CardSet, product: Product, way: tuple[Any, ...]) -> ProductPlan:
        """Return the plan of *product* of *cardset*; *way* has the products that contain it."""
        key = id(cardset), product.name
        outermost = way[0][1] if way else product.name
        if key in way:
            names = [*(name for _, name in way[way.index(key) :]), product.name]
            circle = " → ".join(map(repr, names))
            raise _refused(CollationCode.PRODUCT_CIRCLE, outermost, f"it contains itself: {circle}")
        if key not in self._plans:
            if not product.contents:
                why = f"the contents of {product.name!r} are not known"
                its = ProductRef(product.name, cardset.code)
                raise _refused(CollationCode.PRODUCT_UNKNOWN, outermost, why, its)
            self._plans[key] = self._planned(product.name, product.contents, cardset, (*way, key))
        return self._plans[key]

    def _planned(
        self, name: str, parts: Iterable[ProductPart], cardset: CardSet, way: tuple[Any, ...]
    ) -> ProductPlan:
        outermost = way[0][1]
        plan = None
        if len(way) <= MAX_DEPTH:
            plan = ProductPlan.of(name, [*self._parts(parts, cardset, way)])
        if plan is None or plan.depth > MAX_DEPTH:
            why = f"products are nested more than {MAX_DEPTH} levels deep"
            raise _refused(CollationCode.PRODUCT_TOO_LARGE, outermost, why)
        if plan.amount > MAX_CARDS:
            why = (
                f"it has {plan.amount} packs, cards and other things, but at most {MAX_CARDS} are"
                " allowed"
            )
            raise _refused(CollationCode.PRODUCT_TOO_LARGE, outermost, why)
        return plan

    def _parts(
        self, parts: Iterable[ProductPart], cardset: CardSet, way: tuple[Any, ...]
    ) -> Iterator[tuple[Planned, int]]:
        for part in parts:
            what = self._part(part, cardset, way)
            if isinstance(what, ProductPlan):
                what = what.pack or what  # a product that consists of a single pack
            if isinstance(what, PackOf):
                box = what.booster.box
                is_box = box is not None and box.packs == part.count
                what = PackOf(what.cardset, what.booster, is_box)
            yield what, part.count

    def _part(self, part: ProductPart, cardset: CardSet, way: tuple[Any, ...]) -> Planned:
        what = part.what
        if isinstance(what, CardRef):
            return PackCard(what, "", "", part.finish)
        if isinstance(what, BoosterRef):
            return self._pack(what, cardset, way)
        if isinstance(what, ProductRef):
            return self._inner(what, cardset, way)
        if isinstance(what, ProductChoice):
            return self._choice(what, cardset, way)
        if isinstance(what, DeckList) and what.cards:
            return self._planned(what.name, what.cards, cardset, (*way, (0, what.name)))
        return PlannedItem(what.name)

    def _choice(
        self, choice: ProductChoice, cardset: CardSet, way: tuple[Any, ...]
    ) -> PlannedChoice:
        options = [each for each in choice.options if each.weight]
        deeper = (*way, (0, ""))
        return PlannedChoice(
            whole_weights(each.weight for each in options),
            [self._planned("", each.contents, cardset, deeper) for each in options],
        )

    def _inner(self, ref: ProductRef, cardset: CardSet, way: tuple[Any, ...]) -> ProductPlan:
        """Return the plan of a product that another one contains."""
        its = self._set(ref.set_code, cardset)
        if its is None:
            raise self._no_set(f"the product {ref.name!r}", ref.set_code, way)
        product = self._named(its).get(ref.name)
        if product is None:
            why = f"there is no product {ref.name!r}"
            raise _refused(CollationCode.PRODUCT_MISSING, way[0][1], why)
        return self._product(its, product, way)

    def _pack(self, ref: BoosterRef, cardset: CardSet, way: tuple[Any, ...]) -> PackOf:
        its = self._set(ref.set_code, cardset)
        try:
            booster = find_booster(its or cardset, ref.name, None if its else ref.set_code)
        except CollationError as error:
            if its is None:
                raise self._no_set(f"packs {ref.name!r}", ref.set_code, way) from None
            raise _refused(CollationCode.PRODUCT_MISSING, way[0][1], str(error)) from None
        return PackOf(its or cardset, booster, is_box=False)

    def _set(self, code: str | None, cardset: CardSet) -> CardSet | None:
        """Return the set of that code; None if it is not available."""
        if code is None:
            return cardset
        known = (cardset, self.cardset, *self.sets)
        return next((each for each in known if (each.code or "").lower() == code.lower()), None)

    def _no_set(self, what: str, code: str | None, way: tuple[Any, ...]) -> ProductError:
        why = f"it has {what} of the set {code}, which is missing"
        return _refused(CollationCode.PRODUCT_UNKNOWN, way[0][1], why, code)


def _refused(
    code: CollationCode, name: str, why: str, missing: str | ProductRef | None = None
) -> ProductError:
    what = f"the product {name!r}"
    return ProductError(code.of(what=what, why=why), missing)
