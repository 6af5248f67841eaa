"""The part of a list that a change concerns, so that one line of many is changed fast.

It has the cards and the lines that are not as they were, those beside them, and those that share a
name with them; what a list says of the others does not depend on these.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from attrs import evolve, frozen

from ...model import Card, CardSet, Sheet, Striped
from ..json_text import json_items
from ..patch import CannotPatchError, Edit, common, patched
from .line_patch import Row, TextLines, card_rows
from .printings import references_of
from .syntax import CardList

#: Which values stay of those before, and of those after.
_Kept = tuple[list[int], list[int]]


@frozen
class Excerpt:
    """A shorter list with the same change.

    Attributes:
        text: the text that was read, without its other cards and lines.
        before: the set as it was read, without them.
        after: the set as it is, without them.
        cuts: where they stand in the whole text.
    """

    text: str
    before: CardSet
    after: CardSet
    cuts: Sequence[tuple[int, int]]

    def whole(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """*edits* of the excerpt as edits of the whole text.

        Raises:
            CannotPatchError: one of them reaches over what is not in the excerpt.
        """
        removed = [0, *accumulate(end - start for start, end in self.cuts)]
        places = [cut[0] - before for cut, before in zip(self.cuts, removed, strict=False)]
        for start, end, new in edits:
            more = removed[bisect_left(places, end)]
            if start < end and more != removed[bisect_right(places, start)]:
                raise CannotPatchError
            yield Edit(start + more, end + more, new)


def excerpt(cardset: CardSet, as_read: CardSet, syntax: CardList) -> Excerpt | None:
    """The part of the list *syntax* in which *cardset* differs from what was read.

    None if it is not clear what that is.
    """
    if syntax.options.catalog is not None:
        return None
    names, near = _changed_cards(as_read.cards, cardset.cards)
    if any("(" in name for name in names):  # lines may then name them by what looks like a set
        return None
    sections = {each.header.name: each for each in syntax.sheets}
    if sections.keys() != as_read.sheets.keys():
        return None
    cuts: list[tuple[int, int]] = []
    before, after = dict(as_read.sheets), dict(cardset.sheets)
    for name in before.keys() & after.keys():
        rows = card_rows(syntax, sections[name])
        kept = _kept_entries(before[name], after[name], names)
        if len(rows) != len(before[name].entries) or after[name].total > syntax.options.max_copies:
            return None
        cuts += _cut_lines(syntax.source.text, rows, kept[0])
        for side, numbers in zip((before, after), kept, strict=True):
            entries = side[name].entries
            side[name] = evolve(side[name], entries=[entries[number] for number in numbers])
    for side in (before, after):
        names |= {entry.card.name for sheet in side.values() for entry in sheet.entries}
    gone = _cut_cards(syntax, as_read.cards, names, near, cuts)
    cuts.sort()

    def shortened(side: CardSet, sheets: Mapping[str, Sheet]) -> CardSet:
        cards = [card for card in side.cards if id(card) not in gone]
        return evolve(side, cards=cards, sheets=[*sheets.values()])

    text = patched(syntax.source.text, [Edit(start, end, "") for start, end in cuts])
    sides = shortened(as_read, before), shortened(cardset, after)
    return Excerpt(text, *sides, cuts) if cuts else None


def _changed_cards(before: Sequence[Card], after: Sequence[Card]) -> tuple[set[str], set[int]]:
    """The names of the cards that are not on both sides, and of those that they name.

    And the cards beside them, by ``id()``; all cards if they have changed places.
    """
    sides = before, after
    known = [{id(card) for card in side} for side in sides]
    both = known[0] & known[1]
    stay = [[id(card) for card in side if id(card) in both] for side in sides]
    names: set[str] = set()
    near = set() if stay[0] == stay[1] else both
    for side in sides:
        for number, card in enumerate(side):
            if id(card) not in both:
                names |= {card.name, *(ref.name for ref in references_of(card))}
                near |= {id(each) for each in side[max(0, number - 1) : number + 2]}
    return names, near


def _kept_entries(before: Sheet, after: Sheet, names: Collection[str]) -> _Kept:
    """The numbers of the entries that stay of a sheet: those that differ or are of *names*.

    The first, the last and those beside others stay, and all of a sheet whose length counts.
    """
    old, new = before.entries, after.entries
    if isinstance(before.collation, Striped) or isinstance(after.collation, Striped):
        return [*range(len(old))], [*range(len(new))]
    head = common(old, new)
    tail = common(old[head:][::-1], new[head:][::-1])
    stay = {0, len(old) - 1, *range(head - 1, len(old) - tail + 1)}
    if names:
        for number, entry in enumerate(old):
            if entry.card.name in names:
                stay |= {number - 1, number, number + 1}
    more = len(new) - len(old)
    first = [number for number in sorted(stay) if 0 <= number < len(old)]
    second = [number for number in first if number < head]
    second += range(head, len(new) - tail)
    second += [number + more for number in first if number >= len(old) - tail]
    return first, second


def _cut_lines(text: str, rows: Sequence[Row], kept: Sequence[int]) -> Iterator[Row]:
    """Where the lines stand that are not *kept*."""
    lines = TextLines(text)
    for last, following in pairwise(kept):
        if following > last + 1:
            yield lines.line_start(rows[last + 1][0]), lines.next_line(rows[following - 1][1])


def _cut_cards(
    syntax: CardList,
    cards: Sequence[Card],
    names: Collection[str],
    near: Collection[int],
    cuts: list[tuple[int, int]],
) -> frozenset[int]:
    """Add to *cuts* where the cards stand that nothing needs; which these are, by ``id()``."""
    own = syntax.json_sections("customcards")
    if len(own) != 1 or not cards:
        return frozenset()
    listed = [each.get("name") if isinstance(each, dict) else None for each in own[0].value]
    if listed != [card.name for card in cards]:
        return frozenset()
    text, json = syntax.source.text, own[0].json
    items, _ = json_items(text, json.start)
    long = next((n for n, item in enumerate(items) if "\n" in text[item.value : item.end]), 0)
    kept = [
        number
        for number, card in enumerate(cards)
        if number in (0, 1, long, len(cards) - 1)
        or id(card) in near
        or card.name in names
        or "(" in card.name
    ]
    for last, following in pairwise(kept):
        if following > last + 1:
            cuts.append((items[last + 1].start, items[following].start))
    return frozenset(map(id, cards)) - {id(cards[number]) for number in kept}
