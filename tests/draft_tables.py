"""Small draft tables: packs are strings of names, and cards are named instead of numbered."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.official import OFFICIAL_EFFECTS

#: For properties that hold by the comprehensive rules and by Draftmancer's.
BOTH = pytest.mark.parametrize("rules", ["cr", "draftmancer"])

#: Official cards by short names, with what they do.
OFFICIAL = {
    name: OFFICIAL_EFFECTS[official]
    for name, official in {
        "Spy": "Cogwork Spy",
        "Informant": "Illusionary Informant",
        "Sneak": "Whispergear Sneak",
        "Phantasm": "Spire Phantasm",
        "Broker": "Deal Broker",
        "Librarian": "Cogwork Librarian",
        "Agent": "Agent of Acquisitions",
        "Op": "Leovold's Operative",
        "Grinder": "Cogwork Grinder",
        "Hall": "Regicide",
        "Demon": "Archdemon of Paliano",
    }.items()
}
#: It removes cards, and does not count them.
OFFICIAL["Grinder"] = [cf.model.SimpleEffect.FACE_UP, cf.model.SimpleEffect.REMOVE_DRAFT_CARD]


def card(name, effects=(), kind=""):
    """A card; *kind* is its types and subtypes, ``Creature - Elf``."""
    types, _, subtypes = kind.partition("-")
    face = cf.Face(name, types=types.split(), subtypes=subtypes.split())
    return cf.Card(face, draft_effects=effects)


def table(*rounds, does=None, kinds=None, seed=1, picks=(), burns=(), **options):
    """A draft of *rounds*, each a list of packs, whose cards do what *does* says by name.

    Turns are of so many *picks* and *burns* as an event would say of each round.
    """
    does, kinds = does or {}, kinds or {}
    if picks or burns:
        options["event"] = cf.model.Event([cf.model.Round(picks=picks, burns=burns)])
    cards = [card(name, does.get(name, ()), kinds.get(name, "")) for name in {**does, **kinds}]
    packs = [[[cf.CardRef(name) for name in pack.split()] for pack in each] for each in rounds]
    return draft.start(packs, cf.CardSet(cards=cards), seed=seed, **options)


def official(*rounds, **options):
    """A draft of *rounds* whose cards do what official ones do; ``Spy`` is Cogwork Spy."""
    return table(*rounds, does=OFFICIAL, **options)


def use(state, seat, name, choice=None):
    """The state after a seat used a card of its pool at any time."""
    return state.use_card(seat, *numbers(state, state.seats[seat].pool, name), choice)


def can_use(state, seat, name):
    """What may be chosen with a card of the pool now."""
    (card,) = numbers(state, state.seats[seat].pool, name)
    return next((u.choices for u in state.view(seat).usable_anytime if u.card == card), ())


def names(state, numbers):
    """The names of cards, in order."""
    return " ".join(state.cards[number].name for number in numbers)


def numbers(state, among, wanted):
    """The numbers of the cards called so, each another one."""
    left, found = list(among), []
    for name in wanted.split():
        found.append(next(number for number in left if state.cards[number].name == name))
        left.remove(found[-1])
    return found


def front(state, seat):
    """The pack in front of a seat; None if there is none."""
    packs = state.seats[seat].packs
    return names(state, packs[0].cards) if packs else None


def pool(state, seat):
    """The cards that a seat has drafted."""
    return names(state, state.seats[seat].pool)


def face_up(state, seat):
    """Those of them that are face up."""
    return names(state, state.seats[seat].face_up)


def burned(state):
    """The cards that left the draft."""
    return names(state, state.burned)


def notes(state, effect):
    """What an effect noted: whose card it is on, its name, and the value."""
    return [
        (note.seat, state.cards[note.card].name, note.value)
        for note in state.notes
        if note.effect == effect
    ]


def named(state, seat, cards="", burns="", using="", removing=""):
    """The pick of cards of those names."""
    mine = state.seats[seat]
    pack = mine.packs[0].cards if mine.packs else ()
    chosen = numbers(state, pack, f"{cards} {burns}")
    count = len(cards.split())
    used, removed = numbers(state, mine.pool, using), numbers(state, chosen[:count], removing)
    return draft.actions.Pick(seat, chosen[:count], chosen[count:], used, removed)


def pick(state, seat, cards="", burns="", using="", removing=""):
    """The state after a seat drafted cards of those names."""
    return state.do(named(state, seat, cards, burns, using, removing))


def picks(state, *each):
    """The state after each seat in turn, from 0 on, drafted the cards of those names."""
    for seat, cards in enumerate(each):
        state = pick(state, seat, cards)
    return state


def added(state, seat, cards=""):
    """The state after the pack that a seat adds was opened."""
    refs = [cf.CardRef(name) for name in cards.split()]
    return state.add_pack(seat, draft.DraftCards(cf.CardSet()).of(refs))


def outcomes(state, kind):
    """What of that kind the last action brought about."""
    return [each for each in state.log[-1].outcomes if isinstance(each, kind)]


def learned(state, seat):
    """The names of the cards that the last action showed to a seat."""
    return " ".join(card.name for card in state.log_for(seat)[-1].cards.values())


def step(state):
    """The next state: a seat that has something to do does the first thing it can."""
    for order in state.orders:
        return state.add_pack(order.seat)
    for seat in range(len(state.seats)):
        match state.duty(seat):
            case "answer":
                return state.answer(seat)
            case "pass":
                return state.pass_pack(seat)
            case "pick":
                view = state.view(seat)
                cards = [] if view.is_blind else list(view.pack)
                burns = cards[view.to_pick :][: view.to_burn]
                return state.pick(seat, cards[: view.to_pick], burns)
    raise AssertionError("nobody has anything to do, and the draft is not over")


def play_out(state):
    """The end of the draft; every seat always drafts the first cards."""
    while not state.is_over:
        state = step(state)
    return state
