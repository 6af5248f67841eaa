"""What the lines of a card say in English, about what else the card says they are about."""

from __future__ import annotations

from typing import TypedDict

from ....model import Card
from ..fields import MACRO_NAME
from .engine.built import CardFacts
from .engine.english import explain_as_engine
from .english import explain
from .find import Script, scripts


class _About(TypedDict, total=False):
    """What :func:`~.english.explain.explain` takes besides a line."""

    target: str | None
    attached: str


def _kinds_of(card: Card) -> frozenset[str]:
    """Return the types and subtypes of the front of *card*, in lower case."""
    face = card.faces[0]
    return frozenset(each.lower() for each in (*face.types, *face.subtypes))


def _about(card: Card, script: Script) -> _About:
    """Return the target of *script*, a line of *card*: its ``target=`` for a line at ``auto=``."""
    if script.key != "auto":
        return {}
    kinds = _kinds_of(card)
    if "equipment" in kinds:
        return {"target": "creature", "attached": "equipped"}
    target = next((each.text for each in scripts(card) if each.key == "target"), None)
    return {"target": target, "attached": "enchanted" if "aura" in kinds else ""}


def english(script: Script, card: Card | None = None, *, as_engine: bool = False) -> str:
    """Explain *script*, a line of *card* if that is known; a line with a macro is unchanged.

    A macro that is still there is not known, and without it the rest is not understood.  The
    engine's reading is given for lines of abilities if it is wanted.
    """
    if MACRO_NAME.search(script.text):
        return f"`{script.text}`"
    facts = CardFacts(types=frozenset() if card is None else _kinds_of(card))
    what = {} if card is None else _about(card, script)
    if as_engine and script.rule == "ability":
        return explain_as_engine(script.text, script.key, facts, **what)
    is_spell = facts.is_spell and script.key == "auto"
    return explain(script.line, is_spell=is_spell, **what)
