"""The files that a card set was read from, and which block of them became which card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from operator import is_
from pathlib import Path
from typing import Self

from attrs import evolve, field, frozen

from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...model import Card, CardSet, FrozenDict
from ...model.frozen import EMPTY
from ...source import SourceText, Span
from .format import BOOSTER_FILE, CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions
from .primitives import Primitives, load_primitives
from .reader import scan
from .syntax import CardFile, values_of


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
        is_folder: whether they were read as a folder, and not one by itself.
    """

    sources: Mapping[str, SourceText]
    places: tuple[tuple[str, int], ...] = ()
    elsewhere: tuple[Path, ...] = ()
    options: WagicOptions = field(factory=WagicOptions)
    has_primitives: bool = True
    is_folder: bool = False

    @classmethod
    def of(
        cls,
        files: Mapping[str, CardFile],
        packs: Mapping[str, SourceText],
        blocks: Iterable[tuple[CardFile, int]],
        elsewhere: tuple[Path, ...],
        primitives: Primitives,
        options: WagicOptions,
        *,
        is_folder: bool,
    ) -> Self:
        """Return the tree of *files* and *packs*, by path, with the *blocks* of the cards.

        *elsewhere* are the folders and files of the *primitives*, if these are not all in *files*.
        """
        names = {file.source.name for file in files.values()}
        are_inside = all(file.source.name in names for file in primitives.files)
        paths = {id(file): path for path, file in files.items()}
        tree = cls(
            FrozenDict({**{path: file.source for path, file in files.items()}, **packs}),
            tuple((paths[id(file)], number) for file, number in blocks),
            () if are_inside else elsewhere,
            options,
            primitives.available,
            is_folder,
        )
        tree.files.update(files)
        return tree

    @cached_property
    def files(self) -> dict[str, CardFile]:
        """Return the files of cards that were scanned so far, by path."""
        return {}

    def file(self, path: str) -> CardFile:
        """Return the records of a file of cards."""
        if path not in self.files:
            self.files[path] = scan(self.sources[path], DiagnosticLog(0))
        return self.files[path]

    def place_of(self, _name: str, number: int | None, _card: Card | None) -> Span | None:
        """Return the span of a card's block; see :data:`~cardformats.formats.places.PlaceOf`."""
        if number is None or number >= len(self.places):
            return None
        path, block = self.places[number]
        file = self.file(path)
        return file.source.span(file.starts[block])

    @property
    def own_files(self) -> tuple[CardFile, ...]:
        """The files whose cards were read: those of sets, or those of primitives if there are none.

        What printings refer to is not among them.
        """
        cards = [each for each in self.sources if not is_of_packs(each)]
        sets = [each for each in cards if not is_of_primitives(each)]
        return tuple(map(self.file, sets or (cards if self.places else ())))

    @property
    def primitive_paths(self) -> tuple[str, ...]:
        """Return the paths of the files of primitives."""
        return tuple(each for each in self.sources if is_of_primitives(each))

    @cached_property
    def primitives(self) -> Primitives:
        """Return the primitives of the printings."""
        return self._primitives({path: self.file(path) for path in self.primitive_paths})

    def primitives_with(self, files: Mapping[str, CardFile]) -> Primitives:
        """Return the primitives if *files* replace the files of the same paths."""
        if all(files[path] is self.file(path) for path in self.primitive_paths):
            return self.primitives
        return self._primitives(files)

    def _primitives(self, files: Mapping[str, CardFile]) -> Primitives:
        own = [files[path] for path in self.primitive_paths]
        known = load_primitives(self.elsewhere or None, self.options)
        if not self.elsewhere:
            all_files = (*own, *known.files)
            return Primitives(all_files, self.options, available=self.has_primitives)
        by_name = {file.source.name: file for file in own}
        all_files = tuple(by_name.get(file.source.name, file) for file in known.files)
        if all(map(is_, all_files, known.files)):
            return known
        return Primitives(all_files, self.options, available=known.available)

    def unchanged(
        self, files: Mapping[str, CardFile], cards: Sequence[Card]
    ) -> Mapping[tuple[int, int], Card]:
        """Return the *cards* whose blocks and primitives are the same in *files*, by block.

        *files* are in the place of those of the same paths; *cards* are those of the tree.
        """
        names = self._changed_names(files)
        if names is None:
            return {}
        same = {path: file for path, file in files.items() if file is self.files.get(path)}
        known = {}
        for (path, number), card in zip(self.places, cards, strict=True):
            file = same.get(path)
            if file is None or is_of_primitives(path):
                continue
            text, back = file.texts[number], card.extras.get("wagic", EMPTY).get("backside")
            if not any(name in text for name in names) and str(back).strip() not in names:
                known[id(file), number] = card
        return known

    def _changed_names(self, files: Mapping[str, CardFile]) -> set[str] | None:
        """Return the names of the primitives that changed in *files*; None if all may have."""
        names: set[str] = set()
        for path in self.primitive_paths:
            sides = self.file(path), files[path]
            if sides[0] is sides[1]:
                continue
            macros = [[(each.name, each.params, each.body) for each in it.macros] for it in sides]
            if macros[0] != macros[1]:
                return None
            for text in set(sides[0].texts) ^ set(sides[1].texts):
                names.update(map(str.strip, values_of(text.partition("\n")[2], "name")))
        return names

    def with_primitives_in(self, folder: Path | None) -> FileTree:
        """Return the tree with the primitives in *folder*, so that they can change."""
        if folder is None or not self.elsewhere:
            return self
        near = {
            f"{PRIMITIVES_FOLDER}/{path.name}": file
            for file in self.primitives.files
            if is_same_file(path := Path(file.source.name), folder / path.name)
        }
        near = {path: file for path, file in near.items() if path not in self.sources}
        sources = {path: file.source for path, file in near.items()}
        wider = evolve(self, sources=FrozenDict({**self.sources, **sources}))
        wider.files.update({**self.files, **near})
        return wider


def home(cardset: CardSet, path: Path) -> Path | None:
    """Return the folder of the set that *cardset* was read from, if *path* is its file of cards."""
    tree = cardset.syntax
    sources = tree.sources.values() if isinstance(tree, FileTree) else ()
    is_read = any(is_same_file(Path(each.name), path) for each in sources)
    return path.parent if path.name == CARDS_FILE and is_read else None


def is_same_file(one: Path, other: Path) -> bool:
    """Return whether both are one file that is there."""
    return one.is_file() and other.is_file() and one.samefile(other)


def is_of_primitives(path: str) -> bool:
    """Return whether the file at *path* in a tree has primitives."""
    return path.startswith(f"{PRIMITIVES_FOLDER}/")


def is_of_packs(path: str) -> bool:
    """Return whether the file at *path* in a tree says what a set's booster is."""
    return path.endswith(f"/{BOOSTER_FILE}")


def code_of(path: str) -> str | None:
    """Return the code of the set that the file at *path* is of; None for primitives."""
    return None if is_of_primitives(path) else path.split("/", maxsplit=1)[0]
