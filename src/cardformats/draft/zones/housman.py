"""Housman Draft: exchange cards of your hand for cards that lie face up, and keep the hand."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ...errors import DraftError
from ..asking import Ask, Option
from ..engine import Record, taking
from ..script import Script
from .game import ZoneDraft, ZoneStart, ZoneSupply, ZoneView
from .kinds import DraftKind
from .replies import card_at, words_of
from .settings import flag, number, word
from .state import STACK, Zone, ZoneKey, ZoneOutcome, ZoneStep

#: The zone of the cards that lie face up.
FACE_UP: ZoneKey = ("face up", 0)


def hand_of(seat: int) -> ZoneKey:
    """Return the zone of the cards that a seat has in hand."""
    return "hand", seat


@frozen
class HousmanSettings:
    """What can be settled before a Housman Draft."""

    hand: int = number(5, "how many cards each player is dealt in a round", 1, 24)
    revealed: int = number(9, "how many cards lie face up in a round", 1, 24)
    exchanges: int = number(3, "how many cards each player exchanges in a round", 1, 24)
    rounds: int = number(9, "how many rounds there are", 1, 24)
    order: str = word(
        ("classic", "snake"), "who exchanges: round the table, or there and back again"
    )
    may_keep: bool = flag(
        "a player may keep the hand as it is, which counts as an exchange", default=False
    )
    remove_basics: bool = flag("leave out basic land cards", default=True)


@frozen(kw_only=True)
class StartHousman(ZoneStart):
    """Cards are shuffled, and those of the first round are dealt."""

    tag = "start_housman"

    settings: HousmanSettings = HousmanSettings()


@frozen
class Exchange:
    """A player lays a card of the hand down, and takes one that lies face up for it."""

    tag = "exchange"

    seat: int
    gives: int
    takes: int


@frozen
class KeepHand:
    """A player changes nothing: lays the card down that was just taken, as some rules allow."""

    tag = "keep_hand"

    seat: int


#: What a player can do.
HousmanAction: TypeAlias = Exchange | KeepHand


@frozen
class HousmanView(ZoneView):
    """All that a seat may see of a Housman Draft at one moment.

    Attributes:
        round: which round it is, from 0.
        exchanges_left: how many exchanges the round still has, of all seats together.
    """

    round: int
    exchanges_left: int

    @property
    def question(self) -> str:
        """Return the question to a person, whose reply :meth:`read` reads."""
        hand, every = self.zone(*hand_of(self.seat)).size, len(self._listed)
        ranges = f"of your hand (1 to {hand}) for which one face up ({hand + 1} to {every})"
        keep = any(ask.action is KeepHand for ask in self.asks)
        return f"which card {ranges}, as in 1 {every}{', or none' if keep else ''}?"

    def describe(self, action: HousmanAction) -> Option:
        """Describe an exchange of two cards, or none."""
        if isinstance(action, KeepHand):
            return Option(action, "keep the hand as it is")
        text = f"{self.cards[action.gives].name} for {self.cards[action.takes].name}"
        return Option(action, text, (action.takes,), gives=(action.gives,))

    @property
    def _listed(self) -> tuple[int | None, ...]:
        """Return the cards that can be exchanged: the hand, then those that lie face up."""
        return self.zone(*hand_of(self.seat)).cards + self.zone(*FACE_UP).cards

    def read(self, reply: str) -> HousmanAction:
        """Return the exchange of two places, counted through the hand and the cards face up.

        Raises:
            DraftError: If the reply does not consist of two places.
        """
        places = words_of(reply)
        if places == ["none"]:
            return KeepHand(self.seat)
        hand = self.zone(*hand_of(self.seat)).cards
        cards = [card_at(self._listed, place) for place in places]
        if [card in hand for card in cards] != [True, False]:
            raise DraftError("enter two numbers: a card of your hand, and a card that is face up")
        return Exchange(self.seat, *cards)


def actor_of(turn: int, seats: int, settings: HousmanSettings) -> int:
    """Return the seat that exchanges in a turn, of all turns of the draft from 0."""
    if settings.order == "classic":
        round_, exchange = divmod(turn, settings.exchanges * seats)
        return (round_ + exchange) % seats
    cycle, at = divmod(turn, seats)
    return (cycle + (-at if cycle % 2 else at)) % seats


@frozen(repr=False)
class HousmanDraft(ZoneDraft):
    """A Housman Draft at one moment."""

    log: tuple[Record[StartHousman | HousmanAction, ZoneOutcome], ...] = ()

    title = "a Housman Draft"
    kind = "housman"
    start = StartHousman
    view_class = HousmanView

    exchange = taking(Exchange)
    keep_hand = taking(KeepHand)

    def place(self, own: int) -> tuple[int, int]:
        """Return the round, and how many exchanges it had."""
        settings: HousmanSettings = self.settings
        return divmod(self.turn, settings.exchanges * len(self.seats))

    @staticmethod
    def supply(players: int, settings: HousmanSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        count = settings.rounds * (settings.hand * players + settings.revealed)
        return ZoneSupply(cards=count, without_basics=settings.remove_basics)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Shuffle all cards."""
        step.merge("pack")
        for seat in step.seats:
            step.put(Zone(*hand_of(seat), (), (seat,)))
        step.put(Zone(*FACE_UP))

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let a player exchange a card, each in the place of the other; deal before a round.

        After a round the hands go to their owners' pools.
        """
        settings: HousmanSettings = step.settings
        in_round = settings.exchanges * len(step.seats)
        round_, exchange = divmod(step.turn, in_round)
        step.publish(round=round_, exchanges_left=in_round - exchange)
        if exchange == 0:
            for seat in step.seats:
                step.take(seat, step.zone(*hand_of(seat)).numbers, hand_of(seat))
            step.discard(step.zone(*FACE_UP).numbers, FACE_UP)
            if round_ == settings.rounds:
                step.end()
                return
            for seat in step.seats:
                step.move(step.top(settings.hand), STACK, hand_of(seat))
            step.move(step.top(settings.revealed), STACK, FACE_UP)
        seat = actor_of(step.turn, len(step.seats), settings)
        cards = [step.zone(*key).numbers for key in (hand_of(seat), FACE_UP)]
        keep = [Ask(KeepHand)] if settings.may_keep else []
        action = yield {seat: [Ask(Exchange, cards), *keep]}
        if isinstance(action, Exchange):
            step.swap(action.gives, hand_of(seat), action.takes, FACE_UP)
        step.next_turn()


KIND = DraftKind(
    "housman",
    "hands of cards, some of which are exchanged for cards that lie face up",
    HousmanDraft,
    HousmanSettings,
)
