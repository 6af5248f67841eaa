"""The whole texts of what is different between two card sets in memory."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.checking.differences import diff
from cardformats.checking.differences.markdown import markdown
from cardformats.checking.differences.text import (
    _exact,
    heading,
    in_words,
    one_line,
    summary,
    text_lines,
)
from cardformats.checking.differences.values import Differences, SetChange


def marsh(*cards, name="Marsh"):
    made = [
        cf.Card.of(each, set_code="MAR", rarity=rarity, number=number, text=text)
        for each, rarity, number, text in cards
    ]
    return cf.CardSet.of(made, name, pack=2)


OLD = marsh(
    ("Eel", "common", "1", "a"), ("Owl", "rare", "2", ""), ("Newt", "common", "3", "")
)  # fmt: skip
NEW = marsh(
    ("Eel", "common", "1", "b\nc"), ("Heron", "rare", "2", ""), ("Moss", "common", "4", ""),
    ("Fen", "common", "5", ""),
)  # fmt: skip
CARDS = """\
  + Heron (MAR) 2
  + Moss (MAR) 4
  + Fen (MAR) 5
  - Owl (MAR) 2
  - Newt (MAR) 3
  * Eel (MAR) 1
      text: a → b / c
"""
ODDS = """\
  packs: other odds of 6 cards, 0 the same
    Newt: 2/3 = 0.6667 → 0 copies a pack (-0.6667)
    Owl: 2/3 = 0.6667 → 0 copies a pack (-0.6667)
    Fen: 0 → 1/2 = 0.5 copies a pack (+0.5)
    Heron: 0 → 1/2 = 0.5 copies a pack (+0.5)
    Moss: 0 → 1/2 = 0.5 copies a pack (+0.5)
    Eel (MAR) 1: 2/3 = 0.6667 → 1/2 = 0.5 copies a pack (-0.1667)
"""
COUNTS = "3 added, 2 removed, 1 changed"
FEW = """\
  + Heron (MAR) 2
    and 2 more
  - Owl (MAR) 2
    and 1 more
  * Eel (MAR) 1
      text: a → b / c
  packs: other odds of 6 cards, 0 the same
    Newt: 2/3 = 0.6667 → 0 copies a pack (-0.6667)
    and 5 more
"""
ALL = f"Marsh: {COUNTS}, 1 pack\n{CARDS}{ODDS}"


def text_of(*arguments, limit=20, **options):
    return "\n".join([*text_lines(diff(*arguments, **options), limit), ""])


@pytest.mark.parametrize("limit", [20, 6, None])
def test_the_whole_text(limit):
    assert text_of(OLD, NEW, limit=limit) == f"{ALL}Marsh → Marsh: {COUNTS}, 1 pack\n"


def test_a_limit_leaves_lines_out_and_counts_them():
    text = f"Marsh: {COUNTS}, 1 pack\n{FEW}Marsh → Marsh: {COUNTS}, 1 pack\n"
    assert text_of(OLD, NEW, limit=1) == text


def test_odds_can_be_left_out_and_versions_have_labels():
    text = f"Marsh: {COUNTS}\n{CARDS}was → is: {COUNTS}\n"
    assert text_of(OLD, NEW, odds=False, labels=("was", "is")) == text


@pytest.mark.parametrize(
    ("name", "code", "label"),
    [("", "MAR", "MAR"), ("", None, "(no name)"), ("Fen", None, "Fen")],
)
def test_a_set_in_memory_is_called_by_its_name_or_its_code(name, code, label):
    one = evolve(OLD, name=name, code=code)
    other = evolve(NEW, name=name, code=code)
    assert text_of(one, other, odds=False).endswith(f"{label} → {label}: {COUNTS}\n")
    (change,) = diff(one, other, odds=False).sets
    assert (change.old, change.new) == (".", ".")


def test_nothing_is_a_version():
    assert text_of(None, NEW, odds=False) == (
        "new: Marsh: 4 added\n  + Eel (MAR) 1\n  + Heron (MAR) 2\n  + Moss (MAR) 4\n"
        "  + Fen (MAR) 5\n(nothing) → Marsh: 4 added\n"
    )
    assert text_of(OLD, None, odds=False) == (
        "gone: Marsh: 3 removed\n  - Eel (MAR) 1\n  - Owl (MAR) 2\n  - Newt (MAR) 3\n"
        "Marsh → (nothing): 3 removed\n"
    )
    assert text_of(OLD, OLD) == "Marsh → Marsh: no differences; 1 input the same\n"


def test_the_whole_markdown():
    lines = [line[2:] for line in (CARDS + ODDS).splitlines()]
    inner = "\n".join(f"!{line[1:]}" if line.startswith("*") else line for line in lines)
    assert markdown(diff(OLD, NEW)) == (
        f"**Marsh → Marsh: {COUNTS}, 1 pack**\n\n"
        f"<details><summary>Marsh: {COUNTS}, 1 pack</summary>\n\n```diff\n{inner}\n```\n\n"
        "</details>\n"
    )


@pytest.mark.parametrize(
    ("paths", "name", "title"),
    [
        ((".", "."), "Marsh", "Marsh"), (("a", "a"), "Marsh", "a (Marsh)"), (("a", "a"), "", "a"),
        (("a", "b"), "Marsh", "a → b (Marsh)"), (("x/M", "y/M"), "M", "x/M → y/M"),
        ((None, "a"), "Marsh", "new: a (Marsh)"), (("a", None), "", "gone: a"),
        ((None, "."), "Marsh", "new: Marsh"), (("x/Marsh", "b"), "Marsh", "x/Marsh → b"),
    ],
)  # fmt: skip
def test_a_set_has_a_title(paths, name, title):
    assert heading(SetChange(*paths, name)) == title


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb\r\nc", "a / b / c"), ("", "(empty)"), ("x" * 160, "x" * 160),
        ("x" * 161, "x" * 159 + "…"),
    ],
)  # fmt: skip
def test_a_value_is_one_line(text, shown):
    assert one_line(text) == shown


def test_counts_are_words():
    assert in_words({"packs": 1, "cards": 1200, "added": 1}) == "1 pack, 1,200 cards, 1 added"
    assert summary(Differences("a", "b", [], [], 0, ["x"], (0, 0))).startswith("a → b: ")
    shown = summary(Differences("a", "b", [], [], 2, ["x", "y"], (0, 0)))
    assert "2 other files different; 2 inputs the same" in shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "an unknown share"), (Fraction(0), "0"), (Fraction(1, 2), "1/2 = 0.5"),
        (Fraction(12345, 67891), "12345/67891 = 0.1818"), (Fraction(123457, 678901), "0.1818"),
    ],
)  # fmt: skip
def test_a_fraction_is_shown_if_it_is_short(value, shown):
    assert _exact(value) == shown
