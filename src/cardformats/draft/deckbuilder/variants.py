"""Named rules: the document's, its variants, and other readings of what it leaves open."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from ...model import FrozenDict
from .rules import DeckbuilderRules, Tariff
from .shapes import CLASSES, PackShape, Part

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
                Tariff("common", 1, 1),
                Tariff("uncommon", 6, 2, 8),
                Tariff("rare", 11, 4, 16),
                Tariff("mythic", 11, 4, 16),
            ),
        ),
        "dear-mythics": evolve(
            _DOCUMENT,
            tariffs=(
                Tariff("common", 1, 1),
                Tariff("uncommon", 8, 2, 10),
                Tariff("rare", 14, 4, 20),
                Tariff("mythic", 21, 4, 30),
            ),
        ),
        "sixteen-cards": evolve(_DOCUMENT, market_limit=16),
        "trade-to-market": evolve(_DOCUMENT, traded="market"),
        "lasting-rares": evolve(_DOCUMENT, old_stays=None),
    }
)
