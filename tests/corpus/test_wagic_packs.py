"""The packs that ship with the engine, and the boosters of its sets, in both readings."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf

from .readings import tree_report

#: The packs that are a list, and what colours or subtypes they ask for.
KINDS = {
    "black_booster": {"B"},
    "blue_booster": {"U"},
    "green_booster": {"G"},
    "red_booster": {"R"},
    "white_booster": {"W"},
    "elf_pack": {"Elf"},
    "goblin_pack": {"Goblin"},
    "mage_pack": {"Cleric", "Druid", "Shaman", "Wizard", "Mystic"},
    "soldier_pack": {"Warrior", "Knight", "Barbarian", "Soldier"},
}
#: A land is asked for by two conditions without a sign between them.
TWO_CONDITIONS = [("WG061", 19, 28, "type:basic;")]
NO_SPECIAL = ("WG070", 16, 16, "rarity:special;")
#: What is found in each file: the code, the line, the column, and the text there.
FINDINGS = {
    "packs/artifact_booster.txt": TWO_CONDITIONS,
    "packs/black_booster.txt": TWO_CONDITIONS,
    "packs/blue_booster.txt": TWO_CONDITIONS,
    "packs/elf_pack.txt": TWO_CONDITIONS,
    "packs/goblin_pack.txt": TWO_CONDITIONS,
    "packs/green_booster.txt": TWO_CONDITIONS,
    "packs/lotto_pack.txt": [("WG063", 3, 40, "rarity:mythic")],
    "packs/mage_pack.txt": TWO_CONDITIONS,
    "packs/red_booster.txt": TWO_CONDITIONS,
    "packs/soldier_pack.txt": TWO_CONDITIONS,
    "packs/white_booster.txt": TWO_CONDITIONS,
    "sets/DTK/booster.txt": [NO_SPECIAL],
    "sets/KTK/booster.txt": [NO_SPECIAL],
    # the set has no mythic cards, and its special ones are a set of their own
    "sets/TSP/booster.txt": [("WG070", 3, 16, "rarity:mythic;"), NO_SPECIAL],
}
READINGS = ("sane", "exact")
#: Packs of whose kind there are others, which say enough in the default run.
ALIKE = ("black", "blue", "green", "elf", "goblin")


def parameters(values):
    """Those that the slow session has alone are marked."""
    return [
        pytest.param(each, marks=pytest.mark.slow)
        if each.removeprefix("packs/").startswith(ALIKE)
        else each
        for each in values
    ]


@pytest.fixture(scope="module")
def tree(wagic):
    return wagic / "2016"


@pytest.fixture(scope="module")
def cards(tree):
    """All sets of the tree as one."""
    return tree_report(tree / "sets").value


@pytest.fixture(scope="module")
def read(tree, cards):
    """Reads a file of the tree; each file and reading once."""
    kept = {}

    def read(file, engine):
        if (file, engine) not in kept:
            kept[file, engine] = cf.read_report(
                tree / file, "wagic-pack", draw_from=cards, engine=engine
            )
        return kept[file, engine]

    return read


def on_sheet(report, cards, sheet):
    return [cards.card(entry.card) for entry in report.value.sheets[sheet].entries]


def test_every_pack_of_the_corpus_is_tested(wagic):
    folder = wagic
    found = {*folder.rglob("packs/*.txt"), *folder.rglob("booster.txt")}
    assert {path.relative_to(folder).as_posix() for path in found} == {
        f"2016/{file}" for file in FINDINGS
    }


@pytest.mark.parametrize("engine", READINGS)
@pytest.mark.parametrize("file", parameters(FINDINGS))
def test_a_pack_has_the_findings_that_its_text_deserves(file, engine, read):
    found = [
        (str(each.code), each.span.line, each.span.column, each.span.text)
        for each in read(file, engine).diagnostics
    ]
    assert found == FINDINGS[file]


@pytest.mark.parametrize("engine", READINGS)
@pytest.mark.parametrize("file", parameters(FINDINGS))
def test_every_pack_can_be_opened_and_has_fifteen_cards_or_what_it_says(file, engine, read):
    cardset = read(file, engine).value
    sizes = {len(pack.cards) for pack in cf.Generator(cardset, seed=3).packs(50)}
    if file.endswith("lotto_pack.txt"):
        assert sizes <= set(range(15, 31))
        assert len(sizes) > 1
    else:
        assert sizes == {15}


@pytest.mark.parametrize("engine", READINGS)
@pytest.mark.parametrize("file", parameters(KINDS))
def test_a_pack_of_a_kind_has_cards_of_that_kind(file, engine, read, cards):
    report = read(f"packs/{file}.txt", engine)
    for sheet in ("mythic", "rare", "uncommon", "common"):
        for card in on_sheet(report, cards, sheet):
            assert card.rarity == sheet
            assert KINDS[file] & {*card.subtypes, *(each.value for each in card.colors)}, card.name


@pytest.mark.parametrize("file", parameters([*KINDS, "artifact_booster"]))
def test_lands_of_a_pack_come_from_everywhere_and_the_engine_forgets_that_they_are_basic(
    file, read, cards
):
    sane = on_sheet(read(f"packs/{file}.txt", "sane"), cards, "all rarity:land;&type:basic;")
    exact = on_sheet(read(f"packs/{file}.txt", "exact"), cards, "all land")
    lands = [card for card in cards.cards if card.rarity == "land" and drawable(card)]
    assert Counter(exact) == Counter(lands)
    assert Counter(sane) == Counter(card for card in lands if "Basic" in card.supertypes)


def drawable(card):
    return int(card.ids["wagic"]) > 0 and card.rarity != "token"


def test_the_lotto_draws_from_every_card_where_a_semicolon_is_missing(read, cards):
    sane = on_sheet(read("packs/lotto_pack.txt", "sane"), cards, "rarity:rare;|rarity:mythic;")
    exact = on_sheet(read("packs/lotto_pack.txt", "exact"), cards, "rarity:rare;|")
    assert {card.rarity for card in sane} == {"rare", "mythic"}
    assert Counter(exact) == Counter(card for card in cards.cards if drawable(card))


@pytest.mark.parametrize("engine", READINGS)
@pytest.mark.parametrize(("code", "mythic"), [("DTK", True), ("KTK", True), ("TSP", False)])
def test_the_booster_beside_a_set_is_the_booster_of_the_set(code, mythic, engine, read, tree):
    """Special cards are missing in each, so that there is a common card more."""
    alone = read(f"sets/{code}/booster.txt", engine).value
    in_set = cf.read_report(tree / "sets" / code, "wagic", engine=engine).value
    rare = [("mythic", 1), ("rare", 7)] if mythic else [("rare", 1)]
    for cardset in (alone, in_set):
        (booster,) = cardset.boosters
        (layout,) = booster.layouts
        assert [
            (slot.count, [(each.sheet, each.weight) for each in slot.sheets])
            for slot in layout.slots
        ] == [(1, rare), (3, [("uncommon", 1)]), (11, [("common", 1)])]
    assert [{entry.card.name for entry in sheet.entries} for sheet in alone.sheets.values()] == [
        {entry.card.name for entry in sheet.entries} for sheet in in_set.sheets.values()
    ]
