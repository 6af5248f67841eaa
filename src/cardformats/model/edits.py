"""Cards of a set replaced, added or removed, while every reference keeps its card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from operator import contains
from typing import TypeAlias

from attrs import evolve

from ..errors import ModelError
from .cards import Card
from .effects import AddCards, DraftEffect
from .products import Product
from .refs import CardRef
from .sheets import Entry, Fixed, Sheet

#: Maximum number of cards of a name that are searched one by one.
_FEW = 8
#: A set, a number and an id.
_Parts: TypeAlias = tuple[str | None, ...]


class CardIndex:
    """Cards by name and by reference."""

    def __init__(self, cards: Iterable[Card]) -> None:
        """Index *cards*."""
        self.cards: tuple[Card, ...] = tuple(cards)
        self._by_name: dict[str, list[Card]] = {}
        for card in self.cards:
            self._by_name.setdefault(card.name, []).append(card)
        #: For names of many cards: those of a set, number and id, in order; None for any.
        self._by_parts: dict[str, Mapping[_Parts, Sequence[Card]]] = {}

    @cached_property
    def _own(self) -> dict[int, Card]:
        return {id(card): card for card in self.cards}

    def printings(self, name: str) -> tuple[Card, ...]:
        """Return all cards of that exact name, in order."""
        return tuple(self._by_name.get(name, ()))

    def fitting(self, ref: CardRef) -> Sequence[Card]:
        """Return all cards that agree with *ref*; the codes of sets are compared without case."""
        cards = self._by_name.get(ref.name, [])
        if ref.set_code is ref.number is ref.id is None:  # much faster
            return cards
        wanted = (ref.set_code and ref.set_code.lower(), ref.number, ref.id)
        if len(cards) <= _FEW:
            return [card for card in cards if all(map(contains, _parts_of(card), wanted))]
        if ref.name not in self._by_parts:
            by_parts: defaultdict[_Parts, list[Card]] = defaultdict(list)
            for card in cards:
                for parts in dict.fromkeys(product(*_parts_of(card))):
                    by_parts[parts].append(card)
            self._by_parts[ref.name] = by_parts  # only now, since other threads may look there
        return self._by_parts[ref.name].get(wanted, ())

    def card(self, ref: CardRef) -> Card | None:
        """Return the card that *ref* means, which is the first that fits, or None."""
        return next(iter(self.fitting(ref)), None)

    def reference(self, card: Card, like: CardRef | None = None) -> CardRef:
        """Return a reference to exactly this card: *like*, or the card's own, or one with an id.

        Raises:
            ModelError: If every reference also means another card.
        """
        full = [card.ref, *(evolve(card.ref, id=each) for each in card.ids.values())]
        for ref in [like, *full] if like else full:
            if self.card(ref) is card:
                return ref
        raise ModelError(f"no reference tells {card.ref} from another card of the set")

    def only(self, wanted: Card | CardRef | str) -> Card:
        """Return the one card that is *wanted*, has the same reference and ids, or fits it.

        Raises:
            ModelError: If there is no such card, or several.
        """
        if isinstance(wanted, Card):
            if self._own.get(id(wanted)) is wanted:  # ids are others after pickling
                return wanted
            ref = wanted.ref
            fitting = [card for card in self.fitting(ref) if card.ref == ref]
            if len(fitting) > 1:
                fitting = [card for card in fitting if card.ids == wanted.ids]
        else:
            if not isinstance(wanted, (str, CardRef)):
                raise ModelError(f"a card, a reference or a name is wanted, not {wanted!r:.200}")
            ref = CardRef.parse(wanted) if isinstance(wanted, str) else wanted
            fitting = [*(self.fitting(ref) or self.printings(str(wanted)))]
        if len(fitting) != 1:
            many = f"{len(fitting)} cards of the set are" if fitting else "no card of the set is"
            raise ModelError(f"{many} {ref}")
        return fitting[0]


def _parts_of(card: Card) -> tuple[_Parts, ...]:
    """Return the sets, numbers and ids of references that *card* agrees with; None for any."""
    return ((card.set_code or "").lower(), None), (card.number, None), (*card.ids.values(), None)


class CardChanges:
    """What becomes of a set's sheets and references as its cards change.

    Attributes:
        before, after: the cards that the set has and will have.
        changes: the cards that go and what takes the place of each, None for nothing.
    """

    def __init__(
        self, before: CardIndex, after: CardIndex, changes: Sequence[tuple[Card, Card | None]]
    ) -> None:
        self.before = before
        self.after = after
        self.changes: dict[int, tuple[Card, Card | None]] = {
            id(old): (old, new) for old, new in changes
        }
        self._names = {card.name for change in changes for card in change if card is not None}

    def cards(self) -> list[Card]:
        """Return the cards, with updated references to related and added cards."""
        return [
            self._card(card) if card.related or card.draft_effects else card
            for card in self.after.cards
        ]

    def _card(self, card: Card) -> Card:
        related = [self.ref(each) if isinstance(each, CardRef) else each for each in card.related]
        effects = [self._effect(effect) for effect in card.draft_effects]
        edited = evolve(
            card,
            related=[each for each in related if each is not None],
            draft_effects=[each for each in effects if each is not None],
        )
        return card if edited == card else edited

    def _effect(self, effect: DraftEffect) -> DraftEffect | None:
        if not isinstance(effect, AddCards):
            return effect
        refs = [ref for each in effect.cards if (ref := self.ref(each)) is not None]
        count = effect.count and min(effect.count, len(refs))
        return evolve(effect, cards=refs, count=count) if refs else None

    def sheets(self, sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
        """Return *sheets* with updated references; entries of removed cards are removed."""
        return {name: self._sheet(sheet) for name, sheet in sheets.items()}

    def _sheet(self, sheet: Sheet) -> Sheet:
        entries: list[Entry] = []
        for entry in sheet.entries:
            ref = self.ref(entry.card)
            if ref is not None:
                entries.append(entry if ref is entry.card else evolve(entry, card=ref))
        return sheet if tuple(entries) == sheet.entries else evolve(sheet, entries=entries)

    def products(self, products: Iterable[Product]) -> list[Product]:
        """Return *products* with updated references; removed cards are removed."""
        return [product.with_refs(self.ref) for product in products]

    def ref(self, ref: CardRef) -> CardRef | None:
        """Update *ref*, and keep it as short as it was if it stays unambiguous.

        None if the card is no more; a reference to a card that the set did not have stays.

        Raises:
            ModelError: If no reference tells the card from another one.
        """
        card = self.before.card(ref) if ref.name in self._names else None
        if card is None:
            return ref
        old, new = self.changes.get(id(card), (card, card))
        return None if new is None else self.after.reference(new, _same_words(ref, old, new))

    def moved(
        self, sheets: Mapping[str, Sheet], together: Sequence[Collection[str]] = ()
    ) -> dict[str, Sheet]:
        """Return *sheets* with the cards whose rarity changed on the sheet of their new rarity.

        A card that moves there from several sheets, or is there already, comes once.
        Where packs draw *together* from several sheets, that is one of the same packs; see
        :meth:`_likely`.

        Raises:
            ModelError: If there are several sheets of that rarity.
        """
        changed = {
            number: (old, new)
            for number, (old, new) in self.changes.items()
            if new is not None and old.rarity and new.rarity and old.rarity != new.rarity
        }
        if not changed:
            return dict(sheets)
        rarities = {
            name: rarity_of(sheet, self.before, besides=self.changes)
            for name, sheet in sheets.items()
        }
        homes: dict[tuple[object, ...], list[str]] = {}
        stay: dict[str, list[Entry]] = {name: [] for name in sheets}
        come: dict[str, list[Entry]] = {name: [] for name in sheets}
        #: By sheet and the identity of a card that changes: the sheet that it has the card from.
        sources = {
            (name, id(card)): name
            for name, sheet in sheets.items()
            for entry in sheet.entries
            if entry.copies and id(card := self.before.card(entry.card)) in changed
        }
        for name, sheet in sheets.items():
            near = {each for names in together if name in names for each in names}
            for entry in sheet.entries:
                old, new = changed.get(id(self.before.card(entry.card)), (None, None))
                if old is None or new is None or rarities[name] != old.rarity:
                    stay[name].append(entry)
                    continue
                key = name, new.rarity, new.set_code, _kinds(new)
                if key not in homes:
                    same = [
                        home
                        for home, rarity in rarities.items()
                        if rarity == new.rarity and sheets[home].finish == sheet.finish
                    ]
                    homes[key] = self._likely([sheets[each] for each in same], new, near)
                known = homes[key]
                if len(known) > 1:
                    raise ModelError(
                        f"{new.ref} is no longer {old.rarity}; it may go from sheet {name!r} to "
                        f"{' or '.join(known)}; move=False lets it stay"
                    )
                if not known:
                    stay[name].append(entry)
                elif sources.setdefault((known[0], id(old)), name) == name:
                    come[known[0]].append(entry)
        entries = {name: (*stay[name], *come[name]) for name in sheets}
        return {
            name: sheet if entries[name] == sheet.entries else evolve(sheet, entries=entries[name])
            for name, sheet in sheets.items()
        }

    def _likely(self, sheets: Sequence[Sheet], new: Card, near: Collection[str]) -> list[str]:
        """Return the names of those of *sheets* that a card most probably moves to.

        It moves to a sheet *near* it; to another one only if that has cards of its set, because a
        tree of files has sheets of other sets.  Of several sheets, those have precedence that have
        cards of its set, and those whose cards all have faces of the same kinds.
        """
        cards = {sheet.name: self._cards_of(sheet) for sheet in sheets}
        of_set = [
            name
            for name, its in cards.items()
            if any(new.set_code == each.set_code for each in its)
        ]
        likely = [name for name in cards if name in near] or of_set
        likely = [name for name in likely if name in of_set] or likely
        kinds = {name: {_kinds(each) for each in cards[name]} for name in likely}
        return [name for name in likely if kinds[name] == {_kinds(new)}] or likely

    def _cards_of(self, sheet: Sheet) -> list[Card]:
        """Return the cards on *sheet* that the set has."""
        cards = (self.before.card(entry.card) for entry in sheet.entries)
        return [card for card in cards if card is not None]


def _kinds(card: Card) -> tuple[str, ...]:
    return tuple(face.kind for face in card.faces)


def rarity_of(sheet: Sheet, cards: CardIndex, besides: Collection[int] = ()) -> str | None:
    """Return the rarity of all cards of a sheet, except those whose identity is in *besides*.

    None for a sheet of several or of no others, and for a deck, which is taken whole.
    """
    if isinstance(sheet.collation, Fixed):
        return None
    known = [cards.card(entry.card) for entry in sheet.entries]
    rarities = {card.rarity if card else None for card in known if id(card) not in besides}
    return rarities.pop() if len(rarities) == 1 else None


def _same_words(ref: CardRef, old: Card, new: Card) -> CardRef:
    """Return the reference to *new* that is as exact as *ref* is for *old*."""
    code, number = ref.set_code, ref.number
    if new.set_code != old.set_code:
        code = code and new.set_code
    if new.number != old.number:
        number = number and new.number
    schemes = [scheme for scheme, value in old.ids.items() if value == ref.id]
    same_id = next((new.ids[scheme] for scheme in schemes if scheme in new.ids), None)
    like = CardRef(new.name, code, number, same_id)
    return ref if like == ref else like
