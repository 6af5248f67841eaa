"""Records of the library's own drafts, finished or running.

What a kind of draft has of its own is in one function for its class; further ones are registered
with ``history_of.register``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import singledispatch
from typing import Any

from attrs import evolve, frozen

from ..draft import BoosterDraft, Game, TeamSealed, actions, outcomes
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
        """Return the references of the record for those of a draft."""
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
        """Return the cards that were looked up."""
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


def own_words(record: DraftRecord, name: str) -> Mapping[str, Any] | None:
    """Return a member that only the library's own logs have; None if it is not there."""
    words = record.extras.get(OWN, EMPTY).get(name)
    return words if isinstance(words, Mapping) else None


def seat_id(seat: int) -> str:
    """Return the id of a seat in the library's own drafts."""
    return f"seat{seat}"


@singledispatch
def history_of(game: Game, known: KnownCards) -> History:  # noqa: ARG001 - for those registered
    """Return the history of a draft, by the function that is registered for its class.

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
    """Return the picks of the initial draft, and the cards that seats have in the end."""
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
    """Make the record of a draft.

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


class _Followed:
    """A booster draft that is played again, and what was in packs as they were drafted from.

    Attributes:
        picks: the picks of each seat.
        added: the packs that were added, as the numbers of their cards.
    """

    def __init__(self, game: BoosterDraft, refs: Sequence[CardRef]) -> None:
        self._refs = refs
        self.picks: list[list[PickRecord]] = [[] for _ in game.seats]
        self.added: list[tuple[int, ...]] = []
        self._turns = [0] * len(game.seats)
        start, *records = game.log or (None,)
        state = game if start is None else type(game).replay([start])
        for record in records:
            after = state.do(record.action)
            self._follow(state, after)
            state = after

    def _follow(self, before: BoosterDraft, after: BoosterDraft) -> None:
        """Record the picks of an action, and its turns without a pick."""
        record = after.log[-1]
        outcomes_ = record.outcomes
        drafted = [at for at, each in enumerate(outcomes_) if isinstance(each, outcomes.Drafted)]
        for at, end in zip(drafted, [*drafted[1:], len(outcomes_)], strict=False):
            self._pick(before, outcomes_[at:end])
        taken: Sequence[Any] = getattr(record.action, "actions", (record.action,))
        for action in taken:
            self._turns[action.seat] += isinstance(action, actions.PassPack)
        for each in outcomes_:
            if isinstance(each, outcomes.Opened):
                pack = next(p for seat in after.seats for p in seat.packs if p.number == each.pack)
                self.added.append(pack.cards)
            elif isinstance(each, outcomes.RoundBegan):
                self._turns = [0] * len(self._turns)

    def _pick(self, before: BoosterDraft, outcomes_: Sequence[Any]) -> None:
        """Record a pick: its first outcome is that cards were drafted, others follow from that."""
        drafted = outcomes_[0]
        seat, gone = drafted.seat, list[int]()
        number = drafted.pack
        pack = [*next(p.cards for p in before.seats[seat].packs if p.number == number)]
        for each in outcomes_:
            if isinstance(each, outcomes.Returned) and each.pack == number:
                pack.append(each.card)
            elif isinstance(each, (outcomes.Burned, outcomes.Removed)) and each.seat == seat:
                gone += [card for card in each.cards if card in pack]
        made = PickRecord(
            before.round,
            self._turns[seat],
            [self._refs[card] for card in pack],
            [pack.index(card) for card in drafted.cards if card not in gone],
            [pack.index(card) for card in gone],
        )
        self._turns[seat] += 1
        self.picks[seat].append(made)
