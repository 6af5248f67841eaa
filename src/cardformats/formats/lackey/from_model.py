"""From a card set to the rows of card data, and to packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, count, starmap
from typing import Final, TypeAlias

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import (
    Booster,
    Card,
    CardSet,
    Fixed,
    Random,
    Sheet,
    Slot,
)
from ...model.frozen import EMPTY
from ...model.simplify import combinations, single_draws
from ...model.weights import as_decimal
from ...source import without_surrogates
from ..capabilities import drawn_sheets, have_slots_in_common
from ..mapping.faces import FaceMapping
from ..mapping.game_mapping import GameMapping
from ..mapping.kept import game_of, mapping_in
from ..mapping.reading import chosen_mapping
from ..nameless import card_called, with_named_cards
from ..pools import CONTAINS, IS, Pool, fewest, pairs_in_common, texts_in
from ..property_names import property_names, with_valid_properties
from .codes import LackeyCode
from .format import COLUMNS, MOST_CARDS, LackeyOptions
from .syntax import (
    COMMON,
    CRITERION,
    ELEMENTS,
    LABELS,
    NO_TITLE,
    TITLE,
    TITLES,
    CardRow,
    PackCriterion,
    PackElement,
    decimal_text,
    described,
)

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
_RETURNS: Final = Random(replacement=True)

#: How many cards of which sheets a pack has.
_Draws: TypeAlias = tuple[tuple[str, int], ...]


def _in_cell(text: str) -> str:
    """Return *text* as a cell can have it."""
    return without_surrogates(text.translate(_IN_CELLS))


def _criteria_in(kept: object) -> tuple[PackCriterion, ...]:
    """Return the criteria that are kept of a pack or a sheet."""
    return tuple(starmap(PackCriterion, texts_in(kept, len(CRITERION))))


class WrittenPlugin:
    """The rows and the packs that a card set is written as; what they cannot say is reported.

    Attributes:
        cardset: the cards that are written, each with a row.
        plain: the row of each card, without what tells the cards of sheets apart.
        packs: the packs.
        tags: the texts that tell the cards of sheets apart, by the names of the sheets.
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
        self.tags: dict[str, str] = {}
        self._copies: dict[str, Counter[int]] = {}
        #: How often each image is named in a set.
        self._images: Counter[tuple[str, str]] = Counter()
        self._criteria: dict[str, tuple[PackCriterion, ...] | None] = {}
        self.plain: list[CardRow] = [self._row(card) for card in self.cardset.cards]
        self.meant: list[Booster] = []
        self.packs: list[PackElement] = [
            self._pack(each) for each in (cardset.boosters if has_packs else ())
        ]

    # -- cards

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """Return the cells of each card by title, with the column of sheets if one is needed."""
        rows = [dict(each.cells) for each in self.plain]
        for name, tag in self.tags.items():
            for number in self._copies_on(name):
                rows[number][SHEETS] = rows[number].get(SHEETS, "") + tag
        return rows

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Return the titles of all columns; if the game is unknown, of those that are needed.

        These are not empty, or tell readers that the words of a type are those of Magic.
        """
        used = {title for row in self.rows for title in row}
        roles = self.mapping.roles
        if roles.types in used and roles.is_magic:
            used.update(roles.of_magic)
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

    def _pack(self, booster: Booster) -> PackElement:
        contents = self._contents(booster)
        booster = self._with_rule(booster, contents)
        self.meant.append(booster)
        drawn = {name: self.cardset.sheets[name] for _, draws in contents for name, _ in draws}
        criteria = {name: self._criteria_of(sheet) for name, sheet in drawn.items()}
        kept = booster.extras.get("lackey", EMPTY)
        common = _criteria_in(kept.get("common"))
        if not all({*common} <= {*(each or common)} for each in criteria.values()):
            common = ()
        about = {TITLE: booster.name or NO_TITLE}
        about |= {} if self.is_known else {LABELS[-1]: "Booster"}
        about |= {tag: str(kept[tag]) for tag in LABELS if tag in kept}
        has_doubles = booster.distinct == "none"
        if has_doubles:
            about["packdoubles"] = "yes"
        elif self._goes_on(booster) and any(self._is_short(draws) for _, draws in contents):
            what = "what a slot does when it is short"
            self.losses.changed(Loss.SLOT, booster.name, what, "it gives less")
        chances = []
        for (_, draws), weight in zip(contents, self._percent(booster, contents), strict=True):
            parts = [] if weight is None else [PackElement("prob", decimal_text(weight))]
            for name, number in draws:
                if (own := criteria[name]) is not None:
                    self._report_part(drawn[name], number)
                    crit = [
                        PackElement("crit", each.elements) for each in own if each not in common
                    ]
                    quantity = PackElement("qty", str(min(number, MOST_CARDS)))
                    parts.append(PackElement("kind", (quantity, *crit)))
            chances.append(PackElement("chance", tuple(parts)))
        texts = (PackElement(tag, about[tag]) for tag in ELEMENTS["pack"] if tag in about)
        of_all = (PackElement(COMMON, each.elements) for each in common)
        return PackElement("pack", (*texts, *of_all, *chances))

    def _report_part(self, sheet: Sheet, number: int) -> None:
        """Report that the first cards of a sheet are drawn at random, or that they are too many."""
        if number > MOST_CARDS:
            what = f"slots of more than {MOST_CARDS} cards"
            self.losses.changed(Loss.SLOT, sheet.name, what, f"{MOST_CARDS} cards")
        if isinstance(sheet.collation, Fixed) and number < sheet.total:
            what = "slots of the first cards of a sheet"
            self.losses.changed(Loss.COLLATION, sheet.name, what, "at random")

    def _goes_on(self, booster: Booster) -> bool:
        """Return whether cards still come when all those of a sheet have come."""
        sheets = drawn_sheets(self.cardset, [booster])
        is_endless = any(each.collation == _RETURNS for each in sheets)
        return is_endless or any(slot.on_short != ("skip",) for slot, _ in booster.walk())

    def _is_short(self, draws: _Draws) -> bool:
        """Return whether more cards may be drawn from overlapping sheets than one of them has."""
        cards = [(self._copies_on(name).keys(), number) for name, number in draws]
        return any(
            sum(number for other, number in cards if not own.isdisjoint(other)) > len(own)
            for own, _ in cards
        )

    def _with_rule(self, booster: Booster, contents: Iterable[tuple[Fraction, _Draws]]) -> Booster:
        """Return *booster* without a rule if cards come twice in its packs, else with one.

        A rule within slots of one card is none.  Sheets that differ in that are reported.
        """
        counts = (number for _, draws in contents for _, number in draws)
        is_free = booster.distinct_scope == "slot" and all(number <= 1 for number in counts)
        with_rule = evolve(booster, distinct="printing", distinct_scope="pack")
        shares_cards = have_slots_in_common(self.cardset, with_rule)
        if booster.distinct != "none":
            return evolve(booster, distinct="none") if shares_cards and is_free else booster
        returns = [each.collation == _RETURNS for each in drawn_sheets(self.cardset, [booster])]
        if not (shares_cards or any(returns)):
            return with_rule
        if not (all(returns) or is_free):
            what = "copies that come once each"
            self.losses.changed(Loss.DISTINCT, booster.name, what, "perhaps twice")
        return booster

    def _contents(self, booster: Booster) -> list[tuple[Fraction, _Draws]]:
        """Return the possible contents of packs with their weights."""
        contents: list[tuple[Fraction, _Draws]] = []
        self._is_exact = True
        layouts = [each for each in booster.layouts if each.weight]
        # those that only an event names are equally likely; those of a plugin are never chosen
        usual = 0 if self.is_known else 1
        layouts = layouts or [evolve(each, weight=usual) for each in booster.layouts]
        for layout in layouts:
            ways, is_exact = combinations(layout, self._draws, _MOST)
            self._is_exact = self._is_exact and is_exact
            contents += ((weight, tuple(chain.from_iterable(way))) for weight, way in ways)
        if not self._is_exact:
            self.losses.changed(Loss.LAYOUT, booster.name, f"packs of more than {_MOST} contents")
        return contents

    def _draws(self, slot: Slot) -> list[tuple[Fraction, _Draws]]:
        """Return the possible draws of a slot from its sheets with their probabilities."""
        weights: dict[str, Fraction] = {}
        for each in slot.sheets:
            if each.sheet in self.cardset.sheets and each.weight:
                weights[each.sheet] = weights.get(each.sheet, Fraction(0)) + each.weight
        if not weights:
            self.losses.dropped(Loss.SLOT, slot.name, "slots without a sheet")
            return [(Fraction(1), ())]
        total = sum(weights.values(), Fraction(0))
        shares = {name: weight / total for name, weight in weights.items()}
        number = slot.count
        if slot.choose == "slot" or len(shares) == 1 or not isinstance(number, int):
            return [(share, ((name, self._count(slot, name)),)) for name, share in shares.items()]
        cards = [*map(self._copies_on, shares)]
        is_ordered = sum(map(len, cards)) > len(set().union(*cards))
        if (draws := single_draws(shares, number, _MOST, is_ordered=is_ordered)) is None:
            self._is_exact = False
            return [(Fraction(1), ((max(shares, key=shares.__getitem__), number),))]
        return draws

    def _count(self, slot: Slot, sheet: str) -> int:
        return slot.count if isinstance(slot.count, int) else self.cardset.sheets[sheet].total

    def _percent(
        self, booster: Booster, contents: Sequence[tuple[Fraction, _Draws]]
    ) -> Iterator[Fraction | None]:
        """Yield the probability of each content in percent; None if there is only one."""
        if len(contents) == 1:
            yield None
            return
        total = sum((weight for weight, _ in contents), Fraction(0))
        # weights that are in percent are written as they were read
        scale = _PERCENT / total if total and abs(total - _PERCENT) > 1 else Fraction(1)
        for weight, _ in contents:
            decimal = as_decimal(weight * scale)
            if decimal != weight * scale:
                what = "probabilities that no decimal says"
                self.losses.changed(Loss.WEIGHT, booster.name, what, "rounded")
            yield decimal

    @cached_property
    def _meant(self) -> dict[int, list[int]]:
        """Return the indices of the cards by the identity of the card that references mean.

        That is the card itself, or an earlier one if each reference to it means that one.
        """
        meant: dict[int, list[int]] = {}
        for number, card in enumerate(self.cardset.cards):
            refs = [card.ref, *(evolve(card.ref, id=each) for each in card.ids.values())]
            fitting = [card_called(self.cardset, ref) for ref in refs]
            own = card if any(each is card for each in fitting) else fitting[-1]
            meant.setdefault(id(own), []).append(number)
        return meant

    def _copies_on(self, name: str) -> Counter[int]:
        """Return the copies of each card on a sheet.

        Cards that references do not tell apart share the copies: first those that satisfy the
        criteria of the sheet, then those that are equal.
        """
        if name not in self._copies:
            sheet = self.cardset.sheets[name]
            numbers: Counter[int] = Counter()
            cards: dict[int, Card] = {}
            for entry in sheet.entries:
                card = card_called(self.cardset, entry.card)
                cards[id(card)] = card
                numbers[id(card)] += entry.copies
            kept = self._kept_criteria(sheet)
            selected = set(map(id, () if kept is None else self._matching(kept)))
            copies: Counter[int] = Counter()
            for own, card in cards.items():
                meant = [(each, self.cardset.cards[each]) for each in self._meant[own]]
                first = [each for each, _ in meant if id(self.plain[each]) in selected]
                key = card.ref, card.ids
                equal = [each for each, other in meant if (other.ref, other.ids) == key]
                same = [*dict.fromkeys(first + equal)]
                share, rest = divmod(numbers[own], len(same))
                copies.update({each: share + (place < rest) for place, each in enumerate(same)})
            self._copies[name] = +copies
        return self._copies[name]

    def _kept_criteria(self, sheet: Sheet) -> tuple[PackCriterion, ...] | None:
        """Return the criteria that *sheet* was read from; None if there are none."""
        kept = sheet.extras.get("lackey", EMPTY).get("criteria")
        return None if kept is None else _criteria_in(kept)

    def _matching(self, criteria: Iterable[PackCriterion]) -> tuple[CardRow, ...]:
        """Return the rows that satisfy *criteria*, in order."""
        return self._pool.matching(tuple(each.compared for each in criteria))

    @cached_property
    def _pool(self) -> Pool[CardRow]:
        return Pool(self.plain, str)

    def _criteria_of(self, sheet: Sheet) -> tuple[PackCriterion, ...] | None:
        """Criteria that just the cards of *sheet* satisfy; if there are none, it gets a tag.

        None for a sheet without cards that has none of its own.  Criteria that are lost are
        reported.
        """
        if sheet.name not in self._criteria:
            before = self._kept_criteria(sheet)
            new = self._criteria[sheet.name] = self._new_criteria(sheet, before)
            if before is not None and new is not None and new != before:
                was = described(before) or "none"
                what = f"the criteria ({was}) of a kind, which no longer fit its cards"
                self.losses.changed(Loss.EXTRAS, sheet.name, what, described(new))
        return self._criteria[sheet.name]

    def _new_criteria(
        self, sheet: Sheet, before: tuple[PackCriterion, ...] | None
    ) -> tuple[PackCriterion, ...] | None:
        copies = self._copies_on(sheet.name)
        if len({*copies.values()}) > 1:
            what = "sheets of which some cards come more often"
            self.losses.changed(Loss.COPIES, sheet.name, what)
        cards = tuple(self.plain[number] for number in sorted(copies))

        def fits(criteria: tuple[PackCriterion, ...]) -> bool:
            return self._matching(criteria) == cards

        if before is not None and fits(before):
            return before
        if not cards:
            return None
        pairs = pairs_in_common(cards, (self.mapping.roles.rarity, TITLES[1]))
        if criteria := fewest([PackCriterion(key, IS, value) for key, value in pairs], fits):
            return criteria
        tag = self.tags[sheet.name] = self._free_tag(_in_cell(sheet.name.translate(_IN_TAGS)))
        return (PackCriterion(SHEETS, CONTAINS, tag),)

    def _free_tag(self, name: str) -> str:
        """Return a text in brackets that occurs in no card and in no other sheet's tag."""
        taken = "".join((*(each.value(SHEETS) for each in self.plain), *self.tags.values()))
        tags = chain((f"[{name}]",), (f"[{name} {number}]" for number in count(2)))
        return next(each for each in tags if each not in taken)
