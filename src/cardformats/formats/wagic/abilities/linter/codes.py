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
    )
    UNREADABLE_PART = (
        "WG081",
        Severity.WARNING,
        "{part!r} cannot be read from here on: {text}",
        "The rest of the line is read; the engine takes from this part what it finds in it.",
    )
    LONE_BRACKET = (
        "WG082",
        Severity.WARNING,
        "the bracket {sign!r} has no partner",
        "The engine looks for the next bracket that closes, wherever it is, or ignores this one.",
    )
    UNKNOWN_WORD = (
        "WG083",
        Severity.WARNING,
        "the ability language has no word {word!r}",
        "The engine passes over it, unless it finds a word that it knows in it.",
    )
    UNKNOWN_ZONE = (
        "WG084",
        Severity.WARNING,
        "there is no zone {word!r}",
        "The engine leaves the zone out, so that cards are looked for elsewhere or nowhere.",
    )
    UNKNOWN_EVENT = (
        "WG085",
        Severity.WARNING,
        "there is no event {word!r}",
        "The engine drops the trigger: the ability happens at once, or the line is not read.",
    )
    STRAY_SIGN = (
        "WG086",
        Severity.WARNING,
        "{text!r} says nothing here",
        "The engine passes over it, and perhaps over what belongs to it.",
    )
    COMMA_IN_CHANGE = (
        "WG087",
        Severity.WARNING,
        "the engine ends the new ability at this comma",
        "Within transforms((...)) a comma begins the next change. In counters write stops, between"
        " types ^ in its place; or put the ability into ability$!...!$.",
    )
    BLANK_BEFORE_BRACKET = (
        "WG088",
        Severity.WARNING,
        "the engine does not know {head!r} with a blank in it",
        "It looks for the word with its bracket; write them together.",
    )
    DEPRECATED_WORD = (
        "WG089",
        Severity.WARNING,
        "{word!r} is deprecated; use {better}",
        "The engine's own description advises against the word, and newer engines pass over it.",
    )
    UNKNOWN_CARD = (
        "WG090",
        Severity.WARNING,
        "there is no card or token {name!r}",
        "It is looked for among the primitives that were read.",
    )
    UNKNOWN_TO_VERSION = (
        "WG091",
        Severity.WARNING,
        "the engine of {version} does not know {word!r}",
        "The option engine_version says which version of the engine the cards are for.",
    )
    UNKNOWN_TYPE = (
        "WG092",
        Severity.WARNING,
        "{word!r} is no type and no quality",
        "The engine takes a word in which it finds none that it knows for a type; no card has it.",
    )
    UNKNOWN_NUMBER = (
        "WG093",
        Severity.WARNING,
        "there is no number {word!r}",
        "The engine takes a name that it does not know for the digits that it begins with, or 0.",
    )
    UNKNOWN_CONDITION = (
        "WG094",
        Severity.WARNING,
        "there is no condition {word!r}",
        "The engine passes over it, as if it held; in this(...) it leaves out what depends on it.",
    )
    UNKNOWN_COST = (
        "WG095",
        Severity.WARNING,
        "there is no cost {word!r}",
        "The engine goes by the first letter: it asks for another cost, or for none.",
    )
    UNKNOWN_OPTION = (
        "WG096",
        Severity.WARNING,
        "{word!r} says nothing here",
        "The engine looks here for words that it knows, and passes over all others.",
    )
    MISSING_END = (
        "WG097",
        Severity.WARNING,
        "{head!r} has no {word!r}",
        "What it begins has to end with this; the engine otherwise takes too much for it, or leaves"
        " it out.",
    )
    PROSE = (
        "WG098",
        Severity.WARNING,
        "the line reads like prose: {text}",
        "What a card says stands at text=. The engine looks for the words that it knows, and does"
        " what they say, or nothing.",
    )
    IDLE_COLON = (
        "WG099",
        Severity.NOTE,
        "the colon says nothing here",
        "Only costs and triggers end with a colon; the engine passes over this one.",
    )
    REFUSED_TARGET = (
        "WG100",
        Severity.WARNING,
        "the engine refuses this target: {reason}",
        "With all( or lord( the whole line does nothing, with target( the engine crashes, and a"
        " cost is paid with the card itself. Write alternatives within square brackets with"
        " semicolons.",
    )
    NO_COMPARISON = (
        "WG101",
        Severity.WARNING,
        "the engine passes over {text!r}: it compares by =, <= and >= only",
        "Every card is accepted, whatever its number is. Write power>=4 in place of power>3.",
    )
    BASE_IS_ALTERNATIVE = (
        "WG102",
        Severity.WARNING,
        "the engine takes {base!r} for one of the alternatives: {words}",
        "What stands before square brackets with semicolons is enough by itself. Write the"
        " alternatives alone, as elf,goblin, or *[elf;goblin].",
    )
    ALL_REQUIRED = (
        "WG103",
        Severity.WARNING,
        "the engine asks for all of this together: {words}",
        "Keywords are always all required; types and colors are, too, if anything in the brackets"
        " has a minus.",
    )
    WORD_IN_WORD = (
        "WG104",
        Severity.WARNING,
        "the engine takes {text!r} for {word!r}",
        "It looks for words anywhere in what stands between the brackets. Write a minus for what"
        " must not be there, as -black.",
    )
    PASSED_OVER = (
        "WG105",
        Severity.WARNING,
        "the engine passes over {text!r} and takes {words}",
        "Words such as player, opponent and mytgt decide alone; and a comparison with <= hides"
        " what stands before it if one with >= follows.",
    )
    ZONE_LEFT_OUT = (
        "WG106",
        Severity.WARNING,
        "the engine knows no zone {word!r}; it looks {where}",
        "It leaves out zones that it does not know. In conditions of restriction= capital letters"
        " count.",
    )
    NO_TYPE = (
        "WG107",
        Severity.WARNING,
        "the engine looks for a type of the name {text!r}",
        "No card has it. Outside of square brackets commas divide, without blanks.",
    )
    ONLY_LAST = (
        "WG108",
        Severity.WARNING,
        "the engine passes over {text!r}: only {last!r} counts",
        "It keeps one comparison of each number, and one kind of counters.",
    )
    TAKEN_OTHERWISE = (
        "WG109",
        Severity.WARNING,
        "the engine takes this target for {words}",
        "It reads what is written here in another way, or has no words for it.",
    )


#: All codes of card files, of the abilities in them, and of the texts beside these.
CODES: Final = (*WagicCode, *AbilityCode, *TextCode)
