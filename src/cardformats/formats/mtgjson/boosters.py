"""Boosters: kinds of packs, weighted contents, sheets of weighted cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...errors import ModelError
from ...model import (
    Balanced,
    Booster,
    CardRef,
    Collation,
    Entry,
    Fixed,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
)
from ..json_text import Path
from .codes import MtgjsonCode
from .syntax import ValuePositions
from .values import ARRAY, FLAG, NUMBER, OBJECT, STRING, ValueCheck, is_number

#: The most common kinds of packs, in order of precedence.
USUAL: Final = ("default", "play", "draft")
_RANDOM: Final = Random(replacement=True)
#: The balance of the source program, which uses colour identities.
_BALANCED: Final = Balanced("color_identity")
_FIXED: Final = Fixed()
_SHEET: Final = {
    "cards": OBJECT,
    "totalWeight": NUMBER,
    **dict.fromkeys(("foil", "balanceColors", "fixed", "allowDuplicates"), FLAG),
}
_KIND: Final = {"boosters": ARRAY, "boostersTotalWeight": NUMBER, "sheets": OBJECT, "name": STRING}
_OF_KIND: Final = frozenset(_KIND.keys() - {"name"})
_LAYOUT: Final = {"contents": OBJECT, "weight": NUMBER}


class BoosterReader:
    """A reader of the boosters of one set.

    Attributes:
        sheets: The sheets, by their names in the card set.
        boosters: The kinds of packs, the most common one first.
    """

    def __init__(
        self, refs: Mapping[str, CardRef], places: ValuePositions, log: DiagnosticLog
    ) -> None:
        """Create a reader; *refs* has the references of cards by uuid."""
        self.sheets: dict[str, Sheet] = {}
        self.boosters: list[Booster] = []
        self._refs, self._places, self._log = refs, places, log
        self._check = ValueCheck(places, log)
        self._written: dict[str, Any] = {}

    def read(self, kinds: Mapping[str, Any], path: Path) -> None:
        """Read the object *kinds* at *path*."""
        order = {kind: number for number, kind in enumerate(USUAL)}
        for kind in sorted(kinds, key=lambda kind: order.get(kind, len(order))):
            if isinstance(kinds[kind], dict):
                self._kind(kind, kinds[kind], (*path, kind))
            else:
                self._check.wrong((*path, kind), "an object")

    def _kind(self, kind: str, item: dict[str, Any], path: Path) -> None:
        own = self._check.members(item, path, _KIND)
        names = {
            name: self._sheet(name, kind, sheet, (*path, "sheets", name))
            for name, sheet in own.get("sheets", {}).items()
        }
        layouts = list(self._layouts(own.get("boosters", ()), names, (*path, "boosters")))
        if not layouts:
            where = self._places.span(path, key=True)
            self._log.add(MtgjsonCode.NO_LAYOUT, where, name=kind)
            return
        self._compare(own, "boostersTotalWeight", sum(each.weight for each in layouts), path)
        self.boosters.append(
            Booster(
                kind,
                None,
                layouts,
                distinct_scope="slot",
                extras=self._check.extras(own, _OF_KIND, path),
            )
        )

    def _layouts(self, items: Any, names: Mapping[str, str], path: Path) -> Iterator[Layout]:
        for number, item in enumerate(items):
            where = (*path, number)
            if not isinstance(item, dict):
                self._check.wrong(where, "an object")
                continue
            own = self._check.members(item, where, _LAYOUT)
            if "contents" not in own or "weight" not in own:
                for name in ("contents", "weight"):
                    if name not in item:
                        self._check.wrong(where, f"an object with {name!r}")
                continue
            slots = list(self._slots(own["contents"], names, (*where, "contents")))
            yield Layout("" if len(items) == 1 else str(number + 1), own["weight"], slots)

    def _slots(
        self, contents: Mapping[str, Any], names: Mapping[str, str], path: Path
    ) -> Iterator[Slot]:
        for name, count in contents.items():
            if not is_number(count):
                self._check.wrong((*path, name), NUMBER[1])
            elif name not in names:
                where = self._places.span((*path, name), key=True)
                self._log.add(MtgjsonCode.NO_SHEET, where, name=name)
            else:
                yield Slot(name, count, (SheetChoice(names[name]),))

    def _sheet(self, name: str, kind: str, item: Any, path: Path) -> str:
        """Read a sheet; return its name, which is changed if another kind has a different sheet."""
        if not isinstance(item, dict):
            self._check.wrong(path, "an object")
            item = {}
        if name in self._written:
            if _same(self._written[name], item):
                return name
            name = f"{kind}/{name}"
        while name in self._written:
            name += "'"
        self._written[name] = item
        own = self._check.members(item, path, _SHEET)
        entries = self._entries(own.get("cards", {}), (*path, "cards"))
        sheet = Sheet(
            name,
            entries,
            _collation(own),
            "foil" if own.get("foil") else None,
            self._check.extras(own, _SHEET, path),
            duplicates=own.get("allowDuplicates"),
        )
        self._compare(own, "totalWeight", sheet.total, path)
        self.sheets[name] = sheet
        return name

    def _entries(self, cards: Mapping[str, Any], path: Path) -> tuple[Entry, ...]:
        refs = self._refs
        try:
            return tuple([Entry(refs[uuid], weight) for uuid, weight in cards.items()])
        except ModelError:
            return tuple(self._checked_entries(cards, path))

    def _checked_entries(self, cards: Mapping[str, Any], path: Path) -> Iterator[Entry]:
        """Yield the entries that have a valid weight."""
        for uuid, weight in cards.items():
            if is_number(weight):
                yield Entry(self._refs[uuid], weight)
            else:
                self._check.wrong((*path, uuid), NUMBER[1])

    def _compare(self, own: Mapping[str, Any], name: str, total: Any, path: Path) -> None:
        """Report a total that differs from the sum of the weights."""
        if own.get(name, total) != total:
            where = self._places.span((*path, name))
            self._log.add(MtgjsonCode.TOTAL, where, sum=total, total=own[name])


def _collation(own: Mapping[str, Any]) -> Collation:
    if own.get("fixed"):
        return _FIXED
    return _BALANCED if own.get("balanceColors") else _RANDOM


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are equal; values nested too deeply are not."""
    try:
        return bool(one == other)
    except RecursionError:
        return False
