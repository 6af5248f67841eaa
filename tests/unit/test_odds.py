"""Odds: of guarantees, of cards together, of what is short, and of what is simulated."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import cardformats as cf
from cardformats.collation.odds import table as table_of_odds
from tests.boosters import by_function, generator, sheet, slot


def test_six_of_four_heavy_and_twenty_light_cards():
    """Weights times six draws would say 1 and 0.1 copies; what came cannot come again."""
    copies = [10] * 4 + [1] * 20
    heavy, light = list(generator([sheet("A", *copies)], slot("A", 6)).odds())[3:5]
    assert round(float(heavy.expected), 3) == 0.792
    assert round(float(light.expected), 3) == 0.142


def test_odds_given_a_guarantee_are_those_of_the_packs_that_keep_it():
    cards = [cf.Card(cf.Face(f"A{n}", types=["Elf"] if n < 2 else [])) for n in range(6)]
    promise = cf.model.AtLeast(1, "type", "elf")
    made = generator([sheet("A", *[1] * 6)], slot("A", 2), cards=cards, constraints=[promise])
    table = made.odds()
    kept = 1 - Fraction(4 * 3, 6 * 5)  # packs of two with an elf
    elf = Fraction(2, 6) / kept
    other = (2 - 2 * elf) / 4
    assert [row.expected for row in table] == [elf] * 2 + [other] * 4
    assert table.counts("type", "Elf") == {1: 1 - Fraction(2, 30) / kept, 2: Fraction(2, 30) / kept}
    counts = Counter(each.card.name for pack in made.packs(4_000) for each in pack.cards)
    assert abs(counts["A0"] / 4_000 - float(elf)) < 0.04


def test_a_guarantee_that_no_pack_keeps_is_an_error():
    promise = cf.model.AtLeast(1, "rarity", "rare")
    made = generator([sheet("A", 1, 1)], slot("A", 1), constraints=[promise])
    with pytest.raises(cf.CollationError, match="none of 10000 packs of 'b' meets"):
        made.pack(0)


def test_joint_odds_and_counts():
    made = generator([sheet("A", *[1] * 5), sheet("B", 1, 1)], slot("A", 2), slot("B", 1))
    table = made.odds()
    assert table.joint("A0", "A1") == Fraction(1, 10)
    assert table.joint("A0", "B0") == Fraction(2, 5) / 2
    assert table.joint() == 1
    assert table.joint("A0", "A1", "A2") == 0
    assert table.counts("sheet", "A") == {2: 1}
    assert table.counts("name", "b1") == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert [row.card.name for row in table.of("B1")] == ["B1"]
    assert (len(table), repr(table)) == (7, "<OddsTable: 7 rows, 7 exact>")
    first, *rows, count = str(table).splitlines()
    assert first.split("  ") == ["card", "per pack", "at least one"]
    assert [row.split() for row in rows] == [
        [str(row.card), *row.numbers()] for row in sorted(table, key=lambda row: -row.expected)
    ]
    assert count == "7 rows, 7 exact"
    with pytest.raises(cf.CollationError, match="up to 10 cards"):
        table.joint(*"abcdefghijk")


def test_rows_without_a_closed_form_are_counted_and_say_so():
    table = generator(
        [by_function(sheet("A", 1, 1)), sheet("B", 1)], slot("A", 3), slot("B", 1)
    ).odds(packs=500)
    assert not table.exact
    assert [row.exact for row in table] == [False, False, True]
    assert [row.error > 0 for row in table] == [True, True, False]
    assert sum(row.expected for row in table) == 4
    assert table.unknown == ("a collator's function: no closed form",)
    assert str(table).endswith("\n3 rows, 1 exact\n  a collator's function: no closed form")
    assert table.counts("name", "a0") is None
    assert table.joint("A0", "A1") is None


def test_of_large_packs_fewer_are_counted(monkeypatch):
    """Packs are counted until there are so many cards, unless their number is given."""
    monkeypatch.setattr(table_of_odds, "_CARDS", 90)
    made = generator([by_function(sheet("A", 1, 1))], slot("A", 3))
    assert list(made.odds()) == list(made.odds(packs=30)) != list(made.odds(packs=31))


@pytest.mark.parametrize(
    ("copies", "widths"), [(10**12, (1, 1)), (1, (1,) * 20_000), (1, (0,) * 19_999 + (1,))]
)
def test_stripes_of_too_many_walks_are_counted(copies, widths):
    striped = cf.model.Striped(4, widths)
    made = generator([sheet("A", *[copies] * 8, collation=striped)], slot("A", 4))
    table = made.odds(packs=50)
    assert not table.exact
    assert sum(row.expected for row in table) == 4


def test_rounds_with_layouts_of_their_own_are_one_table():
    layouts = [cf.Layout(name, 0, [slot(name, 1)]) for name in "AB"]
    rounds = [cf.model.Round(layouts=[cf.model.LayoutChoice(name)]) for name in "ABB"]
    cardset = cf.CardSet(
        sheets=[sheet("A", 1), sheet("B", 1)],
        boosters=[cf.Booster(layouts=layouts)],
        event=cf.model.Event(rounds),
    )
    rows = cf.Generator(cardset, seed=1).odds()
    assert [row.expected for row in rows] == [Fraction(1, 3), Fraction(2, 3)]


def test_a_slot_that_cannot_be_short_is_still_refused():
    with pytest.raises(cf.EmptySheetError):
        generator([sheet("s", 1, 1)], slot("s", 3)).odds(packs=10)


def test_octgn_knows_no_protection_of_a_card_that_is_twice_on_its_sheet():
    twice = cf.Sheet("s", [cf.Entry(cf.CardRef("a")), cf.Entry(cf.CardRef("a"))])
    made = generator([twice], slot("s", 1), distinct_scope="slot")
    with pytest.raises(cf.CollationError, match="protection"):
        cf.Generator(made.cardset, made.booster, seed=1, rules="octgn")


def test_simulated_packs_end_with_the_time_of_one_question(monkeypatch):
    """Where nearly every card is drawn again many times, fewer packs are simulated."""
    monkeypatch.setattr(table_of_odds, "MAX_WORK", 10_000)
    sheets = [sheet("A", 9999, *[1] * 30)]
    quick = generator([sheet("A", 1, 1)], slot("A", 2)).packs
    slow = generator(sheets, slot("A", 20)).packs
    assert sum(1 for _ in table_of_odds.simulated(quick, None)) == 10_000
    assert 50 < sum(1 for _ in table_of_odds.simulated(slow, None)) < 5_000
    assert sum(1 for _ in table_of_odds.simulated(slow, 5)) == 5
