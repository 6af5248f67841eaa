"""Changes of cards in sets that have the engine's own booster, which needs no file."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.losses import Loss

from .test_wagic_writing import block, card, files, losses, write

KIND = "sheets of cards, where the booster is the engine's own (now as the engine chooses)"
LETTERS = "RRUUCCCL"
CARDS = "".join(
    block(
        f"name={letter}{number}",
        "type=Basic Land" if letter == "L" else "type=Creature",
        f"id={number}",
        f"rarity={letter}",
    )
    for number, letter in enumerate(LETTERS, 1)
)
TREE = {"FEN/_cards.dat": CARDS, "MOOR/_cards.dat": CARDS.replace("id=", "id=1")}
FEN = {"FEN/_cards.dat": CARDS}


@pytest.fixture(params=["set", "tree"])
def cardset(tmp_path, request):
    tree = write(tmp_path / "sets", TREE)
    return cf.read(tree / "FEN" if request.param == "set" else tree, "wagic")


def changed(cardset, wanted, *, move=True, **fields):
    (old,) = (each for each in cardset.cards if each.ids["wagic"] == str(wanted))
    return cardset.replacing(old, evolve(old, **fields), move=move)


def through(cardset, out, **options):
    """What is lost, after *cardset* was written, and the names of the files with boosters."""
    report = cf.write(cardset, out, "wagic", **options)
    return losses(report), {name for name in files(out) if name.endswith("booster.txt")}


ALONE = {
    "mythic": lambda each: changed(each, 3, rarity="mythic"),
    "special": lambda each: changed(each, 3, rarity="special"),
    "token": lambda each: changed(each, 3, rarity="token"),
    "stays": lambda each: changed(each, 3, rarity="rare", move=False),
    "no number": lambda each: changed(each, 3, number="-3", ids={"wagic": "-3"}),
    "no basic land": lambda each: changed(each, 8, faces=[cf.Face("L8", types=["Land"])]),
    "the only one": lambda each: changed(each, 8, rarity="common"),
    "on no sheet": lambda each: evolve(
        each, cards=[*each.cards, card(cf.Face("New", types=["Creature"]), "FEN", 9)]
    ),
}
NAMES = {"no basic land": "L8", "the only one": "L8", "on no sheet": "New"}


@pytest.mark.parametrize("change", ALONE)
@pytest.mark.parametrize("canonical", [False, True])
def test_a_change_of_a_card_makes_no_booster_and_is_reported(cardset, change, canonical, tmp_path):
    new = ALONE[change](cardset)
    lost, made = through(new, tmp_path / "out", canonical=canonical)
    assert made == set()
    assert lost[KIND] == (NAMES.get(change, "U3"),)
    again = cf.read(tmp_path / "out", "wagic")
    assert sorted(each.name for each in again.cards) == sorted(each.name for each in new.cards)


def test_a_change_that_the_engine_follows_loses_nothing(cardset, tmp_path):
    new = changed(changed(cardset, 3, rarity="rare"), 5, faces=[cf.Face("C", types=["Artifact"])])
    assert through(new, tmp_path / "out") == ({}, set())


def test_slots_that_have_no_cards_any_more_are_reported_of_the_set(cardset, tmp_path):
    new = cardset.without(*(each for each in cardset.cards if each.ids["wagic"] in "12"))
    lost, made = through(new, tmp_path / "out")
    assert (lost[KIND], made) == (("FEN",), set())


def test_the_loss_is_one_of_odds(cardset, tmp_path):
    report = cf.write(ALONE["mythic"](cardset), tmp_path / "out", "wagic")
    assert [each.code for each in report.losses] == [Loss.SHEET]
    with pytest.raises(cf.WriteError):
        cf.write(ALONE["mythic"](cardset), tmp_path / "no", "wagic", on_loss="error")


def test_in_one_file_it_is_reported_the_same(tmp_path):
    new = ALONE["mythic"](cf.read(write(tmp_path, FEN) / "FEN", "wagic"))
    for canonical in (False, True):
        assert losses(cf.dumps_report(new, "wagic", canonical=canonical)) == {KIND: ("U3",)}


def sheet_named(cardset, word):
    return next(each for name, each in cardset.sheets.items() if name in (word, f"FEN {word}"))


def with_sheet(cardset, sheet):
    return evolve(cardset, sheets={**cardset.sheets, sheet.name: sheet})


def with_mythics(cardset):
    """A mythic card on a sheet of its own, one in four packs."""
    new = changed(cardset, 3, rarity="mythic")
    uncommon = sheet_named(new, "uncommon")
    own = [entry for entry in uncommon.entries if entry.card.name == "U3"]
    rest = [entry for entry in uncommon.entries if entry.card.name != "U3"]
    new = with_sheet(with_sheet(new, evolve(uncommon, entries=rest)), cf.Sheet("own", own))
    booster = next(each for each in new.boosters if each.id == "FEN")
    (layout,) = booster.layouts
    choices = [cf.SheetChoice("own", 1), *(evolve(e, weight=3) for e in layout.slots[0].sheets)]
    slots = [evolve(layout.slots[0], sheets=choices), *layout.slots[1:]]
    own = evolve(booster, layouts=[evolve(layout, slots=slots)])
    return evolve(new, boosters=[own if each is booster else each for each in new.boosters])


def without_entry(cardset):
    common = sheet_named(cardset, "common")
    return with_sheet(cardset, evolve(common, entries=common.entries[1:]))


def moved_by_hand(cardset):
    entry, *rest = sheet_named(cardset, "common").entries
    rare = sheet_named(cardset, "rare")
    new = with_sheet(cardset, evolve(sheet_named(cardset, "common"), entries=rest))
    return with_sheet(new, evolve(rare, entries=[*rare.entries, entry]))


ON_PURPOSE = {
    "a sheet": with_mythics,
    "an entry": without_entry,
    "another sheet": moved_by_hand,
    "an added card": lambda each: each.adding(
        card(cf.Face("New", types=["Creature"]), "FEN", 9), sheet=sheet_named(each, "rare").name
    ),
    "an entry and a card": lambda each: without_entry(ALONE["mythic"](each)),
}


@pytest.mark.parametrize("change", ON_PURPOSE)
@pytest.mark.parametrize("canonical", [False, True])
def test_a_sheet_or_a_booster_that_is_changed_is_written(cardset, change, canonical, tmp_path):
    lost, made = through(ON_PURPOSE[change](cardset), tmp_path / "out", canonical=canonical)
    assert made == {"FEN/booster.txt"}
    assert KIND not in lost


def test_a_booster_that_is_there_says_where_changed_cards_are(tmp_path):
    pack = (
        '<pack pool="all set:FEN;"><slot><random_card>rarity:uncommon;</random_card></slot></pack>'
    )
    tree = write(tmp_path, {**FEN, "FEN/booster.txt": pack})
    new = ALONE["mythic"](cf.read(tree / "FEN", "wagic"))
    assert KIND not in losses(cf.write(new, tree / "FEN", "wagic"))
    assert "rarity:mythic" in files(tree)["FEN/booster.txt"]


def test_a_booster_that_is_there_stays_where_no_filter_says_which_cards_it_draws(tmp_path):
    pack = (
        '<pack pool="all set:FEN;"><slot><random_card>rarity:uncommon;</random_card></slot>'
        "<slot><random_card>rarity:rare;</random_card></slot></pack>"
    )
    tree = write(tmp_path, {**FEN, "FEN/booster.txt": pack})
    before = files(tree)
    new = ALONE["stays"](cf.read(tree / "FEN", "wagic"))
    kind = "sheets of cards, where a file has the booster (now as its filters choose)"
    assert kind in losses(cf.write(new, tree / "FEN", "wagic"))
    after = files(tree)
    assert [name for name in before if after[name] != before[name]] == ["FEN/_cards.dat"]
    assert after.keys() == before.keys()
    lines = [each["FEN/_cards.dat"].splitlines() for each in (before, after)]
    assert sum(was != now for was, now in zip(*lines, strict=True)) == 1


@given(
    st.lists(
        st.tuples(
            st.integers(1, len(LETTERS)),
            st.sampled_from(("common", "uncommon", "rare", "mythic", "land", "special", "token")),
        ),
        max_size=4,
        unique_by=lambda each: each[0],
    ),
    st.booleans(),
)
def test_changes_of_rarities_make_no_booster_and_are_reported_if_packs_change(
    tmp_path_factory, changes, move
):
    """What is read back has the same packs, or else a loss says that it has not."""
    tree = write(tmp_path_factory.mktemp("sets"), FEN)
    cardset = cf.read(tree / "FEN", "wagic")
    cards = {each.ids["wagic"]: each for each in cardset.cards}
    own = [(cards[str(number)], rarity) for number, rarity in changes]
    cardset = cardset.replacing({old: evolve(old, rarity=new) for old, new in own}, move=move)
    lost, made = through(cardset, tree / "FEN")
    assert made == set()
    again = cf.read(tree / "FEN", "wagic")
    assert again.cards == cardset.cards
    assert (KIND in lost) == (_packs(again) != _packs(cardset))


def _packs(cardset):
    """What each slot draws, by the names of the cards on its sheets; empty ones hand on."""
    slots = []
    for slot in cardset.boosters[0].layouts[0].slots:
        weights = {
            (
                tuple(sorted(each.card.name for each in cardset.sheets[choice.sheet].entries)),
                choice.weight,
            )
            for choice in slot.sheets
        }
        slots.append((slot.count, sorted(weights)))
    return slots
