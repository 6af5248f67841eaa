"""The numbers and words that the options of commands take, and what they are without one."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from cardformats.cli.app import app

#: The smallest and the largest number of each option, and the number without it.
NUMBERS = {
    "audit --players": (1, None, 8),
    "cards find --most": (1, None, 5),
    "diff --limit": (0, None, 20),
    "draft --players": (1, 100, None),
    "draft --rounds": (1, 100, None),
    "draft --discard-at": (0, None, 0),
    "draft --seat": (0, None, None),
    "log --limit": (0, None, 20),
    "lsp --tcp": (0, 65535, None),
    "odds --players": (1, None, None),
    "open -n": (1, None, None),
    "open --players": (1, None, None),
    "open --rounds": (1, None, None),
    "report -n": (0, 100, 2),
    "wagic ids --free": (1, 100_000, None),
    "wagic ids --first": (1, None, None),
}
SEVERITIES = ["error", "warning", "note"]
#: The words of each option, and the word without it.
WORDS = {
    "check --severity": (SEVERITIES, None),
    "check --fail-on": ([*SEVERITIES, "never"], None),
    "check --format": (["text", "json", "sarif", "github", "junit"], "text"),
    "convert --on-loss": (["report", "error"], "report"),
    "diff --format": (["text", "json", "markdown"], "text"),
    "draft --variant": (
        [
            *("document", "any-colors", "lower-prices", "dear-mythics", "sixteen-cards"),
            *("trade-to-market", "lasting-rares"),
        ],
        "document",
    ),
    "draft --representative": (["strict", "loose"], "strict"),
    "draft --rules": (["cr", "draftmancer"], "cr"),
    "draft --pace": (["queue", "lockstep"], "queue"),
    "draft --bot": (["random", "rated", "color"], "color"),
    "explain --as": (["author", "engine"], "author"),
    "fix --severity": (SEVERITIES, None),
    "fix --fail-on": ([*SEVERITIES, "never"], None),
    "new octgn --like": (["magic"], None),
    "odds --of": (["pack", "box", "seat", "round"], "pack"),
    "open --cards": (["custom", "names"], None),
}


def options(group=app, names=()):
    """Yield the options of all commands, apart from those of the formats, as they are typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from options(command, (*names, name))
        else:
            for each in command.params:
                if isinstance(each, click.Option):
                    yield " ".join((*names, name, each.opts[0])), each


def without(option):
    """Return the value of an *option* that is not given; None if it has none."""
    value = option.get_default(click.Context(app), call=True)
    return value if isinstance(value, (int, str)) else None


def test_each_number_has_its_range():
    found = {
        name: (each.type.min, each.type.max, without(each))
        for name, each in options()
        if isinstance(each.type, click.IntRange)
    }
    assert found == NUMBERS
    assert not any(each.type is click.INT for _, each in options())  # each has a range


def test_each_choice_has_its_words():
    found = {
        name: ([*each.type.choices], without(each))
        for name, each in options()
        if isinstance(each.type, click.Choice)
    }
    assert found == WORDS


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_below_the_smallest_is_refused(name):
    *words, option = name.split()
    least, most, _ = NUMBERS[name]
    for number in (least - 1, *([] if most is None else [most + 1])):
        result = CliRunner().invoke(app, [*words, option, str(number)])
        assert result.exit_code == 2
        assert f"{number} is not in the range" in result.stderr


LIST = '[Settings]\n{"withReplacement": true}\n[Common(1)]\n3 Eel\n2 Owl\n'


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("check LIST --baseline b.json --no-baseline",
         "--baseline and --no-baseline do not go together"),
        ("check LIST --write-baseline --fix",
         "--write-baseline does not go with --changed-since or --fix"),
        ("check LIST --unsafe", "--unsafe is for --fix"),
        ("check LIST --config c.toml --no-config", "--config and --no-config do not go together"),
        ("format - --changed-since HEAD", "- is read alone, and without --changed-since"),
        ("format - LIST", "- is read alone, and without --changed-since"),
        ("odds LIST --players 4", "--players is for --of seat and --of round"),
        ("odds LIST --players 4 --of box", "--players is for --of seat and --of round"),
        ("odds LIST --card Eel --property rarity=common",
         "--card does not go with properties of cards"),
        ("odds LIST --property rarity", "--property takes NAME=VALUE, not 'rarity'"),
        ("open LIST --players 4", "--players is for --predetermined"),
        ("open LIST --rounds 4", "--rounds is for --predetermined"),
        ("open LIST --boxes", "--boxes is for --predetermined"),
        ("open LIST --cards names", "--cards is for --predetermined"),
        ("open LIST -n 4 --predetermined", "--packs does not go with --predetermined"),
        ("open LIST --product x --predetermined", "--product does not go with --predetermined"),
        ("open LIST --image x.svg --predetermined", "--image does not go with --predetermined"),
        ("open LIST --product x --booster b",
         "--product specifies the packs; --booster and --image are for packs"),
        ("open LIST --product x --image b.svg",
         "--product specifies the packs; --booster and --image are for packs"),
        ("open LIST --image x.gif", "a picture is a file .svg or .png, not x.gif"),
        ("report LIST --json -o -", "--json and -o - would both be on standard output"),
        ("report LIST -o LIST", "LIST would be replaced, and is what the page is of"),
        ("convert LIST --json -o -", "--json and -o - would both be on standard output"),
        ("convert LIST --odds -o -", "--odds reads source and target again, so neither can be -"),
        ("convert LIST OTHER -o -", "one source at a time can be written to standard output"),
        ("convert LIST OTHER -o all.json",
         "2 sets need a folder as the target, not the file all.json"),
        ("convert LIST -o -", "no format can write <stream>; specify the format"),
        ("draft - --seat 0", "--seat: what you do is read from standard input"),
        ("check --fix -", "cardformats fix - fixes standard input"),
        ("check LIST --statistics --output out", "tables are not written to a file"),
        ("wagic boosters LIST", "LIST is not a folder of Wagic sets"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    for name in ("LIST", "OTHER"):
        (tmp_path / name).write_text(LIST, "utf-8")
    (tmp_path / "c.toml").write_text("")
    (tmp_path / "b.json").write_text("{}")
    result = CliRunner().invoke(app, words.split(), input=LIST)
    assert result.exit_code == 2, result.output
    assert message in " ".join(result.stderr.split())
    assert (tmp_path / "LIST").read_text("utf-8") == LIST
