"""The audit of events: rounds that are never dealt, their picks, and the balance by colour."""

from __future__ import annotations

import pytest
from attrs import evolve

from cardformats import Booster, Layout
from cardformats.model import Choice, Event, LayoutChoice, PrintRun, Round

from .test_audit import TEN, codes, colored, found, made, sheet, slot, two


def picks(count, *picked, burns=(), **fields):
    """A set whose packs have *count* cards, and whose round has these picks."""
    event = Event(rounds=[Round(picks=picked, burns=burns)])
    return made(TEN, [slot("A", count)], event, **fields)


@pytest.mark.parametrize(
    ("cardset", "message"),
    [
        (picks(8, 1, 9), "pick 2 takes 9 cards, but a pack then has at most 7"),
        (picks(4, *[1] * 5), "pick 5 takes 1 card, but a pack then has at most 0"),
        (picks(8, 4, burns=[5]), "pick 1 takes 9 cards (5 burned), but a pack then"),
        (picks(8, 2, 2, burns=[4, 2]), "pick 2 takes 4 cards (2 burned), but"),
        (
            picks(8, 2, burns=[1] * 5),
            "pick 4 takes 3 cards (1 burned), but a pack then has at most 0",
        ),
        (picks(8, 1, burns=[4, 4]), "pick 2 takes 5 cards (4 burned), but"),
    ],
)
def test_picks_and_burns_that_are_more_than_a_pack_has_are_found(cardset, message):
    assert message in found(cardset, "CL055")


@pytest.mark.parametrize(
    "cardset",
    [
        picks(8),
        picks(8, 3),  # the last pick takes the rest
        picks(8, 1, 2),
        picks(8, *[1] * 8),
        picks(8, 2, burns=[6]),
        picks(9, *[1] * 5, burns=[1]),  # the last pick burns no card
        picks(8, 3, burns=[0] * 9),
        picks(8, 1, burns=[0, 0, 99]),  # a usual way to burn the rest
        picks(11, 12),  # no pack can be made, which is another diagnostic
        made(TEN, [], Event(rounds=[Round(picks=[3])]),
             layouts=[Layout("P", slots=[slot("A", 2)]), Layout("Q", slots=[slot("A", 3)])]),
    ],
)  # fmt: skip
def test_picks_that_packs_can_have_are_not_found(cardset):
    assert "CL055" not in codes(cardset)


def test_picks_are_of_the_booster_and_the_layouts_of_their_round():
    small = Booster("C", layouts=[Layout("M", slots=[slot("A", 1)])])
    large = made(TEN, [], layouts=[*two(P=1), Layout("Q", slots=[slot("A", 8)])])
    cardset = evolve(large, boosters=[*large.boosters, small])

    def codes_with(*rounds):
        return codes(evolve(cardset, event=Event(rounds=rounds)))

    assert "CL055" not in codes_with(Round(picks=[8]))
    assert "CL055" in codes_with(Round(picks=[8], layouts=[LayoutChoice("P")]))
    assert "CL055" in codes_with(Round(picks=[2], booster="C"))
    # a round without a booster is of the first one, not of the one that is audited
    assert "CL055" not in codes(
        evolve(cardset, event=Event(rounds=[Round(picks=[8])])), booster="C"
    )


def test_rounds_that_are_never_dealt_are_named():
    cardset = made(TEN, [slot("A", 2)], Event(rounds=[Round()] * 5, boosters_per_player=1))
    message = "rounds 2 to 5 of the event are never dealt: each player opens only 1 pack"
    assert found(cardset, "CL053") == message


def balanced_by_event(*parts, **fields):
    """The codes of a booster with a random sheet R and a print run A, which the event balances."""
    sheets = [*TEN, sheet("R", [1] * 10), sheet("P", [1] * 10, PrintRun())]
    return codes(made(sheets, parts, Event(color_balance=True), **fields))


@pytest.mark.parametrize(
    ("parts", "is_found"),
    [
        ([slot("P", 3), slot("R", 4)], False),
        ([slot("P", 4), slot("R", 4)], True),  # the first of the largest slots
        ([slot("R", 4), slot("P", 4)], False),
        ([slot("X", 4, "R", "P")], False),
        ([slot("X", 4, "R", "A", choose="card")], True),
        ([slot("X", 1, "R", "A", choose="card")], True),
        ([slot("R", 3), Choice([Layout(slots=[slot("P", 5)]), Layout()])], True),
        ([slot("R", 3), Choice([Layout(slots=[slot("P", 3)]), Layout()])], False),
        ([slot("R", 3), Choice([Layout(weight=0, slots=[slot("P", 5)]), Layout()])], False),
        ([slot("P", 3), Choice([Layout(slots=[slot("R", 5)])])], False),
        ([slot("P", 3), Choice([Layout(slots=[slot("R", 5)]), Layout()])], True),
        ([slot("P", 0)], False),
    ],
)
def test_the_slot_that_the_event_balances_is_the_one_that_packs_balance(parts, is_found):
    assert ("CL058" in balanced_by_event(*parts)) is is_found


def test_slots_that_the_event_cannot_balance_are_one_diagnostic():
    cardset = made([sheet("A", [1] * 10, PrintRun())], [], Event(color_balance=True),
                   layouts=two(P=1, Q=1, R=1))  # fmt: skip
    assert "the slot 'A' of the layout 'P' and 2 other slots by" in found(cardset, "CL058")
    assert "CL058" not in codes(evolve(cardset, event=Event()))


def test_a_slot_in_a_choice_can_be_the_one_that_the_event_balances():
    parts = [slot("B", 1), Choice([Layout(slots=[slot("A", 2)]), Layout()])]
    sheets = [*TEN, sheet("B", [1])]
    cardset = made(sheets, parts, Event(color_balance=True), colored(*"WWWWWUUUBR"))
    assert "the slot 'A' of the layout 'L' by colour, but no card" in found(cardset, "CL040")
