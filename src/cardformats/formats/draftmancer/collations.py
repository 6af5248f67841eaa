"""Collations: between the options in a sheet's header and those of the model."""

from __future__ import annotations

from typing import Any

from ...diagnostics import DiagnosticLog, LossLog
from ...model import Collation, PrintRun, Random, Sheet, Striped
from ...source import Span
from .codes import DraftmancerCode
from .syntax import Header
from .values import whole

_KNOWN = frozenset(("collation", "groupSize", "length", "weights"))


def lower_collation(
    header: Header, cards: int, log: DiagnosticLog, *, replacement: bool
) -> Collation:
    """The collation that *header* gives a sheet of so many *cards*."""
    options = header.options or {}
    random = Random(replacement)
    name = options.get("collation", "random")
    problem = _Problems(header, log)
    for key in options:
        if key not in _KNOWN:
            problem.unknown(key)
    if not isinstance(name, str):
        problem.option("collation", "a string")
    elif name == "printRun":
        size = whole(options.get("groupSize", 1))
        if size is not None and size >= 1:
            return PrintRun(size, "slot")
        problem.option("groupSize", "a whole number, 1 or more")
    elif name == "striped":
        length = whole(options.get("length"))
        given = options.get("weights")
        weights = [whole(each) for each in given] if isinstance(given, list) else []
        numbers = tuple(each for each in weights if each is not None and each >= 0)
        if length is None or not 1 <= length < cards:
            problem.option("length", "a whole number from 1 to less than the number of cards")
        elif len(numbers) < len(weights) or not any(numbers):
            problem.option("weights", "an array of whole numbers, one of them positive")
        else:
            return Striped(length, numbers)
    elif name != "random":
        notes = log.did_you_mean(name, ("random", "printRun", "striped"))
        where = problem.span("collation")
        log.add(DraftmancerCode.UNKNOWN_COLLATION, where, notes=notes, name=name)
    return random


def raise_collation(sheet: Sheet, losses: LossLog) -> dict[str, Any] | None:
    """The header options of *sheet*; None if it needs none."""
    collation = sheet.collation
    if isinstance(collation, PrintRun):
        if collation.continues != "slot":
            losses.changed(f"print runs that go on through a {collation.continues}", sheet.name)
        group = {"groupSize": collation.group_size} if collation.group_size != 1 else {}
        return {"collation": "printRun", **group}
    if isinstance(collation, Striped) and collation.length < sheet.total:
        return {
            "collation": "striped",
            "length": collation.length,
            "weights": list(collation.weights),
        }
    if not isinstance(collation, Random):
        losses.changed(f"the collation {type(collation).__name__} (now random)", sheet.name)
    return None


class _Problems:
    """Reports what is wrong with the options of a header."""

    def __init__(self, header: Header, log: DiagnosticLog) -> None:
        self.header, self.log = header, log

    def span(self, key: str, *, name: bool = False) -> Span:
        assert self.header.json is not None  # noqa: S101 - options come from JSON
        return self.header.json.span((key,), key=name)

    def unknown(self, key: str) -> None:
        data = {"name": key, "sheet": self.header.name}
        code, notes = DraftmancerCode.UNKNOWN_SHEET_OPTION, self.log.did_you_mean(key, _KNOWN)
        self.log.add(code, self.span(key, name=True), notes=notes, **data)

    def option(self, key: str, expected: str) -> None:
        data = {"name": key, "sheet": self.header.name, "expected": expected}
        self.log.add(DraftmancerCode.SHEET_OPTION, self.span(key), **data)
