"""What opened packs tell: their cards, as far as all of them do, and their layouts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from attrs import evolve, frozen

from ...errors import CollationError
from ...model import CardRef, Pack, PackCard
from ..odds.cards import what_is
from ..words import Words

#: A card as opened packs tell it.
Card: TypeAlias = PackCard | CardRef | str

#: An opened pack: the cards that are in it.
Opened: TypeAlias = Pack | Iterable[Card]

#: What tells cards from one another: the card, or its name, and the finish.
Key: TypeAlias = tuple[CardRef | str, str | None]


def packs_of(
    observed: Iterable[Opened], words: Words | None = None
) -> list[Pack | tuple[Card, ...]]:
    """Opened packs, each as it is or as its cards.

    With the *words* of a set, cards are as packs of the set name them.

    Raises:
        CollationError: they are no packs, such as a single one, or there are none; or a card or a
            finish is not known.
    """
    if isinstance(observed, (Pack, str)) or not isinstance(observed, Iterable):
        raise CollationError(f"a list of packs is needed, not {_short(observed)}")
    packs = [
        each if isinstance(each, Pack) else _cards_of(number, each)
        for number, each in enumerate(observed)
    ]
    if not packs:
        raise CollationError("there are no packs to test")
    return packs if words is None else [_spelt(each, at, words) for at, each in enumerate(packs)]


def _spelt(pack: Pack | tuple[Card, ...], number: int, words: Words) -> Pack | tuple[Card, ...]:
    try:
        return words.pack(pack)  # type: ignore[no-any-return] # the same kind of pack
    except CollationError as error:
        raise CollationError(f"pack {number}: {error}") from None


def _cards_of(number: int, pack: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a pack that is no :class:`Pack`."""
    if isinstance(pack, (str, Mapping)) or not isinstance(pack, Iterable):
        raise CollationError(f"pack {number} must be a list of its cards, not {_short(pack)}")
    cards = tuple(pack)
    for card in cards:
        if not isinstance(card, (PackCard, CardRef, str)):
            raise CollationError(
                f"pack {number} contains something that is not a card: {_short(card)}"
            )
    return cards


def _short(value: object) -> str:
    """What a value is, in a message."""
    return f"the text {value!r}" if isinstance(value, str) else f"a {type(value).__name__}"


@frozen
class View:
    """How much packs tell.

    Attributes:
        cards: what is known of each card: its ``place`` (with slot and sheet), its ``finish``, just
            the ``card``, or just its ``name``.
        layouts: they tell their layouts, too.
    """

    cards: str
    layouts: bool

    def card(self, card: Card) -> Card:
        """What is left of a card that may tell more."""
        if self.cards == "place" or isinstance(card, str):
            return card
        if self.cards == "finish" and isinstance(card, PackCard):
            return evolve(card, slot="", sheet="")
        ref = card.card if isinstance(card, PackCard) else card
        return ref.name if self.cards == "name" else ref

    def key(self, card: Card) -> Key:
        """What tells a card from others."""
        seen = self.card(card)
        return what_is(seen) if isinstance(seen, PackCard) else (seen, None)


@frozen(eq=False)
class Observed:
    """Opened packs.

    Attributes:
        view: how much they tell.
        packs: the cards of each.
        layouts: the layout of each; empty if they do not tell it.
    """

    view: View
    packs: list[list[Card]]
    layouts: list[str]

    @classmethod
    def read(
        cls, observed: Iterable[Opened], layouts: Collection[str], sheets: Collection[str]
    ) -> Observed:
        """Take packs, and of their cards what all of them tell.

        Names of layouts and sheets say something only if they are all among those that are known.

        Raises:
            CollationError: they are no packs, or there are none.
        """
        opened = packs_of(observed)
        packs = [each.cards if isinstance(each, Pack) else each for each in opened]
        names = [each.layout if isinstance(each, Pack) else None for each in opened]
        known = [name for name in names if name is not None and name in layouts]
        cards = _least((card for pack in packs for card in pack), sheets)
        view = View(cards, len(known) == len(names))
        seen = [[view.card(card) for card in pack] for pack in packs]
        return cls(view, seen, known if view.layouts else [])

    def pack_keys(self) -> list[list[Key]]:
        """What tells the cards of each pack from one another."""
        return [[self.view.key(card) for card in pack] for pack in self.packs]


def _least(cards: Iterable[Card], sheets: Collection[str]) -> str:
    """What all of *cards* tell."""
    kinds = set()
    is_placed = True
    for card in cards:
        kinds.add(type(card))
        is_placed = is_placed and isinstance(card, PackCard) and card.sheet in sheets
    if str in kinds:
        return "name"
    return "card" if CardRef in kinds else "place" if kinds and is_placed else "finish"
