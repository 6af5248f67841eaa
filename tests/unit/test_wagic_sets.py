"""Sets and their primitives, through the public functions."""

from __future__ import annotations

import pytest

import cardformats as cf

from .text_tables import rows
from .wagic_files import card, printing, write

PRIMITIVES = """\
[card]
name=Forest
auto={T}:add{G}
type=Basic Land
subtype=Forest
[/card]
[card]
name=Reedfrog
text=Leap ({1}) -- Reedfrog croaks.
mana={1}{g}
auto=_LEAP_({1})
auto={T}:untap
autohand={2}{cycle}:draw:1
alias=7
type=legendary creature
subtype=frog druid
power=*
toughness=1+*
[/card]
[card]
name=Reedfrog
text=A second frog.
[/card]
#AUTO_DEFINE _LEAP_($cost) $cost:flying ueot
"""


@pytest.fixture
def read(tmp_path):
    """Reads a set of these blocks, with PRIMITIVES beside it; returns the report."""

    def read(*blocks, **options):
        write(tmp_path, {"primitives/p.txt": PRIMITIVES, "AAA/_cards.dat": "".join(blocks)})
        return cf.read_report(tmp_path / "AAA", **options)

    return read


@pytest.fixture
def frog(read):
    return read(printing("Reedfrog", 7, "U")).raise_for_errors().cards[0]


def test_a_printing_has_the_face_of_the_first_primitive_of_its_name(frog):
    assert frog.faces == (
        cf.Face(
            "Reedfrog",
            cf.model.ManaCost(("1", "G")),
            {cf.model.Color.GREEN},
            "Legendary",
            "Creature",
            ("Frog", "Druid"),
            "Leap ({1})\nReedfrog croaks.",
            "*",
            "1+*",
        ),
    )


def test_a_printing_has_the_code_of_its_folder_and_its_id_as_number(frog):
    assert (frog.set_code, frog.number, frog.ids, frog.rarity) == (
        "AAA",
        "7",
        {"wagic": "7"},
        "uncommon",
    )


def test_scripts_are_kept_as_they_are_written_and_expanded_beside_that(frog):
    assert frog.extras["wagic"] == {
        "auto": ("_LEAP_({1})", "{T}:untap"),
        "autohand": ("{2}{cycle}:draw:1",),
        "alias": "7",
        "expanded": {"auto": ("{1}:flying ueot", "{T}:untap")},
    }


def test_without_calls_of_macros_nothing_is_expanded(read):
    (forest,) = read(printing("Forest")).value.cards
    assert forest.extras["wagic"] == {"auto": ("{T}:add{G}",)}


def test_macros_may_stand_in_the_set_and_in_further_files(read, tmp_path):
    extra = tmp_path / "more.txt"
    extra.write_text("#AUTO_DEFINE _HOP_ _LEAP_({2})\n")
    (found,) = read(
        "#AUTO_DEFINE _DUCK_ tap\n",
        card("name=Bogtoad", "id=1", "rarity=C", "auto=_HOP_", "auto=_DUCK_"),
        macros=extra,
    ).value.cards
    assert found.extras["wagic"]["expanded"] == {"auto": ("{2}:flying ueot", "tap")}


@pytest.mark.parametrize(
    ("letter", "word"),
    rows("""
        C | common
        U | uncommon
        R | rare
        M | mythic
        L | land
        S | special
        T | token
    """),
)
def test_rarities_are_words(read, letter, word):
    report = read(printing("Reedfrog", 1, letter))
    assert report.value.cards[0].rarity == word
    assert not report.diagnostics


@pytest.mark.parametrize(
    ("value", "word"), [("r", "rare"), ("Mythic", "mythic"), ("R ", "rare"), ("Bonus", "bonus")]
)
def test_other_rarities_are_read_with_a_warning(read, value, word):
    report = read(printing("Reedfrog", 1, value))
    assert report.value.cards[0].rarity == word
    assert [each.span.text for each in report.diagnostics] == [value]
    assert report.counts() == {"WG015": 1}


@pytest.mark.parametrize(("lines", "place"), [([], "[card]"), (["rarity="], "")])
def test_a_card_without_rarity_is_common(read, lines, place):
    report = read(card("name=Bogtoad", "id=1", *lines))
    assert report.value.cards[0].rarity == "common"
    assert [(each.code, each.span.text) for each in report.diagnostics] == [("WG014", place)]


@pytest.mark.parametrize(
    ("value", "number", "codes"),
    [
        ("-1000101", "-1000101", {}),
        ("007", "7", {}),
        ("-7t", "-7", {"WG012": 1}),
        ("frog", "0", {"WG012": 1}),
        ("", "0", {"WG011": 1}),
    ],
)
def test_ids_are_whole_numbers(read, value, number, codes):
    report = read(printing("Reedfrog", value))
    assert report.value.cards[0].ids == {"wagic": number}
    assert report.counts() == codes


def test_of_two_cards_of_one_id_and_name_the_first_is_kept(read):
    report = read(printing("Reedfrog", 1, "R"), printing("Reedfrog"), printing("Forest"))
    assert [(each.name, each.rarity) for each in report.value.cards] == [
        ("Reedfrog", "rare"),
        ("Forest", "common"),
    ]
    assert [each.span.line for each in report.diagnostics] == [8, 13]
    assert report.counts() == {"WG013": 2}


@pytest.mark.parametrize(
    ("lines", "colors"),
    [
        (["mana={2}{W}{ub}"], "WUB"),
        (["mana={1}{p(r)}"], "R"),
        (["mana={W}", "color=red"], "R"),
        (["color=Blue,green", "mana={W}"], "UG"),
        (["color=white, black"], "WB"),
        (["mana={3}", "color=artifact"], ""),
        (["type=Land"], ""),
    ],
)
def test_colours_are_those_of_the_cost_unless_the_card_names_others(read, lines, colors):
    report = read(card("name=Bogtoad", "id=1", "rarity=C", *lines))
    assert {color.value for color in report.value.cards[0].colors} == set(colors)
    assert not report.diagnostics


def test_fields_beside_a_reference_replace_those_of_the_primitive_one_by_one(read, frog):
    report = read(printing("Reedfrog", 7, "U", "text=Big.", "power=9", "auto=trample"))
    (changed,) = report.value.cards
    assert (changed.text, changed.power, changed.toughness) == ("Big.", "9", "1+*")
    assert (changed.types, changed.mana_cost) == (frog.types, frog.mana_cost)
    assert changed.extras["wagic"]["auto"] == ("trample",)
    assert report.counts() == {"WG016": 1}
    assert report.diagnostics[0].span.text == "Reedfrog"


def test_a_card_may_stand_in_a_set_as_a_whole(read):
    report = read(card("name=Bogtoad", "id=1", "rarity=C", "type=Snow  artifact creature"))
    (toad,) = report.value.cards
    assert toad.type_line == "Snow Artifact Creature"
    assert (toad.mana_cost, toad.power, toad.text) == (None, None, "")
    assert not report.diagnostics


def test_blanks_around_values_do_not_count(read):
    lines = ("text= Leap. ", "type= Creature ", "power=1 ", "toughness= 2", "color= red ", "id= 5 ")
    (toad,) = read(card("name=Bogtoad", "primitive= ", "rarity=C", *lines)).value.cards
    assert (toad.text, toad.type_line) == ("Leap.", "Creature")
    assert (toad.power, toad.toughness, toad.number) == ("1", "2", "5")
    assert toad.colors == {cf.model.Color.RED}


def test_what_does_not_resolve_is_left_out_and_kept_in_the_extras_of_the_set(read):
    report = read(printing("Reedfrog"), printing("reedfrog", 2, "R"), printing("Forrest", 3))
    assert [each.name for each in report.value.cards] == ["Reedfrog"]
    assert report.value.extras["wagic"]["unresolved"] == (
        {"id": "2", "primitive": "reedfrog", "rarity": "R"},
        {"id": "3", "primitive": "Forrest", "rarity": "C"},
    )
    files, options = report.diagnostics[0].notes  # of the finding that says how many there are
    assert files == "the files of primitives: p.txt"
    assert "--unresolved named" in options
    assert [each.notes for each in report.diagnostics[1:]] == [
        ("did you mean 'Reedfrog'?",),
        ("did you mean 'Forest'?",),
    ]
    assert [each.span.text for each in report.diagnostics] == ["", "reedfrog", "Forrest"]


def test_a_blank_around_a_reference_is_reported_and_ignored(read):
    report = read(printing(" Reedfrog"))
    assert report.value.cards[0].name == "Reedfrog"
    assert [(each.code, each.span.text) for each in report.diagnostics] == [("WG050", " Reedfrog")]


def test_keys_that_are_not_known_are_kept(read):
    report = read(card("name=Bogtoad", "id=1", "rarity=C", "croak=loud", "suspend(2)={U}"))
    assert report.value.cards[0].extras["wagic"] == {
        "unknown": ("croak=loud",),
        "suspend(2)": "{U}",
    }
    assert report.counts() == {"WG005": 1}


def test_metadata_names_the_set(read):
    cardset = read("[meta]\nAuthor= Me \nname=Frogs\nname=Frogs and Toads\n[/meta]\n").value
    assert (cardset.name, cardset.code) == ("Frogs and Toads", "AAA")
    assert cardset.meta == {"author": "Me"}


def test_a_set_without_metadata_has_the_name_of_its_folder(read):
    assert read(printing("Forest")).value.name == "AAA"
