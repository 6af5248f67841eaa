"""What is different, as Markdown for a pull request: short, with the details folded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from .text import sections, summary
from .values import Differences

#: A comment of a pull request has at most 65,536 characters.
_MOST: Final = 60_000
_FENCE: Final = re.compile(r"`{3,}")


def markdown(differences: Differences, limit: int | None = 20) -> str:
    """Return the differences, at most *limit* of each kind; all if that is None.

    Text beyond the maximum length of a comment is omitted, and the result says so.
    """
    parts = [f"**{_text(summary(differences))}**\n"]
    left = _MOST - len(parts[0])
    folded = [_folded(title, [*lines]) for title, lines in sections(differences, limit)]
    for number, section in enumerate(folded):
        if limit is not None and len(section) > left:
            parts.append(f"\n… and {len(folded) - number} more sections.\n")
            break
        parts.append(section)
        left -= len(section)
    return "\n".join(parts)


def _folded(title: str, lines: Sequence[str]) -> str:
    """Return a foldable section whose lines are colored as a patch."""
    text = "\n".join(map(_colored, lines))
    fence = max((*_FENCE.findall(text), "``"), key=len) + "`"
    summary_ = f"<details><summary>{escape(title)}</summary>"
    return f"{summary_}\n\n{fence}diff\n{text}\n{fence}\n\n</details>\n"


def _colored(line: str) -> str:
    """Return a line as a patch has it, in which only the first character gives a color."""
    mark, text = line.lstrip()[:2], line.lstrip()
    return text if mark in ("+ ", "- ") else f"! {text[2:]}" if line.startswith("* ") else line


def _text(text: str) -> str:
    """Return a text with the special characters of Markdown and HTML escaped."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
