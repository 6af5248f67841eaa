"""Explanations of packs: the sheets that their cards came from, and probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from attrs import frozen

from ..errors import CollationError
from ..model import CardRef, CardSet, Layout, Pack, PackCard, Replace
from .effort import limited
from .likelihood import likelihood
from .odds.pack import PackOdds
from .odds.table import ExactOdds


@frozen
class CardExplained:
    """A card in a slot.

    Attributes:
        card, finish: The card and its finish.
        sheet: The name of the sheet that it came from.
        copies: The number of copies of the card on the sheet.
        of: The number of copies of all cards on the sheet.
        chance: The probability that a pack of this layout has the card in this slot at least once;
            None if there is no closed form.
        replaces: The probability of the replacement by which it replaced the last card of the slot;
            None if the slot drew it.
    """

    card: CardRef
    finish: str | None
    sheet: str
    copies: int
    of: int
    chance: Fraction | None
    replaces: Fraction | None = None

    def __str__(self) -> str:
        finish = f" ({self.finish})" if self.finish else ""
        instead = f", as a replacement with {_shown(self.replaces)}" if self.replaces else ""
        return (
            f"{self.card.name}{finish}: {self.copies} of {self.of} in {self.sheet!r}, "
            f"there with {_shown(self.chance)}{instead}"
        )


@frozen
class SlotExplained:
    """A slot of a pack.

    Attributes:
        slot: The name of the slot.
        sheets: The sheets that it draws from, each with its probability.
        each: Whether every card chooses a sheet; otherwise the slot chooses one.
        cards: The cards in order.
    """

    slot: str
    sheets: tuple[tuple[str, Fraction], ...]
    each: bool
    cards: tuple[CardExplained, ...]

    def __str__(self) -> str:
        sheets = ", ".join(
            repr(name) if chance == 1 else f"{name!r} with {_shown(chance)}"
            for name, chance in self.sheets
        )
        head = f"{self.slot}: {_cards(len(self.cards))} from {sheets}"
        return "\n".join([head, *(f"  {card}" for card in self.cards)])


@frozen
class Explanation:
    """An explanation of the cards of a pack.

    Attributes:
        number, booster, layout: The number, booster and layout of the pack.
        layout_chance: The probability of the layout in the pack's round; None if there is no closed
            form.
        slots: The slots that have cards, in order.
        chance: The probability that a pack of the round has this layout and these cards in these
            slots, in any order; None if there is no closed form.
    """

    number: int
    booster: str
    layout: str
    layout_chance: Fraction | None
    slots: tuple[SlotExplained, ...]
    chance: Fraction | None

    @property
    def size(self) -> int:
        """Return the number of cards in the pack."""
        return sum(len(slot.cards) for slot in self.slots)

    def __str__(self) -> str:
        return "\n".join(
            [
                f"Pack {self.number} of {self.booster!r}: {_cards(self.size)}",
                f"layout {self.layout!r}: {_shown(self.layout_chance)}",
                *map(str, self.slots),
                f"these cards in these slots: {_shown(self.chance)}",
            ]
        )


def explain(exact: ExactOdds, pack: Pack) -> Explanation:
    """Explain the cards of *pack*, a pack of the booster with the *exact* odds.

    Raises:
        CollationError: If packs of its round cannot have its layout, one of its slots or one of its
            cards.
    """
    with limited():
        (round_,) = exact.rounds(pack.number)
        layout = exact.layout(round_, pack.layout)
        if layout is None:
            raise CollationError(
                f"booster {exact.booster.name!r}: no pack of this round has {pack.layout!r}"
            )
        chance, odds = layout
        layouts = [each for each in exact.booster.layouts if each.name == pack.layout]
        names = dict.fromkeys(card.slot for card in pack.cards)
        slots = {name: _Slots(exact, name, layouts) for name in names}
        explained = [
            slots[name].explained(tuple(cards), odds)
            for name, cards in groupby(pack.cards, key=lambda card: card.slot)
        ]
        whole = likelihood(exact, pack)
    return Explanation(pack.number, pack.booster, pack.layout, chance, tuple(explained), whole)


class _Slots:
    """The slots of one name in a layout and in the options of its choices."""

    def __init__(self, exact: ExactOdds, name: str, layouts: Iterable[Layout]) -> None:
        self.name = name
        self._cardset: CardSet = exact.cardset
        self._fitting = [
            (share * Fraction(layout.weight or 1), slot)
            for layout in layouts
            for slot, share in layout.walk()
            if share and slot.name == name
        ]
        self._replaces = {
            each.sheet: each
            for each in exact.booster.constraints
            if isinstance(each, Replace) and each.slot == name
        }
        if not self._fitting:
            raise CollationError(
                f"booster {exact.booster.name!r} has no slot {name!r} in such a layout"
            )

    def explained(self, cards: Sequence[PackCard], odds: PackOdds) -> SlotExplained:
        """Return the explanation of the slot's *cards* in packs with these *odds*."""
        sheets = self._sheets()
        each = any(slot.choose == "card" and slot.count != 1 for _, slot in self._fitting)
        explained = tuple(self._card(card, sheets, odds) for card in cards)
        return SlotExplained(self.name, tuple(sheets.items()), each, explained)

    def _sheets(self) -> dict[str, Fraction]:
        """Return the probability of each sheet."""
        sheets: dict[str, Fraction] = {}
        whole = sum(share for share, _ in self._fitting)
        for share, slot in self._fitting:
            total = sum(Fraction(choice.weight) for choice in slot.sheets)
            for choice in slot.sheets:
                more = share / whole * Fraction(choice.weight) / total
                if more:
                    sheets[choice.sheet] = sheets.get(choice.sheet, Fraction()) + more
        return sheets

    def _card(self, card: PackCard, sheets: dict[str, Fraction], odds: PackOdds) -> CardExplained:
        replace = None if card.sheet in sheets else self._replaces.get(card.sheet)
        if card.sheet not in sheets and replace is None:
            raise CollationError(f"the slot {self.name!r} has no cards of the sheet {card.sheet!r}")
        sheet = self._cardset.sheets[card.sheet]
        copies = sum(
            entry.copies
            for entry in sheet.entries
            if entry.card == card.card and entry.finish in {None, card.finish}
        )
        counts = odds.counts([card.__eq__])
        chance = None if counts is None else 1 - counts.get((0,), Fraction())
        if chance == 0 or (chance is None and not copies):  # a collator may ignore copies
            raise CollationError(
                f"no pack has {card.card.name!r} of {card.sheet!r} in {self.name!r}"
            )
        instead = None if replace is None else replace.probability
        return CardExplained(
            card.card, card.finish, card.sheet, copies, sheet.total, chance, instead
        )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


#: The largest denominator shown in a fraction; its inverse is the smallest share in per cent.
_READABLE = 10_000


def _shown(chance: Fraction | None) -> str:
    """Return a probability as text: ``10/101 (9.9 %)``, ``1 in 3.65e+17``."""
    if chance is None:
        return "an unknown probability"
    if 0 < chance < Fraction(1, _READABLE):
        return f"1 in {Decimal(chance.denominator) / chance.numerator:.3g}"
    percent = f"{float(chance) * 100:.3g} %"
    return f"{chance} ({percent})" if 1 < chance.denominator <= _READABLE else percent
