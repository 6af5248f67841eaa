"""The old ``[Layouts]`` section of a list, of which a few layouts are changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ..patch import CannotPatchError, Edit, aligned
from .syntax import LayoutsSection, OldLayout

_HEAD: Final = re.compile(r"-\s*([A-Za-z]+)\s*\(([0-9]+)\)")
_SLOT: Final = re.compile(r"(?<=\n)([^\S\n]*)([0-9]+)\s+([A-Za-z]+)[^\S\n]*(?:\n|\Z)")
_NAME: Final = re.compile("[A-Za-z]+")


def old_layout_edits(
    text: str, section: LayoutsSection, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[Edit]:
    """The edits of *section* if *before* and *after* are the layouts in the words of the settings.

    Raises:
        CannotPatchError: the old section cannot say what *after* says.
    """
    if before == after:
        return
    own = {layout.name: layout for layout in section.layouts}
    others = {key: each for key, each in before.items() if key not in own}
    if (
        len(own) != len(section.layouts)
        or own.keys() - before.keys()
        or any(after.get(key) != each for key, each in others.items())
    ):
        raise CannotPatchError
    new = {key: each for key, each in after.items() if key not in others}
    if not own or not new or not all(map(_can_be_said, new, new.values())):
        raise CannotPatchError
    names = list(own), list(new)
    last = 0
    for was, now in aligned(*names):
        layout = own[names[0][was if was is not None else last]]
        end = text.find("\n", layout.end) + 1 or len(text)
        if was is None and now is not None:
            yield Edit(end, end, _like(text, layout, names[1][now], new[names[1][now]]))
        elif was is not None:
            last = was
            start = text.rfind("\n", 0, layout.start) + 1
            if now is None:
                yield Edit(start, end, "")
            else:
                name = names[1][now]
                yield from _changed(text, layout, before[layout.name], name, new[name])


def _can_be_said(name: str, layout: Mapping[str, Any]) -> bool:
    slots = layout["slots"]
    return bool(
        _NAME.fullmatch(name) and isinstance(slots, dict) and all(map(_NAME.fullmatch, slots))
    )


def _changed(
    text: str, layout: OldLayout, before: Mapping[str, Any], name: str, after: Mapping[str, Any]
) -> Iterator[Edit]:
    """The edits of one layout."""
    head = _HEAD.match(text, layout.start)
    rows = _rows(text, layout)
    sides = list(before["slots"].items()), list(after["slots"].items())
    if head is None or len(rows) != len(sides[0]):
        raise CannotPatchError
    if name != layout.name:
        yield Edit(*head.span(1), name)
    if before["weight"] != after["weight"]:
        yield Edit(*head.span(2), str(after["weight"]))
    place = text.find("\n", head.end()) + 1
    for was, now in aligned(*sides):
        if was is None and now is not None:
            slot, count = sides[1][now]
            yield Edit(place, place, f"{rows[0][1] if rows else ''}{count} {slot}\n")
        elif was is not None:
            place = rows[was].end()
            if now is None:
                yield Edit(rows[was].start(), place, "")
            else:
                slot, count = sides[1][now]
                yield Edit(*rows[was].span(2), str(count))
                yield Edit(*rows[was].span(3), slot)


def _rows(text: str, layout: OldLayout) -> list[re.Match[str]]:
    """The lines of the slots of a layout."""
    end = text.find("\n", layout.end) + 1 or len(text)
    return list(_SLOT.finditer(text, layout.start, end))


def _like(text: str, layout: OldLayout, name: str, new: Mapping[str, Any]) -> str:
    """The lines of a *new* layout in the manner of *layout*."""
    indentation = text[text.rfind("\n", 0, layout.start) + 1 : layout.start]
    rows = _rows(text, layout)
    slots = "".join(
        f"{rows[0][1] if rows else indentation}{count} {slot}\n"
        for slot, count in new["slots"].items()
    )
    return f"{indentation}- {name} ({new['weight']})\n{slots}"
