"""Rules of a program: what it does not have of a booster, and the trees of its packs.

The library's own compiler is in ``compile.py``.  Here are compilers to the same trees for the
programs whose formats the library reads, bias and all: packs come as often as there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, NoReturn, TypeAlias, cast

from ...bits import Bits
from ...caching import Caching
from ...errors import CollationError
from ...model import Booster, CardSet, Layout, PackCard, Sheet, Slot
from ...plugins import load
from ..distinct import may_repeat
from ..rounds import check_slot
from ..sample import State, Step, sampler
from ..tree import Node

#: The name of a pack's layout, and its cards.
Drawn: TypeAlias = tuple[str, tuple[PackCard, ...]]


class Rules(Caching):
    """The packs of one booster, as another program makes them.

    Attributes:
        program: its name.
        trees: for each round the tree of a pack that is alone in its session, as
            :func:`~cardformats.collation.compile.trees_of` gives it; none where chance cannot be
            told before the cards are drawn.
    """

    program: ClassVar[str]
    trees: Sequence[Node] = ()

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Compile the packs of *booster* from the sheets of *cardset*.

        Raises:
            CollationError: the program has no such boosters; the message says why.
        """
        self.cardset = cardset
        self.booster = booster
        for each in booster.constraints:
            self.refuse(f"constraint {type(each).__name__}")

    def session(
        self,
        bits: Bits,
        packs: int,
        *,
        players: int = 1,
        first: int = 0,
        opened: Iterable[PackCard] = (),  # noqa: ARG002 - packs with trees stand alone
    ) -> Iterator[Drawn]:
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
            CollationError: there are no players.
            EmptySheetError: the program fails, since there are too few cards.
        """
        self.check_players(players)
        steps = self._steps
        for number in range(first, first + packs):
            state, cards = State(), list[PackCard]()
            steps[number // players % len(steps)](bits, state, cards)
            yield state.layout, tuple(cards)

    @cached_property
    def _steps(self) -> list[Step]:
        """What makes the packs of each round."""
        return [sampler(tree) for tree in self.trees]

    @staticmethod
    def check_players(players: int) -> None:
        """Refuse packs for nobody."""
        if players < 1:
            raise CollationError(f"packs are dealt to 1 player or more, not to {players}")

    # -- what a program does not have

    def refuse(self, what: str) -> NoReturn:
        """Say that the program does not know *what*."""
        raise CollationError(f"booster {self.booster.name!r}: {self.program} has no {what}")

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

    def only_layout(self) -> Layout:
        """The layout of a program that draws packs of one layout, each from whole sheets."""
        event = self.cardset.event
        if event is not None and event.supply != "infinite":
            self.refuse(f"{event.supply} supply")
        if event is not None and event.color_balance:
            self.refuse("balance of colours")
        if len(self.booster.layouts) > 1:
            self.refuse("layouts to choose among (a Choice in a single layout may do)")
        return self.booster.layouts[0]


#: The class of the rules of each name.
_CLASSES = {
    "draftmancer": "draftmancer:DraftmancerRules",
    "octgn": "octgn:OctgnRules",
    "wagic": "wagic:WagicRules",
}


def rules_for(name: str) -> type[Rules]:
    """The rules called *name*.

    Raises:
        CollationError: there are none.
    """
    if name not in _CLASSES:
        known = ", ".join(map(repr, ("cardformats", *_CLASSES)))
        raise CollationError(f"there are no rules {name!r}; known are {known}")
    return cast("type[Rules]", load(f"{__package__}.{_CLASSES[name]}"))
