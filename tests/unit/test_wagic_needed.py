"""Sets that are written to a folder without their primitives bring these along."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.losses import Loss

from .wagic_files import card, printing, write

CARDS = (
    "# the fen\n"
    + printing("Grey Heron", 1)
    + printing("Toad ", 2)
    + printing("Nobody", 3)
    + card("name=Newt", "auto=_SWIM_", "id=4", "rarity=C")
    + printing("Æther Eel", 5)
).encode("cp1252")
FILES = {
    "FEN/_cards.dat": CARDS,
    "FEN/booster.txt": "<pack><slot><random_card>rarity:common;</random_card></slot></pack>",
    "primitives/_macros.txt": "#AUTO_DEFINE _DIVE_($a) _SWIM_ && life:$a\n"
    "#AUTO_DEFINE _SWIM_ draw:1\n#AUTO_DEFINE _NEVER_ life:9\n",
    "primitives/a.txt": card("name=Grey Heron", "# by hand", "auto=_DIVE_(2)", "backside=Egg")
    + card("name=Egg", "text=Hatches.", "type=Artifact")
    + card("name=Reed", "text=Grows."),
    "primitives/b.txt": (
        "grade=borderline\n" + card("name=Toad", "mana={G}") + card("name=Æther Eel", "power=1")
    )
    .replace("\n", "\r\n")
    .encode("cp1252"),
}
NEEDED = (
    "#AUTO_DEFINE _DIVE_($a) _SWIM_ && life:$a\n#AUTO_DEFINE _SWIM_ draw:1\n"
    + card("name=Egg", "text=Hatches.", "type=Artifact")
    + card("name=Grey Heron", "# by hand", "auto=_DIVE_(2)", "backside=Egg")
    + card("name=Toad", "mana={G}", "grade=borderline")
    + card("name=Æther Eel", "power=1", "grade=borderline")
).encode("cp1252")
PATH = "primitives/FEN.txt"
REWRITTEN = "files as they were read (now rewritten)"


def contents(folder):
    """The bytes of the files in *folder*, by path."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture
def tree(tmp_path):
    return write(tmp_path / "sets", FILES)


@pytest.fixture
def cardset(tree):
    return cf.read_report(tree / "FEN", "wagic").value


def kinds(report):
    return {each.data["kind"] for each in report.losses if each.code is Loss.FILE}


def test_the_primitives_and_macros_come_with_the_set_as_they_were_read(cardset, tmp_path):
    out = tmp_path / "out"
    assert cf.write(cardset, out, "wagic").diagnostics == ()
    own = {path: data for path, data in contents(out).items() if path.startswith("FEN/")}
    assert own == {"FEN/_cards.dat": CARDS, "FEN/booster.txt": FILES["FEN/booster.txt"].encode()}
    assert contents(out) == {**own, PATH: NEEDED}
    assert cf.read_report(out / "FEN", "wagic").value == cardset


def test_they_come_with_a_set_that_was_changed(cardset, tmp_path):
    heron = cardset.card("Grey Heron")
    new = cardset.replacing(heron, evolve(heron, rarity="rare"))
    cf.write(new, tmp_path / "out", "wagic")
    assert contents(tmp_path / "out")[PATH] == NEEDED
    assert cf.read_report(tmp_path / "out" / "FEN", "wagic").value.cards == new.cards
    text = evolve(heron, faces=[evolve(heron.faces[0], text="Flies."), *heron.faces[1:]])
    cf.write(cardset.replacing(heron, text), tmp_path / "other", "wagic")
    # the card has lines of its own now, but its back is a primitive
    assert b"name=Egg" in contents(tmp_path / "other")[PATH]
    assert b"name=Grey Heron" not in contents(tmp_path / "other")[PATH]
    assert cf.read_report(tmp_path / "other" / "FEN", "wagic").value.cards[0] == text


@pytest.mark.parametrize("is_alone", [False, True])
def test_what_the_folder_has_is_not_written_again(cardset, tree, tmp_path, is_alone):
    out = tmp_path / "out"
    if is_alone:
        cf.write(cardset, out, "wagic")
    else:
        write(out, {path: data for path, data in FILES.items() if path.startswith("primitives/")})
    before = contents(out)
    assert cf.write(cardset, out, "wagic").diagnostics == ()
    assert contents(out) == {**before, **{p: d for p, d in contents(tree).items() if p[0] == "F"}}


def test_no_other_file_is_replaced(cardset, tmp_path):
    other = card("name=Reed").encode()
    out = write(tmp_path / "out", {PATH: other})
    cf.write(cardset, out, "wagic")
    found = contents(out)
    assert (found[PATH], found["primitives/FEN-2.txt"]) == (other, NEEDED)


OTHERS = {
    "another primitive": card("name=Toad", "mana={U}"),
    "another encoding": card("name=Æther Eel", "power=1", "grade=borderline"),
    "another macro": "#AUTO_DEFINE _SWIM_ life:1\n",
    "a macro that would be called": "#AUTO_DEFINE life life\n",
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_folder_with_others_of_their_names_gets_the_cards_from_scratch(cardset, tmp_path, other):
    out = write(tmp_path / "out", {"primitives/a.txt": OTHERS[other]})
    report = cf.write(cardset, out, "wagic")
    assert kinds(report) == {REWRITTEN}
    assert report.ok
    again = cf.read_report(out / "FEN", "wagic").value
    assert [each.faces for each in again.cards] == [each.faces for each in cardset.cards]
    assert contents(out)["primitives/a.txt"] == OTHERS[other].encode()


def test_the_folder_of_the_set_elsewhere_gets_whole_cards(cardset, tmp_path):
    out = write(tmp_path / "out", {"FEN/_cards.dat": printing("Grey Heron", 1)})
    report = cf.write(cardset, out / "FEN", "wagic")
    assert kinds(report) == {REWRITTEN}
    assert {*contents(out)} == {"FEN/_cards.dat", "FEN/booster.txt"}
    again = cf.read_report(out / "FEN", "wagic").value
    assert again.card("Toad").faces == cardset.card("Toad").faces


def test_characters_of_two_encodings_are_written_from_scratch(tmp_path):
    files = {**FILES, "primitives/a.txt": card("name=Grey Heron", "text=Ω.")}
    cardset = cf.read_report(write(tmp_path / "sets", files) / "FEN", "wagic").value
    report = cf.write(cardset, tmp_path / "out", "wagic")
    assert kinds(report) == {REWRITTEN}
    again = cf.read_report(tmp_path / "out" / "FEN", "wagic").value
    assert [each.faces for each in again.cards] == [each.faces for each in cardset.cards]


def test_several_sets_share_one_file(tmp_path):
    files = {**FILES, "MOOR/_cards.dat": printing("Reed", 9)}
    sets = write(tmp_path / "sets", {k: v for k, v in files.items() if k[0] != "p"})
    write(tmp_path / "far", {k.rpartition("/")[2]: v for k, v in files.items() if k[0] == "p"})
    cardset = cf.read_report(sets, "wagic", primitives=tmp_path / "far").value
    assert cf.write(cardset, tmp_path / "out", "wagic").diagnostics == ()
    assert contents(tmp_path / "out")["primitives/cards.txt"].count(b"name=Reed\n") == 1
    assert cf.read_report(tmp_path / "out", "wagic").value == cardset
    # and into the folder that they were read from goes nothing else
    before = contents(sets)
    assert cf.write(cardset, sets, "wagic").diagnostics == ()
    assert contents(sets) == before
