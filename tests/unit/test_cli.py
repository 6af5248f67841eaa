"""The command line: what it prints, where, and with which exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import Literal

import pytest
from attrs import frozen
from click.testing import CliRunner

import cardformats as cf
from cardformats.checking.differences.text import odds_lines
from cardformats.cli.app import COMMANDS, app
from cardformats.collation import OddsChange
from cardformats.collation.odds_change import CardFrequency
from cardformats.diagnostics import Report
from cardformats.formats.base import Confidence, Format, Options, read_option, write_option
from cardformats.formats.registry import REGISTRY
from cardformats.model.validate import one_of
from tests.conftest import ROOT
from tests.unit.commands import run


@pytest.fixture
def made(tmp_path, sample):
    """The sample set as a Draftmancer list."""
    path = tmp_path / "LAN.txt"
    assert run("convert", sample, "-o", path).exit_code == 0
    return path


def test_converting_a_file_of_sets_to_a_folder_writes_a_list_for_each(tmp_path):
    cards = [
        cf.Card.of(f"{name} {code}", set_code=code, rarity=rarity, number="1")
        for code in ("LAN", "MSH")
        for name, rarity in (("Eel", "common"), ("Heron", "uncommon"), ("Egret", "rare"))
    ]
    cf.write(cf.CardSet.of(cards), tmp_path / "cards.xml", "cockatrice")
    folder = tmp_path / "lists"
    folder.mkdir()
    result = run("convert", tmp_path / "cards.xml", "-o", folder)
    assert result.exit_code == 0
    assert f"wrote 2 files in {folder}" in result.stderr
    assert sorted(each.name for each in folder.iterdir()) == ["LAN.txt", "MSH.txt"]
    for code in ("LAN", "MSH"):
        read = cf.read(folder / f"{code}.txt")
        assert [card.name for card in read.cards] == [
            f"{x} {code}" for x in ("Eel", "Heron", "Egret")
        ]
        (pack,) = cf.Generator(read, seed=1).packs(1)
        assert len(pack.cards) == 3
    data = json.loads(run("convert", tmp_path / "cards.xml", "-o", folder, "--json").stdout)
    assert data["written"] == [str(folder / "LAN.txt"), str(folder / "MSH.txt")]
    one = run("convert", tmp_path / "cards.xml", "-o", folder, "--of-set", "LAN")
    assert f"wrote {folder / 'cards.txt'}" in one.stderr


def test_converting_a_folder_of_sets_writes_a_list_for_each(tmp_path, sample):
    two = tmp_path / "sets"
    for name in ("ONE", "TWO"):
        (two / name).mkdir(parents=True)
        (two / name / "_cards.dat").write_bytes((sample / "_cards.dat").read_bytes())
    (two / "primitives").symlink_to(sample.parent / "primitives")
    result = run("convert", two, "-o", tmp_path / "lists")
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "lists").iterdir()) == ["ONE.txt", "TWO.txt"]
    assert "wrote 2 files" in result.stderr
    assert cf.read(tmp_path / "lists" / "ONE.txt").cards[0].set_code == "ONE"


def test_two_sources_of_one_name_give_two_files(tmp_path, sample):
    assert run("convert", sample, sample, "-o", tmp_path / "out").exit_code == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["LAN-2.txt", "LAN.txt"]


def test_losses_can_be_refused(tmp_path, sample):
    result = run("convert", sample, "-o", tmp_path / "LAN.txt", "--on-loss", "error")
    assert result.exit_code == 1
    assert "CF270" in result.stderr
    assert not (tmp_path / "LAN.txt").exists()


def test_a_change_that_is_small_or_of_shares_alone_is_shown():
    third = Fraction(1, 3)
    small = CardFrequency(third, third), CardFrequency(third + Fraction(1, 10**8), third)
    share = CardFrequency(third, third), CardFrequency(third, Fraction(1, 4))
    unknown = CardFrequency(third, third), CardFrequency(third, None)
    change = OddsChange("", changed={"Bog": share, "Fen": unknown, "Mire": small})
    assert [*odds_lines(change)] == [
        "Mire: 1/3 = 0.3333 → 0.3333 copies a pack (+1e-08)",
        "Bog: in 1/3 = 0.3333 → 1/4 = 0.25 of packs, as many copies",
        "Fen: in 1/3 = 0.3333 → an unknown share of packs, as many copies",
    ]


def test_converting_says_why_there_are_no_odds(tmp_path):
    document = {"cardformats": 1, "cards": []}
    (tmp_path / "no.json").write_text(json.dumps(document), "utf-8")
    result = run("convert", tmp_path / "no.json", "-o", tmp_path / "again.json", "--odds")
    assert "again.json: packs: no odds to compare: " in result.stderr


def test_losses_are_listed_by_what_matters_for_play(tmp_path):
    extras = {"wagic": dict.fromkeys(("a", "b", "c", "d", "e", "f"), "x")}
    card = cf.Card(cf.Face("Bog", types="Land"), rarity="land", extras=extras, ids={"octgn": "x"})
    slot = cf.Slot("A", 1, [cf.SheetChoice("A")])
    booster = cf.Booster("Fen", layouts=[cf.Layout("", 1, [slot])], box=cf.model.Box(36))
    sheet = cf.Sheet("A", [cf.Entry(card.ref)])
    cf.write(
        cf.CardSet("Fen", cards=[card], sheets=[sheet], boosters=[booster]), tmp_path / "a.json"
    )
    result = run("convert", tmp_path / "a.json", "-o", tmp_path / "a.txt")
    rows = [line.split("  ")[0] for line in result.stderr.splitlines()]
    first = rows.index("what")
    order = [row for row in rows[first + 1 :] if row in ("cards", "odds", "data", "keys")]
    assert order[0] == "cards"
    assert order == sorted(order, key=["cards", "odds", "data", "keys"].index)
    assert order.count("keys") == 1
    assert "wagic 'a', wagic 'b', wagic 'c', wagic 'd' and 2 more  6\n" in result.stderr


@pytest.fixture
def faulty(tmp_path):
    """A folder of Wagic sets with many findings, in sets, in primitives they use, in others."""
    sets = tmp_path / "a folder with a name that no line of a terminal has room for" / "sets"
    for code in ("ONE", "TWO"):
        cards = "".join(
            f"[card]\nprimitive=Frog {number}\nid={number}\nrarity=C\n{code}key=x\n[/card]\n"
            for number in range(20)
        )
        (sets / code).mkdir(parents=True)
        (sets / code / "_cards.dat").write_text(cards, "utf-8")
    primitives = "".join(
        f"[card]\nname=Frog {number}\nabilities=flyng\nmana={{PW}}\nauto=lif:{number}\n[/card]\n"
        for number in range(40)
    )
    (sets / "primitives").mkdir()
    (sets / "primitives" / "frogs.txt").write_text(primitives, "utf-8")
    return sets


def test_a_summary_counts_what_there_is_not_what_is_kept(faulty):
    def summary(*arguments):
        result = run("check", faulty, "--statistics", *arguments)
        lines = result.stdout.splitlines()[1:]
        return sorted(line.split()[:3] for line in lines), result.stderr

    everything = summary()
    counts = {code: int(count) for code, _, count in everything[0]}
    assert counts["WG041"] == 40
    assert sum(counts.values()) > 100
    for limit in (0, 1, 7):
        assert summary("--max-diagnostics", limit) == everything, limit
        result = run("check", faulty, "--max-diagnostics", limit, "--json")
        assert json.loads(result.stdout)["counts"] == counts, limit
        assert result.exit_code == 1


def test_in_a_pipe_a_row_is_a_line(faulty, tmp_path):
    lines = run("check", faulty, "--statistics").stdout.splitlines()
    assert all(line.startswith(("code", "WG", "CF")) for line in lines)
    assert f"{faulty / 'primitives' / 'frogs.txt'}:4:6: " in "\n".join(lines)
    assert [line for line in lines if line != line.rstrip()] == []
    name = "A name with [brackets] and :smile: that goes on " + "and on " * 40 + "to its end"
    path = tmp_path / "list.json"
    cf.write(
        cf.CardSet(
            f"[b]{name}",
            sheets=[cf.Sheet(name, [cf.Entry(cf.CardRef(f"{name}\nand below", "AAA", "1"))])],
            boosters=[
                cf.Booster("", None, [cf.Layout("", 1, [cf.Slot(name, 1, [cf.SheetChoice(name)])])])
            ],
        ),
        path,
    )
    odds = run("odds", path).stdout.splitlines()
    assert odds[1:] == [rf"{name}\nand below (AAA) 1  1.0000    100.00%       1     exact"]
    shown = run("show", path).stdout.splitlines()
    assert shown[0] == f"[b]{name}"
    assert f"{name}  1        1       Random" in shown
    assert name in run("open", path, "--seed", 1).stdout


def test_a_seed_is_the_same_here_and_in_the_library(made):
    (pack,) = json.loads(run("open", made, "--seed", "7", "--json").stdout)
    expected = cf.Generator(cf.read(made), seed=7).pack(0)
    assert [card["name"] for card in pack["cards"]] == [each.card.name for each in expected.cards]


def test_a_new_seed_is_said_so_that_packs_can_be_opened_again(made):
    first = run("open", made)
    seed = first.stderr.split()[1]
    assert run("open", made, "--seed", seed).stdout == first.stdout


def test_a_dash_is_standard_input_and_output(made):
    def piped(*arguments):
        return CliRunner().invoke(app, [*map(str, arguments)], input=made.read_bytes())

    for command in (
        ("show",),
        ("show", "--json"),
        ("open", "--seed", 7),
        ("odds",),
        ("audit", "--json"),
        ("check", "--json"),
        ("draft", "--seed", 7, "--players", 2),
    ):
        expected, result = run(*command, made), piped(*command, "-")
        assert result.stdout == expected.stdout.replace(str(made), "<stdin>")
        assert result.exit_code == expected.exit_code
    for name in ("draftmancer", "octgn", "json", "wagic"):
        written = made.with_name(f"out.{name}")
        run("convert", made, "-o", written, "--to", name)
        result = piped("convert", "-", "-o", "-", "--to", name, "--from", "draftmancer")
        assert result.exit_code == 0
        assert "wrote -" in result.stderr
        assert result.stdout_bytes == written.read_bytes()


def test_standard_input_into_a_folder_has_a_name(made, tmp_path):
    folder = tmp_path / "lists"
    folder.mkdir()
    result = CliRunner().invoke(
        app, ["convert", "-", "-o", str(folder), "--to", "json"], input=made.read_bytes()
    )
    assert result.exit_code == 0
    assert [path.name for path in folder.iterdir()] == ["stdin.json"]


def test_a_source_with_errors_is_replaced_only_by_force(tmp_path):
    path = tmp_path / "list.txt"
    text = "[CustomCards]\n[{\n[Sheet(1)]\n1 Lantern Eel\n"
    path.write_text(text, "utf-8")
    result = run("convert", path, "-o", path, "--canonical")
    assert result.exit_code == 1
    assert "--force" in result.stderr
    assert "wrote" not in result.stderr
    assert path.read_text("utf-8") == text
    assert "wrote" in run("convert", path, "-o", path, "--canonical", "--force").stderr
    assert path.read_text("utf-8") != text


def test_a_source_is_not_replaced_before_it_is_read(made, tmp_path):
    run("convert", made, "-o", tmp_path / "LAN.json")
    before = made.read_bytes()
    result = run("convert", tmp_path / "LAN.json", made, "-o", tmp_path)
    assert result.exit_code == 2
    assert "is a source, too" in result.stderr
    assert made.read_bytes() == before


def test_a_folder_that_was_made_in_vain_is_gone_again(made, tmp_path):
    target = tmp_path / "new" / "folder" / "LAN.txt"
    assert run("convert", made, "-o", target, "--on-loss", "error", "--to", "wagic").exit_code == 1
    assert not (tmp_path / "new").exists()


def test_a_set_can_be_converted_by_names_alone(tmp_path, sample):
    path = tmp_path / "LAN.txt"
    run("convert", sample, "-o", path, "--no-primitives", "--cards", "names")
    cardset = cf.read(path)
    assert cardset.cards == ()
    assert {name: sheet.total for name, sheet in cardset.sheets.items()} == {
        "mythic": 3,
        "rare": 9,
        "uncommon": 14,
        "land": 6,
        "common": 30,
    }


@pytest.mark.part(3)
@pytest.mark.parametrize("command", [["show"], ["show", "--json"], ["check"]])
def test_half_of_a_character_is_shown_as_an_escape(tmp_path, command):
    path = tmp_path / "set.json"
    path.write_text('{"cardformats": 1, "name": "Reeds \\ud800"}', "utf-8")
    made = subprocess.run(
        [sys.executable, "-c", "from cardformats.cli.app import app; app()", *command, path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    assert "\\ud800" in made.stdout + made.stderr


def test_links_in_a_circle_are_no_place_to_write_to(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    source = tmp_path / "m.txt"
    source.write_text("1 Eel\n", "utf-8")
    result = run("convert", source, "-o", tmp_path / "a", "--to", "json")
    assert result.exit_code == 2
    assert "symbolic links" in result.stderr


# commands and options

HEAVY = ("lark", "lxml", "cattrs", "numpy", "rich", "cardformats.model", "cardformats.formats")


@pytest.mark.part(3)
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], []])
def test_help_imports_nothing_heavy(arguments):
    code = (
        "import sys\nfrom cardformats.cli import main\ntry: main()\nexcept SystemExit: pass\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("[]\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_what_the_table_says(name):
    command = app.get_command(None, name)
    assert command.name == name
    assert run(name, "--help").exit_code == 0


@frozen(kw_only=True)
class _TallyOptions(Options):
    strokes: int = read_option(default=5, minimum=1, help="How many strokes make a bundle.")
    hidden: int = read_option(default=5)
    marks: Literal["dots", "strokes"] | None = write_option(default=None, help="What is drawn.")
    engine: Literal["pencil"] = read_option(
        default="pencil", validator=one_of(("pencil",)), help="With what."
    )
    booster: str | None = read_option(default=None, help="A name that commands use.")


def _read_tally(_given, options):
    names = [f"{options.strokes} {options.engine}"]
    return Report(cf.CardSet(sheets=[cf.Sheet(name, []) for name in names]), ())


@pytest.fixture
def _tally(monkeypatch):
    monkeypatch.setattr("cardformats.testing._read_tally", _read_tally, raising=False)
    monkeypatch.setattr("cardformats.testing._sniff", lambda *_: Confidence.NO, raising=False)
    here = "cardformats.testing"
    REGISTRY.add(
        Format(
            "tally",
            "Tallies",
            (".tly",),
            _TallyOptions,
            f"{here}:_read_tally",
            None,
            f"{here}:_sniff",
        )
    )
    yield
    REGISTRY.remove("tally")


@pytest.mark.usefixtures("_tally")
def test_the_options_of_a_plugin_are_on_the_command_line(tmp_path):
    path = tmp_path / "a.tly"
    path.write_text("||||", "utf-8")
    shown = run("show", "--from", "tally", "--strokes", 7, "--engine", "pencil", "--json", path)
    assert json.loads(shown.stdout)["sheets"] == {"7 pencil": 0}
    assert run("show", "--from", "tally", "--strokes", 0, path).exit_code == 2
    assert run("show", "--from", "tally", "--engine", "sane", path).exit_code == 2
    assert run("show", "--from", "tally", "--hidden", 3, path).exit_code == 2


@pytest.mark.usefixtures("_tally")
def test_help_has_the_options_of_each_format_under_its_title():
    text = run("convert", "--help").stdout
    tallies = text[text.index("\nTallies:\n") :]
    assert "--strokes" in tallies
    assert "--marks [dots|strokes]" in tallies
    assert "--hidden" not in text
    assert "--engine [sane|exact|pencil]" in text
    assert "--marks" not in run("show", "--help").stdout
    assert "A name that commands use" not in run("open", "--help").stdout


def test_what_a_program_refuses_is_not_looked_for_if_verify_is_off(tmp_path):
    path, target = tmp_path / "list.json", tmp_path / "list.txt"
    empty = [cf.Layout("L", 1, [cf.Slot("Any", 1, [cf.SheetChoice("Any")])])]
    refused = cf.CardSet(sheets=[cf.Sheet("Any", [])], boosters=[cf.Booster("", None, empty)])
    path.write_text(cf.dumps(refused, "json"), "utf-8")
    assert "CF20" in run("convert", path, "-o", target).stderr
    assert "CF20" not in run("convert", path, "-o", target, "--no-verify").stderr
    result = run("convert", path, "-o", tmp_path / "again.json", "--no-verify")
    assert result.exit_code == 2
    assert "'verify'" in result.stderr
    assert "--verify" not in run("convert", "--help").stdout


def test_a_format_whose_types_are_not_there_at_run_time_does_not_hinder():
    @frozen(kw_only=True)
    class Hidden(Options):
        ink: "NotThere" = read_option(default=None, help="Nobody sees it.")  # noqa: F821, RUF009, UP037 - that is the point

    REGISTRY.add(Format("hidden", "Hidden", (), Hidden, "no:read", None, "no:sniff"))
    try:
        assert "--primitives" in run("check", "--help").stdout
    finally:
        REGISTRY.remove("hidden")


def test_a_set_is_chosen_of_many_wherever_a_command_has_a_set(tmp_path):
    folder = tmp_path / "sets"
    folder.mkdir()
    for code in ("FEN", "BOG"):
        text = (ROOT / "examples/mtgjson/FEN.json").read_text("utf-8")
        (folder / f"{code}.json").write_text(text.replace('"FEN"', f'"{code}"'), "utf-8")
    assert run("open", folder, "--seed", "7").exit_code == 1
    opened = run("open", folder, "--set", "BOG", "--seed", "7")
    assert opened.exit_code == 0
    alone = run("open", folder / "BOG.json", "--seed", "7")
    assert opened.stdout == alone.stdout
    assert run("odds", folder, "--set", "fen").exit_code == 0


@pytest.mark.parametrize("target", ["draftmancer", "wagic", "octgn", "csv", "json"])
def test_nothing_is_written_of_a_source_of_which_nothing_was_read(tmp_path, target):
    folder, out = tmp_path / "lists", tmp_path / "out"
    folder.mkdir()
    (folder / "one.txt").write_text("[A(1)]\n1 Eel\n", "utf-8")
    result = run("convert", folder, "--from", "draftmancer", "--to", target, "-o", out)
    assert result.exit_code == 1
    assert "error[CF004]" in result.stderr
    assert result.stderr.endswith("wrote nothing\n")
    assert not out.exists()
    with pytest.raises(cf.ReadError, match="CF004"):
        cf.convert(folder, out, "draftmancer", target)


def test_other_sources_are_written_beside_one_of_which_nothing_was_read(made, tmp_path):
    broken, out = tmp_path / "broken.json", tmp_path / "out"
    broken.write_text("{", "utf-8")
    data = json.loads(run("convert", broken, made, "--to", "csv", "-o", out, "--json").stdout)
    assert not data["ok"]
    assert data["written"] == [str(out / "LAN.csv")]
    assert [each.name for each in out.iterdir()] == ["LAN.csv"]


@pytest.mark.parametrize("command", ["fix", "format"])
@pytest.mark.parametrize(
    ("format_id", "data"),
    [
        ("draftmancer", b"# \xe9t\xe9\r\n[Common(2]\r\n2x Eel\r\n1 Ferry # slow\r\n"),
        ("draftmancer", b'[Settings]\n{"withReplacement":true,}\n[Common(2)]\n2 Eel'),
        ("wagic", b"[card]\nid=2\ntext=Fly.\nname=Eel\n[/card]\n[card]\nname=Bat \n[/card]\n"),
        (None, b"[Common(2)]\n2x Eel\n1 Ferry\n"),
    ],
)
def test_standard_input_becomes_what_a_file_becomes(
    tmp_path, monkeypatch, command, format_id, data
):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "file.txt"
    path.write_bytes(data)
    arguments = [command, *(["-f", format_id] if format_id else [])]
    of_file = run(*arguments, path)
    of_stream = CliRunner().invoke(app, [*arguments, "-"], input=data)
    assert of_stream.stdout_bytes == path.read_bytes()
    assert of_stream.exit_code == of_file.exit_code
    assert of_stream.stderr == of_file.stderr.replace(str(path), "<stdin>")
    diff = CliRunner().invoke(app, [*arguments, "--diff", "-"], input=data)
    assert ("+++ b/<stdin>" in diff.stdout) is (path.read_bytes() != data)
    assert list(tmp_path.iterdir()) == [path]


def test_each_file_of_a_folder_is_converted_from_the_format_that_is_named(tmp_path):
    folder, out = tmp_path / "decks", tmp_path / "out"
    folder.mkdir()
    out.mkdir()
    for name in ("eels", "frogs"):
        (folder / f"{name}.txt").write_text(f"1 {name}\n")  # which may be of several formats
    assert run("convert", folder, "--to", "json", "-o", out).exit_code == 2
    result = run("convert", folder, "--from", "decklist", "--to", "json", "-o", out)
    assert (result.exit_code, sorted(each.name for each in out.iterdir())) == (
        0, ["eels.json", "frogs.json"]
    )  # fmt: skip
