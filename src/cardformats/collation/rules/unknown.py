"""What a program's boosters cannot have: asked for, it is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from attrs import frozen

from ...errors import CollationError
from ...model import Booster, CardSet, Choice, Layout, Sheet, Slot
from ..rounds import check_slot


@frozen
class Peer:
    """A program, asked for the packs of a booster.

    Attributes:
        name: the program's name.
        cardset: where the sheets are.
        booster: the booster.
    """

    name: str
    cardset: CardSet
    booster: Booster

    def refuse(self, what: str) -> NoReturn:
        """Say that the program does not know *what*.

        Raises:
            CollationError: always.
        """
        message = f"booster {self.booster.name!r}: {self.name} has no {what}"
        raise CollationError(message)

    def sheet(self, name: str) -> Sheet:
        """The sheet of that name.

        Raises:
            CollationError: there is none.
        """
        if name not in self.cardset.sheets:
            message = f"booster {self.booster.name!r}: there is no sheet {name!r}"
            raise CollationError(message)
        return self.cardset.sheets[name]

    def count(self, slot: Slot) -> int:
        """How many cards *slot* has.

        Raises:
            CollationError: the program has no such slot, or nobody has.
        """
        if not isinstance(slot.count, int):
            self.refuse("slots without a limit")
        check_slot(slot, slot.count)
        return slot.count

    def refuse_constraints(self) -> None:
        """Refuse guarantees on the whole pack, which none of the programs has."""
        for each in self.booster.constraints:
            self.refuse(f"constraint {type(each).__name__}")

    def refuse_event(self) -> None:
        """Refuse what an event makes of packs, for a program whose packs stand alone."""
        event = self.cardset.event
        if event is not None and event.supply != "infinite":
            self.refuse(f"{event.supply} supply")
        if event is not None and event.color_balance:
            self.refuse("balance of colours")

    def only_layout(self) -> Layout:
        """The layout, for a program that chooses only within a pack.

        Raises:
            CollationError: there are several.
        """
        if len(self.booster.layouts) > 1:
            self.refuse("layouts to choose among (a Choice in a single layout may do)")
        return self.booster.layouts[0]


def slots_of(layout: Layout) -> Iterator[Slot]:
    """The slots of *layout* and of all choices in it."""
    for part in layout.slots:
        if isinstance(part, Choice):
            for option in part.options:
                yield from slots_of(option)
        else:
            yield part
