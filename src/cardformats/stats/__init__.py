"""Statistics of opened packs: tests, power, comparisons, and fits of weights and strengths.

Collation does not depend on this package, which uses its odds.
"""

from .. import collation as _collation  # noqa: F401 - a package goes before its modules
from .comparison import Comparison, PackRatio, compare
from .goodness import CardFit, Fit, test
from .pack_tests import Cell, TestResult
from .sample_size import Power, TestPower, power
from .strength import StrengthFit, fit_strength
from .weights import FittedWeight, WeightsFit, fit_weights

__all__ = [
    "CardFit",
    "Cell",
    "Comparison",
    "Fit",
    "FittedWeight",
    "PackRatio",
    "Power",
    "StrengthFit",
    "TestPower",
    "TestResult",
    "WeightsFit",
    "compare",
    "fit_strength",
    "fit_weights",
    "power",
    "test",
]
