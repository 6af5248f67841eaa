"""Control characters in files of strangers: no command prints any of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from io import BytesIO, StringIO, TextIOWrapper
from itertools import chain
from threading import Thread
from types import SimpleNamespace

import click
import pytest
from lxml import etree

import cardformats as cf
from cardformats import draft
from cardformats.checking.outputs import OUTPUTS
from cardformats.cli.app import app
from cardformats.cli.draft import TerminalScreen
from cardformats.formats.registry import REGISTRY
from cardformats.play.table import Person
from cardformats.source import as_line, escaped
from tests.unit.commands import run

from .hostile_files import (
    BY_FORMAT,
    EVIL,
    IN_A_LINE,
    LINES,
    UNSAFE,
    Files,
    is_safe,
    make_files,
    primitives_of,
)

REPLIES = "1\n2\n?1\ncards\nchoices\n\n1 2\nno\x1b[31m\u202e\n" * 9
JSON_TOO = ((), ("--json",))


# -- the calls of each command


def of_sources(*flags):
    """Return the calls of a command that reads a list or a set, with each of *flags*."""
    return lambda files: ((files[each], *flag) for each in BY_FORMAT.values() for flag in flags)


def calls_of_convert(files):
    names = {"wagic": "w", "octgn": "o"}
    for at, source in enumerate(BY_FORMAT.values()):
        for number, target in enumerate(WRITTEN):
            made, flags = files.made / names.get(target, f"x.{target}"), JSON_TOO[(at + number) % 2]
            yield (files[source], "--to", target, "-o", made, "--force", *flags)
    yield (files["plain.txt"], "-o", files.made / "odds.json", "--odds")
    yield (files["set.json"], "--to", LINES, "-o", files.made / "x")


def calls_of_check(files):
    yield from of_sources(
        *(("--format", each) for each in OUTPUTS),
        *(("--format", each, "--output", "-") for each in OUTPUTS),
        *((flag,) for flag in ("--json", "--brief", "--statistics")),
    )(files)
    yield (files.folder,)
    yield (*(files[each] for each in BY_FORMAT.values()), "--statistics")
    yield (files["list.txt"], "--baseline", files.made / "base.json", "--write-baseline")
    for flag in ("--select", "--per-path-ignore", "--from", "--changed-since"):
        yield (files["set.json"], flag, LINES)


def calls_of_diff(files):
    for flags in (*JSON_TOO, ("--format", "markdown"), ("--all",)):
        yield (files["set.json"], files["other.json"], *flags)
        yield (files["plain.txt"], files["list.txt"], *flags)
        yield (files["sets"], files["marsh"], *flags)


def calls_of_draft(files):
    set_, plain, log = files["set.json"], files["plain.txt"], files.made / "d.log"
    for flags in JSON_TOO:
        yield (plain, "--seed", 1, "--players", 2, *flags)
        yield (plain, "--seed", 1, "--format", "winston", *flags)
    yield (set_, "--seed", 1, "--players", 2, "--rounds", 1)
    yield (set_, "--seed", 1, "--format", LINES)
    yield (set_, "--seed", 1, "--format", "winston", "--setting", LINES)
    for kind in ("booster", "winston", "grid", "deckbuilder", "rochester"):
        yield (set_, "--seed", 1, "--format", kind, "--seat", 0)
        yield (plain, "--seed", 1, "--format", kind, "--seat", 0, "--log", log)
        yield (plain, "--resume", log, "--seat", 0)


def calls_of_explain(files):
    cards = primitives_of(files["sets"])
    for flags in JSON_TOO:
        for text in (IN_A_LINE, LINES, f"damge:{IN_A_LINE}", "WG020", f"WG020{IN_A_LINE}"):
            yield (text, *flags)
        yield (IN_A_LINE, f"No{IN_A_LINE}", "--cards", cards, *flags)


def calls_of_cards(*words):
    """Return the calls of a command that asks a database, with each of *words*."""

    def calls(files):
        database = files.made / "cards.sqlite"
        run("cards", "build", files["set.json"], "-o", database)
        for flags in JSON_TOO:
            for each in words:
                yield (*each, "--database", database, *flags)
                yield (*each, "--database", files.made / "none", *flags)

    return calls


NAMES = ((f"{LINES}3",), (EVIL,), ("no",))
WRITTEN = [known.id for known in REGISTRY.all() if known.writer]

#: What each command is called with; the words for it are the key.
CALLS = {
    "audit": of_sources(*JSON_TOO),
    "cards build": lambda files: (
        (files[each], files["plain.txt"], "-o", files.made / "cards.sqlite", *flags)
        for each in BY_FORMAT.values()
        for flags in JSON_TOO
    ),
    "cards find": calls_of_cards(*NAMES),
    "cards sets": calls_of_cards(()),
    "cards show": calls_of_cards(*NAMES, (f"{LINES}3", "--set", LINES)),
    "check": calls_of_check,
    "convert": calls_of_convert,
    "diff": calls_of_diff,
    "draft": calls_of_draft,
    "explain": calls_of_explain,
    "fix": lambda files: (
        (files["list.txt"], "--unsafe"),
        (files["sets"], "--unsafe", "--fail-on", "never"),
    ),
    "format": lambda files: (
        ("--check", files.folder),
        (files["good"],),
        (files["set.json"],),
    ),
    "formats": lambda _: JSON_TOO,
    "log": lambda files: (
        (files[each], *flags)
        for each in ("log.txt", "badlog.txt")
        for flags in ((), ("--passed",), ("--json", "--passed"))
    ),
    "lsp": lambda _: (("--tcp", EVIL),),  # it serves a protocol; its messages are tested elsewhere
    "mapping": lambda files: (
        (files["marsh"], "-o", files.made / "mapping.toml", *flags) for flags in JSON_TOO
    ),
    "new octgn": lambda files: (
        (EVIL, "-o", files.made / "no"),
        ("Evil\x9b31m\u202e", "-o", files.made / "game"),
        (LINES, "--in", files.made / "game"),
    ),
    "octgn ids": lambda files: (
        (files["marsh"], "-o", files.made / "ids.csv"),
        (files["marsh"], "--set", LINES),
    ),
    "octgn pictures": lambda files: (
        (files.folder, "--game", files["marsh"], "-o", files.made / "p.o8c"),
    ),
    "odds": lambda files: chain(
        of_sources(*JSON_TOO)(files), [(files["set.json"], "--card", LINES)]
    ),
    "open": lambda files: chain(
        of_sources(*JSON_TOO, ("--booster", LINES), ("--product", LINES))(files),
        [
            (files["set.json"], "--product", LINES, "--json"),
            (files["plain.txt"], "--predetermined", "--json", "--cards", "names"),
        ],
    ),
    "report": of_sources(("-o", "page\x1b[31m.html"), ("-o", "page\x1b[31m.html", "--json")),
    "sample": lambda files: ((files.made / EVIL,), (files["plain.txt"],)),
    "show": lambda files: chain(
        of_sources(*JSON_TOO, (IN_A_LINE, LINES))(files),
        ((files["set.json"], f"{LINES}3", *flags) for flags in JSON_TOO),
    ),
    "wagic boosters": lambda files: ((files["sets"], *flags) for flags in JSON_TOO),
    "wagic ids": lambda files: ((files["sets"], *flags) for flags in JSON_TOO),
    "wagic missing": lambda files: (
        (files["sets"], *more, *flags) for more in ((), ("--set", LINES)) for flags in JSON_TOO
    ),
    "wagic prints": lambda files: (
        (files["sets"], IN_A_LINE, f"No{IN_A_LINE}", *flags) for flags in JSON_TOO
    ),
    "wagic unprinted": lambda files: ((files["sets"], *flags) for flags in JSON_TOO),
}

#: Commands whose JSON has no name of a card, a set or a file.
WITHOUT_NAMES = {"formats", "wagic boosters"}


#: Of more calls of a command, every fifth is made, and each of them in the slow session.
MANY = 30


def calls_of(command, files, first, step):
    """Return the calls of a *command* as words, those with mistakes of who calls too."""
    mistakes = ((f"--no\x1b[31m{LINES}",), (files.folder / f"no{EVIL}",), (EVIL, EVIL, EVIL, EVIL))
    calls = [*CALLS[command](files)]
    if step > 1 and len(calls) >= MANY:
        calls = calls[first::5]
    for call in chain(calls, mistakes):
        # no argument can have a NUL
        yield [*command.split(), *(str(each).replace("\0", "") for each in call)]


def commands(group, *names):
    """Return the names of the commands in a *group*, as they are typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *names, name)
        else:
            yield " ".join((*names, name))


def test_every_command_and_every_format_is_tried():
    assert CALLS.keys() == {*commands(app)}
    assert BY_FORMAT.keys() == {known.id for known in REGISTRY.all()}


@pytest.fixture(scope="module")
def template(tmp_path_factory, root):
    files = make_files(tmp_path_factory.mktemp("hostile"))
    shutil.copytree(root / "examples" / "wagic" / "sets" / "LAN", files["good"])
    return files


@pytest.fixture
def files(template, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    copied = Files(tmp_path / template.folder.name)
    shutil.copytree(template.folder, copied.folder)
    copied.made.mkdir()
    return copied


# -- in a pipe


@pytest.mark.parametrize("command", CALLS)
def test_a_pipe_gets_no_control_characters(files, command, step):
    statuses, documents = set(), []
    for call in calls_of(command, files, 0, step):
        result = run(*call, input=REPLIES if "--seat" in call else None)
        assert result.exception is None or isinstance(result.exception, SystemExit), call
        assert is_safe(result.stdout, annotations="github" in call), call
        assert is_safe(result.stderr), call
        statuses.add(result.exit_code)
        if {"--json", "json", "sarif"} & {*call} and result.stdout and "convert" not in call:
            documents.append(json.loads(result.stdout))
    assert 2 in statuses
    assert {0, 1} & statuses or command == "lsp"
    # the names in a document are the real ones
    assert not documents or command in WITHOUT_NAMES or "\x9b31m" in "".join(texts_in(documents))


def texts_in(value):
    """Return all texts in a JSON value."""
    if isinstance(value, dict):
        yield from value
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from texts_in(each)
    elif isinstance(value, str):
        yield value


# -- on a terminal

#: What rich writes for styles, and to draw progress.
STYLES = re.compile(
    r"\x1b\[(0|1|32|33|36|1;31|38;5;\d+)?m|\x1b\[\?25[lh]|\x1b\[[12][AK]|\r(?=\x1b|$)"
)


@pytest.fixture
def terminal(monkeypatch):
    """A function that runs a command with colours on a terminal, and returns what it gets."""
    pty, tty = pytest.importorskip("pty"), pytest.importorskip("tty")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)

    def shown(*call, replies=""):
        ours, theirs = pty.openpty()
        tty.setraw(theirs)  # line ends stay
        parts = []
        reader = Thread(target=read_all, args=(ours, parts))
        reader.start()
        with (
            os.fdopen(theirs, "w", encoding="utf-8", newline="\n") as stream,
            monkeypatch.context() as m,
        ):
            m.setattr(sys, "stdin", TextIOWrapper(BytesIO(replies.encode())))
            m.setattr(sys, "stdout", stream)
            m.setattr(sys, "stderr", stream)
            with pytest.raises(SystemExit):
                app(call, prog_name="cardformats")
        reader.join()
        os.close(ours)
        return b"".join(parts).decode("utf-8")

    return shown


def read_all(descriptor, parts):
    """Read into *parts* what the other side writes until it is closed."""
    try:
        while data := os.read(descriptor, 65536):
            parts.append(data)
    except OSError:  # as Linux says that it is closed
        return


@pytest.mark.parametrize("command", CALLS)
def test_a_terminal_gets_no_codes_but_those_of_styles(files, terminal, command, step):
    whole = ""
    for call in [*calls_of(command, files, 3, step)][::2]:  # a pipe gets all of them
        text = terminal(*call, replies=REPLIES if "--seat" in call else "")
        assert is_safe(STYLES.sub("", text), annotations="github" in call), call
        whole += text
    assert r"\u001b[31m" in whole or r"\x1b[31m" in whole


@pytest.mark.parametrize(
    "call",
    [
        ("convert", "plain.txt", "--cards", "names", "--to", "draftmancer", "-o", "-"),
        ("fix", "sets", "--diff", "--unsafe"),
        ("open", "plain.txt", "--seed", "1", "--predetermined", "--cards", "names"),
        ("octgn", "ids", "marsh"),
        ("mapping", "marsh"),
    ],
    ids=lambda call: call[0],
)
def test_a_terminal_shows_the_contents_of_files_with_escapes(files, terminal, call):
    words = [str(files[each]) if (files[each]).exists() else each for each in call]
    assert is_safe(STYLES.sub("", terminal(*words)))


def test_colors_in_a_pipe_hide_no_command(files, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    path = files.folder / "::error::x.txt"
    path.write_text("[A(1)]\n0 Foo\n1 Bar\n", "utf-8")
    for call in (("check", path), ("show", path), ("show", files["set.json"])):
        text = run(*call).output
        assert STYLES.search(text)
        assert is_safe(STYLES.sub("", text))


def test_questions_on_a_terminal_are_escaped(files):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    words = ("draft", files["plain.txt"], "--seed", "1", "--seat", "0", "--players", "2")
    with subprocess.Popen(
        [sys.executable, "-c", "from cardformats.cli import main; main()", *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "200"},
    ):
        os.close(theirs)
        os.write(ours, b"1\n\x04")
        parts = []
        read_all(ours, parts)
    os.close(ours)
    text = b"".join(parts).decode("utf-8").replace("\r\n", "\n")
    assert "draft 1" in text
    assert r"\u001b[31m" in text
    assert is_safe(STYLES.sub("", text))


# -- what is written


@pytest.mark.parametrize("target", WRITTEN)
def test_files_keep_what_there_is(files, target):
    cardset = cf.read_report(files["set.json"]).value
    made = files.made / "written"
    result = run("convert", files["set.json"], "--to", target, "-o", made, "--force")
    assert result.exit_code == 0, result.stderr
    written = sorted(each for each in (made, *made.rglob("*")) if each.is_file())
    text = "".join(each.read_bytes().decode("utf-8") for each in written)
    if target not in ("wagic", "octgn", "lackey"):  # which are folders of several files
        assert text == cf.dumps(cardset, target)
    assert "\x9b31m\u202eX\u2066\u200f" in text


@pytest.mark.parametrize(
    "call",
    [
        ("convert", "set.json", "--to", "json", "-o", "-"),
        ("convert", "plain.txt", "--to", "draftmancer", "--cards", "names", "-o", "-"),
    ],
)
def test_contents_of_files_are_unchanged_in_a_pipe(files, call):
    command, source, *options = call
    result = run(command, files[source], *options, "--force")
    options[-1] = files.made / "written"
    run(command, files[source], *options, "--force")
    assert result.stdout_bytes == options[-1].read_bytes()
    assert UNSAFE.search(result.stdout)


@pytest.mark.parametrize("name", OUTPUTS)
def test_findings_in_files_have_the_names_as_they_are(files, name):
    made = files.made / "found"
    call = ("check", files["list.txt"], files["sets"], "--format", name)
    printed = run(*call, "--output", "-")
    run(*call, "--output", made)
    text = made.read_text("utf-8")
    if name in ("json", "sarif"):
        assert json.loads(text) == json.loads(printed.stdout)
        assert "\x1b[31m" in "".join(texts_in(json.loads(text)))
        assert "\x9b31m\u202e" in text
    elif name == "junit":
        names = [each.get("name", "") for each in etree.fromstring(text.encode()).iter()]
        assert "\x9b31m" in "".join(names)
    elif name == "github":
        assert "\x1b[31m" in text
        assert escaped(text) == printed.stdout
    else:
        assert not UNSAFE.search(text)  # its lines are made for people
    assert UNSAFE.sub("", text) != text or name == "text"


def test_a_diff_in_a_pipe_can_be_applied(files, monkeypatch):
    path, git = primitives_of(files["sets"]), shutil.which("git") or "git"
    subprocess.run([git, "init", "-q", files.folder], check=True)
    monkeypatch.chdir(files.folder)
    result = run("fix", files["sets"].name, "--diff", "--unsafe")
    assert "+toughness=1" in result.stdout
    assert IN_A_LINE in result.stdout
    subprocess.run([git, "apply", "-"], check=True, input=result.stdout_bytes)
    assert b"toughness=1" in path.read_bytes()


def test_the_language_server_gets_bytes_through():
    pytest.importorskip("pygls")
    message = json.dumps({"jsonrpc": "2.0", "id": "a\x9b\u202e", "method": "shutdown"})
    data = f"Content-Length: {len(message)}\r\n\r\n{message}".encode()
    exits = b'Content-Length: 33\r\n\r\n{"jsonrpc":"2.0","method":"exit"}'
    done = subprocess.run(
        [sys.executable, "-c", "from cardformats.cli import main; main()", "lsp"],
        input=data + exits,
        capture_output=True,
        check=False,
    )
    header, _, body = done.stdout.partition(b"\r\n\r\n")
    assert f"Content-Length: {len(body)}".encode() in header
    assert json.loads(body)["id"] == "a\x9b\u202e"


# -- lines


def test_what_python_prints_of_an_error_is_escaped():
    code = (
        "from cardformats import cli\nfrom cardformats.cli.app import app\n"
        "class Odd:\n    def __repr__(self): return 'a\\x1b[31m\\u202e\\n::error::x'\n"
        "def fail(ctx): raise KeyError(Odd())\n"
        "app.invoke = fail\ncli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code, "formats"], capture_output=True, check=False)
    assert b"Traceback" in done.stderr
    assert rb"a\u001b[31m\u202e" in done.stderr
    assert is_safe(done.stderr.decode())


@pytest.mark.parametrize("name", ["a\n::error::x", "::error::x", "  ##[group]x", "a\r##vso[x]y"])
def test_a_file_name_is_no_command_of_a_ci_service(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("[A(2)]\n0 Foo\n", "utf-8")
    for flags in ((), ("--brief",), ("--statistics",), ("--output", "-")):
        result = run("check", name, "--from", "draftmancer", *flags)
        assert is_safe(result.output)
        shown = result.output.replace(r"\u003a", ":")  # the colon that begins a line
        assert as_line(name) in shown
    text = run("check", name, "--from", "draftmancer", "--format", "github").stdout
    assert is_safe(text, annotations=True)
    assert text.count("::warning title=cardformats DM021,") == 1


def test_a_name_makes_no_line_of_its_own(files):
    for command in ("open", "odds", "show", "audit", "check"):
        lines = run(command, files["set.json"], "--from", "json").output.splitlines()
        assert lines
        assert not [each for each in lines if each.startswith(("  #", "#", "::", "\\u003a"))]


def test_a_question_is_one_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", StringIO("3\n"))
    game = SimpleNamespace(verify=lambda _: None)
    person = Person(0, draft.DraftCards(cf.CardSet("")), TerminalScreen())
    assert person.ask(game, f"which of {LINES}?", int) == 3
    assert capsys.readouterr().err == f"which of {as_line(LINES)}?: "


def test_markup_in_the_name_of_a_source_is_no_markup(tmp_path):
    (tmp_path / "[").mkdir()
    source = tmp_path / "[" / "x].txt"
    source.write_text("1 Marsh Lantern\n", "utf-8")
    assert run("cards", "build", source, "-o", tmp_path / "cards.sqlite").exit_code == 0
