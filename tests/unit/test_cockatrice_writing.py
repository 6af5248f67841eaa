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


PRINTINGS = """\
<?xml version="1.0"?>
<!-- do not edit -->
<cockatrice_carddatabase version="{version}">
  <sets><set><name>AB</name></set><set><name>CD</name></set></sets>
  <cards>
    <card>
      <name>Reed Frog</name>
      <set {uuid}="0" {muid}="12" {picurl}="http://a/1.jpg" rarity="rare">AB</set>
      <set {muid}="13" {picurl}='http://a/2.jpg'>CD</set>
    </card>
  </cards>
</cockatrice_carddatabase>
"""
SPELLINGS = [("uuId", "muId", "picURL"), ("uuid", "muid", "picurl"), ("UUID", "MUID", "PicUrl")]


@pytest.mark.parametrize("version", [3, 4])
@pytest.mark.parametrize("names", SPELLINGS)
def test_changed_attributes_of_printings_keep_their_spelling(version, names):
    """However a version spells them, only the line of the printing changes."""
    spelt = dict(zip(("uuid", "muid", "picurl"), names, strict=True))
    text = PRINTINGS.format(version=version, **spelt)
    cardset = cf.loads(text, "cockatrice")
    first, second = cardset.cards
    uuid, muid, picurl = names

    def with_image(card, images):
        return evolve(card, faces=[evolve(card.faces[0], images=images)])

    changes = [
        (cardset.replacing(first, with_image(first, {"en": "http://b/9.jpg"})), "a/1", "b/9"),
        (cardset.replacing(second, with_image(second, {"en": "http://b/9.jpg"})), "a/2", "b/9"),
        (
            cardset.replacing(first, evolve(first, ids={**first.ids, "multiverse": "99"})),
            f'{muid}="12"',
            f'{muid}="99"',
        ),
        (
            cardset.replacing(first, with_image(first, {})),
            f' {picurl}="http://a/1.jpg"',
            "",
        ),
        (
            evolve(cardset, cards=[second]),
            f'      <set {uuid}="0" {muid}="12" {picurl}="http://a/1.jpg" rarity="rare">AB</set>\n',
            "",
        ),
    ]
    for changed, was, now in changes:
        report = cf.dumps_report(changed, "cockatrice")
        assert report.value == text.replace(was, now)
        assert report.losses == ()


@pytest.mark.parametrize("names", SPELLINGS)
def test_one_of_two_printings_in_a_set_can_be_removed(names):
    """The other printing keeps its line, though both have the same set."""
    spelt = dict(zip(("uuid", "muid", "picurl"), names, strict=True))
    text = PRINTINGS.format(version=4, **spelt).replace(">CD</set>", ">AB</set>")
    cardset = cf.loads(text, "cockatrice")
    report = cf.dumps_report(evolve(cardset, cards=cardset.cards[1:]), "cockatrice")
    again = cf.loads(report.value, "cockatrice")
    assert again.cards == cardset.cards[1:]
    assert report.value.startswith(text.partition("<set ")[0])
    assert f"{names[2]}=" in report.value
    assert "CF259" not in {each.code for each in report.losses}


UNTOUCHED = """\
<?xml version="1.0"?>
<cockatrice_carddatabase version="4">
  <sets><set><name>AB</name></set></sets>
  <cards>
    <card>
      <name>Fire // Ice</name>
      <text>Burn.

---

Tap.</text>
      <prop>
        <manacost>{1}{R} // {1}{U}</manacost>
      </prop>
      <set>AB</set>
    </card>
    <card><name>Orphan</name></card>
    <card>
      <name>Other</name>
      <text>Jumps.</text>
      <set>AB</set>
    </card>
  </cards>
</cockatrice_carddatabase>
"""


def test_cards_whose_text_stays_lose_nothing():
    """What a writer would write differently is no loss of a card that is not written."""
    cardset = cf.loads(UNTOUCHED, "cockatrice")
    *_, other = cardset.cards
    changed = evolve(other, faces=[evolve(other.faces[0], text="Hops.")])
    written = cf.dumps(cardset.replacing(other, changed), "cockatrice", on_loss="error")
    assert written == UNTOUCHED.replace("Jumps.", "Hops.")
    assert cf.loads(written, "cockatrice").cards[:2] == cardset.cards[:2]
    report = cf.dumps_report(cardset, "cockatrice", canonical=True)
    assert {each.code for each in report.losses} == {"CF218", "CF254"}


def test_losses_of_a_changed_card_are_reported_beside_cards_whose_text_stays():
    cardset = cf.loads(UNTOUCHED, "cockatrice")
    *_, other = cardset.cards
    changed = evolve(other, rating=3.5, faces=[evolve(other.faces[0], text=" Hops.")])
    report = cf.dumps_report(cardset.replacing(other, changed), "cockatrice")
    assert {each.subjects for each in report.losses} == {("Other",)}
    assert report.value == UNTOUCHED.replace("Jumps.", "Hops.")


@pytest.mark.parametrize("place", [0, 1])
def test_an_edit_is_written_though_the_old_text_would_be_written_so(place):
    """The split card loses the cost of both halves, or the card without a set gets one."""
    cardset = cf.loads(UNTOUCHED, "cockatrice")
    rewritten = cf.loads(cf.dumps(cardset, "cockatrice", canonical=True), "cockatrice")
    was, now = (each.cards[place] for each in (cardset, rewritten))
    assert was != now
    report = cf.dumps_report(cardset.replacing(was, now), "cockatrice")
    assert cf.loads(report.value, "cockatrice").cards[place] == now
    assert "CF259" in {each.code for each in report.losses}


SEVERAL = """\
<cockatrice_carddatabase version="4">
  <cards>
    <card><name>Eel</name><set rarity="common">AAA</set></card>
    <card><name>Moth</name><set rarity="common">B/B</set></card>
  </cards>
</cockatrice_carddatabase>
"""


@pytest.mark.parametrize("format_id", [None, "cockatrice"])
def test_one_set_is_not_written_over_the_file_of_several(tmp_path, format_id):
    path = tmp_path / "cards.xml"
    path.write_text(SEVERAL, "utf-8")
    (first, second) = (each.value for each in cf.read_sets(path))
    for part in (first, second, cf.read(path, of_set="AAA")):
        with pytest.raises(cf.OverwriteError, match="no longer has the other sets"):
            cf.write(part, path, format_id)
    with pytest.raises(cf.OverwriteError):
        cf.convert(path, path, "cockatrice", "cockatrice", of_set="AAA")
    assert path.read_text("utf-8") == SEVERAL
    cf.write(first, tmp_path / "first.xml", "cockatrice")
    assert [card.name for card in cf.read(tmp_path / "first.xml").cards] == ["Eel"]
    cf.write(cf.read(path), path)
    assert path.read_text("utf-8") == SEVERAL
    cf.convert(path, path, "cockatrice", "cockatrice", of_set="AAA", force=True)
    assert [card.name for card in cf.read(path).cards] == ["Eel"]


def test_sheets_have_neither_tokens_nor_backs():
    sides = {"Eel": "front", "Moth": "front", "Sprite": "token", "Back": "back"}
    cards = "".join(
        f"<card><name>{name}</name><prop><side>{side}</side></prop>"
        f'<set rarity="rare">AAA</set><token>{side == "token":d}</token></card>'
        for name, side in sides.items()
    )
    text = f'<cockatrice_carddatabase version="4"><cards>{cards}</cards></cockatrice_carddatabase>'
    cardset = cf.loads(text, "cockatrice")
    assert [card.name for card in cardset.cards] == [*sides]
    assert [each.card.name for each in cardset.sheets["rare"].entries] == ["Eel", "Moth"]


def test_cards_of_which_sheets_have_only_ids_do_not_matter_to_a_database():
    sheet = cf.Sheet("rare", [cf.Entry(cf.CardRef("", id="7"))])
    report = cf.dumps_report(cf.CardSet("A", "AAA", [cf.Card.of("Eel")], [sheet]), "cockatrice")
    assert not report.errors


def test_what_no_element_says_of_a_set_is_reported():
    head = '<cockatrice_carddatabase version="4"><info><author>Ann</author></info>'
    several = cf.loads(head + SEVERAL.partition(">")[2], "cockatrice")
    new = evolve(several, name="New", meta={"release_date": "2026-01-02"})
    losses = " ".join(each.message for each in cf.dumps_report(new, "cockatrice").losses)
    assert "the name of the set" in losses
    assert "the metadata 'release_date'" in losses
    assert not cf.dumps_report(several, "cockatrice").losses
    (loss,) = cf.dumps_report(several, "cockatrice", database_version=3).losses
    assert "info about the database" in loss.message
    one = evolve(several, name="New", cards=several.cards[:1])
    assert "the name" not in str(cf.dumps_report(one, "cockatrice").losses)


@pytest.mark.parametrize("name", ["Sprite", "Keeper"])
def test_a_related_card_of_a_new_name_is_related_as_before(name):
    cards = (
        '<card><name>Moth</name><set>A</set><related count="2" exclude="exclude">Sprite</related>'
        '<related attach="attach">Sprite</related></card>'
        "<card><name>Sprite</name><set>A</set>"
        '<reverse-related count="x=3">Keeper</reverse-related></card>'
        "<card><name>Keeper</name><set>A</set></card>"
    )
    text = f'<cockatrice_carddatabase version="4"><cards>{cards}</cards></cockatrice_carddatabase>'
    cardset = cf.loads(text, "cockatrice")
    card = cardset.card(name)
    new = cardset.replacing(card, evolve(card, faces=[evolve(card.faces[0], name="Other")]))
    assert cf.dumps(new, "cockatrice") == text.replace(name, "Other")
    # another card in its place is not the same card with a new name
    moth = cardset.card("Moth")
    other = evolve(moth, related=[cf.CardRef("Keeper")])
    (written, *_) = cf.loads(
        cf.dumps(cardset.replacing(moth, other), "cockatrice"), "cockatrice"
    ).cards
    assert "count" not in str(written.extras)
