"""Keeps what Lark makes of a grammar for the next process, where nobody else can change it.

Lark's cache is a pickle, and loading a pickle runs what it says.  It is loaded from a folder only
if no other user can write there or exchange the folder; otherwise Lark
builds its tables again.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import lark
from lark import Lark

_OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


def stored(text: str, make: Callable[[], Lark]) -> Lark:
    """Return what *make* makes of *text*, or what it made in an earlier process."""
    key = f"{lark.__version__} {sys.version_info[:2]} {text}"
    name = f"{sha256(key.encode()).hexdigest()[:32]}.lark"
    folder = None
    with suppress(OSError, RuntimeError):  # no home, or no right to write there
        folder = _folder()
    if folder is None:
        return make()
    try:
        with Path(folder, name).open("rb") as file:
            return Lark.load(file)
    except Exception:  # noqa: BLE001 - whatever is wrong with the file, it is not needed
        made = make()
    # others may do this at the same time, and none may read what is half written
    with suppress(OSError), TemporaryDirectory(dir=folder) as scratch:
        new = Path(scratch, name)
        with new.open("wb") as file:
            made.save(file)
        new.replace(folder / name)
    return made


def _folder() -> Path | None:
    """Return the folder of cached tables, made if need be; None if others can change it.

    Raises:
        OSError: If it cannot be made.
        RuntimeError: If the user has no home.
    """
    if sys.platform == "win32":  # which has no modes to tell who can write
        return None
    home = Path.home()
    caches = home / "Library" / "Caches" if sys.platform == "darwin" else home / ".cache"
    folder = Path(os.environ.get("XDG_CACHE_HOME") or caches).resolve() / "cardformats"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = folder.resolve()
    return folder if is_safe(folder) else None


def is_safe(folder: Path) -> bool:
    """Return whether only this user, and root, can write to *folder* or exchange it.

    A folder above may be open to others if it is sticky, as that for temporary files.
    """
    for each in (folder, *folder.parents):
        info = each.stat()
        is_sticky = each != folder and bool(info.st_mode & stat.S_ISVTX)
        if info.st_uid not in (0, os.geteuid()) or (info.st_mode & _OTHERS_WRITE and not is_sticky):
            return False
    return True
