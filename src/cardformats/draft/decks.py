"""Decks and sideboards that are built from a card pool (CR 905.1d, 100.2b, 100.4b).

What single cards say about decks is not known here, with one exception: how small a deck may be
with conspiracies, see :func:`minimum_deck_size`.  Not modelled are Sovereign's Realm, with which a
deck has no basic land cards (give ``free=()`` and leave them out), Worldknit, which asks for the
whole pool in the deck, cards of which a deck may have any number, and what a team shares
(CR 100.4c, 100.4d).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from ..errors import DraftError
from ..model import CardRef
from .cards import KnowsCards, Named, agree, exactness, ref_of
from .conspiracy.cards import NO_CONSPIRACIES, Conspiracy, conspiracy_of

#: How many cards a deck has at least in limited play (CR 100.2b).
MINIMUM_DECK_SIZE = 40

#: The basic land cards that every deck may have any number of.
BASIC_LANDS = frozenset({"Plains", "Island", "Swamp", "Mountain", "Forest"})

#: The names of all basic land cards, for events that provide the others, too.
ALL_BASIC_LANDS = frozenset(
    {"Wastes", "Snow-Covered Wastes"}
    | BASIC_LANDS
    | {f"Snow-Covered {name}" for name in BASIC_LANDS}
)

_Card = TypeVar("_Card", bound=Named)


def verify_deck(
    pool: Iterable[Named],
    deck: Iterable[Named],
    sideboard: Iterable[Named] | None = None,
    *,
    minimum: int = MINIMUM_DECK_SIZE,
    free: Collection[str] = BASIC_LANDS,
    cards: KnowsCards | None = None,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
    seat: int | None = None,
) -> None:
    """Refuse a deck that cannot be built from a card pool.

    A card of the deck that gives its set or number has to be of that printing, unless the pool does
    not say.

    Args:
        pool: the cards the player has drafted, or opened.
        deck: the cards of the deck.
        sideboard: the rest of the pool, conspiracies included; not looked at if not given.
        minimum: how many cards the deck has at least.
        free: the names of cards that a deck may have any number of, whatever is in the pool.
        cards: a card set or catalog, where conspiracies are looked up.
        known: what conspiracies say by name, whatever their cards say.
        seat: whose deck it is, for the error.

    Raises:
        DraftError: all that is wrong: there are fewer cards (CR 100.2b), or others than those of
            the pool (CR 905.1d); one is a conspiracy (CR 905.4); or the sideboard is not the rest
            of the pool (CR 100.4b).
    """
    deck = tuple(deck)
    conspiracies = [card for card in deck if conspiracy_of(card, cards, known) is not None]
    faults: list[tuple[str, str]] = []  # what is wrong, and the number of the rule
    size = len(deck) - len(conspiracies)
    if size < minimum:
        faults.append((f"the deck needs {minimum} cards or more, and has {size}", "CR 100.2b"))
    faults += [
        (f"{name!r} is a conspiracy, which is never in a deck", "CR 905.4")
        for name in dict.fromkeys(ref_of(card).name for card in conspiracies)
    ]
    owned, refs = [ref_of(card) for card in pool], [ref_of(card) for card in deck]
    rest = [ref_of(card) for card in sideboard or ()]
    left, missing = _match(owned, [*refs, *rest])
    too_many = [refs[place] for place in missing if place < len(refs)]
    unknown = [rest[place - len(refs)] for place in missing if place >= len(refs)]
    nowhere = [owned[place] for place in left] if sideboard is not None else []
    for whose, those, of_what, rule in (
        ("the deck has", too_many, " that the pool has not", "CR 905.1d"),
        ("the sideboard has", unknown, " that the pool has not", "CR 100.4b"),
        ("neither the deck nor the sideboard has", nowhere, " of the pool", "CR 100.4b"),
    ):
        for ref, count in Counter(those).items():
            if ref.name not in free:
                copies = f"{count} copies" if count > 1 else "a copy"
                faults.append((f"{whose} {copies} of {ref}{of_what}", rule))
    if faults:
        reasons, rules = zip(*faults, strict=True)
        raise DraftError("; ".join(reasons), seat, ", ".join(dict.fromkeys(rules)))


def can_play_deck(
    pool: Iterable[Named],
    deck: Iterable[Named],
    sideboard: Iterable[Named] | None = None,
    *,
    minimum: int = MINIMUM_DECK_SIZE,
    free: Collection[str] = BASIC_LANDS,
    cards: KnowsCards | None = None,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
) -> bool:
    """Whether a deck can be built from a card pool; see :func:`verify_deck`."""
    try:
        verify_deck(pool, deck, sideboard, minimum=minimum, free=free, cards=cards, known=known)
    except DraftError:
        return False
    return True


def sideboard_of(pool: Iterable[_Card], deck: Iterable[Named]) -> tuple[_Card, ...]:
    """The cards of a pool that are not in a deck, in order: its sideboard (CR 100.4b).

    A basic land card of the deck is the pool's as long as it has one.

    Raises:
        DraftError: something in them names no card.
    """
    pool = tuple(pool)
    left, _ = _match([ref_of(card) for card in pool], [ref_of(card) for card in deck])
    return tuple([pool[place] for place in left])


def _match(pool: Sequence[CardRef], wanted: Sequence[CardRef]) -> tuple[list[int], list[int]]:
    """Find wanted cards in a pool.

    Those that are named most exactly choose first, and take what is named as they are, or else most
    exactly; so nobody takes a card that another one needs.

    Returns:
        the places of the pool's cards that are left, and of the wanted ones that were not found.
    """
    by_name: dict[str, list[int]] = {}
    for place in sorted(range(len(pool)), key=lambda each: -exactness(pool[each])):
        by_name.setdefault(pool[place].name, []).append(place)
    missing = []
    for place in sorted(range(len(wanted)), key=lambda each: -exactness(wanted[each])):
        ref = wanted[place]
        there = by_name.get(ref.name, [])
        fitting = [each for each in there if agree(pool[each], ref)]
        if fitting:
            there.remove(next((each for each in fitting if pool[each] == ref), fitting[0]))
        else:
            missing.append(place)
    return sorted(each for there in by_name.values() for each in there), sorted(missing)


# conspiracies


def minimum_deck_size(
    conspiracies: Iterable[Named],
    cards: KnowsCards | None = None,
    *,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
    minimum: int = MINIMUM_DECK_SIZE,
) -> int:
    """How many cards a deck has at least, with these conspiracies in the command zone.

    Each counts, also when a card is there twice; cards that are no conspiracies do not.

    Args:
        conspiracies: the cards that are put into the command zone.
        cards: a card set or catalog, where cards are looked up.
        known: what conspiracies say by name, whatever their cards say.
        minimum: how many cards a deck has at least without them.

    Raises:
        DraftError: something in *conspiracies* names no card.
    """
    known_cards = [conspiracy_of(card, cards, known) for card in conspiracies]
    return max(minimum - sum(each.smaller_deck for each in known_cards if each), 0)
