"""How two versions of a set or a list differ."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from attrs import evolve, frozen

from ...model import Card, CardRef, CardSet, Entry, Face
from .card_fields import changes, compare, in_words
from .packs import changed_odds
from .pairing import pair
from .settings import settings
from .values import CardChange, SetChange

#: Formats whose sheets follow from what cards are.
_FILTERED: Final = frozenset(("wagic", "wagic-pack", "octgn"))


@frozen
class ReadSet:
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


class _Cards:
    """The cards of a set, those that sheets only name too.

    Attributes:
        all: the cards in order.
        sheets: on which sheets a card is, how often, in words, by the identity of cards; sheets
            that follow from what cards are say nothing.
    """

    def __init__(self, version: ReadSet | None) -> None:
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
        own = cardset.cards
        if version is not None and version.is_part:
            own = tuple(card for card in own if not _is_of_other_set(card))
        self.all = (*own, *named.values())
        if version is not None and version.format not in _FILTERED:
            self.sheets = {
                card: ", ".join(f"{copies} {place}" for place, copies in counts.items())
                for card, counts in places.items()
            }


def _is_of_other_set(card: Card) -> bool:
    """Whether a card is there because packs of OCTGN include it from another set."""
    return "set" in card.extras.get("octgn", {})


def _more(entry: Entry) -> str:
    """What an entry says besides the card and its copies."""
    parts = ([entry.finish] if entry.finish else []) + (
        [in_words(entry.overrides)] if entry.overrides else []
    )
    return f" ({'; '.join(parts)})" if parts else ""


@frozen
class Compared:
    """How two versions of a set differ.

    Attributes:
        change: what is different, but for cards that may be in another set.
        removed, added: these cards.
    """

    change: SetChange
    removed: tuple[Card, ...]
    added: tuple[Card, ...]


def compare_sets(old: ReadSet | None, new: ReadSet | None, *, odds: bool = True) -> Compared:
    """How *old* differs from *new*; of packs only if *odds* are of interest.

    Where there is no old or no new version, all cards were added or removed, and nothing else is
    compared.
    """
    olds, news = _Cards(old), _Cards(new)
    codes = _own_code(old), _own_code(new)
    pairing = pair(olds.all, news.all, codes)
    about = SetChange(
        None if old is None else old.path,
        None if new is None else new.path,
        next(each.name for each in (new, old) if each is not None) if old or new else "",
        (len(olds.all), len(news.all)),
    )
    if old is None or new is None:
        return Compared(about, tuple(pairing.removed), tuple(pairing.added))
    extras = old.format == new.format
    changed: list[CardChange] = []
    rewritten: list[CardRef] = []
    for before, after, how in pairing.pairs:
        places = olds.sheets.get(id(before)), news.sheets.get(id(after))
        card, is_rewritten = compare(before, after, places, how, codes, extras=extras)
        changed += [card] if card is not None else []
        rewritten += [after.ref] if is_rewritten else []
    values = [settings(each.cardset, extras=extras) for each in (old, new)]
    programs = old.format or new.format, new.format or old.format
    renamed = [(each.old, each.new) for each in changed if each.is_renamed]
    change = evolve(
        about,
        changed=changed,
        rewritten=rewritten,
        settings=changes(*values),
        macros=changes(old.macros, new.macros),
        odds=changed_odds(old.packs, new.packs, programs, renamed) if odds else (),
    )
    return Compared(change, tuple(pairing.removed), tuple(pairing.added))


def _own_code(version: ReadSet | None) -> str | None:
    return None if version is None else version.cardset.code
