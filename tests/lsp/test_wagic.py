"""What the language server says of Wagic's card files."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.formats.wagic import lexicon
from cardformats.lsp.language import EditorLanguage
from cardformats.lsp.languages import Languages
from cardformats.lsp.wagic.hovers import meaning
from cardformats.lsp.workspace import Workspace

from .plain import Plain, change

PRIMITIVES = """\
#AUTO_DEFINE __CYCLE__($cost) $cost{cycle}:draw:1

[card]
name=Lantern Eel
abilities=flying
auto={T}:draw:1
auto=__CYCLE__({2})
mana={1}{U}
type=Creature
subtype=Eel
power=1
toughness=2
[/card]
# a note
# on two lines
[card]
name=Eel Caller
auto={T}:token(Lantern Eel)
mana={U}
type=Creature
power=1
toughness=1
backside=Lantern Eel
[/card]
"""
CARDS = """\
[meta]
name=A Set
author=me
[/meta]
[card]
primitive=Lantern Eel
id=1
rarity=C
[/card]
[card]
primitive=Eel Caller
id=2
rarity=U
[/card]
"""


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "primitives").mkdir()
    (tmp_path / "primitives" / "mtg.txt").write_text(PRIMITIVES)
    (tmp_path / "ONE").mkdir()
    (tmp_path / "ONE" / "_cards.dat").write_text(CARDS)
    return tmp_path


class Editor:
    """Documents by their paths, and where words stand in them."""

    def __init__(self):
        self.workspace = Workspace()
        self.languages = Languages(self.workspace)

    def open(self, path, text=None):
        text = path.read_text() if text is None else text
        self.workspace.open(path.as_uri(), path, 1, text)
        document = self.workspace.document(path.as_uri())
        return document, Plain(self.languages.of(document))

    def type(self, path, text):
        change(self.workspace, path.as_uri(), 2, text)
        document = self.workspace.document(path.as_uri())
        return document, Plain(self.languages.of(document))


@pytest.fixture
def editor():
    return Editor()


def after(text, words):
    return text.index(words) + len(words)


def findings_of(steps):
    *_, findings = steps
    assert findings.is_complete
    return sorted(
        (str(each.code), each.span.start + offset, each.span.end + offset, each.message)
        for offset, _, part in findings.parts
        for each in part.diagnostics
    ), sorted(
        (str(each.code), *edit)
        for offset, _, part in findings.parts
        for each in part.diagnostics
        for edit in edits_of(each.fix, offset)
    )


def edits_of(fix, offset):
    for each in fix.edits if fix else ():
        # where a file has several line ends, those of the block; the last one of that stays
        new, old = each.new.replace("\r\n", "\n"), each.span.text.rstrip("\r\n")
        yield fix.title, each.span.start + offset, old, new, fix.is_safe


def as_typed(document, language):
    return findings_of(language.check(document))


def as_read(document, language):
    """What is found by reading the whole file."""
    return findings_of(EditorLanguage.check(language.language, document))


NOTHING = ([], [])
#: A printing where primitives are.
PRINTING = "[card]\nprimitive={}\nid=1\nrarity=C\n[/card]\n".format
EDITS = [
    ("# a note\n", PRINTING("Nobody")),
    ("# a note\n", PRINTING("Nobody") + PRINTING("Lantern Eel") + PRINTING("Nobody")),
    ("# a note\n", PRINTING("Lantern Eel")),
    ("name=Lantern Eel", "name=Lantern Ray"),  # others name it
    ("name=Lantern Eel", "name=Eel Caller"),  # twice the same
    ("name=Lantern Eel", "name=lantern eel"),  # others name it otherwise
    ("name=Lantern Eel", "name=Lantern Eel "),
    ("name=Lantern Eel", "name=Lantern Eels"),
    ("# on two lines\n", PRIMITIVES[PRIMITIVES.index("[card]") : PRIMITIVES.index("# a n")]),
    ("[card]", "#AUTO_DEFINE __CYCLE__($cost) $cost{cycle}:draw:1\n[card]"),
    ("type=Creature\n", "typ=Creature\n"),
    ("abilities=flying", "abilities=flyng"),
    ("subtype=Eel", "subtype=Squid"),
    ("__CYCLE__($cost) ", "__SPIN__($cost) "),
    ("[/card]\n# a note", "# a note"),  # a block that is not closed
    ("[card]\nname=Eel Caller", "[crad]\nname=Eel Caller"),
    ("# a note", "stray"),
    ("# on two lines\n", "grade=crappy\n"),
    ("backside=Lantern Eel", "backside=Nobody"),
    ("[/card]\n", "[/card]\n[/card]\n"),
    ("\n", "\r\n"),
    ("#AUTO", "\ufeff#AUTO"),
    ("token(Lantern Eel)", "token(Lantern Ray)"),
    ("power=1\n", "power=1\n# cardformats: ignore WG013\nfoo=2\n"),
    ("# a note\n", "# cardformats: ignore\n"),
]


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_what_is_found_while_typing_is_what_reading_finds(tree, editor, old, new):
    path = tree / "primitives" / "mtg.txt"
    document, language = editor.open(path)
    assert as_typed(document, language) == as_read(document, language) == NOTHING
    changed = PRIMITIVES.replace(old, new, 1)
    assert changed != PRIMITIVES
    document, language = editor.type(path, changed)
    assert as_typed(document, language) == as_read(document, language)
    document, language = editor.type(path, PRIMITIVES.replace(old, new))
    assert as_typed(document, language) == as_read(document, language)
    document, language = editor.type(path, PRIMITIVES)
    assert as_typed(document, language) == NOTHING


@pytest.mark.parametrize(
    ("line", "key", "code"),
    [
        ("auto=destroy target(creatur)", "subtype=Creatur\n", "WG092"),
        ("auto=castcard(restricted named!:Squid Lord:!)", "name=Squid Lord", "WG090"),
        ("auto=meld(Squid Lord)", "name=Squid Lord", "WG090"),
    ],
)
def test_words_and_names_are_known_as_long_as_another_card_has_them(tree, editor, line, key, code):
    card = "[card]\nname=Squid\n{}\ntype=Creature\npower=1\ntoughness=1\n[/card]\n"
    other = "Fen Squid" if key.startswith("subtype") else "Squid Lord"
    text = card.format(line) + card.replace("=Squid", f"={other}").format(
        key if key.startswith("subtype") else "auto=draw:1"
    )
    without = text.replace(key, key.replace("Squid", "Moss").replace("Creatur\n", "Eel\n"))
    path = tree / "primitives" / "mtg.txt"
    document, language = editor.open(path, text)
    assert as_typed(document, language) == as_read(document, language) == NOTHING
    document, language = editor.type(path, without)
    found = as_typed(document, language)
    assert found == as_read(document, language)
    assert code in [each for each, *_ in found[0]]
    document, language = editor.type(path, text)
    assert as_typed(document, language) == NOTHING


def test_another_file_that_is_typed_counts(tree, editor):
    other = tree / "primitives" / "a.txt"
    other.write_text("[card]\nname=Squid\ntype=Creature\nauto={T}:token(Lantern Eel)\n[/card]\n")
    document, language = editor.open(other)
    assert as_typed(document, language) == as_read(document, language)
    before = as_typed(document, language)
    mtg = tree / "primitives" / "mtg.txt"
    editor.open(mtg, PRIMITIVES.replace("name=Lantern Eel", "name=Lantern Ray"))
    assert as_typed(document, language) == as_read(document, language) != before


def test_a_set_sees_primitives_that_are_not_saved(tree, editor):
    document, language = editor.open(tree / "ONE" / "_cards.dat")
    assert as_typed(document, language) == NOTHING
    mtg = tree / "primitives" / "mtg.txt"
    editor.open(mtg, PRIMITIVES.replace("name=Lantern Eel", "name=Lantern Ray"))
    editor.workspace.refresh()
    document, language = editor.type(document.path, CARDS)
    assert "WG020" in [code for code, *_ in as_typed(document, language)[0]]


def test_a_configuration_says_what_counts(tree, editor):
    (tree / "cardformats.toml").write_text('[check]\nignore = ["WG0"]\n')
    path = tree / "primitives" / "mtg.txt"
    document, language = editor.open(path, PRIMITIVES.replace("type=", "typ="))
    assert as_typed(document, language) == NOTHING
    (tree / "cardformats.toml").write_text("[check]\n")
    editor.workspace.refresh()
    assert as_typed(document, language) == as_read(document, language) != NOTHING


@pytest.mark.parametrize(
    "max_grade",
    ["supported", "borderline", "unofficial", "crappy", "unsupported", "dangerous"],
)
def test_a_configuration_says_which_grades_there_are(tree, editor, max_grade):
    """The grade of a file is that of its cards; a card of a worse grade does not exist."""
    (tree / "cardformats.toml").write_text(
        f'[[files]]\npath = "primitives"\nmax-grade = "{max_grade}"\n'
    )
    path = tree / "primitives" / "mtg.txt"
    text = PRIMITIVES.replace("power=1\n", "power=1\ngrade=unofficial\n", 1)
    document, language = editor.open(path, f"grade=crappy\n{text}")
    assert as_typed(document, language) == as_read(document, language)
    document, language = editor.type(path, f"grade=borderline\n{text}")
    assert as_typed(document, language) == as_read(document, language)
    document, language = editor.type(path, PRIMITIVES)
    assert as_typed(document, language) == as_read(document, language) == NOTHING


def test_a_configuration_says_what_is_checked_besides(tree, editor):
    path = tree / "primitives" / "mtg.txt"
    text = "[card]\nname=Lantern Eel\nauto=draw:3\ntext=Draw two cards.\ntype=Sorcery\n[/card]\n"
    document, language = editor.open(path, text)
    assert "WG130" not in [code for code, *_ in as_typed(document, language)[0]]
    (tree / "cardformats.toml").write_text('[check]\nwith-checks = ["wagic-texts"]\n')
    editor.workspace.refresh()
    assert "WG130" in [code for code, *_ in as_typed(document, language)[0]]


def test_changed_blocks_are_looked_at_first(tree, editor, monkeypatch):
    monkeypatch.setattr("cardformats.lsp.wagic.checking._TURN", 0)
    path = tree / "primitives" / "mtg.txt"
    many = "".join(f"[card]\nname=Card {n}\nbad\n[/card]\n" for n in range(300))
    document, language = editor.open(path, many)
    next(iter(language.check(document)))
    document, language = editor.type(path, many.replace("Card 250\nbad", "Card 250\nworse"))
    first = next(each for each in language.check(document) if each is not None)
    assert not first.is_complete
    assert [part.source.text[:15] for *_, part in first.parts][-1] == "[card]\nname=Car"
    assert as_typed(document, language) == as_read(document, language)


# -- answers


def test_tokens_are_in_order_and_on_their_lines(tree, editor):
    document, language = editor.open(tree / "primitives" / "mtg.txt")
    tokens = [*language.tokens(document, 0, len(document.text))]
    assert tokens == sorted(tokens, key=lambda each: each.start)
    assert all(one.end <= other.start for one, other in pairwise(tokens))
    kinds = {document.text[each.start : each.end]: each.kind for each in tokens}
    assert "\n" not in "".join(kinds)
    assert kinds["flying"] == kinds["[card]"] == "keyword"
    assert kinds["__CYCLE__"] == "macro"
    assert kinds["# a note"] == "comment"
    assert kinds["Lantern Eel"] == "card"
    assert kinds["draw"] == "word"


def test_formatting_is_the_formats_own(tree, editor):
    document, language = editor.open(tree / "primitives" / "mtg.txt")
    assert "Lantern Eel" in language.formatted(document)


@pytest.mark.parametrize(
    "text", ["", "[card]", "[card]\nname=", "auto=", "#AUTO_DEFINE ", "=\n[", "\r\r"]
)
def test_any_text_has_answers(tree, editor, text):
    path = tree / "primitives" / "mtg.txt"
    document, language = editor.open(path, text)
    assert as_typed(document, language) == as_read(document, language)
    for offset in range(len(text) + 1):
        language.hover(document, offset)
        for each in language.completions(document, offset):
            assert 0 <= each.start <= offset <= each.end <= len(text)
        for ask in (language.definitions, language.references):
            assert all(each.source.name == str(path) for each in ask(document, offset))
    for each in (*language.symbols(document), *language.folds(document)):
        assert 0 <= each.start <= each.end <= len(text)
    assert all(each.end <= len(text) for each in language.tokens(document, 0, len(text)))


WORDS = """[card] [/card] [meta] [ x name=Eel name=Ray id=1 backside=Ray primitive=Ray type=Squid
grade=crappy auto=__A__ auto=token(Ray)"""
LINES = """

#AUTO_DEFINE __A__ draw:1
auto=all(squidd) destroy
# cardformats: ignore
# cardformats: ignore-file WG017"""
PIECES = st.sampled_from([*WORDS.split(), *LINES.split("\n"), "\r"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sets") / "primitives"
    folder.mkdir()
    (folder / "mtg.txt").write_text("")
    other = "#AUTO_DEFINE __A__ draw:2\n[card]\nname=Ray\ntype=Squids\n[/card]\n"
    (folder / "other.txt").write_text(other)
    return folder


@pytest.mark.parametrize("name", ["mtg.txt", "lone.txt"])
@given(
    pieces=st.lists(PIECES, max_size=30),
    typed=st.lists(st.tuples(st.integers(0, 60), PIECES), max_size=4),
)
def test_typing_anything_finds_what_reading_finds(folder, name, pieces, typed):
    editor, path = Editor(), folder / name if name == "mtg.txt" else Path("/nowhere") / name
    document, language = editor.open(path, "\n".join(pieces))
    for place, piece in typed:
        assert as_typed(document, language) == as_read(document, language)
        pieces.insert(place, piece)
        document, language = editor.type(path, "\n".join(pieces))
    assert as_typed(document, language) == as_read(document, language)


def test_a_diagnostic_leads_to_the_other_position_also_after_lines_have_moved(tree, editor):
    published = pytest.importorskip("cardformats.lsp.protocol").published
    path = tree / "primitives" / "mtg.txt"
    again = "[card]\nname=Lantern Eel\ntype=Instant\npower=1\npower=2\n"
    again += "auto=__CYCLE__({1},{2})\n[/card]\n"
    document, language = editor.open(path, PRIMITIVES + again)
    as_typed(document, language)
    document, language = editor.type(path, "# \U0001f600\n" + PRIMITIVES + again)
    checked = list(filter(None, language.check(document)))[-1]
    places = {}
    for item in published(document, checked, "utf-16", with_related=True):
        for each in item.related_information or ():
            line = document.text.split("\n")[each.location.range.start.line]
            places[item.code] = (each.message, line, each.location.uri == document.uri)
    assert places == {
        "WG017": ("the first one", "name=Lantern Eel", True),
        "WG006": ("the first one", "power=1", True),
        "WG033": ("the definition of __CYCLE__", PRIMITIVES.partition("\n")[0], True),
    }
    shown = [each.message for each in published(document, checked, "utf-16", with_related=False)]
    first = document.text.split("\n").index("name=Lantern Eel") + 1
    assert any(each.endswith(f"the first one: line {first}") for each in shown)


@pytest.mark.parametrize("line", ["", "na"])
def test_what_a_set_says_of_itself_is_offered_in_its_block(tree, editor, line):
    path = tree / "ONE" / "_cards.dat"
    text = CARDS.replace("author=me\n", f"author=me\n{line}\n")
    document, language = editor.open(path, text)
    offset = after(text, f"author=me\n{line}")
    offered = [(each.label, each.new) for each in language.completions(document, offset)]
    keys = ("name", "author", "year", "block", "total")
    assert offered == [(key, f"{key}=") for key in keys]
    behind = [each.label for each in language.completions(document, after(text, "[/meta]\n"))]
    assert behind[0] == "[card]"
    assert "year" not in behind


def test_a_description_of_a_word_has_no_signs_for_what_a_line_fills_in():
    """The lexicon describes words by patterns, as ``who | draw {many card}``."""
    for kind in lexicon.kinds():
        for word in lexicon.words(kind).values():
            assert not set("{}|") & set(meaning(word)), word
    descriptions = {
        ("quantity", "draw"): "draw cards",
        ("quantity", "life"): "gain/lose life",
        ("quantity", "cascade"): "have cascade …",
        ("effect", "serumpowder"): "exile their hand and draw as many cards",
        ("effect", "fog"): "prevent all combat damage this turn",
        ("effect", "exchangelife"): "exchange life totals with a player",
        ("call", "options"): "(…)",
        ("call", "removeallcounters"): "remove all counters from it",
        ("relation", "cantblocktarget"): "can't block cards",
        ("variable_prefix", "halfup"): "half …, rounded up",
        ("keyword", "flying"): "flying",
    }
    for (kind, text), description in descriptions.items():
        assert meaning(lexicon.words(kind)[text]) == description
