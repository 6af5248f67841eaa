"""Where the real engine makes something else of real lines than they say, there is a finding."""

from __future__ import annotations

from collections import Counter

import pytest

from cardformats.formats.wagic.abilities import lint, normalise, parse, scripts
from cardformats.formats.wagic.abilities.differences import differences
from cardformats.formats.wagic.abilities.engine.built import BuiltAbility, LineReading
from cardformats.formats.wagic.abilities.engine.frames import PAID_WORDS
from cardformats.formats.wagic.abilities.engine.outline import outline_of
from cardformats.formats.wagic.abilities.engine.reader import read, reading
from cardformats.formats.wagic.abilities.engine.tree import tree
from cardformats.formats.wagic.abilities.linter.leaks import kept_texts
from cardformats.formats.wagic.abilities.outline import outline

from .engine_kinds import of_engine
from .readings import tree_report

#: What there is to say about what frames an ability, by its place in a coarse tree.
_SAID = {
    "activated": ("cost", "restriction", "limit", "timing", "target"),
    "targeted": ("cost", "restriction", "limit", "timing", "target"),
    "triggered": ("event", "restriction"),
    "may": ("restriction",),
    "choice": ("restriction",),
    "if": ("condition",),
    "ifnot": ("condition",),
    "pay": ("cost", "text", "restriction"),
}
#: What is found in the lines that the default run looks at.
FINDINGS = {
    "WG081": 9, "WG082": 25, "WG083": 8, "WG084": 3, "WG086": 23, "WG087": 1, "WG088": 2,
    "WG091": 6, "WG092": 4, "WG093": 8, "WG094": 1, "WG095": 1, "WG097": 2, "WG098": 7, "WG099": 3,
    "WG100": 8, "WG101": 5, "WG102": 4, "WG104": 3, "WG105": 1, "WG107": 2, "WG110": 1,
    "WG111": 11, "WG113": 1, "WG115": 1, "WG116": 3, "WG117": 5, "WG118": 2, "WG120": 1,
    "WG121": 11, "WG122": 1, "WG123": 3, "WG127": 1,
}  # fmt: skip
_KINDS = {"choosing": "chooseacolor", "rolling": "rolld6"}


@pytest.fixture(scope="module")
def rows(engine_rows, step):
    """The lines that the engine read; those for a cost that was not paid are left out."""
    return [
        row
        for row in engine_rows[::step]
        if row["tree"] or not row["line"].lstrip().startswith(PAID_WORDS)
    ]


def built(coarse):
    """The coarse tree of an ability as one that our reader builds."""
    kind, says, inner = coarse
    values = {name: say for name, say in zip(_SAID.get(kind, ()), says, strict=False) if say}
    if kind == "targeted":
        values.setdefault("target", "")
    return BuiltAbility(_KINDS.get(kind, kind), values, tuple(map(built, inner)))


def is_other(row):
    """Whether the engine does something else than the line of *row* says."""
    tree = of_engine(row["tree"])
    done = outline_of(LineReading(built(tree) if tree else None))
    return bool(row["error"]) or any(differences(outline(parse(row["line"])), done))


def about(finding, notes):
    """Whether a finding is about what the engine does not use."""
    return any(note.start < finding.span.end and finding.span.start < note.end for note in notes)


def is_about_reading(finding):
    return "WG110" <= str(finding.code) < "WG130"


def test_what_the_engine_takes_otherwise_is_reported_and_nothing_else(rows, step, record_property):
    counts, codes = Counter(), Counter()
    for row in rows:
        findings = lint(row["line"], engine_version=2026)
        codes.update(str(each.code) for each in findings)
        if is_other(row):
            counts["other", bool(findings)] += 1
        else:
            notes = reading(row["line"]).notes  # the outline does not show what is left
            other = [each for each in findings if is_about_reading(each) and not about(each, notes)]
            counts["same", bool(other)] += 1
    record_property("counts", str(counts))
    assert counts["other", True] >= 0.93 * (counts["other", True] + counts["other", False])
    assert counts["same", True] <= 0.001 * counts["same", False]
    assert counts["same", False] > 21_000 / step
    assert step == 1 or codes == FINDINGS


def test_traps_are_reported_or_none(engine_traps):
    """But for a token that only the game's own cards do not have."""
    traps = [row for row in engine_traps if row["tree"] or not row["line"].startswith(PAID_WORDS)]
    lines = [row["line"] for row in traps if is_other(row)]
    silent = [line for line in lines if not lint(line, engine_version=2026)]
    assert silent == ["token(nosuchcard)"]


def test_what_is_kept_from_line_to_line_is_reported(engine_leaks, wagic):
    reported = [row["card"] for row in engine_leaks if any(kept_texts(row["lines"]))]
    assert len(engine_leaks) == 25
    assert len(reported) >= 22
    folder = wagic / "2016" / "sets" / "primitives"
    silent = {row["card"] for row in engine_leaks}
    for card in tree_report(folder).value.cards:
        lines = [script.text for script in scripts(card) if script.key == "auto"]
        assert card.name in silent or not any(kept_texts(lines))


def test_the_tree_of_what_the_engine_does_has_the_outline_of_that(rows):
    counts = Counter()
    for row in rows[::2]:
        read = reading(row["line"])
        if read.built is not None and not read.crashes:
            line = tree(row["line"], read)
            counts[any(differences(outline(line), outline_of(read)))] += 1
    assert counts[True] <= 0.015 * counts[False]


def without_blanks(ability):
    """An ability without the blanks in its texts, and without bounds that say nothing."""
    if ability is None:
        return None
    says = {name: "".join(say.split()) for name, say in ability.values.items()}
    if says.get("least") == "0":
        del says["least"]
    if ability.kind == "all":
        says.pop("most", None)
    return ability.kind, says, [without_blanks(inner) for inner in ability.inner]


def test_a_line_as_it_is_best_written_does_the_same_but_where_a_blank_was_the_fault(rows):
    faults = 0
    for line in sorted({row["line"] for row in rows}):
        written = normalise(line)
        if written != line and without_blanks(read(written)) != without_blanks(read(line)):
            assert lint(line), line
            faults += 1
    assert 1 <= faults <= 20
