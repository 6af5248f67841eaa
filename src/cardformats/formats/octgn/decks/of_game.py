"""A deck of whatever cards as one of a game: with its cards, its sections and its GUID."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import evolve

from ....catalog import folded, nearest
from ....diagnostic_log import DiagnosticLog
from ....losses import Loss, LossLog
from ....model import Card, CardRef, CardSet, Entry, Face, Fixed, FrozenDict, Sheet
from ..index import GameIndex, IndexedCard
from .codes import OctgnDeckCode

#: The section of cards that are in none.
MAIN = "Main"
#: Names of sections that mean the same, the most usual first, without spaces and punctuation.
_SAME: Final = (
    (
        "main", "deck", "maindeck", "mainboard", "library", "drawdeck", "playdeck", "playerdeck",
        "draw", "rdstack", "stackrd", "drawpile",
    ),
    ("sideboard", "side", "sidedeck"),
    ("commander", "commanders", "commandzone", "general"),
    ("identity", "leader", "hero", "investigator", "manecharacter"),
)  # fmt: skip
#: Shorter names begin many others.
_SHORTEST: Final = 4


def deck_of_game(cardset: CardSet, game: GameIndex, losses: LossLog, log: DiagnosticLog) -> CardSet:
    """Return *cardset* with the names and GUIDs of *game*, and its sections.

    Cards that the game does not have are rejected; choices and guesses are reported.
    """
    deck = _GameDeck(cardset, game, losses, log)
    own = cardset.sheets.values() or [Sheet(MAIN, map(Entry, cardset.cards), Fixed())]
    sheets = deck.sheets(own)
    about = {**cardset.extras.get("octgn-deck", {})}
    if game.game_id:
        about["game"] = game.game_id
    if shared := tuple(name for name in sheets if name in game.shared_sections):
        about["shared_sections"] = shared
    extras = {**cardset.extras, "octgn-deck": FrozenDict(about)}
    cards = [Card(Face(each.name), ids={"octgn": each.id}) for each in deck.cards.values()]
    return evolve(cardset, cards=cards, sheets=sheets.values(), extras=extras)


class _GameDeck:
    """A deck while its cards are looked for in a game."""

    def __init__(
        self, cardset: CardSet, game: GameIndex, losses: LossLog, log: DiagnosticLog
    ) -> None:
        self.cardset = cardset
        self.game = game
        self.losses = losses
        self.log = log
        #: The cards of the game by their GUIDs.
        self.cards: dict[str, IndexedCard] = {}
        self._refs: dict[CardRef, CardRef] = {}

    def sheets(self, own: Iterable[Sheet]) -> dict[str, Sheet]:
        """Return a sheet for each section of the game, and for those that it has not."""
        sections = (*self.game.sections, *self.game.shared_sections)
        sheets = {name: Sheet(name, [], Fixed()) for name in sections}
        for sheet in own:
            name = self._section(sheet, sections) if sections else sheet.name
            entries = [evolve(entry, card=self._ref(entry.card)) for entry in sheet.entries]
            before = sheets[name].entries if name in sheets else ()
            sheets[name] = evolve(sheet, name=name, entries=_merged((*before, *entries)))
        return sheets

    def _section(self, sheet: Sheet, sections: tuple[str, ...]) -> str:
        name, is_guess = section_of(sheet.name, sections)
        if name is None:
            self.losses.refused("sections that the game has not", sheet.name)
            return sheet.name
        if is_guess and sheet.entries:
            self.log.add(OctgnDeckCode.DECK_SECTION, name=sheet.name, section=name)
        return name

    def _ref(self, ref: CardRef) -> CardRef:
        """Return a reference to the card of the game that *ref* means."""
        if ref not in self._refs:
            card = self._card(ref)
            if card is not None:
                self.cards[card.id] = card
            self._refs[ref] = CardRef(card.name, id=card.id) if card else ref
        return self._refs[ref]

    def _card(self, ref: CardRef) -> IndexedCard | None:
        """Return the card of the game that *ref* means; None, and refused, if there is none."""
        own = self.cardset.card(ref)
        number = own.ids.get("octgn", "") if own else ref.id or ""
        if number in self.game.cards:
            return self.game.cards[number]
        ref = self._with_whole_name(ref)
        printings = self.game.names.printings(ref.name)
        if not printings:
            self.losses.refused("cards that the game does not have", ref.name)
            near = self.game.names.near(ref.name) if self.log.may_suggest() else ()
            if near:
                self.log.add(
                    OctgnDeckCode.DECK_NEAR, name=ref.name, near=", ".join(map(repr, near))
                )
            return None
        fitting = self._fitting(ref, printings)
        if len(fitting) > 1:
            of_set = self.game.names.set_of(fitting[0])
            self.log.add(
                OctgnDeckCode.DECK_CHOICE,
                name=ref.name,
                count=len(fitting),
                of_set=of_set.name,
                id=fitting[0].id,
            )
        return fitting[0]

    def _fitting(self, ref: CardRef, printings: tuple[IndexedCard, ...]) -> tuple[IndexedCard, ...]:
        """Return those of *printings* that are of the set and have the number that *ref* names.

        All if none is of the set, and all of the set if none has the number, which is reported.
        """
        fitting = printings
        if ref.set_code is not None:
            fitting = tuple(each for each in printings if self._is_of(each, ref.set_code))
            if not fitting:
                what = "printings that the game has not"
                self.losses.changed(Loss.SET, ref.name, what, "others")
                return printings
        if ref.number is not None and len(fitting) > 1:
            self.game.load(each.id for each in fitting)
            numbered = tuple(each for each in fitting if self._has(each, ref.number))
            if not numbered:
                what = "numbers that the game has not"
                self.losses.changed(Loss.NUMBER, ref.name, what, "others")
            fitting = numbered or fitting
        return fitting

    def _with_whole_name(self, ref: CardRef) -> CardRef:
        """Return *ref* where what looks like a set in brackets may be of the name."""
        code, names = ref.set_code, self.game.names
        if code is None or any(self._is_of(each, code) for each in names.printings(ref.name)):
            return ref
        whole = f"{ref.name} ({code})"
        return CardRef(whole, None, ref.number) if names.printings(whole) else ref

    def _is_of(self, card: IndexedCard, code: str) -> bool:
        written = self.game.names.set_of(card).written_code
        return written is not None and written.casefold() == code.casefold()

    def _has(self, card: IndexedCard, number: str) -> bool:
        """Return whether *card* has that *number*; noughts at its beginning mean nothing."""
        known = self.game.card(card.id)
        own = known.number if known else None
        return own is not None and own.lstrip("0") == number.lstrip("0")


def _merged(entries: Iterable[Entry]) -> list[Entry]:
    """Return *entries* with one for each card."""
    by_card: dict[object, Entry] = {}
    for each in entries:
        key = (each.card, each.finish)
        same = by_card.get(key)
        by_card[key] = evolve(same, copies=same.copies + each.copies) if same else each
    return list(by_card.values())


def section_of(name: str, sections: Sequence[str]) -> tuple[str | None, bool]:
    """Return the one of *sections* that *name* means, and whether that is a guess.

    It is the one of that name, then one whose name means the same.  What is like it in its
    letters, or begins as it does, is guessed; and for the deck itself the first.  None if no
    section is like it.
    """
    if name in sections:
        return name, False
    by_letters: dict[str, str] = {}
    for each in sections:
        by_letters.setdefault(folded(each), each)
    wanted = folded(name)
    if wanted in by_letters:
        return by_letters[wanted], False
    same = next((words for words in _SAME if wanted in words), ())
    if known := next((by_letters[word] for word in same if word in by_letters), None):
        return known, False
    near = next(iter((*_beginning(wanted, by_letters), *nearest(wanted, by_letters))), None)
    if near is not None:
        return by_letters[near], True
    return (sections[0] if same == _SAME[0] and sections else None), True


def _beginning(wanted: str, others: Iterable[str]) -> list[str]:
    """Return those of *others* that begin as *wanted* does, or with which it begins."""
    return [
        each
        for each in others
        if min(len(wanted), len(each)) >= _SHORTEST
        and (each.startswith(wanted) or wanted.startswith(each))
    ]
