"""What card files and packs have no place for: each thing that is lost is reported."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import filterfalse

from ...diagnostics import LossLog
from ...model import Booster, Card, CardSet, Face, Random, Sheet
from ..losses import Loss
from ..unsaid import lost_properties
from .card_lines import backs, card_name
from .packs import KEPT_ATTRIBUTES, sheet_names


def report_set(cardset: CardSet, losses: LossLog) -> None:
    """Report what no folder of sets has a place for, cards and boosters themselves apart."""
    layouts = (layout for booster in cardset.boosters for layout in booster.layouts)
    used = {name for layout in layouts if layout.weight for name in sheet_names(layout)}
    for name in cardset.sheets:
        if name not in used:
            losses.dropped(Loss.SHEET, name, "sheets that no booster uses")
    if cardset.event is not None:
        losses.dropped(Loss.EVENT, cardset.name, "draft settings")
    _report_extras(cardset, losses, ("unresolved", "macros"))
    for sheet in cardset.sheets.values():
        _report_extras(sheet, losses, ("filter",))


def _report_extras(
    each: CardSet | Sheet | Booster | Card, losses: LossLog, written: Collection[str] | None = None
) -> None:
    """Report the extras of *each*, save those of Wagic that are *written*: None for all."""
    for format_id, kinds in each.extras.items():
        for kind in kinds:
            if format_id != "wagic" or (written is not None and kind not in written):
                losses.dropped(Loss.EXTRAS, each.name, f"{format_id} {kind!r}")


def report_card(card: Card, losses: LossLog) -> None:
    """Report what a card file has no place for, besides what the lines of a face may lose."""
    front = card.faces[0]
    written = [front, *backs(card)[:1]]
    for name in filterfalse(_is_name, (face.name for face in written)):
        losses.changed(Loss.NAME, name, "names with line ends, blanks around them, or nothing")
    if front.kind != "front":
        losses.changed(Loss.FACE, card.name, f"front faces of the kind {front.kind!r}")
    for each in card.faces[1:]:
        if each.kind != "back":
            losses.dropped(Loss.FACE, card.name, f"faces of the kind {each.kind!r}")
    for _ in backs(card)[1:]:
        losses.dropped(Loss.FACE, card.name, "more than one back")
    if card.finish:
        losses.dropped(Loss.FINISH, card.name, f"the finish {card.finish!r}")
    for code, lost in (
        (Loss.RATING, card.rating is not None),
        (Loss.RELATED, card.related),
        (Loss.EFFECT, card.draft_effects),
        (Loss.IMAGE, any(face.images for face in written)),
        (Loss.PRINTED_NAME, any(face.printed_names for face in written)),
        (Loss.PROPERTY, any(name for face in written for name in lost_properties(face))),
    ):
        if lost:
            losses.dropped(code, card.name)
    _report_extras(card, losses)


def _is_name(text: str) -> bool:
    """Whether a line can hold *text* as a name."""
    return card_name(Card(Face(text))) == text


def report_boosters(cardset: CardSet, boosters: Sequence[Booster], losses: LossLog) -> None:
    """Report what no pack can say of *boosters*, of which only the first is written."""
    for more in boosters[1:]:
        losses.dropped(Loss.BOOSTER, more.name, "more than one booster")
    for booster in boosters[:1]:
        if booster.distinct != "none":
            losses.changed(Loss.DISTINCT, booster.name, "packs without repeated cards")
        for constraint in booster.constraints:
            losses.dropped(
                Loss.CONSTRAINT, booster.name, f"the constraint {type(constraint).__name__}"
            )
        if booster.box is not None:
            losses.dropped(Loss.BOX, booster.name, "how packs are boxed")
        _report_extras(booster, losses, KEPT_ATTRIBUTES)
        _report_layouts(cardset, booster, losses)


def _report_layouts(cardset: CardSet, booster: Booster, losses: LossLog) -> None:
    used: dict[str, None] = {}
    for layout in booster.layouts:
        if not layout.weight:
            losses.dropped(Loss.LAYOUT, layout.name, "layouts of weight 0")
            continue
        if any(slot.finish is not None for slot, _ in layout.walk()):
            losses.dropped(Loss.FINISH, booster.name, "finishes of slots")
        used |= sheet_names(layout)
    for name in used:
        if name in cardset.sheets:
            _report_sheet(cardset.sheets[name], losses)


def _report_sheet(sheet: Sheet, losses: LossLog) -> None:
    if sheet.collation != Random(replacement=True):
        kind = type(sheet.collation).__name__
        losses.changed(
            Loss.COLLATION, sheet.name, f"the collation {kind}", "random, with replacement"
        )
    if sheet.finish or any(entry.finish or entry.overrides for entry in sheet.entries):
        losses.dropped(Loss.FINISH, sheet.name, "finishes and changed properties on a sheet")
