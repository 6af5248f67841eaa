"""The diagnostic codes of the ``csv`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class CsvCode(Code):
    """What can be wrong with a table."""

    NO_NAMES = (
        "CS001",
        Severity.ERROR,
        "no column is called 'name'; the first row has {titles}",
        "The first row says what the columns are; one of them has to hold the names of the cards.",
        "cost,type\n{U},Creature",
    )
    BAD_CELL = (
        "CS002",
        Severity.ERROR,
        "row {row}, column {column!r}: {value!r} is not {kind}{outcome}",
        "The cell cannot be understood. It is kept as a key of the table's, and means nothing.",
        "name,cost,count\nLantern Eel,{1}{U},2\nMarsh Ferry,2Q,many",
    )
    ODD_CELL = (
        "CS003",
        Severity.WARNING,
        "row {row}, column {column!r}: {value!r} is not {kind}; it is kept as it is",
        "The cell is not what such a column usually has; it may be misspelt.",
        "Marsh Ferry,,shiny",
    )
    NO_NAME = (
        "CS004",
        Severity.ERROR,
        "row {row} has no name",
        "A row is a card. This one is left out; give it a name, or remove it.",
        "name,text\nLantern Eel,Flash\n,Flying",
    )
    TOO_MANY_CELLS = (
        "CS005",
        Severity.ERROR,
        "row {row} has {count} cells, but there are {columns} columns",
        "The cells beyond the last column mean nothing. Often a comma in a text is the reason; "
        "such a text stands in quotes.",
        "name,text\nLantern Eel,Flash, flying",
    )
    OPEN_QUOTE = (
        "CS006",
        Severity.ERROR,
        "a quote is opened and never closed",
        "All the rest of the table would be one cell, so the quotes of this line are taken for "
        "letters. Close the quote, or double it if it is meant.",
        'Lantern Eel,"Flash',
    )
    SAME_COLUMN = (
        "CS007",
        Severity.WARNING,
        "the columns {first!r} and {second!r} are both the {meaning}; the second is kept as a "
        "property",
        "Two columns have one meaning; only the first can have it. Rename or remove one.",
        "name,text,rules text",
    )
    PROPERTIES = (
        "CS008",
        Severity.NOTE,
        "columns with a meaning of their own are kept as properties of the cards: {titles}",
        "The names of these columns are none that cards of Magic have. If one is misspelt, rename "
        "it; the page of the format has all that are known.",
        "name,text,attack,faction",
    )
    NOT_SAID = (
        "CS009",
        Severity.NOTE,
        "no column says {what}",
        "The table leaves something open; this is what is taken for it.",
        "name,type,rarity",
    )
    SUM = (
        "CS011",
        Severity.WARNING,
        "row {row}: {name!r} is taken for a sum, and not for a card",
        "The row has nothing but numbers behind its name. If it is a card, say its type.",
        "Lantern Eel,Creature,common,2\nTotal,,,2",
    )
    SAME_NAME = (
        "CS010",
        Severity.WARNING,
        "row {row}: another row has a card called {name!r}, and says other things of it",
        "Both are kept as cards of their own. Give them numbers, or correct one of them.",
        "name,text\nLantern Eel,Flash\nLantern Eel,Flying",
    )
    SAME_TITLE = (
        "CS012",
        Severity.WARNING,
        "two columns are called {title!r}; the second is left out",
        "Cards have one value of a name; only the first column counts. Rename or remove one.",
        "name,cost,type,rarity,Power Level,Power Level",
    )
