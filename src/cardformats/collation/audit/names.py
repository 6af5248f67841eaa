"""The audit of names: of boosters and layouts that share one, of finishes, and of unknown cards."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from ...diagnostics import Diagnostic
from ...model import Booster, CardRef, CardSet, Replace, Sheet
from ..codes import CollationCode
from ..rounds import set_label
from ..words import WELL_KNOWN
from .sheets import examples
from .target import AuditTarget


def name_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield names that do not identify one thing, misspelt finishes, and undefined cards."""
    yield from _boosters(target.cardset)
    yield from _layouts(target.booster)
    yield from _finishes(target)
    cardset = target.cardset
    codes = {(card.set_code or cardset.code or "").upper() for card in cardset.cards}
    for sheet in _sheets(target):
        yield from _undefined(cardset, sheet, codes)


def _sheets(target: AuditTarget) -> list[Sheet]:
    """Return the sheets that the booster names, in the order of the set."""
    names = {choice.sheet for slot, _ in target.booster.walk() for choice in slot.sheets}
    names.update(each.sheet for each in target.booster.constraints if isinstance(each, Replace))
    return [sheet for name, sheet in target.cardset.sheets.items() if name in names]


def _boosters(cardset: CardSet) -> Iterator[Diagnostic]:
    """Yield the names of several boosters of a set that do not all have an id of their own."""
    named: dict[tuple[str, str | None], list[Booster]] = defaultdict(list)
    for booster in cardset.boosters:
        named[booster.name, set_label(cardset, booster)].append(booster)
    for (name, _), boosters in named.items():
        ids = Counter(each.id for each in boosters if each.id)
        count = sum(each.id is None or ids[each.id] != 1 for each in boosters)
        if count and len(boosters) > 1:
            have = "has" if count == 1 else "have"
            yield CollationCode.BOOSTERS_OF_ONE_NAME.of(
                number=len(boosters), name=name, count=count, have=have
            )


def _layouts(booster: Booster) -> Iterator[Diagnostic]:
    """Yield the names of several layouts; layouts without a name are not selected by it."""
    uses = Counter(layout.name for layout in booster.layouts if layout.name)
    for name, count in uses.items():
        if count > 1:
            yield CollationCode.LAYOUTS_OF_ONE_NAME.of(
                number=count, booster=booster.name, name=name
            )


def _finishes(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield the finishes that differ from a well-known one in case or in spaces around it."""
    for where, finish in dict.fromkeys(_finished(target)):
        word = (finish or "").strip().lower()
        if word != finish and word in WELL_KNOWN["finish"]:
            yield CollationCode.FINISH_MISSPELT.of(where=where, finish=finish, word=word)


def _finished(target: AuditTarget) -> Iterator[tuple[str, str | None]]:
    """Yield the finishes of a booster and its sheets, with what has them."""
    for layout in target.booster.layouts:
        for slot, _ in layout.walk():
            yield target.where(layout, slot), slot.finish
    for each in target.booster.constraints:
        if isinstance(each, Replace):
            yield f"the replacement of a card of the slot {each.slot!r}", each.finish
    for sheet in _sheets(target):
        yield f"the sheet {sheet.name!r}", sheet.finish
        cards: dict[str, list[CardRef]] = defaultdict(list)
        for entry in sheet.entries:
            if entry.finish:
                cards[entry.finish].append(entry.card)
        for finish, refs in cards.items():
            entries = "1 entry" if len(refs) == 1 else f"{len(refs)} entries"
            yield f"{entries} of the sheet {sheet.name!r} ({examples(refs)})", finish


def _undefined(cardset: CardSet, sheet: Sheet, codes: set[str]) -> Iterator[Diagnostic]:
    """Yield the cards of *sheet* that *cardset* does not define, if it defines others of them.

    *codes* are the sets of its cards. A card of another set, or one of which a file has only the
    id, is defined elsewhere.
    """
    refs = dict.fromkeys(entry.card for entry in sheet.entries if entry.copies)
    unknown = [ref for ref in refs if cardset.card(ref) is None]
    missing = [ref for ref in unknown if _is_of_set(ref, codes)]
    if missing and len(unknown) < len(refs):
        yield CollationCode.NOT_DEFINED.of(
            sheet=sheet.name, count=len(missing), total=len(refs), examples=examples(missing)
        )


def _is_of_set(ref: CardRef, codes: set[str]) -> bool:
    """Return whether a reference has a name and no code of another set."""
    is_only_id = ref.id is not None and ref.name in ("", ref.id)
    return not is_only_id and (ref.set_code is None or ref.set_code.upper() in codes)
