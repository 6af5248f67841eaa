"""What games show: to each seat, to whoever runs them, and in the end; in plain values.

These functions say of a game what matters at a table, as lists, numbers and words, by public
attributes of states and views.  Cards are named by their numbers.
"""

from __future__ import annotations

from functools import cache

from cardformats import draft
from cardformats.draft import deckbuilder


def shown(state):
    """What the game shows now: all of it as ``table``, and what each seat sees by its number."""
    for cls, table, seen in _FUNCTIONS:
        if isinstance(state, cls):
            seats = range(seats_of(state))
            return {"table": table(state), **{str(seat): seen(state, seat) for seat in seats}}
    raise TypeError(type(state))


def seats_of(state):
    """How many seats there are."""
    if isinstance(state, draft.TeamSealed):
        return sum(len(team.seats) for team in state.teams)
    return len(state.seats)


def numbers(state, cards):
    """The numbers of *cards* that are shown by number, each as the card that it is."""
    assert all(state.cards[number] == card for number, card in cards.items())
    return [*cards]


@cache
def action_data(action):
    """An action as a client sends it."""
    return draft.as_json(draft.Record(action))["action"]


# booster drafts


def booster_table(state):
    """All of a booster draft."""
    return {
        "over": state.is_over,
        "round": state.round,
        "pools": [[*seat.pool] for seat in state.seats],
        "face_up": [[*seat.face_up] for seat in state.seats],
        "packs": [[_pack(pack) for pack in seat.packs] for seat in state.seats],
        "coming": [[_pack(pack) for pack in seat.coming] for seat in state.seats],
        "drafted": [[seat.picks, seat.drafted, seat.skips, seat.is_out] for seat in state.seats],
        "notes": [[note.seat, note.card, note.effect, note.value] for note in state.notes],
        "removals": [[each.card, each.by, each.seat] for each in state.removals],
        "burned": [*state.burned],
        "going_on": [
            [each.effect, each.seat, each.card, each.left, each.about] for each in state.standing
        ],
        "questions": [_question(each) for each in state.questions],
        "orders": [[each.seat, each.card] for each in state.orders],
    }


def _pack(pack):
    return [pack.number, [*pack.cards], pack.passer]


def _question(question):
    if question is None:
        return None
    about = question.about
    return [question.seat, question.effect, question.card, [*question.options], about]


def booster_seen(state, seat):
    """What a seat sees of a booster draft, and can do."""
    return booster_view(state, state.view(seat))


def booster_view(state, view):
    """What a view of a booster draft says."""
    return {
        "over": view.is_over,
        "round": view.round,
        "picks": view.picks,
        "duty": view.duty,
        "pack": numbers(state, view.pack),
        "pack_size": view.pack_size,
        "due": [view.to_pick, view.to_burn],
        "blind": view.is_blind,
        "usable": [
            [each.card, each.extra_cards, each.takes_pack, each.removes, [*each.first]]
            for each in view.usable
        ],
        "usable_anytime": [[each.card, [*each.choices]] for each in view.usable_anytime],
        "pool": numbers(state, view.pool),
        "removed": numbers(state, view.removed),
        "question": _question(view.question),
        "asked_by": view.asked_by,
        "offered": numbers(state, view.offered),
        "notes": [[note.seat, note.name, note.effect, note.value] for note in view.notes],
        "seats": [
            [
                numbers(state, each.face_up),
                each.pool_size,
                [*each.packs],
                each.removed,
                numbers(state, each.removed_face_up),
            ]
            for each in view.seats
        ],
    }


# drafts of zones


def zones_table(state):
    """All of a draft of zones."""
    more = {"pile": state.pile} if hasattr(state, "pile") else {}
    zones = {f"{zone.name} {zone.number}": zone for zone in state.zones.values()}
    return {
        "over": state.is_over,
        "turn": state.turn,
        "actors": [*state.actors],
        **{name: [*zone.cards] for name, zone in zones.items()},
        **{f"{name} seen by": _listed(zone.seen_by) for name, zone in zones.items()},
        **more,
    }


def _listed(seats):
    return None if seats is None else [*seats]


def zones_seen(state, seat):
    """What a seat sees of a draft of zones, and can do."""
    view = state.view(seat)
    zones = {f"{zone.name} {zone.number}": zone for zone in view.zones}
    more = {
        name: getattr(view, name)
        for name in ("pile", "round", "exchanges_left", "packs_left", "is_dividing")
        if hasattr(view, name)
    }
    more |= {name: [*getattr(view, name)] for name in ("pack", "batch") if hasattr(view, name)}
    return {
        "over": view.is_over,
        "turn": view.turn,
        "actors": [*view.actors],
        "duty": state.duty(seat),
        **{name: [zone.size, [*zone.cards], zone.columns] for name, zone in zones.items()},
        "pool": numbers(state, view.pool),
        "seen": sorted(numbers(state, view.cards)),
        "options": _options(view),
        **more,
    }


def _options(view):
    return [
        [action_data(each.action), [*each.cards], each.unseen, [*each.gives]]
        for each in view.options
    ]


# Conspiracy games


def conspiracy_table(state):
    """All of a Conspiracy game."""
    return {
        "starting": state.starting,
        "decks": [[*seat.deck] for seat in state.seats],
        "sideboards": [[*seat.sideboard] for seat in state.seats],
        "command": [
            [each.card, each.owner, each.is_face_up, [*each.names], each.chosen, state.holds(each)]
            for each in state.command
        ],
        "exiled": [[each.card, each.owner, each.by] for each in state.exiled],
        "duties": [state.duty(seat) for seat in range(len(state.seats))],
        "first_hands": [[*state.first_hands(seat)] for seat in range(len(state.seats))],
        "starters": [*state.starters()],
    }


def conspiracy_seen(state, seat):
    """What a player sees of a Conspiracy game."""
    view = state.view(seat)
    setup = view.setup
    return {
        "duty": view.duty,
        "deck": numbers(state, view.deck),
        "sideboard": numbers(state, view.sideboard),
        "command": [
            [
                each.owner,
                each.is_face_up,
                each.number,
                each.card and each.card.name,
                [*each.names],
                each.chosen,
                each.holds,
            ]
            for each in view.command
        ],
        "exiled": [[each.owner, each.number, each.by, each.name] for each in view.exiled],
        "seats": [[each.deck_size, each.has_placed] for each in view.seats],
        "setup": setup
        and [
            [*setup.turn_order],
            setup.variant,
            setup.attacks,
            setup.limited_range_of_influence,
            setup.life,
            setup.hand,
            [[*hands] for hands in setup.hands],
        ],
    }


# Deckbuilder Drafts


def deckbuilder_table(state):
    """All of a Deckbuilder Draft."""
    return {
        "over": state.is_over,
        "phase": state.phase,
        "round": state.round,
        "pools": [numbers(state, state.pool(seat)) for seat in range(len(state.seats))],
        "packs": [[_pack(pack) for pack in seat.packs] for seat in state.draft.seats],
        "decks": [_deck(seat.deck) for seat in state.seats],
        "scores": [[seat.is_ready, seat.points, seat.gained, seat.played] for seat in state.seats],
        "market": [[each.card, each.age] for each in state.market],
        "matches": _matches(state.matches),
        "order": [*state.order],
        "turn": [state.turn, state.buyer, state.passes],
        "pairing": deckbuilder.pairing(state) and [*deckbuilder.pairing(state)],
        "discarded": [*state.discarded],
        "ranking": _ranking(state),
    }


def _deck(deck):
    return deck and [[*deck.cards], [*deck.basics]]


def _matches(matches):
    return [[each.first, each.second, each.winner] for each in matches]


def _ranking(state):
    return [[each.place, each.seat, each.points] for each in state.ranking]


def deckbuilder_seen(state, seat):
    """What a seat sees of a Deckbuilder Draft, and can buy."""
    view = state.view(seat)
    buys = state.affordable(seat) if view.duty == "buy" else {}
    drafting = {} if view.draft is None else booster_view(state.draft, view.draft)
    return {
        "phase": view.phase,
        "round": [view.round, view.rounds],
        "duty": view.duty,
        "drafting": {name: drafting.get(name) for name in ("duty", "pack", "due", "seats")},
        "pool": numbers(state, view.pool),
        "deck": _deck(view.deck),
        "market": numbers(state, view.market),
        "old": [*view.old],
        "order": [*view.order],
        "passes": view.passes,
        "matches": _matches(view.matches),
        "seats": [
            [each.points, each.pool_size, each.deck_size, each.is_ready] for each in view.seats
        ],
        "buys": {str(card): [*trade] for card, trade in buys.items()},
    }


# sealed pools of teams


def sealed_table(state):
    """All of the sealed pools that teams share out."""
    return {
        "teams": [[[*team.seats], [*team.pool]] for team in state.teams],
        "owners": [*state.owners],
    }


def sealed_seen(state, seat):
    """What a player sees of the pool of the team."""
    view = state.view(seat)
    return {
        "team": [*view.team],
        "pool": numbers(state, view.pool),
        "owners": {str(card): owner for card, owner in view.owners.items()},
        "others": [[*team] for team in view.others],
        "own": _names(state.pool(seat)),
        "untaken": _names(state.untaken(seat)),
    }


_FUNCTIONS = (
    (draft.BoosterDraft, booster_table, booster_seen),
    (draft.ZoneDraft, zones_table, zones_seen),
    (draft.ConspiracyGame, conspiracy_table, conspiracy_seen),
    (deckbuilder.DeckbuilderDraft, deckbuilder_table, deckbuilder_seen),
    (draft.TeamSealed, sealed_table, sealed_seen),
)


# the end


def result(state):
    """What came of a game: its pools, decks and places, by the names of cards."""
    cards = state.cards
    seats = range(seats_of(state))
    if isinstance(state, draft.ConspiracyGame):
        return {
            "libraries": [_named(cards, seat.deck) for seat in state.seats],
            "command": [cards[each.card].name for each in state.command],
        }
    if not isinstance(state, deckbuilder.DeckbuilderDraft):
        return {"pools": [_names(state.pool(seat)) for seat in seats]}
    return {
        "pools": [_names(state.pool(seat).values()) for seat in seats],
        "decks": [
            seat.deck and [*_named(cards, seat.deck.cards), *seat.deck.basics]
            for seat in state.seats
        ],
        "ranking": _ranking(state),
    }


def _names(cards):
    return [each.card.name for each in cards]


def _named(cards, numbers_):
    return [cards[number].name for number in numbers_]
