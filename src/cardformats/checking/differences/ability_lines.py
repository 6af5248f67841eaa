"""The lines of Wagic's ability language that cards have before and after, with their English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from ...formats.wagic.abilities import Script, scripts
from ...formats.wagic.abilities.about import english
from ...formats.wagic.abilities.find import KEY_RULES
from ...model import Card
from .values import AbilityChange, AbilityLine

#: Keys of what is kept of a card that are compared here.
KEYS: Final = frozenset((*KEY_RULES, "expanded"))


@frozen
class ChangedAbilities:
    """How the lines of two cards differ.

    Attributes:
        changes: the keys whose lines mean something else.
        is_rewritten: whether other lines are written otherwise, and mean the same.
    """

    changes: tuple[AbilityChange, ...] = ()
    is_rewritten: bool = False


def compare(old: Card, new: Card) -> ChangedAbilities:
    """Return the differences between the ability lines of two cards.

    They mean the same if they expand to the same.
    """
    written = [_written(card) for card in (old, new)]
    if written[0] == written[1]:
        return ChangedAbilities()
    sides = [_by_key(card) for card in (old, new)]
    changes = [
        change
        for key in dict.fromkeys((*sides[0], *sides[1]))
        for change in _change(key, old, new, sides[0].get(key, ()), sides[1].get(key, ()))
    ]
    return ChangedAbilities(tuple(changes), is_rewritten=not changes)


def _written(card: Card) -> Mapping[str, Any]:
    """Return the values of the ability keys of a card."""
    kept = card.extras.get("wagic", {})
    return {key: value for key, value in kept.items() if key in KEYS}


def _by_key(card: Card) -> dict[str, list[Script]]:
    by_key: dict[str, list[Script]] = {}
    for script in scripts(card):
        by_key.setdefault(script.key, []).append(script)
    return by_key


def _change(
    key: str, old: Card, new: Card, before: Sequence[Script], after: Sequence[Script]
) -> Iterator[AbilityChange]:
    """Yield the difference between the lines at a key, if there is one."""
    texts = [[script.text for script in side] for side in (before, after)]
    if texts[0] == texts[1]:
        return
    if Counter(texts[0]) == Counter(texts[1]):
        yield AbilityChange(key)
        return
    removed = [_line(each, old) for each in _only(before, texts[1])]
    added = [_line(each, new) for each in _only(after, texts[0])]
    yield AbilityChange(key, removed, added)


def _only(lines: Sequence[Script], others: Sequence[str]) -> Iterator[Script]:
    """Yield the lines that do not occur, or occur less often, among *others*."""
    left = Counter(others)
    for script in lines:
        left[script.text] -= 1
        if left[script.text] < 0:
            yield script


def _line(script: Script, card: Card) -> AbilityLine:
    return AbilityLine(script.text, english(script, card))
