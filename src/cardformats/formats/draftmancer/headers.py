"""Headers of sheets as defined in ``list.lark``, and fixes of invalid ones."""

from __future__ import annotations

from typing import Final

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix
from ...source import SourceText, Span
from ..grammar import GrammarProblem
from ..json_fix import fix_of
from ..json_text import JsonProblem, JsonText
from .codes import DraftmancerCode
from .lines import GRAMMAR, TYPOS, whole_number
from .syntax import WHITE_SPACE, Header

_HEADER: Final = GRAMMAR.rule("header")

_EXPECTED: Final = {
    "SLOT_COUNT": "a count of digits only",
    "SHEET": "a name",
    "LPAR": "a count in parentheses",
    "OPTIONS": "options in braces",
    "RPAR": "«)»",
    "RSQB": "«]» at the end",
    "$END": "nothing more",
}

#: The maximum length of a line that is tried as a header.
_LONGEST: Final = 500
_COUNTED: Final = (TYPOS.rule("counted_header"), TYPOS.rule("spaced_header"))
_BARE, _TAIL = TYPOS.rule("bare_header"), TYPOS.rule("behind_header")


def header(source: SourceText, start: int, end: int, log: DiagnosticLog) -> Header:
    """Return the header in ``source.text[start:end]``, including its brackets."""
    text = source.text[start:end]
    match = _HEADER.fullmatch(text)
    if match is None:
        span = source.span(start, end)
        log.add(DraftmancerCode.HEADER_AS_NAME, span, header_fix(span), notes=_explained(text))
        return Header(text[1:-1].strip(WHITE_SPACE), start=start, end=end)
    name, count, braces = match.groups()
    options, json = None, None
    if braces:
        json = JsonText(source, start + match.start(3), start + match.end(3))
        try:
            options = json.decode()
        except JsonProblem as problem:
            span = source.span(problem.offset, problem.offset + 1)
            fix = fix_of(json, problem)
            log.add(DraftmancerCode.HEADER_JSON, span, fix, problem=problem.message)
    number = whole_number(count) if count else None
    return Header(name.strip(WHITE_SPACE), number, options, json, start, end)


def _explained(text: str) -> tuple[str, ...]:
    """Return what the grammar expected at the position of an error in the header *text*."""
    try:
        GRAMMAR.parts("header", text)
    except GrammarProblem as problem:
        expected = [words for name, words in _EXPECTED.items() if name in problem.expected]
        if expected:
            return (f"expected {' or '.join(expected)} after {text[: problem.offset]!r}",)
    return ()


def header_fix(span: Span) -> Fix | None:
    """Return the fix that makes a line a header; None if the intention is not clear."""
    text = span.text
    if len(text) > _LONGEST:
        return None
    if not text.startswith("["):
        return _if_header(span, f"[{text}") if text.endswith(")]") else None
    head, bracket, tail = text.rpartition("]")
    comment = _TAIL.fullmatch(tail) if bracket else None
    if comment is not None and tail:
        behind = f"\n# {comment[1]}" if comment[1] else ""
        return _if_header(span, head + bracket, behind) or _with_brackets(
            span, head + bracket, behind
        )
    return _with_brackets(span, text.rstrip(WHITE_SPACE + ".,:;"))


def _with_brackets(span: Span, text: str, behind: str = "") -> Fix | None:
    """Return the fix of the brackets of a header written as *text*."""
    for pattern in _COUNTED:
        if match := pattern.fullmatch(text):
            return _if_header(span, f"[{match[1]}({match[2]})]", behind)
    match = _BARE.fullmatch(text)
    return _if_header(span, f"[{match[1]}]", behind) if match else None


def _if_header(span: Span, text: str, behind: str = "") -> Fix | None:
    is_other = _HEADER.fullmatch(text) and text + behind != span.text
    return Fix.replace(span, text + behind) if is_other else None
