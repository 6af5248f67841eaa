"""Drafts of zones played again from their records, by the engine's own rules.

A record contains which cards were laid out, not how they were shuffled.  So the draft is played
with unknown cards, and the picks show which card is which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import attrs

from ..bits import Seed
from ..draft import (
    BASIC_LANDS,
    DraftCards,
    Record,
    Some,
    ZoneDraft,
    draft_kinds,
)
from ..draft.zones.kinds import begin_zones
from ..errors import DraftError
from ..model import CardRef
from ..model.frozen import EMPTY, thaw
from .codes import listed
from .draftmancer_values import OWN
from .of_draft import KIND, SETTINGS, START, own_words
from .record import DraftRecord
from .replay_turns import Replay
from .turns import Followed, followed


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
    held = attrs.evolve(supply, packs=supply.packs and len(packs))
    kind = attrs.evolve(kind, supply=lambda *_: held)
    try:
        begun = begin_zones(kind, packs, cards, len(record.seats), seed, made, **more)
    except TypeError as error:
        raise DraftError(f"the draft cannot begin as in the record: {error}") from None
    played: ZoneDraft = _ZoneReplay(
        record, cards, begun, BASIC_LANDS if supply.without_basics else ()
    ).to_the_end()
    return played


class _ZoneReplay(Replay):
    """A draft of zones while it is played by a record."""

    def __init__(
        self, record: DraftRecord, cards: DraftCards, begun: Any, left_out: Collection[str]
    ) -> None:
        super().__init__(record)
        self.card_data, self.left_out = cards, left_out
        self.draft = followed(begun)

    def actors(self, draft: Followed) -> Sequence[int]:
        """Return the seats whose turn it is."""
        actors: tuple[int, ...] = draft.state.actors
        return actors

    def finished(self) -> Any:
        """Return the draft, with the cards that it turned out to have been held with."""
        start, *log = self.draft.state.log
        every = self.card_data.of(self.every_card(start.action))
        return type(self.draft.state).replay(
            [Record(attrs.evolve(start.action, cards=every)), *log]
        )

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
        cards = [known.get(number) or next(rest, None) for number in range(len(dealt))]
        if unknown := sum(not (card and card.name) for card in cards):
            raise DraftError(f"the record does not contain what {unknown} of the cards are")
        return [card for card in cards if card]
