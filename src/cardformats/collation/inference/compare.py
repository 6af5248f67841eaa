"""Two hypotheses about opened packs: which of them makes the packs more probable."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, inf

from attrs import frozen

from ..generator import Generator
from ..words import Words
from .hypotheses import Hypotheses
from .observed import Observed, Opened, packs_of

#: A posterior probability of this or more decides.
_DECIDES = 0.95

#: What ratios of probability are beyond this is not written out.
_MOST_SHOWN = 700.0


@frozen
class Comparison:
    """How probable opened packs are by two hypotheses.

    Attributes:
        packs: how many there are.
        basis: what of each pack its probability is of: its ``cards``; or, where that is not known
            of all packs by both hypotheses, how many cards of each ``rarity`` it has, or of each
            ``sheet``.
        exact: the probabilities are exact; otherwise they were estimated from simulated packs.
        log_ratios: for each pack the natural logarithm of the ratio of its probabilities, by the
            first and by the second hypothesis; infinite if one cannot make it, 0 if neither can.
        impossible: the packs that the first hypothesis cannot make, and those that the second
            cannot, from 0.
    """

    packs: int
    basis: str
    exact: bool
    log_ratios: tuple[float, ...]
    impossible: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def log_ratio(self) -> float:
        """The logarithm of the ratio for all packs together.

        If neither hypothesis can make all of them, only those count that both can.
        """
        ratios = [ratio for ratio in self.log_ratios if abs(ratio) != inf]
        return sum(ratios if all(self.impossible) else self.log_ratios)

    @property
    def posterior(self) -> float | None:
        """The probability of the first hypothesis, if both were as probable before.

        None if neither can make all of the packs.
        """
        if all(self.impossible):
            return None
        ratio = self.log_ratio
        return 1 / (1 + exp(-ratio)) if ratio > -_MOST_SHOWN else 0.0

    @property
    def verdict(self) -> str:
        """What the packs say, in a sentence."""
        posterior = self.posterior
        if posterior is None:
            return "neither hypothesis can make all of the packs"
        ratio = abs(self.log_ratio)
        which = "first" if self.log_ratio > 0 else "second"
        if ratio == inf:
            return f"only the {which} hypothesis can make all of the packs"
        times = f"{exp(ratio):.3g}" if ratio < _MOST_SHOWN else f"e^{ratio:.0f}"
        if not ratio:
            return "the packs do not decide: they are as probable by both"
        if max(posterior, 1 - posterior) < _DECIDES:
            return f"the packs do not decide: they are {times} times as probable by the {which}"
        return f"the packs speak for the {which} hypothesis: {times} times as probable"

    def __str__(self) -> str:
        packs = "1 pack" if self.packs == 1 else f"{self.packs} packs"
        by = "their cards" if self.basis == "cards" else f"their numbers of cards by {self.basis}"
        how = "" if self.exact else ", estimated from simulated packs"
        lines = [f"{packs}, by {by}{how}: {self.verdict}"]
        for which, numbers in zip(("first", "second"), self.impossible, strict=True):
            if numbers:
                lines.append(f"  {len(numbers)} of them cannot come by the {which} hypothesis")
        return "\n".join(lines)


def compare(packs: Iterable[Opened], gen_a: Generator, gen_b: Generator) -> Comparison:
    """Which of two generators' odds make opened packs more probable: the likelihood ratio.

    The probability of a pack is that of its cards and finishes in any order; slots and layouts are
    not looked at, since openings do not show them.  Where it has no closed form for some pack, all
    packs are compared by how many cards of each rarity they have (or of each sheet, if rarities
    are not known); and where that has none, its probability is estimated from 10,000 simulated
    packs of each generator.  The comparison says which it was.

    Args:
        packs: opened packs, as for :meth:`~cardformats.Generator.test`.
        gen_a: the first hypothesis; its seed does not matter.
        gen_b: the second one.

    Raises:
        CollationError: there are no packs, no pack keeps the guarantees of a booster, or a pack has
            a card or a finish that neither set has.
    """
    words = Words.joined([gen_a.words, gen_b.words])
    opened = Observed.read(packs_of(packs, words), (), ())
    hypotheses = Hypotheses(gen_a.null, gen_b.null, opened.view)
    keys = opened.pack_keys()
    own, other = (tuple(side.possible.faults(keys)) for side in hypotheses.sides)
    logs = hypotheses.logs(opened)
    ratios = []
    for number, (a, b) in enumerate(logs.each):
        a, b = -inf if number in own else a, -inf if number in other else b  # noqa: PLW2901 - the same, looked at closely
        ratios.append(0.0 if a == b else a - b)
    return Comparison(len(keys), logs.basis, logs.exact, tuple(ratios), (own, other))
