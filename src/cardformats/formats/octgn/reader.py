"""Reads a set, the folder of a game or a package to a card set."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...model import CardSet, FrozenDict
from ...source import SourceText, read_bytes
from ..base import Input
from .codes import STOPS_LOADER, OctgnCode
from .document import text_of
from .files import GameFiles, folder_around, folder_files, has_set
from .format import OctgnOptions
from .games import LoadedGame
from .package import open_package
from .syntax import GameTree
from .to_model import SetReading


def read(input_: Input, options: OctgnOptions) -> Report[CardSet]:
    """Read a set's file or folder, the folder of a game, or a package."""
    log = DiagnosticLog(options.max_diagnostics)
    files, names, own = files_of(input_, options, log)
    game = LoadedGame(files, options, log)
    reading = SetReading(game, is_game=own is None)
    for name in names:
        source = game.source(name)
        if source is not None:
            reading.add(name, source)
    if own is not None:
        reading.add(Path(own.name).name, own)
    elif files is not None and files.definition and game.definition_source is not None:
        reading.sources[files.definition] = game.definition_source
    if own is None and not names:
        log.add(OctgnCode.NO_SETS, SourceText(input_.name, "").span(0))
    if options.thorough and game.definition is None:
        log.add(OctgnCode.NO_DEFINITION, (own or SourceText(input_.name, "")).span(0))
    if options.rules == "octgn":
        _say_what_stops(log)
    archive = input_.data if isinstance(input_.data, bytes) and own is None else None
    is_defined = own is None and game.definition_source is not None
    tree = GameTree(
        FrozenDict(reading.sources),
        own is not None,
        archive,
        files.definition if files is not None and is_defined else None,
        files.label if files is not None else "",
        options,
    )
    return Report(reading.cardset().with_syntax(tree), log.finish())


def game_at(
    path: Path, options: OctgnOptions, log: DiagnosticLog
) -> tuple[LoadedGame, Iterator[SourceText], bool]:
    """Return the game at *path*, the texts of its sets, and whether it is a set and not a game.

    Raises:
        OSError: If *path* cannot be read.
    """
    data = None if path.is_dir() else read_bytes(path, options.max_size)
    files, names, own = files_of(Input(str(path), path, data), options, log)
    game = LoadedGame(files, options, log)
    sources = map(game.source, names) if own is None else (own,)
    return game, filter(None, sources), own is not None


def files_of(
    input_: Input, options: OctgnOptions, log: DiagnosticLog
) -> tuple[GameFiles | None, tuple[str, ...], SourceText | None]:
    """Return the files of the game, the sets that are read, and the text of a single set."""
    if isinstance(input_.data, bytes) and input_.data.startswith(b"PK\x03\x04"):
        package = open_package(input_.name, input_.data, options, log)
        return package, package.sets if package else (), None
    path = input_.path
    if path is not None and input_.data is None:
        file = has_set(path)
        if file is None:
            folder = folder_files(path)
            if len(folder.sets) > options.max_files:
                start, count = SourceText(input_.name, "").span(0), len(folder.sets)
                log.add(OctgnCode.TOO_MANY, start, count=count, limit=options.max_files)
            return folder, folder.sets[: options.max_files], None
        limit = options.max_size
        own = text_of(str(file), read_bytes(file, limit), limit, log) or SourceText(str(file), "")
        return game_of(file, options, log), (), own
    return game_of(path, options, log), (), input_.source()


def game_of(path: Path | None, options: OctgnOptions, log: DiagnosticLog) -> GameFiles | None:
    """Return the files of the game that the set in *path* is of, if they are known."""
    game = options.game
    if game is None:
        return None if path is None else folder_around(path)
    if game.is_dir():
        return folder_files(game)
    return open_package(str(game), read_bytes(game, options.max_size), options, log)


def _say_what_stops(log: DiagnosticLog) -> None:
    """Say of each text that OCTGN does not load what it would name as the reason."""
    seen: set[str] = set()
    for diagnostic in log.finish():
        if (
            diagnostic.code in STOPS_LOADER
            and diagnostic.span
            and diagnostic.span.source.name not in seen
        ):
            seen.add(diagnostic.span.source.name)
            where = diagnostic.span.source.span(0)
            log.add(
                OctgnCode.NOT_LOADED,
                where,
                reason=f"line {diagnostic.span.line}: {diagnostic.message}",
            )
