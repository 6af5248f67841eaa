"""Looks in a game that was read for what its sets, one by one, do not show.

The sets are not read again: their index tells what has an id, and where.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Diagnostic, Report
from ....model import CardSet
from ....source import read_bytes
from ...base import Input
from ..codes import OctgnCode
from ..document import Reporter, read_xml, text_of
from ..fixes import four_numbers, value_fix, without_attribute
from ..format import DECK, OctgnOptions
from ..identity import VALUES, guid
from ..index import GameIndex
from ..syntax import GameTree
from .codes import GameCode
from .decks import DeckChecker
from .definition_files import check_definition
from .duplicates import check_duplicates, check_pack_names
from .folder import GameFolder, folder_of, package_of
from .installing import check_installing
from .layout import check_layout
from .pictures import check_pictures
from .roots import decks_beside, decks_within
from .set_text import SetText, set_text

_VERSION: Final = VALUES.rule("SHORT_VERSION")


def check(input_: Input, report: Report[CardSet], options: OctgnOptions) -> Iterable[Diagnostic]:
    """What is wrong or doubtful in the game, or in the set, that was read from *input_*."""
    tree = report.value.syntax
    if not isinstance(tree, GameTree) or OctgnCode.BAD_ARCHIVE in report.counts():
        return ()
    log = DiagnosticLog(options.max_diagnostics)
    archive = tree.archive
    base = (tree.definition or "").rpartition("/")[0] if archive is not None else ""
    texts = (set_text(name.removeprefix(f"{base}/"), each) for name, each in tree.sets.items())
    sets = [each for each in texts if each is not None]
    source = tree.definition_source
    # what reading finds in it was reported already
    xml = read_xml(source, "game", DiagnosticLog(0)) if source else None
    definition = xml[0].document if xml else None
    game_id = definition.root.get("id", "") if definition else ""
    for each in sets:
        check_pack_names(each, log)
        _check_set(each, game_id, log)
    if tree.is_file:
        return log.finish()
    check_duplicates(sets, log)
    path = input_.path
    if archive is not None:
        check_installing(package_of(input_.name, archive), game_id, options.max_size, log)
        folder, path = package_of(input_.name, archive, base), None
    elif path is not None:
        folder = folder_of(path)
    else:
        return log.finish()
    if definition is not None:
        check_definition(Reporter(definition, log), folder, options.max_size)
    check_layout(folder, sets, log)
    check_pictures(folder, sets, log)
    decks = DeckChecker(GameIndex.of_cardset(report.value), log)
    _check_decks(decks, folder, path, options.max_size)
    return log.finish()


def _check_set(each: SetText, game_id: str, log: DiagnosticLog) -> None:
    """Report what the program that builds packages refuses, and OCTGN takes."""
    attributes = each.index.attributes
    value = attributes.get("gameId", "")
    is_other = value.lower() != game_id.lower()
    if game_id and is_other and guid(value) == guid(game_id):
        span = each.own_span("gameId")
        log.add(GameCode.GAME_ID, span, value_fix(span, game_id), value=value, game=game_id)
    for name in ("version", "gameVersion"):
        version = attributes.get(name)
        if version is not None and not _VERSION.fullmatch(version):
            span = each.own_span(name)
            log.add(GameCode.VERSION, span, value_fix(span, four_numbers(version)), value=version)
    for span in each.empty_sizes():
        log.add(GameCode.EMPTY_SIZE, span, without_attribute(span))


def _check_decks(checker: DeckChecker, folder: GameFolder, path: Path | None, limit: int) -> None:
    """Check the decks in a package, or those in the folder *path* of a game and beside it."""
    if path is None:
        for name in (name for lower, name in folder.files.items() if lower.endswith(DECK)):
            if source := folder.source(name, limit, checker.log):
                checker.check(source)
        return
    for deck in (*decks_within(path), *decks_beside(path)):
        if source := text_of(str(deck), read_bytes(deck, limit), limit, checker.log):
            checker.check(source)
