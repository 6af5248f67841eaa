"""What official conspiracies say: the table agrees with the cards of a real set."""

from __future__ import annotations

import cardformats as cf
from cardformats import draft

SET = "corpus/octgn/mtg/Sets/7d4ebb59-a50b-45b8-8fff-ab70767819a5/set.xml"


def test_the_table_says_what_the_texts_of_the_cards_say(corpus):
    cards = cf.read_report(corpus / SET, format="octgn").value.cards
    said = {card.name: draft.conspiracy.conspiracy_of(card) for card in cards}
    found = {name: each for name, each in said.items() if each is not None}
    assert len(found) == 13
    assert found == {name: draft.conspiracy.OFFICIAL_CONSPIRACIES[name] for name in found}
