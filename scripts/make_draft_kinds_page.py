"""Writes the settings of the kinds of draft into ``docs/reference/draft-kinds.md``.

What stands between the marks of a kind, ``<!-- winston -->`` and ``<!-- -->``, is written from what
the kind says of itself; the rest of the page is not touched.

With ``--check`` nothing is written; the exit status is 1 if the page is not what would be written.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from attrs import Attribute, fields
from generated import Generated

from cardformats import draft

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "draft-kinds.md"
MARKED = re.compile(r"^<!-- ([\w-]+) -->\n.*?^<!-- -->$", re.MULTILINE | re.DOTALL)


def page() -> str:
    """The text of the page."""
    return MARKED.sub(_marked, PAGE.read_text("utf-8"))


def _marked(match: re.Match[str]) -> str:
    """What stands between the marks of a kind, and the marks."""
    kind = draft.draft_kind(match[1])
    players = str(kind.least) if kind.least == kind.most else f"{kind.least} to {kind.most}"
    lines = [f"`{kind.name}`: {kind.text}. Players: {players}.", ""]
    if rows := [_row(each) for each in fields(kind.settings)]:
        lines += ["| setting | default | values | what it is |", "|---|---|---|---|", *rows, ""]
    return "\n".join([f"<!-- {kind.name} -->", *lines, "<!-- -->"])


def _row(setting: Attribute[Any]) -> str:
    about = setting.metadata
    if "words" in about:
        values = ", ".join(f"`{word}`" for word in about["words"])
    elif "low" in about:
        values = f"{about['low']} to {about['high']}"
    else:
        values = "yes or no"
    default: Any = setting.default
    shown = ("no", "yes")[default] if type(default) is bool else default
    return f"| `{setting.name}` | `{shown}` | {values} | {about['text']} |"


FILE = Generated(PAGE, page)

if __name__ == "__main__":
    sys.exit(FILE.main())
