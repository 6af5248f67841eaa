"""Sheets whose cards are in classes, as the rules of balance see them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from attrs import frozen

from ...bits import Bits
from ..odds.rules import Group, groups_of
from .copies import Copies
from .drawer import State
from .redraw import RedrawDrawer


@frozen(eq=False)
class ClassedSheet:
    """A sheet whose cards are in classes.

    Attributes:
        name: the sheet's name.
        classes: the copies of each class's entries, by the class's name; the entries of others
            have none.  A class may have no cards.
        rest: the copies of cards without a class.
        keys: for each entry what tells its card from others; None if a card may come twice.
        endless: copies are put back.
    """

    name: str
    classes: Mapping[str, Copies]
    rest: Copies
    keys: Sequence[Hashable] | None
    endless: bool

    @property
    def pools(self) -> list[Copies]:
        """The copies of each class, then those of cards without one."""
        return [*self.classes.values(), self.rest]

    def one_of(self, pools: Sequence[Copies]) -> RedrawDrawer:
        """What draws one card of some classes."""
        copies = Copies([sum(each) for each in zip(*(pool.counts for pool in pools), strict=True)])
        return RedrawDrawer(self.name, copies, self.keys, 1, replacement=self.endless)

    def private(self, state: State) -> State:
        """A copy of *state* in which a drawer can write down the copies it takes.

        In *state* itself, whoever asked for the cards does so.
        """
        used = {} if self.endless else {**state.used.get(self.name, {})}
        return State(state.taken, {self.name: used}, state.positions)

    def draw(self, one: RedrawDrawer, bits: Bits, state: State) -> Sequence[int]:
        """What *one* draws; it is taken in *state*, a private one."""
        drawn = one.draw(bits, state)
        for entry in drawn:
            self.take(entry, state)
        return drawn

    def free(self, entry: int, state: State) -> int:
        """How many copies of *entry* may come; none if its card is taken.

        *state* is a private one.
        """
        if self.keys is not None and self.keys[entry] in state.taken:
            return 0
        copies = sum(pool.counts[entry] for pool in self.pools)
        return copies - state.used[self.name].get(entry, 0)

    def take(self, entry: int, state: State) -> None:
        """Write down that a copy of *entry* came."""
        if not self.endless:
            used = state.used[self.name]
            used[entry] = used.get(entry, 0) + 1
        if self.keys is not None:
            state.taken.add(self.keys[entry])

    def groups(self) -> list[Group] | None:
        """Its cards by class and copies; None if several entries stand for one card."""
        return groups_of([pool.counts for pool in self.pools], self.keys, endless=self.endless)
