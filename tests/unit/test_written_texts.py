"""Card sets that have much of what the model has, as each format writes them.

The texts are in `tests/data/written`, with what is lost.  After a change, run this file with
`--accept`, and read the difference.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction

import attrs
import pytest

import cardformats as cf
from cardformats import model
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "data" / "written"
EXAMPLES = ROOT / "examples"
FORMATS = [each.id for each in cf.formats() if each.writer]
#: Longer texts are in no file; only a number tells whether they are the same.
LONGEST = 40_000


def _shown(diagnostic):
    how = f" {diagnostic.how.value} {diagnostic.subjects}" if diagnostic.how else ""
    return f"{diagnostic.code.value}{how} {diagnostic.data}"


def cards():
    eel = cf.Face(
        "Lantern Eel",
        cf.model.ManaCost.parse("{2}{U/R}"),
        "UR",
        ("Legendary",),
        ("Artifact", "Creature"),
        ("Eel", "Spirit"),
        'Flying\nWhen "this" dies, draw <1> card & smile.',
        power="2",
        toughness="1+*",
        images={"en": "https://cards.example/eel.png", "fr": "https://cards.example/fr/eel.png"},
        printed_names={"fr": "Anguille"},
        properties={"Flavour": "Cold, and slow."},
    )
    king = cf.Face("Eel King", None, "U", (), ("Creature",), power="4", toughness="4", kind="back")
    effects = (
        model.SimpleEffect("FaceUp"),
        model.AddCards([cf.CardRef("Moss Warden", "FEN", "8"), cf.CardRef("Wax")], 1),
    )
    yield cf.Card(
        (eel, king),
        "FEN",
        "7a",
        "mythic",
        {"multiverse": "70", "octgn": "30000000-89ab-cdef-0123-456789abcdef", "scryfall": "ab-7"},
        "foil",
        4.5,
        (cf.CardRef("Moss Warden", "FEN", "8"),),
        effects,
        {"scryfall": {"lang": "en"}, "other": {"deep": [1, None, True]}},
    )
    yield cf.Card(
        cf.Face("Moss Warden", cf.model.ManaCost.parse("{G}"), "G", (), ("Creature",), power="1",
                toughness="3"),
        "FEN", "8", "common",
    )  # fmt: skip
    walker = cf.Face("Jun, the Calm", cf.model.ManaCost.parse("{W}{W}"), "W", ("Legendary",),
                     ("Planeswalker",), ("Jun",), "+1: Rest.", loyalty="3")  # fmt: skip
    yield cf.Card(walker, "BOG", "1", "rare")
    halves = (
        cf.Face("Wax", cf.model.ManaCost.parse("{R}"), "R", (), ("Instant",), text="Wax."),
        cf.Face("Wane", cf.model.ManaCost.parse("{B}"), "B", (), ("Sorcery",), kind="split"),
    )
    yield cf.Card(halves, "FEN", "9", "uncommon")
    yield cf.Card(cf.Face("Forest", None, "", ("Basic",), ("Land",), ("Forest",)), "FEN", "60")


def rich():
    found = tuple(cards())
    eel, warden, walker, halves, forest = (card.ref for card in found)
    entries = [cf.Entry(warden, 3), cf.Entry(halves, 2, "foil"), cf.Entry(forest, 4)]
    sheets = [
        cf.Sheet("common", entries),
        cf.Sheet("run", entries[:2], model.PrintRun(2, "box")),
        cf.Sheet("stripes", entries, model.Striped(2, (1, 2))),
        cf.Sheet("rare", [cf.Entry(eel), cf.Entry(walker, 2)], model.Balanced("color"), "foil"),
        cf.Sheet("fixed", [cf.Entry(forest), cf.Entry(warden)], model.Fixed()),
    ]
    one = cf.Layout(
        "usual",
        3,
        [
            cf.Slot("commons", 2, [cf.SheetChoice("common")]),
            cf.Slot("rare", 1, [cf.SheetChoice("rare", 3), cf.SheetChoice("stripes", 1)]),
            cf.Slot("land", 1, [cf.SheetChoice("fixed")], finish="foil"),
        ],
    )
    other = cf.Layout("odd", Fraction(1, 2), [cf.Slot("run", 2, [cf.SheetChoice("run")])])
    booster = cf.Booster("Marsh pack", "draft", (one, other), "name")
    extra = cf.Booster("Marsh box topper", "topper", (other,), box=model.Box(2, ()))
    event = cf.model.Event(
        (model.Round("draft", (model.LayoutChoice("usual"),), (1, 2), (0, 1), "left"),),
        "finite",
        2,
        layout_replacement=False,
        color_balance=False,
    )
    contents = (model.ProductPart(model.BoosterRef("Marsh pack", "FEN"), 3),
                model.ProductPart(model.Item("dice"), 1, "foil"))  # fmt: skip
    return cf.CardSet(
        "Marsh & Fen",
        "FEN",
        found,
        sheets,
        (booster, extra),
        event,
        {"author": "Ann", "year": "2020", "released_at": "2020-02-03"},
        {"draftmancer": {"cardBack": "https://cards.example/back.png"}},
        products=(model.Product("Marsh bundle", contents, {"tcgplayer": "5"}),),
    )


def plain():
    entries = [cf.Entry(cf.CardRef(name)) for name in ("Moss Warden", "Lantern Eel", "Forest")]
    layout = cf.Layout("default", 1, [cf.Slot("all", 2, [cf.SheetChoice("all")])])
    return cf.CardSet("", None, (), [cf.Sheet("all", entries)], [cf.Booster(layouts=[layout])])


#: A card of Wagic with every key.
PRIMITIVE = """\
[card]
name=Fen Lamp
text=When {this} dies, draw a card.
auto={T}:draw:1
autohand={1}:discard:1
autograveyard={2}:moveto(mybattlefield) all(this)
autoexile={3}:draw:1
autolibrary={4}:draw:1
autostack=draw:1
autocommandzone=life:1
autosideboard=life:2
autoreveal=life:3
autofacedown=life:4
autofaceup=life:5
autoskill=life:6
autoskill=life:7
anyzone=life:8
aicode=activate life:9
abilities=flying,trample
target=creature
mana={2}{W}{B}
type=Legendary Artifact Creature
subtype=Spirit Lamp
color=white,blue
power=2
toughness=*
kicker={1}
multi={2}
alias=7
flashback={3}
buyback={1}{W}
other={0} name(Nothing)
facedown={3}
retrace={R}
suspend(2)={U}
morph={4}
bestow={5}
backside=Fen Lamp
partner=Fen Lamp
modular=1
dredge=dredge(2)
restriction=compare(opponentlifetotal)~lessthan~5
phasedoutbonus=1/1
crewbonus=1/1
grade=unsupported
nosuch=1
[/card]
"""
CARDS = """\
[meta]
name=Marsh
author=Ann
year=2020
booster=2 rarity:C & 1 rarity:U
[/meta]
[card]
primitive=Fen Lamp
id=7
rarity=U
[/card]
[card]
primitive=Fen Lamp
id=8
rarity=C
[/card]
"""


def wagic(folder):
    (folder / "primitives").mkdir()
    (folder / "primitives" / "mtg.txt").write_text(PRIMITIVE, "utf-8")
    (folder / "FEN").mkdir()
    (folder / "FEN" / "_cards.dat").write_text(CARDS, "utf-8")
    return cf.read(folder / "FEN")


SOURCES = {
    "rich": rich,
    "plain": plain,
    "octgn": lambda: cf.read(EXAMPLES / "octgn" / "Marsh" / "Sets" / "Reedlight" / "set.xml"),
    "mtgjson": lambda: cf.read(EXAMPLES / "mtgjson" / "FEN.json"),
    "odd": lambda: cf.read(FOLDER / "odd.set.json"),
    "packs": lambda: cf.read(FOLDER / "packs.set.json"),
}


def written(cardset, name):
    """What a format writes, what is lost, and what is found in the text."""
    report = cf.dumps_report(cardset, name)
    text = report.value or ""
    yield text if len(text) < LONGEST else hashlib.sha256(text.encode()).hexdigest()
    yield from (f"--- {_shown(each)}" for each in report.diagnostics)
    again = cf.loads_report(text, name)
    for each in again.diagnostics[:20]:
        where = each.span and f"{each.span.line}: {each.span.text[:40]!r}"
        yield f"--- {where} {_shown(each)}"
    json = cf.dumps(again.value, "json") if again.value else ""
    yield f"--- {hashlib.sha256(json.encode()).hexdigest()}"


@pytest.mark.parametrize("name", FORMATS)
def test_a_card_with_all_keys_of_wagic_is_written_as_it_was(name, tmp_path, request):
    compare("wagic", name, wagic(tmp_path), tmp_path, request)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("source", SOURCES)
def test_a_set_is_written_as_it_was(source, name, request):
    compare(source, name, SOURCES[source](), EXAMPLES, request)


@pytest.mark.parametrize("source", ["rich", "odd", "packs"])
@pytest.mark.parametrize("name", ["lackey", "wagic"])
def test_a_folder_is_written_as_it_was(source, name, tmp_path, request):
    folder = tmp_path / "FEN"
    report = cf.write(SOURCES[source](), folder, name)
    texts = [
        f"--- {path.relative_to(folder)}\n{path.read_text('utf-8')}"
        for path in sorted(folder.rglob("*.*"))
    ]
    texts += [f"--- {_shown(each)}" for each in report.diagnostics]
    again = cf.read(folder, name)
    texts += [cf.dumps(attrs.evolve(again, cards=()), "json")]
    check("\n".join(texts), f"{source}.{name}-folder", request)


def compare(source, name, cardset, folder, request):
    text = "\n".join(written(cardset, name)).replace(f"{folder}/", "") + "\n"
    check(text, f"{source}.{name}", request)


def check(text, name, request):
    file = FOLDER / name
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode())
    assert text.encode() == file.read_bytes()
