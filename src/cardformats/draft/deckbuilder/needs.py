"""What a Deckbuilder Draft needs: packs, and cards by rarity and colour class."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ...errors import DraftError
from ...model.frozen import FrozenDict
from ..table import MAX_SEATS, MIN_SEATS
from .rules import DeckbuilderRules
from .shapes import CLASSES, PackShape, Part

#: All packs are on the table from the start, so that their number has an end.
MAX_ROUNDS = 100


@frozen
class Need:
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
        """In words: ``common, colorless or multicolor``."""
        return kind_of(self.rarities, self.classes)


@frozen
class Requirements:
    """What so many players need for so many rounds.

    Attributes:
        players, rounds: how many.
        packs: how many packs of each shape, by name.
        needs: how many cards, by rarities and classes.
    """

    players: int
    rounds: int
    packs: Mapping[str, int]
    needs: tuple[Need, ...]

    @property
    def rarities(self) -> Mapping[str, int]:
        """How many cards by rarity; cards of any of several are under ``rare or mythic``."""
        counts: dict[str, int] = {}
        for need in self.needs:
            key = " or ".join(need.rarities)
            counts[key] = counts.get(key, 0) + need.count
        return FrozenDict(counts)

    @property
    def cards(self) -> int:
        """How many cards in all."""
        return sum(need.count for need in self.needs)


def requirements(
    *, players: int, rounds: int, rules: DeckbuilderRules | None = None
) -> Requirements:
    """What *players* need for so many *rounds*; by the document's rules if none are given.

    Raises:
        DraftError: there are not from 2 to 16 players, or not from 1 to 100 rounds.
    """
    check_size(players, rounds)
    rules = rules or DeckbuilderRules()
    packs = {shape.name: rules.packs(shape, players, rounds) for shape in rules.shapes}
    counts: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for shape, part in parts_of(rules):
        key = (shape.rarities, part.classes)
        counts[key] = counts.get(key, 0) + packs[shape.name] * part.count
    needs = tuple([Need(*key, count) for key, count in counts.items()])
    return Requirements(players, rounds, FrozenDict(packs), needs)


def parts_of(rules: DeckbuilderRules) -> list[tuple[PackShape, Part]]:
    """The parts of all shapes, in the order in which packs are dealt."""
    return [(shape, part) for shape in rules.shapes for part in shape.parts]


def check_size(players: int, rounds: int) -> None:
    """Refuse a draft of too few or too many.

    Raises:
        DraftError: there are not from 2 to 16 players, or not from 1 to 100 rounds.
    """
    if type(players) is not int or not MIN_SEATS <= players <= MAX_SEATS:
        message = f"a draft has from {MIN_SEATS} to {MAX_SEATS} players, not {players!r}"
        raise DraftError(message)
    if type(rounds) is not int or not 1 <= rounds <= MAX_ROUNDS:
        message = f"a draft has from 1 to {MAX_ROUNDS} rounds, not {rounds!r}"
        raise DraftError(message)


def kind_of(rarities: tuple[str, ...], classes: tuple[str, ...]) -> str:
    """Rarities and colour classes in words: ``common, colorless or multicolor``."""
    words = " or ".join(rarities)
    return words if set(classes) == set(CLASSES) else f"{words}, {' or '.join(classes)}"
