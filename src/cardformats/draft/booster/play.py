"""Starting a booster draft from packs that were dealt, and letting bots play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from ...bits import Seed, seed_key
from ...errors import CollationError, DraftError
from ...model import CardRef, CardSet, Event, LayoutChoice, Pack, PackCard, Round
from ..actions import Start, Together
from ..bots import Bot
from ..cards import DraftCard, DraftCards
from .game import BoosterDraft
from .state import MAX_CARDS, DraftRound, DraftRules, Pace, Table, duty_of
from .step import BoosterStep

_STEPS = {"left": 1, "right": -1}


def start(
    packs: Iterable[Iterable[Pack | Iterable[PackCard | CardRef]]],
    cards: CardSet | DraftCards,
    *,
    seed: Seed,
    event: Event | None = None,
    rules: DraftRules = "cr",
    pace: Pace = "queue",
    discard_at: int = 0,
) -> BoosterDraft:
    """A booster draft in which every seat has opened its first pack.

    Args:
        packs: for each round the packs of the seats, as ``Deal.rounds`` has them.
        cards: where it is looked up what the cards do in a draft.
        seed: what chance is derived from.
        event: how many cards are picked and burned in each round and where packs are passed; if
            not given, that of *cards* if it is a card set that has one, and else one card, none,
            and left, right and left again.
        rules: whose rules hold where they differ: ``cr`` or ``draftmancer``.
        pace: ``queue``, where a pack is there for the next seat at once, or ``lockstep``.
        discard_at: a pack with so few cards or fewer after a pick is discarded.

    Raises:
        DraftError: there are not from 2 to 16 seats, not as many in each round, no round, more
            than 10,000 cards, or a round that would not end; an option has a value that it cannot
            have; or no rule is known for an effect of a card.
        CollationError: the seed is no int, str or bytes.
    """
    if isinstance(cards, CardSet):
        event = event or cards.event
        cards = DraftCards(cards)
    all_cards: list[DraftCard] = []
    rounds = []
    plans = event.rounds if event and event.rounds else (Round(),)
    for number, dealt in enumerate(packs):
        plan = plans[number % len(plans)]
        numbers = []
        for pack in dealt:
            found = cards.of(pack.cards if isinstance(pack, Pack) else pack)
            numbers.append(tuple(range(len(all_cards), len(all_cards) + len(found))))
            all_cards += found
        step = _STEPS.get(plan.direction, -1 if number % 2 else 1)
        rounds.append(DraftRound(tuple(numbers), plan.picks, plan.burns, step))
    table = Table(tuple(rounds), rules, pace, discard_at, seed_key(seed, BoosterStep.chance).hex())
    return BoosterDraft.from_start(Start(table, all_cards))


class MakesPacks(Protocol):
    """Anything that opens one pack more, such as a :class:`cardformats.Generator`."""

    def more(
        self, opened: Iterable[PackCard], layouts: Sequence[LayoutChoice], *, number: int
    ) -> Pack:
        """A pack, number *number* of its kind, of one of the *layouts*; of any if there are none.

        Args:
            opened: the cards of all packs that were opened, which a finite supply has no more.
            layouts: which layouts it may have, with weights.
            number: the same number gives the same pack.

        Raises:
            CollationError: it cannot be made, e.g. since too few cards are left.
        """


def play(
    state: BoosterDraft,
    bots: Sequence[Bot | None],
    packs: MakesPacks | None = None,
    cards: CardSet | DraftCards | None = None,
    until: Callable[[BoosterDraft], bool] | None = None,
) -> BoosterDraft:
    """Let bots act until the draft is over, or only seats without a bot have something to do.

    Seats take turns to the left, from the seat that acted last.  So a draft that was stored goes on
    as it would have without.

    Args:
        state: the draft.
        bots: for each seat its bot, or None.
        packs: opens the packs that seats add to the draft; there are none if it is not given.
        cards: where it is looked up what the cards in them do.
        until: the draft is played until this is true of it; it is asked before each action.

    Raises:
        DraftError: there are not as many bots as seats; packs are given without cards; or what a
            bot does is not allowed.
    """
    if len(bots) != len(state.seats):
        message = f"there are {len(state.seats)} seats, and bots or None for {len(bots)}"
        raise DraftError(message)
    while not (state.is_over or (until is not None and until(state))):
        if state.orders:
            state = fill_orders(state, packs, cards)
        for seat in _in_turn(state):
            bot = bots[seat]
            if bot is not None and duty_of(state, seat) != "wait":
                break
        else:
            return state
        action = bot.act(state.view(seat))
        if action.seat != seat:
            message = f"its bot acts for seat {action.seat}"
            raise DraftError(message, seat)
        state = state.do(action)
    return state


def fill_orders(
    state: BoosterDraft,
    packs: MakesPacks | None = None,
    cards: CardSet | DraftCards | None = None,
) -> BoosterDraft:
    """Open the packs that seats add to the draft, ``BoosterDraft.orders``.

    A pack's number is that of the packs opened before, so that the same draft gets the same packs.
    If one cannot be made, since too few cards are left or its card asks for a layout that there is
    not, if the draft has no room for it, or if there are no *packs*, none is added.

    Raises:
        DraftError: packs are given without cards, or no rule is known for a card's effect.
    """
    if packs is not None and cards is None:
        message = "what the cards in added packs do is looked up in cards, which are not given"
        raise DraftError(message)
    known = DraftCards(cards) if isinstance(cards, CardSet) else cards
    while state.orders:
        order = state.orders[0]
        if packs is None or known is None:
            state = state.add_pack(order.seat)
            continue
        try:
            pack = packs.more(state.opened, order.layouts, number=state.packs)
        except CollationError:
            state = state.add_pack(order.seat)
        else:
            has_room = len(state.cards) + len(pack.cards) <= MAX_CARDS
            state = state.add_pack(order.seat, known.of(pack.cards) if has_room else ())
    return state


def _in_turn(state: BoosterDraft) -> Iterable[int]:
    """All seats, from the one to the left of that which acted last."""
    last = state.log[-1].action
    first = 0 if isinstance(last, (Start, Together)) else last.seat + 1
    seats = len(state.seats)
    return [(first + seat) % seats for seat in range(seats)]
