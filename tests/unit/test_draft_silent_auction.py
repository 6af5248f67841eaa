"""Silent auctions: what is seen of bids, who gets a card, and what it costs."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from cardformats.draft.zones.kinds import begin
from cardformats.draft.zones.silent_auction import Bid, BidMade, RankedBid, Settled

BITS = Bits(Source(1), 0)


def begun(*sizes, players=2, seed=1, **settings):
    """An auction with packs of so many cards; all others are empty."""
    packs = [[cf.CardRef(f"card {at}-{n}") for n in range(size)] for at, size in enumerate(sizes)]
    packs += [[]] * (players * settings.get("packs", 3) - len(packs))
    kind = "silent-auction"
    return begin(kind, packs, cf.CardSet(), players=players, seed=seed, **settings)


def bid(state, *bids):
    """All seats bid, in order."""
    for seat, each in enumerate(bids):
        state = state.bid(seat, [*each, *[0] * (len(state.open_pack.cards) - len(each))])
    return state


def settled(state):
    """How the cards of the pack before were settled, in order."""
    return [each for each in state.log[-1].outcomes if isinstance(each, Settled)]


def winners(state):
    return [each.winner for each in settled(state)]


def funds_before(state, card):
    """What seats had when a card was settled, by seat."""
    return {each.seat: each.funds for each in settled(state)[card].ranking}


PACK = 14
FIRST = [10, 0, 10, 5, 15, 1], [0, 10, 5, 10, 1, 15]


def test_the_first_price():
    # Draftmancer's own example: test/silentAuction.ts, "First price"
    state = bid(begun(PACK, PACK, funds=100), *FIRST)
    assert winners(state)[:6] == [0, 1, 0, 1, 0, 1]
    assert settled(state)[4].ranking[0] == RankedBid(0, 15, 80)
    assert funds_before(state, 5) == {0: 65, 1: 80}
    assert state.funds == (65, 65)
    assert [each.price for each in settled(state)[:6]] == [10, 10, 10, 10, 15, 15]


def test_the_second_price():
    # likewise, "Second price"
    state = bid(begun(PACK, PACK, funds=100, price="second"), *FIRST)
    assert winners(state)[:6] == [0, 1, 0, 1, 0, 1]
    assert funds_before(state, 4)[0] == 95
    assert funds_before(state, 5) == {0: 94, 1: 95}
    assert state.funds == (94, 94)
    assert [each.price for each in settled(state)[:6]] == [0, 0, 5, 5, 1, 1]


def test_who_has_more_funds_or_fewer_cards_gets_what_is_bid_for_the_same():
    # likewise, "Default settings" of tiebreakers: 1 has 66 before card 6, and 65 after card 7
    state = bid(
        begun(PACK, PACK, funds=100),
        [10, 0, 10, 5, 15, 1],
        [0, 10, 5, 10, 1, 14, 0, 1],
    )
    assert winners(state)[:10] == [0, 1, 0, 1, 0, 1, 1, 1, 0, 0]
    rest = winners(state)[10:]
    assert {*rest[:2]} == {*rest[2:]} == {0, 1}
    assert state.funds == (65, 65)


@pytest.mark.parametrize("seed", range(3))
def test_fewer_cards_alone_make_winners_alternate(seed):
    # likewise, a single tiebreaker
    settings = {"tiebreaker": "fewer-cards", "second_tiebreaker": "none"}
    state = bid(begun(PACK, PACK, seed=seed, funds=100, **settings), [], [])
    both = winners(state)
    assert all(one != other for one, other in zip(both[::2], both[1::2], strict=True))


@pytest.mark.parametrize(
    ("tiebreaker", "winner"),
    [("more-funds", 1), ("less-funds", 0), ("fewer-cards", 1), ("more-cards", 0)],
)
def test_each_tiebreaker(tiebreaker, winner):
    state = bid(begun(2, tiebreaker=tiebreaker), [5, 3], [4, 3])
    assert winners(state) == [0, winner]


def test_the_second_tiebreaker_decides_where_the_first_does_not():
    # 0 and 1 have 7 left when the third card comes; 0 has one card, and 1 has two
    bids = [3, 0, 0, 4], [0, 2, 1, 4]
    for second, winner in (("fewer-cards", 0), ("more-cards", 1)):
        assert winners(bid(begun(4, funds=10, second_tiebreaker=second), *bids))[3] == winner


@pytest.mark.parametrize("players", [2, 3])
def test_chance_decides_uniformly(players):
    settings = {"tiebreaker": "none", "second_tiebreaker": "none", "players": players}
    count = Counter[int]()
    for seed in range(4):
        count.update(winners(bid(begun(300, seed=seed, **settings), *[[]] * players)))
    mean = 1200 / players
    # by chi², far more than one in a thousand seeds would be refused
    assert sum((count[seat] - mean) ** 2 / mean for seat in range(players)) < 13.8


def test_orders_of_three_that_bid_the_same_are_equally_likely():
    settings = {"tiebreaker": "none", "second_tiebreaker": "none"}
    state = bid(begun(900, players=3, **settings), [], [], [])
    orders = Counter(tuple(each.seat for each in card.ranking) for card in settled(state))
    assert sum((count - 150) ** 2 / 150 for count in orders.values()) < 20.5
    assert len(orders) == 6


def test_a_card_nobody_bids_enough_for_is_discarded():
    state = bid(begun(3, reserve=5, funds=20), [4, 5, 0], [0, 0, 4])
    assert winners(state) == [None, 0, None]
    assert state.funds == (15, 20)
    assert [len(state.pool(seat)) for seat in (0, 1)] == [1, 0]
    assert len(state.zone("discard").cards) == 2
    assert settled(state)[0].price == 0


def test_without_a_reserve_no_card_stays():
    state = bid(begun(3), [], [])
    assert None not in winners(state)
    assert state.funds == (200, 200)


def test_the_second_price_is_not_below_the_reserve():
    state = bid(begun(3, reserve=5, price="second"), [9, 9, 5], [2, 7, 5])
    assert winners(state)[:2] == [0, 0]
    assert [each.price for each in settled(state)] == [5, 7, 5]


@pytest.mark.parametrize(("reserve", "price"), [(0, 9), (5, 5)])
def test_who_is_alone_pays_the_reserve_or_the_own_bid(reserve, price):
    state = bid(begun(1, players=1, reserve=reserve, price="second"), [9])
    assert settled(state)[0].price == price


def test_bids_are_secret_until_all_have_bid():
    state = begun(3, 3)
    assert state.actors == (0, 1)
    one, other = state.bid(1, [7, 8, 9]), state.bid(1, [1, 0, 0])
    assert one.view(0) == other.view(0)
    assert one.log_for(0) == other.log_for(0)
    assert one.view(1).bids == (7, 8, 9)
    assert one.view(0).bids == ()
    assert one.log_for(0)[-1].outcomes == (BidMade(1),)
    assert one.view(0).actors == (0,)
    assert not one.can(Bid(1, [0, 0, 0]))
    after = one.bid(0, [0, 0, 0])
    for seat in (0, 1):
        entry = after.log_for(seat)[-1]
        assert [each.ranking[0].bid for each in entry.outcomes if isinstance(each, Settled)] == [
            7, 8, 9,
        ]  # fmt: skip
        assert len(entry.cards) == 6
    assert after.view(0).bids == after.view(1).bids == ()
    assert after.view(0).funds == (200, 176)
    assert after.view(0).zone("pool", 1).size == 3


def test_packs_are_opened_one_after_the_other_in_any_order():
    order = set()
    for seed in range(8):
        state = begun(1, 2, 3, seed=seed)
        sizes = []
        while not state.is_over:
            view = state.view(0)
            assert view.packs_left == 3 - len(sizes)
            assert len(view.cards) - sum(sizes) == len(view.pack)
            sizes.append(len(view.pack))
            state = bid(state, [], [])
        order.add(tuple(sizes))
    assert len(order) > 2
    assert begun().is_over


@pytest.mark.parametrize(
    "bids",
    [[1, 2], [1, 2, 3, 4], [201, 0, 0], [100, 100, 1], [-1, 0, 0], [True, 0, 0], [1.0, 0, 0]],
)
def test_bids_that_are_refused(bids):
    state = begun(3)
    with pytest.raises(cf.DraftError, match="bid"):
        state.bid(0, bids)
    assert not state.can(Bid(0, None))
    assert not state.can(Bid(0, "000"))


def rating(card):
    return int(card.name.partition("-")[2])


def test_a_bot_bids_by_worth_within_its_funds():
    state = begun(5, 5, 5, 5, 5, 5, funds=90)
    action = state.view(0).best_action(rating, BITS)
    # 90 × 2 players / 6 packs = 30; of 0 to 4 half of the middle one is 1: shares 0, 0, 1, 2, 3
    assert action == Bid(0, [0, 0, 5, 10, 15])
    last = begun(5, funds=90)
    assert last.view(0).best_action(rating, BITS) == Bid(0, [0, 0, 15, 30, 45])


def test_a_bot_bids_the_reserve_at_least_and_for_the_best_cards():
    state = begun(5, 5, 5, 5, 5, 5, funds=90, reserve=8)
    assert state.view(0).best_action(rating, BITS) == Bid(0, [0, 0, 0, 10, 15])
    state = begun(5, 5, 5, 5, 5, 5, funds=90, reserve=50)
    assert state.view(0).best_action(rating, BITS) == Bid(0, [0, 0, 0, 0, 50])
    state = begun(5, funds=90, reserve=91)
    assert state.view(0).best_action(rating, BITS) == Bid(0, [0, 0, 0, 0, 0])


def test_a_bot_bids_for_cards_that_are_worth_the_same_and_not_for_worthless_ones():
    view = begun(5).view(0)
    assert view.best_action(lambda _: 2.5, BITS) == Bid(0, [40] * 5)
    assert view.best_action(lambda _: 0, BITS) == Bid(0, [0] * 5)
    assert view.best_action(lambda _: -1, BITS) == Bid(0, [0] * 5)


def test_who_has_bid_has_nothing_to_bid_for():
    state = begun(5).bid(0, [0] * 5)
    for act in (state.view(0).random_action, lambda bits: state.view(0).best_action(rating, bits)):
        with pytest.raises(cf.DraftError, match="nothing to bid"):
            act(BITS)


@pytest.mark.parametrize(
    ("reply", "bids"),
    [
        ("2=20", [0, 20, 0]),
        ("3=1, 1=2", [2, 0, 1]),
        ("5 0 7", [5, 0, 7]),
        (" none ", [0, 0, 0]),
    ],
)
def test_a_person_bids_by_place_or_in_order(reply, bids):
    assert begun(3).view(0).read(reply) == Bid(0, bids)


@pytest.mark.parametrize(
    "reply", ["", "5 0", "4=1", "0=1", "1=x", "1=2 1=3", "=", "1=-2", "9" * 99]
)
def test_replies_that_are_no_bids(reply):
    with pytest.raises(cf.DraftError):
        begun(3).view(0).read(reply)


def test_what_a_person_is_asked_says_what_there_is_to_spend():
    assert "200" in begun(3).view(0).question
    assert "reserve" not in begun(3).view(0).question
    assert "reserve is 7" in begun(3, reserve=7).view(0).question


def test_its_views_and_records_have_json():
    state = bid(begun(2, 2), [3], [2])
    assert draft.as_json(state.view(0))["funds"] == [197, 200]
    outcome = draft.as_json(state.log[-1])["outcomes"][1]
    assert outcome["type"] == "settled"
    assert outcome["ranking"][1] == {"seat": 1, "bid": 2, "funds": 200}
    assert draft.loads(draft.dumps(state), type(state)) == state
