"""``cardformats check``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..diagnostics import Diagnostic, SharedCode, tally
from ..formats.registry import REGISTRY
from ..io import detect, read_report
from .options import Place, SourcePath, as_json, given, reading
from .output import DATA_ERROR, print_counts, print_diagnostics, print_json, print_summary, progress


@click.command()
@click.argument("paths", nargs=-1, required=True, type=SourcePath())
@reading
@click.option("--brief", is_flag=True, help="One line for each finding, without excerpts.")
@click.option("--summary", is_flag=True, help="One line for each code, with its first place.")
@as_json
@click.pass_context
def check(
    ctx: click.Context,
    /,
    paths: tuple[Place, ...],
    source_format: str | None,
    *,
    brief: bool,
    summary: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Report everything that is wrong or doubtful in files or folders."""
    every: list[Diagnostic] = []
    options = {"thorough": True, **given(**options)}
    with progress("checking", len(paths)) as step:
        for path in paths:
            for part in (path, *_companions(path, source_format)):
                every += read_report(part, source_format, **options).diagnostics
            step()
    # sets find what is wrong with the primitives that they use, too
    found = list({str(each): each for each in every if not _is_suppression(each)}.values())
    found += filter(_is_suppression, every)
    ok = not any(each.severity.value == "error" for each in found)
    if as_json:
        counts = dict(sorted((str(code), count) for code, count in tally(found).items()))
        shown = [each.to_dict() for each in found]
        print_json({"ok": ok, "counts": counts, "diagnostics": shown})
    elif summary:
        print_diagnostics((each for each in found if "left_out" in each.data), full=False)
        print_summary(found)
        print_counts(found)
    else:
        print_diagnostics(found, full=not brief)
        print_counts(found)
    ctx.exit(0 if ok else DATA_ERROR)


def _is_suppression(found: Diagnostic) -> bool:
    return found.code is SharedCode.SUPPRESSED


def _companions(path: Place, source_format: str | None) -> tuple[Path, ...]:
    """What belongs to the folder *path*."""
    if not isinstance(path, Path):
        return ()
    detections = detect(path) if path.is_dir() and source_format is None else ()
    known = REGISTRY.get(source_format) if source_format else None
    chosen = detections[0].format if detections else known
    find = chosen.load_companions() if chosen else None
    return find(path) if find else ()
