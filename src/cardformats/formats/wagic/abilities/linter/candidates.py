"""Known words of which one may be meant by a word that nobody knows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, cast

from attrs import evolve, field, frozen

from .....diagnostic_log import DiagnosticLog
from .....diagnostics import Diagnostic

#: How much longer or shorter than the written word the intended word is.
_LONGER: Final = 2
_KEY: Final = "candidates"


@frozen
class Candidates:
    """The data ``candidates`` of a diagnostic about a word; comparing them takes time.

    Attributes:
        word: the word that may be a typo, in lower case.
        known: the words that may be meant.
        is_certain: whether each of *known* is right there, not only a word at all.
    """

    word: str
    known: Collection[str] = field(repr=False)
    is_certain: bool = field(default=True, repr=False)


NONE: Final = Candidates("", ())


def candidates_of(finding: Diagnostic) -> Candidates:
    """Return what may be meant by the word that *finding* is about."""
    return cast("Candidates", finding.data.get(_KEY, NONE))


def with_suggestion(finding: Diagnostic, log: DiagnosticLog) -> Diagnostic:
    """Return *finding* with a note of what is meant in place of its candidates, as *log* allows."""
    candidates = candidates_of(finding)
    known = candidates.known if log.has_capacity(finding.code) else ()
    alike = [each for each in known if abs(len(each) - len(candidates.word)) <= _LONGER]
    notes = log.did_you_mean(candidates.word, alike) if alike else ()
    data = {key: value for key, value in finding.data.items() if key != _KEY}
    return evolve(finding, notes=finding.notes + notes, data=data)
