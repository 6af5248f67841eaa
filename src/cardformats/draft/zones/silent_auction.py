"""Silent auction: players bid for the cards of an open pack, and nobody sees what others bid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import define, field, frozen

from ...bits import Bits
from ...errors import DraftError
from ...model.frozen import FrozenDict, as_tuple, sequence
from ..cards import Worth
from ..engine import Move, Record, refuse, taking
from .game import ZoneDraft, ZoneStart, ZoneView
from .kinds import DraftKind, Supply
from .replies import card_at, whole_number, words_of
from .settings import number, word
from .state import Zone, ZoneOutcome, ZoneState, ZoneStep, pool_of

#: More than anybody has to bid, and to count.
_MOST = 1_000_000

#: By which of funds and number of cards those are ordered that bid the same: the lowest sum first.
_TIEBREAKERS = {
    "more-funds": (-1, 0),
    "less-funds": (1, 0),
    "fewer-cards": (0, 1),
    "more-cards": (0, -1),
    "none": (0, 0),
}
_SECOND = ("fewer-cards", "more-cards", "more-funds", "less-funds", "none")


@frozen
class SilentAuctionSettings:
    """What can be settled before a silent auction."""

    packs: int = number(3, "how many packs for each player", 1, 128)
    funds: int = number(200, "what each player can spend in the whole draft", 1, _MOST)
    reserve: int = number(0, "the lowest bid that gets a card", 0, _MOST)
    price: str = word(("first", "second"), "pay the own bid, or the highest one of the others")
    tiebreaker: str = word(_TIEBREAKERS, "who gets the card of those that bid the same")
    second_tiebreaker: str = word(_SECOND, "who gets it of those that are the same in that, too")


@frozen(kw_only=True)
class StartSilentAuction(ZoneStart):
    """Packs are put in any order, and the first is opened."""

    settings: SilentAuctionSettings = SilentAuctionSettings()


@frozen
class Bid:
    """A player bids for the cards of the open pack: for each in order, 0 or more."""

    seat: int
    bids: tuple[int, ...] = field(converter=sequence)


@frozen
class BidMade:
    """A seat has bid; what it bids is seen when all have."""

    seat: int


@frozen
class RankedBid:
    """What a seat bids for a card, and what funds it has then."""

    seat: int
    bid: int
    funds: int


@frozen
class Settled:
    """It is settled who gets a card.

    Attributes:
        card: its number.
        winner: the seat that gets it; None if it is discarded, since no bid is high enough.
        price: what the winner pays.
        ranking: all bids for it, the best first.
    """

    card: int
    winner: int | None
    price: int
    ranking: tuple[RankedBid, ...] = field(converter=as_tuple)


@frozen
class SilentAuctionView(ZoneView):
    """All that a seat may see of a silent auction at one moment.

    Attributes:
        settings: what was settled beforehand.
        funds: what each seat has left.
        bids: what the seat itself bids for the open pack; empty as long as it does not.
    """

    settings: SilentAuctionSettings
    funds: tuple[int, ...]
    bids: tuple[int, ...]

    @property
    def pack(self) -> tuple[int, ...]:
        """The numbers of the cards that are bid for, in order."""
        packs = [zone.cards for zone in self.zones if zone.name == "pack" and zone.cards]
        return tuple([card for card in packs[0] if card is not None]) if packs else ()

    @property
    def packs_left(self) -> int:
        """How many packs there are, the open one included."""
        return sum(zone.name == "pack" and zone.size > 0 for zone in self.zones)

    @property
    def question(self) -> str:
        """What a person is asked, whose reply :meth:`read` reads."""
        reserve = self.settings.reserve
        least = f", and the reserve is {reserve}" if reserve else ""
        have = f"you have {self.funds[self.seat]}{least}"
        return f"what do you bid for which cards, as in 3=20 7=5, or none? {have}"

    def read(self, reply: str) -> Bid:
        """The bids that a reply says: ``3=20 7=5``, ``none``, or one for each card in order.

        Raises:
            DraftError: it says none.
        """
        words = words_of(reply)
        if words == ["none"]:
            return Bid(self.seat, [0] * len(self.pack))
        if len(words) == len(self.pack) and "=" not in reply:
            return Bid(self.seat, [whole_number(each) for each in words])
        bids: dict[int, int] = {}
        for each in words:
            place, sign, bid = each.partition("=")
            card = card_at(self.pack, place) if sign else None
            if card is None or card in bids:
                reason = "there are two bids for it" if sign else "3=20 bids 20 for the third card"
                raise DraftError(f"{each!r}: {reason}")
            bids[card] = whole_number(bid)
        if not bids:
            raise DraftError("enter your bid, or none")
        return Bid(self.seat, [bids.get(card, 0) for card in self.pack])

    def random_action(self, bits: Bits) -> Bid:
        """Any bids within the funds of the seat.

        Raises:
            DraftError: it has nothing to do.
        """
        bids, left = {}, self._own_funds()
        for card in bits.shuffled(self.pack):
            bids[card] = bits.below(left // 2 + 1)
            left -= bids[card]
        return Bid(self.seat, [bids[card] for card in self.pack])

    def best_action(self, worth: Worth, bits: Bits) -> Bid:
        """Bids by how much more a card is worth than half of the middle one.

        Who bids as others do gets one card of as many as there are players; so that many times the
        pack's share of the funds is bid.

        Raises:
            DraftError: it has nothing to do.
        """
        funds, reserve = self._own_funds(), self.settings.reserve
        left = min(funds, max(funds * len(self.funds) // self.packs_left, reserve))
        worths = {card: worth(self.cards[card]) for card in self.pack}
        half = sorted(worths.values())[len(worths) // 2] / 2
        shares = {card: max(each - half, 0.0) for card, each in worths.items()}
        rate = left / (sum(shares.values()) or 1)
        bids = dict.fromkeys(self.pack, 0)
        for card in sorted(bits.shuffled(self.pack), key=shares.__getitem__, reverse=True):
            bid = min(max(int(rate * shares[card]), reserve), left) if shares[card] else 0
            bids[card] = bid if bid >= reserve else 0
            left -= bids[card]
        return Bid(self.seat, bids.values())

    def _own_funds(self) -> int:
        if self.seat not in self.actors:
            raise DraftError("has nothing to bid for", self.seat)
        return self.funds[self.seat]


@define(init=False, eq=False, repr=False)
class SilentAuctionState(ZoneState):
    """The fields of a silent auction.

    Attributes:
        funds: what each seat has left.
        bids: what each seat bids for the open pack; empty as long as it does not.
    """

    funds: tuple[int, ...] = ()
    bids: tuple[tuple[int, ...], ...] = ()

    @property
    def open_pack(self) -> Zone:
        """The pack that is bid for: the first that has cards; an empty one if there is none."""
        return next((pack for pack in self.several("pack") if pack.cards), Zone("pack"))


class SilentAuctionStep(SilentAuctionState, ZoneStep):
    """A silent auction that is being changed."""

    def open_next(self) -> None:
        """Open the next pack for all to bid; the end if there is none."""
        self.bids = ((),) * len(self.seats)
        if self.open_pack.cards:
            self.show(self.open_pack.key, None)
            self.actors = tuple(self.seats)
        else:
            self.end()

    def sell(self) -> None:
        """Settle the cards of the pack one after the other, by the funds that are left then."""
        pack, chance = self.open_pack, self.bits()
        for place, card in enumerate(pack.numbers):
            ranking = self.rank(place, chance)
            winner, price = ranking[0].seat, self.price_of(ranking)
            if ranking[0].bid < self.settings.reserve:
                self.tell(Settled(card, None, 0, ranking))
                self.discard((card,), pack.key)
                continue
            funds = [*self.funds]
            funds[winner] -= price
            self.funds = tuple(funds)
            self.tell(Settled(card, winner, price, ranking))
            self.take(winner, (card,), pack.key)

    def rank(self, place: int, chance: Bits) -> list[RankedBid]:
        """All bids for the card at a place, the best first; of equal ones chance decides."""
        settings: SilentAuctionSettings = self.settings
        signs = [_TIEBREAKERS[settings.tiebreaker], _TIEBREAKERS[settings.second_tiebreaker]]

        def order(each: RankedBid) -> list[int]:
            cards = len(self.zone(*pool_of(each.seat)).cards)
            return [-each.bid, *[funds * each.funds + count * cards for funds, count in signs]]

        made = [RankedBid(seat, self.bids[seat][place], self.funds[seat]) for seat in self.seats]
        return sorted(chance.shuffled(made), key=order)

    def price_of(self, ranking: list[RankedBid]) -> int:
        """What the first pays, if the bid is high enough."""
        settings: SilentAuctionSettings = self.settings
        if settings.price == "first":
            return ranking[0].bid
        if len(ranking) == 1:
            return settings.reserve or ranking[0].bid
        return max(ranking[1].bid, settings.reserve)


def _verify(state: SilentAuctionState, action: Bid) -> None:
    """Refuse bids that are no whole numbers, not one for each card, or more than the funds."""
    cards, funds = len(state.open_pack.cards), state.funds[action.seat]
    if type(action.bids) is not tuple or len(action.bids) != cards:
        refuse(action.seat, f"bids are one for each of the {cards} cards, not {action.bids!r}")
    for bid in action.bids:
        if type(bid) is not int or bid < 0:
            refuse(action.seat, f"a bid is a whole number, 0 or more, not {bid!r}")
    if sum(action.bids) > funds:
        refuse(action.seat, f"bids {sum(action.bids)} together, and has {funds}")


def _bid(step: SilentAuctionStep, action: Bid) -> None:
    """Keep the bids until all have bid; then settle the pack, and open the next."""
    bids = [*step.bids]
    bids[action.seat] = action.bids
    step.bids = tuple(bids)
    step.tell(BidMade(action.seat))
    step.actors = tuple([seat for seat in step.actors if seat != action.seat])
    if not step.actors:
        step.sell()
        step.next_turn()
        step.open_next()


@frozen(repr=False)
class SilentAuctionDraft(SilentAuctionState, ZoneDraft):
    """A silent auction at one moment."""

    log: tuple[Record[StartSilentAuction | Bid, ZoneOutcome | BidMade | Settled], ...] = ()

    title = "a silent auction"
    kind = "silent-auction"
    start = StartSilentAuction
    step = SilentAuctionStep
    view_class = SilentAuctionView
    least = 1
    has_open_pools = True
    moves: ClassVar[dict[type, Move]] = {Bid: Move(_verify, _bid)}

    bid = taking(Bid)

    @staticmethod
    def set_up(step: SilentAuctionStep) -> None:
        """Put the packs in any order, and open the first."""
        packs = enumerate(step.bits().shuffled(step.several("pack")))
        shuffled = {("pack", at): Zone("pack", at, pack.cards, ()) for at, pack in packs}
        step.zones = FrozenDict({**step.zones, **shuffled})
        step.funds = (step.settings.funds,) * len(step.seats)
        step.open_next()

    def more_to_see(self, seat: int) -> Mapping[str, Any]:
        """All funds, and the own bids."""
        return {"settings": self.settings, "funds": self.funds, "bids": self.bids[seat]}


def _supply(players: int, settings: SilentAuctionSettings) -> Supply:
    return Supply(packs=settings.packs * players)


KIND = DraftKind(
    "silent-auction",
    "packs whose cards go to those who bid most; all bid at the same time, unseen",
    SilentAuctionDraft,
    SilentAuctionSettings,
    _supply,
)
