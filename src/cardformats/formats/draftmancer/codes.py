"""The diagnostic codes of the ``draftmancer`` format.

What Draftmancer refuses is an error, and so is what it takes and then fails on; what it takes but
surely reads differently than meant is a warning.
"""

from __future__ import annotations

from ...diagnostics import Code, Severity


class DraftmancerCode(Code):
    """What can be wrong with a list."""

    EMPTY = (
        "DM001",
        Severity.ERROR,
        "the list has no cards",
        "At least one sheet needs at least one card.",
        "# only a comment",
    )
    EXPECTED_HEADER = (
        "DM002",
        Severity.ERROR,
        "expected a header in brackets, e.g. [Common(10)]",
        "In a list with sections, every line after a section's JSON has to be a header or follow"
        " one; a header's line ends with its closing bracket.",
        "[Common(10)] # the commons",
    )
    HEADER_AS_NAME = (
        "DM003",
        Severity.WARNING,
        "the header is not understood: all of it becomes the name of a sheet",
        "Expected a name, perhaps a count in parentheses, perhaps options as JSON, in that order.",
        "[Common (x)]",
    )
    HEADER_JSON = (
        "DM004",
        Severity.ERROR,
        "the header's options are not valid JSON: {problem}",
        "Options are a JSON object on the header's line; keys need double quotes.",
        '[Common {collation: "printRun"}]',
    )
    SHEET_REPLACED = (
        "DM005",
        Severity.WARNING,
        "the sheet {name!r} replaces an earlier one of the same name",
        "Draftmancer forgets the earlier sheet. Rename one, or merge them.",
        "[Common(10)]\n1 Forest\n[Rare(1)]\n1 Island\n[Common(10)]",
    )
    SHEET_OPTION = (
        "DM006",
        Severity.ERROR,
        "the option {name!r} of the sheet {sheet!r} is not {expected}",
        "See the formats page for the options of each collation.",
        '[Common(10) {"collation": "printRun", "groupSize": 0}]',
    )
    UNKNOWN_SHEET_OPTION = (
        "DM007",
        Severity.WARNING,
        "unknown option {name!r} of the sheet {sheet!r}",
        "Draftmancer ignores it.",
        '[Common(10) {"collation": "printRun", "groupsize": 2}]',
    )
    UNKNOWN_COLLATION = (
        "DM008",
        Severity.WARNING,
        "unknown collation {name!r}: the sheet is random",
        "Collations are random, printRun and striped; case counts.",
        '[Common(10) {"collation": "PrintRun"}]',
    )
    EXPECTED_JSON = (
        "DM010",
        Severity.ERROR,
        "expected {bracket!r} after the header [{section}]",
        "[Settings] is followed by a JSON object, [CustomCards] by a JSON array.",
        '[Settings]\n"name": "Woodland Cube"',
    )
    UNCLOSED_JSON = (
        "DM011",
        Severity.ERROR,
        "the {bracket!r} is never closed",
        "The JSON of a section ends with the bracket that closes its first one.",
        '{\n    "name": "Woodland Cube"\n[Common(10)]',
    )
    BAD_JSON = (
        "DM012",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "Comments on lines of their own and trailing commas are allowed; nothing else is.",
        '"name": "Woodland Cube" # to be renamed',
    )
    AFTER_JSON = (
        "DM013",
        Severity.WARNING,
        "text after the closing bracket is ignored",
        "Put it on a line of its own.",
        '{ "name": "Woodland Cube" } [Common(10)]',
    )
    BAD_LAYOUT_LINE = (
        "DM014",
        Severity.ERROR,
        "expected {expected}",
        "The old [Layouts] section has lines «- Name (weight)», each followed by lines «count"
        " Sheet», without blank lines or comments.",
        "[Layouts]\n- Pack (x)",
    )
    LAYOUTS_TWICE = (
        "DM015",
        Severity.ERROR,
        "layouts are declared already; the section [Layouts] may stand once, and not beside them",
        "Put all layouts into one place.",
        "[Layouts]\n- Pack (3)\n10 Common\n[Layouts]\n- Other (1)",
    )
    LAYOUT_TWICE = (
        "DM017",
        Severity.ERROR,
        "the layout {name!r} is declared twice",
        "Layouts of one list need different names.",
        "- Usual (7)\n10 Common\n- Usual (1)",
    )
    LIKE_A_SECTION = (
        "DM016",
        Severity.WARNING,
        "the header makes a sheet called {name!r}",
        "The sections that are no sheets are [Settings], [CustomCards] and [Layouts].",
        '[Setting]\n{ "name": "Woodland Cube" }',
    )
    SETTINGS_TWICE = (
        "DM018",
        Severity.WARNING,
        "these settings replace those of an earlier section: {names}",
        "Of the earlier section only the name, the CubeCobra id and the layouts stay. Put all"
        " settings into one section.",
        "[Settings]\n"
        '{"name": "Marsh", "withReplacement": true}\n'
        "[Settings]\n"
        '{"colorBalance": false}',
    )
    JSON_OTHERWISE = (
        "DM019",
        Severity.WARNING,
        "Draftmancer reads this JSON otherwise: {problem}",
        "It looks for the end of a section by counting brackets, and removes commas before closing"
        " ones, in texts too. In a text, write such a bracket or comma as an escape, e.g. \\u005d.",
        '"oracle_text": "Choose a] or b]."',
    )
    BLANK_AFTER_LAYOUTS = (
        "DM009",
        Severity.WARNING,
        "Draftmancer refuses a blank line after the old layouts, also at the end of the list",
        "Put a sheet behind the section, or the layouts into [Settings].",
        "[Layouts]\n- Pack (1)\n3 Common\n",
    )
    COUNT = (
        "DM020",
        Severity.ERROR,
        "the count {count} is more than {limit}, the limit",
        "The option max_copies says how many copies a sheet can have, max_cards how many cards a"
        " pack. Draftmancer takes any count, and then runs out of memory.",
        "10000000 Forest",
    )
    ZERO_COUNT = (
        "DM021",
        Severity.WARNING,
        "a count of 0: the card is never drawn",
        "Delete the line, or give it a count.",
        "0 Forest",
    )
    CUSTOM_TOO_LATE = (
        "DM022",
        Severity.ERROR,
        "the custom card {name!r} is defined only further down",
        "Move the section [CustomCards] before the sheets that use it.",
        "[Common(10)]\n"
        "1 Moss Warden\n"
        "[CustomCards]\n"
        "[\n"
        '    { "name": "Moss Warden", "mana_cost": "{1}{G}", "type": "Creature" }',
    )
    NO_SUCH_PRINTING = (
        "DM023",
        Severity.WARNING,
        "no custom card {name!r} has this set and number; the name may mean another card",
        "Draftmancer looks for an official card then, and refuses the list if there is none.",
        "1 Moss Warden (WDL) 21",
    )
    MAYBEBOARD = (
        "DM024",
        Severity.NOTE,
        "the list ends here: what follows «# maybeboard» is not read",
        "Draftmancer stops at this line too, in lists without sections.",
        "1 Island\n\n# maybeboard\n1 Swamp",
    )
    TYPO = (
        "DM025",
        Severity.WARNING,
        "the line names a card {name!r}",
        "To Draftmancer, all that is no count, set, number or foil mark is the name of a card; this"
        " line looks as if something else was meant. It refuses the list if there is no such card.",
        '[{"name": "Lantern Eel", "mana_cost": "{U}", "type": "Creature"}]\n'
        "[Common(10)]\n"
        "2 Lantren Eel",
    )
    NOT_FOUND = (
        "DM026",
        Severity.ERROR,
        "there is no card {name!r}",
        "Neither the custom cards before it nor the catalog have a card of that name. The case of"
        " custom names counts.",
        "1 Mos Warden",
    )
    NO_PRINTING = (
        "DM027",
        Severity.ERROR,
        "there is no printing {version} of {name!r}",
        "Without a set and number, a line means any printing.",
        "1 Moss Warden (WDL) 12A",
    )
    LIKE_MAYBEBOARD = (
        "DM028",
        Severity.WARNING,
        "only the line «# maybeboard» ends a list; this is a comment",
        "What follows is read as part of the list.",
        "# Maybeboard",
    )
    READ_AS = (
        "DM029",
        Severity.WARNING,
        "the line is read as {reading}, not as the custom card {name!r}",
        "A number before a name is a count, an F behind it a foil mark, a word in parentheses a"
        " set. Draftmancer takes a line apart before it looks for the card, and refuses the list if"
        " there is no such card.",
        '  {"name": "12 Zaba", "mana_cost": "", "type": "Land"},\n'
        '  {"name": "Zaba F", "mana_cost": "", "type": "Land"}\n'
        "]\n"
        "[Common(1)]\n"
        "12 Zaba",
    )
    ODD_CHARACTER = (
        "DM044",
        Severity.WARNING,
        "the line has the character {character}, which is invisible",
        "It is a line break that ends no line, or a mark of byte order. Draftmancer has it for a"
        " blank, or for a part of the name. Delete it.",
        "Lantern\ufeffEel",
    )
    BREAK_IN_NAME = (
        "DM045",
        Severity.ERROR,
        "the name in the line has the character {character}: Draftmancer refuses the line",
        "A lone carriage return, U+2028 or U+2029 ends no line, and cannot be in a name. Delete it,"
        " or end the line there.",
        "Lantern\u2028Eel",
    )
    WRONG_TYPE = (
        "DM030",
        Severity.ERROR,
        "{what} is not {expected}",
        "The value is left out.",
        '"withReplacement": "yes",',
    )
    UNKNOWN_KEY = (
        "DM031",
        Severity.WARNING,
        "unknown key {name!r} in {what}",
        "Draftmancer ignores it. Unknown settings and keys of cards are kept in the extras.",
        '"withReplacment": true',
    )
    MISSING = (
        "DM032",
        Severity.ERROR,
        "{what} has no {name!r}",
        "The key is required.",
        '"layouts": { "Pack": { "slots": [{ "name": "Common" }] } }',
    )
    UNKNOWN_SHEET = (
        "DM033",
        Severity.ERROR,
        "the slot {slot!r} of the layout {layout!r} draws from {sheet!r}: no such sheet",
        "A slot without a list of sheets draws from the sheet of its own name.",
        '"Pack": { "weight": 1, "slots": { "common": 10 } }',
    )
    UNUSED_SHEET = (
        "DM034",
        Severity.WARNING,
        "no layout uses the sheet {name!r}",
        "Its cards are in no pack.",
        "[Common(10)]\n1 Forest\n[Rare]\n1 Island",
    )
    SLOT_COUNT = (
        "DM035",
        Severity.ERROR,
        "the slot {slot!r} has the count {count}; it needs a positive one",
        "Delete the slot, or give it a count.",
        '"slots": { "Common": 10, "Rare": 0 }',
    )
    BAD_WEIGHTS = (
        "DM036",
        Severity.ERROR,
        "{what} has no positive weight",
        "Draftmancer takes it, and then cannot make packs as meant.",
        '"sheets": [{ "name": "Common", "weight": 0 }]',
    )
    MIXED_LAYOUTS = (
        "DM037",
        Severity.ERROR,
        "counts in headers make a layout of their own, beside the layouts that are declared",
        "Either declare layouts, or give sheets a count in their header.",
        '    "layouts": { "Pack": { "weight": 1, "slots": { "Common": 10 } } }\n}\n[Common(10)]',
    )
    NO_LAYOUT = (
        "DM038",
        Severity.ERROR,
        "there are {count} sheets but no layout says how many cards come from each",
        "Give the sheets a count in their header, e.g. [Common(10)], or declare layouts.",
        "[Common]\n1 Forest\n[Rare]\n1 Island",
    )
    UNKNOWN_LAYOUT = (
        "DM039",
        Severity.ERROR,
        "there is no layout {name!r}",
        "Layouts are declared in the same settings, or in a section before them.",
        '"predeterminedLayouts": [["Pack"], ["Pack", "pack"]]',
    )
    SHEET_EMPTY = (
        "DM040",
        Severity.WARNING,
        "the sheet {name!r} has no cards",
        "A pack that draws from it cannot be made.",
        "[Rare(1)]",
    )
    EMPTY_LAYOUT = (
        "DM041",
        Severity.ERROR,
        "the layout {name!r} has no slots",
        "A pack of this layout would be empty.",
        '{ "layouts": { "Pack": { "weight": 1, "slots": {} } } }',
    )
    FIRST_LAYOUT = (
        "DM042",
        Severity.WARNING,
        "no layout has a positive weight: every pack has the first, {name!r}",
        "Give the layouts weights.",
        '{ "layouts": { "Pack": { "weight": 0, "slots": { "Common": 1 } } } }',
    )
    SCRIPT_NAME = (
        "DM043",
        Severity.WARNING,
        "{name!r} is a name of JavaScript's own: Draftmancer cannot have {what} of that name",
        "Rename it.",
        "[__proto__(1)]",
    )
    DUPLICATE_CARD = (
        "DM050",
        Severity.ERROR,
        "a custom card {name!r} of this set and number already exists",
        "Cards of one name need different sets or collector numbers.",
        '{ "name": "Moss Warden", "mana_cost": "{1}{G}", "type": "Creature", "set": '
        '"WDL" },\n'
        '{ "name": "Moss Warden", "set": "wdl", "rarity": "common" }',
    )
    MANA_COST = (
        "DM051",
        Severity.ERROR,
        "{problem}",
        "Symbols in braces, e.g. {2}{W/B}; upper case; only what stands before «//» counts.",
        '{ "name": "Moss Warden", "mana_cost": "{1}{G", "type": "Creature" }',
    )
    IMAGE_TWICE = (
        "DM052",
        Severity.ERROR,
        "the card has both 'image' and 'image_uris'; they say the same in two ways",
        "'image' is a short form of 'image_uris' with the language 'en'.",
        '"image": "https://cards.example/moss.png",\n'
        '"image_uris": { "en": "https://cards.example/moss.png" }',
    )
    UNKNOWN_EFFECT = (
        "DM053",
        Severity.ERROR,
        "{value} is no draft effect",
        "See the formats page for the effects; case counts.",
        '"draft_effects": ["Faceup"]',
    )
    EFFECT_COUNT = (
        "DM054",
        Severity.ERROR,
        "'count' is {count}, but {available} cards can be added",
        "Leave 'count' out to add all of them.",
        '{ "type": "AddCards", "count": 4, "cards": ["2 Forest", "Island"] }',
    )
    IGNORED = (
        "DM056",
        Severity.WARNING,
        "{what} is not {expected}; it is ignored",
        "Draftmancer does not check subtypes, printed names, rules text and layout, nor the images"
        " and costs of backs and related faces; it uses the default, or fails when it shows them.",
        '"back": { "name": "Moss Colossus", "type": "Creature", "subtypes": "Elf" }',
    )
    INHERITED = (
        "DM055",
        Severity.WARNING,
        "{name!r} has neither 'mana_cost' nor 'type': they are those of the official card",
        "If there is no official card of that name, Draftmancer refuses the list.",
        '{ "name": "Forest", "image": "https://cards.example/forest.png" }',
    )
    SYMBOL = (
        "DM057",
        Severity.WARNING,
        "Draftmancer refuses the symbol {symbol}{instead}",
        "The symbols are those of Scryfall; the parts of a hybrid symbol have an order.",
        '"mana_cost": "{1}{U/W}"',
    )
    MIXED_FORMS = (
        "DM058",
        Severity.WARNING,
        "the layouts are names and objects: Draftmancer takes none of them",
        "Write all as names, or all as objects with a name and a weight.",
        '"draft_effects": [{"type": "AddBooster", "layouts": ["P", {"name": "Q", "weight": 2}]}]',
    )
    NO_PACKS = (
        "DM070",
        Severity.ERROR,
        "the text has no packs",
        "Packs that are uploaded for a draft are lines of cards, with an empty line between packs.",
        "0 Opt",
    )
    PACK_LINE = (
        "DM071",
        Severity.ERROR,
        "{text!r} is no card, and packs that are uploaded for a draft have nothing else",
        "There are no headers, comments and settings in such a text: Draftmancer takes each line"
        " for the name of a card, and refuses the text.",
        "[Pack 1]\nOpt",
    )
    PACK_COUNT = (
        "DM072",
        Severity.WARNING,
        "there are {count} packs, but Draftmancer will want {expected}",
        "It starts with exactly as many packs as the kind of draft asks for; for a booster draft"
        " these are the players, bots too, times the packs of each.",
        "Opt\n\nShock",
    )
    LAST_CARD = (
        "DM073",
        Severity.WARNING,
        "of {count} custom cards {name!r} the line means the last, {card}",
        "A line of a pack that names no set of theirs means the last of several custom cards of"
        " that name, other than a line of the list itself. Write the set and the number.",
        "Eel",
    )
