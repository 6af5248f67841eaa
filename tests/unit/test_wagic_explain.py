"""Lines of Wagic's abilities, and what they are in plain English."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import explain, parse
from cardformats.formats.wagic.abilities.nodes import Unknown


@pytest.mark.parametrize(
    ("text", "rule", "english"),
    [
        ("creature[-black]|mygraveyard", "target", "A nonblack creature card in your graveyard"),
        ("{2}{G}{T}", "price", "{2}{G}, {T}"),
        ("multi{R} name(Again)", "price", '"Again" — {R}, any number of times'),
        (
            "raid,type(elf|mybattlefield)",
            "conditions",
            "You attacked this turn and there is an elf on your battlefield",
        ),
        ("", "ability", ""),
    ],
)
def test_values_of_other_keys_are_explained(text, rule, english):
    assert explain(parse(text, rule)) == english


def test_any_part_of_a_line_is_explained():
    line = parse("@each my upkeep:{C(0/0,-1,Lore)}{2/W}:damage:x target(elf|myhand)")
    said = [explain(node) for _, node in line.walk()]
    for phrase in (
        "At the beginning of your upkeep",
        "Remove a lore counter from this, {2/W}",
        "{2/W}",
        "An elf card in your hand",
        "In your hand",
        "X",
    ):
        assert phrase in said


def test_what_is_unknown_is_its_text_in_backquotes():
    assert explain(Unknown("  some  odd `text` ")) == "`some odd 'text'`"


@pytest.mark.parametrize("rule", ["ability", "target", "conditions", "price"])
@pytest.mark.parametrize("line", ["draw:" + "9" * 5000, "\t", "draw:1" + " && draw:1" * 300])
def test_no_line_is_too_odd_to_be_explained(line, rule):
    for _, node in parse(line, rule).walk():
        english = explain(node)
        assert "  " not in english
        assert english == english.strip()


@pytest.mark.parametrize(("head", "tail"), [
    ("ability$!", "!$"), ("may ", ""), ("if raid then ", ""), ("and!(", ")!"), ("{T}:", ""),
    ("transforms((,newability[", "]))"), ("draw:1 && ", ""), ("choice ", ""), ("@each upkeep:", ""),
])  # fmt: skip
@pytest.mark.parametrize("depth", [1, 5, 60, 240])
def test_lines_may_be_nested_as_deeply_as_they_are_read(head, tail, depth):
    assert explain(parse(head * depth + "draw:1" + tail * depth))
