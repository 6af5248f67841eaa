"""Products: what is sold, and what is in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from attrs import field, frozen

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
    """What gives no cards: a die, a box to keep cards in, or a deck of which no list is known.

    Attributes:
        name: what it is.
    """

    name: str = field(validator=string)


Content: TypeAlias = BoosterRef | CardRef | ProductRef | Item


@frozen
class ProductPart:
    """Something that a product has, and how many of it.

    Attributes:
        what: a pack, a card, another product, or an item without cards.
        count: how many.
        finish: of a card; None for the card's own.
    """

    what: BoosterRef | CardRef | ProductRef | Item = field(
        validator=instance_of(BoosterRef, CardRef, ProductRef, Item)
    )
    count: int = field(default=1, validator=at_least(1))
    finish: str | None = field(default=None, validator=optional_string)


def _parts(values: Iterable[ProductPart | Content]) -> tuple[ProductPart, ...]:
    items: Any = sequence(values)
    if type(items) is not tuple:
        return items  # type: ignore[no-any-return] # the validator refuses it
    known = (BoosterRef, CardRef, ProductRef, Item)
    return tuple([ProductPart(each) if isinstance(each, known) else each for each in items])


@frozen
class Product:
    """A product: a display of packs, a bundle, a kit.

    Attributes:
        name: its name, which no other product of the set has.
        contents: what is in it; packs, cards, products and items will do, once each.
        ids: identifiers by scheme.
        extras: per format id, what the model has no word for.
    """

    name: str = field(validator=string)
    contents: tuple[ProductPart, ...] = field(
        default=(), converter=_parts, validator=tuple_of(ProductPart)
    )
    ids: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping, validator=texts)
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )
