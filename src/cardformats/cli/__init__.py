"""The command ``cardformats``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; its dependencies are those of the extra ``cli``."""
    try:
        from .app import app  # noqa: PLC0415 - the extra may not be installed
        from .terminal import secure_streams  # noqa: PLC0415 - likewise
    except ImportError as error:
        if error.name not in ("click", "rich"):
            raise
        sys.exit("the command needs the extra «cli»: pip install 'cardformats[cli]'")
    secure_streams()  # for what Python prints of an error, too
    app(prog_name="cardformats")
