"""GUIDs that stay: of cards, packs and sets that are written where they are already."""

from __future__ import annotations

import json
import re
import shutil
import uuid
import zipfile

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.formats.octgn.identity import made_guid
from cardformats.formats.octgn.keeping.matching import matches
from tests.conftest import ROOT

MARSH = ROOT / "examples" / "octgn" / "Marsh"
REEDLIGHT = MARSH / "Sets" / "Reedlight" / "set.xml"
LAN = ROOT / "examples" / "wagic" / "sets" / "LAN"
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
NAMESPACE = uuid.UUID("1b0d4685-e38c-50e6-bd48-8142a00f7aeb")


def as_list(path, **options):
    """What is left of a set in a list for drafts, which has no GUIDs."""
    return cf.loads(cf.dumps(cf.read(path, **options), "draftmancer"), "draftmancer")


def named(cardset):
    return {(card.name, card.number): card.ids["octgn"] for card in cardset.cards}


def told(report):
    """The messages on new, gone and doubtful ids, by their codes."""
    return {
        str(each.code): each.message
        for each in report.diagnostics
        if each.code in ("OC057", "OC058", "OC059")
    }


def lost(report, code):
    return [each.kind for each in report.losses if each.code == code]


def renamed(card, name):
    return evolve(card, faces=[evolve(card.faces[0], name=name), *card.faces[1:]])


@pytest.fixture
def marsh(tmp_path):
    return shutil.copytree(MARSH, tmp_path / "Marsh")


def files_in(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# -- how they are made


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("card", "Heron", "", ""), "ac9ee6dd-bbfc-53b7-9b45-b419006a6e9a"),
        (("card", "Reed Frog", "mys", "12"), None),
        (("card", "Ælf “Reed”", "mys", "1", "2"), None),
        (("set", "code", "mys"), None),
        (("game", "code", "mys"), None),
        (("pack", "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02", "Booster/1"), None),
    ],
)
def test_made_ids_are_of_a_namespace_and_the_parts_as_json(parts, expected):
    made = str(uuid.uuid5(NAMESPACE, json.dumps(parts)))
    assert made_guid(*parts) == made
    assert expected in (None, made)
    assert uuid.uuid5(uuid.NAMESPACE_URL, "cardformats/octgn") == NAMESPACE


def test_a_new_card_does_not_get_the_id_of_one_that_was_called_so():
    first = cf.loads(cf.dumps(cf.CardSet.of([cf.Card(cf.Face("Heron"))]), "octgn"), "octgn")
    (heron,) = first.cards
    cards = [renamed(heron, "Egret"), cf.Card(cf.Face("Heron"))]
    again = cf.loads(cf.dumps(evolve(first, cards=cards), "octgn"), "octgn")
    assert again.cards[0].ids == heron.ids
    assert again.cards[1].ids != heron.ids


# -- of a set


def test_a_set_keeps_all_ids_through_a_list():
    first = cf.read(REEDLIGHT)
    report = cf.dumps_report(as_list(REEDLIGHT), "octgn", ids_from=REEDLIGHT)
    again = cf.loads(report.value, "octgn", game=MARSH)
    assert told(report) == {"OC058": f"in {REEDLIGHT}, but missing here: 1 pack (Lands)"}
    assert named(again) == named(first)
    assert again.boosters[0].id == first.boosters[0].id
    for of in ("game", "sets"):
        ids = [cardset.extras["octgn"][of] for cardset in (first, again)]
        ids = [each if of == "game" else each[0] for each in ids]
        assert ids[0]["id"] == ids[1]["id"]
    alternates = [card.extras["octgn"]["alternates"] for card in first.cards if len(card.faces) > 1]
    assert alternates == [
        card.extras["octgn"]["alternates"] for card in again.cards if len(card.faces) > 1
    ]


@pytest.mark.parametrize("place", ["file", "folder", "game", "package", "cardset", "whole"])
def test_ids_come_from_whatever_has_them(place, tmp_path):
    if place == "package":
        cf.write(cf.read(MARSH), tmp_path / "marsh.o8g")
    places = {
        "file": REEDLIGHT,
        "folder": str(REEDLIGHT.parent),
        "game": MARSH,
        "package": tmp_path / "marsh.o8g",
        "cardset": cf.read(REEDLIGHT),
        "whole": cf.read(MARSH),
    }
    report = cf.dumps_report(as_list(REEDLIGHT), "octgn", ids_from=places[place])
    assert told(report).keys() == {"OC058"}
    assert named(cf.loads(report.value, "octgn", game=MARSH)) == named(cf.read(REEDLIGHT))


def test_only_what_changed_is_told(marsh):
    cards = [*as_list(REEDLIGHT).cards]
    first = named(cf.read(REEDLIGHT))
    frog = next(card for card in cards if card.name == "Reed Frog")
    gone = next(card for card in cards if card.name == "Low Tide")
    cards.remove(gone)
    cards[cards.index(frog)] = renamed(frog, "Moor Frog")
    new = cf.Card(cf.Face("Bittern", types="Creature"), "RDL", "99")
    changed = evolve(as_list(REEDLIGHT), cards=[new, *reversed(cards)], sheets=[], boosters=[])
    report = cf.dumps_report(changed, "octgn", ids_from=marsh / "Sets" / "Reedlight")
    source = marsh / "Sets" / "Reedlight"
    assert told(report) == {
        "OC057": f"new cards that are not in {source}: 1 card (Bittern)",
        "OC058": f"in {source}, but missing here: 1 card and 2 packs (Low Tide, Booster, Lands)",
        "OC059": f"possibly different from {source}, but with the same ids: "
        "1 card (Moor Frog, once Reed Frog)",
    }
    again = named(cf.loads(report.value, "octgn", game=MARSH))
    assert again["Moor Frog", frog.number] == first["Reed Frog", frog.number]
    stay = first.keys() & again.keys()
    # the last one is of another set, and no pack includes it any more
    missing = {name for name, _ in first.keys() - stay}
    assert missing == {"Reed Frog", "Low Tide", "Spring Flood"}
    assert all(first[key] == again[key] for key in stay)
    assert again["Bittern", "99"] not in first.values()


def test_cards_of_one_name_and_number_are_told_apart_by_their_faces():
    texts = ["Croak.", "Hop.", "Swim."]
    frogs = [cf.Card(cf.Face("Frog", text=each), "POND", "1") for each in texts]
    first = cf.loads(cf.dumps(cf.CardSet("Pond", "POND", frogs), "octgn"), "octgn")
    ids = {card.text: card.ids for card in first.cards}
    assert len({card["octgn"] for card in ids.values()}) == len(texts)
    mixed = cf.CardSet("Pond", "POND", [frogs[2], frogs[0], frogs[1]])
    report = cf.dumps_report(mixed, "octgn", ids_from=first)
    assert told(report) == {}
    assert {card.text: card.ids for card in cf.loads(report.value, "octgn").cards} == ids


def test_cards_of_one_name_without_numbers_are_doubtful():
    first = cf.CardSet("Pond", "POND", [cf.Card(cf.Face("Island"), "POND", each) for each in "12"])
    first = cf.loads(cf.dumps(first, "octgn"), "octgn")
    report = cf.dumps_report(
        cf.CardSet("Pond", "POND", [cf.Card(cf.Face("Island"), "POND")]), "octgn", ids_from=first
    )
    assert told(report)["OC059"].endswith("1 card (Island)")
    (island,) = cf.loads(report.value, "octgn").cards
    assert island.ids in [card.ids for card in first.cards]


def test_cards_that_say_their_ids_keep_them():
    own = "11111111-2222-4333-8444-555555555555"
    cards = [
        evolve(card, ids={"octgn": own}) if card.name == "Reed Frog" else card
        for card in as_list(REEDLIGHT).cards
    ]
    report = cf.dumps_report(evolve(as_list(REEDLIGHT), cards=cards), "octgn", ids_from=MARSH)
    again = cf.loads(report.value, "octgn", game=MARSH)
    assert again.card("Reed Frog").ids["octgn"] == own
    assert len(set(named(again).values())) == len(again.cards)


def test_what_says_no_ids_is_refused(tmp_path):
    (tmp_path / "list.txt").write_text("1 Heron\n", "utf-8")
    for place, name in (
        (tmp_path / "list.txt", tmp_path / "list.txt"),
        (tmp_path, tmp_path),
        (as_list(REEDLIGHT), "Reedlight"),
        (cf.CardSet(), "the card set"),
    ):
        with pytest.raises(cf.OptionError) as error:
            cf.dumps(as_list(REEDLIGHT), "octgn", ids_from=place)
        assert str(error.value) == f"ids_from: {name} is not a set or a game of OCTGN"
    with pytest.raises(OSError, match="none"):
        cf.dumps(as_list(REEDLIGHT), "octgn", ids_from=tmp_path / "none")


def test_what_could_not_be_read_there_is_told(tmp_path):
    (tmp_path / "set.xml").write_text(f"<set id='{GAME}' gameId='{GAME}' name='x'><cards>", "utf-8")
    report = cf.dumps_report(as_list(REEDLIGHT), "octgn", ids_from=tmp_path)
    assert "OC001" in report.counts()


# -- of a game


@pytest.mark.parametrize("source", ["wagic", "csv", "mtgjson", "draftmancer"])
def test_a_set_is_added_and_all_other_files_stay(source, marsh):
    before = files_in(marsh)
    lan = cf.read(LAN)
    if source != "wagic":
        lan = cf.loads(cf.dumps(lan, source), source)
    report = cf.write(lan, marsh, "octgn", ids_from=marsh)
    after = files_in(marsh)
    assert before.items() < after.items()
    (new,) = after.keys() - before.keys()
    assert new.startswith("Sets/")
    assert new.endswith("/set.xml")
    assert new.count("/") == 2
    added = cf.read(marsh / new)
    assert added.extras["octgn"]["game"]["id"] == GAME
    assert told(report).keys() == {"OC057"}
    assert len(added.cards) == len(lan.cards)
    assert "CF204" not in report.counts()


def test_a_set_that_is_there_is_replaced_where_it_is(marsh):
    home = (marsh / "Sets" / "Reedlight").rename(marsh / "Sets" / "other name")
    (marsh / "Sets").rename(marsh / "sets")
    before = files_in(marsh)
    cf.write(as_list(REEDLIGHT, game=MARSH), marsh, "octgn", ids_from=marsh)
    after = files_in(marsh)
    assert after.keys() == before.keys()
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {f"sets/{home.name}/set.xml"}


def test_the_folder_of_sets_is_that_of_a_game(marsh):
    before = files_in(marsh)
    cf.write(cf.read(LAN), marsh / "Sets", "octgn", ids_from=marsh)
    (new,) = files_in(marsh).keys() - before.keys()
    assert new.count("/") == 2


def test_a_set_of_the_same_name_is_written_beside_the_other(marsh):
    other = cf.loads(
        cf.dumps(cf.CardSet("Reedlight", None, [cf.Card(cf.Face("Heron"))]), "octgn"), "octgn"
    )
    before = files_in(marsh)
    cf.write(other, marsh, "octgn")
    assert before.items() < files_in(marsh).items()
    assert "Sets/Reedlight_2/set.xml" in files_in(marsh)


def wide():
    face = cf.Face("Bittern", properties={"Depth": "12", "Text": "Boom."})
    return cf.CardSet("Fen", "FEN", [cf.Card(face, "FEN", "1", extras={"octgn": {"size": "Tall"}})])


def test_what_the_definition_lacks_is_left_out_and_told(marsh):
    before = files_in(marsh)
    report = cf.write(wide(), marsh, "octgn", ids_from=marsh)
    assert "the property 'Depth', which the game has not" in {each.kind for each in report.losses}
    assert before.items() < files_in(marsh).items()


def test_a_definition_that_is_there_gets_what_it_lacks(marsh):
    before = files_in(marsh)
    report = cf.write(wide(), marsh, "octgn", ids_from=marsh, with_definition=True)
    assert not report.losses
    after = files_in(marsh)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"definition.xml"}
    assert after.keys() - before.keys() == {"Sets/Fen/set.xml"}
    new = set(after["definition.xml"].splitlines()) - set(before["definition.xml"].splitlines())
    assert sorted(line.split()[0] for line in new) == [b"<property", b"<property", b"<size"]
    fen = cf.read(marsh / "Sets" / "Fen", rules="octgn")
    assert fen.cards[0].faces[0].properties["Depth"] == "12"


def test_a_set_does_not_get_a_definition_into_its_own_folder(marsh):
    folder = marsh / "Sets" / "Reedlight"
    report = cf.write(cf.read(folder), folder, "octgn", with_definition=True)
    assert [each.kind for each in report.losses] == ["definitions in the folder of a set"]
    assert [path.name for path in folder.iterdir()] == ["set.xml"]


def test_a_cube_includes_the_cards_of_the_game(marsh):
    cards = [*as_list(MARSH / "Sets" / "Reedlight").cards]
    cube = cf.CardSet.of([*cards, cf.Card(cf.Face("Bittern"))], "Cube", None, pack=5)
    before = files_in(marsh)
    report = cf.write(cube, marsh, "octgn", ids_from=marsh)
    assert before.items() < files_in(marsh).items()
    read = cf.read(marsh / "Sets" / "Cube")
    known = named(cf.read(MARSH))
    for card in read.cards:
        assert known.get((card.name, card.number), card.ids["octgn"]) == card.ids["octgn"]
    assert [card.name for card in read.cards if not card.extras.get("octgn")] == ["Bittern"]
    assert told(report).keys() == {"OC057"}
    assert cf.read_report(marsh, rules="octgn").ok


def test_ids_do_not_collide_with_those_of_other_sets(marsh):
    for name in ("One", "Two"):
        new = cf.CardSet(name, None, [cf.Card(cf.Face("Heron")), cf.Card(cf.Face("Egret"))])
        cf.write(new, marsh, "octgn", ids_from=marsh)
    ids = [card.ids["octgn"] for card in cf.read(marsh).cards]
    assert len(set(ids)) == len(ids)


def test_a_package_is_written_for_the_game(tmp_path):
    cf.write(cf.read(LAN), tmp_path / "lan.o8g", ids_from=MARSH)
    assert cf.read(tmp_path / "lan.o8g").extras["octgn"]["game"]["id"] == GAME
    with zipfile.ZipFile(tmp_path / "lan.o8g") as archive:
        assert f"{GAME}.nuspec" in archive.namelist()


def test_an_edited_game_keeps_its_text_where_its_own_ids_are_asked_for(marsh):
    game = cf.read(marsh)
    for options in ({"ids_from": marsh}, {"game_id": GAME}, {"definition": marsh}):
        report = cf.write(game, marsh, "octgn", **options)
        assert "OC056" not in report.counts()
    assert files_in(marsh) == files_in(MARSH)
    new = cf.Card(cf.Face("Bittern", types="Creature"), "RDL", "99")
    report = cf.write(evolve(game, cards=[*game.cards, new]), marsh, "octgn", ids_from=marsh)
    assert told(report).keys() == {"OC057"}
    assert "OC056" not in report.counts()
    assert named(cf.read(marsh)).items() > named(game).items()


def test_a_set_is_added_to_a_game_that_was_read(marsh):
    game = cf.read(marsh)
    extras = game.extras["octgn"]
    own = {"id": "11111111-2222-4333-8444-555555555555", "name": "Wold", "shortName": "WLD"}
    new = cf.Card(cf.Face("Bittern"), "WLD", "1", extras={"octgn": {"set": own["id"]}})
    sets = (*extras["sets"], own)
    more = evolve(game, cards=[*game.cards, new], extras={"octgn": {**extras, "sets": sets}})
    before = files_in(marsh)
    report = cf.write(more, marsh, "octgn")
    after = files_in(marsh)
    assert not report.diagnostics
    assert before.items() < after.items()
    assert after.keys() - before.keys() == {"Sets/Wold/set.xml"}
    assert {card.name for card in cf.read(marsh).cards} == {card.name for card in more.cards}
    # and gone again: its file stays, which is told
    again = cf.read(marsh)
    report = cf.write(
        evolve(again, cards=[card for card in again.cards if card.set_code != "WLD"]),
        marsh,
        "octgn",
    )
    assert [each.kind for each in report.losses] == ["files of these sets in the folder"]
    assert "OC056" not in report.counts()
    assert files_in(marsh) == after


def test_a_set_with_another_id_leaves_the_others_as_they_are(marsh):
    game = cf.read(marsh)
    extras = game.extras["octgn"]
    first, *others = extras["sets"]
    sets = ({**first, "id": "11111111-2222-4333-8444-555555555555"}, *others)
    before = files_in(marsh)
    report = cf.write(evolve(game, extras={"octgn": {**extras, "sets": sets}}), marsh, "octgn")
    assert "OC056" not in report.counts()
    after = files_in(marsh)
    assert after.keys() == before.keys()
    (changed,) = (name for name in before if before[name] != after[name])
    pairs = zip(before[changed].splitlines(), after[changed].splitlines(), strict=True)
    assert sum(old != new for old, new in pairs) == 1
    assert cf.read(marsh).extras["octgn"]["sets"][0]["id"] == sets[0]["id"]


def test_a_cube_of_names_includes_the_cards_of_the_game(marsh):
    cube = cf.loads("1 Reed Frog\n1 low tide\n1 Spring Flood\n1 Bittern\n", "draftmancer")
    before = files_in(marsh)
    report = cf.write(cube, marsh, "octgn", ids_from=marsh, name="cube")
    after = files_in(marsh)
    assert before.items() < after.items()
    assert after.keys() - before.keys() == {"Sets/cube/set.xml"}
    assert told(report).keys() == {"OC057"}
    assert told(report)["OC057"].endswith("1 set and 1 card (cube, Bittern)")
    (lost,) = (loss for loss in report.losses if loss.code == "CF210")
    assert lost.subjects == ("Bittern",)
    known = {card.name: card.ids["octgn"] for card in cf.read(MARSH).cards}
    read = cf.read(marsh / "Sets" / "cube")
    assert len(read.cards) == 4
    for card in read.cards:
        assert card.ids["octgn"] == known.get(card.name, card.ids["octgn"])
    packs = {each.card.name for pack in cf.Generator(read, seed=1).packs(9) for each in pack.cards}
    assert packs <= {card.name for card in read.cards}


def test_a_card_of_which_only_the_name_is_known_stays_as_it_is():
    names = "".join(f"1 {card.name}\n" for card in cf.read(REEDLIGHT).cards if card.text)
    report = cf.dumps_report(cf.loads(names, "draftmancer"), "octgn", ids_from=REEDLIGHT)
    assert "CF210" not in report.counts()
    again = cf.loads(report.value, "octgn", game=MARSH)
    first = cf.read(REEDLIGHT)
    assert {card.name: card.text for card in again.cards} == {
        card.name: card.text for card in first.cards if card.text
    }
    assert named(again).items() <= named(first).items()


def test_cards_without_ids_have_none_to_keep(tmp_path):
    bird = cf.Card(cf.Face("Bittern", types="Creature"), "RDL", "99")
    first = cf.read(REEDLIGHT)
    more = evolve(as_list(REEDLIGHT), cards=[*as_list(REEDLIGHT).cards, bird])
    known = evolve(first, cards=[*first.cards, bird])
    report = cf.dumps_report(more, "octgn", ids_from=known)
    assert told(report)["OC057"].endswith("1 card (Bittern)")
    path = tmp_path / "set.xml"
    text = REEDLIGHT.read_text("utf-8")
    path.write_text(re.sub(r'(<card name="Reed Frog") id="[^"]*"', r"\1", text), "utf-8")
    report = cf.dumps_report(as_list(REEDLIGHT), "octgn", ids_from=path)
    # the game of the other one, whose card a pack includes, is not around
    assert told(report)["OC057"].endswith("2 cards (Reed Frog, Spring Flood)")
    assert len(cf.loads(report.value, "octgn").cards) == len(cf.read(REEDLIGHT).cards)


def test_a_type_of_several_words_is_the_same_as_a_phrase():
    one = cf.Card(cf.Face("Heron", types=["Water Bird"]), number="1")
    other = cf.Card(cf.Face("Egret", types=["Water", "Bird"]), number="01")
    (match,) = matches([one], [other]).values()
    assert match.is_doubtful


def test_properties_that_a_list_has_no_place_for_stay():
    face = cf.Face("Eel", text="Bite.", properties={"Depth": "12"})
    pond = cf.CardSet("Pond", "POND", [cf.Card(face, "POND", "1")])
    first = cf.loads(cf.dumps(pond, "octgn"), "octgn")
    listed = evolve(pond, cards=[cf.Card(cf.Face("Eel", text="Bite!"), "POND", "1")])
    again = cf.loads(cf.dumps(listed, "octgn", ids_from=first), "octgn")
    assert again.card("Eel").faces[0].properties == {"Depth": "12"}
    assert again.card("Eel").text == "Bite!"


# -- cards of a folder that would be gone


@pytest.mark.parametrize("where", [".", "Sets", "Sets/Reedlight"])
def test_a_list_of_few_cards_empties_no_set(where, marsh, tmp_path):
    frog = cf.read(REEDLIGHT).cards[0]
    path = tmp_path / "few.txt"
    path.write_text(f"1 {frog.name} ({frog.set_code}) {frog.number}\n", "utf-8")
    before = files_in(marsh)
    options = {"ids_from": marsh, "target_format": "octgn"}
    with pytest.raises(cf.OverwriteError, match="force") as raised:
        cf.convert(path, marsh / where, "decklist", **options)
    assert files_in(marsh) == before
    (lost,) = raised.value.report.losses
    own = [card for card in cf.read(REEDLIGHT).cards if not card.extras.get("octgn", {}).get("set")]
    assert lost.code == "CF210"
    assert set(lost.subjects) == {card.name for card in own} - {frog.name}
    cards = cf.read(path, "decklist")
    with pytest.raises(cf.WriteError):
        cf.write(cards, marsh / where, "octgn", ids_from=marsh, on_loss="error")
    report = cf.convert(path, marsh / where, "decklist", force=True, **options)
    assert [each.subjects for each in report.losses if each.how.value == "replaced"] == [
        lost.subjects
    ]
    assert files_in(marsh) != before


def test_a_set_that_was_read_may_have_fewer_cards(marsh):
    game = cf.read(marsh)
    report = cf.write(evolve(game, cards=game.cards[1:], sheets=[], boosters=[]), marsh, "octgn")
    assert "CF210" not in report.counts()
    home = cf.read(marsh / "Sets" / "Reedlight")
    fewer = evolve(home, cards=home.cards[1:], sheets=[], boosters=[])
    report = cf.write(fewer, marsh / "Sets" / "Reedlight", "octgn")
    assert "CF210" not in report.counts()


def test_what_is_gone_is_a_warning():
    report = cf.dumps_report(
        cf.CardSet.of([cf.Card(cf.Face("Bittern"), "RDL", "99")]), "octgn", ids_from=REEDLIGHT
    )
    (gone,) = (each for each in report.diagnostics if each.code == "OC058")
    assert gone.severity is cf.Severity.WARNING


def test_a_set_of_another_code_is_another_set_whatever_it_is_called(marsh):
    before = files_in(marsh)
    heron = cf.Card(cf.Face("Heron", types="Creature"), "OTH", "1")
    report = cf.write(cf.CardSet("Reedlight", "OTH", [heron]), marsh, "octgn", ids_from=marsh)
    assert before.items() < files_in(marsh).items()
    assert told(report).keys() == {"OC057"}
    # without a code, the name tells
    named_only = cf.CardSet("Reedlight", None, [evolve(heron, set_code=None)])
    report = cf.dumps_report(named_only, "octgn", ids_from=MARSH)
    assert "OC058" in told(report)


def test_each_of_several_sets_has_its_own_cards():
    game = cf.read(MARSH)
    lands = {"OC058": "in Marsh, but missing here: 1 pack (Lands)"}
    new = {"OC057": "new cards that are not in Marsh: 1 pack (Tidewrack)"}
    for name, expected in (("Reedlight", lands), ("Tidewrack", new)):
        report = cf.dumps_report(as_list(MARSH / "Sets" / name), "octgn", ids_from=game)
        assert told(report) == expected


# -- what lists do not say


AWAKENING = """
<set name="Reeds" shortName="RDS" id="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"
 gameId="bb784fc6-fe21-4603-90d7-82c049908a74"><cards>
<card name="Marsh Dragon" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">
<property name="Civilization" value="Fire/Nature"/><property name="Cost" value="6"/>
<property name="Type" value="Creature"/><property name="Power" value="6000+"/>
<property name="Number" value="4/55"/>{rarity}
<alternate name="Marsh Dragon, Ablaze" type="awakening">{colors}
<property name="Cost" value="12"/></alternate></card>
<card name="Marsh Eel" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01">
<property name="Civilization" value="Colorless"/><property name="Cost" value="6"/>
<property name="Number" value="5/55"/>{rarity}</card>
</cards></set>"""


def awakening(colors="", rarity=""):
    return AWAKENING.format(colors=colors, rarity=rarity).strip()


def through(cardset, format_id="draftmancer"):
    return cf.loads(cf.dumps(cardset, format_id), format_id)


@pytest.mark.parametrize("own", [None, "Fire/Nature", "Water", "Colorless"])
def test_colors_that_a_list_does_not_say_stay(own):
    text = awakening("" if own is None else f'<property name="Civilization" value="{own}"/>')
    first = cf.loads(text, "octgn")
    listed = through(first)
    report = cf.dumps_report(listed, "octgn", ids_from=first)
    again = cf.loads(report.value, "octgn")
    colors = [face.colors for card in first.cards for face in card.faces]
    assert [face.colors for card in again.cards for face in card.faces] == colors
    assert report.value.count("Colorless") == text.count("Colorless")
    is_kept = own != "Colorless"
    kind = "colours of a face that are those of its cost (now those that it had)"
    assert lost(report, "CF216") == ([kind] if is_kept else [])
    front, *others = listed.cards[0].faces
    red = evolve(front, colors={cf.model.Color.RED})
    changed = evolve(
        listed, cards=[evolve(listed.cards[0], faces=[red, *others]), *listed.cards[1:]]
    )
    (dragon, _) = cf.loads(cf.dumps(changed, "octgn", ids_from=first), "octgn").cards
    inherits = own in (None, "Fire/Nature")
    assert dragon.faces[0].colors == {cf.model.Color.RED}
    assert dragon.faces[1].colors == ({cf.model.Color.RED} if inherits else colors[1])


def test_a_new_alternate_without_colors_has_those_of_its_card():
    first = cf.loads(awakening(), "octgn")
    listed = through(first)
    report = cf.dumps_report(listed, "octgn", game_id=first.extras["octgn"]["game"]["id"])
    (dragon, eel) = cf.loads(report.value, "octgn").cards
    assert dragon.faces[1].colors == dragon.faces[0].colors == first.cards[0].colors
    assert not eel.colors
    kind = "the colours of a face that says none (now those of its card)"
    assert lost(report, "CF216") == [kind]


@pytest.mark.parametrize("written", ["", "Jyhad:C, Camarilla:U", "Common"])
def test_a_rarity_that_a_list_only_has_to_say_is_none(written):
    rarity = written and f'<property name="Rarity" value="{written}"/>'
    first = cf.loads(awakening(rarity=rarity), "octgn")
    report = cf.dumps_report(through(first), "octgn", ids_from=first)
    again = cf.loads(report.value, "octgn")
    assert [each.rarity for each in again.cards] == [each.rarity for each in first.cards]
    assert report.value.count('name="Rarity"') == awakening(rarity=rarity).count('name="Rarity"')
    assert again.cards[1].properties == first.cards[1].properties
    is_kept = first.cards[0].rarity is None
    kind = "the rarity 'rare' of cards that had none (now none)"
    assert lost(report, "CF221") == ([kind] if is_kept else [])
    # what says more is what is meant
    listed = through(first)
    common = evolve(listed, cards=[evolve(listed.cards[0], rarity="common"), *listed.cards[1:]])
    text = cf.dumps(common, "octgn", ids_from=first)
    assert [each.rarity for each in cf.loads(text, "octgn").cards] == [
        each.rarity for each in common.cards
    ]


def test_a_name_alone_is_the_card_of_the_game_as_it_is_spelled_there():
    names = cf.loads("1 reed frog\n2 LOW TIDE\n", "decklist")
    report = cf.dumps_report(names, "octgn", ids_from=REEDLIGHT)
    again = cf.loads(report.value, "octgn", game=MARSH)
    first = named(cf.read(REEDLIGHT))
    assert {"Reed Frog", "Low Tide"} == {card.name for card in again.cards}
    assert named(again).items() <= first.items()
    assert "OC059" not in report.counts()
    # with packs, they are still drawn
    cube = cf.loads("1 reed frog\n1 low tide\n", "draftmancer")
    again = cf.loads(cf.dumps(cube, "octgn", ids_from=REEDLIGHT), "octgn", game=MARSH)
    assert named(again).items() <= first.items()
    packs = cf.Generator(again, seed=1).packs(5)
    assert {each.card.name for pack in packs for each in pack.cards} <= {"Reed Frog", "Low Tide"}


def test_a_name_alone_is_no_new_card_of_a_game(marsh):
    names = cf.loads("1 Reed Frog\n1 low tide\n1 Bittern\n", "decklist")
    report = cf.dumps_report(names, "octgn", ids_from=marsh)
    assert "1 card (" in told(report)["OC057"]
    assert [card.name for card in cf.loads(report.value, "octgn").cards] == ["Bittern"]
    lost = {loss.kind: loss.subjects for loss in report.losses if loss.code == "CF210"}
    assert lost["cards of other sets"] == ("Reed Frog", "Low Tide")


CRIME = """
<set name="Reeds" shortName="RDS" id="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"
 gameId="5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"><cards>
<card name="Reed // Rush" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">
<property name="Cost" value="{3}{W}{B} // {X}{B}{G}"/><property name="CMC" value="7"/>
<property name="Color" value="Multicolor White Black Green"/>
<property name="Type" value="Sorcery // Sorcery"/><property name="Power" value=""/>
<property name="Rules" value="Draw.&#10;//&#10;Discard."/>
<alternate name="Reed" type="splitA"><property name="Cost" value="{3}{W}{B}"/>
<property name="CMC" value="5"/><property name="Color" value="Multicolor White Black"/>
<property name="Type" value="Sorcery"/><property name="Rules" value="Draw."/></alternate>
<alternate name="Rush" type="splitB"><property name="Cost" value="{X}{B}{G}"/>
<property name="CMC" value="2"/><property name="Color" value="Multicolor Black Green"/>
<property name="Type" value="Sorcery"/><property name="Rules" value="Discard."/></alternate>
</card></cards></set>""".strip()


def test_halves_that_a_list_has_as_one_face_stay():
    first = cf.loads(CRIME, "octgn")
    listed = through(first)
    assert len(listed.cards[0].faces) == 1
    report = cf.dumps_report(listed, "octgn", ids_from=first)
    (again,) = cf.loads(report.value, "octgn").cards
    assert again.faces == first.cards[0].faces
    assert report.value.count('name="CMC" value="7"') == 1
    assert "CF217" not in report.counts()
    (card,) = listed.cards
    changed = evolve(listed, cards=[evolve(card, faces=[evolve(card.faces[0], text="Draw 2.")])])
    kind = "halves as one face (now as they were)"
    assert lost(cf.dumps_report(changed, "octgn", ids_from=first), "CF217") == [kind]
