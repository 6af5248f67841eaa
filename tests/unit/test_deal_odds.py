"""The odds of the packs of an event, against all deals that it can have."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import pytest

import cardformats as cf
from cardformats.collation.odds.table import counted
from tests.boosters import cardset, generator, sheet, slot
from tests.every_deal import every_deal


def small(sheets, *parts, rounds=2, supply="finite", event=(), **fields):
    event = cf.model.Event(supply=supply, boosters_per_player=rounds, **dict(event))
    return cardset(sheets, *parts, event=event, **fields)


def units(packs, players, of):
    rounds = [packs[at : at + players] for at in range(0, len(packs), players)]
    if of == "pack":
        return [[pack] for pack in packs]
    return rounds if of == "round" else [list(its) for its in zip(*rounds, strict=True)]


def facts(deals, players, of):
    """The expected copies and the chance of one or more, and how many different cards come."""
    expected, some, sizes = Counter(), Counter(), Counter()
    both = Fraction()
    for packs, chance in deals.items():
        its = units(packs, players, of)
        for unit in its:
            names = [name for pack in unit for name in pack]
            share = chance / len(its)
            for name, number in Counter(names).items():
                expected[name] += share * number
                some[name] += share
            sizes[sum(name.startswith("A") for name in names)] += share
            both += share * ({"A0", "A1"} <= set(names))
    return expected, some, dict(sizes), both


def foil_layouts():
    return [
        cf.Layout("plain", 2, [slot("A", 2)]),
        cf.Layout("foil", 1, [slot("A", 1), slot("B", 1)]),
    ]


EVENTS = {
    "singles": small([sheet("A", 1, 1, 1, 1, 1)], slot("A", 1)),
    "two of each pack": small([sheet("A", 1, 1, 1, 1, 1)], slot("A", 2), rounds=1),
    "twins may come": small([sheet("A", 2, 1, 3)], slot("A", 2), distinct="none", rounds=1),
    "twins of a seat": small([sheet("A", 3, 1, 2)], slot("A", 1)),
    "one of each sheet": small(
        [sheet("A", 2, 1, 2), sheet("B", 2)], slot("A", 1), slot("B", 1), rounds=1
    ),
    "two layouts": small([sheet("A", 1, 1, 1, 1), sheet("B", 2)], layouts=foil_layouts(), rounds=1),
    "two layouts in a bag": small(
        [sheet("A", 1, 1, 1, 1, 1), sheet("B", 2)],
        layouts=foil_layouts(),
        rounds=1,
        event={"layout_replacement": False},
    ),
    "a bag that is filled again": small(
        [sheet("A", 1, 1, 1, 1)],
        layouts=[cf.Layout("x", 1, [slot("A", 1)]), cf.Layout("y", 2, [])],
        event={"layout_replacement": False},
    ),
    "each card chooses": small(
        [sheet("A", 1, 1, 1, 1), sheet("B", 1, 1, 1, 1)],
        slot("s", 2, ("A", 2), ("B", 1), choose="card"),
        rounds=1,
    ),
    "replaced": small(
        [sheet("A", 1, 1, 1, 1), sheet("B", 1, 1)],
        slot("A", 2),
        rounds=1,
        constraints=[cf.model.Replace("A", "B", Fraction(1, 3))],
    ),
    "beside an endless sheet": small(
        [sheet("A", 1, 1, 1, 1), sheet("B", 1, 2, collation=cf.model.Fixed())],
        slot("A", 1),
        slot("B", 2),
    ),
    "one at a time, again and again": small(
        [sheet("A", 2, 1), sheet("B", 1, 1, collation=cf.model.PrintRun())],
        slot("A", 1),
        slot("B", 1),
        supply="infinite",
        rounds=1,
    ),
    "layouts in a bag, cards without end": small(
        [sheet("A", 2, 1), sheet("B", 1)],
        layouts=[cf.Layout("x", 1, [slot("A", 1)]), cf.Layout("y", 2, [slot("B", 1)])],
        event={"layout_replacement": False},
        supply="infinite",
    ),
}


OF = ("pack", "seat", "round")


@pytest.mark.parametrize("name", EVENTS)
def test_odds_are_those_of_all_deals(name, monkeypatch):
    its = EVENTS[name]
    deals = every_deal(monkeypatch, its, 2)
    for of in OF:
        table = cf.Generator(its, seed=1).deal_odds(2, of=of)
        table = pickle.loads(pickle.dumps(table))
        expected, some, sizes, both = facts(deals, 2, of)
        assert table.exact
        assert {row.card.name: row.expected for row in table if row.expected} == expected
        assert {row.card.name: row.at_least_one for row in table if row.expected} == some
        assert table.counts("sheet", "A") == sizes
        assert table.joint("A0", "A1") == both


def balanced_set(*copies):
    cards = [
        cf.Card([cf.Face(f"A{number}", colors=["W" if number % 2 else "U"])])
        for number in range(len(copies))
    ]
    return small(
        [sheet("A", *copies, collation=cf.model.Balanced())], slot("A", 2), cards=cards, rounds=1
    )


def agrees(table, expected, some):
    """The exact numbers are right, and the others are near."""
    for row in table:
        name = row.card.name
        if row.error:
            assert abs(float(row.expected - expected[name])) < 5 * row.error
        else:
            assert row.expected == expected[name]
        if row.error_of_any:
            assert abs(float(row.at_least_one - some[name])) < 5 * row.error_of_any
        else:
            assert row.at_least_one == some[name]
        assert row.exact == (row.error == row.error_of_any == 0)


@pytest.mark.parametrize(
    "its",
    [
        small([sheet("A", 2, 2, 2)], slot("A", 2), rounds=1),
        small([sheet("A", 2, 1, 1, 1)], slot("A", 2), rounds=1),
        balanced_set(1, 1, 1, 1),
        balanced_set(2, 1, 1),
        small([sheet("A", 1, 1)], slot("A", 1), supply="refill"),
    ],
)
def test_what_is_not_exact_says_how_far_it_can_be_off(its, monkeypatch):
    deals = every_deal(monkeypatch, its, 2)
    for of in OF:
        table = cf.Generator(its, seed=1).deal_odds(2, of=of, deals=500)
        agrees(table, *facts(deals, 2, of)[:2])


@pytest.mark.parametrize("supply", ["finite", "refill"])
@pytest.mark.parametrize("copies", [[4] * 20, [1, 2, 4, 1] * 10])
def test_parted_twins_change_no_average(copies, supply):
    """Where there are packs enough to swap with, packs are exact, and deals agree with that."""
    its = small([sheet("A", *copies)], slot("A", 3), supply=supply)
    made = cf.Generator(its, seed=1)
    table = made.deal_odds(of="pack")
    assert table.exact
    assert (table.counts("sheet", "A") is None) == (copies[0] == 1)
    assert sum(row.expected for row in table) == 3
    deals = [made.deal(8, number=number) for number in range(100)]
    counts = counted([pack.cards for pack in deal.packs] for deal in deals)
    for row in table:
        seen = counts[row.card, None]
        assert abs(float(row.expected - seen.expected)) < 5 * seen.error
        assert abs(float(row.at_least_one - seen.at_least_one)) < 5 * seen.error_of_any
    seat = made.deal_odds(of="seat", deals=5)
    assert [row.expected for row in seat] == [2 * row.expected for row in table]
    assert not seat.exact


def test_guarantees_keep_their_odds_in_an_endless_event_and_are_refused_in_others():
    limit = cf.model.AtLeast(1, "sheet", "A")
    parts = [slot("s", 1, ("A", 1), ("B", 1))]
    sheets = [sheet("A", 1, 1), sheet("B", 1)]
    made = cf.Generator(small(sheets, *parts, constraints=[limit], supply="infinite"), seed=1)
    assert {row.card.name: row.expected for row in made.deal_odds(of="seat")} == {
        "A0": 1,
        "A1": 1,
        "B0": 0,
    }
    with pytest.raises(cf.CollationError, match="finite supply"):
        made.deal_odds(2, cf.model.Event(supply="finite"))
    bag = made.deal_odds(2, cf.model.Event(layout_replacement=False), deals=20)
    assert not bag.exact
    assert bag.unknown == (
        "packs that are drawn again take more layouts from the bag: no closed form",
    )
    never = small(
        sheets, *parts, constraints=[cf.model.AtLeast(2, "sheet", "A")], supply="infinite"
    )
    with pytest.raises(cf.CollationError, match="meets its constraints"):
        cf.Generator(never, seed=1).deal_odds()
    with pytest.raises(cf.CollationError, match="meets its constraints"):
        cf.Generator(never, seed=1).box_odds()


def test_an_event_of_another_program_is_simulated():
    its = small([sheet("A", 1, 1, 1, 1, 1, 1)], slot("A", 2), rounds=1)
    table = cf.Generator(its, seed=1, rules="draftmancer").deal_odds(2, of="round", deals=50)
    assert not table.exact
    assert sum(row.expected for row in table) == 4
    assert table.counts("sheet", "A") is None


@pytest.mark.parametrize("supply", ["infinite", "finite", "refill"])
@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
def test_a_deal_of_too_many_packs_is_refused_before_it_is_begun(supply, rules):
    made = cf.Generator(small([sheet("A", 1)], slot("A", 1), supply=supply), seed=1, rules=rules)
    for ask in (made.deal, made.deal_odds):
        with pytest.raises(cf.CollationError, match="at most 1000000 packs, not 1000000000000"):
            ask(500_000_000_000)
        with pytest.raises(cf.CollationError, match="at least 1 player"):
            ask(0)


def test_odds_of_a_deal_are_of_a_pack_a_seat_or_a_round():
    made = cf.Generator(small([sheet("A", 1, 1)], slot("A", 1)), seed=1)
    with pytest.raises(cf.CollationError, match="'pack', 'seat', 'round'"):
        made.deal_odds(of="box")
    with pytest.raises(cf.CollationError, match="at least 1 player"):
        made.deal_odds(0)


def test_slots_of_a_pack_need_not_have_the_same_share_where_twins_are_parted():
    """Of twins in two slots, the card in the first one is swapped for another."""
    parts = [slot("A", 2), slot("foil", 1, ("A",), finish="foil")]
    its = small([sheet("A", *[1, 2, 4, 1] * 10)], *parts)
    made = cf.Generator(its, seed=1)
    table = made.deal_odds(deals=20)
    assert not any(row.exact for row in table)
    assert all(row.error > 0 for row in table)
    alike = cf.Generator(small([sheet("A", *[4] * 20)], *parts), seed=1).deal_odds()
    assert {(row.finish, row.expected) for row in alike} == {
        (None, Fraction(2, 20)),
        ("foil", Fraction(1, 20)),
    }


def test_a_run_that_continues_through_a_box_does_not_do_so_through_a_deal():
    run = sheet("A", *[1] * 4, collation=cf.model.PrintRun(1, "box"))
    table = cf.Generator(small([run], slot("A", 2)), seed=1).deal_odds(1, of="seat")
    assert {row.at_least_one for row in table} == {Fraction(3, 4)}


def test_no_probability_is_over_one_where_a_card_comes_again():
    """A sheet whose cards return and come once, beside one of a supply that refills."""
    returning = sheet("A", 1, 1, collation=cf.model.Random(replacement=True))
    sheets = [returning, sheet("B", *[1] * 9)]
    event = cf.model.Event(supply="refill")
    table = generator(sheets, slot("A", 3), slot("B", 1), event=event).deal_odds(2)
    assert all(row.at_least_one <= 1 for row in table)
    assert {row.at_least_one for row in table if row.card.name[0] == "A"} == {1}


def test_counted_cards_have_the_mean_of_a_unit_and_its_standard_error():
    """Three samples of two units: the errors are of samples, and at least of one more or less."""
    samples = [["aab", "c"], ["", "b"], ["a", "bb"]]
    made = [
        [[cf.PackCard(cf.CardRef(name), "s", "s") for name in unit] for unit in sample]
        for sample in samples
    ]
    rows = {ref.name: row for (ref, _), row in counted(made).items()}
    assert [*rows] == ["a", "b", "c"]
    for name, expected, some, variance, of_any in (
        ("a", Fraction(3, 6), Fraction(2, 6), 2 / 3, 2 / 9),
        ("b", Fraction(4, 6), Fraction(3, 6), 2 / 9, 0),
        ("c", Fraction(1, 6), Fraction(1, 6), 2 / 9, 2 / 9),
    ):
        row = rows[name]
        assert (row.expected, row.at_least_one, row.exact) == (expected, some, False)
        errors = [max((its / 3) ** 0.5, 1 / 3) / 2 for its in (variance, of_any)]
        assert [row.error, row.error_of_any] == pytest.approx(errors)
