"""The diagnostic codes of deck lists."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class DeckCode(Code):
    """What can be wrong with a deck."""

    NO_CARDS = (
        "DL001",
        Severity.ERROR,
        "the deck has no cards",
        "Cards are lines such as '4 Lightning Bolt' or '4 Lightning Bolt (M10) 146'.",
        "About\nName Frogs",
    )
    TOO_MANY = (
        "DL002",
        Severity.ERROR,
        "{copies} copies are more than {limit}; they are read as {limit}",
        "No deck has so many copies of a card.",
        "40000 Forest",
    )
    AFTER_BLANK = (
        "DL003",
        Severity.NOTE,
        "the cards behind the blank line are read as the sideboard",
        "The text names no sections. Where it has two blocks, the second is the sideboard, as "
        "Magic Online and MTG Arena write it; a line 'Sideboard' says so.",
        "20 Island\n\n2 Marsh Ferry",
    )
    MARK = (
        "DL004",
        Severity.WARNING,
        "the mark {mark!r} means nothing",
        "Marks that are understood are *F* for foil and *E* for etched cards; what begins with # "
        "is a tag, which is kept in the text.",
        "2 Marsh Ferry *Z*",
    )
    ODD_NAME = (
        "DL008",
        Severity.WARNING,
        "the name {name!r} has signs that names of cards do not have",
        "The line is probably in the manner of another program. What is understood is a number, a "
        "name, a set as (SET) or [SET], a collector number, *F* or *E*, [a category] and #tags.",
        "4 Lantern Eel|MSH|1",
    )
    BAD_XML = (
        "DL005",
        Severity.ERROR,
        "not valid XML: {problem}",
        "Nothing can be read from the file until this is mended.",
        '<Cards Quantity="4"\n</Deck>',
    )
    WRONG_ROOT = (
        "DL006",
        Severity.ERROR,
        "the outermost element is <{tag}>, not <Deck>",
        "This is XML, but no deck of Magic Online.",
        "<Set/>",
    )
    BAD_ATTRIBUTE = (
        "DL007",
        Severity.ERROR,
        "the attribute {attribute} is {value!r}, not {kind}",
        "Magic Online writes numbers, and true or false.",
        '<Cards Quantity="four" Sideboard="false" Name="Lantern Eel"/>',
    )
