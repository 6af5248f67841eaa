"""Which drawer takes cards from a sheet, for packs that share sheets."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from threading import RLock

from attrs import evolve, frozen

from ...bits import Bits
from ...errors import CollationError
from ...model import (
    Balanced,
    Booster,
    CardSet,
    Color,
    Event,
    Fixed,
    Other,
    PackCard,
    PrintRun,
    Random,
    Sheet,
    Striped,
)
from ...model.weights import whole_weights
from ..balance import class_counts
from ..collators import collator_for
from ..constraints import COLORS, balance_classes
from ..distinct import key_of, may_repeat
from ..drawers.balanced import ClassesDrawer, ClassVariants
from ..drawers.chance import PileDrawer, RedrawDrawer, ReturningDrawer, ShuffledDrawer, SpreadDrawer
from ..drawers.drawer import Copies, Drawer, State, StraightDrawer, Variants
from ..drawers.runs import FixedDrawer, RunDrawer, StripeDrawer
from ..leaves import Place
from ..sample import State as PackState
from ..sample import sampler
from ..tree import NODES, Node, placed

#: Held while what is made gets its number, which must be its own in every thread; one lock for all,
#: since it is held shortly and what has one cannot be pickled.
_NUMBERING = RLock()


class Drawers:
    """The drawers of a card set's sheets for a booster, made when they are asked for."""

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Nothing is made."""
        self._cardset = cardset
        self._booster = booster
        self._key = key_of(booster)
        self._key_numbers: dict[str, list[int] | None] = {}
        self._numbers: dict[Hashable, int] = {}
        self._repeats: dict[tuple[frozenset[str], frozenset[str]], bool] = {}
        self._made: dict[tuple[str, int, bool, str | None], Drawer] = {}
        self._unions: dict[tuple[tuple[str, int], ...], Sheet] = {}
        self._unions_by_name: dict[str, Sheet] = {}

    def sheet(self, name: str) -> Sheet:
        """The sheet of that name, which the planner has seen before."""
        return self._unions_by_name.get(name) or self._cardset.sheets[name]

    def union(self, weights: Sequence[tuple[str, int]]) -> Sheet:
        """Several sheets with their weights as one, from which cards return.

        Its name is none of the card set's.
        """
        key = tuple(weights)
        with _NUMBERING:
            if key not in self._unions:
                self._make_union(key)
        return self._unions[key]

    def _make_union(self, key: tuple[tuple[str, int], ...]) -> None:
        entries = [
            (entry, Fraction(weight * entry.copies, sheet.total))
            for sheet, weight in ((self._cardset.sheets[name], weight) for name, weight in key)
            for entry in sheet.entries
        ]
        copies = whole_weights(share for _, share in entries)
        name = f"{' + '.join(name for name, _ in key)} #{len(self._unions)}"
        while name in self._cardset.sheets:
            name += "#"
        pairs = zip(entries, copies, strict=True)
        union = [evolve(entry, copies=number) for (entry, _), number in pairs]
        self._unions[key] = self._unions_by_name[name] = Sheet(
            name, union, Random(replacement=True), duplicates=True
        )

    def key_numbers(self, name: str) -> list[int] | None:
        """The keys of a sheet's entries as numbers, the same in every sheet.

        None if cards may come twice.
        """
        if name not in self._key_numbers:
            sheet, known = self.sheet(name), self._numbers
            numbers = None
            if not may_repeat(self._booster, sheet):
                keys = [*map(self._key, sheet.entries)]
                with _NUMBERING:
                    numbers = [known.setdefault(key, len(known)) for key in keys]
            self._key_numbers[name] = numbers
        return self._key_numbers[name]

    def can_repeat(self, names: frozenset[str], once: frozenset[str]) -> bool:
        """Whether a pack of cards from these sheets can have one twice that it should not.

        The entries of the sheets *once* come at most once each.
        """
        if (names, once) not in self._repeats:
            kept = {name: numbers for name in names if (numbers := self.key_numbers(name))}
            numbers = [number for each in kept.values() for number in each]
            entries = (entry for name in kept for entry in self.sheet(name).entries)
            single = once.issuperset(kept) and all(entry.copies <= 1 for entry in entries)
            apart = len(set(numbers)) == len(numbers)
            self._repeats[names, once] = not (single and apart)
        return self._repeats[names, once]

    def drawer(self, name: str, count: int, *, alone: bool, balance: str | None = None) -> Drawer:
        """The drawer of *count* cards from the sheet of that name.

        It is *alone* if nothing else that is drawn with it can be one of its cards.  A sheet whose
        cards come at random is balanced by the property *balance*.
        """
        key = (name, count, alone, balance)
        if key not in self._made:
            self._made[key] = self._make(self.sheet(name), count, alone=alone, balance=balance)
        return self._made[key]

    def _make(self, sheet: Sheet, count: int, *, alone: bool, balance: str | None) -> Drawer:
        collation = sheet.collation
        if isinstance(collation, Other):
            return self._third_party(sheet, collation, count)
        if isinstance(collation, Random) and balance is not None:
            collation = Balanced(balance)
        copies = Copies([entry.copies for entry in sheet.entries])
        if isinstance(collation, Random):
            return self._by_chance(sheet, copies, count, alone=alone)
        if isinstance(collation, Balanced):
            return self._balanced(sheet, collation, count, alone=alone)
        if isinstance(collation, PrintRun):
            return RunDrawer(sheet.name, copies, collation, count)
        if isinstance(collation, Striped):
            return StripeDrawer(copies, collation, count)
        return (FixedDrawer if isinstance(collation, Fixed) else SpreadDrawer)(copies, count)

    def _third_party(self, sheet: Sheet, collation: Other, count: int) -> Drawer:
        node = collator_for(collation.kind).compile(sheet, count)
        if not isinstance(node, NODES):
            raise CollationError(f"the collator {collation.kind!r} made no node but {node!r:.200}")
        cards = tuple(PackCard(entry.card, str(n), "") for n, entry in enumerate(sheet.entries))
        return NodeDrawer(placed(node, Place(sheet.name, cards)))

    def _by_chance(self, sheet: Sheet, copies: Copies, count: int, *, alone: bool) -> Drawer:
        """Of *copies*, which may be those of some of the sheet's entries only."""
        keys = self.key_numbers(sheet.name)
        replacement = sheet.collation == Random(replacement=True)
        if alone and count <= 1:
            return PileDrawer(copies, count)
        if keys is None and (alone or replacement):
            return (ReturningDrawer if replacement else PileDrawer)(copies, count)
        if keys is not None and alone:
            single = Copies([min(number, 1) for number in copies.counts])
            there = [key for key, one in zip(keys, single.counts, strict=True) if one]
            alike = len({number for number in copies.counts if number}) <= 1
            if alike and len(set(there)) == len(there) >= count:
                return PileDrawer(single, count)
        return RedrawDrawer(sheet.name, copies, keys, count, replacement=replacement)

    def _balanced(self, sheet: Sheet, balanced: Balanced, count: int, *, alone: bool) -> Drawer:
        if balanced.rule != "unbiased":
            return self._by_rule(sheet, balanced, count, alone=alone)
        whole = Copies([entry.copies for entry in sheet.entries])
        always = self._always_balanced(sheet, balanced.by, whole, count, alone=alone)
        if always is not None and balanced.strength == 1:
            return always
        plain = self._by_chance(sheet, whole, count, alone=alone)
        if always is None or not balanced.strength:
            return plain
        often, times = balanced.strength.as_integer_ratio()
        return Variants((times - often, often), (plain, always))

    def _always_balanced(
        self, sheet: Sheet, by: str, whole: Copies, count: int, *, alone: bool
    ) -> Drawer | None:
        """The drawer of slots with every class; None if there is nothing to balance."""
        classes = self.classes(sheet, by, count)
        sizes = [self._size(sheet, copies) for copies in classes]
        if len(classes) < 2 or count > sum(sizes):  # noqa: PLR2004 - a balance has two sides
            return None
        apart = self.key_numbers(sheet.name) is None or sum(sizes) == self._size(sheet, whole)
        ways = class_counts([copies.total for copies in classes], sizes, count)
        pairs = dict.fromkeys(pair for _, way in ways for pair in enumerate(way) if pair[1])
        made = {
            (index, number): self._by_chance(sheet, classes[index], number, alone=alone and apart)
            for index, number in pairs
        }
        drawers: list[Drawer] = []
        for _, way in ways:
            parts = [made[pair] for pair in enumerate(way) if pair[1]]
            straight = [part for part in parts if isinstance(part, StraightDrawer)]
            if len(straight) == len(parts):
                drawers.append(ShuffledDrawer(straight, len(sheet.entries)))
            else:
                drawers.append(ClassesDrawer(parts))
        weights, numbers_of = zip(*ways, strict=True)
        return ClassVariants(weights, tuple(drawers), numbers_of, made, classes, apart)

    def _by_rule(self, sheet: Sheet, balanced: Balanced, count: int, *, alone: bool) -> Drawer:
        """A drawer with a peer's rule; a plain one where there is nothing to balance."""
        from ..peers.balance import RULES, ClassedSheet  # noqa: PLC0415 - few sheets have one

        if balanced.rule not in RULES:
            known = ", ".join(map(repr, ("unbiased", *RULES)))
            rule = f"there is no rule of balance {balanced.rule!r}; known are {known}"
            raise CollationError(f"sheet {sheet.name!r}: {rule}")
        endless = (self._cardset.event or Event()).supply == "infinite"
        sheet = evolve(sheet, collation=Random(endless))
        counts = [entry.copies for entry in sheet.entries]
        whole = Copies(counts)
        plain = self._by_chance(sheet, whole, count, alone=alone)
        by_class = self._entries_by_class(sheet, balanced.by)
        rest = _only(counts, by_class.pop(None, []))
        if len(by_class) + bool(rest.total) < 2 or count > self._size(sheet, whole):  # noqa: PLR2004 - a balance has two sides
            return plain
        if balanced.by in COLORS:  # a rule may look for each, whether it has cards or not
            by_class = {**{color.value.lower(): [] for color in Color}, **by_class}
        classes = {str(name): _only(counts, entries) for name, entries in by_class.items()}
        classed = ClassedSheet(sheet.name, classes, rest, self.key_numbers(sheet.name), endless)
        return RULES[balanced.rule](classed, count, plain)

    def classes(self, sheet: Sheet, by: str, count: int) -> list[Copies]:
        """The copies of each class that has a card or more on average, then those of all others."""
        by_class = self._entries_by_class(sheet, by)
        rest = by_class.pop(None, [])
        counts = [entry.copies for entry in sheet.entries]
        sure = []
        for entries in by_class.values():
            if count * sum(counts[index] for index in entries) >= sheet.total:
                sure.append(entries)
            else:
                rest += entries
        return [_only(counts, entries) for entries in (*sure, rest) if entries]

    def _entries_by_class(self, sheet: Sheet, by: str) -> dict[str | None, list[int]]:
        """The entries of each class, in order of their names, and of None."""
        by_class: dict[str | None, list[int]] = {}
        classes = balance_classes(self._cardset, sheet, by)
        for index, (class_, entry) in enumerate(zip(classes, sheet.entries, strict=True)):
            if entry.copies:
                by_class.setdefault(class_, []).append(index)
        return dict(sorted(by_class.items(), key=lambda item: item[0] or ""))

    def class_names(self, name: str, by: str) -> list[str | None]:
        """For each entry of a sheet its class; None for those without one, or without copies."""
        return balance_classes(self._cardset, self.sheet(name), by)

    def _size(self, sheet: Sheet, copies: Copies) -> int:
        """How many cards a class can give before one comes again."""
        keys = self.key_numbers(sheet.name)
        if keys is None:
            endless = sheet.collation == Random(replacement=True)
            return 10**9 if endless else copies.total
        return len({key for key, number in zip(keys, copies.counts, strict=True) if number})


def _only(counts: Sequence[int], entries: Sequence[int]) -> Copies:
    """The copies of some *entries*; the others have none."""
    kept = set(entries)
    return Copies([number if index in kept else 0 for index, number in enumerate(counts)])


@frozen(eq=False)
class NodeDrawer:
    """Draws by a tree that a collator made."""

    node: Node

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        del state  # packs that share sheets do not keep its copies apart
        cards: list[PackCard] = []
        sampler(self.node)(bits, PackState(), cards)
        return [int(card.slot) for card in cards]

    def odds(self) -> None:
        return None
