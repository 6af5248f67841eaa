"""Views: what a seat may see of a draft (CR 905.1c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen

from ...display import Displayed
from ...model.frozen import EMPTY
from ..cards import DraftCard
from ..engine import by_number
from .asks import cards_due, first_cards, usable_effects, uses_anytime
from .deals import offered_in
from .effects import LAST_CARD, has_turn, is_blind, shows_removed
from .state import BoosterState, Duty, NoteValue, Question, question_of
from .step import BoosterStep

#: Cards by number.
Cards = Mapping[int, DraftCard]


@frozen
class Usable:
    """A card that a seat may use while it drafts.

    Attributes:
        card: its number.
        extra_cards: the number of additional cards that are drafted.
        takes_pack: all cards of the pack are drafted.
        removes: the cards are removed from the draft.
        first: the cards of the pack one of which has to be drafted, first or named in
            ``Pick.about``; empty if the seat cannot look at the pack.
    """

    card: int
    extra_cards: int = 0
    takes_pack: bool = False
    removes: bool = False
    first: tuple[int, ...] = ()


@frozen
class UsableAnytime:
    """A card that a seat may use now, whether or not it has to draft.

    Attributes:
        card: its number.
        choices: what it may choose: a seat by its number, or what else the effect says.  The packs
            of a Whispergear Sneak are ``pack 7``, by the numbers that outcomes give, and of later
            rounds ``round 2 seat 0``.
    """

    card: int
    choices: tuple[str, ...]


@frozen
class PublicNote:
    """What was noted on a seat's card, for all to see (CR 905.2b)."""

    seat: int
    name: str
    effect: str
    value: NoteValue


@frozen
class SeatView:
    """What all may see of a seat.

    Attributes:
        face_up: its cards that are face up (CR 905.2c).
        pool_size: how many cards it has drafted.
        packs: how many cards there are in each of the packs in front of it.
        removed: how many cards it removed from the draft.
        removed_face_up: those of them that are face up.
    """

    face_up: Cards
    pool_size: int
    packs: tuple[int, ...]
    removed: int
    removed_face_up: Cards = EMPTY


@frozen
class View(Displayed):
    """All that a seat may see at one moment.

    Attributes:
        seat: whose view it is.
        moment: how many records the log has.
        is_over: whether the draft is over.
        round: the number of the round, from 0.
        picks: how often the seat has drafted in this round.
        duty: what it has to do now.
        pack: the cards of the pack in front of it; empty if there is none, or it cannot look (yet).
        pack_size: how many cards are in that pack.
        to_pick, to_burn: how many cards it has to draft and to burn.
        is_blind: it cannot look at its pack, and drafts at random.
        usable: what it may use with its pick, each by itself.
        pool: its drafted cards.
        removed: the cards it removed from the draft.
        question: what it is asked; None if nothing.
        asked_by: the name of the card that asks; None if none does.
        seats: what all may see, by seat.
        notes: what was noted.
        usable_anytime: what it may use now with or without a pick.
        offered: the cards of a deal after the draft: the one that was revealed, and when all have
            answered, those that are offered for it.
    """

    seat: int
    moment: int
    is_over: bool
    round: int
    picks: int
    duty: Duty
    pack: Cards
    pack_size: int
    to_pick: int
    to_burn: int
    is_blind: bool
    usable: tuple[Usable, ...]
    pool: Cards
    removed: Cards
    question: Question | None
    asked_by: str | None
    seats: tuple[SeatView, ...]
    notes: tuple[PublicNote, ...]
    usable_anytime: tuple[UsableAnytime, ...] = ()
    offered: Cards = EMPTY


def view_of(state: BoosterState, number: int, moment: int) -> View:
    """Return the view of a seat, *moment* records after the beginning."""
    seat, cards = state.seats[number], state.cards
    duty = state.duty(number)
    question = question_of(state, number)
    passes_last = question is not None and question.effect == LAST_CARD
    pack = seat.packs[0].cards if has_turn(state, number) else ()
    blind = is_blind(state, number)
    if blind and question is not None and passes_last:
        question = evolve(question, about=None)  # it does not know which card that is
    # with a question to answer nothing can be used
    nothing = question is not None or state.is_over
    able = [] if nothing else [card for card in seat.pool if cards[card].effects]
    to_pick, to_burn = cards_due(state, number, []) if duty == "pick" else (0, 0)
    uses = _uses(state, number, able, blind=blind) if duty == "pick" and able else ()
    removed: list[list[int]] = [[] for _ in state.seats]
    shown: list[list[int]] = [[] for _ in state.seats]
    showing = {card for card in {each.by for each in state.removals} if shows_removed(cards[card])}
    for each in state.removals:
        removed[each.seat].append(each.card)
        if each.by in showing:
            shown[each.seat].append(each.card)
    return View(
        number,
        moment,
        state.is_over,
        state.round,
        seat.picks,
        duty,
        EMPTY if blind else by_number(cards, pack),
        len(pack),
        to_pick,
        to_burn,
        blind,
        tuple(uses),
        by_number(cards, seat.pool),
        by_number(cards, removed[number]),
        question,
        None if question is None else cards[question.card].name,
        tuple(
            [
                SeatView(
                    by_number(cards, mine.face_up),
                    len(mine.pool),
                    tuple([len(pack.cards) for pack in mine.packs]),
                    len(removed[at]),
                    by_number(cards, shown[at]),
                )
                for at, mine in enumerate(state.seats)
            ]
        ),
        tuple([PublicNote(n.seat, cards[n.card].name, n.effect, n.value) for n in state.notes]),
        tuple(
            [
                UsableAnytime(card, choices)
                for card, (*_, choices) in uses_anytime(state, number, able).items()
            ]
        ),
        by_number(cards, offered_in(state.questions)),
    )


def _uses(
    state: BoosterState, number: int, able: Iterable[int], *, blind: bool
) -> Iterator[Usable]:
    """List the cards with effects that a seat can use with its pick."""
    step = BoosterStep(state)
    for card in able:
        used = usable_effects(state, number, card)
        if used and (first := first_cards(step, number, used)):
            rules = [rule for _, rule in used]
            yield Usable(
                card,
                sum(rule.extra_cards for rule in rules),
                any(rule.takes_pack for rule in rules),
                any(rule.removes for rule in rules),
                () if blind else first,
            )
