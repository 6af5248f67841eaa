"""Cards at a draft's table: how they are named, and what the rules have to know of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

from attrs import evolve, frozen

from ..errors import DraftError
from ..model import AddCards, Card, CardRef, CardSet, DraftEffect, Event, Face, Pack, PackCard
from .official import OFFICIAL_EFFECTS


@frozen
class DraftCard:
    """What a draft knows of a card.

    Attributes:
        card: which card.
        finish: its finish; None for the usual.
        effects: what it does during the draft.
        types: its card types; None if they are not known.
        subtypes: its subtypes.
        adds: the cards that its effect :class:`~cardformats.model.AddCards` names.
        slot, sheet: where in a pack it came from; empty if it did not come from one.
    """

    card: CardRef
    finish: str | None = None
    effects: tuple[DraftEffect, ...] = ()
    types: tuple[str, ...] | None = None
    subtypes: tuple[str, ...] = ()
    adds: tuple[DraftCard, ...] = ()
    slot: str = ""
    sheet: str = ""

    @property
    def name(self) -> str:
        """Return the card's name."""
        return self.card.name


#: How much a card is wanted.
Worth: TypeAlias = Callable[[DraftCard], float]


class KnowsCards(Protocol):
    """Anything that knows cards by name: a card set, or a catalog."""

    def printings(self, name: str) -> Sequence[Card]:
        """Return all printings of the card of that name; empty if there is none."""


class DraftCards:
    """Looks up what a draft has to know of the cards in packs."""

    def __init__(self, cardset: CardSet, *catalogs: KnowsCards, official: bool = True) -> None:
        """Look cards up in *cardset*, then in the *catalogs* in turn.

        A card without effects of its own has those of the official card of its name, unless
        *official* is False, or *cardset* says of it what it is: that is another card, whatever its
        name.  If its text speaks of drafting it is the official one after all, in a format that
        has no draft effects.
        """
        self._cardset = cardset
        self._catalogs = catalogs
        self._official = official
        self._known: dict[PackCard | CardRef, DraftCard] = {}

    @property
    def event(self) -> Event | None:
        """Return the event of the card set, or None."""
        return self._cardset.event

    def of(self, pack: Pack | Iterable[PackCard | CardRef]) -> tuple[DraftCard, ...]:
        """Return the cards of a pack.

        Raises:
            DraftError: If a part of the pack is neither a card nor a reference to a card.
        """
        cards = pack.cards if isinstance(pack, Pack) else pack
        return tuple([self._known.get(card) or self._look_up(card) for card in cards])

    def _look_up(self, card: PackCard | CardRef) -> DraftCard:
        if isinstance(card, PackCard):
            made = evolve(self._made(card.card, card.finish), slot=card.slot, sheet=card.sheet)
        elif isinstance(card, CardRef):
            made = self._made(card, None)
        else:
            raise DraftError(f"a pack holds PackCards or CardRefs, not {card!r}")
        named = [
            self._made(ref, None)
            for effect in made.effects
            if isinstance(effect, AddCards)
            for ref in effect.cards
        ]
        self._known[card] = evolve(made, adds=tuple(named)) if named else made
        return self._known[card]

    def _made(self, ref: CardRef, finish: str | None) -> DraftCard:
        card = self.card(ref)
        effects = card.draft_effects if card else ()
        if not effects and self._official and not self._is_another(ref):
            effects = OFFICIAL_EFFECTS.get(ref.name, ())
        if card is None:
            return DraftCard(ref, finish, effects)
        types = card.types or None  # formats for games without types say nothing of them
        return DraftCard(ref, finish or card.finish, effects, types, card.subtypes)

    def _is_another(self, ref: CardRef) -> bool:
        """Return whether the card set says what the card is, and that is not the official one."""
        own = self._cardset.card(ref)
        if own is None or own.faces == (Face(own.name),):
            return False
        if any(each.get("official") for each in own.extras.values()):
            return False  # a reader has it from a catalog
        return not any("draft" in face.text.lower() for face in own.faces)

    def card(self, ref: CardRef) -> Card | None:
        """Return the known card of that reference, or None."""
        card = self._cardset.card(ref)
        if card is not None:
            return card
        for catalog in self._catalogs:
            for card in catalog.printings(ref.name):
                return card
        return None


def draft_cards(cards: CardSet | DraftCards | KnowsCards) -> DraftCards:
    """Return what looks cards up in a card set or a catalog; itself if it does so already."""
    if isinstance(cards, DraftCards):
        return cards
    return DraftCards(cards) if isinstance(cards, CardSet) else DraftCards(CardSet(), cards)


#: Whatever names a card.
Named: TypeAlias = str | CardRef | Card | PackCard | DraftCard


def ref_of(card: Named) -> CardRef:
    """Return the reference to a card.

    Raises:
        DraftError: If it is not a card and not a reference to a card.
    """
    if isinstance(card, CardRef):
        return card
    if isinstance(card, str):
        return CardRef(card)
    if isinstance(card, Card):
        return card.ref
    if isinstance(card, (PackCard, DraftCard)):
        return card.card
    raise DraftError(f"this names no card: {card!r}")


def agree(one: CardRef, other: CardRef) -> bool:
    """Return whether two references can mean the same printing: what both of them give is the same.

    Set codes compare without regard to case.
    """
    parts = zip(_parts(one), _parts(other), strict=True)
    return one.name == other.name and all(a is None or b is None or a == b for a, b in parts)


def exactness(ref: CardRef) -> int:
    """Return how many parts of a printing a reference gives, from 0 to 3."""
    return sum(part is not None for part in _parts(ref))


def _parts(ref: CardRef) -> tuple[str | None, ...]:
    return (ref.set_code and ref.set_code.lower(), ref.number, ref.id)
