"""Scryfall's card data: reading the sample of a bulk file, beside ``json`` alone."""

from __future__ import annotations

import json

import pytest

import cardformats as cf


@pytest.fixture(scope="module")
def path(corpus):
    """The sample of a bulk file."""
    return corpus / "scryfall" / "default-cards.json"


@pytest.mark.reference("json.loads")
def test_json_alone(benchmark, path):
    benchmark.group = "Scryfall: a bulk file"
    data = path.read_bytes()
    benchmark(json.loads, data)


def test_read_a_bulk_file(benchmark, path):
    benchmark.group = "Scryfall: a bulk file"
    data = path.read_bytes()
    benchmark(cf.loads_report, data, "scryfall")


def test_read_a_bulk_file_in_parts(benchmark, path):
    benchmark.group = "Scryfall: a bulk file"
    benchmark(lambda: sum(len(part.value.cards) for part in cf.read_sets(path)))


def test_make_a_catalog(benchmark, path):
    benchmark.group = "Scryfall: a catalog"
    cards = cf.read(path).cards
    benchmark(cf.CardCatalog, cards)
