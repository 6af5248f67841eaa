"""One walk through a line that all checks share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ..nodes import Node

if TYPE_CHECKING:
    from ..lines import Line

_Node = TypeVar("_Node", bound=Node)


class Places:
    """The nodes of a line, each with where it begins, by their types.

    A check asks for the types that it looks at, and costs nothing in lines that have none::

        def unknown_zones(places: Places) -> Iterator[Finding]:
            for start, node in places.of(Zones, Move): ...

    ``str(node)`` takes as long as the node is; most checks need it only for what they report.

    Attributes:
        line: the line.
        all: each node and its offset in characters from the beginning, in the order of the text.
    """

    def __init__(self, line: Line) -> None:
        self.line: Final = line
        self.all: Final = tuple(line.walk())
        self._by_type: dict[type[Node], list[tuple[int, Any]]] = {}
        for place in self.all:
            cls = place[1].__class__
            if cls in self._by_type:
                self._by_type[cls].append(place)
            else:
                self._by_type[cls] = [place]

    def of(self, *types: type[_Node]) -> Iterator[tuple[int, _Node]]:
        """The nodes of these *types*, type by type, each with where it begins."""
        for cls, places in self._by_type.items():
            if issubclass(cls, types):
                yield from places
