"""The mapping to begin with: it says what is assumed without it, and what the values are."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from unittest.mock import ANY

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import cardformats as cf
from cardformats.cli.app import app
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.mapping import reading
from cardformats.formats.mapping.game_mapping import GameMapping
from cardformats.formats.mapping.reading import mapping_for, read_mapping, shipped
from cardformats.formats.octgn.codes import OctgnCode
from cardformats.formats.octgn.mapping_starter import GameValues, game_values, starter
from cardformats.source import SourceText

BAD = OctgnCode.BAD_MAPPING

GUID = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
MARSH = Path(__file__).parents[2] / "examples" / "octgn" / "Marsh"


def mapping_in(text):
    log = DiagnosticLog(10)
    mapping = read_mapping(SourceText("mapping.toml", text), BAD, log)
    assert not log.finish()
    return mapping


def is_assumed(text, properties, game_id=""):
    """Whether the mapping in *text* is what is assumed without it."""
    own = mapping_in(text).completed(properties)
    assumed = mapping_for(properties, None, game_id)
    named = evolve(assumed, name=own.name, games=own.games)
    return own == (assumed if assumed.name else named)


@pytest.mark.parametrize("name", shipped())
def test_the_starter_of_a_game_that_is_known_is_its_mapping(tmp_path, name):
    mapping = shipped()[name]
    values = GameValues("Marsh", mapping.games[0], 3)
    for each in (*mapping.properties, "More"):
        values.properties[each]["some"] = 2
    values.alternates.update({type_.upper(): 2 for type_ in (*mapping.faces, "other", "back")})
    text = starter(values)
    assert mapping.name in text.split("name =")[0]
    assert is_assumed(text, values.properties, mapping.games[0])
    assert mapping_in(text).to_dict().items() >= {**mapping.to_dict(), "fields": ANY}.items()
    # a set by itself, without a definition, may have few of the properties
    assert is_assumed(starter(GameValues("Marsh", mapping.games[0], 3)), [], mapping.games[0])
    sets = set_of(mapping)
    (tmp_path / "mapping.toml").write_text(text, "utf-8")
    without = cf.loads(sets, "octgn")
    assert cf.loads(sets, "octgn", mapping=str(tmp_path / "mapping.toml")) == without
    assert cf.loads(sets, "octgn", mapping="names") != without


def set_of(mapping):
    """A set of the game with a card that has all properties."""
    values = [*mapping.values.get("rarity", "x")]
    properties = "".join(
        f'<property name="{each}" value="{values[0] if each == "Rarity" else "x"}"/>'
        for each in mapping.properties
    )
    backs = "".join(f'<alternate name="B" type="{each}"/>' for each in mapping.faces)
    return (
        f'<set name="S" id="{mapping.games[0]}" gameId="{mapping.games[0]}"><cards>'
        f'<card name="N" id="{mapping.games[0]}">{properties}{backs}</card></cards></set>'
    )


def test_a_template_of_any_text_stays(monkeypatch):
    text = 'a "b" """ \\n \\ \r\t=\n{A}\n\n{B} é\u2028\x01\n'
    known = GameMapping("X", (GUID,), templates={"text": text}, faces={'"': "text"})
    monkeypatch.setattr(reading, "shipped", lambda: {"x": known})
    assert is_assumed(starter(GameValues("M", GUID, 1)), [], GUID)
    assert mapping_in(starter(GameValues("M", GUID, 1))).templates == {"text": text}


def test_the_starter_of_a_game_changes_nothing(tmp_path):
    report = game_values(MARSH)
    assert report.ok
    assert report.value.cards == 16
    assert report.value.properties["Subtype"]["Bird"] == 5
    assert report.value.alternates == {"transform": 1}
    text = starter(report.value)
    assert is_assumed(text, report.value.properties)
    path = tmp_path / "mapping.toml"
    path.write_text(text, "utf-8")
    assert cf.read(MARSH, mapping=path).cards == cf.read(MARSH, mapping="names").cards


def test_what_is_a_comment_in_the_starter_can_be_taken_in():
    values = game_values(MARSH).value
    lines = starter(values).splitlines()
    lines = [line.removeprefix("# ") if ' = "' in line else line for line in lines]
    lines = [line for line in lines if not line.startswith(("Prop", "What", '"Rules" 1'))]
    mapping = GameMapping.from_dict(tomllib.loads("\n".join(lines)))
    assert mapping.values["colors"]["Green"] == "G"
    assert mapping.values["rarity"]["Mythic Rare"] == "mythic"
    assert mapping.templates == {"text": "{Type} · {Subtype} · {Power}\n{Rules}"}


TEXTS = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(["Rarity", "Color"])


@given(
    st.dictionaries(TEXTS, st.dictionaries(TEXTS, st.integers(1, 9), max_size=3), max_size=5),
    st.dictionaries(TEXTS, st.integers(1, 9), max_size=3),
    TEXTS,
)
def test_any_names_and_values_make_a_file(properties, alternates, name):
    values = GameValues(name, "", 1)
    for each, counted in properties.items():
        values.properties[each].update(counted)
    values.alternates.update(alternates)
    assert is_assumed(starter(values), properties)


def run(*args):
    return CliRunner().invoke(app, ["mapping", *map(str, args)])


def test_the_command_writes_no_file_over_another(tmp_path):
    target = tmp_path / "mapping.toml"
    first = run(MARSH, "-o", target)
    assert first.exit_code == 0
    written = target.read_text("utf-8")
    assert run(MARSH).stdout == written
    target.write_text("mine", "utf-8")
    refused = run(MARSH, "-o", target)
    assert refused.exit_code == 2
    assert "--force replaces it" in refused.output
    assert target.read_text("utf-8") == "mine"
    assert run(MARSH, "-o", target, "--force").exit_code == 0
    assert target.read_text("utf-8") == written


@pytest.mark.parametrize("kind", ["set", "file", "package"])
def test_sets_and_packages_have_starters(tmp_path, kind):
    path = MARSH / "Sets" / "Reedlight"
    if kind == "file":
        path /= "set.xml"
    elif kind == "package":
        path = tmp_path / "marsh.o8g"
        cf.write(cf.read(MARSH), path)
    result = run(path, "--json")
    assert result.exit_code == 0
    data = json.loads(result.stdout)
    assert data["cards"] == (16 if kind == "package" else 14)
    assert data["properties"]["Color"]["Blue"] == 5 + (kind == "package") * 2


def test_without_a_game_the_starter_has_the_name_of_the_set(tmp_path):
    path = tmp_path / "set.xml"
    path.write_text("<set name='Fen'><cards><card name='Eel'/></cards></set>", "utf-8")
    assert 'name = "Fen"' in run(path).stdout


def test_what_is_no_set_is_reported(tmp_path):
    path = tmp_path / "set.xml"
    path.write_text("<set", "utf-8")
    result = run(path)
    assert result.exit_code == 1
    assert "OC001" in result.output
    (tmp_path / "empty").mkdir()
    target = tmp_path / "mapping.toml"
    assert run(tmp_path / "empty", "-o", target).exit_code == 1
    assert not target.exists()


VALUES_SET = """<set name="Deeps" gameId="{5E3C1A52-8F7B-4D0E-9C44-1B2F6A7D9E01}"><cards>
<card name="A"><property name="Cost" value="3"/><property name="Color" value="Blue / Red"/>
<property name="Rarity" value="Rare"/><property name="Rules">Swim <s value="U"/> on.</property>
<alternate type="Flip"><property name="Cost" value=""/></alternate><alternate type="flip"/>
<alternate/></card><card name="B"><property name="Cost" value="3"/>
<property name="Rarity" value="X-%"/><property name="Type" value="{type}"/></card></cards></set>"""
STARTER = """\
# The field of cards for each property of "Deeps" (3 cards).
# The comment after a property contains the number of cards and alternates that have
# it, and its most frequent values. The lines that are not comments are also assumed
# without this file: they come from the names of its properties.

name = "Deeps"
games = ["5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"]

[fields]
# "Cost" 3: "3" 2, "2" 1
mana_cost = "Cost"
# mana_value = ""
# "Color" 1: "Blue / Red" 1
colors = "Color"
# "Type" 1: "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy…" 1
types = "Type"
# subtypes = ""
# "Rules" 1: "Swim  on." 1
text = "Rules"
# power = ""
# toughness = ""
# loyalty = ""
# "Rarity" 2: "Rare" 1, "X-%" 1
rarity = "Rarity"
# number = ""

# Properties without a field:
# "Many" 45: "v0" 9, "v1" 8, "v2" 7, "v3" 6, "v4" 5, "v5" 4, "v6" 3, "v7" 2, and 1 more

# What the values of the property mean, as "Light" = "W", "Colorless" = ""; "Light/Water" is \
looked up in parts
[values.colors]
# "Blue" = "U"  # 1
# "Red" = "R"  # 1

# What the values of the property mean, as "Super Rare" = "mythic"
[values.rarity]
# "Rare" = "rare"  # 1
# "X-%" = "x-%"  # 1

# A text of several properties, where cards have too few fields to be told by
[templates]
# text = "{Type}\\n{Rules}"

# What alternates of a type are: "back", "split", "alternate", or "text" for those
# that are only a text below that of the front
[faces]
# "Flip" = "alternate"  # 2
# "" = "alternate"  # 1

# The addresses of images, by kind of face; what they can be made of: {game} {set}
# {set_id} {set_name} {id} {number} {number:unpadded} {name} {type}
[images]
# front = "https://cards.example/{set_id}/{id}.jpg"
# back = "https://cards.example/{set_id}/{id}.{type}.jpg"
"""


def test_the_whole_starter_of_a_game_that_is_not_known():
    values = GameValues()
    values.add(etree.fromstring(VALUES_SET.replace("{type}", "y" * 33)))
    other = '<set name="O" gameId="x"><card><property name="Cost" value="2"/></card></set>'
    values.add(etree.fromstring(other))
    values.properties["Many"].update({f"v{number}": 9 - number for number in range(9)})
    assert starter(values) == STARTER


@pytest.mark.parametrize(("count", "shown"), [(40, 40), (41, 0)])
def test_only_a_few_values_are_listed(count, shown):
    values = GameValues()
    values.properties["Rarity"].update({f"v{number}": 1 for number in range(count)})
    text = starter(values)
    listed = text[text.index("[values.rarity]") : text.index("# A text of")]
    assert listed.count("\n# ") == shown
    assert f'# "{"v" * 32}" 1' in starter(with_value("v" * 32))
    assert f'# "{"v" * 32}…" 1' in starter(with_value("v" * 33))


def with_value(name):
    values = GameValues()
    values.properties[name]["x"] = 1
    return values
