"""How long OCTGN's sets and games take to read, beside lxml's parser alone.

    python benchmarks/octgn.py [FOLDER]

FOLDER is a game (``Sets/*/set.xml``), or holds several; by default those of the corpus are taken.
Each set is read by itself, as bytes; then a game of ``--megabytes``, which is made of the sets of
the largest game under other GUIDs, again and again, in a folder that goes afterwards.  ``--keep``
makes it in a folder of your own, and keeps it.

Times are processor time, the least of many rounds: for a set in one process, where both take
turns; for the game each in processes of its own, whose memory is fresh, as that of a program that
reads it once.  Their memory is the most that they have, less what they have before they read.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from lxml import etree

import cardformats as cf

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared")) / "corpus" / "octgn"
_GUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_SMALL = 20_000


def sets_in(folder: Path) -> list[Path]:
    """The files of the sets below *folder*."""
    return sorted(folder.rglob("set.xml"))


def make_game(folder: Path, game: Path, size: int) -> None:
    """Write a game of the sets of *game*, so often that they have *size* bytes, to *folder*.

    The GUIDs of sets, cards and packs are others each time, as are the sets' names.
    """
    texts = [path.read_text("utf-8-sig") for path in sets_in(game)]
    (definition,) = game.rglob("definition.xml")
    shutil.copy(definition, folder)
    own = set(map(str.lower, _GUID.findall(definition.read_text("utf-8-sig"))))
    written = turn = 0
    while written < size:
        for number, text in enumerate(texts):
            data = _GUID.sub(lambda match, turn=turn: _other(match[0], turn, own), text)
            path = folder / "Sets" / f"{turn:03}-{number:03}" / "set.xml"
            path.parent.mkdir(parents=True)
            written += path.write_bytes(data.encode())
            if written >= size:
                break
        turn += 1


def _other(guid: str, turn: int, own: set[str]) -> str:
    return guid if guid.lower() in own else str(uuid5(NAMESPACE_OID, f"{turn} {guid.lower()}"))


def least(calls: Sequence[Callable[[], Any]], rounds: int) -> list[float]:
    """The least processor time, in seconds, that each of *calls* takes; they take turns."""
    best = [float("inf")] * len(calls)
    for _ in range(rounds):
        for place, call in enumerate(calls):
            gc.collect()
            start = time.process_time()
            kept = call()
            best[place] = min(best[place], time.process_time() - start)
            del kept
    return best


def show(name: str, size: int, seconds: Sequence[float]) -> None:
    """Print a row."""
    alone, read = (1000 * each for each in seconds)
    print(f"{name:44.44}{size / 1e6:8.2f}{alone:10.1f}{read:10.1f}{read / alone:8.2f}", flush=True)


def parse_all(paths: Sequence[Path]) -> list[Any]:
    """The trees of lxml, all of them at once."""
    return [etree.parse(str(path)) for path in paths]


def alone(what: str, game: Path, rounds: int) -> tuple[float, float]:
    """The least processor time in seconds, and memory in MB, of processes that read *game*."""
    command = [sys.executable, __file__, str(game), "--alone", what]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(rounds)
    ]
    return min(float(each[0]) for each in runs), min(float(each[1]) for each in runs)


def answer(what: str, game: Path) -> None:
    """What :func:`alone` asks for."""
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    kept = parse_all(sets_in(game)) if what == "lxml" else cf.read_report(game)
    seconds = time.process_time() - start
    print(seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
    del kept


def measure(folder: Path, args: argparse.Namespace, place: Path) -> None:
    """Print the tables; processes take over the peak of the one that they are made by."""
    games = [each.parent for each in folder.rglob("definition.xml")]
    game = max(games, key=lambda each: sum(path.stat().st_size for path in sets_in(each)))
    make_game(place, game, int(args.megabytes * 1e6))
    print(f"{'':44}{'MB':>8}{'lxml ms':>10}{'read ms':>10}{'ratio':>8}")
    paths = sets_in(place)
    trees, read = (alone(what, place, args.game_rounds) for what in ("lxml", "read"))
    size = sum(path.stat().st_size for path in paths)
    show(f"a game of {len(paths)} sets", size, (trees[0], read[0]))
    print(f"    memory: lxml's trees {trees[1]:.0f} MB, what is read {read[1]:.0f} MB")
    totals, size = [0.0, 0.0], 0
    for path in sorted(sets_in(folder), key=lambda path: -path.stat().st_size):
        data = path.read_bytes()
        if len(data) < _SMALL:
            continue
        calls = (lambda d=data: etree.fromstring(d), lambda d=data: cf.loads_report(d, "octgn"))
        seconds = least(calls, args.rounds)
        totals, size = [a + b for a, b in zip(totals, seconds, strict=True)], size + len(data)
        show(cf.loads_report(data, "octgn").value.name, len(data), seconds)
    show("all of these sets, one by one", size, totals)


def main() -> None:
    """Measure, or be the process whose memory is measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=CORPUS)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--game-rounds", type=int, default=3)
    parser.add_argument("--megabytes", type=float, default=63)
    parser.add_argument("--keep", type=Path, help="an empty folder for the game")
    parser.add_argument("--alone", choices=("lxml", "read"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if not sets_in(args.folder):
        parser.error(f"no set.xml below {args.folder}")
    if args.alone:
        answer(args.alone, args.folder)
    elif args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        measure(args.folder, args, args.keep)
    else:
        with tempfile.TemporaryDirectory() as place:
            measure(args.folder, args, Path(place))


if __name__ == "__main__":
    main()
