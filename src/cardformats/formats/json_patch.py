"""JSON in a text, of which a few values are changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from .json_text import GRAMMAR, encode, json_items
from .patch import Edit, aligned, moved, patched

_SEPARATOR: Final = GRAMMAR.rule("SEPARATOR")
_INDENTATION: Final = GRAMMAR.rule("INDENTATION")
_COLON: Final = GRAMMAR.rule("COLON")


def json_edits(
    text: str, place: tuple[int, int], old: Any, before: Any, after: Any, unit: str | None = None
) -> Iterator[Edit]:
    """Yield the edits that change the JSON value at *place* from *before* to *after*.

    *old* is what the text says.  *before* says the same in the words of a writer, and *after* what
    it is to say.  A *unit* is what lines are indented by; that of the value itself if not given.
    """
    start, end = place
    if encode(before, None) == encode(after, None):
        return
    values = (old, before, after)
    container = JsonContainer(text, start, end, unit) if text[start] in "[{" else None
    if container is not None and all(isinstance(each, dict) for each in values):
        yield from container.members(*values)
    elif (
        container is not None
        and all(isinstance(each, list) for each in values)
        and len(old) == len(before) == len(container.items)
    ):
        yield from container.array(*values)
    else:
        manner = container or JsonContainer(text, start, end, unit)
        yield Edit(start, end, manner.written(after, manner.line_indentation()))


class JsonContainer:
    """An array or an object, from which items go and to which others come.

    Attributes:
        items: what it has.
    """

    def __init__(self, text: str, start: int, end: int, unit: str | None = None) -> None:
        """Take the container ``text[start:end]``, whose lines are indented by *unit*."""
        self._text, self._start, self._end = text, start, end
        self.items = json_items(text, start)[0] if text[start] in "[{" else []
        if unit is None:
            indentation = _INDENTATION.search(text, start, end)
            unit = indentation[0] if indentation else "  "
        self._unit = unit
        self._is_long = "\n" in text[start:end]
        self._removed: set[int] = set()
        self._added: dict[int, list[str]] = {}

    def members(
        self, old: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]
    ) -> Iterator[Edit]:
        """Yield the edits of an object; see :func:`json_edits`."""
        numbers = {item.key: number for number, item in enumerate(self.items)}
        both = [key for key in before if key in after], [key for key in after if key in before]
        goes = {both[0][was] for was, now in moved(*both) if was is not None and now is None}
        last = -1
        for key, value in after.items():
            if key in goes and key in numbers:
                self.move(numbers[key], last, old.get(key), before[key], value)
            elif key in numbers:
                last = numbers[key]
                if key in before:
                    yield from self.change(last, old.get(key), before[key], value)
                else:
                    yield Edit(*self._place(last), self.written(value, self.indentation()))
            elif key not in before or encode(before[key], None) != encode(value, None):
                self.add(last, value, key)
        for number, item in enumerate(self.items):  # a key may be there twice
            if item.key in goes or (item.key in before and item.key not in after):
                self.remove(number)
        yield from self.edits()

    def array(self, old: list[Any], before: list[Any], after: list[Any]) -> Iterator[Edit]:
        """Yield the edits of an array whose items are those of *before*, one by one."""
        last = -1
        keys = list(map(_key, before)), list(map(_key, after))
        pairs = list(aligned(*keys))
        goes = {keys[0][was]: was for was, now in pairs if was is not None and now is None}
        for was, now in pairs:
            if was is None and now is not None:
                gone = goes.pop(keys[1][now], None)
                if gone is None:
                    self.add(last, after[now])
                else:
                    self.move(gone, last, old[gone], before[gone], after[now])
            elif was is not None and now is None:
                self.remove(was)
            elif was is not None and now is not None:
                last = was
                yield from self.change(was, old[was], before[was], after[now])
        yield from self.edits()

    def change(self, item: int, old: Any, before: Any, after: Any) -> Iterator[Edit]:
        """Yield the edits of the value of an item; see :func:`json_edits`."""
        return json_edits(self._text, self._place(item), old, before, after, self._unit)

    def remove(self, item: int) -> None:
        """Remove an item; :meth:`edits` says how."""
        self._removed.add(item)

    def move(self, item: int, behind: int, old: Any, before: Any, after: Any) -> None:
        """Put an item, and the comments before it, behind another one, -1 for before all.

        Its value changes as :meth:`change` has it.
        """
        start, end = self.items[item].start, self.items[item].end
        edits = self.change(item, old, before, after)
        text = patched(self._text[start:end], [Edit(a - start, b - start, c) for a, b, c in edits])
        lead = (
            self._text[self._behind_comma(self.items[item - 1].end) : start]
            if item
            else self._lead()
        )
        comments = lead.lstrip()
        if comments and "\n" not in self._gap():
            comments = "\n" + comments
        self._added.setdefault(behind, []).append(comments + text)
        self.remove(item)

    def add(self, behind: int, value: Any, key: str | None = None) -> None:
        """Add an item behind another one, -1 for before all, in the manner of those there are."""
        holds_long = any("\n" in self._text[each.value : each.end] for each in self.items)
        is_long = self._is_long and (holds_long or not self.items)
        written = self.written(value, self.indentation(), is_long=is_long)
        head = "" if key is None else encode(key) + self._colon()
        self._added.setdefault(behind, []).append(head + written)

    def written(self, value: Any, indentation: str, *, is_long: bool | None = None) -> str:
        """Return *value* in the style of the text, on indented lines; a plain list on one line."""
        is_long = self._is_long if is_long is None else is_long
        holds_more = not isinstance(value, list) or any(
            isinstance(each, (list, dict)) for each in value
        )
        if is_long and holds_more:
            return encode(value, self._unit).replace("\n", "\n" + indentation)
        return encode(value, None, compact=not self._colon()[1:])

    def indentation(self) -> str:
        """Return the spaces before an item that stands on a line of its own."""
        if not self._is_long:
            return ""
        if self.items and "\n" in self._text[self._start : self.items[0].start]:
            return self._gap().rpartition("\n")[2]
        return self.line_indentation() + self._unit

    def line_indentation(self) -> str:
        """Return the indentation of the line where it opens."""
        line = self._text[self._text.rfind("\n", 0, self._start) + 1 : self._start]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _place(self, item: int) -> tuple[int, int]:
        """Return the position of the value of an item."""
        return self.items[item].value, self.items[item].end

    def _colon(self) -> str:
        """Return the colon between a key and its value, with the spaces around it."""
        match = _COLON.search(self._text, self._start, self._end)
        return match[0] if match else ": "

    def _gap(self) -> str:
        """Return the spaces before an item."""
        if not self.items:
            return "\n" + self.indentation() if self._is_long else ""
        before = self._lead()
        if "\n" in before:
            return before[before.rindex("\n") :]
        if len(self.items) > 1:
            _, _, between = self._text[self.items[0].end : self.items[1].start].rpartition(",")
            return between if between.isspace() or not between else " "
        return before or ("" if self._colon() == ":" else " ")

    def _lead(self) -> str:
        """Return the text before the first item."""
        return self._text[self._start + 1 : self.items[0].start]

    def edits(self) -> Iterator[Edit]:
        """Yield the edits of all changes.

        The comments before an item that is removed go with it.
        """
        stays = len(self._removed) < len(self.items)
        gap = self._gap()
        is_line = stays and "\n" not in gap
        where = self.items[0].start if is_line else self._start + 1
        for run in _runs(sorted(self._removed)):
            first, last = run[0], run[-1]
            if first:
                yield Edit(self.items[first - 1].end, self.items[last].end, "")
            elif is_line:
                yield Edit(where, self.items[last + 1].start, "")
            else:
                yield Edit(where, self._behind_comma(self.items[last].end), "")
        for behind, texts in self._added.items():
            if behind >= 0:
                end = self.items[behind].end
                yield Edit(end, end, "".join(f",{gap}{each}" for each in texts))
            elif is_line:
                yield Edit(where, where, "".join(f"{each},{gap}" for each in texts))
            elif stays:
                yield Edit(where, where, "".join(f"{gap}{each}," for each in texts))
            else:
                lead = gap if "\n" in gap or not self.items else self._lead()
                yield Edit(where, where, lead + f",{gap}".join(texts))

    def _behind_comma(self, end: int) -> int:
        """Return the offset after the comma that follows *end*; *end* if none does."""
        match = _SEPARATOR.match(self._text, end)
        return match.end() if match else end


def _key(value: Any) -> str:
    """Return the key of an item of an array: its name, if it has one."""
    return encode(value["name"] if isinstance(value, dict) and "name" in value else value, None)


def _runs(numbers: Iterable[int]) -> Iterator[list[int]]:
    """Split *numbers*, which are in order, into runs without gaps."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run
            run = []
        run.append(number)
    if run:
        yield run
