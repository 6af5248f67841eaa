"""Every card of a written list is the card that was meant, or the loss says that it is not.

What Draftmancer makes of a list is judged by its own rules, restated; what was meant, by the card
set alone.
"""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.formats.draftmancer.acceptance import Accepted, ListRejection, accept
from tests.draftmancer_meanings import found, inherited, meant, official


def is_supported(cardset):
    """Whether a line of its own can say the name of each official card."""
    names = {card for cards in meant(cardset) for _, card in cards if isinstance(card, str)}
    own = {card.name for card in cardset.cards}
    for name in names:
        made = accept(f"1 {name}", lambda each, *_: each in names)
        if isinstance(made, ListRejection) or made.sheets["default"]["cards"][0].name != name:
            return False
    return names.isdisjoint(own)  # else a number that none of the custom cards has


@given(testing.odd_cardsets())
def test_each_line_is_the_card_that_is_meant(cardset):
    report = cf.dumps_report(cardset, "draftmancer")
    made = accept(report.value, official(cardset), inherited)
    if not report.errors:
        assert isinstance(made, Accepted), report.value
        assert found(made) == meant(cardset), report.value
    else:
        assert not is_supported(cardset), report.errors


@given(testing.odd_cardsets())
def test_no_custom_card_is_another_than_it_says_and_no_setting_is_of_the_list_before(cardset):
    text = cf.dumps(cardset, "draftmancer")
    alone = accept(text)
    assert isinstance(alone, Accepted), text
    assert accept(text, printed=inherited) == alone
    assert [each["name"] for each in alone.cards.values()] == [each.name for each in cardset.cards]
    event = cardset.event or cf.model.Event(supply="infinite")
    assert {
        "withReplacement": event.supply == "infinite",
        "colorBalance": event.color_balance,
        "duplicateProtection": cardset.boosters[0].distinct != "none",
        "boostersPerPlayer": event.boosters_per_player,
    }.items() <= alone.settings.items()
    again = cf.dumps(cf.loads_report(text, "draftmancer").value, "draftmancer", canonical=True)
    after = accept(again)
    assert (after.cards, after.settings) == (alone.cards, alone.settings)
    assert found(after) == found(alone)


@given(testing.odd_cardsets())
def test_only_names_and_official_sets_are_written_if_asked_for(cardset):
    names = [entry.card.name for entry in cardset.sheets["A"].entries]
    report = cf.dumps_report(cardset, "draftmancer", cards="names")
    made = accept(report.value, lambda name, *_: name in names)
    if report.errors:
        assert not is_supported(evolve(cardset, cards=()))
    else:
        assert [line.name for line in made.sheets["A"]["cards"]] == names
        assert {line.set for line in made.sheets["A"]["cards"]} <= {None, "M10"}
        lines = zip(cardset.sheets["A"].entries, made.sheets["A"]["cards"], strict=True)
        for entry, line in lines:
            # the set's own cards count as they like; what it only names is an official printing
            is_own = cardset.card(entry.card) is not None
            assert line.number in (None if is_own else entry.card.number, None)


CARD = cf.Card(cf.Face("Zorblax", types=("Creature",)), "AAA", "1")


@pytest.mark.parametrize("number", [None, "", "12 b", " 5", "a(b)", "53+54"])
@pytest.mark.parametrize("code", ["AAA", "A-B", "A B", "é", None, "bbb"])
def test_a_second_printing_stays_one(code, number):
    second = cf.Card(CARD.faces, code, number)
    sheet = cf.Sheet("A", [cf.Entry(CARD.ref), cf.Entry(cf.CardRef("Zorblax", code, number), 3)])
    cardset = cf.CardSet(cards=[CARD, second], sheets=[sheet])
    report = cf.dumps_report(cardset, "draftmancer")
    assert report.ok
    made = accept(report.value)
    assert len(made.cards) == 2
    assert found(made) == meant(cardset)


@st.composite
def numbered(draw):
    """A custom card that no other is called like, with any set and number."""
    return cf.Card(cf.Face("Zorblax"), draw(st.text()) or None, draw(st.text()) or None)


@given(numbered())
def test_a_lone_card_is_found_whatever_its_set_and_number(card):
    cardset = cf.CardSet(cards=[card], sheets=[cf.Sheet("A", [cf.Entry(card.ref)])])
    report = cf.dumps_report(cardset, "draftmancer")
    assert report.ok, report.errors
    (key,) = accept(report.value).cards
    assert found(accept(report.value)) == [[(1, 0)]], key
