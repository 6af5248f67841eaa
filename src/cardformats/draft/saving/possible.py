"""What can be stored of a draft: numbers that name something, and each card in one place.

Whatever passes can be gone on with.  Whether play leads there is not asked: that would be to play
it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...errors import DraftError
from ...model import AddBooster, Color
from ..cards import DraftCard
from ..effects import kind_of, rule_for
from ..passing import LAST_CARD
from ..table import MAX_CARDS, Question, Seat
from .document import SavedDraft, SavedStart
from .numbers import Numbers, refuse, verify_below, verify_count

#: Numbers of cards, and where they stand.
_Places: TypeAlias = Iterator[tuple[int, str]]

_COLORS = frozenset(color.value for color in Color)


def verify_possible(document: SavedDraft) -> None:
    """Refuse what no draft can be at.

    Raises:
        DraftError: where it is said, and why it cannot be.
    """
    if len(document.cards) > MAX_CARDS:
        refuse("cards", f"a draft has up to {MAX_CARDS} cards, not {len(document.cards)}")
    numbers = Numbers(document)
    numbers.verify_kinds(document.cards, "cards")
    _verify_kinds(document)
    _verify_table(document, numbers)
    for name in ("seats", "standing", "questions", "orders", "notes", "removals"):
        numbers.verify_all(getattr(document, name), name)
    numbers.verify_cards(document.burned, "burned")
    _verify_places(document)
    _verify_packs(document)
    _verify_open(document)
    _verify_log(document, numbers)


def _verify_kinds(document: SavedDraft) -> None:
    """Refuse cards with effects for which there is no rule."""
    for number, kind in enumerate(document.kinds):
        path = f"kinds[{number}]"
        _verify_effects(kind, path)
        for place, added in enumerate(kind.adds):
            _verify_effects(added, f"{path}.adds[{place}]")


def _verify_effects(card: DraftCard, path: str) -> None:
    for number, effect in enumerate(card.effects):
        _verify_rule(kind_of(effect), f"{path}.effects[{number}]")


def _verify_rule(effect: str, path: str) -> None:
    try:
        rule_for(effect)
    except DraftError as error:
        refuse(path, error.reason)


def _verify_table(document: SavedDraft, numbers: Numbers) -> None:
    """Refuse rounds that have a card twice, and impossible counts of what was done at the table."""
    table = document.table
    if len(document.seats) != table.seats:
        refuse("seats", f"there are {len(document.seats)}; the table has {table.seats}")
    if not 0 <= document.round <= len(table.rounds):
        refuse("round", f"{document.round} is not from 0 to {len(table.rounds)}")
    opened = table.seats * min(document.round + 1, len(table.rounds))
    if document.packs < opened:
        refuse("packs", f"{document.packs} are too few; {opened} were opened")
    verify_count(document.chances, "chances")
    for number, each in enumerate(table.rounds):
        for seat, pack in enumerate(each.packs):
            numbers.verify_cards(pack, f"table.rounds[{number}].packs[{seat}]")
    _verify_distinct(_of_rounds(document, 0))


def _of_rounds(document: SavedDraft, first: int) -> _Places:
    """The cards in the packs of the rounds from *first* on."""
    for number, each in enumerate(document.table.rounds):
        if number >= first:
            for seat, pack in enumerate(each.packs):
                yield from _of(pack, f"table.rounds[{number}].packs[{seat}]")


def _of(cards: Iterable[int], path: str) -> _Places:
    for number, card in enumerate(cards):
        yield card, f"{path}[{number}]"


def _verify_distinct(places: _Places) -> dict[int, str]:
    """Where each card is, if each is in one place only."""
    found: dict[int, str] = {}
    for card, path in places:
        if card in found:
            refuse(path, f"card {card} is in two places, here and at {found[card]}")
        found[card] = path
    return found


def _verify_places(document: SavedDraft) -> None:
    """Refuse a draft in which a card is in two places or nowhere."""
    found = _verify_distinct(_places(document))
    for card in range(len(document.cards)):
        if card not in found:
            refuse(f"cards[{card}]", f"card {card} is nowhere")
    for number, seat in enumerate(document.seats):
        path = f"seats[{number}].face_up"
        _verify_distinct(_of(seat.face_up, path))
        pool = frozenset(seat.pool)
        for card, place in _of(seat.face_up, path):
            if card not in pool:
                refuse(place, f"card {card} is not in the pool of that seat")


def _places(document: SavedDraft) -> _Places:
    yield from _of_rounds(document, document.round + 1)
    for number, seat in enumerate(document.seats):
        yield from _of(seat.pool, f"seats[{number}].pool")
        for name in ("packs", "coming"):
            for place, pack in enumerate(getattr(seat, name)):
                yield from _of(pack.cards, f"seats[{number}].{name}[{place}].cards")
    yield from _of(document.burned, "burned")
    for number, removal in enumerate(document.removals):
        yield removal.card, f"removals[{number}].card"


def _verify_packs(document: SavedDraft) -> None:
    """Refuse two packs of the same number, and seats that wait in a queue."""
    found: set[int] = set()
    for number, seat in enumerate(document.seats):
        path = f"seats[{number}]"
        for name in ("packs", "coming"):
            for place, pack in enumerate(getattr(seat, name)):
                if pack.number in found:
                    refuse(f"{path}.{name}[{place}].number", f"{pack.number} is there twice")
                found.add(pack.number)
        if document.table.pace == "queue" and (seat.coming or seat.has_stepped):
            refuse(path, "nobody waits for others with the pace 'queue'")


def _verify_open(document: SavedDraft) -> None:
    """Refuse effects that cannot go on, and a draft in which nobody has anything to do."""
    for number, standing in enumerate(document.standing):
        _verify_rule(standing.effect, f"standing[{number}].effect")
    for number, question in enumerate(document.questions):
        path = f"questions[{number}]"
        _verify_rule(question.effect, f"{path}.effect")
        if not question.options:
            refuse(f"{path}.options", "there are none")
        _verify_question(question, document, path)
    last_cards = [each.seat for each in document.questions if each.effect == LAST_CARD]
    if len(set(last_cards)) < len(last_cards):
        refuse("questions", f"a seat is asked {LAST_CARD} twice")
    is_over = document.round == len(document.table.rounds)
    goes_on = bool(document.questions or document.orders)
    if is_over and (goes_on or any(each.packs or each.coming for each in document.seats)):
        refuse("round", "the draft is over, and there is something left to do")
    if not is_over and not goes_on and not any(map(_may_act, document.seats)):
        refuse("round", "the draft is not over, and nobody has anything to do")


def _may_act(seat: Seat) -> bool:
    return bool(seat.packs) and not seat.has_stepped


def _verify_question(question: Question, document: SavedDraft, path: str) -> None:
    """Refuse a question of an effect of the library that it does not ask so."""
    options, about = question.options, question.about
    if question.effect == LAST_CARD:
        seats = {str(seat) for seat in range(len(document.seats))}
        if not seats.issuperset(options) or not document.seats[question.seat].packs:
            refuse(path, "the last card of a pack in front of the seat is passed to a seat")
    elif question.effect == "ChooseColors":
        if not _COLORS.issuperset(options) or len(set(options)) < len(options):
            refuse(f"{path}.options", "expected colours, each once")
        verify_below(-1 if about is None else about, len(document.seats), "seat", f"{path}.about")
    elif question.effect == "AddBooster":
        effects = document.kinds[document.cards[question.card]].effects
        if (
            about is None
            or not (0 <= about < len(effects))
            or type(effects[about]) is not AddBooster
        ):
            refuse(f"{path}.about", "expected the place of the effect AddBooster of the card")


def _verify_log(document: SavedDraft, numbers: Numbers) -> None:
    """Refuse a log that does not begin with the start, and one that names what is not there."""
    for number, record in enumerate(document.log):
        path = f"log[{number}]"
        if isinstance(record.action, SavedStart) != (number == 0):
            refuse(f"{path}.action", "a log begins with the start of the draft, and has no other")
        numbers.verify_action(record.action, f"{path}.action")
        numbers.verify_all(record.outcomes, f"{path}.outcomes")
