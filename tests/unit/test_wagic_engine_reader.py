"""The engine's reading of lines: where it cuts, what it takes, and what it does not use."""

from __future__ import annotations

import pickle
import re

import pytest

from cardformats.formats.wagic.abilities.engine.built import CardFacts
from cardformats.formats.wagic.abilities.engine.reader import read, reading
from cardformats.formats.wagic.abilities.engine.triggers import event


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


#: Texts between ``@`` and the first colon, and below each what the engine takes from it.
EVENTS = """
movedto(creature|mybattlefield)
  event=movedto target=creature|mybattlefield
movedto(creature|mybattlefield) from(land|myhand)
  event=movedto target=creature|mybattlefield source=land|myhand
movedto(creature) from(myhand)
  event=movedto target=creature source=myhand
movedto(creature|mybattlefield
  event=movedto target=creature|mybattlefield
)movedto(creature|mybattlefield)
  event=movedto target=creature|mybattlefield)
movedto (creature)
  nothing
movedto(creature[counter{x}]|mybattlefield)
  event=movedto target=creature[counter{x}]|mybattlefield crash
movedto(creature[counter{x}])
  event=movedto target=creature[counter{x}]
movedto(creature|myhand) from(creature[counter{x}]|myhand)
  event=movedto target=creature|myhand source=creature[counter{x}]|myhand crash
movedto(creature|myhand) from(creature[counter{x}])
  event=movedto target=creature|myhand source=creature[counter{x}]
movedto(creature|myhand) from(creature[counter{x}]) or(|
  event=movedto target=creature|myhand source=creature[counter{x}] crash
movedto(creature|myhand) from(player[counter{x}]|myhand)
  event=movedto target=creature|myhand source=player[counter{x}]|myhand
movedto(creature[) from(x)|
  event=movedto target=creature[ source=x
combat(attacking,blocking) source(this)
  event=combat target=attacking,blocking source=this
combat(attacking,notblocked) source(creature) from(land)
  event=combat target=attacking,notblocked source=creature
combat(attackedalone,xyz,blocked) source(this)
  event=combat target=attackedalone,blocked source=this
combat(attacking,blocking source(this)
  event=combat target=attacking source=this
combat(blocked,turnlimited) source(this)
  event=combat target=blocked source=this limit=turnlimited
source(this) combat(blocking
  event=combat target=blocking source=this
combat(attacking)
  nothing
combat source(this)
  nothing
counteradded(1/1)
  event=counteradded target=1/1
counteradded(1/1) from(creature|myhand)
  event=counteradded target=1/1 source=creature|myhand
counteradded(any) from(this)
  event=counteradded target=any source=this
counteradded(x)
  event=counteradded target=x crash
counteradded(1/1
  event=counteradded crash
counteradded damaged(creature)
  event=damaged target=creature
counterremoved(0/0.1.charge)
  event=counterremoved target=0/0.1.charge
damaged(creature) from(this)
  event=damaged target=creature source=this
damaged(creature) from(
  event=damaged target=creature
damaged(creature[counter{x}])
  event=damaged target=creature[counter{x}] crash
damaged(creature
  nothing
damaged()
  nothing
each my upkeep
  event=each upkeep target=my
each upkeep
  event=each upkeep
each targetcontroller upkeep
  event=each upkeep target=targetcontroller
each targetedplayer end
  event=each end target=targetedplayer
next opponent end
  event=next end target=opponent
each my opponent draw
  event=each draw target=opponent
each myupkeep
  event=each upkeep target=my
next my
  nothing
nextend each upkeep
  event=next upkeep
each my upkeep turnlimited once
  event=each upkeep target=my limit=once
next end sourcetap foelost(2)
  event=next end limit=sourcetap foelost(
tapped(this) sourcenottap once dontremove suspended
  event=tapped target=this limit=once sourcenottap suspended dontremove
drawn(player) opponentpoisoned turnlimited
  event=drawn target=player limit=turnlimited opponentpoisoned
rebounded
  event=rebounded
foo(creature)
  nothing
"""


@pytest.mark.parametrize(("text", "said"), re.findall(r"(.+)\n  (.+)", EVENTS))
def test_events_of_triggers(text, said):
    if (taken := event(text)) is None:
        assert said == "nothing"
    else:
        values = " ".join(f"{name}={value}" for name, value in taken.values().items())
        assert said == (f"{values} crash" if taken.is_crash else values)
