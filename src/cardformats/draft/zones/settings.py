"""Settings of kinds of draft: fields that check their values, and say what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import field

from ...errors import DraftError
from .game import MAX_CARDS


def _setting(
    default: Any, text: str, accepts: Callable[[Any], bool], values: str, **known: Any
) -> Any:
    """Define a setting; *values* describes those that it accepts."""

    def check(_: Any, attribute: Any, value: object) -> None:
        if not accepts(value):
            raise DraftError(f"{attribute.name} is {values}, not {value!r}")

    return field(default=default, validator=check, metadata={"text": text, **known})


def number(default: int, text: str, low: int = 1, high: int = MAX_CARDS) -> Any:
    """Define a setting that is a whole number; *text* describes it, for the command's help."""

    def accepts(value: Any) -> bool:
        return type(value) is int and low <= value <= high

    values = f"a whole number, from {low} to {high}"
    return _setting(default, text, accepts, values, low=low, high=high)


def flag(text: str, *, default: bool) -> Any:
    """Define a setting that is True or False."""
    return _setting(default, text, lambda value: type(value) is bool, "True or False")


def word(words: Iterable[str], text: str) -> Any:
    """Define a setting that is one of some words; the first is the default."""
    words = tuple(words)
    return _setting(words[0], text, words.__contains__, f"one of {', '.join(words)}", words=words)
