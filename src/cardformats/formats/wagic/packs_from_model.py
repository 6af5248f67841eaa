"""From boosters to packs: sheets become filters, and weights become equal entries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Final, TypeAlias

from attrs import evolve

from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import (
    UNLIMITED,
    Booster,
    Card,
    CardRef,
    CardSet,
    Choice,
    Color,
    Entry,
    Layout,
    Sheet,
    Slot,
)
from ...model.weights import whole_weights
from ...source import SourceText
from ..base import Input, Written
from ..capabilities import report_about, report_card
from ..nameless import without_nameless
from ..patch import CannotPatchError, patched
from ..xml_patch import xml_edits
from ..xml_text import allowed, is_allowed
from .card_lines import card_name
from .filters import GRAMMAR, parse_filter, test_of
from .format import BOOSTER_FILE, KEPT_ATTRIBUTES, PACK_CAPABILITIES, WagicPackOptions
from .from_model import EngineSet, cards_with_ids, is_code, named_cards
from .losses import report_packs
from .packs import (
    MAX_COPIES,
    MAX_FILTERS,
    MAX_TURNS,
    PackEntry,
    PackSlot,
    WagicPack,
    can_be_drawn,
    read,
    render_pack,
    sheet_names,
    usual_booster,
)
from .usual_boosters import UsualBoosters

#: What tells a card from all others: its ``id()``, or what sheets name it by if it is only named.
_Key: TypeAlias = int | CardRef

#: What a shop needs to know, if nobody said otherwise.
_ATTRIBUTES: Final = {"type": "Booster", "price": "700"}
#: Weights that need more entries than that are written nearly.
_MAX_ENTRIES: Final = 200
#: Each is tried on all cards.
_MAX_WORDS: Final = 20
_WORD: Final = GRAMMAR.rule("WORD")


class WagicPackBuilder:
    """Makes packs of the boosters of a card set; what they cannot say goes to the loss log."""

    def __init__(
        self, cardset: CardSet, pairs: Sequence[tuple[Card, Card]], losses: LossLog
    ) -> None:
        """Return *pairs* are the cards as they are in *cardset*, and as they are written."""
        self.cardset = cardset
        self.losses = losses
        self.cards: list[Card] = [card for _, card in pairs]
        self._written = {card.ref: position for position, card in enumerate(self.cards)}
        self._positions: dict[_Key, int] = {}
        for position, (card, _) in enumerate(pairs):
            self._positions.setdefault(id(card), position)
            # a card that is only named was made with the id of its name
            named = CardRef(card.name, card.set_code, card.number, card.ids.get("wagic"))
            self._positions.setdefault(named, position)
        #: The positions of the cards that packs can hold, by the code of their set.
        self._drawn: defaultdict[str | None, list[int]] = defaultdict(list)
        for position, card in enumerate(self.cards):
            if can_be_drawn(card):
                self._drawn[card.set_code].append(position)
        self._usual = UsualBoosters(cardset)
        self._sheets: dict[str, tuple[int, ...]] = {}
        # these are of the pack that is being made
        self._pool: list[int] = []
        self._pool_filter = ""
        self._filters: dict[str, str | None] = {}
        self._turns = 0

    @property
    def drawn(self) -> set[str]:
        """Return the names of the cards on the sheets of the packs that were made."""
        return {card_name(self.cards[each]) for each in chain(*self._sheets.values())}

    def pack_of_set(self, engine_set: EngineSet, *, is_needed: bool = False) -> WagicPack | None:
        """Return the pack of a set; None if it is the engine's default, unless it *is needed*.

        None, too, if it was the default as the set was read, and only cards have changed since; the
        cards that the default now draws otherwise are reported.
        """
        if not engine_set.boosters:
            return None
        cards = [card for _, card in engine_set.pairs]
        if not is_needed:
            is_default = self._is_default(engine_set.boosters[0], cards)
            others = () if is_default else self._usual.drawn_otherwise(engine_set)
            if others is not None:
                report_packs(self.cardset, engine_set.boosters, self.losses)
                for name in others:
                    kind = "sheets of cards, where the booster is the engine's own"
                    self.losses.changed(Loss.SHEET, name, kind, "as the engine chooses")
                return None
        set_name = engine_set.meta.get("name", "")
        return self.pack(engine_set.boosters, engine_set.code, engine_set.code, set_name)

    def pack(
        self, boosters: Sequence[Booster], name: str, code: str | None, set_name: str = ""
    ) -> WagicPack:
        """Return the pack of the first of *boosters*; *name* if it has none, *code* of its set.

        A booster that has *name* or the *set_name* has no name of its own, but its pack may.
        """
        report_packs(self.cardset, boosters, self.losses)
        if not boosters:
            self.losses.changed(Loss.BOOSTER, name, "a card set without boosters", "an empty pack")
            return WagicPack(self._xml(name), "all", ())
        booster = boosters[0]
        parts = self._parts(booster)
        names = sheet_names(Layout(slots=[*_written(parts)]))
        drawn = (self.cards[each] for name in names for each in self._on_sheet(name))
        codes = {card.set_code for card in drawn if can_be_drawn(card)}
        is_of_set = is_code(code or "") and codes <= {code}
        self._pool = self._drawn[code] if is_of_set else sorted(chain(*self._drawn.values()))
        self._filters, self._turns = {}, 0
        self._pool_filter = f"set:{code};" if is_of_set else ""
        turns = [self._turns_of(part, len([*same])) for part, same in groupby(parts)]
        kept = booster.extras.get("wagic", {})
        attributes = {key: self._xml(str(kept[key])) for key in KEPT_ATTRIBUTES if key in kept}
        title = attributes.pop("name", booster.name or name)
        if booster.name not in ("", name, set_name, title):
            self.losses.changed(Loss.NAME, title, "names of packs whose boosters have others")
            title = booster.name
        pool = f"all {self._pool_filter}".strip()
        return WagicPack(
            self._xml(title),
            pool,
            tuple(_slots(turns)),
            tuple({**_ATTRIBUTES, **attributes}.items()),
        )

    def _xml(self, text: str) -> str:
        """Return *text* without the characters that XML has no way to write."""
        written = allowed(text)
        if written != text:
            self.losses.changed(Loss.TEXT, written, "characters that no XML can have")
        return written

    def _is_default(self, booster: Booster, cards: Sequence[Card]) -> bool:
        """Return whether the engine gives *booster* to a set of *cards* without being told."""
        usual, sheets = usual_booster(cards)
        layouts = [layout for layout in booster.layouts if layout.weight]
        if usual is None or len(layouts) != 1 or booster.extras.get("wagic"):
            return False
        on_usual_sheet = {
            name: frozenset(self._written[entry.card] for entry in sheet.entries)
            for name, sheet in sheets.items()
        }
        on_sheet = {name: frozenset(self._on_sheet(name)) for name in sheet_names(layouts[0])}
        return _shape(usual.layouts[0], on_usual_sheet) == _shape(layouts[0], on_sheet)

    def _on_sheet(self, name: str) -> tuple[int, ...]:
        """Return the positions of the cards on a sheet, in order."""
        if name not in self._sheets:
            sheet = self.cardset.sheets.get(name)
            copies: Counter[int] = Counter()
            for entry in sheet.entries if sheet else ():
                if entry.copies:
                    card = self.cardset.card(entry.card)
                    key = entry.card if card is None else id(card)
                    copies[self._positions[key]] += entry.copies
            if len(set(copies.values())) > 1:
                self.losses.changed(Loss.COPIES, name, "numbers of copies on a sheet", "equal")
            self._sheets[name] = tuple(copies)
        return self._sheets[name]

    def _parts(self, booster: Booster) -> tuple[Slot | Choice, ...]:
        """Return the parts of one pack."""
        layouts = [layout for layout in booster.layouts if layout.weight]
        if not layouts:
            return ()
        parts = _merged(layouts)
        if parts is None:
            self.losses.changed(Loss.LAYOUT, booster.name, "several layouts", "the likeliest")
            parts = max(layouts, key=lambda layout: layout.weight).slots
        return parts

    def _turns_of(self, part: Slot | Choice, times: int) -> tuple[int, tuple[PackEntry, ...]]:
        """Return the number of turns of *part*, which occurs *times*, and their entries."""
        if isinstance(part, Choice):
            copies, options = times, part.options
        elif part.choose == "card" or sum(each.weight > 0 for each in part.sheets) == 1:
            copies = times * self._count(part)
            options = (Layout("", 1, (evolve(part, count=1),)),)
        else:
            copies, options = times, (Layout("", 1, (part,)),)
        entries = self._entries(options) if copies else ()
        if not entries:
            return 0, ()
        if len(entries) == 1:
            # the usual way to say it, which neighbours can have as well
            copies, entries = copies * entries[0].copies, (evolve(entries[0], copies=1),)
        if copies > MAX_TURNS - self._turns:
            name = "a choice" if isinstance(part, Choice) else part.name
            self.losses.changed(Loss.SLOT, name, f"more than {MAX_TURNS} cards in a pack")
            copies = MAX_TURNS - self._turns
        self._turns += copies
        return copies, entries

    def _count(self, slot: Slot) -> int:
        if slot.count is UNLIMITED:
            return max(len(self._on_sheet(each.sheet)) for each in slot.sheets if each.weight)
        return slot.count

    def _entries(self, options: Sequence[Layout]) -> tuple[PackEntry, ...]:
        """Return one of *options*, as entries that are equally likely."""
        weighted: defaultdict[PackEntry, Fraction] = defaultdict(Fraction)
        for weight, slot in self._outcomes(options, Fraction(1)):
            count = self._count(slot) if slot else 0
            if slot is None or count == 0:
                weighted[PackEntry("nothing")] += weight
                continue
            choices = [each for each in slot.sheets if each.weight]
            if count > 1 and slot.choose == "card" and len(choices) > 1:
                self.losses.changed(Loss.LAYOUT, slot.name, "choices in choices")
            if count > MAX_COPIES:
                self.losses.changed(
                    Loss.SLOT, slot.name, f"more than {MAX_COPIES} cards of one choice"
                )
            total = sum(Fraction(each.weight) for each in choices)
            for each in choices:
                text = self._filter(each.sheet)
                if text is not None:
                    entry = PackEntry("random_card", text, min(count, MAX_COPIES))
                    weighted[entry] += weight * each.weight / total
        return self._repeated(weighted)

    def _outcomes(
        self, options: Sequence[Layout], share: Fraction
    ) -> Iterator[tuple[Fraction, Slot | None]]:
        """Yield the possible results of *options* with their probabilities in *share*."""
        total = sum(Fraction(option.weight) for option in options)
        for option in options:
            weight = share * option.weight / total
            if not weight:
                continue
            if len(option.slots) > 1:
                self.losses.changed(
                    Loss.LAYOUT, option.name, "choices between several slots", "one each"
                )
            part = option.slots[0] if option.slots else None
            if isinstance(part, Choice):
                yield from self._outcomes(part.options, weight)
            else:
                yield weight, part

    def _repeated(self, weighted: Mapping[PackEntry, Fraction]) -> tuple[PackEntry, ...]:
        """Return each entry as often as its weight says."""
        times = whole_weights(weighted.values())
        if (total := sum(times)) > _MAX_ENTRIES:
            self.losses.changed(
                Loss.WEIGHT, next(iter(weighted)).text, "weights that need many entries", "nearly"
            )
            times = [max(1, round(Fraction(each * _MAX_ENTRIES, total))) for each in times]
        return tuple(
            entry for number, entry in zip(times, weighted, strict=True) for _ in range(number)
        )

    def _filter(self, name: str) -> str | None:
        """Return a filter that only the cards on a sheet pass; None if the sheet is empty."""
        if name not in self._filters:
            used = set(self._filters.values())
            text = self._new_filter(name, may_look=len(self._filters) < MAX_FILTERS)
            if text not in used and len(used) >= MAX_FILTERS:
                self.losses.dropped(Loss.SHEET, name, f"more than {MAX_FILTERS} sheets in a pack")
                text = None
            self._filters[name] = text
        return self._filters[name]

    def _new_filter(self, name: str, *, may_look: bool) -> str | None:
        on_sheet, in_pool = self._on_sheet(name), set(self._pool)
        wanted = {position for position in on_sheet if position in in_pool}
        for position in on_sheet:
            if position not in in_pool:
                self.losses.dropped(
                    Loss.SHEET, self.cards[position].name, "tokens and ids below 1 in boosters"
                )
        candidates = list(_candidates([self.cards[each] for each in sorted(wanted)]))
        for text in (*self._kept_filters(name), *candidates) if may_look else ():
            condition, diagnostics = parse_filter(text)
            passes = test_of(condition)
            if not diagnostics and all(
                passes(self.cards[each]) == (each in wanted) for each in self._pool
            ):
                return text
        if not candidates:
            self.losses.dropped(Loss.SHEET, name, "empty sheets in boosters")
            return None
        kind = "sheets that no filter describes"
        self.losses.changed(Loss.SHEET, name, kind, "all cards of their rarities")
        return candidates[0]

    def _kept_filters(self, name: str) -> Iterator[str]:
        """Yield the filter that a sheet was read with, which includes other sets."""
        sheet = self.cardset.sheets.get(name)
        kept = sheet.extras.get("wagic", {}).get("filter") if sheet else None
        if isinstance(kept, str) and is_allowed(kept):
            # readers put the pool's filter before that of the sheet
            yield kept.removeprefix(f"{self._pool_filter}&")


def _slots(turns: Sequence[tuple[int, tuple[PackEntry, ...]]]) -> Iterator[PackSlot]:
    """Yield slots with these *turns*; adjacent slots with the same entries are merged."""
    for entries, same in groupby((each for each in turns if each[0]), key=itemgetter(1)):
        copies = sum(count for count, _ in same)
        while copies > 0:
            yield PackSlot(min(copies, MAX_COPIES), entries)
            copies -= MAX_COPIES


def _written(parts: Sequence[Slot | Choice]) -> Iterator[Slot]:
    """Yield the slots of *parts* that are written: of those of an option, only the first."""
    for part in parts:
        if isinstance(part, Choice):
            for option in part.options:
                yield from _written(option.slots[:1] if option.weight else ())
        elif part.count != 0:
            yield part


def _merged(layouts: Sequence[Layout]) -> tuple[Slot | Choice, ...] | None:
    """Return *layouts* as one, if they differ in one slot only; else None."""
    if len({len(layout.slots) for layout in layouts}) > 1:
        return None
    columns = list(zip(*(layout.slots for layout in layouts), strict=True))
    differing = [place for place, column in enumerate(columns) if len(set(map(_plain, column))) > 1]
    if len(differing) > 1:
        return None
    parts = list(layouts[0].slots)
    for place in differing:
        options = (Layout(each.name, each.weight, (each.slots[place],)) for each in layouts)
        parts[place] = Choice(options)
    return tuple(parts)


def _plain(part: Slot | Choice) -> Slot | Choice:
    """Return *part* without what makes no difference to its cards."""
    return part if isinstance(part, Choice) else evolve(part, name="", on_short=())


def _shape(layout: Layout, on_sheet: dict[str, frozenset[int]]) -> list[object] | None:
    """Return the layout without names, for comparisons; None if it has choices."""
    shape: list[object] = []
    for slot in layout.slots:
        if isinstance(slot, Choice):
            return None
        total = sum(Fraction(each.weight) for each in slot.sheets)
        weights = {
            (on_sheet[each.sheet], each.weight / total) for each in slot.sheets if each.weight
        }
        chosen = slot.choose if len(weights) > 1 and slot.count != 1 else None
        shape.append((slot.count, chosen, weights))
    return shape


def _candidates(cards: Sequence[Card]) -> Iterator[str]:
    """Filters that all of *cards* pass, the simplest first."""
    leaves = [f"rarity:{rarity};" for rarity in dict.fromkeys(card.rarity for card in cards)]
    if not leaves:
        return
    rarities = "|".join(leaves)
    yield rarities
    group = f"({rarities})" if len(leaves) > 1 else rarities
    words = [{*card.supertypes, *card.types, *card.subtypes} for card in cards]
    usable = filter(_WORD.fullmatch, sorted(set.intersection(*words)))
    yield from (f"{group}&type:{word.lower()};" for word in islice(usable, _MAX_WORDS))
    for color in Color:
        if all(color in card.colors for card in cards):
            yield f"{group}&color:{color.value.lower()};"
    codes = {card.set_code or "" for card in cards}
    if len(codes) == 1 and is_code(*codes):
        yield f"{group}&set:{codes.pop()};"


def with_other_packs(one: CardSet, other: CardSet) -> frozenset[str]:
    """Return the codes of the sets whose boosters differ, or their sheets in more than an order."""
    boosters = [{each.id: each for each in side.boosters} for side in (one, other)]
    names = [name for name in one.sheets if one.sheets[name] is not other.sheets.get(name)]
    sheets = {n for n in names if _ordered(one.sheets[n]) != _ordered(other.sheets.get(n))}
    sheets |= other.sheets.keys() - one.sheets.keys()
    return frozenset(
        side.code or code or ""
        for side, own in zip((one, other), boosters, strict=True)
        for code, booster in own.items()
        if any(each.get(code) != booster for each in boosters)
        or not sheets.isdisjoint(chain(*map(sheet_names, booster.layouts)))
    )


def _ordered(sheet: Sheet | None) -> Sheet | None:
    """Return the *sheet* with its cards in an order that depends on nothing but them."""
    if sheet is None:
        return None
    entries: list[Entry] = sorted(sheet.entries, key=lambda entry: str(entry.card))
    return evolve(sheet, entries=entries)


def pack_texts(
    cardset: CardSet, codes: frozenset[str], losses: LossLog, paths: Collection[str] = ()
) -> dict[str, str]:
    """Return the texts of the packs of the sets *codes*.

    A text is empty if it is the engine's default, and not at *paths*.

    Raises:
        CannotPatchError: If sheets name cards that are not in *cardset*.
    """
    if any(named_cards(cardset)):
        raise CannotPatchError("sheets name cards that are not there")
    by_code: defaultdict[str, list[tuple[Card, Card]]] = defaultdict(list)
    for card in cardset.cards:
        by_code[card.set_code or ""].append((card, card))
    builder = WagicPackBuilder(
        cardset, [pair for pairs in by_code.values() for pair in pairs], losses
    )
    texts = {}
    own_packs = {each.id or "" for each in cardset.boosters}  # also without cards of their own
    for code in sorted(codes & (by_code.keys() | own_packs)):
        # readers give it the name of the set
        boosters = tuple(
            evolve(each, name="")
            for each in cardset.boosters
            if cardset.code is not None or each.id == code
        )
        is_needed = f"{code}/{BOOSTER_FILE}" in paths
        engine_set = EngineSet(code, {}, tuple(by_code[code]), boosters)
        pack = builder.pack_of_set(engine_set, is_needed=is_needed)
        texts[code] = render_pack(pack) if pack else ""
    return texts


def patched_packs(
    cardset: CardSet,
    again: CardSet,
    codes: frozenset[str],
    sources: Mapping[str, SourceText],
    losses: LossLog,
) -> dict[str, SourceText]:
    """Return the files of packs that *cardset* needs and *again*, read from *sources*, has not.

    The *codes* are those of the sets whose packs are compared.

    A set that has such a file and is to have the engine's default has it written out there.

    Raises:
        CannotPatchError: If a set loses its booster, or packs cannot be compared.
    """
    intended = with_other_packs(cardset, cardset.as_read) if cardset.as_read else codes
    for code in sorted(codes - intended):
        own = LossLog("wagic")
        pack_texts(cardset, frozenset((code,)), own, sources)
        if f"{code}/{BOOSTER_FILE}" in sources and own.finish():
            # only cards have changed, and no filter says which: the file stays as it is
            kind = "sheets of cards, where a file has the booster"
            losses.changed(Loss.SHEET, code, kind, "as its filters choose")
            codes -= {code}
    before = pack_texts(again, codes, LossLog("wagic"), sources)
    after = pack_texts(cardset, codes, losses, sources)
    changed: dict[str, SourceText] = {}
    for code, text in after.items():
        path, was = f"{code}/{BOOSTER_FILE}", before.get(code, "")
        source = sources.get(path)
        if text == was:
            continue
        if source is None and not was:
            changed[path] = SourceText(path, text)
        elif source is not None and text:
            changed[path] = _patched_pack(source, was, text)
        else:
            raise CannotPatchError("a set is to have no booster")
    return changed


def _patched_pack(source: SourceText, before: str, after: str) -> SourceText:
    """Return the pack in *source*, which said *before*, so that it says *after*.

    Raises:
        CannotPatchError: If a change has no place of its own in the file, or the encoding lacks a
            character.
    """
    text = patched(source.text, [*xml_edits(source.text, before, after)])
    written = SourceText(source.name, text, source.encoding)
    if not written.is_decoded_again():
        raise CannotPatchError("characters that the file cannot hold")
    return written


def write(cardset: CardSet, options: WagicPackOptions) -> Report[Written]:
    """Write the first booster of *cardset* as a pack; unchanged parts stay as they were read."""
    losses = LossLog("wagic-pack")
    cardset = without_nameless(cardset, losses, "wagic")
    source, before = cardset.syntax, cardset.as_read
    if not isinstance(source, SourceText) or before is None or options.canonical:
        return Report(Written(_pack_text(cardset, losses)), losses.finish())
    if cardset == before:
        return Report(Written.of(source))
    text = _pack_text(cardset, losses)
    try:
        source = _patched_pack(source, _pack_text(before, LossLog("wagic-pack")), text)
    except CannotPatchError:
        return Report(Written(text), losses.finish())
    drawn = CardSet(cards=cardset.cards) if cardset.cards else None
    again = read(Input(source.name, None, source.text), WagicPackOptions(draw_from=drawn))
    value = evolve(again.value, cards=cardset.cards)  # also those on no sheet
    if not again.ok or _pack_text(value, LossLog("wagic-pack")) != text:
        return Report(Written(text), losses.finish())
    return Report(Written.of(source), losses.finish())


def _pack_text(cardset: CardSet, losses: LossLog) -> str:
    """Return the first booster of *cardset* as a pack."""
    builder = WagicPackBuilder(cardset, cards_with_ids(cardset), losses)
    report_about(cardset, PACK_CAPABILITIES, losses)
    for card in cardset.cards:
        report_card(card, PACK_CAPABILITIES, losses)
    pack = builder.pack(cardset.boosters, cardset.name, cardset.code)
    unknown = {card_name(card) for card in named_cards(cardset) if card.rarity is None}
    for name in sorted(unknown & builder.drawn):
        kind = "cards whose rarity is not known"
        losses.changed(Loss.SHEET, name, kind, "all cards that are common")
    return render_pack(pack)
