"""Fixes of the trees of card files: all of them together make nothing new wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from cardformats.checking import check
from cardformats.checking.fixing import apply_fixes

#: The trees, and how many findings are mended in each, safely and in all.
TREES = [("2016/sets", 130, 200), ("2021/sets/primitives", 130, 190), ("2026/sets", 8, 10)]


@pytest.mark.slow
@pytest.mark.parametrize(("tree", "safe", "all_"), TREES)
def test_fixes_of_a_tree_make_nothing_new_wrong(corpus, tree, safe, all_):
    folder = corpus / "corpus" / "wagic" / tree

    def findings():
        for each in check(folder, "wagic", max_diagnostics=200_000):
            yield from each.report.diagnostics

    before = Counter(str(each.code) for each in {str(each): each for each in findings()}.values())
    for unsafe, least in ((False, safe), (True, all_)):
        fixed = apply_fixes(findings, [folder], unsafe=unsafe)
        assert len(fixed.applied) >= least
        after = Counter(str(each.code) for each in fixed.left)
        assert not after - before
        assert not any(each.fix and (unsafe or each.fix.is_safe) for each in fixed.left)
