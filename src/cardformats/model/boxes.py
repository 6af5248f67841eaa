"""Boxes: packs that are sold together, and what is settled for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import field, frozen

from ..errors import ModelError
from .frozen import sequence
from .validate import at_least, string, tuple_of, weight


@frozen
class QuotaCount:
    """A number of packs, and how often boxes have so many."""

    packs: int = field(validator=at_least(0))
    weight: int | Fraction = field(default=1, validator=weight)


def _counts(values: Iterable[QuotaCount]) -> tuple[QuotaCount, ...]:
    return sequence(values)


@frozen
class Quota:
    """How many packs of a box have something.

    Attributes:
        of: the name of a sheet that they draw from, or of the layout that they have.
        counts: how many packs, by weight.

    Raises:
        ModelError: no number has a positive weight.
    """

    of: str = field(validator=string)
    counts: tuple[QuotaCount, ...] = field(converter=_counts, validator=tuple_of(QuotaCount))

    def __attrs_post_init__(self) -> None:
        """Refuse a quota that leaves nothing to choose."""
        if not any(each.weight for each in self.counts):
            message = f"the quota of {self.of!r} has no number of positive weight"
            raise ModelError(message)


def _quotas(values: Iterable[Quota]) -> tuple[Quota, ...]:
    return sequence(values)


@frozen
class Box:
    """A box of packs.

    Attributes:
        packs: how many.
        quotas: how many of them have what; what has no quota is left to the weights.
    """

    packs: int = field(default=36, validator=at_least(1))
    quotas: tuple[Quota, ...] = field(default=(), converter=_quotas, validator=tuple_of(Quota))
