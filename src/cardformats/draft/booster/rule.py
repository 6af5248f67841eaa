"""What rules of effects are: the moments at which something can happen, and whose card it is.

A rule has no state.  What goes on after a card was drafted is kept in the state of the draft, as
:class:`~cardformats.draft.Standing` effects, notes and questions.
"""

from __future__ import annotations

from attrs import frozen

from ...model import AddBooster, AddCards, DraftEffect, SimpleEffect
from .state import DraftRules, Question, Standing
from .step import BoosterStep


@frozen
class Held:
    """A card with an effect, and whose it is.

    Attributes:
        seat: whose card it is.
        card: its number.
        effect: the effect, with its parameters.
    """

    seat: int
    card: int
    effect: DraftEffect


@frozen
class PickInProgress:
    """A pick whose cards are out of the pack.

    By the comprehensive rules cards are drafted one after the other, each by a pick of its own;
    only effects that are used receive them all, after they are drafted.

    Attributes:
        seat: whose pick it is.
        pack: the pack's number.
        passer: who passed it; None if its drafter opened it.
        cards: the numbers of the cards drafted, in order.
        at_random: its drafter did not look at the pack.
    """

    seat: int
    pack: int
    passer: int | None
    cards: tuple[int, ...]
    at_random: bool = False


class EffectRule:
    """What an effect does; this one does nothing, and subclasses do more.

    Attributes:
        is_usable: a seat may use it while it drafts, by naming the card in ``using``.
        is_usable_anytime: a seat may use it at any time during the draft, by
            :class:`~cardformats.draft.actions.UseCard`.
        extra_cards: the number of additional cards that are drafted when it is used.
        takes_pack: when it is used, all cards of the pack are drafted.
        removes: when it is used, cards are removed from the draft, not added to the pool.
        shows_removed: all see the cards that its card removed from the draft.
        is_blind: while it stands, its seat cannot look at packs and drafts at random.
        takes_last: while it stands, the last card of each pack is passed to its seat.
        comes_last: it happens after all else that its card does, wherever the card names it.
        comes_before: while it is active, it receives each pick before cards are drafted.
        comes_after: if it stands when all packs are drafted, it happens then.
    """

    is_usable = False
    is_usable_anytime = False
    extra_cards = 0
    takes_pack = False
    removes = False
    shows_removed = False
    is_blind = False
    takes_last = False
    comes_last = False
    comes_before = False
    comes_after = False

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Act when the card was drafted; it is in its seat's pool, and may be removed next."""

    def refusal(self, step: BoosterStep, held: Held, cards: tuple[int, ...]) -> str | None:
        """Return why it cannot be used with a pick of these cards; None if it can.

        Only the first card may matter: it determines which cards a seat may choose.
        """

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Act after a use with a pick: the cards are in the pool, the pack is not passed yet."""

    def choices(self, step: BoosterStep, held: Held) -> tuple[str, ...]:
        """Return what a seat can choose when it uses the card at any time; nothing if it cannot.

        Random choices are made from them, too.  They are shown to the seat.
        """
        return ()

    def chosen(self, step: BoosterStep, held: Held, choice: str) -> None:
        """Act after a use at any time, with one of the choices."""

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        """Act when its card has removed another, which has done what it does when drafted."""

    def announced(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        """Act, while it stands, before any seat drafts; the pick has no cards yet.

        If something is asked here, cards are drafted when it is answered.
        """

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        """Act, while it stands, when any seat has drafted; not for the pick of its own card."""

    def after_draft(self, step: BoosterStep, standing: Standing) -> None:
        """Act when all packs are drafted, before the draft is over; it does not stand any more.

        It is over when what is asked here is answered, and no other effect comes after it.
        """

    def accepts(self, question: Question, answer: str, rules: DraftRules) -> bool:
        """Return whether its question may be answered so; by default, with one of the options."""
        return answer in question.options

    def by_chance(self, step: BoosterStep, question: Question) -> str:
        """Return the answer that is left to chance; by default any of the options."""
        return step.by_chance(question)

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        """Act on an accepted answer to its question."""


def kind_of(effect: DraftEffect) -> str:
    """Return the name under which the rule of *effect* is registered."""
    if isinstance(effect, SimpleEffect):
        return effect.value
    if isinstance(effect, (AddCards, AddBooster)):
        return type(effect).__name__
    return effect.kind
