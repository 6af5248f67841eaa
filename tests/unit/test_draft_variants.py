"""Glimpse and Supreme: booster drafts in which cards are burned, or discarded."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft, records
from cardformats.draft.booster.variants import GLIMPSE, SUPREME
from cardformats.draft.zones.kinds import begin, packs_for

CUBE = cf.CardSet.of(
    [cf.Card.of(f"Card {at:03}", rarity="common") for at in range(300)], pack={"common": 15}
)


def started(kind, players, cards=CUBE, **settings):
    packs = packs_for(kind, cf.Generator(cards, seed=1), cards, players=players, **settings)
    return begin(kind, packs, cards, players=players, seed=1, **settings)


def test_glimpse_picks_one_and_burns_two():
    game = started(GLIMPSE, 2)
    assert len(game.table.rounds) == 9
    view = game.view(0)
    assert (len(view.pack), view.to_pick, view.to_burn) == (15, 1, 2)
    for turn in range(5):  # a pack of 15 is five turns
        assert game.round == 0, turn
        for seat in range(2):
            cards = [*game.view(seat).pack]
            game = game.pick(seat, cards[0], cards[1:3])
    assert game.round == 1
    game = draft.play(game, [draft.RandomBot(1)] * 2)
    assert [len(game.pool(seat)) for seat in range(2)] == [45, 45]
    assert len(game.burned) == 180
    assert draft.loads(draft.dumps(game)) == game


def test_the_number_of_burns_is_exact():
    game = started(GLIMPSE, 2)
    cards = [*game.view(0).pack]
    with pytest.raises(cf.DraftError, match="1 to draft and 2 to burn, not of 1 and 1"):
        game.pick(0, cards[0], cards[1:2])


def test_supreme_takes_two_cards_of_each_pack():
    game = started(SUPREME, 1)
    for number in range(18):
        assert game.round == number
        cards = [*game.view(0).pack]
        assert len(cards) == 15
        game = game.pick(0, cards[:2])
    assert game.is_over
    assert len(game.pool(0)) == 36
    assert len(game.burned) == 18 * 13


def test_settings():
    game = started(SUPREME, 1, packs=6, picks=3)
    assert (len(game.table.rounds), game.view(0).to_pick) == (6, 3)
    game = started(GLIMPSE, 3, packs=4, burns=3)
    assert (len(game.table.rounds), game.view(0).to_burn) == (4, 3)


def with_rounds(*rounds):
    return attrs.evolve(CUBE, event=cf.model.Event(rounds=rounds))


@pytest.mark.parametrize(("kind", "players", "usual"), [(GLIMPSE, 2, (1, 2)), (SUPREME, 1, (2, 0))])
@given(
    said=st.lists(
        st.tuples(
            st.sampled_from([(), (1,), (2,), (1, 2)]), st.sampled_from([(), (0,), (2,), (3, 0)])
        ),
        min_size=1,
        max_size=3,
    )
)
def test_what_a_list_says_of_picks_and_burns_is_obeyed_and_else_the_kind_is(
    kind, players, usual, said
):
    rounds = [cf.model.Round(picks=picks, burns=burns, direction="right") for picks, burns in said]
    game = started(kind, players, with_rounds(*rounds), packs=4)
    for number, each in enumerate(game.table.rounds):
        picks, burns = said[number % len(said)]
        assert (each.picks, each.burns) == (picks or usual[:1], burns or usual[1:])
        assert each.step == -1


@pytest.mark.parametrize(
    ("setting", "due"),
    [
        ("{}", (1, 0)),
        ('{"picks": [1]}', (1, 0)),
        ('{"picks": 1}', (1, 0)),
        ('{"burns": 0}', (1, 0)),
        ('{"burns": 2}', (1, 2)),
        ('{"picks": [1], "burns": [0]}', (1, 0)),
        ('{"picks": [2], "burns": []}', (2, 0)),
    ],
)
def test_a_glimpse_draft_of_a_list_has_the_picks_and_burns_of_its_settings(setting, due):
    text = f'[Settings]\n{{"boosterSettings": [{setting}]}}\n[Cards(15)]\n' + "".join(
        f"20 Card {at}\n" for at in range(20)
    )
    report = cf.loads_report(text, "draftmancer")
    assert report.ok
    game = started(GLIMPSE, 2, report.value)
    view = game.view(0)
    assert (view.to_pick, view.to_burn) == due
    again = cf.loads(cf.dumps(report.value, "draftmancer"), "draftmancer")
    assert again.event == report.value.event
    assert cf.loads(cf.dumps(report.value, "json"), "json").event == report.value.event


def test_a_glimpse_draft_of_a_list_can_be_played_again_with_its_event():
    cards = with_rounds(cf.model.Round(picks=(2,)))
    game = draft.play(started(GLIMPSE, 2, cards), [draft.RandomBot(1)] * 2)
    again = records.replay(records.of_draft(game), cards, event=cards.event)
    assert again.is_over
    assert again.table.rounds[0].burns == (2,)


def test_too_few_packs():
    with pytest.raises(cf.DraftError, match="this takes 18 packs; there are 1"):
        begin(SUPREME, [cf.Generator(CUBE, seed=1).pack(0)], CUBE, players=1, seed=1)
