"""Random play of random Deckbuilder Drafts: the rules of the document hold after any action."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import cardformats as cf
from cardformats import draft
from cardformats.draft import deckbuilder
from tests import deckbuilder_rules as small

COMMON, UNCOMMON, RARE = (
    [f"{rarity} {color} {n}" for rarity in words for color in small.COLORS for n in range(1, 9)]
    for words in ("c", "u", "rm")
)
RULES = st.fixed_dictionaries(
    {
        "starters": st.integers(1, 2),
        "deck_size": st.integers(0, 4),
        "matches": st.sampled_from([1, 1, 2]),
        "bye_points": st.integers(0, 2),
        "traded": st.sampled_from(["out", "out", "market"]),
        "old_stays": st.sampled_from([0, 1, 1, 2, None]),
        "old_rarities": st.sampled_from([("rare", "mythic"), ("rare", "mythic"), ("uncommon",)]),
        "market_limit": st.sampled_from([None, None, 3, 5]),
        "order_ties": st.lists(st.sampled_from(["score", "seat", "chance"]), max_size=2),
        "tariffs": st.sampled_from([rules.tariffs for rules in deckbuilder.VARIANTS.values()]),
    }
)


class DeckbuilderPlay(RuleBasedStateMachine):
    """A Deckbuilder Draft that is played."""

    @initialize(
        rules=RULES,
        players=st.integers(2, 4),
        rounds=st.integers(1, 3),
        size=st.integers(0, 4),
        chance=st.randoms(use_true_random=True),
    )
    def begin(self, rules, players, rounds, size, chance):
        self.chance = chance
        count = {"starter": rules["starters"] * players, "booster": rounds * players}
        names = {"starter": COMMON, "booster": [*COMMON, *UNCOMMON]}
        names |= {"uncommons": UNCOMMON, "rares": RARE}
        packs = {
            shape: [
                small.refs(chance.choices(those, k=max(size, shape == "starter")))
                for _ in range(count.get(shape, rounds))
            ]
            for shape, those in names.items()
        }
        self.state = deckbuilder.start(
            packs,
            small.CARDS,
            players=players,
            rounds=rounds,
            seed=chance.randint(0, 99),
            rules=small.small_rules(**rules),
        )
        self.look()

    # what is tried

    def seat(self):
        return self.chance.randint(0, len(self.state.seats) - 1)

    def some(self, values, most=4):
        values = list(values)
        return self.chance.sample(values, min(len(values), self.chance.randint(0, most)))

    def proposals(self):
        """Actions that may or may not be allowed."""
        d, seat, chance = deckbuilder, self.seat(), self.chance
        pool = list(self.state.pool(seat))
        size = self.state.table.rules.deck_size
        cards = range(len(self.state.cards))
        market = [offer.card for offer in self.state.market]
        yield d.Drafting(draft.actions.Pick(seat, chance.choice(cards)))
        packs = self.state.draft.seats[seat].packs
        if packs:
            yield d.Drafting(draft.actions.Pick(seat, chance.choice(packs[0].cards)))
        yield d.Build(seat, self.some(pool), ["Forest"] * chance.randint(0, size + 1))
        yield d.Build(seat, pool, self.some(["Swamp", "Wastes"]))
        yield d.Build(seat, chance.choices(pool, k=2) if pool else [], ["Plains"] * size)
        yield d.Keep(seat)
        yield d.Report(seat, self.seat(), chance.choice([None, seat, self.seat()]))
        yield d.PassTurn(seat)
        if self.state.buyer is not None:
            buyer = self.state.buyer
            pool = list(self.state.pool(buyer))
            yield d.PassTurn(buyer)
            for card in market:
                yield d.Buy(buyer, card, self.some(pool, 12))
                trade = self.state.cheapest_trade(buyer, card)
                if trade is not None:
                    yield d.Buy(buyer, card, trade)
                    yield d.Buy(buyer, card, trade[1:])
        yield d.Buy(seat, chance.choice(cards), self.some(cards))

    @rule()
    def anything(self):
        """Of an action the three methods say the same, and the plain rules say it, too."""
        for action in self.proposals():
            allowed = small.is_allowed(self.state, action)
            assert self.state.can(action) == allowed, action
            if not allowed:
                before = self.state
                for method in (self.state.verify, self.state.do):
                    with pytest.raises(cf.DraftError) as caught:
                        method(action)
                    assert caught.value.reason
                assert self.state is before

    def allowed(self):
        proposed = [action for _ in range(3) for action in self.proposals()]
        return [action for action in proposed if self.state.can(action)]

    def go_on(self):
        actions = self.allowed()
        if not actions:
            return
        self.act(self.chance.choice(actions))

    @precondition(lambda self: not self.state.is_over)
    @rule()
    def one_step(self):
        self.go_on()

    @precondition(lambda self: not self.state.is_over)
    @rule(steps=st.integers(2, 30))
    def several_steps(self, steps):
        for _ in range(steps):
            self.go_on()

    def act(self, action):
        before, self.state = self.state, self.state.do(action)
        assert self.state.log[:-1] == before.log
        assert self.state.log[-1].action == action
        for outcome in self.state.log[-1].outcomes:
            if isinstance(outcome, deckbuilder.Bought):
                self.check_purchase(before, action, outcome)
            elif isinstance(outcome, deckbuilder.MarketOpened):
                self.check_order(outcome)
            elif isinstance(outcome, deckbuilder.MarketClosed):
                self.check_closing(before)
        self.look()

    # what has to be true

    def check_purchase(self, before, action, outcome):
        rules, wanted = before.table.rules, before.cards[action.card]
        given = [before.cards[number] for number in action.trade]
        worth = sum(small.worth(rules, card, wanted) for card in given)
        assert outcome.worth == worth >= small.tariff(rules, wanted).price
        assert before.order[before.turn] == action.seat
        assert action.card in self.state.seats[action.seat].pool
        assert {*action.trade} <= {*before.seats[action.seat].pool}
        assert {*action.trade}.isdisjoint(self.state.seats[action.seat].pool)
        for seat, (old, new) in enumerate(zip(before.seats, self.state.seats, strict=True)):
            if seat != action.seat:
                assert old.pool == new.pool

    def rounds(self):
        """The records of each round."""
        rounds = []
        for record in self.state.log:
            if rounds:
                rounds[-1].append(record)
            if any(isinstance(each, deckbuilder.BuildingBegan) for each in record.outcomes):
                rounds.append([])
        return rounds

    def gained(self, records):
        """What each seat has scored in the matches of a round, byes included."""
        rules = self.state.table.rules
        points, played = Counter(), Counter()
        for record in records:
            if isinstance(record.action, deckbuilder.Report):
                for seat in (record.action.first, record.action.second):
                    played[seat] += 1
                    if record.action.winner is None:
                        points[seat] += rules.tie_points
                    elif record.action.winner == seat:
                        points[seat] += rules.win_points
        for seat in range(len(self.state.seats)):
            points[seat] += (rules.matches - played[seat]) * rules.bye_points
        return points

    def check_order(self, outcome):
        """From losers to winners, and what decides between equals."""
        # the round that begins once the market is closed may have begun already
        rounds = [records for records in self.rounds() if records]
        gained = self.gained(rounds[-1])
        assert sorted(outcome.order) == list(range(len(self.state.seats)))
        total = Counter()
        for records in rounds:
            total.update(self.gained(records))
        first = [*self.state.table.rules.order_ties, "chance"][0]
        for one, other in pairwise(outcome.order):
            assert gained[one] <= gained[other]
            if gained[one] == gained[other] and first == "score":
                assert total[one] <= total[other]
            if gained[one] == gained[other] and first == "seat":
                assert one < other

    def check_closing(self, before):
        """All have passed in a row, one after the other, or nothing is left."""
        seats = len(before.seats)
        last = [record.action for record in self.state.log[-seats:]]
        passed = all(isinstance(action, deckbuilder.PassTurn) for action in last)
        nothing_left = before.phase != "market" or len(before.market) == 1
        assert passed or nothing_left
        if passed and before.phase == "market":
            order = before.order
            assert [action.seat for action in last] == [
                order[(before.turn + 1 + n) % seats] for n in range(seats)
            ]

    def look(self):
        """Check the properties of every state."""
        state = self.state
        places = list(small.every_place(state))
        assert sorted(places) == list(range(len(state.cards)))
        points = Counter(dict.fromkeys(range(len(state.seats)), 0))
        for records in self.rounds():
            if any(
                isinstance(each, deckbuilder.MarketOpened) for r in records for each in r.outcomes
            ):
                points.update(self.gained(records))
        if state.phase != "match":
            assert {n: seat.points for n, seat in enumerate(state.seats)} == points
        for seat in state.seats:
            assert seat.deck is None or {*seat.deck.cards} <= {*seat.pool}
        waiting = [state.duty(number) != "wait" for number in range(len(state.seats))]
        assert any(waiting) == (state.phase not in ("match", "over"))
        self.check_ranking()

    @invariant()
    def told(self):
        """What is stored is loaded as it was, and no seat sees what it should not."""
        if hasattr(self, "state"):
            assert deckbuilder.loads(deckbuilder.dumps(self.state)) == self.state
            for number in range(len(self.state.seats)):
                self.check_view(number)

    def check_ranking(self):
        ranking = self.state.ranking
        assert sorted(each.seat for each in ranking) == list(range(len(self.state.seats)))
        for each in ranking:
            assert each.place == 1 + sum(other.points > each.points for other in ranking)
        assert [each.place for each in ranking] == sorted(each.place for each in ranking)

    def check_view(self, number):
        """A seat sees its own cards, and those that have been in the market or were traded in."""
        state, view = self.state, self.state.view(number)
        deckbuilder.as_json(view)
        assert list(view.pool) == list(state.pool(number))
        assert list(view.market) == [offer.card for offer in state.market]
        public, own = set(view.market), set()
        for record in state.log:
            for each in record.outcomes:
                if isinstance(each, deckbuilder.MarketOpened):
                    public |= {*each.cards, *each.discarded}
                elif isinstance(each, deckbuilder.Bought):
                    public |= {*each.trade}
                elif getattr(each, "seat", None) == number:
                    own |= {*getattr(each, "cards", ())}
        seen = {card for entry in state.log_for(number) for card in entry.cards}
        assert seen == public | own
        assert {*view.pool} <= seen

    def teardown(self):
        """Whatever was done, the draft can be played to its end, and again."""
        if not hasattr(self, "state"):
            return
        while not self.state.is_over:
            self.finish()
        assert deckbuilder.replay(self.state.log) == self.state
        assert self.state.round == self.state.table.rounds

    def finish(self):
        """One step towards the end."""
        state = self.state
        if state.phase == "match":
            self.act(deckbuilder.by_chance(state, self.chance.randint(0, 9)))
            return
        seat = next(n for n in range(len(state.seats)) if state.duty(n) != "wait")
        if state.phase == "draft":
            pick = draft.actions.Pick(seat, state.draft.seats[seat].packs[0].cards[0])
            self.act(deckbuilder.Drafting(pick))
        elif state.phase == "build":
            size = state.table.rules.deck_size
            self.act(deckbuilder.Build(seat, (), ["Forest"] * size))
        else:
            self.act(deckbuilder.PassTurn(seat))


TestDeckbuilderPlay = DeckbuilderPlay.TestCase
TestDeckbuilderPlay.settings = settings(
    max_examples=settings.default.max_examples // 2, stateful_step_count=15
)
