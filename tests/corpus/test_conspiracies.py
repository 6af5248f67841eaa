"""What official cards say before a game: the tables agree with the cards of real sets."""

from __future__ import annotations

import json

import cardformats as cf
from cardformats import draft

CARDS = "corpus/scryfall/default-cards.json"


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
