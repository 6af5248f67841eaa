"""Reports what is wrong in a card's abilities, at its place in the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...diagnostics import DiagnosticLog
from ...source import Span
from .abilities import Finding, lint
from .abilities.cards import RULES
from .extras import MACRO_NAME
from .fields import FieldsOfCard
from .macros import Expansion, MacroTable
from .syntax import Field

_AROUND: Final = 30
#: How much longer than what is written is what was meant.
_LONGER: Final = 2


def check_abilities(
    card: FieldsOfCard,
    macros: MacroTable | None,
    log: DiagnosticLog,
    has_card: Callable[[str], bool] | None,
) -> None:
    """Report what is wrong in the abilities of *card*; *has_card* says which names there are."""
    for key in card.repeated.keys() | card.single.keys():
        if (rule := RULES.get(key)) is not None:
            for line in card.lines_of(key):
                _check_line(card, line, rule, macros, log, has_card)


def _check_line(
    card: FieldsOfCard,
    line: Field,
    rule: str,
    macros: MacroTable | None,
    log: DiagnosticLog,
    has_card: Callable[[str], bool] | None,
) -> None:
    value = line.value
    expansion = Expansion(value) if macros is None else macros.expand(value)
    if expansion.diagnostics or MACRO_NAME.search(expansion.text):
        return  # the macros are reported; what they would have made is not known
    if macros is None or expansion.text == value:
        for found in lint(value, rule, has_card):
            _report(found, card.span(line, found.start, found.end), log)
        return
    for text in expansion.text.split("\n"):
        for found in lint(text, rule, has_card):
            said = text[found.start : found.end]
            if value.count(said) == 1:
                start = value.find(said)
                _report(found, card.span(line, start, start + len(said)), log)
            else:
                _report(found, card.span(line), log, _origin(found, text, value, macros))


def _origin(found: Finding, text: str, value: str, macros: MacroTable) -> tuple[str, ...]:
    """Where *found* is in the *text* that macros make of *value*, and which of them make it."""
    start, end = max(0, found.start - _AROUND), found.end + _AROUND
    excerpt = f"{'...' * (start > 0)}{text[start:end]}{'...' * (end < len(text))}"
    said = text[found.start : found.end]
    called = {macro.name: macro for macro, _, _ in macros.calls(value)}
    makers = [macro for macro in called.values() if said in macro.body] or called.values()
    names = " or ".join(f"{macro.name}, defined at {macro.span}" for macro in makers)
    return (f"in the expansion of {names}: {excerpt}",)


def _report(found: Finding, span: Span, log: DiagnosticLog, notes: tuple[str, ...] = ()) -> None:
    known = found.known if log.has_room(found.code) else ()
    alike = [each for each in known if abs(len(each) - len(found.word)) <= _LONGER]
    suggestions = log.did_you_mean(found.word, alike) if alike else ()
    log.add(found.code, span, notes=(*found.notes, *suggestions, *notes), **found.data)
