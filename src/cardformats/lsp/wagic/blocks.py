"""A file of primitives as blocks that keep what is known of them while others are typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from attrs import evolve, field, frozen

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic
from ...formats.wagic.codes import WagicCode
from ...formats.wagic.fields import FieldsOfCard
from ...formats.wagic.format import WagicOptions
from ...formats.wagic.primitives import names_in, types_in
from ...formats.wagic.reader import scan
from ...formats.wagic.syntax import CardFile, MacroDefinition
from ...source import SourceText, Span
from ..documents import DocumentPart
from ..text import common

#: What a block begins with, after a line end; meta blocks stay with what is before them.
_OPENER = "\n[card"

#: What no other card may have: the code of that, the key, the value, and the card.
Unique: TypeAlias = tuple[WagicCode, str, str, FieldsOfCard]


class TypedBlock:
    """A block, from its first line up to that of the next one; the first has what is before it.

    Equal blocks of a file, before equal ones if not closed, are one value, so it knows no place.

    Attributes:
        text: what it says, without the last line end.
        size, lines: its characters and lines, with the last line end.
        file: its records.
        problems: what is wrong outside of cards.
        names: of its primitives, as written.
        types: of its cards, in lower case.
        check: what is wrong in it; None if that is not known.
    """

    __slots__ = ("check", "file", "lines", "names", "problems", "size", "text", "types")

    def __init__(self, name: str, text: str, following: str, options: WagicOptions) -> None:
        """Read the block; if it is not closed, the following block ends it."""
        self.text: str = text
        ended = f"{text}\n"
        self.size: int = len(ended)
        self.lines: int = ended.count("\n") + ended.count("\r") - ended.count("\r\n")
        log = DiagnosticLog(options.max_diagnostics)
        self.file: CardFile = scan(SourceText(name, text), log, following)
        self.problems: tuple[Diagnostic, ...] = log.finish()
        self.names: tuple[str, ...] = tuple(name for name, _ in names_in(self.file))
        self.types: frozenset[str] = types_in(self.file)
        self.check: BlockCheck | None = None


@frozen(eq=False)
class BlockCheck:
    """What is wrong in a block.

    Attributes:
        diagnostics: what is wrong in it, whatever else there is in the file.
        counting: the selected diagnostics, before suppression by comments.
        once: the diagnostics that are reported only at the first of several blocks.
        unique: what no other card of the file may have: the code of that, key, value and card.
        values: the keys and values of these.
        is_plain: whether nothing is wrong in it.
        looked_up: the names and types that it matters for, in lower case.
        printings, missing: how many printings it has, and those whose primitive is missing.
        unnamed, unnamed_at: those that are known by their names only, and the first of them.
    """

    diagnostics: Sequence[Diagnostic]
    counting: DocumentPart
    once: Sequence[Diagnostic]
    unique: Sequence[Unique]
    looked_up: frozenset[str]
    printings: int
    missing: int
    unnamed: int
    unnamed_at: Span | None
    values: tuple[tuple[str, str], ...] = field(init=False)
    is_plain: bool = field(init=False)

    @values.default
    def _values(self) -> tuple[tuple[str, str], ...]:
        return tuple((key, value) for _, key, value, _ in self.unique)

    @is_plain.default
    def _is_plain(self) -> bool:
        return not (self.diagnostics or self.once)

    @property
    def has_places(self) -> bool:
        """Return whether a diagnostic refers to another position, which may move."""
        every = (*self.diagnostics, *self.once)
        return any(each.related for each in every)


def _is_open(text: str) -> bool:
    """Return whether the last block of a text is not closed."""
    return not text.startswith("[/", text.rfind("\n[") + 1)


class TypedBlocks:
    """The blocks of a file, in order.

    Attributes:
        name: of the file.
        options: what it is read with.
        all: the blocks.
    """

    def __init__(self, name: str, options: WagicOptions) -> None:
        self.name = name
        self.options = options
        self.all: list[TypedBlock] = []
        self._texts: list[str] = []
        self._sizes: list[int] = []
        self._lines: list[int] = []
        self._known: dict[tuple[str, str], TypedBlock] = {}

    def update(self, text: str) -> tuple[list[TypedBlock], list[TypedBlock]]:
        """Make them those of *text*; the blocks that went, and those that came."""
        head, *pieces = text.split(_OPENER)
        opener = _OPENER[1:]
        new, old = [head, *pieces], self._texts
        first = common(old, new)
        behind = common(old[first:][::-1], new[first:][::-1])
        if first and _is_open(self.all[first - 1].text):
            first -= 1  # what follows it has changed
        gone = self.all[first : len(self.all) - behind]
        texts = [
            piece if first + number == 0 else opener + piece
            for number, piece in enumerate(new[first : len(new) - behind])
        ]
        later = [opener + piece for piece in new[len(new) - behind :][:1]]
        pairs = zip(texts, [*texts[1:], *later, ""], strict=False)
        come = [self._block(*pair) for pair in pairs]
        place = slice(first, len(self.all) - behind)
        self.all[place] = come
        self._sizes[place] = [each.size for each in come]
        self._lines[place] = [each.lines for each in come]
        self._texts = new
        if len(self._known) > 2 * len(self.all) + 100:
            kept = {*map(id, self.all)}
            self._known = {key: each for key, each in self._known.items() if id(each) in kept}
        return gone, come

    def _block(self, text: str, following: str) -> TypedBlock:
        following = following[1:].partition("\n[")[0] if _is_open(text) else ""
        if (text, following) not in self._known:
            self._known[text, following] = TypedBlock(self.name, text, following, self.options)
        return self._known[text, following]

    def placed(self) -> Iterator[tuple[int, int, TypedBlock]]:
        """Return the blocks with the offsets and the lines at which they begin."""
        offsets = accumulate(self._sizes, initial=0)
        return zip(offsets, accumulate(self._lines, initial=0), self.all, strict=False)

    def macro_lines(self) -> list[tuple[int, str]]:
        """Return the lines of macro definitions with their numbers from 0, in order."""
        return [
            (line + block.text.count("\n", 0, each.span.start), each.span.text)
            for _, line, block in self.placed()
            if block.file.macros
            for each in block.file.macros
        ]

    def macros(self) -> list[MacroDefinition]:
        """Return the macro definitions with their current positions, in order."""
        source = SourceText(self.name, "\n".join(block.text for block in self.all))
        return [
            evolve(each, span=source.span(each.span.start + offset, each.span.end + offset))
            for offset, _, block in self.placed()
            for each in block.file.macros
        ]
