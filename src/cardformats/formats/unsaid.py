"""Which properties of a face are lost where a format has no place for properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..model import Face


def lost_properties(face: Face, written: Iterable[Any] = ()) -> Iterator[str]:
    """The properties of *face* whose content is in none of the texts that are *written* for it.

    An empty property has none.  That a number is written says nothing: it may be another one.
    """
    if not face.properties:
        return
    texts = {_comparable(each) for each in written if isinstance(each, str)}
    for name, value in face.properties.items():
        text = _comparable("" if value is None else str(value))
        if text and (text.isnumeric() or text not in texts):
            yield name


def _comparable(text: str) -> str:
    return "\n".join(text.split("\r\n")).strip()
