"""Card lines: ``list.lark`` says what they are, a pattern takes the usual ones faster."""

from __future__ import annotations

import re
from typing import Final

from ...model import CardRef
from ..grammar import Grammar
from .syntax import BLANKS, CardLine

GRAMMAR: Final = Grammar(__package__, "list.lark", "card_line", "header")

_COUNT, _GAP, _SET, _NUMBER = map(GRAMMAR.expression, ("COUNT", "_GAP", "SET", "NUMBER"))

#: Words without any mark that may mean something; excluding marks is faster than including letters.
_WORDS = r"[^\W\d_][^()\[\]{}<>#*/|\"\t\r\n\u2028\u2029\ufeff;^×•]*(?<![\s,:&F-])"
_LINE: Final = re.compile(
    rf"^(?:{_GAP})?(?:({_COUNT}){_GAP})?({_WORDS}(?: // {_WORDS})?)"
    rf"(?:{_GAP}\((?![0-9]+\))({_SET})\)(?:{_GAP}({_NUMBER}))?)?(?:{_GAP})?$|^(.*)$",
    re.MULTILINE,
)
#: What begins a new line to Draftmancer, or cannot be encoded.
UNSAFE: Final = re.compile("[\r\n\u2028\u2029\ud800-\udfff]+")

#: Longer numbers are too large for anything, and slow to parse.
_MAX_DIGITS: Final = 18


def scan(text: str) -> list[tuple[str, str, str, str, str]]:
    """For each line of *text*: count, name, set and number, or all of it if it is not usual.

    What a line lacks is empty; blank lines and comments are among the unusual ones.
    """
    rows: list[tuple[str, str, str, str, str]] = _LINE.findall(text)
    return rows


def card_line(text: str) -> CardLine:
    """The card line *text*, which is one line; the white space around it is no part of it."""
    text = text.strip(BLANKS)
    if not text or "\n" in text:
        return CardLine(None, text, text=text)
    digits, name, set_code, number, foil = GRAMMAR.parts("card_line", text)
    rest = text if digits is None else text[len(digits) :].lstrip()
    count = None if digits is None else whole_number(digits)
    return CardLine(count, name or "", set_code, number, foil is not None, rest)


def line_text(line: CardLine) -> str:
    """*line* as it is written."""
    text = f"{1 if line.count is None else line.count} {line.name}"
    if line.set_code is not None:
        text += f" ({line.set_code})"
        text += f" {line.number}" if line.number is not None else ""
    if line.foil:
        # after a set without a number, and what looks like one, a bare «F» would be the number
        text += " +F" if text.endswith(")") else " F"
    return text


def parse_reference(text: str) -> tuple[int, CardRef]:
    """The count and the card in *text*, a card line inside JSON."""
    text = text.strip()
    if not text:
        return 1, CardRef("")
    digits, name, set_code, number, other = _LINE.findall(text)[0]
    if other or "\n" in text:
        line = card_line(text)
        return 1 if line.count is None else line.count, line.ref
    return whole_number(digits or "1"), CardRef(name, set_code or None, number or None)


def reference_text(ref: CardRef) -> str | None:
    """A card line for one copy of *ref*; None if no line reads back as that card."""
    for text in (str(ref), f"1 {ref}"):
        if not UNSAFE.search(text) and parse_reference(text) == (1, ref):
            return text
    return None


def whole_number(digits: str) -> int:
    """The number that *digits* say, or one that is larger than any limit."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS
