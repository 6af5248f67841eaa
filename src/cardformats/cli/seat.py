"""A person's seat in the terminal: what it sees, and what is asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from string import ascii_lowercase

import click

from .. import draft
from ..errors import DraftError
from ..model import Card
from .cardtext import show_asked
from .output import err, print_table, table

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
