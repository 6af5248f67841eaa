"""Packs that real lists add to a draft."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import cardformats as cf


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
def test_layouts_that_only_an_effect_names(corpus, rules):
    path = corpus / "corpus" / "draftmancer" / "CustomCards_DraftEffect_AddBooster.txt"
    cardset = cf.read(path)
    made = cf.Generator(cardset, seed=1, rules=rules)
    deal = made.deal(4).packs
    assert {pack.layout for pack in deal} == {"NormalLayout"}
    one, other = (
        next(each for each in card.draft_effects if isinstance(each, cf.model.AddBooster))
        for card in cardset.cards
    )
    assert {made.more(deal, one.layouts, number=n).layout for n in range(20)} == {"SpecialLayout"}
    counts = Counter(made.more(deal, other.layouts, number=n).layout for n in range(660))
    assert set(counts) == {"SpecialLayout", "BadLayout"}
    share = Fraction(1, 11)
    spread = float(660 * share * (1 - share)) ** 0.5
    assert abs(counts["SpecialLayout"] - 660 * share) < 5 * spread


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
def test_a_real_cube_stays_singleton(corpus, rules):
    cardset = cf.read(corpus / "corpus" / "draftmancer" / "ArenaCubeDecember2022.txt")
    made = cf.Generator(cardset, seed=1, rules=rules)
    copies = Counter()
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            copies[entry.card] += entry.copies
    assert set(copies.values()) == {1}
    packs = list(made.deal(8).packs)
    for number in range(12):
        packs.append(made.more(packs, number=number))
    assert {len(pack.cards) for pack in packs} == {15}
    drawn = Counter(card.card for pack in packs for card in pack.cards)
    assert all(number <= copies[card] for card, number in drawn.items())
