"""What is written of cards of other games, as card databases of Cockatrice."""

from __future__ import annotations

import cardformats as cf


def test_names_of_properties_become_names_of_elements():
    """Whatever a property is called, the file is well-formed, and no value is lost."""
    names = ["a b", "a_b", "1x", "x<y", "é", "x\ud800", "", "xml:x", "²"]
    face = cf.Face("B", properties={name: f"v{at}" for at, name in enumerate(names)})
    report = cf.dumps_report(cf.CardSet("A", "X", [cf.Card(face)]), "cockatrice")
    read = cf.loads_report(report.value, "cockatrice")
    (card,) = read.value.cards
    assert sorted(card.faces[0].properties.values()) == sorted(face.properties.values())
    assert card.faces[0].properties["a_b"] == face.properties["a_b"]
    assert sum("the property" in each.message for each in report.diagnostics) == 7
