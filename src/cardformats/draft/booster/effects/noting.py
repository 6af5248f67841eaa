"""Effects that note something on a card (CR 905.2b)."""

from __future__ import annotations

from ....model import Color
from ..state import DraftRules, Question, Standing
from ..step import BoosterStep
from .rule import EffectRule, Held, PickInProgress

_COLORS = tuple(color.value for color in Color)


class NotePassingPlayer(EffectRule):
    """The seat that passed the pack is noted; nothing if its drafter opened the pack."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Note the seat."""
        if pick.passer is not None:
            step.note(held.seat, held.card, "NotePassingPlayer", pick.passer)


class NoteDraftedCards(EffectRule):
    """The number of cards drafted in this round is noted, this one included.

    By Draftmancer's rules picks are counted, not cards.
    """

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Note the number."""
        seat = step.seats[held.seat]
        count = seat.picks if step.table.rules == "draftmancer" else seat.drafted
        step.note(held.seat, held.card, "NoteDraftedCards", count)


class ChooseColors(EffectRule):
    """The player to the right, the drafter and the player to the left choose a colour each.

    Each chooses another one.  By Draftmancer's rules a colour may be named again; chance chooses
    another one then.
    """

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Ask the first."""
        self._ask(step, held.seat, held.card, _COLORS)

    def accepts(self, question: Question, answer: str, rules: DraftRules) -> bool:
        """One of the colours that are left, or with Draftmancer any."""
        return answer in (_COLORS if rules == "draftmancer" else question.options)

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        """Note the colour, and ask the next player for another one."""
        if answer not in question.options:
            answer = step.by_chance(question)
        drafter = question.about
        assert drafter is not None  # noqa: S101 - every question of this effect says who drafted
        step.note(drafter, question.card, "ChooseColors", answer)
        self._ask(step, drafter, question.card, tuple(c for c in question.options if c != answer))

    def _ask(self, step: BoosterStep, drafter: int, card: int, options: tuple[str, ...]) -> None:
        chosen = len(_COLORS) - len(options)
        askable = (drafter - 1, drafter, drafter + 1)
        if chosen < len(askable):
            seat = askable[chosen] % step.table.seats
            step.ask(Question(seat, "ChooseColors", card, options, drafter))


class AetherSearcher(EffectRule):
    """The next card its seat drafts is revealed, and its name noted."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Wait for the next pick."""
        step.stand(Standing("AetherSearcher", held.seat, held.card))

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        """Reveal the first card of the seat's pick."""
        if pick.seat == standing.seat and pick.cards:
            step.reveal(pick.seat, pick.cards[0])
            name = step.cards[pick.cards[0]].name
            step.note(pick.seat, standing.card, "AetherSearcher", name)
            step.end(standing)


class _NoteDrafted(EffectRule):
    """Something of the first card drafted is noted, then its own card is turned face down."""

    is_usable = True
    creatures_only = True
    effect = ""

    def refusal(self, step: BoosterStep, held: Held, cards: tuple[int, ...]) -> str | None:
        """Only creatures will do, if their types are known."""
        if not cards:
            return "no card is drafted"
        types = step.cards[cards[0]].types
        if self.creatures_only and types is not None and "Creature" not in types:
            return f"{step.cards[cards[0]].name!r} is no creature"
        return None

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """Reveal the card, note what is asked for and turn the own card down.

        A card that was drafted at random may be no creature; then nothing is noted.
        """
        if self.refusal(step, held, pick.cards):
            return
        step.reveal(held.seat, pick.cards[0])
        self._note(step, held, pick.cards[0])
        step.turn_down(held.seat, held.card)

    def _note(self, step: BoosterStep, held: Held, card: int) -> None:
        raise NotImplementedError


class NoteName(_NoteDrafted):
    """The name of the first card drafted is noted."""

    def __init__(self, *, creatures_only: bool) -> None:
        """Say whether the card has to be a creature."""
        self.creatures_only = creatures_only
        self.effect = "NoteCreatureName" if creatures_only else "NoteCardName"

    def _note(self, step: BoosterStep, held: Held, card: int) -> None:
        step.note(held.seat, held.card, self.effect, step.cards[card].name)


class NoteTypes(_NoteDrafted):
    """The creature types of the first card drafted are noted."""

    def _note(self, step: BoosterStep, held: Held, card: int) -> None:
        for subtype in step.cards[card].subtypes:
            step.note(held.seat, held.card, "NoteCreatureTypes", subtype)
