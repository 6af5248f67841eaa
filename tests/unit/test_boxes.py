"""Boxes: runs that go on, quotas, and cards that are distinct in a box."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from tests.boosters import generator, slot


def sheet(name, count, **fields):
    entries = [cf.Entry(cf.CardRef(f"{name}{number}")) for number in range(count)]
    return cf.Sheet(name, entries, **fields)


def test_boxes_of_unrelated_packs_are_just_packs():
    made = generator([sheet("A", 9)], slot("A", 2), box=cf.model.Box(5))
    assert made.box(3) == tuple(made.pack(number) for number in range(15, 20))
    assert len(generator([sheet("A", 9)], slot("A", 2)).box(0)) == 36


def test_a_run_goes_on_from_pack_to_pack_and_the_packs_are_shuffled():
    run = sheet("A", 12, collation=cf.model.PrintRun(1, "box"))
    made = generator([run], slot("A", 2), box=cf.model.Box(6))
    orders = set()
    for number in range(30):
        packs = [[int(each.card.name[1:]) for each in pack.cards] for pack in made.box(number)]
        assert sorted(card for pack in packs for card in pack) == list(range(12))
        assert all((pack[0] + 1) % 12 == pack[1] for pack in packs)
        orders.add(tuple(map(tuple, packs)))
    assert len(orders) > 20
    assert [pack.number for pack in made.box(2)] == list(range(12, 18))
    assert made.box(2) == made.box(2) != made.box(3)


def test_a_run_of_a_pack_starts_anew_in_each_pack_of_a_box():
    run = sheet("A", 3, collation=cf.model.PrintRun(1, "pack"))
    quota = cf.model.Quota("B", [cf.model.QuotaCount(2)])
    made = generator([run, sheet("B", 3)], slot("A", 1), slot("B", 1), box=cf.model.Box(2, [quota]))
    starts = {tuple(pack.cards[0].card for pack in made.box(number)) for number in range(80)}
    assert len(starts) == 3 * 3


def test_quotas_say_how_many_packs_have_what():
    sheets = [sheet("hit", 5), sheet("miss", 9)]
    quota = cf.model.Quota("hit", [cf.model.QuotaCount(2, 3), cf.model.QuotaCount(0, 1)])
    made = generator(sheets, slot("s", 1, ("hit", 1), ("miss", 11)), box=cf.model.Box(10, [quota]))
    hits = Counter()
    places = Counter()
    for number in range(400):
        sheets_of = [pack.cards[0].sheet for pack in made.box(number)]
        hits[sheets_of.count("hit")] += 1
        places.update(at for at, name in enumerate(sheets_of) if name == "hit")
    assert set(hits) == {0, 2}
    assert 250 < hits[2] < 350
    assert min(places.values()) > 30


def test_cards_can_be_distinct_in_a_box():
    made = generator([sheet("A", 12)], slot("A", 2), box=cf.model.Box(6), distinct_scope="box")
    cards = [each.card for pack in made.box(0) for each in pack.cards]
    assert len(set(cards)) == 12
    assert len({each.card for each in made.pack(0).cards}) == 2


def test_guarantees_hold_in_boxes():
    run = sheet("A", 6, collation=cf.model.PrintRun(1, "box"))
    made = generator(
        [run], slot("A", 2), box=cf.model.Box(3), constraints=[cf.model.AtMost(0, "name", "a0")]
    )
    with pytest.raises(cf.CollationError, match="meets its constraints"):
        made.box(0)


@pytest.mark.parametrize(("of", "packs"), [("A", 0), ("A", 5), ("L", 5)])
def test_what_every_pack_has_cannot_be_in_some_only(of, packs):
    """A pack of which nothing is left to chance is not made against a quota either."""
    made = generator(
        [sheet("A", 3)],
        slot("A", 1),
        box=cf.model.Box(6, [cf.model.Quota(of, [cf.model.QuotaCount(packs)])]),
    )
    message = f"quotas of 'b' cannot be met: there is no pack without '{of}'"
    for make in (lambda: made.box(0), made.box_odds):
        with pytest.raises(cf.CollationError, match=message):
            make()
    every = generator(
        [sheet("A", 3)],
        slot("A", 1),
        box=cf.model.Box(6, [cf.model.Quota(of, [cf.model.QuotaCount(6)])]),
    )
    assert len(every.box(0)) == 6


def test_boxes_have_numbers_from_0():
    made = generator([sheet("A", 9)], slot("A", 2), box=cf.model.Box(5))
    with pytest.raises(cf.CollationError, match="boxes are numbered from 0 to"):
        made.box(-1)


def test_a_quota_needs_a_number():
    with pytest.raises(cf.ModelError, match="no number of positive weight"):
        cf.model.Quota("A", [cf.model.QuotaCount(1, 0)])


def test_boxes_are_kept_as_json_and_told_as_lost_elsewhere():
    box = cf.model.Box(
        10, [cf.model.Quota("A", [cf.model.QuotaCount(2, 3), cf.model.QuotaCount(3)])]
    )
    made = generator([sheet("A", 9)], slot("A", 2), box=box)
    assert cf.loads(cf.dumps(made.cardset, "json"), "json").boosters[0].box == box
    for format_id in ("draftmancer", "wagic", "octgn"):
        losses = cf.dumps_report(made.cardset, format_id).losses
        assert any("how packs are boxed" in each.message for each in losses), format_id


def test_a_box_can_be_too_large():
    made = generator([sheet("A", 9)], slot("A", 2), box=cf.model.Box(10**9))
    with pytest.raises(cf.CollationError, match="at most 100000 are allowed"):
        made.box(0)


def test_a_card_comes_once_in_a_distinct_box_whichever_sheet_a_slot_chooses():
    sheets = [cf.Sheet("A", ["A0", "A1"]), cf.Sheet("B", ["B0", "B1"])]
    one = cf.Slot("one", 1, [cf.SheetChoice("A"), cf.SheetChoice("B", 3)], on_short=["next"])
    made = generator(sheets, one, box=cf.model.Box(4), distinct_scope="box")
    for number in range(50):
        names = [card.card.name for pack in made.box(number) for card in pack.cards]
        assert sorted(names) == ["A0", "A1", "B0", "B1"]


def test_what_a_slot_carries_on_is_not_for_the_next_pack():
    """The last slot of a pack is short, and the first one of the next pack is not larger."""
    carrying = slot("S", 2, on_short=["carry"])
    made = generator([sheet("S", 3)], carrying, box=cf.model.Box(3), distinct_scope="box")
    assert sorted(len(pack.cards) for pack in made.box(0)) == [0, 1, 2]
    assert not made.box_odds(boxes=5).exact
