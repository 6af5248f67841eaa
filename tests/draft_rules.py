"""Booster drafts, stated once more and as plainly as possible: who may do what, where packs go, and
who knows which card.

This is the independent check of the package's drafts: it shares no code with them.  What seats may
do is worked out from a state; packs and what seats know are followed through the records of a log.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from cardformats import draft
from cardformats.model import OtherEffect, SimpleEffect

COLORS = ("W", "U", "B", "R", "G")
ONE_MORE = {SimpleEffect.COGWORK_LIBRARIAN, SimpleEffect.LEOVOLDS_OPERATIVE}
WHOLE_PACK = {SimpleEffect.AGENT_OF_ACQUISITIONS}
REMOVING = {SimpleEffect.REMOVE_DRAFT_CARD}
OF_CREATURES = {SimpleEffect.NOTE_CREATURE_NAME, SimpleEffect.NOTE_CREATURE_TYPES}
NOTING = {SimpleEffect.NOTE_CARD_NAME, *OF_CREATURES}
USABLE = ONE_MORE | WHOLE_PACK | REMOVING | NOTING

SPY, INFORMANT, SNEAK, PHANTASM, BROKER = map(
    OtherEffect,
    ["CogworkSpy", "IllusionaryInformant", "WhispergearSneak", "SpirePhantasm", "DealBroker"],
)
DEALS = ("DealBroker", "DealBrokerOffer", "DealBrokerAccept")

#: The names of cards in the drafts that are checked.
NAME = re.compile(r"[CG]\d{4}")


# what may be done


def is_allowed(state, action):
    """Whether an action may be done in a state."""
    if isinstance(action, draft.actions.Together):
        seats = [each.seat for each in action.actions]
        return len(set(seats)) == len(seats) and all(is_allowed(state, a) for a in action.actions)
    seat = action.seat
    if type(seat) is not int or not 0 <= seat < len(state.seats) or state.is_over:
        return False
    if isinstance(action, draft.actions.Answer):
        return is_allowed_answer(state, action)
    if isinstance(action, draft.actions.AddPack):
        return any(each.seat == seat for each in state.orders)
    if isinstance(action, draft.actions.UseCard):
        return can_use_now(state, action)
    must_pass = state.seats[seat].is_out or state.seats[seat].skips > 0
    is_pass = isinstance(action, draft.actions.PassPack)
    return may_act(state, seat) and is_pass == must_pass and (is_pass or can_pick(state, action))


def is_allowed_answer(state, action):
    """Whether a seat is asked something that may be answered so."""
    asked = [each for each in state.questions if each.seat == action.seat]
    if not asked or action.answer is None:
        return bool(asked)
    options = asked[0].options
    if asked[0].effect == "SpirePhantasm":
        return type(action.answer) is str and 0 < len(action.answer) <= 200
    if asked[0].effect == "ChooseColors" and state.table.rules == "draftmancer":
        options = COLORS
    return action.answer in options


def may_act(state, seat):
    """Whether there is a pack that the seat is to deal with now."""
    mine = state.seats[seat]
    waiting = (*state.questions, *state.orders, *state.announced)
    waits = any(each.seat == seat for each in waiting)
    return bool(mine.packs) and not mine.has_stepped and not waits


def can_use_now(state, action):
    """Whether a seat may use a card without a pick."""
    if any(each.seat == action.seat for each in state.questions):
        return False
    if type(action.card) is not int or action.card not in state.seats[action.seat].pool:
        return False
    choices = choices_now(state, action.seat, action.card)
    return bool(choices) if action.choice is None else action.choice in choices


def choices_now(state, seat, card):
    """What a seat may choose with a card of its pool that is used without a pick."""
    effects = state.cards[card].effects
    is_up = card in state.seats[seat].face_up or SimpleEffect.FACE_UP not in effects
    later = range(state.round + 1, len(state.table.rounds))
    packs = [pack for mine in state.seats for pack in (*mine.packs, *mine.coming)]
    if state.table.rules != "cr" or not is_up or is_drafted(state):
        return []
    for effect in effects:
        choices = []
        if effect == INFORMANT:
            choices = [str(number) for number in range(len(state.seats))]
        elif effect == SNEAK and not is_blind(state, seat):
            seen = {looks_at(state, number) for number in range(len(state.seats))}
            choices = [f"pack {pack.number}" for pack in packs if pack.number not in seen]
            choices += [
                f"round {number} seat {opener}"
                for number in later
                for opener, pack in enumerate(state.table.rounds[number].packs)
                if pack
            ]
        if choices:
            return choices
    return []


def is_drafted(state):
    """Whether there are no more packs."""
    packs = [pack for mine in state.seats for pack in (*mine.packs, *mine.coming)]
    return not packs and not state.orders and state.round >= len(state.table.rounds) - 1


def looks_at(state, seat):
    """The number of the pack that a seat looks at; None if it looks at none."""
    asked = next((each.effect for each in state.questions if each.seat == seat), None)
    looks = may_act(state, seat) or asked == "CanalDredger"
    looks = looks or any(each.seat == seat for each in state.announced)
    return state.seats[seat].packs[0].number if looks and not is_blind(state, seat) else None


def can_pick(state, pick):
    """Whether a seat that is to draft may draft so."""
    mine, pack = state.seats[pick.seat], state.seats[pick.seat].packs[0].cards
    named = (*pick.cards, *pick.burns, *pick.using, *pick.about)
    if any(type(card) is not int for card in named) or not set(pick.using) <= set(mine.pool):
        return False
    used = [effect for card in pick.using for effect in usable_effects(state, card)]
    can_use = (
        len(set(pick.using)) == len(pick.using)
        and all(is_usable(state, pick.seat, card) for card in pick.using)
        and go_together(used)
    )
    count, burns = cards_due(state, pick.seat, used)
    if is_blind(state, pick.seat):
        nothing = (
            not (pick.cards or pick.burns or pick.removing or pick.about or pick.removers)
            and sum(bool(set(usable_effects(state, card)) & REMOVING) for card in pick.using) < 2
        )
        return can_use and count <= len(pack) and nothing
    chosen = pick.cards + pick.burns
    removes = any(effect in REMOVING for effect in used)
    removers = {card for card in pick.using if set(usable_effects(state, card)) & REMOVING}
    each_has_its_own = set(pick.removers) == removers and len(pick.removers) == len(pick.removing)
    says_by_what = each_has_its_own and state.table.rules == "cr" and len(removers) <= count
    if len(removers) > 1 and not says_by_what:
        return False
    if pick.removers and len(pick.removers) != len(pick.removing or pick.cards[:1]):
        return False
    if not set(pick.removers) <= removers or any(type(card) is not int for card in pick.removers):
        return False
    whole = state.table.rules == "cr" or sorted(pick.removing) == sorted(pick.cards)
    may_remove = removes and set(pick.removing) <= set(pick.cards) and whole
    return (
        can_use
        and (not pick.removing or may_remove)
        and len(set(pick.removing)) == len(pick.removing)
        and (len(pick.cards), len(pick.burns)) == (count, burns)
        and len(set(chosen)) == len(chosen)
        and set(chosen) <= set(pack)
        and can_be_about(state, pick)
    )


def can_be_about(state, pick):
    """Whether each card that is used notes a card that will do."""
    for place, card in enumerate(pick.using):
        cards = pick.about[place : place + 1] or pick.cards[:1]
        effects = [each for each in usable_effects(state, card) if each in NOTING]
        if not all(will_do(state, effect, cards) for effect in effects):
            return False
    drafted = pick.cards if state.table.rules == "cr" else pick.cards[:1]
    return len(pick.about) <= len(pick.using) and set(pick.about) <= set(drafted)


def usable_effects(state, card):
    """The effects of a card that are there to be used."""
    return [effect for effect in state.cards[card].effects if effect in USABLE]


def is_usable(state, seat, card):
    """Whether a card of a seat's pool has an effect to use, and is face up if it has to be."""
    has_to_be_up = SimpleEffect.FACE_UP in state.cards[card].effects
    is_up = card in state.seats[seat].face_up
    return bool(usable_effects(state, card)) and (is_up or not has_to_be_up)


def go_together(used):
    """Whether effects can be used with the same pick."""
    whole = sum(effect in WHOLE_PACK for effect in used)
    more = sum(effect in ONE_MORE for effect in used)
    return whole <= 1 and not (whole and more)


def cards_due(state, seat, used):
    """How many cards are drafted and burned by a seat's next pick."""
    mine = state.seats[seat]
    size = len(mine.packs[0].cards)
    if any(effect in WHOLE_PACK for effect in used):
        return size, 0
    plan = state.table.rounds[state.round]
    picks = [*plan.picks, *[plan.picks[-1]] * mine.picks][mine.picks]
    burns = [*plan.burns, *[plan.burns[-1]] * mine.picks][mine.picks]
    picks = min(picks, size)
    burns = min(burns, size - picks)
    picks += sum(effect in ONE_MORE for effect in used)
    return picks, max(min(burns, size - picks), 0)


def will_do(state, effect, cards):
    """Whether an effect that notes something can do so with the first of the cards."""
    if not cards:
        return False
    types = state.cards[cards[0]].types
    return effect not in OF_CREATURES or types is None or "Creature" in types


def is_blind(state, seat):
    """Whether a seat drafts at random."""
    return any(each.seat == seat and each.effect == "ArchdemonOfPaliano" for each in state.standing)


# where cards are


def places(state):
    """The numbers of all cards, as often as each is somewhere."""
    unopened = [
        card for each in state.table.rounds[state.round + 1 :] for p in each.packs for card in p
    ]
    table = [
        card for seat in state.seats for pack in (*seat.packs, *seat.coming) for card in pack.cards
    ]
    pools = [card for seat in state.seats for card in seat.pool]
    removed = [each.card for each in state.removals]
    return sorted([*unopened, *table, *pools, *state.burned, *removed])


class Packs:
    """Where packs are, followed through the log."""

    def __init__(self, state):
        self.table = state.table
        self.round = -1
        self.cards = {}  # of each pack
        self.at = [[] for _ in range(state.table.seats)]  # packs in front of and coming to seats
        self.passer = {}
        self.dredgers = {}  # cards that stand, with their seats
        self.out = set()
        self.picks = [0] * state.table.seats
        self.opened = 0
        self.announced = {}  # picks that wait, by seat
        self.follow(state.log[0], None, state)

    def follow(self, record, before, after):
        """Go on with a record; *before* and *after* are the states around it."""
        actions = getattr(record.action, "actions", (record.action,))
        self.by_seat = {
            each.seat: each for each in actions if not isinstance(each, draft.actions.Start)
        }
        self.before, self.after = before, after
        for outcome in record.outcomes:
            step = getattr(self, f"_{type(outcome).__name__.lower()}", None)
            if step is not None:
                step(outcome)
        for action in self.by_seat.values():
            if isinstance(action, draft.actions.PassPack) and self.table.rules == "draftmancer":
                self.picks[action.seat] += not self._began(record)
        self._drop_empty()
        self._compare(after)

    @staticmethod
    def _began(record):
        """Whether a round began, in which nobody has drafted yet."""
        return any(isinstance(each, draft.outcomes.RoundBegan) for each in record.outcomes)

    def _roundbegan(self, outcome):
        self._drop_empty()
        assert not any(self.at)
        assert outcome.round == self.round + 1
        self.round += 1
        self.out = set()
        self.picks = [0] * len(self.at)
        for seat, cards in enumerate(self.table.rounds[self.round].packs):
            self._open(seat, self.opened + seat, cards)
        self.opened += len(self.at)

    def _opened(self, outcome):
        cards = self.by_seat[outcome.seat].cards
        assert outcome.pack == self.opened
        assert outcome.count == len(cards)
        numbers = [n for n, c in enumerate(self.after.cards) if any(c is each for each in cards)]
        self._open(outcome.seat, outcome.pack, numbers)
        self.opened += 1

    def _open(self, seat, number, cards):
        self.at[seat].insert(0, number)
        self.cards[number] = set(cards)
        self.passer[number] = None

    def _announced(self, outcome):
        assert self.at[outcome.seat][0] == outcome.pack
        self.announced[outcome.seat] = self.by_seat[outcome.seat]

    def _refused(self, outcome):
        self.announced.pop(outcome.seat, None)

    def _drafted(self, outcome):
        assert self.at[outcome.seat][0] == outcome.pack
        assert set(outcome.cards) <= self.cards[outcome.pack]
        assert outcome.count == len(outcome.cards) == len(set(outcome.cards))
        self.cards[outcome.pack] -= set(outcome.cards)
        pick = self.announced.pop(outcome.seat, None) or self.by_seat[outcome.seat]
        used = [effect for card in pick.using for effect in usable_effects(self.after, card)]
        self.picks[outcome.seat] += 1
        assert outcome.count == cards_due(self.before, outcome.seat, used)[0]
        assert outcome.at_random is is_blind(self.before, outcome.seat)
        assert outcome.at_random or outcome.cards == pick.cards
        removed = {each.card for each in self.after.removals}
        to_remove = self._to_remove(pick, outcome.cards) if set(used) & REMOVING else set()
        assert removed & set(outcome.cards) == to_remove
        for card in outcome.cards:
            is_dredger = SimpleEffect.CANAL_DREDGER in self.after.cards[card].effects
            if is_dredger and goes_on(self.after, card):
                self.dredgers[card] = outcome.seat
        if set(used) & WHOLE_PACK:
            self.out.add(outcome.seat)

    def _to_remove(self, pick, drafted):
        """The cards that a pick removes; what burns itself is not there any more."""
        if self.table.rules == "draftmancer":
            return set(drafted)
        burns = SimpleEffect.BURN_AFTER_PICKING
        removed = pick.removing or drafted[:1]
        return {card for card in removed if burns not in self.after.cards[card].effects}

    def _returned(self, outcome):
        assert self.at[outcome.seat][0] == outcome.pack
        self.cards[outcome.pack].add(outcome.card)
        self.dredgers.pop(outcome.card, None)

    def _burned(self, outcome):
        for card in outcome.cards:
            self.dredgers.pop(card, None)
        if outcome.seat is not None:
            for cards in self.cards.values():
                cards -= set(outcome.cards)
            return
        # a pack that is discarded
        (number,) = [n for n, cards in self.cards.items() if cards and cards <= set(outcome.cards)]
        assert self.cards[number] == set(outcome.cards)
        everybody_is_out = len(self.out) == len(self.at)
        assert len(outcome.cards) <= self.table.discard_at or everybody_is_out
        self.cards[number] = set()

    def _passed(self, outcome):
        cards = self.cards[outcome.pack]
        assert self.at[outcome.seat][0] == outcome.pack
        assert outcome.count == len(cards) > self.table.discard_at
        passes_on = self.out if outcome.seat in self.out else ()
        takers = sorted({seat for seat in self.dredgers.values() if seat not in passes_on})
        action = self.by_seat.get(outcome.seat)
        if (
            len(cards) == 1
            and isinstance(action, draft.actions.Answer)
            and self._asked(outcome.seat)
        ):
            assert str(outcome.to) in self._asked(outcome.seat)[0].options
            assert action.answer in (None, str(outcome.to))
        elif len(cards) == 1 and takers:
            assert [outcome.to] == takers
        else:
            step = self.table.rounds[self.round].step
            assert outcome.to == (outcome.seat + step) % len(self.at)
        self.at[outcome.seat].pop(0)
        self.at[outcome.to].append(outcome.pack)
        if outcome.to != outcome.seat:
            self.passer[outcome.pack] = outcome.seat

    def _asked(self, seat):
        """What a seat was asked about a last card; by the action of another just now, too."""
        asked = [each for each in self.before.questions if each.seat == seat]
        return [each for each in asked if each.effect == "CanalDredger"]

    def _ended(self, _):
        self._drop_empty()
        assert not any(self.at)
        assert self.round == len(self.table.rounds) - 1

    def _drop_empty(self):
        for queue in self.at:
            queue[:] = [number for number in queue if self.cards[number]]

    def _compare(self, state):
        """The packs of a state are where they should be, with what should be in them."""
        assert {seat for seat, mine in enumerate(state.seats) if mine.is_out} == self.out
        assert [mine.picks for mine in state.seats] == self.picks
        for seat, mine in enumerate(state.seats):
            packs = (*mine.packs, *mine.coming)
            assert [pack.number for pack in packs] == self.at[seat]
            for pack in packs:
                assert set(pack.cards) == self.cards[pack.number]
                assert pack.passer == self.passer[pack.number]
        assert {each.seat for each in state.announced} == set(self.announced)
        lasts = [each for each in state.questions if each.effect == "CanalDredger"]
        for each in lasts:
            assert len(self.cards[self.at[each.seat][0]]) == 1


# who knows which card


def knows_now(state, seat):
    """The numbers of the cards that a seat may see at the moment (CR 905.1c)."""
    mine = state.seats[seat]
    known = {card for each in state.seats for card in each.face_up}
    known |= {*mine.pool, *(each.card for each in state.removals if each.seat == seat)}
    known |= {each.card for each in state.removals if is_face_up(state, each)}
    if mine.packs and not is_blind(state, seat):
        known |= set(mine.packs[0].cards)
    return known


def goes_on(state, card):
    """Whether effects that go on after a card was drafted did so, as far as removing matters."""
    if card not in {each.card for each in state.removals}:
        return True
    return state.table.rules == "cr" and SimpleEffect.FACE_UP not in state.cards[card].effects


def is_face_up(state, removal):
    """Whether a removed card is there for all to see, as those of Animus of Predation are."""
    return SimpleEffect.TRACK_REMOVED_CARDS_NAMES in state.cards[removal.by].effects


class Knowledge:
    """Which cards each seat may have learned of, followed through the log."""

    def __init__(self, state):
        self.known = [set() for _ in state.seats]
        self.public = set()
        self.follow(state)

    def follow(self, state):
        """Go on with the last record of a state."""
        for seat in range(len(self.known)):
            self.known[seat] |= knows_now(state, seat)
            self.known[seat] |= {each.card for each in state.questions if each.seat == seat}
        for outcome in state.log[-1].outcomes:
            self._learn(outcome)
            if isinstance(outcome, draft.outcomes.Removed):
                self.public.add(outcome.by)
                if outcome.is_face_up:
                    self.public |= set(outcome.cards)

    def _learn(self, outcome):
        match outcome:
            case (
                draft.outcomes.Drafted()
                | draft.outcomes.Burned()
                | draft.outcomes.Removed()
                | draft.outcomes.Looked()
            ):
                if outcome.seat is not None:
                    self.known[outcome.seat] |= set(outcome.cards)
            case draft.outcomes.Added():
                self.known[outcome.seat] |= set(outcome.cards)
            case draft.outcomes.Noted():
                self.public.add(outcome.note.card)
            case (
                draft.outcomes.Revealed()
                | draft.outcomes.TurnedUp()
                | draft.outcomes.TurnedDown()
                | draft.outcomes.Returned()
                | draft.outcomes.Used()
                | draft.outcomes.Offered()  # traded ones too
            ):
                self.public.add(outcome.card)

    def of(self, seat):
        """The numbers of the cards that a seat knows by now."""
        return self.known[seat] | self.public


class Looks:
    """Which looks at cards effects give, followed through the log; and what guesses come to."""

    def __init__(self):
        self.spies = []  # (seat, card, what it waits for) of each effect

    def follow(self, record, before, after):
        """Go on with a record; *before* and *after* are the states around it."""
        looks, due, others = [], [], 0
        packs = {
            pack.number: list(pack.cards)
            for mine in before.seats
            for pack in (*mine.packs, *mine.coming)
        }
        for number, outcome in enumerate(record.outcomes):
            if isinstance(outcome, draft.outcomes.Drafted):
                for card in outcome.cards:
                    packs[outcome.pack].remove(card)
                    due += self._drafted(outcome, card, after)
                    others += [e.kind for e in _others(after, card)].count("LawSpy")
            elif isinstance(outcome, draft.outcomes.Used):
                due += self._used(outcome, before.table, packs)
            elif isinstance(outcome, draft.outcomes.Returned):
                self.spies = [spy for spy in self.spies if spy[1] != outcome.card]
                packs[outcome.pack].append(outcome.card)
            elif isinstance(outcome, (draft.outcomes.Burned, draft.outcomes.RoundBegan)):
                self._change(outcome, after, packs)
            elif isinstance(outcome, draft.outcomes.Looked):
                looks.append((outcome.seat, tuple(outcome.cards)))
            elif isinstance(outcome, draft.outcomes.Noted):
                self._noted(outcome.note, record.outcomes[:number], before)
        for look in due:
            looks.remove(look)
        assert len(looks) <= others

    def _drafted(self, outcome, card, after):
        waiting = {("pack", outcome.pack), ("seat", outcome.seat)}
        yield from [(spy[0], (card,)) for spy in self.spies if spy[2] in waiting]
        self.spies = [spy for spy in self.spies if spy[2] not in waiting]
        if after.table.rules == "cr" and goes_on(after, card):
            for _ in range(after.cards[card].effects.count(SPY)):
                self.spies.append((outcome.seat, card, ("pack", outcome.pack)))

    @staticmethod
    def _change(outcome, after, packs):
        """Follow what is in packs through actions that are taken together."""
        if isinstance(outcome, draft.outcomes.Burned):
            for cards in packs.values():
                cards[:] = [card for card in cards if card not in outcome.cards]
        else:
            opened = [pack for mine in after.seats for pack in (*mine.packs, *mine.coming)]
            packs |= {pack.number: list(pack.cards) for pack in opened if pack.number not in packs}

    def _used(self, outcome, table, packs):
        word, *numbers = outcome.choice.split()
        if word == "pack":
            yield outcome.seat, tuple(packs[int(numbers[0])])
        elif word == "round":
            yield outcome.seat, table.rounds[int(numbers[0])].packs[int(numbers[-1])]
        else:
            self.spies.append((outcome.seat, outcome.card, ("seat", int(word))))

    @staticmethod
    def _noted(note, earlier, before):
        """A guess is right if it is the name of the card that is revealed after it."""
        if note.effect != "SpirePhantasm" or note.value not in ("right", "wrong"):
            return
        notes = [each.note for each in earlier if isinstance(each, draft.outcomes.Noted)]
        guesses = [n.value for n in (*before.notes, *notes) if n.card == note.card]
        shown = [each.card for each in earlier if isinstance(each, draft.outcomes.Revealed)]
        assert (guesses[-1] == before.cards[shown[-1]].name) is (note.value == "right")


def _others(state, card):
    return [each for each in state.cards[card].effects if isinstance(each, OtherEffect)]


#: Members that hold the number of a card, or several.
_CARDS = ("card", "cards", "by", "first", "about", "revealed")


def shown(value):
    """The numbers and the names of cards in what a seat is shown."""
    numbers, names = set(), set()
    _walk(value, numbers, names)
    return numbers, names


def _walk(value, numbers, names):
    if isinstance(value, draft.DraftCard):
        names.add(value.name)  # what its effects name is the card's own affair
    elif isinstance(value, str):
        names |= set(NAME.findall(value))
    elif isinstance(value, Mapping):
        numbers |= set(value)
        _walk(tuple(value.values()), numbers, names)
    elif isinstance(value, tuple):
        for each in value:
            _walk(each, numbers, names)
    elif attrs.has(type(value)):
        if isinstance(value, draft.Question) and value.effect in DEALS:
            numbers |= {int(option) for option in value.options if option != "no"}
        for field in attrs.fields(type(value)):
            _walk_field(value, field.name, numbers, names)


def _walk_field(value, name, numbers, names):
    item = getattr(value, name)
    if name not in _CARDS or isinstance(item, Mapping):
        _walk(item, numbers, names)
    # what the questions of other effects are about is no card
    elif name != "about" or value.effect in ("CanalDredger", *DEALS):
        numbers |= set(item if isinstance(item, tuple) else [item]) - {None}
