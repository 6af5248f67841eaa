"""Split cards in Wagic's files: both halves are in the lines of one primitive."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.model.cards import whole_of

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
def test_a_split_card_is_a_whole_and_two_halves(tree, place):
    (odds,) = cf.read_report(tree / place, "wagic").value.cards
    assert odds.name == "Odds // Ends"
    assert [
        (face.kind, face.name, str(face.mana_cost), face.types, face.text) for face in odds.faces
    ] == [
        (
            "front",
            "Odds // Ends",
            "{U}{R}{3}{R}{W}",
            ("Instant", "Sorcery"),
            "Flip a coin.\nDraw a card.\nDiscard a card.",
        ),
        ("split", "Odds", "{U}{R}", ("Instant",), "Flip a coin."),
        ("split", "Ends", "{3}{R}{W}", ("Sorcery",), "Draw a card.\nDiscard a card."),
    ]
    assert sorted(each.value for each in odds.colors) == ["R", "U", "W"]


@pytest.mark.parametrize(
    "text", ["name=A // B", "name=A", "name=A // B\ntype=Instant", "name=A // B\ntype=X // Y"]
)
def test_a_card_with_one_type_line_has_one_face(text):
    (card,) = cf.loads_report(block(*text.split("\n")), "wagic").value.cards
    assert len(card.faces) == 1


CHANGES = {
    "first text": (0, {"text": "Flip two coins."}, "Flip a coin.", "Flip two coins."),
    "second text": (1, {"text": "Draw."}, "Draw a card. -- Discard a card.", "Draw."),
    "second cost": (1, {"mana_cost": "{4}{R}{W}"}, "{3}{R}{W}", "{4}{R}{W}"),
    "first cost": (0, {"mana_cost": "{U}{R}{R}"}, "{U}{R} //", "{U}{R}{R} //"),
    "second type": (1, {"types": "Instant"}, "// Sorcery", "// Instant"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("canonical", [False, True])
def test_a_changed_half_changes_its_part_of_a_line(tree, tmp_path, change, canonical):
    place, fields, old, new = CHANGES[change]
    cardset = cf.read_report(tree, "wagic").value
    (odds,) = cardset.cards
    halves = [*odds.faces[1:]]
    halves[place] = evolve(halves[place], **fields)
    faces = (whole_of(tuple(halves)), *halves)
    meant = cardset.replacing(odds, evolve(odds, faces=faces))
    report = cf.write(meant, tmp_path / "out", "wagic", canonical=canonical)
    assert not report.losses
    assert cf.read_report(tmp_path / "out", "wagic").value.cards[0].faces == faces
    if not canonical:
        written = (tmp_path / "out" / "primitives" / "a.txt").read_text("utf-8")
        assert " ".join(written.split()) == " ".join(ODDS.replace(old, new).split())


def test_a_text_of_the_whole_card_is_written(tree, tmp_path):
    cardset = cf.read_report(tree, "wagic").value
    (odds,) = cardset.cards
    faces = (evolve(odds.faces[0], text="Draw."), *odds.faces[1:])
    report = cf.write(cardset.replacing(odds, evolve(odds, faces=faces)), tmp_path / "out", "wagic")
    assert report.losses  # the halves say something else
    assert cf.read_report(tmp_path / "out", "wagic").value.cards[0].text == "Draw."
