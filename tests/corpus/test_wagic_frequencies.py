"""Packs of Wagic sets hold each rarity and each card as often as the engine's rules say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod
from statistics import NormalDist

import pytest

import cardformats as cf

PACKS = 100_000
#: How often a true hypothesis may be refused; the seed is fixed, so that it is refused never.
ALPHA = 1e-6
SEED = 20_160_623
MYTHIC = Fraction(1, 8)
#: The cards of each rarity in a pack of a set; a rare one is mythic as often as it says.
MAKES = {
    "LAN": ({"common": 10, "uncommon": 3, "land": 1}, MYTHIC),
    "ZEN": ({"common": 10, "uncommon": 3, "land": 1}, MYTHIC),
    # its booster asks for a special card, which it has not
    "KTK": ({"common": 11, "uncommon": 3}, MYTHIC),
}


def statistic(observed, shares):
    """Pearson's: how far the counts *observed* are from the exact *shares* of their total."""
    assert sum(shares.values()) == 1
    assert observed.keys() <= shares.keys()
    total = sum(observed.values())
    return sum(
        float((observed[key] - total * share) ** 2 / (total * share))
        for key, share in shares.items()
    )


def critical(freedom, alpha=ALPHA):
    """What the statistic of so many degrees of freedom exceeds with the probability *alpha*.

    By the approximation of Wilson and Hilferty, good to one per cent; exact for a single degree.
    """
    if freedom == 1:
        return NormalDist().inv_cdf(1 - alpha / 2) ** 2
    part = 2 / (9 * freedom)
    return freedom * (1 - part + NormalDist().inv_cdf(1 - alpha) * part**0.5) ** 3


def fits(observed, shares):
    return statistic(observed, shares) <= critical(max(1, len(shares) - 1))


def uniform(keys):
    return dict.fromkeys(keys, Fraction(1, len(keys)))


@pytest.mark.parametrize(
    ("freedom", "alpha", "tabulated"),
    [(1, 0.001, 10.828), (10, 0.001, 29.588), (60, 0.05, 79.082), (100, 0.001, 149.449)],
)
def test_critical_values_are_those_of_the_tables(freedom, alpha, tabulated):
    assert critical(freedom, alpha) == pytest.approx(tabulated, rel=1e-2)


def test_one_card_of_a_hundred_that_comes_a_fifth_too_often_is_found():
    """The number of cards is that of the commons of 100,000 packs."""
    counts = Counter(dict.fromkeys(range(100), 10_000))
    assert fits(counts, uniform(range(100)))
    counts[7] += 2_000
    assert not fits(counts, uniform(range(100)))


def test_mythic_cards_that_come_in_one_pack_of_seven_are_found():
    shares = {"mythic": MYTHIC, "rare": 1 - MYTHIC}
    assert fits(Counter(mythic=PACKS // 8, rare=PACKS - PACKS // 8), shares)
    assert not fits(Counter(mythic=PACKS // 7, rare=PACKS - PACKS // 7), shares)


def shares_of(slot, sheets):
    """For each sheet and card of *slot*, the exact share of its cards."""
    weights = sum(choice.weight for choice in slot.sheets)
    shares = Counter()
    for choice in slot.sheets:
        sheet = sheets[choice.sheet]
        copies = sum(entry.copies for entry in sheet.entries)
        for entry in sheet.entries:
            shares[choice.sheet, entry.card] += Fraction(
                choice.weight * entry.copies, weights * copies
            )
    return shares


def no_repeat(layout, sheets):
    """The probability that no card of a pack comes twice; no card is on two of the sheets."""
    return prod(
        Fraction(size - taken, size)
        for slot in layout.slots
        for size in [len(sheets[slot.sheets[0].sheet].entries)]
        for taken in range(slot.count)
    )


@pytest.fixture(scope="module", params=MAKES)
def opened(request):
    """A set's code, what was read, and its packs."""
    code = request.param
    if code == "LAN":
        folder = request.getfixturevalue("sample")
    else:
        corpus = request.getfixturevalue("corpus")
        folder = corpus / "corpus" / "wagic" / "2016" / "sets" / code
    cardset = cf.read_report(folder, "wagic").value
    return code, cardset, list(cf.Generator(cardset, seed=SEED).packs(PACKS))


@pytest.mark.slow
def test_every_pack_has_the_rarities_of_its_set(opened):
    code, cardset, packs = opened
    usual, mythic = MAKES[code]
    rarity = {card.ref: card.rarity for card in cardset.cards}
    makes = Counter(
        tuple(sorted(Counter(rarity[each.card] for each in pack.cards).items())) for pack in packs
    )
    shares = {
        tuple(sorted({**usual, word: 1}.items())): share
        for word, share in (("mythic", mythic), ("rare", 1 - mythic))
    }
    assert fits(makes, shares)


@pytest.mark.slow
def test_every_card_of_a_sheet_comes_as_often_as_another(opened):
    _, cardset, packs = opened
    drawn = {name: Counter() for name in cardset.sheets}
    for pack in packs:
        for each in pack.cards:
            drawn[each.sheet][each.card] += 1
    for name, sheet in cardset.sheets.items():
        assert fits(drawn[name], uniform([entry.card for entry in sheet.entries])), name


@pytest.mark.slow
def test_every_card_comes_as_often_as_the_layout_says(opened):
    _, cardset, packs = opened
    (layout,) = cardset.boosters[0].layouts
    drawn = {slot.name: Counter() for slot in layout.slots}
    for pack in packs:
        for each in pack.cards:
            drawn[each.slot][each.sheet, each.card] += 1
    for slot in layout.slots:
        assert sum(drawn[slot.name].values()) == slot.count * PACKS
        assert fits(drawn[slot.name], shares_of(slot, cardset.sheets)), slot.name


@pytest.mark.slow
def test_cards_come_again_in_a_pack_as_often_as_independent_draws_do(opened):
    _, cardset, packs = opened
    (layout,) = cardset.boosters[0].layouts
    once = no_repeat(layout, cardset.sheets)
    repeats = Counter(len({each.card for each in pack.cards}) < len(pack.cards) for pack in packs)
    assert fits(repeats, {False: once, True: 1 - once})


@pytest.mark.slow
def test_a_mythic_card_says_nothing_about_the_next_pack(opened):
    _, _, packs = opened
    mythic = [any(each.sheet == "mythic" for each in pack.cards) for pack in packs]
    pairs = Counter(zip(mythic[::2], mythic[1::2], strict=True))
    odds = {True: MYTHIC, False: 1 - MYTHIC}
    assert fits(pairs, {(a, b): odds[a] * odds[b] for a in odds for b in odds})
