"""The rules of a Deckbuilder Draft: every number of the document, and what it leaves open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, get_args

from attrs import field, frozen

from ...errors import DraftError
from ...model.frozen import as_tuple
from .shapes import COMMON_BOOSTER, COMMON_STARTER, RARE_BOOSTER, UNCOMMON_BOOSTER, PackShape

#: Where cards go that are traded in: ``out`` of the game, or into the ``market``.
Traded: TypeAlias = Literal["out", "market"]

#: What decides between seats that were equally good in a round: a lower ``score`` of all rounds
#: buys first, the lower number of the ``seat``, or ``chance``.
TieBreak: TypeAlias = Literal["score", "seat", "chance"]

#: Where numbers of rules end: time and memory of a trade and of a deck grow with them.
_MOST = 1000


def _check_number(name: str, number: Any, least: int) -> None:
    if type(number) is not int or not least <= number <= _MOST:
        message = f"{name} is a whole number from {least} to {_MOST}, not {number!r}"
        raise DraftError(message)


@frozen
class Tariff:
    """What cards of a rarity cost and are worth.

    Attributes:
        rarity: the rarity's word.
        worth: what a card counts for when it is traded in.
        bonus: so much more for each colour that it shares with the card that is bought.
        price: what a card costs in the market; None if such cards are not in it.

    Raises:
        DraftError: a number is not from 0 to 1,000.
    """

    rarity: str
    worth: int
    bonus: int
    price: int | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what nobody would pay."""
        for name, number in (("worth", self.worth), ("bonus", self.bonus), ("price", self.price)):
            if number is not None:
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

#: Numbers from 0 on, and from 1 on.
_FROM_0 = ("deck_size", "win_points", "tie_points", "loss_points", "bye_points")
_FROM_1 = ("starters", "matches")


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
        DraftError: a number is out of range, two shapes have the same name, or a rarity of a shape
            has no tariff, or in the market no price.
    """

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
        for names, least in ((_FROM_0, 0), (_FROM_1, 1)):
            for name in names:
                _check_number(name, getattr(self, name), least)
        for name in ("old_stays", "market_limit"):
            if getattr(self, name) is not None:
                _check_number(name, getattr(self, name), 0)
        _check_words("traded", (self.traded,), get_args(Traded))
        _check_words("order_ties", self.order_ties, get_args(TieBreak))
        _check_different("shapes of packs", [shape.name for shape in self.shapes])
        _check_different("tariffs", [tariff.rarity for tariff in self.tariffs])
        for rarity in (*self.starter.rarities, *self.booster.rarities):
            self.tariff(rarity)
        for rarity in (word for shape in self.market for word in shape.rarities):
            if self.tariff(rarity).price is None:
                message = f"cards that are {rarity} are in the market, and have no price"
                raise DraftError(message)

    @property
    def shapes(self) -> tuple[PackShape, ...]:
        """The shapes of all packs, in the order in which they are dealt."""
        return (self.starter, self.booster, *self.market)

    def packs(self, shape: PackShape, players: int, rounds: int) -> int:
        """How many packs of a shape so many players need for so many rounds."""
        if shape.name == self.starter.name:
            return self.starters * players
        return rounds * players if shape.name == self.booster.name else rounds

    def tariff(self, rarity: str) -> Tariff:
        """What cards of a rarity cost and are worth.

        Raises:
            DraftError: nothing is known of it.
        """
        for tariff in self.tariffs:
            if tariff.rarity == rarity:
                return tariff
        known = ", ".join(tariff.rarity for tariff in self.tariffs)
        message = f"there is no tariff for cards that are {rarity!r}, only for {known}"
        raise DraftError(message)


def _check_words(name: str, words: Iterable[str], known: Sequence[str]) -> None:
    for word in words:
        if word not in known:
            message = f"{name}: one of {', '.join(known)} is meant, not {word!r}"
            raise DraftError(message)


def _check_different(what: str, names: Iterable[str]) -> None:
    names = list(names)
    if len(set(names)) < len(names):
        message = f"two {what} have the same name: {', '.join(names)}"
        raise DraftError(message)
