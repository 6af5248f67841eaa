"""``cardformats explain`` of codes."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from cardformats.checking.known_codes import known_codes
from cardformats.cli.app import app
from cardformats.diagnostics import Code, Severity
from cardformats.explanations import GROUPS, all_codes, markdown
from cardformats.formats.registry import REGISTRY


def run(*arguments):
    return CliRunner().invoke(app, ["explain", *arguments])


def test_several_codes_are_explained_in_any_case():
    result = run("dm021", "OC001")
    codes = {code.value for code in all_codes()}
    assert [line for line in result.stdout.splitlines() if line in codes] == ["DM021", "OC001"]


def test_the_beginning_of_codes_lists_them():
    lines = run("DM02").stdout.splitlines()
    assert len(lines) == sum(code.startswith("DM02") for code in all_codes())
    assert "DM021  warning: a count of 0: the card is never drawn" in lines


@pytest.mark.parametrize(("text", "near"), [("DM333", "DM033"), ("dm33", "DM033")])
def test_a_wrong_code_gets_near_ones(text, near):
    result = run(text)
    assert result.exit_code == 1
    assert f"unknown code {text.upper()}; similar codes are " in result.stderr
    assert near in result.stderr


def test_codes_are_explained_as_json():
    (entry,) = json.loads(run("DM021", "--json").stdout)
    assert (entry["code"], entry["severity"]) == ("DM021", "warning")
    assert entry["message"] == "a count of 0: the card is never drawn"
    assert entry["example"] == "0 Forest"
    assert entry["text"].endswith("```text\n0 Forest\n```\n")


def test_a_loss_is_explained_by_what_it_is_about():
    assert run("CF216").stdout.startswith("CF216\nwarning about cards: colours\n\n")


def test_codes_of_plugins_are_explained():
    class OtherCode(Code):
        FOUR = ("ZZ001", Severity.NOTE, "four parts", "It has no example.")
        FIVE = ("ZZ002", Severity.NOTE, "five parts", "It has one.", "an example")

    other = SimpleNamespace(id="other", load={"codes": OtherCode}.get)
    REGISTRY.add(other, "someone")
    try:
        assert run("ZZ001").stdout == "ZZ001\nnote: four parts\n\nIt has no example.\n\n"
        assert run("ZZ").stdout == "ZZ001  note: four parts\nZZ002  note: five parts\n"
        assert "    an example\n" in run("zz002").stdout
    finally:
        REGISTRY.remove("other")


@pytest.mark.parametrize("line", ["{T}:draw:1", "flying", "lord(goblin) 1/1", ""])
def test_lines_of_wagic_are_no_codes(line):
    result = run(line)
    assert result.exit_code == 0
    assert "code" not in result.output


def test_the_groups_have_all_codes_of_the_library():
    grouped = {code.value for group in GROUPS for code in group.codes()}
    assert {code.value for code in known_codes()} <= grouped
    assert all(
        code.startswith(group.letters) and len(group.letters) == 2
        for group in GROUPS
        for code in group.codes()
    )


def test_every_code_has_an_explanation():
    for code in all_codes():
        text = markdown(code)
        assert text.startswith(f"*{code.severity.value}*")
        assert code.help in text
        assert code.example in text


@pytest.mark.parametrize("text", ["dm-033", "DM 033", "Dm_033"])
def test_a_code_may_be_written_in_two_parts(text):
    assert run(text).output == run("DM033").output
