"""Limits of what is collated, one below and one above each, and words that mean nothing."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.collation import rounds
from cardformats.collation.collators import collator_for
from cardformats.collation.effort import with_effort
from cardformats.collation.words import known_word
from cardformats.model import Box, Choice, Quota, QuotaCount

from .text_tables import rows

SLOT = cf.Slot("S", 1, "A")
LAYOUT = cf.Layout("L", 1, [SLOT])
BOOSTER = cf.Booster("draft", layouts=[LAYOUT], id="d1")
CARDS = cf.CardSet(
    "Marsh",
    "MAR",
    [cf.Card.of("Eel", set_code="MAR")],
    sheets=[cf.Sheet("A", ["Eel"])],
    boosters=[BOOSTER],
)
TWO = evolve(CARDS, boosters=[BOOSTER, evolve(BOOSTER, id="d2")])


def refused(call, *arguments, **options):
    with pytest.raises(cf.CollationError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def deep(depth):
    slots = [SLOT]
    for _ in range(depth):
        slots = [Choice([cf.Layout("", 1, slots)])]
    return cf.Layout("L", 1, slots)


@pytest.mark.parametrize(
    ("check", "most", "message"),
    [
        (
            lambda n: rounds.check_boosters(SimpleNamespace(boosters_per_player=n)),
            10_000,
            "the maximum is 10000 boosters per player, not 10001",
        ),
        (
            lambda n: rounds.check_deal(n, 1),
            1_000_000,
            "a deal has at most 1000000 packs, not 1000001",
        ),
        (
            lambda n: rounds.check_deal(1, n),
            1_000_000,
            "a deal has at most 1000000 packs, not 1000001",
        ),
        (rounds.check_cards, 1_000_000, "a deal has at most 1000000 cards; this one has more"),
        (
            lambda n: rounds.check_slot(SLOT, n),
            100_000,
            "slot 'S' has 100001 cards; at most 100000 are allowed",
        ),
        (
            lambda n: rounds.check_depth(deep(n)),
            50,
            "layout 'L': choices are nested more than 50 levels deep",
        ),
        (rounds.check_pack, 200_000, "a pack has at most 200000 cards; this one has more"),
        (
            lambda n: rounds.check_number("packs", n, 9),
            8,
            "packs are numbered from 0 to 8, not 9",
        ),
    ],
)
def test_each_limit_is_the_largest_number(check, most, message):
    check(most)
    assert refused(check, most + 1) == message


@pytest.mark.parametrize(
    ("check", "least", "message"),
    [
        (lambda n: rounds.check_deal(n, 1), 1, "a deal needs at least 1 player, not 0"),
        (
            rounds.check_count,
            0,
            "the number of packs must be an integer of at least 0, not -1",
        ),
        (
            lambda n: rounds.check_number("boxes", n, 9),
            0,
            "boxes are numbered from 0 to 8, not -1",
        ),
        (
            lambda n: with_effort(n).__enter__(),
            1,
            "the effort must be at least 1, not 0",
        ),
    ],
)
def test_each_limit_is_the_smallest_number(check, least, message):
    check(least)
    assert refused(check, least - 1) == message


@pytest.mark.parametrize(
    ("cardset", "wanted", "of_set", "message"),
    [
        (cf.CardSet(), None, None, "the card set has no booster"),
        (cf.CardSet("Marsh"), "draft", None, "the card set 'Marsh' has no booster"),
        (
            TWO,
            "play",
            None,
            "there is no booster 'play'; the boosters are 'draft' (id d1), 'draft' (id d2)",
        ),
        (
            TWO,
            "draft",
            None,
            "2 boosters have the name 'draft': 'draft' (id d1), "
            "'draft' (id d2); specify the id of the booster, or its set",
        ),
        (TWO, None, "XYZ", "no set 'XYZ' has a booster; the sets are draft"),
        (
            evolve(CARDS, boosters=[evolve(BOOSTER, id=f"d{n}") for n in range(20 + 2)]),
            "play",
            None,
            "there is no booster 'play'; the boosters are "
            + ", ".join(f"'draft' (id d{n})" for n in range(20))
            + " and 2 more",
        ),
    ],
)
def test_a_booster_is_found_by_its_name_its_id_or_its_set(cardset, wanted, of_set, message):
    assert refused(rounds.find_booster, cardset, wanted, of_set) == message


def test_ids_precede_names():
    other = evolve(BOOSTER, name="d1", id="x")
    both = evolve(CARDS, boosters=[other, BOOSTER])
    assert rounds.find_booster(both, "d1") is BOOSTER
    assert rounds.find_booster(both, None) is other
    assert rounds.find_booster(both, "d1", "mar") is rounds.find_booster(both, "d1", "Marsh")
    assert rounds.find_booster(both, other) is other


@pytest.mark.parametrize(
    ("word", "expected"),
    rows("""
        Common | Common
        common | Common
        Eel's  | Eel’s
        ÉEL'S  | Eel’s
        any    | any
        ANY    | any
    """),
)  # fmt: skip
def test_a_word_is_understood_in_any_spelling(word, expected):
    assert known_word(word, ["Common", "Eel’s", "Rare"], "sheet", ["any"]) == expected


@pytest.mark.parametrize(
    ("word", "known", "message"),
    [
        ("comon", ["common", "rare"], "there is no sheet 'comon'; did you mean 'common'?; there "
         "are 'common', 'rare'"),
        ("xyz", ["common", "rare"], "there is no sheet 'xyz'; there are 'common', 'rare'"),
        ("RARE", ["Rare", "rare"], "more than one sheet is 'RARE': 'Rare', 'rare'"),
    ],
)  # fmt: skip
def test_a_word_that_is_not_known_is_refused_with_those_that_are(word, known, message):
    assert refused(known_word, word, known, "sheet") == message


@pytest.mark.parametrize(
    ("quota", "message"),
    [
        (Quota("B", [QuotaCount(1)]), "the quota of 'B' names no sheet or layout of 'draft'"),
        (Quota("A", [QuotaCount(1), QuotaCount(5)]), "the quota of 'A' is 5 of 4 packs"),
    ],
)
def test_a_quota_is_of_what_is_in_the_box(quota, message):
    booster = evolve(BOOSTER, box=Box(4, quotas=[quota]))
    cardset = evolve(CARDS, boosters=[booster])
    assert refused(lambda: cf.Generator(cardset, seed=1).box(0)) == message
    fits = evolve(booster, box=Box(4, quotas=[Quota("A", [QuotaCount(4)])]))
    assert len(cf.Generator(evolve(CARDS, boosters=[fits]), seed=1).box(0)) == 4


def test_a_collator_has_a_known_name():
    assert refused(collator_for, "mine").startswith("there is no collator 'mine'; ")
