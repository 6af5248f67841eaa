"""JSON in a text, of which a few values are changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .json_text import encode
from .patch import Edit, aligned


class _Item(NamedTuple):
    """An item of an array, or a member of an object, and where its value begins."""

    start: int
    value: int
    end: int
    key: str = ""


_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")|(?P<comment>(?m:^[ \t\xa0\ufeff]*#[^\n]*))'
    r"|(?P<mark>[\[\]{},:])|[^\s\[\]{},:\"]+",
    re.DOTALL,
)


_COMMA = re.compile(r"(?:\s|(?m:^[ \t\xa0\ufeff]*#[^\n]*))*,")
#: What a member is that there is not; None is a value of JSON.
_NONE = object()


def json_items(text: str, start: int) -> tuple[list[_Item], int]:
    """The items of the array or object that opens at *start*, and where that closes.

    Comment lines and a comma behind the last item are allowed.
    """
    items: list[_Item] = []
    depth, first, value, end, key = 0, -1, -1, -1, ""
    for token in _TOKEN.finditer(text, start):
        mark = token["mark"]
        if token["comment"] is not None:
            continue
        if depth == 1 and mark in (",", "]", "}"):
            if first >= 0:
                items.append(_Item(first, value, end, key))
            first = -1
        elif depth == 1 and mark == ":":
            key, value = str(json.loads(text[first:end], strict=False)), -1
        elif depth and first < 0:
            first = value = token.start()
        elif depth and value < 0:
            value = token.start()
        depth += (mark in ("[", "{")) - (mark in ("]", "}"))
        if not depth:
            return items, token.start()
        if mark not in (",", ":") or depth > 1:
            end = token.end()
    return items, len(text)


def json_edits(
    text: str, place: tuple[int, int], old: Any, before: Any, after: Any
) -> Iterator[Edit]:
    """The edits that make of the JSON value at *place* what has become of *before*.

    *old* is what the text says.  *before* says the same in the words of a writer, and *after* what
    it is to say.
    """
    start, end = place
    if before == after:
        return
    values = (old, before, after)
    container = _Container(text, start, end) if text[start] in "[{" else None
    if container is not None and all(isinstance(each, dict) for each in values):
        yield from container.members(*values)
    elif (
        container is not None
        and all(isinstance(each, list) for each in values)
        and len(old) == len(before) == len(container.items)
    ):
        yield from container.array(*values)
    else:
        yield Edit(start, end, encode(after, None))


class _Container:
    """An array or an object, from which items go and to which others come.

    Attributes:
        items: what it has.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self.items, _ = json_items(text, start)
        self._text, self._start, self._end = text, start, end
        self._removed: set[int] = set()
        self._added: dict[int, list[str]] = {}

    def members(
        self, old: dict[str, Any], before: dict[str, Any], after: dict[str, Any]
    ) -> Iterator[Edit]:
        """The edits of an object; see :func:`json_edits`."""
        numbers = {item.key: number for number, item in enumerate(self.items)}
        last = -1
        for key, value in after.items():
            is_changed = before.get(key, _NONE) != value
            if key in numbers:
                last = numbers[key]
                if is_changed:
                    place = (self.items[last].value, self.items[last].end)
                    yield from json_edits(self._text, place, old.get(key), before.get(key), value)
            elif is_changed:
                self._add(last, f"{encode(key)}: ", value)
        self._removed = {numbers[key] for key in before if key in numbers and key not in after}
        yield from self._edits()

    def array(self, old: list[Any], before: list[Any], after: list[Any]) -> Iterator[Edit]:
        """The edits of an array whose items are those of *before*, one by one."""
        last = -1
        for was, now in aligned(list(map(encode, before)), list(map(encode, after))):
            if was is None and now is not None:
                self._add(last, "", after[now])
            elif was is not None and now is None:
                self._removed.add(was)
            elif was is not None and now is not None:
                last = was
                place = (self.items[was].value, self.items[was].end)
                yield from json_edits(self._text, place, old[was], before[was], after[now])
        yield from self._edits()

    def _add(self, behind: int, key: str, value: Any) -> None:
        """Add an item behind another one, -1 for before all, in the manner of those there are."""
        is_long = "\n" in self._text[self._start : self._end]
        holds_long = any("\n" in self._text[each.value : each.end] for each in self.items)
        written = encode(value, 2 if is_long and (holds_long or not self.items) else None)
        if is_long:
            written = written.replace("\n", "\n" + self._gap().rpartition("\n")[2])
        self._added.setdefault(behind, []).append(key + written)

    def _gap(self) -> str:
        """The blanks before an item."""
        if not self.items:
            return ""
        before = self._text[self._start + 1 : self.items[0].start]
        if "\n" in before:
            return before[before.rindex("\n") :]
        return " " if len(self.items) > 1 or not before else before

    def _edits(self) -> Iterator[Edit]:
        """What all that does to the text.

        The comments before an item that is removed go with it.
        """
        stays = [each for each in range(len(self.items)) if each not in self._removed]
        for run in _runs(sorted(self._removed)):
            first, last = run[0], run[-1]
            if first:
                yield Edit(self.items[first - 1].end, self.items[last].end, "")
            else:
                yield Edit(self._start + 1, self._behind_comma(self.items[last].end), "")
        gap = self._gap()
        for behind, texts in self._added.items():
            if behind >= 0:
                where = self.items[behind].end
                yield Edit(where, where, "".join(f",{gap}{each}" for each in texts))
            elif stays:
                where = self._start + 1
                yield Edit(where, where, "".join(f"{gap}{each}," for each in texts))
            else:
                where = self._start + 1
                yield Edit(where, where, ",".join(gap + each for each in texts))

    def _behind_comma(self, end: int) -> int:
        """The place behind the comma that follows *end*; *end* if none does."""
        match = _COMMA.match(self._text, end)
        return match.end() if match else end


def _runs(numbers: Iterable[int]) -> Iterator[list[int]]:
    """*numbers*, which are in order, in runs without gaps."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run
