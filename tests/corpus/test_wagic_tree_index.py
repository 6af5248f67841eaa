"""Indexes of whole trees agree with the engine's own loader."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from cardformats.formats.wagic.tree_index import Reason, TreeIndex

from .readings import copy_some


@pytest.mark.parametrize("year", [pytest.param("2016", marks=pytest.mark.slow), "2026"])
def test_cards_that_are_not_missing_are_those_of_the_exact_reading(wagic, year, tmp_path, step):
    folder = tmp_path
    copy_some(wagic / year / "sets", folder, step)
    index = TreeIndex.read(folder)
    lost = {id(each.printing) for each in index.missing}
    kept = Counter((each.set_code, each.id) for each in index.printings if id(each) not in lost)
    exact = cf.read_report(folder, "wagic", engine="exact", max_grade="borderline").value
    assert kept == Counter((card.set_code, int(card.number)) for card in exact.cards)
    assert len(index.missing) + len(exact.cards) == len(index.printings)
    assert {each.reason for each in index.missing} <= {*Reason} - {Reason.OTHER}
