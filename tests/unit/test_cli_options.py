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
