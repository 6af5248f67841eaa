"""Writes card sets: of what was read only what has changed, all else anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, Final, TypeVar

from attrs import evolve

from ...diagnostics import Diagnostic, DiagnosticLog, Report
from ...losses import Loss, LossLog
from ...model import CardSet
from ...source import SourceText, read_bytes
from ..base import Binary, Written
from ..patch import CannotPatchError
from ..xml_text import Document, XmlProblem
from .acceptance import check
from .codes import OctgnCode
from .definition import Definition, game_files, read_definition, with_metadata
from .files import folder_files, has_set, packed_files, sets_by_id
from .format import DEFINITION_FILE, METADATA, SET_FILE, OctgnOptions
from .from_model import WrittenGame
from .identity import guid_of
from .making.table import as_set
from .package import pack, redescribed, repacked
from .patch import definition_edits, patched_tree, with_edits, with_sources
from .render import render_set
from .syntax import GameTree

T = TypeVar("T")

#: The attributes of a definition whose values are files beside it.
_FILE_ATTRIBUTES: Final = ("src", "definitionsrc", "front", "back", "background", "board", "icon")


def _of_tables(write: Callable[..., Report[T]]) -> Callable[..., Report[T]]:
    """What writes also tables of cards: as the sets that they are."""

    @wraps(write)
    def writes(cardset: CardSet, options: OctgnOptions, *where: Path | None, **more: Any) -> Any:
        made = as_set(cardset, options)
        report = write(made.value, options, *where, **more)
        return Report(report.value, made.diagnostics + report.diagnostics)

    return writes


@_of_tables
def write(cardset: CardSet, options: OctgnOptions) -> Report[Written]:
    """Write *cardset* as the file of one set."""
    tree, notes = _as_read(cardset, options)
    if tree is not None and len(tree.value.sources) == 1:
        (source,) = tree.value.sources.values()
        return Report(Written(source.text, source.encoding), tree.diagnostics)
    losses = LossLog("octgn")
    game = WrittenGame(cardset, options, losses, one_set=True)
    (written,) = game.sets.values()
    text = Written(render_set(written))
    if options.verify:
        _verify(game, {SET_FILE: text}, options, losses)
    return Report(text, losses.finish() + game.notes + notes)


@_of_tables
def write_folder(
    cardset: CardSet, options: OctgnOptions, folder: Path | None = None
) -> Report[Mapping[str, Written | Binary]]:
    """Write *cardset* as the files of the folder of a game, or of the set that *folder* is of.

    Other files that are in *folder* stay; those of the sets that are written or were read are told.
    """
    file = _own_file(cardset, options, folder) if folder is not None and folder.is_dir() else None
    if file is not None and not options.with_definition:
        report = write(cardset, options)
        return Report({file.name: report.value}, report.diagnostics)
    tree, notes = _as_read(cardset, options)
    if tree is not None and not tree.value.is_file and tree.value.sources:
        return Report(_written(tree.value), tree.diagnostics)
    losses = LossLog("octgn")
    game = WrittenGame(cardset, options, losses)
    files = _sets(game)
    if options.with_definition:
        files |= _definition(game, options, losses)
    if folder is not None and folder.is_dir():
        _report_staying(cardset, game, files, folder, losses)
    if options.verify:
        _verify(game, files, options, losses)
    return Report(files, losses.finish() + game.notes + notes)


def _own_file(cardset: CardSet, options: OctgnOptions, folder: Path) -> Path | None:
    """The file of a set in *folder*, if *cardset* was read from it or is that set alone."""
    file = has_set(folder)
    if file is None:
        return None
    tree = cardset.syntax
    read = tree.sources.values() if isinstance(tree, GameTree) and tree.is_file else ()
    if os.path.realpath(file) in {os.path.realpath(source.name) for source in read}:
        return file
    ids = [guid_of(each.id, "set") for each in WrittenGame(cardset, options, LossLog("")).outlines]
    return (
        file if ids == [guid_of(id_, "set") for id_ in sets_by_id(folder_files(folder))] else None
    )


def _report_staying(
    cardset: CardSet,
    game: WrittenGame,
    files: Mapping[str, Written | Binary],
    folder: Path,
    losses: LossLog,
) -> None:
    """Report files in *folder* that still say the sets that are written, or those that are gone."""
    before = WrittenGame(cardset.as_read or cardset, game.options, LossLog("octgn"))
    own = {guid_of(each.id, "set") for each in (*game.outlines, *before.outlines)}
    written = {name.lower() for name in files}
    for id_, name in sets_by_id(folder_files(folder)).items():
        if id_ in own and name.lower() not in written:
            losses.kept(Loss.SET, name, "files of these sets in the folder")


@_of_tables
def write_package(cardset: CardSet, options: OctgnOptions) -> Report[bytes]:
    """Write *cardset* as a package, with its definition and the other files of its game."""
    tree, why = _as_read(cardset, options)
    if tree is not None and tree.value.archive is not None:
        return Report(tree.value.archive, tree.diagnostics)
    losses = LossLog("octgn")
    if tree is not None and tree.value.definition is not None:
        whole = {name: each.encode() for name, each in _written(tree.value).items()}
        whole |= _other_files(tree.value, losses)
        definition = _definition_of(tree.value) or Definition()
        return Report(pack(whole, definition), losses.finish() + tree.diagnostics)
    game = WrittenGame(cardset, options, losses)
    files = _sets(game)
    notes = game.notes + why
    if tree is not None and not tree.value.is_file and tree.value.sources:
        files = {**_written(tree.value)}
        losses, notes = LossLog("octgn"), tree.diagnostics  # what is as it was loses nothing
    files |= _definition(game, options, losses)
    before = cardset.syntax
    for name in _named_files(before) if isinstance(before, GameTree) else ():
        if name not in files:
            losses.dropped(Loss.FILE, name, "files that the definition names")
    if options.verify:
        _verify(game, files, options, losses)
    data = {name: each.encode() for name, each in files.items()}
    packed = pack(data, with_metadata(game.definition, options))
    return Report(packed, losses.finish() + notes)


def _other_files(tree: GameTree, losses: LossLog) -> dict[str, bytes]:
    """The files of the folder that *tree* was read from, but for those that are in it.

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
    known = own | {name.lower() for name in files}
    for name in _named_files(tree):
        if name.replace("\\", "/").removeprefix("./").lower() not in known:
            losses.dropped(Loss.FILE, name, "files that the definition names")
    return files


def _definition_of(tree: GameTree) -> Definition | None:
    """What the definition in *tree* says."""
    source = tree.sources.get(tree.definition or "")
    return None if source is None else read_definition(source, DiagnosticLog(0))


def _described(tree: GameTree, options: OctgnOptions) -> GameTree:
    """*tree* whose definition, and the manifest of whose package, say what the options do."""
    before, name = _definition_of(tree), tree.definition
    named = [each for each in METADATA if getattr(options, each) is not None]
    if before is None or name is None or not named:
        return tree
    after = with_metadata(before, options)
    edits = definition_edits(tree.sources[name], before, after)
    tree = with_sources(tree, {**tree.sources, name: with_edits(tree.sources[name], edits)})
    if tree.archive is None:
        return tree
    manifest = redescribed(tree.archive, after, named)
    return evolve(tree, archive=repacked(tree.archive, manifest))


def _verify(
    game: WrittenGame,
    files: Mapping[str, Written | Binary],
    options: OctgnOptions,
    losses: LossLog,
) -> None:
    """Report what OCTGN would not make of *files* that was meant."""
    texts = {
        name: SourceText(name, each.text, each.encoding)
        for name, each in files.items()
        if isinstance(each, Written) and name.lower().endswith((SET_FILE, DEFINITION_FILE))
    }
    definition = DEFINITION_FILE if DEFINITION_FILE in texts else None
    is_file = SET_FILE in texts
    reading = OctgnOptions(definition=options.definition, mapping=options.mapping)
    tree = GameTree(texts, is_file, definition=definition, options=reading)
    check(tree, {each.id: each for each in game.sets.values()}, losses)


def _written(tree: GameTree) -> dict[str, Written]:
    return {name: Written(each.text, each.encoding) for name, each in tree.sources.items()}


def _named_files(tree: GameTree) -> list[str]:
    """The files that the definition that was read names: pictures, scripts, templates."""
    source = tree.sources.get(tree.definition or "")
    try:
        root = Document(source).root if source is not None else None
    except XmlProblem:
        return []
    elements = () if root is None else root.iter()
    values = (each.get(name) for each in elements for name in _FILE_ATTRIBUTES)
    return list(dict.fromkeys(value for value in values if value))


def _sets(game: WrittenGame) -> dict[str, Written | Binary]:
    return {f"Sets/{name}/set.xml": Written(render_set(each)) for name, each in game.sets.items()}


def _definition(
    game: WrittenGame, options: OctgnOptions, losses: LossLog
) -> dict[str, Written | Binary]:
    """The definition and the files that it names."""
    if options.definition is not None:
        kind, into = "the definition that is given", "its properties, sizes and symbols"
        losses.changed(Loss.FILE, game.definition.name, kind, into)
    return game_files(with_metadata(game.definition, options), game.roles)


def _as_read(
    cardset: CardSet, options: OctgnOptions
) -> tuple[Report[GameTree] | None, tuple[Diagnostic, ...]]:
    """The files that *cardset* was read from, with what has changed.

    None if all is made anew, and a note why if that was not asked for.
    """
    tree = cardset.syntax
    if not isinstance(tree, GameTree) or options.canonical:
        return None, ()
    reason = "another game is asked for"
    if options.game_id is None and options.definition is None:
        try:
            if cardset == cardset.as_read:
                return Report(_described(tree, options)), ()
            patched = patched_tree(cardset, tree, options)
            return Report(_described(patched.value, options), patched.diagnostics), ()
        except CannotPatchError as error:
            reason = str(error) or "what has changed has no place of its own"
    return None, (OctgnCode.ANEW.at(None, reason=reason),)
