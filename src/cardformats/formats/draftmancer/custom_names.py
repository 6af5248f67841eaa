"""The names of custom cards, and the lines that nearly are one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from ...catalog import NearNames
from ...model import Card
from .lines import card_line
from .slips import HEADINGS
from .syntax import CardLine
from .values import SCRIPT_NAMES

_GAP = re.compile(r"\s+\(")
#: What may follow a name by mistake: a bracket that is never closed, or how many copies there are.
_TAIL = re.compile(r"\s*[(\[{<|][^)\]}>]*$|\s+[xX×*]\s?[0-9]+$")


class CustomNames:
    """What can be told of the lines of a list by the names of its custom cards."""

    def __init__(self, custom: Mapping[str, Sequence[Card]]) -> None:
        """Take the *custom* cards by name."""
        self.custom = custom

    @cached_property
    def special(self) -> frozenset[str]:
        """The names that need a second look: none, headings, what custom names are read as."""
        before_parentheses = (_GAP.split(name, 1)[0] for name in self.custom if "(" in name)
        return frozenset(("", *HEADINGS, *SCRIPT_NAMES, *before_parentheses, *self._read_as))

    @cached_property
    def _read_as(self) -> frozenset[str]:
        """The names that are read of the custom names that begin or end like a card line."""
        doubtful = (name for name in self.custom if name[:1].isdigit() or name.endswith("F"))
        return frozenset(card_line(name).name for name in doubtful)

    def swallowed(self, line: CardLine, text: str) -> str | None:
        """The custom card that all of *line* names, which Draftmancer takes apart; *text* is it.

        That is one whose name begins with a count, or ends with a foil mark or a number.
        """
        for name in (text, line.text):
            if name != line.name and name in self.custom:
                is_tried = line.set_code is not None and line.number is None and not line.foil
                return None if is_tried and name == line.text else name
        return None

    def is_near(self, name: str) -> bool:
        """Whether *name* is a custom card's or nearly that."""
        return name in self.custom or self._names.near(name) is not None

    def meant(self, line: CardLine) -> str | None:
        """What *line* means if its name nearly is that of a custom card, as a sentence."""
        near = self._names.near(line.name)
        if near is None or near == line.name:
            return None
        note = f"did you mean {near!r}?"
        return f"{note} Case counts" if near.lower() == line.name.lower() else note

    def meant_before(self, line: CardLine) -> str | None:
        """What *line* means if the custom name ends before something that is no set or count."""
        tail = _TAIL.search(line.name)
        near = self._names.near(line.name[: tail.start()]) if tail and tail.start() else None
        return None if near is None else f"did you mean {near!r}?"

    @cached_property
    def _names(self) -> NearNames:
        return NearNames(dict(self._written()))

    def _written(self) -> Iterator[tuple[str, str]]:
        """Every way to write a custom name: all of it, or one of its faces."""
        for name in self.custom:
            yield name, name
        for name, cards in self.custom.items():
            others = [face.name for card in cards for face in card.faces[1:]]
            for part in (*name.split(" // "), *others):
                if part not in self.custom:
                    yield part, name


def as_written(name: str, card: Card) -> str | None:
    """A line that names the custom *card* called *name*, or None."""
    version = f" ({card.set_code or 'custom'})" + (f" {card.number}" if card.number else "")
    lines = (f"1 {name}", f"1 {name}{version}")
    return next((each for each in lines if card_line(each).name == name), None)
