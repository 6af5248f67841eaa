"""Stored games: how one is begun and played again, and what it is then, in plain values.

A stored game is a file's worth of JSON that names no class of the library.  It has

- ``setup``: what the game is begun with, e.g. the cards in its packs by name, and settings;
- ``actions``: what was done, each as a client sends it;
- ``saved``: the game as the library writes it;
- ``moments``: what :func:`shown` says after some of the actions, each time only what is new;
- ``allowed``: for each action whether the one before it could be done again then, and whether
  another seat could do the same, as a digit each;
- ``cards``: the names of all cards in the end, by number;
- ``log``: what every action brought about; and ``learned``, what each seat was told of it;
- ``result``: the pools, decks and places in the end, by the names of cards.

The library may keep all this in other classes one day.  Then the functions here change, which take
it from public attributes, and the games do not.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from functools import cache
from itertools import zip_longest
from pathlib import Path

from attrs import evolve

import cardformats as cf
from cardformats import draft
from cardformats.draft import conspiracy, deckbuilder
from tests.shown_games import action_data, result, seats_of, shown

FOLDER = Path(__file__).parent / "data" / "games"

#: The games that are different by a rule that has changed since they were stored.
CHANGED = FOLDER / "changed.toml"

#: What can be different about a game.
PARTS = (
    "packs",  # those that are opened for such a draft
    "actions",  # one is refused
    "views",  # what is shown, to a seat or to whoever runs the game
    "allowed",  # what else can be done
    "cards",  # the cards that come into the game
    "log",
    "learned",  # what seats are told
    "result",
    "bots",  # what they do
    "loaded",  # the game that the library once wrote does not come back
    "saved",  # the game is written otherwise
)

#: The kinds of games that are no kinds of draft by name.
GAMES = {
    "booster": draft.BoosterDraft,
    "conspiracy": draft.ConspiracyGame,
    "deckbuilder": deckbuilder.DeckbuilderDraft,
    "team_sealed": draft.TeamSealed,
}


@cache
def stored(name):
    """What the file of that name says."""
    return json.loads(gzip.decompress((FOLDER / f"{name}.json.gz").read_bytes()))


def names():
    """The names of the files, in order."""
    return sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


def changed():
    """The entries of the list of games that are different."""
    return tomllib.loads(CHANGED.read_text("utf-8")).get("game", [])


# the beginning


def card_set(data):
    """The card set that a file has."""
    return cf.loads(json.dumps(data), "json")


def with_event(cards, rounds):
    """The card set of a game, whose setup may say what its rounds are."""
    return (
        cards
        if rounds is None
        else evolve(cards, event=cf.model.Event([cf.model.Round(**r) for r in rounds]))
    )


def pack_of(data):
    """A pack: cards by name, or with finish, slot and sheet, or of a layout of that name."""
    if isinstance(data, dict):
        return cf.Pack(layout=data["layout"], cards=pack_of(data["cards"]), number=0, booster="")
    return [_card_of(each) for each in data]


def _card_of(data):
    if isinstance(data, str):
        return cf.CardRef.parse(data)
    name, finish, slot, sheet = data
    return cf.PackCard(cf.CardRef.parse(name), slot, sheet, finish)


def begun(setup, cards):
    """The game that a *setup* begins, whose cards are those of the card set."""
    begin = {
        "booster": _booster,
        "conspiracy": _conspiracy,
        "deckbuilder": _deckbuilder,
        "team_sealed": _team_sealed,
    }.get(setup["kind"], _zones)
    return begin(setup, cards)


def _booster(setup, cards):
    packs = [[pack_of(pack) for pack in each] for each in setup["packs"]]
    given = {name: setup[name] for name in ("rules", "pace", "discard_at") if name in setup}
    return draft.start(packs, cards, seed=setup["seed"], **given)


def _zones(setup, cards):
    packs = [pack_of(pack) for pack in setup["packs"]]
    players, seed = setup["players"], setup["seed"]
    return draft.begin(setup["kind"], packs, cards, players=players, seed=seed, **setup["settings"])


def _conspiracy(setup, cards):
    players = [[pack_of(each) for each in player] for player in setup["players"]]
    known = {name: conspiracy.Conspiracy(**says) for name, says in setup["known"].items()}
    minimum, seed = setup["minimum"], setup["seed"]
    return draft.start_conspiracy_game(players, cards, known=known, minimum=minimum, seed=seed)


def _deckbuilder(setup, cards):
    packs = {name: [pack_of(pack) for pack in each] for name, each in setup["packs"].items()}
    return deckbuilder.start(
        packs,
        cards,
        players=setup["players"],
        rounds=setup["rounds"],
        seed=setup["seed"],
        rules=rules_of(setup["rules"]),
    )


def rules_of(data):
    """The rules of a Deckbuilder Draft: those of a name, with some changes."""
    changes = {name: _rule(name, value) for name, value in data.items() if name != "variant"}
    return evolve(deckbuilder.VARIANTS[data.get("variant", "document")], **changes)


def _rule(name, value):
    if name in ("starter", "booster"):
        return _shape(value)
    if name == "market":
        return [_shape(each) for each in value]
    if name == "tariffs":
        return tuple(deckbuilder.Tariff(*each) for each in value)
    return value


def _shape(data):
    name, rarities, parts = data
    return deckbuilder.PackShape(name, rarities, [deckbuilder.Part(*each) for each in parts])


def _team_sealed(setup, _):
    rounds = [[pack_of(pack) for pack in each] for each in setup["packs"]]
    return draft.start_team_sealed(rounds, setup["teams"])


def opened(setup, cards):
    """The packs of a kind of draft, opened anew, in the form of a setup; None if they were not."""
    if "opened" not in setup:
        return None
    if setup["kind"] == "deckbuilder":
        return dealt_for(setup, cards)
    packs = draft.packs_for(
        setup["kind"],
        cf.Generator(cards, seed=setup["opened"]),
        cards,
        players=setup["players"],
        **setup["settings"],
    )
    return [pack_data(pack) for pack in packs]


def dealt_for(setup, cards):
    """The packs of a Deckbuilder Draft by their shapes, dealt of what is set up for it."""
    players, rounds, rules = setup["players"], setup["rounds"], rules_of(setup["rules"])
    made = deckbuilder.set_up(cards, players=players, rounds=rounds, rules=rules)
    packs = {shape.name: [] for shape in rules.shapes}
    for pack in cf.Generator(made, seed=setup["opened"]).deal(1).packs:
        packs[pack.booster].append([_card_data(each) for each in pack.cards])
    return packs


def set_up(given, cards):
    """What is set up for a Deckbuilder Draft, and what stands in the way, by codes."""
    without = {*given.get("without", ())}
    left = [card for card in cards.cards if not without & {*_classes(card)}]
    arguments = {
        name: given[name]
        for name in ("players", "rounds", "copies", "representative")
        if name in given
    }
    arguments["rules"] = rules_of(given.get("rules", {}))
    cards = cf.CardSet(cards=left)
    findings = deckbuilder.feasibility(cards, **arguments)
    said = [[str(each.code), dict(each.data)] for each in findings]
    try:
        made = json.loads(cf.dumps(deckbuilder.set_up(cards, **arguments), "json"))
    except cf.DraftError:
        made = None
    return {"findings": said, "made": made}


def _classes(card):
    return [color.name.lower() for color in card.colors] or ["colorless"]


def pack_data(pack):
    """A pack in the form of a setup."""
    cards = [_card_data(each) for each in getattr(pack, "cards", pack)]
    return {"layout": pack.layout, "cards": cards} if isinstance(pack, cf.Pack) else cards


def _card_data(card):
    if isinstance(card, cf.CardRef):
        return str(card)
    return [str(card.card), card.finish, card.slot, card.sheet]


def bots_of(setup, cards):
    """The bot of each seat that has one; a setup says what it is, and its seed."""
    makes = {
        "random": lambda seed: draft.RandomBot(seed=seed),
        "rated": lambda seed: draft.RatedBot(cards, seed=seed),
        "color": lambda seed: draft.ColorBot(cards, seed=seed),
        "deckbuilder": lambda seed: deckbuilder.DeckbuilderBot(cards, seed=seed),
    }
    return {int(seat): makes[name](seed) for seat, (name, seed) in setup.get("bots", {}).items()}


# actions


def seat_of(data):
    """The seat of an action; None if it is of none, or of several."""
    return data.get("action", data).get("seat")


def tried(state, before, data):
    """Whether the action *before* can be done again, and whether another seat can do the same."""
    seat = seat_of(data)
    other = None if seat is None else _by_another(data, (seat + 1) % seats_of(state))
    return "".join("-" if each is None else str(int(_can(state, each))) for each in (before, other))


def _by_another(data, seat):
    if "action" in data:
        return {**data, "action": {**data["action"], "seat": seat}}
    return {**data, "seat": seat}


def _can(state, data):
    return state.can(draft.action_from_json(state, data))


# what is stored of a game that was played


class Tape:
    """What a game shows at its moments, of which each says what is new."""

    def __init__(self):
        self.moments = []
        self._now = {}

    def add(self, at, sides):
        new = {}
        for side, values in sides.items():
            last = self._now.setdefault(side, {})
            parts = {name: value for name, value in values.items() if last.get(name, ...) != value}
            if parts:
                new[side] = parts
            last.update(parts)
        self.moments.append([at, new])


def stretched(moments):
    """All that was shown at each of the *moments*, by their numbers."""
    now, whole = {}, {}
    for at, new in moments:
        for side, parts in new.items():
            now[side] = {**now.get(side, {}), **parts}
        whole[at] = dict(now)
    return whole


def outcomes_of(log):
    """What each record of a log, or what a seat was told of it, says that came about."""
    return [[_outcome(outcome) for outcome in entry.outcomes] for entry in log]


@cache
def _outcome(outcome):
    return draft.as_json(draft.LogEntry((outcome,), {}))["outcomes"][0]


def learned(state, log):
    """What each seat was told: an entry for each record, or 0 if all was told that is in the log.

    An entry ends with the numbers of the cards that are named in it.
    """
    if isinstance(state, draft.TeamSealed):  # nothing happens that seats do not see
        return []
    told = []
    for seat in range(len(state.seats)):
        entries = []
        knows = state.log_for(seat)
        for entry, outcomes, all_of_it in zip(knows, outcomes_of(knows), log, strict=True):
            assert all(state.cards[number] == card for number, card in entry.cards.items())
            entries.append(0 if outcomes == all_of_it else [outcomes, [*entry.cards]])
        told.append(entries)
    return told


def told(state):
    """What is stored of a game besides moments: its cards, logs and result, and as it is saved."""
    log = outcomes_of(state.log)
    return {
        "cards": [str(card.card) for card in state.cards],
        "log": log,
        "learned": learned(state, log),
        "result": result(state),
        "saved": draft.dumps(state),
    }


# the comparison


class Comparison:
    """A stored game that is compared with what it is now.

    Attributes:
        found: what is different, each with the first place where it is, and how.
    """

    def __init__(self, game, cards):
        self.game, self.setup = game, game["setup"]
        self.cards = with_event(cards, self.setup.get("event"))
        self.found = {}

    def compare(self, part, is_now, was, where=""):
        """Note it if something is not what it was."""
        if is_now != was:
            self.found.setdefault(part, f"{part}{where}{_difference(is_now, was)}")

    def play(self):
        """The game after all of its actions, which are compared; None if one is refused."""
        game, bots = self.game, bots_of(self.setup, self.cards)
        moments = stretched(game["moments"])
        state, before = begun(self.setup, self.cards), None
        self.look(state, moments, 0)
        for at, data in enumerate(game["actions"]):
            where = f" of action {at}"
            self.compare("allowed", tried(state, before, data), game["allowed"][at], where)
            bot = bots.get(seat_of(data))
            if bot is not None and data["type"] != "add_pack":  # which no bot opens
                acted = action_data(bot.act(state.view(seat_of(data))))
                self.compare("bots", acted, data, where)
            try:
                state, before = state.do(draft.action_from_json(state, data)), data
            except cf.DraftError as error:
                self.found["actions"] = f"actions[{at}] is refused: {error}"
                return None
            self.look(state, moments, at + 1)
        return state

    def look(self, state, moments, at):
        """Compare what is shown after so many actions, if that is stored."""
        if at in moments:
            for side, values in shown(state).items():
                self.compare("views", values, moments[at].get(side), f" of {side} after {at}")

    def load(self, state):
        """Load what the library once wrote: it is the same game, and is written so again."""
        try:
            loaded = draft.loads(self.game["saved"], GAMES.get(self.setup["kind"]))
        except cf.DraftError as error:
            self.compare("loaded", str(error), "")
            return
        if state is not None:
            self.compare("loaded", [loaded == state, loaded.log == state.log], [True, True])
        self.compare("saved", draft.dumps(loaded), self.game["saved"], " again")


def differences(game, cards):
    """Of a stored game that is played again what is different, and the first place of each.

    Args:
        game: what is stored.
        cards: the card set of its file.
    """
    comparison = Comparison(game, cards)
    packs = opened(game["setup"], comparison.cards)
    if packs is not None:
        comparison.compare("packs", packs, game["setup"]["packs"])
    state = comparison.play()
    if state is not None:
        for part, value in told(state).items():
            comparison.compare(part, value, game[part])
    comparison.load(state)
    return comparison.found


def _difference(is_now, was, path=""):
    """Where two values are different first, and how."""
    if isinstance(is_now, dict) and isinstance(was, dict):
        keys = [key for key in {**was, **is_now} if is_now.get(key, ...) != was.get(key, ...)]
        return _difference(is_now.get(keys[0]), was.get(keys[0]), f"{path}.{keys[0]}")
    if isinstance(is_now, list) and isinstance(was, list):
        pairs = enumerate(zip_longest(is_now, was))
        at, (one, other) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
        return _difference(one, other, f"{path}[{at}]")
    if isinstance(is_now, str) and isinstance(was, str):
        lines = zip_longest(is_now.splitlines(), was.splitlines())
        is_now, was = next((pair for pair in lines if pair[0] != pair[1]), (is_now, was))
    return f"{path} is {is_now!r:.300}, was {was!r:.300}"
