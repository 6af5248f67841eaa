"""All that an editor can ask about a few files, at every third offset.

The answers are in `tests/data/editor_answers`, each once, with a number.  After a change, run this
file with `--accept`, and read the difference.
"""

from __future__ import annotations

import hashlib
import re

import pytest

from cardformats.lsp.languages import Languages
from cardformats.lsp.workspace import Workspace
from tests.conftest import ROOT
from tests.unit.draftmancer_lists import MARSH

from . import test_draftmancer, test_octgn, test_wagic, test_xml
from .plain import Plain

FOLDER = ROOT / "tests" / "data" / "editor_answers"
#: JSON as people write it, which is not whole.
TYPED = """\
[Settings]
{
  # a comment "name": 1
  "layouts": {"Usual": {"weight": 1, "slots": {"Com": 1, "Rare": 2}},  # another
  "predeterminedLayouts": ["Us",
}
[CustomCards]
[
  {"name": "Fen \\"Lamp\\"", "rarity": "unc
[Common]
1 Fen "Lamp"
"""
#: JSON in one another, and after its end.
NESTED = """\
[Settings]
{ "boosterSettings": [ {"picks": [1, 2], "burns": [0]}, {"picks": ], "burn
  "layouts": {"A": {"weight": 1, "slots": {"S": 2, "T": , "U": {"sheets": [{"name": "S", "wei": 1}
  "withReplacement": tr, "name": "x\\u00e9" } ], "after": 1
[CustomCards]
[ {"name": "A", "draft_effects": [{"type": "AddCards", "cards": ["A", "B
   "back": {"name": "C", "layout": "spl"}}, {}, {"name": "D" "rarity": "},
[S]
2 A
[S(1)]
[T(2)]
1  D (
"""
#: Layouts as they were written once, sheets that come twice, and none that is read.
OLD = """\
[Layouts]
- Usual (3)
  2 Common
  1 Rare
- Odd
  1 Co
[Common]
2 Eel
[Common(4)]
3 Eel
1 Wa
[Lands
"""
#: A list of cards that a catalog knows.
KNOWN = """\
[Settings]
{"withReplacement":
 # x
 true, "name": "K"}
[CustomCards]
[{"name": "Eel", "related_cards": ["Hero"]}]
[A]
2 Marsh Wren
1 Toad (FEN) 3
 Eel
1 To
1 T
"""
#: A list without sections.
BARE = """\
# Eels
# of all kinds
2 Lantern Eel
Eel

3  Moss Wa
1
Eel (FEN) 7 +F
lant"""
#: Blocks that are begun, or ended twice.
TYPED_BLOCKS = """\
#AUTO_DEFINE __OWN__ x
[card]
name=A
auto=__O
[/card]
na

[card]
name=B
[/card]
[/card]
[meta]
na
[card]
ba
"""
#: XML whose tags are not closed, or close others.
TYPED_SET = f"""<?xml version='1.0'?><!-- <cards> --><set name='A' gameId="{test_octgn.GAME}
<packaging><pack name = 'B' id=><pick qty='2' key="Rarity" value=
<property key='Power' val/></pick><nosuch/></packaging></zoo>
<cards><card name="A" size='Lar'><property name='Rarity' value="Co"/><property name="Power"/>
<alternate type='x'><property </alternate></card><card id='{test_octgn.EEL}'/> <!-- not closed
"""
#: A set that names what there is not.
ODD_SET = f"""<set name="Odd" id="9{test_octgn.SET[1:]}" gameId="{test_octgn.GAME}">
  <packaging>
    <pack name="Odd" id="80000000-89ab-cdef-0123-456789abcdef">
      <pick qty="unlimited" key="Power" value="9"/>
      <pick qty="2" key="Nosuch" value="Odd"/>
      <include id="{test_octgn.WARDEN}" set="{test_octgn.SET}"/>
    </pack>
  </packaging>
  <cards>
    <card name="Fen Lamp" id="91000000-89ab-cdef-0123-456789abcdef" size="Huge">
      <property name="Rarity" value="Odd"/>
      <property name="Nosuch" value="1"/>
"""
#: A set with every kind of name.
FULL_SET = f"""<set name="Full &amp; Fen" id="7{test_octgn.SET[1:]}" gameId="{{{test_octgn.GAME}}}">
  <packaging>
    <pack name="Full" id="81000000-89ab-cdef-0123-456789abcdef">
      <include id="{test_octgn.FOREST}" set="{test_octgn.OTHER}">
        <property name="Rarity" value="Rare"/>
      </include>
      <pick qty="unlimited" key="name" value="Fen Lamp"/>
      <options><option probability="0.5"><pick qty="2" key="Rarity" value=""/></option></options>
    </pack>
  </packaging>
  <markers>
    <marker name="Lit" id="82000000-89ab-cdef-0123-456789abcdef"/>
  </markers>
  <cards>
    <card name="Fen Lamp" id="92000000-89ab-cdef-0123-456789abcdef" size="Large">
      <property name="Rarity"><s value="w">W</s> or <s value='x'>X</s></property>
      <alternate name="Lit Lamp" type="Lit" size="Large">
        <property name="Power" value="1" />
      </alternate>
      <alternate name="Dark Lamp" type='Dark' size="Small"/>
    </card>
    <card name='Fen Lamp' id='93000000-89ab-cdef-0123-456789abcdef'>
      <property name="Rarity" value="Rare"/>
    </card>
  </cards>
</set>
"""
#: Names of more values than are shown.
MANY_VALUES = f"""<set name="Many" id="6{test_octgn.SET[1:]}" gameId="{test_octgn.GAME}"><cards>
{"".join(f'<card><property name="Rarity" value="{each}"/></card>' for each in "ABCDEFGHIA")}
</cards></set>
"""
#: A deck that names what there is not.
ODD_DECK = f"""<deck game="{test_octgn.OTHER}">
  <section name="Nosuch" shared="True">
    <card qty="1" id="{test_octgn.FOREST.upper()}">Forest</card>
    <card qty="1" id="{{{test_octgn.FOREST.replace("-", "")}}}">Forest</card>
    <card qty="1" id="99999999-89ab-cdef-0123-456789abcdef">Lamp</card>
    <card>
  </section>
  <notes>Fen &amp; lamps</notes>
</deck>
"""
#: Primitives with every kind of key, macros with and without parameters, and what is not closed.
MORE_PRIMITIVES = """\
#AUTO_DEFINE __PUMP__($x, $y) $x/$y ueot
#AUTO_DEFINE __DRAW__ draw:1
grade=borderline
# one comment
[card]
name=Fen Lamp
text=It glows. -- It is warm.
abilities=flying, first strike,nosuch
auto=__PUMP__(1,2)
auto={T}:__DRAW__
autograveyard=__NOSUCH__(1)
target=creature
kicker={1}
color=blue
rarity=C
grade=crappy
type=Artifact Creature
subtype=Eel Warden
backside=Fen Lord
partner=Nobody
crewbonus={2}
power=1
/card]

[card]
NAME= Fen Lord\x20
type=Creature
auto=
auto=draw:1
auto
=
[/card]
stray words
[card]
name=
"""
#: A set whose cards are named in several ways, or not at all.
MORE_CARDS = """\
[meta]
name=Fens
year=2026

[/meta]
#AUTO_DEFINE __OWN__ life:1
[card]
primitive=fen lamp
id=1
rarity=X
auto=__OWN__
[/card]
[card]
primitive=Nobody
id=2
[/card]
[card]
name=Own Card
id=3
rarity=T
type=Token Creature
auto=@each my upkeep:draw:1
text=Flies.
[/card]
[card]
id=1
primitive=Fen Lord
rarity=
"""
TREES = {
    "cockatrice": {"cards.xml": test_xml.DATABASE},
    "lackey": {"sets/cards.txt": test_xml.CARDS, "packs/packdefinitions.xml": test_xml.PACKS},
    "draftmancer": {
        "list.txt": test_draftmancer.LIST,
        "marsh.txt": MARSH,
        "typed.txt": TYPED,
        "nested.txt": NESTED,
        "old.txt": OLD,
        "bare.txt": BARE,
    },
    "octgn": {
        "definition.xml": test_octgn.DEFINITION,
        "Sets/LAN/set.xml": test_octgn.TEXT,
        "Sets/ODD/set.xml": ODD_SET,
        "Sets/WDS/set.xml": test_octgn.MORE,  # only seen from the other one
        "Decks/eels.o8d": test_octgn.DECK,
    },
    "octgn-full": {
        "definition.xml": test_octgn.DEFINITION,
        "Sets/FUL/set.xml": FULL_SET,
        "Sets/MNY/set.xml": MANY_VALUES,
        "Sets/WDS/set.xml": test_octgn.MORE,
        "Decks/odd.o8d": ODD_DECK,
    },
    "known": {
        "cardformats.toml": '[[files]]\npath = "*.txt"\ncatalog = "fen.json"\n',
        "fen.json": (ROOT / "examples" / "mtgjson" / "FEN.json").read_text("utf-8"),
        "list.txt": KNOWN,
    },
    "octgn-alone": {"set.xml": FULL_SET, "deck.o8d": ODD_DECK},
    "octgn-typed": {"definition.xml": test_octgn.DEFINITION, "Sets/TYP/set.xml": TYPED_SET},
    "wagic-typed": {"primitives/typed.txt": TYPED_BLOCKS, "FEN/_cards.dat": TYPED_BLOCKS},
    "wagic-more": {
        "primitives/more.txt": MORE_PRIMITIVES,
        "FEN/_cards.dat": MORE_CARDS,
    },
    "wagic": {
        "primitives/mtg.txt": test_wagic.PRIMITIVES,
        "ONE/_cards.dat": test_wagic.CARDS,
    },
}
#: Files that are only looked at behind their words, and behind signs of markup.
AT_WORDS = {"octgn-full", "octgn-alone", "octgn-typed", "wagic-more", "cockatrice", "lackey"}
#: Files that are only seen from others.
AROUND = {
    "definition.xml", "Sets/WDS/set.xml", "sets/cards.txt", "cardformats.toml", "fen.json",
}  # fmt: skip
#: Texts of so many characters are looked at behind each of them.
SHORT = 150
#: How many offers are listed.
MOST = 2


_WORDS = re.compile(r"[\w{}-]+|[<>\"'] ?|^=", re.MULTILINE)


def placed(span):
    return f"{span.source.name.rpartition('/')[2]}:{span.line} {span.text[:40]!r}"


def offer(each):
    new = "" if each.new == each.label else f" = {each.new!r}"
    more = f" {each.detail!r} {each.markdown[:60]!r}".replace(" ''", "")
    more += " snippet" * each.is_snippet
    return f"{each.label!r} {each.kind} {each.start}-{each.end}{new}{more}"


def offers(found):
    """Yield the first offers, and what tells whether the others are the same."""
    lines = [offer(each) for each in found]
    yield from lines[:MOST]
    if lines[MOST:]:
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
        yield f"and {len(lines) - MOST} more: {digest}"


def at_offset(language, document, offset):
    """Yield the answers about an offset."""
    if (hover := language.hover(document, offset)) is not None:
        yield f"hover {hover.start}-{hover.end} {hover.markdown!r}"
    for question in ("definitions", "references"):
        spans = [placed(span) for span in getattr(language, question)(document, offset)]
        yield from (f"{question} {span}" for span in spans)
    yield from (f"offer {line}" for line in offers(language.completions(document, offset)))


def symbol(each, indent=""):
    whole, own = f"{each.start}-{each.end}", f"{each.name_start}-{each.name_end}"
    yield f"{indent}symbol {each.name!r} {each.kind} {whole} {own} {each.detail!r}"
    for child in each.children:
        yield from symbol(child, indent + "  ")


def answers(language, document, *, at_words):
    """Yield all answers about a document, line by line."""
    text = document.source.text
    for findings in filter(None, language.check(document)):
        for start, line, part in findings.parts if findings.is_complete else ():
            for each in part.diagnostics:
                where = f"{start} {line} {placed(each.span)}"
                yield f"finding {where} {each.code.value} {each.data}"
    for each in language.symbols(document):
        yield from symbol(each)
    for each in language.folds(document):
        yield f"fold {each.start}-{each.end}" + " comment" * each.is_comment
    for each in language.tokens(document, 0, len(text)):
        yield f"token {each.start} {each.kind} {text[each.start : each.end]!r}"
    formatted = language.formatted(document)
    yield f"formatted {None if formatted == text else formatted!r}"
    before = None
    known = {}
    every = range(0, len(text) + 1, 3 if len(text) > SHORT else 1)
    for offset in (each.end() for each in _WORDS.finditer(text)) if at_words else every:
        now = [*at_offset(language, document, offset)]
        if now != before:
            new = [line for line in now if line not in known]
            for line in new:
                known[line] = len(known)
                yield f"  {known[line]}: {line}"
            yield f"at {offset} {text[offset : offset + 10]!r} {[known[line] for line in now]}"
        before = now


@pytest.mark.parametrize(
    ("tree", "name"),
    [(tree, name) for tree, files in TREES.items() for name in files if name not in AROUND],
)
def test_all_answers_about_a_file(tree, name, tmp_path, request):
    for path, text in TREES[tree].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    workspace = Workspace(print)
    workspace.roots = (tmp_path,)
    languages = Languages(workspace)
    path = tmp_path / name
    workspace.open(path.as_uri(), path, 1, TREES[tree][name])
    document = workspace.document(path.as_uri())
    language = Plain(languages.of(document))
    lines = "".join(f"{line}\n" for line in answers(language, document, at_words=tree in AT_WORDS))
    lines = lines.replace(str(tmp_path), "")
    file = FOLDER / f"{tree}-{name.replace('/', '-')}.answers"
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(lines, "utf-8")
    assert lines == file.read_text("utf-8")


#: The start tags of the roots of what is XML, by file: from them on all elements are written.
ROOTS = {
    "Sets/NEW/set.xml": f'<set name="New" id="{test_octgn.SET}" gameId="{test_octgn.GAME}">',
    "Decks/new.o8d": f'<deck game="{test_octgn.GAME}">',
    "cards.xml": '<cockatrice_carddatabase version="4">',
    "old.xml": '<cockatrice_carddatabase version="3">',
    "packs/packdefinitions.xml": '<packdefinitions version="1">',
}


class Typist:
    """Asks about texts that are typed in a file."""

    def __init__(self, folder, name):
        self.workspace = Workspace(print)
        self.languages = Languages(self.workspace)
        self.path = folder / name

    def ask(self, text, what):
        self.path.parent.mkdir(exist_ok=True, parents=True)
        self.path.write_text(text, "utf-8")
        self.workspace.open(self.path.as_uri(), self.path, 1, text)
        document = self.workspace.document(self.path.as_uri())
        return getattr(Plain(self.languages.of(document)), what)(document, len(text))

    def offers(self, text):
        return self.ask(text, "completions")

    def shown(self, text):
        hover = self.ask(text, "hover")
        return None if hover is None else hover.markdown


def written(each):
    """An offer in a line; its place is the end of the text."""
    new = "" if each.new == each.label else f" = {each.new!r}"
    return f"{each.label}{new}{each.detail and f' ({each.detail})'} {each.markdown}".rstrip()


def elements(typist, text, path, seen):
    """Yield all that is said of the element that a text opens last, and of those in it."""
    start = text.removesuffix(">")
    shown = typist.shown(f"{start.rpartition('<')[0]}<{path[-1]}")
    yield f"{' in '.join(path[:-3:-1])}: {shown}"
    if (path[-1], shown) in seen:
        return
    seen.add((path[-1], shown))
    for each in typist.offers(f"{start} "):
        yield f"  attribute {written(each)}"
        yield f"    shown: {typist.shown(f'{start} {each.label}')}"
        for value in typist.offers(f'{start} {each.label}="'):
            yield f"    value {written(value)}"
    yield from (f"  begun {written(each)}" for each in typist.offers(f"{start} n"))
    yield from (f"  text {written(each)}" for each in typist.offers(text))
    children = typist.offers(f"{text}<")
    yield from (f"  child {written(each)}" for each in children)
    for each in children:
        if not each.label.startswith("/"):
            yield from elements(typist, f"{text}<{each.label}>", (*path, each.label), seen)


@pytest.mark.parametrize("name", ROOTS)
def test_all_elements_that_can_be_typed(name, tmp_path, request):
    for path, text in TREES["octgn"].items() if name.startswith(("Sets", "Decks")) else ():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    typist = Typist(tmp_path, name)
    root = (ROOTS[name][1:].partition(" ")[0],)
    lines = "".join(f"{line}\n" for line in elements(typist, ROOTS[name], root, set()))
    file = FOLDER / f"elements-{name.replace('/', '-')}.answers"
    if request.config.getoption("--accept"):
        file.write_text(lines, "utf-8")
    assert lines == file.read_text("utf-8")
