"""A person's seat in the terminal: what it sees, and what is asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import TypeVar

import click

from .. import draft
from ..draft import deckbuilder
from ..errors import DraftError
from ..model import Card, CardRef
from .output import card_lines, err, print_table, table

T = TypeVar("T", bound=deckbuilder.Action)

_State = deckbuilder.DeckbuilderDraft
_Pool = Mapping[int, deckbuilder.DeckbuilderCard]

_TIE = ("tie", "t", "draw")


#: What the effects of the library ask.
_QUESTIONS = {
    "AddBooster": "add a pack to the draft?",
    "CanalDredger": "which seat gets the last card?",
    "ChooseColors": "which colour?",
}


def act(state: draft.BoosterDraft, seat: int, cards: draft.DraftCards) -> draft.actions.SeatAction:
    """What the person at a seat does, asked until it is allowed.

    Raises:
        click.Abort: there is no more input.
    """
    view = state.view(seat)
    _show(state, view, cards)
    while True:
        reply = click.prompt(_question(view), default="", show_default=False, err=True).strip()
        if reply == "cards":
            _show_cards(view.pool.values(), cards)
            continue
        if show_asked(reply, [card.card for card in view.pack.values()], cards):
            continue
        try:
            action = _action(view, reply)
            state.verify(action)
        except DraftError as error:
            err().print(str(error), style="bold red", markup=False)
        else:
            return action


def _question(view: draft.View) -> str:
    """What is asked of the person; with an empty line for what needs no choice."""
    if view.question is not None:
        what = _QUESTIONS.get(view.question.effect, view.question.effect)
        return f"{view.asked_by}: {what} {', '.join(view.question.options)} (Enter: chance)"
    if view.duty == "pass":
        return "pass this pack without drafting from it: press Enter"
    if view.is_blind:
        return "draft at random, without a look at the pack: press Enter"
    parts = [f"draft {view.to_pick}"] + ([f"burn {view.to_burn}"] if view.to_burn else [])
    return " and ".join(parts) + " (?3: shows card 3; cards: shows yours)"


def _action(view: draft.View, reply: str) -> draft.actions.SeatAction:
    """What a reply says to do.

    Raises:
        DraftError: it says nothing that could be done.
    """
    if view.question is not None:
        options = {each.lower(): each for each in view.question.options}
        return draft.actions.Answer(view.seat, options.get(reply.lower(), reply) or None)
    if view.duty == "pass":
        return draft.actions.PassPack(view.seat)
    numbers, letters = [*view.pack], dict(zip(ascii_lowercase, view.usable, strict=False))
    chosen: list[int] = []
    using: list[draft.Usable] = []
    for word in reply.replace(",", " ").split():
        if word in letters:
            using.append(letters[word])
        elif word.isdecimal() and 1 <= int(word) <= len(numbers):
            chosen.append(numbers[int(word) - 1])
        else:
            message = f"{word!r} is no number of a card here, and no letter of one to use"
            raise DraftError(message)
    used = [each.card for each in using]
    if any(each.takes_pack for each in using):
        rest = [number for number in numbers if number not in chosen]
        return draft.actions.Pick(view.seat, [*chosen, *rest], using=used)
    count = view.to_pick + sum(each.extra_cards for each in using)
    return draft.actions.Pick(view.seat, chosen[:count], chosen[count:], used)


def _show(state: draft.BoosterDraft, view: draft.View, cards: draft.DraftCards) -> None:
    """All that the person needs to see for a choice."""
    console = err()
    console.print()
    console.print(f"round {view.round + 1}, pick {view.picks + 1}", style="bold")
    for line in (*_news(state, view), *_table_lines(view), _summary(view, cards)):
        console.print(f"  {line}", markup=False)
    if not view.pack:
        return
    grid = table("", "card", "cost", "type", "rarity")
    for number, card in enumerate(view.pack.values(), 1):
        grid.add_row(str(number), *_columns(card, cards))
    for letter, usable in zip(ascii_lowercase, view.usable, strict=False):
        grid.add_row(letter, f"use {view.pool[usable.card].name}: {_use(usable)}", "", "", "")
    print_table(grid, console)


def _news(state: draft.BoosterDraft, view: draft.View) -> Iterator[str]:
    """What happened for all to see since the person acted last."""
    actors = [getattr(each.action, "seat", None) for each in state.log]
    last = max((at for at, seat in enumerate(actors) if seat == view.seat), default=0)
    for entry in state.log_for(view.seat)[last:]:
        for each in entry.outcomes:
            if isinstance(each, draft.outcomes.Revealed):
                yield f"{_who(view, each.seat)} reveals {entry.cards[each.card].name}"
            elif isinstance(each, draft.outcomes.Opened):
                yield f"{_who(view, each.seat)} adds a pack of {each.count} cards"
            elif isinstance(each, draft.outcomes.Added) and each.cards:
                added = ", ".join(entry.cards[card].name for card in each.cards)
                yield f"added to your cards: {added}"


def _table_lines(view: draft.View) -> Iterator[str]:
    """What lies on the table for all to see."""
    for seat, other in enumerate(view.seats):
        if other.face_up:
            names = ", ".join(card.name for card in other.face_up.values())
            yield f"{_who(view, seat)} has face up: {names}"
    for note in view.notes:
        yield f"{_who(view, note.seat)} has noted on {note.name}: {note.value}"


def _who(view: draft.View, seat: int) -> str:
    return f"seat {seat} (you)" if seat == view.seat else f"seat {seat}"


def _summary(view: draft.View, cards: draft.DraftCards) -> str:
    """How many cards the person has, by colour."""
    known = [cards.card(each.card) for each in view.pool.values()]
    counts = Counter(_colors(card) for card in known)
    colors = ", ".join(f"{count} {color}" for color, count in counts.most_common())
    count = f"{len(view.pool)} card{'s' if len(view.pool) > 1 else ''}"
    return f"you have {count}: {colors}" if colors else "you have no cards"


def _colors(card: Card | None) -> str:
    if card is None:
        return "of unknown colour"
    return "/".join(sorted(color.name.lower() for color in card.colors)) or "colourless"


def _use(usable: draft.Usable) -> str:
    """What comes of using a card."""
    if usable.takes_pack:
        return "all cards of the pack"
    what = f"{usable.extra_cards} more" if usable.extra_cards else ""
    removes = "removes what is drafted first" if usable.removes else ""
    return ", ".join(filter(None, (what, removes))) or "notes what is drafted first"


def _columns(card: draft.DraftCard, cards: draft.DraftCards) -> tuple[str, str, str, str]:
    known = cards.card(card.card)
    name = f"{card.name} ({card.finish})" if card.finish else card.name
    if known is None:
        return name, "", "", ""
    return name, str(known.mana_cost or ""), known.type_line, known.rarity or ""


def _show_cards(pool: Iterable[draft.DraftCard], cards: draft.DraftCards) -> None:
    grid = table("card", "cost", "type", "rarity")
    for card in pool:
        grid.add_row(*_columns(card, cards))
    print_table(grid, err())


def show_asked(reply: str, listed: Sequence[CardRef], cards: draft.DraftCards) -> bool:
    """Show the card that a reply such as ``?3`` asks for, by its place in a list from 1 on.

    Returns:
        whether the reply asks for one.
    """
    if not reply.startswith("?"):
        return False
    place = reply.removeprefix("?").strip()
    if place.isdecimal() and 1 <= int(place) <= len(listed):
        ref = listed[int(place) - 1]
        known = cards.card(ref)
        for line in [f"{ref}: nothing is known of it"] if known is None else card_lines(known):
            err().print(f"  {line}", markup=False)
    else:
        message = f"there is no card {place!r} here; there are {len(listed)}, from 1 on"
        err().print(message, style="bold red", markup=False)
    return True


def name_of(state: _State, number: int) -> str:
    """The name of a card of the draft."""
    return state.cards[number].name


def act_in_deckbuilder(
    state: _State, seat: int, cards: draft.DraftCards, bot: deckbuilder.Bot
) -> deckbuilder.Action:
    """What the person at a seat does, asked until it is allowed.

    Raises:
        click.Abort: there is no more input.
    """
    view = state.view(seat)
    if view.duty == "pick":
        return deckbuilder.Drafting(act(state.draft, seat, cards))
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
    _show_deck_news(state, view)
    _show_pool(view.pool, cards)
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
    _show_deck_news(state, view)
    grid = table("", "card", "cost", "type", "rarity", "price", "least that you could give")
    for place, number in market.items():
        card = view.market[number]
        trade = deckbuilder.cheapest_trade(view.pool, card, view.rules, keeping=deck)
        trade = trade or deckbuilder.cheapest_trade(view.pool, card, view.rules)
        price = str(deckbuilder.price_of(card, view.rules))
        least = "" if trade is None else " ".join(map(str, sorted(places[each] for each in trade)))
        grid.add_row(str(place), *_deck_columns(card, cards), price, least)
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
            _show_pool(view.pool, cards)
            return True
        return show_asked(reply, [card.card for card in view.market.values()], cards)

    what = "buy a card, as 3 for 12 14 15, or 3 for the least"
    keys = "(?3: shows card 3; cards: shows yours; Enter: pass)"
    return _ask(state, f"{what} {keys}", read, show)


def _show_deck_news(state: _State, view: deckbuilder.View) -> None:
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


def _show_pool(pool: _Pool, cards: draft.DraftCards) -> None:
    grid = table("", "card", "cost", "type", "rarity")
    for place, row in enumerate(_rows(pool, cards), 1):
        grid.add_row(str(place), *row)
    print_table(grid, err())


def _rows(pool: _Pool, cards: draft.DraftCards) -> Iterator[tuple[str, str, str, str]]:
    for card in pool.values():
        yield _deck_columns(card, cards)


def _deck_columns(
    card: deckbuilder.DeckbuilderCard, cards: draft.DraftCards
) -> tuple[str, str, str, str]:
    known = cards.card(card.card)
    if known is None:
        return card.name, "", "", card.rarity
    return card.name, str(known.mana_cost or ""), known.type_line, card.rarity
