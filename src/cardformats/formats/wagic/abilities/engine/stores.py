"""The four stores: what the engine lifts out of a line before it looks at the rest.

Each holds one text and is filled only while it is empty, so a second ``reveal:`` or
``pay(`` of a line stays where it is; what is stored is used by whatever asks for it first.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import define

from .cutting import NO_TEXT, LineText, between

#: What is lifted into the store of abilities, in order: what it begins and ends with.
_FRAMES: Final = (
    (("chooseaname ", "chooseanameopp "), " chooseend"),
    (("grant ",), " grantend"),
    (("reveal:",), " revealend"),
    (("scry:",), " scryend"),
)
_REVEALED_LATER: Final = ("newability[reveal:", "ability$!name(reveal) reveal:",
                          "ability$!reveal:")  # fmt: skip
_LIFTED: Final = re.compile(
    r"pay(?:\(|\[\[)|chooseaname|grant |reveal:|scry:|transforms\(\(|ability\$!|and!\("
)


@define(slots=True)
class Stores:
    """What has been lifted out and not been used yet.

    Attributes:
        pay: what follows ``pay(`` and ``pay[[``.
        ability: what ``ability$!``, ``reveal:``, ``scry:``, ``grant`` or ``chooseaname`` hold.
        transforms: what ``transforms((`` holds.
        also: what ``and!(`` holds.
    """

    pay: LineText = NO_TEXT
    ability: LineText = NO_TEXT
    transforms: LineText = NO_TEXT
    also: LineText = NO_TEXT

    def move_to(self, place: int) -> None:
        """Let all that is stored stand at a *place* of the line: it is from another one."""
        for name in ("pay", "ability", "transforms", "also"):
            setattr(self, name, LineText(getattr(self, name).text, ((0, place),)))

    def lift(self, text: LineText) -> LineText:
        """Move parts of *text* into the stores, and return the rest."""
        written = text.text
        if _LIFTED.search(written) is None:
            return text
        original = text
        if "pay(" in written:
            text = self._lift_pay(text)
        for marks, stop in _FRAMES:
            if not self.ability.text and any(mark in text.text for mark in marks):
                text = self._lift_frame(text, marks, stop)
        if "transforms((" in text.text and not self.transforms.text:
            text = self._lift_transforms(text)
        text = self._lift_ability(text, original)
        if "pay[[" in text.text and not self.pay.text:
            cut = between(text, "pay[[", " ")
            if cut is not None:
                self.pay = cut.behind
                text = text.cut(0, cut.end) + LineText("]]", ((0, text.place(cut.end) - 1),))
        if "and!(" in text.text and not self.also.text:
            cut = between(text, "and!(", ")!", needs_stop=False)
            if cut is not None:
                self.also = cut.inside
                text = text.cut(0, cut.start + len("and!(")) + text.cut(cut.end)
        return text

    def _lift_pay(self, text: LineText) -> LineText:
        if self.pay.text or between(text, "newability[pay(", " ") is not None:
            return text
        cut = between(text, "pay(", ")")
        if cut is None or not _is_outermost(text.text, cut.start, is_strict=True):
            return text
        self.pay = cut.behind
        return text.cut(0, cut.end + 1)

    def _lift_frame(self, text: LineText, marks: tuple[str, ...], stop: str) -> LineText:
        cut = None
        for mark in marks:
            cut = between(text, mark, stop, needs_stop=False)
            if cut is not None:
                break
        if cut is None:
            return text
        if marks[0] == "reveal:" and any(between(text, one, " ") for one in _REVEALED_LATER):
            return text
        # An empty text is found at the very beginning of the line.
        if not _is_outermost(text.text, text.text.find(cut.inside.text), is_strict=False):
            return text
        self.ability = cut.inside
        begin = len(cut.before.text) + len(mark)
        return text.cut(0, begin) + (text.cut(cut.end) if cut.end < len(text.text) else NO_TEXT)

    def _lift_transforms(self, text: LineText) -> LineText:
        written = text.text
        start = written.find("transforms((")
        outer = _outer(written)
        if 0 <= outer <= start:
            return text
        begin = start + len("transforms((")
        end = written.find("))", start)
        at = begin
        while (nested := written.find("transforms((", at)) >= 0 and (nested < end or end < 0):
            end = written.find("))", end + 2) if end >= 0 else -1
            at = nested + len("transforms((")
        if end < 0:
            end = len(written)
        self.transforms = text.cut(begin, end)
        return text.cut(0, begin) + text.cut(end)

    def _lift_ability(self, text: LineText, original: LineText) -> LineText:
        if self.ability.text:
            return text
        for where in (text, original):
            start = where.text.find("ability$!")
            if start < 0:
                continue
            begin = start + len("ability$!")
            end = where.text.find("!$", start)
            if end < 0:
                end = len(where.text)
            self.ability = where.cut(begin, max(begin, end))
            return text.cut(0, begin) + text.cut(max(begin, end)) if where is text else text
        return text


def _outer(written: str) -> int:
    """Find the first text that is read only in the game; -1 without one."""
    for word in ("ability$!", "winability", "loseability"):
        if (at := written.find(word)) >= 0:
            return at
    return -1


def _is_outermost(written: str, at: int, *, is_strict: bool) -> bool:
    """Return whether nothing that is read only in the game begins before *at*."""
    begins = (written.find("transforms(("), _outer(written))
    return all(at < start if is_strict else at <= start for start in begins if start >= 0)
