"""From text to lines: sections by their titles, by ``SB:``, or by an empty line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...model import CardRef
from ...source import SourceText, head_of
from ..base import Confidence
from ..folders import files_below
from ..grammar import Grammar
from .codes import DeckCode
from .format import EXTENSION, DeckOptions
from .syntax import DeckLine, DeckListText

GRAMMAR: Final = Grammar(__package__, "deck.lark")
_CARD, _TITLE, _FLAG, _CATEGORIES, _LINE, _CONTENT, _EMPTY = map(
    GRAMMAR.rule, ("card_line", "title", "FLAG", "CATEGORIES", "LINE", "CONTENT", "EMPTY")
)
#: What begins a line that is no card; before all cards it is one of the notes.
REMARK: Final = "//"
#: What may stand behind a number of copies.
_TIMES: Final = "xX×"
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
_COMMANDER: Final = "cmdr"
#: Characters that names of cards do not contain, or do not begin with: it was meant otherwise.
_ODD_IN_NAMES: Final = frozenset("[]{}|<>=^*")
_ODD_BEFORE_NAMES: Final = ("-", "–", "—", "•")
#: More copies than any deck has.
MAX_COPIES: Final = 10_000
#: The sections whose titles only decks have.
_OF_DECKS: Final = frozenset((ABOUT, DECK, SIDEBOARD, SECTIONS["commander"], SECTIONS["companion"]))
#: Number of texts in a folder that are looked at to see whether it is one of decks, and of bytes.
_MOST_SNIFFED, _HEAD = 100, 16 * 1024


def read_deck(source: SourceText, options: DeckOptions, log: DiagnosticLog) -> DeckListText:
    """Read the lines of *source*."""
    name, section = "", ""
    name_at = None
    lines: list[DeckLine] = []
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
        log.add(DeckCode.AFTER_BLANK_LINE, source.span(lines[first].start, lines[first].end))
        lines[first:] = [evolve(line, section=SIDEBOARD) for line in lines[first:]]
    return DeckListText(source, name, lines, name_at, "\n".join(notes))


def _texts(
    source: SourceText, options: DeckOptions, log: DiagnosticLog
) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, stripped, with their offsets."""
    for match in _LINE.finditer(source.text):
        length = match.end() - match.start()
        if length > options.max_line:
            span = source.span(match.start(), match.end())
            log.add(SharedCode.LINE_TOO_LONG, span, length=length, limit=options.max_line)
            continue
        if content := _CONTENT.search(source.text, match.start(), match.end()):
            yield content.start(), content[0]


def section_of(text: str) -> str | None:
    """Return the section of a title; empty for the title of a group, None for other lines."""
    match = _TITLE.fullmatch(text)
    word = match["SECTION"].lower() if match else ""
    if word in _GROUPS:
        return ""
    if match and word not in SECTIONS and text == f"{match['SECTION']}{_COLON}":
        return match["SECTION"]
    return SECTIONS.get(word)


def title_of(section: str) -> str | None:
    """Return the title of a *section*; None if no title is read as that section."""
    return next(
        (each for each in (section, f"{section}{_COLON}") if section_of(each) == section), None
    )


def _card_line(
    source: SourceText, start: int, text: str, section: str, log: DiagnosticLog
) -> DeckLine:
    match = _CARD.fullmatch(text)
    assert match is not None  # noqa: S101 - every text is a name at least
    name, count, marks = match["NAME"], match["COUNT"], match["marks"] or ""
    copies = None if count is None else _copies(count)
    if copies is not None and copies > MAX_COPIES:
        span = source.span(start + match.start("COUNT"), start + match.end("COUNT"))
        log.add(DeckCode.TOO_MANY, span, copies=count.rstrip(_TIMES), limit=MAX_COPIES)
        copies = MAX_COPIES
    finish = None
    for flag in _FLAG.finditer(marks):
        word = flag[0][1:-1].lower()
        if word == _COMMANDER:
            section = SECTIONS["commander"]
        elif word in _FINISHES:
            finish = _FINISHES[word]
        else:
            place = start + match.start("marks") + flag.start()
            log.add(DeckCode.MARK, source.span(place, place + len(flag[0])), mark=flag[0])
    if name.startswith(_ODD_BEFORE_NAMES) or not _ODD_IN_NAMES.isdisjoint(name):
        span = source.span(start + match.start("NAME"), start + match.end("NAME"))
        log.add(DeckCode.ODD_NAME, span, name=name[:80])
    code, _, its_number = (match["PRINTING"] or match["SET"] or "")[1:-1].partition(":")
    ref = CardRef(name, code.upper() or None, match["NUMBER"] or its_number or None)
    is_side = match["SIDE"] is not None
    section = SIDEBOARD if is_side else _category(marks) or section
    end = start + len(text)
    return DeckLine(start, end, copies, ref, finish, marks, section, is_side=is_side)


def _category(marks: str) -> str | None:
    """Return the section of a category such as ``[Sideboard]`` among the *marks*; else None."""
    for match in _CATEGORIES.finditer(marks):
        categories = match[0][1:-1].lower()
        words = [each.partition("{")[0].strip() for each in categories.split(",")]
        sections = [SECTIONS[word] for word in words if word in SECTIONS]
        if sections:
            return sections[0]
        if "{nodeck}" in categories:
            return SECTIONS["maybeboard"]
    return None


def _copies(count: str) -> int:
    digits = count.rstrip(_TIMES).lstrip("0") or "0"
    return int(digits) if len(digits) < len(str(MAX_COPIES)) + 1 else MAX_COPIES + 1


def _second_block(source: SourceText, lines: list[DeckLine]) -> int | None:
    """Return the first line of the second block if a single blank line divides the lines in two."""
    gaps = [
        number
        for number in range(1, len(lines))
        if _EMPTY.search(source.text, lines[number - 1].end, lines[number].start)
    ]
    return gaps[0] if len(gaps) == 1 else None


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Titles of sections of a deck above or among counted lines are a sure sign.

    Those behind ``#`` are none: cube lists have such comments, ``# mainboard`` too.
    """
    if path is not None and path.is_dir():
        is_deck = any(
            sniff(head_of(each, _HEAD), None) for each in islice(_files(path), _MOST_SNIFFED)
        )
        return Confidence.LIKELY if is_deck else Confidence.NO
    lines = _sniffed(head)
    titles = (section_of(line) for line in lines if not line.startswith("#"))
    has_cards = _has_cards(lines)
    if has_cards and any(title in _OF_DECKS for title in titles):
        return Confidence.CERTAIN
    # decks of other games have zones of their own, and nothing but them and counted lines
    zones = [line for line in lines if line.endswith(_COLON) and section_of(line)]
    others = (line for line in lines[:-1] if line and line not in zones)
    has_zones = bool(zones) and all(line[0].isdigit() for line in others)
    return Confidence.LIKELY if has_cards and has_zones else Confidence.NO


def split(path: Path) -> tuple[Path, ...]:
    """Return the texts in and below a folder that have counted lines and no lists of cards."""
    return tuple(each for each in _files(path) if _has_cards(_sniffed(head_of(each, _HEAD))))


def _files(path: Path) -> Iterator[Path]:
    return (each for each in files_below(path) if each.suffix.lower() == EXTENSION)


def _sniffed(head: bytes) -> list[str]:
    return [line.strip() for line in head.decode("utf-8", "replace").splitlines()]


def _has_cards(lines: list[str]) -> bool:
    if any(line.startswith("[") for line in lines):
        return False
    # most lines of other texts do not begin so, and need no further look
    counted = (line for line in lines if line[:1].isdigit() or line[:3].upper() == "SB:")
    return any((match := _CARD.fullmatch(line)) and match["COUNT"] for line in counted)
