"""Draft records: what was opened, what each player could take and took, and the decks.

A record is of any kind of draft.  It says what happened and not why: no clock, no effects, no
notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from attrs import Attribute, evolve, field, frozen

from ..errors import ModelError
from ..model import CardRef, CardSet
from ..model.frozen import EMPTY, Value, frozen_mapping, sequence
from ..model.refs import as_refs
from ..model.shown import ShownInNotebooks
from ..model.validate import (
    are_strings,
    at_least,
    counts,
    flag,
    instance_of,
    json_mappings,
    refuse,
    string,
    texts,
    tuple_of,
)


def _packs(values: Iterable[Iterable[CardRef]]) -> tuple[tuple[CardRef, ...], ...]:
    packs = sequence(values)
    return tuple(map(as_refs, packs)) if type(packs) is tuple else packs


_REFS = tuple_of(CardRef)

#: A deck has no more lands of a colour.
MAX_LANDS = 10_000


def are_lands(value: object) -> bool:
    """Return whether a value is a mapping of letters to numbers of lands."""
    return (
        isinstance(value, dict)
        and are_strings(value)
        and all(type(each) is int and 0 <= each <= MAX_LANDS for each in value.values())
    )


@frozen(repr=False)
class PickRecord(ShownInNotebooks):
    """What a player could take, and what was taken.

    A card is named by its place in *pack*, since a pack may have two of it.

    Attributes:
        round: from 0; in drafts without rounds always 0.
        number: which turn of the round, from 0; a turn without a pick leaves a gap.
        pack: the cards there before the pick, in order: a pack, a table, or piles one after the
            other.  A card that the player put into the pack with this pick is at its end.
        picked: the places of the cards taken, in order.
        burned: the places of the cards that left the draft with the pick.
        piles: of how many cards each pile is, if there are piles; what follows them in *pack* is
            in none.
        pile: which of the piles was taken, from 0; None if none was.
        hidden: the number of the last cards of *pack* that lay face down, as the top of a stack.
        hand: of a draft in which cards are exchanged, the player's hand before.
        replaced: the places in *hand* of the cards laid down.
        extras: per format id, what the record has no word for.

    Raises:
        ModelError: If a field has an impossible value, such as a place that does not exist.
    """

    round: int = field(validator=at_least(0))
    number: int = field(validator=at_least(0))
    pack: tuple[CardRef, ...] = field(converter=as_refs, validator=_REFS)
    picked: tuple[int, ...] = field(default=(), converter=sequence, validator=counts)
    burned: tuple[int, ...] = field(default=(), converter=sequence, validator=counts)
    piles: tuple[int, ...] = field(default=(), converter=sequence, validator=counts)
    pile: int | None = None
    hidden: int = field(default=0, validator=at_least(0))
    hand: tuple[CardRef, ...] = field(default=(), converter=as_refs, validator=_REFS)
    replaced: tuple[int, ...] = field(default=(), converter=sequence, validator=counts)
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )

    def __attrs_post_init__(self) -> None:
        """Refuse places that are not there."""
        size = len(self.pack)
        gone = self.picked + self.burned
        if len({*gone}) < len(gone) or max(gone, default=-1) >= size:
            raise ModelError(f"PickRecord: {gone} are no different places of {size} cards")
        if max(self.replaced, default=-1) >= len(self.hand):
            raise ModelError(f"PickRecord.replaced: {self.replaced} of a hand of {len(self.hand)}")
        if sum(self.piles) > size or self.hidden > size:
            raise ModelError(f"PickRecord: the piles, or what is hidden, are over {size} cards")
        if self.pile is not None and (
            type(self.pile) is not int or self.pile not in range(len(self.piles))
        ):
            raise ModelError(f"PickRecord.pile: there is no pile {self.pile!r}")

    @property
    def taken(self) -> tuple[CardRef, ...]:
        """Return the cards that were taken."""
        return tuple([self.pack[place] for place in self.picked])

    @property
    def seen(self) -> tuple[CardRef, ...]:
        """Return the cards that lay open to the player."""
        return self.pack[: len(self.pack) - self.hidden]

    @property
    def left(self) -> tuple[CardRef, ...]:
        """Return the cards that stayed."""
        gone = {*self.picked, *self.burned}
        return tuple([card for place, card in enumerate(self.pack) if place not in gone])


@frozen(repr=False)
class DeckRecord(ShownInNotebooks):
    """A deck.

    Attributes:
        main: the cards of the main deck.
        side: those of the sideboard.
        lands: how many basic lands were added, by the letter of their colour.
        hashes: hashes by program, if the source has them.
    """

    main: tuple[CardRef, ...] = field(default=(), converter=as_refs, validator=_REFS)
    side: tuple[CardRef, ...] = field(default=(), converter=as_refs, validator=_REFS)
    lands: Mapping[str, int] = field(default=EMPTY, converter=frozen_mapping)
    hashes: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping, validator=texts)

    def __attrs_post_init__(self) -> None:
        """Refuse lands that are no numbers by letters."""
        if not are_lands(self.lands):
            raise ModelError(f"DeckRecord.lands are numbers from 0 to {MAX_LANDS}, by colour")


@frozen(repr=False)
class SeatRecord(ShownInNotebooks):
    """A player.

    Attributes:
        id: what tells players apart.
        name: what the player is called.
        is_bot: whether a program played.
        picks: what was taken, in order.
        cards: the cards at the end, which need not be those that were taken.
        deck: the deck; None if it is not known.
        extras: per format id, what the record has no word for.
    """

    id: str = field(validator=string)
    name: str = field(default="", validator=string)
    is_bot: bool = field(default=False, validator=flag)
    picks: tuple[PickRecord, ...] = field(
        default=(), converter=sequence, validator=tuple_of(PickRecord)
    )
    cards: tuple[CardRef, ...] = field(default=(), converter=as_refs, validator=_REFS)
    deck: DeckRecord | None = field(default=None, validator=instance_of(DeckRecord, optional=True))
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )


def _are_packs(record: Any, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, tuple):
        refuse(record, attribute, value, "a sequence of packs")
    for pack in value:
        _REFS(record, attribute, pack)


@frozen(repr=False)
class DraftRecord(ShownInNotebooks):
    """A draft that was held, as far as its source says.

    Attributes:
        kind: ``booster``, ``winston``, ``sealed``, …: the library's word for the game, or the
            source's where the library has none.
        seats: the players in the order in which they sit.
        packs: the packs as they were opened: round by round those of the seats, then those that
            were added in the draft; cards that nobody drafted are there, too.
        session: what the source calls the draft.
        time: when it began; without a time zone if the source does not say which.
        cards: what is known of the cards.
        extras: per format id, what the record has no word for.

    Raises:
        ModelError: If a field has an impossible value, or two seats have the same id.
    """

    kind: str = field(validator=string)
    seats: tuple[SeatRecord, ...] = field(converter=sequence, validator=tuple_of(SeatRecord))
    packs: tuple[tuple[CardRef, ...], ...] = field(
        default=(), converter=_packs, validator=_are_packs
    )
    session: str = field(default="", validator=string)
    time: datetime | None = field(default=None, validator=instance_of(datetime, optional=True))
    cards: CardSet = field(factory=CardSet, validator=instance_of(CardSet))
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )

    def __attrs_post_init__(self) -> None:
        """Refuse two players of one id."""
        if len({seat.id for seat in self.seats}) < len(self.seats):
            raise ModelError("DraftRecord.seats has two players of one id")

    @property
    def opened(self) -> tuple[tuple[CardRef, ...], ...]:
        """Return the packs; if the source has none, the first ones that players drafted from."""
        firsts = [pick.pack for seat in self.seats for pick in seat.picks if pick.number == 0]
        return self.packs or (tuple(firsts) if self.kind == "booster" else ())

    def with_refs(self, named: Callable[[CardRef], CardRef]) -> DraftRecord:
        """Return the record with other references to its cards, *named* so."""

        def refs(value: Any, *names: str) -> Any:
            return value and evolve(
                value, **{name: map(named, getattr(value, name)) for name in names}
            )

        packs = [[*map(named, pack)] for pack in self.packs]
        seats = [
            evolve(
                seat,
                picks=[refs(pick, "pack", "hand") for pick in seat.picks],
                cards=[*map(named, seat.cards)],
                deck=refs(seat.deck, "main", "side"),
            )
            for seat in self.seats
        ]
        return evolve(self, seats=seats, packs=packs)
