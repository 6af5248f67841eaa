"""The engine's reading of lines: where it cuts, what it takes, and what it does not use."""

from __future__ import annotations

import pickle

from cardformats.formats.wagic.abilities.engine.built import CardFacts
from cardformats.formats.wagic.abilities.engine.reader import read, reading


def test_what_spells_do_ends_with_the_turn():
    spell = CardFacts(types=frozenset({"instant"}))
    assert read("flying").values == {"keyword": "flying"}
    assert read("flying", card=spell).values["until"] == "turn"
    assert read("flying forever", card=spell).values == {"keyword": "flying"}
    assert read("{1}:flying").inner[0].values["until"] == "turn"
    assert read("cantbeblockedby(elf)", card=spell) is None


def test_alternative_costs_must_be_paid():
    card = CardFacts(paid=frozenset({"kicker"}))
    assert read("kicker draw:1", card=card).kind == "draw"
    assert read("overload draw:1", card=card) is None


def test_sides_turn_only_where_the_card_is_not_in_play():
    assert read("doubleside(other)") is None
    assert read("doubleside(other)", "autohand").kind == "doubleside"


def test_tokens_by_name_are_looked_up():
    card = CardFacts(has_card=lambda name: name == "treasure")
    assert read("token(treasure)", card=card).kind == "token"
    assert read("token(nosuch)", card=card) is None
    assert read("token(treasure,notrigger)").kind == "token"
    assert read("token(treasure,artifact treasure)") is None
    assert read("create(treasure:artifact treasure)") is None
    assert read("token(goblin,creature goblin,1/1,red)*2", card=card).values["amount"] == "2"


def test_readings_pickle():
    result = reading("@each my upkeep:{t}:draw:1 nonsense")
    assert pickle.loads(pickle.dumps(result)) == result
