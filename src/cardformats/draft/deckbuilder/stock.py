"""The stock: a card set's cards by rarity and colour class, without basic lands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from ...model import Card, CardRef, CardSet
from ...model.frozen import FrozenDict
from ..cards import DraftCards, KnowsCards
from .cards import colors_of
from .rules import DeckbuilderRules
from .shapes import CLASSES, class_of

#: A rarity and a colour class; the cards that are of both have a sheet.
Kind: TypeAlias = tuple[str, str]


@frozen
class Stock:
    """Cards by rarity and colour class.

    Attributes:
        sheets: the cards of each kind that there are.
        unknown: references to cards of which nothing, or not the rarity, is known.
    """

    sheets: Mapping[Kind, tuple[Card, ...]]
    unknown: tuple[CardRef, ...] = ()

    def kinds(self, rarities: Sequence[str], classes: Sequence[str]) -> tuple[Kind, ...]:
        """Those kinds of any of the rarities and any of the classes that have cards."""
        kinds = [(rarity, word) for rarity in rarities for word in classes]
        return tuple([kind for kind in kinds if kind in self.sheets])

    def distinct(self, kind: Kind) -> int:
        """How many cards of a kind have different names."""
        return len({card.name for card in self.sheets[kind]})


def stock_of(
    cardset: CardSet, rules: DeckbuilderRules, catalogs: Sequence[KnowsCards] = ()
) -> Stock:
    """The cards of a card set by rarity and colour class.

    They are those that the set defines, and those that its sheets name and a catalog knows.  Basic
    lands are left out, as everybody has them, and cards of other rarities than the rules know.
    """
    found: dict[Kind, list[Card]] = {
        (rarity, word): []
        for rarity in dict.fromkeys(each for shape in rules.shapes for each in shape.rarities)
        for word in CLASSES
    }
    unknown = []
    for ref, card in _cards(cardset, catalogs):
        if ref.name in rules.basics or (card is not None and "Basic" in card.supertypes):
            continue
        if card is None or card.rarity is None:
            unknown.append(ref)
        else:
            found.get((card.rarity, class_of(colors_of(card))), []).append(card)
    sheets = {kind: tuple(cards) for kind, cards in found.items() if cards}
    return Stock(FrozenDict(sheets), tuple(unknown))


def _cards(
    cardset: CardSet, catalogs: Sequence[KnowsCards]
) -> Iterator[tuple[CardRef, Card | None]]:
    """All cards, each once."""
    known_cards = DraftCards(cardset, *catalogs)
    seen = set()
    for card in cardset.cards:
        if card.ref not in seen:
            seen.add(card.ref)
            yield card.ref, card
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            known = known_cards.card(entry.card)
            ref = entry.card if known is None else known.ref
            if ref not in seen:
                seen.add(ref)
                yield ref, known
