"""What can be stored of a Deckbuilder Draft: numbers that name something, each card in one place.

Whatever passes can be gone on with.  Whether play leads there is not asked: that would be to play
it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from attrs import fields, has

from ....errors import DraftError
from ...saving.document import document_of
from ...saving.numbers import refuse, verify_below, verify_count
from ...saving.possible import verify_possible as verify_possible_draft
from ..drafting import begin_draft
from ..table import Match
from .document import SavedDeckbuilder, SavedDrafting, SavedStart

#: Numbers of cards, and where they stand.
_Places: TypeAlias = Iterator[tuple[int, str]]

#: What the members of these names hold, in actions, outcomes and what lies on the table.
_SEATS = frozenset({"seat", "first", "second", "winner", "order"})
_CARDS = frozenset({"card", "cards", "trade", "pool", "discarded", "kept"})
_COUNTS = frozenset({"count", "size", "worth", "played", "points", "gained", "age", "round"})


def verify_possible(document: SavedDeckbuilder) -> None:
    """Refuse what no Deckbuilder Draft can be at.

    Raises:
        DraftError: where it is said, and why it cannot be.
    """
    for number, place in enumerate(document.cards):
        verify_below(place, len(document.kinds), "kind", f"cards[{number}]")
    _verify_table(document)
    _verify_draft(document)
    if len(document.seats) != document.table.seats:
        refuse("seats", f"there are {len(document.seats)}; the table has {document.table.seats}")
    for name in ("chances", "passes", "turn"):
        verify_count(getattr(document, name), name)
    for name in ("seats", "matches", "market"):
        _verify_names(getattr(document, name), name, document)
    _verify_phase(document)
    _verify_places(document)
    _verify_seats(document)
    _verify_log(document)


def _verify_table(document: SavedDeckbuilder) -> None:
    """Refuse packs that have not each card once, and cards that nobody knows the worth of."""
    table = document.table
    starters = list(_of_packs(table.starters, "table.starters"))
    boosters = _of_packs(table.boosters, "table.boosters")
    later = [*boosters, *_of_packs((table.market,), "table.market")]
    _verify_distinct([*starters, *later], len(document.cards))
    for card, path in starters:
        verify_below(card, len(starters), "card of a starter pack", path)
    for number, kind in enumerate(document.kinds):
        try:
            table.rules.tariff(kind.rarity)
        except DraftError as error:
            refuse(f"kinds[{number}].rarity", error.reason)


def _of_packs(packs: Iterable[Iterable[Iterable[int]]], path: str) -> _Places:
    for number, some in enumerate(packs):
        for seat, pack in enumerate(some):
            yield from _of(pack, f"{path}[{number}][{seat}]")


def _of(cards: Iterable[int], path: str) -> _Places:
    for number, card in enumerate(cards):
        yield card, f"{path}[{number}]"


def _verify_distinct(places: Iterable[tuple[int, str]], cards: int) -> None:
    """Refuse cards that are in two places or nowhere."""
    found: dict[int, str] = {}
    for card, path in places:
        verify_below(card, cards, "card", path)
        if card in found:
            refuse(path, f"card {card} is in two places, here and at {found[card]}")
        found[card] = path
    for card in range(cards):
        if card not in found:
            refuse(f"cards[{card}]", f"card {card} is nowhere")


def _verify_draft(document: SavedDeckbuilder) -> None:
    """Refuse an initial draft of other cards, or of other rules."""
    cards = [document.kinds[place] for place in document.cards]
    expected = document_of(begin_draft(document.table, cards))
    draft = document.draft
    if (draft.table, draft.kinds, draft.cards) != (expected.table, expected.kinds, expected.cards):
        refuse("draft", "its packs are not the starter packs of the table")
    try:
        verify_possible_draft(draft)
    except DraftError as error:
        refuse("draft", error.reason)
    if draft.burned or draft.removals or draft.standing or draft.questions or draft.orders:
        refuse("draft", "cards have no effects in this draft")


def _verify_phase(document: SavedDeckbuilder) -> None:
    """Refuse a phase that does not go together with the rest."""
    table, seats, rules = document.table, document.seats, document.table.rules
    last = table.rounds if document.phase == "over" else table.rounds - 1
    if not (table.rounds if document.phase == "over" else 0) <= document.round <= last:
        refuse("round", f"there is no round {document.round} in the phase {document.phase!r}")
    is_drafting = document.draft.round < len(document.draft.table.rounds)
    if is_drafting != (document.phase == "draft") or (is_drafting and document.round):
        refuse("phase", f"it is {document.phase!r}, which the initial draft does not go with")
    is_selling = document.phase == "market"
    if sorted(document.order) != (list(range(table.seats)) if is_selling else []):
        refuse("order", "all seats buy in turn, and only while the market is open")
    verify_below(document.turn, table.seats if is_selling else 1, "turn", "turn")
    verify_below(document.passes, table.seats if is_selling else 1, "number of passes", "passes")
    if is_selling and not document.market:
        refuse("market", "it is open, and empty")
    if document.phase == "build" and all(seat.is_ready for seat in seats):
        refuse("seats", "all decks stand, and matches are not played")
    waiting = [seat for seat in seats if seat.played < rules.matches]
    if document.phase == "match" and len(waiting) < 2:  # noqa: PLR2004 - two play a match
        refuse("seats", "all matches are over, and the market is not open")


def _verify_places(document: SavedDeckbuilder) -> None:
    """Refuse a card that is in two places or nowhere."""
    table, is_drafting = document.table, document.phase == "draft"
    sold = document.round + (document.phase == "market")
    places = [
        *_of_packs(table.boosters[sold:], f"table.boosters[{sold}:]"),
        *_of_packs((table.market[sold:],), f"table.market[{sold}:]"),
        *[(each.card, f"market[{number}]") for number, each in enumerate(document.market)],
        *_of(document.discarded, "discarded"),
    ]
    for number, seat in enumerate(document.seats):
        places += _of(seat.pool, f"seats[{number}].pool")
    if is_drafting:
        places += _of_packs(table.starters, "table.starters")
    _verify_distinct(places, len(document.cards))
    for number, offer in enumerate(document.market):
        rarity = document.kinds[document.cards[offer.card]].rarity
        if table.rules.tariff(rarity).price is None:
            refuse(f"market[{number}]", f"cards that are {rarity} are not sold")


def _verify_seats(document: SavedDeckbuilder) -> None:
    """Refuse decks of cards that a seat does not have, and matches that nobody has won or lost."""
    rules = document.table.rules
    for number, seat in enumerate(document.seats):
        path = f"seats[{number}]"
        if seat.played > rules.matches:
            refuse(f"{path}.played", f"a round has {rules.matches} matches for each seat")
        if seat.deck is None:
            if seat.is_ready or document.phase in ("match", "market", "over"):
                refuse(f"{path}.deck", "it is missing")
            continue
        cards = seat.deck.cards
        if len(set(cards)) < len(cards) or not set(seat.pool).issuperset(cards):
            refuse(f"{path}.deck.cards", "expected cards of the pool, each once")
        if not set(rules.basics).issuperset(seat.deck.basics):
            refuse(f"{path}.deck.basics", f"expected names of {', '.join(rules.basics)}")
    for number, match in enumerate(document.matches):
        _verify_match(match, f"matches[{number}]")


def _verify_match(match: Match, path: str) -> None:
    if match.first == match.second:
        refuse(path, "nobody plays against themselves")
    if match.winner not in (None, match.first, match.second):
        refuse(f"{path}.winner", f"seat {match.winner} did not play")


def _verify_log(document: SavedDeckbuilder) -> None:
    """Refuse a log that does not begin with the start, and one that names what is not there."""
    for number, record in enumerate(document.log):
        path = f"log[{number}]"
        if isinstance(record.action, SavedStart) != (number == 0):
            refuse(f"{path}.action", "a log begins with the start of the draft, and has no other")
        _verify_names(record, path, document)
    drafted = sum(isinstance(each.action, (SavedStart, SavedDrafting)) for each in document.log)
    if drafted != len(document.draft.log):
        count = len(document.draft.log)
        refuse("log", f"{drafted} records are of the initial draft, whose log has {count}")


def _verify_names(value: Any, path: str, document: SavedDeckbuilder) -> None:
    """Refuse numbers in *value* that name nothing."""
    if isinstance(value, tuple):
        for number, each in enumerate(value):
            _verify_names(each, f"{path}[{number}]", document)
    elif has(type(value)):
        for name in [each.name for each in fields(type(value))]:
            _verify_member(name, getattr(value, name), f"{path}.{name}", document)


def _verify_member(name: str, item: Any, path: str, document: SavedDeckbuilder) -> None:
    numbers = item if isinstance(item, tuple) else (item,)
    for number in numbers:
        if type(number) is not int:
            _verify_names(item, path, document)
            return
        if name in _SEATS:
            verify_below(number, document.table.seats, "seat", path)
        elif name in _CARDS:
            verify_below(number, len(document.cards), "card", path)
        elif name in _COUNTS:
            verify_count(number, path)
