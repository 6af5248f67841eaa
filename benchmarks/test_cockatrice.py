"""Cockatrice databases: reading a database of 3,251 cards, beside lxml alone."""

from __future__ import annotations

import pytest
from lxml import etree

import cardformats as cf


@pytest.fixture(scope="module")
def path(corpus):
    """The largest database."""
    return corpus / "cockatrice" / "digimon.xml"


@pytest.mark.reference("lxml")
def test_lxml_alone(benchmark, path):
    benchmark.group = "Cockatrice: a database"
    benchmark(etree.parse, path)


def test_read_a_database(benchmark, path):
    benchmark.group = "Cockatrice: a database"
    benchmark(cf.read, path)


def test_read_its_sets(benchmark, path):
    benchmark.group = "Cockatrice: a database"
    benchmark(lambda: sum(len(part.value.cards) for part in cf.read_sets(path)))
