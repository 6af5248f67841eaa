"""The rules of a program: the trees of its packs, and the features it does not support.

The library's own compiler is in ``compile.py``. The compilers here make the same kind of trees for
the programs whose formats the library reads. Their packs have the same probabilities as in these
programs, including bias.
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

#: The name of the layout of a pack, and its cards.
Drawn: TypeAlias = tuple[str, tuple[PackCard, ...]]


class Rules(Caching):
    """The packs of one booster, as another program makes them.

    Attributes:
        program: The name of the program.
        trees: The tree of a single pack for each round, as returned by
            :func:`~cardformats.collation.compile.trees_of`; empty if probabilities depend on the
            cards drawn before.
    """

    program: ClassVar[str]
    trees: Sequence[Node] = ()

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Compile the packs of *booster* from the sheets of *cardset*.

        Raises:
            CollationError: If the program does not support the booster. The message contains the
                reason.
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
        """Yield the packs that the program makes in one session, in order.

        Args:
            bits: The source of all randomness.
            packs: The number of packs.
            players: The number of players that packs are dealt to in turn, one each in a round.
            first: The number of the first pack, from 0.
            opened: The cards of packs opened before. They are excluded from new packs if the
                program excludes them.

        Yields:
            The name of the layout and the cards of each pack.

        Raises:
            CollationError: If there is no player.
            EmptySheetError: If the program fails because there are too few cards.
        """
        self.check_players(players)
        steps = self._steps
        for number in range(first, first + packs):
            state, cards = State(), list[PackCard]()
            steps[number // players % len(steps)](bits, state, cards)
            yield state.layout, tuple(cards)

    @cached_property
    def _steps(self) -> list[Step]:
        """Return the samplers of the packs of each round."""
        return [sampler(tree) for tree in self.trees]

    @staticmethod
    def check_players(players: int) -> None:
        """Reject a session without players.

        Raises:
            CollationError: If there is no player.
        """
        if players < 1:
            raise CollationError(f"packs are dealt to at least 1 player, not {players}")

    # -- unsupported features

    def refuse(self, what: str) -> NoReturn:
        """Raise the error that the program does not support *what*.

        Raises:
            CollationError: Always.
        """
        raise CollationError(
            f"booster {self.booster.name!r}: {self.program} does not support {what}"
        )

    def sheet(self, name: str) -> Sheet:
        """Return the sheet of that name.

        Raises:
            CollationError: If there is none.
        """
        if name not in self.cardset.sheets:
            raise CollationError(f"booster {self.booster.name!r}: there is no sheet {name!r}")
        return self.cardset.sheets[name]

    @cached_property
    def is_protected(self) -> bool:
        """Return whether no card occurs twice; the rule must be the same for all sheets."""
        slots = (slot for layout in self.booster.layouts for slot, share in layout.walk() if share)
        names = {choice.sheet for slot in slots for choice in slot.sheets if choice.weight}
        repeats = {may_repeat(self.booster, self.sheet(name)) for name in names}
        if len(repeats) > 1:
            self.refuse("protection from duplicates for only some of the sheets")
        return repeats == {False}

    def count(self, slot: Slot) -> int:
        """Return the number of cards of *slot*, which must be limited."""
        if not isinstance(slot.count, int):
            self.refuse("slots without a limit")
        check_slot(slot, slot.count)
        return slot.count

    def refuse_remedies(self, slot: Slot, known: Iterable[str]) -> None:
        """Reject remedies of *slot* for an empty sheet that are not in *known*."""
        for remedy in slot.on_short:
            if remedy not in known:
                self.refuse(f"slots that {remedy} when a sheet is empty")

    def only_layout(self) -> Layout:
        """Return the layout of a program that supports only one layout and whole sheets."""
        event = self.cardset.event
        if event is not None and event.supply != "infinite":
            self.refuse(f"a {event.supply} supply")
        if event is not None and event.color_balance:
            self.refuse("colour balance")
        if len(self.booster.layouts) > 1:
            self.refuse("several layouts (a Choice in a single layout may be an alternative)")
        return self.booster.layouts[0]


#: The class of the rules of each name.
_CLASSES = {
    "draftmancer": "draftmancer:DraftmancerRules",
    "octgn": "octgn:OctgnRules",
    "wagic": "wagic:WagicRules",
}


def rules_for(name: str) -> type[Rules]:
    """Return the rules called *name*.

    Raises:
        CollationError: If there are none.
    """
    if name not in _CLASSES:
        known = ", ".join(map(repr, ("cardformats", *_CLASSES)))
        raise CollationError(f"there are no rules {name!r}; the rules are {known}")
    return cast("type[Rules]", load(f"{__package__}.{_CLASSES[name]}"))
