"""How many cards of a class packs, boxes, seats and rounds have."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from attrs import evolve
from click.testing import CliRunner

import cardformats as cf
from cardformats.class_odds import UNITS, UnitOdds
from cardformats.cli.app import app
from cardformats.collation import Sampler, register
from cardformats.errors import CollationError

CARDS = [
    cf.Card.of("Reed", rarity="common", mana_cost="{G}", types="Creature"),
    cf.Card.of("Sedge", rarity="common", mana_cost="{W}", types="Instant"),
    cf.Card.of("Wren", rarity="uncommon", mana_cost="{W}", types="Creature"),
    cf.Card.of("Bell", rarity="rare", types="Artifact"),
    cf.Card.of("Tarn", rarity="mythic", mana_cost="{U}", types="Instant"),
]
#: The share of packs that have the mythic instead of the rare.
MYTHIC = Fraction(1, 8)


def fens(event=None, collation=None, **booster):
    """Packs of two other cards, and of a mythic one time in eight."""
    hits = [cf.Entry("Bell", 7), cf.Entry("Tarn", 1)]
    sheets = [
        cf.Sheet("Usual", ["Reed", "Sedge", "Wren"], *filter(None, [collation])),
        cf.Sheet("Hits", hits, finish="foil"),
    ]
    slots = [cf.Slot("usual", 2, "Usual"), cf.Slot("hit", 1, "Hits")]
    boosters = [cf.Booster("pack", layouts=[cf.Layout("all", 1, slots)], **booster)]
    return cf.CardSet("Fens", "FEN", CARDS, sheets, boosters, event)


def generator(*args, **kwargs):
    return cf.Generator(fens(*args, **kwargs), seed=1)


def mythics(number):
    """The distribution of the mythics of so many packs."""
    chances = Counter()
    for packs in product([0, 1], repeat=number):
        chance = Fraction(1)
        for has_one in packs:
            chance *= MYTHIC if has_one else 1 - MYTHIC
        chances[sum(packs)] += chance
    return dict(chances)


@pytest.mark.parametrize(("of", "packs"), [("pack", 1), ("box", 4), ("seat", 3), ("round", 2)])
def test_the_odds_of_a_class_are_those_of_its_packs(of, packs):
    units = UnitOdds(generator(box=cf.model.Box(4)), of, players=2)
    (odds,) = units.classes([("rarity", "mythic")])
    assert odds.chances == mythics(packs)
    assert odds.expected == packs * MYTHIC
    assert odds.at_least_one == 1 - (1 - MYTHIC) ** packs
    assert (odds.exact, odds.error, odds.error_of_any) == (True, 0.0, 0.0)


@pytest.mark.parametrize("of", UNITS)
def test_classes_come_in_order_and_as_the_table_has_them(of):
    classes = [
        *(("color", "W"), ("rarity", "common"), ("type", "Creature"), ("sheet", "hits")),
        *(("finish", "foil"), ("name", "wren"), ("slot", "usual"), ("rarity", "special")),
    ]
    units = UnitOdds(generator(), of)
    odds = units.classes(classes)
    assert [(each.name, each.value) for each in odds] == classes
    for each in odds:
        assert each.chances == units.table().counts(each.name, each.value)
        assert sum(each.chances.values()) == 1
    assert units.classes(classes, table=units.table()) == odds


@pytest.mark.parametrize(("of", "packs"), [("seat", 3), ("round", 2)])
def test_packs_of_a_finite_supply_have_the_mythic_at_most_once(of, packs):
    """There are eight hits, of which each pack has one."""
    usual = cf.Sheet("Usual", [cf.Entry(name, 9) for name in ("Reed", "Sedge", "Wren")])
    cardset = fens(cf.model.Event(supply="finite"))
    cardset = evolve(cardset, sheets=[usual, cardset.sheets["Hits"]])
    units = UnitOdds(cf.Generator(cardset, seed=1), of, players=2)
    (odds,) = units.classes([("rarity", "mythic")])
    assert odds.chances == {0: 1 - packs * MYTHIC, 1: packs * MYTHIC}


class Toss:
    """The first two cards of the sheet, or the last two."""

    def compile(self, sheet, count):  # noqa: ARG002 - as collators have it
        return Sampler(lambda bits: [[0, 1], [1, 2]][bits.below(2)], count)


@pytest.fixture
def tossed(monkeypatch):
    monkeypatch.setattr("cardformats.collation.collators._COLLATORS._known", {})
    register("toss", Toss())
    return generator(collation=cf.model.Other("toss"), box=cf.model.Box(9))


@pytest.mark.parametrize(("of", "packs"), [("pack", 1), ("box", 9), ("seat", 3), ("round", 2)])
def test_what_has_no_closed_form_is_counted(of, packs, tossed):
    units = UnitOdds(tossed, of, players=2)
    sedge, wren = units.classes([("name", "Sedge"), ("name", "Wren")], times=300)
    assert sedge.chances == {packs: 1}
    assert not sedge.exact
    assert 0 < sedge.error < 0.01
    assert not wren.exact
    assert abs(float(wren.expected) - packs / 2) < 5 * wren.error
    assert abs(float(wren.at_least_one) - (1 - 0.5**packs)) <= 5 * wren.error_of_any
    assert sum(wren.chances.values()) == 1
    again = units.classes([("name", "Wren")], times=300)
    assert again == [wren]
    # what is known stays exact
    assert units.classes([("rarity", "rare"), ("name", "Wren")], times=2)[0].exact == (
        units.table(2).counts("rarity", "rare") is not None
    )


def test_a_word_that_nothing_has_is_an_error_with_near_words():
    units = UnitOdds(generator())
    with pytest.raises(CollationError, match="no rarity 'mythick'; did you mean 'mythic'"):
        units.classes([("rarity", "mythick")])
    with pytest.raises(CollationError, match="no property 'rarety'; did you mean 'rarity'"):
        units.classes([("rarety", "mythic")])


# -- the command


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "fens.json"
    cf.write(fens(box=cf.model.Box(4)), path)
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["odds", *map(str, arguments), "--no-catalog"])


def test_a_class_is_shown_with_its_distribution(path):
    assert run(path, "--rarity", "mythic").stdout.splitlines() == [
        "cards          per pack  at least one  1 in",
        "rarity mythic  0.1250    12.50%        8     exact",
        "",
        "rarity mythic  probability",
        "0              87.50%",
        "1              12.50%",
    ]


def test_several_classes_of_a_box_of_all_kinds_of_properties(path):
    words = [
        *("--sheet", "Hits", "--type", "creature", "--color", "w", "--finish", "foil"),
        *("--rarity", "rare", "--rarity", "mythic", "--property", "slot=usual"),
    ]
    rows = json.loads(run(path, *words, "--of", "box", "--json").stdout)
    assert [(row["property"], row["value"]) for row in rows] == [
        *(("rarity", "rare"), ("rarity", "mythic"), ("color", "w"), ("type", "creature")),
        *(("finish", "foil"), ("sheet", "Hits"), ("slot", "usual")),
    ]
    rare, mythic, *_, slot = rows
    assert rare["of"] == "box"
    assert mythic["expected"] == {"fraction": "1/2", "float": 0.5}
    assert mythic["at_least_one"]["fraction"] == str(1 - (1 - MYTHIC) ** 4)
    assert (mythic["exact"], mythic["error"]) == (True, 0.0)
    chances = {each["number"]: Fraction(each["fraction"]) for each in mythic["chances"]}
    assert chances == mythics(4)
    assert slot["chances"] == [{"number": 8, "fraction": "1", "float": 1.0}]


def test_single_cards_of_a_seat(path):
    (line,) = run(path, "--card", "tarn", "--of", "seat").stdout.splitlines()[1:]
    assert line.split() == ["Tarn", "foil", "0.3750", "33.01%", "3.03", "exact"]
    assert "per seat" in run(path, "--of", "seat", "--players", 2).stdout


def test_numbers_that_hardly_ever_come_share_a_row(tmp_path):
    path = tmp_path / "box.json"
    cf.write(fens(box=cf.model.Box(40)), path)
    lines = run(path, "--rarity", "mythic", "--rarity", "rare", "--of", "box").stdout.splitlines()
    mythic, rare = lines[1:3]
    assert "  99.52%  " in mythic
    assert "  >99.99%  " in rare
    chances = [Fraction(comb(40, n) * 7 ** (40 - n), 8**40) for n in range(41)]
    most = max(n for n in range(41) if chances[n] >= Fraction(1, 20_000))
    above = f"{float(sum(chances[most + 1 :])):.2%}"
    assert above != "0.00%"
    assert [line.split() for line in lines if " or " in line] == [
        [str(most + 1), "or", "more", above],
        [str(40 - most - 1), "or", "fewer", above],
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", 3], "--players is for --of seat and --of round"),
        (["--card", "Tarn", "--rarity", "mythic"], "--card does not go with properties of cards"),
        (["--property", "slot"], "--property takes NAME=VALUE, not 'slot'"),
        (["--of", "case"], "Invalid value for '--of'"),
    ],
)
def test_wrong_usage(words, message, path):
    result = run(path, *words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_misspelt_rarity_has_a_suggestion(path):
    result = run(path, "--rarity", "mithic")
    assert result.exit_code == 1
    assert "there is no rarity 'mithic'; did you mean 'mythic'?" in result.output + str(
        result.exception
    )
