"""What a check finds, after what is not asked for was left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike

from attrs import field, frozen

from ..diagnostics import Code, Diagnostic, Severity
from ..model import FrozenDict
from ..model.frozen import as_tuple


@frozen
class CheckedInput:
    """An input that was checked, without what was read from it.

    Attributes:
        path: where it is; of a stream its name.
        name: of the set that was read.
        cards: how many cards that has.
        counts: how many findings of each code count in it.
        diagnostics: those of them that were kept; several inputs can have the same.
    """

    path: str | PathLike[str]
    name: str
    cards: int
    counts: Mapping[Code, int] = FrozenDict()
    diagnostics: tuple[Diagnostic, ...] = field(default=(), converter=as_tuple, repr=False)

    @property
    def ok(self) -> bool:
        """Return whether the input has no errors."""
        return not any(code.severity is Severity.ERROR for code in self.counts)


@frozen
class Findings:
    """The findings of a check that count, and how many do not.

    Attributes:
        diagnostics: those that count, each once, file by file in the order of their texts.
        counts: how many of each code count, those too that are too many to be kept.
        inputs: what was checked, in order.
        others: how many do not count, by the reason: ``ignored`` (by code, severity or path),
            ``suppressed`` (by a comment), ``baseline`` (known before), ``unchanged`` (in lines that
            are as they were).
        failures: how many of those that count are of a severity at which the check fails.
        gone: how many findings that were known before are no more.
        failing: the codes by which the check fails.
        every: all that was found, also what does not count.
    """

    diagnostics: tuple[Diagnostic, ...] = field(converter=as_tuple)
    counts: Mapping[Code, int]
    inputs: tuple[CheckedInput, ...] = field(default=(), converter=as_tuple)
    others: Mapping[str, int] = FrozenDict()
    failures: int = 0
    gone: int = 0
    failing: frozenset[Code] = frozenset()
    every: tuple[Diagnostic, ...] = field(default=(), converter=as_tuple, repr=False)

    def has(self, severities: Iterable[Severity]) -> bool:
        """Return whether a diagnostic of one of the severities counts."""
        wanted = {*severities}
        return any(code.severity in wanted for code in self.counts)
