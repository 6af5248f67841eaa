"""Rules: how other programs sample their packs, imitated draw by draw.

The library's own way of sampling is in the drawers.  Here are those of the programs whose formats
it reads, bias and all: the same packs as often as there, from random decisions in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Protocol, cast

from ...bits import Bits
from ...errors import CollationError
from ...model import Booster, CardSet, PackCard

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
        message = f"no rules are called {name!r}; known are {', '.join(map(repr, _CLASSES))}"
        raise CollationError(message)
    module = import_module(f"{__name__}.{name}")
    return cast("type[PeerRules]", getattr(module, _CLASSES[name]))
