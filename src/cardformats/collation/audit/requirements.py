"""How many cards an event needs: of each sheet and of each rarity, over all of its packs."""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve, frozen

from ...errors import CollationError
from ...model import Booster, CardSet, Event, Layout, PackCard
from ..plan.target import ALL, NONE, Needs, Target, added, layout_bounds, layout_needs, repeated
from ..rounds import find_booster
from .supply import groups_of


@frozen
class Need:
    """How many cards of a kind an event needs.

    Attributes:
        name: the sheet or the rarity.
        least: never fewer.
        expected: on average; for rarities by their shares of the copies of sheets.
        most: never more.
    """

    name: str
    least: int
    expected: Fraction
    most: int


@frozen
class Requirements:
    """What an event needs.

    Attributes:
        packs: how many packs there are.
        cards: all cards together.
        sheets: the cards of each sheet, in the order of the card set.
        rarities: the cards of each rarity; cards without one are not counted.
    """

    packs: int
    cards: Need
    sheets: tuple[Need, ...]
    rarities: tuple[Need, ...]

    def sheet(self, name: str) -> Need:
        """The need of a sheet; zeros if packs do not draw from it."""
        return next((each for each in self.sheets if each.name == name), Need(name, *NONE))

    def rarity(self, word: str) -> Need:
        """The need of a rarity; zeros if packs have no such cards."""
        return next((each for each in self.rarities if each.name == word), Need(word, *NONE))


def requirements(
    cardset: CardSet, booster: str | Booster | None, event: Event | None, players: int
) -> Requirements:
    """How many cards *players* need for all rounds of an event.

    Counted is what slots ask for, as if no sheet ran out.

    Args:
        cardset: the sheets and boosters.
        booster: the booster of the rounds that name no other; the first if None.
        event: its rounds; the card set's, or the usual ones, if None.
        players: how many seats there are.

    Raises:
        CollationError: there is no player, or something is named that there is not.
    """
    if players < 1:
        raise CollationError(f"requirements are for one player or more, not {players}")
    event = event or cardset.event or Event()
    cardset = evolve(cardset, event=event)
    usual = find_booster(cardset, booster)
    needs: dict[str, Needs] = {"sheet": {}, "rarity": {}}
    for group in groups_of(cardset, usual, event, players):
        target = Target(cardset, group.booster, players)
        layouts = [(weight, _of_layout(target, layout)) for layout, weight in group.layouts]
        for kind, so_far in needs.items():
            each = [(weight, its[kind]) for weight, its in layouts]
            bag = not event.layout_replacement
            needs[kind] = added(so_far, repeated(each, group.packs, bag=bag))
    sheets, rarities = needs["sheet"], needs["rarity"]
    return Requirements(
        players * event.boosters_per_player,
        Need("cards", *sheets.get(ALL, NONE)),
        tuple(Need(name, *sheets[name]) for name in cardset.sheets if name in sheets),
        tuple(Need(word, *numbers) for word, numbers in rarities.items()),
    )


def _of_layout(target: Target, layout: Layout) -> dict[str, Needs]:
    """What a pack of *layout* needs: of each sheet and of all, and of each rarity."""
    cardset = target.cardset
    sheets = layout_needs(target, layout)
    expected: dict[str, Fraction] = {}
    rarity = {}
    for name, (_, number, _) in sheets.items():
        sheet = cardset.sheets.get(name)
        for entry in sheet.entries if sheet and sheet.total else ():
            card = cardset.card(entry.card)
            if entry.copies and card and card.rarity:
                rarity[entry.card] = word = card.rarity
                share = Fraction(entry.copies, sheet.total) if sheet else Fraction()
                expected[word] = expected.get(word, Fraction()) + number * share
    rarities: Needs = {}
    for word, number in expected.items():

        def test(card: PackCard, word: str = word) -> bool:
            return rarity.get(card.card) == word

        least, most = layout_bounds(target, layout, test)
        rarities[word] = least, number, most
    return {"sheet": sheets, "rarity": rarities}
