"""Small drafts of zones: cards are called by their numbers, and whose turn it is."""

from __future__ import annotations

import cardformats as cf
from cardformats.draft.zones.kinds import begin


def pack(count, first=0):
    """So many cards, called 0, 1 and so on."""
    return [cf.CardRef(f"card {at}") for at in range(first, first + count)]


def table(kind, packs, players, /, **settings):
    """A draft of that kind, at its first turn."""
    return begin(kind, packs, cf.CardSet(), players=players, seed=1, **settings)


def seats_in_turn(state, count=None):
    """The seats that act, as digits, if each does the first thing that it can; and the last state.

    Args:
        state: a draft in which one seat acts at a time.
        count: how many actions there are; all until the end if it is not given.
    """
    acting = ""
    while not state.is_over and len(acting) != count:
        (seat,) = state.actors
        acting += str(seat)
        state = state.do(state.view(seat).options[0].action)
    return acting, state


def known(state, seat):
    """The numbers of all cards that a seat can know of, in its view and in its log."""
    return {*state.view(seat).cards}.union(*[entry.cards for entry in state.log_for(seat)])
