"""The mapping to begin with: it says what is assumed without it, and what the values are."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.cli.app import app
from cardformats.diagnostics import DiagnosticLog
from cardformats.formats.octgn.mapping.game_mapping import GameMapping
from cardformats.formats.octgn.mapping.reading import read_mapping
from cardformats.formats.octgn.mapping.starter import GameValues, game_values, starter
from cardformats.source import SourceText

MARSH = Path(__file__).parents[2] / "examples" / "octgn" / "Marsh"


def is_by_names(text, properties):
    """Whether the mapping in *text* is what the names of properties say."""
    log = DiagnosticLog(10)
    mapping = read_mapping(SourceText("mapping.toml", text), log)
    assert not log.finish()
    assert (mapping.values, mapping.templates, mapping.images) == ({}, {}, {})
    assert all(kind == GameMapping().kind(type_) for type_, kind in mapping.faces.items())
    return mapping.completed(properties).roles == GameMapping().completed(properties).roles


def test_the_starter_of_a_game_changes_nothing(tmp_path):
    report = game_values(MARSH)
    assert report.ok
    assert report.value.cards == 16
    assert report.value.properties["Subtype"]["Bird"] == 5
    assert report.value.alternates == {"transform": 1}
    text = starter(report.value)
    assert is_by_names(text, report.value.properties)
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
    assert is_by_names(starter(values), properties)


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
