"""Other programs' rules: what each offers, and what of a booster it refuses.

The library's own way of sampling is in the drawers.  Here are those of the programs whose formats
it reads, bias and all: the same packs as often as there, from random decisions in the same order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, NoReturn, cast

from ...bits import Bits
from ...errors import CollationError
from ...model import Booster, CardSet, Layout, PackCard, Sheet, Slot
from ...plugins import load
from ..distinct import may_repeat
from ..drawers.drawer import Copies
from ..rounds import check_slot


class PeerRules(ABC):
    """The packs of one booster, as another program makes them.

    Attributes:
        program: its name.
        is_alike: its packs come as often as those of the library's own rules.
    """

    program: ClassVar[str]
    is_alike: ClassVar[bool] = False

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Prepare to make packs of *booster* from the sheets of *cardset*.

        Raises:
            CollationError: the program has no such boosters; the message says why.
        """
        self.cardset = cardset
        self.booster = booster
        for each in booster.constraints:
            self.refuse(f"constraint {type(each).__name__}")

    @abstractmethod
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

    def refuse(self, what: str) -> NoReturn:
        """Say that the program does not know *what*."""
        raise CollationError(f"booster {self.booster.name!r}: {self.program} has no {what}")

    @staticmethod
    def check_players(players: int) -> None:
        """Refuse packs for nobody."""
        if players < 1:
            raise CollationError(f"packs are dealt to 1 player or more, not to {players}")

    def sheet(self, name: str) -> Sheet:
        """The sheet of that name."""
        if name not in self.cardset.sheets:
            raise CollationError(f"booster {self.booster.name!r}: there is no sheet {name!r}")
        return self.cardset.sheets[name]

    @cached_property
    def is_protected(self) -> bool:
        """Whether no card comes twice; a program has one rule for all sheets of a booster."""
        slots = (slot for layout in self.booster.layouts for slot, share in layout.walk() if share)
        names = {choice.sheet for slot in slots for choice in slot.sheets if choice.weight}
        repeats = {may_repeat(self.booster, self.sheet(name)) for name in names}
        if len(repeats) > 1:
            self.refuse("protection from duplicates that holds for some sheets only")
        return repeats == {False}

    def count(self, slot: Slot) -> int:
        """How many cards *slot* has, which has a limit."""
        if not isinstance(slot.count, int):
            self.refuse("slots without a limit")
        check_slot(slot, slot.count)
        return slot.count

    def refuse_remedies(self, slot: Slot, known: Iterable[str]) -> None:
        """Refuse what *slot* does when a sheet runs out, but for what is *known*."""
        for remedy in slot.on_short:
            if remedy not in known:
                self.refuse(f"slots that {remedy} when a sheet runs out")


class LonePacks(PeerRules):
    """The packs of a program that chooses only within a pack: each stands alone."""

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        super().__init__(cardset, booster)
        event = cardset.event
        if event is not None and event.supply != "infinite":
            self.refuse(f"{event.supply} supply")
        if event is not None and event.color_balance:
            self.refuse("balance of colours")

    @property
    def layout(self) -> Layout:
        """The only layout."""
        if len(self.booster.layouts) > 1:
            self.refuse("layouts to choose among (a Choice in a single layout may do)")
        return self.booster.layouts[0]

    def session(
        self,
        bits: Bits,
        packs: int,
        *,
        players: int = 1,
        first: int = 0,  # noqa: ARG002 - packs stand alone
        opened: Iterable[PackCard] = (),  # noqa: ARG002 - packs stand alone
    ) -> Iterator[tuple[str, tuple[PackCard, ...]]]:
        self.check_players(players)
        name = self.layout.name
        for _ in range(packs):
            yield name, tuple(self.pack(bits))

    @abstractmethod
    def pack(self, bits: Bits) -> Sequence[PackCard]:
        """The cards of a pack."""

    def cards(self, slot: Slot, sheet: Sheet) -> tuple[Copies, tuple[PackCard, ...]]:
        """The copies of the entries of *sheet*, and the card that each is in a pack."""
        finish = slot.finish or sheet.finish
        return Copies([entry.copies for entry in sheet.entries]), tuple(
            PackCard(entry.card, slot.name, sheet.name, entry.finish or finish)
            for entry in sheet.entries
        )


#: The class of the rules of each name.
_CLASSES = {
    "draftmancer": "draftmancer:DraftmancerRules",
    "octgn": "octgn:OctgnRules",
    "wagic": "wagic:WagicRules",
}


def rules_for(name: str) -> type[PeerRules]:
    """The rules called *name*.

    Raises:
        CollationError: there are none.
    """
    if name not in _CLASSES:
        known = ", ".join(map(repr, ("cardformats", *_CLASSES)))
        raise CollationError(f"there are no rules {name!r}; known are {known}")
    return cast("type[PeerRules]", load(f"{__package__}.{_CLASSES[name]}"))
