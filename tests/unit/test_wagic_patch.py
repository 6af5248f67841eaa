"""Card files in which a card is changed: only its lines change, in the manner of the others."""

from __future__ import annotations

import pickle

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.diagnostics import SharedCode
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


def diff(tree, cardset, out, **options):
    """The lines that went and those that came, by file; the rest is the same, byte for byte."""
    cf.write(cardset, out, "wagic", **options)
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


def test_a_change_of_one_printing_changes_the_primitive_and_says_which_follow(
    tree, cardset, tmp_path
):
    toad = cardset.card(cf.CardRef("Toad", "FEN", "3"))
    new = cardset.replacing(toad, front(toad, text="Croaks, and hops."))
    assert diff(tree, new, tmp_path / "out") == {
        "primitives/a.txt": (["text=Croaks."], ["text=Croaks, and hops."])
    }
    (shared,) = cf.write(new, tmp_path / "out", "wagic").diagnostics
    assert (shared.code.value, shared.data) == ("WG074", {"name": "Toad", "others": "FEN, MOOR"})
    again = cf.read_report(tmp_path / "out", "wagic").value
    assert [card.text for card in again.printings("Toad")] == ["Croaks, and hops."] * 3


def test_one_of_several_printings_has_its_own_lines_if_that_is_asked_for(tree, cardset, tmp_path):
    toad = cardset.card(cf.CardRef("Toad", "FEN", "3"))
    new = cardset.replacing(toad, front(toad, text="Croaks, and hops."))
    changed = diff(tree, new, tmp_path / "out", primitives="inline")
    assert list(changed) == ["FEN/_cards.dat"]
    assert changed["FEN/_cards.dat"][0] == ["primitive=Toad"]
    assert "auto=_CROAK_(1)" in changed["FEN/_cards.dat"][1]
    assert cf.read_report(tmp_path / "out", "wagic").value.cards == new.cards
    assert not cf.write(new, tmp_path / "out", "wagic", primitives="inline").diagnostics


def test_printings_that_are_changed_in_different_ways_have_lines_of_their_own(
    tree, cardset, tmp_path
):
    toads = cardset.printings("Toad")[:2]
    new = cardset.replacing({each: front(each, text=each.number) for each in toads})
    assert list(diff(tree, new, tmp_path / "out")) == ["FEN/_cards.dat"]
    report = cf.write(new, tmp_path / "out", "wagic")
    assert [each.code.value for each in report.diagnostics] == ["WG075", "WG075"]
    assert cf.read_report(tmp_path / "out", "wagic").value.cards == new.cards


@pytest.mark.parametrize("place", ["FEN", "FEN/_cards.dat", "."])
def test_a_set_alone_changes_the_primitive_beside_it(tree, place):
    """Written where it was read from, or into its folder of sets, it changes one line there."""
    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    cardset = cf.read_report(tree / "FEN", "wagic").value
    toad = cardset.card(cf.CardRef("Toad", "FEN", "3"))
    new = cardset.replacing(toad, front(toad, text="Hops."))
    (shared,) = cf.write(new, tree / place, "wagic").diagnostics
    assert (shared.code.value, shared.data) == ("WG074", {"name": "Toad", "others": "FEN, MOOR"})
    after = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    primitives = tree / "primitives" / "a.txt"
    changed = before[primitives].replace(b"text=Croaks.", b"text=Hops.")
    assert after == {**before, primitives: changed}
    assert cf.read_report(tree / "MOOR", "wagic").value.card("Toad").text == "Hops."


def test_a_primitive_that_has_changed_since_keeps_what_others_wrote(tree):
    cardset = cf.read_report(tree / "FEN", "wagic").value
    heron = cardset.card(HERON)
    path = tree / "primitives" / "a.txt"
    path.write_bytes(path.read_bytes().replace(b"auto={1}:draw:1", b"auto={2}:draw:1"))
    cf.write(cardset.replacing(heron, front(heron, power="7")), tree / "FEN", "wagic")
    assert b"auto={2}:draw:1" in path.read_bytes()
    assert cf.read_report(tree / "FEN", "wagic").value.card(HERON).power == "7"


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


@pytest.mark.parametrize("files", [["a.txt", "b.txt"], ["b.txt"]])
def test_a_new_primitive_does_not_take_over_the_grade_of_a_file(tmp_path, files):
    texts = {
        "a.txt": "[card]\nname=Bog\ntype=Land\n[/card]\n",
        "b.txt": "grade=borderline\n[card]\nname=Eel\ntype=Creature\n[/card]\n",
    }
    before = "# ours\n[meta]\nname=Fen\n[/meta]\n[card]\nprimitive=Eel\nid=5\nrarity=C\n[/card]\n"
    for folder in ("FEN", "primitives"):
        (tmp_path / folder).mkdir()
    cards = tmp_path / "FEN" / "_cards.dat"
    cards.write_text(before)
    for name in files:
        (tmp_path / "primitives" / name).write_text(texts[name])
    cardset = cf.read(tmp_path / "FEN", "wagic")
    newt = cf.Card.of("Newt", types=["Creature"], rarity="common")
    assert not cf.write(cardset.adding(newt, sheet="common"), tmp_path / "FEN", "wagic").losses
    assert cards.read_text().startswith(before)
    assert (tmp_path / "primitives" / "b.txt").read_text() == texts["b.txt"]
    assert "grade" not in cf.read(tmp_path / "FEN", "wagic").card("Newt").extras.get("wagic", {})


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
    assert diff(tree, new, tmp_path / "out")["FEN/_cards.dat"] == (
        ["author = Ann", "name=The Fen"],
        ["author = Bob", "year=2030", "name=Fen"],
    )


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


@pytest.mark.parametrize("place", ["FEN", "."])
def test_a_printing_of_a_used_id_does_not_come_to_life_when_its_card_is_renamed(tmp_path, place):
    files = {
        "FEN/_cards.dat": printing("Toad", 1) + printing("Newt", 2) + printing("Toad", 1),
        "primitives/a.txt": block("name=Toad", "text=Croaks.") + block("name=Newt", "text=Swims."),
    }
    tree = write(tmp_path / "tree", files)
    before = cf.read_report(tree / place, "wagic").value
    report = cf.write(all_of(before, "Toad", name="Frog"), tree, "wagic", on_loss="report")
    assert [each.code for each in report.losses] == [Loss.FILE]
    again = cf.read_report(tree / place, "wagic").value
    assert [card.name for card in again.cards] == ["Frog", "Newt"]
    assert not again.extras


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


def test_a_new_script_wins_over_the_expansion_of_the_old_one():
    text = (
        "#AUTO_DEFINE __G__($c) $c:life:1 controller\n[card]\nname=Eel\nauto=__G__({1})\n[/card]\n"
    )
    cardset = cf.loads(text, "wagic")
    (eel,) = cardset.cards
    extras = {"wagic": {**eel.extras["wagic"], "auto": ("{T}:draw:1",)}}
    changed = cardset.replacing(eel, evolve(eel, extras=extras))
    for canonical in (False, True):
        report = cf.dumps_report(changed, "wagic", canonical=canonical)
        assert not report.losses
        assert "auto={T}:draw:1\n" in report.value


def losses_of(report):
    return {(loss.code, loss.kind, loss.examples) for loss in report.losses}


def test_the_code_of_another_set_is_reported(tree, tmp_path):
    cardset = cf.read_report(tree / "FEN", "wagic").value
    newt = cardset.card("Newt")
    report = cf.write(
        cardset.replacing(newt, evolve(newt, set_code="BOG")), tmp_path / "out", "wagic"
    )
    assert losses_of(report) == {(Loss.SET, "codes of sets (now all one)", ("Newt",))}


def test_a_card_goes_to_another_set_or_to_a_new_one(tree, cardset, tmp_path):
    newt = cardset.card("Newt")
    new = cardset.replacing(newt, evolve(newt, set_code="MOOR"))
    changed = diff(tree, new, tmp_path / "out")
    assert changed["MOOR/_cards.dat"][1][:3] == ["primitive=Newt", "id=4", "rarity=C"]
    assert "name=Newt" in changed["FEN/_cards.dat"][0]
    new = cardset.replacing(newt, evolve(newt, set_code="BOG"))
    changed = diff(tree, new, tmp_path / "new")
    assert "primitive=Newt" in changed["BOG/_cards.dat"][1]
    assert set(changed) == {"BOG/_cards.dat", "FEN/_cards.dat", "primitives/a.txt"} | {
        name for name in changed if name.endswith("booster.txt")
    }


def test_cards_in_another_order_take_their_blocks_along(tree, cardset, tmp_path):
    by_name = {each.ref: each for each in cardset.cards}
    heron, toad = by_name[cardset.card(HERON).ref], cardset.cards[1]
    others = [each for each in cardset.cards if each not in (heron, toad)]
    new = evolve(cardset, cards=[toad, heron, *others])
    report = cf.write(new, tmp_path / "out", "wagic")
    assert not report.losses
    end = "\r\n" if b"\r\n" in (tree / "FEN" / "_cards.dat").read_bytes() else "\n"
    written = (tmp_path / "out" / "FEN" / "_cards.dat").read_bytes().decode().replace(end, "\n")
    blocks = FEN.split("# first\n")[1].split("# the toad\n")
    bird, toads = blocks[0], "# the toad\n" + blocks[1]
    first = toads[: toads.index("[/card]\n") + len("[/card]\n")]
    assert written == FEN.replace("# first\n" + bird + first, first + "# first\n" + bird)


def test_a_back_that_is_removed_is_gone(tmp_path):
    files = {
        "FEN/_cards.dat": printing("Day", 1),
        "primitives/a.txt": block("name=Day", "backside=Night", "mana={1}") + block("name=Night"),
    }
    path = write(tmp_path / "tree", files)
    cardset = cf.read_report(path, "wagic").value
    day = cardset.card("Day")
    new = cardset.replacing(day, evolve(day, faces=day.faces[:1]))
    for canonical in (False, True):
        out = tmp_path / f"out {canonical}"
        assert not cf.write(new, out, "wagic", canonical=canonical).losses
        assert len(cf.read_report(out, "wagic").value.card("Day").faces) == 1


def test_a_back_that_other_cards_are_stays_and_is_reported(tmp_path):
    files = {
        "FEN/_cards.dat": printing("Day", 1) + printing("Night", 2),
        "primitives/a.txt": block("name=Day", "backside=Night") + block("name=Night", "mana={1}"),
    }
    cardset = cf.read_report(write(tmp_path / "tree", files), "wagic").value
    day = cardset.card("Day")
    back = evolve(day.faces[1], text="Dark.")
    new = cardset.replacing(day, evolve(day, faces=(day.faces[0], back)))
    report = cf.write(new, tmp_path / "out", "wagic")
    assert losses_of(report) == {(Loss.FACE, "backs whose names other cards have", ("Day",))}
    assert not diff(tmp_path / "tree", new, tmp_path / "out")


def test_what_cannot_be_said_of_one_card_leaves_all_others(tree, cardset, tmp_path):
    new = all_of(cardset, "Grey Heron", subtypes=("Time Lord", "bird"))
    changed = diff(tree, new, tmp_path / "out")
    assert changed == {"primitives/a.txt": (["subtype=Bird"], ["subtype=Time Lord bird"])}
    report = cf.write(new, tmp_path / "out", "wagic")
    assert {(loss.code, loss.examples) for loss in report.losses} == {
        (Loss.TYPE, ("Grey Heron", "Grey Heron")[: report.losses[0].count])
    }


def test_a_set_that_has_a_pack_gets_the_usual_one_written_out(tmp_path):
    cards = "".join(
        block(f"name=C{n}", "type=Creature", f"id={n}", f"rarity={letter}")
        for n, letter in enumerate("CCCCUUURR", 1)
    )
    usual = cf.read_report(write(tmp_path / "a", {"FEN/_cards.dat": cards}) / "FEN", "wagic").value
    files = {"FEN/_cards.dat": cards, "FEN/booster.txt": PACK}
    cardset = cf.read_report(write(tmp_path / "b", files) / "FEN", "wagic").value
    new = evolve(cardset, sheets=usual.sheets, boosters=usual.boosters)
    for canonical in (False, True):
        cf.write(new, tmp_path / "b", "wagic", canonical=canonical)
        again = cf.read_report(tmp_path / "b" / "FEN", "wagic").value
        assert [slot.count for slot in again.boosters[0].layouts[0].slots] == [
            slot.count for slot in usual.boosters[0].layouts[0].slots
        ]


@pytest.mark.parametrize(
    "meta", ["", "[meta]\nname=The Fen\n[/meta]\n", "[meta]\nname=Fen & Moor\n[/meta]\n"]
)
@pytest.mark.parametrize("others", [{}, {"MOOR/_cards.dat": block("name=Eel", "power=1", "id=9")}])
def test_the_name_of_a_pack_is_kept_beside_that_of_its_set(tmp_path, meta, others):
    cards = "".join(
        block(f"name=C{n}", "type=Creature", f"id={n}", f"rarity={letter}")
        for n, letter in enumerate("CCR", 1)
    )
    files = {"FEN/_cards.dat": meta + cards, "FEN/booster.txt": PACK, **others}
    tree = write(tmp_path, files) if others else write(tmp_path, files) / "FEN"
    before = cf.read_report(tree, "wagic").value
    booster = next(each for each in before.boosters if each.id == "FEN")
    assert booster.name == (meta.splitlines()[1].removeprefix("name=") if meta else "FEN")
    report = cf.write(before, tmp_path, "wagic", canonical=True)
    assert not [each for each in report.losses if each.code is Loss.NAME]
    assert 'name="Fen &amp; Moor"' in (tmp_path / "FEN" / "booster.txt").read_text("utf-8")
    assert cf.read_report(tree, "wagic").value.boosters == before.boosters


def test_a_booster_of_another_name_than_its_set_gives_that_to_its_pack(tmp_path):
    cards = block("name=C1", "type=Creature", "id=1", "rarity=C")
    tree = write(tmp_path, {"FEN/_cards.dat": cards, "FEN/booster.txt": PACK})
    before = cf.read_report(tree / "FEN", "wagic").value
    new = evolve(before, boosters=[evolve(each, name="Mine") for each in before.boosters])
    report = cf.dumps_report(new, "wagic-pack")
    assert 'name="Mine"' in report.value
    assert ("Fen & Moor",) in [each.subjects for each in report.losses if each.code is Loss.NAME]
    assert 'name="Fen &amp; Moor"' in cf.dumps(before, "wagic-pack")


def test_an_id_of_another_program_is_reported_as_in_a_file_that_is_written_anew(tree):
    cardset = cf.read_report(tree / "FEN", "wagic").value
    heron = cardset.card(HERON)
    new = cardset.replacing(heron, evolve(heron, ids={**heron.ids, "octgn": "x"}))
    added = evolve(heron, number=None, ids={"octgn": "y"})
    for changed in (new, cardset.adding(added, sheet="rare")):
        for canonical in (False, True):
            report = cf.dumps_report(changed, "wagic", canonical=canonical)
            lost = [each.subjects for each in report.losses if each.code is Loss.ID]
            assert lost == [("Grey Heron",)]


def test_a_number_that_comes_back_since_it_is_the_id_is_reported(tree):
    cardset = cf.read_report(tree / "FEN", "wagic").value
    heron = cardset.card(HERON)
    report = cf.dumps_report(cardset.replacing(heron, evolve(heron, number=None)), "wagic")
    assert [(each.code, each.subjects) for each in report.losses] == [
        (Loss.NUMBER, ("Grey Heron",))
    ]


def of_primitives(tmp_path, *names):
    """A set that refers to two primitives, and a file of primitives with some *names*."""
    blocks = (block(f"name={name}", f"power={n}") for n, name in enumerate(names))
    files = {
        "FEN/_cards.dat": printing("Toad", 1) + printing("Newt", 2),
        "primitives/a.txt": "".join(blocks),
    }
    return cf.read_report(write(tmp_path, files) / "primitives", "wagic").value


def without_toad(cardset, *, is_renamed):
    toad = cardset.card("Toad")
    return all_of(cardset, "Toad", name="Frog") if is_renamed else cardset.without(toad)


@pytest.mark.parametrize("is_renamed", [True, False])
def test_a_primitive_that_sets_refer_to_is_missed_when_it_is_gone(tmp_path, is_renamed):
    new = without_toad(of_primitives(tmp_path, "Toad", "Newt", "Eel"), is_renamed=is_renamed)
    report = cf.write(new, tmp_path, "wagic", on_loss="report")
    refused = (SharedCode.REFUSED, "cards that it does not find", ("Toad",))
    assert [(each.code, each.kind, each.subjects) for each in report.losses] == [refused]
    assert [card.name for card in cf.read_report(tmp_path / "FEN").value.cards] == ["Newt"]


def test_a_primitive_that_no_set_refers_to_is_not_missed(tmp_path):
    cardset = of_primitives(tmp_path, "Toad", "Newt", "Eel")
    assert cf.write(cardset.without("Eel"), tmp_path, "wagic").diagnostics == ()
    write(tmp_path, {"primitives/b.txt": block("name=Toad", "power=7")})
    report = cf.write(cardset.without("Toad"), tmp_path, "wagic", on_loss="report")
    assert [(each.code, each.subjects) for each in report.losses] == [(Loss.CARD, ("Toad",))]


@pytest.mark.parametrize("is_renamed", [True, False])
def test_a_primitive_that_is_still_there_is_reported(tmp_path, is_renamed):
    cardset = of_primitives(tmp_path, "Toad", "Newt", "Toad")
    new = without_toad(cardset, is_renamed=is_renamed)
    report = cf.write(new, tmp_path, "wagic", on_loss="report")
    lost = [(each.code, each.subjects) for each in report.losses if each.code is not Loss.FILE]
    assert lost == [(Loss.CARD, ("Toad",))]
    assert "Toad" in [card.name for card in cf.read_report(tmp_path / "primitives").value.cards]


def test_that_a_set_is_written_anew_is_reported(tree, tmp_path):
    cardset = cf.read_report(tree, "wagic", engine="exact").value
    new = all_of(cardset, "Newt", text="Swims.")
    (loss,) = [
        each for each in cf.write(new, tmp_path / "out", "wagic").losses if each.code is Loss.FILE
    ]
    assert loss.examples == ("the blocks of the cards are not known",)


def refusals(report):
    codes = (SharedCode.REFUSED, SharedCode.MISTAKEN)
    return {(each.code, each.kind, each.examples) for each in report.losses if each.code in codes}


def test_what_the_engine_misreads_of_a_changed_card_is_reported(tmp_path):
    # a key in capitals is none for the engine
    files = {"FEN/_cards.dat": block("name=Eel", "POWER=2", "id=1", "rarity=C", "type=Creature")}
    cardset = cf.read_report(write(tmp_path / "tree", files) / "FEN", "wagic").value
    new = all_of(cardset, "Eel", text="Swims.")
    assert not refusals(cf.write(new, tmp_path / "out", "wagic"))  # it was so before
    spaced = {"FEN/_cards.dat": block("name=Eel", "power = 2", "id=1", "rarity=C", "Text=x")}
    cardset = cf.read_report(write(tmp_path / "other", spaced) / "FEN", "wagic").value
    new = all_of(cardset, "Eel", power=None)
    assert not refusals(cf.write(new, tmp_path / "out", "wagic"))


def test_a_primitive_that_the_engine_does_not_find_is_reported(tmp_path):
    files = {
        "FEN/_cards.dat": printing("Eel ", 1) + printing("Toad", 2),
        "primitives/a.txt": block("name=Eel ", "mana={1}") + block("name=Toad"),
    }
    cardset = cf.read_report(write(tmp_path / "tree", files), "wagic").value
    new = cardset.adding(evolve(cardset.card("Eel"), number="3", ids={"wagic": "3"}))
    report = cf.write(new, tmp_path / "out", "wagic")
    refused = (SharedCode.REFUSED, "cards that it does not find", ("Eel",))
    assert refusals(report) == {refused}
    assert not refusals(cf.write(new, tmp_path / "out", "wagic", verify=False))


@pytest.mark.parametrize("letter", ["F", "f", "Fa"])
def test_a_rarity_that_has_no_letter_can_be_changed(letter):
    text = f"[card]\nprimitive=Toad\nid=2\nrarity={letter}\n[/card]\n"
    cardset = cf.loads_report(text, "wagic", unresolved="named").value
    (toad,) = cardset.cards
    changed = cardset.replacing(toad, evolve(toad, rarity="rare"))
    assert cf.dumps(changed, "wagic") == text.replace(f"={letter}", "=R")
    assert cf.dumps(cardset.adding(front(toad, name="Newt"), copies=0), "wagic").startswith(text)


def test_printings_without_primitives_stay_in_their_sets(tmp_path):
    files = {
        "FEN/_cards.dat": printing("Toad", 1) + printing("Gnome", 2, "R"),
        "MOOR/_cards.dat": printing("Toad", 3) + printing("Sprite", 4),
        "primitives/a.txt": block("name=Toad", "text=Croaks."),
    }
    cardset = cf.read_report(write(tmp_path / "tree", files), "wagic").value
    for canonical in (False, True):
        out = tmp_path / f"out {canonical}"
        report = cf.write(cardset, out, "wagic", canonical=canonical)
        assert not [each for each in report.losses if each.code is Loss.CARD]
        again = cf.read_report(out, "wagic").value
        assert again.extras == cardset.extras
        assert "primitive=Gnome" in (out / "FEN" / "_cards.dat").read_text("utf-8")
        assert "primitive=Sprite" in (out / "MOOR" / "_cards.dat").read_text("utf-8")


def test_a_card_that_changes_beside_one_that_goes_keeps_its_block(tree, cardset, tmp_path):
    """Cards are told apart by their ids, so that the one is not taken for the other."""
    toad, newt = (
        cardset.card(cf.CardRef(name, "FEN", n)) for name, n in (("Toad", "3"), ("Newt", "4"))
    )
    changed = evolve(toad, rarity="mythic")
    new = cardset.without(newt).replacing(toad, changed, move=False)
    assert diff(tree, new, tmp_path / "out") == {
        "FEN/_cards.dat": (
            ["rarity=C", "[/card]", "[card]", "name=Newt", "type=Creature", "id=4", "rarity=C"],
            ["rarity=M"],
        )
    }
