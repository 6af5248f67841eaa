"""The numbers of a deal are the same whether or not they are read as arrays."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation.deals.piles import Piles
from cardformats.collation.plan.steps import Limits

#: By the bytes of a number, the smallest and the largest limit of that size.
SIZES = {2: (1, 2**8), 4: (2**8 + 1, 2**24), 8: (2**24 + 1, 2**56)}


@given(st.data())
def test_arrays_skip_the_same_values(data):
    pytest.importorskip("numpy")
    from cardformats.collation.deals.rows import Rows  # noqa: PLC0415 - numpy is optional

    size = data.draw(st.sampled_from(sorted(SIZES)))
    limits = data.draw(st.lists(st.integers(*SIZES[size]), min_size=1, max_size=5))
    plain = Limits(limits)
    near = [data.draw(st.integers(bound - 1, bound + 1)) for bound in plain.bounds]
    read = b"".join(min(value, 256**size - 1).to_bytes(size, "little") for value in near)
    assert Rows(limits).numbers(read) == plain.numbers(read)


def numbers_of(first, count, times):
    bits = Bits(Source(1, "deal"), first)
    return [Piles().numbers(first, count, bits, times), bits.below(1000)]


@pytest.mark.parametrize(
    ("first", "count", "times"), [(404, 404, 1), (250, 200, 1), (70_000, 2000, 1), (10, 9, 90)]
)
def test_numbers_are_those_drawn_one_by_one(monkeypatch, first, count, times):
    bits = Bits(Source(1, "deal"), first)
    limits = [*range(first, first - count, -1)] * times
    expected = [[bits.below(limit) for limit in limits], bits.below(1000)]
    assert numbers_of(first, count, times) == expected
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert numbers_of(first, count, times) == expected


def test_deals_are_the_same_without_numpy(monkeypatch):
    pytest.importorskip("numpy")
    sheet = cf.Sheet("A", [cf.Entry(cf.CardRef(f"{n}"), 4) for n in range(90)])
    booster = cf.Booster(
        "b", layouts=[cf.Layout("L", 1, [cf.Slot("A", 10, [cf.SheetChoice("A")])])]
    )
    event = cf.Event(supply="finite", boosters_per_player=3)
    made = cf.CardSet(sheets=[sheet], boosters=[booster], event=event)
    deals = [cf.Generator(made, seed=1).deal(8, number=number) for number in range(20)]
    monkeypatch.setitem(sys.modules, "numpy", None)
    other = cf.Generator(made, seed=1)
    assert [other.deal(8, number=number) for number in range(20)] == deals
