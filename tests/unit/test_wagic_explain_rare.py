"""Rare words and odd forms of Wagic's abilities, and what they are in plain English."""

from __future__ import annotations

import pytest

from cardformats.formats.wagic.abilities import explain, parse
from tests.conftest import short_id

#: Lines, and what they are in English.
EXPLAINED = {
    "target(creature)": "Choose target creature",
    "@chaos ensues:draw:1": "Whenever `@chaos ensues:`, draw a card",
    "this(counter{0/0.1.Charge}>0) flying": (
        "As long as this has a charge counter on it, this has flying"
    ),
    "this(counter{0/0.1.Charge}=0) sacrifice": (
        "As long as this has no charge counters on it, sacrifice this"
    ),
    "aslongas(*|mygraveyard) {1}{B}:draw:1 >6": (
        "As long as there are more than six cards in your graveyard, {1}{B}: draw a card"
    ),
    "aslongas(creature[flying]|opponentbattlefield) defender <1": (
        "As long as there are no creatures with flying on your opponent's battlefield, this "
        "has defender"
    ),
    "lord(creature) 1/1 other": "Other creatures get +1/+1",
    "target(opponent) ability$!name(discard) target(*|myhand) reject!$ targetedplayer": (
        "Target opponent does this: \"'discard' — discard target card in your hand\""
    ),
    "target(<anyamount>*|myhand) moveto(mylibrary) && shuffle controller": (
        "Put any number of target cards in your hand into your library, and you shuffle your "
        "library"
    ),
    "name(Draw) name(Draw) draw:1": '"Draw" — draw a card',
    "destroy target(<type:land:mybattlefield>land)": (
        "Destroy a number of target lands equal to the number of lands on your battlefield"
    ),
    "target(creature[power>=type:forest:mybattlefield]) destroy": (
        "Destroy target creature with power greater than or equal to the number of forests "
        "on your battlefield"
    ),
    "target(creature[flying;reach;-token;counter{1/1.1}]) destroy": (
        "Destroy target nontoken creature with flying or reach and a +1/+1 counter on it"
    ),
    "all(*[artifact;enchantment;share!color!]) moveto(ownerlibrary)": (
        "Put all artifacts and enchantments of the same color into their owners' libraries"
    ),
    "all(creature[elf;warrior]|mygraveyard,myhand) moveto(mybattlefield)": (
        "Put all elf or warrior creature cards in your graveyard or in your hand onto your "
        "battlefield"
    ),
    "target(*[zpos<=3]|mylibrary) moveto(myhand)": (
        "Put target card at position 3 or less in your library into your hand"
    ),
    "flying && first strike": "This has flying, and this has first strike",
    "protection from red": "This has protection from red",
    "strong": "This can't be blocked by creatures with less power",
    "tap target(creature) && freeze": "Tap target creature, and freeze the target",
    "tap(mytgt)": "Tap the target of this",
    "removeallcounters(1/1) all(creature)": "Remove all +1/+1 counters from all creatures",
    "flip(backside)": "Flip this to its back side",
    "flip(Silver Knight) forcetype(Legendary Creature)": (
        'Flip this to "Silver Knight" as a legendary creature'
    ),
    "clone target(creature) with(haste,unearth)": (
        "Create a token that's a copy of target creature with haste and unearth"
    ),
    "conjure cards(Silver Knight) zone(myhand)": 'Conjure "Silver Knight" into your hand',
    "removemana(*) opponent": "Your opponent removes all mana from their mana pool",
    "losesubtypesof(land) all(land)": "All lands lose all land subtypes",
    "mypoolsave(green)": "Green mana doesn't empty from your mana pool",
    "changecost(colorless:-x)": "This costs {X} less",
    "hmodifer:-2 opponent": "Your opponent's maximum hand size is reduced by 2",
    "lifeset:10 controller": "Your life total becomes 10",
    "bloodthirst:2": "This has bloodthirst 2",
    "maxplay(land)2": "You can put at most two land cards onto the battlefield each turn",
    "countershroud(any)": "This can't have counters",
    "steal target(creature)": "Gain control of target creature",
    "frobnicate 3": "`frobnicate`, and `3`",
    "draw:whatever": "Draw a number of cards equal to `whatever`",
    "grant transforms((,newability[flying])) grantend": 'This gains "flying"',
    "bushido(1/1)": "Whenever this blocks or becomes blocked, it gets +1/+1 until end of turn",
    "draw:1 opponent uent": "Your opponent draws a card until the end of your next turn",
    "{T}:draw:1 duringblockersonly": "{T}: draw a card, only during the declare blockers step",
    "and!(draw:1)!": "Then draw a card",
    "becomes(tobecast) ueot": "This becomes a tobecast until end of turn",
    "transforms((blue)) ueot": "This becomes blue until end of turn",
    "transforms((,newcolors[black],setpower=x,loseabilities)) forever": (
        "This becomes also black, loses all abilities, and has power X permanently"
    ),
    "transforms((,newability[flying],newability[@each my upkeep:draw:1]))": (
        'This gains "flying" and "At the beginning of your upkeep, draw a card"'
    ),
    "rampage(1/1,2) target(creature)": (
        "Whenever target creature becomes blocked, it gets +1/+1 for each blocker beyond the "
        "first two"
    ),
    "notatarget(<upto:2>land|mylibrary) and!(tap)! moveto(mybattlefield)": (
        "Put up to two chosen land cards in your library onto your battlefield, and then "
        "tap each of them"
    ),
    "may castcard(normal) target(instant|myhand) and!(draw:1)!": (
        "You may cast target instant card in your hand, and then draw a card"
    ),
    "name(X is 1) && draw:1": '"X is 1" — draw a card',
    "this(counter{0/0,1,Age}=1) {T}:sacrifice": (
        "As long as this has exactly one age counter on it, {T}: sacrifice this"
    ),
    "paidmana draw:1": "If this's mana cost was paid, draw a card",
    "token(Wolf,creature Wolf,x/x,green)": "Create an X/X green Wolf creature token",
    "token(Wolf,creature Wolf,type:land:mybattlefield/2,green)*3": (
        "Create three green Wolf creature tokens with power equal to the number of lands on "
        "your battlefield and toughness equal to 2"
    ),
    "(blink)forsrc return(counter(1/1,1)) target(creature)": (
        "Exile target creature, then return it when this leaves the battlefield; and as it "
        "returns, put a +1/+1 counter on it"
    ),
    "target(creature) transforms((shroud,flying)) ueot": (
        "Target creature gains shroud and flying until end of turn"
    ),
    "becomes(chosentype) forever": "This becomes of the chosen type permanently",
    "transforms((chosentype)) ueot": "This becomes the chosen type until end of turn",
    (
        "reveal:plibrarycount optionone all(land|reveal) moveto(mygraveyard) optiononeend revealend"
    ): (
        "Reveal a number of cards equal to the number of cards in your library; put all land "
        "cards among the revealed cards into your graveyard"
    ),
    (
        "reveal:1 revealzone(mylibrary) optionone all(*|reveal) moveto(ownerlibrary) "
        "optiononeend revealend"
    ): (
        "Reveal a card (from your library); put all cards among the revealed cards into "
        "their owners' libraries"
    ),
    "scry:x target(creature) scrycore draw:1 scrycoreend scryend": (
        "Scry X (choose target creature), then draw a card"
    ),
    "altercost(purple,-1)": "`altercost(purple,-1)`",
    "altercost(white,-type:elf:mybattlefield)": (
        "This costs less, by white mana equal to the number of elves on your battlefield"
    ),
    "changecost(colorless:+2)": "This costs {2} more",
    "removeallcounters()": "`removeallcounters()`",
    "count(type:*:myhand)": "Count the number of cards in your hand",
    "losesatype(elf)": "This loses the type elf",
    "nomaxhand": "Its controller has no maximum hand size",
    "all(creature) nolegend": "All creatures: the rule about legendary permanents doesn't count",
    "flying frozen": "This doesn't untap during its controller's next untap step and has flying",
    "draw:1 >3": "(`>3`) draw a card",
    "aslongas(elf|mybattlefield) draw:1 >0": (
        "As long as there is an elf on your battlefield, draw a card"
    ),
    "foreach(elf|mybattlefield) draw:1 <3": (
        "For each elf on your battlefield fewer than three, draw a card"
    ),
    "thisforeach(raid,morbid) draw:1": "For each `raid,morbid`, draw a card",
    "thisforeach(x) draw:1": "X times, draw a card",
    "thisforeach(variable{3}) draw:1": "Three times, draw a card",
    "thisforeach(variable{lifetotal}) draw:1": "As many times as your life total, draw a card",
    "thisforeach(type(elf|mybattlefield)) draw:1": (
        "As many times as `type(elf|mybattlefield)`, draw a card"
    ),
    "thisforeach(counter{0/0.1.Charge}>3) draw:1": (
        "For each charge counter on this (`>3`), draw a card"
    ),
    "{T}:draw:1 during battle": "{T}: draw a card, only during combat",
    "{T}:draw:1 limit^sacrifice^3": "{T}: draw a card, (`limit^sacrifice^3`)",
    "{T}:draw:1 limit:x": "{T}: draw a card, only X times each turn",
    "{value:storedx}{x:red}{i}:draw:1": (
        "Mana equal to the stored X, {X} (red mana only), {S}: draw a card"
    ),
    "{s2l}{s2l}{t}{t}:draw:1": "Put this on top of your library (two times), {T}{T}: draw a card",
    "{counter(elf)}{counter(elf)}:draw:1": "`{counter(elf)}` (two times): draw a card",
    "{C(0/0,-1,Charge),artifact|mybattlefield}:draw:1": (
        "Remove a charge counter from an artifact on your battlefield: draw a card"
    ),
    "draw:1 target(creature)": "The controller of target creature draws a card",
    "surveil:2 controller": "You surveil 2",
    "absorb:1": "This has absorb 1",
    "preventalldamage target(creature)": (
        "Prevent all damage that would be dealt to target creature"
    ),
    "-2/0": "This gets -2/-0",
    "fizzleto(exile) target(*|stack)": "Counter target spell and put it into exile",
    "copyto(myhand)": "`copyto(myhand)`",
    "maxcast(*)0 controller": "You can cast no spells each turn",
    "maxcast(*)": "You can cast only some spells each turn",
    "castcard(named!:Silver Knight:!)": 'Cast "Silver Knight"',
    "castcard(normal) target(*|myhand)": "Cast target card in your hand",
    "target(creature) dynamicability<!powerpumpboth!>": (
        "Target creature gets +X/+X until end of turn, where X is its power"
    ),
    "target(creature) dynamicability<!mytgt powerstrike targetcontroller!>": (
        "Target creature deals damage equal to its power to its controller"
    ),
    "target(creature) dynamicability<!toughnesslifegain srccontroller!>": (
        "You gain life equal to its toughness"
    ),
    "target(creature) dynamicability<!mytgt manacostlifeloss targetopponent!>": (
        "Target creature's controller's opponent loses life equal to its mana value"
    ),
    "target(creature) dynamicability<!powerdraw srcopponent!>": (
        "Your opponent draws a number of cards equal to its power"
    ),
    "target(creature) dynamicability<!powerdraw!>": "`dynamicability<!powerdraw!>`",
    "target(creature) dynamicability<!toughnesstrike eachother!>": (
        "For target creature, `dynamicability<!toughnesstrike eachother!>`"
    ),
    "if raid then ifnot morbid then draw:1": (
        "If you attacked this turn, unless a creature died this turn, draw a card"
    ),
    "if compare(x)~morethan~3} then draw:1": "If `if compare(x)~morethan~3} then`, draw a card",
    "may name(Tap) tap target(land)": '"Tap" — you may tap target land',
    "may tap target(land) && draw:1": "You may tap target land, and draw a card",
    "may pay({1}) draw:1": "You may pay {1}. If you do, draw a card",
    "may this(untapped) draw:1": "If this is untapped, you may draw a card",
    "choice draw:1 && life:1": "Choose: draw a card, and gain 1 life",
    "choice name(One) draw:1 && life:1 _ choice name(Two) draw:2 && life:2": (
        'Choose one: "One" — draw a card, and gain 1 life; or "Two" — draw two cards, and '
        "gain 2 life"
    ),
    "name(Choose) choice name(One) draw:1 && choice draw:2": (
        '"Choose" — choose one: "One" — draw a card; or draw two cards'
    ),
    "draw:1 && name(Then) && life:1": 'Draw a card, and "Then" — gain 1 life',
    "name(A) && name(B)": '"A" — "B" —',
    "notatarget(<2>land) tap && untap": "Tap two chosen lands, and untap the chosen cards",
    "notatarget(land) tap && untap": "Tap a chosen land, and untap the chosen card",
    "retrace draw:1": "If this was cast with retrace, draw a card",
    "if compare(restriction{raid}~morethan~0) then draw:1": (
        "If you attacked this turn, draw a card"
    ),
    "if compare(restriction{raid}~equalto~0) then draw:1": (
        "If `compare(restriction{raid}~equalto~0)`, draw a card"
    ),
    "if compare(lifetotal)~morethan~type(elf|mybattlefield) then draw:1": (
        "If your life total is more than the number of elves on your battlefield, draw a card"
    ),
    "if compare(lifetotal)~morethan~compare(opponentlifetotal) then draw:1": (
        "If your life total is more than your opponent's life total, draw a card"
    ),
    "if type(elf|mybattlefield)~morethan~type(elf|opponentbattlefield) then draw:1": (
        "If the number of elves on your battlefield is more than the number of elves on your "
        "opponent's battlefield, draw a card"
    ),
    "if type(elf|mybattlefield)~around~3 then draw:1": (
        "If `~around~3` holds for elves on your battlefield, draw a card"
    ),
    "if type(elf|mybattlefield)~lessthan~3 then draw:1": (
        "If there are fewer than three elves on your battlefield, draw a card"
    ),
    "if not type(elf|mybattlefield) then draw:1": (
        "Unless there is an elf on your battlefield, draw a card"
    ),
    "if -raid then draw:1": "If you didn't attack this turn, draw a card",
    "restriction{myupkeeponly} draw:1": "If it is your upkeep, draw a card",
    "restriction{-opponentdrawonly} draw:1": "If it isn't your opponent's draw step, draw a card",
    "restriction{combatendsonly} draw:1": "If it is the end of combat step, draw a card",
    "restriction{compare(isflipped)~equalto~0} draw:1": "If this isn't flipped, draw a card",
    "restriction{compare(isflipped)~equalto~7} draw:1": "If `isflipped~equalto~7`, draw a card",
    "restriction{compare(isflipped)~equalto~1} draw:1": "If this is flipped, draw a card",
    "restriction{compare(power)} draw:1": "If this's power is more than zero, draw a card",
    "restriction{compare(-power)~around~3} draw:1": (
        "If minus this's power `~around~3`, draw a card"
    ),
    "restriction{gear} draw:1": "If the number of equipment on this is more than zero, draw a card",
    "restriction{oddness} draw:1": "If `oddness`, draw a card",
    "restriction{-oddness} draw:1": "If not `oddness`, draw a card",
    "restriction{-counter{1/1}} draw:1": "If not (this has a +1/+1 counter on it), draw a card",
    "restriction{can play land,assorcery} draw:1": (
        "If you can play a land and you could cast a sorcery, draw a card"
    ),
    "this(power) flying": "As long as this's power is more than zero, this has flying",
    "this(x>=3) draw:x": "As long as X is at least 3, draw X cards",
    "this(counter{1/1}) flying": "As long as this has a +1/+1 counter on it, this has flying",
    "this(counter{1/1}>2) flying": (
        "As long as this has more than two +1/+1 counters on it, this has flying"
    ),
    "this(counter{1/1}>=x) flying": (
        "As long as the number of +1/+1 counters on this is at least X, this has flying"
    ),
    "this(counter{0/0.2.Charge}=) flying": (
        "As long as this has exactly two charge counters on it, this has flying"
    ),
    "this(counter{any}>0) flying": "As long as this has a counter on it, this has flying",
    "if spent({R}) then draw:1": "If {R} was spent on this, draw a card",
    "ifnot spent({R}) then draw:1": "Unless {R} was spent on this, draw a card",
    "ifnot paid(alternative) then draw:1": "Unless the alternative cost was paid, draw a card",
    "if paid({2}) then draw:1": "If {2} was paid, draw a card",
    "if casted(*[blue]|opponentstack) then draw:1": (
        "If a blue spell on your opponent's stack was cast, draw a card"
    ),
    "if cantargetcard(creature|*)~morethan~3 then draw:1": (
        "If `cantargetcard(creature|*)~morethan~3`, draw a card"
    ),
    "if lastturn(*|stack)~lessthan~1 then draw:1": (
        "If there were no spells on the stack last turn, draw a card"
    ),
    "lord(*|*) flying": "Cards in any zone have flying",
    "all(player) damage:1": "This deals 1 damage to each player",
    "damage:2 all(creature,player)": "This deals 2 damage to all creatures and players",
    "each draw:1": "`each` draws a card",
    "life:1 each": "`each` gains 1 life",
    "all(*creature) tap": "Tap `*creature`",
    "target(soldiers) tap": "Tap target soldiers",
    "target(this|mygraveyard) moveto(myhand)": "Return this in your graveyard to your hand",
    "all(trigger) destroy": "Destroy that card",
    "all(mysource) tap": "Tap the source of this",
    "target(creature[legendary&artifact;elf]) tap": (
        "Tap target creature (`[legendary&artifact;elf]`)"
    ),
    "target(creature[protection from red]) tap": "Tap target creature with protection from red",
    "target(creature[kicked>=1;power!=3]) tap": (
        "Tap target creature with power other than 3 kicked 1 or more times"
    ),
    "target(creature[weird=3;hasoddness;-controllerdamager]) tap": (
        "Tap target creature (`weird=3`) that dealt no damage to you this turn (`hasoddness`)"
    ),
    "target(other creature,other player) damage:1": (
        "This deals 1 damage to another target creature or player"
    ),
    "target(<storedx>land) tap": "Tap a number of target lands equal to the stored X",
    "target(<x>land|mybattlefield) tap": "Tap X target lands on your battlefield",
    "target(<type:elf:mybattlefield>*|myhand,mygraveyard) moveto(exile)": (
        "Exile a number of target cards in your hand or in your graveyard equal to the "
        "number of elves on your battlefield"
    ),
    "target(<upto:type:elf:mybattlefield>creature) tap": (
        "Tap a number of target creatures up to the number of elves on your battlefield"
    ),
    "target(permanent) tap": "Tap target permanent",
    "target(sliver queen) tap": 'Tap target "sliver queen"',
    "target(*[sliver queen;-elf queen]|mylibrary) moveto(myhand)": (
        'Put target non-"elf queen" "sliver queen" card in your library into your hand'
    ),
    "target(creature[iscolorless;-multicolor]) tap": "Tap target monocolored colorless creature",
    "counter(0/0,Divine Shield) target(creature)": "Put a divine shield counter on target creature",
    "removeallcounters(any)": "Remove all counters from this",
    "counter(1/1,thatmuch)": "Put that many +1/+1 counters on this",
    "counter(1/1,x)": "Put X +1/+1 counters on this",
    "draw:x": "Draw X cards",
    "draw:thatmuch": "Draw that many cards",
    "draw:type:manag:mybattlefield": (
        "Draw a number of cards equal to the number of {G} symbols in mana costs on your "
        "battlefield"
    ),
    "draw:type:manag": (
        "Draw a number of cards equal to the number of {G} symbols in mana costs on your "
        "battlefield"
    ),
    "draw:counter{0%0.1.Charge}": (
        "Draw a number of cards equal to the number of charge counters on it"
    ),
    "draw:hascnt11": "Draw a number of cards equal to the number of +1/+1 counters on this",
    "draw:thirdupmanacost": "Draw a number of cards equal to a third of its mana value, rounded up",
    "draw:mytargpower": "Draw a number of cards equal to its target's power",
    "draw:othertype:elf:mybattlefield": (
        "Draw a number of cards equal to the number of other elves on your battlefield"
    ),
    "draw:twicetype:elf:mybattlefield": (
        "Draw a number of cards equal to twice the number of elves on your battlefield"
    ),
    "damage:-2 opponent": "This deals -2 damage to your opponent",
    "token(Wolf,creature Wolf,1/1,green,banana)*thatmuch": (
        "Create that many 1/1 green Wolf creature tokens (`banana`)"
    ),
    "token(Wolf,creature Wolf,1/1,green,cantblock)*x": (
        'Create X 1/1 green Wolf creature tokens with "can\'t block"'
    ),
    "token(Blob,creature Blob,type:land:mybattlefield/type:land:mybattlefield,green)": (
        "Create a green Blob creature token with power equal to the number of lands on your "
        "battlefield and toughness equal to the number of lands on your battlefield"
    ),
    "token(Blob,creature Blob,1/1,affinityartifacts banana)": (
        "Create a 1/1 Blob creature token with affinity for artifacts (`banana`)"
    ),
    "token(Token,legendary artifact token,0/0)": (
        'Create a 0/0 legendary artifact token named "Token"'
    ),
    "token(Food)*2": "Create two Food tokens",
    "becomes(2/2)": "This becomes 2/2",
    "becomes(,3/3,flying) ueot": "This becomes 3/3 with flying until end of turn",
    "@each my upkeep sourcetap:draw:1": (
        "At the beginning of your upkeep, if this is tapped, draw a card"
    ),
    "@movedto(this|graveyard) from(battlefield) suspended:draw:1": (
        "Whenever this is put into a graveyard from the battlefield, if this is suspended, "
        "draw a card"
    ),
    "@counteradded(duplicateall) from(creature):draw:1": (
        "Whenever `duplicateall` is put on a creature, draw a card"
    ),
    "@countermod(1/1):draw:1": (
        "Whenever a +1/+1 counter is put on or removed from a permanent, draw a card"
    ),
    "@surveiled(*|mybattlefield,mystack):draw:1": (
        "Whenever a card on your battlefield or on your stack surveils, draw a card"
    ),
    "@movedto(creature|graveyard) from(elf|hand):draw:1": (
        "Whenever a creature card is put into a graveyard from a hand (`from(elf|hand)`), "
        "draw a card"
    ),
    "@movedto(*|opponentstack):draw:1": "Whenever your opponent casts a spell, draw a card",
    "@movedto(this):draw:1": "Whenever this is put onto the battlefield, draw a card",
    "@movedto(*|mygraveyard,opponentgraveyard):draw:1": (
        "Whenever a card is put into your graveyard or into your opponent's graveyard, draw a card"
    ),
    "@movedto(this|nonbattlezone) from(battlefield):draw:1": (
        "Whenever this is put into a zone other than the battlefield from the battlefield, "
        "draw a card"
    ),
    "@damaged(player) from(battlefield):draw:1": (
        "Whenever a player is dealt damage (`from(battlefield)`), draw a card"
    ),
    "@lifeof(player) from(creature):draw:1": "Whenever you gain life from a creature, draw a card",
    "@combat(attacking,turnlimited) source(elf):draw:1": (
        "Whenever an elf attacks for the first time each turn, draw a card"
    ),
    "@combat(fleeing) source(elf):draw:1": (
        "Whenever `combat(fleeing)` (`source(elf)`), draw a card"
    ),
    "@combat(attacking):draw:1": "Whenever something attacks, draw a card",
    "@dierolled(this):draw:1": "Whenever a player rolls a die for this, draw a card",
    "@dierolled(this) result(won):draw:1": (
        "Whenever a player rolls a die and the result is won for this, draw a card"
    ),
    "@shuffledof(player):draw:1": "Whenever you shuffle your library, draw a card",
    "@each targetcontroller upkeep:draw:1 targetcontroller": (
        "At the beginning of the target's controller's upkeep, the target's controller draws a card"
    ),
    "@next cleanup:draw:1": "At the beginning of the next cleanup step, draw a card",
    "phaseaction[endofturn checkex] draw:1": (
        "At the beginning of each end step, if it is in exile, draw a card"
    ),
    "phaseaction[opponent upkeep] draw:1": (
        "At the beginning of each of your opponent's upkeeps, draw a card"
    ),
    "phaseactionmulti[endofturn once] draw:1": "At the beginning of the next end step, draw a card",
    "phaseaction[once] draw:1": "Later, draw a card",
    "cumulativeupcostmulti[{1}] sacrifice": (
        "Cumulative upkeep—{1}, more each time: if it isn't paid, sacrifice this"
    ),
    "moveto(previousbattlefield)": "Put this onto the previous battlefield",
    "moveto(opponentzones)": "Put this into any of your opponent's zones",
    "moveto(ownerhand) all(creature)": "Return all creatures to their owners' hands",
    "moveto(commandzone)": "Put this into the command zone",
    "moveto(mysideboard)": "Put this into your sideboard",
    "all(*|reveal) bottomoflibrary": (
        "Put all cards among the revealed cards on the bottom of the library"
    ),
    "forcetype(land)": "As a land",
    "flip(Silver Knight)": 'Flip this to "Silver Knight"',
    "doubleside(Silver Knight)": 'Flip this to "Silver Knight"',
    "untap(this)": "Untap this",
    "phaseout all(creature)": "All creatures phase out",
    "wingame": "Win the game",
    "losegame opponent": "Your opponent loses the game",
    "becomesmonarch controller": "You become the monarch",
    "learn": "Learn",
    "shuffle target(player)": "Target player shuffles their library",
    "sacrifice opponent": "Your opponent sacrifices this",
    "nextphasealter(add,combatphases,controller)": "`nextphasealter(add,combatphases,controller)`",
    "protection from(creature[red])": "This has protection from red creatures",
    "cantbetargetof(*[blue])": "This can't be the target of blue permanents",
    "lord(creature) countershroud(any)": "Creatures can't have counters",
    "from(creature)": "(`from(creature)`)",
    "moverandom(creature)": "Put a creature card at random",
    "opponentreplacedraw draw:2": "If your opponent would draw a card, instead draw two cards",
    "replacedraw": "If you would draw a card, instead nothing happens",
    "drawn:2": "Draw two cards",
    "fading:3": "This has fading 3",
    "frozen target(creature)": (
        "Target creature doesn't untap during its controller's next untap step"
    ),
    "{1}{value:x}:draw:1": "{1}, mana equal to X: draw a card",
    "{T}:draw:1 asinstant": "{T}: draw a card, as an instant",
    "flying protection from artifacts": "This has flying and protection from artifacts",
    "restriction{compare(x)~morethan~paid(kicker)} draw:1": (
        "If X is more than `paid(kicker)`, draw a card"
    ),
    "restriction{compare(x)~morethan~} draw:1": "If X `~morethan~`, draw a card",
    "restriction{spent({R})~morethan~1} draw:1": "If `spent({R})~morethan~1`, draw a card",
    "restriction{casted({R})} draw:1": "If `casted({R})`, draw a card",
    "this(counter{1/1}>) flying": (
        "As long as the number of +1/+1 counters on this `>`, this has flying"
    ),
    "this(counter{1/1}!=2) flying": (
        "As long as this has other than two +1/+1 counters on it, this has flying"
    ),
    "target(|nowhere) tap": "Tap target card in `nowhere`",
    "target(opponent|hand) damage:1": "This deals 1 damage to target opponent in a hand",
    "target(creature[elf]wall) tap": "Tap target elf creature `wall`",
    "target(this,elf) tap": "Tap target this or elf",
    "target(<99999999>creature) tap": "Tap `99999999` target creatures",
    "@movedto(opponent|graveyard):draw:1": (
        "Whenever your opponent is put into a graveyard, draw a card"
    ),
    "removeallcounters(all) all(*)": "Remove all counters from all permanents",
    "lord(creature|graveyard) flying": "Creature cards in all graveyards have flying",
    "flying other": "This has flying (`other`)",
    "aslongas(forest) {T}:foreach(elf) draw:1 >2": (
        "As long as there is a forest, {T}: for each elf beyond the first two, draw a card"
    ),
    "counter(1/1,type:elf life:1)": ("Put X +1/+1 counters on this, where X is `type:elf life:1`"),
    "counter(0/0,1,type:elf life:1)": "Put a `type:elf life:1` counter on this",
    "target(artifact,creature[power>=4]) destroy": (
        "Destroy target artifact, or creature with power 4 or greater"
    ),
}


@pytest.mark.parametrize(("line", "english"), EXPLAINED.items(), ids=map(short_id, EXPLAINED))
def test_a_rare_line_is_explained(line, english):
    assert explain(parse(line)) == english
