"""Any set is a table, and the table is that set again; any cell that changes is that property."""

from __future__ import annotations

import csv
from io import StringIO

from hypothesis import assume, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.octgn.definition import Definition, PropertyDefinition
from cardformats.formats.octgn.format import OctgnOptions
from cardformats.formats.octgn.games import LoadedGame
from cardformats.formats.octgn.making.rows import values_of
from cardformats.formats.octgn.new_definition import render_definition
from cardformats.formats.octgn.render import render_set
from cardformats.formats.octgn.rich_text import TextRun, settled
from cardformats.formats.octgn.syntax import AlternateRecord, OctgnCardRecord, SetRecord
from cardformats.model import FrozenDict
from cardformats.source import SourceText

GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
SET = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"
NAMES = ("Cost", "Type", "Rarity", "Rules", "Number", "text", "Zeal")
TYPES = {"Cost": "RichText", "Rules": "RichText"}
SYMBOLS = {"T": "Tap", "PB": "Phyrexian"}

_WORDS = st.text(st.sampled_from("aB1 {}T<>b/&;\n\r,\"'=é"), max_size=8)
_VALUES = st.one_of(st.none(), st.just(""), _WORDS, st.sampled_from(["{T}", "3", "Rare", "x\ny"]))
_RUNS = st.lists(
    st.builds(
        TextRun,
        st.text(st.sampled_from("ab {}T<>&"), min_size=1, max_size=6).filter(str.strip),
        bold=st.booleans(),
        symbol=st.sampled_from([None, "T", "PB"]),
    ),
    min_size=1,
    max_size=3,
)


@st.composite
def faces(draw):
    """The properties and the runs of a face."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True))
    properties, runs = {}, {}
    for name in names:
        if name in TYPES and draw(st.booleans()):
            runs[name] = settled(draw(_RUNS))
            properties[name] = "".join(run.text for run in runs[name])
        else:
            properties[name] = draw(_VALUES)
    return draw(st.sampled_from(["Eel", "Frog", "Heron, the"])), "", properties, runs


@st.composite
def sets(draw):
    """The text of a set that OCTGN can have."""
    cards = []
    for number in range(draw(st.integers(0, 4))):
        kinds = draw(st.lists(st.sampled_from(["a", "A", "b c"]), unique=True, max_size=2))
        alternates = tuple(AlternateRecord(*draw(faces()), kind) for kind in kinds)
        id_ = f"4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e0{draw(st.sampled_from([0, number]))}"
        cards.append(OctgnCardRecord(*draw(faces()), id_, alternates))
    return render_set(SetRecord({"name": "A", "id": SET, "gameId": GAME}, cards))


def definition_in(folder):
    properties = {name: PropertyDefinition(name, TYPES.get(name, "String")) for name in NAMES}
    definition = Definition(
        GAME, "G", "1.0.0.0", FrozenDict(properties), symbols=FrozenDict(SYMBOLS)
    )
    (folder / "definition.xml").write_text(render_definition(definition), "utf-8")
    return folder


def stored(tmp_path_factory, text):
    """A game's folder, the file of the set in it, and the set, which has cards."""
    folder = definition_in(tmp_path_factory.mktemp("game"))
    (folder / "Sets" / "A").mkdir(parents=True)
    path = folder / "Sets" / "A" / "set.xml"
    path.write_bytes(text.encode())
    cardset = cf.read_report(path).value
    assume(cardset.cards)
    return folder, path, cardset


def meant(text, folder):
    """What OCTGN makes of each card; an empty text is none, and blanks around count for nothing."""
    options = OctgnOptions(definition=folder)
    game = LoadedGame(None, options, DiagnosticLog(0))
    for record in game.load(SourceText("set.xml", text), DiagnosticLog(0)).record.cards:
        of_card = values_of(record)
        for face in (record, *record.alternates):
            values = values_of(face, {} if face is record else of_card)
            texts = {name: _flat(*value) for name, value in values.items()}
            own = {name: value for name, value in texts.items() if value[0]}
            yield record.id, face.name, getattr(face, "type", ""), own


def _flat(text, runs):
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    styles = [(each.symbol, each.bold) for each in runs or () if each.text.strip()]
    return lines, styles if any(symbol or bold for symbol, bold in styles) else []


def rows_of(cardset):
    return [*csv.DictReader(StringIO(cf.dumps(cardset, "csv"), newline=""))]


def table_of(rows):
    """The card set of a table of these rows."""
    written = StringIO(newline="")
    writer = csv.DictWriter(written, [*rows[0]])
    writer.writeheader()
    writer.writerows(rows)
    return cf.loads_report(written.getvalue(), "csv").value


def pairs(ids, again):
    return enumerate(zip(ids, again, strict=True))


@given(sets())
def test_a_set_is_a_table_and_again_the_set(tmp_path_factory, text):
    folder, path, cardset = stored(tmp_path_factory, text)
    table = cf.loads_report(cf.dumps(cardset, "csv"), "csv").value
    assert cf.dumps(table, "octgn", base=path) == text
    alone = cf.dumps_report(table, "octgn", definition=folder)
    before, after = [*meant(text, folder)], [*meant(alone.value, folder)]
    assert [each[1:] for each in after] == [each[1:] for each in before]
    ids = [card.ids["octgn"] for card in cardset.cards]
    again = [card.ids["octgn"] for card in cf.loads(alone.value, "octgn").cards]
    # of a GUID that several have, the first is that card, and the others are reported
    same = [id_ if id_ not in ids[:place] else new for place, (id_, new) in pairs(ids, again)]
    assert (again, len({*again})) == (same, len(ids))
    copies = [each for each in alone.diagnostics if "another row" in each.message]
    assert len(copies) == len(ids) - len({*ids})


@given(sets(), st.data())
def test_a_changed_cell_is_that_property_alone(tmp_path_factory, text, data):
    folder, path, cardset = stored(tmp_path_factory, text)
    rows = rows_of(cardset)
    number = data.draw(st.integers(0, len(rows) - 1))
    name = data.draw(st.sampled_from(NAMES))
    value = data.draw(st.sampled_from(["", "Z", "Z <b>y</b> {T}", "Z\nz"]))
    rows[number][name] = value
    report = cf.dumps_report(table_of(rows), "octgn", base=path)
    before, after = [*meant(text, folder)], [*meant(report.value, folder)]
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        same = {key: each for key, each in old[3].items() if key != name}
        assert {key: each for key, each in new[3].items() if key != name} == same
        if place != number:
            assert new == old
        elif not value:
            assert name not in new[3]
        else:
            shown = "Z y {T}" if name in TYPES else value
            assert new[3][name][0] == (shown if value.startswith("Z <") else value)


@given(sets(), st.sets(st.sampled_from([*NAMES, "OCTGN Alternate", "OCTGN Size"])))
def test_columns_that_are_missing_change_nothing(tmp_path_factory, text, missing):
    _, path, cardset = stored(tmp_path_factory, text)
    rows = rows_of(cardset)
    if "OCTGN Alternate" in missing:
        rows = [row for row in rows if not row["OCTGN Alternate"]]
    rows = [{name: row[name] for name in row if name not in missing} for row in rows]
    report = cf.dumps_report(table_of(rows), "octgn", base=path)
    assert report.value == text
    assert "0 changed, 0 new, 0 gone" in str(report.diagnostics[0].message)
