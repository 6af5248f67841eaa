"""The actions of a booster draft, as frozen values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import field, frozen

from ..model.frozen import as_tuple
from .booster.state import Table
from .cards import DraftCard
from .engine import several


def card_numbers(cards: int | Iterable[int]) -> tuple[int, ...]:
    """Return the number of one card, or of several, as a tuple; a converter of actions."""
    return several(cards)


@frozen
class Start:
    """Every seat opens its first pack.

    Attributes:
        table: what was settled beforehand.
        cards: all cards in the packs; a card's number is its place.
    """

    tag = "start"

    table: Table
    cards: tuple[DraftCard, ...] = field(converter=as_tuple)


@frozen
class Pick:
    """A seat drafts cards from the pack in front of it.

    Attributes:
        seat: whose pick it is.
        cards: the numbers of the cards, in the order they are drafted; empty if the seat has to
            draft at random.
        burns: the numbers of the cards burned.
        using: the numbers of cards in the seat's pool whose effects it uses.
        removing: the numbers of those of the cards that are removed from the draft, if it uses a
            card that removes; the first card drafted if none is named.  By Draftmancer's rules all
            of them are removed.
        about: for each card that it uses, in order, the number of the card drafted that it is
            about, if it is about one; the first card drafted where none is named, and always by
            Draftmancer's rules.
        removers: for each card of *removing*, in order, the number of the card used that removes
            it; empty if only one of the cards used removes others.
    """

    tag = "pick"

    seat: int
    cards: tuple[int, ...] = field(default=(), converter=card_numbers)
    burns: tuple[int, ...] = field(default=(), converter=card_numbers)
    using: tuple[int, ...] = field(default=(), converter=card_numbers)
    removing: tuple[int, ...] = field(default=(), converter=card_numbers)
    about: tuple[int, ...] = field(default=(), converter=card_numbers)
    removers: tuple[int, ...] = field(default=(), converter=card_numbers)


@frozen
class PassPack:
    """A seat passes the pack in front of it without drafting from it, as it has to."""

    tag = "pass_pack"

    seat: int


@frozen
class Answer:
    """A seat answers the first question it is asked; None leaves the answer to chance."""

    tag = "answer"

    seat: int
    answer: str | None = None


@frozen
class UseCard:
    """A seat uses a card of its pool that can be used at any time during the draft.

    Attributes:
        seat: whose card it is.
        card: its number.
        choice: what it chooses with it, one of the choices in ``view.usable_anytime``; None leaves
            it to chance.
    """

    tag = "use_card"

    seat: int
    card: int
    choice: str | None = None


@frozen
class AddPack:
    """The pack that a seat adds to the draft is opened.

    Attributes:
        seat: whose pack it is.
        cards: what is in it; empty if there is no pack left to add.
    """

    tag = "add_pack"

    seat: int
    cards: tuple[DraftCard, ...] = field(default=(), converter=as_tuple)


@frozen
class Together:
    """Several actions at the same time, which are taken in a random order (CR 905.2a).

    One that is not allowed any more when its turn comes is left out, and the record says so.
    """

    tag = "together"

    actions: tuple[SeatAction, ...] = field(converter=as_tuple)


SeatAction: TypeAlias = Pick | PassPack | Answer | UseCard | AddPack
Action: TypeAlias = Start | SeatAction | Together
