"""From a document's JSON values to a card set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from ...diagnostics import DiagnosticLog
from ...model import Booster, Card, CardSet, Event, Sheet
from ...model.frozen import freeze_mapping
from ...serde import REFUSALS, Path, make_converter, refusals_in
from .codes import JsonCode
from .format import MARK
from .syntax import Document

T = TypeVar("T")

#: The members of a document, in the order they are written.
MEMBERS = (MARK, "name", "code", "meta", "cards", "sheets", "boosters", "event", "extras")


def to_model(document: Document, log: DiagnosticLog) -> CardSet:
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
            yield make_converter().structure(item, cls)
        except REFUSALS as error:
            _report(document, error, (member, number), log)


def _one(document: Document, member: str, cls: type[T], log: DiagnosticLog) -> T | None:
    try:
        return make_converter().structure(document.data[member], cls)
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


def _report(document: Document, error: BaseException, path: Path, log: DiagnosticLog) -> None:
    """Report *error*, or every error in it if it is a group, at its place."""
    for place, problem, unknown in refusals_in(error, path):
        if unknown is not None:
            log.add(JsonCode.UNKNOWN_MEMBER, document.text.span(place, key=True), name=unknown)
        else:
            log.add(JsonCode.BAD_VALUE, document.text.span(place), problem=problem)
