"""GUIDs, by which OCTGN tells games, sets, packs and cards apart, and those of what has none.

They depend only on values that remain if a set is renamed or gets more cards.  A card is
identified by its name and by its own set code and number, so that decks and pictures find it
whatever the name of its set.  A set is identified by its code, or by its cards if it has none, so
that two unnamed sets are never the same.  A game is identified like its set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from ...model import Card, CardSet
from ..grammar import Grammar
from ..guids import guid, is_guid

#: The white space of XML.
WHITESPACE: Final = " \t\r\n"
#: What values of attributes are.
VALUES: Final = Grammar(__package__, "values.lark")


#: What Draftmancer calls the set of cards that have none: the code of every list, and so of none.
_NO_CODE: Final = "custom"


def made_guid(*parts: str) -> str:
    """Return the GUID that the same *parts* always give, and no others do."""
    import json  # noqa: PLC0415 - needed only where GUIDs are made, as uuid is
    from uuid import NAMESPACE_URL, uuid5  # noqa: PLC0415 - the same

    # as JSON, parts keep apart, and what no encoding has is an escape
    return str(uuid5(uuid5(NAMESPACE_URL, "cardformats/octgn"), json.dumps(parts)))


def guid_of(written: str, *kind: str) -> str:
    """Return the GUID that *written* is, or that is made of it and of what *kind* it is."""
    return guid(written) if is_guid(written) else made_guid(*kind, written)


def new_card_guids(cards: Iterable[Card], taken: Collection[str] = ()) -> dict[int, str]:
    """Return the GUIDs of *cards* that have none, by the ``id()`` of the cards.

    Of several with the same name, set code and number, the later ones are counted; so are those
    whose GUID is *taken*, as that of a card may be that was called so.
    """
    guids: dict[int, str] = {}
    uses: Counter[tuple[str, str, str]] = Counter()
    for card in cards:
        own = (card.name, telling_code(card.set_code), card.number or "")
        while True:
            uses[own] += 1
            counted = (str(uses[own]),) if uses[own] > 1 else ()
            guids[id(card)] = made_guid("card", *own, *counted)
            if "octgn" in card.ids or guids[id(card)] not in taken:
                break
    return guids


def set_of(extras: Mapping[str, Mapping[str, Any]]) -> str | None:
    """Return the GUID of the set that a card or a booster is of, if it is not the first."""
    own = extras.get("octgn", {}).get("set")
    return own if isinstance(own, str) else None


def sets_about(cardset: CardSet) -> tuple[Mapping[str, Any], ...]:
    """Return the data of each set that *cardset* was read from; may be empty."""
    sets = cardset.extras.get("octgn", {}).get("sets")
    known = sets if isinstance(sets, tuple) else ()
    return tuple(each for each in known if isinstance(each, Mapping))


def own_code(cardset: CardSet) -> str | None:
    """Return the code of *cardset*: the only one that its cards say, else its own.

    Its own counts before that of its cards if it is that of some, or if some have none.
    """
    codes = {card.set_code.lower(): card.set_code for card in cardset.cards if card.set_code}
    only = next(iter(codes.values())) if len(codes) == 1 else None
    own = cardset.code or None
    all_have_codes = all(card.set_code for card in cardset.cards)
    if own and only and all_have_codes and own.lower() != only.lower():
        return only
    return own or only


def key_of(code: str | None, guids: Iterable[str]) -> tuple[str, ...]:
    """Return the identity of a set or a game: its *code*, or else the *guids* of its cards."""
    telling = telling_code(code)
    return ("code", telling) if telling else ("cards", *sorted(guids))


def telling_code(code: str | None) -> str:
    """Return *code* as it tells sets apart; empty if it does not."""
    lower = (code or "").lower()
    return "" if lower == _NO_CODE else lower
