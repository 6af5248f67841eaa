"""A draft played again from its record, by the engine's own rules: here, a booster draft.

The library's own logs contain what was settled before the draft; of other logs the caller gives
what is not usual.  A record does not contain which cards were used, nor answers: a card is used
where a pick could not be made without it, and where the record leaves an answer open, the first
option is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, cycle
from typing import Any

from attrs import define, field

from ..bits import Seed, seed_key
from ..draft import (
    BoosterDraft,
    BoosterStep,
    DraftCard,
    DraftCards,
    DraftRules,
    KnowsCards,
    Question,
    actions,
    outcomes,
)
from ..draft.booster.state import DraftRound, Table
from ..draft.engine import numbered
from ..errors import DraftError
from ..model import CardRef, CardSet, Event, Round
from ..model.frozen import EMPTY
from .differences import check_pool, listed, where
from .of_draft import SETTINGS, TABLE, KnownCards, own_words
from .record import DraftRecord, PickRecord, SeatRecord
from .zone_replay import replay_zones

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
        return replay_zones(record, known, seed, settings)
    if not record.packs:
        raise DraftError("the record does not contain the packs")
    own = own_words(record, SETTINGS) or EMPTY
    instead = {"rules": rules, "discard_at": discard_at}
    table = {name: own[name] for name in TABLE if name in own}
    table |= {name: value for name, value in instead.items() if value is not None}
    packs, seats = [known.of(pack) for pack in record.packs], len(record.seats)
    plans = _plans(record, event, own.get("rounds"))
    if len(packs) < len(plans) * seats:
        raise DraftError(f"{len(packs)} packs are too few for {len(plans)} rounds")
    count = len(plans) * seats
    dealt = numbered(map(len, packs[:count]))
    rounds = [
        DraftRound(tuple(dealt[number * seats : (number + 1) * seats]), *plan)
        for number, plan in enumerate(plans)
    ]
    seed_ = seed_key(seed, BoosterStep.chance).hex()
    every = [card for pack in packs[:count] for card in pack]
    start = actions.Start(Table(tuple(rounds), **table, seed=seed_), every)
    begun = BoosterDraft.from_start(start)
    return _BoosterReplay(begun, record.seats, packs[count:], KnownCards(record.cards)).to_the_end()


def _plans(
    record: DraftRecord, event: Event | None, own: Any
) -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Return for each round the numbers of cards picked and burned, and the direction.

    Raises:
        DraftError: If the library's own words are not such numbers.
    """
    turns = [pick.round for seat in record.seats for pick in seat.picks]
    count = min(max(turns, default=0) + 1, _MAX_TURNS)
    plans: Any = [((1,), (0,), -1 if number % 2 else 1) for number in range(count)]
    rounds = (event and event.rounds) or (Round(),)
    steps = {"left": 1, "right": -1}
    try:
        return [
            (
                each.picks or tuple(picks),
                each.burns or tuple(burns),
                steps.get(each.direction, step),
            )
            for each, (picks, burns, step) in zip(cycle(rounds), plans if own is None else own)
        ]
    except (TypeError, ValueError):
        raise DraftError("the record does not contain what its rounds were like") from None


#: Maximum number of turns of a round.
_MAX_TURNS = 10_000


@define
class _BoosterReplay:
    """A draft while it is played by a record.

    Attributes:
        game: the draft so far.
        seats: the players of the record.
        added: the packs that are left to be added.
        known: the cards of the record, which cards that effects add are named as.
        at: for each seat which pick is its next.
    """

    game: BoosterDraft
    seats: Sequence[SeatRecord]
    added: list[tuple[DraftCard, ...]]
    known: KnownCards
    at: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with the first picks."""
        self.at = [0] * len(self.seats)

    def to_the_end(self) -> BoosterDraft:
        """Do what the record says, the earliest turn first, as long as something can be done.

        Raises:
            DraftError: the record and the rules part.
        """
        while not self.game.is_over:
            # every seat once, so that none runs ahead; if none can, an order that does not fit
            done = [seat for seat in self._in_order() if self._act(seat, is_strict=True)]
            if not done and not any(self._act(seat) for seat in self._in_order()):
                break
        for number, seat in enumerate(self.seats):
            if self.at[number] < len(seat.picks):
                pick = where(seat.picks[self.at[number]])
                raise DraftError(f"{pick} cannot be made: {self._obstacle()}", number)
        for number, seat in enumerate(self.seats):
            check_pool(number, self._refs(self.game.pool(number)), seat.cards)
        return self.game

    def _obstacle(self) -> str:
        """Return why a pick that is left cannot be made."""
        if self.game.is_over:
            return "the draft is over"
        seats = range(len(self.seats))
        idle = [seat for seat in seats if self.game.duty(seat) == "pick" and not self._next(seat)]
        return f"of seat {idle[0]} the record has no pick" if idle else "it waits for others"

    def _in_order(self) -> list[int]:
        """Return the seats, those first that are behind."""

        def turn(seat: int) -> tuple[int, int]:
            pick = self._next(seat)
            return (pick.round, pick.number) if pick else (_MAX_TURNS, 0)

        return sorted(range(len(self.seats)), key=turn)

    def _next(self, seat: int) -> PickRecord | None:
        """Return the next pick of a seat; None if the record has no further one."""
        picks = self.seats[seat].picks
        return picks[self.at[seat]] if self.at[seat] < len(picks) else None

    def _act(self, seat: int, *, is_strict: bool = False) -> bool:
        """Do what a seat has to do now; whether it could.

        If it *is strict*, nothing is done that gives a seat another pack than it drafts from next.
        """
        if any(order.seat == seat for order in self.game.orders):
            at = self._added_next(seat)
            self.game = self.game.add_pack(seat, () if at is None else self.added.pop(at))
            return True
        duty = self.game.duty(seat)
        if duty == "answer":
            question = next(each for each in self.game.questions if each.seat == seat)
            return self._answer(question, is_strict=is_strict)
        if duty == "pass":
            return self._adopt(self.game.pass_pack(seat), is_strict=is_strict)
        pick = self._next(seat) if duty == "pick" else None
        if pick is None:
            return False
        after = self._picked(seat, pick)
        self.at[seat] += 1
        done = self._adopt(after, is_strict=is_strict)
        self.at[seat] -= not done
        return done

    def _adopt(self, after: BoosterDraft, *, is_strict: bool) -> bool:
        """Go on to a state, unless that *is strict* and packs come to a seat in another order."""
        if is_strict and self._fits(after) is False:
            return False
        self.game = after
        return True

    def _fits(self, after: BoosterDraft) -> bool | None:
        """Return whether a pack that was passed is the one that the record has at its turn.

        None if the record does not say.
        """
        for outcome in after.log[-1].outcomes:
            if not isinstance(outcome, outcomes.Passed):
                continue
            target, picks = after.seats[outcome.to], self.seats[outcome.to].picks
            at = self.at[outcome.to] + len(target.packs) - 1
            is_known = after.round == self.game.round and target.packs and at < len(picks)
            if target.skips or target.is_out or not is_known:
                return None
            there = self._refs([after.cards[number] for number in target.packs[-1].cards])
            return picks[at].round == after.round and picks[at].pack[: len(there)] == there
        return None

    def _refs(self, cards: Sequence[DraftCard]) -> tuple[CardRef, ...]:
        return tuple(self.known.refs(card.card for card in cards))

    # packs that are added, and questions

    def _added_next(self, seat: int) -> int | None:
        """Return which added pack a seat drafts from next; None if none."""
        pick = self._next(seat)
        if pick is None or pick.round != self.game.round:
            return None
        places = (at for at, pack in enumerate(self.added) if self._refs(pack) == pick.pack)
        return next(places, None)

    def _answer(self, question: Question, *, is_strict: bool) -> bool:
        options: Sequence[str | None] = question.options or (None,)
        if question.effect == "AddBooster":
            options = ("no" if self._added_next(question.seat) is None else "yes",)
        states = [self.game.answer(question.seat, option) for option in options]
        order: list[bool | None] = [True, None, False]
        best = min(states, key=lambda after: order.index(self._fits(after)))
        return self._adopt(best, is_strict=is_strict)

    # picks

    def _picked(self, seat: int, pick: PickRecord) -> BoosterDraft:
        """Return the state after a pick.

        Raises:
            DraftError: the rules do not allow it, or it has another effect by them.
        """
        pack = self.game.seats[seat].packs[0].cards
        there = self._refs([self.game.cards[number] for number in pack])
        put_back = Counter(pick.pack[len(there) :])
        pool = Counter(self._refs(self.game.pool(seat))) if put_back else put_back
        if pick.pack[: len(there)] != there or put_back - pool:
            raise DraftError(
                f"at {where(pick)} the record has {listed(pick.pack)}, and by the rules the pack"
                f" is {listed(there)}",
                seat,
            )
        refusal: DraftError | None = None
        for action in self._actions(seat, pick, pack):
            try:
                after = self.game.do(action)
            except DraftError as error:
                refusal = refusal or error
                continue
            owned = {*after.seats[seat].pool}
            kept = [place in pick.picked for place, card in enumerate(pack) if card in owned]
            if sum(kept) == len(pick.picked) and all(kept):
                return after
        reason = refusal.reason if refusal else "what became of its cards is against the rules"
        raise DraftError(f"{where(pick)} cannot be made: {reason}", seat)

    def _actions(
        self, seat: int, pick: PickRecord, pack: tuple[int, ...]
    ) -> Iterator[actions.Pick]:
        """Yield the ways to make a pick: without using a card first, then with as few as possible.

        Cards that were drafted and left the draft then are among those that were burned.
        """
        if max((*pick.picked, *pick.burned), default=-1) >= len(pack):
            return
        cards = tuple([pack[place] for place in pick.picked])
        gone = tuple([pack[place] for place in pick.burned])
        put_back = Counter(pick.pack[len(pack) :])
        for using in self._uses(seat):
            if put_back - Counter(self._refs([self.game.cards[card] for card in using])):
                continue
            for count in range(len(gone) + 1):
                yield actions.Pick(seat, cards + gone[:count], gone[count:], using)
                if using and count:
                    drafted = cards + gone[:count]
                    yield actions.Pick(seat, drafted, gone[count:], using, gone[:count])

    def _uses(self, seat: int) -> Iterator[tuple[int, ...]]:
        """Return the cards that a seat may use with a pick: none, one, or two."""
        yield ()
        copies = Counter[DraftCard]()
        usable = []
        for each in self.game.view(seat).usable:
            copies[self.game.cards[each.card]] += 1
            if copies[self.game.cards[each.card]] <= _MOST_USED:  # others would do the same
                usable.append(each.card)
        for count in range(1, _MOST_USED + 1):
            yield from combinations(usable[:_MOST_USABLE], count)
