"""Guarantees about packs as a whole, and the properties of cards that they test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from ..errors import CollationError
from ..model import AtLeast, AtMost, Booster, Card, CardSet, Entry, Event, PackCard, Sheet

_WHOLE_TYPE = {"type", "types"}

#: The name of the property for the colours of a card's colour identity.
IDENTITY = "color_identity"
#: Names of properties whose values are colours.
COLORS = {"color", "colors", IDENTITY}


def property_values(card: Card | None, entry: Entry, name: str) -> frozenset[str]:
    """Return the values of the property *name* of a card on a sheet, in lower case.

    *name* is ``name``, ``finish``, ``rarity``, ``color`` (the letters of all of its colours),
    ``color_identity`` (those of its colour identity), ``type`` (supertypes, types and subtypes),
    another field of its front face, or one of its ``properties``. A card that is not defined has
    only the name and the values of its entry.
    """
    value: object = None
    if name in entry.overrides:
        value = entry.overrides[name]
    elif name == "name":
        value = entry.card.name
    elif name == "finish" and entry.finish:
        value = entry.finish
    elif card is not None:
        value = _of_card(card, name)
    if value is None or value == "":
        return frozenset()
    values = value if isinstance(value, (tuple, list, set, frozenset)) else (value,)
    return frozenset(str(each).lower() for each in values)


def _of_card(card: Card, name: str) -> object:
    face = card.faces[0]
    if name in COLORS:
        colors = card.color_identity if name == IDENTITY else face.colors
        return [color.value for color in colors]
    if name in _WHOLE_TYPE:
        return (*face.supertypes, *face.types, *face.subtypes)
    if name in face.properties:
        return face.properties[name]
    return getattr(card, name, None) or getattr(face, name, None)


def balance_class(card: Card | None, entry: Entry, name: str) -> str | None:
    """Return the class of a card for a slot that is balanced by the property *name*.

    The class is None for a card without the property, for a multicoloured card, and for a land if
    *name* is ``color_identity``.
    """
    if name == IDENTITY and card is not None and "Land" in card.faces[0].types:
        return None
    values = property_values(card, entry, name)
    if not values or (name in COLORS and len(values) > 1):
        return None
    return " ".join(sorted(values))


def balance_classes(cardset: CardSet, sheet: Sheet, name: str) -> list[str | None]:
    """Return the class of each entry of *sheet*; None if it has no class or no copies."""
    return [
        balance_class(cardset.card(entry.card), entry, name) if entry.copies else None
        for entry in sheet.entries
    ]


T = TypeVar("T")

#: The maximum number of packs that are drawn until one meets the guarantees of the booster.
TRIES = 10_000

#: A predicate for cards of packs.
Test: TypeAlias = Callable[[PackCard], bool]


class CardTests:
    """Tests for the properties of cards in packs.

    Attributes:
        cardset: The set in which cards are looked up.
    """

    def __init__(self, cardset: CardSet) -> None:
        """Create tests that look cards up in *cardset*."""
        self.cardset = cardset
        self._known: dict[tuple[PackCard, str], frozenset[str]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the card set only; the rest is computed again."""
        return CardTests, (self.cardset,)

    def values(self, card: PackCard, name: str) -> frozenset[str]:
        """Return the values of a property of a card in a pack, in lower case.

        The properties are ``slot`` and ``sheet``, which name its origin, and those of
        :func:`~cardformats.collation.constraints.property_values`.
        """
        if (card, name) not in self._known:
            self._known[card, name] = self._look_up(card, name)
        return self._known[card, name]

    def _look_up(self, card: PackCard, name: str) -> frozenset[str]:
        if name in {"slot", "sheet"}:
            return frozenset({str(getattr(card, name)).lower()})
        entry = Entry(card.card, finish=card.finish)
        return property_values(self.cardset.card(card.card), entry, name)

    def test(self, name: str, *values: str) -> Test:
        """Return a predicate: whether one of the values of the property *name* is in *values*."""
        wanted = {str(each).lower() for each in values}  # a power may be given as a number
        return lambda card: not wanted.isdisjoint(self.values(card, name))


class Guarantees:
    """The numbers of cards that a booster guarantees for every pack.

    Attributes:
        limits: The constraints.
        tests: The predicate of each constraint for the cards that it counts.
    """

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Collect the guarantees among the constraints of *booster*."""
        self._made_from = cardset, booster
        self._name = booster.name
        self.limits: list[AtLeast | AtMost] = [
            each for each in booster.constraints if isinstance(each, (AtLeast, AtMost))
        ]
        cards = CardTests(cardset)
        self.tests: list[Test] = [cards.test(each.property, each.value) for each in self.limits]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the card set and the booster only; the rest is computed again."""
        return Guarantees, self._made_from

    def __str__(self) -> str:
        """Return all guarantees in words."""
        return "; ".join(map(in_words, self.limits))

    def check_kept(self, share: Fraction | None) -> None:
        """Reject guarantees that no pack meets, if *share*, the share of such packs, is known.

        Raises:
            CollationError: If *share* is 0.
        """
        if share == 0:
            raise CollationError(f"no pack of {self._name!r} meets its constraints: {self}")

    def check(self, event: Event) -> None:
        """Reject guarantees in an event of finite supply, whose packs are not drawn again.

        Raises:
            CollationError: If there are guarantees and the supply is finite.
        """
        if event.supply != "infinite" and self.limits:
            raise CollationError(
                f"the constraints of {self._name!r} cannot be met by a finite supply"
            )

    def hold(self, numbers: Iterable[int]) -> bool:
        """Return whether a pack meets all guarantees, given its number of cards for each."""
        return all(map(self.holds, self.limits, numbers))

    @staticmethod
    def holds(limit: AtLeast | AtMost, number: int) -> bool:
        """Return whether a pack with *number* cards that *limit* counts meets it."""
        return number >= limit.count if isinstance(limit, AtLeast) else number <= limit.count

    def message(self, tries: int) -> str:
        """Return the message for the case that none of *tries* packs meets all guarantees."""
        return f"none of {tries} packs of {self._name!r} meets its constraints: {self}"

    def first_kept(
        self, draw: Callable[[], tuple[T, Sequence[PackCard]]]
    ) -> tuple[T, Sequence[PackCard]]:
        """Return the first result of *draw* whose cards meet all guarantees.

        Raises:
            CollationError: If no result of :data:`TRIES` calls does.
        """
        for _ in range(TRIES):
            what, cards = draw()
            if not self.limits or self.kept_by(cards):
                return what, cards
        raise CollationError(self.message(TRIES))

    def kept_by(self, cards: Sequence[PackCard]) -> bool:
        """Return whether a pack of *cards* meets all guarantees."""
        return self.hold(sum(map(test, cards)) for test in self.tests)


def in_words(limit: AtLeast | AtMost) -> str:
    """Return a constraint as text for a message."""
    relation = "at least" if isinstance(limit, AtLeast) else "at most"
    cards = "1 card" if limit.count == 1 else f"{limit.count} cards"
    return f"{relation} {cards} whose {limit.property} is {limit.value!r}"
