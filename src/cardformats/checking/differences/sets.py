"""How two versions of a set or a list differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

from attrs import evolve, frozen

from ...model import Card, CardRef, CardSet, Entry, Face
from .card_fields import changes, compare
from .packs import changed_odds
from .pairing import pair
from .values import CardChange, SetChange
from .walk import in_words, settings

#: Formats whose sheets follow from what cards are.
_FILTERED: Final = frozenset(("wagic", "wagic-pack", "octgn"))


@frozen
class SetVersion:
    """A set as it was read.

    Attributes:
        path: where it is, below what is compared.
        name: what it is called.
        format: the id of its format.
        cardset: its cards.
        packs: its boosters, with all that their odds depend on.
        macros: the definitions that it has, by name.
        errors: how many errors were found in it.
        is_part: whether the other sets of its tree are compared by themselves.
    """

    path: str
    name: str
    format: str
    cardset: CardSet
    packs: CardSet
    macros: dict[str, str]
    errors: int = 0
    is_part: bool = False


class _ListedCards:
    """The cards of a set, those that sheets only name too.

    Attributes:
        all: the cards in order.
        others: the identities of those that are compared where they belong.
        sheets: on which sheets a card is, how often, in words, by the identity of cards; sheets
            that follow from what cards are say nothing.
    """

    def __init__(self, version: SetVersion | None) -> None:
        cardset = CardSet() if version is None else version.cardset
        self.sheets: dict[int, str] = {}
        named: dict[CardRef, Card] = {}
        places: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for sheet in cardset.sheets.values():
            for entry in sheet.entries:
                ref = entry.card
                card = cardset.card(ref) or named.get(ref)
                if card is None:
                    card = named[ref] = Card(Face(ref.name), ref.set_code, ref.number)
                places[id(card)][f"{sheet.name}{_more(entry)}"] += entry.copies
        self.all = (*cardset.cards, *named.values())
        is_part = version is not None and version.is_part
        self.others = {id(card) for card in self.all if is_part and _is_of_other_set(card)}
        if version is not None and version.format not in _FILTERED:
            self.sheets = {
                card: ", ".join(f"{copies} {place}" for place, copies in counts.items())
                for card, counts in places.items()
            }

    def own(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return the cards that belong to the set."""
        return tuple(card for card in cards if id(card) not in self.others)


def _is_of_other_set(card: Card) -> bool:
    """Return whether OCTGN packs include a card from another set."""
    return "set" in card.extras.get("octgn", {})


def _more(entry: Entry) -> str:
    """Return the properties of an entry other than the card and its copies."""
    parts = ([entry.finish] if entry.finish else []) + (
        [in_words(entry.overrides)] if entry.overrides else []
    )
    return f" ({'; '.join(parts)})" if parts else ""


@frozen
class Compared:
    """How two versions of a set differ.

    Attributes:
        change: the differences, except for cards that may be in another set.
        removed, added: these cards.
    """

    change: SetChange
    removed: tuple[Card, ...]
    added: tuple[Card, ...]


def compare_sets(old: SetVersion | None, new: SetVersion | None, *, odds: bool = True) -> Compared:
    """Return the differences between two versions of a set, and of their odds if wanted.

    Where there is no old or no new version, all cards were added or removed, and nothing else is
    compared.
    """
    cards = _ComparedCards(old, new)
    about = SetChange(
        None if old is None else old.path,
        None if new is None else new.path,
        next((each.name for each in (new, old) if each is not None), ""),
        cards.counts,
    )
    if old is not None and new is not None:
        extras = _has_same_words(old, new)
        values = [settings(each.cardset, extras=extras) for each in (old, new)]
        programs = old.format or new.format, new.format or old.format
        about = evolve(
            about,
            changed=cards.changed,
            rewritten=cards.rewritten,
            settings=changes(*values),
            macros=changes(old.macros, new.macros),
            odds=changed_odds(old.packs, new.packs, programs, cards.renamed) if odds else (),
        )
    return Compared(about, tuple(cards.removed), tuple(cards.added))


class _ComparedCards:
    """How the cards of two versions of a set differ.

    Attributes:
        counts: how many cards each version has.
        removed, added: those that only one has.
        changed, rewritten: as a :class:`SetChange` has them.
        renamed: the names before and after, those of included cards too.
    """

    def __init__(self, old: SetVersion | None, new: SetVersion | None) -> None:
        olds, news = _ListedCards(old), _ListedCards(new)
        self.counts = len(olds.own(olds.all)), len(news.own(news.all))
        codes = _own_code(old), _own_code(new)
        extras = _has_same_words(old, new)
        pairing = pair(olds.all, news.all, codes)
        self.removed = [*olds.own(pairing.removed)]
        self.added = [*news.own(pairing.added)]
        self.changed: list[CardChange] = []
        self.rewritten: list[CardRef] = []
        self.renamed: list[tuple[CardRef, CardRef]] = []
        for was, now, how in pairing.pairs:
            if was.name != now.name:
                self.renamed.append((was.ref, now.ref))
            if id(was) in olds.others or id(now) in news.others:
                self.removed += olds.own([was])
                self.added += news.own([now])
                continue
            places = olds.sheets.get(id(was)), news.sheets.get(id(now))
            card, is_rewritten = compare(was, now, places, how, codes, extras=extras)
            self.changed += [card] if card is not None else []
            self.rewritten += [now.ref] if is_rewritten else []


def _has_same_words(old: SetVersion | None, new: SetVersion | None) -> bool:
    """Return whether both versions keep the words of the same format.

    Of card sets in memory no format is known but those whose words they keep.
    """
    if old is None or new is None or old.format or new.format:
        return old is None or new is None or old.format == new.format
    kept = [
        {*its.extras, *(name for card in its.cards for name in card.extras)}
        for its in (old.cardset, new.cardset)
    ]
    return kept[0] == kept[1] or not all(kept)


def _own_code(version: SetVersion | None) -> str | None:
    return None if version is None else version.cardset.code
