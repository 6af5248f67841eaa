"""The documents that are open, and how they and the files around them are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from attrs import evolve

from .. import checking as _checking  # noqa: F401 - before its modules
from ..checking.baseline import Baseline, relative
from ..checking.config import Config
from ..checking.mutes import finding_of, without_muted
from ..diagnostics import Diagnostic
from ..errors import CardFormatsError
from ..formats.base import Format
from ..formats.registry import REGISTRY
from ..io import detect
from ..source import SourceText, overlaid, stamp
from .documents import Document, OpenDocument
from .text import LiveText, Position, Units
from .values import Checked, Part

#: A change of a document: from where to where, or all of it, and what is written there.
Change = tuple[tuple[Position, Position] | None, str]


class Workspace:
    """The documents that are open, and how they are read.

    One thread opens, changes and closes them; any thread may look at them.

    Attributes:
        units: in what columns are counted.
        revision: how often anything has changed.
        configured: how often files may have changed that say how others are read.
        tell: what takes messages for the user, in any thread.
    """

    def __init__(self, tell: Callable[[str], None] = lambda _message: None) -> None:
        self.tell = tell
        self.units: Units = "utf-16"
        self.revision = 0
        self.configured = 0
        self._open: dict[str, OpenDocument] = {}
        #: The encodings of the files that are open, as they are on the disk.
        self._encodings: dict[str, str] = {}
        #: By the folders that they hold for.
        self._configs: dict[Path, Config] = {}
        #: What is known of documents, by their paths, with the file that says so and its stamp.
        self._baselines: dict[Path, tuple[Path, tuple[int, int] | None, Baseline | None]] = {}

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents that are open, as they are now."""
        return tuple(each.now for each in tuple(self._open.values()))

    def document(self, uri: str) -> Document | None:
        """The open document of that name, as it is now."""
        known = self._open.get(uri)
        return known.now if known else None

    def at(self, path: Path) -> Document | None:
        """The open document whose file is at *path*, as it is now."""
        return next((each for each in self.documents if each.path == path), None)

    def open(self, uri: str, path: Path, version: int, text: str, language_id: str = "") -> None:
        """Open a document; *language_id* is what the editor takes it for."""
        live = LiveText(text)
        self._encodings[uri] = _encoding_of(path)
        self._set(Document(uri, path, version, text, live.lines()), live)
        self._set(self._with_format(self._open[uri].now, language_id), live)

    def change(self, uri: str, version: int, changes: Iterable[Change]) -> None:
        """Change a document that is open, by one change after the other."""
        before = self._open[uri]
        live = before.live
        for place, new in changes:
            if place is None:
                live = LiveText(new)
            else:
                live.change(*place, new, self.units)
        old = before.now
        now = Document(uri, old.path, version, live.text(), live.lines(), old.format)
        self._set(now, live)
        if now.format is None:
            self._set(self._with_format(now), live)

    def close(self, uri: str) -> None:
        """Close a document; its file counts again."""
        self._open.pop(uri, None)
        self._encodings.pop(uri, None)
        self.revision += 1

    def overlay(self, besides: Document | None = None) -> AbstractContextManager[None]:
        """What lets all that is read in it see the open documents as they are now.

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
        """The configuration that holds for *path*; an empty one if it has a mistake."""
        folder = path.parent
        if folder not in self._configs:
            try:
                self._configs[folder] = Config.find(folder)
            except (CardFormatsError, OSError) as error:
                self.tell(str(error))
                self._configs[folder] = Config()
        return self._configs[folder]

    def options_of(self, document: Document, format_: Format) -> Mapping[str, Any]:
        """The options that *document* is read with."""
        try:
            return self.config(document.path).options_of(document.path, format_.id)
        except (CardFormatsError, OSError) as error:
            self.tell(str(error))
            return {}

    def counting(
        self, document: Document, diagnostics: Iterable[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """Those of *diagnostics*, all of *document*, that count; and comments that mute none."""
        kept, unused = without_muted([*diagnostics], [document.source])
        return self.selected(document, (*kept, *map(finding_of, unused)))

    def selected(
        self, document: Document, diagnostics: Iterable[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """Those of *diagnostics* that count but for comments."""
        return filter(self.config(document.path).selection.has, diagnostics)

    def new(self, document: Document, findings: Checked) -> Checked:
        """Those of *findings*, all of *document*, that its baseline does not have."""
        baseline = self._baseline(document)
        if baseline is None:
            return findings
        every = [each for *_, part in findings.parts for each in part.diagnostics]
        new = {*map(id, baseline.new(every))}
        parts = []
        for offset, line, part in findings.parts:
            kept = [each for each in part.diagnostics if id(each) in new]
            if len(kept) == len(part.diagnostics):
                parts.append((offset, line, part))
            elif kept:
                parts.append((offset, line, Part(part.source, kept, part.known_lines)))
        return evolve(findings, parts=tuple(parts))

    def _baseline(self, document: Document) -> Baseline | None:
        """What is known of *document*, and of no file; None if there is no baseline."""
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

    def _set(self, document: Document, live: LiveText) -> None:
        self._open[document.uri] = OpenDocument(document, live)
        self.revision += 1

    def _with_format(self, document: Document, language_id: str = "") -> Document:
        """*document* with its format, as far as that is known."""
        ids = {each.id for each in REGISTRY.all()}
        format_id = self.config(document.path).format_of(document.path)
        if format_id is None and language_id in ids:
            format_id = language_id
        if format_id is None:
            with self.overlay():
                format_id = next((each.format.id for each in detect(document.path)), None)
        return Document(
            document.uri, document.path, document.version, document.text, document.lines, format_id
        )

    def _bytes(self, document: Document) -> bytes:
        """What the file of *document* would have if it were saved now, in its encoding."""
        encoding = self._encodings.get(document.uri, "utf-8")
        try:
            return SourceText("", document.text, encoding).encode()
        except UnicodeEncodeError:
            return SourceText("", document.text).encode()


def _encoding_of(path: Path) -> str:
    """The encoding of the file at *path*; that of a new one if there is none."""
    try:
        return SourceText.from_bytes("", path.read_bytes()).encoding
    except OSError:
        return "utf-8"
