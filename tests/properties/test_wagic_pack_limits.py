"""A small pack of a stranger costs little, and odd cards to draw from are no exception."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.wagic.filters import (
    Both,
    Either,
    Everything,
    FilterLeaf,
    Not,
    engine_filter,
)

READINGS = ("sane", "exact")
PACK = "<pack><slot><random_card>{}</random_card></slot></pack>"
BIRD = FilterLeaf("type", "bird")


def card(name, number):
    return cf.Card(
        [cf.Face(name, types=("Creature",))], "FEN", rarity="rare", ids={"wagic": number}
    )


def overlapping(depth):
    """Conditions whose bracket does not stand first, so that the engine reads the rest twice.

    What is read twice has such a bracket again, *depth* times: the filter doubles each time.
    """
    text = "type:bird;"
    for _ in range(depth):
        text = "x" * (len(text) + 2) + "(type:bird;)|" + text
    return text


def conditions(condition):
    match condition:
        case Not():
            return conditions(condition.inner)
        case Both() | Either():
            return conditions(condition.first) + conditions(condition.second)
    return 1


def test_what_the_engine_reads_twice_is_kept_as_long_as_it_is_short():
    read = engine_filter(overlapping(1))
    assert conditions(read) == 3
    assert read == Either(Either(BIRD, BIRD), BIRD)


@pytest.mark.parametrize("depth", range(1, 17))
def test_a_filter_has_no_more_conditions_than_one_that_is_written_out(depth):
    read = engine_filter(overlapping(depth))
    assert conditions(read) <= 301
    assert (read == Everything()) is (conditions(read) == 1)


def test_the_longest_filter_that_is_written_out_is_read():
    longest = engine_filter("|".join(["type:bird;"] * 300))
    assert conditions(longest) == 300
    assert engine_filter("&" * 300) != Everything()


@pytest.mark.parametrize("engine", READINGS)
def test_sheets_of_many_filters_share_their_entries(engine):
    """A pack of a few kilobytes would else fill the memory, if it draws from a large set."""
    cards = cf.CardSet("Fens", None, [card(f"Heron {n}", str(n)) for n in range(1, 101)])
    entries = "".join(f"<random_card>type:creature;|cmc:{n};</random_card>" for n in range(50))
    pack = f"<pack><slot>{entries}</slot></pack>"
    sheets = cf.loads(pack, "wagic-pack", draw_from=cards, engine=engine).sheets.values()
    assert len(sheets) == 50
    assert {len(sheet.entries) for sheet in sheets} == {100}
    assert len({id(entry) for sheet in sheets for entry in sheet.entries}) == 100


@pytest.mark.parametrize("engine", READINGS)
@pytest.mark.parametrize(
    ("number", "is_drawn"),
    [
        ("1", True), ("007", True), ("9" * 5000, True), ("0", False), ("0" * 5000, False),
        ("-7", False), ("²", False), ("٣", False), ("7t", False), ("", False),
    ],
)  # fmt: skip
def test_any_id_that_is_no_positive_number_is_in_no_pack(number, is_drawn, engine):
    cards = cf.CardSet("Fens", None, [card("Grey Heron", number), card("Reedfrog", "2")])
    drawn = cf.loads(PACK.format("rarity:rare;"), "wagic-pack", draw_from=cards, engine=engine)
    assert [each.name for each in drawn.cards] == ["Grey Heron"] * is_drawn + ["Reedfrog"]
