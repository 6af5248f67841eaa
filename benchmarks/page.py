"""Write the page of benchmarks from the results of pytest-benchmark.

    python benchmarks/page.py RESULTS.json docs/reference/benchmarks.md

A group of benchmarks is a row: its reference, which is what a user would use instead of the
library, and the ratios of its other members.  All ran on one machine, one after the other, so a
ratio can be compared with that of another machine; the seconds cannot.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

Benchmark = dict[str, Any]

HEAD = """# Benchmarks

`nox -s bench` measures the library beside what you would use instead, and writes this page. Each
ratio compares the shortest of several runs with the shortest of the reference. The ratio 2 means
that the library takes twice as long as the reference. Compare ratios, because the seconds depend on
the machine.

A reference does less than the library: it only splits or parses the same text, or draws names
without rules. Its time is a lower bound.
"""


def label(benchmark: Benchmark) -> str:
    """Return the name of a benchmark in words, with its parameters."""
    name, _, parameters = benchmark["name"].removeprefix("test_").partition("[")
    words = name.replace("_", " ")
    return f"{words} ({parameters.rstrip(']')})" if parameters else words


def shortest(benchmark: Benchmark) -> float:
    """Return the seconds of the shortest run."""
    return float(benchmark["stats"]["min"])


def duration(seconds: float) -> str:
    """Return *seconds* in the unit that gives a number of one to three digits."""
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _ratio(value: float) -> str:
    """Return a ratio with two or three digits."""
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 10 else f"{value:,.0f}"  # noqa: PLR2004


def row(group: str, members: list[Benchmark]) -> str | None:
    """Return the row of a group; None if it has no reference."""
    reference = next((each for each in members if "reference" in each["extra_info"]), None)
    if reference is None:
        return None
    base = shortest(reference)
    ratios = (
        f"{label(each)}: {_ratio(shortest(each) / base)}"
        for each in sorted(members, key=shortest)
        if each is not reference
    )
    name = f"{group[0].upper()}{group[1:]}"
    what = reference["extra_info"]["reference"]
    return f"| {name} | {what}: {duration(base)} | {'<br>'.join(ratios)} |"


def page(results: dict[str, Any]) -> str:
    """Return the page of the *results*: the machine, and a table of the groups."""
    machine = results["machine_info"]
    processor = machine["cpu"].get("brand_raw", machine["machine"])
    versions = f"{machine['python_implementation']} {machine['python_version']}"
    groups = defaultdict(list)
    for each in results["benchmarks"]:
        groups[each["group"]].append(each)
    rows = filter(None, (row(name, members) for name, members in groups.items()))
    table = ["| subject | reference | ratios |", "|---|---|---|", *rows]
    return "\n".join(
        [HEAD, f"Measured on {processor}, {machine['system']}, {versions}.", "", *table, ""]
    )


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    target.write_text(page(json.loads(source.read_text("utf-8"))), "utf-8")
