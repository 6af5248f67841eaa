"""Card databases of Cockatrice: both versions, printings, faces, tokens, changes in place."""

from __future__ import annotations

import difflib

import attrs
import pytest
from lxml import etree

import cardformats as cf
from cardformats.formats.cockatrice.syntax import ORDER
from cardformats.losses import Loss
from tests.growth import LINEAR, growth

DATABASE = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- by hand -->
<cockatrice_carddatabase version="4">
  <info><author>Ann</author></info>
  <sets>
    <set>
      <name>LAN</name>
      <longname>Lanterns</longname>
      <settype>Custom</settype>
      <releasedate>2024-02-03</releasedate>
      <priority>3</priority>
    </set>
  </sets>
  <cards>
    <card>
      <name>Lantern Eel</name>
      <text>Draw a card.
      </text>
      <prop>
        <layout>transform</layout>
        <side>front</side>
        <type>Legendary Creature — Eel Wizard</type>
        <maintype>Creature</maintype>
        <manacost>3WU{W/U}</manacost>
        <cmc>6</cmc>
        <colors>WU</colors>
        <pt>1/1+*</pt>
        <!-- not said --><format-standard>legal</format-standard>
      </prop>
      <set rarity="common" num="3" uuid="TODO:" picURL="https://x.example/a.png">LAN</set>
      <related attach="transform">Eel King</related>
      <related count="2">Clue</related>
      <tablerow>2</tablerow>
    </card>
    <card>
      <name>Eel King</name>
      <text>Flying</text>
      <prop><type>Creature — Eel</type><side>back</side><colors>B</colors><pt>4/4</pt></prop>
      <set rarity="common" num="3" picURL="https://x.example/b.png">LAN</set>
      <tablerow>2</tablerow>
    </card>
    <card>
      <name>Wax // Wane</name>
      <text>Wax it.

---

Wane it.</text>
      <prop>
        <type>Instant // Sorcery</type>
        <manacost>R // 1B</manacost>
        <cmc>3</cmc>
        <colors>BR</colors>
      </prop>
      <set rarity="rare" num="4">LAN</set>
      <tablerow>3</tablerow>
    </card>
    <card>
      <name>Clue</name>
      <prop><type>Token Artifact — Clue</type></prop>
      <set>LAN</set>
      <reverse-related count="x" exclude="exclude">Wax // Wane</reverse-related>
      <token>1</token>
      <tablerow>1</tablerow>
    </card>
  </cards>
</cockatrice_carddatabase>
"""


def codes(report):
    return [str(each.code) for each in report.diagnostics]


def database(*cards, version="4", before=""):
    body = "".join(f"<card>{card}</card>\n" for card in cards)
    attribute = f' version="{version}"' if version else ""
    name = "cockatrice_carddatabase"
    return f"<{name}{attribute}>{before}<cards>\n{body}</cards></{name}>"


def lines_changed(before, after):
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in diff if line[0] in "+-" and line[:3] not in ("+++", "---")]


def test_a_card_has_its_fields():
    report = cf.loads_report(DATABASE, "cockatrice")
    assert codes(report) == []
    cardset = report.value
    assert (cardset.name, cardset.code) == ("Lanterns", "LAN")
    assert cardset.meta == {"release_date": "2024-02-03", "type": "Custom"}
    eel = cardset.card("Lantern Eel")
    assert (eel.set_code, eel.number, eel.rarity) == ("LAN", "3", "common")
    assert str(eel.mana_cost) == "{3}{W}{U}{W/U}"
    assert eel.type_line == "Legendary Creature — Eel Wizard"
    assert (eel.power, eel.toughness, eel.text) == ("1", "1+*", "Draw a card.")
    assert eel.images == {"en": "https://x.example/a.png"}
    assert eel.properties == {"format-standard": "legal"}
    assert eel.ids == {}  # what is no UUID is no id of Scryfall


def test_backs_and_halves_are_faces():
    cardset = cf.loads(DATABASE, "cockatrice")
    assert [card.name for card in cardset.cards] == ["Lantern Eel", "Wax // Wane", "Clue"]
    front, back = cardset.card("Lantern Eel").faces
    assert (front.kind, back.kind, back.name, back.power) == ("front", "back", "Eel King", "4")
    assert back.images == {"en": "https://x.example/b.png"}
    whole, wax, wane = cardset.card("Wax // Wane").faces
    assert [each.kind for each in (whole, wax, wane)] == ["front", "split", "split"]
    assert (wax.name, wax.text, str(wax.mana_cost)) == ("Wax", "Wax it.", "{R}")
    assert (wane.types, str(wane.mana_cost), wane.text) == (("Sorcery",), "{1}{B}", "Wane it.")
    assert str(whole.mana_cost) == "{R}{1}{B}"


def test_tokens_are_marked_and_cards_know_what_belongs_to_them_both_ways():
    cardset = cf.loads(DATABASE, "cockatrice")
    assert cardset.card("Clue").rarity == "token"
    assert [*cardset.sheets] == ["common", "rare"]
    assert cardset.card("Clue").related == (cf.CardRef("Wax // Wane"),)
    assert cardset.card("Wax // Wane").related == (cf.CardRef("Clue"),)
    assert cardset.card("Lantern Eel").related == (cf.CardRef("Clue"),)
    text = cf.dumps(cardset, "cockatrice", canonical=True)
    assert text.count(">Clue</related>") == 1  # the other one is said by the token
    assert '<reverse-related count="x" exclude="exclude">Wax // Wane</reverse-related>' in text


def test_what_is_written_anew_reads_as_the_same():
    cardset = cf.loads(DATABASE, "cockatrice")
    report = cf.dumps_report(cardset, "cockatrice", canonical=True)
    assert not report.losses
    assert cf.loads(report.value, "cockatrice") == cardset


def test_the_older_version_loses_backs_and_own_properties():
    cardset = cf.loads(DATABASE, "cockatrice")
    report = cf.dumps_report(cardset, "cockatrice", database_version=3)
    lost = {(str(each.code), each.subjects) for each in report.losses}
    eel = ("Lantern Eel",)
    # the back is a card of its own there, also on the sheet, and there is no info
    about = ("CF258", ("Lanterns",))
    assert lost == {("CF217", eel), ("CF218", eel), ("CF238", ("common",)), about}
    again = cf.loads(report.value, "cockatrice")
    assert [card.name for card in again.cards][:2] == ["Lantern Eel", "Eel King"]
    assert again.card("Wax // Wane") == cardset.card("Wax // Wane")


@pytest.mark.parametrize("version", [3, 4])
def test_elements_have_the_order_of_the_version(version):
    cardset = cf.loads(DATABASE.replace("<token>", "<cipt>1</cipt><token>"), "cockatrice")
    text = cf.dumps(cardset, "cockatrice", canonical=True, database_version=version)
    places = {tag: place for place, tag in enumerate(ORDER[version])}
    places["reverse-related"] = places["related"]
    for card in etree.fromstring(text.encode()).iter("card"):
        order = [places[each.tag] for each in card]
        assert order == sorted(order)


def test_an_unchanged_database_is_written_as_it_was():
    for text in (DATABASE, DATABASE.replace("\n", "\r\n"), "\ufeff" + DATABASE):
        assert cf.dumps(cf.loads(text, "cockatrice"), "cockatrice") == text


def test_an_edit_changes_its_own_lines():
    cardset = cf.loads(DATABASE, "cockatrice")
    eel = cardset.card("Lantern Eel")
    faces = (attrs.evolve(eel.faces[0], text="Draw two cards."), eel.faces[1])
    changed = cardset.replacing(attrs.evolve(eel, faces=faces))
    report = cf.dumps_report(changed, "cockatrice")
    assert not report.losses
    assert lines_changed(DATABASE, report.value) == [
        "-      <text>Draw a card.",
        "-      </text>",
        "+      <text>Draw two cards.</text>",
    ]
    new = cf.Card.of("Moss Warden", types="Creature", set_code="LAN", rarity="rare")
    text = cf.dumps(cardset.adding(new), "cockatrice")
    assert [line[0] for line in lines_changed(DATABASE, text)] == ["+"] * 9
    text = cf.dumps(cardset.without("Clue"), "cockatrice")
    assert not any(line.startswith("+") for line in lines_changed(DATABASE, text))
    assert "Clue" not in cf.dumps(cardset.without("Clue"), "cockatrice").replace(">Clue</rel", "")


def test_each_set_of_a_card_is_a_printing():
    text = database(
        '<name>Moth</name><set num="1" rarity="common">LAN</set><set muid="77" picurl="x">MSH</set>'
    )
    cardset = cf.loads(text, "cockatrice")
    lan, msh = cardset.printings("Moth")
    assert (lan.set_code, lan.number, lan.rarity, lan.images) == ("LAN", "1", "common", {})
    assert (msh.set_code, msh.ids, msh.images) == ("MSH", {"multiverse": "77"}, {"en": "x"})
    written = cf.dumps(cardset, "cockatrice", canonical=True)
    assert written.count("<card>") == 1
    assert cf.loads(written, "cockatrice").cards == cardset.cards


def test_one_set_of_several_is_read():
    text = database(
        '<name>Moth</name><set num="1">LAN</set><set>MSH</set>',
        "<name>Eel</name><set>MSH</set>",
        before="<sets><set><name>LAN</name><longname>Lanterns</longname></set></sets>",
    )
    report = cf.loads_report(text, "cockatrice", of_set="lan")
    assert codes(report) == []
    assert (report.value.name, report.value.code) == ("Lanterns", "LAN")
    assert [card.ref for card in report.value.cards] == [cf.CardRef("Moth", "LAN", "1")]
    assert "MSH" not in cf.dumps(report.value, "cockatrice")  # the other set is another one
    assert codes(cf.loads_report(text, "cockatrice", of_set="XYZ")) == ["CK008"]


def test_properties_of_other_games_are_kept():
    text = database(
        "<name>Agumon</name><prop><type>Digimon - Reptile - Rookie</type><pt>3000</pt>"
        "<colors>Y</colors><Evolution_Cost>2</Evolution_Cost></prop><set>BT1</set>"
    )
    cardset = cf.loads(text, "cockatrice")
    (card,) = cardset.cards
    assert card.properties == {
        "type": "Digimon - Reptile - Rookie",
        "pt": "3000",
        "colors": "Y",
        "Evolution_Cost": "2",
    }
    assert (card.types, card.subtypes) == (("Digimon",), ("Reptile", "Rookie"))
    new = attrs.evolve(card, faces=attrs.evolve(card.faces[0], types=["Tamer"]))
    written = cf.dumps(cardset.replacing(card, new), "cockatrice")
    for element in ("<type>Tamer — Reptile Rookie<", "<pt>3000<", "<colors>Y<", "<name>Agumon<"):
        assert element in written


def test_the_version_without_prop_has_everything_in_the_card():
    text = database(
        "<name>Eel</name><set muId='12'>LAN</set><color>W</color><color>U</color>"
        "<manacost>1WU</manacost><cmc>3</cmc><type>Creature - Eel</type><pt>1/2</pt>"
        "<tablerow>2</tablerow><text>Flying</text><loyalty>4</loyalty>",
        "<name>Knight</name><set>LAN</set><color>Swordcraft</color><type>Follower</type>"
        "<tablerow>1</tablerow><related></related>",
        version="3",
    )
    cardset = cf.loads(text, "cockatrice")
    eel, knight = cardset.cards
    assert (str(eel.mana_cost), eel.loyalty, eel.subtypes) == ("{1}{W}{U}", "4", ("Eel",))
    assert {each.value for each in eel.colors} == {"W", "U"}
    assert knight.properties == {"colors": "Swordcraft"}
    assert knight.related == ()
    written = cf.dumps(cardset, "cockatrice", canonical=True)
    assert "<color>W</color>\n      <color>U</color>" in written
    assert "<color>Swordcraft</color>" in written
    assert '<set muId="12">' in written
    assert cf.loads(written, "cockatrice") == cardset


def test_signs_and_ends_are_read_as_they_are_meant():
    text = database("<name>Salt & Pepper</name><text>A & B</text><set>R&amp;D</set>") + "\n</a>\n"
    report = cf.loads_report(text, "cockatrice")
    assert codes(report) == ["CK012", "CF009", "CF009", "CF010"]
    (card,) = report.value.cards
    assert (card.name, card.text, card.set_code) == ("Salt & Pepper", "A & B", "R&D")
    assert [each.span.text for each in report.diagnostics[1:]] == ["&", "&", "</a>\n"]
    fixed = text
    for each in reversed(report.diagnostics[1:]):
        (edit,) = each.fix.edits
        fixed = fixed[: edit.span.start] + edit.new + fixed[edit.span.end :]
    assert codes(cf.loads_report(fixed, "cockatrice")) == ["CK012"]
    assert cf.loads(fixed, "cockatrice").cards == report.value.cards
    changed = report.value.replacing(card, attrs.evolve(card, number="7"))
    assert cf.dumps(changed, "cockatrice") == text.replace("<set>R", '<set num="7">R')


@pytest.mark.parametrize(
    "extra", ["&", " & </a> & <b>&</b>\n", "< /cockatrice_carddatabase > & <a/>"]
)
def test_signs_in_what_is_ignored_are_no_matter(extra):
    text = database("<name>Eel</name>") + extra
    report = cf.loads_report(text, "cockatrice")
    assert codes(report) == ["CF010"]
    (card,) = report.value.cards
    assert card.name == "Eel"
    assert cf.dumps(report.value, "cockatrice") == text


def test_a_document_type_is_refused_whatever_else_is_wrong():
    entity = '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n'
    for text in (database("<name>Eel &b;</name>"), database("<name>Eel & &b;</name>") + "</x>"):
        report = cf.loads_report(entity + text, "cockatrice")
        assert codes(report) == ["CK001"]
        assert report.value.cards == ()


@pytest.mark.parametrize("version", ["", "5", "four"])
def test_another_version_is_told_by_the_cards(version):
    report = cf.loads_report(
        database("<name>Eel</name><set>LAN</set><color>W</color>", version=version), "cockatrice"
    )
    assert "CK003" in codes(report)
    assert report.value.extras["cockatrice"]["version"] == 3
    report = cf.loads_report(
        database("<name>Eel</name><prop><pt>1/1</pt></prop>", version=version), "cockatrice"
    )
    assert report.value.extras["cockatrice"]["version"] == 4


def test_detection_is_by_the_root(tmp_path):
    path = tmp_path / "cards.xml"
    path.write_text(DATABASE, "utf-8")
    assert cf.detect(path)[0].format.id == "cockatrice"
    assert cf.read(path).code == "LAN"


def test_packs_of_the_usual_rarities():
    cards = [
        f'<name>{rarity} {number}</name><set rarity="{rarity}">LAN</set>'
        for rarity, many in (("common", 12), ("uncommon", 5), ("rare", 3), ("mythic", 2))
        for number in range(many)
    ]
    report = cf.loads_report(database(*cards), "cockatrice")
    assert "CK010" in codes(report)
    pack = cf.Generator(report.value, seed=3).pack(0)
    assert len(pack.cards) == 14
    again = cf.dumps_report(report.value, "cockatrice", canonical=True)
    assert not again.losses


def test_losses_are_reported():
    cards = [
        cf.Card.of("Eel", number="1", power="1", toughness="1", rating=3.5, finish="foil"),
        cf.Card.of("Eel", number="2", power="2", text="Flying"),
    ]
    cardset = cf.CardSet.of(cards, "Lanterns", "LAN", pack=2)
    report = cf.dumps_report(cardset, "cockatrice")
    lost = {(str(each.code), each.kind) for each in report.losses}
    assert ("CF255", "ratings") in lost
    assert ("CF250", "the finish 'foil'") in lost
    assert ("CF211", "names") in lost
    assert any(code == "CF235" for code, _ in lost)
    assert any(code == "CF215" for code, _ in lost)  # there is no power without a toughness
    assert any(code == "CF254" for code, _ in lost)  # cards have a set
    again = cf.loads(report.value, "cockatrice")
    assert [card.name for card in again.cards] == ["Eel", "Eel "]


def test_cards_that_are_only_named_are_written():
    cardset = cf.loads("1 Lantern Eel (LAN) 4\n2 Moth\n", "draftmancer")
    report = cf.dumps_report(cardset, "cockatrice")
    assert any(each.code == "CF210" for each in report.losses)
    assert {card.name for card in cf.loads(report.value, "cockatrice").cards} == {
        "Lantern Eel",
        "Moth",
    }


def test_losses_say_where_they_are():
    text = DATABASE.replace("<text>Flying</text>", "")
    cardset = cf.loads(text, "cockatrice")
    changed = cardset.replacing(attrs.evolve(cardset.card("Clue"), rating=2.0))
    (loss,) = cf.dumps_report(changed, "cockatrice").losses
    assert loss.related[0].span.text == "<name>Clue</name>"


def with_an_adventure():
    front = cf.Face(
        "Bog Giant",
        mana_cost="{2}{R}",
        types=["Creature"],
        subtypes=["Giant"],
        power="4",
        toughness="3",
        text="Trample",
    )
    stomp = cf.Face(
        "Stomp",
        mana_cost="{1}{R}",
        types=["Instant"],
        subtypes=["Adventure"],
        text="Two damage.",
        kind="alternate",
    )
    giant = cf.Card([front, stomp], set_code="LAN", number="1", rarity="rare")
    friend = cf.Card.of("Friend", set_code="LAN", related=[cf.CardRef("Bog Giant")])
    return cf.CardSet(cards=[giant, friend])


def test_an_adventure_stands_beside_its_front_and_comes_back():
    cardset = with_an_adventure()
    report = cf.dumps_report(cardset, "cockatrice")
    assert not report.losses
    assert "<name>Bog Giant // Stomp</name>" in report.value
    assert "<layout>adventure</layout>" in report.value
    assert "<related>Bog Giant // Stomp</related>" in report.value
    again = cf.loads(report.value, "cockatrice")
    giant, friend = again.cards
    assert giant.faces == cardset.cards[0].faces
    assert (giant.name, giant.power) == ("Bog Giant", "4")
    assert friend.related == (cf.CardRef("Bog Giant"),)
    assert cf.dumps(again, "cockatrice", canonical=True) == report.value


def test_an_adventure_of_the_older_version_and_other_alternates_are_losses():
    cardset = with_an_adventure()
    report = cf.dumps_report(cardset, "cockatrice", database_version=3)
    lost = {(each.code, each.subjects) for each in report.losses}
    assert lost >= {(Loss.FACE, ("Bog Giant",)), (Loss.NAME, ("Bog Giant",))}
    assert (Loss.RELATED, ("Friend",)) in lost  # it names a card of another name then
    assert cf.loads(report.value, "cockatrice").card("Bog Giant // Stomp").faces[2].name == "Stomp"
    front, stomp = cardset.cards[0].faces
    flipped = attrs.evolve(stomp, subtypes=())
    card = attrs.evolve(cardset.cards[0], faces=[front, flipped])
    report = cf.dumps_report(cardset.replacing(card), "cockatrice")
    (loss,) = (each for each in report.losses if each.code == Loss.FACE)
    assert loss.examples == ("Bog Giant",)


def test_each_set_of_a_database_and_of_a_folder_is_read_by_itself(tmp_path):
    cards = [
        f'<name>{rarity} {code} {number}</name><set rarity="{rarity}">{code}</set>'
        for code in ("LAN", "MSH")
        for rarity in ("common", "uncommon", "rare")
        for number in range(12)
    ]
    text = database(*cards, before="<sets><set><name>LAN</name></set></sets>")
    (tmp_path / "one.xml").write_text(text, "utf-8")
    reports = [*cf.read_sets(tmp_path / "one.xml")]
    assert [codes(each) for each in reports] == [["CK010"], ["CK012", "CK010"]]
    assert [len(each.value.cards) for each in reports] == [36, 36]
    for report in reports:
        (booster,) = report.value.boosters
        assert report.value == cf.read(tmp_path / "one.xml", of_set=report.value.code)
        assert [slot.count for slot, _ in booster.walk()] == [10, 3, 1]
    (tmp_path / "two.xml").write_text(DATABASE, "utf-8")
    (tmp_path / "other.xml").write_text("<cards/>", "utf-8")
    assert [each.format.id for each in cf.detect(tmp_path)] == ["cockatrice"]
    assert [each.value.code for each in cf.read_sets(tmp_path)] == ["LAN", "MSH", "LAN"]
    first, *_ = cf.read_sets(tmp_path, max_size=2000)
    assert codes(first) == ["CF001"]
    with (tmp_path / "one.xml").open("rb") as stream:
        assert [codes(each) for each in cf.read_sets(stream, max_size=2000)] == [["CF001"]]


def test_a_database_that_is_none_or_has_no_cards_gives_no_set(tmp_path):
    path = tmp_path / "cards.xml"
    path.write_text("<cards>", "utf-8")
    assert [codes(each) for each in cf.read_sets(path, "cockatrice")] == [["CK001"]]
    path.write_text(database(), "utf-8")
    assert [*cf.read_sets(path)] == []


@pytest.mark.parametrize("kind", ["alternate", "split"])
def test_halves_without_text_or_numbers_come_back(kind):
    plain = cf.Face("Shepherd", mana_cost="{1}{W}", types=["Creature"], power="3", toughness="1")
    usher = cf.Face(
        "Usher", types=["Instant"], subtypes=["Adventure"], text="Return it.", kind=kind
    )
    cardset = cf.CardSet(cards=[cf.Card([plain, usher], set_code="LAN")])
    again = cf.loads(cf.dumps(cardset, "cockatrice"), "cockatrice")
    front, *others = again.cards[0].faces
    if kind == "alternate":
        assert (front, *others) == cardset.cards[0].faces
    else:
        assert [(each.name, each.text, each.power) for each in others] == [
            ("Shepherd", "", "3"),
            ("Usher", "Return it.", None),
        ]


def test_backs_that_are_not_recognised_are_losses():
    faces = [cf.Face("Day"), cf.Face("Night", kind="back", properties={"side": "front"})]
    report = cf.dumps_report(cf.CardSet(cards=[cf.Card(faces, set_code="LAN")]), "cockatrice")
    assert "CF217" in [str(each.code) for each in report.losses]


@pytest.mark.parametrize("tag", ["set", "related"])
def test_many_attributes_of_an_element_take_linear_time(tag):
    def read(count):
        names = " ".join(f'n{number}="1"' for number in range(count))
        cards = f"<card><name>Heron</name><{tag} {names}>AAA</{tag}></card>"
        text = f'<cockatrice_carddatabase version="4"><cards>{cards}</cards>'
        cf.loads_report(f"{text}</cockatrice_carddatabase>", "cockatrice")

    assert growth(read, 2000) < LINEAR
