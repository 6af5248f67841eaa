"""Guarantees: what is to be true of a pack as a whole, and the properties of cards it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from ..errors import CollationError
from ..model import AtLeast, AtMost, Booster, Card, CardSet, Entry, Event, PackCard, Sheet

_WHOLE_TYPE = {"type", "types"}

#: The property that is the colours of a card's colour identity.
IDENTITY = "color_identity"
#: Names of properties whose values are colours.
COLORS = {"color", "colors", IDENTITY}


def property_values(card: Card | None, entry: Entry, name: str) -> frozenset[str]:
    """What *card*, as it stands in a sheet, is or has of the property *name*, in lower case.

    *name* is ``name``, ``finish``, ``rarity``, ``color`` (the letters of all of its colours),
    ``color_identity`` (those of its colour identity), ``type`` (supertypes, types and subtypes),
    another field of its front face, or one of its ``properties``.  A card that is not defined has
    only its name and what its entry says.
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
    """The class of a card where a slot is balanced by the property *name*.

    None for a card without the property, for one of several colours, and for a land if *name* is
    ``color_identity``.
    """
    if name == IDENTITY and card is not None and "Land" in card.faces[0].types:
        return None
    values = property_values(card, entry, name)
    if not values or (name in COLORS and len(values) > 1):
        return None
    return " ".join(sorted(values))


def balance_classes(cardset: CardSet, sheet: Sheet, name: str) -> list[str | None]:
    """For each entry of *sheet* its class; None for those without one, or without copies."""
    return [
        balance_class(cardset.card(entry.card), entry, name) if entry.copies else None
        for entry in sheet.entries
    ]


T = TypeVar("T")

#: So many packs are tried until one keeps the guarantees of the booster.
TRIES = 10_000

#: Which cards are meant.
Test: TypeAlias = Callable[[PackCard], bool]


class CardTests:
    """Tells which cards of packs are or have something.

    Attributes:
        cardset: the set in which cards are looked up.
    """

    def __init__(self, cardset: CardSet) -> None:
        """Look cards up in *cardset*."""
        self.cardset = cardset
        self._known: dict[tuple[PackCard, str], frozenset[str]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        return CardTests, (self.cardset,)

    def values(self, card: PackCard, name: str) -> frozenset[str]:
        """What a card in a pack is or has of a property, in lower case.

        The properties are ``slot`` and ``sheet``, where it came from, and those of
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
        """Whether a card's property *name* is, or has, one of *values*."""
        wanted = {str(each).lower() for each in values}  # a power of 5 may be a number
        return lambda card: not wanted.isdisjoint(self.values(card, name))


class Guarantees:
    """The numbers of cards that a booster promises for every pack.

    Attributes:
        limits: the constraints.
        tests: for each of them, which cards it is about.
    """

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Take those among the constraints of *booster*."""
        self._made_from = cardset, booster
        self._name = booster.name
        self.limits: list[AtLeast | AtMost] = [
            each for each in booster.constraints if isinstance(each, (AtLeast, AtMost))
        ]
        cards = CardTests(cardset)
        self.tests: list[Test] = [cards.test(each.property, each.value) for each in self.limits]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        return Guarantees, self._made_from

    def __str__(self) -> str:
        """All of them in words."""
        return "; ".join(map(in_words, self.limits))

    def check_kept(self, share: Fraction | None) -> None:
        """Refuse constraints that no pack keeps, if the *share* of those that do is known."""
        if share == 0:
            raise CollationError(f"no pack of {self._name!r} keeps its constraints: {self}")

    def check(self, event: Event) -> None:
        """Refuse constraints in an event of finite supply, whose packs are not drawn again."""
        if event.supply != "infinite" and self.limits:
            raise CollationError(
                f"the constraints of {self._name!r} cannot be kept by a finite supply"
            )

    def hold(self, numbers: Iterable[int]) -> bool:
        """Whether a pack with so many cards of each kind keeps all of them."""
        return all(map(self.holds, self.limits, numbers))

    @staticmethod
    def holds(limit: AtLeast | AtMost, number: int) -> bool:
        """Whether a pack with so many cards that *limit* is about keeps it."""
        return number >= limit.count if isinstance(limit, AtLeast) else number <= limit.count

    def message(self, tries: int) -> str:
        """What to say where none of so many packs keeps all of them."""
        return f"none of {tries} packs of {self._name!r} keeps its constraints: {self}"

    def first_kept(
        self, draw: Callable[[], tuple[T, Sequence[PackCard]]]
    ) -> tuple[T, Sequence[PackCard]]:
        """What *draw* gives as soon as its cards keep all of them, within so many tries."""
        for _ in range(TRIES):
            what, cards = draw()
            if not self.limits or self.kept_by(cards):
                return what, cards
        raise CollationError(self.message(TRIES))

    def kept_by(self, cards: Sequence[PackCard]) -> bool:
        """Whether a pack of *cards* keeps all of them."""
        return self.hold(sum(map(test, cards)) for test in self.tests)


def in_words(limit: AtLeast | AtMost) -> str:
    """A constraint as messages have it."""
    relation = "at least" if isinstance(limit, AtLeast) else "at most"
    cards = "1 card" if limit.count == 1 else f"{limit.count} cards"
    return f"{relation} {cards} whose {limit.property} is {limit.value!r}"
