"""What a page shows of drafts."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft, records

pytest.importorskip("jinja2")

from cardformats.cli.app import app
from cardformats.report import page
from tests.conftest import ROOT
from tests.unit.test_report import Tree
from tests.unit.test_zone_records import begun, to_the_end

LOGS = ROOT / "tests" / "data" / "draft_logs"


def booster_draft():
    packs = [[[cf.CardRef(name) for name in names] for names in ("AB<", "DEF")]]
    cards = cf.CardSet(cards=[cf.Card.of("A", mana_cost="{W}"), cf.Card.of("D", mana_cost="{U}")])
    state = draft.start(packs, cards, seed=1)
    for seat, card in ((0, 0), (1, 3), (1, 1), (0, 4), (0, 2), (1, 5)):
        state = state.pick(seat, [card])
    return records.of_draft(state, cards, names=["Ann", "Bob"], session="pond"), cards


def rows_of(text):
    return [[cell for cell in row if cell] for row in Tree(text).rows]


def test_a_page_has_pick_orders_and_what_was_passed_to_whom():
    record, cards = booster_draft()
    text = page(cards, drafts=[record])
    assert Tree(text).open == []
    assert page(cards, drafts=[record]) == text
    rows = rows_of(text)
    assert ["A", "1.00", "1.00", "1", "1", "100.0", "–"] in rows
    assert ["1", "1", "Ann", "A", "B, <", "Bob"] in rows
    assert ["Bob", "3", "0", "1", "2"] in rows
    assert "booster pond" in text
    assert "2 players, 2 packs" in text
    assert 'id="drafts"' not in page(cards)


def test_every_table_of_a_page_is_sorted_by_numbers():
    record, cards = booster_draft()
    for table in re.findall(
        r'<table class="odds">.*?</table>', page(cards, drafts=[record]), re.DOTALL
    ):
        heads = re.findall(r'<th scope="col"( class="number")?>', table)
        for row in re.findall(r"<tr>(?!<th)(.*?)</tr>", table):
            cells = re.findall(r'<td( class="number" data-rank="[-0-9.]+")?>', row)
            assert len(cells) == len(heads)
            assert [bool(cell) for cell in cells] == [bool(head) for head in heads]


def test_a_page_says_what_kinds_of_draft_have_no_order_of_picks():
    piles = to_the_end(begun("winchester", cards=20, packs=1))
    grids = to_the_end(begun("grid", cards=18, size=18, grids=2))
    text = page(cf.CardSet(), drafts=[records.of_draft(each) for each in (grids, piles)])
    assert "In drafts of the kind grid, winchester no card is picked early or late." in text
    assert "Average pick" not in text


def test_of_many_drafts_the_first_are_shown_pick_by_pick():
    record, cards = booster_draft()
    text = page(cards, drafts=[record] * 10)
    assert text.count("<h3>booster pond</h3>") == 8
    assert "and 2 drafts more" in text


def test_the_command_takes_logs(tmp_path):
    cube = tmp_path / "cube.txt"
    cube.write_text("[A(2)]\n1 Heron\n1 Fen\n", "utf-8")
    target = tmp_path / "page.html"
    logs = [f"--log={LOGS / name}" for name in ("draft.txt", "magic-online.txt")]
    result = CliRunner().invoke(app, ["report", str(cube), "-o", str(target), *logs])
    assert result.exit_code == 0, result.output
    assert "When cards were picked" in target.read_text("utf-8")
    broken = tmp_path / "log.txt"
    broken.write_text("{", "utf-8")
    result = CliRunner().invoke(app, ["report", str(cube), "-o", str(target), "--log", str(broken)])
    assert result.exit_code == 1
    assert "DR001" in target.read_text("utf-8")
    result = CliRunner().invoke(app, ["report", str(cube), "-o", str(broken), "--log", str(broken)])
    assert "would be replaced" in result.output
