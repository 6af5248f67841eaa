"""The tokens of JSON that is being written: each with the way to it, whatever is still missing."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, evolve, field, frozen

from ..formats.json_text import GRAMMAR, MAX_DEPTH, Path
from ..source import SourceText, Span

#: A text that is not closed ends with its line; so do comments, which only lines of their own are.
_TOKEN: Final = GRAMMAR.tokens("COMMENT", "OPEN_STRING", "MARK", "WORD")


@frozen
class JsonToken:
    """A name, a text, a word, a comment, or a bracket.

    Attributes:
        source: where it stands.
        kind: ``key`` (with or without quotes), ``text``, ``word`` (a number, ``true``, nonsense),
            ``comment``, ``open`` or ``close``.
        path: the way to the value that it is, or whose name or bracket it is.
        start, end: its offsets, quotes included.
    """

    source: SourceText = field(repr=False)
    kind: str
    path: Path
    start: int
    end: int

    @property
    def written(self) -> str:
        """Return the token as it is written."""
        return self.source.text[self.start : self.end]

    @property
    def text(self) -> str:
        """Return the value of a name or a string; of other tokens the written text."""
        return unquoted(self.written) if self.written.startswith('"') else self.written

    @property
    def inner(self) -> Span:
        """Return its position without the quotes."""
        written = self.written
        start = self.start + written.startswith('"')
        is_closed = len(written) > 1 and written[0] == written[-1] == '"'
        return self.source.span(start, self.end - is_closed)


def unquoted(written: str) -> str:
    """Return the value of a JSON string; if it is invalid, the text between its quotes."""
    try:
        return str(json.loads(written, strict=False))
    except ValueError:
        return written.removeprefix('"').removesuffix('"')


@define
class _OpenBracket:
    """An object or an array whose bracket is not closed yet.

    Attributes:
        path: the way to it.
        step: the name or the number of the value that comes, or has come, last in it.
        is_object: it is an object.
        expects_name: a name comes next in it.
    """

    path: Path
    step: str | int
    is_object: bool
    expects_name: bool


@frozen
class JsonPlace:
    """What can stand at an offset.

    Attributes:
        path: the way to the value that stands there, or whose name does; of a name that is not yet
            written the way to the object.
        is_name: a name is expected there, and not a value.
        token: what stands there already; None if nothing does.
    """

    path: Path
    is_name: bool
    token: JsonToken | None


class JsonScanner:
    """Goes over the tokens of the JSON in ``source.text[start:end]``.

    Attributes:
        open: the objects and arrays around what was read last, the outermost first.
    """

    def __init__(self, source: SourceText, start: int, end: int) -> None:
        """Begin at *start*, where a bracket is."""
        self.source, self.start, self.end = source, start, end
        self.open: list[_OpenBracket] = []

    def tokens(self) -> Iterator[JsonToken]:
        """Yield the tokens up to the end of the outermost value or the maximum depth."""
        for match in _TOKEN.finditer(self.source.text, self.start, self.end):
            kind = match.lastgroup
            if kind == "MARK":
                if token := self._mark(match):
                    yield token
                if not self.open or len(self.open) > MAX_DEPTH:
                    return
            elif kind == "COMMENT":
                start = self.source.text.index("#", match.start())
                yield JsonToken(self.source, "comment", self.path, start, match.end())
            else:
                yield self._text_or_word(match, "text" if kind == "OPEN_STRING" else "word")

    @property
    def path(self) -> Path:
        """Return the path of the next or the last value."""
        if not self.open:
            return ()
        inmost = self.open[-1]
        return inmost.path if inmost.expects_name else (*inmost.path, inmost.step)

    def _text_or_word(self, match: re.Match[str], kind: str) -> JsonToken:
        inmost = self.open[-1] if self.open else None
        if inmost is None or not inmost.expects_name:
            return JsonToken(self.source, kind, self.path, *match.span())
        inmost.step = unquoted(match[0])
        inmost.expects_name = False
        path = (*inmost.path, inmost.step)
        return JsonToken(self.source, "key", path, *match.span())

    def _mark(self, match: re.Match[str]) -> JsonToken | None:
        mark = match[0]
        if mark in "[{":
            path = self.path
            self.open.append(_OpenBracket(path, "" if mark == "{" else 0, mark == "{", mark == "{"))
            return JsonToken(self.source, "open", path, *match.span())
        if mark in "]}":
            path = self.open.pop().path if self.open else ()
            return JsonToken(self.source, "close", path, *match.span())
        inmost = self.open[-1] if self.open else None
        if mark == "," and inmost is not None:
            inmost.expects_name = inmost.is_object
            if isinstance(inmost.step, int):
                inmost.step += 1
        return None


def values(tokens: Iterable[JsonToken], depth: int) -> Iterator[tuple[JsonToken, JsonToken]]:
    """Yield the first and the last token of each complete value at a depth.

    One that is not closed yet is not among them.
    """
    first: JsonToken | None = None
    for token in tokens:
        if len(token.path) != depth or token.kind == "comment":
            continue
        if first is None or token.path != first.path or token.kind == "key":
            first = token
        if token.kind in ("close", "text", "word"):
            yield first, token


def place_at(source: SourceText, start: int, offset: int) -> JsonPlace:
    """Return what can be written at an offset of the JSON that begins at *start*."""
    scanner = JsonScanner(source, start, offset)
    last = next(iter(deque(scanner.tokens(), 1)), None)
    if last is not None and last.end == offset and last.kind not in ("open", "close"):
        return _around(last, offset)
    inmost = scanner.open[-1] if scanner.open else None
    return JsonPlace(scanner.path, inmost is not None and inmost.expects_name, None)


def _around(cut: JsonToken, offset: int) -> JsonPlace:
    """Return the position in a token of which only the part before *offset* was read."""
    whole = _TOKEN.match(cut.source.text, cut.start)
    token = evolve(cut, end=max(offset, whole.end()) if whole else offset)
    if token.kind == "key":
        token = evolve(token, path=(*token.path[:-1], token.text))
    return JsonPlace(token.path, token.kind == "key", token)
