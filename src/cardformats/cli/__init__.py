"""The command ``cardformats``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; its dependencies are those of the extra ``cli``."""
    try:
        from .app import app  # noqa: PLC0415 - the extra may not be installed
    except ImportError as error:
        if error.name not in ("click", "rich"):
            raise
        sys.exit("the command needs the extra «cli»: pip install 'cardformats[cli]'")
    app(prog_name="cardformats")
