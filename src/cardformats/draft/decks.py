"""Decks and sideboards that are built from a card pool (CR 905.1d, 100.2b, 100.4b).

What conspiracies say about decks is known, see :func:`verify_deck`.  Not known are cards of which a
deck may have any number, and what a team shares (CR 100.4c, 100.4d).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from ..errors import DraftError
from ..model import CardRef
from .cards import KnowsCards, Named, agree, exactness, ref_of
from .conspiracy.cards import NO_CONSPIRACIES, Conspiracy, card_of, conspiracy_of

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
    conspiracies: Iterable[Named] = (),
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
        conspiracies: those that are put into the command zone; what they say of decks holds.
        cards: a card set or catalog, where conspiracies and basic lands are looked up.
        known: what conspiracies say by name, whatever their cards say.
        seat: whose deck it is, for the error.

    Raises:
        DraftError: If the deck cannot be built. The message lists everything that is wrong: fewer
            cards than the minimum (CR 100.2b), cards that are not in the pool (CR 905.1d), a
            conspiracy in the deck (CR 905.4), a basic land card that a conspiracy bans (CR 101.1),
            a sideboard that is not the rest of the pool (CR 100.4b), or a card in the command zone
            that is no conspiracy of the sideboard (CR 905.4).
    """
    deck, placed = tuple(deck), tuple(conspiracies)
    in_deck = [card for card in deck if conspiracy_of(card, cards, known) is not None]
    ruling = [conspiracy_of(card, cards, known) for card in placed]
    others = [card for card, each in zip(placed, ruling, strict=True) if each is None]
    basics = (ref_of(card).name for card in deck if is_basic_land(card, cards))
    faults = [
        *ruling_faults(len(deck) - len(in_deck), basics, ruling, minimum),
        *[(in_no_deck(name), "CR 905.4") for name in _names(in_deck)],
        *[(f"{name!r} is not a conspiracy", "CR 905.4") for name in _names(others)],
        *_pool_faults(pool, deck, sideboard, placed, free),
    ]
    if faults:
        reasons, rules = zip(*faults, strict=True)
        raise DraftError("; ".join(reasons), seat, ", ".join(dict.fromkeys(rules)))


def ruling_faults(
    size: int, basics: Iterable[str], placed: Iterable[Conspiracy | None], minimum: int
) -> Iterator[tuple[str, str]]:
    """Report what the conspiracies in the command zone do not allow, with the rules broken.

    Args:
        size: how many cards the deck has.
        basics: the names of its basic land cards.
        placed: what is in the command zone.
        minimum: how many cards a deck has at least without conspiracies.
    """
    ruling = [each for each in placed if each]
    smallest = _smallest(ruling, minimum)
    if size < smallest:
        yield f"the deck needs {smallest} cards or more, and has {size}", "CR 100.2b"
    if any(each.bans_basic_lands for each in ruling):
        for name in dict.fromkeys(basics):
            yield f"the deck has {name!r}, and cannot have basic land cards", "CR 101.1"


def in_no_deck(name: str) -> str:
    """Return why a conspiracy is refused in a deck."""
    return f"{name!r} is a conspiracy, which is never in a deck"


def _names(cards: Iterable[Named]) -> Iterable[str]:
    return dict.fromkeys(ref_of(card).name for card in cards)


def _pool_faults(
    pool: Iterable[Named],
    deck: Iterable[Named],
    sideboard: Iterable[Named] | None,
    placed: Iterable[Named],
    free: Collection[str],
) -> Iterator[tuple[str, str]]:
    """Report cards that are too many or too few, with the rules that they break."""
    owned, refs = [ref_of(card) for card in pool], [ref_of(card) for card in deck]
    zone = [ref_of(card) for card in placed]
    rest = zone if sideboard is None else [ref_of(card) for card in sideboard]
    left, missing = _match(owned, [*refs, *rest])
    too_many = [refs[place] for place in missing if place < len(refs)]
    unknown = [rest[place - len(refs)] for place in missing if place >= len(refs)]
    nowhere = [owned[place] for place in left] if sideboard is not None else []
    beside = [zone[place] for place in _match(rest, zone)[1]]
    if sideboard is None:
        beside, unknown = unknown, []
    for whose, those, of_what, rule in (
        ("the deck has", too_many, " that the pool has not", "CR 905.1d"),
        ("the sideboard has", unknown, " that the pool has not", "CR 100.4b"),
        ("neither the deck nor the sideboard has", nowhere, " of the pool", "CR 100.4b"),
        ("the command zone has", beside, " that the sideboard has not", "CR 905.4"),
    ):
        for ref, count in Counter(those).items():
            if ref.name not in free:
                copies = f"{count} copies" if count > 1 else "a copy"
                yield f"{whose} {copies} of {ref}{of_what}", rule


def can_play_deck(
    pool: Iterable[Named],
    deck: Iterable[Named],
    sideboard: Iterable[Named] | None = None,
    *,
    minimum: int = MINIMUM_DECK_SIZE,
    free: Collection[str] = BASIC_LANDS,
    conspiracies: Iterable[Named] = (),
    cards: KnowsCards | None = None,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
) -> bool:
    """Return whether a deck can be built from a card pool; see :func:`verify_deck`."""
    try:
        verify_deck(
            pool,
            deck,
            sideboard,
            minimum=minimum,
            free=free,
            conspiracies=conspiracies,
            cards=cards,
            known=known,
        )
    except DraftError:
        return False
    return True


def sideboard_of(pool: Iterable[_Card], deck: Iterable[Named]) -> tuple[_Card, ...]:
    """Return the cards of a pool that are not in a deck, in order: its sideboard (CR 100.4b).

    A basic land card of the deck is the pool's as long as it has one.

    Raises:
        DraftError: If a part of *pool* or *deck* is neither a card nor a reference to a card.
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
    """Return how many cards a deck has at least, with these conspiracies in the command zone.

    Each counts, also when a card is there twice; cards that are no conspiracies do not.

    Args:
        conspiracies: the cards that are put into the command zone.
        cards: a card set or catalog, where cards are looked up.
        known: what conspiracies say by name, whatever their cards say.
        minimum: how many cards a deck has at least without them.

    Raises:
        DraftError: If a part of *conspiracies* is neither a card nor a reference to a card.
    """
    return _smallest([conspiracy_of(card, cards, known) for card in conspiracies], minimum)


def _smallest(placed: Iterable[Conspiracy | None], minimum: int) -> int:
    return max(minimum - sum(each.smaller_deck for each in placed if each), 0)


def is_basic_land(card: Named, cards: KnowsCards | None = None) -> bool:
    """Return whether a card is a basic land card, by its types or, if unknown, its name.

    Args:
        card: the card.
        cards: a card set or catalog, where cards are looked up.

    Raises:
        DraftError: If *card* is neither a card nor a reference to a card.
    """
    known_card = card_of(card, cards)
    if known_card is not None and known_card.types:
        return "Land" in known_card.types and "Basic" in known_card.supertypes
    return ref_of(card).name in ALL_BASIC_LANDS
