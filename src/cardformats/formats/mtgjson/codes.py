"""The diagnostic codes of the ``mtgjson`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class MtgjsonCode(Code):
    """What can be wrong with a file of sets."""

    NOT_JSON = (
        "MJ001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "Nothing can be read behind this place; a download may have been cut off.",
        '{"uuid": "u-1", "name": "Bog", "numbe',
    )
    NO_SET = (
        "MJ002",
        Severity.ERROR,
        "there is no set here: expected an object with cards, or one of sets by their codes",
        "MTGJSON has other files too, of decks, prices and keywords; these hold no sets.",
        '{"meta": {"date": "2024-01-01", "version": "5.2.2"}, "data": {"abilityWords": '
        '["Domain"]}}',
    )
    MANY_SETS = (
        "MJ003",
        Severity.ERROR,
        "there are several sets ({codes}); the option set says which one to read",
        "read gives one set. Choose it by its code, or read one after the other with read_sets.",
        "$ cardformats check AllPrintings.json",
    )
    NO_SUCH_SET = (
        "MJ004",
        Severity.ERROR,
        "there is no set {set_code!r}",
        "The option set chooses a set by its code; the file or the folder has no such one.",
        "$ cardformats check FEN.json --set BOG",
    )
    VERSION_4 = (
        "MJ005",
        Severity.WARNING,
        "a set of version 4: its cards are read, its boosters are not",
        "Files before version 5 say nothing of sheets and their weights. Newer ones do.",
        '"boosterV3": ["common"]',
    )
    CANNOT_STREAM = (
        "MJ006",
        Severity.ERROR,
        "larger than {limit} bytes, the limit (option max_size), and to read one set at a time "
        "the extra data has to be installed: {install}",
        "Files of all sets are read with an incremental JSON library.",
    )
    NOT_UNPACKED = (
        "MJ007",
        Severity.ERROR,
        "cannot be unpacked: {problem}",
        "The gzip file is damaged or was cut off.",
    )
    WRONG_VALUE = (
        "MJ010",
        Severity.ERROR,
        "{name} is to be {expected}; what is here is left out",
        "What MTGJSON documents to be of one type is of another one.",
        '"identifiers": {}, "power": 3}',
    )
    NO_NAME = (
        "MJ011",
        Severity.ERROR,
        "a card without a name is left out",
        "Nothing can mean a card that has no name.",
        '{"uuid": "u-2", "number": "2", "rarity": "common"',
    )
    SAME_UUID = (
        "MJ012",
        Severity.ERROR,
        "several cards have the uuid {uuid}; sheets mean the first one",
        "A uuid names one face of one printing. All of the cards are read.",
        '{"uuid": "u-1", "name": "Eel", "number": "2"',
    )
    UNKNOWN_COST = (
        "MJ013",
        Severity.WARNING,
        "{cost!r} is no mana cost that is known; it is kept, but the card has none",
        "It is among the card's extras, and written back from there.",
        '"manaCost": "{2}{MOON}"',
    )
    NOT_READ = (
        "MJ014",
        Severity.NOTE,
        "not read of cards: {names}",
        "The library has no use for them. They stay in the file when a changed set is written "
        "back, but a set that is written elsewhere does not have them.",
        '"artist": "A. Heron", "flavorText": "Quiet."',
    )
    UNKNOWN_CARDS = (
        "MJ020",
        Severity.WARNING,
        "{count} cards on sheets and in decks are of other sets, and not known; they stay there by "
        "their uuids",
        "Give a catalog that has them, or put the files of the other sets beside this one.",
        '"sheets": {"land": {"cards": {"u-1": 1, "u-9": 1}',
    )
    NO_SHEET = (
        "MJ021",
        Severity.ERROR,
        "there is no sheet {name!r}; the slot is left out",
        "The contents of a booster name sheets of the same booster.",
        '"contents": {"land": 1, "lands": 1}',
    )
    TOTAL = (
        "MJ022",
        Severity.WARNING,
        "the weights add up to {sum}, not to {total}",
        "The weights themselves count. A uuid that stands twice in an object is one reason.",
        '"cards": {"u-1": 1}, "foil": false, "totalWeight": 7',
    )
    NO_LAYOUT = (
        "MJ023",
        Severity.ERROR,
        "the booster {name!r} has no contents, and is left out",
        "Nothing says what is in its packs. Its sheets are read.",
        '"booster": {"default": {"boosters": [], "boostersTotalWeight": 0',
    )
    PARTLY_READ = (
        "MJ030",
        Severity.NOTE,
        "{count} products have decks of which no list is known",
        "Such a deck is a part of the product by its name. Sets have the lists as ``decks``, "
        "in the files of all sets.",
        '"contents": {"deck": [{"name": "Fen Deck", "set": "fen"}]}',
    )
    SAME_PRODUCT = (
        "MJ031",
        Severity.WARNING,
        "a second product is called {name!r}; it becomes {new!r}",
        "A product is known by its name.",
        '[{"name": "Fen Pack", "uuid": "p-1"}, {"name": "Fen Pack", "uuid": "p-2"}]',
    )
