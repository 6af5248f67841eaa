"""``cardformats explain`` of codes."""

from __future__ import annotations

from types import SimpleNamespace

from click.testing import CliRunner

from cardformats.checking.known_codes import known_codes
from cardformats.cli.app import app
from cardformats.diagnostics import Code, Severity
from cardformats.explanations import GROUPS, all_codes, markdown
from cardformats.formats.registry import REGISTRY


def run(*arguments):
    return CliRunner().invoke(app, ["explain", *arguments])


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
