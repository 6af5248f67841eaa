"""Findings in the Static Analysis Results Interchange Format (SARIF) 2.1.0."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ... import __version__
from ...diagnostics import Code, Diagnostic
from ...explanations import markdown, message
from ...source import Span, TextEdit
from ..baseline import fingerprints
from ..findings import Findings
from .places import Region, location

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_ROOT = "%SRCROOT%"
_REGION = ("startLine", "startColumn", "endLine", "endColumn")
#: How fingerprints are called; the number grows when they are made in another way.
_FINGERPRINT = "cardformats/v2"


def sarif(findings: Findings) -> str:
    """Return one run: a rule for each code, a result for each diagnostic.

    Paths are relative to ``%SRCROOT%``, the working folder, if they are in it; columns are code
    points.
    """
    codes = {*findings.counts, *(each.code for each in findings.diagnostics)}
    rules = {code: number for number, code in enumerate(sorted(codes))}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "cardformats",
                "semanticVersion": __version__,
                "version": __version__,
                "rules": [*map(_rule, rules)],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": f"{Path.cwd().as_uri()}/"}},
        "results": [
            _result(each, rules[each.code], mark)
            for each, mark in zip(
                findings.diagnostics, fingerprints(findings.diagnostics, Path.cwd()), strict=True
            )
        ],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.value,
        "name": code.name,
        "shortDescription": {"text": message(code)},
        "fullDescription": {"text": code.help},
        "help": {"text": code.help, "markdown": markdown(code)},
        "defaultConfiguration": {"level": code.severity.value},
    }


def _result(diagnostic: Diagnostic, rule: int, fingerprint: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code.value,
        "ruleIndex": rule,
        "level": diagnostic.severity.value,
        "message": {"text": "\n".join((diagnostic.message, *diagnostic.notes))},
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }
    if (span := diagnostic.place) is not None:
        result["locations"] = [{"physicalLocation": _location(span)}]
    if diagnostic.related:
        result["relatedLocations"] = [
            {"physicalLocation": _location(each.span), "message": {"text": each.message}}
            for each in diagnostic.related
        ]
    if diagnostic.fix is not None and (changes := _changes(diagnostic.fix.edits)):
        result["fixes"] = [
            {"description": {"text": diagnostic.fix.title}, "artifactChanges": changes}
        ]
    return result


def _location(span: Span) -> dict[str, Any]:
    path, region = location(span)
    known: dict[str, Any] = {"artifactLocation": _artifact(path)}
    return known if region is None else {**known, "region": _region(region)}


def _artifact(path: str) -> dict[str, str]:
    """Return the location of a file; its whole address if it is outside the working folder."""
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(path), "uriBaseId": _ROOT}


def _region(region: Region) -> dict[str, int]:
    return dict(zip(_REGION, region, strict=True))


def _changes(edits: Iterable[TextEdit]) -> list[dict[str, Any]]:
    """Return the edits of a fix by file; none if an edit has no columns."""
    by_path: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for edit in edits:
        path, region = location(edit.span)
        if region is None or not _has_columns(edit.span):
            return []
        replacement: dict[str, Any] = {"deletedRegion": _region(region)}
        if edit.new:
            replacement["insertedContent"] = {"text": edit.new}
        by_path[path].append(replacement)
    return [
        {"artifactLocation": _artifact(path), "replacements": its} for path, its in by_path.items()
    ]


def _has_columns(span: Span) -> bool:
    """Return whether lines and columns identify a span; a byte order mark has no column."""
    starts = span.source.line_starts
    places = ((offset, span.source.position(offset)) for offset in (span.start, span.end))
    return all(starts[line - 1] + column - 1 == offset for offset, (line, column) in places)
