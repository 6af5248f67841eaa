"""The lines of abilities that a card has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import frozen

from ....model import Card
from ..fields import SCRIPT_KEYS
from .lines import Line
from .reading import parse

#: What the values of keys are; those that are not here are no abilities.
RULES: Final[Mapping[str, str]] = {
    **dict.fromkeys(SCRIPT_KEYS - {"abilities"}, "ability"),
    "target": "target",
    **dict.fromkeys(("restriction", "otherrestriction"), "conditions"),
    **dict.fromkeys(("kicker", "multikicker", "buyback", "flashback", "retrace", "other"), "price"),
}


@frozen
class Script:
    """A line of a card.

    Attributes:
        key: the key it stands at, e.g. ``auto`` or ``autograveyard``.
        text: the line, with its macros expanded.
    """

    key: str
    text: str

    @property
    def rule(self) -> str:
        """The rule that the text is read by."""
        return RULES[self.key]

    @property
    def line(self) -> Line:
        """The tree of the text, read when it is asked for."""
        return parse(self.text, self.rule)


def scripts(card: Card) -> tuple[Script, ...]:
    """The lines that say what *card* does, key by key, as :func:`cardformats.read` found them."""
    return tuple(_scripts(card))


def _scripts(card: Card) -> Iterator[Script]:
    kept = card.extras.get("wagic")
    if not isinstance(kept, Mapping):
        return
    expanded = kept.get("expanded")
    for key in kept:
        if key in RULES:
            values = kept[key]
            if isinstance(expanded, Mapping):
                values = expanded.get(key, values)
            for text in values if isinstance(values, tuple) else (values,):
                yield Script(key, str(text))
