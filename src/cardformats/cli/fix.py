"""``cardformats fix``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import click

from ..checking import run
from ..checking.fixing import Fixed, apply_fixes
from ..checking.outputs import summary_lines
from ..diagnostics import Diagnostic
from .arguments import from_format
from .check import chosen_configs, selecting
from .options import ReadingCommand, chosen_options
from .output import err, print_diff, print_lines


@click.command(cls=ReadingCommand)
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@from_format
@selecting
@click.option("--diff", is_flag=True, help="Show the changes without writing them.")
@click.option(
    "--unsafe",
    is_flag=True,
    help="Also apply fixes that may be wrong. Review the changes afterwards.",
)
def fix(
    paths: tuple[Path, ...],
    source_format: str | None,
    *,
    diff: bool,
    unsafe: bool,
    **_: Any,
) -> bool:
    """Fix findings of a check that have one right answer.

    Only reported findings are fixed, and only files in the given PATHS are changed. Exit status:
    0 if a check of the result succeeds, 1 if it fails or, with --diff, if files would change.
    """
    check = partial(run, paths, chosen_configs(), format=source_format, **chosen_options())
    fixed = apply_fixes(check, paths, unsafe=unsafe)
    if diff:
        print_diff(fixed.diff())
    else:
        fixed.write()
    _print_fixed(fixed, unsafe=unsafe, verb="would fix" if diff else "fixed")
    return not (diff and fixed.files) and not fixed.left.failures


def _print_fixed(fixed: Fixed, *, unsafe: bool, verb: str) -> None:
    """What was fixed, file by file, and what is left."""
    _print_fixes(fixed.applied)
    count, files = len(fixed.applied), len(fixed.files)
    err().print(f"{verb} {_number(count, 'finding')} in {_number(files, 'file')}")
    if fixed.taken_back:
        err().print("not fixed, because the fix would cause other errors:")
        _print_fixes(fixed.taken_back)
    its = fixed.left.diagnostics
    guesses = sum(1 for each in its if each.fix and not each.fix.is_safe)
    hint = f"; {_number(guesses, 'guess', 'es')} with --unsafe" if guesses and not unsafe else ""
    first, *others = summary_lines(fixed.left)
    print_lines(err(), (f"left: {first}{hint}", *others))


def _print_fixes(diagnostics: Iterable[Diagnostic]) -> None:
    """What is done to which file, and how often."""
    by_file: dict[str, Counter[tuple[str, str]]] = {}
    for each in diagnostics:
        assert each.fix is not None  # noqa: S101 - none else is applied
        name = each.span.source.name if each.span else "-"
        by_file.setdefault(name, Counter())[str(each.code), each.fix.title] += 1
    for name, fixes in by_file.items():
        err().print(f"{name}:")
        for (code, title), count in fixes.most_common():
            err().print(f"  {code} {title}" + (f" ({count} times)" if count > 1 else ""))


def _number(count: int, word: str, ending: str = "s") -> str:
    return f"{count} {word}{'' if count == 1 else ending}"
