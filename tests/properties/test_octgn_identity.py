"""Properties of the GUIDs of games, sets, packs and cards in OCTGN: they stay the same."""

from __future__ import annotations

from collections import Counter

from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from tests.conftest import SETTLED

NOTES = {"OC057", "OC058", "OC059"}


def without_ids(cardset):
    """*cardset* as formats that know nothing of OCTGN give it back."""

    def bare(extras):
        return {name: each for name, each in extras.items() if name != "octgn"}

    cards = [evolve(card, ids={}, extras=bare(card.extras)) for card in cardset.cards]
    boosters = [
        evolve(each, id=None, extras=bare(each.extras), name=each.name or "Booster")
        for each in cardset.boosters
    ]
    sheets = [
        evolve(
            sheet,
            entries=[evolve(each, card=evolve(each.card, id=None)) for each in sheet.entries],
            extras=bare(sheet.extras),
        )
        for sheet in cardset.sheets.values()
    ]
    return evolve(
        cardset,
        cards=cards,
        boosters=boosters,
        sheets=sheets,
        extras=bare(cardset.extras),
    ).with_syntax(None)


@st.composite
def sets(draw):
    """A card set of one code as OCTGN has it, and the same without GUIDs."""
    cardset = without_ids(draw(testing.cardsets()))
    code = draw(st.sampled_from([None, "MYS"]))
    cards = [evolve(card, set_code=code) for card in cardset.cards]
    sheets = [
        evolve(
            sheet,
            entries=[evolve(each, card=evolve(each.card, set_code=None)) for each in sheet.entries],
        )
        for sheet in cardset.sheets.values()
    ]
    cardset = evolve(cardset, code=code, cards=cards, sheets=sheets)
    first = cf.loads(cf.dumps(cardset, "octgn"), "octgn")
    return first, without_ids(first)


def guids(cardset):
    return [card.ids["octgn"] for card in cardset.cards]


def notes(report):
    return {str(each.code): each.data for each in report.diagnostics if each.code in NOTES}


@SETTLED
@given(sets(), st.randoms(use_true_random=False))
def test_all_ids_stay_in_whatever_order(pair, random):
    first, bare = pair
    mixed = random.sample(bare.cards, len(bare.cards))
    report = cf.dumps_report(evolve(bare, cards=mixed), "octgn", ids_from=first)
    again = cf.loads(report.value, "octgn")
    assert Counter(guids(again)) == Counter(guids(first))
    assert not notes(report).keys() - {"OC059"}
    assert again.extras["octgn"]["game"]["id"] == first.extras["octgn"]["game"]["id"]
    assert [each["id"] for each in again.extras["octgn"]["sets"]] == [
        each["id"] for each in first.extras["octgn"]["sets"]
    ]
    assert sorted(each.id for each in again.boosters) == sorted(each.id for each in first.boosters)


@settings(max_examples=SETTLED.max_examples // 2)
@given(sets(), testing.cardsets())
def test_ids_are_each_of_one_card_and_stay_when_written_again(pair, other):
    first, _ = pair
    bare = without_ids(other)
    text = cf.dumps(bare, "octgn", ids_from=first)
    written = cf.loads(text, "octgn")
    assert len(set(guids(written))) == len(written.cards)
    again = cf.loads(cf.dumps(bare, "octgn", ids_from=written), "octgn")
    assert guids(again) == guids(written)


@SETTLED
@given(sets(), st.data())
def test_one_renamed_one_added_and_one_removed_are_told(pair, data):
    first, bare = pair
    names = Counter(card.name for card in bare.cards)
    numbers = Counter(card.number for card in bare.cards)
    only = [
        card
        for card in bare.cards
        if names[card.name] == 1 and card.number and numbers[card.number] == 1
    ]
    assume(len(only) > 1)
    renamed, removed = data.draw(st.permutations(only))[:2]
    assume(not {"New name", "New card"} & names.keys())
    face = evolve(renamed.faces[0], name="New name")
    cards = [
        evolve(card, faces=[face, *card.faces[1:]]) if card is renamed else card
        for card in bare.cards
        if card is not removed
    ]
    new = cf.Card(cf.Face("New card", types="Nothing"), renamed.set_code, "none")
    changed = evolve(bare, cards=[*cards, new], sheets=[], boosters=[])
    report = cf.dumps_report(changed, "octgn", ids_from=first)
    told = notes(report)
    before = dict(zip(map(id, bare.cards), guids(first), strict=True))
    again = cf.loads(report.value, "octgn")
    expected = [before[id(card)] for card in bare.cards if card is not removed]
    assert Counter(guids(again)[:-1]) == Counter(expected)
    assert guids(again)[-1] not in guids(first)
    assert told["OC057"]["names"] == "New card"
    assert told["OC058"]["names"].split(", ")[0] == removed.name.split(", ")[0]
    assert f"New name, once {renamed.name}" in told["OC059"]["names"]
