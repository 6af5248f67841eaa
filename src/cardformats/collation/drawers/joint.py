"""Drawers of one pack: which look at what others draw, and the odds of what some draw together."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ..effort import spend
from .balanced import ClassesDrawer
from .chance import PileDrawer, RedrawDrawer, ReturningDrawer, ShuffledDrawer
from .drawer import Drawer, StraightDrawer, Variants
from .odds import HandOdds, Odds, ThinnedOdds
from .runs import RunDrawer
from .successive import Draw

#: These give their cards in random order, so that any of them can be the last.
_IN_RANDOM_ORDER = (PileDrawer, ReturningDrawer, ShuffledDrawer, ClassesDrawer)


def straight(drawer: Drawer | None) -> StraightDrawer | None:
    """The drawer, if it turns a fixed number of numbers into cards."""
    return drawer if isinstance(drawer, StraightDrawer) else None


def variants(drawer: Drawer | None) -> Sequence[tuple[int, Drawer]]:
    """The drawers that a drawer is one of, with their weights; none if it is itself."""
    if not isinstance(drawer, Variants):
        return ()
    return list(zip(drawer.weights, drawer.drawers, strict=True))


def run_on(drawer: Drawer | None) -> RunDrawer | None:
    """The drawer, if its print run goes on in the next slot of its sheet."""
    if isinstance(drawer, RunDrawer) and drawer.run.continues != "slot":
        return drawer
    return None


def looks(drawer: Drawer | None) -> bool:
    """Whether a drawer looks at what came before."""
    return any(straight(one) is None for one in _single(drawer))


def _single(drawer: Drawer | None) -> list[Drawer | None]:
    """The drawers that a drawer comes to be one of, none of which is one of several."""
    several = variants(drawer)
    return [each for _, one in several for each in _single(one)] if several else [drawer]


def gives_all(drawer: Drawer | None, count: int) -> list[int] | None:
    """All copies of a sheet, if that is what a drawer of *count* cards gives when it runs out."""
    if not isinstance(drawer, RedrawDrawer) or drawer.replacement or count < drawer.copies.total:
        return None
    return [entry for entry, copies in enumerate(drawer.copies.counts) for _ in range(copies)]


def redraws(drawer: Drawer | None) -> bool:
    """Whether a drawer draws another card at random instead of one that came before."""
    return isinstance(drawer, RedrawDrawer)


def gives_each_once(drawer: Drawer | None, keys: Sequence[Hashable]) -> bool:
    """Whether what a drawer draws has no card twice."""
    if isinstance(drawer, RunDrawer):
        once = drawer.skip + drawer.count <= drawer.copies.total == drawer.size
        return once and len(set(keys)) == len(keys)
    return isinstance(drawer, Variants) and len(set(keys)) == len(keys)


def draws(
    drawer: Drawer | None,
    name: str,
    copies: Sequence[int],
    keys: Sequence[Hashable] | None,
    *,
    loses: bool,
) -> list[Draw] | None:
    """What a drawer of a sheet does as draws at random; None if it is nothing of the kind.

    If it *loses* its last card, that is a draw of its own, which is not kept.
    """
    if not isinstance(drawer, (RedrawDrawer, PileDrawer)):
        return None
    lost = int(loses and drawer.count > 0)
    counts = ((drawer.count - lost, True), (lost, False))
    return [Draw(name, copies, keys, count, kept) for count, kept in counts if count]


def one_run(drawers: Sequence[tuple[Drawer | None, bool]]) -> Odds | None:
    """The odds of a run that goes on from drawer to drawer; None if they are not all of one.

    Each drawer comes with whether it loses its last card; their entries are numbered through.
    """
    hands: list[tuple[int, tuple[int, ...]]] = []
    start = skip = 0
    runs = [(drawer, loses) for drawer, loses in drawers if isinstance(drawer, RunDrawer)]
    if len(runs) < len(drawers) or len({drawer.name for drawer, _ in runs}) > 1:
        return None
    for drawer, loses in runs:
        spend(drawer.copies.total * drawer.count)
        own = drawer.after(skip).hands(drawer.count - loses)
        shifted = [(weight, tuple(start + entry for entry in hand)) for weight, hand in own]
        hands = hands or [(weight, ()) for weight, _ in own]
        hands = [(n, a + b) for (n, a), (_, b) in zip(hands, shifted, strict=True)]
        start, skip = start + drawer.size, skip + drawer.count
    return HandOdds(hands)


def without_last(odds: Odds, drawer: Drawer | None, count: int) -> Odds | None:
    """The odds of all of *count* cards of a drawer but the last."""
    if isinstance(odds, HandOdds):
        return HandOdds((weight, hand[:-1]) for weight, hand in odds.hands)
    shuffles = all(isinstance(one, _IN_RANDOM_ORDER) for one in _single(drawer))
    return ThinnedOdds(odds, count) if shuffles else None
