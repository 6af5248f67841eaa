"""What is in the folder that a set is written into: ids that are taken, and primitives."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from ...source import read_bytes
from .format import CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions, split
from .primitives import Primitives, load_primitives
from .records import primitive_files

#: A line that the engine takes for an id: its key begins with an i.
_ID_LINE: Final = re.compile(rb"(?mi)^[ \t]*i[^=\r\n]{0,40}=[ \t]*([+-]?[0-9]{1,12})")


class Target:
    """The folder of sets that files are written into; there need not be one.

    The engine takes in each id, and each name of a primitive, only once from all of its files, so
    that a set has to look at what is there beside it.
    """

    def __init__(self, folder: Path | None, options: WagicOptions) -> None:
        """The *folder*, with the primitives that *options* name, too."""
        self.folder = folder if folder is not None and folder.is_dir() else None
        self.options = options

    def ids(self, codes: Collection[str]) -> frozenset[str]:
        """The ids of all cards but those of the sets *codes*, which are replaced."""
        if self.folder is None:
            return frozenset()
        replaced = {*codes, PRIMITIVES_FOLDER}
        paths = [path / CARDS_FILE for path in split(self.folder) if path.name not in replaced]
        # cards of primitives have ids only if they are printings, and are never replaced unseen
        paths += self._primitive_files()
        found: set[str] = set()
        for path in paths:
            data = read_bytes(path, self.options.max_size)
            found.update(str(int(number)) for number in _ID_LINE.findall(data))
        return frozenset(found)

    def primitives(self, replaced: str) -> Primitives | None:
        """The primitives that are there, besides those in the file *replaced*; None if none are."""
        given = self.options.primitives or ()
        places = [
            path
            for place in given
            for path in (primitive_files(place) if place.is_dir() else (place,))
        ]
        places += [path for path in self._primitive_files() if path not in places]
        if self.folder is not None:
            own = (self.folder / PRIMITIVES_FOLDER / replaced).resolve()
            places = [path for path in places if path.resolve() != own]
        return load_primitives(tuple(places), self.options) if places or given else None

    def name_of_several(self, usual: str) -> str:
        """A name, *usual* if it is free, for the file of primitives of several sets."""
        number, name = 1, f"{usual}.txt"
        while any(path.name == name for path in self._primitive_files()):
            number += 1
            name = f"{usual}-{number}.txt"
        return name

    def _primitive_files(self) -> tuple[Path, ...]:
        below = self.folder / PRIMITIVES_FOLDER if self.folder is not None else None
        return primitive_files(below) if below is not None and below.is_dir() else ()
