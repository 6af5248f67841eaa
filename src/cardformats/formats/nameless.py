"""Cards of which only an id is known, or only a name, for programs that need more of them."""

from __future__ import annotations

from functools import partial
from typing import Final

from attrs import evolve

from ..losses import Loss, LossLog
from ..model import Card, CardRef, CardSet, Face, Sheet
from ..model.resolve import only_named

#: What is refused of cards that have no name.
NAMELESS: Final = "cards of which only an id is known, and no name"
#: The name of a card without a name, in formats that need one.
UNNAMED: Final = "Unnamed"
_WITHOUT: Final = "without them, so that the others come more often"


def without_nameless(
    cardset: CardSet,
    losses: LossLog,
    scheme: str = "",
    *,
    has_sheets: bool = True,
    has_empty_names: bool = True,
) -> CardSet:
    """Return *cardset* without the cards of which only an id is known, and report these.

    Readers have the id in the place of a name that they do not know.  Cards with an id of *scheme*,
    by which the format finds them, stay.  What else a sheet gives more often is reported, too,
    if the format *has_sheets*; if not, the cards that only sheets name are left out.  Cards with
    an empty name are left out, too, unless the format *has_empty_names*.
    """
    is_unknown = partial(_has_no_name, scheme=scheme, may_be_empty=has_empty_names)
    own = [*filter(is_unknown, cardset.cards)]
    numbers, names = set(map(id, own)), {card.name for card in own}

    def is_nameless(ref: CardRef) -> bool:
        has_name = not has_only_id(ref) and bool(has_empty_names or ref.name.strip())
        if ref.name not in names and has_name:
            return False
        card = cardset.card(ref)
        return id(card) in numbers if card is not None else not has_name

    missing = dict.fromkeys(card.name for card in own)
    sheets: dict[str, Sheet] = {}
    for name, sheet in cardset.sheets.items():
        named = [each for each in sheet.entries if not is_nameless(each.card)]
        if len(named) < len(sheet.entries):
            sheets[name] = evolve(sheet, entries=named)
            gone = (each.card for each in sheet.entries if is_nameless(each.card))
            missing |= dict.fromkeys(ref.id or ref.name for ref in gone)
    if not missing:
        return cardset
    for each in missing:
        kind = NAMELESS if each.strip() else "cards without a name"
        if has_sheets or each in names:
            losses.refused(kind, each)
        else:
            losses.dropped(Loss.CARD, each, kind)
    for name, sheet in sheets.items() if has_sheets else ():
        if sheet.entries:
            losses.changed(Loss.SHEET, name, "sheets with cards that have no name", _WITHOUT)
        else:
            losses.refused("sheets of which no card has a name", name)
    cards = [card for card in cardset.cards if id(card) not in numbers]
    return evolve(cardset, cards=cards, sheets=[*{**cardset.sheets, **sheets}.values()])


def has_only_id(ref: CardRef) -> bool:
    """Return whether *ref* names a card by nothing but an id."""
    return ref.id is not None and ref.name in ("", ref.id)


def _has_no_name(card: Card, *, scheme: str, may_be_empty: bool) -> bool:
    if not card.name.strip():
        return not may_be_empty and scheme not in card.ids
    return card.name in card.ids.values() and only_named(card) and card.ids.get(scheme) != card.name


def with_named_cards(cardset: CardSet, losses: LossLog) -> CardSet:
    """Return *cardset* with a new card for each one that sheets only name."""
    named: dict[CardRef, Card] = {}
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            ref = entry.card
            if ref in named or cardset.card(ref) or cardset.card(ref.name):
                continue
            report_only_named(ref.name, losses)
            named[ref] = Card(Face(ref.name), ref.set_code, ref.number)
    return evolve(cardset, cards=(*cardset.cards, *named.values())) if named else cardset


def card_called(cardset: CardSet, ref: CardRef) -> Card:
    """Return the card that an entry names in a set from :func:`with_named_cards`."""
    card = cardset.card(ref) or cardset.card(ref.name)
    assert card is not None  # noqa: S101 - cards that sheets only name were added
    return card


def report_only_named(name: str, losses: LossLog) -> None:
    """Report that of a card no more than its name is written."""
    losses.changed(Loss.CARD, name, "cards of which only the name is known", "without text")
