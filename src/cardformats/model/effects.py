"""What a card does while a draft is going on (CR 905, and effects of digital drafts)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from attrs import field, frozen

from ..errors import ModelError
from .frozen import EMPTY, Value, frozen_mapping, sequence
from .refs import CardRef, as_refs
from .validate import flag, instance_of, json_values, string, tuple_of, weight


class SimpleEffect(Enum):
    """Effects without parameters; the value is the name that draft programs use."""

    # as the card is drafted
    FACE_UP = "FaceUp"
    REVEAL = "Reveal"
    NOTE_PASSING_PLAYER = "NotePassingPlayer"
    NOTE_DRAFTED_CARDS = "NoteDraftedCards"
    CHOOSE_COLORS = "ChooseColors"
    AETHER_SEARCHER = "AetherSearcher"
    CANAL_DREDGER = "CanalDredger"
    ARCHDEMON_OF_PALIANO = "ArchdemonOfPaliano"
    BURN_AFTER_PICKING = "BurnAfterPicking"
    # usable while in the pool
    REMOVE_DRAFT_CARD = "RemoveDraftCard"
    COGWORK_LIBRARIAN = "CogworkLibrarian"
    AGENT_OF_ACQUISITIONS = "AgentOfAcquisitions"
    LEOVOLDS_OPERATIVE = "LeovoldsOperative"
    NOTE_CARD_NAME = "NoteCardName"
    NOTE_CREATURE_NAME = "NoteCreatureName"
    NOTE_CREATURE_TYPES = "NoteCreatureTypes"
    # shown only
    TRACK_REMOVED_CARDS_NAMES = "TrackRemovedCardsNames"
    TRACK_REMOVED_CARDS_SUBTYPES = "TrackRemovedCardsSubtypes"
    COGWORK_GRINDER = "CogworkGrinder"

    def __repr__(self) -> str:
        """Return ``SimpleEffect.REVEAL``, which is a valid expression."""
        return f"SimpleEffect.{self.name}"


@frozen
class AddCards:
    """Picking the card adds others to the pool.

    Attributes:
        cards: what may be added; a card that stands twice is twice as likely.  A string is taken by
            :meth:`cardformats.CardRef.parse`.
        count: how many are added at random; None, or the number of cards, adds all of them.
        distinct: of fewer cards, none is added twice as long as others are left.

    Raises:
        ModelError: If there are no cards, or ``count`` is neither None nor from 1 to
            ``len(cards)``.
    """

    cards: tuple[CardRef, ...] = field(converter=as_refs, validator=tuple_of(CardRef))
    count: int | None = field(default=None, validator=instance_of(int, optional=True))
    distinct: bool = field(default=True, validator=flag)

    def __attrs_post_init__(self) -> None:
        """Refuse a count that cannot be met."""
        if not self.cards:
            message = "AddCards.cards is empty"
            raise ModelError(message)
        if self.count is not None and not 1 <= self.count <= len(self.cards):
            message = f"AddCards.count is from 1 to {len(self.cards)}, not {self.count}"
            raise ModelError(message)


@frozen
class LayoutChoice:
    """A layout's name and how often it is chosen."""

    layout: str = field(validator=string)
    weight: int | Fraction = field(default=1, validator=weight)


def layout_choices(values: Iterable[LayoutChoice]) -> tuple[LayoutChoice, ...]:
    """Return *values* as a tuple; see :func:`sequence`."""
    return sequence(values)


@frozen
class AddBooster:
    """Picking the card may add a booster to the draft.

    Attributes:
        layouts: which layouts the booster may have, with weights; empty means any.
    """

    layouts: tuple[LayoutChoice, ...] = field(
        default=(), converter=layout_choices, validator=tuple_of(LayoutChoice)
    )


#: The kinds of effects that are no :class:`OtherEffect`.
_OWN_KINDS = frozenset(("AddCards", "AddBooster", *(each.value for each in SimpleEffect)))


#: The kinds of other effects that the library's own drafts know, and no draft program.
LIBRARY_KINDS = frozenset(
    ("CogworkSpy", "IllusionaryInformant", "WhispergearSneak", "SpirePhantasm", "DealBroker")
)


@frozen
class OtherEffect:
    """An effect that is none of the other classes: of a third party, or what five cards do.

    Attributes:
        kind: its name in the entry points ``cardformats.effects``; or, of what the library itself
            does, ``CogworkSpy``, ``IllusionaryInformant``, ``WhispergearSneak``, ``SpirePhantasm``
            or ``DealBroker``.
        params: its parameters.

    Raises:
        ModelError: If *kind* is that of another class of effects.
    """

    kind: str = field(validator=string)
    params: Mapping[str, Value] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_values
    )

    def __attrs_post_init__(self) -> None:
        """Refuse what the other classes say."""
        if self.kind in _OWN_KINDS:
            message = f"OtherEffect.kind is not {self.kind!r}, which is an effect of its own"
            raise ModelError(message)


DraftEffect: TypeAlias = SimpleEffect | AddCards | AddBooster | OtherEffect
