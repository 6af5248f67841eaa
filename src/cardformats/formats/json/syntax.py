"""What a document says: its JSON value, and where each part of it stands."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from ..json_text import JsonText


@frozen
class Document:
    """A decoded document.

    Attributes:
        text: finds the place of a value.
        data: the outermost object.
    """

    text: JsonText
    data: dict[str, Any]
