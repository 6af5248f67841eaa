"""The exact probability of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, log

from ..errors import CollationError
from ..model import Pack, PackCard
from .bounds import size_of
from .effort import TooMuchWorkError, limited, spend
from .leaves import Draw
from .odds.alike import NEVER
from .odds.cards import what_is
from .odds.independent import All, Any, Form, Unit
from .odds.table import ExactOdds
from .replaced import listed
from .tree import Seq


def likelihood(exact: ExactOdds, pack: Pack | Iterable[PackCard]) -> Fraction | None:
    """Return the probability that a pack with the *exact* odds has these cards.

    The order of cards does not matter. Their slots and sheets do, unless those of some card are
    empty. A :class:`Pack` belongs to the round of its number, and has its layout if the layout is
    named. Cards alone can be a pack of any round and layout.

    Returns:
        The probability; None if there is no closed form, or if it exceeds the work limit.

    Raises:
        CollationError: If the pack contains a value that is not a card of a pack.
    """
    try:
        with limited():
            return _likelihood(exact, pack)
    except TooMuchWorkError:
        return None


def _likelihood(exact: ExactOdds, pack: Pack | Iterable[PackCard]) -> Fraction | None:
    number, layout = (pack.number, pack.layout) if isinstance(pack, Pack) else (None, "")
    drawn = tuple(pack.cards if isinstance(pack, Pack) else pack)
    if not all(isinstance(card, PackCard) for card in drawn):
        raise CollationError("a pack must contain cards of packs; only test() accepts names")
    rounds = exact.rounds(number)
    if not exact.guarantees.kept_by(drawn):
        return Fraction()
    cards = _cards_of(drawn)
    total = Fraction()
    for round_ in rounds:
        chance = sum(
            (
                share * cards.chance(form)
                for name, share, form in exact.packs[round_].layouts
                if layout in {"", name}
            ),
            Fraction(),
        )
        kept = exact.kept(round_) if chance else Fraction(1)
        if not kept:
            return None
        total += chance / kept / len(rounds)
    return total


def log_likelihood(exact: ExactOdds, pack: Pack | Iterable[PackCard]) -> float | None:
    """Return the natural logarithm of :func:`likelihood`; minus infinity if it is 0."""
    chance = likelihood(exact, pack)
    return None if chance is None else log_of(chance)


def log_of(chance: Fraction | int) -> float:
    """Return the natural logarithm of a probability, which may be too small for a float."""
    return log(chance.numerator) - log(chance.denominator) if chance else -inf


def _cards_of(drawn: Sequence[PackCard]) -> Cards:
    """Return the cards of a pack, identified by slot and sheet if all of them have these."""
    slots, sheets = all(card.slot for card in drawn), all(card.sheet for card in drawn)

    def key(card: PackCard) -> Hashable:
        return what_is(card), card.slot if slots else "", card.sheet if sheets else ""

    return Cards(Counter(map(key, drawn)), key)


class Cards:
    """The cards of a pack, counted by keys."""

    def __init__(
        self, copies: Mapping[Hashable, int], key_of: Callable[[PackCard], Hashable]
    ) -> None:
        """Create cards from the number of copies of each key, and the key function."""
        self._copies = {key: number for key, number in copies.items() if number}
        self._key_of = key_of
        self._can: dict[int, tuple[Form, frozenset[Hashable]]] = {}
        self._joined: dict[tuple[int, ...], Unit] = {}

    def chance(self, form: Form) -> Fraction:
        """Return the probability that a part supplies exactly these cards.

        Raises:
            TooMuchWorkError: If it is not known, or exceeds the work limit.
        """
        return self._chance(form, frozenset(self._copies))

    def _chance(self, form: Form, keys: frozenset[Hashable]) -> Fraction:
        """Return the probability that a part supplies exactly the cards of some keys."""
        spend(1 + len(keys) // 8)
        if not keys <= self._keys(form):
            return Fraction()
        if isinstance(form, Unit):
            least, most = size_of(form.node)
            total = sum(self._copies[key] for key in keys)
            return self._of_unit(form, keys) if least <= total <= most else Fraction()
        if isinstance(form, Any):
            parts = zip(form.shares, form.parts, strict=True)
            return sum((share * self._chance(part, keys) for share, part in parts), Fraction())
        chance = Fraction(1)
        unknown: TooMuchWorkError | None = None
        for part, own in self._apart(form, keys):
            try:
                chance *= self._chance(part, own)
            except TooMuchWorkError as error:  # another part may have the probability 0
                unknown = error
            if not chance:
                return chance
        if unknown is not None:
            raise unknown
        return chance

    def _keys(self, form: Form) -> frozenset[Hashable]:
        """Return the keys of cards that a part can supply."""
        if id(form) not in self._can:
            if isinstance(form, Unit):
                its = (self._key_of(card) for cards in form.cards.values() for card in cards)
                can = frozenset(self._copies.keys() & its)
            else:
                can = frozenset[Hashable]().union(*map(self._keys, form.parts))
            self._can[id(form)] = form, can
        return self._can[id(form)][1]

    def _apart(
        self, form: All, keys: frozenset[Hashable]
    ) -> Iterable[tuple[Form, frozenset[Hashable]]]:
        """Yield the parts with their keys. Parts that can supply the same keys are joined."""
        joined: list[tuple[frozenset[Hashable], list[Form]]] = []
        pairs = zip(form.parts, form.times, strict=True)
        for part in (part for part, times in pairs for _ in range(times)):
            can, parts = keys & self._keys(part), [part]
            rest = []
            for other in joined:
                if can.isdisjoint(other[0]):
                    rest.append(other)
                else:
                    can, parts = can | other[0], [*other[1], *parts]
            joined = [*rest, (can, parts)]
        for own, parts in joined:
            if len(parts) == 1:
                yield parts[0], own
                continue
            key = tuple(map(id, parts))
            if key not in self._joined:
                self._joined[key] = Unit(listed(Seq(tuple(part.node for part in parts))))
            yield self._joined[key], own

    def _of_unit(self, unit: Unit, keys: frozenset[Hashable]) -> Fraction:
        """Return the probability for a joined part. Equivalent cards are counted in one group."""
        signatures: dict[Hashable, list[Hashable]] = {key: [] for key in keys}
        tokens: dict[Hashable, set[Hashable]] = {key: set() for key in keys}
        for number, (leaf, entries) in enumerate(unit.piles):
            place = leaf.place
            assert place is not None  # noqa: S101 - they have one
            by_chance = isinstance(leaf, Draw) and not leaf.fresh
            once = by_chance and place.tokens is not None and not unit.may_repeat
            for entry in entries:
                key = self._key_of(place.cards[entry])
                if key in signatures:
                    weight = leaf.weights[entry] if isinstance(leaf, Draw) else 0
                    signatures[key].append((number, weight))
                    tokens[key].add(place.tokens[entry] if once and place.tokens else object())
        groups: dict[Hashable, int] = {}
        group_of: dict[Hashable, int] = {}
        most: list[int] = []
        for key in keys:
            alone = len(tokens[key]) == 1 and isinstance(next(iter(tokens[key])), int)
            alike = alone and self._copies[key] == 1
            signature = tuple(signatures[key]) if alike else (key,)
            group = group_of[key] = groups.setdefault((alike, signature), len(groups))
            if group == len(most):
                most.append(0)
            most[group] += self._copies[key]
        label = {id(card): group_of.get(self._key_of(card), NEVER)
                 for cards in unit.cards.values() for card in cards}  # fmt: skip
        limits = tuple(most)
        counts = unit.counts(lambda card: label.get(id(card), NEVER), len(limits), limits)
        return counts.get(limits, Fraction())
