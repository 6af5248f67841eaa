"""Features of packs: what tests count in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeAlias

from attrs import frozen

from ...model import Booster, CardSet, Entry, PackCard, Replace
from ..constraints import balance_class, property_values
from .observed import Card, View


@frozen(eq=False)
class Feature:
    """What a pack has some number of; there is one of each, so that they are told by identity.

    Attributes:
        kind: what kind of feature it is.
        value: which of them.
    """

    kind: str
    value: Any

    def __str__(self) -> str:
        if self.kind != "card":
            return str(self.value)
        card, finish = self.value
        name = card if isinstance(card, str) else card.name
        return f"{name} ({finish})" if finish else name


#: Two cards of one sheet.
Pair: TypeAlias = tuple[Feature, Feature]


@frozen(eq=False)
class _CardFacts:
    """What is looked at in a card.

    Attributes:
        card: the feature that tells it from others.
        sheet, at, size: the sheet that it is from, where it is in it, and how many entries that
            has; without a size if it is on no sheet.
        color: its colour; None if it has not just one.
        features: those of the card by itself.
    """

    card: Feature
    sheet: str
    at: int
    size: int
    color: str | None
    features: tuple[Feature, ...]


class Features:
    """Counts in packs of a booster what can be tested.

    The kinds of features are ``card`` (each key), ``rarity``, ``finish``, ``sheet`` (by slot and
    sheet, or by the first sheet that has the card) and ``color`` of cards, and of whole packs
    ``layout``, ``duplicates`` (how many pairs of equal cards), ``neighbours`` (how many pairs of
    cards that are neighbours on a sheet, by the sheet) and ``balance`` (how many pairs of cards of
    one sheet that have the same colour, by the sheet).
    """

    def __init__(self, cardset: CardSet, booster: Booster, view: View) -> None:
        self._cardset = cardset
        self.view = view
        names = [each.sheet for slot, _ in booster.walk() for each in slot.sheets]
        names += [each.sheet for each in booster.constraints if isinstance(each, Replace)]
        self._places: dict[tuple[str, object], tuple[str, int, Entry]] = {}
        self._sizes: dict[str, int] = {}
        for name in dict.fromkeys(names):
            sheet = cardset.sheets.get(name)
            for at, entry in enumerate(sheet.entries if sheet else ()):
                self._sizes[name] = at + 1
                for where in (name, ""):
                    for what in (entry.card, entry.card.name):
                        self._places.setdefault((where, what), (name, at, entry))
        self._seen: dict[Card, _CardFacts] = {}
        self._known: dict[tuple[str, Any], Feature] = {}

    def feature(self, kind: str, value: Any) -> Feature:
        """The feature of a kind and value."""
        known = self._known.get((kind, value))
        return known or self._known.setdefault((kind, value), Feature(kind, value))

    def of_card(self, card: Card) -> tuple[Feature, ...]:
        """The features of a card by itself."""
        return self._look(card).features

    def of_pack(
        self, cards: Sequence[Card], layout: str | None = None
    ) -> tuple[Counter[Feature], list[Pair]]:
        """How many a pack has of each feature, and its pairs of different cards of one sheet."""
        seen = [self._look(card) for card in cards]
        counts = Counter(feature for each in seen for feature in each.features)
        if self.view.layouts and layout is not None:
            counts[self.feature("layout", layout)] = 1
        by_sheet: dict[str, list[_CardFacts]] = {}
        for each in seen:
            by_sheet.setdefault(each.sheet, []).append(each)
        pairs = []
        for sheet, its in by_sheet.items():
            its.sort(key=lambda each: each.at)
            for one, other in combinations(its, 2):
                if one.card is other.card:
                    continue
                pairs.append((one.card, other.card))
                if other.at - one.at in {1, one.size - 1}:
                    counts[self.feature("neighbours", sheet)] += 1
                if one.color is not None and one.color == other.color:
                    counts[self.feature("balance", sheet)] += 1
        copies = Counter(each.card for each in seen)
        if len(copies) < len(seen):
            twice = sum(number * (number - 1) // 2 for number in copies.values())
            counts[self.feature("duplicates", "cards that came twice")] = twice
        return counts, pairs

    def _look(self, card: Card) -> _CardFacts:
        if card not in self._seen:
            self._seen[card] = self._looked_up(self.view.card(card))
        return self._seen[card]

    def _looked_up(self, card: Card) -> _CardFacts:
        ref = card.card if isinstance(card, PackCard) else card
        own_sheet = card.sheet if isinstance(card, PackCard) else ""
        sheet, at, entry = self._places.get((own_sheet, ref), (own_sheet, 0, Entry(ref)))
        known = self._cardset.card(entry.card)
        color = balance_class(known, entry, "color")
        key = self.view.key(card)
        its: list[tuple[str, Any]] = [("card", key), ("color", color or "no single colour")]
        if rarity := property_values(known, entry, "rarity"):
            its.append(("rarity", " ".join(sorted(rarity))))
        if self.view.cards in {"place", "finish"}:
            its.append(("finish", key[1] or "the usual finish"))
        slot = card.slot if isinstance(card, PackCard) and own_sheet else sheet
        its.append(("sheet", sheet if slot == sheet else f"{slot} from {sheet}"))
        features = tuple(self.feature(*each) for each in its)
        return _CardFacts(features[0], sheet, at, self._sizes.get(sheet, 0), color, features)
