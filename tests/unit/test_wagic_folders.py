"""What can be read: sets, trees of sets, primitives, single files; and the options for it."""

from __future__ import annotations

import pytest

import cardformats as cf

from .text_tables import rows
from .wagic_files import card, cards_of, printing, write

FROG = card("name=Reedfrog", "text=First.")
TOAD = card("name=Bogtoad", "grade=Crappy")


def names(cardset):
    return [each.name for each in cardset.cards]


def test_the_shipped_set_is_read_without_a_finding(sample):
    report = cf.read_report(sample)
    assert not report.diagnostics
    cardset = report.value
    assert (cardset.name, cardset.code) == ("Lanterns of the Low Marsh", "LAN")
    assert cardset.meta == {"author": "cardformats", "year": "2026"}
    assert len(cardset.cards) == len({each.ids["wagic"] for each in cardset.cards}) == 64
    assert len(cardset.printings("Swamp")) == 2


def test_the_shipped_set_takes_primitives_from_files_in_other_encodings(sample):
    cards = cf.read(sample)
    assert cards.card("Ælfmere Peddler").type_line == "Creature — Human Wizard"
    assert " — " in cards.card("Whisper in the Tallow").text
    assert str(cards.card("Whisper in the Tallow").mana_cost) == "{1}{B}{B/P}"


def test_primitives_are_those_beside_the_set(tmp_path):
    write(tmp_path, {"primitives/p.txt": FROG, "AAA/_cards.dat": printing("Reedfrog")})
    assert cf.read(tmp_path / "AAA").cards[0].text == "First."


def test_of_the_primitives_of_a_name_the_first_counts_in_the_byte_order_of_the_files(tmp_path):
    files = {f"primitives/{name}.txt": FROG.replace("First", name) for name in ("b", "_a", "Z")}
    write(tmp_path, {**files, "AAA/_cards.dat": printing("Reedfrog")})
    assert cf.read(tmp_path / "AAA").cards[0].text == "Z."


def test_of_several_places_of_primitives_the_first_counts(tmp_path):
    other = FROG.replace("First", "Other")
    write(tmp_path, {"p/p.txt": FROG, "o.txt": other, "AAA/_cards.dat": printing("Reedfrog")})
    for places, text in ((["p", "o.txt"], "First."), (["o.txt", "p"], "Other.")):
        cardset = cf.read(tmp_path / "AAA", primitives=[tmp_path / place for place in places])
        assert cardset.cards[0].text == text


def test_metadata_and_blocks_without_a_name_are_no_primitives(tmp_path):
    blocks = "[meta]\nname=Reedfrog\n[/meta]\n" + card("text=Nameless.") + FROG
    write(tmp_path, {"primitives/p.txt": blocks, "AAA/_cards.dat": printing("Reedfrog")})
    assert cf.read(tmp_path / "AAA").cards[0].text == "First."


@pytest.mark.parametrize(
    "lines", ["name=Heron\nname=Reedfrog", "text=x\n#name=Heron\nname=Reedfrog"]
)
def test_a_primitive_has_the_last_name_of_its_block(tmp_path, lines):
    files = {"primitives/p.txt": f"[card]\n{lines}", "AAA/_cards.dat": printing("Reedfrog")}
    assert names(cf.read(write(tmp_path, files) / "AAA")) == ["Reedfrog"]


def test_one_place_of_primitives_needs_no_list(tmp_path):
    write(tmp_path, {"o.txt": FROG, "AAA/_cards.dat": printing("Reedfrog")})
    assert cf.read(tmp_path / "AAA", primitives=str(tmp_path / "o.txt")).cards[0].text == "First."


def test_primitives_that_changed_are_read_again(tmp_path):
    write(tmp_path, {"primitives/p.txt": FROG, "AAA/_cards.dat": printing("Reedfrog")})
    assert cf.read(tmp_path / "AAA").cards[0].text == "First."
    write(tmp_path, {"primitives/p.txt": FROG.replace("First", "Mended")})
    assert cf.read(tmp_path / "AAA").cards[0].text == "Mended."


@pytest.mark.parametrize("options", [{}, {"primitives": ()}])
def test_without_primitives_cards_have_only_their_names(tmp_path, options):
    folder = "primitives" if options else "elsewhere"
    cards = printing("Reedfrog") + printing("Bogtoad", 2)
    write(tmp_path, {f"{folder}/p.txt": FROG, "AAA/_cards.dat": cards})
    report = cf.read_report(tmp_path / "AAA", **options)
    assert [each.faces for each in report.value.cards] == [
        (cf.Face("Reedfrog"),),
        (cf.Face("Bogtoad"),),
    ]
    # who says that there are none needs no warning
    found = [(str(each.code), each.span.line) for each in report.diagnostics]
    assert found == ([] if options else [("WG021", 2)])
    assert all("2 cards" in each.message for each in report.diagnostics)


def test_a_place_of_primitives_that_does_not_exist_is_an_os_error(tmp_path):
    write(tmp_path, {"AAA/_cards.dat": printing("Reedfrog")})
    with pytest.raises(FileNotFoundError):
        cf.read(tmp_path / "AAA", primitives=tmp_path / "missing")


@pytest.mark.parametrize(
    ("grade", "left"),
    [
        ("supported", ["Heron"]),
        ("borderline", ["Heron", "Reedfrog"]),
        ("unofficial", ["Heron", "Reedfrog"]),
        ("crappy", ["Heron", "Reedfrog", "Bogtoad"]),
        (None, ["Heron", "Reedfrog", "Bogtoad"]),
    ],
)
def test_primitives_of_a_worse_grade_than_wanted_are_left_out(tmp_path, grade, left):
    """A card's own grade counts, else that of its file."""
    write(
        tmp_path,
        {
            "primitives/a.txt": card("name=Heron"),
            "primitives/b.txt": f"grade=borderline\n{FROG}{TOAD}",
            "AAA/_cards.dat": "".join(map(printing, ("Heron", "Reedfrog", "Bogtoad"), (1, 2, 3))),
        },
    )
    report = cf.read_report(tmp_path / "AAA", **({"max_grade": grade} if grade else {}))
    assert names(report.value) == left
    assert report.ok
    assert report.counts() == ({"WG022": 3 - len(left)} if len(left) < 3 else {})
    assert len(report.value.extras.get("wagic", {}).get("unresolved", ())) == 3 - len(left)


def test_what_is_doubtful_in_a_primitive_is_reported_once_and_only_if_it_is_used(tmp_path):
    write(
        tmp_path,
        {
            "primitives/p.txt": card("name=Reedfrog", "croak=1") + card("name=Bogtoad", "croak=2"),
            "AAA/_cards.dat": printing("Reedfrog") + printing("Reedfrog", 2),
        },
    )
    (diagnostic,) = cf.read_report(tmp_path / "AAA").diagnostics
    assert str(diagnostic).startswith(f"{tmp_path / 'primitives' / 'p.txt'}:3:1: ")


def test_the_file_of_a_set_reads_as_its_folder(sample):
    assert cf.read(sample / "_cards.dat") == cf.read(sample)


def test_primitives_are_cards_of_no_set(tmp_path):
    write(tmp_path, {"primitives/b.txt": TOAD + FROG, "primitives/a.txt": FROG})
    report = cf.read_report(tmp_path / "primitives")
    cardset = report.value
    assert report.counts() == {"WG017": 1}
    assert names(cardset) == ["Reedfrog", "Bogtoad"]
    assert {(each.set_code, each.number, each.rarity) for each in cardset.cards} == {
        (None, None, None)
    }
    assert not cardset.boosters
    single = cf.read(tmp_path / "primitives" / "b.txt")
    assert (single.code, names(single)) == (None, ["Bogtoad", "Reedfrog"])


def test_a_primitive_with_an_id_of_its_own_is_a_printing_of_no_set(tmp_path):
    write(tmp_path, {"primitives/p.txt": card("name=Reedfrog", "id=-5", "rarity=T")})
    (token,) = cf.read(tmp_path / "primitives").cards
    assert (token.set_code, token.number, token.rarity) == (None, "-5", "token")


def test_text_in_memory_is_a_set_without_a_code():
    cardset = cf.loads("[meta]\nname=Frogs\n[/meta]\n" + card("name=Reedfrog", "id=1"), "wagic")
    assert (cardset.name, cardset.code) == ("Frogs", None)
    assert names(cardset) == ["Reedfrog"]


def test_a_folder_of_sets_is_one_card_set(tmp_path):
    """Ids hold for all sets: C2 of BBB has the id and the name of a card of AAA."""
    write(
        tmp_path,
        {
            "primitives/p.txt": FROG,
            "BBB/_cards.dat": cards_of("CCR") + printing("Reedfrog", 9),
            "AAA/_cards.dat": "[meta]\nname=Frogs\n[/meta]\n" + cards_of("UC"),
            "readme.txt": "no set",
        },
    )
    report = cf.read_report(tmp_path)
    cardset = report.value
    assert [(each.set_code, each.name) for each in cardset.cards] == rows("""
        AAA | U1
        AAA | C2
        BBB | C1
        BBB | R3
        BBB | Reedfrog
    """)
    assert (cardset.name, cardset.code, cardset.meta) == ("", None, {})
    assert list(cardset.sheets) == ["AAA uncommon", "AAA common", "BBB rare", "BBB common"]
    assert [(each.id, each.name) for each in cardset.boosters] == [("AAA", "Frogs"), ("BBB", "BBB")]
    assert report.counts() == {"WG013": 2}


def test_a_folder_without_cards_is_an_error(tmp_path):
    report = cf.read_report(tmp_path, "wagic")
    assert report.counts() == {"CF004": 1}
    assert not report.ok


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    write(tmp_path, {"primitives/p.txt": FROG * 9, "AAA/_cards.dat": printing("Reedfrog")})
    size = (tmp_path / "AAA" / "_cards.dat").stat().st_size
    report = cf.read_report(tmp_path / "AAA", max_size=size)
    assert report.counts() == {"CF001": 1, "WG020": 1, "WG025": 1}


@pytest.mark.parametrize(
    "options",
    [{"primitive": "x"}, {"max_grades": "crappy"}, {"max_grade": "nice"}, {"max_expansions": -1}],
)
def test_an_option_that_is_misspelt_or_impossible_is_a_type_error(sample, options):
    (name,) = options
    with pytest.raises(cf.OptionError, match=name) as caught:
        cf.read(sample, **options)
    assert isinstance(caught.value, TypeError)


def test_sets_and_their_files_are_recognised(sample):
    for path in (sample, sample / "_cards.dat", sample.parent, sample.parent / "primitives"):
        assert [each.format.id for each in cf.detect(path)] == ["wagic"]
