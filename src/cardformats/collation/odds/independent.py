"""Trees as independent parts, and the odds of each part.

A :class:`Unit` is computed as a whole. :class:`All` has parts that occur together, :class:`Any` is
one of several parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from attrs import evolve, frozen

from ...caching import Caching
from ...model import PackCard
from ..contacts import Contacts
from ..effort import TooMuchWorkError, collected, note, spend
from ..leaves import ORDERED, Leaf, Run, entries_of
from ..replaced import listed
from ..tree import Fill, Node, OneOf, Seq, leaves, nodes_of
from .alike import Label, pile_key
from .cards import NEVER, UNKNOWN, CardOdds, What, what_is
from .chain import Chain
from .components import Components
from .counts import Counts, added, mixed, multiplied
from .taking import hands_of


class Unit(Caching):
    """A part of a pack that is computed as a whole.

    Attributes:
        node: The tree of the part.
    """

    def __init__(self, node: Node) -> None:
        self.node = node

    @cached_property
    def may_repeat(self) -> bool:
        """Return whether cards that should occur once can occur twice if there are no others."""
        return any(isinstance(each, Fill) for each in nodes_of(self.node))

    @cached_property
    def piles(self) -> list[tuple[Leaf, list[int]]]:
        """Return the leaves that have different cards, each with its possible entries."""
        piles: dict[Hashable, tuple[Leaf, list[int]]] = {}
        for leaf in leaves(self.node):
            place = leaf.place
            if place is None:
                continue
            key = pile_key(leaf)
            if key not in piles:
                piles[key] = leaf, entries_of(leaf)
        return list(piles.values())

    @cached_property
    def sheets(self) -> dict[What, None]:
        """Return all cards of the sheets that it draws from."""
        places = {id(leaf.place): leaf.place for leaf in leaves(self.node)}
        cards = (place.cards for place in places.values() if place is not None)
        return dict.fromkeys(what_is(card) for its in cards for card in its)

    @cached_property
    def cards(self) -> dict[What, list[PackCard]]:
        """Return the possible cards, by card and finish."""
        cards: dict[What, dict[int, PackCard]] = {}
        for leaf, entries in self.piles:
            assert leaf.place is not None  # noqa: S101 - these have one
            for entry in entries:
                card = leaf.place.cards[entry]
                cards.setdefault(what_is(card), {})[id(card)] = card
        return {what: list(its.values()) for what, its in cards.items()}

    @property
    def odds(self) -> Mapping[What, CardOdds]:
        """Return the odds of each card. Equal odds are the same object."""
        odds, reasons = self._worked_out
        for reason in reasons:
            note(reason)
        return odds

    @cached_property
    def _worked_out(self) -> tuple[Mapping[What, CardOdds], Sequence[TooMuchWorkError]]:
        """Return the odds of each card, and the reasons why some are not known."""
        with collected() as reasons:
            try:
                is_order = isinstance(self.node, ORDERED)
                odds = self._of_hands() if is_order else self._of_chain()
            except TooMuchWorkError as error:
                note(error)
                odds = self._of_each_part()
        same: dict[CardOdds, CardOdds] = {}
        every = {what: odds.get(what, NEVER) for what in self.sheets}
        return {what: same.setdefault(its, its) for what, its in every.items()}, reasons

    def _of_hands(self) -> dict[What, CardOdds]:
        """Return the odds of a single leaf that is ordered."""
        copies: Counter[What] = Counter()
        having: Counter[What] = Counter()
        node = self.node
        assert isinstance(node, ORDERED)  # noqa: S101 - the caller has checked it
        assert node.place is not None  # noqa: S101 - it has one
        hands = [(weight, node.kept(hand)) for weight, hand in hands_of(node)]
        for weight, entries in hands:
            spend(1 + len(entries) // 8)
            its = Counter(what_is(node.place.cards[entry]) for entry in entries)
            for what, number in its.items():
                copies[what] += weight * number
                having[what] += weight
        whole = sum(weight for weight, _ in hands)
        return {
            what: CardOdds(Fraction(number, whole), 1 - Fraction(having[what], whole))
            for what, number in copies.items()
        }

    @cached_property
    def _components(self) -> Components:
        return Components(self.node)

    def _of_chain(self) -> dict[What, CardOdds]:
        """Return the odds by classes of equivalent cards."""
        odds: dict[What, CardOdds] = {}
        spots: dict[What, dict[Hashable, list[Hashable]]] = {}
        means: dict[Hashable, Fraction | None] = {}
        once: set[Hashable] = set()
        alike = True
        for number, node in enumerate(self._components.each()):
            part = Unit(node)
            try:
                chain = Chain(node)
                expected = _expected(chain)
            except TooMuchWorkError as error:
                if self._components.count == 1:
                    raise
                note(error)
                odds |= dict.fromkeys(part.cards, UNKNOWN)
                continue
            alike = alike and chain.classes.alike
            for leaf, entries in part.piles:
                place, pile = leaf.place, chain.classes.pile(leaf)
                assert place is not None  # noqa: S101 - these have one
                for entry in entries:
                    atom, kind = chain.classes.spot(pile, entry)
                    own = number, atom
                    its = spots.setdefault(what_is(place.cards[entry]), {}).setdefault(own, [])
                    its.append((number, kind))
                    means[number, kind] = None if expected is None else expected[kind]
                    if chain.classes.comes_once(atom):
                        once.add(own)
        known: dict[Hashable, CardOdds] = {}
        for what, by_atom in spots.items():
            if what in odds:
                continue
            key = _kind_of(by_atom) if alike else what
            if key not in known:
                each = [means[kind] for kinds in by_atom.values() for kind in kinds]
                sure = [mean for mean in each if mean is not None]
                mean = sum(sure, Fraction()) if len(sure) == len(each) else None
                comes_once = len(by_atom) == 1 and once.issuperset(by_atom)
                known[key] = self._card(what, mean, comes_once=comes_once)
            odds[what] = known[key]
        return odds

    def _card(self, what: What, expected: Fraction | None, *, comes_once: bool) -> CardOdds:
        if expected is not None and comes_once:
            return CardOdds(expected, 1 - expected)
        try:
            if expected is not None:
                return CardOdds(expected, self._numbers(what, (0,)).get((0,), Fraction()))
            counts = self._numbers(what, None)
        except TooMuchWorkError as error:
            note(error)
            return UNKNOWN
        mean = sum((number * chance for (number,), chance in counts.items()), Fraction())
        return CardOdds(mean, counts.get((0,), Fraction()))

    def _numbers(self, what: What, most: tuple[int, ...] | None) -> Counts:
        its = {id(card) for card in self.cards[what]}
        return self.counts(lambda card: 0 if id(card) in its else None, 1, most)

    def _of_each_part(self) -> dict[What, CardOdds]:
        """Return the odds of parts that do not depend on others; the rest is unknown."""
        odds: dict[What, CardOdds] = {}
        contacts = Contacts()
        parts = self.node.parts if isinstance(self.node, Seq) else ()
        for part in parts or (self.node,):
            blind = bool(parts) and not contacts.looks(part)
            its = (
                cards_of(independent(part)) if blind else dict.fromkeys(Unit(part).sheets, UNKNOWN)
            )
            for what, each in its.items():
                before = odds.get(what, NEVER)
                both = before.exact and each.exact
                total = CardOdds(before.expected + each.expected, before.none * each.none)
                odds[what] = total if both else UNKNOWN
        return odds

    @cached_property
    def kinds(self) -> dict[int, Hashable]:
        """Return the common key of interchangeable cards, by the identity of each card.

        Raises:
            TooMuchWorkError: If it is not known.
        """
        spots: dict[int, list[Hashable]] = {}
        chain = None if isinstance(self.node, ORDERED) else Chain(self.node)
        for number, (leaf, entries) in enumerate(self.piles):
            assert leaf.place is not None  # noqa: S101 - these have one
            for entry in entries:
                card = leaf.place.cards[entry]
                kind: Hashable = number, entry
                if chain is not None and chain.classes.alike:
                    kind = chain.classes.spot(chain.classes.pile(leaf), entry)[1]
                spots.setdefault(id(card), []).append(kind)
        return {key: frozenset(Counter(its).items()) for key, its in spots.items()}

    def counts(self, label: Label, size: int, most: tuple[int, ...] | None = None) -> Counts:
        """Return the joint distribution of the numbers of cards of each group.

        Args:
            label: A function that returns the group of a card.
            size: The number of groups.
            most: The maximum number of cards of each group; larger numbers are omitted.

        Raises:
            TooMuchWorkError: If it is not known.
        """
        numbers = self._components.with_card(lambda card: label(card) is not None)
        return Chain(self._components.only(numbers), label, size).counts(most)


def _expected(chain: Chain) -> dict[Hashable, Fraction] | None:
    """Return the mean number of cards of each kind; see :meth:`Chain.expected`."""
    try:
        return chain.expected()
    except TooMuchWorkError as error:
        if error.work is None:
            raise
        raise chain.too_much() from error


def _kind_of(kinds: Mapping[Hashable, Sequence[Hashable]]) -> Hashable:
    """Return the common key of equivalent cards, from the kinds of entries by atom."""
    if len(kinds) == 1:
        (its,) = kinds.values()
        return its[0] if len(its) == 1 else frozenset(Counter(its).items())
    return frozenset(Counter(frozenset(Counter(its).items()) for its in kinds.values()).items())


@frozen(eq=False)
class All:
    """Independent parts that occur together.

    Attributes:
        node: The tree of all parts.
        parts: The different parts.
        times: The number of times that each part occurs.
    """

    node: Node
    parts: tuple[Form, ...]
    times: tuple[int, ...]

    @classmethod
    def of(cls, node: Node, forms: Sequence[Form]) -> All:
        """Return the form of parts, of which the same can occur several times."""
        times = Counter(map(id, forms))
        parts = {id(form): form for form in forms}
        return cls(node, tuple(parts.values()), tuple(times[key] for key in parts))


@frozen(eq=False)
class Any:
    """One of several parts.

    Attributes:
        node: The tree of the choice.
        shares: The probabilities of the parts.
        parts: The parts.
    """

    node: Node
    shares: tuple[Fraction, ...]
    parts: tuple[Form, ...]


Form: TypeAlias = Unit | All | Any


def independent(node: Node) -> Form:
    """Return a tree as independent parts. Replacements must be written out before."""
    return _Former().form(node)


class _Former:
    def __init__(self) -> None:
        self._contacts = Contacts()
        self._known: dict[int, tuple[Node, Form]] = {}
        self._joined: dict[tuple[int, ...], Unit] = {}

    def form(self, node: Node) -> Form:
        if id(node) not in self._known:
            self._known[id(node)] = node, self._form(node)
        return self._known[id(node)][1]

    def _form(self, node: Node) -> Form:
        if isinstance(node, OneOf):
            return Any(node, tuple(node.shares), tuple(map(self.form, node.parts)))
        if not isinstance(node, Seq):
            return Unit(node)
        parts = _flat(node)
        forms: list[Form] = []
        for numbers in self._contacts.groups(parts):
            its = tuple(parts[number] for number in numbers)
            if len(its) == 1:
                forms.append(self.form(its[0]))
                continue
            key = tuple(map(id, its))
            if key not in self._joined:
                self._joined[key] = Unit(_one_run(its) or listed(Seq(its)))
            forms.append(self._joined[key])
        return forms[0] if len(forms) == 1 else All.of(node, forms)


def _flat(node: Node) -> list[Node]:
    """Return the parts of a sequence and of sequences in it; a choice of one part is that part."""
    if isinstance(node, OneOf) and len(node.parts) == 1:
        return _flat(node.parts[0])
    if isinstance(node, Seq):
        return [each for part in node.parts for each in _flat(part)]
    return [node]


def _one_run(parts: Sequence[Node]) -> Run | None:
    """Return print runs that continue one another, and that are otherwise independent, as one."""
    runs = [part for part in parts if isinstance(part, Run) and not part.lost]
    if len(runs) < len(parts) or len({run.key for run in runs}) > 1:
        return None
    if any(run.place.cards != runs[0].place.cards for run in runs if run.place and runs[0].place):
        return None
    return evolve(runs[0], count=sum(run.count for run in runs))


def units(form: Form) -> dict[int, Unit]:
    """Return all units of a form, by their identity."""
    every: dict[int, Unit] = {}
    stack, seen = [form], set[int]()
    while stack:
        one = stack.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Unit):
            every[id(one)] = one
        else:
            stack += reversed(one.parts)
    return every


def cards_of(form: Form) -> dict[What, CardOdds]:
    """Return the odds of every card.

    Cards with equal odds in all units are computed together.
    """
    profiles: dict[What, list[tuple[int, CardOdds]]] = {}
    for key, unit in units(form).items():
        for what, odds in unit.odds.items():
            profiles.setdefault(what, []).append((key, odds))
    sparse = _Sparse()
    known: dict[Hashable, CardOdds] = {}
    result = {}
    for what, profile in profiles.items():
        alike = tuple((key, id(odds)) for key, odds in profile)
        if alike not in known:
            known[alike] = sparse.odds(form, dict(profile), {})
        result[what] = known[alike]
    return result


class _Sparse:
    """The odds of a card that few units have."""

    def __init__(self) -> None:
        self._where: dict[int, dict[int, list[int]]] = {}

    def where(self, form: Form) -> Mapping[int, Sequence[int]]:
        """Return the indices of the parts of a form that contain each unit."""
        if id(form) not in self._where:
            its: dict[int, list[int]] = {}
            if not isinstance(form, Unit):
                for number, part in enumerate(form.parts):
                    below = (id(part),) if isinstance(part, Unit) else self.where(part)
                    for key in below:
                        its.setdefault(key, []).append(number)
            self._where[id(form)] = its
        return self._where[id(form)]

    def odds(
        self, form: Form, profile: Mapping[int, CardOdds], known: dict[int, CardOdds]
    ) -> CardOdds:
        if isinstance(form, Unit):
            return profile.get(id(form), NEVER)
        if id(form) not in known:
            where = self.where(form)
            its = sorted({number for key in profile for number in where.get(key, ())})
            each = [(number, self.odds(form.parts[number], profile, known)) for number in its]
            if not all(odds.exact for _, odds in each):
                known[id(form)] = UNKNOWN
            elif isinstance(form, All):
                expected, none = Fraction(), Fraction(1)
                for number, odds in each:
                    expected += form.times[number] * odds.expected
                    none *= odds.none ** form.times[number]
                known[id(form)] = CardOdds(expected, none)
            else:
                expected, some = Fraction(), Fraction()
                for number, odds in each:
                    expected += form.shares[number] * odds.expected
                    some += form.shares[number] * (1 - odds.none)
                known[id(form)] = CardOdds(expected, 1 - some)
        return known[id(form)]


def counts_of(form: Form, label: Label, size: int, most: tuple[int, ...] | None = None) -> Counts:
    """Return the joint distribution of the numbers of cards of each group; see :meth:`Unit.counts`.

    Raises:
        TooMuchWorkError: If it is not known.
    """
    nothing = (0,) * size
    known: dict[int, Counts] = {}

    def of(form: Form) -> Counts:
        if id(form) not in known:
            known[id(form)] = worked_out(form)
        return known[id(form)]

    def worked_out(form: Form) -> Counts:
        if isinstance(form, Unit):
            spend(1 + len(form.cards) // 32)
            labels = {label(card) for its in form.cards.values() for card in its}
            if labels <= {None}:
                return {nothing: Fraction(1)}
            return form.counts(label, size, most)
        if isinstance(form, Any):
            return mixed(
                (share, of(part)) for share, part in zip(form.shares, form.parts, strict=True)
            )
        parts = [(of(part), times) for part, times in zip(form.parts, form.times, strict=True)]
        whole = [within(multiplied(each, times, size)) for each, times in parts]
        return within(added([each for each in whole if each != {nothing: 1}], size))

    def within(counts: Counts) -> Counts:
        if most is None:
            return counts
        return {
            numbers: chance
            for numbers, chance in counts.items()
            if all(n <= limit for n, limit in zip(numbers, most, strict=True))
        }

    return of(form)
