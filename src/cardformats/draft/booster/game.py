"""The booster draft: frozen states, actions that lead from one to the next, and how it starts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import cycle, islice
from typing import Any, Self

from attrs import frozen

from ...bits import Seed, seed_key
from ...errors import DraftError
from ...model import CardRef, CardSet, Event, Pack, PackCard, Round
from ..actions import Action, AddPack, Answer, PassPack, Pick, Start, Together, UseCard
from ..asking import ANY_TUPLE, Ask, seat_of
from ..cards import DraftCard, DraftCards
from ..engine import Record, Seen, check_dealt, numbered, of_seat, taking
from ..outcomes import Outcome, Refused
from .effects import rules_of
from .moves import MOVES, Move, settle
from .state import BoosterState, DraftRound, DraftRules, Pace, Seat, Table
from .step import BoosterStep
from .views import View, view_of

_STEPS = {"left": 1, "right": -1}


def _ask_together(state: BoosterDraft, _: None) -> Ask:
    """Ask for actions of different seats that are taken at the same time."""
    if state.is_over:
        raise DraftError("the draft is over", None, "CR 905.1d")

    def verify(action: Together) -> None:
        for each in action.actions:
            if isinstance(each, Together):
                raise DraftError(f"this is nothing that can be done in {state.title}: {each!r}")
            state.verify(each)
        if len({each.seat for each in action.actions}) < len(action.actions):
            reason = "actions at the same time are those of different seats"
            raise DraftError(reason, None, "CR 905.2a")

    return Ask(Together, [ANY_TUPLE], verify)


def _apply_together(step: BoosterStep, action: Together) -> None:
    """Take the actions in a random order; what is not allowed any more then is left out."""
    for each in step.bits().shuffled(action.actions):
        move, attempt = MOVES[type(each)], BoosterStep(step)
        try:
            move.ask(attempt, each.seat).verify(each)
            move.apply(attempt, each)
            settle(attempt)
        except DraftError as error:
            step.tell(Refused(each.seat, str(error)))
        else:
            step.adopt(attempt)
            step.outcomes += attempt.outcomes


_MOVES: dict[type, Move] = {**MOVES, Together: Move(_apply_together, _ask_together)}


@frozen(repr=False)
class BoosterDraft(BoosterState, Seen[View]):
    """A booster draft at one moment; its fields are those of its state, and its log."""

    log: tuple[Record[Action, Outcome], ...] = ()

    title = "a booster draft"
    kind = "booster"
    version = 2
    start = Start
    step = BoosterStep
    view_of = view_of

    pick = taking(Pick)
    pass_pack = taking(PassPack)
    answer = taking(Answer)
    use_card = taking(UseCard)
    add_pack = taking(AddPack)
    together = taking(Together)

    @classmethod
    def from_start(cls, start: Start) -> Self:
        """Return the state in which every seat has opened its first pack.

        Raises:
            DraftError: If a card is not in exactly one pack, or no rule is known for an effect of a
                card.
        """
        check_dealt((pack for each in start.table.rounds for pack in each.packs), len(start.cards))
        for card in start.cards:
            for each in (card, *card.adds):
                rules_of(each)
        nothing = cls(start.table, start.cards, (Seat(),) * start.table.seats)
        step = BoosterStep(nothing)
        step.begin_round()
        settle(step)
        return nothing.after(step, Record(start, tuple(step.outcomes)))

    def check(self, action: Any) -> None:
        """Refuse an action that its seat is not asked for.

        Raises:
            DraftError: If the action is not asked for. The message says whose action it is, which
                rule it breaks, and why.
        """
        _MOVES[type(action)].ask(self, seat_of(action)).verify(action)

    def asks(self, seat: int | None) -> Iterator[Ask]:
        """Return what a seat can do now; what several seats can do together if it is None."""
        for kind, move in _MOVES.items():
            if (kind is Together) == (seat is None):
                with suppress(DraftError):
                    yield move.ask(self, seat)

    def act(self, step: BoosterStep, action: Any) -> None:
        """Do an allowed action, and go on to what there is to do next."""
        _MOVES[type(action)].apply(step, action)
        settle(step)

    @of_seat
    def pool(self, seat: int) -> tuple[DraftCard, ...]:
        """Return the cards a seat has drafted, its card pool once the draft is over (905.1d).

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple([self.cards[number] for number in self.seats[seat].pool])

    @property
    def opened(self) -> tuple[PackCard, ...]:
        """Return all cards that came from packs, also those of rounds that are yet to come."""
        opened = [card for card in self.cards if card.sheet]
        return tuple([PackCard(each.card, each.slot, each.sheet, each.finish) for each in opened])


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
    """Begin a booster draft, in which every seat has opened its first pack.

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
        DraftError: If there are not from 2 to 16 seats, a round has packs for another number of
            seats, there is no round, there are more than 10,000 cards, a round would not end, an
            option has an impossible value, or no rule is known for an effect of a card.
        CollationError: If the seed is not an int, str or bytes.
    """
    if isinstance(cards, CardSet):
        event = event or cards.event
        cards = DraftCards(cards)
    opened = [[cards.of(pack) for pack in dealt] for dealt in packs]
    every = [pack for dealt in opened for pack in dealt]
    numbers = iter(numbered(map(len, every)))
    plans = cycle(event.rounds if event and event.rounds else (Round(),))
    rounds = [
        DraftRound(
            tuple(islice(numbers, len(dealt))),
            plan.picks or (1,),
            plan.burns or (0,),
            _STEPS.get(plan.direction, -1 if number % 2 else 1),
        )
        for number, (dealt, plan) in enumerate(zip(opened, plans, strict=False))
    ]
    table = Table(tuple(rounds), rules, pace, discard_at, seed_key(seed, BoosterStep.chance).hex())
    return BoosterDraft.from_start(Start(table, [card for pack in every for card in pack]))
