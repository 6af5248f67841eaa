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
        "The documentation page of the ability language describes the syntax. The engine uses"
        " the parts of the line that it recognises.",
        "auto=flying,haste,fear,reach,trample,vigilance,lifelink,menace,prowess,infect,wi"
        "ther,persist",
    )
    UNREADABLE_PART = (
        "WG081",
        Severity.WARNING,
        "{part!r} cannot be read from here on: {text}",
        "The rest of the line is read. The engine uses the pieces of this part that it recognises.",
        "auto=this(counter{0/0.1.Oil}=>) {T}:draw:1",
    )
    LONE_BRACKET = (
        "WG082",
        Severity.WARNING,
        "the bracket {sign!r} has no counterpart",
        "The engine uses the next closing bracket, wherever it is, or ignores this bracket.",
        "auto={T}:damage:1 target(creature[-black|battlefield)",
    )
    UNKNOWN_WORD = (
        "WG083",
        Severity.WARNING,
        "the ability language has no word {word!r}",
        "The engine ignores the word, unless it contains a known word.",
        "auto={2}{T}:destory target(creature)",
    )
    UNKNOWN_ZONE = (
        "WG084",
        Severity.WARNING,
        "unknown zone {word!r}",
        "The engine ignores the zone, so it searches for cards in other zones, or in none.",
        "auto={T}:moveto(myhand) target(creature|mybattelfield)",
    )
    UNKNOWN_EVENT = (
        "WG085",
        Severity.WARNING,
        "unknown event {word!r}",
        "The engine ignores an unknown trigger: the effect happens at once, or the line does"
        " nothing.",
        "auto=@moveto(creature|graveyard):draw:1",
    )
    STRAY_SIGN = (
        "WG086",
        Severity.WARNING,
        "{text!r} has no effect here",
        "The engine ignores it, and may also ignore the text that belongs to it.",
        "auto={T}:+1/-1(mytgt) ueot",
    )
    COMMA_IN_CHANGE = (
        "WG087",
        Severity.WARNING,
        "the engine ends the new ability at this comma",
        "In transforms((...)), a comma begins the next change. Use dots in counters and ^"
        " between types instead, or put the ability into ability$!...!$.",
        "auto=lord(creature|mybattlefield) transforms((,newability[counter(0/0,1,Oil)]))",
    )
    SPACE_BEFORE_BRACKET = (
        "WG088",
        Severity.WARNING,
        "the engine does not recognise {head!r} with a space in it",
        "The engine searches for the word together with its bracket. Delete the space.",
        "auto=destroy all (creature)",
    )
    DEPRECATED_WORD = (
        "WG089",
        Severity.WARNING,
        "{word!r} is deprecated; use {better}",
        "The description of the engine advises against this word, and newer engines ignore it.",
        "auto=lord(creature) onecast",
    )
    UNKNOWN_CARD = (
        "WG090",
        Severity.WARNING,
        "there is no card or token {name!r}",
        "The name is searched in the primitives that were read.",
        "auto={T}:token(Lantern Keeper)",
    )
    UNKNOWN_TO_VERSION = (
        "WG091",
        Severity.WARNING,
        "the engine of {version} does not know {word!r}",
        "The option engine_version specifies the version of the engine for which the cards are"
        " written.",
        "auto=lord(creature|mybattlefield) opponentshroud",
    )
    UNKNOWN_TYPE = (
        "WG092",
        Severity.WARNING,
        "{word!r} is not a type or a quality",
        "If the engine finds no known word in the text, it reads the text as a type. No card"
        " has this type.",
        "auto={2}{T}:tap target(creatue[flying])",
    )
    UNKNOWN_NUMBER = (
        "WG093",
        Severity.WARNING,
        "unknown number {word!r}",
        "The engine reads an unknown name as the digits at its beginning, or as 0.",
        "auto=@each my upkeep:life:twicelfietotal",
    )
    UNKNOWN_CONDITION = (
        "WG094",
        Severity.WARNING,
        "unknown condition {word!r}",
        "The engine ignores the condition and treats it as true. In this(...), it omits the"
        " text that depends on it.",
        "auto=if rayd then draw:1",
    )
    UNKNOWN_COST = (
        "WG095",
        Severity.WARNING,
        "unknown cost {word!r}",
        "The engine identifies costs by the first letter: it uses another cost, or none.",
        "auto={2}{dicard(*|myhand)}:draw:1",
    )
    UNKNOWN_OPTION = (
        "WG096",
        Severity.WARNING,
        "{word!r} has no effect here",
        "The engine searches for known words here and ignores all others.",
        "auto={3}{T}:token(Wisp,creature spirit,1/1,blue,flyng)",
    )
    MISSING_END = (
        "WG097",
        Severity.WARNING,
        "{head!r} has no {word!r}",
        "This opening needs a closing word. Without it, the engine includes too much text, or"
        " ignores the part.",
        "auto={T}:ability$!draw:1 && life:2",
    )
    PROSE = (
        "WG098",
        Severity.WARNING,
        "the line looks like prose: {text}",
        "The rules text of a card belongs in text=. The engine searches for known words in the"
        " line, and applies them or does nothing.",
        "auto=Whenever you cast your second spell each turn, gain some power",
    )
    IDLE_COLON = (
        "WG099",
        Severity.NOTE,
        "the colon has no effect here",
        "Only costs and triggers end with a colon. The engine ignores this one.",
        "auto={T}:target(creature):flying ueot",
    )
    REFUSED_TARGET = (
        "WG100",
        Severity.WARNING,
        "the engine rejects this target: {reason}",
        "With all( or lord(, the whole line has no effect; with target(, the engine crashes;"
        " and a cost is paid with the card itself. Write alternatives in square brackets with"
        " semicolons.",
        "auto=destroy target(creature[white,black])",
    )
    NO_COMPARISON = (
        "WG101",
        Severity.WARNING,
        "the engine ignores {text!r}: it supports only =, <= and >=",
        "Every card is accepted, whatever its number. For example, write power>=4 instead of"
        " power>3.",
        "auto={T}:tap target(creature[power>3])",
    )
    BASE_IS_ALTERNATIVE = (
        "WG102",
        Severity.WARNING,
        "the engine reads {base!r} as one of the alternatives: {words}",
        "A word before square brackets with semicolons is an alternative of its own. Write"
        " only the alternatives, as elf,goblin or *[elf;goblin].",
        "auto=lord(creature[elf;goblin]|mybattlefield) 1/1",
    )
    ALL_REQUIRED = (
        "WG103",
        Severity.WARNING,
        "the engine requires all of these: {words}",
        "Keywords are always required together. Types and colours are required together, too,"
        " if a quality in the brackets has a minus.",
        "auto={T}:tap target(creature[flying;reach])",
    )
    WORD_IN_WORD = (
        "WG104",
        Severity.WARNING,
        "the engine reads {text!r} as {word!r}",
        "The engine searches for words anywhere in the text between the brackets. To exclude a"
        " quality, write a minus, as in -black.",
        "auto={T}:destroy target(creature[nonblack])",
    )
    TARGET_PASSED_OVER = (
        "WG105",
        Severity.WARNING,
        "the engine ignores {text!r} and uses {words}",
        "Words such as player, opponent and mytgt override the rest. A comparison with <="
        " hides the text before it if a comparison with >= follows.",
        "auto={T}:damage:2 target(creature[damaged],player)",
    )
    ZONE_LEFT_OUT = (
        "WG106",
        Severity.WARNING,
        "unknown zone {word!r}; the engine searches {where}",
        "The engine ignores unknown zones. The conditions of restriction= are case-sensitive.",
        "restriction=type(creature|myBattlefield)~morethan~2",
    )
    NO_TYPE = (
        "WG107",
        Severity.WARNING,
        "the engine searches for a type with the name {text!r}",
        "No card has this type. Outside square brackets, separate alternatives by commas"
        " without spaces. A zone follows a vertical bar, as in *|myhand.",
        "auto={T}:destroy target(creature;planeswalker)",
    )
    ONLY_LAST = (
        "WG108",
        Severity.WARNING,
        "the engine ignores {text!r}: only {last!r} is used",
        "The engine uses one comparison of each number, and one kind of counters.",
        "auto={T}:tap target(creature[power>=2;power=4])",
    )
    TAKEN_OTHERWISE = (
        "WG109",
        Severity.WARNING,
        "the engine reads this target as {words}",
        "The engine interprets this text differently, or does not support it.",
        "auto={T}:tap target(creature[-counter{any}])",
    )
    NOT_DONE = (
        "WG110",
        Severity.WARNING,
        "{text!r} has no effect: the engine does one thing in each part of a line, here"
        " {instead!r}",
        "The engine searches for effects in its own order and uses the first one. Separate the"
        " effects by &&.",
        "auto=draw:1 life:2",
    )
    PASSED_OVER = (
        "WG111",
        Severity.WARNING,
        "the engine ignores {text!r}",
        "The engine does not read this position. Text before all(...), lord(...), foreach(...)"
        " or this(...) is only read if the closing bracket ends the part. A keyword must come"
        " first, and a player needs a space before it.",
        "auto=-1/-1 all(creature|battlefield) ueot",
    )
    CUT_IN_BRACKETS = (
        "WG112",
        Severity.WARNING,
        "the engine splits the line at this &, also inside brackets",
        "If a line contains &&, it is split at every &. Write ; between qualities, or put the"
        " part with the & into a line of its own.",
        "auto=all(creature[red&tapped]) destroy && draw:1",
    )
    ADDED = (
        "WG113",
        Severity.WARNING,
        "the engine finds {word!r} in {text!r} and applies it",
        "The engine searches for words anywhere, also inside other words.",
        "auto=shufflelibrarydeath",
    )
    NO_COST = (
        "WG114",
        Severity.WARNING,
        "there is no cost: the engine does not read {text!r} as a cost",
        "A cost is at the beginning of the ability and ends with `}:`. No space may be between"
        " the two characters, and no text before the cost.",
        "auto={T} :draw:1",
    )
    DONE_APART = (
        "WG115",
        Severity.WARNING,
        "the engine does {text!r} independently of the text around it",
        "The engine splits the line at another position, so the surrounding text does not"
        " apply to it.",
        "auto=if raid then draw:1 && all(creature) tap and!(untap)! else tap",
    )
    LOST_CONDITION = (
        "WG116",
        Severity.WARNING,
        "the restriction is ignored: {action!r} is done without {text!r}",
        "A restriction applies to abilities with a cost, a target, `may` or pay(...), and to a"
        " trigger before its colon. For others, write `if ... then`.",
        "auto=restriction{raid} draw:1",
    )
    LOST_CHOICE = (
        "WG117",
        Severity.WARNING,
        "{text!r} is ignored here",
        "It is only read at the beginning of an ability, and not before pay(...), which"
        " already asks the player.",
        "auto=@each my upkeep:may pay({2}) draw:1",
    )
    LOST_SCOPE = (
        "WG118",
        Severity.WARNING,
        "{action!r} is done without {text!r}",
        "The engine searches for other words first, and this text is not part of them.",
        "auto=all(creature|mybattlefield) @combatdamaged(player) from(this):draw:1",
    )
    LOST_TARGET = (
        "WG119",
        Severity.WARNING,
        "no target is chosen for {action!r}: {text!r} is ignored",
        "The engine uses one target for each ability that has a cost or is a choice.",
        "auto={T}:add{G} target(creature)",
    )
    ONE_TARGET = (
        "WG120",
        Severity.WARNING,
        "the engine uses one target for the whole ability: {action!r} is done to {instead!r}",
        "With a cost, `may` or `choice`, only the first target(...) is used. Put the other one"
        " into ability$!...!$.",
        "auto={T}:damage:1 target(creature) && destroy target(artifact)",
    )
    ALSO_APPLIED = (
        "WG121",
        Severity.WARNING,
        "the engine reads {text!r} for the whole ability, also for {action!r}",
        "The engine searches for it in the whole ability: a target is chosen before anything is"
        " done, and a restriction applies to all of it.",
        "auto={T}:flipacoin winability destroy target(artifact) winabilityend flipend",
    )
    UNREAD_NUMBER = (
        "WG122",
        Severity.WARNING,
        "the engine does not read the number of {text!r}",
        "The engine expects a space, < or >, and a number: ` >2` means more than two, and `"
        " <3` fewer than three. The operator `>=` does not exist. In `draw: 2`, the space ends"
        " the number.",
        "auto=aslongas(*|opponentgraveyard) -6/-6 >=7",
    )
    NOTHING_BUILT = (
        "WG123",
        Severity.WARNING,
        "the engine ignores this line: it stops at {text!r}",
        "The line has no effect in the game.",
        "auto=name(loses defender) -defender ueot",
    )
    CRASH = (
        "WG124",
        Severity.WARNING,
        "the engine crashes at {text!r}",
        "The game crashes when the card is read.",
        "auto={T}:counter(charge)",
    )
    TRIGGER_ENDS = (
        "WG125",
        Severity.WARNING,
        "the engine ends the trigger at this colon",
        "The text after the colon is read as the ability. Words that must be at its beginning,"
        " such as `may`, a cost or an `if`, are then not recognised. Put the condition after"
        " the trigger, as `if ...`.",
        "auto=@each my upkeep restriction{compare(type:land:mybattlefield)~morethan~3}:may draw:1",
    )
    KEPT_TEXT = (
        "WG126",
        Severity.WARNING,
        "the engine repeats the text of an earlier line here: {text!r}",
        "The engine stores the text after pay(...), or in ability$!...!$, reveal or"
        " transforms((...)), until an ability uses it. It ignores such text in later lines of"
        " the card until then.",
        "auto=@combatdamagefoeof(player) from(this):pay({2}) activatechooseacolor "
        "all(*[chosencolor]|opponenthand) reject activatechooseend\n"
        "auto=@combatdamageof(player) from(this):pay({2}) activatechooseacolor "
        "all(*[chosencolor]|myhand) reject activatechooseend",
    )
    MISSING_COLON = (
        "WG127",
        Severity.WARNING,
        "a colon is missing after {text!r}",
        "A cost ends with a colon, and a colon is between an effect and its number.",
        "auto={T} damage 1 target(creature)",
    )


#: All codes of card files, of the abilities in them, and of the texts beside these.
CODES: Final = (*WagicCode, *AbilityCode, *TextCode)
