"""Writes packs: a booster as the XML of a pack file."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from ...diagnostics import LossLog, Report
from ...model import CardSet
from ...source import SourceText
from ..base import Written
from .format import WagicPackOptions
from .pack_files import Pack, PackSlot
from .raising_packs import PackRaiser
from .raising_sets import cards_with_ids


def write(cardset: CardSet, options: WagicPackOptions) -> Report[Written]:
    """Write the first booster of *cardset* as a pack; as it was, if it was read from one."""
    syntax = cardset.syntax
    if isinstance(syntax, SourceText) and not options.canonical:
        return Report(Written(syntax.text, syntax.encoding))
    losses = LossLog("wagic-pack")
    raiser = PackRaiser(cardset, cards_with_ids(cardset), losses)
    for card in cardset.cards:
        losses.dropped("cards themselves", card.name)
    pack = raiser.pack(cardset.boosters, cardset.name, cardset.code)
    return Report(Written(render_pack(pack)), losses.finish())


def render_pack(pack: Pack) -> str:
    """The text of *pack*."""
    return "\n".join(_lines(pack))


def _lines(pack: Pack) -> Iterator[str]:
    attributes = {"name": pack.name, **dict(pack.attributes), "pool": pack.pool}
    yield f"<pack{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}>"
    for slot in pack.slots:
        yield from _slot(slot)
    yield "</pack>"
    yield ""


def _slot(slot: PackSlot) -> Iterator[str]:
    yield f"  <slot{_copies(slot.copies)}>"
    for entry in slot.entries:
        if entry.kind == "nothing":
            yield "    <nothing/>"
        else:
            yield f"    <random_card{_copies(entry.copies)}>{escape(entry.text)}</random_card>"
    yield "  </slot>"


def _copies(copies: int) -> str:
    return f' copies="{copies}"' if copies > 1 else ""
