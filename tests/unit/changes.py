"""Changes of one card, and the lines of a text in which they are seen."""

from __future__ import annotations

import difflib

from attrs import evolve


def with_front(cardset, which, /, **changes):
    """The set with other values of the front of a card, which is given by its name or itself."""
    card = cardset.card(which) if isinstance(which, str) else which
    faces = [evolve(card.faces[0], **changes), *card.faces[1:]]
    return cardset.replacing(card, evolve(card, faces=faces))


def lines_changed(before, after):
    """The lines that are gone and new, marked by «-» and «+»."""
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in diff if line[0] in "+-" and line[:3] not in ("+++", "---")]
