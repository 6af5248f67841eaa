"""Power: how many packs it takes to tell one generator's packs from another's."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import expm1, inf, log1p, sqrt
from statistics import NormalDist, fmean, pvariance
from typing import TypeAlias

from attrs import frozen

from ...errors import CollationError
from ..effort import limited
from ..words import known_word
from .family import CountTest
from .features import Feature
from .hypotheses import Hypotheses
from .moments import ExactMoments, MeansAndProducts, Pool, covariance
from .null import WEIGHTS, Null, SeenNull
from .observed import Observed, View

#: The tests whose power is worked out, if the two differ by what they look at.
TESTS = ("rarity", "sheet", "layout", "finish", "color")

#: So many packs of each are looked at for the ratio of their probabilities.
_LOOKED_AT = 1_000

#: For so many packs the weights of tests are worked out.
_MANY = 1_000

#: More packs than this are not asked for.
_MOST = 10**9

#: Logarithms of ratios beyond this are as good as it.
_MOST_LOG = 50.0

#: What takes the place of a standard deviation of 0.
_TINY = 1e-12

_NORMAL = NormalDist()

#: For a number of packs the probability to find the alternative.
Curve: TypeAlias = Callable[[int], float]


@frozen
class TestPower:
    """How well a test tells packs of the alternative.

    Attributes:
        name: the test: one of :meth:`~cardformats.Generator.test`, or ``likelihood`` for the ratio
            of :func:`~cardformats.compare`.
        alpha: its own share of the probability to find what is not there.
        needed: how many packs it takes to find the alternative with the power that was asked for;
            None if no number will do.
        power: the probability to find it in the number of packs that was asked about; None if none
            was.
    """

    name: str
    alpha: float
    needed: int | None
    power: float | None

    __test__ = False

    def __str__(self) -> str:
        packs = "no number of packs" if self.needed is None else f"{self.needed} packs"
        packs = "1 pack" if self.needed == 1 else packs
        power = "" if self.power is None else f"; finds it with {self.power:.3g}"
        return f"{self.name}: needs {packs}{power}"


@frozen
class Power:
    """How many packs are needed to tell an alternative from a generator.

    Attributes:
        alpha: the probability to find an alternative where there is none.
        wanted: the power that was asked for.
        packs: the number of packs that was asked about; None if none was.
        tests: those that can tell the two apart, the best first.
    """

    alpha: float
    wanted: float
    packs: int | None
    tests: tuple[TestPower, ...]

    @property
    def needed(self) -> int | None:
        """How many packs the best of the tests needs; None if no number will do."""
        return min((each.needed for each in self.tests if each.needed is not None), default=None)

    def of(self, name: str) -> TestPower | None:
        """The test of that name; None if it cannot tell the two apart.

        Raises:
            CollationError: there is no test of that name.
        """
        name = known_word(name, [*WEIGHTS, "likelihood"], "test")
        return next((each for each in self.tests if each.name == name), None)

    def __str__(self) -> str:
        head = f"to find it with {self.wanted:.3g}, and what is not there with {self.alpha:.3g}:"
        return "\n".join([head, *(f"  {test}" for test in self.tests)])


def power(null: Null, alternative: Null, alpha: float, packs: int | None, wanted: float) -> Power:
    """How many packs tell an *alternative* from the *null*.

    Args:
        null: what packs are, if nothing is to be found.
        alternative: what they are, if something is.
        alpha: the probability to find what is not there.
        packs: for so many packs the power is worked out, too.
        wanted: the power that is to be reached.

    Raises:
        CollationError: a probability is not between 0 and 1, *packs* is less than 1, or scipy is
            needed and not installed.
        EmptySheetError: simulated packs cannot be filled.
    """
    if not (0 < alpha < 1 and 0 < wanted < 1):
        raise CollationError("alpha and power are between 0 and 1")
    if packs is not None and packs < 1:
        raise CollationError(f"power is that of 1 pack or more, not {packs}")
    names = {each.name for each in null.booster.layouts}
    others = {each.name for each in alternative.booster.layouts}
    view = View("finish", names == others)
    seen = null.seen(view)
    weights = seen.family(_MANY).weights
    impossible, ratio = _likelihood(null, alternative, alpha)
    curves = {"likelihood": (alpha, ratio)}
    for name in TESTS:
        if name in weights:
            own = -expm1(log1p(-alpha) * weights[name])
            curve = _count_test(seen, alternative, name, own)
            if curve is not None:
                curves[name] = own, _beside(curve, impossible)
    tests = [
        TestPower(name, own, _needed(curve, wanted), None if packs is None else curve(packs))
        for name, (own, curve) in curves.items()
    ]
    return Power(alpha, wanted, packs, tuple(sorted(tests, key=lambda each: each.needed or inf)))


def _likelihood(null: Null, alternative: Null, alpha: float) -> tuple[float, Curve]:
    """The share of the alternative's packs that cannot come, and what likelihoods find.

    The sum of the logarithms of the ratios is nearly normal.  Its means by the two hypotheses are
    not taken from simulated packs of each, which would differ by chance: that of f by the one is
    that of f times the ratio by the other.
    """
    both = Hypotheses(null, alternative, View("finish", layouts=False))
    ratios: list[list[float]] = []
    impossible = 0.0
    for side in (null, alternative):
        packs = [pack.cards for pack in side.simulate("power")(_LOOKED_AT)]
        observed = Observed.read(packs, (), ())
        faults = both.sides[0].possible.faults(observed.pack_keys()) if side is alternative else {}
        logs = both.logs(observed).each
        impossible = len(faults) / len(packs)
        known = [b - a for at, (a, b) in enumerate(logs) if at not in faults and min(a, b) > -inf]
        ratios.append([max(min(ratio, _MOST_LOG), -_MOST_LOG) for ratio in known])
    one, other = ratios
    if not one or not other:
        return impossible, _beside(lambda _: alpha, impossible)
    shift = fmean(
        [*(each * expm1(each) for each in one), *(-each * expm1(-each) for each in other)]
    )
    before, after = sqrt(pvariance(one)), sqrt(pvariance(other))
    limit = _NORMAL.inv_cdf(1 - alpha)

    def curve(packs: int) -> float:
        root = sqrt(packs)
        if not after:
            return float(shift * root > limit * before)
        return _NORMAL.cdf((shift * root - limit * before) / after)

    return impossible, _beside(curve, impossible)


def _count_test(seen: SeenNull, alternative: Null, name: str, alpha: float) -> Curve | None:
    """What a test of counts finds; None if the alternative is the same to it."""
    test = seen.count_test(name, _MANY)
    means, products = _moments(seen, alternative, test.features)
    spread = covariance(means, products)
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


def _moments(seen: SeenNull, alternative: Null, features: list[list[Feature]]) -> MeansAndProducts:
    """What the alternative's packs have of what a test looks at."""
    if alternative.exact is not None:
        try:
            with limited():
                return ExactMoments(alternative.exact, seen.features).of(features)
        except CollationError:
            pass  # there is no closed form
    return Pool(alternative.cardset, alternative.simulate, seen.features).of(features)


def _chi_square(
    test: CountTest, shifts: list[float], spread: list[list[Fraction]], alpha: float
) -> Curve:
    """The power of a test of several degrees of freedom: noncentral chi-square.

    It is scaled as the alternative's covariance is to the null's, on average.
    """
    try:
        import numpy as np  # noqa: PLC0415 - scipy, and so numpy, is optional
        from scipy.stats import chi2, ncx2  # noqa: PLC0415 - likewise
    except ImportError as error:
        raise CollationError("this power needs scipy: install cardformats[stats]") from error
    inverse = np.linalg.pinv(np.array(test.spread, float), hermitian=True)
    scale = float(np.trace(inverse @ np.array(spread, float))) / test.freedom or _TINY
    far = max(float(np.array(shifts) @ inverse @ np.array(shifts)), 0.0)  # but for rounding errors
    limit = float(chi2.isf(alpha, test.freedom))
    return lambda packs: float(ncx2.sf(limit / scale, test.freedom, packs * far / scale))


def _beside(curve: Curve, impossible: float) -> Curve:
    """The same where a share of the packs is found at once, since it cannot come."""
    return lambda packs: 1 - (1 - impossible) ** packs * (1 - curve(packs))


def _needed(curve: Curve, wanted: float) -> int | None:
    """The least number of packs with such a power, doubled and halved to."""
    high = 1
    while curve(high) < wanted:
        high *= 2
        if high > _MOST:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if curve(middle) >= wanted else (middle, high)
    return high
