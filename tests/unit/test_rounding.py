"""Rounding a table at random: sums stay, and so do averages."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from cardformats.bits import Bits, Source
from cardformats.collation.deals.class_plan import rounded


@st.composite
def tables(draw):
    """Tables of numbers of 0 or more whose rows and columns have whole sums."""
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    table = [[Fraction(draw(st.integers(1, 3))) for _ in range(columns)] for _ in range(rows)]
    for _ in range(draw(st.integers(0, 12)) if rows > 1 and columns > 1 else 0):
        i, j = draw(st.permutations(range(rows)))[:2]
        a, b = draw(st.permutations(range(columns)))[:2]
        change = min(table[i][b], table[j][a]) * Fraction(draw(st.integers(0, 6)), 7)
        for row, column, sign in ((i, a, 1), (j, b, 1), (i, b, -1), (j, a, -1)):
            table[row][column] += sign * change
    return table


@given(tables(), st.integers(0, 99))
def test_sums_stay_and_numbers_go_to_the_next_whole_ones(table, number):
    whole = rounded(table, Bits(Source(1), number))
    assert list(map(sum, whole)) == list(map(sum, table))
    assert list(map(sum, zip(*whole, strict=True))) == list(map(sum, zip(*table, strict=True)))
    for row, its in zip(whole, table, strict=True):
        assert all(abs(one - other) < 1 for one, other in zip(row, its, strict=True))


def test_averages_stay():
    third, half = Fraction(1, 3), Fraction(1, 2)
    table = [
        [third, third, third, Fraction(2)],
        [half, third, Fraction(1, 6), Fraction(1)],
        [Fraction(1, 6), third, half, Fraction(0)],
    ]
    times = 2000
    sums = [[0] * 4 for _ in table]
    for number in range(times):
        for row, its in zip(sums, rounded(table, Bits(Source("averages"), number)), strict=True):
            row[:] = [a + b for a, b in zip(row, its, strict=True)]
    for row, its in zip(sums, table, strict=True):
        for total, mean in zip(row, its, strict=True):
            part = float(mean % 1)
            assert abs(total - times * mean) <= 4.5 * (times * part * (1 - part)) ** 0.5
