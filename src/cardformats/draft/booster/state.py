"""The state of a booster draft: what was settled beforehand, the seats, and what goes on."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from attrs import define, frozen

from ...errors import DraftError
from ...model import LayoutChoice
from ..cards import DraftCard
from ..engine import check_stored_seed, of_seat

#: ``cr``: the comprehensive rules (CR 905) and what the cards say.  ``draftmancer``: that program.
DraftRules: TypeAlias = Literal["cr", "draftmancer"]

#: What a seat has to do: draft from its pack, pass it, answer a question, or nothing for now.
Duty: TypeAlias = Literal["pick", "pass", "answer", "wait"]

#: ``queue``: a pack is there for the next seat at once.  ``lockstep``: all packs are passed
#: together, when every seat has drafted from the one before it.
Pace: TypeAlias = Literal["queue", "lockstep"]

MAX_SEATS = 16

#: A draft has no more cards, added ones included: each state has a log of what was done with them.
MAX_CARDS = 10_000

#: What a note says: a seat, a number, a colour, a name or a type.
NoteValue: TypeAlias = str | int


@frozen
class DraftRound:
    """A round of a draft.

    Attributes:
        packs: for each seat the numbers of the cards in the pack it opens.
        picks: cards drafted at a seat's first, second, … pick of the round; the last repeats.
        burns: cards burned with them, likewise.
        step: 1 if packs are passed to the left, to the next seat; -1 if to the right.
    """

    packs: tuple[tuple[int, ...], ...]
    picks: tuple[int, ...] = (1,)
    burns: tuple[int, ...] = (0,)
    step: int = 1

    def __attrs_post_init__(self) -> None:
        """Refuse a round in which packs would not get smaller."""
        numbers = (*self.picks, *self.burns)
        if not self.picks or not self.burns or not all(map(_is_count, numbers)):
            raise DraftError(
                f"picks and burns are 0 or more, not {self.picks} and {self.burns}",
                rule="CR 905.1a",
            )
        if self.picks[-1] + self.burns[-1] == 0:
            raise DraftError(
                "a round whose last number of picks and of burns is 0 does not end",
                rule="CR 905.1a",
            )
        if type(self.step) is not int or self.step not in (1, -1):
            raise DraftError(
                f"packs are passed to a neighbour; the step is 1 or -1, not {self.step!r}",
                rule="CR 905.1b",
            )

    def cards_due(self, picks: int, size: int) -> tuple[int, int]:
        """Return the numbers of cards drafted and burned from a pack of *size* after *picks*."""
        drafted = min(self.picks[min(picks, len(self.picks) - 1)], size)
        return drafted, min(self.burns[min(picks, len(self.burns) - 1)], size - drafted)


@frozen
class Table:
    """What is settled before the draft.

    Attributes:
        rounds: in order; each with a pack for every seat.
        rules: whose rules hold where they differ.
        pace: when packs are passed.
        discard_at: a pack with so few cards or fewer after a pick is discarded.
        seed: what chance is derived from, 64 hexadecimal digits.
    """

    rounds: tuple[DraftRound, ...]
    rules: DraftRules = "cr"
    pace: Pace = "queue"
    discard_at: int = 0
    seed: str = ""

    def __attrs_post_init__(self) -> None:
        """Refuse a table that no draft can be held at."""
        for name, kind in (("rules", DraftRules), ("pace", Pace)):
            value, choices = getattr(self, name), get_args(kind)
            if value not in choices:
                raise DraftError(f"{name} is one of {', '.join(choices)}, not {value!r}")
        check_stored_seed(self.seed)
        if not _is_count(self.discard_at):
            # below 0 empty packs would be passed on, without end
            raise DraftError(f"discard_at is a whole number, 0 or more, not {self.discard_at!r}")
        if not self.rounds:
            raise DraftError("a draft has one round or more", rule="CR 905.1a")
        seats = {len(each.packs) for each in self.rounds}
        if len(seats) > 1:
            raise DraftError(
                f"rounds have packs for different numbers of seats: {sorted(seats)}",
                rule="CR 905.1a",
            )
        if not 1 <= self.seats <= MAX_SEATS:
            raise DraftError(f"a draft has from 1 to {MAX_SEATS} seats, not {self.seats}")
        cards = sum(len(pack) for each in self.rounds for pack in each.packs)
        if cards > MAX_CARDS:
            raise DraftError(f"a draft has up to {MAX_CARDS} cards, not {cards}")

    @property
    def seats(self) -> int:
        """Return how many seats there are."""
        return len(self.rounds[0].packs)


def _is_count(number: object) -> bool:
    return type(number) is int and number >= 0


@frozen
class TablePack:
    """An opened pack that is being drafted.

    Attributes:
        number: its number in the draft, from 0; added packs have the next ones.
        cards: the numbers of the cards that are left in it.
        passer: the seat that passed it; None if its drafter opened it.
    """

    number: int
    cards: tuple[int, ...]
    passer: int | None = None


@frozen
class Seat:
    """A player's seat.

    Attributes:
        packs: the packs in front of it; it drafts from the first.
        coming: packs that were passed to it in lock step.
        pool: the numbers of its drafted cards, in order.
        face_up: those of them that are face up.
        picks: how often it has drafted in this round.
        drafted: how many cards it has drafted in this round.
        skips: how many packs it has to pass without drafting from them.
        is_out: it drafts no more in this round.
        has_stepped: in lock step, it has dealt with its pack.
    """

    packs: tuple[TablePack, ...] = ()
    coming: tuple[TablePack, ...] = ()
    pool: tuple[int, ...] = ()
    face_up: tuple[int, ...] = ()
    picks: int = 0
    drafted: int = 0
    skips: int = 0
    is_out: bool = False
    has_stepped: bool = False


@frozen
class Note:
    """What was noted on a card (CR 905.2b); every player may look at it at any time.

    Attributes:
        seat: whose card it is.
        card: the card's number.
        effect: the effect that says to note it.
        value: what was noted.
    """

    seat: int
    card: int
    effect: str
    value: NoteValue


@frozen
class Removal:
    """A card that was removed from the draft.

    Attributes:
        card: its number.
        by: the number of the card that removed it.
        seat: whose card that is.
    """

    card: int
    by: int
    seat: int


@frozen
class Standing:
    """An effect that goes on after its card was drafted.

    Attributes:
        effect: the effect's name.
        seat: whose it is.
        card: the number of its card.
        left: how much longer, in cards, picks or what else the effect counts.
        about: the number of a pack, a seat or a card it is about; None if it is about none.
        sees: its seat has looked at what it is about.
    """

    effect: str
    seat: int
    card: int
    left: int = 1
    about: int | None = None
    sees: bool = True


@frozen
class Question:
    """What a seat has to decide before it goes on.

    Attributes:
        seat: who is asked.
        effect: the effect that asks.
        card: the number of the card that has it.
        options: the possible answers, from which chance chooses, too, unless the effect says
            otherwise; empty if the effect accepts others.
        about: the number of what it is about; None if it is about nothing else.
    """

    seat: int
    effect: str
    card: int
    options: tuple[str, ...]
    about: int | None = None


@frozen
class Announcement:
    """A pick that is made when others have answered what they are asked before.

    Attributes:
        pick: the :class:`~cardformats.draft.actions.Pick`.
        questions: what is asked.
    """

    pick: Any
    questions: tuple[Question, ...]

    @property
    def seat(self) -> int:
        """Return the seat that picks."""
        seat: int = self.pick.seat
        return seat


@frozen
class PackOrder:
    """A pack that a seat adds to the draft, and that has to be opened for it.

    Attributes:
        seat: who adds it.
        card: the number of the card that lets it.
        layouts: which layouts it may have, with weights; empty means any.
    """

    seat: int
    card: int
    layouts: tuple[LayoutChoice, ...] = ()


@define(init=False, eq=False, repr=False)
class BoosterState:
    """The fields of a booster draft, which an action's step can set.

    Attributes:
        table: what was settled beforehand.
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: the seats, from 0; the next seat is the one to the left.
        round: the number of the round, from 0; the number of rounds once the draft is over.
        standing: effects that go on after their card was drafted.
        questions: what seats have to decide, in order.
        announced: picks that wait for an answer of others.
        orders: packs that have to be opened for seats that add them to the draft.
        notes: what was noted (CR 905.2b).
        removals: cards that were removed from the draft.
        burned: the numbers of cards that left the draft otherwise.
        packs: how many packs were opened.
        chances: how often chance was called on.
    """

    table: Table
    cards: tuple[DraftCard, ...]
    seats: tuple[Seat, ...]
    round: int = 0
    standing: tuple[Standing, ...] = ()
    questions: tuple[Question, ...] = ()
    announced: tuple[Announcement, ...] = ()
    orders: tuple[PackOrder, ...] = ()
    notes: tuple[Note, ...] = ()
    removals: tuple[Removal, ...] = ()
    burned: tuple[int, ...] = ()
    packs: int = 0
    chances: int = 0

    @property
    def is_over(self) -> bool:
        """Return whether the draft is over."""
        return self.round == len(self.table.rounds)

    @of_seat
    def duty(self, seat: int) -> Duty:
        """Return the duty of a seat now: ``pick``, ``pass``, ``answer``, or ``wait``.

        Raises:
            DraftError: If there is no such seat.
        """
        if question_of(self, seat) is not None:
            return "answer"
        mine = self.seats[seat]
        if self.waits_for(seat):
            return "wait"
        return "pass" if mine.is_out or mine.skips else "pick"

    def waits_for(self, seat: int) -> tuple[str, str] | None:
        """Return why a seat without a question does nothing with a pack now, and by which rule."""
        mine = self.seats[seat]
        if self.announces(seat):
            return "waits for what others have to answer first", "CR 905.2"
        if self.orders and any(each.seat == seat for each in self.orders):
            return "waits for the pack that it adds to the draft", "CR 905.2"
        if mine.has_stepped:
            return "waits until all packs are passed", "CR 905.1a"
        return None if mine.packs else ("has no pack to draft from", "CR 905.1a")

    def announces(self, seat: int) -> bool:
        """Return whether a seat has said what it drafts, and waits for an answer of others."""
        return bool(self.announced) and any(each.seat == seat for each in self.announced)

    @property
    def is_drafted(self) -> bool:
        """Return whether all packs are drafted, so that only what comes after that is left."""
        has_packs = any(seat.packs or seat.coming for seat in self.seats)
        return self.round >= len(self.table.rounds) - 1 and not (has_packs or self.orders)


def question_of(state: BoosterState, number: int) -> Question | None:
    """Return the first question that a seat is asked, or None."""
    if not state.questions:
        return None
    return next((each for each in state.questions if each.seat == number), None)
