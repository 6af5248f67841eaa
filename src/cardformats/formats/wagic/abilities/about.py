"""What the lines of a card are about, besides what they say."""

from __future__ import annotations

from typing import TypedDict

from ....model import Card
from .find import Script, scripts


class About(TypedDict, total=False):
    """What :func:`~.english.explain.explain` takes besides a line."""

    target: str | None
    attached: str


def kinds_of(card: Card) -> frozenset[str]:
    """The types and subtypes of the front of *card*, in lower case."""
    face = card.faces[0]
    return frozenset(each.lower() for each in (*face.types, *face.subtypes))


def about(card: Card, script: Script) -> About:
    """What *script*, a line of *card*, is about; those at ``auto=`` are about its ``target=``."""
    if script.key != "auto":
        return {}
    kinds = kinds_of(card)
    if "equipment" in kinds:
        return {"target": "creature", "attached": "equipped"}
    target = next((each.text for each in scripts(card) if each.key == "target"), None)
    return {"target": target, "attached": "enchanted" if "aura" in kinds else ""}
