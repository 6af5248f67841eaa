"""Explanations: where the cards of a pack came from, and how likely that was."""

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
        card, finish: what it is.
        sheet: the name of the sheet that it came from.
        copies: how many copies of it the sheet has.
        of: how many copies of all cards the sheet has.
        chance: the probability that a pack of this layout has it there, once or more; None if it
            has no closed form.
        replaces: it took the place of the slot's last card with this probability; None if it is one
            of the slot's own.
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
        instead = f", in place of another with {_shown(self.replaces)}" if self.replaces else ""
        return (
            f"{self.card.name}{finish}: {self.copies} of {self.of} in {self.sheet!r}, "
            f"there with {_shown(self.chance)}{instead}"
        )


@frozen
class SlotExplained:
    """A slot of a pack.

    Attributes:
        slot: its name.
        sheets: the sheets that it draws from, each with its probability.
        each: every card of it chooses among the sheets; otherwise the slot does.
        cards: in their order.
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
    """Where the cards of a pack came from.

    Attributes:
        number, booster, layout: those of the pack.
        layout_chance: the probability of the layout, in the pack's round; None if it has no closed
            form.
        slots: those that have cards, in their order.
        chance: the probability that a pack of the round has this layout and these cards in these
            slots, in any order; None if it has no closed form.
    """

    number: int
    booster: str
    layout: str
    layout_chance: Fraction | None
    slots: tuple[SlotExplained, ...]
    chance: Fraction | None

    @property
    def size(self) -> int:
        """How many cards the pack has."""
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
    """Where the cards of *pack*, one of those with the *exact* odds, came from.

    Raises:
        CollationError: the pack has a layout, a slot or a card that those of its round cannot have.
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
    """The slots of one name in a layout, and in the options of its choices."""

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
        """What is to say of the slot's *cards* in packs with these *odds*."""
        sheets = self._sheets()
        each = any(slot.choose == "card" and slot.count != 1 for _, slot in self._fitting)
        explained = tuple(self._card(card, sheets, odds) for card in cards)
        return SlotExplained(self.name, tuple(sheets.items()), each, explained)

    def _sheets(self) -> dict[str, Fraction]:
        """The probability of each sheet."""
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
        if chance == 0 or (chance is None and not copies):  # a collator needs no copies
            raise CollationError(
                f"no pack has {card.card.name!r} of {card.sheet!r} in {self.name!r}"
            )
        instead = None if replace is None else replace.probability
        return CardExplained(
            card.card, card.finish, card.sheet, copies, sheet.total, chance, instead
        )


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


#: The largest denominator that is read easily, and the smallest share that is as percents.
_READABLE = 10_000


def _shown(chance: Fraction | None) -> str:
    """A probability to read: ``10/101 (9.9 %)``, ``1 in 3.65e+17``."""
    if chance is None:
        return "an unknown probability"
    if 0 < chance < Fraction(1, _READABLE):
        return f"1 in {Decimal(chance.denominator) / chance.numerator:.3g}"
    percent = f"{float(chance) * 100:.3g} %"
    return f"{chance} ({percent})" if 1 < chance.denominator <= _READABLE else percent
