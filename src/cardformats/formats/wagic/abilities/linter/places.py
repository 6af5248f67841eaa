"""One walk through a line that all checks share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeVar, cast

from .....diagnostics import Diagnostic
from .....source import SourceText, Span
from ..nodes import Node
from ..reading import parse

_Node = TypeVar("_Node", bound=Node)


class NodePlaces:
    """The nodes of a line, each with where it begins, by their types.

    A check asks for the types that it looks at, and costs nothing in lines that have none::

        def unknown_zones(places: Places) -> Iterator[Diagnostic]:
            for start, node in places.of(Zones, Move): ...

    ``str(node)`` takes as long as the node is; most checks need it only for what they report.

    Attributes:
        source: the text of the line; checks yield diagnostics with spans in it.
        line: its tree.
        all: each node and its offset in characters from the beginning, in the order of the text.
    """

    def __init__(self, source: SourceText, rule: str) -> None:
        self.source: Final = source
        self.line: Final = parse(source.text, rule)
        self.all: Final = tuple(self.line.walk())
        self._by_type: dict[type[Node], list[tuple[int, Any]]] = {}
        by_type = self._by_type
        for place in self.all:
            cls = place[1].__class__
            if cls in by_type:
                by_type[cls].append(place)
            else:
                by_type[cls] = [place]

    def span(self, start: int, text: str) -> Span:
        """Return the span of *text*, which begins at *start*."""
        return self.source.span(start, start + len(text))

    def of(self, *types: type[_Node]) -> Sequence[tuple[int, _Node]]:
        """Return the nodes of these *types*, type by type, each with where it begins."""
        wanted, by_type = _with_subtypes(types), self._by_type
        if wanted.isdisjoint(by_type):
            return ()
        return [place for cls in by_type if cls in wanted for place in by_type[cls]]


def span_of(finding: Diagnostic) -> Span:
    """Return the span of a diagnostic of a line, which always has one."""
    return cast("Span", finding.span)


def overlap(finding: Diagnostic, others: Iterable[Diagnostic]) -> bool:
    """Return whether *finding* has characters in common with one of *others*."""
    span = span_of(finding)
    return any(span.start < other.end and other.start < span.end for other in map(span_of, others))


@cache
def _with_subtypes(types: tuple[type[Node], ...]) -> frozenset[type[Node]]:
    """Return *types* and all their subclasses."""
    below = (each.__subclasses__() for each in types)
    return frozenset(types).union(*(_with_subtypes(tuple(each)) for each in below))
