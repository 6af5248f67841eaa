"""Texts of card files, and what both readings make of them.

The file `tests/data/wagic_readings.txt` has the texts, each line after `> `, and below them each
card as the sane reading has it and as the engine does, and what is found, with its place.  After
a change, run this file with `--accept`, and read the difference.
"""

from __future__ import annotations

import json
import re

import pytest

import cardformats as cf
from tests.conftest import ROOT

FILE = ROOT / "tests" / "data" / "wagic_readings.txt"
PARTS = re.findall("(?m)(?:^> .*\n)+(?:^  .*\n)*", FILE.read_text("utf-8"))
SIZE = 40


def made_of(text):
    """Yield what the readings make of *text*, and what is found in it."""
    for engine in ("sane", "exact"):
        report = cf.loads_report(text, "wagic", engine=engine)
        made = json.loads(cf.dumps(report.value, "json"))
        cards = made.pop("cards", ())
        for each in (*cards, made):
            if each is not made or not cards or len(made) > 1:
                yield f"  {engine}: {json.dumps(each, ensure_ascii=False)}"
    assert cf.dumps(report.value, "wagic") == text
    for found in report.diagnostics:
        part, _, _ = found.span.text.partition("\n")
        yield f"  {found} [{part}]"
        yield from (f"    {note}" for note in (*found.notes, *found.related))


def shown(part):
    """The text of *part*, and what is made of it now."""
    lines = [line for line in part.splitlines(keepends=True) if line.startswith("> ")]
    made = made_of("".join(line[2:] for line in lines))
    return "".join(lines) + "".join(f"{line}\n" for line in made)


@pytest.mark.parametrize("start", range(0, len(PARTS), SIZE))
def test_what_is_made_of_texts(start, request):
    if request.config.getoption("--accept"):
        FILE.write_text("".join(map(shown, PARTS)), "utf-8")
        return
    parts = PARTS[start : start + SIZE]
    assert [*map(shown, parts)] == parts
