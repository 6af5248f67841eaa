"""Booster drafts of other kinds, and themes that are offered, beside their published rules."""

from __future__ import annotations

import json
import random
from itertools import permutations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.zones.jumpstart import ChoosePack
from tests.zone_tables import known, pack


class Boosters:
    """Packs that pass to the left, then to the right, with cards that are burned."""

    def __init__(self, packs, seats, picks, burns, *, discards=False):
        self.rounds = [packs[at : at + seats] for at in range(0, len(packs), seats)]
        self.seats, self.picks, self.burns, self.discards = seats, picks, burns, discards
        self.pools, self.burned = [[] for _ in range(seats)], set()
        self.seen = [set() for _ in range(seats)]
        self.round = -1
        self.open()

    def open(self):
        self.round += 1
        self.queues = [[list(pack)] for pack in self.rounds[self.round]]
        self.look()

    @property
    def is_over(self):
        return not any(self.queues)

    def look(self):
        for seat, queue in enumerate(self.queues):
            self.seen[seat] |= {*self.pools[seat], *(queue[0] if queue else ())}

    def pick(self, seat, cards, burns):
        pack = self.queues[seat].pop(0)
        self.pools[seat] += cards
        left = [card for card in pack if card not in (*cards, *burns)]
        self.burned |= {*burns} | ({*left} if self.discards else set())
        if left and not self.discards:
            self.queues[(seat + (1, -1)[self.round % 2]) % self.seats].append(left)
        if not any(self.queues) and self.round + 1 < len(self.rounds):
            self.open()
        self.look()

    def any_pick(self, seat, chance):
        pack = self.queues[seat][0]
        picks = min(self.picks, len(pack))
        burns = min(self.burns, len(pack) - picks)
        cards = chance.sample(pack, picks + burns)
        return cards[:picks], cards[picks:]


@pytest.mark.parametrize("kind", ["glimpse", "supreme"])
def test_a_booster_variant_does_what_its_published_rules_say(kind, request):
    for number in range(60 if request.config.getoption("--slow") else 2):
        chance = random.Random(number)  # noqa: S311 - reproducible
        settings = {"packs": chance.randint(1, 3), "picks": chance.randint(1, 3)}
        players, size = 1, chance.randint(1, 8)
        if kind == "glimpse":
            players, settings["burns"] = chance.randint(2, 4), chance.randint(1, 3)
        count = players * settings["packs"]
        packs = [pack(size, at * size) for at in range(count)]
        game = draft.begin(kind, packs, cf.CardSet(), players=players, seed=number, **settings)
        numbers = [[*range(at * size, at * size + size)] for at in range(count)]
        burns = settings.get("burns", 0)
        table = Boosters(numbers, players, settings["picks"], burns, discards=kind == "supreme")
        while not table.is_over:
            for seat in range(players):
                queues = [[*each.cards] for each in game.seats[seat].packs]
                assert queues == table.queues[seat]
                assert game.duty(seat) == ("pick" if queues else "wait")
                assert [*game.view(seat).pool] == table.pools[seat]
                assert [*game.view(seat).pack] == (queues[0] if queues else [])
                assert {*known_of(game, seat)} <= table.seen[seat]
            assert {*game.burned} == table.burned
            seat = chance.choice([seat for seat in range(players) if table.queues[seat]])
            cards, burned = table.any_pick(seat, chance)
            for wrong in (
                (cards[1:], burned),
                (cards, burned[1:]) if burned else (cards, cards),
                (cards, [*burned, 10_000]),
                ([*cards, cards[0]], burned),
            ):
                assert not game.can(draft.actions.Pick(seat, *wrong))
            game = game.pick(seat, cards, burned)
            table.pick(seat, cards, burned)
        assert game.is_over
        assert {*game.burned} == table.burned
        assert [[*game.view(seat).pool] for seat in range(players)] == table.pools


def known_of(game, seat):
    """The numbers of all cards in a seat's log."""
    return set().union(*[entry.cards for entry in game.log_for(seat)])


THEMES = {
    "Walls": "W",
    "Knights": "W",
    "Merfolk": "U",
    "Zombies": "B",
    "Goblins": "R",
    "Elves": "G",
    "Azorius": "WU",
    "Rakdos": "BR",
    "Gruul": "RG",
    "Esper": "WUB",
    "Dragons": "WUBRG",
}


def themes():
    """A list whose booster has a layout for each theme, of three cards of its colours."""
    cards = [
        {
            "name": f"{name} {at}",
            "type": "Creature",
            "mana_cost": "".join(f"{{{c}}}" for c in colors),
        }
        for name, colors in THEMES.items()
        for at in range(3)
    ]
    layouts = "".join(f"- {name} (1)\n  3 {name}Sheet\n" for name in THEMES)
    sheets = "".join(
        f"[{name}Sheet]\n" + "".join(f"1 {name} {at}\n" for at in range(3)) for name in THEMES
    )
    text = f"[CustomCards]\n{json.dumps(cards)}\n[Layouts]\n{layouts}{sheets}"
    return cf.loads(text, "draftmancer")


def offered(game, seat):
    """The themes that a seat can choose, in order; they are what it sees of packs."""
    return [game.cards[option.cards[0]].name.split()[0] for option in game.view(seat).options]


def fits(first, second):
    """Whether a second theme goes with the first, as for Jumpstart: Historic Horizons."""
    one, other = THEMES[first], THEMES[second]
    if second == first:
        return False
    if len(other) == 5:
        return True
    return one in other if len(one) == 1 else other == one or (len(other) == 1 and other in one)


def begins_jump_in(offers):
    """Whether these can be the first offers of Jump In!, in that order."""
    one, other, third = (THEMES[name] for name in offers)
    goes_beyond = not ({*third} <= {*one} or {*third} <= {*other})
    # beside Dragons no theme has another colour
    return len(one) == 1 < len(other) and (goes_beyond or offers[1] == "Dragons")


def check_jump_in(first, offers):
    """The second offers of Jump In!, after a theme of one or two colours."""
    colors = THEMES[first]
    mono = [name for name in offers if len(THEMES[name]) == 1]
    multi = [name for name in offers if len(THEMES[name]) > 1]
    assert first not in offers
    if len(colors) == 1:
        assert mono
        assert multi
        assert all(colors in THEMES[name] for name in multi)
    elif len(colors) == 2:
        assert {*colors} <= {THEMES[name] for name in mono}
        assert all({*colors} <= {*THEMES[name]} for name in multi)
    elif len(colors) == 3:
        assert len({THEMES[name] for name in mono} & {*colors}) >= 2


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("jumpstart", {"offers": 3, "second": "any"}),
        ("jumpstart", {"offers": 3, "second": "colors"}),
        ("jump-in", {}),
    ],
)
def test_themes_that_are_offered_go_together(kind, settings, request):
    cube = themes()
    for seed in range(60 if request.config.getoption("--slow") else 2):
        chance = random.Random(seed)  # noqa: S311 - reproducible
        players = chance.randint(1, 3)
        packs = draft.packs_for(
            kind, cf.Generator(cube, seed=seed), cube, players=players, **settings
        )
        game = draft.begin(kind, packs, cube, players=players, seed=seed, **settings)
        first = {}
        for seat in game.seats:
            offers = offered(game, seat)
            assert len({*offers}) == 3
            if kind == "jump-in":
                assert any(map(begins_jump_in, permutations(offers)))
        while not game.is_over:
            seat = chance.choice(game.actors)
            offers = offered(game, seat)
            assert len({*offers}) == 3
            if seat in first and kind == "jump-in":
                check_jump_in(first[seat], offers)
            elif seat in first and settings["second"] == "colors" and len(THEMES[first[seat]]) < 3:
                fitting = [name for name in THEMES if fits(first[seat], name)]
                assert sum(name in fitting for name in offers) == min(3, len(fitting)), offers
            for number in (-1, 3):
                assert not game.can(ChoosePack(seat, number))
            number = chance.randrange(3)
            first.setdefault(seat, offers[number])
            before = {name.split()[0] for name in (card.name for card in game.pool(seat))}
            game = game.do(ChoosePack(seat, number))
            after = {name.split()[0] for name in (card.name for card in game.pool(seat))}
            assert after == before | {offers[number]}
            for other in {*game.seats} - {seat}:
                own = {*game.view(other).cards}
                assert not own & {*game.zone("pool", seat).cards}
                assert not known(game, other) & {*game.zone("pool", seat).cards}
        assert [len(game.pool(seat)) for seat in game.seats] == [6] * players


def test_jumpstart_as_sold_has_two_packs_and_no_choice():
    cube = themes()
    packs = draft.packs_for("jumpstart", cf.Generator(cube, seed=1), cube, players=3)
    game = draft.begin("jumpstart", packs, cube, players=3, seed=1)
    assert game.is_over
    assert [len(game.pool(seat)) for seat in game.seats] == [6, 6, 6]
