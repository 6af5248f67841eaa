"""A list that was changed in a few places: the text that was read, but for these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ..json_patch import json_edits
from ..json_text import encode
from ..patch import CannotPatchError, Edit, aligned, patched
from .from_model import WrittenList
from .printings import line_text
from .render import TITLES, header_text, safe_json
from .syntax import BLANKS, CardLine, CardList, Header, JsonSection, SheetSection

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_COUNT: Final = re.compile(r"([0-9]+)(\s+)")


def patched_list(cards: CardList, before: WrittenList, after: WrittenList) -> str:
    """The text of *cards*, which was read, changed where *before* and *after* differ.

    Args:
        cards: the list that was read.
        before: the list that would be written of the card set as it was read.
        after: the list that would be written of the card set as it is.

    Raises:
        CannotPatchError: see there.
    """
    assert cards.source is not None  # noqa: S101 - it was read
    text = cards.source.text
    return patched(text, list(_Patch(cards, text).edits(before, after)))


class _Patch:
    """Finds the edits of a list."""

    def __init__(self, cards: CardList, text: str) -> None:
        self.sections, self.text = cards.sections, text
        self.line_end = "\r\n" if "\r\n" in text else "\n"
        sheets = [each for each in cards.sections if isinstance(each, SheetSection)]
        self.sheets = _sheets(cards)
        self.has_headers = all(_has_header(each) for each in sheets)

    def edits(self, before: WrittenList, after: WrittenList) -> Iterator[Edit]:
        """The edits that make *after* of what was *before*."""
        yield from self.json_section("settings", before.settings, after.settings)
        yield from self.json_section("customcards", before.custom, after.custom)
        yield from self.sheet_sections(_sheets(before.cards), _sheets(after.cards))

    def json_section(self, kind: str, before: Any, after: Any) -> Iterator[Edit]:
        """The edits of ``[Settings]`` or of ``[CustomCards]``."""
        if before == after:
            return
        own = [
            each for each in self.sections if isinstance(each, JsonSection) and each.kind == kind
        ]
        if len(own) > 1 or not self.has_headers or not self.sections:
            raise CannotPatchError
        for section in own:
            if kind == "customcards" and len(section.value) != len(before):
                raise CannotPatchError
            assert section.json is not None  # noqa: S101 - it was read
            place = (section.json.start, section.json.end)
            for edit in json_edits(self.text, place, section.value, before, after):
                yield edit._replace(new=safe_json(edit.new))
        if not own:
            if kind == "settings":
                after = {key: each for key, each in after.items() if before.get(key) != each}
            first = self.sections[0] if kind == "settings" else next(iter(self.sheets.values()))
            head = first.header if isinstance(first, SheetSection) else first
            lines = [TITLES[kind], *safe_json(encode(after)).split("\n"), ""]
            yield self.inserted(self.comments_above(self.line_start(head.start)), lines)

    def sheet_sections(
        self, before: Mapping[str, SheetSection], after: Mapping[str, SheetSection]
    ) -> Iterator[Edit]:
        """The edits of the sheets."""
        last: SheetSection | None = None
        for name, section in after.items():
            own = self.sheets.get(name)
            if own is not None and name in before:
                yield from self.header(own, before[name].header, section.header)
                yield from self.lines(own, before[name].lines, section.lines)
                last = own
            elif own is not None or name in before or last is None or not self.has_headers:
                raise CannotPatchError
            else:
                lines = [header_text(section.header), *map(line_text, section.lines), ""]
                yield self.inserted(self.comments_above(last.end), lines)
        for name in before.keys() - after.keys():
            own = self.sheets.get(name)
            if own is not None and _has_header(own):
                start = self.comments_above(self.line_start(own.header.start))
                yield Edit(start, self.comments_above(own.end), "")

    def header(self, own: SheetSection, before: Header, after: Header) -> Iterator[Edit]:
        """The edit of the header of a sheet."""
        if before == after:
            return
        if _has_header(own):
            yield Edit(own.header.start, own.header.end, header_text(after))
        elif own.end == len(self.text):
            yield self.inserted(own.start, [header_text(after)])
        else:  # a comment that ends a list without headers
            raise CannotPatchError

    def lines(
        self, own: SheetSection, before: tuple[CardLine, ...], after: tuple[CardLine, ...]
    ) -> Iterator[Edit]:
        """The edits of the lines of a sheet."""
        if before == after:
            return
        rows = self.rows(own)
        if len(rows) != len(before):
            raise CannotPatchError
        place = self.line_start(rows[0][0]) if rows else own.start
        for was, now in aligned(before, after):
            if was is None and now is not None:
                yield self.inserted(place, [line_text(after[now])])
            elif was is not None:
                start, end = rows[was]
                place = self.next_line(end)
                if now is None:
                    yield self.removed(rows, was)
                elif before[was] != after[now]:
                    yield Edit(start, end, _like(self.text[start:end], before[was], after[now]))

    def rows(self, sheet: SheetSection) -> list[tuple[int, int]]:
        """Where the card lines of a sheet are, without the blanks around them."""
        rows = []
        for line in _LINE.finditer(self.text, sheet.start, sheet.end):
            text = line[0].strip(BLANKS)
            if text and not text.startswith("#"):
                start = line.start() + line[0].index(text)
                rows.append((start, start + len(text)))
        return rows

    def removed(self, rows: list[tuple[int, int]], row: int) -> Edit:
        """The edit that removes a line, with the comment above it if that is its alone."""
        start, end = self.line_start(rows[row][0]), self.next_line(rows[row][1])
        following = rows[row + 1][0] if row + 1 < len(rows) else -1
        is_last_of_group = self.line_start(following) != end if following >= 0 else True
        above = self.comments_above(start)
        return Edit(above if is_last_of_group else start, end, "")

    def inserted(self, place: int, lines: Iterable[str]) -> Edit:
        """The edit that puts whole *lines* before the one that begins at *place*."""
        new = "".join(line + self.line_end for line in lines)
        if place == len(self.text) and self.text[-1:] not in ("", "\n"):
            new = self.line_end + new.removesuffix(self.line_end)
        return Edit(place, place, new)

    def line_start(self, place: int) -> int:
        """Where the line of *place* begins."""
        return self.text.rfind("\n", 0, place) + 1

    def next_line(self, place: int) -> int:
        """Where the line after that of *place* begins; the end if there is none."""
        return self.text.find("\n", place) + 1 or len(self.text)

    def comments_above(self, place: int) -> int:
        """Where the comment lines begin that stand right above the line at *place*."""
        while place:
            start = self.line_start(place - 1)
            if not self.text[start:place].lstrip(BLANKS).startswith("#"):
                break
            place = start
        return place


def _sheets(cards: CardList) -> dict[str, SheetSection]:
    return {each.header.name: each for each in cards.sections if isinstance(each, SheetSection)}


def _has_header(sheet: SheetSection) -> bool:
    return sheet.header.start < sheet.header.end


def _like(text: str, before: CardLine, after: CardLine) -> str:
    """The line *after* in the manner of *text*, which says *before*."""
    count, _, rest = line_text(after).partition(" ")
    match = _COUNT.match(text)
    head = count + match[2] if match else "" if count == "1" else f"{count} "
    if line_text(before).partition(" ")[2] == rest:
        rest = text[match.end() :] if match else text
    return head + rest
