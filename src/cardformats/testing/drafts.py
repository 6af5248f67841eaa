"""The properties that kinds of draft must have."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any
from zlib import crc32

from attrs import evolve, fields

from .. import draft
from ..bits import Bits, Source
from ..collation import Generator
from ..draft.zones.state import Moved
from ..errors import DraftError
from ..model import CardSet

#: Values that no member of an action or setting accepts; they must be rejected with a reason.
_ODD = (-1, 10**9, 2**70, "0", True, None, 0.0, (), [[0]])

#: Maximum number of actions of a draft: a fixed part, and a part for each card.
_FEW, _FEW_EACH = 1000, 20

_HIDDEN = "a card that has not lain where it may look"

#: The average number of actions for each considered one; a player chooses the others at random.
_ONE_IN = 3


def assert_draft_kind(
    kind: str | draft.DraftKind,
    cardset: CardSet,
    *,
    players: int | None = None,
    seeds: Iterable[int | str] = range(3),
    **settings: Any,
) -> None:
    """Check that a kind of draft keeps its properties in a few random drafts.

    Cards stay, and the draft ends.  It is played again, stored, loaded, pickled and sent as JSON
    without a difference; what was undone and is done again leads to the same; what is not allowed
    is refused with a :class:`~cardformats.DraftError`; the library's bots can play it.  In a draft
    of zones, no seat's views and log tell anything of cards that it has not seen.

    Args:
        kind: the kind, or its name.
        cardset: a list of which there are enough packs or cards.
        players: how many seats there are; chance decides if it is not given.
        seeds: what chance is derived from, for each draft.
        settings: what can be settled beforehand, by name.

    Raises:
        AssertionError: If a property does not hold.
    """
    made = draft.draft_kind(kind)
    for seed in seeds:
        bits = Bits(Source(seed, "law"), 0)
        count = players or made.least + bits.below(min(made.most, made.least + 3) - made.least + 1)
        dealer = Generator(cardset, seed=seed)
        packs = draft.packs_for(made, dealer, cardset, players=count, **settings)
        begun = draft.begin(made, packs, cardset, players=count, seed=seed, **settings)
        _check_bots(begun, cardset, seed)
        if isinstance(begun, draft.ZoneDraft):
            states = _played(begun, bits)
            _check_zones(states)
            _check_hidden(states, bits)
            _check_refusals(made, states[bits.below(len(states))], bits)
            _check_undo(states[bits.below(len(states))])
            _check_copies(states[bits.below(len(states))])
            _check_copies(states[-1])


def _must(holds: object, failure: str) -> None:
    if not holds:
        raise AssertionError(failure)


def _check_bots(begun: Any, cardset: CardSet, seed: int | str) -> None:
    """Bots play the draft to its end, and its end can be stored."""
    bots = (draft.RandomBot(seed), draft.RatedBot(cardset, seed), draft.ColorBot(cardset, seed))
    seats = [bots[seat % len(bots)] for seat in range(len(begun.seats))]
    most = _most(begun)
    last = draft.play(begun, seats, cards=cardset, until=lambda state: len(state.log) > most)
    _must(last.is_over, "the draft does not end, or bots do not play it to its end")
    _check_copies(last)


def _most(begun: Any) -> int:
    """Return the number of actions that a draft takes to end."""
    return _FEW + _FEW_EACH * len(begun.cards)


def _played(state: Any, bits: Bits) -> list[Any]:
    """Yield all states of a draft in which seats act at random."""
    states, most = [state], _most(state)
    while not state.is_over:
        _must(len(states) < most, "the draft does not end")
        _must(state.actors, "the draft is not over, and no seat has something to do")
        seat = state.actors[bits.below(len(state.actors))]
        view = state.view(seat)
        for option in view.options:
            _must(state.can(option.action), f"an option that is not allowed: {option!r}")
        action = view.random_action(bits) if bits.below(_ONE_IN) else view.best_action(_worth, bits)
        _must(action.seat == seat, "a seat acts for another")
        states.append(state := state.do(action))
    return states


def _worth(card: draft.DraftCard) -> float:
    return crc32(card.name.encode()) % 7


def _check_zones(states: Sequence[Any]) -> None:
    """Check that every card is in one zone at any time, and finally in a permanent one."""
    every = [*range(len(states[0].cards))]
    for state in states:
        lying = [card for zone in state.zones.values() for card in zone.numbers]
        _must(sorted(lying) == every, "a card is in no zone, or in two")
    last = states[-1]
    ended = sum(len(last.pool(seat)) for seat in last.seats)
    ended += len(last.zones[draft.DISCARD].numbers)
    _must(ended == len(every), "a card is neither drafted nor discarded in the end")


def _check_hidden(states: Sequence[Any], bits: Bits) -> None:
    """Check that a seat is shown only cards that have been where it may look.

    And the others can be any: what it sees and learns is the same.
    """
    states = states[: 1 + bits.below(len(states))]
    begun = states[0]
    for seat in begun.seats:
        views = [state.view(seat) for state in states]
        log = states[-1].log_for(seat)
        seen = _seen(states, seat)
        _must(
            seen.issuperset(chain(*(view.cards for view in views))), f"seat {seat} sees {_HIDDEN}"
        )
        learned = chain(*(entry.cards for entry in log))
        _must(seen.issuperset(learned), f"seat {seat} learns of {_HIDDEN}")
        unseen = [card for card in range(len(begun.cards)) if card not in seen]
        cards = [*begun.cards]
        for one, other in zip(unseen, bits.shuffled(unseen), strict=True):
            cards[one] = begun.cards[other]
        other = type(begun).from_start(evolve(begun.table, cards=cards))
        for at, view in enumerate(views):
            if at:
                other = other.do(states[at].log[-1].action)
            _must(other.view(seat) == view, f"seat {seat} sees what is of {_HIDDEN}")
        _must(other.log_for(seat) == log, f"seat {seat} learns what is of {_HIDDEN}")


def _seen(states: Sequence[Any], seat: int) -> set[int]:
    """Return the cards that have been where a seat may look, even in passing."""
    zones = [zone for state in states for zone in state.zones.values()]
    seen = {card for zone in zones if zone.is_seen_by(seat) for card in zone.numbers}
    for before, after in pairwise([states[0], *states]):
        moves = [each for each in after.log[-1].outcomes if isinstance(each, Moved)]
        for moved in moves:
            if any(
                before.zone(*key).is_seen_by(seat) and after.zone(*key).is_seen_by(seat)
                for key in (moved.source, moved.target)
            ):
                seen.update(moved.cards)
    return seen


def _check_undo(state: Any) -> None:
    """Check that an undone action leads to the same state again."""
    for seat in range(len(state.seats)):
        try:
            again = before = state.undo(seat)
        except DraftError:  # it has not acted, or a card was shown since
            continue
        for record in state.log[len(before.log) :]:
            again = again.do(record.action)
        _must(again == state, "the same actions after undoing them lead elsewhere")


def _check_copies(state: Any) -> None:
    """Check that the state is the same after replaying, storing, pickling and sending."""
    cls = type(state)
    _must(cls.replay(state.log) == state, "playing the log again leads elsewhere")
    text = draft.dumps(state)
    loaded = draft.loads(text, cls)
    _must(loaded == state, "it differs when it was stored and loaded")
    _must(draft.dumps(loaded) == text, "it is stored differently when it was loaded")
    _must(pickle.loads(pickle.dumps(state)) == state, "it differs when it was pickled")  # noqa: S301 - its own
    for record in state.log:
        sent = _sent(draft.as_json(record)["action"])
        _must(draft.action_from_json(state, sent) == record.action, "an action comes back changed")
    for seat in range(len(state.seats)):
        view = state.view(seat)
        _must(pickle.loads(pickle.dumps(view)) == view, "a view differs when it was pickled")  # noqa: S301 - its own
        shown = _sent(draft.as_json(view))
        for option, its in zip(getattr(view, "options", ()), shown.get("options", ()), strict=True):
            action = draft.action_from_json(state, its["action"])
            _must(action == option.action, "an action of an option comes back changed")
        for entry in state.log_for(seat):
            _sent(draft.as_json(entry))


def _sent(value: Any) -> Any:
    """Return the value as a client receives it."""
    sent = json.loads(json.dumps(value, allow_nan=False))
    _must(sent == value, "JSON has something else of it")
    return sent


def _check_refusals(kind: draft.DraftKind, state: Any, bits: Bits) -> None:
    """Odd actions, seats, settings and starts are refused, or do something: nothing breaks."""
    actions = [record.action for record in state.log[1:]]
    if not state.is_over:
        actions.append(state.view(state.actors[0]).random_action(bits))
    for action in {type(each): each for each in actions}.values():
        for odd in _odd(action):
            state.can(odd)
        for seat in {*range(-1, len(state.seats) + 1)} - {*state.actors}:
            _must(not state.can(evolve(action, seat=seat)), "a seat acts when it must not")
    start = state.table
    starts = [evolve(start, seats=seats) for seats in (*_ODD, 0, kind.least - 1, kind.most + 1)]
    for begun in starts:
        _must(not _begins(state, begun), f"it begins with {begun.seats!r} seats")
    for each in fields(kind.settings):
        for value in (each.metadata.get("low"), each.metadata.get("high"), *_ODD):
            if value is not None:
                _begins_with(state, start, each.name, value)
    _begins(state, evolve(start, cards=(), packs=()))
    _begins(state, evolve(start, packs=[()] * len(start.packs)))


def _odd(action: Any) -> Iterator[Any]:
    """Yield the action with one odd member each; odd values may be rejected at once."""
    for each in fields(type(action)):
        for value in _ODD:
            try:
                yield evolve(action, **{each.name: value})
            except (TypeError, ValueError):
                continue


def _begins_with(state: Any, start: Any, name: str, value: Any) -> None:
    """Begin with a setting, which may be refused."""
    try:
        settings = evolve(start.settings, **{name: value})
    except DraftError:
        return
    _begins(state, evolve(start, settings=settings))


def _begins(state: Any, start: Any) -> bool:
    """Return whether a draft can begin with these settings."""
    try:
        type(state).from_start(start)
    except DraftError:
        return False
    return True
