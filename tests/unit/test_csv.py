"""Tables of cards: columns by any spelling, sheets by rarity, changes in place."""

from __future__ import annotations

import csv
import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.formats.csv.columns import defines_cards, meaning_of, title_of
from tests.conftest import ROOT

from .changes import lines_changed, with_front
from .text_tables import cells

CUBE = """\
name,CMC,Type,Color,Set,Collector Number,Rarity,Color Category,status,Finish,Maybeboard,image URL,\
image Back URL,tags,Notes,MTGO ID,Custom
"Moth",1,"Creature - Insect",U,MSH,51,common,u,Owned,Non-foil,false,,,"a;b","",42,false
"Marsh",0,"Basic Land - Marsh",,MSH,262,common,l,Owned,Foil,false,,,,,,false
"Marsh",0,"Basic Land - Marsh",,MSH,262,common,l,Owned,Foil,false,,,,,,false
"My Own",0,"Creature",,,,,,Owned,Non-foil,true,http://x.example/y.png,,,,,true
"""
DESIGN = """\
Card Name;Mana Cost;Type Line;P/T;Rules Text;Rarity;Artist
Eel;{1}{U};Legendary Creature — Fish;2/1;"When Eel enters, draw a card.
Then discard a card.";C;Ann
Ferry;2;Artifact;;;U;
Heron;WW;Creature - Bird;1/1;Flying;R;Bob
Shrine;X;Enchantment;;;M;
"""


def test_a_designers_table_has_sheets_by_rarity():
    cardset = cf.loads(DESIGN, "csv")
    eel = cardset.card("Eel")
    assert str(eel.mana_cost) == "{1}{U}"
    assert (eel.supertypes, eel.types, eel.subtypes) == (("Legendary",), ("Creature",), ("Fish",))
    assert (eel.power, eel.toughness, eel.rarity) == ("2", "1", "common")
    assert eel.text == "When Eel enters, draw a card.\nThen discard a card."
    assert eel.properties == {"Artist": "Ann"}
    assert str(cardset.card("Heron").mana_cost) == "{W}{W}"
    assert [*cardset.sheets] == ["common", "uncommon", "rare", "mythic"]
    shares = {str(row.card): row.expected for row in cf.Generator(cardset, seed=1).odds()}
    assert shares["Heron"] * 7 == 1 * shares["Shrine"] * 49


def test_a_cube_names_official_cards_and_defines_its_own():
    report = cf.loads_report(CUBE, "csv")
    cardset = report.value
    assert [card.name for card in cardset.cards] == ["My Own"]
    moth, marsh = cardset.sheets["cards"].entries
    assert moth.card == cf.CardRef("Moth", "MSH", "51")
    assert moth.overrides["color"] == ("U",)
    assert moth.overrides["tags"] == "a;b"
    assert (marsh.copies, marsh.finish) == (2, "foil")
    assert cardset.sheets["Maybeboard"].entries[0].card.name == "My Own"
    assert cardset.event.supply == "finite"
    assert report.counts() == {"CS009": 1}


@pytest.mark.parametrize("text", [CUBE, DESIGN, CUBE.replace("\n", "\r\n"), "\ufeff" + DESIGN])
def test_what_is_not_changed_is_written_as_it_was(text):
    cardset = cf.loads(text, "csv")
    assert cf.dumps(cardset, "csv") == text
    anew = cf.loads(cf.dumps(cardset, "csv", canonical=True), "csv")
    assert (anew.cards, anew.sheets) == (cardset.cards, cardset.sheets)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiter_and_encoding_are_recognised(tmp_path, encoding, delimiter):
    path = tmp_path / "set.csv"
    text = "name,cost,type\nÉel,{U},Creature\n".replace(",", delimiter)
    path.write_bytes(text.encode(encoding))
    cardset = cf.read(path)
    assert cardset.cards[0].name == "Éel"
    assert str(cardset.cards[0].mana_cost) == "{U}"
    assert cf.write(cardset, tmp_path / "again.csv").ok
    assert (tmp_path / "again.csv").read_bytes() == path.read_bytes()


CHANGES = {
    "name": {"name": "Zork"},
    "cost": {"mana_cost": cf.model.ManaCost.parse("{R}"), "colors": "R"},
    "text": {"text": 'Say "no",\ntwice.'},
    "type": {"types": ("Land",), "subtypes": ()},
    "power": {"power": "9"},
    "image": {"images": {"en": "http://x.example/new.png"}},
    "colours": {"colors": "WU"},
}


@pytest.mark.parametrize("text", [CUBE, DESIGN, CUBE.replace("\n", "\r\n")])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_card_changes_its_row_alone(text, change):
    cardset = cf.loads(text, "csv")
    for card in cardset.cards:
        edited = with_front(cardset, card, **change)
        report = cf.dumps_report(edited, "csv")
        again = cf.loads(report.value, "csv")
        assert (again.cards, again.sheets) == (edited.cards, edited.sheets)
        assert report.losses == ()
        rows = len(report.value.splitlines()) - len(text.splitlines())
        changed_lines = lines_changed(text, report.value)
        # a column that was not there takes the row of titles, too; a row may have three lines
        assert len(changed_lines) <= 2 * (1 + 3) + rows
        untouched = {line for line in text.splitlines() if line.startswith(("Ferry", '"Marsh'))}
        if card.name not in ("Ferry", "Marsh"):
            assert untouched <= set(report.value.splitlines())


def test_rows_are_added_and_removed_in_place():
    cardset = cf.loads(DESIGN, "csv")
    newt = cf.Card.of("Newt", mana_cost="{G}", types=["Creature"], rarity="uncommon")
    added = cf.dumps(cardset.adding(newt), "csv")
    assert lines_changed(DESIGN, added) == ["+Newt;{G};Creature;;;uncommon;"]
    assert cf.loads(added, "csv").card("Newt").mana_cost == newt.mana_cost
    removed = cf.dumps(cardset.without("Ferry"), "csv")
    assert lines_changed(DESIGN, removed) == ["-Ferry;2;Artifact;;;U;"]


def test_a_card_that_comes_to_an_empty_table_makes_it_new():
    newt = cf.Card.of("Newt", types="Creature")
    written = cf.dumps(cf.loads_report("", "csv").value.adding(newt), "csv")
    assert written == "Name,Type\r\nNewt,Creature\r\n"


def test_a_card_of_another_rarity_stays_in_its_row():
    design = f"{DESIGN}Otter;G;Creature - Otter;2/2;;R;Bob\n"
    cardset = cf.loads(design, "csv")
    heron = cardset.card("Heron")
    text = cf.dumps(cardset.replacing(attrs.evolve(heron, rarity="mythic")), "csv")
    assert lines_changed(design, text) == [
        "-Heron;WW;Creature - Bird;1/1;Flying;R;Bob",
        "+Heron;WW;Creature - Bird;1/1;Flying;mythic;Bob",
    ]


def test_copies_are_rows_or_counts():
    cardset = cf.loads(CUBE, "csv")
    sheet = cardset.sheets["cards"]
    moth, marsh = sheet.entries
    more = attrs.evolve(
        sheet, entries=[attrs.evolve(moth, copies=3), attrs.evolve(marsh, copies=1)]
    )
    text = cf.dumps(attrs.evolve(cardset, sheets=[more, cardset.sheets["Maybeboard"]]), "csv")
    names = [line.split(",")[0].strip('"') for line in text.splitlines()[1:]]
    assert names == ["Moth", "Moth", "Moth", "Marsh", "My Own"]
    counted = cf.loads("qty,name,cost\n2,Eel,U\n1,Newt,G\n", "csv")
    (sheet,) = counted.sheets.values()
    entries = [attrs.evolve(sheet.entries[0], copies=5), sheet.entries[1]]
    text = cf.dumps(attrs.evolve(counted, sheets=[attrs.evolve(sheet, entries=entries)]), "csv")
    assert text == "qty,name,cost\n5,Eel,U\n1,Newt,G\n"


def test_a_back_face_has_columns_of_its_own():
    text = "name,type,text,Back Name,Type (Back),image back url\nEel,Creature,a,Elver,Land,http://x/b\n"
    front, back = cf.loads(text, "csv").cards[0].faces
    assert (front.name, front.types) == ("Eel", ("Creature",))
    assert (back.name, back.types, back.images["en"]) == ("Elver", ("Land",), "http://x/b")


def test_a_quote_that_is_never_closed_costs_no_other_row():
    cardset = cf.loads_report('name,text\nEel,"a\nNewt,"b"\nOtter,c\n', "csv").value
    assert [card.name for card in cardset.cards] == ["Eel", "Newt", "Otter"]


def test_a_bad_cell_is_kept():
    cardset = cf.loads_report("name,cost,text\nEel,2Q,a\n", "csv").value
    assert cardset.cards[0].mana_cost is None
    assert cardset.cards[0].extras["csv"] == {"cost": "2Q"}
    assert "2Q" in cf.dumps(cardset, "csv", canonical=True)


def test_a_pack_is_what_the_option_says():
    cardset = cf.loads(DESIGN, "csv", pack="2 common, 1 mythic")
    counts = [(slot.name, slot.count) for slot, _ in cardset.boosters[0].walk()]
    assert counts == [("common", 2), ("mythic", 1)]
    with pytest.raises(cf.OptionError, match="10 common"):
        cf.loads(DESIGN, "csv", pack="lots")


def test_rarities_of_a_pack_have_all_names_that_a_cell_can_have():
    table = "name,rarity\nEel,common\nNewt,common\nFen,basic land\nHeron,comon\n"
    report = cf.loads_report(table, "csv", pack="2 commons, 1 basic")
    counts = [(slot.name, slot.count) for slot, _ in report.value.boosters[0].walk()]
    assert counts == [("common", 2), ("land", 1)]
    (odd,) = (each for each in report.diagnostics if each.code == "CS003")
    assert odd.notes == ("did you mean 'common'?",)
    report = cf.loads_report(table, "csv", pack="2 commons, 1 lamps")
    (lamps,) = (each for each in report.diagnostics if "lamps" in each.message)
    assert lamps.notes == ("the sheets are common, land, comon",)


@given(st.lists(testing.cards(), max_size=4, unique_by=lambda card: card.name))
def test_what_is_written_reads_back_or_is_reported(cards):
    cardset = cf.CardSet("a set", cards=cards)
    report = cf.dumps_report(cardset, "csv")
    again = cf.loads_report(report.value, "csv")
    lost = {name for loss in report.losses for name in loss.subjects}
    by_name = {card.name: card for card in again.value.cards}
    for card in cards:
        if card.name not in lost:
            assert by_name[card.name] == attrs.evolve(card, extras={})


testing_inputs = st.one_of(st.text(), st.text("name,;\t\"\r\n'= 2{U}"), st.binary())


@given(testing_inputs)
def test_any_text_is_read(data):
    report = cf.loads_report(data, "csv")
    if isinstance(data, str):
        assert cf.dumps(report.value, "csv") == data


def test_hostile_tables_take_linear_time():
    quotes = "name\n" + '"a\n' * 5_000
    wide = ",".join(["name", *map(str, range(5_000))]) + "\n" + "," * 5_000 + "\n"
    many = "name,text\n" + "x,\n" * 5_000
    for text in (quotes, wide, many, '"' * 50_000, "name\n" + "a," * 25_000):
        report = cf.loads_report(text, "csv")
        assert cf.dumps(report.value, "csv") == text


def test_a_finding_of_many_rows_leaves_a_place_for_another():
    odd = "".join(f"Eel {number},a,shiny\n" for number in range(20))
    text = f"name,text,rarity\n{odd}Eel 1,b,common\n"
    found = cf.loads_report(text, "csv", max_diagnostics=10).diagnostics
    assert {"CS003", "CS010"} <= {str(each.code) for each in found}


def test_random_edits_of_large_tables_change_few_lines():
    rng = random.Random(7)  # noqa: S311 - a reference
    rows = [f"Card {n},{n % 7},{'WUBRG'[n % 5]},note {n}" for n in range(100)]
    text = "\n".join(["name,cost,color,remark", *rows, ""])
    cardset = cf.loads(text, "csv")
    for _ in range(8):
        card = rng.choice(cardset.cards)
        after = cf.dumps(with_front(cardset, card, name=f"New {rng.random()}"), "csv")
        assert len(lines_changed(text, after)) == 2


def test_a_rarity_whose_sheet_has_no_other_card_adds_a_column():
    text = "name;cost;type;rarity\r\nEel;1U;Creature;C\r\n;;;\r\nFerry;2;Artifact;U\r\n"
    cardset = cf.loads(f"sep=;\r\n{text}", "csv")
    eel = cardset.card("Eel")
    after = cf.dumps(cardset.replacing(eel, attrs.evolve(eel, rarity="uncommon")), "csv")
    assert after == f"sep=;\r\n{text}".replace(
        "rarity\r\nEel;1U;Creature;C", "rarity;Sheet\r\nEel;1U;Creature;uncommon;common"
    )


def test_a_number_that_is_added_changes_one_row():
    text = "name,cost,text\nEel,U,a\nFerry,2,b\n"
    cardset = cf.loads(text, "csv")
    eel = cardset.card("Eel")
    after = cf.dumps(cardset.replacing(eel, attrs.evolve(eel, number="12", set_code="ABC")), "csv")
    assert after == "name,cost,text,Collector Number,Set\nEel,U,a,12,ABC\nFerry,2,b\n"


def test_a_last_cell_that_was_empty_has_no_quotes_of_the_next_line():
    cardset = cf.loads('name,cost,text\nEel,U,\n"Ferry",2,b\n', "csv")
    after = cf.dumps(with_front(cardset, "Eel", text="Swim"), "csv")
    assert after == 'name,cost,text\nEel,U,Swim\n"Ferry",2,b\n'


def test_keys_of_the_table_stay_in_their_columns():
    cardset = cf.loads(CUBE, "csv")
    sheet = cardset.sheets["cards"]
    moth, marsh = sheet.entries
    changed = attrs.evolve(moth, overrides={**moth.overrides, "CMC": "2"})
    sheets = {**cardset.sheets, "cards": attrs.evolve(sheet, entries=[changed, marsh])}
    after = cf.dumps(attrs.evolve(cardset, sheets=sheets), "csv")
    assert after == CUBE.replace('"Moth",1', '"Moth",2')


def test_letters_that_the_encoding_lacks_make_it_utf_8():
    data = "name,cost,text\nÉel,U,a\nFerry,2,b\n".encode("cp1252")
    cardset = cf.loads(data, "csv")
    report = cf.dumps_report(with_front(cardset, "Ferry", text="б"), "csv")
    assert report.value == "name,cost,text\nÉel,U,a\nFerry,2,б\n"
    assert report.losses == ()


@pytest.mark.parametrize("cell", ["2-Jan", "01/02/2024", "02.Jan", "1", "/", "2/"])
def test_dates_are_no_power_and_toughness(cell):
    report = cf.loads_report(f"Name,P/T,Cost\nA,{cell},1\n", "csv")
    assert report.counts()["CS002"] == 1
    assert report.value.cards[0].power is None
    assert report.value.cards[0].extras["csv"]["P/T"] == cell


@pytest.mark.parametrize("cell", ["2/1", "*/1+*", "½/½", "-1/3", "X / X", "10/10"])
def test_power_and_toughness_have_a_slash(cell):
    card = cf.loads(f"Name,P/T,Cost\nA,{cell},1\n", "csv").cards[0]
    assert [card.power, card.toughness] == [each.strip() for each in cell.split("/")]


def test_a_row_of_sums_is_no_card():
    text = "Name,Cost,Type,Rarity,Count\nEel,1U,Creature,C,2\nTotal,,,,5\n"
    report = cf.loads_report(text, "csv")
    assert [card.name for card in report.value.cards] == ["Eel"]
    assert "CS011" in report.counts()
    assert cf.dumps(report.value, "csv") == text


def test_a_card_on_no_sheet_says_so_in_the_column_of_sheets():
    cards = [cf.Card.of("Eel"), cf.Card.of("Newt")]
    cardset = cf.CardSet(cards=cards, sheets=[cf.Sheet("A", {cards[0].ref: 1})])
    written = cf.dumps(cardset, "csv")
    assert written.split() == ["Name,Sheet,Custom", "Eel,A,true", "Newt,(none),true"]
    again = cf.loads(written, "csv")
    assert (again.cards, again.sheets) == (cardset.cards, cardset.sheets)


def test_names_and_rarities_are_a_set():
    cardset = cf.loads("Name,Rarity\nA,C\nB,U\n", "csv", pack="1 common, 1 uncommon")
    assert [*cardset.sheets] == ["common", "uncommon"]
    assert len(cf.Generator(cardset, seed=1).pack(0).cards) == 2


@pytest.mark.parametrize(
    "path", ["wagic/sets/LAN", "mtgjson/FEN.json", "octgn/Marsh/Sets/Reedlight/set.xml"]
)
def test_losses_are_those_of_the_set_however_it_was_read(path):
    cardset = cf.read(ROOT / "examples" / path)
    report = cf.dumps_report(cardset, "csv", own_words=False)
    copy = cf.loads(cf.dumps(cardset, "json"), "json")
    of_copy = cf.dumps_report(copy, "csv", own_words=False).losses
    assert {(each.code, each.kind, each.count) for each in report.losses} == {
        (each.code, each.kind, each.count) for each in of_copy
    }
    assert report.losses
    lost = {loss.code: set(loss.subjects) for loss in report.losses}
    again = cf.loads_report(report.value, "csv").value
    by_name = {card.name: card for card in again.cards}
    for card in cardset.cards:
        read = by_name[card.name]
        for code, field in (("CF213", "mana_cost"), ("CF212", "text"), ("CF214", "types")):
            is_same = getattr(card.faces[0], field) == getattr(read.faces[0], field)
            assert is_same is (card.name not in lost.get(code, ()))


def test_lists_of_collections_name_cards():
    text = (
        "Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Collector Number\n"
        "2,0,Opt,dom,Near Mint,English,foil,60\n1,0,Bolt,Magic 2010,Good,English,,146\n"
    )
    report = cf.loads_report(text, "csv")
    opt, bolt = report.value.sheets["cards"].entries
    assert (str(opt.card), opt.copies, opt.finish) == ("Opt (DOM) 60", 2, "foil")
    assert (bolt.card.set_code, bolt.overrides["Edition"]) == (None, "Magic 2010")
    assert report.value.cards == ()
    assert "CS003" in report.counts()
    assert cf.dumps(report.value, "csv") == text


def test_the_name_of_a_set_in_place_of_its_code_is_kept_as_it_is():
    cardset = cf.loads("name,type,set\nEel,Fish,Night of Lanterns\nHeron,Bird,lan\n", "csv")
    again = cf.loads(cf.dumps(cardset, "csv", canonical=True), "csv")
    assert [(*card.extras.get("csv", {}).values(), card.set_code) for card in again.cards] == [
        ("Night of Lanterns", None),
        ("LAN",),
    ]


def test_cells_without_a_title_are_kept():
    cardset = cf.loads("name,cost,\nEel,U,odd\n", "csv")
    assert cardset.cards[0].properties == {"column 3": "odd"}


def test_many_cards_of_one_name_take_linear_time():
    text = "name,text\n" + "".join(f"Eel,{number}\n" for number in range(5_000))
    cardset = cf.loads_report(text, "csv").value
    assert len(cardset.cards) == 5_000


def test_what_a_row_cannot_say_is_reported_of_its_own_card():
    cards = [cf.Card.of(name, mana_cost="{U}") for name in ("Eel", "Total", "Newt")]
    entries = [cf.Entry("Eel", 10**9), cf.Entry("Total"), cf.Entry("Newt", finish="Foil")]
    cardset = cf.CardSet(cards=[*cards[:1], *cards[2:]], sheets=[cf.Sheet("cards", entries)])
    losses = {str(each.code): each.subjects for each in cf.dumps_report(cardset, "csv").losses}
    assert losses == {"CF231": ("Eel",), "CF240": ("",), "CF250": ("Newt",)}


# -- formulas


@pytest.mark.parametrize("first", [*"=+-@", "＝", "'=", "''@"])
def test_formulas_are_escaped_and_read_back(first):
    name = f'{first}HYPERLINK("http://evil.example","x")'
    card = cf.Card.of(name, types=["Creature"], power="-1", toughness="+1", rarity="common")
    cardset = cf.CardSet.of([card])
    text = cf.dumps(cardset, "csv", escape_formulas=True)
    cells = [cell for row in csv.reader(text.splitlines()) for cell in row]
    assert not [cell for cell in cells if cell[:1] in {*"=+-@＝＋－＠"}]
    (again,) = cf.loads(text, "csv").cards
    assert (again.name, again.power, again.toughness) == (name, "-1", "+1")
    plain = cf.dumps(cardset, "csv")
    assert cf.loads(plain, "csv").cards == (again,)


def test_formulas_of_a_table_that_was_read_are_escaped_only_if_wanted():
    text = "name,type,rarity\r\n=1+1,Creature,C\r\n'+1,Creature,C\r\n"
    cardset = cf.loads(text, "csv")
    assert [each.name for each in cardset.cards] == ["=1+1", "+1"]
    assert cf.dumps(cardset, "csv") == text
    escaped = cf.dumps(cardset, "csv", escape_formulas=True)
    assert "'=1+1," in escaped
    assert cf.loads(escaped, "csv").cards == cardset.cards


@given(st.text(alphabet="=+-@'\t\"a ＝", min_size=1), st.booleans())
def test_any_cell_is_read_as_it_was(name, escapes):
    if not (name := name.strip()):
        return
    cardset = cf.CardSet.of([cf.Card.of(name, types=["Creature"], rarity="common")])
    again = cf.loads(cf.dumps(cardset, "csv", escape_formulas=escapes), "csv")
    assert [each.name for each in again.cards] == [name]


#: The other titles of each column, by that of a new table.
TITLES = {
    "Name": "card name, card, card title, title",
    "Mana Cost": "cost, mana, casting cost, manacost, Mana-Cost",
    "Supertypes": "supertype, super type",
    "Type": "types, type line, card type, card types, full type",
    "Subtypes": "subtype, sub type, creature type, creature types",
    "Color": "colour, colors, colours, COLOR",
    "Rarity": "rarity",
    "Text": "rules text, oracle text, rules, card text, ability, abilities, ability text, effect",
    "Power": "pow",
    "Toughness": "tou, tough",
    "P/T": "power/toughness, power and toughness, stats, pt",
    "Loyalty": "starting loyalty",
    "Image": "image url, image uri, picture, picture url, art url, img",
    "Set": "set code, edition, edition code, expansion",
    "Collector Number": "number, no, nr, #, card number, collector no, cn",
    "Finish": "foil",
    "Rating": "draft rating, pick rating",
    "Count": "quantity, qty, copies, amount, number of copies, no of copies",
    "Sheet": "slot, print sheet, section, board",
    "Maybeboard": "maybeboard",
    "Custom": "custom",
    "MTGO ID": "mtgo id",
    "Scryfall ID": "scryfall-id",
    "Multiverse ID": "multiverseid, gatherer id",
    "CMC": "mana value, mv, converted mana cost",
    "Color Category": "colour category",
    "status": "Status",
    "Condition": "condition",
    "Tradelist Count": "tradelist count",
    "Edition Name": "set name",
    "tags": "tag",
    "Notes": "note, comment, comments",
}
#: The columns that a back face can have, too.
OF_FACES = cells("""
    Name | Mana Cost | Supertypes | Type | Subtypes | Color | Text | Power | Toughness | P/T
    Loyalty | Image
""")
#: The columns that only cards of one's own have.
DEFINING = cells("""
    Mana Cost | Supertypes | Type | Subtypes | Text | Power | Toughness | P/T | Loyalty | Rarity
""")
#: The columns that only lists of official cards have.
OF_LISTS = cells("""
    Maybeboard | Custom | Color Category | status | Condition | Tradelist Count | Scryfall ID
""")


def test_a_column_has_other_titles_and_may_be_of_the_back():
    for title, others in TITLES.items():
        meaning = meaning_of(title)
        assert meaning is not None, title
        assert title_of(meaning) == title
        assert {meaning_of(other) for other in others.split(", ")} == {meaning}, title
        back = f"back_{meaning}" if title in OF_FACES else None
        assert {meaning_of(f"Back {title}"), meaning_of(f"{title} (back)")} == {back}, title
        assert back is None or title_of(back) == f"Back {title}"


def test_some_columns_say_that_a_table_defines_cards_or_does_not():
    for title in TITLES:
        own = [meaning_of(title)]
        assert defines_cards(own, has_others=False) == (title in DEFINING), title
        assert defines_cards(own, has_others=True) == (title not in OF_LISTS), title
        with_set = defines_cards([*own, "set_code"], has_others=False)
        assert with_set == (title in DEFINING and title != "Rarity"), title
        assert not defines_cards([*own, "status"], has_others=True), title


def test_each_id_has_a_column():
    text = "Name,Type,MTGO ID,Scryfall ID,Multiverse ID\nEel,Creature,12,s-1,91\n"
    cardset = cf.loads(text.replace("Scryfall ID", "Gatherer").replace(",s-1", ",x"), "csv")
    assert cardset.cards[0].ids == {"mtgo": "12", "multiverse": "91"}
    card = cf.Card.of("Eel", types="Creature", ids={"mtgo": "12", "multiverse": "91"})
    report = cf.dumps_report(cf.CardSet("Marsh", cards=[card]), "csv")
    assert cf.loads(report.value, "csv").cards[0].ids == card.ids
    assert "MTGO ID" in report.value
    assert "Multiverse ID" in report.value


def test_the_meanings_of_columns_are_those_that_readers_and_writers_ask_for():
    meanings = """name mana_cost supertypes type subtypes colors rarity text power toughness
        stats loyalty image set_code number finish rating count sheet maybeboard custom mtgo
        scryfall multiverse mana_value category status condition tradelist edition tags notes"""
    assert [meaning_of(title) for title in TITLES] == meanings.split()
    text = "Name,Supertypes,Type,Subtypes,Tags,Notes\nEel,Snow,Creature,Fish,a,b\n"
    (eel,) = cf.loads(text, "csv").cards
    assert (eel.supertypes, eel.types, eel.subtypes) == (("Snow",), ("Creature",), ("Fish",))


def test_a_table_of_existing_cards_has_a_finite_supply_which_is_a_loss():
    cards = [cf.Card.of("Eel", ids={"scryfall": "6f3f3b2a-0000-4000-8000-000000000001"})]
    cardset = cf.CardSet(cards=cards, sheets=[cf.Sheet("A", [cf.Entry(cards[0].ref)])])
    for made in (cardset, attrs.evolve(cardset, event=cf.model.Event(supply="finite"))):
        report = cf.dumps_report(made, "csv")
        (again, lost) = cf.loads(report.value, "csv"), [each.code for each in report.losses]
        assert again.event == cf.model.Event(supply="finite")
        assert (cf.losses.Loss.EVENT in lost) == (made.event is None)
