"""Reads and writes decks (``.o8d``): sections of cards; a section is a sheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from attrs import evolve

from ...diagnostics import DiagnosticLog, Report
from ...errors import OptionError
from ...losses import Loss, LossLog
from ...model import Card, CardRef, CardSet, Entry, Face, Fixed, FrozenDict, Sheet
from ...source import SourceText
from ..base import Input, Written
from ..capabilities import report_unsaid
from ..patch import CannotPatchError
from ..xml_patch import xml_edits
from ..xml_text import block, content, document, element
from .codes import OctgnCode
from .document import Reporter, read_xml
from .format import DECK_CAPABILITIES, OctgnDeckOptions, OctgnOptions
from .from_model import WrittenGame
from .identity import guid, is_guid
from .patch import with_edits
from .reader import read as read_game
from .syntax import DeckText, GameTree

#: More attributes than any deck has; lxml takes long for each of many.
_MAX_ATTRIBUTES: Final = 100
_QUANTITY: Final = re.compile(r"\s*[+]?[0-9]{1,9}\s*\Z")
#: What decks say beside their cards, by element.
_CHILDREN: Final = {"deck": ("section", "notes", "sleeve"), "section": ("card",)}


def read(input_: Input, options: OctgnDeckOptions) -> Report[CardSet]:
    """Read a deck."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    xml = read_xml(source, "deck", log)
    if xml is None:
        return Report(CardSet(), log.finish())
    cardset = _Deck(xml[0], _cards_of(options)).cardset(input_.path.stem if input_.path else "")
    return Report(cardset.with_syntax(DeckText(source, options)), log.finish())


def _cards_of(options: OctgnDeckOptions) -> CardSet | None:
    """The cards of the game that the options name; what is wrong there is not the deck's matter.

    Raises:
        OptionError: it has no cards.
    """
    path = options.game
    if path is None:
        return None
    data = None if path.is_dir() else path.read_bytes()
    game = read_game(Input(str(path), path, data), OctgnOptions()).value
    if not game.cards:
        raise OptionError(f"game: there are no cards of a game in {path}")
    return game


class _Deck:
    """A deck while it is read."""

    def __init__(self, report: Reporter, game: CardSet | None) -> None:
        self.report = report
        self.game = game
        known = game.cards if game else ()
        self.by_id = {card.ids["octgn"]: card for card in reversed(known)}
        self.by_name = {card.name.casefold(): card for card in reversed(known)}
        #: The cards of the deck by what tells them apart: the id, and without one the name.
        self.cards: dict[tuple[str, str], Card] = {}

    def cardset(self, name: str) -> CardSet:
        """The deck, called *name*."""
        root = self.report.document.root
        self._check(root)
        sections: dict[str, dict[tuple[str, str], int]] = {}
        shared = []
        for section in root.iterchildren("section"):
            self._check(section)
            title = section.get("name", "")
            if section.get("shared", "").strip().lower() == "true":
                shared.append(title)
            entries = sections.setdefault(title, {})
            for card in section.iterchildren("card"):
                key, copies = self._card(card), self._copies(card)
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
        if shared:
            about["shared_sections"] = tuple(shared)
        cards = self.cards.values()
        return CardSet(name, None, cards, sheets, extras={"octgn-deck": FrozenDict(about)})

    def _refs(self) -> dict[tuple[str, str], CardRef]:
        """What sheets call the cards: with the id where the name is that of several."""
        uses = Counter(card.ref for card in self.cards.values())
        return {
            key: evolve(card.ref, id=card.ids.get("octgn")) if uses[card.ref] > 1 else card.ref
            for key, card in self.cards.items()
        }

    def _card(self, element: Any) -> tuple[str, str]:
        """What tells the card of *element* apart; it is among the cards of the deck."""
        number, name = guid(element.get("id", "")), "".join(element.itertext()).strip()
        if "id" in element.attrib and not is_guid(number):
            self.report(OctgnCode.BAD_GUID, element, "id", value=number)
        key = (number, "" if number else name)
        if key not in self.cards:
            self.cards[key] = self._look_up(element, number, name)
        return key

    def _look_up(self, element: Any, number: str, name: str) -> Card:
        """The card of the game, or what the deck itself says of it."""
        card = self.by_id.get(number)
        if card is not None:
            if name and name != card.name:
                self.report(OctgnCode.DECK_NAME, element, name=card.name)
            return card
        if self.game is not None:
            card = self.by_name.get(name.casefold())
            note = f"it is found as {card.name!r}" if card else f"nor one called {name!r}"
            self.report(OctgnCode.DECK_CARD, element, "id", id=number, found=note)
            if card is not None:
                return card
        return Card(Face(name or number), ids={"octgn": number} if number else {})

    def _copies(self, element: Any) -> int:
        written = element.get("qty", "")
        if _QUANTITY.match(written):
            return int(written)
        self.report(OctgnCode.DECK_QUANTITY, element, "qty", value=written)
        return 0

    def _check(self, element: Any) -> None:
        for child in element:
            if isinstance(child.tag, str) and child.tag not in _CHILDREN[element.tag]:
                tag = child.tag.rpartition("}")[2]
                self.report(OctgnCode.UNKNOWN_ELEMENT, child, tag=tag, parent=element.tag)


_MAIN: Final = "Main"


def write(cardset: CardSet, options: OctgnDeckOptions) -> Report[Written]:
    """Write *cardset* as a deck: each sheet is a section; without sheets there is one of all.

    Of a deck that was read only what has changed is written; new cards that the game has not, if it
    was read with one, are refused.
    """
    losses = LossLog("octgn-deck")
    _report(cardset, losses)
    known, as_read = cardset.syntax, cardset.as_read
    is_named = isinstance(known, DeckText) and as_read is not None and as_read.name == cardset.name
    if cardset.name and not is_named:  # it is that of the file
        losses.dropped(Loss.NAME, cardset.name, "the name of the deck")
    if isinstance(known, DeckText) and known.options.game is not None and as_read is not None:
        _report_edits(as_read, cardset, losses)
    if (game := _cards_of(options)) is not None:
        cardset = _with_cards_of(cardset, game, losses)
    is_asked = options.canonical or options.game_id is not None
    if isinstance(known, DeckText) and as_read is not None and not is_asked:
        source: SourceText | None = known.source
        if cardset != as_read:
            source = _patched(cardset, as_read, known, options, losses)
        if source is not None:
            before = LossLog("octgn-deck")
            _report(as_read, before)
            return Report(Written(source.text, source.encoding), losses.finish(before.finish()))
    return Report(Written(_text(cardset, options)), losses.finish())


def _patched(
    cardset: CardSet,
    as_read: CardSet,
    known: DeckText,
    options: OctgnDeckOptions,
    losses: LossLog,
) -> SourceText | None:
    """The text that was read, changed where *cardset* is not *as_read*; None if it cannot be."""
    text = _text(cardset, options)
    try:
        edits = list(xml_edits(known.source.text, _text(as_read, options), text))
    except CannotPatchError:
        return None
    source = with_edits(known.source, edits)
    again = read(Input(source.name, None, source.text), known.options)
    if _text(again.value, options) != text:
        return None
    old = {card.ids.get("octgn") for card in as_read.cards}
    for each in again.diagnostics:
        if each.code is OctgnCode.DECK_CARD and each.data["id"] not in old:
            losses.refused("cards that the game has not", each.data["id"])
    return source


def _text(cardset: CardSet, options: OctgnDeckOptions) -> str:
    """The text of a deck that is written anew."""
    about: Mapping[str, Any] = cardset.extras.get("octgn-deck", FrozenDict())
    game_id = options.game_id or about.get("game")
    own = OctgnOptions(game_id=game_id if game_id and is_guid(game_id) else None)
    game = WrittenGame(cardset, own, LossLog("octgn"))
    sheets = cardset.sheets.values() or [Sheet(_MAIN, [Entry(card.ref) for card in cardset.cards])]
    return document(_lines(sheets, about, game))


def _with_cards_of(cardset: CardSet, game: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with the cards of *game*, its id and its sections.

    A card is that of the id, else that of the name; the set and the number tell printings apart.
    """
    by_id = {card.ids["octgn"]: card for card in reversed(game.cards) if "octgn" in card.ids}
    by_name: dict[str, list[Card]] = {}
    for card in game.cards:
        by_name.setdefault(card.name.casefold(), []).append(card)
    cards: dict[str, Card] = {}

    def of_game(ref: CardRef) -> CardRef:
        own = cardset.card(ref)
        card = by_id.get(own.ids.get("octgn", "") if own else ref.id or "")
        same = by_name.get(ref.name.casefold(), [])
        card = card or next((each for each in same if _is_printing(each, ref)), None)
        if card is None and same:
            card = same[0]
            if ref.set_code is not None:
                losses.changed(Loss.SET, ref.name, "printings that the game has not", "others")
        if card is None:
            losses.refused("cards that the game has not", ref.name)
            return ref
        cards[card.ids["octgn"]] = card
        return evolve(card.ref, id=card.ids["octgn"])

    own_sheets = cardset.sheets.values() or [Sheet(_MAIN, map(Entry, cardset.cards), Fixed())]
    sections = _sections_of(game)
    sheets: dict[str, Sheet] = {}
    for sheet in own_sheets:
        name = _section(sheet.name, sections)
        if sections and name not in sections:
            losses.refused("sections that the game has not", name)
        entries = [evolve(entry, card=of_game(entry.card)) for entry in sheet.entries]
        before = sheets[name].entries if name in sheets else ()
        sheets[name] = evolve(sheet, name=name, entries=(*before, *entries))
    about = game.extras.get("octgn", FrozenDict()).get("game")
    number = about.get("id") if isinstance(about, Mapping) else None
    deck = {"game": number} if number else {}
    extras = {**cardset.extras, "octgn-deck": {**cardset.extras.get("octgn-deck", {}), **deck}}
    return evolve(cardset, cards=cards.values(), sheets=sheets.values(), extras=extras)


def _is_printing(card: Card, ref: CardRef) -> bool:
    """Whether *card* is the printing that *ref* names."""
    code = (card.set_code or "").lower()
    return (ref.set_code is None or ref.set_code.lower() == code) and (
        ref.number is None or ref.number == card.number
    )


def _sections_of(game: CardSet) -> list[str]:
    """The sections that decks of *game* have, by its definition."""
    tree = game.syntax
    if not isinstance(tree, GameTree) or tree.definition is None:
        return []
    xml = read_xml(tree.sources[tree.definition], "game", DiagnosticLog(0))
    root = xml[0].document.root if xml else None
    deck = root.find("deck") if root is not None else None
    return [] if deck is None else [each.get("name", "") for each in deck.iterchildren("section")]


def _section(name: str, sections: Sequence[str]) -> str:
    """What *sections* call a section of a deck that is called *name* elsewhere."""
    if name in sections or not sections:
        return name
    if name.lower() in ("deck", "main", "maindeck", "mainboard"):
        return sections[0]
    return next((each for each in sections if each.lower().startswith(name.lower()[:7])), name)


def _report(cardset: CardSet, losses: LossLog) -> None:
    report_unsaid(cardset, DECK_CAPABILITIES, losses)
    for card in cardset.cards:
        if card.set_code is not None:
            losses.dropped(Loss.SET, card.name, "the set of a card")


def _report_edits(before: CardSet, after: CardSet, losses: LossLog) -> None:
    """Report changes of cards of the game: decks have them by their ids, as they are there."""
    own = {card.ids.get("octgn"): card for card in before.cards}
    for card in after.cards:
        if own.get(card.ids.get("octgn"), card) != card:
            losses.changed(Loss.CARD, card.name, "cards of the game", "as they are there")


def _lines(sheets: Iterable[Sheet], about: Mapping[str, Any], game: WrittenGame) -> Iterator[str]:
    beside = ("notes", "sleeve")
    own = {k: v for k, v in about.items() if isinstance(v, str) and k not in beside}
    shared = about.get("shared_sections") or ()
    sections = (
        block(
            "section",
            {"name": sheet.name, "shared": str(sheet.name in shared)},
            (
                element(
                    "card",
                    {"qty": str(entry.copies), "id": game.locate(entry.card).record.id},
                    content(entry.card.name),
                )
                for entry in sheet.entries
            ),
        )
        for sheet in sheets
    )
    others = (element(name, {}, content(str(about[name]))) for name in beside if name in about)
    return block("deck", {**own, "game": game.game_id}, chain(*sections, others))
