"""The command; its subcommands are imported when they are used."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import click

from .. import __version__
from ..errors import CardFormatsError, CollationError, WriteError
from .terminal import print_report, safe_streams

#: Exit statuses: the data has errors, the command was used wrongly.
DATA_ERROR, USAGE_ERROR = 1, 2

#: The subcommands: where each is, and what it does.
COMMANDS = {
    "audit": ("packs:audit_boosters", "Find what is wrong with the boosters of a list or set."),
    "cards": ("cards:cards", "Build and ask a card database."),
    "check": ("check:check", "Report everything that is wrong or doubtful in files or folders."),
    "convert": ("convert:convert", "Convert card lists and sets."),
    "diff": ("diff:diff_versions", "Show what is different between two versions of card files."),
    "draft": ("draft:draft_packs", "Draft from a list or set: bots at all seats, or you at one."),
    "explain": ("explain:explain_lines", "Say in plain English what lines of Wagic's scripts do."),
    "fix": ("fix:fix", "Mend what a check finds, where there is one right answer."),
    "format": ("format:format_paths", "Sort and lay out files as their projects do by hand."),
    "formats": ("read:formats", "List the formats."),
    "log": ("log:show_logs", "Show logs of drafts: when cards were picked, and what was passed."),
    "lsp": ("lsp:lsp", "Serve an editor: findings, answers and edits as files are typed."),
    "mapping": ("mapping:mapping", "Write a mapping of an OCTGN game's properties to begin with."),
    "new": ("making:new", "Begin a game for OCTGN, or a set of one."),
    "octgn": ("making:octgn", "Tables of ids and packs of pictures for games of OCTGN."),
    "odds": ("packs:show_odds", "Show how often packs of a list or set have which card."),
    "open": ("packs:open_packs", "Open packs from a list or set."),
    "report": ("report:report", "Write a page that shows a list or a set."),
    "show": ("read:show", "Show what a file or folder holds, or the cards of some names in it."),
    "wagic": ("wagic:wagic", "Ask a folder of Wagic's sets: printings, primitives, ids, boosters."),
}


class _App(click.Group):
    """Imports subcommands, and turns the library's exceptions into messages and exit statuses."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return [*COMMANDS]

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f".{module}", __package__), name)
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, what) for name, (_, what) in COMMANDS.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        with safe_streams():
            return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (CollationError, WriteError) as error:
            self._fail(ctx, error, DATA_ERROR)
        except (CardFormatsError, OSError) as error:
            self._fail(ctx, error, USAGE_ERROR)

    @staticmethod
    def _fail(ctx: click.Context, error: Exception, status: int) -> None:
        if isinstance(error, BrokenPipeError):
            raise error
        click.echo(f"cardformats: {error}", err=True)
        ctx.exit(status)


# a code of colours in what is printed is not removed, but escaped
@click.group(cls=_App, context_settings={"color": True})
@click.version_option(__version__)
def app() -> None:
    """Read, check and convert card lists and card sets, open packs from them, and draft.

    Exit status: 0 fine, 1 the data has errors, 2 wrong usage.
    """


def print_json(value: Any) -> None:
    """Print *value* as JSON."""
    print_report(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
