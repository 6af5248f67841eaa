"""What card files and packs have no place for, besides what their capabilities say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse

from attrs import evolve

from ...losses import Loss, LossLog
from ...model import Booster, Card, CardSet, Face
from ..capabilities import (
    drawn_sheets,
    report_about,
    report_boosters,
    report_card,
    report_sheets,
)
from .card_lines import backs, card_name
from .format import CAPABILITIES
from .halves import as_one

#: Rarities and collector numbers are reported where printings are made.
_OF_PRIMITIVES = evolve(CAPABILITIES, rarities=None, no_rarity=True, numbers=True)


def report_set(cardset: CardSet, losses: LossLog) -> None:
    """Report what no folder of sets has a place for, cards and boosters themselves apart."""
    report_about(cardset, CAPABILITIES, losses)


def report_written_card(card: Card, losses: LossLog) -> None:
    """Report what a card file has no place for, besides what the lines of a face may lose."""
    report_card(as_one(card), _OF_PRIMITIVES, losses)
    front = card.faces[0]
    written = [front, *backs(card)[:1]]
    for name in filterfalse(_is_name, (face.name for face in written)):
        losses.changed(
            Loss.NAME, name, "names with line ends or surrounding spaces, or empty names"
        )


def _is_name(text: str) -> bool:
    """Return whether a line can hold *text* as a name."""
    return card_name(Card(Face(text))) == text


def report_packs(cardset: CardSet, boosters: Sequence[Booster], losses: LossLog) -> None:
    """Report what no pack can say of *boosters*, of which only the first is written."""
    report_boosters(cardset, boosters, CAPABILITIES, losses)
    report_sheets(drawn_sheets(cardset, boosters[:1]), CAPABILITIES, losses)
