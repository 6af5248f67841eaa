"""Rotisserie Draft: around the table and back through all that lies open."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.draft.zones.face_up import TakeCard
from cardformats.draft.zones.kinds import begin, packs_for
from tests.zone_tables import known, pack, seats_in_turn, table


def test_the_order_turns_at_both_ends_of_the_table():
    state = table("rotisserie", [pack(30)], 4, cards=5)
    acting, state = seats_in_turn(state)
    assert acting == "0123" + "3210" + "0123" + "3210" + "0123"
    assert state.is_over
    assert [len(state.pool(seat)) for seat in range(4)] == [5, 5, 5, 5]
    assert len(state.zone("discard").cards) == 10


def test_all_lies_open_and_so_does_what_is_drafted():
    state = table("rotisserie", [pack(10)], 2, cards=3)
    assert state.view(1).zone("pack").cards == tuple(range(10))
    assert [option.text for option in state.view(0).options[:2]] == ["take card 0", "take card 1"]
    state = state.take_card(0, 7)
    assert state.view(1).zone("pack").cards == (0, 1, 2, 3, 4, 5, 6, 8, 9)
    assert state.view(1).zone("pool", 0).cards == (7,)
    for card in (7, 10, -1, True, None, [7]):
        with pytest.raises(cf.DraftError, match="card can be one of 0, 1, 2, "):
            state.take_card(1, card)


def test_exactly_as_many_cards_as_are_drafted_if_settled_so():
    state = table("rotisserie", [pack(300)], 3, cards=2, exact=True)
    laid = state.view(0).zone("pack").cards
    assert len(laid) == 6
    assert list(laid) == sorted(laid) != [0, 1, 2, 3, 4, 5]
    assert known(state, 0) == {*laid}
    acting, state = seats_in_turn(state)
    assert acting == "012210"
    assert known(state, 2) == {*laid}


def test_of_packs_all_is_drafted_also_if_seats_get_unequally_many():
    packs = [[cf.CardRef("Island")] * 3, pack(4)]
    acting, state = seats_in_turn(table("rotisserie", packs, 2, cards_from="packs", packs=1))
    assert acting == "0110011"
    assert [len(state.pool(seat)) for seat in (0, 1)] == [3, 4]
    assert state.zone("discard").cards == ()
    assert table("rotisserie", [[], []], 2, cards_from="packs", packs=1).is_over


def test_a_list_is_drafted_with_each_printing_once():
    cards = cf.CardSet.of(
        [cf.Card.of(f"card {at}", rarity="common") for at in range(12)], pack={"common": 3}
    )
    dealer = cf.Generator(cards, seed=1)
    packs = packs_for("rotisserie", dealer, cards, players=2)
    assert [[ref.name for ref in each] for each in packs] == [[f"card {at}" for at in range(12)]]
    assert len(packs_for("rotisserie", dealer, cards, players=2, cards_from="packs")) == 6
    assert len(begin("rotisserie", packs, cards, players=2, seed=1, cards=6).cards) == 12


def test_cards_that_the_list_only_names_are_drafted_as_well():
    sheets = [
        cf.Sheet(name, [cf.Entry(cf.CardRef(card)) for card in cards])
        for name, cards in (("one", ["Opt", "Shock"]), ("other", ["Opt"]))
    ]
    pack = cf.Layout("pack", 1, [cf.Slot("cards", 1, [cf.SheetChoice("one")])])
    cards = cf.CardSet(sheets=sheets, boosters=[cf.Booster("pack", layouts=[pack])])
    packs = packs_for("rotisserie", cf.Generator(cards, seed=1), cards, players=2)
    assert packs == [[cf.CardRef("Opt"), cf.CardRef("Shock")]]


def test_too_few_cards():
    with pytest.raises(cf.DraftError, match="this takes 90 cards; there are 89"):
        table("rotisserie", [pack(89)], 2)
    with pytest.raises(cf.DraftError, match="takes 6 packs"):
        table("rotisserie", [pack(3)], 2, cards_from="packs")


def test_a_bot_takes_the_best_card_of_all():
    view = table("rotisserie", [pack(90)], 2).view(0)
    best = view.best_action(lambda card: card.name == "card 63", Bits(Source(1), 0))
    assert best == TakeCard(0, 63)


def test_a_person_names_a_card_or_its_place():
    packs = [[cf.CardRef("Opt"), cf.CardRef("Island"), cf.CardRef("Island"), *pack(87)]]
    state = table("rotisserie", packs, 2)
    view = state.view(0)
    assert view.question == "which card? its name, or 1 to 90"
    assert view.read(" opt ") == view.read("1") == TakeCard(0, 0)
    with pytest.raises(cf.DraftError, match="2 cards are called 'Island': choose one by"):
        view.read("Island")
    for reply in ("Forest", "0", "91", ""):
        with pytest.raises(cf.DraftError, match="choices from 1 to 90"):
            view.read(reply)
    assert state.take_card(0, 0).view(1).read("2") == TakeCard(1, 2)
