"""Catalogs: cards by name, and lists whose names are resolved by one."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from cardformats import draft

from .draftmancer_lists import with_cards
from .text_tables import json_rows, rows


def card(name, set_code=None, number=None, **face):
    """A card; a name in several parts has several faces."""
    first, *others = (name,) if isinstance(name, str) else name
    faces = [cf.Face(first, types="Creature", **face)]
    faces += [cf.Face(each, types="Creature", kind="back") for each in others]
    return cf.Card(faces, set_code, number)


FOREST_60, FOREST_9, FOREST_12A = (card("Forest", "ANA", number) for number in ("60", "9", "2a"))
OTHER_FOREST = card("Forest", "WDL", "217")
DELVER = card(("Delver of Secrets", "Insectile Aberration"), "ISD", "51")
SPLIT = card("Fire // Ice", "APC", "128")
CHAMPION = card("1996 World Champion", "PCEL", "1")
TEARS = card("96 Tears", "PCEL", "2")
SUIT = card("Hazmat Suit (Used)", "UST", "57")
SHALAI, DEFILER = (
    card("Shalai, Voice of Plenty", "DOM", "35"),
    card("Defiler of Souls", "con", "37"),
)
PENI = card("SP//dr, Piloted by Peni", "SPM", "147")
PRINTED = card("Moss Warden", "WDL", "1", printed_names={"en": "Kermit", "fr": "Gardien"})
CARDS = (
    FOREST_60, FOREST_9, FOREST_12A, OTHER_FOREST, DELVER, SPLIT, CHAMPION, TEARS, SUIT, SHALAI,
    DEFILER, PENI, PRINTED, card("Lim-Dûl's Vault"), card("Æther Vial"), card("Mishra's Command"),
)  # fmt: skip
CATALOG = cf.CardCatalog(CARDS)


def test_a_card_is_found_by_each_of_its_names_in_any_case():
    """Accents, ligatures, apostrophes and slashes do not count."""
    for name, own in rows("""
        Moss Warden                               | Moss Warden
        moss warden                               | Moss Warden
        MOSS WARDEN                               | Moss Warden
        Kermit                                    | Moss Warden
        kermit                                    | Moss Warden
        Delver of Secrets                         | Delver of Secrets
        delver of secrets // insectile aberration | Delver of Secrets
        Insectile Aberration                      | Delver of Secrets
        Fire // Ice                               | Fire // Ice
        fire                                      | Fire // Ice
        ice                                       | Fire // Ice
        Fire//Ice                                 | Fire // Ice
        Fire/Ice                                  | Fire // Ice
        fire /// ice                              | Fire // Ice
        Lim-dûl's vault                           | Lim-Dûl's Vault
        Lim-Dul's Vault                           | Lim-Dûl's Vault
        Lim-Du\u0302l’s Vault                     | Lim-Dûl's Vault
        æther vial                                | Æther Vial
        Aether Vial                               | Æther Vial
        ÆTHER VIAL                                | Æther Vial
        Mishra’s Command                          | Mishra's Command
        sp // dr, piloted by peni                 | SP//dr, Piloted by Peni
    """):
        assert [card.name for card in CATALOG.printings(name)] == [own], name


def test_accents_of_other_scripts_are_letters():
    short, long = card("Мой"), card("Мои")
    assert cf.CardCatalog([short, long]).printings("мои") == (long,)


@pytest.mark.parametrize(
    "name",
    ["", "Ice // Fire", "Insectile Aberration // Nope", "Delver of Secrets // Nope",
     "Delver of Secrets //", "Gardien", "Forest (ANA)", " Forest", "SP", "Lim Dûls Vault", "Nope"],
)  # fmt: skip
def test_a_card_is_found_by_nothing_else(name):
    assert CATALOG.printings(name) == ()


def test_a_front_is_found_by_both_faces_if_nobody_knows_the_back():
    front = card("Delver of Secrets", "ISD")
    catalog = cf.CardCatalog([front, SPLIT])
    assert catalog.printings("Delver of Secrets//Insectile Aberration") == (front,)
    assert catalog.printings("Fire // Nope") == ()


@pytest.mark.parametrize(("layout", "count"), [("normal", 0), ("meld", 1)])
def test_card_data_knows_whether_a_card_has_a_back(layout, count):
    known = cf.Card.of("Bind", extras={"scryfall": {"layout": layout}})
    assert len(cf.CardCatalog([known]).printings("Bind // Liberate")) == count


def test_the_halves_of_a_split_card_are_one_name():
    whole = cf.Card([cf.Face("Bind"), cf.Face("Liberate", kind="split")], "DMR", "1")
    other = card("Bind", "INV")
    catalog = cf.CardCatalog([whole, other])
    assert catalog.printings("Bind/Liberate") == (whole,)
    assert catalog.printings("bind") == (other,)
    assert cf.CardCatalog([whole]).printings("bind") == (whole,)
    assert catalog.near("Bimd // Liberate") == ("Bind // Liberate",)


def test_the_printings_are_in_order_and_the_first_is_preferred():
    assert CATALOG.printings("forest") == (FOREST_60, FOREST_9, FOREST_12A, OTHER_FOREST)


def test_a_name_is_a_cards_own_before_it_is_anothers_alias():
    ice = card("Ice", "ANA", "1")
    aliased = card("Frost", "ANA", "2", printed_names={"en": "Ice"})
    assert cf.CardCatalog([aliased, ice]).printings("ice") == (ice,)
    assert cf.CardCatalog([aliased]).printings("ice") == (aliased,)


def test_an_alias_of_several_cards_finds_all_of_them():
    cards = [card("Fire // Ice", code) for code in ("APC", "DMR")]
    assert cf.CardCatalog(cards).printings("Fire") == tuple(cards)


def test_a_catalog_may_be_empty_and_takes_any_iterable():
    assert cf.CardCatalog(()).printings("Forest") == ()
    assert cf.CardCatalog(()).near("Forest") == ()
    assert cf.CardCatalog(iter(CARDS)).printings("Fire") == (SPLIT,)


def test_the_nearest_name_is_found():
    for name, near in rows("""
        Forst                                   | Forest
        forrest                                 | Forest
        Lim-Dul's Vault                         | Lim-Dûl's Vault
        Lim Dul's Vault                         | Lim-Dûl's Vault
        Lim-Dûl's Vault                        | Lim-Dûl's Vault
        Aether Vial                             | Æther Vial
        Mishra’s Command                        | Mishra's Command
        Mishras Comand                          | Mishra's Command
        Fire//Ice                               | Fire // Ice
        Fire/Ice                                | Fire // Ice
        Delver of Secret                        | Delver of Secrets
        Delver of Secrets//Insectile Aberration | Delver of Secrets
        Kermitt                                 | Moss Warden
        Forest                                  | Forest
    """):
        assert CATALOG.near(name) == (near,), name


def test_a_name_may_be_near_none():
    for name in ("", "?", "Swamp", "Xyzzy", "Insectile", "F", "Forest" * 20):
        assert CATALOG.near(name) == (), name
    for name in ("", "?!", " "):
        assert cf.CardCatalog([card("_____")]).near(name) == (), name


def test_several_near_names_are_given_the_nearest_first():
    names = ["Lantern Eel", "Lantern Eels", "Lanterns Eels", "Moss Frog"]
    catalog = cf.CardCatalog(map(card, names))
    assert catalog.near("Lantern Eell", 5) == ("Lantern Eel", "Lantern Eels", "Lanterns Eels")
    assert catalog.near("Lantern Eell", 2) == ("Lantern Eel", "Lantern Eels")


@pytest.mark.parametrize(
    ("ref", "printing"),
    [
        ("forest", FOREST_60),
        ("Forest (ana) 9", FOREST_9),
        (cf.CardRef("Forest", "wdl"), OTHER_FOREST),
        (cf.CardRef("FOREST", number="2a"), FOREST_12A),
        ("Hazmat Suit (Used)", SUIT),
        ("Hazmat Suit (Used) (UST) 57", SUIT),
        ("Fire/Ice (APC)", SPLIT),
        (cf.CardRef("Forest", "ANA", "61"), None),
        (cf.CardRef("Forest", id="7"), None),
        ("Nope", None),
    ],
)
def test_a_reference_means_one_card(ref, printing):
    assert CATALOG.card(ref) is printing


def test_a_card_is_found_by_its_ids():
    one = cf.Card.of("Elf", ids={"multiverse": "7", "multiverse_back": "8"})
    two = cf.Card.of("Eel", ids={"mtgo": "7"})
    catalog = cf.CardCatalog([one, two])
    assert catalog.with_id("multiverse", "7") is catalog.with_id("multiverse", "8") is one
    assert catalog.with_id("mtgo", "7") is two
    assert catalog.with_id("mtgo", "8") is None


def read(text, catalog=CATALOG):
    return cf.loads_report(text, "draftmancer", catalog=catalog)


def found(text, catalog=CATALOG):
    """Code, covered text and notes of each diagnostic."""
    return [
        (str(each.code), each.span.text, each.notes) for each in read(text, catalog).diagnostics
    ]


def refs(text, catalog=CATALOG):
    """The cards of all sheets of a list without errors."""
    sheets = read(text, catalog).raise_for_errors().sheets.values()
    return [entry.card for sheet in sheets for entry in sheet.entries]


def test_a_line_without_a_set_means_any_printing():
    for line, name in rows("""
        Forest                                     | Forest
        FOREST                                     | Forest
        2 forest                                   | Forest
        Delver of Secrets                          | Delver of Secrets
        Delver of Secrets // Insectile Aberration  | Delver of Secrets
        Delver of Secrets // Nope                  | Delver of Secrets
        Delver of Secrets /// Insectile Aberration | Delver of Secrets
        Fire                                       | Fire // Ice
        Fire // Ice                                | Fire // Ice
        Fire /// Ice                               | Fire // Ice
        Fire // Nope                               | Fire // Ice
        Kermit                                     | Moss Warden
        1 1996 World Champion                      | 1996 World Champion
        SP//dr, Piloted by Peni                    | SP//dr, Piloted by Peni
        Hazmat Suit (Used)                         | Hazmat Suit (Used)
        2 Hazmat Suit (Used)                       | Hazmat Suit (Used)
        hazmat suit (used)                         | Hazmat Suit (Used)
    """):
        assert refs(line) == [cf.CardRef(name)], line
        assert found(line) == [], line


def test_a_line_with_a_set_means_that_printing():
    for line, name, set_code, number in rows("""
        Forest (ANA) 60                                    | Forest                  | ANA  | 60
        forest (ana) 60                                    | Forest                  | ANA  | 60
        Forest (ANA) 2a                                    | Forest                  | ANA  | 2a
        Forest (ANA)                                       | Forest                  | ANA  | 9
        Forest (wdl)                                       | Forest                  | WDL  | 217
        Delver of Secrets (ISD) 51                         | Delver of Secrets       | ISD  | 51
        Delver of Secrets // Insectile Aberration (isd) 51 | Delver of Secrets       | ISD  | 51
        Fire (APC) 128                                     | Fire // Ice             | APC  | 128
        Fire // Ice (APC)                                  | Fire // Ice             | APC  | 128
        Kermit (WDL) 1                                     | Moss Warden             | WDL  | 1
        Shalai, Voice of Plenty (DAR) 35                   | Shalai, Voice of Plenty | DOM  | 35
        Shalai, Voice of Plenty (dom)                      | Shalai, Voice of Plenty | DOM  | 35
        Defiler of Souls (CONF)                            | Defiler of Souls        | con  | 37
        Defiler of Souls (CON) 37                          | Defiler of Souls        | con  | 37
        2 Hazmat Suit (Used) (UST)                         | Hazmat Suit (Used)      | UST  | 57
        2 Hazmat Suit (Used) (UST) 57                      | Hazmat Suit (Used)      | UST  | 57
        2 Hazmat Suit (Used) (UST) 57 F                    | Hazmat Suit (Used)      | UST  | 57
        1 1996 World Champion (PCEL) 1                     | 1996 World Champion     | PCEL | 1
    """):
        assert refs(line) == [cf.CardRef(name, set_code, number)], line


def test_a_set_without_numbers_means_the_first_of_its_printings():
    cards = [card("Forest", "ANA", number) for number in ("b", "a", None)]
    assert refs("Forest (ANA)", cf.CardCatalog(cards)) == [cards[0].ref]


def test_counts_and_foil_marks_are_kept():
    report = read("4 forest F\n2 fire (apc) 128 +F")
    assert report.value.sheets["default"].entries == (
        cf.Entry(cf.CardRef("Forest"), 4, "foil"),
        cf.Entry(SPLIT.ref, 2, "foil"),
    )


def test_a_printing_that_does_not_exist_is_an_error_with_those_that_do():
    for line, note in rows("""
        Forest (ANA) 61                  | there are (ANA) 2a, (ANA) 60, (ANA) 9
        Forest (ANA) 060                 | there are (ANA) 2a, (ANA) 60, (ANA) 9
        Forest (ANA) 2A                  | there are (ANA) 2a, (ANA) 60, (ANA) 9
        Forest (XYZ)                     | there are (ANA) 2a, (ANA) 60, (ANA) 9, (WDL) 217
        Forest (XYZ) 9                   | there are (ANA) 2a, (ANA) 60, (ANA) 9, (WDL) 217
        Shalai, Voice of Plenty (DAR) 36 | there are (DOM) 35
        Fire (DMR)                       | there are (APC) 128
    """):
        assert found(f"4 {line}") == [("DM027", f"4 {line}", (note,))], line


def test_few_of_many_printings_are_named():
    catalog = cf.CardCatalog([card("Forest", "ANA", str(number)) for number in range(10, 30)])
    (((code, _, (note,))),) = found("Forest (ANA) 1", catalog)
    assert (code, note.count("(ANA)"), note[-3:]) == ("DM027", 8, ", …")


def test_the_message_names_the_printing_that_is_missing():
    (missing,) = read("forest (XYZ) 5").diagnostics
    assert missing.message == "there is no printing (XYZ) 5 of 'Forest'"


def test_an_unknown_name_is_an_error_with_what_may_be_meant():
    for line, meant in rows("""
        Forst                              | Forest
        4 Forst                            | Forest
        Forst (ANA) 60                     | Forest
        Aether Vial                        | Æther Vial
        Mishra’s Command                   | Mishra's Command
        Ice                                | Fire // Ice
        Insectile Aberration               | Delver of Secrets
        Insectile Aberration (ISD) 51      | Delver of Secrets
        Delver of Secrets // Nope (ISD)    | Delver of Secrets
        Delver of Secrets // Nope (ISD) 51 | Delver of Secrets
        Hazmat Suit                        | Hazmat Suit (Used)
        1996 World Champion                | 1 1996 World Champion
        4x Forest                          | 4 Forest
        4 x Forest                         | 4 Forest
        -1 Forest                          | 1 Forest
        Fire//Ice                          | Fire // Ice
        Fire/Ice (APC) 128                 | Fire // Ice (APC) 128
        Forest [ANA]                       | Forest (ANA)
        Forest(ANA) 60                     | Forest (ANA) 60
        Forest (ANA) 60+F                  | Forest (ANA) 60 F
        Forest f                           | Forest F
        Forest # mine                      | Forest
    """):
        assert found(line) == [("DM026", line, (f"did you mean {meant!r}?",))], line
    note = "a set in parentheses has only letters, digits and «_»"
    assert found("Forest (A-NA)") == [("DM026", "Forest (A-NA)", (note,))]
    assert found("Xyzzy") == [("DM026", "Xyzzy", ())]


def test_an_unknown_card_stays_as_it_is_written():
    report = read("2 Nope (XYZ) 5")
    assert report.value.sheets["default"].entries == (cf.Entry(cf.CardRef("Nope", "XYZ", "5"), 2),)
    assert [each.message for each in report.errors] == ["there is no card 'Nope (XYZ) 5'"]


def test_a_slip_that_is_a_cards_name_is_none():
    catalog = cf.CardCatalog([card("4x Forest"), card("Deck"), card("Fire/Ice")])
    assert found("4x Forest\nDeck\nFire/Ice", catalog) == []


def test_every_unknown_card_is_reported_at_its_place():
    text = "[A]\nNope\n[B(1)]\n\t2 Nope\r\nForest\n"
    places = [
        (each.span.line, each.span.column, each.span.text)
        for each in read(text).diagnostics
        if each.code == "DM026"
    ]
    assert places == [(2, 1, "Nope"), (4, 2, "2 Nope")]


XYZZY = {"name": "Xyzzy", "mana_cost": "1", "type": "Creature"}


def customs(*cards, catalog=CATALOG):
    """The custom cards of a list without errors."""
    text = with_cards(*cards, lines=cards[0]["name"])
    return read(text, catalog).raise_for_errors().cards


@pytest.mark.parametrize("line", ["Forest", "Forest (MINE)", "Forest (mine) 7"])
def test_a_custom_card_shadows_the_catalogs(line):
    custom = XYZZY | {"name": "Forest", "set": "MINE", "collector_number": "7"}
    (ref,) = refs(with_cards(custom, lines=line))
    assert ref.set_code in (None, "MINE", "mine")
    assert found(with_cards(custom, lines=line)) == []


def test_the_case_of_a_custom_cards_name_counts_and_else_the_catalogs_card_is_meant():
    custom = XYZZY | {"name": "Forest", "set": "MINE"}
    assert refs(with_cards(custom, lines="FOREST (ANA) 60")) == [FOREST_60.ref]
    assert [each[:2] for each in found(with_cards(XYZZY, lines="xyzzy"))] == [("DM026", "xyzzy")]


def test_a_number_that_no_custom_card_has_means_the_catalogs_card():
    custom = XYZZY | {"name": "Forest", "set": "MINE", "collector_number": "7"}
    assert refs(with_cards(custom, lines="Forest (ANA) 60")) == [FOREST_60.ref]
    assert found(with_cards(custom, lines="Forest (MINE) 8")) == [
        ("DM027", "Forest (MINE) 8", ("there are (ANA) 2a, (ANA) 60, (ANA) 9, (WDL) 217",))
    ]
    assert [each[0] for each in found(with_cards(XYZZY, lines="Xyzzy (S) 3"))] == ["DM026"]


def test_a_set_that_no_custom_card_has_means_the_first_one():
    assert found(with_cards(XYZZY, lines="Xyzzy (S)")) == [("DM023", "Xyzzy (S)", ())]


def test_a_custom_card_has_what_the_catalogs_card_has():
    official = cf.Card(
        cf.Face(
            "Moss Warden",
            cf.model.ManaCost(("1", "G")),
            {cf.model.Color.GREEN},
            "Legendary",
            "Creature",
            ("Plant", "Elf"),
            "Vigilance",
            "2",
            "3",
            images={"en": "u", "fr": "v"},
            printed_names={"en": "Moss Warden"},
        ),
        "WDL",
        "1",
        "uncommon",
        rating=2,
    )
    (custom,) = customs({"name": "Moss Warden", "power": 9}, catalog=cf.CardCatalog([official]))
    assert custom.ref == official.ref
    assert (custom.rarity, custom.rating) == ("uncommon", 2)
    assert (custom.type_line, custom.mana_cost) == (official.type_line, official.mana_cost)
    assert (custom.text, custom.power, custom.toughness) == ("Vigilance", "9", "3")
    assert (custom.images, custom.printed_names) == (official.images, official.printed_names)
    assert (
        found(with_cards({"name": "Moss Warden"}), cf.CardCatalog([official, OTHER_FOREST])) == []
    )


PICTURED = card("Moss Warden", "WDL", "1", images={"en": "u", "fr": "v"})


def test_a_custom_cards_own_image_replaces_those_it_would_inherit():
    for own, images in json_rows("""
        {}                                     | {"en": "u", "fr": "v"}
        {"image": "w"}                         | {"en": "w"}
        {"image_uris": {"en": "w", "de": "x"}} | {"en": "w", "de": "x"}
    """):
        (custom,) = customs({"name": "Moss Warden"} | own, catalog=cf.CardCatalog([PICTURED]))
        assert custom.images == json.loads(images), own


def test_a_printing_that_the_catalog_lacks_inherits_from_the_first_custom_card():
    custom = XYZZY | {"name": "Moss Warden", "set": "MINE", "rarity": "mythic"}
    second = {"name": "Moss Warden", "set": "MINE", "collector_number": "2"}
    assert [each.rarity for each in customs(custom, second)] == ["mythic", "mythic"]


def test_a_custom_card_without_type_and_cost_needs_one_to_inherit_from():
    assert read(with_cards({"name": "Moss Warden"})).ok
    report = read(with_cards({"name": "Xyzzy"}))
    assert report.counts().keys() == {"DM032"}


def test_what_a_custom_card_inherits_is_not_reported():
    """The catalog may know a card, but not those related to it, and no English image."""
    related = cf.Card(
        cf.Face("Moss Warden", types="Creature", images={"fr": "u"}),
        related=(cf.CardRef("Sapling"),),
        draft_effects=(cf.model.AddCards((cf.CardRef("Sapling"),)),),
    )
    text = with_cards({"name": "Moss Warden"}, lines="Moss Warden")
    assert found(text, cf.CardCatalog([related])) == []


@pytest.mark.parametrize(
    "known",
    ["Forest", "2 forest", "Forest (ANA) 60", "Delver of Secrets // Nope", "Xyzzy", "2 Xyzzy",
     "Later", "Hazmat Suit (Used)", "01234567-89ab-cdef-0123-456789abcdef"],
)  # fmt: skip
def test_the_cards_that_a_custom_card_names_are_looked_up(known):
    effects = [{"type": "AddCards", "cards": [known]}]
    custom = XYZZY | {"related_cards": [known]}
    if "-" not in known:
        custom |= {"draft_effects": ["FaceUp", {"type": "AddBooster"}, *effects]}
    assert found(with_cards(custom, XYZZY | {"name": "Later"})) == []


def test_an_unknown_card_that_a_custom_card_names_is_an_error_where_it_is_named():
    faces = {"name": "Sapling", "type": "Token"}
    for named, code, note in rows("""
        Nope       | DM026 |
        2 Nope     | DM026 |
        Forst      | DM026 | did you mean 'Forest'?
        xyzzy      | DM026 | did you mean 'Xyzzy'? Names are case-sensitive
        4x Forest  | DM026 | did you mean '4 Forest'?
        96 Tears   | DM026 | did you mean '1 96 Tears'?
        Fire (DMR) | DM027 | there are (APC) 128
    """):
        effect = {"type": "AddCards", "cards": ["Forest", named]}
        related = XYZZY | {"related_cards": ["Forest", faces, named]}
        for custom in (related, XYZZY | {"draft_effects": ["FaceUp", effect]}):
            text = with_cards(custom)
            assert found(text) == [(code, f'"{named}"', (note,) if note else ())]
            (place,) = (each.span for each in read(text).diagnostics)
            assert place.start == text.index(f'"{named}"')


def test_without_a_catalog_no_name_is_looked_up():
    custom = XYZZY | {"related_cards": ["Nope"]}
    assert cf.loads_report(with_cards(custom, lines="Nope"), "draftmancer").diagnostics == ()


def test_a_custom_card_after_a_sheet_does_not_count_there():
    text = f"[A]\nXyzzy\nForest\n[CustomCards]\n{json.dumps([XYZZY])}\n[B(1)]\nXyzzy"
    assert ("DM022", "Xyzzy") in [each[:2] for each in found(text)]


class Shop:
    """The least that a catalog can be."""

    def printings(self, name):
        return [FOREST_60] if name == "Forest" else []


def test_whatever_knows_printings_is_a_catalog():
    assert refs("Forest\nForest (ANA)", Shop()) == [cf.CardRef("Forest"), FOREST_60.ref]
    assert found("Forst\n4x Forest\nForest (XYZ)", Shop()) == [
        ("DM026", "Forst", ()),
        ("DM026", "4x Forest", ("did you mean '4 Forest'?",)),
        ("DM027", "Forest (XYZ)", ("there are (ANA) 60",)),
    ]


def test_a_card_set_is_a_catalog():
    cardset = cf.CardSet(cards=CARDS)
    assert refs("forest (ana)\nfire\nKermit", cardset) == [
        FOREST_9.ref,
        cf.CardRef("Fire // Ice"),
        cf.CardRef("Moss Warden"),
    ]
    assert found("Forst", cardset) == [("DM026", "Forst", ("did you mean 'Forest'?",))]


def test_a_list_can_be_the_catalog_of_another():
    cards = cf.loads(with_cards(XYZZY), "draftmancer")
    assert refs("2 xyzzy", cards) == [cf.CardRef("Xyzzy")]


@pytest.mark.parametrize("catalog", [5, "Forest", [FOREST_60]])
def test_what_knows_no_printings_is_no_catalog(catalog):
    with pytest.raises(cf.OptionError, match="catalog"):
        read("Forest", catalog)


def test_a_catalog_is_for_reading_only():
    with pytest.raises(cf.OptionError):
        cf.dumps(cf.CardSet(), "draftmancer", catalog=CATALOG)


COLORED = [
    cf.Card(
        cf.Face(
            f"{color} {number}", cf.model.ManaCost((color,)), cf.model.ManaCost((color,)).colors
        )
    )
    for color in "WUBRG"
    for number in range(1, 5)
]
CUBE = "\n".join(["[Cube(5)]", *(card.name for card in COLORED)])


def test_with_a_catalog_slots_of_official_cards_are_balanced_by_colour():
    for catalog, most in ((cf.CardCatalog(COLORED), {5}), (None, {1, 2, 3, 4, 5})):
        cardset = cf.loads(CUBE, "draftmancer", catalog=catalog)
        packs = cf.Generator(cardset, seed=1).packs(50)
        colors = {len({each.card.name[0] for each in pack.cards}) for pack in packs}
        assert colors <= most
        assert (len(colors) == 1) == (catalog is not None)


def test_a_list_only_names_the_cards_of_a_catalog():
    moth = '{"name": "Moth", "mana_cost": "", "type": "Land"}'
    text = f"[CustomCards]\n[{moth}]\n[A(1)]\n1 W 1\n1 Moth\n"
    cardset = cf.loads(text, "draftmancer", catalog=cf.CardCatalog(COLORED))
    assert [card.name for card in cardset.cards] == ["Moth", "W 1"]
    report = cf.dumps_report(cardset, "draftmancer", canonical=True)
    assert '"W 1"' not in report.value
    assert "1 W 1\n" in report.value
    assert report.losses == ()
    again = cf.loads(report.value, "draftmancer", catalog=cf.CardCatalog(COLORED))
    assert again.cards == cardset.cards
    assert cf.loads(cf.dumps(cardset, "json"), "json") == cardset


def test_an_official_card_of_a_catalog_keeps_its_official_effects():
    librarian = cf.Card(cf.Face("Cogwork Librarian", types=("Creature",)))
    cardset = cf.loads("Cogwork Librarian", "draftmancer", catalog=cf.CardCatalog([librarian]))
    (card,) = draft.DraftCards(cardset).of([cf.CardRef("Cogwork Librarian")])
    assert card.effects


def test_the_names_are_listed_that_begin_with_a_text():
    assert CATALOG.beginning("fo", 5) == ("Forest",)
    assert CATALOG.beginning("aETH", 5) == ("Æther Vial",)
    assert CATALOG.beginning("", 2) == ("1996 World Champion", "96 Tears")
    assert CATALOG.beginning("no card", 5) == ()


def test_blanks_in_a_name_take_linear_time():
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    card = cf.Card.of("Fen / Moor")
    catalog = cf.CardCatalog([card])
    assert catalog.card(f"Fen{' ' * 300_000}/Moor") == card
    assert catalog.card(f"Fen{' ' * 300_000}Moor / Bog") is None
