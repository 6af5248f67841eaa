"""From text to lines: sections by their titles, by ``SB:``, or by an empty line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...model import CardRef
from ...source import SourceText
from ..grammar import Grammar
from .codes import DeckCode
from .format import DeckOptions
from .syntax import CardLine, DeckText

GRAMMAR: Final = Grammar(__package__, "deck.lark", "card_line", "title")
_COUNT, _NAME, _SET, _NUMBER, _MARKS, _GAP, _SIDE, _PRINTING = map(
    GRAMMAR.expression, ("COUNT", "NAME", "SET", "NUMBER", "MARKS", "_GAP", "SIDE", "PRINTING")
)
_CARD: Final = re.compile(
    rf"({_SIDE})?(?:({_COUNT}){_GAP})?(?:({_PRINTING}){_GAP})?({_NAME})"
    rf"(?:{_GAP}({_SET})(?:{_GAP}({_NUMBER}))?)?(?:{_GAP}({_MARKS}))?"
)
_TITLE: Final = re.compile(
    rf"(?:{GRAMMAR.expression('_SIGNS')})?({GRAMMAR.expression('SECTION')})"
    rf"(?:{_GAP}?{GRAMMAR.expression('TOTAL')})?(?:{GRAMMAR.expression('COLON')})?"
)
#: What begins a line that is no card; before all cards it is one of the notes.
REMARK: Final = "//"
#: The end of a title of a section that is no usual one.
_COLON: Final = ":"

DECK: Final = "Deck"
SIDEBOARD: Final = "Sideboard"
ABOUT: Final = "About"
#: The sections of decks by the words that their titles have.
SECTIONS: Final = {
    "deck": DECK,
    "main": DECK,
    "maindeck": DECK,
    "mainboard": DECK,
    "sideboard": SIDEBOARD,
    "side": SIDEBOARD,
    "commander": "Commander",
    "commanders": "Commander",
    "command zone": "Commander",
    "companion": "Companion",
    "maybeboard": "Maybeboard",
    "considering": "Maybeboard",
    "attractions": "Attractions",
    "stickers": "Stickers",
    "tokens": "Tokens",
    "about": ABOUT,
}
#: Titles of groups within a section.
_GROUPS: Final = frozenset(
    word + plural
    for word in ("creature", "instant", "land", "artifact", "enchantment", "planeswalker")
    for plural in ("", "s")
) | {"sorcery", "sorceries", "battles", "spells", "noncreature", "others", "other"}
_FINISHES: Final = {"f": "foil", "foil": "foil", "e": "etched", "etched": "etched"}
_MARK: Final = re.compile(r"\*([A-Za-z-]+)\*")
_CATEGORIES: Final = re.compile(r"\[([^\[\]]*)\]")
_COMMANDER: Final = "cmdr"
#: What names of cards do not have: it was meant as something else.
_ODD_NAME: Final = re.compile(r"[\[\]{}|<>=^*]|^[-–—•]")
_LINE: Final = re.compile(r"[^\r\n]+")
_END: Final = r"(?:\r\n|\r(?!\n)|\n)"
_BLANK: Final = re.compile(rf"{_END}[^\S\r\n]*{_END}")
#: More copies than any deck has.
MAX_COPIES: Final = 10_000


def read_deck(source: SourceText, options: DeckOptions, log: DiagnosticLog) -> DeckText:
    """The lines of *source*."""
    name, section = "", ""
    name_at = None
    lines: list[CardLine] = []
    notes: list[str] = []
    for start, text in _texts(source, options, log):
        title = section_of(text)
        if section == ABOUT and text.lower().startswith("name "):
            name = text[len("name ") :].strip()
            name_at = (start + len(text) - len(name), start + len(text))
        elif title is not None:
            section = title or section
        elif text.startswith(REMARK) and not lines and section in ("", ABOUT):
            notes.append(text.removeprefix(REMARK).removeprefix(" "))
        elif section != ABOUT and not text.startswith((REMARK, "#")):
            lines.append(_card_line(source, start, text, section or DECK, log))
    has_sections = bool(section) or any(line.is_side for line in lines)
    if not has_sections and (first := _second_block(source, lines)):
        log.add(DeckCode.AFTER_BLANK, source.span(lines[first].start, lines[first].end))
        lines[first:] = [evolve(line, section=SIDEBOARD) for line in lines[first:]]
    return DeckText(source, name, lines, name_at, "\n".join(notes))


def _texts(
    source: SourceText, options: DeckOptions, log: DiagnosticLog
) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, without the white space around them, and where they begin."""
    for match in _LINE.finditer(source.text):
        length = match.end() - match.start()
        if length > options.max_line:
            span = source.span(match.start(), match.end())
            log.add(SharedCode.LINE_TOO_LONG, span, length=length, limit=options.max_line)
            continue
        text = match[0].lstrip("\ufeff \t\f\v\u00a0")
        start = match.end() - len(text)
        if text := text.rstrip():
            yield start, text


def section_of(text: str) -> str | None:
    """The section that a title begins; empty for the title of a group, None if it is no title."""
    match = _TITLE.fullmatch(text)
    word = match[1].lower() if match else ""
    if word in _GROUPS:
        return ""
    if match and word not in SECTIONS and text == f"{match[1]}{_COLON}":
        return match[1]
    return SECTIONS.get(word)


def title_of(section: str) -> str | None:
    """The title that begins a *section*; None if there is none that is read as it."""
    return next(
        (each for each in (section, f"{section}{_COLON}") if section_of(each) == section), None
    )


def _card_line(
    source: SourceText, start: int, text: str, section: str, log: DiagnosticLog
) -> CardLine:
    match = _CARD.fullmatch(text)
    if match is None:  # white space that ends no line to Python's patterns
        return CardLine(start, start + len(text), None, CardRef(text), None, "", section)
    side, count, printing, name, set_code, number, marks = match.groups()
    copies = None if count is None else _copies(count)
    if copies is not None and copies > MAX_COPIES:
        span = source.span(start + match.start(2), start + match.end(2))
        log.add(DeckCode.TOO_MANY, span, copies=count.rstrip("xX×"), limit=MAX_COPIES)
        copies = MAX_COPIES
    finish = None
    for mark in _MARK.finditer(marks or ""):
        word = mark[1].lower()
        if word == _COMMANDER:
            section = SECTIONS["commander"]
        elif word in _FINISHES:
            finish = _FINISHES[word]
        else:
            place = start + match.start(7) + mark.start()
            log.add(DeckCode.MARK, source.span(place, place + len(mark[0])), mark=mark[0])
    if _ODD_NAME.search(name):
        span = source.span(start + match.start(4), start + match.end(4))
        log.add(DeckCode.ODD_NAME, span, name=name[:80])
    code, _, its_number = (printing or set_code or "")[1:-1].partition(":")
    ref = CardRef(name, code.upper() or None, number or its_number or None)
    section = SIDEBOARD if side is not None else _category(marks or "") or section
    return CardLine(
        start,
        start + len(text),
        copies,
        ref,
        finish,
        marks or "",
        section,
        is_side=side is not None,
    )


def _category(marks: str) -> str | None:
    """The section that categories among the *marks* say, as ``[Sideboard]`` does; None if none."""
    for match in _CATEGORIES.finditer(marks):
        words = [re.sub(r"\{.*", "", each).strip().lower() for each in match[1].split(",")]
        sections = [SECTIONS[word] for word in words if word in SECTIONS]
        if sections:
            return sections[0]
        if "{nodeck}" in match[1].lower():
            return SECTIONS["maybeboard"]
    return None


def _copies(count: str) -> int:
    digits = count.rstrip("xX×").lstrip("0") or "0"
    return int(digits) if len(digits) < len(str(MAX_COPIES)) + 1 else MAX_COPIES + 1


def _second_block(source: SourceText, lines: list[CardLine]) -> int | None:
    """The first line of the second block, where a single blank line parts the lines in two."""
    gaps = [
        number
        for number in range(1, len(lines))
        if _BLANK.search(source.text, lines[number - 1].end, lines[number].start)
    ]
    return gaps[0] if len(gaps) == 1 else None
