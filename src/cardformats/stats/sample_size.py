"""Power: the number of packs needed to distinguish two generators."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from math import expm1, inf, log1p, sqrt
from statistics import NormalDist, fmean, pvariance
from typing import TypeAlias

from attrs import frozen

from ..collation import Generator
from ..collation.words import known_word
from ..errors import CollationError
from ..tabular import Tabular, TextTable
from .comparison import log_chances
from .hypothesis import WEIGHTS, Hypothesis, VisibleContents
from .moments import Covariance
from .opened import OpenedPacks, PackView
from .pack_tests import CountTest
from .wording import number_of_packs

#: The tests whose power is computed, if the two hypotheses differ in it.
_TESTS = ("rarity", "sheet", "layout", "finish", "color")

#: The number of packs of each hypothesis whose ratio of probabilities is computed.
_LOOKED_AT = 1_000

#: The number of packs for which the weights of tests are computed.
_MANY = 1_000

#: Maximum number of packs that may be needed, as a power of two.
_DOUBLINGS = 30

#: The maximum logarithm of a ratio; larger ones are reduced to it.
_MOST_LOG = 50.0

#: The value that replaces a standard deviation of 0.
_TINY = 1e-12

_NORMAL = NormalDist()

#: The power for a number of packs.
_Curve: TypeAlias = Callable[[int], float]


@frozen
class TestPower:
    """The ability of a test to detect packs of the alternative.

    Attributes:
        name: The test: one of :func:`test`, or ``likelihood`` for the ratio of
            :func:`~cardformats.stats.compare`.
        alpha: Its own share of the significance level.
        needed: The number of packs that it needs for the power that was asked for; None if no
            number is enough.
        power: Its power for the number of packs that was asked about; None if none was.
    """

    name: str
    alpha: float
    needed: int | None
    power: float | None

    __test__ = False

    def __str__(self) -> str:
        needs = "no number of packs is enough"
        if self.needed is not None:
            needs = f"needs {number_of_packs(self.needed)}"
        power = "" if self.power is None else f"; power = {self.power:.3g}"
        return f"{self.name}: {needs}{power} (alpha = {self.alpha:.3g})"


@frozen
class Power(Tabular):
    """The number of packs needed to distinguish an alternative from a generator.

    Its rows are the tests.

    Attributes:
        alpha: The significance level: the probability to find an alternative where there is none.
        wanted: The power that was asked for.
        packs: The number of packs that was asked about; None if none was.
        tests: The tests that can distinguish the two, the best first.
    """

    alpha: float
    wanted: float
    packs: int | None
    tests: TextTable[TestPower]

    def __iter__(self) -> Iterator[TestPower]:
        """Yield the tests, the best first."""
        return iter(self.tests)

    @property
    def needed(self) -> int | None:
        """Return the number of packs that the best test needs; None if no number is sufficient."""
        return min((each.needed for each in self.tests if each.needed is not None), default=None)

    def of(self, name: str) -> TestPower | None:
        """Return the test of that name; None if it cannot distinguish the two.

        Raises:
            CollationError: If there is no test of that name.
        """
        name = known_word(name, [*WEIGHTS, "likelihood"], "test")
        return next((each for each in self.tests if each.name == name), None)

    def __str__(self) -> str:
        at = "" if self.packs is None else f"; power for {number_of_packs(self.packs)}"
        head = f"packs for power = {self.wanted:.3g} at alpha = {self.alpha:.3g}{at}:"
        return "\n  ".join([head, *map(str, self.tests)])


def power(
    generator: Generator,
    alternative: Generator,
    *,
    alpha: float = 0.05,
    packs: int | None = None,
    power: float = 0.8,
) -> Power:
    """Return the number of packs that distinguish an *alternative* from a generator.

    Args:
        generator: The generator with the assumed odds.
        alternative: The generator from which the packs may come instead.
        alpha: The significance level: the probability to find an alternative where there is none.
        packs: A number of packs whose power is computed, too.
        power: The probability to find the alternative, where it is true.

    Returns:
        For the tests of :func:`test` that examine totals, and for the ratio of likelihoods, the
        numbers of packs.  The power is right to about .05 for 200 packs, and .03 for 500.

    Raises:
        CollationError: If a probability is not between 0 and 1, *packs* is less than 1, or scipy is
            needed (for tests of several degrees of freedom) and not installed.
        EmptySheetError: If simulated packs cannot be filled.
    """
    if not (0 < alpha < 1 and 0 < power < 1):
        raise CollationError("alpha and power must be between 0 and 1")
    if packs is not None and packs < 1:
        raise CollationError(f"the number of packs must be at least 1, not {packs}")
    null, other = Hypothesis.of(generator), Hypothesis.of(alternative)
    names, others = ({each.name for each in its.booster.layouts} for its in (null, other))
    seen = null.seen(PackView("finish", names == others))
    weights = seen.family(_MANY).weights
    impossible, ratio = _likelihood(null, other, alpha)
    curves = [("likelihood", alpha, ratio)]
    for name in _TESTS:
        if name in weights:
            own = -expm1(log1p(-alpha) * weights[name])
            curves.append((name, own, _count_test(seen, other, name, own)))
    tests = []
    for name, own, curve in curves:
        if curve is not None:
            whole = _with_impossible(curve, impossible)
            needed = _needed(whole, power)
            tests.append(TestPower(name, own, needed, None if packs is None else whole(packs)))
    tests.sort(key=lambda each: each.needed or inf)
    return Power(alpha, power, packs, TextTable(tests))


def _likelihood(null: Hypothesis, other: Hypothesis, alpha: float) -> tuple[float, _Curve | None]:
    """Return the share of impossible packs of the alternative, and the power of likelihoods.

    The power is None if the probability of some pack is not known. The sum of the logarithms of the
    ratios is nearly normal. Its means by the two hypotheses are not taken from simulated packs of
    each, which would differ at random: the mean of f by one hypothesis is the mean of f times the
    ratio by the other.
    """
    ratios = []
    for side in (null, other):
        opened = OpenedPacks.read([pack.cards for pack in side.simulate("power")(_LOOKED_AT)])
        logs = log_chances(null, other, opened)
        if logs is None:
            return 0.0, None
        known = [b - a for a, b in logs if min(a, b) > -inf]
        ratios.append([max(min(ratio, _MOST_LOG), -_MOST_LOG) for ratio in known])
        impossible = sum(a == -inf for a, _ in logs) / len(logs)
    one, two = ratios
    if not one or not two:
        return impossible, lambda _: alpha
    shift = fmean([*(each * expm1(each) for each in one), *(-each * expm1(-each) for each in two)])
    limit = _NORMAL.inv_cdf(1 - alpha) * sqrt(pvariance(one))
    after = sqrt(pvariance(two))

    def curve(packs: int) -> float:
        beyond = shift * sqrt(packs) - limit
        return _NORMAL.cdf(beyond / after) if after else float(beyond > 0)

    return impossible, curve


def _count_test(seen: VisibleContents, other: Hypothesis, name: str, alpha: float) -> _Curve | None:
    """Return the power of a test of counts; None if the alternative has the same counts."""
    test = seen.count_test(name, _MANY)
    its = VisibleContents(other, seen.features)
    means, spread = its.by_moments(lambda moments: moments.of(test.features))
    shifts = [float(a - b) for a, b in zip(means, test.means, strict=True)]
    if not any(shifts) and spread == test.spread:
        return None
    if test.freedom > 1:
        return _chi_square(test, shifts, spread, alpha)
    at = next(at for at, row in enumerate(test.spread) if row[at])
    limit = _NORMAL.inv_cdf(1 - alpha / 2) * sqrt(test.spread[at][at])
    scale = sqrt(spread[at][at]) or _TINY

    def curve(packs: int) -> float:
        shift = abs(shifts[at]) * sqrt(packs)
        return _NORMAL.cdf((shift - limit) / scale) + _NORMAL.cdf((-shift - limit) / scale)

    return curve


def _chi_square(test: CountTest, shifts: list[float], spread: Covariance, alpha: float) -> _Curve:
    """Return the power of a test of several degrees of freedom, by a noncentral chi-square.

    It is scaled by the mean ratio of the alternative's covariance to that of the null.

    Raises:
        CollationError: If scipy is not installed.
    """
    try:
        import numpy as np  # noqa: PLC0415 - scipy, and so numpy, is optional
        from scipy.stats import chi2, ncx2  # noqa: PLC0415 - likewise
    except ImportError as error:
        raise CollationError("this power needs scipy: install cardformats[stats]") from error
    inverse = np.linalg.pinv(np.array(test.spread, float), hermitian=True)
    scale = float(np.trace(inverse @ np.array(spread, float))) / test.freedom or _TINY
    # rounding errors can make it negative
    far = max(float(np.array(shifts) @ inverse @ np.array(shifts)), 0.0)
    limit = float(chi2.isf(alpha, test.freedom))
    return lambda packs: float(ncx2.sf(limit / scale, test.freedom, packs * far / scale))


def _with_impossible(curve: _Curve, impossible: float) -> _Curve:
    """Return the power if a share of the packs is detected at once because it is impossible."""
    return lambda packs: 1 - (1 - impossible) ** packs * (1 - curve(packs))


def _needed(curve: _Curve, wanted: float) -> int | None:
    """Return the minimum number of packs with such a power; None if there is none."""
    doubled = (2**number for number in range(_DOUBLINGS))
    high = next((packs for packs in doubled if curve(packs) >= wanted), None)
    # the numbers up to half of it are too few
    return None if high is None else bisect_left(range(high), wanted, high // 2 + 1, key=curve)
