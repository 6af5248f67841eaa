"""Plugins of LackeyCCG whose packs stay, or lose criteria, if a card gets a new rarity."""

from __future__ import annotations

import attrs
import pytest

import cardformats as cf

from .test_lackey import KIND, expected, lines_changed, two_files

CARDS = [
    "Name\tSet\tImageFile\tRarity",
    "Eel\tLAN\teel\tCommon",
    "Ferry\tLAN\tferry\tCommon",
    "Moss\tLAN\tmoss\tRare",
    "Moss Two\tLAN\tmoss\tRare",
    "Other\tOLD\to\tCommon",
]
OF_SET = "<crit><field>Set</field><eval>IS</eval><data>LAN</data></crit>"
OF_PACK = OF_SET.replace("crit>", "packcommoncrit>")
RARE, COMMON = map(KIND.format, ("Rare", "Common"))


def plugin(folder, chances):
    """A plugin with a pack of these chances; the text of its packs has a comment."""
    two_files(folder, CARDS, "")
    pack = f"<pack><packtitle>Lanterns</packtitle>{OF_PACK}<chance>{chances}</chance></pack>"
    text = f"<packdefinitions>\n<!-- agreed -->\n{pack}\n</packdefinitions>\n"
    packs = folder / "packs/packdefinitions1.xml"
    packs.write_text(text)
    return packs, text


def with_rarity(cardset, name, rarity, **options):
    card = cardset.card(name)
    return cardset.replacing(card, attrs.evolve(card, rarity=rarity), **options)


@pytest.mark.parametrize(
    "chances",
    [
        f"<prob>100</prob>{RARE}{COMMON}",
        f"<prob>60</prob>{RARE}</chance><chance><prob>60</prob>{COMMON}",
        f"<prob>100</prob>{RARE}{COMMON}</chance><chance><prob>0</prob>{RARE}",
        RARE.replace("</qty>", f"</qty>{OF_SET}") + COMMON,
    ],
    ids=["an only probability", "a sum of 120", "a chance that never comes", "a criterion twice"],
)
@pytest.mark.parametrize(
    ("name", "rarity"), [("Ferry", "rare"), ("Moss Two", "common"), ("Moss", "common")]
)
def test_a_new_rarity_changes_its_line_and_no_pack(tmp_path, chances, name, rarity):
    packs, text = plugin(tmp_path, chances)
    changed = with_rarity(cf.read(tmp_path), name, rarity)
    assert not cf.write(changed, tmp_path, "lackey").losses
    assert packs.read_text() == text
    got = lines_changed("\n".join(CARDS), (tmp_path / "sets/carddata.txt").read_text())
    assert [line.split("\t")[0] for line in got] == [f"-{name}", f"+{name}"]
    assert expected(cf.read(tmp_path), None) == expected(changed, None)


def test_a_changed_pack_leaves_another_one_whose_sum_is_not_100(tmp_path):
    packs, text = plugin(tmp_path, f"<prob>60</prob>{RARE}</chance><chance><prob>60</prob>{COMMON}")
    second = f"<pack><packtitle>Ships</packtitle><chance>{COMMON}</chance></pack>\n"
    text = text.replace("</packdefinitions>", f"{second}</packdefinitions>")
    packs.write_text(text)
    cardset = cf.read(tmp_path)
    first, ships = cardset.boosters
    changed = attrs.evolve(cardset, boosters=[first, attrs.evolve(ships, name="Boats")])
    assert not cf.write(changed, tmp_path, "lackey").losses
    assert packs.read_text() == text.replace(">Ships<", ">Boats<")


def test_a_changed_pack_keeps_the_probability_of_its_only_chance(tmp_path):
    packs, text = plugin(tmp_path, f"<prob>100</prob>{RARE}{COMMON}")
    cardset = cf.read(tmp_path)
    boosters = [attrs.evolve(each, name="Eels") for each in cardset.boosters]
    report = cf.write(attrs.evolve(cardset, boosters=boosters), tmp_path, "lackey")
    assert not report.losses
    assert packs.read_text() == text.replace(">Lanterns<", ">Eels<")


@pytest.mark.parametrize(("rarity", "move"), [("mythic", True), ("rare", False)])
def test_criteria_that_no_longer_fit_the_cards_are_reported(tmp_path, rarity, move):
    packs, _ = plugin(tmp_path, RARE + COMMON)
    changed = with_rarity(cf.read(tmp_path), "Ferry", rarity, move=move)
    report = cf.write(changed, tmp_path, "lackey")
    # if the card is rare, the rare cards on their sheet are no longer all that are rare
    lost = {"LAN, Common"} if rarity == "mythic" else {"LAN, Rare", "LAN, Common"}
    assert {name for each in report.losses for name in each.subjects} == lost
    assert {str(each.code) for each in report.losses} == {"CF270"}
    assert (
        "the criteria (Set IS 'LAN' and Rarity IS 'Common') of a kind,"
        " which no longer fit its cards (now Sheets CONTAINS '[LAN, Common]')"
    ) in [each.kind for each in report.losses]
    assert "<!-- agreed -->" in packs.read_text()
    assert expected(cf.read(tmp_path), None) == expected(changed, None)


def test_packs_stay_in_their_file_next_to_one_without_a_root(tmp_path):
    packs, text = plugin(tmp_path, RARE + COMMON)
    (tmp_path / "packs/packdefinitions0.xml").write_text("")
    changed = with_rarity(cf.read_report(tmp_path).value, "Ferry", "rare")
    report = cf.write(changed, tmp_path, "lackey")
    assert not report.losses
    assert packs.read_text() == text
