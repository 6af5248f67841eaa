"""Records of the library's own drafts, finished or running.

What a kind of draft has of its own is in one function for its class; further ones are registered
with ``history_of.register``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, singledispatch
from typing import Any

from attrs import asdict, evolve, fields, frozen

from ..draft import (
    BoosterDraft,
    Game,
    TeamSealed,
    ZoneDraft,
    ZoneStart,
    actions,
    as_json,
    draft_kinds,
)
from ..draft.deckbuilder import DeckbuilderDraft
from ..errors import DraftError
from ..model import Card, CardRef, CardSet, Face
from ..model.frozen import EMPTY, Value, freeze
from .draftmancer_values import OWN
from .record import DeckRecord, DraftRecord, PickRecord, SeatRecord
from .turns import flat, followed

_NO_CARDS = CardSet()

#: The extras that contain what was settled before a draft, in the library's own words.
KIND, SETTINGS, START = "kind", "settings", "start"


class KnownCards:
    """What is known of the cards of a record, each with the one reference that it has there.

    Attributes:
        ref: returns the reference of the record for a card's reference in a draft.
        cards: the cards whose references were asked for, by those of the record.
    """

    def __init__(self, cardset: CardSet) -> None:
        """Look cards up in *cardset*."""
        self._cardset = cardset
        self.cards: dict[CardRef, Card] = {}
        self.ref: Callable[[CardRef], CardRef] = cache(self._look_up)

    def _look_up(self, ref: CardRef) -> CardRef:
        card = self._cardset.card(ref)
        if card is None:
            ids = {} if ref.id is None else {"draftmancer": ref.id}
            card = Card(Face(ref.name), ref.set_code, ref.number, ids=ids)
        own = card.ref if self._cardset.card(card.ref) is card else ref
        self.cards.setdefault(own, card)
        return own


@frozen
class History:
    """What a draft's kind knows of it, seat by seat.

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


@singledispatch
def history_of(game: Game) -> History:
    """Return the history of a draft, by the function that is registered for its class.

    Raises:
        DraftError: If there is no such function.
    """
    title = getattr(type(game), "title", type(game).__name__)
    raise DraftError(f"no record is made of {title}; see history_of.register")


@history_of.register
def _of_booster_draft(game: BoosterDraft) -> History:
    settings: dict[str, Any] = {name: getattr(game.table, name) for name in TABLE}
    settings["rounds"] = [[each.picks, each.burns, each.step] for each in game.table.rounds]
    packs = [pack for each in game.table.rounds for pack in each.packs]
    history = _followed(game, packs, {KIND: game.kind, SETTINGS: settings})
    done = flat(record.action for record in game.log)
    added = [each.cards for each in done if isinstance(each, actions.AddPack) and each.cards]
    return evolve(history, packs=[*history.packs, *map(_refs, added)])


@history_of.register
def _of_deckbuilder_draft(game: DeckbuilderDraft) -> History:
    """Return the picks of the initial draft, and the cards that seats have in the end."""
    pools = [_refs(game.pool(seat).values()) for seat in range(len(game.seats))]
    return evolve(_of_booster_draft(game.draft), pools=pools, extras=EMPTY)


@history_of.register
def _of_zone_draft(game: ZoneDraft) -> History:
    """Return the history of a draft of zones, with its settings and more of its start."""
    settings, kinds = game.table.settings, draft_kinds().values()
    own = (type(game), type(settings))
    fitting = [each.name for each in kinds if (each.game, each.settings) == own]
    words = {KIND: (*fitting, game.kind)[0], SETTINGS: asdict(settings)}
    usual = {each.name for each in fields(ZoneStart)} | {"settings"}
    if more := {name: each for name, each in as_json(game.table).items() if name not in usual}:
        words[START] = more
    return _followed(game, game.table.packs, words)


@history_of.register
def _of_team_sealed(game: TeamSealed) -> History:
    pools = {seat: team.pool for team in game.teams for seat in team.seats}
    cards = [_refs(game.cards[card] for card in pools[seat]) for seat in sorted(pools)]
    return History([() for _ in pools], cards)


def _followed(game: Any, packs: Iterable[Iterable[int]], words: Mapping[str, Any]) -> History:
    """Return the history of a draft that is followed turn by turn."""
    refs = _refs(game.cards)
    seats = range(len(game.seats))
    picks: list[list[PickRecord]] = [[] for _ in seats]
    state = followed(game)
    for record in game.log[1:]:
        state, ended = state.do(record.action)
        for turn in ended:
            picks[turn.seat].append(turn.record(refs))
    opened = [[refs[card] for card in pack] for pack in packs]
    return History(picks, [_refs(game.pool(seat)) for seat in seats], opened, freeze({OWN: words}))


def _refs(cards: Iterable[Any]) -> list[CardRef]:
    return [card.card for card in cards]


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
        DraftError: If such a game has no record.
    """
    history = history_of(game)
    seats = []
    for number, picks in enumerate(history.picks):
        name = names[number] if number < len(names) else f"Player {number + 1}"
        deck = decks[number] if number < len(decks) else None
        is_bot = number in bots
        seats.append(SeatRecord(f"seat{number}", name, is_bot, picks, history.pools[number], deck))
    record = DraftRecord(game.kind, seats, history.packs, session, time, extras=history.extras)
    return with_cards(record, cards)


def with_cards(record: DraftRecord, cardset: CardSet) -> DraftRecord:
    """Return a record with what a card set says of its cards, which it names as the set does."""
    known = KnownCards(cardset)
    return evolve(record.with_refs(known.ref), cards=CardSet(cards=known.cards.values()))
