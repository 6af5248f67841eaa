"""Card sets become Wagic files: what each field is written as, and what is reported as lost."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf

from .text_tables import rows
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


def written(each, **options):
    """The lines of a card that is written as text, without those that all blocks have."""
    report = cf.dumps_report(fen(each), "wagic", **options)
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


@pytest.mark.parametrize(
    ("cost", "line"),
    rows("""
        {2}{W}{U}{B}{R}{G}{C} | {2}{W}{U}{B}{R}{G}{C}
        {W/U}{2/R}            | {WU}{2R}
        {G/P}                 | {p(G)}
        {S}{S}                | {i}{i}
        {X}{X}{0}             | {X}{X}{0}
    """),
)
def test_a_cost_is_written_as_card_files_have_it(cost, line):
    mana = cf.model.ManaCost.parse(cost)
    each = card(cf.Face("Reedfrog", mana, mana.colors))
    found, lost = written(each)
    assert (found[0], lost) == (f"mana={line}", {})
    (again,) = back(fen(each))
    assert again.faces == each.faces


@pytest.mark.parametrize(
    ("cost", "line"),
    [
        ("{Y}{Z}{1}", "mana={X}{X}{1}"),
        ("{W/U/P}", "mana={WU}"),
        ("{½}{HW}{W}", "mana={1}{W}{W}"),
        ("{C/W}", "mana={W}"),
        ("{C/G}{C/U}", "mana={G}{U}"),
        ("{P}", None),
        ("", None),
    ],
)
def test_a_symbol_without_a_notation_becomes_what_is_near_it(cost, line):
    mana = cf.model.ManaCost.parse(cost)
    each = card(cf.Face("Reedfrog", mana, mana.colors))
    found, lost = written(each)
    assert [found for found in found if found.startswith("mana=")] == ([line] if line else [])
    assert lost == {"mana costs": ("Reedfrog",)}
    assert cf.loads_report(cf.dumps(fen(each), "wagic"), "wagic").diagnostics == ()


@pytest.mark.parametrize(
    ("cost", "colors", "line"),
    [
        (None, "", None),
        (None, "GW", "color=white,green"),
        ("{G}", "G", None),
        ("{G}", "", "color=artifact"),
        ("{G}", "GR", "color=red,green"),
        # the engine gives no colour for Phyrexian mana
        ("{G/P}", "G", "color=green"),
        ("{G/P}", "", "color=artifact"),
        ("{2}", "U", "color=blue"),
    ],
)
def test_colors_are_said_where_the_cost_does_not(cost, colors, line):
    mana = cf.model.ManaCost.parse(cost) if cost else None
    each = card(cf.Face("Reedfrog", mana, {cf.model.Color(letter) for letter in colors}))
    found, lost = written(each if cost or colors else evolve(each, rarity="common"))
    assert [found for found in found if found.startswith("color=")] == ([line] if line else [])
    assert lost == {}
    assert back(fen(each))[0].faces == each.faces


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


@pytest.mark.parametrize(
    ("cost", "extra"),
    [(None, ("{t}",)), (cf.model.ManaCost(("1",)), ("}",)), (cf.model.ManaCost(("1",)), 5)],
)
def test_extra_costs_that_cannot_be_written_are_reported(cost, extra):
    found, lost = written(card(cf.Face("Reedfrog", cost), kept={"extra_costs": extra}))
    assert "extra costs" in lost
    assert len(found) == (cost is not None)


@pytest.mark.parametrize(
    ("fields", "said", "lost"),
    [
        (
            {"supertypes": ["Legendary"], "types": ["Creature"], "subtypes": ["Frog", "Elf"]},
            ["type=Legendary Creature", "subtype=Frog Elf"],
            (),
        ),
        ({"types": ["creature"]}, ["type=creature"], ("types of several words, or in lower case",)),
        (
            {"types": ["Land"], "subtypes": ["Power Plant"]},
            ["type=Land", "subtype=Power Plant"],
            ("types of several words, or in lower case",),
        ),
        ({"types": ["a\nid=7"]}, ["type=a id=7"], ("types of several words, or in lower case",)),
        ({"text": "Flying\nReach"}, ["text=Flying -- Reach"], ()),
        ({"text": "A\n\nB"}, ["text=A --  -- B"], ()),
        (
            {"text": "A -- B"},
            ["text=A -- B"],
            ("text with dashes between spaces, or unusual spaces",),
        ),
        ({"text": " A"}, ["text= A"], ("text with dashes between spaces, or unusual spaces",)),
        (
            {"text": "A\rid=7"},
            ["text=A id=7"],
            ("text with dashes between spaces, or unusual spaces",),
        ),
        (
            {"text": "\ud800"},
            ["text=\ufffd"],
            ("text with dashes between spaces, or unusual spaces",),
        ),
        ({"power": "*", "toughness": "1+*"}, ["power=*", "toughness=1+*"], ()),
        ({"power": "0"}, ["power=0"], ()),
        ({"power": ""}, ["power="], ("power",)),
        ({"toughness": "1\nid=7"}, ["toughness=1 id=7"], ("toughness",)),
    ],
)
def test_each_field_of_a_face_has_its_line(fields, said, lost):
    each = card(cf.Face("Reedfrog", **fields))
    assert written(each) == (said, dict.fromkeys(lost, ("Reedfrog",)))
    if not lost:
        assert back(fen(each)) == (evolve(each, set_code=None),)


@pytest.mark.parametrize(
    ("types", "loyalty", "kept", "scripts", "is_lost"),
    [
        ("Planeswalker", "4", (), ["counter(0/0,4,loyalty)"], False),
        ("Planeswalker", "4", ("a",), ["a", "counter(0/0,4,loyalty)"], False),
        # the engine would take it for 0, since nothing in the cost says X
        ("Planeswalker", "X", (), ["counter(0/0,1,loyalty)"], True),
        ("Planeswalker", "1d4+1", (), ["counter(0/0,1,loyalty)"], True),
        ("Planeswalker", "3*", (), ["counter(0/0,3,loyalty)"], True),
        ("Planeswalker", "0", (), ["counter(0/0,0,loyalty)"], False),
        ("Planeswalker", "0*", (), ["counter(0/0,1,loyalty)"], True),
        ("Planeswalker", "000123456789", (), ["counter(0/0,000123456789,loyalty)"], False),
        ("Planeswalker", "1234567890", (), ["counter(0/0,123456789,loyalty)"], True),
        ("Planeswalker", "07", (), ["counter(0/0,07,loyalty)"], False),
        ("Planeswalker", "4", ("a", "Counter(0/0, 4,Loyalty)"), ["a", "Counter(0/0, 4,Loyalty)"],
         False),
        ("Planeswalker", "5", ("counter(0/0,4,loyalty)",), ["counter(0/0,4,loyalty)"], True),
        ("Planeswalker", None, ("counter(0/0,4,loyalty)",), ["counter(0/0,4,loyalty)"], True),
        ("Planeswalker", "(4", (), ["counter(0/0,1,loyalty)"], True),
        ("Planeswalker", "4\n5", (), ["counter(0/0,4,loyalty)"], True),
        ("Creature", "4", (), ["counter(0/0,4,loyalty)"], True),
        ("Creature", None, ("counter(0/0,4,loyalty)",), ["counter(0/0,4,loyalty)"], False),
    ],
)  # fmt: skip
def test_loyalty_is_a_script(types, loyalty, kept, scripts, is_lost):
    face = cf.Face("Fen Sage", types=types, loyalty=loyalty)
    each = card(face, kept={"auto": kept} if kept else None)
    found, lost = written(each)
    assert found == [*(f"auto={script}" for script in scripts), f"type={types}"]
    assert lost == ({"loyalty": ("Fen Sage",)} if is_lost else {})
    assert (back(fen(each))[0].loyalty == loyalty) == (not is_lost)


@pytest.mark.parametrize("loyalty", ["X", "x"])
@pytest.mark.parametrize(("cost", "number"), [("{X}{G}", None), ("{1}{G}", "1"), (None, "1")])
def test_loyalty_is_an_x_if_the_cost_has_one(loyalty, cost, number):
    face = cf.Face("Fen Sage", mana_cost=cost, types="Planeswalker", loyalty=loyalty)
    found, lost = written(card(face))
    assert found[0] == f"auto=counter(0/0,{number or loyalty},loyalty)"
    assert lost == ({"loyalty": ("Fen Sage",)} if number else {})


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("the finish 'foil'", {"finish": "foil"}),
        ("ratings", {"rating": 0.0}),
        ("related cards", {"related": [cf.CardRef("Reedfrog")]}),
        ("draft effects", {"draft_effects": [cf.model.SimpleEffect.FACE_UP]}),
        ("images", {"face": evolve(HERON, images={"en": "x"})}),
        ("localised names", {"face": evolve(HERON, printed_names={"de": "x"})}),
        ("the property 'Cost'", {"face": evolve(HERON, properties={"Cost": 1})}),
        ("faces of the kind 'split'", {"face": [HERON, evolve(HERON, kind="split")]}),
        ("front faces of the kind 'back'", {"face": evolve(HERON, kind="back")}),
        ("draftmancer 'comment'", {"extras": {"draftmancer": {"comment": "x"}}}),
        ("wagic 'colour'", {"kept": {"colour": "x"}}),
        ("the id 'octgn'", {"ids": {"wagic": "1", "octgn": "x"}}),
    ],
)
def test_what_has_no_place_is_reported(kind, fields):
    each = card(**{"face": HERON, **fields})
    found, lost = written(each)
    assert lost == {kind: ("Grey Heron",)}
    assert found == ["type=Creature", "subtype=Bird", "power=1", "toughness=2"]


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


@pytest.mark.parametrize("name", ["Black\nHeron", "Black Heron ", ""])
def test_a_back_whose_name_no_line_can_hold_is_reported(tmp_path, name):
    cardset = fen(card([HERON, evolve(BACK, name=name)]))
    kind = "names with line ends or surrounding spaces, or empty names"
    assert losses(cf.write(cardset, tmp_path, "wagic")) == {kind: (name,)}
    assert losses(cf.dumps_report(cardset, "wagic"))[kind] == (name,)


def test_in_one_file_a_back_is_a_card_of_its_own():
    cardset = fen(card([HERON, BACK]))
    lost = losses(cf.dumps_report(cardset, "wagic"))
    assert lost == {"backs (now cards of their own)": ("Grey Heron",)}
    assert [each.name for each in back(cardset)] == ["Grey Heron", "Black Heron"]


DARK = evolve(BACK, kind="front")
SCRIPTS = {"kept": {"auto": ("x",)}}


@pytest.mark.parametrize(
    ("faces", "others", "kept", "lost"),
    [
        # the back is a card as well, with its scripts
        ([HERON, BACK], [card(DARK, number=2, **SCRIPTS)], None, ()),
        ([HERON, BACK], [card(evolve(DARK, text=""), number=2)], None,
         ("backs whose names other cards have",)),
        ([HERON, cf.Face("Black Heron", kind="back")], [], None,
         ("backs that no primitive describes",)),
        ([HERON, BACK, BACK], [], None, ("more than one back",)),
        ([HERON, BACK], [], {"backside": "Black Heron"}, ()),
        ([HERON, BACK], [], {"backside": "Night Heron"}, ("backs",)),
    ],
)  # fmt: skip
def test_backs_come_back_or_are_reported(tmp_path, faces, others, kept, lost):
    cardset = fen(card(faces, kept=kept), *others)
    report = cf.write(cardset, tmp_path, "wagic")
    assert losses(report) == dict.fromkeys(lost, ("Grey Heron",))
    again = cf.read_report(tmp_path / "FEN").value.cards
    assert ([each.faces for each in again] == [each.faces for each in cardset.cards]) == (not lost)
    if others and not lost:
        assert again[1].extras == others[0].extras


def test_a_back_that_is_there_already_is_not_written_again(tmp_path):
    write(tmp_path, {"old/mtg.txt": block("name=Black Heron", "type=Creature", "text=Dark.")})
    cardset = fen(card([HERON, BACK]))
    report = cf.write(cardset, tmp_path / "sets", "wagic", primitives=tmp_path / "old")
    assert report.diagnostics == ()
    assert "name=Black" not in files(tmp_path / "sets")["primitives/FEN.txt"]


# --- what only Wagic has


KEPT = {
    "abilities": ("flying", "haste"),
    "auto": ("{t}:draw:1", ""),
    "autograveyard": ("{1}:moveto(hand)",),
    "anyzone": ("x",),
    "aicode": ("y",),
    "grade": "crappy",
    "alias": "7",
    "kicker": "{2}",
    "restriction": " blank",
    "suspend(3) x": "{1}",
    "dredge": "dredge(2)",
    "unknown": ("flavour=Soft=feet", "=", " odd =a"),
}


def test_what_only_wagic_has_comes_back():
    each = card(cf.Face("Reedfrog"), kept=KEPT)
    found, lost = written(each)
    assert lost == {}
    assert found[:4] == ["grade=crappy", "alias=7", "abilities=flying", "abilities=haste"]
    assert found[-3:] == ["flavour=Soft=feet", "=", " odd =a"]
    assert back(fen(each)) == (evolve(each, set_code=None),)


@pytest.mark.parametrize(
    ("kept", "said", "kind"),
    [
        ({"alias": 7}, ["alias=7"], "wagic 'alias'"),
        ({"kicker": "{1}\nid=7"}, ["kicker={1} id=7"], "wagic 'kicker'"),
        ({"auto": "a"}, ["auto=a"], "wagic 'auto'"),
        ({"auto": 5}, ["auto=5"], "wagic 'auto'"),
        ({"auto": ("a\r\n[/card]",)}, ["auto=a", "auto=[/card]"], "wagic 'auto'"),
        ({"auto": ()}, [], None),
        ({"name": "Fen"}, [], "wagic 'name'"),
        ({"mana": 5}, [], None),
        ({"expanded": "x"}, [], "wagic 'expanded'"),
        ({"expanded": {}}, [], None),
        ({"id": "7"}, [], "wagic 'id'"),
        ({"Suspend(3)": "{1}"}, [], "wagic 'Suspend(3)'"),
        ({"suspend(3)\n[/card]": "x"}, [], "wagic 'suspend(3)\\n[/card]'"),
        ({"[/card]": "x"}, [], "wagic '[/card]'"),
    ],
)
def test_values_of_other_kinds_are_reported(kept, said, kind):
    found, lost = written(card(cf.Face("Reedfrog"), kept=kept))
    assert (found, lost) == (said, {kind: ("Reedfrog",)} if kind else {})


@pytest.mark.parametrize(
    "line",
    [
        "[/card]", "[card]=x", "[meta", "#AUTO_DEFINE x y=z", "# note=x", "no equals sign", "",
        "id=7", " Name =x", "NAME=x", "primtive=x", "PROUD=x", "suspend(x)=1", "a=b\nid=7",
        "a\rb=c", 5, "a=b\n",
    ],
)  # fmt: skip
def test_an_unknown_line_that_would_be_another_is_left_out(line):
    found, lost = written(card(cf.Face("Reedfrog"), kept={"unknown": ("kept=x", line)}))
    assert found == ["kept=x"]
    assert lost == {"lines that are no lines of unknown keys": ("Reedfrog",)}


@pytest.mark.parametrize("each", [5, True, {"a": "b=c"}])
def test_an_unknown_line_that_is_no_string_is_left_out(each):
    found, lost = written(card(cf.Face("Reedfrog"), kept={"unknown": (each,)}))
    assert found == []
    assert lost == {"lines that are no lines of unknown keys": ("Reedfrog",)}


def test_an_unknown_line_by_itself_becomes_a_list_of_one():
    found, lost = written(card(cf.Face("Reedfrog"), kept={"unknown": "ab=c"}))
    assert (found, lost) == (["ab=c"], {"wagic 'unknown'": ("Reedfrog",)})


def test_macro_calls_are_written_expanded():
    text = "#AUTO_DEFINE _twice_($a) $a && $a\n" + block(
        "name=Reedfrog", "id=1", "rarity=C", "auto=plain", "auto=_twice_(draw:1)", "autohand=x"
    )
    (each,) = cf.loads(text, "wagic").cards
    found, lost = written(each)
    assert found == ["auto=plain", "auto=draw:1 && draw:1", "autohand=x"]
    assert lost == {"macro calls (now expanded)": ("Reedfrog",)}


# --- names, and what could break a file


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("[/card]", "[/card]"),
        ("[card]", "[card]"),
        ("#AUTO_DEFINE x y", "#AUTO_DEFINE x y"),
        ("Heron = Frog", "Heron = Frog"),
        ("Heron\n[/card]\nid=7", "Heron [/card] id=7"),
        ("Heron\r\n\nFrog", "Heron Frog"),
        (" Heron ", "Heron"),
        ("\n", "Unnamed"),
        ("", "Unnamed"),
        ("\udc80", "\ufffd"),
    ],
)
def test_a_name_is_one_line(tmp_path, name, said):
    for face in (cf.Face(name), cf.Face(name, text="Flies.")):
        cardset = fen(card(face))
        report = cf.dumps_report(cardset, "wagic")
        cf.write(cardset, tmp_path, "wagic")
        kind = "names with line ends or surrounding spaces, or empty names"
        assert losses(report) == ({kind: (name,)} if name != said else {})
        for again in (cf.loads(report.value, "wagic"), cf.read(tmp_path, "wagic")):
            assert [each.name for each in again.cards] == [said]
            assert again.cards[0].text == face.text


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


def ids(cardset, **options):
    report = cf.dumps_report(cardset, "wagic", **options)
    again = cf.loads(report.value, "wagic").cards
    return [each.ids["wagic"] for each in again], losses(report)


@pytest.mark.parametrize(
    ("given", "options", "expected", "lost"),
    [
        (["7", "-3", "2147483647"], {}, ["7", "-3", "2147483647"], 0),
        ([None, None], {}, ["1000000", "1000001"], 0),
        ([None, "5", None], {"first_id": 4}, ["4", "5", "6"], 0),
        (["5", "5", "5"], {"first_id": 5}, ["5", "6", "7"], 2),
        (["0", "x", "7t", "01", "2147483648", "٣"], {"first_id": 1}, list("123456"), 6),
        ([None], {"first_id": 999_999_999}, ["999999999"], 0),
        ([None, None], {"first_id": 999_999_999}, ["999999999", "1000000000"], 0),
    ],
)
def test_ids_are_kept_or_allotted_without_clashes(given, options, expected, lost):
    cards = [
        card(cf.Face(f"Frog {place}"), number=None, ids={} if each is None else {"wagic": each})
        for place, each in enumerate(given)
    ]
    found, reported = ids(fen(*cards), **options)
    assert found == expected
    assert len(reported.get("ids that are no numbers, or not unique", ())) == lost


def test_an_id_that_is_allotted_is_none_of_a_printing_without_its_primitive(tmp_path):
    kept = {"wagic": {"unresolved": ({"primitive": "Reedfrog", "id": "5", "rarity": "C"},)}}
    cardset = fen(card(number=None), extras=kept)
    cf.write(cardset, tmp_path, "wagic", first_id=5)
    text = files(tmp_path)["FEN/_cards.dat"]
    assert text == printing("Grey Heron", 6) + printing("Reedfrog", 5)
    report = cf.read_report(tmp_path, "wagic")
    assert [each.name for each in report.value.cards] == ["Grey Heron"]
    assert report.value.extras == kept


NOT_UNIQUE = "ids that are no numbers, or not unique"
UNRESOLVED = "wagic 'unresolved'"


@pytest.mark.parametrize(
    ("kept", "said", "lost"),
    [
        ({"id": "5", "rarity": "R"}, ("5", "R"), []),
        ({"id": "5"}, ("5", "C"), []),
        ({"rarity": "rare"}, ("1000000", "R"), []),
        # that of the card before it
        ({"id": "1"}, ("1000000", "C"), [NOT_UNIQUE]),
        ({"id": "0"}, ("1000000", "C"), [NOT_UNIQUE]),
        ({"id": " 5 "}, ("5", "C"), [UNRESOLVED]),
        ({"id": 5}, ("5", "C"), [UNRESOLVED]),
        ({"id": "5\n[/card]"}, ("1000000", "C"), [NOT_UNIQUE, UNRESOLVED]),
        ({"id": "5", "rarity": "bonus"}, ("5", "C"), ["the rarity 'bonus' (now 'common')"]),
        ({"primitive": "Reedfrog\n", "id": "5"}, ("5", "C"), [UNRESOLVED]),
    ],
)
def test_a_printing_without_its_primitive_is_one_that_the_engine_keeps(tmp_path, kept, said, lost):
    cardset = fen(card(), extras={"wagic": {"unresolved": ({"primitive": "Reedfrog", **kept},)}})
    text = cf.dumps(cardset, "wagic")
    for report in (cf.dumps_report(cardset, "wagic"), cf.write(cardset, tmp_path, "wagic")):
        assert losses(report) == dict.fromkeys(lost, ("Reedfrog",))
    for each in (text, files(tmp_path)["FEN/_cards.dat"]):
        assert each.endswith(printing("Reedfrog", *said))
    assert cf.loads(cf.dumps(cf.loads(text, "wagic"), "wagic"), "wagic") == cf.loads(text, "wagic")


def test_what_is_called_unresolved_but_is_no_printing_is_reported():
    kept = ({}, {"id": "1"}, "x", {"primitive": " "}, {"primitive": "Newt", "name": "Newt"})
    report = cf.dumps_report(fen(card(), extras={"wagic": {"unresolved": kept}}), "wagic")
    assert losses(report) == {"wagic 'unresolved' that is no printing": ("FEN",) * 5}


@pytest.mark.parametrize(
    ("rarity", "letter", "kind"),
    [
        ("mythic", "M", None), ("land", "L", None), ("token", "T", None), ("special", "S", None),
        ("bonus", "C", "the rarity 'bonus' (now 'common')"),
        (None, "C", "cards without a rarity (now 'common')"),
    ],
)  # fmt: skip
def test_a_rarity_is_a_letter(rarity, letter, kind):
    report = cf.dumps_report(fen(card(rarity=rarity)), "wagic")
    assert f"rarity={letter}" in lines(report)
    assert losses(report) == ({kind: ("Grey Heron",)} if kind else {})


def test_a_collector_number_that_is_no_id_is_reported():
    each = evolve(card(), number="12a")
    assert losses(cf.dumps_report(fen(each), "wagic")) == {"collector numbers": ("Grey Heron",)}


def folders(cardset, tmp_path, **options):
    report = cf.write(cardset, tmp_path / "sets", "wagic", **options)
    again = cf.read_report(tmp_path / "sets", "wagic")
    assert again.ok
    assert len(again.value.cards) == len(cardset.cards)
    found = {name.split("/")[0] for name in files(tmp_path / "sets")} - {"primitives"}
    return sorted(found), losses(report)


NO_FOLDERS = "codes that are no names of folders"
ALL_ONE = "codes of sets (now all one)"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("10E", "10E"), ("con", "con_"), ("NUL", "NUL_"), ("com1", "com1_"), ("a/b", "a_b"),
        ("..", "_"), ("../../x", "_x"), ("primitives", "primitives_"),
        ("Primitives", "Primitives_"), ("é", "_"), ("", "CUSTOM"), ("x" * 300, "x" * 60),
        ("a\nb", "a_b"), ("C:\\x", "C_x"),
    ],
)  # fmt: skip
def test_a_code_is_the_name_of_a_folder(tmp_path, code, expected):
    cardset = cf.CardSet("Fen", code, [card(code=code)])
    found, lost = folders(cardset, tmp_path)
    assert found == [expected]
    assert lost == ({NO_FOLDERS: (code,)} if code != expected else {})


@pytest.mark.parametrize(
    ("code", "codes", "options", "expected", "lost"),
    [
        (None, [None, None], {}, ["CUSTOM"], {}),
        (None, ["FEN", "FEN"], {}, ["FEN"], {}),
        (None, ["FEN", "MOOR"], {}, ["FEN", "MOOR"], {}),
        (None, ["FEN", None], {}, ["CUSTOM", "FEN"], {}),
        (None, ["CUSTOM", None], {}, ["CUSTOM", "CUSTOM_1"], 1),
        (None, ["FEN", "fen"], {}, ["FEN"], {"codes that differ in case only": ("fen",)}),
        (None, ["a/b", "a_b"], {}, ["a_b", "a_b_1"], 2),
        (None, ["a_b_1", "a_b", "a/b"], {}, ["a_b", "a_b_1", "a_b_2"], 2),
        ("FEN", ["FEN", "fen", None], {}, ["FEN"], {}),
        ("FEN", ["MOOR", "FEN"], {}, ["FEN"], {ALL_ONE: ("Frog 1",)}),
        ("FEN", ["FEN"], {"code": "BOG"}, ["BOG"], {ALL_ONE: ("Frog 1",)}),
        (None, ["FEN", "MOOR"], {"code": "BOG"}, ["BOG"], {ALL_ONE: ("Frog 1", "Frog 2")}),
        ("FEN", [], {}, ["FEN"], {}),
        (None, [], {}, ["CUSTOM"], {}),
    ],
)
def test_each_code_is_a_folder_unless_the_set_has_one(
    tmp_path, code, codes, options, expected, lost
):
    cards = [card(cf.Face(f"Frog {number}"), each, number) for number, each in enumerate(codes, 1)]
    found, reported = folders(cf.CardSet("", code, cards), tmp_path, **options)
    assert found == expected
    assert len(reported) == lost if isinstance(lost, int) else reported == lost


# --- primitives


def test_printings_of_one_card_share_a_primitive(tmp_path):
    cardset = cf.CardSet("", None, [card(), card(code="MOOR", number=2)])
    assert cf.write(cardset, tmp_path, "wagic").diagnostics == ()
    assert files(tmp_path) == {
        "FEN/_cards.dat": printing("Grey Heron"),
        "MOOR/_cards.dat": printing("Grey Heron", 2),
        "primitives/cards.txt": block(
            "name=Grey Heron", "type=Creature", "subtype=Bird", "power=1", "toughness=2"
        ),
    }
    assert cf.read(tmp_path, "wagic").cards == cardset.cards


def test_another_card_of_the_same_name_stands_whole_in_its_set(tmp_path):
    other = card(cf.Face("Grey Heron", cf.model.ManaCost(("Y",)), text="Reach"), number=2)
    cardset = fen(card(), other)
    report = cf.write(cardset, tmp_path, "wagic")
    assert losses(report) == {"mana costs": ("Grey Heron",)}  # and not once more
    assert files(tmp_path)["FEN/_cards.dat"] == printing("Grey Heron") + block(
        "name=Grey Heron", "text=Reach", "mana={X}", "id=2", "rarity=C"
    )
    assert [each.text for each in cf.read(tmp_path, "wagic").cards] == ["", "Reach"]


def test_cards_that_are_only_named_have_no_primitive(tmp_path):
    cardset = fen(card(cf.Face("Reedfrog")))
    assert cf.write(cardset, tmp_path, "wagic").diagnostics == ()
    assert files(tmp_path) == {"FEN/_cards.dat": printing("Reedfrog")}
    assert cf.read(tmp_path, "wagic").cards == cardset.cards
    assert back(cardset)[0].faces == cardset.cards[0].faces


@pytest.mark.parametrize("is_named_first", [True, False])
def test_a_card_that_is_only_named_is_reported_beside_primitives(tmp_path, is_named_first):
    cards = [card(cf.Face("Reedfrog")), card(number=2), card(cf.Face("Grey Heron"), number=3)]
    report = cf.write(fen(*cards[:: 1 if is_named_first else -1]), tmp_path, "wagic")
    assert losses(report) == {"cards that no primitive describes": ("Reedfrog",)}


def test_cards_that_sheets_only_name_are_printings(tmp_path):
    sheets = [
        cf.Sheet("rare", [cf.Entry(cf.CardRef("Grey Heron", "FEN", "7", "9"))]),
        cf.Sheet("blue Uncommon", [cf.Entry(cf.CardRef("Reedfrog")), cf.Entry(card().ref)]),
        cf.Sheet("others", [cf.Entry(cf.CardRef("Reedfrog")), cf.Entry(cf.CardRef("Newt"))]),
    ]
    report = cf.write(fen(card(), sheets=sheets), tmp_path, "wagic", first_id=5)
    assert losses(report)["collector numbers"] == ("Grey Heron",)
    assert files(tmp_path)["FEN/_cards.dat"] == (
        printing("Grey Heron")
        + printing("Grey Heron", 9, "R")
        + printing("Reedfrog", 5, "U")
        + printing("Newt", 6)
    )


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


def test_one_file_of_cards_in_no_set_has_the_name_of_the_card_set():
    newt = cf.Card(cf.Face("Newt", text="Soft."))
    cardset = cf.CardSet("Newts", None, [newt], meta={"author": "Ann"})
    report = cf.dumps_report(cardset, "wagic")
    assert report.diagnostics == ()
    assert report.value.startswith("[meta]\nname=Newts\nauthor=Ann\n[/meta]\n[card]\nname=Newt\n")
    assert cf.loads(report.value, "wagic") == cardset


def test_cards_in_no_set_are_reported_beside_sets_and_if_they_repeat(tmp_path):
    newt = cf.Card(cf.Face("Newt", text="Soft."))
    no_code = evolve(fen(card(), newt, newt), code=None)
    report = cf.write(no_code, tmp_path, "wagic")
    assert losses(report) == {
        "cards in no set, beside sets (now primitives only)": ("Newt", "Newt"),
        "cards in no set, whose names others have": ("Newt",),
    }


def test_cards_of_a_set_that_are_no_printings_are_reported(tmp_path):
    newt = cf.Card(cf.Face("Newt", text="Soft."))
    of_game = cf.CardSet(cards=[evolve(newt, ids={"octgn": "4f6e"})])
    ids = {"the id 'octgn'": ("Newt",)}
    only = {"cards without a code, a number and a rarity (now primitives only)": ("Newt",)}
    assert losses(cf.dumps_report(of_game, "wagic")) == ids | only
    assert losses(cf.write(of_game, tmp_path / "A", "wagic")) == ids | only
    named = cf.CardSet("Newts", None, [newt])
    name = {"the name of a set of primitives only": ("Newts",)}
    assert losses(cf.write(named, tmp_path / "B", "wagic")) == name
    coded = cf.write(named, tmp_path / "C", "wagic", code="NWT")
    assert losses(coded) == {"cards without a rarity (now 'common')": ("Newt",)}


# --- metadata, and what else a set has


def test_metadata_stands_before_the_cards(tmp_path):
    cardset = cf.CardSet("Fen", "FEN", [card()], meta={"author": "Ann", "year": "2020"})
    assert cf.write(cardset, tmp_path, "wagic").diagnostics == ()
    assert files(tmp_path)["FEN/_cards.dat"].startswith(
        "[meta]\nname=Fen\nauthor=Ann\nyear=2020\n[/meta]\n[card]\n"
    )
    again = cf.read(tmp_path / "FEN")
    assert (again.name, again.code, again.meta) == ("Fen", "FEN", cardset.meta)


@pytest.mark.parametrize(
    ("meta", "said", "kind"),
    [
        ({"author": "Ann\n[/meta]"}, ["author=Ann [/meta]"], "metadata with line ends"),
        ({"author": " Ann"}, ["author=Ann"], "metadata with line ends"),
        ({"Author": "Ann", "author": "Bob"}, ["author=Ann"], "keys of metadata in upper case"),
        ({"Author": "Ann", "author": "Bob"}, ["author=Ann"], "the metadata 'author'"),
        ({"name": "Bog"}, [], "the metadata 'name'"),
        ({"[/meta]": "x"}, [], "the metadata '[/meta]'"),
        ({"#x": "x"}, [], "the metadata '#x'"),
        ({"a=b": "x"}, [], "the metadata 'a=b'"),
        ({"a\nb": "x"}, [], "the metadata 'a\\nb'"),
        ({"": "x"}, [], "the metadata ''"),
    ],
)
def test_metadata_that_is_no_line_is_reported(meta, said, kind):
    report = cf.dumps_report(fen(card(), meta=meta), "wagic")
    found = lines(report)
    assert found[: found.index("[card]")] == (["[meta]", *said, "[/meta]"] if said else [])
    assert any(each.startswith(kind) for each in losses(report))


def test_what_a_card_set_has_no_place_for_is_reported_in_order():
    sheets = [
        cf.Sheet(name, [cf.Entry(card().ref)], extras={"wagic": {"x": 1}, "octgn": {"y": 1}})
        for name in "BCA"
    ]
    cardset = fen(
        card(), sheets=sheets, event=cf.model.Event(), extras={"wagic": {"z": 1}, "octgn": {"z": 1}}
    )
    assert losses(cf.dumps_report(cardset, "wagic")) == {
        "sheets that no booster uses": ("B", "C", "A"),
        "wagic 'x'": ("B", "C", "A"),
        "octgn 'y'": ("B", "C", "A"),
        "draft settings": ("FEN",),
        "wagic 'z'": ("FEN",),
        "octgn 'z'": ("FEN",),
    }


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


def test_each_set_has_the_name_and_the_pack_of_its_booster(tmp_path):
    report = cf.write(several(), tmp_path, "wagic")
    assert "more than one booster" not in losses(report)
    found = files(tmp_path)
    assert found["MOOR/_cards.dat"].startswith("[meta]\nname=Moor Pack\n[/meta]\n")
    assert found["FEN/_cards.dat"].startswith("[card]")
    assert 'pool="all set:MOOR;"' in found["MOOR/booster.txt"]
    assert [each.name for each in cf.read(tmp_path, "wagic").boosters] == ["FEN", "Moor Pack"]


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


def test_what_several_sets_have_in_common_is_lost():
    kept = {"wagic": {"unresolved": ({"primitive": "Newt", "id": "5"},)}}
    both = evolve(several(meta={"author": "Ann"}, extras=kept), name="Wetlands")
    report = cf.dumps_report(both, "wagic")
    assert losses(report) == {
        "the name of several sets": ("Wetlands",),
        "the metadata 'author'": ("Wetlands",),
        "printings whose primitives are missing": ("Newt",),
        "several sets (now one)": ("FEN", "MOOR"),
        "a booster that is not the engine's default": ("FEN", "MOOR"),
    }


def test_a_set_without_a_name_has_that_of_its_booster(tmp_path):
    cardset = evolve(several(), name="", code="FEN")
    cf.write(cardset, tmp_path, "wagic")
    assert files(tmp_path)["FEN/_cards.dat"].startswith("[meta]\nname=Moor Pack\n[/meta]\n")


def test_a_booster_of_no_set_makes_all_cards_one_set(tmp_path):
    cardset = several()
    other = evolve(cardset, boosters=[evolve(cardset.boosters[0], id="x")], cards=[
        *cardset.cards, card(cf.Face("Newt"), "MOOR", 3)
    ])  # fmt: skip
    report = cf.write(other, tmp_path, "wagic")
    assert losses(report)[ALL_ONE] == ("Grey Heron",)
    assert set(files(tmp_path)) == {
        "MOOR/_cards.dat", "MOOR/booster.txt", "primitives/MOOR.txt"
    }  # fmt: skip


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
    found = as_bytes(tmp_path / "out")
    assert {name: found[name] for name in expected} == expected
    assert found.keys() - expected.keys() == ({"primitives/FEN.txt"} if part == "FEN" else set())


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


def test_cards_without_a_set_are_printings_of_the_set_that_is_asked_for(tmp_path):
    forest = cf.Face("Fen Forest", supertypes=["Basic"], types=["Land"], subtypes=["Forest"])
    cards = [cf.Card(HERON), cf.Card(cf.Face("Newt", types=["Creature"])), cf.Card(forest)]
    report = cf.write(cf.CardSet(cards=cards), tmp_path, "wagic", code="MOR")
    assert losses(report) == {
        "cards without a rarity (now 'common')": ("Grey Heron", "Newt"),
        "cards without a rarity (now 'land')": ("Fen Forest",),
    }
    again = cf.read(tmp_path / "MOR")
    assert [(each.name, each.rarity, each.number) for each in again.cards] == rows("""
        Grey Heron | common | 1000000
        Newt       | common | 1000001
        Fen Forest | land   | 1000002
    """)


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
