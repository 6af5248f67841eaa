"""MTGJSON sets: each layout of cards, boosters, products, files of many sets, and writing."""

from __future__ import annotations

import copy
import gzip
import json
import pickle
from importlib import import_module

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.model import (
    BoosterRef,
    DeckList,
    Item,
    ProductChoice,
    ProductOption,
    ProductPart,
    ProductRef,
)
from tests.unit.mtgjson_sets import FEN, SET, card, dumps, faces, sheet

from .changes import with_front
from .text_tables import cells, json_rows, rows

TEXT = dumps(FEN)
CARDSET = cf.loads(TEXT, "mtgjson")


def fen(**members):
    """The text of the set with other members."""
    return dumps({**FEN, "data": {**SET, **members}})


def read(*cards, **members):
    """The set with these cards alone."""
    return cf.loads(fen(cards=list(cards), booster={}, tokens=[], **members), "mtgjson")


def all_printings(folder, **sets):
    """A file of several sets."""
    path = folder / "AllPrintings.json"
    path.write_text(dumps({"meta": FEN["meta"], "data": sets}), "utf-8")
    return path


def names(cardset):
    return [[(face.name, face.kind) for face in each.faces] for each in cardset.cards]


def test_fields_of_a_card():
    wren = CARDSET.cards[0]
    assert wren.name == "Marsh Wren"
    assert str(wren.mana_cost) == "{1}{W}"
    assert wren.type_line == "Creature — Bird"
    assert (wren.power, wren.toughness, wren.loyalty) == ("1", "1+*", None)
    assert wren.printed_names == {"de": "Sumpfzaunkönig", "zhs": "沼泽鹪鹩"}
    assert wren.ids == {"mtgjson": "u-1", "scryfall": "s-1", "multiverse": "91"}
    assert (wren.set_code, wren.number, wren.rarity) == ("FEN", "1", "common")
    facts = wren.extras["mtgjson"]
    assert (facts["layout"], facts["releaseDate"], facts["setType"]) == (
        "normal",
        "2020-02-02",
        "expansion",
    )


def test_the_faces_of_each_layout_are_one_card():
    faces_of = {each[0][0]: each for each in names(CARDSET) if len(each) > 1}
    assert faces_of["Egg"] == [("Egg", "front"), ("Eel", "back")]
    assert faces_of["Wax // Wane"] == rows("""
        Wax // Wane | front
        Wax         | split
        Wane        | split
    """)
    assert faces_of["Frog"] == [("Frog", "front"), ("Leap", "alternate")]
    assert len(faces_of["Who // What // When // Where // Why"]) == 6
    assert faces_of["Reed"] == [("Reed", "front"), ("Reed", "back")]


def test_what_two_cards_meld_into_is_a_face_of_both():
    assert [("Bog", "front"), ("Moor", "back")] in names(CARDSET)
    assert [("Fen", "front"), ("Moor", "back")] in names(CARDSET)
    assert [("Moor", "front")] not in names(CARDSET)


def test_the_whole_of_a_split_card_has_both_costs_and_colours():
    wax, wane = faces("split", 11, ["Wax", "Wane"])
    wax |= {"manaCost": "{G}", "colors": ["G"], "text": "Wax."}
    wane |= {"manaCost": "{1}{W}", "colors": ["W"], "text": "Wane."}
    whole = read(wax, wane).cards[0]
    assert str(whole.mana_cost) == "{G}{1}{W}"
    assert {color.value for color in whole.colors} == {"G", "W"}
    assert whole.text == "Wax.\nWane."


def test_a_face_whose_others_are_missing_is_a_card():
    front, back = faces("transform", 10, ["Egg", "Eel"])
    assert names(read(front)) == [[("Egg", "front")]]
    assert names(read(back)) == [[("Eel", "front")]]


def test_tokens_stay_behind_the_cards():
    token = CARDSET.cards[-1]
    assert (token.name, token.rarity, token.set_code) == ("Spirit", "token", "TFEN")
    assert token.type_line == "Token Creature — Spirit" or token.supertypes == ("Token",)


def test_words_of_jokes_are_types():
    joke = card("Joke", 1, types=["Eaturecray"], type="Eaturecray")
    assert read(joke).cards[0].types == ("Eaturecray",)


def test_images_are_addresses_of_the_interface():
    cardset = cf.loads(TEXT, "mtgjson", images=True)
    egg = cardset.card("Egg")
    assert egg.images["en"] == "https://api.scryfall.com/cards/s-10?format=image"
    assert egg.faces[1].images["en"].endswith("&face=back")


def test_boosters_and_sheets():
    assert [each.name for each in CARDSET.boosters] == ["default", "arena"]
    sheets = CARDSET.sheets
    assert isinstance(sheets["common"].collation, cf.model.Balanced)
    assert isinstance(sheets["theme"].collation, cf.model.Fixed)
    assert sheets["foil"].finish == "foil"
    assert sheets["foil"].entries[1].copies == 1_600_000_000
    assert sheets["arena/rare"].duplicates is True
    assert sheets["rare"].duplicates is None
    default = CARDSET.boosters[0]
    assert (default.distinct, default.distinct_scope) == ("printing", "slot")
    assert [layout.weight for layout in default.layouts] == [3, 1]


def test_a_layout_that_is_wrong_leaves_the_others():
    kinds = copy.deepcopy(SET["booster"])
    layouts = kinds["default"]["boosters"]
    layouts[:0] = [7, {"weight": 1}]
    report = cf.loads_report(fen(booster=kinds), "mtgjson")
    assert [layout.weight for layout in report.value.boosters[0].layouts] == [3, 1]
    assert [each.span.text for each in report.errors][:1] == ["7"]


def test_equal_sheets_of_two_kinds_are_one():
    kinds = copy.deepcopy(SET["booster"])
    kinds["arena"]["sheets"]["common"] = kinds["default"]["sheets"]["common"]
    cardset = cf.loads(fen(booster=kinds), "mtgjson")
    assert "arena/common" not in cardset.sheets
    assert (
        cf.loads(cf.dumps(cardset, "mtgjson", canonical=True), "mtgjson").sheets == cardset.sheets
    )


def test_two_printings_with_one_number_are_told_apart():
    one, two = card("Bog", 1), card("Bog", 1, uuid="u-x")
    booster = {
        "default": {
            "boosters": [{"contents": {"a": 1}, "weight": 1}],
            "boostersTotalWeight": 1,
            "sheets": {"a": sheet({"u-1": 1, "u-x": 2})},
        }
    }
    cardset = cf.loads(fen(cards=[one, two], booster=booster, tokens=[]), "mtgjson")
    entries = cardset.sheets["a"].entries
    assert [cardset.card(each.card).ids["mtgjson"] for each in entries] == ["u-1", "u-x"]


@pytest.mark.parametrize("on_short", [("next", "skip"), ("skip",)])
def test_a_whole_sheet_that_goes_on_with_the_next_one_is_reported(on_short):
    refs = [cf.CardRef(f"c{n}") for n in range(5)]
    run = cf.Sheet("A", dict.fromkeys(refs[:2], 1), cf.model.PrintRun())
    sheets = [run, cf.Sheet("B", dict.fromkeys(refs, 1))]
    choices = [cf.SheetChoice("A"), cf.SheetChoice("B")]
    slot = cf.Slot("x", cf.model.UNLIMITED, choices, on_short=on_short)
    booster = cf.Booster("b", layouts=[cf.Layout("L", 1, [slot])])
    cards = [cf.Card.of(ref.name) for ref in refs]
    cardset = cf.CardSet("s", cards=cards, sheets=sheets, boosters=[booster])
    losses = cf.dumps_report(cardset, "mtgjson").losses
    reported = "what a slot does when it is short" in [each.kind for each in losses]
    assert reported == ("next" in on_short)


def test_products():
    pack, box, arena, bundle = CARDSET.products
    assert pack.contents == (ProductPart(BoosterRef("default")),)
    assert box.contents == (ProductPart(ProductRef("Fen Pack"), 36),)
    assert arena.contents == (ProductPart(BoosterRef("arena"), 24),)
    toad = ProductPart(cf.CardRef("Toad", "FEN", "3"), 1, "foil")
    swamps = ProductPart(cf.CardRef("Swamp", "FEN", "4"), 3)
    wren = ProductPart(cf.CardRef("Marsh Wren", "FEN", "1"), 1, "foil")
    deck = ProductPart(DeckList("Fen Deck", [swamps, wren]))
    packs, other = ProductPart(ProductRef("Fen Pack"), 2), ProductPart(BoosterRef("arena"))
    choice = ProductChoice([ProductOption([packs]), ProductOption([other], 3)])
    assert bundle.contents == (toad, deck, ProductPart(Item("a die")), ProductPart(choice))
    assert pack.ids == {"mtgjson": "p-1", "tcgplayer": "7"}


# -- cards of other sets

OTHER = {**SET, "code": "BOG", "name": "Bog", "tokens": [], "booster": {}, "sealedProduct": []}
OTHER["cards"] = [card("Far Heron", 7, setCode="BOG", uuid="u-far")]
NEEDS = {
    "default": {
        "boosters": [{"contents": {"a": 1}, "weight": 1}],
        "boostersTotalWeight": 1,
        "sheets": {"a": sheet({"u-1": 1, "u-far": 3})},
    }
}


def test_cards_of_other_sets_come_from_the_files_beside(tmp_path):
    (tmp_path / "FEN.json").write_text(fen(booster=NEEDS), "utf-8")
    (tmp_path / "BOG_.json.gz").write_bytes(gzip.compress(dumps({**FEN, "data": OTHER}).encode()))
    report = cf.read_report(tmp_path / "FEN.json")
    assert "MJ020" not in report.counts()
    heron = report.value.card("Far Heron")
    assert heron.set_code == "BOG"
    assert report.value.sheets["a"].entries[1].card == heron.ref
    assert cf.dumps(report.value, "mtgjson").encode() == (tmp_path / "FEN.json").read_bytes()
    # a change leaves them where they are
    new = evolve(report.value.cards[0], rarity="rare")
    text = cf.dumps(report.value.replacing(report.value.cards[0], new), "mtgjson")
    assert "Far Heron" not in text
    assert '"rarity":"rare"' in text


@pytest.mark.parametrize("whole", [2**25, 100])
def test_cards_of_other_sets_come_from_the_same_file(tmp_path, monkeypatch, whole):
    monkeypatch.setattr(import_module("cardformats.formats.mtgjson.reader"), "_WHOLE", whole)
    path = all_printings(tmp_path, FEN={**SET, "booster": NEEDS}, BOG=OTHER)
    report = cf.read_report(path, set="FEN")
    assert "MJ020" not in report.counts()
    heron = report.value.card("Far Heron")
    assert (heron.set_code, report.value.sheets["a"].entries[1].card) == ("BOG", heron.ref)


def test_a_large_file_of_many_sets_says_so(tmp_path):
    path = all_printings(tmp_path, FEN=SET, BOG=OTHER, MIR={**SET, "code": "MIR"})
    size = len(dumps(SET)) + 5000
    assert path.stat().st_size > size
    assert cf.read_report(path, max_size=size).counts() == {"MJ003": 1}


def test_cards_of_other_sets_come_from_a_catalog():
    other = cf.loads(dumps({**FEN, "data": OTHER}), "mtgjson")

    class Known:
        def printings(self, name):
            return other.printings(name)

        def with_id(self, scheme, value):
            assert scheme == "mtgjson"
            return next((each for each in other.cards if each.ids[scheme] == value), None)

    for catalog in (other, Known()):
        report = cf.loads_report(fen(booster=NEEDS), "mtgjson", catalog=catalog)
        assert "MJ020" not in report.counts()
        assert report.value.card("Far Heron").set_code == "BOG"


def test_a_back_of_another_set_brings_its_card(tmp_path):
    far = faces("transform", 8, ("Far Egg", "Far Eel"), setCode="BOG")
    sheets = {"a": sheet({"u-1": 1, "u-8b": 1})}
    needs = {"default": {**NEEDS["default"], "sheets": sheets, "sourceSetCodes": ["abc", 5, "Bog"]}}
    (tmp_path / "FEN.json").write_text(fen(booster=needs, parentCode="PAR"), "utf-8")
    apart = [*OTHER["cards"], far[0], {**far[1], "number": "9"}]
    for code, cards in (("BOG", far), (5, far), ("BOG", apart)):
        other = {**OTHER, "code": code, "cards": cards}
        (tmp_path / "BOG.json").write_text(dumps({**FEN, "data": other}), "utf-8")
        cardset = cf.read_report(tmp_path / "FEN.json").value
        egg = cardset.card("Far Egg")
        assert [each.name for each in egg.faces] == ["Far Egg", "Far Eel"]
        assert cardset.sheets["a"].entries[1].card == egg.ref
        assert [each.name for each in cardset.cards if each.set_code == "BOG"] == ["Far Egg"]
    (tmp_path / "BOG.json").write_text(dumps({**FEN, "data": OTHER}), "utf-8")
    (found,) = (
        each for each in cf.read_report(tmp_path / "FEN.json").diagnostics if each.code == "MJ020"
    )
    assert found.data == {"count": 1}
    assert found.notes == (
        "some may be cards of PAR, which is not in the same folder",
        "some may be cards of ABC, which is not in the same folder",
    )


@pytest.mark.parametrize(("more", "codes"), [(0, {}), (-1, {"MJ020": 1})])
def test_looking_for_cards_of_other_sets_is_work(tmp_path, more, codes):
    (tmp_path / "FEN.json").write_text(fen(booster=NEEDS), "utf-8")
    size = (tmp_path / "BOG.json").write_text(dumps({**FEN, "data": OTHER}), "utf-8")
    found = cf.read_report(tmp_path / "FEN.json", max_work=size // 12 + more).counts()
    assert {code: n for code, n in found.items() if code == "MJ020"} == codes


def test_cards_that_nobody_knows_stay_by_their_uuid():
    report = cf.loads_report(fen(booster=NEEDS), "mtgjson")
    assert report.counts()["MJ020"] == 1
    entry = report.value.sheets["a"].entries[1]
    assert (entry.card, entry.copies) == (cf.CardRef("u-far", id="u-far"), 3)
    text = cf.dumps(report.value, "mtgjson", canonical=True)
    assert json.loads(text)["data"]["booster"]["default"]["sheets"]["a"]["cards"]["u-far"] == 3


# -- files


def test_files_packed_and_not_and_with_a_mark():
    for data in (TEXT.encode(), gzip.compress(TEXT.encode()), b"\xef\xbb\xbf" + TEXT.encode()):
        assert cf.loads(data, "mtgjson") == CARDSET


def test_a_packed_file_is_recognised_and_written(tmp_path):
    path = tmp_path / "CON_.json.gz"
    cf.write(CARDSET, path, "mtgjson")
    assert gzip.decompress(path.read_bytes()).decode() == TEXT
    assert cf.read(path) == CARDSET


def test_a_bomb_is_not_unpacked():
    bomb = gzip.compress(b" " * 2**22 + TEXT.encode())
    report = cf.loads_report(bomb, "mtgjson", max_size=2**20)
    assert report.counts() == {"CF001": 1}


def test_one_set_of_a_folder(tmp_path):
    (tmp_path / "FEN.json").write_text(TEXT, "utf-8")
    (tmp_path / "BOG.json").write_text(dumps({**FEN, "data": OTHER}), "utf-8")
    (tmp_path / "other.json").write_text("{}")
    assert cf.detect(tmp_path)[0].format.id == "mtgjson"
    assert cf.read(tmp_path, set="bog").code == "BOG"
    assert cf.read_report(tmp_path).counts() == {"MJ003": 1}
    codes = [report.value.code for report in cf.read_sets(tmp_path)]
    assert codes == ["BOG", "FEN"]


def test_a_large_file_is_read_a_set_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(import_module("cardformats.formats.mtgjson.reader"), "_WHOLE", 100)
    path = all_printings(tmp_path, BOG=OTHER, FEN=SET)
    reports = list(cf.read_sets(path))
    assert [each.value.code for each in reports] == ["BOG", "FEN"]
    assert reports[1].value.cards == CARDSET.cards
    assert cf.read(path, set="FEN").boosters == CARDSET.boosters
    (tmp_path / "FEN.json").write_text(TEXT, "utf-8")
    (one,) = cf.read_sets(tmp_path / "FEN.json")
    assert one.value.cards == CARDSET.cards


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"data":{"FEN":{"cards":[', "MJ001"),
        ('{"data":{"FEN":{"cards":[NaN]}}}', "MJ001"),
        ('{"data":{"FEN":' + "[" * 50_000, "MJ001"),
        ('{"data":{"FEN":{"cards":[' + "[]," * 50_000 + "1]}}}", "CF001"),
        ('{"data":{"FEN":[1,2,3]}}', "MJ002"),
        ('["data"]', "MJ002"),
    ],
)
def test_a_large_file_that_is_wrong_gives_a_report(tmp_path, monkeypatch, text, code):
    monkeypatch.setattr(import_module("cardformats.formats.mtgjson.reader"), "_WHOLE", 10)
    path = tmp_path / "AllPrintings.json"
    path.write_text(text)
    reports = list(cf.read_sets(path, "mtgjson", max_size=60_000))
    assert [each.counts() for each in reports] == [{code: 1}]
    assert reports[0].diagnostics[0].render()


@pytest.mark.parametrize(("levels", "is_nested"), [(1996, False), (1997, True)])
def test_a_large_file_has_at_most_2000_levels(tmp_path, monkeypatch, levels, is_nested):
    monkeypatch.setattr(import_module("cardformats.formats.mtgjson.reader"), "_WHOLE", 10)
    (tmp_path / "FEN.json").write_text('{"data":{"FEN":{"cards":[' + "[" * levels)
    (found,) = cf.read_report(tmp_path / "FEN.json", "mtgjson", set="FEN").diagnostics
    assert (found.data["problem"] == "nested more than 2000 levels deep") == is_nested


def test_places_in_a_file_that_is_not_kept_are_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(import_module("cardformats.formats.mtgjson.reader"), "_WHOLE", 10)
    wrong = {**SET, "cards": [card("Bog", 1, power=3)], "booster": {}}
    path = all_printings(tmp_path, FEN=wrong)
    report = next(cf.read_sets(path, "mtgjson"))
    (found,) = report.errors
    assert found.code == "MJ010"
    assert found.span.text == "3"


def test_version_4():
    old = card("Wax", 11, layout="split", side="a", names=["Wax", "Wane"], multiverseId=7)
    del old["identifiers"], old["setCode"]
    other = {**old, "name": "Wane", "side": "b", "uuid": "u-12"}
    value = {"code": "FEN", "name": "Fen", "boosterV3": ["common"], "cards": [old, other]}
    report = cf.loads_report(dumps(value), "mtgjson")
    assert report.counts() == {"MJ005": 1}
    assert names(report.value)[0][0] == ("Wax // Wane", "front")
    assert report.value.cards[0].ids["multiverse"] == "7"


def test_finishes_of_version_4():
    old = [card("Wax", 11, hasFoil=True, hasNonFoil=False), card("Wane", 12, hasFoil=True)]
    old.append(card("Moth", 13, hasFoil=True, hasNonFoil=True))
    for each in old:
        del each["identifiers"], each["setCode"], each["finishes"]
    value = {"code": "FEN", "name": "Fen", "boosterV3": ["common"], "cards": old}
    cardset = cf.loads(dumps(value), "mtgjson")
    assert [each.finish for each in cardset.cards] == ["foil", "foil", None]


def test_lone_surrogates_are_reported_and_escaped():
    report = cf.loads_report(fen(name="\ud800"), "mtgjson")
    assert report.counts()["CF006"] == 1
    cf.dumps(report.value, "mtgjson", canonical=True).encode()


# -- writing


def test_what_was_read_is_written_as_it_was():
    pretty = json.dumps(FEN, indent=2)
    assert cf.dumps(cf.loads(pretty, "mtgjson"), "mtgjson") == pretty
    assert pickle.loads(pickle.dumps(CARDSET)) == CARDSET


def test_a_change_leaves_all_else_as_it_was():
    text = json.dumps(
        {
            **FEN,
            "data": {**SET, "cards": [{**each, "artist": "A. Heron"} for each in SET["cards"]]},
        },
        indent=1,
    )
    cardset = cf.loads(text, "mtgjson")
    changed = with_front(cardset, "Toad", text="Croak.")
    report = cf.dumps_report(changed, "mtgjson")
    assert not report.diagnostics
    before, after = text.splitlines(), report.value.splitlines()
    assert [line for line in after if line not in before] == ['    "text": "Croak."'] or len(
        after
    ) - len(before) <= 2
    assert report.value.count("A. Heron") == text.count("A. Heron")
    assert cf.loads(report.value, "mtgjson") == changed


def test_cards_and_weights_that_are_new_or_gone():
    toad, heron = CARDSET.card("Toad"), CARDSET.card("Heron")
    less = CARDSET.without(heron)
    assert cf.loads(cf.dumps(less, "mtgjson"), "mtgjson").cards == less.cards
    newt = evolve(toad, faces=cf.Face("Newt", types="Creature"), number="99", ids={}, extras={})
    more = CARDSET.adding(newt, sheet="rare", copies=5)
    again = cf.loads(cf.dumps(more, "mtgjson"), "mtgjson")
    assert again.sheets["rare"].entries[-1].copies == 5
    assert again.card("Newt").ids["mtgjson"]
    assert again.sheets["common"] == CARDSET.sheets["common"]


def test_other_sets_get_the_same_uuids_every_time(root):
    lantern = cf.read(root / "examples" / "wagic" / "sets" / "LAN")
    report = cf.dumps_report(lantern, "mtgjson")
    assert cf.dumps(lantern, "mtgjson") == report.value
    again = cf.loads(report.value, "mtgjson")
    # tokens stand behind the others
    assert {each.name for each in again.cards} == {each.name for each in lantern.cards}
    uuids = {each.ids["mtgjson"] for each in again.cards}
    fewer = cf.loads(cf.dumps(lantern.without(lantern.cards[0]), "mtgjson"), "mtgjson")
    assert {each.ids["mtgjson"] for each in fewer.cards} < uuids


def odds(cardset):
    return sorted((row.card.name, row.expected) for row in cf.Generator(cardset, seed=1).odds())


@pytest.mark.parametrize(
    "path",
    ["wagic/sets/LAN", "octgn/Marsh/Sets/Reedlight"],
)
def test_odds_of_other_formats_come_back(root, path):
    cardset = cf.read(root / "examples" / path)
    report = cf.dumps_report(cardset, "mtgjson")
    again = cf.loads(report.value, "mtgjson")
    assert odds(again) == odds(cardset)


def test_a_list_of_draftmancer_comes_back_with_its_odds():
    text = """[Settings]
{"withReplacement": true, "layouts": {
  "A": {"weight": 3, "slots": [{"name": "C", "count": 2}, {"name": "R", "count": 1,
        "sheets": [{"name": "R", "weight": 7}, {"name": "M", "weight": 1}]}]},
  "B": {"weight": 1, "slots": {"C": 3}}}}
[C]
4 Reed
2 Frog
1 Toad
1 Newt
[R]
3 Heron
1 Eel
[M]
1 Otter
"""
    cardset = cf.loads(text, "draftmancer")
    report = cf.dumps_report(cardset, "mtgjson")
    assert odds(cf.loads(report.value, "mtgjson")) == odds(cardset)
    kinds = {each.kind for each in report.losses}
    assert "cards that are only named (now without types and text)" in kinds


@pytest.mark.parametrize("uuid", [{"a": 1}, None, 3, ["x"]])
def test_an_edit_beside_a_card_without_a_uuid_is_written(uuid):
    cards = [{"uuid": uuid, "name": "Eel"}, {"uuid": "y", "name": "Elk", "text": "Old."}]
    document = {"data": {"code": "ABC", "name": "Abc", "cards": cards}}
    cardset = cf.loads_report(json.dumps(document), "mtgjson").value
    report = cf.dumps_report(with_front(cardset, "Elk", text="New."), "mtgjson")
    assert "New." in report.value
    assert "Old." not in report.value


KEPT = cells("""
    layout | language | borderColor | availability | asciiName | colorIndicator | defense
    flavorName | frameEffects | hand | life | isAlternative | isFullArt | isFunny | isOnlineOnly
    isOversized | isPromo | isRebalanced | isTextless | originalReleaseDate | promoTypes
""")


def read_and_written(**members):
    """A card with these members, and what is written of it anew."""
    cards = read(card("Newt", 5, **members)).cards
    data = json.loads(cf.dumps(cf.CardSet("Fen", "FEN", cards), "mtgjson"))["data"]
    return cards[0], data["cards"][0]


def test_members_without_a_field_are_kept_and_written():
    for name in KEPT:
        value = ["some"] if name == "availability" else "some"
        newt, written = read_and_written(**{name: value})
        own = "releaseDate" if name == "originalReleaseDate" else name
        assert "some" in newt.extras["mtgjson"][own], name
        assert written[name] == value


IDENTIFIERS = {
    "scryfall": "scryfallId", "scryfall_oracle": "scryfallOracleId", "multiverse": "multiverseId",
    "mtgo": "mtgoId", "arena": "mtgArenaId", "tcgplayer": "tcgplayerProductId",
    "cardmarket": "mcmId",
}  # fmt: skip


def test_each_identifier_has_a_scheme():
    identifiers = {name: f"{scheme}-1" for scheme, name in IDENTIFIERS.items()}
    newt, written = read_and_written(identifiers=identifiers)
    assert newt.ids == {"mtgjson": "u-5"} | {scheme: f"{scheme}-1" for scheme in IDENTIFIERS}
    assert written["identifiers"] == identifiers


def test_members_of_a_set_are_kept_and_their_types_are_checked():
    for name, value, wrong in rows("""
        parentCode   | "ABC"        | 7
        mtgoCode     | "ABC"        | 7
        keyruneCode  | "ABC"        | 7
        tokenSetCode | "ABC"        | 7
        baseSetSize  | 12           | "x"
        totalSetSize | 12           | "x"
        isOnlineOnly | true         | "x"
        releaseDate  | "2020-03-03" | 7
        type         | "core"       | 7
        block        | "Fens"       | 7
    """):
        cardset = cf.loads(fen(**{name: json.loads(value)}), "mtgjson")
        anew = evolve(cardset, sheets=[], boosters=[], products=[])
        data = json.loads(cf.dumps(anew, "mtgjson", canonical=True))["data"]
        assert json.dumps(data[name]) == value, name
        report = cf.loads_report(fen(**{name: json.loads(wrong)}), "mtgjson")
        (found,) = report.diagnostics
        assert name in found.message
        assert found.span.text == wrong, name


@pytest.mark.parametrize(("count", "shown"), [(2, "S0, S1"), (8, None), (9, None)])
def test_a_file_of_several_sets_names_the_first(count, shown):
    sets = {f"S{number}": {**SET, "code": f"S{number}"} for number in range(count)}
    report = cf.loads_report(dumps({"meta": {}, "data": sets}), "mtgjson")
    (found,) = report.diagnostics
    first = ", ".join(f"S{number}" for number in range(min(count, 8)))
    assert (shown or first + (", …" if count > 8 else "")) in found.message
    assert "S8" not in found.message


def test_a_card_of_one_finish_has_it():
    for finishes, finish in json_rows("""
        ["foil"]           | foil
        ["etched"]         | etched
        ["nonfoil"]        |
        ["foil", "etched"] |
    """):
        (newt,) = read(card("Newt", 5, finishes=finishes)).cards
        assert newt.finish == (finish or None), finishes
