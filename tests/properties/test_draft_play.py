"""Random play of random drafts: the properties of drafts hold after any action."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import cardformats as cf
from cardformats import draft
from cardformats.draft.official import OFFICIAL_EFFECTS
from tests import draft_rules as rules
from tests.conftest import SETTLED

#: Packs that seats may add to a draft; afterwards there are none left.
MAX_ADDED = 5


class Spy(draft.EffectRule):
    """An effect of a third party: its seat looks at the pack in front of its neighbour."""

    def drafted(self, step, held, pick):  # noqa: ARG002 - the rule has no use for the pick
        neighbour = step.seats[(held.seat + 1) % len(step.seats)]
        step.look(held.seat, neighbour.packs[0].cards if neighbour.packs else ())
        step.ask(draft.Question(held.seat, "LawSpy", held.card, ("left", "right")))

    def answered(self, step, question, answer):
        step.note(question.seat, question.card, "LawSpy", answer)


draft.register_effect("LawSpy", Spy())

GIFTS = [cf.CardRef(f"G{number:04}") for number in range(4)]
SIMPLE = list(cf.model.SimpleEffect)
EFFECTS = [
    *SIMPLE,
    cf.model.AddCards(GIFTS),
    cf.model.AddCards(GIFTS, 2),
    cf.model.AddCards([*GIFTS, GIFTS[0]], 3, distinct=False),
    cf.model.AddBooster(),
    cf.model.AddBooster(
        [cf.model.LayoutChoice("A", Fraction(7, 8)), cf.model.LayoutChoice("B", 2)]
    ),
    *(rules.SPY, rules.INFORMANT, rules.SNEAK, rules.PHANTASM, rules.BROKER),
    cf.model.OtherEffect("LawSpy", {"depth": [1.5, None, {"far": True}]}),
]
USABLE = sorted(rules.USABLE, key=SIMPLE.index)
TURNED_DOWN = {cf.model.SimpleEffect.LEOVOLDS_OPERATIVE, *rules.WHOLE_PACK}
OFFICIAL = [*OFFICIAL_EFFECTS.values(), (), ()]
HIDDEN = [
    [cf.model.SimpleEffect.FACE_UP, effect]
    for effect in (rules.BROKER, rules.INFORMANT, rules.SNEAK, rules.PHANTASM, rules.SPY)
]


@st.composite
def kinds(draw):
    """Kinds of cards: what they do in a draft, and their types."""
    few = draw(st.lists(st.sampled_from(EFFECTS), min_size=1, max_size=4))
    effects = st.one_of(
        st.sampled_from(OFFICIAL),
        st.lists(st.sampled_from(few), max_size=4),
        st.lists(st.sampled_from(EFFECTS), max_size=4),
        st.sampled_from(HIDDEN),
        st.sampled_from(USABLE).map(lambda effect: [cf.model.SimpleEffect.FACE_UP, effect]),
    )
    types = st.sampled_from([("Creature",), ("Land",), ("Artifact", "Creature"), ()])
    return draw(st.lists(st.tuples(effects, types), min_size=1, max_size=8))


NUMBERS = st.lists(st.integers(0, 3), min_size=1, max_size=4)
ROUND = st.builds(
    cf.model.Round,
    picks=NUMBERS.filter(lambda picks: picks[-1]),
    burns=st.one_of(st.just([0]), NUMBERS),
    direction=st.sampled_from(["alternate", "left", "right"]),
)
TABLES = st.fixed_dictionaries(
    {
        "event": st.one_of(
            st.none(), st.builds(cf.model.Event, rounds=st.lists(ROUND, max_size=3))
        ),
        "rules": st.sampled_from(["cr", "draftmancer"]),
        "pace": st.sampled_from(["queue", "lockstep"]),
        "discard_at": st.sampled_from([0, 0, 0, 1, 3]),
    }
)


#: The fields of a pick that name cards.
_LISTS = ("cards", "burns", "using", "removing", "about", "removers")


class Cards:
    """Cards of random kinds, each with a name of its own."""

    def __init__(self, some_kinds, chance):
        self.kinds, self.chance = some_kinds, chance
        self.count = 0
        self.gifts = [self._card(ref.name) for ref in GIFTS]

    def _card(self, name):
        effects, types = self.chance.choice(self.kinds)
        return cf.Card(
            cf.Face(name, types=types, subtypes=(name.lower(), "Bird")), draft_effects=effects
        )

    def pack(self, size):
        """A pack of new cards."""
        cards = [self._card(f"C{self.count + number:04}") for number in range(size)]
        self.count += size
        known = draft.DraftCards(cf.CardSet(cards=[*cards, *self.gifts]))
        return known.of([card.ref for card in cards])


class Given:
    """What stands for the card set of a draft: packs are of cards that are made already."""

    def of(self, pack):
        return tuple(pack)


class DraftPlay(RuleBasedStateMachine):
    """A draft that is played."""

    @initialize(
        some_kinds=kinds(),
        table=TABLES,
        seats=st.one_of(st.integers(2, 5), st.integers(2, 16)),
        rounds=st.integers(1, 4),
        size=st.integers(0, 8),
        chance=st.randoms(use_true_random=True),
    )
    def begin(self, some_kinds, table, seats, rounds, size, chance):
        self.chance = chance
        self.cards = Cards(some_kinds, chance)
        self.added = 0
        sizes = (size, size, chance.randint(0, 8))
        packs = [
            [self.cards.pack(chance.choice(sizes)) for _ in range(seats)] for _ in range(rounds)
        ]
        self.state = draft.start(packs, Given(), seed=chance.getrandbits(32), **table)
        self.packs = rules.Packs(self.state)
        self.knowledge = rules.Knowledge(self.state)
        self.looks = rules.Looks()
        self.check()

    @rule(steps=st.integers(1, 6))
    def play(self, steps):
        for _ in range(steps):
            if not self.state.is_over:
                self.act(self.legal())

    @precondition(lambda self: not self.state.is_over)
    @rule()
    def play_together(self):
        seats = [seat for seat in range(len(self.state.seats)) if self.has_to_act(seat)]
        chosen = self.chance.sample(seats, self.chance.randint(1, len(seats)))
        self.act(draft.actions.Together([self.legal_of(seat) for seat in chosen]))

    @rule(count=st.integers(1, 20))
    def try_what_may_be_wrong(self, count):
        text = draft.dumps(self.state)
        allowed = []
        for _ in range(count):
            action = self.any_action()
            if self.agree(action):
                allowed.append(action)
        assert draft.dumps(self.state) == text
        if allowed:
            self.act(self.chance.choice(allowed))

    @rule()
    def restart(self):
        text = draft.dumps(self.state)
        loaded = draft.loads(text)
        assert loaded == self.state
        assert draft.dumps(loaded) == text
        assert draft.loads(text.encode()) == loaded
        self.state = loaded

    @rule()
    def replay(self):
        assert draft.replay(self.state.log) == self.state

    @rule()
    def read_logs(self):
        self.check_logs()

    def teardown(self):
        if not hasattr(self, "state"):
            return
        left = self.bound()
        while not self.state.is_over:
            self.act(self.legal(), quick=left % 8 > 0)
            left -= 1
            assert left > 0, "the draft does not end"
        self.check()
        self.check_logs()
        self.replay()
        self.restart()

    def bound(self):
        """More actions than are left to do."""
        table = self.state.table
        cards = len(self.state.cards) + 8 * MAX_ADDED
        numbers = sum(len(each.picks) + len(each.burns) for each in table.rounds)
        # a card is drafted, is asked about up to four times, and is passed on around the table
        return 50 + cards * (15 + 3 * table.seats) + numbers * table.seats

    # doing

    def act(self, action, *, quick=False):
        """Do an allowed action, and check the properties."""
        before = self.state
        assert self.agree(action)
        self.state = before.do(action)
        assert self.state.log[:-1] == before.log
        assert self.state.log[-1].action == action
        assert self.state.cards[: len(before.cards)] == before.cards
        self.packs.follow(self.state.log[-1], before, self.state)
        self.knowledge.follow(self.state)
        self.looks.follow(self.state.log[-1], before, self.state)
        self.check(quick=quick)
        self.check_done(action, before)
        if isinstance(action, draft.actions.Together):
            self.check_logs()

    def agree(self, action):
        """Whether an action is allowed; the draft says so in all its ways."""
        allowed = rules.is_allowed(self.state, action)
        assert self.state.can(action) is allowed, (action, allowed)
        if allowed:
            self.state.verify(action)
        else:
            for refuse in (self.state.verify, self.state.do):
                with pytest.raises(cf.DraftError) as caught:
                    refuse(action)
                assert str(caught.value)
        return allowed

    # the properties

    def check(self, *, quick=False):
        state = self.state
        assert rules.places(state) == list(range(len(state.cards)))
        for seat in state.seats:
            assert set(seat.face_up) <= set(seat.pool)
            assert len(set(seat.face_up)) == len(seat.face_up)
        seats = range(len(state.seats))
        assert state.is_over or any(map(self.has_to_act, seats)), "all wait"
        if state.is_over:
            assert {state.duty(seat) for seat in seats} == {"wait"}
        for seat in seats:
            if not quick or seat == len(state.log) % len(seats):
                self.check_view(seat)
        self.check_shown()

    def has_to_act(self, seat):
        return self.state.duty(seat) != "wait" or any(
            each.seat == seat for each in self.state.orders
        )

    def check_view(self, seat):
        """A seat sees what it may see now, and what is noted (CR 905.1c, 905.2b)."""
        state, view = self.state, self.state.view(seat)
        numbers, names = rules.shown(view)
        known = rules.knows_now(state, seat)
        named = {state.cards[each.card].name for each in state.notes}
        named |= {str(each.value) for each in state.notes}
        if view.question is not None:
            known.add(view.question.card)
            if view.question.effect in (*rules.DEALS, "SpirePhantasm"):
                known |= self.knowledge.of(seat)
        if view.offered:
            known |= self.knowledge.of(seat)
        assert numbers <= known
        assert names <= named | {state.cards[number].name for number in known}
        assert set(view.pool) == set(state.seats[seat].pool)
        may_use = {use.card: list(use.choices) for use in view.usable_anytime}
        if view.question is not None:
            assert not may_use
        elif not state.is_over:
            choices = {card: rules.choices_now(state, seat, card) for card in view.pool}
            assert may_use == {card: each for card, each in choices.items() if each}
        if view.duty == "pick":
            assert view.pack_size == len(state.seats[seat].packs[0].cards)
            assert bool(view.pack) is not view.is_blind
            assert (view.to_pick, view.to_burn) == rules.cards_due(state, seat, [])
        assert draft.as_json(view)["seat"] == seat

    def check_shown(self):
        """What is turned up or revealed is so because a card says so, and all that says so is."""
        state = self.state
        removed = {each.card for each in state.removals}
        for each in state.standing:
            is_up = cf.model.SimpleEffect.FACE_UP in state.cards[each.card].effects
            assert not (is_up and each.card in removed), "needs to be face up"
        shown = {draft.outcomes.Revealed: set(), draft.outcomes.TurnedUp: set()}
        for outcome in state.log[-1].outcomes:
            if type(outcome) in shown:
                shown[type(outcome)].add(outcome.card)
        for outcome in state.log[-1].outcomes:
            if isinstance(outcome, draft.outcomes.Drafted):
                for card in {*outcome.cards} - (removed if state.table.rules != "cr" else set()):
                    effects = state.cards[card].effects
                    assert (
                        cf.model.SimpleEffect.REVEAL not in effects
                        or card in shown[draft.outcomes.Revealed]
                    )
                    assert (
                        cf.model.SimpleEffect.FACE_UP not in effects
                        or card in shown[draft.outcomes.TurnedUp]
                    )
        for outcome in state.log[-1].outcomes:
            if isinstance(outcome, draft.outcomes.TurnedUp):
                assert cf.model.SimpleEffect.FACE_UP in state.cards[outcome.card].effects
            elif isinstance(outcome, draft.outcomes.Revealed):
                assert (
                    cf.model.SimpleEffect.REVEAL in state.cards[outcome.card].effects
                    or any(
                        outcome.card in each.cards
                        for each in state.log[-1].outcomes
                        if isinstance(each, draft.outcomes.Drafted) and each.seat == outcome.seat
                    )
                    or (rules.is_drafted(state) and outcome.card in state.seats[outcome.seat].pool)
                )

    def check_done(self, action, before):
        """What is used is used up, what is answered is noted, what is left out is said."""
        outcomes = self.state.log[-1].outcomes
        waits = any(isinstance(each, draft.outcomes.Announced) for each in outcomes)
        if isinstance(action, draft.actions.Pick):
            for card in () if waits else action.using:
                self.check_used(card, action.seat, before)
        elif isinstance(action, draft.actions.Together):
            named = (draft.outcomes.Drafted, draft.outcomes.Announced, draft.outcomes.Refused)
            said = {each.seat for each in outcomes if isinstance(each, named)}
            assert said >= {
                each.seat for each in action.actions if isinstance(each, draft.actions.Pick)
            }
        elif isinstance(action, draft.actions.UseCard):
            assert outcomes[0].choice in rules.choices_now(before, action.seat, action.card)
            assert action.choice in (None, outcomes[0].choice)
            assert action.card not in self.state.seats[action.seat].face_up
        elif isinstance(action, draft.actions.Answer):
            question = next(each for each in before.questions if each.seat == action.seat)
            noted = [each.note.value for each in outcomes if isinstance(each, draft.outcomes.Noted)]
            if question.effect in ("ChooseColors", "LawSpy"):
                assert noted[0] in question.options
                assert action.answer not in question.options or noted[0] == action.answer

    def check_used(self, card, seat, before):
        """A card that was used is in the pack, or face down, if it is not for removing others."""
        mine, effects = self.state.seats[seat], {*rules.usable_effects(self.state, card)}
        if cf.model.SimpleEffect.COGWORK_LIBRARIAN in effects:
            assert card not in mine.pool
        elif effects & TURNED_DOWN or (effects & rules.NOTING and not rules.is_blind(before, seat)):
            assert card not in mine.face_up

    def check_logs(self):
        """No seat's log tells what it was never shown."""
        state = self.state
        values = {str(each.value) for each in state.notes}
        values |= {
            str(outcome.note.value)
            for record in state.log
            for outcome in record.outcomes
            if isinstance(outcome, draft.outcomes.Noted)
        }
        for seat in range(len(state.seats)):
            entries = state.log_for(seat)
            assert len(entries) == len(state.log)
            numbers, names = rules.shown(entries)
            known = self.knowledge.of(seat)
            assert numbers <= known
            assert names <= values | {state.cards[number].name for number in known}
            mine = [
                card
                for entry in entries
                for each in entry.outcomes
                if isinstance(each, draft.outcomes.Drafted) and each.seat == seat
                for card in each.cards
            ]
            assert set(mine) >= {n for n in state.seats[seat].pool if n in mine}
            assert all(set(each.cards) <= numbers for each in entries)

    # what to do

    def legal(self):
        """Something that a seat may do."""
        seats = [seat for seat in range(len(self.state.seats)) if self.has_to_act(seat)]
        return self.legal_of(self.chance.choice(seats))

    def legal_of(self, seat):
        duty, chance = self.state.duty(seat), self.chance
        uses = self.state.view(seat).usable_anytime
        if uses and not chance.randint(0, 2):
            use = chance.choice(uses)
            return draft.actions.UseCard(seat, use.card, chance.choice([None, *use.choices]))
        if duty == "answer":
            question = self.state.view(seat).question
            options = [*question.options, None]
            if question.effect == "ChooseColors" and self.state.table.rules == "draftmancer":
                options = rules.COLORS
            return draft.actions.Answer(seat, chance.choice(options))
        if duty == "wait":
            self.added += 1
            size = chance.randint(0, 8) if self.added <= MAX_ADDED else 0
            return draft.actions.AddPack(seat, self.cards.pack(size))
        if duty == "pass":
            return draft.actions.PassPack(seat)
        for _ in range(3):
            pick = self.pick(seat, self.some_usable(seat))
            if self.agree(pick):
                return pick
        return self.pick(seat)

    def some_usable(self, seat):
        """A few cards that the seat can use, which may not go together."""
        pool = self.state.seats[seat].pool
        usable = [card for card in pool if rules.is_usable(self.state, seat, card)]
        some = self.chance.randint(0, 3)
        return self.chance.sample(usable, min(some, len(usable)))

    def pick(self, seat, using=()):
        """A pick of the right numbers."""
        state, chance = self.state, self.chance
        used = [effect for card in using for effect in rules.usable_effects(state, card)]
        count, burns = rules.cards_due(state, seat, used)
        if rules.is_blind(state, seat):
            return draft.actions.Pick(seat, using=using)
        pack = state.seats[seat].packs[0].cards
        cards = chance.sample(pack, len(pack))
        removed = self.removed(used, cards[:count])
        about = chance.choices(cards[:count], k=chance.randint(0, len(using))) if count else ()
        if state.table.rules == "draftmancer":
            about = cards[:1] * len(about)
        able = [card for card in using if {*rules.usable_effects(state, card)} & rules.REMOVING]
        by = chance.choices(able, k=len(removed)) if able and chance.random() < 0.7 else []
        if len({*able}) > 1 and {*by} != {*able} and len(able) <= len(removed):
            by = [*able, *chance.choices(able, k=len(removed) - len(able))]
        return draft.actions.Pick(
            seat, cards[:count], cards[count:][:burns], using, removed, about, by
        )

    def removed(self, used, drafted):
        """Some of the cards drafted, if an effect removes them."""
        if not set(used) & rules.REMOVING:
            return ()
        if self.state.table.rules == "draftmancer":
            return self.chance.choice([(), drafted])
        return self.chance.sample(drafted, self.chance.randint(0, len(drafted)))

    def any_action(self):
        """Something that may well not be allowed."""
        state, chance = self.state, self.chance
        seat = chance.choice([*range(-1, len(state.seats) + 1), True, 1.0, "0", None])
        if type(seat) is int and 0 <= seat < len(state.seats) and chance.random() < 0.9:
            if chance.random() < 0.1 and self.has_to_act(seat):
                return draft.actions.Together([self.legal_of(seat), self.legal_of(seat)])
            if state.seats[seat].packs and not state.is_over:
                return self.spoilt(self.pick(seat, self.some_usable(seat)))
        cards = [*range(-1, len(state.cards) + 1), True, 0.0, "C0000", None]
        return chance.choice(
            [
                draft.actions.PassPack(seat),
                draft.actions.Answer(
                    seat, chance.choice([None, "yes", "0", "1", "W", "left", "", 0])
                ),
                draft.actions.AddPack(seat),
                self.any_use(seat, cards),
                draft.actions.Pick(
                    seat, [chance.choice(cards) for _ in range(chance.randint(0, 2))]
                ),
                draft.actions.Together(
                    [draft.actions.PassPack(chance.choice(cards)), draft.actions.Answer(seat)]
                ),
            ]
        )

    def any_use(self, seat, cards):
        """A card that is used without a pick, perhaps a good one."""
        state, chance = self.state, self.chance
        if type(seat) is int and 0 <= seat < len(state.seats):
            cards = [*cards, *[use.card for use in state.view(seat).usable_anytime] * 20]
        choices = [None, "0", "1", "16", "pack 0", "pack 1", "round 1 seat 0", "", 0, True]
        return draft.actions.UseCard(seat, chance.choice(cards), chance.choice(choices))

    def spoilt(self, pick):
        """A pick with something about it changed."""
        state, chance = self.state, self.chance
        mine = state.seats[pick.seat]
        pack = mine.packs[0].cards
        anything = [*pack, *pack, *mine.pool, *range(len(state.cards))]
        lists = {name: list(getattr(pick, name)) for name in _LISTS}
        changed = lists[chance.choice(["cards", *_LISTS])]
        usable = [
            card
            for number, seat in enumerate(state.seats)
            for card in seat.pool
            if rules.is_usable(state, number, card)
        ]
        how = chance.randint(0, 5)
        if how == 0 and changed:
            changed.pop()
        elif how == 1:
            changed.append(chance.choice(anything))
        elif how == 2 and changed:
            changed[-1] = chance.choice(anything)
        elif how == 3 and changed:
            changed[-1] = changed[0]
        elif how == 4 and usable:
            return self.pick(pick.seat, chance.choices(usable, k=chance.randint(1, 2)))
        return draft.actions.Pick(pick.seat, **lists)


TestDraftPlay = DraftPlay.TestCase
TestDraftPlay.settings = settings(
    max_examples=min(SETTLED.max_examples, 1000), stateful_step_count=25
)
