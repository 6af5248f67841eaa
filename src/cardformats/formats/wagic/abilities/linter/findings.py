"""What checks of abilities report."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import field, frozen

from .codes import AbilityCode


@frozen
class Finding:
    """Something that is wrong in a line.

    Attributes:
        code: what kind of thing.
        start: where it begins, in characters from the beginning of the line.
        end: where it ends.
        data: what the message of the code is filled from.
        word: what was perhaps meant otherwise.
        known: what it could be instead.
        notes: what else there is to say.
    """

    code: AbilityCode
    start: int
    end: int
    data: dict[str, Any]
    word: str = ""
    known: Collection[str] = field(default=(), repr=False)
    notes: tuple[str, ...] = field(default=())

    @property
    def message(self) -> str:
        """What is wrong, in a sentence."""
        return self.code.template.format_map(self.data)
