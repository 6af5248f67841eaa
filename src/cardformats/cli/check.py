"""``cardformats check`` and ``cardformats fix``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import click
from attrs import evolve
from rich.text import Text

from ..checking import run
from ..checking.baseline import Baseline
from ..checking.config import NEVER, SEVERITIES, Config, Configs
from ..checking.findings import Findings
from ..checking.fixing import FixedFiles, apply_fixes
from ..checking.known_codes import checked_beginnings
from ..checking.outputs import summary_lines
from ..checking.path_patterns import PathPattern
from ..checking.rules import checked_rules
from ..checking.selection import PathIgnore
from ..diagnostic_lines import counts_in_words
from ..diagnostics import Diagnostic, SharedCode
from ..explanations import message
from ..model import FrozenDict
from ..play.shown import counted
from .arguments import (
    NEW_FILE,
    Place,
    PlacePath,
    changeable,
    changed_since,
    from_format,
    several,
)
from .findings import output_options, put_findings
from .options import ReadingCommand, chosen_options, command_configs, config_options, usual_options
from .output import (
    STYLES,
    err,
    out,
    print_diff,
    print_lines,
    print_table,
    progress,
)


def _codes(
    _ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Codes or their beginnings, with commas between."""
    return checked_beginnings(word for value in values for word in value.split(","))


def _path_ignores(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[PathIgnore, ...]:
    """Patterns of paths, from the working directory on, and codes that do not count there."""
    ignores = []
    for value in values:
        pattern, _, codes = value.rpartition(":")
        if not pattern:
            raise click.BadParameter(f"{value!r} is not of the form PATTERN:CODES", ctx, param)
        beginnings = checked_beginnings(codes.split(","))
        ignores.append(PathIgnore(PathPattern(Path.cwd(), pattern), beginnings))
    return tuple(ignores)


#: The options that say which findings count.
selecting = several(
    click.option(
        "--select",
        callback=_codes,
        multiple=True,
        metavar="CODES",
        help="Report only codes with these prefixes (comma-separated).",
    ),
    click.option(
        "--ignore",
        callback=_codes,
        multiple=True,
        metavar="CODES",
        help="Ignore codes with these prefixes.",
    ),
    click.option(
        "--severity",
        type=click.Choice([*SEVERITIES]),
        help="Report only findings of at least this severity. [default: note]",
    ),
    click.option(
        "--per-path-ignore",
        "per_path",
        callback=_path_ignores,
        multiple=True,
        metavar="PATTERN:CODES",
        help="Ignore these codes in files that match the pattern. Repeatable.",
    ),
    click.option(
        "--fail-on",
        type=click.Choice([*SEVERITIES, NEVER]),
        help="Exit with 1 for findings of at least this severity. [default: error]",
    ),
    click.option(
        "--baseline",
        type=NEW_FILE,
        metavar="FILE",
        help="File of known findings, which are not reported.",
    ),
    click.option("--no-baseline", is_flag=True, help="Report known findings, too."),
    config_options,
)


def chosen_configs(*, with_baseline: bool = True) -> Configs:
    """Return the configurations of paths, changed by the options of the command.

    What is selected there takes the place of what they select and ignore; what is ignored there is
    ignored besides.

    Args:
        with_baseline: whether a baseline says what is known.
    """
    params = click.get_current_context().params
    if params["baseline"] and params["no_baseline"]:
        raise click.UsageError("--baseline and --no-baseline do not go together")
    more: dict[str, Any] = {"usual": FrozenDict(usual_options())}
    if rules := params.get("with_checks"):
        more["rules"] = checked_rules(rules)
    if params["fail_on"] is not None:
        more["fail_on"] = SEVERITIES.get(params["fail_on"])
    if params["baseline"] or params["no_baseline"] or not with_baseline:
        more["baseline"] = params["baseline"] if with_baseline else None

    def change(config: Config) -> Config:
        before = config.selection
        selection = evolve(
            before,
            select=params["select"] or before.select,
            ignore=(*(() if params["select"] else before.ignore), *params["ignore"]),
            severity=SEVERITIES.get(params["severity"], before.severity),
            per_path=(*before.per_path, *params["per_path"]),
        )
        return evolve(config, selection=selection, **more)

    return command_configs(change)


_unsafe = click.option(
    "--unsafe",
    is_flag=True,
    help="Also apply fixes that may be wrong. Review the changes afterwards.",
)


@click.command(cls=ReadingCommand)
@click.argument("paths", nargs=-1, required=True, type=PlacePath(reads=True))
@from_format
@selecting
@click.option("--fix", "fixes", is_flag=True, help="Fix what has one right answer, then report.")
@_unsafe
@click.option(
    "--write-baseline", is_flag=True, help="Write all current findings to the baseline file."
)
@changed_since
@click.option(
    "--with-check",
    "with_checks",
    multiple=True,
    metavar="NAME",
    help="Run this check, too, e.g. wagic-texts. Repeatable.",
)
@click.option("--statistics", is_flag=True, help="One line for each code, with its first place.")
@click.option("--brief", is_flag=True, help="One line for each finding, without excerpts.")
@output_options
def check(
    paths: tuple[Place, ...],
    source_format: str | None,
    changed_since: str | None,
    *,
    fixes: bool,
    unsafe: bool,
    write_baseline: bool,
    statistics: bool,
    brief: bool,
    output_format: str,
    output: Path | BinaryIO | None,
    **_: Any,
) -> bool:
    """Report errors and doubtful values in files or folders."""
    if output is not None and output_format == "text" and statistics:
        raise click.UsageError("tables are not written to a file: --output goes without them")
    if write_baseline and (changed_since or fixes):
        raise click.UsageError("--write-baseline does not go with --changed-since or --fix")
    if unsafe and not fixes:
        raise click.UsageError("--unsafe is for --fix")
    configs = chosen_configs()
    if write_baseline:
        target = _baseline_of(paths, configs)
        configs = chosen_configs(with_baseline=False)
    options = {"format": source_format, "changed_since": changed_since, **chosen_options()}
    if fixes:
        files = [each for each in paths if isinstance(each, Path)]
        if len(files) < len(paths):
            raise click.UsageError("--fix changes files; cardformats fix - fixes standard input")
        fixed = apply_fixes(partial(run, paths, configs, **options), files, unsafe=unsafe)
        fixed.write()
        _print_fixed(fixed)
        findings = fixed.left
    else:
        with progress("checking", len(paths)) as step:
            findings = run(paths, configs, step=step, **options)
    if write_baseline:
        _write_baseline(target, findings)
        return True
    if statistics and output_format == "text":
        _print_statistics(findings)
    else:
        put_findings(findings, output_format, output, brief=brief)
    return not findings.failures


def _baseline_of(paths: tuple[Place, ...], configs: Configs) -> Path:
    """Return the baseline that is to be written."""
    every = {configs(each).baseline for each in paths if isinstance(each, Path)} - {None}
    if len(every) != 1:
        reason = "there are several" if every else "there is none"
        raise click.UsageError(f"{reason}; specify the file with --baseline FILE")
    (path,) = every
    assert path is not None  # noqa: S101 - it is not among them
    return path


def _write_baseline(path: Path, findings: Findings) -> None:
    """Write a baseline of *findings*, and say so."""
    before = Baseline.load(path) if path.exists() else Baseline(path)
    beyond = {
        str(code): count
        for each in findings.diagnostics
        if each.code is SharedCode.SUPPRESSED
        for code, count in each.data["others"].items()
    }
    kept = [each for each in findings.diagnostics if each.code is not SharedCode.SUPPRESSED]
    places = (each.path for each in findings.inputs)
    before.with_findings(kept, beyond, places).write()
    err().print(f"wrote {path}: {counts_in_words(findings.counts)}")


def _print_statistics(findings: Findings) -> None:
    """Print a row for each code: how often it was found and can be fixed, and where first."""
    fixes = Counter(each.code for each in findings.diagnostics if each.fix is not None)
    firsts = {each.code: each for each in reversed(findings.diagnostics)}
    rows = []
    for code, count in sorted(findings.counts.items(), key=lambda item: -item[1]):
        first = firsts.get(code)
        place = f"{first.span}: " if first and first.span else ""
        about = place + first.message if first else message(code)
        severity = Text(code.severity.value, STYLES[code.severity])
        rows.append((code, severity, str(count), str(fixes[code] or ""), about))
    if rows:
        columns = ("code", "severity", "how often", "fixes", "the first one")
        print_table(out(), columns, rows)
    print_lines(err(), summary_lines(findings))


@click.command(cls=ReadingCommand)
@click.argument("paths", nargs=-1, required=True, type=PlacePath(reads=True))
@from_format
@selecting
@changed_since
@click.option("--diff", is_flag=True, help="Show the changes without writing them.")
@_unsafe
def fix(
    paths: tuple[Place, ...],
    source_format: str | None,
    changed_since: str | None,
    *,
    diff: bool,
    unsafe: bool,
    **_: Any,
) -> bool:
    """Fix findings of a check that have one right answer.

    Only reported findings are fixed, and only files in the given PATHS are changed. The path -
    is standard input, which is written to standard output. Exit status: 0 if a check of the result
    succeeds, 1 if it fails or, with --diff, if files would change.
    """
    options = {"format": source_format, "changed_since": changed_since, **chosen_options()}
    with changeable(paths, changed_since) as (files, standard_input):
        fixed = apply_fixes(partial(run, files, chosen_configs(), **options), files, unsafe=unsafe)
        if diff:
            print_diff(fixed.diff())
        elif standard_input is not None:
            standard_input.put(fixed.files)
        else:
            fixed.write()
    _print_fixed(fixed, "would fix" if diff else "fixed")
    its = fixed.left.diagnostics
    guesses = sum(1 for each in its if each.fix and not each.fix.is_safe)
    hint = (
        f"; {counted(guesses, 'guess', 'guesses')} with --unsafe" if guesses and not unsafe else ""
    )
    first, *others = summary_lines(fixed.left)
    print_lines(err(), (f"left: {first}{hint}", *others))
    return not (diff and fixed.files) and not fixed.left.failures


def _print_fixed(fixed: FixedFiles, verb: str = "fixed") -> None:
    """Print the fixes, file by file."""
    _print_fixes(fixed.applied)
    count, files = len(fixed.applied), len(fixed.files)
    err().print(f"{verb} {counted(count, 'finding')} in {counted(files, 'file')}")
    if fixed.taken_back:
        err().print("not fixed, because the fix would cause other errors:")
        _print_fixes(fixed.taken_back)


def _print_fixes(diagnostics: Iterable[Diagnostic]) -> None:
    """Print which fixes are applied to which file, and how often."""
    by_file: dict[str, Counter[tuple[str, str]]] = {}
    for each in diagnostics:
        assert each.fix is not None  # noqa: S101 - none else is applied
        name = each.span.source.name if each.span else "-"
        by_file.setdefault(name, Counter())[str(each.code), each.fix.title] += 1
    for name, fixes in by_file.items():
        err().print(f"{name}:")
        for (code, title), count in fixes.most_common():
            err().print(f"  {code} {title}" + (f" ({count} times)" if count > 1 else ""))
