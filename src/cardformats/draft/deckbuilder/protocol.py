"""The protocol of a Deckbuilder Draft as a script: what is asked of whom, and what comes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any

from attrs import evolve

from ..asking import ANY_TUPLE, Ask, One, Some, Suggested
from ..decks import verify_deck
from ..engine import refuse
from ..script import Script
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
from .state import Deck, DeckbuilderStep, Match, Numbers, Offer, waiting

#: What of the document says what cards cost.
_BUYING = "Buying a card"


def take_turn(step: DeckbuilderStep) -> Script:
    """Let somebody do one thing, and go on to the next phase when nothing is left to do."""
    if step.phase == "draft" and step.draft.is_over:
        for number, seat in enumerate(step.draft.seats):
            step.change(number, pool=seat.pool)
        _begin_building(step)
    yield from _PHASES[step.phase](step)
    if step.phase == "market" and (step.passes == len(step.seats) or not step.market):
        _close_market(step)
        step.round += 1
        if step.round < step.table.rounds:
            _begin_building(step)
        else:
            step.phase = "over"
            step.tell(Ranked(step.ranking))


# the initial draft


def _draft(step: DeckbuilderStep) -> Script:
    """Let a seat draft (Protocol 2.1)."""
    draft = step.draft

    def asks(seat: int) -> list[Ask]:
        actions = [action for ask in draft.choices(seat) for action in ask.actions(seat)]
        listed = Suggested(actions, lambda _: True)
        return [Ask(Drafting, [listed], lambda each: draft.verify(each.action))]

    action = yield {seat: partial(asks, seat) for seat in range(step.table.seats)}
    step.draft = draft.do(action.action)
    step.outcomes += step.draft.log[-1].outcomes


# building


def _begin_building(step: DeckbuilderStep) -> None:
    step.phase = "build"
    step.matches = ()
    step.seats = tuple([evolve(each, is_ready=False, gained=0, played=0) for each in step.seats])
    step.tell(BuildingBegan(step.round))


def _build(step: DeckbuilderStep) -> Script:
    """Let a seat build its deck or keep it (Protocol 2.2), until all decks stand."""
    rules = step.table.rules

    def verify(action: Build | Keep) -> None:
        seat = step.seats[action.seat]
        deck = seat.deck if isinstance(action, Keep) else action
        if deck is None:
            refuse(action.seat, "has no deck yet", Keep.rule)
        for name in deck.basics:
            if name not in rules.basics:
                free = ", ".join(rules.basics)
                refuse(action.seat, f"{name!r} is not free: that are {free}", Build.rule)
        verify_deck(
            [step.cards[number].card for number in seat.pool],
            [*(step.cards[number].card for number in deck.cards), *deck.basics],
            minimum=rules.deck_size,
            free=rules.basics,
            seat=action.seat,
        )

    pools = [Some(seat.pool, "in its pool") for seat in step.seats]
    keep = Ask(Keep, check=verify)
    action = yield {
        seat: [Ask(Build, [pool, ANY_TUPLE], verify), keep] for seat, pool in enumerate(pools)
    }
    built: Any = step.seats[action.seat].deck if isinstance(action, Keep) else action
    deck = Deck(tuple(sorted(built.cards)), tuple(sorted(built.basics)))
    step.change(action.seat, deck=deck, is_ready=True)
    step.tell(Built(action.seat, deck.size))
    if all(seat.is_ready for seat in step.seats):
        step.phase = "match"


# matches


def _play(step: DeckbuilderStep) -> Script:
    """Hear how a match ended (Protocol 3.1); the market opens after the last one."""
    rules, seats, able = step.table.rules, range(step.table.seats), waiting(step)

    def verify(action: Report) -> None:
        players = (action.first, action.second)
        if action.first == action.second:
            refuse(action.first, "a player cannot play against themselves", Report.rule)
        for seat in players:
            if seat not in able:
                refuse(seat, "has played all its matches of this round", Report.rule)
        if action.winner is not None and action.winner not in players:
            reason = f"seat {action.winner} did not play, and cannot have won"
            refuse(action.winner, reason, Report.rule)

    winners = (None, *seats)
    action = yield {None: [Ask(Report, [seats, seats, winners], verify)]}
    match = Match(action.first, action.second, action.winner)
    step.matches += (match,)
    step.tell(Played(match))
    for seat in (match.first, match.second):
        won = rules.win_points if seat == match.winner else rules.loss_points
        _score(step, seat, rules.tie_points if match.winner is None else won)
    left = waiting(step)
    if len(left) <= 1:
        for seat in left:  # it has nobody to play against
            missing = rules.matches - step.seats[seat].played
            _score(step, seat, missing * rules.bye_points, missing)
        _open_market(step)


def _score(step: DeckbuilderStep, number: int, points: int, played: int = 1) -> None:
    seat = step.seats[number]
    step.change(
        number,
        points=seat.points + points,
        gained=seat.gained + points,
        played=seat.played + played,
    )


# buying


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
    step.phase = "market"
    step.tell(MarketOpened(tuple([each.card for each in step.market]), step.order, gone))


def _buying_order(step: DeckbuilderStep) -> tuple[int, ...]:
    """Return the seats, from losers to winners of the round; chance has the last word."""
    by_chance = step.bits().shuffled(range(step.table.seats))

    def key(number: int) -> tuple[int, ...]:
        seat = step.seats[number]
        ties = {"score": seat.points, "seat": number, "chance": by_chance.index(number)}
        return seat.gained, *[ties[word] for word in step.table.rules.order_ties]

    return tuple(sorted(by_chance, key=key))


def _buy(step: DeckbuilderStep) -> Script:
    """Let the seat whose turn it is buy a card or pass (Protocol 3.4)."""
    rules, seat = step.table.rules, step.order[step.turn]
    pool, deck = step.seats[seat].pool, step.seats[seat].deck

    def worth(action: Buy) -> int:
        wanted = step.cards[action.card]
        return sum(worth_of(step.cards[each], wanted, rules) for each in action.trade)

    def verify(action: Buy) -> None:
        wanted = step.cards[action.card]
        price, value = price_of(wanted, rules), worth(action)
        if value < price:
            reason = f"{wanted.name!r} costs {price}; what is traded in is worth {value}"
            refuse(seat, reason, _BUYING)

    market = One([each.card for each in step.market], "in the market")
    trade = Some(pool, "in its pool", _BUYING)
    action = yield {seat: [Ask(Buy, [market, trade], verify), Ask(PassTurn)]}
    step.turn = (step.turn + 1) % len(step.seats)
    if isinstance(action, PassTurn):
        step.passes += 1
        step.tell(TurnPassed(seat))
        return
    step.passes = 0
    bought, traded = action.card, action.trade
    left = evolve(deck, cards=_without(traded, deck.cards)) if deck else None
    step.change(seat, pool=(*_without(traded, pool), bought), deck=left)
    sold = [each.rarity for each in rules.tariffs if each.price is not None]
    into = [each for each in traded if rules.traded == "market" and step.cards[each].rarity in sold]
    others = [each for each in step.market if each.card != bought]
    step.market = (*others, *map(Offer, into))
    step.discarded += _without(into, traded)
    step.tell(Bought(seat, bought, traded, worth(action)))


def _without(gone: Collection[int], numbers: Iterable[int]) -> Numbers:
    return tuple([number for number in numbers if number not in gone])


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


_PHASES = {"draft": _draft, "build": _build, "match": _play, "market": _buy}
