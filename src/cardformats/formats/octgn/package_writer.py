"""Writes packages: the sets and the definition, and the other files of the game."""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import CardSet
from ...source import read_bytes
from .definition import Definition, named_files, normal_path, with_metadata
from .document import read_xml
from .files import packed_files
from .format import OctgnOptions
from .keeping.kept import with_kept_ids
from .package import pack
from .syntax import GameTree
from .writer import (
    as_read,
    definition_files,
    definition_of,
    of_tables,
    set_files,
    verify,
    written_files,
    written_game,
)


@of_tables
def write_package(cardset: CardSet, options: OctgnOptions) -> Report[bytes]:
    """Write *cardset* as a package, with its definition and the other files of its game."""
    losses = LossLog("octgn")
    kept = with_kept_ids(cardset, options, losses)
    tree, why = as_read(kept, options)
    if tree is not None and tree.value.archive is not None:
        return Report(tree.value.archive, losses.finish() + tree.diagnostics + kept.notes)
    if tree is not None and tree.value.definition is not None:
        whole = {name: each.encode() for name, each in written_files(tree.value).items()}
        whole |= _other_files(tree.value, losses)
        definition = definition_of(tree.value) or Definition()
        notes = losses.finish() + tree.diagnostics + kept.notes
        return Report(pack(whole, definition), notes)
    game = written_game(kept, options, losses)
    files = set_files(game)
    notes = game.notes + why
    if tree is not None and not tree.value.is_file and tree.value.sources:
        files = written_files(tree.value)
        losses, notes = LossLog("octgn"), tree.diagnostics  # what is as it was loses nothing
    files |= definition_files(game, kept, options, losses)
    before = kept.cardset.syntax
    if isinstance(before, GameTree):
        _report_missing(before, {name.lower() for name in files}, losses)
    if options.verify:
        verify(game, files, kept, losses)
    data = {name: each.encode() for name, each in files.items()}
    packed = pack(data, with_metadata(game.definition, options))
    return Report(packed, losses.finish() + notes + kept.notes)


def _other_files(tree: GameTree, losses: LossLog) -> dict[str, bytes]:
    """Return the files of the folder that *tree* was read from, except those in *tree*.

    Those that are too large, and those that the definition names and that are not there, are
    reported.
    """
    own = {name.lower() for name in tree.sources}
    files: dict[str, bytes] = {}
    size = 0
    folder, limits = Path(tree.label), tree.options
    for name in packed_files(folder) if folder.is_dir() else ():
        if name.lower() in own:
            continue
        data = read_bytes(folder / name, min(limits.max_size, limits.max_unpacked - size))
        if len(data) > limits.max_size or size + len(data) > limits.max_unpacked:
            losses.dropped(Loss.FILE, name, "files that are too large (max_size, max_unpacked)")
            continue
        size += len(data)
        files[name] = data
    _report_missing(tree, own | {name.lower() for name in files}, losses)
    return files


def _report_missing(tree: GameTree, known: Container[str], losses: LossLog) -> None:
    """Report the files that the definition of *tree* names, and that are not *known*."""
    source = tree.definition_source
    xml = read_xml(source, "game", DiagnosticLog(0)) if source is not None else None
    named = named_files(xml[0].document.root) if xml else ()
    for path in dict.fromkeys(path for _, _, path in named):
        if normal_path(path).lower() not in known:
            losses.dropped(Loss.FILE, path, "files that the definition names")
