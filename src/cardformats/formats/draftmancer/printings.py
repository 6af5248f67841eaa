"""Printings of one name: each gets a set and a number by which a card line can name it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import evolve

from ...diagnostics import LossLog
from ...model import Card, CardRef, CardSet
from .card_lines import reads_back
from .card_names import references, with_references
from .custom_cards import DEFAULT_SET, identity
from .lines import GRAMMAR

_SET = re.compile(GRAMMAR.pattern("SET"))
_NUMBER = re.compile(GRAMMAR.pattern("NUMBER"))
_NOT_IN_SETS = re.compile("[^A-Za-z0-9_]+")
_NOT_IN_NUMBERS = re.compile("[()+\\s\ufeff\x1c-\x1f\x85\ud800-\udfff]+")


def with_told_apart(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with a set and a number that a card line can hold for each card that needs them.

    These are the cards that share their name with others, since a line with the name alone means
    the first of them; and those whose name alone reads as something else.
    References to them, and those by id, become references by set and number.
    """
    groups: dict[str, list[Card]] = {}
    for card in cardset.cards:
        groups.setdefault(card.name, []).append(card)
    changed: dict[int, Card] = {}
    for group in groups.values():
        if len(group) > 1 or not _is_named(group[0]):
            pairs = zip(group, _told_apart(group, losses), strict=True)
            changed |= {id(old): new for old, new in pairs if new is not old}
    names = {card.name for card in changed.values()}
    by_id = {
        (card.name, number): card
        for card in reversed(cardset.cards)
        for number in card.ids.values()
    }

    def renumbered(ref: CardRef) -> CardRef:
        card = None if ref.id is None else by_id.get((ref.name, ref.id))
        if card is None and ref.name in names:
            card = cardset.card(evolve(ref, id=None))
        return ref if card is None else changed.get(id(card), card).ref

    if not changed and not any(ref.id for ref in references(cardset)):
        return cardset
    cards = [changed.get(id(card), card) for card in cardset.cards]
    return with_references(evolve(cardset, cards=cards), renumbered)


def _is_named(card: Card) -> bool:
    """Whether a line can name *card*, if there is no other of its name."""
    has_usable_set = not card.set_code or _SET.fullmatch(card.set_code)
    return bool(has_usable_set) or reads_back(CardRef(card.name))


def _told_apart(cards: Sequence[Card], losses: LossLog) -> Iterator[Card]:
    """*cards* of one name, so that the reference to each fits no earlier one."""
    taken = {identity(card) for card in cards}
    has_sets = any(card.set_code for card in cards)
    #: What references to earlier cards say: set and number, or the set alone.
    said: set[tuple[str, str | None]] = set()
    uses: dict[tuple[str, str], int] = {}
    for card in cards:
        code, number = _usable(card, losses)
        if code is None and has_sets:
            code = DEFAULT_SET
        key = (code or DEFAULT_SET).lower()
        own = identity(card)[1:]
        is_taken = (key, number or "") != own and (card.name, key, number or "") in taken
        if is_taken or (key, number) in said:
            kind = "cards that only an id tells apart" if own in said else "cards without a number"
            losses.changed(f"{kind} (now a number)", card.name)
            base = number or ""
            use = uses.get((key, base), 1)
            while is_taken or (key, number) in said:
                use += 1
                number = f"{base}-{use}" if base else str(use)
                is_taken = (card.name, key, number) in taken
            uses[key, base] = use
        taken.add((card.name, key, number or ""))
        said |= {(key, number), (key, None), (key, number or "")}
        is_same = (code, number) == (card.set_code or None, card.number or None)
        yield card if is_same else evolve(card, set_code=code, number=number)


def _usable(card: Card, losses: LossLog) -> tuple[str | None, str | None]:
    """The set and the number of *card*, or what is near them and fits a card line."""
    code, number = card.set_code or None, card.number or None
    if code is not None and not _SET.fullmatch(code):
        code = _NOT_IN_SETS.sub("_", code).strip("_") or DEFAULT_SET
        losses.changed("sets that no card line can hold (now others)", card.name)
    if number is not None and not _NUMBER.fullmatch(number):
        number = _NOT_IN_NUMBERS.sub("-", number).strip("-") or None
        losses.changed("collector numbers that no card line can hold (now others)", card.name)
    return code, number
