"""States of drafts are safe between threads; stored games name their actions by words that stay."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft import deckbuilder
from cardformats.draft.engine import actions_of
from cardformats.serde import tag_of
from tests.draft_tables import OFFICIAL, official
from tests.properties.test_undo import GAMES


def seen(state):
    seats = range(len(state.seats))
    return [[state.view(seat), state.log_for(seat)] for seat in seats]


@pytest.mark.parametrize("name", GAMES)
def test_eight_threads_that_act_on_one_state_give_what_one_gives(name):
    last = GAMES[name](1)
    begun = type(last).replay(last.log[:1])

    def played(_):
        state = begun
        for record in last.log[1:]:
            state = state.do(record.action)
        return state, seen(state), draft.dumps(state)

    with ThreadPoolExecutor(8) as pool:
        results = [*pool.map(played, range(8))]
    assert all(each == (last, seen(last), draft.dumps(last)) for each in results)


@pytest.mark.parametrize("name", GAMES)
def test_views_and_logs_can_be_hashed(name):
    state = GAMES[name](1)
    for moment in (1, (len(state.log) + 1) // 2, len(state.log)):
        before = type(state).replay(state.log[:moment])
        for view, log in seen(before):
            assert hash(view) == hash(view)
            assert hash(log[0].outcomes) == hash(log[0].outcomes)


def test_eight_threads_that_do_different_things_with_one_state_do_not_disturb_each_other():
    packs = [" ".join([*OFFICIAL][at : at + 6]) for at in (0, 6)]
    begun = official(packs)
    cards = begun.view(0).pack

    def after(card):
        return begun.pick(0, card)

    expected = [after(card) for card in cards] * 8
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(after, [*cards] * 8)] == expected


#: The words for actions in stored games, which later versions read as well.
ACTIONS = {
    draft.BoosterDraft: "pick pass_pack answer use_card add_pack together",
    draft.ConspiracyGame: "place_conspiracies exile_cards begin_game choose_number "
    "turn_up_conspiracy reveal_conspiracies",
    deckbuilder.DeckbuilderDraft: "drafting build keep report buy pass_turn",
    draft.TeamSealed: "take_card release_card",
    "grid": "take_row take_column",
    "housman": "exchange keep_hand",
    "jumpstart": "choose_pack",
    "jump-in": "choose_pack",
    "minesweeper": "take_card",
    "rochester": "take_card",
    "rotisserie": "take_card",
    "solomon": "divide_cards choose_pile",
    "winchester": "take_open_pile",
    "winston": "take_pile skip_pile",
}
VERSIONS = {"booster": 2, "conspiracy": 3}


def test_stored_games_name_their_actions_by_words_that_stay():
    kinds = {*draft.draft_kinds()} - {"glimpse", "supreme"}  # which are booster drafts
    assert kinds == {name for name in ACTIONS if isinstance(name, str)}
    for game, words in ACTIONS.items():
        cls = draft.draft_kind(game).game if isinstance(game, str) else game
        assert [*map(tag_of, actions_of(cls))] == words.split()
        assert cls.version == VERSIONS.get(cls.kind, 1)


def test_the_form_of_a_stored_game_stays():
    begun = draft.start([[[cf.CardRef("a")], [cf.CardRef("b")]]], cf.CardSet(), seed=1)
    assert draft.dumps(begun).startswith('{\n"cardformats_draft":2,\n"game":"booster",\n"rules":2,')
