"""Split cards in Wagic's files: both halves are in the lines of one primitive."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf

from .wagic_files import card as block
from .wagic_files import printing, write

ODDS = block(
    "name=Odds // Ends",
    "text=Flip a coin. --  //  -- Draw a card. -- Discard a card.",
    "mana={U}{R} // {3}{R}{W}",
    "type=Instant // Sorcery",
)


@pytest.fixture
def tree(tmp_path):
    return write(
        tmp_path, {"FEN/_cards.dat": printing("Odds // Ends", 1), "primitives/a.txt": ODDS}
    )


@pytest.mark.parametrize("place", ["FEN", ".", "primitives"])
def test_a_split_card_has_two_faces(tree, place):
    (odds,) = cf.read_report(tree / place, "wagic").value.cards
    assert odds.name == "Odds // Ends"
    assert [
        (face.kind, face.name, str(face.mana_cost), face.types, face.text) for face in odds.faces
    ] == [
        ("front", "Odds // Ends", "{U}{R}", ("Instant",), "Flip a coin."),
        ("split", "Ends", "{3}{R}{W}", ("Sorcery",), "Draw a card.\nDiscard a card."),
    ]
    assert [sorted(each.value for each in face.colors) for face in odds.faces] == [
        ["R", "U"],
        ["R", "W"],
    ]


@pytest.mark.parametrize("text", ["name=A // B", "name=A", "name=A // B\ntype=Instant"])
def test_a_card_with_one_type_line_has_one_face(text):
    (card,) = cf.loads_report(block(*text.split("\n")), "wagic").value.cards
    assert len(card.faces) == 1


CHANGES = {
    "front text": (0, {"text": "Flip two coins."}, "Flip a coin.", "Flip two coins."),
    "half text": (1, {"text": "Draw."}, "Draw a card. -- Discard a card.", "Draw."),
    "half cost": (1, {"mana_cost": "{4}{R}{W}"}, "{3}{R}{W}", "{4}{R}{W}"),
    "front cost": (0, {"mana_cost": "{U}{R}{R}"}, "{U}{R} //", "{U}{R}{R} //"),
    "half type": (1, {"types": "Instant"}, "// Sorcery", "// Instant"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("canonical", [False, True])
def test_a_changed_half_changes_its_part_of_a_line(tree, tmp_path, change, canonical):
    place, fields, old, new = CHANGES[change]
    cardset = cf.read_report(tree, "wagic").value
    (odds,) = cardset.cards
    faces = [*odds.faces]
    faces[place] = evolve(faces[place], **fields)
    meant = cardset.replacing(odds, evolve(odds, faces=faces))
    report = cf.write(meant, tmp_path / "out", "wagic", canonical=canonical)
    assert not report.losses
    assert cf.read_report(tmp_path / "out", "wagic").value.cards[0].faces == tuple(faces)
    if not canonical:
        written = (tmp_path / "out" / "primitives" / "a.txt").read_text("utf-8")
        assert " ".join(written.split()) == " ".join(ODDS.replace(old, new).split())
