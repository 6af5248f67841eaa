"""Which findings count: by their codes, their severity and where they are."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from ..diagnostics import Code, Diagnostic, Severity
from .known_codes import checked_beginnings
from .path_patterns import PathPattern

#: Severities the most severe first.
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}


def is_at_least(severity: Severity, least: Severity) -> bool:
    """Return whether a severity is at least *least*."""
    return _RANKS[severity] <= _RANKS[least]


def has_beginning(code: Code, beginnings: Iterable[str]) -> bool:
    """Return whether a code is one of the beginnings, or begins with one."""
    return str(code).startswith(tuple(beginnings))


@frozen
class PathIgnore:
    """Codes that do not count in files of a pattern."""

    pattern: PathPattern
    codes: tuple[str, ...]


@frozen(kw_only=True)
class Selection:
    """Which findings count.

    Attributes:
        select: codes, or their beginnings, one or several; empty for all.
        ignore: those that do not count, unless a longer beginning is selected.
        severity: the lowest severity that counts.
        per_path: what does not count in some files.
    """

    select: tuple[str, ...] = field(default=(), converter=checked_beginnings)
    ignore: tuple[str, ...] = field(default=(), converter=checked_beginnings)
    severity: Severity = Severity.NOTE
    per_path: tuple[PathIgnore, ...] = ()

    def has_code(self, code: Code) -> bool:
        """Return whether diagnostics of a code count, regardless of their position."""
        if not is_at_least(code.severity, self.severity):
            return False
        if not (self.select or self.ignore):
            return True
        selected = _longest(code, self.select) if self.select else 0
        return selected > _longest(code, self.ignore)

    def has(self, diagnostic: Diagnostic) -> bool:
        """Return whether a diagnostic counts."""
        if not self.has_code(diagnostic.code):
            return False
        span = diagnostic.span
        return span is None or not any(
            has_beginning(diagnostic.code, each.codes) and each.pattern.matches(span.source.name)
            for each in self.per_path
        )


def _longest(code: Code, beginnings: Iterable[str]) -> int:
    """Return the length of the longest matching beginning of a code; -1 if none matches."""
    return max((len(each) for each in beginnings if str(code).startswith(each)), default=-1)
