"""Solomon Draft: one player divides cards into two piles, and the other chooses one of them."""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import field, frozen

from ...bits import Bits
from ...errors import DraftError
from ...model.frozen import sequence
from ..asking import Ask, Option, Some
from ..cards import Worth
from ..engine import Record, taking
from ..script import Script
from .game import ZoneDraft, ZoneStart, ZoneSupply, ZoneView, counted
from .kinds import DraftKind
from .replies import card_at, words_of
from .settings import flag, number
from .state import STACK, Zone, ZoneKey, ZoneOutcome, ZoneStep, pool_of

#: The zone of the cards that are to be divided.
BATCH: ZoneKey = ("batch", 0)

_PILES = (0, 1)


@frozen
class SolomonSettings:
    """What can be settled before a Solomon Draft."""

    cards: int = number(8, "how many cards are divided in a round", 1, 24)
    rounds: int = number(10, "how many rounds there are", 1, 24)
    last: int = number(0, "how many cards in the last round; 0 for as many as in others", 0, 24)
    hidden: int = number(0, "how many of them are dealt face down to each of the piles first", 0, 2)
    remove_basics: bool = flag("leave out basic land cards", default=True)

    def __attrs_post_init__(self) -> None:
        if min(self.size_of(0), self.size_of(self.rounds - 1)) <= self.hidden * len(_PILES):
            raise DraftError(f"hidden cards ({self.hidden} in each pile) leave none to divide")

    def size_of(self, round_: int) -> int:
        """Return how many cards there are in a round, from 0."""
        return self.last or self.cards if round_ == self.rounds - 1 else self.cards


@frozen(kw_only=True)
class StartSolomon(ZoneStart):
    """Cards are shuffled, and those of the first round are laid out."""

    tag = "start_solomon"

    settings: SolomonSettings = SolomonSettings()


@frozen
class DivideCards:
    """A player divides the cards: those of these numbers are the first pile, the rest the other."""

    tag = "divide_cards"

    seat: int
    first: tuple[int, ...] = field(converter=sequence)


@frozen
class ChoosePile:
    """A player takes the pile of that number, 0 or 1; the one who divided gets the other."""

    tag = "choose_pile"

    seat: int
    pile: int


#: What a player can do.
SolomonAction: TypeAlias = DivideCards | ChoosePile


@frozen
class SolomonView(ZoneView):
    """All that a seat may see of a Solomon Draft at one moment."""

    @property
    def is_dividing(self) -> bool:
        """Return whether the seat has to divide cards."""
        return any(ask.action is DivideCards for ask in self.asks)

    @property
    def batch(self) -> tuple[int, ...]:
        """Return the numbers of the cards that are to be divided."""
        return tuple([card for card in self.zone(*BATCH).cards if card is not None])

    @property
    def question(self) -> str:
        """Return the question to a person, whose reply :meth:`read` reads."""
        if self.is_dividing:
            return "which cards are the first pile, as in 1 4 5, or none?"
        return super().question

    def read(self, reply: str) -> Any:
        """Return the first pile by places, or the number of an option.

        Raises:
            DraftError: If the reply is neither a pile nor an option.
        """
        if not self.is_dividing:
            return super().read(reply)
        words = words_of(reply)
        if not words:
            raise DraftError("enter the cards of the first pile, or none")
        first = [] if words == ["none"] else [card_at(self.batch, each) for each in words]
        return DivideCards(self.seat, first)

    def describe(self, action: ChoosePile) -> Option:
        """Describe taking one of the piles."""
        pile, hidden = self.zone("pile", action.pile), self.zone("hidden", action.pile)
        text = f"take pile {action.pile + 1}, {counted(pile.size + hidden.size)}"
        return Option(action, text, pile.cards, hidden.size)

    def random_action(self, bits: Bits) -> Any:
        """Choose any two piles, or any option.

        Raises:
            DraftError: If the seat has nothing to do.
        """
        if not self.is_dividing:
            return super().random_action(bits)
        return DivideCards(self.seat, [card for card in self.batch if bits.below(2)])

    def best_action(self, worth: Worth, bits: Bits) -> Any:
        """Divide into two piles of about the same worth, or choose the better one.

        Each card goes to the pile that is worth less until then, the best first.

        Raises:
            DraftError: If the seat has nothing to do.
        """
        if not self.is_dividing:
            return super().best_action(worth, bits)
        worths = {card: worth(self.cards[card]) for card in self.batch}
        first: list[int] = []
        lead = 0.0
        for card in sorted(bits.shuffled(self.batch), key=worths.__getitem__, reverse=True):
            if lead <= 0:
                first.append(card)
            lead += worths[card] if lead <= 0 else -worths[card]
        return DivideCards(self.seat, first)


@frozen(repr=False)
class SolomonDraft(ZoneDraft):
    """A Solomon Draft at one moment."""

    log: tuple[Record[StartSolomon | SolomonAction, ZoneOutcome], ...] = ()

    title = "a Solomon Draft"
    kind = "solomon"
    start = StartSolomon
    view_class = SolomonView
    laid = ("pile", "hidden")
    shares_turns = True
    most = 2

    divide_cards = taking(DivideCards)
    choose_pile = taking(ChoosePile)

    @staticmethod
    def supply(_: int, settings: SolomonSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        count = sum(map(settings.size_of, range(settings.rounds)))
        return ZoneSupply(cards=count, without_basics=settings.remove_basics)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Shuffle all cards."""
        step.merge("pack")
        step.put(Zone(*BATCH))
        for pile in _PILES:
            step.put(Zone("pile", pile))
            step.put(Zone("hidden", pile, (), ()))
        if not step.settings.hidden:  # all is known of the pools
            for seat in step.seats:
                step.show(pool_of(seat), None)

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Lay out the cards of a round, which one player divides; the other chooses a pile."""
        settings: SolomonSettings = step.settings
        round_ = step.turn // 2
        if round_ == settings.rounds:
            step.end()
            return
        for pile in _PILES:
            step.move(step.top(settings.hidden), STACK, ("hidden", pile))
        count = settings.size_of(round_) - settings.hidden * len(_PILES)
        step.move(batch := step.top(count), STACK, BATCH)
        divider, chooser = round_ % 2, 1 - round_ % 2
        division = yield {divider: [Ask(DivideCards, [Some(batch)])]}
        step.move(division.first, BATCH, ("pile", 0))
        step.move(step.zone(*BATCH).numbers, BATCH, ("pile", 1))
        step.next_turn()
        choice = yield {chooser: [Ask(ChoosePile, [_PILES])]}
        for seat, pile in ((chooser, choice.pile), (divider, 1 - choice.pile)):
            for key in (("pile", pile), ("hidden", pile)):
                step.take(seat, step.zone(*key).numbers, key)
        step.next_turn()


KIND = DraftKind(
    "solomon",
    "cards that one player divides into two piles, of which the other chooses one",
    SolomonDraft,
    SolomonSettings,
)
