"""Which packs an event has: groups of rounds whose layouts are chosen in the same way."""

from __future__ import annotations

from attrs import frozen

from ...model import Booster, CardSet, Event
from ..rounds import Layouts, find_booster, layouts_of, rounds_of


@frozen(eq=False)
class PackGroup:
    """Packs of an event.

    Attributes:
        booster: their booster.
        layouts: what their layouts are chosen from, with weights.
        packs: how many they are.
    """

    booster: Booster
    layouts: Layouts
    packs: int


def groups_of(cardset: CardSet, booster: Booster, event: Event, players: int) -> list[PackGroup]:
    """The packs of all rounds; *booster* is for those that name no other.

    Raises:
        CollationError: a round names what there is not.
    """
    groups: dict[object, PackGroup] = {}
    for round_ in rounds_of(event):
        its = booster if round_.booster is None else find_booster(cardset, round_.booster)
        # rounds with layouts of their own have a bag each, the others one together
        key = (id(its), id(round_) if round_.layouts else None)
        packs = groups[key].packs if key in groups else 0
        groups[key] = PackGroup(its, layouts_of(its, round_), packs + players)
    return list(groups.values())
