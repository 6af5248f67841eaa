"""Comments that mute findings: ``cardformats: ignore``, with codes or without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from ..diagnostics import Code, Diagnostic, SharedCode
from ..source import SourceText, Span
from .selection import has_beginning

#: What every comment that mutes has; a text without it has none.
SIGN = "cardformats:"

_WORDS = r"cardformats:[ \t]*ignore(?P<file>-file)?(?![\w-])[ \t]*"
_CODE = r"[A-Za-z]{2}\d{0,3}\b"
#: Codes or none, and then the reason, if there is one, after a sign.
_CODES = re.compile(
    rf"(?P<codes>(?:{_CODE}(?:[ \t]*,[ \t]*|[ \t]+(?={_CODE}))?)*)[ \t]*(?:[^\w \t].*)?"
)
#: A comment that is a line of its own, and one of XML, which may stand anywhere in a line.
_LINE = re.compile(rf"[ \t\ufeff]*(?:#+|//+)[ \t]*{_WORDS}(?P<rest>.*)")
_ELEMENT = re.compile(rf"<!--[ \t]*{_WORDS}(?P<rest>.{{0,500}}?)-->")


#: What is muted: the name of a text, a line or all (None), and the beginning of a code, or "".
Target: TypeAlias = tuple[str, int | None, str]


@frozen
class Mute:
    """A comment that mutes findings.

    Attributes:
        span: the comment.
        line: whose findings it mutes, from 1; None for those of the whole file.
        codes: which ones, by code or beginning; empty for all, None if it cannot be told.
    """

    span: Span
    line: int | None
    codes: tuple[str, ...] | None

    def mutes(self, code: Code, line: int) -> bool:
        """Whether findings of *code* in a *line* of its file are muted."""
        if self.codes is None or self.line not in (None, line):
            return False
        return not self.codes or has_beginning(code, self.codes)

    def targets(self) -> Iterator[Target]:
        """What it mutes; nothing if that cannot be told."""
        if self.codes is not None:
            yield from ((self.span.source.name, self.line, code) for code in self.codes or ("",))


def mutes_of(source: SourceText) -> Iterator[Mute]:
    """The comments of a text that mute findings, in order."""
    if SIGN not in source.text:
        return
    waiting: list[tuple[Span, tuple[str, ...] | None]] = []
    for number in range(1, len(source.line_starts) + 1):
        line = source.line(number)
        match = (_LINE.match(line) or _ELEMENT.search(line)) if SIGN in line else None
        if match is None:
            yield from (Mute(span, number, codes) for span, codes in waiting)
            waiting = []
            continue
        start = source.line_starts[number - 1]
        span = source.span(start + match.start(), start + match.end())
        codes = _codes(match["rest"])
        if match["file"]:
            yield Mute(span, None, codes)
        elif line[: match.start()].strip() or line[match.end() :].strip():
            yield Mute(span, number, codes)
        else:
            waiting.append((span, codes))
    yield from (Mute(span, 0, codes) for span, codes in waiting)


def _codes(text: str) -> tuple[str, ...] | None:
    """The codes that *text* begins with, none for all; None if it has something else."""
    match = _CODES.fullmatch(text.rstrip())
    return None if match is None else tuple(re.findall(_CODE, match["codes"].upper()))


def without_muted(
    diagnostics: Sequence[Diagnostic], sources: Iterable[SourceText]
) -> tuple[list[Diagnostic], list[Mute]]:
    """Those of *diagnostics* that no comment mutes, and the comments that mute nothing.

    Args:
        diagnostics: all that was found.
        sources: further texts that were read, in which nothing may have been found.
    """
    texts = {each.name: each for each in sources}
    for diagnostic in diagnostics:
        if (span := diagnostic.place) is not None:
            texts[span.source.name] = span.source
    mutes = [each for text in texts.values() for each in mutes_of(text)]
    known = {target for each in mutes for target in each.targets()}
    used: set[Target] = set()
    kept = []
    for diagnostic in diagnostics:
        muting = known.intersection(_targets(diagnostic)) if known else ()
        used.update(muting)
        if not muting:
            kept.append(diagnostic)
    return kept, [each for each in mutes if used.isdisjoint(each.targets())]


def _targets(diagnostic: Diagnostic) -> Iterator[Target]:
    """All that a comment can have to mute a finding."""
    span, code = diagnostic.place, str(diagnostic.code)
    if span is not None:
        for beginning in ("", *(code[:length] for length in range(2, len(code) + 1))):
            yield span.source.name, None, beginning
            yield span.source.name, span.line, beginning


def finding_of(mute: Mute) -> Diagnostic:
    """The finding that a comment mutes nothing."""
    what = ", ".join(mute.codes or ()) or "finding"
    where = "this file" if mute.line is None else f"line {mute.line}" if mute.line else "this place"
    notes = () if mute.codes is not None else ("write codes with commas between, or none",)
    return SharedCode.UNUSED_IGNORE.at(mute.span, notes=notes, what=what, where=where)
