"""What players agree on: shapes of packs, prices, points; and rules by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from ...errors import DraftError
from ...model import Color, FrozenDict
from ...model.frozen import as_tuple

#: Somebody has to play against somebody.
MIN_PLAYERS = 2

#: The classes of a single colour, by the colour's letter.
MONO = {color.value: color.name.lower() for color in Color}

COLORLESS, MULTICOLOR = "colorless", "multicolor"

#: The colour classes; every card is of one of them.
CLASSES: tuple[str, ...] = (*MONO.values(), COLORLESS, MULTICOLOR)


def class_of(colors: Iterable[str]) -> str:
    """Return the colour class of a card that has these *colors*, given by their letters."""
    letters = tuple(colors)
    if len(letters) == 1:
        return MONO[letters[0]]
    return MULTICOLOR if letters else COLORLESS


@frozen
class Part:
    """A number of cards of a pack that are all of the same classes.

    Attributes:
        count: how many cards.
        classes: of which of :data:`CLASSES` they are; each card is of any of them.

    Raises:
        DraftError: If the number is below 1, or a class is unknown or repeated.
    """

    count: int
    classes: tuple[str, ...] = field(converter=as_tuple)

    def __attrs_post_init__(self) -> None:
        """Refuse a part that no card can be of."""
        if type(self.count) is not int or self.count < 1:
            raise DraftError(f"a part of a pack has one card or more, not {self.count!r}")
        if not self.classes or len(set(self.classes)) < len(self.classes):
            raise DraftError(f"a part of a pack has different classes, not {self.classes}")
        for word in self.classes:
            if word not in CLASSES:
                raise DraftError(f"a colour class is one of {', '.join(CLASSES)}, not {word!r}")


@frozen
class PackShape:
    """What a kind of pack consists of.

    Attributes:
        name: its name; boosters of the card set have it.
        rarities: its cards are of any of these.
        parts: in order.

    Raises:
        DraftError: If the name, the rarity or the parts are missing.
    """

    name: str
    rarities: tuple[str, ...] = field(converter=as_tuple)
    parts: tuple[Part, ...] = field(converter=as_tuple)

    def __attrs_post_init__(self) -> None:
        """Refuse a shape that no pack has."""
        if not self.name or not self.rarities or not self.parts:
            raise DraftError(f"a shape of packs has a name, rarities and parts; not {self!r}")
        if len(set(self.rarities)) < len(self.rarities):
            raise DraftError(f"the shape {self.name!r} has different rarities, not {self.rarities}")

    @property
    def size(self) -> int:
        """Return how many cards a pack has."""
        return sum(part.count for part in self.parts)


def _of_each_color(count: int) -> tuple[Part, ...]:
    return tuple(Part(count, (word,)) for word in MONO.values())


_EITHER = Part(3, (COLORLESS, MULTICOLOR))

COMMON_STARTER = PackShape(
    "common starter",
    ("common",),
    (*_of_each_color(2), Part(2, (COLORLESS,)), Part(3, (MULTICOLOR,))),
)
COMMON_BOOSTER = PackShape("common booster", ("common",), (*_of_each_color(1), _EITHER))
UNCOMMON_BOOSTER = PackShape("uncommon booster", ("uncommon",), (*_of_each_color(1), _EITHER))
RARE_BOOSTER = PackShape("rare booster", ("rare", "mythic"), (Part(5, CLASSES),))


#: Where cards go that are traded in: ``out`` of the game, or into the ``market``.
Traded: TypeAlias = Literal["out", "market"]

#: What decides between seats that were equally good in a round: a lower ``score`` of all rounds
#: buys first, the lower number of the ``seat``, or ``chance``.
TieBreak: TypeAlias = Literal["score", "seat", "chance"]

#: Where numbers of rules end: time and memory of a trade and of a deck grow with them.
_MOST = 1000


def _check_number(name: str, number: Any, least: int) -> None:
    if type(number) is not int or not least <= number <= _MOST:
        raise DraftError(f"{name} is a whole number from {least} to {_MOST}, not {number!r}")


@frozen
class Tariff:
    """What cards of a rarity cost and are worth.

    Attributes:
        rarity: the rarity's word.
        worth: what a card counts for when it is traded in.
        bonus: the additional value for each colour that it shares with the bought card.
        price: what a card costs in the market; None if such cards are not in it.

    Raises:
        DraftError: If a number is not from 0 to 1,000.
    """

    rarity: str
    worth: int
    bonus: int
    price: int | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what nobody would pay."""
        price = 0 if self.price is None else self.price
        for name, number in (("worth", self.worth), ("bonus", self.bonus), ("price", price)):
            _check_number(f"the {name} of cards that are {self.rarity}", number, 0)


#: What the document says.
TARIFFS = (
    Tariff("common", 1, 1),
    Tariff("uncommon", 8, 2, 10),
    Tariff("rare", 14, 4, 20),
    Tariff("mythic", 14, 4, 20),
)

#: The basic land cards that everybody has as many of as they like.
BASICS = ("Plains", "Island", "Swamp", "Mountain", "Forest")

#: The least that numbers of rules can be; the last two can also be None.
_LEAST = {
    **dict.fromkeys(("deck_size", "win_points", "tie_points", "loss_points", "bye_points"), 0),
    **dict.fromkeys(("starters", "matches"), 1),
    **dict.fromkeys(("old_stays", "market_limit"), 0),
}


@frozen
class DeckbuilderRules:
    """All that can be agreed on before a Deckbuilder Draft; without arguments, the document.

    Attributes:
        starter: the shape of the packs of the initial draft.
        booster: the shape of the pack that each player is dealt in a round.
        market: the shapes of the packs that come into the market in a round.
        starters: how many packs each player opens in the initial draft.
        deck_size: how many cards a deck has at least.
        basics: the names of the basic land cards that are free.
        tariffs: what cards of each rarity cost and are worth.
        win_points, tie_points, loss_points: what a match counts.
        matches: how many matches each player plays in a round.
        bye_points: what each match counts that a player has no opponent for.
        order_ties: what decides, in turn, who of those that were equally good in the round buys
            first; chance has the last word.
        traded: where cards go that are traded in.
        old_rarities: which cards stay in the market when a round ends.
        old_stays: for how many more rounds they do; None if until they are bought.
        market_limit: how many cards are in the market at most when it opens; what is too many goes
            from those that stayed, by chance.  None if there is no limit.

    Raises:
        DraftError: If a number is out of range, two shapes have the same name, or a rarity of a
            shape has no tariff, or has no price although it is in the market.
    """

    #: What was agreed on holds for a stored game, also if a later version has other defaults.
    written_whole: ClassVar[bool] = True

    starter: PackShape = COMMON_STARTER
    booster: PackShape = COMMON_BOOSTER
    market: tuple[PackShape, ...] = field(
        default=(UNCOMMON_BOOSTER, RARE_BOOSTER), converter=as_tuple
    )
    starters: int = 3
    deck_size: int = 40
    basics: tuple[str, ...] = field(default=BASICS, converter=as_tuple)
    tariffs: tuple[Tariff, ...] = field(default=TARIFFS, converter=as_tuple)
    win_points: int = 2
    tie_points: int = 1
    loss_points: int = 0
    matches: int = 1
    bye_points: int = 2
    order_ties: tuple[TieBreak, ...] = field(default=("score", "chance"), converter=as_tuple)
    traded: Traded = "out"
    old_rarities: tuple[str, ...] = field(default=("rare", "mythic"), converter=as_tuple)
    old_stays: int | None = 1
    market_limit: int | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse rules that nobody can play by."""
        for name, least in _LEAST.items():
            number = getattr(self, name)
            if number is not None or name not in ("old_stays", "market_limit"):
                _check_number(name, number, least)
        _check_words("traded", (self.traded,), get_args(Traded))
        _check_words("order_ties", self.order_ties, get_args(TieBreak))
        _check_different("shapes of packs", [shape.name for shape in self.shapes])
        _check_different("tariffs", [tariff.rarity for tariff in self.tariffs])
        for rarity in (*self.starter.rarities, *self.booster.rarities):
            self.tariff(rarity)
        for rarity in (word for shape in self.market for word in shape.rarities):
            if self.tariff(rarity).price is None:
                raise DraftError(f"cards that are {rarity} are in the market, and have no price")

    @property
    def shapes(self) -> tuple[PackShape, ...]:
        """Return the shapes of all packs, in the order in which they are dealt."""
        return (self.starter, self.booster, *self.market)

    def packs(self, shape: PackShape, players: int, rounds: int) -> int:
        """Return the number of packs of a shape that *players* need for *rounds*."""
        if shape.name == self.starter.name:
            return self.starters * players
        return rounds * players if shape.name == self.booster.name else rounds

    def tariff(self, rarity: str) -> Tariff:
        """Return the prices and worths of cards of a rarity.

        Raises:
            DraftError: If the rarity is unknown.
        """
        for tariff in self.tariffs:
            if tariff.rarity == rarity:
                return tariff
        known = ", ".join(tariff.rarity for tariff in self.tariffs)
        raise DraftError(f"there is no tariff for cards that are {rarity!r}, only for {known}")


def _check_words(name: str, words: Iterable[str], known: Sequence[str]) -> None:
    for word in words:
        if word not in known:
            raise DraftError(f"{name}: one of {', '.join(known)} is meant, not {word!r}")


def _check_different(what: str, names: Iterable[str]) -> None:
    names = list(names)
    if len(set(names)) < len(names):
        raise DraftError(f"two {what} have the same name: {', '.join(names)}")


_DOCUMENT = DeckbuilderRules()


def _of_any_colors(shape: PackShape) -> PackShape:
    return evolve(shape, parts=(Part(shape.size, CLASSES),))


#: Rules by name.  ``any-colors``, ``lower-prices`` and ``dear-mythics`` are variants that the
#: document has; it gives no numbers for the last two, so these are ours.  ``sixteen-cards`` holds
#: the market to the number of cards in the document's definition; ``trade-to-market`` leaves cards
#: in the game that were traded in, and ``lasting-rares`` leaves rares there until they are bought.
VARIANTS: Mapping[str, DeckbuilderRules] = FrozenDict(
    {
        "document": _DOCUMENT,
        "any-colors": evolve(
            _DOCUMENT,
            starter=_of_any_colors(_DOCUMENT.starter),
            booster=_of_any_colors(_DOCUMENT.booster),
            market=map(_of_any_colors, _DOCUMENT.market),
        ),
        "lower-prices": evolve(
            _DOCUMENT,
            tariffs=(
                TARIFFS[0],
                Tariff("uncommon", 6, 2, 8),
                Tariff("rare", 11, 4, 16),
                Tariff("mythic", 11, 4, 16),
            ),
        ),
        "dear-mythics": evolve(_DOCUMENT, tariffs=(*TARIFFS[:3], Tariff("mythic", 21, 4, 30))),
        "sixteen-cards": evolve(_DOCUMENT, market_limit=16),
        "trade-to-market": evolve(_DOCUMENT, traded="market"),
        "lasting-rares": evolve(_DOCUMENT, old_stays=None),
    }
)
