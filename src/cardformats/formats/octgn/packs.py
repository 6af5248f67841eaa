"""Packs as ``set.xml`` describes them: picks, options and includes, with exact probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Final, TypeAlias

from attrs import frozen

from ...model import FrozenDict

#: A quantity that takes every card that matches.
UNLIMITED: Final = -1


@frozen
class Pick:
    """Cards that are drawn without replacement from those that match.

    Attributes:
        quantity: how many; :data:`UNLIMITED` for all that match.
        filters: pairs of a property and its value, all of which have to match; ``name`` in any
            case is the name of the card.
    """

    quantity: int
    filters: tuple[tuple[str, str], ...]


@frozen
class Option:
    """One of the outcomes of :class:`Options`.

    Attributes:
        probability: what the file says, exactly; it is not normalised.
        items: what it gives.
    """

    probability: Fraction
    items: tuple[Item, ...]


@frozen
class Options:
    """One of several outcomes, or none if their probabilities leave room."""

    options: tuple[Option, ...]

    def chances(self) -> Iterator[tuple[Fraction, Option | None]]:
        """What each outcome's chance really is; None is the outcome without cards.

        The engine draws one number and takes the first option up to which the sum reaches it, so
        what is beyond 1 is never reached (facts §2.4).
        """
        reached = Fraction(0)
        highest = Fraction(0)
        for option in self.options:
            reached += option.probability
            top = min(max(reached, highest), Fraction(1))
            yield top - highest, option
            highest = top
        if highest < 1:
            yield 1 - highest, None


Item: TypeAlias = Pick | Options


@frozen
class Include:
    """A card of another set that is put into the pool.

    Attributes:
        card: its GUID.
        of_set: the GUID of its set.
        overrides: values that replace its own; None removes one.
    """

    card: str
    of_set: str
    overrides: Mapping[str, str | None]


@frozen
class Pack:
    """A pack.

    Attributes:
        name: what players choose it by.
        id: its GUID.
        items: what is in it, in order.
        includes: cards of other sets that belong to its pool.
    """

    name: str
    id: str
    items: tuple[Item, ...]
    includes: tuple[Include, ...]


def read_pack(element: Any) -> Pack:
    """The pack that *element*, an element of lxml, describes."""
    return Pack(
        element.get("name", ""),
        element.get("id", ""),
        tuple(_items(element)),
        tuple(_include(each) for each in element.iterchildren("include")),
    )


def _items(element: Any) -> Iterator[Item]:
    for child in element.iterchildren("pick", "options"):
        yield _pick(child) if child.tag == "pick" else _options(child)


def _pick(element: Any) -> Pick:
    own = (element.get("key", ""), element.get("value", ""))
    more = (
        (each.get("key", ""), each.get("value", "")) for each in element.iterchildren("property")
    )
    written = element.get("qty", "0").strip()
    try:
        quantity = UNLIMITED if written == "unlimited" else max(int(written), UNLIMITED)
    except ValueError:
        quantity = 0
    return Pick(quantity, (own, *more))


def _options(element: Any) -> Options:
    found = []
    for each in element.iterchildren("option"):
        written = each.get("probability", "1")
        try:
            probability = Fraction(Decimal(written.strip().replace(",", "")))
        except (InvalidOperation, ValueError, OverflowError):
            probability = Fraction(0)
        found.append(Option(probability, tuple(_items(each))))
    return Options(tuple(found))


def _include(element: Any) -> Include:
    overrides = {
        each.get("name", ""): each.get("value") for each in element.iterchildren("property")
    }
    return Include(element.get("id", ""), element.get("set", ""), FrozenDict(overrides))
