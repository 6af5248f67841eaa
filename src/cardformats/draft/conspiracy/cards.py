"""What conspiracies and other cards say before a game, by their texts or as official cards."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import field, frozen

from ...errors import DraftError
from ...model import Card, FrozenDict
from ...model.frozen import EMPTY, as_tuple
from ..cards import DraftCard, KnowsCards, Named, agree, ref_of


@frozen
class Conspiracy:
    """What a conspiracy card says that matters before a game begins.

    Attributes:
        names: how many different card names are secretly chosen for it: 1 with hidden agenda, 2
            with double agenda; 0 if it is face up.
        smaller_deck: by how many cards it reduces its owner's minimum deck size.
        starts: its owner is the starting player.
        more_hands: how many cards each additional opening hand of its owner has.
        hand_size: its owner's starting hand size; None if it does not say.
        numbers: those of which one is chosen before the opening hand is drawn.
        bans_basic_lands: its owner's deck has no basic land cards.
        asks_for_pool: what it does it does as long as every card of its owner's pool started the
            game in the library or in the command zone.

    Raises:
        DraftError: If there are more than 2 names, the minimum would grow, or the hand size is
            negative.
    """

    names: int = 0
    smaller_deck: int = 0
    starts: bool = False
    more_hands: tuple[int, ...] = field(default=(), converter=as_tuple)
    hand_size: int | None = None
    numbers: tuple[int, ...] = field(default=(), converter=as_tuple)
    bans_basic_lands: bool = False
    asks_for_pool: bool = False

    def __attrs_post_init__(self) -> None:
        """Refuse numbers that no conspiracy has."""
        if self.names not in (0, 1, 2) or self.smaller_deck < 0:
            raise DraftError(
                "a conspiracy has from 0 to 2 names, and makes no deck larger; "
                f"not {self.names} and {-self.smaller_deck}",
                rule="CR 905.4a",
            )
        if min(self.more_hands, default=0) < 0 or (self.hand_size or 0) < 0:
            raise DraftError("a hand has no less than no cards", rule="CR 103.5")


@frozen
class ExileAbility:
    """What a card lets its owner do before the deck with it is shuffled.

    It is revealed, and cards are exiled that the owner has drafted and that are not in the deck.

    Attributes:
        types: the card types one of which an exiled card has; empty if it may have any.
        count: how many cards are exiled.
        or_more: more may be.
    """

    types: tuple[str, ...] = field(default=(), converter=as_tuple)
    count: int = 1
    or_more: bool = False

    def takes(self, types: tuple[str, ...] | None) -> bool:
        """Return whether a card of these types can be exiled; None if they are not known."""
        return not (self.types and {*self.types}.isdisjoint(types or ()))


_PLAIN, _HIDDEN, _DOUBLE = Conspiracy(), Conspiracy(1), Conspiracy(2)

#: What the conspiracies of Conspiracy (2014) and Conspiracy: Take the Crown (2016) say, by name.
OFFICIAL_CONSPIRACIES: Mapping[str, Conspiracy] = FrozenDict(
    {
        "Adriana's Valor": _HIDDEN,
        "Advantageous Proclamation": Conspiracy(smaller_deck=5),
        "Assemble the Rank and Vile": _HIDDEN,
        "Backup Plan": Conspiracy(more_hands=(7,)),
        "Brago's Favor": _HIDDEN,
        "Double Stroke": _HIDDEN,
        "Echoing Boon": _HIDDEN,
        "Emissary's Ploy": Conspiracy(numbers=(1, 2, 3)),
        "Hired Heist": _HIDDEN,
        "Hold the Perimeter": _PLAIN,
        "Hymn of the Wilds": _PLAIN,
        "Immediate Action": _HIDDEN,
        "Incendiary Dissent": _HIDDEN,
        "Iterative Analysis": _HIDDEN,
        "Muzzio's Preparations": _HIDDEN,
        "Natural Unity": _HIDDEN,
        "Power Play": Conspiracy(starts=True),
        "Secret Summoning": _HIDDEN,
        "Secrets of Paradise": _HIDDEN,
        "Sentinel Dispatch": _PLAIN,
        "Sovereign's Realm": Conspiracy(hand_size=5, bans_basic_lands=True),
        "Summoner's Bond": _DOUBLE,
        "Unexpected Potential": _HIDDEN,
        "Weight Advantage": _PLAIN,
        "Worldknit": Conspiracy(asks_for_pool=True),
    }
)

#: What the cards of those sets do whose abilities are used before a deck is shuffled, by name.
OFFICIAL_EXILES: Mapping[str, ExileAbility] = FrozenDict(
    {
        "Arcane Savant": ExileAbility(("Instant", "Sorcery")),
        "Caller of the Untamed": ExileAbility(("Creature",)),
        "Volatile Chimera": ExileAbility(("Creature",), 3, or_more=True),
    }
)

#: What a caller knows of conspiracies who knows nothing.
NO_CONSPIRACIES: Mapping[str, Conspiracy] = EMPTY


def conspiracy_of(
    card: Named,
    cards: KnowsCards | None = None,
    known: Mapping[str, Conspiracy] = NO_CONSPIRACIES,
) -> Conspiracy | None:
    """Return the abilities of a conspiracy; None if the card is not a conspiracy.

    The first that knows the card decides: *known*; its types and text, if it is a card or is found
    in *cards*; the official card of its name.  A conspiracy of which nothing else is known is face
    up.

    Args:
        card: the card.
        cards: a card set or catalog, where cards are looked up.
        known: what conspiracies say by name, whatever their cards say.

    Raises:
        DraftError: If *card* is neither a card nor a reference to a card.
    """
    ref = ref_of(card)
    if ref.name in known:
        return known[ref.name]
    types = types_of(card, cards)
    if types is None:
        return OFFICIAL_CONSPIRACIES.get(ref.name)
    if "Conspiracy" not in types:
        return None
    text = _text_of(card, cards)
    return _from_text(text) if text else OFFICIAL_CONSPIRACIES.get(ref.name, Conspiracy())


def exile_ability_of(card: Named, cards: KnowsCards | None = None) -> ExileAbility | None:
    """Return the ability to exile cards before the deck is shuffled; None if there is none.

    Its text decides, if it is a card or is found in *cards*; else the official card of its name.

    Raises:
        DraftError: If *card* is neither a card nor a reference to a card.
    """
    ref = ref_of(card)
    text = _text_of(card, cards)
    if not text:
        return OFFICIAL_EXILES.get(ref.name)
    ability = _EXILES.search(text)
    if ability is None:
        return None
    types = [word.capitalize() for word in _WORD.findall(ability["types"] or "")]
    if not _CARD_TYPES.issuperset(types):
        return None
    return ExileAbility(types, _number(ability["count"]), ability["more"] is not None)


def card_of(card: Named, cards: KnowsCards | None) -> Card | None:
    """Look a card up: itself, its printing in *cards*, or another printing of its name.

    Raises:
        DraftError: If *card* is neither a card nor a reference to a card.
    """
    if isinstance(card, Card):
        return card
    ref = ref_of(card)
    printings = cards.printings(ref.name) if cards else ()
    first = printings[0] if printings else None
    return next((each for each in printings if agree(each.ref, ref)), first)


def types_of(card: Named, cards: KnowsCards | None) -> tuple[str, ...] | None:
    """Return the card types of a card; None if they are not known.

    Raises:
        DraftError: If *card* is neither a card nor a reference to a card.
    """
    known_card = card_of(card, cards)
    types = known_card.types if known_card else ()
    return types or (isinstance(card, DraftCard) and card.types) or None


def _text_of(card: Named, cards: KnowsCards | None) -> str:
    known_card = card_of(card, cards)
    return known_card.text if known_card else ""


#: The card types that an ability names (CR 300.1), with one that is no longer used.
_CARD_TYPES = frozenset([
    "Artifact", "Battle", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker",
    "Sorcery", "Tribal",
])  # fmt: skip

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {**{word: number for number, word in enumerate(_WORDS)}, "a": 1, "an": 1}


def _pattern(words: str) -> re.Pattern[str]:
    """Return the pattern of words on a card, in which ``#`` is a number."""
    number = rf"(?:\d{{1,4}}|{'|'.join(_NUMBERS)})"
    return re.compile(words.replace("#", number).replace("'", "['’]"), re.IGNORECASE)


_AGENDA = re.compile(r"^[^\w\n]*(hidden|double) agenda\b", re.IGNORECASE | re.MULTILINE)
_SMALLER = _pattern(r"\bminimum deck size is reduced by (#)\b")
_STARTS = _pattern(r"(?:^|[.)\n]) *you are the starting player\b")
_MORE_HANDS = _pattern(r"\bdraw (#) additional hands? of (#) cards? as the game begins\b")
_HAND_SIZE = _pattern(r"\byour starting hand size is (#)\b")
_CHOOSE = _pattern(r"\bbefore drawing your opening hand, choose (#(?:, #)*,? or #)\b")
_NO_BASICS = _pattern(r"\byour (?:starting )?deck can't have basic land cards\b")
_POOL = _pattern(
    r"\bas long as every card in your card pool started the game in your library or in the "
    r"command zone\b"
)
_EXILES = _pattern(
    r"\bbefore you shuffle your deck to start the game, you may reveal this card from your deck "
    r"and exile (?P<count>#)(?P<more> or more)? (?:(?P<types>\w+(?:(?:,? or |, )\w+)*) )?cards? "
    r"you drafted that (?:is|are)n't in your deck\b"
)
_WORD = re.compile(r"\b(?!or\b)\w+", re.IGNORECASE)


def _number(word: str) -> int:
    """Return the number that a word or digits say."""
    return int(word) if word.isdecimal() else _NUMBERS[word.lower()]


def _from_text(text: str) -> Conspiracy:
    """Read the abilities of a conspiracy from its text."""
    agenda = _AGENDA.search(text)
    sizes = [(_number(each[1]), _number(each[2])) for each in _MORE_HANDS.finditer(text)]
    hand, choice = _HAND_SIZE.search(text), _CHOOSE.search(text)
    numbers = [_number(word) for word in _WORD.findall(choice[1])] if choice else []
    return Conspiracy(
        names=0 if agenda is None else 2 if agenda[1].lower() == "double" else 1,
        smaller_deck=sum(map(_number, _SMALLER.findall(text))),
        starts=_STARTS.search(text) is not None,
        more_hands=[size for count, size in sizes for _ in range(count)],
        hand_size=None if hand is None else _number(hand[1]),
        numbers=numbers,
        bans_basic_lands=_NO_BASICS.search(text) is not None,
        asks_for_pool=_POOL.search(text) is not None,
    )
