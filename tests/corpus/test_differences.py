"""Differences of real trees and lists, counted again by scripts that read the files naively."""

from __future__ import annotations

import re
import shutil

import pytest
from lxml import etree

from cardformats.checking.differences import diff


def wagic(corpus, year):
    return corpus / "corpus" / "wagic" / year / "sets"


def blocks(path):
    """The lines of the blocks of a file of Wagic's, as they are."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    block = None
    for line in text.replace("\r\n", "\n").split("\n"):
        word = line.strip().lower()
        if word == "[card]":
            block = []
        elif word == "[/card]" and block is not None:
            yield block
            block = None
        elif block is not None and word and not word.startswith("#"):
            block.append(line)


def value(block, key):
    lines = (line.partition("=") for line in block)
    return next((v.strip() for k, _, v in lines if k.strip().lower() == key), None)


def primitives(folder):
    """The lines of each primitive, by its name; the first of a name counts."""
    named = {}
    for path in sorted((folder / "primitives").iterdir()):
        for block in blocks(path):
            if name := value(block, "name"):
                named.setdefault(name, sorted(block))
    return named


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("2016", "2021", marks=pytest.mark.slow),
        pytest.param("2016", "2026", marks=pytest.mark.slow),
        ("2021", "2026"),
    ],
)
def test_primitives_of_two_trees_differ_as_their_texts_do(corpus, old, new):
    folders = wagic(corpus, old), wagic(corpus, new)
    (only,) = diff(*(each / "primitives" for each in folders)).sets
    before, after = map(primitives, folders)
    renamed = {(each.old.name, each.new.name) for each in only.renamed}
    removed = {each.name for each in only.removed} | {name for name, _ in renamed}
    added = {each.name for each in only.added} | {name for _, name in renamed}
    assert removed == before.keys() - after.keys()
    assert added == after.keys() - before.keys()
    changed = {each.new.name for each in only.changed if not each.is_renamed}
    changed |= {each.name for each in only.rewritten}
    different = {name for name in before.keys() & after.keys() if before[name] != after[name]}
    assert different <= changed
    # a grade can stand above many blocks
    grades = {each.new.name for each in only.changed if [f.field for f in each.fields] == ["grade"]}
    assert changed - different <= grades


def rows(path):
    """The id, name and rarity of each printing in a file; None if one is misspelt."""
    own = [
        tuple(value(block, key) for key in ("id", "primitive", "rarity")) for block in blocks(path)
    ]
    return {*own} if all(map(all, own)) else None


def check_printings(each, old, new):
    """Whether so many printings differ as lines do; None if these cannot be read naively."""
    sides = [rows(folder / "_cards.dat") for folder in (old, new)]
    if None in sides:
        return None
    gone, come = sides[0] - sides[1], sides[1] - sides[0]
    there = len(each.removed) + len(each.changed), len(each.added) + len(each.changed)
    return there == (len(gone), len(come))


@pytest.mark.part(3)
@pytest.mark.parametrize("code", ["10E", "6ED", "ALL", "BFZ", "DIS", "ICE", "INV", "MRD", "UGL"])
def test_printings_of_two_sets_differ_as_their_texts_do(corpus, code):
    old, new = (wagic(corpus, year) / code for year in ("2016", "2026"))
    (only,) = diff(old, new, primitives=()).sets
    assert check_printings(only, old, new)


@pytest.mark.slow
def test_printings_of_two_trees_differ_as_their_texts_do(corpus):
    old, new = wagic(corpus, "2016"), wagic(corpus, "2026")
    differences = diff(old, new)
    sets = [each for each in differences.sets if each.old and each.new and each.new != "primitives"]
    checks = [check_printings(each, old / each.old, new / each.new) for each in sets]
    assert checks.count(True) > 30
    assert False not in checks
    # a set whose folder was renamed has no other cards
    (renamed,) = [each for each in sets if each.old == "MED"]
    assert renamed.new == "ME1"
    assert set(renamed.tally) == {"settings"}


_LINE = re.compile(r"(?:(\d+)x?\s+)?(.+?)(?:\s+\(.*)?$")


def names(path):
    """The names in a plain list, with their counts."""
    counts = {}
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith(("[", "#", "//")):
            number, name = _LINE.fullmatch(line.strip()).groups()
            counts[name] = counts.get(name, 0) + int(number or 1)
    return counts


@pytest.mark.part(2)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("MTGArenaCubeDecember2020", "ArenaCubeDecember2022"),
        ("ChromaticCubeMTGArenaJune2022", "MTGAChromaticCubeNovember22"),
        ("ChromaticCubeMTGArenaJune2022", "ChromaticCubeMTGArenaJune2022_NoAlchemy"),
        ("TinkerersCubeJanuary2021", "TinkerersCubeApril2022NoAlchemy"),
    ],
)
def test_cubes_of_two_dates_differ_by_the_names_in_them(corpus, old, new):
    paths = [corpus / "corpus" / "draftmancer" / f"{each}.txt" for each in (old, new)]
    (only,) = diff(*paths).sets
    before, after = map(names, paths)
    renamed = {(each.old.name, each.new.name) for each in only.renamed}
    assert {each.name for each in only.removed} | {
        a for a, _ in renamed
    } == before.keys() - after.keys()
    assert {each.name for each in only.added} | {
        b for _, b in renamed
    } == after.keys() - before.keys()
    other = {name for name in before.keys() & after.keys() if before[name] != after[name]}
    assert {each.new.name for each in only.changed if not each.is_renamed} == other
    (odds,) = only.odds
    assert not odds.unknown


BIG, OTJ = "14332d2c-ba93-4498-bf3f-9d601f88f783", "55a85ebe-644e-4bef-8be8-5290408be3d1"


def test_edits_of_a_game_are_what_differs(octgn, tmp_path):
    source = octgn / "mtg"
    sides = []
    for name in ("old", "new"):
        folder = tmp_path / name
        (folder / "Sets").mkdir(parents=True)
        shutil.copyfile(source / "definition.xml", folder / "definition.xml")
        for each in (BIG, OTJ):
            (folder / "Sets" / each).mkdir()
            path = shutil.copyfile(
                source / "Sets" / each / "set.xml", folder / "Sets" / each / "set.xml"
            )
        sides.append(folder)
    path = sides[1] / "Sets" / BIG / "set.xml"
    root = etree.parse(path)
    first, second, third = root.findall(".//card")[:3]
    names = [each.get("name") for each in (first, second, third)]
    first.set("name", "Another Name")
    second.getparent().remove(second)
    (rules,) = [each for each in third.findall("property") if each.get("name") == "Rarity"]
    before = rules.get("value")
    rules.set("value", "Common")
    root.write(path, encoding="utf-8", xml_declaration=True)
    sets = {each.new: each for each in diff(*sides).sets}
    assert sets.keys() == {f"Sets/{BIG}", f"Sets/{OTJ}"}
    own = sets[f"Sets/{BIG}"]
    assert [(each.old.name, each.new.name, each.by) for each in own.renamed] == [
        (names[0], "Another Name", "id")
    ]
    assert [each.name for each in own.removed] == [names[1]]
    (changed,) = [each for each in own.changed if not each.is_renamed]
    assert changed.new.name == names[2]
    assert [(each.old, each.new) for each in changed.fields] == [
        (before.lower().removesuffix(" rare"), "common")
    ]
    # the packs of another set include these cards
    other = sets[f"Sets/{OTJ}"]
    assert set(other.tally) == {"packs", "settings"}
    (odds,) = other.odds
    gone = [name for name, (_, now) in odds.changed.items() if not now.copies]
    assert gone == [names[1]]


def test_nothing_differs_from_itself(corpus):
    for folder in ("draftmancer", "octgn/vtes", "wagic/2016/sets"):
        place = corpus / "corpus" / folder
        assert not diff(place, place)
