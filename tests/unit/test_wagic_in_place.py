"""Sets written into their own folders, however these are named, and into those of others."""

from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.cli.app import app

from .test_wagic_writing import block, card, files, losses, write

SET = (
    "; a comment\n"
    + block("primitive=Grey Heron", "id=1", "rarity=C")
    + block("name=Newt", "type=Creature", "id=2", "rarity=R")
)
TREE = {
    "FEN/_cards.dat": SET,
    "FEN/note.txt": "x",
    "MOOR/_cards.dat": block("primitive=Grey Heron", "id=3", "rarity=C"),
    "primitives/a.txt": block("name=Grey Heron", "text=Flies.", "type=Creature"),
}


@pytest.fixture
def tree(tmp_path):
    return write(tmp_path / "sets", TREE)


def renamed(cardset, name="Olm"):
    """*cardset* whose card that has all of its lines has another name."""
    (old,) = (each for each in cardset.cards if each.ids["wagic"] == "2")
    return cardset.replacing(old, evolve(old, faces=[evolve(old.faces[0], name=name)]))


def test_a_set_is_written_to_its_folder_without_the_name_of_the_format(tree):
    cf.write(renamed(cf.read(tree / "FEN")), tree / "FEN")
    assert {n: t for n, t in files(tree).items() if TREE.get(n) != t} == {
        "FEN/_cards.dat": SET.replace("Newt", "Olm")
    }
    (tree.parent / "empty").mkdir()
    game = tree.parent / "game"
    cf.write(cf.CardSet("Moor", "MOO", [cf.Card(cf.Face("Newt"))]), game, "octgn")
    assert cf.detect(game)[0].format.id == "octgn"
    for other in (tree.parent / "empty", game):  # of no format, and of another one
        with pytest.raises(cf.UnknownFormatError, match="specify the format"):
            cf.write(cf.read(tree / "FEN"), other)
    with pytest.raises(cf.UnknownFormatError, match="specify the format"):
        cf.write(cf.CardSet("Fen", "FEN"), tree)  # it was not read


WAYS = {
    "path": lambda _root: "sets/FEN",
    "slash": lambda _root: "sets/FEN/",
    "absolute": lambda root: root / "sets" / "FEN",
    "round": lambda _root: "sets/MOOR/../FEN",
    "link": lambda _root: "link",
    "linked tree": lambda _root: "linked/FEN",
    "file": lambda _root: "sets/FEN/_cards.dat",
    "linked file": lambda _root: "link/_cards.dat",
}


@pytest.fixture
def place(tmp_path, monkeypatch, tree, request):
    """A way to name the folder of a set, or its file."""
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to(tree / "FEN")
    Path("linked").symlink_to(tree)
    return WAYS[request.param](tmp_path)


@pytest.mark.parametrize("place", WAYS, indirect=True)
@pytest.mark.parametrize("by_command", [False, True])
def test_a_set_is_written_where_it_was_read(tree, place, by_command):
    cardset = renamed(cf.read("sets/FEN", "wagic"))
    if by_command:
        write(tree, {"FEN/_cards.dat": SET.replace("Newt", "Olm")})
        result = CliRunner().invoke(app, ["convert", str(place), "-o", str(place), "--to", "wagic"])
        assert result.exit_code == 0, result.output
    else:
        cf.write(cardset, place, "wagic")
    assert files(tree) == {**TREE, "FEN/_cards.dat": SET.replace("Newt", "Olm")}
    assert cf.read(place, "wagic").card("Olm") is not None


@pytest.mark.parametrize("name", [".", "", "../FEN"])
def test_a_set_is_written_into_the_folder_that_one_is_in(tree, monkeypatch, name):
    monkeypatch.chdir(tree / "FEN")
    cf.write(renamed(cf.read(Path(name), "wagic")), Path(name), "wagic")
    assert files(tree) == {**TREE, "FEN/_cards.dat": SET.replace("Newt", "Olm")}


@given(
    st.lists(st.sampled_from(("name", "rarity", "text", "id", "add", "remove", "meta"))),
    st.booleans(),
)
def test_in_its_own_folder_a_set_is_what_it_is_in_the_folder_of_sets(
    tmp_path_factory, edits, canonical
):
    """The cards read back are the same, and nothing is written but the set and its primitives."""
    outs = [write(tmp_path_factory.mktemp("sets"), TREE) for _ in range(2)]
    for folder, target in zip(outs, (outs[0] / "FEN", outs[1]), strict=True):
        cardset = cf.read(folder / "FEN", "wagic")
        for number, edit in enumerate(edits):
            cardset = edited(cardset, edit, number)
        cf.write(cardset, target, "wagic", canonical=canonical)
    changed = [{n for n, t in files(each).items() if TREE.get(n) != t} for each in outs]
    assert changed[0] <= {"FEN/_cards.dat"} | ({"primitives/a.txt"} if not canonical else set())
    one, other = (cf.read(each / "FEN", "wagic") for each in outs)
    assert one.cards == other.cards
    assert one == other


def edited(cardset, edit, number):
    if edit == "add":
        new = card(cf.Face(f"New {number}", types=["Creature"]), "FEN", 100 + number)
        return evolve(cardset, cards=[*cardset.cards, new])
    if edit == "remove":
        return cardset.without(cardset.cards[-1]) if len(cardset.cards) > 1 else cardset
    if edit == "meta":
        return evolve(cardset, meta={"year": str(number)})
    old = cardset.cards[-1]
    face = old.faces[0]
    new = {
        "name": lambda: evolve(old, faces=[evolve(face, name=f"Name {number}")]),
        "text": lambda: evolve(old, faces=[evolve(face, text=f"Text {number}.")]),
        "rarity": lambda: evolve(old, rarity="common"),
        "id": lambda: evolve(old, number=f"{50 + number}", ids={"wagic": f"{50 + number}"}),
    }[edit]()
    return cardset.replacing(old, new)


def test_a_booster_is_written_beside_the_cards(tree):
    cardset = cf.read(tree / "FEN", "wagic")
    (booster,) = cardset.boosters
    layout = cf.Layout("", 1, [cf.Slot("s", 3, [cf.SheetChoice("common")])])
    cf.write(evolve(cardset, boosters=[evolve(booster, layouts=[layout])]), tree / "FEN", "wagic")
    found = files(tree)
    assert {*found} == {*TREE, "FEN/booster.txt"}
    assert '<slot copies="3">' in found["FEN/booster.txt"]


def test_a_set_of_that_code_is_the_folders_own_and_tells_what_it_replaces(tree):
    heron = cf.Face("Grey Heron", text="Flies.", types=["Creature"])
    olm = cf.Face("Olm", text="Blind.")
    cardset = cf.CardSet("", "FEN", [card(heron), card(olm, number=None)])
    report = cf.write(cardset, tree / "FEN", "wagic")
    assert losses(report)["cards that _cards.dat has"] == ("Newt",)
    found = files(tree)
    assert found == {**TREE, "FEN/_cards.dat": found["FEN/_cards.dat"]}
    assert "primitive=Grey Heron\n" in found["FEN/_cards.dat"]
    assert "name=Olm\ntext=Blind.\n" in found["FEN/_cards.dat"]
    assert cf.read_report(tree, "wagic", engine="exact").diagnostics == ()


def test_a_conversion_does_not_replace_a_set_by_one_with_fewer_cards(tree, tmp_path):
    source = tmp_path / "fen.json"
    cf.write(cf.CardSet("", "FEN", [card(cf.Face("Grey Heron"))]), source)
    with pytest.raises(cf.OverwriteError):
        cf.convert(source, tree / "FEN", target_format="wagic")
    assert files(tree) == TREE
    cf.convert(source, tree / "FEN", target_format="wagic", force=True)
    assert [each.name for each in cf.read(tree / "FEN", "wagic").cards] == ["Grey Heron"]


def test_new_cards_in_a_set_take_no_ids_of_the_sets_beside_it(tree):
    cardset = cf.read(tree / "FEN", "wagic")
    for canonical in (False, True):
        more = [*cardset.cards, card(cf.Face("Olm"), "FEN", 3)]
        report = cf.write(evolve(cardset, cards=more), tree / "FEN", "wagic", canonical=canonical)
        assert losses(report)["ids that other cards in the folder have"] == ("Olm",)


def test_a_back_that_no_primitive_has_becomes_one(tree):
    cardset = cf.read(tree / "FEN", "wagic")
    back = cf.Face("Night Heron", text="Sleeps.", kind="back")
    both = cardset.replacing(
        cardset.cards[0], evolve(cardset.cards[0], faces=[*cardset.cards[0].faces, back])
    )
    report = cf.write(both, tree / "FEN", "wagic", canonical=True)
    assert losses(report)["backs (now cards of their own)"] == ("Grey Heron",)
    assert {*files(tree)} == {*TREE}
    write(tree, TREE)
    report = cf.write(both, tree / "FEN", "wagic")
    assert [each.code.value for each in report.diagnostics] == ["WG074"]
    assert "name=Night Heron\ntext=Sleeps.\n" in files(tree)["primitives/a.txt"]
    assert cf.read(tree / "MOOR", "wagic").cards[0].faces[1].text == "Sleeps."


OTHERS = {
    "another set": lambda tree: cf.read(tree / "MOOR", "wagic"),
    "sets": lambda tree: cf.read(tree, "wagic"),
    "primitives": lambda tree: cf.read(tree / "primitives", "wagic"),
    "another code": lambda tree: evolve(cf.read(tree / "FEN", "wagic"), code="BOG"),
    "no code": lambda _tree: cf.CardSet(cards=[card(cf.Face("Olm"), None, None)]),
    "nothing": lambda _tree: cf.CardSet(),
}


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("canonical", [False, True])
def test_nothing_is_written_into_the_folder_of_another_set(tree, other, canonical):
    with pytest.raises(FileExistsError, match="the folder of another set"):
        cf.write(OTHERS[other](tree), tree / "FEN", "wagic", canonical=canonical)
    assert files(tree) == TREE


def test_the_code_of_a_set_may_be_given_to_write_it_into_its_folder(tree):
    cardset = cf.CardSet(cards=[card(cf.Face("Olm", text="Blind."), None, None)])
    cf.write(cardset, tree / "FEN", "wagic", code="FEN")
    assert [each.name for each in cf.read(tree / "FEN", "wagic").cards] == ["Olm"]


def test_a_folder_that_has_a_name_that_is_no_code_keeps_it(tmp_path):
    tree = write(tmp_path, {"My Fen/_cards.dat": SET, "primitives/a.txt": TREE["primitives/a.txt"]})
    for canonical in (False, True):
        cardset = renamed(cf.read(tree / "My Fen", "wagic"), f"Olm {canonical}")
        assert cf.write(cardset, tree / "My Fen", "wagic", canonical=canonical).diagnostics == ()
        assert f"name=Olm {canonical}" in files(tree)["My Fen/_cards.dat"]
    assert {*files(tree)} == {"My Fen/_cards.dat", "primitives/a.txt"}


def test_sets_that_bring_their_own_primitives_are_written_whole(tree, tmp_path):
    own = {"FEN/_cards.dat": SET, "primitives/b.txt": block("name=Grey Heron", "text=Wades.")}
    cardset = cf.read(write(tmp_path / "more", own), "wagic")
    report = cf.write(cardset, tree / "FEN", "wagic")
    assert "files of primitives, in the folder of a set (now rewritten)" in losses(report)
    assert "name=Grey Heron\ntext=Wades.\n" in files(tree)["FEN/_cards.dat"]
    assert {*files(tree)} == {*TREE}


def test_another_folder_is_a_folder_of_sets(tree, tmp_path):
    cardset = renamed(cf.read(tree / "FEN", "wagic"))
    for out in (tmp_path / "new", tmp_path / "FEN"):
        out.mkdir(exist_ok=out.name == "new")
        cf.write(cardset, out, "wagic")
        assert {*files(out)} == {"FEN/_cards.dat", "primitives/FEN.txt"}
    assert files(tree) == TREE
