"""Layouts of the same odds with fewer choices, or with none.

A choice between layouts that differ only in the sheet of one slot is no more than a slot that
chooses its sheet by weight.  That is exact for a slot that takes all its cards from the sheet it
has chosen, and for one of a single card; not for one that chooses again for each card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, count, groupby, product
from math import factorial, gcd, prod
from operator import itemgetter
from typing import NamedTuple, TypeAlias, TypeVar

from attrs import evolve

from .boosters import Choice, Layout, Slot
from .sheets import SheetChoice

T = TypeVar("T")

#: Maximum number of rounds in which options are merged.
_ROUNDS = 100
#: Maximum number of parts of all options; more are not merged, since that would be slow.
_MOST_PARTS = 20_000
#: What stands between the names of slots that have become one.
_OR = " / "


class _FlatPart(NamedTuple):
    """A slot, or the options of a choice.

    Parts of equal odds have the same key.  Slots that differ only in their sheets have the same
    kind; other parts have none.
    """

    part: Slot | _Options
    key: int
    kind: int | None = None


#: How likely each option is (they add up to 1), and what it consists of.
_FlatParts: TypeAlias = tuple[_FlatPart, ...]
_Options: TypeAlias = tuple[tuple[Fraction, _FlatParts], ...]


def simplified(layout: Layout) -> Layout:
    """Return *layout* with the same odds, without choices that a slot can make.

    Options without weight are left out, what all options have in common stands beside the choice,
    and choices in choices become one where nothing stands beside them.  A slot that stands for
    several has all their names.
    """
    return evolve(layout, slots=_slots(_Simplifier().parts(layout.slots)))


def flattened(layout: Layout, limit: int) -> tuple[list[Layout], bool]:
    """Return equivalent layouts without choices, and whether they are exactly equivalent.

    Their weights add up to that of *layout*.  Where there are more than *limit* combinations,
    some choices are no more independent of each other, while every option stays as likely as it
    was; then there are no more layouts than the limit and all options together.
    """
    simplifier = _Simplifier()
    alternatives = simplifier.flat(simplifier.parts(layout.slots), limit)
    layouts = [
        evolve(layout, weight=layout.weight * share, slots=_slots(parts))
        for share, parts in alternatives
    ]
    return layouts, simplifier.exact


def combinations(
    layout: Layout, ways: Callable[[Slot], Iterable[tuple[Fraction, T]]], limit: int
) -> tuple[list[tuple[Fraction, tuple[T, ...]]], bool]:
    """Return what packs of a layout may consist of with its weight, and whether that is exact.

    It is one of the *ways* of each slot, which have probabilities.  Where there are more
    combinations than *limit*, choices are as in :func:`flattened`, and slots go the likeliest way.
    """
    layouts, is_exact = flattened(layout, limit)
    contents: list[tuple[Fraction, tuple[T, ...]]] = []
    for each in layouts:
        slots = [[*ways(slot)] for slot, _ in each.walk()]
        if prod(map(len, slots)) > limit:
            is_exact = False
            slots = [[(Fraction(1), max(own, key=itemgetter(0))[1])] for own in slots]
        for way in product(*slots):
            weight = prod((share for share, _ in way), start=Fraction(each.weight))
            contents.append((weight, tuple(part for _, part in way)))
    return contents, is_exact


def single_draws(
    shares: Mapping[str, Fraction], number: int, limit: int, *, is_ordered: bool
) -> list[tuple[Fraction, tuple[tuple[str, int], ...]]] | None:
    """Return how many cards come from which sheets, if each card has a sheet of its own choice.

    Each possibility has its probability.  None if there are more of them than *limit*.

    Args:
        shares: the sheets, and how likely each of them is.
        number: the number of cards.
        limit: the maximum number of possibilities.
        is_ordered: whether it matters in which order the sheets are chosen.
    """
    if number > limit:
        return None
    draws: list[tuple[Fraction, tuple[tuple[str, int], ...]]] = []
    several = product(shares, repeat=number)
    for names in several if is_ordered else combinations_with_replacement(shares, number):
        if len(draws) == limit:
            return None
        runs = tuple((name, len([*own])) for name, own in groupby(names))
        orders = 1 if is_ordered else factorial(number) // prod(factorial(n) for _, n in runs)
        chance = prod((shares[name] ** n for name, n in runs), start=Fraction(orders))
        draws.append((chance, runs if is_ordered else tuple(sorted(runs))))
    return draws


class _Simplifier:
    """Simplifies one layout.

    Attributes:
        exact: whether all choices that were multiplied out are still independent.
    """

    def __init__(self) -> None:
        self.exact = True
        self._ids: dict[object, int] = {}

    def _id(self, value: object) -> int:
        """Return the same number for equal values."""
        return self._ids.setdefault(value, len(self._ids))

    def parts(self, parts: Iterable[Slot | Choice]) -> _FlatParts:
        """Return *parts* without choices that have only one option."""
        made: list[_FlatPart] = []
        for part in parts:
            made += [self._slot(part)] if isinstance(part, Slot) else self._choice(part)
        return tuple(made)

    def _slot(self, slot: Slot) -> _FlatPart:
        weights = {each.sheet: Fraction(0) for each in slot.sheets if each.weight}
        for each in slot.sheets:
            if each.weight:
                weights[each.sheet] += each.weight
        total = sum(weights.values())
        shares = frozenset((sheet, weight / total) for sheet, weight in weights.items())
        has_one_sheet = slot.choose == "slot" or slot.count == 1 or len(weights) == 1
        usual = (slot.count, slot.finish, slot.on_short, has_one_sheet)
        # what a short slot tries next are its other sheets: there must not be more of them
        may_have_more = has_one_sheet and "next" not in slot.on_short
        return _FlatPart(
            slot, self._id((usual, shares)), self._id(usual) if may_have_more else None
        )

    def _choice(self, choice: Choice) -> _FlatParts:
        total = sum((Fraction(option.weight) for option in choice.options), Fraction(0))
        return self._one_of(
            (option.weight / total, self.parts(option.slots))
            for option in choice.options
            if option.weight
        )

    def _one_of(self, options: Iterable[tuple[Fraction, _FlatParts]]) -> _FlatParts:
        """Return what *options* have in common, and a choice of the rest if there is one."""
        merged = self.merged(_unnested(options))
        before = _common([parts for _, parts in merged])
        behind = _common([parts[: before - len(parts) - 1 : -1] for _, parts in merged])
        inner = [(share, parts[before : len(parts) - behind]) for share, parts in merged]
        if len(merged) == 1:
            choice: _FlatParts = ()
        elif before or behind:
            choice = self._one_of(inner)
        else:
            key = frozenset((share, tuple(each.key for each in parts)) for share, parts in merged)
            choice = (_FlatPart(merged, self._id(key)),)
        _, first = self._as_one([(share, parts[:before]) for share, parts in merged])
        _, last = self._as_one([(share, parts[len(parts) - behind :]) for share, parts in merged])
        return (*first, *choice, *last)

    def flat(self, parts: _FlatParts, limit: int) -> _Options:
        """Return the alternatives of *parts*, without choices."""
        alternatives: _Options = ((Fraction(1), ()),)
        start = 0
        for place, part in enumerate(parts):
            if isinstance(part.part, Slot):
                continue
            alternatives = tuple(
                (share, (*before, *parts[start:place])) for share, before in alternatives
            )
            start = place + 1
            options = self._flat_choice(part.part, limit)
            if len(alternatives) * len(options) <= limit:
                pairs = _independent(alternatives, options)
            else:
                self.exact = False
                pairs = _coupled(alternatives, options)
            alternatives = self.merged(pairs)
        return tuple((share, (*before, *parts[start:])) for share, before in alternatives)

    def _flat_choice(self, options: _Options, limit: int) -> _Options:
        """Return the alternatives of *options*, each with its part of *limit*."""
        sizes = [_size(parts) for _, parts in options]
        total = sum(sizes)
        return self.merged(
            (share * inner, alternative)
            for (share, parts), size in zip(options, sizes, strict=True)
            for inner, alternative in self.flat(parts, max(1, limit * size // total))
        )

    def merged(self, options: Iterable[tuple[Fraction, _FlatParts]]) -> _Options:
        """Merge options that are equal except in the sheets of at most one slot."""
        merged = tuple(options)
        for _ in range(_ROUNDS if sum(len(parts) for _, parts in merged) < _MOST_PARTS else 0):
            groups = _groups(merged, _best_place(merged))
            if len(groups) == len(merged):
                break
            merged = tuple(map(self._as_one, groups))
        return merged

    def _as_one(
        self, options: Sequence[tuple[Fraction, _FlatParts]]
    ) -> tuple[Fraction, _FlatParts]:
        """Return *options* as one option if they differ in the sheets of at most one slot."""
        shares = [share for share, _ in options]
        columns = zip(*(parts for _, parts in options), strict=True)
        return sum(shares, Fraction(0)), tuple(self._part(each, shares) for each in columns)

    def _part(self, parts: Sequence[_FlatPart], shares: Sequence[Fraction]) -> _FlatPart:
        """Return one part that is each of *parts* with those *shares*."""
        first = parts[0]
        if not isinstance(first.part, Slot):
            return first
        slots = [each.part for each in parts if isinstance(each.part, Slot)]
        names = dict.fromkeys(name for slot in slots for name in slot.name.split(_OR))
        slot = evolve(first.part, name=_OR.join(names))
        if all(each.key == first.key for each in parts):
            return first._replace(part=slot)
        weights: dict[str, Fraction] = {}
        for each, share in zip(slots, shares, strict=True):
            total = sum(Fraction(choice.weight) for choice in each.sheets)
            for choice in each.sheets:
                before = weights.get(choice.sheet, Fraction(0))
                weights[choice.sheet] = before + share * choice.weight / total
        sheets = [SheetChoice(sheet, weight) for sheet, weight in weights.items() if weight]
        return self._slot(evolve(slot, sheets=sheets, choose="slot"))


def _slots(parts: _FlatParts) -> list[Slot | Choice]:
    """Convert *parts* back to values of the model."""
    return [
        part
        if isinstance(part, Slot)
        else Choice(Layout("", share, _slots(inner)) for share, inner in part)
        for part, _, _ in parts
    ]


def _unnested(
    options: Iterable[tuple[Fraction, _FlatParts]],
) -> Iterator[tuple[Fraction, _FlatParts]]:
    """Return *options*, with each option that is only a choice replaced by its options."""
    for share, parts in options:
        if len(parts) == 1 and not isinstance(parts[0].part, Slot):
            yield from ((share * inner, own) for inner, own in parts[0].part)
        else:
            yield share, parts


def _common(options: Sequence[_FlatParts]) -> int:
    """Return the number of parts that *options* have in common at their beginning."""
    columns = zip(*options, strict=False)
    same = (len({each.key for each in column}) == 1 for column in columns)
    return next(
        (place for place, is_same in enumerate(same) if not is_same), min(map(len, options))
    )


def _best_place(options: _Options) -> int:
    """Return the position at which most options differ only in a slot's sheets.

    Options are compared by the sums of their parts' hashes.
    """
    keys = [[hash((place, each.key)) for place, each in enumerate(own)] for _, own in options]
    sums = [hash(len(own)) + sum(own) for own in keys]
    kinds: dict[int, set[int]] = {}
    alone: dict[int, int] = {}
    for (_, parts), own, total in zip(options, keys, sums, strict=True):
        for place, (each, key) in enumerate(zip(parts, own, strict=True)):
            rest = total if each.kind is None else total - key + hash((place, -1 - each.kind))
            kinds.setdefault(place, set()).add(rest)
            alone[place] = alone.get(place, 0) + 1
    return max(kinds, key=lambda place: alone[place] - len(kinds[place]), default=0)


def _groups(options: _Options, place: int) -> list[_Options]:
    """Group *options* that are equal except in the sheets of the slot at *place*."""
    groups: dict[tuple[int, ...], list[tuple[Fraction, _FlatParts]]] = {}
    for option in options:
        parts = option[1]
        key = [each.key for each in parts]
        if place < len(parts) and (kind := parts[place].kind) is not None:
            key[place] = -1 - kind
        groups.setdefault(tuple(key), []).append(option)
    return list(map(tuple, groups.values()))


def _size(parts: _FlatParts) -> int:
    """Return the number of combinations of the choices in *parts*."""
    return prod(
        sum(_size(inner) for _, inner in each.part)
        for each in parts
        if not isinstance(each.part, Slot)
    )


def _independent(options: _Options, others: _Options) -> Iterator[tuple[Fraction, _FlatParts]]:
    """Combine each of *options* with each of the *others*."""
    for share, parts in options:
        for of_other, more in others:
            yield share * of_other, (*parts, *more)


def _coupled(options: _Options, others: _Options) -> Iterator[tuple[Fraction, _FlatParts]]:
    """Combine each of *options* with few of the *others*, and preserve all their shares.

    Both are laid out side by side as intervals of their shares.  The options are taken in strides,
    so that neighbours, which have much in common, meet different ones of the others.
    """
    size = len(options)
    stride = next(each for each in count(1 + 5 * size // 8) if gcd(each, size) == 1)
    strides = (options[place * stride % size] for place in range(size))
    rest = iter(others)
    left = Fraction(0)
    more: _FlatParts = ()
    for share, parts in strides:
        needed = share
        while needed:
            if not left:
                left, more = next(rest)
            taken = min(needed, left)
            yield taken, (*parts, *more)
            needed -= taken
            left -= taken
