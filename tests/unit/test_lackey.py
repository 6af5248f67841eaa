"""Plugins of LackeyCCG: card data, packs, changes in place, decks, games of other programs."""

from __future__ import annotations

import difflib
from collections import Counter
from fractions import Fraction

import attrs
import pytest

import cardformats as cf

CARDS = """\
Name\tSet\tImageFile\tRarity\tType\tOfficialSet\tText
Lantern Eel\tLAN\teel.jpg\tCommon\tFish\tLanterns, Promo\tDraw a card.
Marsh Ferry\tLAN\tferry\tCommon\tShip\tLanterns\t
Moss Warden\tLAN\tmoss\tRare\tTree\tLanterns\tIt says "no".
Heron\tMSH\theron\tUncommon\tBird\tMarshes\t
Heron\tMSH\theron2\tUncommon\tBird\tMarshes\tFlies.
"""
PACKS = """\
<packdefinitions version="1.0">

<!-- by hand -->
<pack>
  <packtitle>Lanterns</packtitle>
  <packimage>LAN</packimage>
  <packformat>Standard</packformat>
  <packkind>Booster</packkind>
  <packcommoncrit><field>OfficialSet</field><eval>CONTAINS</eval><data>Lanterns</data></packcommoncrit>
  <chance>
    <prob>25</prob>
    <kind><qty>1</qty><crit><field>Rarity</field><eval>IS</eval><data>Rare</data></crit></kind>
    <kind><qty>1</qty><crit><field>Rarity</field><eval>IS</eval><data>Common</data></crit></kind>
  </chance>
  <chance>
    <prob>75</prob>
    <kind><qty>2</qty><crit><field>Rarity</field><eval>IS</eval><data>Common</data></crit></kind>
  </chance>
</pack>

<pack>
  <packtitle>Doubles</packtitle>
  <packdoubles>yes</packdoubles>
  <chance>
    <kind>
      <qty>3</qty>
      <crit><field>Type</field><eval>DOESNTCONTAIN</eval><data>i</data></crit>
      <crit><field>Set</field><eval>IS</eval><data>LAN</data></crit>
    </kind>
  </chance>
</pack>
</packdefinitions>
"""


def codes(report):
    return [str(each.code) for each in report.diagnostics]


def lines_changed(before, after):
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return [line for line in diff if line[0] in "+-" and line[:3] not in ("+++", "---")]


def expected(cardset, booster):
    """How many of each card a pack has on average, by name and image."""
    odds = Counter()
    for row in cf.Generator(cardset, booster=booster, seed=1).odds():
        assert row.exact
        odds[row.card.name] += row.expected
    return odds


@pytest.fixture
def plugin(tmp_path):
    folder = tmp_path / "lanterns"
    for name, text in (
        ("sets/carddata.txt", CARDS),
        ("sets/setlist.txt", "1\ncarddata.txt\n"),
        ("packs/packdefinitions1.xml", PACKS),
        ("plugininfo.txt", "<plugin>\n<pluginname>The Lanterns</pluginname>\n"),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    return folder


def test_a_line_is_a_card_whose_columns_are_fields_and_properties():
    cardset = cf.loads(CARDS, "lackey")
    eel = cardset.card("Lantern Eel")
    assert (eel.set_code, eel.rarity, eel.types, eel.text) == (
        "LAN",
        "common",
        ("Fish",),
        "Draw a card.",
    )
    assert eel.ids == {"lackey": "eel.jpg"}
    assert eel.properties == {"OfficialSet": "Lanterns, Promo"}
    assert cardset.card("Moss Warden").text == 'It says "no".'
    assert len(cardset.printings("Heron")) == 2


def test_a_plugin_has_a_name_and_a_booster_for_each_pack(plugin):
    report = cf.read_report(plugin)
    assert codes(report) == []
    cardset = report.value
    assert cardset.name == "The Lanterns"
    assert [each.name for each in cardset.boosters] == ["Lanterns", "Doubles"]
    lanterns, doubles = cardset.boosters
    assert [each.weight for each in lanterns.layouts] == [25, 75]
    assert (lanterns.distinct, doubles.distinct) == ("printing", "none")
    sheet = cardset.sheets["contains Lanterns, Common"]
    assert [each.card.name for each in sheet.entries] == ["Lantern Eel", "Marsh Ferry"]


def test_odds_are_those_of_the_definition(plugin):
    cardset = cf.read(plugin)
    quarter = Fraction(1, 4)
    common = quarter / 2 + 3 * quarter
    assert expected(cardset, "Lanterns") == {
        "Moss Warden": quarter,
        "Lantern Eel": common,
        "Marsh Ferry": common,
    }
    # of the types with no i in them there is but one in the set: it comes three times
    assert expected(cardset, "Doubles") == {"Moss Warden": 3}
    pack = cf.Generator(cardset, booster="Doubles", seed=1).pack(0)
    assert [each.card.name for each in pack.cards] == ["Moss Warden"] * 3


def test_an_unchanged_plugin_is_written_byte_for_byte(plugin, tmp_path):
    (plugin / "sets/carddata.txt").write_bytes(CARDS.replace("\n", "\r\n").encode())
    cardset = cf.read(plugin)
    target = tmp_path / "same"
    target.mkdir()
    assert not cf.write(cardset, target, "lackey").losses
    for name in ("sets/carddata.txt", "packs/packdefinitions1.xml", "plugininfo.txt"):
        assert (target / name).read_bytes() == (plugin / name).read_bytes()


INFO = "<plugin>\n<pluginname> {} </pluginname>\n"


@pytest.mark.parametrize("name", ["Eels & Ships", ""])
def test_a_new_name_is_written(plugin, name):
    (plugin / "plugininfo.txt").write_text(INFO.format("Lanterns"))
    report = cf.write(attrs.evolve(cf.read(plugin), name=name), plugin, "lackey")
    assert not report.losses
    assert cf.read(plugin).name == (name or plugin.name)


@pytest.mark.parametrize(
    ("info", "name"),
    [
        ("<plugin/>", "Eels"),
        ("<!DOCTYPE x><pluginname>A</pluginname>", "Eels"),
        (INFO.format("Lanterns"), "Eels</pluginname>"),
        (INFO.format("Lanterns"), " Eels "),
        (INFO.format("Lanterns"), "a\ud800"),
    ],
)
def test_a_new_name_without_a_place_is_reported(plugin, info, name):
    (plugin / "plugininfo.txt").write_text(info)
    report = cf.write(attrs.evolve(cf.read(plugin), name=name), plugin, "lackey")
    assert [(str(each.code), each.subjects) for each in report.losses] == [("CF211", (name,))]
    assert (plugin / "plugininfo.txt").read_text() == info


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_an_edit_changes_its_own_line(plugin, line_end):
    text = CARDS.replace("\n", line_end)
    (plugin / "sets/carddata.txt").write_bytes(text.encode())
    cardset = cf.read(plugin)
    eel = cardset.card("Lantern Eel")
    face = attrs.evolve(
        eel.faces[0], text="Draw two cards.", properties={**eel.properties, "Level": "2"}
    )
    new = cf.Card.of("Otter", set_code="LAN", rarity="common", ids={"lackey": "otter"})
    changed = cardset.replacing(attrs.evolve(eel, faces=[face])).adding(
        new, sheet="contains Lanterns, Common"
    )
    changed = attrs.evolve(changed, cards=[card for card in changed.cards if card.name != "Heron"])
    cf.write(changed, plugin, "lackey")
    after = (plugin / "sets/carddata.txt").read_bytes().decode()
    assert after.count(line_end) == after.count("\r" if line_end == "\r" else "\n")
    got = lines_changed(CARDS, after.replace(line_end, "\n"))
    assert "-Marsh Ferry" not in "\n".join(got)
    assert [line.split("\t")[0] for line in got if line[0] == "-"] == [
        "-Name",
        "-Lantern Eel",
        "-Heron",
        "-Heron",
    ]
    assert any(line.startswith("+Otter\tLAN\totter\tCommon") for line in got)
    again = cf.read(plugin)
    assert again.card("Lantern Eel").text == "Draw two cards."
    assert again.card("Lantern Eel").properties["Level"] == "2"


def test_an_edit_of_a_pack_changes_its_own_elements(plugin):
    cardset = cf.read(plugin)
    first, second = cardset.boosters
    layouts = [attrs.evolve(first.layouts[0], weight=40), attrs.evolve(first.layouts[1], weight=60)]
    changed = attrs.evolve(cardset, boosters=[attrs.evolve(first, layouts=layouts), second])
    report = cf.write(changed, plugin, "lackey")
    assert not report.losses
    assert lines_changed(PACKS, (plugin / "packs/packdefinitions1.xml").read_text()) == [
        "-    <prob>25</prob>",
        "+    <prob>40</prob>",
        "-    <prob>75</prob>",
        "+    <prob>60</prob>",
    ]


def test_what_is_written_anew_reads_as_the_same(plugin, tmp_path):
    cardset = cf.read(plugin)
    target = tmp_path / "new"
    report = cf.write(cardset, target, "lackey", canonical=True)
    assert not report.losses
    assert cf.read(target) == cardset


def test_the_first_columns_are_written_in_any_case(plugin):
    text = CARDS.replace("Name\tSet\tImageFile", "NAME\tSET\tImagefile")
    (plugin / "sets/carddata.txt").write_text(text)
    cardset = cf.read(plugin)
    assert expected(cardset, "Doubles") == {"Moss Warden": 3}
    eel = cardset.card("Lantern Eel")
    changed = cardset.replacing(eel, attrs.evolve(eel, set_code="EEL"))
    cf.write(changed, plugin, "lackey")
    got = lines_changed(text, (plugin / "sets/carddata.txt").read_text())
    assert [line[:12] for line in got if "\tEEL\t" in line] == ["+Lantern Eel"]


def test_card_data_of_several_files_stay_apart(plugin):
    (plugin / "sets/more.txt").write_text("Name\tSet\tImageFile\tCost\nOtter\tMSH\totter\t3\n")
    cardset = cf.read(plugin)
    otter = cardset.card("Otter")
    changed = cardset.replacing(otter, attrs.evolve(otter, set_code="OTR"))
    cf.write(changed, plugin, "lackey")
    assert (plugin / "sets/more.txt").read_text() == (
        "Name\tSet\tImageFile\tCost\nOtter\tOTR\totter\t3\n"
    )
    assert (plugin / "sets/carddata.txt").read_text() == CARDS


def test_packs_are_read_with_the_cards_beside_them(plugin):
    cardset = cf.read(plugin / "packs" / "packdefinitions1.xml")
    assert len(cardset.cards) == 5
    assert len(cardset.boosters) == 2
    assert cf.dumps(cardset, "lackey") == PACKS


def test_a_mapping_says_what_columns_are(tmp_path):
    mapping = {
        "fields": {"types": "Type", "rarity": ""},
        "images": {"front": "https://x.example/{set}/{id}"},
        "templates": {"text": "{OfficialSet}: {Text}"},
    }
    cardset = cf.loads(CARDS, "lackey", mapping=mapping)
    eel = cardset.card("Lantern Eel")
    assert eel.rarity is None
    assert eel.images == {"en": "https://x.example/LAN/eel.jpg"}
    assert eel.text == "Lanterns, Promo: Draw a card."
    assert cf.dumps(cardset, "lackey", canonical=True) == CARDS
    path = tmp_path / "cards.xml"
    cf.write(cardset, path, "cockatrice")
    assert 'picurl="https://x.example/LAN/eel.jpg"' in path.read_text("utf-8")


def test_sheets_become_criteria_or_get_a_column(tmp_path):
    cards = [
        cf.Card.of(f"Card {number}", set_code="LAN", rarity=rarity, types="Fish")
        for rarity, many in (("common", 6), ("rare", 3))
        for number in range(many * 10, many * 11)
    ]
    cardset = cf.CardSet.of(cards, "Lanterns", "LAN", pack={"common": 2, "rare": 1})
    odd = cf.Sheet("odd [ones]", [cards[0], cards[7]])
    booster = cf.Booster(
        "Odd",
        layouts=[
            cf.Layout("", 1, [cf.Slot("x", 1, "odd [ones]"), cf.Slot("c", 1, "common")]),
            cf.Layout(
                "", 3, [cf.Slot("c", 2, [cf.SheetChoice("common", 2), cf.SheetChoice("rare")])]
            ),
        ],
    )
    cardset = attrs.evolve(
        cardset, sheets=[*cardset.sheets.values(), odd], boosters=[*cardset.boosters, booster]
    )
    report = cf.write(cardset, tmp_path / "plugin", "lackey")
    assert {str(each.code) for each in report.losses} <= {"CF239", "CF235", "CF211"}
    text = (tmp_path / "plugin/packs/packdefinitions1.xml").read_text()
    assert "<field>Rarity</field><eval>IS</eval><data>Common</data>" in text
    assert "<field>Sheets</field><eval>CONTAINS</eval><data>[odd (ones)]</data>" in text
    again = cf.read(tmp_path / "plugin")
    for number, booster in enumerate(cardset.boosters):
        before = expected(attrs.evolve(cardset, boosters=[booster]), None)
        after = expected(attrs.evolve(again, boosters=[again.boosters[number]]), None)
        assert before == after


def test_sheets_that_have_a_column_can_change(tmp_path):
    cards = [cf.Card.of(f"Card {number}", set_code="LAN", rarity="common") for number in range(6)]
    sheets = [cf.Sheet("odd [1]", cards[:3]), cf.Sheet("odd (1)", [*cards[2:5]])]
    booster = cf.Booster.of({"odd [1]": 1, "odd (1)": 1}, "Odd")
    cardset = cf.CardSet("Lanterns", None, cards, sheets, [booster])
    cf.write(cardset, tmp_path / "plugin", "lackey")
    plugin = cf.read(tmp_path / "plugin")
    assert expected(plugin, None) == expected(cardset, None)
    first, second = plugin.sheets.values()
    fewer = attrs.evolve(
        first, entries=[each for each in first.entries if each.card.name != "Card 0"]
    )
    more = attrs.evolve(second, entries=[*second.entries, cf.Entry("Card 5")])
    changed = attrs.evolve(plugin, sheets=[fewer, more])
    cf.write(changed, tmp_path / "plugin", "lackey")
    again = cf.read(tmp_path / "plugin")
    assert expected(again, None) == expected(changed, None)


def test_the_game_of_another_program_keeps_its_properties(plugin, tmp_path):
    cardset = cf.read(plugin)
    cf.write(cardset, tmp_path / "game", "octgn", with_definition=True)
    game = cf.read(tmp_path / "game")
    assert game.card("Lantern Eel").properties["OfficialSet"] == "Lanterns, Promo"
    cf.write(game, tmp_path / "back", "lackey")
    back = cf.read(tmp_path / "back")
    for before in cardset.cards:
        same = [
            card
            for card in back.printings(before.name)
            if (card.rarity, card.types, card.text) == (before.rarity, before.types, before.text)
        ]
        assert len(same) == 1
        properties = {k: v for k, v in same[0].properties.items() if k != "Sheets"}
        assert properties == before.properties
    for name in ("Lanterns", "Doubles"):
        assert expected(back, name) == expected(cardset, name) == expected(game, name)


def test_a_set_of_magic_has_columns_for_its_fields():
    card = cf.Card.of(
        "Eel", mana_cost="{1}{U}", types="Creature", subtypes=["Fish"], power="1", toughness="2",
        text="Draw a card.\nThen discard.", rarity="common", number="7",
    )  # fmt: skip
    report = cf.dumps_report(cf.CardSet("Lanterns", "LAN", [card]), "lackey")
    assert report.value == (
        "Name\tSet\tImageFile\tCost\tColor\tType\tText\tPower\tToughness\tRarity\tNumber\n"
        "Eel\tLAN\tEel\t{1}{U}\tBlue\tCreature — Fish\tDraw a card. Then discard.\t1\t2\t"
        "Common\t7\n"
    )
    assert {str(each.code) for each in report.losses} == {"CF212", "CF254"}
    again = cf.loads(report.value, "lackey").card("Eel")
    assert (again.mana_cost, again.types, again.number) == (card.mana_cost, card.types, "7")


def test_losses_are_reported():
    cards = [
        cf.Card.of("Eel", rating=3.5, finish="foil", images={"en": "x"}),
        cf.Card([cf.Face("Moth"), cf.Face("Night Moth", kind="back")]),
    ]
    cardset = cf.CardSet.of(cards, pack=1)
    lost = {str(each.code) for each in cf.dumps_report(cardset, "lackey").losses}
    assert lost >= {"CF217", "CF235", "CF250", "CF254", "CF255", "CF256"}


def test_packs_without_end_are_bounded(plugin):
    report = cf.read_report(plugin, max_work=10)
    assert "CF005" in codes(report)


def test_a_deck_is_read_and_written():
    text = (
        '<deck version="0.8">\n\t<meta>\n\t\t<game>Lanterns</game>\n\t</meta>\n'
        '\t<superzone name="Deck">\n'
        '\t\t<card><name id="eel.jpg">Lantern Eel</name><set>LAN</set></card>\n'
        '\t\t<card><name id="eel.jpg">Lantern Eel</name><set>LAN</set></card>\n'
        '\t\t<card><name id="moss">Moss &amp; Warden</name><set>LAN</set></card>\n'
        "\t</superzone>\n</deck>\n"
    )
    deck = cf.loads(text, "lackey-deck")
    assert deck.meta == {"game": "Lanterns"}
    (sheet,) = deck.sheets.values()
    assert [(each.card.name, each.copies) for each in sheet.entries] == [
        ("Lantern Eel", 2),
        ("Moss & Warden", 1),
    ]
    assert cf.dumps(deck, "lackey-deck") == text
    entries = [attrs.evolve(sheet.entries[0], copies=3), *sheet.entries[1:]]
    changed = attrs.evolve(deck, sheets=[attrs.evolve(sheet, entries=entries)])
    report = cf.dumps_report(changed, "lackey-deck")
    assert not report.losses
    assert lines_changed(text, report.value) == [
        '+\t\t<card><name id="eel.jpg">Lantern Eel</name><set>LAN</set></card>'
    ]
    assert cf.loads(cf.dumps(deck, "lackey-deck", canonical=True), "lackey-deck") == deck


def test_a_deck_of_lines_is_a_deck_list(tmp_path):
    path = tmp_path / "eels.dek"
    path.write_bytes(b"Crypt:\r\n2\tLantern Eel\r\n1\tMoss Warden\r\nLibrary:\r\n3\tHeron\r\n")
    deck = cf.read(path)
    assert cf.detect(path)[0].format.id == "decklist"
    assert {name: sheet.total for name, sheet in deck.sheets.items()} == {"Crypt": 3, "Library": 3}
    assert cf.dumps(deck, "decklist").encode() == path.read_bytes()
    again = cf.loads(cf.dumps(deck, "lackey-deck"), "lackey-deck")
    assert [*again.sheets.values()] == [*deck.sheets.values()]


def test_detection(plugin, tmp_path):
    assert cf.detect(plugin)[0].format.id == "lackey"
    assert cf.detect(plugin / "sets/carddata.txt")[0].format.id == "lackey"
    assert cf.detect(plugin / "packs/packdefinitions1.xml")[0].format.id == "lackey"
    (tmp_path / "eels.dek").write_text('<deck><superzone name="Deck"></superzone></deck>')
    assert cf.detect(tmp_path / "eels.dek")[0].format.id == "lackey-deck"


@pytest.mark.parametrize(
    ("format_id", "head", "row", "tail"),
    [
        (
            "lackey-deck",
            '<deck version="0.8"><superzone name="Deck">',
            '<card><name id="{}">Eel</name><set>CT</set></card>',
            "</superzone></deck>",
        ),
        (
            "dek",
            "<Deck>",
            '<Cards CatID="{}" Quantity="1" Sideboard="false" Name="Eel"/>',
            "</Deck>",
        ),
    ],
)
@pytest.mark.parametrize("ids", [("", "7"), ("7", ""), ("7", "8")])
def test_a_card_of_a_deck_without_an_id_does_not_get_that_of_another(
    format_id, head, row, tail, ids
):
    deck = cf.loads(head + "".join(map(row.format, ids)) + tail, format_id)
    again = cf.loads(cf.dumps(deck, format_id, canonical=True), format_id)
    assert again == deck
    entries = [each for sheet in again.sheets.values() for each in sheet.entries]
    assert [each.card.id for each in entries] == [each or None for each in ids]


# -- what was lost in silence


def written(cardset, folder):
    """The losses of writing *cardset* as a plugin, and what it reads as."""
    report = cf.write(cardset, folder / "written", "lackey")
    return {str(each.code) for each in report.losses}, cf.read(folder / "written")


def test_the_code_of_a_set_is_lost_where_sheets_name_cards_of_others(tmp_path):
    cards = [cf.Card.of("Eel", set_code="LAN")]
    sheet = cf.Sheet("both", [cf.Entry("Eel"), cf.Entry(cf.CardRef("Moth", "MSH"))])
    cardset = cf.CardSet("Lanterns", "LAN", cards, [sheet], [cf.Booster.of({"both": 1})])
    lost, again = written(cardset, tmp_path)
    assert again.code is None
    assert "CF254" in lost


def test_entries_without_copies_are_in_no_pack(tmp_path):
    cards = [cf.Card.of(name, set_code="LAN", types="Fish") for name in ("Eel", "Moth", "Newt")]
    sheet = cf.Sheet("odd", [cf.Entry("Eel", 0), cf.Entry("Moth"), cf.Entry("Newt", 1)])
    cardset = cf.CardSet("Lanterns", "LAN", cards, [sheet], [cf.Booster.of({"odd": 1})])
    half = Fraction(1, 2)
    assert expected(written(cardset, tmp_path)[1], None) == {"Moth": half, "Newt": half}


def test_layouts_without_weight_keep_their_cards(tmp_path):
    cards = [cf.Card.of(name, set_code="LAN") for name in ("Eel", "Moth")]
    sheets = [cf.Sheet(card.name, [card]) for card in cards]
    layouts = [cf.Layout("", 0, [cf.Slot("", 1, card.name)]) for card in cards]
    cardset = cf.CardSet("Lanterns", "LAN", cards, sheets, [cf.Booster(layouts=layouts)])
    again = written(cardset, tmp_path)[1]
    assert expected(again, None) == {"Eel": Fraction(1, 2), "Moth": Fraction(1, 2)}


def test_labels_of_a_pack_are_kept_without_a_game(tmp_path):
    kept = {"lackey": {"packimage": "Eels"}}
    booster = cf.Booster("Eels", layouts=[cf.Layout("", 1, [cf.Slot("", 1, "a")])], extras=kept)
    card = cf.Card.of("Eel", set_code="LAN")
    cardset = cf.CardSet("Lanterns", "LAN", [card], [cf.Sheet("a", [card])], [booster])
    (again,) = written(cardset, tmp_path)[1].boosters
    assert again.extras["lackey"]["packimage"] == "Eels"


def test_sheets_of_like_criteria_have_names_of_their_own(plugin):
    kind = "<kind><qty>1</qty><crit><field>{}</field><eval>IS</eval><data>{}</data></crit></kind>"
    pairs = [("Rarity", "Common"), ("Type", "Common"), ("Rarity", "Common 2")]
    kinds = "".join(kind.format(*pair) for pair in pairs)
    text = f"<packdefinitions><pack><chance>{kinds}</chance></pack></packdefinitions>"
    (plugin / "packs/packdefinitions1.xml").write_text(text)
    assert [*cf.read(plugin).sheets] == ["Common", "Common 2", "Common 2 2"]


def test_cards_and_packs_of_another_plugin_s_files_are_in_the_first(plugin):
    cardset = cf.read(plugin)
    kept = {"lackey": {"file": "elsewhere"}}
    card = attrs.evolve(cf.Card.of("Otter", set_code="LAN"), extras=kept)
    booster = attrs.evolve(cardset.boosters[0], name="Otters", extras=kept)
    more = attrs.evolve(
        cardset, cards=[*cardset.cards, card], boosters=[*cardset.boosters, booster]
    )
    cf.write(more, plugin, "lackey")
    again = cf.read(plugin)
    assert again.card("Otter")
    assert [each.name for each in again.boosters] == ["Lanterns", "Doubles", "Otters"]


@pytest.mark.parametrize("kept", [5, "x", [["Rarity"]], [5], {"a": 1}])
def test_what_is_kept_of_criteria_may_be_anything(plugin, kept):
    cardset = cf.read(plugin)
    sheets = [
        attrs.evolve(each, extras={"lackey": {"criteria": kept}})
        for each in cardset.sheets.values()
    ]
    boosters = [
        attrs.evolve(each, extras={"lackey": {"common": kept}}) for each in cardset.boosters
    ]
    changed = attrs.evolve(cardset, sheets=sheets, boosters=boosters)
    assert expected(written(changed, plugin)[1], "Lanterns") == expected(cardset, "Lanterns")


def test_words_of_types_come_back_where_no_card_has_a_cost():
    types = {"supertypes": ("Legendary",), "types": ("Artifact", "Creature"), "subtypes": ("Eel",)}
    cardset = cf.CardSet("A", "AAA", [cf.Card(cf.Face("Lantern Eel", **types), "AAA")])
    (card,) = cf.loads(cf.dumps(cardset, "lackey"), "lackey").cards
    assert {name: getattr(card.faces[0], name) for name in types} == types


# -- lines that references do not tell apart

KIND = "<kind><qty>1</qty><crit><field>Rarity</field><eval>IS</eval><data>{}</data></crit></kind>"


def two_files(folder, cards, kinds):
    """A plugin of these lines of card data, whose pack has these kinds."""
    packs = f"<packdefinitions><pack><chance>{kinds}</chance></pack></packdefinitions>\n"
    texts = {"sets/carddata.txt": "\n".join((*cards, "")), "packs/packdefinitions1.xml": packs}
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def twin_plugin(folder, *images):
    """A plugin whose cards named A have these images, and whose packs have a common and a rare."""
    rarities = ("Common", "Rare")
    twins = [f"A\tAAA\t{each}\t{own}\t" for each, own in zip(images, rarities, strict=True)]
    cards = ["Name\tSet\tImageFile\tRarity\tText", *twins, "B\tAAA\tb\tRare\t"]
    return two_files(folder, cards, "".join(map(KIND.format, rarities)))


def with_text(cardset, name, text):
    card = cardset.card(name)
    return cardset.replacing(
        card, attrs.evolve(card, faces=[attrs.evolve(card.faces[0], text=text)])
    )


@pytest.mark.parametrize("images", [("a", "a"), ("a", ""), ("", "a"), ("", "")])
@pytest.mark.parametrize("canonical", [False, True])
def test_packs_keep_their_criteria_where_lines_have_the_same_reference(tmp_path, images, canonical):
    folder = twin_plugin(tmp_path / "twins", *images)
    packs = (folder / "packs/packdefinitions1.xml").read_text()
    changed = with_text(cf.read(folder), "B", "Flies.")
    target = tmp_path / "new" if canonical else folder
    report = cf.write(changed, target, "lackey", canonical=canonical)
    assert not report.losses
    cards = (target / "sets/carddata.txt").read_text()
    assert "B\tAAA\tb\tRare\tFlies.\n" in cards
    assert "Sheets" not in cards
    text = (target / "packs/packdefinitions1.xml").read_text()
    assert "Sheets" not in text
    assert canonical or text == packs
    again = cf.read_report(target)
    assert codes(again) == []
    assert again.value.sheets == changed.sheets


@pytest.mark.parametrize("canonical", [False, True])
def test_packs_by_themselves_report_sheets_that_need_a_column(plugin, canonical):
    packs = plugin / "packs/packdefinitions1.xml"
    cardset = cf.read(packs)
    sheet = cardset.sheets["contains Lanterns, Common"]
    changed = {**cardset.sheets, sheet.name: attrs.evolve(sheet, entries=sheet.entries[:1])}
    target = plugin / "packs/packdefinitions2.xml"
    same = cf.write(cardset, target, "lackey", canonical=canonical)
    assert not same.losses
    few = attrs.evolve(cardset, sheets=changed.values())
    report = cf.write(few, target, "lackey", canonical=canonical)
    assert [str(each.code) for each in report.losses if "column" in each.message] == []
    odd = attrs.evolve(
        sheet, entries=[sheet.entries[0], cf.Entry("Moss Warden"), cf.Entry("Heron")]
    )
    changed[sheet.name] = odd
    few = attrs.evolve(cardset, sheets=changed.values())
    report = cf.write(few, target, "lackey", canonical=canonical)
    assert [str(each.code) for each in report.losses if "column" in each.message] == ["CF238"]


@pytest.mark.parametrize("images", [("a", "a"), ("a", ""), ("", "")])
def test_a_kind_of_all_cards_stays_one_of_all_cards(tmp_path, images):
    folder = twin_plugin(tmp_path, *images)
    packs = folder / "packs/packdefinitions1.xml"
    text = (
        "<packdefinitions><pack><chance><kind><qty>2</qty></kind></chance></pack></packdefinitions>"
    )
    packs.write_text(text)
    report = cf.write(with_text(cf.read(folder), "B", "Flies."), folder, "lackey")
    assert not report.losses
    assert packs.read_text() == text


@pytest.mark.parametrize("images", [("a", "a"), ("a", ""), ("", "")])
@pytest.mark.parametrize("canonical", [False, True])
def test_a_column_of_sheets_is_at_the_lines_that_the_criteria_selected(tmp_path, images, canonical):
    folder = twin_plugin(tmp_path / "twins", *images)
    cardset = cf.read(folder)
    common, rare = cardset.sheets.values()
    cards = [*cardset.cards, cf.Card.of("C", set_code="AAA", rarity="rare")]
    changed = attrs.evolve(cardset, cards=cards)
    target = tmp_path / "new" if canonical else folder
    cf.write(changed, target, "lackey", canonical=canonical)
    rows = [line.split("\t") for line in (target / "sets/carddata.txt").read_text().splitlines()]
    assert rows[0][-1] == "Sheets"
    tagged = [row[:4] for row in rows if row[-1] == "[Rare]"]
    assert tagged == [["A", "AAA", images[1], "Rare"], ["B", "AAA", "b", "Rare"]]
    again = cf.read_report(target)
    assert "LK012" not in codes(again)
    assert [each.entries for each in again.value.sheets.values()] == [common.entries, rare.entries]


def test_only_files_whose_lines_have_a_value_get_a_column(plugin):
    more = "Name\tSet\tImageFile\tCost\nOtter\tMSH\totter\t3\n"
    (plugin / "sets/more.txt").write_text(more)
    cardset = cf.read(plugin)
    eel = cardset.card("Lantern Eel")
    face = attrs.evolve(eel.faces[0], properties={**eel.properties, "Level": "2"})
    cf.write(cardset.replacing(eel, attrs.evolve(eel, faces=[face])), plugin, "lackey")
    assert (plugin / "sets/more.txt").read_text() == more
    assert cf.read(plugin).card("Lantern Eel").properties["Level"] == "2"


def test_a_value_for_a_column_of_another_file_gets_the_column(plugin):
    (plugin / "sets/more.txt").write_text("Name\tSet\tImageFile\tCost\nOtter\tMSH\totter\t3\n")
    cardset = with_text(cf.read(plugin), "Otter", "Swims.")
    report = cf.write(cardset, plugin, "lackey")
    assert not report.losses
    assert (plugin / "sets/more.txt").read_text() == (
        "Name\tSet\tImageFile\tCost\tText\nOtter\tMSH\totter\t3\tSwims.\n"
    )
    assert cf.read(plugin).card("Otter").text == "Swims."


def test_a_new_rarity_moves_a_card_of_several_kinds_once(tmp_path):
    cards = [
        "Name\tSet\tImageFile\tRarity\tElement",
        "A1\tAAA\ta1\tCommon\tFire",
        "A2\tAAA\ta2\tCommon\tFire",
        "A3\tAAA\ta3\tCommon\tIce",
        "R1\tAAA\tr1\tRare\tIce",
    ]
    fire = "<crit><field>Element</field><eval>IS</eval><data>Fire</data></crit></kind>"
    common, rare = map(KIND.format, ("Common", "Rare"))
    folder = two_files(tmp_path, cards, common + common.replace("</kind>", fire) + rare)
    packs = (folder / "packs/packdefinitions1.xml").read_text()
    cardset = cf.read(folder)
    old = cardset.card("A1")
    changed = cardset.replacing(old, attrs.evolve(old, rarity="rare"))
    odds = expected(changed, None)
    assert odds["A1"] == odds["R1"] == Fraction(1, 2)
    cf.write(changed, folder, "lackey")
    assert (folder / "packs/packdefinitions1.xml").read_text() == packs
    assert expected(cf.read(folder), None) == odds


# -- what is said of packs and decks


def test_packs_with_another_root_are_of_another_kind(plugin):
    packs = plugin / "packs/packdefinitions1.xml"
    packs.write_text("<packs/>")
    for report in (
        cf.read_report(plugin),
        cf.read_report(packs, "lackey"),
        cf.loads_report("<packs/>", "lackey"),
    ):
        assert codes(report) == ["LK007"]
    cardset = with_text(cf.read_report(plugin).value, "Lantern Eel", "Glows.")
    cf.write(cardset, plugin, "lackey")
    assert packs.read_text() == "<packs/>"


def test_packs_are_kept_apart_from_a_file_with_another_root(plugin):
    first = plugin / "packs/packdefinitions0.xml"
    first.write_text("<packs/>")
    cardset = cf.read_report(plugin).value
    booster = attrs.evolve(cardset.boosters[0], name="Eels")
    cf.write(attrs.evolve(cardset, boosters=[booster, *cardset.boosters[1:]]), plugin, "lackey")
    assert first.read_text() == "<packs/>"
    changed = (plugin / "packs/packdefinitions1.xml").read_text()
    assert changed == PACKS.replace("<packtitle>Lanterns<", "<packtitle>Eels<")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "<qty>3</qty>",
            "<qty>1000000000</qty>",
            "<qty> is '1000000000', not a number of cards from 0 to 9999; there are none",
        ),
        (
            "<prob>25</prob>",
            "<prob>1000000</prob>",
            "<prob> is '1000000', not a number of per cent below 1000000 with at most 30 decimals;"
            " it is never chosen",
        ),
    ],
)
def test_the_limits_of_numbers_are_reported(plugin, old, new, message):
    packs = plugin / "packs/packdefinitions1.xml"
    packs.write_text(PACKS.replace(old, new))
    assert [e.message for e in cf.read_report(plugin).diagnostics if e.code == "LK009"] == [message]
    largest = {
        "<qty>3</qty>": "<qty>9999</qty>",
        "<prob>25</prob>": f"<prob>999999.{'9' * 30}</prob>",
    }
    packs.write_text(PACKS.replace(old, largest[old]))
    assert "LK009" not in codes(cf.read_report(plugin))


@pytest.mark.parametrize(("prob", "found"), [("33.3333333333333", []), ("33.3", ["LK010"])])
def test_a_rounded_sum_of_100_is_no_finding(plugin, prob, found):
    kind = f"<chance><prob>{prob}</prob>{KIND.format('Common')}</chance>"
    text = f"<packdefinitions><pack>{kind * 3}</pack></packdefinitions>"
    (plugin / "packs/packdefinitions1.xml").write_text(text)
    assert codes(cf.read_report(plugin)) == found


def test_the_library_s_own_probabilities_are_no_finding(tmp_path):
    cards = [cf.Card.of(f"Card {n}", set_code="LAN", types=f"Type{n}") for n in range(3)]
    sheets = [cf.Sheet(card.name, [card]) for card in cards]
    layouts = [cf.Layout("", 1, [cf.Slot("", 1, card.name)]) for card in cards]
    cardset = cf.CardSet("Lanterns", "LAN", cards, sheets, [cf.Booster(layouts=layouts)])
    cf.write(cardset, tmp_path / "plugin", "lackey")
    assert codes(cf.read_report(tmp_path / "plugin")) == []


def test_a_card_of_a_deck_without_a_name_is_reported():
    text = '<deck version="0.8"><superzone name="Deck"><card/></superzone></deck>'
    (finding,) = cf.loads_report(text, "lackey-deck").diagnostics
    assert (finding.code, finding.message) == ("LK004", "the card has no name")


def test_more_cards_than_a_pack_can_have_are_reported(tmp_path):
    card = cf.Card.of("Eel", set_code="LAN")
    sheet = cf.Sheet("eels", [cf.Entry("Eel", 20000)])
    booster = cf.Booster(layouts=[cf.Layout("", 1, [cf.Slot("", 10000, "eels")])])
    lost, again = written(cf.CardSet("Eels", "LAN", [card], [sheet], [booster]), tmp_path)
    assert "CF237" in lost
    assert [slot.count for slot, _ in again.boosters[0].walk()] == [9999]


def test_sets_of_a_deck_that_differ_in_case_have_cards_of_their_own():
    rows = "".join(
        f'<card><name id="{image}.jpg">Eel</name><set>{code}</set></card>'
        for image, code in (("a", "CT"), ("b", "Ct"))
    )
    deck = cf.loads(f'<deck><superzone name="Deck">{rows}</superzone></deck>', "lackey-deck")
    again = cf.loads(cf.dumps(deck, "lackey-deck", canonical=True), "lackey-deck")
    assert [(each.set_code, each.ids["lackey"]) for each in again.cards] == [
        ("CT", "a.jpg"), ("Ct", "b.jpg")
    ]  # fmt: skip
