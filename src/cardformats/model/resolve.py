"""What a catalog knows of cards that a set only names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product
from typing import Any, Final, Protocol
from unicodedata import normalize

from attrs import evolve

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Code, Severity
from .cards import Card, Face
from .frozen import FrozenDict
from .products import Product
from .refs import CardRef
from .sheets import Entry, Sheet

#: Schemes of ids that are those of card data under another name.
_SCHEMES: Final = {"wagic": "multiverse"}
#: Maximum number of printings in a note.
_SHOWN = 8


class Catalog(Protocol):
    """Anything that knows cards by name; a :class:`~cardformats.CardSet` will do."""

    def printings(self, name: str) -> Sequence[Card]:
        """Return all printings of the card of that name, the preferred one first; empty if none."""


class CatalogCode(Code):
    """What a catalog does not know."""

    NOT_FOUND = (
        "CF110",
        Severity.WARNING,
        "the catalog has no card {name!r}",
        "Only the name of the card is known. It may be misspelt, or newer than the data of the"
        " catalog.",
        '{"card": {"name": "Lantern Eal"}}',
    )
    NO_PRINTING = (
        "CF111",
        Severity.WARNING,
        "the catalog has no printing {version} of {name!r}",
        "The catalog has the card, but not with this set and number. The card is left"
        " unchanged, because another printing may have another rarity and another image.",
        '{"card": {"name": "Lantern Eel", "set_code": "WDL"}}',
    )


def only_named(card: Card) -> bool:
    """Return whether only the name, printing and pictures of *card* are known."""
    face = card.faces[0]
    return len(card.faces) == 1 and not (
        face.types or face.supertypes or face.subtypes or face.text or face.mana_cost
        or face.colors or face.power or face.toughness or face.loyalty or face.properties
    )  # fmt: skip


def _is_back(name: str, card: Card) -> bool:
    """Return whether *name* is that of a face or half of *card*, except the first."""
    front, *halves = card.name.split(" // ")
    backs = {*map(_letters, halves), *(_letters(face.name) for face in card.faces[1:])}
    return _letters(name) in backs - {_letters(front), _letters(card.name)}


def _letters(name: str) -> str:
    """Return the letters of a name, without case and accents."""
    return "".join(filter(str.isalnum, normalize("NFKD", name).casefold()))


class _Printings:
    """The printings of a name in a catalog.

    Attributes:
        cards: in the catalog's order.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        #: The place of the first card of a set and a number; None for any.
        self._first: dict[tuple[str | None, str | None], int] = {}
        for place, card in enumerate(cards):
            code, number = (card.set_code or "").upper(), card.number or ""
            for key in product((code, None), (number, None)):
                self._first.setdefault(key, place)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the cards, which a catalog may find by another spelling."""
        return frozenset(each.name for each in self.cards)

    @cached_property
    def by_id(self) -> Mapping[str, _Printings]:
        """The cards with each id."""
        cards: defaultdict[str, list[Card]] = defaultdict(list)
        for card in self.cards:
            for value in {*card.ids.values()}:
                cards[value].append(card)
        return {value: _Printings(its) for value, its in cards.items()}

    def first(self, codes: Iterable[str | None], number: str | None) -> Card | None:
        """Return the first card of one of the sets that has the number; None for any."""
        places = [self._first[key] for code in codes if (key := (code, number)) in self._first]
        return self.cards[min(places)] if places else None


class Resolution:
    """Looks the cards of one set up in a catalog, and reports what is not there.

    Attributes:
        added: the cards that sheets name and the set does not define, by the references to them.
    """

    def __init__(self, catalog: Catalog, set_codes: Mapping[str, str], log: DiagnosticLog) -> None:
        """Look up in *catalog*; *set_codes* are official codes by those that the set has."""
        self._catalog = catalog
        self._codes = set_codes
        self._log = log
        self._with_id: Callable[[str, str], Card | None] | None = getattr(catalog, "with_id", None)
        self._near = getattr(catalog, "near", None)
        self.added: dict[CardRef, Card | None] = {}
        #: The printings by name, and those of them of which the name is no back.
        self._called: dict[str, _Printings] = {}
        self._fronts: dict[str, _Printings] = {}

    def filled(self, card: Card) -> Card:
        """Return *card* with the data that the catalog has of it.

        A card that is only named gets everything; another one gets rarity, pictures, number and
        ids, where it has none, and if the catalog has this very printing.
        """
        known, is_same = self._printing_of(card)
        is_bare = only_named(card)
        if known is None:
            if is_bare:
                self._report(card.ref, ())
            return card
        is_same = is_same or (is_bare and card.set_code is None)
        if not (is_bare or is_same):
            return card
        faces = card.faces
        if is_bare:
            # references go on finding it by its name
            images = card.images or known.images
            faces = (evolve(known.faces[0], name=card.name, images=images), *known.faces[1:])
        else:
            faces = tuple(_with_images(face, known) for face in faces)
        changes: dict[str, Any] = {"faces": faces, "rarity": card.rarity or known.rarity}
        if is_same:
            changes |= {
                "set_code": card.set_code or known.set_code,
                "number": card.number or known.number,
                "ids": FrozenDict({**known.ids, **card.ids}),
            }
        filled = evolve(card, **changes)
        return card if filled == card else filled

    def _printing_of(self, card: Card) -> tuple[Card | None, bool]:
        """Find *card* in the catalog, and return whether it is the same printing."""
        if card.name not in self._fronts:
            # a card of the set that is called as a back is not the card that has this back
            its = self._printings(card.name).cards
            fronts = [each for each in its if not _is_back(card.name, each)]
            self._fronts[card.name] = _Printings(fronts)
        printings = self._fronts[card.name]
        for scheme, value in card.ids.items() if self._with_id and printings.cards else ():
            same = self._with_id(_SCHEMES.get(scheme, scheme), value)  # type: ignore[misc] # there is one
            if same is not None and same.name in printings.names:
                return same, True
        if card.set_code is not None:
            codes = self._codes_of(card.set_code)
            same = printings.first(codes, card.number or "") or printings.first(codes, None)
            if same is not None:
                return same, True
        return (printings.cards[0] if printings.cards else None), False

    def _printings(self, name: str) -> _Printings:
        if name not in self._called:
            self._called[name] = _Printings(self._catalog.printings(name))
        return self._called[name]

    def _codes_of(self, set_code: str) -> set[str | None]:
        code = set_code.upper()
        return {code, self._codes.get(code, code)}

    def ref(self, ref: CardRef) -> CardRef:
        """Return the catalog's reference for *ref*, which the set does not define."""
        if ref not in self.added:
            self.added[ref] = self._find(ref)
        known = self.added[ref]
        if known is None or (known.name == ref.name and _fits(known, ref)):
            return ref
        return CardRef(known.name) if ref.set_code is ref.id is None else known.ref

    def _find(self, ref: CardRef) -> Card | None:
        printings = self._printings(ref.name)
        codes = {None} if ref.set_code is None else self._codes_of(ref.set_code)
        if ref.id is None:
            card = printings.first(codes, ref.number)
        else:
            of_id = printings.by_id.get(ref.id)
            card = of_id.first(codes, ref.number) if of_id else None
            card = card or next(self._of_id(ref.id), None)
        if card is None:
            self._report(ref, printings.cards)
        return card

    def _of_id(self, value: str) -> Iterator[Card]:
        """Return the card with that id of card data, whose name need not be known."""
        for scheme in ("mtgjson", "scryfall") if self._with_id else ():
            if (card := self._with_id(scheme, value)) is not None:  # type: ignore[misc] # as above
                yield card

    def _report(self, ref: CardRef, printings: Iterable[Card]) -> None:
        if printings:
            version = str(CardRef("", ref.set_code, ref.number)).strip()
            some = [each.ref for each in islice(printings, _SHOWN + 1)]
            there = [str(evolve(each, name="")).strip() or "one without a set" for each in some]
            shown = ", ".join(there[:_SHOWN]) + ", …" * (len(there) > _SHOWN)
            self._log.add(
                CatalogCode.NO_PRINTING, notes=(f"there are {shown}",), version=version or ref.id,
                name=ref.name,
            )  # fmt: skip
            return
        near = self._near(ref.name, 3) if self._near and self._log.may_suggest() else ()
        notes = (f"did you mean {' or '.join(map(repr, near))}?",) if near else ()
        self._log.add(CatalogCode.NOT_FOUND, notes=notes, name=ref.name)

    def sheet(self, sheet: Sheet, defines: Callable[[CardRef], object]) -> Sheet:
        """Return *sheet* with the catalog's references to cards that the set does not define."""
        entries = [self._entry(entry, defines) for entry in sheet.entries]
        changed = any(new is not old for new, old in zip(entries, sheet.entries, strict=True))
        return evolve(sheet, entries=entries) if changed else sheet

    def _entry(self, entry: Entry, defines: Callable[[CardRef], object]) -> Entry:
        if defines(entry.card) is not None:
            return entry
        ref = self.ref(entry.card)
        return entry if ref is entry.card else evolve(entry, card=ref)

    def product(self, product: Product, defines: Callable[[CardRef], object]) -> Product:
        """Return *product* with references to the catalog's cards."""
        return product.with_refs(lambda ref: self.ref(ref) if defines(ref) is None else ref)

    def cards(self) -> list[Card]:
        """Return the cards that were added, each once; cards that mean any printing come first."""
        by_any = sorted(self.added, key=lambda ref: ref.set_code is not None)
        cards = (card for card in map(self.added.get, by_any) if card is not None)
        return list({(card.ref, *sorted(card.ids.items())): card for card in cards}.values())


def _fits(card: Card, ref: CardRef) -> bool:
    """Return whether the set that has *card* finds it by *ref*."""
    same_set = ref.set_code is None or (card.set_code or "").lower() == ref.set_code.lower()
    same_number = ref.number is None or card.number == ref.number
    return same_set and same_number and (ref.id is None or ref.id in card.ids.values())


def _with_images(face: Face, known: Card) -> Face:
    if face.images:
        return face
    images = next((each.images for each in known.faces if each.name == face.name), None)
    return evolve(face, images=images) if images else face
