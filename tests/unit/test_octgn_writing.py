"""Writing for OCTGN: sets, folders, packages and decks, of whatever card set."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.losses import Loss
from tests.conftest import ROOT

from .text_tables import rows

MARSH = ROOT / "examples" / "octgn" / "Marsh"
DECK = ROOT / "examples" / "octgn" / "Decks" / "waders.o8d"
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
LAN = ROOT / "examples" / "wagic" / "sets" / "LAN"


def of_one_sheet(*entries, count=1, collation=None, distinct="printing", **more):
    """A card set of one booster that draws from one sheet of *entries*: names and copies."""
    cards = [cf.Card(cf.Face(name, types="Creature")) for name in dict(entries)]
    sheet = cf.Sheet(
        "s",
        [cf.Entry(cf.CardRef(name), copies) for name, copies in entries],
        collation or cf.model.Random(),
    )
    slot = cf.Slot("s", count, [cf.SheetChoice("s")], on_short=("skip",))
    booster = cf.Booster("B", None, [cf.Layout("", 1, [slot])], distinct, "slot", **more)
    return cf.CardSet("Reeds", cards=cards, sheets=[sheet], boosters=[booster])


def kinds(report):
    return {loss.kind for loss in report.losses}


def test_a_package_holds_the_game_and_comes_back_byte_for_byte(tmp_path):
    game = cf.read(MARSH)
    report = cf.write(game, tmp_path / "marsh.o8g")
    assert kinds(report) == {"files that the definition names"}
    assert report.losses[0].count == len(["1", "u", "g", "t", "front", "back"])
    with zipfile.ZipFile(tmp_path / "marsh.o8g") as archive:
        names = set(archive.namelist())
        assert (
            archive.read("def/Sets/Reedlight/set.xml")
            == (MARSH / "Sets" / "Reedlight" / "set.xml").read_bytes()
        )
    assert {"def/definition.xml", "[Content_Types].xml", "_rels/.rels", f"{GAME}.nuspec"} < set(
        names
    )
    again = cf.read(tmp_path / "marsh.o8g")
    assert again == game
    cf.write(again, tmp_path / "again.nupkg", "octgn")
    assert (tmp_path / "again.nupkg").read_bytes() == (tmp_path / "marsh.o8g").read_bytes()


def test_a_folder_comes_back_byte_for_byte_and_anew(tmp_path):
    game = cf.read(MARSH)
    cf.write(game, tmp_path / "same", "octgn")
    cf.write(game, tmp_path / "anew", "octgn", canonical=True, with_definition=True)
    files = {path.relative_to(MARSH) for path in MARSH.rglob("*.xml")}
    for folder, more in (("same", set()), ("anew", {Path("proxies", "proxies.xml")})):
        found = tmp_path / folder
        assert {path.relative_to(found) for path in found.rglob("*.xml")} == files | more
        assert cf.read(found) == game
    assert all(
        (tmp_path / "same" / file).read_bytes() == (MARSH / file).read_bytes() for file in files
    )


def files_in(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.mark.parametrize("others", ["there", "gone"])
def test_the_folder_of_a_set_comes_back_byte_for_byte(others, tmp_path):
    folder = shutil.copytree(MARSH, tmp_path / "Marsh") / "Sets" / "Reedlight"
    if others == "gone":
        folder = folder.rename(tmp_path / "Reedlight")
    reedlight, files = cf.read(folder), files_in(tmp_path)
    assert not cf.write(reedlight, folder, "octgn").diagnostics
    assert files_in(tmp_path) == files
    copy = shutil.copytree(folder, tmp_path / "Copy")
    cf.write(reedlight, copy, "octgn")
    assert files_in(copy) == files_in(folder)

    frog = reedlight.card("Reed Frog")
    edited = evolve(frog, faces=[evolve(frog.faces[0], toughness="9")])
    assert not cf.write(reedlight.replacing(frog, edited), folder, "octgn").losses
    assert cf.read(folder).card("Reed Frog").toughness == "9"
    (line,) = set(files_in(folder)[Path("set.xml")].splitlines()) - set(
        files_in(copy)[Path("set.xml")].splitlines()
    )
    assert b'"9"' in line


def test_the_folder_of_a_set_that_is_no_xml_is_kept(tmp_path):
    (tmp_path / "set.xml").write_text("<set id='x'", "utf-8")
    cf.write(cf.read_report(tmp_path).value, tmp_path, "octgn")
    assert files_in(tmp_path) == {Path("set.xml"): b"<set id='x'"}


def test_another_set_is_not_written_into_the_folder_of_a_set(tmp_path):
    shutil.copy(MARSH / "Sets" / "Reedlight" / "set.xml", tmp_path)
    files = files_in(tmp_path)
    with pytest.raises(FileExistsError, match="the folder of another set"):
        cf.write(of_one_sheet(("Heron", 1)), tmp_path, "octgn")
    assert files_in(tmp_path) == files


def test_a_wagic_set_becomes_a_package_whose_packs_are_the_same(tmp_path):
    wagic = cf.read(LAN)
    cf.write(wagic, tmp_path / "lan.o8g")
    octgn = cf.read(tmp_path / "lan.o8g")
    assert [card.name for card in octgn.cards] == [card.name for card in wagic.cards]
    assert [card.text for card in octgn.cards] == [card.text for card in wagic.cards]
    pack = cf.Generator(octgn, seed=7).pack(0)
    assert len(pack.cards) == 15


def test_ids_are_made_of_names_and_stay_the_same():
    cardset = of_one_sheet(("Heron", 1), ("Egret", 1))
    first, second = (cf.loads(cf.dumps(cardset, "octgn"), "octgn") for _ in range(2))
    assert first == second
    assert first.cards[0].ids == {"octgn": "ac9ee6dd-bbfc-53b7-9b45-b419006a6e9a"}
    other = cf.loads(cf.dumps(cardset, "octgn", game_id=GAME), "octgn")
    assert other.cards[0].ids == first.cards[0].ids
    assert other.extras["octgn"]["game"]["id"] == GAME


def test_two_lists_of_which_nothing_is_known_are_two_games(tmp_path):
    for name in ("cube-a", "cube-b"):
        (tmp_path / f"{name}.txt").write_text(f"1 {name} card\n1 Heron\n", "utf-8")
        report = cf.convert(tmp_path / f"{name}.txt", tmp_path / f"{name}.o8g", "draftmancer")
        assert "OC055" in report.counts()
    first, second = (cf.read(tmp_path / f"cube-{each}.o8g") for each in "ab")
    assert [first.name, second.name] == ["cube-a", "cube-b"]
    for of in ("game", "sets"):
        assert first.extras["octgn"][of] != second.extras["octgn"][of]
    assert first.extras["octgn"]["game"]["id"] != second.extras["octgn"]["game"]["id"]
    assert first.card("Heron").ids == second.card("Heron").ids
    written = cf.write(cf.read(tmp_path / "cube-a.txt"), tmp_path / "mine.o8g", game_id=GAME)
    assert written.counts()["OC055"] == 1
    assert cf.read(tmp_path / "mine.o8g").name == "cube-a"
    for text, name in (("1 Heron\n", "other"), ("", "given")):
        cardset = cf.loads_report(text, "draftmancer").value
        cf.write(cardset, tmp_path / "other.o8g", **({} if text else {"name": "given"}))
        assert cf.read(tmp_path / "other.o8g").name == name
    assert 'name="cube-a"' in cf.dumps(cf.read(tmp_path / "cube-a.txt"), "octgn")
    assert 'name="Custom"' in cf.dumps(cf.loads("1 Heron", "draftmancer"), "octgn")
    assert cf.read(tmp_path / "mine.o8g").extras["octgn"]["game"]["id"] == GAME


def test_a_set_with_a_code_is_told_by_it():
    cardset = evolve(of_one_sheet(("Heron", 1)), code="RDL")
    report = cf.dumps_report(cardset, "octgn")
    assert "OC055" not in report.counts()
    other = evolve(of_one_sheet(("Heron", 1), ("Egret", 1)), code="rdl", name="Other")
    first, second = (cf.loads(cf.dumps(each, "octgn"), "octgn") for each in (cardset, other))
    for of in ("game", "sets"):
        found = [each.extras["octgn"][of] for each in (first, second)]
        assert len({each["id"] if of == "game" else each[0]["id"] for each in found}) == 1


def test_the_code_of_cards_without_a_set_tells_no_set():
    first, second = (
        cf.CardSet(cards=[cf.Card(cf.Face(name, types="Creature"), "custom") for name in names])
        for names in (["Heron"], ["Heron", "Egret"])
    )
    mine, others = (cf.loads(cf.dumps(each, "octgn"), "octgn") for each in (first, second))
    assert mine.extras["octgn"]["game"]["id"] != others.extras["octgn"]["game"]["id"]
    assert mine.card("Heron").ids == others.card("Heron").ids
    plain = cf.CardSet(cards=[evolve(first.cards[0], set_code=None)])
    assert cf.loads(cf.dumps(plain, "octgn"), "octgn").cards[0].ids == mine.cards[0].ids


def test_a_list_whose_cards_are_of_one_set_becomes_that_set(tmp_path):
    cards = [
        cf.Card(cf.Face(name, types="Creature"), "mid", str(number), rarity)
        for number, (name, rarity) in enumerate({"Heron": "rare", "Egret": "common"}.items(), 1)
    ]
    sheets = [cf.Sheet(card.rarity, [cf.Entry(card.ref)]) for card in cards]
    slots = [cf.Slot(each.name, 1, [cf.SheetChoice(each.name)]) for each in sheets]
    boosters = [cf.Booster("B", layouts=[cf.Layout("", 1, slots)])]
    cardset = cf.CardSet("The Marsh: Dusk", cards=cards, sheets=sheets, boosters=boosters)
    cf.write(cardset, tmp_path / "out", "octgn")
    (path,) = (tmp_path / "out").rglob("set.xml")
    text = path.read_text("utf-8")
    assert "<include" not in text
    assert '<pick qty="1" key="Rarity" value="Rare"/>' in text
    assert 'name="The Marsh: Dusk"' in text
    assert 'shortName="mid"' in text
    other = evolve(cards[1], set_code="vow")
    sheets = [cf.Sheet(each.rarity, [cf.Entry(each.ref)]) for each in (cards[0], other)]
    cf.write(evolve(cardset, cards=[cards[0], other], sheets=sheets), tmp_path / "two", "octgn")
    assert {cf.read(each).code for each in (tmp_path / "two").rglob("set.xml")} == {
        None,
        "mid",
        "vow",
    }


def test_the_name_of_a_property_that_no_game_can_have_is_changed_and_told():
    face = cf.Face("Heron", types="Creature", properties={"Type": "x", "size": "y", "Deep": "z"})
    report = cf.dumps_report(cf.CardSet("Reeds", cards=[cf.Card(face)]), "octgn")
    assert {"the property 'Type' (now 'CardType2')", "the property 'size' (now 'CardSize')"} == {
        kind for kind in kinds(report) if "now" in kind
    }
    (card,) = cf.loads(report.value, "octgn").cards
    assert card.types == ("Creature",)
    assert card.properties.items() >= {"CardType2": "x", "CardSize": "y", "Deep": "z"}.items()


def test_what_a_given_game_has_not_is_left_out_and_told():
    face = cf.Face("Heron", types="Creature", properties={"Deep": "z", "Artist": "A"})
    card = cf.Card(face, extras={"octgn": {"size": "Huge"}})
    report = cf.dumps_report(cf.CardSet("Reeds", cards=[card]), "octgn", definition=MARSH)
    assert kinds(report) == {"the property 'Deep', which the game has not", "the size 'Huge'"}
    again = cf.loads_report(report.value, "octgn", definition=MARSH, thorough=True)
    assert not again.diagnostics
    assert again.value.cards[0].properties == {"Artist": "A"}


def test_a_sheet_is_picked_by_what_its_cards_have_in_common():
    cards = [
        cf.Card(cf.Face("Heron", types="Creature"), rarity="rare"),
        cf.Card(cf.Face("Egret", types="Creature"), rarity="common"),
        cf.Card(cf.Face("Tide", types="Sorcery"), rarity="common"),
    ]
    sheets = [
        cf.Sheet("a", [cf.Entry(cards[1].ref), cf.Entry(cards[2].ref)]),
        cf.Sheet("b", [cf.Entry(cards[0].ref), cf.Entry(cards[1].ref)]),
        cf.Sheet("c", [cf.Entry(cards[1].ref)]),
    ]
    slots = [cf.Slot(name, 1, [cf.SheetChoice(name)]) for name in "abc"]
    boosters = [cf.Booster("B", layouts=[cf.Layout("", 1, slots)])]
    written = cf.dumps(cf.CardSet("X", cards=cards, sheets=sheets, boosters=boosters), "octgn")
    assert '<pick qty="1" key="Rarity" value="Common"/>' in written
    assert '<pick qty="1" key="CardType" value="Creature"/>' in written
    assert '<pick qty="1" key="name" value="Egret"/>' in written
    assert "include" not in written


def test_copies_become_included_cards():
    report = cf.dumps_report(of_one_sheet(("Heron", 3), ("Egret", 1), distinct="none"), "octgn")
    assert not report.losses
    assert report.value.count("<include ") == 4
    (sheet,) = cf.loads(report.value, "octgn").sheets.values()
    assert [(entry.card.name, entry.copies) for entry in sheet.entries] == [
        ("Heron", 3),
        ("Egret", 1),
    ]


def test_copies_that_are_only_weights_are_written_in_proportion():
    weights = (("Heron", 30_000), ("Egret", 10_000))
    cardset = of_one_sheet(*weights, collation=cf.model.Random(replacement=True), distinct="none")
    report = cf.dumps_report(cardset, "octgn")
    assert not report.losses
    assert report.value.count("<include ") == 4
    many = of_one_sheet(("Heron", 29_999), ("Egret", 1), distinct="none")
    report = cf.dumps_report(many, "octgn")
    assert kinds(report) == {"more than 5000 copies (now in proportion)"}
    assert report.value.count("<include ") <= 5_001


def test_a_package_of_many_copies_can_be_read_again(tmp_path):
    cardset = of_one_sheet(("Heron", 2_000), ("Egret", 2_999), distinct="none")
    cf.write(cardset, tmp_path / "many.o8g")
    assert cf.read(tmp_path / "many.o8g").card("Heron")


def test_with_replacement_a_slot_is_several_picks():
    cardset = of_one_sheet(
        ("Heron", 1),
        ("Egret", 1),
        count=3,
        collation=cf.model.Random(replacement=True),
        distinct="none",
    )
    written = cf.dumps(cardset, "octgn")
    assert written.count('<pick qty="1"') == 3


def test_what_no_pack_can_say_is_told():
    cardset = of_one_sheet(("Heron", 1), ("Egret", 1), collation=cf.model.PrintRun())
    cardset = evolve(
        cardset,
        cards=[
            evolve(
                cardset.cards[0],
                finish="foil",
                rating=1.0,
                related=[cf.CardRef("Egret")],
                draft_effects=[cf.model.SimpleEffect.FACE_UP],
                ids={"wagic": "1"},
                faces=[
                    evolve(cardset.cards[0].faces[0], images={"en": "x"}, printed_names={"fr": "y"})
                ],
            ),
            cardset.cards[1],
        ],
        event=cf.model.Event(),
        meta={"author": "x"},
    )
    assert {loss.code for loss in cf.dumps_report(cardset, "octgn").losses} == {
        Loss.COLLATION,
        Loss.FINISH,
        Loss.RATING,
        Loss.RELATED,
        Loss.EFFECT,
        Loss.ID,
        Loss.IMAGE,
        Loss.PRINTED_NAME,
        Loss.EVENT,
        Loss.METADATA,
    }


def test_weights_that_no_decimal_says_are_rounded_and_told():
    cardset = of_one_sheet(("Heron", 1))
    slot = cardset.boosters[0].layouts[0].slots[0]
    layouts = [cf.Layout("a", 1, [slot]), cf.Layout("b", 2, [evolve(slot, count=0)])]
    thirds = evolve(cardset, boosters=[evolve(cardset.boosters[0], layouts=layouts)])
    report = cf.dumps_report(thirds, "octgn")
    assert kinds(report) == {"probabilities that no decimal says (now rounded)"}
    assert 'probability="0.333333333333333"' in report.value
    assert 'probability="0.666666666666667"' in report.value
    assert not cf.loads_report(report.value, "octgn").counts()


def test_characters_that_xml_has_not_are_left_out_and_told():
    cardset = cf.CardSet("a\x00b", cards=[cf.Card(cf.Face("He\x01ron", text="\ud800x\ufffe"))])
    report = cf.dumps_report(cardset, "octgn")
    assert kinds(report) == {"characters that XML cannot have (now left out)"}
    read = cf.loads(report.value, "octgn")
    assert (read.name, read.cards[0].name, read.cards[0].text) == ("ab", "Heron", "x")


def test_a_changed_field_is_written_and_the_others_stay():
    cardset = cf.read(MARSH / "Sets" / "Reedlight")
    king = cardset.card("Otter King")
    face = evolve(king.faces[0], power="5", text="{G}: Dive.")
    changed = evolve(king, faces=[face], rarity="mythic", number="103")
    cards = [changed if card is king else card for card in cardset.cards]
    written = cf.dumps(evolve(cardset, cards=cards), "octgn")
    (found,) = cf.loads(written, "octgn", definition=MARSH).printings("Otter King")
    assert (found.power, found.text, found.rarity, found.number) == (
        "5",
        "{G}: Dive.",
        "mythic",
        "103",
    )
    assert found.properties == king.properties
    assert '<s value="G">{G}</s>: Dive.' in written
    assert 'value="Mythic Rare"' in written


def test_a_set_of_another_game_takes_its_properties():
    cardset = of_one_sheet(("Heron", 1))
    written = cf.dumps(cardset, "octgn", definition=MARSH)
    assert f'gameId="{GAME}"' in written
    assert cf.loads_report(written, "octgn", definition=MARSH).ok


def test_a_deck_comes_back_byte_for_byte_and_anew():
    deck = cf.read(DECK)
    assert cf.dumps(deck, "octgn-deck").encode() == DECK.read_bytes()
    anew = cf.dumps(deck, "octgn-deck", canonical=True)
    assert cf.loads(anew, "octgn-deck").sheets == deck.sheets
    assert "<notes>Birds first.</notes>" in anew
    assert cf.loads(anew, "octgn-deck").extras == deck.extras


def test_a_deck_of_any_card_set():
    cardset = of_one_sheet(("Heron", 4))
    report = cf.dumps_report(cardset, "octgn-deck")
    assert kinds(report) == {
        "boosters",
        "sheets without replacement (now all of its cards)",
        "cards themselves (except their names and ids)",
        "the name of the deck",
    }
    (entry,) = cf.loads(report.value, "octgn-deck").sheets["s"].entries
    assert (entry.card.name, entry.copies) == ("Heron", 4)
    number = cf.loads(report.value, "octgn-deck").cards[0].ids
    assert number == cf.loads(cf.dumps(cardset, "octgn"), "octgn").cards[0].ids


@pytest.mark.parametrize("change", ["cut", "flip", "encrypt"])
def test_a_damaged_package_is_reported(tmp_path, change):
    path = tmp_path / "marsh.o8g"
    cf.write(cf.read(MARSH), path)
    data = bytearray(path.read_bytes())
    start = data.index(b"def/Sets/Reedlight/set.xml")
    if change == "cut":
        data = data[: len(data) // 2]
    elif change == "flip":
        data[start + 60] ^= 0xFF
    else:
        central = data.index(b"PK\x01\x02")
        while data[central + 46 :][:26] != b"def/Sets/Reedlight/set.xml":
            central = data.index(b"PK\x01\x02", central + 1)
        data[central + 8] |= 1
    path.write_bytes(data)
    report = cf.read_report(path)
    assert not report.ok
    assert set(report.counts()) <= {"OC050", "OC051", "OC052", "OC023", "OC025", "OC028"}


def packed(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "problem"),
    rows("""
        ../Sets/x/set.xml        | leads out
        /Sets/x/set.xml          | leads out
        C:/Sets/x/set.xml        | leads out
        def/../../Sets/x/set.xml | leads out
    """),
)
def test_paths_that_leave_a_package_are_refused(name, problem):
    report = cf.loads_report(packed({name: "<set/>"}), "octgn")
    assert any(problem in found.message for found in report.diagnostics)
    assert not report.value.cards


def test_a_bomb_is_not_unpacked():
    bomb = packed({"def/Sets/x/set.xml": b"<set>" + b" " * 30_000_000 + b"</set>"})
    report = cf.loads_report(bomb, "octgn")
    assert "packed more than 200 times" in report.diagnostics[0].message
    report = cf.loads_report(bomb, "octgn", max_ratio=10_000, max_size=1_000_000)
    assert "larger than 1000000 bytes" in report.diagnostics[0].message
    many = packed({f"def/Sets/{number}/set.xml": "<set/>" for number in range(20)})
    assert "it has 20 files" in cf.loads_report(many, "octgn", max_files=10).diagnostics[0].message


def test_a_slot_that_chooses_for_each_card_is_options_of_single_picks():
    cards = [cf.Card(cf.Face(name), "AAA", name) for name in ("Moss", "Reed")]
    sheets = [
        cf.Sheet(card.name, [cf.Entry(card.ref)], cf.model.Random(replacement=True))
        for card in cards
    ]
    choices = [cf.SheetChoice(sheet.name) for sheet in sheets]
    slot = cf.Slot("A", 3, choices, choose="card")
    booster = cf.Booster("A", layouts=[cf.Layout("default", 1, [slot])], distinct="none")
    text = cf.dumps(cf.CardSet("A", "AAA", cards, sheets, [booster]), "octgn")
    assert text.count("<options>") == 3
    assert text.count('<pick qty="1"') == text.count("<option ") == 6
    sheets = [evolve(sheet, collation=cf.model.Random()) for sheet in sheets]
    report = cf.dumps_report(cf.CardSet("A", "AAA", cards, sheets, [booster]), "octgn")
    assert "slots that choose a sheet for each card (now perhaps twice)" in kinds(report)


def test_an_edit_of_a_card_of_a_further_set_is_no_loss(tmp_path):
    game = cf.read(shutil.copytree(MARSH, tmp_path / "Marsh"))
    card = next(each for each in game.cards if each.extras.get("octgn", {}).get("set"))
    edited = evolve(card, faces=[evolve(card.faces[0], name="Ebb"), *card.faces[1:]])
    assert not cf.write(game.replacing(card, edited), tmp_path / "Marsh", "octgn").losses
    assert "Ebb" in {each.name for each in cf.read(tmp_path / "Marsh").cards}


@pytest.mark.parametrize(
    ("copies", "count", "remedy"),
    [
        ((5, 5, 5), 10, "replacement"),
        ((1,), 9, "replacement"),
        ((2, 1), 8, "refill"),
        ((1, 1), 5, "event"),
    ],
)
def test_a_sheet_that_is_filled_again_gives_packs_of_the_same_size_and_odds(
    tmp_path, copies, count, remedy
):
    """Each pick of OCTGN chooses among all copies again."""
    entries = [(f"Card {number}", each) for number, each in enumerate(copies)]
    collation = cf.model.Random(replacement=remedy == "replacement")
    cardset = of_one_sheet(*entries, count=count, collation=collation, distinct="name")
    booster = cardset.boosters[0]
    slot = evolve(booster.layouts[0].slots[0], on_short=("refill",) if remedy == "refill" else ())
    layout = evolve(booster.layouts[0], slots=[slot])
    event = cf.model.Event(supply="refill") if remedy == "event" else None
    cardset = evolve(cardset, boosters=[evolve(booster, layouts=[layout])], event=event)
    report = cf.write(cardset, tmp_path / "game", "octgn")
    assert "what a slot does when it is short (now it gives less)" not in kinds(report)
    packs = cf.Generator(cf.read(tmp_path / "game", "octgn"), seed=1)
    assert {len(packs.pack(number).cards) for number in range(20)} == {count}
    means = {row["card"].split(" (")[0]: row["expected"] for row in packs.odds().rows()}
    assert means == pytest.approx({name: count * many / sum(copies) for name, many in entries})


def test_rounds_whose_layouts_are_determined_are_reported():
    cardset = of_one_sheet(("Heron", 1))
    rounds = [
        cf.model.Round(
            layouts=[cf.model.LayoutChoice(each.name) for each in cardset.boosters[0].layouts]
        )
    ]
    report = cf.dumps_report(evolve(cardset, event=cf.model.Event(rounds=rounds)), "octgn")
    assert "layouts of the packs of rounds (now by their weights)" in kinds(report)


@pytest.mark.parametrize(
    "face",
    [
        {
            "mana_cost": "{3}{W}",
            "colors": "W",
            "types": ["Artifact"],
            "subtypes": ["Boat", "Relic"],
        },
        {"supertypes": ["Basic", "Snow"], "types": ["Land"], "subtypes": ["Marsh"]},
        {"types": ["Kindred", "Instant"]},
    ],
)
def test_types_come_back_if_no_card_has_power_or_a_cost(face):
    cardset = cf.CardSet("Reeds", cards=[cf.Card(cf.Face("Punt", **face), rarity="rare")])
    text = cf.dumps(cardset, "octgn")
    again = cf.loads(text, "octgn")
    assert again.cards[0].faces == cardset.cards[0].faces
    assert cf.dumps(again, "octgn") == text


def test_a_set_of_another_game_whose_properties_are_not_those_of_magic_has_types_of_several_words():
    text = (
        f'<set name="S" id="{GAME}" gameId="{GAME}"><cards><card name="Eel" id="{GAME}">'
        '<property name="Color" value="Blue"/><property name="Type" value="Water Dweller"/>'
        "</card></cards></set>"
    )
    assert cf.loads(text, "octgn").cards[0].types == ("Water Dweller",)
