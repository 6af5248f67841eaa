"""The tree of sets and primitives around a document, as it is on the disk and in the editor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...formats.wagic.format import CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions, split
from ...formats.wagic.primitives import Primitives, load_primitives
from ...formats.wagic.reader import Stamp, files_in, load_sources, stamps_of
from ...formats.wagic.to_model import neighbours
from ...formats.wagic.tree_index import namings
from ...source import SourceText, Span
from ..documents import OpenDocument
from ..workspace import Workspace


class CardTree:
    """What is around documents; files are read again when they have changed."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._primitives: tuple[tuple[Stamp, ...], WagicOptions, Primitives] | None = None
        #: The places where files name primitives, by path, each with the file's stamp.
        self._namings: dict[Path, tuple[Stamp, Mapping[str, list[Span]]]] = {}

    def primitives(self, document: OpenDocument, options: WagicOptions) -> Primitives:
        """Return the primitives that a document refers to, without checking them."""
        options = evolve(options, thorough=False)
        with self._workspace.overlay():
            places = _places(document, options)
            stamps = stamps_of((*files_in(places), *(options.macros or ())))
            known = self._primitives
            if known is None or known[:2] != (stamps, options):
                known = stamps, options, load_primitives(places or None, options)
                self._primitives = known
        return known[2]

    def sources(self, document: OpenDocument, options: WagicOptions) -> Iterator[SourceText]:
        """Yield the files of primitives and macros."""
        with self._workspace.overlay():
            places = (*_places(document, options), *(options.macros or ()))
            yield from load_sources(tuple(files_in(places)), options, DiagnosticLog(0))

    def namings(self, document: OpenDocument, options: WagicOptions, name: str) -> list[Span]:
        """Return the positions at which sets and primitives name a primitive."""
        with self._workspace.overlay():
            files = (*_sets(document, options), *files_in(_places(document, options)))
            stamps = {stamp[0]: stamp for stamp in stamps_of(files)}
            for path, stamp in stamps.items():
                known = self._namings.get(path)
                if known is None or known[0] != stamp:
                    loaded = load_sources((path,), options, DiagnosticLog(0))
                    names = next(map(_names, loaded), {})
                    self._namings[path] = stamp, names
        its = (self._namings[path][1] for path in stamps)
        return [span for names in its for span in names.get(name, ())]


def _names(source: SourceText) -> Mapping[str, list[Span]]:
    """Return the positions at which a file names primitives, by name."""
    names = defaultdict[str, list[Span]](list)
    for place in namings(source):
        names[place.text].append(place)
    return names


def _places(document: OpenDocument, options: WagicOptions) -> tuple[Path, ...]:
    """Return the files and folders of primitives."""
    places = options.primitives
    places = neighbours(document.path) if places is None else places
    if places:
        return places
    return () if document.path.name == CARDS_FILE else (document.path,)


def _sets(document: OpenDocument, options: WagicOptions) -> tuple[Path, ...]:
    """Return the files of the sets next to the primitives or the document."""
    roots = [each.parent for each in _places(document, options) if each.name == PRIMITIVES_FOLDER]
    if document.path.name == CARDS_FILE:
        roots.insert(0, document.path.parent.parent)
    folders = [folder for root in dict.fromkeys(roots) for folder in split(root)]
    return tuple(dict.fromkeys(folder / CARDS_FILE for folder in folders))
