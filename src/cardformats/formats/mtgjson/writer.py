"""The writer of set files: the original text with changes, or a new text."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from typing import Any

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...losses import LossLog
from ...model import CardSet
from ...source import SourceText
from ..base import Written
from ..json_patch import JsonContainer
from ..json_text import JsonText, encode
from ..lost_edits import report_lost_edits
from ..patch import CannotPatchError, Edit, patched
from .documents import sets_in
from .format import MtgjsonOptions
from .from_model import from_model
from .syntax import SetFile
from .to_model import to_model

#: The members of a set whose items are identified by their uuids.
_BY_UUID = ("cards", "tokens")


def write(cardset: CardSet, options: MtgjsonOptions) -> Report[Written]:
    """Write *cardset*. If it was read from a file, only changes are written."""
    syntax = cardset.syntax
    if isinstance(syntax, SetFile) and not options.canonical:
        if cardset == cardset.as_read:
            return Report(Written.of(syntax.source))
        report = patched_file(cardset, syntax)
        if report is not None:
            return report
    losses = LossLog("mtgjson")
    text = encode(from_model(cardset, losses), None, compact=True) + "\n"
    return Report(Written(text), losses.finish())


def write_packed(cardset: CardSet, options: MtgjsonOptions) -> Report[bytes]:
    """Write *cardset* as a gzip file; the same set gives the same bytes."""
    report = write(cardset, options)
    return Report(gzip.compress(report.value.encode(), mtime=0), report.diagnostics)


def patched_file(cardset: CardSet, file: SetFile) -> Report[Written] | None:
    """Return the text of *file* with the changes of *cardset*; None if that is not possible.

    Only losses caused by the changes are reported.
    """
    as_read = cardset.as_read
    assert as_read is not None  # noqa: S101 - it was read
    known, losses = LossLog("mtgjson"), LossLog("mtgjson")
    before, after = from_model(as_read, known)["data"], from_model(cardset, losses)["data"]
    try:
        text = patched(file.source.text, list(_edits(file, before, after)))
    except (CannotPatchError, KeyError, ValueError):
        return None
    again = _again(text, file)
    if again is None:
        return None
    written = losses.finish(known.finish())
    if again != cardset and not written:
        report_lost_edits(as_read, cardset, again, losses)
        written = losses.finish(known.finish())
    return Report(Written(text, file.source.encoding), written)


def _again(text: str, file: SetFile) -> CardSet | None:
    """Return the card set in *text*; None if it no longer contains the set."""
    source, log = SourceText(file.source.name, text), DiagnosticLog(0)
    sets = (data for data in sets_in(source, file.file, log) if data.path == file.path)
    data = next(sets, None)
    return None if data is None else to_model(data, file.options, log)


def _edits(file: SetFile, before: dict[str, Any], after: dict[str, Any]) -> Iterator[Edit]:
    """Yield the edits that change *before* to *after*.

    Raises:
        CannotPatchError: If the cards are not in an array, or are not told apart by their uuids.
    """
    text = file.source.text
    whole = JsonText.whole(file.source)
    old = whole.decode_any()
    for step in file.path:
        old = old[step]
    span = whole.span(file.path)
    container = JsonContainer(text, span.start, span.end)
    for item in container.items:
        if item.key in _BY_UUID:
            if not isinstance(old[item.key], list):
                raise CannotPatchError
            own = JsonContainer(text, item.value, item.end)
            sides = (_by_uuid(side.pop(item.key)) for side in (before, after))
            yield from _card_edits(own, old[item.key], *sides)
    for name in _BY_UUID:  # members that the file does not have and does not need
        if before.get(name) == after.get(name):
            before.pop(name, None)
            after.pop(name, None)
    yield from container.members(old, before, after)


def _by_uuid(items: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {item["uuid"]: item for item in items}


def _card_edits(
    container: JsonContainer,
    old: list[Any],
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> Iterator[Edit]:
    """Yield the edits of an array of cards, identified by uuid; new ones are added at its end.

    Raises:
        CannotPatchError: If a card has no uuid, or two cards have the same one.
    """
    every = [item.get("uuid") if isinstance(item, dict) else None for item in old]
    uuids = [each for each in every if isinstance(each, str)]
    if len(set(uuids)) < len(every):
        raise CannotPatchError
    for number, uuid in enumerate(uuids):
        if uuid in before and uuid in after and before[uuid] != after[uuid]:
            yield from container.change(number, old[number], before[uuid], after[uuid])
        elif uuid in before and uuid not in after:
            container.remove(number)
    for uuid, item in after.items():
        if uuid not in before:
            container.add(len(old) - 1, item)
    yield from container.edits()
