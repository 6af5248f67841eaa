"""Deckbuilder Drafts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import asdict

from ..collation import Generator
from ..draft import deckbuilder
from ..errors import DraftError
from .booster import draft_action
from .shown import card_dict, counted
from .table import Person, Session, SettingError, at_place, number_of

#: Default numbers of players and rounds.
_PLAYERS, _ROUNDS = 4, 5

#: Maximum number of a basic land in a reply.
_MAX_LANDS = 1000

_TIE = ("tie", "t", "draw")


class DeckbuilderSession(Session[deckbuilder.DeckbuilderDraft]):
    """A Deckbuilder Draft."""

    game = deckbuilder.DeckbuilderDraft

    def begin(self, seed: int | str) -> deckbuilder.DeckbuilderDraft:
        """Deal the packs; show what is wrong with the card set for that."""
        table: dict[str, Any] = {
            "players": self.options["players"] or _PLAYERS,
            "rounds": self.options["rounds"] or _ROUNDS,
            "rules": deckbuilder.VARIANTS[self.options["variant"]],
        }
        supply = {
            "copies": _copies(self.options["copies"]),
            "representative": self.options["representative"],
            "catalogs": self.catalogs,
        }
        self.screen.check(deckbuilder.feasibility(self.cardset, **table, **supply))
        made = deckbuilder.set_up(self.cardset, **table, **supply)
        packs = Generator(made, seed=seed).deal(1).packs
        return deckbuilder.start(packs, made, **table, seed=seed)

    def make_bot(self, seed: str) -> deckbuilder.DeckbuilderBot:
        """Return the bot for all seats except the person's."""
        return deckbuilder.DeckbuilderBot(self.cards, seed)

    def played(self) -> deckbuilder.DeckbuilderDraft:
        """Return the draft after the bots have acted; their matches are random."""

        def result(now: deckbuilder.DeckbuilderDraft) -> deckbuilder.Report | None:
            is_theirs = self.person and self.person.seat in (deckbuilder.pairing(now) or ())
            return None if is_theirs else deckbuilder.by_chance(now, now.table.seed)

        return deckbuilder.play(self.state, self.bots, result)

    def act(self, person: Person) -> deckbuilder.Action:
        """Return the action of the person, or the result of their match."""
        if self.state.phase == "match":
            return self._report(person)
        view = self.state.view(person.seat)
        if view.duty == "pick":
            return deckbuilder.Drafting(draft_action(self.state.draft, person))
        return self._build(person, view) if view.duty == "build" else self._buy(person, view)

    def _report(self, person: Person) -> deckbuilder.Report:
        first, second = deckbuilder.pairing(self.state) or (0, 1)
        other = second if person.seat == first else first

        def read(reply: str) -> deckbuilder.Report:
            if reply.lower() in _TIE:
                return deckbuilder.Report(first, second)
            if reply not in (str(first), str(second)):
                raise DraftError(
                    f"the match is won by {first} or {second}, or it is a tie, not {reply!r}"
                )
            return deckbuilder.Report(first, second, int(reply))

        self.screen.show(
            f"round {self.state.round + 1}: you, seat {person.seat}, play against seat {other}"
        )
        return person.ask(self.state, f"who won? {first}, {second} or tie", read)

    def _build(self, person: Person, view: deckbuilder.View) -> deckbuilder.Action:
        """Return the deck: the one that a bot would build, or one from numbers of cards."""
        proposed = self.bot.act(view)
        title = f"round {view.round + 1}: build a deck of {view.rules.deck_size} cards or more"
        self.screen.show(title, self._news(person))
        _show_pool(person, view)
        if isinstance(proposed, deckbuilder.Build):
            names = Counter([*self._names(proposed.cards), *proposed.basics])
            deck = ", ".join(f"{count} {name}" for name, count in names.items())
            self.screen.line(f"  proposed: {deck}")
        return person.ask(
            self.state,
            "numbers of cards, and lands as 9 Forest (?3: shows card 3; Enter: as proposed)",
            lambda reply: _deck(view, reply) if reply else proposed,
            view.pool.values(),
        )

    def _buy(self, person: Person, view: deckbuilder.View) -> deckbuilder.Action:
        """Return the purchase of the person."""
        market, pool = [*view.market], [*view.pool]
        deck = () if view.deck is None else view.deck.cards
        order = ", ".join("you" if seat == view.seat else f"seat {seat}" for seat in view.order)
        self.screen.show(
            f"round {view.round + 1}: the market; you buy in the order {order}",
            self._news(person),
        )

        def cheapest(card: int) -> tuple[int, ...] | None:
            trade = self.state.cheapest_trade(view.seat, card, deck)
            return self.state.cheapest_trade(view.seat, card) if trade is None else trade

        def row(number: int) -> tuple[str, ...]:
            card, trade = view.market[number], cheapest(number) or ()
            price = str(deckbuilder.price_of(card, view.rules))
            places = sorted(pool.index(each) + 1 for each in trade)
            return *_columns(person, card), price, " ".join(map(str, places))

        def read(reply: str) -> deckbuilder.Action:
            words = reply.replace(",", " ").split()
            if not words:
                return deckbuilder.PassTurn(view.seat)
            numbers = [number_of(word) for word in words if word != "for"]
            card = at_place(market, numbers[0] if numbers else 0)
            trade = [at_place(pool, each) for each in numbers[1:]]
            return deckbuilder.Buy(view.seat, card, trade or cheapest(card) or ())

        self.screen.show_cards(map(row, market), "price", "least that you could give")
        return person.ask(
            self.state,
            "buy a card, as 3 for 12 14 15, or 3 for the least "
            "(?3: shows card 3; cards: shows yours; Enter: pass)",
            read,
            view.market.values(),
            lambda: _show_pool(person, view),
        )

    def _news(self, person: Person) -> Iterator[str]:
        """Yield the events since the person's last action."""
        for outcome in (each for entry in person.news(self.state)[1:] for each in entry.outcomes):
            match outcome:
                case deckbuilder.Received(seat, cards) if seat == person.seat:
                    yield f"you get {self._listed(cards)}"
                case deckbuilder.Bought(seat, card, trade):
                    yield f"seat {seat} buys {self._listed([card])} for {self._listed(trade)}"
                case deckbuilder.TurnPassed(seat):
                    yield f"seat {seat} passes"

    def _names(self, cards: Iterable[int]) -> list[str]:
        return [self.state.cards[card].name for card in cards]

    def _listed(self, cards: Iterable[int]) -> str:
        return ", ".join(self._names(cards)) or "nothing"

    def as_dicts(self) -> dict[str, Any]:
        """Return the rounds, the ranking, and the cards of the seats."""
        state = self.state
        pools = [state.pool(seat).values() for seat in range(len(state.seats))]
        return {
            "rounds": self._rounds(),
            "ranking": [asdict(each) for each in state.ranking],
            "seats": [
                {"seat": seat, "cards": [card_dict(c.card, rarity=c.rarity) for c in pool]}
                for seat, pool in enumerate(pools)
            ],
        }

    def _rounds(self) -> list[dict[str, Any]]:
        """Return the matches and the market of each round."""
        rounds: list[dict[str, Any]] = []
        for outcome in (each for record in self.state.log for each in record.outcomes):
            match outcome:
                case deckbuilder.BuildingBegan():
                    rounds.append({"matches": [], "order": [], "market": [], "purchases": []})
                case deckbuilder.Played(match):
                    rounds[-1]["matches"].append(asdict(match))
                case deckbuilder.MarketOpened(cards, order):
                    rounds[-1].update(order=[*order], market=self._names(cards))
                case deckbuilder.Bought(seat, card, trade, worth):
                    (name,), names = self._names([card]), self._names(trade)
                    purchase = {"seat": seat, "card": name, "trade": names, "worth": worth}
                    rounds[-1]["purchases"].append(purchase)
        return rounds

    def lines(self) -> Iterator[str]:
        """Yield the events of the rounds, and the ranking."""
        for number, round_ in enumerate(self._rounds()):
            yield f"round {number + 1}"
            for match in round_["matches"]:
                first, second, winner = match.values()
                if winner is None:
                    yield f"  seats {first} and {second} tie"
                else:
                    yield f"  seat {winner} beats seat {second if winner == first else first}"
            yield f"  the market has {len(round_['market'])} cards"
            for each in round_["purchases"]:
                gives = counted(len(each["trade"]), "card")
                yield f"  seat {each['seat']} buys {each['card']} for {gives} worth {each['worth']}"
        yield "ranking"
        for place in self.state.ranking:
            yield f"  {place.place}. seat {place.seat}, {place.points} points"


def _copies(words: Iterable[str]) -> deckbuilder.CopiesOfEach:
    """Return the copies of each rarity, from ``common=4``."""
    copies = {}
    for word in words:
        rarity, _, number = word.partition("=")
        if not rarity or not number.isdecimal() or len(number) > len(str(2**64)):
            raise SettingError(
                f"--copies: expected a rarity and a number, such as common=4, not {word!r}"
            )
        copies[rarity] = int(number)
    return copies or "enough"


def _deck(view: deckbuilder.View, reply: str) -> deckbuilder.Build:
    """Return the deck that ``1 2 5-9, 8 Forest`` names.

    Raises:
        DraftError: If it names none.
    """
    pool, lands = [*view.pool], {name.lower(): name for name in view.rules.basics}
    words = reply.replace(",", " ").split()
    chosen: list[int] = []
    basics: list[str] = []
    count = 1
    for word, following in zip(words, [*words[1:], ""], strict=True):
        first, dash, last = word.partition("-")
        if word.lower() in lands:
            basics += [lands[word.lower()]] * count
            count = 1
        elif word.isdecimal() and following.lower() in lands:
            count = number_of(word)
            if not 1 <= count <= _MAX_LANDS:
                raise DraftError(f"1 to {_MAX_LANDS} of a basic land can be named, not {word[:80]}")
        elif word.isdecimal():
            chosen.append(at_place(pool, number_of(word)))
        elif dash and first.isdecimal() and last.isdecimal():
            places = range(number_of(first), min(number_of(last), len(pool)) + 1)
            chosen += [at_place(pool, place) for place in places]
        else:
            raise DraftError(f"{word[:80]!r} is not the number of a card here, or a basic land")
    return deckbuilder.Build(view.seat, chosen, basics)


def _columns(person: Person, card: deckbuilder.DeckbuilderCard) -> tuple[str, ...]:
    _, cost, types, _ = person.columns(card)
    return card.name, cost, types, card.rarity


def _show_pool(person: Person, view: deckbuilder.View) -> None:
    person.screen.show_cards(_columns(person, card) for card in view.pool.values())
