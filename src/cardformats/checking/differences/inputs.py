"""The sets and lists in a file or a folder, each read by itself when it is compared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, Final

from attrs import frozen

from ...errors import OptionError, UnknownFormatError
from ...formats.base import Confidence, Format
from ...formats.folders import walk
from ...formats.registry import REGISTRY
from ...formats.wagic.format import BOOSTER_FILE, PRIMITIVES_FOLDER
from ...formats.wagic.tree import FileTree
from ...io import read_report
from ...model import CardSet
from ...reading import detect, formats
from ..config import Config, Configs
from ..inputs import no_config
from .sets import SetVersion

#: What sets of Wagic are read with in a tree: what a primitive says is compared once, where it is,
#: and not for each of its printings.
_ALONE: Final[Mapping[str, Mapping[str, Any]]] = {"wagic": {"primitives": ()}}
#: Options for cards that are named, and of which no more is known; they are compared all the same.
_NAMED: Final[Mapping[str, Mapping[str, Any]]] = {"wagic": {"unresolved": "named"}}


@frozen
class InputPart:
    """A set, a list, or what else is read by itself.

    Attributes:
        path: where it is.
        format: its format.
        within: the folder that it was found in as a part; None if it is an input by itself.
        is_companion: whether it is what the sets of that folder refer to.
    """

    path: Path
    format: Format
    within: Path | None = None
    is_companion: bool = False


class Inputs:
    """What there is to compare at a path.

    Attributes:
        root: the path; None if there is nothing.
        parts: by their paths below it; an input by itself has the path ``.``.
        files: other files that a format may read, by their paths below it.
    """

    def __init__(
        self,
        root: Path | None,
        format_id: str | None,
        options: Mapping[str, Any],
        without: Collection[Path] = (),
        configs: Configs = no_config,
        origin: Path | None = None,
    ) -> None:
        """Look for inputs at *root*.

        Args:
            root: a file or a folder; None if there is nothing.
            format_id: their format, if that is known.
            options: what they are read with; they precede those that are configured.
            without: files and folders that are not looked at.
            configs: has the configuration of a path.
            origin: the path that *root* has for its configuration, if it is a copy.
        """
        self.root = root
        self.parts: dict[str, InputPart] = {}
        self.files: dict[str, Path] = {}
        self._known = (REGISTRY.get(format_id),) if format_id else formats()
        self._options = _known_options(options, self._known)
        self._without = frozenset(without)
        self._configs, self._origin = configs, origin
        if root is not None and root.is_dir():
            self._look_in(root)
        elif root is not None:
            self.files["."] = root

    def _look_in(self, root: Path) -> None:
        """Find the parts of folders, from above, and the files that are in none."""
        covered: set[Path] = set()
        for folder, inside, files in self.walk():
            for part in self._parts_of(folder):
                self.parts.setdefault(part.path.relative_to(root).as_posix(), part)
                covered.add(part.path)
            is_part = folder in covered
            inside[:] = [] if is_part else inside
            for path in files:
                if not is_part and path not in covered:
                    self.files[path.relative_to(root).as_posix()] = path

    def walk(self) -> Iterator[tuple[Path, list[str], list[Path]]]:
        """Yield each folder with its folders and the files that a format may read.

        Hidden folders are not gone through.
        """
        if self.root is None:
            return
        for folder, inside, names in walk(self.root, hidden=False):
            inside[:] = [name for name in inside if folder / name not in self._without]
            every = (folder / name for name in names)
            own = [each for each in every if may_be_read(each) and each not in self._without]
            yield folder, inside, own

    def _parts_of(self, folder: Path) -> Iterator[InputPart]:
        """Yield the parts of a folder, if that is an input or contains several."""
        for known in self._known:
            if _confidence(known, folder) < Confidence.LIKELY:
                continue
            parts = known.load("split")(folder) if known.split else ()
            yield from (InputPart(each, known, folder) for each in parts)
            if known.companions is not None:
                companions = known.load("companions")(folder)
                yield from (
                    InputPart(each, known, folder, is_companion=True) for each in companions
                )
            if not parts and known.reads_folders:
                yield InputPart(folder, known)
            return

    def part(self, name: str) -> InputPart | None:
        """Return the part with a path, or a file that a format reads; None otherwise."""
        if name in self.parts:
            return self.parts[name]
        path = self.files.get(name)
        if path is None:
            return None
        place, config = self._configured(path)
        configured = config.format_of(place)
        if configured is not None and REGISTRY.get(configured) in self._known:
            return InputPart(path, REGISTRY.get(configured))
        likely = [each for each in detect(path) if each.format in self._known]
        enough = (
            Confidence.EXTENSION
            if path == self.root or len(self._known) == 1
            else Confidence.LIKELY
        )
        best = [each for each in likely if each.confidence == likely[0].confidence >= enough]
        if not best and path == self.root and len(self._known) == 1:
            return InputPart(path, self._known[0])
        if len(best) != 1 and path == self.root:
            raise UnknownFormatError(
                f"{path}: of which format it is cannot be told; name one with --from"
            )
        return InputPart(path, best[0].format) if len(best) == 1 else None

    def depends_on(self, name: str) -> Iterator[str]:
        """Yield the folders, relative to the root, whose files a part depends on."""
        part = self.parts.get(name)
        if part is None or self.root is None:
            return
        folders = [part.path if part.within is None else part.within]
        if part.format.id == "wagic" and part.within is not None:
            # a set needs no other one, and the primitives only if its packs ask for what they say
            asks = (part.path / BOOSTER_FILE).is_file()
            folders = [part.path, *([part.within / PRIMITIVES_FOLDER] if asks else [])]
        yield from (each.relative_to(self.root).as_posix() for each in folders)

    def read(self, name: str, part: InputPart) -> SetVersion:
        """Read a part."""
        known, is_alone = part.format, part.within is not None and not part.is_companion
        more = (_ALONE if is_alone else _NAMED).get(known.id, {})
        report = read_report(part.path, known.id, **{**self._own(part), **more})
        cardset = report.value
        tree = cardset.syntax
        macros: dict[str, str] = {}
        if isinstance(tree, FileTree):
            for path in tree.sources:
                for macro in tree.file(path).macros:
                    macros.setdefault(macro.name, macro.span.text)
        packs = self._packs(part, cardset) if is_alone else cardset
        title = cardset.name or cardset.code or part.path.name
        return SetVersion(
            name, title, known.id, cardset, packs, macros, len(report.errors), is_alone
        )

    def _configured(self, path: Path) -> tuple[Path, Config]:
        """Return the path by which the configuration knows a file, and the configuration."""
        place = path
        if self._origin is not None and self.root is not None:
            place = self._origin / path.relative_to(self.root)
        return place, self._configs(place)

    def _own(self, part: InputPart) -> dict[str, Any]:
        """Return the options with which a part is read, as far as its format has them."""
        place, config = self._configured(part.path)
        names = part.format.options.names("read")
        own = {name: value for name, value in self._options.items() if name in names}
        return config.options_of(place, part.format.id) | own

    def _packs(self, part: InputPart, cardset: CardSet) -> CardSet:
        """Return the boosters of a part with everything that their odds depend on.

        The filters of a booster of Wagic ask what only the primitives say.
        """
        if part.format.id != "wagic" or not (part.path / BOOSTER_FILE).is_file():
            return cardset
        own = {**self._own(part), **_NAMED["wagic"]}
        return read_report(part.path, "wagic", **own).value


def _known_options(options: Mapping[str, Any], known: Iterable[Format]) -> Mapping[str, Any]:
    """Return the options after checking that one of the formats has each.

    Raises:
        OptionError: If none of them has one.
    """
    names = {name for each in known for name in each.options.names("read")}
    for name in options:
        if name not in names:
            raise OptionError(f"no format has the option {name!r} for reading")
    return options


def may_be_read(path: PurePath) -> bool:
    """Return whether a format may read a file, by its extension or its folder."""
    return path.suffix.lower() in _suffixes() or path.parent.name == PRIMITIVES_FOLDER


def _suffixes() -> frozenset[str]:
    """Return the extensions of files that some format reads, in lower case."""
    every = (end for each in formats() for end in (*each.extensions, *each.archives))
    return frozenset(map(str.lower, every))


def _confidence(known: Format, folder: Path) -> Confidence:
    try:
        confidence: Confidence = known.load("sniff")(b"", folder)
    except OSError:  # what may not be read is none
        return Confidence.NO
    return confidence
