"""The files that a card set was read from, and which block of them became which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import field, frozen

from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...model import Card
from ...source import SourceText, Span
from .format import BOOSTER_FILE, PRIMITIVES_FOLDER, WagicOptions
from .primitives import Primitives, load_primitives
from .reader import scan
from .syntax import CardFile, kind_of


@frozen(slots=False)
class FileTree(Caching):
    """The files that were read, byte for byte.

    Attributes:
        sources: by their paths below a folder of sets: ``10E/_cards.dat``,
            ``primitives/mtg.txt``.
        places: the block of each card: the path of its file, and its number there; empty if that is
            not known.
        elsewhere: the folders and files of the primitives that are not among the files.
        options: what they were read with.
        has_primitives: whether printings were looked up in the primitives among the files.
        has_renamed: whether a printing has a name besides that of its primitive.
        is_folder: whether they were read as a folder, and not one by itself.
    """

    sources: Mapping[str, SourceText]
    places: tuple[tuple[str, int], ...] = ()
    elsewhere: tuple[Path, ...] = ()
    options: WagicOptions = field(factory=WagicOptions)
    has_primitives: bool = True
    has_renamed: bool = False
    is_folder: bool = False

    @cached_property
    def files(self) -> dict[str, CardFile]:
        """The files of cards that were scanned so far, by path."""
        return {}

    def file(self, path: str) -> CardFile:
        """The records of a file of cards."""
        if path not in self.files:
            self.files[path] = scan(self.sources[path], DiagnosticLog(0))
        return self.files[path]

    def place_of(self, _name: str, number: int | None, _card: Card | None) -> Span | None:
        """Where the block of a card begins; see :data:`~cardformats.formats.places.PlaceOf`."""
        if number is None or number >= len(self.places):
            return None
        path, block = self.places[number]
        file = self.file(path)
        return file.source.span(file.starts[block])

    @cached_property
    def has_dropped(self) -> bool:
        """Whether a printing is no card: another one has its id and name, or no primitive is found.

        It may become one when others change their names.
        """
        paths = [each for each in self.sources if not (is_of_primitives(each) or is_of_packs(each))]
        kinds = Counter(kind_of(text) for path in paths for text in self.file(path).texts)
        return kinds["card"] > len(self.places)

    @property
    def primitive_paths(self) -> tuple[str, ...]:
        """The paths of the files of primitives."""
        return tuple(each for each in self.sources if is_of_primitives(each))

    @cached_property
    def primitives(self) -> Primitives:
        """What the printings refer to."""
        return self.primitives_with({path: self.file(path) for path in self.primitive_paths})

    def primitives_with(self, files: Mapping[str, CardFile]) -> Primitives:
        """What printings refer to if *files* are in the place of those of the same paths."""
        own = [files[path] for path in self.primitive_paths]
        known = load_primitives(self.elsewhere or None, self.options)
        if not self.elsewhere:
            all_files = (*own, *known.files)
            return Primitives(all_files, self.options, available=self.has_primitives)
        by_name = {file.source.name: file for file in own}
        if not any(file.source.name in by_name for file in known.files):
            return known
        all_files = tuple(by_name.get(file.source.name, file) for file in known.files)
        return Primitives(all_files, self.options, available=known.available)


def is_of_primitives(path: str) -> bool:
    """Whether the file at *path* in a tree has primitives."""
    return path.startswith(f"{PRIMITIVES_FOLDER}/")


def is_of_packs(path: str) -> bool:
    """Whether the file at *path* in a tree says what a set's booster is."""
    return path.endswith(f"/{BOOSTER_FILE}")
