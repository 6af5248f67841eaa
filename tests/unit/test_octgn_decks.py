"""Decks of OCTGN's games: their cards by an index, from and to texts, and folders of them."""

from __future__ import annotations

import pickle

import pytest
from attrs import evolve
from click.testing import CliRunner

import cardformats as cf
from cardformats.cli.app import app
from cardformats.errors import OptionError
from cardformats.formats.octgn.decks.of_game import section_of
from cardformats.formats.octgn.index import GameIndex
from tests.conftest import ROOT

MARSH = ROOT / "examples" / "octgn" / "Marsh"
DECK = ROOT / "examples" / "octgn" / "Decks" / "waders.o8d"
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"

#: The sections of real games.
MAGIC = ("Main", "Sideboard", "Command Zone", "Planes/Schemes")
VAMPIRES = ("Library", "Crypt")
MECHS = ("Box Power", "Resources", "Commands", "Units", "Missions", "Side Deck")
RUNNERS = ("Identity", "R&D / Stack")


def number(of):
    return f"aaaaaaaa-0000-4000-8000-{of:012}"


def game_in(folder, sets, sections=MAGIC, shared=()):
    """A game with the *sets*: the attributes of each, and its cards as name, number and rest."""
    titles = "".join(f'<section name="{each}" group="G"/>' for each in sections)
    others = "".join(f'<section name="{each}" group="G"/>' for each in shared)
    (folder / "definition.xml").write_text(
        f'<game name="G" id="{GAME}" version="1.0.0.0"><card width="1" height="1">'
        f'<property name="Number" type="String"/></card><deck>{titles}</deck>'
        f"<sharedDeck>{others}</sharedDeck></game>",
        "utf-8",
    )
    count = 0
    for place, (attributes, cards) in enumerate(sets):
        lines = []
        for name, own, rest in cards:
            count += 1
            value = f'<property name="Number" value="{own}"/>'
            lines.append(f'<card name="{name}" id="{number(count)}">{value}{rest}</card>')
        text = f'<set id="{number(900 + place)}" gameId="{GAME}" {attributes}><cards>'
        made = folder / "Sets" / str(place)
        made.mkdir(parents=True)
        (made / "set.xml").write_text(f"{text}{''.join(lines)}</cards></set>", "utf-8")
    return folder


@pytest.fixture
def game(tmp_path):
    folder = tmp_path / "game"
    folder.mkdir()
    split = '<alternate name="Wax" type="splitA"/><alternate name="Wane" type="splitB"/>'
    sets = [
        (
            'name="Old Reeds" shortName="ORD" releaseDate="1999-01-01"',
            [("Heron", "007", ""), ("Wax // Wane", "8", split), ("Ferry", "1", "")],
        ),
        (
            'name="New Reeds" shortName="NRD" releaseDate="2020-01-01"',
            [("Heron", "1", ""), ("Heron", "2", ""), ("Brûlé Newt’s Æther", "3", "")],
        ),
        ('name="Not seen" hidden="True" releaseDate="2024-01-01"', [("Heron", "9", "")]),
        ('name="No: Code"', [("Ferry", "5", ""), ("Menele (ADV)", "6", ""), ("Menele", "7", "")]),
    ]
    return game_in(folder, sets, shared=("Tokens",))


def ids(deck):
    """The GUIDs and the quantities by section."""
    return {
        name: [(deck.card(each.card).ids["octgn"], each.copies) for each in sheet.entries]
        for name, sheet in deck.sheets.items()
    }


def of_text(text, game, **options):
    """The ids of the deck that a text becomes in a game, and the codes of what is reported."""
    report = cf.dumps_report(cf.loads(text, "decklist"), "octgn-deck", game=game, **options)
    return ids(cf.loads(report.value, "octgn-deck")), set(report.counts())


# -- which card a line means


@pytest.mark.parametrize(
    ("line", "card", "codes"),
    [
        ("Heron", 4, {"OC063"}),
        ("HERON", 4, {"OC063"}),
        ("Heron (ORD)", 1, set()),
        ("Heron (ord) 7", 1, set()),
        ("Heron (NRD) 2", 5, set()),
        ("Heron (NRD) 002", 5, set()),
        ("Heron (NRD) 77", 4, {"OC063", "CF253"}),
        ("Heron (XYZ) 2", 4, {"OC063", "CF254"}),
        ("Wax // Wane", 2, set()),
        ("wax/wane", 2, set()),
        ("Wax", 2, set()),
        ("Brule Newt's Aether", 6, set()),
        ("Ferry", 3, {"OC063"}),
        ("Ferry (NO_CODE) 5", 8, set()),
        ("Menele (ADV)", 9, set()),
        ("Menele", 10, set()),
    ],
)
def test_a_line_means_the_card_that_a_catalog_would_find(game, line, card, codes):
    cards, reported = of_text(f"Deck\n3 {line}\n", game)
    assert cards["Main"] == [(number(card), 3)]
    assert reported == codes


@pytest.mark.parametrize("has_game", [False, True])
def test_a_card_without_an_id_and_a_name_is_left_out(game, has_game):
    row = '<card qty="4"/><card qty="2"> </card><card qty="1">Eel</card>'
    text = f'<deck game="{GAME}"><section name="Main">{row}</section></deck>'
    report = cf.loads_report(text, "octgn-deck", game=str(game) if has_game else None)
    assert report.counts()["OC004"] == report.left_out == 2
    assert [each.card.name for each in report.value.sheets["Main"].entries] == ["Eel"]


@pytest.mark.parametrize("format_id", ["octgn-deck", "csv", "lackey-deck", "decklist"])
def test_more_copies_than_a_program_reads_are_reported(format_id):
    sheet = cf.Sheet("Main", [cf.Entry("Eel", 1_600_000_000)], cf.model.Fixed())
    report = cf.dumps_report(cf.CardSet("A", sheets=[sheet]), format_id)
    assert "CF231" in report.counts()
    again = cf.loads_report(report.value, format_id)
    assert again.ok
    (copies,) = (each.copies for its in again.value.sheets.values() for each in its.entries)
    assert copies >= 10_000


def test_ids_come_before_names(game):
    card = cf.Card(cf.Face("Ferry"), ids={"octgn": number(4)})
    deck = cf.CardSet(cards=[card], sheets=[cf.Sheet("Main", [card], cf.model.Fixed())])
    report = cf.dumps_report(deck, "octgn-deck", game=game)
    assert f'<card qty="1" id="{number(4)}">Heron</card>' in report.value


def test_a_deck_that_was_read_gets_what_the_game_says(game):
    text = f"""<deck game="{GAME}" sleeveid="0">
  <!-- mine -->
  <section name="Main">
    <card qty="2" id="{number(77)}">ferry</card>
    <card qty='1' id="{number(1)}">Hern</card>
  </section>
</deck>
"""
    right = text.replace(number(77), number(3)).replace("ferry", "Ferry").replace("Hern", "Heron")
    for deck in (cf.loads(text, "octgn-deck"), cf.loads(text, "octgn-deck", game=game)):
        written = cf.dumps(deck, "octgn-deck", game=game)
        assert written.startswith(right[: right.index("  </section>")])
        again = cf.loads_report(written, "octgn-deck", game=game)
        assert not again.counts()
        assert [*again.value.sheets] == [*MAGIC, "Tokens"]
        assert cf.dumps(deck, "octgn-deck") == text
    without = text.replace(f' id="{number(77)}"', "")
    written = cf.dumps(cf.loads(without, "octgn-deck"), "octgn-deck", game=game)
    assert ids(cf.loads(written, "octgn-deck"))["Main"] == [(number(3), 2), (number(1), 1)]


# -- sections


@pytest.mark.parametrize(
    ("name", "sections", "section", "is_guess"),
    [
        ("Deck", MAGIC, "Main", False),
        ("Mainboard", MAGIC, "Main", False),
        ("sideboard", MAGIC, "Sideboard", False),
        ("Commander", MAGIC, "Command Zone", False),
        ("planes / schemes", MAGIC, "Planes/Schemes", False),
        ("Companion", MAGIC, None, True),
        ("Deck", VAMPIRES, "Library", False),
        ("Crypt", VAMPIRES, "Crypt", False),
        ("Sideboard", VAMPIRES, None, True),
        ("Sideboard", MECHS, "Side Deck", False),
        ("Deck", MECHS, "Box Power", True),
        ("Unit", MECHS, "Units", True),
        ("Commander", MECHS, "Commands", True),
        ("Deck", RUNNERS, "R&D / Stack", False),
        ("Leader", RUNNERS, "Identity", False),
        ("Deck", (), None, True),
    ],
)
def test_sections_are_found_by_their_names(name, sections, section, is_guess):
    assert section_of(name, sections) == (section, is_guess or section is None)


def test_a_deck_of_a_game_has_all_its_sections(game):
    text = "Commander\n1 Ferry (ORD)\n\nDeck\n1 Heron (ORD)\n2 Heron (ORD) 7\n\nTokens\n1 Wax\n"
    report = cf.dumps_report(cf.loads(text, "decklist"), "octgn-deck", game=game)
    assert not report.counts()
    deck = cf.loads(report.value, "octgn-deck")
    assert list(deck.sheets) == [*MAGIC, "Tokens"]
    assert ids(deck) == {
        "Main": [(number(1), 3)],
        "Sideboard": [],
        "Command Zone": [(number(3), 1)],
        "Planes/Schemes": [],
        "Tokens": [(number(2), 1)],
    }
    about = deck.extras["octgn-deck"]
    assert about == {"game": GAME, "shared_sections": ("Tokens",)}


# -- there and back


def test_a_deck_and_its_text_name_the_same_cards(game):
    main = [(number(place), place) for place in (1, 2, 3, 4, 5, 6, 8, 9, 10)]
    text = "".join(f'<card qty="{copies}" id="{own}"/>' for own, copies in main)
    side = f'<section name="Planes/Schemes"><card qty="2" id="{number(7)}"/></section>'
    deck = cf.loads(
        f'<deck game="{GAME}"><section name="Main">{text}</section>{side}</deck>',
        "octgn-deck",
        game=game,
    )
    written = cf.dumps(deck, "decklist")
    assert "\nPlanes/Schemes:\n2 Heron (NOT_SEEN) 9\n" in written
    assert "8 Ferry (NO_CODE) 5\n" in written
    again, codes = of_text(written, game)
    assert {name: own for name, own in again.items() if own} == ids(deck)
    assert codes == set()


def test_sections_of_any_name_come_back_from_a_text():
    sheets = [
        cf.Sheet(name, [cf.Entry(cf.CardRef("Heron"), 2)], cf.model.Fixed())
        for name in ("Deck", "Crypt", "Planes/Schemes", "R&D / Stack", "1st", "Lands", "About")
    ]
    report = cf.dumps_report(cf.CardSet(sheets=sheets), "decklist")
    deck = cf.loads(report.value, "decklist")
    assert list(deck.sheets) == ["Deck", "Crypt", "Planes/Schemes", "R&D / Stack"]
    assert deck.sheets["Deck"].total == 8
    (loss,) = report.losses
    assert loss.subjects == ("1st", "Lands", "About")


def test_a_new_section_of_any_name_is_added_to_a_text():
    deck = cf.loads("Deck\n4 Heron\n", "decklist")
    sheets = [*deck.sheets.values(), cf.Sheet("Crypt", [cf.CardRef("Newt")], cf.model.Fixed())]
    new = cf.dumps(evolve(deck, sheets=sheets), "decklist")
    assert new == "Deck\n4 Heron\n\nCrypt:\n1 Newt\n"
    assert cf.loads(new, "decklist").sheets["Crypt"].total == 1


# -- the index of a game, shared by decks


def test_decks_that_share_a_game_are_read_as_with_its_folder():
    index = GameIndex.read(MARSH)
    whole = cf.read(MARSH)
    expected = cf.read(DECK, game=MARSH)
    assert expected.cards == tuple(whole.card(each.ref) for each in expected.cards)
    for each in (index, whole):
        deck = cf.read(DECK, game=each)
        assert deck == expected
        assert pickle.loads(pickle.dumps(deck)) == deck
        assert cf.dumps(deck, "octgn-deck").encode() == DECK.read_bytes()
    assert pickle.loads(pickle.dumps(deck)) == expected


def test_only_the_sets_that_have_cards_of_a_deck_are_read(game):
    index = GameIndex.read(game)
    read = []
    source = index.source
    index.source = lambda name: read.append(name) or source(name)
    assert len(index.all_cards) == 10
    read.clear()
    deck = f'<deck><section name="Main"><card qty="1" id="{number(1)}"/></section></deck>'
    assert cf.loads(deck, "octgn-deck", game=index).cards[0].number == "007"
    assert cf.loads(deck, "octgn-deck", game=index).cards[0].number == "007"
    assert read == ["Sets/0/set.xml"]


def test_a_card_set_by_hand_is_a_game():
    cards = [cf.Card(cf.Face("Heron"), "A", "1", ids={"octgn": number(1)}), cf.Card(cf.Face("Eel"))]
    made = cf.CardSet(cards=cards)
    assert of_text("Deck\n2 Heron\n", made) == ({"Deck": [(number(1), 2)]}, set())
    with pytest.raises(OptionError, match="no cards"):
        cf.read(DECK, game=cf.CardSet("none"))
    with pytest.raises(OptionError, match="no cards"):
        cf.read(DECK, game=DECK)


def test_an_index_is_copied_as_it_was_opened(tmp_path):
    package = tmp_path / "marsh.o8g"
    cf.write(cf.read(MARSH), package, "octgn")
    (tmp_path / "set.xml").write_bytes((MARSH / "Sets" / "Reedlight" / "set.xml").read_bytes())
    indexes = [GameIndex.read(each) for each in (MARSH, package, tmp_path / "set.xml")]
    for index in (*indexes, GameIndex.of_cardset(cf.read(MARSH))):
        assert index.all_cards
        again = pickle.loads(pickle.dumps(index))
        assert again.all_cards == index.all_cards
        number = index.all_cards[0].id
        assert again.card(number) == index.card(number)
    (tmp_path / "broken.o8g").write_bytes(b"PK\x03\x04")
    with pytest.raises(OptionError, match="cannot be opened"):
        GameIndex.read(tmp_path / "broken.o8g")


def messages(report):
    return [(each.code.value, each.message, *each.notes) for each in report.diagnostics]


def test_all_that_a_game_has_otherwise_than_a_deck_is_said(game):
    cards = [("x", 1, "Hern"), (2, 77, "heron"), ("unlimited", 78, "Herron"), (1, 79, "Nothing")]
    lines = (f'<card qty="{own}" id="{number(of)}">{name}</card>' for own, of, name in cards)
    deck = (
        f'<deck game="{GAME}"><section name="Main">{"".join(lines)}<card qty="1" id="bad">Ferry'
        f'</card><pick/></section><section name="T" shared=" TRUE "/><sleeve>a</sleeve></deck>'
    )
    report = cf.loads_report(deck, "octgn-deck", game=game)
    unknown = "the game has no card with the id"
    assert messages(report) == [
        ("OC062", "the card with this id has the name 'Heron'"),
        ("OC060", "'x' is not a quantity: expected a whole number"),
        ("OC061", f"{unknown} '{number(77)}'; it is found as 'Heron'"),
        ("OC060", "'unlimited' is not a quantity: expected a whole number"),
        ("OC061", f"{unknown} '{number(78)}'; nor one called 'Herron'", "did you mean 'Heron'?"),
        ("OC061", f"{unknown} '{number(79)}'; nor one called 'Nothing'"),
        ("OC005", "'bad' is not a GUID"),
        ("OC061", f"{unknown} 'bad'; it is found as 'Ferry'"),
        ("OC017", "<pick> is not allowed in <section>; OCTGN ignores it"),
    ]
    assert report.value.extras["octgn-deck"] == {
        "game": GAME, "sleeve": "a", "shared_sections": ("T",)
    }  # fmt: skip
    copies = [each.copies for each in report.value.sheets["Main"].entries]
    assert copies == [0, 2, 0, 1, 1]


def test_all_that_a_game_has_not_of_a_text_is_said(game):
    text = "Deck\n1 Heron (XYZ) 2\n2 Heron (NRD) 77\n1 Herron\n\nCompanion\n1 Ferry\n"
    report = cf.dumps_report(cf.loads(text, "decklist"), "octgn-deck", game=game)
    cannot, rejects = "octgn-deck cannot store", "the program that reads octgn-deck rejects the"
    is_used = f"'Heron'; the card of 'New Reeds' is used: {number(4)}"
    assert messages(report) == [
        ("CF253", f"{cannot} numbers that the game has not (now others): 1 written differently"
         " (Heron)"),
        ("CF254", f"{cannot} printings that the game has not (now others): 1 written differently"
         " (Heron)"),
        ("CF204", f"{rejects} output: cards that the game does not have (Herron)"),
        ("CF204", f"{rejects} output: sections that the game has not (Companion)"),
        ("OC063", f"4 cards of the game have the name {is_used}"),
        ("OC063", f"2 cards of the game have the name {is_used}"),
        ("OC064", "the game has no card with the name 'Herron'; similar names are 'Heron'"),
        ("OC063", "2 cards of the game have the name 'Ferry'; the card of 'Old Reeds' is used: "
         f"{number(3)}"),
    ]  # fmt: skip


def test_a_game_without_cards_is_named():
    for game, name in ((cf.CardSet("none"), "none"), (DECK, DECK)):
        with pytest.raises(OptionError) as error:
            cf.read(DECK, game=game)
        assert str(error.value) == f"game: there are no cards of a game in {name}"


# -- folders


@pytest.fixture
def decks(tmp_path):
    """A folder of decks, and other files."""
    folder = tmp_path / "decks"
    for name in ("a/b/one.o8d", "a/v1.5 two.o8d", "_three.o8d"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(DECK.read_bytes())
    (folder / "readme.txt").write_text("Hello.\n")
    (folder / "a" / "picture.png").write_bytes(b"")
    return folder


def run(*words):
    return CliRunner().invoke(app, list(map(str, words)))


def test_a_folder_of_decks_is_read_checked_and_converted(decks, tmp_path):
    assert [each.value.name for each in cf.read_sets(decks)] == ["_three", "one", "v1.5 two"]
    result = run("check", decks, "--game", MARSH)
    assert (result.exit_code, result.output) == (0, "nothing to report\n")
    result = run("convert", decks, "-o", tmp_path / "texts", "--to", "decklist", "--game", MARSH)
    assert result.exit_code == 0, result.output
    texts = sorted((tmp_path / "texts").rglob("*.*"))
    assert [each.relative_to(tmp_path / "texts").as_posix() for each in texts] == [
        "_three.txt",
        "a/b/one.txt",
        "a/v1.5 two.txt",
    ]
    back = tmp_path / "back"
    result = run("convert", tmp_path / "texts", "-o", back, "--to", "octgn-deck", "--game", MARSH)
    assert result.exit_code == 0, result.output
    for path in back.rglob("*.o8d"):
        assert ids(cf.read(path)) == ids(cf.read(DECK))
    assert len(list(back.rglob("*.o8d"))) == 3
    (decks / "a" / "bad.o8d").write_text("<deck>")
    assert "OC001" in run("check", decks).output


def test_other_folders_are_no_folders_of_decks(decks, tmp_path):
    (decks / "definition.xml").write_text("<game/>")
    assert not cf.detect(decks)
    (decks / "definition.xml").unlink()
    assert cf.detect(decks)[0].format.id == "octgn-deck"
    for name, text in (("x.txt", "[Settings]\n{}\n[A]\n1 Deck\n"), ("y.txt", "4 Heron\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).write_text(text)
        assert not cf.detect(folder)
    (tmp_path / "y.txt" / "z.txt").write_text("Deck\n4 Heron\n")
    assert cf.detect(tmp_path / "y.txt")[0].format.id == "decklist"
    reports = cf.read_sets(tmp_path / "y.txt")
    assert [each.value.name for each in reports] == ["y", "z"]


# -- notes


@pytest.mark.parametrize("text", ["Birds first.", "a\n\n  b & <c>\n# d", "4 Heron", "http://x"])
def test_notes_come_through_a_text(text):
    card = '<card qty="1">Heron</card>'
    deck = cf.loads(
        f'<deck><section name="Main">{card}</section><notes><![CDATA[{text}]]></notes></deck>',
        "octgn-deck",
    )
    assert deck.meta == {"notes": text}
    again = cf.loads(cf.dumps(deck, "decklist"), "decklist")
    assert again.meta == deck.meta
    back = cf.loads(cf.dumps(again, "octgn-deck"), "octgn-deck")
    assert back.meta == deck.meta
    assert [*back.sheets] == ["Deck"]
    named = evolve(back, meta={"notes": "new"})
    assert cf.loads(cf.dumps(named, "octgn-deck"), "octgn-deck").meta == {"notes": "new"}


@pytest.mark.parametrize("notes", ["Sideboard", "a ", "Creatures (4)", "a\rb"])
def test_notes_that_a_text_cannot_have_are_lost_and_reported(notes):
    sheet = cf.Sheet("Deck", [cf.CardRef("Heron")], cf.model.Fixed())
    report = cf.dumps_report(cf.CardSet(sheets=[sheet], meta={"notes": notes}), "decklist")
    assert report.value == "Deck\n1 Heron\n"
    assert report.counts() == {"CF258": 1}


def test_new_notes_of_a_text_are_written_anew():
    deck = cf.loads("// old\n\n2 Heron // here\n", "decklist")
    assert deck.meta == {"notes": "old"}
    report = cf.dumps_report(evolve(deck, meta={"notes": "new"}), "decklist")
    assert report.value.startswith("// new\n\nDeck\n")
    assert "CF259" in report.counts()
