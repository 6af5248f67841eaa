"""Decks: only cards of the pool and basic lands, large enough, and no conspiracies."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft

EEL, REED = cf.CardRef("Lantern Eel", "LAN", "3"), cf.CardRef("Reed Scribe")
PACT = cf.Card(
    cf.Face("Small Pact", types="Conspiracy", text="Your minimum deck size is reduced by three."),
)


def refusal(*args, **options):
    with pytest.raises(cf.DraftError) as caught:
        draft.verify_deck(*args, **options)
    assert not draft.can_play_deck(*args, **{key: options[key] for key in options if key != "seat"})
    return caught.value


def accepts(*args, **options):
    draft.verify_deck(*args, **options)
    return draft.can_play_deck(*args, **options)


def test_905_1d_a_deck_has_only_cards_of_the_pool():
    assert accepts([EEL, REED], [EEL, REED], minimum=2)
    assert accepts([EEL, EEL, REED], [EEL, EEL], minimum=2)
    error = refusal([EEL, REED], [EEL, EEL, "Marsh Courier"], minimum=2, seat=1)
    assert str(error) == (
        "seat 1: the deck has a copy of Lantern Eel (LAN) 3 that the pool has not; "
        "the deck has a copy of Marsh Courier that the pool has not (CR 905.1d)"
    )


def test_905_1d_a_deck_has_any_number_of_basic_land_cards():
    assert accepts([], ["Forest"] * 30 + [cf.CardRef("Island", "LAN", "9")] * 10)
    assert {"Plains", "Island", "Swamp", "Mountain", "Forest"} == draft.BASIC_LANDS


@pytest.mark.parametrize("name", sorted(draft.ALL_BASIC_LANDS - draft.BASIC_LANDS))
def test_905_1d_the_other_basic_lands_are_free_if_the_event_says_so(name):
    assert refusal([], [name] * 40).rule == "CR 905.1d"
    assert accepts([], [name] * 40, free=draft.ALL_BASIC_LANDS)


def test_905_1d_the_pool_of_a_draft_is_what_a_seat_has_drafted():
    packs = [[[REED, EEL], [EEL, EEL]]]
    state = draft.start(packs, cf.CardSet(), seed=1)
    while not state.is_over:
        seat = next(seat for seat in range(2) if state.duty(seat) == "pick")
        state = state.pick(seat, next(iter(state.view(seat).pack)))
    for seat in range(2):
        assert accepts(state.pool(seat), state.pool(seat), minimum=2)
        assert draft.sideboard_of(state.pool(seat), state.pool(seat)[:1]) == state.pool(seat)[1:]
    assert accepts(state.pool(0), [REED, EEL], minimum=2)
    assert not draft.can_play_deck(state.pool(0), [EEL, EEL], minimum=2)


def test_100_2b_a_deck_has_at_least_forty_cards():
    assert accepts([EEL], [EEL, *["Swamp"] * 39])
    error = refusal([EEL], [EEL, *["Swamp"] * 38], seat=3)
    assert (error.seat, error.rule) == (3, "CR 100.2b")
    assert error.reason == "the deck needs 40 cards or more, and has 39"


def test_100_4b_the_sideboard_is_the_rest_of_the_pool():
    pool = [EEL, EEL, REED, PACT]
    assert draft.sideboard_of(pool, [REED, "Forest"]) == (EEL, EEL, PACT)
    assert accepts(pool, [REED], [PACT, EEL, EEL], minimum=1)
    assert accepts(pool, [REED], ["Forest", *pool[:2], PACT], minimum=1)
    missing = refusal(pool, [REED], [PACT], minimum=1)
    assert missing.reason == (
        "neither the deck nor the sideboard has 2 copies of Lantern Eel (LAN) 3 of the pool"
    )
    more = refusal(pool, [REED], [PACT, EEL, EEL, REED], minimum=1)
    assert more.reason == "the sideboard has a copy of Reed Scribe that the pool has not"
    assert missing.rule == more.rule == "CR 100.4b"


def test_100_4b_a_basic_land_of_the_pool_may_be_anywhere_or_nowhere():
    pool = [cf.CardRef("Forest", "LAN", "8"), EEL]
    assert draft.sideboard_of(pool, ["Forest"]) == (EEL,)
    assert accepts(pool, [EEL], [], minimum=1)


@pytest.mark.parametrize(
    "conspiracy", ["Backup Plan", PACT, draft.DraftCard(PACT.ref, types=["Conspiracy"])]
)
def test_905_4_conspiracies_are_never_in_a_deck_and_do_not_count(conspiracy):
    error = refusal([conspiracy, EEL], [EEL, conspiracy], minimum=2, seat=0)
    assert error.rule == "CR 100.2b, CR 905.4"
    assert error.reason.startswith("the deck needs 2 cards or more, and has 1; ")
    assert error.reason.endswith("is a conspiracy, which is never in a deck")


def test_905_4_conspiracies_are_known_from_a_card_set_or_from_the_caller():
    pool = ["Small Pact"]
    assert accepts(pool, pool, minimum=1)
    assert refusal(pool, pool, minimum=0, cards=cf.CardSet(cards=[PACT])).rule == "CR 905.4"
    assert refusal(pool, pool, minimum=0, known={"Small Pact": draft.conspiracy.Conspiracy()})
    other = cf.Card(cf.Face("Backup Plan", types="Sorcery"))
    assert accepts(["Backup Plan"], ["Backup Plan"], minimum=1, cards=cf.CardSet(cards=[other]))


def test_a_name_alone_is_any_printing_and_a_printing_is_that_one():
    first, second = cf.CardRef("Eel", "LAN", "1"), cf.CardRef("Eel", "LAN", "2")
    assert accepts([first, second], ["Eel", "Eel"], minimum=2)
    assert accepts([first, second], ["Eel", cf.CardRef("Eel", "lan", "1")], minimum=2)
    assert refusal([first, second], [first, first], minimum=2).rule == "CR 905.1d"
    assert accepts(["Eel"], [first], minimum=1)


def test_every_way_to_name_a_card_is_accepted():
    card = cf.Card(cf.Face("Lantern Eel"), "LAN", "3")
    ways = ["Lantern Eel", EEL, card, cf.PackCard(EEL, "", ""), draft.DraftCard(EEL)]
    assert accepts([EEL] * len(ways), ways, minimum=5)
    assert accepts(ways, [EEL] * len(ways), minimum=5)


@pytest.mark.parametrize("wrong", [3, None, ("Lantern Eel",)])
def test_what_names_no_card_is_refused(wrong):
    for pool, deck, sideboard in ([wrong], [], []), ([], [wrong], []), ([], [], [wrong]):
        assert "names no card" in str(refusal(pool, deck, sideboard, minimum=0))
    with pytest.raises(cf.DraftError, match="names no card"):
        draft.sideboard_of([wrong], [])


def test_the_smallest_deck_is_smaller_for_each_conspiracy_that_says_so():
    size = draft.minimum_deck_size
    assert size([]) == 40
    assert size(["Advantageous Proclamation"] * 2 + ["Backup Plan"]) == 30
    assert size([PACT, PACT], minimum=60) == 54
    assert size(["Small Pact"], cf.CardSet(cards=[PACT])) == 37
    assert (
        size(["Small Pact"], known={"Small Pact": draft.conspiracy.Conspiracy(smaller_deck=7)})
        == 33
    )
    assert size(["Lantern Eel", EEL]) == 40
    assert size(["Advantageous Proclamation"] * 9) == 0


def test_what_a_card_says_comes_before_what_the_official_card_of_its_name_says():
    face = cf.Face("Advantageous Proclamation", types="Conspiracy", text="Nothing of the kind.")
    mine = cf.CardSet(cards=[cf.Card(face)])
    assert draft.minimum_deck_size(["Advantageous Proclamation"], mine) == 40


#: A few printings, so that references agree or not in every way.
refs = st.builds(
    cf.CardRef, st.sampled_from("AB"), st.sampled_from((None, "S", "T")), st.none()
) | st.builds(cf.CardRef, st.just("A"), st.just("S"), st.sampled_from("12"))


def fits(one, other):
    parts = [(one.set_code, other.set_code), (one.number, other.number)]
    return one.name == other.name and all(a == b or None in {a, b} for a, b in parts)


def can_be_found(pool, deck):
    """Whether each card of the deck can have one of the pool, by trying all ways."""
    if not deck:
        return True
    first, *others = deck
    return any(
        fits(first, card) and can_be_found(pool[:place] + pool[place + 1 :], others)
        for place, card in enumerate(pool)
    )


@given(st.lists(refs, max_size=6), st.lists(refs, max_size=5))
def test_a_deck_is_accepted_if_and_only_if_the_pool_has_its_cards(pool, deck):
    assert draft.can_play_deck(pool, deck, minimum=0, free=()) is can_be_found(pool, deck)


@given(st.data())
def test_a_deck_and_its_sideboard_are_the_pool(data):
    pool = data.draw(st.lists(refs, max_size=8))
    deck = data.draw(st.permutations(pool))[: data.draw(st.integers(0, 8))]
    rest = draft.sideboard_of(pool, deck)
    assert Counter(deck) + Counter(rest) == Counter(pool)
    assert draft.can_play_deck(pool, deck, rest, minimum=len(deck))
    assert not draft.can_play_deck(pool, deck, rest, minimum=len(deck) + 1)
    if rest:
        assert not draft.can_play_deck(pool, deck, rest[1:], minimum=0)


# what conspiracies say of decks

REALM = cf.Card(
    cf.Face("Dry Pact", types="Conspiracy", text="Your deck can't have basic land cards.")
)


def test_905_4_a_deck_may_be_smaller_with_conspiracies_that_are_put_into_the_command_zone():
    pool = [*["Eel"] * 35, "Advantageous Proclamation", "Power Play"]
    deck = pool[:35]
    assert refusal(pool, deck).rule == "CR 100.2b"
    assert accepts(pool, deck, conspiracies=["Advantageous Proclamation"])
    assert accepts(pool, deck, pool[35:], conspiracies=["Advantageous Proclamation"])
    error = refusal(pool, deck[1:], conspiracies=["Advantageous Proclamation", "Power Play"])
    assert error.reason == "the deck needs 35 cards or more, and has 34"
    assert accepts([EEL, PACT], [EEL], conspiracies=[PACT], minimum=4)


@pytest.mark.parametrize("card", ["Sovereign's Realm", REALM])
def test_a_deck_has_no_basic_lands_with_a_conspiracy_that_bans_them(card):
    pool = [EEL, card, "Snow-Covered Swamp"]
    assert accepts(pool, [EEL], minimum=1, conspiracies=[card])
    assert accepts(pool, [EEL, "Forest"], minimum=1)
    error = refusal(pool, [EEL, "Forest", "Forest"], minimum=1, conspiracies=[card])
    assert error.reason == "the deck has 'Forest', and cannot have basic land cards"
    assert error.rule == "CR 101.1"
    assert refusal(pool, [EEL, "Snow-Covered Swamp"], minimum=1, conspiracies=[card])
    bog = cf.Card(cf.Face("Lantern Eel", supertypes="Basic", types="Land"), "LAN", "3")
    options = {"minimum": 1, "conspiracies": [card]}
    assert accepts(pool, [EEL], **options, cards=cf.CardSet(cards=[REALM]))
    assert refusal(pool, [EEL], **options, cards=cf.CardSet(cards=[REALM, bog]))


def test_905_4_only_conspiracies_of_the_sideboard_are_put_into_the_command_zone():
    pool = [EEL, "Power Play"]
    assert accepts(pool, [EEL], minimum=1, conspiracies=["Power Play"])
    twice = refusal(pool, [EEL], minimum=1, conspiracies=["Power Play"] * 2, seat=2)
    assert str(twice) == (
        "seat 2: the command zone has a copy of Power Play that the sideboard has not (CR 905.4)"
    )
    assert refusal(pool, [EEL], ["Power Play"], minimum=1, conspiracies=["Backup Plan"])
    other = refusal([EEL, REED], [EEL], minimum=1, conspiracies=[REED])
    assert (other.reason, other.rule) == ("'Reed Scribe' is not a conspiracy", "CR 905.4")


def test_worldknit_asks_that_no_card_is_left_beside_the_deck_and_the_command_zone():
    pool = [EEL, REED, "Worldknit"]
    assert draft.sideboard_of(pool, [EEL, REED, "Worldknit"]) == ()
    assert draft.sideboard_of(pool, [EEL, "Worldknit"]) == (REED,)
