"""``cardformats explain`` of codes."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from cardformats.checking.explanations import explanations
from cardformats.checking.known_codes import known_codes
from cardformats.cli.app import app


def run(*arguments):
    return CliRunner().invoke(app, ["explain", *arguments])


def test_a_code_is_explained_with_its_example():
    result = run("DM021")
    assert result.exit_code == 0
    assert result.stdout == (
        "DM021\n"
        "warning: a count of 0: the card is never drawn\n"
        "\n"
        "Delete the line, or give it a count.\n"
        "\n"
        "cardformats fix can mend it.\n"
        "\n"
        "list.txt:\n"
        "\n"
        "    [Common(10)]\n"
        "    0 Forest\n"
        "    1 Island\n"
        "\n"
        "    $ cardformats check list.txt\n"
        "    list.txt:2:1: warning[DM021]: [*] a count of 0: the card is never drawn\n"
        "        2 | 0 Forest\n"
        "          | ^\n"
        "          = fix: make it a comment\n"
        "    1 warning\n"
        "    [*] 1 can be mended: cardformats fix\n"
        "\n"
    )


def test_several_codes_are_explained_in_any_case():
    result = run("dm021", "OC001")
    assert [line for line in result.stdout.splitlines() if line in explanations()] == [
        "DM021",
        "OC001",
    ]


def test_the_beginning_of_codes_lists_them():
    lines = run("DM02").stdout.splitlines()
    assert len(lines) == sum(code.startswith("DM02") for code in explanations())
    assert "DM021  warning: a count of 0: the card is never drawn" in lines


@pytest.mark.parametrize(("text", "near"), [("DM333", "DM033"), ("dm33", "DM033")])
def test_a_wrong_code_gets_near_ones(text, near):
    result = run(text)
    assert result.exit_code == 1
    assert f"there is no code {text.upper()}; near are " in result.stderr
    assert near in result.stderr


def test_codes_are_explained_as_json():
    (entry,) = json.loads(run("DM021", "--json").stdout)
    assert (entry["code"], entry["severity"]) == ("DM021", "warning")
    assert "```console\n" in entry["text"]


@pytest.mark.parametrize("line", ["{T}:draw:1", "flying", "lord(goblin) 1/1", ""])
def test_lines_of_wagic_are_no_codes(line):
    result = run(line)
    assert result.exit_code == 0
    assert "code" not in result.output


def test_every_code_has_an_explanation():
    every = explanations()
    assert {code.value for code in known_codes()} <= {*every}
    for each in every.values():
        assert each.severity in ("error", "warning", "note")
        assert not each.text.startswith("#")
        assert "{code-block}" not in each.text
        assert "\n(" not in each.text.partition("```")[0]
