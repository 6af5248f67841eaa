"""The diagnostic codes of the ``lackey`` formats."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class LackeyCode(Code):
    """What can be wrong with a plugin, or with a deck."""

    NO_COLUMNS = (
        "LK001",
        Severity.ERROR,
        "the first columns are not Name, Set and ImageFile",
        "The first line contains the titles of the columns, with tabs between. Nothing is read.",
        "Name\tRarity\nLantern Eel\tCommon",
    )
    CELLS = (
        "LK002",
        Severity.ERROR,
        "the line has {count} cells, but there are {columns} columns",
        "Cells after the last column are ignored, and missing ones are empty. Each card has a"
        " tab between all of its cells.",
        "Lantern Eel\tLAN\teel\tCommon\tWater\tDeep",
    )
    FEW_CELLS = (
        "LK003",
        Severity.WARNING,
        "the line has only {count} cells, but there are {columns} columns",
        "The missing cells are empty. Add a tab for each of them.",
        "Lantern Eel\tLAN\teel",
    )
    NO_NAME = (
        "LK004",
        Severity.ERROR,
        "the card has no name",
        "It is omitted. A line of card data begins with the name of its card.",
        "\tLAN\teel\tCommon",
    )
    SAME_COLUMN = (
        "LK005",
        Severity.WARNING,
        "two columns have the name {title!r}; the second is called {new!r} here",
        "Packs can name only one of them. Rename one of the columns.",
        "Name\tSet\tImageFile\tRarity\tRarity",
    )
    BAD_XML = (
        "LK006",
        Severity.ERROR,
        "not valid XML: {problem}",
        "Nothing can be read from the file until this is fixed.",
        "<packdefinitions><pack></packs></packdefinitions>",
    )
    WRONG_ROOT = (
        "LK007",
        Severity.ERROR,
        "the root element is {found}, not <{expected}>",
        "This is valid XML, but of another kind.",
        "<packs/>",
    )
    NO_CARDS = (
        "LK008",
        Severity.ERROR,
        "there is no card data for these packs",
        "The cards are in the folder sets beside the folder packs, or beside the file.",
        '<packdefinitions version="1.0">',
    )
    BAD_NUMBER = (
        "LK009",
        Severity.ERROR,
        "<{tag}> is {value!r}, not {kind}; {outcome}",
        "Write digits only.",
        "<qty>two</qty>",
    )
    SUM = (
        "LK010",
        Severity.WARNING,
        "the probabilities of the pack add up to {total} and not to 100",
        "The chances are in proportion to these numbers.",
        "<prob>60</prob>",
    )
    UNKNOWN_TEST = (
        "LK011",
        Severity.ERROR,
        "unknown test {name!r}; no card satisfies it",
        "The tests are IS, CONTAINS and DOESNTCONTAIN.",
        "<eval>EQUALS</eval>",
    )
    UNKNOWN_FIELD = (
        "LK012",
        Severity.ERROR,
        "no column has the name {name!r}; no card satisfies the criterion",
        "Write the title of a column of the card data.",
        "<field>Rarety</field>",
    )
    NO_MATCH = (
        "LK013",
        Severity.WARNING,
        "no card satisfies {wanted}, so the slot is empty",
        "The value may be misspelt, here or in the card data. Packs have fewer cards until this is"
        " fixed.",
        "<data>Ultra Rare</data>",
    )
    SHORT = (
        "LK014",
        Severity.WARNING,
        "the slot has {quantity} cards, but only {have} satisfy {wanted}",
        "Packs have fewer cards than the definition promises.",
        "<qty>5</qty>",
    )
    BAD_MAPPING = (
        "LK015",
        Severity.ERROR,
        "the mapping cannot be used: {problem}",
        "The titles of the columns alone say what they are. Fix the file of the mapping.",
        '[fields]\ncosts = "Cost"',
    )
    NEAR_VALUE = (
        "LK016",
        Severity.WARNING,
        "no pack names the {field} {value!r} ({count}), only {other!r}",
        "No pack contains these cards. One of the two seems to be misspelt.",
        "Moss Warden\tLAN\tmoss\tUltra-Rare",
    )
