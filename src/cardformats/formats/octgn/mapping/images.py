"""Addresses of images, made of what a set and a card are called."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final
from urllib.parse import quote

from attrs import frozen

from ....model import Face
from ....model.frozen import EMPTY

#: What an address may be made of.
PLACEHOLDERS: Final = (
    "{game}", "{set}", "{set_id}", "{set_name}", "{id}", "{number}", "{number:unpadded}", "{name}",
    "{type}",
)  # fmt: skip
_PLACEHOLDER: Final = re.compile(r"(\{[^{}]*\})")
_ZEROS: Final = re.compile(r"\A0+(?=\w)")


@lru_cache(maxsize=256)
def parts_of(template: str) -> tuple[str, ...]:
    """What an address is made of: texts, and placeholders at each second place.

    Raises:
        ValueError: a placeholder is unknown.
    """
    parts = tuple(_PLACEHOLDER.split(template))
    for part in parts[1::2]:
        if part not in PLACEHOLDERS:
            raise ValueError(f"{part!r} is unknown; there are {', '.join(PLACEHOLDERS)}")
    if stray := next((char for part in parts[::2] for char in part if char in "{}"), None):
        raise ValueError(f"{stray!r} stands alone")
    return parts


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

    def addresses(
        self, faces: Sequence[Face], types: Sequence[str], id_: str, number: str, lacks: set[str]
    ) -> list[dict[str, str]]:
        """The images of each of the *faces* of a card, by language; empty if something is lacking.

        Args:
            faces: the faces.
            types: the types of the alternates that all but the first are.
            id_: the GUID of the card.
            number: its collector number; empty if it has none.
            lacks: what is lacking is put into it.
        """
        of_set = {
            "{game}": self.game,
            "{set}": self.code,
            "{set_id}": self.set_id,
            "{set_name}": self.name,
            "{id}": id_,
            "{number}": number,
            "{number:unpadded}": _ZEROS.sub("", number),
        }
        images = []
        for face, type_ in zip_longest(faces, ("", *types[: len(faces) - 1]), fillvalue=""):
            assert isinstance(face, Face)  # noqa: S101 - there are no more types
            values = of_set | {"{name}": face.name, "{type}": type_}
            address = self._address(face.kind, values, lacks)
            images.append({"en": address} if address else {})
        return images

    def _address(self, kind: str, values: Mapping[str, str], lacks: set[str]) -> str:
        template = self.templates.get(kind)
        if template is None:
            return ""
        parts = list(parts_of(template))
        for place in range(1, len(parts), 2):
            value = values[parts[place]]
            if not value and not (parts[place] == "{type}" and kind == "front"):
                lacks.add(parts[place])
                return ""
            parts[place] = quote(value, safe="", errors="replace")
        return "".join(parts)
