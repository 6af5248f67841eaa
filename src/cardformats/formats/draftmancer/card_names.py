"""Card names that a list can say: on one line, without white space around them."""

from __future__ import annotations

import re

from attrs import evolve

from ...diagnostics import LossLog
from ...model import AddCards, Card, CardRef, CardSet, DraftEffect, Entry, Face
from .syntax import BLANKS

#: What begins a new line to Draftmancer, or cannot be encoded.
_UNSAFE = re.compile("[\r\n\u2028\u2029\ud800-\udfff]+")


def with_usable_cards(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with names that can stand in a card line; what had to change is a loss."""
    names = {card.name for card in cardset.cards}
    names |= {entry.card.name for sheet in cardset.sheets.values() for entry in sheet.entries}
    names |= {ref.name for card in cardset.cards for ref in _references(card)}
    usable = {name: _usable(name) for name in sorted(names)}
    changed = {name: new for name, new in usable.items() if new != name}
    if not changed:
        return cardset
    for name, new in changed.items():
        losses.changed(f"a name that does not fit a line (now {new!r})", name)
    sheets = [
        evolve(
            sheet,
            entries=[evolve(each, card=_renamed(each.card, changed)) for each in sheet.entries],
        )
        for sheet in cardset.sheets.values()
    ]
    return evolve(cardset, cards=[_card(card, changed) for card in cardset.cards], sheets=sheets)


def _usable(name: str) -> str:
    return _UNSAFE.sub(" ", name).strip(BLANKS) or "(no name)"


def _references(card: Card) -> list[CardRef]:
    added = [ref for each in card.draft_effects if isinstance(each, AddCards) for ref in each.cards]
    named = [each for each in card.related if isinstance(each, CardRef) and each.id is None]
    return added + named


def _renamed(ref: CardRef, names: dict[str, str]) -> CardRef:
    return evolve(ref, name=names[ref.name]) if ref.name in names else ref


def _entry(entry: Entry, names: dict[str, str]) -> Entry:
    return evolve(entry, card=_renamed(entry.card, names))


def _card(card: Card, names: dict[str, str]) -> Card:
    front, *others = card.faces
    return evolve(
        card,
        faces=[evolve(front, name=names.get(front.name, front.name)), *others],
        related=[
            each if isinstance(each, Face) or each.id is not None else _renamed(each, names)
            for each in card.related
        ],
        draft_effects=[_effect(each, names) for each in card.draft_effects],
    )


def _effect(effect: DraftEffect, names: dict[str, str]) -> DraftEffect:
    if not isinstance(effect, AddCards):
        return effect
    return evolve(effect, cards=[_renamed(ref, names) for ref in effect.cards])
