"""What a format can say, declared once; and the walk that reports what it cannot say of a set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Final, TypeAlias

from attrs import evolve, field, fields, frozen

from ..diagnostics import LossLog
from ..model import Booster, Card, CardSet, Collation, Entry, Event, Face, Sheet, Value
from .losses import Loss

#: What can be said of a kind; None for all that there is.
Words: TypeAlias = frozenset[str] | None
NONE: frozenset[str] = frozenset()


def _row(title: str, *, default: Any, of: str = "") -> Any:
    """A field that is a row of the table; it is of no use where the field *of* says no."""
    return field(default=default, metadata={"title": title, "of": of})


@frozen(kw_only=True)
class Capabilities:
    """What a format can say: all that the model knows, but for what is declared.

    Each field has a title, its row in the table of the documentation.

    Attributes:
        cards: whether cards themselves are written, and not only named.
        ids: the schemes of ids; an id that is the collector number is said by that.
        metadata: the keys of a set's metadata.
        collations: the classes of collations, or single ones.
        otherwise: how the cards of sheets with other collations come.
        distinct: the rules about duplicates of a booster.
        boosters: how many boosters a set may have.
        keys: the programs whose keys that the model has no word for are kept.
        set_keys, sheet_keys, booster_keys: of these keys, those that are kept there.
        partly: the names of fields of which the format says not all, as its writer reports.
    """

    cards: bool = _row("cards", default=True)
    faces: Words = _row("further faces", default=None, of="cards")
    finishes: Words = _row("finishes of cards", default=None, of="cards")
    numbers: bool = _row("collector numbers", default=True, of="cards")
    ids: Words = _row("ids", default=None)
    rarities: Words = _row("rarities", default=None, of="cards")
    ratings: bool = _row("ratings", default=True, of="cards")
    related: bool = _row("related cards", default=True, of="cards")
    draft_effects: bool = _row("draft effects", default=True, of="cards")
    images: bool = _row("images", default=True, of="cards")
    printed_names: bool = _row("localised names", default=True, of="cards")
    properties: bool = _row("properties of other games", default=True, of="cards")
    metadata: Words = _row("metadata", default=None)
    collations: tuple[type | Collation, ...] | None = _row("collations", default=None)
    otherwise: str = "random"
    entry_finishes: Words = _row("finishes of entries", default=None)
    pack_finishes: Words = _row("finishes of slots and sheets", default=None)
    overrides: bool = _row("overrides of an entry", default=True)
    entry_ids: bool = _row("ids of an entry", default=True)
    boosters: int | None = _row("boosters", default=None)
    choices: bool = _row("layouts, choices and weights", default=True, of="boosters")
    distinct: Words = _row("rules about duplicates", default=None, of="boosters")
    constraints: bool = _row("constraints on a pack", default=True, of="boosters")
    boxes: bool = _row("boxes", default=True, of="boosters")
    events: bool = _row("draft settings", default=True)
    directions: Words = _row("directions of rounds", default=None, of="events")
    round_boosters: bool = _row("boosters of rounds", default=True, of="events")
    keys: Words = _row("keys of programs", default=None)
    set_keys: Words = None
    sheet_keys: Words = None
    booster_keys: Words = None
    partly: frozenset[str] = NONE

    def table(self) -> dict[str, str]:
        """What can be said, by the titles of the rows: ``yes``, ``no``, ``partly`` or words."""
        rows = [each for each in fields(Capabilities) if each.metadata]
        return {each.metadata["title"]: self._cell(each.name, each.metadata["of"]) for each in rows}

    def _cell(self, name: str, of: str) -> str:
        cell = "partly" if name in self.partly else _cell(getattr(self, name))
        if cell == "yes" and of and (of in self.partly or _cell(getattr(self, of)) == "no"):
            return "no"
        return cell


def _cell(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "no" if value is False else "yes"
    if isinstance(value, int):
        return str(value) if value else "no"
    words = sorted(value) if isinstance(value, frozenset) else map(_name, value)
    return ", ".join(words) or "no"


def _name(collation: type | Collation) -> str:
    return collation.__name__ if isinstance(collation, type) else repr(collation)


#: Fields of cards, and of faces, that a format has a place for or not; see their names there.
_OF_CARDS: Mapping[str, tuple[str, Loss]] = {
    "ratings": ("rating", Loss.RATING),
    "related": ("related", Loss.RELATED),
    "draft_effects": ("draft_effects", Loss.EFFECT),
}
_OF_FACES = {"images": Loss.IMAGE, "printed_names": Loss.PRINTED_NAME}


def report_unsaid(cardset: CardSet, can: Capabilities, losses: LossLog) -> None:
    """Report all that a format which *can* say so much cannot say of *cardset*."""
    report_about(cardset, can, losses)
    for card in cardset.cards:
        report_card(card, can, losses)
    report_boosters(cardset.boosters, can, losses)
    report_sheets(cardset.sheets.values(), can, losses)


def report_about(cardset: CardSet, can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of a set besides its cards, its boosters and how sheets give cards."""
    for key in cardset.meta:
        if _lacks(can.metadata, key):
            losses.dropped(Loss.METADATA, cardset.name, f"the metadata {key!r}")
    _report_keys(cardset.name, cardset.extras, can, can.set_keys, losses)
    for sheet in cardset.sheets.values():
        _report_keys(sheet.name, sheet.extras, can, can.sheet_keys, losses)
    if cardset.event is not None and not can.events:
        losses.dropped(Loss.EVENT, cardset.name)
    elif cardset.event is not None:
        _report_keys(cardset.name, cardset.event.extras, can, None, losses)
        _report_rounds(cardset.event, can, losses)


def _report_rounds(event: Event, can: Capabilities, losses: LossLog) -> None:
    for number, each in enumerate(event.rounds, 1):
        if _lacks(can.directions, each.direction):
            losses.dropped(Loss.EVENT, f"round {number}", "the direction of a round")
        if each.booster is not None and not can.round_boosters:
            losses.dropped(Loss.EVENT, f"round {number}", "the booster of a round")


def report_card(card: Card, can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of a card."""
    if not can.cards:
        losses.dropped(Loss.CARD, card.name)
        return
    _report_finish(card.name, card.finish, can.finishes, losses)
    for name, (own, code) in _OF_CARDS.items():
        if not getattr(can, name) and getattr(card, own) not in (None, ()):
            losses.dropped(code, card.name)
    for name, code in _OF_FACES.items():
        if not getattr(can, name) and any(getattr(face, name) for face in card.faces):
            losses.dropped(code, card.name)
    for face in card.faces[1:]:
        if _lacks(can.faces, face.kind):
            losses.dropped(Loss.FACE, card.name, f"faces of the kind {face.kind!r}")
    _report_ids(card, can, losses)
    _report_keys(card.name, card.extras, can, None, losses)


def _report_ids(card: Card, can: Capabilities, losses: LossLog) -> None:
    if card.number and not can.numbers:
        losses.dropped(Loss.NUMBER, card.name)
    for scheme, identifier in card.ids.items():
        if _lacks(can.ids, scheme) and not (can.numbers and identifier == card.number):
            losses.dropped(Loss.ID, card.name, f"the id {scheme!r}")


def report_boosters(boosters: Iterable[Booster], can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of boosters, sheets apart; of those that are not written, only that."""
    for number, booster in enumerate(boosters):
        name = booster.name or "(no name)"
        if can.boosters is not None and number >= can.boosters:
            losses.dropped(Loss.BOOSTER, name, "more than one booster" if can.boosters else "")
            continue
        if _lacks(can.distinct, booster.distinct):
            rule = f"no {booster.distinct} twice in a {booster.distinct_scope}"
            losses.changed(Loss.DISTINCT, name, rule)
        for constraint in booster.constraints if not can.constraints else ():
            kind = type(constraint).__name__
            losses.dropped(Loss.CONSTRAINT, name, f"the constraint {kind}")
        if booster.box is not None and not can.boxes:
            losses.dropped(Loss.BOX, name)
        for slot, share in booster.walk():
            if share:
                _report_finish(slot.name, slot.finish, can.pack_finishes, losses)
        _report_keys(name, booster.extras, can, can.booster_keys, losses)


def drawn_sheets(cardset: CardSet, boosters: Iterable[Booster]) -> Iterator[Sheet]:
    """The sheets of *cardset* that packs of *boosters* draw from, each once."""
    slots = (slot for booster in boosters for slot, share in booster.walk() if share)
    names = {each.sheet: None for slot in slots for each in slot.sheets if each.weight}
    return (cardset.sheets[name] for name in names if name in cardset.sheets)


def report_sheets(sheets: Iterable[Sheet], can: Capabilities, losses: LossLog) -> None:
    """Report what is lost of how *sheets* give cards, and of their entries."""
    for sheet in sheets:
        if not _can_collate(sheet.collation, can):
            kind = f"the collation {type(sheet.collation).__name__}"
            losses.changed(Loss.COLLATION, sheet.name, kind, can.otherwise)
        _report_finish(sheet.name, sheet.finish, can.pack_finishes, losses)
        for entry in sheet.entries:
            _report_finish(entry.card.name, entry.finish, can.entry_finishes, losses)
            if entry.overrides and not can.overrides:
                losses.dropped(Loss.OVERRIDE, entry.card.name)
            if entry.card.id is not None and not can.entry_ids:
                losses.dropped(Loss.ID, entry.card.name, "the id of an entry")


def _can_collate(collation: Collation, can: Capabilities) -> bool:
    return can.collations is None or any(
        isinstance(collation, each) if isinstance(each, type) else collation == each
        for each in can.collations
    )


def _report_finish(subject: str, finish: str | None, known: Words, losses: LossLog) -> None:
    if finish is not None and _lacks(known, finish):
        losses.dropped(Loss.FINISH, subject, f"the finish {finish!r}")


#: Formats whose cards have many keys of facts about the printing: one loss is enough for them.
_CARD_DATA: Final = frozenset({"scryfall", "mtgjson"})


def _report_keys(
    subject: str,
    extras: Mapping[str, Mapping[str, Value]],
    can: Capabilities,
    known: Words,
    losses: LossLog,
) -> None:
    """Report the keys of other programs, and of those that are kept all that are not *known*."""
    for program, kinds in extras.items():
        if program in _CARD_DATA and kinds and _lacks(can.keys, program):
            losses.dropped(Loss.EXTRAS, subject, f"card data of {program}")
            continue
        for kind in kinds:
            if _lacks(can.keys, program) or _lacks(known, kind):
                losses.dropped(Loss.EXTRAS, subject, f"{program} {kind!r}")


def _lacks(words: Words, word: str) -> bool:
    return words is not None and word not in words


def lost_properties(face: Face, written: Iterable[Any] = ()) -> Iterator[str]:
    """The properties of *face* whose content is in none of the texts that are *written* for it.

    An empty property has none.  That a number is written says nothing: it may be another one.
    """
    if not face.properties:
        return
    texts = {_comparable(each) for each in written if isinstance(each, str)}
    for name, value in face.properties.items():
        text = _comparable("" if value is None else str(value))
        if text and (text.isnumeric() or text not in texts):
            yield name


def _comparable(text: str) -> str:
    return "\n".join(text.split("\r\n")).strip()


def report_lost_edits(
    before: CardSet, meant: CardSet, again: CardSet, losses: LossLog, *, of_cards: bool = True
) -> None:
    """Report what was changed of *before* and does not come back.

    Args:
        before: the set as it was read.
        meant: the set as it is.
        again: what readers make of what was written of it.
        losses: where that is reported; extras do not count, which may be of an old spelling.
        of_cards: whether cards are looked at, too.
    """
    for name, code in _OF_SETS.items():
        own = getattr(meant, name)
        if own != getattr(before, name) and own != getattr(again, name):
            losses.changed(code, meant.name, f"a new {name} of the set")
    known = set(map(id, before.cards))
    for card, read in zip_longest(meant.cards, again.cards) if of_cards else ():
        if card is not None and id(card) not in known and _bare(card) != _bare(read):
            losses.changed(Loss.CARD, card.name, "changes of cards")
    for sheet in meant.sheets.values():
        was, read_sheet = (each.sheets.get(sheet.name) for each in (before, again))
        if was is not sheet and _bare(sheet) not in (_bare(was), _bare(read_sheet)):
            losses.changed(Loss.SHEET, sheet.name, "changes of sheets")
    for booster, *others in zip_longest(meant.boosters, before.boosters, again.boosters):
        if booster is not None and _bare(booster) not in map(_bare, others):
            losses.changed(Loss.BOOSTER, booster.name, "changes of boosters")


_OF_SETS: Final = {
    "name": Loss.NAME,
    "code": Loss.SET,
    "meta": Loss.METADATA,
    "event": Loss.EVENT,
}


def _bare(value: Card | Sheet | Booster | None) -> object:
    """*value* without extras, and a sheet with its entries in one order."""
    if value is None:
        return None
    if isinstance(value, Sheet):
        entries: list[Entry] = sorted(value.entries, key=repr)
        value = evolve(value, entries=entries)
    return evolve(value, extras={})
