"""What a block says that the model has no word for: scripts, expanded too, and engine keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any, Final

from attrs import evolve

from ...budget import Budget
from ...diagnostics import DiagnosticLog
from ...model import FrozenDict, Value
from ...model.frozen import EMPTY
from .codes import WagicCode
from .engine_macros import lower
from .fields import MODEL_KEYS, FieldsOfCard
from .macros import MacroTable, out_of_work
from .mana import parse_cost

MACRO_NAME: Final = re.compile(r"_{1,2}[A-Z][A-Z0-9&]*_{1,2}")
_SHOWN: Final = 80


def extras(
    card: FieldsOfCard, macros: MacroTable, log: DiagnosticLog, budget: Budget
) -> FrozenDict[str, Value]:
    """What the model has no word for: scripts, engine keys, extra costs, unknown lines.

    Scripts stand as they are written; ``expanded`` holds, for the keys whose lines call macros,
    the lines after expansion, whose work is taken from *budget*.
    """
    result: dict[str, Any] = {key: tuple(values) for key, values in card.repeated.items()}
    if expanded := _expanded(card, macros, log, budget):
        result["expanded"] = expanded
    if not card.single.keys() <= MODEL_KEYS:
        engine_keys = [key for key in card.single if key not in MODEL_KEYS]
        result |= {key: card.single[key] for key in engine_keys}
    if "mana" in card.single:
        written = card.single["mana"]
        cost = parse_cost(written)
        if cost.extra:
            result["extra_costs"] = tuple(each.text for each in cost.extra)
        if cost.problems:
            result["mana"] = written
    if "grade" not in card.single and (grade := card.file.grade_at(card.number)):
        result["grade"] = grade
    if card.unknown:
        result["unknown"] = card.unknown
    return FrozenDict(result) if result else EMPTY


def _expanded(
    card: FieldsOfCard, macros: MacroTable, log: DiagnosticLog, budget: Budget
) -> FrozenDict[str, Value] | None:
    """The scripts after expansion, of the keys where that makes a difference."""
    if not len(macros):
        return None
    changed: dict[str, Value] = {}
    for key, values in card.repeated.items():
        if any(map(macros.may_call, values)):
            expansions = [macros.expand(value, budget=budget) for value in values]
            texts = tuple(chain(*(expansion.text.split("\n") for expansion in expansions)))
            if any(expansion.diagnostics for expansion in expansions):
                for line, expansion in zip(card.lines_of(key), expansions, strict=True):
                    span = card.span(line)
                    log.extend(evolve(found, span=span) for found in expansion.diagnostics)
            elif texts != tuple(values):
                _check_engine(card, key, texts, macros, log, budget)
            if texts != tuple(values):
                changed[key] = texts
        for number, value in enumerate(values):
            if "_" in value:
                _check_macro_names(card, key, number, macros, log)
    return FrozenDict(changed) if changed else None


def _check_engine(
    card: FieldsOfCard,
    key: str,
    texts: Sequence[str],
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
) -> None:
    """Report lines of *key* that the engine does not expand to *texts*."""
    was_spent = budget.spent
    expanded = macros.engine.expand(lower("\n".join(card.repeated[key])), budget)
    if budget.spent:
        if not was_spent:
            log.extend((out_of_work(card.span(card.lines_of(key)[0]), budget),))
    elif expanded != lower("\n".join(texts)):
        pairs = zip_longest(expanded.split("\n"), map(lower, texts), fillvalue="")
        made = next(line for line, meant in pairs if line != meant)
        notes = (f"it makes {made[:_SHOWN]!r}",)
        log.add(WagicCode.MACRO_OTHERWISE, card.span(card.lines_of(key)[0]), notes=notes)


def _check_macro_names(
    card: FieldsOfCard, key: str, number: int, macros: MacroTable, log: DiagnosticLog
) -> None:
    """Report what looks like the name of a macro, in the line *number* of *key*, but is none."""
    text = card.repeated[key][number]
    called = iter([*((start, end) for _, start, end in macros.calls(text)), (len(text), 0)])
    start, end = next(called)
    for match in MACRO_NAME.finditer(text):
        while end <= match.start() and start < len(text):
            start, end = next(called)
        # neither begins within the other
        if match.end() <= start or len(text) == start:
            span = card.span(card.lines_of(key)[number], *match.span())
            notes = log.did_you_mean(match[0], macros.names)
            log.add(WagicCode.UNKNOWN_MACRO, span, notes=notes, name=match[0])
