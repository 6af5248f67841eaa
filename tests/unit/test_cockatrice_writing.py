"""What is written of cards of other games, as card databases of Cockatrice."""

from __future__ import annotations

import pytest
from attrs import evolve

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


DATABASE = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- do not edit -->
<cockatrice_carddatabase version="4">
  <sets><set><name>AB</name></set></sets>
  <cards>
    <card>
      <name>Reed Frog</name>
      <text></text>
      <set>AB</set>
    </card>
  </cards>
</cockatrice_carddatabase>
"""


@pytest.mark.parametrize("text", ["Jumps.", " Jumps. "])
def test_a_first_text_takes_the_place_of_an_empty_element(text):
    """All else stays; the spaces around a text, which reading takes off, are not written."""
    cardset = cf.loads(DATABASE, "cockatrice")
    (frog,) = cardset.cards
    changed = evolve(frog, faces=[evolve(frog.faces[0], text=text)])
    written = cf.dumps(cardset.replacing(frog, changed), "cockatrice")
    assert written == DATABASE.replace("<text></text>", f"<text>{text.strip()}</text>")


def test_a_card_without_colors_has_none_in_spite_of_its_cost():
    """Each version says so with an empty element, which is read again."""
    card = cf.Card.of("Reed Frog", set_code="AB", mana_cost="{2}{G}", colors=(), types="Creature")
    for version, empty in ((4, "<colors></colors>"), (3, "<color></color>")):
        written = cf.dumps_report(cf.CardSet.of([card]), "cockatrice", database_version=version)
        assert empty in written.value
        assert [loss for loss in written.losses if loss.code == "CF216"] == []
        (again,) = cf.loads(written.value, "cockatrice").cards
        assert (again.colors, str(again.mana_cost)) == (frozenset(), "{2}{G}")


@pytest.mark.parametrize(
    ("related", "written"),
    [
        (cf.Face("Tadpole", text="Swims."), ["Tadpole"]),
        (cf.CardRef("Tadpole", "AB", "7"), ["Tadpole"]),
        (cf.CardRef("", id="0c1d"), []),
        (cf.CardRef("0c1d", id="0c1d"), []),
        (cf.Face(""), []),
    ],
    ids=["a face", "a printing", "an id", "an id as name", "a face without a name"],
)
def test_of_related_cards_no_more_than_the_names_is_written(related, written):
    """What else is known of them is reported, whether a database is new or only changed."""
    cardset = cf.loads(DATABASE, "cockatrice")
    (frog,) = cardset.cards
    changed = cardset.replacing(evolve(frog, related=[cf.CardRef("Pond"), related]))
    for canonical in (True, False):
        report = cf.dumps_report(changed, "cockatrice", canonical=canonical)
        assert [(loss.code, loss.subjects) for loss in report.losses] == [("CF220", ("Reed Frog",))]
        (again,) = cf.loads(report.value, "cockatrice").cards
        assert [each.name for each in again.related] == ["Pond", *written]
    plain = cardset.replacing(evolve(frog, related=[cf.CardRef("Pond")]))
    assert not cf.dumps_report(plain, "cockatrice").losses
