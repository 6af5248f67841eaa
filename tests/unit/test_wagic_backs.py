"""Cards with a back: a line ``backside=`` and a primitive of that name."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf
from tests.unit.wagic_files import card, printing, write

DAY = card("name=Fen Tadpole", "backside=Great Reedfrog", "type=Creature", "subtype=Frog")
NIGHT = card("name=Great Reedfrog", "type=Creature", "power=4", "toughness=4")


@pytest.fixture
def read(tmp_path):
    def read(primitives, printings):
        files = {"primitives/p.txt": primitives, "FEN/_cards.dat": printings}
        return cf.read_report(write(tmp_path, files) / "FEN")

    return read


def test_a_card_has_the_face_that_its_line_names(read):
    (tadpole,) = read(DAY + NIGHT, printing("Fen Tadpole")).value.cards
    front, back = tadpole.faces
    assert (front.name, front.kind, back.name, back.kind) == (
        "Fen Tadpole", "front", "Great Reedfrog", "back",
    )  # fmt: skip
    assert back.power == "4"


def test_primitives_have_their_backs_too(tmp_path):
    folder = write(tmp_path, {"primitives/p.txt": DAY + NIGHT}) / "primitives"
    tadpole, frog = cf.read(folder).cards
    assert [len(each.faces) for each in (tadpole, frog)] == [2, 1]


@pytest.mark.parametrize(
    ("primitives", "printings", "place"),
    [
        (DAY, printing("Fen Tadpole"), "p.txt:3:10"),
        (NIGHT, printing("Great Reedfrog", 1, "C", "backside=Toad"), "_cards.dat:5:10"),
    ],
)
def test_a_back_that_is_not_there_is_reported_once(read, primitives, printings, place):
    report = read(primitives, printings + printings.replace("id=1", "id=2"))
    assert [len(each.faces) for each in report.value.cards] == [1, 1]
    (found,) = [each for each in report.diagnostics if str(each.code) == "WG024"]
    assert str(found.span).endswith(place)


def test_without_primitives_a_back_is_only_a_name():
    (tadpole,) = cf.loads(DAY.replace("type", "id=1\ntype"), "wagic").cards
    assert len(tadpole.faces) == 1
    assert tadpole.extras["wagic"]["backside"] == "Great Reedfrog"


def test_a_back_becomes_one_in_a_list_and_comes_back(read, tmp_path):
    cardset = read(DAY + NIGHT, printing("Fen Tadpole")).value
    assert '"back"' in cf.dumps(cardset, "draftmancer")
    cf.write(cardset, tmp_path / "out", "wagic", canonical=True)
    assert cf.read(tmp_path / "out" / "FEN").cards == cardset.cards


NIGHT_WOLF = ("text=Howls.", "type=Creature", "power=4", "toughness=4")
WOLVES = {
    "primitives/a.txt": card(
        "name=Day Wolf", "type=Creature", "power=2", "toughness=2", "backside=Night Wolf"
    )
    + card("name=Night Wolf", *NIGHT_WOLF)
    + card("name=Toad", "type=Creature", "text=Croaks."),
    "FEN/_cards.dat": printing("Day Wolf", 1) + printing("Toad", 2),
    "MOOR/_cards.dat": printing("Day Wolf", 9),
}


def with_back(cardset, front, **fields):
    """*cardset* whose card of that name has another back."""
    old = cardset.card(front)
    back = evolve(old.faces[1], **fields) if old.faces[1:] else cf.Face(kind="back", **fields)
    return cardset.replacing(old, evolve(old, faces=(old.faces[0], back)))


def edited(folder, front, primitives=None, **fields):
    """What is reported, and the new lines, of a set with another back; it is read as meant."""
    place = folder / "FEN"
    before = {path: path.read_text() for path in folder.rglob("*.*")}
    changed = with_back(cf.read(place, "wagic"), front, **fields)
    report = cf.write(changed, place, "wagic", primitives=primitives)
    lost = [str(each.code) for each in report.diagnostics if each.is_loss]
    is_meant = [each.faces for each in cf.read(place).cards] == [
        each.faces for each in changed.cards
    ]
    assert is_meant == (not lost)
    assert {path: path.read_text() for path in folder.rglob("*.*")}.keys() == before.keys()
    new = {
        line
        for path, text in before.items()
        for line in {*path.read_text().split("\n")} - {*text.split("\n")}
    }
    return lost, [each.message for each in report.diagnostics if not each.is_loss], new


def test_a_back_changes_in_its_primitive_and_so_do_the_fronts_in_other_sets(tmp_path):
    lost, (note,), new = edited(write(tmp_path, WOLVES), "Day Wolf", text="Howls twice.")
    assert (lost, new) == ([], {"text=Howls twice."})
    assert note == "the primitive 'Night Wolf' is changed, and so are its printings in MOOR"


def test_a_back_gets_another_name_where_it_is_named(tmp_path):
    lost, _, new = edited(write(tmp_path, WOLVES), "Day Wolf", name="Dusk Wolf")
    assert (lost, new) == ([], {"name=Dusk Wolf", "backside=Dusk Wolf"})


def test_a_new_back_is_a_new_primitive(tmp_path):
    lost, _, new = edited(write(tmp_path, WOLVES), "Toad", name="Giant Toad", text="Big.")
    assert (lost, new) == ([], {"name=Giant Toad", "text=Big.", "backside=Giant Toad"})


def test_a_back_with_the_name_of_another_card_is_not_that_card(tmp_path):
    lost, _, new = edited(write(tmp_path, WOLVES), "Day Wolf", name="Toad")
    assert (lost, new) == (["CF217"], {"backside=Toad"})


def test_a_back_that_is_a_card_of_its_own_stays_as_that_is(tmp_path):
    files = {**WOLVES, "FEN/_cards.dat": WOLVES["FEN/_cards.dat"] + printing("Night Wolf", 4)}
    lost, _, new = edited(write(tmp_path, files), "Day Wolf", text="Howls twice.")
    assert (lost, new) == (["CF217"], set())


def test_the_primitive_of_a_back_does_not_change_if_none_may(tmp_path):
    lost, _, new = edited(write(tmp_path, WOLVES), "Day Wolf", "inline", text="Howls twice.")
    assert (lost, new) == (["CF217"], set())
    lost, _, new = edited(tmp_path, "Day Wolf", "inline", name="Dusk Wolf")
    assert lost == []
    assert {"name=Dusk Wolf", "backside=Dusk Wolf"} <= new
    text = (tmp_path / "primitives" / "a.txt").read_text()
    assert text.replace(card("name=Dusk Wolf", *NIGHT_WOLF), "") == WOLVES["primitives/a.txt"]
