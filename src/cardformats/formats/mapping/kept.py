"""What a card set remembers of the game of its cards, whichever format it was read from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve

from ...model import CardSet, FrozenDict
from ...model.frozen import EMPTY
from ..capabilities import FIELDS, NONE, Capabilities
from .game_mapping import BadMappingError, GameMapping
from .roles import ROLES

#: The key of the game in what is kept for a format.
GAME: Final = "game"
#: What is true of a game in every format.
_COMMON: Final = ("name", "properties", "roles", "mapping")


def game_of(cardset: CardSet, format_id: str) -> Mapping[str, Any]:
    """Return what a format kept of the game of *cardset*, or else another format."""
    own = cardset.extras.get(format_id, EMPTY).get(GAME)
    if isinstance(own, Mapping):
        return own
    games = (each.get(GAME) for each in cardset.extras.values())
    other = next((each for each in games if isinstance(each, Mapping)), EMPTY)
    return {key: other[key] for key in _COMMON if key in other}


def mapping_in(game: Mapping[str, Any]) -> GameMapping | None:
    """Return the mapping with which a *game* was read; None if it has none."""
    roles, parts = game.get("roles"), game.get("mapping")
    if not isinstance(roles, Mapping):
        return None
    fields = {role: str(roles.get(role, "")) for role in ROLES}
    try:
        known = parts if isinstance(parts, Mapping) else {}
        return GameMapping.from_dict({**known, "fields": fields})
    except BadMappingError:  # not as it was read
        return GameMapping(fields=fields)


def with_mapping(can: Capabilities, mapping: GameMapping) -> Capabilities:
    """Return the capabilities of a format, limited to the fields that the mapping of a game has."""
    roles = mapping.roles
    fields = {name for name in FIELDS if getattr(roles, name, "") or name in mapping.templates}
    return evolve(
        can,
        fields=frozenset({*fields, *(("supertypes", "subtypes") if "types" in fields else ())}),
        numbers=bool(roles.number),
        rarities=None if roles.rarity else NONE,
        images=bool(mapping.images),
    )


def about_game(
    name: str | None, properties: Mapping[str, str], mapping: GameMapping
) -> dict[str, Any]:
    """Return what is kept of a game: its name, its properties with their types, and its mapping."""
    about: dict[str, Any] = {
        "properties": FrozenDict(properties),
        "roles": FrozenDict(mapping.roles.to_dict()),
    }
    if parts := {key: each for key, each in mapping.to_dict().items() if key != "fields"}:
        about["mapping"] = FrozenDict(parts)
    return about if name is None else {**about, "name": name}
