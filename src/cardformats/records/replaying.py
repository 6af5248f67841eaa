"""A draft played again from its record, by the engine's own rules.

The library's own logs contain what was settled before the draft; of other logs the caller gives
what is not usual.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, cycle
from typing import Any

from attrs import evolve

from ..bits import Seed
from ..draft import (
    BASIC_LANDS,
    BoosterDraft,
    DraftCards,
    DraftRules,
    KnowsCards,
    Record,
    Some,
    ZoneDraft,
    actions,
    draft_kinds,
    start,
)
from ..draft.zones.kinds import begin_zones
from ..errors import DraftError
from ..model import CardRef, CardSet, Event, Round
from ..model.frozen import EMPTY, thaw
from .codes import listed
from .draftmancer_values import OWN
from .of_draft import KIND, SETTINGS, START, TABLE, own_words
from .record import DraftRecord, PickRecord
from .replay_turns import Known, Replay
from .turns import Followed, Turn, followed

#: Maximum number of cards that a pick uses, and of usable cards.
_MOST_USED, _MOST_USABLE = 2, 12


def replay(
    record: DraftRecord,
    cards: CardSet | None = None,
    *catalogs: KnowsCards,
    event: Event | None = None,
    rules: DraftRules | None = None,
    discard_at: int | None = None,
    settings: Mapping[str, Any] | None = None,
    seed: Seed = 0,
) -> Any:
    """Play the draft of a record, as far as the record goes: of boosters, or of zones.

    What is not given is as in the record, if it is the library's own, or else as usual.  The cards
    of a draft of zones are dealt so that the shuffles of its seed result in what the record
    contains; so its packs may have one another's cards.

    Args:
        record: a draft with all players' picks and its packs.
        cards: where it is looked up what the cards do in a draft. [default: those of the record]
        *catalogs: where else that is looked up.
        event: the number of cards that are picked and burned in each round, and the direction in
            which packs are passed. [default: one card, none, and left, right and left again]
        rules: whose rules hold where they differ. [default: ``cr``]
        discard_at: a pack with this number of cards or fewer after a pick is discarded.
            [default: 0]
        settings: the settings of a draft of zones, by name. [default: those of its kind]
        seed: what chance is derived from, where rules leave something to it.

    Raises:
        DraftError: If it is a draft of another kind, something is missing, or a pick cannot have
            been made by the rules; with the seat, and where the record and the rules part.
        CollationError: If the seed is not an int, str or bytes.
    """
    known = DraftCards(record.cards if cards is None else cards, *catalogs)
    if record.kind != BoosterDraft.kind:
        return _replay_zones(record, known, seed, settings)
    return _replay_booster(record, known, seed, event, rules=rules, discard_at=discard_at)


def _replay_booster(
    record: DraftRecord, cards: DraftCards, seed: Seed, event: Event | None, **table: Any
) -> Any:
    """Play the booster draft of a record, as far as the record goes.

    Args:
        record: the record.
        cards: where it is looked up what the cards do in a draft.
        seed: what chance is derived from.
        event: what the rounds are like. [default: as the record's own words say, or as usual]
        table: what else was settled before the draft, where it is not None.

    Raises:
        DraftError: If something is missing, or a pick cannot have been made by the rules.
        CollationError: If the seed is not an int, str or bytes.
    """
    if not record.packs:
        raise DraftError("the record does not contain the packs")
    own = own_words(record, SETTINGS) or EMPTY
    last = max([pick.round for seat in record.seats for pick in seat.picks], default=0)
    rounds, seats = last + 1, len(record.seats)
    plans: Any = own.get("rounds")
    try:
        if plans is not None:
            rounds = len(plans)
            those = cycle(event.rounds if event and event.rounds else [Round()])
            event = Event([_round(*each) for each in zip(those, plans, strict=False)])
    except (TypeError, ValueError, KeyError):
        raise DraftError("the record does not contain what its rounds were like") from None
    if len(record.packs) < rounds * seats:
        raise DraftError(f"{len(record.packs)} packs are too few for {rounds} rounds")
    dealt = [record.packs[seats * number : seats * (number + 1)] for number in range(rounds)]
    settled = {name: own[name] for name in TABLE if name in own}
    settled |= {name: value for name, value in table.items() if value is not None}
    begun = start(dealt, cards, seed=seed, event=event or Event(), **settled)
    return _BoosterReplay(record, begun, cards).to_the_end()


def _round(each: Round, plan: Any) -> Round:
    """Return a round, with the library's own words for what it leaves open."""
    picks, burns, step = plan
    own = Round(picks=picks, burns=burns, direction={1: "left", -1: "right"}[step])
    direction = own.direction if each.direction == "alternate" else each.direction
    return evolve(
        own, picks=each.picks or own.picks, burns=each.burns or own.burns, direction=direction
    )


class _BoosterReplay(Replay):
    """A booster draft while it is played by a record.

    A record does not contain which cards were used, nor answers.  A card is used where a pick could
    not be made without it, and an answer is the first one with which the next turn is as in the
    record.
    """

    def __init__(self, record: DraftRecord, begun: BoosterDraft, cards: DraftCards) -> None:
        super().__init__(record)
        self.draft = followed(begun)
        self.card_data = cards
        self.added = record.packs[len(record.seats) * len(begun.table.rounds) :]

    def known(self, draft: Followed, ended: Sequence[Turn]) -> Known:
        """Return the cards of turns, all of which are known."""
        cards = draft.state.cards
        return {card: self.ref(cards[card].card) for turn in ended for card in turn.pack}

    def actors(self, draft: Followed) -> Sequence[int]:
        """Return the seats that can go on: those that add a pack, then those that are behind."""
        state, adders = draft.state, {order.seat for order in draft.state.orders}
        places = {}
        for seat in range(len(state.seats)):
            pick, duty = self.next(draft, seat), state.duty(seat)
            if seat in adders or (pick if duty == "pick" else duty != "wait"):
                place = (pick.round, pick.number) if pick else (len(state.table.rounds), 0)
                places[seat] = (seat not in adders, place)
        return sorted(places, key=places.__getitem__)

    def actions(self, draft: Followed, seat: int) -> Iterator[Any]:
        """Yield the actions of a seat that may lead to its next pick."""
        pick = self.next(draft, seat)
        for ask in draft.state.choices(seat):
            if ask.action in (actions.Answer, actions.PassPack):
                yield from ask.actions(seat)
            elif ask.action is actions.AddPack and pick and pick.pack in self.added:
                yield actions.AddPack(seat, self.card_data.of(pick.pack))
            elif ask.action is actions.Pick and pick:
                yield from self.picks(draft, seat, pick)

    def picks(self, draft: Followed, seat: int, pick: PickRecord) -> Iterator[Any]:
        """Yield the ways to make a pick: without using a card first, then with as few as possible.

        Cards that were drafted and left the draft then are among those that were burned.
        """
        pack = draft.state.seats[seat].packs[0].cards
        if max((*pick.picked, *pick.burned), default=-1) >= len(pack):
            return
        cards, gone = [
            tuple([pack[place] for place in places]) for places in (pick.picked, pick.burned)
        ]
        for using in self.uses(draft.state, seat):
            for count in range(len(gone) + 1):
                drafted = cards + gone[:count]
                yield actions.Pick(seat, drafted, gone[count:], using)
                if using and count:
                    yield actions.Pick(seat, drafted, gone[count:], using, gone[:count])

    def uses(self, state: BoosterDraft, seat: int) -> Iterator[tuple[int, ...]]:
        """Yield the cards that a seat may use with a pick: none, one, or two."""
        yield ()
        usable = [each.card for each in state.view(seat).usable]
        for count in range(1, _MOST_USED + 1):
            yield from combinations(usable[:_MOST_USABLE], count)


def _replay_zones(
    record: DraftRecord, cards: DraftCards, seed: Seed, settings: Mapping[str, Any] | None
) -> Any:
    """Play the draft of zones of a record, as far as the record goes.

    Its cards are dealt so that the shuffles of its seed result in what the record contains; so its
    packs may have the same cards in another order, or one another's.

    Raises:
        DraftError: If the record does not contain enough, or a pick cannot have been made by the
            rules; with the seat, and where the record and the rules part.
        CollationError: If the seed is not an int, str or bytes.
    """
    name = record.extras.get(OWN, EMPTY).get(KIND)
    kind = draft_kinds().get(name if isinstance(name, str) else record.kind)
    if kind is None or not issubclass(kind.game, ZoneDraft):
        raise DraftError(f"drafts of the kind {record.kind[:80]!r} are not played again")
    kind.check_players(len(record.seats))
    settled = thaw(own_words(record, SETTINGS)) if settings is None else settings
    if settled is None and not any(seat.picks for seat in record.seats):
        raise DraftError("the record has neither picks nor settings")
    made = kind.settle(settled or {})
    supply, packs = kind.supply(len(record.seats), made), record.packs
    if supply.cards:  # of any packs, in any order
        packs = ((CardRef(""),) * supply.cards,)
    elif supply.pool and not packs:
        packs = (tuple([card.ref for card in record.cards.cards]),)
    if not packs:
        raise DraftError("the record does not contain the packs")
    more = thaw(own_words(record, START) or {})
    # there may be other numbers of packs than such a draft is usually held with
    held = evolve(supply, packs=supply.packs and len(packs))
    kind = evolve(kind, supply=lambda *_: held)
    try:
        begun = begin_zones(kind, packs, cards, len(record.seats), seed, made, **more)
    except TypeError as error:
        raise DraftError(f"the draft cannot begin as in the record: {error}") from None
    left_out = BASIC_LANDS if supply.without_basics else ()
    return _ZoneReplay(record, cards, begun, left_out).to_the_end()


class _ZoneReplay(Replay):
    """A draft of zones while it is played by a record.

    A record contains which cards were laid out, not how they were shuffled.  So the draft is played
    with unknown cards, and the picks show which card is which.
    """

    def __init__(
        self, record: DraftRecord, cards: DraftCards, begun: Any, left_out: Collection[str]
    ) -> None:
        super().__init__(record)
        self.card_data, self.left_out = cards, left_out
        self.draft = followed(begun)

    def actors(self, draft: Followed) -> Any:
        """Return the seats whose turn it is."""
        return draft.state.actors

    def finished(self) -> Any:
        """Return the draft, with the cards that it turned out to have been held with."""
        start, *log = self.draft.state.log
        every = self.card_data.of(self.every_card(start.action))
        return type(self.draft.state).replay([Record(evolve(start.action, cards=every)), *log])

    def actions(self, draft: Followed, seat: int) -> Iterator[Any]:
        """Yield the actions of a seat; of those with any number of cards one for each number."""
        for ask in draft.state.choices(seat):
            yield from ask.actions(seat)
            for some in ask.choices:
                if isinstance(some, Some):  # which cards they are is not known then
                    for count in range(len(some.cards) + 1):
                        yield ask.action(seat, some.cards[:count])

    def every_card(self, start: Any) -> list[CardRef]:
        """Return all cards by number.

        Of those that nobody has seen it is open which is which: they are as they were dealt, or
        else any that are left.
        """
        packs = self.record.packs
        every = [card for pack in packs for card in pack if card.name not in self.left_out]
        dealt = [card.card for card in start.cards]
        left, known = Counter(every or dealt), dict(self.cards)
        left.subtract(known.values())
        if every and (strange := -left):
            raise DraftError(f"{listed(strange)} came from no pack of the record")
        for number, card in enumerate(dealt):
            if number not in known and left[card] > 0:
                known[number] = card
                left[card] -= 1
        rest = left.elements()
        cards = [known.get(number) or next(rest, CardRef("")) for number in range(len(dealt))]
        if unknown := sum(not card.name for card in cards):
            raise DraftError(f"the record does not contain what {unknown} of the cards are")
        return cards
