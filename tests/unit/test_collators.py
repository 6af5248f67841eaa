"""Collators: their trees get arrays, odds and likelihoods; their mistakes are found."""

from __future__ import annotations

import random
import sys
from collections import Counter
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from itertools import combinations, count, product
from math import inf, log

import pytest
from attrs import frozen

import cardformats as cf
from cardformats.collation import (
    Classes,
    CollationCode,
    Draw,
    Given,
    Hands,
    OneOf,
    Run,
    Sampler,
    Seq,
    collator_for,
    collators,
    register,
)
from cardformats.collation.leaves import Walk
from cardformats.collation.likelihood import likelihood
from cardformats.collation.node_checks import check_node
from cardformats.collation.tree import Fill, OneOfEach, Replaced
from cardformats.testing import assert_collator

COPIES = (3, 1, 3, 1, 3, 1)


@frozen
class By:
    """A collator that is a function."""

    make: object

    def compile(self, sheet, count):
        return self.make([entry.copies for entry in sheet.entries], count)


def cycle(copies, count):
    width, rest = divmod(len(copies), count)
    if rest:
        raise cf.CollationError("the sheet does not have that many equal parts")
    parts = [range(at, at + width) for at in range(0, len(copies), width)]
    return Seq([Draw([n if at in part else 0 for at, n in enumerate(copies)], 1) for part in parts])


def often_a_cycle(copies, count):
    return OneOf.of([(3, cycle(copies, count)), (1, Draw(copies, count))])


def neighbours(copies, count):
    starts = range(len(copies) - count + 1)
    return Hands.of((copies[start], range(start, start + count)) for start in starts)


def not_twice_in_a_row(copies, count):
    return Sampler(partial(sampled_apart, copies, count), count)


def sampled_apart(copies, count, bits):
    drawn = []
    while len(drawn) < count:
        entry = bits.below(len(copies))
        if drawn[-1:] != [entry]:
            drawn.append(entry)
    return drawn


@frozen
class AtLeastOne:
    """A condition: there is one of the first cards."""

    @property
    def tests(self):
        return [is_early]

    def hold(self, numbers):
        return sum(numbers) >= 1


class OneInPacks(AtLeastOne):
    """The same condition where packs are made, and none where odds are worked out."""

    def hold(self, numbers):
        caller = sys._getframe(1).f_globals["__name__"]  # noqa: SLF001 - how else to tell them
        return "odds" in caller or sum(numbers) >= 1


def is_early(card):
    return card.card.name in {"entry 0", "entry 1", "0", "1"}


def with_one_early(copies, count):
    return Given(Draw(copies, count, replacement=True), AtLeastOne())


TREES = {
    "cycle": cycle,
    "often a cycle": often_a_cycle,
    "neighbours": neighbours,
    "pile": Draw,
    "weights": partial(Draw, replacement=True),
    "print run": partial(Run, group=2),
    "shuffled": lambda copies, count: Seq([cycle(copies, count)], shuffled=True),
    "classes": lambda copies, count: Classes(
        ((count, 0), (count - 1, 1)),
        (1, 2),
        (Draw([*copies[:3], *[0] * (len(copies) - 3)], 0), Draw([0, 0, 0, *copies[3:]], 0)),
    ),
    "given": with_one_early,
    "sampler": not_twice_in_a_row,
}


@contextmanager
def registered(collator, kind="tested"):
    register(kind, collator)
    try:
        yield kind
    finally:
        vars(collators)["_COLLATORS"].remove(kind)


def cardset(number, copies=COPIES, kind="tested", *, distinct="none", **fields):
    entries = [cf.Entry(cf.CardRef(str(at)), n) for at, n in enumerate(copies)]
    slot = cf.Slot("slot", number, [cf.SheetChoice("sheet")], **fields)
    booster = cf.Booster("b", layouts=[cf.Layout("l", 1, [slot])], distinct=distinct)
    return cf.CardSet(
        "s", sheets=[cf.Sheet("sheet", entries, cf.model.Other(kind))], boosters=[booster]
    )


@contextmanager
def generator(tree, number=3, copies=COPIES, **fields):
    """A generator of packs of a collator with that tree."""
    with registered(By(tree)):
        yield cf.Generator(cardset(number, copies, **fields), seed=7)


def entries_of(pack):
    return tuple(int(each.card.name) for each in pack.cards)


# -- what a tree gets


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_good_collators_pass(tree):
    assert_collator(By(tree), packs=150)


def without_replacement(copies, number):
    """The ordered draws of a pile, by their entries, with their probabilities."""
    pile = [entry for entry, n in enumerate(copies) for _ in range(n)]
    hands = Counter(combinations(pile, number))
    return {hand: Fraction(n, sum(hands.values())) for hand, n in hands.items()}


def of_cycle(copies):
    """The packs of a cycle of pairs, with their probabilities."""
    pairs = [(at, at + 1) for at in range(0, len(copies), 2)]
    packs = {}
    for hand in product(*pairs):
        chance = Fraction(1)
        for entry, pair in zip(hand, pairs, strict=True):
            chance *= Fraction(copies[entry], sum(copies[each] for each in pair))
        packs[hand] = chance
    return packs


def of_often_a_cycle(copies):
    packs = Counter()
    for share, its in (
        (Fraction(3, 4), of_cycle(copies)),
        (Fraction(1, 4), without_replacement(copies, 3)),
    ):
        for hand, chance in its.items():
            packs[hand] += share * chance
    return packs


def of_neighbours(copies):
    hands = {tuple(range(at, at + 3)): Fraction(copies[at]) for at in range(len(copies) - 2)}
    return {hand: chance / sum(hands.values()) for hand, chance in hands.items()}


ENUMERATED = [
    (cycle, of_cycle),
    (often_a_cycle, of_often_a_cycle),
    (neighbours, of_neighbours),
    (Draw, partial(without_replacement, number=3)),
]


@pytest.mark.parametrize(("tree", "packs"), ENUMERATED)
def test_odds_are_those_of_all_packs(tree, packs):
    every = packs(COPIES)
    assert sum(every.values()) == 1
    with generator(tree) as made:
        odds = made.odds()
        assert odds.exact
        for entry, row in enumerate(odds):
            assert row.card == cf.CardRef(str(entry))
            chances = Counter()
            for hand, chance in every.items():
                chances[hand.count(entry)] += chance
            assert row.expected == sum(number * chance for number, chance in chances.items())
            assert row.at_least_one == 1 - chances[0]
            known = odds.counts("name", str(entry))
            assert known == {number: chance for number, chance in chances.items() if chance}
        together = sum(chance for hand, chance in every.items() if {0, 2} <= {*hand})
        assert odds.joint("0", "2") == together


@pytest.mark.parametrize(("tree", "packs"), ENUMERATED)
def test_likelihoods_are_those_of_all_packs(tree, packs):
    by_cards = Counter()
    for hand, chance in packs(COPIES).items():
        by_cards[tuple(sorted(hand))] += chance
    with generator(tree) as made:
        for hand, chance in by_cards.items():
            cards = [cf.PackCard(cf.CardRef(str(entry)), "slot", "sheet") for entry in hand]
            assert likelihood(made.exact, cards) == chance
            assert made.log_likelihood(cards) == pytest.approx(log(chance))
        never = [cf.PackCard(cf.CardRef("1"), "slot", "sheet")] * 3
        assert made.log_likelihood(never) == -inf


def test_a_pack_of_a_collator_is_explained():
    with generator(cycle) as made:
        (slot,) = made.explain(made.pack(0)).slots
        for card in slot.cards:
            assert card.chance == Fraction(card.copies, 4)


def test_a_collator_is_audited():
    with generator(cycle) as made:
        assert made.audit() == ()

    def reject(copies, number):
        raise cf.CollationError(f"{len(copies)} entries are too few for {number} cards")

    with registered(By(reject)):
        (problem, *_) = made.audit()
    assert problem.code == CollationCode.NO_COLLATOR
    assert "cannot be drawn from: 6 entries are too few" in str(problem)


def test_a_sampler_has_simulated_odds():
    with generator(not_twice_in_a_row) as made:
        odds = made.odds(packs=500)
        assert not any(row.exact for row in odds)
        assert odds.unknown
        assert made.log_likelihood(made.pack(0)) is None
        assert made.audit() == ()
        for pack in made.packs(200):
            assert all(
                one != other
                for one, other in zip(entries_of(pack), entries_of(pack)[1:], strict=False)
            )


@pytest.mark.parametrize("tree", [Draw, cycle])
def test_a_tree_looks_at_cards_of_other_slots(tree):
    """Cards that come once do so, whichever sheet they are from."""
    with registered(By(tree)):
        made = cardset(3, distinct="printing")
        other = cf.Sheet("other", made.sheets["sheet"].entries)
        slots = [cf.Slot(name, 3, [cf.SheetChoice(name)]) for name in ("other", "sheet")]
        booster = cf.Booster("b", layouts=[cf.Layout("l", 1, slots)])
        both = cf.CardSet("s", sheets=[*made.sheets.values(), other], boosters=[booster])
        if tree is cycle:
            fields = {"on_short": ("skip",)}
            slots[1] = cf.Slot("sheet", 3, [cf.SheetChoice("sheet")], **fields)
        for pack in cf.Generator(both, seed=7).packs(100):
            drawn = entries_of(pack)
            assert len(drawn) == 6
            assert tree is cycle or len({*drawn}) == 6


def test_a_collator_is_found_by_its_kind():
    with registered(By(cycle)):
        assert collator_for("tested") == By(cycle)
    with pytest.raises(cf.CollationError, match="there is no collator 'tested'"):
        cf.Generator(cardset(3), seed=7)
    with pytest.raises(cf.CollationError, match="has no method compile"):
        register("tested", "cycle")


def test_a_class_of_collators_is_registered_as_an_entry_point_is():
    class Cycle:
        def compile(self, sheet, count):
            return By(cycle).compile(sheet, count)

    with registered(Cycle):
        assert isinstance(collator_for("tested"), Cycle)
        assert len(cf.Generator(cardset(3), seed=7).pack(0)) == 3


# -- the mistakes that are found


class Forgetful:
    """A sampler that goes on where it stopped."""

    def __init__(self, copies, number):
        self.size, self.number, self.next = len(copies), number, 0

    def __call__(self, bits):
        del bits
        self.next += 1
        return [(self.next + at) % self.size for at in range(self.number)]


class Counting:
    """A condition that every third try does not keep."""

    def __init__(self):
        self.asked = 0

    tests = ()

    def hold(self, numbers):
        del numbers
        self.asked += 1
        return self.asked % 3 != 1


SHIFTS = count()


def shifting(copies, number):
    start = next(SHIFTS)
    return Hands.of([(1, [(start + at) % len(copies) for at in range(number)])])


def unseeded(copies, number, bits):
    del bits
    return random.sample(range(len(copies)), number)  # the mistake


def sampler(function):
    def make(copies, number):
        return Sampler(partial(function, copies, number), number)

    return make


def all_of_it(copies, number, bits):
    del number, bits
    return [*range(len(copies))]


def as_text(copies, number, bits):
    del copies, bits
    return "0" * number


def as_names(copies, number, bits):
    del copies, bits
    return ["card 0"] * number


def one_too_far(copies, number, bits):
    del bits
    return [len(copies)] * number


def broken(*_):
    raise ZeroDivisionError


FAULTS = {
    "no tree": (lambda *_: None, "the result is not a node of a tree but None"),
    "an error": (lambda *_: {}["x"], r"compile raises KeyError\('x'\); raise a CollationError"),
    "a bad index": (
        lambda copies, _: Seq([Draw(copies, 0), Hands.of([(1, [7])])]),
        r"count 1: Hands at parts\[1\]: hand 0: there is no entry 7; the sheet has 6 entries",
    ),
    "short copies": (
        lambda copies, number: Draw(copies[1:], number),
        "Draw: copies has length 5, but the sheet has 6 entries",
    ),
    "too many cards": (
        lambda copies, number: Draw(copies, number + 1),
        "count 1: the tree gives up to 2 cards",
    ),
    "too few cards": (
        lambda copies, _: Draw(copies, 1),
        "count 2: a pack has 1 cards, although the sheet has 6 copies",
    ),
    "copies run out": (
        lambda copies, number: Draw([1, *[0] * (len(copies) - 1)], number),
        "count 2: a pack has 1 cards, although the sheet has 6 copies",
    ),
    "unseeded": (sampler(unseeded), "Sampler: sample returns .*, then .*, from the same bits"),
    "a memory": (
        lambda copies, number: Sampler(Forgetful(copies, number), number),
        r"Sampler: sample returns \[1\], then \[2\], from the same bits",
    ),
    "a condition with a memory": (
        lambda copies, number: Given(Draw(copies, number), Counting()),
        "a pack depends on the packs that came before it",
    ),
    "a compiler with a memory": (shifting, "the packs differ after the sheet is compiled again"),
    "more than its count": (
        sampler(all_of_it),
        "Sampler: sample returns 6 cards, more than its count 1",
    ),
    "a text": (sampler(as_text), "Sampler: sample returns '0' instead of a list"),
    "names": (sampler(as_names), "'card 0' is not the number of an entry"),
    "one too far": (sampler(one_too_far), "there is no entry 6; the sheet has 6 entries"),
    "a broken sampler": (sampler(broken), r"Sampler: sample raises ZeroDivisionError\(\)"),
    "no pickle": (
        lambda _, number: Sampler(lambda bits: [bits.below(2)] * number, number),
        "the tree cannot be pickled: .*functions of a module, or partial",
    ),
    "other odds": (
        lambda copies, number: Given(Draw(copies, number, replacement=True), OneInPacks()),
        "packs have .*, but by the odds it is ",
    ),
    "no pack": (
        lambda copies, number: Given(Draw(copies, number), OneOfEach("sheet", [frozenset()])),
        "a pack cannot be made: sheet 'sheet': none of 10,000 draws",
    ),
}


@pytest.mark.parametrize(("tree", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(tree, message):
    with pytest.raises(AssertionError, match=message):
        assert_collator(By(tree))


def test_a_collator_must_accept_something():
    def reject(copies, number):
        raise cf.CollationError(f"{len(copies)} entries, {number} cards")

    with pytest.raises(AssertionError, match=r"every sheet and count\n.*6 entries, 1 cards"):
        assert_collator(By(reject))
    with pytest.raises(AssertionError, match="there is no sheet or no count"):
        assert_collator(By(cycle), sheets=[])
    with pytest.raises(AssertionError, match="the collator has no method compile: 3"):
        assert_collator(3)


def test_a_collator_may_be_short():
    assert_collator(By(lambda copies, _: Draw(copies, 1)), may_be_short=True, packs=50)


def test_sheets_can_be_given_and_keep_their_parameters():
    seen = []

    class Asks:
        def compile(self, sheet, number):
            seen.append((sheet.name, sheet.collation.params["size"], number))
            return Draw([entry.copies for entry in sheet.entries], number)

    sheet = cf.Sheet("own", cardset(1).sheets["sheet"].entries, cf.model.Other("asks", {"size": 4}))
    with registered(Asks(), "asks"):
        assert_collator("asks", sheets=[sheet], counts=[2], packs=50)
    assert {*seen} == {("own", 4, 2)}


def test_nothing_stays_registered():
    known = dict(vars(collators)["_COLLATORS"].known())
    assert_collator(By(cycle), packs=10)
    with pytest.raises(AssertionError):
        assert_collator(By(FAULTS["too few cards"][0]))
    assert vars(collators)["_COLLATORS"].known() == known


# -- the check of nodes

GOOD = Draw((1, 1, 1), 2)

INVALID = {
    "not a node": (Seq([GOOD, 3]), r"parts\[1\] is not a node of a tree but 3"),
    "negative copies": (Draw((1, -1, 1), 1), r"Draw: copies\[1\] is not an integer of at least 0"),
    "fractions": (Draw((1, 0.5, 1), 1), r"copies\[1\] is not an integer of at least 0 but 0.5"),
    "no count": (Draw((1, 1, 1), None), "count is not an integer of at least 0 but None"),
    "long copies": (Run((1, 1, 1, 1), 1), "Run: copies has length 4, but the sheet has 3 entries"),
    "no group": (Run((1, 1, 1), 1, group=0), "group is not an integer of at least 1 but 0"),
    "long stripes": (Walk((1, 1, 1, 1), 1, 1, (1,)), "Walk: copies has length 4"),
    "no count of stripes": (Walk((1, 1, 1), -1, 1, (1,)), "count is not an integer of at least 0"),
    "no columns": (Walk((1, 1, 1), 1, 0, (1,)), "length is not an integer of at least 1 but 0"),
    "no width": (Walk((1, 1, 1), 1, 1, (0,)), "none of its widths has a positive weight"),
    "no hand": (Hands((), ()), "none of its hands has a positive weight"),
    "weights": (Hands(((0,), (1,)), (1,)), "it has 1 weights for 2 hands"),
    "a negative entry": (Hands(((0, -1),), (1,)), "hand 0: there is no entry -1"),
    "not a hand": (Hands((5,), (1,)), "Hands: 'int' object is not iterable"),
    "an empty hand that loses": (Hands(((),), (1,), 0), "a hand without cards cannot lose a card"),
    "no weight": (OneOf((0, 0), (GOOD, GOOD)), "none of its parts has a positive weight"),
    "below": (
        OneOf((1, 1), (GOOD, Seq([GOOD, Draw((1,), 1)]))),
        r"Draw at parts\[1\]\.parts\[1\]: copies has length 1",
    ),
    "ways of different length": (
        Classes(((1, 1), (2,)), (1, 1), (GOOD, GOOD)),
        "way 1 has 1 counts for 2 parts",
    ),
    "ways of different counts": (
        Classes(((1, 1), (2, 1)), (1, 1), (GOOD, GOOD)),
        "way 0 gives 2 cards, but way 1 3",
    ),
    "a class": (Classes(((1,),), (1,), (Seq([GOOD]),)), "part 0 is not a Draw"),
    "a negative way": (Classes(((-1,),), (1,), (GOOD,)), "a count of way 0 is not an integer"),
    "a chance": (Replaced(GOOD, GOOD, Fraction(3, 2)), "chance is not a Fraction from 0 to 1"),
    "below a replacement": (Replaced(GOOD, Draw((1,), 1), Fraction(1, 2)), "Draw at by: copies"),
    "a condition": (
        Given(GOOD, OneOfEach("sheet", (frozenset({3}),))),
        "Given: class 0: there is no entry 3",
    ),
    "below a condition": (Given(Draw((1,), 1), AtLeastOne()), "Draw at part: copies has length 1"),
    "no function": (Sampler(None, 1), "sample is not a function but None"),
    "a slot": (Fill("s", 1, (), (), (), False, (), False), "only the compiler makes this node"),  # noqa: FBT003 - as it is
}


@pytest.mark.parametrize(("node", "message"), INVALID.values(), ids=INVALID)
def test_an_invalid_node_is_an_error(node, message):
    with pytest.raises(cf.CollationError, match=rf"^the collator 'x': (.*: )?{message}"):
        check_node(node, 3, "the collator 'x'")


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_good_nodes_are_valid(tree):
    check_node(tree(list(COPIES), 3), len(COPIES))


def test_a_node_that_is_there_twice_is_checked_once():
    node = GOOD
    for _ in range(200):
        node = Seq([node, node])
    check_node(node, 3)
