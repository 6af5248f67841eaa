"""Outputs are well-formed, whatever findings say, and have each of them."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator
from lxml import etree

from cardformats.checking.findings import Findings
from cardformats.checking.outputs import OUTPUTS, lines
from cardformats.diagnostics import Code, Fix, Severity, tally
from cardformats.source import SourceText, TextEdit
from tests.conftest import ROOT

SCHEMA = Draft4Validator(
    json.loads((ROOT / "tests" / "data" / "sarif-schema-2.1.0.json").read_text("utf-8"))
)


class Word(Code):
    """Codes of a plug-in."""

    ONE = ("XX001", Severity.WARNING, "{word}", "Write another.")
    TWO = ("XX002", Severity.NOTE, "a {word}", "Write a number.")
    THREE = ("XX003", Severity.ERROR, "{word} {word}", "Fix it.")


TEXTS = st.text(st.characters(), max_size=12) | st.sampled_from(
    ["::error::x", "\n##[error]", "%0A", "]]>", "{0}", "[a](1)", "\x1b[1m", "\ufeffa"]
)


@st.composite
def all_findings(draw):
    names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
    sources = draw(st.lists(st.builds(SourceText, names, TEXTS), min_size=1, max_size=3))
    diagnostics = []
    for code in draw(st.lists(st.sampled_from([*Word]), max_size=8)):
        source = draw(st.sampled_from(sources))
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(source.text))] * 2)))
        span = draw(st.sampled_from([source.span(start, end), None]))
        fix = span and draw(
            st.builds(Fix.replace, st.just(span), TEXTS, st.just("fix it"), is_safe=st.booleans())
            | st.none()
        )
        diagnostics.append(
            code.at(span, fix, notes=draw(st.lists(TEXTS, max_size=2)), word=draw(TEXTS))
        )
    return Findings(diagnostics, tally(diagnostics))


@given(all_findings())
def test_outputs_are_well_formed_and_have_every_finding(findings):
    number = len(findings.diagnostics)
    assert len(json.loads(OUTPUTS["json"](findings))["diagnostics"]) == number
    log = json.loads(OUTPUTS["sarif"](findings))
    assert [*SCHEMA.iter_errors(log)] == []
    assert len(log["runs"][0]["results"]) == number
    root = etree.fromstring(OUTPUTS["junit"](findings).encode("utf-8"))
    assert len(list(root.iter("failure", "skipped"))) == number
    *commands, _ = OUTPUTS["github"](findings).split("\n")[:-1]
    assert all(command.startswith(("::error ", "::warning ", "::notice ")) for command in commands)
    assert len(commands) <= number
    assert bool(commands) == bool(number)
    assert sum(severity is not None for _, severity in lines(findings, brief=True)) == number
    assert OUTPUTS["text"](findings).endswith("\n")


def edited(text, edits):
    """*text* with *edits*, each a start, an end and what comes there, from the last one on."""
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def offset(text, line, column):
    """Where a line and a column are, as SARIF counts: lines end with LF or CRLF, no mark counts."""
    starts = [0, *(match.end() for match in re.finditer("\r?\n", text))]
    starts[0] += text.startswith("\ufeff")
    return starts[line - 1] + column - 1


@given(st.text("ab\r\n\t\u2028\ufeff\U0001f0cf", max_size=12), st.data())
def test_a_fix_does_the_same_in_sarif(text, data):
    source = SourceText("a.txt", text)
    places = st.integers(0, len(text))
    start, middle, end = sorted(data.draw(st.tuples(places, places, places)))
    news = data.draw(st.tuples(st.text("xy\n", max_size=3), st.text("z", min_size=1, max_size=1)))
    spans = [(start, middle, news[0]), (min(middle + 1, len(text)), max(middle + 1, end), news[1])]
    spans = [each for each in spans if each[1] <= len(text)]
    edits = [TextEdit(source.span(one, two), new) for one, two, new in spans]
    diagnostic = Word.ONE.at(source.span(start, end), Fix("fix it", edits), word="a")
    log = json.loads(OUTPUTS["sarif"](Findings((diagnostic,), tally((diagnostic,)))))
    (result,) = log["runs"][0]["results"]
    for fix in result.get("fixes", ()):
        ((change),) = fix["artifactChanges"]
        replaced = [
            (
                offset(text, region["startLine"], region["startColumn"]),
                offset(text, region["endLine"], region["endColumn"]),
                each.get("insertedContent", {"text": ""})["text"],
            )
            for each in change["replacements"]
            for region in [each["deletedRegion"]]
        ]
        assert edited(text, replaced) == edited(text, spans)
