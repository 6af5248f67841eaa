"""Findings as the results of tests, which most services show in the form of JUnit."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from ...diagnostics import Code, Diagnostic
from ...formats.xml_text import block, content, document, element
from ...source import as_line
from ..findings import Findings
from .places import location


def junit(findings: Findings) -> str:
    """Return a suite for each file with diagnostics, and one for the other inputs.

    A finding is a test: a failed one if the check fails by its code, else a skipped one.
    """
    by_file: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for each in findings.diagnostics:
        span = each.place
        by_file[location(span)[0] if span else "cardformats"].append(each)
    suites = [_suite(path, its, findings.failing) for path, its in by_file.items()]
    if sound := [os.fspath(each.path) for each in findings.inputs if not each.counts]:
        cases = [element("testcase", {"name": path, "classname": "cardformats"}) for path in sound]
        counts = {"tests": str(len(cases)), "failures": "0", "skipped": "0"}
        suites.append(block("testsuite", {"name": "nothing to report", **counts}, cases))
    return document(block("testsuites", {"name": "cardformats"}, chain(*suites)))


def _suite(
    path: str, diagnostics: Sequence[Diagnostic], failing: Collection[Code]
) -> Iterator[str]:
    """Return the suite of a file."""
    failures = sum(each.code in failing for each in diagnostics)
    counts = {
        "tests": str(len(diagnostics)),
        "failures": str(failures),
        "skipped": str(len(diagnostics) - failures),
    }
    cases = (_case(path, each, is_failed=each.code in failing) for each in diagnostics)
    return block("testsuite", {"name": path, **counts}, cases)


def _case(path: str, diagnostic: Diagnostic, *, is_failed: bool) -> str:
    span, text = diagnostic.place, diagnostic.render()
    attributes = {
        "name": f"{diagnostic.code} at {span}" if span else str(diagnostic.code),
        "classname": f"cardformats.{diagnostic.code}",
        "file": path if span else None,
        "line": str(span.line) if span else None,
    }
    # XML cannot have most control characters: without escapes the message would lose them
    outcome = {"message": as_line(diagnostic.message), "type": diagnostic.severity.value}
    inner = (
        element("failure", outcome, content(text))
        if is_failed
        else element("skipped", {"message": text})
    )
    return element("testcase", attributes, inner)
