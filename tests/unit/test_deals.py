"""Deals: rounds and seats, and a supply that is used up without favouring any pack."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation import rounds
from cardformats.collation.deals import class_plan, swaps
from tests.boosters import generator, sheet, slot


def copies_of(deal):
    return Counter(each.card.name for pack in deal.packs for each in pack.cards)


FINITE = cf.model.Event(supply="finite")


def test_a_deal_has_a_pack_for_every_seat_in_every_round():
    made = generator(
        [sheet("A", *[1] * 9)], slot("A", 2), event=cf.model.Event(boosters_per_player=4)
    )
    deal = made.deal(3)
    assert [len(each) for each in deal.rounds] == [3] * 4
    assert [pack.number for pack in deal.packs] == list(range(12))
    assert [pack.number for pack in deal.seat(1)] == [1, 4, 7, 10]
    assert deal == made.deal(3)
    assert deal != made.deal(3, number=1)


def test_a_deal_begins_with_the_first_bytes_of_its_number():
    """They choose the card of the first slot, from two sheets of nine copies each."""
    parts = [slot("M", 1, ("A",), ("B",))]
    made = generator([sheet("A", *[1] * 9), sheet("B", *[1] * 9)], *parts, event=None)
    for number in range(20):
        bits = Bits(Source(1, "deal"), number)
        first = bits.below(18)
        name = f"{'AB'[first // 9]}{first % 9}"
        (card,) = made.deal(2, number=number).packs[0].cards
        assert card.card.name == name


def test_an_event_can_be_given():
    made = generator([sheet("A", *[1] * 9)], slot("A", 3), event=None)
    assert len(made.deal(1).packs) == 3
    deal = made.deal(1, cf.model.Event(supply="finite", boosters_per_player=3))
    assert set(copies_of(deal).values()) == {1}


def test_rounds_name_boosters_and_layouts():
    layouts = [cf.Layout(name, 0, [slot(name, 1)]) for name in "AB"]
    other = cf.Booster("other", layouts=[cf.Layout("C", 1, [slot("C", 1)])])
    named = cf.model.Round(layouts=[cf.model.LayoutChoice("B")])
    event = cf.model.Event([named, cf.model.Round("other")], boosters_per_player=3)
    cardset = cf.CardSet(
        sheets=[sheet(name, 1) for name in "ABC"],
        boosters=[cf.Booster("b", layouts=layouts), other],
        event=event,
    )
    deal = cf.Generator(cardset, seed=1).deal(2)
    assert [pack.layout for pack in deal.seat(0)] == ["B", "C", "B"]
    assert [pack.booster for pack in deal.seat(0)] == ["b", "other", "b"]


def test_a_bag_of_layouts_is_emptied_before_one_comes_again():
    layouts = [cf.Layout("rare", 1, [slot("A", 1)]), cf.Layout("usual", 3, [slot("A", 1)])]
    event = cf.model.Event(layout_replacement=False, boosters_per_player=2)
    made = generator([sheet("A", 1)], layouts=layouts, event=event)
    places = Counter()
    for number in range(200):
        packs = [pack.layout for pack in made.deal(4, number=number).packs]
        assert packs[:4].count("rare") == packs[4:].count("rare") == 1
        places[packs.index("rare")] += 1
    assert min(places.values()) > 30


def test_every_copy_comes_once():
    made = generator([sheet("A", *range(1, 9))], slot("A", 4), event=FINITE, distinct="none")
    deal = made.deal(3)
    assert copies_of(deal) == {f"A{number}": number + 1 for number in range(8)}


def test_packs_have_no_card_twice_and_none_is_better_off():
    """50 single cards and 60 of four copies: each pack has the same share of the single ones."""
    copies = [1] * 50 + [4] * 60
    event = cf.model.Event(supply="finite", boosters_per_player=3)
    made = generator([sheet("A", *copies)], slot("A", 12), event=event)
    single = Counter()
    deals = 150
    for number in range(deals):
        for pack in made.deal(8, number=number).packs:
            names = [each.card.name for each in pack.cards]
            assert len(set(names)) == len(names)
            single[pack.number] += sum(int(name[1:]) < 50 for name in names)
    share = Fraction(12 * 50, 290)
    spread = (float(share) * (1 - float(share) / 12) * deals) ** 0.5
    assert all(abs(single[number] - deals * share) < 4.5 * spread for number in range(24))


def test_a_supply_that_cannot_last_is_an_error():
    made = generator([sheet("A", *[1] * 20)], slot("A", 3), event=FINITE)
    assert len(made.deal(2).packs) == 6
    with pytest.raises(
        cf.EmptySheetError,
        match="the supply of 'A' is too small for all packs: the slot 'A' needs 3 cards, but "
        "only 2",
    ):
        made.deal(3)


@pytest.mark.parametrize(
    ("on_short", "sizes"), [(("skip",), {"A": 4, "B": 3}), (("carry",), {"A": 4, "B": 5})]
)
def test_a_short_slot_does_what_it_says(on_short, sizes):
    sheets = [sheet("A", *[1] * 4), sheet("B", *[1] * 9)]
    made = generator(sheets, slot("A", 2, on_short=on_short), slot("B", 1), event=FINITE)
    counts = Counter(each.sheet for pack in made.deal(1).packs for each in pack.cards)
    assert counts == sizes


def test_the_next_sheet_helps_out():
    sheets = [sheet("A", 1), sheet("B", *[1] * 9)]
    part = slot("s", 1, ("A", 1), ("B", 0), on_short=("next",))
    wide = slot("s", 1, ("A", 100), ("B", 1), on_short=("next",))
    with pytest.raises(cf.EmptySheetError):
        generator(sheets, part, event=FINITE).deal(1)
    counts = Counter(each.sheet for pack in generator(sheets, wide, event=FINITE).deal(1).packs
                     for each in pack.cards)  # fmt: skip
    assert counts == {"A": 1, "B": 2}


def test_a_supply_that_is_refilled_starts_anew():
    event = cf.model.Event(supply="refill", boosters_per_player=7)
    made = generator([sheet("A", 1, 1, 1)], slot("A", 1), event=event)
    counts = copies_of(made.deal(1))
    assert sorted(counts.values()) == [2, 2, 3]


def test_runs_and_weights_are_not_used_up():
    sheets = [
        sheet("A", 1, 1, collation=cf.model.PrintRun()),
        sheet("B", 1, collation=cf.model.Random(replacement=True)),
    ]
    made = generator(sheets, slot("A", 2), slot("B", 1), event=FINITE)
    assert copies_of(made.deal(4)) == {"A0": 12, "A1": 12, "B0": 12}


def test_a_replaced_card_leaves_its_pack_but_is_used_up():
    sheets = [sheet("A", *[1] * 6), sheet("B", *[1] * 3)]
    made = generator(
        sheets,
        slot("A", 2),
        event=FINITE,
        constraints=[cf.model.Replace("A", "B", 1, finish="foil")],
    )
    deal = made.deal(1)
    assert [[each.sheet for each in pack.cards] for pack in deal.packs] == [["A", "B"]] * 3
    assert set(copies_of(deal).values()) == {1}


def test_balanced_slots_have_every_class_as_long_as_it_lasts():
    colors = list(cf.model.Color)
    cards = [cf.Card(cf.Face(f"A{n}", colors=colors[n % 5 : n % 5 + 1])) for n in range(100)]
    event = cf.model.Event(supply="finite", color_balance=True, boosters_per_player=3)
    made = generator([sheet("A", *[2] * 100)], slot("A", 8), event=event, cards=cards)
    for number in range(20):
        for pack in made.deal(6, number=number).packs:
            names = [each.card.name for each in pack.cards]
            assert len(set(names)) == 8
            assert {int(name[1:]) % 5 for name in names} == set(range(5))


def balanced_sheet(*classes):
    """A sheet balanced by rarity; a class is the copies of its cards."""
    entries = [
        cf.Entry(cf.CardRef(f"{'abcdefgh'[number]}{at}"), copies, overrides={"rarity": str(number)})
        for number, each in enumerate(classes)
        for at, copies in enumerate(each)
    ]
    return cf.Sheet("A", entries, cf.model.Balanced("rarity"))


def test_a_class_of_few_cards_gives_no_more_than_it_has():
    """On average a class would give more cards than it has; it gives all, the others the rest."""
    made = generator([balanced_sheet([60, 60], [8] * 12, [4] * 6)], slot("A", 8), event=FINITE)
    thirds = Counter()
    for number in range(150):
        for pack in made.deal(4, number=number).packs:
            names = [each.card.name for each in pack.cards]
            assert len(set(names)) == 8
            classes = Counter(name[0] for name in names)
            assert classes["a"] == 2
            thirds[classes["c"]] += 1
    assert set(thirds) <= {1, 2, 3, 4}
    assert abs(sum(n * times for n, times in thirds.items()) / 1800 - 6 * 24 / 120) < 0.06


def test_all_is_dealt_even_if_cards_come_twice():
    made = generator([balanced_sheet([18, 18], [6] * 4)], slot("A", 5), event=FINITE)
    deal = made.deal(4)
    assert copies_of(deal) == {"a0": 18, "a1": 18, **{f"b{n}": 6 for n in range(4)}}
    assert all({"a", "b"} == {each.card.name[0] for each in pack.cards} for pack in deal.packs)


def test_slots_that_would_have_too_many_of_a_class_exchange_them(monkeypatch):
    """More than half of all copies are of four cards; without a partner, all slots get the same."""
    made = generator([balanced_sheet([9] * 4, [3] * 9)], slot("A", 5), event=FINITE)
    deals = [made.deal(4, number=number) for number in range(40)]
    monkeypatch.setattr(class_plan, "_TRIES", 0)
    deals += [made.deal(4, number=number) for number in range(40)]
    counts = Counter()
    for deal in deals:
        for pack in deal.packs:
            assert len({each.card for each in pack.cards}) == 5
            counts[sum(each.card.name[0] == "a" for each in pack.cards)] += 1
    assert set(counts) == {1, 2, 3, 4}
    mean = sum(number * times for number, times in counts.items()) / 960
    assert abs(mean - 5 * 36 / 63) < 0.05


def test_names_or_slots_can_be_what_is_distinct():
    entries = [cf.Entry(cf.CardRef(name, "X", str(n))) for name in "pqrs" for n in range(3)]
    made = generator([cf.Sheet("A", entries)], slot("A", 4), event=FINITE, distinct="name")
    assert all(len({e.card.name for e in pack.cards}) == 4 for pack in made.deal(1).packs)
    twice = generator(
        [sheet("A", *[4] * 3)],
        slot("A", 3),
        cf.Slot("again", 1, [cf.SheetChoice("A")]),
        event=FINITE,
        distinct_scope="slot",
    )
    for pack in twice.deal(1).packs:
        assert len({each.card for each in pack.cards if each.slot == "A"}) == 3


def test_what_a_finite_supply_cannot_do_says_so():
    promise = [cf.model.AtLeast(1, "name", "a1")]
    made = generator([sheet("A", *[1] * 9)], slot("A", 2), event=FINITE, constraints=promise)
    with pytest.raises(cf.CollationError, match="cannot be met by a finite supply"):
        made.deal(1)
    with pytest.raises(cf.CollationError, match="at least 1 player"):
        generator([sheet("A", 1)], slot("A", 1), event=None).deal(0)


def test_guarantees_hold_in_deals_from_an_infinite_supply():
    promise = [cf.model.AtLeast(1, "name", "a1")]
    made = generator([sheet("A", *[1] * 9)], slot("A", 2), event=None, constraints=promise)
    assert all("A1" in {e.card.name for e in pack.cards} for pack in made.deal(4).packs)


@pytest.mark.parametrize("supply", ["infinite", "finite"])
def test_a_slot_that_drew_nothing_has_no_card_to_replace(supply):
    sheets = [sheet("A", 1, 1, 1), sheet("E"), sheet("R", 1, 1, 1)]
    made = generator(
        sheets,
        slot("A", 1),
        slot("E", 1, on_short=("skip",)),
        event=cf.model.Event(supply=supply, boosters_per_player=3),
        constraints=[cf.model.Replace("E", "R", 1)],
    )
    packs = [made.pack(0), *made.deal(1).packs]
    assert [[each.sheet for each in pack.cards] for pack in packs] == [["A"]] * 4


@pytest.mark.parametrize("supply", ["infinite", "finite"])
def test_what_is_carried_passes_by_a_replaced_card(supply):
    sheets = [sheet("A", 1, 1), sheet("C", *[1] * 9), sheet("R", 1, 1, 1)]
    made = generator(
        sheets,
        slot("A", 3, on_short=("carry",)),
        slot("C", 1),
        event=cf.model.Event(supply=supply, boosters_per_player=1),
        constraints=[cf.model.Replace("A", "R", 1)],
    )
    for pack in (made.pack(0), *made.deal(1).packs):
        assert [each.sheet for each in pack.cards] == ["A", "R", "C", "C"]


@pytest.mark.parametrize("supply", ["infinite", "finite", "refill"])
def test_slots_whose_cards_choose_among_returning_sheets_are_dealt(supply):
    again = cf.model.Random(replacement=True)
    sheets = [sheet(name, 1, 2, collation=again) for name in "AB"]
    sheets += [sheet("C", 1, 1), sheet("A + B #0", 9)]
    mixed = slot("M", 3, ("A", 2), ("B", 1), choose="card")
    short = slot("C", 4, on_short=["carry"])
    event = cf.model.Event(supply=supply)
    made = generator(sheets, mixed, short, mixed, distinct="none", event=event)
    for pack in (made.pack(0), made.deal(1).packs[0]):
        by_slot = Counter(each.slot for each in pack.cards)
        assert by_slot["M"] + by_slot["C"] == 10
        assert all(each.sheet in "AB" for each in pack.cards if each.slot == "M")


def test_a_sheet_that_starts_anew_within_a_pack_gives_no_card_twice():
    event = cf.model.Event(supply="refill")
    made = generator([sheet("A", *[1] * 5)], slot("A", 3), event=event)
    for number in range(60):
        packs = made.deal(1, number=number).packs
        assert all(len({each.card for each in pack.cards}) == 3 for pack in packs)


def test_copies_beyond_memory_are_dealt_and_swapped():
    made = generator([sheet("A", 10**12, 10**12)], slot("A", 3), event=FINITE)
    deal = made.deal(4)
    assert {len(pack.cards) for pack in deal.packs} == {3}
    # with two different cards one comes again, whatever is swapped
    assert {len({each.card for each in pack.cards}) for pack in deal.packs} <= {1, 2}


def test_swaps_that_cannot_be_are_given_up(monkeypatch):
    """Packs of 30 have 27 cards too many of three, and none of the 150 others will do for any."""
    looks = []
    may = swaps.Swaps._may  # noqa: SLF001 - what is looked at shows nowhere else
    monkeypatch.setattr(swaps, "_LOOKS", 50)
    monkeypatch.setattr(
        swaps.Swaps, "_may", lambda *args, **kind: looks.append(args) or may(*args, **kind)
    )
    sheets = [sheet("A", 500, 500, 1)]
    generator(sheets, slot("A", 30), event=FINITE).deal(2)
    assert 20 * 100 < len(looks) <= 20 * 180 + 50


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
def test_what_would_take_all_memory_is_refused(rules):
    event = cf.model.Event(boosters_per_player=10**9)
    made = generator([sheet("A", *[1] * 9)], slot("A", 1), event=event, rules=rules)
    with pytest.raises(cf.CollationError, match="10000 boosters per player, not 1000000000"):
        made.deal(2)


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
@pytest.mark.parametrize("supply", ["infinite", "finite"])
def test_a_deal_has_up_to_a_million_cards(monkeypatch, rules, supply):
    monkeypatch.setattr(rounds, "MAX_CARDS", 24)
    event = cf.model.Event(supply=supply, boosters_per_player=3)
    made = generator([sheet("A", *[1] * 99)], slot("A", 2), event=event, rules=rules)
    assert len(made.deal(4).packs) == 12
    with pytest.raises(cf.CollationError, match="a deal has at most 24 cards"):
        made.deal(5)


# Numbers that are read together are the same as one after the other.


@pytest.mark.parametrize("limit", [1, 200, 256, 257, 2**24, 2**55, 2**56, 3 * 2**60, 2**100])
@pytest.mark.parametrize("known", [0, 32, 96, 160])
def test_numbers_read_together(limit, known):
    source = Source("together")
    for number in range(40):
        one = Bits(source, number, 7)
        data = source.longer(number, source.start(number), known)[:known]
        other = Bits(source, number, 7, data)
        for count in (0, 1, 5, 40, 3):
            assert other.several(limit, count) == [one.below(limit) for _ in range(count)]
            falling = [one.below(limit + 200 - at) for at in range(3 * count)]
            assert other.falling(limit + 200, 3 * count) == falling


def test_a_slot_that_may_be_short_comes_after_one_that_refills_the_sheet():
    slots = [slot("S", 6, on_short=["refill"]), slot("t", 1, ("S",), on_short=["skip"])]
    entries = [cf.Entry(f"{n}", overrides={"rarity": "ab"[n % 2]}) for n in range(6)]
    its = cf.Sheet("S", entries, cf.model.Balanced("rarity"))
    event = cf.model.Event(supply="finite", boosters_per_player=1)
    made = generator([its], *slots, event=event)
    for number in range(20):
        deal = made.deal(2, number=number)
        assert [len(pack.cards) for pack in deal.packs] == [6, 6]
