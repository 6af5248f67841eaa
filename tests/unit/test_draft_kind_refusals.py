"""What kinds of draft refuse: callers' mistakes, and stored drafts that are made up."""

from __future__ import annotations

import json
from itertools import repeat
from types import SimpleNamespace

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.zones.winston import SkipPile, TakePile

CUBE = cf.CardSet.of(
    [cf.Card.of(f"Card {at:03}", mana_cost="{W}", rarity="common") for at in range(300)],
    pack={"common": 15},
)


def begun(kind="winston", players=2, **settings):
    packs = draft.packs_for(kind, cf.Generator(CUBE, seed=1), CUBE, players=players, **settings)
    return draft.begin(kind, packs, CUBE, players=players, seed=1, **settings)


WINSTON = begun(packs=1)
PACK = [card.ref for card in list(CUBE.cards)[:15]]


def refused(action):
    with pytest.raises(cf.DraftError) as caught:
        action()
    return str(caught.value)


# beginning


@pytest.mark.parametrize(
    ("kind", "players", "settings", "message"),
    [
        ("winstn", 2, {}, "there is no kind of draft 'winstn'; there are glimpse, grid, "),
        ("winston", 1, {}, "a winston draft is for 2 to 100, not for 1 players"),
        ("winston", 10**9, {}, "a winston draft is for 2 to 100, not for 1000000000 players"),
        ("winston", True, {}, "a winston draft is for 2 to 100, not for True players"),
        ("winston", "2", {}, "a winston draft is for 2 to 100, not for '2' players"),
        ("solomon", 3, {}, "a solomon draft is for exactly 2, not for 3 players"),
        ("winston", 2, {"heaps": 3}, "a winston draft has no setting 'heaps'; there are packs, "),
        ("winston", 2, {"packs": 10**12}, "packs is a whole number, from 1 to 10000, not "),
        ("rochester", 2, {"order": []}, "order is one of draftmancer, "),
        ("winston", 100, {"packs": 10_000}, "a draft has up to 10000 cards, and as many packs"),
    ],
)
def test_what_cannot_begin_is_refused_before_packs_are_opened(kind, players, settings, message):
    dealer = object()  # which deals nothing
    options = {"players": players, **settings}
    assert refused(lambda: draft.packs_for(kind, dealer, CUBE, **options)).startswith(message)
    if "as many packs" not in message:
        begin = lambda: draft.begin(kind, repeat(PACK), CUBE, seed=1, **options)  # noqa: E731
        assert refused(begin).startswith(message)


def test_too_few_packs_or_cards_are_refused():
    start = {"players": 2, "seed": 1}
    assert refused(lambda: draft.begin("winston", [PACK], CUBE, **start)) == (
        "this takes 6 packs; there are 1"
    )
    assert refused(lambda: draft.begin("solomon", [PACK], CUBE, **start)) == (
        "this takes 80 cards; there are 15"
    )
    assert refused(lambda: draft.begin("solomon", [["Eel"]], CUBE, **start)) == (
        "a pack holds PackCards or CardRefs, not 'Eel'"
    )


def test_packs_without_end_are_not_read_to_it():
    for kind in ("winston", "solomon", "glimpse"):
        state = draft.begin(kind, repeat(PACK), CUBE, players=2, seed=1)
        assert not state.is_over


@pytest.mark.parametrize("seed", [None, 1.5, ["1"]])
def test_a_seed_is_an_int_a_str_or_bytes(seed):
    with pytest.raises(cf.CollationError, match="the seed must be an int, a str or bytes"):
        draft.begin("winston", [PACK] * 6, CUBE, players=2, seed=seed)


# acting


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (TakePile(1), "seat 1: cannot take pile now; it is the turn of seat 0"),
        (TakePile(2), "seat 2: there is no such seat; there are 2, from 0 on"),
        (SkipPile(seat=True), "a seat is named by its number, not True"),
    ],
)
def test_what_a_seat_must_not_do_is_refused(action, message):
    assert refused(lambda: WINSTON.do(action)).startswith(message)
    assert not WINSTON.can(action)


def test_nothing_can_be_done_when_it_is_over():
    last = draft.play(WINSTON, [draft.RandomBot(1)] * 2)
    assert refused(lambda: last.take_pile(0)) == "seat 0: cannot take pile now; the draft is over"
    for bot in (draft.RandomBot(1), draft.RatedBot(CUBE, 1)):
        assert refused(lambda bot=bot: bot.act(last.view(0))) == "seat 0: has nothing to choose"


# moving


@pytest.mark.parametrize(
    ("cards", "source", "target"),
    [
        ([999], draft.STACK, draft.DISCARD),
        ([True], draft.STACK, draft.DISCARD),
        (["0"], draft.STACK, draft.DISCARD),
        ([[0]], draft.STACK, draft.DISCARD),
        (None, draft.STACK, draft.STACK),
        (None, draft.DISCARD, draft.STACK),
    ],
)
def test_rules_cannot_lose_or_double_a_card(cards, source, target):
    step = WINSTON.step(WINSTON)
    cards = [*step.top(2)] if cards is None else cards
    assert "cannot go from" in refused(lambda: step.move(cards, source, target))
    assert "cannot go from" in refused(lambda: step.move([*step.top(1)] * 2, draft.STACK, target))


@pytest.mark.parametrize("places", [(), (0,), (0, 0), (0, 1), (0, 9), (0, -1), (0, 2, 3)])
def test_cards_go_to_free_places(places):
    step = WINSTON.step(WINSTON)
    step.put(draft.Zone("grid", 0, (None,) * 4, has_places=True))
    step.move(step.top(1), draft.STACK, ("grid", 0), [1])
    two = step.top(2)
    assert "cards go to as many free places" in refused(
        lambda: step.move(two, draft.STACK, ("grid", 0), places)
    )
    step.move(two, draft.STACK, ("grid", 0), [3, 0])
    assert step.zone("grid").cards[0::3] == (two[1], two[0])


def test_a_zone_that_is_not_there_is_seen_empty():
    assert WINSTON.view(0).zone("heap", 3) == draft.SeenZone("heap", 3, 0)


def test_the_options_of_a_seat_are_those_that_it_sees():
    assert [each.action for each in WINSTON.options(0)] == [TakePile(0), SkipPile(0)]
    assert WINSTON.options(1) == ()


# how many packs are opened, and read


class Dealing:
    """It deals packs of the same cards, and remembers how many."""

    def __init__(self, *names):
        cards = [cf.PackCard(cf.CardRef(name), "s", "s") for name in names]
        self.pack, self.counts = cf.Pack(0, "b", "L", cards), []

    def deal(self, players, event):
        assert players == 1
        self.counts.append(event.boosters_per_player)
        return SimpleNamespace(packs=(self.pack,) * event.boosters_per_player)


@pytest.mark.parametrize(
    ("kind", "settings", "cards", "counts"),
    [
        ("rochester", {"packs": 1}, 1, [2]),
        ("rochester", {"packs": 5_000}, 0, [10_000]),
        ("solomon", {"rounds": 1}, 8, [1]),
        ("solomon", {"rounds": 1}, 7, [1, 2]),
        ("solomon", {}, 10, [1, 8]),
        ("solomon", {}, 9, [1, 8, 9]),
        ("solomon", {"remove_basics": False}, 9, [1, 7, 8]),
        ("solomon", {"remove_basics": False}, 3, [1, 16]),
    ],
)
def test_so_many_packs_are_opened(kind, settings, cards, counts):
    """Two of the cards are basic lands."""
    dealer = Dealing("Forest", "Island", *["Eel"] * cards)
    packs = draft.packs_for(kind, dealer, CUBE, players=2, **settings)
    assert dealer.counts == counts
    assert packs == [dealer.pack] * counts[-1]


def test_packs_that_cannot_be_drafted_are_refused():
    deal = lambda **settings: draft.packs_for(  # noqa: E731
        settings.pop("kind"), Dealing("Forest"), CUBE, players=2, **settings
    )
    assert refused(lambda: deal(kind="solomon")) == "the packs have no cards to draft"
    assert refused(lambda: deal(kind="rochester", packs=5_001)) == (
        "a draft has up to 10000 cards, and as many packs"
    )


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_cards_are_taken_from_as_many_packs_as_are_needed(rounds):
    packs = repeat([cf.CardRef(name) for name in ["Forest", *"ABCDEF"]])
    state = draft.begin("solomon", packs, CUBE, players=2, seed=1, rounds=rounds)
    assert [card.name for card in state.cards] == [*("ABCDEF" * 4)[: 8 * rounds]]


# stored drafts, and those sent to clients


def stored(state=WINSTON, **start):
    data = json.loads(draft.dumps(state))
    data["start"] |= start
    return data


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"seats": 10**9}, "a Winston Draft has from 2 to 100 seats, not 1000000000"),
        ({"seats": 0}, "a Winston Draft has from 2 to 100 seats, not 0"),
        ({"seats": True}, "start.seats: expected a whole number"),
        ({"seats": "2"}, "start.seats: expected a whole number"),
        ({"settings": {"piles": 10**9}}, "start.settings: piles is a whole number, from 2 to 8"),
        ({"settings": {"piles": -1}}, "start.settings: piles is a whole number, from 2 to 8"),
        ({"settings": {"heaps": 1}}, "start.settings.heaps: there is no member 'heaps'"),
        ({"packs": [[0, 0]]}, "every card is in one pack, named by its number from 0 on"),
        ({"packs": [[2**70]]}, "every card is in one pack, named by its number from 0 on"),
        ({"packs": [[]] * 10_001}, "a draft has up to 10000 packs, not 10001"),
        ({"cards": [{"card": {"name": "A"}}] * 10_001}, "a draft has up to 10000 cards, not 10001"),
        ({"packs": [["0"]]}, "start.packs[0][0]: expected a whole number"),
        ({"seed": 5}, "start.seed: expected a string"),
        *(
            ({"seed": seed}, f"a stored seed is 64 hexadecimal digits, not '{seed}'")
            for seed in ("a" * 63, "a" * 65, "A" * 64, "g" * 64)
        ),
    ],
)
def test_a_stored_draft_that_is_made_up_is_refused(start, message):
    text = json.dumps(stored(**start))
    assert refused(lambda: draft.loads(text)).startswith(message)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("winstn", "there is no kind of draft 'winstn'"),
        ("x" * 10**6, f"there is no kind of draft '{'x' * 80}'; "),
        (5, "game: this version of cardformats loads a booster draft of 'booster' only"),
        ([], "game: this version of cardformats loads a booster draft of 'booster' only"),
        (
            {"winston": 1},
            "game: this version of cardformats loads a booster draft of 'booster' only",
        ),
        ("booster", "rules: this version of cardformats loads a booster draft of 2 only"),
        ("solomon", "start"),
    ],
)
def test_a_stored_draft_of_another_name_is_refused(game, message):
    text = json.dumps({**stored(), "game": game})
    reason = refused(lambda: draft.loads(text))
    assert reason.startswith(message)
    assert len(reason) < 1000


def test_drafts_are_loaded_by_their_names_their_classes_or_bases():
    text = draft.dumps(WINSTON)
    for game in (None, draft.Game, draft.ZoneDraft, type(WINSTON)):
        assert draft.loads(text, game) == WINSTON
    reason = "game: expected a booster draft ('booster'), not 'winston'"
    assert refused(lambda: draft.loads(text, draft.BoosterDraft)) == reason
    booster = draft.start([[PACK, PACK]], CUBE, seed=1)
    assert draft.loads(draft.dumps(booster)) == draft.loads(draft.dumps(booster), draft.Game)
    reason = "game: a booster draft is not a ZoneDraft"
    assert refused(lambda: draft.loads(draft.dumps(booster), draft.ZoneDraft)) == reason


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "action: "),
        ({}, "action: "),
        ({"type": "take_pile"}, "action: the member 'seat' is missing"),
        ({"type": "take_pile", "seat": "0"}, "action.seat: expected a whole number"),
        ({"type": "take_pile", "seat": 0, "x": 1}, "action.x: there is no member 'x'"),
        ({"type": "pick", "seat": 0}, "action"),
        ([{"type": "take_pile", "seat": 0}], "action: "),
    ],
)
def test_what_a_client_sends_is_checked(data, message):
    assert refused(lambda: draft.action_from_json(WINSTON, data)).startswith(message)
    assert refused(lambda: draft.action_from_json(type(WINSTON), data)).startswith(message)


def test_actions_of_all_games_come_back_from_json():
    sent = draft.as_json(WINSTON.view(0))["options"]
    assert sent[0]["action"] == {"type": "take_pile", "seat": 0}
    assert draft.action_from_json(WINSTON, sent[0]["action"]) == TakePile(0)
    pick = {"type": "pick", "seat": 0, "cards": [3]}
    assert draft.action_from_json(draft.BoosterDraft, pick) == draft.actions.Pick(0, 3)


@pytest.mark.parametrize("name", [None, 3, [], b"winston", draft.ZoneDraft])
def test_what_is_no_kind_nor_a_name_is_refused(name):
    reason = f"a kind of draft is a DraftKind or its name, not {name!r}"
    assert refused(lambda: draft.draft_kind(name)) == reason
