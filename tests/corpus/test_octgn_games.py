"""The mappings of games that come with the library, and what is known of those games."""

from __future__ import annotations

import re

import pytest
from lxml import etree

import cardformats as cf
from tests.unit.test_octgn_games import COUNTED, places_of

from .readings import report_of

#: The corpus' games: where their definitions are.
GAMES = {"battletech": "battletech/Game", "magic": "mtg", "vtes": "vtes"}


def test_what_was_counted_is_in_the_table(corpus):
    facts = (corpus / "facts" / "octgn-games.md").read_text("utf-8")
    counted = {each["game"]: each for each in COUNTED.values()}
    sections = re.split(r"^## .* \(game `([0-9a-f-]+)`\)$", facts, flags=re.MULTILINE)[1:]
    assert len(sections) == 2 * 6
    for game, section in zip(sections[::2], sections[1::2], strict=True):
        rows = re.findall(r"^\| ([^|]+) \| [\w ]+ \| (\d+) \|", section, re.MULTILINE)
        assert {name: int(count) for name, count in rows} == counted[game]["properties"]
        for type_, count in counted[game]["alternates"].items():
            assert f"{type_} {count}" in section
        for name, values in counted[game]["values"].items():
            (row,) = (line for line in section.splitlines() if line.startswith(f"| {name} |"))
            assert all(f"'{value}' {count}" in row for value, count in values.items())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_corpus_is_drafted_and_loses_what_the_page_says(octgn, name):
    folder = octgn / GAMES[name]
    game = etree.parse(folder / "definition.xml").getroot()
    assert game.get("id").lower() == COUNTED[name]["game"]
    places = places_of(name)
    assert [each.get("name") for each in game.find("card").findall("property")] == sorted(
        places, key=list(COUNTED[name]["properties"]).index
    )
    left_out = {title for title, where in places.items() if not where}
    for path in sorted(folder.rglob("set.xml")):
        read = report_of(path)
        if not read.value.cards:
            continue  # a list has some
        assert not [found for found in read.diagnostics if found.code.startswith("OC07")], path
        report = cf.dumps_report(read.value, "draftmancer")
        assert report.ok, path
        kinds = [loss.kind for loss in report.losses]
        lost = {re.sub(r"the property '(.*)'", r"\1", kind) for kind in kinds if "property" in kind}
        # the colours of some cards are called hybrid, which says more than their letters
        assert lost <= left_out | ({"Color"} if name == "magic" else set()), path
