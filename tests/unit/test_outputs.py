"""What a check found as text, JSON, SARIF, annotations and results of tests."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from jsonschema import Draft4Validator
from lxml import etree

import cardformats as cf
from cardformats.checking.findings import CheckedInput, Findings
from cardformats.checking.outputs import OUTPUTS, lines
from cardformats.cli.output import print_losses
from cardformats.diagnostics import Code, Fix, Severity, SharedCode, tally
from cardformats.source import SourceText, TextEdit
from tests.conftest import ROOT
from tests.unit.commands import run

LIST = """[Common(2)]
2 Lantern Eel
0 Marsh Ferry
0 Reed Frog
[Rare(0)]
1 The Drowned Bell
"""


class Fault(Code):
    """Codes of a plug-in."""

    WORD = ("XX001", Severity.WARNING, "{word} is no word", "Write another.")
    NUMBER = ("XX002", Severity.NOTE, "{word} is not a number", "Write a number.")
    SEVERE = ("XX003", Severity.ERROR, "{word} is wrong", "Fix it.")


SOURCE = SourceText("reeds.txt", "one two two\nthree two\r\nfour\n")


def at(code, start, end, fix=None, source=SOURCE, notes=(), word="two"):
    return code.at(source.span(start, end), fix, notes=notes, word=word)


def findings(*diagnostics, **more):
    return Findings(diagnostics, {**tally(diagnostics), **more.pop("counts", {})}, **more)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "marsh.txt").write_text(LIST, "utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def sarif_schema():
    """That of OASIS, as it is published."""
    path = ROOT / "tests" / "data" / "sarif-schema-2.1.0.json"
    return Draft4Validator(
        json.loads(path.read_text("utf-8")), format_checker=Draft4Validator.FORMAT_CHECKER
    )


# -- text


def test_a_fault_is_shown_once_with_all_its_places():
    one = findings(at(Fault.WORD, 4, 7), at(Fault.SEVERE, 0, 3), at(Fault.WORD, 8, 11))
    assert OUTPUTS["text"](one) == (
        "reeds.txt:1:5: warning[XX001]: two is no word\n"
        "    1 | one two two\n"
        "      |     ^^^\n"
        "      = also at 1:9\n"
        "reeds.txt:1:1: error[XX003]: two is wrong\n"
        "    1 | one two two\n"
        "      | ^^^\n"
        "1 error, 2 warnings\n"
    )


def test_places_in_other_files_are_named_and_many_are_counted():
    other = SourceText("b.txt", "two\n" * 2000)
    many = [at(Fault.WORD, 4 * n, 4 * n + 3, source=other) for n in range(2000)]
    text = OUTPUTS["text"](findings(at(Fault.WORD, 4, 7), *many))
    places = ", ".join(f"b.txt:{n}:1" for n in range(1, 9))
    assert f"      = also at {places} and 1,992 more\n2,001 warnings\n" in text


def test_findings_that_differ_in_what_they_say_are_apart():
    fix = Fix.replace(SOURCE.span(4, 7), "2")
    every = findings(
        at(Fault.WORD, 0, 3), at(Fault.WORD, 4, 7, notes=["here"]), at(Fault.WORD, 8, 11, fix)
    )
    assert "also at" not in OUTPUTS["text"](every)


def test_files_come_one_after_the_other():
    other = SourceText("b.txt", "two\n")
    every = findings(
        at(Fault.WORD, 0, 3), at(Fault.SEVERE, 0, 3, source=other), at(Fault.NUMBER, 0, 3)
    )
    heads = [line for line, severity in lines(every, brief=False) if severity]
    assert [head[:5] for head in heads] == ["reeds", "reeds", "b.txt"]


def test_many_faults_of_a_code_are_counted():
    every = findings(*(at(Fault.WORD, 0, 3, word=f"w{n}") for n in range(1060)))
    text = OUTPUTS["text"](every)
    assert text.count("is no word") == 50
    assert text.endswith("and 1,010 more XX001 (--json shows all)\n1,060 warnings\n")
    assert sum(severity is not None for _, severity in lines(every, brief=True)) == 1060


def test_what_can_be_mended_is_marked_and_counted():
    safe = Fix.replace(SOURCE.span(4, 7), "2")
    guess = Fix.replace(SOURCE.span(0, 3), "1", is_safe=False)
    every = findings(at(Fault.WORD, 4, 7, safe), at(Fault.NUMBER, 0, 3, guess, notes=["a note"]))
    assert OUTPUTS["text"](every) == (
        "reeds.txt:1:5: warning[XX001]: [*] two is no word\n"
        "    1 | one two two\n"
        "      |     ^^^\n"
        "      = fix: write '2'\n"
        "reeds.txt:1:1: note[XX002]: [?] two is not a number\n"
        "    1 | one two two\n"
        "      | ^^^\n"
        "      = note: a note\n"
        "      = fix (a guess): write '1'\n"
        "1 warning, 1 note\n"
        "[*] 1 can be fixed with cardformats fix\n"
        "[?] 1 can be fixed by a guess with cardformats fix --unsafe\n"
    )
    assert [line for line, _ in lines(every, brief=True)][:2] == [
        "reeds.txt:1:5: warning[XX001]: [*] two is no word",
        "reeds.txt:1:1: note[XX002]: [?] two is not a number",
    ]


def test_what_does_not_count_is_counted_beside():
    others = {"baseline": 16674, "suppressed": 1, "ignored": 0}
    text = OUTPUTS["text"](findings(others=others))
    assert text == "nothing to report (16,674 in the baseline, 1 suppressed by comments)\n"


def test_what_is_no_more_is_counted():
    text = OUTPUTS["text"](findings(gone=2))
    gone = "2 of the baseline are fixed; --write-baseline updates it\n"
    assert text == f"nothing to report\n{gone}"


# -- JSON


@pytest.mark.usefixtures("here")
def test_json_is_the_same_by_its_short_option():
    short = run("check", "marsh.txt", "--json").stdout
    assert short == run("check", "marsh.txt", "--format", "json").stdout


def test_json_says_how_many_findings_do_not_count():
    data = json.loads(OUTPUTS["json"](findings(others={"suppressed": 2})))
    assert data["others"] == {"suppressed": 2}


# -- annotations


def test_annotations_are_at_their_lines_and_the_gravest_come_first():
    every = findings(at(Fault.WORD, 4, 7), at(Fault.SEVERE, 12, 17), at(Fault.WORD, 8, 11))
    assert OUTPUTS["github"](every) == (
        "::error title=cardformats XX003,file=reeds.txt,line=2,endLine=2,col=1,endColumn=6::"
        "reeds.txt:2:1: XX003 two is wrong\n"
        "::warning title=cardformats XX001,file=reeds.txt,line=1,endLine=1,col=5,endColumn=8::"
        "reeds.txt:1:5: XX001 two is no word%0Aalso at 1:9\n"
        "1 error, 2 warnings\n"
    )


def test_the_first_annotations_are_of_many_codes():
    every = findings(
        at(Fault.WORD, 0, 3, word="a"),
        at(Fault.WORD, 0, 3, word="b"),
        at(Fault.NUMBER, 0, 3),
        SharedCode.SUPPRESSED.at(None, count=1, limit=1),
    )
    titles = [line.split("title=cardformats ")[1][:5] for line in annotations(every)]
    assert titles == ["XX001", "CF003", "XX001", "XX002"]


def annotations(every):
    *commands, _ = OUTPUTS["github"](every).splitlines()
    return commands


def test_what_means_something_in_annotations_is_escaped():
    source = SourceText("a,b:100%.txt", "x\n")
    (line,) = annotations(findings(at(Fault.WORD, 0, 1, source=source, word="100%\r\n::error::")))
    assert "file=a%2Cb%3A100%25.txt,line=1" in line
    assert line.endswith("XX001 100%25%0D%0A::error:: is no word")


def test_annotations_have_columns_in_a_line_only_and_no_line_in_folders(here):
    (line,) = annotations(findings(at(Fault.WORD, 4, 17)))
    assert ",line=1,endLine=2::" in line
    folder = SourceText(str(here / "sets"), "")
    (line,) = annotations(findings(at(Fault.WORD, 0, 0, source=folder)))
    assert line.startswith("::warning title=cardformats XX001,file=sets::")


def test_what_a_macro_stands_for_is_shown_where_it_is_called():
    made = SourceText("(macro)", "two three", origin=SOURCE.span(4, 7))
    (line,) = annotations(findings(at(Fault.WORD, 4, 9, source=made)))
    assert "file=reeds.txt,line=1,endLine=1,col=5,endColumn=8::" in line


# -- SARIF


def run_of(every, schema):
    log = json.loads(OUTPUTS["sarif"](every))
    assert [*schema.iter_errors(log)] == []
    (own,) = log["runs"]
    return own


def test_sarif_of_nothing_is_valid(sarif_schema):
    assert run_of(findings(), sarif_schema)["results"] == []


def test_fingerprints_stay_where_lines_have_moved(here):
    def prints():
        own = json.loads(run("check", "marsh.txt", "--format", "sarif").stdout)["runs"][0]
        return [each["partialFingerprints"] for each in own["results"]]

    before = prints()
    assert len({*map(str, before)}) == 3
    (here / "marsh.txt").write_text(f"# a list\n\n{LIST}", "utf-8")
    assert prints() == before


def test_sarif_has_fixes(sarif_schema):
    other = SourceText("b c.txt", "two\n")
    edits = [
        TextEdit(SOURCE.span(4, 8), ""),
        TextEdit(SOURCE.span(12), "0\n"),
        TextEdit(other.span(0, 3), "2"),
    ]
    own = run_of(findings(at(Fault.WORD, 4, 7, Fix("write 2", edits))), sarif_schema)
    (fix,) = own["results"][0]["fixes"]
    assert fix["description"] == {"text": "write 2"}
    first, second = fix["artifactChanges"]
    assert first["replacements"] == [
        {"deletedRegion": {"startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 9}},
        {
            "deletedRegion": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 1},
            "insertedContent": {"text": "0\n"},
        },
    ]
    assert second["artifactLocation"] == {"uri": "b%20c.txt", "uriBaseId": "%SRCROOT%"}


def test_sarif_has_no_fix_that_its_columns_cannot_say(sarif_schema):
    """A byte order mark has no column, and an encoding is no edit."""
    source = SourceText("a.txt", "\ufeffone\n")
    mark = Fix.replace(source.span(0, 1), "")
    encoding = Fix("save as UTF-8", encoding="utf-8")
    own = run_of(
        findings(
            at(Fault.WORD, 0, 1, mark, source=source), at(Fault.WORD, 1, 4, encoding, source=source)
        ),
        sarif_schema,
    )
    assert not any("fixes" in each for each in own["results"])


def test_sarif_names_files_elsewhere_by_their_address(here, sarif_schema):
    source = SourceText(str(here.parent / "Ærø [1].txt"), "x\n")
    own = run_of(findings(at(Fault.WORD, 0, 1, source=source)), sarif_schema)
    location = own["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": Path(source.name).as_uri()}
    nowhere = findings(SharedCode.SUPPRESSED.at(None, count=1, limit=1))
    assert "locations" not in run_of(nowhere, sarif_schema)["results"][0]


# -- results of tests


def test_results_of_tests_fail_where_the_check_fails(here):
    (here / "sound.txt").write_text("[Common(1)]\n1 Reed\n", "utf-8")
    result = run("check", "marsh.txt", "sound.txt", "--format", "junit", "--output", "out.xml")
    assert result.exit_code == 1
    root = etree.fromstring((here / "out.xml").read_bytes())
    marsh, sound = root.findall("testsuite")
    assert dict(marsh.attrib) == {
        "name": "marsh.txt",
        "tests": "3",
        "failures": "1",
        "skipped": "2",
    }
    (failure,) = root.iter("failure")
    assert failure.get("message", "").startswith("the slot 'Rare' has the count 0")
    assert sound.attrib["failures"] == "0"
    assert [case.get("name") for case in sound] == ["sound.txt"]
    result = run("check", "marsh.txt", "--format", "junit", "--fail-on", "warning")
    assert result.stdout.count("<failure ") == 3


def test_results_of_tests_have_no_characters_that_xml_has_not():
    every = findings(
        at(Fault.SEVERE, 0, 1, source=SourceText("a.txt", "\0\x1b\n"), word='<\0&\udc80">'),
        inputs=[CheckedInput("b\0.txt", "", 0)],
        failing=frozenset({Fault.SEVERE}),
    )
    root = etree.fromstring(OUTPUTS["junit"](every).encode("utf-8"))
    assert [each.get("message") for each in root.iter("failure")] == [r'<\u0000&"> is wrong']


# -- all


@pytest.mark.usefixtures("here")
def test_a_terminal_shows_what_to_do_next(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    lines = run("check", "marsh.txt").stderr.splitlines()
    assert lines[-1] == "what a code means: cardformats explain DM035 DM021"
    Path("many.txt").write_text("0 Reed Frog\n" * 200, "utf-8")
    lines = run("check", "many.txt").stderr.splitlines()
    assert lines[-1].startswith("to count only what is new: ")


@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_are_written_to_files_or_printed(name, here):
    printed = run("check", "marsh.txt", "--format", name)
    written = run("check", "marsh.txt", "--format", name, "--output", "out")
    assert written.output == ""
    assert (printed.exit_code, written.exit_code) == (1, 1)
    assert (here / "out").read_text("utf-8") == printed.output


def test_half_of_a_character_can_be_written(here):
    (here / "list.json").write_text('{"cardformats": 1, "name": "\\udc80"}', "utf-8")
    for name in OUTPUTS:
        result = run("check", "list.json", "--format", name, "--output", "out")
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert (here / "out").read_bytes()


# -- any diagnostic


class PluginCode(Code):
    """Codes of a reader that another distribution publishes."""

    ODD = ("ZZ001", Severity.WARNING, "{word} is odd", "It is.")


def any_diagnostics(tmp_path):
    """What a plug-in's reader, a linter and a writer report, and equal ones as one."""
    (tmp_path / "_cards.dat").write_text(
        "[card]\nname=Eel\ntype=Creature\nauto=damge:1\nid=1\nrarity=C\nid=2\n[/card]\n"
    )
    report = cf.read_report(tmp_path / "_cards.dat", "wagic", thorough=True)
    losses = cf.dumps_report(report.value, "decklist").losses
    odd = [PluginCode.ODD.at(SOURCE.span(at, at + 3), word="two") for at in (4, 8)]
    return [*odd, *report.diagnostics, *losses]


@pytest.mark.parametrize("name", OUTPUTS)
def test_every_output_shows_a_diagnostic_wherever_it_comes_from(tmp_path, name):
    every = any_diagnostics(tmp_path)
    assert {str(each.code)[:2] for each in every} >= {"ZZ", "WG", "CF"}
    assert any(each.is_loss for each in every)
    assert any(each.related for each in every)
    output = unescape(OUTPUTS[name](findings(*every))).replace('\\"', '"').replace("%3A", ":")
    for each in every:
        assert str(each.code) in output
        assert each.message in output.replace("%25", "%"), each
    # a line and a column, or those of a range
    first = next(place for each in every for place in each.related).span
    assert (
        f":{first.line}:{first.column}" in output
        or f'"startLine": {first.line}' in output
        or f'"line": {first.line}' in output
    )


@pytest.mark.parametrize("number", [4, 5, 7])
def test_losses_are_counted_by_kind_and_keys_are_one_row(number, capsys):
    cards = [
        cf.Card.of(
            f"Newt {place}",
            rarity="common",
            types="Creature",
            extras={"wagic": {f"k{key}": "x" for key in range(place + 1)}},
        )
        for place in range(number)
    ]
    report = cf.dumps_report(cf.CardSet("Fen", "FEN", cards), "decklist")
    print_losses([])
    assert capsys.readouterr().err == ""
    print_losses(report.losses)
    few = "wagic 'k0', wagic 'k1', wagic 'k2', wagic 'k3'"
    few += f" and {number - 4} more" if number > 4 else ""
    rows = [
        ("what", "lost", "kind", "how often"),
        ("cards", "left out", "cards themselves (except their names and ids)", number),
        ("cards", "left out", "the rarity 'common'", number),
        ("data", "left out", "the code of the set", 1),
        ("keys", "left out", few, sum(range(number + 1))),
    ]
    wide = max(len(few), len(rows[1][2]))
    said = [
        f"{what:5}  {lost:8}  {kind:{wide}}  {count}".rstrip() for what, lost, kind, count in rows
    ]
    assert capsys.readouterr().err.splitlines() == said
