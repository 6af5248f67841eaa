"""The linter of a game: its sets together, its files and pictures, its decks."""

from __future__ import annotations

import re
from zipfile import ZipFile

import pytest

import cardformats as cf
from cardformats.checking import check
from cardformats.diagnostics import Severity
from cardformats.formats.octgn.codes import OctgnCode
from cardformats.formats.octgn.linter.codes import GameCode
from tests.conftest import ROOT
from tests.unit.test_checking import CARD, DECK, DEFINITION, GAME, a_game, a_set, codes, write

from .text_tables import rows

REEDS = "Sets/One"


def diagnostics(path):
    (checked,) = check(path)
    return checked.report.diagnostics


def pack(number, name="Booster"):
    return f'<packaging><pack name="{name}" id="{CARD.format(number)}"/></packaging>'


def test_a_sound_game_has_no_findings(tmp_path):
    write(tmp_path, a_game())
    assert codes(tmp_path) == {}


def test_nothing_is_written(tmp_path):
    write(tmp_path, a_game(**{"Sets/One/Cards/x.png": "x", "Decks/a.o8d": "<deck/>"}))
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert codes(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_reading_alone_does_not_run_the_linter(tmp_path):
    write(tmp_path, a_game(**{"Sets/Two/set.xml": a_set(1, 2)}))
    assert codes(tmp_path) == {"OC080": 1}
    assert cf.read_report(tmp_path).counts() == {}
    assert cf.read_report(tmp_path, thorough=True).counts() == {}


def test_ids_that_sets_have_in_common_are_reported_with_both_places(tmp_path):
    # all that four sets of a real game have in common, and two of another
    files = {
        f"Sets/{number}/set.xml": a_set(number, number, 50, 51, inner=pack(77))
        for number in range(1, 5)
    }
    write(tmp_path, {"definition.xml": DEFINITION, "proxies/cards.xml": "<templates/>", **files})
    assert codes(tmp_path) == {"OC081": 3, "OC082": 3, "OC089": 1}
    pack_, *_ = [each for each in diagnostics(tmp_path) if each.code == "OC081"]
    assert pack_.message == "the pack 'Booster' of 'Set 2' has the same id as 'Booster' of 'Set 1'"
    first, second = tmp_path / "Sets/1/set.xml", tmp_path / "Sets/2/set.xml"
    assert str(pack_.span).startswith(f"{second}:1:")
    assert str(pack_.related[0]).startswith(f"the other one: {first}:1:")
    cards, *_ = [each for each in diagnostics(tmp_path) if each.code == "OC082"]
    assert cards.data["count"] == 2
    assert [each.message for each in cards.related[:2]] == ["'Card 50'", "'Card 50'"]
    assert [each.span.source.name for each in cards.related[:2]] == [str(second), str(first)]


@pytest.mark.parametrize("quote", ["'", '"'])
def test_tags_are_told_from_comments_and_references_are_resolved(tmp_path, quote):
    text = (
        "<?xml version='1.0'?><!-- <set id='x'> -->"
        f"<set name={quote}A &amp; B > C{quote} id='{CARD.format(90)}'"
        f" gameId='{GAME}'><cards><!-- <card name='n' id='{CARD.format(1)}'/> -->"
        f"<card name='n' id='{{{CARD.format(2).upper()}}}'/></cards></set>"
    )
    write(tmp_path, a_game(**{"Sets/Two/set.xml": text, "Sets/Tri/set.xml": a_set(3, 2)}))
    (same,) = [each for each in diagnostics(tmp_path) if each.code == "OC082"]
    assert {same.data["set"], same.data["other_set"]} == {"A & B > C", "Set 3"}


def test_packs_of_one_name_matter_in_one_set_only(tmp_path):
    two = a_set(1, inner=pack(70) + pack(71))
    write(
        tmp_path, a_game(**{"Sets/One/set.xml": two, "Sets/Two/set.xml": a_set(2, inner=pack(72))})
    )
    assert codes(tmp_path) == {"OC083": 1}
    assert codes(tmp_path / "Sets/One/set.xml") == {"OC083": 1}


def test_a_pick_that_finds_nothing_says_what_there_is():
    # eleven sets of a real game ask for a value with a full stop behind it
    cards = "".join(
        f'<card name="C{number}" id="{CARD.format(number)}">'
        f'<property name="Keywords" value="{value}"/></card>'
        for number, value in enumerate(["Starting Problem"] * 6 + ["Frightened"] * 2)
    )
    pick = '<pick qty="1" key="Keywords" value="Starting Problem."/>'

    def notes(inner):
        text = (
            f'<set name="S" id="{CARD.format(99)}" gameId="{GAME}"><packaging>'
            f'<pack name="P" id="{CARD.format(98)}">{inner}</pack></packaging>'
            f"<cards>{cards}</cards></set>"
        )
        report = cf.loads_report(text, "octgn")
        return [each.notes for each in report.diagnostics if each.code == "OC025"]

    there = "the cards have, as Keywords: 'Starting Problem' 6, 'Frightened' 2"
    assert notes(pick) == [("did you mean 'Starting Problem' (6 cards)?", there)]
    assert notes(pick.replace("Starting Problem.", "Unheard")) == [(there,)]
    assert notes('<pick qty="1" key="name" value="C 3"/>')[0][0] == "did you mean 'C3' (1 card)?"
    assert notes('<pick qty="1" key="Level" value="3"/>') == [("no card has a value of Level",)]
    both = (
        '<pick qty="1" key="Keywords" value="Frightened"><property key="name" value="C0"/></pick>'
    )
    assert notes(both) == [
        ("no card has all of it; by itself, 2 cards Keywords 'Frightened', 1 card name 'C0'",)
    ]


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ("", "", 1),
        ('<options><option probability="0">', "</option></options>", 0),
        ('<options><option probability="0.0"><options><option probability="1">',
         "</option></options></option></options>", 0),
        ('<options><option probability="1"/><option probability="0.5">', "</option></options>", 1),
        ("<options><option>", "</option></options>", 1),
    ],
)  # fmt: skip
def test_options_that_are_switched_off_are_quiet(before, after, count):
    pick = '<pick qty="9" key="name" value="{}"/>'
    for name in ("none", "CARD 1"):
        inside = f"{before}{pick.format(name)}{after}"
        inner = pack(9).replace("/></packaging>", f">{inside}</pack></packaging>")
        counts = cf.loads_report(a_set(1, inner=inner), "octgn").counts()
        assert counts.get("OC025", 0) == (count if name == "none" else 0)
        assert counts.get("OC026", 0) == (count if name == "CARD 1" else 0)
        assert counts.get("OC027", 0) == (count if name == "CARD 1" else 0)


FULL = DEFINITION.replace(
    "<player>",
    '<symbols><symbol name="W" id="w" src="Symbols\\W.png"/></symbols>'
    '<scripts><script src="scripts/actions.py"/></scripts><player>',
)


def test_files_of_the_definition_are_found_whatever_their_case(tmp_path):
    files = {"definition.xml": FULL, "symbols/w.PNG": "x", "Scripts/./actions.py": "x"}
    write(tmp_path, a_game(**files))
    assert codes(tmp_path) == {}
    (tmp_path / "Scripts/actions.py").rename(tmp_path / "Scripts/action.py")
    (missing,) = diagnostics(tmp_path)
    assert (missing.code, missing.message) == ("OC084", "there is no file 'scripts/actions.py'")
    assert missing.notes == ("did you mean 'Scripts/action.py'?",)


def test_addresses_are_no_files(tmp_path):
    text = DEFINITION.replace("<card>", '<card back="https://example.org/back.png" front=" ">')
    write(tmp_path, a_game(**{"definition.xml": text}))
    assert codes(tmp_path) == {}


def test_proxies_name_files_of_the_game(tmp_path):
    proxies = (
        '<templates><blocks><block id="n" type="overlay" src="proxies/x.png"/></blocks>'
        '<template src="proxies/y.png"><link block="n"/><link block="m"/></template></templates>'
    )
    write(tmp_path, a_game(**{"proxies/cards.xml": proxies, "proxies/x.png": "x"}))
    assert codes(tmp_path) == {"OC084": 1, "OC089": 1}
    write(tmp_path, {"proxies/cards.xml": "<templates"})
    assert codes(tmp_path) == {"OC001": 1}
    write(tmp_path, {"definition.xml": DEFINITION.replace("<proxygen", "<proxy")})
    assert codes(tmp_path)["OC089"] == 1


def test_pictures_are_those_of_cards_and_alternates_of_their_set(tmp_path):
    text = a_set(1, 1, 2).replace(
        f'id="{CARD.format(2)}"/>',
        f'id="{CARD.format(2)}"><alternate name="B" type="Back"/></card>',
    )
    own = {
        "Sets/One/set.xml": text,
        "Sets/Two/set.xml": a_set(3, 3),
        f"Sets/One/CARDS/{CARD.format(1).upper()}.JPG": "x",
        f"Sets/One/CARDS/{CARD.format(2)}.png": "x",
        f"Sets/One/CARDS/Crops/{CARD.format(2)}.png": "x",
    }
    write(tmp_path, a_game(**own))
    (lacks,) = diagnostics(tmp_path)
    assert lacks.code == "OC096"
    assert (lacks.data["count"], lacks.data["total"]) == (1, 3)
    write(tmp_path, {f"Sets/One/CARDS/{CARD.format(2)}.back.png": "x"})
    assert codes(tmp_path) == {}
    wrong = {
        f"Sets/One/CARDS/{CARD.format(2)}.side.png": "OC094",
        f"Sets/One/CARDS/{CARD.format(3)}.png": "OC095",
        "Sets/One/CARDS/Thumbs.db": "OC093",
        f"Sets/One/{CARD.format(1)}.png": "OC095",
        "Sets/One/CARDS/More/x.png": "OC090",
    }
    for name, code in wrong.items():
        write(tmp_path, {name: "x"})
        assert codes(tmp_path) == {code: 1}, name
        (tmp_path / name).unlink()
        if "More" in name:
            (tmp_path / name).parent.rmdir()


def test_a_game_without_pictures_of_cards_does_not_hear_of_them(tmp_path):
    write(tmp_path, a_game(**{"Sets/Two/set.xml": a_set(2, *range(2, 90))}))
    assert codes(tmp_path) == {}


def test_pictures_of_markers(tmp_path):
    markers = f'<markers><marker name="Egg" id="{CARD.format(80)}"/></markers>'
    write(tmp_path, a_game(**{"Sets/One/set.xml": a_set(1, inner=markers)}))
    assert codes(tmp_path) == {"OC033": 1}
    write(tmp_path, {f"Sets/One/Markers/{CARD.format(1)}.png": "x"})
    assert codes(tmp_path) == {"OC033": 1, "OC095": 1, "OC097": 1}
    write(tmp_path, {f"Sets/One/Markers/{CARD.format(80)}.png": "x"})
    (tmp_path / f"Sets/One/Markers/{CARD.format(1)}.png").unlink()
    assert codes(tmp_path) == {"OC033": 1}


def test_the_layout_is_that_of_packages(tmp_path):
    write(
        tmp_path,
        a_game(
            **{
                ".git/config": "x",
                "README.md": "x",
                "Sets/notes.txt": "x",
                "Sets/One/old.xml": "x",
                "Sets/One/Extra/x.txt": "x",
                "Sets/Two/Cards/x.txt": "x",
                "Sets/Fans/Three/set.xml": a_set(3),
            }
        ),
    )
    layout = [each for each in diagnostics(tmp_path) if each.code in ("OC090", "OC091", "OC092")]
    assert [each.message for each in layout] == [
        "1 file beside definition.xml: 'README.md'",
        "1 file in the folder Sets: 'Sets/notes.txt'",
        "1 file beside set.xml: 'Sets/One/old.xml'",
        "1 folder of sets other than Cards, Markers and Decks: 'Sets/One/Extra'",
        "the set in 'Sets/Fans/Three/set.xml' is not read",
        "the folder 'Sets/Two' has no set.xml",
    ]


def test_a_folder_of_sets_alone_has_no_layout(tmp_path):
    write(tmp_path, {"a/set.xml": a_set(1), "b/set.xml": a_set(2, 1), "notes/x.txt": "x"})
    assert codes(tmp_path) == {"OC053": 1, "OC082": 1}


def test_decks_of_a_game(tmp_path):
    deck = DECK.format(game=GAME, card=CARD.format(1), name="Card 1")
    faults = {
        deck: {},
        deck.replace(">Card 1<", ">card one<"): {"OC062": 1},
        deck.replace(">Card 1<", ">Card 1 <"): {},
        deck.replace(CARD.format(1), CARD.format(7)): {"OC061": 1},
        deck.replace(CARD.format(1), "x"): {"OC005": 1, "OC061": 1},
        deck.replace('qty="1"', 'qty="two"'): {"OC060": 1},
        deck.replace('"Main"', '"main"'): {"OC103": 1},
        deck.replace('"Main"', '"Main" shared="True"'): {"OC103": 1},
        deck.replace("<section", '<section name="None"/><section'): {},
        deck.replace(GAME, "{" + GAME.upper() + "}"): {},
        deck.replace(GAME, CARD.format(1)): {"OC102": 1},
        "<deck": {"OC001": 1},
    }
    write(tmp_path, a_game())
    for text, counts in faults.items():
        write(tmp_path, {"Decks/a.o8d": text})
        assert codes(tmp_path) == counts, text


MANIFEST = (
    '<package xmlns="http://schemas.microsoft.com/packaging/2011/08/nuspec.xsd"><metadata>'
    f"<id>{GAME}</id></metadata></package>"
)


def package_at(path, files, manifest=MANIFEST):
    with ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        if manifest is not None:
            archive.writestr("Marsh.nuspec", manifest)
        for name, text in files.items():
            archive.writestr(name, text)


def errors(path):
    return [
        (str(each.code), each.message.removeprefix("the package cannot be installed: "))
        for each in diagnostics(path)
        if each.severity is Severity.ERROR
    ]


@pytest.mark.parametrize(
    ("manifest", "error"),
    [
        (MANIFEST, None),
        (MANIFEST.replace(GAME, f" {{{GAME.upper()}}}\n"), None),
        (MANIFEST.replace("2011/08", "2010/07"), None),
        (f"\ufeff<?xml version='1.0'?>{MANIFEST}", None),
        (None, "there is no manifest, a file .nuspec beside the folder def"),
        (MANIFEST.replace(GAME, CARD.format(1)), f"the manifest is of the game {CARD.format(1)!r},"
         f" the definition of {GAME!r}"),
        (MANIFEST.replace(GAME, "Marsh"), "the manifest does not contain the GUID of a game but "
        "'Marsh'"),
        ("<package><id/></package>", "the manifest does not contain the GUID of a game but ''"),
    ],
)  # fmt: skip
def test_the_manifest_of_a_package_is_that_of_the_game(tmp_path, manifest, error):
    files = {f"def/{name}": text for name, text in a_game().items()}
    package_at(tmp_path / "game.o8g", files, manifest)
    assert errors(tmp_path / "game.o8g") == ([("OC105", error)] if error else [])


@pytest.mark.parametrize("text", ["", "<package>", "x", "<!DOCTYPE a><package/>"])
def test_a_manifest_is_well_formed(tmp_path, text):
    files = {f"def/{name}": text for name, text in a_game().items()}
    package_at(tmp_path / "game.o8g", files, text)
    assert [code for code, _ in errors(tmp_path / "game.o8g")] == ["OC001"]


def test_the_files_of_a_game_are_in_the_folder_def_of_its_package(tmp_path):
    files = a_game()
    package_at(tmp_path / "a.o8g", files)
    where = "sets outside the folder def/Sets: 'Sets/One/set.xml'"
    assert errors(tmp_path / "a.o8g") == [
        ("OC105", "there is no def/definition.xml"),
        ("OC105", where),
    ]
    files = {f"def/{name}": text for name, text in files.items()}
    package_at(tmp_path / "b.o8g", files | {"Sets/One/set.xml": a_set(2)})
    assert errors(tmp_path / "b.o8g") == [("OC105", where)]
    package_at(tmp_path / "d.o8g", files | {"def/notes/set.xml": "x", "set.xml": "x"})
    assert errors(tmp_path / "d.o8g") == []
    del files["def/definition.xml"]
    package_at(tmp_path / "c.o8g", files)
    assert errors(tmp_path / "c.o8g") == [("OC105", "there is no def/definition.xml")]


def test_a_package_is_checked_as_its_folder_is(tmp_path):
    deck = DECK.format(game=GAME, card=CARD.format(7), name="Card 7")
    files = a_game(
        **{
            "definition.xml": FULL,
            "Sets/Two/set.xml": a_set(1, 2),
            "Sets/One/Cards/x.png": "x",
            "Decks/a.o8d": deck,
        }
    )
    write(tmp_path / "game", files)
    package_at(tmp_path / "game.o8g", {f"def/{name}": text for name, text in files.items()})
    counts = codes(tmp_path / "game.o8g")
    assert counts == codes(tmp_path / "game")
    assert counts == {"OC061": 1, "OC080": 1, "OC084": 2, "OC093": 1}


def test_what_is_written_here_has_no_findings(tmp_path):
    cards = cf.read(ROOT / "examples" / "wagic" / "sets" / "LAN")
    for name in ("game.o8g", "folder"):
        cf.write(cards, tmp_path / name, "octgn", with_definition=True)
        counts = codes(tmp_path / name, format="octgn")
        assert not {code for code in counts if code in {*GameCode} - {"OC104"}}


def test_findings_are_limited_and_counted(tmp_path):
    write(tmp_path, a_game(**{f"Sets/{n}/set.xml": a_set(1, n + 2) for n in range(30)}))
    (checked,) = check(tmp_path, max_diagnostics=5)
    assert len(checked.report.diagnostics) == 6
    assert checked.report.counts()["OC080"] == 30


@pytest.mark.parametrize("code", [*GameCode], ids=str)
def test_codes_are_in_their_range(code):
    assert "OC080" <= code <= "OC109"
    assert code not in {*OctgnCode}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("<card>", '<card width="wide">', "width is a whole number, not 'wide'"),
        ("<card>", '<card fornt="a.png">', "<card> has no attribute 'fornt'"),
        ("<card>", '<card width="63" back="https://example.org/b.png">', None),
        ("</card>", '<size width="63"/></card>', "<size> has no name"),
        ("</card>", '<property name="X"/></card>', "<property> has no type"),
        (
            "</card>",
            '<property name="X" type="String" hidden="true"/></card>',
            "hidden is True or False, not 'true'",
        ),
        ("</card>", '<property name="X" type="String" hidden="True"/></card>', None),
        (
            "<player>",
            '<markers><marker id="a" name="Egg" src="https://example.org/e.png" canDrag="no"/>'
            "</markers><player>",
            "canDrag is True or False, not 'no'",
        ),
        ("<player>", '<symbols><symbol id="a" name="A"/></symbols><player>', "<symbol> has no src"),
    ],
)
def test_elements_of_a_definition_have_their_attributes(tmp_path, old, new, problem):
    definition = DEFINITION.replace(old, new, 1)
    assert definition != DEFINITION
    write(tmp_path, a_game(**{"definition.xml": definition}))
    found = [each.message for each in diagnostics(tmp_path) if each.code == "OC087"]
    assert found == ([problem] if problem else [])


@pytest.mark.parametrize(
    ("kinds", "rare"),
    [
        (["Plan"] * 20 + ["Plam", "plan", "Plain", "P1an"] + ["Paln"] * 2,
         ["Plam", "plan", "Plain"]),
        (["Plan"] * 20 + ["Plna", "Pnal", "Pals", "nalP", "Planes", "Pl-n", "Pla", "Pn"],
         ["Plna", "Pnal", "Pl-n"]),
        (["Plan"] * 19 + ["Plam"], []),
        (["Plan"] * 20 + ["Boat"] * 20 + ["Plat"], ["Plat"]),
        (["Plan"] * 20 + ["Plas"] * 20 + ["Plat"], []),
        (["Plan" * 10] * 20 + ["Plan" * 9 + "Plam"], ["Plan" * 9 + "Plam"]),
        (["Plan" * 10 + "s"] * 20 + ["Plan" * 10 + "e"], []),
    ],
)  # fmt: skip
def test_a_value_beside_many_that_are_nearly_so(tmp_path, kinds, rare):
    """Codes, words of one letter and values of many cards are not told."""
    cards = "".join(
        f'<card name="C{number}" id="{CARD.format(number)}">'
        f'<property name="Note" value="{kind}"/></card>'
        for number, kind in enumerate(kinds)
    )
    text = a_set(1, inner="").replace("<cards>", f"<cards>{cards}", 1)
    write(tmp_path, a_game(**{"Sets/One/set.xml": text}))
    found = [each for each in diagnostics(tmp_path) if each.code == "OC106"]
    assert [each.span.text for each in found] == rare
    for each in found:
        other = kinds[0]
        assert each.data == {"name": "Note", "value": each.span.text, "other": other, "count": 20}


SECTIONS = """<game name="Marsh" id="5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01" version="1.0.0.0"
 scriptVersion="3.1.0.2"><proxygen definitionsrc="proxies/cards.xml"/>
<card><property name="Kind" type="String"/></card>
<player><hand name="Hand"/><group name="Library"/></player>
<shared><group name="Board"/><group name="Market"/></shared>
<deck><section name="Main" group="{}"/></deck>
<sharedDeck><section name="Stuff" group="{}"/></sharedDeck></game>"""


@pytest.mark.parametrize(
    ("main", "stuff", "findings"),
    [
        ("Library", "Board", []),
        ("Hand", "Market", []),
        ("Board", "Library", [("Main", "Board", None), ("Stuff", "Library", None)]),
        ("Libary", "Bord", [("Main", "Libary", "Library"), ("Stuff", "Bord", "Board")]),
    ],
)
def test_a_section_goes_to_a_group_of_a_player_or_a_shared_one(tmp_path, main, stuff, findings):
    write(tmp_path, a_game(**{"definition.xml": SECTIONS.format(main, stuff)}))
    found = [each for each in diagnostics(tmp_path) if each.code == "OC088"]
    fixes = [each.fix and each.fix.edits[0].new for each in found]
    assert [
        (each.data["name"], each.data["group"], fix and fix.strip('"'))
        for each, fix in zip(found, fixes, strict=True)
    ] == findings
    assert [each.span.text.strip('"') for each in found] == [group for _, group, _ in findings]


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    rows("""
        name          |     | the definition has no name
        id            |     | the definition has no id
        version       |     | the definition has no version
        scriptVersion |     | the definition has no scriptVersion
        id            | x   | 'x' is not a GUID
        version       | 1.0 | the version '1.0' is not four numbers, as 1.0.0.0
    """),
)
def test_a_definition_needs_some_attributes(tmp_path, name, value, problem):
    definition = re.sub(rf' {name}="[^"]*"', f' {name}="{value}"', DEFINITION, count=1)
    write(tmp_path, a_game(**{"definition.xml": definition}))
    found = [each.message for each in diagnostics(tmp_path) if each.code == "OC087"]
    assert found == [problem]
