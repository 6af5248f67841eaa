"""What the engine's reader builds of real lines, beside what the engine itself built."""

from __future__ import annotations

from cardformats.formats.wagic.abilities.engine.reader import reading
from cardformats.formats.wagic.abilities.engine.stores import Stores

from .engine_kinds import facts, of_built, of_engine


def differing(rows):
    """The lines that are built otherwise, with both coarse trees."""
    result = {}
    for row in rows:
        read = reading(row["line"], row["key"], facts(row))
        theirs, ours = of_engine(row["tree"]), of_built(read.built)
        if theirs != ours or read.crashes != (row["error"] == "crash"):
            result[row["line"]] = theirs, ours
    return result


def test_lines_are_built_as_the_engine_builds_them(engine_rows, step):
    """All but lines whose macros are in lower case, and one whose cost crashes the engine."""
    assert len(engine_rows) > 22_000
    rows = engine_rows[::step]
    assert len(differing(rows)) <= len(rows) // 1000


def test_traps_are_built_as_the_engine_builds_them(engine_traps):
    assert len(engine_traps) > 160
    assert differing(engine_traps) == {}


def test_lines_of_a_card_use_what_others_left(engine_leaks, engine_rows):
    """One reading for all lines of a card, as in the game; one card has macros in lower case."""
    types = {row["card"]["name"]: row["type"] for row in engine_rows}
    other = []
    for card in engine_leaks:
        of_card = facts({"type": types.get(card["card"], ""), "card": {}})
        stores = Stores()
        ours = [
            of_built(reading(line, card["key"], of_card, stores).built) for line in card["lines"]
        ]
        theirs = [of_engine(tree) for tree in card["together"]]
        if [one for one in ours if one] != [one for one in theirs if one]:
            other.append(card["card"])
    assert len(engine_leaks) > 20
    assert len(other) <= 1


def test_all_spans_are_in_the_line(engine_rows, engine_traps, step):
    for row in [*engine_rows[::step], *engine_traps]:
        read = reading(row["line"], row["key"], facts(row))
        spans = [(note.start, note.end) for note in read.notes]
        spans += (
            [(one.start, one.end) for one in read.built.walk() if one.start is not None]
            if read.built
            else []
        )
        assert all(0 <= start <= end <= len(row["line"]) for start, end in spans), row["line"]
