"""Lines of Wagic's abilities, and what they are in plain English."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import explain, parse
from cardformats.formats.wagic.abilities.nodes import Unknown
from tests.conftest import short_id

#: Lines, and what they are in English.
EXPLAINED = {
    # the constructs that most lines have
    "{T}:damage:1 target(creature,player)": "{T}: this deals 1 damage to target creature or player",
    "@each my upkeep:draw:1": "At the beginning of your upkeep, draw a card",
    "@movedto(creature|graveyard) from(battlefield):life:1 controller": (
        "Whenever a creature is put into a graveyard from the battlefield, you gain 1 life"
    ),
    "lord(other goblin|mybattlefield) 1/1": "Other goblins on your battlefield get +1/+1",
    "aslongas(forest|mybattlefield) 1/2": (
        "As long as there is a forest on your battlefield, this gets +1/+2"
    ),
    "foreach(*|opponenthand) damage:1 opponent >4": (
        "For each card in your opponent's hand beyond the first four, this deals 1 damage to "
        "your opponent"
    ),
    "if paid(kicker) then draw:2 else draw:1": (
        "If the kicker was paid, draw two cards; otherwise, draw a card"
    ),
    "target(<upto:2>creature[-black;power>=3]|opponentbattlefield) destroy": (
        "Destroy up to two target nonblack creatures with power 3 or greater on your "
        "opponent's battlefield"
    ),
    (
        "target(creature) transforms((Creature "
        "Elemental,setpower=3,settoughness=3,newability[haste])) ueot"
    ): (
        "Target creature becomes a Creature Elemental, has power 3 and toughness 3, and "
        'gains "haste" until end of turn'
    ),
    # costs
    "{2}{G}{T}:draw:1": "{2}{G}, {T}: draw a card",
    "{L:3}{B}{S(creature|mybattlefield)}:regenerate": (
        "Pay 3 life, {B}, sacrifice a creature on your battlefield: regenerate this"
    ),
    "{T(elf|mybattlefield)}{T(elf|mybattlefield)}:draw:1": (
        "Tap two elves on your battlefield: draw a card"
    ),
    "{S(*|myhand)}{D}:untap": "Discard a card in your hand, discard a card at random: untap this",
    "{E(*|mygraveyard)}{M}{l2e}:life:1": (
        "Exile a card in your graveyard, mill a card, exile the top card of your library: "
        "gain 1 life"
    ),
    "{C(0/0,-1,Loyalty)}:name(-1: Draw) draw:1": (
        'Remove a loyalty counter from this: "-1: Draw" — draw a card'
    ),
    "{C(0/0,2,Loyalty)}:life:2 controller": "Put two loyalty counters on this: you gain 2 life",
    "{2/W}{GU}{p(r)}{X}:damage:X target(creature)": (
        "{2/W}{G/U}{R/P}{X}: this deals X damage to target creature"
    ),
    "{2}{cycle}:name(cycling) draw:1": '{2}, discard this to cycle it: "cycling" — draw a card',
    "{1}{odd}:draw:1": "{1}, `{odd}`: draw a card",
    "{discard(creature|myhand)}{N}{Q}{H}:draw:1": (
        "Discard a creature card in your hand, return an unblocked attacker to your hand, "
        "{Q}, return this to its owner's hand: draw a card"
    ),
    # triggers
    "@next opponent end:draw:2 opponent": (
        "At the beginning of your opponent's next end phase, your opponent draws two cards"
    ),
    "@each combatbegins:life:2 controller": "At the beginning of each combat, you gain 2 life",
    "@each my combatbegins:untap": "At the beginning of combat on your turn, untap this",
    "@movedto(goblin|battlefield):draw:1": "Whenever a goblin enters the battlefield, draw a card",
    "@movedto(other creature|mybattlefield) from(mygraveyard):draw:1": (
        "Whenever another creature is put onto your battlefield from your graveyard, draw a card"
    ),
    "@movedto(*[white]|stack):may life:1 controller": (
        "Whenever a white spell is cast, you may gain 1 life"
    ),
    "@movedto(*[instant;sorcery]|mystack) turnlimited:draw:1": (
        "Whenever you cast an instant or sorcery spell for the first time each turn, draw a card"
    ),
    "@movedto(graveyard) from(this|battlefield):draw:1": (
        "Whenever this is put into a graveyard from the battlefield, draw a card"
    ),
    "@combat(attacking) source(this):1/0 ueot": (
        "Whenever this attacks, this gets +1/+0 until end of turn"
    ),
    ("@combat(blocking,blocked) source(this) from(creature[white]):all(trigger[from]) destroy"): (
        "Whenever this blocks or becomes blocked by a white creature, destroy that creature"
    ),
    "@combatdamaged(player) from(this):draw:1": (
        "Whenever this deals combat damage to a player, draw a card"
    ),
    "@damaged(this):counter(1/1)": "Whenever this is dealt damage, put a +1/+1 counter on this",
    "@damagefoeof(player) from(this):discard:1 opponent": (
        "Whenever this deals damage to your opponent, your opponent discards a card at random"
    ),
    "@combatdamageof(player):life:thatmuch": (
        "Whenever you are dealt combat damage, gain that much life"
    ),
    "@drawof(player):life:1 controller": "Whenever you draw a card, you gain 1 life",
    "@lifelostfoeof(player) once:draw:1": (
        "Whenever your opponent loses life for the first time, draw a card"
    ),
    "@targeted(this):sacrifice": "Whenever this becomes the target of something, sacrifice this",
    "@tapped(creature|opponentbattlefield) sourcenottap:damage:1 opponent": (
        "Whenever a creature on your opponent's battlefield becomes tapped, if this is "
        "untapped, this deals 1 damage to your opponent"
    ),
    "@discarded(*|opponenthand):life:2 controller": (
        "Whenever a card in your opponent's hand is discarded, you gain 2 life"
    ),
    "@vampired(creature) from(this):counter(1/1)": (
        "Whenever a creature that this dealt damage to this turn is put into a graveyard, "
        "put a +1/+1 counter on this"
    ),
    "@dierolled(this) result(6) from(controller):draw:1": (
        "Whenever you roll 6 for this, draw a card"
    ),
    "@counteradded(0/0,1,Lore) from(this):draw:1": (
        "Whenever a lore counter is put on this, draw a card"
    ),
    "@counterremoved(1/1) from(creature|mybattlefield):draw:1": (
        "Whenever a +1/+1 counter is removed from a creature on your battlefield, draw a card"
    ),
    "@each my upkeep restriction{type(land|mybattlefield)~morethan~3,raid}:draw:1": (
        "At the beginning of your upkeep, if there are more than three lands on your "
        "battlefield and you attacked this turn, draw a card"
    ),
    "@oddly:draw:1": "Whenever `@oddly:`, draw a card",
    # conditions, and when abilities can be used
    "restriction{type(creature|mybattlefield)~equalto~0} draw:1": (
        "If there are no creatures on your battlefield, draw a card"
    ),
    "{T}:draw:1 restriction{compare(lifetotal)~lessthan~5}": (
        "{T}: draw a card, only if your life total is less than 5"
    ),
    "if thisturn(creature|mybattlefield)~morethan~1 then draw:1": (
        "If there was more than one creature on your battlefield that came there this turn, "
        "draw a card"
    ),
    "if thisturn(*[blue]|mystack)~morethan~1 then draw:1": (
        "If there was more than one blue spell on your stack this turn, draw a card"
    ),
    "moveto(myhand) target(Reed^ Lantern Friend|mygraveyard)": (
        'Return target "Reed, Lantern Friend" card in your graveyard to your hand'
    ),
    "damage:1 target(player^planeswalker)": "This deals 1 damage to target player or planeswalker",
    "chooseanameopp draw:1 chooseend": (
        "Choose the name of a card of your opponent; then draw a card"
    ),
    "{2}:damage:1 target(creature) && token(Goblin,creature Goblin,1/1,red)": (
        "{2}: this deals 1 damage to target creature, and create a 1/1 red Goblin creature token"
    ),
    "ifnot morbid then draw:1": "Unless a creature died this turn, draw a card",
    "if compare(hascnttime)~equalto~0 then sacrifice": (
        "If the number of time counters on this is 0, sacrifice this"
    ),
    "if cantargetcard(*[-goblin]|*) then destroy": "If this is a non-goblin card, destroy this",
    "if casted(this) then if spent({R}{R}) then draw:1": (
        "If this was cast and {R}{R} was spent on this, draw a card"
    ),
    "this(counter{0/0.3.Level}>=) flying": (
        "As long as this has at least three level counters on it, this has flying"
    ),
    "this(variable{controllerturn}) 1/5": "As long as it is your turn, this gets +1/+5",
    "this(power>=4) trample": "As long as this's power is at least 4, this has trample",
    "this(untapped) shroud": "As long as this is untapped, this has shroud",
    "while(attacking) first strike": "While this is attacking, this has first strike",
    "thisforeach(counter{0/0.1.Charge}) 1/1": "For each charge counter on this, this gets +1/+1",
    "thisforeach(variable{type:land:mybattlefield}) draw:1": (
        "For each of the lands on your battlefield, draw a card"
    ),
    "{T}:add{B} asSorcery": "{T}: add {B}, only as a sorcery",
    "{3}:untap myupkeeponly": "{3}: untap this, only during your upkeep",
    "{B}:1/0 limit:2": "{B}: this gets +1/+0 until end of turn, only two times each turn",
    "{1}:flying limit:1": "{1}: this gains flying until end of turn, only once each turn",
    "kicker draw:1": "If the kicker was paid, draw a card",
    # effects
    "draw:type:creature:mybattlefield": (
        "Draw a number of cards equal to the number of creatures on your battlefield"
    ),
    "life:-3 opponent": "Your opponent loses 3 life",
    "damage:power:highest:creature:battlefield opponent": (
        "This deals damage equal to the highest power among creatures on the battlefield to "
        "your opponent"
    ),
    "life:halfuplifetotal controller": "You gain life equal to half your life total, rounded up",
    "draw:storedmanacostplus1plusend": (
        "Draw a number of cards equal to the stored mana value plus 1"
    ),
    "deplete:3 targetedplayer": "The targeted player mills three cards",
    "bury target(goblin) && life:p targetcontroller": (
        "Destroy target goblin; it can't be regenerated; and the target's controller gains "
        "life equal to its power"
    ),
    "{T}:0/manacost target(elf)": (
        "{T}: target elf gets +0/+X until end of turn, where X is its mana value"
    ),
    "type:*:myhand/type:*:myhand cdaactive": (
        "This has base power and toughness X/X, where X is the number of cards in your hand"
    ),
    "-x/-x all(creature) ueot": "All creatures get -X/-X until end of turn",
    "{5}{R}{R}:token(Dragon,creature dragon,5/5,flying red)": (
        "{5}{R}{R}: create a 5/5 red dragon creature token with flying"
    ),
    "token(Goblin,creature Goblin,1/1,red,haste)*2 opponent": (
        "Your opponent creates two 1/1 red Goblin creature tokens with haste"
    ),
    "create(Elf Warrior:creature Elf Warrior:1/1:green) and!( tap(noevent) )!": (
        "Create a 1/1 green Elf Warrior creature token, and then tap it (no event)"
    ),
    "token(-3187)*type:swamp:mybattlefield": (
        "Create X tokens with the id -3187, where X is the number of swamps on your battlefield"
    ),
    "{T}:add{G}{G} doesntempty": "{T}: add {G}{G} (this mana doesn't empty until end of turn)",
    "produceextra:{G}": "Produce {G} in addition",
    "counter(1/1,2) target(creature)": "Put two +1/+1 counters on target creature",
    "counter(0/0,-1,Charge)": "Remove a charge counter from this",
    "counter(1/1,type:elf:mybattlefield) all(other elf)": (
        "Put X +1/+1 counters on all other elves, where X is the number of elves on your "
        "battlefield"
    ),
    "moveto(ownerhand) target(creature)": "Return target creature to its owner's hand",
    "moveto(myhand) target(land[basic]|mylibrary) && shuffle": (
        "Put target basic land card in your library into your hand, and shuffle the library"
    ),
    "moveto(exile) all(creature[attacking]|opponentbattlefield)": (
        "Exile all attacking creatures on your opponent's battlefield"
    ),
    "fizzle target(*[-creature]|stack)": "Counter target noncreature spell",
    "copy notatarget(goblin|mybattlefield)": (
        "This becomes a copy of a chosen goblin on your battlefield"
    ),
    "{3}:equip": "{3}: equip",
    "becomes(,black,blue) target(creature) uynt": (
        "Target creature becomes black and blue until your next turn"
    ),
    "becomes(Elemental Creature,4/4,trample) forever": (
        "This becomes a 4/4 Elemental creature with trample permanently"
    ),
    "-flying target(creature)": "Target creature loses flying",
    "lord(creature[artifact]|mybattlefield) cantblock": (
        "Artifact creatures on your battlefield can't block"
    ),
    "protection from(artifact)": "This has protection from artifacts",
    "lord(sliver) cantbeblockedby(creature[power>=2])": (
        "Slivers can't be blocked by creatures with power 2 or greater"
    ),
    "maxcast(creature)1 opponent": "Your opponent can cast at most one creature spell each turn",
    "preventallcombatdamage to(creature|mybattlefield) from(creature[red]) ueot": (
        "Prevent all combat damage that would be dealt to creatures on your battlefield by "
        "red creatures until end of turn"
    ),
    "prevent:3 target(creature,player)": (
        "Prevent the next 3 damage that would be dealt to target creature or player"
    ),
    "lord(cleric|myhand) altercost(white,-1)": "Cleric cards in your hand cost {W} less",
    "turns:+1 controller": "You take an extra turn",
    "nextphasealter(remove,untap,opponent)": "Your opponent skips their next untap step",
    "(blink)ueot target(creature)": "Exile target creature, then return it at end of turn",
    "hand(blink)ueot target(creature)": (
        "Exile target creature, then return it to its owner's hand at end of turn"
    ),
    "moverandom(creature) from(mylibrary) to(myhand)": (
        "Put a creature card at random from your library into your hand"
    ),
    "activate castcard(copied noevent) target(instant|mygraveyard)": (
        "Cast a copy of target instant card in your graveyard (no event)"
    ),
    "target(creature) dynamicability<!powerstrike eachother!>": (
        "This and target creature deal damage equal to their power to each other"
    ),
    "replacedraw draw:2 noreplace": (
        "If you would draw a card, instead draw two cards (this doesn't replace a draw)"
    ),
    "teach(creature) {T}:damage:1 target(creature)": (
        'The creature that this is attached to has "{T}: this deals 1 damage to target creature"'
    ),
    "lord(land|mybattlefield) transforms((,newability[{T}:add{G}]))": (
        'Lands on your battlefield gain "{T}: add {G}"'
    ),
    "proliferate": "Proliferate",
    # what the player decides, and what holds abilities
    "may bury target(creature)": "You may destroy target creature; it can't be regenerated",
    "may flying target(creature)": "You may have target creature gain flying",
    "choice draw:1": "Choose: draw a card",
    "ability$!choice draw:1 _ choice name(Gain life) life:3!$ controller": (
        'Choose one: draw a card; or "Gain life" — gain 3 life'
    ),
    "ability$!sacrifice notatarget(creature|mybattlefield)!$ opponent": (
        'Your opponent does this: "Sacrifice a chosen creature on your battlefield"'
    ),
    "pay({2}) draw:1": "You may pay {2}. If you do, draw a card",
    "pay({S(land|mybattlefield)}) donothing?sacrifice": (
        "Sacrifice this unless you sacrifice a land on your battlefield"
    ),
    "pay[[{1}]] draw:1?life:-1": "You may pay {1}. If you do, draw a card; otherwise, lose 1 life",
    "upcost[{1}{G};next upkeep] sacrifice": (
        "Upkeep cost—{1}{G} (once, at the beginning of the next upkeep): if it isn't paid, "
        "sacrifice this"
    ),
    "cumulativeupcost[{1}] sacrifice": "Cumulative upkeep—{1}: if it isn't paid, sacrifice this",
    "phaseaction[endofturn once] sacrifice": (
        "At the beginning of the next end step, sacrifice this"
    ),
    (
        "target(creature) transforms((,newability[phaseaction[my upkeep once sourceinplay] "
        "destroy])) forever"
    ): (
        'Target creature gains "At the beginning of your next upkeep, if this is on the '
        'battlefield, destroy this" permanently'
    ),
    (
        "reveal:3 optionone target(<1>*|reveal) moveto(myhand) optiononeend optiontwo "
        "all(*|reveal) bottomoflibrary optiontwoend afterrevealed shuffle afterrevealedend "
        "revealend"
    ): (
        "Reveal three cards; put one target card among the revealed cards into your hand; "
        "then, with the others, put all cards among the revealed cards on the bottom of the "
        "library; after that, shuffle the library"
    ),
    "scry:2 scrycore delayed dontshow donothing scrycoreend scryend": "Scry 2",
    "rolld6 6 winability draw:2 winabilityend loseability draw:1 loseabilityend rolld6end": (
        "Roll a d6; on 6, draw two cards; otherwise, draw a card"
    ),
    "flipacoin winability draw:1 winabilityend flipend": "Flip a coin; if you win, draw a card",
    "chooseacolor all(creature[chosencolor]) -1/-1 ueot chooseend": (
        "Choose a color; then all creatures of the chosen color get -1/-1 until end of turn"
    ),
    "emblem lord(creature|mybattlefield) 1/1": (
        "You get an emblem: creatures on your battlefield get +1/+1"
    ),
    "draw:1 && discard:1 && life:-1": "Draw a card, discard a card at random, and lose 1 life",
    "{2}:flying all(this) && -1/-1 target(wall)": (
        "{2}: this gains flying until end of turn, and target wall gets -1/-1 until end of turn"
    ),
}


@pytest.mark.parametrize(("line", "english"), EXPLAINED.items(), ids=map(short_id, EXPLAINED))
def test_a_line_is_explained(line, english):
    assert explain(parse(line)) == english


@pytest.mark.parametrize(
    ("text", "rule", "english"),
    [
        ("creature[-black]|mygraveyard", "target", "A nonblack creature card in your graveyard"),
        ("{2}{G}{T}", "price", "{2}{G}, {T}"),
        ("multi{R} name(Again)", "price", '"Again" — {R}, any number of times'),
        (
            "raid,type(elf|mybattlefield)",
            "conditions",
            "You attacked this turn and there is an elf on your battlefield",
        ),
        ("", "ability", ""),
    ],
)
def test_values_of_other_keys_are_explained(text, rule, english):
    assert explain(parse(text, rule)) == english


def test_any_part_of_a_line_is_explained():
    line = parse("@each my upkeep:{C(0/0,-1,Lore)}{2/W}:damage:x target(elf|myhand)")
    said = [explain(node) for _, node in line.walk()]
    for phrase in (
        "At the beginning of your upkeep",
        "Remove a lore counter from this, {2/W}",
        "{2/W}",
        "An elf card in your hand",
        "In your hand",
        "X",
    ):
        assert phrase in said


def test_the_first_letter_is_a_capital_and_blanks_are_single():
    for english in EXPLAINED.values():
        assert english == english[0].upper() + english[1:]
        assert "  " not in english


def test_what_is_unknown_is_its_text_in_backquotes():
    assert explain(Unknown("  some  odd `text` ")) == "`some odd 'text'`"


ODD = [
    "draw:" + "9" * 5000,
    "draw:²",
    "draw:-",
    "counter(0/0," + "9" * 50 + ",Charge)",
    "1/",
    "/1",
    "@:",
    "@each:",
    "{:",
    "{}:",
    "{}",
    "{T}:",
    "{T}{T}{T}:",
    "&&",
    "&& && draw:1",
    "may",
    "may may may",
    "choice",
    "choice choice",
    "if then",
    "if raid then",
    "if raid then else",
    "kicker",
    "emblem",
    "activate",
    "pay()",
    "pay() ?",
    "pay({1})?",
    "?",
    "name()",
    "name() name()",
    "target()",
    "target(<>)",
    "target(<upto:>creature)",
    "target(|)",
    "target(*[)",
    "target(*[])",
    "target(*[-])",
    "all()",
    "all(,)",
    "lord(creature",
    "teach() flying",
    "this()",
    "this(=)",
    "thisforeach()",
    "thisforeach(>0)",
    "foreach() 1/1 >",
    "aslongas() 1/1 <",
    "transforms(())",
    "transforms((,,,))",
    "transforms((,newability[]))",
    "transforms((newability[newability[flying]]))",
    "becomes()",
    "becomes(,,)",
    "token()",
    "token(,)",
    "token(,,)",
    "token(,,/)*",
    "token(a,b,1/1)*0",
    "create(:::)",
    "moveto()",
    "moveto(nowhere)",
    "counter()",
    "counter(,)",
    "damage:",
    "damage:type:",
    "damage:type::",
    "damage:counter{} all()",
    "ability$!!$",
    "ability$! !$ nobody",
    "and!()!",
    "reveal:1 revealend",
    "scry:1 scrycore scrycoreend scryend",
    "rolld6 rolld6end",
    "flipacoin flipend",
    "chooseacolor chooseend",
    "grant grantend",
    "phaseaction[]",
    "phaseaction[once] draw:1",
    "upcost[]",
    "upcost[{1}]",
    "restriction{}",
    "restriction{{}} draw:1",
    "restriction{type()~~0} draw:1",
    "restriction{compare()~morethan~} draw:1",
    "limit:",
    "limit:x draw:1",
    "castcard()",
    "dynamicability<!!>",
    "altercost()",
    "altercost(white,-99999)",
    "rampage()",
    "nextphasealter(,,)",
    "from()",
    "moverandom()",
    "moverandom(*) from() to()",
    "maxcast()",
    "maxcast(elf)x",
    "(blink)",
    "replacedraw",
    "opponentreplacedraw draw:1",
    "@movedto() from():draw:1",
    "@movedto(|):draw:1",
    "@combat():draw:1",
    "@combat(attacking,) from(*):draw:1",
    "@counteradded():draw:1",
    "@damaged():x",
    "@dierolled() result() from():draw:1",
    "\t",
    "`",
    "``",
    "None",
    "é",
    "draw:1" + " && draw:1" * 300,
]


@pytest.mark.parametrize("rule", ["ability", "target", "conditions", "price"])
def test_no_line_is_too_odd_to_be_explained(rule):
    for line in ODD:
        for _, node in parse(line, rule).walk():
            english = explain(node)
            assert "  " not in english, line
            assert english == english.strip(), line


@pytest.mark.parametrize(("head", "tail"), [
    ("ability$!", "!$"), ("may ", ""), ("if raid then ", ""), ("and!(", ")!"), ("{T}:", ""),
    ("transforms((,newability[", "]))"), ("draw:1 && ", ""), ("choice ", ""), ("@each upkeep:", ""),
])  # fmt: skip
@pytest.mark.parametrize("depth", [1, 5, 60, 240])
def test_lines_may_be_nested_as_deeply_as_they_are_read(head, tail, depth):
    assert explain(parse(head * depth + "draw:1" + tail * depth))
