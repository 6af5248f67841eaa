"""Comments and instructions may stand anywhere in XML: no reader crashes, and none loses a card."""

from __future__ import annotations

import re

import pytest

import cardformats as cf

GUID = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f{:02x}"

SET = f"""<set name="Marsh" id="{GUID.format(1)}" gameId="{GUID.format(2)}" version="1.0.0">
<packaging><pack name="Booster" id="{GUID.format(3)}"><include id="{GUID.format(5)}"
 set="{GUID.format(1)}"><property name="Cost" value="9"/></include>
<options><option probability="0.5"><pick qty="1" key="Rarity" value="C"/></option><option
 probability="0.5"><pick qty="2" key="Rarity" value="C"><property key="Cost" value="1"/></pick>
</option></options><pick qty="unlimited" key="Rarity" value="R"/></pack></packaging>
<markers><marker name="Reed" id="{GUID.format(7)}"/></markers>
<cards><card name="Heron" id="{GUID.format(4)}"><property name="Rarity" value="C"/>
<property name="Rules">Flies <b>high</b> <i>over</i> a <s value="W">W</s> reed</property>
<property name="Cost">1</property></card><card name="Egret" id="{GUID.format(5)}">
<property name="Rarity" value="R"></property><property name="Cost"/>
<alternate name="Bittern" type="B"><property name="Cost" value="2"/></alternate></card></cards>
</set>"""

DEFINITION = f"""<game name="Fens" id="{GUID.format(2)}" version="1.0.0.0" octgnVersion="3.0.0.0">
<card back="back.png" width="63" height="88"><size name="Wide" width="88" height="63"/>
<property name="Rarity" type="String"/><property name="Rules" type="RichText"/>
<property name="Cost" type="Integer"/></card>
<symbols><symbol name="White" id="W" src="w.png"/></symbols>
<markers><marker name="Reed" id="reed" src="reed.png"/></markers></game>"""

DECK = f"""<deck game="{GUID.format(2)}"><section name="Main" shared="False">
<card qty="2" id="{GUID.format(4)}">Heron</card><card qty="1" id="{GUID.format(5)}">Egret</card>
</section><notes>Some &amp; more</notes></deck>"""

PACK = """<pack name="Reeds" type="Booster" pool="all" price="3"><slot copies="3">
<random_card>rarity:common;</random_card></slot><slot copies="1" pool="set:ABC;">
<random_card copies="2">rarity:rare;</random_card><card>Heron</card><nothing/></slot></pack>"""

ADDED = ("<!-- c -->", "<?work on it?>", "<!-- c --> ", " <!-- c -->\n<?go?> ")

#: Where markup is: what stands in it is no place for a comment.
_MARKUP = re.compile(r"<[^>]*>|&\w+;")


def with_comments(text, added):
    """*text* with what is *added* at each place in turn where XML allows a comment."""
    inside = {at for each in _MARKUP.finditer(text) for at in range(each.start() + 1, each.end())}
    return {at: f"{text[:at]}{added}{text[at:]}" for at in range(len(text) + 1) if at not in inside}


@pytest.fixture
def game(tmp_path):
    """A definition with its symbols, in a folder."""
    path = tmp_path / "definition.xml"
    path.write_text(DEFINITION, "utf-8")
    return path


def cards_of(cardset):
    return [(card.name, card.ids, card.rarity) for card in cardset.cards]


def drawn_from(cardset):
    return [
        [(entry.card.name, entry.copies) for entry in sheet.entries]
        for sheet in cardset.sheets.values()
    ]


@pytest.mark.part(3)
@pytest.mark.parametrize("added", ADDED)
@pytest.mark.parametrize("rules", ["cardformats", "octgn"])
@pytest.mark.parametrize("defined", [True, False])
def test_a_comment_anywhere_in_a_set_loses_nothing(game, added, rules, defined):
    options = {"rules": rules, "thorough": True, "definition": game if defined else None}
    plain = cf.loads_report(SET, "octgn", **options).value
    for at, text in with_comments(SET, added).items():
        report = cf.loads_report(text, "octgn", **options)
        assert [card.name for card in report.value.cards] == ["Heron", "Egret"], at
        if added == added.strip():  # blanks may be part of a value
            assert cards_of(report.value) == cards_of(plain), at
            assert drawn_from(report.value) == drawn_from(plain), at
        for face, other in zip(report.value.cards[0].faces, plain.cards[0].faces, strict=True):
            assert "".join((face.text or "").split()) == "".join((other.text or "").split()), at
        cf.dumps(report.value, "octgn")


@pytest.mark.parametrize("added", ADDED)
def test_a_comment_anywhere_in_a_definition_loses_nothing(tmp_path, added):
    def read(text):
        (tmp_path / "definition.xml").write_text(text, "utf-8")
        options = {"definition": tmp_path / "definition.xml", "thorough": True}
        return cf.loads_report(SET, "octgn", **options)

    plain = read(DEFINITION)
    for at, text in with_comments(DEFINITION, added).items():
        report = read(text)
        assert report.value == plain.value, at
        assert len(report.diagnostics) == len(plain.diagnostics), at


@pytest.mark.parametrize("added", ADDED)
def test_a_comment_anywhere_in_a_deck_loses_nothing(added):
    plain = cf.loads(DECK, "octgn-deck")
    for at, text in with_comments(DECK, added).items():
        found = cf.loads_report(text, "octgn-deck").value
        names = ["".join(card.name.split()) for card in found.cards]
        assert names == [card.name for card in plain.cards], at
        said = "".join(found.meta["notes"].split())
        assert said == "Some&more", at


@pytest.mark.parametrize("added", ADDED)
def test_a_comment_anywhere_in_a_pack_of_wagic_gives_a_report(added):
    """The engine stops at a comment in a filter; a slot is not lost for it."""
    plain = cf.loads_report(PACK, "wagic-pack").value
    for at, text in with_comments(PACK, added).items():
        report = cf.loads_report(text, "wagic-pack")
        assert len(report.value.boosters[0].layouts[0].slots) == len(
            plain.boosters[0].layouts[0].slots
        ), at
