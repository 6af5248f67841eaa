"""Lines and headers that Draftmancer takes for names, but that were surely meant otherwise."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from tests.growth import LINEAR, growth

from .draftmancer_lists import WARDEN, with_cards
from .text_tables import cells, rows


def found(text, code):
    """Covered text and notes of the diagnostics of *code*."""
    report = cf.loads_report(text, "draftmancer")
    return [(each.span.text, each.notes) for each in report.diagnostics if each.code == code]


def typos(line):
    """The notes on *line*, which is not the first of a list; all of it is covered."""
    ((text, notes),) = found(f"Forest\n {line} \nIsland", "DM025") or [(line, ())]
    assert text == line
    return notes


def suggestion(line):
    """The line that is suggested for *line*."""
    (note,) = typos(line)
    return note.removeprefix("did you mean '").removesuffix("'?")


@pytest.mark.parametrize(
    ("line", "meant"),
    [("1996 World Champion", "1 1996 World Champion"), ("2 Lantren Eel", "Lantern Eel")],
)
def test_a_number_is_a_part_of_a_name_only_if_the_catalog_has_it(line, meant):
    catalog = cf.CardCatalog([cf.Card.of("1996 World Champion"), cf.Card.of("Lantern Eel")])
    report = cf.loads_report(line, "draftmancer", catalog=catalog)
    assert [each.notes for each in report.diagnostics] == [(f"did you mean {meant!r}?",)]


SUGGESTIONS = rows("""
    4x Forest                                     | 4 Forest
    4X Forest                                     | 4 Forest
    4 x Forest                                    | 4 Forest
    4× Forest                                     | 4 Forest
    4 × Forest                                    | 4 Forest
    x4 Forest                                     | 4 Forest
    x 4 Forest                                    | 4 Forest
    4.  Forest                                    | 4 Forest
    4) Forest                                     | 4 Forest
    4: Forest                                     | 4 Forest
    -4 Forest                                     | 4 Forest
    -1 Forest                                     | 1 Forest
    Forest x4                                     | 4 Forest
    Forest x 4                                    | 4 Forest
    Forest ×4                                     | 4 Forest
    4x\tForest                                    | 4 Forest
    4x\xa0Forest                                  | 4 Forest
    4x Forest (ANA)                               | 4 Forest (ANA)
    4x Forest (ANA) 60                            | 4 Forest (ANA) 60
    4x Forest (ANA) 60 F                          | 4 Forest (ANA) 60 F
    Forest (ANA) x4                               | 4 Forest (ANA)
    Forest (ANA) 60 x4                            | 4 Forest (ANA) 60
    - Forest                                      | Forest
    - 4 Forest                                    | 4 Forest
    - 4x Forest                                   | 4 Forest
    * Forest                                      | Forest
    • 4 Forest                                    | 4 Forest
    – 4x Forest                                   | 4 Forest
    SB: 4 Forest                                  | 4 Forest
    SB:  1 Forest (ANA) 60                        | 1 Forest (ANA) 60
    SB: Forest                                    | Forest
    Forest # mine                                 | Forest
    1 Forest #mine                                | 1 Forest
    1 Forest (ANA) # mine                         | 1 Forest (ANA)
    1 Forest (ANA) 60 # mine                      | 1 Forest (ANA) 60
    1 Forest (ANA) 60 F # mine                    | 1 Forest (ANA) 60 F
    1 Forest [ANA]                                | 1 Forest (ANA)
    1 Forest [ANA] 60                             | 1 Forest (ANA) 60
    1 Forest [ANA] 60 F                           | 1 Forest (ANA) 60 F
    1 Forest {ANA}                                | 1 Forest (ANA)
    1 Forest <ANA>                                | 1 Forest (ANA)
    1 Forest[ANA]                                 | 1 Forest (ANA)
    1 Forest(ANA)                                 | 1 Forest (ANA)
    1 Forest(ANA) 60                              | 1 Forest (ANA) 60
    1 Forest (ANA:60)                             | 1 Forest (ANA) 60
    1 Forest [ANA:60]                             | 1 Forest (ANA) 60
    1 Forest [ANA#60]                             | 1 Forest (ANA) 60
    1 Forest (ANA/60)                             | 1 Forest (ANA) 60
    1 Forest (ANA) (60)                           | 1 Forest (ANA) 60
    1 Forest (ANA) (60) F                         | 1 Forest (ANA) 60 F
    Forest|ANA                                    | Forest (ANA)
    Fire//Ice                                     | Fire // Ice
    Fire/Ice                                      | Fire // Ice
    Fire / Ice                                    | Fire // Ice
    1 Fire/Ice (APC) 128                          | 1 Fire // Ice (APC) 128
    Who/What/When/Where/Why                       | Who // What // When // Where // Why
    4 [ANA:60] Forest                             | 4 Forest (ANA) 60
    SB: 1 [ANA:60] Forest                         | 1 Forest (ANA) 60
    [ANA:60] Forest                               | Forest (ANA) 60
    4 [ANA] Forest                                | 4 Forest (ANA)
    [ANA] Forest                                  | Forest (ANA)
    4 Forest|ANA|60                               | 4 Forest (ANA) 60
    1x Forest (ana) 60 [Lands]                    | 1 Forest (ana) 60
    1x Forest (ana) [Maybeboard{noDeck}{noPrice}] | 1 Forest (ana)
    1x Forest (ana) 60 *F* [Lands] ^Have,#37d67a^ | 1 Forest (ana) 60 F
    1 Forest (ANA) 60 *F* #Lands #!Fixing         | 1 Forest (ANA) 60 F
    1 Forest (ANA) 60 *E*                         | 1 Forest (ANA) 60 F
    4 Forest <60> [ANA]                           | 4 Forest (ANA) 60
    4 Forest <extended> [ANA]                     | 4 Forest (ANA)
    "Forest",0                                    | Forest
    "Forest","ANA","60"                           | Forest
    4,Forest                                      | 4 Forest
    4,"Forest",ANA                                | 4 Forest
    "4","Forest","ANA","60"                       | 4 Forest
    4;Forest;ANA                                  | 4 Forest
    Forest,4                                      | 4 Forest
    Forest;4                                      | 4 Forest
""")


def test_a_typo_is_reported_with_the_line_that_is_meant_which_is_none():
    for line, meant in SUGGESTIONS:
        assert typos(line) == (f"did you mean {meant!r}?",), line
        assert typos(meant) == ()


def test_a_foil_mark_of_another_kind_is_reported_with_one_that_is_read():
    for mark in ("*F*", "f", "+f", "foil", "(foil)", "(F)", "[foil]"):
        for line, name, set_code, number in rows("""
            Forest          | Forest |     |
            Forest (ANA)    | Forest | ANA |
            Forest [ANA]    | Forest | ANA |
            Forest (ANA) 60 | Forest | ANA | 60
        """):
            meant = cf.loads(suggestion(f"2 {line} {mark}"), "draftmancer")
            card = cf.CardRef(name, set_code or None, number or None)
            assert meant.sheets["default"].entries == (cf.Entry(card, 2, "foil"),), (line, mark)


#: Lines that are no cards, by what they look like.
NO_CARDS = {
    "a heading of a deck export is not a comment: delete the line, or put «#» before it": cells("""
        Deck | DECK | deck | Deck: | Sideboard | sideboard: | Sideboard (15) | Commander
        Companion | Maybeboard | About | Creatures (23) | Creature (23) | Creatures [23]
        Lands (17) | Sorceries | Planeswalkers (2)
    """),
    "CSV is not supported: a line is a count, a name, a set in parentheses and a number": cells("""
        name,CMC | Name,Count | Count,Name,Edition | "Count","Tradelist Count","Name","Edition"
        Quantity\tName
    """),
    "comments start with «#»": cells("""
        // comment | //Sideboard | ; comment | -- comment | ----- | =====
        https://example.org/decks/1 | http://example.org
    """),
    "a list with sections must start with a header, before the first card": cells("""
        [Common] | [Common(10)] | [Settings] | [CustomCards]
    """),
    "JSON must be below [Settings] or [CustomCards], or in the line of a sheet's header": cells("""
        { | } | ], | {"name": "Moss Warden"} | [{"name": "Moss Warden"}
        [{"name": "Moss Warden"}]
    """),
    "XML is not supported: a line is a count, a name, a set and a number": cells("""
        <deck> | </deck> | <card number="1" name="Forest"/>
        <?xml version="1.0" encoding="utf-8"?>
    """),
    "a set in parentheses has only letters, digits and «_»": cells("""
        1 Forest (A-NA) | 1 Forest (A-NA) 60
    """),
}  # fmt: skip


@pytest.mark.parametrize("note", NO_CARDS)
def test_a_line_that_is_no_card_is_reported_with_what_it_looks_like(note):
    for line in NO_CARDS[note]:
        assert typos(line) == (note,), line


NAMES = cells("""
    Forest | X | Ow | Foil | Hex | Equinox | Mise | Deceiver Exarch | Max Speed | Fire // Ice
    Fire /// Ice | Who // What // When // Where // Why | Smelt // Herd // Saw | Wear // Tear
    Curse of the Fire Penguin // Curse of the Fire Penguin Creature
    Delver of Secrets // Insectile Aberration | A-Blessed Hippogriff // A-Tyr's Blessing
    Nightmare Moon // Princess Luna | Esper Origins // Summon: Esper Maduin
    SP//dr, Piloted by Peni | Circle of Protection: Red | Ratonhnhaké:ton
    Vault 101: Birthday Party | Vault 11: Voter's Dilemma | Summon: Bahamut
    Borrowing 100,000 Arrows | Pip-Boy 3000 | Land Aid '04 | T-45 Power Armor | K-9, Mark I
    +2 Mace | _____ | _____ Goblin | _____-o-saurus | Last Voyage of the _____ | Bat-
    "Ach! Hans, Run!" | "Rumors of My Death . . ." | "Name Sticker" Goblin
    "Brims" Barone, Midway Mobster | "Lifetime" Pass Holder | Kongming, "Sleeping Dragon"
    Henzie "Toolbox" Torre | B.F.M. (Big Furry Monster) | B.F.M. (Big Furry Monster, Right Side)
    Hazmat Suit (Used) | Erase (Not the Urza's Legacy One) | Question Elemental? | Kill! Destroy!
    How Is This a Par Three?! | Mine, Mine, Mine! | Look at Me, I'm R&D | Look at Me, I'm the DCI
    R&D's Secret Lair | Minsc & Boo | Sword of Dungeons & Dragons | Minsc & Boo, Timeless Heroes
    Nezahal, Primal Tide | Lim-Dûl's Vault | Æther Vial | Déjà Vu | El-Hajjâj
    Éomer, Marshal of Rohan | Dandân | Chicken à la King | Will-o'-the-Wisp
    Sol'kanar the Swamp King | Ifh-Bíff Efreet
    The Ultimate Nightmare of Wizards of the Coast® Customer Service
    Our Market Research Shows That Players Like Really Long Card Names So We Made this Card to\
 Have the Absolute Longest Card Name Ever Elemental
    Surgeon ~General~ Commander | capital offense | S.N.O.T. | V.A.T.S. | B-I-N-G-O
    S.N.E.A.K. Dispatcher | Goblin S.W.A.T. Team | Dr. Julius Jumblemorph | ED-E
    Richard Garfield, Ph.D. | Clam-I-Am | Free-for-All | Jack-in-the-Mox | Do-Over
    A-Alrund's Epiphany | Recycla-bird | Spell-Lace | Six-y Beast | Abian, Luvion Usurper
    Cloud, Ex-SOLDIER | Asmoranomardicadaistinaculdacar | Me, the Immortal | About Face
    Companion of the Trials | Commander's Sphere | The Deck of Many Things | Creature Bond
    Land Tax | Instant Ramen | Artifact Blast | Enchantment Alteration | Planeswalker's Mischief
    Battle Hymn | Spell Pierce | Counterspell | Name Dropping | 1996 World Champion
""")


@pytest.mark.parametrize("line", ["{}", "1 {}", "{} F", "1 {} (UST)", "1 {} (UST) 57 F"])
def test_the_odd_names_of_real_cards_are_no_typos(line):
    assert [name for name in NAMES if typos(line.format(name)) != ()] == []


def test_the_name_of_a_custom_card_is_no_typo():
    for name in cells("""
        4x Forest | x4 Forest | Forest x4 | -1 Forest | Forest f | Forest *F* | Fire/Ice | Deck
        Forest [ANA] | Forest(ANA) | Forest # mine | // comment | {W} | Creatures (23)
        Forest (A-NA) | SB: Forest
    """):
        card = WARDEN | {"name": name}
        assert found(with_cards(card, lines=f"{name}\n1 {name}"), "DM025") == [], name
        assert found(with_cards(card, lines="Forest x 12"), "DM025") != [], name


def test_a_count_belongs_to_the_name_of_a_custom_card_only_if_it_has_one():
    text = with_cards(WARDEN | {"name": "x Forest"}, lines="4 x Forest")
    assert found(text, "DM025") == []


def test_each_typo_is_reported_at_its_place():
    text = "[A]\n4x Forest\n1 Forest\n[B(1)]\n\t4x Forest\r\nFire/Ice"
    report = cf.loads_report(text, "draftmancer")
    places = [(each.span.line, each.span.column, each.span.text) for each in report.diagnostics]
    assert [place for place in places if place[2][0] != "["] == [
        (2, 1, "4x Forest"),
        (5, 2, "4x Forest"),
        (6, 1, "Fire/Ice"),
    ]


def test_a_typo_is_a_warning_and_the_line_keeps_its_meaning():
    report = cf.loads_report("4x Forest", "draftmancer")
    assert report.ok
    assert report.value.sheets["default"].entries == (cf.Entry(cf.CardRef("4x Forest")),)


def test_a_very_long_line_is_no_typo():
    assert typos(f"4x {'Forest ' * 30}Warden") == ()


def test_a_header_that_looks_like_another_is_reported():
    for header, note in rows("""
        [Setting]      | did you mean [Settings]?
        [Setings]      | did you mean [Settings]?
        [ SETTING ]    | did you mean [Settings]?
        [Settings:]    | did you mean [Settings]?
        [Custom Cards] | did you mean [CustomCards]?
        [CustomCard]   | did you mean [CustomCards]?
        [custom-cards] | did you mean [CustomCards]?
        [Layout]       | did you mean [Layouts]?
        [Layouts:]     | did you mean [Layouts]?
    """):
        assert found(f"{header}\nForest", "DM016") == [(header, (note,))], header


def test_a_count_without_parentheses_is_noticed_where_no_layout_uses_the_sheet():
    for header, meant in rows("""
        [Common 10]        | [Common(10)]
        [Common: 10]       | [Common(10)]
        [Common x10]       | [Common(10)]
        [Common, 10]       | [Common(10)]
        [Very Common - 10] | [Very Common(10)]
    """):
        note = (f"did you mean {meant}?",)
        assert found(f"[Rare(1)]\nIsland\n{header}\nForest", "DM034") == [(header, note)], header
        assert found(f"[Rare]\nIsland\n{header}\nForest", "DM038") == [(header, note)], header
        settings = json.dumps({"layouts": {"P": {"weight": 1, "slots": {header[1:-1]: 1}}}})
        assert found(f"[Settings]\n{settings}\n{header}\nForest", "DM034") == [], header


def test_other_headers_are_as_they_are_meant():
    for header in cells("""
        [Common(10)] | [Common (10)] | [Common##2(10)] | [Setting(1)] | [Layout(2)] | [Land]
        [Lands] | [Signets] | [Rare##2] | [Slot A] | [Slot A##1] | [Custom] | [Cards] | [Rare2]
        [M10] | [2X2] | [Dominaria 2018] | [10 Common] | [Layers] | [Sett] | [default]
        [Uncommon/Rare] | [Ünïcode ★] | [Mythic] | [#1]
    """):
        assert found(f"{header}\nForest", "DM016") == [], header
        assert found(f"{header}\nForest", "DM003") == [], header


def test_a_header_that_is_not_understood_says_what_was_expected_where():
    for header, note in rows("""
        [Common(-1)]         | expected a count of digits only after '[Common('
        [Common( 10 )]       | expected a count of digits only after '[Common('
        [Common(x)]          | expected a count of digits only after '[Common('
        [Common()]           | expected a count of digits only after '[Common('
        [Common(1]           | expected «)» after '[Common(1'
        [Common(1 )]         | expected «)» after '[Common(1'
        [Common(1) extra]    | expected options in braces or «]» at the end after '[Common(1) '
        [Common(1)(2)]       | expected options in braces or «]» at the end after '[Common(1)'
        [Common(1) {} x]     | expected «]» at the end after '[Common(1) {} '
        [Common {"a": 1}(2)] | expected «]» at the end after '[Common {"a": 1}'
        [Common {}(2)]       | expected «]» at the end after '[Common {}'
        [[Common]]           | expected a name after '['
        ["Common"]           | expected a name after '['
        [(1)]                | expected a name after '['
        [{}]                 | expected a name after '['
        []                   | expected a name after '['
        [ ]                  | expected a name after '['
        [Common]]            | expected nothing more after '[Common]'
    """):
        assert found(f"{header}\nForest", "DM003") == [(header, (note,))], header
        sheets = cf.loads_report(f"{header}\nForest", "draftmancer").value.sheets
        assert [*sheets] == [header[1:-1].strip()], header  # Draftmancer reads the same name


def test_a_comment_that_looks_like_the_end_of_a_plain_list_is_reported():
    for comment in cells("""
        # Maybeboard | #maybeboard | # maybeboard: | # MAYBEBOARD | # maybe board | # maybe-board
        ## maybeboard | #  maybeboard | # Sideboard | # sideboard | #sideboard :
    """):
        text = f"Forest\n\t{comment} \r\nIsland"
        assert found(text, "DM028") == [(comment, ())], comment
        assert found(text, "DM024") == [], comment
        assert cf.loads(text, "draftmancer").sheets["default"].total == 2, comment


def test_other_comments_of_a_plain_list_are_not():
    for comment in cells("""
        # mainboard | # Maybeboard of mine | # my maybeboard | # maybe | # board | # sideboards
    """):
        assert cf.loads_report(f"Forest\n{comment}\nIsland", "draftmancer").diagnostics == (), (
            comment
        )


def test_comments_in_sheets_and_after_the_end_are_not_reported():
    assert found("[A]\nForest\n# Maybeboard\nIsland", "DM028") == []
    assert found("Forest\n# maybeboard\nIsland\n# Maybeboard\nSwamp", "DM028") == []


def test_a_comment_is_reported_before_the_end_too():
    text = "Forest\n# Sideboard\nIsland\n# maybeboard\nSwamp"
    assert found(text, "DM028") == [("# Sideboard", ())]
    assert found(text, "DM024") == [("# maybeboard", ())]


@pytest.mark.parametrize(
    ("name", "piece", "line"),
    [
        ("Moss Warden", " ", "1 Fen/Moor {}/ Bog"),
        ("Moss Warden", " (", "1 Fen/Moor {}/ Bog"),
        ("Moss Warden", "(", "1 Fen/Moor {}) Bog"),
        ("Moss Warden", " ", "1 Fen/Moor (ABC) 1 {}/ Bog"),
        ("Moss {}Warden (", " ", "1 Fen/Moor"),
    ],
)
def test_time_grows_as_a_line_does(name, piece, line):
    def read(count):
        card = WARDEN | {"name": name.format(piece * count)}
        text = with_cards(card, lines=line.format(piece * count))
        assert cf.loads_report(text, "draftmancer", max_line=10**6).value.cards

    assert growth(read, 1000) < LINEAR


def test_all_doubtful_names_are_counted_beyond_the_limit():
    text = "[Common(2)]\n2 Eel\n" + "1 Lantern # slow\n" * 50
    report = cf.loads_report(text, "draftmancer", max_diagnostics=3)
    assert report.counts()["DM025"] == 50
    assert report.counts() == cf.loads_report(text, "draftmancer").counts()


@pytest.mark.parametrize("line", ["0 ##todo", "3 # F", "2 ##vso[x]"])
def test_a_count_alone_is_never_meant(line):
    for found in cf.loads_report(f"[Common(2)]\n2 Eel\n{line}\n", "draftmancer").diagnostics:
        assert "did you mean" not in " ".join(found.notes)
        assert found.fix is None or found.fix.title == "make it a comment"
