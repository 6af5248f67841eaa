"""Formats of XML in an editor: what it knows of them is in tables, and goes over the wire."""

from __future__ import annotations

import pytest

from cardformats.formats.cockatrice.syntax import FLAGS, OF_SETS, ORDER, PROPERTIES, USUAL
from cardformats.formats.lackey.syntax import LABELS, TITLE
from cardformats.formats.pools import TESTS
from cardformats.lsp.languages import Languages
from cardformats.lsp.workspace import Workspace
from cardformats.lsp.xml import cockatrice, lackey
from tests.lsp.plain import Plain

DATABASE = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="4">
  <sets>
    <set>
      <name>LAN</name>
      <longname>Lanterns &amp; Lamps</longname>
    </set>
  </sets>
  <cards>
    <card>
      <name>Lantern Eel</name>
      <text>Flying</text>
      <prop>
        <type>Creature — Fish</type>
        <manacost>1U</manacost>
      </prop>
      <set rarity="common">LAN</set>
      <related>Spark</related>
    </card>
    <card>
      <name>Spark</name>
      <prop><type>Creature</type></prop>
      <set rarity="common" num="2">LAN</set>
      <token>1</token>
    </card>
  </cards>
</cockatrice_carddatabase>
"""
CARDS = "Name\tSet\tImageFile\tRarity\nLantern Eel\tLAN\teel\tCommon\n"
PACKS = """<packdefinitions version="1.0">
  <pack>
    <packtitle>Lanterns</packtitle>
    <chance>
      <kind><qty>1</qty><crit><field>Rarity</field><eval>IS</eval><data>Common</data></crit></kind>
    </chance>
  </pack>
</packdefinitions>
"""


def rows(shapes):
    """The names of the elements of a table, without those of their parents."""
    return {name.partition(" of ")[0] for name in shapes}


@pytest.mark.parametrize("version", sorted(ORDER))
def test_the_elements_of_databases_are_those_of_the_format(version):
    shapes = cockatrice.SHAPES[version]
    assert rows(shapes) >= {*ORDER[version], *OF_SETS, *PROPERTIES, *FLAGS}
    assert version == 3 or rows(shapes) >= {*USUAL}
    assert {*shapes["card"].children} >= {*ORDER[version]}
    assert {*shapes["set of sets"].children} == {*OF_SETS}


def test_the_elements_of_packs_are_those_of_the_format():
    assert {*lackey.SHAPES["pack"].children} > {TITLE, *LABELS}
    assert lackey.SHAPES["eval"].words[""] == tuple(TESTS)


@pytest.mark.parametrize("shapes", [*cockatrice.SHAPES.values(), lackey.SHAPES])
def test_each_row_has_help_and_its_children_have_rows(shapes):
    for name, shape in shapes.items():
        assert shape.help.endswith("."), name
        assert all(help_.endswith(".") for help_ in shape.attributes.values())
        assert {*shape.children} <= rows(shapes)
        assert {*shape.needed} <= shape.attributes.keys()
        assert {*shape.words} <= {"", *shape.attributes}


class Asked:
    """Asks about a text; ``‸`` marks where."""

    def __init__(self, folder):
        self.folder = folder
        self.workspace = Workspace(print)
        self.languages = Languages(self.workspace)

    def ask(self, what, text, name="cards.xml"):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        plain = text.replace("‸", "")
        path.write_text(plain, encoding="utf-8")
        self.workspace.open(path.as_uri(), path, 1, plain)
        document = self.workspace.document(path.as_uri())
        place = (text.index("‸"),) if "‸" in text else ()
        return getattr(Plain(self.languages.of(document)), what)(document, *place)

    def written(self, label, text, *args):
        (each,) = [each for each in self.ask("completions", text, *args) if each.label == label]
        plain = text.replace("‸", "")
        return plain[: each.start] + (each.new or each.label) + plain[each.end :]


@pytest.fixture
def asked(tmp_path):
    return Asked(tmp_path)


def test_texts_are_written_as_xml(asked):
    text = DATABASE.replace("<name>Spark", "<name>Spark &amp; Eel").replace(
        "<related>Spark", "<related>‸"
    )
    assert "<related>Spark &amp; Eel</related>" in asked.written("Spark & Eel", text)


@pytest.mark.parametrize("format_id", ["cockatrice", "lackey"])
def test_a_document_of_another_root_has_no_elements(tmp_path, format_id):
    path, text = tmp_path / "cards.xml", DATABASE.replace("cockatrice_carddatabase", "database")
    workspace = Workspace(print)
    workspace.open(path.as_uri(), path, 1, text, format_id)
    document = workspace.document(path.as_uri())
    language = Plain(Languages(workspace).of(document))
    for offset in (1, text.index("<name>") + 1, text.index("Eel"), text.index("rarity")):
        assert language.hover(document, offset) is None
        offered = [each.label for each in language.completions(document, offset)]
        assert all(label.startswith("/") for label in offered)
    assert language.symbols(document) == []


def test_card_data_of_lackey_has_no_elements(asked):
    text = CARDS.replace("Common", "<b>\n</b> ‸<")
    assert not asked.ask("completions", text, "sets/cards.txt")
    assert not asked.ask("symbols", CARDS, "sets/cards.txt")


@pytest.mark.parametrize("name", ["digimon.xml", "shadowverse.xml"])
def test_a_real_database_has_its_cards_in_the_outline(asked, corpus, name):
    text = (corpus / "corpus" / "cockatrice" / name).read_text(encoding="utf-8-sig")
    symbols = asked.ask("symbols", text)
    assert [each.kind for each in symbols].count("card") == text.count("<card>")
    assert all(each.name != "card" for each in symbols)
