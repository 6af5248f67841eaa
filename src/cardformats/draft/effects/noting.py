"""Effects that note something on a card (CR 905.2b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model import Color
from ..table import DraftRules, Question, Standing
from .rule import EffectRule, Held, PickInProgress

if TYPE_CHECKING:
    from ..turn import Turn

_COLORS = tuple(color.value for color in Color)


class NotePassingPlayer(EffectRule):
    """The seat that passed the pack is noted; nothing if its drafter opened the pack."""

    def drafted(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Note the seat."""
        if pick.passer is not None:
            turn.note(held.seat, held.card, "NotePassingPlayer", pick.passer)


class NoteDraftedCards(EffectRule):
    """The number of cards drafted in this round is noted, this one included.

    By Draftmancer's rules picks are counted, not cards.
    """

    def drafted(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Note the number."""
        seat = turn.seats[held.seat]
        count = seat.picks if turn.table.rules == "draftmancer" else seat.drafted
        turn.note(held.seat, held.card, "NoteDraftedCards", count)


class ChooseColors(EffectRule):
    """The player to the right, the drafter and the player to the left choose a colour each.

    Each chooses another one.  By Draftmancer's rules a colour may be named again; chance chooses
    another one then.
    """

    def drafted(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Ask the first."""
        self._ask(turn, held.seat, held.card, _COLORS)

    def accepts(self, question: Question, answer: str, rules: DraftRules) -> bool:
        """One of the colours that are left, or with Draftmancer any."""
        return answer in (_COLORS if rules == "draftmancer" else question.options)

    def answered(self, turn: Turn, question: Question, answer: str) -> None:
        """Note the colour, and ask the next player for another one."""
        if answer not in question.options:
            answer = turn.by_chance(question)
        drafter = question.about
        assert drafter is not None  # noqa: S101 - every question of this effect says who drafted
        turn.note(drafter, question.card, "ChooseColors", answer)
        self._ask(turn, drafter, question.card, tuple(c for c in question.options if c != answer))

    def _ask(self, turn: Turn, drafter: int, card: int, options: tuple[str, ...]) -> None:
        chosen = len(_COLORS) - len(options)
        askable = (drafter - 1, drafter, drafter + 1)
        if chosen < len(askable):
            asked = askable[chosen] % turn.table.seats
            turn.ask(Question(asked, "ChooseColors", card, options, drafter))


class AetherSearcher(EffectRule):
    """The next card its seat drafts is revealed, and its name noted."""

    def drafted(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Wait for the next pick."""
        turn.stand(Standing("AetherSearcher", held.seat, held.card))

    def watched(self, turn: Turn, standing: Standing, pick: PickInProgress) -> None:
        """Reveal the first card of the seat's pick."""
        if pick.seat == standing.seat and pick.cards:
            turn.reveal(pick.seat, pick.cards[0])
            name = turn.cards[pick.cards[0]].name
            turn.note(pick.seat, standing.card, "AetherSearcher", name)
            turn.end(standing)


class _NoteDrafted(EffectRule):
    """Something of the first card drafted is noted, then its own card is turned face down."""

    is_usable = True
    creatures_only = True
    effect = ""

    def refusal(self, turn: Turn, held: Held, cards: tuple[int, ...]) -> str | None:
        """Only creatures will do, if their types are known."""
        if not cards:
            return "no card is drafted"
        types = turn.cards[cards[0]].types
        if self.creatures_only and types is not None and "Creature" not in types:
            return f"{turn.cards[cards[0]].name!r} is no creature"
        return None

    def used(self, turn: Turn, held: Held, pick: PickInProgress) -> None:
        """Reveal the card, note what is asked for and turn the own card down.

        A card that was drafted at random may be no creature; then nothing is noted.
        """
        if self.refusal(turn, held, pick.cards):
            return
        turn.reveal(held.seat, pick.cards[0])
        self._note(turn, held, pick.cards[0])
        turn.turn_down(held.seat, held.card)

    def _note(self, turn: Turn, held: Held, card: int) -> None:
        raise NotImplementedError


class NoteName(_NoteDrafted):
    """The name of the first card drafted is noted."""

    def __init__(self, *, creatures_only: bool) -> None:
        """Say whether the card has to be a creature."""
        self.creatures_only = creatures_only
        self.effect = "NoteCreatureName" if creatures_only else "NoteCardName"

    def _note(self, turn: Turn, held: Held, card: int) -> None:
        turn.note(held.seat, held.card, self.effect, turn.cards[card].name)


class NoteTypes(_NoteDrafted):
    """The creature types of the first card drafted are noted."""

    def _note(self, turn: Turn, held: Held, card: int) -> None:
        for subtype in turn.cards[card].subtypes:
            turn.note(held.seat, held.card, "NoteCreatureTypes", subtype)
