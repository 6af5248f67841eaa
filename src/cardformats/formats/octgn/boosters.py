"""Packs as boosters: picks are slots over sheets of the cards that match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from ...diagnostics import Fix
from ...model import (
    UNLIMITED,
    Booster,
    Card,
    Choice,
    FrozenDict,
    Layout,
    Sheet,
    SheetChoice,
    Slot,
)
from ..near_words import same_letters
from ..pools import Pool, SheetMaker
from .codes import OctgnCode
from .document import Reporter
from .fixes import value_fix
from .games import LoadedGame, LoadedSet
from .packs import PoolCard, criteria_of, described
from .syntax import ALL, FilterPickRecord, Include, Item, OptionsRecord, PackRecord

#: Steps of work for each card that is put into a pool, and into a sheet.
_POOL, _SHEET = 5, 20
#: A sum of probabilities that differs from 1 by no more than this is rounded.
_ROUNDED: Final = Fraction(1, 1000)


class OctgnBoosterBuilder:
    """Makes boosters of the packs of one set."""

    def __init__(
        self,
        game: LoadedGame,
        loaded: LoadedSet,
        sheets: dict[str, Sheet],
        included: dict[tuple[str, str], Card],
        *,
        is_game: bool,
    ) -> None:
        """Prepare for the packs of a set.

        Args:
            game: what has the other sets, and the budget: pools and sheets can be as many as picks
                times cards.
            loaded: the set.
            sheets: where the sheets go that boosters draw from, by name.
            included: where the cards of other sets go, by the GUIDs of their sets and their own.
            is_game: whether more sets of the game are read, so that sheets are named after theirs.
        """
        self.game = game
        self.loaded = loaded
        self.sheets = sheets
        self.included = included
        record = loaded.record
        has_includes = any(pack.includes for pack in record.packs)
        refs = loaded.refs(by_id=loaded.code is None and (is_game or has_includes))
        self.own: list[PoolCard] = [PoolCard(refs[id(card)], card) for card in record.cards]
        self.prefix: str = f"{record.name}: " if is_game else ""
        self.report, self.budget = Reporter(record.document, game.log), game.budget
        self._maker = SheetMaker(sheets)
        #: Whether a card is several times on a sheet, by its name.
        self._copied: dict[str, bool] = {}
        self._missing: set[str] = set()
        self._own_pool = Pool(self.own)

    def booster(self, pack: PackRecord, of_set: str | None = None) -> Booster | None:
        """Return the booster that *pack* describes; *of_set* if its set must be specified.

        None if the budget is spent before it is made.
        """
        pool = self._pool(pack)
        slots = () if pool is None else tuple(self._parts(pack.items, pack, pool, is_used=True))
        if self.budget.spent:
            return None
        kept = tuple(map(self._kept_include, pack.includes))
        extras: dict[str, Any] = {"set": of_set} if of_set else {}
        if kept:
            extras["includes"] = kept
        layout = Layout("default", 1, slots)
        drawn = [each.sheet for slot, _ in layout.walk() for each in slot.sheets]
        has_copies = any(map(self._has_copies, drawn))
        return Booster(
            pack.name,
            pack.id or None,
            (layout,),
            "none" if has_copies else "printing",
            "slot",
            extras={"octgn": extras} if extras else {},
        )

    def _kept_include(self, include: Include) -> FrozenDict[str, Any]:
        kept = {"card": include.card, "set": include.of_set, "properties": include.overrides}
        is_own = include.of_set == self.loaded.record.id and include.card in self.loaded.by_id
        is_missing = not is_own and (include.of_set, include.card) not in self.included
        return FrozenDict({**kept, **({"missing": True} if is_missing else {})})

    def _pool(self, pack: PackRecord) -> Pool[PoolCard] | None:
        """Return the pool of *pack*; None if the budget is spent."""
        if not pack.includes:
            return self._own_pool
        if not self.budget.spend(_POOL * (len(self.own) + len(pack.includes))):
            return None
        pool = []
        uses = Counter((each.card, each.of_set, each.overrides) for each in pack.includes)
        for include in pack.includes:
            many = uses.pop((include.card, include.of_set, include.overrides), 1)
            if many > 1:
                self.report(OctgnCode.INCLUDED_TWICE, include.element, count=many)
            if (card := self._find(include)) is not None:
                pool.append(card)
        return Pool((*self.own, *pool))

    def _find(self, include: Include) -> PoolCard | None:
        """Return the included card as it is in a pool; None, and reported, if there is none."""
        is_own = include.of_set == self.loaded.record.id
        other = self.loaded if is_own else self.game.set_called(include.of_set)
        if other is None:
            if include.of_set not in self._missing:
                self._missing.add(include.of_set)
                self.report(OctgnCode.INCLUDE_SET, include.element, "set", id=include.of_set)
            return None
        card = other.by_id.get(include.card)
        if card is None:
            name = other.record.name
            self.report(OctgnCode.INCLUDE_CARD, include.element, "id", set=name, id=include.card)
            return None
        key = (other.record.id, card.id)
        if not is_own and key not in self.included:
            self.included[key] = other.card_builder(is_foreign=True).card(card)
        refs = other.refs(by_id=other.code is None)
        return PoolCard(refs[id(card)], card, include.overrides)

    def _parts(
        self, items: Iterable[Item], pack: PackRecord, pool: Pool[PoolCard], *, is_used: bool
    ) -> Iterator[Slot | Choice]:
        for item in items:
            if isinstance(item, OptionsRecord):
                yield from self._choice(item, pack, pool, is_used=is_used)
            elif (slot := self._slot(item, pack, pool, is_used=is_used)) is not None:
                yield slot

    def _choice(
        self, options: OptionsRecord, pack: PackRecord, pool: Pool[PoolCard], *, is_used: bool
    ) -> Iterator[Choice]:
        if not options.options:
            return
        self._check_sum(options)
        layouts = []
        for chance, option in options.chances():
            items = option.items if option else ()
            # a probability of 0 is how an option is switched off
            in_use = is_used and bool(option and option.probability != 0)
            layouts.append(
                Layout("", chance, tuple(self._parts(items, pack, pool, is_used=in_use)))
            )
        yield Choice(tuple(layouts))

    def _slot(
        self, pick: FilterPickRecord, pack: PackRecord, pool: Pool[PoolCard], *, is_used: bool
    ) -> Slot | None:
        """Return the slot that *pick* describes; None if the budget is spent."""
        criteria = criteria_of(pick.filters)
        is_new = self.budget.spend() and not self._maker.knows((pool, criteria))
        cards = () if self.budget.spent else pool.matching(criteria)
        if is_new:
            self.budget.spend(_SHEET * len(cards))
        if self.budget.spent:
            return None
        self._check_keys(pick)
        if is_used and pick.quantity != 0:
            self._check_pick(pick, cards, pool)
        name = self.prefix + _sheet_name(pick.filters)
        sheet = self._maker.sheet(
            (pool, criteria),
            (name, f"{pack.name}: {name}"),
            ((card.ref, card.overrides or None) for card in cards),
            extras={"octgn": {"filter": tuple(pick.filters)}},
        )
        quantity = UNLIMITED if pick.quantity == ALL else pick.quantity
        return Slot(sheet.name, quantity, (SheetChoice(sheet.name),), on_short=("skip",))

    def _has_copies(self, name: str) -> bool:
        if name not in self._copied:
            sheet = self.sheets[name]
            self._copied[name] = len({each.card for each in sheet.entries}) < sheet.total
        return self._copied[name]

    # -- what is doubtful

    def _check_keys(self, pick: FilterPickRecord) -> None:
        known = self.game.definition.properties if self.game.definition else None
        for number, (key, _) in enumerate(pick.filters):
            if key.lower() == "name":
                if number and self.game.options.thorough and key not in (known or ()):
                    where = _filter_element(pick, number)
                    self.report(OctgnCode.NAME_FILTER, where, "key", name=key)
            elif known is not None and key not in known:
                where = _filter_element(pick, number)
                self.report(OctgnCode.UNKNOWN_KEY, where, "key", known=known, name=key)

    def _check_pick(
        self, pick: FilterPickRecord, cards: Sequence[PoolCard], pool: Pool[PoolCard]
    ) -> None:
        wanted = described(pick.filters)
        if not cards:
            notes = self._what_there_is(pick, pool)
            self.report.log.add(
                OctgnCode.NO_MATCH,
                self.report.document.span(pick.element),
                self._matching_fix(pick, pool),
                notes=notes,
                wanted=wanted,
            )
        elif pick.quantity > len(cards):
            have, quantity = len(cards), pick.quantity
            self.report(
                OctgnCode.SHORT_POOL, pick.element, have=have, quantity=quantity, wanted=wanted
            )
        for number, (key, value) in enumerate(pick.filters):
            spelled = pool.spelled(criteria_of(pick.filters), key)
            other = next((each for each in spelled if each != value), "")
            if other.strip():
                where, new = _filter_element(pick, number), other if len(spelled) == 1 else None
                self.report(OctgnCode.CASE_MATCH, where, "value", new=new, other=other, value=value)

    def _matching_fix(self, pick: FilterPickRecord, pool: Pool[PoolCard]) -> Fix | None:
        """Return a fix that writes the nearest value with which cards match."""
        none = [
            number
            for number, each in enumerate(pick.filters)
            if not pool.satisfying(*criteria_of([each]))
        ]
        if len(none) != 1 or not self.game.log.may_suggest():
            return None
        key, value = pick.filters[none[0]]
        near = pool.nearest(key, value)
        others = [*pick.filters]
        others[none[0]] = (key, near or "")
        if near is None or not pool.matching(criteria_of(others)):
            return None
        element = _filter_element(pick, none[0])
        span = self.report.document.attribute_span(element, "value")
        return value_fix(span, same_letters(near, value))

    def _what_there_is(self, pick: FilterPickRecord, pool: Pool[PoolCard]) -> Iterable[str]:
        """Return notes on why no card has all that *pick* asks for."""
        if not self.game.log.may_suggest():
            return ()
        wishes = zip(pick.filters, map(criteria_of, zip(pick.filters)), strict=True)
        return pool.why_none(
            (key, value, described([(key, value)]), criterion)
            for (key, value), (criterion,) in wishes
        )

    def _check_sum(self, options: OptionsRecord) -> None:
        if options.total != 1:
            parent = options.options[0].element.getparent()
            is_extra = len(options.options) == 1 and options.total < 1
            is_small = is_extra or abs(options.total - 1) <= _ROUNDED
            code = OctgnCode.SMALL_SUM if is_small else OctgnCode.PROBABILITY_SUM
            self.report(code, parent, total=f"{float(options.total):.6g}")
        reason = "the earlier options add up to 1 or more"
        for chance, option in options.chances():
            if option is not None and option.probability is None:
                reason = "a probability before it is not a number"
            elif option is not None and chance == 0 and option.probability != 0:
                self.report(OctgnCode.NEVER_CHOSEN, option.element, reason=reason)


def _filter_element(pick: FilterPickRecord, number: int) -> Any:
    """Return the element of a filter: the pick for the first, else a property in it."""
    return pick.element.findall("property")[number - 1] if number else pick.element


def _sheet_name(filters: Sequence[tuple[str, str]]) -> str:
    """Return a name for the sheet of *filters*, such as ``Rare, no Packaging``."""
    return ", ".join(value.strip() or f"no {key}" for key, value in filters) or "cards"
