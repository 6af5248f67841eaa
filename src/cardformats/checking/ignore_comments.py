"""Comments that ignore diagnostics: ``cardformats: ignore``, with codes or without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from ..diagnostics import Diagnostic, SharedCode
from ..source import SourceText, Span

#: The beginning of every such comment.
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


#: What is ignored: the name of a text, a line or all (None), and the beginning of a code, or "".
Target: TypeAlias = tuple[str, int | None, str]


@frozen
class IgnoreComment:
    """A comment that ignores diagnostics.

    Attributes:
        span: Its position.
        line: The line whose diagnostics it ignores, from 1; None for the whole file.
        codes: The codes or their beginnings; empty for all, None if it is invalid.
    """

    span: Span
    line: int | None
    codes: tuple[str, ...] | None

    def targets(self) -> Iterator[Target]:
        """Yield what the comment ignores; nothing if it is invalid."""
        if self.codes is not None:
            yield from ((self.span.source.name, self.line, code) for code in self.codes or ("",))


def ignore_comments(source: SourceText) -> Iterator[IgnoreComment]:
    """Yield the comments of a text that ignore diagnostics, in order."""
    if SIGN not in source.text:
        return
    waiting: list[tuple[Span, tuple[str, ...] | None]] = []
    for number in range(1, len(source.line_starts) + 1):
        line = source.line(number)
        match = (_LINE.match(line) or _ELEMENT.search(line)) if SIGN in line else None
        if match is None:
            yield from (IgnoreComment(span, number, codes) for span, codes in waiting)
            waiting = []
            continue
        start = source.line_starts[number - 1]
        span = source.span(start + match.start(), start + match.end())
        codes = _codes(match["rest"])
        if match["file"]:
            yield IgnoreComment(span, None, codes)
        elif line[: match.start()].strip() or line[match.end() :].strip():
            yield IgnoreComment(span, number, codes)
        else:
            waiting.append((span, codes))
    yield from (IgnoreComment(span, 0, codes) for span, codes in waiting)


def _codes(text: str) -> tuple[str, ...] | None:
    """Return the codes at the beginning of a text; None if there is something else."""
    match = _CODES.fullmatch(text.rstrip())
    return None if match is None else tuple(re.findall(_CODE, match["codes"].upper()))


def without_ignored(
    diagnostics: Sequence[Diagnostic], sources: Iterable[SourceText]
) -> tuple[list[Diagnostic], list[IgnoreComment]]:
    """Return the diagnostics that no comment ignores, and the comments without effect.

    Args:
        diagnostics: all that was found.
        sources: further texts that were read, in which nothing may have been found.
    """
    texts = {each.name: each for each in sources}
    for diagnostic in diagnostics:
        if (span := diagnostic.place) is not None:
            texts[span.source.name] = span.source
    comments = [each for text in texts.values() for each in ignore_comments(text)]
    known = {target for each in comments for target in each.targets()}
    used: set[Target] = set()
    kept = []
    for diagnostic in diagnostics:
        ignoring = known.intersection(_targets(diagnostic)) if known else ()
        used.update(ignoring)
        if not ignoring:
            kept.append(diagnostic)
    return kept, [each for each in comments if used.isdisjoint(each.targets())]


def _targets(diagnostic: Diagnostic) -> Iterator[Target]:
    """Yield everything by which a comment can ignore a diagnostic."""
    span, code = diagnostic.place, str(diagnostic.code)
    if span is not None:
        for beginning in ("", *(code[:length] for length in range(2, len(code) + 1))):
            yield span.source.name, None, beginning
            yield span.source.name, span.line, beginning


def unused_comment(comment: IgnoreComment) -> Diagnostic:
    """Return the diagnostic of a comment without effect."""
    what = ", ".join(comment.codes or ()) or "finding"
    where = (
        "this file"
        if comment.line is None
        else f"line {comment.line}"
        if comment.line
        else "this place"
    )
    notes = () if comment.codes is not None else ("write codes with commas between, or none",)
    return SharedCode.UNUSED_IGNORE.at(comment.span, notes=notes, what=what, where=where)
