"""What a page shows of boosters: how packs are laid out, odds, and packs as cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil, log
from typing import Final

from attrs import frozen

from ..class_odds import ClassOdds, UnitOdds
from ..collation import Generator, OddsTable
from ..collation.rounds import set_label
from ..errors import CollationError
from ..model import Booster, Card, CardSet, Choice, Layout, Slot
from ..render import card_of, side_drawing
from .charts import RARITIES

#: Maximum number of layouts of a booster to show; some have hundreds, which differ little.
_MOST_LAYOUTS: Final = 12
_HALF: Final = 0.5
#: Number of simulated packs if odds are not exact; small, so that a page appears at once.
_SIMULATED: Final = 2000
_COLUMNS: Final = {
    "set_code": "Set",
    "number": "Number",
    "rarity": "Rarity",
    "finish": "Finish",
}
#: The language of pictures, where there are several.
_LANGUAGE: Final = "en"
#: Fractions of larger denominators say little to readers.
_READABLE: Final = 1000


@frozen
class SlotView:
    """A slot: how many cards, of which sheets with which shares."""

    count: str
    name: str
    sheets: tuple[tuple[str, str, int], ...]


@frozen
class LayoutView:
    """A layout or an option: its share of packs, and its slots and choices in order."""

    name: str
    share: str
    parts: tuple[SlotView | tuple[LayoutView, ...], ...]


@frozen
class BoosterCardRow:
    """How often packs have a card.

    Attributes:
        name, set_code, number, rarity, finish: of which card; empty if not known.
        copies: on average in a pack.
        exact: the same, exactly, or with its error.
        chance: that a pack has one or more.
        rank: of the rarity, the most frequent first.
        packs: the number of packs after which the chance of one is a half; None if it never comes.
    """

    name: str
    set_code: str
    number: str
    rarity: str
    rank: int
    finish: str
    copies: float
    exact: str
    chance: float
    packs: int | None


@frozen
class RarityView:
    """How many cards of a rarity a pack has, and a box if the booster describes one."""

    rarity: str
    pack: ClassOdds
    box: ClassOdds | None = None


@frozen
class CardView:
    """A card of a pack: the address of its picture, or else a drawing."""

    name: str
    picture: str
    drawing: str


@frozen
class BoosterView:
    """What a page shows of a booster.

    Attributes:
        name, of_set: Its name, and the name of its set.
        layouts, left_out: Its layouts, and the number of those that are not shown.
        rows: The odds of cards.
        packs: The cards of opened packs.
        rarities: The odds of rarities, the most frequent rarity of sets first.
        problem, box_problem: Why no packs or no boxes can be made; empty if they can.
    """

    name: str
    of_set: str
    layouts: tuple[LayoutView, ...]
    left_out: int
    rows: tuple[BoosterCardRow, ...]
    packs: tuple[tuple[CardView, ...], ...]
    rarities: tuple[RarityView, ...] = ()
    problem: str = ""
    box_problem: str = ""

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Return the fields of rows that have values, with their titles."""
        return [
            (name, title)
            for name, title in _COLUMNS.items()
            if any(getattr(row, name) for row in self.rows)
        ]


def booster_view(
    cardset: CardSet, booster: Booster, seed: int | str, packs: int, *, pictures: bool
) -> BoosterView:
    """Return the view of a booster with a number of packs, and pictures if available."""
    total = sum(layout.weight for layout in booster.layouts)
    ordered = sorted(booster.layouts, key=lambda layout: -layout.weight)
    layouts = [_layout(cardset, each, total) for each in ordered[:_MOST_LAYOUTS]]
    rows: tuple[BoosterCardRow, ...] = ()
    opened: tuple[tuple[CardView, ...], ...] = ()
    rarities: tuple[RarityView, ...] = ()
    problem = box_problem = ""
    try:
        generator = Generator(cardset, booster, seed=seed)
        table = generator.odds(packs=_SIMULATED)
        rows = tuple(_rows(cardset, table))
        rarities, box_problem = _rarities(generator, table, rows)
        opened = tuple(
            tuple(_card(card_of(each.card, cardset), pictures=pictures) for each in pack.cards)
            for pack in generator.packs(packs)
        )
    except CollationError as error:
        problem = str(error)
    left_out = len(booster.layouts) - len(layouts)
    label = set_label(cardset, booster) or ""
    return BoosterView(
        booster.name or "Booster",
        label,
        tuple(layouts),
        left_out,
        rows,
        opened,
        rarities,
        problem,
        box_problem,
    )


def _layout(cardset: CardSet, layout: Layout, total: Fraction | int) -> LayoutView:
    parts: list[SlotView | tuple[LayoutView, ...]] = []
    for part in layout.slots:
        if isinstance(part, Choice):
            whole = sum(option.weight for option in part.options)
            parts.append(tuple(_layout(cardset, option, whole) for option in part.options))
        else:
            parts.append(_slot(cardset, part))
    return LayoutView(layout.name, share(layout.weight, total), tuple(parts))


def _slot(cardset: CardSet, slot: Slot) -> SlotView:
    total = sum(each.weight for each in slot.sheets)
    sheets = []
    for each in slot.sheets:
        sheet = cardset.sheets.get(each.sheet)
        cards = len(sheet.entries) if sheet else 0
        sheets.append((each.sheet, share(each.weight, total), cards))
    return SlotView(str(slot.count), slot.name, tuple(sheets))


def share(weight: Fraction | int, total: Fraction | int) -> str:
    """Return a share in words; empty if it is the whole."""
    if not total or weight == total:
        return ""
    part = Fraction(weight) / Fraction(total)
    exact = f" ({part})" if part.denominator <= _READABLE else ""
    return f"{float(part):.2%}{exact}"


def _card(card: Card, *, pictures: bool) -> CardView:
    images = card.faces[0].images
    picture = images.get(_LANGUAGE) or next(iter(images.values()), "")
    if pictures and picture.startswith("https://"):
        return CardView(card.name, picture, "")
    return CardView(card.name, "", side_drawing(card))


def _rows(cardset: CardSet, table: OddsTable) -> Iterator[BoosterCardRow]:
    """Return the odds, the most frequent cards first."""
    for row in sorted(table, key=lambda row: (-row.expected, row.card.name)):
        card = cardset.card(row.card)
        chance = float(row.at_least_one)
        rarity = (card.rarity if card else None) or ""
        yield BoosterCardRow(
            row.card.name,
            row.card.set_code or (card.set_code if card else None) or "",
            row.card.number or (card.number if card else None) or "",
            rarity,
            RARITIES.index(rarity) if rarity in RARITIES else len(RARITIES),
            row.finish or "",
            float(row.expected),
            str(row.expected) if row.exact else f"± {row.error:.4f}",
            chance,
            _packs_for_half(chance),
        )


def _rarities(
    generator: Generator, table: OddsTable, rows: Sequence[BoosterCardRow]
) -> tuple[tuple[RarityView, ...], str]:
    """Return the odds of the rarities, and why there are none of boxes."""
    ranks = {row.rarity: row.rank for row in rows if row.rarity and row.copies}
    rarities = sorted(ranks, key=lambda rarity: (ranks[rarity], rarity))
    classes = [("rarity", each) for each in rarities]
    packs = UnitOdds(generator).classes(classes, table=table, times=_SIMULATED)
    boxes: Iterable[ClassOdds | None] = [None] * len(packs)
    problem = ""
    if generator.booster.box is not None and classes:
        try:
            times = ceil(_SIMULATED / generator.booster.box.packs)
            boxes = UnitOdds(generator, "box").classes(classes, times=times)
        except CollationError as error:
            problem = str(error)
    return tuple(map(RarityView, rarities, packs, boxes)), problem


def _packs_for_half(chance: float) -> int | None:
    if chance <= 0:
        return None
    return 1 if chance >= _HALF else ceil(log(_HALF) / log(1 - chance))
