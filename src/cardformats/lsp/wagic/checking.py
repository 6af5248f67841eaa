"""What is wrong in a file of primitives, looked for again only where a change matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Final, TypeAlias

from attrs import evolve

from ... import checking as _checking  # noqa: F401 - before its modules
from ...budget import Budget
from ...checking.ignore_comments import SIGN
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Related
from ...formats.wagic.block_lines import without_block
from ...formats.wagic.codes import WagicCode
from ...formats.wagic.fields import FieldsOfCard
from ...formats.wagic.format import GRADES, WagicOptions
from ...formats.wagic.macros import MacroTable
from ...formats.wagic.primitives import Primitives, load_primitives
from ...formats.wagic.printings import repeated_macro
from ...formats.wagic.reader import Stamp, files_in, stamps_of
from ...formats.wagic.repairs import without_mark
from ...formats.wagic.syntax import CardFile, kind_of
from ...formats.wagic.to_model import left_out, meta_of, neighbours
from ...source import SourceText
from ..documents import CheckedDocument, DocumentPart, OpenDocument
from ..text import common
from ..workspace import Workspace
from .blocks import BlockCheck, TypedBlock, TypedBlocks
from .live import BlockPrintings, LivePrimitives

#: Seconds of work before others have their turn, and between answers that are not complete.
_TURN: Final = 0.03
_ANSWERS: Final = 1.0
#: The offset and the line where findings are counted from, and these.
_Part: TypeAlias = tuple[int, int, DocumentPart]


class PrimitivesCheck:
    """The check of a file of primitives, which goes on from state to state of its document."""

    def __init__(self, workspace: Workspace, options: WagicOptions, document: OpenDocument) -> None:
        self._workspace = workspace
        self._options = options
        self._path = document.path
        places = options.primitives
        self._places = neighbours(document.path) if places is None else places
        self._stamps: tuple[Stamp, ...] | None = None
        self._blocks = TypedBlocks(document.source.name, options)
        self._live = LivePrimitives(Primitives((), options), options, available=bool(self._places))
        #: Where the file is among those of the folder; None if it is none of them.
        self._number: int | None = None
        self._macros: list[tuple[int, str]] | None = None
        self._grade: str | None = None
        #: What was counted: missing printings and others, values that are to be unique.
        self._counted: list[BlockCheck] = []
        self._counts: Counter[str] = Counter()
        self._values: Counter[tuple[str, str]] = Counter()
        self._repeated: set[tuple[str, str]] = set()

    def run(self, document: OpenDocument) -> Iterator[CheckedDocument | None]:
        """Yield the diagnostics of a document, first those of changed blocks."""
        self._look_around(document)
        waiting = self._update(document)
        budget = Budget(self._options.max_work)
        urgent, turn, answer = len(waiting), perf_counter(), perf_counter()
        first = {id(each) for each in waiting}
        waiting += [
            each for each in self._blocks.all if each.check is None and id(each) not in first
        ]
        if urgent == len(self._blocks.all):
            urgent = 0
        for number, block in enumerate(waiting):
            if number == urgent and number:
                yield self._findings(document, is_complete=False)
            if block.check is None:
                block.check = self._check(document, block, budget)
            if perf_counter() - turn > _TURN:
                is_due = perf_counter() - answer > _ANSWERS
                yield self._findings(document, is_complete=False) if is_due else None
                turn = perf_counter()
                answer = turn if is_due else answer
        yield self._findings(document, is_complete=True)

    def _look_around(self, document: OpenDocument) -> None:
        """Load the other files of the folder, if they have changed."""
        with self._workspace.overlay(besides=document):
            files = files_in(self._places or ())
            others = [each for each in files if each != self._path]
            stamps = stamps_of((*others, *(self._options.macros or ())))
            if stamps == self._stamps:
                return
            loaded = load_primitives(tuple(others), self._options)
        self._stamps = stamps
        self._number = files.index(self._path) if self._path in files else None
        self._blocks = TypedBlocks(self._blocks.name, self._options)
        self._live = LivePrimitives(loaded, self._options, available=bool(self._places))
        self._macros = None

    def _update(self, document: OpenDocument) -> list[TypedBlock]:
        """Take the text of *document*; its new blocks.  Others forget what may not hold."""
        gone, come = self._blocks.update(document.text)
        every = self._blocks.all
        if self._number is not None:
            changed = self._live.exchange(gone, come)
            self._live.blocks = every
            for block in every if changed else ():
                if block.check is not None and not changed.isdisjoint(block.check.looked_up):
                    block.check = None
        self._update_macros()
        if self._options.max_grade != GRADES[-1]:
            grade = next((each.file.grade for each in reversed(every) if each.file.grade), None)
            if grade != self._grade:
                self._grade = grade
                self._forget(every)
        return come

    def _update_macros(self) -> None:
        macros = self._blocks.macro_lines()
        if macros == self._macros:
            return
        before, self._macros = self._macros, macros
        own = self._blocks.macros()
        files = [file.macros for file in self._live.others.files]
        files.insert(len(files) if self._number is None else self._number, tuple(own))
        old = self._live.macros
        self._live.set_macros(MacroTable([each for file in files for each in file], self._options))
        tables = (old, self._live.macros)
        have_moved = before is not None and [each for _, each in before] == [e for _, e in macros]
        self._forget(
            block
            for block in self._blocks.all
            if ("_" in block.text or any(each.may_call(block.text) for each in tables))
            and not (have_moved and block.check is not None and not block.check.has_places)
        )

    @staticmethod
    def _forget(blocks: Iterable[TypedBlock]) -> None:
        for block in blocks:
            block.check = None

    def _check(self, document: OpenDocument, block: TypedBlock, budget: Budget) -> BlockCheck:
        """Look for what is wrong in a block."""
        live = self._live
        log = DiagnosticLog(self._options.max_diagnostics)
        log.extend(block.problems)
        printings = BlockPrintings(live, self._options, log, budget)
        live.looked_up = set()
        file = evolve(block.file, grade=self._grade, grade_start=-1) if self._grade else block.file
        outcomes = [
            printings.outcome(file, number, None, live.macros)
            for number, text in enumerate(file.texts)
            if kind_of(text) == "card"
        ]
        unnamed = [each.observed.unnamed for each in outcomes if each.observed.unnamed is not None]
        meta_of(file, self._options, log)
        source = block.file.source
        own = [each for each in log.finish() if each.span is None or each.span.source is source]
        once = [each for each in own if each.code is WagicCode.MISSING_BACK]
        rest = [each for each in own if each.code is not WagicCode.MISSING_BACK]
        counting = DocumentPart(source, self._workspace.selected(document, rest))
        return BlockCheck(
            rest,
            counting,
            once,
            printings.unique,
            frozenset(live.looked_up),
            sum(each.is_printing for each in outcomes),
            sum(each.observed.is_missing for each in outcomes),
            len(unnamed),
            next(iter(unnamed), None),
        )

    def _findings(self, document: OpenDocument, *, is_complete: bool) -> CheckedDocument:
        """Return the diagnostics that are known now."""
        parts: list[_Part] = []
        self._count()
        if whole := [*self._of_file(document)]:
            parts.append((0, 0, DocumentPart(document.source, whole, document.answers)))
        has_comments = SIGN in document.text
        if self._counts["unnamed"] and self._options.primitives != ():
            parts.append(self._no_primitives(self._counts["unnamed"]))
        repeated = self._repeated
        firsts: dict[tuple[str, str], tuple[FieldsOfCard, int]] = {}
        backs: set[str] = set()
        for offset, line, block in self._blocks.placed():
            check = block.check
            if check is None or (
                check.is_plain and repeated.isdisjoint(check.values) and not has_comments
            ):
                continue
            if check.counting.diagnostics or has_comments:
                source = block.file.source
                part = DocumentPart(source, check.diagnostics) if has_comments else check.counting
                parts.append((offset, line, part))
            again = []
            if not repeated.isdisjoint(check.values):
                again = [*_repeated_values(document.source, check, offset, firsts)]
            if again:
                parts.append((0, 0, DocumentPart(document.source, again, document.answers)))
            # the other side of a primitive is not looked at again
            is_repeated = any(each.code is WagicCode.REPEATED_NAME for each in again)
            once = [] if is_repeated else check.once
            if once := [each for each in once if each.data["name"] not in backs]:
                backs.update(each.data["name"] for each in once)
                parts.append((offset, line, DocumentPart(block.file.source, once)))
        if has_comments:
            every = CheckedDocument(tuple(parts)).diagnostics(document)
            counting = self._workspace.counting(document, every)
            whole_part = DocumentPart(document.source, counting, document.answers)
            return CheckedDocument(((0, 0, whole_part),), is_complete)
        return CheckedDocument(tuple(self._selected(document, parts)), is_complete)

    def _selected(self, document: OpenDocument, parts: Iterable[_Part]) -> Iterator[_Part]:
        """Yield the parts with the selected diagnostics only."""
        for offset, line, part in parts:
            kept = part.only(self._workspace.selected(document, part.diagnostics))
            if kept.diagnostics:
                yield offset, line, kept

    def _count(self) -> None:
        """Count what is counted in blocks: but in those that are new, or went."""
        checks = [block.check for block in self._blocks.all if block.check is not None]
        first = common(self._counted, checks)
        behind = common(self._counted[first:][::-1], checks[first:][::-1])
        gone = self._counted[first : len(self._counted) - behind]
        come = checks[first : len(checks) - behind]
        self._counted = checks
        for more, its in ((-1, gone), (1, come)):
            for check in its:
                self._counts["missing"] += more * check.missing
                self._counts["printings"] += more * check.printings
                self._counts["unnamed"] += more * check.unnamed
                for value in check.values:
                    self._values[value] += more
        changed = {value for check in (*gone, *come) for value in check.values}
        self._repeated -= changed
        self._repeated |= {value for value in changed if self._values[value] > 1}

    def _no_primitives(self, count: int) -> _Part:
        """Return the diagnostic for cards of which only names are known, at the first of them."""
        for offset, line, block in self._blocks.placed():
            place = block.check.unnamed_at if block.check else None
            if place is not None:
                diagnostic = WagicCode.NO_PRIMITIVES.at(place, count=count)
                return offset, line, DocumentPart(block.file.source, [diagnostic])
        raise AssertionError

    def _of_file(self, document: OpenDocument) -> Iterator[Diagnostic]:
        """Yield the diagnostics of the file as a whole."""
        if document.text.startswith("\ufeff"):
            fix = without_mark(document.source)
            yield WagicCode.BYTE_ORDER_MARK.at(document.source.span(0, 1), fix)
        counts = self._counts
        if counts["missing"]:
            start = document.source.span(0)
            yield left_out(start, counts["missing"], counts["printings"])
        table, name = self._live.macros, document.source.name
        for macro, first in table.repeated:
            if macro.span.source.name == name:
                yield repeated_macro(macro, first)
        excess = table.excess
        if excess is not None and excess.span.source.name == name:
            limit, option = self._options.max_macros, "max_macros"
            yield WagicCode.MACRO_LIMIT.at(excess.span, limit=limit, unit="macros", option=option)


def _repeated_values(
    whole: SourceText,
    check: BlockCheck,
    offset: int,
    firsts: dict[tuple[str, str], tuple[FieldsOfCard, int]],
) -> Iterator[Diagnostic]:
    """Yield the diagnostics of values of a block that an earlier block has, too.

    The positions are in the *whole* text, where the block begins at *offset*.
    """
    for code, key, value, card in check.unique:
        first, first_offset = firsts.setdefault((key, value), (card, offset))
        if first is not card or first_offset != offset:
            place = first.place(key)
            known = whole.span(first_offset + place.start, first_offset + place.end)
            start, text = card.file.starts[card.number], card.file.texts[card.number]
            file = CardFile(whole, (offset + start,), (text,), ())
            fix = without_block(file, 0, first.file.texts[first.number])
            own = card.place(key)
            span = whole.span(offset + own.start, offset + own.end)
            yield code.at(span, fix, [Related(known, "the first one")], **{key: value})
