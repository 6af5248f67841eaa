"""Edits of the text of a list that was changed in a few places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ..json_patch import json_edits
from ..json_text import encode
from ..patch import CannotPatchError, Edit, moved, patched
from .card_patch import card_edits, json_place
from .from_model import WrittenList, WrittenSheet
from .line_patch import TextLines, card_rows, line_places
from .lines import GRAMMAR, OLD_LAYOUT, OLD_SLOT, line_text
from .render import TITLES, header_text, options_text, safe_json
from .syntax import (
    WHITE_SPACE,
    CardList,
    Header,
    JsonSection,
    LayoutsSection,
    SheetSection,
)

_OLD_NAME: Final = GRAMMAR.rule("WORD")
_HEADER: Final = GRAMMAR.rule("header")
_EMPTY_LINE_BEFORE_HEADER: Final = GRAMMAR.rule("SPACED_HEADER")


def list_edits(cards: CardList, before: WrittenList, after: WrittenList) -> list[Edit]:
    """Return the edits of the text of *cards* for the differences of *before* and *after*.

    Args:
        cards: The list that was read.
        before: The list that would be written for the card set as it was read.
        after: The list that would be written for the card set as it is now.

    Raises:
        CannotPatchError: If the changes cannot be made as edits.
    """
    return list(_Patch(cards, before, after).edits())


class _Patch:
    """The edits of a list."""

    def __init__(self, cards: CardList, before: WrittenList, after: WrittenList) -> None:
        self.cards, self.sections = cards, cards.sections
        self.text = text = cards.source.text
        self.lines = TextLines(text)
        self.before, self.after = before, after
        self.empty_line = [""] if _EMPTY_LINE_BEFORE_HEADER.search(text) else []
        listed = cards.sheets
        if not cards.sections:  # a list that contains only comments
            listed = [SheetSection(Header(), start=len(text), end=len(text))]
        #: The sheets in effect, and the sheets that later ones of the same name replace.
        self.sheets = {each.header.name: each for each in listed}
        self.replaced = [each for each in listed if self.sheets[each.header.name] is not each]
        #: The only sheet of a list without headers.
        self.plain = listed[0] if listed and not _has_header(listed[0]) else None

    def edits(self) -> Iterator[Edit]:
        """Yield the edits that change *before* to *after*."""
        yield from self.settings(dict(self.before.settings), dict(self.after.settings))
        yield from self.custom_cards(self.before.custom, self.after.custom)
        yield from self.sheet_sections(self.before.sheets, self.after.sheets)

    def settings(self, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Edit]:
        """Yield the edits of ``[Settings]``, and of the old ``[Layouts]``."""
        if self.takes_other_weights(*(side.get("layouts", {}) for side in (before, after))):
            before["predeterminedLayouts"] = []  # so all of it is written
        for section in self.sections:
            if isinstance(section, LayoutsSection):
                sides = before.pop("layouts", {}), after.pop("layouts", {})
                yield from self.old_layouts(section, *sides)
        if encode(before, None) == encode(after, None):
            return
        own = self.cards.json_sections("settings")
        if not own:
            new = {key: each for key, each in after.items() if before.get(key) != each}
            yield self.new_section("settings", new, None)
        for section in own:
            for side in (before, after):
                _as_listed(side, section.value)
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

    def takes_other_weights(
        self, before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]
    ) -> bool:
        """Return whether boosters name layouts without weights, and their weights change."""
        both = before.keys() & after.keys()
        changed = {name for name in both if before[name]["weight"] != after[name]["weight"]}
        for section in self.cards.json_sections("settings"):
            boosters = section.value.get("predeterminedLayouts")
            for booster in boosters if isinstance(boosters, list) else ():
                named = booster if isinstance(booster, list) else ()
                if not changed.isdisjoint(name for name in named if isinstance(name, str)):
                    return True
        return False

    def old_layouts(
        self, section: LayoutsSection, before: Mapping[str, Any], after: Mapping[str, Any]
    ) -> Iterator[Edit]:
        """Yield the edits of the old ``[Layouts]``.

        Raises:
            CannotPatchError: If the section cannot express the changes.
        """
        if before == after:
            return
        own = {layout.name for layout in section.layouts}
        others = {key: each for key, each in before.items() if key not in own}
        sides = [
            {key: each for key, each in side.items() if key not in others}
            for side in (before, after)
        ]
        is_unchanged = all(_is_old(*item) for item in sides[1].items())
        if not is_unchanged or any(after.get(key) != each for key, each in others.items()):
            raise CannotPatchError
        end = section.layouts[-1].end if section.layouts else 0
        places = line_places(self.text, section.layouts[0].start if end else 0, end)
        lines = OLD_LAYOUT, OLD_SLOT
        rows = [row for row in places if any(each.fullmatch(self.text, *row) for each in lines)]
        yield from self.lines.changed(rows, 0, *(list(_old_lines(side)) for side in sides))

    def custom_cards(
        self, before: list[dict[str, Any]], after: list[dict[str, Any]]
    ) -> Iterator[Edit]:
        """Yield the edits of ``[CustomCards]``."""
        if encode(before, None) == encode(after, None):
            return
        own = self.cards.json_sections("customcards")
        if not own:
            first = next(iter(self.cards.sheets), None)
            yield self.new_section("customcards", after, first)
            return
        yield from self.in_json(card_edits(self.cards, own, before, after))

    def sheet_sections(
        self, before: Mapping[str, WrittenSheet], after: Mapping[str, WrittenSheet]
    ) -> Iterator[Edit]:
        """Yield the edits of the sheets."""
        if self.plain is not None:
            yield from self.plain_header(before, after)
        elif not self.sheets:
            for section in after.values() if before != after else ():
                yield self.new_sheet(section, len(self.text))
            return
        place = -1
        names = [*before], [*after]
        for was, now in moved(*names):
            old = None if was is None else names[0][was]
            new = None if now is None else names[1][now]
            at = place if place >= 0 else self.first_sheet()
            if old is None and new is not None and new not in before:
                yield self.new_sheet(after[new], at)
                continue
            own = self.sheet(old or new or "", is_renamed=old != new and None not in (old, new))
            if new is None:
                yield from self.without_sheet(own)
                continue
            sides = before[own.header.name], after[new]
            edits = list(self.header(own, *(each.header for each in sides)))
            if sides[0].lines != sides[1].lines:
                rows = card_rows(self.cards, own)
                texts = ([line_text(line) for line, _ in each.lines] for each in sides)
                edits += self.lines.changed(rows, own.start, *texts)
            if old is None:
                yield self.moved_sheet(own, edits, at)
            else:
                yield from edits
                place = self.end_of(own)

    def moved_sheet(self, own: SheetSection, edits: list[Edit], place: int) -> Edit:
        """Return the edit that inserts a sheet that was read, with its own *edits*, at *place*."""
        start, end = self.place_of(own), self.end_of(own)
        shifted = [Edit(edit.start - start, edit.end - start, edit.new) for edit in edits]
        lines = patched(self.text[start:end], shifted).removesuffix("\n").split("\n")
        lines = [line.removesuffix("\r") for line in lines]
        return self.lines.inserted(
            place, [*lines, *(self.empty_line if lines[-1].strip(WHITE_SPACE) else ())]
        )

    def sheet(self, name: str, *, is_renamed: bool = False) -> SheetSection:
        """Return the section of a sheet that was read.

        Raises:
            CannotPatchError: If there is none, or if it is *renamed* and hides another one.
        """
        hides = is_renamed and any(each.header.name == name for each in self.replaced)
        if name not in self.sheets or hides:
            raise CannotPatchError
        return self.sheets[name]

    def plain_header(
        self, before: Mapping[str, WrittenSheet], after: Mapping[str, WrittenSheet]
    ) -> Iterator[Edit]:
        """Yield the edits that add a header to a list without one, if it needs one.

        It needs one for other sections, or if it is empty. Text that only a list without headers
        ignores becomes comments.
        """
        [(name, was)] = before.items()
        now = after.get(name) or next(iter(after.values()), None)
        if now is None or self.plain is None:
            raise CannotPatchError
        is_alone = encode(self.before.settings, None) == encode(self.after.settings, None)
        is_alone = is_alone and self.before.custom == self.after.custom and len(after) == 1
        if is_alone and now.header == was.header and now.lines:
            return
        yield self.lines.inserted(self.first_line(self.plain), [header_text(now.header)])
        for start, _ in line_places(self.text, self.plain.end, len(self.text)):
            if self.text[start] != "#":
                place = self.lines.line_start(start)
                yield Edit(place, place, "# ")

    def new_sheet(self, section: WrittenSheet, place: int) -> Edit:
        """Return the edit that inserts a sheet at *place*."""
        lines = [header_text(section.header), *(line_text(line) for line, _ in section.lines)]
        return self.lines.inserted(place, [*lines, *self.empty_line])

    def without_sheet(self, sheet: SheetSection) -> Iterator[Edit]:
        """Yield the edits that remove a sheet, and the sheets that it replaced."""
        if self.plain is not None:
            raise CannotPatchError
        for own in (*self.replaced, sheet):
            if own.header.name == sheet.header.name:
                yield Edit(self.place_of(own), self.end_of(own), "")

    def header(self, own: SheetSection, before: Header, after: Header) -> Iterator[Edit]:
        """Yield the edits of the header of a sheet."""
        if before == after or self.plain is not None:
            return
        start, end = own.header.start, own.header.end
        match = _HEADER.fullmatch(self.text, start, end)
        if match is None:
            raise CannotPatchError
        name, count = match["SHEET"].strip(WHITE_SPACE), match["SLOT_COUNT"]
        at = self.text.index(name, match.start("SHEET"))
        if before.name != after.name:
            yield Edit(at, at + len(name), after.name)
        if before.count != after.count:
            new = "" if after.count is None else f"({after.count})"
            # with its parentheses
            where = at + len(name) if count is None else match.start("SLOT_COUNT") - 1
            yield Edit(where, where if count is None else match.end("SLOT_COUNT") + 1, new)
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

    def new_section(self, kind: str, value: Any, before: SheetSection | None) -> Edit:
        """Return the edit that inserts ``[Settings]``, or ``[CustomCards]`` *before* the sheets."""
        if self.plain is not None:
            place = self.first_line(self.plain)
        elif kind == "settings":
            place = self.place_of(self.sections[0])
        else:
            place = len(self.text) if before is None else self.place_of(before)
        lines = [TITLES[kind], *safe_json(encode(value)).split("\n")]
        return self.lines.inserted(place, [*lines, *self.empty_line])

    def in_json(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """Yield *edits* that Draftmancer can read, with the line ends of the list."""
        for start, end, new in edits:
            yield Edit(start, end, safe_json(new).replace("\n", self.lines.line_end(start)))

    def first_line(self, sheet: SheetSection) -> int:
        """Return the start of the first card line of a sheet, or of its section."""
        rows = card_rows(self.cards, sheet)
        return self.lines.line_start(rows[0][0] if rows else sheet.start)

    def first_sheet(self) -> int:
        """Return the start of the first sheet."""
        return min(self.place_of(each) for each in (*self.sheets.values(), *self.replaced))

    def place_of(self, section: SheetSection | JsonSection | LayoutsSection) -> int:
        """Return the start of a section with the comment above it, but without that of the list."""
        head = section.header if isinstance(section, SheetSection) else section
        start = self.lines.line_start(head.start)
        above = self.lines.comments_above(start)
        return above if above > self.lines.top else start

    def end_of(self, sheet: SheetSection) -> int:
        """Return the end of a sheet, without a comment that belongs to the next section."""
        return sheet.end if sheet.end == len(self.text) else self.lines.comments_above(sheet.end)


def _as_listed(side: dict[str, Any], value: Mapping[str, Any]) -> None:
    """Change layouts to an array of slots if *value*, which was read, has one."""
    declared, layouts = value.get("layouts"), side.get("layouts", {})
    if not isinstance(declared, dict):
        return
    for name in layouts:
        own, slots = declared.get(name), layouts[name]["slots"]
        was = own.get("slots") if isinstance(own, dict) else None
        if isinstance(was, list) and isinstance(slots, dict):
            listed = [{"name": slot, "count": count} for slot, count in slots.items()]
            side["layouts"] = {**side["layouts"], name: {**layouts[name], "slots": listed}}


def _is_old(name: str, layout: Mapping[str, Any]) -> bool:
    """Return whether the old section can express a *layout*."""
    slots = layout["slots"]
    return isinstance(slots, dict) and all(map(_OLD_NAME.fullmatch, (name, *slots)))


def _old_lines(layouts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of *layouts* in the old section."""
    for name, layout in layouts.items():
        yield f"- {name} ({layout['weight']})"
        yield from (f"{count} {slot}" for slot, count in layout["slots"].items())


def _has_header(sheet: SheetSection) -> bool:
    return sheet.header.start < sheet.header.end
