"""The audit of boosters: each code, where it is found and where it is not."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import (
    Booster,
    Card,
    CardRef,
    CardSet,
    Entry,
    Face,
    Layout,
    Sheet,
    SheetChoice,
    Slot,
    testing,
)
from cardformats.collation import Draw, register
from cardformats.collation.audit.audit import audit
from cardformats.flow import Network
from cardformats.model import (
    UNLIMITED,
    AddBooster,
    AtLeast,
    AtMost,
    Balanced,
    Choice,
    Color,
    Event,
    Fixed,
    LayoutChoice,
    Other,
    PrintRun,
    Random,
    Replace,
    Round,
    Striped,
)
from tests.conftest import SETTLED
from tests.growth import LINEAR, growth_of_calls


def sheet(name, copies, collation=Random(), cards=None):  # noqa: B008 - it is frozen
    names = cards or [f"{name}{number}" for number in range(len(copies))]
    entries = [Entry(CardRef(card), n) for card, n in zip(names, copies, strict=True)]
    return Sheet(name, entries, collation)


def slot(name, count, *sheets, **fields):
    return Slot(name, count, [SheetChoice(each) for each in sheets or (name,)], **fields)


def made(sheets, slots, event=None, cards=(), layouts=None, **fields):
    layouts = layouts or [Layout("L", slots=slots)]
    booster = Booster("B", layouts=layouts, **fields)
    return CardSet("S", cards=cards, sheets=sheets, boosters=[booster], event=event)


def codes(cardset, **options):
    return {str(found.code) for found in audit(cardset, **options)}


def found(cardset, code, **options):
    (only,) = [each for each in audit(cardset, **options) if each.code == code]
    return only.message


SIMPLE = made([sheet("A", [1] * 30)], [slot("A", 10)])
ONE = CardRef("A0")
TEN = [sheet("A", [1] * 10)]


def colored(*words):
    return [
        Card(Face(f"A{number}", colors=[Color(word)] if word else []), rarity="common")
        for number, word in enumerate(words)
    ]


def two(**weights):
    return [Layout(name, weight=weight, slots=[slot("A", 2)]) for name, weight in weights.items()]


def chosen(*weights):
    return [Choice([Layout(str(n), weight=w, slots=[slot("A", 1)]) for n, w in enumerate(weights)])]


def boosters(*ids):
    """A set of boosters of one name, with these ids and numbers of cards."""
    its = [
        Booster("B", id=its, layouts=[Layout("L", slots=[slot("A", count)])]) for its, count in ids
    ]
    return CardSet("S", sheets=TEN, boosters=its)


FINITE = Event(supply="finite", boosters_per_player=1)

#: For each code a definition where it is not found, near those of its page among the cases.
RIGHT = {
    "CL002": made(TEN, [slot("A", 1, "A")]),
    "CL003": made(TEN, [], layouts=two(P=1)),
    "CL004": made([*TEN, sheet("B", [1])], [slot("A", 1, "A", "B")]),
    "CL005": made(
        TEN,
        [],
        Event(rounds=[Round(layouts=[LayoutChoice("P"), LayoutChoice("Q")])]),
        layouts=two(P=1, Q=0),
    ),
    "CL006": made([sheet("A", [1, 1])], [slot("A", 1)]),
    "CL007": made([sheet("A", [1])], [slot("A", 1)]),
    "CL008": made([sheet("A", [1] * 10, Random(replacement=True))], [slot("A", 11)]),
    "CL009": made(TEN, [slot("A", 10, on_short=["skip"])]),
    "CL010": made(TEN, [slot("A", 6), slot("B", 4, "A")]),
    "CL011": made([*TEN, sheet("B", [1] * 9)], [slot("A", 6), slot("C", 4, "A", "B")]),
    "CL012": made(TEN, chosen(Fraction(1, 2), Fraction(1, 2))),
    "CL013": made([sheet("A", [1] * 10, PrintRun(10))], [slot("A", 1)]),
    "CL014": made([sheet("A", [1] * 10, PrintRun(5))], [slot("A", 5)]),
    "CL015": made([sheet("A", [1] * 10, PrintRun())], [slot("A", 4), slot("B", 6, "A")]),
    "CL016": made([sheet("A", [1] * 10, PrintRun(2))], [slot("A", 4)]),
    "CL017": made([sheet("A", [1] * 10, Fixed())], [slot("A", UNLIMITED)]),
    "CL018": made([sheet("A", [1] * 10, Striped(5, [1]))], [slot("A", 2)]),
    "CL019": made([sheet("A", [1] * 10, Striped(5, [1, 1]))], [slot("A", 2)]),
    "CL020": made(
        [sheet("A", [1] * 4, Balanced())], [slot("A", 2)], cards=colored("W", "W", "U", "U")
    ),
    "CL021": made([sheet("A", [1] * 4, Balanced())], [slot("A", 2)], cards=colored(*"WWUU")),
    "CL022": made(
        [sheet("A", [1] * 4)], [slot("A", 2)], Event(color_balance=True), colored(*"WWUU")
    ),
    "CL023": made([*TEN, sheet("B", [1, 1])], [slot("A", 1), slot("B", 1)]),
    "CL024": made(TEN, [slot("A", 2)], constraints=[AtLeast(2, "sheet", "a")]),
    "CL025": made(
        [*TEN, sheet("B", [1])],
        [],
        constraints=[AtMost(1, "sheet", "B")],
        layouts=[Layout("P", slots=[slot("A", 1)]), Layout("Q", slots=[slot("B", 1)])],
    ),
    "CL026": made(TEN, [slot("A", 2)], constraints=[Replace("A", "A", Fraction(1, 2))]),
    "CL027": made(TEN, [slot("A", 2)], Event(rounds=[Round(booster="B")])),
    "CL028": made(TEN, [slot("A", 2)], Event(rounds=[Round(layouts=[LayoutChoice("L")])])),
    "CL029": made([sheet("A", [1], Balanced(rule="unbiased"))], [slot("A", 1)]),
    "CL030": made([sheet("A", [1] * 16)], [slot("A", 2)], FINITE),
    "CL031": made([sheet("A", [1] * 16), sheet("B", [1] * 16)], [slot("C", 2, "A", "B")], FINITE),
    "CL032": made([sheet("A", [8, 4, 4])], [slot("A", 2)], FINITE),
    "CL033": made(TEN, [slot("A", 1)]),
    "CL034": made([sheet("A", [3, 3])], [slot("A", 2)]),
    "CL052": boosters(("one", 1), ("two", 2)),
    "CL053": made(TEN, [slot("A", 2)], Event(rounds=[Round()] * 3)),
    "CL054": made(TEN, [slot("A", 2)], constraints=[Replace("A", "A", Fraction(1))]),
    "CL055": made(TEN, [slot("A", 8)], Event(rounds=[Round(picks=[8])])),
    "CL056": made(TEN, [], layouts=two(P=1) + two(Q=2)),
    "CL057": made([evolve(TEN[0], finish="foil")], [slot("A", 2)]),
    "CL058": made([sheet("A", [1] * 10, Balanced())], [slot("A", 2)], Event(color_balance=True)),
    "CL059": made(TEN, [slot("A", 2)], cards=colored(*"WUBRGWUBRG")),
}

#: Definitions where a code is found of which more is asked.
WRONG = {
    "CL002": made(TEN, [slot("A", 1, "B")]),
    "CL003": made(TEN, [], layouts=two(P=0)),
    "CL008": made(TEN, [slot("A", 11)]),
    "CL010": made(TEN, [slot("A", 6), slot("B", 5, "A")]),
    "CL023": made([*TEN, sheet("B", [1, 1], cards=["A0", "X"])], [slot("A", 1), slot("B", 1)]),
    "CL029": made([sheet("A", [1], Other("no such collator"))], [slot("A", 1)]),
    "CL030": made([sheet("A", [1] * 15)], [slot("A", 2)], FINITE),
    "CL032": made([sheet("A", [9, 4, 3])], [slot("A", 2)], FINITE),
    "CL053": made(TEN, [slot("A", 2)], Event(rounds=[Round()] * 4)),
    "CL056": made(TEN, [], layouts=two(P=1) + two(P=2)),
    "CL059": made(TEN, [slot("A", 2)], cards=colored(*"WUBRGWUBR")),
}


@pytest.mark.parametrize("code", RIGHT)
def test_a_code_is_not_found_where_it_should_not_be(code):
    assert code not in codes(RIGHT[code])


@pytest.mark.parametrize("code", WRONG)
def test_a_code_is_found_where_it_should_be(code):
    assert code in codes(WRONG[code])


def test_nothing_is_wrong_with_a_simple_booster():
    assert codes(SIMPLE) == set()


def test_a_set_without_boosters_has_none():
    assert codes(CardSet()) == {"CL001"}


def test_a_booster_that_is_not_there_is_no_finding():
    with pytest.raises(cf.CollationError, match="no booster 'X'"):
        audit(SIMPLE, "X")


@pytest.mark.parametrize(
    ("layouts", "is_found"),
    [([], False), ([LayoutChoice("Q")], False), ([LayoutChoice("P")], True)],
)
def test_draft_effects_can_name_layouts(layouts, is_found):
    card = Card(Face("X"), draft_effects=[AddBooster(layouts)])
    cardset = made(TEN, [], cards=[card], layouts=two(P=1, Q=0))
    assert ("CL005" in codes(cardset)) is is_found


def test_a_sheet_of_another_booster_is_used():
    other = Booster("C", layouts=[Layout(slots=[slot("B", 1)])])
    cardset = made([*TEN, sheet("B", [1])], [slot("A", 1)])
    assert "CL004" not in codes(evolve(cardset, boosters=(*cardset.boosters, other)))


def test_players_matter_for_a_finite_supply():
    cardset = WRONG["CL030"]
    assert "CL030" not in codes(cardset, players=7)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "while other cards are left"),
        ({"distinct": "none"}, "can have such a card from both"),
        ({"distinct_scope": "slot"}, "only avoided within a slot"),
    ],
)
def test_an_overlap_says_whether_cards_are_kept_apart(fields, words):
    (booster,) = WRONG["CL023"].boosters
    cardset = evolve(WRONG["CL023"], boosters=[evolve(booster, **fields)])
    assert words in found(cardset, "CL023")


def test_slots_that_share_cards_can_need_more_different_ones_than_there_are():
    sheets = [sheet("A", [1, 1]), sheet("B", [1, 1], cards=["A0", "A1"])]
    slots = [slot("A", 2), slot("B", 1)]
    assert "CL034" in codes(made(sheets, slots))
    assert "CL034" not in codes(made(sheets, slots, distinct="none"))
    assert "CL034" not in codes(made(sheets, slots, distinct_scope="slot"))


def test_a_finite_supply_is_shared_by_slots_and_sheets():
    sheets = [sheet("A", [4, 4]), sheet("B", [4, 4], cards=["A0", "A1"])]
    slots = [slot("A", 1), slot("B", 1)]
    assert codes(made(sheets, slots, FINITE)) & {"CL030", "CL032"} == set()
    assert "CL032" in codes(made([sheet("A", [8]), sheet("B", [8], cards=["A0"])], slots, FINITE))
    both = [slot("C", 1, "A", "B", on_short=["next"]), slot("D", 1, "A", "B", on_short=["next"])]
    assert "CL030" not in codes(made(sheets, both, FINITE))
    assert "CL030" in codes(made(sheets, both, FINITE), players=9)


def test_an_error_means_that_packs_fail():
    for code in ("CL002", "CL003", "CL008", "CL010", "CL029"):
        with pytest.raises(cf.CollationError):
            list(cf.Generator(WRONG[code], seed=1).packs(3))


def test_the_generator_audits_its_booster():
    generator = cf.Generator(WRONG["CL032"], seed=1)
    assert {str(each.code) for each in generator.audit()} == {"CL032"}
    assert generator.audit(players=2) == ()


def test_boosters_of_one_name_need_ids_of_their_own():
    message = "3 boosters have the name 'B', and 1 of them has no id of their own"
    assert found(boosters(("one", 1), ("two", 1), (None, 1)), "CL052") == message
    assert "2 of them have" in found(boosters(("one", 1), ("one", 1), ("two", 1)), "CL052")
    first, _ = boosters((None, 1), (None, 2)).boosters
    cardset = evolve(SIMPLE, boosters=[first, evolve(first, name="C")])
    assert "CL052" not in codes(cardset)


def test_boosters_of_one_name_of_different_sets_are_told_apart():
    cardset = boosters((None, 1), (None, 2))
    one, other = cardset.boosters
    sets = [{"id": "1", "name": "Fen"}, {"id": "2", "name": "Bog"}]
    its = [
        evolve(one, extras={"octgn": {"set": "1"}}),
        evolve(other, extras={"octgn": {"set": "2"}}),
    ]
    assert "CL052" not in codes(evolve(cardset, boosters=its, extras={"octgn": {"sets": sets}}))


def test_layouts_without_a_name_are_not_selected_by_it():
    layouts = [Layout(slots=[slot("A", 1)]), Layout(slots=[slot("A", 2)])]
    assert "CL056" not in codes(made(TEN, [], layouts=layouts))


@pytest.mark.parametrize("finish", [None, "foil", "gilded", "Gilded ", "rainbow foil", ""])
def test_finishes_that_are_not_well_known_are_not_misspelt(finish):
    entries = [Entry(CardRef("A0"), finish=finish)]
    replace = Replace("A", "A", Fraction(1), finish=finish)
    sheets = [Sheet("A", entries, finish=finish)]
    cardset = made(sheets, [slot("A", 1, finish=finish)], constraints=[replace])
    assert "CL057" not in codes(cardset)


def test_misspelt_finishes_are_found_wherever_a_finish_is():
    entries = [Entry(CardRef(f"A{n}"), finish="ETCHED") for n in range(4)]
    sheets = [Sheet("A", [*entries, Entry(CardRef("B"), finish="Foil")], finish=" foil")]
    replace = Replace("A", "A", Fraction(1, 2), finish="Signed")
    cardset = made(sheets, [slot("A", 1, finish="Foil")], constraints=[replace])
    assert [each.message for each in audit(cardset) if each.code == "CL057"] == [
        "the finish of the slot 'A' of the layout 'L' is 'Foil', not 'foil'",
        "the finish of the replacement of a card of the slot 'A' is 'Signed', not 'signed'",
        "the finish of the sheet 'A' is ' foil', not 'foil'",
        "the finish of 4 entries of the sheet 'A' (A0, A1, A2, …) is 'ETCHED', not 'etched'",
        "the finish of 1 entry of the sheet 'A' (B) is 'Foil', not 'foil'",
    ]


def test_cards_that_no_set_defines_are_usual():
    other = CardRef("A9", set_code="OTH")
    by_id = CardRef("0003d249", id="0003d249")
    cards = colored(*"WUBRG")
    for entries in (TEN[0].entries[5:], [*TEN[0].entries[:5], Entry(other), Entry(by_id)]):
        assert "CL059" not in codes(made([Sheet("A", entries)], [slot("A", 1)], cards=cards))
    assert "CL059" not in codes(made(TEN, [slot("A", 1)]))


def test_cards_that_are_not_defined_are_counted_once_for_each_sheet():
    sheets = [*TEN, sheet("B", [0, 1, 1], cards=["X", "A0", "Y"])]
    cardset = made(sheets, [slot("A", 1), slot("B", 1)], cards=colored(*"WUBRGW"))
    messages = [each.message for each in audit(cardset) if each.code == "CL059"]
    assert [each.partition("sheet ")[2] for each in messages] == [
        "'A', but not 4 of its 10 cards: A6, A7, A8, …",
        "'B', but not 1 of its 2 cards: Y",
    ]


class Giving:
    """A collator that gives the cards that a function makes of the number it is asked for."""

    def __init__(self, give):
        self.give = give

    def compile(self, sheet, count):
        number = self.give(count)
        return Draw([1] * len(sheet.entries), number) if isinstance(number, int) else number


def collated(monkeypatch, give, slots, **fields):
    """A set whose sheet A has a collator."""
    monkeypatch.setattr("cardformats.collation.collators._COLLATORS._known", {})
    register("giving", Giving(give))
    return made([sheet("A", [1] * 10, Other("giving")), sheet("B", [1] * 10)], slots, **fields)


def not_with_three(count):
    if count == 3:
        raise ZeroDivisionError
    return count


@pytest.mark.parametrize(
    ("give", "slots", "problem"),
    [
        (lambda count: count, [slot("A", 3)], None),
        (lambda count: count + 1, [slot("A", 3)], "more cards than the 3 it is asked for"),
        (lambda _: Draw([1], 1), [slot("A", 3)], "copies has length 1"),
        (lambda _: "no node", [slot("A", 3)], "the result is not a node"),
        (not_with_three, [slot("A", 3)], "raises ZeroDivisionError()"),
        (not_with_three, [slot("A", 2)], None),
        (not_with_three, [slot("X", 3, "A", "B", choose="card")], None),
        (not_with_three, [slot("X", 3, "A", "B")], "raises ZeroDivisionError()"),
    ],
)
def test_a_collator_is_tried_with_the_numbers_that_slots_have(monkeypatch, give, slots, problem):
    cardset = collated(monkeypatch, give, slots)
    messages = [each.message for each in audit(cardset) if each.code == "CL029"]
    assert [problem in each for each in messages] == ([] if problem is None else [True])
    if problem is not None:
        assert codes(cardset) <= {"CL029", "CL004"}  # and not that packs differ


def test_a_collator_is_tried_with_one_card_for_a_replacement(monkeypatch):
    constraints = [Replace("B", "A", Fraction(1, 2))]
    cardset = collated(monkeypatch, lambda n: 2 * n, [slot("B", 2)], constraints=constraints)
    assert "more cards than the 1 it is" in found(cardset, "CL029")


def test_a_collator_that_raises_does_not_end_the_audit_of_constraints(monkeypatch):
    constraints = [AtLeast(1, "sheet", "A")]
    cardset = collated(monkeypatch, not_with_three, [slot("A", 3)], constraints=constraints)
    assert "CL029" in codes(cardset)


@pytest.mark.parametrize(
    ("slots", "code"),
    [
        ([slot("A", 3)], "CL008"),
        ([slot("A", 3, on_short=["skip"])], "CL009"),
        ([slot("A", 1)], None),
        ([slot("X", 3, "A", "B", on_short=["next"])], None),
        ([slot("X", 3, "A", "B", choose="card")], None),
    ],
)
def test_a_collator_that_gives_too_few_cards_is_found(monkeypatch, slots, code):
    cardset = collated(monkeypatch, lambda _: 1, slots)
    assert codes(cardset) & {"CL008", "CL009"} == {code} - {None}
    if code == "CL008":
        assert "needs 3 cards, but the sheet 'A' can supply only 1" in found(cardset, code)
        with pytest.raises(cf.EmptySheetError):
            cf.Generator(cardset, seed=1).pack(0)


@SETTLED
@given(cardset=testing.cardsets(), distinct=st.sampled_from(["printing", "name", "none"]))
def test_no_definition_makes_the_audit_raise(cardset, distinct):
    for booster in cardset.boosters:
        for found in audit(cardset, evolve(booster, distinct=distinct), 2):
            assert str(found)
            assert found.to_dict()["message"] == found.message


COPIES = st.lists(st.integers(0, 2), min_size=1, max_size=4)


@given(data=st.data())
def test_a_booster_without_errors_opens(data):
    """What the audit calls an error fails in every pack; without any finding, nothing fails."""
    sheets = [sheet(name, data.draw(COPIES)) for name in "AB"]
    slots = [
        slot(
            str(number), data.draw(st.integers(1, 3)), *data.draw(st.sampled_from(["A", "B", "AB"]))
        )
        for number in range(data.draw(st.integers(1, 3)))
    ]
    cardset = made(sheets, slots, distinct=data.draw(st.sampled_from(["printing", "none"])))
    found = codes(cardset)
    sure = {"CL010"} if all(len(each.sheets) == 1 for each in slots) else set()
    generator = cf.Generator(cardset, seed=data.draw(st.integers(0, 9)))
    if found & ({"CL008"} & sure or sure):
        with pytest.raises(cf.EmptySheetError):
            generator.pack(0)
    if not found & {"CL007", "CL008", "CL010", "CL011"}:
        for pack in generator.packs(20):
            assert len(pack.cards) == sum(each.count for each in slots)


def brute(wanted, copies):
    """The most that can be dealt, by trying everything: *wanted* has counts and allowed cards."""
    tries = [[None, *allowed] for count, allowed in wanted for _ in range(count)]
    best = 0
    for way in product(*tries):
        used = [card for card in way if card is not None]
        if all(used.count(card) <= copies[card] for card in set(used)):
            best = max(best, len(used))
    return best


def test_the_flow_is_the_most_that_can_be_dealt():
    chance = random.Random(5)  # noqa: S311 - small cases, the same each time
    for _ in range(200):
        copies = [chance.randint(0, 2) for _ in range(3)]
        wanted = [
            (chance.randint(0, 2), sorted(chance.sample(range(3), chance.randint(0, 3))))
            for _ in range(3)
        ]
        pipes = []
        for number, (count, allowed) in enumerate(wanted):
            pipes.append(("s", ("slot", number), count))
            pipes += ((("slot", number), card, 9) for card in allowed)
        pipes += ((card, "t", number) for card, number in enumerate(copies))
        assert Network(pipes).push("s", "t") == brute(wanted, copies)


def test_a_large_sheet_is_audited_quickly():
    sheets = [
        sheet("A", range(1, 1001)),
        sheet("B", [1] * 1000, cards=[f"A{n}" for n in range(1000)]),
    ]
    cardset = made(sheets, [slot("A", 10), slot("B", 4), slot("C", 1, "A", "B")], FINITE)
    assert codes(cardset) <= {"CL023", "CL031"}


def sharing(count, **fields):
    """Sheets with one card that all share, and a slot of each."""
    sheets = [sheet(f"S{number}", [1], cards=["Forest"]) for number in range(count)]
    return sheets, [slot(each.name, 1, **fields) for each in sheets]


def in_one_layout(count):
    return made(*sharing(count), FINITE)


def in_one_layout_carried(count):
    return made(*sharing(count, on_short=["carry"]), FINITE)


def in_a_layout_each(count):
    sheets, slots = sharing(count)
    layouts = [Layout(each.name, slots=[each]) for each in slots]
    return made(sheets, [], FINITE, layouts=layouts)


def in_one_slot(count):
    sheets, _ = sharing(count)
    return made(sheets, [slot("A", 1, *(each.name for each in sheets))], FINITE)


def in_an_option_each(count):
    sheets, slots = sharing(count)
    options = [Layout(each.name, slots=[each]) for each in slots]
    return made(sheets, [Choice(options)], FINITE)


def in_choices_of_two(count):
    sheets, slots = sharing(2 * count)
    pairs = zip(slots[::2], slots[1::2], strict=True)
    return made(sheets, [Choice([Layout(slots=[each]) for each in pair]) for pair in pairs], FINITE)


@pytest.mark.parametrize(
    "shape",
    [
        in_one_layout,
        in_one_layout_carried,
        in_a_layout_each,
        in_one_slot,
        in_an_option_each,
        in_choices_of_two,
    ],
)
def test_time_grows_as_the_number_of_sheets_that_share_a_card(shape):
    assert growth_of_calls(lambda count: audit(shape(count)), 30) < LINEAR
