"""Data that is not of a format: other kinds of files, which a reader of any text would take."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Final

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import SharedCode
from ..source import SourceText
from .grammar import Grammar
from .json_text import GRAMMAR as JSON
from .xml_tags import MARKUP, PROLOG

_GRAMMAR: Final = Grammar(__package__, "other_data.lark")
_SIGNATURE, _WIDE = _GRAMMAR.rule("signature"), _GRAMMAR.rule("WIDE")
#: The kinds of files of other programs.
_KINDS: Final = {
    "PNG": "an image (PNG)",
    "JPEG": "an image (JPEG)",
    "GIF": "an image (GIF)",
    "WEBP": "an image (WebP)",
    "ZIP": "a ZIP archive",
    "GZIP": "a gzip archive",
    "BZIP2": "a bzip2 archive",
    "XZ": "an XZ archive",
    "ZSTANDARD": "a Zstandard archive",
    "SEVEN_ZIP": "a 7z archive",
    "RAR": "a RAR archive",
    "PDF": "a PDF document",
    "SQLITE": "a SQLite database",
    "RTF": "an RTF document",
    "POSTSCRIPT": "a PostScript document",
}
_LONGEST_MARK: Final = 16
#: Number of characters at the start of a text in which control characters are counted.
_HEAD: Final = 4096
#: The control characters that are not white space.
_CONTROLS: Final = dict.fromkeys([*range(9), *range(14, 28), 127])
#: A text may have fewer control characters than this, or one in this number of characters.
_FEWEST, _SHARE = 8, 30
_WIDE_TEXT: Final = "text in UTF-16 or UTF-32, of which only UTF-16 with a byte order mark is read"
_HTML: Final = frozenset(
    ("html", "head", "body", "title", "meta", "script", "style", "div", "p", "table")
)
_DOCUMENT: Final = ("<?xml", "<!DOCTYPE", "<!--")
_JSON: Final = JSON.tokens("OBJECT_HEAD", "ARRAY_HEAD")
_SPACES: Final = "\ufeff \t\r\n\xa0"
_LONGEST_LINE: Final = 2**16


def is_other_data(
    source: SourceText, format_id: str, log: DiagnosticLog, own: str | None = None
) -> bool:
    """Return whether *source* is not text of a format, and then report what it seems to be.

    It is for readers of formats that have any line for the name of a card, and for those of which
    all text is of a kind of its *own* (``"JSON"`` or ``"XML"``).  A few control characters, odd
    names and any encoding may be in a list.
    """
    what = kind_of_data(source)
    is_other = what is not None and what != own
    if is_other:
        log.add(SharedCode.OTHER_DATA, source.span(0), format=format_id, what=what)
    return is_other


def kind_of_data(source: SourceText) -> str | None:
    """Return what *source* seems to be if it is not plain text, such as ``an image (PNG)``."""
    text = source.text.lstrip(_SPACES)
    return _binary(source) or _markup(text) or ("JSON" if _is_json(text) else None)


def _binary(source: SourceText) -> str | None:
    head = source.text[:_HEAD]
    if source.encoding.startswith("utf-16"):
        if head.startswith(("\0", "\ufeff\0")):  # the mark of UTF-32 begins with that of UTF-16
            return _WIDE_TEXT
    else:
        begin = source.encode(head[:_LONGEST_MARK]).decode("latin-1")
        if (mark := _SIGNATURE.match(begin)) and mark.lastgroup:
            return _KINDS[mark.lastgroup]
    controls = len(head) - len(head.translate(_CONTROLS))
    has_few = controls < _FEWEST and controls < len(head.strip(_SPACES))
    if not controls or has_few or controls * _SHARE < len(head):
        return None
    return _WIDE_TEXT if _WIDE.match(head) else "binary data"


def _markup(text: str) -> str | None:
    prolog, tag = PROLOG.match(text), MARKUP.match(text)
    if prolog is None or not text.startswith("<"):
        return None
    name, after = (prolog["TAG"] or "").lower(), text[prolog.end() : prolog.end() + 1]
    doctype = prolog.end("DOCTYPE")
    kind = text[doctype : doctype + _LONGEST_MARK] if doctype > 0 else ""
    if kind.lstrip().lower().startswith("html") or (name in _HTML and after != "<"):
        return "an HTML page"
    is_whole = tag is not None and tag["TAG"] and (tag["EMPTY"] or f"</{tag['TAG']}" in text)
    return "XML" if is_whole or text.startswith(_DOCUMENT) else None


def _is_json(text: str) -> bool:
    if _JSON.match(text):
        return True
    line = text[: _LONGEST_LINE + 1].rstrip()
    if not line.startswith("[") or len(line) > _LONGEST_LINE or "\n" in line:
        return False
    with suppress(ValueError, RecursionError):
        json.loads(line)
        return True
    return False
