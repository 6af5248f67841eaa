"""Cards of version 4, as version 5 has them."""

from __future__ import annotations

from typing import Any, Final

from .syntax import FACES, IDENTIFIERS
from .values import is_strings

#: The members that say which finishes a card has.
_FINISHES: Final = {"nonfoil": "hasNonFoil", "foil": "hasFoil"}


def modern(item: Any, code: str) -> Any:
    """*item*, a card of the set *code*, with the members of version 5.

    Version 4 calls faces by their own names, has ids among the other members, some of them numbers,
    says of each finish whether there is a card with it, and does not name the set.
    """
    if not isinstance(item, dict) or "identifiers" in item:
        return item
    names = item.get("names")
    finishes = [word for word, key in _FINISHES.items() if item.get(key) is True]
    own: dict[str, Any] = {"setCode": code, "identifiers": _identifiers(item)} | item
    if finishes:
        own.setdefault("finishes", finishes)
    if isinstance(names, list) and len(names) > 1 and is_strings(names):
        own["faceName"] = item.get("name")
        is_melded = item.get("layout") == "meld" and str(item.get("number")).endswith("b")
        if not is_melded:
            own["name"] = FACES.join(names)
    return own


def _identifiers(item: dict[str, Any]) -> dict[str, str]:
    return {
        name: str(item[name]) for name in IDENTIFIERS.values() if type(item.get(name)) in (int, str)
    }
