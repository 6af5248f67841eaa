"""What the engine makes of targets: the chooser of a text, the cards it accepts, its English."""

from __future__ import annotations

import pickle

import pytest

import cardformats as cf
from cardformats.formats.wagic.abilities.engine.chosen import target_of
from cardformats.formats.wagic.abilities.engine.targets import ZONES, chooser

from ..wagic_matching import Situation, accepts

ELF = cf.Card.of("Elf", mana_cost="{G}", types="Creature", subtypes="Elf", power="1", toughness="1")
GIANT = cf.Card.of(
    "Giant", mana_cost="{4}{W}", types="Creature", subtypes="Giant", power="5", toughness="5"
)
BIRD = cf.Card.of(
    "Big Bird",
    mana_cost="{U}{B}",
    types="Creature",
    subtypes="Bird",
    power="1",
    toughness="4",
    extras={"wagic": {"abilities": ("flying",)}},
)
GOLEM = cf.Card.of(
    "Golem", mana_cost="{4}", types=("Artifact", "Creature"), power="4", toughness="4"
)
RING = cf.Card.of("Ring", mana_cost="{1}", types="Artifact")
ISLAND = cf.Card.of("Island", supertypes="Basic", types="Land", subtypes="Island")
BOLT = cf.Card.of("Bolt", mana_cost="{R}", types="Instant")
WALKER = cf.Card.of("Jace", mana_cost="{2}{U}", types="Planeswalker", subtypes="Jace")
CARDS = [ELF, GIANT, BIRD, GOLEM, RING, ISLAND, BOLT, WALKER]


def accepted(target, zone="mybattlefield", **situation):
    return [card.name for card in CARDS if accepts(target, card, zone, Situation(**situation))]


@pytest.mark.parametrize(
    ("target", "names"),
    [
        ("creature", ["Elf", "Giant", "Big Bird", "Golem"]),
        ("artifact,land", ["Golem", "Ring", "Island"]),
        ("big bird", ["Big Bird"]),
        # the type before the brackets is one of the alternatives
        ("creature[elf;giant]", ["Elf", "Giant", "Big Bird", "Golem"]),
        ("*[elf;giant]", ["Elf", "Giant"]),
        ("creature[elf&giant]", []),
        ("creature[black;artifact;manacost=2]", ["Big Bird"]),
        # without an equals sign it is no comparison
        ("creature[power>3]", ["Elf", "Giant", "Big Bird", "Golem"]),
        ("creature[power>=4]", ["Giant", "Golem"]),
        ("creature[-power>=4]", ["Elf", "Big Bird"]),
        ("creature[power!=4]", ["Golem"]),
        # only colours and types are alternatives
        ("creature[green;white]", ["Elf", "Giant"]),
        ("creature[flying;white]", []),
        ("creature[-green;white]", ["Giant"]),
        # words are looked for anywhere
        ("creature[nonblack]", ["Big Bird"]),
        ("creature[-black]", ["Elf", "Giant", "Golem"]),
        ("creature[untapped]", []),
        ("artifact[powerstone]", ["Golem", "Ring"]),
        # what was meant as a list is a type of that name
        ("creature;planeswalker", []),
        ("creature, artifact", ["Elf", "Giant", "Big Bird", "Golem"]),
        ("creature [flying]", []),
        # a comparison with <= and one with >= are taken for <...>
        ("creature[power<=1;toughness>=4]", []),
        ("creature[power>=1;toughness<=1]", ["Elf"]),
        # the word player drops the brackets
        ("creature[flying],player", ["Elf", "Giant", "Big Bird", "Golem"]),
        ("player,planeswalker", ["Jace"]),
        ("opponent,planeswalker", []),
        # refused
        ("creature[white,black]", []),
        ("land<2>", []),
        ("", []),
        ("<2>land", ["Island"]),
        ("*[-land;-creature]", ["Ring", "Bolt", "Jace"]),
        ("*[permanent;-land]", ["Elf", "Giant", "Big Bird", "Golem", "Ring", "Jace"]),
        ("*[multicolor]", ["Big Bird"]),
        ("*[colorless;-land]", ["Golem", "Ring"]),
    ],
)
def test_cards_that_a_target_accepts(target, names):
    assert accepted(target) == names


@pytest.mark.parametrize(
    ("target", "zones"),
    [
        ("land", ["mybattlefield", "opponentbattlefield"]),
        ("land|mygraveyard,myhand", ["mygraveyard", "myhand"]),
        ("land|graveyard", ["mygraveyard", "opponentgraveyard"]),
        ("land|ownerlibrary", ["mylibrary", "opponentlibrary"]),
        ("land|targetedpersonshand", ["myhand"]),
        # an unknown zone is left out, and if there is no other both battlefields are meant
        ("land|nozone", ["mybattlefield", "opponentbattlefield"]),
        ("land|nozone,myexile", ["myexile"]),
        ("*|nozone", []),
        ("land|myBattlefield", ["mybattlefield", "opponentbattlefield"]),
        ("land|*", sorted(zone for zone, zones in ZONES.items() if (zone,) == zones)),
    ],
)
def test_zones_of_a_target(target, zones):
    places = ("battlefield", "graveyard", "hand", "library", "exile")
    every = [owner + place for place in places for owner in ("my", "opponent")]
    expected = every if target == "land|*" else zones
    assert sorted(each for each in every if accepts(target, ISLAND, each)) == sorted(expected)


def test_what_only_a_game_says():
    assert accepted("creature[tapped]") == []
    assert accepts("creature[tapped]", ELF, situation=Situation({"tapped"}))
    assert accepts("creature[-tapped]", ELF)
    assert accepts("creature[counter{1/1}]", ELF, situation=Situation(counters={"1/1": 2}))
    assert not accepts("creature[power<=1]", ELF, situation=Situation(counters={"1/1": 2}))
    assert accepts("creature[counter{0/0.2.charge}]", ELF,
                   situation=Situation(counters={"0/0.charge": 2}))  # fmt: skip
    assert not accepts("creature[manacost<=x]", ELF)
    assert accepts("creature[manacost<=x]", ELF, situation=Situation(numbers={"x": 1}))
    assert accepts("*[share!name!]", ELF, situation=Situation(source=ELF))
    assert not accepts("*[share!name!]", ELF, situation=Situation(source=GIANT))
    assert accepts("*[share!color!]", ELF, situation=Situation(source=ELF))
    assert not accepts("*[share!color!]", GIANT, situation=Situation(source=ELF))
    assert not accepts("other creature", ELF, situation=Situation({"this"}))
    assert accepts("this|mygraveyard", ELF, "mygraveyard", Situation({"this"}))
    for states in ({"attacking"}, {"blocking"}):
        assert accepts("creature[attacking;blocking]", ELF, situation=Situation(states))
    assert accepts("trigger[to]", ELF, situation=Situation({"to"}))


def test_players():
    assert chooser("player").players == chooser("creature,player").players == {
        "controller", "opponent",
    }  # fmt: skip
    assert chooser("opponent,planeswalker").players == {"opponent"}
    assert chooser("creature").players == frozenset()


def test_a_zone_of_both_players_is_a_mistake():
    for zone in ("battlefield", "nozone", "ownergraveyard", ""):
        with pytest.raises(ValueError, match="no zone of one player"):
            accepts("creature", ELF, zone)


def test_how_many():
    assert chooser("<upto:3>creature").most == 3
    assert not chooser("<upto:3>creature").is_exact
    assert chooser("<2>creature").is_exact
    assert chooser("<anyamount>creature").most is None
    assert chooser("<x>creature").most == "x"
    # the engine looks for the number at the wrong place
    assert chooser("<upto:3>creature,player").most == 0


def test_what_is_not_looked_at():
    assert chooser("creature[flying],player").passed_over == "[flying],"
    assert chooser("mytgt[attacking]").passed_over == "[attacking]"
    assert chooser("creature[power<=1;toughness>=4]").passed_over == "creature[power"
    assert chooser("land|mystak,myhand").unknown_zones == ("mystak",)
    assert chooser("land|nonbattlezone,battlefield").overflows


def test_values():
    who = chooser("other creature[-black;power<=3]|opponentbattlefield")
    assert pickle.loads(pickle.dumps(who)) == who
    assert {who: 1}[chooser("other creature[-black;power<=3]|opponentbattlefield")]


#: Texts of targets, and other texts that say what the engine makes of them.
MADE = """
*[-land]|mygraveyard,opponentgraveyard -> *[-land]|graveyard
*|myhand,opponenthand,mylibrary -> *|hand,mylibrary
creature|graveyard,myhand,opponentexile -> creature|graveyard,myhand,opponentexile
land|nozone -> land
<2>abilitycontroller -> <1>controller
<2>creature,player -> <upto:2>creature,player
<anyamount>creature^planeswalker,player -> <anyamount>creature,planeswalker,player
<upto:3>planeswalker^player -> <upto:0>planeswalker,player
<x>battle,player -> <upto:x>battle,player
<2>other anytarget -> <2>other creature,other planeswalker,other battle,other player
<anyamount>anytarget -> <anyamount>creature,planeswalker,battle,player
<upto:2,creature -> <upto:2,creature
creature>2< -> creature>2<
<xupto:2>creature -> <upto:2>creature
<2>sourcecard|mygraveyard -> sourcecard|*
other this|mygraveyard -> this|mygraveyard
mysource,creature -> mysource
blockable -> blockable
pairable creature -> pairable
dredgeable -> dredgeable|mygraveyard
mychild[creature] -> mychild
mytotem -> mytotem
myeqp|myhand -> myeqp
mytgt|myhand -> mytgt
controller[x] -> controller
opponent -> opponent
targetedplayer -> targetedplayer
mycurses -> <anyamount>mycurses
proliferation -> <anyamount>proliferation
propagation -> propagation
children[creature] -> children
children[parents[land]] -> parents
trigger -> <anyamount>trigger[to]
trigger[from] -> <anyamount>trigger[from]
trigger[from]to -> <anyamount>trigger[to]
trigger[a]from to -> <anyamount>trigger[from]
trigger[to<1>] -> trigger[to]
other trigger[to] -> <anyamount>trigger[to]
creature[flying -> creature[flying]
creature[flying]junk -> creature[flying]
creature[elf;goblin] -> elf,goblin,creature
creature[elf&goblin] -> creature[elf&goblin]
*[elf;goblin] -> *[elf;goblin]
creature[power>=3;-flying] -> creature[power>=3&-flying]
creature[counter{1/1};tapped] -> creature[counter{1/1};tapped]
creature[share!name!] -> creature[share!name!]
"""


@pytest.mark.parametrize("row", MADE.strip().splitlines())
def test_what_the_engine_makes_of_a_target_is_a_target(row):
    text, _, made = row.partition(" -> ")
    assert str(target_of(chooser(text))) == made


@pytest.mark.parametrize(("number", "overflows"), [(10, False), (11, True)])
def test_types_and_zones_are_many_but_not_too_many(number, overflows):
    assert chooser(",".join("abcdefghijk"[:number])).overflows == overflows
    zones = ",".join(["graveyard", *["myhand"] * (number - 2)])  # one of each player, and others
    assert chooser(f"land|{zones}").overflows == overflows
