"""The laws of mending, for any input that a test makes."""

from __future__ import annotations

from collections import Counter

from cardformats.checking import check
from cardformats.checking.fixing import apply_fixes


def findings(path, format_id=None, **options):
    """All that a check finds at *path*, each once: several inputs may share what is wrong."""
    several = (each for its in check(path, format_id, **options) for each in its.report.diagnostics)
    return list({str(each): each for each in several}.values())


def kinds(diagnostics):
    """How many findings there are of each code."""
    return Counter(str(each.code) for each in diagnostics)


def mended(path, format_id=None, *, unsafe=False, **options):
    """What mending makes of the files at *path*; checks that the laws hold.

    No kind of finding is there more often than before, mended findings are gone, and there is
    nothing more to mend.
    """

    def run():
        return findings(path, format_id, **options)

    before = kinds(run())
    result = apply_fixes(run, [path], unsafe=unsafe)
    after = kinds(result.left)
    assert not after - before, f"new findings: {[*map(str, result.left)]}"
    assert not any(each.fix and (unsafe or each.fix.is_safe) for each in result.left)
    for code, count in kinds(result.applied).items():
        assert after[code] <= before[code] - min(count, before[code])
    result.write()
    assert kinds(run()) == after
    assert not apply_fixes(run, [path], unsafe=unsafe).files
    return result
