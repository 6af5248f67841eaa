"""The numbers and words that the options of commands take, and what they are without one."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from cardformats.cli.app import app

from .text_tables import rows

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

#: Parameters by how often they can be given, and what they can be.
KINDS = """
-1: diff words; show names
-1 required: explain texts; wagic prints names
-1 required exists file_okay: log files
-1 required exists file_okay dir_okay: cards build sources
-1 required exists file_okay dir_okay allow_dash: check paths; convert sources; fix paths
-1 required exists file_okay dir_okay allow_dash: format paths
exists dir_okay: new octgn --in
exists file_okay: check --config; diff --config; draft --ratings; draft --resume; fix --config
exists file_okay: format --config
exists file_okay dir_okay: octgn ids --pictures
exists file_okay dir_okay allow_dash: audit path; explain --cards; odds path; open path
exists file_okay dir_okay allow_dash: report --compare
file_okay: check --baseline; draft --log; fix --baseline; mapping -o; octgn pictures --missing
file_okay dir_okay: cards build -o; cards find --database; cards sets --database
file_okay dir_okay: cards show --database; new octgn -o; octgn ids -o; sample folder
file_okay dir_okay allow_dash: check --output; open --image
is_flag: audit --json; cards build --json; cards find --json; cards sets --json; cards show --json
is_flag: check --no-baseline; check --no-config; check --fix; check --unsafe
is_flag: check --write-baseline; check --statistics; check --brief; check --json; convert --force
is_flag: convert --odds; convert --json; diff --all; diff --no-odds; diff --no-config
is_flag: diff --exit-code; diff --json; draft --json; explain --json; fix --no-baseline
is_flag: fix --no-config; fix --diff; fix --unsafe; format --check; format --diff
is_flag: format --no-config; formats --json; log --passed; log --json; mapping --force
is_flag: mapping --json; odds --json; open --predetermined; open --boxes; open --json
is_flag: report --pictures; report --json; show --json; wagic boosters --all; wagic boosters --json
is_flag: wagic ids --json; wagic missing --json; wagic prints --json; wagic unprinted --json
multiple: check --select; check --ignore; check --per-path-ignore; check --with-check
multiple: draft --setting; draft --copies; fix --select; fix --ignore; fix --per-path-ignore
multiple: new octgn --property; odds --card; odds --rarity; odds --color; odds --type
multiple: odds --finish; odds --sheet; odds --property
multiple exists file_okay: explain --macros; report --log
multiple exists file_okay dir_okay: wagic missing --primitives; wagic prints --primitives
multiple exists file_okay dir_okay: wagic unprinted --primitives
multiple exists file_okay dir_okay allow_dash: open --also
required: cards find name; cards show name; new octgn name
required exists dir_okay: octgn pictures folder
required exists file_okay dir_okay: mapping game; octgn ids path; octgn pictures --game
required exists file_okay dir_okay: wagic boosters path; wagic ids path; wagic missing path
required exists file_okay dir_okay: wagic prints path; wagic unprinted path
required exists file_okay dir_okay allow_dash: draft path; report path; show path
required file_okay: octgn pictures -o
required file_okay dir_okay allow_dash: convert -o; report -o
"""


def parameters(group=app, names=()):
    """Yield the parameters of all commands, apart from the formats' options, as they are typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from parameters(command, (*names, name))
        else:
            for each in command.params:
                yield " ".join((*names, name, each.opts[0])), each


def options():
    return ((name, each) for name, each in parameters() if isinstance(each, click.Option))


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


TRAITS = ("is_flag", "multiple", "required", "hidden")
OF_FILES = ("exists", "file_okay", "dir_okay", "writable", "allow_dash", "resolve_path")


def kind(parameter):
    """Return how often a *parameter* can be given, and what it can be."""
    known = parameter.to_info_dict()
    number = [] if known["nargs"] == 1 else [str(known["nargs"])]
    traits = [each for each in TRAITS if known.get(each)]
    return " ".join([*number, *traits, *(each for each in OF_FILES if known["type"].get(each))])


def test_each_parameter_is_of_its_kind():
    found = {(kind(each), name) for name, each in parameters() if kind(each)}
    rows = (row.split(": ") for row in KINDS.strip().splitlines())
    assert found == {(of, name) for of, names in rows for name in names.split("; ")}


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
    rows("""
        check LIST --baseline b.json --no-baseline | --baseline and --no-baseline do not go together
        check LIST --write-baseline --fix | --write-baseline does not go with --changed-since
            or --fix
        check LIST --unsafe                           | --unsafe is for --fix
        check LIST --config c.toml --no-config        | --config and --no-config do not go together
        format - --changed-since HEAD                 | - is read alone, and without --changed-since
        format - LIST                                 | - is read alone, and without --changed-since
        odds LIST --players 4                         | --players is for --of seat and --of round
        odds LIST --players 4 --of box                | --players is for --of seat and --of round
        odds LIST --card Eel --property rarity=common | --card does not go with properties of cards
        odds LIST --property rarity                   | --property takes NAME=VALUE, not 'rarity'
        open LIST --players 4                         | --players is for --predetermined
        open LIST --rounds 4                          | --rounds is for --predetermined
        open LIST --boxes                             | --boxes is for --predetermined
        open LIST --cards names                       | --cards is for --predetermined
        open LIST -n 4 --predetermined                | --packs does not go with --predetermined
        open LIST --product x --predetermined         | --product does not go with --predetermined
        open LIST --image x.svg --predetermined       | --image does not go with --predetermined
        open LIST --product x --booster b | --product specifies the packs; --booster and
            --image are for packs
        open LIST --product x --image b.svg | --product specifies the packs; --booster and
            --image are for packs
        open LIST --image x.gif                       | a picture is a file .svg or .png, not x.gif
        report LIST --json -o - | --json and -o - would both be on standard output
        report LIST -o LIST | LIST would be replaced, and is what the page is of
        convert LIST --json -o - | --json and -o - would both be on standard output
        convert LIST --odds -o - | --odds reads source and target again, so neither can be -
        convert LIST OTHER -o - | one source at a time can be written to standard output
        convert LIST OTHER -o all.json | 2 sets need a folder as the target, not the file all.json
        convert LIST -o - | no format can write <stream>; specify the format
        draft - --seat 0 | --seat: what you do is read from standard input
        check --fix -                                 | cardformats fix - fixes standard input
        check LIST --statistics --output out          | tables are not written to a file
        wagic boosters LIST                           | LIST is not a folder of Wagic sets
    """),
)
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
