"""The documents that are open, and how they and the files around them are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from attrs import evolve
from pygls.workspace import PositionCodec

from .. import checking as _checking  # noqa: F401 - before its modules
from ..checking.baseline import Baseline, relative
from ..checking.config import Config
from ..checking.ignore_comments import unused_comment, without_ignored
from ..diagnostics import Diagnostic
from ..errors import CardFormatsError
from ..formats.base import Format
from ..formats.registry import REGISTRY
from ..reading import detect
from ..source import SourceText, overlaid, stamp
from .answers import TextAnswers
from .cards_shown import KnownOdds
from .documents import CheckedDocument, OpenDocument
from .text import TypedText, Units


class Workspace:
    """The documents that are open, and how they are read.

    One thread opens, changes and closes them; any thread may look at them.

    Attributes:
        codec: the units of positions.
        revision: how often anything has changed.
        configured: how often files may have changed that say how others are read.
        tell: what takes messages for the user, in any thread.
        odds: the odds of packs, as far as they are known.
        texts: those of open documents, by what the editor calls them; they change.
    """

    def __init__(self, tell: Callable[[str], None] = lambda _message: None) -> None:
        self.tell = tell
        self.codec = PositionCodec()
        self.revision = 0
        self.configured = 0
        self.odds: KnownOdds = KnownOdds()
        self.texts: dict[str, TypedText] = {}
        self._open: dict[str, OpenDocument] = {}
        #: The encodings of the files that are open, as they are on the disk.
        self._encodings: dict[str, str] = {}
        #: By the folders that they hold for.
        self._configs: dict[Path, Config] = {}
        #: What is known of documents, by their paths, with the file that says so and its stamp.
        self._baselines: dict[Path, tuple[Path, tuple[int, int] | None, Baseline | None]] = {}

    @property
    def units(self) -> Units:
        """Return the units of positions."""
        return self.codec.encoding or "utf-16"

    @property
    def documents(self) -> tuple[OpenDocument, ...]:
        """Return the open documents in their current states."""
        return tuple(self._open.values())

    def document(self, uri: str) -> OpenDocument | None:
        """Return the current state of the document with a URI; None if it is not open."""
        return self._open.get(uri)

    def at(self, path: Path) -> OpenDocument | None:
        """Return the current state of the document at a path; None if it is not open."""
        return next((each for each in self.documents if each.path == path), None)

    def open(
        self, uri: str, path: Path, version: int, text: str, language_id: str = ""
    ) -> TypedText:
        """Open a document, and return its text, which changes; *language_id* is the editor's."""
        self.texts[uri] = typed = TypedText(uri, text, version, language_id, self.codec)
        self._encodings[uri] = _encoding_of(path)
        self._take(uri, path, version)
        return typed

    def changed(self, uri: str, version: int) -> None:
        """Take the text of an open document, which has changed."""
        before = self._open[uri]
        self._take(uri, before.path, version, before.format)

    def close(self, uri: str) -> None:
        """Close a document; its file counts again."""
        for each in (self.texts, self._open, self._encodings):
            each.pop(uri, None)
        self.revision += 1

    def overlay(self, besides: OpenDocument | None = None) -> AbstractContextManager[None]:
        """Return a context in which files are read as they are in open documents.

        Of a document that is not needed, *besides*, no bytes are made.
        """
        uri = besides.uri if besides else ""
        needed = (each for each in self.documents if each.uri != uri)
        return overlaid({each.path: self._bytes(each) for each in needed})

    def refresh(self) -> None:
        """Look at files again: some have changed on the disk."""
        before, self._configs = self._configs, {}
        if {folder: self.config(folder / "_") for folder in before} != before:
            self.configured += 1
        self.revision += 1

    def config(self, path: Path) -> Config:
        """Return the configuration of a path; an empty one if it is invalid."""
        folder = path.parent
        if folder not in self._configs:
            try:
                self._configs[folder] = Config.find(folder)
            except (CardFormatsError, OSError) as error:
                self.tell(str(error))
                self._configs[folder] = Config()
        return self._configs[folder]

    def options_of(self, document: OpenDocument, format_: Format) -> Mapping[str, Any]:
        """Return the options with which a document is read."""
        try:
            return self.config(document.path).options_of(document.path, format_.id)
        except (CardFormatsError, OSError) as error:
            self.tell(str(error))
            return {}

    def counting(
        self, document: OpenDocument, diagnostics: Iterable[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """Return the diagnostics that count, and those of comments without effect."""
        kept, unused = without_ignored([*diagnostics], [document.source])
        return self.selected(document, (*kept, *map(unused_comment, unused)))

    def selected(
        self, document: OpenDocument, diagnostics: Iterable[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """Return the diagnostics that the configuration selects."""
        return filter(self.config(document.path).selection.has, diagnostics)

    def new(self, document: OpenDocument, findings: CheckedDocument) -> CheckedDocument:
        """Return the diagnostics that are not in the baseline of the document."""
        baseline = self._baseline(document)
        if baseline is None:
            return findings
        every = [each for *_, part in findings.parts for each in part.diagnostics]
        new = {*map(id, baseline.new(every))}
        parts = (
            (offset, line, part.only(each for each in part.diagnostics if id(each) in new))
            for offset, line, part in findings.parts
        )
        return evolve(findings, parts=tuple(each for each in parts if each[2].diagnostics))

    def _baseline(self, document: OpenDocument) -> Baseline | None:
        """Return the baseline, limited to a document; None if there is none."""
        path = self.config(document.path).baseline
        if path is None:
            return None
        try:
            now = stamp(path)
        except OSError:
            now = None
        known = self._baselines.get(document.path)
        if known is None or known[:2] != (path, now):
            baseline = None
            try:
                baseline = Baseline.load(path)
            except (CardFormatsError, OSError) as error:
                self.tell(str(error))
            else:
                own = ("", relative(str(document.path), path.parent))
                its = {file: baseline.known[file] for file in own if file in baseline.known}
                baseline = evolve(baseline, known=its)
            known = self._baselines[document.path] = path, now, baseline
        return known[2]

    def _take(self, uri: str, path: Path, version: int, format_id: str | None = None) -> None:
        """Make the state of a document that is now; its format is looked for if it is not known."""
        typed = self.texts[uri]
        answers = TextAnswers(typed.lines, typed.units)
        now = self._open[uri] = OpenDocument(uri, path, version, typed.source, answers, format_id)
        if format_id is None:
            format_id = self._format_of(now, typed.language_id)
            self._open[uri] = OpenDocument(uri, path, version, now.text, answers, format_id)
        self.revision += 1

    def _format_of(self, document: OpenDocument, language_id: str | None) -> str | None:
        configured = self.config(document.path).format_of(document.path)
        if configured is not None:
            return configured
        if any(each.id == language_id for each in REGISTRY.all()):
            return language_id
        with self.overlay():
            return next((each.format.id for each in detect(document.path)), None)

    def _bytes(self, document: OpenDocument) -> bytes:
        """Return the bytes of a document in the encoding of its file, or in UTF-8.

        They are in UTF-8 if others would not be read as the same text, such as UTF-16 without the
        byte order mark, which editors remove.
        """
        source = SourceText("", document.text, self._encodings.get(document.uri, "utf-8"))
        return (source if source.is_decoded_again() else evolve(source, encoding="utf-8")).encode()


def _encoding_of(path: Path) -> str:
    """Return the encoding of a file; that of new files if it does not exist."""
    try:
        return SourceText.from_bytes("", path.read_bytes()).encoding
    except OSError:
        return "utf-8"
