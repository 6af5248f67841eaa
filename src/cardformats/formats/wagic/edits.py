"""What has changed between a card set as it was read and as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, count
from operator import is_not

from attrs import evolve

from ...model import Card, CardSet, FrozenDict
from ...model.frozen import EMPTY
from ..patch import aligned
from .card_lines import backs


def pairs(before: Sequence[Card], after: Sequence[Card]) -> Iterator[tuple[int | None, int | None]]:
    """Yield which card became which, except for the cards that are the same objects."""
    if len(before) == len(after):
        differing = list(compress(count(), map(is_not, before, after)))
        old = {id(before[number]) for number in differing}
        if not any(id(after[number]) in old for number in differing):
            yield from ((number, number) for number in differing)
            return
    start, ends = 0, [len(before), len(after)]
    while start < min(ends) and before[start] is after[start]:
        start += 1
    while start < min(ends) and before[ends[0] - 1] is after[ends[1] - 1]:
        ends = [each - 1 for each in ends]
    sides = zip((before, after), ends, strict=True)
    parts = [list(map(_known_by, each[start:end])) for each, end in sides]
    for was, now in aligned(*parts):
        pair = (None if was is None else was + start, None if now is None else now + start)
        if pair[0] is None or pair[1] is None or before[pair[0]] is not after[pair[1]]:
            yield pair


def _known_by(card: Card) -> tuple[str | None, str]:
    """Return the identity of a card that has changed: its set and id, or its name."""
    number = card.ids.get("wagic")
    return (card.set_code, number) if number else (None, card.name)


def is_same(old: Card, new: Card) -> bool:
    """Return whether a card that stands in the place of another one is that card, changed."""
    ids = old.ids.get("wagic"), new.ids.get("wagic")
    return not all(ids) or ids[0] == ids[1] or old.faces == new.faces


def without_stale(cardset: CardSet) -> CardSet:
    """Return *cardset*, of whose changed cards the extras no longer say what is not so any more.

    These are the expansions of scripts that are others now, the cost as it was written of another
    one, and the name of a back that is not there.
    """
    before = cardset.as_read.cards if cardset.as_read else ()
    cards = cardset.cards
    new: dict[int, Card] = {}
    for was, now in pairs(before, cards) if before else ():
        if was is not None and now is not None and is_same(before[was], cards[now]):
            card = _without_stale(before[was], cards[now])
            new |= {} if card is cards[now] else {now: card}
    own = [new.get(number, card) for number, card in enumerate(cards)] if new else cards
    return evolve(cardset, cards=own) if new else cardset


def _without_stale(old: Card, new: Card) -> Card:
    was, now = (card.extras.get("wagic", EMPTY) for card in (old, new))
    stale = set()
    is_split = "//" in str(was.get("mana", ""))  # then it only says that there are two costs
    if old.faces[0].mana_cost != new.faces[0].mana_cost and not is_split:
        stale.add("mana")
    if [back.name for back in backs(old)] != [back.name for back in backs(new)]:
        stale.add("backside")
    kept = {key: now[key] for key in now if key not in stale or now[key] != was.get(key)}
    made, expanded = was.get("expanded"), now.get("expanded")
    if isinstance(made, Mapping) and isinstance(expanded, Mapping):
        kept["expanded"] = FrozenDict(
            (key, lines)
            for key, lines in expanded.items()
            if lines != made.get(key) or now.get(key) == was.get(key)
        )
        if not kept["expanded"]:
            del kept["expanded"]
    return new if kept == now else evolve(new, extras={**new.extras, "wagic": kept})


def in_sets(cards: Iterable[Card]) -> list[Card]:
    """Return *cards*, those of each set together."""
    return sorted(cards, key=lambda card: card.set_code or "")
