"""The lines of a block in its file, and the edits that change, add and remove them."""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics import Fix
from ..patch import CannotPatchError, Edit, aligned
from .fields import paragraphs
from .keys import SCRIPT_KEYS
from .syntax import LINES, CardFile


class BlockLines:
    """The lines of a block and where they stand, without the line ends.

    Attributes:
        text: the whole file.
        start, body, end: where the block begins, its second line, and its closing line.
        line_end: that of the file.
    """

    def __init__(self, file: CardFile, number: int) -> None:
        self.text: str = file.source.text
        self.start: int = file.starts[number]
        self.end: int = min(self.start + 1 + len(file.texts[number]) + 1, len(self.text))
        first = self.text.find("\n", self.start, self.end)
        self.body: int = self.end if first < 0 else first + 1
        self.line_end: str = file.source.line_end
        self._unused: list[tuple[str, int, int]] = []
        for match in LINES.finditer(self.text, self.body, self.end):
            line = match[0].removesuffix("\n").removesuffix("\r")
            self._unused.append((line, match.start(), match.start() + len(line)))

    def has(self, key: str) -> bool:
        """Return whether there is a line of that key."""
        return any(_key(line) == key for line, _, _ in self._unused)

    def of(self, written: str) -> tuple[int, int] | None:
        """Return the position of the line *written*, or else of the line with its key."""
        key = _key(written)
        same = [each for each in self._unused if each[0].strip() == written.strip()]
        same = same or [each for each in self._unused if _key(each[0]) == key]
        if not same:
            return None
        # of a key that stands once, the last line counts
        line = same[0 if key in SCRIPT_KEYS else -1]
        self._unused.remove(line)
        return line[1:]

    def changed(self, before: Sequence[str], after: Sequence[str]) -> list[Edit]:
        """Return the edits of the lines in which *before* and *after* differ.

        Raises:
            CannotPatchError: If a line that changes or goes is missing.
        """
        edits: list[Edit] = []
        last = None
        for was, now in aligned(before, after):
            new = None if now is None else after[now]
            line = None if was is None else self.of(before[was])
            if was is not None and line is None and before[was] != new:
                raise CannotPatchError(f"no line {before[was]!r}")
            if line is not None and new is None:
                edits.append(self.removed(line))
            elif line is not None and was is not None and before[was] != new:
                edits.append(self.replaced(line, before[was], new or ""))
            elif was is None and new is not None:
                edits.append(self.added(last, new))
            last = line if line is not None and new is not None else last
        return edits

    def replaced(self, place: tuple[int, int], before: str, new: str) -> Edit:
        """Return the edit that lets a line, which says what is in *before*, say something else."""
        line = self.text[slice(*place)]
        key, _, value = line.partition("=")
        new_key, _, new_value = new.partition("=")
        if _key(line) != new_key:
            return Edit(*place, new)
        start = place[0] + len(key) + 1 + len(value) - len(value.lstrip())
        return Edit(start, place[1], _reworded(value.lstrip(), before.partition("=")[2], new_value))

    def removed(self, place: tuple[int, int]) -> Edit:
        """Return the edit that removes a line."""
        return Edit(place[0], self._next(place[1]), "")

    def added(self, last: tuple[int, int] | None, new: str) -> Edit:
        """Return the edit that adds a line behind the *last* one, or at the top."""
        place = self.body if last is None else self._next(last[1])
        return Edit(place, place, new + self.line_end)

    def whole(self) -> Edit:
        """Return the edit that removes the block and the comments right above it."""
        start = self.start
        while start:
            above = self.text.rfind("\n", 0, start - 1) + 1
            if (
                not self.text[above:start].startswith("#")
                or "AUTO_DEFINE" in self.text[above:start]
            ):
                break
            start = above
        return Edit(start, self.close, "")

    def behind(self, text: str) -> Edit:
        """Return the edit that adds the *text* of a block behind the block."""
        place, text = self.close, self._in_its_manner(text)
        if self.text[place - 1 : place] != "\n":  # the last line of a file may have no end
            text = self.line_end + text.removesuffix(self.line_end)
        return Edit(place, place, text)

    def before(self, text: str) -> Edit:
        """Return the edit that adds the *text* of a block before the block."""
        return Edit(self.start, self.start, self._in_its_manner(text))

    def _in_its_manner(self, text: str) -> str:
        return text.replace("\r\n", "\n").replace("\n", self.line_end)

    @property
    def close(self) -> int:
        """Return the offset after the closing line."""
        closing = self.text.find("[/", self.end, self.end + 3)
        return self._next(self.end + (closing >= 0) * 3)

    def _next(self, place: int) -> int:
        return self.text.find("\n", place) + 1 or len(self.text)


def without_block(file: CardFile, number: int, other: str) -> Fix | None:
    """Return a fix that deletes a block if it says the same as the *other* one, which counts."""
    if _lines_of(file.texts[number]) != _lines_of(other):
        return None
    edit = BlockLines(file, number).whole()
    span = file.source.span(edit.start, edit.end)
    return Fix.replace(span, edit.new, "delete the duplicate block")


def _lines_of(text: str) -> list[str]:
    """Return the lines of a block, in any order, without surrounding whitespace."""
    return sorted(filter(None, map(str.strip, text.split("\n"))))


def _reworded(value: str, before: str, after: str) -> str:
    """Return *after* with the spaces of *value*, if these have no meaning."""
    words, new = value.split(), after.split()
    if value == before or words != before.split() or len(words) != len(new):
        return after
    reworded, done = "", 0
    for was, now in zip(words, new, strict=True):
        start = value.index(was, done)
        reworded += value[done:start] + now
        done = start + len(was)
    reworded += value[done:]
    return reworded if paragraphs(reworded) == paragraphs(after) else after


def _key(line: str) -> str:
    return line.partition("=")[0].strip().lower()
