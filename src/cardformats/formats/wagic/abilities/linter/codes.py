"""The diagnostic codes of abilities."""

from __future__ import annotations

from typing import Final

from .....diagnostics import Code, Severity
from ...codes import WagicCode
from ..text_check.codes import TextCode


class AbilityCode(Code):
    """What can be wrong in lines of abilities."""

    UNREADABLE_ABILITY = (
        "WG080",
        Severity.WARNING,
        "the ability cannot be read from here on: {text}",
        "The page of the ability language says what can stand where. The engine takes from such a"
        " line what it finds in it.",
        "auto=flying,haste,fear,reach,trample,vigilance,lifelink,menace,prowess,infect,wi"
        "ther,persist",
    )
    UNREADABLE_PART = (
        "WG081",
        Severity.WARNING,
        "{part!r} cannot be read from here on: {text}",
        "The rest of the line is read; the engine takes from this part what it finds in it.",
        "auto=this(counter{0/0.1.Oil}=>) {T}:draw:1",
    )
    LONE_BRACKET = (
        "WG082",
        Severity.WARNING,
        "the bracket {sign!r} has no partner",
        "The engine looks for the next bracket that closes, wherever it is, or ignores this one.",
        "auto={T}:damage:1 target(creature[-black|battlefield)",
    )
    UNKNOWN_WORD = (
        "WG083",
        Severity.WARNING,
        "the ability language has no word {word!r}",
        "The engine passes over it, unless it finds a word that it knows in it.",
        "auto={2}{T}:destory target(creature)",
    )
    UNKNOWN_ZONE = (
        "WG084",
        Severity.WARNING,
        "there is no zone {word!r}",
        "The engine leaves the zone out, so that cards are looked for elsewhere or nowhere.",
        "auto={T}:moveto(myhand) target(creature|mybattelfield)",
    )
    UNKNOWN_EVENT = (
        "WG085",
        Severity.WARNING,
        "there is no event {word!r}",
        "The engine passes over a trigger that it does not know: what follows happens at once, or"
        " the line does nothing.",
        "auto=@moveto(creature|graveyard):draw:1",
    )
    STRAY_SIGN = (
        "WG086",
        Severity.WARNING,
        "{text!r} says nothing here",
        "The engine passes over it, and perhaps over what belongs to it.",
        "auto={T}:+1/-1(mytgt) ueot",
    )
    COMMA_IN_CHANGE = (
        "WG087",
        Severity.WARNING,
        "the engine ends the new ability at this comma",
        "Within transforms((...)) a comma begins the next change. In counters write stops, between"
        " types ^ in its place; or put the ability into ability$!...!$.",
        "auto=lord(creature|mybattlefield) transforms((,newability[counter(0/0,1,Oil)]))",
    )
    BLANK_BEFORE_BRACKET = (
        "WG088",
        Severity.WARNING,
        "the engine does not know {head!r} with a blank in it",
        "It looks for the word with its bracket; write them together.",
        "auto=destroy all (creature)",
    )
    DEPRECATED_WORD = (
        "WG089",
        Severity.WARNING,
        "{word!r} is deprecated; use {better}",
        "The engine's own description advises against the word, and newer engines pass over it.",
        "auto=lord(creature) onecast",
    )
    UNKNOWN_CARD = (
        "WG090",
        Severity.WARNING,
        "there is no card or token {name!r}",
        "It is looked for among the primitives that were read.",
        "auto={T}:token(Lantern Keeper)",
    )
    UNKNOWN_TO_VERSION = (
        "WG091",
        Severity.WARNING,
        "the engine of {version} does not know {word!r}",
        "The option engine_version says which version of the engine the cards are for.",
        "auto=lord(creature|mybattlefield) opponentshroud",
    )
    UNKNOWN_TYPE = (
        "WG092",
        Severity.WARNING,
        "{word!r} is no type and no quality",
        "The engine takes a word in which it finds none that it knows for a type; no card has it.",
        "auto={2}{T}:tap target(creatue[flying])",
    )
    UNKNOWN_NUMBER = (
        "WG093",
        Severity.WARNING,
        "there is no number {word!r}",
        "The engine takes a name that it does not know for the digits that it begins with, or 0.",
        "auto=@each my upkeep:life:twicelfietotal",
    )
    UNKNOWN_CONDITION = (
        "WG094",
        Severity.WARNING,
        "there is no condition {word!r}",
        "The engine passes over it, as if it held; in this(...) it leaves out what depends on it.",
        "auto=if rayd then draw:1",
    )
    UNKNOWN_COST = (
        "WG095",
        Severity.WARNING,
        "there is no cost {word!r}",
        "The engine goes by the first letter: it asks for another cost, or for none.",
        "auto={2}{dicard(*|myhand)}:draw:1",
    )
    UNKNOWN_OPTION = (
        "WG096",
        Severity.WARNING,
        "{word!r} says nothing here",
        "The engine looks here for words that it knows, and passes over all others.",
        "auto={3}{T}:token(Wisp,creature spirit,1/1,blue,flyng)",
    )
    MISSING_END = (
        "WG097",
        Severity.WARNING,
        "{head!r} has no {word!r}",
        "What it begins has to end with this; the engine otherwise takes too much for it, or leaves"
        " it out.",
        "auto={T}:ability$!draw:1 && life:2",
    )
    PROSE = (
        "WG098",
        Severity.WARNING,
        "the line reads like prose: {text}",
        "What a card says stands at text=. The engine looks for the words that it knows, and does"
        " what they say, or nothing.",
        "auto=Whenever you cast your second spell each turn, gain some power",
    )
    IDLE_COLON = (
        "WG099",
        Severity.NOTE,
        "the colon says nothing here",
        "Only costs and triggers end with a colon; the engine passes over this one.",
        "auto={T}:target(creature):flying ueot",
    )
    REFUSED_TARGET = (
        "WG100",
        Severity.WARNING,
        "the engine refuses this target: {reason}",
        "With all( or lord( the whole line does nothing, with target( the engine crashes, and a"
        " cost is paid with the card itself. Write alternatives within square brackets with"
        " semicolons.",
        "auto=destroy target(creature[white,black])",
    )
    NO_COMPARISON = (
        "WG101",
        Severity.WARNING,
        "the engine passes over {text!r}: it compares by =, <= and >= only",
        "Every card is accepted, whatever its number is. Write power>=4 in place of power>3.",
        "auto={T}:tap target(creature[power>3])",
    )
    BASE_IS_ALTERNATIVE = (
        "WG102",
        Severity.WARNING,
        "the engine takes {base!r} for one of the alternatives: {words}",
        "What stands before square brackets with semicolons is enough by itself. Write the"
        " alternatives alone, as elf,goblin, or *[elf;goblin].",
        "auto=lord(creature[elf;goblin]|mybattlefield) 1/1",
    )
    ALL_REQUIRED = (
        "WG103",
        Severity.WARNING,
        "the engine asks for all of this together: {words}",
        "Keywords are always all required; types and colors are, too, if anything in the brackets"
        " has a minus.",
        "auto={T}:tap target(creature[flying;reach])",
    )
    WORD_IN_WORD = (
        "WG104",
        Severity.WARNING,
        "the engine takes {text!r} for {word!r}",
        "It looks for words anywhere in what stands between the brackets. Write a minus for what"
        " must not be there, as -black.",
        "auto={T}:destroy target(creature[nonblack])",
    )
    TARGET_PASSED_OVER = (
        "WG105",
        Severity.WARNING,
        "the engine passes over {text!r} and takes {words}",
        "Words such as player, opponent and mytgt decide alone; and a comparison with <= hides"
        " what stands before it if one with >= follows.",
        "auto={T}:damage:2 target(creature[damaged],player)",
    )
    ZONE_LEFT_OUT = (
        "WG106",
        Severity.WARNING,
        "the engine knows no zone {word!r}; it looks {where}",
        "It leaves out zones that it does not know. In conditions of restriction= capital letters"
        " count.",
        "restriction=type(creature|myBattlefield)~morethan~2",
    )
    NO_TYPE = (
        "WG107",
        Severity.WARNING,
        "the engine looks for a type of the name {text!r}",
        "No card has it. Outside of square brackets commas divide, without blanks; a zone stands"
        " behind a bar, as in *|myhand.",
        "auto={T}:destroy target(creature;planeswalker)",
    )
    ONLY_LAST = (
        "WG108",
        Severity.WARNING,
        "the engine passes over {text!r}: only {last!r} counts",
        "It keeps one comparison of each number, and one kind of counters.",
        "auto={T}:tap target(creature[power>=2;power=4])",
    )
    TAKEN_OTHERWISE = (
        "WG109",
        Severity.WARNING,
        "the engine takes this target for {words}",
        "It reads what is written here in another way, or has no words for it.",
        "auto={T}:tap target(creature[-counter{any}])",
    )
    NOT_DONE = (
        "WG110",
        Severity.WARNING,
        "{text!r} is not done: the engine does one thing in each part of a line, here {instead!r}",
        "It looks for effects in an order of its own, and takes the first that it finds. Put &&"
        " between them.",
        "auto=draw:1 life:2",
    )
    PASSED_OVER = (
        "WG111",
        Severity.WARNING,
        "the engine passes over {text!r}",
        "Where it stands, nothing looks for it. What is before all(...), lord(...), foreach(...)"
        " or this(...) counts only if their bracket ends the part; a keyword has to come first; a"
        " player needs a blank before it.",
        "auto=-1/-1 all(creature|battlefield) ueot",
    )
    CUT_IN_BRACKETS = (
        "WG112",
        Severity.WARNING,
        "the engine cuts the line at this &, within brackets, too",
        "A line with && in it is cut at every &. Between qualities write ; or put what has the &"
        " into a line of its own.",
        "auto=all(creature[red&tapped]) destroy && draw:1",
    )
    ADDED = (
        "WG113",
        Severity.WARNING,
        "the engine finds {word!r} in {text!r}, and does it",
        "It looks for words anywhere, in the middle of others, too.",
        "auto=shufflelibrarydeath",
    )
    NO_COST = (
        "WG114",
        Severity.WARNING,
        "this costs nothing: {text!r} is no cost for the engine",
        "A cost begins the ability, and ends at `}}:`; no blank may stand between the two signs,"
        " and nothing before the cost.",
        "auto={T} :draw:1",
    )
    DONE_APART = (
        "WG115",
        Severity.WARNING,
        "the engine does {text!r} apart from what it stands in",
        "It cuts the line elsewhere, so that what this seems to be part of does not hold for it.",
        "auto=if raid then draw:1 && all(creature) tap and!(untap)! else tap",
    )
    LOST_CONDITION = (
        "WG116",
        Severity.WARNING,
        "the restriction is lost: {action!r} is done without {text!r}",
        "It holds for abilities with a cost, a target, `may` or pay(...), and in a trigger before"
        " its colon. For others write `if ... then`.",
        "auto=restriction{raid} draw:1",
    )
    LOST_CHOICE = (
        "WG117",
        Severity.WARNING,
        "{text!r} is lost here",
        "It counts only at the beginning of an ability, and not before pay(...), which asks the"
        " player already.",
        "auto=@each my upkeep:may pay({2}) draw:1",
    )
    LOST_SCOPE = (
        "WG118",
        Severity.WARNING,
        "{action!r} is done without {text!r}",
        "The engine looks for something else first, and this is not part of it.",
        "auto=all(creature|mybattlefield) @combatdamaged(player) from(this):draw:1",
    )
    LOST_TARGET = (
        "WG119",
        Severity.WARNING,
        "no target is chosen for {action!r}: {text!r} is passed over",
        "The engine takes one target for each ability that has a cost or is a choice.",
        "auto={T}:add{G} target(creature)",
    )
    ONE_TARGET = (
        "WG120",
        Severity.WARNING,
        "the engine takes one target for the whole ability: {action!r} is done to {instead!r}",
        "With a cost, `may` or `choice` only the first target(...) counts. Put the other into"
        " ability$!...!$.",
        "auto={T}:damage:1 target(creature) && destroy target(artifact)",
    )
    ALSO_APPLIED = (
        "WG121",
        Severity.WARNING,
        "the engine applies {text!r} to {action!r}, too",
        "It looks for it in the whole ability.",
        "auto={T}:flipacoin winability destroy target(artifact) winabilityend flipend",
    )
    UNREAD_NUMBER = (
        "WG122",
        Severity.WARNING,
        "the engine does not read the number of {text!r}",
        "It looks for a blank, < or >, and a number: ` >2` is more than two, and ` <3` fewer than"
        " three. There is no `>=`. In `draw: 2` the blank ends the number.",
        "auto=aslongas(*|opponentgraveyard) -6/-6 >=7",
    )
    NOTHING_BUILT = (
        "WG123",
        Severity.WARNING,
        "the engine builds nothing of this line: it stops at {text!r}",
        "The line does nothing in the game.",
        "auto=name(loses defender) -defender ueot",
    )
    CRASH = (
        "WG124",
        Severity.WARNING,
        "the engine crashes at {text!r}",
        "The game ends when the card is read.",
        "auto={T}:counter(charge)",
    )
    TRIGGER_ENDS = (
        "WG125",
        Severity.WARNING,
        "the engine ends the trigger at this colon",
        "What is behind it is read as the ability, and what has to come first there, such as `may`,"
        " a cost or an `if`, no longer does. Put the condition behind the trigger, as `if ...`.",
        "auto=@each my upkeep restriction{compare(type:land:mybattlefield)~morethan~3}:may draw:1",
    )
    KEPT_TEXT = (
        "WG126",
        Severity.WARNING,
        "the engine does here what an earlier line says: {text!r}",
        "It keeps the text after pay(...), or in ability$!...!$, reveal or transforms((...)), until"
        " something uses it, and does not look at that of later lines of the card.",
        "auto=@combatdamagefoeof(player) from(this):pay({2}) activatechooseacolor "
        "all(*[chosencolor]|opponenthand) reject activatechooseend\n"
        "auto=@combatdamageof(player) from(this):pay({2}) activatechooseacolor "
        "all(*[chosencolor]|myhand) reject activatechooseend",
    )


#: All codes of card files, of the abilities in them, and of the texts beside these.
CODES: Final = (*WagicCode, *AbilityCode, *TextCode)
