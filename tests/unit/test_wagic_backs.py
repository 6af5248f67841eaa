"""Cards with a back: a line ``backside=`` and a primitive of that name."""

from __future__ import annotations

import pytest

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
