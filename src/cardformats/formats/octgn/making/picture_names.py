"""Which card a picture of a maker is of: names of files by a rule, however they are spelled."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from ....catalog import folded
from ....errors import OptionError
from ...mapping.option import GRAMMAR
from ..pictures import picture
from .faces import GameFace

#: What is tried, in order, where no rule is named; the ids go before.
USUAL: Final = (
    "{set}/{number}",
    "{set}/{number} {name}",
    "{set}/{name}",
    "{set} {number}",
    "{set} {number} {name}",
    "{set} {name}",
    "{number}",
    "{number} {name}",
    "{name}",
)
_FIELD: Final = GRAMMAR.rule("property")
_FIELDS: Final = ("id", "name", "number", "set", "set_id", "type")
_ID: Final = "{id}"
_ZEROS: Final = re.compile(r"(?<!\d)0+(?=\d)")


def plain(text: str) -> str:
    """Return *text* without case, accents, punctuation and leading zeros."""
    return folded(_ZEROS.sub("", text)) or text.strip()


class PictureNames:
    """The names that pictures of some faces can have."""

    def __init__(self, faces: Sequence[GameFace], rule: str | None = None) -> None:
        """Name *faces* by the *rule*, as ``{set}/{number}``; by the ids and usual ones if None.

        Raises:
            OptionError: If the rule has an unknown field, or no field.
        """
        names = _FIELD.findall(rule or "")
        if rule is not None and (not names or not set(names) <= {*_FIELDS}):
            known = ", ".join(f"{{{name}}}" for name in _FIELDS)
            raise OptionError(f"a rule for names is made of {known}; {rule!r} is not")
        self.faces = faces
        self.rules = (_ID, *USUAL) if rule is None else (rule,)
        self._by_name = {rule: self._table(rule) for rule in self.rules}

    def _table(self, rule: str) -> dict[tuple[str, ...], list[GameFace]]:
        table: defaultdict[tuple[str, ...], list[GameFace]] = defaultdict(list)
        for face in self.faces:
            for name in dict.fromkeys(_names(rule, face)):
                table[name].append(face)
        return table

    def matches(self, path: str) -> Sequence[GameFace]:
        """Return the faces that the file *path* may show; a unique match wins.

        Of none of the rules gives one, those of the first that gives any are the result.
        """
        above = path.rpartition(".")[0].split("/")
        several: Sequence[GameFace] = ()
        for rule in self.rules:
            parts = above[-1 - rule.count("/") :]
            key = _id_of(path) if rule == _ID else tuple(map(plain, parts))
            some = self._by_name[rule].get(key, ())
            if len(some) == 1:
                return some
            several = several or some
        return several


def _id_of(path: str) -> tuple[str, ...]:
    """Return the GUID and type in the name of a file that OCTGN accepts."""
    own = picture(path)
    return own.key if own is not None else ()


def _names(rule: str, face: GameFace) -> Iterator[tuple[str, ...]]:
    """Yield the parts of a path for a picture of *face* by *rule*."""
    of_type = face.picture.type
    if rule == _ID:
        yield face.picture.key
        return
    values = {
        "id": (face.picture.id,),
        "name": (face.name,),
        "number": (face.number,),
        "set": tuple(filter(None, (face.set_code, face.set_name))),
        "set_id": (face.set_id,),
        "type": (of_type,),
    }
    fields = [name for name in _FIELD.findall(rule) if name]
    tells_type = "type" in fields
    optional = ("type",)
    for chosen in product(*(values[name] for name in fields)):
        if not all(text or name in optional for name, text in zip(fields, chosen, strict=True)):
            continue
        texts = iter(chosen)
        name = _FIELD.sub(lambda _, texts=texts: next(texts), rule)  # type: ignore[misc] # default
        if not of_type or tells_type:
            yield tuple(map(plain, name.split("/")))
            continue
        yield tuple(map(plain, f"{name} {of_type}".split("/")))
        if "name" in fields and face.name:
            yield tuple(map(plain, name.split("/")))


def shown(faces: Iterable[GameFace]) -> str:
    """Return a few of *faces* in words."""
    names = [f"{face.name} ({face.set_name} {face.number})".replace(" )", ")") for face in faces]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")  # noqa: PLR2004 - a few
