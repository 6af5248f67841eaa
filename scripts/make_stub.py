"""Write ``__init__.pyi``: the public names as type checkers and editors read them."""

from __future__ import annotations

import sys
from pathlib import Path

from generated import Generated

from cardformats import _MODULES, _NAMES

PATH = Path(__file__).parents[1] / "src/cardformats/__init__.pyi"


def stub() -> str:
    """The text of the stub; a name that is imported as itself is public."""
    lines = [f"from . import {name} as {name}" for name in _MODULES]
    lines += [
        f"from {module} import {name} as {name}"
        for module, names in sorted(_NAMES.items())
        for name in sorted(names)
    ]
    return "\n".join([*lines, "", "__version__: str", ""])


FILE = Generated(PATH, stub)

if __name__ == "__main__":
    sys.exit(FILE.main())
