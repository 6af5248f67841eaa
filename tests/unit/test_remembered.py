"""What is remembered of many calls, by several threads at once."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from cardformats.caching import Remembered
from cardformats.formats.wagic.abilities import reading


@pytest.fixture
def often_interrupted():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("often_interrupted")
def test_what_threads_put_at_once_is_counted_once():
    remembered, size = Remembered[int, str](10_000), 7
    barrier = Barrier(8)

    def put(_worker):
        barrier.wait()
        for number in range(1000):
            remembered.put(number, "x" * size, size)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(put, range(8)))
    assert remembered.size == 1000 * size
    assert {remembered.get(number) for number in range(1000)} == {"x" * size}


def test_what_is_over_the_limit_makes_it_begin_again():
    remembered = Remembered[str, int](10)
    remembered.put("a", 1, 6)
    remembered.put("b", 2, 4)
    assert (remembered.get("a"), remembered.get("b"), remembered.size) == (1, 2, 10)
    remembered.put("c", 3, 5)
    assert (remembered.get("a"), remembered.get("c"), remembered.size) == (None, 3, 5)
    remembered.put("d", 4, 11)
    assert (remembered.get("d"), remembered.size) == (None, 5)


@pytest.mark.usefixtures("often_interrupted")
def test_a_line_that_threads_read_at_once_counts_once():
    lines = [f"{{T}}:Damage:{number} target(creature)" * 20 for number in range(40)]
    barrier = Barrier(8)

    def read(_worker):
        barrier.wait()
        return [str(reading.parse(line)) for line in lines]

    before = reading.REMEMBERED.size
    with ThreadPoolExecutor(8) as pool:
        assert all(each == lines for each in pool.map(read, range(8)))
    assert reading.REMEMBERED.size - before == sum(map(len, lines))
