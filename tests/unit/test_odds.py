"""Exact odds: against every way a pack can come out, and against packs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.collation.odds import table as table_of_odds
from tests.boosters import by_function, generator, sheet, slot
from tests.every_pack import every_pack


def assert_exact(made):
    """The table says what happens over all packs that can come out."""
    expected, some = Counter(), Counter()
    together, total = Counter(), 0
    for (_, cards), chance in every_pack(made.cardset).items():
        total += chance
        for what, number in Counter((each.card, each.finish) for each in cards).items():
            expected[what] += chance * number
            some[what] += chance
        together[frozenset(each.card for each in cards)] += chance
    assert total == 1
    table = made.odds(packs=10)
    assert table.exact
    rows = {(row.card, row.finish): row for row in table}
    assert {what for what, row in rows.items() if row.expected} == set(expected)
    for what, copies in expected.items():
        assert rows[what].expected == copies, what
        assert rows[what].at_least_one == some[what], what
        assert rows[what].error == 0
    refs = sorted({card for card, _ in expected}, key=str)[:2]
    both = sum(chance for cards, chance in together.items() if cards.issuperset(refs))
    assert table.joint(*refs) in {both, None}


SMALL = st.integers(1, 4)


@st.composite
def boosters(draw):
    """Small boosters of every straight kind of sheet."""
    kinds = [
        cf.model.Random(),
        cf.model.Random(replacement=True),
        cf.model.Spread(),
        cf.model.Fixed(),
        cf.model.PrintRun(draw(SMALL), draw(st.sampled_from(["slot", "pack"]))),
        cf.model.Striped(draw(SMALL), (1, draw(st.integers(0, 2)))),
    ]
    sheets = [
        sheet(name, *draw(st.lists(st.integers(1, 2), min_size=2, max_size=4)),
              collation=draw(st.sampled_from(kinds)))
        for name in "ABC"
    ]  # fmt: skip
    names = st.sampled_from("ABC")
    slots = []
    for number in range(draw(st.integers(1, 3))):
        choices = [cf.SheetChoice(draw(names), draw(SMALL)) for _ in range(draw(st.integers(1, 2)))]
        slots.append(cf.Slot(f"s{number}", draw(st.integers(0, 2)), choices, on_short=("skip",)))
    option = cf.Layout("o", draw(SMALL), slots[1:])
    parts = [*slots[:1], cf.model.Choice([option, cf.Layout("nothing", 1)])]
    replaces = [
        cf.model.Replace("s0", draw(names), Fraction(1, draw(st.integers(1, 3))), finish="foil")
    ]
    booster = cf.Booster(
        layouts=[cf.Layout("L", 1, parts), cf.Layout("M", draw(st.integers(0, 2)), slots[:1])],
        distinct="none",
        constraints=replaces if draw(st.booleans()) else [],
    )
    return cf.CardSet(sheets=sheets, boosters=[booster])


@given(boosters())
def test_odds_are_those_of_all_packs_that_can_come(cardset):
    made = cf.Generator(cardset, seed=1)
    assert_exact(made)


def drawn_one_by_one(sheets, slots):
    """What slots draw by weight where nothing comes twice, with the probability of each way."""
    ways = {(): Fraction(1)}
    for name, count, finish in slots:
        for _ in range(count):
            after = Counter()
            for taken, chance in ways.items():
                gone = {ref for ref, _ in taken}
                free = {e.card: e.copies for e in sheets[name].entries if e.card not in gone}
                for ref, copies in free.items():
                    share = chance * Fraction(copies, sum(free.values()))
                    after[*taken, (ref, finish)] += share
            ways = after
    return ways


@given(st.data())
def test_slots_that_share_cards_have_the_odds_of_drawing_one_by_one(data):
    cards = [cf.CardRef(letter) for letter in "abcdef"]
    sheets = {}
    for name in "XYZ":
        chosen = data.draw(st.lists(st.sampled_from(cards), min_size=4, unique=True))
        entries = [cf.Entry(card, data.draw(st.integers(1, 3))) for card in chosen]
        sheets[name] = cf.Sheet(name, entries, cf.model.Random(replacement=True))
    slots = [
        (data.draw(st.sampled_from("XYZ")), data.draw(st.integers(0, 2)), finish)
        for finish in (None, "foil")
    ]
    parts = [slot(f"s{n}", k, (name,), finish=f) for n, (name, k, f) in enumerate(slots)]
    table = generator(sheets.values(), *parts).odds(packs=1)
    expected = Counter()
    for taken, chance in drawn_one_by_one(sheets, slots).items():
        for what in taken:
            expected[what] += chance
    rows = {(row.card, row.finish): row for row in table if row.expected}
    assert table.exact
    assert {what: row.expected for what, row in rows.items()} == dict(expected)
    assert all(row.expected == row.at_least_one for row in rows.values())


def test_six_of_four_heavy_and_twenty_light_cards():
    """Weights times six draws would say 1 and 0.1 copies; what came cannot come again."""
    copies = [10] * 4 + [1] * 20
    heavy, light = list(generator([sheet("A", *copies)], slot("A", 6)).odds())[3:5]
    assert round(float(heavy.expected), 3) == 0.792
    assert round(float(light.expected), 3) == 0.142


def color_card(name, *colors):
    return cf.Card(cf.Face(name, colors=colors))


def test_a_balanced_slot_gives_every_card_its_share():
    cards = [color_card(f"A{n}", list(cf.model.Color)[n % 5]) for n in range(95)]
    made = generator(
        [sheet("A", *[1] * 101, collation=cf.model.Balanced())], slot("A", 10), cards=cards
    )
    table = made.odds()
    assert {row.expected for row in table} == {Fraction(10, 101)}
    assert table.counts("color", "w").get(0) is None
    assert sum(number * chance for number, chance in table.counts("color", "u").items()) == (
        Fraction(190, 101)
    )


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


@pytest.mark.parametrize("replacement", [True, False])
def test_cards_that_have_to_come_again_have_exact_odds(replacement):
    """All of two cards come once, and then any of what is left."""
    random = cf.model.Random(replacement=replacement)
    made = generator([sheet("A", 3, 1, collation=random)], slot("A", 3))
    table = made.odds()
    again = Fraction(3, 4) if replacement else 1
    assert table.exact
    assert [row.expected for row in table] == [1 + again, 2 - again]
    assert {row.at_least_one for row in table} == {1}
    copies = Counter(each.card.name for pack in made.packs(2_000) for each in pack.cards)
    assert abs(copies["A0"] / 2_000 - float(1 + again)) < 0.05


def test_two_slots_whose_cards_have_to_come_again_have_exact_odds():
    """Two slots want three distinct cards of two copies of one and one of the other."""
    parts = [slot("A", 2), cf.Slot("again", 1, [cf.SheetChoice("A")])]
    table = generator([sheet("A", 2, 1)], *parts).odds(packs=500)
    assert table.exact
    assert [(row.expected, row.at_least_one) for row in table] == [(2, 1), (1, 1)]
    assert table.counts("name", "a0") == {2: 1}
    assert table.joint("A0", "A1") == 1


def test_rows_without_a_closed_form_are_counted_and_say_so():
    table = generator(
        [by_function(sheet("A", 1, 1)), sheet("B", 1)], slot("A", 3), slot("B", 1)
    ).odds(packs=500)
    assert not table.exact
    assert [row.exact for row in table] == [False, False, True]
    assert [row.error > 0 for row in table] == [True, True, False]
    assert sum(row.expected for row in table) == 4
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


@pytest.mark.parametrize("count", [3, 4, 600])
@pytest.mark.parametrize("scope", ["slot", "pack"])
def test_a_slot_that_gives_all_of_its_sheet_is_certain(count, scope):
    short = slot("s", count, on_short=("skip",))
    made = generator([sheet("s", 1, 1, 1)], short, distinct_scope=scope)
    table = made.odds()
    assert table.exact
    assert [(row.expected, row.at_least_one) for row in table] == [(1, 1)] * 3
    either = cf.model.Choice([cf.Layout("", 1, [short]), cf.Layout("", 3, [])])
    table = generator([sheet("s", 1, 2)], either, distinct="none").odds()
    assert [row.expected for row in table] == [Fraction(1, 4), Fraction(1, 2)]


def test_a_slot_that_cannot_be_short_is_still_refused():
    with pytest.raises(cf.EmptySheetError):
        generator([sheet("s", 1, 1)], slot("s", 3)).odds(packs=10)


def test_two_slots_that_look_at_one_another_and_are_short_are_as_their_packs_are():
    parts = [slot(name, 3, ("s",), on_short=("skip",)) for name in "ab"]
    made = generator([sheet("s", 2, 2)], *parts, distinct_scope="pack")
    found = Counter(card.card for pack in made.packs(200) for card in pack.cards)
    for row in made.odds(packs=500):
        assert float(row.expected) == pytest.approx(found[row.card] / 200, abs=0.2)


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


@pytest.mark.parametrize("run", ["af", "fa", "gf", "cb"])
@pytest.mark.parametrize("collation", [cf.model.PrintRun(), cf.model.Fixed()])
def test_exact_odds_of_slots_that_share_cards_are_those_of_packs(run, collation):
    def of(name, letters, **fields):
        return cf.Sheet(name, [cf.Entry(cf.CardRef(each)) for each in letters], **fields)

    sheets = [of("A", "abc"), of("B", "de"), of("R", run, collation=collation), of("Z", "abfgh")]
    chosen = slot("M", 2, ("A", 1), ("B", 2), choose="card")
    made = generator(sheets, chosen, slot("R", 2), slot("Z", 2))
    came = Counter(card for pack in made.packs(1500) for card in {x.card for x in pack.cards})
    table = made.odds(packs=10)
    for row in table if table.exact else ():
        assert float(row.at_least_one) == pytest.approx(came[row.card] / 1500, abs=0.06)
