"""``cardformats fix``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..checking import check
from ..checking.fixing import Fixed, apply_fixes
from ..diagnostics import Diagnostic
from .options import ReadingCommand, format_options, from_format
from .output import count_words, err, out, print_lines

#: So many findings are kept, unless the command line says how many.
_MAX_DIAGNOSTICS = 200_000

_codes: dict[str, Any] = {"metavar": "CODES", "multiple": True}


@click.command(cls=ReadingCommand)
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@from_format
@click.option("--diff", is_flag=True, help="Show what would change, and change nothing.")
@click.option("--unsafe", is_flag=True, help="Apply guesses, too: look at what they change.")
@click.option("--select", help="Mend only these codes, or those that begin so.", **_codes)
@click.option("--ignore", help="Do not mend these codes, nor those that begin so.", **_codes)
def fix(
    paths: tuple[Path, ...],
    source_format: str | None,
    *,
    diff: bool,
    unsafe: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    **_: Any,
) -> bool:
    """Mend what a check of files or folders finds, where there is one right answer.

    Only files in the given PATHS are changed. Exit status: 0 no errors are left, 1 errors are left
    or, with --diff, something would change.
    """
    options = {"max_diagnostics": _MAX_DIAGNOSTICS, **format_options()}
    wanted, unwanted = _beginnings(select), _beginnings(ignore)

    def findings() -> Iterator[Diagnostic]:
        for path in paths:
            for checked in check(path, source_format, **options):
                yield from checked.report.diagnostics

    def is_wanted(diagnostic: Diagnostic) -> bool:
        code = str(diagnostic.code)
        return code.startswith(wanted or "") and not code.startswith(unwanted)

    fixed = apply_fixes(findings, paths, unsafe=unsafe, wanted=is_wanted)
    if diff:
        print_lines(out(), fixed.diff())
    else:
        fixed.write()
    _print_fixed(fixed, unsafe=unsafe, verb="would mend" if diff else "mended")
    return not (diff and fixed.files) and not any(_is_error(each) for each in fixed.left)


def _beginnings(words: tuple[str, ...]) -> tuple[str, ...]:
    """What codes begin with, of words with commas between codes."""
    return tuple(each.strip().upper() for word in words for each in word.split(",") if each.strip())


def _is_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity.value == "error"


def _print_fixed(fixed: Fixed, *, unsafe: bool, verb: str) -> None:
    """What was mended, file by file, and what is left."""
    by_file: dict[str, Counter[tuple[str, str]]] = {}
    for each in fixed.applied:
        assert each.fix is not None  # noqa: S101 - it was applied
        name = each.span.source.name if each.span else "-"
        by_file.setdefault(name, Counter())[str(each.code), each.fix.title] += 1
    for name, fixes in by_file.items():
        err().print(f"{name}:")
        for (code, title), count in fixes.most_common():
            err().print(f"  {code} {title}" + (f" ({count} times)" if count > 1 else ""))
    count, files = len(fixed.applied), len(fixed.files)
    err().print(f"{verb} {_number(count, 'finding')} in {_number(files, 'file')}")
    guesses = sum(1 for each in fixed.left if each.fix and not each.fix.is_safe)
    hint = f"; {_number(guesses, 'guess', 'es')} with --unsafe" if guesses and not unsafe else ""
    err().print(f"left: {count_words(fixed.left)}{hint}")


def _number(count: int, word: str, ending: str = "s") -> str:
    return f"{count} {word}{'' if count == 1 else ending}"
