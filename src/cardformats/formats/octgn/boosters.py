"""Packs and boosters: picks are slots over sheets of the cards that match, and the other way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import gcd
from typing import Any, Final, TypeAlias, TypeVar

from attrs import define, evolve, field

from ...losses import Loss, LossLog
from ...model import (
    UNLIMITED,
    Booster,
    Card,
    CardRef,
    CardSet,
    Choice,
    Entry,
    Fixed,
    FrozenDict,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
    Unlimited,
)
from .codes import OctgnCode
from .document import Reporter
from .games import Game, LoadedSet
from .identity import guid_of
from .packs import Key, Pool, PoolCard, described, filter_keys
from .syntax import ALL, Include, Item, Option, Options, Pack, Pick

#: Steps of work for each card that is put into a pool, and into a sheet.
_POOL, _SHEET = 5, 20
#: The property that tells the cards of sheets apart where nothing else does.
PACKAGING: Final = "Packaging"
#: More elements than this for one sheet would make the file useless.
_MAX_COPIES: Final = 5_000
#: More picks of single cards than this for one slot.
_MAX_PICKS: Final = 200
#: As many digits as the program's numbers have.
_DECIMALS: Final = Context(prec=15)

Filters: TypeAlias = tuple[tuple[str, str], ...]
WeightedT = TypeVar("WeightedT", Layout, SheetChoice)


class BoosterBuilder:
    """Makes boosters of the packs of one set."""

    def __init__(
        self,
        game: Game,
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
        self.own = [PoolCard(refs[id(card)], card) for card in record.cards]
        self.prefix = f"{record.name}: " if is_game else ""
        self.report, self.budget = Reporter(record.document, game.log), game.budget
        self._names: dict[tuple[Pool, tuple[Key, ...]], str] = {}
        self._copied: set[str] = set()
        self._numbers: Counter[str] = Counter()
        self._missing: set[str] = set()
        self._own_pool = Pool(self.own)

    def booster(self, pack: Pack, of_set: str | None = None) -> Booster | None:
        """The booster that *pack* describes; *of_set* if its set has to be said.

        None if the budget is spent before it is made.
        """
        pool = self._pool(pack)
        slots = () if pool is None else tuple(self._parts(pack.items, pack, pool))
        if self.budget.spent:
            return None
        kept = tuple(
            FrozenDict({"card": each.card, "set": each.of_set, "properties": each.overrides})
            for each in pack.includes
        )
        extras: dict[str, Any] = {"set": of_set} if of_set else {}
        if kept:
            extras["includes"] = kept
        layout = Layout("default", 1, slots)
        drawn = (each.sheet for slot, _ in layout.walk() for each in slot.sheets)
        has_copies = not self._copied.isdisjoint(drawn)
        return Booster(
            pack.name,
            pack.id or None,
            (layout,),
            "none" if has_copies else "printing",
            "slot",
            extras={"octgn": extras} if extras else {},
        )

    def _pool(self, pack: Pack) -> Pool | None:
        """The pool of *pack*; None if the budget is spent."""
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
        """The included card as it is in a pool; None, and reported, if there is none."""
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
        is_new = self.budget.spend() and not pool.knows(pick)
        cards = () if self.budget.spent else pool.matching(pick)
        if is_new:
            self.budget.spend(_SHEET * len(cards))
        if self.budget.spent:
            return None
        self._check_pick(pick, cards, pool)
        name = self._sheet(pick, cards, pack, pool)
        quantity = UNLIMITED if pick.quantity == ALL else pick.quantity
        return Slot(name, quantity, (SheetChoice(name),), on_short=("skip",))

    def _sheet(self, pick: Pick, cards: Sequence[PoolCard], pack: Pack, pool: Pool) -> str:
        """The name of the sheet of *cards*, which is made if there is none yet."""
        key = (pool, filter_keys(pick.filters))
        if key in self._names:
            return self._names[key]
        entries: dict[tuple[CardRef, FrozenDict[str, Any]], int] = {}
        for card in cards:
            same = (card.ref, FrozenDict(card.overrides))
            entries[same] = entries.get(same, 0) + 1
        name = self.prefix + _sheet_name(pick.filters)
        if name in self.sheets:
            name = self._unused(f"{pack.name}: {name}")
        self.sheets[name] = Sheet(
            name,
            tuple(Entry(ref, copies, None, new) for (ref, new), copies in entries.items()),
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

    def _check_pick(self, pick: Pick, cards: Sequence[PoolCard], pool: Pool) -> None:
        known = self.game.definition.properties if self.game.definition else None
        for key, _ in pick.filters:
            if known is not None and key.lower() != "name" and key not in known:
                self.report(OctgnCode.UNKNOWN_KEY, pick.element, "key", known=known, name=key)
        if pick.quantity == 0:
            return
        wanted = described(pick.filters)
        if not cards:
            self.report(OctgnCode.NO_MATCH, pick.element, wanted=wanted)
        elif pick.quantity > len(cards):
            have, quantity = len(cards), pick.quantity
            self.report(
                OctgnCode.SHORT_POOL, pick.element, have=have, quantity=quantity, wanted=wanted
            )
        for key, value in pick.filters:
            other = next((each for each in pool.spelled(pick, key) if each != value), "")
            if other.strip():
                self.report(OctgnCode.CASE_MATCH, pick.element, "value", other=other, value=value)

    def _check_sum(self, options: Options) -> None:
        if options.total != 1:
            parent = options.options[0].element.getparent()
            self.report(OctgnCode.PROBABILITY_SUM, parent, total=f"{float(options.total):.6g}")
        reason = "those before it add up to 1 or more"
        for chance, option in options.chances():
            if option is not None and option.probability is None:
                reason = "a probability before it is no number"
            elif option is not None and chance == 0 and option.probability != 0:
                self.report(OctgnCode.NEVER_CHOSEN, option.element, reason=reason)


def _sheet_name(filters: Sequence[tuple[str, str]]) -> str:
    """What a sheet of the cards that *filters* let through is called, as ``Rare, no Packaging``."""
    return ", ".join(value.strip() or f"no {key}" for key, value in filters) or "cards"


@define(eq=False)
class PackBuilder:
    """Makes the packs of one set; the references of its cards hold the GUIDs of their sets.

    Attributes:
        cardset: whose sheets the boosters draw from.
        own: the cards of the set.
        locate: finds the card that a reference names.
        rarity: the property that sheets are best told apart by.
        tag: the property that tells them apart where nothing else does.
        losses: what packs cannot say.
        is_tagged: whether some pack needs the tag, which cards do not have.
    """

    cardset: CardSet
    own: Sequence[PoolCard]
    locate: Callable[[CardRef], PoolCard]
    rarity: str
    tag: str
    losses: LossLog
    is_tagged: bool = False
    _entries: dict[str, tuple[tuple[PoolCard, int], ...]] = field(factory=dict, init=False)

    @cached_property
    def _own_pool(self) -> Pool:
        return Pool(self.own)

    def pack(self, booster: Booster, number: str) -> Pack:
        """The pack that *booster* is, with the GUID *number*."""
        names = dict.fromkeys(each.sheet for slot, _ in booster.walk() for each in slot.sheets)
        sheets = [self.cardset.sheets[name] for name in names if name in self.cardset.sheets]
        includes, filters = self._includes(booster, sheets)
        items = _Items(self, booster, filters, self.cardset.sheets, self.losses)
        layouts = [layout for layout in booster.layouts if layout.weight]
        if len(layouts) == 1:
            parts = tuple(items.parts(layouts[0].slots))
        else:
            parts = (items.options(layouts or booster.layouts),)
        return Pack(booster.name or "Booster", number, parts, includes)

    # -- which cards

    def _includes(
        self, booster: Booster, sheets: Sequence[Sheet]
    ) -> tuple[tuple[Include, ...], dict[str, Filters]]:
        """What a pack has to include, and the filters of its *sheets* by their names."""
        kept = booster.extras.get("octgn", FrozenDict()).get("includes")
        before = tuple(_kept_includes(kept)) if isinstance(kept, tuple) else ()
        for includes in dict.fromkeys((before, ())):
            pool = self._pool(includes)
            of_sheets = {sheet.name: self._filters(sheet, pool) for sheet in sheets}
            filters = {name: each for name, each in of_sheets.items() if each is not None}
            if len(filters) == len(sheets):
                return includes, filters
        self.is_tagged = True
        return self._tagged(sheets)

    def _pool(self, includes: Sequence[Include]) -> Pool:
        if not includes:
            return self._own_pool
        entries = chain.from_iterable(map(self.entries, self.cardset.sheets.values()))
        known = {_key_of(card): card for card in (*self.own, *(card for card, _ in entries))}
        included = [
            evolve(known[each.card, each.of_set], overrides=each.overrides)
            for each in includes
            if (each.card, each.of_set) in known
        ]
        return Pool((*self.own, *included))

    def entries(self, sheet: Sheet) -> tuple[tuple[PoolCard, int], ...]:
        """The cards of *sheet* as it changes them, and their copies, if there are any."""
        if sheet.name not in self._entries:
            self._entries[sheet.name] = tuple(
                (evolve(self.locate(entry.card), overrides=_texts(entry.overrides)), entry.copies)
                for entry in sheet.entries
                if entry.copies
            )
        return self._entries[sheet.name]

    def _filters(self, sheet: Sheet, pool: Pool) -> Filters | None:
        """Filters that let through exactly the cards of *sheet*; None if there are none."""
        wanted: Counter[tuple[Any, ...]] = Counter()
        for card, copies in self.entries(sheet):
            wanted[*_key_of(card), card.overrides] += copies

        def fits(filters: Filters) -> bool:
            if not filters:
                return False
            matching = pool.matching(Pick(1, filters))
            return wanted == Counter((*_key_of(card), card.overrides) for card in matching)

        kept = sheet.extras.get("octgn", FrozenDict()).get("filter")
        if isinstance(kept, tuple) and fits(before := tuple(_pairs(kept))):
            return before
        common = self._common(sheet)
        if not fits(common):
            return None
        for pair in reversed(common):
            fewer = tuple(other for other in common if other != pair)
            if fits(fewer):
                common = fewer
        return common

    def _common(self, sheet: Sheet) -> Filters:
        """All that the cards of *sheet* have in common, the most telling first."""
        cards = [card for card, _ in self.entries(sheet)]
        if not cards:
            return ()
        names = dict.fromkeys(name for card in cards for name in card.record.properties)
        usual = dict.fromkeys((self.rarity, self.tag, "name", *names))
        common = [
            (name, value)
            for name in usual
            if name in names or name == "name"
            for value in (cards[0].value(name),)
            if value.strip() and all(card.value(name) == value for card in cards)
        ]
        every = dict.fromkeys(name for card in self.own for name in card.record.properties)
        blank = [(name, "") for name in every if not any(card.value(name) for card in cards)]
        return tuple(common + blank)

    def _tagged(self, sheets: Sequence[Sheet]) -> tuple[tuple[Include, ...], dict[str, Filters]]:
        """Every card of *sheets* included with a property that names its sheet."""
        includes: list[Include] = []
        filters: dict[str, Filters] = {}
        for sheet in sheets:
            filters[sheet.name] = ((self.tag, sheet.name),)
            cards = [card for card, _ in self.entries(sheet)]
            copies = self._small_copies(sheet, [copies for _, copies in self.entries(sheet)])
            for card, many in zip(cards, copies, strict=True):
                overrides = FrozenDict({**card.overrides, self.tag: sheet.name})
                includes += [Include(*_key_of(card), overrides)] * many
        return tuple(includes), filters

    def _small_copies(self, sheet: Sheet, copies: Sequence[int]) -> list[int]:
        """*copies* in numbers that can be written out; only proportions count with replacement."""
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

    builder: PackBuilder
    booster: Booster
    filters: Mapping[str, Filters]
    sheets: Mapping[str, Sheet]
    losses: LossLog

    def parts(self, parts: Iterable[Slot | Choice]) -> Iterator[Item]:
        """The items that say what *parts* say."""
        for part in parts:
            if isinstance(part, Choice):
                options = self.options(part.options)
                if options.options:
                    yield options
            else:
                yield from self.slot(part)

    def options(self, layouts: Sequence[Layout]) -> Options:
        """One of *layouts*; those without cards are said, so that the probabilities add up to 1."""
        options = self._one_of(layouts, lambda layout: self.parts(layout.slots))
        return options if any(each.items for each in options.options) else Options(())

    def _one_of(
        self, weighted: Sequence[WeightedT], items: Callable[[WeightedT], Iterable[Item]]
    ) -> Options:
        """Options of the *items* of each, by decimals; the likeliest takes what is missing to 1.

        Layouts without any weight, which only an event names, are equally likely.
        """
        weights = [Fraction(each.weight) for each in weighted]
        if not any(weights):
            weights = [Fraction(1)] * len(weights)
        total = sum(weights)
        exact = [weight / total for weight in weights]
        shares = [_decimal(share) for share in exact]
        if shares != exact:
            name = self.booster.name
            self.losses.changed(Loss.WEIGHT, name, "probabilities that no decimal says", "rounded")
            largest = max(range(len(shares)), key=shares.__getitem__)
            shares[largest] += 1 - sum(shares)
        pairs = zip(shares, weighted, strict=True)
        return Options(tuple(Option(share, tuple(items(each))) for share, each in pairs))

    def slot(self, slot: Slot) -> Iterator[Item]:
        """The items that draw the cards of *slot*."""
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
        else:
            count, times = slot.count, 1
        yield from [self._one_of(known, lambda each: self._picks(each.sheet, slot, count))] * times

    def _few(self, count: int, slot: Slot) -> int:
        if count > _MAX_PICKS:
            self.losses.changed(
                Loss.SLOT, slot.name, f"slots of more than {_MAX_PICKS} cards", "so many"
            )
        return min(count, _MAX_PICKS)

    def _picks(self, name: str, slot: Slot, count: Any) -> Iterator[Pick]:
        """The picks that draw *count* cards from the sheet called *name*."""
        sheet = self.sheets[name]
        self._report_sheet(sheet, slot, count)
        if not sheet.total and sheet.name not in self.filters:
            return
        filters = self.filters.get(name) or ((self.builder.tag, name),)
        if not isinstance(count, int):
            yield Pick(ALL, filters)
        elif isinstance(sheet.collation, Fixed):
            yield Pick(min(count, sheet.total), filters)
        elif sheet.collation == Random(replacement=True) and self.booster.distinct == "none":
            yield from [Pick(1, filters)] * self._few(count, slot)
        else:
            yield Pick(count, filters)

    def _report_sheet(self, sheet: Sheet, slot: Slot, count: Any) -> None:
        losses, booster = self.losses, self.booster
        has_copies = any(entry.copies > 1 for entry in sheet.entries)
        if has_copies and booster.distinct != "none" and isinstance(sheet.collation, Random):
            losses.changed(
                Loss.DISTINCT, sheet.name, "cards with more copies but not twice", "perhaps twice"
            )
        if isinstance(count, int) and count > sheet.total and slot.on_short != ("skip",):
            losses.changed(
                Loss.SLOT, slot.name, "what a slot does when it is short", "it gives less"
            )


def _decimal(number: Fraction) -> Fraction:
    """*number* rounded to a decimal that the program can read exactly enough."""
    return Fraction(_DECIMALS.divide(Decimal(number.numerator), Decimal(number.denominator)))


def _key_of(card: PoolCard) -> tuple[str, str]:
    """What tells a card that is written from others: its GUID, and that of its set."""
    return card.record.id, card.ref.id or ""


def _texts(overrides: Mapping[str, Any]) -> FrozenDict[str, str | None]:
    return FrozenDict({str(k): v if v is None else str(v) for k, v in overrides.items()})


def _pairs(values: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for value in values:
        if isinstance(value, tuple) and list(map(type, value)) == [str, str]:
            yield value[0], value[1]


def _kept_includes(values: Iterable[Any]) -> Iterator[Include]:
    for value in values:
        if isinstance(value, Mapping):
            properties = value.get("properties")
            overrides = properties if isinstance(properties, Mapping) else {}
            of_set, card = str(value.get("set", "")), str(value.get("card", ""))
            yield Include(guid_of(card, "card", of_set), guid_of(of_set, "set"), _texts(overrides))
