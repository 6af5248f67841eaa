"""The rules of other programs: packs as often as there, and what those do not know."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain, permutations
from math import comb

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation.rules.program import rules_for
from cardformats.errors import CollationError, EmptySheetError

COLORS = list(cf.model.Color)


def bits(seed=1):
    return Bits(Source(f"peer {seed}"), 0)


def sheet(name, *copies, **fields):
    entries = [cf.Entry(cf.CardRef(f"{name}{number}"), n) for number, n in enumerate(copies)]
    return cf.Sheet(name, entries, **fields)


def slot(name, count, *sheets, **fields):
    return cf.Slot(name, count, [cf.SheetChoice(*each) for each in sheets or [(name,)]], **fields)


def card(name, *colors):
    return cf.Card((cf.Face(name, colors=frozenset(colors)),))


def rules(name, sheets, *layouts, event=None, cards=(), **fields):
    booster = cf.Booster("b", layouts=layouts, **fields)
    cardset = cf.CardSet(cards=cards, sheets=sheets, boosters=[booster], event=event)
    return rules_for(name)(cardset, booster)


def draftmancer(sheets, *parts, supply="infinite", balance=False, **fields):
    event = cf.model.Event(supply=supply, color_balance=balance)
    return rules("draftmancer", sheets, cf.Layout("L", 1, parts), event=event, **fields)


def wagic(sheets, *parts):
    return rules("wagic", sheets, cf.Layout("default", 1, parts), distinct="none")


def octgn(sheets, *parts, **fields):
    fields = {"distinct": "none", "distinct_scope": "slot"} | fields
    return rules("octgn", sheets, cf.Layout("default", 1, parts), **fields)


def names(cards):
    return [each.card.name for each in cards]


def packs(peer, count, seed=1, **options):
    return [names(cards) for _, cards in peer.session(bits(seed), count, **options)]


def all_of(packs):
    return list(chain.from_iterable(packs))


def assert_frequencies(counts, expected):
    """Each count is within five standard deviations of its exact expectation."""
    total = sum(counts.values())
    assert sum(expected.values()) == 1
    for key, share in expected.items():
        mean = total * share
        assert abs(counts[key] - mean) <= 5 * float(mean * (1 - share)) ** 0.5 + 1e-9, key
    assert set(counts) <= set(expected)


def test_rules_are_found_by_name():
    with pytest.raises(CollationError, match=r"there are no rules 'xmage'; the rules are 'cardf"):
        rules_for("xmage")
    assert rules_for("wagic").__name__ == "WagicRules"


# -- Draftmancer


def test_draftmancer_draws_another_printing_as_if_the_first_were_not_there():
    peer = draftmancer([sheet("A", 10, 5, 1)], slot("A", 2))
    counts = Counter(map(tuple, packs(peer, 4_000)))
    weights = {"A0": 10, "A1": 5, "A2": 1}
    expected = {
        (one, two): Fraction(weights[one], 16) * Fraction(weights[two], 16 - weights[one])
        for one, two in permutations(weights, 2)
    }
    assert_frequencies(counts, expected)


def test_draftmancer_keeps_a_duplicate_if_there_is_nothing_else():
    peer = draftmancer([sheet("A", 1, 1)], slot("A", 3))
    assert {frozenset(pack) for pack in packs(peer, 50)} == {frozenset(("A0", "A1"))}


def test_draftmancer_without_protection_draws_each_card_anew():
    peer = draftmancer([sheet("A", 3, 1)], slot("A", 2), distinct="none")
    counts = Counter(map(tuple, packs(peer, 5_000)))
    shares = {"A0": Fraction(3, 4), "A1": Fraction(1, 4)}
    assert_frequencies(counts, {(a, b): shares[a] * shares[b] for a in shares for b in shares})


def test_two_ways_to_name_a_printing_are_one_to_draftmancer():
    card = cf.Card((cf.Face("X"),), set_code="abc", number="1")
    sheets = [
        cf.Sheet("A", [cf.Entry(cf.CardRef("X"))]),
        cf.Sheet("B", [cf.Entry(cf.CardRef("X", "ABC", "1")), cf.Entry(cf.CardRef("Y"))]),
    ]
    peer = draftmancer(sheets, slot("A", 1), slot("B", 1), cards=[card])
    assert {tuple(pack) for pack in packs(peer, 100)} == {("X", "Y")}


def test_draftmancer_empties_its_sheets_in_the_course_of_a_session():
    peer = draftmancer([sheet("A", 2, 2, 2)], slot("A", 3), supply="finite")
    assert [sorted(pack) for pack in packs(peer, 2)] == [["A0", "A1", "A2"]] * 2
    assert Counter(all_of(packs(peer, 2))) == {"A0": 2, "A1": 2, "A2": 2}
    message = "slot 'A' needs 3 cards, but none can be drawn from the sheet 'A'"
    with pytest.raises(EmptySheetError, match=message):
        packs(peer, 3)


def test_draftmancer_refills_in_the_middle_of_a_pack():
    peer = draftmancer([sheet("A", 1, 1, 1)], slot("A", 2), supply="refill")
    for seed in range(20):
        assert Counter(all_of(packs(peer, 6, seed))) == {"A0": 4, "A1": 4, "A2": 4}


@pytest.mark.parametrize("name", ["finite", "refill", "infinite"])
def test_an_empty_sheet_is_an_error_to_draftmancer(name):
    for each in (sheet("A"), sheet("A", collation=cf.model.PrintRun())):
        with pytest.raises(EmptySheetError):
            packs(draftmancer([each], slot("A", 1), supply=name), 1)


def test_draftmancer_chooses_one_sheet_for_a_slot():
    sheets = [sheet("X", 1), sheet("Y", 1)]
    peer = draftmancer(sheets, slot("S", 2, ("X", 3), ("Y", Fraction(1)), finish="foil"))
    counts = Counter(map(tuple, packs(peer, 3000)))
    assert_frequencies(counts, {("X0", "X0"): Fraction(3, 4), ("Y0", "Y0"): Fraction(1, 4)})


def test_a_foil_slot_wins_in_draftmancer():
    sheets = [cf.Sheet("A", [cf.Entry(cf.CardRef("X"), finish="etched")])]
    peer = draftmancer(sheets, slot("A", 1), slot("F", 1, ("A",), finish="foil"))
    ((_, cards),) = peer.session(bits(), 1)
    assert [(each.slot, each.sheet, each.finish) for each in cards] == [
        ("A", "A", "etched"),
        ("F", "A", "foil"),
    ]


@pytest.mark.parametrize(("group", "starts"), [(1, 10), (3, 4), (4, 3), (20, 1)])
def test_print_runs_of_draftmancer_start_at_groups(group, starts):
    run = sheet("R", *[1] * 10, collation=cf.model.PrintRun(group, "slot"))
    counts = Counter(map(tuple, packs(draftmancer([run], slot("R", 3)), 2000)))
    expected = {
        tuple(f"R{(start * group + step) % 10}" for step in range(3)): Fraction(1, starts)
        for start in range(starts)
    }
    assert_frequencies(counts, expected)


def test_random_slots_avoid_what_a_print_run_gave_but_not_the_other_way_round():
    cards = [cf.Entry(cf.CardRef("X")), cf.Entry(cf.CardRef("Y"))]
    sheets = [cf.Sheet("A", cards), cf.Sheet("R", cards[:1], cf.model.PrintRun())]
    assert {*map(tuple, packs(draftmancer(sheets, slot("R", 1), slot("A", 1)), 40))} == {("X", "Y")}
    counts = Counter(map(tuple, packs(draftmancer(sheets, slot("A", 1), slot("R", 1)), 4000)))
    assert_frequencies(counts, {("X", "X"): Fraction(1, 2), ("Y", "X"): Fraction(1, 2)})


@pytest.mark.parametrize("weights", [(1,), (0, 1), (0, 1, 1), (1, 2, 3)])
def test_stripes_of_draftmancer_have_the_odds_of_our_own(weights):
    """Two statements of the same walk: one number after the other, and all at once."""
    striped = sheet("S", *[1] * 12, collation=cf.model.Striped(3, weights))
    counts = Counter(map(tuple, packs(draftmancer([striped], slot("S", 4)), 6_000)))
    own = cf.CardSet(
        sheets=[striped], boosters=[cf.Booster("", None, [cf.Layout("", 1, [slot("S", 4)])])]
    )
    ours = Counter(tuple(names(pack.cards)) for pack in cf.Generator(own, seed=3).packs(6_000))
    assert set(counts) == set(ours)
    assert all(abs(n - ours[key]) <= 6 * (n + ours[key]) ** 0.5 for key, n in counts.items())


def test_beyond_the_left_edge_stripes_have_a_width_by_the_plain_weights():
    """Of width 1, the next card is on the left; of width 3, it is above."""
    striped = sheet("S", *[1] * 20, collation=cf.model.Striped(2, (1, 0, 1)))
    counts = Counter()
    for pack in packs(draftmancer([striped], slot("S", 3)), 10_000):
        one, two, three = (int(name[1:]) for name in pack)
        if one % 2 == 0 and two == (one - 1) % 20:
            counts[(two - three) % 20] += 1
    assert_frequencies(counts, {1: Fraction(1, 2), 2: Fraction(1, 2)})


def test_a_slot_of_no_cards_has_none():
    sheets = [sheet("S", 1, 1, collation=cf.model.Striped(1, (1,))), sheet("A", 1)]
    assert packs(draftmancer(sheets, slot("S", 0), slot("A", 0)), 1) == [[]]


def colored(copies, others):
    """A sheet of so many cards of each colour, and so many others, every second of them gold."""
    cards = [card(f"{c.value}{n}", c) for c in COLORS for n in range(copies)]
    cards += [card(f"o{n}", *([] if n % 2 else COLORS[:2])) for n in range(others)]
    return cards, [cf.Sheet("A", [cf.Entry(each.ref) for each in cards])]


def test_a_balanced_slot_of_draftmancer_has_every_colour():
    cards, sheets = colored(3, 5)
    peer = draftmancer(sheets, slot("A", 7), balance=True, cards=cards, supply="finite")
    for seed in range(200):
        first = packs(peer, 2, seed)[0]
        assert {name[0] for name in first} >= set("WUBRG")


def test_forced_colours_count_twice_where_cards_stay():
    """Seven cards of 3 of each colour and 5 others: 5 forced, two by a chance of 5/50."""
    cards, sheets = colored(3, 5)
    peer = draftmancer(sheets, slot("A", 7), balance=True, cards=cards, distinct="none")
    counts = Counter(sum(name[0] == "o" for name in pack) for pack in packs(peer, 4_000))
    chance = Fraction(20 * 2 - 5 * 5, 2 * 25)
    assert_frequencies(counts, {0: chance**2, 1: 2 * chance * (1 - chance), 2: (1 - chance) ** 2})


def test_a_small_slot_forces_as_many_colours_as_it_has_single_ones_on_average():
    cards, sheets = colored(3, 5)
    peer = draftmancer(sheets, slot("A", 4), balance=True, cards=cards, supply="finite")
    made = [packs(peer, 1, seed)[0] for seed in range(300)]
    assert all(len({name[0] for name in pack} - {"o"}) >= 3 for pack in made)
    lands = draftmancer(sheets, slot("A", 1), balance=True, cards=cards)
    counts = Counter(pack[0][0] == "o" for pack in packs(lands, 4000))
    assert_frequencies(counts, {True: Fraction(1, 4), False: Fraction(3, 4)})


def test_only_the_first_of_the_largest_slots_is_balanced():
    cards, sheets = colored(30, 0)
    parts = slot("A", 4), slot("B", 5, ("A",)), slot("C", 5, ("A",))
    peer = draftmancer(sheets, *parts, balance=True, cards=cards)
    made = packs(peer, 200)
    assert all(len({name[0] for name in pack[4:9]}) == 5 for pack in made)
    assert not all(len({name[0] for name in pack[9:]}) == 5 for pack in made)


def test_a_balanced_slot_takes_all_that_a_sheet_has():
    cards, sheets = colored(2, 1)
    peer = draftmancer(sheets, slot("A", 11), balance=True, cards=cards, supply="finite")
    assert len({*packs(peer, 1)[0]}) == 11
    with pytest.raises(EmptySheetError):
        packs(peer, 2)
    refilled = draftmancer(sheets, slot("A", 8), balance=True, cards=cards, supply="refill")
    assert Counter(all_of(packs(refilled, 11))) == dict.fromkeys([c.name for c in cards], 8)


def test_an_empty_sheet_is_refilled_by_a_card_of_one_colour():
    """Ten cards of one colour and ten of none by five; the sheet is empty before every fifth pack.

    Then 0 / 0 are of one colour, which is not less than one card: the first card is, and the four
    others are none.  The shares are those of the original's own code in sessions of 24 packs.
    """
    cards, _ = colored(2, 0)
    cards += [card(f"o{n}") for n in range(10)]
    sheets = [cf.Sheet("A", [cf.Entry(each.ref) for each in cards])]
    peer = draftmancer(sheets, slot("A", 5), balance=True, cards=cards, supply="refill")
    sessions, times = 40, 24
    counts = Counter()
    for seed in range(sessions):
        made = packs(peer, times, seed)
        counts.update(sum(name[0] == "o" for name in pack) for pack in made)
        assert all(sum(name[0] == "o" for name in pack) == 4 for pack in made[4::4])
    seen = [0.004, 0.051, 0.607, 0.119, 0.218, 0.001]
    for number, share in enumerate(seen):
        ours = counts[number] / (sessions * times)
        assert abs(ours - share) < 5 * (share * (1 - share) / (sessions * times)) ** 0.5 + 0.002


def test_a_sheet_without_a_colour_is_refilled_as_a_slot_begins():
    peer = draftmancer([sheet("A", *[1] * 5)], slot("A", 5), balance=True, supply="refill")
    assert Counter(all_of(packs(peer, 4))) == {f"A{n}": 4 for n in range(5)}


def without_layouts(white, others, size):
    """A balanced, finite list without layouts: so many white cards, and so many of no colour."""
    cards = [card(f"w{n}", COLORS[0]) for n in range(white)]
    cards += [card(f"o{n}") for n in range(others)]
    return rules(
        "draftmancer",
        [cf.Sheet("default", [cf.Entry(each.ref) for each in cards])],
        cf.Layout("default", 1, [slot("default", size)]),
        event=cf.model.Event(supply="finite", color_balance=True),
        extras={"draftmancer": {"session_size": size}},
        cards=cards,
    )


def test_a_list_without_layouts_is_not_balanced_below_one_card_of_one_colour():
    """Five of 24 cards, 4 of them white: as many as chance gives."""
    peer = without_layouts(4, 20, 5)
    first = [packs(peer, 1, seed)[0] for seed in range(1000)]
    counts = Counter(sum(name[0] == "w" for name in pack) for pack in first)
    ways = {n: Fraction(comb(4, n) * comb(20, 5 - n), comb(24, 5)) for n in range(5)}
    assert_frequencies(counts, ways)


def plain(size, *copies, supply="finite", **fields):
    extras = {"draftmancer": {"session_size": size}}
    event = cf.model.Event(supply=supply, color_balance=fields.pop("balance", False))
    layout = cf.Layout("default", 1, [slot("default", size)])
    sheets = [sheet("default", *copies)]
    return rules("draftmancer", sheets, layout, event=event, extras=extras, **fields)


def test_a_list_without_layouts_has_to_suffice_beforehand():
    assert sorted(all_of(packs(plain(3, 4, 2), 2))) == ["default0"] * 4 + ["default1"] * 2
    with pytest.raises(EmptySheetError, match="3 packs need 9 cards; the list has 6"):
        next(plain(3, 4, 2).session(bits(), 3))


def test_a_balanced_list_without_a_colour_cannot_be_refilled_as_a_slot_begins():
    peer = plain(6, 2, 1, supply="refill", balance=True)
    assert len(packs(peer, 1)[0]) == 6
    with pytest.raises(EmptySheetError):
        packs(peer, 2)
    assert len(packs(plain(4, 1, 1, supply="refill", balance=True), 1)[0]) == 4


def layouts(*weights, event):
    made = [
        cf.Layout(name, weight, [slot("A", 1)])
        for name, weight in zip("XYZ", weights, strict=False)
    ]
    return rules("draftmancer", [sheet("A", 1)], *made, event=event)


def chosen(peer, count, seed=1, **options):
    return "".join(name for name, _ in peer.session(bits(seed), count, **options))


def test_layouts_by_weight():
    counts = Counter(chosen(layouts(1, Fraction(1, 2), 0, event=cf.model.Event()), 9000))
    assert_frequencies(counts, {"X": Fraction(2, 3), "Y": Fraction(1, 3), "Z": Fraction(0)})
    assert chosen(layouts(0, 0, event=cf.model.Event()), 3) == "XXX"


def test_a_bag_has_each_layout_as_often_as_its_weight():
    peer = layouts(2, 2, 1, event=cf.model.Event(layout_replacement=False))
    for seed in range(20):
        made = chosen(peer, 10, seed)
        assert sorted(made[:5]) == sorted(made[5:]) == list("XXYYZ")
    with pytest.raises(CollationError, match="the bag of layouts is empty"):
        layouts(0, 0, event=cf.model.Event(layout_replacement=False))


def test_rounds_name_their_layouts():
    rounds = [
        cf.model.Round(layouts=[cf.model.LayoutChoice("Y")]),
        cf.model.Round(layouts=[cf.model.LayoutChoice("X", 2)]),
    ]
    peer = layouts(1, 0, event=cf.model.Event(rounds))
    assert chosen(peer, 9, players=3) == "YYYXXXYYY"
    assert chosen(peer, 4, players=3, first=2) == "YXXX"
    assert chosen(peer, 3) == "YXY"
    with pytest.raises(CollationError, match="at least 1 player"):
        chosen(peer, 3, players=0)


@pytest.mark.parametrize("make", [wagic, octgn])
def test_packs_that_stand_alone_are_dealt_to_somebody(make):
    returns = make is wagic
    peer = make([sheet("A", 1, 1, collation=cf.model.Random(replacement=returns))], slot("A", 1))
    with pytest.raises(CollationError, match="at least 1 player, not 0"):
        next(peer.session(bits(), 1, players=0))


def test_each_round_has_a_bag_of_its_own():
    choices = [cf.model.LayoutChoice("X", 3), cf.model.LayoutChoice("Y", 1)]
    event = cf.model.Event(
        [cf.model.Round(layouts=choices), cf.model.Round()], layout_replacement=False
    )
    peer = layouts(0, 0, 1, event=event)
    for seed in range(20):
        made = chosen(peer, 16, seed, players=2)
        assert sorted(made[0:2] + made[4:6]) == list("XXXY")
        assert made[2:4] == made[6:8] == "ZZ"


# -- Wagic


def endless(name, *copies):
    return sheet(name, *copies, collation=cf.model.Random(replacement=True))


def test_each_card_of_a_wagic_slot_chooses_an_entry():
    sheets = [endless("M", 1), endless("R", 1, 1)]
    peer = wagic(sheets, slot("rare", 2, ("M", 1), ("R", 7), choose="card"))
    shares = {"M0": Fraction(1, 8), "R0": Fraction(7, 16), "R1": Fraction(7, 16)}
    counts = Counter(map(tuple, packs(peer, 5_000)))
    assert_frequencies(counts, {(a, b): shares[a] * shares[b] for a in shares for b in shares})


def test_an_empty_wagic_entry_gives_way_and_an_empty_slot_hands_its_turns_on():
    sheets = [endless("E"), endless("A", 1), endless("B", 1)]
    parts = [
        slot("one", 2, ("E", 7), ("A", 1), choose="card"),
        slot("two", 3, ("E",)),
        slot("three", 1, ("B",)),
        slot("four", 5, ("E",)),
    ]
    assert packs(wagic(sheets, *parts), 2) == [["A0"] * 2 + ["B0"] * 4] * 2


def test_a_wagic_entry_gives_several_cards_or_nothing():
    options = [
        cf.Layout("nothing", 1),
        cf.Layout("A", 2, [slot("A", 2, choose="card")]),
        cf.Layout("E", 5, [slot("E", 1)]),
    ]
    peer = wagic([endless("A", 1), endless("E")], cf.model.Choice(options))
    counts = Counter(map(len, packs(peer, 9000)))
    assert_frequencies(counts, {0: Fraction(1, 3), 2: Fraction(2, 3)})


def test_turns_are_handed_on_to_a_choice():
    choice = cf.model.Choice([cf.Layout("A", 1, [slot("A", 2)])])
    peer = wagic([endless("A", 1), endless("E")], slot("E", 2), choice)
    assert packs(peer, 1) == [["A0"] * 6]


# -- OCTGN


def test_each_octgn_pick_has_a_full_pool():
    peer = octgn([sheet("A", 1, 1)], slot("A", 2, on_short=("skip",)), slot("A", 1))
    counts = Counter(map(tuple, packs(peer, 3000)))
    assert_frequencies(
        counts, {(a, b, c): Fraction(1, 4) for a, b in [("A0", "A1"), ("A1", "A0")] for c in (a, b)}
    )


def test_a_short_octgn_pick_is_short_and_one_without_a_limit_has_all():
    parts = [
        slot("A", cf.model.UNLIMITED, on_short=("skip",)),
        slot("B", 9, on_short=("skip",)),
        slot("E", 1, on_short=("skip",)),
    ]
    peer = octgn([sheet("A", 2, 1), sheet("B", 3), sheet("E")], *parts)
    (pack,) = packs(peer, 1)
    assert [*sorted(pack[:3]), *pack[3:]] == ["A0", "A0", "A1"] + ["B0"] * 3


def test_octgn_options_nest():
    inner = cf.model.Choice(
        [cf.Layout("", Fraction(1, 3), [slot("A", 1)]), cf.Layout("", Fraction(2, 3))]
    )
    outer = cf.model.Choice(
        [
            cf.Layout("", Fraction(1, 4), [inner, slot("B", 1)]),
            cf.Layout("", Fraction(3, 4), [slot("C", 1)]),
        ]
    )
    peer = octgn([sheet(name, 1) for name in "ABC"], outer)
    counts = Counter(map("".join, packs(peer, 6_000)))
    assert_frequencies(
        counts, {"A0B0": Fraction(1, 12), "B0": Fraction(1, 6), "C0": Fraction(3, 4)}
    )


# -- what a program does not know

PLAIN, ENDLESS = [sheet("A", 1, 2)], [endless("A", 1, 2)]
BALANCED = [sheet("A", 1, collation=cf.model.Balanced())]
EITHER = slot("S", 2, ("A",), ("A",), choose="card")
REPLACE = {"constraints": [cf.model.Replace("A", "A", Fraction(1, 2))]}
NESTED = cf.model.Choice([cf.Layout("", 1, [slot("A", 1)])])
RUNS = [sheet("A", 1, collation=cf.model.PrintRun(continues="box"))]


@pytest.mark.parametrize(
    ("sheets", "parts", "fields", "why"),
    [
        (PLAIN, [slot("B", 1)], {}, "there is no sheet 'B'"),
        (BALANCED, [slot("A", 1)], {}, "Draftmancer does not support collation Balanced"),
        (PLAIN, [NESTED], {}, "choices within a layout"),
        (PLAIN, [EITHER], {}, "slots in which each card chooses a sheet"),
        (PLAIN, [slot("A", cf.model.UNLIMITED)], {}, "slots without a limit"),
        (PLAIN, [slot("A", 1, on_short=["carry"])], {}, "slots that carry when a sheet is empty"),
        (PLAIN, [slot("A", 1)], REPLACE, "constraint Replace"),
        (PLAIN, [slot("A", 1)], {"distinct": "name"}, "protection by the names"),
        (PLAIN, [slot("A", 1)], {"distinct_scope": "slot"}, "duplicates within a slot"),
        (RUNS, [slot("A", 1)], {}, "print runs that continue through a box"),
        ([sheet("A", 1, collation=cf.model.PrintRun())], [slot("A", 1)] * 2, {}, "through a pack"),
        (RUNS, [slot("A", 1)], {"extras": {"draftmancer": {"session_size": 1}}}, "without layouts"),
    ],
)
def test_what_draftmancer_does_not_know(sheets, parts, fields, why):
    with pytest.raises(CollationError, match=why):
        draftmancer(sheets, *parts, **fields)


@pytest.mark.parametrize(
    ("sheets", "parts", "why"),
    [
        (PLAIN, [slot("A", 1)], "Wagic does not support sheets other than random ones with repl"),
        (BALANCED, [slot("A", 1)], "sheets other than"),
        (ENDLESS, [slot("S", 2, ("A",), ("A",))], "choose one sheet for all of their cards"),
        (ENDLESS, [slot("A", cf.model.UNLIMITED)], "slots without a limit"),
        (ENDLESS, [slot("A", 1, on_short=["skip"])], "slots that skip when a sheet is empty"),
        (
            ENDLESS,
            [cf.model.Choice([cf.Layout("", 1, [NESTED])])],
            "options of more than one sheet",
        ),
        ([endless("A")], [slot("A", 1)], "no sheet has a card"),
    ],
)
def test_what_wagic_does_not_know(sheets, parts, why):
    with pytest.raises(CollationError, match=why):
        wagic(sheets, *parts)


@pytest.mark.parametrize(
    ("sheets", "parts", "fields", "why"),
    [
        (
            ENDLESS,
            [slot("A", 1)],
            {},
            "OCTGN does not support sheets other than random ones without",
        ),
        (PLAIN, [slot("S", 1, ("A",), ("A",))], {}, "picks among several sheets"),
        (PLAIN, [slot("A", 1, on_short=["next"])], {}, "slots that next"),
        (PLAIN, [slot("A", 4)], {}, "error for a short sheet"),
        (
            PLAIN,
            [slot("A", 1)],
            {"distinct_scope": "pack"},
            "protection from duplicates within a pack",
        ),
        (PLAIN, [NESTED], {"distinct": "printing"}, "duplicates among a sheet's copies"),
        (PLAIN, [slot("A", 1)], {"event": cf.model.Event(supply="finite")}, "finite supply"),
        (PLAIN, [slot("A", 1)], {"event": cf.model.Event(color_balance=True)}, "colour balance"),
    ],
)
def test_what_octgn_does_not_know(sheets, parts, fields, why):
    with pytest.raises(CollationError, match=why):
        octgn(sheets, *parts, **fields)


def test_packs_without_layouts_to_choose_among_and_without_protection():
    two = [cf.Layout(name, 1, [slot("A", 1)]) for name in "XY"]
    with pytest.raises(CollationError, match="several layouts"):
        rules("wagic", ENDLESS, *two, distinct="none")
    with pytest.raises(CollationError, match="protection from duplicates"):
        rules("wagic", ENDLESS, two[0])


HUGE = {
    "draftmancer": {"sheet": {}, "booster": {}},
    "wagic": {
        "sheet": {"collation": cf.model.Random(replacement=True)},
        "booster": {"distinct": "none"},
    },
    "octgn": {"sheet": {}, "booster": {"distinct": "none", "distinct_scope": "slot"}},
    "cardformats": {"sheet": {}, "booster": {"distinct": "none"}},
}


@pytest.mark.parametrize("count", [100_001, 2**31 - 1])
@pytest.mark.parametrize("rules", HUGE)
def test_a_slot_has_a_limit_by_all_rules(rules, count):
    """The same error, at once."""
    sheet = cf.Sheet("S", [cf.Entry(cf.CardRef("a"), 2**31)], **HUGE[rules]["sheet"])
    slot = cf.Slot("slot", count, [cf.SheetChoice("S")])
    booster = cf.Booster("B", layouts=[cf.Layout("L", 1, [slot])], **HUGE[rules]["booster"])
    made = cf.CardSet(sheets=[sheet], boosters=[booster])
    with pytest.raises(
        cf.CollationError, match=f"slot 'slot' has {count} cards; at most 100000 are allowed"
    ):
        cf.Generator(made, seed=1, rules=rules).pack(0)


@pytest.mark.parametrize("rules", HUGE)
def test_a_pack_has_a_limit_by_all_rules(rules):
    sheet = cf.Sheet("S", [cf.Entry(cf.CardRef("a"), 2**31)], **HUGE[rules]["sheet"])
    slot = cf.Slot("slot", 90_000, [cf.SheetChoice("S")])
    booster = cf.Booster("B", layouts=[cf.Layout("L", 1, [slot] * 9)], **HUGE[rules]["booster"])
    made = cf.CardSet(sheets=[sheet], boosters=[booster])
    with pytest.raises(cf.CollationError, match="a pack has at most 200000 cards"):
        cf.Generator(made, seed=1, rules=rules).pack(0)
