"""What card files and packs have no place for, besides what their capabilities say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import filterfalse

from ...losses import Loss, LossLog
from ...model import Booster, Card, CardSet, Face
from ..capabilities import (
    drawn_sheets,
    lost_properties,
    report_about,
    report_boosters,
    report_card,
    report_sheets,
)
from .card_lines import backs, card_name
from .format import CAPABILITIES
from .packs import sheet_names


def report_set(cardset: CardSet, losses: LossLog) -> None:
    """Report what no folder of sets has a place for, cards and boosters themselves apart."""
    layouts = (layout for booster in cardset.boosters for layout in booster.layouts)
    used = {name for layout in layouts if layout.weight for name in sheet_names(layout)}
    for name in cardset.sheets:
        if name not in used:
            losses.dropped(Loss.SHEET, name, "sheets that no booster uses")
    report_about(cardset, CAPABILITIES, losses)


def report_written_card(card: Card, losses: LossLog) -> None:
    """Report what a card file has no place for, besides what the lines of a face may lose."""
    report_card(card, CAPABILITIES, losses)
    front = card.faces[0]
    written = [front, *backs(card)[:1]]
    for name in filterfalse(_is_name, (face.name for face in written)):
        losses.changed(Loss.NAME, name, "names with line ends, blanks around them, or nothing")
    if front.kind != "front":
        losses.changed(Loss.FACE, card.name, f"front faces of the kind {front.kind!r}")
    for _ in backs(card)[1:]:
        losses.dropped(Loss.FACE, card.name, "more than one back")
    if any(name for face in written for name in lost_properties(face)):
        losses.dropped(Loss.PROPERTY, card.name)


def _is_name(text: str) -> bool:
    """Whether a line can hold *text* as a name."""
    return card_name(Card(Face(text))) == text


def report_packs(cardset: CardSet, boosters: Sequence[Booster], losses: LossLog) -> None:
    """Report what no pack can say of *boosters*, of which only the first is written."""
    report_boosters(boosters, CAPABILITIES, losses)
    report_sheets(drawn_sheets(cardset, boosters[:1]), CAPABILITIES, losses)
    for layout in (each for booster in boosters[:1] for each in booster.layouts):
        if not layout.weight:
            losses.dropped(Loss.LAYOUT, layout.name, "layouts of weight 0")
