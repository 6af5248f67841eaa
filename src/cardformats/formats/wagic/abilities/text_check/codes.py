"""The diagnostic codes of texts and abilities that say different things."""

from __future__ import annotations

from typing import Final

from .....diagnostics import Code, Severity
from .facts import NUMBERED

_BOTH: Final = "{what}: {text!r} in the text, but {script!r} in the ability"


class TextCode(Code):
    """How a card's text and its abilities can differ."""

    OTHER_AMOUNT = (
        "WG130",
        Severity.WARNING,
        _BOTH,
        "The number of cards or points in the ability differs from the text: for drawing,"
        " damage, life, milling, discarding or preventing. One of them is wrong.",
        "auto=damage:2 target(creature,player)\n"
        "text=Glow Dart deals 3 damage to target creature or player.",
    )
    OTHER_COST = (
        "WG131",
        Severity.WARNING,
        _BOTH,
        "The cost in the text differs from the cost of the ability: a different mana cost, or"
        " tapping in only one of them. An additional cost such as kicker has its own key;"
        " buyback includes the cost of the card.",
        "auto={2}{B}{T}:draw:1 controller\ntext={3}{B}, {T}: Draw a card.",
    )
    OTHER_MANA = (
        "WG132",
        Severity.WARNING,
        _BOTH,
        "The ability adds other mana than the text.",
        "auto={T}:add{U}\ntext={T}: Add {G}.",
    )
    OTHER_TOKEN = (
        "WG133",
        Severity.WARNING,
        _BOTH,
        "The size, number, colour or keyword of the tokens differs from the text. An ability"
        " that specifies a token by its id is not compared.",
        "auto=token(Eel,creature Eel,1/1,green)*2\ntext=Create two 1/1 blue Eel creature tokens.",
    )
    OTHER_SIZE = (
        "WG134",
        Severity.WARNING,
        _BOTH,
        "The change of power and toughness differs from the text.",
        "auto=2/3 ueot\ntext=Target creature gets +2/+2 until end of turn.",
    )
    OTHER_COUNTERS = (
        "WG135",
        Severity.WARNING,
        _BOTH,
        "The number of added or removed counters differs from the text.",
        "auto=counter(1/1,3)\n"
        "text=Wick Warden enters the battlefield with two +1/+1 counters on it.",
    )
    OTHER_KEYWORD = (
        "WG136",
        Severity.WARNING,
        _BOTH,
        "The text contains one keyword, and the ability contains another one that is not in"
        " the text.",
        "auto=vigilance ueot\ntext=Target creature gains flying until end of turn.",
    )
    KEYWORD_ALONE = (
        "WG137",
        Severity.WARNING,
        "the card has {word!r} {where}",
        "Keywords belong in abilities=. The text should contain the keywords that a card has"
        " from the beginning.",
        "auto=@movedto(this|mybattlefield):life:2 controller\n"
        "text=Flying -- When Marsh Heron enters the battlefield, you gain 2 life.",
    )
    OTHER_CHOICE = (
        "WG138",
        Severity.WARNING,
        _BOTH,
        "The ability differs from the text in its targets, in their power, toughness or mana"
        " value, in a number that it requires, or in the turn. For 'three or more', write"
        " ~morethan~2.",
        "auto=destroy target(creature[power>=2])\n"
        "text=Destroy target creature with power 2 or less.",
    )
    COMPARED = (
        "WG139",
        Severity.NOTE,
        "texts and abilities: {comparisons} comparisons, {differences} different",
        "The number of comparisons between a text and an ability of the same card. A fact that"
        " is only in one of them is not compared.",
        "auto={1}{T}:life:2 controller\ntext={1}, {T}: You gain 2 life.",
    )


#: The code of a difference, by the kind of fact.
CODES_OF_KINDS: Final = {
    **dict.fromkeys(
        ("draw", "damage", "gain", "lose", "paid life", "mill", "scry", "surveil", "prevent",
         "discard", *NUMBERED),
        TextCode.OTHER_AMOUNT,
    ),
    **dict.fromkeys(
        ("cost", "payment", "equip", "cycling", "morph", "kicker", "flashback", "buyback",
         "other price", "bestow", "loyalty"),
        TextCode.OTHER_COST,
    ),
    "mana": TextCode.OTHER_MANA,
    **dict.fromkeys(
        ("token size", "token number", "token colours", "token keywords", "token types"),
        TextCode.OTHER_TOKEN,
    ),
    "size": TextCode.OTHER_SIZE, "base size": TextCode.OTHER_SIZE,
    "counters": TextCode.OTHER_COUNTERS, "removed counters": TextCode.OTHER_COUNTERS,
    "kind of counters": TextCode.OTHER_COUNTERS,
    "keyword": TextCode.OTHER_KEYWORD,
    **dict.fromkeys(
        ("target", "number of targets", "power", "toughness", "manacost", "phase", "action",
         "condition"),
        TextCode.OTHER_CHOICE,
    ),
}  # fmt: skip
