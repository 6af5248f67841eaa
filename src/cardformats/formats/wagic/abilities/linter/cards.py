"""What is wrong in a card's lines of abilities, at their places in the file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from attrs import evolve

from .....budget import Budget
from .....diagnostic_log import DiagnosticLog
from .....diagnostics import Fix
from .....source import Span
from ...fields import MACRO_NAME, FieldsOfCard
from ...macros import Expansion, MacroTable, out_of_work
from ...syntax import Field, MacroDefinition
from ..find import KEY_RULES
from .findings import Finding, Repair
from .leaks import kept_texts
from .lint import lint
from .types import Tree

_AROUND: Final = 30
#: How much longer than what is written is what was meant.
_LONGER: Final = 2
#: Steps of work to look at a character that macros made, beyond so many times what is written.
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
    find = partial(lint, tree=tree, engine_version=engine_version)
    for key in card.repeated.keys() | card.single.keys():
        if (rule := KEY_RULES.get(key)) is not None:
            lines = [
                (line, text)
                for line in card.lines_of(key)
                for text in _check_line(card, line, rule, macros, log, budget, find)
            ]
            if rule == "ability":
                for number, finding in kept_texts([text for _, text in lines]):
                    _report(finding, card.span(lines[number][0]), log)


def _check_line(
    card: FieldsOfCard,
    line: Field,
    rule: str,
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
    find: Callable[[str, str], list[Finding]],
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
            fix = _fix(card, line, finding.fix)
            _report(finding, card.span(line, finding.start, finding.end), log, fix)
        return [value]
    called = list({macro.name: macro for macro, _, _ in macros.calls(value)}.values())
    texts = expansion.text.split("\n")
    for text in texts:
        for finding in find(text, rule):
            faulty = text[finding.start : finding.end]
            start = value.find(faulty)
            if start >= 0 and value.find(faulty, start + 1) < 0:
                repair = _moved(finding, start, value, texts, text, macros, budget)
                fix = _fix(card, line, repair)
                _report(finding, card.span(line, start, start + len(faulty)), log, fix)
            else:
                _report(finding, card.span(line), log, notes=_origin(finding, text, called))
    return texts


def _moved(
    finding: Finding,
    start: int,
    value: str,
    texts: Sequence[str],
    text: str,
    macros: MacroTable,
    budget: Budget,
) -> Repair | None:
    """What mends *finding* in a *value* that has macros, where its part begins at *start*.

    None if the expansion of *value* to *texts*, one of which is *text*, would change elsewhere.
    """
    if finding.fix is None:
        return None
    shift = start - finding.start
    moved = evolve(finding.fix, start=finding.fix.start + shift, end=finding.fix.end + shift)
    if not 0 <= moved.start <= moved.end <= len(value):
        return None
    meant = [finding.fix.applied(each) if each is text else each for each in texts]
    made = macros.expand(moved.applied(value), budget)
    return moved if made.text.split("\n") == meant else None


def _fix(card: FieldsOfCard, line: Field, repair: Repair | None) -> Fix | None:
    """The edit of the file that is *repair* in the value of *line*."""
    if repair is None:
        return None
    span = card.span(line, repair.start, repair.end)
    title = f"put in {repair.new!r}" if not span.text else None
    return Fix.replace(span, repair.new, title, is_safe=repair.is_safe)


def _origin(finding: Finding, text: str, called: Sequence[MacroDefinition]) -> tuple[str, ...]:
    """Where *finding* is in the *text* of an expansion, and which macros *called* there make it."""
    start, end = max(0, finding.start - _AROUND), finding.end + _AROUND
    excerpt = f"{'...' * (start > 0)}{text[start:end]}{'...' * (end < len(text))}"
    faulty = text[finding.start : finding.end]
    makers = [macro for macro in called if faulty in macro.body] or called
    names = " or ".join(f"{macro.name}, defined at {macro.span}" for macro in makers)
    return (f"in the expansion of {names}: {excerpt}",)


def _report(
    finding: Finding,
    span: Span,
    log: DiagnosticLog,
    fix: Fix | None = None,
    notes: tuple[str, ...] = (),
) -> None:
    known = finding.known if log.has_room(finding.code) else ()
    alike = [each for each in known if abs(len(each) - len(finding.word)) <= _LONGER]
    suggestions = log.did_you_mean(finding.word, alike) if alike else ()
    log.add(finding.code, span, fix, notes=(*finding.notes, *suggestions, *notes), **finding.data)
