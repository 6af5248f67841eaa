"""Compare what a revision of the library and the working tree make of the same inputs.

    python scripts/compare.py REVISION [--texts N] [--seed N] [--corpus FOLDER] [--only SECTION]
        [--expected FILE] [--report FILE] [--old-python FILE] [--new-python FILE]

Inputs are the examples, the pages of ``tests/cases``, the real files in the folder that
``CARDFORMATS_CORPUS`` names (default ``../shared``), mutated copies of these, and small sets that a
seed makes.  Compared are:

* the names that programs can import, with their parameters, and the options of formats;
* of every reader the model's JSON and the diagnostics (code, severity, span, fix);
* of every writer the text as it was read, canonical, after seeded edits, and the losses;
* what edits and other sets change in copies of folders, and what fixes change there;
* packs, boxes, deals and products of seeds, and by the rules of other programs;
* odds as fractions, joint odds, distributions of counts, audits, the log likelihood of packs that
  both versions opened;
* trees, findings and explanations of ability lines, and the cards that their targets accept;
* cards and sets of a card database;
* drafts that bots play, with views, logs and records; logs of other programs;
* what commands print and write.

Differences are counted by kind, each with its smallest example.  Kinds that
``scripts/comparing/expected.toml`` names are listed apart, with their reasons.  The exit status is
1 if there are others.

REVISION is checked out into a temporary worktree and installed in an environment of its own, unless
``--old-python`` names the interpreter of an environment that has it; ``--new-python`` names that of
the working tree (default: this one).  The report begins with the folders that the two versions are
in.  Both run at the same time, a process each.  Without real files only the rest is compared.  The
exit status is 2 if versions could not be compared.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from comparing.differences import Comparison, Expected
from comparing.records import Stored
from comparing.sections import SECTIONS

ROOT = Path(__file__).resolve().parent.parent
#: What is installed of the old version, as far as it has these extras.
_EXTRAS = "cli,report,testing,fast,data"


class RunFailedError(Exception):
    """A version could not be installed or observed."""


def _call(*words: str | Path) -> None:
    done = subprocess.run([*map(str, words)], cwd=ROOT, check=False, stdout=subprocess.DEVNULL)  # noqa: S603
    if done.returncode:
        raise RunFailedError(f"{' '.join(map(str, words))} ended with {done.returncode}")


def _installed(revision: str, folder: Path) -> Path:
    """Install *revision* in an environment below *folder*; return its interpreter."""
    tree, env = folder / "tree", folder / "env"
    _call("git", "worktree", "add", "--quiet", "--detach", tree, revision)
    _call(sys.executable, "-m", "venv", env)
    python = env / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    _call(python, "-m", "pip", "install", "-q", f"{tree}[{_EXTRAS}]")
    return python


def _observe(pythons: Sequence[Path], arguments: Sequence[Sequence[str | Path]]) -> None:
    """Run the observing script in several environments at once.

    Raises:
        RunFailedError: if one of them does not end well.
    """
    script = ROOT / "scripts" / "observe.py"
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    # tests and comparisons know no cards but their own
    env |= {"CARDFORMATS_CARDS": "", "COLUMNS": "100"}
    running = [
        subprocess.Popen([python, script, *map(str, words)], env=env)  # noqa: S603
        for python, words in zip(pythons, arguments, strict=True)
    ]
    failed = [each for each in running if each.wait()]
    if failed:
        raise RunFailedError(f"{len(failed)} of {len(running)} versions could not be observed")


def _package(python: Path) -> str:
    """Return the folder of the library that an interpreter imports.

    Raises:
        RunFailedError: if it cannot import the library.
    """
    code = "import cardformats; print(cardformats.__path__[0])"
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(  # noqa: S603
        [python, "-c", code], env=env, capture_output=True, text=True, check=False
    )
    if done.returncode or not done.stdout.strip():
        raise RunFailedError(f"{python} has no cardformats")
    return done.stdout.strip()


def _compared(pythons: Sequence[Path], args: argparse.Namespace, folder: Path) -> Comparison:
    """Observe both versions, then the likelihood of the packs of both."""
    files = [folder / name for name in ("old", "new")]
    packs = [folder / f"{file.name}-packs" for file in files]
    print(f"old: {_package(pythons[0])}\nnew: {_package(pythons[1])}")
    print(f"real files: {args.corpus or 'none (set CARDFORMATS_CORPUS)'}", flush=True)
    common: list[str | Path] = ["--seed", str(args.seed), "--texts", str(args.texts)]
    if args.corpus:
        common += ["--corpus", args.corpus.resolve()]
    for section in args.only or ():
        common += ["--only", section]
    _observe(
        pythons,
        [[file, "--packs", opened, *common] for file, opened in zip(files, packs, strict=True)],
    )
    result = Comparison.of(*map(Stored, files))
    if not args.only or "boosters" in args.only:
        _observe(pythons, [[file, "--likelihood-of", *packs, *common] for file in files])
        result.add(*map(Stored, files))
    return result


def _count(text: str) -> int:
    """Return a number of 0 or more."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is less than 0")
    return number


def _folder(text: str) -> Path:
    """Return a folder that is there."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text}")
    return path


def _file(text: str) -> Path:
    """Return a file that is there."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    return path


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("revision", help="the revision to compare the working tree with")
    parser.add_argument("--texts", type=_count, default=5_000, help="how many mutated texts")
    parser.add_argument("--seed", type=int, default=1, help="of the mutated texts")
    corpus = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared"))
    parser.add_argument("--corpus", type=_folder, default=corpus if corpus.is_dir() else None)
    parser.add_argument("--only", action="append", choices=SECTIONS, help="a section; else all")
    expected = ROOT / "scripts" / "comparing" / "expected.toml"
    parser.add_argument("--expected", type=_file, default=expected)
    parser.add_argument("--report", type=Path, help="a file to write the report to as well")
    parser.add_argument("--old-python", type=_file, help="of an environment with the old version")
    parser.add_argument("--new-python", type=_file, default=Path(sys.executable))
    return parser.parse_args()


def main() -> int:
    """Compare, and print the report."""
    args = _arguments()
    began = time.monotonic()
    expected = Expected.read(args.expected)
    try:
        _call("git", "rev-parse", "--quiet", "--verify", f"{args.revision}^{{commit}}")
        if args.report:
            args.report.touch()
        with TemporaryDirectory(prefix="compare-") as place:
            folder = Path(place).resolve()
            try:
                old = args.old_python or _installed(args.revision, folder)
                comparison = _compared([old, args.new_python], args, folder)
            finally:
                if (folder / "tree").exists():
                    _call("git", "worktree", "remove", "--force", folder / "tree")
    except (OSError, RunFailedError) as error:
        print(error, file=sys.stderr)
        return 2
    report = "\n".join(comparison.lines(expected))
    print(f"{report}\n{time.monotonic() - began:.0f} seconds")
    if args.report:
        args.report.write_text(report + "\n", "utf-8")
    return 1 if comparison.unexpected(expected) else 0


if __name__ == "__main__":
    sys.exit(main())
