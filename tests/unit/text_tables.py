"""Tables in texts, for tests of which each row is a text and what is made of it."""

from __future__ import annotations

import json
import re


def rows(text):
    """The rows of a table: its lines, of which cells with «|» between blanks are parts.

    A line with four more blanks before it than the first goes on with the row before.
    """
    lines = text.strip("\n").rstrip(" \n")
    margin = re.match(" *", lines).group()
    table = re.sub(rf"\n{margin}    (?! )", " ", lines).split("\n")
    return [
        tuple(cell.strip(" ") for cell in re.split(r"(?:^| )\|(?= |$)", line.strip(" ")))
        for line in table
    ]


def json_rows(text):
    """The rows of a table whose first column has JSON."""
    return [(json.loads(first), *others) for first, *others in rows(text)]


def cells(text):
    """The cells of a table that has one column, or whose rows need not be told apart."""
    return [cell for row in rows(text) for cell in row]
