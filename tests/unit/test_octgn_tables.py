"""Sets of games as tables, and tables as sets."""

from __future__ import annotations

import csv
import shutil
from io import StringIO

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.cli.app import app
from cardformats.formats.octgn.making.rich_marks import marked, runs_of
from cardformats.formats.octgn.rich_text import TextRun, rich_text, settled
from tests.conftest import ROOT

from .text_tables import rows

MARSH = ROOT / "examples" / "octgn" / "Marsh"
REEDLIGHT = MARSH / "Sets" / "Reedlight"
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
CARD = "4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e0{}"


@pytest.fixture
def reedlight(tmp_path):
    """The folder of a set in a game that may be changed."""
    shutil.copytree(MARSH, tmp_path / "marsh")
    return tmp_path / "marsh" / "Sets" / "Reedlight"


def table_of(path, **options):
    """The rows of a set as a spreadsheet has them."""
    text = cf.dumps(cf.read(path, **options), "csv")
    return [*csv.DictReader(StringIO(text))]


def as_csv(rows):
    text = StringIO()
    titles = dict.fromkeys(title for row in rows for title in row)
    writer = csv.DictWriter(text, [*titles])
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def put_back(rows, base, **options):
    """The text of the set *base* with the cards of *rows*, and what is reported."""
    table = cf.loads(as_csv(rows), "csv")
    report = cf.dumps_report(table, "octgn", base=base, **options)
    assert report.ok
    return report.value, [str(each.message) for each in report.diagnostics]


def row_of(rows, name):
    (row,) = (row for row in rows if row["Name"] == name)
    return row


def changed_lines(before, after):
    lines = before.splitlines(), after.splitlines()
    assert len(lines[0]) == len(lines[1])
    return [(old.strip(), new.strip()) for old, new in zip(*lines, strict=True) if old != new]


def text_of(folder):
    return (folder / "set.xml").read_bytes().decode("utf-8")


def test_a_table_has_the_words_of_the_game(reedlight):
    rows = table_of(reedlight)
    defined = cf.read(reedlight).extras["octgn"]["game"]["properties"]
    assert [*rows[0]] == ["Name", "OCTGN ID", "OCTGN Alternate", *defined]
    king = row_of(rows, "Otter King")
    assert king["Rules"] == "{1}{G}, {T}: Untap target <b>Otter</b>."
    assert king["Number"] == "003"
    heron = row_of(rows, "Heron at Dusk")
    assert heron["OCTGN Alternate"] == "transform"
    assert heron["OCTGN ID"] == row_of(rows, "Grey Heron")["OCTGN ID"]


@pytest.mark.parametrize("name", ["Reedlight", "Tidewrack"])
def test_a_table_as_it_was_changes_nothing(name):
    folder = MARSH / "Sets" / name
    text, (note,) = put_back(table_of(folder), folder)
    assert text == text_of(folder)
    assert "0 changed, 0 new, 0 gone" in note


@pytest.mark.parametrize("name", ["Reedlight", "Tidewrack"])
def test_a_table_alone_gives_the_same_cards(name):
    before = cf.read(MARSH / "Sets" / name)
    table = cf.loads(cf.dumps(before, "csv"), "csv")
    report = cf.dumps_report(table, "octgn", definition=MARSH)
    after = cf.loads(report.value, "octgn", definition=MARSH)

    def meant(card):
        rich = [rich_text(card, kind, place) for kind in ("Rules", "Cost") for place in (0,)]
        return card.ids, card.faces, card.rarity, card.number, rich

    own = [card for card in before.cards if "set" not in card.extras.get("octgn", {})]
    assert [meant(card) for card in after.cards] == [meant(card) for card in own]
    assert report.ok
    assert "base" in report.diagnostics[0].message


@pytest.mark.parametrize(
    ("card", "column", "value", "written"),
    rows("""
        Reed Frog     | Power  | 4                        | value="4"
        Reed Frog     | Rarity | Rare                     | value="Rare"
        Heron at Dusk | Power  | 4                        | value="4"
        Stickleback   | Rules  | Stickleback & <i>co</i>. | Stickleback &amp; <i>co</i>.
        Otter King    | Cost   | {1}{G}                   | <s value="G">{G}</s></property>
        Otter King    | Name   | Otter Queen              | name="Otter Queen"
    """),
)
def test_a_changed_cell_changes_that_property_alone(reedlight, card, column, value, written):
    rows = table_of(reedlight)
    row_of(rows, card)[column] = value
    text, notes = put_back(rows, reedlight)
    ((old, new),) = changed_lines(text_of(reedlight), text)
    assert written in new
    assert old != new
    assert notes == ["table: of the cards that are there, 1 changed, 0 new, 0 gone"]
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    again = table_of(reedlight)
    assert again == rows


def test_an_alternate_keeps_what_its_row_says(reedlight):
    rows = table_of(reedlight)
    row_of(rows, "Grey Heron")["Artist"] = "Ada"
    text, _ = put_back(rows, reedlight)
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    assert table_of(reedlight) == rows
    row_of(rows, "Heron at Dusk")["Artist"] = "Ada"
    text, _ = put_back(rows, reedlight)
    assert text.count('value="Ada"') == 1
    row_of(rows, "Heron at Dusk")["Rarity"] = ""
    text, _ = put_back(rows, reedlight)
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    assert table_of(reedlight) == rows


def test_cards_and_alternates_are_new_and_gone(reedlight):
    rows = table_of(reedlight)
    frog = row_of(rows, "Reed Frog")
    rows = [row for row in rows if row["Name"] not in ("Low Tide", "Heron at Dusk")]
    rows.append({"Name": "Moor Frog", "Rarity": "Common", "Cost": "{G}"})
    rows.append({"Name": "Tadpole", "OCTGN Alternate": "back", "Power": "0"})
    rows.append({"Name": "Moor Frog", "Rarity": "Rare"})
    rows.append({**frog, "Name": "Tree Frog", "OCTGN Alternate": "up", "Power": "3"})
    text, notes = put_back(rows, reedlight)
    assert notes == ["table: of the cards that are there, 2 changed, 2 new, 1 gone"]
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    again = cf.read(reedlight, rules="octgn")
    names = {card.name: [face.name for face in card.faces] for card in again.cards}
    assert names["Reed Frog"] == ["Reed Frog", "Tree Frog"]
    assert names["Grey Heron"] == ["Grey Heron"]
    assert "Low Tide" not in names
    new = [card for card in again.cards if card.name == "Moor Frog"]
    assert [len(card.faces) for card in new] == [2, 1]
    assert new[0].ids != new[1].ids
    packs = [(each.name, each.id) for each in cf.read(REEDLIGHT).boosters]
    assert [(each.name, each.id) for each in again.boosters] == packs
    assert put_back(rows, REEDLIGHT)[0] == text


def test_packs_and_comments_stay(reedlight):
    file = reedlight / "set.xml"
    text = text_of(reedlight).replace("<packaging>", "<packaging><!-- mine -->", 1)
    file.write_text(text, "utf-8", newline="")
    rows = table_of(reedlight)
    row_of(rows, "Reed Frog")["Rarity"] = "Uncommon"
    after, _ = put_back(rows, reedlight)
    assert len(changed_lines(text, after)) == 1
    assert "<!-- mine -->" in after


def test_a_table_of_one_set_leaves_the_others_of_a_game(reedlight, tmp_path):
    game = reedlight.parent.parent
    other = (reedlight.parent / "Tidewrack" / "set.xml").read_bytes()
    rows = table_of(reedlight)
    row_of(rows, "Reed Frog")["Power"] = "7"
    (tmp_path / "cards.csv").write_text(as_csv(rows), "utf-8")
    table = cf.read(tmp_path / "cards.csv")
    report = cf.write(table, game, "octgn", base=game)
    assert report.ok
    assert (reedlight.parent / "Tidewrack" / "set.xml").read_bytes() == other
    assert 'value="7"' in text_of(reedlight)
    package = tmp_path / "marsh.o8g"
    cf.write(cf.read(MARSH), package)
    cf.write(table, tmp_path / "new.o8g", base=package)
    assert cf.read(tmp_path / "new.o8g").card("Reed Frog").faces[0].power == "7"


def test_a_table_of_a_game_says_the_sets(reedlight):
    game = reedlight.parent.parent
    rows = table_of(game)
    assert len({row["OCTGN Set ID"] for row in rows}) == 2
    table = cf.loads(as_csv(rows), "csv")
    assert cf.dumps_report(table, "octgn", base=game).ok
    rows.append({"Name": "Stray"})
    table = cf.loads(as_csv(rows), "csv")
    report = cf.dumps_report(table, "octgn", base=game)
    assert "'Stray'" in report.diagnostics[0].message


def test_spreadsheets_may_change_blanks_and_line_ends(reedlight):
    rows = table_of(reedlight)
    text = as_csv([{title: f" {cell} " for title, cell in row.items()} for row in rows])
    text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    table = cf.loads("\ufeff" + text.replace(" Name ", "Name"), "csv")
    assert cf.dumps(table, "octgn", base=reedlight) == text_of(reedlight)


def test_a_table_that_is_changed_in_the_model_keeps_its_other_cells():
    text = cf.dumps(cf.read(REEDLIGHT), "csv")
    table = cf.loads(text, "csv")
    (frog,) = (card for card in table.cards if card.name == "Reed Frog")
    face = evolve(frog.faces[0], properties={**frog.faces[0].properties, "Power": "6"})
    after = cf.dumps(table.replacing(frog, evolve(frog, faces=[face])), "csv")
    ((_, new),) = changed_lines(text, after)
    assert ",Frog,Common,,6,1,005" in new


def test_cards_without_ids_are_new():
    table = cf.loads("Name,OCTGN ID,Cost,Type,OCTGN Alternate\nA,,2,Fish,\nB,,3,Bird,up\n", "csv")
    report = cf.dumps_report(table, "octgn", definition=MARSH)
    (card,) = cf.loads(report.value, "octgn", definition=MARSH).cards
    assert [face.name for face in card.faces] == ["A", "B"]
    assert str(card.mana_cost) == "{2}"
    assert 'name="Cost" value="2"' in report.value
    assert cf.dumps(table, "octgn", definition=MARSH) == report.value


def test_what_refuses_a_changed_table_is_reported(reedlight):
    rows = table_of(reedlight)
    row_of(rows, "Reed Frog")["OCTGN Size"] = "Giant"
    table = cf.loads(as_csv(rows), "csv")
    report = cf.dumps_report(table, "octgn", base=reedlight)
    assert not report.ok
    assert "Giant" in str(report.errors[0])


def test_properties_may_be_called_as_the_columns_of_other_tables():
    text = f"""\
<set name="A" id="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02" gameId="{GAME}"><cards>
  <card name="Eel" id="{CARD.format(1)}"><property name="text" value="x"/>
    <property name="Title" value="y"/><property name="back_name" value="z"/></card>
  <card name="Eel" id="{CARD.format(2)}"><property name="mana_cost" value="9"/></card>
</cards></set>
"""
    cardset = cf.loads(text, "octgn")
    table = cf.loads(cf.dumps(cardset, "csv"), "csv")
    after = cf.loads(cf.dumps(table, "octgn"), "octgn")
    meant = [(card.ids["octgn"], card.faces[0]) for card in cardset.cards]
    assert [(card.ids["octgn"], card.faces[0]) for card in after.cards] == meant


def test_losses_of_a_table_are_reported():
    text = f"""\
<set name="A" id="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02" gameId="{GAME}">
  <packaging><pack name="P" id="{CARD.format(9)}"><pick qty="1" key="X" value="1"/></pack>
  </packaging>
  <cards><card name="Eel" id="{CARD.format(1)}"><property name="X" value=" a"/>
    <property name="Y" value=""/></card></cards></set>
"""
    losses = cf.dumps_report(cf.loads(text, "octgn"), "csv").losses
    assert [(loss.kind, loss.subjects) for loss in losses] == [
        ("boosters", ("P",)),
        ("data and markers of a set", ("0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02",)),
        ("an empty text of a property (now none)", ("Eel",)),
        ("properties", ("Eel",)),
    ]


_TEXTS = st.text(st.sampled_from("a <>/biucs{}&;lt#123"), max_size=12)
_RUNS = st.lists(
    st.builds(
        TextRun,
        _TEXTS,
        bold=st.booleans(),
        italic=st.booleans(),
        underline=st.booleans(),
        color=st.sampled_from([None, "#00ff00"]),
        symbol=st.sampled_from([None, None, "a", "T"]),
    ).filter(lambda run: bool(run.text)),
    max_size=4,
)


@given(_RUNS)
@settings(max_examples=100)
def test_rich_text_with_marks_is_read_as_it_was(pieces):
    runs = settled(pieces)
    wrong: list[str] = []
    assert runs_of(marked(runs), {"a", "T"}, wrong.append) == runs
    assert not wrong


@given(st.lists(st.lists(st.text(max_size=8), min_size=4, max_size=4), max_size=6))
def test_any_table_is_a_set(rows):
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(["Name", "OCTGN ID", "OCTGN Alternate", "Rules"])
    writer.writerows(rows)
    table = cf.loads_report(text.getvalue(), "csv").value
    for options in ({"base": REEDLIGHT}, {"definition": MARSH}):
        if not table.cards:
            continue
        report = cf.dumps_report(table, "octgn", **options)
        assert cf.loads_report(report.value, "octgn", definition=MARSH) is not None


def test_a_column_that_is_missing_takes_nothing_away(reedlight):
    rows = table_of(reedlight)
    for title in ("Cost", "OCTGN Alternate"):
        rows = [{key: cell for key, cell in row.items() if key != title} for row in rows]
    rows = [row for row in rows if row["Name"] != "Heron at Dusk"]
    text, notes = put_back(rows, reedlight)
    assert text == text_of(reedlight)
    assert notes == ["table: of the cards that are there, 0 changed, 0 new, 0 gone"]
    row_of(rows, "Reed Frog")["Power"] = ""
    rows.append({"Name": "Moor Frog", "Power": "1"})
    text, notes = put_back(rows, reedlight)
    assert notes == ["table: of the cards that are there, 1 changed, 1 new, 0 gone"]
    assert "Heron at Dusk" in text


def test_a_title_that_is_mistyped_is_reported_and_takes_nothing_away(reedlight):
    rows = [
        {("cost" if title == "Cost" else title): cell for title, cell in row.items()}
        for row in table_of(reedlight)
    ]
    text, notes = put_back(rows, reedlight)
    assert text == text_of(reedlight)
    assert "'cost'" in notes[0]
    assert "0 changed, 0 new, 0 gone" in notes[-1]


def test_a_new_alternate_has_from_its_card_what_has_no_column(reedlight):
    rows = [
        {key: cell for key, cell in row.items() if key != "Cost"} for row in table_of(reedlight)
    ]
    place = next(place for place, row in enumerate(rows) if row["Name"] == "Reed Frog")
    rows.insert(place + 1, {**rows[place], "Name": "Tree Frog", "OCTGN Alternate": "up"})
    text, _ = put_back(rows, reedlight)
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    frog, tree = (row_of(table_of(reedlight), name) for name in ("Reed Frog", "Tree Frog"))
    assert frog["Cost"] == tree["Cost"]
    assert '<alternate name="Tree Frog" type="up"' in text
    assert "<property" not in text.partition('name="Tree Frog"')[2].partition("</card>")[0]


@pytest.mark.parametrize("place", [0, 1])
def test_a_copied_row_is_a_new_card(reedlight, place):
    rows = table_of(reedlight)
    frog = row_of(rows, "Reed Frog")
    rows.insert(rows.index(frog) + place, {**frog, "Name": "Moor Frog", "Power": "4"})
    text, notes = put_back(rows, reedlight)
    assert "'Moor Frog'" in notes[0]
    assert frog["OCTGN ID"] in notes[0]
    assert notes[1:] == ["table: of the cards that are there, 0 changed, 1 new, 0 gone"]
    ids = [card.ids["octgn"] for card in cf.loads(text, "octgn", definition=MARSH).cards]
    assert len(ids) == len({*ids})
    # the same table once more: it is that card already
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    again, notes = put_back(rows, reedlight)
    assert again == text
    assert "0 changed, 0 new, 0 gone" in notes[-1]
    alone = cf.dumps_report(cf.loads(as_csv(rows), "csv"), "octgn", definition=MARSH)
    assert "another row" in alone.diagnostics[0].message
    ids = [card.ids["octgn"] for card in cf.loads(alone.value, "octgn").cards]
    assert len(ids) == len({*ids})


def test_rows_may_be_sorted(reedlight):
    rows = table_of(reedlight)
    text, notes = put_back(sorted(rows, key=lambda row: row["Name"], reverse=True), reedlight)
    assert text == text_of(reedlight)
    assert "0 changed, 0 new, 0 gone" in notes[-1]


def test_two_alternates_of_a_type_are_reported(reedlight):
    rows = table_of(reedlight)
    dusk = row_of(rows, "Heron at Dusk")
    rows.insert(rows.index(dusk), {**dusk, "Name": "Heron at Dawn"})
    table = cf.loads(as_csv(rows), "csv")
    messages = [
        each.message for each in cf.dumps_report(table, "octgn", base=reedlight).diagnostics
    ]
    assert any("2 of its alternates are of the type 'transform'" in each for each in messages)


def test_a_card_moves_to_the_set_that_its_row_says(reedlight):
    game = reedlight.parent.parent
    rows = table_of(game)
    frog = row_of(rows, "Reed Frog")
    here = frog["OCTGN Set ID"]
    there = next(row["OCTGN Set ID"] for row in rows if row["OCTGN Set ID"] != here)

    def written(**changes):
        changed = [{**row, **changes} if row is frog else row for row in rows]
        table = cf.loads(as_csv(changed), "csv")
        return [each.message for each in cf.write(table, game, "octgn", base=game).diagnostics]

    before = text_of(reedlight)
    assert written() == ["table: of the cards that are there, 0 changed, 0 new, 0 gone"]
    assert text_of(reedlight) == before
    unknown = written(**{"OCTGN Set ID": GAME})
    problem = "the column 'OCTGN Set ID' names none of the sets; the card stays"
    assert unknown[0] == f"table: 'Reed Frog': {problem}"
    assert "0 changed, 0 new, 0 gone" in unknown[-1]
    assert text_of(reedlight) == before
    moved = written(**{"OCTGN Set ID": there})
    assert "1 changed, 0 new, 0 gone" in moved[0]
    assert "Reed Frog" not in text_of(reedlight)
    assert frog["OCTGN ID"] in text_of(reedlight.parent / "Tidewrack")


@pytest.mark.parametrize(
    ("cell", "mark"),
    rows("""
        x</b>        | </b>
        <b>x         | <b>
        <b>x<b>y</b> | <b>
        <c red>x     | <c red>
        x</c>        | </c>
        a<s QQ>t</s> | <s QQ>t</s>
        a</s>        | </s>
        {QQ}: Draw.  | {QQ}
    """),
)
def test_marks_that_do_not_fit_are_text_and_reported(reedlight, cell, mark):
    rows = table_of(reedlight)
    row_of(rows, "Reed Frog")["Rules"] = cell
    text, notes = put_back(rows, reedlight)
    assert len(notes) == 2
    assert repr(mark) in notes[0]
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    shown = cell.replace("<b>y</b>", "y")
    assert cf.read(reedlight).card("Reed Frog").text == shown


def test_symbols_of_a_set_are_known_without_its_game(tmp_path):
    text = text_of(REEDLIGHT)
    (tmp_path / "set.xml").write_text(text, "utf-8", newline="")
    rows = table_of(tmp_path)
    row_of(rows, "Reed Frog").update(Name="", Rules="<s T>tap</s> <s QQ>none</s>")
    new, notes = put_back(rows, tmp_path)
    assert '<s value="T">tap</s> &lt;s QQ&gt;none&lt;/s&gt;' in new
    assert notes[0] == f"table: '': '<s QQ>none</s>' in 'Rules' {NO_MARK}"


def test_an_alternate_with_the_text_of_its_card_keeps_its_style(reedlight):
    rows = table_of(reedlight)
    row_of(rows, "Grey Heron")["Rules"] = "<b>Flying</b>"
    row_of(rows, "Heron at Dusk")["Rules"] = "Flying"
    text, _ = put_back(rows, reedlight)
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    assert table_of(reedlight) == rows
    row_of(rows, "Grey Heron")["Rules"] = ""
    text, _ = put_back(rows, reedlight)
    (reedlight / "set.xml").write_text(text, "utf-8", newline="")
    assert table_of(reedlight) == rows


LONE = {"Name": "Lone", "OCTGN Alternate": "up"}
NEW = "99999999-9999-4999-8999-99999999999{}"
NO_CARD = "a GUID that no card of the base has, as in a table of another set; new cards get them"
HAVE = NO_CARD.replace("a GUID", "2 cards have GUIDs")
NOT_SO = "the game has no such property; the column is omitted"
NO_MARK = "is not valid markup here and is read as text"


@pytest.mark.parametrize(
    ("new", "problems", "count"),
    [
        ([{"Name": "A", "OCTGN ID": "x" * 90}],
         {"A": f"'{80 * 'x'}' is not a GUID; the card gets one"}, 1),
        ([{"Name": "A", "Nosuch": "1", "Other": "2"}], {"Nosuch": NOT_SO, "Other": NOT_SO}, 1),
        ([LONE], {"Lone": "there is no card above this alternate, which is omitted"}, 0),
        ([{**LONE, "OCTGN ID": NEW.format(1)}],
         {"Lone": "the table has no card for this alternate, which is omitted"}, 0),
        ([{"Name": "A", "OCTGN ID": NEW.format(1)}], {"A": f"it has {NO_CARD}"}, 1),
        ([{"Name": each, "OCTGN ID": NEW.format(each)} for each in "12"], {"1": HAVE}, 2),
        ([{"Name": each, "OCTGN ID": NEW.format(1)} for each in "AB"],
         {"B": f"another row has its GUID {NEW.format(1)}; it is a new card with its own",
          "A": f"it has {NO_CARD}"}, 2),
        ([{"Name": "A", "Rules": "</b>"}, {"Rules": "</b>"}, {"Name": "D", "Rules": "<s Q>a"}],
         {"A": f"'</b>' in 'Rules' {NO_MARK} (and 1 more)", "D": f"'<s Q>' in 'Rules' {NO_MARK}"},
         3),
        ([{"Rules": f"{{{'Q' * 90}}}"}], {"": f"'{{{'Q' * 79}' in 'Rules' {NO_MARK}"}, 1),
    ],
)  # fmt: skip
def test_all_that_is_wrong_in_a_table_is_said(reedlight, new, problems, count):
    _, notes = put_back([*new, *table_of(reedlight)], reedlight)
    assert notes == [
        *(f"table: {name!r}: {problem}" for name, problem in problems.items()),
        f"table: of the cards that are there, 0 changed, {count} new, 0 gone",
    ]


def test_a_row_of_no_set_of_the_game_is_omitted(reedlight):
    game = reedlight.parent.parent
    rows = [*table_of(game), {"Name": "Stray"}, {"Name": "Far", "OCTGN Set ID": NEW.format(1)}]
    report = cf.write(cf.loads(as_csv(rows), "csv"), game, "octgn", base=game)
    problem = "the column 'OCTGN Set ID' is the name of none of the sets; it is omitted"
    assert [each.message for each in report.diagnostics] == [
        f"table: 'Stray': {problem}",
        f"table: 'Far': {problem}",
        "table: of the cards that are there, 0 changed, 0 new, 0 gone",
    ]


@pytest.mark.parametrize(
    ("text", "base", "error"),
    [
        ("Name\nA\n", REEDLIGHT, "only tables of cards with a column 'OCTGN ID' go into a set"),
        ("Name,OCTGN ID\n", REEDLIGHT, "there are no cards to put into a set"),
        ("Name,OCTGN ID\nA,\n", ROOT / "examples" / "octgn" / "Decks",
         "there is no OCTGN set for the cards of the table"),
    ],
)  # fmt: skip
def test_what_goes_into_no_base_is_said(text, base, error):
    with pytest.raises(cf.OptionError) as refused:
        cf.dumps(cf.loads(text, "csv"), "octgn", base=base)
    assert str(refused.value) == f"base: {error}"


def test_a_title_twice_is_reported(reedlight):
    titles, *rows = csv.reader(StringIO(cf.dumps(cf.read(reedlight), "csv")))
    text = StringIO()
    csv.writer(text).writerows([[*titles, "Cost"], *([*row, "{9}"] for row in rows)])
    report = cf.loads_report(text.getvalue(), "csv")
    assert [str(each.code) for each in report.diagnostics] == ["CS012"]
    assert cf.dumps(report.value, "octgn", base=reedlight) == text_of(reedlight)


def test_an_alternate_needs_no_name(reedlight):
    file = reedlight / "set.xml"
    text = text_of(reedlight).replace('"Heron at Dusk"', '""')
    file.write_text(text, "utf-8", newline="")
    rows = table_of(reedlight)
    assert put_back(rows, reedlight)[0] == text


def test_all_sets_of_a_game_are_one_table_on_the_command_line(reedlight):
    game = reedlight.parent.parent
    table = game.parent / "all.csv"
    result = CliRunner().invoke(app, ["convert", str(game), "-o", str(table)])
    assert result.exit_code == 0
    assert table.read_text("utf-8") == cf.dumps(cf.read(game), "csv").replace("\r\n", "\n")
    before = {path: path.read_bytes() for path in game.rglob("*.xml")}
    back = ["convert", str(table), "-o", str(game), "--to", "octgn", "--base", str(game)]
    result = CliRunner().invoke(app, back)
    assert "0 changed, 0 new, 0 gone" in result.output
    assert {path: path.read_bytes() for path in game.rglob("*.xml")} == before
