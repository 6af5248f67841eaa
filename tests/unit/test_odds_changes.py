"""Changes of odds between two versions of a set: which booster is compared with which."""

from __future__ import annotations

from attrs import evolve

import cardformats as cf
from cardformats.collation import odds_changes

BOTH = ("draftmancer", "draftmancer")


def a_set(*boosters):
    names = ("Eel", "Frog", "Heron")
    entries = [cf.Entry(cf.CardRef(name)) for name in names]
    return cf.CardSet(
        cards=[cf.Card.of(name) for name in names],
        sheets={"A": cf.Sheet("A", entries), "B": cf.Sheet("B", entries[:1])},
        boosters=boosters,
    )


def pack(name, **counts):
    return cf.Booster.of(counts, name)


def test_boosters_in_another_order_are_found_by_their_names():
    small, large = pack("small", A=1), pack("large", A=2)
    changes = [*odds_changes(a_set(small, large), a_set(large, small), BOTH)]
    assert [(each.booster, each.changed, each.problem) for each in changes] == [
        ("small", {}, ""), ("large", {}, "")
    ]  # fmt: skip


def test_a_booster_of_a_new_name_is_that_at_its_place():
    one, two = pack("small", A=1), pack("large", A=2)
    renamed = evolve(two, name="jumbo")
    small, large = odds_changes(a_set(one, two), a_set(one, renamed), BOTH)
    assert (small.changed, large.changed) == ({}, {})
    _, large = odds_changes(a_set(one, two), a_set(one, pack("jumbo", B=1)), BOTH)
    assert {*large.changed} == {"Eel", "Frog", "Heron"}


def test_a_booster_that_was_not_written_is_a_problem():
    _, large = odds_changes(
        a_set(pack("small", A=1), pack("large", A=2)), a_set(pack("small", A=1)), BOTH
    )
    assert (large.booster, large.problem) == ("large", "it was not written")
