"""Writes the page of cards whose texts and abilities differ, of the trees of card files.

The trees are those of the folder ``CARDFORMATS_CORPUS``.  With ``--check`` nothing is written; the
exit status is 1 if the page is not what would be written.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from generated import Generated

import cardformats as cf
from cardformats.diagnostics import Diagnostic
from cardformats.formats.wagic.abilities.text_check.cards import check_texts
from cardformats.formats.wagic.abilities.text_check.codes import TextCode

ROOT: Final = Path(__file__).parent.parent
TREES: Final = ("2016", "2021", "2026")
#: More findings than any tree has.
_MANY: Final = 1_000_000

#: The findings that are grouped under one title.
_TITLES: Final = {
    TextCode.OTHER_AMOUNT: "Numbers of cards, damage and life",
    TextCode.OTHER_COST: "Costs",
    TextCode.OTHER_MANA: "Mana",
    TextCode.OTHER_TOKEN: "Tokens",
    TextCode.OTHER_SIZE: "Power and toughness",
    TextCode.OTHER_COUNTERS: "Counters",
    TextCode.OTHER_KEYWORD: "Keywords that differ",
    TextCode.KEYWORD_ALONE: "Keywords on one side",
    TextCode.OTHER_CHOICE: "Targets, limits and turns",
}
#: The columns of a table, by how many a finding fills.
_COLUMNS: Final = {
    3: ("card", "keyword", "where", "trees"),
    4: ("card", "what", "text", "ability", "trees"),
}
_HEAD: Final = """\
# Texts and abilities of Wagic's cards

This page is made by `scripts/make_text_report.py`.
It lists the cards of the engine's files whose texts and abilities say different things, as
`cardformats check --with-check wagic-texts PATHS` finds them;
[](../formats/wagic.md#texts-and-abilities) says how it compares. Either side can be wrong: the card
as it is printed decides.
Each tree of files is called by its year; no tree has all files.

"""


def findings(corpus: Path, trees: Sequence[str] = TREES) -> dict[str, tuple[Diagnostic, ...]]:
    """What is found in each of these *trees* of *corpus*."""
    places = {tree: corpus / "corpus" / "wagic" / tree / "sets" / "primitives" for tree in trees}
    return {
        tree: tuple(check_texts(str(place), cf.read(place, "wagic", max_diagnostics=_MANY)))
        for tree, place in places.items()
    }


def page(every: dict[str, tuple[Diagnostic, ...]]) -> str:
    """The page of the findings of *every* tree."""
    return _HEAD + _counts(every) + "".join(_groups(every))


def _counts(every: dict[str, tuple[Diagnostic, ...]]) -> str:
    rows = ["| tree | comparisons | differences |", "|---|---|---|"]
    for tree, diagnostics in every.items():
        data = next(each.data for each in diagnostics if each.code is TextCode.COMPARED)
        rows.append(f"| {tree} | {data['comparisons']:,} | {data['differences']} |")
    return "\n".join(rows) + "\n"


def _groups(every: dict[str, tuple[Diagnostic, ...]]) -> list[str]:
    """A table for each code: the cards, what both sides say, and in which trees."""
    rows: dict[object, dict[tuple[str, ...], list[str]]] = defaultdict(lambda: defaultdict(list))
    for tree, diagnostics in every.items():
        for each in diagnostics:
            if each.code in _TITLES:
                rows[each.code][_row(each)].append(tree)
    return [
        f"\n## {title}\n\nCode `{code}`.\n\n" + _table(rows[code])
        for code, title in _TITLES.items()
        if rows[code]
    ]


def _row(each: Diagnostic) -> tuple[str, ...]:
    data = each.data
    if each.code is TextCode.KEYWORD_ALONE:
        return data["name"], data["word"], data["where"]
    return data["name"], data["what"], _code(data["text"]), _code(data["script"])


def _code(text: str) -> str:
    return "`` " + " ".join(text.split()).replace("|", "\\|") + " ``"


def _table(rows: dict[tuple[str, ...], list[str]]) -> str:
    names = _COLUMNS[len(next(iter(rows)))]
    lines = [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]
    for row in sorted(rows):
        trees = ", ".join(dict.fromkeys(rows[row]))
        lines.append(f"| {' | '.join(row)} | {trees} |")
    return "\n".join(lines) + "\n"


def _text() -> str:
    return page(findings(Path(os.environ["CARDFORMATS_CORPUS"])))


FILE: Final = Generated(ROOT / "tests" / "data" / "wagic_texts.md", _text)

if __name__ == "__main__":
    sys.exit(FILE.main())
