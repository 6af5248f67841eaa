"""From packs to boosters: picks become slots over sheets of the cards that match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ...budget import Budget
from ...diagnostics import DiagnosticLog
from ...model import (
    UNLIMITED,
    Booster,
    CardRef,
    Choice,
    Entry,
    FrozenDict,
    Layout,
    Sheet,
    SheetChoice,
    Slot,
)
from .codes import OctgnCode
from .definition import Definition
from .packaging import UNLIMITED as ALL
from .packaging import Include, Item, Options, Pack, Pick
from .pools import Key, Pool, PoolCard, described, filter_keys
from .syntax import SetRecord

#: Steps of work for each card that is put into a pool, and into a sheet.
_POOL, _SHEET = 5, 20

#: Finds an included card; None if there is none.
Finder: TypeAlias = Callable[[Include], PoolCard | None]


class PackLowering:
    """Makes boosters of the packs of one set.

    Attributes:
        sheets: those that the boosters draw from, by name.
    """

    def __init__(
        self,
        record: SetRecord,
        own: Sequence[PoolCard],
        find: Finder,
        definition: Definition | None,
        log: DiagnosticLog,
        sheets: dict[str, Sheet],
        budget: Budget,
        prefix: str = "",
    ) -> None:
        """Prepare.

        Args:
            record: the set.
            own: its cards.
            find: finds included cards.
            definition: the game, if it is known.
            log: where problems go.
            sheets: where sheets go, by name.
            budget: what pools and sheets, which can be as many as picks times cards, spend.
            prefix: what the names of sheets begin with.
        """
        self.record = record
        self.find = find
        self.definition = definition
        self.log = log
        self.sheets = sheets
        self.prefix = prefix
        self._budget = budget
        self._own = own
        self._own_pool = Pool(own)
        self._names: dict[tuple[int, tuple[Key, ...]], str] = {}
        self._pools: list[Pool] = []
        self._copied: set[str] = set()
        self._numbers: Counter[str] = Counter()

    def booster(self, pack: Pack, of_set: str | None = None) -> Booster | None:
        """The booster that *pack* describes; *of_set* if its set has to be said.

        None if the budget is spent before it is made.
        """
        pool = self._pool(pack)
        slots = () if pool is None else tuple(self._parts(pack.items, pack, pool))
        if self._budget.spent:
            return None
        kept = tuple(
            FrozenDict({"card": each.card, "set": each.of_set, "properties": each.overrides})
            for each in pack.includes
        )
        extras: dict[str, Any] = {"set": of_set} if of_set else {}
        if kept:
            extras["includes"] = kept
        has_copies = not self._copied.isdisjoint(self._sheets_of(slots))
        return Booster(
            pack.name,
            pack.id or None,
            (Layout("default", 1, slots),),
            "none" if has_copies else "printing",
            "slot",
            extras={"octgn": extras} if extras else {},
        )

    def _sheets_of(self, parts: Iterable[Slot | Choice]) -> Iterator[str]:
        for part in parts:
            if isinstance(part, Slot):
                yield from (each.sheet for each in part.sheets)
            else:
                for option in part.options:
                    yield from self._sheets_of(option.slots)

    def _pool(self, pack: Pack) -> Pool | None:
        """The pool of *pack*; None if the budget is spent."""
        if not pack.includes:
            return self._own_pool
        if not self._budget.spend(_POOL * (len(self._own) + len(pack.includes))):
            return None
        found = []
        uses = Counter((each.card, each.of_set, each.overrides) for each in pack.includes)
        for include in pack.includes:
            many = uses.pop((include.card, include.of_set, include.overrides), 1)
            if many > 1:
                self._add(OctgnCode.INCLUDED_TWICE, include.element, count=many)
            card = self.find(include)
            if card is not None:
                found.append(card)
        return Pool((*self._own, *found))

    def _parts(self, items: Iterable[Item], pack: Pack, pool: Pool) -> Iterator[Slot | Choice]:
        for item in items:
            if isinstance(item, Options):
                yield from self._choice(item, pack, pool)
            elif (slot := self._slot(item, pack, pool)) is not None:
                yield slot

    def _choice(self, options: Options, pack: Pack, pool: Pool) -> Iterator[Choice]:
        if not options.options:
            return
        self._check_sum(options)
        layouts = [
            Layout("", chance, tuple(self._parts(option.items, pack, pool)) if option else ())
            for chance, option in options.chances()
        ]
        yield Choice(tuple(layouts))

    def _slot(self, pick: Pick, pack: Pack, pool: Pool) -> Slot | None:
        """The slot that *pick* describes; None if the budget is spent."""
        is_new = self._budget.spend() and not pool.knows(pick)
        cards = () if self._budget.spent else pool.matching(pick)
        if is_new:
            self._budget.spend(_SHEET * len(cards))
        if self._budget.spent:
            return None
        self._check_pick(pick, cards, pool)
        name = self._sheet(pick, cards, pack, pool)
        quantity = UNLIMITED if pick.quantity == ALL else pick.quantity
        return Slot(name, quantity, (SheetChoice(name),), on_short=("skip",))

    def _sheet(self, pick: Pick, cards: Sequence[PoolCard], pack: Pack, pool: Pool) -> str:
        """The name of the sheet of *cards*, which is made if there is none yet."""
        key = (id(pool), filter_keys(pick.filters))
        if key in self._names:
            return self._names[key]
        self._pools.append(pool)  # else another pool might get the id of one that is gone
        entries: dict[tuple[CardRef, FrozenDict[str, Any]], int] = {}
        for card in cards:
            same = (card.ref, FrozenDict(card.overrides))
            entries[same] = entries.get(same, 0) + 1
        name = self.prefix + _sheet_name(pick.filters)
        if name in self.sheets:
            name = self._unused(f"{pack.name}: {name}")
        self.sheets[name] = Sheet(
            name,
            tuple(Entry(ref, copies, None, given) for (ref, given), copies in entries.items()),
            extras={"octgn": {"filter": tuple(pick.filters)}},
        )
        if any(copies > 1 for copies in entries.values()):
            self._copied.add(name)
        self._names[key] = name
        return name

    def _unused(self, name: str) -> str:
        """*name*, with a number if there is such a sheet; many packs may have one name."""
        unused = name
        while unused in self.sheets:
            self._numbers[name] += 1
            unused = f"{name} {self._numbers[name] + 1}"
        return unused

    # -- what is doubtful

    def _add(self, code: OctgnCode, element: Any, **data: Any) -> None:
        self.log.add(code, self.record.span(element), **data)

    def _check_pick(self, pick: Pick, cards: Sequence[PoolCard], pool: Pool) -> None:
        if self.definition is not None:
            for key, _ in pick.filters:
                if key.lower() != "name" and key not in self.definition.properties:
                    notes = self.log.did_you_mean(key, self.definition.properties)
                    span = self.record.attribute_span(pick.element, "key")
                    self.log.add(OctgnCode.UNKNOWN_KEY, span, notes=notes, name=key)
        if pick.quantity == 0:
            return
        wanted = described(pick.filters)
        if not cards:
            self._add(OctgnCode.NO_MATCH, pick.element, wanted=wanted)
        elif pick.quantity > len(cards):
            self._add(
                OctgnCode.SHORT_POOL,
                pick.element,
                have=len(cards),
                quantity=pick.quantity,
                wanted=wanted,
            )
        for key, value in pick.filters:
            other = next((each for each in pool.spelled(pick, key) if each != value), "")
            if other.strip():
                span = self.record.attribute_span(pick.element, "value")
                self.log.add(OctgnCode.CASE_MATCH, span, other=other, value=value)

    def _check_sum(self, options: Options) -> None:
        if options.total != 1:
            parent = options.options[0].element.getparent()
            self._add(OctgnCode.PROBABILITY_SUM, parent, total=_decimal(options.total))
        reason = "those before it add up to 1 or more"
        for chance, option in options.chances():
            if option is not None and option.probability is None:
                reason = "a probability before it is no number"
            elif option is not None and chance == 0 and option.probability != 0:
                self._add(OctgnCode.NEVER_CHOSEN, option.element, reason=reason)


def _decimal(number: Any) -> str:
    return f"{float(number):.6g}"


def _sheet_name(filters: Sequence[tuple[str, str]]) -> str:
    """What a sheet of the cards that *filters* let through is called, as ``Rare, no Packaging``."""
    return ", ".join(value.strip() or f"no {key}" for key, value in filters) or "cards"
