"""Records of the library's own drafts: played again, named as a list names cards, and in tables."""

from __future__ import annotations

import attrs
import pytest

import cardformats as cf
from cardformats import draft, records
from tests.draft_tables import named, table

_S = cf.model.SimpleEffect


def played(state, *turns):
    """The draft after turns, each a seat and what it drafts, burns, uses and removes."""
    for seat, *what in turns:
        state = state.do(named(state, seat, *what))
    return state


def pools(state):
    return [sorted(card.name for card in state.pool(seat)) for seat in range(len(state.seats))]


def again(state, cards=None, **options):
    """The draft that the record of a draft is played to."""
    return records.replay(records.of_draft(state), cards, **options)


def test_a_record_has_packs_and_what_was_taken_of_them():
    state = played(table(["A B C", "D E F"]), (0, "B"), (1, "D"), (1, "C"), (0, "F"))
    record = records.of_draft(state, names=["Ann"], bots=[1])
    assert (record.kind, len(record.packs)) == ("booster", 2)
    ann, bob = record.seats
    assert (ann.name, bob.name, bob.is_bot) == ("Ann", "Player 2", True)
    assert [(pick.round, pick.number, pick.picked) for pick in bob.picks] == [
        (0, 0, (0,)),
        (0, 1, (1,)),
    ]
    assert ann.picks[1].pack == (cf.CardRef("E"), cf.CardRef("F"))
    assert ann.cards == (cf.CardRef("B"), cf.CardRef("F"))
    assert pools(records.replay(record)) == pools(state)  # a running draft goes as far as it is


def test_what_burned_and_what_was_put_back_is_in_the_record():
    does = {"L": [_S.FACE_UP, _S.COGWORK_LIBRARIAN], "X": [_S.BURN_AFTER_PICKING]}
    state = table(["L B C D", "X E F G"], does=does)
    state = played(state, (0, "L"), (1, "X"), (0, "E F", "", "L"))
    _, second = records.of_draft(state).seats[0].picks
    assert [card.name for card in second.pack] == ["E", "F", "G", "L"]
    assert second.picked == (0, 1)
    burned = records.of_draft(state).seats[1].picks[0]
    assert (burned.picked, burned.burned) == ((), (0,))
    cards = cf.CardSet(cards=[cf.Card.of(name, draft_effects=each) for name, each in does.items()])
    replayed = again(state, cards)
    assert pools(replayed) == pools(state)
    assert replayed.seats[1].packs == state.seats[1].packs


def test_a_turn_without_a_pick_is_a_gap():
    does = {"O": [_S.FACE_UP, _S.LEOVOLDS_OPERATIVE]}
    state = table(["O A B C D", "E F G H I"], does=does)
    state = played(state, (0, "O"), (1, "E"), (0, "F G", "", "O"), (1, "A"))
    state = state.pass_pack(0)
    state = played(state, (1, "H"))
    state = played(state, (0, "I")) if state.duty(0) == "pick" else state
    record = records.of_draft(state)
    assert [pick.number for pick in record.seats[0].picks][:2] == [0, 1]
    assert 2 not in [pick.number for pick in record.seats[0].picks]


def test_rules_follow_from_the_picks():
    event = cf.model.Event(rounds=[cf.model.Round(picks=[2, 1], burns=[0, 1], direction="right")])
    state = table(*[["A B C D E", "F G H I J", "K L M N O"]] * 2, event=event, discard_at=1)
    state = draft.play(state, [draft.RandomBot(seat) for seat in range(3)])
    replayed = again(state)
    assert replayed.is_over
    assert pools(replayed) == pools(state)
    assert {each.step for each in replayed.table.rounds} == {-1}
    assert replayed.table.discard_at == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"packs": ()}, "does not contain the packs"),
        ({"kind": "team_sealed"}, "of the kind .team_sealed. are not played again"),
        ({"packs": [["A"]]}, "too few"),
        ({"packs": [["B", "A", "C"], ["D", "E", "F"]]}, "pick 1 of round 1 the record has A, B, C"),
    ],
)
def test_it_is_said_why_a_record_cannot_be_played(change, words):
    state = played(table(["A B C", "D E F"]), (0, "B"), (1, "D"), (1, "C"), (0, "F"))
    record = attrs.evolve(records.of_draft(state), **change)
    with pytest.raises(cf.DraftError, match=words):
        records.replay(record)


def test_it_is_said_where_a_record_and_the_rules_part():
    state = played(table(["A B C", "D E F"]), (0, "B"), (1, "D"), (1, "C"), (0, "F"))
    record = records.of_draft(state)
    ann, bob = record.seats
    double = attrs.evolve(bob.picks[1], picked=[0, 1])
    for seats, words in (
        ([ann, attrs.evolve(bob, picks=[])], "of seat 1 the record has no pick"),
        (
            [ann, attrs.evolve(bob, picks=[bob.picks[0], double])],
            "pick 2 of round 1 cannot be made",
        ),
    ):
        with pytest.raises(cf.DraftError, match=words) as caught:
            records.replay(attrs.evolve(record, seats=seats))
        assert caught.value.seat is not None
    over = played(state, (0, "A"), (1, "E"))
    other = records.of_draft(over)
    ann = attrs.evolve(other.seats[0], cards=["B", "F", "Z"])
    with pytest.raises(cf.DraftError, match="has not Z, but A"):
        records.replay(attrs.evolve(other, seats=[ann, other.seats[1]]))


def test_a_kind_of_draft_is_registered():
    class Toy(draft.Game):
        title, kind = "a toy draft", "toy"

    with pytest.raises(cf.DraftError, match="a toy draft"):
        records.of_draft(Toy())
    pick = records.PickRecord(0, 0, ["A"], [0])
    records.history_of.register(Toy)(lambda *_: records.History([[pick]], [["A"]]))
    assert records.of_draft(Toy()).seats[0].picks == (pick,)


def test_a_sealed_pool_is_a_record():
    packs = [[cf.PackCard("A", "s", "s")], [cf.PackCard("B", "s", "s")]]
    record = records.of_draft(draft.start_team_sealed([packs], [(0,), (1,)]))
    assert [seat.cards for seat in record.seats] == [(cf.CardRef("A"),), (cf.CardRef("B"),)]


def test_cards_are_named_as_a_list_names_them():
    cardset = cf.loads("[A]\n1 Opt\n1 Fen (ANA) 3\n1 Fen (ANA) 4\n1 Wax\n", "draftmancer")
    packs = [["Opt (xln) 65", "Fen (ana) 4", "Fen", "Wax // Wane (ANA) 5", "Egret"]]
    pick = records.PickRecord(0, 0, packs[0], [0])
    deck = records.DeckRecord(["Opt (xln) 65"])
    seat = records.SeatRecord("a", picks=[pick], cards=["Opt (xln) 65"], deck=deck)
    record = records.named_as(records.DraftRecord("booster", [seat], packs), cardset)
    assert [*map(str, record.packs[0])] == ["Opt", "Fen (ANA) 4", "Fen", "Wax", "Egret"]
    (seat,) = record.seats
    assert seat.picks[0].taken == seat.cards == seat.deck.main == (cf.CardRef("Opt"),)


# tables


def two_rounds():
    rounds = [["A B C", "D E F"], ["A G H", "I J K"]]
    state = played(table(*rounds), (0, "A"), (1, "D"), (1, "B"), (0, "E"), (1, "F"), (0, "C"))
    return records.of_draft(
        played(state, (0, "G"), (1, "I"), (1, "A"), (0, "J"), (0, "H"), (1, "K"))
    )


def test_pick_orders_say_when_cards_go_and_what_wheels():
    rows = {row.card.name: row for row in records.pick_orders([two_rounds()] * 2)}
    card = rows["A"]
    assert (card.seen, card.taken, card.average_taken) == (6, 4, 1.5)
    assert card.average_last == pytest.approx(4 / 3)
    wheeled = rows["C"]
    assert (wheeled.seen, wheeled.average_taken, wheeled.may_wheel, wheeled.wheeled) == (6, 3, 2, 2)
    assert (rows["B"].may_wheel, rows["B"].wheeled) == (2, 0)
    order = [row.card.name for row in records.pick_orders([two_rounds()])]
    assert order[:4] == ["D", "G", "I", "A"]
    assert rows["A"].to_dict()["card"] == "A"


def test_what_was_passed_says_from_whom_and_to_whom():
    rows = records.passed_cards(two_rounds())
    assert [(row.seat, row.to) for row in rows[:2]] == [(0, 1), (1, 0)]
    assert [card.name for card in rows[0].cards] == ["B", "C"]
    assert len(rows) == 8
    assert rows[0].to_dict()["cards"] == ["B", "C"]
    assert records.passed_cards(records.DraftRecord("winston", ())) == ()


def test_colours_are_counted_over_picks():
    cards = cf.CardSet(cards=[cf.Card.of("A", mana_cost="{W}{U}"), cf.Card.of("G", types="Land")])
    rows = [row for row in records.colors_over_picks(two_rounds(), cards) if row.seat == 0]
    assert [(row.counts["W"], row.counts["U"]) for row in rows] == [(1, 1)] * 6
    assert [(row.colorless, row.unknown) for row in rows[:4]] == [(0, 0), (0, 1), (0, 2), (1, 2)]
    assert rows[0].to_dict()["counts"] == {"W": 1, "U": 1, "B": 0, "R": 0, "G": 0}
