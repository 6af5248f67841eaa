"""The properties of fixes, for any input that a test makes."""

from __future__ import annotations

from collections import Counter
from functools import partial

from cardformats.checking import run
from cardformats.checking.fixing import apply_fixes


def run_check(path, format_id=None, **options):
    """A check of *path* as :func:`apply_fixes` takes it."""
    return partial(run, [path], format=format_id, **options)


def findings(path, format_id=None, **options):
    """All that a check finds at *path*."""
    return run_check(path, format_id, **options)().diagnostics


def kinds(diagnostics):
    """How many findings there are of each code."""
    return Counter(str(each.code) for each in diagnostics)


def fixed(path, format_id=None, *, unsafe=False, **options):
    """Fix the files at *path*, check the properties of fixes, and return the result.

    No kind of finding is more frequent than before, fixed findings are gone, and nothing remains
    to fix.
    """
    check = run_check(path, format_id, **options)
    before = kinds(check().diagnostics)
    result = apply_fixes(check, [path], unsafe=unsafe)
    left = result.left.diagnostics
    after = kinds(left)
    assert not after - before, f"new findings: {[*map(str, left)]}"
    assert not result.taken_back
    assert not any(each.fix and (unsafe or each.fix.is_safe) for each in left)
    for code, count in kinds(result.applied).items():
        assert after[code] <= before[code] - min(count, before[code])
    result.write()
    assert kinds(check().diagnostics) == after
    assert not apply_fixes(check, [path], unsafe=unsafe).files
    return result
