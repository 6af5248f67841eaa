"""A line while it is being read: the part at hand, the stores, and what becomes of each word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from attrs import define, field

from .built import BuiltAbility, CardFacts, Fate, ReadingNote
from .cutting import NO_TEXT, LineText, lowered
from .stores import Stores

#: Abilities in each other, at most; the engine itself gives up only with its memory.
_DEEPEST: Final = 60


class CrashError(Exception):
    """The engine crashes here."""


@define(slots=True)
class LinePart:
    """A part of a line that is being read, and what has been taken from it.

    Attributes:
        text: what is left to be read.
        is_active: an activated ability is being read.
        is_brief: what is done lasts until the end of the turn.
        raw: the text before the stores were filled.
        rest: the text without its target.
        target: the text of the target.
        is_target: whether a ``target(`` was found, not a ``notatarget(``.
        at: where the target stands in the text.
        name: what the player sees in a menu.
        timing: when it may be used.
        restriction: what must be so, and where that stands.
    """

    text: LineText
    is_active: bool
    is_brief: bool
    raw: LineText = NO_TEXT
    rest: LineText = NO_TEXT
    target: LineText | None = None
    is_target: bool = True
    at: tuple[int, int] = (0, 0)
    name: str = ""
    timing: str = ""
    restriction: tuple[str, int, int] = ("", 0, 0)

    @property
    def aim(self) -> int:
        """Return where in the line its target stands."""
        return self.text.place(self.at[0])

    def limits(self) -> dict[str, str]:
        """Under what condition it may be used, and its name, where there is something."""
        values = {}
        if self.name:
            values["name"] = self.name
        if self.restriction[0]:
            values["restriction"] = self.restriction[0]
        return values


#: What a step says: it decides (with an ability, or with nothing), or the next step has its turn.
Decision: TypeAlias = "tuple[BuiltAbility | None] | None"
#: The engine builds nothing.
NOTHING: Final = (None,)
#: One of the engine's searches.
Step: TypeAlias = "Callable[[LineReader, LinePart], Decision]"


@define(slots=True)
class LineReader:
    """Reads a line.

    Attributes:
        steps: the engine's searches, in its order.
        facts: what is known of the card.
        is_in_play: whether the card is in play when the line is read.
        line: the line, as it is written.
        stores: what has been lifted out.
        notes: what is lost, and where it crashes.
        used: what has been used, as places in the line.
        depth: how many abilities are around the one that is being read.
    """

    steps: tuple[Step, ...]
    facts: CardFacts
    is_in_play: bool
    line: str
    stores: Stores = field(factory=Stores)
    notes: list[ReadingNote] = field(factory=list)
    used: list[tuple[int, int]] = field(factory=list)
    depth: int = 0

    def note(
        self, fate: Fate, what: str, text: LineText, start: int = 0, end: int | None = None
    ) -> None:
        """Write down what becomes of a part of *text*."""
        self.notes.append(ReadingNote(fate, what, *self.span(text.spans(start, end), text, start)))

    def mark(self, text: LineText, start: int = 0, end: int | None = None) -> tuple[int, int]:
        """Write down that a part of *text* is used; where it stands in the line."""
        if len(text.pieces) == 1:  # nearly always, and this is asked for each word of a line
            shift = text.pieces[0][1]
            stop = len(text.text) if end is None else min(end, len(text.text))
            span = start + shift, stop + shift
            if start < stop and span[1] <= len(self.line):
                self.used.append(span)
                return span
        spans = text.spans(start, end)
        self.used += spans
        return self.span(spans, text, start)

    def built(
        self, kind: str, values: Mapping[str, str], inner: tuple[BuiltAbility, ...], text: LineText,
        start: int = 0, end: int | None = None,
    ) -> BuiltAbility:  # fmt: skip
        """Return an ability that is made by a part of *text*, which is used then."""
        span = self.mark(text, start, end)
        return BuiltAbility(kind, values, inner, *span, self.written(text.cut(start, end)))

    def span(self, spans: list[tuple[int, int]], text: LineText, start: int) -> tuple[int, int]:
        """Return the beginning and the end in the line of *spans*, a part of *text*.

        What another line of the card has left in the stores stands at the end of this one.
        """
        if not spans:
            at = min(max(0, text.place(start)), len(self.line))
            return at, at
        at = min(spans[0][0], len(self.line))
        return at, min(max(at, spans[-1][1]), len(self.line))

    def written(self, text: LineText) -> str:
        """Return *text* as it is written; in lower case if it does not stand in the line."""
        written = "".join(self.line[start:end] for start, end in text.spans())
        return written if lowered(written) == text.text else text.text

    def crash(self, text: LineText, what: str) -> CrashError:
        """Return the engine crashes at *text*."""
        self.note("crash", what, text)
        return CrashError()

    def ability(
        self, text: LineText, *, is_active: bool = False, is_brief: bool = False
    ) -> BuiltAbility | None:
        """Build an ability from *text*."""
        if self.depth >= _DEEPEST:
            self.note("hang", "depth", text)
            raise CrashError
        self.depth += 1
        try:
            part = LinePart(text.trimmed(), is_active, is_brief)
            for step in self.steps:
                decision = step(self, part)
                if decision is not None:
                    return decision[0]
            return None
        finally:
            self.depth -= 1

    def lose(self, part: LinePart) -> None:
        """Write down what nothing asks for in what is done."""
        if part.restriction[0]:
            self.note("lost", "restriction", part.text, part.restriction[1], part.restriction[2])
        if part.target is not None:
            self.note("lost", "target", part.text, *part.at)
        if part.timing:
            at = part.text.text.find(part.timing)
            self.note("lost", "timing", part.text, at, at + len(part.timing))

    def framed(self, kind: str, text: LineText, start: int, end: int, inner: BuiltAbility | None,
               values: dict[str, str] | None = None) -> Decision:  # fmt: skip
        """Return a frame around *inner* whose words stand in *text*; nothing around nothing."""
        if inner is None:
            return NOTHING
        return (self.built(kind, values or {}, (inner,), text, start, end),)
