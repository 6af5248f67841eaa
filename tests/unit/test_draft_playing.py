"""Playing: whose turn it is, where it stops, and where packs that are added come from."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from cardformats import draft
from tests.unit.test_draft_bots import card, table

SEEKER = card("Seeker", cf.model.AddBooster())


#: It adds a pack whenever it can.
KEEN = draft.RatedBot(cf.CardSet(), 1)


class Wrong:
    """A bot that does the same whoever it is asked for."""

    def __init__(self, action):
        self.action = action

    def act(self, _):
        return self.action


def cube(copies, supply="finite", size=5):
    """A cube of which every third card adds a pack."""
    names = [f"Card {number}" for number in range(60)]
    cards = [
        card(name, *([cf.model.AddBooster()] if at % 3 else [])) for at, name in enumerate(names)
    ]
    sheet = cf.Sheet("S", [cf.Entry(cf.CardRef(name), copies) for name in names])
    layouts = [
        cf.Layout(name, weight, [cf.Slot("S", count, [cf.SheetChoice("S")])])
        for name, weight, count in (("usual", 1, size), ("small", 0, 2))
    ]
    return cf.CardSet(
        cards=cards,
        sheets=[sheet],
        boosters=[cf.Booster(layouts=layouts)],
        event=cf.model.Event(supply=supply),
    )


def begun(cardset, players=3):
    made = cf.Generator(cardset, seed=1)
    return draft.start(made.deal(players).rounds, cardset, seed=1), made


def actors(state):
    return [each.action.seat for each in state.log[1:]]


def test_seats_take_turns_to_the_left_from_the_one_that_acted_last():
    bots = [draft.RandomBot(1)] * 3
    state = table([card("A")], ["A"] * 4, seats=3)
    assert actors(draft.play(state, bots))[:7] == [0, 1, 2, 0, 1, 2, 0]
    assert actors(draft.play(state.pick(1, 4), bots))[:4] == [1, 2, 0, 1]
    together = state.together([draft.actions.Pick(2, 8), draft.actions.Pick(0, 0)])
    assert draft.play(together, bots).log[2].action.seat == 0


def test_seats_without_a_bot_are_left_to_others():
    state = table([card("A")], ["A"] * 5, seats=3)
    bots = [draft.RandomBot(1), None, draft.RandomBot(2)]
    state = draft.play(state, bots)
    assert [state.duty(seat) for seat in range(3)] == ["wait", "pick", "wait"]
    assert len(state.seats[1].packs) == 5 - 2
    assert draft.play(state, bots) is state
    state = draft.play(draft.play(state, [None, draft.RandomBot(3), None]), bots)
    assert 1 in actors(state)


def test_a_draft_is_played_until_something_is_true_of_it():
    bots = [draft.RandomBot(1)] * 2
    state = table([card("A")], ["A"] * 5)
    assert draft.play(state, bots, until=lambda _: True) is state
    assert len(draft.play(state, bots, until=lambda now: len(now.log) == 4).log) == 4
    assert draft.play(state, bots, until=lambda _: False).is_over


def test_there_is_a_bot_or_none_for_each_seat():
    state = table([card("A")], ["A"] * 5)
    with pytest.raises(cf.DraftError, match="2 seats, and bots or None for 3"):
        draft.play(state, [None] * 3)


def test_a_bot_acts_for_its_own_seat_and_does_what_is_allowed():
    state = table([card("A")], ["A"] * 5)
    for action, why in (
        (draft.actions.Pick(1, 5), "its bot returned an action of seat 1"),
        (None, "its bot returned an action without a seat"),
        (draft.actions.Pick(0, 9), "card 9 is not in the pack"),
    ):
        with pytest.raises(cf.DraftError, match=f"seat 0: {why}"):
            draft.play(state, [Wrong(action), None])


def test_packs_come_from_the_generator_and_a_cube_stays_singleton():
    cardset = cube(1)
    state, made = begun(cardset)
    over = draft.play(state, [KEEN] * 3, made, cardset)
    assert over.is_over
    assert over.packs > 9
    drafted = Counter(each.name for seat in range(3) for each in over.pool(seat))
    assert drafted == Counter(f"Card {number}" for number in range(len(over.cards)))
    assert not over.orders
    kinds = {type(each.action) for each in over.log}
    assert draft.actions.AddPack in kinds


def test_when_no_cards_are_left_no_pack_is_added():
    cardset = cube(1)
    state, made = begun(cardset, players=4)  # all cards are dealt
    over = draft.play(state, [KEEN] * 4, made, draft.DraftCards(cardset))
    added = [each.action for each in over.log if isinstance(each.action, draft.actions.AddPack)]
    assert added
    assert not any(each.cards for each in added)
    assert over.packs == 12
    assert len(over.cards) == 60


def test_bots_that_add_packs_come_to_an_end():
    cards = [card("Seeker", cf.model.AddBooster())]
    sheet = cf.Sheet("S", [cf.Entry(cf.CardRef("Seeker"))], cf.model.Random(replacement=True))
    slot = cf.Slot("S", 5, [cf.SheetChoice("S")])
    boosters = [cf.Booster(layouts=[cf.Layout("L", 1, [slot])])]
    cardset = cf.CardSet(cards=cards, sheets=[sheet], boosters=boosters)
    state, made = begun(cardset, players=2)
    for bot in (KEEN, draft.RandomBot(1)):
        over = draft.play(state, [bot] * 2, made, cardset)
        assert over.is_over
        assert over.packs > 6 + 30
        assert all(len(seat.pool) >= 30 for seat in over.seats)


def test_without_a_maker_no_pack_is_added():
    state, _ = begun(cube(1))
    over = draft.play(state, [KEEN] * 3)
    assert over.is_over
    assert over.packs == 9


def test_a_pack_has_a_layout_that_the_effect_names():
    cardset = cube(1, "infinite")
    made = cf.Generator(cardset, seed=1)
    small = card("Small", cf.model.AddBooster([cf.model.LayoutChoice("small")]))
    state = table([small, SEEKER], ["Small"], ["Seeker"])
    state = state.pick(0, 0).pick(1, 1).answer(0, "yes").answer(1, "yes")
    assert [order.seat for order in state.orders] == [0, 1]
    state = draft.fill_orders(state, made, cardset)
    assert [len(state.seats[seat].packs[0].cards) for seat in (0, 1)] == [2, 5]
    assert state.orders == ()
    assert draft.fill_orders(state, made, cardset) is state


def test_the_same_orders_are_filled_by_the_same_packs():
    cardset = cube(1, "infinite")
    made = cf.Generator(cardset, seed=1)
    state = table([SEEKER], ["Seeker"] * 2, pace="lockstep")
    state = state.pick(0, 0).pick(1, 2).answer(0, "yes").answer(1, "yes")
    one, same = (draft.fill_orders(state, made, cardset) for _ in range(2))
    assert one == same
    packs = [action.action.cards for action in one.log[-2:]]
    assert packs[0] != packs[1]  # the second is another one
    expected = made.more((), number=2), made.more((), number=3)
    assert packs == [draft.DraftCards(cardset).of(pack.cards) for pack in expected]


def test_what_added_cards_do_has_to_be_looked_up():
    state, made = begun(cube(1))
    with pytest.raises(cf.DraftError, match="cards, which are not given"):
        draft.fill_orders(state, made)


def test_a_pack_that_cannot_be_made_is_not_added():
    wrong = card("Wrong", cf.model.AddBooster([cf.model.LayoutChoice("nothing")]))
    cardset = cube(1)
    state = table([wrong], ["Wrong", "Wrong"]).pick(0, 0).answer(0, "yes")
    filled = draft.fill_orders(state, cf.Generator(cardset, seed=1), cardset)
    assert filled.orders == ()
    assert filled.packs == state.packs
    assert filled.log[-1].action == draft.actions.AddPack(0)
