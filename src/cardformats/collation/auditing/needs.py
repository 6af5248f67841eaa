"""Whether the cards of sheets suffice for the slots that draw from them, as a flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias

from ...model import Sheet, Slot
from .flow import Pipe, max_flow
from .subject import Subject

#: More than any number of cards.
_ENDLESS = 10**12

#: On which sheets a card is, with how many copies.
_Class: TypeAlias = tuple[tuple[str, int], ...]


def most_dealt(
    subject: Subject, wanted: Sequence[tuple[Slot, int]], packs: int, *, alike: bool = False
) -> int:
    """How many of the cards that slots want can be dealt.

    Cards flow from slots to the different cards of their sheets, as many as there are copies, each
    once in a pack or slot.  Cards with as many copies on the same sheets flow together.

    Args:
        subject: the booster.
        wanted: slots that draw by chance, and how many cards each wants for all *packs*.
        packs: how many packs share the copies.
        alike: cards may come twice.
    """
    once = _ENDLESS if alike or not subject.distinct else packs
    sheets = {sheet.name: sheet for slot, _ in wanted for sheet in subject.sheets(slot)}
    classes = _classes(subject, list(sheets.values()))
    endless = {name for name, sheet in sheets.items() if subject.endless(sheet)}
    by_slot = subject.booster.distinct_scope == "slot"
    pipes: list[Pipe] = []
    for number, (slot, count) in enumerate(wanted):
        pipes.append(("source", number, count))
        own = {sheet.name for sheet in subject.sheets(slot)}
        for class_, size in classes.items():
            taker: Hashable = number
            if by_slot and not own.isdisjoint(dict(class_)):
                taker = (number, class_)
                pipes.append((number, taker, once * size))
            pipes += ((taker, (name, class_), _ENDLESS) for name, _ in class_ if name in own)
    for class_, size in classes.items():
        pipes += _copies(class_, size, endless, _ENDLESS if by_slot else once)
    return max_flow(pipes, "source", "sink")


def _copies(class_: _Class, size: int, endless: set[str], once: int) -> Iterator[Pipe]:
    """From each sheet the copies of the cards of a class, and how many packs can take."""
    for name, copies in class_:
        yield (name, class_), class_, _ENDLESS if name in endless else copies * size
    yield class_, "sink", once * size


def _classes(subject: Subject, sheets: Sequence[Sheet]) -> Counter[_Class]:
    """How many different cards have so many copies on each of *sheets*."""
    where: dict[Hashable, list[tuple[str, int]]] = {}
    for sheet in sheets:
        for key, copies in subject.different(sheet).items():
            where.setdefault(key, []).append((sheet.name, copies))
    return Counter(map(tuple, where.values()))
