"""Draft effects: the rules of the library's own, and where they and those of others are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve, frozen

from ...bits import Bits
from ...errors import DraftError
from ...model import AddBooster, AddCards, CardRef, Color, DraftEffect, SimpleEffect
from ...plugins import BrokenPluginError, Plugins, UnknownPluginError
from ..cards import DraftCard
from .deals import DEAL_RULES
from .rule import EffectRule, Held, PickInProgress, kind_of
from .state import BoosterState, DraftRules, NoteValue, PackOrder, Question, Standing, question_of
from .step import BoosterStep

#: What asks which seat gets a last card, if there are several.
LAST_CARD = "CanalDredger"


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
        if effect.count is not None and effect.count < len(cards):  # all of them are no choice
            cards = _some(cards, effect.count, step.bits(), distinct=effect.distinct)
        for number in step.add_to_pool(held.seat, cards):
            if SimpleEffect.FACE_UP in step.cards[number].effects:
                step.turn_up(held.seat, number)


def _some(cards: list[DraftCard], count: int, bits: Bits, *, distinct: bool) -> list[DraftCard]:
    """Choose a number of the cards at random; if distinct, no card twice while there are others."""
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
        if pick.seat != standing.seat or not pick.at_random:
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
            return f"{step.cards[cards[0]].name!r} is not a creature"
        return None

    def used(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        if self.refusal(step, held, pick.cards):
            return
        step.reveal(held.seat, pick.cards[0])
        for value in self.values(step.cards[pick.cards[0]]):
            step.note(held.seat, held.card, kind_of(held.effect), value)
        step.turn_down(held.seat, held.card)


# effects that show what others may not see; a program that does not know them does nothing


class _Looks(EffectRule):
    """Its seat looks at the next card that is drafted from a pack, or by a seat.

    Attributes:
        about: the member of a pick that says which pack or seat it is.
    """

    about: str

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        if getattr(pick, self.about) == standing.about and pick.cards:
            step.look(standing.seat, pick.cards[:1])
            step.end(standing)


class _CogworkSpy(_Looks):
    """Its drafter looks at the next card drafted from the same pack, which costs it nothing."""

    about = "pack"

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        if step.table.rules == "cr":
            step.stand(Standing("CogworkSpy", held.seat, held.card, about=pick.pack))


class _IllusionaryInformant(_Looks):
    """Its seat turns it face down, and looks at the next card that a seat of its choice drafts."""

    is_usable_anytime = True
    about = "seat"

    def choices(self, step: BoosterStep, held: Held) -> tuple[str, ...]:
        return tuple(map(str, range(len(step.seats)))) if step.table.rules == "cr" else ()

    def chosen(self, step: BoosterStep, held: Held, choice: str) -> None:
        step.turn_down(held.seat, held.card)
        step.stand(Standing("IllusionaryInformant", held.seat, held.card, about=int(choice)))


class _WhispergearSneak(EffectRule):
    """Its seat turns it face down, and looks at a pack that no other seat looks at.

    A seat that cannot look at packs does not use it.
    """

    is_usable_anytime = True

    def choices(self, step: BoosterStep, held: Held) -> tuple[str, ...]:
        return tuple(self._packs(step, held.seat))

    def chosen(self, step: BoosterStep, held: Held, choice: str) -> None:
        cards = self._packs(step, held.seat)[choice]
        step.turn_down(held.seat, held.card)
        step.look(held.seat, cards)

    def _packs(self, step: BoosterStep, seat: int) -> dict[str, tuple[int, ...]]:
        """Return the packs to look at: passed ones by their numbers, then those of later rounds.

        The one it looks at as it is, is not among them.
        """
        if step.table.rules != "cr" or is_blind(step, seat):
            return {}
        packs = {
            f"pack {pack.number}": pack.cards
            for number, mine in enumerate(step.seats)
            for pack in (*mine.packs[looks(step, number) :], *mine.coming)
        }
        for number in range(step.round + 1, len(step.table.rounds)):
            for opener, cards in enumerate(step.table.rounds[number].packs):
                if cards:
                    packs[f"round {number} seat {opener}"] = cards
        return packs


#: Texts longer than any card's name.
_MAX_NAME = 200


class _SpirePhantasm(EffectRule):
    """Before the next card is drafted from the same pack, its seat guesses it; then it is revealed.

    The guess is noted, and whether it is ``right`` or ``wrong``.  A seat that drafts that card
    itself knows it, unless it does so at random.
    """

    comes_before = True

    def drafted(self, step: BoosterStep, held: Held, pick: PickInProgress) -> None:
        if step.table.rules == "cr":
            sees = not pick.at_random
            step.stand(Standing("SpirePhantasm", held.seat, held.card, about=pick.pack, sees=sees))

    def announced(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        is_known = pick.seat == standing.seat and not pick.at_random
        if pick.pack == standing.about and standing.left and not is_known:
            step.ask(self._question(step, standing, pick))

    def accepts(self, question: Question, answer: str, rules: DraftRules) -> bool:
        return 0 < len(answer) <= _MAX_NAME

    def by_chance(self, step: BoosterStep, question: Question) -> str:
        return step.cards[question.card].name  # any other would tell all what is in the pack

    def answered(self, step: BoosterStep, question: Question, answer: str) -> None:
        step.note(question.seat, question.card, "SpirePhantasm", answer)
        for standing in step.standing:
            if (standing.effect, standing.card) == ("SpirePhantasm", question.card):
                step.replace(standing, evolve(standing, left=0))

    def watched(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> None:
        if pick.pack != standing.about or not pick.cards:
            return
        card = pick.cards[0]
        name = step.cards[card].name
        if standing.left:  # by the pick of its own card
            guess = step.cards[standing.card].name if pick.at_random else name
            step.note(standing.seat, standing.card, "SpirePhantasm", guess)
        guess = str(step.noted(standing.card, "SpirePhantasm")[-1])
        step.reveal(pick.seat, card)
        is_right = guess.casefold() in {each.casefold() for each in (name, *name.split(" // "))}
        step.note(standing.seat, standing.card, "SpirePhantasm", "right" if is_right else "wrong")
        step.end(standing)

    def _question(self, step: BoosterStep, standing: Standing, pick: PickInProgress) -> Question:
        """Ask which card it will be: one of those that its seat left in the pack.

        One that has not seen the pack has no more to go by than the name of the card that asks.
        """
        left = step.seats[pick.seat].packs[0].cards if standing.sees else (standing.card,)
        names = tuple(sorted({step.cards[card].name for card in left}))
        return Question(standing.seat, "SpirePhantasm", standing.card, names, about=pick.seat)


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
    "CogworkSpy": _CogworkSpy(),
    "IllusionaryInformant": _IllusionaryInformant(),
    "WhispergearSneak": _WhispergearSneak(),
    "SpirePhantasm": _SpirePhantasm(),
    **DEAL_RULES,
}


def _checked(kind: str, rule: Any) -> EffectRule:
    if not isinstance(rule, EffectRule):
        raise DraftError(f"the rule of the effect {kind!r} is not an EffectRule: {rule!r}")
    return rule


_RULES = Plugins("cardformats.effects", _checked, lambda: _BUILT_IN)


def register_effect(kind: str, rule: EffectRule) -> None:
    """Make *rule* known as the one for ``OtherEffect(kind)``, before any entry point of that name.

    Raises:
        DraftError: If *rule* is not a rule, or *kind* is an effect of the library.
    """
    _checked(kind, rule)
    if kind in _BUILT_IN:
        raise DraftError(f"the effect {kind!r} has its rule already")
    _RULES.add(kind, rule)


def rule_for(kind: str) -> EffectRule:
    """Return the rule that is registered, or published as an entry point, as *kind*.

    Raises:
        DraftError: If there is no such rule, or it cannot be loaded.
    """
    try:
        return _RULES.get(kind)
    except UnknownPluginError:
        raise DraftError(f"no rule is known for the draft effect {kind!r}") from None
    except BrokenPluginError as error:
        reason = f"the rule of the effect {kind!r} cannot be loaded: {error.reason!r}"
        raise DraftError(reason) from error.reason


def rules_of(card: DraftCard) -> list[tuple[DraftEffect, EffectRule]]:
    """Return the effects of a card, each with its rule.

    Raises:
        DraftError: If no rule is known for an effect.
    """
    return [(effect, rule_for(kind_of(effect))) for effect in card.effects]


def shows_removed(card: DraftCard) -> bool:
    """Return whether all see the cards that *card* removed from the draft."""
    return any(rule.shows_removed for _, rule in rules_of(card))


def is_blind(state: BoosterState, seat: int) -> bool:
    """Return whether a seat cannot look at its packs, and drafts at random."""
    return any(each.seat == seat and rule_for(each.effect).is_blind for each in state.standing)


def looks(state: BoosterState, seat: int) -> bool:
    """Return whether a seat looks at the pack in front of it (CR 905.1c)."""
    return has_turn(state, seat) and not is_blind(state, seat)


def has_turn(state: BoosterState, seat: int) -> bool:
    """Return whether it is now that a seat deals with the pack in front of it.

    It does not before it has answered all that it is asked, unless that is about the pack.
    """
    question = question_of(state, seat)
    if state.announces(seat) or question is None:
        return state.announces(seat) or state.duty(seat) in ("pick", "pass")
    return question.effect == LAST_CARD
