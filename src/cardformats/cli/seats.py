"""A draft on the command line: bots at its seats, and perhaps a person in the terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import click
from attrs import frozen
from rich.text import Text

from .. import draft
from ..draft.zones.kinds import pool_cards
from ..errors import DraftError
from ..model import Card, CardRef, CardSet
from ..source import as_line
from .options import seed_of
from .output import card_dict, card_lines, err, print_lines, print_table

T = TypeVar("T")
GameT = TypeVar("GameT", bound=draft.Game)


@frozen
class Person:
    """Who sits at a seat, in the terminal.

    Attributes:
        seat: its number.
        cards: looks up what is known of a card.
    """

    seat: int
    cards: draft.DraftCards

    def ask(
        self,
        game: draft.Game,
        question: str,
        read: Callable[[str], T],
        listed: Iterable[Any] | None = None,
        show_pool: Callable[[], None] | None = None,
        show_choices: Callable[[], None] | None = None,
    ) -> T:
        """The action that the person's reply stands for, asked until it is allowed.

        Args:
            game: what the action has to be allowed in.
            question: what is asked.
            read: makes an action of a reply; raises a DraftError if it is none.
            listed: the cards, or several of them, that ``?1`` and so on show; None if nothing can
                be shown.
            show_pool: what ``cards`` does, if anything.
            show_choices: what ``choices`` does, if anything.

        Raises:
            click.Abort: there is no more input.
        """
        while True:
            prompt = as_line(question)
            reply = click.prompt(prompt, default="", show_default=False, err=True).strip()
            try:
                if listed is not None and reply.startswith("?"):
                    shown = at_place([*listed], reply.removeprefix("?").strip())
                    for card in shown if isinstance(shown, tuple) else (shown,):
                        self._show_card(card.card)
                elif show_pool is not None and reply == "cards":
                    show_pool()
                elif show_choices is not None and reply == "choices":
                    show_choices()
                else:
                    action = read(reply)
                    game.verify(action)
                    return action
            except DraftError as error:
                err().print(str(error), style="bold red")

    def _show_card(self, ref: CardRef) -> None:
        known = self.cards.card(ref)
        lines = [f"{ref}: nothing is known of it"] if known is None else card_lines(known)
        print_lines(err(), (f"  {line}" for line in lines))

    def news(self, game: Any) -> Sequence[Any]:
        """What they learned in a game, from what they did last on."""
        actors = [getattr(each.action, "seat", None) for each in game.log]
        last = max((at for at, seat in enumerate(actors) if seat == self.seat), default=0)
        entries: Sequence[Any] = game.log_for(self.seat)[last:]
        return entries

    def columns(self, card: Any) -> tuple[str, ...]:
        """The name of a card, its cost, types and rarity."""
        known = self.cards.card(card.card)
        name = f"{card.name} ({card.finish})" if card.finish else card.name
        if known is None:
            return name, "", "", ""
        return name, str(known.mana_cost or ""), known.type_line, known.rarity or ""


class Session(ABC, Generic[GameT]):
    """A draft that is begun or goes on; a subclass for each kind.

    Attributes:
        game: the class of its states.
        cardset: what is drafted.
        cards: looks up what is known of a card.
        options: those on the command line, by name.
        person: who sits at the seat that is taken, if any.
        state: the draft now.
        bots: for each seat its bot, or None for the person.
    """

    game: type[draft.Game]

    def __init__(
        self, cardset: CardSet, catalogs: Iterable[Any], options: Mapping[str, Any]
    ) -> None:
        """Begin a draft, or go on with a stored one.

        Raises:
            click.UsageError: an option makes no sense.
            DraftError: the draft that was stored cannot be loaded.
        """
        self.cardset = cardset
        self.catalogs = tuple(catalogs)
        self.cards = draft.DraftCards(cardset, *self.catalogs)
        self.options = options
        seat, resume = options["seat"], options["resume"]
        begun: Any = (
            self.begin(seed_of(options["seed"]))
            if resume is None
            else draft.loads(resume.read_bytes(), self.game)
        )
        if resume is not None:
            listed = {card.name for card in pool_cards(cardset)}
            if listed.isdisjoint(card.name for card in begun.cards):
                err().print("warning: the list has no card of the draft that goes on")
        seats = range(len(begun.seats))
        if seat is not None and seat not in seats:
            raise click.UsageError(f"--seat: there are seats from 0 to {seats[-1]}")
        self.state: GameT = begun
        self.person = None if seat is None else Person(seat, self.cards)
        # bots take chance from the draft, which has it when it goes on
        self.bot = self.make_bot(begun.table.seed)
        self.bots = [None if each == seat else self.bot for each in seats]

    @abstractmethod
    def begin(self, seed: int | str) -> GameT:
        """The draft at its start, by the options."""

    @abstractmethod
    def make_bot(self, seed: str) -> Any:
        """The bot for all seats but the person's."""

    @abstractmethod
    def played(self) -> GameT:
        """The draft when bots have done what they can."""

    @abstractmethod
    def act(self, person: Person) -> Any:
        """What the person does; there is something."""

    @abstractmethod
    def as_dicts(self) -> Any:
        """What came of the draft, for JSON."""

    @abstractmethod
    def lines(self) -> Iterator[str | Text]:
        """What came of the draft, to print."""


_BOTS = {"rated": draft.RatedBot, "color": draft.ColorBot}


def bot_of(
    options: Mapping[str, Any], cards: draft.DraftCards, seed: str
) -> draft.RandomBot | draft.RatedBot:
    """The bot that the options name, with the ratings that they give."""
    kind = _BOTS.get(options["bot"])
    return kind(cards, seed, ratings=options["ratings"]) if kind else draft.RandomBot(seed)


#: So many digits a number in a reply has at most; Python converts no more than some thousands.
_DIGITS = 9


def number_of(word: str) -> int:
    """The number that a word is; 0, which is the place of nothing, if it is none or too long."""
    return int(word) if word.isdecimal() and len(word) <= _DIGITS else 0


def at_place(listed: Sequence[T], place: int | str) -> T:
    """What is at a place of a list, from 1 on.

    Raises:
        DraftError: there is nothing.
    """
    number = number_of(place) if isinstance(place, str) else place
    if not 1 <= number <= len(listed):
        shown = place if isinstance(place, int) else place[:80]
        raise DraftError(f"there is no card {shown!r} here; there are {len(listed)}, from 1 on")
    return listed[number - 1]


def in_short(pool: Collection[draft.DraftCard], cards: draft.DraftCards) -> str:
    """How many cards the person has, by colour."""
    counts = Counter(_colors(cards.card(each.card)) for each in pool)
    colors = ", ".join(f"{count} {color}" for color, count in counts.most_common())
    count = f"{len(pool)} card{'s' if len(pool) > 1 else ''}"
    return f"you have {count}: {colors}" if colors else "you have no cards"


def _colors(card: Card | None) -> str:
    if card is None:
        return "of unknown colour"
    return "/".join(sorted(color.name.lower() for color in card.colors)) or "colourless"


def cards_as_dicts(cards: Iterable[draft.DraftCard]) -> list[dict[str, Any]]:
    """Cards as JSON has them."""
    return [card_dict(each.card, finish=each.finish) for each in cards]


def cards_as_lines(cards: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A line for each card of :func:`cards_as_dicts`, as lists have them."""
    counts = Counter(tuple(each.values()) for each in cards)
    for (name, code, number, finish), count in counts.items():
        parts = (f"({code})" if code else "", number, f"({finish})" if finish else "")
        yield " ".join(filter(None, (str(count), name, *parts)))


def show(title: str, lines: Iterable[str] = ()) -> None:
    """Show a title to the person, and lines below it."""
    console = err()
    console.print()
    console.print(title, style="bold")
    print_lines(console, (f"  {line}" for line in lines))


def show_cards(
    rows: Iterable[Iterable[str]],
    *more: str,
    numbered: bool = True,
    below: Iterable[tuple[str, ...]] = (),
) -> None:
    """Show a table of cards, a row with the columns of each, and *more* columns."""
    columns = (*[""] * numbered, "card", "cost", "type", "rarity", *more)
    cells = [(*[str(number)] * numbered, *row) for number, row in enumerate(rows, 1)]
    print_table(err(), columns, [*cells, *below])
