"""Which booster of a card set is meant: by name, by id, and by the set that it is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from ..errors import CollationError
from ..model import Booster, CardSet

#: So many boosters are listed in a message.
_LISTED = 20


def set_label(cardset: CardSet, booster: Booster) -> str | None:
    """The name and code of the set that *booster* is of, where the card set has several sets."""
    return " / ".join(_listed_set(cardset, booster, ("name", "shortName"))) or None


def set_names(cardset: CardSet, booster: Booster) -> tuple[str, ...]:
    """What the set is called that *booster* is of: its name, its code and its id, as far as known.

    Where the card set lists no sets and has no code, a booster is called as its set is (Wagic).
    """
    listed = _listed_set(cardset, booster, ("name", "shortName", "id"))
    if listed:
        return listed
    own = cardset.code is None and booster.id is not None
    names = (booster.name, booster.id) if own else (cardset.name, cardset.code)
    return tuple(filter(None, names))


def _listed_set(cardset: CardSet, booster: Booster, keys: Sequence[str]) -> tuple[str, ...]:
    """What the list of sets says of the one that *booster* is of; of all that have its id.

    Formats whose card sets can hold several sets list them as ``sets`` in what they keep of the
    card set, and keep for a booster the id of its ``set``, unless that is the first one.
    """
    for format_id, kept in cardset.extras.items():
        listed = kept.get("sets")
        sets = [each for each in listed if isinstance(each, Mapping)] if _is_list(listed) else []
        if sets:
            own = booster.extras.get(format_id, {}).get("set", sets[0].get("id"))
            found = [each.get(key) for key in keys for each in sets if each.get("id") == own]
            return tuple(dict.fromkeys(each for each in found if each and isinstance(each, str)))
    return ()


def _is_list(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def boosters_of(cardset: CardSet, of_set: str | None) -> Sequence[Booster]:
    """The boosters of a set, by its name, code or id in any case; all if none is named.

    Raises:
        CollationError: there are none.
    """
    if of_set is None:
        return cardset.boosters
    wanted = of_set.lower()
    names = {id(booster): set_names(cardset, booster) for booster in cardset.boosters}
    found = [
        booster for booster in cardset.boosters if wanted in map(str.lower, names[id(booster)])
    ]
    if not found:
        labels = (set_label(cardset, each) or each.name for each in cardset.boosters)
        known = dict.fromkeys(filter(None, labels))
        message = f"no set {of_set!r} has a booster; there are {_listed([*known])}"
        raise CollationError(message)
    return found


def booster_called(cardset: CardSet, name: str, of_set: str | None = None) -> Booster:
    """The one booster of that name or id, of a set if one is named; an id goes before names.

    Raises:
        CollationError: there is none, or more than one.
    """
    candidates = boosters_of(cardset, of_set)
    found = [each for each in candidates if each.id == name]
    found = found or [each for each in candidates if each.name == name]
    if not found:
        known = dict.fromkeys(_described(cardset, each) for each in candidates)
        message = f"there is no booster {name!r}; there are {_listed([*known])}"
        raise CollationError(message)
    if len(found) > 1:
        listed = _listed([_described(cardset, each) for each in found])
        message = (
            f"{len(found)} boosters are called {name!r}: {listed}; "
            "say which by its id or its set (of_set=, or --set)"
        )
        raise CollationError(message)
    return found[0]


def _described(cardset: CardSet, booster: Booster) -> str:
    """A booster with its id and its set."""
    label = set_label(cardset, booster)
    known = [f"id {booster.id}"] * bool(booster.id) + [f"of {label}"] * bool(label)
    return f"{booster.name!r}" + (f" ({', '.join(known)})" if known else "")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more} more" if more > 0 else "")
