"""Draftmancer lists: reading and writing, beside the standard library's share of the work."""

from __future__ import annotations

import json

import pytest

import cardformats as cf


@pytest.fixture(scope="module")
def custom(corpus):
    """A list of 463 custom cards, as text."""
    return (corpus / "draftmancer" / "AGC_MTGA.txt").read_text("utf-8")


@pytest.fixture(scope="module")
def cube():
    """A cube of 20,000 lines."""
    return "\n".join(
        f"{1 + number % 3} Card Name {number} (SET) {number}" for number in range(20_000)
    )


def standard_library(text):
    """The reference: JSON from the first bracket on, and the lines after it."""
    start = text.index("[", text.index("]"))
    value, end = json.JSONDecoder().raw_decode(text, start)
    return value, text[end:].split("\n")


def test_json_and_split(benchmark, custom):
    benchmark.group = "463 custom cards"
    benchmark(standard_library, custom)


def test_read_custom_cards(benchmark, custom):
    benchmark.group = "463 custom cards"
    benchmark(cf.loads_report, custom, "draftmancer")


def test_write_custom_cards(benchmark, custom):
    benchmark.group = "463 custom cards"
    benchmark(cf.dumps, cf.loads(custom, "draftmancer"), "draftmancer", canonical=True)


def test_split_lines(benchmark, cube):
    benchmark.group = "cube of 20,000 lines"
    benchmark(lambda: [line.split(" ", 1) for line in cube.split("\n")])


def test_read_cube(benchmark, cube):
    benchmark.group = "cube of 20,000 lines"
    benchmark(cf.loads_report, cube, "draftmancer")
