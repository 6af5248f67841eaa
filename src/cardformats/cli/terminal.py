"""The streams of commands: the one place that escapes what is printed.

Names come from files of strangers.  Control characters in them would change what a terminal shows,
or what it is called, and some texts are commands of CI services.  So standard output and standard
error are replaced while a command runs, and everything that is printed goes through
:class:`SafeStream`: no other module of the command line escapes anything to be safe.  Two kinds of
text are escaped before they come to the stream, by the same function:

- text with styles, by the console of ``output``, since the stream has to let their codes through;
- reports for programs, by :func:`print_report`, since a line of them may be a command.

Where a line is made of names, ``as_line`` of ``source`` keeps it one line: the console does so with
every string.  Only the contents of files that the user asked for, which :func:`contents` takes, go
into a pipe or a file as they are.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, BinaryIO, TextIO, cast

from ..files import write_stream
from ..source import SourceText, escaped

#: What CI services take for a command if it begins a line, as ``::error::``; styles may precede it.
_NOTHING = r"(?:[^\S\n]|\x1b\[[\d;]*m)*"
_COMMAND = re.compile(rf"^({_NOTHING}):(?=:)", re.MULTILINE)


class _Lines:
    """A text stream in which no line begins as a command of a CI service does."""

    def __init__(self, stream: TextIO) -> None:
        """Write to *stream*."""
        self.bare = stream
        self._is_start = True

    def write(self, text: str) -> int:
        """Write *text*, which has no control characters except those of styles."""
        before = "" if self._is_start else "-"  # so that the text does not begin a line
        self.bare.write(_COMMAND.sub(r"\1\\u003a", before + text).removeprefix(before))
        *ended, last = text.split("\n")
        is_empty = re.fullmatch(_NOTHING, last) is not None
        self._is_start = bool(ended or self._is_start) and is_empty
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the stream, except the bytes below it."""
        if name in ("buffer", "bare"):
            raise AttributeError(name)
        return getattr(self.bare, name)


class SafeStream(_Lines):
    """A text stream that escapes control characters.

    Attributes:
        styled: for text whose control characters are escaped, with the codes of its styles.
    """

    def __init__(self, stream: TextIO) -> None:
        """Write to *stream*."""
        super().__init__(stream)
        self.styled: _Lines = _Lines(stream)

    def write(self, text: str) -> int:
        """Write *text* with its control characters escaped."""
        return self.styled.write(escaped(text))


@contextmanager
def safe_streams() -> Iterator[None]:
    """Replace standard output and standard error by safe streams, and put them back."""
    before = {name: getattr(sys, name) for name in ("stdout", "stderr")}
    secure_streams()
    after = {name: getattr(sys, name) for name in before}
    try:
        yield
    finally:
        for name, stream in before.items():
            if getattr(sys, name) is after[name]:  # what others put in its place stays
                setattr(sys, name, stream)


def secure_streams() -> None:
    """Replace standard output and standard error by safe streams, for good."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None or isinstance(stream, SafeStream):
            continue
        if isinstance(stream, TextIOWrapper):
            # characters that a terminal cannot show, and unpaired surrogates, are escaped
            stream.reconfigure(errors="backslashreplace")
        setattr(sys, name, SafeStream(stream))


def styled(stream: TextIO) -> TextIO:
    """Return where text with the codes of its styles is written to, past the check of *stream*."""
    return cast("TextIO", stream.styled) if isinstance(stream, SafeStream) else stream


class _Shown:
    """A binary stream whose text is shown on a terminal by a safe stream."""

    name = "<stdout>"

    def __init__(self, stream: TextIO) -> None:
        """Show the text on *stream*."""
        self._stream = stream

    def write(self, data: bytes) -> int:
        text = SourceText.from_bytes(self.name, data).text
        self._stream.write(text.replace("\r\n", "\n"))
        return len(data)

    def flush(self) -> None:
        self._stream.flush()


def contents() -> BinaryIO:
    """Return standard output for the contents of files: unchanged, but escaped on a terminal."""
    stream = sys.stdout
    bare = stream.bare if isinstance(stream, SafeStream) else stream
    bare.flush()
    data: BinaryIO | None = getattr(bare, "buffer", None)
    return cast("BinaryIO", _Shown(stream)) if data is None or bare.isatty() else data


def print_report(text: str) -> None:
    """Print a report for programs: escaped, in UTF-8, and with lines that may be commands."""
    # an unpaired surrogate is written as an escape, which is also valid JSON
    write_stream(contents(), escaped(text).encode("utf-8", "backslashreplace"))
