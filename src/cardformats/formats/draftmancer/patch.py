"""A list that was changed in a few places: the text that was read, but for these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ..json_patch import json_edits
from ..json_text import encode
from ..patch import CannotPatchError, Edit, aligned, patched
from .card_patch import card_edits, json_place
from .from_model import WrittenList
from .old_layouts import old_layout_edits
from .printings import line_text
from .render import TITLES, header_text, options_text, safe_json
from .syntax import (
    BLANKS,
    CardLine,
    CardList,
    Header,
    JsonSection,
    LayoutsSection,
    SheetSection,
)

_LINE: Final = re.compile(r"[^\n]*(?:\n|\Z)")
_COUNT: Final = re.compile(r"([0-9]+)(\s+)")
#: What is no name at the beginning of a line: a number, a comment, a header.
_NEEDS_COUNT: Final = re.compile(r"[0-9#\[]")
_HEADER: Final = re.compile(
    r"\[\s*(?P<name>[^\"()\[\]{}]*[^\"()\[\]{}\s])\s*(?:\((?P<count>[0-9]+)\))?"
)
_BLANK_BEFORE_HEADER: Final = re.compile(r"\n[^\S\n]*\n\s*\[")


def list_edits(cards: CardList, before: WrittenList, after: WrittenList) -> list[Edit]:
    """The edits of the text of *cards*, which was read, where *before* and *after* differ.

    Args:
        cards: the list that was read.
        before: the list that would be written of the card set as it was read.
        after: the list that would be written of the card set as it is.

    Raises:
        CannotPatchError: see there.
    """
    assert cards.source is not None  # noqa: S101 - it was read
    return list(_Patch(cards, cards.source.text, before, after).edits())


def card_rows(cards: CardList, sheet: SheetSection) -> list[tuple[int, int]]:
    """Where the card lines of a sheet that was read are, without the blanks around them."""
    assert cards.source is not None  # noqa: S101 - it was read
    rows = []
    place, longest = sheet.start, cards.options.max_line
    for line in cards.source.text[sheet.start : sheet.end].split("\n"):
        text = line.strip(BLANKS)
        if text and text[0] != "#" and len(text) <= longest:
            start = place + line.index(text)
            rows.append((start, start + len(text)))
        place += len(line) + 1
    return rows


def line_bounds(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """Where the line of *place* begins, and the one after that; the end if there is none."""
    start = text.rfind("\n", 0, place[0]) + 1
    return start, text.find("\n", place[1]) + 1 or len(text)


class _Patch:
    """Finds the edits of a list."""

    def __init__(self, cards: CardList, text: str, before: WrittenList, after: WrittenList) -> None:
        self.cards, self.sections, self.text = cards, cards.sections, text
        self.before, self.after = before, after
        self.top = int(text.startswith("\ufeff"))
        self.blank = [""] if _BLANK_BEFORE_HEADER.search(text) else []
        listed = [each for each in cards.sections if isinstance(each, SheetSection)]
        if not cards.sections:  # a list of no more than comments
            listed = [SheetSection(Header(), start=len(text), end=len(text))]
        #: The sheets that count, and those that later ones of the name replace.
        self.sheets = {each.header.name: each for each in listed}
        self.replaced = [each for each in listed if self.sheets[each.header.name] is not each]
        #: The only sheet of a list without headers.
        self.plain = listed[0] if listed and not _has_header(listed[0]) else None

    def edits(self) -> Iterator[Edit]:
        """The edits that make *after* of what was *before*."""
        yield from self.settings(dict(self.before.settings), dict(self.after.settings))
        yield from self.custom_cards(self.before.custom, self.after.custom)
        yield from self.sheet_sections(_sheets(self.before.cards), _sheets(self.after.cards))

    def settings(self, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Edit]:
        """The edits of ``[Settings]``, and of the old ``[Layouts]``."""
        for section in self.sections:
            if isinstance(section, LayoutsSection):
                layouts = before.pop("layouts", {}), after.pop("layouts", {})
                for start, end, lines in old_layout_edits(self.text, section, *layouts):
                    yield Edit(start, end, lines.replace("\n", self.line_end(start)))
        if encode(before, None) == encode(after, None):
            return
        own = self.json_sections("settings")
        if not own:
            new = {key: each for key, each in after.items() if before.get(key) != each}
            yield self.new_section("settings", new, None)
        for section in own:
            later = own[own.index(section) + 1 :]
            keys = [
                key
                for key in before | after
                if not later
                or (key in section.value and not any(key in each.value for each in later))
            ]
            its_before, its_after = (
                {key: side[key] for key in side if key in keys} for side in (before, after)
            )
            edits = json_edits(self.text, json_place(section), section.value, its_before, its_after)
            yield from self.in_json(edits)

    def custom_cards(
        self, before: list[dict[str, Any]], after: list[dict[str, Any]]
    ) -> Iterator[Edit]:
        """The edits of ``[CustomCards]``."""
        if encode(before, None) == encode(after, None):
            return
        own = self.json_sections("customcards")
        if not own:
            first = next((each for each in self.sections if isinstance(each, SheetSection)), None)
            yield self.new_section("customcards", after, first)
            return
        yield from self.in_json(card_edits(self.cards, own, before, after))

    def sheet_sections(
        self, before: Mapping[str, SheetSection], after: Mapping[str, SheetSection]
    ) -> Iterator[Edit]:
        """The edits of the sheets."""
        if self.plain is not None:
            yield from self.plain_header(before, after)
        elif not self.sheets:
            for section in after.values() if before != after else ():
                yield self.new_sheet(section, len(self.text))
            return
        place = -1
        for old, new in _pairs(list(before), list(after)):
            at = place if place >= 0 else self.first_sheet()
            if old is None and new is not None and new not in before:
                yield self.new_sheet(after[new], at)
                continue
            own = self.sheet(old or new or "", is_renamed=old != new and None not in (old, new))
            if new is None:
                yield from self.without_sheet(own)
                continue
            was = before[own.header.name]
            header = self.header(own, was.header, after[new].header)
            edits = [*header, *self.lines(own, was.lines, after[new].lines)]
            if old is None:
                yield self.moved_sheet(own, edits, at)
            else:
                yield from edits
                place = self.end_of(own)

    def moved_sheet(self, own: SheetSection, edits: list[Edit], place: int) -> Edit:
        """The edit that puts a sheet that was read, with *edits* of its own, at *place*."""
        start, end = self.place_of(own), self.end_of(own)
        shifted = [Edit(edit.start - start, edit.end - start, edit.new) for edit in edits]
        lines = patched(self.text[start:end], shifted).removesuffix("\n").split("\n")
        lines = [line.removesuffix("\r") for line in lines]
        return self.inserted(place, [*lines, *(self.blank if lines[-1].strip(BLANKS) else ())])

    def sheet(self, name: str, *, is_renamed: bool = False) -> SheetSection:
        """The section of a sheet that was read.

        Raises:
            CannotPatchError: there is none, or it is *renamed* and hides another one.
        """
        hides = is_renamed and any(each.header.name == name for each in self.replaced)
        if name not in self.sheets or hides:
            raise CannotPatchError
        return self.sheets[name]

    def plain_header(
        self, before: Mapping[str, SheetSection], after: Mapping[str, SheetSection]
    ) -> Iterator[Edit]:
        """The header of a list that has none, if it is to have other sections, or is empty.

        What no list with headers leaves out becomes comments.
        """
        [(name, was)] = before.items()
        now = after.get(name) or next(iter(after.values()), None)
        if now is None or self.plain is None:
            raise CannotPatchError
        is_alone = encode(self.before.settings, None) == encode(self.after.settings, None)
        is_alone = is_alone and self.before.custom == self.after.custom and len(after) == 1
        if is_alone and now.header == was.header and now.lines:
            return
        yield self.inserted(self.first_line(self.plain), [header_text(now.header)])
        for line in _LINE.finditer(self.text, self.plain.end):
            text = line[0].lstrip(BLANKS)
            if text and not text.startswith("#"):
                yield Edit(line.start(), line.start(), "# ")

    def new_sheet(self, section: SheetSection, place: int) -> Edit:
        """The edit that puts a sheet at *place*."""
        lines = [header_text(section.header), *map(line_text, section.lines)]
        return self.inserted(place, [*lines, *self.blank])

    def without_sheet(self, sheet: SheetSection) -> Iterator[Edit]:
        """The edits that remove a sheet, and those that it replaced."""
        if self.plain is not None:
            raise CannotPatchError
        for own in (*self.replaced, sheet):
            if own.header.name == sheet.header.name:
                yield Edit(self.place_of(own), self.end_of(own), "")

    def header(self, own: SheetSection, before: Header, after: Header) -> Iterator[Edit]:
        """The edits of the header of a sheet."""
        if before == after or self.plain is not None:
            return
        start, end = own.header.start, own.header.end
        match = _HEADER.match(self.text, start, end)
        if match is None:
            raise CannotPatchError
        if before.name != after.name:
            yield Edit(*match.span("name"), after.name)
        if before.count != after.count:
            new = "" if after.count is None else f"({after.count})"
            where = match.end("name") if match["count"] is None else match.start("count") - 1
            yield Edit(where, match.end() if match["count"] else where, new)
        if before.options == after.options:
            return
        json = own.header.json
        if json is None:
            yield Edit(end - 1, end - 1, options_text(after))
        elif after.options is None:
            yield Edit(json.start, json.end, "")
        else:
            place_ = json.start, json.end
            options = own.header.options or {}, before.options or {}, after.options
            yield from json_edits(self.text, place_, *options)

    def lines(
        self, own: SheetSection, before: tuple[CardLine, ...], after: tuple[CardLine, ...]
    ) -> Iterator[Edit]:
        """The edits of the lines of a sheet."""
        if before == after:
            return
        rows = self.rows(own)
        if len(rows) != len(before):
            raise CannotPatchError
        place = self.line_start(rows[0][0]) if rows else max(self.top, own.start)
        near = self.text[slice(*rows[0])] if rows else ""
        pairs = list(aligned(before, after))
        moved = {
            before[was]: self.text[slice(*rows[was])]
            for was, now in pairs
            if was is not None and (now is None or before[was] != after[now])
        }
        for was, now in pairs:
            if was is None and now is not None:
                text = moved.get(after[now]) or _like_others(after[now], near)
                yield self.inserted(place, [text])
            elif was is not None:
                start, end = rows[was]
                place, near = self.next_line(end), self.text[start:end]
                if now is None:
                    yield self.removed(rows, was)
                elif before[was] != after[now]:
                    text = moved.get(after[now]) or _like(near, before[was], after[now])
                    yield Edit(start, end, text)

    def rows(self, sheet: SheetSection) -> list[tuple[int, int]]:
        """See :func:`card_rows`."""
        return card_rows(self.cards, sheet)

    def removed(self, rows: list[tuple[int, int]], row: int) -> Edit:
        """The edit that removes a line, with the comment above it if that is its alone."""
        start, end = self.line_start(rows[row][0]), self.next_line(rows[row][1])
        following = rows[row + 1][0] if row + 1 < len(rows) else -1
        is_last_of_group = self.line_start(following) != end if following >= 0 else True
        above = self.comments_above(start)
        return Edit(above if is_last_of_group else start, end, "")

    def new_section(self, kind: str, value: Any, before: SheetSection | None) -> Edit:
        """The edit that puts ``[Settings]`` first, or ``[CustomCards]`` *before* the sheets."""
        if self.plain is not None:
            place = self.first_line(self.plain)
        elif kind == "settings":
            place = self.place_of(self.sections[0])
        else:
            place = len(self.text) if before is None else self.place_of(before)
        lines = [TITLES[kind], *safe_json(encode(value)).split("\n")]
        return self.inserted(place, [*lines, *self.blank])

    def in_json(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """*edits* that Draftmancer can read, with the line ends of the list."""
        for start, end, new in edits:
            yield Edit(start, end, safe_json(new).replace("\n", self.line_end(start)))

    def json_sections(self, kind: str) -> list[JsonSection]:
        """The sections of a kind."""
        return [
            each for each in self.sections if isinstance(each, JsonSection) and each.kind == kind
        ]

    def inserted(self, place: int, lines: Iterable[str]) -> Edit:
        """The edit that puts whole *lines* before the one that begins at *place*."""
        line_end = self.line_end(place)
        new = "".join(line + line_end for line in lines)
        if place == len(self.text) > self.top and self.text[-1] != "\n":
            new = line_end + new.removesuffix(line_end)
        return Edit(place, place, new)

    def line_end(self, place: int) -> str:
        """The line end of the line before *place*, or of the first line."""
        line = self.text.rfind("\n", 0, place)
        line = self.text.find("\n") if line < 0 else line
        return "\r\n" if line > 0 and self.text[line - 1] == "\r" else "\n"

    def first_line(self, sheet: SheetSection) -> int:
        """Where the first card line of a sheet begins, or would."""
        rows = self.rows(sheet)
        return self.line_start(rows[0][0]) if rows else max(self.top, sheet.start)

    def first_sheet(self) -> int:
        """Where the first sheet begins."""
        return min(self.place_of(each) for each in (*self.sheets.values(), *self.replaced))

    def place_of(self, section: SheetSection | JsonSection | LayoutsSection) -> int:
        """Where a section begins: with the comment above it, but not with that of the list."""
        head = section.header if isinstance(section, SheetSection) else section
        start = self.line_start(head.start)
        above = self.comments_above(start)
        return above if above > self.top else start

    def end_of(self, sheet: SheetSection) -> int:
        """Where a sheet ends, without a comment that stands above the next section."""
        return sheet.end if sheet.end == len(self.text) else self.comments_above(sheet.end)

    def line_start(self, place: int) -> int:
        """Where the line of *place* begins."""
        return max(self.top, self.text.rfind("\n", 0, place) + 1)

    def next_line(self, place: int) -> int:
        """Where the line after that of *place* begins; the end if there is none."""
        return self.text.find("\n", place) + 1 or len(self.text)

    def comments_above(self, place: int) -> int:
        """Where the comment lines begin that stand right above the line at *place*."""
        while place > self.top:
            start = self.line_start(place - 1)
            if not self.text[start:place].lstrip(BLANKS).startswith("#"):
                break
            place = start
        return place


def _sheets(cards: CardList) -> dict[str, SheetSection]:
    return {each.header.name: each for each in cards.sections if isinstance(each, SheetSection)}


def _pairs(before: list[str], after: list[str]) -> Iterator[tuple[str | None, str | None]]:
    """Which sheet has become which; one that changes its place goes, and comes."""
    for was, now in aligned(before, after):
        old = None if was is None else before[was]
        new = None if now is None else after[now]
        if None not in (old, new) and old != new and (old in after or new in before):
            yield old, None
            yield None, new
        else:
            yield old, new


def _has_header(sheet: SheetSection) -> bool:
    return sheet.header.start < sheet.header.end


def _like_others(line: CardLine, near: str) -> str:
    """A new *line* beside the text of another one: without a count if that has none."""
    count, _, rest = line_text(line).partition(" ")
    has_count = count != "1" or _NEEDS_COUNT.match(rest) or not near or _COUNT.match(near)
    return line_text(line) if has_count else rest


def _like(text: str, before: CardLine, after: CardLine) -> str:
    """The line *after* in the manner of *text*, which says *before*."""
    count, _, rest = line_text(after).partition(" ")
    match = _COUNT.match(text)
    needs_count = count != "1" or _NEEDS_COUNT.match(rest)
    head = count + match[2] if match else f"{count} " if needs_count else ""
    if line_text(before).partition(" ")[2] == rest:
        rest = text[match.end() :] if match else text
    return head + rest
