"""Booster drafts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from string import ascii_lowercase
from typing import Any

from attrs import evolve

from .. import draft
from ..collation import Generator
from ..errors import DraftError
from ..model import Event
from .table import (
    Person,
    Session,
    bot_of,
    cards_as_dicts,
    in_short,
)

#: Default number of seats.
_PLAYERS = 8

#: What the effects of the library ask.
_QUESTIONS = {
    "AddBooster": "add a pack to the draft?",
    "CanalDredger": "which seat gets the last card?",
    "ChooseColors": "which colour?",
    "DealBroker": "the number of a card to reveal, for which others may offer one?",
    "DealBrokerAccept": "the number of a card to accept for yours?",
    "DealBrokerOffer": "the number of a card of yours to offer for it?",
    "SpirePhantasm": "which card is drafted next from its pack?",
}


class BoosterSession(Session[draft.BoosterDraft]):
    """A booster draft."""

    game = draft.BoosterDraft

    def begin(self, seed: int | str) -> draft.BoosterDraft:
        """Deal the packs, and open the first ones."""
        event, options = self._event(), self.options
        opened = Generator(self.cardset, options["booster"], seed=seed, of_set=options["of_set"])
        return draft.start(
            opened.deal(options["players"] or _PLAYERS, event).rounds,
            self.cards,
            seed=seed,
            event=event,
            **{name: options[name] for name in ("rules", "pace", "discard_at")},
        )

    def _event(self) -> Event | None:
        event, rounds = self.cardset.event, self.options["rounds"]
        return event if rounds is None else evolve(event or Event(), boosters_per_player=rounds)

    @cached_property
    def _packs(self) -> Generator:
        """Return the generator of added packs."""
        return Generator(
            evolve(self.cardset, event=self._event()),
            self.options["booster"],
            seed=self.state.table.seed,
            of_set=self.options["of_set"],
        )

    def make_bot(self, seed: str) -> draft.Bot:
        """Return a bot of the selected kind."""
        return bot_of(self.options, self.cards, seed)

    def played(self) -> draft.BoosterDraft:
        """Return the draft after the bots have acted."""
        return draft.play(self.state, self.bots, self._packs, self.cards)

    def act(self, person: Person) -> draft.actions.SeatAction:
        """Return the action of the person."""
        return draft_action(self.state, person)

    def more_of(self, seat: int) -> dict[str, Any]:
        """Return the cards that a seat has removed, and its notes."""
        state = self.state
        removed = (state.cards[each.card] for each in state.removals if each.seat == seat)
        notes = (each for each in state.notes if each.seat == seat)
        return {
            "removed": cards_as_dicts(removed),
            "notes": [
                {"card": state.cards[each.card].name, "effect": each.effect, "value": each.value}
                for each in notes
            ],
        }


def draft_action(state: draft.BoosterDraft, person: Person) -> draft.actions.SeatAction:
    """Return the action of a person in a booster draft, asked until it is allowed.

    Raises:
        Quit: If the person ends, or there is no more input.
    """
    view = state.view(person.seat)
    lines = (
        *_news(view, person.news(state)),
        *_table_lines(view),
        in_short(view.pool.values(), person.cards),
    )
    uses = [
        (letter, f"use {view.pool[use.card].name}: {_use(letter, use)}")
        for letter, use in _letters(view).items()
    ]
    if view.pack:
        person.screen.show(f"round {view.round + 1}, pick {view.picks + 1}", lines)
        below = [(letter, what, "", "", "") for letter, what in uses]
        person.screen.show_cards(map(person.columns, view.pack.values()), below=below)
    else:
        lines = (*lines, *(f"{letter}  {what}" for letter, what in uses))
        person.screen.show(f"round {view.round + 1}, pick {view.picks + 1}", lines)
    return person.ask(
        state,
        _question(view),
        lambda reply: _action(view, reply),
        view.pack.values(),
        lambda: person.screen.show_cards(map(person.columns, view.pool.values()), numbered=False),
    )


def _letters(view: draft.View) -> dict[str, draft.Usable | draft.UsableAnytime]:
    """Return the cards that the person may use, by letter."""
    return dict(zip(ascii_lowercase, (*view.usable, *view.usable_anytime), strict=False))


def _question(view: draft.View) -> str:
    """Return the question for the person."""
    if view.question is not None:
        what = _QUESTIONS.get(view.question.effect, view.question.effect)
        known = {**view.pool, **view.offered} if view.question.effect.startswith("Deal") else {}
        options = [
            f"{option} ({known[int(option)].name})" if option.isdecimal() and known else option
            for option in view.question.options
        ]
        return f"{view.asked_by}: {what} {', '.join(options)} (Enter: chance)"
    if view.duty == "pass":
        return "pass this pack without drafting from it: press Enter"
    if view.is_blind:
        return "draft at random, without a look at the pack: press Enter"
    parts = [f"draft {view.to_pick}"] + ([f"burn {view.to_burn}"] if view.to_burn else [])
    return " and ".join(parts) + " (?3: shows card 3; cards: shows yours)"


def _action(view: draft.View, reply: str) -> draft.actions.SeatAction:
    """Return the action that a reply names.

    Raises:
        DraftError: If it says nothing that could be done.
    """
    if view.question is not None:
        options = {each.lower(): each for each in view.question.options}
        return draft.actions.Answer(view.seat, options.get(reply.lower(), reply) or None)
    letters = _letters(view)
    first, _, choice = reply.partition(" ")
    use = letters.get(first)
    if isinstance(use, draft.UsableAnytime):
        return draft.actions.UseCard(view.seat, use.card, choice.strip() or None)
    if view.duty == "pass":
        return draft.actions.PassPack(view.seat)
    return _pick(view, reply.replace(",", " ").split())


def _pick(view: draft.View, words: Iterable[str]) -> draft.actions.Pick:
    """Return the pick: ``3`` is a card, ``a`` one to use, ``a=3`` one to use for a card.

    Raises:
        DraftError: If a word names neither.
    """
    letters, places = _letters(view), {str(at): card for at, card in enumerate(view.pack, 1)}
    chosen: list[int] = []
    using: dict[draft.Usable, list[int]] = {}
    for word in words:
        letter, equals, place = word.partition("=")
        use = letters.get(letter)
        if isinstance(use, draft.Usable) and (place in places or not equals):
            using.setdefault(use, []).extend([places[place]] if equals else ())
        elif word in places:
            chosen.append(places[word])
        else:
            raise DraftError(
                f"{word[:80]!r} is not the number of a card here, or the letter of one to use"
            )
    if any(len(cards) > 1 and not use.removes for use, cards in using.items()):
        raise DraftError("what notes a card is used for one only")
    count = view.to_pick + sum(use.extra_cards for use in using)
    if any(use.takes_pack for use in using):
        chosen += [card for card in places.values() if card not in chosen]
        count = len(chosen)
    removing = [card for use, cards in using.items() if use.removes for card in cards]
    about = [*_about(chosen[:count], using)] if any(using.values()) else ()
    used = [use.card for use in using]
    return draft.actions.Pick(view.seat, chosen[:count], chosen[count:], used, removing, about)


def _about(drafted: list[int], using: Mapping[draft.Usable, list[int]]) -> Iterator[int]:
    """Yield the drafted card for each card that is used."""
    for use, cards in using.items():
        yield from (cards or drafted)[:1] if not use.removes else drafted[:1]


def _news(view: draft.View, entries: Iterable[draft.LogEntry[Any, Any]]) -> Iterator[str]:
    """Yield the public events."""
    for entry in entries:
        for each in entry.outcomes:
            if isinstance(each, draft.outcomes.Revealed):
                yield f"{_who(view, each.seat)} reveals {entry.cards[each.card].name}"
            elif isinstance(each, draft.outcomes.Opened):
                yield f"{_who(view, each.seat)} adds a pack of {each.count} cards"
            elif isinstance(each, draft.outcomes.Used):
                name = entry.cards[each.card].name
                yield f"{_who(view, each.seat)} uses {name}: {each.choice}"
            elif isinstance(each, draft.outcomes.Traded):
                who = f"{_who(view, each.to)} gets {entry.cards[each.card].name}"
                revealed = entry.cards[each.revealed].name
                yield f"{who} of {_who(view, each.seat)} for {revealed}"
            elif isinstance(each, draft.outcomes.Offered):
                yield f"{_who(view, each.seat)} offers {entry.cards[each.card].name}"
            elif isinstance(each, (draft.outcomes.Added, draft.outcomes.Looked)) and each.cards:
                names = ", ".join(entry.cards[card].name for card in each.cards)
                is_added = isinstance(each, draft.outcomes.Added)
                yield f"added to your cards: {names}" if is_added else f"you look at: {names}"


def _table_lines(view: draft.View) -> Iterator[str]:
    """Yield the public state of the table."""
    for seat, other in enumerate(view.seats):
        if other.face_up:
            names = ", ".join(card.name for card in other.face_up.values())
            yield f"{_who(view, seat)} has face up: {names}"
    for note in view.notes:
        yield f"{_who(view, note.seat)} has noted on {note.name}: {note.value}"


def _who(view: draft.View, seat: int | None) -> str:
    return f"seat {seat} (you)" if seat == view.seat else f"seat {seat}"


def _use(letter: str, usable: draft.Usable | draft.UsableAnytime) -> str:
    """Return the effect of using a card."""
    if isinstance(usable, draft.UsableAnytime):
        return f"now, with a choice or by chance: {', '.join(usable.choices)}"
    if usable.takes_pack:
        return "all cards of the pack"
    what = f"{usable.extra_cards} more" if usable.extra_cards else ""
    first = f"what is drafted first, or card 3 by {letter}=3"
    removes = f"removes {first}" if usable.removes else ""
    return ", ".join(filter(None, (what, removes))) or f"notes {first}"
