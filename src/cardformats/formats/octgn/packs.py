"""Packs as ``set.xml`` describes them, and the pools that picks choose among."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from attrs import frozen

from ...model import CardRef, FrozenDict
from ...model.frozen import EMPTY
from ..guids import guid
from ..pools import IS, Criterion, Pool, comparable
from . import fixes
from .codes import OctgnCode
from .document import Reporter
from .identity import VALUES, WHITESPACE
from .syntax import (
    ALL,
    FilterPickRecord,
    Include,
    Item,
    OctgnCardRecord,
    OptionRecord,
    OptionsRecord,
    PackRecord,
)

_QUANTITY, _PROBABILITY, _ENDLESS = map(VALUES.rule, ("quantity", "PROBABILITY", "ENDLESS"))
_MAX_QUANTITY: Final = 2**31 - 1
#: Maximum number of digits or zeros of a probability; any more are a typo or an attack.
_MAX_DIGITS: Final = 40


class PackReader:
    """Reads the packs of one set."""

    def __init__(self, report: Reporter) -> None:
        """Read packs that are in the document of *report*."""
        self.report = report

    def pack(self, element: Any) -> PackRecord:
        """Return the pack that *element*, an element of lxml, describes."""
        return PackRecord(
            element.get("name", ""),
            guid(element.get("id", "")),
            tuple(self._items(element)),
            tuple(self._include(each) for each in element.iterchildren("include")),
            element=element,
        )

    def _items(self, element: Any) -> Iterator[Item]:
        for child in element.iterchildren("pick", "options", "include"):
            if child.tag == "pick":
                yield self._pick(child)
            elif child.tag == "options":
                yield self._options(child)
            elif element.tag == "option":
                self.report(OctgnCode.INCLUDE_IN_OPTION, child)

    def _pick(self, element: Any) -> FilterPickRecord:
        filters = tuple(
            (each.get("key", ""), each.get("value", ""))
            for each in (element, *element.iterchildren("property"))
        )
        return FilterPickRecord(self._quantity(element), filters, element=element)

    def _quantity(self, element: Any) -> int:
        written = element.get("qty")
        if written is None:
            self.report(OctgnCode.NO_QUANTITY, element)
            return 0
        if written == "unlimited":
            return ALL
        whole = _QUANTITY.fullmatch(written)
        quantity = int((whole["SIGN"] or "") + whole["DIGITS"]) if whole else None
        if quantity is None or abs(quantity) > _MAX_QUANTITY:
            new = fixes.quantity(written)
            self.report(OctgnCode.BAD_QUANTITY, element, "qty", new=new, value=written)
            return 0
        if quantity < 0:
            self.report(OctgnCode.NEGATIVE_QUANTITY, element, "qty", new="unlimited")
        return max(quantity, ALL)

    def _options(self, element: Any) -> OptionsRecord:
        return OptionsRecord(
            tuple(
                OptionRecord(self._probability(each), tuple(self._items(each)), element=each)
                for each in element.iterchildren("option")
            )
        )

    def _probability(self, element: Any) -> Fraction | None:
        written = element.get("probability")
        if written is None:
            return Fraction(1)
        text = written.strip(WHITESPACE)
        code, data = None, {"value": written}
        probability: Fraction | None = Fraction(0)
        if _ENDLESS.fullmatch(text):
            takes_the_rest = text.lower() in ("infinity", "+infinity", "∞", "+∞")
            code, probability = OctgnCode.ENDLESS, Fraction(1) if takes_the_rest else None
        elif not _PROBABILITY.fullmatch(text):
            code = OctgnCode.BAD_PROBABILITY
        elif _is_excessive(text):
            code, data = OctgnCode.PRECISION, {"limit": str(_MAX_DIGITS)}
        else:
            probability = Fraction(Decimal(text.replace(",", "")))
            if "," in text:
                code, data = OctgnCode.COMMA, {"value": written, "read": text.replace(",", "")}
        if code is not None:
            new = fixes.probability(written)
            self.report(code, element, "probability", new=new, **data)
        return probability

    def _include(self, element: Any) -> Include:
        overrides: dict[str, str | None] = {}
        for each in element.iterchildren("property"):
            name = each.get("name", "")
            if name.lower() == "name":
                self.report(OctgnCode.NAME_OVERRIDE, each)
            else:
                overrides[name] = each.get("value")
        card, of_set = guid(element.get("id", "")), guid(element.get("set", ""))
        return Include(card, of_set, FrozenDict(overrides) if overrides else EMPTY, element=element)


def _is_excessive(text: str) -> bool:
    """Return whether a number has too many digits to compute with it fast."""
    digits, _, exponent = text.lower().partition("e")
    too_long = len(digits) > _MAX_DIGITS or len(exponent) > len("-00")
    return too_long or abs(int(exponent or "0")) > _MAX_DIGITS


@frozen
class PoolCard:
    """A card of a pool.

    Attributes:
        ref: what sheets call it.
        record: what its set says of it.
        overrides: properties that it has otherwise in this pool; None for those it has not.
    """

    ref: CardRef
    record: OctgnCardRecord
    overrides: FrozenDict[str, str | None] = EMPTY

    @property
    def key(self) -> tuple[str, str]:
        """Return its identity in a file: its GUID, and the GUID of its set."""
        return self.record.id, self.ref.id or ""

    @property
    def keys(self) -> Iterable[str]:
        """Return the properties that it says something of."""
        names = self.record.properties
        return {**names, **self.overrides} if self.overrides else names

    def value(self, key: str) -> str:
        """Return the value that a filter with *key* compares; empty if there is none."""
        if key.lower() == "name":
            return self.record.name
        if key in self.overrides:
            return self.overrides[key] or ""
        return self.record.properties.get(key) or ""


def criteria_of(filters: Iterable[tuple[str, str]]) -> tuple[Criterion, ...]:
    """Return *filters* as they are compared; with equal ones, picks choose from the same cards."""
    pairs = ((Pool.name if key.lower() == Pool.name else key, value) for key, value in filters)
    return tuple(dict.fromkeys(Criterion(key, IS, comparable(value)) for key, value in pairs))


def described(filters: Sequence[tuple[str, Any]]) -> str:
    """Return *filters* in words, as messages have them."""
    return " and ".join(
        f"{key} {value!r}" if str(value).strip() else f"no {key}" for key, value in filters
    )
