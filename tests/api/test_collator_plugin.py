"""The example of a collator is installed as a distribution, and found by its name."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from importlib.util import find_spec
from math import inf, log

import pytest

import cardformats as cf
from cardformats.collation import collators
from cardformats.testing import assert_collator
from tests.conftest import ROOT

PLUGIN = ROOT / "examples" / "collator-plugin"
COPIES = (2, 1, 1)
PAIRS = {(0, 1), (2, 3), (4, 5)}


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """A folder into which pip has installed the example; its backend is fetched if it is absent."""
    folder = tmp_path_factory.mktemp("installed")
    here = ["--no-build-isolation"] if find_spec("hatchling") else []
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", *here]
    subprocess.run([*command, "--target", str(folder), str(PLUGIN)], check=True)
    return folder


@pytest.fixture
def plugin(installed, monkeypatch):
    """Where the example is installed, now and here."""
    monkeypatch.syspath_prepend(str(installed))
    monkeypatch.setattr(vars(collators)["_COLLATORS"], "_known", {})


def made(count, copies=COPIES, size=2, params=None, **fields):
    entries = [
        cf.Entry(cf.CardRef(str(at)), number)
        for at, number in enumerate(number for number in copies for _ in range(size))
    ]
    sheet = cf.Sheet("pairs", entries, cf.model.Other("partners", params or {}))
    slot = cf.Slot("slot", count, [cf.SheetChoice("pairs")], **fields)
    booster = cf.Booster("b", layouts=[cf.Layout("l", 1, [slot])])
    return cf.CardSet("s", sheets=[sheet], boosters=[booster])


def packs(cardset, number):
    for pack in cf.Generator(cardset, seed=7).packs(number):
        yield tuple(int(each.card.name) for each in pack.cards)


def cards(names):
    return [cf.PackCard(cf.CardRef(name), "slot", "pairs") for name in names]


def test_without_the_distribution_it_is_not_known(monkeypatch):
    monkeypatch.setattr(vars(collators)["_COLLATORS"], "_known", {})
    with pytest.raises(cf.CollationError, match="there is no collator 'partners'"):
        cf.Generator(made(2), seed=7)


@pytest.mark.usefixtures("plugin")
def test_it_is_a_good_collator():
    assert_collator("partners", counts=(1, 2, 4, 8), packs=300, may_be_short=True)
    sheets = [
        made(2, (1, 1, 3), 3, {"size": 3}).sheets["pairs"],
        made(2, (1,) * 40).sheets["pairs"],
    ]
    assert_collator("partners", sheets=sheets, counts=(3, 6, 12), packs=300, may_be_short=True)


@pytest.mark.usefixtures("plugin")
def test_partners_come_together():
    counts = Counter(packs(made(2), 4000))
    assert set(counts) == PAIRS
    assert abs(counts[0, 1] - 2000) < 5 * 1000**0.5
    assert set(map(len, packs(made(4), 50))) == {4}


@pytest.mark.usefixtures("plugin")
def test_groups_may_be_larger():
    found = set(packs(made(3, (1, 1), 3, {"size": 3}), 50))
    assert found == {(0, 1, 2), (3, 4, 5)}


@pytest.mark.usefixtures("plugin")
def test_an_odd_card_is_missing():
    assert set(map(len, packs(made(3, on_short=("skip",)), 20))) == {2}
    with pytest.raises(cf.EmptySheetError, match="needs 3 cards, but only 2 can be drawn"):
        next(packs(made(3), 1))


@pytest.mark.usefixtures("plugin")
def test_odds_are_exact():
    """Two of the four pairs {01, 01, 23, 45}, each copy once."""
    generator = cf.Generator(made(4), seed=7)
    odds = generator.odds()
    assert odds.exact
    assert odds.counts("name", "0") == {0: Fraction(1, 6), 1: Fraction(4, 6), 2: Fraction(1, 6)}
    assert odds.of("4")[0].expected == odds.joint("4", "5") == Fraction(1, 2)
    assert odds.joint("0", "2") == Fraction(2, 6)
    assert generator.log_likelihood(cards("0123")) == pytest.approx(log(2 / 6))
    assert generator.log_likelihood(cards("0124")) == -inf


@pytest.mark.usefixtures("plugin")
def test_many_combinations_are_simulated():
    generator = cf.Generator(made(12, (1,) * 40), seed=7)
    assert not generator.odds(packs=10).exact
    for pack in generator.packs(20):
        numbers = [int(each.card.name) for each in pack.cards]
        assert len(set(numbers)) == 12
        assert all(one + 1 == other for one, other in zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.usefixtures("plugin")
@pytest.mark.parametrize(
    ("cardset", "message"),
    [
        (made(2, params={"size": 0}), "a group is 1 or more, not 0"),
        (made(2, params={"size": "two"}), "not 'two'"),
        (made(2, (1,), 3), "its last entries are not a group of 2"),
        (made(2, (1, 2), 1), "the partners '0', '1' differ in their copies"),
    ],
)
def test_sheets_without_groups_are_rejected(cardset, message):
    with pytest.raises(cf.CollationError, match=message):
        cf.Generator(cardset, seed=7)


def test_its_readme_is_true(installed):
    (code,) = re.findall(
        r"^```python\n(.*?)^```$",
        (PLUGIN / "README.md").read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout in {
        "Brother of Reeds and Sister of Reeds\n",
        "Toll Keeper and Bell Ringer\n",
    }
