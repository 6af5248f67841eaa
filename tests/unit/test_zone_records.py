"""Records of drafts of piles, hands and grids: what they say, and what is refused."""

from __future__ import annotations

import json
from collections import Counter

import attrs
import pytest

import cardformats as cf
from cardformats import draft, records

NAMES = [f"{letter}{digit}" for letter in "abcdefghij" for digit in range(9)]
CARDS = cf.CardSet(cards=[cf.Card.of(name, mana_cost="{W}") for name in NAMES])


def begun(kind, *, cards, size=10, players=2, seed=5, **settings):
    """A draft of so many cards, each of a name of its own, in packs of the same size."""
    packs = [[cf.CardRef(name) for name in NAMES[at : at + size]] for at in range(0, cards, size)]
    return draft.begin(kind, packs, CARDS, players=players, seed=seed, **settings)


def to_the_end(state, seed=1):
    bots = [draft.RandomBot(f"{seed} {seat}") for seat in range(len(state.seats))]
    return draft.play(state, bots)


def logged(state):
    """The log of a draft as an object, without what only the library writes."""
    log = json.loads(records.dumps(records.of_draft(state, CARDS), "draftmancer"))
    del log["cardformats"]
    return log


def pools(state):
    return [Counter(card.name for card in state.pool(seat)) for seat in range(len(state.seats))]


def replayed(log, **options):
    return records.replay(records.loads(json.dumps(log)), **options)


def test_a_pick_of_piles_has_the_piles_as_they_were_when_the_turn_began():
    state = begun("winston", packs=1, cards=12, size=6)
    first = [zone.numbers[0] for zone in state.several("pile")]
    state = state.skip_pile(0).take_pile(0)
    (pick,) = records.of_draft(state).seats[0].picks
    assert [card.name for card in pick.pack] == [state.cards[card].name for card in first]
    assert (pick.piles, pick.pile, pick.hidden) == ((1, 1, 1), 1, 1)
    assert pick.taken == (state.cards[first[1]].card,)
    assert records.of_draft(state.skip_pile(1)).seats[1].picks == ()  # the turn goes on


def test_a_log_that_lacks_cards_of_piles_that_did_not_grow_plays_again():
    """As Draftmancer writes it: every pile that was left is cut by a card."""
    state = begun("winston", packs=1, cards=12, size=6, piles=2)
    while state.zone("stack").numbers:
        state = state.skip_pile(state.actors[0])
    while not state.is_over:
        can_skip = len(state.choices(state.actors[0])) > 1 and state.turn % 2 == 0
        seat = state.actors[0]
        state = state.skip_pile(seat) if can_skip else state.take_pile(seat)
    log = logged(state)
    picks = [pick for user in log["users"].values() for pick in user["picks"]]
    cut = [pick for pick in picks if pick.get("pickedPile") == 1 and pick["piles"][0]]
    assert cut
    for pick in cut:
        pick["piles"][0].pop()
    settings = {"packs": 1, "piles": 2}
    assert pools(replayed(log, settings=settings)) == pools(state)
    cut[0]["piles"][1].pop()
    with pytest.raises(cf.DraftError, match="by the rules there are"):
        replayed(log, settings=settings)
    with pytest.raises(cf.DraftError, match=r"by the rules there are \(1, 1, 1\)"):
        replayed(log, settings={"packs": 1})


def test_a_log_with_basics_in_packs_plays_again():
    packs = [["Island", "a0", "a1", "a2"], ["a3", "a4", "Forest", "a5"]]
    state = draft.begin(
        "winchester",
        [[cf.CardRef(name) for name in pack] for pack in packs],
        CARDS,
        players=2,
        seed=1,
        packs=1,
    )
    state = to_the_end(state)
    record = attrs.evolve(records.of_draft(state), packs=packs, extras={})
    assert pools(records.replay(record, settings={"packs": 1})) == pools(state)


def test_cells_that_lie_face_down_or_are_empty_are_null():
    state = begun("minesweeper", cards=60, grids=2, width=5, height=5, picks=4)
    open_cells = [cell for cell, card in enumerate(state.zone("grid").cards) if card is not None]
    state = to_the_end(state)
    pick = logged(state)["users"]["seat0"]["picks"][0]
    assert (pick["packNum"], pick["pickNum"]) == (0, 0)
    assert [cell for cell, card in enumerate(pick["booster"]) if card] == open_cells
    assert len(pick["booster"]) == 25
    with pytest.raises(cf.DraftError):
        replayed(logged(state))
    settings = {"grids": 2, "width": 5, "height": 5, "picks": 4}
    assert pools(replayed(logged(state), settings=settings)) == pools(state)


def test_a_hand_that_was_kept_is_a_turn_without_a_card():
    state = begun("housman", cards=30, rounds=1, may_keep=True, exchanges=1, hand=2, revealed=3)
    state = state.keep_hand(0)
    (pick,) = records.of_draft(state).seats[0].picks
    assert (pick.picked, pick.replaced, len(pick.hand)) == ((), (), 2)
    log = json.loads(records.dumps(records.of_draft(state), "draftmancer"))
    assert "picked" not in log["users"]["seat0"]["picks"][0]
    assert records.loads(json.dumps(log)).seats[0].picks == (pick,)


def test_cards_face_down_in_piles_are_said_besides():
    state = to_the_end(begun("solomon", cards=24, rounds=2, hidden=1, last=16))
    record = records.of_draft(state, CARDS)
    first = record.seats[1].picks[0]
    assert (len(first.pack), first.hidden, first.pile) == (8, 2, 0)
    assert len(first.taken) == first.piles[0] + 1
    log = logged(state)
    pick = log["users"]["seat0"]["picks"][0]
    assert (pick["pickedPile"], pick["hidden"]) == (1, [1, 1])
    assert records.loads(json.dumps(log)).seats == record.seats
    settings = {"rounds": 2, "hidden": 1, "last": 16}
    assert pools(replayed(log, settings=settings)) == pools(state)


def test_what_is_odd_in_piles_is_reported_and_kept():
    log = logged(to_the_end(begun("solomon", cards=24, rounds=2, hidden=1, last=16)))
    picks = log["users"]["seat0"]["picks"]
    picks[0]["hidden"] = [1, 99]
    picks[1]["randomCard"] = log["users"]["seat0"]["cards"][0]
    report = records.loads_report(json.dumps(log))
    assert [each.code for each in report.diagnostics] == [records.RecordCode.WRONG_TYPE]
    again = json.loads(records.dumps(report.value, "draftmancer"))
    assert again["users"]["seat0"]["picks"] == picks


@pytest.mark.parametrize("order", ["draftmancer", "mtr", "lucky-paper"])
def test_the_order_of_picks_is_given_with_a_log_of_another_program(order):
    state = to_the_end(begun("rochester", players=3, cards=18, packs=2, order=order, size=3))
    settings = {"packs": 2, "order": order}
    again = replayed(logged(state), settings=settings)
    assert again.settings.order == order
    assert pools(again) == pools(state)
    with pytest.raises(cf.DraftError, match="does not contain the packs"):
        replayed(logged(state) | {"boosters": []}, settings=settings)


def test_a_rotisserie_log_has_no_packs_but_all_cards():
    packs = [[cf.CardRef(name) for name in NAMES[:30]]]
    state = to_the_end(draft.begin("rotisserie", packs, CARDS, players=3, seed=1, cards=5))
    log = logged(state) | {"boosters": []}
    again = replayed(log, settings={"cards": 5})
    assert pools(again) == pools(state)
    assert len(again.cards) == 30
    log["users"]["seat0"]["picks"][1]["booster"] = log["users"]["seat1"]["picks"][0]["booster"]
    with pytest.raises(cf.DraftError):
        replayed(log)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda log: log["users"]["seat1"].update(picks=[]), "of seat 1 the record has no pick"),
        (lambda log: log["users"]["seat1"].update(cards=["a0_cus_"]), "by the rules its pool"),
        (lambda log: log["users"].pop("seat1"), "for 2 to"),
        (lambda log: [user.update(picks=[]) for user in log["users"].values()], "neither picks"),
        (lambda log: log.update(boosters=[["a0_cus_"] * 40]), "came from no pack"),
        (lambda log: log.update(cardformats={"kind": "toy"}), "are not played again"),
        (lambda log: log.update(cardformats={"settings": {"x": 1}}), "no setting 'x'"),
        (lambda log: log.update(cardformats={"settings": {"hand": []}}), "hand is a whole number"),
    ],
)
def test_it_is_said_why_a_record_cannot_be_played(change, words):
    log = logged(to_the_end(begun("housman", cards=30, rounds=1)))
    change(log)
    settings = None if "cardformats" in log or words == "neither picks" else {"rounds": 1}
    with pytest.raises(cf.DraftError, match=words):
        replayed(log, settings=settings)


# tables


def test_cards_of_piles_are_counted_and_have_no_order():
    state = to_the_end(begun("winchester", cards=20, size=10, packs=1))
    rows = records.pick_orders([records.of_draft(state)])
    assert {row.average_taken for row in rows} == {row.average_last for row in rows} == {None}
    assert all(row.taken == 1 for row in rows)
    assert [row.seen for row in rows] == sorted(row.seen for row in rows)  # wanted most: first
    state = to_the_end(begun("rochester", cards=6, size=3, packs=1))
    rows = records.pick_orders([records.of_draft(state)])
    assert sorted(row.average_taken for row in rows) == [1, 1, 2, 2, 3, 3]
    assert rows[0].average_taken == 1


def test_colours_of_a_hand_are_those_after_the_exchange():
    state = to_the_end(begun("housman", cards=42, rounds=2, hand=3, revealed=6, size=24))
    rows = records.colors_over_picks(records.of_draft(state), CARDS)
    own = [row.counts["W"] for row in rows if row.seat == 0]
    assert own == [3, 3, 3, 6, 6, 6]
    assert len(state.pool(0)) == 6
