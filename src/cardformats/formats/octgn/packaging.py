"""Packs as ``set.xml`` describes them: picks, options and includes, with exact probabilities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import field, frozen

from ...diagnostics import DiagnosticLog
from ...model import FrozenDict
from .codes import OctgnCode
from .guids import guid

if TYPE_CHECKING:
    from .syntax import SetRecord

#: A quantity that takes every card that matches.
UNLIMITED: Final = -1
_BLANKS: Final = " \t\r\n"
_WHOLE: Final = re.compile(r"[ \t\r\n]*[+-]?[0-9]+[ \t\r\n]*\Z")
_MAX_QUANTITY: Final = 2**31 - 1
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9][0-9,]*(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_ENDLESS: Final = re.compile(r"[+-]?(?:nan|infinity|∞)\Z", re.IGNORECASE)
#: A probability with more digits than this, or so many zeros, is a slip or an attack.
_MAX_DIGITS: Final = 40


@frozen
class Pick:
    """Cards that are drawn without replacement from those that match.

    Attributes:
        quantity: how many; :data:`UNLIMITED` for all that match.
        filters: pairs of a property and its value, all of which have to match; ``name`` in any
            case is the name of the card.
        element: where it was read from, an element of lxml.
    """

    quantity: int
    filters: tuple[tuple[str, str], ...]
    element: Any = field(default=None, eq=False, repr=False)


@frozen
class Option:
    """One of the outcomes of :class:`Options`.

    Attributes:
        probability: what the file says, exactly; it is not normalised. None is what is no number
            for OCTGN: neither the option is chosen nor any after it.
        items: what it gives.
        element: where it was read from, an element of lxml.
    """

    probability: Fraction | None
    items: tuple[Item, ...]
    element: Any = field(default=None, eq=False, repr=False)


@frozen
class Options:
    """One of several outcomes, or none if their probabilities leave room."""

    options: tuple[Option, ...]

    def chances(self) -> Iterator[tuple[Fraction, Option | None]]:
        """What each outcome's chance really is; None is the outcome without cards.

        The program draws one number and takes the first option up to which the sum reaches it, so
        what is beyond 1 is never reached (facts of its packs).
        """
        reached = Fraction(0)
        highest = Fraction(0)
        is_over = False
        for option in self.options:
            is_over = is_over or option.probability is None
            if not is_over and option.probability is not None:
                reached += option.probability
            top = min(max(reached, highest), Fraction(1))
            yield top - highest, option
            highest = top
        if highest < 1:
            yield 1 - highest, None

    @property
    def total(self) -> Fraction:
        """The sum of the probabilities."""
        return sum((each.probability or Fraction(0) for each in self.options), Fraction(0))


Item: TypeAlias = Pick | Options


@frozen
class Include:
    """A card of another set that is put into the pool.

    Attributes:
        card: its GUID, bare and in lower case.
        of_set: the GUID of its set.
        overrides: values that replace its own; None removes one.
        element: where it was read from, an element of lxml.
    """

    card: str
    of_set: str
    overrides: Mapping[str, str | None] = FrozenDict()
    element: Any = field(default=None, eq=False, repr=False)


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
    includes: tuple[Include, ...] = ()


class PackReader:
    """Reads the packs of one set."""

    def __init__(self, record: SetRecord, log: DiagnosticLog) -> None:
        """Read packs of *record*; what is wrong goes to *log*."""
        self.record = record
        self.log = log

    def pack(self, element: Any) -> Pack:
        """The pack that *element*, an element of lxml, describes."""
        return Pack(
            element.get("name", ""),
            guid(element.get("id", "")),
            tuple(self._items(element)),
            tuple(self._include(each) for each in element.iterchildren("include")),
        )

    def _items(self, element: Any) -> Iterator[Item]:
        for child in element.iterchildren("pick", "options", "include"):
            if child.tag == "pick":
                yield self._pick(child)
            elif child.tag == "options":
                yield self._options(child)
            elif element.tag == "option":
                self.log.add(OctgnCode.INCLUDE_IN_OPTION, self.record.span(child))

    def _pick(self, element: Any) -> Pick:
        filters = tuple(
            (each.get("key", ""), each.get("value", ""))
            for each in (element, *element.iterchildren("property"))
        )
        return Pick(self._quantity(element), filters, element)

    def _quantity(self, element: Any) -> int:
        written = element.get("qty")
        if written is None:
            self.log.add(OctgnCode.NO_QUANTITY, self.record.span(element))
            return 0
        if written == "unlimited":
            return UNLIMITED
        if not _WHOLE.match(written) or abs(int(written)) > _MAX_QUANTITY:
            span = self.record.attribute_span(element, "qty")
            self.log.add(OctgnCode.BAD_QUANTITY, span, value=written)
            return 0
        if int(written) < 0:
            span = self.record.attribute_span(element, "qty")
            self.log.add(OctgnCode.NEGATIVE_QUANTITY, span)
        return max(int(written), UNLIMITED)

    def _options(self, element: Any) -> Options:
        return Options(
            tuple(
                Option(self._probability(each), tuple(self._items(each)), each)
                for each in element.iterchildren("option")
            )
        )

    def _probability(self, element: Any) -> Fraction | None:
        written = element.get("probability")
        if written is None:
            return Fraction(1)
        text = written.strip(_BLANKS)
        code, data = None, {"value": written}
        found: Fraction | None = Fraction(0)
        if _ENDLESS.match(text):
            takes_the_rest = text.lower() in ("infinity", "+infinity", "∞", "+∞")
            code, found = OctgnCode.ENDLESS, Fraction(1) if takes_the_rest else None
        elif not _NUMBER.match(text):
            code = OctgnCode.BAD_PROBABILITY
        elif _is_excessive(text):
            code, data = OctgnCode.PRECISION, {"limit": str(_MAX_DIGITS)}
        else:
            found = Fraction(Decimal(text.replace(",", "")))
            if "," in text:
                code, data = OctgnCode.COMMA, {"value": written, "read": text.replace(",", "")}
        if code is not None:
            self.log.add(code, self.record.attribute_span(element, "probability"), **data)
        return found

    def _include(self, element: Any) -> Include:
        overrides: dict[str, str | None] = {}
        for each in element.iterchildren("property"):
            name = each.get("name", "")
            if name.lower() == "name":
                self.log.add(OctgnCode.NAME_OVERRIDE, self.record.span(each))
            else:
                overrides[name] = each.get("value")
        card, of_set = guid(element.get("id", "")), guid(element.get("set", ""))
        return Include(card, of_set, FrozenDict(overrides), element)


def _is_excessive(text: str) -> bool:
    """Whether a number has so many digits that it would take long to work with."""
    digits, _, exponent = text.lower().partition("e")
    too_long = len(digits) > _MAX_DIGITS or len(exponent) > len("-00")
    return too_long or abs(int(exponent or "0")) > _MAX_DIGITS
