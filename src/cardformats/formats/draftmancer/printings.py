"""Printings that only the ids of another format tell apart: here they get collector numbers."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from ...diagnostics import LossLog
from ...model import Card, CardSet, Entry
from .custom_cards import identity


def with_told_apart(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with a collector number for each card that has an earlier one's name and number.

    References to such cards, and those by id, become references by number.
    """
    taken = {identity(card) for card in cardset.cards}
    uses: Counter[tuple[str, str, str]] = Counter()
    changed: dict[int, Card] = {}
    for card in cardset.cards:
        name, code, number = before = identity(card)
        uses[before] += 1
        if uses[before] == 1:
            continue
        while (name, code, _number(number, uses[before])) in taken:
            uses[before] += 1
        told_apart = evolve(card, number=_number(number, uses[before]))
        taken.add(identity(told_apart))
        changed[id(card)] = told_apart
        losses.changed("cards that only an id tells apart (now a number)", card.name)

    names = {card.name for card in changed.values()}
    by_id = {
        (card.name, number): card
        for card in reversed(cardset.cards)
        for number in card.ids.values()
    }

    def renumbered(entry: Entry) -> Entry:
        card = by_id.get((entry.card.name, entry.card.id or ""))
        if card is None and entry.card.id is None and entry.card.name in names:
            card = cardset.card(entry.card)
        if card is None or (entry.card.id is None and id(card) not in changed):
            return entry
        return evolve(entry, card=changed.get(id(card), card).ref)

    has_ids = any(entry.card.id for sheet in cardset.sheets.values() for entry in sheet.entries)
    if not changed and not has_ids:
        return cardset
    cards = [changed.get(id(card), card) for card in cardset.cards]
    sheets = [
        evolve(sheet, entries=[renumbered(entry) for entry in sheet.entries])
        for sheet in cardset.sheets.values()
    ]
    return evolve(cardset, cards=cards, sheets=sheets)


def _number(number: str, use: int) -> str:
    return f"{number}-{use}" if number else str(use)
