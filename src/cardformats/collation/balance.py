"""Balanced sheets: the number of cards of each class in a slot, and then the cards.

The rules of other programs are those of :class:`~cardformats.model.Balanced`. The page "fairness"
describes their bias.
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

#: The size of a class whose copies are put back: no limit.
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
    """Return the tree that takes *count* cards from a balanced sheet.

    Args:
        cardset: The card set that defines the cards.
        sheet: The sheet.
        balance: Its balance.
        keys: The duplicate-check key of each entry; None if duplicates are allowed.
        count: The number of cards.
        endless: Whether the rules of other programs draw with replacement.

    Raises:
        CollationError: If the rule is unknown, or cannot supply *count* cards.
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
    """Return the indices of the entries of each class, sorted by name; None is a class too."""
    by_class: dict[str | None, list[int]] = {}
    classes = balance_classes(cardset, sheet, by)
    for index, (class_, entry) in enumerate(zip(classes, sheet.entries, strict=True)):
        if entry.copies:
            by_class.setdefault(class_, []).append(index)
    return dict(sorted(by_class.items(), key=lambda item: item[0] or ""))


def _sure_classes(
    by_class: dict[str | None, list[int]], copies: Sequence[int], count: int
) -> list[tuple[int, ...]]:
    """Return the copies of each class with at least one card on average, then of all others."""
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
    """Return *copies* with 0 for all entries except *entries*."""
    kept = set(entries)
    return tuple([number if index in kept else 0 for index, number in enumerate(copies)])


def _size(copies: Sequence[int], keys: Sequence[Hashable] | None, *, endless: bool) -> int:
    """Return how many cards a class can supply before one occurs again."""
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
    """Return the tree for another program's rule; a plain draw if there is nothing to balance."""
    plain = Draw(copies, count, endless)
    named = {name: entries for name, entries in classes.items() if name is not None}
    rest = _only(copies, classes.get(None, ()))
    if len(named) + bool(sum(rest)) < 2 or count > _size(copies, keys, endless=endless):  # noqa: PLR2004 - a balance has two sides
        return plain
    if balance.by in COLORS:  # a rule may consider colours without cards
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
    """A part of a sheet from which a rule takes one card at a time.

    Attributes:
        one: The draw of one card.
        copies: The number of copies left.
        capacity: The number of cards before it is empty, or before a card occurs again.
    """

    one: Draw
    copies: int
    capacity: int


def as_draftmancer(each: Sequence[Side], both: tuple[Side, Side], plain: Node, count: int) -> Node:
    """Return the tree for Draftmancer's colour balance.

    Of *n* cards, as many are forced to be of different classes as the share of copies with a class
    allows. Each further card has a class with the probability that makes the share of these cards
    right. Its class is not considered, so cards of small classes gain from those of large classes.
    If copies are put back, the forced cards count twice for this probability. Otherwise, one side
    supplies cards when the other is empty.

    Args:
        each: The cards of each class.
        both: All cards with a class, and all others.
        plain: The draw that is used if no class is forced.
        count: The number of cards.
    """
    capacities = both[0].capacity, both[1].capacity
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
        if not endless and more > min(capacities[0] - drawn, capacities[1]):
            further = [until_empty(yes, no, both, (capacities[0] - drawn, capacities[1]), more)]
        elif more:
            further = [OneOf.of([(yes, both[0].one), (no, both[1].one)])] * more
        firsts = [each[number].one for number in there]
        options.append((weight, Seq((*firsts, *further), shuffled=True)))
    return OneOf.of(options)


def forced_classes(
    each: Sequence[Side], both: tuple[Side, Side], count: int
) -> dict[tuple[int, ...], int]:
    """Return the combinations of forced classes, with weights. Empty classes are omitted."""
    classed, others = both[0].copies, both[1].copies
    forced = min(len(each), count * classed // (classed + others) if classed else 0)
    ways: dict[tuple[int, ...], int] = {}
    for some in combinations(range(len(each)), forced):
        there = tuple(number for number in some if each[number].copies)
        ways[there] = ways.get(there, 0) + 1
    return ways


def class_odds(both: tuple[Side, Side], more: int, drawn: int) -> tuple[int, int]:
    """Return the weights of a card with and without a class, after the *drawn* forced cards.

    *more* is the number of cards that are drawn by these weights.
    """
    classed, others = both[0].copies, both[1].copies
    if both[0].one.replacement:
        classed += drawn
    whole = more * (classed + others)
    yes = min(max(classed * more - others * drawn, 0), whole)
    return yes, whole - yes


def until_empty(
    yes: int, no: int, both: tuple[Side, Side], capacities: tuple[int, int], count: int
) -> Node:
    """Return the tree of *count* cards of two sides, chosen by weight.

    If a side is empty, the other one supplies the card.
    """
    weights: dict[int, int] = {}
    for chosen in range(count + 1):
        weight = comb(count, chosen) * yes**chosen * no ** (count - chosen)
        number = max(min(chosen, capacities[0]), count - capacities[1])
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
    """Return the tree for the rule of taw's magic-search-engine.

    The rule takes a card of each class, then chooses classes by weight. The weights would give each
    class its average. But a card that occurred before also cancels the choice of its class. That is
    more frequent for classes with many drawn cards, so cards without a class gain. (The original
    program also moves about 1/505 of the weight of these cards to the first class, because of a
    wrong comparison. This function does not.)

    Raises:
        CollationError: If the cards have less than one of a class on average.
    """
    count, whole, endless = plain.count, plain.total, plain.replacement
    for name, copies in each.items():
        if 0 < count * sum(copies) < whole:
            raise CollationError(
                f"sheet {sheet.name!r}: the balance rule 'taw' needs at least one card of each"
                f" class on average, but {count} cards have less than one of {name!r}"
            )
    pools = [copies for copies in each.values() if sum(copies)]
    totals = [*map(sum, pools), sum(rest)]
    weights = [count * total - whole for total in totals[:-1]] + [count * totals[-1]]
    scale = lcm(*filter(None, totals))
    rates = [weight * scale // (total or 1) for weight, total in zip(weights, totals, strict=True)]
    if not any(rates):  # the first cards of each class are all of the average
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
    else:  # the copies limit the draw and are not only weights
        divisor = gcd(*rates)
        own = [next((rate // divisor for n, rate in zip(its, rates, strict=True) if n), 0)
               for its in columns]  # fmt: skip
        further = Draw([*map(sum, columns)], more, rates=own)
    return Seq((*firsts, further), shuffled=True)


def _with_rejection(sheet: Sheet, each: dict[str, tuple[int, ...]], plain: Draw) -> Node:
    """Return the tree that draws all cards again until every class is present.

    XMage (which accepts fewer classes after some tries) and other programs use this rule. Slots
    with many cards without a class are rejected more often, so these cards lose.

    Raises:
        CollationError: If there are more classes than cards.
    """
    classes = [{n for n, number in enumerate(copies) if number} for copies in each.values()]
    classes = [entries for entries in classes if entries]
    if len(classes) > plain.count:
        raise CollationError(
            f"sheet {sheet.name!r}: {plain.count} cards cannot be of {len(classes)} classes,"
            " as the balance rule 'reject' requires"
        )
    return Given(plain, OneOfEach(sheet.name, tuple(map(frozenset, classes))))


# -- the unbiased rule


#: The maximum number of ways to fill a slot; above it, the averages are rounded instead.
_MOST_WAYS = 5_000


def class_counts(
    totals: Sequence[int], sizes: Sequence[int], count: int
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the possible numbers of cards of each class in a slot, with weights.

    A class with at least one card on average is sure of one. The remaining cards go to classes one
    by one, by weights that preserve the average of each class. If a class could then need more
    cards than it has, it gets its average, rounded up or down at random. A class whose average
    exceeds its number of cards supplies all of them.

    Args:
        totals: The number of copies of each class.
        sizes: The number of cards that each class can supply.
        count: The number of cards in the slot, at most the sum of *sizes*.

    Returns:
        Pairs of an integer weight and the number of cards of each class.
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
        scale = (sum(weights) or 1) ** (extra - left)  # a common denominator for all ways
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
    """Return the class counts if class *index* supplies all cards, and the others are balanced."""
    ways = class_counts(
        [*totals[:index], *totals[index + 1 :]],
        [*sizes[:index], *sizes[index + 1 :]],
        count - sizes[index],
    )
    return [(weight, (*way[:index], sizes[index], *way[index:])) for weight, way in ways]


def _rounded(totals: Sequence[int], count: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return roundings of the average of each class that preserve the sum and the averages."""
    whole = sum(totals)
    ends = [0, *accumulate(count * total for total in totals)]  # in units of 1/whole card
    steps = sorted({0, whole, *((-end) % whole for end in ends)})
    return [
        (high - low, tuple((b + low) // whole - (a + low) // whole for a, b in pairwise(ends)))
        for low, high in pairwise(steps)
    ]
