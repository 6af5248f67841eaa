"""Where text comes from: sources, and spans in them that know their line and column."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, charmap_build, charmap_decode, charmap_encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from encodings import cp1252
from functools import cached_property
from io import BytesIO
from itertools import accumulate
from os import path as os_path
from pathlib import Path
from typing import BinaryIO, Final

from attrs import evolve, field, frozen

from .caching import Caching
from .files import naming

#: cp1252 leaves five bytes undefined; mapping them to themselves lets every byte come back.
_CP1252 = "".join(
    chr(byte) if char == "\ufffe" else char for byte, char in enumerate(cp1252.decoding_table)
)
_CP1252_ENCODE = charmap_build(_CP1252)

#: The beginning of a text in XML that declares its encoding, and of how many bytes it is at most.
XML_ENCODING = re.compile(
    r"""\ufeff?<\?xml[ \t\r\n](?>[^>]{0,200}?\bencoding[ \t\r\n]*+=[ \t\r\n]*+["'])"""
    r"""(?P<ENCODING>[^"'>]{1,40})"""
)
_XML_HEAD = 1024
_ASCII = bytes(range(128))

#: Control characters except line feeds and tabs, characters that change the direction of text, line
#: separators that only some programs know, and commands that CI services find anywhere in a line.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]|#(?=#\\w*\\[)"
)

_SURROGATES = re.compile("[\ud800-\udfff]")
_TAB_WIDTH = 4
_EXCERPT_WIDTH = 120


def without_surrogates(text: str) -> str:
    """Return *text* with U+FFFD in place of unpaired surrogates, which UTF-8 cannot encode."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def spliced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """Return *text* with *edits*: starts, ends, and what is written between them.

    Edits at the same place are applied in their order.

    Raises:
        ValueError: If edits overlap.
    """
    parts: list[str] = []
    position = 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        if start < position:
            raise ValueError("edits overlap")
        parts += (text[position:start], new)
        position = end
    return "".join((*parts, text[position:]))


#: What standard input is called as a file in memory; its format is not to be told by its name.
STANDARD_INPUT: Final = Path("<stdin>")
#: What is read in the place of what files have, by their real paths.
_OVERLAY: ContextVar[Mapping[str, bytes]] = ContextVar("overlay")


@contextmanager
def overlaid(files: Mapping[Path, bytes]) -> Iterator[None]:
    """Read *files* as if they had these bytes: unsaved texts, or those that are tried.

    The files of an enclosing overlay stay visible, unless this one replaces them.  The overlay
    applies in this thread, and in threads that run in a copy of its context.  A file that is not on
    the disk can be read by its path, but is not listed in its folder.
    """
    own = {os_path.realpath(path): data for path, data in files.items()}
    token = _OVERLAY.set({**_OVERLAY.get({}), **own})
    try:
        yield
    finally:
        _OVERLAY.reset(token)


def _overlay_of(path: Path) -> bytes | None:
    """Return the data that replaces the content of a file; None if the file is read."""
    overlay = _OVERLAY.get(None)
    return overlay.get(os_path.realpath(path)) if overlay else None


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading, or the data that replaces its content.

    Raises:
        OSError: If the file cannot be read.
    """
    data = _overlay_of(path)
    return path.open("rb") if data is None else BytesIO(data)


def head_of(path: Path, size: int) -> bytes:
    """Return the first *size* bytes of a file; nothing if it cannot be read."""
    try:
        with open_file(path) as file:
            return file.read(size)
    except OSError:
        return b""


def is_file(path: Path) -> bool:
    """Return whether a file exists, or data that replaces one."""
    return _overlay_of(path) is not None or path.is_file()


def stamp(path: Path) -> tuple[int, int]:
    """Return the size of a file in bytes, and a number that changes with its content.

    Raises:
        OSError: If there is no such file.
    """
    data = _overlay_of(path)
    if data is not None:
        return len(data), -1 - abs(hash(data))  # no time of a file
    state = path.stat()
    return state.st_size, state.st_mtime_ns


def read_bytes(path: Path, limit: int) -> bytes:
    """Read a file. If it is larger than *limit* bytes, return only the first *limit* + 1 bytes.

    Raises:
        OSError: If the file cannot be read.
    """
    with naming(path), open_file(path) as file:
        # a place for all that may be read is made first; it is only asked for what there is
        size = min(stamp(path)[0], limit)
        data = file.read(size + 1)
        return data + file.read(limit + 1 - len(data)) if len(data) > size else data


@frozen(slots=False)
class SourceText(Caching):
    """A text with a name.

    Attributes:
        name: what messages call it, usually the path.
        text: the whole text as decoded; byte order mark and line ends are untouched.
        encoding: ``utf-8``, ``utf-16-le``, ``utf-16-be``, ``cp1252``, or what XML declares, as
            Python calls it; :meth:`encode` reverses it.
        origin: for text that was made from other text (a macro's expansion), where it came from.
        origin_note: how it was made, e.g. ``in expansion of __CYCLING__``.
    """

    name: str
    text: str = field(repr=False)
    encoding: str = "utf-8"
    origin: Span | None = None
    origin_note: str = ""

    @classmethod
    def from_bytes(cls, name: str, data: bytes) -> SourceText:
        """Decode *data*: UTF-16 if its byte order mark says so, else UTF-8, else cp1252.

        XML is in the encoding that it declares, if its bytes can be that.
        Every byte string decodes, and :meth:`encode` of the same text gives the same bytes back.
        """
        for mark, encoding in ((BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")):
            if data.startswith(mark):
                try:
                    return cls(name, data.decode(encoding), encoding)
                except UnicodeDecodeError:
                    break
        if encoding := _declared(data):
            return cls(name, data.decode(encoding), encoding)
        try:
            return cls(name, data.decode("utf-8"), "utf-8")
        except UnicodeDecodeError:
            return cls(name, charmap_decode(data, "strict", _CP1252)[0], "cp1252")

    def encode(self, text: str | None = None) -> bytes:
        """Encode *text* (default: the whole source) in this source's encoding.

        Raises:
            UnicodeEncodeError: If *text* has a character that the encoding lacks.
        """
        text = self.text if text is None else text
        if self.encoding == "cp1252":
            return charmap_encode(text, "strict", _CP1252_ENCODE)[0]
        return text.encode(self.encoding, "surrogatepass")

    def is_decoded_again(self) -> bool:
        """Return whether the encoded text would be decoded to the same text again."""
        try:
            return SourceText.from_bytes("", self.encode()).text == self.text
        except UnicodeEncodeError:
            return False

    def in_utf8(self) -> SourceText:
        """Return the text in UTF-8, and if it is XML with another encoding, declared so."""
        declared = XML_ENCODING.match(self.text)
        edits = [(*declared.span("ENCODING"), "UTF-8")] if declared else ()
        return evolve(self, text=spliced(self.text, edits), encoding="utf-8")

    @cached_property
    def line_starts(self) -> list[int]:
        """Offset of the first character of each line; only LF and CRLF end a line.

        A byte order mark is no column of the first line, as editors count.
        """
        lengths = (len(line) + 1 for line in self.text.split("\n"))
        starts = list(accumulate(lengths, initial=0))[:-1]
        starts[0] = 1 if self.text.startswith("\ufeff") else 0
        return starts

    @cached_property
    def line_end(self) -> str:
        """The end of the lines: CRLF if any line ends so, and LF otherwise."""
        return "\r\n" if "\r\n" in self.text else "\n"

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1, in code points) of *offset*."""
        line = max(1, bisect_right(self.line_starts, offset))
        return line, max(1, offset - self.line_starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """Return the text of line *number* (from 1) without its line end."""
        starts = self.line_starts
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].removesuffix("\r")

    def span(self, start: int, end: int | None = None) -> Span:
        """Return the span from *start* to *end* (default: empty), cut at the end of the text."""
        stop = start if end is None else end
        return Span(self, min(start, len(self.text)), min(stop, len(self.text)))


def _declared(data: bytes) -> str:
    """Return the encoding, other than UTF-8, that *data* in XML declares; empty if it is not so."""
    match = XML_ENCODING.match(data[:_XML_HEAD].decode("latin-1")) if data[:2] == b"<?" else None
    if match is not None and "escape" not in match["ENCODING"]:
        try:
            encoding = codecs.lookup(match["ENCODING"]).name
            # others are no encodings of files, and some take long for much
            if encoding != "utf-8" and _ASCII.decode(encoding) == _ASCII.decode("ascii"):
                return encoding if data.decode(encoding).encode(encoding) == data else ""
        except (LookupError, ValueError):  # no encoding of texts, or another one
            pass
    return ""


@frozen
class Span:
    """A half-open range of offsets into a source: ``source.text[start:end]``."""

    source: SourceText
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text it covers."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1, in code points."""
        return self.source.position(self.start)[1]

    @property
    def written(self) -> Span:
        """The span itself; for expanded text, the span in a file that the text came from."""
        return self if self.source.origin is None else self.source.origin.written

    def part(self, start: int, end: int) -> Span:
        """Return the span from *start* to *end*, counted from the start of this one."""
        return self.source.span(self.start + start, self.start + end)

    def moved(self, part: SourceText, place: Callable[[int, int], Span]) -> Span:
        """Return the span in a whole text, if it is in *part* or in text expanded from it.

        Args:
            part: the text of a part.
            place: maps a start and an end in the part to the span in the whole text, e.g.
                :meth:`part` of the span that the part has there.
        """
        if self.source == part:
            return place(self.start, self.end)
        if self.source.origin is None:
            return self
        source = evolve(self.source, origin=self.source.origin.moved(part, place))
        return Span(source, self.start, self.end)

    def __str__(self) -> str:
        """Return ``name:line:column``."""
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"

    def excerpt(self) -> str:
        """Return the first line it covers with carets below; tabs expanded, long lines cut."""
        line, column = self.source.position(self.start)
        raw = self.source.line(line)
        first, stop = column - 1, min(column - 1 + self.end - self.start, len(raw))
        window = max(0, first - _EXCERPT_WIDTH // 2) if len(raw) > _EXCERPT_WIDTH else 0
        edge = window + _EXCERPT_WIDTH
        before = "…" * (window > 0) + _printable(raw[window:first])
        marked = _printable(raw[first : min(stop, edge)])
        after = _printable(raw[stop : max(stop, edge)]) + "…" * (len(raw) > max(stop, edge))
        gutter = f"{line:>5} | "
        under = " " * (len(gutter) - 2) + "| " + " " * len(before)
        return f"{gutter}{before}{marked}{after}".rstrip() + f"\n{under}{'^' * max(1, len(marked))}"


@frozen
class TextEdit:
    """A replacement: what *span* covers becomes *new*; an empty span is where *new* is put in."""

    span: Span
    new: str


def _printable(text: str) -> str:
    """Return *text* with tabs as spaces, and a replacement mark for what has no column of its own.

    Each other character stays one character, so that what is below it can point to it.
    """
    return "".join(
        char if char.isprintable() else " " * _TAB_WIDTH if char == "\t" else "\ufffd"
        for char in text
    )


def escaped(text: str) -> str:
    r"""Return *text* with escapes such as ``\u001b`` for what would disturb a terminal.

    Tabs and line feeds stay.  The escapes are those of JSON, so a JSON document keeps its meaning.
    Commands whose standard output is a terminal or a pipe do this in one place: see
    ``cardformats.cli.terminal``.
    """
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def as_line(text: str) -> str:
    r"""Return *text* as one line: :func:`escaped`, with ``\n`` for line feeds.

    A line that is made of names from a file goes through this, so that no name adds a line.
    """
    return escaped(text).replace("\n", r"\n")
