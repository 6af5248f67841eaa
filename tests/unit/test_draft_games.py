"""What games of all sorts refuse alike: seats, actions and logs that there are not."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from tests import deckbuilder_rules, draft_tables, zone_tables


def sealed():
    packs = [[[cf.PackCard(cf.CardRef(f"{seat}{n}"), "s", "S") for n in "ab"] for seat in range(2)]]
    return draft.start_team_sealed(packs, [(0,), (1,)])


#: A game of each sort with two seats, and the methods that are for a seat.
GAMES = {
    "booster": (draft_tables.table(["a b", "c d"]), "view log_for duty pool pick pass_pack answer"),
    "winston": (
        zone_tables.table("winston", [zone_tables.pack(9), []], 2, packs=1),
        "view log_for duty pool take_pile",
    ),
    "conspiracy": (
        draft.start_conspiracy_game([(["Eel"] * 40, ["Power Play"])] * 2),
        "view log_for duty conspiracies place reveal",
    ),
    "sealed": (sealed(), "view log_for pool untaken team"),
    "deckbuilder": (
        deckbuilder_rules.begin([[[], []]], [[]]),
        "view log_for duty pool keep pass_turn",
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_there_are_no_other_seats(name):
    game, methods = GAMES[name]
    for method in methods.split():
        for seat in (-1, 2, "0", None, True, 0.0):
            with pytest.raises(cf.DraftError, match="seat") as caught:
                getattr(game, method)(seat)
            assert "no such seat" in str(caught.value) or "by its number" in str(caught.value)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_action_is_refused(name):
    game, _ = GAMES[name]
    foreign = draft.sealed.TakeCard(0, 0) if name == "booster" else draft.actions.PassPack(0)
    for action in (None, "pick", draft.actions.Pick, game.log[0].action, foreign):
        assert not game.can(action)
        for attempt in (game.verify, game.do):
            with pytest.raises(cf.DraftError) as caught:
                attempt(action)
            nothing = f"this is nothing that can be done in {game.title}: "
            assert str(caught.value) == f"{nothing}{action!r}"


@pytest.mark.parametrize("name", GAMES)
def test_a_log_begins_with_the_one_start(name):
    game, _ = GAMES[name]
    replay = type(game).replay
    assert replay(record for record in game.log) == game
    for log, why in (
        ((), "a log begins with the start of "),
        (game.log[1:], "a log begins with the start of "),
        ([*game.log, game.log[0]], "this is nothing that can be done in "),
        ("a", "a log holds Records, not 'a'"),
    ):
        with pytest.raises(cf.DraftError, match=why):
            replay(log)
