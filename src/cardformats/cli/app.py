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
    "audit": ("packs:audit_boosters", "Find errors in the boosters of a list or set."),
    "cards": ("cards:cards", "Build and query a card database."),
    "check": ("check:check", "Report errors and doubtful values in files or folders."),
    "convert": ("convert:convert", "Convert card lists and sets."),
    "diff": ("diff:diff_versions", "Show the differences between two versions of card files."),
    "draft": ("draft:draft_packs", "Draft from a list or set: bots at all seats, or you at one."),
    "explain": (
        "explain:explain_lines",
        "Explain diagnostic codes, or lines of Wagic's scripts in plain English.",
    ),
    "fix": ("check:fix", "Fix findings that have one right answer."),
    "format": ("format:format_paths", "Sort and format files in the style of their projects."),
    "formats": ("read:formats", "List the formats."),
    "log": ("log:show_logs", "Show logs of drafts: when cards were picked and passed."),
    "lsp": ("lsp:lsp", "Start the language server for editors."),
    "mapping": ("mapping:mapping", "Write a first mapping of the properties of an OCTGN game."),
    "new": ("making:new", "Create a game for OCTGN, or a set in a game."),
    "octgn": ("making:octgn", "Make id tables and image packs for OCTGN games."),
    "odds": ("odds:show_odds", "Show the probability of cards in packs of a list or set."),
    "open": ("packs:open_packs", "Open packs from a list or set."),
    "report": ("report:report", "Write an HTML page about a list or set."),
    "sample": ("sample:write_sample", "Write the sample sets that the tutorial uses."),
    "show": ("read:show", "Show the contents of a file or folder, or cards in it by name."),
    "wagic": ("wagic:wagic", "Query a folder of Wagic sets: printings, primitives, ids, boosters."),
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches  # noqa: PLC0415 - only for a typing error

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

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
