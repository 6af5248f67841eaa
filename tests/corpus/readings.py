"""Real files, each read once: what was read cannot be changed, so tests share it."""

from __future__ import annotations

import shutil
from functools import cache

import cardformats as cf


@cache
def report_of(path, *arguments, **options):
    """What a real file or folder is read as; like :func:`cardformats.read_report`."""
    return cf.read_report(path, *arguments, **options)


def copy_some(tree, folder, step):
    """Copy the primitives of a tree of Wagic's, and every so many-th of its sets."""
    sets = sorted(path.parent for path in tree.glob("*/_cards.dat"))
    for each in (tree / "primitives", *sets[::step]):
        shutil.copytree(each, folder / each.name)


def tree_report(folder):
    """What a folder of Wagic's is read as, with all that is found in it."""
    return report_of(folder, "wagic", max_diagnostics=10**6)
