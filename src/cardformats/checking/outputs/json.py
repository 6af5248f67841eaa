"""Findings as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from ...diagnostics import Code, Severity
from ..findings import CheckedInput, Findings


def json_text(findings: Findings) -> str:
    """Return an object with ``ok``, ``counts``, ``inputs`` and ``diagnostics``.

    ``others`` has how many findings do not count, by the reason, if there are any, and ``gone``
    how many that were known before are no more.
    """
    value: dict[str, Any] = {
        "ok": not findings.has((Severity.ERROR,)),
        "counts": _counts(findings.counts),
        "inputs": [_input(each) for each in findings.inputs],
        "diagnostics": [each.to_dict() for each in findings.diagnostics],
    }
    if findings.others:
        value["others"] = dict(findings.others)
    if findings.gone:
        value["gone"] = findings.gone
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _counts(counts: Mapping[Code, int]) -> dict[str, int]:
    """Return counts by the ids of codes, in their order."""
    return {code.value: counts[code] for code in sorted(counts)}


def _input(checked: CheckedInput) -> dict[str, Any]:
    return {
        "path": os.fspath(checked.path),
        "name": checked.name,
        "cards": checked.cards,
        "ok": checked.ok,
        "counts": _counts(checked.counts),
    }
