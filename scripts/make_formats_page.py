"""Writes ``docs/reference/formats.md``: what each format can say, from what it declares.

With ``--check`` nothing is written; the exit status is 1 if the page is not what would be written.
"""

from __future__ import annotations

import sys
from pathlib import Path

from generated import Generated

from cardformats.formats.registry import REGISTRY

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "formats.md"

_INTRODUCTION = """\
# What formats can say

<!-- Written by scripts/make_formats_page.py; edit the capabilities of the formats instead. -->

What a format has no words for is reported when a card set is written to it,
with the [code](diagnostics.md#losses-on-write) of what is lost.
Where a cell has words, the format can say these only;
*partly* is what it can say of some cards, boosters or values and not of others,
as its own page says.
Values that a format cannot hold, a name with a line end, say, are not in this table.
"""


def page() -> str:
    """The text of the page."""
    known = [each for each in REGISTRY.all() if each.capabilities]
    known = [each for each in known if REGISTRY.provider(each.id) == "cardformats"]
    tables = [each.capabilities.table() for each in known if each.capabilities]
    heads = ["", *(f"[{each.id}](../formats/{each.id}.md)" for each in known)]
    rows = [heads, ["---"] * len(heads)]
    rows += [[title, *(each[title] for each in tables)] for title in tables[0]]
    return "\n".join([_INTRODUCTION, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


FILE = Generated(PAGE, page)

if __name__ == "__main__":
    sys.exit(FILE.main())
