"""Deckbuilder Drafts, stated once more and as plainly as possible, and builders of small ones.

What a card is worth, and who may do what, is worked out here from a state without the package's
code.  It is the independent check of it.
"""

from __future__ import annotations

from itertools import combinations

import cardformats as cf
from cardformats.draft import deckbuilder

LETTERS = "WUBRG"
#: What cards of the builders are, by the first letter of their name: ``u WU 3`` is an uncommon one,
#: white and blue; ``c - 1`` a common one without colours.
RARITIES = {"c": "common", "u": "uncommon", "r": "rare", "m": "mythic"}
COLORS = [*LETTERS, "-", "WU", "BG", "WUBRG"]


def card(name):
    """The card of a name such as ``c W 1``."""
    rarity, colors, _ = name.split()
    letters = colors.strip("-")
    cost = cf.model.ManaCost(("1", *letters))
    face = cf.Face(name, cost, cost.colors, types=("Creature",))
    return cf.Card(face, set_code="TST", number=name, rarity=RARITIES[rarity])


CARDS = cf.CardSet(
    "Test",
    cards=[card(f"{r} {c} {n}") for r in RARITIES for c in COLORS for n in range(1, 9)],
)


def refs(names):
    return [CARDS.card(name).ref for name in names]


def part(count, *classes):
    return deckbuilder.Part(count, classes)


def shape(name, rarity, *parts):
    rarities = (rarity,) if isinstance(rarity, str) else rarity
    return deckbuilder.PackShape(name, rarities, parts)


#: Rules of few cards: a starter pack is one card, a deck is of three.
SMALL = {
    "starter": shape("starter", "common", part(1, "white")),
    "booster": shape("booster", "common", part(1, "white")),
    "market": (
        shape("uncommons", "uncommon", part(1, "white")),
        shape("rares", ("rare", "mythic"), part(1, "white")),
    ),
    "starters": 1,
    "deck_size": 3,
}


def small_rules(**changes):
    return deckbuilder.DeckbuilderRules(**(SMALL | changes))


def begin(boosters, markets, *, seats=2, seed=1, **changes):
    """A draft whose packs have these cards.

    Args:
        boosters: for each round the names of the cards that each seat is dealt.
        markets: for each round the names of the uncommons and rares that come into the market.
        seats: how many; each has one common card, ``c W 1``, ``c W 2``, …, after the draft.
        seed: what chance is derived from.
        changes: of the rules.
    """
    is_priced = {name: name[0] in "rm" for names in markets for name in names}
    packs = {
        "starter": [refs([f"c W {seat + 1}"]) for seat in range(seats)],
        "booster": [refs(names) for round_ in boosters for names in round_],
        "uncommons": [refs(n for n in names if not is_priced[n]) for names in markets],
        "rares": [refs(n for n in names if is_priced[n]) for names in markets],
    }
    rounds = len(boosters)
    rules = small_rules(**changes)
    state = deckbuilder.start(packs, CARDS, players=seats, rounds=rounds, seed=seed, rules=rules)
    for seat in range(seats):
        state = state.pick(seat, state.draft.seats[seat].packs[0].cards[0])
    return state


def built(state):
    """The state after everybody has built a deck of basic lands."""
    for seat in range(len(state.seats)):
        state = state.build(seat, [], ["Forest"] * state.table.rules.deck_size)
    return state


def at_market(boosters, markets, winner=0, **options):
    """The first market of a draft of two in which this seat has won; None for a tie."""
    return built(begin(boosters, markets, **options)).report(0, 1, winner)


def number_of(state, name):
    """The number of the card of a name, of which there is one."""
    (number,) = [number for number, each in enumerate(state.cards) if each.name == name]
    return number


def numbers_of(state, names):
    return [number_of(state, name) for name in names]


def names_of(state, numbers):
    return [state.cards[number].name for number in numbers]


# what things are worth


def tariff(rules, card_):
    (found,) = [each for each in rules.tariffs if each.rarity == card_.rarity]
    return found


def worth(rules, card_, wanted):
    shared = sum(letter in card_.colors and letter in wanted.colors for letter in LETTERS)
    return tariff(rules, card_).worth + shared * tariff(rules, card_).bonus


def best_trade(pool, wanted, rules):
    """The trade that gives away least, by looking at all of them; None if there is none."""
    trades = [
        trade
        for size in range(len(pool) + 1)
        for trade in combinations(sorted(pool), size)
        if sum(worth(rules, pool[n], wanted) for n in trade) >= tariff(rules, wanted).price
    ]
    loss = {trade: sum(tariff(rules, pool[n]).worth for n in trade) for trade in trades}
    return min(trades, key=lambda trade: (loss[trade], len(trade), trade), default=None)


# what may be done


def is_allowed(state, action):
    """Whether an action may be done in a state."""
    phase, check = CHECKS[type(action)]
    if state.phase != phase:
        return False
    seat = getattr(action, "seat", 0)
    return type(seat) is int and 0 <= seat < len(state.seats) and check(state, action)


def is_build(state, action):
    return is_deck(state, action.seat, action.cards, action.basics)


def is_keep(state, action):
    deck = state.seats[action.seat].deck
    return deck is not None and is_deck(state, action.seat, deck.cards, deck.basics)


def is_turn(state, action):
    return state.order[state.turn] == action.seat


def is_purchase(state, action):
    if not is_turn(state, action) or action.card not in [offer.card for offer in state.market]:
        return False
    if len({*action.trade}) < len(action.trade):
        return False
    rules, wanted = state.table.rules, state.cards[action.card]
    pool = state.seats[action.seat].pool
    given = sum(worth(rules, state.cards[number], wanted) for number in action.trade)
    return {*action.trade} <= {*pool} and given >= tariff(rules, wanted).price


def is_match(state, action):
    seats = (action.first, action.second)
    played = {n: sum(n in (m.first, m.second) for m in state.matches) for n in seats}
    return (
        len({*seats}) == 2
        and all(0 <= n < len(state.seats) for n in seats)
        and all(count < state.table.rules.matches for count in played.values())
        and action.winner in (None, *seats)
    )


def is_deck(state, seat, cards, basics):
    rules = state.table.rules
    return (
        {*cards} <= {*state.seats[seat].pool}
        and len({*cards}) == len(cards)
        and {*basics} <= {*rules.basics}
        and len(cards) + len(basics) >= rules.deck_size
    )


#: For each action the phase that it is of, and what is asked of it.
CHECKS = {
    deckbuilder.Drafting: ("draft", lambda state, action: state.draft.can(action.action)),
    deckbuilder.Build: ("build", is_build),
    deckbuilder.Keep: ("build", is_keep),
    deckbuilder.Report: ("match", is_match),
    deckbuilder.Buy: ("market", is_purchase),
    deckbuilder.PassTurn: ("market", is_turn),
}


def every_place(state):
    """The number of every card of a draft, wherever it is."""
    yield from state.discarded
    yield from (offer.card for offer in state.market)
    for seat in state.seats:
        yield from seat.pool
    if state.phase == "draft":
        for seat in state.draft.seats:
            yield from seat.pool
            for pack in seat.packs:
                yield from pack.cards
        for round_ in state.draft.table.rounds[state.draft.round + 1 :]:
            for pack in round_.packs:
                yield from pack
    opened = state.round + (state.phase == "market")
    for packs in state.table.boosters[opened:]:
        for pack in packs:
            yield from pack
    for pack in state.table.market[opened:]:
        yield from pack
