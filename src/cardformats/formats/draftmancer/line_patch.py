"""Edits of lines that follow the style of the neighbouring lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..patch import CannotPatchError, Edit, aligned
from .lines import GRAMMAR
from .syntax import WHITE_SPACE, CardList, SheetSection

#: The start and end of the text of a line, without surrounding white space.
Row = tuple[int, int]

_COUNT: Final = GRAMMAR.rule("count")
#: Characters at the start of a line that are not read as a name: a number, a comment, a header.
_NEEDS_COUNT: Final = frozenset("0123456789#[")


def line_places(text: str, start: int, end: int) -> Iterator[Row]:
    """Yield the start and end of the lines of ``text[start:end]``, without white space."""
    for line in text[start:end].split("\n"):
        bare = line.strip(WHITE_SPACE)
        if bare:
            place = start + line.index(bare)
            yield place, place + len(bare)
        start += len(line) + 1


def card_rows(cards: CardList, sheet: SheetSection) -> list[Row]:
    """Return the positions of the card lines of a sheet that was read."""
    text, longest = cards.source.text, cards.options.max_line
    return [
        (start, end)
        for start, end in line_places(text, sheet.start, sheet.end)
        if text[start] != "#" and end - start <= longest
    ]


class TextLines:
    """The lines of *text*, without a byte order mark."""

    def __init__(self, text: str) -> None:
        """Create the lines of a list that was read."""
        self.text = text
        self.top: int = int(text.startswith("\ufeff"))

    def changed(
        self, rows: Sequence[Row], start: int, before: Sequence[str], after: Sequence[str]
    ) -> Iterator[Edit]:
        """Yield the edits that change *rows* from *before* to *after*; without rows, at *start*."""
        if len(rows) != len(before):
            raise CannotPatchError
        place = self.line_start(rows[0][0]) if rows else start
        near = self.text[slice(*rows[0])] if rows else ""
        #: The heads of old layouts may be indented differently from all other lines.
        beside = {self.text[start] == "-": start for start, _ in reversed(rows)}
        pairs = list(aligned(before, after))
        moved = {
            before[was]: self.text[slice(*rows[was])]
            for was, now in pairs
            if was is not None and (now is None or before[was] != after[now])
        }
        for was, now in pairs:
            if was is None and now is not None:
                text = moved.get(after[now]) or _like_others(after[now], near)
                like = beside.get(text[0] == "-", place)
                yield self.inserted(place, [self.text[self.line_start(like) : like] + text])
            elif was is not None:
                start, end = rows[was]
                beside[self.text[start] == "-"] = start
                place, near = self.next_line(end), self.text[start:end]
                if now is None:
                    yield self.removed(rows, was)
                elif before[was] != after[now]:
                    text = moved.get(after[now]) or _like(near, before[was], after[now])
                    yield Edit(start, end, text)

    def removed(self, rows: Sequence[Row], row: int) -> Edit:
        """Return the edit that removes a line, with the comment above it if it is only its own."""
        start, end = self.line_start(rows[row][0]), self.next_line(rows[row][1])
        following = rows[row + 1][0] if row + 1 < len(rows) else -1
        is_last_of_group = self.line_start(following) != end if following >= 0 else True
        above = self.comments_above(start)
        return Edit(above if is_last_of_group else start, end, "")

    def inserted(self, place: int, lines: Iterable[str]) -> Edit:
        """Return the edit that inserts whole *lines* before the line that starts at *place*."""
        line_end = self.line_end(place)
        new = "".join(line + line_end for line in lines)
        if place == len(self.text) > self.top and self.text[-1] != "\n":
            new = line_end + new.removesuffix(line_end)
        return Edit(place, place, new)

    def line_end(self, place: int) -> str:
        """Return the line end of the line before *place*, or of the first line."""
        line = self.text.rfind("\n", 0, place)
        line = self.text.find("\n") if line < 0 else line
        return "\r\n" if line > 0 and self.text[line - 1] == "\r" else "\n"

    def line_start(self, place: int) -> int:
        """Return the start of the line of *place*."""
        return max(self.top, self.text.rfind("\n", 0, place) + 1)

    def next_line(self, place: int) -> int:
        """Return the start of the line after that of *place*, or the end of the text."""
        return self.text.find("\n", place) + 1 or len(self.text)

    def comments_above(self, place: int) -> int:
        """Return the start of the comment lines directly above the line at *place*."""
        while place > self.top:
            start = self.line_start(place - 1)
            if not self.text[start:place].lstrip(WHITE_SPACE).startswith("#"):
                break
            place = start
        return place


def _like_others(line: str, near: str) -> str:
    """Return a new *line* in the style of the text of another one: perhaps without a count."""
    count, _, rest = line.partition(" ")
    is_counted = not near or near[0] == "-" or _COUNT.match(near)
    has_count = count != "1" or rest[:1] in _NEEDS_COUNT or is_counted
    return line if has_count else rest


def _like(text: str, before: str, after: str) -> str:
    """Return the line *after* in the style of *text*, which expresses *before*."""
    count, _, rest = after.partition(" ")
    match = _COUNT.match(text)
    needs_count = count != "1" or rest[:1] in _NEEDS_COUNT
    head = count + match["SPACE"] if match else f"{count} " if needs_count else ""
    if before.partition(" ")[2] == rest:
        rest = text[match.end() :] if match else text
    return head + rest
