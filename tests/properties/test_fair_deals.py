"""Every card has the same share of every pack of a deal, and no balanced slot lacks a class.

Cards and classes are counted in the first and in the last packs of many deals, and compared with
k / N by chi-square.  The seeds are fixed; `--slow` counts 20,000 events of each kind.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.stats.distributions import upper_tail

#: A sample that chance makes worse than this is one in a hundred thousand.
UNLIKELY = 1e-5
FEW, MANY = 100, 20_000
COLORS = list(cf.model.Color)


def card(name, number, colors):
    return cf.Card(cf.Face(f"{name}{number}", colors=colors))


def of_colors(one_color, others, copies, name="C", **fields):
    """A sheet and its cards: some of a single colour, all five in turn, and others."""
    cards = [card(f"{name}m", at, [COLORS[at % 5]]) for at in range(one_color)]
    cards += [card(f"{name}o", at, []) for at in range(others)]
    if isinstance(copies, int):
        copies = [copies] * len(cards)
    entries = [cf.Entry(each.ref, n) for each, n in zip(cards, copies, strict=True)]
    return cf.Sheet(name, entries, **fields), cards


def slot(count, *names, name="slot"):
    return cf.Slot(name, count, [cf.SheetChoice(each) for each in names or ("C",)])


def cardset(sheets, *layouts, event, **fields):
    """Layouts are numbers, or tuples of slots."""
    made = [
        cf.Layout(str(at), 1, [slot(each)] if isinstance(each, int) else each)
        for at, each in enumerate(layouts)
    ]
    return cf.CardSet(
        cards=[each for _, cards in sheets for each in cards],
        sheets=[each for each, _ in sheets],
        boosters=[cf.Booster(layouts=made, **fields)],
        event=event,
    )


def event(supply="finite", **fields):
    return cf.model.Event(**{"supply": supply, "color_balance": True, **fields})


REFILL = event("refill")
BY_SHEET = event(color_balance=False)
BALANCED = {"collation": cf.model.Balanced("color")}
IN_PART = {"collation": cf.model.Balanced("color", strength="1/2")}
#: By name: a card set, and for how many players its packs are dealt.
DEALS = {
    "75 x 30 and 26 x 30 by 10": (cardset([of_colors(75, 26, 30)], 10, event=event()), 8),
    "90 x 30 and 10 x 30 by 9": (cardset([of_colors(90, 10, 30)], 9, event=event()), 8),
    "105 x 3 and 15 x 3 by 9": (cardset([of_colors(105, 15, 3)], 9, event=event()), 8),
    "500 and 220 singletons by 15": (cardset([of_colors(500, 220, 1)], 15, event=event()), 8),
    "a single pack": (
        cardset([of_colors(90, 10, 30)], 9, event=event(boosters_per_player=1)),
        1,
    ),
    "all is dealt": (cardset([of_colors(70, 20, 4)], 15, event=event()), 8),
    "a balanced sheet": (cardset([of_colors(75, 26, 30, **BALANCED)], 10, event=BY_SHEET), 8),
    "a balanced sheet refills": (
        cardset([of_colors(60, 21, 2, **BALANCED)], 10, event=event("refill", color_balance=False)),
        8,
    ),
    "slots of a sheet that is balanced in part": (
        cardset([of_colors(70, 26, 4, **IN_PART)], (slot(8), slot(6, name="b")), event=BY_SHEET),
        7,
    ),
    "a sheet that is balanced in part refills": (
        cardset([of_colors(60, 21, 2, **IN_PART)], 10, event=event("refill", color_balance=False)),
        8,
    ),
    "full refills": (cardset([of_colors(45, 15, 1)], 10, event=REFILL), 4),
    "an uneven last refill": (cardset([of_colors(53, 14, 2)], 9, event=REFILL), 6),
    "a sheet smaller than two packs": (cardset([of_colors(15, 4, 1)], 11, event=REFILL), 3),
    "singles and fours": (
        cardset([of_colors(80, 30, [1] * 50 + [4] * 60)], 12, event=event()),
        8,
    ),
    "more copies than packs": (
        cardset([of_colors(30, 10, [1, 8] * 20)], 8, event=event(boosters_per_player=1)),
        3,
    ),
    "a class of three cards": (cardset([of_colors(80, 3, 4)], 15, event=event()), 6),
    "a class of less than one card": (cardset([of_colors(95, 3, 2)], 8, event=event()), 8),
    "several slots of one sheet": (
        cardset(
            [of_colors(70, 26, 5)],
            (slot(8), slot(3, name="b"), slot(1, name="c")),
            event=event(),
        ),
        8,
    ),
    "several balanced slots": (
        cardset([of_colors(70, 26, 4, **BALANCED)], (slot(8), slot(6, name="b")), event=BY_SHEET),
        7,
    ),
    "a slot for each card's sheet": (
        cardset(
            [of_colors(70, 26, 4), of_colors(18, 6, 4, name="D")],
            (slot(8), cf.Slot("b", 2, [cf.SheetChoice("C"), cf.SheetChoice("D")], choose="card")),
            event=event(),
        ),
        6,
    ),
    "layouts of several sizes": (cardset([of_colors(75, 26, 4)], 10, 7, 12, event=event()), 8),
    "layouts of several sizes refill": (cardset([of_colors(75, 26, 1)], 10, 7, event=REFILL), 8),
    "a bag of layouts": (
        cardset([of_colors(75, 26, 4)], 10, 7, event=event(layout_replacement=False)),
        8,
    ),
    "nothing distinct": (
        cardset([of_colors(75, 26, 4)], 10, event=event(), distinct="none"),
        8,
    ),
    "singles and fours, not balanced": (
        cardset([of_colors(80, 30, [1] * 50 + [4] * 60)], 12, event=BY_SHEET),
        8,
    ),
    "one to four copies, most are left": (
        cardset([of_colors(60, 30, [1, 2, 3, 4, 4, 4] * 15)], 8, event=BY_SHEET),
        3,
    ),
    "two slots of one sheet, not balanced": (
        cardset([of_colors(40, 14, [1, 3] * 27)], (slot(5), slot(2, name="b")), event=BY_SHEET),
        5,
    ),
    "twins where a sheet starts anew": (
        cardset([of_colors(20, 5, 2)], 9, event=event("refill", color_balance=False)),
        3,
    ),
    "distinct in a slot": (
        cardset(
            [of_colors(30, 12, 12)],
            (slot(8), slot(8, name="b")),
            event=event(),
            distinct_scope="slot",
        ),
        8,
    ),
}


def class_of(ref):
    """Its colour, or none."""
    return str(int(ref.name[2:]) % 5) if ref.name[1] == "m" else "-"


def by_class(counts):
    found = Counter()
    for ref, number in counts.items():
        found[class_of(ref)] += number
    return found


def chi_square(counts, expected, packs, least=0.25):
    """The tail probability of Pearson's statistic; *counts* are of things in so many packs.

    The variance is *least* of the mean or more: balanced classes vary little, others more.
    """
    value = sum(
        (counts[key] - wanted) ** 2 / (wanted * max(1 - wanted / packs, least))
        for key, wanted in expected.items()
    )
    return upper_tail(value, len(expected))


def expected_of(cards, shares):
    """How many of each card one would expect among these."""
    found = Counter()
    for sheet, size in Counter(each.sheet for each in cards).items():
        for ref, share in shares[sheet].items():
            found[ref] += size * share
    return found


@pytest.mark.part(3)
@pytest.mark.parametrize("deals", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", DEALS)
def test_every_card_has_its_share_of_every_pack(name, deals):
    """Count the cards and classes of the first and the last packs, and the classes of all."""
    made, players = DEALS[name]
    generator = cf.Generator(made, seed=name)
    shares = {
        sheet.name: {entry.card: entry.copies / sheet.total for entry in sheet.entries}
        for sheet in made.sheets.values()
    }
    classes = {sheet: by_class(its) for sheet, its in shares.items()}
    first, last, differences = [], [], []
    for number in range(deals):
        packs = generator.deal(players, number=number).packs
        first += packs[0].cards
        last += packs[-1].cards
        dealt = [each for pack in packs for each in pack.cards]
        counts = Counter(class_of(each.card) for each in dealt)
        expected = expected_of(dealt, classes)
        differences.append([counts[class_] - expected[class_] for class_ in sorted(expected)])
    for cards in (first, last):
        counts, expected = Counter(each.card for each in cards), expected_of(cards, shares)
        assert chi_square(counts, expected, deals) > UNLIKELY
        least = 0.75 if "in part" in name else 0.5 if "of three" in name else 0.25
        assert chi_square(by_class(counts), by_class(expected), deals, least) > UNLIKELY
    for its in zip(*differences, strict=True):
        spread = sum(each**2 for each in its) ** 0.5
        assert abs(sum(its)) <= 4.5 * spread + 1e-6


def test_the_first_pack_has_no_more_single_cards_than_the_last():
    """50 single cards and 60 of four copies; each pack has 2.07 single ones on average.

    Dealt one by one, where a card that comes twice is drawn again, the first pack has 2.15, and the
    last 1.83.
    """
    made = cardset([of_colors(80, 30, [1] * 50 + [4] * 60)], 12, event=BY_SHEET)
    single = {entry.card for entry in made.sheets["C"].entries if entry.copies == 1}
    generator, deals = cf.Generator(made, seed="singles"), 600
    found = [0, 0]
    for number in range(deals):
        packs = generator.deal(8, number=number).packs
        for at in (0, -1):
            found[at] += sum(each.card in single for each in packs[at].cards)
    deviation = 1.28 * deals**0.5
    assert all(abs(each - deals * 12 * 50 / 290) < 3 * deviation for each in found)
    assert abs(found[0] - found[1]) < 3 * 2**0.5 * deviation < deals * (2.15 - 1.83)


@pytest.mark.parametrize(
    ("copies", "cards", "count", "deals"),
    [(8, 30, 9, 300), pytest.param(4, 70, 10, 100_000, marks=pytest.mark.slow)],
)
def test_all_pairs_of_cards_come_alike(copies, cards, count, deals):
    """Each pair of cards is in the first and the last pack as often as any other."""
    made = cardset([of_colors(cards, 0, copies)], count, event=BY_SHEET)
    generator = cf.Generator(made, seed="pairs")
    places = {entry.card: at for at, entry in enumerate(made.sheets["C"].entries)}
    pairs = [Counter(), Counter()]
    for number in range(deals):
        packs = generator.deal(8, number=number).packs
        for found, pack in zip(pairs, (packs[0], packs[-1]), strict=True):
            found.update(combinations(sorted(places[each.card] for each in pack.cards), 2))
    chance = count * (count - 1) / (cards * (cards - 1))
    expected = dict.fromkeys(combinations(range(cards), 2), deals * chance)
    for found in pairs:
        assert chi_square(found, expected, deals) > UNLIKELY
        neighbours = sum(found[at, at + 1] for at in range(cards - 1))
        mean = deals * chance * (cards - 1)
        assert abs(neighbours - mean) < 4.5 * mean**0.5


@given(st.data())
def test_every_copy_is_dealt_and_every_class_is_there(data):
    """What holds in each deal: copies, sizes, classes, and no card twice where that can be."""
    per_class = data.draw(st.lists(st.integers(0, 6), min_size=2, max_size=6))
    entries, cards = [], []
    for number, size in enumerate(per_class):
        for at in range(size):
            made = card(f"{number}x", at, [COLORS[number]] if number < 5 else [])
            cards.append(made)
            entries.append(cf.Entry(made.ref, data.draw(st.integers(0, 4))))
    total = sum(entry.copies for entry in entries)
    assume(total)
    count = data.draw(st.integers(1, min(total, 9)))
    supply = data.draw(st.sampled_from(["finite", "refill"]))
    packs = total // count if supply == "finite" else data.draw(st.integers(1, 8))
    by_sheet = data.draw(st.booleans())
    sheet = cf.Sheet("C", entries, cf.model.Balanced("color") if by_sheet else cf.model.Random())
    distinct = data.draw(st.sampled_from(["printing", "none"]))
    its = event(supply, boosters_per_player=1, color_balance=not by_sheet)
    made = cardset([(sheet, cards)], count, event=its, distinct=distinct)
    deal = cf.Generator(made, seed=data.draw(st.integers(0, 9))).deal(packs)
    assert [len(pack.cards) for pack in deal.packs] == [count] * packs
    counts = Counter(each.card for pack in deal.packs for each in pack.cards)
    starts, rest = divmod(packs * count, total)
    if supply == "finite":
        starts, rest = 0, total
    for entry in entries:
        # no card is dealt before all are, unless it would come twice in a pack; and where packs are
        # no parts of the sheet, classes are rounded
        even = supply == "finite" or not rest
        low = starts * entry.copies if even else 0
        high = (starts + bool(rest)) * entry.copies if even else packs * count
        assert low <= counts[entry.card] <= high
    if supply == "finite" and packs * count == total:
        assert counts == Counter({entry.card: entry.copies for entry in entries if entry.copies})
    different = sum(entry.copies > 0 for entry in entries)
    if distinct == "none" or count <= different:
        classes = Counter()
        for entry in entries:
            classes[entry.card.name[0]] += entry.copies
        sure = {class_ for class_, number in classes.items() if number and number * count >= total}
        for pack in deal.packs:
            assert sure - {"5"} <= {each.card.name[0] for each in pack.cards}
