"""Card sets, and what they are written as.

A file in `tests/data/writings` has card sets for one format: each in JSON after `> `, and options
of the writer after `? `; below it the text, the files of the folder if the format has folders, what
is lost, and what comes back.  After a change, run this file with `--accept`, and read the
difference.
"""

from __future__ import annotations

import json
import re

import pytest

import cardformats as cf
from tests.conftest import ROOT

FILES = sorted((ROOT / "tests" / "data" / "writings").glob("*.txt"))
SIZE = 30
PARTS = [
    (path, start)
    for path in FILES
    for start in range(0, path.read_text("utf-8").count("\n> {") + 1, SIZE)
]


def losses(report):
    return [f"  {each.code} {each.kind}: {each.subjects}" for each in report.losses]


def odds(cardset):
    """How many of each card a pack has, and how likely it has any."""
    if not cardset.boosters:
        return None
    try:
        rows = cf.Generator(cardset, cardset.boosters[0], seed=1).odds()
    except cf.CollationError as error:
        return error
    return {(row.card.name, row.expected, row.at_least_one) for row in rows if row.expected}


def back(cardset, again):
    """What of *cardset* is in *again*, too."""
    faces = [each.faces for each in cardset.cards] == [each.faces for each in again.cards]
    parts = {"faces": faces, "extras": cardset.extras == again.extras}
    parts["cards"] = cardset.cards == again.cards
    parts["odds"] = bool(cardset.boosters) and odds(cardset) == odds(again)
    return f"  back: {', '.join(name for name, is_same in parts.items() if is_same)}".rstrip()


def written(name, cardset, options, folder):
    """Yield what *cardset* is written as in the format *name*."""
    report = cf.dumps_report(cardset, name, **options)
    yield from (f"    {line}" for line in re.split("\r?\n", report.value.removesuffix("\n")))
    yield from losses(report)
    drawn = {"draw_from": cardset} if name == "wagic-pack" else {}
    yield back(cardset, cf.loads_report(report.value, name, **drawn).value)
    if name != "wagic":
        return
    report = cf.write(cardset, folder, name, **options)
    for path in sorted(folder.rglob("*.*")):
        yield f"  {path.relative_to(folder).as_posix()}"
        yield from (f"    {line}" for line in path.read_text("utf-8").splitlines())
    yield from losses(report)
    yield back(cardset, cf.read_report(folder, name).value)


@pytest.mark.parametrize(("path", "start"), PARTS, ids=lambda each: getattr(each, "stem", each))
def test_what_sets_are_written_as(path, start, tmp_path, request):
    text = path.read_text("utf-8")
    parts = re.split("(?m)^(?=> {)", text)[1:]
    for number, part in enumerate(parts[start : start + SIZE], start):
        heads = [line for line in part.splitlines() if line.startswith(("> ", "? "))]
        cardset, *options = (each[2:] for each in heads)
        options = json.loads(*options or ["{}"])
        lines = written(path.stem, cf.loads(cardset, "json"), options, tmp_path / f"{number}")
        parts[number] = made = "".join(f"{line}\n" for line in (*heads, *lines))
        assert request.config.getoption("--accept") or made == part
    if request.config.getoption("--accept"):
        path.write_text("".join(parts), "utf-8")
