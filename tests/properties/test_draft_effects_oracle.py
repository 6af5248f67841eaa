"""Booster drafts of official cards, beside a small simulator written from their texts.

Cards that ask other players are left out, and Cogwork Grinder removes no card that says something.
"""

from __future__ import annotations

import random
from itertools import chain

import cardformats as cf
from cardformats import draft

LIBRARIAN, OPERATIVE = "Cogwork Librarian", "Leovold's Operative"
AGENT, GRINDER, DREDGER = "Agent of Acquisitions", "Cogwork Grinder", "Canal Dredger"
SEARCHER, AUTOMATON, TRACKER = "Aether Searcher", "Lurking Automaton", "Cogwork Tracker"
SPY, ARCHDEMON, INFORMANT = "Cogwork Spy", "Archdemon of Paliano", "Illusionary Informant"
SNEAK = "Whispergear Sneak"
FACE_UP = {LIBRARIAN, OPERATIVE, AGENT, GRINDER, DREDGER, ARCHDEMON, INFORMANT, SNEAK}
REVEALED = {SEARCHER, AUTOMATON, TRACKER, SPY}
BLIND = 3


class Pack:
    def __init__(self, cards, number):
        self.cards, self.passer, self.spies, self.number = list(cards), None, [], number


class Player:
    def __init__(self):
        self.packs, self.pool, self.face_up = [], [], []
        self.count = self.to_pass = 0
        self.is_out = False
        self.searchers, self.informants, self.archdemons = [], [], {}


class Table:
    """What the texts of the cards make of a draft."""

    def __init__(self, names, rounds, picks):
        self.names, self.rounds, self.picks, self.round = names, rounds, picks, -1
        self.players = [Player() for _ in rounds[0]]
        self.notes, self.removed, self.seen = [], [], [set() for _ in rounds[0]]
        self.open()

    def open(self):
        self.round += 1
        for seat, player in enumerate(self.players):
            pack = Pack(self.rounds[self.round][seat], self.round * len(self.players) + seat)
            player.packs, player.count, player.is_out = [pack], 0, False
        self.look()

    def look(self):
        """Players see their cards, what is face up, and packs unless they may not look at them."""
        for seat, player in enumerate(self.players):
            self.seen[seat].update(player.pool)
            if player.packs and not player.archdemons:
                self.seen[seat].update(player.packs[0].cards)
        self.show(*(card for player in self.players for card in player.face_up))

    def show(self, *cards):
        for seen in self.seen:
            seen.update(cards)

    def duty(self, seat):
        player = self.players[seat]
        if not player.packs:
            return "wait"
        return "pass" if player.is_out or player.to_pass else "pick"

    def usable(self, seat):
        """All that the seat may use, each a list of cards of its pool."""
        player = self.players[seat]
        up = {name: [c for c in player.face_up if self.names[c] == name] for name in FACE_UP}
        more = up[LIBRARIAN] + up[OPERATIVE]
        count = len(player.packs[0].cards)
        sets = [more[:at] for at in range(2, min(len(more), count - self.picks) + 1)]
        alone = up[AGENT] + up[GRINDER] + (more if count > self.picks else [])
        return [[], *sets, *([card] for card in alone)]

    def sneak(self, seat):
        """The packs that a Sneak of a seat looks at, by what chooses them."""
        if self.players[seat].archdemons:
            return {}
        packs = {
            f"round {at} seat {each}": cards
            for at in range(self.round + 1, len(self.rounds))
            for each, cards in enumerate(self.rounds[at])
        }
        for other, player in enumerate(self.players):
            looked_at = other == seat or not player.archdemons
            for pack in player.packs[looked_at:]:
                packs[f"pack {pack.number}"] = pack.cards
        return packs

    def drafted(self, seat, pack, card, *, at_random):
        """One card is drafted."""
        player = self.players[seat]
        player.pool.append(card)
        player.count += 1
        for searcher in player.searchers:
            self.notes.append((seat, searcher, self.names[card]))
            self.show(card)
        player.searchers = []
        for looker in pack.spies + player.informants:
            self.seen[looker].add(card)
        pack.spies, player.informants = [], []
        if at_random:
            player.archdemons = {each: left - 1 for each, left in player.archdemons.items()}
        for each, left in player.archdemons.items():
            if not left:
                player.face_up.remove(each)
        player.archdemons = {each: left for each, left in player.archdemons.items() if left}
        self.does(seat, pack, card)

    def does(self, seat, pack, card):
        """What a card says of the moment at which it is drafted."""
        player, name = self.players[seat], self.names[card]
        if name in FACE_UP:
            player.face_up.append(card)
        if name in FACE_UP | REVEALED:
            self.show(card)
        if name == AUTOMATON:
            self.notes.append((seat, card, player.count))
        elif name == TRACKER and pack.passer is not None:
            self.notes.append((seat, card, pack.passer))
        elif name == SEARCHER:
            player.searchers.append(card)
        elif name == SPY:
            pack.spies.append(seat)
        elif name == ARCHDEMON:
            player.archdemons[card] = BLIND

    def pick(self, seat, cards, using):
        player = self.players[seat]
        pack, at_random = player.packs[0], bool(player.archdemons)
        for card in cards:
            pack.cards.remove(card)
            self.drafted(seat, pack, card, at_random=at_random)
        for card in using:
            name = self.names[card]
            if name == GRINDER:
                player.pool.remove(cards[0])
                self.removed.append(cards[0])
                continue
            player.face_up.remove(card)
            if name == LIBRARIAN:
                self.show(card)
                player.pool.remove(card)
                pack.cards.append(card)
            elif name == OPERATIVE:
                player.to_pass += 1
            else:
                player.is_out = True
        self.pass_on(seat)

    def skip(self, seat):
        player = self.players[seat]
        if not player.is_out:
            player.to_pass -= 1
        self.pass_on(seat)

    def pass_on(self, seat):
        pack = self.players[seat].packs.pop(0)
        if pack.cards:
            to = (seat + (1, -1)[self.round % 2]) % len(self.players)
            if len(pack.cards) == 1:
                for other, player in enumerate(self.players):
                    has = any(self.names[card] == DREDGER for card in player.face_up)
                    passes_on = player.is_out and self.players[seat].is_out
                    to = other if has and not passes_on else to
            if to != seat:
                pack.passer = seat
            self.players[to].packs.append(pack)
        if all(player.is_out for player in self.players):
            for player in self.players:
                player.packs = []
        if self.round + 1 < len(self.rounds) and not any(p.packs for p in self.players):
            self.open()
        self.look()


def any_packs(chance):
    """Rounds of packs; at most one Canal Dredger, since several ask."""
    names = [LIBRARIAN, OPERATIVE, AGENT, GRINDER, SEARCHER, AUTOMATON, TRACKER, SPY, ARCHDEMON]
    names += [INFORMANT, SNEAK, LIBRARIAN, OPERATIVE, "Eel", "Elk"]
    players, size = chance.randint(2, 4), chance.randint(2, 7)
    cards = [chance.choice(names) for _ in range(players * size * chance.randint(1, 3))]
    if chance.random() < 0.5:
        cards[chance.randrange(len(cards))] = DREDGER
    numbers = [*range(len(cards))]
    packs = [numbers[at : at + size] for at in range(0, len(cards), size)]
    return cards, [packs[at : at + players] for at in range(0, len(packs), players)]


def compare(state, table):
    for seat, player in enumerate(table.players):
        there = state.seats[seat]
        assert [[*pack.cards] for pack in there.packs] == [pack.cards for pack in player.packs]
        assert [*there.pool] == player.pool
        view = state.view(seat)
        up = set() if state.is_over else {*player.face_up}  # "until the draft is complete"
        assert {*view.seats[seat].face_up} == up
        assert view.duty == table.duty(seat)
        assert {*view.pack} <= table.seen[seat]
        learned = set().union(*[entry.cards for entry in state.log_for(seat)])
        assert learned <= table.seen[seat]
        looks = {state.cards[each.card].name: {*each.choices} for each in view.usable_anytime}
        if SNEAK in looks or any(table.names[card] == SNEAK for card in player.face_up):
            sneak = {} if state.is_over else table.sneak(seat)
            assert looks.get(SNEAK, set()) == {*sneak}
        if view.duty == "pick":
            assert {each.card for each in view.usable} == {*chain(*table.usable(seat))}
            assert view.is_blind == bool(player.archdemons)
    removing = [card for card, name in enumerate(table.names) if name == GRINDER]
    notes = [(note.seat, note.card, note.value) for note in state.notes]
    assert sorted(each for each in notes if each[1] not in removing) == sorted(table.notes)
    assert [each.card for each in state.removals] == table.removed


def test_a_draft_does_what_the_texts_of_its_cards_say(request):
    """Any drafts, any picks, and cards used whenever they can be."""
    for number in range(150 if request.config.getoption("--slow") else 5):
        chance = random.Random(number)  # noqa: S311 - reproducible
        names, rounds = any_packs(chance)
        refs = [[[cf.CardRef(names[card]) for card in pack] for pack in each] for each in rounds]
        picks = chance.choice([1, 1, 2, 3])
        event = cf.model.Event(rounds=[cf.model.Round(picks=[picks])])
        state = draft.start(refs, cf.CardSet(), seed=number, event=event)
        table = Table(names, rounds, picks)
        compare(state, table)
        while not state.is_over:
            state = act(state, table, chance)
            compare(state, table)


def used(state, table, chance):
    """Any seat, also one that waits, may use a card that can be used at any time."""
    seat = chance.randrange(len(table.players))
    player = table.players[seat]
    packs = table.sneak(seat)
    for card in list(player.face_up):
        if table.names[card] == SNEAK and packs:
            choice = chance.choice([*packs])
            table.seen[seat].update(packs[choice])
        elif table.names[card] == INFORMANT:
            target = chance.randrange(len(table.players))
            table.players[target].informants.append(seat)
            choice = str(target)
        else:
            continue
        player.face_up.remove(card)
        return state.use_card(seat, card, choice)
    return state


def act(state, table, chance):
    """Any seat does anything, at the table and in the simulator."""
    if chance.randrange(3) == 0:
        state = used(state, table, chance)
    seat = chance.choice([at for at in range(len(table.players)) if table.duty(at) != "wait"])
    player = table.players[seat]
    if table.duty(seat) == "pass":
        assert not state.can(draft.actions.Pick(seat, player.packs[0].cards[0]))
        table.skip(seat)
        return state.pass_pack(seat)
    using = chance.choice(table.usable(seat))
    count = table.picks + sum(table.names[card] in (LIBRARIAN, OPERATIVE) for card in using)
    cards = list(player.packs[0].cards)
    chance.shuffle(cards)
    if not any(table.names[card] == AGENT for card in using):
        cards = cards[:count]
    removes = any(table.names[card] == GRINDER for card in using)
    plain = [card for card in cards if table.names[card] in ("Eel", "Elk")]
    if removes and plain and not player.archdemons:
        cards = plain[:1] + [card for card in cards if card != plain[0]]
    elif removes:
        using = []
    if player.archdemons:
        state = state.pick(seat, using=using)
        drafted = [each for each in state.log[-1].outcomes if type(each).__name__ == "Drafted"]
        cards = [card for each in drafted for card in each.cards]
    else:
        assert not state.can(draft.actions.Pick(seat))
        assert not state.can(draft.actions.Pick(seat, [*cards, cards[0]], using=using))
        state = state.pick(seat, cards, using=using)
    table.pick(seat, cards, using)
    return state
