"""Drafts of zones played again from their records, by the engine's own rules.

A record contains which cards were laid out, not how they were shuffled.  So the draft is played
with unknown cards, and the picks show which card is which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from ..bits import Seed, seed_key
from ..draft import (
    BASIC_LANDS,
    DraftCard,
    DraftCards,
    DraftKind,
    Record,
    Some,
    ZoneDraft,
    draft_kinds,
)
from ..draft.engine import numbered
from ..errors import DraftError
from ..model import CardRef
from ..model.frozen import EMPTY, thaw
from .differences import check_pool, listed, where
from .draftmancer_values import OWN
from .of_draft import KIND, SETTINGS, START, own_words
from .record import DraftRecord, PickRecord
from .zone_turns import Followed, Turn

_NO_CARD = DraftCard(CardRef(""))

#: Maximum number of actions in a turn.
_LONGEST = 100

Pack = tuple[CardRef, ...]

#: The known cards of a draft, by number.
Known = Mapping[int, CardRef]


def replay_zones(
    record: DraftRecord, cards: DraftCards, seed: Seed, settings: Mapping[str, Any] | None
) -> ZoneDraft:
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
    settled = own_words(record, SETTINGS) if settings is None else settings
    if settled is None and not any(seat.picks for seat in record.seats):
        raise DraftError("the record has neither picks nor settings")
    return _ZoneReplay(record, kind, thaw(settled or {}), seed).to_the_end(cards)


class _ZoneReplay:
    """A draft while it is played by a record."""

    def __init__(
        self, record: DraftRecord, kind: DraftKind, settings: Mapping[str, Any], seed: Seed
    ) -> None:
        self.record = record
        self.settings = kind.settle(settings)
        self.supply = kind.supply(len(record.seats), self.settings)
        self.game: Any = kind.game
        self.is_own = own_words(record, SETTINGS) is not None
        self.dealt = self.packs()
        self.cards: Known = {}
        key = seed_key(seed, kind.game.step.chance).hex()
        self.draft = Followed(self.game.from_start(self.start(key)))

    # the table

    def start(self, key: str) -> Any:
        """Return the start of the draft, with unknown cards."""
        cls: Any = self.game.start
        packs = numbered(map(len, self.dealt))
        own = {each.name for each in attrs.fields(cls)}
        words = thaw(own_words(self.record, START) or {})
        more = {name: each for name, each in words.items() if name in own}
        try:
            return cls(
                **more,
                cards=[_NO_CARD for pack in packs for _ in pack],
                packs=packs,
                seats=len(self.record.seats),
                seed=key,
                settings=self.settings,
            )
        except (TypeError, ValueError) as error:
            raise DraftError(f"the draft cannot begin as in the record: {error}") from None

    def packs(self) -> list[Pack]:
        """Return the packs that the draft is held with; their cards may be unknown."""
        packs = [*self.record.packs]
        if self.is_own and packs:
            return packs
        if self.supply.pool:
            every = [card for pack in packs for card in pack]
            return [tuple(every or [card.ref for card in self.record.cards.cards])]
        if self.supply.cards:
            return [(_NO_CARD.card,) * self.supply.cards]
        if not packs:
            raise DraftError("the record does not contain the packs")
        return [self.usable(pack) for pack in packs]

    def usable(self, pack: Pack) -> Pack:
        """Return the cards of a pack that are drafted."""
        without = self.supply.without_basics
        return tuple([card for card in pack if not (without and card.name in BASIC_LANDS)])

    # turns

    def to_the_end(self, cards: DraftCards) -> ZoneDraft:
        """Do what the record contains, as long as it contains something."""
        while (seat := self.actor()) is not None:
            self.draft, self.cards = self.turn(seat)
        state = self.draft.state
        for seat in range(len(self.record.seats)):
            if pick := self.next(seat):
                idle = " and ".join(map(str, state.actors))
                of = f"of seat {idle} the record has no pick"
                reason = "the draft is over" if state.is_over else of
                raise DraftError(f"{where(pick)} cannot be made: {reason}", seat)
        start = attrs.evolve(state.table, cards=cards.of(self.every_card()))
        game: ZoneDraft = self.game.replay([Record(start), *state.log[1:]])
        for number, seat_record in enumerate(self.record.seats):
            check_pool(number, [each.card for each in game.pool(number)], seat_record.cards)
        return game

    def next(self, seat: int) -> PickRecord | None:
        """Return the next pick of a seat; None if the record has no further one."""
        picks, at = self.record.seats[seat].picks, self.draft.counts[seat]
        return picks[at] if at < len(picks) else None

    def actor(self) -> int | None:
        """Return the first seat that can act and has a pick; None if there is none."""
        actors = () if self.draft.state.is_over else self.draft.state.actors
        return next((seat for seat in actors if self.next(seat)), None)

    def turn(self, seat: int) -> tuple[Followed, Known]:
        """Return the draft after the next turn of a seat, and the cards that are known then.

        Raises:
            DraftError: If no action ends a turn as in the record.
        """
        refusal: DraftError | None = None
        for after, ended in self.ways(self.draft, seat):
            try:
                known = self.cards
                for turn in ended:
                    if pick := self.next(turn.seat):
                        known = _matched(turn, pick, known)
            except DraftError as error:
                refusal = refusal or error
            else:
                return after, known
        pick = self.next(seat)
        assert pick is not None  # noqa: S101 - the actor has one
        reason = f"{where(pick)} cannot be made: no player can take these cards"
        raise refusal or DraftError(reason, seat)

    def ways(
        self, draft: Followed, seat: int, length: int = 1
    ) -> Iterator[tuple[Followed, list[Turn]]]:
        """Yield the ways to end a turn: each with the draft after it, and the ended turns."""
        for action in self.actions(draft, seat):
            after, ended = draft.do(action)
            if ended:
                yield after, ended
            elif after.state.actors and length < _LONGEST:  # the turn goes on, or another ends it
                yield from self.ways(after, after.state.actors[0], length + 1)

    def actions(self, draft: Followed, seat: int) -> Iterator[Any]:
        """Return the actions of a seat that may get the cards of its pick.

        Of unknown cards that are not laid out the first one is as good as any.
        """
        view, pick, known = draft.state.view(seat), self.next(seat), self.cards
        wanted = pick.taken if pick else ()
        turn = draft.begun.get(seat) or draft.laid(seat)
        if pick and not draft.state.shares_turns and len(turn.pack) == len(pick.pack):
            known = {**dict(zip(turn.pack, pick.pack, strict=True)), **known}
        for ask in view.asks:
            has_unknown = False
            for action in ask.actions(seat):
                refs = [known.get(card) for card in view.describe(action).cards]
                is_another = has_unknown and None in refs and draft.state.laid == ()
                if not is_another and all(ref is None or ref in wanted for ref in refs):
                    has_unknown = has_unknown or None in refs
                    yield action
            for some in ask.choices:
                if isinstance(some, Some):
                    for count in range(len(some.cards) + 1):
                        yield ask.action(seat, some.cards[:count])

    # cards that nobody has seen

    def every_card(self) -> list[CardRef]:
        """Return all cards by number: of those that nobody has seen it is open which is which."""
        packs = self.draft.state.table.packs
        rests = [self.unseen(*each) for each in zip(packs, self.dealt, strict=True)]
        if None in rests:  # packs were shuffled together
            seen = Counter(self.cards.values())
            every = Counter([card for pack in self.record.packs for card in self.usable(pack)])
            if every and (strange := [*(seen - every).elements()]):
                raise DraftError(f"{listed(strange)} came from no pack of the record")
            rest = iter((every - seen).elements())
            rests = [rest] * len(packs)
        pairs = [(card, rest) for pack, rest in zip(packs, rests, strict=True) for card in pack]
        cards = [self.cards.get(card) or next(rest or iter(()), None) for card, rest in pairs]
        if unknown := sum(not (card and card.name) for card in cards):
            raise DraftError(f"the record does not contain what {unknown} of the cards are")
        return [card for card in cards if card]

    def unseen(self, numbers: Sequence[int], pack: Pack) -> Iterator[CardRef] | None:
        """Return the cards of a pack that nobody has seen; None if others were seen."""
        seen = Counter([self.cards[card] for card in numbers if card in self.cards])
        return None if seen - Counter(pack) else iter([*(Counter(pack) - seen).elements()])


def _matched(turn: Turn, pick: PickRecord, known: Known) -> Known:
    """Return the known cards, with those that a pick shows of a turn.

    Raises:
        DraftError: If the pick shows another turn.
    """
    if (turn.round, turn.number) != (pick.round, pick.number):
        by_rules = f"pick {turn.number + 1} of round {turn.round + 1}"
        raise DraftError(f"the record has {where(pick)}, the rules {by_rules}", turn.seat)
    pack, bound = _without_lost(turn, pick), dict(known)
    for numbers, refs in ((pack, pick.pack), (turn.hand, pick.hand)):
        if len(numbers) != len(refs):
            raise _other(turn, pick, f"{listed(refs)}, and by the rules there are {len(numbers)}")
        for number, ref in zip(numbers, refs, strict=True):
            if bound.setdefault(number, ref) != ref:
                raise _other(turn, pick, f"{ref}, and by the rules it is {bound[number]}")
    taken = {pack[place] for place in pick.picked}
    laid_down = {turn.hand[place] for place in pick.replaced}
    if taken != {*turn.picked} or laid_down != {*turn.replaced}:
        reason = f"{where(pick)} cannot be made: no player can take these cards"
        raise DraftError(reason, turn.seat)
    return bound


def _without_lost(turn: Turn, pick: PickRecord) -> list[int]:
    """Return the cards that are laid out, without those that a log of Draftmancer lacks.

    These are the last cards of piles that were left and did not grow.

    Raises:
        DraftError: If the piles are of other sizes.
    """
    sizes, pack = [*turn.piles.values()], [*turn.pack]
    if len(sizes) != len(pick.piles):
        raise _other(turn, pick, f"{len(pick.piles)} piles, the rules {len(sizes)}")
    for pile, (size, own) in [*enumerate(zip(sizes, pick.piles, strict=True))][::-1]:
        was_left = pick.pile is None or pile < pick.pile
        if was_left and own == size - 1:
            del pack[sum(sizes[: pile + 1]) - 1]
        elif own != size:
            raise _other(turn, pick, f"{own} cards in a pile, and by the rules there are {size}")
    return pack


def _other(turn: Turn, pick: PickRecord, words: str) -> DraftError:
    return DraftError(f"at {where(pick)} the record has {words}", turn.seat)
