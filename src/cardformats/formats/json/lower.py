"""Between a document's JSON values and a card set, both directions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from cattrs import BaseValidationError, ClassValidationError, ForbiddenExtraKeysError

from ...diagnostics import DiagnosticLog
from ...errors import ModelError
from ...model import Booster, Card, CardSet, Event, Sheet
from ...model.frozen import freeze_mapping, thaw
from ..jsontext import Path
from .codes import JsonCode
from .converter import REFUSALS, converter
from .format import MARK, SCHEMA_VERSION
from .syntax import Document

T = TypeVar("T")

#: The members of a document, in the order they are written.
MEMBERS = (MARK, "name", "code", "meta", "cards", "sheets", "boosters", "event", "extras")


def lower(document: Document, log: DiagnosticLog) -> CardSet:
    """The card set of *document*; what does not fit is reported and left out."""
    data = document.data
    for name in data:
        if name not in MEMBERS:
            log.add(JsonCode.UNKNOWN_MEMBER, document.text.span((name,), key=True), name=name)
    event = _one(document, "event", Event, log) if data.get("event") is not None else None
    return CardSet(
        _text(document, "name", log) or "",
        _text(document, "code", log),
        tuple(_items(document, "cards", Card, log)),
        _distinct_sheets(document, log),
        tuple(_items(document, "boosters", Booster, log)),
        event,
        freeze_mapping(_mapping(document, "meta", str, log)),
        freeze_mapping(_mapping(document, "extras", dict, log)),
    )


def raise_(cardset: CardSet) -> dict[str, Any]:
    """The document of *cardset* as JSON values; members with the default value are left out."""
    made = converter()
    data = {
        MARK: SCHEMA_VERSION,
        "name": cardset.name,
        "code": cardset.code,
        "meta": thaw(cardset.meta),
        "cards": [made.unstructure(card, Card) for card in cardset.cards],
        "sheets": [made.unstructure(sheet, Sheet) for sheet in cardset.sheets.values()],
        "boosters": [made.unstructure(booster, Booster) for booster in cardset.boosters],
        "event": made.unstructure(cardset.event, Event) if cardset.event else None,
        "extras": thaw(cardset.extras),
    }
    # an event of which nothing needs saying is still an event
    kept = (MARK, "code", "event")
    return {
        name: value for name, value in data.items() if value or (name in kept and value is not None)
    }


def _text(document: Document, member: str, log: DiagnosticLog) -> str | None:
    value = document.data.get(member)
    if value is None or isinstance(value, str):
        return value
    log.add(JsonCode.BAD_VALUE, document.text.span((member,)), problem="expected a string")
    return None


def _distinct_sheets(document: Document, log: DiagnosticLog) -> tuple[Sheet, ...]:
    sheets: dict[str, Sheet] = {}
    for sheet in _items(document, "sheets", Sheet, log):
        if sheet.name in sheets:
            problem = f"a second sheet is named {sheet.name!r}"
            log.add(JsonCode.BAD_VALUE, document.text.span(("sheets",)), problem=problem)
        sheets[sheet.name] = sheet
    return tuple(sheets.values())


def _items(document: Document, member: str, cls: type[T], log: DiagnosticLog) -> Iterator[T]:
    items = document.data.get(member, [])
    if not isinstance(items, list):
        log.add(JsonCode.BAD_VALUE, document.text.span((member,)), problem="expected an array")
        return
    for number, item in enumerate(items):
        try:
            yield converter().structure(item, cls)
        except REFUSALS as error:
            _report(document, error, (member, number), log)


def _one(document: Document, member: str, cls: type[T], log: DiagnosticLog) -> T | None:
    try:
        return converter().structure(document.data[member], cls)
    except REFUSALS as error:
        _report(document, error, (member,), log)
        return None


def _mapping(document: Document, member: str, kind: type, log: DiagnosticLog) -> dict[str, Any]:
    value = document.data.get(member, {})
    if isinstance(value, dict) and all(isinstance(item, kind) for item in value.values()):
        return value
    word = "strings" if kind is str else "objects"
    problem = f"expected an object whose members are {word}"
    log.add(JsonCode.BAD_VALUE, document.text.span((member,)), problem=problem)
    return {}


def _parts(error: BaseValidationError) -> tuple[list[tuple[Exception, Any]], list[Exception]]:
    """The errors in a group that have a place in the value, with it, and the others."""
    group: Any = error  # each of cattrs' groups has the method, their common base lacks it
    inner, others = group.group_exceptions()
    return inner, others


def _report(document: Document, error: BaseException, path: Path, log: DiagnosticLog) -> None:
    """Report *error*, or every error in it if it is a group, at its place."""
    if isinstance(error, BaseValidationError):
        inner, others = _parts(error)
        for each, note in inner:
            step = note.name if isinstance(error, ClassValidationError) else note.index
            _report(document, each, (*path, step), log)
        for each in others:
            _report(document, each, path, log)
    elif isinstance(error, ForbiddenExtraKeysError):
        for name in sorted(error.extra_fields):
            span = document.text.span((*path, name), key=True)
            log.add(JsonCode.UNKNOWN_MEMBER, span, name=name)
    elif isinstance(error, KeyError):
        problem = f"the member {error.args[0]!r} is missing"
        log.add(JsonCode.BAD_VALUE, document.text.span(path[:-1]), problem=problem)
    else:
        problem = str(error) if isinstance(error, (ModelError, TypeError)) else "unexpected value"
        log.add(JsonCode.BAD_VALUE, document.text.span(path), problem=problem)
