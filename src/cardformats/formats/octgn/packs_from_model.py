"""Boosters as packs: sheets become filters of picks, and weights probabilities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from math import gcd
from typing import Any, Final, TypeAlias, TypeVar

from attrs import define, evolve, field

from ...losses import Loss, LossLog
from ...model import (
    Booster,
    CardRef,
    CardSet,
    Choice,
    Fixed,
    FrozenDict,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
    Unlimited,
)
from ...model.weights import as_decimal
from ..capabilities import have_slots_in_common
from ..pools import Pool, comparable, fewest, pairs_in_common, texts_in
from .identity import guid_of
from .packs import PoolCard, criteria_of, described
from .syntax import ALL, FilterPickRecord, Include, Item, OptionRecord, OptionsRecord, PackRecord

#: The property that tells the cards of sheets apart where nothing else does.
PACKAGING: Final = "Packaging"
#: More elements than this for one sheet would make the file useless.
_MAX_COPIES: Final = 5_000
#: More picks of single cards than this for one slot.
_MAX_PICKS: Final = 200

Filters: TypeAlias = tuple[tuple[str, str], ...]
WeightedT = TypeVar("WeightedT", Layout, SheetChoice)


@define(eq=False)
class OctgnPackBuilder:
    """Makes the packs of one set; the references of its cards hold the GUIDs of their sets.

    Attributes:
        cardset: whose sheets the boosters draw from.
        own: the cards of the set.
        every: all cards of the card set, by the GUIDs of their own and of their sets.
        locate: finds the card that a reference names.
        rarity: the property that sheets are best told apart by.
        tag: the property that tells them apart where nothing else does.
        losses: what packs cannot say.
        is_tagged: whether some pack needs the tag, which cards do not have.
    """

    cardset: CardSet
    own: Sequence[PoolCard]
    every: Mapping[tuple[str, str], PoolCard]
    locate: Callable[[CardRef], PoolCard]
    rarity: str
    tag: str
    losses: LossLog
    is_tagged: bool = False
    _entries: dict[str, tuple[tuple[PoolCard, int], ...]] = field(factory=dict, init=False)
    #: Number of copies in the sheets that the tag distinguishes, in the pack that is made.
    _tagged_totals: dict[str, int] = field(factory=dict, init=False)

    @cached_property
    def _own_pool(self) -> Pool[PoolCard]:
        return Pool(self.own)

    def pack(self, booster: Booster, number: str) -> PackRecord:
        """Return the pack that *booster* is, with the GUID *number*."""
        rule = booster.distinct, booster.distinct_scope
        if rule == ("none", "pack") and have_slots_in_common(self.cardset, booster):
            kind = "slots that share the copies of a sheet"
            self.losses.changed(Loss.DISTINCT, booster.name, kind, "each has them all")
        names = dict.fromkeys(each.sheet for slot, _ in booster.walk() for each in slot.sheets)
        self._tagged_totals.clear()
        sheets = [self.cardset.sheets[name] for name in names if name in self.cardset.sheets]
        includes, filters = self._includes(booster, sheets)
        items = _Items(self, booster, filters, self.cardset.sheets, self.losses)
        layouts = [layout for layout in booster.layouts if layout.weight]
        if len(layouts) == 1:
            parts = tuple(items.parts(layouts[0].slots))
        else:
            parts = (items.options(layouts or booster.layouts),)
        return PackRecord(booster.name or "Booster", number, parts, includes)

    # -- which cards

    def _includes(
        self, booster: Booster, sheets: Sequence[Sheet]
    ) -> tuple[tuple[Include, ...], dict[str, Filters]]:
        """Return the includes of a pack, and the filters of its *sheets* by name.

        Cards of sheets that no filter fits are included once more, with a tag that no others have.
        """
        before = tuple(self._kept_includes(booster))
        filters = self._all_filters(sheets, before)
        places = {include: place for place, include in enumerate(before)}
        includes, tagged = before, dict[str, tuple[Include, ...]]()
        tags: dict[str, str] = {}
        while len(filters) < len(sheets):
            if includes is not before or not before:
                missing = [sheet for sheet in sheets if sheet.name not in filters]
                tags = tags or self._tags(sheets)
                tagged |= {each.name: self._tagged(each, tags[each.name]) for each in missing}
            others = [sheet for sheet in sheets if sheet.name not in tagged]
            used = {_include(card) for sheet in others for card, _ in self.entries(sheet)}
            new = chain((each for each in before if each in used), *tagged.values())
            includes = tuple(sorted(new, key=lambda each: places.get(each, len(before))))
            filters = self._all_filters(others, includes)
            filters |= {name: ((self.tag, tags[name]),) for name in tagged}
        self.is_tagged = self.is_tagged or bool(tagged)
        return includes, filters

    def _kept_includes(self, booster: Booster) -> Iterator[Include]:
        """Yield the includes that were read, without those of removed cards."""
        kept = booster.extras.get("octgn", FrozenDict()).get("includes")
        for value in kept if isinstance(kept, tuple) else ():
            if isinstance(value, Mapping):
                properties = value.get("properties")
                overrides = properties if isinstance(properties, Mapping) else {}
                of_set, card = str(value.get("set", "")), str(value.get("card", ""))
                key = guid_of(card, "card", of_set), guid_of(of_set, "set")
                if key in self.every or value.get("missing"):
                    yield Include(*key, _texts(overrides))

    def _all_filters(
        self, sheets: Sequence[Sheet], includes: Sequence[Include]
    ) -> dict[str, Filters]:
        """Return the filters of those *sheets* that some fit, by their names."""
        pool = self._pool(includes)
        filters = {sheet.name: self._filters(sheet, pool) for sheet in sheets}
        return {name: each for name, each in filters.items() if each is not None}

    def _tags(self, sheets: Sequence[Sheet]) -> dict[str, str]:
        """Return the properties that separate the cards of each of *sheets*."""
        having: defaultdict[str, set[str]] = defaultdict(set)
        for card in self.own:
            having[comparable(card.value(self.tag))].add("")
        for sheet in sheets:
            for card, _ in self.entries(sheet):
                having[comparable(card.value(self.tag))].add(sheet.name)
        tags: dict[str, str] = {}
        for sheet in sheets:
            numbered = (f"{sheet.name} {number}".strip() for number in count(2))
            for tag in chain([sheet.name], numbered):
                key = comparable(tag)
                if key and having[key] <= {sheet.name}:
                    break
            tags[sheet.name] = tag
            having[key].add("")
        return tags

    def _pool(self, includes: Sequence[Include]) -> Pool[PoolCard]:
        if not includes:
            return self._own_pool
        included = [
            evolve(self.every[each.card, each.of_set], overrides=each.overrides)
            for each in includes
            if (each.card, each.of_set) in self.every
        ]
        return Pool((*self.own, *included))

    def entries(self, sheet: Sheet) -> tuple[tuple[PoolCard, int], ...]:
        """Return the cards of *sheet* as it changes them, and their copies, if there are any."""
        if sheet.name not in self._entries:
            self._entries[sheet.name] = tuple(
                (evolve(self.locate(entry.card), overrides=_texts(entry.overrides)), entry.copies)
                for entry in sheet.entries
                if entry.copies
            )
        return self._entries[sheet.name]

    def total(self, sheet: Sheet) -> int:
        """Return the number of copies a pick of *sheet* chooses among."""
        if sheet.name in self._tagged_totals:
            return self._tagged_totals[sheet.name]
        return sum(copies for _, copies in self.entries(sheet))

    def _filters(self, sheet: Sheet, pool: Pool[PoolCard]) -> Filters | None:
        """Filters that let through exactly the cards of *sheet*; None if there are none."""
        wanted: Counter[tuple[Any, ...]] = Counter()
        for card, copies in self.entries(sheet):
            wanted[*card.key, card.overrides] += copies

        def fits(filters: Filters) -> bool:
            if not filters:
                return False
            matching = pool.matching(criteria_of(filters))
            return wanted == Counter((*card.key, card.overrides) for card in matching)

        before = _read_filters(sheet)
        for filters in (before, (*before, (self.tag, ""))):
            if before and fits(filters):
                return filters
        return fewest(self._common(sheet), fits)

    def _common(self, sheet: Sheet) -> Filters:
        """Return all that the cards of *sheet* have in common, the most telling first."""
        cards = [card for card, _ in self.entries(sheet)]
        common = pairs_in_common(cards, (self.rarity, self.tag, Pool.name))
        every = dict.fromkeys(name for card in self.own for name in card.record.properties)
        empty = [(name, "") for name in every if not any(card.value(name) for card in cards)]
        return (*common, *empty) if cards else ()

    def _tagged(self, sheet: Sheet, tag: str) -> tuple[Include, ...]:
        """Return every card of *sheet* included with the property that is its *tag*."""
        cards = [card for card, _ in self.entries(sheet)]
        copies = self._small_copies(sheet, [copies for _, copies in self.entries(sheet)])
        tagged = (
            _include(evolve(card, overrides=FrozenDict({**card.overrides, self.tag: tag})))
            for card in cards
        )
        self._tagged_totals[sheet.name] = sum(copies)
        pairs = zip(tagged, copies, strict=True)
        return tuple(include for include, many in pairs for _ in range(many))

    def _small_copies(self, sheet: Sheet, copies: Sequence[int]) -> list[int]:
        """Return *copies* divided to small numbers with the same proportions."""
        is_weight = sheet.collation == Random(replacement=True)
        common = gcd(*copies) if is_weight and copies else 1
        small = [each // common for each in copies]
        if sum(small) > _MAX_COPIES:
            self.losses.changed(
                Loss.COPIES, sheet.name, f"more than {_MAX_COPIES} copies", "in proportion"
            )
            total = sum(small)
            small = [max(1, round(Fraction(each * _MAX_COPIES, total))) for each in small]
        return small


@define(eq=False)
class _Items:
    """Makes the items of one pack."""

    builder: OctgnPackBuilder
    booster: Booster
    filters: Mapping[str, Filters]
    sheets: Mapping[str, Sheet]
    losses: LossLog

    def parts(self, parts: Iterable[Slot | Choice]) -> Iterator[Item]:
        """Yield the items that say what *parts* say."""
        for part in parts:
            if isinstance(part, Choice):
                options = self.options(part.options)
                if options.options:
                    yield options
            else:
                yield from self.slot(part)

    def options(self, layouts: Sequence[Layout]) -> OptionsRecord:
        """Return a choice of *layouts*; empty ones are written, for the total of 1."""
        options = self._one_of(layouts, lambda layout: self.parts(layout.slots))
        return options if any(each.items for each in options.options) else OptionsRecord(())

    def _one_of(
        self, weighted: Sequence[WeightedT], items: Callable[[WeightedT], Iterable[Item]]
    ) -> OptionsRecord:
        """Options of the *items* of each, by decimals; the likeliest takes what is missing to 1.

        Layouts without any weight, which only an event names, are equally likely.
        """
        weights = [Fraction(each.weight) for each in weighted]
        if not any(weights):
            weights = [Fraction(1)] * len(weights)
        total = sum(weights)
        exact = [weight / total for weight in weights]
        shares = [as_decimal(share) for share in exact]
        if shares != exact:
            name = self.booster.name
            self.losses.changed(Loss.WEIGHT, name, "probabilities that no decimal says", "rounded")
            largest = max(range(len(shares)), key=shares.__getitem__)
            shares[largest] += 1 - sum(shares)
        pairs = zip(shares, weighted, strict=True)
        return OptionsRecord(
            tuple(OptionRecord(share, tuple(items(each))) for share, each in pairs)
        )

    def slot(self, slot: Slot) -> Iterator[Item]:
        """Yield the items that draw the cards of *slot*."""
        known = [each for each in slot.sheets if each.sheet in self.sheets and each.weight]
        if not known:
            self.losses.dropped(Loss.SLOT, slot.name, "slots without a sheet")
            return
        if len(known) == 1:
            yield from self._picks(known[0].sheet, slot, slot.count)
            return
        if isinstance(slot.count, int) and slot.choose == "card":
            count: int | Unlimited = 1
            times = self._few(slot.count, slot)
            if times > 1 and not all(self._returns(self.sheets[each.sheet]) for each in known):
                kind = "slots that choose a sheet for each card"
                self.losses.changed(Loss.DISTINCT, slot.name, kind, "perhaps twice")
        else:
            count, times = slot.count, 1
            if slot.choose == "card":
                kind = "slots without a limit that choose a sheet for each card"
                self.losses.changed(Loss.SLOT, slot.name, kind, "one for all")
        yield from [self._one_of(known, lambda each: self._picks(each.sheet, slot, count))] * times

    def _few(self, count: int, slot: Slot) -> int:
        if count > _MAX_PICKS:
            self.losses.changed(
                Loss.SLOT, slot.name, f"slots of more than {_MAX_PICKS} cards", str(_MAX_PICKS)
            )
        return min(count, _MAX_PICKS)

    def _picks(self, name: str, slot: Slot, count: Any) -> Iterator[FilterPickRecord]:
        """Yield the picks that draw *count* cards from the sheet called *name*."""
        sheet = self.sheets[name]
        self._report_sheet(sheet, slot, count)
        filters = self.filters[name]
        before = _read_filters(sheet)
        if before and filters[: len(before)] != before:
            kind = f"the filter {described(before)} of a pick, which no longer fits its cards"
            self.losses.changed(Loss.EXTRAS, sheet.name, kind, described(filters))
        if not isinstance(count, int):
            yield FilterPickRecord(ALL, filters)
        elif isinstance(sheet.collation, Fixed):
            yield FilterPickRecord(min(count, sheet.total), filters)
        elif self._returns(sheet):
            yield from [FilterPickRecord(1, filters)] * self._few(count, slot)
        else:
            # each pick chooses among all copies again, as a sheet that is refilled does
            total = self.builder.total(sheet)
            whole, rest = (
                divmod(count, total) if self._refills(sheet, slot) and total else (0, count)
            )
            yield from [FilterPickRecord(total, filters)] * self._few(whole, slot)
            if rest or not whole:
                yield FilterPickRecord(rest, filters)

    def _returns(self, sheet: Sheet) -> bool:
        """Return whether a card that was drawn from *sheet* may come again."""
        return sheet.collation == Random(replacement=True) and self.booster.distinct == "none"

    def _refills(self, sheet: Sheet, slot: Slot) -> bool:
        """Return whether all copies of *sheet* come again in *slot* when none is left."""
        event = self.builder.cardset.event
        is_endless = sheet.collation == Random(replacement=True)
        of_event = event is not None and event.supply == "refill"
        return is_endless or of_event or "refill" in slot.on_short

    def _report_sheet(self, sheet: Sheet, slot: Slot, count: Any) -> None:
        losses, booster = self.losses, self.booster
        copies: Counter[tuple[str, str]] = Counter()
        for card, many in self.builder.entries(sheet):
            copies[(card.record.name, "") if booster.distinct == "name" else card.key] += many
        has_copies = any(many > 1 for many in copies.values())
        if has_copies and booster.distinct != "none" and isinstance(sheet.collation, Random):
            losses.changed(
                Loss.DISTINCT, sheet.name, "cards with more copies but not twice", "perhaps twice"
            )
        if not isinstance(count, int) and sheet.total > 1 and self._returns(sheet):
            kind = "slots of a whole sheet to which cards return"
            losses.changed(Loss.DISTINCT, slot.name, kind, "each copy once")
        is_part = isinstance(count, int) and 0 < count < sheet.total and len(copies) > 1
        if is_part and isinstance(sheet.collation, Fixed):
            losses.changed(
                Loss.COLLATION, sheet.name, "slots of the first cards of a sheet", "at random"
            )
        is_short = isinstance(count, int) and count > sheet.total
        if is_short and not self._refills(sheet, slot) and slot.on_short != ("skip",):
            losses.changed(
                Loss.SLOT, slot.name, "what a slot does when it is short", "it gives less"
            )


def _include(card: PoolCard) -> Include:
    return Include(*card.key, card.overrides)


def _texts(overrides: Mapping[str, Any]) -> FrozenDict[str, str | None]:
    return FrozenDict({str(k): v if v is None else str(v) for k, v in overrides.items()})


def _read_filters(sheet: Sheet) -> Filters:
    """Return the filters that *sheet* was read from; may be empty."""
    kept = sheet.extras.get("octgn", FrozenDict()).get("filter")
    return tuple((key, value) for key, value in texts_in(kept, 2))
