"""Bots that do all that a seat may have to do, and differ in what they prefer."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ...bits import Bits, Seed, Source
from ...errors import DraftError
from ..actions import Answer, PassPack, Pick, SeatAction
from ..table import MAX_SEATS, Question
from ..views import Usable, View
from .bot import pick_in_order

#: A bot that has so many cards adds no pack: where each pack has several cards that add another,
#: the draft would not end.
_ENOUGH = 45


class PreferringBot(ABC):
    """Acts by an order of the cards in its pack; subclasses say which."""

    def __init__(self, seed: Seed, *, uses: bool = True) -> None:
        """Derive chance from *seed*; use no cards while drafting if *uses* is False.

        Raises:
            CollationError: the seed is no int, str or bytes.
        """
        self._source = Source(seed, "bot")
        self._uses = uses

    def act(self, view: View) -> SeatAction:
        """What the seat does.

        Raises:
            DraftError: it has nothing to do.
        """
        bits = Bits(self._source, view.moment * MAX_SEATS + view.seat)
        if view.duty == "pick":
            return self._pick(view, bits)
        if view.duty == "pass":
            return PassPack(view.seat)
        if view.question is not None:
            return Answer(view.seat, self._answer(view, view.question, bits))
        message = "has nothing to do"
        raise DraftError(message, view.seat)

    def _pick(self, view: View, bits: Bits) -> Pick:
        if view.is_blind:
            return Pick(view.seat)
        order = self.order(view, bits)
        using = self.using(view, order, bits) if self._uses and view.usable else None
        return pick_in_order(view, order, using)

    def _answer(self, view: View, question: Question, bits: Bits) -> str:
        if question.effect == "AddBooster" and len(view.pool) >= _ENOUGH:
            return "no"
        return self.answer(view, question, bits)

    @abstractmethod
    def order(self, view: View, bits: Bits) -> list[int]:
        """The numbers of the cards in the pack, the most wanted first."""

    @abstractmethod
    def using(self, view: View, order: list[int], bits: Bits) -> Usable | None:
        """What to use with a pick; there is something, and the pack can be looked at."""

    def answer(self, view: View, question: Question, bits: Bits) -> str:
        """One of the options; any."""
        return question.options[bits.below(len(question.options))]
