"""Sets that were read with the engine's own booster, and whose cards have changed since."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

from ...model import Booster, Card, CardSet
from .card_lines import card_name
from .edits import is_same, pairs
from .format import BOOSTER_FILE
from .from_model import EngineSet
from .packs import sheet_names, usual_booster
from .tree import FileTree

#: How many copies of each card are on each sheet; the cards are by their ``id()``.
_Places: TypeAlias = defaultdict[int, Counter[str]]

#: The sheets of a card that is on none.
_NOWHERE: Final = Counter[str]()


class UsualBoosters:
    """What the engine's own boosters draw after a change of cards.

    The engine makes its booster of the cards as they are, so that a card with another rarity, say,
    is drawn otherwise. A file with a booster would keep it where it was, but would take the place
    of the engine's booster for all cards, which nobody has asked for.
    """

    def __init__(self, cardset: CardSet) -> None:
        """Compare *cardset* with what was read."""
        self.cardset = cardset

    def drawn_otherwise(self, engine_set: EngineSet) -> Sequence[str] | None:
        """Return the names of the cards that the engine draws otherwise than the set's booster.

        If all cards are on the same sheets, that is the code of the set.  The result is None if the
        set was read with a booster of its own, or if more than cards has changed: the booster, or a
        sheet, so that a card is neither on the sheets that it was on, nor on those of the engine,
        nor on that of its rarity, where the change of a card moves it.
        """
        before, was = self.cardset.as_read, self._booster_before(engine_set.boosters[0])
        if before is None or was is None:
            return None
        names = {name for layout in was.layouts for name in sheet_names(layout)}
        old, now = (_places(each, names) for each in (before, self.cardset))
        if id(None) in now:
            return None
        # in a tree of sets, the names of sheets begin with the code of the set
        prefix = next((name[: name.rfind(" ") + 1] for name in names), "")
        usual = _usual_places([card for _, card in engine_set.pairs], prefix)
        others = []
        for card, written in engine_set.pairs:
            own = now.get(id(card), _NOWHERE)
            if own != usual.get(id(written), _NOWHERE):
                was_card = self._cards_before.get(id(card))
                unasked = [old.get(id(was_card), _NOWHERE), Counter((f"{prefix}{card.rarity}",))]
                if was_card is None or not is_same(was_card, card):
                    unasked.append(_NOWHERE)  # it is a new card, perhaps in the place of another
                if own not in unasked:
                    return None
                others.append(card_name(written))
        return others or (engine_set.code,)

    def _booster_before(self, booster: Booster) -> Booster | None:
        """Return what *booster* was as it was read, if it is unchanged and the engine's own."""
        before, tree = self.cardset.as_read, self.cardset.syntax
        if before is None or not isinstance(tree, FileTree):
            return None
        was = next((each for each in before.boosters if each.id == booster.id), None)
        if was is None or f"{was.id}/{BOOSTER_FILE}" in tree.sources:
            return None
        is_same = (was.layouts, was.extras) == (booster.layouts, booster.extras)
        return was if is_same else None

    @cached_property
    def _cards_before(self) -> dict[int, Card]:
        """Return the earlier version of each card, by the ``id()`` of the present one."""
        before = self.cardset.as_read.cards if self.cardset.as_read else ()
        after = self.cardset.cards
        known = {id(card): card for card in before}
        for was, now in pairs(before, after):
            if was is not None and now is not None:
                known[id(after[now])] = before[was]
        return known


def _places(cardset: CardSet, names: Iterable[str]) -> _Places:
    """Return the sheets of these *names* that each card is on; None is what is no card."""
    places: _Places = defaultdict(Counter)
    for name in names:
        sheet = cardset.sheets.get(name)
        for entry in sheet.entries if sheet else ():
            places[id(cardset.card(entry.card))][name] += entry.copies
    return places


def _usual_places(cards: Sequence[Card], prefix: str) -> _Places:
    """Return the sheets of the engine's own booster that each of *cards* is on."""
    _, sheets = usual_booster(cards, prefix)
    by_ref = {card.ref: id(card) for card in cards}
    places: _Places = defaultdict(Counter)
    for name, sheet in sheets.items():
        for entry in sheet.entries:
            places[by_ref[entry.card]][name] += 1
    return places
