"""Every pack that a booster can give, with its exact probability, as the oracle has them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from attrs import evolve

import cardformats as cf
from cardformats.collation.constraints import Guarantees
from cardformats.collation.rounds import layouts_by_round
from tests.oracle import Oracle


def every_pack(cardset, booster=None, round_=0):
    """The probability of each pack, as its layout and its cards in a fixed order."""
    booster = booster or cardset.boosters[0]
    layouts = layouts_by_round(cardset, booster)[round_]
    own = evolve(
        booster,
        layouts=[evolve(layout, weight=weight) for layout, weight in layouts],
        constraints=[each for each in booster.constraints if isinstance(each, cf.model.Replace)],
    )
    guarantees = Guarantees(cardset, booster)
    refs = {
        (name, each.card.name, each.card.number or ""): each.card
        for name, sheet in cardset.sheets.items()
        for each in sheet.entries
    }
    found = Counter()
    for (layout, shown), chance in Oracle(cardset, own).packs().items():
        cards = tuple(
            cf.PackCard(refs[sheet, name, number], slot, sheet, finish or None)
            for slot, sheet, name, number, finish in shown
        )
        if guarantees.kept_by(cards):
            found[layout, tuple(sorted(cards, key=repr))] += chance
    whole = sum(found.values(), Fraction())
    return {pack: chance / whole for pack, chance in found.items()}
