"""The decks of a game: whether OCTGN loads them."""

from __future__ import annotations

from typing import Any

from ....diagnostic_log import DiagnosticLog
from ....source import SourceText
from ..decks.reader import is_shared, read_deck
from ..document import Reporter, read_xml
from ..identity import guid
from ..index import GameIndex
from .codes import GameCode


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
