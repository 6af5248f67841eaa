"""Themes: which packs of Jumpstart and Jump In! are offered to a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from math import lcm
from typing import Any, TypeAlias

from attrs import field, frozen

from ...bits import Bits, Source
from ...errors import DraftError
from ...model import CardSet, LayoutChoice, Pack
from ...model.frozen import as_tuple

#: The colours of a theme, as letters.
Colors: TypeAlias = frozenset[str]

#: Whether a theme of these colours can be offered beside those that are.
Fits: TypeAlias = Callable[[Colors, Sequence[Colors]], bool]

#: A theme of one colour, of two, and of all.
_MONO, _PAIR, _ALL = 1, 2, 5


@frozen
class Theme:
    """A layout of a booster that is a theme.

    Attributes:
        name: its name.
        colors: the colours of its cards.
        weight: how often it comes.
    """

    name: str
    colors: Colors
    weight: int


@frozen
class ThemeOffer:
    """What a player is offered.

    Attributes:
        fits: for each theme what it has to be; any other one is offered if none is.
        repeats: the theme that the player has taken may be among them.
    """

    fits: Sequence[Fits] = field(converter=as_tuple)
    repeats: bool = True


#: Says what is offered by the settings, and the colours of the theme that was taken first, if any.
Offers: TypeAlias = Callable[[Any, Colors | None, Bits], ThemeOffer]


def themes_of(dealer: Any, cardset: CardSet) -> list[Theme]:
    """Return the themes of a generator's booster, with the colours of a pack of each."""
    layouts = [layout for layout in dealer.booster.layouts if layout.weight]
    whole = lcm(*[Fraction(layout.weight).denominator for layout in layouts])
    themes: list[Theme] = []
    for layout in layouts:
        pack = dealer.more((), [LayoutChoice(layout.name)], number=len(themes))
        known = [cardset.card(each.card) for each in pack.cards]
        colors = frozenset(color.value for card in known if card for color in card.colors)
        themes.append(Theme(layout.name, colors, int(layout.weight * whole)))
    return themes


def offered_packs(
    offers: Offers, dealer: Any, cardset: CardSet, players: int, settings: Any
) -> list[Pack]:
    """Return the packs offered to each player: the first choices, then those after each."""
    themes = themes_of(dealer, cardset)
    bits = Bits(Source(dealer.seed, "jump"), 0)
    names: list[str] = []
    for _ in range(players):
        first = _drawn(themes, offers(settings, None, bits), bits)
        names += [each.name for each in first]
        for taken in first:
            second = _drawn(themes, offers(settings, taken.colors, bits), bits, taken)
            names += [each.name for each in second]
    return [
        dealer.more((), [LayoutChoice(name)], number=number)
        for number, name in enumerate(names, len(themes))
    ]


def _drawn(
    themes: Sequence[Theme], offer: ThemeOffer, bits: Bits, taken: Theme | None = None
) -> list[Theme]:
    """Themes for an offer, each another one.

    Chance has their order, since all learn at which place the pack was that a player took.

    Raises:
        DraftError: If there are too few themes.
    """
    left = [each for each in themes if offer.repeats or each != taken]
    if len(left) < len(offer.fits):
        raise DraftError(f"{len(offer.fits)} themes are offered; the booster has {len(left)}")
    drawn: list[Theme] = []
    for fits in offer.fits:
        colors = [each.colors for each in drawn]
        fitting = [each for each in left if fits(each.colors, colors)] or left
        theme = fitting[bits.index([*accumulate(each.weight for each in fitting)])]
        left.remove(theme)
        drawn.append(theme)
    return bits.shuffled(drawn)


# what fits


def anything(_colors: Colors, _others: Sequence[Colors]) -> bool:
    """Accept any theme."""
    return True


def goes_with(first: Colors) -> Fits:
    """Themes that share the colour of the first, or are of one of its two, or of both."""

    def fits(colors: Colors, _others: Sequence[Colors]) -> bool:
        if len(first) == _MONO:
            return first <= colors
        if len(first) == _PAIR and len(colors) < _ALL:
            return colors == first or _is_mono_of(colors, first)
        return True

    return fits


def jump_in(_settings: object, first: Colors | None, bits: Bits) -> ThemeOffer:
    """Offer themes in Jump In!.

    First a theme of one colour, one of more, and one that has a colour besides those of each; then
    such as go with the theme that was taken.
    """
    if first is None:
        return ThemeOffer([_is_mono, _is_multicolored, _goes_beyond])
    with_it = _one_or_with(first)
    if len(first) == _MONO:
        return ThemeOffer([_is_mono, _is_with(first), with_it], repeats=False)
    pairs = [*combinations(sorted(first), _PAIR)] or [("", "")]
    one, other = pairs[bits.below(len(pairs))]
    return ThemeOffer([_is(one), _is(other), with_it], repeats=False)


def _is_with(first: Colors) -> Fits:
    return lambda colors, _: len(colors) > _MONO and first <= colors


def _one_or_with(first: Colors) -> Fits:
    """Accept a theme of one colour (of the first's, if it has several), or with all of them."""

    def fits(colors: Colors, _others: Sequence[Colors]) -> bool:
        is_one = _is_mono_of(colors, first) if len(first) > _MONO else len(colors) == _MONO
        return is_one or first <= colors

    return fits


def _is_mono_of(colors: Colors, first: Colors) -> bool:
    return len(colors) == _MONO and colors <= first


def _is_mono(colors: Colors, _others: Sequence[Colors]) -> bool:
    return len(colors) == _MONO


def _is_multicolored(colors: Colors, _others: Sequence[Colors]) -> bool:
    return len(colors) > _MONO


def _goes_beyond(colors: Colors, others: Sequence[Colors]) -> bool:
    return not any(colors <= each for each in others)


def _is(color: str) -> Fits:
    return lambda colors, _: colors == {color}
