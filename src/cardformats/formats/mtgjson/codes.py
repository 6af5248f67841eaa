"""The diagnostic codes of the ``mtgjson`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class MtgjsonCode(Code):
    """Diagnostics about a file of sets."""

    NOT_JSON = (
        "MJ001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "Nothing can be read after this position. A download may be incomplete.",
        '{"uuid": "u-1", "name": "Bog", "numbe',
    )
    NO_SET = (
        "MJ002",
        Severity.ERROR,
        "no set found: expected an object with cards, or an object of sets by their codes",
        "Other files of MTGJSON contain decks, prices or keywords instead of sets.",
        '{"meta": {"date": "2024-01-01", "version": "5.2.2"}, "data": {"abilityWords": '
        '["Domain"]}}',
    )
    MANY_SETS = (
        "MJ003",
        Severity.ERROR,
        "there are several sets ({codes}); choose one with the option set",
        "The function read returns one set. Specify its code, or read all sets with read_sets.",
        "$ cardformats check AllPrintings.json",
    )
    NO_SUCH_SET = (
        "MJ004",
        Severity.ERROR,
        "there is no set {set_code!r}",
        "The option set specifies the code of a set. The file or folder does not contain this set.",
        "$ cardformats check FEN.json --set BOG",
    )
    VERSION_4 = (
        "MJ005",
        Severity.WARNING,
        "a set of version 4: its cards are read, its boosters are not",
        "Files before version 5 do not contain sheets and weights. Use a newer file.",
        '"boosterV3": ["common"]',
    )
    CANNOT_STREAM = (
        "MJ006",
        Severity.ERROR,
        "larger than {limit} bytes, the limit (option max_size); reading one set at a time"
        " needs the extra data: {install}",
        "Files with all sets are read with an incremental JSON library.",
    )
    NOT_UNPACKED = (
        "MJ007",
        Severity.ERROR,
        "cannot be decompressed: {problem}",
        "The gzip file is damaged or incomplete.",
    )
    WRONG_VALUE = (
        "MJ010",
        Severity.ERROR,
        "{name} is not {expected}; the value is ignored",
        "The value does not have the type that MTGJSON documents.",
        '"identifiers": {}, "power": 3}',
    )
    NO_NAME = (
        "MJ011",
        Severity.ERROR,
        "a card without a name is omitted",
        "Nothing can refer to a card without a name.",
        '{"uuid": "u-2", "number": "2", "rarity": "common"',
    )
    SAME_UUID = (
        "MJ012",
        Severity.WARNING,
        "several cards have the uuid {uuid}; sheets refer to the first one",
        "A uuid identifies one face of one printing. All of the cards are read.",
        '{"uuid": "u-1", "name": "Eel", "number": "2"',
    )
    UNKNOWN_COST = (
        "MJ013",
        Severity.WARNING,
        "unknown mana cost {cost!r}; it is preserved, but the card has no cost",
        "The cost is stored in the extras of the card and written back from there.",
        '"manaCost": "{2}{MOON}"',
    )
    NOT_READ = (
        "MJ014",
        Severity.NOTE,
        "members of cards that are not read: {names}",
        "The library does not use these members. They are preserved if a changed set is"
        " written to its file, but not if it is written elsewhere.",
        '"artist": "A. Heron", "flavorText": "Quiet."',
    )
    UNKNOWN_CARDS = (
        "MJ020",
        Severity.WARNING,
        "{count} unknown cards of other sets on sheets and in decks; they are referenced by uuid",
        "Specify a catalog with these cards, or put the files of the other sets in the same"
        " folder.",
        '"sheets": {"land": {"cards": {"u-1": 1, "u-9": 1}',
    )
    NO_SHEET = (
        "MJ021",
        Severity.ERROR,
        "there is no sheet {name!r}; the slot is omitted",
        "The contents of a booster refer to sheets of the same booster.",
        '"contents": {"land": 1, "lands": 1}',
    )
    TOTAL = (
        "MJ022",
        Severity.WARNING,
        "the weights add up to {sum}, not to {total}",
        "The weights are used, and the total is ignored. A uuid that occurs twice in an object"
        " can cause this.",
        '"cards": {"u-1": 1}, "foil": false, "totalWeight": 7',
    )
    NO_LAYOUT = (
        "MJ023",
        Severity.ERROR,
        "the booster {name!r} has no contents and is omitted",
        "The contents of its packs are not defined. Its sheets are read.",
        '"booster": {"default": {"boosters": [], "boostersTotalWeight": 0',
    )
    PARTLY_READ = (
        "MJ030",
        Severity.NOTE,
        "{count} products contain decks without a known list",
        "The product contains such a deck by name. Sets have the lists as ``decks``, in the"
        " files of all sets.",
        '"contents": {"deck": [{"name": "Fen Deck", "set": "fen"}]}',
    )
    SAME_PRODUCT = (
        "MJ031",
        Severity.WARNING,
        "a second product has the name {name!r}; it is renamed to {new!r}",
        "Products are identified by their names.",
        '[{"name": "Fen Pack", "uuid": "p-1"}, {"name": "Fen Pack", "uuid": "p-2"}]',
    )
