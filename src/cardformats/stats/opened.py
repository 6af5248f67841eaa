"""Opened packs: their cards, as far as all packs show them, and their layouts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

from attrs import frozen

from ..collation.odds.cards import what_is
from ..collation.words import Words
from ..errors import CollationError
from ..model import CardRef, Pack, PackCard

#: A card as opened packs show it.
Card: TypeAlias = PackCard | CardRef | str

#: An opened pack: the cards that are in it.
Opened: TypeAlias = Pack | Iterable[Card]

#: The card, or its name, and the finish.
Key: TypeAlias = tuple[CardRef | str, str | None]


@frozen
class PackView:
    """The information that packs show.

    Attributes:
        cards: The known facts of each card: its ``place`` (with slot and sheet), its ``finish``,
            only the ``card``, or only its ``name``.
        layouts: Whether they show their layouts, too.
    """

    cards: str
    layouts: bool

    @property
    def has_finishes(self) -> bool:
        """Return whether the finishes of cards are known."""
        return self.cards in {"place", "finish"}

    def key(self, card: Card) -> Key:
        """Return the key of a card, as far as all cards show it."""
        ref, finish = what_is(card) if isinstance(card, PackCard) else (card, None)
        if self.cards == "name" and isinstance(ref, CardRef):
            ref = ref.name
        return ref, finish if self.has_finishes else None


@frozen(eq=False)
class OpenedPacks:
    """Opened packs.

    Attributes:
        view: The information that they show.
        packs: The cards of each pack.
        layouts: The layout of each; empty if they do not show it.
    """

    view: PackView
    packs: Sequence[Sequence[Card]]
    layouts: Sequence[str]

    @classmethod
    def read(
        cls,
        observed: Iterable[Opened],
        words: Words | None = None,
        layouts: Collection[str] = (),
        sheets: Collection[str] = (),
    ) -> OpenedPacks:
        """Read packs; with the *words* of a set, cards get the references of the set's packs.

        Names of *layouts* and *sheets* are used only if all of the packs' names are among them.

        Raises:
            CollationError: If these are not packs, such as a single one, or there are none; or a
                card or a finish is not known.
        """
        if isinstance(observed, (Pack, str)) or not isinstance(observed, Iterable):
            raise CollationError(f"a list of packs is needed, not {_short(observed)}")
        whole = [_checked(number, pack, words) for number, pack in enumerate(observed)]
        if not whole:
            raise CollationError("there are no packs to test")
        packs = [each.cards if isinstance(each, Pack) else each for each in whole]
        names = [each.layout for each in whole if isinstance(each, Pack) and each.layout in layouts]
        has_layouts = len(names) == len(whole)
        view = PackView(_least([*chain.from_iterable(packs)], sheets), has_layouts)
        return cls(view, packs, names if has_layouts else ())

    def card_keys(self) -> list[list[Key]]:
        """Return the keys of the cards of each pack."""
        return [[self.view.key(card) for card in pack] for pack in self.packs]


def _least(cards: Sequence[Card], sheets: Collection[str]) -> str:
    """Return the information that all of *cards* show."""
    kinds = {*map(type, cards)}
    if str in kinds:
        return "name"
    if CardRef in kinds:
        return "card"
    is_placed = cards and all(isinstance(card, PackCard) and card.sheet in sheets for card in cards)
    return "place" if is_placed else "finish"


def _checked(number: int, pack: Opened, words: Words | None) -> Pack | tuple[Card, ...]:
    """Return pack *number*, with cards that *words* contain.

    Raises:
        CollationError: If it is not a pack, or has unknown cards.
    """
    if isinstance(pack, (str, Mapping)) or not isinstance(pack, (Pack, Iterable)):
        raise CollationError(f"pack {number} must be a list of its cards, not {_short(pack)}")
    own: Any = pack if isinstance(pack, Pack) else tuple(pack)
    for card in () if isinstance(own, Pack) else own:
        if not isinstance(card, (PackCard, CardRef, str)):
            what = _short(card)
            raise CollationError(f"pack {number} contains something that is not a card: {what}")
    try:
        return own if words is None else words.pack(own)  # type: ignore[no-any-return] # a pack
    except CollationError as error:
        raise CollationError(f"pack {number}: {error}") from None


def _short(value: object) -> str:
    """Return a short description of a value, for a message."""
    return f"the text {value!r}" if isinstance(value, str) else f"a {type(value).__name__}"
