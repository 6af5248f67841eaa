"""The options that several commands share, and those that formats have."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import click
from attrs import fields, fields_dict

from ..catalog import Catalog
from ..diagnostics import Report
from ..errors import OptionError
from ..formats.base import AcceptedOptions, Format, OptionInfo, Use
from ..formats.registry import REGISTRY
from ..model import CardSet
from .arguments import FILE, Place, StatusCommand, several
from .output import err

if TYPE_CHECKING:
    from ..checking.config import Config, Configs


class FormatOption(click.Option):
    """An option of formats.

    Attributes:
        field: what the options class calls it.
        known: the format.
        empty: of a flag, the type whose empty value the format gets.
    """

    def __init__(
        self, field: str, known: Format, empty: type | None = None, *, flag: str = "", **kwargs: Any
    ) -> None:
        self.field, self.known, self.empty = field, known, empty
        super().__init__([f"--{(flag or field).replace('_', '-')}"], **kwargs)

    @property
    def group(self) -> str | None:
        """Return the title of the format; None for options of all formats."""
        return None if self.field in fields_dict(AcceptedOptions) else self.known.title

    def loaded(self, value: Any) -> Any:
        """Return the value for the format.

        Raises:
            CardFormatsError, OSError: If what it names cannot be opened.
        """
        if self.empty is not None:
            return self.empty()
        from ..checking.option_values import opened  # noqa: PLC0415 - help needs no reader

        return opened(self.known, self.field, value)


_NO_CATALOG = click.Option(["--no-catalog"], is_flag=True, help="Do not use the card database.")


class ReadingCommand(StatusCommand):
    """A command with the options of all formats for reading, plug-ins' too, grouped by format.

    An option of the command's own precedes one of that name.
    """

    uses: tuple[Use, ...] = ("read",)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, then those of formats."""
        own = super().get_params(ctx)
        taken = {word for each in own for word in (each.name, *each.opts)}
        options = _options_of(REGISTRY.all(), self.uses)
        free = (each for each in options if not taken & {each.name, *each.opts})
        return [*own[:-1], *free, _NO_CATALOG, own[-1]]  # the last one is --help

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of each format under its title."""
        groups: dict[str, list[tuple[str, str]]] = {"Options": []}
        for each in self.get_params(ctx):
            group = each.group if isinstance(each, FormatOption) else None
            record = each.get_help_record(ctx)
            if record is not None and isinstance(each, click.Option):
                groups.setdefault(group or "Options", []).append(record)
        for group, records in groups.items():
            with formatter.section(group):
                formatter.write_dl(records)


class ConvertingCommand(ReadingCommand):
    """A command with the options for writing, too."""

    uses = ("read", "write")


@cache
def _options_of(formats: Iterable[Format], uses: tuple[Use, ...]) -> tuple[FormatOption, ...]:
    """Return the options of formats; those of the same name share their choices."""
    options: dict[str, FormatOption] = {}
    for each in formats:
        for option in _options_of_format(each, uses):
            name = str(option.name)
            first = options.setdefault(name, option)
            if isinstance(first.type, click.Choice) and isinstance(option.type, click.Choice):
                first.type = click.Choice(
                    [*dict.fromkeys([*first.type.choices, *option.type.choices])]
                )
    return tuple(options.values())


def _options_of_format(known: Format, uses: tuple[Use, ...]) -> Iterator[FormatOption]:
    try:
        types = get_type_hints(known.options)
    except NameError:  # a plug-in's types need not be there at run time
        return
    for attribute in fields(known.options):
        info, name = OptionInfo.of(attribute), attribute.name
        kwargs = _parameter(types.get(name), info)
        if kwargs is None or not (info.use is None or info.use in uses):
            continue
        if info.help:
            yield FormatOption(name, known, help=info.help, **kwargs)
        if info.off:
            flag = {"is_flag": True, "default": None, "help": info.off}
            kinds = (types[name], *get_args(types[name]))
            empty = bool if bool in kinds else tuple
            yield FormatOption(name, known, empty, flag=f"no_{name}", **flag)


class _PathOrWord(click.Path):
    """A path that exists, unless it is written; or one of the words of an option."""

    def __init__(self, info: OptionInfo) -> None:
        super().__init__(exists=info.use != "write", dir_okay=not info.is_file, path_type=Path)
        self.words = info.words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return Path(value) if str(value) in self.words else super().convert(value, param, ctx)


def _parameter(annotation: Any, info: OptionInfo) -> dict[str, Any] | None:
    """Return the arguments of a click option; None if the type has none."""
    is_union = get_origin(annotation) in (Union, UnionType)
    path = _PathOrWord(info)
    number = int if info.minimum is None else click.IntRange(info.minimum, info.maximum)
    simple: dict[Any, dict[str, Any]] = {
        bool: {"is_flag": True, "default": None},
        int: {"type": number},
        float: {"type": float},
        str: {"type": str},
        **{each: {"type": path} for each in (Path, CardSet, Catalog)},
    }
    for each in get_args(annotation) if is_union else (annotation,):
        if get_origin(each) is Literal:
            return {"type": click.Choice(get_args(each))}
        if get_origin(each) is tuple:
            inner = _parameter(get_args(each)[0], info)
            return inner and {**inner, "multiple": True}
        if each in simple:
            return simple[each]
    return None


#: The options that say which configuration holds.
config_options = several(
    click.option(
        "--config",
        "config_file",
        type=FILE,
        help="Configuration file. [default: the nearest cardformats.toml]",
    ),
    click.option("--no-config", is_flag=True, help="Ignore configuration files."),
)


def command_configs(change: Callable[[Config], Config] = lambda config: config) -> Configs:
    """Return the configurations of paths that the command line selects, after a change."""
    from ..checking.config import Config, nearest_configs  # noqa: PLC0415 - help needs none

    params = click.get_current_context().params
    file = params["config_file"]
    if params["no_config"] and file:
        raise click.UsageError("--config and --no-config do not go together")
    if params["no_config"] or file:
        only = change(Config.load(file) if file else Config())
        return lambda _path: only
    return nearest_configs(change)


def seed_of(text: str | None) -> int | str:
    """Return the value of a seed: 7 is the number 7; a new seed is printed."""
    if text is None:
        text = str(secrets.randbelow(2**32))
        err().print(f"seed {text}")
    return int(text) if re.fullmatch(r"-?[0-9]{1,1000}", text) else text


def chosen_options() -> dict[str, Any]:
    """Return the options for formats on the command line."""
    ctx = click.get_current_context()
    return {
        option.field: option.loaded(ctx.params[str(option.name)])
        for option in ctx.command.get_params(ctx)
        if isinstance(option, FormatOption) and ctx.params.get(str(option.name)) not in (None, ())
    }


def usual_options() -> dict[str, Any]:
    """Return the default options: the card database if there is one."""
    if click.get_current_context().params["no_catalog"]:
        return {}
    from .card_data import usual_database  # noqa: PLC0415 - help needs no database

    database = usual_database()
    return {} if database is None else {"catalog": database}


def format_options() -> dict[str, Any]:
    """Return the options for formats on the command line, and the default ones."""
    options = chosen_options()
    return options if "catalog" in options else {**usual_options(), **options}


def read_source(path: Place | None) -> Report[CardSet]:
    """Read the source of a command with the options on the command line.

    Args:
        path: The source; None for the set of the card database that ``--set`` names.

    Raises:
        click.UsageError: If there is neither, or no card database.
        CardFormatsError, OSError: As :func:`~cardformats.read_report` does.
    """
    from ..io import read_report  # noqa: PLC0415 - help needs no reader

    params = click.get_current_context().params
    source_format, of_set = params["source_format"], params.get("of_set")
    options = format_options()
    if path is None:
        return Report(_set_of_database(options.get("catalog"), of_set), ())
    if of_set is not None and isinstance(path, Path):
        # a format of which one input may be many sets reads that one alone
        with suppress(OptionError):
            report = read_report(path, source_format, **options, set=of_set)
            if report.value.cards:
                return report
    return read_report(path, source_format, **options)


def _set_of_database(database: Any, code: str | None) -> CardSet:
    if code is None:
        raise click.UsageError("specify PATH, or with --set the code of a set of the card database")
    if not hasattr(database, "set"):
        raise click.UsageError(
            "--set without PATH is a set of the card database, and there is none; "
            "build it with: cardformats cards build FILE"
        )
    cardset: CardSet = database.set(code)
    return cardset
