"""The reader of records: an array of cards in any layout, a list of the API, a single card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...source import SourceText
from ..other_data import is_other_data
from .codes import ScryfallCode
from .syntax import GRAMMAR, ScryfallCard

if TYPE_CHECKING:
    import re

_BETWEEN, _GAP, _CARD, _LIST, _HAS_MORE = map(
    GRAMMAR.rule, ("BETWEEN", "GAP", "CARD", "LIST", "HAS_MORE")
)
_SHOWN = 60
#: The number of characters that are decoded in one step of work.
_STEP = 12
_DECODER = json.JSONDecoder()


def records_in(
    source: SourceText, log: DiagnosticLog, budget: Budget, *, is_whole: bool = True
) -> Iterator[ScryfallCard]:
    """Yield the cards of *source*; other values are reported.

    After an error, reading continues with the next card. The work on text with errors is counted
    against *budget*. A part of a file, which is not *whole*, can end within an array.
    """
    text = source.text
    if is_whole and is_other_data(source, "scryfall", log, "JSON"):
        return
    start = _after(_GAP, text, 0)
    if start == len(text) and is_whole:
        log.add(ScryfallCode.NOT_CARDS, source.span(0), problem="nothing")
    listed = _LIST.match(text, start)
    gap = _GAP if listed else _BETWEEN
    place = _after(gap, text, listed.end() if listed else start)
    while place < len(text) and text[place] != "]":
        value, end = _value(source, place, log, budget)
        if end is None:
            following = None if budget.spent else _CARD.search(text, place + 1)
            end = following.start() if following else len(text)
        elif (problem := no_card(value)) is None:
            yield ScryfallCard(value, source, place, end)
        else:
            code = ScryfallCode.NOT_CARDS if place == start else ScryfallCode.NO_CARD
            log.add(code, source.span(place, place + 1), problem=problem)
            if code is ScryfallCode.NOT_CARDS and not isinstance(value, dict):
                return
        place = _after(gap, text, end)
    if is_whole and (listed or text.startswith("[", start)):
        check_end(source, log, "}" if listed else "]")
    if listed and (_HAS_MORE.search(listed[0]) or _HAS_MORE.search(text, place)):
        log.add(ScryfallCode.HAS_MORE, source.span(start, start + 1))


def _after(gap: re.Pattern[str], text: str, place: int) -> int:
    """Return the end of the optional *gap* in *text* at a *place*."""
    match = gap.match(text, place)
    return match.end() if match else place


def check_end(source: SourceText, log: DiagnosticLog, bracket: str) -> None:
    """Report if the file, whose last part is *source*, does not end with *bracket*."""
    text = source.text
    last = text.rfind(bracket)
    if last < 0 or not (last == len(text) - 1 or text[last + 1 :].isspace()):
        place = source.span(max(0, len(text) - 1), len(text))
        log.add(ScryfallCode.NOT_JSON, place, problem=f"«{bracket}» is missing at the end")


def _value(
    source: SourceText, place: int, log: DiagnosticLog, budget: Budget
) -> tuple[Any, int | None]:
    """Return the value at *place* and its end; the end is None if it is not JSON.

    Invalid JSON is reported.
    """
    problem, where, stop = "", place, len(source.text)
    try:
        return _DECODER.raw_decode(source.text, place)
    except json.JSONDecodeError as error:
        problem, where, stop = error.msg[:1].lower() + error.msg[1:], error.pos, error.pos
        problem = problem.removesuffix(" at")
    except RecursionError:
        problem = "nested too deeply"
    except ValueError:
        problem = "a number of too many digits"
    log.add(ScryfallCode.NOT_JSON, source.span(where, where + 1), problem=problem)
    if not budget.spend(1 + (stop - place) // _STEP):
        log.add(
            SharedCode.OUT_OF_WORK,
            source.span(place, place + 1),
            what="continuing after invalid JSON",
            limit=budget.limit,
            outcome="what follows is not read",
        )
    return None, None


def no_card(value: Any) -> str | None:
    """Return a phrase for *value* if it is not a card; None if it is a card."""
    if not isinstance(value, dict):
        return "an array" if isinstance(value, list) else f"the value {json.dumps(value)[:_SHOWN]}"
    kind, details = value.get("object", "card"), value.get("details")
    if kind == "card":
        return None
    shown = f": {details[:200]}" if isinstance(details, str) else ""
    return f"the object {json.dumps(kind)[:_SHOWN]}{shown}"
