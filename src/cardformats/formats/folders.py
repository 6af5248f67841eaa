"""Folders of files that are each an input of their own."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import Final

#: So many files below a folder are looked at.
MAX_FILES: Final = 100_000


def files_below(folder: Path) -> tuple[Path, ...]:
    """The files in *folder* and in those below it, in the order of their paths.

    Folders that cannot be read, and links to folders, are left out.
    """
    walk = ((Path(place), names) for place, _, names in os.walk(folder))
    files = (place / name for place, names in walk for name in names)
    return tuple(sorted(islice(files, MAX_FILES)))
