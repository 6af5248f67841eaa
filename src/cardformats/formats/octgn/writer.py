"""Writes card sets: as changes of the text that was read, or from scratch."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Container, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Report
from ...file_names import free_name
from ...losses import Loss, LossLog
from ...model import CardSet
from ...source import SourceText
from ..base import Binary, Written
from ..guids import guid
from ..patch import CannotPatchError
from .acceptance import check
from .codes import OctgnCode
from .definition import Definition, definition_at, read_definition, with_metadata
from .files import definition_in, folder_files, has_set, set_guid, sets_below, sets_by_id
from .format import DEFINITION_FILE, METADATA, SET_FILE, OctgnOptions
from .from_model import WrittenGame
from .identity import guid_of
from .keeping.kept import KeptGame, with_kept_ids
from .making.table import as_set
from .new_definition import game_files
from .package import redescribed, repacked
from .patch import definition_edits, patched_tree, with_edits, with_sources
from .render import render_set
from .set_index import index_of_set
from .syntax import GameTree

T = TypeVar("T")


def of_tables(write: Callable[..., Report[T]]) -> Callable[..., Report[T]]:
    """Return a writer that also accepts tables of cards, as the sets that they describe."""

    @wraps(write)
    def writes(cardset: CardSet, options: OctgnOptions, *where: Path | None, **more: Any) -> Any:
        made = as_set(cardset, options)
        report = write(made.value, options, *where, **more)
        return Report(report.value, made.diagnostics + report.diagnostics)

    return writes


@of_tables
def write(cardset: CardSet, options: OctgnOptions) -> Report[Written]:
    """Write *cardset* as the file of one set."""
    losses = LossLog("octgn")
    return _file(with_kept_ids(cardset, options, losses, one_set=True), options, losses)


def _file(kept: KeptGame, options: OctgnOptions, losses: LossLog) -> Report[Written]:
    tree, notes = as_read(kept, options)
    if tree is not None and len(tree.value.sources) == 1:
        (source,) = tree.value.sources.values()
        notes = losses.finish() + tree.diagnostics + kept.notes
        return Report(Written.of(source), notes)
    game = written_game(kept, options, losses, one_set=True)
    (written,) = game.sets.values()
    text = Written(render_set(written))
    if options.verify:
        verify(game, {SET_FILE: text}, kept, losses)
    return Report(text, losses.finish() + game.notes + notes + kept.notes)


@of_tables
def write_folder(
    cardset: CardSet, options: OctgnOptions, folder: Path | None = None
) -> Report[Mapping[str, Written | Binary]]:
    """Write *cardset* as the files of the folder of a game, or of the set that *folder* is of.

    Other files in *folder* stay; files of the written sets or of the original sets are reported.
    A set that the game has is written into its own folder, whatever that is called.

    Raises:
        FileExistsError: If *folder* is that of another set.
    """
    losses = LossLog("octgn")
    kept = with_kept_ids(cardset, options, losses)
    there = folder if folder is not None and folder.is_dir() else None
    if there is not None and (file := has_set(there)) is not None:
        if not _is_own_file(kept.cardset, options, file):
            raise FileExistsError(errno.EEXIST, "the folder of another set", str(there))
        if options.with_definition:
            losses.dropped(Loss.FILE, DEFINITION_FILE, "definitions in the folder of a set")
        report = _file(kept, options, losses)
        files: dict[str, Written | Binary] = {file.name: report.value}
        gone = LossLog("octgn")
        _report_gone(kept, files, there, gone)
        return Report(files, gone.finish() + report.diagnostics)
    tree, notes = as_read(kept, options)
    if tree is not None and not tree.value.is_file and tree.value.sources:
        files = written_files(tree.value, there)
        if there is not None:
            _report_staying(_ids(cardset.syntax), files, there, losses)
        return Report(files, losses.finish() + tree.diagnostics + kept.notes)
    rewritten = _folder(kept, options, there, losses)
    return Report(rewritten.value, rewritten.diagnostics + notes)


def _folder(
    kept: KeptGame, options: OctgnOptions, there: Path | None, losses: LossLog
) -> Report[Mapping[str, Written | Binary]]:
    """Write the files of a folder from scratch; *there* are the existing files."""
    game = written_game(kept, options, losses)
    source = _definition_in(there, game.game_id) if options.with_definition else None
    if source is not None:
        game = written_game(kept, options, losses, into=source[1])
    files = set_files(game, there)
    if source is not None:
        name, own, text = source
        new = with_edits(text, definition_edits(text, own, with_metadata(game.definition, options)))
        files[name] = Written.of(new)
    elif options.with_definition:
        files |= definition_files(game, kept, options, losses)
    if there is not None:
        ids = {guid_of(each.id, "set") for each in game.outlines} | _ids(kept.cardset.syntax)
        _report_staying(ids, files, there, losses)
        _report_gone(kept, files, there, losses)
    if options.verify:
        verify(game, files, kept, losses)
    return Report(files, losses.finish() + game.notes + kept.notes)


def written_game(
    kept: KeptGame,
    options: OctgnOptions,
    losses: LossLog,
    *,
    one_set: bool = False,
    into: Definition | None = None,
) -> WrittenGame:
    """Return the rewritten game; the definition *into* gets new properties."""
    definition = into or (kept.definition[0] if kept.definition else None)
    return WrittenGame(
        kept.cardset,
        options,
        losses,
        one_set=one_set,
        definition=definition,
        grows=into is not None,
    )


def _definition_in(folder: Path | None, game_id: str) -> tuple[str, Definition, SourceText] | None:
    """Return the definition in *folder*, with its name and text, if it is that of the game."""
    name = definition_in(folder) if folder is not None else None
    if folder is None or name is None:
        return None
    text = SourceText.from_bytes(str(folder / name), (folder / name).read_bytes())
    definition = read_definition(text, DiagnosticLog(0))
    is_own = definition is not None and guid(definition.id) == game_id
    return (name, definition, text) if definition is not None and is_own else None


def _is_own_file(cardset: CardSet, options: OctgnOptions, file: Path) -> bool:
    """Return whether *cardset* was read from the *file* of a set, or is that set alone."""
    tree = cardset.syntax
    read = tree.sources.values() if isinstance(tree, GameTree) and tree.is_file else ()
    if os.path.realpath(file) in {os.path.realpath(source.name) for source in read}:
        return True
    ids = [guid_of(each.id, "set") for each in WrittenGame(cardset, options, LossLog("")).outlines]
    return ids == [guid_of(id_, "set") for id_ in sets_by_id(folder_files(file.parent))]


def _ids(tree: object) -> set[str]:
    """Return the GUIDs of the sets that were read."""
    return set(map(set_guid, tree.sources.values())) if isinstance(tree, GameTree) else set()


def _report_staying(
    ids: Container[str],
    files: Mapping[str, Written | Binary],
    folder: Path,
    losses: LossLog,
) -> None:
    """Report files in *folder* that still say sets of these *ids* besides the *files*."""
    written = {name.lower() for name in files}
    for id_, name in sets_by_id(folder_files(folder)).items():
        if guid_of(id_, "set") in ids and name.lower() not in written:
            losses.kept(Loss.SET, name, "files of these sets in the folder")


def _report_gone(
    kept: KeptGame, files: Mapping[str, Written | Binary], folder: Path, losses: LossLog
) -> None:
    """Report the cards that sets in *folder* have, and the *files* in their places have not.

    What was read from there and has fewer cards now is meant so.
    """
    read = _ids(kept.cardset.syntax)
    for name, each in files.items():
        path = folder / name
        if not (isinstance(each, Written) and path.name.lower() == SET_FILE and path.is_file()):
            continue
        old, new = (
            index_of_set(source, name)
            for source in (
                SourceText.from_bytes(str(path), path.read_bytes()),
                SourceText(name, each.text, each.encoding),
            )
        )
        if old is not None and guid_of(old.set.id, "set") not in read:
            stay = {card.id for card in new.cards} if new else set()
            for card in old.cards:
                if card.id not in stay:
                    losses.replaced(Loss.CARD, card.name, f"cards that {name} has")


def verify(
    game: WrittenGame, files: Mapping[str, Written | Binary], kept: KeptGame, losses: LossLog
) -> None:
    """Report what OCTGN would not make of *files* that was meant."""
    texts = {
        name: SourceText(name, each.text, each.encoding)
        for name, each in files.items()
        if isinstance(each, Written) and name.lower().endswith((SET_FILE, DEFINITION_FILE))
    }
    definition = next((name for name in texts if name.lower() == DEFINITION_FILE), None)
    if definition is None and kept.definition is not None:
        definition, texts[DEFINITION_FILE] = DEFINITION_FILE, kept.definition[1]
    is_file = SET_FILE in texts and definition is None
    options = game.options
    reading = OctgnOptions(definition=options.definition, mapping=options.mapping)
    tree = GameTree(texts, is_file, definition=definition, options=reading)
    check(tree, {each.id: each for each in game.sets.values()}, losses)


def written_files(tree: GameTree, folder: Path | None = None) -> dict[str, Written | Binary]:
    """Return the files of *tree*; sets that are in *folder* stay where they are."""
    known = {} if folder is None else sets_by_id(folder_files(folder))
    return {
        name if name == tree.definition else known.get(set_guid(each), name): Written(
            each.text, each.encoding
        )
        for name, each in tree.sources.items()
    }


def set_files(game: WrittenGame, folder: Path | None = None) -> dict[str, Written | Binary]:
    """Return the files of the sets by their names, in the folders that they have in *folder*."""
    below, known, taken = "Sets/", dict[str, str](), set[str]()
    if folder is not None:
        below, known = sets_below(folder), sets_by_id(folder_files(folder))
        inner = folder / below
        taken = {each.name.lower() for each in inner.iterdir()} if inner.is_dir() else taken
    files: dict[str, Written | Binary] = {}
    for name, each in game.sets.items():
        free = free_name(name, taken)
        files[known.get(each.id) or f"{below}{free}/{SET_FILE}"] = Written(render_set(each))
        taken.add(free.lower())
    return files


def definition_files(
    game: WrittenGame, kept: KeptGame, options: OctgnOptions, losses: LossLog
) -> dict[str, Written | Binary]:
    """Return the definition and the files that it names."""
    if options.definition is not None or kept.definition is not None:
        kind, into = "the definition that is given", "its properties, sizes and symbols"
        losses.changed(Loss.FILE, game.definition.name, kind, into)
    return game_files(with_metadata(game.definition, options), game.roles)


def as_read(
    kept: KeptGame, options: OctgnOptions
) -> tuple[Report[GameTree] | None, tuple[Diagnostic, ...]]:
    """Return the files that a card set was read from, with what has changed.

    Return None if everything is written from scratch, and report why unless it was requested.
    """
    cardset = kept.cardset
    tree = cardset.syntax
    if not isinstance(tree, GameTree) or options.canonical:
        return None, ()
    reason = "another game is asked for"
    if not _is_other_game(kept, options):
        try:
            if cardset == cardset.as_read:
                return Report(_described(tree, options)), ()
            patched = patched_tree(cardset, tree, options)
            return Report(_described(patched.value, options), patched.diagnostics), ()
        except CannotPatchError as error:
            reason = str(error) or "what has changed has no place of its own"
    return None, (OctgnCode.REWRITTEN.at(None, reason=reason),)


def _is_other_game(kept: KeptGame, options: OctgnOptions) -> bool:
    """Return whether the files are to be of another game than the one that they were read of."""
    defined = definition_at(options.definition, DiagnosticLog(0))
    about = (kept.cardset.as_read or kept.cardset).extras.get("octgn", {}).get("game")
    own = about.get("id") if isinstance(about, Mapping) else None
    wanted = (options.game_id, defined and defined.id, kept.game_id)
    return any(guid(each) != own for each in wanted if each)


def definition_of(tree: GameTree) -> Definition | None:
    """Return the definition in *tree*."""
    source = tree.definition_source
    return None if source is None else read_definition(source, DiagnosticLog(0))


def _described(tree: GameTree, options: OctgnOptions) -> GameTree:
    """Return *tree* with the options in its definition and in its package's manifest."""
    before, name = definition_of(tree), tree.definition
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
