"""Records of the library's own drafts, finished or running.

What a kind of draft has of its own is in one function for its class; further ones are registered
with ``history_of.register``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import singledispatch
from typing import Any

from attrs import define, evolve, field, frozen

from ..draft import BoosterDraft, Game, TeamSealed, outcomes
from ..draft.deckbuilder import DeckbuilderDraft
from ..errors import DraftError
from ..model import Card, CardRef, CardSet, Face
from ..model.frozen import EMPTY, Value, freeze
from .draftmancer_values import OWN
from .record import DeckRecord, DraftRecord, PickRecord, SeatRecord

_NO_CARDS = CardSet()

#: The extras that contain what was settled before a draft, in the library's own words.
KIND, SETTINGS, START = "kind", "settings", "start"


class KnownCards:
    """The cards of a record, each with the one reference that it has there."""

    def __init__(self, cardset: CardSet) -> None:
        """Look cards up in *cardset*."""
        self._cardset = cardset
        self._own: dict[CardRef, CardRef] = {}
        self._cards: dict[CardRef, Card] = {}

    def refs(self, refs: Iterable[CardRef]) -> list[CardRef]:
        """The references of the record for those of a draft."""
        return [self._own.get(ref) or self._look_up(ref) for ref in refs]

    def _look_up(self, ref: CardRef) -> CardRef:
        card = self._cardset.card(ref)
        own = ref
        if card is None:
            ids = {} if ref.id is None else {"draftmancer": ref.id}
            card = Card(Face(ref.name), ref.set_code, ref.number, ids=ids)
        elif self._cardset.card(card.ref) is card:
            own = card.ref
        self._own[ref] = own
        self._cards.setdefault(own, card)
        return own

    @property
    def cardset(self) -> CardSet:
        """The cards that were looked up."""
        return CardSet(cards=self._cards.values())


@frozen
class History:
    """What a draft's kind knows of it, seat by seat, in the references of a record.

    Attributes:
        picks: what each seat took.
        pools: the cards that each seat has.
        packs: the packs as they were opened.
        extras: per format id, what a record has no word for.
    """

    picks: Sequence[Sequence[PickRecord]]
    pools: Sequence[Sequence[CardRef]]
    packs: Sequence[Sequence[CardRef]] = ()
    extras: Mapping[str, Mapping[str, Value]] = EMPTY


#: What is settled before a booster draft, besides its rounds.
TABLE = ("rules", "pace", "discard_at")


def own_words(record: DraftRecord) -> Mapping[str, Any]:
    """What only the library's own logs contain, by the names above."""
    return record.extras.get(OWN, EMPTY)


def seat_id(seat: int) -> str:
    """What tells a seat of the library's own drafts apart."""
    return f"seat{seat}"


@singledispatch
def history_of(game: Game, known: KnownCards) -> History:  # noqa: ARG001 - for those registered
    """What happened in a draft, by the function that is registered for its class.

    Raises:
        DraftError: there is no such function.
    """
    title = getattr(type(game), "title", type(game).__name__)
    raise DraftError(f"no record is made of {title}; see history_of.register")


@history_of.register
def _of_booster_draft(game: BoosterDraft, known: KnownCards) -> History:
    refs = known.refs(each.card for each in game.cards)
    followed = _Followed(game, refs)
    planned = [pack for each in game.table.rounds for pack in each.packs]
    packs = [[refs[card] for card in pack] for pack in (*planned, *followed.added)]
    pools = [[refs[card] for card in seat.pool] for seat in game.seats]
    settings: dict[str, Any] = {name: getattr(game.table, name) for name in TABLE}
    settings["rounds"] = [[each.picks, each.burns, each.step] for each in game.table.rounds]
    words = {KIND: game.kind, SETTINGS: settings}
    return History(followed.picks, pools, packs, freeze({OWN: words}))


@history_of.register
def _of_deckbuilder_draft(game: DeckbuilderDraft, known: KnownCards) -> History:
    """The picks of the initial draft, and the cards that seats have in the end."""
    seats = range(len(game.seats))
    pools = [known.refs(card.card for card in game.pool(seat).values()) for seat in seats]
    return evolve(_of_booster_draft(game.draft, known), pools=pools, extras=EMPTY)


@history_of.register
def _of_team_sealed(game: TeamSealed, known: KnownCards) -> History:
    refs = known.refs(each.card for each in game.cards)
    pools = {seat: [refs[card] for card in team.pool] for team in game.teams for seat in team.seats}
    return History([() for _ in pools], [pools[seat] for seat in sorted(pools)])


def of_draft(
    game: Game,
    cards: CardSet = _NO_CARDS,
    *,
    names: Sequence[str] = (),
    bots: Collection[int] = (),
    decks: Sequence[DeckRecord | None] = (),
    session: str = "",
    time: datetime | None = None,
) -> DraftRecord:
    """The record of a draft.

    Args:
        game: a finished or running draft.
        cards: what is known of its cards, which the record gets; it names a card as this set's
            card is named, with set and number, however a sheet names it.
        names: what the players are called, by seat.
        bots: the seats of those that are programs.
        decks: the players' decks, by seat.
        session: what the draft is called.
        time: when it began.

    Raises:
        DraftError: no record is made of such a game.
    """
    known = KnownCards(cards)
    history = history_of(game, known)
    seats = []
    for number, picks in enumerate(history.picks):
        name = names[number] if number < len(names) else f"Player {number + 1}"
        deck = decks[number] if number < len(decks) else None
        if deck is not None:
            deck = evolve(deck, main=known.refs(deck.main), side=known.refs(deck.side))
        pool = history.pools[number]
        seats.append(SeatRecord(seat_id(number), name, number in bots, picks, pool, deck))
    return DraftRecord(
        game.kind, seats, history.packs, session, time, known.cardset, history.extras
    )


@define
class _Turn:
    """A pick that is being told of.

    Attributes:
        seat: whose pick it is.
        round, number: which turn it is.
        pack: the number of the pack.
        before: the numbers of the cards in it before.
        picked: those that were taken.
        burned: those that left the draft with it.
    """

    seat: int
    round: int
    number: int
    pack: int
    before: list[int]
    picked: list[int]
    burned: list[int] = field(factory=list)


class _Followed:
    """What was in which pack as it was drafted from, followed through a booster draft's log.

    Attributes:
        refs: the references of the record, by the cards' numbers.
        picks: the picks of each seat.
        added: the packs that were added, as the numbers of their cards.
    """

    def __init__(self, game: BoosterDraft, refs: Sequence[CardRef]) -> None:
        self.refs = refs
        self.picks: list[list[PickRecord]] = [[] for _ in game.seats]
        self.added: list[tuple[int, ...]] = []
        self._table = game.table
        self._cards = len(game.log[0].action.cards) if game.log else 0  # type: ignore[union-attr] # it begins with a start
        self._round = 0
        self._packs: dict[int, list[int]] = {}
        self._turns: list[int] = []
        #: Who drafted from a pack last, and has not passed it yet.
        self._drafters: dict[int, int] = {}
        for record in game.log:
            turn = None
            for outcome in record.outcomes:
                turn = self._follow(outcome, turn)
            self._finish(turn)

    def _follow(self, outcome: Any, turn: _Turn | None) -> _Turn | None:
        """Take an outcome in; the pick that is being told of then."""
        if isinstance(outcome, outcomes.RoundBegan):
            self._begin_round(outcome.round)
        elif isinstance(outcome, outcomes.Opened):
            numbers = tuple(range(self._cards, self._cards + outcome.count))
            self._cards += outcome.count
            self.added.append(numbers)
            self._packs[outcome.pack] = [*numbers]
        elif isinstance(outcome, outcomes.Added):
            self._cards += outcome.count
        elif isinstance(outcome, outcomes.Passed):
            if self._drafters.pop(outcome.pack, None) != outcome.seat:
                self._turns[outcome.seat] += 1  # without drafting from it
        elif isinstance(outcome, outcomes.Drafted):
            self._finish(turn)
            return self._begin(outcome)
        elif turn is not None:
            self._follow_pick(outcome, turn)
        return turn

    def _begin_round(self, number: int) -> None:
        packs = self._table.rounds[number].packs
        first = number * len(packs) + len(self.added)
        self._packs = {first + seat: [*cards] for seat, cards in enumerate(packs)}
        self._round, self._turns = number, [0] * len(packs)
        self._drafters = {}

    def _begin(self, drafted: outcomes.Drafted) -> _Turn:
        seat, pack = drafted.seat, drafted.pack
        assert seat is not None  # noqa: S101 - somebody drafts
        before = self._packs[pack]
        picked = [*drafted.cards]
        gone = {*picked}
        self._packs[pack] = [card for card in before if card not in gone]
        self._drafters[pack] = seat
        self._turns[seat] += 1
        return _Turn(seat, self._round, self._turns[seat] - 1, pack, [*before], picked)

    def _follow_pick(self, outcome: Any, turn: _Turn) -> None:
        """What became of the cards of a pick, and of its pack."""
        if isinstance(outcome, outcomes.Returned):
            self._packs[outcome.pack].append(outcome.card)
            turn.before.append(outcome.card)
        elif isinstance(outcome, (outcomes.Burned, outcomes.Removed)):
            gone = {*outcome.cards} & {*turn.before}
            if outcome.seat == turn.seat and gone:
                turn.picked = [card for card in turn.picked if card not in gone]
                turn.burned += [card for card in outcome.cards if card in gone]
                left = self._packs[turn.pack]
                self._packs[turn.pack] = [card for card in left if card not in gone]

    def _finish(self, turn: _Turn | None) -> None:
        """Put a pick into the record."""
        if turn is None:
            return
        places = {card: place for place, card in enumerate(turn.before)}
        made = PickRecord(
            turn.round,
            turn.number,
            [self.refs[card] for card in turn.before],
            [places[card] for card in turn.picked],
            [places[card] for card in turn.burned],
        )
        self.picks[turn.seat].append(made)
