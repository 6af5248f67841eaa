"""Official cards: lookup of card lines in a catalog, and the codes of official sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve

from ...catalog import Catalog, as_catalog
from ...catalog.names import key, keys, other_names, own_name
from ...diagnostic_log import DiagnosticLog
from ...model import Card, CardRef, CardSet
from ...source import Span
from ..registry import REGISTRY
from .codes import DraftmancerCode
from .lines import without_set
from .official import CODES, SET_ALIASES
from .syntax import DraftmancerCardLine
from .typos import Typo, line_fix, meant, with_name

#: The schemes of the ids of official printings.
_OFFICIAL_IDS = frozenset(["mtgjson", "scryfall"])
#: The maximum number of printings in a note.
_SHOWN = 8
#: The maximum length of a name in a message.
_LONGEST = 80
#: The maximum number of digits of a collector number.
_LONGEST_NUMBER = 9


class OfficialCards:
    """The cards of a catalog by the names that Draftmancer uses."""

    def __init__(self, catalog: Catalog) -> None:
        """Create a view of *catalog*, which can be a card set."""
        self._catalog = as_catalog(catalog)
        self._near = getattr(self._catalog, "near", None)

    def printings(self, name: str) -> Sequence[Card]:
        """Return all printings of the card of that name, the preferred one first; empty if none.

        A catalog may ignore accents, ligatures, curly apostrophes and the number of slashes between
        faces, and may find a card by its back. Draftmancer does not.
        """
        cards = self.certain(name)
        written, wanted = name.lower(), key(name)
        return [card for card in cards if _is_written(card, written, wanted)]

    def certain(self, name: str) -> Sequence[Card]:
        """Return all printings of that name in the catalog, including those Draftmancer lacks."""
        printings: Sequence[Card] = self._catalog.printings(name)
        return printings

    def near(self, name: str, most: int = 1) -> Sequence[str]:
        """Return the names most similar to *name*, if the catalog supports it."""
        near: Sequence[str] = self._near(name, most) if self._near is not None else ()
        return near


def _is_written(card: Card, written: str, wanted: str) -> bool:
    """Return whether *written* is a name of *card*, or no name of it has the same key."""
    if any(written == each.lower() for each in (own_name(card), *other_names(card))):
        return True
    return not any(wanted in its for its in keys(card))


def find(line: DraftmancerCardLine, catalog: OfficialCards) -> Card | None:
    """Return the printing that *line* refers to, or None.

    Without a set, only the part before ``//`` counts. With a set, the whole name must match. A set
    without a number means the lowest collector number; no set means the preferred printing.
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


def _without_back(line: DraftmancerCardLine, catalog: OfficialCards) -> list[Card]:
    """Return the printings of the front of *line* that have no other face in the catalog."""
    front, slashes, _ = line.name.partition(" //")
    printings = catalog.printings(front) if slashes else ()
    return [card for card in printings if len(card.faces) == 1 and " //" not in card.name]


def resolve(
    line: DraftmancerCardLine,
    catalog: OfficialCards,
    hint: Typo | None,
    text: str,
    where: Callable[[], Span],
    log: DiagnosticLog,
) -> tuple[CardRef, Card, bool] | None:
    """Return the reference to the card of *line* in *catalog*, the card, and whether it is foil.

    None if there is no such card, which is reported. A line without a set, and its reference, mean
    the preferred printing. If the name is unknown, the set and number may be part of it: ``Hazmat
    Suit (Used)``. A name that only the catalog finds, such as that of a back, is reported, but the
    card is returned. *text* is the whole line; *hint* is a possible intention that the catalog does
    not know.
    """
    card = find(line, catalog)
    if card is not None:
        return CardRef(card.name) if line.set_code is None else card.ref, card, line.foil
    whole = without_set(line)
    if cards := catalog.printings(whole.name):
        return CardRef(cards[0].name), cards[0], whole.foil
    printings = catalog.printings(line.name)
    name = line.text if len(line.text) <= _LONGEST else line.text[:_LONGEST] + "…"
    if printings and line.set_code is not None:
        typo = meant(text) or Typo(_versions(line, printings))
        name, version = printings[0].name, _version(line.set_code, line.number)
        data = {"notes": (typo.note,), "name": name, "version": version}
        log.add(DraftmancerCode.NO_PRINTING, where(), line_fix(where(), text, typo), **data)
    else:
        guess = hint or _meant(line, catalog, text, log)
        notes, fix = (guess.note,) if guess else (), line_fix(where(), text, guess)
        log.add(DraftmancerCode.NOT_FOUND, where(), fix, notes=notes, name=name)
        if line.set_code is None and (certain := catalog.certain(line.name)):
            return CardRef(certain[0].name), certain[0], line.foil
    return None


def _meant(
    line: DraftmancerCardLine, catalog: OfficialCards, text: str, log: DiagnosticLog
) -> Typo | None:
    """Return the probable intention of the author of *text*, which was read as *line*."""
    typo = meant(text)
    if typo is not None:
        return typo
    if line.count is not None and catalog.printings(text):
        return Typo(f"did you mean '1 {text}'?", f"1 {text}", is_safe=True)
    for name in catalog.near(line.name) if log.may_suggest() else ():
        return with_name(line, text, name, f"did you mean {name!r}?")
    return None


def _of_set(line: DraftmancerCardLine, printings: Sequence[Card]) -> Sequence[Card]:
    """Return the *printings* of the set in *line*."""
    code = _code(line.set_code)
    return [card for card in printings if _code(card.set_code) == code]


def _code(set_code: str | None) -> str:
    code = (set_code or "").lower()
    return SET_ALIASES.get(code, code)


def _versions(line: DraftmancerCardLine, printings: Sequence[Card]) -> str:
    """Return the printings of the set in *line*, or of all sets if it has none, as text."""
    cards = _of_set(line, printings) or printings
    versions = sorted({_version(card.set_code, card.number) for card in cards if card.set_code})
    if not versions:
        return "its printings have no set"
    return "there are " + ", ".join(versions[:_SHOWN]) + (", …" if len(versions) > _SHOWN else "")


def _version(set_code: str | None, number: str | None) -> str:
    return f"({set_code or ''}) {number or ''}".strip()


def _number(card: Card) -> float:
    number = card.number or ""
    is_number = number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER
    return int(number) if is_number else float("inf")


def official_refs(cardset: CardSet) -> Callable[[CardRef], CardRef]:
    """Return a function that returns Draftmancer's name, set and number for a card of *cardset*.

    Every format provides the codes that its program uses for official sets. If a code has no
    official set, the set is omitted. Numbers are written for official printings, or if card data
    provides them; other programs may use different numbers.
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
        is_numbered = card is None or not _OFFICIAL_IDS.isdisjoint(card.ids)
        number = ref.number if set_code is not None and is_same and is_numbered else None
        return evolve(ref, set_code=set_code, number=number, id=None)

    return official
