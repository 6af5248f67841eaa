"""Which printing a bare name refers to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from ..model import Card

Preference: TypeAlias = tuple[Any, ...]

#: The preferred language, unless another one is requested.
LANGUAGE = "en"
#: The language codes of Scryfall by the language names of MTGJSON.
LANGUAGES = {
    "Ancient Greek": "grc", "Arabic": "ar", "Chinese Simplified": "zhs",
    "Chinese Traditional": "zht", "English": "en", "French": "fr", "German": "de",
    "Hebrew": "he", "Italian": "it", "Japanese": "ja", "Korean": "ko", "Latin": "la",
    "Phyrexian": "ph", "Portuguese (Brazil)": "pt", "Quenya": "qya", "Russian": "ru",
    "Sanskrit": "sa", "Spanish": "es",
}  # fmt: skip

#: The layouts of objects that cannot be in a deck.
TOKENS = frozenset(
    "token double_faced_token emblem art_series planar scheme vanguard dungeon".split()  # noqa: SIM905 - readable
)
_NUMBER = re.compile(r"([0-9]{1,9})(.*)", re.DOTALL)


def preference(card: Card, language: str = LANGUAGE) -> Preference:
    """Return a sort key of *card*; the printing that a bare name refers to comes first.

    The criteria are, in this order: the requested *language*, on paper, not a promo, not oversized,
    not a token or similar, not from a joke set, the newest, the lowest collector number. The facts
    are those that the readers of ``mtgjson`` and ``scryfall`` leave in the card's extras, under
    their original names. Cards without such facts have equal keys, and come after cards with a
    date.
    """
    facts = facts_of(card)
    if not facts:
        return False, False, False, False, False, False, (1,), ()
    return _preference(card, facts, language)


def facts_of(card: Card) -> Mapping[str, Any]:
    """Return the facts about the printing in card data, by their original names.

    The mapping is empty if there is no card data.
    """
    return card.extras.get("scryfall") or card.extras.get("mtgjson") or {}


def number_order(number: str | None) -> tuple[int, int, str]:
    """Return a sort key of collector numbers: ``9``, ``10``, ``10a``, then other values."""
    match = _NUMBER.match(number or "")
    return (0, int(match[1]), match[2]) if match else (1, 0, number or "")


@lru_cache(1024)
def _newest_first(released: str) -> tuple[int, ...]:
    """Return a sort key of a date: newer dates come first, and a missing date last."""
    return (0, *(-int(digit) for digit in released if digit in "0123456789")) if released else (1,)


def _preference(card: Card, facts: Mapping[str, Any], language: str) -> Preference:
    written = facts.get("lang") or facts.get("language") or "en"
    paper = facts.get("games", facts.get("availability"))
    set_type = facts.get("set_type", facts.get("setType"))
    released = str(facts.get("released_at") or facts.get("releaseDate") or "")
    return (
        LANGUAGES.get(written, written) != language,
        bool(facts.get("digital") or facts.get("isOnlineOnly"))
        or (isinstance(paper, tuple) and paper != () and "paper" not in paper),
        bool(facts.get("promo") or facts.get("isPromo")) or set_type == "promo",
        bool(facts.get("oversized") or facts.get("isOversized")),
        facts.get("layout") in TOKENS or set_type == "token",
        bool(facts.get("isFunny"))
        or set_type == "funny"
        or facts.get("border_color", facts.get("borderColor")) == "silver"
        or facts.get("security_stamp", facts.get("securityStamp")) == "acorn",
        _newest_first(released),
        number_order(card.number),
    )
