"""What official cards say before a game: the tables agree with the cards of real sets."""

from __future__ import annotations

import json

import cardformats as cf
from cardformats import draft

SET = "corpus/octgn/mtg/Sets/7d4ebb59-a50b-45b8-8fff-ab70767819a5/set.xml"
CARDS = "corpus/scryfall/default-cards.json"


def test_the_table_says_what_the_texts_of_the_cards_say(corpus):
    cards = cf.read_report(corpus / SET, format="octgn").value.cards
    said = {card.name: draft.conspiracy.conspiracy_of(card) for card in cards}
    found = {name: each for name, each in said.items() if each is not None}
    assert len(found) == 13
    assert found == {name: draft.conspiracy.OFFICIAL_CONSPIRACIES[name] for name in found}


def test_the_tables_say_what_the_texts_of_both_sets_say(corpus):
    records = json.loads((corpus / CARDS).read_text("utf-8"))
    cards = [
        cf.Card(
            cf.Face(
                record["name"],
                types=record["type_line"].split(" — ")[0].split(),
                text=record.get("oracle_text", ""),
            )
        )
        for record in records
        if record["set"] in {"cns", "cn2"}
    ]
    conspiracies = {card.name: draft.conspiracy.conspiracy_of(card) for card in cards}
    exiles = {card.name: draft.conspiracy.exile_ability_of(card) for card in cards}
    official = draft.conspiracy.OFFICIAL_CONSPIRACIES
    assert {name: each for name, each in conspiracies.items() if each} == official
    assert len(official) == 25
    assert {name: each for name, each in exiles.items() if each} == draft.conspiracy.OFFICIAL_EXILES
