"""Card files in which a card is changed: only its lines change, in the manner of the others."""

from __future__ import annotations

import pickle

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.losses import Loss

from .wagic_files import card as block
from .wagic_files import printing, write

FEN = (
    "# the fen, by hand\n[meta]\nauthor = Ann\nname=The Fen\n[/meta]\n\n# first\n"
    "[card]\nprimitive=Grey Heron\n# an old id was 7\nid=1\nrarity=R\n[/card]\n"
    "# the toad\n# has two printings\n[card]\nprimitive=Toad\nid=2\nrarity=C\n[/card]\n"
    "\n[card]\nprimitive=Toad\nid=3\nrarity=C\n[/card]\n"
    "[card]\nname=Newt\ntype=Creature\nid=4\nrarity=C\n[/card]\n# the end"
)
PRIMITIVES = (
    "#AUTO_DEFINE _CROAK_($a) @each upkeep:damage:$a\n# birds\n"
    "[card]\nname=Grey Heron\nText =It  flies. --  It eats.\nauto={1}:draw:1\nmana={1}{U}\n"
    "type=Creature\nsubtype=Bird\npower=1\ntoughness=2\n# no more\n[/card]\n"
    "\n[card]\nname=Toad\nauto=_CROAK_(1)\nodd=key\nType=Creature\ntype = Creature\ntext=Croaks.\n"
    "[/card]\nlost line\n"
)
TREE = {
    "FEN/_cards.dat": FEN,
    "primitives/a.txt": PRIMITIVES,
    "MOOR/_cards.dat": printing("Toad", 9),
}
HERON = cf.CardRef("Grey Heron")


@pytest.fixture(params=["\n", "\r\n"])
def tree(tmp_path, request):
    """A folder of sets, with one kind of line ends in all files."""
    files = {name: text.replace("\n", request.param).encode() for name, text in TREE.items()}
    return write(tmp_path / "tree", files)


def front(card, **fields):
    return evolve(card, faces=(evolve(card.faces[0], **fields), *card.faces[1:]))


def all_of(cardset, old, /, **fields):
    """*cardset* with all printings of that name changed."""
    return cardset.replacing({each: front(each, **fields) for each in cardset.printings(old)})


def diff(tree, cardset, out):
    """The lines that went and those that came, by file; the rest is the same, byte for byte."""
    cf.write(cardset, out, "wagic")
    lines = {}
    for path in (path for path in out.rglob("*") if path.is_file()):
        name = path.relative_to(out).as_posix()
        before = (tree / name).read_bytes() if (tree / name).exists() else b""
        after = path.read_bytes()
        assert before.count(b"\r\n") in (0, before.count(b"\n"))
        old, new = before.split(b"\n"), after.split(b"\n")
        while old and new and old[0] == new[0]:
            del old[0], new[0]
        while old and new and old[-1] == new[-1]:
            del old[-1], new[-1]
        sides = [[line.decode().removesuffix("\r") for line in side] for side in (old, new)]
        if sides != [[], []]:
            lines[name] = tuple(sides)
    return lines


@pytest.fixture
def cardset(tree):
    return cf.read_report(tree, "wagic").value


def test_a_text_keeps_key_and_blanks(tree, cardset, tmp_path):
    new = all_of(cardset, "Grey Heron", text="It  flies.\nIt sleeps.")
    assert diff(tree, new, tmp_path / "out") == {
        "primitives/a.txt": (["Text =It  flies. --  It eats."], ["Text =It  flies. --  It sleeps."])
    }
    again = cf.read_report(tmp_path / "out", "wagic").value
    assert again == new


def test_blanks_that_count_change(tree, cardset, tmp_path):
    new = all_of(cardset, "Grey Heron", text="It flies.\nIt eats.")
    assert diff(tree, new, tmp_path / "out") == {
        "primitives/a.txt": (["Text =It  flies. --  It eats."], ["Text =It flies. -- It eats."])
    }


def test_a_name_changes_in_all_printings(tree, cardset, tmp_path):
    new = all_of(cardset, "Grey Heron", name="Blue Heron")
    assert diff(tree, new, tmp_path / "out") == {
        "FEN/_cards.dat": (["primitive=Grey Heron"], ["primitive=Blue Heron"]),
        "primitives/a.txt": (["name=Grey Heron"], ["name=Blue Heron"]),
    }
    assert cf.read_report(tmp_path / "out", "wagic").value == new


def test_one_of_several_printings_has_its_own_lines(tree, cardset, tmp_path):
    toad = cardset.card(cf.CardRef("Toad", "FEN", "3"))
    new = cardset.replacing(toad, front(toad, text="Croaks, and hops."))
    changed = diff(tree, new, tmp_path / "out")
    assert list(changed) == ["FEN/_cards.dat"]
    assert changed["FEN/_cards.dat"][0] == ["primitive=Toad"]
    assert "auto=_CROAK_(1)" in changed["FEN/_cards.dat"][1]
    assert cf.read_report(tmp_path / "out", "wagic").value.cards == new.cards


def test_a_rarity_changes_its_line_alone(tree, cardset, tmp_path):
    heron = cardset.card(HERON)
    new = cardset.replacing(heron, evolve(heron, rarity="common"), move=False)
    sheets = cf.read_report(tree, "wagic").value.sheets
    assert sheets == cardset.sheets
    changed = diff(tree, new, tmp_path / "out")
    assert changed["FEN/_cards.dat"] == (["rarity=R"], ["rarity=C"])


def test_the_calls_of_macros_stay_and_new_scripts_are_added(tree, cardset, tmp_path):
    toad = cardset.card("Toad")
    kept = toad.extras["wagic"]
    scripts = {
        **kept,
        "auto": (*kept["auto"], "{T}:untap"),
        "expanded": {"auto": (*kept["expanded"]["auto"], "{T}:untap")},
    }
    new = cardset.replacing(
        {each: evolve(each, extras={"wagic": scripts}) for each in cardset.printings("Toad")}
    )
    assert diff(tree, new, tmp_path / "out") == {"primitives/a.txt": ([], ["auto={T}:untap"])}
    assert cf.read_report(tmp_path / "out", "wagic").value.cards == new.cards


def test_a_new_card_brings_its_macros(tmp_path):
    own = "#AUTO_DEFINE _FLY_ flying\n" + block("name=Kite", "auto=_FLY_", "id=7", "rarity=C")
    kite = cf.loads(own, "wagic")
    text = block("name=Newt", "id=1", "rarity=C")
    cardset = cf.read(write(tmp_path, {"FEN/_cards.dat": text}) / "FEN", "wagic")
    new = cardset.adding(evolve(kite.cards[0], set_code="FEN"), sheet="common")
    new = evolve(new, extras=kite.extras)
    cf.write(new, tmp_path / "out", "wagic")
    again = cf.read_report(tmp_path / "out" / "FEN", "wagic").value
    assert again.card("Kite").extras["wagic"]["expanded"] == {"auto": ("flying",)}


def test_a_removed_card_goes_with_the_comments_above_it(tree, cardset, tmp_path):
    new = cardset.without(cf.CardRef("Toad", "FEN", "2"))
    toad = ["# the toad", "# has two printings", "[card]", "primitive=Toad", "id=2", "rarity=C"]
    assert diff(tree, new, tmp_path / "out") == {"FEN/_cards.dat": ([*toad, "[/card]"], [])}
    assert cf.read_report(tmp_path / "out", "wagic").value == new


def test_a_new_card_has_a_primitive_and_a_printing(tree, cardset, tmp_path):
    eft = cf.Card.of("Eft", types=["Creature"], rarity="common", set_code="FEN")
    new = cardset.adding(eft, sheet="FEN common")
    assert diff(tree, new, tmp_path / "out") == {
        "FEN/_cards.dat": ([], ["[card]", "primitive=Eft", "id=1000000", "rarity=C", "[/card]"]),
        "primitives/a.txt": ([], ["[card]", "name=Eft", "type=Creature", "[/card]"]),
    }
    again = cf.read_report(tmp_path / "out", "wagic").value
    assert again.card("Eft").ids == {"wagic": "1000000"}
    assert again.card("Eft").types == ("Creature",)


def test_a_set_alone_changes_its_own_file(tree, tmp_path):
    cardset = cf.read_report(tree / "FEN", "wagic").value
    new = all_of(cardset, "Grey Heron", text="Sleeps.")
    changed = diff(tree, new, tmp_path / "out")
    assert changed["FEN/_cards.dat"][0] == ["primitive=Grey Heron"]
    assert changed["FEN/_cards.dat"][1][:1] == ["name=Grey Heron"]
    again = cf.read_report(tmp_path / "out" / "FEN", "wagic", primitives=tree / "primitives")
    assert again.value == new


def test_the_metadata_of_a_set_change_line_by_line(tree, tmp_path):
    cardset = cf.read_report(tree / "FEN", "wagic").value
    new = evolve(cardset, name="Fen", meta={"author": "Bob", "year": "2030"})
    assert diff(tree, new, tmp_path / "out") == {
        "FEN/_cards.dat": (
            ["author = Ann", "name=The Fen"],
            ["author = Bob", "year=2030", "name=Fen"],
        )
    }


def test_a_changed_set_can_be_pickled(tree, cardset, tmp_path):
    new = pickle.loads(pickle.dumps(all_of(cardset, "Newt", text="Swims.")))
    assert diff(tree, new, tmp_path / "out") == {"FEN/_cards.dat": ([], ["text=Swims."])}


def test_one_byte_characters_stay(tmp_path):
    text = block("name=Æther Eft", "text=Naïve.") + block("name=Newt", "text=Swims.")
    path = write(tmp_path, {"a.txt": text.encode("cp1252")}) / "a.txt"
    cardset = cf.read(path, "wagic")
    cf.write(all_of(cardset, "Newt", text="Dîves."), path, "wagic")
    assert path.read_bytes() == text.replace("Swims", "Dîves").encode("cp1252")
    # a character that the encoding has not: all is written anew, in another one
    cf.write(all_of(cardset, "Newt", text="Ω."), path, "wagic")
    assert [card.text for card in cf.read(path, "wagic").cards] == ["Naïve.", "Ω."]


def test_cards_of_one_id_are_told_apart(tmp_path):
    text = printing("Toad", 1) + printing("Newt", 1)
    cardset = cf.read_report(write(tmp_path, {"FEN/_cards.dat": text}) / "FEN", "wagic").value
    new = cardset.replacing("Newt", evolve(cardset.card("Newt"), rarity="rare"), move=False)
    cf.write(new, tmp_path / "out", "wagic")
    written = (tmp_path / "out" / "FEN" / "_cards.dat").read_text("utf-8")
    assert written == printing("Toad", 1) + printing("Newt", 1, "R")


def test_replacing_a_card_by_itself_changes_nothing(cardset):
    heron = cardset.card(HERON)
    assert cardset.replacing(heron, heron) == cardset


PACK = """<!-- made by hand -->
<PACK type="Booster" name='Fen &amp; Moor' price="300" pool="all">
\t<slot copies="3"> <!-- most -->
\t\t<random_card>rarity:common;</random_card>
\t</slot>
\t<slot><random_card>rarity:rare;</random_card></slot>
</PACK>
"""


@pytest.mark.parametrize("with_cards", [True, False])
def test_a_changed_slot_of_a_pack_changes_its_element(tmp_path, with_cards):
    path = write(tmp_path, {"x.txt": PACK}) / "x.txt"
    cards = [cf.Card.of(each, rarity=each.lower(), set_code="FEN") for each in ("Common", "Rare")]
    cards = [evolve(card, ids={"wagic": str(n)}) for n, card in enumerate(cards, 1)]
    drawn = cf.CardSet.of(cards) if with_cards else None
    cardset = cf.read_report(path, "wagic-pack", draw_from=drawn).value
    booster = cardset.boosters[0]
    slots = booster.layouts[0].slots
    layout = evolve(booster.layouts[0], slots=(evolve(slots[0], count=4), *slots[1:]))
    new = evolve(cardset, boosters=[evolve(booster, name="Fen", layouts=[layout])])
    cf.write(new, tmp_path / "out.txt", "wagic-pack")
    expected = PACK.replace("Fen &amp; Moor", "Fen").replace('copies="3"', 'copies="4"')
    assert (tmp_path / "out.txt").read_text("utf-8") == expected
    cf.write(new, tmp_path / "out.txt", "wagic-pack", canonical=True)
    assert "made by hand" not in (tmp_path / "out.txt").read_text("utf-8")


def test_a_script_that_is_not_written_is_not_lost_in_silence():
    text = (
        "#AUTO_DEFINE __G__($c) $c:life:1 controller\n[card]\nname=Eel\nauto=__G__({1})\n[/card]\n"
    )
    cardset = cf.loads(text, "wagic")
    (eel,) = cardset.cards
    extras = {"wagic": {**eel.extras["wagic"], "auto": ("{T}:draw:1",)}}
    changed = cardset.replacing(eel, evolve(eel, extras=extras))
    losses = cf.dumps_report(changed, "wagic").losses
    assert [(loss.code, loss.examples) for loss in losses] == [(Loss.CARD, ("Eel",))]
