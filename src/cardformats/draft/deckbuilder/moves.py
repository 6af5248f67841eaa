"""What seats do in a Deckbuilder Draft: when it is allowed, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...errors import DraftError
from ..asking import ANY_TUPLE, Ask, One, Some, Suggested
from ..decks import verify_deck
from ..engine import Move
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


def _check_phase(state: DeckbuilderState, phase: Phase, seat: int | None = None) -> None:
    """Refuse what is not done now."""
    if state.phase != phase:
        reason, rule = _WHEN[phase]
        raise DraftError(f"{reason}, not while the phase is {state.phase!r}", seat, rule)


# the initial draft


def _ask_drafting(state: DeckbuilderState, seat: int | None) -> Ask:
    """Ask a seat for what it is asked for in the initial draft."""
    if state.phase != "draft":
        raise DraftError("the initial draft is over", seat, "Protocol 2.1")
    asks = state.draft.choices(seat) if seat in range(len(state.seats)) else ()
    actions = [action for ask in asks for action in ask.actions(seat)]
    any_action = Suggested(actions, lambda _: True)
    return Ask(Drafting, [any_action], lambda action: state.draft.verify(action.action))


def _apply_drafting(step: DeckbuilderStep, action: Drafting) -> None:
    step.draft = step.draft.do(action.action)
    step.outcomes += step.draft.log[-1].outcomes


# building


def _ask_build(state: DeckbuilderState, seat: int) -> Ask:
    """Ask a seat for a deck of its pool and of free basic lands."""
    _check_phase(state, "build", seat)
    rules, pool = state.table.rules, state.seats[seat].pool

    def verify(action: Build) -> None:
        for name in action.basics:
            if name not in rules.basics:
                free = ", ".join(rules.basics)
                raise DraftError(f"{name!r} is not free: that are {free}", seat, _DECKS)
        verify_deck(
            [state.cards[number].card for number in pool],
            [*(state.cards[number].card for number in action.cards), *action.basics],
            minimum=rules.deck_size,
            free=rules.basics,
            seat=seat,
        )

    return Ask(Build, [Some(pool, "in its pool"), ANY_TUPLE], verify, _DECKS)


def _apply_build(step: DeckbuilderStep, action: Build) -> None:
    deck = Deck(tuple(sorted(action.cards)), tuple(sorted(action.basics)))
    step.change(action.seat, deck=deck, is_ready=True)
    step.tell(Built(action.seat, deck.size))


def _ask_keep(state: DeckbuilderState, seat: int) -> Ask:
    """Ask a seat whose deck can be built for a second round."""
    can_build = _ask_build(state, seat)
    deck = state.seats[seat].deck
    if deck is None:
        raise DraftError("has no deck yet", seat, _DECKS)
    can_build.verify(Build(seat, deck.cards, deck.basics))
    return Ask(Keep)


def _apply_keep(step: DeckbuilderStep, action: Keep) -> None:
    deck = step.seats[action.seat].deck or Deck()
    _apply_build(step, Build(action.seat, deck.cards, deck.basics))


# matches


def _ask_report(state: DeckbuilderState, _: None) -> Ask:
    """Ask for the result of a match of two seats that have one to play."""
    _check_phase(state, "match")
    able = waiting(state)

    def verify(action: Report) -> None:
        seats = (action.first, action.second)
        if action.first == action.second:
            raise DraftError("a player cannot play against themselves", action.first, MATCHES)
        for seat in seats:
            if seat not in able:
                raise DraftError("has played all its matches of this round", seat, MATCHES)
        if action.winner is not None and action.winner not in seats:
            reason = f"seat {action.winner} did not play, and cannot have won"
            raise DraftError(reason, action.winner, MATCHES)

    seats = range(len(state.seats))
    return Ask(Report, [seats, seats, (None, *seats)], verify, MATCHES)


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


def _check_turn(state: DeckbuilderState, seat: int) -> None:
    _check_phase(state, "market", seat)
    if seat != state.buyer:
        raise DraftError(f"it is the turn of seat {state.buyer}", seat, _MARKET)


def _ask_buy(state: DeckbuilderState, seat: int) -> Ask:
    """Ask a seat for a card of the market, and cards that are worth its price."""
    _check_turn(state, seat)

    def verify(action: Buy) -> None:
        wanted = state.cards[action.card]
        price, worth = price_of(wanted, state.table.rules), _worth(state, action)
        if worth < price:
            reason = f"{wanted.name!r} costs {price}; what is traded in is worth {worth}"
            raise DraftError(reason, seat, _BUYING)

    market = One([each.card for each in state.market], "in the market", _MARKET)
    return Ask(Buy, [market, Some(state.seats[seat].pool, "in its pool", _BUYING)], verify)


def _ask_pass_turn(state: DeckbuilderState, seat: int) -> Ask:
    """Ask a seat whose turn it is, and who may buy nothing."""
    _check_turn(state, seat)
    return Ask(PassTurn)


def _worth(state: DeckbuilderState, action: Buy) -> int:
    """Return the total worth of the cards that are traded in."""
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
    Drafting: Move(_apply_drafting, _ask_drafting),
    Build: Move(_apply_build, _ask_build),
    Keep: Move(_apply_keep, _ask_keep),
    Report: Move(_apply_report, _ask_report),
    Buy: Move(_apply_buy, _ask_buy),
    PassTurn: Move(_apply_pass_turn, _ask_pass_turn),
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
    """Return the seats, from losers to winners of the round."""
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
