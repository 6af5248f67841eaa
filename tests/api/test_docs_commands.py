"""Commands, packages, sessions and kinds of draft that pages name exist."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from hypothesis import settings

from cardformats import draft
from cardformats.cli.app import app
from cardformats.cli.arguments import PlacePath
from tests.conftest import PROFILE, ROOT, SETTLED

DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "cardformats"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts),
    *sorted((ROOT / "examples").rglob("*.md")),
]
_FENCED = re.compile(r"^( *)(`{3,})(\S*)[^\n]*\n(.*?)^\1\2$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`(cardformats [^`]+)`")
_BLANKS = re.compile(r"\s+")


def commands_of(page):
    """The commands of a page, and whether each stands in a block."""
    text = page.read_text("utf-8")
    for _, _, kind, body in _FENCED.findall(text):
        if kind in ("python", "text", "markdown", "json", "toml"):
            continue
        for line in body.replace("\\\n", " ").splitlines():
            command = line.strip().removeprefix("- ").removeprefix("run: ")
            if kind == "console" and not command.startswith("$ "):
                continue  # what is printed
            command = command.removeprefix("$ ")
            if command.startswith("cardformats "):
                yield command, True
    for command in _INLINE.findall(_FENCED.sub("", text)):
        yield _BLANKS.sub(" ", command), False


def words_of(command):
    """The words of a command, without a comment and what the shell does with it."""
    words = shlex.split(command, comments=True)
    ends = (at for at, word in enumerate(words) if re.fullmatch(r"[|;&]+|[0-9]?>+.*", word))
    return words[: next(ends, len(words))]


def find(words):
    """The command that *words* name, its context, and the words after it."""
    context, command, rest = click.Context(app), app, words[1:]
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        name, *rest = rest
        found = command.get_command(context, name)
        if found is None:
            raise click.UsageError(f"there is no command {name}")
        context, command = click.Context(found, parent=context, info_name=name), found
    return context, command, rest


def check(command, *, is_block):
    """Parse a command as it would be parsed, but for paths, of which none need be there.

    In a line of text a command may have no arguments, or placeholders for them.
    """
    if not is_block and "COMMAND" in command:
        return
    if not is_block and re.search(r"\w\|\w", command):  # several commands in one
        head, *_ = words_of(command.replace("|", " "))
        assert head == "cardformats"
        group, names = re.match(r"cardformats (\w+) ([\w|]+)", command).groups()
        for name in names.split("|"):
            find(["cardformats", group, name])
        return
    shown = "[" in command or "…" in command
    words = words_of(command.replace("[", " ").replace("]", " ") if shown else command)
    context, found, rest = find(words)
    if shown or not is_block:
        options = {option for each in found.get_params(context) for option in each.opts}
        named = {word for word in rest if re.fullmatch(r"--?[a-z][a-z-]*", word)}
        assert named <= options | {"--version", "--help"}, named - options
    if shown or (not is_block and not [word for word in rest if not word.startswith("-")]):
        return
    try:
        found.make_context(found.name, list(rest), parent=context.parent)
    except click.exceptions.Exit:  # of --help and --version
        pass
    except click.BadParameter as error:
        is_placeholder = not is_block and re.search(r"\b[A-Z]{3,}\b", command)
        if not is_placeholder or isinstance(error, click.MissingParameter):
            raise


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_of_a_page_can_be_parsed(page, monkeypatch):
    for kind in (click.Path, PlacePath):
        monkeypatch.setattr(kind, "convert", lambda _self, value, _param, _ctx: value)
    wrong = []
    for command, is_block in commands_of(page):
        try:
            check(command, is_block=is_block)
        except (click.UsageError, AssertionError) as error:
            wrong.append((command, str(error)))
    assert wrong == []


@pytest.mark.parametrize(
    ("command", "is_block"),
    [
        ("cardformats convert cube.txt list.txt --to draftmancer", False),
        ("cardformats convert cube.txt", True),
        ("cardformats chekc list.txt", False),
        ("cardformats check --no-such", False),
        ("cardformats open [--no-such N] LIST", False),
        ("cardformats cards find|lose", False),
        ("cardformats open a.txt --seed 1 -n none", True),
    ],
)
def test_a_wrong_command_is_seen(command, is_block):
    with pytest.raises((click.UsageError, AssertionError)):
        check(command, is_block=is_block)


def test_the_page_on_architecture_names_every_package():
    text = (DOCS / "explanation" / "architecture.md").read_text("utf-8")
    names = {
        path.stem
        for path in SOURCE.iterdir()
        if path.stem != "__init__" and (path.suffix == ".py" or (path / "__init__.py").exists())
    }
    named = set(re.findall(r"`(\w+)`", text))
    assert sorted(names - named) == []


def test_what_is_not_supported_is_not_there():
    text = (DOCS / "explanation" / "architecture.md").read_text("utf-8").lower()
    page = text.partition("## limitations")[2]
    assert page
    kinds = [kind for kind in draft.draft_kinds() if re.search(rf"\b{kind}\b", page)]
    assert kinds == []


def test_contributing_has_the_sessions_and_the_share_of_settled_tests():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    nox = (ROOT / "noxfile.py").read_text("utf-8")
    table = text.partition("## Sessions")[2].partition("\n## ")[0]
    sessions = re.findall(r"^@nox\.session.*\ndef (\w+)", nox, re.MULTILINE)
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(sessions)
    if PROFILE != "thorough":
        share = settings.default.max_examples // SETTLED.max_examples
        assert f"tries { {2: 'half of', 4: 'a quarter of'}[share] } the examples" in text
