"""The exact reading: each rule by which the engine reads card files, mistakes included."""

from __future__ import annotations

import pytest

import cardformats as cf
from tests.unit.wagic_files import card, printing, write

#: A primitive.
FROG = card("name=Reedfrog", "mana={1}{g}", "type=Creature", "subtype=Frog", "text=Croak.")


def read(folder, files, where="SET", **options):
    """The cards that the engine has of *where*, in a folder with *files*."""
    path = write(folder, files) / where
    return cf.read_report(path, engine="exact", **options).value.cards


def one(*lines, **options):
    """The only card that the engine makes of the *lines* of a block."""
    (found,) = cards_of_text(card(*lines), **options)
    return found


def cards_of_text(text, **options):
    return cf.loads_report(text, "wagic", engine="exact", **options).value.cards


def kept(found):
    """What the model has no word for."""
    return found.extras.get("wagic", {})


def names(cards):
    return [each.name for each in cards]


def primitives_of(folder, files, **options):
    """The names of the primitives in *files*, in the engine's order."""
    files = {f"primitives/{name}": content for name, content in files.items()}
    return names(read(folder, files, "primitives", **options))


# Keys


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("note=Bogtoad", "name", "Bogtoad"),
        ("power =3", "power", "3"),
        ("p=3", "power", "3"),
        ("comment=blue", "colors", {cf.model.Color.BLUE}),
        ("mtgid={g}", "mana_cost", cf.model.ManaCost.parse("{G}")),
        ("m={2}", "mana_cost", cf.model.ManaCost.parse("{2}")),
        ("crew=blue", "colors", {cf.model.Color.BLUE}),
        ("color=BLUE", "colors", {cf.model.Color.BLUE}),
        ("series=frog", "subtypes", ("Frog",)),
        ("text=a=b", "text", "a=b"),
        ("text= Croak ", "text", " Croak "),
    ],
)
def test_a_key_counts_by_its_first_letter(line, field, value):
    found = one("name=Reedfrog", "type=Creature", line)
    assert getattr(found.faces[0], field) == value


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("flavor={3}{r}", "flashback", "{3}{r}"),
        ("face={2}", "flashback", "{2}"),
        ("facedown={2}", "facedown", "{2}"),
        ("f=facedown{2}", "facedown", "{2}"),
        ("banana={1}", "buyback", "{1}"),
        ("bestow={1}", "bestow", "{1}"),
        ("backside=Bogtoad", "backside", "Bogtoad"),
        ("kind={1}", "kicker", "{1}"),
        ("other={E}", "other", "{e}"),
        ("otherrestriction=Raid", "otherrestriction", "Raid"),
        ("restriction=Raid", "restriction", "Raid"),
        ("retrace={G}", "retrace", "{g}"),
        ("day=dredge(3) {4}", "dredge", 3),
        ("suspend(4)={1}{U}", "suspend", "{1}{u}"),
        ("suspend(4)={1}{U}", "suspend number", 4),
        ("alias=1194abc", "alias", 1194),
        ("target=Creature", "target", "creature"),
        ("autohand=DRAW:1", "autohand", ("draw:1",)),
        ("automatic=Draw:1", "automatic", ("draw:1",)),
        ("aicode=Draw:1", "aicode", ("draw:1",)),
        ("crewbonus=Draw:1", "crewbonus", "draw:1"),
        ("modular=Draw:1", "modular", "draw:1"),
        ("doublefaced=Draw:1", "doublefaced", "draw:1"),
        ("phasedoutbonus=Draw:1", "phasedoutbonus", "draw:1"),
        ("partner=Bogtoad", "partner", "Bogtoad"),
        ("besides={1}", "bestow", "{1}"),
        ("back=Bogtoad", "backside", "Bogtoad"),
        ("o    r=Raid", "otherrestriction", "Raid"),
        ("o   r={1}", "other", "{1}"),
        ("rust=Raid", "restriction", "Raid"),
        ("return={G}", "retrace", "{g}"),
        ("part=Bogtoad", "partner", "Bogtoad"),
        ("s=suspend(3){1}", "suspend", "{1}"),
        ("series=suspend(3){1}", "suspend number", 3),
        ("kicker={2} name(Kick It)", "kicker name", "kick it"),
        ("auto=Draw:1", "auto", ("draw:1",)),
        ("autoÉ=Draw:1", "autoÉ", ("draw:1",)),
        ("target=ÉCLAIR", "target", "Éclair"),
        ("kicker={C(0/0,1,ÉGG)}", "kicker", "{c(0/0,1,Égg)}"),
        ("mana={C(0/0,1,ÉGG)}", "extra_costs", ("{c(0/0,1,Égg)}",)),
    ],
)
def test_what_the_model_has_no_word_for_is_kept_as_the_engine_keeps_it(line, key, value):
    assert kept(one("name=Reedfrog", line))[key] == value


@pytest.mark.parametrize(
    "line",
    [
        "version=1",
        " text=x",
        "Text=x",
        "text =x",
        "ability=flying",
        "abilitie=flying",
        "arget=creature",
        "aliases=5",
        "anyzones=draw:1",
        "day=3",
        "#text=x",
        "=x",
        "text",
        "xyz=",
    ],
)
def test_other_lines_are_ignored(line):
    found = one("name=Reedfrog", line)
    assert found == one("name=Reedfrog")
    assert found.faces[0] == cf.Face("Reedfrog")


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("image=5", "number", "5"),
        ("id=-7t", "number", "-7"),
        ("id=x", "number", "0"),
        ("id= 12", "number", "12"),
        ("rarity=Mythic", "rarity", "mythic"),
        ("rare=U", "rarity", "uncommon"),
        ("rarity=uncommon", "rarity", "u"),
        ("rarity=Bonus", "rarity", "b"),
        ("rarity=", "rarity", "none"),
        ("rules=rare", "rarity", "r"),
    ],
)
def test_ids_and_rarities_count_by_their_first_characters(line, field, value):
    assert getattr(one("name=Reedfrog", line), field) == value


@pytest.mark.parametrize(
    ("lines", "field", "value"),
    [
        (["id=4", "id=5"], "number", "5"),
        (["rarity=R", "rarity=U"], "rarity", "uncommon"),
        (["name=Newt", "note=Bogtoad"], "name", "Bogtoad"),
        (["power=1", "p=2", "toughness=1"], "power", "2"),
        (["power=1", "toughness=1", "toughness=4"], "toughness", "4"),
    ],
)
def test_the_last_line_of_a_key_counts(lines, field, value):
    assert getattr(one("name=Reedfrog", "type=Creature", *lines), field) == value


@pytest.mark.parametrize(
    ("lines", "key", "value"),
    [
        (["kicker={1}", "kicker={2}"], "kicker", "{2}"),
        (["flashback={1}", "face={2}"], "flashback", "{2}"),
        (["target=land", "target=creature"], "target", "creature"),
        (["alias=1", "alias=2"], "alias", 2),
        (["restriction=a", "restriction=b"], "restriction", "b"),
        (["suspend(1)={1}", "suspend(2)={2}"], "suspend number", 2),
        (["d=dredge(1)", "dredge=dredge(2)"], "dredge", 2),
        (["d=dredge(1)", "d=x"], "dredge", 1),
    ],
)
def test_the_last_line_of_a_cost_or_a_word_counts(lines, key, value):
    assert kept(one("name=Reedfrog", *lines))[key] == value


def test_of_several_lines_of_aicode_the_last_one_counts():
    assert kept(one("name=Reedfrog", "aicode=x", "aicode=Y"))["aicode"] == ("y",)


@pytest.mark.parametrize("line", ["trample=1", "t=", "txt=Croak.", "target="])
def test_any_key_with_a_t_makes_a_primitive_of_its_own(line, tmp_path):
    """It takes the place of the one referred to, and is blank but for that line."""
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": card("primitive=Reedfrog", line, "id=5"),
    }
    (found,) = read(tmp_path, files)
    assert found.faces[0] == cf.Face("")


@pytest.mark.parametrize(
    ("grades", "is_there"),
    [
        (["UNSUPPORTED"], False),
        (["xxS"], False),
        (["SUPPORTED"], True),
        (["unsupported", "x"], False),
        (["unsupported", "xxp"], True),
        (["un"], True),
    ],
)
def test_a_grade_counts_in_either_case_and_a_short_one_changes_nothing(grades, is_there):
    lines = [f"grade={each}" for each in grades]
    text = card("name=Reedfrog", *lines)
    assert bool(cards_of_text(text, max_grade="borderline")) is is_there


def test_mana_adds_the_colours_of_all_mana_so_far():
    found = one("name=Reedfrog", "mana={r}", "color=blue", "mana={g}")
    assert found.colors == {cf.model.Color.RED, cf.model.Color.BLUE, cf.model.Color.GREEN}


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("kicker={2}multi", {"kicker": "{2}", "multikicker": "1"}),
        ("kicker=multi{2}", {"kicker": "{2}", "multikicker": "1"}),
        ("flashback={2} name(Back)", {"flashback": "{2}", "flashback name": "back"}),
        ("flashback={2} name(Back", {"flashback": "{2}", "flashback name": "back"}),
        ("other={2}name(Pay){U}", {"other": "{2}{u}", "other name": "pay"}),
        ("facedown={2} name(Down)", {"facedown": "{2}"}),
    ],
)
def test_costs_have_names_and_are_counted_without_them(line, kinds):
    assert kept(one("name=Reedfrog", line)) == kinds


def test_a_printing_without_id_has_the_id_0_and_is_common(tmp_path):
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": card("primitive=Reedfrog") + card("primitive=Reedfrog", "rarity=R"),
    }
    (found,) = read(tmp_path, files)
    assert (found.number, found.rarity) == ("0", "common")


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("name=A", "text=a", "text=b"), "b"),
        (("text=a -- b", "name=A"), "a\nb"),
    ],
)
def test_the_last_text_counts(lines, text):
    assert one(*lines).text == text


def test_scripts_of_a_zone_add_up_and_anyzone_is_in_every_zone():
    found = kept(one("name=A", "auto=x", "anyzone=ANY", "auto=y", "autohand=z"))
    assert found["auto"] == ("x", "any", "y")
    assert found["autohand"] == ("any", "z")
    zones = (
        "library", "graveyard", "stack", "exile", "commandzone", "reveal", "sideboard",
    )  # fmt: skip
    assert {found[f"auto{zone}"] for zone in zones} == {("any",)}


@pytest.mark.parametrize(
    ("value", "cost", "more"),
    [
        ("multi{2}{R} name(Kick it)", "{2}{r}", {"multikicker": "1"}),
        ("Multi{2}", "{2}", {"multikicker": "1"}),
        ("{2}", "{2}", {}),
    ],
)
def test_a_kicker_can_be_a_multikicker(value, cost, more):
    found = kept(one("name=A", f"kicker={value}"))
    assert found["kicker"] == cost
    assert {key: found[key] for key in found if key == "multikicker"} == more


def test_the_name_of_a_cost_is_in_lower_case_and_no_part_of_the_cost():
    found = kept(one("name=A", "other={E} NAME(Exile {3})"))
    assert found["other"] == "{e}"
    assert found["other name"] == "exile {3}"


# Numbers, types and keywords


@pytest.mark.parametrize(
    ("value", "number"),
    [("2", "2"), ("*", "0"), ("1+*", "1"), ("-1", "-1"), ("+3x", "3"), (" 4", "4"), ("", "0")],
)
def test_power_and_toughness_are_the_numbers_at_the_start(value, number):
    found = one("name=A", "type=Creature", f"power={value}", f"toughness={value}")
    assert (found.power, found.toughness) == (number, number)


@pytest.mark.parametrize(
    ("lines", "types"),
    [
        (["type=Legendary  Artifact Creature "], ["Legendary", "Artifact", "Creature"]),
        (["type=creature", "subtype=frog Wizard"], ["Creature", "Frog", "Wizard"]),
        (["subtype=frog", "type=creature"], ["Creature", "Frog"]),
        (["type=creature", "type=Artifact"], ["Creature", "Artifact"]),
        (["type=CREATURE"], ["CREATURE"]),
    ],
)
def test_types_begin_with_a_capital_and_add_up(lines, types):
    found = one("name=A", *lines)
    assert [*found.supertypes, *found.types, *found.subtypes] == types


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("First Strike,FLYING", ["first strike", "flying"]),
        ("flashy", ["flash"]),
        ("flyingg", ["flying"]),
        ("opponentshroud", ["shroud"]),
        ("controllershroud", ["controllershroud"]),
        ("reachshadow", ["reachshadow"]),
        (" trample ", ["trample"]),
        ("protection from red, unknown", ["protection from red"]),
        ("flying haste", ["haste"]),
        (",,", []),
        ("", []),
    ],
)
def test_of_the_keywords_in_a_word_the_last_one_counts(value, found):
    assert list(kept(one("name=A", f"abilities={value}")).get("abilities", ())) == found


def test_keywords_of_several_lines_add_up():
    found = one("name=A", "abilities=flying", "abilities=haste")
    assert kept(found)["abilities"] == ("flying", "haste")


# Mana and colours


@pytest.mark.parametrize(
    ("value", "mana", "mana_value"),
    [
        ("{1}{G}", "{1}{G}", 2),
        ("{g}{1}", "{1}{G}", 2),
        ("2WW", None, 0),
        ("2{W}W", "{W}", 1),
        ("{c}{5}", "{5}{C}", 6),
        ("{wu}", "{W/U}", 1),
        ("{2w}", "{2/W}", 2),
        ("{9g}", "{2/G}", 9),
        ("{12}{9g}", "{12}{2/G}", 21),
        ("{X}{X}{r}", "{X}{R}", 1),
        ("{i}{i}", "{S}{S}", 4),
        ("{1}{p(w)}", "{1}{W/P}", 2),
        ("{y}{}", None, 0),
        ("{W}{s(creature|mybattlefield)}{t}", "{W}", 1),
        ("{w", None, 0),
        ("{t}{q}{s2l}{e:3}{l:2}{d(creature|myhand)}{delve}{convoke}{c(1/1,2,Croak)}{W}", "{W}", 1),
        # generic mana is counted in 16 bits, the first of which is the sign
        ("{1000000}", "{16960}", 16960),
        ("{65537}", "{1}", 1),
        ("{65536}", None, 0),
        ("{40000}", None, -25536),
        ("{30000}{30000}", None, -5536),
        ("{" + "9" * 40 + "}", None, -1),
    ],
)
def test_costs_are_counted_as_the_engine_counts_them(value, mana, mana_value):
    found = one("name=A", f"mana={value}")
    assert found.mana_cost == (cf.model.ManaCost.parse(mana) if mana else None)
    counted = found.mana_cost.mana_value if found.mana_cost else 0
    assert kept(found).get("mana_value", counted) == mana_value


def test_repeated_mana_adds_up():
    assert one("name=A", "mana={1}", "mana={G}", "mana={2}").mana_cost.mana_value == 4


@pytest.mark.parametrize(
    ("lines", "colors"),
    [
        (["mana={W}{U}"], "WU"),
        (["mana={wu}"], "WU"),
        (["mana={2w}"], "W"),
        (["mana={1}{p(w)}"], ""),
        (["mana={c}"], ""),
        (["mana={W}{U}", "color=red"], "R"),
        (["color=red", "mana={W}"], "WR"),
        (["mana={W}", "color=Blue,Black"], "UB"),
        (["mana={W}", "color=Blue,colorless"], "U"),
        (["mana={W}", "color=colorless"], "W"),
        (["mana={W}", "color=colorless,red"], "WR"),
        (["color=white", "color=red"], "R"),
        (["color=artifact"], ""),
    ],
)
def test_color_replaces_what_stands_before_it_and_mana_adds(lines, colors):
    assert {color.value for color in one("name=A", *lines).colors} == set(colors)


# Blocks and files


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[card]\nname=A\ntext=x\n[card]\nname=B\n[/card]\n", [("B", "x")]),
        ("[anything]\nname=A\n[/whatever]\n", [("A", "")]),
        ("[card\nname=A\n[/card] x\n", [("A", "")]),
        ("[m\nname=A\n[/\n[card]\nname=B\n[/card]\n", [("B", "")]),
        ("name=A\n[/card]\n[card]\nname=B\n[/card]\n", [("B", "")]),
        ("[card]\r\nname=A\r\n\r\n[/card]\r\n", [("A", "")]),
        (" [card]\nname=A\n[/card]\n", []),
        ("[card]\nname=A\n", []),
        ("[card]\n[/card]\n", []),
        ("[card]\nname=A\r\r\n[/card]\n", [("A\r", "")]),
        ("\ufeff" + card("name=A") + card("name=B"), [("B", "")]),
    ],
)
def test_blocks_open_and_close_as_in_the_engine(text, found):
    assert [(each.name, each.text) for each in cards_of_text(text)] == found


def test_a_card_that_is_not_closed_goes_on_in_the_next_file(tmp_path):
    files = {"a.txt": "[card]\nname=A\ntext=x\n", "b.txt": "[card]\nmana={1}\n[/card]\n"}
    folder = write(tmp_path, {f"primitives/{name}": text for name, text in files.items()})
    (found,) = cf.read_report(folder / "primitives", engine="exact").value.cards
    assert (found.name, found.text, found.mana_cost.mana_value) == ("A", "x", 1)


def test_a_card_that_is_not_closed_goes_on_in_the_next_set(tmp_path):
    files = {
        "primitives/p.txt": card("name=A") + card("name=B"),
        "ONE/_cards.dat": "[card]\nprimitive=A\nid=1\n",
        "TWO/_cards.dat": "[card]\nprimitive=B\nrarity=R\n[/card]\n",
    }
    (found,) = read(tmp_path, files, "")
    assert (found.set_code, found.name, found.number, found.rarity) == ("TWO", "B", "1", "rare")


def test_an_opened_block_forgets_the_grade_of_a_card_that_is_not_closed(tmp_path):
    files = {"a.txt": "[card]\nname=A\ngrade=crappy\n", "b.txt": "[card]\ntext=x\n[/card]\n"}
    assert primitives_of(tmp_path, files, max_grade="borderline") == ["A"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("grade=crappy\n" + card("name=A"), []),
        (card("name=A") + "grade=crappy\n" + card("name=B"), ["A"]),
        ("grade=borderline\n" + card("name=A"), ["A"]),
        ("gibberish\n" + card("name=A"), ["A"]),
        ("grumbles and so on\n" + card("name=A"), ["A"]),
        ("grunting noises\n" + card("name=A"), ["A"]),
        ("grumble anyway\n" + card("name=A"), []),
        ("# grade=crappy\n" + card("name=A"), ["A"]),
        (" grade=crappy\n" + card("name=A"), ["A"]),
        ("grade=c\n" + card("name=A"), ["A"]),
        (card("name=A", "grade=crappy") + card("name=B"), ["B"]),
        (card("name=A", "grade=crappy", "grade=supported"), ["A"]),
        (card("name=A", "grade=nice"), ["A"]),
        (card("grade=dangerous", "name=A"), []),
        (card("name=A", "gleam=shady"), []),
    ],
)
def test_grades_count_by_a_letter_and_end_the_file_between_cards(text, found):
    assert names(cards_of_text(text, max_grade="borderline")) == found


GRADE_LETTERS = ("supported", "borderline", "unofficial", "crappy", "unsupported", "dangerous")


@pytest.mark.parametrize("grade", GRADE_LETTERS)
@pytest.mark.parametrize("max_grade", GRADE_LETTERS)
def test_what_is_not_worse_than_the_worst_grade_is_there(grade, max_grade):
    expected = ["A"] if GRADE_LETTERS.index(grade) <= GRADE_LETTERS.index(max_grade) else []
    for text in (card("name=A", f"grade={grade}"), f"grade={grade}\n" + card("name=A")):
        assert names(cards_of_text(text, max_grade=max_grade)) == expected


def test_files_are_read_in_the_order_of_their_bytes(tmp_path):
    files = {name: card("name=A", f"text={name}") for name in ("b.txt", "_a.txt", "a.txt", "C.txt")}
    folder = write(tmp_path, {f"primitives/{name}": text for name, text in files.items()})
    (found,) = cf.read_report(folder / "primitives", engine="exact").value.cards
    assert found.text == "C.txt"


# Primitives and printings


@pytest.mark.parametrize(
    ("primitives", "block", "found"),
    [
        (FROG, printing("Reedfrog"), ["Reedfrog"]),
        (FROG, printing("reedfrog"), []),
        (FROG, printing("Reedfrog "), []),
        (FROG, card("primitve=Reedfrog", "id=1"), ["Reedfrog"]),
        (FROG, printing("Reedfrog", 1, "C", "primitive=Bogtoad"), ["Reedfrog"]),
        (FROG + card("name=Bogtoad"), printing("Reedfrog", 1, "C", "price=Bogtoad"), ["Bogtoad"]),
        (FROG, printing("Bogtoad"), []),
        (FROG, printing("Reedfrog", 1, "C", "version=1"), ["Reedfrog"]),
        (FROG, printing("Reedfrog", 1, "C", "ability=flying"), ["Reedfrog"]),
        (FROG, card("id=1", "version=1"), []),
        ("", card("id=1", "rarity=C"), []),
        ("", card("id=1", "name=Bogtoad"), ["Bogtoad"]),
        (card("name="), printing(""), [""]),
    ],
)
def test_a_reference_is_looked_up_where_it_stands(primitives, block, found, tmp_path):
    files = {"primitives/p.txt": primitives, "SET/_cards.dat": block}
    assert names(read(tmp_path, files)) == found


def test_an_inline_primitive_takes_the_place_of_the_one_referred_to(tmp_path):
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": printing("Reedfrog", 4, "R", "text=Ribbit."),
    }
    (found,) = read(tmp_path, files)
    assert found.faces[0] == cf.Face("", text="Ribbit.")
    assert (found.number, found.rarity) == ("4", "rare")


@pytest.mark.parametrize("block", ["id=4", "id=4\ngrade=crappy"])
def test_an_inline_primitive_that_is_refused_leaves_the_one_referred_to(block, tmp_path):
    """Its key is its id, which may be the name of another primitive, or its grade is too bad."""
    other = "" if "grade" in block else card("name=4")
    files = {
        "primitives/p.txt": FROG + other,
        "SET/_cards.dat": card("primitive=Reedfrog", *block.split("\n"), "name=Bogtoad"),
    }
    assert names(read(tmp_path, files, max_grade="borderline")) == ["Reedfrog"]


@pytest.mark.parametrize(
    "files",
    [
        {"p.txt": card("name=A", "text=first") + card("name=A", "text=second")},
        {"a.txt": card("name=A", "text=first"), "b.txt": card("name=A", "text=second")},
    ],
)
def test_the_first_primitive_of_a_name_counts(files, tmp_path):
    files = {f"primitives/{name}": text for name, text in files.items()}
    (found,) = read(tmp_path, files, "primitives")
    assert found.text == "first"


def test_the_first_card_of_an_id_counts_in_all_sets(tmp_path):
    files = {
        "primitives/p.txt": FROG + card("name=Bogtoad", "id=3"),
        "ONE/_cards.dat": printing("Reedfrog", 1) + printing("Reedfrog", 1, "R"),
        "TWO/_cards.dat": printing("Reedfrog", 1) + printing("Reedfrog", 2),
        "ZOO/_cards.dat": printing("Reedfrog", 3) + printing("Reedfrog", 4),
    }
    found = [(each.set_code, each.number, each.rarity) for each in read(tmp_path, files, "")]
    assert found == [("ONE", "1", "common"), ("TWO", "2", "common"), ("ZOO", "4", "common")]


def test_a_card_without_data_does_not_take_an_id(tmp_path):
    files = {
        "primitives/p.txt": FROG,
        "SET/_cards.dat": printing("Bogtoad", 1) + printing("Reedfrog", 1),
    }
    assert names(read(tmp_path, files)) == ["Reedfrog"]


def test_a_printing_among_primitives_cannot_refer_to_a_later_one(tmp_path):
    files = {"a.txt": printing("Late") + printing("Early", 2), "Z.txt": card("name=Early")}
    files = {f"primitives/{name}": text for name, text in files.items()}
    files["primitives/b.txt"] = card("name=Late")
    found = read(tmp_path, files, "primitives")
    assert [(each.name, each.number) for each in found] == [
        ("Early", "2"),
        ("Early", None),
        ("Late", None),
    ]


def test_a_file_of_primitives_has_only_its_own(tmp_path):
    files = {"primitives/a.txt": card("name=A"), "primitives/b.txt": card("name=B")}
    assert names(read(tmp_path, files, "primitives/b.txt")) == ["B"]


def test_a_card_that_is_not_closed_does_not_go_on_in_files_before_it(tmp_path):
    files = {"a.txt": card("text=x", "name=A"), "b.txt": "[card]\nid=9\nname=B\n"}
    files = {f"primitives/{name}": text for name, text in files.items()}
    found = read(tmp_path, files, "primitives")
    assert [(each.name, each.number) for each in found] == [("A", None)]


def test_names_are_compared_byte_by_byte(tmp_path):
    files = {
        "primitives/p.txt": card("name=Ælf", "text=utf-8"),
        "primitives/q.txt": card("name=Ælf", "text=cp1252").encode("cp1252"),
        "SET/_cards.dat": printing("Ælf").encode("cp1252"),
    }
    (found,) = read(tmp_path, files)
    assert (found.name, found.text) == ("Ælf", "cp1252")


# Macros


@pytest.mark.parametrize(
    ("macros", "line", "expanded"),
    [
        (["_A_ Alpha"], "x _a_ _A_", ["x alpha alpha"]),
        (["_A_ one", "_A_ two"], "_A_", ["one"]),
        (["_A_ a", "_A_B_ b"], "_A_B_", ["ab_"]),
        (["_A_B_ b", "_A_ a"], "_A_B_", ["b"]),
        (["_A_ x _B_", "_B_ done"], "_A_", ["x done"]),
        (["_B_ done", "_A_ x _B_"], "_A_", ["x _b_"]),
        (["_A_ x _A_"], "_A_", ["x _a_"]),
        (["_A_ one\\ntwo"], "_A_", ["one", "two"]),
        (["_P_($x) <$x>"], "_P_(z) _p_( z )", ["<z> < z >"]),
        (["_P_($x) <$x>"], "_P_(f(1))", ["<f(1>)"]),
        (["_P_($x)<$x >"], "_P_(z)", ["z >"]),
        # the engine never ends on these: definitions without a blank, calls that nothing closes
        (["_P_($x)<$x>"], "_P_(z)", None),
        (["_P_($x) <$x>"], "_P_(z", None),
        (["_P_($x) <$x>"], "_P_(a) _P_(b", None),
        # without names of parameters there are none, and the brackets of a call stay
        (["_P_() x"], "_P_() _P_", ["x() x"]),
        (["_P_($x) <$x>"], "_P_(a,b)", None),
        (["_P_($x) <$x>"], "_P_(a) _P_(a,b)", None),
        (["_P_($x) <$x>"], "_P_", None),
        (["_Q_($a,$b) [$a|$b]"], "_Q_(1,2,)", ["[1|2]"]),
        (["_Q_($a,$ab) [$a|$ab]"], "_Q_(1,2)", ["[1|1b]"]),
        (["_Q_($a,$ab) [$a|$ab]"], "_Q_($ab,9)", ["[9|9b]"]),
        (["_P_($x) <$x>"], "foo(1) _P_(z)", ["foo(1) <z)> <z>"]),
        (["_P_ ($x) <$x>"], "_P_", ["($x) <$x>"]),
    ],
)
def test_a_macro_is_applied_once_in_the_order_of_definition(macros, line, expanded):
    text = "".join(f"#AUTO_DEFINE {macro}\n" for macro in macros)
    (found,) = cards_of_text(text + card("name=A", f"auto={line}"))
    assert kept(found)["auto"] == (line.lower(),)
    assert kept(found).get("expanded") == (None if expanded is None else {"auto": tuple(expanded)})


@pytest.mark.parametrize(
    "line",
    ["x#AUTO_DEFINE _A_ b", " #AUTO_DEFINE _A_ b", "#auto_define _A_ b", "$AUTO_DEFINE _A_ b"],
)
def test_a_definition_begins_its_line(line):
    (found,) = cards_of_text(f"{line}\n" + card("name=A", "auto=_A_"))
    assert "expanded" not in kept(found)


def test_a_definition_counts_wherever_it_stands_and_for_cards_before_it():
    text = card("name=A", "auto=_A_", "#AUTO_DEFINE _A_ b")
    (found,) = cards_of_text(text)
    assert kept(found)["expanded"] == {"auto": ("b",)}


def test_the_lines_of_a_zone_are_expanded_together_but_not_those_of_other_zones():
    text = "#AUTO_DEFINE _P_($x) <$x>\n"
    (found,) = cards_of_text(text + card("name=A", "auto=f(1)", "autohand=_P_(z)", "auto=_P_(z)"))
    assert kept(found)["expanded"] == {"auto": ("f(1)", "<z)>", "<z>"), "autohand": ("<z>",)}


def test_macros_are_not_applied_to_costs_and_targets():
    text = "#AUTO_DEFINE cat dog\n"
    (found,) = cards_of_text(text + card("name=cat", "target=cat", "aicode=cat", "text=cat"))
    assert (found.name, found.text, kept(found)["target"]) == ("cat", "cat", "cat")
    assert kept(found)["aicode"] == ("cat",)


@pytest.mark.parametrize(
    "macro",
    [
        " body", "", "name", "()", "($x) body", "_P_($x)", "_P_($x", "_P_() ", "_P_(,) x",
        "_P_($x) _P_($x)_P_($x)", "a aaaa", "a " + "a" * 20_000, "($x) $x$x",
        "_P_(x) " + "x" * 3_000, "_P_(_P_) _P_(_P_)",
    ],
)  # fmt: skip
def test_hostile_macros_end(macro):
    text = f"#AUTO_DEFINE {macro}\n"
    scripts = ("a" * 1_000, "_P_(a)" * 200, "_P_(" * 200, "_P_(" + ")" * 200)
    for script in scripts:
        (found,) = cards_of_text(text + card("name=A", f"auto={script}"))
        assert "".join(kept(found)["auto"]) == script.lower()


@pytest.mark.parametrize(
    ("macros", "script"),
    [
        (["b " + "a" * 1_000, "a " + "c" * 1_000], "b" * 90),
        (["_P_($x) $x$x$x", "_Q_($x) " + "$x" * 1_000], "_Q_(" + "y" * 1_000 + ")"),
        (["_P_($x) $x"], ")" * 2_000 + "_P_(x"),
        ([f"m{chr(97 + n)} " + f"m{chr(98 + n)}" * 20 for n in range(20)], "ma"),
    ],
)
def test_an_expansion_does_not_grow_beyond_its_limit(macros, script):
    text = "".join(f"#AUTO_DEFINE {macro}\n" for macro in macros)
    (found,) = cards_of_text(text + card("name=A", f"auto={script}"), max_expansion_size=10_000)
    expanded = kept(found).get("expanded", {"auto": ()})
    assert len("\n".join(expanded["auto"])) <= 10_000 + len(script)


def test_only_so_many_macros_count():
    text = "".join(f"#AUTO_DEFINE _{number}_ x\n" for number in range(3))
    (found,) = cards_of_text(text + card("name=A", "auto=_0_ _1_ _2_"), max_macros=2)
    assert kept(found)["expanded"] == {"auto": ("x x _2_",)}


# Both readings


def test_both_readings_of_one_file_side_by_side(tmp_path):
    files = {
        "primitives/p.txt": card("name=Reedfrog", "note=Bogtoad", "mana={1}", "mana={i}"),
        "SET/_cards.dat": printing("Reedfrog", "7t") + printing("Bogtoad", 8, "rare"),
    }
    folder = write(tmp_path, files)
    sane, exact = (cf.read_report(folder / "SET", engine=engine) for engine in ("sane", "exact"))
    assert sane.diagnostics == exact.diagnostics
    rows = [
        [(each.name, each.number, each.rarity, str(each.mana_cost)) for each in report.value.cards]
        for report in (sane, exact)
    ]
    assert rows == [
        [("Reedfrog", "7", "common", "{S}")],
        [("Bogtoad", "8", "r", "{1}{S}")],
    ]


def test_the_sane_reading_is_the_default(tmp_path):
    folder = write(tmp_path, {"SET/_cards.dat": card("name=A", "note=B", "id=1", "rarity=C")})
    assert cf.read_report(folder / "SET").value.cards[0].name == "A"
    sane = cf.read_report(folder / "SET", engine="sane")
    assert sane.value == cf.read_report(folder / "SET").value


def test_another_engine_is_refused(tmp_path):
    with pytest.raises(cf.OptionError, match="engine"):
        cf.read_report(write(tmp_path, {"SET/_cards.dat": ""}) / "SET", engine="other")


def test_the_booster_is_made_of_the_cards_that_the_engine_has(tmp_path):
    files = {
        "primitives/p.txt": FROG + card("name=Bogtoad"),
        "SET/_cards.dat": printing("Reedfrog", 1) + printing("Bogtoad", 1, "U"),
    }
    cardset = cf.read_report(write(tmp_path, files) / "SET", engine="exact").value
    (booster,) = cardset.boosters
    entries = [entry.card.name for sheet in cardset.sheets.values() for entry in sheet.entries]
    assert set(entries) == {"Reedfrog"}
    assert booster.id == "SET"


def test_primitives_that_changed_are_read_again(tmp_path):
    files = {"primitives/p.txt": FROG, "SET/_cards.dat": printing("Reedfrog")}
    assert read(tmp_path, files)[0].text == "Croak."
    files["primitives/p.txt"] = FROG.replace("Croak", "Ribbit")
    assert read(tmp_path, files)[0].text == "Ribbit."


def test_further_macros_count_after_those_of_the_primitives(tmp_path):
    files = {
        "primitives/p.txt": "#AUTO_DEFINE _A_ a\n" + card("name=A", "auto=_A_ _B_"),
        "SET/_cards.dat": printing("A"),
        "more.txt": "#AUTO_DEFINE _A_ x\n#AUTO_DEFINE _B_ b\n",
    }
    (found,) = read(tmp_path, files, macros=tmp_path / "more.txt")
    assert kept(found)["expanded"] == {"auto": ("a b",)}


def test_a_bracket_alone_opens_nothing():
    text = "[\nname=A\n[/card]\n" + card("name=B")
    assert names(cards_of_text(text)) == ["B"]
