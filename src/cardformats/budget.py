"""A budget of work: what a stranger's data can multiply ends with it."""

from __future__ import annotations


class Budget:
    """Steps of work that may still be done.

    A step is about as much work as one card compared, or a dozen characters copied.  Whatever
    can grow faster than its input (macros, choices, matches, ways to draw a pack) spends steps as
    it goes, all from one budget, so that many small multiplications end as one large one does.
    A budget belongs to one reading or one computation, and so to one thread.

    Attributes:
        limit: how many steps there were.
        spent: whether more was asked for than was left.
    """

    __slots__ = ("_left", "limit", "spent")

    def __init__(self, limit: int) -> None:
        """Start with *limit* steps."""
        self.limit: int = limit
        self.spent: bool = False
        self._left = limit

    @property
    def left(self) -> int:
        """How many steps there still are."""
        return max(0, self._left)

    def spend(self, steps: int = 1) -> bool:
        """Consume *steps*.  Return False if the budget is exhausted, as do all later calls."""
        self._left -= steps
        if self._left < 0:
            self.spent = True
        return not self.spent
