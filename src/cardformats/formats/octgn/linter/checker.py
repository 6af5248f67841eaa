"""Looks in a game that was read for what its sets, one by one, do not show.

The sets are not read again: their index tells what has an id, and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Diagnostic, Related, Report
from ....model import CardSet
from ....source import SourceText, read_bytes
from ...base import Input
from ...guids import guid
from ..codes import OctgnCode
from ..decks.reader import is_shared, read_deck
from ..document import Reporter, read_xml, text_of
from ..fixes import four_numbers, value_fix, without_attribute
from ..format import DECK, OctgnOptions
from ..identity import VALUES
from ..index import GameIndex
from ..set_index import IndexedCard, IndexedPack
from ..syntax import GameTree
from .codes import GameCode
from .definition_files import check_definition
from .folder import GameFolder, folder_of, package_of
from .layout import check_installing, check_layout
from .pictures import check_pictures
from .roots import decks_beside, decks_within
from .set_text import SetText, set_text
from .values import check_values

_VERSION: Final = VALUES.rule("SHORT_VERSION")
#: Maximum number of cards in two sets whose positions are reported.
_SHOWN: Final = 5


def check(input_: Input, report: Report[CardSet], options: OctgnOptions) -> Iterable[Diagnostic]:
    """Return the diagnostics of the game, or of the set, in *input_*."""
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
    check_values(tree.sets.values(), log)
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


class DeckChecker:
    """Checks decks of one game, whose cards are gathered but once."""

    def __init__(self, game: GameIndex, log: DiagnosticLog) -> None:
        """Take the *game*."""
        self.game = game
        self.log = log

    def check(self, source: SourceText) -> None:
        """Check the deck in *source*."""
        xml = read_xml(source, "deck", self.log)
        if xml is None:
            return
        report = Reporter(xml[0].document, self.log)
        root = report.document.root
        written, own = root.get("game", ""), self.game.game_id
        if own and guid(written) != own:
            report(GameCode.DECK_GAME, root, "game", value=written, game=own)
            return
        if self.game.files.definition is not None:
            for section in root.iterchildren("section"):
                self._check_section(section, report)
        read_deck(report, self.game if self.game.all_cards else None)

    def _check_section(self, section: Any, report: Reporter) -> None:
        known = self.game.shared_sections if is_shared(section) else self.game.sections
        name = section.get("name", "")
        if name not in known and section.find("card") is not None:
            report(GameCode.DECK_SECTION, section, "name", known=list(known), name=name)


def check_duplicates(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    """Report what several of *sets*, or several packs in them, have in common and must not."""
    _check_sets(sets, log)
    _check_packs(sets, log)
    _check_cards(sets, log)


def check_pack_names(each: SetText, log: DiagnosticLog) -> None:
    """Report packs of a set that have one name; those of others stand below the names of theirs."""
    first: dict[str, IndexedPack] = {}
    for pack in each.index.packs:
        other = first.setdefault(pack.name, pack)
        if other is not pack:
            places = [Related(each.span(other), "the other one")]
            log.add(GameCode.PACK_NAME, each.span(pack, "name"), None, places, name=pack.name)


def _check_sets(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    first: dict[str, SetText] = {}
    for each in sets:
        own = each.index.set.id
        other = first.setdefault(own, each)
        if other is not each and own:
            places = [Related(other.own_span(), "the other one")]
            log.add(
                GameCode.SAME_SET, each.own_span(), None, places, name=each.name, other=other.name
            )


def _check_packs(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    first: dict[str, tuple[SetText, IndexedPack]] = {}
    for each in sets:
        for pack in each.index.packs:
            other_set, other = first.setdefault(pack.id, (each, pack))
            if other is not pack and pack.id:
                log.add(
                    GameCode.SAME_PACK,
                    each.span(pack),
                    None,
                    [Related(other_set.span(other), "the other one")],
                    name=pack.name,
                    set=each.name,
                    other=other.name,
                    other_set=other_set.name,
                )


def _check_cards(sets: Sequence[SetText], log: DiagnosticLog) -> None:
    """Report ids of cards once for two sets; within a set the reader does."""
    first: dict[str, tuple[int, IndexedCard]] = {}
    alike: dict[tuple[int, int], list[tuple[IndexedCard, IndexedCard]]] = {}
    for number, each in enumerate(sets):
        for card in each.index.cards:
            other_number, other = first.setdefault(card.id, (number, card))
            if other_number != number and card.id:
                alike.setdefault((number, other_number), []).append((card, other))
    for (number, other_number), pairs in alike.items():
        own, others = sets[number], sets[other_number]
        shown = pairs[:_SHOWN]
        places = [
            Related(place, repr(each.name))
            for card, other in shown
            for each, place in ((card, own.span(card)), (other, others.span(other)))
        ]
        log.add(
            GameCode.SAME_CARDS,
            own.span(pairs[0][0]),
            None,
            places,
            set=own.name,
            other_set=others.name,
            count=len(pairs),
        )
