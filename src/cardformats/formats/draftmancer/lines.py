"""Card lines as defined in ``list.lark``."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from ...model import CardRef
from ..grammar import Grammar
from .syntax import WHITE_SPACE, DraftmancerCardLine

GRAMMAR: Final = Grammar(__package__, "list.lark", "header")
#: Common typing errors.
TYPOS: Final = Grammar(__package__, "typos.lark")
_CARD_LINE: Final = GRAMMAR.rule("card_line")
_WHOLE_LINE: Final = GRAMMAR.rule("whole_line")
#: The lines of the old section of layouts.
OLD_LAYOUT: Final = GRAMMAR.rule("old_layout")
OLD_SLOT: Final = GRAMMAR.rule("old_slot")
#: All lines of a sheet at once, which is faster than one by one; the last group is any other line.
_LINES: Final = re.compile(rf"^{GRAMMAR.expression('sheet_line')}$|^(.*)$", re.MULTILINE)

#: Words without any symbol that may mean something; excluding these is faster than listing letters.
_WORDS = r"[^\W\d_][^()\[\]{}<>#*/|\"\t\r\n\u2028\u2029\ufeff;^×•]*(?<![\s,:&F-])"
#: A name that does not look like anything else.
USUAL_NAME: Final = re.compile(rf"{_WORDS}(?: // {_WORDS})?")
#: Characters that Draftmancer reads as a new line, or that cannot be encoded.
UNSAFE: Final = GRAMMAR.rule("UNSAFE")

SCRYFALL_ID: Final = GRAMMAR.rule("SCRYFALL_ID")
#: The maximum number of digits that are parsed; longer numbers exceed every limit.
_MAX_DIGITS: Final = 18

#: The count, name, set, number and foil mark of a card line, and the text of any other line.
#: Missing parts are empty.
Row: TypeAlias = tuple[str, str, str, str, str, str]


def rows(text: str) -> list[Row]:
    """Return the parts of each line of *text*; empty lines and comments have none."""
    return _LINES.findall(text)


def is_usual(name: str, set_code: str) -> bool:
    """Return whether no part of a line looks as if it were intended as something else."""
    return USUAL_NAME.fullmatch(name) is not None and not set_code.isdecimal()


def card_line(text: str) -> DraftmancerCardLine:
    """Return the card line *text*, without the surrounding white space.

    A line that Draftmancer rejects because it contains a JavaScript line end is a name.
    """
    text = text.strip(WHITE_SPACE)
    match = _CARD_LINE.fullmatch(text)
    if match is None:
        return DraftmancerCardLine(None, text, text=text)
    digits, name, set_code, number, foil = match.groups()
    count = None if digits is None else whole_number(digits)
    return DraftmancerCardLine(
        count, name, set_code, number, foil is not None, text[match.start("NAME") :]
    )


def without_set(line: DraftmancerCardLine) -> DraftmancerCardLine:
    """Return how *line* is read if no card has its set and number: all of that is its name."""
    match = _WHOLE_LINE.fullmatch(line.text)
    name, foil = match.groups() if match else (line.text, None)
    return DraftmancerCardLine(line.count, name, foil=foil is not None, text=line.text)


def line_text(line: DraftmancerCardLine) -> str:
    """Return the text of *line*."""
    text = f"{1 if line.count is None else line.count} {line.name}"
    if line.set_code is not None:
        text += f" ({line.set_code})"
        text += f" {line.number}" if line.number is not None else ""
    if line.foil:
        # after a set without a number, a bare «F» would be read as the number
        text += " +F" if text.endswith(")") else " F"
    return text


def parse_reference(text: str) -> tuple[int, CardRef]:
    """Return the count and the card of *text*, a card line inside JSON."""
    line = card_line(text)
    return 1 if line.count is None else line.count, line.ref


def reference_text(ref: CardRef) -> str | None:
    """Return a card line for one copy of *ref*; None if no line reads back as that card."""
    for text in (str(ref), f"1 {ref}"):
        if not UNSAFE.search(text) and parse_reference(text) == (1, ref):
            return text
    return None


def whole_number(digits: str) -> int:
    """Return the number in *digits*, or a number that exceeds any limit."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS
