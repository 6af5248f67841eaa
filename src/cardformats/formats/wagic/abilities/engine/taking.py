"""What an effect takes from its text: an amount, a player, how long it lasts, what is done too."""

from __future__ import annotations

from typing import Final

from ...lexicon import Search
from .built import BuiltAbility
from .cutting import NO_TEXT, inside
from .parts import LinePart, LineReader

#: Players, of which the last one of these that a text has counts; a space must precede it.
WHO: Final = ("controller", "opponent", "targetcontroller", "targetedplayer", "owner")
_UNTIL: Final = (("forever", "forever"), ("uynt", "next turn"), ("uent", "next end"))


def taken(
    reader: LineReader, part: LinePart, effect: Search, values: dict[str, str] | None = None
) -> BuiltAbility:
    """Return an effect, with what stands behind its word and what else its text says."""
    written = part.text.text
    start = written.find(effect.sought)
    end = start + len(effect.sought)
    if values is None:
        values = {}
    elif effect.sought.endswith("("):
        end = written.find(")", end) + 1 or len(written)
    if effect.shape != "word" and "amount" not in values:
        stop = " " if effect.shape == "quantity" else ")"
        behind = written.find(stop, end)
        values["amount"] = written[end : behind if behind >= 0 else None]
        end = len(written) if behind < 0 else behind + (stop == ")")
    if effect.who and (name := who(written)):
        values["who"] = name
    if part.name:
        values["name"] = part.name
    if effect.result == "prevention":
        values |= _prevented(part, effect.sought)
    elif effect.result == "swap":
        values["until"] = "turn"
    inner = also(reader) if effect.also else ()
    return reader.built(effect.result, values, inner, part.text, start, end)


def also(reader: LineReader) -> tuple[BuiltAbility, ...]:
    """Build the ability that ``and!(`` adds to an effect."""
    stored, reader.stores.also = reader.stores.also, NO_TEXT
    if not stored.text:
        return ()
    ability = reader.ability(stored)
    return () if ability is None else (ability,)


def _prevented(part: LinePart, word: str) -> dict[str, str]:
    values = {"type": word}
    if word == "fog" or lasts_a_turn(part):
        values["until"] = "turn"
    for end in ("to", "from"):
        if (whose := inside(part.text.text, f"{end}(", ")")) is not None:
            values[end] = whose
    return values


def who(written: str) -> str:
    """Return the player that a text names."""
    for name in reversed(WHO):
        if f" {name}" in written:
            return name
    return ""


def lasts_a_turn(part: LinePart) -> bool:
    """Return whether the text, or what is around it, says that it ends with the turn."""
    return part.is_brief or "ueot" in part.text.text


def ends_with_the_turn(reader: LineReader, part: LinePart) -> bool:
    """Return whether it ends with the turn, as all that spells do unless they say otherwise."""
    written = part.text.text
    return lasts_a_turn(part) or (
        reader.facts.is_spell and not any(word in written for word, _ in _UNTIL)
    )


def until(part: LinePart) -> dict[str, str]:
    """Return how long a card stays what it becomes, if a text has that."""
    written = part.text.text
    for word, end in _UNTIL:
        if word in written:
            return {"until": end}
    return {"until": "turn"} if lasts_a_turn(part) or "oneshot" in written else {}
