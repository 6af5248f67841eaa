"""The page of the format names every key that is read and written, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from scripts import make_draftmancer_schema

from cardformats.formats.draftmancer.card_keys import CARD_KEYS, FACE_KEYS
from cardformats.formats.draftmancer.layouts import LAYOUT, SLOT
from cardformats.formats.draftmancer.settings import SETTINGS
from cardformats.formats.draftmancer.sheets import COLLATIONS

PAGE = Path(__file__).parents[2] / "docs" / "formats" / "draftmancer.md"


def rows(title):
    """The cells of the tables of a section of the page, by table."""
    section = PAGE.read_text("utf-8").partition(f"\n### {title}\n")[2].partition("\n### ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    tables = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if following.startswith("|-"):
            tables.append([])
        elif not line.startswith("|-"):
            tables[-1].append([cell.strip() for cell in line.split("|")[1:-1]])
    return tables


def names(cells):
    return {name.strip('"') for cell in cells for name in re.findall("`([^`]+)`", cell)}


def test_settings():
    assert names(row[0] for row in rows("`[Settings]`")[0]) == SETTINGS.keys()


def test_cards_and_faces():
    keys = names(row[0] for row in rows("`[CustomCards]`")[0])
    assert keys == CARD_KEYS.keys()
    assert keys > FACE_KEYS.keys()


def test_sheets():
    table = rows("Sheets")[0]
    assert names(row[0] for row in table) == COLLATIONS.keys()
    for row in table:
        (kind,) = names(row[:1])
        assert names(row[1:2]) == COLLATIONS[kind].keys()
        for option in COLLATIONS[kind].values():
            assert option.expected.removeprefix("an array of ") in row[1]


@pytest.mark.parametrize(
    ("what", "keys"), [("a layout", set(LAYOUT.members)), ("a slot", set(SLOT.members))]
)
def test_layouts_and_slots(what, keys):
    own, subject = set(), ""
    for row in rows("`[Settings]`")[1]:
        subject = row[0] or subject
        own |= names([row[1]]) if subject == what else set()
    assert own == keys


def test_the_published_schema_is_that_of_the_keys():
    assert make_draftmancer_schema.FILE.is_fresh(), "run scripts/make_draftmancer_schema.py"
