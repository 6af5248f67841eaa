"""XML with what people forget: signs that are not escaped, and text after the end."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from html.entities import name2codepoint
from itertools import islice
from operator import itemgetter
from typing import Final

from attrs import frozen

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Code, Fix, SharedCode
from ..source import XML_ENCODING, SourceText, Span, TextEdit
from .other_data import is_other_data
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
#: What looks like an element without content, whatever it is called.
_EMPTY_ELEMENT: Final = re.compile(r"<[^<>]*/>")
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")
#: More faults are no oversight.
_MOST: Final = 10_000
#: What lxml says of text after the end of the outermost element.
_AFTER_END: Final = "extra content at the end of the document"
#: An element that ends more often is no oversight.
_MOST_ENDS: Final = 5


@frozen
class XmlForm:
    """The XML that a format reads.

    Attributes:
        format_id: the format.
        root: the name of its outermost element.
        bad_xml: the code of what cannot be read as XML, whose message has a ``problem``.
        wrong_root: the code of another outermost element, whose message has what was ``found``,
            and may have what was ``expected``.
    """

    format_id: str
    root: str
    bad_xml: Code
    wrong_root: Code

    def read(self, source: SourceText, log: DiagnosticLog) -> Document | None:
        """Return the XML in *source*, with what can be repaired; None if it is of another form.

        Both are reported.
        """
        document = _read(source, self.format_id, self.bad_xml, log)
        if document is None:
            return None
        check_encoding(source, SharedCode.XML_ENCODING, log)
        if document.root.tag == self.root:
            return document
        root = document.root
        shown = document.shown(root)
        log.add(self.wrong_root, document.span(root), found=shown, expected=self.root)
        return None


def _read(source: SourceText, format_id: str, bad_xml: Code, log: DiagnosticLog) -> Document | None:
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
    """Return the document in *source*, repaired; None if it cannot be repaired."""
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
        text = Fix("", edits).applied(source)
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
    """Return the surplus of a text whose outermost element has ended before *offset*.

    It is that end if the text ends with the same tag, else the text from *offset* on.
    """
    text = source.text
    start = text.rindex("<", 0, offset)
    tag = text[start:offset].rstrip()
    rest = text[offset:].rstrip()
    if rest.endswith(tag) and rest != tag:
        return source.span(start, start + len(tag))
    return source.span(offset, len(text))


def check_encoding(source: SourceText, code: Code, log: DiagnosticLog) -> None:
    """Report text that is not in the encoding that it says, or in none that there is."""
    match = XML_ENCODING.match(source.text)
    declared = match["ENCODING"] if match else "utf-8"
    try:
        name = codecs.lookup(declared).name
    except (LookupError, ValueError):
        assert match is not None  # noqa: S101 - the usual one is there
        span = source.span(*match.span("ENCODING"))
        fix = Fix("save it in UTF-8", [TextEdit(span, "utf-8")], encoding="utf-8")
        log.add(code, span, fix, problem=f"unknown encoding {declared!r}")
        return
    is_other = source.encoding == "cp1252" and name != "cp1252"
    foreign = _NOT_ASCII.search(source.text) if is_other else None
    if foreign is not None:
        problem = f"these bytes are not {declared}"
        edits = (
            [TextEdit(source.span(*match.span("ENCODING")), "utf-8")]
            if match and name != "utf-8"
            else ()
        )
        fix = Fix("save it in UTF-8", edits, encoding="utf-8")
        span = source.span(foreign.start(), foreign.end())
        log.add(code, span, fix, problem=problem)


def characters_fix(source: SourceText) -> Fix | None:
    """Return a fix that escapes the characters of XML, if nothing else is wrong."""
    repairs = _signs_edits(source)
    if not repairs:
        return None
    edits = [edit for edit, _ in repairs]
    kinds = dict.fromkeys(f"write {each.new!r}" if each.new else "delete '<'" for each in edits)
    fix = Fix(" and ".join(kinds), edits, all(is_safe for _, is_safe in repairs))
    try:
        Document(SourceText(source.name, fix.applied(source)))
    except XmlProblem:
        return None
    return fix


def _signs_edits(source: SourceText) -> list[tuple[TextEdit, bool]] | None:
    """Return the edits of characters that XML may refuse, and whether each is certain.

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
    """Return the replacement of a character, and whether it is certain."""
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
        # what ends as an empty element is one with a damaged name; as text it would be lost
        element = _EMPTY_ELEMENT.match(match.string, match.start())
        return "&lt;", element is None or element[0].count('"') % 2 == 1
    return ("<", True) if kind == "spaced" else ("", False)
