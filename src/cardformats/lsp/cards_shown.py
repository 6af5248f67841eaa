"""Cards and their odds, in the Markdown that editors show."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from fractions import Fraction
from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from ..collation import Generator, OddsTable
from ..diagnostics import Report
from ..errors import CardFormatsError, CollationError
from ..model import Booster, Card, CardRef, CardSet, Face, Layout, Slot

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>#|~&])")
#: A longer text is cut.
_MOST: Final = 2000
#: Maximum number of layouts, or other parts of a list, to show.
_MOST_LINES: Final = 12
#: Seconds that an answer waits for odds.
_PATIENCE: Final = 0.06
#: By the id of a booster its odds.
_Tables: TypeAlias = dict[int, Future[OddsTable | None]]
#: A paragraph ends so, and a line within one.
_PARAGRAPH: Final = "\n\n"
_BREAK: Final = "  \n"


def escaped(text: str) -> str:
    """Return a text as Markdown that shows exactly this text; a long text is cut."""
    shown = text if len(text) <= _MOST else f"{text[:_MOST]}…"
    return _SPECIAL.sub(r"\\\1", shown)


def card_markdown(card: Card) -> str:
    """Return the faces of a card as Markdown."""
    printing = " ".join(filter(None, (card.set_code, card.number)))
    about = ", ".join(filter(None, (card.rarity, printing, card.finish)))
    parts = [*map(_face, card.faces), escaped(about)]
    return _PARAGRAPH.join(filter(None, parts))


def _face(face: Face) -> str:
    cost = f" {escaped(str(face.mana_cost))}" if face.mana_cost else ""
    size = "/".join(filter(None, (face.power, face.toughness))) or face.loyalty or ""
    lines = [f"**{escaped(face.name)}**{cost}", escaped(face.type_line)]
    lines += [escaped(each) for each in face.text.split("\n")]
    lines += [f"{escaped(name)}: {escaped(str(value))}" for name, value in _properties(face)]
    return _BREAK.join(filter(None, [*lines, escaped(size)]))


def _properties(face: Face) -> Iterator[tuple[str, object]]:
    """Yield the properties that a game has besides the model's fields."""
    return ((name, value) for name, value in face.properties.items() if value not in ("", None))


def number(value: Fraction) -> str:
    """Return a number with three significant digits."""
    return f"{float(value):.3g}"


def percent(value: Fraction) -> str:
    """Return a share of packs in words; only 1 is shown as all packs."""
    if value == 1:
        return "all packs"
    return f"{min(float(value) * 100, 99.9):.3g} % of packs"


class KnownOdds:
    """The odds of packs, which a thread of its own works out; answers do not wait for it."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(1, "odds")
        #: By the document: what was read of it, and the odds of its boosters.
        self._known: WeakKeyDictionary[Hashable, tuple[Report[CardSet], _Tables]] = (
            WeakKeyDictionary()
        )

    def of(
        self, document: Hashable, report: Report[CardSet], boosters: Sequence[Booster | None]
    ) -> list[OddsTable | None]:
        """Return the odds of boosters of a document; None for odds that are not known yet.

        Args:
            document: The document, at a moment.
            report: What was read of it.
            boosters: The boosters; None for the first one.
        """
        known = self._known.get(document)
        if known is None or known[0] is not report:
            known = self._known[document] = report, {}
        tables = known[1]
        for other in [tables_ for _, tables_ in self._known.values() if tables_ is not tables]:
            for each in other.values():
                each.cancel()  # nobody looks at these any more
        for booster in boosters:
            if id(booster) not in tables or tables[id(booster)].cancelled():
                tables[id(booster)] = self._worker.submit(odds_of, report.value, booster)
        its = [tables[id(each)] for each in boosters]
        wait(its, _PATIENCE)
        return [each.result() if each.done() else None for each in its]

    def shutdown(self) -> None:
        """Stop, and cancel unfinished work."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def odds_of(cardset: CardSet, booster: Booster | None = None) -> OddsTable | None:
    """Return the odds of the packs of a card set; None if no pack can be made."""
    try:
        return Generator(cardset, booster, seed=0).odds()
    except CardFormatsError:
        return None


def odds_markdown(odds: OddsTable | None, card: str | CardRef) -> str:
    """Return how often packs contain a card; empty if this is unknown."""
    try:
        rows = () if odds is None else odds.of(card)
    except CollationError:
        return ""
    lines = []
    for row in rows:
        about = "" if row.exact else "about "
        finish = f" {row.finish}" if row.finish else ""
        copies = "copy" if row.expected == 1 else "copies"
        lines.append(
            f"A pack has {about}{number(row.expected)}{finish} {copies} on average, "
            f"and {percent(row.at_least_one)} one."
        )
    return _BREAK.join(lines)


def slots_markdown(layouts: Iterable[Layout], sheet: str) -> str:
    """Return the slots of layouts that draw from a sheet."""
    layouts = list(layouts)
    total = sum(layout.weight for layout in layouts)
    lines = []
    for layout in layouts:
        share = Fraction(layout.weight, total) if total else Fraction(0)
        for slot, part in layout.walk():
            if chance := _share(slot, sheet):
                of = f" of the layout {escaped(layout.name)}" if len(layouts) > 1 else ""
                where = percent(share * part * chance)
                lines.append(f"{slot.count} cards{of} in {where}: slot {escaped(slot.name)}")
    more = [f"and {len(lines) - _MOST_LINES} more"] if len(lines) > _MOST_LINES else []
    return _BREAK.join(lines[:_MOST_LINES] + more)


def _share(slot: Slot, sheet: str) -> Fraction:
    """Return the share of a slot's cards that are of a sheet."""
    total = sum(each.weight for each in slot.sheets)
    own = sum(each.weight for each in slot.sheets if each.sheet == sheet)
    return Fraction(own) / total if total else Fraction(0)


def layout_markdown(layout: Layout, layouts: Iterable[Layout]) -> str:
    """Return the share of packs that have a layout, and its slots."""
    total = sum(each.weight for each in layouts)
    share = Fraction(layout.weight, total) if total else Fraction(0)
    lines = [f"**{escaped(layout.name)}**: {percent(share)}"]
    for slot, _ in layout.walk():
        sheets = [each.sheet for each in slot.sheets]
        of = "" if sheets == [slot.name] else f": {', '.join(map(escaped, sheets))}"
        lines.append(f"{slot.count} × {escaped(slot.name)}{of}")
    return _BREAK.join(lines)
