"""A draft at a table: bots at its seats, and perhaps a person."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from attrs import frozen

from .. import draft
from ..diagnostics import Diagnostic, Report
from ..draft.zones.kinds import pool_cards
from ..errors import CardFormatsError, DraftError
from ..model import Card, CardRef, CardSet
from .shown import card_dict, card_lines, counted

T = TypeVar("T")
GameT = TypeVar("GameT", bound=draft.Game)


class Heading(str):
    """A line that is the title of those after it."""

    __slots__ = ()


class Quit(Exception):  # noqa: N818 - no error
    """The person ends, or nothing more can be read from them."""


class _Undo(Exception):  # noqa: N818 - no error
    """The person takes back what they chose last."""


class SettingError(CardFormatsError, ValueError):
    """An option of a draft that makes no sense for it; the message begins with its name."""


class CannotStartError(CardFormatsError):
    """A draft that cannot be started, for reasons that the screen has reported."""


class Screen(ABC):
    """Where a person sees a draft, and types."""

    @abstractmethod
    def ask(self, question: str) -> str:
        """Return what the person types.

        Raises:
            Quit: If nothing more can be read from them.
        """

    @abstractmethod
    def line(self, text: str = "", *, is_refusal: bool = False) -> None:
        """Show a line; one that is a :class:`Heading`, or that refuses a reply, stands out."""

    @abstractmethod
    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Show a table."""

    @abstractmethod
    def report(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Show what is wrong with a card set."""

    def show(self, title: str, lines: Iterable[str] = ()) -> None:
        """Show a title, and lines below it."""
        self.line()
        self.line(Heading(title))
        for each in lines:
            self.line(f"  {each}")

    def show_cards(
        self,
        rows: Iterable[Iterable[str]],
        *more: str,
        numbered: bool = True,
        below: Iterable[tuple[str, ...]] = (),
    ) -> None:
        """Show a table of cards, a row with the columns of each, and *more* columns."""
        columns = (*[""] * numbered, "card", "cost", "type", "rarity", *more)
        cells = [(*[str(number)] * numbered, *row) for number, row in enumerate(rows, 1)]
        self.table(columns, [*cells, *below])

    def check(self, diagnostics: Sequence[Diagnostic]) -> None:
        """Show what is wrong with a card set.

        Raises:
            CannotStartError: If there are errors.
        """
        self.report(diagnostics)
        if not Report(None, diagnostics).ok:
            raise CannotStartError("the draft cannot be started with this card set")


@frozen
class Person:
    """Who sits at a seat.

    Attributes:
        seat: its number.
        cards: looks up what is known of a card.
        screen: what they see.
    """

    seat: int
    cards: draft.DraftCards
    screen: Screen

    def ask(
        self,
        game: draft.Game,
        question: str,
        read: Callable[[str], T],
        listed: Iterable[Any] | None = None,
        show_pool: Callable[[], None] | None = None,
        show_choices: Callable[[], None] | None = None,
    ) -> T:
        """Ask until the reply of the person is an action that is allowed; return it.

        Args:
            game: what the action has to be allowed in.
            question: what is asked.
            read: makes an action of a reply; raises a DraftError if it is none.
            listed: the cards, or several of them, that ``?1`` and so on show; None if nothing can
                be shown.
            show_pool: what ``cards`` does, if anything.
            show_choices: what ``choices`` does, if anything.

        Raises:
            Quit: If the person ends, or there is no more input.
        """
        while True:
            reply = self.screen.ask(question).strip()
            try:
                if listed is not None and reply.startswith("?"):
                    shown = at_place([*listed], reply.removeprefix("?").strip())
                    for card in shown if isinstance(shown, tuple) else (shown,):
                        self._show_card(card.card)
                elif show_pool is not None and reply == "cards":
                    show_pool()
                elif show_choices is not None and reply == "choices":
                    show_choices()
                elif reply in _WORDS:
                    self._take(reply, listed, show_pool, show_choices)
                else:
                    action = read(reply)
                    game.verify(action)
                    return action
            except DraftError as error:
                self.screen.line(str(error), is_refusal=True)

    def _take(self, word: str, *shown: Any) -> None:
        """Do what a word says that can be typed at any question.

        Args:
            word: ``help``, ``undo`` or ``quit``.
            shown: what ``?1``, ``cards`` and ``choices`` show, or None.
        """
        if word == "quit":
            raise Quit
        if word == "undo":
            raise _Undo
        words = {
            name: text for (name, text), its in zip(_SHOWING.items(), shown, strict=True) if its
        }
        for name, text in {**words, **_WORDS}.items():
            self.screen.line(f"  {name}: {text}")

    def _show_card(self, ref: CardRef) -> None:
        known = self.cards.card(ref)
        lines = [f"{ref}: nothing is known of it"] if known is None else card_lines(known)
        for line in lines:
            self.screen.line(f"  {line}")

    def news(self, game: Any) -> Sequence[Any]:
        """Return the log entries since the person's last action."""
        actors = [getattr(each.action, "seat", None) for each in game.log]
        last = max((at for at, seat in enumerate(actors) if seat == self.seat), default=0)
        entries: Sequence[Any] = game.log_for(self.seat)[last:]
        return entries

    def columns(self, card: Any) -> tuple[str, ...]:
        """Return the name of a card, its cost, types and rarity."""
        known = self.cards.card(card.card)
        name = f"{card.name} ({card.finish})" if card.finish else card.name
        if known is None:
            return name, "", "", ""
        return name, str(known.mana_cost or ""), known.type_line, known.rarity or ""


#: What shows more of what is asked.
_SHOWING = {
    "?3": "shows the card, or the choice, with the number 3",
    "cards": "shows your cards",
    "choices": "shows all choices",
}
#: What can be typed at any question.
_WORDS = {
    "undo": "goes back to before your last choice",
    "quit": "ends; a draft that is stored can go on later",
    "help": "shows this",
}


class Session(ABC, Generic[GameT]):
    """A draft that is begun or goes on; a subclass for each kind.

    Attributes:
        game: the class of its states.
        cardset: what is drafted.
        cards: looks up what is known of a card.
        options: those of the command, by name.
        screen: what a person sees.
        person: who sits at the seat that is taken, if any.
        state: the draft now.
        bots: for each seat its bot, or None for the person.
    """

    game: type[draft.Game]

    def __init__(
        self,
        cardset: CardSet,
        catalogs: Iterable[Any],
        options: Mapping[str, Any],
        screen: Screen,
        seed: Callable[[], int | str],
    ) -> None:
        """Begin a draft, or go on with a stored one.

        Args:
            cardset: what is drafted.
            catalogs: what is known of cards besides.
            options: those of the command, by name.
            screen: what a person sees.
            seed: gives that of a new draft.

        Raises:
            SettingError: If an option makes no sense.
            CannotStartError: If the card set is not one for the draft.
            DraftError: If the draft that was stored cannot be loaded.
        """
        self.cardset = cardset
        self.catalogs = tuple(catalogs)
        self.cards = draft.DraftCards(cardset, *self.catalogs)
        self.options = options
        self.screen = screen
        seat, resume = options["seat"], options["resume"]
        if resume is None:
            begun: Any = self.begin(seed())
        else:
            try:
                begun = draft.loads(resume.read_bytes(), self.game)
            except DraftError as error:
                raise DraftError(f"{resume}: {error}") from None
            listed = {card.name for card in pool_cards(cardset)}
            if listed.isdisjoint(card.name for card in begun.cards):
                screen.line("warning: the list has no card of the draft that goes on")
        seats = range(len(begun.seats))
        if seat is not None and seat not in seats:
            raise SettingError(f"--seat: there are seats from 0 to {seats[-1]}")
        self.state: GameT = begun
        self.person: Person | None = None if seat is None else Person(seat, self.cards, screen)
        # bots take chance from the draft, which has it when it goes on
        self.bot = self.make_bot(begun.table.seed)
        self.bots = [None if each == seat else self.bot for each in seats]

    def play(self, store: Callable[[GameT], None]) -> None:
        """Go on until the draft is over, and store it whenever it stops.

        Raises:
            Quit: If the person ends, or there is no more input.
        """
        if self.person is not None:
            self.screen.line("help: shows what you can type")
        while True:
            self.state = self.played()
            store(self.state)
            over: bool = self.state.is_over  # type: ignore[attr-defined] # all games have it
            if over or self.person is None:
                return
            try:
                self.state = self.state.do(self.act(self.person))
            except _Undo:
                self._undo(self.person.seat)

    def _undo(self, seat: int) -> None:
        """Go back to before what a seat chose last."""
        log = self.state.log
        own = [at for at, each in enumerate(log) if getattr(each.action, "seat", None) == seat]
        if own:
            self.state = type(self.state).replay(log[: own[-1]])
        else:
            self.screen.line("you have chosen nothing yet", is_refusal=True)

    @abstractmethod
    def begin(self, seed: int | str) -> GameT:
        """Return the draft at its start, with the options."""

    @abstractmethod
    def make_bot(self, seed: str) -> Any:
        """Return the bot for all seats except the person's."""

    @abstractmethod
    def played(self) -> GameT:
        """Return the draft after the bots have acted."""

    @abstractmethod
    def act(self, person: Person) -> Any:
        """Return the action of the person, who has one to take."""

    def as_dicts(self) -> Any:
        """Return the result for JSON: the cards of each seat, and what a kind adds."""
        return [
            {"seat": seat, "cards": cards_as_dicts(self.cards_of(seat)), **self.more_of(seat)}
            for seat in range(len(self.bots))
        ]

    def cards_of(self, seat: int) -> Iterable[draft.DraftCard]:
        """Return the cards that a seat has at the end."""
        state: Any = self.state
        cards: Iterable[draft.DraftCard] = state.pool(seat)
        return cards

    def more_of(self, seat: int) -> dict[str, Any]:  # noqa: ARG002 - of a kind that has more
        """Return further JSON members of a seat."""
        return {}

    def lines(self) -> Iterator[str]:
        """Yield the lines of the result."""
        for pool in self.as_dicts():
            yield Heading(f"seat {pool['seat']}, {len(pool['cards'])} cards")
            yield from (f"  {line}" for line in cards_as_lines(pool["cards"]))
            yield from (f"  removed: {line}" for line in cards_as_lines(pool.get("removed", ())))
            for note in pool.get("notes", ()):
                yield f"  noted on {note['card']}: {note['value']}"


_BOTS = {"rated": draft.RatedBot, "color": draft.ColorBot}


def bot_of(
    options: Mapping[str, Any], cards: draft.DraftCards, seed: str
) -> draft.RandomBot | draft.RatedBot:
    """Return the bot that the options name, with their ratings."""
    kind = _BOTS.get(options["bot"])
    return kind(cards, seed, ratings=options["ratings"]) if kind else draft.RandomBot(seed)


#: Maximum number of digits of a number in a reply; Python converts at most a few thousand.
_DIGITS = 9


def number_of(word: str) -> int:
    """Return the number that a word is; 0 if it is not a number or too long."""
    return int(word) if word.isdecimal() and len(word) <= _DIGITS else 0


def at_place(listed: Sequence[T], place: int | str) -> T:
    """Return the item at a position of a list, counted from 1.

    Raises:
        DraftError: If there is nothing.
    """
    number = number_of(place) if isinstance(place, str) else place
    if not 1 <= number <= len(listed):
        shown = place if isinstance(place, int) else place[:80]
        raise DraftError(f"there is no card {shown!r} here; there are {len(listed)}, from 1 on")
    return listed[number - 1]


def in_short(pool: Collection[draft.DraftCard], cards: draft.DraftCards) -> str:
    """Return the number of the person's cards, by color."""
    counts = Counter(_colors(cards.card(each.card)) for each in pool)
    colors = ", ".join(f"{count} {color}" for color, count in counts.most_common())
    return f"you have {counted(len(pool), 'card')}: {colors}" if colors else "you have no cards"


def _colors(card: Card | None) -> str:
    if card is None:
        return "of unknown colour"
    return "/".join(sorted(color.name.lower() for color in card.colors)) or "colourless"


def cards_as_dicts(cards: Iterable[draft.DraftCard]) -> list[dict[str, Any]]:
    """Return cards as JSON has them."""
    return [card_dict(each.card, finish=each.finish) for each in cards]


def cards_as_lines(cards: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each card of :func:`cards_as_dicts`, as in a list."""
    counts = Counter(tuple(each.values()) for each in cards)
    for (name, code, number, finish), count in counts.items():
        parts = (f"({code})" if code else "", number, f"({finish})" if finish else "")
        yield " ".join(filter(None, (str(count), name, *parts)))
