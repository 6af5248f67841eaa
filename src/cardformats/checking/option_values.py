"""Values of formats' options as files say them: names of files are opened where that is meant."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from attrs import fields_dict

from ..catalog import CardCatalog, Catalog
from ..errors import OptionError
from ..formats.base import Format, OptionInfo
from ..io import read, read_report
from ..model import CardSet


@cache
def _kinds(known: Format) -> Mapping[str, tuple[Any, ...]]:
    """Return the types of each option by name; ``tuple`` and the type of its items."""
    try:
        annotations = get_type_hints(known.options)
    except NameError:  # a plug-in's types need not be there at run time
        return {}
    return {name: tuple(_parts(each)) for name, each in annotations.items()}


def _parts(annotation: Any) -> Iterator[Any]:
    origin = get_origin(annotation)
    if origin is tuple:
        yield tuple
    if origin in (Union, UnionType, tuple):
        for each in get_args(annotation):
            yield from _parts(each)
    else:
        yield annotation


def placed(known: Format, name: str, value: Any, folder: Path) -> Any:
    """Return the value of an option in a file; names of files become paths in a folder.

    Raises:
        OptionError: If there is no such file or folder, or the format does not take the value.
    """
    kinds = _kinds(known).get(name, ())
    several = tuple in kinds and isinstance(value, list)
    values = [_placed(each, kinds, folder) for each in (value if several else [value])]
    result = tuple(values) if tuple in kinds else values[0]
    if not (isinstance(result, Path) and Path not in kinds):  # a path is opened on use
        known.options.make(known.id, "read", {name: result})
    return result


def _placed(value: Any, kinds: Collection[Any], folder: Path) -> Any:
    """Return the path that a value names in a folder, if the option takes files."""
    if not (isinstance(value, str) and {Path, CardSet, Catalog} & {*kinds}):
        return value
    path = folder / value
    if path.exists():
        return path
    if str in kinds:
        return value
    message = f"there is no {path}"
    raise OptionError(message)


def opened(known: Format, name: str, value: Any) -> Any:
    """Return the value for a format; a path is opened if the option needs it.

    Raises:
        OptionError: If a catalog knows nothing about cards.
        CardFormatsError, OSError: As :func:`~cardformats.read` raises them.
    """
    if not isinstance(value, Path):
        return value
    info = OptionInfo.of(fields_dict(known.options)[name])
    kinds = _kinds(known).get(name, ())
    if info.opens:
        return info.opened(value)
    if Path in kinds:
        return value
    return opened_catalog(value) if Catalog in kinds else read_report(value).value


def opened_catalog(path: Path) -> Catalog:
    """Return the cards at a path as a catalog.

    Raises:
        OptionError: If it knows nothing about them.
        CardFormatsError, OSError: As :func:`~cardformats.read` raises them.
    """
    from ..database import CardDatabase  # noqa: PLC0415 - most commands need none
    from ..database.schema import is_database  # noqa: PLC0415 - likewise

    if is_database(path):
        return CardDatabase(path)
    cards = read(path).cards
    if not cards:
        message = f"{path} only contains names of cards and no data"
        raise OptionError(message)
    return CardCatalog(cards)
