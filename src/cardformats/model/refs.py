"""References: how sheets, effects and packs name a card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Protocol

from attrs import frozen

from ..source import as_line
from .frozen import sequence
from .shown import ShownInNotebooks
from .validate import check, optional_string, string

#: A name, a set code in parentheses and perhaps a number, separated by single spaces.
_REFERENCE = re.compile(r"(.+) \(([^\s()]+)\)(?: (\S+))?", re.DOTALL)


@frozen(order=True, repr=False)
class CardRef(ShownInNotebooks):
    """How a sheet names a card.

    Attributes:
        name: the card's name.
        set_code: the set of the printing; None means any printing.
        number: the collector number in that set; None means any.
        id: the format's own id, only where the other three do not tell two cards apart.

    Raises:
        ModelError: If a field is not a string.
    """

    name: str
    set_code: str | None = None
    number: str | None = None
    id: str | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what is not a string."""
        if not (
            type(self.name) is str
            and (self.set_code is None or type(self.set_code) is str)
            and (self.number is None or type(self.number) is str)
            and (self.id is None or type(self.id) is str)
        ):
            words = optional_string
            check(self, name=string, set_code=words, number=words, id=words)

    @classmethod
    def parse(cls, text: str) -> CardRef:
        """Parse a reference such as ``Forest``, ``Forest (ANA)`` or ``Forest (ANA) 60``.

        ``str()`` of it is *text* again.  A word in parentheses at the end is a set; a card whose
        name ends so is ``CardRef(name)``.
        """
        match = _REFERENCE.fullmatch(text)
        return cls(*match.groups()) if match else cls(text)

    def __str__(self) -> str:
        """Return ``Name (SET) 123``."""
        parts = [self.name]
        if self.set_code is not None:
            parts.append(f"({self.set_code})")
        if self.number is not None:
            parts.append(self.number)
        return " ".join(parts)


def in_quotes(ref: CardRef) -> str:
    """Return what ``str`` of *ref* shows, with quotes around the name."""
    return repr(ref.name) + as_line(str(ref)[len(ref.name) :])


class HasRef(Protocol):
    """What has a reference: a :class:`~cardformats.Card`."""

    @property
    def ref(self) -> CardRef: ...  # noqa: D102 - see Card.ref


def as_ref(value: CardRef | HasRef | str) -> CardRef:
    """Convert a string or a card to a reference; a reference stays unchanged."""
    if type(value) is CardRef:
        return value
    if isinstance(value, str):
        return CardRef.parse(value)
    return getattr(value, "ref", value)  # type: ignore[arg-type] # the validator refuses the rest


def as_refs(values: Iterable[Any]) -> tuple[Any, ...]:
    """Convert *values* to a tuple with references for strings and cards, see :func:`sequence`."""
    items = sequence(values)
    return tuple(map(as_ref, items)) if type(items) is tuple else items
