"""The protocol of a Deckbuilder Draft: draft, decks, matches, market, scoring."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft import deckbuilder
from tests.deckbuilder_rules import (
    CARDS,
    at_market,
    begin,
    built,
    names_of,
    number_of,
    numbers_of,
    refs,
    small_rules,
)

ONE = [[["c W 3"], ["c W 4"]]]
THREE = [[["c W 3"], ["c W 4"]], [["c W 5"], ["c W 6"]], [["c W 7"], ["c W 8"]]]


def outcomes(state, kind):
    return [each for record in state.log for each in record.outcomes if isinstance(each, kind)]


def closed(state):
    """The state after all have passed."""
    while state.phase == "market":
        state = state.pass_turn(state.buyer)
    return state


def market(state):
    return names_of(state, [offer.card for offer in state.market])


# the initial draft


def test_every_player_opens_a_pack_keeps_a_card_and_passes_to_the_next_in_the_ring():
    names = [[f"c {color} {n}" for n in (1, 2, 3)] for color in "WUB"]
    packs = {"starter": [refs(pack) for pack in names * 2], "booster": [[]] * 3}
    packs |= {"uncommons": [[]], "rares": [[]]}
    rules = small_rules(starters=2)
    state = deckbuilder.start(packs, CARDS, players=3, rounds=1, seed=1, rules=rules)
    assert [state.duty(seat) for seat in range(3)] == ["pick"] * 3
    for seat in range(3):
        state = state.pick(seat, state.draft.seats[seat].packs[0].cards[0])
    passed = [names_of(state, seat.packs[0].cards) for seat in state.draft.seats]
    assert passed == [["c B 2", "c B 3"], ["c W 2", "c W 3"], ["c U 2", "c U 3"]]
    for _ in range(2):
        for seat in range(3):
            state = state.pick(seat, state.draft.seats[seat].packs[0].cards[0])
    assert state.draft.round == 1
    # the second pack goes the same way round
    state = state.pick(0, state.draft.seats[0].packs[0].cards[0])
    assert len(state.draft.seats[1].packs) == 2


def test_pools_are_what_was_drafted_and_decks_are_built_then():
    state = begin(ONE, [["u W 1"]])
    assert state.phase == "build"
    assert [names_of(state, state.pool(seat)) for seat in (0, 1)] == [["c W 1"], ["c W 2"]]
    assert [state.duty(seat) for seat in (0, 1)] == ["build", "build"]
    with pytest.raises(cf.DraftError, match=r"the initial draft is over \(Protocol 2.1\)"):
        state.pick(0, 0)


def test_decks_are_built_at_once_if_there_is_nothing_to_draft():
    packs = {"starter": [[], []], "booster": [[], []], "uncommons": [[]], "rares": [[]]}
    state = deckbuilder.start(packs, CARDS, players=2, rounds=1, seed=1, rules=small_rules())
    assert outcomes(state, deckbuilder.actions.BuildingBegan)
    assert [state.duty(seat) for seat in (0, 1)] == ["build", "build"]
    assert built(state).phase == "match"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (None, "cannot drafting now"),
        ("pick", "cannot drafting now"),
        (draft.actions.Together([draft.actions.Pick(0, 0)]), "cannot drafting now"),
        (draft.actions.Pick(2, 0), "seat 2: there is no such seat"),
        (draft.actions.Pick(1.0, 0), "a seat is named by its number, not 1.0"),
        (draft.actions.Pick([0], 0), r"a seat is named by its number, not \[0\]"),
        (draft.actions.Pick(0, 1), "seat 0: card 1"),
    ],
)
def test_in_the_initial_draft_a_seat_picks_from_its_pack(action, reason):
    state = deckbuilder.replay(begin(ONE, [[]]).log[:1])
    assert not state.can(deckbuilder.Drafting(action))
    with pytest.raises(cf.DraftError, match=reason):
        state.do(deckbuilder.Drafting(action))


# decks


@pytest.mark.parametrize(
    ("cards", "basics", "reason"),
    [
        ([0], ["Forest"], "the deck needs 3 cards or more, and has 2"),
        ([1], ["Forest"] * 3, "card 1 is not in its pool"),
        ([False], ["Forest"] * 3, "a card is named by its number, not False"),
        ([[0]], ["Forest"] * 3, r"a card is named by its number, not \[0\]"),
        ([0, 0], ["Forest"] * 3, "the same card is named twice"),
        ([0], ["Forest", "Forest", "Wastes"], "'Wastes' is not free"),
        ([], [], "the deck needs 3 cards or more, and has 0"),
    ],
)
def test_decks_are_of_the_pool_and_free_basic_lands(cards, basics, reason):
    state = begin(ONE, [["u W 1"]])
    assert not state.can(deckbuilder.Build(0, cards, basics))
    with pytest.raises(cf.DraftError, match=f"seat 0: {reason}"):
        state.build(0, cards, basics)


def test_a_deck_may_be_built_anew_until_all_decks_stand():
    state = begin(ONE, [["u W 1"]]).build(0, [0], ["Forest"] * 2).build(0, [], ["Swamp"] * 4)
    assert state.seats[0].deck == deckbuilder.Deck((), ("Swamp",) * 4)
    assert state.duty(0) == "wait"
    state = state.build(1, [1], ["Island", "Plains"])
    assert state.phase == "match"
    assert not state.can(deckbuilder.Build(0, [0], ["Forest"] * 2))


def test_a_deck_can_be_kept_if_it_is_still_large_enough():
    state = at_market(THREE, [["u W 1", "r W 1"], [], []], winner=None, deck_size=2)
    state = closed(state)
    assert state.phase == "build"
    assert state.can(deckbuilder.Keep(0))
    state = state.build(0, state.seats[0].pool).keep(1)
    assert state.phase == "match"
    assert state.seats[0].deck.cards == state.seats[0].pool


def test_a_deck_that_does_not_exist_cannot_be_kept():
    with pytest.raises(cf.DraftError, match="seat 1: has no deck yet"):
        begin(ONE, [[]]).keep(1)


def test_cards_that_are_traded_in_are_gone_from_the_deck():
    free = [deckbuilder.Tariff("common", 5, 0), deckbuilder.Tariff("uncommon", 8, 0, 10)]
    free += [deckbuilder.Tariff(word, 9, 0, 20) for word in ("rare", "mythic")]
    state = begin([[["c W 3"], []], [[], []]], [[], ["u W 1"]], tariffs=free, deck_size=2)
    state = closed(built(state).report(0, 1, 1))
    state = state.build(0, state.seats[0].pool).keep(1).report(0, 1, 1)
    state = state.buy(0, number_of(state, "u W 1"), state.seats[0].pool)
    assert names_of(state, state.seats[0].pool) == ["u W 1"]
    assert state.seats[0].deck == deckbuilder.Deck()


# matches


def test_wins_are_worth_two_points_and_ties_one():
    for winner, points in ((0, [2, 0]), (1, [0, 2]), (None, [1, 1])):
        state = at_market(ONE, [["u W 1"]], winner)
        assert [seat.points for seat in state.seats] == points


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        ((0, 0, 0), "a player cannot play against themselves"),
        ((0, 1, 2), "seat 2 did not play"),
        ((0, 4, 0), "second can be one of 0, 1, 2, 3, not 4"),
        ((0, True, 0), "second can be one of 0, 1, 2, 3, not True"),
        ((0, 1, True), "winner can be one of None, 0, 1, 2, 3, not True"),
        ((0, 1, "0"), "winner can be one of None, 0, 1, 2, 3, not '0'"),
    ],
)
def test_a_match_has_two_players_and_one_of_them_wins(report, reason):
    state = built(begin([[[], [], [], []]], [[]], seats=4))
    with pytest.raises(cf.DraftError, match=reason):
        state.report(*report)


def test_everybody_plays_one_match_in_a_round():
    state = built(begin([[[], [], [], []]], [["u W 1"]], seats=4)).report(0, 2, 2)
    assert state.phase == "match"
    with pytest.raises(cf.DraftError, match="seat 2: has played all its matches of this round"):
        state.report(1, 2, 1)
    state = state.report(3, 1)
    assert state.phase == "market"
    assert [seat.points for seat in state.seats] == [0, 1, 2, 1]


def test_results_are_awaited_once_all_decks_stand():
    with pytest.raises(cf.DraftError, match="reported when all decks are complete"):
        begin(ONE, [[]]).report(0, 1)


@pytest.mark.parametrize(("bye_points", "order"), [(2, (1, 0, 2)), (0, (1, 2, 0))])
def test_a_player_without_an_opponent_has_a_bye(bye_points, order):
    """A bye counts as a win, unless the rules say otherwise."""
    rules = {"bye_points": bye_points, "order_ties": ("score", "seat")}
    boosters, markets = [[[], [], []]] * 2, [["u W 1"], ["u W 2"]]
    state = built(begin(boosters, markets, seats=3, **rules)).report(0, 1, 0)
    assert [seat.points for seat in state.seats] == [2, 0, bye_points]
    state = built(closed(state)).report(1, 0, 0)
    assert [seat.points for seat in state.seats] == [4, 0, 2 * bye_points]
    assert state.order == order


def test_each_match_that_cannot_be_played_is_a_bye():
    state = built(begin([[[], [], []]], [["u W 1"]], seats=3, matches=2))
    state = state.report(0, 1).report(1, 0)
    assert state.phase == "market"
    assert [seat.points for seat in state.seats] == [2, 2, 4]


def test_a_round_can_have_several_matches_for_each_player():
    state = built(begin([[[], [], []]], [["u W 1"]], seats=3, matches=2))
    state = state.report(0, 1, 0).report(0, 2, 0)
    assert state.phase == "match"
    assert state.report(1, 2, 1).phase == "market"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8])
def test_the_proposed_pairs_let_everybody_play_everybody(seats):
    rounds = seats - 1 + seats % 2
    state = begin([[[]] * seats] * rounds, [["u W 1"]] * rounds, seats=seats)
    met = set()
    while not state.is_over:
        state = built(state)
        while state.phase == "match":
            pair = deckbuilder.pairing(state)
            assert pair not in met
            met.add(pair)
            state = state.report(*pair)
        state = closed(state)
    assert len(met) == seats * (seats - 1) // 2
    assert deckbuilder.pairing(state) is None


def test_several_matches_of_a_round_are_against_different_players():
    state = built(begin([[[]] * 4], [["u W 1"]], seats=4, matches=3))
    met = []
    while state.phase == "match":
        met.append(deckbuilder.pairing(state))
        state = state.report(*met[-1])
    assert len({*met}) == len(met) == 6


def test_pairs_are_proposed_after_others_have_played():
    state = built(begin([[[]] * 4], [["u W 1"]], seats=4)).report(0, 1)
    assert deckbuilder.pairing(state) == (2, 3)


def test_pairs_that_have_met_may_have_to_meet_again():
    state = built(begin([[[]] * 2], [["u W 1"]], matches=3)).report(0, 1)
    assert deckbuilder.pairing(state) == (0, 1)


def test_results_by_chance_are_the_same_for_the_same_seed_and_fair():
    state = built(begin([[[], []]], [["u W 1"]]))
    results = [deckbuilder.by_chance(state, seed) for seed in range(3000)]
    assert results == [deckbuilder.by_chance(state, seed) for seed in range(3000)]
    counts = {winner: sum(each.winner == winner for each in results) for winner in (0, 1, None)}
    assert counts[0] == pytest.approx(1350, abs=150)
    assert counts[1] == pytest.approx(1350, abs=150)
    assert counts[None] == pytest.approx(300, abs=80)


def test_there_is_no_result_where_none_is_awaited():
    with pytest.raises(cf.DraftError, match="no result of a match is awaited"):
        deckbuilder.by_chance(begin(ONE, [[]]), 1)


# the market


def test_after_the_matches_everybody_gets_a_booster_and_the_market_opens():
    state = at_market(THREE, [["u W 1", "r W 1"], [], []])
    assert [names_of(state, seat.pool) for seat in state.seats] == [
        ["c W 1", "c W 3"],
        ["c W 2", "c W 4"],
    ]
    assert market(state) == ["u W 1", "r W 1"]


def test_losers_buy_before_winners_in_cyclic_order():
    for winner, order in ((0, (1, 0)), (1, (0, 1))):
        state = at_market(ONE, [["u W 1"]], winner)
        assert state.order == order
        assert [state.duty(seat) for seat in order] == ["buy", "wait"]
        assert state.pass_turn(order[0]).buyer == order[1]


def test_ties_within_a_round_are_between_losers_and_winners():
    state = built(begin([[[]] * 4], [["u W 1"]], seats=4, order_ties=("seat",)))
    assert state.report(0, 1).report(2, 3, 2).order == (3, 0, 1, 2)


def test_among_equals_the_lower_score_buys_first():
    boosters, markets = [[[]] * 4] * 2, [["u W 1"], ["u W 2"]]
    state = built(begin(boosters, markets, seats=4)).report(0, 1, 0).report(2, 3, 2)
    state = built(closed(state)).report(0, 2, 2).report(1, 3, 3)
    # both losers: 0 has two points, 1 none; both winners: 2 has four points, 3 two
    assert state.order == (1, 0, 3, 2)


def test_among_equals_of_the_same_score_chance_decides():
    orders = set()
    for seed in range(60):
        state = built(begin([[[]] * 4], [["u W 1"]], seats=4, seed=seed))
        orders.add(state.report(0, 1, 0).report(2, 3, 2).order)
    assert orders == {(a, b, c, d) for a, b in ((1, 3), (3, 1)) for c, d in ((0, 2), (2, 0))}


def test_the_buyer_gets_the_card_and_what_is_traded_in_leaves_the_game():
    state = at_market([[["u W 1", "u U 1"], []]], [["r W 1", "r U 1"]], winner=1)
    trade = numbers_of(state, ["u W 1", "u U 1", "c W 1"])
    state = state.buy(0, number_of(state, "r W 1"), trade)
    assert names_of(state, state.seats[0].pool) == ["r W 1"]
    assert names_of(state, state.discarded) == ["u W 1", "u U 1", "c W 1"]
    assert market(state) == ["r U 1"]
    (bought,) = outcomes(state, deckbuilder.Bought)
    assert bought.worth == 10 + 8 + 2
    assert state.buyer == 1


@pytest.mark.parametrize(
    ("card", "trade", "reason"),
    [
        ("r W 1", ["u W 1", "u U 1"], r"'r W 1' costs 20; what is traded in is worth 18"),
        ("r W 1", ["u W 1", "u U 1", "c - 1"], "'r W 1' costs 20; what is traded in is worth 19"),
        ("r W 1", ["u W 1", "u U 1", "u U 1"], "the same card is named twice"),
        ("r W 1", ["u W 1", "c W 2"], r"card \d+ is not in its pool"),
        ("c W 2", ["u W 1"], r"card \d+ is not in the market"),
    ],
)
def test_nobody_buys_what_is_not_there_or_below_cost(card, trade, reason):
    state = at_market([[["u W 1", "u U 1", "c - 1"], []]], [["r W 1"]], winner=1)
    arguments = 0, number_of(state, card), numbers_of(state, trade)
    assert not state.can(deckbuilder.Buy(*arguments))
    with pytest.raises(cf.DraftError, match=f"seat 0: {reason}"):
        state.buy(*arguments)


@pytest.mark.parametrize("number", [float, str, lambda number: [number]])
def test_cards_are_named_by_their_numbers(number):
    state = at_market([[["u W 1", "u U 1"], []]], [["u W 2"]], winner=1)
    wanted, trade = number_of(state, "u W 2"), number_of(state, "u W 1")
    assert state.can(deckbuilder.Buy(0, wanted, [trade]))
    for arguments in ((0, number(wanted), [trade]), (0, wanted, [number(trade)])):
        assert not state.can(deckbuilder.Buy(*arguments))
        with pytest.raises(cf.DraftError, match=r"is not in|named by its number"):
            state.buy(*arguments)


def test_only_the_seat_whose_turn_it_is_buys_or_passes():
    state = at_market(ONE, [["u W 1"]], winner=0)
    for refused in (state.pass_turn, lambda seat: state.buy(seat, number_of(state, "u W 1"))):
        with pytest.raises(cf.DraftError, match=r"seat 0: it is the turn of seat 1 \(Protocol 3.4"):
            refused(0)
    assert not state.can(deckbuilder.PassTurn(0))
    with pytest.raises(cf.DraftError, match="cards are bought after the matches"):
        begin(ONE, [[]]).pass_turn(0)


def test_who_has_passed_may_buy_later_as_long_as_somebody_buys():
    state = at_market([[["u W 1", "u W 2"], ["u W 3", "u W 4"]]], [["u W 5", "u W 6", "u W 7"]])
    state = state.pass_turn(1).buy(0, number_of(state, "u W 5"), numbers_of(state, ["u W 1"]))
    state = state.buy(1, number_of(state, "u W 6"), numbers_of(state, ["u W 3"]))
    state = state.pass_turn(0)
    assert state.phase == "market"
    assert state.pass_turn(1).phase == "over"


def test_the_market_closes_when_nothing_is_left():
    state = at_market([[["u W 1"], []]], [["u W 2"]], winner=1)
    assert state.buy(0, number_of(state, "u W 2"), numbers_of(state, ["u W 1"])).phase == "over"


def test_each_market_begins_with_the_first_in_order():
    boosters, markets = [[["u W 1"], []], [[], []]], [["u W 2"], ["u W 3"]]
    state = at_market(boosters, markets, winner=1)
    state = state.buy(0, number_of(state, "u W 2"), numbers_of(state, ["u W 1"]))
    state = built(state).report(0, 1, 1)
    assert (state.buyer, state.turn) == (0, 0)


def test_a_market_without_cards_does_not_open():
    assert at_market(ONE, [[]]).phase == "over"


def test_rares_stay_for_one_more_market_and_uncommons_do_not():
    markets = [["u W 1", "r W 1", "m W 1"], ["u W 2", "r W 2"], ["u W 3", "r W 3"]]
    state = closed(at_market(THREE, markets))
    assert (state.matches, state.order, state.turn, state.passes) == ((), (), 0, 0)
    assert market(state) == ["r W 1", "m W 1"]
    assert names_of(state, state.discarded) == ["u W 1"]
    state = built(state).report(0, 1)
    assert market(state) == ["u W 2", "r W 2", "r W 1", "m W 1"]
    assert names_of(state, state.view(0).old) == ["r W 1", "m W 1"]
    state = closed(state)
    assert market(state) == ["r W 2"]
    assert {*names_of(state, state.discarded)} == {"u W 1", "u W 2", "r W 1", "m W 1"}
    assert market(built(state).report(0, 1)) == ["u W 3", "r W 3", "r W 2"]


@pytest.mark.parametrize(
    ("stays", "wanted"), [(0, []), (2, ["r W 2", "r W 1"]), (None, ["r W 2", "r W 1"])]
)
def test_rules_say_how_long_old_rares_stay(stays, wanted):
    markets = [["u W 1", "r W 1"], ["u W 2", "r W 2"], []]
    state = closed(at_market(THREE, markets, old_stays=stays))
    state = closed(built(state).report(0, 1))
    assert market(state) == wanted


def test_rules_say_which_rarities_stay():
    markets = [["u W 1", "r W 1", "m W 1"], [], []]
    state = closed(at_market(THREE, markets, old_rarities=("uncommon", "mythic")))
    assert market(state) == ["u W 1", "m W 1"]


def test_a_market_limit_makes_old_rares_go_by_chance():
    first = [f"r W {n}" for n in range(1, 6)]
    kept = set()
    for seed in range(40):
        state = at_market(THREE, [first, ["u W 1", "u W 2"], []], seed=seed, market_limit=5)
        assert len(state.market) == 5
        state = built(closed(state)).report(0, 1)
        assert market(state)[:2] == ["u W 1", "u W 2"]
        assert len(state.market) == 5
        kept |= {*market(state)[2:]}
        opened = outcomes(state, deckbuilder.MarketOpened)[-1]
        assert state.discarded == opened.discarded
    assert kept == {*first}


def test_a_market_below_its_limit_keeps_all_cards_and_needs_no_chance():
    first = [f"r W {n}" for n in range(1, 6)]
    for limit in (None, 7, 10):
        state = closed(at_market(THREE, [first, ["u W 1"], []], market_limit=limit))
        chances = state.chances
        state = built(state).report(0, 1)
        assert market(state) == ["u W 1", *first]
        assert state.chances == chances + 1  # who buys first among equals


def test_a_market_limit_takes_no_new_cards_away():
    state = closed(at_market(THREE, [["r W 1"], ["u W 1", "u W 2"], []], market_limit=1))
    assert market(built(state).report(0, 1)) == ["u W 1", "u W 2"]


def test_traded_cards_can_go_into_the_market():
    boosters = [[["u W 1", "c W 8"], ["u W 2"]], [[], []]]
    state = at_market(boosters, [["r W 1", "u W 3"], []], winner=1, traded="market")
    state = state.buy(0, number_of(state, "u W 3"), numbers_of(state, ["u W 1", "c W 8"]))
    assert market(state) == ["r W 1", "u W 1"]
    assert names_of(state, state.discarded) == ["c W 8"]
    state = state.buy(1, number_of(state, "u W 1"), numbers_of(state, ["u W 2"]))
    assert market(state) == ["r W 1", "u W 2"]


# scoring


def test_the_ranking_has_shared_places():
    state = built(begin([[[]] * 4], [["u W 1"]], seats=4)).report(0, 1, 1).report(2, 3)
    state = closed(state)
    assert state.is_over
    places = [(each.place, each.seat, each.points) for each in state.ranking]
    assert places == [(1, 1, 2), (2, 2, 1), (2, 3, 1), (4, 0, 0)]
    assert outcomes(state, deckbuilder.Ranked) == [deckbuilder.Ranked(state.ranking)]
    assert [state.duty(seat) for seat in range(4)] == ["wait"] * 4


def test_a_draft_has_as_many_rounds_as_it_was_said():
    state = at_market(THREE, [["u W 1"]] * 3)
    for _ in range(2):
        state = built(closed(state)).report(0, 1, 0)
    state = closed(state)
    assert state.is_over
    assert state.round == 3
    assert state.seats[0].points == 6
    assert not state.can(deckbuilder.Report(0, 1))


# starting


PACKS = {
    "starter": [refs(["c W 1"])] * 2,
    "booster": [[]] * 2,
    "uncommons": [[]],
    "rares": [[]],
}


@pytest.mark.parametrize(
    ("packs", "reason"),
    [
        ({"starter": [refs(["c W 1"])]}, "there are 1 packs 'starter', and 2 are needed"),
        ({"starters": [[]]}, "there is a pack 'starters', which is none of starter, booster"),
        ({"booster": [[]] * 3}, "there are 3 packs 'booster', and 2 are needed"),
        ({"rares": []}, "there are 0 packs 'rares', and 1 are needed"),
        ({"starter": [[cf.CardRef("Nobody")]] * 2}, "nothing is known of Nobody"),
        ({"starter": [["c W 1"]] * 2}, "a pack holds PackCards or CardRefs, not 'c W 1'"),
    ],
)
def test_packs_are_as_many_as_it_takes_and_of_known_cards(packs, reason):
    with pytest.raises(cf.DraftError) as caught:
        deckbuilder.start(PACKS | packs, CARDS, players=2, rounds=1, seed=1, rules=small_rules())
    assert reason in str(caught.value)


def test_cards_of_unknown_rarity_and_cards_without_a_price_are_refused():
    rarities = {"A": None, "B": "common", "C": "special"}
    plain = cf.CardSet(cards=[cf.Card(cf.Face(name), rarity=r) for name, r in rarities.items()])
    for name, reason in (
        ("A", "the rarity of A is not known"),
        ("B", "'B' is in the market, and has no price"),
        ("C", "no tariff for cards that are 'special'"),
    ):
        packs = PACKS | {"starter": [[cf.CardRef(name)]] * 2, "uncommons": [[cf.CardRef("B")]]}
        with pytest.raises(cf.DraftError, match=reason):
            deckbuilder.start(packs, plain, players=2, rounds=1, seed=1, rules=small_rules())


@pytest.mark.parametrize(
    "make",
    [
        lambda: deckbuilder.PackShape("", ("common",), (deckbuilder.Part(1, ("white",)),)),
        lambda: deckbuilder.PackShape("A", ("common",), ()),
        lambda: deckbuilder.Tariff("common", None, 1),
        lambda: deckbuilder.Tariff("common", 1, None),
        lambda: deckbuilder.Table(small_rules(), (), (((), ()),), ((),)),
        lambda: deckbuilder.Table(small_rules(), (((),),), (((),),), ((),)),
        lambda: deckbuilder.Table(small_rules(), (((), ()),), (((),),), ((),)),
        lambda: deckbuilder.Table(small_rules(), (((), ()),), (((), ()),), ()),
    ],
)
def test_values_that_make_no_sense_are_refused(make):
    with pytest.raises(cf.DraftError):
        make()


# what seats see


def test_a_seat_sees_its_own_cards_and_the_market_and_not_the_cards_of_others():
    state = at_market([[["u W 1"], ["u U 1"]]], [["r W 1"]], winner=1)
    view = state.view(0)
    assert names_of(state, view.pool) == ["c W 1", "u W 1"]
    assert names_of(state, view.market) == ["r W 1"]
    assert [(each.points, each.pool_size, each.deck_size) for each in view.seats] == [
        (0, 2, 3),
        (2, 2, 3),
    ]
    seen = {card.name for entry in state.log_for(0) for card in entry.cards.values()}
    assert seen == {"c W 1", "u W 1", "r W 1"}
    received = [each for entry in state.log_for(0) for each in entry.outcomes]
    counts = [each.count for each in received if isinstance(each, deckbuilder.Received)]
    assert counts == [1, 1]


def test_all_see_what_is_bought_and_what_for():
    state = at_market([[["u W 1"], ["u U 1"]]], [["u W 2", "r W 1"]], winner=1)
    state = closed(state.buy(0, number_of(state, "u W 2"), numbers_of(state, ["u W 1"])))
    seen = {card.name for entry in state.log_for(1) for card in entry.cards.values()}
    assert seen == {"c W 2", "u U 1", "u W 1", "u W 2", "r W 1"}


def test_a_seat_sees_the_pack_that_it_drafts_from():
    packs = PACKS | {"starter": [refs(["c W 1", "c W 2"]), refs(["c U 1", "c U 2"])]}
    state = deckbuilder.start(packs, CARDS, players=2, rounds=1, seed=1, rules=small_rules())
    assert [card.name for card in state.view(0).draft.pack.values()] == ["c W 1", "c W 2"]
    state = state.pick(0, 0)
    assert [each.name for each in state.view(0).pool.values()] == ["c W 1"]
    assert state.duty(0) == "wait"
    hidden = [card for entry in state.log_for(1) for card in entry.cards]
    assert hidden == []


def test_the_cheapest_trade_is_one_of_the_seat_and_for_a_card_that_there_is():
    state = at_market([[["u W 1"], []]], [["u W 2"]], winner=1)
    wanted = number_of(state, "u W 2")
    assert state.cheapest_trade(0, wanted) == (number_of(state, "u W 1"),)
    assert state.cheapest_trade(0, wanted, keeping=[number_of(state, "u W 1")]) is None
    assert state.affordable(0) == {wanted: (number_of(state, "u W 1"),)}
    assert state.affordable(1) == {}
    for card in (-1, 99):
        with pytest.raises(cf.DraftError, match="there is no card"):
            state.cheapest_trade(0, card)
