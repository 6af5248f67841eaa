"""Card names that a list can say, on one line without white space around them; and references."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import evolve

from ...diagnostics import LossLog
from ...model import AddCards, Card, CardRef, CardSet
from .syntax import BLANKS

#: What begins a new line to Draftmancer, or cannot be encoded.
_UNSAFE = re.compile("[\r\n\u2028\u2029\ud800-\udfff]+")


def with_usable_cards(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with names that can stand in a card line; what had to change is a loss."""
    names = {card.name for card in cardset.cards} | {ref.name for ref in references(cardset)}
    changed: dict[str, str] = {}
    uses: dict[str, int] = {}
    for name in sorted(names):
        new = usable = _usable(name)
        while new != name and new in names:  # two names stay two
            uses[usable] = use = uses.get(usable, 1) + 1
            new = f"{usable} {use}"
        if new != name:
            names.add(new)
            changed[name] = new
    if not changed:
        return cardset
    for name, new in changed.items():
        losses.changed(f"a name that does not fit a line (now {new!r})", name)
    cards = [_named(card, changed.get(card.name)) for card in cardset.cards]
    return with_references(
        evolve(cardset, cards=cards),
        lambda ref: evolve(ref, name=changed[ref.name]) if ref.name in changed else ref,
    )


def _usable(name: str) -> str:
    return _UNSAFE.sub(" ", name).strip(BLANKS) or "(no name)"


def _named(card: Card, name: str | None) -> Card:
    if name is None:
        return card
    front, *others = card.faces
    return evolve(card, faces=[evolve(front, name=name), *others])


def references(cardset: CardSet) -> Iterator[CardRef]:
    """Every reference of *cardset* that is written as a card line: of entries, and of cards."""
    for sheet in cardset.sheets.values():
        yield from (entry.card for entry in sheet.entries)
    for card in cardset.cards:
        yield from (ref for ref in card.related if isinstance(ref, CardRef) and ref.name)
        for effect in card.draft_effects:
            if isinstance(effect, AddCards):
                yield from effect.cards


def with_references(cardset: CardSet, change: Callable[[CardRef], CardRef]) -> CardSet:
    """*cardset* with what *change* makes of each of its :func:`references`."""
    sheets = [
        evolve(sheet, entries=[evolve(each, card=change(each.card)) for each in sheet.entries])
        for sheet in cardset.sheets.values()
    ]
    cards = [with_references_of(card, change) for card in cardset.cards]
    return evolve(cardset, cards=cards, sheets=sheets)


def with_references_of(card: Card, change: Callable[[CardRef], CardRef]) -> Card:
    """*card* with what *change* makes of each of its own references."""
    if not card.related and not card.draft_effects:
        return card
    return evolve(
        card,
        related=[
            change(each) if isinstance(each, CardRef) and each.name else each
            for each in card.related
        ],
        draft_effects=[
            evolve(each, cards=[change(ref) for ref in each.cards])
            if isinstance(each, AddCards)
            else each
            for each in card.draft_effects
        ],
    )
