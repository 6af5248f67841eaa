"""Boosters become Wagic packs that give the same packs, and what those cannot store is reported."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf

#: Name, rarity, type, colour, set.
CARDS = [
    ("Grey Heron", "common", "Creature", "W", "FEN"),
    ("Reedfrog", "common", "Creature", "G", "FEN"),
    ("Mudslide", "common", "Sorcery", "R", "FEN"),
    ("Fen Sage", "uncommon", "Creature", "G", "FEN"),
    ("Tin Idol", "uncommon", "Artifact", "", "FEN"),
    ("Old Newt", "rare", "Creature", "U", "FEN"),
    ("Wet Rot", "rare", "Enchantment", "B", "FEN"),
    ("Fen", "land", "Land", "", "FEN"),
    ("Moor Hen", "common", "Creature", "W", "MOOR"),
    ("Peat", "rare", "Sorcery", "B", "MOOR"),
]
REPLACED = cf.model.Random(replacement=True)


def card(name, rarity, kind, color, code, number):
    face = cf.Face(name, None, map(cf.model.Color, color), types=kind)
    return cf.Card(face, code, str(number), rarity, {"wagic": str(number)})


ALL = [card(*each, number) for number, each in enumerate(CARDS, 1)]
FEN = [each for each in ALL if each.set_code == "FEN"]


def sheet(name, *names, **fields):
    entries = [cf.Entry(next(each.ref for each in ALL if each.name == one)) for one in names]
    return cf.Sheet(name, entries, **{"collation": REPLACED, **fields})


def names_of(word):
    """The cards of FEN with a rarity, a type, a colour or a name."""
    return [name for name, *words, code in CARDS if code == "FEN" and word in (name, *words)]


SHEETS = [
    *(sheet(word, *names_of(word)) for word in ("common", "uncommon", "rare", "land")),
    sheet("animals", "Grey Heron", "Reedfrog"),
    sheet("odd", "Grey Heron", "Mudslide"),
    sheet("every", *(each.name for each in FEN)),
    sheet("none"),
]


def slot(count, *sheets, choose="slot", **fields):
    choices = [each if isinstance(each, tuple) else (each, 1) for each in sheets]
    return cf.Slot("s", count, [cf.SheetChoice(*each) for each in choices], choose, **fields)


def layout(*parts, weight=1, name=""):
    return cf.Layout(name, weight, parts)


def fen(*layouts, cards=FEN, sheets=SHEETS, **fields):
    booster = cf.Booster("Fen Pack", "FEN", layouts, "none")
    used = {name for each in layouts for name in sheet_names(each.slots)}
    sheets = [each for each in sheets if each.name in used]
    return cf.CardSet("Fen", "FEN", cards, sheets, [evolve(booster, **fields)])


def sheet_names(parts):
    for part in parts:
        if isinstance(part, cf.model.Choice):
            for option in part.options:
                yield from sheet_names(option.slots)
        else:
            yield from (each.sheet for each in part.sheets)


def losses(report):
    return {found.kind: found.subjects for found in report.losses}


# --- how likely each pack is


def expected(cardset):
    """How many copies of each card a pack has on average."""
    return {row.card.name: row.expected for row in cf.Generator(cardset, seed=1).odds()}


def through(cardset, tmp_path):
    """*cardset* after it was a folder, the text of its pack, and the losses of that."""
    report = cf.write(cardset, tmp_path, "wagic", on_loss="report")
    path = tmp_path / "FEN" / "booster.txt"
    again = cf.read_report(tmp_path / "FEN")
    assert again.ok, again.diagnostics
    text = path.read_text("utf-8") if path.exists() else None
    return again.value, text, losses(report)


def test_a_pack_has_so_many_sheets_and_no_more(tmp_path):
    """Each look takes all cards, and readers take no more."""
    names = [f"Frog {number}" for number in range(300)]
    cards = [
        cf.Card(cf.Face(name, types=f"Kind{chr(97 + place % 26)}{chr(97 + place // 26)}"), "FEN",
                str(place), "common", {"wagic": str(place)})
        for place, name in enumerate(names, 1)
    ]  # fmt: skip
    sheets = [cf.Sheet(each.name, [cf.Entry(each.ref)], REPLACED) for each in cards]
    cardset = fen(
        layout(*(slot(1, name) for name in names), slot(1, names[0])), cards=cards, sheets=sheets
    )
    again, text, lost = through(cardset, tmp_path)
    nearly = "sheets that no filter describes (now all cards of their rarities)"
    assert {kind: len(subjects) for kind, subjects in lost.items()} == {
        "more than 200 sheets in a pack": 100,
        nearly: 100,
    }
    assert len(again.sheets) == 200
    assert text.count("<slot>") == 201


# --- filters


def test_the_filter_that_a_sheet_was_made_with_is_kept_if_it_still_describes_it(tmp_path):
    kept = {"wagic": {"filter": "cmc:0;&rarity:rare;"}}
    for cards, text in ((FEN, "cmc:0;&amp;rarity:rare;"), ([*FEN, other()], "rarity:rare;&amp;")):
        sheets = [evolve(sheet("rare", *names_of("rare")), extras=kept)]
        cardset = fen(layout(slot(1, "rare")), cards=cards, sheets=sheets)
        _, found, _ = through(cardset, tmp_path)
        assert (text in found) == (cards is FEN)


def other():
    face = cf.Face("New Newt", types="Instant")
    return cf.Card(face, "FEN", "50", "rare", {"wagic": "50"})


@pytest.mark.parametrize("kept", ["rarity:rare", "nonsense", "rarity:\x00;", 5])
def test_a_filter_with_slips_is_not_kept(kept, tmp_path):
    sheets = [evolve(sheet("rare", *names_of("rare")), extras={"wagic": {"filter": kept}})]
    _, text, lost = through(fen(layout(slot(1, "rare")), sheets=sheets), tmp_path)
    assert "<random_card>rarity:rare;</random_card>" in text
    assert lost == {}


def test_cards_that_no_pack_gives_are_reported(tmp_path):
    token = cf.Card(cf.Face("Tadpole", types="Creature"), "FEN", "60", "token", {"wagic": "60"})
    below = cf.Card(cf.Face("Eft", types="Creature"), "FEN", "-1", "rare", {"wagic": "-1"})
    mixed = cf.Sheet("x", [cf.Entry(each.ref) for each in (*FEN[5:7], token, below)], REPLACED)
    only = cf.Sheet("y", [cf.Entry(token.ref)], REPLACED)
    again, _, lost = through(
        fen(layout(slot(1, "x"), slot(1, "y")), cards=[*FEN, token, below], sheets=[mixed, only]),
        tmp_path,
    )
    assert lost == {
        "tokens and ids below 1 in boosters": ("Tadpole", "Eft", "Tadpole"),
        "empty sheets in boosters": ("y",),
    }
    assert expected(again) == {"Old Newt": Fraction(1, 2), "Wet Rot": Fraction(1, 2)}


def test_cards_without_ids_get_some_and_can_be_drawn(tmp_path):
    cards = [evolve(each, ids={}, number=None) for each in FEN]
    named = cf.Entry(cf.CardRef("Marsh", "FEN"))
    sheets = [cf.Sheet("rare", [*map(cf.Entry, [cards[5].ref, cards[6].ref]), named], REPLACED)]
    cardset = fen(layout(slot(2, "rare")), cards=cards, sheets=sheets)
    again, text, lost = through(evolve(cardset, cards=[]), tmp_path)
    assert lost == {}
    assert set(expected(again)) == {"Old Newt", "Wet Rot", "Marsh"}
    report = cf.dumps_report(evolve(cardset, cards=[]), "wagic-pack")
    assert (report.value, report.diagnostics) == (text, ())


def test_cards_that_only_their_ids_tell_apart_are_two(tmp_path):
    cards = [
        cf.Card(cf.Face("Reedfrog", types=kind), "FEN", None, rarity, {"wagic": number})
        for number, kind, rarity in (("1", "Creature", "common"), ("2", "Artifact", "rare"))
    ]
    sheets = [cf.Sheet("x", [cf.Entry(cf.CardRef("Reedfrog", id="2"))], REPLACED)]
    _, text, lost = through(fen(layout(slot(1, "x")), cards=cards, sheets=sheets), tmp_path)
    assert "rarity:rare;" in text
    assert lost == {}
    cardset = evolve(fen(layout(slot(1, "x")), sheets=sheets), cards=[])
    two = [*sheets[0].entries, cf.Entry(cf.CardRef("Reedfrog", id="1"))]
    cardset = evolve(cardset, sheets=[evolve(sheets[0], entries=two)])
    again, _, _ = through(cardset, tmp_path / "named")
    assert len(again.sheets["common"].entries) == 2


def newts(*colors):
    """Cards of one name, set and number; only their ids in another program tell them apart."""
    faces = [
        cf.Face("Newt", None, [color], types="Creature") for color in map(cf.model.Color, colors)
    ]
    return [
        cf.Card(face, "FEN", "5", "rare", {"octgn": str(number)})
        for number, face in enumerate(faces)
    ]


def of_cards(cards, *drawn):
    """A pack of one card, of those of *drawn*."""
    entries = [cf.Entry(evolve(each.ref, id=each.ids["octgn"])) for each in drawn]
    return fen(layout(slot(1, "x")), cards=cards, sheets=[cf.Sheet("x", entries, REPLACED)])


@pytest.mark.parametrize("position", range(2))
def test_a_filter_is_of_the_card_that_the_sheet_names_and_not_of_another_of_its_number(
    position, tmp_path
):
    cards = newts("G", "U")
    again, _, _ = through(of_cards(cards, cards[position]), tmp_path)
    (row,) = cf.Generator(again, seed=1).odds()
    assert again.card(row.card).colors == cards[position].colors
    report = cf.dumps_report(of_cards(cards, cards[position]), "wagic-pack")
    assert f"color:{'gu'[position]};" in report.value


# --- what a booster has beside its layouts


@pytest.mark.parametrize(
    ("part", "rarity"),
    [
        (cf.model.Choice([layout(slot(1, "animals"), slot(1, "hens"))]), "common"),
        (
            cf.model.Choice([layout(slot(1, "animals")), layout(slot(1, "hens"), weight=0)]),
            "common",
        ),
        (cf.model.Choice([layout(slot(1, "animals")), layout(slot(0, "hens"))]), "common"),
        (slot(0, "hens"), "common"),
        (slot(1, "hens"), "token"),
    ],
)
def test_the_pool_is_the_set_if_only_what_is_not_written_is_of_others(part, rarity, tmp_path):
    cards = [*FEN, evolve(ALL[8], rarity=rarity)]
    sheets = [*SHEETS, sheet("hens", "Moor Hen")]
    cardset = evolve(
        fen(layout(slot(1, "animals"), part), cards=cards, sheets=sheets), name="", code=None
    )
    cf.write(cardset, tmp_path, "wagic")
    assert 'pool="all set:FEN;"' in (tmp_path / "FEN" / "booster.txt").read_text("utf-8")
    # which stays so
    again = cf.read(tmp_path, "wagic")
    cf.write(again, tmp_path / "again", "wagic", canonical=True)
    assert cf.read(tmp_path / "again", "wagic") == again


def test_a_pack_that_was_read_comes_back_as_it_was():
    text = "<!-- old -->\r\n<pack name='x'><slot><random_card>r:rare;</random_card></slot></pack>"
    cardset = cf.loads(text, "wagic-pack")
    assert cf.dumps(cardset, "wagic-pack") == text
    anew = cf.dumps_report(cardset, "wagic-pack", canonical=True)
    assert "<random_card>rarity:rare;</random_card>" in anew.value
    assert anew.diagnostics == ()


# --- the engine's default


DEFAULT = [
    layout(
        slot(1, ("mythic", 1), ("rare", 7), choose="card"),
        slot(3, "uncommon"),
        slot(1, "land"),
        slot(10, "common"),
    )
]


def default(cards=None, **fields):
    mythic = cf.Card(cf.Face("Kraken"), "FEN", "90", "mythic", {"wagic": "90"})
    basic = [
        evolve(each, faces=evolve(each.faces[0], supertypes="Basic"))
        if each.rarity == "land" else each
        for each in (*FEN, mythic)
    ]  # fmt: skip
    sheets = [cf.Sheet("mythic", [cf.Entry(mythic.ref)], REPLACED), *SHEETS]
    return fen(*fields.pop("layouts", DEFAULT), cards=cards or basic, sheets=sheets, **fields)


def test_the_default_of_the_engine_needs_no_file(tmp_path):
    cardset = default()
    _, text, lost = through(cardset, tmp_path)
    kind = "cards that no primitive describes"
    assert (text, lost) == (None, {kind: ("Kraken",), f"{kind} in boosters": ("Kraken",)})
    report = cf.dumps_report(cardset, "wagic")
    assert report.diagnostics == ()
    assert cf.read(tmp_path / "FEN", primitives=()).boosters[0].name == "Fen"


def test_a_pack_of_a_folder_without_cards_that_gets_more_cards_is_reported(tmp_path):
    files = {
        "A/_cards.dat": "[card]\nname=Eel\nid=1\nrarity=C\n[/card]\n",
        "B/_cards.dat": "[card]\nname=Bat\nid=2\nrarity=C\n[/card]\n",
        "C/booster.txt": '<pack name="C" type="Booster" price="700" pool="all"><slot>'
        "<random_card>rarity:common;</random_card></slot></pack>\n",
        "C/_cards.dat": "[meta]\nname=C\n[/meta]\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    tree = cf.read(tmp_path, "wagic")
    (sheet,) = (each for each in tree.sheets.values() if len(each.entries) == 2)
    (own,) = {name for name in tree.sheets if "A" in name.split()}
    moth = cf.Card.of("Moth", set_code="A", rarity="common", text="Fly.")
    report = cf.write(tree.adding(moth, sheet=own), tmp_path, "wagic")
    again = cf.read(tmp_path, "wagic")
    assert len(again.sheets[sheet.name].entries) == 3
    kind = "sheets of cards, where a file has the booster (now as its filters choose)"
    assert [(each.kind, each.subjects) for each in report.losses] == [(kind, ("C",))]
