"""What the files of a tree say of one another: printings, what the game lacks, ids, boosters."""

from __future__ import annotations

import json
import pickle

import pytest

from cardformats.formats.wagic.tree_index import Reason, TreeIndex
from tests.unit.test_cli import run
from tests.unit.wagic_files import card, cards_of, printing, write

BOOSTER = (
    '<pack pool="all set:FEN;"><slot><random_card>rarity:rare;&amp;set:SEA;|set:OLD;</random_card>'
    "<random_card>{set:NOT;}</random_card></slot></pack>"
)


@pytest.fixture
def tree(tmp_path):
    """A tree in which a card is missing for each of the reasons."""
    primitives = [card(f"name={name}") for name in ("Grey Heron", "Æther Eel", "Newt", "Reed")]
    ours = [
        printing("Grey Heron", 1),
        printing("grey  heron", 2),  # spelling: case and blanks
        printing("AEther Eel", 3),  # spelling: a ligature
        printing("Grey Herons", 4),  # no primitive of that name
        printing("Nobody", 5),
        printing("Awful", 6),  # worse than the engine's usual
        card("id=7", "rarity=C"),  # neither a primitive nor a name
        printing("Newt", 1),  # the id of the heron
        card("name=Own Words", "id=8", "rarity=C"),  # needs no primitive
    ]
    return write(
        tmp_path / "sets",
        {
            "primitives/a.txt": "".join(primitives),
            "primitives/b.txt": card("name=Awful", "grade=crappy")
            + card("name=Front", "backside=Back")
            + card("name=Back")
            + card("name=Alone"),
            "FEN/_cards.dat": "".join(ours),
            "FEN/booster.txt": BOOSTER,
            "SEA/_cards.dat": printing("Æther Eel", 20).encode("cp1252") + b"\n" * 3,
            "TOR/_cards.dat": printing("Grey Heron", 30) + printing("Front", 31),
        },
    )


def test_the_reasons_why_cards_are_not_in_the_game(tree):
    missing = TreeIndex.read(tree).missing
    assert [(each.printing.id, each.reason, each.hint) for each in missing] == [
        (2, Reason.SPELLING, "Grey Heron"),
        (3, Reason.SPELLING, "Æther Eel"),
        (4, Reason.NO_PRIMITIVE, "Grey Heron"),
        (5, Reason.NO_PRIMITIVE, ""),
        (6, Reason.GRADE, "crappy"),
        (7, Reason.NO_NAME, ""),
        (1, Reason.SAME_ID, f"Grey Heron at {tree}/FEN/_cards.dat:2:11"),
        (20, Reason.ENCODING, "cp1252, but the primitive is in utf-8"),
    ]


def test_what_is_not_missing_is_what_the_engine_has(tree):
    index = TreeIndex.read(tree, max_grade="dangerous")
    lost = {id(each.printing) for each in index.missing}
    kept = [(each.set_code, each.id) for each in index.printings if id(each) not in lost]
    assert kept == [("FEN", 1), ("FEN", 6), ("FEN", 8), ("TOR", 30), ("TOR", 31)]


def test_a_block_that_is_not_closed_is_another_reason(tmp_path):
    files = {
        "primitives/a.txt": card("name=Reed") + card("name=Newt"),
        "FEN/_cards.dat": "[card]\nprimitive=Reed\nid=1\n[card]\nprimitive=Newt\nid=2\n[/card]\n",
    }
    missing = TreeIndex.read(write(tmp_path, files)).missing
    assert [(each.printing.name, each.reason) for each in missing] == [("Reed", Reason.OTHER)]


def test_printings_and_primitives_without_any(tree):
    index = TreeIndex.read(tree)
    assert [each.set_code for each in index.prints("Grey Heron")] == ["FEN", "TOR"]
    assert [each.id for each in index.prints("front")] == [31]
    assert index.prints("Alone") == ()
    assert [each.name for each in index.unprinted()] == ["Reed", "Alone"]


def test_free_ids_are_those_that_no_card_has(tree):
    index = TreeIndex.read(tree)
    assert index.free_ids(4, 4) == (9, 10, 11, 12)
    assert index.free_ids(3, 2**31 - 2) == (2**31 - 2, 2**31 - 1)
    assert index.free_ids(1, 2**31) == ()


def test_boosters_need_the_sets_that_their_filters_ask_for(tree):
    own, sea, _ = TreeIndex.read(tree).boosters()
    assert (own.set_code, own.sets, own.is_own) == ("FEN", ("FEN", "OLD", "SEA"), True)
    assert (sea.sets, sea.is_own) == (("SEA",), False)
    assert TreeIndex.read(tree).lacks(own) == ("OLD",)


def test_a_tree_is_read_around_a_set_and_at_its_parent(tree):
    for path in (tree, tree.parent, tree / "FEN", tree / "FEN" / "_cards.dat"):
        assert len(TreeIndex.read(path).printings) == 12


def test_the_folder_sets_is_read_also_if_another_set_is_next_to_it(tree):
    write(tree.parent, {"BOG/_cards.dat": printing("Grey Heron", 90)})
    assert {each.set_code for each in TreeIndex.read(tree.parent).printings} == {
        "FEN",
        "SEA",
        "TOR",
    }
    (tree.parent / "more" / "sets").mkdir(parents=True)  # this one has no sets
    write(tree.parent, {"more/BOG/_cards.dat": printing("Grey Heron", 90)})
    assert {*TreeIndex.read(tree.parent / "more").files} == {"BOG"}


def test_a_path_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        TreeIndex.read(tmp_path / "nowhere" / "sets")


def test_an_index_is_pickled_after_use(tree):
    index = TreeIndex.read(tree)
    assert pickle.loads(pickle.dumps(index)).missing == index.missing


@pytest.mark.parametrize(
    ("arguments", "status", "expected"),
    [
        (("prints", "Newt", "Alone"), 1, [{"name": "Newt", "set": "FEN", "id": 1}]),
        (("unprinted",), 0, [{"name": "Reed"}, {"name": "Alone"}]),
        (("missing", "--set", "SEA"), 0, [{"name": "Æther Eel", "why": "encoding"}]),
        (
            ("ids",),
            0,
            [
                {"set": "FEN", "cards": 9, "highest id": 8},
                {"set": "SEA", "cards": 1, "lowest id": 20},
                {"set": "TOR", "cards": 2, "lowest id": 30},
            ],
        ),
        (("ids", "--free", "2", "--first", "30"), 0, [{"id": 32}, {"id": 33}]),
        (("boosters",), 1, [{"set": "FEN", "draws from": "FEN OLD SEA", "not there": "OLD"}]),
    ],
)
def test_the_command_answers_in_json(tree, arguments, status, expected):
    command, *others = arguments
    done = run("wagic", command, tree, *others, "--json")
    rows = json.loads(done.stdout)
    assert done.exit_code == status
    assert len(rows) == len(expected)
    for row, wanted in zip(rows, expected, strict=True):
        assert wanted.items() <= row.items()


def test_the_command_refuses_what_is_no_tree(tree, tmp_path):
    assert run("wagic", "missing", tmp_path / "sets" / "primitives").exit_code == 2
    assert run("wagic", "ids", tree, "--set", "XYZ").exit_code == 2
    assert run("wagic", "ids", tree, "--first", "3").exit_code == 2
    assert "12 cards" in run("wagic", "missing", tree).stderr


def test_usual_sets_miss_nothing(tmp_path):
    write(tmp_path, {"CCU/_cards.dat": cards_of("CCUR")})
    assert TreeIndex.read(tmp_path).missing == ()
