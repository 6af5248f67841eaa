"""Real files come back byte for byte, and say the same to both readings when written anew."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve, fields_dict

import cardformats as cf

from .readings import copy_some, report_of, tree_report


def bytes_below(folder):
    """The files that the format reads, by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.name in ("_cards.dat", "booster.txt") or path.parent.name == "primitives"
    }


@pytest.mark.parametrize("year", ["2016", "2026"])
def test_a_tree_comes_back_byte_for_byte(wagic, year, tmp_path):
    folder = wagic / year / "sets"
    report = cf.write(tree_report(folder).value, tmp_path, "wagic")
    assert report.diagnostics == ()
    expected = bytes_below(folder)
    assert len(expected) > 50
    assert bytes_below(tmp_path) == expected


def test_a_folder_of_primitives_comes_back_byte_for_byte(wagic, tmp_path):
    """Others are in trees that come back."""
    folder = wagic / "2021" / "sets" / "primitives"
    cf.write(tree_report(folder).value, tmp_path, "wagic")
    found = {path.name: path.read_bytes() for path in (tmp_path / "primitives").iterdir()}
    assert found == {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("year", ["2016", "2026"])
def test_each_set_comes_back_byte_for_byte_as_a_folder_and_as_a_file(wagic, year, tmp_path, step):
    folders = sorted(path.parent for path in (wagic / year / "sets").glob("*/_cards.dat"))
    assert len(folders) > 50
    for folder in folders[::step]:
        expected = {path: path.read_bytes() for path in folder.iterdir()}
        for number, read in enumerate((folder, folder / "_cards.dat")):
            cardset = cf.read_report(read, "wagic", primitives=()).value
            cf.write(cardset, tmp_path / str(number), "wagic")
            out = tmp_path / str(number) / folder.name
            assert {folder / path.name: path.read_bytes() for path in out.iterdir()} == expected
            cf.write(cardset, tmp_path / "one.dat")
            assert (tmp_path / "one.dat").read_bytes() == expected[folder / "_cards.dat"]


def test_each_pack_comes_back_byte_for_byte(wagic, tmp_path):
    paths = [*wagic.rglob("packs/*.txt"), *wagic.rglob("booster.txt")]
    assert len(paths) > 10
    for path in paths:
        cardset = cf.read_report(path, "wagic-pack").value
        cf.write(cardset, tmp_path / "pack.txt", "wagic-pack")
        assert (tmp_path / "pack.txt").read_bytes() == path.read_bytes()


@pytest.fixture(scope="module")
def source(wagic, tmp_path_factory, step):
    """The newest tree that has all its primitives; by default with some of its sets."""
    tree, folder = wagic / "2016" / "sets", tmp_path_factory.mktemp("source")
    if step == 1:
        return tree
    copy_some(tree, folder, step)
    return folder


@pytest.fixture(scope="module")
def anew(source, tmp_path_factory):
    """The tree, a folder it was written to anew, the report."""
    folder = tmp_path_factory.mktemp("anew")
    cardset = cf.read_report(source, "wagic").value
    return cardset, folder, cf.write(cardset, folder, "wagic", canonical=True)


def test_a_tree_that_is_written_anew_reads_back_but_for_what_is_reported(anew, step):
    cardset, folder, report = anew
    again = cf.read_report(folder, "wagic")
    assert again.ok
    assert not report.losses
    # also the printings whose primitives are missing are in their sets
    missing = [each.extras["wagic"]["unresolved"] for each in (cardset, again.value)]
    assert sorted(map(repr, missing[0])) == sorted(map(repr, missing[1]))
    pairs = list(zip(cardset.cards, again.value.cards, strict=True))
    assert len(pairs) > 10_000 / step
    assert [first for first, second in pairs if first != second] == []
    for first, second in pairs:
        kept = expanded(first.extras.get("wagic", {}))
        assert first.faces == second.faces
        assert kept == expanded(second.extras.get("wagic", {}))
    assert again.value.sheets.keys() == cardset.sheets.keys()
    for one, other in zip(cardset.boosters, again.value.boosters, strict=True):
        assert (one.id, parts(one)) == (other.id, parts(other))


def parts(booster):
    """What a pack consists of; slots are called by their numbers, empty ones too."""
    (layout,) = booster.layouts
    return [evolve(each, name="") if isinstance(each, cf.Slot) else each for each in layout.slots]


def test_what_is_written_anew_is_the_same_the_second_time(anew, tmp_path):
    _, folder, _ = anew
    second = cf.read_report(folder, "wagic").value
    cf.write(second, tmp_path, "wagic", canonical=True)
    assert bytes_below(tmp_path) == bytes_below(folder)


def test_the_engine_reads_the_same_cards_from_what_is_written_anew(source, anew, step):
    cardset, folder, _ = anew
    before, after = (
        {each.ids["wagic"]: each for each in cf.read_report(path, engine="exact").value.cards}
        for path in (source, folder)
    )
    assert before.keys() == after.keys()
    assert len(before) == len({card.ids["wagic"] for card in cardset.cards})
    differing = Counter()
    for number, first in before.items():
        second = after[number]
        assert first.rarity in (second.rarity, "p", "none")
        differing["rarity"] += first.rarity != second.rarity
        for name in fields_dict(cf.Face):
            one, other = getattr(first.faces[0], name), getattr(second.faces[0], name)
            if name == "text":
                differing["blanks"] += one != other
                one = "\n".join(map(str.strip, one.strip().split("\n")))
            assert one == other, (first.name, name)
        one, other = (expanded(each.extras.get("wagic", {})) for each in (first, second))
        assert one == other, first.name
    everywhere = Counter(rarity=2, blanks=124)
    assert differing == everywhere if step == 1 else differing <= everywhere


def expanded(kept):
    """What only the engine has, with macros expanded."""
    return {key: each for key, each in {**kept, **kept.get("expanded", {})}.items()
            if key != "expanded"}  # fmt: skip


def test_lists_of_draftmancer_become_sets_that_open_packs(golden_lists, tmp_path, step):
    """Those that the original accepts; cards that are only named need primitives from elsewhere."""
    opened = 0
    for path, golden in golden_lists[:: min(step, 3)]:
        report = report_of(path, "draftmancer")
        if not golden["ok"]:
            continue
        folder = tmp_path / path.stem
        cf.write(report.value, folder, "wagic")
        again = cf.read_report(folder, "wagic", primitives=())
        assert again.ok, (path.name, again.errors)
        assert cf.read_report(folder, "wagic").ok
        text = cf.dumps(report.value, "wagic")
        assert cf.loads_report(text, "wagic").ok
        if any(slot for each in again.value.boosters for slot in each.layouts[0].slots):
            assert cf.Generator(again.value, seed=1).pack(0).cards
            opened += 1
    assert opened > (10 if step == 1 else 3)
