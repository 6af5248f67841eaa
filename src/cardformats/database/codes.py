"""The diagnostic code of card databases."""

from __future__ import annotations

from ..diagnostics import Code, Severity


class DatabaseCode(Code):
    """The diagnostics of building a card database."""

    SAME_SET = (
        "DT001",
        Severity.WARNING,
        "{source} and {first} both have a set {name!r}; the first one with boosters is stored"
        " under that code",
        "The cards of both sets can be found by name and id. Only one set can have the code,"
        " or the name if there is no code. Omit one of the sets, or rename it.",
        "$ cardformats cards build one.txt two.txt -o cards.sqlite",
    )
