"""Conspiracy cards: what they say that matters before a game begins (CR 905.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from attrs import frozen

from ...errors import DraftError
from ...model import Card, CardRef, FrozenDict
from ...model.frozen import EMPTY
from ..cards import DraftCard, KnowsCards
from ..naming import Named, agree, ref_of

#: How many cards a deck has at least in limited play (CR 100.2b).
MINIMUM_DECK_SIZE = 40

#: The card type.
_TYPE = "Conspiracy"

#: Double agenda asks for so many names.
_MOST_NAMES = 2

_AGENDA = re.compile(r"^\W*(hidden|double) agenda\b", re.IGNORECASE | re.MULTILINE)
_SMALLER = re.compile(r"\bminimum deck size is reduced by (\d{1,4}|[^\W\d]+)\b", re.IGNORECASE)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}


@frozen
class Conspiracy:
    """What a conspiracy card says that matters before a game begins.

    Attributes:
        names: how many different card names are secretly chosen for it: 1 with hidden agenda, 2
            with double agenda; 0 if it is face up.
        smaller_deck: by how many cards it reduces its owner's minimum deck size.

    Raises:
        DraftError: there are not from 0 to 2 names, or the minimum would grow.
    """

    names: int = 0
    smaller_deck: int = 0

    def __attrs_post_init__(self) -> None:
        """Refuse numbers that no conspiracy has."""
        if not 0 <= self.names <= _MOST_NAMES or self.smaller_deck < 0:
            message = (
                "a conspiracy has from 0 to 2 names, and makes no deck larger; "
                f"not {self.names} and {-self.smaller_deck}"
            )
            raise DraftError(message, rule="CR 905.4a")


_FACE_UP, _HIDDEN, _DOUBLE = Conspiracy(), Conspiracy(1), Conspiracy(2)

#: What the conspiracies of Conspiracy (2014) and Conspiracy: Take the Crown (2016) say, by name.
OFFICIAL_CONSPIRACIES: Mapping[str, Conspiracy] = FrozenDict(
    {
        "Adriana's Valor": _HIDDEN,
        "Advantageous Proclamation": Conspiracy(smaller_deck=5),
        "Assemble the Rank and Vile": _HIDDEN,
        "Backup Plan": _FACE_UP,
        "Brago's Favor": _HIDDEN,
        "Double Stroke": _HIDDEN,
        "Echoing Boon": _HIDDEN,
        "Emissary's Ploy": _FACE_UP,
        "Hired Heist": _HIDDEN,
        "Hold the Perimeter": _FACE_UP,
        "Hymn of the Wilds": _FACE_UP,
        "Immediate Action": _HIDDEN,
        "Incendiary Dissent": _HIDDEN,
        "Iterative Analysis": _HIDDEN,
        "Muzzio's Preparations": _HIDDEN,
        "Natural Unity": _HIDDEN,
        "Power Play": _FACE_UP,
        "Secret Summoning": _HIDDEN,
        "Secrets of Paradise": _HIDDEN,
        "Sentinel Dispatch": _FACE_UP,
        "Sovereign's Realm": _FACE_UP,
        "Summoner's Bond": _DOUBLE,
        "Unexpected Potential": _HIDDEN,
        "Weight Advantage": _FACE_UP,
        "Worldknit": _FACE_UP,
    }
)


#: What a caller knows of conspiracies who knows nothing.
NO_CONSPIRACIES: Mapping[str, Conspiracy] = EMPTY


def conspiracy_of(
    card: Named,
    cards: KnowsCards | None = None,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
) -> Conspiracy | None:
    """What a conspiracy says; None if the card is no conspiracy.

    The first that knows the card decides: *known*; its types and text, if it is a card or is found
    in *cards*; the official card of its name.  A conspiracy of which nothing else is known is face
    up.

    Args:
        card: the card.
        cards: a card set or catalog, where cards are looked up.
        known: what conspiracies say by name, whatever their cards say.

    Raises:
        DraftError: this names no card.
    """
    ref = ref_of(card)
    if ref.name in known:
        return known[ref.name]
    found = card if isinstance(card, Card) else _look_up(ref, cards)
    types = found.types if found else ()
    if not types and isinstance(card, DraftCard):
        types = card.types or ()
    if types and _TYPE not in types:
        return None
    if types and found and found.text:
        return _said_by(found.text)
    return OFFICIAL_CONSPIRACIES.get(ref.name, _FACE_UP if types else None)


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


def _look_up(ref: CardRef, cards: KnowsCards | None) -> Card | None:
    """The printing of a reference, or another one of its name."""
    printings = cards.printings(ref.name) if cards else ()
    first = printings[0] if printings else None
    return next((card for card in printings if agree(card.ref, ref)), first)


def _said_by(text: str) -> Conspiracy:
    """What the text of a conspiracy says."""
    agenda = _AGENDA.search(text)
    names = 0 if agenda is None else 2 if agenda[1].lower() == "double" else 1
    smaller = 0
    for match in _SMALLER.finditer(text):
        word = match[1].lower()
        smaller += int(word) if word.isdecimal() else _NUMBERS.get(word, 0)
    return Conspiracy(names, smaller)
