"""The diagnostic codes of the ``csv`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class CsvCode(Code):
    """What can be wrong with a table."""

    NO_NAMES = (
        "CS001",
        Severity.ERROR,
        "no column has the name 'name'; the first row has {titles}",
        "The first row contains the names of the columns. One column must contain the names of"
        " the cards.",
        "cost,type\n{U},Creature",
    )
    BAD_CELL = (
        "CS002",
        Severity.ERROR,
        "row {row}, column {column!r}: {value!r} is not {kind}{outcome}",
        "The cell is invalid. Its text is stored in the card's extras and is otherwise ignored.",
        "name,cost,count\nLantern Eel,{1}{U},2\nMarsh Ferry,2Q,many",
    )
    ODD_CELL = (
        "CS003",
        Severity.WARNING,
        "row {row}, column {column!r}: {value!r} is not {kind}; {outcome}",
        "The value is unusual for this column. It may be misspelt.",
        "Marsh Ferry,,shiny",
    )
    NO_NAME = (
        "CS004",
        Severity.ERROR,
        "row {row} has no name",
        "Each row is a card. This row is omitted. Add a name, or delete the row.",
        "name,text\nLantern Eel,Flash\n,Flying",
    )
    TOO_MANY_CELLS = (
        "CS005",
        Severity.ERROR,
        "row {row} has {count} cells, but there are {columns} columns",
        "The cells after the last column are ignored. The usual reason is a comma in a text."
        " Put such a text in quotes.",
        "name,text\nLantern Eel,Flash, flying",
    )
    OPEN_QUOTE = (
        "CS006",
        Severity.ERROR,
        "a quote is not closed",
        "The rest of the table would become one cell, so the quotes in this line are read as"
        " ordinary characters. Close the quote, or double it if it is part of the text.",
        'Lantern Eel,"Flash',
    )
    SAME_COLUMN = (
        "CS007",
        Severity.WARNING,
        "the columns {first!r} and {second!r} both contain the {meaning}; the second is stored"
        " as a property",
        "Only one column can have this meaning. Rename or delete one of them.",
        "name,text,rules text",
    )
    PROPERTIES = (
        "CS008",
        Severity.NOTE,
        "columns that are stored as properties of the cards: {titles}",
        "Magic cards do not have fields with these names. If a name is misspelt, fix it. The"
        " documentation page of the format lists the known names.",
        "name,text,attack,faction",
    )
    NOT_SPECIFIED = (
        "CS009",
        Severity.NOTE,
        "no column contains {what}",
        "The table does not specify this value. The assumed value is used.",
        "name,type,rarity",
    )
    SUM = (
        "CS011",
        Severity.WARNING,
        "row {row}: {name!r} is read as a sum, not as a card",
        "The row contains only numbers after its name. If it is a card, add its type.",
        "Lantern Eel,Creature,common,2\nTotal,,,2",
    )
    SAME_NAME = (
        "CS010",
        Severity.WARNING,
        "row {row}: another row has a card with the name {name!r} and other values",
        "Both are stored as separate cards. Add collector numbers, or correct one of the rows.",
        "name,text\nLantern Eel,Flash\nLantern Eel,Flying",
    )
    SAME_TITLE = (
        "CS012",
        Severity.WARNING,
        "two columns have the name {title!r}; the second is omitted",
        "A card has one value for each name. Only the first column is used. Rename or delete"
        " one of them.",
        "name,cost,type,rarity,Power Level,Power Level",
    )
