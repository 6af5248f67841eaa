"""What seats do in a Deckbuilder Draft: when it is allowed, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...errors import DraftError
from ..decks import verify_deck
from ..engine import Move, check_cards, check_seat
from .actions import (
    Bought,
    Build,
    BuildingBegan,
    Built,
    Buy,
    Drafting,
    Keep,
    MarketClosed,
    MarketOpened,
    PassTurn,
    Played,
    Ranked,
    Received,
    Report,
    TurnPassed,
)
from .cards import price_of, worth_of
from .state import Deck, DeckbuilderState, DeckbuilderStep, Match, Offer, Phase, waiting

#: What of the document says how decks are built, matches are played, and cards are bought.
_DECKS, MATCHES, _MARKET, _BUYING = "Protocol 2.2", "Protocol 3.1", "Protocol 3.4", "Buying a card"

#: When something is done, and what says so.
_WHEN = {
    "build": ("decks are built after the initial draft and markets", _DECKS),
    "match": ("results can be reported when all decks are complete", MATCHES),
    "market": ("cards are bought after the matches of a round", _MARKET),
}


def _check_phase(state: DeckbuilderState, phase: Phase, *seats: int) -> None:
    """Refuse what is not done now, or by seats that there are not."""
    for seat in seats:
        check_seat(seat, len(state.seats))
    if state.phase != phase:
        reason, rule = _WHEN[phase]
        seat_or_none = seats[0] if len(seats) == 1 else None
        raise DraftError(f"{reason}, not while the phase is {state.phase!r}", seat_or_none, rule)


def _check_owned(state: DeckbuilderState, seat: int, cards: Sequence[int], rule: str) -> None:
    """Refuse cards that a seat does not have, or that are named twice."""
    check_cards(seat, cards, state.seats[seat].pool, "in its pool", rule)


# the initial draft


def _verify_drafting(state: DeckbuilderState, action: Drafting) -> None:
    if state.phase != "draft":
        seat = getattr(action.action, "seat", None)
        raise DraftError("the initial draft is over", seat, "Protocol 2.1")
    state.draft.verify(action.action)


def _apply_drafting(step: DeckbuilderStep, action: Drafting) -> None:
    step.draft = step.draft.do(action.action)
    step.outcomes += step.draft.log[-1].outcomes


# building


def _verify_build(state: DeckbuilderState, action: Build) -> None:
    _check_phase(state, "build", action.seat)
    _check_owned(state, action.seat, action.cards, _DECKS)
    rules = state.table.rules
    for name in action.basics:
        if name not in rules.basics:
            raise DraftError(
                f"{name!r} is not free: that are {', '.join(rules.basics)}", action.seat, _DECKS
            )
    verify_deck(
        [state.cards[number].card for number in state.seats[action.seat].pool],
        [*(state.cards[number].card for number in action.cards), *action.basics],
        minimum=rules.deck_size,
        free=rules.basics,
        seat=action.seat,
    )


def _apply_build(step: DeckbuilderStep, action: Build) -> None:
    deck = Deck(tuple(sorted(action.cards)), tuple(sorted(action.basics)))
    step.change(action.seat, deck=deck, is_ready=True)
    step.tell(Built(action.seat, deck.size))


def _verify_keep(state: DeckbuilderState, action: Keep) -> None:
    _check_phase(state, "build", action.seat)
    deck = state.seats[action.seat].deck
    if deck is None:
        raise DraftError("has no deck yet", action.seat, _DECKS)
    _verify_build(state, Build(action.seat, deck.cards, deck.basics))


def _apply_keep(step: DeckbuilderStep, action: Keep) -> None:
    deck = step.seats[action.seat].deck or Deck()
    _apply_build(step, Build(action.seat, deck.cards, deck.basics))


# matches


def _verify_report(state: DeckbuilderState, action: Report) -> None:
    seats = (action.first, action.second)
    _check_phase(state, "match", *seats)
    if action.first == action.second:
        raise DraftError("a player cannot play against themselves", action.first, MATCHES)
    for seat in seats:
        if seat not in waiting(state):
            raise DraftError("has played all its matches of this round", seat, MATCHES)
    if action.winner is not None:
        check_seat(action.winner, len(state.seats))
        if action.winner not in seats:
            raise DraftError(
                f"seat {action.winner} did not play, and cannot have won", action.winner, MATCHES
            )


def _apply_report(step: DeckbuilderStep, action: Report) -> None:
    rules = step.table.rules
    match = Match(action.first, action.second, action.winner)
    step.matches += (match,)
    step.tell(Played(match))
    for seat in (match.first, match.second):
        won = rules.win_points if seat == match.winner else rules.loss_points
        _score(step, seat, rules.tie_points if match.winner is None else won, 1)


def _score(step: DeckbuilderStep, number: int, points: int, played: int) -> None:
    seat = step.seats[number]
    step.change(
        number,
        points=seat.points + points,
        gained=seat.gained + points,
        played=seat.played + played,
    )


# buying


def _check_turn(state: DeckbuilderState, action: Buy | PassTurn) -> None:
    _check_phase(state, "market", action.seat)
    if action.seat != state.buyer:
        raise DraftError(f"it is the turn of seat {state.buyer}", action.seat, _MARKET)


def _verify_buy(state: DeckbuilderState, action: Buy) -> None:
    _check_turn(state, action)
    is_number = type(action.card) is int
    if not is_number or all(each.card != action.card for each in state.market):
        raise DraftError(f"card {action.card!r} is not in the market", action.seat, _MARKET)
    _check_owned(state, action.seat, action.trade, _BUYING)
    wanted = state.cards[action.card]
    price, worth = price_of(wanted, state.table.rules), _worth(state, action)
    if worth < price:
        raise DraftError(
            f"{wanted.name!r} costs {price}; what is traded in is worth {worth}",
            action.seat,
            _BUYING,
        )


def _worth(state: DeckbuilderState, action: Buy) -> int:
    """What the cards are worth that are traded in."""
    cards, rules = state.cards, state.table.rules
    return sum(worth_of(cards[number], cards[action.card], rules) for number in action.trade)


def _apply_buy(step: DeckbuilderStep, action: Buy) -> None:
    rules, seat = step.table.rules, step.seats[action.seat]

    def without_trade(numbers: Sequence[int]) -> tuple[int, ...]:
        return tuple([number for number in numbers if number not in action.trade])

    deck = seat.deck and evolve(seat.deck, cards=without_trade(seat.deck.cards))
    step.change(action.seat, pool=(*without_trade(seat.pool), action.card), deck=deck)
    step.market = tuple([each for each in step.market if each.card != action.card])
    for number in action.trade:
        sells = rules.tariff(step.cards[number].rarity).price is not None
        if rules.traded == "market" and sells:
            step.market += (Offer(number),)
        else:
            step.discarded += (number,)
    step.tell(Bought(action.seat, action.card, action.trade, _worth(step, action)))
    _next_turn(step, passes=0)


def _apply_pass_turn(step: DeckbuilderStep, action: PassTurn) -> None:
    step.tell(TurnPassed(action.seat))
    _next_turn(step, passes=step.passes + 1)


def _next_turn(step: DeckbuilderStep, *, passes: int) -> None:
    step.passes = passes
    step.turn = (step.turn + 1) % len(step.seats)


MOVES = {
    Drafting: Move(_apply_drafting, _verify_drafting),
    Build: Move(_apply_build, _verify_build),
    Keep: Move(_apply_keep, _verify_keep),
    Report: Move(_apply_report, _verify_report),
    Buy: Move(_apply_buy, _verify_buy),
    PassTurn: Move(_apply_pass_turn, _check_turn),
}


# from phase to phase


def settle(step: DeckbuilderStep) -> None:
    """Go on to the next phase when nothing is left to do in this one."""
    if step.phase == "draft" and step.draft.is_over:
        for number, seat in enumerate(step.draft.seats):
            step.change(number, pool=seat.pool)
        _begin_building(step)
    elif step.phase == "build" and all(seat.is_ready for seat in step.seats):
        step.phase = "match"
    elif step.phase == "match" and len(waiting(step)) <= 1:
        for number in waiting(step):  # it has nobody to play against
            missing = step.table.rules.matches - step.seats[number].played
            _score(step, number, missing * step.table.rules.bye_points, missing)
        _open_market(step)
    if step.phase == "market" and (step.passes == len(step.seats) or not step.market):
        _close_market(step)
        step.round += 1
        if step.round < step.table.rounds:
            _begin_building(step)
        else:
            step.phase = "over"
            step.tell(Ranked(step.ranking))


def _begin_building(step: DeckbuilderStep) -> None:
    step.phase = "build"
    step.matches = ()
    for number in range(len(step.seats)):
        step.change(number, is_ready=False, gained=0, played=0)
    step.tell(BuildingBegan(step.round))


def _open_market(step: DeckbuilderStep) -> None:
    """Deal everybody a booster, put new cards into the market, and settle who buys first."""
    table, limit = step.table, step.table.rules.market_limit
    for number, cards in enumerate(table.boosters[step.round]):
        if cards:
            step.change(number, pool=(*step.seats[number].pool, *cards))
            step.tell(Received(number, cards, len(cards)))
    new, old = table.market[step.round], step.market
    gone: tuple[int, ...] = ()
    too_many = 0 if limit is None else len(new) + len(old) - limit
    if too_many > 0 and old:
        gone = tuple(step.bits().shuffled(each.card for each in old)[:too_many])
        step.discarded += gone
    step.market = (*map(Offer, new), *(each for each in old if each.card not in gone))
    step.order = _buying_order(step)
    step.turn = step.passes = 0
    step.phase = "market"
    step.tell(MarketOpened(tuple([each.card for each in step.market]), step.order, gone))


def _buying_order(step: DeckbuilderStep) -> tuple[int, ...]:
    """The seats, from losers to winners of the round."""
    seats = range(len(step.seats))
    by_chance = step.bits().shuffled(seats)
    keys = {
        "score": [seat.points for seat in step.seats],
        "seat": list(seats),
        "chance": [by_chance.index(number) for number in seats],
    }
    criteria = (*step.table.rules.order_ties, "chance")
    return tuple(
        sorted(seats, key=lambda n: (step.seats[n].gained, *(keys[word][n] for word in criteria)))
    )


def _close_market(step: DeckbuilderStep) -> None:
    """Discard what does not stay for the next round."""
    rules, offers = step.table.rules, step.market
    step.market = tuple(
        [
            evolve(each, age=each.age + 1)
            for each in offers
            if step.cards[each.card].rarity in rules.old_rarities
            and (rules.old_stays is None or each.age < rules.old_stays)
        ]
    )
    kept = tuple([each.card for each in step.market])
    gone = tuple([each.card for each in offers if each.card not in kept])
    step.discarded += gone
    step.order = ()
    step.turn = step.passes = 0
    step.tell(MarketClosed(gone, kept))
