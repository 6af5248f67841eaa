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

# digits and letters are those of ASCII, blanks are all that Unicode has, as in JavaScript
_COUNT: Final = re.compile(r"([0-9]+)\s+(?=\S)")
_SUFFIX: Final = re.compile(
    r"(?:\s+\((?P<set>[A-Za-z0-9_]+)\)(?:\s+(?P<number>[^\s+()]+))?)?(?:\s+(?P<foil>\+?F))?$"
)
_HEADER: Final = re.compile(
    r"(?P<name>[^\"()\[\]{}]++)(?:\((?P<count>[0-9]+)\)\s*)?(?P<json>\{.*\})?\s*", re.DOTALL
)
_BLANKS: Final = re.compile(r"\s+")

_UNSAFE: Final = re.compile("[\r\n\ud800-\udfff]")

#: Longer numbers are too large for anything, and slow to parse.
_MAX_DIGITS: Final = 18


def card_line(source: SourceText, start: int, end: int) -> CardLine:
    """The card line in ``source.text[start:end]``, which has no white space around it."""
    text = source.text[start:end]
    count, rest = None, text
    if counted := _COUNT.match(text):
        count = _number(counted[1])
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


def reference_text(ref: CardRef) -> str | None:
    """A card line for one copy of *ref*; None if no line reads back as that card."""
    for text in (str(ref), f"1 {ref}"):
        if not _UNSAFE.search(text) and parse_reference(text) == (1, ref):
            return text
    return None


def _shortest_suffix(text: str) -> re.Match[str] | None:
    """The suffix that leaves the shortest name; it begins at one of the last three gaps."""
    blanks = [match.start() for match in _BLANKS.finditer(text, 1)]
    matches = (_SUFFIX.match(text, start) for start in blanks[-3:])
    return next((match for match in matches if match), None)


def header(source: SourceText, start: int, end: int, log: DiagnosticLog) -> Header:
    """The header in ``source.text[start:end]``, brackets included."""
    inner = source.text[start + 1 : end - 1]
    match = _HEADER.fullmatch(inner)
    if match is None or not match["name"].strip():
        log.add(DraftmancerCode.HEADER_AS_NAME, source.span(start, end))
        return Header(inner.strip(), start=start, end=end)
    count = match["count"]
    options, json = None, None
    if match["json"]:
        json = JsonText(source, start + 1 + match.start("json"), start + 1 + match.end("json"))
        try:
            options = json.decode()
        except JsonProblem as problem:
            span = source.span(problem.offset, problem.offset + 1)
            log.add(DraftmancerCode.HEADER_JSON, span, problem=problem.message)
    number = _number(count) if count else None
    return Header(match["name"].strip(), number, options, json, start, end)


def _number(digits: str) -> int:
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS
