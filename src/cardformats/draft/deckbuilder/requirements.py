"""What packs an event needs of which cards, and what cards there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from ...errors import DraftError
from ...model import Card, CardRef, CardSet
from ...model.frozen import FrozenDict
from ..booster.state import MAX_SEATS
from ..cards import DraftCards, KnowsCards
from .cards import colors_of
from .rules import CLASSES, MIN_PLAYERS, DeckbuilderRules, PackShape, Part, class_of

#: All packs are on the table from the start, so that their number has an end.
MAX_ROUNDS = 100


@frozen
class RarityNeed:
    """A number of cards that packs need.

    Attributes:
        rarities: each card is of any of these.
        classes: and of any of these colour classes.
        count: how many cards.
    """

    rarities: tuple[str, ...]
    classes: tuple[str, ...]
    count: int

    @property
    def kind(self) -> str:
        """Return it in words: ``common, colorless or multicolor``."""
        return kind_of(self.rarities, self.classes)


@frozen
class Requirements:
    """The cards and packs that the players need for the rounds.

    Attributes:
        players, rounds: how many.
        packs: how many packs of each shape, by name.
        needs: how many cards, by rarities and classes.
    """

    players: int
    rounds: int
    packs: Mapping[str, int]
    needs: tuple[RarityNeed, ...]

    @property
    def rarities(self) -> Mapping[str, int]:
        """Return how many cards by rarity; cards of any of several are under ``rare or mythic``."""
        counts: Counter[str] = Counter()
        for need in self.needs:
            counts[" or ".join(need.rarities)] += need.count
        return FrozenDict(counts)

    @property
    def cards(self) -> int:
        """Return how many cards in all."""
        return sum(need.count for need in self.needs)


def requirements(
    *, players: int, rounds: int, rules: DeckbuilderRules | None = None
) -> Requirements:
    """Return what *players* need for *rounds*; by the document's rules if none are given.

    Raises:
        DraftError: If there are not from 2 to 16 players, or not from 1 to 100 rounds.
    """
    check_size(players, rounds)
    rules = rules or DeckbuilderRules()
    packs = {shape.name: rules.packs(shape, players, rounds) for shape in rules.shapes}
    counts: Counter[tuple[tuple[str, ...], tuple[str, ...]]] = Counter()
    for shape, part in parts_of(rules):
        counts[shape.rarities, part.classes] += packs[shape.name] * part.count
    wanted = tuple([RarityNeed(*key, count) for key, count in counts.items()])
    return Requirements(players, rounds, FrozenDict(packs), wanted)


def parts_of(rules: DeckbuilderRules) -> list[tuple[PackShape, Part]]:
    """Return the parts of all shapes, in the order in which packs are dealt."""
    return [(shape, part) for shape in rules.shapes for part in shape.parts]


def check_size(players: int, rounds: int) -> None:
    """Refuse a draft of too few or too many.

    Raises:
        DraftError: If there are not from 2 to 16 players, or not from 1 to 100 rounds.
    """
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_SEATS:
        raise DraftError(f"a draft has from {MIN_PLAYERS} to {MAX_SEATS} players, not {players!r}")
    if type(rounds) is not int or not 1 <= rounds <= MAX_ROUNDS:
        raise DraftError(f"a draft has from 1 to {MAX_ROUNDS} rounds, not {rounds!r}")


def kind_of(rarities: tuple[str, ...], classes: tuple[str, ...]) -> str:
    """Rarities and colour classes in words: ``common, colorless or multicolor``."""
    words = " or ".join(rarities)
    return words if set(classes) == set(CLASSES) else f"{words}, {' or '.join(classes)}"


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
        """Return the kinds with cards that are of these rarities and classes."""
        kinds = [(rarity, word) for rarity in rarities for word in classes]
        return tuple([kind for kind in kinds if kind in self.sheets])

    def distinct(self, kind: Kind) -> int:
        """Return how many cards of a kind have different names."""
        return len({card.name for card in self.sheets[kind]})


def stock_of(
    cardset: CardSet, rules: DeckbuilderRules, catalogs: Iterable[KnowsCards] = ()
) -> Stock:
    """Return the cards of a card set by rarity and colour class.

    They are those that the set defines, and those that its sheets name and a catalog knows.  Basic
    lands are left out, as everybody has them, and cards of other rarities than the rules know.
    """
    by_kind: dict[Kind, list[Card]] = {
        (rarity, word): []
        for rarity in dict.fromkeys(each for shape in rules.shapes for each in shape.rarities)
        for word in CLASSES
    }
    cards: dict[CardRef, Card | None] = {}
    for card in cardset.cards:
        cards.setdefault(card.ref, card)
    known_cards = DraftCards(cardset, *catalogs)
    for entry in (entry for sheet in cardset.sheets.values() for entry in sheet.entries):
        known = known_cards.card(entry.card)
        cards.setdefault(entry.card if known is None else known.ref, known)
    unknown = []
    for ref, known in cards.items():
        if ref.name in rules.basics or (known is not None and "Basic" in known.supertypes):
            continue
        if known is None or known.rarity is None:
            unknown.append(ref)
        else:
            by_kind.get((known.rarity, class_of(colors_of(known))), []).append(known)
    sheets = {kind: tuple(those) for kind, those in by_kind.items() if those}
    return Stock(FrozenDict(sheets), tuple(unknown))
