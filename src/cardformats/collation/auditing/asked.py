"""How many cards of each sheet packs ask for: the fewest, on average, and the most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from ...model import UNLIMITED, CardSet, Choice, Layout, Replace, Slot
from ...model.weights import whole_weights

#: The fewest, on average, the most.
Numbers: TypeAlias = tuple[int, Fraction, int]
#: Those of each kind of card; kinds that are not there are not asked for.
Needs: TypeAlias = dict[str, Numbers]

NONE: Numbers = (0, Fraction(), 0)


class Asking:
    """Counts what slots ask for, as if no sheet ran out."""

    def __init__(
        self,
        cardset: CardSet,
        replaces: Iterable[Replace] = (),
        counts: Callable[[Slot], bool] = lambda _: True,
    ) -> None:
        """Take the replacements that packs can have, and which slots count."""
        self._cardset = cardset
        self._replaces = tuple(each for each in replaces if each.probability)
        self._counts = counts

    def layout(self, layout: Layout) -> Needs:
        """The cards of each sheet in a pack of *layout*."""
        return self._parts(layout.slots, {})

    def total(self, layout: Layout) -> Needs:
        """All cards in a pack of *layout*, under an empty name."""
        return self._totals(layout.slots)

    def _totals(self, parts: Sequence[Slot | Choice]) -> Needs:
        needs: Needs = {}
        for part in parts:
            if isinstance(part, Slot):
                names = [each.sheet for each in part.sheets if each.weight]
                count = self._count(part, names) if self._counts(part) else 0
                found = {"": (count, Fraction(count), count)}
            else:
                total = sum((Fraction(option.weight) for option in part.options), Fraction())
                found = mixed(
                    [
                        (option.weight / total, self._totals(option.slots))
                        for option in part.options
                        if option.weight
                    ]
                )
            needs = added(needs, found)
        return needs

    def _parts(self, parts: Sequence[Slot | Choice], clear: dict[str, Fraction]) -> Needs:
        """The needs of *parts*, from the last to the first.

        *clear* says how likely it is that no slot of a name follows; it is kept up to date, since
        only the last slot of a name has its card replaced.
        """
        needs: Needs = {}
        for part in reversed(parts):
            if isinstance(part, Slot):
                found = self._slot(part, clear.get(part.name, Fraction(1)))
                clear[part.name] = Fraction()
            else:
                found = self._choice(part, clear)
            needs = added(needs, found)
        return needs

    def _choice(self, choice: Choice, clear: dict[str, Fraction]) -> Needs:
        total = sum((Fraction(option.weight) for option in choice.options), Fraction())
        afters: list[tuple[Fraction, dict[str, Fraction]]] = []
        each: list[tuple[Fraction, Needs]] = []
        for option in choice.options:
            if option.weight:
                share = option.weight / total
                its = dict(clear)
                each.append((share, self._parts(option.slots, its)))
                afters.append((share, its))
        for name in {name for _, its in afters for name in its}:
            chances = (share * its.get(name, Fraction(1)) for share, its in afters)
            clear[name] = sum(chances, Fraction())
        return mixed(each)

    def _slot(self, slot: Slot, clear: Fraction) -> Needs:
        if not self._counts(slot):
            return {}
        total = sum((Fraction(each.weight) for each in slot.sheets), Fraction())
        usual: dict[str, Fraction] = {}
        for each in slot.sheets:
            if each.weight:
                usual[each.sheet] = usual.get(each.sheet, Fraction()) + each.weight / total
        last = dict(usual)
        for replace in self._replaces:
            if replace.slot == slot.name and clear:
                chance = clear * replace.probability
                last = {name: share * (1 - chance) for name, share in last.items() if chance < 1}
                last[replace.sheet] = last.get(replace.sheet, Fraction()) + chance
        count = self._count(slot, usual)
        if not count:
            return {}
        return {
            name: (
                (count - 1) * (set(usual) == {name}) + (set(last) == {name}),
                (count - 1) * usual.get(name, Fraction()) + last.get(name, Fraction()),
                (count - 1) * (name in usual) + (name in last),
            )
            for name in {**usual, **last}
        }

    def _count(self, slot: Slot, names: Iterable[str]) -> int:
        if slot.count is not UNLIMITED:
            return slot.count
        sheets = (self._cardset.sheets.get(name) for name in names)
        return max((sheet.total for sheet in sheets if sheet), default=0)


def added(one: Needs, other: Needs) -> Needs:
    """What two parts ask for together."""
    found = dict(one)
    for name, (least, expected, most) in other.items():
        low, mean, high = found.get(name, NONE)
        found[name] = low + least, mean + expected, high + most
    return found


def mixed(each: Sequence[tuple[Fraction, Needs]]) -> Needs:
    """What is asked for by one of several, with their shares."""
    found = {}
    for name in dict.fromkeys(name for _, needs in each for name in needs):
        numbers = [(share, needs.get(name, NONE)) for share, needs in each]
        found[name] = (
            min(least for _, (least, _, _) in numbers),
            sum((share * expected for share, (_, expected, _) in numbers), Fraction()),
            max(most for _, (_, _, most) in numbers),
        )
    return found


def repeated(layouts: Sequence[tuple[int | Fraction, Needs]], packs: int, *, bag: bool) -> Needs:
    """What so many packs ask for, whose layouts are chosen by weight, or from a *bag*."""
    total = sum((Fraction(weight) for weight, _ in layouts), Fraction())
    if not total:
        return {}
    chosen = [(weight, needs) for weight, needs in layouts if weight]
    one = mixed([(weight / total, needs) for weight, needs in chosen])
    found = {n: (packs * low, packs * mean, packs * high) for n, (low, mean, high) in one.items()}
    if bag:
        copies = whole_weights(weight for weight, _ in chosen)
        for name, (_, expected, _) in found.items():
            numbers = [needs.get(name, NONE) for _, needs in chosen]
            least = _of_bag(
                [(low, n) for (low, _, _), n in zip(numbers, copies, strict=True)], packs
            )
            most = -_of_bag(
                [(-high, n) for (_, _, high), n in zip(numbers, copies, strict=True)], packs
            )
            found[name] = least, expected, most
    return found


def _of_bag(numbers: Sequence[tuple[int, int]], packs: int) -> int:
    """The smallest sum of so many numbers from bags, each given with how often a bag has it."""
    full, rest = divmod(packs, sum(copies for _, copies in numbers))
    whole = full * sum(number * copies for number, copies in numbers)
    for number, copies in sorted(numbers):
        taken = min(copies, rest)
        whole += number * taken
        rest -= taken
    return whole
