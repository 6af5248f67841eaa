"""Fixes of the trees of card files: all of them together make nothing new wrong."""

from __future__ import annotations

import pytest

from cardformats.checking.fixing import apply_fixes
from tests.properties.fixing import kinds, run_check

#: The trees, and how many findings are fixed in each, safely and in all.
TREES = [("2016/sets", 130, 200), ("2021/sets/primitives", 130, 190), ("2026/sets", 8, 10)]


@pytest.mark.slow
@pytest.mark.parametrize(("tree", "safe", "all_"), TREES)
def test_fixes_of_a_tree_make_nothing_new_wrong(wagic, tree, safe, all_):
    folder = wagic / tree
    check = run_check(folder, "wagic")
    before = kinds(check().diagnostics)
    for unsafe, least in ((False, safe), (True, all_)):
        fixed = apply_fixes(check, [folder], unsafe=unsafe)
        assert len(fixed.applied) >= least
        left = fixed.left.diagnostics
        assert not kinds(left) - before
        assert not fixed.taken_back
        assert not any(each.fix and (unsafe or each.fix.is_safe) for each in left)
