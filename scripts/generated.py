"""Files that are made of the code: written anew, or compared with what would be written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from attrs import frozen


@frozen
class Generated:
    """A file at a *path* whose *text* a script makes."""

    path: Path
    text: Callable[[], str]

    def is_fresh(self) -> bool:
        """Whether the file on disk is what would be written."""
        return self.path.exists() and self.path.read_text("utf-8") == self.text()

    def main(self) -> int:
        """Write the file, or only compare it if the argument is ``--check``; the exit status."""
        if "--check" not in sys.argv[1:]:
            self.path.write_text(self.text(), "utf-8")
        elif not self.is_fresh():
            print(f"{self.path.name} is not what {Path(sys.argv[0]).name} writes")
            return 1
        return 0
