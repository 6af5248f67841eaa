"""Stored Deckbuilder Drafts: what is loaded is what was stored, and nothing that cannot be."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft
from cardformats.draft import deckbuilder
from tests.deckbuilder_rules import at_market, begin, built, number_of, numbers_of

BOOSTERS = [[["u W 1", "c W 3"], ["u U 1"]], [["c W 4"], ["c W 5"]]]
MARKETS = [["u W 2", "r W 1", "m W 1"], ["u W 3", "r W 2"]]


def bought():
    """A draft of two rounds, in its first market, in which a card was bought."""
    state = at_market(BOOSTERS, MARKETS, winner=1)
    return state.buy(0, number_of(state, "u W 2"), numbers_of(state, ["u W 1"]))


def moments():
    """A state of every phase."""
    state = begin(BOOSTERS, MARKETS)
    yield deckbuilder.replay(state.log[:1])
    yield state
    yield built(state)
    yield bought()
    state = bought().pass_turn(1).pass_turn(0)
    yield state
    state = built(state).report(0, 1)
    while not state.is_over:
        state = state.pass_turn(state.buyer)
    yield state


def data_of(state):
    return json.loads(deckbuilder.dumps(state))


def loaded(data):
    return deckbuilder.loads(json.dumps(data))


def finish(state):
    """The state at the end, played in the simplest way."""
    while not state.is_over:
        for seat in range(len(state.seats)):
            state.view(seat)
            state.log_for(seat)
        if state.phase == "match":
            state = state.do(deckbuilder.by_chance(state, 1))
            continue
        seat = next(n for n in range(len(state.seats)) if state.duty(n) != "wait")
        if state.phase == "draft":
            state = state.pick(seat, state.draft.seats[seat].packs[0].cards[0])
        elif state.phase == "build":
            state = state.build(seat, [], ["Forest"] * state.table.rules.deck_size)
        else:
            state = state.pass_turn(seat)
    return state


@pytest.mark.parametrize("state", list(moments()), ids=lambda state: state.phase)
def test_what_is_loaded_is_what_was_stored_and_goes_on_alike(state):
    again = deckbuilder.loads(deckbuilder.dumps(state))
    assert again == state
    assert finish(again) == finish(state)
    assert deckbuilder.loads(deckbuilder.dumps(state).encode()) == state


def test_a_stored_draft_says_what_was_agreed_on_in_full():
    rules = data_of(bought())["table"]["rules"]
    assert {*rules} == {each.name for each in deckbuilder.DeckbuilderRules.__attrs_attrs__}


def test_a_stored_draft_has_a_mark_of_its_own():
    text = deckbuilder.dumps(bought())
    with pytest.raises(cf.DraftError, match="no version number 'cardformats_draft'"):
        draft.loads(text)
    with pytest.raises(cf.DraftError, match="no version number 'cardformats_deckbuilder'"):
        deckbuilder.loads(draft.dumps(bought().draft))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"cardformats_deckbuilder": 2}', '{"cardformats_deckbuilder": 1}', b"\xff"],
)
def test_other_texts_are_no_stored_drafts(text):
    with pytest.raises(cf.DraftError):
        deckbuilder.loads(text)


def changed(*path):
    """A change of a stored draft: the last of *path* is put at the place that the others name."""
    *places, last, value = path

    def change(data):
        for place in places:
            data = data[place]
        data[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (changed("cards", 0, 99), r"cards\[0\]: there is no kind 99"),
        (changed("kinds", 0, "rarity", "special"), r"kinds\[0\].rarity: there is no tariff"),
        (changed("table", "rules", "starters", 0), "starters is a whole number from 1 to 1000"),
        (changed("table", "rules", "deck_size", 10**9), "deck_size is a whole number from 0 to"),
        (
            changed("table", "rules", "tariffs", 1, "price", 10**9),
            "the price of cards that are uncommon is a whole number from 0 to 1000",
        ),
        (
            changed("table", "starters", 0, 0, 0, 1),
            r"table.starters\[0\]\[1\]\[0\]: card 1 is in two",
        ),
        (changed("table", "boosters", 0, 0, []), r"cards\[2\]: card 2 is nowhere"),
        (changed("table", "market", 0, 0, 99), r"there is no card 99"),
        (changed("draft", "table", "seed", "00"), "draft: its packs are not the starter packs"),
        (changed("draft", "cards", 0, 1), "draft: its packs are not the starter packs"),
        (changed("draft", "seats", 0, "pool", []), "draft: cards"),
        (changed("seats", [{}]), "seats: there are 1; the table has 2"),
        (changed("seats", 0, "pool", 0, 99), r"seats\[0\].pool: there is no card 99"),
        (changed("seats", 0, "pool", 0, 1), r"seats\[1\].pool\[0\]: card 1 is in two places"),
        (
            changed("seats", 0, "deck", "cards", [1]),
            r"seats\[0\].deck.cards: expected cards of the",
        ),
        (changed("seats", 0, "deck", "basics", ["Wastes"]), r"seats\[0\].deck.basics: expected"),
        (changed("seats", 0, "deck", None), r"seats\[0\].deck: it is missing"),
        (changed("seats", 0, "points", -1), r"seats\[0\].points: -1 is less than 0"),
        (changed("seats", 0, "played", 7), r"seats\[0\].played: a round has 1 matches"),
        (changed("chances", -1), "chances: -1 is less than 0"),
        (changed("phase", "draft"), "phase: it is 'draft'"),
        (changed("phase", "build"), "order: all seats buy in turn, and only while"),
        (changed("phase", "done"), "phase: expected one of draft, build, match, market, over"),
        (changed("round", 2), "round: there is no round 2 in the phase 'market'"),
        (changed("order", [0, 0]), "order: all seats buy in turn"),
        (changed("turn", 2), "turn: there is no turn 2"),
        (changed("passes", 2), "passes: there is no number of passes 2"),
        (changed("market", []), "market: it is open, and empty"),
        (changed("market", 0, "card", 0), "card 0 is in two places"),
        (changed("market", 0, "age", -1), r"market\[0\].age: -1 is less than 0"),
        (changed("matches", 0, "second", 0), r"matches\[0\]: nobody plays against themselves"),
        (changed("matches", 0, "winner", 2), r"matches\[0\].winner: there is no seat 2"),
        (changed("discarded", []), "is nowhere"),
        (changed("log", []), "log: 0 records are of the initial draft, whose log has 3"),
        (
            changed("log", 0, "action", {"type": "keep", "seat": 0}),
            r"log\[0\].action: a log begins",
        ),
        (changed("log", 3, "action", "seat", 5), r"log\[3\].action.seat: there is no seat 5"),
        (changed("log", -1, "outcomes", 0, "card", -1), r"outcomes\[0\].card: there is no card -1"),
        (changed("log", -1, "action", "type", "sell"), "expected an object with the member"),
        (changed("colour", "red"), "there is no member 'colour'"),
    ],
)
def test_what_cannot_be_is_not_loaded(change, reason):
    data = data_of(bought())
    change(data)
    with pytest.raises(cf.DraftError, match=reason):
        loaded(data)


@pytest.mark.parametrize(
    ("moment", "change", "reason"),
    [
        (
            1,
            changed("seats", 0, {"is_ready": True, "pool": [0]}),
            r"seats\[0\].deck: it is missing",
        ),
        (2, changed("seats", 0, "played", 1), "seats: all matches are over"),
        (2, changed("phase", "build"), "seats: all decks stand, and matches are not played"),
        (0, changed("round", 1), "phase: it is 'draft'"),
        (5, changed("round", 1), "round: there is no round 1 in the phase 'over'"),
        (5, changed("phase", "match"), "round: there is no round 2 in the phase 'match'"),
    ],
)
def test_what_cannot_be_in_a_phase_is_not_loaded(moment, change, reason):
    data = data_of(list(moments())[moment])
    change(data)
    with pytest.raises(cf.DraftError, match=reason):
        loaded(data)


def test_a_common_card_is_not_loaded_into_the_market():
    """Two cards change places: one of a pool and one of the market."""
    data = data_of(bought())
    data["seats"][1]["pool"][0], data["market"][0]["card"] = (
        data["market"][0]["card"],
        data["seats"][1]["pool"][0],
    )
    with pytest.raises(cf.DraftError, match=r"market\[0\]: cards that are common are not sold"):
        loaded(data)


def test_an_initial_draft_has_no_effects():
    data = data_of(bought())
    data["draft"]["burned"] = data["draft"]["seats"][0].pop("pool")
    with pytest.raises(cf.DraftError, match="draft: cards have no effects in this draft"):
        loaded(data)


def test_a_match_is_won_by_who_played_it():
    state = built(begin([[[]] * 3], [["u W 1"]], seats=3, matches=2)).report(0, 1, 1)
    data = data_of(state)
    data["matches"][0]["winner"] = 2
    with pytest.raises(cf.DraftError, match=r"matches\[0\].winner: seat 2 did not play"):
        loaded(data)


def test_a_state_with_the_log_of_another_draft_is_not_stored():
    state = bought()
    others = [
        evolve(state, log=begin(BOOSTERS, MARKETS, seed=2).log),
        evolve(state, cards=state.cards[::-1]),
        evolve(state, draft=evolve(state.draft, log=state.draft.log[:1])),
        evolve(state, draft=evolve(state.draft, log=())),
    ]
    for other in others:
        with pytest.raises(cf.DraftError, match="its log is that of another draft"):
            deckbuilder.dumps(other)


STATES = list(moments())
LEAVES = st.one_of(
    st.integers(-1, 12), st.none(), st.booleans(), st.sampled_from(["", "W", "market", "out"]),
    st.just([]), st.just({}), st.just([0]),
)  # fmt: skip


def places(data, path=()):
    """The paths to everything in JSON's data."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from places(value, (*path, key))


@given(st.sampled_from(STATES), st.data())
def test_whatever_is_loaded_can_be_gone_on_with(state, data):
    """Something in a stored draft is changed: it is refused, or the draft can be ended."""
    stored = data_of(state)
    for _ in range(data.draw(st.integers(1, 2))):
        *outer, last = data.draw(st.sampled_from(list(places(stored))))
        place = stored
        for key in outer:
            place = place[key]
        if data.draw(st.booleans()):
            place[last] = data.draw(LEAVES)
        else:
            del place[last]
    try:
        again = loaded(stored)
    except cf.DraftError:
        return
    assert finish(again).is_over


def test_views_logs_and_records_become_json_for_a_client():
    state = bought()
    view = json.loads(json.dumps(deckbuilder.as_json(state.view(1))))
    assert view["phase"] == "market"
    assert view["duty"] == "buy"
    number = number_of(state, "r W 1")
    assert view["market"][str(number)]["rarity"] == "rare"
    records = [deckbuilder.as_json(record) for record in state.log]
    assert records[0]["action"]["type"] == "start"
    assert records[1]["action"] == {
        "type": "drafting",
        "action": {"type": "pick", "seat": 0, "cards": [0]},
    }
    entries = [deckbuilder.as_json(entry) for entry in state.log_for(1)]
    assert entries[-1]["outcomes"][0]["type"] == "bought"
    with pytest.raises(cf.DraftError, match="expected a View, LogEntry or Record, not str"):
        deckbuilder.as_json("view")
