"""What a deck list says, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ...model import CardRef
from ...source import SourceText


@frozen
class DeckLine:
    """A line that names a card.

    Attributes:
        start, end: where it stands, without white space around it.
        copies: how many; None if it does not say.
        ref: the card.
        finish: its finish, or None.
        marks: what stands behind it: marks and tags.
        section: the section that it is in.
        is_side: whether ``SB:`` says that it is in the sideboard.
    """

    start: int
    end: int
    copies: int | None
    ref: CardRef
    finish: str | None
    marks: str
    section: str
    is_side: bool = False


@frozen(eq=False)
class DeckListText:
    """A deck list: its text, its name and where it says that, the lines of its cards, its notes."""

    source: SourceText
    name: str
    lines: Sequence[DeckLine]
    name_at: tuple[int, int] | None = None
    notes: str = ""
