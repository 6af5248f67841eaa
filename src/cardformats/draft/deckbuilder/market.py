"""The market: opening, buying in it, and closing."""

from __future__ import annotations

from attrs import evolve

from ...errors import DraftError
from .actions import Bought, Buy, MarketClosed, MarketOpened, PassTurn, Received, TurnPassed
from .cards import price_of, worth_of
from .state import Deck, DeckbuilderState, DeckbuilderStep, Offer

RULE = "Protocol 3.4"

#: The definition in the document.
_BUYING = "Buying a card"


def open_market(step: DeckbuilderStep) -> None:
    """Deal everybody a booster, put new cards into the market, and settle who buys first."""
    table, rules = step.table, step.table.rules
    for number, cards in enumerate(table.boosters[step.round]):
        if cards:
            step.change(number, pool=(*step.seats[number].pool, *cards))
            step.tell(Received(number, cards, len(cards)))
    new = tuple([Offer(card) for card in table.market[step.round]])
    gone: tuple[int, ...] = ()
    too_many = len(new) + len(step.market) - (rules.market_limit or 0)
    if rules.market_limit is not None and too_many > 0 and step.market:
        gone = tuple(step.shuffled(each.card for each in step.market)[:too_many])
        step.market = tuple([each for each in step.market if each.card not in gone])
        step.discarded += gone
    step.market = (*new, *step.market)
    step.order = _buying_order(step)
    step.turn = step.passes = 0
    step.phase = "market"
    step.tell(MarketOpened(tuple([each.card for each in step.market]), step.order, gone))


def _buying_order(step: DeckbuilderStep) -> tuple[int, ...]:
    """The seats, from losers to winners of the round."""
    seats = range(len(step.seats))
    keys = {
        "score": [seat.points for seat in step.seats],
        "seat": list(seats),
        "chance": _places(step),
    }
    criteria = (*step.table.rules.order_ties, "chance")
    return tuple(
        sorted(seats, key=lambda n: (step.seats[n].gained, *(keys[word][n] for word in criteria)))
    )


def _places(step: DeckbuilderStep) -> list[int]:
    """For each seat its place in a random order."""
    order = step.shuffled(range(len(step.seats)))
    return [order.index(number) for number in range(len(order))]


def is_closing(step: DeckbuilderStep) -> bool:
    """Whether all have passed in a row, or nothing is left that could be bought."""
    return step.passes == len(step.seats) or not step.market


def close_market(step: DeckbuilderStep) -> None:
    """Discard what does not stay for the next round."""
    rules = step.table.rules
    stays = tuple(
        [
            evolve(each, age=each.age + 1)
            for each in step.market
            if step.cards[each.card].rarity in rules.old_rarities
            and (rules.old_stays is None or each.age < rules.old_stays)
        ]
    )
    kept = tuple([each.card for each in stays])
    gone = tuple([each.card for each in step.market if each.card not in kept])
    step.discarded += gone
    step.market = stays
    step.order = ()
    step.turn = step.passes = 0
    step.tell(MarketClosed(gone, kept))


def verify_buy(state: DeckbuilderState, action: Buy) -> None:
    """Refuse to sell.

    Raises:
        DraftError: it is not the seat's turn, the card is not there, or the trade does not do.
    """
    _check_turn(state, action.seat)
    is_number = type(action.card) is int
    if not is_number or all(each.card != action.card for each in state.market):
        raise DraftError(f"card {action.card!r} is not in the market", action.seat, RULE)
    state.check_owned(action.seat, action.trade, _BUYING)
    wanted, rules = state.cards[action.card], state.table.rules
    price = price_of(wanted, rules)
    worth = sum(worth_of(state.cards[number], wanted, rules) for number in action.trade)
    if worth < price:
        raise DraftError(
            f"{wanted.name!r} costs {price}; what is traded in is worth {worth}",
            action.seat,
            _BUYING,
        )


def apply_buy(step: DeckbuilderStep, action: Buy) -> None:
    """Exchange cards."""
    rules = step.table.rules
    seat = step.seats[action.seat]
    given = frozenset(action.trade)
    deck = seat.deck and Deck(
        tuple([number for number in seat.deck.cards if number not in given]), seat.deck.basics
    )
    kept = [number for number in seat.pool if number not in given]
    step.change(action.seat, pool=(*kept, action.card), deck=deck)
    step.market = tuple([each for each in step.market if each.card != action.card])
    for number in action.trade:
        sells = rules.tariff(step.cards[number].rarity).price is not None
        if rules.traded == "market" and sells:
            step.market += (Offer(number),)
        else:
            step.discarded += (number,)
    wanted = step.cards[action.card]
    worth = sum(worth_of(step.cards[number], wanted, rules) for number in action.trade)
    step.tell(Bought(action.seat, action.card, action.trade, worth))
    _next_turn(step, 0)


def verify_pass_turn(state: DeckbuilderState, action: PassTurn) -> None:
    """Refuse to pass when it is not the seat's turn.

    Raises:
        DraftError: it is not.
    """
    _check_turn(state, action.seat)


def apply_pass_turn(step: DeckbuilderStep, action: PassTurn) -> None:
    """Let the next seat buy."""
    step.tell(TurnPassed(action.seat))
    _next_turn(step, step.passes + 1)


def _check_turn(state: DeckbuilderState, seat: int) -> None:
    state.check_phase(seat, "market", "cards are bought after the matches of a round", RULE)
    if seat != state.buyer:
        raise DraftError(f"it is the turn of seat {state.buyer}", seat, RULE)


def _next_turn(step: DeckbuilderStep, passes: int) -> None:
    step.passes = passes
    step.turn = (step.turn + 1) % len(step.seats)
