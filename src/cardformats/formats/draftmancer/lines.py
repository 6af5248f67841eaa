"""Card lines and headers: the two shapes that a list's lines have.

.. code-block:: text

    card line  =  [ digits blanks ] name [ " (" word ")" [ " " number ] ] [ " F" | " +F" ]
    header     =  "[" name [ "(" digits ")" ] [ "{" … "}" ] "]"

The name is the shortest that lets the rest of the line match; a number has no blank, plus sign or
parenthesis.  A header of any other shape is all name.
"""

from __future__ import annotations

import re
from typing import Final

from ...diagnostics import DiagnosticLog
from ...model import CardRef
from ...source import SourceText
from ..jsontext import JsonProblem, JsonText
from .codes import DraftmancerCode
from .syntax import CardLine, Header

_COUNT: Final = re.compile(r"(\d+)\s+(?=\S)")
_SUFFIX: Final = re.compile(
    r"(?:\s\((?P<set>\w+)\)(?:\s(?P<number>[^\s+()]+))?)?(?:\s(?P<foil>\+?F))?$"
)
_HEADER: Final = re.compile(
    r"(?P<name>[^\"()\[\]{}]+)(?:\((?P<count>\d+)\)\s*)?(?P<json>\{.*\})?\s*", re.DOTALL
)
_BLANK: Final = re.compile(r"\s")
_COUNT_DIGITS: Final = 9


def card_line(source: SourceText, start: int, end: int) -> CardLine:
    """The card line in ``source.text[start:end]``, which has no white space around it."""
    text = source.text[start:end]
    count, rest = None, text
    if counted := _COUNT.match(text):
        digits = counted[1].lstrip("0") or "0"
        # a number too long for any limit stays too large, without the cost of parsing it
        count = int(digits[: _COUNT_DIGITS + 1])
        rest = text[counted.end() :]
    name, set_code, number, foil = split_name(rest)
    return CardLine(count, name, set_code, number, foil, rest, start, end)


def split_name(text: str) -> tuple[str, str | None, str | None, bool]:
    """The name, set, number and foil mark in a card line without its count."""
    if "(" not in text and not text.endswith("F"):
        return text, None, None, False
    match = _shortest_suffix(text)
    if match is None:
        return text, None, None, False
    name = text[: match.start()].rstrip()
    return name, match["set"], match["number"], match["foil"] is not None


def parse_reference(text: str) -> tuple[int, CardRef]:
    """The count and the card in *text*, a card line inside JSON."""
    text = text.strip()
    line = card_line(SourceText("", text), 0, len(text))
    count = 1 if line.count is None else line.count
    return count, CardRef(line.name, line.set_code, line.number)


def _shortest_suffix(text: str) -> re.Match[str] | None:
    """The suffix that leaves the shortest name; it begins at one of the last three blanks."""
    blanks = [match.start() for match in _BLANK.finditer(text, 1)]
    matches = (_SUFFIX.match(text, start) for start in blanks[-3:])
    return next((match for match in matches if match), None)


def header(source: SourceText, start: int, end: int, log: DiagnosticLog) -> Header:
    """The header in ``source.text[start:end]``, brackets included."""
    inner = source.text[start + 1 : end - 1]
    match = _HEADER.fullmatch(inner)
    if match is None:
        log.add(DraftmancerCode.HEADER_AS_NAME, source.span(start, end))
        return Header(inner.strip(), start=start, end=end)
    count = match["count"]
    options, json = None, None
    if match["json"]:
        json = JsonText(source, start + 1 + match.start("json"), start + 1 + match.end("json"))
        try:
            options = json.decode()
        except JsonProblem as problem:
            span = source.span(problem.offset, end)
            log.add(DraftmancerCode.HEADER_JSON, span, problem=problem.message)
    number = int(count[: _COUNT_DIGITS + 1]) if count else None
    return Header(match["name"].strip(), number, options, json, start, end)
