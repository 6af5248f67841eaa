"""Drafts of zones played again from their records, by the engine's own rules.

A record says which cards lay there, not how they were shuffled.  So the draft is played with cards
that are not known, and which card is which follows from the picks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from ..bits import Seed, seed_key
from ..draft import DraftCard, DraftCards, DraftKind, Record, ZoneDraft, pool_of
from ..draft.decks import BASIC_LANDS
from ..errors import DraftError
from ..model import CardRef
from .differences import check_pool, listed, where
from .record import DraftRecord, PickRecord
from .zone_settings import Settings, kind_of, says_settings, settings_of, start_of
from .zone_turns import Turn, turns_of

_NO_CARD = DraftCard(CardRef(""))

#: The kinds in which cards lie as they are in packs.
_IN_ORDER = ("jumpstart", "rochester", "rotisserie")

Pack = tuple[CardRef, ...]


def replay_zones(record: DraftRecord, cards: DraftCards, seed: Seed) -> ZoneDraft:
    """The draft of zones of a record, as far as the record goes.

    Its cards are dealt so that the shuffles of its seed come to what the record says; so its packs
    may have the same cards in another order, or one another's.

    Raises:
        DraftError: the record does not say enough, or a pick cannot have been made by the rules;
            with the seat, and where the record and the rules part.
        CollationError: the seed is no int, str or bytes.
    """
    kind = kind_of(record)
    kind.check_players(len(record.seats))
    first: DraftError | None = None
    for settings in settings_of(record, kind):
        try:
            return _Playing(record, kind, settings, seed).to_the_end(cards)
        except DraftError as error:
            first = first or error
    raise first or DraftError("the record does not show what was settled before")


class _Playing:
    """A draft while it is played by a record; of a card not known yet the reference is None."""

    def __init__(
        self, record: DraftRecord, kind: DraftKind, settings: Settings, seed: Seed
    ) -> None:
        self.record = record
        self.settings = kind.settle(settings)
        self.supply = kind.supply(len(record.seats), self.settings)
        self.key = seed_key(seed, kind.game.step.chance).hex()
        self.start_class: Any = kind.game.start
        self.game: Any = kind.game
        self.rules = turns_of(kind.game.kind)
        self.at = [0] * len(record.seats)
        self.dealt = self.packs()
        self.refs: list[CardRef | None] = [None] * sum(map(len, self.dealt))
        if self.game.kind in _IN_ORDER and not getattr(self.settings, "exact", False):
            self.refs = [card for pack in self.dealt for card in pack]
        self.state = self.begin([len(pack) for pack in self.dealt])
        self.free: dict[CardRef | None, list[int]] = {}
        for pack in self.state.several("pack"):
            for number in pack.numbers:
                self.free.setdefault(self.refs[number], []).append(number)

    # the table

    def begin(self, sizes: Iterable[int]) -> Any:
        """The state before the first turn, with packs of so many cards."""
        numbers = iter(range(len(self.refs)))
        packs = [tuple([next(numbers) for _ in range(size)]) for size in sizes]
        own = {each.name for each in attrs.fields(self.start_class)}
        more = {name: each for name, each in start_of(self.record).items() if name in own}
        if "themes" in own:
            more.setdefault("themes", [""] * len(packs))
        try:
            start = self.start_class(
                **more,
                cards=[_NO_CARD] * len(self.refs),
                packs=packs,
                seats=len(self.record.seats),
                seed=self.key,
                settings=self.settings,
            )
        except (TypeError, ValueError) as error:
            raise DraftError(f"the draft cannot begin as in the record: {error}") from None
        return self.game.from_start(start)

    def packs(self) -> list[Pack]:
        """The packs that the draft is held with; which cards are in them may not be known."""
        packs = [*self.record.packs]
        kind = self.game.kind
        if kind == "silent-auction":
            return self.as_shuffled(packs)
        if says_settings(self.record) and packs:
            return packs
        if kind == "rotisserie":
            packs = [self.pool()]
        elif kind == "rochester" and not packs:
            firsts = {pick.round: pick.pack for pick in self.picks() if pick.number == 0}
            packs = [firsts.get(number, ()) for number in range(max(firsts, default=-1) + 1)]
        elif self.supply.cards:
            packs = [(_NO_CARD.card,) * self.supply.cards]
        elif kind in ("winston", "winchester"):
            packs = [(_NO_CARD.card,) * self.count_of_stack()]
        elif not packs:
            raise DraftError("the record does not contain the packs")
        return packs

    def picks(self) -> list[PickRecord]:
        return [pick for seat in self.record.seats for pick in seat.picks]

    def pool(self) -> Pack:
        """What lies on the table of a Rotisserie Draft: the packs, all cards, or what was taken."""
        every = [card for pack in self.record.packs for card in pack]
        taken = [card for pick in self.picks() for card in pick.taken]
        known = [self.record.cards.card(card) for card in dict.fromkeys(taken)]
        if not every and len(known) == len(taken) and None not in known:
            gone = {*map(id, known)}
            rest = [card.ref for card in self.record.cards.cards if id(card) not in gone]
            return (*taken, *rest)
        return tuple(every or taken)

    def count_of_stack(self) -> int:
        """Of how many cards the stack was: all that were opened, or those that are no basics."""
        every = [card for pack in self.record.packs for card in pack]
        taken = sum(len(pick.picked) for pick in self.picks())
        others = sum(card.name not in BASIC_LANDS for card in every)
        return next((count for count in (others, len(every)) if count >= taken), taken)

    def as_shuffled(self, packs: list[Pack]) -> list[Pack]:
        """Packs that come in the order in which they were opened, when they have been shuffled."""
        by_round = {pick.round: pick.pack for pick in self.picks()}
        opened = [by_round[number] for number in sorted(by_round)]
        rest = [*(Counter(packs) - Counter(opened)).elements()]
        order = opened + sorted(rest[: max(0, len(packs) - len(opened))], key=len, reverse=True)
        self.refs = [None] * len(order)
        dealt = [pack.numbers[0] for pack in self.begin([1] * len(order)).several("pack")]
        places = dict(zip(dealt, order, strict=True))
        return [places[place] for place in range(len(order))]

    # turns

    def to_the_end(self, cards: DraftCards) -> ZoneDraft:
        """Do what the record says, as long as it says something."""
        act = _ACTS.get(self.game.kind, _Playing.choose)
        while not self.state.is_over:
            seat = next((seat for seat in self.state.actors if self.next(seat)), None)
            if seat is None:
                break
            act(self, seat)
        for seat in range(len(self.record.seats)):
            if pick := self.next(seat):
                idle = [str(each) for each in self.state.actors]
                of = f"of seat {' and '.join(idle)} the record has no pick"
                reason = "the draft is over" if self.state.is_over else of
                raise DraftError(f"{where(pick)} cannot be made: {reason}", seat)
        start = attrs.evolve(self.state.table, cards=cards.of(self.every_card()))
        game: ZoneDraft = self.game.replay([Record(start), *self.state.log[1:]])
        for number, seat_record in enumerate(self.record.seats):
            check_pool(number, [each.card for each in game.pool(number)], seat_record.cards)
        return game

    def next(self, seat: int) -> PickRecord | None:
        """The next pick of a seat; None if the record has no further one."""
        picks = self.record.seats[seat].picks
        return picks[self.at[seat]] if self.at[seat] < len(picks) else None

    def turn(self, seat: int) -> tuple[Turn, PickRecord]:
        """The turn of a seat by the rules and by the record, which count it equally."""
        pick = self.next(seat)
        assert pick is not None  # noqa: S101 - it was looked at before
        turn = self.rules.begin(self.state, seat, self.at[seat])
        if (turn.round, turn.number) != (pick.round, pick.number):
            by_rules = f"pick {turn.number + 1} of round {turn.round + 1}"
            raise DraftError(f"the record has {where(pick)}, the rules {by_rules}", seat)
        return turn, pick

    def bind(self, numbers: Sequence[int], refs: Sequence[CardRef], pick: PickRecord) -> None:
        """Take in which cards lie there.

        Raises:
            DraftError: there are more or fewer, or one is known to be another.
        """
        if len(numbers) != len(refs):
            reason = f"the record has {listed(refs)}, and by the rules there are {len(numbers)}"
            raise DraftError(f"at {where(pick)} {reason}")
        for number, ref in zip(numbers, refs, strict=True):
            if self.refs[number] is None:
                self.refs[number] = ref
            elif self.refs[number] != ref:
                reason = f"the record has {ref}, and by the rules it is {self.refs[number]}"
                raise DraftError(f"at {where(pick)} {reason}")

    def choose(self, seat: int) -> None:
        """Do what gets and gives away the cards of the pick."""
        turn, pick = self.turn(seat)
        self.bind(turn.pack, pick.pack, pick)
        self.bind(turn.hand, pick.hand, pick)
        gets = {turn.pack[place] for place in pick.picked}
        gives = {turn.hand[place] for place in pick.replaced}
        for option in self.state.options(seat):
            if {*option.cards} == gets and {*option.gives} == gives and not option.unseen:
                self.state = self.state.do(option.action)
                self.at[seat] += 1
                return
        raise DraftError(f"{where(pick)} cannot be made: no player can take these cards", seat)

    def choose_any(self, seat: int) -> None:
        """Take a card that lies open, whichever copy."""
        _, pick = self.turn(seat)
        free = self.free.get(pick.taken[0] if pick.picked else _NO_CARD.card, self.free.get(None))
        if not free:
            raise DraftError(f"{where(pick)} cannot be made: the card does not lie open", seat)
        card = free.pop(0)
        self.bind([card], pick.taken, pick)
        self.state = self.state.take_card(seat, card)
        self.at[seat] += 1

    def look_and_take(self, seat: int) -> None:
        """Leave piles, and take one or the top of the stack.

        Draftmancer's logs lack the last card of a pile that was left and did not grow.
        """
        turn, pick = self.turn(seat)
        if len(turn.piles) != len(pick.piles):
            reason = f"the record has {len(pick.piles)} piles, the rules {len(turn.piles)}"
            raise DraftError(f"at {where(pick)} {reason}", seat)
        numbers, cards = iter(turn.pack), iter(pick.pack)
        for pile, (own, size) in enumerate(zip(turn.piles, pick.piles, strict=True)):
            there = [next(numbers) for _ in range(own)]
            was_left = pick.pile is None or pile < pick.pile
            lacks = was_left and size == own - 1
            self.bind(there[:size] if lacks else there, [next(cards) for _ in range(size)], pick)
        begun = self.state.turn
        while self.state.turn == begun and self.state.pile != pick.pile:
            self.state = self.state.skip_pile(seat)
        if pick.pile is not None:
            if self.state.turn != begun:
                raise DraftError(f"{where(pick)} cannot be made: the pile is empty", seat)
            self.state = self.state.take_pile(seat)
        else:
            drawn = self.state.zones[pool_of(seat)].numbers[-1:]
            self.bind(drawn, pick.taken, pick)
        self.at[seat] += 1

    def divide_or_choose(self, seat: int) -> None:
        """Divide cards as the record has the piles, the one that is chosen first; or choose it."""
        _, pick = self.turn(seat)
        batch = self.state.zone("batch").numbers
        first = pick.piles[0] if pick.piles else 0
        if pick.pile != (1 if batch else 0):
            reason = "the rules have another player choose"
            raise DraftError(f"{where(pick)} cannot be made: {reason}", seat)
        if batch:
            self.state = self.state.divide_cards(seat, batch[:first])
        names = [(name, pile) for name in ("pile", "hidden") for pile in (0, 1)]
        there = [card for name, pile in names for card in self.state.zone(name, pile).numbers]
        self.bind(there, pick.pack, pick)
        if not batch:
            self.state = self.state.choose_pile(seat, 0)
            self.at[seat] += 1
            self.at[1 - seat] += self.next(1 - seat) is not None

    def bid(self, seat: int) -> None:
        """Bid; when all have, the cards go to those who got them by the record."""
        turn, pick = self.turn(seat)
        self.bind(turn.pack, pick.pack, pick)
        before, after = self.state, self.state.bid(seat, pick.bids)
        self.state = after
        self.at[seat] += 1
        if after.turn == before.turn:
            return
        for each, record in enumerate(self.record.seats):
            own = record.picks[self.at[each] - 1]
            wanted = {turn.pack[place] for place in own.picked}
            won = {*after.zones[pool_of(each)].numbers} & {*turn.pack}
            if won != wanted:
                other = [self.refs[card] for card in sorted(won ^ wanted)]
                names = listed([card for card in other if card is not None])
                reason = f"by the rules {names} are sold to others; of equal bids chance decides"
                raise DraftError(f"at {where(own)} {reason}", each)

    # cards that nobody has seen

    def every_card(self) -> list[CardRef]:
        """All cards by number: of those that nobody has seen it is open which is which."""
        packs = self.state.table.packs
        own = [self.left(pack, cards) for pack, cards in zip(packs, self.dealt, strict=True)]
        if None not in own:
            rests = [iter(rest or ()) for rest in own]
            pairs = zip(packs, rests, strict=True)
            return [self.refs[card] or next(rest) for pack, rest in pairs for card in pack]
        every = [card for pack in self.record.packs for card in pack]
        seen = Counter([ref for ref in self.refs if ref is not None])
        if every and (strange := [*(seen - Counter(every)).elements()]):
            raise DraftError(f"{listed(strange)} came from no pack of the record")
        if self.supply.without_basics and not says_settings(self.record):
            every = [card for card in every if card.name not in BASIC_LANDS]
        left = iter((Counter(every) - seen).elements())
        cards = [ref or next(left, None) for ref in self.refs]
        if unknown := cards.count(None):
            raise DraftError(f"the record does not contain what {unknown} of the cards are")
        return [card for card in cards if card is not None]

    def left(self, pack: Sequence[int], cards: Pack) -> list[CardRef] | None:
        """The cards of a pack that nobody has seen; None if others were seen."""
        seen = Counter([ref for card in pack if (ref := self.refs[card]) is not None])
        is_same = len(pack) == len(cards) and not seen - Counter(cards)
        return [*(Counter(cards) - seen).elements()] if is_same else None


_ACTS: Mapping[str, Callable[[_Playing, int], None]] = {
    "rotisserie": _Playing.choose_any,
    "silent-auction": _Playing.bid,
    "solomon": _Playing.divide_or_choose,
    "winston": _Playing.look_and_take,
}
