"""The diagnostic codes of deck lists."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class DeckCode(Code):
    """What can be wrong with a deck."""

    NO_CARDS = (
        "DL001",
        Severity.ERROR,
        "the deck has no cards",
        "Write cards as lines such as '4 Lightning Bolt' or '4 Lightning Bolt (M10) 146'.",
        "About\nName Frogs",
    )
    TOO_MANY = (
        "DL002",
        Severity.ERROR,
        "{copies} copies are more than the maximum of {limit}; {limit} are used",
        "No deck contains this number of copies of a card.",
        "40000 Forest",
    )
    AFTER_BLANK_LINE = (
        "DL003",
        Severity.NOTE,
        "the cards after the empty line are read as the sideboard",
        "The text has no section names. If it has two blocks, the second one is the sideboard,"
        " as in Magic Online and MTG Arena. To make this explicit, add a line 'Sideboard'.",
        "20 Island\n\n2 Marsh Ferry",
    )
    MARK = (
        "DL004",
        Severity.WARNING,
        "unknown mark {mark!r}",
        "The known marks are *F* for foil cards and *E* for etched cards. A word that begins"
        " with # is a tag, which is preserved in the text.",
        "2 Marsh Ferry *Z*",
    )
    ODD_NAME = (
        "DL008",
        Severity.WARNING,
        "the name {name!r} contains characters that do not occur in card names",
        "The line is probably in the style of another program. A line contains a number, a"
        " name, a set as (SET) or [SET], a collector number, *F* or *E*, [a category] and"
        " #tags.",
        "4 Lantern Eel|MSH|1",
    )
    BAD_XML = (
        "DL005",
        Severity.ERROR,
        "not valid XML: {problem}",
        "Nothing can be read from the file until this is fixed.",
        '<Cards Quantity="4"\n</Deck>',
    )
    WRONG_ROOT = (
        "DL006",
        Severity.ERROR,
        "the root element is {found}, not <{expected}>",
        "This is valid XML, but not a deck of Magic Online.",
        "<Set/>",
    )
    BAD_ATTRIBUTE = (
        "DL007",
        Severity.ERROR,
        "the attribute {attribute} is {value!r}, not {kind}",
        "Magic Online writes numbers, and true or false.",
        '<Cards Quantity="four" Sideboard="false" Name="Lantern Eel"/>',
    )
    NO_NAME = (
        "DL009",
        Severity.ERROR,
        "the card has no name",
        "It is omitted. Write its name as Name, or Magic Online's number of it as CatID.",
        '<Cards Quantity="4" Sideboard="false"/>',
    )
