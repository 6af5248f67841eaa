"""Bots: who drafts without a person; and drafts that they play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from math import fsum
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from ..bits import Bits, Seed, Source
from ..errors import CollationError, DraftError
from ..model import Card, CardRef, CardSet, Color, LayoutChoice, Pack, PackCard
from .actions import Answer, PassPack, Pick, SeatAction, UseCard
from .asking import seat_of
from .booster.deals import ACCEPT, DEAL, NO, OFFER
from .booster.game import BoosterDraft
from .booster.state import MAX_CARDS, MAX_SEATS, Question
from .booster.views import Usable, View
from .cards import DraftCard, DraftCards, KnowsCards, Worth, draft_cards

if TYPE_CHECKING:
    from .zones.game import ZoneDraft, ZoneView

ZonesT = TypeVar("ZonesT", bound="ZoneDraft")


class Bot(Protocol):
    """Anything that acts for a seat of a booster draft.

    It sees no more than a view.  One that remembers nothing from action to action goes on after a
    restart as if nothing had been; for chance there are a seed, the seat and the view's moment.
    """

    def act(self, view: View) -> SeatAction:
        """Return the action of the seat, which has something to do."""


class ZoneBot(Protocol):
    """Anything that acts for a seat of a draft of zones, as a :class:`Bot` does."""

    def act(self, view: ZoneView) -> Any:
        """Return the action of the seat, which has something to do."""


def pick_in_order(view: View, order: Iterable[int], using: Usable | None = None) -> Pick:
    """Return the pick that drafts the first cards of the pack in an *order*, and burns the last.

    Args:
        view: what a seat that has to pick sees.
        order: the numbers of all cards in the pack, the most wanted first; does not matter if the
            seat drafts at random.
        using: what it uses, one of ``view.usable``; the first card drafted is then the first one
            that goes with it.  If it removes cards from the draft, it removes all of them.
    """
    used = () if using is None else (using.card,)
    if view.is_blind:
        return Pick(view.seat, using=used)
    cards, count = list(order), view.to_pick
    if using is not None:
        first = next(card for card in cards if card in using.first)
        cards.remove(first)
        cards.insert(0, first)
        count = len(cards) if using.takes_pack else count + using.extra_cards
    drafted, left = cards[:count], cards[count:]
    burns = left[max(len(left) - view.to_burn, 0) :]
    # a single card is removed without a choice
    removed = drafted if using is not None and using.removes and len(drafted) > 1 else ()
    return Pick(view.seat, drafted, burns, used, removed)


#: No draft of zones has more seats.
_ZONE_SEATS = 100

#: A bot with at least this number of cards adds no pack: if each pack had several cards that add
#: another, the draft would not end.
_ENOUGH = 45


class PreferringBot(ABC):
    """Acts by an order of the cards in its pack; subclasses say which."""

    def __init__(self, seed: Seed, *, uses: bool = True) -> None:
        """Derive chance from *seed*; use no cards while drafting if *uses* is False.

        Raises:
            CollationError: If the seed is not an int, str or bytes.
        """
        self._source = Source(seed, "bot")
        self._uses = uses

    @overload
    def act(self, view: View) -> SeatAction: ...
    @overload
    def act(self, view: ZoneView) -> Any: ...
    def act(self, view: View | ZoneView) -> Any:
        """Return the action of the seat.

        Raises:
            DraftError: If the seat has nothing to do.
        """
        if not isinstance(view, View):
            return self.choice(view, Bits(self._source, view.moment * _ZONE_SEATS + view.seat))
        bits = Bits(self._source, view.moment * MAX_SEATS + view.seat)
        if view.duty == "pick":
            use = self.use_card(view, bits) if self._uses and view.usable_anytime else None
            if use is not None:
                return use
            order = [] if view.is_blind else self.order(view, bits)
            uses = self._uses and order and view.usable
            return pick_in_order(view, order, self.using(view, order, bits) if uses else None)
        if view.duty == "pass":
            return PassPack(view.seat)
        if view.question is None:
            raise DraftError("has nothing to do", view.seat)
        if view.question.effect == "AddBooster" and len(view.pool) >= _ENOUGH:
            return Answer(view.seat, "no")
        return Answer(view.seat, self.answer(view, view.question, bits))

    @abstractmethod
    def order(self, view: View, bits: Bits) -> list[int]:
        """Return the numbers of the cards in the pack, the most wanted first."""

    @abstractmethod
    def using(self, view: View, order: list[int], bits: Bits) -> Usable | None:
        """Choose what to use with a pick; there is something, and the pack can be looked at."""

    def choice(self, view: ZoneView, bits: Bits) -> Any:
        """Choose any action in a draft of zones."""
        return view.random_action(bits)

    def use_card(self, view: View, bits: Bits) -> UseCard | None:
        """Choose what to use before a pick; there is something.

        By default nothing, since who remembers nothing gains nothing by a look at other packs.
        """
        return None

    def answer(self, view: View, question: Question, bits: Bits) -> str:
        """Choose any of the options."""
        return question.options[bits.below(len(question.options))]


#: The average number of picks for each use of a usable card.
_ONE_IN = 3


class RandomBot(PreferringBot):
    """Drafts any cards, and now and then uses any card that it can use."""

    def order(self, view: View, bits: Bits) -> list[int]:
        """Return the cards in random order."""
        return bits.shuffled(view.pack)

    def using(self, view: View, order: list[int], bits: Bits) -> Usable | None:
        """Choose any card, in one of three picks."""
        if bits.below(_ONE_IN):
            return None
        return view.usable[bits.below(len(view.usable))]

    def use_card(self, view: View, bits: Bits) -> UseCard | None:
        """Choose any card with any choice, before one of three picks."""
        if bits.below(_ONE_IN):
            return None
        use = view.usable_anytime[bits.below(len(view.usable_anytime))]
        return UseCard(view.seat, use.card, use.choices[bits.below(len(use.choices))])


#: Ratings are from 0 to 5; these are for cards that have none.
_BY_RARITY = {"mythic": 3.5, "special": 3.0, "rare": 3.0, "uncommon": 2.5, "land": 0.5, "token": 0}
_ANY_OTHER = 2.0


class RatedBot(PreferringBot):
    """Drafts the cards with the highest rating; those without one count by their rarity."""

    def __init__(
        self,
        cards: CardSet | DraftCards | KnowsCards,
        seed: Seed,
        *,
        uses: bool = True,
        ratings: Mapping[str, float] | None = None,
    ) -> None:
        """Look ratings up in *cards*: a card set, a catalog, or both as :class:`DraftCards`.

        Between equal cards chance decides, which is derived from *seed*.  If *uses* is False, the
        bot does not use cards while it drafts.  *ratings* by name, e.g. learned ones, precede those
        of *cards*; they are from 0 to 5.

        Raises:
            CollationError: If the seed is not an int, str or bytes.
        """
        super().__init__(seed, uses=uses)
        self._cards = draft_cards(cards)
        self._ratings = dict(ratings or {})
        self._known: dict[CardRef, Card | None] = {}

    def order(self, view: View, bits: Bits) -> list[int]:
        """Sort the cards by worth, the highest first."""
        worth = self.worth(view)
        ranks = {number: -worth(card) for number, card in view.pack.items()}
        return sorted(bits.shuffled(view.pack), key=ranks.__getitem__)

    def using(self, view: View, order: list[int], bits: Bits) -> Usable | None:
        """Choose a card if its use is worth it, compared to the median card of the pool.

        Another card is drafted if it is at least as good, a whole pack if it is better on average,
        and cards are removed from the draft if all of the pack are worse.  Whatever costs nothing
        is used if it goes with the best card.
        """
        worth = self.worth(view)
        wanted = [worth(view.pack[number]) for number in order]
        middle = sorted(map(worth, view.pool.values()))[len(view.pool) // 2]
        for usable in view.usable:
            if usable.takes_pack:
                is_worth_it = fsum(wanted) > middle * len(wanted)
            elif usable.removes:
                is_worth_it = wanted[0] < middle
            elif usable.extra_cards:
                is_worth_it = wanted[view.to_pick + usable.extra_cards - 1] >= middle
            else:
                is_worth_it = order[0] in usable.first
            if is_worth_it:
                return usable
        return None

    def choice(self, view: ZoneView, bits: Bits) -> Any:
        """Choose the action that gets the cards that are worth most."""
        return view.best_action(self.worth(view), bits)

    def answer(self, view: View, question: Question, bits: Bits) -> str:
        """Yes to a pack, the own seat for a last card, and any other option at random.

        It guesses that the best card is drafted, and gives its worst one for a better one.
        """
        if question.effect == "SpirePhantasm":
            names = {name: self.rating(DraftCard(CardRef(name))) for name in question.options}
            return max(names, key=names.__getitem__)
        if question.effect in (DEAL, OFFER, ACCEPT):
            return self._deal(view, question)
        for liked in ("yes", str(view.seat)):
            if liked in question.options:
                return liked
        return super().answer(view, question, bits)

    def _deal(self, view: View, question: Question) -> str:
        """Choose the worst card to reveal or offer, or the best offer; no if that gains nothing."""
        worth, cards = self.worth(view), {**view.pool, **view.offered}
        choices = [int(option) for option in question.options if option != NO]
        ranked = sorted(choices, key=lambda card: worth(cards[card]))
        accepts = question.effect == ACCEPT
        chosen = ranked[-1 if accepts else 0]
        if question.effect == DEAL or question.about is None:
            return str(chosen)
        gain = worth(cards[chosen]) - worth(cards[question.about])
        return str(chosen) if (gain if accepts else -gain) > 0 else NO

    def worth(self, view: View | ZoneView) -> Worth:
        """Return the function that rates cards now."""
        return self.rating

    def rating(self, card: DraftCard) -> float:
        """Return the rating of a card, from 0 to 5."""
        if self._ratings and card.name in self._ratings:
            return self._ratings[card.name]
        known = self.card(card)
        if known is not None and known.rating is not None:
            return known.rating
        return _BY_RARITY.get((known and known.rarity) or "", _ANY_OTHER)

    def card(self, card: DraftCard) -> Card | None:
        """Return the known card of that reference, or None."""
        try:
            return self._known[card.card]
        except KeyError:
            return self._known.setdefault(card.card, self._cards.card(card.card))


#: Bonus of a card that can be cast, once the pool shows the colours of the deck.
_BONUS = 2.0
_SETTLED = 15
_COLORS = 2

_LETTERS = frozenset(color.value for color in Color)


class ColorBot(RatedBot):
    """Drafts by rating and for two colours: the more cards it has, the more these count.

    The colours are those of its cards; a better card counts for more.
    """

    def worth(self, view: View | ZoneView) -> Worth:
        """Return the rating, and more if the card can be cast with the bot's colours."""
        colors = self._liked(view)[:_COLORS]
        bonus = _BONUS * min(len(view.pool), _SETTLED) / _SETTLED

        def worth(card: DraftCard) -> float:
            known = self.card(card)
            castable = known is not None and is_castable(known, colors)
            return self.rating(card) + (bonus if castable else 0)

        return worth

    def answer(self, view: View, question: Question, bits: Bits) -> str:
        """Choose one of its own colours, if it is asked for a colour."""
        for color in self._liked(view):
            if color in question.options:
                return color
        return super().answer(view, question, bits)

    def _liked(self, view: View | ZoneView) -> list[str]:
        """Return the letters of the colours of its cards, the one it has most of first."""
        counts: dict[str, float] = {}
        for card in view.pool.values():
            known = self.card(card)
            for color in known.colors if known else ():
                counts[color.value] = counts.get(color.value, 0) + self.rating(card)
        return sorted(counts, key=lambda color: (-counts[color], color))


def is_castable(card: Card, colors: Collection[str]) -> bool:
    """Return whether a card can be cast with lands of these colours (CR 107.4)."""
    if card.mana_cost is None:
        return {color.value for color in card.colors} <= {*colors}
    return all(_is_payable(symbol, colors) for symbol in card.mana_cost.symbols)


def _is_payable(symbol: str, colors: Collection[str]) -> bool:
    """Return whether a symbol has a half that needs no other colour than these."""
    halves = symbol.split("/")
    return any(half in colors or half not in _LETTERS for half in halves)


# drafts that bots play


class MakesPacks(Protocol):
    """Anything that opens one pack more, such as a :class:`cardformats.Generator`."""

    def more(
        self, opened: Iterable[PackCard], layouts: Sequence[LayoutChoice], *, number: int
    ) -> Pack:
        """Open pack *number* of its kind, of one of the *layouts*, or of any if there are none.

        Args:
            opened: the cards of all packs that were opened, which a finite supply has no more.
            layouts: which layouts it may have, with weights.
            number: the same number gives the same pack.

        Raises:
            CollationError: If the pack cannot be made, e.g. because too few cards are left.
        """


@overload
def play(
    state: BoosterDraft,
    bots: Sequence[Bot | None],
    packs: MakesPacks | None = None,
    cards: CardSet | DraftCards | None = None,
    until: Callable[[BoosterDraft], bool] | None = None,
) -> BoosterDraft: ...
@overload
def play(
    state: ZonesT,
    bots: Sequence[ZoneBot | None],
    *,
    until: Callable[[ZonesT], bool] | None = None,
) -> ZonesT: ...
def play(
    state: Any,
    bots: Sequence[Any],
    packs: MakesPacks | None = None,
    cards: CardSet | DraftCards | None = None,
    until: Callable[[Any], bool] | None = None,
) -> Any:
    """Let bots act until the draft is over, or only seats without a bot have something to do.

    Seats take turns to the left, from the seat that acted last.  So a draft that was stored goes on
    as it would have without.

    Args:
        state: the draft, of boosters or of zones.
        bots: for each seat its bot, or None.
        packs: opens the packs that seats add to the draft; there are none if it is not given.
        cards: where it is looked up what the cards in them do.
        until: the draft is played until this is true of it; it is asked before each action.

    Raises:
        DraftError: If there are not as many bots as seats, packs are given without cards, or the
            action of a bot is not allowed.
    """
    if len(bots) != len(state.seats):
        raise DraftError(f"there are {len(state.seats)} seats, and bots or None for {len(bots)}")
    while not (state.is_over or (until is not None and until(state))):
        if isinstance(state, BoosterDraft) and state.orders:
            state = fill_orders(state, packs, cards)
        # the start, and several actions together, are of no seat
        last = seat_of(state.log[-1].action)
        first = 0 if last is None else last + 1
        for seat in (*range(first, len(bots)), *range(first)):
            bot = bots[seat]
            if bot is not None and state.duty(seat) != "wait":
                break
        else:
            return state
        state = state.do(action_of(bot, state, seat))
    return state


def action_of(bot: Any, state: Any, seat: int) -> Any:
    """Return what the bot of a seat does.

    Raises:
        DraftError: If the action is one of another seat.
    """
    action = bot.act(state.view(seat))
    if (other := seat_of(action)) != seat:
        of = "without a seat" if other is None else f"of seat {other}"
        raise DraftError(f"its bot returned an action {of}", seat)
    return action


def fill_orders(
    state: BoosterDraft,
    packs: MakesPacks | None = None,
    cards: CardSet | DraftCards | None = None,
) -> BoosterDraft:
    """Open the packs that seats add to the draft, ``BoosterDraft.orders``.

    A pack's number is that of the packs opened before, so that the same draft gets the same packs.
    No pack is added if too few cards are left, its card requires a layout that does not exist, the
    draft has reached its maximum, or there are no *packs*.

    Raises:
        DraftError: If packs are given without cards, or no rule is known for the effect of a card.
    """
    if packs is not None and cards is None:
        raise DraftError(
            "what the cards in added packs do is looked up in cards, which are not given"
        )
    while state.orders:
        order, added = state.orders[0], tuple[DraftCard, ...]()
        if packs is not None and cards is not None:
            with suppress(CollationError):
                pack = packs.more(state.opened, order.layouts, number=state.packs)
                added = draft_cards(cards).of(pack)
        fits = len(state.cards) + len(added) <= MAX_CARDS
        state = state.add_pack(order.seat, added if fits else ())
    return state
