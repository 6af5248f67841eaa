"""Rows of tables of drafts, counted by hand; ratings that solve their equations."""

from __future__ import annotations

from fractions import Fraction

import pytest

import cardformats as cf
from cardformats import records
from cardformats.records import DeckRecord, DraftRecord, PickRecord, SeatRecord, ratings

from .text_tables import rows

A, B, C, D, E, F = (cf.CardRef(name) for name in "ABCDEF")


def seat(*picks, **fields):
    """A seat of some picks: the round, the number, the pack and the places that were taken."""
    own = [PickRecord(round_, number, pack, picked) for round_, number, pack, picked in picks]
    return SeatRecord(fields.pop("id", "x"), picks=own, **fields)


def rows_of(*drafts):
    orders = records.pick_orders(drafts)
    return {
        row.card.name: (
            *(row.seen, row.taken, row.burned, row.average_taken, row.average_last),
            *(row.may_wheel, row.wheeled),
        )
        for row in orders
    }


def test_a_pack_that_comes_back_is_counted():
    # two players: the pack of five comes back with three cards after two picks
    one = seat((0, 0, [A, B, C, D, E], [0]), (0, 2, [C, D, E], [0]), (0, 4, [E], [0]), id="1")
    two = seat((0, 1, [B, C, D, E], [0]), (0, 3, [D, E], [0]), id="2")
    draft = DraftRecord("booster", [one, two], [[A, B, C, D, E]])
    assert rows_of(draft) == {
        "A": (1, 1, 0, 1.0, 1.0, 0, 0),
        "B": (2, 1, 0, 2.0, 1.5, 1, 0),
        "C": (3, 1, 0, 3.0, 2.5, 2, 1),
        "D": (4, 1, 0, 4.0, 3.5, 3, 2),
        "E": (5, 1, 0, 5.0, 4.5, 3, 3),
    }
    assert rows_of(draft, draft)["C"] == (6, 2, 0, 3.0, 2.5, 4, 2)
    other = DraftRecord("rochester", draft.seats)
    assert rows_of(other)["C"] == (3, 1, 0, 3.0, 2.5, 0, 0)
    unordered = DraftRecord("winston", draft.seats)
    assert rows_of(unordered)["C"] == (3, 1, 0, None, None, 0, 0)


def test_another_pack_does_not_come_back():
    one = seat((0, 0, [A, B, C], [0]), (0, 1, [D, E, F], [0]), (0, 2, [B, D], [0]))
    draft = DraftRecord("booster", [one, seat(id="2")])
    assert {name: row[5:] for name, row in rows_of(draft).items()} == dict.fromkeys(
        "ABCDEF", (0, 0)
    )
    later = seat((0, 0, [A, B, C], [0]), (1, 2, [B, C], [0]))
    draft = DraftRecord("booster", [later, seat(id="2")])
    assert {row[5:] for row in rows_of(draft).values()} == {(0, 0)}


def test_cards_that_burned_and_were_never_taken_are_last():
    pick = PickRecord(0, 0, [A, B, C, D], [1], burned=[3, 0])
    again = PickRecord(0, 1, [C, E], [1])
    draft = DraftRecord("booster", [SeatRecord("1", picks=[pick, again])])
    assert rows_of(draft) == {
        "B": (1, 1, 0, 1.0, 1.0, 0, 0),
        "E": (1, 1, 0, 2.0, 2.0, 0, 0),
        "A": (1, 0, 1, None, 1.0, 0, 0),
        "D": (1, 0, 1, None, 1.0, 0, 0),
        "C": (2, 0, 0, None, 2.0, 0, 0),
    }
    assert [row.card.name for row in records.pick_orders([draft])] == [*"BEADC"]


def test_the_order_is_by_the_share_where_picks_have_no_order():
    blind = PickRecord(0, 0, [A, B], [1], hidden=1)  # the top of a stack is not seen
    seats = [SeatRecord("1", picks=[blind, PickRecord(0, 1, [C, D], [0])])]
    seats += [SeatRecord("2", picks=[PickRecord(0, 0, [C, D, A], [2])])]
    rows = records.pick_orders([DraftRecord("winston", seats)])
    assert [(row.card.name, row.seen, row.taken) for row in rows] == [
        ("B", 0, 1), ("A", 2, 1), ("C", 2, 1), ("D", 2, 0),
    ]  # fmt: skip


def test_packs_go_left_right_and_left_again():
    def draft(step):
        seats = []
        for at in range(3):
            first = [cf.CardRef(f"{at}{each}") for each in "abc"]
            second = [cf.CardRef(f"{(at - step) % 3}{each}") for each in "bc"]
            picks = [PickRecord(0, 0, first, [0]), PickRecord(0, 1, second, [0])]
            seats.append(SeatRecord(str(at), picks=picks))
        return DraftRecord("booster", seats, [[cf.CardRef("0a")]])

    def passed(record):
        return [(row.seat, row.to, row.number) for row in records.passed_cards(record)]

    first = [(0, 1, 0), (1, 2, 0), (2, 0, 0)]
    assert passed(draft(1)) == first  # nobody drafted from what was left of the second picks
    assert passed(draft(-1)) == [(0, 2, 0), (1, 0, 0), (2, 1, 0)]


@pytest.mark.parametrize(("round_", "to"), [(0, 2), (1, 0), (2, 2)])
def test_in_the_log_of_one_player_packs_are_passed_as_usual(round_, to):
    own = PickRecord(round_, 0, [A, B, C], [0])
    seats = [SeatRecord("1"), SeatRecord("2", picks=[own]), SeatRecord("3")]
    (row,) = records.passed_cards(DraftRecord("booster", seats))
    assert (row.seat, row.to, row.round, row.number, row.cards) == (1, to, round_, 0, (B, C))
    empty = [SeatRecord("1"), SeatRecord("2", picks=[PickRecord(0, 0, [A], [0])])]
    assert records.passed_cards(DraftRecord("booster", empty)) == ()


def test_own_cards_may_be_added_to_a_pack():
    def passed(added):
        one = PickRecord(0, 0, [A, B, C], [0])
        two = [PickRecord(0, 0, [D, E], [0]), PickRecord(0, 1, [B, C, added], [0])]
        seats = [SeatRecord("1", picks=[one]), SeatRecord("2", picks=two)]
        rows = records.passed_cards(DraftRecord("booster", seats, [[A, B, C], [D, E]]))
        return [(row.seat, row.to) for row in rows if row.number == 0]

    assert passed(D) == [(0, 1)]
    assert passed(E) == []


def test_colors_of_hands_and_of_cards_of_which_nothing_is_known():
    cards = cf.CardSet(
        cards=[
            cf.Card.of("A", colors="W", types="X"),
            cf.Card.of("B", mana_cost="{U}{B}", colors="UB"),
            cf.Card.of("C", types="Land"),
            cf.Card.of("D"),
            cf.Card.of("E", colors="R"),
        ]
    )
    picks = [
        PickRecord(0, 0, [A, B], [0], hand=[C, D], replaced=[1]),
        PickRecord(0, 1, [B, E], [0, 1], hand=[A, C], replaced=[0]),
        PickRecord(1, 0, [F], [0], hand=[E]),
    ]
    rows = records.colors_over_picks(DraftRecord("housman", [SeatRecord("1", picks=picks)]), cards)
    assert [("".join(f"{row.counts[letter]}" for letter in "WUBRG"), row.colorless, row.unknown)
            for row in rows] == [("10000", 1, 0), ("01110", 1, 0), ("01120", 1, 1)]  # fmt: skip
    assert [(row.seat, row.round, row.number) for row in rows] == [(0, 0, 0), (0, 0, 1), (0, 1, 0)]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"picked": [2]}, "PickRecord: (2,) are no different places of 2 cards"),
        ({"picked": [0], "burned": [0]}, "PickRecord: (0, 0) are no different places of 2 cards"),
        ({"hand": [A], "replaced": [1]}, "PickRecord.replaced: (1,) of a hand of 1"),
        ({"piles": [2, 1]}, "PickRecord: the piles, or what is hidden, are over 2 cards"),
        ({"hidden": 3}, "PickRecord: the piles, or what is hidden, are over 2 cards"),
        ({"piles": [1, 1], "pile": 2}, "PickRecord.pile: there is no pile 2"),
        ({"piles": [1, 1], "pile": True}, "PickRecord.pile: there is no pile True"),
        ({"pile": 0}, "PickRecord.pile: there is no pile 0"),
    ],
)
def test_a_pick_has_places_that_are_there(fields, message):
    with pytest.raises(cf.ModelError) as caught:
        PickRecord(0, 0, [A, B], **fields)
    assert str(caught.value) == message


def test_a_pick_may_be_of_all_places():
    pick = PickRecord(0, 0, [A, B, C], [2], [0], [2, 1], 1, 3, [D], [0])
    assert (pick.taken, pick.left, pick.seen) == ((C,), (B,), ())


@pytest.mark.parametrize("lands", [{"W": -1}, {"W": 1.5}, {"W": True}, {1: 1}, {"W": 10**6}])
def test_lands_are_numbers_by_color(lands):
    assert DeckRecord(lands={"W": 17, "G": 0}).lands == {"W": 17, "G": 0}
    with pytest.raises(cf.ModelError, match="numbers from 0 to"):
        DeckRecord(lands=lands)


# ratings


@pytest.mark.parametrize("prior", [0.5, 4.0])
@pytest.mark.parametrize(("won", "lost"), [(3, 0), (5, 2), (1, 1)])
def test_two_cards_have_the_worths_of_their_equation(won, lost, prior):
    picks = [([A, B], [0])] * won + [([A, B], [1])] * lost
    learned = ratings.learn(picks, prior=prior)
    rating = learned.by_name
    assert rating["A"] + rating["B"] == pytest.approx(5, abs=2e-4)
    worth = rating["A"] / (5 - rating["A"])  # that of B is 1 / worth
    share = (won + lost) / (worth + 1 / worth)
    assert (won + prior / 2) / worth == pytest.approx(share + prior / (1 + worth), abs=1e-3)
    by_name = {each.name: (each.seen, each.taken) for each in learned.cards}
    assert by_name == {"A": (won + lost, won), "B": (won + lost, lost)}
    assert [each.name for each in learned.cards] == ["A", "B"]
    assert learned.rounds > (won != lost)


def test_further_cards_of_a_pick_are_chosen_from_what_is_left():
    several = ratings.learn([([A, B, C], [1, 0])])
    alone = ratings.learn([([A, B, C], [1]), ([A, C], [0])])
    assert several == alone
    assert [(each.name, each.seen, each.taken) for each in several.cards] == [
        ("B", 1, 1), ("A", 2, 1), ("C", 2, 0),
    ]  # fmt: skip
    assert ratings.learn([([A], [0])]).cards == (ratings.CardRating("A", 2.5),)
    last = ratings.learn([([A, B], [1, 0])])
    assert {each.name: each.seen for each in last.cards} == {"A": 1, "B": 1}
    assert ratings.learn([]) == ratings.Ratings(())


@pytest.mark.parametrize(
    ("pack", "places", "message"),
    [
        ([A, B], [2], "[2] are no different places of 2 cards"),
        ([A, B], [0, 0], "[0, 0] are no different places of 2 cards"),
        ([A, B], [-1], "[-1] are no different places of 2 cards"),
    ],
)
def test_places_that_are_not_there_are_refused(pack, places, message):
    with pytest.raises(cf.ModelError) as caught:
        ratings.learn([(pack, places)])
    assert str(caught.value) == message


@pytest.mark.parametrize("prior", [0, -1, float("inf"), float("nan")])
def test_the_prior_is_above_0(prior):
    with pytest.raises(cf.ModelError, match="prior is a number above 0"):
        ratings.learn([], prior=prior)


def test_picks_of_bots_and_of_piles_are_left_out():
    own = [PickRecord(0, 0, [A, B, C], [2], hidden=1), PickRecord(0, 1, [A, B], [1])]
    own += [PickRecord(0, 2, [A], [0], piles=[1]), PickRecord(0, 3, [A], [0], hand=[B])]
    seats = [SeatRecord("1", picks=own), SeatRecord("2", is_bot=True, picks=own[1:2])]
    draft = DraftRecord("booster", seats)
    assert [*ratings.picks_of([draft])] == [((A, B), []), ((A, B), [1])]
    assert len([*ratings.picks_of([draft], bots=True)]) == 3


TEXT = """\
{"cardformats_ratings": 1, "cards": {
  "Éel": {"rating": 5, "seen": 3, "taken": 3},
  "Newt": {"rating": 0.5, "seen": 0, "taken": 0}
}}
"""


def test_ratings_are_stored_a_card_a_line():
    made = ratings.Ratings([ratings.CardRating("Éel", 5, 3, 3), ratings.CardRating("Newt", 0.5)])
    assert ratings.dumps(made) == TEXT
    assert ratings.loads(TEXT) == made
    assert ratings.dumps(ratings.Ratings(())) == '{"cardformats_ratings": 1, "cards": {}}\n'


@pytest.mark.parametrize(
    ("old", "new", "message"),
    rows("""
        s": 1       | s": 2          | ratings of version 1 are loaded, not of version 2
        "rating": 5 | "rating": 5.1  | the rating of 'Éel' is from 0 to 5, not 5.1
        "rating": 5 | "rating": -0.1 | the rating of 'Éel' is from 0 to 5, not -0.1
        "taken": 3  | "taken": 4     | 'Éel' was taken 4 of 3 times
        "seen": 0   | "mood": 0      | ratings are stored as an object with "cardformats_ratings": 1
        "Newt"      | "Éel"          | ratings are stored as
        }}          | }              | ratings are stored as
    """),
)  # fmt: skip
def test_what_is_no_rating_is_refused(old, new, message):
    with pytest.raises(cf.ModelError) as caught:
        ratings.loads(TEXT.replace(old, new, 1))
    assert message in str(caught.value)


def test_a_rating_is_of_exact_chances():
    # of three cards, each taken once of the other two: all are in the middle
    learned = ratings.learn([([A, B], [0]), ([B, C], [0]), ([C, A], [0])])
    assert {each.rating for each in learned.cards} == {float(Fraction(5, 2))}
