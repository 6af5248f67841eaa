"""The decks of a game: whether OCTGN loads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from ....diagnostics import DiagnosticLog
from ....source import SourceText
from ..codes import OctgnCode
from ..document import Reporter, read_xml
from ..identity import guid, is_guid
from .codes import GameCode
from .scan import Named, ScannedSet

_QUANTITY: Final = re.compile(r"\s*[+]?[0-9]{1,9}\s*\Z")


class DeckChecker:
    """Checks decks of one game, whose cards are gathered but once."""

    def __init__(self, definition: Any, sets: Sequence[ScannedSet], log: DiagnosticLog) -> None:
        """Take a game: the outermost element of its definition or None, and its sets."""
        ids = [each.attributes.get("gameId", "") for each in sets]
        own = ids[0] if ids else ""
        self.game_id = guid(own if definition is None else definition.get("id", ""))
        self.log = log
        self.by_id: dict[str, Named] = {}
        self.by_name: dict[str, Named] = {}
        for card in (card for each in sets for card in each.cards):
            self.by_id.setdefault(card.id, card)
            self.by_name.setdefault(card.name.casefold(), card)
        self.sections: dict[bool, list[str]] | None = None
        if definition is not None:
            self.sections = {
                shared: [each.get("name", "") for each in definition.iterfind(f"{tag}/section")]
                for shared, tag in ((False, "deck"), (True, "sharedDeck"))
            }

    def check(self, source: SourceText) -> None:
        """Check the deck in *source*."""
        xml = read_xml(source, "deck", self.log)
        if xml is None:
            return
        report = Reporter(xml[0].document, self.log)
        root = report.document.root
        game = root.get("game", "")
        if self.game_id and guid(game) != self.game_id:
            report(GameCode.DECK_GAME, root, "game", value=game, game=self.game_id)
            return
        for section in root.iterchildren("section"):
            cards = list(section.iterchildren("card"))
            self._check_section(section, report, has_cards=bool(cards))
            for card in cards:
                self._check_card(card, report)

    def _check_section(self, section: Any, report: Reporter, *, has_cards: bool) -> None:
        if self.sections is None or not has_cards:
            return
        known = self.sections[section.get("shared", "").strip().lower() == "true"]
        name = section.get("name", "")
        if name not in known:
            report(GameCode.DECK_SECTION, section, "name", known=known, name=name)

    def _check_card(self, element: Any, report: Reporter) -> None:
        quantity = element.get("qty", "")
        if not _QUANTITY.match(quantity):
            report(OctgnCode.DECK_QUANTITY, element, "qty", value=quantity)
        number, name = guid(element.get("id", "")), "".join(element.itertext()).strip()
        if not self.by_id:
            return
        if "id" in element.attrib and not is_guid(number):
            report(OctgnCode.BAD_GUID, element, "id", value=number)
        card = self.by_id.get(number)
        if card is None:
            named = self.by_name.get(name.casefold())
            note = f"it is found as {named.name!r}" if named else f"nor one called {name!r}"
            report(OctgnCode.DECK_CARD, element, "id", id=number, found=note)
        elif name and name != card.name:
            report(OctgnCode.DECK_NAME, element, name=card.name)
