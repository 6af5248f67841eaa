"""What the engine does with a line, in plain English."""

from __future__ import annotations

from ..english import explain
from .built import CardFacts
from .reader import reading
from .tree import tree


def explain_as_engine(
    line: str,
    key: str = "auto",
    card: CardFacts | None = None,
    target: str | None = None,
    *,
    attached: str = "",
) -> str:
    """Return what the engine does with *line*, in plain English.

    It can be something else than the line seems to say; compare ``explain``.

    Args:
        line: a line, with its macros expanded.
        key: the key that it stands behind, as ``auto``.
        card: what is known of the card.
        target: the card's ``target=``, as ``explain`` takes it.
        attached: as ``explain`` takes it.
    """
    if not line.strip():
        return ""
    read = reading(line, key, card)
    if read.crashes:
        note = next(note for note in read.notes if note.fate == "crash")
        return f"The engine crashes at `{line[note.start : note.end].strip()}`"
    done = tree(line, read, card)
    if done is None:
        return "Nothing: the engine builds nothing of this line"
    is_spell = card is not None and card.is_spell
    return explain(done, target, attached=attached, is_spell=is_spell)
