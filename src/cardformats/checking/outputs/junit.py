"""Findings as the results of tests, which most services show in the form of JUnit."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ...diagnostics import Diagnostic, Severity
from ...formats.xml_text import block, content, document, element
from ..findings import Findings
from .places import place_of


def junit(findings: Findings) -> str:
    """A suite for each file in which something is, and one of all inputs without errors.

    A finding is a test: an error is a failed one, others are skipped ones.
    """
    by_file: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for each in findings.diagnostics:
        by_file[place_of(each.span).path if each.span else "cardformats"].append(each)
    suites = [_suite(path, map(_case, its), its) for path, its in by_file.items()]
    sound = [os.fspath(each.path) for each in findings.inputs if each.ok]
    passed = (element("testcase", {"name": path, "classname": "cardformats"}) for path in sound)
    if sound:
        suites.append(_suite("inputs without errors", passed, ()))
    return document(block("testsuites", {"name": "cardformats"}, chain(*suites)))


def _suite(name: str, cases: Iterable[str], diagnostics: Sequence[Diagnostic]) -> Iterator[str]:
    lines = [*cases]
    failures = sum(each.severity is Severity.ERROR for each in diagnostics)
    counts = {
        "tests": str(len(lines)),
        "failures": str(failures),
        "skipped": str(len(diagnostics) - failures),
    }
    return block("testsuite", {"name": name, **counts}, lines)


def _case(diagnostic: Diagnostic) -> str:
    region = place_of(diagnostic.span).region if diagnostic.span else None
    line = str(region.line) if region else None
    outcome = "failure" if diagnostic.severity is Severity.ERROR else "skipped"
    kind = {"type": diagnostic.severity.value} if outcome == "failure" else {}
    path = place_of(diagnostic.span).path if diagnostic.span else None
    attributes = {
        "name": f"{diagnostic.code} at {diagnostic.span or 'no place'}",
        "classname": f"cardformats.{diagnostic.code}",
        "file": path,
        "line": line,
    }
    inner = element(outcome, {"message": diagnostic.message, **kind}, content(diagnostic.render()))
    return element("testcase", attributes, inner)
