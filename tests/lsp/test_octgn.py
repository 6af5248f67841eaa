"""Sets and decks of OCTGN in an editor: the game around them, their picks, and what is missing."""

from __future__ import annotations

import pytest

from cardformats.formats.octgn.structure import _RULES
from cardformats.lsp.languages import Languages
from cardformats.lsp.octgn import shapes
from cardformats.lsp.workspace import Workspace

from .plain import Plain, change

GAME = "01234567-89ab-cdef-0123-456789abcdef"
SET, OTHER = (f"{n}1234567-89ab-cdef-0123-456789abcdef" for n in (1, 2))
EEL, WARDEN, FOREST, ISLAND = (f"{n}0000000-89ab-cdef-0123-456789abcdef" for n in (3, 4, 5, 6))
DEFINITION = f"""<game name="Pond" id="{GAME}" version="1.0.0.0">
  <card width="63" height="88" front="f.png" back="b.png">
    <property name="Rarity" type="String" textKind="Enum"/>
    <property name="Power" type="Integer"/>
    <size name="Large" width="88" height="126" front="f.png" back="b.png"/>
  </card>
  <symbols><symbol name="Water" id="w" src="w.png"/></symbols>
  <deck><section name="Main" group="Deck"/><section name="Side" group="Deck"/></deck>
</game>
"""
TEXT = f"""<?xml version="1.0" encoding="utf-8"?>
<set name="Lanterns" id="{SET}" gameId="{GAME}" shortName="LAN">
  <packaging>
    <pack name="Booster" id="70000000-89ab-cdef-0123-456789abcdef">
      <include id="{FOREST}" set="{OTHER}"/>
      <options>
        <option probability="0.25"><pick qty="1" key="Rarity" value="Rare"/></option>
        <option probability="0.75"><pick qty="1" key="Rarity" value="Common"/></option>
      </options>
      <pick qty="1" key="Rarity" value="common">
        <property key="Power" value="1"/>
      </pick>
    </pack>
  </packaging>
  <!-- <card name="no card" -->
  <cards>
    <card name="Lantern Eel" id="{EEL}">
      <property name="Rarity" value="Common"/>
      <property name="Power" value="1"/>
    </card>
    <card name="Moss Warden" id="{WARDEN}" size="Large">
      <property name="Rarity" value="Rare"/>
      <alternate name="Night Warden" type="Night">
        <property name="Power" value="2"/>
      </alternate>
    </card>
  </cards>
</set>
"""
MORE = f"""<set name="Woods" id="{OTHER}" gameId="{GAME}">
  <cards>
    <card name="Forest" id="{FOREST}"><property name="Rarity" value="Common"/></card>
    <card name="Island" id="{ISLAND}"><property name="Rarity" value="Common"/></card>
  </cards>
</set>
"""
DECK = f"""<deck game="{GAME}">
  <section name="Main" shared="False">
    <card qty="2" id="{EEL}">Lantern Eel</card>
  </section>
</deck>
"""


@pytest.fixture
def game(tmp_path):
    for name, text in (("LAN", TEXT), ("WDS", MORE)):
        (tmp_path / "Sets" / name).mkdir(parents=True)
        (tmp_path / "Sets" / name / "set.xml").write_text(text, encoding="utf-8")
    (tmp_path / "definition.xml").write_text(DEFINITION, encoding="utf-8")
    return tmp_path


@pytest.fixture
def editor(game):
    return Editor(game)


class Editor:
    """Asks about texts of a game; ``‸`` marks where."""

    def __init__(self, game):
        self.game = game
        self.workspace = Workspace(print)
        self.languages = Languages(self.workspace)

    def open(self, text=TEXT, name="Sets/LAN/set.xml"):
        path = self.game / name
        self.workspace.open(path.as_uri(), path, 1, text)
        document = self.workspace.document(path.as_uri())
        return document, Plain(self.languages.of(document))

    def ask(self, what, text, name="Sets/LAN/set.xml"):
        offset = text.index("‸")
        document, language = self.open(text.replace("‸", ""), name)
        return getattr(language, what)(document, offset)

    def shown(self, *args):
        hover = self.ask("hover", *args)
        return hover and hover.markdown

    def offered(self, *args):
        return {each.label: each for each in self.ask("completions", *args)}

    def written(self, label, text, *args):
        each = self.offered(text, *args)[label]
        plain = text.replace("‸", "")
        return plain[: each.start] + (each.new or each.label) + plain[each.end :]

    def places(self, what, text, *args):
        spans = self.ask(what, text, *args)
        return [(each.source.name.removeprefix(f"{self.game}/"), each.line) for each in spans]


def at(words, text=TEXT, nth=1):
    """The text with a mark behind the *nth* of some words."""
    place = -1
    for _ in range(nth):
        place = text.index(words, place + 1)
    place += len(words)
    return f"{text[:place]}‸{text[place:]}"


def test_elements_and_attributes_are_those_that_the_reader_knows():
    for name, rule in _RULES.items():
        shape = shapes.SET[name.replace(" of a ", " of ")]
        assert shape.attributes.keys() == rule.attributes
        assert set(shape.needed) >= set(rule.needed)
        if name != "property":
            assert {*shape.children} == {*rule.children}
    assert all(child in shapes.SET for shape in shapes.SET.values() for child in shape.children)


# -- what is shown


def test_what_is_not_defined_is_said(editor):
    text = TEXT.replace('"Power" value="1"/>\n    </card>', '"Pover" value="1"/>\n    </card>')
    assert "does not define **Pover**" in editor.shown(at('name="Pov', text))
    assert "No card of the game" in editor.shown(
        at('include id="9', TEXT.replace(FOREST, "9" * 32))
    )


def test_unsaved_texts_of_other_sets_count(editor):
    editor.open(MORE.replace('"Forest"', '"Deep Forest"'), "Sets/WDS/set.xml")
    assert "**Deep Forest**" in editor.shown(at(f'include id="{FOREST[:5]}'))


# -- where things are


def test_references_are_names_however_they_are_written(editor):
    text = TEXT.replace("Rarity", "Rock &amp; Roll").replace(FOREST, f"{{{FOREST.upper()}}}")
    lines = [line for _, line in editor.places("references", at('key="Rock', text))]
    assert lines == [7, 8, 10, 18, 22]
    assert ("Sets/WDS/set.xml", 3) in editor.places("references", at('include id="{5', text))


# -- what can be written


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (TEXT.replace('<pick qty="1"', '<pick ‸ qty="1"', 1), set()),
        (TEXT.replace(' size="Large"', " s‸"), {"size"}),
        (at("no card"), set()),
        ("‸", set()),
        ("<‸", {"set"}),
    ],
)
def test_what_is_offered(editor, text, labels):
    assert editor.offered(text).keys() == labels


def test_offers_are_written_as_xml(editor, game):
    text = DEFINITION.replace('"Rarity"', '"A &amp; &quot;B&quot;"')
    (game / "definition.xml").write_text(text, encoding="utf-8")
    text = TEXT.replace('key="Power"', 'key="‸"')
    assert 'key="A &amp; &quot;B&quot;"' in editor.written('A & "B"', text)


# -- the outline, and any text


ODD = [
    "<",
    "<set",
    '<set name="',
    "<set name='a\" id=\"b'",
    "<set><cards><card</set>",
    "</set></set>",
    "<set>" + "<a>" * 5000,
    "<set " + "a=" * 30_000,
    "<set>" + '<card name="' * 5000,
    "<set><!--" + "<!--" * 5000,
    "<set>" + "&" * 5000,
    "<set><![CDATA[ <card ",
    "<set><?" * 3000,
    "\x00\ud800<set>\u2028<card \ud800='",
    "<deck><section>" * 100,
    TEXT.replace('"', ""),
    TEXT.replace("\n", "\r\n"),
    TEXT[: len(TEXT) // 2],
]


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_any_text_has_answers(editor, text):
    document, _ = editor.open("<set/>")
    language = Plain(editor.languages.of(document))
    uri = document.uri
    change(editor.workspace, uri, 2, text)
    check(editor.workspace.document(uri), language)


def test_a_text_that_is_being_typed_has_answers(editor):
    for cut in range(62, len(TEXT), 31):
        document, language = editor.open(TEXT[:cut])
        list(language.completions(document, len(document.text)))
        check(document, language, places=())


def check(document, language, places=(0, 1, 2, 3, 4)):
    """Check the properties of answers about any text."""
    text = document.text
    last = 0
    for each in language.tokens(document, 0, len(text)):
        assert last <= each.start < each.end
        assert "\n" not in text[each.start : each.end]
        last = each.end
    stack = [(0, len(text), each) for each in language.symbols(document)]
    while stack:
        start, end, each = stack.pop()
        assert start <= each.start <= each.name_start <= each.name_end <= each.end <= end
        stack += [(each.start, each.end, child) for child in each.children]
    assert all(0 <= each.start < each.end <= len(text) for each in language.folds(document))
    for place in places:
        offset = place * len(text) // 4
        language.hover(document, offset)
        assert all(0 <= each.start <= each.end for each in language.completions(document, offset))
        list(language.definitions(document, offset))
        list(language.references(document, offset))
