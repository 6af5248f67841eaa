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
WRITTEN = FILE.read_text("utf-8")
TEXTS = [re.sub("(?m)^> ", "", each) for each in re.findall("(?m)(?:^> .*\n)+", WRITTEN)]
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


def shown(text):
    return "".join(f"> {line}\n" for line in text.splitlines()) + "".join(
        f"{line}\n" for line in made_of(text)
    )


@pytest.mark.parametrize("start", range(0, len(TEXTS), SIZE))
def test_what_is_made_of_texts(start, request):
    expected = "".join(map(shown, TEXTS[start : start + SIZE]))
    if request.config.getoption("--accept"):
        FILE.write_text("".join(map(shown, TEXTS)), "utf-8")
        return
    assert expected in WRITTEN
