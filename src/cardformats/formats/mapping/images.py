"""Addresses of images, made of what a set and a card are called."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final
from urllib.parse import quote

from attrs import frozen

from ...model import FrozenDict
from ...model.frozen import EMPTY
from .option import GRAMMAR
from .templates import MAX_LENGTH

#: What an address may be made of.
PLACEHOLDERS: Final = (
    "{game}", "{set}", "{set_id}", "{set_name}", "{id}", "{number}", "{number:unpadded}", "{name}",
    "{type}",
)  # fmt: skip
_PLACEHOLDER: Final = GRAMMAR.rule("placeholder")


@lru_cache(maxsize=256)
def parts_of(template: str) -> tuple[str, ...]:
    """Split the template of an address into texts and, at each second place, placeholders.

    Raises:
        ValueError: If a placeholder is unknown, or the template is too long.
    """
    if len(template) > MAX_LENGTH:
        raise ValueError(f"there are more than {MAX_LENGTH} characters")
    parts = tuple(_PLACEHOLDER.split(template))
    for part in parts[1::2]:
        if part not in PLACEHOLDERS:
            raise ValueError(f"{part!r} is unknown; there are {', '.join(PLACEHOLDERS)}")
    if stray := next((char for part in parts[::2] for char in part if char in "{}"), None):
        raise ValueError(f"{stray!r} has no counterpart")
    return parts


def _unpadded(number: str) -> str:
    """Return *number* without leading zeros; a zero alone stays."""
    digits = number.lstrip("0")
    return digits if digits == number or digits[:1].isalnum() else f"0{digits}"


@frozen
class ImageSet:
    """What addresses of images of a set's cards are made of.

    Attributes:
        templates: the address by the kind of the face.
        game, set_id: the GUIDs.
        code, name: those of the set.
    """

    templates: Mapping[str, str] = EMPTY
    game: str = ""
    set_id: str = ""
    code: str = ""
    name: str = ""

    @cached_property
    def _parts(self) -> Mapping[str, tuple[str, ...]]:
        """Return the parts of addresses by kind of face, with the values of the set filled in."""
        values = {
            "{game}": self.game,
            "{set}": self.code,
            "{set_id}": self.set_id,
            "{set_name}": self.name,
        }
        known = {name: quote(value, safe="", errors="replace") for name, value in values.items()}
        return {
            kind: tuple(known.get(part) or part for part in parts_of(template))
            for kind, template in self.templates.items()
        }

    def images(
        self, kind: str, name: str, type_: str, id_: str, number: str, lacks: set[str]
    ) -> Mapping[str, str]:
        """Return the images of a face by language; empty if a value is missing.

        Args:
            kind: what kind of face it is.
            name: its name.
            type_: the type of the alternate that it is; empty for the front.
            id_: the GUID of the card.
            number: its collector number; empty if it has none.
            lacks: what is lacking is put into it.
        """
        parts = self._parts.get(kind)
        if parts is None:
            return EMPTY
        values = {
            "{id}": id_,
            "{number}": number,
            "{number:unpadded}": _unpadded(number),
            "{name}": name,
            "{type}": type_,
        }
        address = list(parts)
        for place in range(1, len(parts), 2):
            part = parts[place]
            if part not in PLACEHOLDERS:
                continue
            value = values.get(part, "")
            if not value and not (part == "{type}" and kind == "front"):
                lacks.add(part)
                return EMPTY
            address[place] = quote(value, safe="", errors="replace")
        return FrozenDict({"en": "".join(address)})
