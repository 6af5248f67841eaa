"""XML with what people forget: signs that are not escaped, and text after the end."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from html.entities import name2codepoint
from itertools import islice
from operator import itemgetter
from typing import Final

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Code, Fix, SharedCode
from ..source import SourceText, Span, TextEdit
from .other_data import is_other_data
from .patch import Edit, patched
from .xml_tags import XmlProblem
from .xml_text import Document, check

#: Signs that XML may refuse, each kind in a group; what is a text as it stands comes first.
_SIGNS: Final = re.compile(
    r"""<!\[CDATA\[|<!--|&(?:amp|lt|gt|quot|apos|\#[0-9]+|\#x[0-9A-Fa-f]+);
    |(?P<unended>&(?:amp|lt|gt|quot|apos|\#[0-9]+|\#x[0-9A-Fa-f]+))(?![\w;=])
    |&(?P<entity>[A-Za-z][A-Za-z0-9]*);
    |(?P<ampersand>&)
    |(?P<spaced><\s+)(?=/?[A-Za-z_][\w.-]*(?:\s+[\w.-]+\s*=|\s*/?>))
    |(?P<doubled><)(?=<[A-Za-z/])
    |(?P<less><)(?![A-Za-z_/!?])""",
    re.VERBOSE,
)
#: How a text ends in which no sign is wrong, by how it begins.
_ENDS: Final = {"<!--": "-->", "<![CDATA[": "]]>"}
#: More faults are no oversight.
_MOST: Final = 10_000
#: What lxml says of text after the end of the outermost element.
_AFTER_END: Final = "extra content at the end of the document"
#: An element that ends more often is no oversight.
_MOST_ENDS: Final = 5


def read_document(
    source: SourceText, format_id: str, bad_xml: Code, log: DiagnosticLog
) -> Document | None:
    """The XML in *source*, which is to be of a format; what can be repaired is reported.

    If it cannot be, that is reported as *bad_xml*, whose message has a ``problem``; the result is
    None.
    """
    try:
        return Document(source)
    except XmlProblem as problem:
        if is_other_data(source, format_id, log, "XML"):
            return None
        document = _repaired(source, log)
        if document is None:
            span = source.span(problem.offset, problem.offset + 1)
            log.add(bad_xml, span, characters_fix(source), problem=problem.message)
        return document


def _repaired(source: SourceText, log: DiagnosticLog) -> Document | None:
    """The document that *source* is, its signs escaped and with one end; None if it is none."""
    signs = _signs_edits(source)
    if signs is None:
        return None
    ends: list[TextEdit] = []
    for _ in range(_MOST_ENDS):
        edits = sorted([*(edit for edit, _ in signs), *ends], key=lambda each: each.span.start)
        shifts, moved = [(0, 0)], 0
        for each in edits:
            moved += each.span.end - each.span.start - len(each.new)
            shifts.append((each.span.end - moved, moved))
        text = _applied(source, edits)
        try:
            check(SourceText(source.name, text))
            document = Document(source, text, shifts)
        except XmlProblem as problem:
            if problem.message != _AFTER_END:
                return None
            _, moved = shifts[bisect_right(shifts, problem.offset, key=itemgetter(0)) - 1]
            end = _extra(source, problem.offset + moved)
            if any(each.span.end > end.start for each in ends):
                return None
            ends.append(TextEdit(end, ""))
            signs = [sign for sign in signs if not end.start <= sign[0].span.start < end.end]
            continue
        for edit, is_safe in signs:
            fix = Fix(f"write {edit.new!r}", [edit], is_safe)
            log.add(SharedCode.XML_CHARACTER, edit.span, fix, sign=edit.span.text)
        for edit in ends:
            is_tag = edit.span.end < len(source.text)
            outcome = "it is read as a part of it" if is_tag else "it is ignored"
            fix = Fix("delete it", [edit], is_safe=False)
            log.add(SharedCode.AFTER_END, edit.span, fix, outcome=outcome)
        return document
    return None


def _extra(source: SourceText, offset: int) -> Span:
    """What is too much of a text in which the outermost element has ended before *offset*.

    It is that end if the text ends with the same tag, else the text from *offset* on.
    """
    text = source.text
    start = text.rindex("<", 0, offset)
    tag = text[start:offset].rstrip()
    rest = text[offset:].rstrip()
    if rest.endswith(tag) and rest != tag:
        return source.span(start, start + len(tag))
    return source.span(offset, len(text))


def characters_fix(source: SourceText) -> Fix | None:
    """What writes signs of XML as it needs them, if that is all that is wrong."""
    repairs = _signs_edits(source)
    if not repairs:
        return None
    edits = [edit for edit, _ in repairs]
    kinds = dict.fromkeys(f"write {each.new!r}" if each.new else "delete '<'" for each in edits)
    fix = Fix(" and ".join(kinds), edits, all(is_safe for _, is_safe in repairs))
    try:
        Document(SourceText(source.name, _applied(source, edits)))
    except XmlProblem:
        return None
    return fix


def _applied(source: SourceText, edits: Iterable[TextEdit]) -> str:
    """The text of *source* with *edits*, in time that grows with the text alone."""
    return patched(source.text, [Edit(each.span.start, each.span.end, each.new) for each in edits])


def _signs_edits(source: SourceText) -> list[tuple[TextEdit, bool]] | None:
    """What writes the signs of *source* that XML may refuse, and whether that is certain.

    None if there are too many.
    """
    signs = list(islice(_signs(source.text), _MOST + 1))
    if len(signs) > _MOST:
        return None
    return [
        (TextEdit(source.span(*match.span()), new), is_safe)
        for match in signs
        for new, is_safe in [_sign(match)]
    ]


def _signs(text: str) -> Iterator[re.Match[str]]:
    """Find the signs in *text* that XML may refuse, outside of comments and literal texts."""
    position, unended = 0, set[str]()
    while match := _SIGNS.search(text, position):
        position = match.end()
        if match.lastgroup:
            yield match
        end = _ENDS.get(match[0])
        if end is not None and end not in unended:
            last = text.find(end, position)
            if last < 0:
                unended.add(end)  # there is none after the next one either
            else:
                position = last + len(end)


def _sign(match: re.Match[str]) -> tuple[str, bool]:
    """What is meant by a sign, and whether that is certain."""
    kind = match.lastgroup
    if kind == "unended":
        return f"{match[0]};", True
    if kind == "entity":
        code = name2codepoint.get(match[kind])
        return f"&#{code};" if code else f"&amp;{match[kind]};", bool(code)
    if kind == "ampersand":
        beside = match.string[max(match.start() - 1, 0) : match.end() + 1]
        return "&amp;", beside.count("&") == 1
    if kind == "less":
        return "&lt;", True
    return ("<", True) if kind == "spaced" else ("", False)
