"""What conspiracies say, by their texts or as official cards."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import frozen

from ...errors import DraftError
from ...model import Card, CardRef, FrozenDict
from ...model.frozen import EMPTY
from ..cards import DraftCard, KnowsCards, Named, agree, ref_of


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
        if self.names not in (0, 1, 2) or self.smaller_deck < 0:
            raise DraftError(
                "a conspiracy has from 0 to 2 names, and makes no deck larger; "
                f"not {self.names} and {-self.smaller_deck}",
                rule="CR 905.4a",
            )


_PLAIN, _HIDDEN, _DOUBLE = Conspiracy(), Conspiracy(1), Conspiracy(2)

#: What the conspiracies of Conspiracy (2014) and Conspiracy: Take the Crown (2016) say, by name.
OFFICIAL_CONSPIRACIES: Mapping[str, Conspiracy] = FrozenDict(
    {
        "Adriana's Valor": _HIDDEN,
        "Advantageous Proclamation": Conspiracy(smaller_deck=5),
        "Assemble the Rank and Vile": _HIDDEN,
        "Backup Plan": _PLAIN,
        "Brago's Favor": _HIDDEN,
        "Double Stroke": _HIDDEN,
        "Echoing Boon": _HIDDEN,
        "Emissary's Ploy": _PLAIN,
        "Hired Heist": _HIDDEN,
        "Hold the Perimeter": _PLAIN,
        "Hymn of the Wilds": _PLAIN,
        "Immediate Action": _HIDDEN,
        "Incendiary Dissent": _HIDDEN,
        "Iterative Analysis": _HIDDEN,
        "Muzzio's Preparations": _HIDDEN,
        "Natural Unity": _HIDDEN,
        "Power Play": _PLAIN,
        "Secret Summoning": _HIDDEN,
        "Secrets of Paradise": _HIDDEN,
        "Sentinel Dispatch": _PLAIN,
        "Sovereign's Realm": _PLAIN,
        "Summoner's Bond": _DOUBLE,
        "Unexpected Potential": _HIDDEN,
        "Weight Advantage": _PLAIN,
        "Worldknit": _PLAIN,
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
    known_card = card if isinstance(card, Card) else _look_up(ref, cards)
    types = known_card.types if known_card else ()
    if not types and isinstance(card, DraftCard):
        types = card.types or ()
    if not types:
        return OFFICIAL_CONSPIRACIES.get(ref.name)
    if "Conspiracy" not in types:
        return None
    if known_card and known_card.text:
        return _from_text(known_card.text)
    return OFFICIAL_CONSPIRACIES.get(ref.name, Conspiracy())


def _look_up(ref: CardRef, cards: KnowsCards | None) -> Card | None:
    """The printing of a reference, or another one of its name."""
    printings = cards.printings(ref.name) if cards else ()
    first = printings[0] if printings else None
    return next((card for card in printings if agree(card.ref, ref)), first)


_AGENDA = re.compile(r"^\W*(hidden|double) agenda\b", re.IGNORECASE | re.MULTILINE)
_SMALLER = re.compile(r"\bminimum deck size is reduced by (\d{1,4}|[^\W\d]+)\b", re.IGNORECASE)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: number for number, word in enumerate(_WORDS)}


def _from_text(text: str) -> Conspiracy:
    """What the text of a conspiracy says."""
    agenda = _AGENDA.search(text)
    names = 0 if agenda is None else 2 if agenda[1].lower() == "double" else 1
    words = [word.lower() for word in _SMALLER.findall(text)]
    smaller = [int(word) if word.isdecimal() else _NUMBERS.get(word, 0) for word in words]
    return Conspiracy(names, sum(smaller))
