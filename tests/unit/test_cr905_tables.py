"""CR 905, rule by rule, and every card whose text says "draft", at tables of 2 to 8 players.

A test is named after its rule or its card; what a card does in rarer cases is tested in the files
of card texts.
"""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft import outcomes
from cardformats.draft.official import OFFICIAL_EFFECTS

SEATS = pytest.mark.parametrize("seats", range(2, 9))
RULES = pytest.mark.parametrize("rules", ["cr", "draftmancer"])


def cards_of(names):
    """A set in which the official cards are creatures, and so is every other card."""
    cards = [
        cf.Card.of(name, types=["Creature"], subtypes=[f"Kind{at}"])
        for at, name in enumerate(names)
    ]
    return draft.DraftCards(cf.CardSet(), cf.CardSet(cards=cards))


class Table:
    """A draft of packs of different names, in which seat 0 opens some cards first."""

    def __init__(self, seats, rules, *opened, rounds=1, size=4, seed=1):
        packs = [
            [[f"Card {r}-{seat}-{at}" for at in range(size)] for seat in range(seats)]
            for r in range(rounds)
        ]
        packs[0][0][: len(opened)] = opened
        names = [name for each in packs for pack in each for name in pack]
        refs = [[list(map(cf.CardRef, pack)) for pack in each] for each in packs]
        self.state = draft.start(refs, cards_of(names), seed=seed, rules=rules)
        self.seats, self.packs = range(seats), packs

    def front(self, seat):
        return [self.state.cards[card].name for card in self.state.seats[seat].packs[0].cards]

    def number(self, seat, name):
        mine = self.state.seats[seat]
        among = (*mine.packs[0].cards, *mine.pool) if mine.packs else mine.pool
        return next(card for card in among if self.state.cards[card].name == name)

    def pick(self, seat, name=None, **used):
        """Pick a card by name, or the last one of the pack."""
        cards = self.number(seat, name) if name else self.state.seats[seat].packs[0].cards[-1]
        self.state = self.state.pick(seat, cards, **used)
        return self

    def turn(self, *seats):
        """Let each of these seats pick; all but seat 0 if none is given."""
        for seat in seats or self.seats[1:]:
            self.pick(seat)
        return self

    def drafted(self, name):
        """Let seat 0 draft a card, and all others any; its number."""
        card = self.number(0, name)
        self.pick(0, name).turn()
        return card

    def told(self, seat):
        """The names that a seat has learned of by the log."""
        return {card.name for each in self.state.log_for(seat) for card in each.cards.values()}

    def notes(self, effect):
        return [note.value for note in self.state.notes if note.effect == effect]

    def is_up(self, card):
        return card in self.state.view(1).seats[0].face_up

    def last(self, kind):
        return [each for each in self.state.log[-1].outcomes if isinstance(each, kind)]


# the draft


@SEATS
@RULES
def test_905_1_a_draft_is_followed_by_a_game_with_what_was_drafted(seats, rules):
    table = Table(seats, rules)
    state = draft.play(table.state, [draft.RandomBot(seat) for seat in table.seats])
    decks = [([card.name for card in state.pool(seat)], []) for seat in table.seats]
    game = draft.start_conspiracy_game(decks, minimum=4, seed=1)
    assert len(game.seats) == seats


@SEATS
@RULES
def test_905_1a_each_opens_a_pack_drafts_one_card_and_passes_until_all_are_drafted(seats, rules):
    table = Table(seats, rules)
    assert [table.front(seat) for seat in table.seats] == table.packs[0]
    table.pick(0).turn()
    for seat in table.seats:
        assert table.front((seat + 1) % seats) == table.packs[0][seat][:-1]
        assert len(table.state.pool(seat)) == 1
    for _ in range(3):
        table.pick(0).turn()
    assert table.state.is_over
    assert [len(table.state.pool(seat)) for seat in table.seats] == [4] * seats


@SEATS
@RULES
def test_905_1b_to_the_left_in_the_first_and_third_round_to_the_right_in_the_second(seats, rules):
    table = Table(seats, rules, rounds=3, size=2)
    for step in (1, -1, 1):
        table.pick(0).turn()
        passers = [table.state.seats[seat].packs[0].passer for seat in table.seats]
        assert passers == [(seat - step) % seats for seat in table.seats]
        table.pick(0).turn()
    assert table.state.is_over


@SEATS
@RULES
def test_905_1c_a_player_looks_at_the_own_pack_and_the_own_cards_only(seats, rules):
    table = Table(seats, rules, "Canal Dredger", "Lurking Automaton").pick(0, "Canal Dredger")
    for seat in table.seats[2:]:
        table.pick(seat)
    every = {name for pack in table.packs[0] for name in pack}
    for seat in table.seats:
        view = table.state.view(seat)
        own = {card.name for card in (*view.pack.values(), *view.pool.values())}
        hidden = every - own - {"Canal Dredger"}
        assert not [name for name in hidden if f"'{name}'" in repr(view)]
        assert "Canal Dredger" in {card.name for card in view.seats[0].face_up.values()}
    table.pick(1, table.front(1)[0]).pick(1, "Lurking Automaton")  # which is revealed, and noted
    assert all("Lurking Automaton" in table.told(seat) for seat in table.seats)


@SEATS
@RULES
def test_905_1d_what_was_drafted_is_the_card_pool_for_the_deck(seats, rules):
    table = Table(seats, rules)
    state = draft.play(table.state, [draft.RandomBot(seat) for seat in table.seats])
    pools = [[card.name for card in state.pool(seat)] for seat in table.seats]
    every = [name for pack in table.packs[0] for name in pack]
    assert sorted(name for pool in pools for name in pool) == sorted(every)
    draft.verify_deck(state.pool(0), [*pools[0], *["Forest"] * 36])
    with pytest.raises(cf.DraftError):
        draft.verify_deck(state.pool(0), [*pools[1], *["Forest"] * 36])


# cards that do something during the draft


@SEATS
@RULES
def test_905_2a_actions_at_the_same_time_are_taken_in_a_random_order(seats, rules):
    orders = set()
    for seed in range(12):
        state = Table(seats, rules, seed=seed).state
        picks = [
            draft.actions.Pick(s, mine.packs[0].cards[0]) for s, mine in enumerate(state.seats)
        ]
        state = state.together(picks)
        drafted = [each for each in state.log[-1].outcomes if isinstance(each, outcomes.Drafted)]
        orders.add(tuple(each.seat for each in drafted))
        assert sorted(each.seat for each in drafted) == [*range(seats)]
    assert len(orders) > 1


@SEATS
@RULES
def test_905_2b_a_card_is_revealed_what_it_says_is_noted_and_it_lies_face_down(seats, rules):
    table = Table(seats, rules, "Lurking Automaton").pick(0, "Lurking Automaton")
    for seat in table.seats:
        view = table.state.view(seat)
        noted = [(each.seat, each.name, each.value) for each in view.notes]
        assert noted == [(0, "Lurking Automaton", 1)]
        assert "Lurking Automaton" in table.told(seat)
        assert not view.seats[0].face_up


@SEATS
@RULES
def test_905_2c_a_card_drafted_face_up_is_so_until_the_draft_is_over(seats, rules):
    table = Table(seats, rules, "Canal Dredger")
    card = table.drafted("Canal Dredger")
    while not table.state.is_over:
        assert table.is_up(card)
        seat = next(seat for seat in table.seats if table.state.duty(seat) != "wait")
        table.pick(seat)
    assert not table.is_up(card)


@SEATS
def test_905_3_a_game_is_free_for_all_with_multiple_attacks_and_without_limited_range(seats):
    setup = game(seats).begin().setup
    assert (setup.variant, setup.attacks, setup.limited_range_of_influence) == (
        *("free-for-all", "multiple"),
        False,
    )


def game(seats, side=(), seed=1, known=()):
    """A Conspiracy game in which each player has some cards in the sideboard."""
    decks = [([f"Deck {seat}"] * 40, list(side)) for seat in range(seats)]
    cards = cf.CardSet(cards=known)
    return draft.start_conspiracy_game(decks, cards, seed=seed)


@SEATS
def test_905_4_before_decks_are_shuffled_any_number_of_conspiracies_is_put_into_the_command_zone(
    seats,
):
    state = game(seats, ["Power Play", "Weight Advantage", "Eel"])
    for seat in range(seats):
        first = state.seats[seat].sideboard[0]
        state = state.place(seat, [first + at for at in range(seat % 3)])
    assert [len(state.conspiracies(seat)) for seat in range(seats)] == [
        seat % 3 for seat in range(seats)
    ]
    with pytest.raises(cf.DraftError, match=r"decks are shuffled.*CR 905\.4"):
        state.begin().place(0)


@SEATS
def test_905_4a_hidden_agenda_is_face_down_and_is_turned_up_with_priority(seats):
    state = game(seats, ["Brago's Favor"])
    for seat in range(seats):
        state = state.place(seat, {state.seats[seat].sideboard[0]: "Eel"})
    assert not any(each.is_face_up for each in state.command)
    assert [each.names for each in state.view(1).command if each.owner == 0] == [()]
    card = state.command[0].card
    with pytest.raises(cf.DraftError, match=r"CR 905\.4a"):
        state.turn_up(0, card)
    state = state.begin()
    with pytest.raises(cf.DraftError, match=r"CR 905\.4a"):
        state.turn_up(1, card)
    assert state.turn_up(0, card).view(1).command[0].names == ("Eel",)


@SEATS
def test_905_5_who_put_a_conspiracy_there_owns_and_controls_it(seats):
    state = game(seats, ["Weight Advantage"])
    for seat in range(seats):
        state = state.place(seat, state.seats[seat].sideboard[0])
        assert (state.command[-1].owner, state.command[-1].controller) == (seat, seat)


@SEATS
def test_905_6_each_player_has_20_life_and_draws_seven_cards(seats):
    setup = game(seats).begin().setup
    assert (setup.life, setup.hand, setup.hands) == (20, 7, ((7,),) * seats)
    assert sorted(setup.turn_order) == [*range(seats)]


# the cards, each by its name


@SEATS
@RULES
def test_aether_searcher(seats, rules):
    table = Table(seats, rules, "Aether Searcher")
    table.drafted("Aether Searcher")
    name = table.front(0)[0]
    table.pick(0, name)
    assert table.notes("AetherSearcher") == [name]
    assert all(name in table.told(seat) for seat in table.seats)


@SEATS
@RULES
def test_agent_of_acquisitions(seats, rules):
    table = Table(seats, rules, "Agent of Acquisitions")
    card = table.drafted("Agent of Acquisitions")
    pack = table.state.seats[0].packs[0].cards
    table.state = table.state.pick(0, pack, using=card)
    assert [*table.state.seats[0].pool] == [card, *pack]
    assert not table.is_up(card)
    table.turn()
    assert table.state.duty(0) == "pass"


@SEATS
@RULES
def test_animus_of_predation(seats, rules):
    table = Table(seats, rules, "Animus of Predation")
    card = table.drafted("Animus of Predation")
    name = table.front(0)[0]
    table.pick(0, name, using=card)
    assert table.notes("TrackRemovedCardsNames") == [name]
    for seat in table.seats:
        shown = table.state.view(seat).seats[0].removed_face_up
        assert [each.name for each in shown.values()] == [name]


@SEATS
@RULES
def test_archdemon_of_paliano(seats, rules):
    table = Table(seats, rules, "Archdemon of Paliano", size=6)
    card = table.drafted("Archdemon of Paliano")
    for _ in range(3):
        assert table.state.view(0).is_blind
        assert table.is_up(card)
        table.state = table.state.pick(0)
        assert table.last(outcomes.Drafted)[0].at_random
        table.turn()
    assert not table.state.view(0).is_blind
    assert not table.is_up(card)


@SEATS
@RULES
def test_canal_dredger(seats, rules):
    table = Table(seats, rules, "Canal Dredger", size=3)
    table.pick(0, "Canal Dredger").turn().pick(0).turn()
    passed = [
        e for each in table.state.log for e in each.outcomes if isinstance(e, outcomes.Passed)
    ]
    assert [each.to for each in passed if each.count == 1] == [0] * seats
    assert len(table.state.seats[0].packs) == seats


@SEATS
@RULES
def test_cogwork_grinder(seats, rules):
    table = Table(seats, rules, "Cogwork Grinder")
    card = table.drafted("Cogwork Grinder")
    name = table.front(0)[0]
    table.pick(0, name, using=card)
    assert table.notes("CogworkGrinder") == [1]
    assert table.state.view(1).seats[0].removed == 1
    assert name in {each.name for each in table.state.view(0).removed.values()}
    assert name not in table.told(1) or seats == 2


@SEATS
@RULES
def test_cogwork_librarian(seats, rules):
    table = Table(seats, rules, "Cogwork Librarian")
    card = table.drafted("Cogwork Librarian")
    pack = table.state.seats[0].packs[0].cards
    table.state = table.state.pick(0, pack[:2], using=card)
    assert [*table.state.seats[0].pool] == [*pack[:2]]
    assert table.state.seats[1].packs[-1].cards == (*pack[2:], card)


@SEATS
@RULES
def test_cogwork_spy(seats, rules):
    table = Table(seats, rules, "Cogwork Spy").pick(0, "Cogwork Spy").turn(1)
    name = table.front(1)[0]
    table.pick(1, name)
    looked = [each.seat for each in table.last(outcomes.Looked)]
    assert looked == ([0] if rules == "cr" else [])
    assert (name in table.told(0)) == (rules == "cr")
    assert all("Cogwork Spy" in table.told(seat) for seat in table.seats)


@SEATS
@RULES
def test_cogwork_tracker(seats, rules):
    table = Table(seats, rules, "Cogwork Tracker").pick(0).turn()
    table.pick(1, "Cogwork Tracker")
    assert table.notes("NotePassingPlayer") == [0]


@SEATS
@RULES
@pytest.mark.parametrize(
    "name", ["Custodi Peacekeeper", "Garbage Fire", "Lurking Automaton", "Pyretic Hunter"]
)
def test_cards_that_note_the_number_of_the_draft_round(seats, rules, name):
    table = Table(seats, rules, name).pick(0).turn()
    table.turn(*[seat for seat in table.seats if seat != 1])
    table.pick(1, name)
    assert table.notes("NoteDraftedCards") == [2]


@SEATS
@RULES
def test_deal_broker(seats, rules):
    table = Table(seats, rules, "Deal Broker", size=1)
    state = table.pick(0).turn().state
    if rules == "draftmancer":
        assert state.is_over
        return
    own = [mine.pool[0] for mine in state.seats]
    state = state.answer(0, str(own[0]))
    assert [each.seat for each in state.questions] == [*table.seats[1:]]
    for seat in table.seats[1:]:
        state = state.answer(seat, str(own[seat]))
    state = state.answer(0, str(own[1]))
    assert (state.seats[0].pool, state.seats[1].pool) == ((own[1],), (own[0],))
    assert state.is_over


@SEATS
@RULES
def test_illusionary_informant(seats, rules):
    table = Table(seats, rules, "Illusionary Informant")
    card = table.drafted("Illusionary Informant")
    if rules == "draftmancer":
        assert not table.state.view(0).usable_anytime
        return
    table.state = table.state.use_card(0, card, str(seats - 1))
    assert not table.is_up(card)
    name = table.front(seats - 1)[0]
    table.pick(seats - 1, name)
    assert name in table.told(0)


@SEATS
@RULES
def test_leovolds_operative(seats, rules):
    table = Table(seats, rules, "Leovold's Operative")
    card = table.drafted("Leovold's Operative")
    table.state = table.state.pick(0, table.state.seats[0].packs[0].cards[:2], using=card)
    assert not table.is_up(card)
    assert len(table.state.pool(0)) == 3
    table.turn()
    assert table.state.duty(0) == "pass"
    table.state = table.state.pass_pack(0)
    assert len(table.state.pool(0)) == 3


@SEATS
@RULES
def test_lore_seeker(seats, rules):
    table = Table(seats, rules, "Lore Seeker").pick(0, "Lore Seeker")
    assert table.state.view(0).question.options == ("yes", "no")
    table.state = table.state.answer(0, "yes")
    added = cards_of([]).of([cf.CardRef("New 1"), cf.CardRef("New 2")])
    table.state = table.state.add_pack(0, added)
    assert table.front(0) == ["New 1", "New 2"]
    assert not table.state.orders


@SEATS
@RULES
@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("Noble Banneret", "NoteCreatureName"),
        ("Paliano Vanguard", "NoteCreatureTypes"),
        ("Smuggler Captain", "NoteCardName"),
    ],
)
def test_cards_that_note_a_card_that_is_drafted(seats, rules, name, effect):
    table = Table(seats, rules, name)
    card = table.drafted(name)
    first = table.front(0)[0]
    subtypes = table.state.cards[table.number(0, first)].subtypes
    table.pick(0, first, using=card)
    assert table.notes(effect) == ([*subtypes] if effect == "NoteCreatureTypes" else [first])
    assert all(first in table.told(seat) for seat in table.seats)
    assert not table.is_up(card)


@SEATS
@RULES
@pytest.mark.parametrize("name", ["Paliano, the High City", "Regicide"])
def test_cards_for_which_neighbours_choose_colors(seats, rules, name):
    state = Table(seats, rules, name).pick(0, name).state
    for seat, color in ((seats - 1, "W"), (0, "U"), (1, "B")):
        assert [each.seat for each in state.questions] == [seat]
        state = state.answer(seat, color)
    assert [note.value for note in state.notes] == ["W", "U", "B"]


@SEATS
@RULES
def test_spire_phantasm(seats, rules):
    table = Table(seats, rules, "Spire Phantasm").pick(0, "Spire Phantasm").turn(1)
    name = table.front(1)[0]
    table.pick(1, name)
    if rules == "draftmancer":
        assert not table.state.questions
        return
    table.state = table.state.answer(0, name)
    assert table.notes("SpirePhantasm") == [name, "right"]
    assert all(name in table.told(seat) for seat in table.seats)


@SEATS
@RULES
def test_whispergear_sneak(seats, rules):
    table = Table(seats, rules, "Whispergear Sneak", rounds=2)
    card = table.drafted("Whispergear Sneak")
    uses = table.state.view(0).usable_anytime
    if rules == "draftmancer":
        assert not uses
        return
    last = f"round 1 seat {seats - 1}"
    assert last in uses[0].choices
    table.state = table.state.use_card(0, card, last)
    assert {*table.packs[1][-1]} <= table.told(0)
    assert not {*table.packs[1][-1]} & table.told(1)
    assert not table.is_up(card)


@SEATS
@pytest.mark.parametrize(
    ("name", "kind", "count"),
    [
        ("Arcane Savant", "Instant", 1),
        ("Caller of the Untamed", "Creature", 1),
        ("Volatile Chimera", "Creature", 3),
    ],
)
def test_cards_that_exile_what_was_drafted(seats, name, kind, count):
    side = [f"Side {at}" for at in range(4)]
    known = [cf.Card.of(each, types=[kind]) for each in side]
    decks = [([name, *["Forest"] * 39], side) for _ in range(seats)]
    state = draft.start_conspiracy_game(decks, cf.CardSet(cards=known), seed=1)
    for seat in range(seats):
        mine = state.seats[seat]
        state = state.exile(seat, mine.deck[0], mine.sideboard[:count])
        assert [each.name for each in state.view(0).exiled if each.owner == seat] == [name] * count
    with pytest.raises(cf.DraftError):
        state.begin().exile(0, state.seats[0].deck[0], state.seats[0].sideboard[:count])


def test_every_card_whose_text_says_draft_has_its_test():
    every = " ".join(globals()).replace("_", " ")
    grouped = {
        *("Custodi Peacekeeper", "Garbage Fire", "Lurking Automaton", "Pyretic Hunter"),
        *("Noble Banneret", "Paliano Vanguard", "Smuggler Captain"),
        *("Paliano, the High City", "Regicide"),
    }
    for name in OFFICIAL_EFFECTS.keys() - grouped:
        assert f"test {name.lower().replace(chr(39), '')}" in every
