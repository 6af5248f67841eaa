"""The card database, for commands that only look cards up."""

from __future__ import annotations

import os

from ..database import CardDatabase, default_path
from ..database.place import VARIABLE
from .output import err


def usual_database() -> CardDatabase | None:
    """Return the database that is used by default; None if there is none."""
    path = default_path()
    if path is None:
        return None
    if not path.exists():
        if VARIABLE in os.environ:
            err().print(f"{VARIABLE}: there is no {path}, so no card database is used")
        return None
    return CardDatabase(path)
