"""Settings of kinds of draft: fields that check their values, and say what they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field

from ...errors import DraftError
from .game import MAX_CARDS


def number(default: int, text: str, low: int = 1, high: int = MAX_CARDS) -> Any:
    """Define a setting that is a whole number; *text* describes it, for the command's help."""

    def check(_: Any, attribute: Any, value: object) -> None:
        if type(value) is not int or not low <= value <= high:
            limits = f"from {low} to {high}"
            raise DraftError(f"{attribute.name} is a whole number, {limits}, not {value!r}")

    limits = {"low": low, "high": high}
    return field(default=default, validator=check, metadata={"text": text, **limits})


def flag(text: str, *, default: bool) -> Any:
    """Define a setting that is True or False."""

    def check(_: Any, attribute: Any, value: object) -> None:
        if type(value) is not bool:
            raise DraftError(f"{attribute.name} is True or False, not {value!r}")

    return field(default=default, validator=check, metadata={"text": text})


def word(words: Iterable[str], text: str) -> Any:
    """Define a setting that is one of some words; the first is the default."""
    words = tuple(words)

    def check(_: Any, attribute: Any, value: object) -> None:
        if value not in words:
            raise DraftError(f"{attribute.name} is one of {', '.join(words)}, not {value!r}")

    return field(default=words[0], validator=check, metadata={"text": text, "words": words})
