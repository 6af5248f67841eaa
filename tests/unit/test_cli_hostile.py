"""Control characters in files of strangers: no command prints any of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from itertools import chain

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.cli.app import COMMANDS, app
from cardformats.source import escaped, escaped_json
from tests.conftest import ROOT

#: Codes of a terminal, of both lengths; the title of its window; text from right to left; commands
#: of CI services at the begin of a line.
EVIL = "Evil\x1b[31mRED\x1b]0;T\x07\x9b1m\u202eX\u2066\u200f\u2028\x85\x7f\x00\x08Y"
IN_A_LINE = re.sub("[\x00\x85\u2028]", "", EVIL)
#: What a name can have in JSON only.
LINES = f"{EVIL}\r\n::error::x\n  ##[group]x\n##vso[y]\rz"
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
#: Commands of CI services, but for those that annotations are.
COMMAND = re.compile(r"^\s*(::(?!(error|warning|notice) title=cardformats )|##\w*\[)", re.MULTILINE)


def run(*arguments, input_=None):
    return CliRunner().invoke(app, [str(each) for each in arguments], input=input_)


def is_safe(result):
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    for data in (result.stdout_bytes, result.stderr_bytes):
        text = data.decode("utf-8")
        assert not UNSAFE.search(text), text
        assert not COMMAND.search(text), text
    return True


def hostile_set():
    """A card set in which all that is a text is hostile."""
    refs = [cf.CardRef(f"{LINES}{at}", LINES, f"{at}{EVIL}") for at in range(60)]
    cards = [
        cf.Card.of(
            ref.name,
            set_code=LINES,
            number=ref.number,
            rarity=LINES,
            mana_cost="{W}",
            types=[LINES],
            text=LINES,
        )
        for ref in refs
    ]
    sheet = cf.Sheet(LINES, [cf.Entry(ref, finish=LINES) for ref in refs])
    choices = (cf.SheetChoice(LINES),)
    layouts = [cf.Layout(f"{LINES}{at}", 1, [cf.Slot(LINES, 5, choices)]) for at in range(2)]
    short = cf.Layout("short", 1, [cf.Slot(f"{LINES}!", 99, choices)])
    boosters = [cf.Booster(LINES, None, layouts), cf.Booster(f"{LINES}2", None, [short])]
    product = cf.model.Product(
        LINES,
        [
            cf.model.ProductPart(cf.model.BoosterRef(LINES), 2),
            cf.model.ProductPart(cf.model.Item(LINES), 1),
            cf.model.ProductPart(refs[0], 1),
        ],
    )
    return cf.CardSet(LINES, "X", cards, [sheet], boosters, meta={LINES: LINES}, products=[product])


LAYOUT = json.dumps({LINES: {"weight": 1, "slots": {IN_A_LINE: 2, "Gone": 1}}})
LIST = f"""[Settings]
{{"layouts": {LAYOUT}}}
[CustomCards]
[{{"name": {json.dumps(LINES)}, "type": {json.dumps(LINES)}, "mana_cost": "{{{{"}}]
[{IN_A_LINE}]
4 {IN_A_LINE}
4 Other{IN_A_LINE}
1 {IN_A_LINE} (
1 Foo (C
[::error::x(1)]
4 ::error::x
[Bad{IN_A_LINE}(]
"""


@pytest.fixture
def place(tmp_path, sample):
    """Hostile files of all kinds, with hostile names."""
    folder = tmp_path / "a\n::error::x\x1b[31m\u202e"
    folder.mkdir()
    made = hostile_set()
    (folder / "set.json").write_bytes(cf.dumps(made, "json").encode())
    other = evolve(made, cards=[*made.cards[5:], cf.Card.of(f"{LINES}new", text=LINES)])
    (folder / "other.json").write_bytes(cf.dumps(other, "json").encode())
    (folder / "list.txt").write_text(PADDING + LIST, "utf-8", newline="")
    (folder / "plain.txt").write_text(
        f"{PADDING}[A(3)]\n99 {IN_A_LINE}\n[{IN_A_LINE}(1)]\n40 ::error::x\n", "utf-8", newline=""
    )
    wagic = folder / "sets" / "EVL"
    wagic.mkdir(parents=True)
    (wagic / "_cards.dat").write_bytes(
        f"[meta]\nname={IN_A_LINE}\n[/meta]\n"
        f"[card]\nprimitive={IN_A_LINE}\nid=2\nrarity=C\n[/card]\n"
        f"[card]\nprimitive={IN_A_LINE}\nid=2\nrarity={IN_A_LINE}\nodd{IN_A_LINE}=1\n[/card]\n".encode()
    )
    primitives = folder / "sets" / "primitives"
    primitives.mkdir()
    (primitives / "cards.txt").write_bytes(
        f"[card]\nname={IN_A_LINE}\ntext={IN_A_LINE}\nauto=damge:{IN_A_LINE}\ntype=Creature\n"
        f"power=1\nthoughness=1\n[/card]\n[card]\nname=Un{IN_A_LINE}\ntype=Land\n[/card]\n".encode()
    )
    shutil.copytree(ROOT / "examples" / "octgn" / "Marsh", folder / "marsh")
    own = folder / "marsh" / "Sets" / "Reedlight" / "set.xml"
    evil = "\x9b31mE\u202e\x85 &#x9b;1m&#x202e;"
    text = re.sub(r'<card ([^>]*)name="', rf'<card \1name="{evil}', own.read_text("utf-8"))
    own.write_text(re.sub(r'<set ([^>]*)name="', rf'<set \1name="{evil}', text), "utf-8")
    log = json.loads((ROOT / "tests" / "data" / "draft_logs" / "draft.txt").read_text("utf-8"))
    text = json.dumps(log).replace('"name": "', f'"name": "{json.dumps(LINES)[1:-1]}')
    text = text.replace('"userName": "', f'"userName": "{json.dumps(LINES)[1:-1]}')
    (folder / "log.txt").write_text(text, "utf-8")
    (folder / "badlog.txt").write_text(text.replace('"picks"', '"picked\\u001b"', 1), "utf-8")
    shutil.copytree(sample.parent, folder / "good")
    return folder


def calls(folder, made):
    """The commands, each in several ways; those that print contents of files are below."""
    return chain(_of_files(folder, made), _of_packs(folder, made), _of_games(folder, made))


#: With this a text has so few control characters that it is not taken for binary data.
PADDING = "# a comment without control characters\n" * 60
FILES = ("set.json", "list.txt", "plain.txt", "sets", "marsh")
JSON_TOO = ((), ("--json",))


def _of_files(folder, made):
    for path in (folder / each for each in FILES):
        for flags in (
            *((command,) for command in ("audit", "open", "odds", "show", "check")),
            *((command, "--json") for command in ("audit", "open", "odds", "show")),
            *(("check", "--format", each) for each in ("json", "github", "sarif", "junit")),
            *(("check", flag) for flag in ("--brief", "--summary", "--statistics")),
            ("open", "--booster", LINES),
            *(("report", "-o", made / "page.html", *flags) for flags in JSON_TOO),
        ):
            yield (flags[0], path, *flags[1:])
        yield ("show", path, IN_A_LINE, LINES)
        for target in ("draftmancer", "wagic", "octgn", "json", "csv", "decklist"):
            for flags in JSON_TOO:
                yield ("convert", path, "--to", target, "-o", made / target, "--force", *flags)
    set_, plain, list_ = folder / "set.json", folder / "plain.txt", folder / "list.txt"
    yield ("check", folder)
    yield ("check", *(folder / each for each in FILES), "--summary")
    yield ("check", list_, "--baseline", made / "base.json", "--write-baseline")
    yield ("convert", plain, "-o", made / "odds.json", "--odds")
    for flags in (*JSON_TOO, ("--format", "markdown"), ("--all",)):
        yield ("diff", set_, folder / "other.json", *flags)
        yield ("diff", plain, list_, *flags)
    yield ("format", "--check", folder / "sets")
    yield ("format", folder / "good")
    yield ("fix", list_, "--unsafe")
    yield ("fix", folder / "sets", "--unsafe", "--fail-on", "never")
    # mistakes of who calls
    for command in COMMANDS:
        yield (command, f"--no\x1b[31m{LINES}")
        yield (command, folder / f"no{EVIL}")
    yield (EVIL,)
    yield (f"--{LINES}",)
    for flag in ("--select", "--per-path-ignore", "--from", "--changed-since"):
        yield ("check", set_, flag, LINES)
    yield ("convert", set_, "--to", LINES, "-o", made / "x")


def _of_packs(folder, made):
    set_, plain, log = folder / "set.json", folder / "plain.txt", made / "d.log"
    yield ("odds", set_, "--card", LINES)
    for flags in JSON_TOO:
        yield ("show", set_, f"{LINES}3", *flags)
        yield ("open", set_, "--product", LINES, *flags)
        yield ("draft", plain, "--seed", 1, "--players", 2, *flags)
        yield ("draft", plain, "--seed", 1, "--format", "winston", *flags)
    yield ("open", plain, "--predetermined", "--json", "--cards", "names")
    yield ("draft", set_, "--seed", 1, "--players", 2, "--rounds", 1)
    yield ("draft", set_, "--seed", 1, "--format", LINES)
    yield ("draft", set_, "--seed", 1, "--format", "winston", "--setting", LINES)
    for kind in ("booster", "winston", "grid", "deckbuilder", "rochester", "silent-auction"):
        yield ("draft", set_, "--seed", 1, "--format", kind, "--seat", 0)
        yield ("draft", plain, "--seed", 1, "--format", kind, "--seat", 0, "--log", log)
        yield ("draft", plain, "--resume", log, "--seat", 0)
    for each in ("log.txt", "badlog.txt"):
        for flags in ((), ("--passed",), ("--json", "--passed")):
            yield ("log", folder / each, *flags)


def _of_games(folder, made):
    sets, game, cards = folder / "sets", folder / "marsh", made / "cards.sqlite"
    yield ("cards", "build", folder / "set.json", folder / "plain.txt", sets, "-o", cards)
    for flags in JSON_TOO:
        yield ("formats", *flags)
        for text in (IN_A_LINE, LINES, f"damge:{IN_A_LINE}", "WG020", f"WG020{IN_A_LINE}"):
            yield ("explain", text, *flags)
        yield ("explain", IN_A_LINE, f"No{IN_A_LINE}", "--cards", primitives_of(sets), *flags)
        yield ("cards", "build", folder / "set.json", "-o", made / "other.sqlite", *flags)
        yield ("cards", "sets", "--database", cards, *flags)
        for name in (f"{LINES}3", EVIL, "no"):
            yield ("cards", "find", name, "--database", cards, *flags)
            yield ("cards", "show", name, "--database", cards, *flags)
            yield ("cards", "show", name, "--set", LINES, "--database", cards, *flags)
        yield ("cards", "sets", "--database", made / LINES, *flags)
        yield ("wagic", "prints", sets, IN_A_LINE, f"No{IN_A_LINE}", *flags)
        for each in ("unprinted", "missing", "ids", "boosters"):
            yield ("wagic", each, sets, *flags)
        yield ("wagic", "missing", sets, "--set", LINES, *flags)
        yield ("mapping", game, "-o", made / "mapping.toml", *flags)
    yield ("new", "octgn", EVIL, "-o", made / "no")
    yield ("new", "octgn", "Evil\x9b31m\u202e", "-o", made / "game")
    yield ("new", "octgn", LINES, "--in", made / "game")
    yield ("octgn", "ids", game, "-o", made / "ids.csv")
    yield ("octgn", "ids", game, "--set", LINES)
    yield ("octgn", "pictures", folder, "--game", game, "-o", made / "p.o8c")


def primitives_of(sets):
    return sets / "primitives" / "cards.txt"


REPLIES = "1\n2\n?1\ncards\nchoices\n\n1 2\nno\x1b[31m\u202e\n" * 9


def test_no_command_prints_control_characters_of_files(place, tmp_path):
    succeeded = set()
    for call in calls(place, tmp_path / "made\x1b[31m"):
        if call[0] == "lsp":  # which serves a protocol
            continue
        words = [str(each).replace("\0", "") for each in call]  # which no argument can have
        result = run(*words, input_=REPLIES if "--seat" in call else None)
        assert is_safe(result), call
        if result.exit_code == 0:
            succeeded.add(call[0])
    assert succeeded == COMMANDS.keys() - {"lsp"}


@pytest.mark.parametrize(
    "call",
    [
        ("convert", "set.json", "--to", "json", "-o", "-"),
        ("convert", "plain.txt", "--to", "draftmancer", "--cards", "names", "-o", "-"),
    ],
)
def test_contents_of_files_are_unchanged_in_a_pipe(place, tmp_path, call):
    command, source, *options = call
    result = run(command, place / source, *options, "--force")
    options[-1] = tmp_path / "written"
    run(command, place / source, *options, "--force")
    assert result.stdout_bytes == (tmp_path / "written").read_bytes()
    assert UNSAFE.search(result.stdout) or b"\\u001b" in result.stdout_bytes


def test_a_diff_in_a_pipe_can_be_applied(place, monkeypatch):
    path, git = primitives_of(place / "sets"), shutil.which("git") or "git"
    subprocess.run([git, "init", "-q", place], check=True)
    monkeypatch.chdir(place)
    result = run("fix", "sets", "--diff", "--unsafe")
    assert "+toughness=1" in result.stdout
    assert IN_A_LINE in result.stdout
    subprocess.run([git, "apply", "-"], check=True, input=result.stdout_bytes)
    assert b"toughness=1" in path.read_bytes()


#: What rich writes for styles, and to draw progress.
STYLES = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[[0-9]*[AK]|\r(?=\x1b|\n|$)")


def on_a_terminal(*arguments, replies=b""):
    """What a terminal gets, standard output and standard error together."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", "from cardformats.cli import main; main()", *map(str, arguments)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "200", "NO_COLOR": "1"},
    ):
        os.close(theirs)
        os.write(ours, replies)
        data = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:  # as Linux says that it is closed
                break
            if not more:
                break
            data += more
    os.close(ours)
    return data.decode("utf-8")


@pytest.mark.parametrize(
    "call",
    [
        ("open", "plain.txt", "--seed", "1"),
        ("odds", "plain.txt"),
        ("check", "sets", "list.txt"),
        ("convert", "plain.txt", "--cards", "names", "--to", "draftmancer", "-o", "-"),
        ("fix", "sets", "--diff", "--unsafe"),
        ("cards", "build", "plain.txt", "-o", "cards.sqlite"),
        ("draft", "plain.txt", "--seed", "1", "--seat", "0", "--players", "2"),
        ("show", "none\x1b[31m"),
    ],
    ids=lambda call: call[0],
)
def test_a_terminal_gets_no_codes_but_those_of_styles(place, monkeypatch, call):
    monkeypatch.chdir(place)
    text = on_a_terminal(*call, replies=b"1\n\x04" if "--seat" in call else b"")
    shown = text.replace("\r\n", "\n")
    assert "\\x1b[31m" in shown
    assert "\x1b[31m" not in shown
    assert not UNSAFE.search(STYLES.sub("", shown)), shown


def test_what_python_prints_of_an_error_is_escaped():
    code = (
        "from cardformats import cli\nfrom cardformats.cli.app import app\n"
        "app.invoke = lambda ctx: 1 / int('1\\x1b[31m')\ncli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code, "formats"], capture_output=True, check=False)
    assert b"Traceback" in done.stderr
    assert b"\x1b" not in done.stderr
    raising = code.replace("1 / int('1\\x1b[31m')", "exec('raise KeyError(Odd())')")
    raising = "class Odd:\n    def __repr__(self): return 'a\\x1b[31m\\u202e'\n" + raising.replace(
        "exec('raise KeyError(Odd())')", "exec('raise KeyError(Odd())', {'Odd': Odd})"
    )
    done = subprocess.run(
        [sys.executable, "-c", raising, "formats"], capture_output=True, check=False
    )
    assert rb"a\x1b[31m\u202e" in done.stderr


@pytest.mark.parametrize("name", ["a\n::error::x", "::error::x", "  ##[group]x", "a\r##vso[x]y"])
def test_a_file_name_is_no_command_of_a_ci_service(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("1 Foo (C\n[A(\n", "utf-8")
    for flags in ((), ("--brief",), ("--summary",), ("--statistics",)):
        assert is_safe(run("check", name, "--from", "draftmancer", *flags))
    lines = run("check", name, "--from", "draftmancer", "--format", "github").stdout.splitlines()
    assert not any(map(COMMAND.search, lines))


def test_markup_in_the_name_of_a_source_is_no_markup(tmp_path):
    (tmp_path / "[").mkdir()
    source = tmp_path / "[" / "x].txt"
    source.write_text("1 Marsh Lantern\n", "utf-8")
    assert run("cards", "build", source, "-o", tmp_path / "cards.sqlite").exit_code == 0


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escapes_are_for_what_disturbs_a_terminal_alone(text):
    shown = escaped(text)
    assert not UNSAFE.search(shown)
    assert escaped(shown) == shown
    if not UNSAFE.search(text.replace("\u206a", "")):
        assert shown == text or re.search("[\u206a-\u206f]", text)
    assert "\n" not in escaped(text, one_line=True)


@given(st.recursive(st.text(), lambda each: st.lists(each) | st.dictionaries(st.text(), each)))
def test_escapes_of_json_mean_the_same(value):
    for indent in (None, 2):
        text = escaped_json(json.dumps(value, ensure_ascii=False, indent=indent))
        assert not UNSAFE.search(text)
        assert json.loads(text) == value


def test_nothing_is_printed_past_the_check():
    """No other module makes a console of its own, or writes to the streams."""
    past = re.compile(r"(?<!_)Console\(|std(out|err)\.(buffer|write)|\bprint\(")
    sources = sorted((ROOT / "src" / "cardformats" / "cli").glob("*.py"))
    found = {
        path.name for path in sources if past.search(re.sub(r"\.print\(", "", path.read_text()))
    }
    assert found == {"output.py"}  # has the console
