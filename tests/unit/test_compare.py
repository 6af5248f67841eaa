"""The comparison of two versions finds what differs, and nothing else."""

from __future__ import annotations

import argparse
import json
import random
import shutil
from itertools import islice
from types import SimpleNamespace

import observe
import pytest
from comparing import drafts, folders, interface, made, readings
from comparing.differences import Comparison, Expected, differences
from comparing.edits import BOOSTER_EDITS, edited
from comparing.records import Observations, Stored
from varied_texts import Text, Varied

import cardformats as cf
from cardformats.diagnostics import Report

from ..conftest import ROOT


def stored(path, *rows):
    """A file of observations, each a kind, a key and a value."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return Stored(path)


def observed(path, *sections):
    """What this version makes of a few inputs."""
    args = argparse.Namespace(corpus=None, texts=5, seed=3, only=sections, packs=path / "packs")
    with (path / "file").open("wb") as file:
        observe._observe(Observations(file), args, path)  # noqa: SLF001 - what the script runs
    return Stored(path / "file")


@pytest.fixture
def twice(tmp_path):
    """Two folders."""
    folders = tmp_path / "old", tmp_path / "new"
    for each in folders:
        each.mkdir()
    return folders


def test_a_version_does_not_differ_from_itself(twice, monkeypatch):
    some = [*islice(observe._with_boosters(None), 2)]  # noqa: SLF001 - what the script opens
    monkeypatch.setattr(observe, "_with_boosters", lambda _: some)
    monkeypatch.setattr(drafts, "_TABLES", 3)
    old, new = (observed(folder, "texts", "boosters", "drafts") for folder in twice)
    comparison = Comparison.of(old, new)
    assert comparison.compared > 200
    assert not comparison.kinds


def test_a_changed_reader_is_seen(twice, monkeypatch):
    def read(data, format_id, **options):
        report = cf.loads_report(data, format_id, **options)
        value = report.value.adding(cf.Card.of("One More")) if format_id == "draftmancer" else None
        return Report(report.value if value is None else value, report.diagnostics)

    old = observed(twice[0], "texts")
    monkeypatch.setattr(
        readings,
        "cf",
        SimpleNamespace(
            **{name: getattr(cf, name) for name in cf.__all__} | {"loads_report": read}
        ),
    )
    kinds = Comparison.of(old, observed(twice[1], "texts")).kinds
    assert any(kind.startswith("read draftmancer: value") for kind in kinds)
    assert not any(kind.startswith("read octgn") for kind in kinds)


def values(path, observe_them):
    """What *observe_them* observes, by kind and key."""
    with (path / "file").open("wb") as file:
        observe_them(Observations(file))
    found = Stored(path / "file")
    return {name: found.value(name) for name in found}


def test_the_interface_is_observed(tmp_path):
    seen = values(tmp_path, interface.observe_interface)
    assert "keyword_only max_size = 67108864" in seen["options of a format", "octgn"]
    assert seen["format", "wagic"]["set_codes"]["CFX"] == "CON"
    loads = seen["public name", "cardformats.loads"][""]
    assert loads[:2] == ["positional_or_keyword data", "positional_or_keyword format = None"]


def test_a_seed_makes_the_same_sets_with_boosters_of_many_kinds():
    sets = [made.made_set(str(number)) for number in range(60)]
    assert sets == [made.made_set(str(number)) for number in range(60)]
    slots = [slot for each in sets for booster in each.boosters for slot, _ in booster.walk()]
    assert {slot.choose for slot in slots} == {"slot", "card"}
    assert any(slot.on_short for slot in slots)
    assert any(booster.constraints for each in sets for booster in each.boosters)
    assert len({type(sheet.collation) for each in sets for sheet in each.sheets.values()}) > 5


@pytest.mark.parametrize("edits", [(), BOOSTER_EDITS])
def test_edits_differ_by_their_seeds_alone(edits):
    cardset = made.made_set("1")

    def results():
        chances = map(random.Random, range(150))
        return [edited(cardset, chance, edits) for chance in chances]

    first = results()
    assert first == results()
    assert len({cf.dumps(each, "json", canonical=True) for each in first}) > 40


def test_a_set_without_cards_has_an_edit():
    assert edited(cf.CardSet(), next(map(random.Random, [1])), BOOSTER_EDITS).cards


@pytest.mark.parametrize("name", ["octgn/Marsh", "wagic"])
def test_edits_are_written_over_copies_of_folders(tmp_path, name):
    copy = shutil.copytree(ROOT / "examples" / name, tmp_path / "own" / "it")
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    seen = values(tmp_path, lambda observed: folders.observe_kept(observed, [copy]))
    backs = [value for (kind, _), value in seen.items() if kind == "write back an edit"]
    assert any(value.get("files") for value in backs)
    assert {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} == before


def test_pages_are_read_fixed_and_written_back(tmp_path):
    cases = tmp_path / "cases"
    cases.mkdir()
    shutil.copy(ROOT / "tests" / "cases" / "OC031.md", cases)
    seen = values(tmp_path, lambda observed: folders.observe_pages(observed, cases))
    assert {kind for kind, _ in seen} == {
        "page: fix", "page: fix --unsafe", "check: diagnostics", "check: value",
        "write back an edit", "write another set over", "write with the ids of a set",
    }  # fmt: skip
    found = [value for (kind, _), value in seen.items() if kind == "check: diagnostics"]
    assert any(line.startswith("OC031") for lines in found for line in lines)
    assert any(
        kind == "write back an edit" and value.get("files") for (kind, _), value in seen.items()
    )


def test_mutated_copies_of_folders_are_the_same_each_time(tmp_path, monkeypatch):
    monkeypatch.setattr(folders, "_COPIES", 2)

    def seen(name):
        (tmp_path / name).mkdir()
        few = [ROOT / "examples" / "octgn" / "Marsh", ROOT / "examples" / "wagic"]
        return values(
            tmp_path / name, lambda observed: folders.observe_mutated(observed, few, seed=3)
        )

    first = seen("one")
    assert len(first) > 15
    assert first == seen("two")


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [".a"]),
        ({"a": True}, {"a": 1}, [".a"]),
        ({"Some Card": [1]}, {"Some Card": [2]}, [".*[]"]),
        ([{"a": 1}, {"a": 2}], [{"a": 3}, {"a": 4}], ["[].a"]),
        ([1], [1, 2], [" length"]),
        ([], ["DM001 error x:1-2"], [" · DM001 new"]),
        (["DM001 error x:1-2"], ["DM001 error x:2-3"], [" · DM001 elsewhere"]),
        (["DM001 error x:1-2", "DM002 error -"], ["DM002 error -"], [" · DM001 missing"]),
        ({"a": 1}, {}, [".a"]),
        ("a\nb\n", "a\nc\n", [""]),
        ({"raises": "KeyError"}, 1, [""]),
    ],
)
def test_places_that_differ_are_named_without_numbers(old, new, kinds):
    assert [each.kind for each in differences("k", old, new, 0)] == [f"k{kind}" for kind in kinds]


def test_kinds_are_counted_with_the_smallest_example(tmp_path):
    old = stored(tmp_path / "old", ["k", "1", {"a": 1, "b": [0] * 9}], ["k", "2", {"a": 1}])
    new = stored(tmp_path / "new", ["k", "1", {"a": 2, "b": [0] * 9}], ["k", "2", {"a": 2}])
    comparison = Comparison.of(old, new)
    assert list(comparison.kinds) == ["k.a"]
    assert (comparison.kinds["k.a"].count, comparison.kinds["k.a"].key) == (2, "2")


def test_an_observation_of_one_version_alone_is_a_difference(tmp_path):
    old = stored(tmp_path / "old", ["k", "1", 1])
    new = stored(tmp_path / "new", ["k", "2", 1])
    assert len(Comparison.of(old, new).kinds) == 2


def test_an_expected_kind_is_listed_apart(tmp_path):
    old = stored(tmp_path / "old", ["k", "1", {"a[": 1, "b": 1}])
    new = stored(tmp_path / "new", ["k", "1", {"a[": 2, "b": 2}])
    (tmp_path / "expected.toml").write_text('[[expected]]\nkind = "k.b"\nreason = "meant"\n')
    expected = Expected.read(tmp_path / "expected.toml")
    comparison = Comparison.of(old, new)
    assert comparison.unexpected(expected) == ["k.*"]
    assert "expected: meant" in "\n".join(comparison.lines(expected))


def test_an_exception_is_an_observation(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        observations = Observations(file)
        assert observations.add("k", "1", {}.__getitem__, "x") is None
    assert Stored(tmp_path / "file").value(("k", "1")) == {"raises": "KeyError"}


def test_a_copy_depends_on_seed_and_number_alone():
    texts = [Text("a", "wagic", b"[card]\nname=A\n[/card]\n" * 9), Text("b", "csv", b"a,b\n1,2\n")]
    copies = [Varied(texts, 5)[number].data for number in range(200)]
    assert copies[150:] == [Varied(texts, 5)[number].data for number in range(150, 200)]
    assert len(set(copies)) > 100
    assert copies != [Varied(texts, 6)[number].data for number in range(200)]
