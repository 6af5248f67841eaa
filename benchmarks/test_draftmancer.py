"""Draftmancer lists: reading and writing, beside the standard library's share of the work."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

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


@pytest.mark.reference("json.loads and str.split")
def test_json_and_split(benchmark, custom):
    benchmark.group = "463 custom cards"
    benchmark(standard_library, custom)


def test_read_custom_cards(benchmark, custom):
    benchmark.group = "463 custom cards"
    benchmark(cf.loads_report, custom, "draftmancer")


def test_write_custom_cards(benchmark, custom):
    benchmark.group = "463 custom cards"
    benchmark(cf.dumps, cf.loads(custom, "draftmancer"), "draftmancer", canonical=True)


@pytest.mark.reference("str.split of each line")
def test_split_lines(benchmark, cube):
    benchmark.group = "cube of 20,000 lines"
    benchmark(lambda: [line.split(" ", 1) for line in cube.split("\n")])


def test_read_cube(benchmark, cube):
    benchmark.group = "cube of 20,000 lines"
    benchmark(cf.loads_report, cube, "draftmancer")


def with_more_copies(cardset):
    """*cardset* with one entry in the middle changed."""
    sheet, *others = cardset.sheets.values()
    entries = list(sheet.entries)
    middle = len(entries) // 2
    entries[middle] = evolve(entries[middle], copies=entries[middle].copies + 1)
    return evolve(cardset, sheets=[evolve(sheet, entries=entries), *others])


def with_another_text(cardset):
    """*cardset* with one card changed."""
    card = cardset.cards[len(cardset.cards) // 2]
    face = evolve(card.faces[0], text="Draw a card.")
    return cardset.replacing(card, evolve(card, faces=[face, *card.faces[1:]]))


@pytest.fixture(scope="module", params=["463 custom cards", "60,000 lines"])
def change(request, custom, measured):
    """A text, and what was read from it with one change."""
    if request.param == "60,000 lines":
        lines = (
            f"{1 + number % 3} Card {number} (SET) {number}"
            for number in range(60_000 if measured else 600)
        )
        text = "\n".join(lines)
        return request.param, text, with_more_copies(cf.loads(text, "draftmancer"))
    return request.param, custom, with_another_text(cf.loads(custom, "draftmancer"))


@pytest.mark.parametrize("way", ["read", "changed", "changed, not verified", "anew"])
def test_write_one_change(benchmark, change, way):
    kind, text, cardset = change
    benchmark.group = f"one change of {kind}"
    options = {"changed, not verified": {"verify": False}, "anew": {"canonical": True}}
    if way == "read":
        benchmark(cf.loads_report, text, "draftmancer")
    else:
        benchmark(cf.dumps, cardset, "draftmancer", **options.get(way, {}))
