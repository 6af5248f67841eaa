"""The odds of boxes, against all boxes that can come out."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import pytest

import cardformats as cf
from tests.boosters import cardset, generator, sheet, slot
from tests.every_pack import every_pack
from tests.oracle_boxes import boxes


def every_box(made):
    """The probability of each box, as the names of its cards in a fixed order."""
    found = Counter()
    for cards, chance in boxes(made, made.boosters[0]).items():
        found[tuple(sorted(name for _, _, name, *_ in cards))] += chance
    assert sum(found.values()) == 1
    return found


def quota(name, *counts):
    return cf.model.Quota(name, [cf.model.QuotaCount(*each) for each in counts])


def run(name, *copies, group=1):
    return sheet(name, *copies, collation=cf.model.PrintRun(group, "box"))


BOXES = {
    "a quota of hits": cardset(
        [sheet("A", 1, 2), sheet("B", 1, 1)],
        slot("s", 1, ("A", 1), ("B", 3)),
        box=cf.model.Box(3, [quota("A", (1, 2), (2, 1))]),
    ),
    "quotas that meet": cardset(
        [sheet("A", 1, 1), sheet("B", 2), sheet("C", 1, 2)],
        slot("s", 1, ("A", 1), ("B", 1)),
        slot("t", 1, ("C", 1), ("B", 1)),
        box=cf.model.Box(2, [quota("A", (1,)), quota("C", (2, 2), (1, 1))]),
        distinct="none",
    ),
    "a quota of a layout": cardset(
        [sheet("A", 1, 1, 1), sheet("B", 1)],
        layouts=[
            cf.Layout("x", 3, [slot("A", 2)]),
            cf.Layout("y", 1, [slot("A", 1), slot("B", 1)]),
        ],
        box=cf.model.Box(2, [quota("y", (1,))]),
    ),
    "a run that goes on": cardset([run("A", 1, 2, 1, 1)], slot("A", 1), box=cf.model.Box(3)),
    "a run in groups": cardset(
        [run("A", 1, 1, 1, 1, 1, group=2)], slot("A", 2), box=cf.model.Box(2)
    ),
    "a run that some packs have": cardset(
        [run("A", 1, 1, 1, 1), sheet("B", 1, 1)],
        slot("s", 1, ("A", 2), ("B", 1)),
        slot("A", 1),
        box=cf.model.Box(3),
        distinct="none",
    ),
    "a run and a quota": cardset(
        [run("A", 1, 1, 1), sheet("B", 1, 1)],
        slot("s", 1, ("A", 1), ("B", 1)),
        box=cf.model.Box(3, [quota("A", (2,))]),
    ),
    "distinct in the box": cardset(
        [sheet("A", 1, 1, 1, 1, 1)], slot("A", 2), box=cf.model.Box(2), distinct_scope="box"
    ),
    "distinct by weight": cardset(
        [sheet("A", 3, 1, 2, 1), sheet("B", 1, 1, duplicates=True)],
        slot("A", 1),
        slot("B", 1),
        box=cf.model.Box(3),
        distinct_scope="box",
    ),
    "distinct until they run out": cardset(
        [sheet("A", 2, 1)], slot("A", 1), box=cf.model.Box(3), distinct_scope="box"
    ),
    "distinct beside others": cardset(
        [sheet("A", 1, 1, 1, 1), sheet("B", 1, 1, collation=cf.model.PrintRun())],
        slot("s", 1, ("A", 1), ("B", 1)),
        slot("A", 1),
        box=cf.model.Box(2),
        distinct_scope="box",
    ),
}


def check(table, boxes):
    """The table is exact, and right."""
    expected, some, sizes = Counter(), Counter(), Counter()
    both = Fraction()
    for names, chance in boxes.items():
        for name, number in Counter(names).items():
            expected[name] += chance * number
            some[name] += chance
        sizes[sum(name.startswith("A") for name in names)] += chance
        both += chance * ({"A0", "A1"} <= set(names))
    assert table.exact
    assert {row.card.name: row.expected for row in table if row.expected} == expected
    assert {row.card.name: row.at_least_one for row in table if row.expected} == some
    assert table.counts("sheet", "A") == sizes
    assert table.joint("A0", "A1") == both


@pytest.mark.parametrize("name", BOXES)
def test_odds_are_those_of_all_boxes(name):
    table = cf.Generator(BOXES[name], seed=1).box_odds()
    check(pickle.loads(pickle.dumps(table)), every_box(BOXES[name]))


def test_cards_of_one_pack_do_not_keep_those_of_the_next_away():
    """The first card of a sheet and the last are others in each pack."""
    some = cf.Sheet("some", [cf.Entry("A0"), cf.Entry("A2")])
    sheets = [run("A", 1, 1, 1), some]
    made = cardset(sheets, slot("A", 1), slot("some", 1), box=cf.model.Box(2))
    table = cf.Generator(made, seed=1).box_odds()
    expected = Counter()
    for names, chance in every_box(made).items():
        for name in names:
            expected[name] += chance
    assert {row.card.name: row.expected for row in table} == expected
    assert table.exact


def test_a_box_of_unrelated_packs_has_the_odds_of_its_packs():
    """Where an event has rounds, boxes begin with any of them."""
    layouts = [
        cf.Layout("x", 1, [slot("A", 1)]),
        cf.Layout("y", 1, [slot("B", 1)]),
    ]
    event = cf.model.Event(
        rounds=[cf.model.Round(layouts=[cf.model.LayoutChoice(name)]) for name in "xxy"],
        supply="infinite",
    )
    made = cardset(
        [sheet("A", 1, 1), sheet("B", 1)], layouts=layouts, box=cf.model.Box(2), event=event
    )
    packs = [every_pack(made, round_=round_) for round_ in range(3)]
    boxes = Counter()
    for first in range(3):
        for (_, one), chance in packs[first].items():
            for (_, other), share in packs[(first + 1) % 3].items():
                names = tuple(sorted(card.card.name for card in (*one, *other)))
                boxes[names] += chance * share / 3
    check(cf.Generator(made, seed=1).box_odds(), boxes)


def test_what_has_no_closed_form_is_counted_in_boxes():
    made = generator(
        [run("A", 1, 1, 1), sheet("B", 1, 1)],
        slot("s", 1, ("A", 1), ("B", 1)),
        box=cf.model.Box(2),
        constraints=[cf.model.AtLeast(1, "sheet", "A")],
    )
    table = made.box_odds(boxes=400)
    assert not table.exact
    assert sum(row.expected for row in table) == sum(len(pack.cards) for pack in made.box(0))
    for row in table:
        assert row.error > 0
        assert row.error_of_any > 0
    assert table.counts("sheet", "A") is None
    assert [row.expected for row in made.box_odds(boxes=400)] == [row.expected for row in table]


def test_quotas_that_cannot_be_kept_have_no_odds():
    box = cf.model.Box(2, [quota("A", (1,))])
    made = cf.Generator(cardset([sheet("A", 1)], slot("A", 1), box=box), seed=1)
    with pytest.raises(cf.CollationError, match="cannot be met"):
        made.box_odds()
    made = cf.Generator(made.cardset, seed=1, rules="draftmancer")
    with pytest.raises(cf.CollationError, match="do not support boxes"):
        made.box_odds()


def test_a_whole_box_of_a_set_is_worked_out_at_once():
    """36 packs of ten, three and one, of which 12 have a foil."""
    sheets = [run("C", *[1] * 121), sheet("U", *[1] * 80), sheet("R", *[2] * 60, *[1] * 20)]
    foil = cf.model.Choice(
        [cf.Layout("f", 1, [slot("foil", 1, ("R",), finish="foil")]), cf.Layout("n", 2)]
    )
    made = cardset(
        sheets,
        slot("C", 10),
        slot("U", 3),
        slot("R", 1),
        foil,
        box=cf.model.Box(36, [quota("R", (36,))]),
    )
    table = cf.Generator(made, seed=1).box_odds()
    assert table.exact
    assert sum(row.expected for row in table) == 36 * 14 + 12
    assert {row.expected for row in table.of("C5")} == {Fraction(360, 121)}
    assert sum(table.counts("finish", "foil").values()) == 1
