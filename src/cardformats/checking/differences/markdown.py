"""What is different, as Markdown for a pull request: short, with the details folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from .text import (
    card_lines,
    card_title,
    changed_cards,
    field_line,
    heading,
    in_words,
    limited,
    odds_lines,
    odds_title,
    rest,
    summary,
)
from .values import Differences, SetChange

#: A comment of a pull request has at most 65,536 characters.
_MOST: Final = 60_000
_FENCE: Final = re.compile(r"`{3,}")


def markdown(differences: Differences, limit: int | None = 20) -> str:
    """Return the differences, at most *limit* of each kind; all if that is None.

    What would be more than a comment can hold is left out, and that is said.
    """
    parts = [f"**{_text(summary(differences))}**\n"]
    room = _MOST - len(parts[0])
    sections = list(_sections(differences, limit))
    for number, section in enumerate(sections):
        if limit is not None and len(section) > room:
            parts.append(f"\n… and {len(sections) - number} more sections.\n")
            break
        parts.append(section)
        room -= len(section)
    return "\n".join(parts)


def _sections(differences: Differences, limit: int | None) -> Iterator[str]:
    for each in differences.sets:
        counts = in_words(each.tally) or "no card is different"
        yield _folded(f"{heading(each)}: {counts}", [*_lines(each, limit)])
    if differences.moves:
        lines = [f"{each.card}: {each.old} → {each.new}" for each in differences.moves]
        yield _folded(f"{len(lines)} moved to other sets", [*limited("", lines, limit)])
    if differences.others:
        title = f"{len(differences.others)} other files different"
        yield _folded(title, [*limited("", differences.others, limit)])


def _folded(title: str, lines: Sequence[str]) -> str:
    """Return a foldable section whose lines are colored as a patch."""
    text = "\n".join(lines)
    fence = max((*_FENCE.findall(text), "``"), key=len) + "`"
    summary_ = f"<details><summary>{escape(title)}</summary>"
    return f"{summary_}\n\n{fence}diff\n{text}\n{fence}\n\n</details>\n"


def _lines(change: SetChange, limit: int | None) -> Iterator[str]:
    yield from limited("+ ", [*map(str, change.added)], limit)
    yield from limited("- ", [*map(str, change.removed)], limit)
    for each in changed_cards(change)[:limit]:
        yield f"! {card_title(each)}"
        yield from (line if line[0] in "+-" else f"  {line}" for line in card_lines(each))
    yield from rest("  ", len(change.changed), limit)
    rewritten = [f"{each}: written otherwise, and the same" for each in change.rewritten]
    yield from limited("  ", rewritten, limit)
    yield from limited("! macro ", [*map(field_line, change.macros)], limit)
    yield from limited("! ", [*map(field_line, change.settings)], limit)
    for odds in change.odds:
        yield f"@@ {odds_title(odds)} @@"
        yield from limited("  ", [*odds_lines(odds)], limit)


def _text(text: str) -> str:
    """Return a text with the special characters of Markdown and HTML escaped."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
