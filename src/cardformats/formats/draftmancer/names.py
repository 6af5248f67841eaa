"""Official cards: the one of a catalog that a card line means, and the codes of official sets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files

from attrs import evolve

from ...catalog import Catalog
from ...diagnostics import DiagnosticLog
from ...model import Card, CardRef, CardSet
from ...source import Span
from ..registry import REGISTRY
from .codes import DraftmancerCode
from .syntax import CardLine
from .typos import meant

#: The sets that go by another code too.
_SET_ALIASES = {"dar": "dom", "conf": "con"}
#: So many printings are named in a note.
_SHOWN = 8
#: So much of a name is shown.
_LONGEST = 80
_NUMERIC = re.compile(r"[0-9]{1,9}")


def find(line: CardLine, catalog: Catalog) -> Card | None:
    """The printing that *line* refers to, or None.

    Without a set only what stands before ``//`` counts; with one, the name has to be right.  A set
    without a number is the smallest collector number; no set is the preferred printing.
    """
    if line.set_code is None:
        cards = catalog.printings(line.name.partition(" //")[0])
    else:
        printings = [*catalog.printings(line.name), *_without_back(line, catalog)]
        cards = _of_set(line, printings)
        if line.number is not None:
            cards = [card for card in cards if card.number == line.number]
        else:
            cards = sorted(cards, key=_number)
    return cards[0] if cards else None


def _without_back(line: CardLine, catalog: Catalog) -> list[Card]:
    """The printings of the front that *line* names, of which the catalog knows no other face."""
    front, slashes, _ = line.name.partition(" //")
    printings = catalog.printings(front) if slashes else ()
    return [card for card in printings if len(card.faces) == 1 and " //" not in card.name]


def resolve(
    line: CardLine,
    catalog: Catalog,
    hint: str | None,
    text: str,
    where: Callable[[], Span],
    log: DiagnosticLog,
) -> tuple[CardRef, Card] | None:
    """The card of *catalog* that *line* means, and its reference; None, and reported, if none is.

    A line without a set means whatever printing is preferred, and so does its reference.  If the
    name is not known, the set and number may be part of it: ``Hazmat Suit (Used)``.  *text* is the
    whole line, *hint* what it may mean that the catalog does not know.
    """
    card = find(line, catalog)
    if card is not None:
        return CardRef(card.name) if line.set_code is None else card.ref, card
    whole = catalog.printings(line.text) or catalog.printings(line.text_without_foil)
    if whole:
        return CardRef(whole[0].name), whole[0]
    printings = catalog.printings(line.name)
    name = line.text if len(line.text) <= _LONGEST else line.text[:_LONGEST] + "…"
    if printings and line.set_code is not None:
        note = meant(text) or _versions(line, printings)
        name, version = printings[0].name, _version(line.set_code, line.number)
        log.add(DraftmancerCode.NO_PRINTING, where(), notes=(note,), name=name, version=version)
    else:
        notes = (hint,) if hint else _notes(line, catalog, text, log)
        log.add(DraftmancerCode.NOT_FOUND, where(), notes=notes, name=name)
    return None


def _notes(line: CardLine, catalog: Catalog, text: str, log: DiagnosticLog) -> Iterator[str]:
    """What may help the author of *text*, which is *line*."""
    typo = meant(text)
    near = getattr(catalog, "near", None)
    if typo is not None:
        yield typo
    elif line.count is not None and catalog.printings(text):
        yield f"did you mean '1 {text}'?"
    elif near is not None and log.may_suggest() and (name := near(line.name)):
        yield f"did you mean {name!r}?"


def _of_set(line: CardLine, printings: Sequence[Card]) -> Sequence[Card]:
    """The *printings* of the set that *line* names."""
    code = _code(line.set_code)
    return [card for card in printings if _code(card.set_code) == code]


def _code(set_code: str | None) -> str:
    code = (set_code or "").lower()
    return _SET_ALIASES.get(code, code)


def _versions(line: CardLine, printings: Sequence[Card]) -> str:
    """The printings of the set that *line* names, or of all sets if it has none."""
    cards = _of_set(line, printings) or printings
    versions = sorted({_version(card.set_code, card.number) for card in cards if card.set_code})
    if not versions:
        return "its printings have no set"
    return "there are " + ", ".join(versions[:_SHOWN]) + (", …" if len(versions) > _SHOWN else "")


def _version(set_code: str | None, number: str | None) -> str:
    return f"({set_code or ''}) {number or ''}".strip()


def _number(card: Card) -> float:
    number = card.number or ""
    return int(number) if _NUMERIC.fullmatch(number) else float("inf")


#: The codes that Draftmancer knows: those of Scryfall (as of August 2026), and two of its own.
CODES = frozenset(
    (*files(__package__).joinpath("official_sets.txt").read_text("utf-8").split(), *_SET_ALIASES)
)


def official_refs(cardset: CardSet) -> Callable[[CardRef], CardRef]:
    """A function that gives the name and set of Draftmancer's own for a card of *cardset*.

    Every format is asked for the codes that its program has for official sets; where there is none
    of a code, the set is left out.
    """
    codes: dict[str, Mapping[str, str]] = {
        known.id: known.load("set_codes") for known in REGISTRY.all() if known.set_codes
    }

    def official(ref: CardRef) -> CardRef:
        card = cardset.card(ref)
        code = (ref.set_code or "").upper()
        for scheme in card.ids if card is not None else ():
            code = codes.get(scheme, {}).get(code, code)
        is_known, is_same = code.lower() in CODES, code == (ref.set_code or "").upper()
        set_code = None if not is_known else ref.set_code if is_same else code
        return evolve(ref, set_code=set_code, number=None, id=None)

    return official
