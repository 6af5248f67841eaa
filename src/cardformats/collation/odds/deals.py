"""The odds of the packs of an event: of one pack, of all of a player, or of all of a round.

The cards dealt from a shuffled sheet of a finite supply to several packs are one larger draw from
it, as long as no pack must swap cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from attrs import evolve, frozen

from ...model import Booster, CardSet, Event
from ..apart import Sharing
from ..constraints import Test, balance_classes
from ..distinct import key_of, may_repeat
from ..effort import TooMuchWorkError, note
from ..leaves import Dealt, Draw, Leaf, LeafPlace
from ..needs import NONE, NeededCards, needs
from ..tree import Fill, Node, OneOf, Seq, SheetSource, TreeChange, leaves
from .cards import Known, What, what_is
from .event import EventPacks, Packs, Ways
from .units import IndependentOdds, SharedOdds, TogetherOdds, UnitAnswers

#: The maximum number of partners for swaps that a deal examines.
_LOOKS = 500_000

#: The first part of the supply keys of dealt sheets, which the packs of a unit share.
_DEALT = "dealt"


class DealAnswers(UnitAnswers):
    """The odds of units of an event."""

    def __init__(
        self,
        cardset: CardSet,
        booster: Booster,
        event: Event,
        players: int,
        of: str,
        *,
        exact: bool = True,
    ) -> None:
        """Prepare for a unit. If not *exact*, it is dealt by the rules of another program."""
        super().__init__(cardset)
        self._made_from = cardset, booster, event, players, of
        self._exact = exact
        self.packs: EventPacks = EventPacks(*self._made_from)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments only; the rest is computed again."""
        return partial(DealAnswers, exact=self._exact), self._made_from

    def ways(self) -> Ways:
        return self.packs.ways()

    def work_out(self) -> TogetherOdds:
        if not self._exact:
            raise TooMuchWorkError("the rules of another program have no exact odds")
        if self.packs.event.supply == "infinite":
            trees = [tree for tree, _ in self.packs.most]
            if self.packs.are_guaranteed and not self.packs.event.layout_replacement:
                raise TooMuchWorkError("packs that are drawn again take more layouts from the bag")
            return IndependentOdds(trees)
        cardset, booster, *_ = self._made_from
        return SupplyOdds(cardset, booster, self.packs)


@frozen(eq=False)
class _Sheet:
    """The properties of a sheet of the supply.

    Attributes:
        copies: The number of copies of each entry, if entries differ.
        plain: Whether packs get a draw of these copies, independently of other packs.
        fair: Whether each copy is equally likely to be in a pack.
        once: Whether a card occurs at most once in a pack.
        by_pack: Whether it is fair to packs, but not to each of their slots.
        lasts: Whether it is never refilled, so that packs together have each copy at most once.
    """

    copies: tuple[int, ...]
    plain: bool
    fair: bool
    once: bool
    lasts: bool
    by_pack: bool = False


class SupplyOdds:
    """The odds of packs of an event with a finite supply."""

    def __init__(self, cardset: CardSet, booster: Booster, event: EventPacks) -> None:
        """Determine the cards that packs can take.

        Raises:
            TooMuchWorkError: If a sheet that cannot be refilled may be too small for all packs.
        """
        self._cardset = cardset
        self._booster = booster
        self._event = event
        self._needs = {tree: needs(tree, _dealt_sheet) for tree, _ in event.most}
        every = [leaf for tree in self._needs for leaf in leaves(tree) if leaf.place is not None]
        self._dealt = [leaf for leaf in every if isinstance(leaf, Dealt)]
        self._others = [leaf for leaf in every if not isinstance(leaf, Dealt)]
        self._by_name: dict[str, list[Dealt]] = {}
        for leaf in self._dealt:
            self._by_name.setdefault(_name(leaf), []).append(leaf)
        self._key = key_of(booster)
        self._keys: dict[str, list[Hashable] | None] = {}
        self._sheets = {name: self._sheet(name) for name in self._by_name}
        self._places: dict[int, LeafPlace] = {}
        #: The trees as draws, and their odds if all sheets are plain.
        self._trees = {tree: self._drawn(tree) for tree in self._needs}
        sharing = Sharing(runs=False, tokens=False, supplies={_DEALT})
        self._plain = SharedOdds(sharing, self._trees.values())

    # -- what is asked

    def cards(self, packs: Packs) -> Mapping[What, Known]:
        odds = self._plain.cards([(self._trees[tree], times) for tree, times in packs])
        return {
            what: odds[what] if self._is_plain(what) else self._mean(packs, what) for what in odds
        }

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        for leaf in self._dealt:
            assert leaf.place is not None  # noqa: S101 - these have one
            its = zip(leaf.place.cards, leaf.copies, strict=True)
            if not self._sheets[_name(leaf)].plain and any(n and test(card) for card, n in its):
                raise _unknown(_name(leaf))
        drawn = [(self._trees[tree], times) for tree, times in packs]
        return self._plain.numbers(drawn, test)

    def _drawn(self, tree: Node) -> Node:
        """Return a tree that draws the dealt cards."""

        def of_leaf(leaf: Leaf) -> Leaf:
            if not isinstance(leaf, Dealt):
                return leaf
            assert leaf.place is not None  # noqa: S101 - these have one
            if id(leaf.place) not in self._places:
                place = evolve(leaf.place, tokens=None, supply=(_DEALT, _name(leaf)))
                self._places[id(leaf.place)] = place
            copies = self._sheets[_name(leaf)].copies
            return Draw(copies, leaf.count, place=self._places[id(leaf.place)])

        def source_of(source: SheetSource) -> SheetSource:
            return evolve(source, make=lambda count: change.of(source.of(count)))

        def of_fill(node: Fill) -> Node:
            count = 1 if node.each else node.count
            if node.most_carried:
                raise TooMuchWorkError(f"slot {node.name!r}, which can draw for the one before it")
            parts = [source.of(count) for source in node.sources]
            if not all(isinstance(part, Dealt) for part in parts):
                return evolve(node, sources=tuple(map(source_of, node.sources)))
            options = [*map(change.of, parts)]
            chosen = OneOf.of(zip(node.weights, options, strict=True))
            return Seq((chosen,) * node.count) if node.each else chosen

        change = TreeChange(of_leaf, of_fill)
        return change.of(tree)

    @cached_property
    def _whats(self) -> dict[What, dict[Leaf, list[int]]]:
        """Return the leaves of each card, with their entries."""
        whats: dict[What, dict[Leaf, list[int]]] = {}
        places: dict[int, Leaf] = {}
        for leaf in (*self._dealt, *self._others):
            assert leaf.place is not None  # noqa: S101 - these have one
            if places.setdefault(id(leaf.place), leaf) is leaf:
                for at, card in enumerate(leaf.place.cards):
                    whats.setdefault(what_is(card), {}).setdefault(leaf, []).append(at)
        return whats

    def _is_plain(self, what: What) -> bool:
        return all(
            self._sheets[_name(leaf)].plain for leaf in self._whats[what] if isinstance(leaf, Dealt)
        )

    def _mean(self, packs: Packs, what: What) -> Known:
        """Return the mean number of a card of fair sheets, and its probability if known."""
        where = self._whats[what]
        names = {_name(leaf) for leaf in where}
        if not all(isinstance(leaf, Dealt) for leaf in where) or not all(
            self._is_fair(name, what) for name in names
        ):
            note(_unknown(*names))
            return None, None
        expected = Fraction()
        copies: dict[tuple[str, int], int] = {}
        for name in names:
            sheet = self._sheets[name]
            (its, *_) = (entries for leaf, entries in where.items() if _name(leaf) == name)
            own = sum(sheet.copies[at] for at in its)
            copies |= {(name, at): sheet.copies[at] for at in its}
            mean = sum((n * self._share(tree, name, what) for tree, n in packs), Fraction())
            expected += mean * Fraction(own, sum(sheet.copies))
        (name, *others) = names
        sheet = self._sheets[name]
        is_only = sum(copies.values()) == 1 and sheet.lasts
        if is_only or (self._event.single and not others and sheet.once):
            return expected, expected
        note(_unknown(*names))
        return expected, None

    def _share(self, tree: Node, name: str, what: What) -> Fraction:
        """Return the mean number of cards of a sheet in slots of a pack where they are *what*."""
        mine = {id(leaf.place) for leaf in self._whats[what] if _name(leaf) == name}
        return needs(tree, lambda leaf: id(leaf.place) in mine or None).get(True, NONE).mean

    def _is_fair(self, name: str, what: What) -> bool:
        """Return whether each copy of a sheet is equally likely in the slots where it is *what*."""
        sheet, where = self._sheets[name], self._whats[what]
        by_place = {id(leaf.place): where.get(leaf) for leaf in self._first_of(name)}
        same = len({tuple(its or ()) for its in by_place.values()}) == 1
        return sheet.fair and (not sheet.by_pack or same)

    def _first_of(self, name: str) -> list[Leaf]:
        """Return the leaves of a sheet that have different places."""
        return list({id(leaf.place): leaf for leaf in reversed(self._by_name[name])}.values())

    # -- the sheets

    def _needs_of(self, name: str) -> list[NeededCards]:
        return [its.get(name, NONE) for its in self._needs.values()]

    def _sheet(self, name: str) -> _Sheet:
        copies = self._by_name[name][0].copies
        most = dict(self._event.most)
        each = self._needs_of(name)
        needed = sum(its.most * most[tree] for its, tree in zip(each, self._needs, strict=True))
        once = needed <= sum(copies)
        if not once and self._event.event.supply != "refill":
            raise TooMuchWorkError(f"the sheet {name!r} may not last for all packs")
        by = next((leaf.by for leaf in self._by_name[name] if leaf.by is not None), None)
        single, keys, at_most = self._event.single, self._keys_of(name), max(i.most for i in each)
        there = [] if keys is None else [key for key, n in zip(keys, copies, strict=True) if n]
        apart = keys is None or (self._is_apart(name) and len(set(there)) == len(there))
        singles = max(copies, default=0) <= 1
        if keys is None or (apart and ((once and singles) or at_most <= 1)):
            # no pack must swap cards
            alone = at_most <= 1 if keys is None else True
            return _Sheet(
                copies,
                plain=by is None and (once or (single and alone)),
                fair=once or by is None,
                once=keys is not None and (at_most <= 1 or once),
                lasts=once,
            )
        is_parted = not self._by_slot and self._parts(name, needed, copies, by)
        alike = len({number for number in copies if number}) <= 1
        if apart and alike and by is None and is_parted and single:
            # every set of different cards is equally likely in a pack
            ones = tuple([min(number, 1) for number in copies])
            return _Sheet(ones, plain=True, fair=True, once=True, lasts=once)
        # every pack is equally likely to get each dealt card
        least = min(its.least for its in each)
        steady = once and least == at_most and (apart or len(each) == 1)
        fair = is_parted and (steady or (once and single and apart))
        if by is None:
            fair = fair or (apart and alike)
        return _Sheet(
            copies,
            plain=False,
            fair=fair,
            once=is_parted and by is None,
            lasts=once,
            by_pack=not (apart and alike and by is None),
        )

    @property
    def _by_slot(self) -> bool:
        return self._booster.distinct_scope == "slot"

    def _keys_of(self, name: str) -> list[Hashable] | None:
        """Return the duplicate-check keys of a sheet's entries; None if duplicates are allowed."""
        if name not in self._keys:
            sheet = self._cardset.sheets[name]
            leaf = next(each for each in (*self._dealt, *self._others) if _name(each) == name)
            assert leaf.place is not None  # noqa: S101 - these have one
            cards = leaf.place.cards
            self._keys[name] = (
                None if may_repeat(self._booster, sheet) else [*map(self._key, cards)]
            )
        return self._keys[name]

    @cached_property
    def _names(self) -> set[str]:
        return {_name(leaf) for leaf in (*self._dealt, *self._others)}

    def _is_apart(self, name: str) -> bool:
        """Return whether no other sheet has a card of this one."""
        own = set(self._keys_of(name) or ())
        others = (self._keys_of(other) or () for other in self._names - {name})
        return all(own.isdisjoint(keys) for keys in others)

    def _parts(self, name: str, needed: int, copies: Sequence[int], by: str | None) -> bool:
        """Return whether every duplicate of a pack finds a dealt partner for a swap.

        In a balanced sheet, the partner has the same class.
        """
        every: Counter[Hashable] = Counter()
        for other in self._names:
            its = self._cardset.sheets[other].entries
            for entry in its if self._keys_of(other) is not None else ():
                every[self._key(entry)] += entry.copies
        own: Counter[Hashable] = Counter()
        for key, number in zip(self._keys_of(name) or (), copies, strict=True):
            own[key] += number
        starts = -(-needed // sum(copies))
        most = max(its.most for its in self._needs_of(name))
        size = max(sum(its.most for its in each.values()) for each in self._needs.values())
        share = Fraction(1)
        if by is not None:  # a slot has a card of each of the other guaranteed classes
            sure, share = self._classes(name, by)
            most -= max(sure - 1, 0)
            size = most if self._is_apart(name) else size
        rivals = starts * most * max(every.values(), default=0)
        twins = starts * size * max(own.values(), default=0)
        dealt = self._event.total * min(its.least for its in self._needs_of(name))
        enough = int(dealt * share) > rivals + twins
        return enough and needed * starts * sum(copies) <= _LOOKS

    def _classes(self, name: str, by: str) -> tuple[int, Fraction]:
        """Return the number of guaranteed classes of each slot, and the smallest class's share.

        All cards of other classes together count as one class.
        """
        sheet, count = self._cardset.sheets[name], min(leaf.count for leaf in self._by_name[name])
        copies: Counter[str | None] = Counter()
        classes = balance_classes(self._cardset, sheet, by)
        for class_, entry in zip(classes, sheet.entries, strict=True):
            copies[class_] += entry.copies
        sure = [n for each, n in copies.items() if each is not None and count * n >= sheet.total]
        rest = sheet.total - sum(sure)
        is_rest_sure = count * rest >= sheet.total
        smallest = min([*sure, rest] if rest else sure, default=sheet.total)
        return len(sure) + is_rest_sure, Fraction(smallest, sheet.total)


def _dealt_sheet(leaf: Leaf) -> str | None:
    return _name(leaf) if isinstance(leaf, Dealt) else None


def _name(leaf: Leaf) -> str:
    return "" if leaf.place is None else leaf.place.sheet


def _unknown(*names: str) -> TooMuchWorkError:
    return TooMuchWorkError(f"cards of {', '.join(map(repr, sorted(names)))} in several packs")
