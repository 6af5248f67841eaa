"""The default path of the card database."""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: The environment variable with the path of the database; if it is empty, there is none.
VARIABLE = "CARDFORMATS_CARDS"
_NAME = "cards.sqlite"


def default_path() -> Path | None:
    """Return the path in ``CARDFORMATS_CARDS``, or ``cards.sqlite`` in the user's data folder.

    Return None if the variable is set but empty, which means that no database is used.
    """
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).expanduser() if named else None
    return _user_data() / "cardformats" / _NAME


def _user_data() -> Path:
    """Return the folder of the user's data, by the convention of the platform."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    # the XDG Base Directory Specification requires that relative paths are ignored
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else home / ".local" / "share"
