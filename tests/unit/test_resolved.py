"""Card sets that only name cards, with what a catalog knows of them."""

from __future__ import annotations

import pickle
import time

import pytest
from attrs import evolve, frozen

import cardformats as cf
from cardformats.formats.base import Options, read_option
from cardformats.formats.draftmancer.format import DraftmancerOptions
from cardformats.formats.json.format import JsonOptions

ELF = cf.Card(
    [cf.Face("Moss Elf", "{G}", types="Creature", power="1", images={"en": "elf.jpg"})],
    "FEN", "7", "common", {"multiverse": "12", "scryfall": "s1"},
)  # fmt: skip
OLD_ELF = evolve(ELF, set_code="WDL", number="9", rarity="rare", ids={"multiverse": "8"})
HALVES = [cf.Face("Fire", "{R}", kind="split"), cf.Face("Ice", "{U}", kind="split")]
ICE = cf.Card([cf.Face("Fire // Ice", "{R}{U}"), *HALVES],
              "APC", "128", "uncommon")  # fmt: skip
VIAL = cf.Card.of("Æther Vial", types="Artifact", rarity="rare", set_code="DST", number="91")
CATALOG = cf.CardCatalog([ELF, OLD_ELF, ICE, VIAL])


def naming(*refs, cards=(), **fields):
    return cf.CardSet(
        cards=cards, sheets=[cf.Sheet("A", [cf.Entry(ref) for ref in refs])], **fields
    )


def refs(cardset):
    return [entry.card for entry in cardset.sheets["A"].entries]


@pytest.mark.parametrize(
    ("ref", "card", "becomes"),
    [
        ("Moss Elf", ELF, "Moss Elf"),
        ("moss elf", ELF, "Moss Elf"),
        ("Moss Elf (WDL)", OLD_ELF, "Moss Elf (WDL)"),
        ("Moss Elf (wdl) 9", OLD_ELF, "Moss Elf (wdl) 9"),
        ("Moss Elf (FEN) 7", ELF, "Moss Elf (FEN) 7"),
        ("Fire/Ice", ICE, "Fire // Ice"),
        ("Fire", ICE, "Fire // Ice"),
        ("Aether Vial (dst)", VIAL, "Æther Vial (DST) 91"),
    ],
)
def test_a_card_that_a_sheet_names_is_added(ref, card, becomes):
    report = naming(ref).resolved_report(CATALOG)
    assert (report.value.cards, [*map(str, refs(report.value))]) == ((card,), [becomes])
    assert report.value.card(refs(report.value)[0]) == card
    assert report.diagnostics == ()
    assert report.value == naming(ref).resolved(CATALOG)


def test_cards_of_the_set_come_before_those_of_the_catalog():
    own = cf.Card.of("Moss Elf", types="Land")
    cardset = naming("Moss Elf", cards=[own])
    assert cardset.resolved(CATALOG) is cardset


def test_each_card_is_added_once_and_those_of_any_printing_first():
    cardset = naming("Moss Elf (WDL) 9", "Moss Elf (WDL)", "Moss Elf").resolved(CATALOG)
    assert cardset.cards == (ELF, OLD_ELF)
    assert cardset.card("Moss Elf") == ELF


def test_names_that_are_not_there_get_the_nearest():
    report = naming("Mos Elf", "Xyzzy", "Moss Elf (ANA) 5", "Moss Elf").resolved_report(CATALOG)
    assert [(each.code, each.message, each.notes) for each in report.diagnostics] == [
        ("CF110", "the catalog has no card 'Mos Elf'", ("did you mean 'Moss Elf'?",)),
        ("CF110", "the catalog has no card 'Xyzzy'", ()),
        (
            "CF111",
            "the catalog has no printing (ANA) 5 of 'Moss Elf'",
            ("there are (FEN) 7, (WDL) 9",),
        ),
    ]
    assert [*map(str, refs(report.value))] == ["Mos Elf", "Xyzzy", "Moss Elf (ANA) 5", "Moss Elf"]
    assert report.value.cards == (ELF,)


def test_a_card_that_is_only_named_gets_everything():
    bare = cf.Card(cf.Face("moss elf"), ids={"octgn": "g1"}, extras={"octgn": {"set": "x"}})
    (card,) = naming("moss elf", cards=[bare]).resolved(CATALOG).cards
    assert card == evolve(
        ELF, faces=[evolve(ELF.faces[0], name="moss elf")], ids={**ELF.ids, "octgn": "g1"},
        extras=bare.extras,
    )  # fmt: skip


def test_gatherers_numbers_say_which_printing_a_card_of_wagic_is():
    bare = cf.Card(cf.Face("Moss Elf"), "OLD", "8", "common", {"wagic": "8"})
    (card,) = cf.CardSet(cards=[bare]).resolved(CATALOG).cards
    assert card == evolve(OLD_ELF, set_code="OLD", number="8", rarity="common",
                          ids={"multiverse": "8", "wagic": "8"})  # fmt: skip


def test_an_id_of_another_card_says_nothing():
    bare = cf.Card(cf.Face("Æther Vial"), None, None, None, {"wagic": "8"})
    (card,) = cf.CardSet(cards=[bare]).resolved(CATALOG).cards
    assert card.types == ("Artifact",)


def test_official_codes_stand_for_those_of_the_set():
    bare = cf.Card(cf.Face("Moss Elf"), "OLD")
    plain, coded = (
        cf.CardSet(cards=[bare]).resolved(CATALOG, set_codes=codes).cards[0]
        for codes in ({}, {"OLD": "WDL"})
    )
    assert (plain.rarity, plain.number, plain.set_code) == ("common", None, "OLD")
    assert (coded.rarity, coded.number, coded.set_code) == ("rare", "9", "OLD")
    named = naming("Moss Elf (OLD)").resolved(CATALOG, set_codes={"OLD": "WDL"})
    assert (named.cards, str(refs(named)[0])) == ((OLD_ELF,), "Moss Elf (WDL) 9")


def test_a_known_card_gets_the_pictures_and_rarity_of_its_own_printing_only():
    face = cf.Face("Moss Elf", "{1}{G}", types="Creature")
    same, other, none = (cf.Card(face, code) for code in ("FEN", "ANA", None))
    cardset = cf.CardSet(cards=[same, other, none]).resolved(CATALOG)
    assert cardset.cards == (
        evolve(same, faces=[evolve(face, images=ELF.images)], rarity="common", number="7",
               ids=ELF.ids),
        other,
        none,
    )  # fmt: skip


def test_a_card_that_lacks_nothing_is_the_same():
    cardset = cf.CardSet(cards=[ELF])
    assert cardset.resolved(CATALOG) is cardset


def test_a_card_that_knows_its_pictures_keeps_them():
    bare = cf.Card.of("Moss Elf", images={"en": "mine.jpg"})
    assert cf.CardSet(cards=[bare]).resolved(CATALOG).cards[0].images == {"en": "mine.jpg"}


def test_uuids_of_card_data_mean_cards():
    cardset = naming(cf.CardRef("s1", id="s1")).resolved(CATALOG)
    assert (cardset.cards, refs(cardset)) == ((ELF,), [ELF.ref])


def test_cards_of_products_are_resolved():
    product = cf.model.Product("Deck", [cf.CardRef("fire", "apc"), cf.CardRef("Nope")])
    report = cf.CardSet(products=[product]).resolved_report(CATALOG)
    assert report.value.cards == (ICE,)
    assert [part.what for part in report.value.products[0].contents] == [
        ICE.ref, cf.CardRef("Nope"),
    ]  # fmt: skip
    assert report.counts() == {"CF110": 1}


def test_a_card_set_is_a_catalog_that_minds_the_spelling():
    known = cf.CardSet(cards=[ELF])
    assert naming("Moss Elf").resolved(known).cards == (ELF,)
    assert naming("moss elf").resolved(known).cards == ()


def test_many_cards_take_no_longer_each():
    cards = [cf.Card.of(f"Elf {number}", types="Elf") for number in range(20_000)]
    names = [f"Elf {number}" for number in range(20_000)]
    start = time.process_time()
    assert len(naming(*names).resolved(cf.CardCatalog(cards)).cards) == 20_000
    assert time.process_time() - start < 20  # a product of both would be minutes


DOCUMENT = (
    '{"cardformats": 1, "sheets": [{"name": "A", "entries": [{"card": {"name": "fire/ice"}}]}]}'
)
OPTIONS = {
    "json": DOCUMENT,
    "wagic": "[card]\nprimitive=Moss Elf\nid=8\nrarity=C\n[/card]\n",
    "octgn-deck": '<deck game="a6c8d2e8-7cd8-11dd-8f94-e62b56d89593"><section name="Main">'
    '<card qty="2" id="a6c8d2e8-7cd8-11dd-8f94-e62b56d89594">Moss Elf</card></section></deck>',
}


def test_every_format_reads_with_a_catalog():
    for known in cf.formats():
        assert "catalog" in known.options.names("read")


def test_a_reader_with_such_an_option_of_its_own_gets_the_catalog():
    @frozen(kw_only=True)
    class Own(Options):
        catalog: object = read_option(default=None)

    assert Own(catalog=CATALOG).reads_with_catalog
    assert DraftmancerOptions().reads_with_catalog
    assert not JsonOptions().reads_with_catalog
    assert not Options().reads_with_catalog


@pytest.mark.parametrize("kind", OPTIONS)
def test_what_is_read_is_resolved(kind):
    options = {"unresolved": "named", "primitives": ()} if kind == "wagic" else {}
    report = cf.loads_report(OPTIONS[kind], kind, catalog=CATALOG, **options)
    (card,) = report.value.cards
    assert card.types or len(card.faces) > 1
    again = pickle.loads(pickle.dumps(report.value))
    assert again == report.value
    plain = cf.loads(OPTIONS[kind], kind, **options)
    assert plain.resolved(CATALOG) == report.value
    assert CATALOG.__class__.__name__.encode() not in pickle.dumps(report.value)


def test_a_set_read_with_a_catalog_is_written_as_it_was_where_it_says_the_same():
    cardset = cf.loads(OPTIONS["octgn-deck"], "octgn-deck", catalog=CATALOG)
    assert cf.dumps(cardset, "octgn-deck") == OPTIONS["octgn-deck"]


def test_a_catalog_has_printings():
    with pytest.raises(cf.OptionError, match="printings"):
        cf.loads(DOCUMENT, "json", catalog=["Moss Elf"])


LIST = "[A(2)]\n2 moss elf\n1 Fire // Ice (APC) 128\n"


def test_names_become_custom_cards_and_custom_cards_names():
    cardset = cf.loads(LIST, "draftmancer", catalog=CATALOG)
    assert cf.dumps(cardset, "draftmancer") == LIST
    custom = cf.dumps(cardset, "draftmancer", cards="custom")
    assert '"name": "Moss Elf"' in custom
    assert '"mana_cost": "{G}"' in custom
    again = cf.loads(custom, "draftmancer")
    assert [(c.name, c.set_code, c.rarity) for c in again.cards] == [
        ("Moss Elf", "FEN", "common"), ("Fire // Ice", "APC", "uncommon"),
    ]  # fmt: skip
    odds = {row.card.name: row.expected for row in cf.Generator(cardset, seed=1).odds()}
    assert odds == {row.card.name: row.expected for row in cf.Generator(again, seed=1).odds()}
    names = cf.dumps(again, "draftmancer", cards="names")
    assert "CustomCards" not in names
    assert "Fire // Ice (APC)" in names


def test_a_list_resolved_later_is_written_with_custom_cards():
    cardset = cf.loads("[A(1)]\nMoss Elf\n", "draftmancer").resolved(CATALOG)
    assert '"mana_cost": "{G}"' in cf.dumps(cardset, "draftmancer")
