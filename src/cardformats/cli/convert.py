"""``cardformats convert``."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from ..diagnostics import Diagnostic, Report, Severity
from ..errors import ReadError, UnknownFormatError
from ..file_names import free_name, portable_name
from ..formats.base import Format, Naming
from ..formats.registry import REGISTRY
from ..io import convert as convert_file
from ..io import read_report, read_sets, route_options, write_read
from ..model import CardSet
from ..reading import detect, formats
from .app import print_json
from .arguments import Place, PlacePath, as_json, from_format
from .options import ConvertingCommand, format_options
from .output import err, print_counts, print_diagnostics, print_lines, print_losses, progress

if TYPE_CHECKING:
    from ..collation import OddsChange

#: How many cards with other odds are listed.
_LISTED = 10
#: What the names of files have not, on some system.
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]')
#: A source, and where it is to be written.
_Job: TypeAlias = tuple[Place, Place]


@click.command(cls=ConvertingCommand)
@click.argument("sources", nargs=-1, required=True, type=PlacePath(reads=True))
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=PlacePath(reads=False),
    help="File to write; a folder for several sets, or for the files of Wagic; - for "
    "standard output.",
)
@from_format
@click.option(
    "-t",
    "--to",
    "target_format",
    metavar="FORMAT",
    help="Format of the output. [default: by extension]",
)
@click.option(
    "--force",
    is_flag=True,
    help="Overwrite a source even if it has errors, and a set even if the new set has fewer "
    "cards. Unreadable parts are lost.",
)
@click.option(
    "--on-loss",
    type=click.Choice(("report", "error")),
    default="report",
    help="Action if the target cannot store everything.",
)
@click.option(
    "--odds",
    "with_odds",
    is_flag=True,
    help="Read the output again, and report whether the odds of packs changed.",
)
@as_json
def convert(
    sources: tuple[Place, ...],
    target: Place,
    source_format: str | None,
    target_format: str | None,
    *,
    force: bool,
    on_loss: Any,
    with_odds: bool,
    as_json: bool,
    **_: Any,
) -> bool:
    """Convert card lists and sets.

    A folder of sets gives a folder with a file for each set; to Wagic, a folder of sets.
    A file of several sets does so, too, if the output is a folder that exists.
    """
    if as_json and not isinstance(target, Path):
        raise click.UsageError("--json and -o - would both be on standard output")
    if with_odds and not all(isinstance(place, Path) for place in (*sources, target)):
        raise click.UsageError("--odds reads source and target again, so neither can be -")
    jobs = list(_jobs(sources, target, source_format, target_format))
    _refuse_to_replace_sources(jobs)
    diagnostics: list[Diagnostic] = []
    changes: dict[str, list[OddsChange]] = {}
    written: list[Place] = []
    left_out = 0
    options = format_options()
    is_in_folder = len(jobs) == 1 and jobs[0][1] != target and not with_odds
    sets = _sets_in(jobs[0][0], source_format, target_format, options) if is_in_folder else None
    with progress("converting", len(jobs)) as step:
        for job in jobs:
            before = _read_again(job[0], source_format, options) if with_odds else None
            try:
                args = job, source_format, target_format, on_loss, options
                reports = [*_converted(sets, *args, force=force)]
            except ReadError as error:  # nothing could be read: there is no target
                diagnostics += error.report.diagnostics
                continue
            for place, report in reports:
                written.append(place)
                diagnostics += report.diagnostics
                left_out += _left_out(report)
            if before is not None:
                changes[_shown(job[1])] = _odds_changes(before, *job, source_format, target_format)
            step()
    ok = not left_out and Report(None, diagnostics).ok
    if as_json:
        data = {
            "ok": ok,
            "written": [_shown(place) for place in written],
            "diagnostics": [each.to_dict() for each in diagnostics],
        }
        if with_odds:
            data["odds"] = {name: [each.to_dict() for each in its] for name, its in changes.items()}
        print_json(data)
        return ok
    _print_report(diagnostics, changes, full=len(written) <= 1)
    what = (
        f"{len(written)} files in {target}" if len(written) > 1 else "".join(map(_shown, written))
    )
    err().print(f"wrote {what or 'nothing'}{f'; omitted cards: {left_out}' if left_out else ''}")
    return ok


def _sets_in(
    source: Place, source_format: str | None, target_format: str | None, options: dict[str, Any]
) -> Iterator[Report[CardSet]] | None:
    """Return the sets of a file of several sets, which have codes; None if it is no such file."""
    if not isinstance(source, Path) or source.is_dir():
        return None
    reads = _format(source, source_format)
    if reads.sets_reader is None:
        return None
    for_reading, _ = route_options(reads, _written_format(target_format), options)
    sets = read_sets(source, reads.id, **for_reading)
    first = [*islice(sets, 2)]
    is_several = len({each.value.code for each in first} - {None}) > 1
    return chain(first, sets) if is_several else None


def _written_format(target_format: str | None) -> Format:
    """Return the format of files in a folder."""
    return REGISTRY.get(target_format or "draftmancer")


def _converted(
    sets: Iterable[Report[CardSet]] | None,
    job: _Job,
    source_format: str | None,
    target_format: str | None,
    on_loss: Any,
    options: dict[str, Any],
    *,
    force: bool,
) -> Iterator[tuple[Place, Report[Path]]]:
    """Write a source, or each of its *sets* beside its target; yield where and what is reported."""
    source, target = job
    if sets is None or not isinstance(target, Path):
        formats_ = source_format, target_format
        yield target, convert_file(*job, *formats_, on_loss=on_loss, force=force, **options)
        return
    writes = _written_format(target_format)
    known = {name: options[name] for name in options if name in writes.options.names("write")}
    taken: set[str] = set()
    for each in sets:
        code = _NOT_IN_NAMES.sub("_", each.value.code or target.stem)
        name = free_name(portable_name(code) or target.stem, taken, "-")
        taken.add(name.lower())
        path = target.with_name(f"{name}{target.suffix}")
        yield path, write_read(each, source, path, writes, on_loss, known, force=force)


def _print_report(
    diagnostics: list[Diagnostic], changes: Mapping[str, list[OddsChange]], *, full: bool
) -> None:
    """Print what was reported, losses apart, and how odds changed."""
    losses = [each for each in Report(None, diagnostics).losses if _is_usual(each)]
    others = [each for each in diagnostics if not (each.is_loss and _is_usual(each))]
    print_diagnostics(others, full=full)
    print_losses(losses)
    for name, its in changes.items():
        from ..checking.differences.text import (  # noqa: PLC0415 - as a rule there are none
            limited,
            odds_lines,
            odds_title,
        )

        for change in its:
            err().print(f"{name}: {odds_title(change)}")
            print_lines(err(), limited("  ", [*odds_lines(change)], _LISTED))
    print_counts(diagnostics)


def _odds_changes(
    before: CardSet,
    source: Place,
    target: Place,
    source_format: str | None,
    target_format: str | None,
) -> list[OddsChange]:
    """Return the changes of the odds of each booster since the source was read."""
    from ..collation import odds_changes  # noqa: PLC0415 - conversions are without odds as a rule

    assert isinstance(source, Path)  # noqa: S101 - others are refused
    assert isinstance(target, Path)  # noqa: S101 - likewise
    formats_ = _format(source, source_format), _format(target, target_format)
    after = read_report(target, formats_[1].id).value
    return list(odds_changes(before, after, (formats_[0].id, formats_[1].id)))


def _read_again(source: Place, source_format: str | None, options: dict[str, Any]) -> CardSet:
    """Read a source with the options of the conversion."""
    assert isinstance(source, Path)  # noqa: S101 - others are refused
    names = _format(source, source_format).options.names("read")
    known = {name: options[name] for name in options if name in names}
    return read_report(source, source_format, **known).value


def _is_usual(loss: Diagnostic) -> bool:
    """Return whether the target is still usable with a loss."""
    return loss.severity is not Severity.ERROR


def _shown(place: Place) -> str:
    return str(place) if isinstance(place, Path) else "-"


def _refuse_to_replace_sources(jobs: list[_Job]) -> None:
    """Refuse to write over what is yet to be read: the file for a source is another source."""
    numbers = {_resolved(source): number for number, (source, _) in enumerate(jobs)}
    for number, (_, target) in enumerate(jobs):
        if numbers.get(_resolved(target), number) != number:
            raise click.UsageError(f"{_shown(target)} would be written, and is a source, too")


def _resolved(place: Place) -> object:
    # Path.resolve raises a RuntimeError where links lead in a circle
    return os.path.realpath(place) if isinstance(place, Path) else place


def _left_out(report: Report[Path]) -> int:
    """Return the number of omitted cards that the target does not keep in any way."""
    kinds = {loss.kind for loss in report.losses}
    lost = [
        diagnostic for diagnostic in report.diagnostics if diagnostic.data.get("kept_as") in kinds
    ]
    return Report(None, lost).left_out


def _jobs(
    sources: tuple[Place, ...],
    target: Place,
    source_format: str | None,
    target_format: str | None,
) -> Iterator[_Job]:
    """Yield each source with its target."""
    if not isinstance(target, Path):
        if len(sources) > 1:
            raise click.UsageError("one source at a time can be written to standard output")
        yield sources[0], target
        return
    archives = (known for known in formats() if known.writes_archive(target))
    writes = REGISTRY.get(target_format) if target_format else next(archives, None)
    if writes is not None and (writes.writes_folder(target) or writes.writes_archive(target)):
        if len(sources) > 1:
            raise click.UsageError(f"one source at a time can be written to {target}")
        yield sources[0], target
        return
    if len(sources) == 1 and _is_one_table(sources[0], target, source_format, target_format):
        yield sources[0], target
        return
    sets = [(part, source) for source in sources for part in _parts(source, source_format)]
    if sets == [(each, each) for each in sources] and len(sets) == 1 and not target.is_dir():
        yield sources[0], target
        return
    if target.suffix and not target.is_dir():
        raise click.UsageError(
            f"{len(sets)} sets need a folder as the target, not the file {target}"
        )
    extension = (writes or REGISTRY.get("draftmancer")).extensions[0]
    taken: defaultdict[str, set[str]] = defaultdict(set)
    for part, source in sets:
        *folders, name = map(portable_name, _place(part, source, source_format).parts)
        folder = target.joinpath(*folders)
        others = taken[str(folder).lower()]
        name = free_name(name, others, "-")
        others.add(name.lower())
        yield part, folder / f"{name}{extension}"


def _is_one_table(
    source: Place, target: Path, source_format: str | None, target_format: str | None
) -> bool:
    """Return whether all sets of a source become one table, in their game's words."""
    table = REGISTRY.get("csv")
    if not isinstance(source, Path) or target.is_dir() or target_format not in (None, table.id):
        return False
    if target.suffix.lower() not in table.extensions:
        return False
    return _format(source, source_format).rows is not None


def _place(part: Place, source: Place, source_format: str | None) -> Path:
    """Return the target of a part without extension; files of a folder keep their place."""
    if isinstance(part, Path) and isinstance(source, Path) and part != source and part.is_file():
        return part.relative_to(source).with_suffix("")
    return Path(_name(part, source_format))


def _name(source: Place, source_format: str | None) -> str:
    """Return the name of the file for a source."""
    if not isinstance(source, Path):
        return "stdin"
    naming: Naming | None = _format(source, source_format).load("naming")
    if naming and (name := naming(source)):
        return name
    name = source.name if source.is_dir() else source.stem
    return source.resolve().parent.name if name.startswith("_") else name


def _parts(source: Place, source_format: str | None) -> tuple[Place, ...]:
    """Return the sets in a source: itself, or those in a folder of sets."""
    if not (isinstance(source, Path) and source.is_dir()):
        return (source,)
    split = _format(source, source_format).load("split")
    return (split(source) if split else ()) or (source,)


def _format(source: Path, source_format: str | None) -> Format:
    if source_format:
        return REGISTRY.get(source_format)
    detections = detect(source)
    if not detections:
        raise UnknownFormatError(f"no format recognises {source}; name one with --from")
    return detections[0].format
