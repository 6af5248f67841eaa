"""OCTGN sets: reading and writing the largest one, beside lxml's parser alone."""

from __future__ import annotations

import pytest
from lxml import etree

import cardformats as cf


@pytest.fixture
def largest(corpus, measured):
    """The largest set of the corpus."""
    sets = sorted((corpus / "octgn").rglob("set.xml"), key=lambda path: path.stat().st_size)
    return sets[-1] if measured else sets[0]


@pytest.mark.reference("lxml.etree.parse")
def test_lxml_alone(benchmark, largest):
    benchmark.group = "OCTGN: the largest set"
    benchmark(etree.parse, str(largest))


def test_read_the_largest_set(benchmark, largest):
    benchmark.group = "OCTGN: the largest set"
    benchmark(cf.read_report, largest)


def test_write_the_largest_set_from_scratch(benchmark, largest):
    benchmark.group = "OCTGN: the largest set"
    cardset = cf.read_report(largest).value
    benchmark(cf.dumps, cardset, "octgn", canonical=True)


@pytest.mark.reference("lxml.etree.parse of each file")
def test_lxml_alone_on_a_game(benchmark, corpus):
    benchmark.group = "OCTGN: a game with packs"
    sets = sorted((corpus / "octgn" / "mtg").rglob("set.xml"))
    benchmark(lambda: [etree.parse(str(path)) for path in sets])


def test_read_a_game(benchmark, corpus):
    benchmark.group = "OCTGN: a game with packs"
    benchmark(cf.read_report, corpus / "octgn" / "mtg")
