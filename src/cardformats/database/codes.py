"""The diagnostic code of card databases."""

from __future__ import annotations

from ..diagnostics import Code, Severity


class DatabaseCode(Code):
    """What a database cannot give of what it is built of."""

    SAME_SET = (
        "DT001",
        Severity.WARNING,
        "{source} has a set {name!r}, and so has {first}; of these the first with boosters is the "
        "set of that code",
        "The cards of both are found by their names and ids, but only one set can have the code, or"
        " the name where there is no code. Leave one of them out, or rename it.",
        "$ cardformats cards build one.txt two.txt -o cards.sqlite",
    )
