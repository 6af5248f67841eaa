"""MTGJSON sets: reading and writing, beside the decoder of JSON alone.

    python benchmarks/test_mtgjson.py FOLDER

prints how many times longer each set file of a folder takes to read than ``json.load`` of it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cardformats as cf

_ROUNDS = 9


@pytest.fixture
def largest(corpus, measured):
    """The largest set of the corpus."""
    sets = sorted((corpus / "mtgjson").glob("*.json"), key=lambda path: path.stat().st_size)
    return sets[-1] if measured else sets[0]


def decode(path: Path) -> Any:
    """The JSON of a file."""
    with path.open(encoding="utf-8") as file:
        return json.load(file)


@pytest.mark.reference("json.load")
def test_json_alone(benchmark, largest):
    benchmark.group = "MTGJSON: the largest set"
    benchmark(decode, largest)


def test_read_the_largest_set(benchmark, largest):
    benchmark.group = "MTGJSON: the largest set"
    benchmark(cf.read_report, largest)


def test_write_the_largest_set_from_scratch(benchmark, largest):
    benchmark.group = "MTGJSON: the largest set"
    cardset = cf.read_report(largest).value
    benchmark(cf.dumps, cardset, "mtgjson", canonical=True)


def _least(call: Callable[[Path], Any], path: Path) -> float:
    """The least processor time of some calls, in milliseconds."""
    times = []
    for _ in range(_ROUNDS):
        start = time.process_time()
        call(path)
        times.append(time.process_time() - start)
    return 1000 * min(times)


def main() -> None:
    """Print a line for each file, and one for all."""
    totals = [0.0, 0.0]
    for path in sorted(Path(sys.argv[1]).glob("*.json")):
        alone, read = (
            _least(decode, path),
            _least(lambda path: cf.read_report(path, "mtgjson"), path),
        )
        totals = [totals[0] + alone, totals[1] + read]
        print(f"{path.name:12} json {alone:7.1f} ms   read {read:7.1f} ms   {read / alone:5.2f}")
    ratio = totals[1] / totals[0]
    print(f"{'all':12} json {totals[0]:7.1f} ms   read {totals[1]:7.1f} ms   {ratio:5.2f}")


if __name__ == "__main__":
    main()
