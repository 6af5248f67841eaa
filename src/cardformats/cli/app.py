"""The command and its subcommands."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Any

import click

from .. import __version__
from ..errors import CardFormatsError, CollationError, WriteError
from .audit import audit_boosters
from .check import check
from .convert import convert
from .draft import draft_packs
from .explain import explain_lines
from .formats import formats
from .odds import show_odds
from .opening import open_packs
from .output import DATA_ERROR, USAGE_ERROR
from .show import show


class _App(click.Group):
    """Turns the library's exceptions into messages and exit statuses."""

    def invoke(self, ctx: click.Context) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                # what a terminal cannot show, half of a character too, is shown as an escape
                stream.reconfigure(errors="backslashreplace")
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


@click.group(cls=_App)
@click.version_option(__version__)
def app() -> None:
    """Read, check and convert card lists and card sets, open packs from them, and draft.

    Exit status: 0 fine, 1 the data has errors, 2 wrong usage.
    """


for command in (
    convert,
    check,
    show,
    explain_lines,
    open_packs,
    draft_packs,
    show_odds,
    audit_boosters,
    formats,
):
    app.add_command(command)
