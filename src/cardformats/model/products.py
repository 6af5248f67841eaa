"""Products: what is sold, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from ..errors import ModelError
from .frozen import EMPTY, Value, frozen_mapping, sequence
from .refs import CardRef
from .validate import (
    at_least,
    instance_of,
    json_mappings,
    optional_string,
    string,
    texts,
    tuple_of,
    weight,
)


@frozen
class BoosterRef:
    """A pack: which booster.

    Attributes:
        name: the booster's name.
        set_code: its set; None for the set that has the product.
    """

    name: str = field(validator=string)
    set_code: str | None = field(default=None, validator=optional_string)


@frozen
class ProductRef:
    """Another product.

    Attributes:
        name: its name.
        set_code: its set; None for the set that has the product.
    """

    name: str = field(validator=string)
    set_code: str | None = field(default=None, validator=optional_string)


@frozen
class Item:
    """What gives no cards: a die, or a box to keep cards in.

    Attributes:
        name: what it is.
    """

    name: str = field(validator=string)


def _parts(values: Iterable[ProductPart | Content]) -> tuple[ProductPart, ...]:
    items: Any = sequence(values)
    if type(items) is not tuple:
        return items  # type: ignore[no-any-return] # the validator refuses it
    return tuple([ProductPart(each) if isinstance(each, _CONTENTS) else each for each in items])


def _are_parts(instance: Any, attribute: Any, value: object) -> None:
    tuple_of(ProductPart)(instance, attribute, value)


@frozen
class DeckList:
    """A deck whose cards are always the same.

    Attributes:
        name: its name.
        cards: its cards, as parts; empty if no list is known.
        set_code: its set; None for the set that has the product.

    Raises:
        ModelError: If a part is not a card.
    """

    name: str = field(validator=string)
    cards: tuple[ProductPart, ...] = field(default=(), converter=_parts, validator=_are_parts)
    set_code: str | None = field(default=None, validator=optional_string)

    def __attrs_post_init__(self) -> None:
        """Refuse a deck with something else in it."""
        if not all(isinstance(each.what, CardRef) for each in self.cards):
            raise ModelError(f"the deck {self.name!r} has a part that is not a card")


@frozen
class ProductOption:
    """One of several things that a product may have.

    Attributes:
        contents: what is in it, as for a :class:`Product`; empty for nothing.
        weight: how often it is chosen among its siblings.
    """

    contents: tuple[ProductPart, ...] = field(default=(), converter=_parts, validator=_are_parts)
    weight: int | Fraction = field(default=1, validator=weight)


def _options(values: Iterable[ProductOption]) -> tuple[ProductOption, ...]:
    return sequence(values)


@frozen
class ProductChoice:
    """One of several options, by weight.

    Attributes:
        options: the alternatives.

    Raises:
        ModelError: If no option has a positive weight.
    """

    options: tuple[ProductOption, ...] = field(
        converter=_options, validator=tuple_of(ProductOption)
    )

    def __attrs_post_init__(self) -> None:
        """Refuse a choice that has nothing to choose."""
        if not any(option.weight for option in self.options):
            raise ModelError("a ProductChoice has no option of positive weight")


Content: TypeAlias = BoosterRef | CardRef | ProductRef | DeckList | Item | ProductChoice

_CONTENTS = (BoosterRef, CardRef, ProductRef, DeckList, Item, ProductChoice)


@frozen
class ProductPart:
    """Something that a product has, and how many of it.

    Attributes:
        what: a pack, a card, another product, a deck, an item without cards, or a choice between
            such things.
        count: how many; each of several choices is made independently.
        finish: of a card; None for the card's own.
    """

    what: BoosterRef | CardRef | ProductRef | DeckList | Item | ProductChoice = field(
        validator=instance_of(*_CONTENTS)
    )
    count: int = field(default=1, validator=at_least(1))
    finish: str | None = field(default=None, validator=optional_string)


def inner_parts(part: ProductPart) -> Iterator[ProductPart]:
    """Yield *part*, and the parts of decks and options in it, to any depth."""
    stack = [part]
    while stack:
        each = stack.pop()
        yield each
        if isinstance(each.what, DeckList):
            stack += reversed(each.what.cards)
        elif isinstance(each.what, ProductChoice):
            stack += [own for option in reversed(each.what.options) for own in option.contents]


@frozen
class Product:
    """A product: a display of packs, a bundle, a kit.

    Attributes:
        name: its name, which no other product of the set has.
        contents: what is in it; packs, cards, products, decks, items and choices will do, once
            each.  Empty if nothing is known of it.
        ids: identifiers by scheme.
        extras: per format id, what the model has no word for.
    """

    name: str = field(validator=string)
    contents: tuple[ProductPart, ...] = field(default=(), converter=_parts, validator=_are_parts)
    ids: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping, validator=texts)
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )

    def refs(self) -> Iterator[CardRef]:
        """Yield the cards that it names, to any depth, without those of packs and products."""
        for part in self.contents:
            for each in inner_parts(part):
                if isinstance(each.what, CardRef):
                    yield each.what

    def with_refs(self, change: Callable[[CardRef], CardRef | None]) -> Product:
        """Return the product with the result of *change* for each card; None removes it."""
        if not any(change(ref) is not ref for ref in self.refs()):
            return self
        return evolve(self, contents=tuple(_changed(self.contents, change)))


def _changed(
    parts: Iterable[ProductPart], change: Callable[[CardRef], CardRef | None]
) -> Iterator[ProductPart]:
    for part in parts:
        what: Content | None = part.what
        if isinstance(what, CardRef):
            what = change(what)
        elif isinstance(what, DeckList):
            what = evolve(what, cards=tuple(_changed(what.cards, change)))
        elif isinstance(what, ProductChoice):
            options = [
                evolve(option, contents=tuple(_changed(option.contents, change)))
                for option in what.options
            ]
            what = evolve(what, options=options)
        if what is not None:
            yield evolve(part, what=what)
