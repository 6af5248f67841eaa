"""Card databases: what goes in comes out, by name, id and set."""

from __future__ import annotations

import pickle
import sqlite3
from array import array

import pytest
from attrs import evolve, fields
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.database import SetSummary, encoding, near
from cardformats.diagnostics import Report
from cardformats.errors import CardDatabaseError, UnknownSetError
from cardformats.model import BoosterRef, Item, ProductPart
from cardformats.testing import cardsets, odd_cardsets


@pytest.fixture
def build(tmp_path):
    """Builds a database of sources, and closes it in the end."""
    built = []

    def build(*sources, name="cards.sqlite"):
        built.append(cf.CardDatabase.build(sources, tmp_path / name).raise_for_errors())
        return built[-1]

    yield build
    for each in built:
        each.close()


def eel(set_code="FEN", number="7", **facts):
    extras = {"scryfall": facts} if facts else {}
    return cf.Card.of("Lantern Eel", set_code=set_code, number=number, extras=extras)


@given(cardset=st.one_of(cardsets(), odd_cardsets()))
def test_a_set_comes_out_as_it_went_in(cardset, tmp_path_factory):
    path = tmp_path_factory.mktemp("database") / "cards.sqlite"
    with cf.CardDatabase.build(cardset, path).value as database:
        assert database.set(cardset.code or cardset.name) == cardset
        (summary, *_) = [each for each in database.sets() if each.name == cardset.name]
        assert summary.cards == len(cardset.cards)


@given(cardset=odd_cardsets(), data=st.data())
def test_names_mean_what_they_mean_to_a_catalog(cardset, data, tmp_path_factory):
    path = tmp_path_factory.mktemp("database") / "cards.sqlite"
    catalog = cf.CardCatalog(cardset.cards)
    names = [card.name for card in cardset.cards] or ["Elf"]
    names += [face.name for card in cardset.cards for face in card.faces]
    ref = data.draw(st.sampled_from([*names, *(card.ref for card in cardset.cards), "elf", "Elv"]))
    with cf.CardDatabase.build(cardset, path).value as database:
        assert database.card(ref) == catalog.card(ref)
        if isinstance(ref, str):
            assert database.printings(ref.upper()) == catalog.printings(ref.upper())
            assert database.near(ref) == catalog.near(ref)
            assert database.beginning(ref[:1], 3) == catalog.beginning(ref[:1], 3)


COSTS = ["{W}", "{2}{U}", "{B/R}", "{G/P}", "{W}{U}{B}{R}{G}", "{3}", ""]


@pytest.mark.parametrize("colors", [None, "", "W", "UR", "WUBRG"])
def test_a_card_has_the_cost_and_the_colors_that_it_had(build, colors):
    cards = [cf.Card.of("Land")]
    for number, cost in enumerate(map(cf.model.ManaCost.parse, COSTS)):
        face = cf.Face("Eel", cost, cost.colors if colors is None else colors)
        cards.append(cf.Card(face, "FEN", str(number)))
    database = build(cf.CardSet("Marsh", "FEN", cards))
    for card in cards:
        (face,) = database.card(card.ref).faces
        assert (face.mana_cost, face.colors) == (card.faces[0].mana_cost, card.faces[0].colors)


def test_files_have_the_same_bytes_on_all_machines():
    assert near.packed(array("I", [1, 0x10203])) == bytes((1, 0, 0, 0, 3, 2, 1, 0))


def test_the_preferred_printing_is_the_first(build):
    old, new, promo = (
        eel("OLD", released_at="1999-01-01"),
        eel("NEW", released_at="2020-01-01"),
        eel("PRM", released_at="2022-01-01", promo=True),
    )
    database = build(cf.CardSet("", None, [promo, old, new]))
    assert database.printings("lantern eel") == (new, old, promo)
    assert database.card("Lantern Eel") == new
    assert database.card("Lantern Eel (old)") == old
    assert database.card(cf.CardRef("Lantern Eel", "PRM")) == promo
    assert database.card(cf.CardRef("Lantern Eel", "XXX")) is None


def test_another_language_can_be_preferred(build):
    english, french = (
        evolve(eel(released_at="2020-01-01", lang=lang), number=number)
        for lang, number in (("en", "1"), ("fr", "2"))
    )
    database = build(cf.CardSet("", None, [english, french]))
    with pickle.loads(pickle.dumps(cf.CardDatabase(database.path, "fr"))) as other:
        assert other.card("Lantern Eel") == french
        assert other.printings("Lantern Eel") == (french, english)
    assert database.card("Lantern Eel") == english


def test_ids_find_cards_and_the_preferred_one_of_several(build):
    cards = [
        evolve(eel("OLD", released_at="1999-01-01"), ids={"scryfall_oracle": "o", "mtgjson": "1"}),
        evolve(eel("NEW", released_at="2020-01-01"), ids={"scryfall_oracle": "o", "mtgjson": "2"}),
    ]
    database = build(cf.CardSet("", None, cards))
    assert database.with_id("mtgjson", "1") == cards[0]
    assert database.with_id("scryfall_oracle", "o") == cards[1]
    assert database.with_id("mtgjson", "o") is None


def test_near_names(build):
    names = ["Lantern Eel", "Lantern Heron", "Fire // Ice", "Æther Vial"]
    database = build(cf.CardSet.of(map(cf.Card.of, names)))
    assert database.near("Lantrn Eel") == ("Lantern Eel",)
    assert database.near("lantern eel") == ("Lantern Eel",)
    assert database.near("aether vail") == ("Æther Vial",)
    assert database.near("Lantern Heel", 2) == ("Lantern Eel", "Lantern Heron")
    assert database.near("Something Else") == ()
    for name in ("", "--", "x" * 10_000):
        assert database.near(name) == (), name
    assert database.near("Lantrn Eel", 0) == ()


@pytest.fixture
def build_parts(build, monkeypatch):
    """Builds a database of a file that is read in these parts."""

    def build_parts(*parts):
        reports = iter([Report(part) for part in parts])
        monkeypatch.setattr("cardformats.database.building.read_sets", lambda _: reports)
        return build("bulk.json")

    return build_parts


def test_sets_that_no_source_has_are_those_of_the_cards(build_parts):
    cards = [
        evolve(eel("FEN", released_at="1999-01-01", set_name="Fens"), number=str(number))
        for number in range(4)
    ]
    database = build_parts(
        cf.CardSet("", None, [*cards[:2], eel("BOG")]),
        cf.CardSet("Fens", "FEN", [cards[2]]),
        cf.CardSet("", None, [cards[3]]),
    )
    assert database.sets() == (
        SetSummary("BOG", "", None, (), 1),
        SetSummary("FEN", "Fens", "1999-01-01", (), 4),
    )
    assert database.set("fen") == cf.CardSet("Fens", "FEN", cards)


def test_parts_of_a_file_that_differ_in_cards_alone_are_one_set(build_parts):
    cards = [cf.Card.of(f"Eel {number}") for number in range(2)]
    database = build_parts(*(cf.CardSet("", None, [card], meta={"by": "me"}) for card in cards))
    assert database.set("bulk") == cf.CardSet("", None, cards, meta={"by": "me"})
    assert len(database.sets()) == 1


def test_a_list_without_a_code_is_a_set_by_its_name(build):
    database = build(cf.CardSet("Cube", None, [eel("A"), eel("B")]))
    assert database.set("cube") == cf.CardSet("Cube", None, [eel("A"), eel("B")])
    assert [each.name for each in database.sets()] == ["", "", "Cube"]


def test_of_two_sets_with_a_code_that_with_boosters_is_the_one(build):
    plain = cf.CardSet("Plain", "FEN", [eel()])
    packs = cf.CardSet.of([eel()], "Packs", "FEN", pack=1)
    assert build(plain, packs).set("FEN") == packs
    assert build(packs, plain).set("FEN") == packs
    assert [each.name for each in build(plain, packs).sets()] == ["Packs"]


def test_a_second_set_of_the_same_name_is_reported(tmp_path):
    sets = [cf.CardSet.of([eel()], "Marsh", pack=1), cf.CardSet.of([eel()], "marsh", pack=1)]
    report = cf.CardDatabase.build(sets, tmp_path / "cards.sqlite")
    report.value.close()
    assert report.counts() == {"DT001": 1}


def test_a_printing_that_two_sources_have_is_one(build):
    first = cf.CardSet("", "FEN", [evolve(eel(), rarity="common")])
    second = cf.CardSet("", "FEN", [evolve(eel(), rarity="rare"), eel(number="8")])
    assert build(first, second).printings("Lantern Eel") == (first.cards[0], second.cards[1])


def test_cards_of_other_sets_are_known_by_their_ids(build):
    heron = cf.Card.of("Heron", set_code="BOG", number="1", ids={"mtgjson": "u-1"})
    unknown, missing = cf.CardRef("u-1", id="u-1"), cf.CardRef("u-2", id="u-2")
    sheet = cf.Sheet("all", [eel(), cf.Entry(unknown, 3), missing])
    product = cf.model.Product("Box", [unknown, BoosterRef("draft"), ProductPart(Item("die"), 2)])
    cardset = cf.CardSet(
        "", "FEN", [eel()], [sheet], [cf.Booster.of({"all": 2})], products=[product]
    )
    both = build(cardset, cf.CardSet("", "BOG", [heron])).set("FEN")
    assert both.cards == (eel(), heron)
    assert [str(each.card) for each in both.sheets["all"].entries] == [
        "Lantern Eel (FEN) 7",
        "Heron (BOG) 1",
        "u-2",
    ]
    assert both.sheets["all"].entries[1].copies == 3
    assert both.products[0].contents[0].what == heron.ref
    assert build(cardset).set("FEN") == cardset


def test_an_unknown_set_is_an_error(build):
    with pytest.raises(UnknownSetError, match="no set 'XYZ'"):
        build(eel_set()).set("XYZ")


def eel_set():
    return cf.CardSet("Fens", "FEN", [eel()])


def test_files_are_sources_and_progress_is_told(tmp_path, sample):
    calls = []
    report = cf.CardDatabase.build(
        sample, tmp_path / "new" / "cards.sqlite", lambda *each: calls.append(each)
    )
    assert calls == [(str(sample), 64)]
    with report.value as database:
        assert len(database.set("LAN").cards) == 64
        assert database.card("Swamp").set_code == "LAN"


def test_what_is_wrong_with_a_source_is_reported(tmp_path):
    source = tmp_path / "list.txt"
    source.write_text("[Common(1)]\n1 Eel\n[Rare(0)]\n1 Heron\n", "utf-8")
    report = cf.CardDatabase.build(source, tmp_path / "cards.sqlite")
    assert report.counts() == {"DM035": 1}
    with report.value as database:
        (summary,) = database.sets()
        assert (summary.code, summary.name) == (None, "list")
        assert database.set("LIST").name == ""


def test_many_texts_are_not_kept_for_diagnostics(tmp_path, monkeypatch):
    monkeypatch.setattr("cardformats.database.building._MOST_TEXT", 60)
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("[Common(1)]\n1 Eel\n[Rare(0)]\n1 Heron\n", "utf-8")
    sources = [tmp_path / "a.txt", tmp_path / "b.txt"]
    report = cf.CardDatabase.build(sources, tmp_path / "cards.sqlite")
    report.value.close()
    first, second = report.diagnostics
    assert first.span is not None
    assert second.span is None
    assert second.message.startswith(f"{sources[1]}:3:1: ")


def test_it_pickles_and_shows_its_path(build):
    database = build(eel_set())
    with pickle.loads(pickle.dumps(database)) as again:
        assert again.card("Lantern Eel") == eel()
        assert repr(again) == repr(database) == f"CardDatabase({str(database.path)!r})"


def test_halves_of_characters_and_odd_values_are_kept(build):
    extras = {"x": {"a": (1, 2.5, None, True, {"b": ()}), "\ud800": "\ud800", "nul": "\0"}}
    card = cf.Card.of("Eel \ud800", set_code="\ud800", ids={"x\0": "\udfff"}, extras=extras)
    face = cf.Face("Ω", power="", text="", colors="WU", mana_cost="", kind="back")
    other = evolve(card, faces=[card.faces[0], face], rating=0.0, finish="", number="")
    cardset = cf.CardSet("\udc00", None, [card, other])
    database = build(cardset)
    assert database.set("\udc00") == cardset
    assert database.card("eel \ud800") == card
    assert database.with_id("x\0", "\udfff") == card
    assert isinstance(database.set("\udc00").cards[1].rating, float)


def test_numbers_that_no_text_can_hold_are_refused(build):
    card = evolve(eel(), extras={"x": {"n": 10**5000}})
    with pytest.raises(CardDatabaseError, match="cannot be stored"):
        build(cf.CardSet.of([card]))


#: What version 1 of the file knows of the classes; fields that are added come last.
SHAPES = """
AddBooster: layouts
AddCards: cards count distinct
AtLeast: count property value
AtMost: count property value
Balanced: by rule
Booster: name id layouts distinct distinct_scope constraints extras box
BoosterRef: name set_code
Box: packs quotas
CardRef: name set_code number id
Choice: options
Event: rounds supply boosters_per_player layout_replacement color_balance extras
Item: name
Layout: name weight slots
LayoutChoice: layout weight
Other: kind params
OtherEffect: kind params
PrintRun: group_size continues
Product: name contents ids extras
ProductPart: what count finish
ProductRef: name set_code
Quota: of counts
QuotaCount: packs weight
Random: replacement
Replace: slot sheet probability finish
Round: booster layouts picks burns direction
Sheet: name entries collation finish extras duplicates
SheetChoice: sheet weight
Slot: name count sheets choose finish on_short
Striped: length weights
Entry: card copies finish overrides
"""


def test_the_encoding_is_that_of_this_version():
    # where another field is in between, the version of the file has to change
    classes = {**encoding.CLASSES, "Entry": cf.Entry}
    for line in SHAPES.strip().splitlines():
        name, _, shape = line.partition(":")
        assert _shape(classes[name]).startswith(shape.strip())
    card, face, whole = (_shape(each) for each in (cf.Card, cf.Face, cf.CardSet))
    assert card == "faces set_code number rarity ids finish rating related draft_effects extras"
    assert face == (
        "name mana_cost colors supertypes types subtypes text power toughness loyalty images"
        " printed_names properties kind"
    )
    assert whole == "name code cards sheets boosters event meta extras products _origin"


def _shape(cls):
    return " ".join(each.name for each in fields(cls)) if hasattr(cls, "__attrs_attrs__") else ""


def test_it_is_a_catalog_for_reading_lists(build):
    report = cf.loads_report("1 lantern eel\n1 Eeel\n", "draftmancer", catalog=build(eel_set()))
    assert report.counts() == {"DM026": 1}
    (entry, _) = report.value.sheets["default"].entries
    assert entry.card.name == "Lantern Eel"


def test_no_other_table_is_left(build):
    connection = sqlite3.connect(build(eel_set()).path)
    kinds = {kind for (kind,) in connection.execute("SELECT type FROM sqlite_schema")}
    connection.close()
    assert kinds == {"table", "index"}
