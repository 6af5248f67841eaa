"""What a set is made of, in bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from ..model import Card, Color

#: More bars than these are one bar of all others.
_MOST: Final = 12
_HIGH: Final = 7
_COLORS: Final = {
    "White": "#d9cc8f", "Blue": "#5d97be", "Black": "#6b6560", "Red": "#c2644a",
    "Green": "#5f9468", "Multicolor": "#b8963e", "Colorless": "#8d9298", "Land": "#8f7a66",
}  # fmt: skip
RARITIES: Final = ("common", "uncommon", "rare", "mythic", "special", "land")
_BAR: Final = "#6d7f8f"


#: What a chart counts of a card.
_Words: TypeAlias = Callable[[Card], Sequence[str]]


@frozen
class Bar:
    """A bar of a chart: what it is of, how many, its colour, and how many there were before."""

    label: str
    count: int
    color: str = _BAR
    before: int | None = None


@frozen
class Chart:
    """Bars that have something in common."""

    title: str
    bars: tuple[Bar, ...]

    @property
    def most(self) -> int:
        """Return the count of the longest bar."""
        return max((max(bar.count, bar.before or 0) for bar in self.bars), default=0)


def charts(cards: Sequence[Card], before: Sequence[Card] | None = None) -> tuple[Chart, ...]:
    """Return the charts with more than one bar, with those of *before*."""
    has_colors = any(card.mana_cost is not None and card.mana_cost.colors for card in cards)
    every: Sequence[tuple[str, _Words, Sequence[str], Mapping[str, str]]] = (
        ("Colours", lambda card: (_color(card),), tuple(_COLORS), _COLORS),
        ("Mana value" if has_colors else "Cost", _mana_value, _VALUES, {}),
        ("Rarity", lambda card: (card.rarity or "none",), RARITIES, {}),
        ("Types", lambda card: card.types, (), {}),
    )
    made = []
    for title, words, order, colors in every:
        counts = Counter(word for card in cards for word in words(card))
        was = None if before is None else Counter(word for card in before for word in words(card))
        made.append(_chart(title, counts, was, order, colors))
    return tuple(each for each in made if len(each.bars) > 1)


def _color(card: Card) -> str:
    if len(card.colors) > 1:
        return "Multicolor"
    if not card.colors:
        return "Land" if "Land" in card.types else "Colorless"
    (color,) = card.colors
    return Color(color).name.title()


_VALUES: Final = (*map(str, range(_HIGH)), f"{_HIGH}+")


def _mana_value(card: Card) -> Sequence[str]:
    """Return the mana value of a cost, as a label."""
    if card.mana_cost is None:
        return ()
    value = int(card.mana_cost.mana_value)
    return (str(value) if value < _HIGH else f"{_HIGH}+",)


def _chart(
    title: str,
    counts: Counter[str],
    before: Counter[str] | None,
    order: Sequence[str],
    colors: Mapping[str, str],
) -> Chart:
    """Return a chart of words: first those in *order*, then the most frequent."""
    every = counts + (before or Counter())
    known = [word for word in order if word in every]
    others = [word for word, _ in every.most_common() if word not in order]
    shown = [*known, *others][:_MOST]
    bars = [
        Bar(word, counts[word], colors.get(word, _BAR), None if before is None else before[word])
        for word in shown
    ]
    if rest := counts.total() - sum(bar.count for bar in bars):
        was = None if before is None else before.total() - sum(bar.before or 0 for bar in bars)
        bars.append(Bar("others", rest, before=was))
    return Chart(title, tuple(bars))
