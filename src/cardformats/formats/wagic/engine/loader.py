"""The engine's loader, exactly: what it makes of files, line by line, mistakes included.

Texts are the bytes of the files as characters (latin-1), since the engine compares bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from attrs import define, field, frozen

from .macros import EngineMacros, is_definition
from .primitive import EngineData, grade, number, of_primitive

#: Where the engine is in a file.
_OUTSIDE, _META, _CARD = "outside", "meta", "card"
#: The character of a line that says the grade of a file.
_GRADE_AT = len("grade=xx")


@frozen
class EngineCard:
    """A printing: its id, its rarity's letter, the code of its set, its data and its file."""

    id: int
    rarity: str
    set_code: str | None
    data: EngineData
    origin: str


@define
class Draft:
    """The card that is being read."""

    id: int = 0
    rarity: str = "C"
    grade: int = 0
    referenced: EngineData | None = None
    inline: EngineData | None = None
    is_printing: bool = False


@define
class Engine:
    """All that was loaded so far.

    Attributes:
        max_grade: the worst grade that is admitted, as a number.
        macros: the macros of all files.
        primitives: by name; inline ones of printings by their id.
        cards: by id; the first card of an id counts.
        meta: by the code of the set, the metadata.
        draft: the card that is being read; one that is not closed goes on in the next file.
    """

    max_grade: int
    macros: EngineMacros
    primitives: dict[str, EngineData] = field(factory=dict)
    cards: dict[int, EngineCard] = field(factory=dict)
    meta: dict[str | None, dict[str, str]] = field(factory=dict)
    draft: Draft = field(factory=Draft)
    _origin: str = ""

    def fork(self) -> Engine:
        """Another engine that has loaded the same, and goes on by itself."""
        return Engine(
            self.max_grade,
            self.macros.fork(),
            dict(self.primitives),
            dict(self.cards),
            {code: dict(meta) for code, meta in self.meta.items()},
            deepcopy(self.draft),
        )

    def load(self, data: bytes, set_code: str | None, origin: str) -> None:
        """Read the file *origin*; a card that is not closed goes on in the next one."""
        state, self._origin = _OUTSIDE, origin
        for line in _lines(data):
            if is_definition(line):
                self.macros.define(line)
            elif state == _OUTSIDE:
                if line[0] == "[":
                    self.draft.grade = 0
                    state = _opened(line)
                elif self._ends_file(line):
                    return
            elif line.startswith("[/"):
                if state == _CARD:
                    self._finish(set_code)
                state = _OUTSIDE
            elif state == _META:
                key, _, value = line.partition("=")
                self.meta.setdefault(set_code, {})[key.lower()] = value
            elif line[0] != "#":
                self._config(line)

    def _ends_file(self, line: str) -> bool:
        """Whether *line*, outside of all cards, is a grade that is not admitted."""
        is_grade = line[0] == "g" and len(line) > _GRADE_AT
        return is_grade and grade(line, _GRADE_AT) > self.max_grade

    def _config(self, line: str) -> None:
        """Take a line of a card into account."""
        key, equals, value = line.partition("=")
        if not equals or not key:
            return
        draft = self.draft
        if key[0] == "i":
            draft.id, draft.is_printing = number(value), True
        elif key[0] == "g":
            draft.grade = grade(value, 2)
        elif key[0] == "p" and key[1:2] == "r":
            draft.is_printing = True
            draft.referenced = self.primitives.get(value, draft.referenced)
        elif key[0] == "r" and key[2:4] != "st" and key[:3] != "ret":
            if "rar" in line:
                draft.rarity, draft.is_printing = value[:1], True
        elif of_primitive(key):
            draft.inline = draft.inline or EngineData()
            draft.inline.add(key, value, line)

    def _finish(self, set_code: str | None) -> None:
        """Take in the card that was read, as a primitive, a printing, or both."""
        draft, self.draft = self.draft, Draft()
        data = draft.referenced
        if draft.inline is not None:
            key = str(draft.id) if draft.is_printing else draft.inline.name
            if key not in self.primitives and draft.grade <= self.max_grade:
                draft.inline.finish(self._origin)
                data = self.primitives[key] = draft.inline
        if draft.is_printing and data is not None:
            card = EngineCard(draft.id, draft.rarity, set_code, data, self._origin)
            self.cards.setdefault(draft.id, card)


def _opened(line: str) -> str:
    """What a *line* that begins with a bracket opens; a bracket alone opens nothing."""
    if line == "[":
        return _OUTSIDE
    return _META if line[1] == "m" else _CARD


def _lines(data: bytes) -> Iterator[str]:
    """The lines that are not empty, without their ends."""
    for line in data.decode("latin-1").split("\n"):
        stripped = line.removesuffix("\r")
        if stripped:
            yield stripped
