"""Which property of a game is a card's cost, type, text, …."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import asdict, fields, frozen

#: What properties of each role are usually called, in lower case and without spaces; the first
#: that a game has is taken.
_USUAL_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "mana_cost": ("manacost", "cost"),
    "mana_value": ("cmc", "convertedmanacost", "manavalue"),
    "colors": ("color", "colors", "colour", "colours"),
    "types": ("type", "types", "cardtype", "typeline"),
    "subtypes": ("subtype", "subtypes", "traits"),
    "text": (
        *("rules", "rulestext", "text", "cardtext", "oracletext", "gametext", "ability"),
        *("abilitytext", "specialability"),
    ),
    "power": ("power", "strength"),
    "toughness": ("toughness",),
    "loyalty": ("loyalty",),
    "rarity": ("rarity",),
    "number": ("number", "collectornumber", "cardnumber", "setnumber"),
}


@frozen
class Roles:
    """The property that has each role; empty if there is none.

    The mana value has no field of its own: it is that of the cost.
    """

    mana_cost: str = ""
    mana_value: str = ""
    colors: str = ""
    types: str = ""
    subtypes: str = ""
    text: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""
    rarity: str = ""
    number: str = ""

    @classmethod
    def guess(cls, properties: Iterable[str]) -> Roles:
        """Guess the roles by the names of *properties*."""
        names: dict[str, str] = {}
        for name in properties:
            words = name.lower().replace("_", " ").replace("-", " ").split()
            names.setdefault("".join(words), name)
        return cls(
            **{
                role: next((names[each] for each in usual if each in names), "")
                for role, usual in _USUAL_NAMES.items()
            }
        )

    @property
    def is_magic(self) -> bool:
        """Return whether types are separate words, as in Magic, and not one phrase."""
        return "" not in self.of_magic

    @property
    def of_magic(self) -> tuple[str, ...]:
        """Return the properties by which Magic is recognised; empty texts for those missing."""
        return self.mana_cost, self.colors, self.types, self.power, self.toughness

    def to_dict(self) -> dict[str, str]:
        """Return the roles that have a property, with it."""
        return {role: name for role, name in asdict(self).items() if name}


ROLES: Final = tuple(each.name for each in fields(Roles))
