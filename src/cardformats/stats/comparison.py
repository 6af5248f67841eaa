"""Comparisons of two hypotheses about opened packs, by the probabilities of the packs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import exp, fsum, inf

from attrs import frozen

from ..collation import Generator
from ..collation.likelihood import log_of
from ..collation.words import Words
from ..errors import CollationError
from ..tabular import Tabular
from .hypothesis import Hypothesis
from .opened import Opened, OpenedPacks
from .wording import number_of_packs, plain

#: The minimum posterior probability for a verdict.
_DECIDES = 0.95

#: The maximum logarithm of a ratio that is shown as a number.
_MOST_SHOWN = 700.0


@frozen
class PackRatio:
    """The ratio of the probabilities of a pack by two hypotheses.

    Attributes:
        pack: The number of the pack, from 0.
        log_ratio: The natural logarithm of the ratio of its probabilities.
    """

    pack: int
    log_ratio: float


@frozen
class Comparison(Tabular):
    """The comparison of two hypotheses by the probabilities of opened packs, one row for each pack.

    Attributes:
        packs: The number of packs.
        log_ratios: The natural logarithm of the ratio of the probabilities of each pack, by the
            first and by the second hypothesis; infinite if one cannot make it, 0 if neither can.
        impossible: The packs that the first hypothesis cannot make, and those that the second
            cannot make, from 0.
    """

    packs: int
    log_ratios: tuple[float, ...]
    impossible: tuple[tuple[int, ...], tuple[int, ...]]

    def __iter__(self) -> Iterator[PackRatio]:
        """Yield the packs with their ratios."""
        return map(PackRatio, range(self.packs), self.log_ratios)

    @property
    def log_ratio(self) -> float:
        """Return the logarithm of the likelihood ratio of all packs together.

        If neither hypothesis can make all of them, only packs that both can make are counted.
        """
        ratios = [ratio for ratio in self.log_ratios if abs(ratio) != inf]
        return fsum(ratios if all(self.impossible) else self.log_ratios)

    @property
    def posterior(self) -> float | None:
        """Return the probability of the first hypothesis, if both have the same prior probability.

        None if neither can make all of the packs.
        """
        if all(self.impossible):
            return None
        ratio = self.log_ratio
        return 1 / (1 + exp(-ratio)) if ratio > -_MOST_SHOWN else 0.0

    @property
    def verdict(self) -> str:
        """Return the result of the comparison as a sentence."""
        posterior, ratio = self.posterior, abs(self.log_ratio)
        if posterior is None:
            return "neither hypothesis can make all of the packs"
        which = "first" if self.log_ratio > 0 else "second"
        if ratio == inf:
            return f"only the {which} hypothesis can make all of the packs"
        times = f"{exp(ratio):.3g}" if ratio < _MOST_SHOWN else f"e^{ratio:.0f}"
        if not ratio:
            return "the packs do not decide: both hypotheses give the same probability"
        if max(posterior, 1 - posterior) < _DECIDES:
            return f"the packs do not decide: they are {times} times as probable by the {which}"
        return f"the packs support the {which} hypothesis: {times} times as probable"

    def __str__(self) -> str:
        lines = [
            f"{number_of_packs(self.packs)}: {self.verdict}",
            f"log likelihood ratio = {plain(self.log_ratio)}",
        ]
        if self.posterior is not None:
            lines[1] += f", posterior probability of the first hypothesis = {self.posterior:.3g}"
        for which, numbers in zip(("first", "second"), self.impossible, strict=True):
            if numbers:
                lines.append(f"{len(numbers)} of them are impossible by the {which} hypothesis")
        return "\n  ".join(lines)


def log_chances(
    one: Hypothesis, other: Hypothesis, opened: OpenedPacks
) -> list[tuple[float, float]] | None:
    """Return the logarithms of the probabilities of packs by two hypotheses.

    They are minus infinity for an impossible pack.

    Returns:
        None if the probability of some pack is not known.

    Raises:
        CollationError: If no pack keeps the guarantees of a booster.
    """
    sides = one.seen(opened.view).possible, other.seen(opened.view).possible
    for each in (one, other):
        each.check_kept()
    logs = []
    for pack in opened.card_keys():
        a, b = (side.chance(pack) for side in sides)
        if a is None or b is None:
            return None
        logs.append((log_of(a), log_of(b)))
    return logs


def compare(packs: Iterable[Opened], gen_a: Generator, gen_b: Generator) -> Comparison:
    """Compare two generators by the probabilities of opened packs: the likelihood ratio.

    The probability of a pack is the exact one of its cards and finishes in any order; slots and
    layouts are ignored, because openings do not show them.

    Args:
        packs: Opened packs, as for :func:`~cardformats.stats.test`.
        gen_a: The first hypothesis; its seed does not matter.
        gen_b: The second one.

    Raises:
        CollationError: If there are no packs, no pack keeps the guarantees of a booster, a pack has
            a card or a finish that neither set has, or the probability of a pack has no closed
            form, as with the rules of other programs.
    """
    opened = OpenedPacks.read(packs, Words.joined([gen_a.words, gen_b.words]))
    logs = log_chances(Hypothesis.of(gen_a), Hypothesis.of(gen_b), opened)
    if logs is None:
        raise CollationError("the packs cannot be compared: the probability of some is not known")
    ratios = tuple(0.0 if a == b else a - b for a, b in logs)
    own, other = (
        tuple(at for at, each in enumerate(side) if each == -inf)
        for side in zip(*logs, strict=True)
    )
    return Comparison(len(opened.packs), ratios, (own, other))
