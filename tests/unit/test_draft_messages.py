"""What is said of rules and settings of drafts that nobody can play by."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.draft import deckbuilder
from cardformats.draft.deckbuilder.requirements import check_size, kind_of
from cardformats.draft.deckbuilder.rules import (
    CLASSES,
    COMMON_BOOSTER,
    COMMON_STARTER,
    TARIFFS,
    PackShape,
    Part,
    Tariff,
)
from cardformats.draft.zones.kinds import draft_kind, draft_kinds

RULES = deckbuilder.DeckbuilderRules
PART = Part(1, CLASSES)


def refused(make, *arguments, **options):
    with pytest.raises(cf.DraftError) as caught:
        make(*arguments, **options)
    return caught.value.reason


@pytest.mark.parametrize(
    ("make", "options", "message"),
    [
        (Part, {"count": 0, "classes": CLASSES}, "a part of a pack has one card or more, not 0"),
        (
            Part,
            {"count": True, "classes": CLASSES},
            "a part of a pack has one card or more, not True",
        ),
        (Part, {"count": 1, "classes": ()}, "a part of a pack has different classes, not ()"),
        (
            Part,
            {"count": 1, "classes": ("red", "red")},
            "a part of a pack has different classes, not ('red', 'red')",
        ),
        (
            Part,
            {"count": 1, "classes": ("red", "pink")},
            f"a colour class is one of {', '.join(CLASSES)}, not 'pink'",
        ),
        (
            PackShape,
            {"name": "a", "rarities": ("rare", "rare"), "parts": (PART,)},
            "the shape 'a' has different rarities, not ('rare', 'rare')",
        ),
        (
            Tariff,
            {"rarity": "rare", "worth": -1, "bonus": 0},
            "the worth of cards that are rare is a whole number from 0 to 1000, not -1",
        ),
        (
            Tariff,
            {"rarity": "rare", "worth": 1, "bonus": 1001},
            "the bonus of cards that are rare is a whole number from 0 to 1000, not 1001",
        ),
        (
            Tariff,
            {"rarity": "rare", "worth": 1, "bonus": 1, "price": 1.5},
            "the price of cards that are rare is a whole number from 0 to 1000, not 1.5",
        ),
        (RULES, {"traded": "away"}, "traded: one of out, market is meant, not 'away'"),
        (
            RULES,
            {"order_ties": ("seat", "age")},
            "order_ties: one of score, seat, chance is meant, not 'age'",
        ),
        (
            RULES,
            {"booster": COMMON_STARTER},
            "two shapes of packs have the same name: common starter, common starter, "
            "uncommon booster, rare booster",
        ),
        (
            RULES,
            {"tariffs": (*TARIFFS, TARIFFS[0])},
            "two tariffs have the same name: common, uncommon, rare, mythic, common",
        ),
        (
            RULES,
            {"tariffs": TARIFFS[1:3]},
            "there is no tariff for cards that are 'common', only for uncommon, rare",
        ),
        (
            RULES,
            {"market": (PackShape("a", ("common",), (PART,)),)},
            "cards that are common are in the market, and have no price",
        ),
        (check_size, {"players": 1, "rounds": 5}, "a draft has from 2 to 16 players, not 1"),
        (check_size, {"players": 17, "rounds": 5}, "a draft has from 2 to 16 players, not 17"),
        (check_size, {"players": 2, "rounds": 0}, "a draft has from 1 to 100 rounds, not 0"),
        (check_size, {"players": 2, "rounds": 101}, "a draft has from 1 to 100 rounds, not 101"),
        (
            draft_kind,
            {"name": "x" * 81},
            f"there is no kind of draft {'x' * 80!r}; there are {', '.join(sorted(draft_kinds()))}",
        ),
    ],
)
def test_the_reason_is_said(make, options, message):
    assert refused(make, **options) == message


@pytest.mark.parametrize(
    ("name", "least"),
    [
        *[(each, 0) for each in ("deck_size", "win_points", "tie_points", "loss_points")],
        *[(each, 0) for each in ("bye_points", "old_stays", "market_limit")],
        *[(each, 1) for each in ("starters", "matches")],
    ],
)
def test_numbers_of_rules_have_a_smallest_and_a_largest(name, least):
    for number in (least, 1000):
        assert getattr(RULES(**{name: number}), name) == number
    for number in (least - 1, 1001, True):
        message = f"{name} is a whole number from {least} to 1000, not {number!r}"
        assert refused(RULES, **{name: number}) == message
    if name not in ("old_stays", "market_limit"):
        assert refused(RULES, **{name: None}).endswith("not None")


@pytest.mark.parametrize("number", [0, 1000])
def test_numbers_of_tariffs_have_a_smallest_and_a_largest(number):
    tariff = Tariff("rare", number, number, number)
    assert (tariff.worth, tariff.bonus, tariff.price) == (number,) * 3


@pytest.mark.parametrize("name", draft_kinds())
def test_a_kind_of_draft_has_numbers_of_players_and_settings(name):
    kind = draft_kind(name)
    for players in (kind.least, kind.most):
        kind.check_players(players)
    some = f"exactly {kind.least}" if kind.least == kind.most else f"{kind.least} to {kind.most}"
    for players in (kind.least - 1, kind.most + 1, float(kind.least)):
        message = f"a {name} draft is for {some}, not for {players!r} players"
        assert refused(kind.check_players, players) == message
    names = [each.name for each in kind.settings.__attrs_attrs__]
    there = f"; there are {', '.join(names)}" if names else ""
    message = f"a {name} draft has no setting 'mood'{there}"
    assert refused(kind.settle, {**dict.fromkeys(names[:1]), "mood": 1}) == message


@pytest.mark.parametrize("kind", draft_kinds().values(), ids=lambda kind: kind.name)
def test_each_setting_has_its_values(kind):
    for each in kind.settings.__attrs_attrs__:
        known = each.metadata
        if "low" in known:
            low, high = known["low"], known["high"]
            wrong, what = [low - 1, high + 1, True], f"a whole number, from {low} to {high}"
        elif "words" in known:
            wrong, what = ["x", None], f"one of {', '.join(known['words'])}"
        else:
            wrong, what = [1, None], "True or False"
        for value in wrong:
            message = f"{each.name} is {what}, not {value!r}"
            assert refused(kind.settle, {each.name: value}) == message


def test_kinds_of_cards_have_words():
    assert kind_of(("common",), CLASSES) == "common"
    assert kind_of(("rare", "mythic"), ("red", "green")) == "rare or mythic, red or green"
    shapes = [COMMON_BOOSTER.size, COMMON_STARTER.size]
    assert shapes == [8, 15]
