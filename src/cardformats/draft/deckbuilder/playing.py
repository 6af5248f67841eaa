"""Playing a Deckbuilder Draft: bots act for seats, and matches have results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...errors import DraftError
from .actions import Report
from .bot import Bot
from .state import DeckbuilderDraft

#: Gives the result of one more match; None if it is not known yet.
Results: TypeAlias = Callable[[DeckbuilderDraft], Report | None]


def play(
    state: DeckbuilderDraft,
    bots: Sequence[Bot | None],
    results: Results | None = None,
    until: Callable[[DeckbuilderDraft], bool] | None = None,
) -> DeckbuilderDraft:
    """Let bots act until the draft is over, or only seats without a bot have something to do.

    Args:
        state: the draft.
        bots: for each seat its bot, or None.
        results: gives the results of matches, see :func:`by_chance`; if it is not given, the draft
            stops where they are awaited.
        until: the draft is played until this is true of it; it is asked before each action.

    Raises:
        DraftError: there are not as many bots as seats, or what a bot does is not allowed.
    """
    if len(bots) != len(state.seats):
        message = f"there are {len(state.seats)} seats, and bots or None for {len(bots)}"
        raise DraftError(message)
    while not (state.is_over or (until is not None and until(state))):
        if state.phase == "match":
            report = None if results is None else results(state)
            if report is None:
                return state
            state = state.do(report)
            continue
        for seat, bot in enumerate(bots):
            if bot is not None and state.duty(seat) != "wait":
                state = _acted(state, seat, bot)
                break
        else:
            return state
    return state


def _acted(state: DeckbuilderDraft, seat: int, bot: Bot) -> DeckbuilderDraft:
    """The state after what a bot does.

    Raises:
        DraftError: it is not allowed, or is for another seat.
    """
    action = bot.act(state.view(seat))
    whose = getattr(getattr(action, "action", action), "seat", None)
    if whose != seat:
        message = f"its bot acts for seat {whose}"
        raise DraftError(message, seat)
    return state.do(action)
