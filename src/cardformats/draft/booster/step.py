"""The step that an action takes in a booster draft: all that rules and effects can change."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from attrs import evolve

from ..cards import DraftCard
from ..engine import Step, check_seat
from ..outcomes import (
    Added,
    Burned,
    Ended,
    Looked,
    Noted,
    Opened,
    Passed,
    Removed,
    Returned,
    Revealed,
    RoundBegan,
    Traded,
    TurnedDown,
    TurnedUp,
)
from .state import (
    MAX_CARDS,
    BoosterState,
    Note,
    NoteValue,
    PackOrder,
    Question,
    Removal,
    Seat,
    Standing,
    TablePack,
)


class BoosterStep(BoosterState, Step):
    """A booster draft that is being changed; effects of third parties change it by its methods.

    Attributes:
        drafting: the seat that is drafting from the first of its packs; None if none is.
    """

    chance = "turn"
    drafting: int | None = None

    # cards

    def turn_up(self, seat: int, card: int) -> None:
        """Turn a card of the seat's pool face up; one that is not there, or is up, stays so."""
        mine = self.seats[seat]
        if card in mine.pool and card not in mine.face_up:
            self.change(seat, face_up=(*mine.face_up, card))
            self.tell(TurnedUp(seat, card))

    def turn_down(self, seat: int, card: int) -> None:
        """Turn a card of the seat's pool face down; one that is face down stays so."""
        if card in self.seats[seat].face_up:
            self.change(seat, face_up=_without(self.seats[seat].face_up, card))
            self.tell(TurnedDown(seat, card))

    def reveal(self, seat: int, card: int) -> None:
        """Show a card to all."""
        self.tell(Revealed(seat, card))

    def look(self, seat: int, cards: tuple[int, ...]) -> None:
        """Let a seat look at cards that others may not see."""
        self.tell(Looked(seat, cards, len(cards)))

    def add_to_pool(self, seat: int, cards: Iterable[DraftCard]) -> tuple[int, ...]:
        """Add cards from outside to a seat's pool, up to its maximum; return their numbers."""
        numbers = self._bring(islice(cards, MAX_CARDS - len(self.cards)))
        self.change(seat, pool=(*self.seats[seat].pool, *numbers))
        self.tell(Added(seat, numbers, len(numbers)))
        return numbers

    def burn(self, seat: int | None, cards: tuple[int, ...]) -> None:
        """Put cards, which are nowhere now, out of the draft."""
        if cards:
            self.burned += cards
            self.tell(Burned(seat, cards, len(cards)))

    def burn_from_pool(self, seat: int, card: int) -> None:
        """Put a card of a seat's pool out of the draft; nothing happens if it is not there.

        Effects of it that go on do so: it was drafted for their sake.
        """
        if self._take_from_pool(seat, card):
            self.burn(seat, (card,))

    def remove_from_pool(
        self, seat: int, by: int, cards: tuple[int, ...], *, is_face_up: bool = False
    ) -> tuple[int, ...]:
        """Remove cards of a seat's pool from the draft with a card of the seat; those that were.

        Effects of theirs that go on while they are face up end (CR 905.2c); others go on.
        """
        ended = {*cards} & {*self.seats[seat].face_up}
        removed = tuple([card for card in cards if self._take_from_pool(seat, card)])
        if removed:
            self.standing = tuple([each for each in self.standing if each.card not in ended])
            self.removals += tuple([Removal(card, by, seat) for card in removed])
            self.tell(Removed(seat, removed, len(removed), by, is_face_up))
        return removed

    def put_into_pack(self, seat: int, card: int) -> None:
        """Put a card of the seat's pool into its pack; nothing happens if it is not there.

        Effects of it that go on end.
        """
        if not self._take_from_pool(seat, card):
            return
        self.standing = tuple([each for each in self.standing if each.card != card])
        pack, *others = self.seats[seat].packs
        fuller = evolve(pack, cards=(*pack.cards, card))
        self.change(seat, packs=(fuller, *others))
        self.tell(Returned(seat, card, pack.number))

    def trade(self, seat: int, card: int, other: int, others: int) -> None:
        """Let a seat get the card *others* of another seat for a card of its pool."""
        self._take_from_pool(seat, card)
        self._take_from_pool(other, others)
        self.change(seat, pool=(*self.seats[seat].pool, others))
        self.change(other, pool=(*self.seats[other].pool, card))
        self.tell(Traded(other, others, seat, card))

    def _take_from_pool(self, seat: int, card: int) -> bool:
        """Take a card away; whether it was there, which a second effect of it may have to ask."""
        mine = self.seats[seat]
        if card not in mine.pool:
            return False
        self.change(seat, pool=_without(mine.pool, card), face_up=_without(mine.face_up, card))
        return True

    # packs

    def add_pack(self, seat: int, cards: Iterable[DraftCard]) -> None:
        """Open a pack from outside the draft in front of a seat, which drafts from it next."""
        pack = TablePack(self.packs, self._bring(cards))
        self.packs += 1
        packs = self.seats[seat].packs
        at = 1 if seat == self.drafting else 0
        self.change(seat, packs=(*packs[:at], pack, *packs[at:]))
        self.tell(Opened(seat, pack.number, len(pack.cards)))

    def pass_pack(self, seat: int, to: int) -> None:
        """Pass the pack in front of a seat to another."""
        pack, *others = self.seats[seat].packs
        lockstep = self.table.pace == "lockstep"
        self.change(seat, packs=tuple(others), has_stepped=lockstep)
        passed = pack if to == seat else TablePack(pack.number, pack.cards, seat)
        target = self.seats[to]
        if lockstep:
            self.change(to, coming=(*target.coming, passed))
        else:
            self.change(to, packs=(*target.packs, passed))
        self.tell(Passed(pack.number, seat, to, len(pack.cards)))

    def drop_pack(self, seat: int) -> None:
        """Take away the pack in front of a seat; cards that are left in it are burned."""
        pack, *others = self.seats[seat].packs
        self.change(seat, packs=tuple(others), has_stepped=self.table.pace == "lockstep")
        self.burn(None, pack.cards)

    def order(self, order: PackOrder) -> None:
        """Ask whoever runs the draft to open a pack for a seat."""
        self.orders += (order,)

    # what goes on

    def note(self, seat: int, card: int, effect: str, value: NoteValue) -> None:
        """Note a value on a seat's card."""
        note = Note(seat, card, effect, value)
        self.notes += (note,)
        self.tell(Noted(note))

    def noted(self, card: int, effect: str) -> tuple[NoteValue, ...]:
        """Return the values that an effect has noted on a card."""
        return tuple([n.value for n in self.notes if n.card == card and n.effect == effect])

    def forget(self, card: int, effect: str) -> None:
        """Strike out what an effect has noted on a card."""
        self.notes = tuple([n for n in self.notes if n.card != card or n.effect != effect])

    def ask(self, question: Question) -> None:
        """Ask a seat something; it drafts no card before it has answered.

        Raises:
            DraftError: If there is no such seat.
        """
        check_seat(question.seat, len(self.seats))
        self.questions += (question,)

    def by_chance(self, question: Question) -> str:
        """Return one of the options of a question, each as likely."""
        return question.options[self.bits().below(len(question.options))]

    def stand(self, standing: Standing) -> None:
        """Let an effect go on.

        Raises:
            DraftError: If there is no such seat.
        """
        check_seat(standing.seat, len(self.seats))
        self.standing += (standing,)

    def replace(self, old: Standing, new: Standing) -> None:
        """Change an effect that goes on."""
        self.standing = tuple([new if each is old else each for each in self.standing])

    def end(self, standing: Standing) -> None:
        """Let an effect go on no more."""
        self.standing = tuple([each for each in self.standing if each is not standing])

    # rounds

    def begin_round(self) -> None:
        """Let every seat open its pack of the round."""
        packs = self.table.rounds[self.round].packs
        seats = []
        for seat, cards in enumerate(packs):
            opened = (TablePack(self.packs + seat, cards),) if cards else ()
            mine = self.seats[seat]
            seats.append(Seat(packs=opened, pool=mine.pool, face_up=mine.face_up, skips=mine.skips))
        self.seats = tuple(seats)
        self.packs += len(packs)
        self.tell(RoundBegan(self.round))

    def end_draft(self) -> None:
        """Say that the draft is over; nothing goes on, nor is face up, any more (CR 905.2c)."""
        for seat in range(len(self.seats)):
            self.change(seat, face_up=())
        self.standing = ()
        self.tell(Ended())

    def _bring(self, cards: Iterable[DraftCard]) -> tuple[int, ...]:
        """Give numbers to cards from outside."""
        start = len(self.cards)
        self.cards += tuple(cards)
        return tuple(range(start, len(self.cards)))


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple([each for each in cards if each != card])
