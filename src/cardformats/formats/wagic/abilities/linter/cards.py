"""What is wrong in a card's lines of abilities, at their places in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from .....budget import Budget
from .....diagnostic_log import DiagnosticLog
from .....diagnostics import Diagnostic
from .....source import SourceText, Span
from ...fields import MACRO_NAME, FieldsOfCard
from ...macros import Expansion, MacroTable, out_of_work
from ...syntax import Field, MacroDefinition, only_place
from ..find import KEY_RULES
from .candidates import with_suggestion
from .leaks import kept_texts
from .lint import check_line
from .places import span_of
from .types import Tree

_AROUND: Final = 30
#: Steps of work for each character that macros add, beyond a multiple of the written text.
_CHARACTER: Final = 100
_GROWN: Final = 8


def check_abilities(
    card: FieldsOfCard,
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
    tree: Tree | None,
    engine_version: int | None,
) -> None:
    """Report what is wrong in the abilities of *card*.

    Args:
        card: the lines of the card.
        macros: what its lines call.
        log: what takes the findings.
        budget: the work that may be done.
        tree: which cards and types there are; None if that is not known.
        engine_version: the version of the engine that has to know all words; None for any.
    """
    find = partial(check_line, tree=tree, engine_version=engine_version)
    for key in card.repeated.keys() | card.single.keys():
        if (rule := KEY_RULES.get(key)) is not None:
            lines = [
                (line, text)
                for line in card.lines_of(key)
                for text in _check_line(card, line, rule, macros, log, budget, find)
            ]
            if rule == "ability":
                for number, finding in kept_texts([text for _, text in lines]):
                    log.extend((evolve(finding, span=card.span(lines[number][0])),))


def _check_line(
    card: FieldsOfCard,
    line: Field,
    rule: str,
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
    find: Callable[[str, str], Iterable[Diagnostic]],
) -> list[str]:
    """Report what is wrong in *line*; the lines that its macros make, none if that is not known."""
    value, was_spent = line.value, budget.spent
    expansion = macros.expand(value, budget)
    if not expansion.diagnostics and not budget.spend(
        _CHARACTER * max(0, len(expansion.text) - _GROWN * len(value))
    ):
        expansion = Expansion(value, (out_of_work(card.span(line), budget),))
    if budget.spent and not was_spent:
        log.extend(expansion.placed(card.span(line)))
    if expansion.diagnostics or MACRO_NAME.search(expansion.text):
        return []  # the macros are reported; what they would have made is not known
    if expansion.text == value:
        for finding in find(value, rule):
            log.extend((with_suggestion(finding, log).moved(card.span(line).part),))
        return [value]
    called = list({macro.name: macro for macro, _, _ in macros.calls(value)}.values())
    texts = expansion.text.split("\n")
    for text in texts:
        for finding in find(text, rule):
            suggested = with_suggestion(finding, log)
            written = _written(suggested, value, texts, macros, budget)
            if written is None:
                notes = _origin(span_of(finding), called)
                moved = evolve(suggested.with_notes(*notes), span=card.span(line), fix=None)
            else:
                moved = written.moved(card.span(line).part)
            log.extend((moved,))
    return texts


def _written(
    finding: Diagnostic, value: str, texts: Sequence[str], macros: MacroTable, budget: Budget
) -> Diagnostic | None:
    """Return *finding*, which is in one of *texts*, at its place in the *value* they are made of.

    None if its text is not there, or more than once.  The fix is left out if it would change
    another part of the expansion.
    """
    span, source = span_of(finding), SourceText("", value)
    if (start := only_place(value, span.text)) is None:
        return None
    shift = start - span.start
    moved = finding.moved(lambda first, last: Span(source, first + shift, last + shift))
    if finding.fix is None or moved.fix is None:
        return moved
    if all(0 <= each.span.start <= each.span.end <= len(value) for each in moved.fix.edits):
        fixed = finding.fix.applied(span.source)
        meant = [fixed if each == span.source.text else each for each in texts]
        made = macros.expand(moved.fix.applied(source), budget)
        if made.text.split("\n") == meant:
            return moved
    return evolve(moved, fix=None)


def _origin(span: Span, called: Sequence[MacroDefinition]) -> tuple[str, ...]:
    """Return a note on *span* in an expansion, with the macros *called* there that make it."""
    text = span.source.text
    start, end = max(0, span.start - _AROUND), span.end + _AROUND
    excerpt = f"{'...' * (start > 0)}{text[start:end]}{'...' * (end < len(text))}"
    makers = [macro for macro in called if span.text in macro.body] or called
    names = " or ".join(f"{macro.name}, defined at {macro.span}" for macro in makers)
    return (f"in the expansion of {names}: {excerpt}",)
