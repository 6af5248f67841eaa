"""Balance: how many cards of each class a slot has, and then which cards of it.

The rules of other programs are those of :class:`~cardformats.model.Balanced`; the bias that they
have is on the page "fairness".
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import accumulate, combinations, pairwise
from math import comb, factorial, gcd, lcm, prod

from attrs import evolve, frozen

from ..errors import CollationError
from ..model import Balanced, CardSet, Color, Random, Sheet
from .constraints import COLORS, balance_classes
from .leaves import Draw
from .odds.counts import divided
from .tree import Classes, Given, Node, OneOf, OneOfEach, Seq

#: A class from which copies return can give any number of cards.
_ENDLESS = 10**9


def balanced(
    cardset: CardSet,
    sheet: Sheet,
    balance: Balanced,
    keys: Sequence[Hashable] | None,
    count: int,
    *,
    endless: bool,
) -> Node:
    """What takes *count* cards from a balanced sheet.

    Args:
        cardset: says what the cards are.
        sheet: the sheet.
        balance: how it is balanced.
        keys: for each entry what tells its card from others; None if cards may come twice.
        count: how many cards.
        endless: the rules of other programs take cards with replacement.

    Raises:
        CollationError: the rule is not known, or cannot give so many cards.
    """
    classes = _entries_by_class(cardset, sheet, balance.by)
    copies = tuple([entry.copies for entry in sheet.entries])
    if balance.rule != "unbiased":
        return _by_rule(sheet, balance, classes, copies, keys, count, endless=endless)
    replacement = sheet.collation == Random(replacement=True)
    plain = Draw(copies, count, replacement)
    parts = _sure_classes(classes, copies, count)
    sizes = [_size(part, keys, endless=replacement) for part in parts]
    if len(parts) < 2 or count > sum(sizes) or not balance.strength:  # noqa: PLR2004 - a balance has two sides
        return plain
    ways = class_counts([sum(part) for part in parts], sizes, count)
    whole = Classes(
        tuple(way for _, way in ways),
        [weight for weight, _ in ways],
        tuple(Draw(part, 0, replacement) for part in parts),
    )
    return OneOf.of([(1 - balance.strength, plain), (balance.strength, whole)])


def _entries_by_class(cardset: CardSet, sheet: Sheet, by: str) -> dict[str | None, list[int]]:
    """The entries of each class, in order of their names, and of None."""
    by_class: dict[str | None, list[int]] = {}
    classes = balance_classes(cardset, sheet, by)
    for index, (class_, entry) in enumerate(zip(classes, sheet.entries, strict=True)):
        if entry.copies:
            by_class.setdefault(class_, []).append(index)
    return dict(sorted(by_class.items(), key=lambda item: item[0] or ""))


def _sure_classes(
    by_class: dict[str | None, list[int]], copies: Sequence[int], count: int
) -> list[tuple[int, ...]]:
    """The copies of each class that has a card or more on average, then those of all others."""
    rest = list(by_class.get(None, ()))
    sure = []
    for name, entries in by_class.items():
        if name is None:
            continue
        if count * sum(copies[index] for index in entries) >= sum(copies):
            sure.append(entries)
        else:
            rest += entries
    return [_only(copies, entries) for entries in (*sure, rest) if entries]


def _only(copies: Sequence[int], entries: Sequence[int]) -> tuple[int, ...]:
    """The copies of some *entries*; the others have none."""
    kept = set(entries)
    return tuple([number if index in kept else 0 for index, number in enumerate(copies)])


def _size(copies: Sequence[int], keys: Sequence[Hashable] | None, *, endless: bool) -> int:
    """How many cards a class can give before one comes again."""
    if keys is None:
        return _ENDLESS if endless else sum(copies)
    return len({key for key, number in zip(keys, copies, strict=True) if number})


# -- the rules of other programs


def _by_rule(
    sheet: Sheet,
    balance: Balanced,
    classes: dict[str | None, list[int]],
    copies: Sequence[int],
    keys: Sequence[Hashable] | None,
    count: int,
    *,
    endless: bool,
) -> Node:
    """What takes cards by another program's rule; plainly where there is nothing to balance."""
    plain = Draw(copies, count, endless)
    named = {name: entries for name, entries in classes.items() if name is not None}
    rest = _only(copies, classes.get(None, ()))
    if len(named) + bool(sum(rest)) < 2 or count > _size(copies, keys, endless=endless):  # noqa: PLR2004 - a balance has two sides
        return plain
    if balance.by in COLORS:  # a rule may look for each, whether it has cards or not
        named = {**{color.value.lower(): [] for color in Color}, **named}
    each = {name: _only(copies, entries) for name, entries in named.items()}
    if balance.rule == "draftmancer":
        with_class = [sum(column) for column in zip(*each.values(), strict=True)]
        sides = [
            Side(Draw(its, 1, endless), sum(its), _size(its, keys, endless=endless))
            for its in (with_class, rest, *each.values())
        ]
        return as_draftmancer(sides[2:], (sides[0], sides[1]), plain, count)
    if count < 2:  # noqa: PLR2004 - one card cannot be of all classes
        return plain
    if balance.rule == "taw":
        return _as_taw(sheet, each, rest, plain, once=keys is not None)
    return _with_rejection(sheet, each, plain)


@frozen(eq=False)
class Side:
    """Cards of a sheet of which a rule takes one at a time.

    Attributes:
        one: takes one.
        copies: how many copies are left.
        room: how many cards it gives before it is empty, or one comes again.
    """

    one: Draw
    copies: int
    room: int


def as_draftmancer(each: Sequence[Side], both: tuple[Side, Side], plain: Node, count: int) -> Node:
    """A card of each class if there is room, and the share of cards with one.

    Of *n* cards, as many are forced to be of different classes as the copies with a class entitle
    them to.  Each further card has a class with such a probability that the share of these cards is
    right, no matter which class it is: cards of small classes gain from those of large ones.  Where
    copies are put back, the forced cards count twice for this probability.  Where they are
    not, one side gives cards when the other one has no more.

    Args:
        each: the cards of each class.
        both: all that have a class, and all others.
        plain: takes the cards where no class is forced.
        count: how many cards.
    """
    rooms = both[0].room, both[1].room
    endless = both[0].one.replacement
    ways = forced_classes(each, both, count)
    if not any(ways):
        return plain
    options = []
    for there, weight in ways.items():
        drawn = len(there)
        more = count - drawn
        yes, no = class_odds(both, more, drawn)
        further: Sequence[Node] = ()
        if not endless and more > min(rooms[0] - drawn, rooms[1]):
            further = [until_empty(yes, no, both, (rooms[0] - drawn, rooms[1]), more)]
        elif more:
            further = [OneOf.of([(yes, both[0].one), (no, both[1].one)])] * more
        firsts = [each[number].one for number in there]
        options.append((weight, Seq((*firsts, *further), shuffled=True)))
    return OneOf.of(options)


def forced_classes(
    each: Sequence[Side], both: tuple[Side, Side], count: int
) -> dict[tuple[int, ...], int]:
    """Which classes are sure of a card, by weight; those without cards are not."""
    classed, others = both[0].copies, both[1].copies
    forced = min(len(each), count * classed // (classed + others) if classed else 0)
    ways: dict[tuple[int, ...], int] = {}
    for some in combinations(range(len(each)), forced):
        there = tuple(number for number in some if each[number].copies)
        ways[there] = ways.get(there, 0) + 1
    return ways


def class_odds(both: tuple[Side, Side], more: int, drawn: int) -> tuple[int, int]:
    """The weights with which each of *more* cards has a class, and has none, after those forced."""
    classed, others = both[0].copies, both[1].copies
    if both[0].one.replacement:
        classed += drawn
    whole = more * (classed + others)
    yes = min(max(classed * more - others * drawn, 0), whole)
    return yes, whole - yes


def until_empty(
    yes: int, no: int, both: tuple[Side, Side], rooms: tuple[int, int], count: int
) -> Node:
    """*count* cards, each of one of two sides by weight, or of the other one if that is empty."""
    weights: dict[int, int] = {}
    for chosen in range(count + 1):
        weight = comb(count, chosen) * yes**chosen * no ** (count - chosen)
        number = max(min(chosen, rooms[0]), count - rooms[1])
        weights[number] = weights.get(number, 0) + weight
    one, other = both[0].one, both[1].one
    return OneOf.of(
        (weight, Seq((evolve(one, count=number), evolve(other, count=count - number))))
        for number, weight in weights.items()
        if weight
    )


def _as_taw(
    sheet: Sheet,
    each: dict[str, tuple[int, ...]],
    rest: Sequence[int],
    plain: Draw,
    *,
    once: bool,
) -> Node:
    """The rule of taw's magic-search-engine: a card of each class, then classes by weight.

    The weights would give each class its average.  But a card that came before makes the choice
    of a class void too, which happens more often to classes of whose cards many are drawn: cards
    without a class gain.  (Its program also gives one 505th, or so, of the weight of these cards
    to the first class by a wrong comparison; this one does not.)
    """
    count, whole, endless = plain.count, plain.total, plain.replacement
    for name, copies in each.items():
        if 0 < count * sum(copies) < whole:
            raise CollationError(
                f"sheet {sheet.name!r}: the rule of balance 'taw' needs a card or more of each"
                f" class on average, but {count} cards have less than one of {name!r}"
            )
    pools = [copies for copies in each.values() if sum(copies)]
    totals = [*map(sum, pools), sum(rest)]
    weights = [count * total - whole for total in totals[:-1]] + [count * totals[-1]]
    scale = lcm(*filter(None, totals))
    rates = [weight * scale // (total or 1) for weight, total in zip(weights, totals, strict=True)]
    if not any(rates):  # all is said with a card of each
        rates = [1] * len(rates)
    firsts = [Draw(pool, 1, endless) for pool in pools]
    more = count - len(pools)
    columns = [*zip(*pools, rest, strict=True)]
    if once or endless:
        weighted = [
            sum(number * rate for number, rate in zip(column, rates, strict=True))
            for column in columns
        ]
        divisor = gcd(*weighted) or 1
        further = Draw([number // divisor for number in weighted], more, endless)
    else:  # copies are more than weights
        divisor = gcd(*rates)
        own = [next((rate // divisor for n, rate in zip(its, rates, strict=True) if n), 0)
               for its in columns]  # fmt: skip
        further = Draw([*map(sum, columns)], more, rates=own)
    return Seq((*firsts, further), shuffled=True)


def _with_rejection(sheet: Sheet, each: dict[str, tuple[int, ...]], plain: Draw) -> Node:
    """Cards at random, all of them again until each class is there.

    So do XMage, which is content with less after a while, and others.  Slots with many cards
    without a class are likely to be rejected: these cards lose.
    """
    classes = [{n for n, number in enumerate(copies) if number} for copies in each.values()]
    classes = [entries for entries in classes if entries]
    if len(classes) > plain.count:
        raise CollationError(
            f"sheet {sheet.name!r}: {plain.count} cards cannot be of {len(classes)} classes,"
            " as the rule of balance 'reject' demands"
        )
    return Given(plain, OneOfEach(sheet.name, tuple(map(frozenset, classes))))


# -- the unbiased rule


#: More ways to fill a slot than this are not written out; the numbers are rounded instead.
_MOST_WAYS = 5_000


def class_counts(
    totals: Sequence[int], sizes: Sequence[int], count: int
) -> list[tuple[int, tuple[int, ...]]]:
    """With what weights a slot has how many cards of each class.

    A class that has a card or more on average is sure of one.  The rest of the slot goes to the
    classes one by one, by weights that leave each its average.  A class that could then be asked
    for more cards than it has gets its average, rounded up or down at random, instead; one whose
    average is more than it has gives all.

    Args:
        totals: the copies of each class.
        sizes: how many cards each can give.
        count: how many cards the slot has, at most the sum of *sizes*.

    Returns:
        pairs of a whole weight and the number of cards of each class.
    """
    whole = sum(totals)
    over = [count * total > whole * size for total, size in zip(totals, sizes, strict=True)]
    if any(over):
        return _with_all_of(totals, sizes, count, over.index(True))
    sure = [int(count * total >= whole) for total in totals]
    extra = count - sum(sure)
    ample = [one + extra <= size for one, size in zip(sure, sizes, strict=True)]
    if comb(extra + len(totals), extra) > _MOST_WAYS:
        ample = [False] * len(totals)
    few = [index for index, enough in enumerate(ample) if not enough]
    many = [index for index, enough in enumerate(ample) if enough]
    surplus = [count * totals[index] - whole * sure[index] for index in many]
    divisor = gcd(*surplus) or 1
    weights = [each // divisor for each in surplus]
    weighted = []
    rounded = _rounded([*(totals[index] for index in few), sum(totals[i] for i in many)], count)
    for weight, numbers in rounded:
        left = numbers[-1] - sum(sure[index] for index in many)
        scale = (sum(weights) or 1) ** (extra - left)  # all ways out of one whole
        for parts in reversed([*divided(left, [left] * len(many))]):
            ways = factorial(left) // prod(map(factorial, parts))
            ways *= prod(each**part for each, part in zip(weights, parts, strict=True))
            counts = dict(zip(few, numbers, strict=False))
            counts |= {index: sure[index] + part for index, part in zip(many, parts, strict=True)}
            if ways:
                way = tuple(counts[index] for index in range(len(totals)))
                weighted.append((weight * ways * scale, way))
    divisor = gcd(*(weight for weight, _ in weighted))
    return [(weight // divisor, way) for weight, way in weighted]


def _with_all_of(
    totals: Sequence[int], sizes: Sequence[int], count: int, index: int
) -> list[tuple[int, tuple[int, ...]]]:
    """The same with all cards of one class, and the others balanced among themselves."""
    ways = class_counts(
        [*totals[:index], *totals[index + 1 :]],
        [*sizes[:index], *sizes[index + 1 :]],
        count - sizes[index],
    )
    return [(weight, (*way[:index], sizes[index], *way[index:])) for weight, way in ways]


def _rounded(totals: Sequence[int], count: int) -> list[tuple[int, tuple[int, ...]]]:
    """Each class's average, rounded so that the sum is right and the averages stay."""
    whole = sum(totals)
    ends = [0, *accumulate(count * total for total in totals)]  # in parts of a whole card
    steps = sorted({0, whole, *((-end) % whole for end in ends)})
    return [
        (high - low, tuple((b + low) // whole - (a + low) // whole for a, b in pairwise(ends)))
        for low, high in pairwise(steps)
    ]
