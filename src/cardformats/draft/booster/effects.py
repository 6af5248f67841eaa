"""Draft effects: the rules they follow, the library's own and those of third parties.

A rule has no state.  What goes on after a card was drafted is kept in the state of the draft, as
:class:`~cardformats.draft.Standing` effects, notes and questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve, frozen

from ...bits import Bits
from ...errors import DraftError
from ...model import AddBooster, AddCards, CardRef, Color, DraftEffect, SimpleEffect
from ...plugins import BrokenPluginError, Plugins, UnknownPluginError
from ..cards import DraftCard
from .state import DraftRules, NoteValue, PackOrder, Question, Standing
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
    only effects that are used are told of them all, once they are drafted.

    Attributes:
        seat: whose pick it is.
        pack: the pack's number.
        passer: who passed it; None if its drafter opened it.
        cards: the numbers of the cards drafted, in order.
    """

    seat: int
    pack: int
    passer: int | None
    cards: tuple[int, ...]


class EffectRule:
    """What an effect does; this one does nothing, and subclasses do more.

    Attributes:
        is_usable: a seat may use it while it drafts, by naming the card in ``using``.
        extra_cards: so many cards more are drafted when it is used.
        takes_pack: when it is used, all cards of the pack are drafted.
        removes: when it is used, cards are removed from the draft, not added to the pool.
        shows_removed: all see the cards that its card removed from the draft.
        is_blind: while it stands, its seat cannot look at packs and drafts at random.
        takes_last: while it stands, the last card of each pack is passed to its seat.
        comes_last: it happens after all else that its card does, wherever the card names it.
    """

    is_usable = False
    extra_cards = 0
    takes_pack = False
    removes = False
    shows_removed = False
    is_blind = False
    takes_last = False
    comes_last = False

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """The card was just drafted; it is in its seat's pool."""

    def refusal(self, step: BoosterStep, held: Held, cards: tuple[int, ...]) -> str | None:
        """Why it cannot be used with a pick of these cards; None if it can.

        Of the cards only the first may matter: a seat is told by it which cards will do.
        """

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        """It was used with a pick; the cards drafted are in the pool, the pack is not passed."""

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        """Its card removed another from the draft."""

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        """It stands, and a seat, any, has drafted; the card's own pick is not told."""

    def accepts(self, question: Question, answer: str, rules: DraftRules) -> bool:
        """Whether its question may be answered so; by default, with one of the options."""
        return answer in question.options

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        """Its question was answered with something that it accepts."""


# effects that show a card, or pass packs otherwise


class _FaceUp(EffectRule):
    """The card is drafted face up (CR 905.2c)."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.turn_up(held.seat, held.card)


class _Reveal(EffectRule):
    """The card is revealed as it is drafted (CR 905.2b)."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.reveal(held.seat, held.card)


class _CanalDredger(EffectRule):
    """The last card of each pack is passed to a seat that drafted such a card."""

    takes_last = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.stand(Standing("CanalDredger", held.seat, held.card))

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        step.pass_pack(question.seat, int(answer))


# effects that add cards or packs to the draft, and the one that takes its own card away


class _BurnAfterPicking(EffectRule):
    """The card does not stay in the pool."""

    comes_last = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.burn_from_pool(held.seat, held.card)


class _AddCards(EffectRule):
    """Cards from outside the draft are added to the pool, all or some at random.

    Those that are drafted face up are face up, so that they can be used; what else they do as they
    are drafted does not happen, since they were not.
    """

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        effect = held.effect
        assert isinstance(effect, AddCards)  # noqa: S101 - registered for this effect alone
        known = {each.card: each for each in step.cards[held.card].adds}
        cards = [known.get(ref) or DraftCard(ref) for ref in effect.cards]
        if effect.count is not None:
            cards = _some(cards, effect.count, step.bits(), distinct=effect.distinct)
        for number in step.add_to_pool(held.seat, cards):
            if SimpleEffect.FACE_UP in step.cards[number].effects:
                step.turn_up(held.seat, number)


def _some(cards: list[DraftCard], count: int, bits: Bits, *, distinct: bool) -> list[DraftCard]:
    """So many of the cards at random; while there are others, no card twice if it is distinct."""
    left: list[DraftCard] = []
    seen: set[CardRef] = set()
    chosen: list[DraftCard] = []
    while len(chosen) < count:
        if not left:
            left, seen = list(cards), set()
        card = left.pop(bits.below(len(left)))
        if card.card not in seen:
            chosen.append(card)
        if distinct:
            seen.add(card.card)
    return chosen


class _AddBooster(EffectRule):
    """Its drafter may add a pack to the draft, and drafts from it next."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        which = step.cards[held.card].effects.index(held.effect)
        step.ask(Question(held.seat, "AddBooster", held.card, ("yes", "no"), which))

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        effect = step.cards[question.card].effects[question.about or 0]
        if answer == "yes" and isinstance(effect, AddBooster):
            step.order(PackOrder(question.seat, question.card, effect.layouts))


# effects that change how cards are drafted from packs


class _Librarian(EffectRule):
    """One card more is drafted, and the Cogwork Librarian goes into the pack."""

    is_usable = True
    extra_cards = 1

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.put_into_pack(held.seat, held.card)


class _Agent(EffectRule):
    """All cards of the pack are drafted, and no more in this round."""

    is_usable = True
    takes_pack = True

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.turn_down(held.seat, held.card)
        step.change(held.seat, is_out=True)


class _Operative(EffectRule):
    """One card more is drafted, and the next pack is passed without drafting from it."""

    is_usable = True
    extra_cards = 1

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.turn_down(held.seat, held.card)
        step.change(held.seat, skips=step.seats[held.seat].skips + 1)


class _Archdemon(EffectRule):
    """Its seat drafts at random until it has drafted three cards, and does not see its packs."""

    is_blind = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.stand(Standing("ArchdemonOfPaliano", held.seat, held.card, left=3))

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        if pick.seat != standing.seat:
            return
        left = standing.left - len(pick.cards)
        if left > 0:
            step.replace(standing, evolve(standing, left=left))
        else:
            step.end(standing)
            step.turn_down(standing.seat, standing.card)


# effects that remove drafted cards from the draft, and note what was removed


class _RemoveDraftCard(EffectRule):
    """Cards of a pick are removed from the draft; its card stays as it is."""

    is_usable = True
    removes = True


class _TrackNames(EffectRule):
    """The cards that its card removed are there for all to see, and their names."""

    shows_removed = True

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        step.note(held.seat, held.card, kind_of(held.effect), step.cards[card].name)


class _TrackSubtypes(EffectRule):
    """The subtypes of the cards that its card removed are there for all to see, each once."""

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        kind = kind_of(held.effect)
        for subtype in step.cards[card].subtypes:
            if subtype not in step.noted(held.card, kind):
                step.note(held.seat, held.card, kind, subtype)


class _CountRemoved(EffectRule):
    """The number of cards that its card removed is there for all to see."""

    def removed(self, step: BoosterStep, held: Held, card: int) -> None:
        kind = kind_of(held.effect)
        step.forget(held.card, kind)
        count = sum(each.by == held.card for each in step.removals)
        step.note(held.seat, held.card, kind, count)


# effects that note something of a card that is drafted (CR 905.2b)


class _NotePassingPlayer(EffectRule):
    """The seat that passed the pack is noted; nothing if its drafter opened the pack."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        if pick.passer is not None:
            step.note(held.seat, held.card, kind_of(held.effect), pick.passer)


class _NoteDraftedCards(EffectRule):
    """The number of cards drafted in this round is noted, this one included.

    By Draftmancer's rules picks are counted, not cards.
    """

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        seat = step.seats[held.seat]
        count = seat.picks if step.table.rules == "draftmancer" else seat.drafted
        step.note(held.seat, held.card, kind_of(held.effect), count)


_COLORS = tuple(color.value for color in Color)


class _ChooseColors(EffectRule):
    """The player to the right, the drafter and the player to the left choose a colour each.

    Each chooses another one.  By Draftmancer's rules a colour may be named again; chance chooses
    another one then.
    """

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        self._ask(step, held.seat, held.card, _COLORS)

    def accepts(self, question: Question, answer: str, rules: DraftRules) -> bool:
        return answer in (_COLORS if rules == "draftmancer" else question.options)

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
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


class _AetherSearcher(EffectRule):
    """The next card its seat drafts is revealed, and its name noted."""

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        step.stand(Standing("AetherSearcher", held.seat, held.card))

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        if pick.seat == standing.seat and pick.cards:
            step.reveal(pick.seat, pick.cards[0])
            name = step.cards[pick.cards[0]].name
            step.note(pick.seat, standing.card, "AetherSearcher", name)
            step.end(standing)


@frozen
class _NoteFirst(EffectRule):
    """Something of the first card drafted is noted, then its own card is turned face down.

    A card that was drafted at random may be no creature where only creatures will do; then nothing
    is noted.

    Attributes:
        values: what is noted of the card.
        creatures_only: only creatures will do, if their types are known.
    """

    values: Callable[[DraftCard], Iterable[NoteValue]]
    creatures_only: bool = True
    is_usable = True

    def refusal(self, step: BoosterStep, held: Held, cards: tuple[int, ...]) -> str | None:
        if not cards:
            return "no card is drafted"
        types = step.cards[cards[0]].types
        if self.creatures_only and types is not None and "Creature" not in types:
            return f"{step.cards[cards[0]].name!r} is no creature"
        return None

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        if self.refusal(step, held, pick.cards):
            return
        step.reveal(held.seat, pick.cards[0])
        for value in self.values(step.cards[pick.cards[0]]):
            step.note(held.seat, held.card, kind_of(held.effect), value)
        step.turn_down(held.seat, held.card)


# which rule an effect follows


_BUILT_IN: dict[str, EffectRule] = {
    SimpleEffect.FACE_UP.value: _FaceUp(),
    SimpleEffect.REVEAL.value: _Reveal(),
    SimpleEffect.NOTE_PASSING_PLAYER.value: _NotePassingPlayer(),
    SimpleEffect.NOTE_DRAFTED_CARDS.value: _NoteDraftedCards(),
    SimpleEffect.CHOOSE_COLORS.value: _ChooseColors(),
    SimpleEffect.AETHER_SEARCHER.value: _AetherSearcher(),
    SimpleEffect.CANAL_DREDGER.value: _CanalDredger(),
    SimpleEffect.ARCHDEMON_OF_PALIANO.value: _Archdemon(),
    SimpleEffect.BURN_AFTER_PICKING.value: _BurnAfterPicking(),
    SimpleEffect.REMOVE_DRAFT_CARD.value: _RemoveDraftCard(),
    SimpleEffect.COGWORK_LIBRARIAN.value: _Librarian(),
    SimpleEffect.AGENT_OF_ACQUISITIONS.value: _Agent(),
    SimpleEffect.LEOVOLDS_OPERATIVE.value: _Operative(),
    SimpleEffect.NOTE_CARD_NAME.value: _NoteFirst(lambda card: (card.name,), creatures_only=False),
    SimpleEffect.NOTE_CREATURE_NAME.value: _NoteFirst(lambda card: (card.name,)),
    SimpleEffect.NOTE_CREATURE_TYPES.value: _NoteFirst(lambda card: card.subtypes),
    SimpleEffect.TRACK_REMOVED_CARDS_NAMES.value: _TrackNames(),
    SimpleEffect.TRACK_REMOVED_CARDS_SUBTYPES.value: _TrackSubtypes(),
    SimpleEffect.COGWORK_GRINDER.value: _CountRemoved(),
    "AddCards": _AddCards(),
    "AddBooster": _AddBooster(),
}


def kind_of(effect: DraftEffect) -> str:
    """The name under which the rule of *effect* is registered."""
    if isinstance(effect, SimpleEffect):
        return effect.value
    if isinstance(effect, (AddCards, AddBooster)):
        return type(effect).__name__
    return effect.kind


def _checked(kind: str, rule: Any) -> EffectRule:
    if not isinstance(rule, EffectRule):
        raise DraftError(f"the rule of the effect {kind!r} is no EffectRule: {rule!r}")
    return rule


_RULES = Plugins("cardformats.effects", _checked, lambda: _BUILT_IN)


def register_effect(kind: str, rule: EffectRule) -> None:
    """Make *rule* known as the one for ``OtherEffect(kind)``, before any entry point of that name.

    Raises:
        DraftError: it is no rule, or *kind* is an effect of the library.
    """
    _checked(kind, rule)
    if kind in _BUILT_IN:
        raise DraftError(f"the effect {kind!r} has its rule already")
    _RULES.add(kind, rule)


def rule_for(kind: str) -> EffectRule:
    """The rule that is registered, or published as an entry point, as *kind*.

    Raises:
        DraftError: there is none, or it cannot be loaded.
    """
    try:
        return _RULES.get(kind)
    except UnknownPluginError:
        raise DraftError(f"no rule is known for the draft effect {kind!r}") from None
    except BrokenPluginError as error:
        reason = f"the rule of the effect {kind!r} cannot be loaded: {error.reason!r}"
        raise DraftError(reason) from error.reason


def rules_of(card: DraftCard) -> list[tuple[DraftEffect, EffectRule]]:
    """The effects of a card, each with its rule.

    Raises:
        DraftError: no rule is known for one.
    """
    return [(effect, rule_for(kind_of(effect))) for effect in card.effects]


def shows_removed(card: DraftCard) -> bool:
    """Whether all see the cards that *card* removed from the draft."""
    return any(rule.shows_removed for _, rule in rules_of(card))
