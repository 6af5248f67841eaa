"""Limits for files from strangers: one value that every format takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import field, fields, frozen

from ..diagnostics import Diagnostic, SharedCode
from ..model import CardSet, Layout, Slot, Unlimited
from ..model.validate import at_least

if TYPE_CHECKING:
    from .base import Options


def _limit(default: int, minimum: int = 0) -> Any:
    return field(default=default, validator=at_least(minimum))


@frozen(kw_only=True)
class Limits:
    """Limits for files from strangers, one value for all formats.

    The functions that read take it as ``limits=``.  A format applies the limits that it has an
    option for; an option that is also given by name takes precedence.  `max_cards` applies to every
    format: a booster with a larger pack is an error.

    Attributes:
        max_size: The maximum number of bytes of a file.
        max_line: The maximum number of characters of a line.
        max_diagnostics: The maximum number of errors, and of other diagnostics.
        max_work: The maximum number of steps of work.
        max_cards: The maximum number of cards of a pack.
        max_copies: The maximum number of copies on a sheet.
        max_files: The maximum number of files of an archive.
        max_unpacked: The maximum number of unpacked bytes of an archive.
    """

    max_size: int = _limit(2**20)
    max_line: int = _limit(2**16, 1)
    max_diagnostics: int = _limit(100)
    max_work: int = _limit(2_000_000)
    max_cards: int = _limit(200, 1)
    max_copies: int = _limit(100_000, 1)
    max_files: int = _limit(1_000)
    max_unpacked: int = _limit(2**24)

    def options_for(self, options: type[Options]) -> dict[str, Any]:
        """Return the limits that a format with these *options* has, by name."""
        known = options.names("read")
        return {
            each.name: getattr(self, each.name) for each in fields(Limits) if each.name in known
        }

    def breaches(self, cardset: CardSet) -> Iterator[Diagnostic]:
        """Yield an error for each booster of *cardset* whose packs can be too large."""
        for booster in cardset.boosters:
            count = max((_most_cards(cardset, each) for each in booster.layouts), default=0)
            if count > self.max_cards:
                name = booster.name or cardset.name
                yield SharedCode.LARGE_PACK.at(None, name=name, count=count, limit=self.max_cards)


def _most_cards(cardset: CardSet, layout: Layout) -> int:
    """Return the maximum number of cards of a pack of *layout*."""
    return sum(
        _most_of_slot(cardset, part)
        if isinstance(part, Slot)
        else max(_most_cards(cardset, option) for option in part.options)
        for part in layout.slots
    )


def _most_of_slot(cardset: CardSet, slot: Slot) -> int:
    if not isinstance(slot.count, Unlimited):
        return slot.count
    sheets = (cardset.sheets.get(choice.sheet) for choice in slot.sheets)
    return max((sheet.total for sheet in sheets if sheet), default=0)
