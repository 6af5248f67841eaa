"""The engine's reading of lines: where it cuts, what it takes, and what it does not use."""

from __future__ import annotations

import pickle

import pytest

from cardformats.formats.wagic.abilities.engine.built import CardFacts
from cardformats.formats.wagic.abilities.engine.reader import read, reading


def kinds(built):
    """The kinds of an ability and of all in it: ``triggered(damage)``."""
    if built is None:
        return ""
    inner = " ".join(kinds(one) for one in built.inner)
    return f"{built.kind}({inner})" if inner else built.kind


def unused(line, card=None):
    """What becomes of the parts of a line that the engine does not use."""
    notes = reading(line, card=card).notes
    return [(note.fate, note.what, line[note.start : note.end]) for note in notes]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("draw:1", "draw"),
        ("withdraw:1", "draw"),
        ("draw:1 life:2", "life"),
        ("draw:1 && life:2", "several(draw life)"),
        ("{t}:draw:1", "activated(draw)"),
        ("{t} :draw:1", "draw"),
        ("{1:draw:1", "draw"),
        ("{t}{1}:draw:1", "activated(draw)"),
        ("damage:1 target(creature)", "choice(targeted(damage))"),
        ("{t}:damage:1 target(creature)", "targeted(damage)"),
        ("{t}:damage:1 target(creature) && destroy target(artifact)",
         "targeted(several(damage destroy))"),
        ("damage:1 target(creature) && destroy target(artifact)",
         "several(choice(targeted(damage)) choice(targeted(destroy)))"),
        ("{3}:equip", "targeted(equip)"),
        ("{t}:add{g}", "activated(add)"),
        ("@each my upkeep:draw:1", "triggered(draw)"),
        ("@unknownevent(creature):draw:1", "draw"),
        ("@movedto(this|graveyard):may draw:1", "triggered(may(activated(draw)))"),
        ("emblem @each my upkeep:draw:1", "triggered(draw)"),
        ("emblem draw:1", "emblem(draw)"),
        ("ueot draw:1", "ueot(draw)"),
        ("activate draw:1", "activate(draw)"),
        ("may pay({2}):draw:1", "pay"),
        ("pay[[{1}]] draw:1", "pay"),
        ("if raid then draw:1 else life:1", "if(draw life)"),
        ("ifnot raid then draw:1", "ifnot(draw)"),
        ("if raid draw:1", ""),
        ("lord(creature|mybattlefield) 1/1", "lord(modification)"),
        ("1/1 lord(creature[elf]|mybattlefield)", "lord(modification)"),
        ("-1/-1 all(creature|battlefield) ueot", ""),
        ("aslongas(*|mygraveyard) 1/1 >6", "aslongas(modification)"),
        ("this(power>3) lord(creature) flying", "this(lord(keyword))"),
        ("this(nonsense) flying", ""),
        ("thisforeach(counter{1/1}) draw:1", "thisforeach(draw)"),
        ("all(creature[red&tapped]) destroy && draw:1", "several(destroy draw)"),
        ("transforms((elf,setpower=1)) ueot", "transforms"),
        ("teach(creature) transforms((,newability[{t}:draw:1]))", "teach(transforms)"),
        ("ability$!draw:1!$ opponent", "ability"),
        ("destroy target(creature) and!( draw:1 )!", "choice(targeted(destroy(draw)))"),
        ("reveal:2 optionone target(*|reveal) moveto(myhand) optiononeend revealend", "reveal"),
        ("flipacoin winability draw:1 winabilityend flipend", "flipacoin"),
        ("phaseaction[upkeep once] draw:1", "phaseaction"),
        ("upcost[{2}] sacrifice", "upcost(sacrifice)"),
        ("cantbeblockedby creature", "block"),
        ("tap target(creature", "tap"),
        ("name(loses defender) -defender ueot", ""),
        ("-defender ueot", "keyword"),
        ("opponentshroud", ""),
        ("2/2", "modification"),
        ("facedown draw:1", ""),
        ("kicker draw:1", "draw"),
        ("legendrule", "legendrule"),
        ("nothing at all", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_what_is_built(line, expected):
    assert kinds(read(line)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("{t}:draw:1", []),
        ("@each my upkeep:draw:1 controller", []),
        ("draw:1 life:2", [("left", "text", "draw:1")]),
        ("{t} :draw:1", [("left", "text", "{t} :")]),
        ("{t}:damage:1 target(creature) && destroy target(artifact)",
         [("lost", "target", "target(artifact)")]),
        ("{t}:draw:1 restriction{raid}", []),
        ("draw:1 restriction{raid}", [("lost", "restriction", "restriction{raid}")]),
        ("@each my upkeep:draw:1 restriction{raid}",
         [("lost", "restriction", "restriction{raid}")]),
        ("@each my upkeep restriction{raid}:draw:1", []),
        ("@unknownevent(creature):draw:1", [("lost", "trigger", "@unknownevent(creature):")]),
        ("may pay({2}):draw:1", [("lost", "may", "may ")]),
        ("target(creature[white,black]) destroy", [("crash", "target",
         "target(creature[white,black])"), ("left", "text", "destroy")]),
        ("aslongas(*|mygraveyard)>2 life:5", [("left", "text", ">2")]),
        ("draw:1 opponentturnonly", [("lost", "timing", "opponentturnonly")]),
        ("{1}:draw:1 opponentturnonly", []),
        ("this(power>3) {1}:draw:1 restriction{raid}", [("lost", "condition", "this(power>3)")]),
        ("while(restriction{raid}) 1/1", []),
        ("emblem @each my upkeep:draw:1", [("left", "text", "emblem")]),
        ("{t}:add{g} target(creature)", [("lost", "target", "target(creature)")]),
        ("rampage(1/1,1)", []),
        ("rampage(1/1)", [("crash", "rampage", "rampage(1/1)")]),
        ("{s(this[counter(brick)>=3])}:draw:1",
         [("crash", "cost", "{s(this[counter(brick)>=3])}"), ("left", "text", ":draw:1")]),
        ("target(creature[counter{charge}]) tap",
         [("crash", "target", "target(creature[counter{charge}])"), ("left", "text", "tap")]),
        ("{c(1)}:draw:1", [("crash", "cost", "{c(1)}"), ("left", "text", ":draw:1")]),
        ("{c(0/0,1,age)}{crew3(creature|mybattlefield)}:draw:1", []),
        ("grant grant draw:1 grantend", [("left", "text", "grant"),
         ("hang", "depth", "grant draw:1"), ("left", "text", "grantend")]),
        ("counter(1)", [("crash", "counter", "counter(1)")]),
        ("upcost{2} sacrifice", [("crash", "upcost", "upcost{2} sacrifice")]),
        ("draw:1 && nonsense", [("lost", "part", " nonsense")]),
    ],
)  # fmt: skip
def test_what_is_not_used(line, expected):
    assert unused(line) == expected


def test_texts_are_values_and_spans_are_places_in_the_line():
    line = "Name(Bolt) {T}{1}:Damage:3 Target(creature,player)"
    built = read(line)
    assert built.kind == "targeted"
    assert built.values == {"cost": "{t}{1}", "name": "Bolt", "target": "creature,player"}
    damage = built.inner[0]
    assert damage.values == {"amount": "3"}
    assert line[damage.start : damage.end] == "Damage:3"


def test_numbers_of_a_condition_need_a_blank():
    assert "least" not in read("aslongas(*|mygraveyard)>2 life:5").values
    assert read("aslongas(*|mygraveyard) life:5 >2").values["least"] == "2"
    assert read("lord(creature) 1/1 other").values["other"] == "other"


def test_events_and_what_limits_them():
    values = read("@each my upkeep once turnlimited:draw:1").values
    assert (values["event"], values["target"], values["limit"]) == ("each upkeep", "my", "once")
    values = read("@combat(attacking,blocked) source(this) turnlimited:draw:1").values
    assert (values["event"], values["target"]) == ("combat", "attacking,blocked")
    assert (values["source"], values["limit"]) == ("this", "turnlimited")
    assert read("@combat(attacking):draw:1").kind == "draw"


def test_a_store_holds_one_text_at_a_time():
    line = "transforms((elf)) ueot && transforms((goblin)) ueot"
    assert [one.values["text"] for one in read(line).inner] == ["elf", "goblin"]
    line = "pay({1}) draw:1 && pay({2}) life:1"
    assert read(line).values["text"] == " draw:1 && pay({2}) life:1"


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
