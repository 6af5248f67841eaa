"""Card sets become Wagic files: what each field is written as, and what is reported as lost."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf

from .wagic_files import card as block
from .wagic_files import printing, write

TOAD = cf.Face("Toad", text="Croak.")
HERON = cf.Face("Grey Heron", types=["Creature"], subtypes=["Bird"], power="1", toughness="2")


def card(face=HERON, code="FEN", number=1, rarity="common", **fields):
    """A card of a set; ``kept`` is what only Wagic has."""
    if kept := fields.pop("kept", None):
        fields["extras"] = {"wagic": kept}
    ids = {} if number is None else {"wagic": str(number)}
    number = None if number is None else str(number)
    return cf.Card(face, code, number, rarity, **{"ids": ids, **fields})


def fen(*cards, **fields):
    return cf.CardSet("FEN", "FEN", cards, **fields)


def lines(report):
    return report.value.splitlines()


def losses(report):
    """The kind of each loss, and what lost it."""
    return {found.kind: found.subjects for found in report.losses}


def written(each):
    """The lines of a card that is written as text, without those that all blocks have."""
    report = cf.dumps_report(fen(each), "wagic")
    names = (f"name={each.name}", f"primitive={each.name}")
    usual = ("[card]", "[/card]", *names, "id=1", "rarity=C")
    return [line for line in lines(report) if line not in usual], losses(report)


def back(cardset, **options):
    """The cards of *cardset* after it was written as text and read again."""
    report = cf.loads_report(cf.dumps(cardset, "wagic", **options), "wagic")
    assert report.ok, report.diagnostics
    return report.value.cards


def files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


# --- the fields of a face


def test_extra_costs_stand_beside_the_mana_and_are_not_counted_twice():
    text = "{X:black}{1}{s(creature)}"
    (each,) = cf.loads(block("name=Reedfrog", "id=1", "rarity=C", f"mana={text}"), "wagic").cards
    assert each.mana_cost == cf.model.ManaCost(("X", "1"))
    found, lost = written(each)
    assert (found, lost) == (["mana={X:black}{s(creature)}{1}"], {})
    assert back(fen(each)) == (each,)


def test_a_cost_with_slips_stays_as_it_was_unless_it_was_changed():
    (each,) = cf.loads(block("name=Reedfrog", "id=1", "rarity=C", "mana={1}x{G}"), "wagic").cards
    assert written(each) == (["mana={1}x{G}"], {})
    changed = evolve(each, faces=evolve(each.faces[0], mana_cost=cf.model.ManaCost(("2", "G"))))
    assert written(changed) == (["mana={2}{G}"], {})


# --- backs


BACK = cf.Face("Black Heron", types=["Creature"], text="Dark.", kind="back")


def test_a_back_is_a_primitive_that_its_front_names(tmp_path):
    cardset = fen(card([HERON, BACK]))
    assert cf.write(cardset, tmp_path, "wagic").diagnostics == ()
    assert files(tmp_path)["primitives/FEN.txt"] == block(
        "name=Black Heron", "text=Dark.", "type=Creature"
    ) + block(
        "name=Grey Heron", "backside=Black Heron", "type=Creature", "subtype=Bird",
        "power=1", "toughness=2",
    )  # fmt: skip
    (again,) = cf.read(tmp_path / "FEN").cards
    assert again.faces == (HERON, BACK)
    cf.write(cf.read(tmp_path / "FEN"), tmp_path / "again", "wagic", canonical=True)
    assert files(tmp_path / "again")["primitives/FEN.txt"] == files(tmp_path)["primitives/FEN.txt"]


def test_a_back_that_is_there_already_is_not_written_again(tmp_path):
    write(tmp_path, {"old/mtg.txt": block("name=Black Heron", "type=Creature", "text=Dark.")})
    cardset = fen(card([HERON, BACK]))
    report = cf.write(cardset, tmp_path / "sets", "wagic", primitives=tmp_path / "old")
    assert report.diagnostics == ()
    assert "name=Black" not in files(tmp_path / "sets")["primitives/FEN.txt"]


# --- what only Wagic has


def test_macro_calls_are_written_expanded():
    text = "#AUTO_DEFINE _twice_($a) $a && $a\n" + block(
        "name=Reedfrog", "id=1", "rarity=C", "auto=plain", "auto=_twice_(draw:1)", "autohand=x"
    )
    (each,) = cf.loads(text, "wagic").cards
    found, lost = written(each)
    assert found == ["auto=plain", "auto=draw:1 && draw:1", "autohand=x"]
    assert lost == {"macro calls (now expanded)": ("Reedfrog",)}


# --- names, and what could break a file


EVIL = "x\n[/card]\r[card]\nname=Evil\nid=666\n#AUTO_DEFINE a b\n</pack>"


def evil_cards():
    face = cf.Face(
        EVIL, cf.model.ManaCost(("1",)), (), [EVIL], [EVIL, "Planeswalker"], [EVIL], EVIL, EVIL,
        EVIL, EVIL, {EVIL: EVIL}, {EVIL: EVIL}, {EVIL: EVIL}, "front",
    )  # fmt: skip
    kept = dict.fromkeys(
        ("abilities", "auto", "aicode", "alias", "backside", "extra_costs", "mana", "suspend(3)",
         "unknown", EVIL, f"suspend({EVIL}"),
        EVIL,
    )  # fmt: skip
    for value in (EVIL, (EVIL,)):
        extras = {"wagic": dict.fromkeys(kept, value), EVIL: {EVIL: EVIL}}
        extras["wagic"]["expanded"] = {"auto": (EVIL,), EVIL: EVIL}
        yield cf.Card(
            [face, evolve(face, kind="back"), face], EVIL, EVIL, EVIL, {"wagic": EVIL, EVIL: EVIL},
            EVIL, 1.0, [cf.CardRef(EVIL)], extras=extras,
        )  # fmt: skip


@pytest.mark.parametrize("value", [EVIL, (EVIL,), ({"primitive": EVIL, "id": EVIL},), ({EVIL: 1},)])
def test_no_string_adds_a_line_or_an_element(tmp_path, value):
    sheet = cf.Sheet(
        EVIL,
        [cf.Entry(cf.CardRef(EVIL, EVIL, EVIL, EVIL), 1, EVIL, {EVIL: EVIL})],
        finish=EVIL,
        extras={"wagic": {"filter": EVIL, EVIL: EVIL}},
    )
    booster = cf.Booster(
        EVIL,
        EVIL,
        [cf.Layout(EVIL, 1, [cf.Slot(EVIL, 2, [cf.SheetChoice(EVIL)], finish=EVIL)])],
        extras={"wagic": {"price": EVIL, f"{EVIL}=''": EVIL}, EVIL: {EVIL: EVIL}},
    )
    meta = {EVIL: EVIL, "author": EVIL}
    extras = {"wagic": {"unresolved": value, EVIL: EVIL}, EVIL: {EVIL: EVIL}}
    for code in (EVIL, None):
        cards = evil_cards()
        cardset = cf.CardSet(EVIL, code, cards, [sheet], [booster], None, meta, extras)
        cf.write(cardset, tmp_path, "wagic")
        texts = [*files(tmp_path).values(), cf.dumps(cardset, "wagic")]
        for text in (*texts, cf.dumps(cardset, "wagic-pack")):
            starts = {line.partition("=")[0].strip() for line in text.splitlines()}
            allowed = {
                "[card]", "[/card]", "[meta]", "[/meta]", "name", "author", "primitive", "id",
                "rarity", "type", "subtype", "text", "power", "toughness", "mana", "abilities",
                "auto", "aicode", "alias", "backside", "suspend(3)", "unknown",
                "<pack name", "</pack>", "<slot>", "<slot copies", "</slot>",
            }  # fmt: skip
            assert {start for start in starts if not start.startswith("<random_card>")} <= allowed
        report = cf.read_report(tmp_path, "wagic")
        assert report.ok, report.diagnostics
        assert not any(each.ids["wagic"] == "666" for each in report.value.cards)
        assert cf.loads_report(cf.dumps(cardset, "wagic-pack"), "wagic-pack").ok


# --- printings: ids, rarities, codes


# --- primitives


@pytest.fixture
def old(tmp_path):
    """Primitives that are there already."""
    text = block("name=Grey Heron", "power=1", "type=Creature", "subtype=Bird", "toughness=2")
    return write(tmp_path, {"old/mtg.txt": text + block("name=Reedfrog", "text=Old.")}) / "old"


def test_primitives_that_are_there_are_not_written_again(tmp_path, old):
    cards = [card(), card(cf.Face("Reedfrog", text="New."), number=2)]
    named = card(cf.Face("Reedfrog"), number=3)
    report = cf.write(fen(*cards, named), tmp_path / "sets", "wagic", primitives=old)
    assert report.diagnostics == ()
    assert files(tmp_path / "sets") == {
        "FEN/_cards.dat": printing("Grey Heron")
        + block("name=Reedfrog", "text=New.", "id=2", "rarity=C")
        + printing("Reedfrog", 3)
    }


def test_primitives_that_are_missing_are_written(tmp_path, old):
    cards = [card(cf.Face("Newt", text="Soft."), number=2), card(cf.Face("Toad"), number=3)]
    report = cf.write(fen(*cards), tmp_path / "sets", "wagic", primitives=[old / "mtg.txt"])
    assert losses(report) == {"cards that no primitive describes": ("Toad",)}
    assert files(tmp_path / "sets")["primitives/FEN.txt"] == block("name=Newt", "text=Soft.")


def test_places_of_primitives_that_do_not_exist_are_the_callers_mistake(tmp_path):
    with pytest.raises(FileNotFoundError):
        cf.write(fen(card()), tmp_path / "sets", "wagic", primitives=tmp_path / "none")
    assert not (tmp_path / "sets").exists()


def test_cards_in_no_set_are_primitives(tmp_path, old):
    alone = [cf.Card(cf.Face("Newt", text="Soft.")), cf.Card(cf.Face("Toad"))]
    cardset = cf.CardSet("Newts", None, alone, meta={"author": "Ann"})
    report = cf.write(cardset, tmp_path / "sets", "wagic")
    assert losses(report) == {
        "the name of a set of primitives only": ("Newts",),
        "the metadata 'author'": ("Newts",),
    }
    assert files(tmp_path / "sets") == {
        "primitives/cards.txt": block("name=Newt", "text=Soft.") + block("name=Toad")
    }
    assert cf.read(tmp_path / "sets" / "primitives").cards == tuple(alone)
    assert back(cardset) == tuple(alone)
    known = [cf.Card(cf.Face("Reedfrog")), cf.Card(cf.Face("Reedfrog", text="New."))]
    report = cf.write(cf.CardSet("", None, known), tmp_path / "out", "wagic", primitives=old)
    assert losses(report) == {"cards in no set, whose names others have": ("Reedfrog",)}
    assert not (tmp_path / "out").exists()


# --- metadata, and what else a set has


def booster(name, code, sheet):
    layout = cf.Layout("", 1, [cf.Slot("s", 3, [cf.SheetChoice(sheet)])])
    return cf.Booster(name, code, [layout], "none")


def several(**fields):
    cards = [card(), card(cf.Face("Reedfrog", text="Wet."), "MOOR", 2)]
    sheets = [
        cf.Sheet(each.set_code, [cf.Entry(each.ref)], cf.model.Random(replacement=True))
        for each in cards
    ]
    boosters = [booster("Moor Pack", "MOOR", "MOOR"), booster("FEN", "FEN", "FEN")]
    return cf.CardSet("", None, cards, sheets, boosters, **fields)


def test_the_order_of_sets_does_not_say_whose_primitive_it_is(tmp_path):
    newts = [cf.Face("Newt", text=text) for text in ("Soft.", "Hard.")]
    cards = [
        card(newts[0], "MOOR", 1),
        card(newts[1], "FEN", 2),
        card([HERON, evolve(newts[0], kind="back")], "FEN", 3),
    ]
    for folder, given in (("one", cards), ("two", cards[::-1])):
        cf.write(cf.CardSet("", None, given), tmp_path / folder, "wagic")
    found = files(tmp_path)
    assert "name=Newt\ntext=Hard.\n" in found["one/primitives/cards.txt"]
    assert found["one/primitives/cards.txt"] == found["two/primitives/cards.txt"]
    read = cf.read(tmp_path / "one", "wagic")
    assert cf.write(read, tmp_path / "again", "wagic", canonical=True).diagnostics == ()
    assert cf.read(tmp_path / "again", "wagic") == read


# --- files that were read come back as they were


CRLF = block("primitive=Grey Heron", "id=1", "rarity=R ", "odd line").replace("\n", "\r\n")
TREE = {
    "FEN/_cards.dat": "; a comment\r\n" + CRLF + "no end",
    "FEN/booster.txt": "<pack><slot><random_card>rarity:rare;</random_card></slot></pack>",
    "MOOR/_cards.dat": b"[card]\nprimitive=\x97 Newt\nid=2\nrarity=C\n[/card]",
    "primitives/a.txt": "#AUTO_DEFINE x y\n" + block("name=Grey Heron", "text=Flies.", "text=x"),
    "primitives/b.txt": block("name=— Newt"),
}


@pytest.fixture
def tree(tmp_path):
    return write(tmp_path / "tree", TREE)


def as_bytes(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("part", ["", "FEN", "primitives"])
def test_a_folder_that_was_read_comes_back_byte_for_byte(tmp_path, tree, part):
    report = cf.write(cf.read_report(tree / part, "wagic").value, tmp_path / "out", "wagic")
    assert report.diagnostics == ()
    expected = {name: data for name, data in as_bytes(tree).items() if name.startswith(part)}
    assert as_bytes(tmp_path / "out") == expected


@pytest.mark.parametrize("name", [name for name in TREE if name != "FEN/booster.txt"])
def test_a_file_that_was_read_comes_back_byte_for_byte(tmp_path, tree, name):
    path = tmp_path / "out.dat"
    report = cf.write(cf.read_report(tree / name, "wagic").value, path)
    assert path.read_bytes() == (tree / name).read_bytes()
    assert losses(report) == ({"further files": ("FEN/booster.txt",)} if "FEN" in name else {})


def test_one_file_of_several_is_written_anew(tree):
    report = cf.dumps_report(cf.read_report(tree, "wagic").value, "wagic")
    assert losses(report)["several sets (now one)"] == ("FEN", "MOOR")
    assert [each.name for each in cf.loads(report.value, "wagic").cards] == ["Grey Heron", "— Newt"]


@pytest.mark.parametrize("options", [{"canonical": True}, {"code": "BOG"}])
def test_files_are_written_anew_if_that_is_asked_for(tmp_path, tree, options):
    cardset = cf.read_report(tree / "FEN").value
    cf.write(cardset, tmp_path / "out", "wagic", **options)
    code = options.get("code", "FEN")
    text = files(tmp_path / "out")[f"{code}/_cards.dat"]
    assert text.endswith(printing("Grey Heron", 1, "R"))
    assert "comment" not in text
    assert "[card]\nname=Grey Heron\n" in cf.dumps(cardset, "wagic", **options)


def test_a_set_with_another_name_is_written_as_it_was_but_for_its_name(tmp_path, tree):
    cardset = evolve(cf.read_report(tree / "FEN").value, name="Bog")
    cf.write(cardset, tmp_path / "out", "wagic")
    before = (tree / "FEN" / "_cards.dat").read_text("utf-8")
    expected = before.replace("[card]", "[meta]\nname=Bog\n[/meta]\n[card]", 1)
    assert files(tmp_path / "out")["FEN/_cards.dat"] == expected


def test_a_file_of_printings_becomes_a_set_in_a_folder(tmp_path):
    text = block("name=Grey Heron", "id=1", "rarity=C", "type=Creature")
    for cardset in (cf.loads(text, "wagic"), cf.read(write(tmp_path, {"x.dat": text}) / "x.dat")):
        cf.write(cardset, tmp_path / "out", "wagic")
        assert set(files(tmp_path / "out")) == {"CUSTOM/_cards.dat", "primitives/CUSTOM.txt"}
        assert cf.read(tmp_path / "out", "wagic").cards[0].types == ("Creature",)


def test_text_of_primitives_becomes_a_file_with_a_name(tmp_path):
    cf.write(cf.loads(block("name=Newt"), "wagic"), tmp_path / "out", "wagic")
    assert files(tmp_path / "out") == {"primitives/cards.txt": block("name=Newt")}


# --- folders on the disk


def test_other_files_in_a_folder_stay(tmp_path):
    write(tmp_path, {"FEN/note.txt": "x", "FEN/_cards.dat": "old", "BOG/_cards.dat": "y"})
    cf.write(fen(card(cf.Face("Reedfrog"))), tmp_path, "wagic")
    assert files(tmp_path) == {
        "FEN/note.txt": "x", "FEN/_cards.dat": printing("Reedfrog"), "BOG/_cards.dat": "y",
    }  # fmt: skip


def test_nothing_is_written_if_one_file_cannot_be(tmp_path):
    write(tmp_path, {"FEN/_cards.dat": "old", "primitives/FEN.txt/x": ""})
    with pytest.raises(OSError, match="FEN"):
        cf.write(fen(card()), tmp_path, "wagic")
    assert files(tmp_path) == {"FEN/_cards.dat": "old", "primitives/FEN.txt/x": ""}


def test_nothing_is_written_if_a_loss_is_an_error(tmp_path):
    with pytest.raises(cf.WriteError):
        cf.write(fen(card(rarity=None)), tmp_path / "out", "wagic", on_loss="error")
    assert not (tmp_path / "out").exists()


# --- beside what is in the folder already


def test_a_second_set_in_a_folder_takes_no_ids_of_the_first(tmp_path):
    first, second = (
        cf.CardSet(cards=[card(cf.Face(f"{code} {number}", text="Hop."), None, None)
                          for number in range(3)])
        for code in ("A", "B")
    )  # fmt: skip
    cf.write(first, tmp_path, "wagic", code="NMX")
    assert losses(cf.write(second, tmp_path, "wagic", code="NMA")) == {}
    tree = cf.read_report(tmp_path, "wagic", engine="exact")
    assert tree.diagnostics == ()
    assert len(tree.value.cards) == 6
    # written again a set keeps its ids, since it is replaced
    before = (tmp_path / "NMX" / "_cards.dat").read_bytes()
    cf.write(first, tmp_path, "wagic", code="NMX")
    assert (tmp_path / "NMX" / "_cards.dat").read_bytes() == before


def test_an_id_that_another_set_of_the_folder_has_is_changed_and_reported(tmp_path):
    write(tmp_path, {"OLD/_cards.dat": block("name=Newt", "id=+7", "rarity=C")})
    report = cf.write(fen(card(number=7), card(TOAD, number=8)), tmp_path, "wagic")
    assert losses(report)["ids that other cards in the folder have"] == ("Grey Heron",)
    assert [each.number for each in cf.read(tmp_path / "FEN").cards] == ["1000000", "8"]


def test_a_name_that_a_primitive_of_the_folder_has_is_that_primitive_or_none(tmp_path):
    """The engine takes the first primitive of a name for the cards of all sets."""
    heron = ("name=Grey Heron", "type=Creature", "subtype=Bird", "power=1", "toughness=2")
    write(tmp_path, {"primitives/mtg.txt": block(*heron) + block("name=Newt", "text=Croak.")})
    newt = cf.Face("Newt", text="Squeak.")
    cf.write(fen(card(), card(newt, number=2)), tmp_path, "wagic")
    assert not (tmp_path / "primitives" / "FEN.txt").exists()
    assert "primitive=Grey Heron" in files(tmp_path)["FEN/_cards.dat"]
    for engine in ("sane", "exact"):
        again = cf.read_report(tmp_path / "FEN", engine=engine)
        assert again.diagnostics == ()
        assert [each.text for each in again.value.cards] == ["", "Squeak."]


def test_primitives_of_several_sets_do_not_replace_those_of_others(tmp_path):
    for codes in ("AB", "CD"):
        cards = [card(cf.Face(f"Newt {code}", text="Hop."), code, None) for code in codes]
        cf.write(cf.CardSet(cards=cards), tmp_path, "wagic")
    again = cf.read_report(tmp_path, "wagic", engine="exact")
    assert again.diagnostics == ()
    assert [each.text for each in again.value.cards] == ["Hop."] * 4


def test_primitives_that_are_written_again_replace_those_that_were_there(tmp_path):
    for text in ("Hop.", "Leap."):
        cards = [cf.Card(cf.Face("Newt", text=text))]
        assert cf.write(cf.CardSet(cards=cards), tmp_path, "wagic").diagnostics == ()
    (newt,) = cf.read(tmp_path / "primitives").cards
    assert newt.text == "Leap."


# --- the bytes of names

RIFT = block("name=Ær Rift", "text=A rift — wide.")


def test_a_reference_has_the_bytes_of_the_primitive_that_it_refers_to(tmp_path):
    write(tmp_path, {"primitives/mtg.txt": RIFT.encode("cp1252")})
    rift = cf.Face("Ær Rift", text="A rift — wide.")
    drop = cf.Face("Éclair", text="Drip.")
    report = cf.write(fen(card(rift), card(drop, number=2)), tmp_path, "wagic")
    assert report.diagnostics == ()
    assert "primitive=Ær Rift".encode("cp1252") in (tmp_path / "FEN/_cards.dat").read_bytes()
    for engine in ("sane", "exact"):
        again = cf.read_report(tmp_path / "FEN", engine=engine)
        assert again.diagnostics == ()
        assert [each.name for each in again.value.cards] == ["Ær Rift", "Éclair"]


@pytest.mark.parametrize("name", ["Œuf ✿", "Ã©"])
def test_a_card_whose_reference_cannot_have_these_bytes_is_written_whole(tmp_path, name):
    """A file of one encoding has no place for it; or it would be taken for another encoding."""
    write(tmp_path, {"primitives/mtg.txt": RIFT.encode("cp1252")})
    rift = cf.Face("Ær Rift", text="A rift — wide.")
    other = cf.Face(name, text="Another one.")
    report = cf.write(fen(card(rift), card(other, number=2)), tmp_path, "wagic")
    assert report.diagnostics == ()
    assert "name=Ær Rift" in (tmp_path / "FEN/_cards.dat").read_text("utf-8")
    for engine in ("sane", "exact"):
        again = cf.read(tmp_path / "FEN", engine=engine)
        assert [each.name for each in again.cards] == ["Ær Rift", name]


def test_a_name_alone_that_refers_to_other_bytes_is_an_error(tmp_path):
    new = block("name=Ça", "text=Y.") + block("name=Çb")
    write(tmp_path, {"primitives/mtg.txt": RIFT.encode("cp1252"), "primitives/new.txt": new})
    names = [card(cf.Face(name), number=n) for n, name in enumerate(["Ær Rift", "Ça", "Çb"], 1)]
    report = cf.write(fen(*names), tmp_path, "wagic")
    (error,) = report.errors
    assert (error.code, error.subjects) == ("CF204", ("Ær Rift",))


# --- calls of macros

MACROS = (
    "#AUTO_DEFINE _BLOOM_($n) @each my upkeep:life:$n _TO_YOU_\n"
    "#AUTO_DEFINE _OTHER_ x\n#AUTO_DEFINE _TO_YOU_ controller\n"
)
BLOOM = block("name=Newt", "auto=_BLOOM_(2)", "type=Creature")


@pytest.mark.parametrize("where", ["primitives/_macros.txt", "FEN/_cards.dat"])
def test_calls_of_macros_are_written_as_calls_with_their_definitions(tmp_path, where):
    text = {"primitives/a.txt": BLOOM, "FEN/_cards.dat": printing("Newt")}
    if where == "FEN/_cards.dat":
        text = {where: BLOOM.replace("[/card]", "id=1\nrarity=C\n[/card]")}
    text[where] = MACROS + text.get(where, "")
    write(tmp_path, {f"old/{name}": each for name, each in text.items()})
    first = cf.read(tmp_path / "old" / "FEN")
    assert first.extras["wagic"]["macros"] == tuple(
        line.removeprefix("#AUTO_DEFINE ") for line in MACROS.splitlines() if "OTHER" not in line
    )
    report = cf.write(first, tmp_path / "new", "wagic", canonical=True)
    assert losses(report) == {}
    made = files(tmp_path / "new")["primitives/FEN.txt"]
    assert made.startswith("#AUTO_DEFINE _BLOOM_($n) ")
    assert "auto=_BLOOM_(2)\n" in made
    assert "_OTHER_" not in made
    assert cf.read(tmp_path / "new" / "FEN") == first
    # in one file, too
    again = cf.loads(cf.dumps(first, "wagic", canonical=True), "wagic")
    assert again.cards[0].extras == first.cards[0].extras
    # those that are there already are not written
    cf.write(first, tmp_path / "old", "wagic", canonical=True, code="MOR")
    if where != "FEN/_cards.dat":
        assert "#AUTO" not in "".join(
            each for name, each in files(tmp_path / "old").items() if name != where
        )


def test_a_call_that_would_mean_something_else_is_written_out(tmp_path):
    write(tmp_path, {"old/FEN/_cards.dat": MACROS + BLOOM.replace("[/card]", "id=1\n[/card]"),
                     "new/primitives/a.txt": "#AUTO_DEFINE _TO_YOU_ opponent\n"})  # fmt: skip
    first = cf.read(tmp_path / "old" / "FEN")
    report = cf.write(first, tmp_path / "new", "wagic", canonical=True)
    assert "macro calls (now expanded)" in losses(report)
    assert (
        "auto=@each my upkeep:life:2 controller\n" in files(tmp_path / "new")["primitives/FEN.txt"]
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [("Step.  -- Remove", "Step.\nRemove"), (" a --  b -- ", "a\nb --"), ("a --  -- b", "a\n\nb"),
     ("A // --  // B", "A //\n// B"), ("--", "--")],
)  # fmt: skip
def test_paragraphs_have_no_blanks_around_them(value, text):
    data = block("name=Newt", f"text={value}")
    first = cf.loads(data, "wagic")
    assert first.cards[0].text == text
    assert cf.dumps(first, "wagic") == data
    again = cf.loads(cf.dumps(first, "wagic", canonical=True), "wagic")
    assert again.cards == first.cards


def test_a_card_of_a_primitive_is_so_when_its_other_lines_are_left_out():
    report = cf.loads_report("[card]\nprimitive=Fen\n[=\nid=1\nrarity=C\n[/card]\n", "wagic")
    text = cf.dumps(report.value, "wagic", canonical=True)
    assert text == "[card]\nprimitive=Fen\nid=1\nrarity=C\n[/card]\n"
