"""Tables whose rows go into spreadsheets and data frames."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any, TypeVar

from attrs import fields

T = TypeVar("T")


class Tabular(Iterable[Any]):
    """A value that consists of lines, which are attrs objects of one class."""

    __slots__ = ()

    def rows(self) -> list[dict[str, Any]]:
        """Return each line as a dictionary of plain values: text, numbers, booleans and None."""
        return [
            {each.name: _plain(getattr(line, each.name)) for each in fields(type(line))}
            for line in self
        ]

    def to_csv(self) -> str:
        """Return the rows as CSV text, with the names of the columns in the first row.

        The text is empty if the table has no rows.
        """
        rows, text = self.rows(), StringIO()
        if rows:
            writer = csv.DictWriter(text, [*rows[0]], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return text.getvalue()


class TextTable(tuple[T, ...], Tabular):
    """A tuple of lines."""

    __slots__ = ()


def aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return *rows* of cells as lines, with columns of equal width."""
    lines = list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(map(str.ljust, line, widths)).rstrip() for line in lines]


def _plain(value: object) -> Any:
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Fraction):
        return float(value)
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)
