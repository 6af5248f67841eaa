"""Values of the model that are made of valid fields, without looking at them again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from attrs import fields, make_class

from .cards import Card, Face
from .refs import CardRef
from .sheets import Entry

T = TypeVar("T")


def _trusted(kind: type[T]) -> Callable[..., T]:
    """Create a constructor of *kind*, a frozen class with slots, that takes all fields by position.

    It is a class of the same fields that neither converts nor checks them, nor is frozen; what it
    makes becomes a *kind*, which has its slots and its bases.
    """

    def become(value: Any) -> None:
        value.__class__ = kind

    names = [each.name for each in fields(kind)]  # type: ignore[arg-type] # it is one of attrs
    body = {"__attrs_post_init__": become}
    return make_class(kind.__name__, names, kind.__bases__, body, slots=True, eq=False, repr=False)


# Readers of many cards make them so, and only of what their own code has made: each field has
# exactly the type that the class says (no subclass, no list for a tuple), mappings are of the type
# ``FrozenDict`` with frozen values, words are those that the class allows, and numbers are in its
# bounds.  What comes from a caller goes through the class.
face: Final = _trusted(Face)
card: Final = _trusted(Card)
entry: Final = _trusted(Entry)
card_ref: Final = _trusted(CardRef)
