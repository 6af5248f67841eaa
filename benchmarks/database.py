"""How fast card databases are built and asked, beside ``json.load`` of the same file.

    python benchmarks/database.py [FILE]

FILE is card data or a card set of any format; Scryfall's of the corpus if none is named.  What is
shown is the least processor time of several rounds, in milliseconds.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cardformats as cf

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("CARDFORMATS_CORPUS", ROOT.parent / "shared")) / "corpus"

#: A bot, from its start to its first pack.
BOT = """
import sys
import cardformats as cf

cards = cf.CardDatabase(sys.argv[1])
cardset = cards.set(sys.argv[2])
packs = cf.Generator(cardset, seed="friday")
for each in packs.pack(0).cards:
    cardset.card(each.card)
"""
#: Reads a file of many cards, and says how much memory that took.
READER = """
import sys
import cardformats as cf
cf.CardDatabase.build(sys.argv[1], sys.argv[2]).value.close()
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(status["VmHWM"].split()[0])
"""


def least(call: Callable[[], Any], rounds: int = 7) -> float:
    """The least milliseconds that *call* takes."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return 1000 * best


def building(source: Path, folder: Path) -> None:
    """Build a database of one file, and of ten times that."""
    print(f"{source.name}, {source.stat().st_size / 1e6:.1f} MB")
    if source.suffix == ".json":
        loading = least(partial(_loaded, source))
        print(f"  json.load                    {loading:8.1f}")
    target = folder / "cards.sqlite"
    built = least(partial(build, source, target))
    ratio = f"{built / loading:8.2f} × json.load" if source.suffix == ".json" else ""
    print(f"  building                     {built:8.1f}{ratio}")
    reading = least(lambda: [None for _ in cf.read_sets(source)])
    print(f"    of that, reading           {reading:8.1f}")
    print(f"  memory                       {memory(source, target):8.1f} MB")
    cards = _loaded(source) if source.suffix == ".json" else None
    if isinstance(cards, list):
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in cards * 10)
        many = folder / "many.json"
        many.write_text(f"[\n{lines}\n]\n", "utf-8")
        print(f"  memory, ten times the file   {memory(many, target):8.1f} MB")


def _loaded(path: Path) -> Any:
    return json.loads(path.read_bytes())


def build(source: Path, target: Path) -> None:
    """Build a database of one file."""
    cf.CardDatabase.build(source, target).value.close()


def memory(source: Path, target: Path) -> float:
    """The most megabytes that a process takes to build a database, as Linux tells it."""
    command = [sys.executable, "-c", READER, source, target]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


def asking(folder: Path) -> None:
    """Ask a database of 60,000 names."""
    chance = random.Random(60)
    words = [
        f"{a}{b}{c}" for a in "BCDFGLMNPRST" for b in "aeiou" for c in ("l", "nd", "rth", "sk")
    ]
    names: dict[str, None] = {}
    while len(names) < 60_000:  # noqa: PLR2004 - as above
        names[" ".join(chance.choices(words, k=chance.randint(2, 4))).title()] = None
    cards = [
        cf.Card.of(name, mana_cost="{1}{U}", types=["Creature"], text="Flying", set_code="BIG")
        for name in names
    ]
    path = folder / "big.sqlite"
    cf.CardDatabase.build(cf.CardSet.of(cards), path).value.close()
    some = chance.sample(list(names), 500)
    typos = [f"{name[:4]}{name[5:]}x" for name in some[:200]]
    database = cf.CardDatabase(path)
    print("60,000 names")
    print(f"  opening                      {least(lambda: cf.CardDatabase(path).close()):8.2f}")
    each = least(lambda: [database.card(name) for name in some]) / len(some)
    print(f"  a card by its name           {each:8.3f}")
    each = least(lambda: [database.near(name) for name in typos]) / len(typos)
    print(f"  near names                   {each:8.2f}")


def opening(folder: Path) -> None:
    """A process that opens one pack."""
    path = folder / "packs.sqlite"
    sources: list[Any] = [ROOT / "examples" / "wagic" / "sets" / "LAN"]
    sources += (each for each in (CORPUS / "wagic" / "2016" / "sets" / "10E",) if each.exists())
    with cf.CardDatabase.build(sources, path).value as database:
        sets = [each.code for each in database.sets() if each.boosters]
    print("a process that opens one pack")
    for code in sets:
        best = float("inf")
        for _ in range(10):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-c", BOT, path, str(code)], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            best = min(best, used)
        print(f"  of {code}                       {1000 * best:8.0f}")


def main() -> None:
    """Measure all."""
    file = CORPUS / "scryfall" / "default-cards.json"
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else file
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if source.exists():
            building(source, folder)
        asking(folder)
        opening(folder)


if __name__ == "__main__":
    main()
