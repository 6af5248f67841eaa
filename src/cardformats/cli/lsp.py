"""``cardformats lsp``."""

from __future__ import annotations

import click

from .terminal import contents


@click.command("lsp")
@click.option(
    "--tcp", "port", type=click.IntRange(0, 65535), help="Serve on this port of the local host."
)
def lsp(port: int | None) -> None:
    """Serve an editor, on standard input and output."""
    try:
        from ..lsp.server import Server  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise click.ClickException(f"{error.name} is missing: install cardformats[lsp]") from error
    server = Server()
    if port is None:
        server.start_io(stdout=contents())  # its messages are JSON, whose escapes are its own
    else:
        server.start_tcp("127.0.0.1", port)
