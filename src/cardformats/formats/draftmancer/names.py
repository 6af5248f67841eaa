"""Names: the card of a catalog that a card line means, found as Draftmancer finds it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ...catalog import Catalog
from ...diagnostics import DiagnosticLog
from ...model import Card, CardRef
from ...source import Span
from .codes import DraftmancerCode
from .slips import meant
from .syntax import CardLine

#: The sets that go by another code too.
_SET_ALIASES = {"dar": "dom", "conf": "con"}
#: So many printings are named in a note.
_SHOWN = 8
_NUMERIC = re.compile(r"[0-9]{1,9}")


def find(line: CardLine, catalog: Catalog) -> Card | None:
    """The printing that *line* refers to, or None.

    Without a set only what stands before ``//`` counts; with one, the name has to be right.  A set
    without a number is the smallest collector number; no set is the preferred printing.  If the
    name is not known, the set and number may be part of it: ``Hazmat Suit (Used)``.
    """
    if line.set_code is None:
        found = catalog.printings(line.name.partition(" //")[0])
    else:
        code = _SET_ALIASES.get(line.set_code.lower(), line.set_code.lower())
        printings = catalog.printings(line.name)
        found = [card for card in printings if (card.set_code or "").lower() == code]
        if line.number is not None:
            found = [card for card in found if card.number == line.number]
        else:
            found = sorted(found, key=_number)
    if not found and line.text != line.name:
        found = catalog.printings(line.text.partition(" //")[0])
    return found[0] if found else None


def resolve(
    line: CardLine, catalog: Catalog, where: Callable[[], Span], log: DiagnosticLog
) -> CardRef | None:
    """The reference to the card of *catalog* that *line* means; None, and reported, if none is.

    A line without a set means whatever printing is preferred, and so does its reference.
    """
    card = find(line, catalog)
    if card is not None:
        return CardRef(card.name) if line.set_code is None else card.ref
    printings = catalog.printings(line.name)
    if printings and line.set_code is not None:
        note = f"there are {_versions(line, printings)}"
        name, version = printings[0].name, _version(line.set_code, line.number)
        log.add(DraftmancerCode.NO_PRINTING, where(), notes=(note,), name=name, version=version)
    else:
        notes = _notes(line, catalog, where().text, log)
        log.add(DraftmancerCode.NOT_FOUND, where(), notes=notes, name=line.text)
    return None


def _notes(line: CardLine, catalog: Catalog, text: str, log: DiagnosticLog) -> Iterator[str]:
    """What may help the author of *text*, which is or holds *line*."""
    slip = meant(text)
    near = getattr(catalog, "near", None)
    if slip is not None:
        yield slip
    elif line.count is not None and catalog.printings(text):
        yield f"did you mean '1 {text}'?"
    elif near is not None and log.may_suggest() and (name := near(line.name)):
        yield f"did you mean {name!r}?"


def _versions(line: CardLine, printings: Sequence[Card]) -> str:
    """The printings of the set that *line* names, or of all sets if it has none."""
    code = (line.set_code or "").lower()
    cards = [card for card in printings if (card.set_code or "").lower() == code] or printings
    versions = sorted({_version(card.set_code, card.number) for card in cards})
    return ", ".join(versions[:_SHOWN]) + (", …" if len(versions) > _SHOWN else "")


def _version(set_code: str | None, number: str | None) -> str:
    return f"({set_code or ''}) {number or ''}".strip()


def _number(card: Card) -> float:
    number = card.number or ""
    return int(number) if _NUMERIC.fullmatch(number) else float("inf")
