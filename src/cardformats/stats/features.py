"""Features of packs: the quantities that tests count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

from attrs import frozen

from ..collation.constraints import balance_class, property_values
from ..model import Booster, CardSet, Entry, PackCard, Replace
from .opened import Card, PackView


@frozen(eq=False)
class Feature:
    """A feature of which packs have a number. Equal features are the same object.

    Attributes:
        kind: The kind of feature.
        value: Which of this kind.
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
    """The facts about a card that features depend on.

    Attributes:
        features: The features of the card by itself; the first distinguishes it from others.
        color: Its colour; None if it does not have exactly one.
        sheet: The sheet that it is from.
        at: Its index on the sheet.
        size: The number of entries of the sheet; 0 for a card of no sheet.
    """

    features: tuple[Feature, ...]
    color: str | None
    sheet: str
    at: int
    size: int


class Features:
    """A counter of the features of a booster's packs.

    The kinds of features are ``card`` (each key), ``rarity``, ``finish``, ``sheet`` (by slot and
    sheet, or by the first sheet that has the card) and ``color`` of cards, and of whole packs
    ``layout``, ``duplicates`` (how many pairs of equal cards), ``neighbours`` (how many pairs of
    cards that are neighbours on a sheet, by the sheet) and ``balance`` (how many pairs of cards of
    one sheet that have the same colour, by the sheet).
    """

    def __init__(self, cardset: CardSet, booster: Booster, view: PackView) -> None:
        self._cardset = cardset
        self.view = view
        names = [each.sheet for slot, _ in booster.walk() for each in slot.sheets]
        names += [each.sheet for each in booster.constraints if isinstance(each, Replace)]
        self._entries: dict[tuple[str, object], tuple[Entry, str, int, int]] = {}
        for name in dict.fromkeys(names):
            entries = cardset.sheets[name].entries if name in cardset.sheets else ()
            for at, entry in enumerate(entries):
                for where in (name, ""):
                    for what in (entry.card, entry.card.name):
                        known = entry, name, at, len(entries)
                        self._entries.setdefault((where, what), known)
        self._facts: dict[Card, _CardFacts] = {}
        self._known: dict[tuple[str, Any], Feature] = {}

    def feature(self, kind: str, value: Any) -> Feature:
        """Return the feature of a kind and value."""
        known = self._known.get((kind, value))
        return known or self._known.setdefault((kind, value), Feature(kind, value))

    def of_card(self, card: Card) -> tuple[Feature, ...]:
        """Return the features of a card by itself."""
        return self._facts_of(card).features

    def of_pack(
        self, cards: Sequence[Card], layout: str | None = None
    ) -> tuple[Counter[Feature], list[Pair]]:
        """Count each feature of a pack, and list its pairs of different cards of one sheet."""
        seen = [self._facts_of(card) for card in cards]
        counts = Counter(feature for each in seen for feature in each.features)
        if self.view.layouts and layout is not None:
            counts[self.feature("layout", layout)] = 1
        pairs = []
        by_sheet: dict[str, list[_CardFacts]] = {}
        for each in seen:
            by_sheet.setdefault(each.sheet, []).append(each)
        for sheet, its in by_sheet.items():
            its.sort(key=lambda each: each.at)
            for one, other in combinations(its, 2):
                pair = one.features[0], other.features[0]
                if pair[0] is pair[1]:
                    continue
                pairs.append(pair)
                if other.at - one.at in {1, one.size - 1}:
                    counts[self.feature("neighbours", sheet)] += 1
                if one.color is not None and one.color == other.color:
                    counts[self.feature("balance", sheet)] += 1
        copies = Counter(each.features[0] for each in seen)
        if twice := sum(comb(number, 2) for number in copies.values()):
            counts[self.feature("duplicates", "cards that came twice")] = twice
        return counts, pairs

    def _facts_of(self, card: Card) -> _CardFacts:
        if card not in self._facts:
            self._facts[card] = self._looked_up(card)
        return self._facts[card]

    def _looked_up(self, card: Card) -> _CardFacts:
        key = ref, finish = self.view.key(card)
        slot = own_sheet = ""
        if self.view.cards == "place" and isinstance(card, PackCard):
            slot, own_sheet = card.slot, card.sheet
        nowhere = Entry(ref), own_sheet, 0, 0
        entry, sheet, at, size = self._entries.get((own_sheet, ref), nowhere)
        known = self._cardset.card(entry.card)
        color = balance_class(known, entry, "color")

        def features() -> Iterator[tuple[str, Any]]:
            yield "card", key
            yield "color", color or "no single colour"
            if rarity := property_values(known, entry, "rarity"):
                yield "rarity", " ".join(sorted(rarity))
            if self.view.has_finishes:
                yield "finish", finish or "the usual finish"
            is_own = slot == sheet or not own_sheet
            yield "sheet", sheet if is_own else f"{slot} from {sheet}"

        its = tuple(self.feature(*each) for each in features())
        return _CardFacts(its, color, sheet, at, size)
