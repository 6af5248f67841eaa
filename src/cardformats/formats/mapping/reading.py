"""Which mapping a game is read and written with: that of the option, a shipped one, or by names."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Code
from ...errors import OptionError
from ...source import SourceText, Span, read_bytes
from ..guids import guid, is_guid
from ..json_text import JsonProblem, JsonText
from .game_mapping import BadMappingError, GameMapping
from .option import MappingOption

#: The mapping of a game of which only the names of properties say anything.
BY_NAMES: Final = "names"
#: No mapping has more bytes, or a key of more parts.
_MAX_BYTES, _MAX_PARTS = 2**20, 100


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, GameMapping]:
    """Return the mappings that come with the library, by name."""
    folder = files(__package__).joinpath("games")
    texts = {
        each.name.removesuffix(".toml"): each.read_text("utf-8")
        for each in (folder.iterdir() if folder.is_dir() else ())
        if each.name.endswith(".toml")
    }
    return {
        name: GameMapping.from_dict(tomllib.loads(texts[name].replace("\r\n", "\n")))
        for name in sorted(texts)
    }


def shipped_for(game_id: str) -> GameMapping | None:
    """Return the library's own mapping for the game with a GUID."""
    own = guid(game_id) if is_guid(game_id) else ""
    return next((each for each in shipped().values() if own in each.games), None)


def chosen_mapping(mapping: MappingOption, code: Code, log: DiagnosticLog) -> GameMapping | None:
    """Return the mapping of the option; None if the option has no value.

    What cannot be used of a file is reported as *code*, whose message has a ``problem``, and the
    names of properties say what they are.

    Raises:
        OptionError: If the value of the option cannot be used, or there is no mapping of that name.
        OSError: If the file of the mapping cannot be read.
    """
    if mapping is None:
        return None
    if isinstance(mapping, Mapping):
        return GameMapping.from_dict(mapping)
    if isinstance(mapping, str):
        if mapping == BY_NAMES:
            return GameMapping()
        if mapping in shipped():
            return shipped()[mapping]
        if not Path(mapping).is_file():
            names = ", ".join((BY_NAMES, *shipped()))
            raise OptionError(f"mapping: there is no mapping {mapping!r}; there are {names}")
    path = Path(mapping)
    source = SourceText.from_bytes(str(path), read_bytes(path, _MAX_BYTES))
    return read_mapping(source, code, log)


def mapping_for(
    properties: Iterable[str], mapping: GameMapping | None, game_id: str = ""
) -> GameMapping:
    """Return *mapping*, or else the library's own, completed by the names of *properties*."""
    if mapping is None:
        mapping = shipped_for(game_id) or GameMapping()
    return mapping.completed(properties)


def read_mapping(source: SourceText, code: Code, log: DiagnosticLog) -> GameMapping:
    """Read the mapping in *source*, TOML or a JSON object.

    One that cannot be used is reported as *code*, and is by names alone.
    """
    text = source.text.removeprefix("\ufeff")
    is_json = text.lstrip().startswith("{") or source.name.lower().endswith(".json")
    problem, span = "", source.span(0)
    try:
        _check_size(text)
        if is_json:
            data = JsonText.whole(source).decode()
        else:
            data = tomllib.loads(text.replace("\r\n", "\n"))
        return GameMapping.from_dict(data)
    except BadMappingError as error:
        problem, span = error.problem, _span(source, error.keys, is_json=is_json)
    except JsonProblem as error:
        problem, span = error.message, source.span(error.offset)
    except tomllib.TOMLDecodeError as error:
        problem, span = _toml_problem(source, str(error))
    except (RecursionError, ValueError):
        problem = "nested too deep, or a number that is too long"
    log.add(code, span, problem=problem)
    return GameMapping()


def _check_size(text: str) -> None:
    """Refuse what would take the reader of TOML long."""
    if len(text) > _MAX_BYTES or any(
        line.partition("=")[0].count(".") >= _MAX_PARTS for line in text.split("\n")
    ):
        raise BadMappingError((), "it is too large")


def _toml_problem(source: SourceText, message: str) -> tuple[str, Span]:
    problem = message[:1].lower() + message[1:]
    problem, _, place = problem.rpartition(" (at ")
    line, _, column = place.removeprefix("line ").removesuffix(")").partition(", column ")
    if not column:
        return problem, source.span(len(source.text))
    starts = source.line_starts
    return problem, source.span(starts[min(int(line), len(starts)) - 1] + int(column) - 1)


def _span(source: SourceText, keys: tuple[str, ...], *, is_json: bool) -> Span:
    """Return the position of the last of *keys*."""
    if not keys:
        return source.span(0)
    if is_json:
        text = JsonText.whole(source)
        span = text.span(keys, key=True)
        return span if span.end > 1 else text.span(keys[1:], key=True)
    *table, last = keys
    here = ""
    for number, start in enumerate(source.line_starts, 1):
        line = source.line(number)
        if line.lstrip().startswith("["):
            header = line.partition("#")[0].strip("[] \t")
            here = "".join(header.replace('"', "").replace("'", "").split())
            if here == ".".join(keys):
                place = start + line.find(header)
                return source.span(place, place + len(header))
        elif here == ".".join(table) and _is_key(line, last):
            place = start + line.find(last)
            return source.span(place, place + len(last))
    return source.span(0)


def _is_key(line: str, key: str) -> bool:
    """Return whether a *line* of TOML sets a *key*, which may be in quotes."""
    line = line.lstrip()
    written = (key, f'"{key}"', f"'{key}'")
    return any(
        line.startswith(each) and line[len(each) :].lstrip().startswith("=") for each in written
    )
