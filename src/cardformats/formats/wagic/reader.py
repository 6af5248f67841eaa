"""Reads a set's folder or file, a folder of sets, or primitives, to a card set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ...budget import Budget
from ...diagnostics import DiagnosticLog, Report, SharedCode
from ...model import CardSet, FrozenDict
from ...source import SourceText
from ..base import Input
from .engine.to_model import ExactCards
from .format import BOOSTER_FILE, CARDS_FILE, PRIMITIVES_FOLDER, WagicOptions, split
from .primitives import load_primitives
from .scanner import load_sources, primitive_files, scan
from .syntax import CardFile, FileTree
from .to_model import to_model


def read(given: Input, options: WagicOptions) -> Report[CardSet]:
    """Read a set's folder or file, a folder of sets, or files of primitives."""
    log = DiagnosticLog(options.max_diagnostics)
    places = options.primitives
    if places is None and given.path is not None:
        places = _neighbours(given.path)
    primitives = load_primitives(places, options)
    files = [(code, scan(source, log)) for code, source in _sources(given, options, log)]
    packs = dict(_packs(given, options, log))
    exact = ExactCards(places, files, options) if options.engine == "exact" else None
    inside = [file.source for file in primitives.files if _is_below(given.path, file)]
    result = to_model(
        given.name, files, packs, primitives, options, log, Budget(options.max_work), exact
    )
    tree = _tree([(code, file.source) for code, file in files], packs, inside)
    return Report(result.value.with_syntax(tree), result.diagnostics + log.finish())


def _is_below(path: Path | None, file: CardFile) -> bool:
    return path is not None and path in Path(file.source.name).parents


def _tree(
    files: Sequence[tuple[str | None, SourceText]],
    packs: Mapping[str, SourceText],
    primitives: Iterable[SourceText],
) -> FileTree:
    """All files that were read: those of sets, boosters and *primitives*."""
    sources = {
        f"{code or PRIMITIVES_FOLDER}/{CARDS_FILE if code else Path(source.name).name}": source
        for code, source in files
    }
    sources |= {f"{code}/{BOOSTER_FILE}": source for code, source in packs.items()}
    for source in primitives:
        sources.setdefault(f"{PRIMITIVES_FOLDER}/{Path(source.name).name}", source)
    return FileTree(FrozenDict(sources))


def _neighbours(path: Path) -> tuple[Path, ...] | None:
    """The primitives folder beside the set at *path* (or in it, for a folder of sets)."""
    folder = path if path.is_dir() else path.parent
    # the parent of «.» is «..»
    above = folder.parent if folder.name not in ("", "..") else folder / ".."
    for place in (folder / PRIMITIVES_FOLDER, above / PRIMITIVES_FOLDER):
        if place.is_dir():
            return (place,)
    return None


def _packs(
    given: Input, options: WagicOptions, log: DiagnosticLog
) -> Iterator[tuple[str, SourceText]]:
    """The files that say what the boosters of sets in *given* are, by the code of the set."""
    if given.path is None:
        return
    folders = _set_folders(given.path) if given.path.is_dir() else (given.path.parent,)
    if given.path.is_dir() or given.path.name == CARDS_FILE:
        for folder in folders:
            path = folder / BOOSTER_FILE
            if path.is_file():
                code = folder.resolve().name
                yield from ((code, source) for source in load_sources((path,), options, log))


def _set_folders(folder: Path) -> tuple[Path, ...]:
    """The folders of the sets in *folder*, which may be one itself."""
    return (folder,) if (folder / CARDS_FILE).is_file() else split(folder)


def _sources(
    given: Input, options: WagicOptions, log: DiagnosticLog
) -> Iterator[tuple[str | None, SourceText]]:
    """The files of *given*, each with the code of its set, if it is one."""
    if given.path is None or given.data is not None:
        is_set = given.path is not None and given.path.name == CARDS_FILE
        yield given.path.resolve().parent.name if given.path and is_set else None, given.source()
        return
    folders = _set_folders(given.path)
    paths = [(folder.resolve().name, folder / CARDS_FILE) for folder in folders]
    if not paths:
        files = primitive_files(given.path)
        yield from ((None, source) for source in load_sources(files, options, log))
        if not files:
            log.add(SharedCode.NOTHING_TO_READ, SourceText(given.name, "").span(0))
    for code, path in paths:
        yield from ((code, source) for source in load_sources((path,), options, log))
