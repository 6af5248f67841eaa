"""Arguments and options that commands have in common and that need no format."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, TypeVar

import click
from attrs import field, frozen

from ..files import write_stream
from ..formats.base import MAX_SIZE
from ..source import STANDARD_INPUT, overlaid
from .app import DATA_ERROR
from .terminal import contents

F = TypeVar("F", bound=Callable[..., Any])


#: What commands read from and write to.
Place: TypeAlias = Path | BinaryIO


class PlacePath(click.Path):
    """What to read or where to write: a path, or a stream for ``-`` and what is read but once."""

    def __init__(self, *, reads: bool) -> None:
        super().__init__(exists=reads, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path or the stream."""
        path = Path(str(super().convert(value, param, ctx)))
        if value == "-":
            if (sys.stdin if self.exists else sys.stdout) is None:
                name = "input" if self.exists else "output"
                self.fail(f"the standard {name} is closed", param, ctx)
            return sys.stdin.buffer if self.exists else contents()
        if not self.exists or path.is_dir() or path.is_file():
            return path
        stream = path.open("rb")
        if ctx is not None:
            ctx.call_on_close(stream.close)
        return stream


@frozen
class InputInMemory:
    """Standard input, as a file that exists only in memory."""

    path: Path
    data: bytes = field(repr=False)

    def put(self, files: Mapping[Path, bytes]) -> None:
        """Write the data that it has in *files*, or its own, to standard output."""
        write_stream(contents(), files.get(self.path, self.data))


@contextmanager
def changeable(
    paths: Sequence[Place], changed_since: str | None
) -> Iterator[tuple[Sequence[Path], InputInMemory | None]]:
    """Provide the files that a command may change, and standard input if that is one of them.

    Raises:
        click.UsageError: If a stream is not the only path, is too large, or has no revisions.
    """
    streams = [each for each in paths if not isinstance(each, Path)]
    if not streams:
        yield [each for each in paths if isinstance(each, Path)], None
        return
    if len(paths) > 1 or changed_since is not None:
        raise click.UsageError("- is read alone, and without --changed-since")
    data = streams[0].read(MAX_SIZE + 1)
    if len(data) > MAX_SIZE:
        raise click.UsageError(f"standard input has more than {MAX_SIZE} bytes")
    with overlaid({STANDARD_INPUT: data}):
        yield [STANDARD_INPUT], InputInMemory(STANDARD_INPUT, data)


#: Paths of arguments and options: of what is there, and of what may be written.
THERE = click.Path(exists=True, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
ANY_PATH = click.Path(path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)


def several(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return what gives a command several options, in this order."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


from_format = click.option(
    "-f",
    "--from",
    "source_format",
    metavar="FORMAT",
    help="Format of the input. [default: detected]",
)

of_set = click.option(
    "--set",
    "of_set",
    metavar="SET",
    help="Name, code or ID of the set that contains the booster.",
)

#: A list or set, or nothing if ``--set`` names one of the card database.
source = click.argument("path", required=False, type=PlacePath(reads=True))

changed_since = click.option(
    "--changed-since",
    metavar="REVISION",
    help="Only lines changed since this Git revision.",
)

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


class StatusCommand(click.Command):
    """A command whose function returns whether the data is without errors."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it, and exit with the status."""
        ctx.exit(0 if super().invoke(ctx) else DATA_ERROR)
