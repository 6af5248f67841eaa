"""Wagic sets: reading one, reading a whole tree, beside a plain loop over the same lines."""

from __future__ import annotations

import cardformats as cf
from cardformats.formats.wagic import primitives
from cardformats.formats.wagic.format import split


def lines_of(paths):
    """The reference: every line split at its equals sign."""
    return [
        line.partition("=")
        for path in paths
        for line in path.read_bytes().decode("cp1252", "replace").splitlines()
    ]


def test_plain_loop_over_all_files(benchmark, corpus):
    benchmark.group = "wagic tree of 72 sets"
    sets = corpus / "wagic" / "2016" / "sets"
    benchmark(lines_of, [*sets.glob("*/_cards.dat"), *sets.glob("primitives/*.txt")])


def test_read_all_sets(benchmark, corpus):
    benchmark.group = "wagic tree of 72 sets"
    folders = split(corpus / "wagic" / "2016" / "sets")

    def read():
        primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
        return [cf.read_report(folder) for folder in folders]

    benchmark(read)


def test_read_one_set_anew(benchmark, corpus):
    benchmark.group = "wagic set 10E with its primitives"
    folder = corpus / "wagic" / "2016" / "sets" / "10E"

    def read():
        primitives._load.cache_clear()  # noqa: SLF001 - each round reads everything anew
        return cf.read_report(folder)

    benchmark(read)


def test_plain_loop_over_the_same_files(benchmark, corpus):
    benchmark.group = "wagic set 10E with its primitives"
    sets = corpus / "wagic" / "2016" / "sets"
    benchmark(lines_of, [sets / "10E" / "_cards.dat", *sets.glob("primitives/*.txt")])


def test_read_the_sample(benchmark, sample):
    benchmark.group = "wagic sample"
    benchmark(cf.read_report, sample)
