"""A person's seat in a Deckbuilder Draft: what it sees, and what is asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

import click

from .. import draft
from ..draft import deckbuilder
from ..errors import DraftError
from .cardtext import show_asked
from .output import err, print_table, table
from .seat import act as act_in_draft

T = TypeVar("T", bound=deckbuilder.Action)

_State = deckbuilder.DeckbuilderDraft
_Pool = Mapping[int, deckbuilder.DeckbuilderCard]

_TIE = ("tie", "t", "draw")


def name_of(state: _State, number: int) -> str:
    """The name of a card of the draft."""
    return state.cards[number].name


def act(
    state: _State, seat: int, cards: draft.DraftCards, bot: deckbuilder.Bot
) -> deckbuilder.Action:
    """What the person at a seat does, asked until it is allowed.

    Raises:
        click.Abort: there is no more input.
    """
    view = state.view(seat)
    if view.duty == "pick":
        return deckbuilder.Drafting(act_in_draft(state.draft, seat, cards))
    if view.duty == "build":
        return _build(state, view, cards, bot)
    return _buy(state, view, cards)


def report_of(state: _State, seat: int) -> deckbuilder.Report:
    """How the person's match ended.

    Raises:
        click.Abort: there is no more input.
    """
    first, second = deckbuilder.pairing(state) or (0, 1)
    other = second if seat == first else first

    def read(reply: str) -> deckbuilder.Report:
        if reply.lower() in _TIE:
            return deckbuilder.Report(first, second)
        if reply not in (str(first), str(second)):
            message = f"the match is won by {first} or {second}, or it is a tie, not {reply!r}"
            raise DraftError(message)
        return deckbuilder.Report(first, second, int(reply))

    _title(f"round {state.round + 1}: you, seat {seat}, play against seat {other}")
    return _ask(state, f"who won? {first}, {second} or tie", read)


def _build(
    state: _State, view: deckbuilder.View, cards: draft.DraftCards, bot: deckbuilder.Bot
) -> deckbuilder.Action:
    """The deck: the one that a bot would build, or one from the numbers of cards."""
    pool = dict(enumerate(view.pool, 1))
    proposed = bot.act(view)
    _title(f"round {view.round + 1}: build a deck of {view.rules.deck_size} cards or more")
    _show_news(state, view)
    _show_cards(view.pool, cards)
    if isinstance(proposed, deckbuilder.Build):
        names = Counter([*(name_of(state, n) for n in proposed.cards), *proposed.basics])
        deck = ", ".join(f"{count} {name}" for name, count in names.items())
        err().print(f"  proposed: {deck}", markup=False)

    def read(reply: str) -> deckbuilder.Action:
        return _deck(view, pool, reply) if reply else proposed

    def show(reply: str) -> bool:
        return show_asked(reply, [card.card for card in view.pool.values()], cards)

    what = "numbers of cards, and lands as 9 Forest (?3: shows card 3; Enter: as proposed)"
    return _ask(state, what, read, show)


def _deck(view: deckbuilder.View, pool: Mapping[int, int], reply: str) -> deckbuilder.Build:
    """The deck that ``1 2 5-9, 8 Forest`` names.

    Raises:
        DraftError: it names none.
    """
    known = {name.lower(): name for name in view.rules.basics}
    chosen: list[int] = []
    basics: list[str] = []
    count: int | None = None
    for word in reply.replace(",", " ").split():
        first, dash, last = word.partition("-")
        if word.lower() in known:
            basics += [known[word.lower()]] * (1 if count is None else count)
            count = None
            continue
        if count is not None:
            chosen.append(_numbered(pool, count))
            count = None
        if dash and first.isdecimal() and last.isdecimal():
            chosen += [_numbered(pool, n) for n in range(int(first), min(int(last), len(pool)) + 1)]
        elif word.isdecimal():
            count = int(word)  # of a card, or how many of the land that comes next
        else:
            message = f"{word!r} is no number of a card here, and no basic land"
            raise DraftError(message)
    if count is not None:
        chosen.append(_numbered(pool, count))
    return deckbuilder.Build(view.seat, chosen, basics)


def _buy(state: _State, view: deckbuilder.View, cards: draft.DraftCards) -> deckbuilder.Action:
    """What the person buys, and for what."""
    market, pool = dict(enumerate(view.market, 1)), dict(enumerate(view.pool, 1))
    places = {number: place for place, number in pool.items()}
    deck = () if view.deck is None else view.deck.cards
    _title(f"round {view.round + 1}: the market; you buy in the order {_order(view)}")
    _show_news(state, view)
    grid = table("", "card", "cost", "type", "rarity", "price", "least that you could give")
    for place, number in market.items():
        card = view.market[number]
        trade = deckbuilder.cheapest_trade(view.pool, card, view.rules, keeping=deck)
        trade = trade or deckbuilder.cheapest_trade(view.pool, card, view.rules)
        price = str(deckbuilder.price_of(card, view.rules))
        least = "" if trade is None else " ".join(map(str, sorted(places[each] for each in trade)))
        grid.add_row(str(place), *_columns(card, cards), price, least)
    print_table(grid, err())

    def read(reply: str) -> deckbuilder.Action:
        words = reply.replace(",", " ").split()
        if not words:
            return deckbuilder.PassTurn(view.seat)
        numbers = [int(word) if word.isdecimal() else 0 for word in words if word != "for"]
        card = _numbered(market, numbers[0] if numbers else 0)
        trade: Iterable[int] | None = [_numbered(pool, each) for each in numbers[1:]]
        if not trade:
            trade = state.cheapest_trade(view.seat, card, deck)
            trade = state.cheapest_trade(view.seat, card) if trade is None else trade
        return deckbuilder.Buy(view.seat, card, trade or ())

    def show(reply: str) -> bool:
        if reply == "cards":
            _show_cards(view.pool, cards)
            return True
        return show_asked(reply, [card.card for card in view.market.values()], cards)

    what = "buy a card, as 3 for 12 14 15, or 3 for the least"
    keys = "(?3: shows card 3; cards: shows yours; Enter: pass)"
    return _ask(state, f"{what} {keys}", read, show)


def _show_news(state: _State, view: deckbuilder.View) -> None:
    """Show what happened since the person acted last."""
    actors = [getattr(each.action, "seat", None) for each in state.log]
    last = max((at for at, seat in enumerate(actors) if seat == view.seat), default=-1)
    for entry in state.log_for(view.seat)[last + 1 :]:
        for outcome in entry.outcomes:
            line = _news_of(outcome, entry, view)
            if line:
                err().print(f"  {line}", markup=False)


def _news_of(
    outcome: deckbuilder.Outcome, entry: deckbuilder.LogEntry, view: deckbuilder.View
) -> str | None:
    def names(cards: Iterable[int]) -> str:
        return ", ".join(entry.cards[card].name for card in cards) or "nothing"

    match outcome:
        case deckbuilder.Received(seat, cards) if seat == view.seat:
            return f"you get {names(cards)}"
        case deckbuilder.Bought(seat, card, trade):
            return f"seat {seat} buys {names([card])} for {names(trade)}"
        case deckbuilder.TurnPassed(seat):
            return f"seat {seat} passes"
    return None


def _ask(
    state: _State,
    question: str,
    read: Callable[[str], T],
    show: Callable[[str], bool] = lambda _: False,
) -> T:
    """What the person says, until it can be done; some replies only have something shown."""
    while True:
        reply = click.prompt(question, default="", show_default=False, err=True).strip()
        if show(reply):
            continue
        try:
            action = read(reply)
            state.verify(action)
        except DraftError as error:
            err().print(str(error), style="bold red", markup=False)
        else:
            return action


def _numbered(numbers: Mapping[int, int], place: int) -> int:
    """The card at a place of a list.

    Raises:
        DraftError: there is none.
    """
    if place not in numbers:
        message = f"there is no card {place} here; there are {len(numbers)}, from 1 on"
        raise DraftError(message)
    return numbers[place]


def _title(text: str) -> None:
    err().print()
    err().print(text, style="bold", markup=False)


def _order(view: deckbuilder.View) -> str:
    return ", ".join("you" if seat == view.seat else f"seat {seat}" for seat in view.order)


def _show_cards(pool: _Pool, cards: draft.DraftCards) -> None:
    grid = table("", "card", "cost", "type", "rarity")
    for place, row in enumerate(_rows(pool, cards), 1):
        grid.add_row(str(place), *row)
    print_table(grid, err())


def _rows(pool: _Pool, cards: draft.DraftCards) -> Iterator[tuple[str, str, str, str]]:
    for card in pool.values():
        yield _columns(card, cards)


def _columns(
    card: deckbuilder.DeckbuilderCard, cards: draft.DraftCards
) -> tuple[str, str, str, str]:
    known = cards.card(card.card)
    if known is None:
        return card.name, "", "", card.rarity
    return card.name, str(known.mana_cost or ""), known.type_line, card.rarity
