"""Other programs' rules: what each offers, and what of a booster it refuses.

The library's own way of sampling is in the drawers.  Here are those of the programs whose formats
it reads, bias and all: the same packs as often as there, from random decisions in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import NoReturn, Protocol, cast

from attrs import frozen

from ...bits import Bits
from ...errors import CollationError
from ...model import Booster, CardSet, Layout, PackCard, Sheet, Slot
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
        raise CollationError(f"booster {self.booster.name!r}: {self.name} has no {what}")

    def sheet(self, name: str) -> Sheet:
        """The sheet of that name.

        Raises:
            CollationError: there is none.
        """
        if name not in self.cardset.sheets:
            raise CollationError(f"booster {self.booster.name!r}: there is no sheet {name!r}")
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


#: By the name of the rules, the class in the module of that name.
_CLASSES = {"draftmancer": "DraftmancerRules", "octgn": "OctgnRules", "wagic": "WagicRules"}


class PeerRules(Protocol):
    """The packs of one booster, as another program makes them.

    Attributes:
        is_alike: they come as often as those of the library's own rules.
    """

    is_alike: bool

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Prepare to make packs of *booster* from the sheets of *cardset*.

        Raises:
            CollationError: the program has no such boosters; the message says why.
        """

    def session(
        self,
        bits: Bits,
        packs: int,
        *,
        players: int = 1,
        first: int = 0,
        opened: Iterable[PackCard] = (),
    ) -> Iterator[tuple[str, tuple[PackCard, ...]]]:
        """The packs that the program makes in one go, in order.

        Args:
            bits: all that is left to chance comes from here.
            packs: how many.
            players: the seats that packs are dealt to in turn, one each in a round.
            first: the number of the first pack, from 0.
            opened: the cards of packs that are there already; the program keeps them out of the
                new ones if and as it does so.

        Yields:
            for each pack the name of its layout, and its cards.

        Raises:
            EmptySheetError: the program fails, since there are too few cards.
        """


def rules_for(name: str) -> type[PeerRules]:
    """The rules called *name*.

    Raises:
        CollationError: there are none.
    """
    if name not in _CLASSES:
        raise CollationError(
            f"no rules are called {name!r}; known are {', '.join(map(repr, _CLASSES))}"
        )
    module = import_module(f"{__package__}.{name}")
    return cast("type[PeerRules]", getattr(module, _CLASSES[name]))
