"""From a card set to the rows of card data, and to packs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, count
from operator import itemgetter
from typing import Final, TypeAlias

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import (
    Booster,
    Card,
    CardSet,
    Entry,
    Fixed,
    Random,
    Sheet,
    Slot,
)
from ...model.frozen import EMPTY
from ...model.simplify import combinations
from ...model.weights import as_decimal
from ...source import without_surrogates
from ..capabilities import drawn_sheets, have_slots_in_common
from ..mapping.faces import FaceMapping
from ..mapping.game_mapping import GameMapping
from ..mapping.kept import game_of, mapping_in
from ..mapping.reading import chosen_mapping
from ..nameless import with_named_cards
from ..pools import fewest, pairs_in_common
from ..property_names import property_names, with_valid_properties
from .codes import LackeyCode
from .format import COLUMNS, LackeyOptions
from .pool import IS, CriteriaPool
from .syntax import TITLE, TITLES, CardRow, PackChance, PackCriterion, PackDefinition, PackKind

#: The columns of a game of which nothing is known.
_USUAL: Final = (
    "Cost", "Color", "Type", "Text", "Power", "Toughness", "Loyalty", "Rarity", "Number",
)  # fmt: skip
#: The column that tells the cards of sheets apart where nothing else does.
SHEETS: Final = "Sheets"
#: The set of cards of which none is known, since each card has one.
_NO_SET: Final = "Custom"
#: What a cell cannot have.
_IN_CELLS: Final = str.maketrans("\t\r\n", "   ")
_NOT_IN_NAMES: Final = {ord(each): "_" for each in ' \\/:*?"<>|,\t\r\n'}
_IN_TAGS: Final = str.maketrans("[]", "()")
#: More chances than any pack has.
_MOST: Final = 500
_PERCENT: Final = 100


#: How many cards of which sheets a pack has.
_Draws: TypeAlias = tuple[tuple[str, int], ...]


def _one_more(draws: _Draws, sheet: str, *, is_ordered: bool) -> _Draws:
    """Return *draws* with one more card of *sheet*, sorted unless the order matters."""
    if is_ordered:
        *before, (last, count) = draws or ((sheet, 0),)
        same = last == sheet
        return (*before, (sheet, count + 1)) if same else (*draws, (sheet, 1))
    counts = dict(draws)
    counts[sheet] = counts.get(sheet, 0) + 1
    return tuple(sorted(counts.items()))


def _in_cell(text: str) -> str:
    """Return *text* as a cell can have it."""
    return without_surrogates(text.translate(_IN_CELLS))


class WrittenPlugin:
    """The rows and the packs that a card set is written as; what they cannot say is reported.

    Attributes:
        cardset: the cards that are written, each with a row.
        plain: the row of each card, without what tells the cards of sheets apart.
        packs: the packs.
        meant: the boosters, with the rules about duplicates that their packs have.
    """

    def __init__(
        self, cardset: CardSet, options: LackeyOptions, losses: LossLog, *, has_packs: bool = True
    ) -> None:
        """Write *cardset*, with its packs or without."""
        self.losses = losses
        game = game_of(cardset, "lackey")
        known = tuple(map(str, game.get("properties", ())))
        mapping = chosen_mapping(options.mapping, LackeyCode.BAD_MAPPING, DiagnosticLog(0))
        mapping = mapping or mapping_in(game) or GameMapping()
        self.is_known: bool = "lackey" in cardset.extras
        usual = known if known or self.is_known else tuple(mapping.properties) or _USUAL
        reserved = COLUMNS if self.is_known else (*COLUMNS, SHEETS.lower())
        self.cardset: CardSet = with_valid_properties(
            with_named_cards(cardset, losses),
            () if set(map(str.lower, usual)) & {*COLUMNS} else known,
            usual,
            reserved,
            losses,
        )
        others = (name for name in property_names(self.cardset) if name not in usual)
        self._columns = tuple(dict.fromkeys((*usual, *others)))
        self.mapping: GameMapping = mapping.completed(self._columns)
        self._faces = FaceMapping(self.mapping)
        #: The texts that tell the cards of sheets apart, by the names of the sheets.
        self._tags: dict[str, str] = {}
        self._cards: dict[str, frozenset[int]] = {}
        #: How often each image is named in a set.
        self._images: Counter[tuple[str, str]] = Counter()
        self._criteria: dict[str, tuple[PackCriterion, ...] | None] = {}
        self.plain: list[CardRow] = [self._row(card) for card in self.cardset.cards]
        self.meant = list(self.cardset.boosters)
        self.packs: list[PackDefinition] = (
            [self._pack(each) for each in self.meant] if has_packs else []
        )

    # -- cards

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """Return the cells of each card by title, with the column of sheets if one is needed."""
        rows = [dict(each.cells) for each in self.plain]
        for name, tag in self._tags.items():
            for entry in self.cardset.sheets[name].entries:
                for number in self._numbers_of(entry):
                    rows[number][SHEETS] = rows[number].get(SHEETS, "") + tag
        return rows

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Return the titles of all columns; if the game is unknown, of those that are not empty."""
        used = {title for row in self.rows for title in row}
        own = (each for each in self._columns if self.is_known or each in used)
        tags = [SHEETS] if SHEETS in used and SHEETS not in self._columns else []
        return (*TITLES, *own, *tags)

    def _row(self, card: Card) -> CardRow:
        """Return the cells of a card without the column of sheets."""
        face = card.faces[0]
        made = card.extras.get("lackey", EMPTY).get("made")
        marks = made if isinstance(made, Mapping) else EMPTY
        of_card = self._faces.of_card(card.rarity, card.number)
        inherited = {name: own for name, own in of_card.items() if name not in face.properties}
        cells = self._faces.properties(face, 0, marks, inherited)
        self._faces.put_of_card(cells, face, 0, of_card, card.rarity, card.number)
        image = card.ids.get("lackey", "")
        code = card.set_code or ("" if self.is_known else self.cardset.code or _NO_SET)
        if not image and not self.is_known:
            image = face.name.translate(_NOT_IN_NAMES)
            self._images[code, image] += 1
            if (number := self._images[code, image]) > 1:  # each has a picture of its own
                image = f"{image}_{number}"
        own = dict(zip(TITLES, (face.name, code, image), strict=True)) | cells
        clean = {title: _in_cell(text) for title, text in own.items()}
        return CardRow(0, 0, {title: text for title, text in clean.items() if text})

    # -- packs

    def _pack(self, booster: Booster) -> PackDefinition:
        kept = booster.extras.get("lackey", EMPTY)
        contents = self._contents(booster)
        drawn = dict.fromkeys(sheet for _, draws in contents for sheet, _ in draws)
        criteria = {name: self._criteria_of(self.cardset.sheets[name]) for name in drawn}
        common = tuple(PackCriterion(*map(str, each)) for each in kept.get("common", ()))
        if not all({*common} <= {*(each or common)} for each in criteria.values()):
            common = ()
        chances = [
            PackChance(
                weight,
                tuple(
                    self._kind(name, count, own, common)
                    for name, count in draws
                    if (own := criteria[name]) is not None
                ),
            )
            for (_, draws), weight in zip(contents, self._percent(booster, contents), strict=True)
        ]
        about = {tag: str(each) for tag, each in kept.items() if isinstance(each, str)}
        about.pop("file", None)
        about = {TITLE: booster.name or "Booster"} | (
            about if self.is_known else {"packkind": "Booster"}
        )
        doubles = self._has_doubles(booster, contents)
        if not doubles and self._goes_on(booster, drawn) and any(map(self._is_short, contents)):
            what = "what a slot does when it is short"
            self.losses.changed(Loss.SLOT, booster.name, what, "it gives less")
        return PackDefinition(about, doubles, common, tuple(chances))

    def _goes_on(self, booster: Booster, names: Iterable[str]) -> bool:
        """Return whether slots or sheets of *booster* still give cards after they have run out."""
        returns = Random(replacement=True)
        is_endless = any(self.cardset.sheets[name].collation == returns for name in names)
        return is_endless or any(slot.on_short != ("skip",) for slot, _ in booster.walk())

    def _is_short(self, content: tuple[Fraction, _Draws]) -> bool:
        """Return whether more cards may be drawn from overlapping sheets than one of them has."""
        _, draws = content
        cards = {name: self._cards_on(name) for name, _ in draws}
        return any(
            sum(many for other, many in draws if not own.isdisjoint(cards[other])) > len(own)
            for own in cards.values()
        )

    def _cards_on(self, name: str) -> frozenset[int]:
        if name not in self._cards:
            entries = (each for each in self.cardset.sheets[name].entries if each.copies)
            self._cards[name] = frozenset(n for each in entries for n in self._numbers_of(each))
        return self._cards[name]

    def _has_doubles(self, booster: Booster, contents: Iterable[tuple[Fraction, _Draws]]) -> bool:
        """Return whether a card may occur twice in a pack; report sheets that differ in that."""
        sheets = [*drawn_sheets(self.cardset, [booster])]
        returns = [each.collation == Random(replacement=True) for each in sheets]
        is_shared = have_slots_in_common(self.cardset, evolve(booster, distinct="printing"))
        if booster.distinct != "none":
            draws = (count for _, own in contents for _, count in own)
            is_free = booster.distinct_scope == "slot" and all(count <= 1 for count in draws)
            if is_shared and is_free:  # each card is drawn for itself
                self.meant = [
                    evolve(each, distinct="none") if each is booster else each
                    for each in self.meant
                ]
            return is_shared and is_free
        if (any(returns) or is_shared) and not all(returns):
            what = "copies that come once each"
            self.losses.changed(Loss.DISTINCT, booster.name, what, "perhaps twice")
        return any(returns) or is_shared

    def _contents(self, booster: Booster) -> list[tuple[Fraction, _Draws]]:
        """Return the possible contents of packs with their weights."""
        contents: list[tuple[Fraction, _Draws]] = []
        self._is_exact = True
        for layout in booster.layouts:
            if layout.weight or len(booster.layouts) == 1:
                ways, is_exact = combinations(layout, self._draws, _MOST)
                self._is_exact = self._is_exact and is_exact
                contents += ((weight, tuple(chain.from_iterable(way))) for weight, way in ways)
        if not self._is_exact:
            self.losses.changed(Loss.LAYOUT, booster.name, f"packs of more than {_MOST} contents")
        return contents

    def _draws(self, slot: Slot) -> list[tuple[Fraction, _Draws]]:
        """Return the possible draws of a slot from its sheets with their probabilities."""
        sheets = [each for each in slot.sheets if each.sheet in self.cardset.sheets and each.weight]
        if not sheets:
            self.losses.dropped(Loss.SLOT, slot.name, "slots without a sheet")
            return [(Fraction(1), ())]
        total = sum(Fraction(each.weight) for each in sheets)
        shares = [(Fraction(each.weight) / total, each.sheet) for each in sheets]
        if slot.choose == "slot" or len(sheets) == 1 or not isinstance(slot.count, int):
            return [(share, ((sheet, self._count(slot, sheet)),)) for share, sheet in shares]
        cards = [self._cards_on(sheet) for _, sheet in shares]
        is_ordered = sum(map(len, cards)) > len(frozenset().union(*cards))
        several: dict[_Draws, Fraction] = {(): Fraction(1)}
        for _ in range(slot.count):
            new: defaultdict[_Draws, Fraction] = defaultdict(Fraction)
            for before, chance in several.items():
                for share, sheet in shares:
                    new[_one_more(before, sheet, is_ordered=is_ordered)] += chance * share
            several = new
            if len(several) > _MOST:
                _, likeliest = max(shares, key=itemgetter(0))
                self._is_exact = False
                return [(Fraction(1), ((likeliest, slot.count),))]
        return [(share, draws) for draws, share in several.items()]

    def _count(self, slot: Slot, sheet: str) -> int:
        return slot.count if isinstance(slot.count, int) else self.cardset.sheets[sheet].total

    def _percent(
        self, booster: Booster, contents: Sequence[tuple[Fraction, _Draws]]
    ) -> Iterator[Fraction | None]:
        """Yield the probability of each content in percent; None if there is only one."""
        weights = [weight for weight, _ in contents]
        total = sum(weights)
        if len(weights) == 1 or not total:
            yield from [None] * len(weights)
            return
        if abs(total - _PERCENT) > 1:  # others are written as they were read
            weights = [each * _PERCENT / total for each in weights]
        for weight in weights:
            decimal = as_decimal(weight)
            if decimal != weight:
                what = "probabilities that no decimal says"
                self.losses.changed(Loss.WEIGHT, booster.name, what, "rounded")
            yield decimal

    def _kind(
        self,
        name: str,
        count: int,
        criteria: Sequence[PackCriterion],
        common: Sequence[PackCriterion],
    ) -> PackKind:
        sheet = self.cardset.sheets[name]
        if isinstance(sheet.collation, Fixed) and count < sheet.total:
            what = "slots of the first cards of a sheet"
            self.losses.changed(Loss.COLLATION, name, what, "at random")
        return PackKind(count, tuple(each for each in criteria if each not in common))

    @cached_property
    def _same(self) -> dict[object, list[int]]:
        """Return the indices of the cards by reference and ids."""
        same: dict[object, list[int]] = {}
        for number, card in enumerate(self.cardset.cards):
            same.setdefault((card.ref, card.ids), []).append(number)
        return same

    def _numbers_of(self, entry: Entry) -> list[int]:
        """Return the indices of the card of an entry and of the cards that equal it."""
        card = self.cardset.card(entry.card) or self.cardset.card(entry.card.name)
        assert card is not None  # noqa: S101 - cards that sheets only name were added
        same = self._same[card.ref, card.ids]
        return same if entry.copies >= len(same) else same[: entry.copies or 1]

    @cached_property
    def _pool(self) -> CriteriaPool:
        return CriteriaPool(self.plain)

    def _criteria_of(self, sheet: Sheet) -> tuple[PackCriterion, ...] | None:
        """Criteria that just the cards of *sheet* satisfy; if there are none, it gets a tag.

        None for a sheet without cards that has none of its own.
        """
        if sheet.name not in self._criteria:
            self._criteria[sheet.name] = self._new_criteria(sheet)
        return self._criteria[sheet.name]

    def _new_criteria(self, sheet: Sheet) -> tuple[PackCriterion, ...] | None:
        copies: Counter[int] = Counter()
        for entry in sheet.entries:
            same = self._numbers_of(entry)
            # cards that nothing tells apart are one entry
            share, rest = divmod(entry.copies, len(same))
            copies.update({number: share + (place < rest) for place, number in enumerate(same)})
        copies = +copies
        if len({*copies.values()}) > 1:
            what = "sheets of which some cards come more often"
            self.losses.changed(Loss.COPIES, sheet.name, what)
        kept = sheet.extras.get("lackey", EMPTY).get("criteria")
        before = tuple(PackCriterion(*map(str, each)) for each in kept or ())

        def fits(criteria: tuple[PackCriterion, ...]) -> bool:
            return self._pool.matching(criteria) == sorted(copies)

        if kept is not None and fits(before):
            return before
        if not copies:
            return None
        cards = [self.plain[number] for number in sorted(copies)]
        rarity = self.mapping.roles.rarity
        pairs = pairs_in_common(cards, (rarity, TITLES[1]))
        common = [PackCriterion(key, IS, value) for key, value in pairs]
        if common and (criteria := fewest(common, fits)):
            return criteria
        tag = self._tags[sheet.name] = self._free_tag(_in_cell(sheet.name.translate(_IN_TAGS)))
        return (PackCriterion(SHEETS, "CONTAINS", tag),)

    def _free_tag(self, name: str) -> str:
        """Return a text in brackets that occurs in no card and in no other sheet's tag."""
        taken = "".join((*(each.value(SHEETS) for each in self.plain), *self._tags.values()))
        tags = chain((f"[{name}]",), (f"[{name} {number}]" for number in count(2)))
        return next(each for each in tags if each not in taken)
