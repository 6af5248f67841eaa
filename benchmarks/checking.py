"""How long checking, mending, formatting and comparing a tree take, beside reading it alone.

    python benchmarks/checking.py [TREE] [--rounds 3] [--again 0]

TREE is a folder of Wagic's sets and primitives; by default that of 2026 of the corpus is taken.  It
is copied to a folder that goes afterwards, and has there each of its sets so many times more as
``--again`` says, under other codes; what has a baseline finds all of its findings in it.

Times are user's processor time of a process of its own, the least of all rounds, with what it takes
to start; the ratio is to that of reading all cards.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared")) / "corpus" / "wagic"
_READ = "import cardformats, sys; cardformats.read(sys.argv[1])"
_COMMAND = "from cardformats.cli import main; main()"
#: A status of 1 says that something is wrong, or different.
_STATUSES = (0, 1)


def seconds(program: str, *words: str) -> float:
    """The user's processor time of a *program* in Python with these arguments."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in _STATUSES:
        raise SystemExit(f"{' '.join(words)}: ended with status {process.returncode}")
    return usage.ru_utime


def multiply(tree: Path, again: int) -> None:
    """Copy each set of *tree*, *again* times."""
    sets = [each.parent for each in tree.glob("*/_cards.dat")]
    for number in range(1, again + 1):
        for folder in sets:
            shutil.copytree(folder, tree / f"{folder.name}{number:02}")


def change(tree: Path) -> None:
    """Write other numbers to cards and to what is printed of them."""
    for path in (*tree.glob("*/_cards.dat"), *tree.glob("primitives/*.txt")):
        data = path.read_bytes()
        data = data.replace(b"power=1", b"power=2").replace(b"rarity=U", b"rarity=C")
        path.write_bytes(data)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tree", type=Path, nargs="?", default=CORPUS / "2026" / "sets")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--again", type=int, default=0, metavar="TIMES")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        tree, other = f"{temporary}/sets", f"{temporary}/other/sets"
        baseline = f"{temporary}/baseline.json"
        shutil.copytree(arguments.tree, tree)
        multiply(Path(tree), arguments.again)
        shutil.copytree(tree, other)
        change(Path(other))
        steps = {
            "read": (_READ, tree),
            "check": (_COMMAND, "check", tree),
            "check, a line for each finding": (_COMMAND, "check", "--brief", tree),
            "write a baseline": (
                _COMMAND,
                "check",
                "--baseline",
                baseline,
                "--write-baseline",
                tree,
            ),
            "check with a baseline": (_COMMAND, "check", "--baseline", baseline, tree),
            "fix": (_COMMAND, "fix", "--diff", tree),
            "format": (_COMMAND, "format", "--diff", tree),
            "diff": (_COMMAND, "diff", tree, other),
        }
        reading = 0.0
        for name, (program, *words) in steps.items():
            least = min(seconds(program, *words) for _ in range(arguments.rounds))
            reading = reading or least
            print(f"{name:32}{least:7.2f} s{least / reading:8.1f}")


if __name__ == "__main__":
    main()
