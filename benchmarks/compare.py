"""How fast trees of the library read and write, beside each other.

    python benchmarks/compare.py ../before/src src

Each tree has a process of its own; they take turns at every case, so that a busy machine is busy
for all of them.  What is shown is the least processor time of many rounds, in milliseconds, and the
ratio to the first tree.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared")) / "corpus"

CUSTOM_CARD = """{
  "name": "Custom Card %d", "mana_cost": "{%d}{W}{U}", "type": "Legendary Creature",
  "subtypes": ["Bird"], "rarity": "rare", "set": "CUS", "collector_number": "%d",
  "power": 2, "toughness": "3", "oracle_text": "Flying",
  "image_uris": {"en": "https://example.com/%d.png"}
}"""


def custom_cards() -> str:
    """8,000 custom cards, and a sheet of them."""
    numbers = range(8_000)
    cards = ",\n".join(CUSTOM_CARD % (each, each % 9, each, each) for each in numbers)
    lines = "\n".join(f"1 Custom Card {each}" for each in numbers)
    return f"[CustomCards]\n[\n{cards}\n]\n[Common(10)]\n{lines}\n"


def card_lines() -> str:
    """60,000 lines with a count, a name, a set and a number each."""
    return "\n".join(f"{1 + each % 3} Card Name {each} (SET) {each}" for each in range(60_000))


def cases() -> dict[str, Callable[[], Any]]:
    """What is measured, by name; each gives what is called again and again."""
    import cardformats as cf  # noqa: PLC0415 - the tree of this process

    wagic, octgn = CORPUS / "wagic" / "2016" / "sets", CORPUS / "octgn"
    largest = max(octgn.rglob("set.xml"), key=lambda path: path.stat().st_size)
    agc = CORPUS / "draftmancer" / "AGC_MTGA.txt"
    lists = sorted((CORPUS / "draftmancer").glob("*.txt"))
    return {
        "read draftmancer: 8,000 custom cards": _loads(custom_cards(), "draftmancer"),
        "read draftmancer: 60,000 card lines": _loads(card_lines(), "draftmancer"),
        "read draftmancer: a list of 463 custom cards": _loads(
            agc.read_text("utf-8"), "draftmancer"
        ),
        "read draftmancer: every list": lambda: [
            cf.read_report(each, "draftmancer") for each in lists
        ],
        "read wagic: one set": lambda: _from_scratch(cf.read_report, wagic / "10E"),
        "read wagic: the primitives": lambda: _from_scratch(cf.read_report, wagic / "primitives"),
        "read wagic: the tree": lambda: _from_scratch(
            lambda: [
                cf.read_report(each)
                for each in sorted(wagic.iterdir())
                if (each / "_cards.dat").is_file()
            ]
        ),
        "read octgn: the largest set": lambda: cf.read_report(largest),
        "read octgn: a game": lambda: cf.read_report(octgn / "mtg"),
        "read octgn: every set": lambda: [
            cf.read_report(each, "octgn") for each in sorted(octgn.rglob("set.xml"))
        ],
        "read json: a wagic set": _loads(_dumps(wagic / "10E", "json")(), "json"),
        "read json: 8,000 custom cards": _loads(
            cf.dumps(_loads(custom_cards(), "draftmancer")().value, "json"), "json"
        ),
        "read json: an octgn game": _loads(_dumps(octgn / "mtg", "json")(), "json"),
        "write json: an octgn game": _dumps(octgn / "mtg", "json"),
        "write draftmancer: 463 custom cards": _dumps(agc, "draftmancer", canonical=True),
        "write draftmancer: a wagic set": _dumps(wagic / "10E", "draftmancer"),
        "write wagic: one set": _dumps(wagic / "10E", "wagic", canonical=True),
        "write octgn: the largest set": _dumps(largest, "octgn", canonical=True),
        "write octgn: a wagic set": _dumps(wagic / "10E", "octgn"),
    }


def _from_scratch(read: Callable[..., Any], *args: Any) -> Any:
    from cardformats.formats.wagic import primitives  # noqa: PLC0415 - the tree of this process

    primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
    return read(*args)


def _loads(text: str, format_id: str) -> Callable[[], Any]:
    import cardformats as cf  # noqa: PLC0415 - the tree of this process

    return lambda: cf.loads_report(text, format_id)


def _dumps(path: Path, format_id: str, **options: Any) -> Callable[[], Any]:
    import cardformats as cf  # noqa: PLC0415 - the tree of this process

    cardset = cf.read_report(path).value
    return lambda: cf.dumps(cardset, format_id, **options)


def answer() -> None:
    """For each name of a case on standard input, the seconds one run of it takes."""
    known = cases()
    print(json.dumps(list(known)), flush=True)
    for line in sys.stdin:
        call = known[line.strip()]
        start = time.process_time()
        call()
        print(time.process_time() - start, flush=True)


def compare(trees: list[Path], rounds: int, only: str) -> None:
    """Print a table."""
    workers = [
        subprocess.Popen(
            [sys.executable, __file__, "--answer"],
            env={**os.environ, "PYTHONPATH": str(tree.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for tree in trees
    ]
    names, *_ = [json.loads(worker.stdout.readline()) for worker in workers]  # type: ignore[union-attr] # a pipe
    for name in (each for each in names if only in each):
        best = [float("inf")] * len(workers)
        for turn in range(rounds):
            for place in range(len(workers)):
                index = (place + turn) % len(workers)
                best[index] = min(best[index], _ask(workers[index], name))
        row = "  ".join(f"{1000 * each:9.1f} {each / best[0]:5.2f}" for each in best)
        print(f"{name:46}{row}", flush=True)
    for worker in workers:
        worker.communicate()


def _ask(worker: subprocess.Popen[str], name: str) -> float:
    print(name, file=worker.stdin, flush=True)
    return float(worker.stdout.readline())  # type: ignore[union-attr] # a pipe


def main() -> None:
    """Compare, or be one of those that are compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trees", nargs="*", type=Path, help="folders that hold a cardformats")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="part of the names of the cases to measure")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.answer:
        answer()
    else:
        compare(args.trees or [ROOT / "src"], args.rounds, args.only)


if __name__ == "__main__":
    main()
