"""Odds that are not exact say why, and with what effort they would be."""

from __future__ import annotations

import pickle
import re

import pytest

import cardformats as cf
from cardformats.collation import effort
from tests.boosters import generator, sheet, slot

#: Cards of so many weights that their states are too many for the usual work.
MANY = generator([sheet("A", *range(1, 15)), sheet("B", *[1] * 5)], slot("A", 4), slot("B", 1))


@pytest.fixture(autouse=True)
def _little_work(monkeypatch):
    monkeypatch.setattr(effort, "MAX_WORK", 1_000)


def test_what_is_too_much_work_says_how_much_would_do():
    table = MANY.odds(packs=50)
    assert [row.exact for row in table] == [False] * 14 + [True] * 5
    (reason,) = table.unknown
    assert re.fullmatch(
        r"cards of 14 different weights in 'A': about .* steps, some .* s, with effort=\d+", reason
    )
    assert str(table).endswith(f"\n19 rows, 5 exact\n  {reason}")
    needed = int(reason.rpartition("=")[2])
    better = MANY.odds(packs=50, effort=needed)
    assert better.exact
    assert better.unknown == ()
    assert sum(row.expected for row in better) == 5
    assert table.counts("sheet", "A") is None
    assert pickle.loads(pickle.dumps(better)).counts("sheet", "A") == {4: 1}
    assert MANY.odds(packs=50).unknown == table.unknown


def test_boxes_and_deals_take_an_effort_too():
    assert MANY.deal_odds(2, of="seat", deals=20).unknown
    assert MANY.box_odds(boxes=5).unknown
    needed = int(MANY.odds(packs=5).unknown[0].rpartition("=")[2])
    assert MANY.deal_odds(2, of="seat", deals=20, effort=2 * needed).exact
    assert MANY.box_odds(boxes=5, effort=2 * needed).exact


def test_an_effort_is_one_or_more():
    with pytest.raises(cf.CollationError, match="at least 1"):
        MANY.odds(effort=0)
