"""The first use of anything may come from many threads at once, and gives what it always does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading

import pytest

import cardformats as cf
from cardformats.collation.deals.supply import SheetSupply
from cardformats.formats.base import Format, Options
from cardformats.formats.registry import Registry
from tests.conftest import ROOT

SCRIPT = ROOT / "tests" / "first_use.py"
#: So many by default, and in the slow session.
THREADS, MORE_THREADS = 4, 16


def run(*arguments, given=""):
    """What the script prints in a fresh process."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        input=given,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=300,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def names():
    """The public names, as standard input has them."""
    return json.dumps(run("names"))


@pytest.fixture(scope="module")
def threads(request):
    """How many threads there are."""
    return MORE_THREADS if request.config.getoption("--slow") else THREADS


@pytest.fixture(scope="module")
def expected(names):
    """What each job gives in a process with one thread."""
    found = {name: [*results] for name, results in run(1, 0, given=names).items()}
    assert [name for name, (result,) in found.items() if result.startswith("raised")] == []
    assert len(found) > 250
    return found


def slow(seed):
    """A seed that only the slow session tries."""
    return pytest.param(seed, marks=pytest.mark.slow)


# odd seeds: each thread does something else at a time; even ones: all do the same
@pytest.mark.parametrize("seed", [slow(1), 2, slow(3), slow(4)])
def test_everything_public_can_be_used_first_by_many_threads(names, expected, threads, seed):
    found = run(threads, seed, given=names)
    assert {name: [*results] for name, results in found.items()} == expected
    assert {sum(results.values()) for results in found.values()} == {threads}


@pytest.mark.parametrize("seed", [11, slow(13), slow(15)])
def test_public_names_can_be_imported_first_by_many_threads(names, expected, threads, seed):
    found = run(threads, seed, "name ", given=names)
    assert len(found) > 200
    assert {name: [*results] for name, results in found.items()} == {
        name: expected[name] for name in found
    }


def at_once(*calls):
    """What each of the calls gives when threads make all of them at once."""
    barrier = threading.Barrier(len(calls))
    results = [None] * len(calls)

    def call(number):
        barrier.wait()
        results[number] = calls[number]()

    running = [threading.Thread(target=call, args=(number,)) for number in range(len(calls))]
    for each in running:
        each.start()
    for each in running:
        each.join()
    return results


@pytest.fixture
def hasty():
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
def test_a_generator_that_threads_share_tells_cards_and_sheets_apart():
    letters = "ABCDEFGH"
    sheets = [
        cf.Sheet(name, [cf.Entry(cf.CardRef(f"{name}{number}")) for number in range(30)])
        for name in letters
    ]
    cardset = cf.CardSet("x", sheets=sheets)
    for _ in range(60):
        supply = SheetSupply(cardset, cf.Booster(layouts=[cf.Layout()]), {})
        at_once(*[lambda name=name, supply=supply: supply.keys(name) for name in letters])
        assert len({each for name in letters for each in supply.keys(name)}) == 240


@pytest.mark.usefixtures("hasty")
def test_threads_that_share_a_generator_get_its_packs_from_the_first_one_on():
    """Also where much is made when it is needed: classes, replacements, layouts, and arrays."""
    pytest.importorskip("numpy")
    cards = [cf.Card.of(f"A{n}", colors="WUBRG"[n % 6 : n % 6 + 1]) for n in range(60)]
    sheets = [
        cf.Sheet("A", {card.ref: 1 for card in cards}, cf.model.Balanced("color", strength="1/2")),
        cf.Sheet("B", {card.ref: 2 for card in cards[:9]}, finish="foil"),
    ]
    either = [*map(cf.SheetChoice, "AB")]
    slots = [cf.Slot("A", 9, "A"), cf.Slot("B", 3, either, "card", on_short=("skip",))]
    booster = cf.Booster(
        "b",
        layouts=[cf.Layout("x", 2, slots), cf.Layout("y", 1, slots[:1])],
        constraints=[cf.model.Replace("A", "B", "1/3")],
    )
    cardset = cf.CardSet("s", cards=cards, sheets=sheets, boosters=[booster])
    wanted = [*cf.Generator(cardset, seed=1).packs(40)]
    for _ in range(20):
        shared = cf.Generator(cardset, seed=1)
        found = at_once(
            *[lambda at=at, gen=shared: [*map(gen.pack, range(at, 40, 8))] for at in range(8)],
            lambda gen=shared: [*gen.packs(40)],
            lambda gen=shared: [*gen.bulk(40)],
        )
        assert found == [*(wanted[at::8] for at in range(8)), wanted, wanted]


@pytest.mark.usefixtures("hasty")
def test_threads_that_share_a_set_find_each_printing_from_the_first_one_on():
    cards = [cf.Card.of("Eel", number=str(number)) for number in range(300)]
    for _ in range(20):
        find = cf.CardSet(cards=cards).card
        assert at_once(*[lambda: find(cards[-1].ref)] * 6) == [cards[-1]] * 6  # noqa: B023 - at once


class _Point:
    """An entry point whose plug-in asks for the formats while it is imported."""

    name, dist = "mine", None

    def __init__(self, registry):
        self.registry = registry

    def load(self):
        assert "json" in [each.id for each in self.registry.all()]
        return Format("mine", "Mine", (".mine",), Options, "none:read", None, "none:sniff")


@pytest.mark.usefixtures("hasty")
def test_plugins_are_found_once_by_many_threads(monkeypatch):
    for _ in range(20):
        registry = Registry()
        points = [_Point(registry)]
        monkeypatch.setattr(
            "importlib.metadata.entry_points", lambda group, p=points: p * bool(group)
        )
        other = Format("other", "Other", (".o",), Options, "none:read", None, "none:sniff")
        found = at_once(
            *[lambda r=registry: r.get("mine").id] * 4,
            *[lambda r=registry: [each.id for each in r.all()].count("mine")] * 4,
            lambda r=registry, format_=other: r.add(format_),
        )
        assert found == ["mine"] * 4 + [1] * 4 + [None]
        assert registry.diagnostics == ()
        assert registry.get("other") is other
