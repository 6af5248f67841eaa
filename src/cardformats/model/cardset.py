"""The card set: what a reader returns and a writer takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import zip_longest
from typing import Any, cast

from attrs import Attribute, evolve, field, frozen

from ..caching import Caching
from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Report
from ..errors import ModelError
from ..source import as_line
from .boosters import Booster
from .cards import Card
from .edits import CardChanges, CardIndex, rarity_of
from .events import Event
from .frozen import EMPTY, FrozenDict, Value, frozen_mapping, sequence
from .products import Product
from .refs import CardRef
from .resolve import Catalog, Resolution
from .sheets import Entry, Sheet
from .shown import ShownInNotebooks
from .validate import (
    instance_of,
    json_mappings,
    optional_string,
    refuse,
    string,
    texts,
    tuple_of,
)


def _sheets(sheets: Mapping[str, Sheet] | Iterable[Sheet]) -> FrozenDict[str, Sheet]:
    if isinstance(sheets, FrozenDict):
        return sheets
    if isinstance(sheets, Mapping):
        return FrozenDict(sheets)
    items: Any = sequence(sheets)
    if not isinstance(items, tuple) or not all(isinstance(sheet, Sheet) for sheet in items):
        return cast("FrozenDict[str, Sheet]", items)  # the validator refuses it
    named = FrozenDict({sheet.name: sheet for sheet in items})
    if len(named) < len(items):
        twice = Counter(sheet.name for sheet in items).most_common(1)[0][0]
        raise ModelError(f"CardSet.sheets has several sheets called {twice!r}")
    return named


def _are_sheets(cardset: CardSet, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, FrozenDict) or not all(type(each) is Sheet for each in value.values()):
        refuse(cardset, attribute, value, "a sequence of Sheet, or a mapping of names to Sheet")
    for name, sheet in value.items():
        if name != sheet.name:
            message = f"CardSet.sheets has sheet {sheet.name!r} under the name {name!r}"
            raise ModelError(message)


def _cards(values: Iterable[Card]) -> tuple[Card, ...]:
    return sequence(values)


def _boosters(values: Iterable[Booster]) -> tuple[Booster, ...]:
    return sequence(values)


def _products(values: Iterable[Product]) -> tuple[Product, ...]:
    return sequence(values)


@frozen(eq=False)
class _Origin:
    """What a card set was read from."""

    syntax: object
    cardset: CardSet


@frozen(slots=False, repr=False)
class CardSet(Caching, ShownInNotebooks):
    """Cards, the sheets they are printed on, the boosters drawn from those, and an event.

    Attributes:
        name, code: the set's name, and its short code or None.
        cards: the cards that are defined here; sheets may name others.
        sheets: by name, in order; a sequence of sheets will do.
        boosters: the kinds of pack; the first is the usual one.
        event: how it is drafted; None means the same as ``Event()``, whose supply is infinite.
        meta: author, year, …
        extras: per format id, what the model has no word for.
        products: what is sold: boxes, bundles, kits.
        syntax: what a reader read it from, and
        as_read: what the reader made of that; both are no part of the value, and changed copies
            have them too, so that the writer of the same format can leave the text as it is where
            nothing was changed.
    """

    name: str = field(default="", validator=string)
    code: str | None = field(default=None, validator=optional_string)
    cards: tuple[Card, ...] = field(default=(), converter=_cards, validator=tuple_of(Card))
    sheets: Mapping[str, Sheet] = field(default=EMPTY, converter=_sheets, validator=_are_sheets)
    boosters: tuple[Booster, ...] = field(
        default=(), converter=_boosters, validator=tuple_of(Booster)
    )
    event: Event | None = field(default=None, validator=instance_of(Event, optional=True))
    meta: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping, validator=texts)
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )
    products: tuple[Product, ...] = field(
        default=(), kw_only=True, converter=_products, validator=tuple_of(Product)
    )
    # of the constructor, so that copies have it, but not of its public part
    _origin: _Origin | None = field(
        default=None,
        kw_only=True,
        alias="_origin",
        eq=False,
        repr=False,
        validator=instance_of(_Origin, optional=True),
    )

    def __repr__(self) -> str:
        """Return its name and code, and the numbers of its parts."""
        code = f" ({as_line(self.code)})" if self.code else ""
        name = f"{self.name!r}{code}"
        kinds = {"card": self.cards, "sheet": self.sheets, "booster": self.boosters}
        every = {**kinds, "product": self.products}
        counts = [
            f"{len(values)} {kind}{'s' * (len(values) != 1)}"
            for kind, values in every.items()
            if values or kind == "card"
        ]
        return f"<CardSet {name}: {', '.join(counts)}>"

    @property
    def syntax(self) -> object:
        """What a reader read it from, before it was changed; None if nothing is known."""
        return self._origin.syntax if self._origin else None

    @property
    def as_read(self) -> CardSet | None:
        """What a reader made of ``syntax``."""
        return self._origin.cardset if self._origin else None

    def with_syntax(self, syntax: object) -> CardSet:
        """Return the same card set, as if it was read from *syntax*; None removes the syntax."""
        bare = evolve(self, _origin=None)
        return bare if syntax is None else evolve(bare, _origin=_Origin(syntax, bare))

    @classmethod
    def of(
        cls,
        cards: Iterable[Card],
        name: str = "",
        code: str | None = None,
        pack: int | Mapping[str, int] | None = None,
    ) -> CardSet:
        """Create a set of *cards* with plain packs.

        If *pack* is a number, a pack has that number of cards from one sheet of all cards.  If it
        maps rarities to numbers, such as ``{"common": 10, "uncommon": 3, "rare": 1}``, a pack has
        that number of cards of each, and each rarity is a sheet.

        Raises:
            ModelError: If a rarity of the pack has no card, or a card has no rarity.
        """
        cardset = cls(name, code, cards)
        if pack is None:
            return cardset
        if type(pack) is not int and not isinstance(pack, Mapping):
            raise ModelError(
                f"a pack is a number of cards, or numbers by rarity, not {pack!r:.200}"
            )
        counts = pack if isinstance(pack, Mapping) else {"cards": pack}
        sheets: dict[str, list[Entry]] = {name: [] for name in counts}
        for card in cardset.cards:
            sheet = card.rarity if isinstance(pack, Mapping) else "cards"
            if sheet is None:
                raise ModelError(f"{card.ref} has no rarity, so it is on no sheet")
            sheets.setdefault(sheet, []).append(Entry(cardset._index.reference(card)))
        if empty := [str(each) for each in counts if not sheets[each]]:
            raise ModelError(f"no card is {' or '.join(empty)}")
        boosters = [Booster.of(counts)]
        return evolve(cardset, sheets=[Sheet(*each) for each in sheets.items()], boosters=boosters)

    @cached_property
    def _index(self) -> CardIndex:
        return CardIndex(self.cards)

    def printings(self, name: str) -> tuple[Card, ...]:
        """Return all cards of that exact name, in order; empty if there is none.

        The name is that of the front face.  A :class:`~cardformats.CardCatalog` of the cards finds
        them by all their names, in any case.
        """
        return self._index.printings(name)

    def card(self, ref: str | CardRef) -> Card | None:
        """Return the first card that fits a name or a reference, or None.

        Names are exact, as in :meth:`printings`, because the references of sheets are.  A
        reference's set code, number and id, where given, must all agree; set codes compare without
        regard to case.
        """
        return self._index.card(CardRef(ref) if isinstance(ref, str) else ref)

    def rarity(self, ref: str | CardRef) -> str | None:
        """Return the rarity of the card that :meth:`card` finds; None if it is not known."""
        card = self.card(ref)
        return card.rarity if card else None

    def resolved(self, catalog: Catalog, *, set_codes: Mapping[str, str] = EMPTY) -> CardSet:
        """Return this set, completed with the catalog's data of cards that it only names.

        Cards that sheets and products name and the set does not define are added to it; cards that
        are nothing but a name get everything, others the rarity, pictures and ids that they lack.
        Gatherer's numbers (the ids of Wagic), other ids, sets and numbers say which printing is
        meant.  Names that mean a card in another spelling are written as the catalog has them.

        Args:
            catalog: anything with ``printings``: a :class:`~cardformats.CardCatalog`, or a card
                set, which minds the spelling.
            set_codes: the official codes of sets by those that this set has, in capitals.
        """
        return self.resolved_report(catalog, set_codes=set_codes).value

    def resolved_report(
        self,
        catalog: Catalog,
        *,
        set_codes: Mapping[str, str] = EMPTY,
        max_diagnostics: int = 10_000,
    ) -> Report[CardSet]:
        """Resolve as :meth:`resolved` does, and report unknown cards with the nearest names."""
        log = DiagnosticLog(max_diagnostics)
        resolution = Resolution(catalog, set_codes, log)
        cards = [resolution.filled(card) for card in self.cards]
        sheets = [resolution.sheet(sheet, self.card) for sheet in self.sheets.values()]
        products = [resolution.product(product, self.card) for product in self.products]
        cards += resolution.cards()
        if all(new is old for new, old in zip_longest(cards, self.cards)):
            return Report(self, log.finish())
        changed = evolve(self, cards=cards, sheets=sheets, products=products)
        return Report(changed, log.finish())

    def replacing(
        self,
        old: Card | CardRef | str | Mapping[Card, Card],
        new: Card | None = None,
        *,
        move: bool = True,
    ) -> CardSet:
        """Return this set with *new* instead of *old*; a mapping replaces several cards at once.

        One card alone replaces the one of the same name, set and number.  Sheets, related cards,
        draft effects and products go on naming what they named.  Where all other cards of its sheet
        have the old rarity (and there are others), and those of another sheet the new one, the card
        moves there unless *move* is False; where there is no such sheet it stays.  It stays in the
        packs of its set, and goes to the sheet whose cards have faces of the same kinds.

        Raises:
            ModelError: If *old* is no card of the set or several, the new card cannot be told from
                another one, or it is not clear where it moves to.
        """
        pairs: list[tuple[Card | CardRef | str, Card]]
        if isinstance(old, Mapping):
            if new is not None:
                raise ModelError("a mapping says itself what takes the place of each card")
            pairs = [*old.items()]
        elif new is not None:
            pairs = [(old, new)]
        elif isinstance(old, Card):
            pairs = [(old, old)]
        else:
            raise ModelError(f"what is to replace {old} is missing")
        for _, card in pairs:
            if not isinstance(card, Card):
                raise ModelError(f"a card takes the place of another one, not {card!r:.200}")
        changes = [(self._index.only(each), card) for each, card in pairs]
        becomes = {id(each): card for each, card in changes}
        after = CardIndex(becomes.get(id(card), card) for card in self.cards)
        edit = CardChanges(self._index, after, changes)
        sheets: Mapping[str, Sheet] = self.sheets
        if move:
            drawn = ((slot.sheets for slot, _ in booster.walk()) for booster in self.boosters)
            together = [{each.sheet for choices in slots for each in choices} for slots in drawn]
            sheets = edit.moved(sheets, together)
        return evolve(
            self,
            cards=edit.cards(),
            sheets=edit.sheets(sheets),
            products=edit.products(self.products),
        )

    def adding(self, *cards: Card, sheet: str | None = None, copies: int = 1) -> CardSet:
        """Return this set with *cards* added at the end, and *copies* of each on a sheet.

        That is the *sheet* of that name; else the only one, or the only one without a finish whose
        cards all have the rarity of the new card.  A set without sheets gets none.

        Raises:
            ModelError: If the set has such a card, or it is not clear which sheet it goes to.
        """
        if not all(isinstance(card, Card) for card in cards):
            raise ModelError("only cards are added, each as an argument of its own")
        if sheet is not None and sheet not in self.sheets:
            raise ModelError(f"the set has no sheet {sheet!r}, only {', '.join(self.sheets)}")
        added: dict[str, list[Entry]] = {name: [] for name in self.sheets}
        index = CardIndex((*self.cards, *cards))
        for card in cards:
            printings = index.printings(card.name)
            if sum(each.ref == card.ref and each.ids == card.ids for each in printings) > 1:
                raise ModelError(f"the set has {card.ref} already")
            homes = self._homes(card) if sheet is None else [sheet]
            if self.sheets and len(homes) != 1:
                names = ", ".join(homes or self.sheets)
                raise ModelError(f"which sheet {card.ref} goes to is not clear: {names}")
            for home in homes:
                added[home].append(Entry(index.reference(card), copies))
        sheets = {
            name: evolve(each, entries=(*each.entries, *added[name])) if added[name] else each
            for name, each in self.sheets.items()
        }
        return evolve(self, cards=index.cards, sheets=sheets)

    def _homes(self, card: Card) -> list[str]:
        """Return the names of the sheets that a new card fits."""
        if len(self.sheets) == 1:
            return list(self.sheets)
        homes = [
            name for name, rarity in self._rarities.items() if rarity and rarity == card.rarity
        ]
        # a tree of sets has such a sheet for each
        same_set = [name for name in homes if card.set_code in self._codes[name]]
        return same_set or homes

    @cached_property
    def _rarities(self) -> dict[str, str | None]:
        """The rarity of each sheet without a finish; None if it has no single one."""
        return {
            name: rarity_of(sheet, self._index)
            for name, sheet in self.sheets.items()
            if sheet.finish is None
        }

    @cached_property
    def _codes(self) -> dict[str, set[str | None]]:
        """The codes that the entries of each sheet name."""
        return {
            name: {entry.card.set_code for entry in sheet.entries}
            for name, sheet in self.sheets.items()
        }

    def without(self, *cards: Card | CardRef | str) -> CardSet:
        """Return this set without *cards*, and without entries, effects and parts that name them.

        Raises:
            ModelError: If one of them is no card of the set, or several.
        """
        changes = [(self._index.only(each), None) for each in cards]
        gone = {id(card) for card, _ in changes}
        after = CardIndex(card for card in self.cards if id(card) not in gone)
        edit = CardChanges(self._index, after, changes)
        return evolve(
            self,
            cards=edit.cards(),
            sheets=edit.sheets(self.sheets),
            products=edit.products(self.products),
        )
