"""Simulations: the same counts wherever the packs are made, and however they are cut."""

from __future__ import annotations

import pickle
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from threading import get_ident

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.collation import blocks, simulation
from cardformats.collation.simulation import SeenPacks, Simulation, simulate

from .test_packs_in_a_row import CASES, cardsets

TOTAL = 12_345


def booster():
    commons = cf.Sheet("C", [cf.Entry(cf.CardRef(f"C{n}"), 1 + n % 3) for n in range(20)])
    foils = cf.Sheet("F", [cf.Entry(cf.CardRef(f"C{n}")) for n in range(10)], finish="foil")
    again = cf.Sheet("R", [cf.Entry(cf.CardRef("R0"))], collation=cf.model.Spread())
    slots = [cf.Slot(name, n, [cf.SheetChoice(name)]) for name, n in (("C", 5), ("F", 1), ("R", 2))]
    layouts = [cf.Layout("foil", 1, slots), cf.Layout("none", 3, slots[:1])]
    return cf.CardSet(
        sheets=[commons, foils, again], boosters=[cf.Booster("b", layouts=layouts, distinct="none")]
    )


def generator(seed=7, rules="cardformats"):
    return cf.Generator(booster(), seed=seed, rules=rules)


@pytest.fixture(scope="module")
def whole():
    return simulate(generator(), TOTAL)


def by_hand(gen, numbers):
    packs = copies = squares = 0
    for number in numbers:
        n = sum(each.card.name == "C2" and not each.finish for each in gen.pack(number).cards)
        packs, copies, squares = packs + bool(n), copies + n, squares + n * n
    return SeenPacks(packs, copies, squares)


def test_it_counts_what_packs_have(whole):
    gen = generator()
    part = simulate(gen, 300, start=11)
    card = cf.CardRef("C2")
    assert part.packs == 300
    assert part.seen(card) == by_hand(gen, range(11, 311))
    assert part.layouts == Counter(gen.pack(number).layout for number in range(11, 311))
    foil, share = whole.layouts["foil"], whole.layout_share("foil")
    assert whole.seen(cf.CardRef("R0")) == SeenPacks(foil, 2 * foil, 4 * foil)
    assert whole.expected(cf.CardRef("R0")) == 2 * share
    assert whole.at_least_one(cf.CardRef("R0")) == share
    assert whole.error(cf.CardRef("R0")) == pytest.approx(
        2 * float(share * (1 - share) / TOTAL) ** 0.5
    )
    with pytest.raises(cf.CollationError, match="there is no card 'nobody'"):
        whole.seen(cf.CardRef("nobody"))


def test_it_comes_near_the_exact_odds(whole):
    for row in generator().odds():
        error = whole.error(row.card, row.finish)
        assert abs(whole.expected(row.card, row.finish) - row.expected) <= 5 * error
        chance = float(row.at_least_one)
        spread = (chance * (1 - chance) / TOTAL) ** 0.5
        assert abs(whole.at_least_one(row.card, row.finish) - chance) <= 5 * spread
    assert abs(whole.layout_share("foil") - 0.25) <= 5 * (0.25 * 0.75 / TOTAL) ** 0.5


@given(st.integers(0, 40), st.integers(0, 40))
def test_parts_add_up(one, other):
    gen = generator()
    assert simulate(gen, one) + simulate(gen, other, start=one) == simulate(gen, one + other)


@pytest.mark.parametrize("chunk", [1_000, 4_999, TOTAL])
def test_every_cut_gives_the_same(chunk, whole, monkeypatch):
    monkeypatch.setattr(simulation, "_CHUNK", chunk)
    assert simulate(generator(), TOTAL) == whole
    with ThreadPoolExecutor(3) as threads:
        assert simulate(generator(), TOTAL, threads) == whole


def test_more_tasks_than_may_wait(monkeypatch):
    monkeypatch.setattr(simulation, "_CHUNK", 7)
    monkeypatch.setattr(simulation, "_WAITING", 3)
    with ThreadPoolExecutor(2) as threads:
        assert simulate(generator(), 100, threads) == simulate(generator(), 100)


@pytest.fixture
def processes(monkeypatch):
    monkeypatch.setattr(simulation, "_CHUNK", 3_000)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.fixture
def cluster(monkeypatch):
    """The executor of a real cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(simulation, "_CHUNK", 3_000)
    made = distributed.LocalCluster(processes=True, n_workers=2, dashboard_address=None)
    with made as local, distributed.Client(local) as client:
        yield client.get_executor()


@pytest.mark.parametrize("kind", ["processes", "cluster"])
def test_processes_and_a_cluster_give_the_same_and_can_be_ended(kind, whole, request):
    executor = request.getfixturevalue(kind)
    calls = []

    def progress(done, total):
        assert get_ident() == here
        calls.append((done, total))

    here = get_ident()
    assert simulate(generator(), TOTAL, executor, progress=progress) == whole
    assert calls == [(done, TOTAL) for done in (3_000, 6_000, 9_000, 12_000, TOTAL)]
    if kind == "processes":  # a cluster writes to its log what it had begun with
        with pytest.raises(ZeroDivisionError):
            simulate(generator(), 10**9, executor, progress=lambda *_: 1 / 0)
        assert simulate(generator(), 4_000, executor) == simulate(generator(), 4_000)


def test_progress_without_an_executor(monkeypatch, whole):
    monkeypatch.setattr(simulation, "_CHUNK", 5_000)
    calls = []
    assert simulate(generator(), TOTAL, progress=lambda *each: calls.append(each)) == whole
    assert calls == [(5_000, TOTAL), (10_000, TOTAL), (TOTAL, TOTAL)]
    assert simulate(generator(), 0, progress=lambda *each: calls.append(each)) == Simulation()
    assert len(calls) == 3


@pytest.mark.parametrize("enough", [1, 3])
def test_what_progress_raises_ends_it(enough, monkeypatch):
    """No pack is made that was not begun with, and the tasks that wait are cancelled."""
    made = []

    class Counting(Executor):
        def submit(self, function, /, *args):
            made.append(Future())
            if len(made) < 5:  # the others wait
                made[-1].set_result(function(*args))
            return made[-1]

    def progress(done, _total):
        if done == 10 * enough:
            raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "_CHUNK", 10)
    with pytest.raises(KeyboardInterrupt) as raised:
        simulate(generator(), 80, Counting(), progress=progress)
    assert [each.cancelled() for each in made] == [False] * 4 + [True] * 4, raised
    begun = []
    count = simulation.counted
    monkeypatch.setattr(simulation, "counted", lambda *args: begun.append(args) or count(*args))
    with pytest.raises(KeyboardInterrupt):
        simulate(generator(), 10**12, progress=progress)
    assert len(begun) == enough


@settings(deadline=None, max_examples=25)
@given(cardsets())
def test_arrays_count_what_packs_have(cardset):
    pytest.importorskip("numpy")
    gen = cf.Generator(cardset, seed=5)
    try:
        packs = [gen.pack(number) for number in range(3, 153)]
    except cf.EmptySheetError:
        with pytest.raises(cf.EmptySheetError):
            simulate(gen, 150, start=3)
        return
    assert simulate(gen, 150, start=3) == of_packs(packs)


def of_packs(packs):
    """What packs have, as the documentation says."""
    seen = {}
    for pack in packs:
        for what, copies in Counter((each.card, each.finish) for each in pack.cards).items():
            seen[what] = seen.get(what, SeenPacks()) + SeenPacks(1, copies, copies * copies)
    return Simulation(len(packs), Counter(pack.layout for pack in packs), seen)


@pytest.mark.parametrize("arrays", [True, False])
def test_packs_of_many_shapes(arrays, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.setattr(blocks, "_FIRST", 1 if arrays else 10**9)
    monkeypatch.setattr(blocks, "_MOST_CARDS", 700)
    for cardset in CASES.values():
        gen = cf.Generator(cardset, seed=3)
        assert simulate(gen, 400, start=2**63 + 1) == of_packs([*gen.packs(400, 2**63 + 1)])


def test_what_fails_in_a_task_is_told_and_the_rest_is_cancelled(monkeypatch):
    """The second task fails; those that wait behind it are not needed."""
    made = []

    class Broken(Executor):
        def submit(self, function, /, *args):
            future = Future()
            made.append(future)
            if len(made) == 1:
                future.set_result(function(*args))
            if len(made) == 2:
                future.set_exception(cf.EmptySheetError("no cards"))
            return future

    monkeypatch.setattr(simulation, "_CHUNK", 10)
    with pytest.raises(cf.EmptySheetError, match="no cards"):
        simulate(generator(), 40, Broken())
    assert [each.cancelled() for each in made] == [False, False, True, True]


def test_nothing_is_a_simulation_too():
    nothing = simulate(generator(), 0)
    card = cf.CardRef("C0")
    assert nothing == Simulation()
    assert nothing.expected(card) == nothing.at_least_one(card) == nothing.error(card) == 0
    assert nothing.layout_share("foil") == 0


@pytest.mark.parametrize(("n", "start"), [(-1, 0), (1, -1), (2, 2**64 - 1)])
def test_packs_that_there_are_not(n, start):
    with pytest.raises(cf.CollationError, match="packs are numbered from 0"):
        simulate(generator(), n, start=start)


@pytest.mark.parametrize("seed", [7, "seven", b"7"])
def test_a_pickled_generator_makes_the_same_packs(seed):
    gen = generator(seed)
    again = pickle.loads(pickle.dumps(gen))
    assert list(again.packs(20)) == list(gen.packs(20))


def test_a_pickled_generator_keeps_its_rules_and_its_booster():
    cards = booster()
    slots = cards.boosters[0].layouts[0].slots[:1]
    layouts = [cf.Layout("alone", 1, slots)]
    other = cf.Booster("other", layouts=layouts, distinct="none", distinct_scope="slot")
    gen = cf.Generator(cards, other, seed=1, rules="octgn")
    again = pickle.loads(pickle.dumps(gen))
    assert (again.rules, again.booster) == ("octgn", other)
    assert list(again.packs(5)) == list(gen.packs(5))
