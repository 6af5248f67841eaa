"""The numbers of cards of each class that packs have from a sheet."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from attrs import field, frozen

from ...errors import CollationError
from ...model import Balanced, CardRef, CardSet, PackCard
from ..constraints import balance_classes
from ..words import WELL_KNOWN, known_word
from .pack import PackOdds, counts_of_rounds


@frozen
class ClassCounts:
    """The joint distribution of the numbers of cards of each class.

    Attributes:
        classes: The values of the property, in lower case and sorted. None, as the last one, is the
            class of cards without a value and of multicoloured cards.
        chances: The probability of each tuple of numbers, in the order of the classes.
        by: The property that defines the classes.
    """

    classes: tuple[str | None, ...]
    chances: Mapping[tuple[int, ...], Fraction] = field(repr=False)
    by: str = "color"

    def none_of(self, *classes: str | None) -> Fraction:
        """Return the probability that no card belongs to any of these *classes*.

        Names of classes are not case-sensitive.

        Raises:
            CollationError: If a class is neither one of these nor a well-known colour, rarity or
                type.
        """
        known = [each for each in self.classes if each is not None]
        also = WELL_KNOWN.get(self.by, ())
        meant = {
            None if each is None else known_word(each, known, f"{self.by} class", also)
            for each in classes
        }
        at = [rank for rank, each in enumerate(self.classes) if each in meant]
        pairs = self.chances.items()
        without = (chance for numbers, chance in pairs if not any(numbers[rank] for rank in at))
        return sum(without, Fraction())


class SheetClasses:
    """The classes of a sheet's cards.

    Attributes:
        classes, by: As in :class:`ClassCounts`.
    """

    def __init__(
        self,
        cardset: CardSet,
        sheet: str,
        by: str | None = None,
        *,
        anywhere: bool = False,
        names: bool = False,
    ) -> None:
        """Determine the classes of the cards of a sheet.

        Args:
            cardset: The card set with the sheet and the cards.
            sheet: The name of the sheet.
            by: The property that defines the classes. The default is the property by which the
                sheet is balanced, or ``color``.
            anywhere: Whether copies of its cards from other sheets count too.
            names: Whether cards are identified only by their names.

        Raises:
            CollationError: If there is no such sheet, or if a card of it has several classes.
        """
        if sheet not in cardset.sheets:
            raise CollationError(f"there is no sheet {sheet!r}")
        self._sheet = None if anywhere else sheet
        self._names = names
        its = cardset.sheets[sheet]
        by = by or (its.collation.by if isinstance(its.collation, Balanced) else "color")
        self.by: str = by
        class_of: dict[Hashable, str | None] = {}
        pairs = zip(its.entries, balance_classes(cardset, its, by), strict=True)
        for entry, class_ in pairs:
            if entry.copies and class_of.setdefault(self._key(entry.card), class_) != class_:
                raise CollationError(f"{entry.card} of the sheet {sheet!r} has several classes")
        self.classes: tuple[str | None, ...] = tuple(
            sorted({*class_of.values()}, key=lambda name: (name is None, name))
        )
        self._rank_of = {key: self.classes.index(class_) for key, class_ in class_of.items()}

    def _key(self, card: CardRef | str) -> CardRef | str:
        return card.name if self._names and isinstance(card, CardRef) else card

    def rank(self, card: PackCard | CardRef | str) -> int | None:
        """Return the index of the class of *card*; None if it is not on the sheet."""
        if isinstance(card, PackCard):
            if self._sheet not in {None, card.sheet}:
                return None
            card = card.card
        return self._rank_of.get(self._key(card))

    def counts(self, packs: Sequence[PackOdds]) -> ClassCounts | None:
        """Return the distribution for *packs*, the odds of each round; None if it is not known."""
        ranks = range(len(self.classes))
        chances = counts_of_rounds(packs, [partial(self._is, rank) for rank in ranks])
        return None if chances is None else ClassCounts(self.classes, dict(chances), self.by)

    def _is(self, rank: int, card: PackCard) -> bool:
        return self.rank(card) == rank
