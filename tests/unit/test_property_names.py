"""Names of properties that a game can have."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.property_names import one_line, property_names, with_valid_properties
from cardformats.losses import LossLog


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Cost", "Cost"), ("a\tb\tc", "a b c"), ("\0x\ud800", "x"), ("", "Property"),
        ("\0", "Property"), (" ", " "),
    ],
)  # fmt: skip
def test_a_name_is_one_line_of_xml(name, line):
    assert one_line(name) == line


def valid(names, known=(), usual=(), reserved=()):
    """Return the names that properties of a card get, and the losses."""
    card = cf.Card.of("Eel", properties={name: str(at) for at, name in enumerate(names)})
    losses = LossLog("octgn")
    made = with_valid_properties(cf.CardSet(cards=[card]), known, usual, reserved, losses)
    assert [*made.cards[0].properties.values()] == [str(at) for at in range(len(names))]
    assert [*property_names(made)] == [*made.cards[0].properties]
    return [*made.cards[0].properties], [each.kind for each in losses.finish()]


def test_valid_names_stay():
    assert valid(["Cost", "Rules"], usual=["Cost"]) == (["Cost", "Rules"], [])


def test_names_that_are_taken_or_impossible_get_others():
    names, losses = valid(["a\tb", "Size", "a b"], reserved=["size"])
    assert names == ["a b2", "CardSize", "a b"]
    assert sorted(losses) == [
        "the property 'Size' (now 'CardSize')", "the property 'a\\tb' (now 'a b2')",
    ]  # fmt: skip
    assert valid(["Size"], known=["Size"], reserved=["size"]) == (["Size"], [])
