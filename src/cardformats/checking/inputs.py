"""The inputs at a path, each read and looked at by the checker of its format."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from attrs import field, frozen

from ..diagnostics import Report
from ..errors import UnknownFormatError
from ..formats.base import Format
from ..formats.folders import walk
from ..formats.registry import REGISTRY
from ..io import check_report
from ..model import CardSet
from ..reading import Place, detect, formats
from .config import Config, Configs
from .rules import with_rules

#: Maximum number of errors of an input, and of other findings; any more are only counted.
MOST_FINDINGS = 200_000


def no_config(_path: Path) -> Config:
    """Return an empty configuration."""
    return Config()


@frozen
class Checked:
    """What was found in one input.

    Attributes:
        path: where it is, or the stream.
        format: the id of its format; None if it was not looked for in a folder, but is read as
            what it is detected to be.
        report: what was read, and all that was found in it and in what belongs to it.
        config: how it was checked.
    """

    path: Place
    format: str | None
    report: Report[CardSet]
    config: Config = field(factory=Config, repr=False)


def check(
    path: Place,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    configs: Configs = no_config,
    **options: Any,
) -> Iterator[Checked]:
    """Check the inputs at *path*, one after the other: a file, or all that a folder holds.

    What is looked for in a folder are inputs of the formats that say how (``Format.roots``), at any
    depth, and what its configuration names the formats of; any other folder is an input itself, or
    is split if its format reads no folders.

    Args:
        path: a file, a folder, or a stream of bytes.
        format: the id of the only format that is looked for.
        configs: has the configuration of a path, whose options the others precede.
        **options: those of the formats for reading, by name; of several formats each gets its own.
            If they are not among them, ``thorough`` is True, and ``max_diagnostics`` 200,000.

    Raises:
        UnknownFormatError, OptionError, OSError: As for :func:`~cardformats.read`. For an input
            that was found in a folder, when it is read.
    """
    inputs = _inputs(path, format, configs)
    several = list({known.id: known for _, known in inputs if known is not None}.values())
    return (
        Checked(place, known.id if known else format, report, config)
        for place, known in inputs
        for config in [configs(Path(place) if isinstance(place, (str, PathLike)) else Path())]
        for own in [{**_configured(place, known, config), **_options_of(known, several, options)}]
        for report in [_report(place, known, format, own, config.rules)]
    )


def name_of(place: Place) -> str:
    """Return what findings call an input: its path, or the name of a stream."""
    is_path = isinstance(place, (str, PathLike))
    return str(place if is_path else getattr(place, "name", "<stdin>"))


def files_in(path: Path, unless: Callable[[Path], bool] = lambda _folder: False) -> Iterator[Path]:
    """Yield the files in a folder, at any depth and in order, without hidden folders.

    Links to folders are not followed.

    Args:
        path: the folder.
        unless: whether a folder is passed over.
    """
    for here, folders, files in walk(path, hidden=False):
        folders[:] = [each for each in folders if not unless(here / each)]
        yield from (here / each for each in files)


def _configured(place: Place, known: Format | None, config: Config) -> dict[str, Any]:
    """Return the default options of a check with those configured for an input."""
    usual = {"thorough": True, "max_diagnostics": MOST_FINDINGS}
    if not isinstance(place, (str, PathLike)):
        return {**usual, **config.usual}
    if known is None and config.files:
        known = next((each.format for each in detect(place)), None)
    return usual | config.options_of(Path(place), known.id if known else None)


def _inputs(
    path: Place, format_id: str | None, configs: Configs
) -> Sequence[tuple[Place, Format | None]]:
    """Return the inputs at a path, with their formats if these are already known."""
    if not isinstance(path, (str, PathLike)):
        return [(path, None)]
    path = Path(path)
    config = configs(path)
    if not path.is_dir():
        configured = None if format_id else config.format_of(path)
        return [(path, REGISTRY.get(configured) if configured else None)]
    own_id = format_id or config.format_of(path)
    known = (REGISTRY.get(own_id),) if own_id else formats()
    inputs = {root: each for each in known for root in (each.load("roots") or _none)(path)}
    if not format_id:
        inputs |= _named_inputs(path, config)
    own = known[0] if own_id else next((each.format for each in detect(path)), None)
    first: list[tuple[Place, Format | None]] = []
    if own is None and not inputs:
        where = "specify files, or their format (--from), or their paths in a cardformats.toml"
        raise UnknownFormatError(f"there is nothing to check in {path}: {where}")
    is_input = own is not None and own.roots is None and (own.reads_folders or bool(own.split))
    if is_input or not inputs:
        first = [(each, own) for each in _parts(path, own) or (path,) if each not in inputs]
    return [*first, *inputs.items()]


def _parts(path: Path, own: Format | None) -> Sequence[Path]:
    """Return the inputs in a folder of a format that does not read folders."""
    if own is None or own.reads_folders:
        return ()
    if own.split is not None:
        parts: Sequence[Path] = own.load("split")(path)
        return parts
    return [each for each in files_in(path) if each.suffix.lower() in own.extensions]


def _named_inputs(path: Path, config: Config) -> dict[Path, Format]:
    """Return the inputs in a folder whose formats are configured."""
    rules = [(each, REGISTRY.get(each.format)) for each in reversed(config.files) if each.format]
    inputs: dict[Path, Format] = {}

    def is_input(place: Path, *, is_folder: bool) -> bool:
        for rule, known in rules:
            if known.reads_folders or place.suffix.lower() not in known.extensions:
                is_named = rule.pattern.is_of(place) and known.reads_folders >= is_folder
            else:
                is_named = rule.pattern.matches(place) and not is_folder
            if is_named:
                inputs[place] = known
                return True
        return False

    if rules:
        for file in files_in(path, unless=partial(is_input, is_folder=True)):
            is_input(file, is_folder=False)
    return inputs


def _none(_path: Path) -> tuple[Path, ...]:
    """Return no inputs, for a format without a function that finds them."""
    return ()


def _options_of(
    known: Format | None, several: Sequence[Format], options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the options that a format has, and those that no other format has."""
    others = {
        name
        for each in several
        if each is not known
        for name in each.options.names("read")
        if known is not None and name not in known.options.names("read")
    }
    return {name: value for name, value in options.items() if name not in others}


def _report(
    place: Place,
    known: Format | None,
    format_id: str | None,
    options: Mapping[str, Any],
    rules: Sequence[str],
) -> Report[CardSet]:
    """Return the diagnostics of an input and of its companions, those of the *rules* included."""
    own_id = known.id if known else format_id
    companions: Sequence[Path] = ()
    if known is not None and known.companions is not None and isinstance(place, Path):
        companions = known.load("companions")(place)
    first, *beside = (
        with_rules(check_report(each, own_id, **options), name_of(each), rules)
        for each in (place, *companions)
    )
    more = (diagnostic for each in beside for diagnostic in each.diagnostics)
    return Report(first.value, (*first.diagnostics, *more))
