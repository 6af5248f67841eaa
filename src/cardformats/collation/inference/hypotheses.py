"""How probable packs are by each of two hypotheses about what they are of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import log
from typing import TypeAlias

from attrs import frozen

from ...model import PackCard
from ..constraints import Test
from ..likelihood import log_of
from ..odds.pack import counts_of_rounds
from .features import Feature
from .moments import Pool
from .null import Null, SeenNull
from .observed import Observed, View

#: How many cards of each kind a pack has.
Numbers: TypeAlias = tuple[int, ...]


@frozen
class Logs:
    """The logarithms of the probabilities of packs by two hypotheses.

    Attributes:
        basis: what of a pack they are of: its ``cards``, or how many it has by ``rarity`` or
            ``sheet``.
        exact: they are exact; otherwise they were estimated from simulated packs.
        each: those of each pack; minus infinity for one that cannot come.
    """

    basis: str
    exact: bool
    each: list[tuple[float, float]]


class Hypotheses:
    """Two hypotheses about packs that tell so much.

    Attributes:
        sides: both.
    """

    def __init__(self, one: Null, other: Null, view: View) -> None:
        """Take both.

        Raises:
            CollationError: no pack keeps the guarantees of a booster.
        """
        self._nulls = one, other
        for null in self._nulls:
            if null.exact is not None:
                null.exact.check_kept()
        self.sides: tuple[SeenNull, SeenNull] = (one.seen(view), other.seen(view))

    def logs(self, opened: Observed) -> Logs:
        """How probable the packs are."""
        pairs = []
        for pack in opened.pack_keys():
            a, b = (side.possible.chance(pack) for side in self.sides)
            if a is None or b is None:
                return self._by_counts(opened)
            pairs.append((log_of(a), log_of(b)))
        return Logs("cards", exact=True, each=pairs)

    @cached_property
    def _pools(self) -> list[Pool]:
        """Simulated packs of both, looked at in the same way."""
        features = self.sides[0].features
        return [Pool(null.cardset, null.simulate, features) for null in self._nulls]

    @cached_property
    def _kinds(self) -> tuple[str, list[Feature]]:
        """The rarities of cards, or their sheets if there is but one rarity."""
        seen = dict.fromkeys(feature for pool in self._pools for feature in pool.features)
        rarities = [each for each in seen if each.kind == "rarity"]
        if len(rarities) > 1:
            return "rarity", rarities
        return "sheet", [each for each in seen if each.kind == "sheet"]

    def _by_counts(self, opened: Observed) -> Logs:
        """The same of how many cards of each kind packs have."""
        kind, features = self._kinds
        look = self.sides[0].features
        observed = [_numbers(look.of_pack(pack)[0], features) for pack in opened.packs]
        exact = [self._exact(null, features) for null in self._nulls]
        first, second = exact
        if first is not None and second is not None:
            each = [(log_of(first.get(n, 0)), log_of(second.get(n, 0))) for n in observed]
            return Logs(kind, exact=True, each=each)
        a, b = (self._simulated(pool, features, observed) for pool in self._pools)
        return Logs(kind, exact=False, each=[(log(a(n)), log(b(n))) for n in observed])

    def _exact(self, null: Null, features: Sequence[Feature]) -> Mapping[Numbers, Fraction] | None:
        if null.exact is None:
            return None
        return counts_of_rounds(null.exact.packs, [self._test(feature) for feature in features])

    def _test(self, feature: Feature) -> Test:
        look = self.sides[0].features

        def has(card: PackCard) -> bool:
            return feature in look.of_card(card)

        return has

    @staticmethod
    def _simulated(
        pool: Pool, features: Sequence[Feature], observed: Sequence[Numbers]
    ) -> Callable[[Numbers], float]:
        """How often packs have such numbers; what never came counts as half a pack."""
        came = Counter(_numbers(counts, features) for counts in pool.counts)
        whole = pool.packs + len(came.keys() | {*observed}) / 2
        return lambda numbers: (came[numbers] + 0.5) / whole


def _numbers(counts: Counter[Feature], features: Sequence[Feature]) -> Numbers:
    return tuple(counts[feature] for feature in features)
