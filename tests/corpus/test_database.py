"""Databases of real card data, sets and lists."""

from __future__ import annotations

import shutil

import pytest

import cardformats as cf

from .readings import report_of


@pytest.fixture(scope="module")
def cards(scryfall):
    return report_of(scryfall).value.cards


@pytest.fixture(scope="module")
def database(scryfall, tmp_path_factory):
    path = tmp_path_factory.mktemp("database") / "cards.sqlite"
    with cf.CardDatabase.build(scryfall, path).raise_for_errors() as database:
        yield database


def test_every_card_is_in_it(database, cards):
    assert set(database.cards().cards) == {*cards}
    assert sum(each.cards for each in database.sets()) == len(cards)
    for summary in database.sets():
        its = tuple(card for card in cards if card.set_code == summary.code)
        assert database.set(summary.code).cards == its


def test_it_agrees_with_a_catalog_in_memory(database, cards):
    catalog = cf.CardCatalog(cards)
    names = {face.name for card in cards for face in card.faces} | {card.name for card in cards}
    for name in names:
        assert database.printings(name) == catalog.printings(name)
        assert database.card(name) == catalog.card(name)
    for card in cards[::2]:
        assert database.card(card.ref) == catalog.card(card.ref)
        for scheme, value in card.ids.items():
            assert database.with_id(scheme, value) == catalog.with_id(scheme, value)


def test_every_face_finds_a_card_that_has_it(database, cards):
    faces = {face.name for card in cards for face in card.faces[1:]}
    assert len(faces) > 100
    for name in faces:
        found = database.card(name)
        assert name in [*(face.name for face in found.faces), *found.name.split(" // ")]
        assert database.near(name) == database.near(found.name)
        (finding, *others) = cf.loads_report(
            f"1 {name}", "draftmancer", catalog=database
        ).diagnostics or [None]
        # Draftmancer knows fronts only, so a list gets a suggestion instead
        assert finding is None or (finding.fix is not None and not others)


def test_misspelt_names_are_near(database, cards):
    names = sorted({card.name for card in cards if len(card.name) > 12})[::7]
    near = [database.near(f"{name[:5]}x{name[6:]}") for name in names]
    assert sum(name in each for name, each in zip(names, near, strict=True)) >= 0.99 * len(names)


@pytest.mark.parametrize(
    "tree", ["octgn/mtg", pytest.param("wagic/2016/sets", marks=pytest.mark.slow)]
)
def test_trees_of_sets_come_out_as_they_went_in(tree, corpus, tmp_path):
    sets = [report.value for report in cf.read_sets(corpus / "corpus" / tree)]
    with cf.CardDatabase.build(corpus / "corpus" / tree, tmp_path / "cards.sqlite").value as built:
        assert [built.set(each.code or each.name) for each in sets] == sets


@pytest.mark.skipif("mtgjson" not in {each.id for each in cf.formats()}, reason="no such format")
def test_real_sets_come_out_with_their_boosters(corpus, tmp_path, step):
    folder = tmp_path / "sets"
    folder.mkdir()
    for path in sorted((corpus / "corpus" / "mtgjson").glob("*.json"))[:: min(step, 4)]:
        shutil.copy(path, folder)
    sets = [report.value for report in cf.read_sets(folder)]
    with cf.CardDatabase.build(folder, tmp_path / "cards.sqlite").value as built:
        for each in sets:
            again = built.set(each.code)
            assert again == each
            for booster in each.boosters:
                pack = cf.Generator(each, booster.name, seed=1).pack(0)
                assert cf.Generator(again, booster.name, seed=1).pack(0) == pack
