"""Where the card database is if nobody says."""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: The variable that names the database; if it is empty there is none.
VARIABLE = "CARDFORMATS_CARDS"
_NAME = "cards.sqlite"


def default_path() -> Path | None:
    """What ``CARDFORMATS_CARDS`` says, or ``cards.sqlite`` among the user's data.

    None if the variable is empty, so that there is to be no database.
    """
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).expanduser() if named else None
    return _user_data() / "cardformats" / _NAME


def _user_data() -> Path:
    """The folder of the user's data, by the convention of the platform."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support"
    # the specification of the variable says that relative paths are ignored
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else home / ".local" / "share"
