"""Writing for OCTGN: sets, folders, packages and decks, of whatever card set."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest
from attrs import evolve

import cardformats as cf
from tests.conftest import ROOT

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


def test_what_a_given_game_has_not_is_left_out_and_told():
    face = cf.Face("Heron", types="Creature", properties={"Deep": "z", "Artist": "A"})
    card = cf.Card(face, extras={"octgn": {"size": "Huge"}})
    report = cf.dumps_report(cf.CardSet("Reeds", cards=[card]), "octgn", definition=MARSH)
    assert kinds(report) == {"the property 'Deep', which the game has not", "the size 'Huge'"}
    again = cf.loads_report(report.value, "octgn", definition=MARSH, thorough=True)
    assert not again.diagnostics
    assert again.value.cards[0].properties == {"Artist": "A"}


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
    [
        ("../Sets/x/set.xml", "leads out"),
        ("/Sets/x/set.xml", "leads out"),
        ("C:/Sets/x/set.xml", "leads out"),
        ("def/../../Sets/x/set.xml", "leads out"),
    ],
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
