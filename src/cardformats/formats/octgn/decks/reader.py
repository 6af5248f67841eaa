"""Reads decks, with the cards of their game if that is known."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from attrs import evolve

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Report
from ....errors import OptionError
from ....model import Card, CardRef, CardSet, Entry, Face, Fixed, FrozenDict, Sheet
from ...base import Input
from ...guids import guid, is_guid
from ..codes import OctgnCode
from ..document import Reporter, read_xml
from ..fixes import quantity
from ..format import NOTES, OctgnDeckOptions, OpenGame
from ..identity import VALUES
from ..index import GameIndex
from ..syntax import OctgnDeckText
from .codes import OctgnDeckCode

#: More attributes than any deck has; lxml takes long for each of many.
_MAX_ATTRIBUTES: Final = 100
_COPIES: Final = VALUES.rule("COPIES")
#: What decks say beside their cards, by element.
_CHILDREN: Final = {"deck": ("section", "notes", "sleeve"), "section": ("card",)}


def read(input_: Input, options: OctgnDeckOptions) -> Report[CardSet]:
    """Read a deck."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    xml = read_xml(source, "deck", log)
    if xml is None:
        return Report(CardSet(), log.finish())
    name = input_.path.stem if input_.path else ""
    cardset = read_deck(xml[0], game_of(options.game), name)
    return Report(cardset.with_syntax(OctgnDeckText(source, _lasting(options))), log.finish())


def read_deck(report: Reporter, game: GameIndex | None, name: str = "") -> CardSet:
    """Return the deck whose document *report* has, called *name*, with the cards of its *game*."""
    return _Deck(report, game).cardset(name)


def game_of(game: object) -> GameIndex | None:
    """Return the game that an option names; what is wrong there is not the deck's matter.

    Raises:
        OptionError: If the game has no cards.
    """
    if game is None:
        return None
    if isinstance(game, CardSet):
        index = GameIndex.of_cardset(game)
    else:
        index = game if isinstance(game, GameIndex) else GameIndex.read(str(game))
    if not index.all_cards:
        raise OptionError(
            f"game: there are no cards of a game in {index.path or index.files.label}"
        )
    return index


def _lasting(options: OctgnDeckOptions) -> OctgnDeckOptions:
    """Return *options* as what was read remembers them: of a game, where it is."""
    game = options.game
    if isinstance(game, CardSet | OpenGame):
        return evolve(options, game=game.path if isinstance(game, OpenGame) else None)
    return options


def is_shared(section: Any) -> bool:
    """Return whether all players share what is in the *section*, an element of lxml."""
    return bool(section.get("shared", "").strip().lower() == "true")


class _Deck:
    """A deck while it is read."""

    def __init__(self, report: Reporter, game: GameIndex | None) -> None:
        self.report = report
        self.game = game
        #: The cards of the deck by what tells them apart: the id, and without one the name.
        self.cards: dict[tuple[str, str], Card] = {}

    def cardset(self, name: str) -> CardSet:
        """Return the deck, called *name*."""
        root = self.report.document.root
        self._check(root)
        if self.game is not None:
            self.game.load(guid(each.get("id", "")) for each in root.iter("card"))
        sections: dict[str, dict[tuple[str, str], int]] = {}
        shared = []
        for section in root.iterchildren("section"):
            self._check(section)
            title = section.get("name", "")
            if is_shared(section):
                shared.append(title)
            entries = sections.setdefault(title, {})
            for card in section.iterchildren("card"):
                key, copies = self._card(card), self._copies(card)
                if key is not None:
                    entries[key] = entries.get(key, 0) + copies
        refs = self._refs()
        sheets = [
            Sheet(title, [Entry(refs[key], copies) for key, copies in entries.items()], Fixed())
            for title, entries in sections.items()
        ]
        about: dict[str, Any] = {
            key: root.get(key) for key in root.keys()[:_MAX_ATTRIBUTES] if not key.startswith("{")
        }
        for each in root.iterchildren("notes", "sleeve"):
            about[each.tag] = "".join(each.itertext())
        notes = about.get(NOTES)
        meta = {NOTES: about.pop(NOTES)} if notes else {}
        if shared:
            about["shared_sections"] = tuple(shared)
        cards = self.cards.values()
        extras = {"octgn-deck": FrozenDict(about)}
        return CardSet(name, None, cards, sheets, meta=meta, extras=extras)

    def _refs(self) -> dict[tuple[str, str], CardRef]:
        """Return the references of the cards: with the id if a name is not unique."""
        uses = Counter(card.ref for card in self.cards.values())
        return {
            key: evolve(card.ref, id=card.ids.get("octgn")) if uses[card.ref] > 1 else card.ref
            for key, card in self.cards.items()
        }

    def _card(self, element: Any) -> tuple[str, str] | None:
        """Return the identity of the card of *element*, and add it to the cards of the deck.

        One that has neither an id nor a name is reported, and left out.
        """
        number, name = guid(element.get("id", "")), "".join(element.itertext()).strip()
        if "id" in element.attrib and not is_guid(number):
            self.report(OctgnCode.BAD_GUID, element, "id", value=number)
        if not number and not name:
            self.report(OctgnCode.MISSING_ATTRIBUTE, element, tag="card", name="id", left_out=1)
            return None
        key = (number, "" if number else name)
        if key not in self.cards:
            card = self._of_game(element, number, name) if self.game else None
            ids = {"octgn": number} if number else {}
            self.cards[key] = card or Card(Face(name or number), ids=ids)
        return key

    def _of_game(self, element: Any, number: str, name: str) -> Card | None:
        """Return the card of the game, by its GUID, else by its name; None if it has none."""
        game = self.game
        assert game is not None  # noqa: S101 - the caller has looked
        card = game.card(number)
        if card is not None:
            if name and name.strip() != card.name.strip():
                self.report(OctgnDeckCode.DECK_NAME, element, name=card.name)
            return _distinguished(card, game)
        # the program compares whole names, and ignores case
        same = (
            each for each in game.names.printings(name) if each.name.casefold() == name.casefold()
        )
        other = next(same, None)
        card = game.card(other.id) if other else None
        outcome = f"it is found as {card.name!r}" if card else f"nor one called {name!r}"
        near = game.names.near(name) if card is None and self.report.log.may_suggest() else ()
        notes = [f"did you mean {' or '.join(map(repr, near))}?"] if near else ()
        self.report(OctgnDeckCode.DECK_CARD, element, "id", notes=notes, id=number, found=outcome)
        return card and _distinguished(card, game)

    def _copies(self, element: Any) -> int:
        written = element.get("qty", "")
        if _COPIES.fullmatch(written):
            return int(written)
        new = quantity(written)
        number = new if new != "unlimited" else None
        self.report(OctgnDeckCode.DECK_QUANTITY, element, "qty", new=number, value=written)
        return 0

    def _check(self, element: Any) -> None:
        for child in element:
            if isinstance(child.tag, str) and child.tag not in _CHILDREN[element.tag]:
                tag = child.tag.rpartition("}")[2]
                self.report(OctgnCode.UNKNOWN_ELEMENT, child, tag=tag, parent=element.tag)


def _distinguished(card: Card, game: GameIndex) -> Card:
    """Return *card*, with what its set is called if that has no code and others have its name."""
    if card.set_code is None and len(game.names.printings(card.name)) > 1:
        of_set = game.names.set_of(game.cards[card.ids["octgn"]])
        return evolve(card, set_code=of_set.written_code)
    return card
