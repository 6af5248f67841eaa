"""The words of queries about packs: names of cards, sheets and properties, and their values.

The probability of an unknown word would be 0, which looks like an answer. Therefore every word of a
caller is looked up here. An unknown word raises an error that shows similar words and the known
ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import evolve

from ..caching import Caching
from ..catalog import CardCatalog, NearestNames, key
from ..errors import CollationError
from ..model import Booster, Card, CardRef, CardSet, Entry, Pack, PackCard, Slot
from .constraints import property_values
from .distinct import Spelling

#: Maximum number of near words, and of known words, in a message.
_NEAR, _LISTED = 3, 20

#: Maximum number of cards that are kept as packs name them.
_KEPT = 50_000

#: The properties of all cards in packs; further ones are in the properties of faces.
_PROPERTIES = (
    *("slot", "sheet", "name", "finish", "rarity", "color", "colors", "color_identity"),
    *("type", "types"),
    *("supertypes", "subtypes", "type_line", "mana_cost", "text", "power", "toughness", "loyalty"),
    *("kind", "set_code", "number", "rating"),
)

#: Properties whose values are names, even if these are numbers.
_OF_NAMES = frozenset({"name", "slot", "sheet", "finish", "set_code", "number"})

_COLORS = frozenset("wubrg")
_TYPES = frozenset(
    [
        *("artifact", "battle", "conspiracy", "creature", "enchantment", "instant", "kindred"),
        *("land", "planeswalker", "sorcery", "tribal"),
        *("basic", "legendary", "snow", "token", "world"),
    ]
)
#: Values that are no mistake, even if no card of a set has them.
WELL_KNOWN: Mapping[str, Collection[str]] = {
    "finish": frozenset({"foil", "etched", "glossy", "signed"}),
    "rarity": frozenset(
        {"common", "uncommon", "rare", "mythic", "special", "bonus", "land", "token"}
    ),
    "color": _COLORS,
    "colors": _COLORS,
    "color_identity": _COLORS,
    "type": _TYPES,
    "types": _TYPES,
}


def known_word(word: object, known: Iterable[str], what: str, also: Collection[str] = ()) -> str:
    """Return the one of the *known* words that *word* means.

    An exact match takes precedence. Otherwise case, accents and the kind of apostrophe are ignored.

    Args:
        word: The word of a caller.
        known: The known words.
        what: The kind of word, for messages.
        also: Further valid words in lower case.

    Raises:
        CollationError: If it is none of them, or ambiguous.
    """
    words = list(dict.fromkeys(known))
    if word in words:
        return str(word)
    wanted = key(str(word))
    meant = [each for each in words if key(each) == wanted]
    if len(meant) == 1:
        return meant[0]
    if not meant and wanted in also:
        return wanted
    if meant:
        raise CollationError(f"more than one {what} is {word!r}: {_listed(meant)}")
    near = NearestNames((each, each) for each in [*words, *sorted(also)]).near(str(word), _NEAR)
    raise CollationError(f"there is no {what} {word!r}{_hint(near, words)}")


def _hint(near: Iterable[str], known: Collection[str]) -> str:
    """Return similar words and the known words, for a message."""
    meant = " or ".join(map(repr, near))
    if meant and len(known) > _LISTED:
        return f"; did you mean {meant}?"
    return (f"; did you mean {meant}?" if meant else "") + f"; there are {_listed(known)}"


def _listed(words: Collection[str]) -> str:
    first = ", ".join(map(repr, sorted(words)[:_LISTED]))
    more = len(words) - _LISTED
    return (first or "none") + (f" and {more} more" if more > 0 else "")


class Words(Caching):
    """The words of queries about packs of one card set or several.

    Attributes:
        spellings: The spellings of the sets.
        cardset: The first set, with one reference for each card in its sheets.
        boosters: The boosters of the sets, and further ones.
        cards: Further references in addition to those of the sets.
    """

    def __init__(
        self,
        spellings: Iterable[Spelling],
        boosters: Iterable[Booster] = (),
        cards: Iterable[CardRef] = (),
    ) -> None:
        """Collect the words of the sets of *spellings*, and of further *boosters* and *cards*."""
        self.spellings: tuple[Spelling, ...] = tuple(
            {id(each): each for each in spellings}.values()
        )
        self.cardset: CardSet = self.spellings[0].cardset
        self.cards: frozenset[CardRef] = frozenset(cards)
        sets = [each.cardset for each in self.spellings]
        every = (*boosters, *(booster for its in sets for booster in its.boosters))
        self.boosters: tuple[Booster, ...] = tuple({id(each): each for each in every}.values())

    @classmethod
    def joined(cls, words: Iterable[Words], cards: Iterable[CardRef] = ()) -> Words:
        """Return an instance with the words of all *words*, and further *cards*."""
        each = list(words)
        spellings = (spelling for its in each for spelling in its.spellings)
        boosters = (booster for its in each for booster in its.boosters)
        return cls(spellings, boosters, frozenset(cards).union(*(its.cards for its in each)))

    # -- cards

    def names(self, name: str) -> tuple[str, ...]:
        """Return the names in packs of the card that *name* means; nearly always one.

        An exact match takes precedence. Otherwise names are compared as in a catalog.

        Raises:
            CollationError: If the sets have no such card.
        """
        if name in self._refs_of:
            return (name,)
        cards = self._catalog.printings(name)
        if not cards:
            hint = _hint(self._catalog.near(name, _NEAR), self._refs_of)
            raise CollationError(f"there is no card {name!r}{self._where}{hint}")
        return tuple(dict.fromkeys(card.name for card in cards))

    @property
    def _where(self) -> str:
        name = self.cardset.name
        return f" in {name!r}" if name else ""

    def meant(self, card: str | CardRef) -> frozenset[str | CardRef]:
        """Return the names or references that packs have for a card.

        *card* is a name, a name with a set and an optional number such as ``Eel (AAA) 1``, or a
        reference.

        Raises:
            CollationError: If the sets have no such card.
        """
        if not isinstance(card, (str, CardRef)):
            raise CollationError(f"a card must be a name or a reference, not {card!r:.200}")
        spelt = self.card(card)
        return frozenset(self.names(spelt) if isinstance(spelt, str) else (spelt,))

    def card(self, card: Any) -> Any:
        """Return a name, a reference or a card of a pack with the reference used in packs.

        Raises:
            CollationError: If the sets have no such card or no such finish.
        """
        if isinstance(card, PackCard):
            ref, finish = self.reference(card.card), self.finish(card.finish)
            same = ref == card.card and finish == card.finish
            return card if same else evolve(card, card=ref, finish=finish)
        if isinstance(card, CardRef):
            return self.reference(card)
        if not isinstance(card, str):
            return card  # the caller reports the error
        parsed = CardRef.parse(card)
        is_name = parsed.name == card or card in self or parsed.name not in self
        return self.names(card)[0] if is_name else self.reference(parsed)

    def __contains__(self, name: str) -> bool:
        """Return whether the sets have a card of that name, in any spelling."""
        return name in self._refs_of or bool(self._catalog.printings(name))

    def pack(self, pack: Any) -> Any:
        """Return a pack, or its cards, with the references used in packs of the sets.

        Raises:
            CollationError: If the sets have no such card or no such finish.
        """
        if isinstance(pack, Pack):
            cards = tuple(map(self._seen, pack.cards))
            return pack if cards == pack.cards else evolve(pack, cards=cards)
        return tuple(map(self._seen, pack))

    def _seen(self, card: Any) -> Any:
        """Return the result of :meth:`card`, cached for each object."""
        known = self._known
        if id(card) not in known:
            if len(known) >= _KEPT:
                known.clear()
            known[id(card)] = card, self.card(card)  # the id is valid as long as the card exists
        return known[id(card)][1]

    @cached_property
    def _known(self) -> dict[int, tuple[Any, Any]]:
        return {}

    def reference(self, ref: CardRef) -> CardRef:
        """Return the reference that packs have for the card that *ref* means.

        Raises:
            CollationError: If the sets have no such card, or several that no set defines.
        """
        if ref in self._references:
            return self._references[ref]
        every = [each for name in self.names(ref.name) for each in self._refs_of[name]]
        fitting = [each for each in every if self._fits(each, ref)]
        if not fitting:
            there = _listed([str(each) for each in every])
            raise CollationError(f"there is no card {str(ref)!r}{self._where}; there are {there}")
        first = self._first(evolve(ref, name=fitting[0].name))
        if first not in fitting and len(fitting) > 1:
            several = _listed([str(each) for each in fitting])
            raise CollationError(f"more than one card is {str(ref)!r}: {several}")
        return first if first in fitting else fitting[0]

    def _first(self, ref: CardRef) -> CardRef | None:
        """Return the reference to the first card that *ref* means in the sets that define it."""
        for spelling in self.spellings:
            card = spelling.cardset.card(ref)
            for each in self._refs_of[ref.name] if card is not None else ():
                if spelling.cardset.card(each) is card:
                    return each
        return None

    def _fits(self, known: CardRef, ref: CardRef) -> bool:
        """Return whether *ref* does not contradict the card that is *known*."""
        code, number, ids = known.set_code, known.number, {known.id} - {None}
        cards = (each.cardset.card(known) for each in self.spellings)
        for card in filter(None, cards):
            code, number = code or card.set_code, number or card.number
            ids.update(card.ids.values())
        return (
            (ref.set_code is None or code is None or ref.set_code.lower() == code.lower())
            and (ref.number is None or number is None or ref.number == number)
            and (ref.id is None or not ids or ref.id in ids)
        )

    @cached_property
    def _references(self) -> Mapping[CardRef, CardRef]:
        """Return the reference in packs for each reference of sheets and cards."""
        refs: dict[CardRef, CardRef] = {each: each for each in self.cards}
        for spelling in reversed(self.spellings):
            cardset = spelling.cardset
            on_sheets = {id(cardset.card(ref)): ref for ref in spelling.references.values()}
            for card in reversed(cardset.cards):
                refs[card.ref] = on_sheets.get(id(card), card.ref)
            refs |= spelling.references
        return refs

    @cached_property
    def _refs_of(self) -> Mapping[str, Collection[CardRef]]:
        """Return the references to cards of each name."""
        refs: dict[str, dict[CardRef, None]] = {}
        for ref in self._references.values():
            refs.setdefault(ref.name, {})[ref] = None
        return refs

    @cached_property
    def _catalog(self) -> CardCatalog:
        """Return a catalog of all cards. Cards that no set defines have only a name."""
        cards = [card for each in self.spellings for card in each.cardset.cards]
        named = {card.name for card in cards}
        cards += [Card.of(name) for name in self._refs_of if name not in named]
        return CardCatalog(cards)

    def printing(self, card: str | CardRef) -> CardRef:
        """Return the reference of the only printing of a name, or of the card of a reference.

        Raises:
            CollationError: If the sets have no such card, or several printings of the name.
        """
        spelt = self.card(card)
        refs = [spelt] if isinstance(spelt, CardRef) else [*self._refs_of[spelt]]
        if len(refs) > 1:
            several = _listed([str(each) for each in refs])
            raise CollationError(f"more than one card is {str(card)!r}: {several}")
        return refs[0]

    # -- other words

    def layout(self, name: object) -> str:
        """Return the name of the layout that *name* means.

        Raises:
            CollationError: If no booster has it.
        """
        layouts = (layout.name for booster in self.boosters for layout in booster.layouts)
        return known_word(name, layouts, "layout")

    def sheet(self, name: object) -> str:
        """Return the name of the sheet of the first set that *name* means.

        Raises:
            CollationError: If there is none, or more than one.
        """
        return known_word(name, self.cardset.sheets, "sheet")

    @property
    def rarities(self) -> Iterable[str]:
        """Return the rarities of the cards of the first set."""
        return dict.fromkeys(card.rarity for card in self.cardset.cards if card.rarity)

    def finish(self, finish: str | None) -> str | None:
        """Return the finish that a word means; None is the default finish.

        Raises:
            CollationError: If no card has it, and it is not well known.
        """
        if finish is None:
            return None
        return known_word(finish, self._finishes, "finish", WELL_KNOWN["finish"])

    def property(self, name: object, *, of_entries: bool = False) -> str:
        """Return the property of cards that *name* means.

        Args:
            name: The word.
            of_entries: Whether properties that entries of sheets override are included.

        Raises:
            CollationError: If cards have no such property.
        """
        known = [*_PROPERTIES, *self._own_properties]
        if of_entries:
            known += [each for entry in self._entries for each in entry.overrides]
        return known_word(name, known, "property")

    def values(self, name: object, value: object) -> tuple[str, frozenset[str]]:
        """Return a property, and its values in lower case that *value* means.

        Raises:
            CollationError: If there is no such property, or if no card has the value and it is
                neither well known nor a number.
        """
        its = self.property(name)
        if its == "name":
            return its, frozenset(each.lower() for each in self.names(str(value)))
        known, word = self._values(its), str(value)
        if word.lower() not in known and (its in _OF_NAMES or not _is_number(word, known)):
            word = known_word(word, known.values(), its, WELL_KNOWN.get(its, ()))
        return its, frozenset({word.lower()})

    def _values(self, name: str) -> Mapping[str, str]:
        """Return all values of a property, by their lower-case forms."""
        if name not in self._values_of:
            self._values_of[name] = {each.lower(): each for each in self._look_up(name)}
        return self._values_of[name]

    @cached_property
    def _values_of(self) -> dict[str, Mapping[str, str]]:
        return {}

    def _look_up(self, name: str) -> Iterator[str]:
        if name == "finish":
            yield from self._finishes
        for spelling in self.spellings:
            cardset = spelling.cardset
            if name == "slot":
                yield from (slot.name for slot in self._slots if slot.name)
            elif name == "sheet":
                yield from cardset.sheets
            else:
                for ref in self._references.values():
                    yield from property_values(cardset.card(ref), Entry(ref), name)
                for card in cardset.cards:
                    yield from property_values(card, Entry(card.ref), name)

    @cached_property
    def _slots(self) -> list[Slot]:
        return [slot for booster in self.boosters for slot, _ in booster.walk()]

    @cached_property
    def _entries(self) -> list[Entry]:
        sheets = (each for its in self.spellings for each in its.cardset.sheets.values())
        return [entry for sheet in sheets for entry in sheet.entries]

    @cached_property
    def _finishes(self) -> Collection[str]:
        """Return the finishes that cards of packs can have."""
        sets = [each.cardset for each in self.spellings]
        sheets = [sheet for its in sets for sheet in its.sheets.values()]
        cards = [card for its in sets for card in its.cards]
        having = (*self._slots, *sheets, *self._entries, *cards)
        return dict.fromkeys(each.finish for each in having if each.finish)  # type: ignore[attr-defined] # all have one

    @cached_property
    def _own_properties(self) -> Collection[str]:
        """Return the properties of the front faces of cards, which depend on the game."""
        cards = (card for each in self.spellings for card in each.cardset.cards)
        return dict.fromkeys(each for card in cards for each in card.faces[0].properties)


def _is_number(word: str, known: Iterable[str]) -> bool:
    """Return whether a word is a number and other values are numbers too: 7 is not a typo of 5."""
    return word.isdecimal() and any(each.isdecimal() for each in known)
