"""The diagnostic codes of the ``draftmancer`` format.

If Draftmancer rejects a list, or accepts it and fails later, the severity is error. If Draftmancer
accepts it but probably reads it differently than intended, it is warning.
"""

from __future__ import annotations

from ...diagnostics import Code, Severity


class DraftmancerCode(Code):
    """Diagnostics about a custom card list."""

    EMPTY = (
        "DM001",
        Severity.ERROR,
        "the list has no cards",
        "Add at least one card to at least one sheet.",
        "# only a comment",
    )
    EXPECTED_HEADER = (
        "DM002",
        Severity.ERROR,
        "expected a header in brackets, e.g. [Common(10)]",
        "In a list with sections, each line after the JSON of a section must be a header or"
        " follow a header. The line of a header ends with its closing bracket.",
        "[Common(10)] # the commons",
    )
    HEADER_AS_NAME = (
        "DM003",
        Severity.WARNING,
        "invalid header: the whole line is used as the name of a sheet",
        "A header contains a name, an optional count in parentheses and optional JSON options,"
        " in this order.",
        "[Common (x)]",
    )
    HEADER_JSON = (
        "DM004",
        Severity.ERROR,
        "the header's options are not valid JSON: {problem}",
        "The options are a JSON object in the line of the header. Keys need double quotes.",
        '[Common {collation: "printRun"}]',
    )
    SHEET_REPLACED = (
        "DM005",
        Severity.WARNING,
        "the sheet {name!r} replaces an earlier one of the same name",
        "Draftmancer discards the earlier sheet. Rename one of the sheets, or merge them.",
        "[Common(10)]\n1 Forest\n[Rare(1)]\n1 Island\n[Common(10)]",
    )
    SHEET_OPTION = (
        "DM006",
        Severity.ERROR,
        "the option {name!r} of the sheet {sheet!r} is not {expected}",
        "The documentation page of the format lists the options of each collation.",
        '[Common(10) {"collation": "printRun", "groupSize": 0}]',
    )
    UNKNOWN_SHEET_OPTION = (
        "DM007",
        Severity.WARNING,
        "unknown option {name!r} of the sheet {sheet!r}",
        "Draftmancer ignores the option. Fix its name, or delete it.",
        '[Common(10) {"collation": "printRun", "groupsize": 2}]',
    )
    UNKNOWN_COLLATION = (
        "DM008",
        Severity.WARNING,
        "unknown collation {name!r}: the default 'random' is used",
        "The collations are random, printRun and striped. Names are case-sensitive.",
        '[Common(10) {"collation": "PrintRun"}]',
    )
    EXPECTED_JSON = (
        "DM010",
        Severity.ERROR,
        "expected {bracket!r} after the header [{section}]",
        "The section [Settings] contains a JSON object, and the section [CustomCards] a JSON"
        " array.",
        '[Settings]\n"name": "Woodland Cube"',
    )
    UNCLOSED_JSON = (
        "DM011",
        Severity.ERROR,
        "the {bracket!r} is not closed",
        "The JSON of a section ends with the bracket that closes its first bracket.",
        '{\n    "name": "Woodland Cube"\n[Common(10)]',
    )
    BAD_JSON = (
        "DM012",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "The only extensions of JSON are comments on lines of their own and trailing commas.",
        '"name": "Woodland Cube" # to be renamed',
    )
    AFTER_JSON = (
        "DM013",
        Severity.WARNING,
        "text after the closing bracket is ignored",
        "Put the text on a line of its own.",
        '{ "name": "Woodland Cube" } [Common(10)]',
    )
    BAD_LAYOUT_LINE = (
        "DM014",
        Severity.ERROR,
        "expected {expected}",
        "The old [Layouts] section has lines «- Name (weight)», each followed by lines «count"
        " Sheet», without empty lines or comments.",
        "[Layouts]\n- Pack (x)",
    )
    LAYOUTS_TWICE = (
        "DM015",
        Severity.ERROR,
        "layouts are already declared; a list has one section [Layouts], or layouts in"
        " [Settings], not both",
        "Put all layouts into one section.",
        "[Layouts]\n- Pack (3)\n10 Common\n[Layouts]\n- Other (1)",
    )
    LAYOUT_TWICE = (
        "DM017",
        Severity.WARNING,
        "the layout {name!r} replaces an earlier one of the same name",
        "Draftmancer discards the earlier layout. Rename one of them.",
        "- Usual (7)\n10 Common\n- Usual (1)",
    )
    LIKE_A_SECTION = (
        "DM016",
        Severity.WARNING,
        "the header creates a sheet named {name!r}",
        "The only sections that are not sheets are [Settings], [CustomCards] and [Layouts].",
        '[Setting]\n{ "name": "Woodland Cube" }',
    )
    SETTINGS_TWICE = (
        "DM018",
        Severity.WARNING,
        "these settings replace those of an earlier section: {names}",
        "Only the name, the CubeCobra id and the layouts of the earlier section are used. Put"
        " all settings into one section.",
        "[Settings]\n"
        '{"name": "Marsh", "withReplacement": true}\n'
        "[Settings]\n"
        '{"colorBalance": false}',
    )
    JSON_OTHERWISE = (
        "DM019",
        Severity.WARNING,
        "Draftmancer interprets this JSON differently: {problem}",
        "Draftmancer removes commas before closing brackets, also in texts. In a text, write such a"
        " comma as an escape: \\u002c.",
        '"oracle_text": "Choose [1,] or [2]."',
    )
    BLANK_LINE_AFTER_LAYOUTS = (
        "DM009",
        Severity.WARNING,
        "Draftmancer rejects an empty line after the old layouts, also at the end of the list",
        "Put a sheet after the section, or move the layouts to [Settings].",
        "[Layouts]\n- Pack (1)\n3 Common\n",
    )
    COUNT = (
        "DM020",
        Severity.ERROR,
        "the count {count} makes the total exceed the maximum of {limit}",
        "The option max_copies limits the copies on a sheet, and max_cards the cards of a"
        " pack. Draftmancer accepts any count, but runs out of memory.",
        "10000000 Forest",
    )
    ZERO_COUNT = (
        "DM021",
        Severity.WARNING,
        "a count of 0: the card is never drawn",
        "Delete the line, or set a count.",
        "0 Forest",
    )
    CUSTOM_TOO_LATE = (
        "DM022",
        Severity.ERROR,
        "the custom card {name!r} is defined later in the list",
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
        "no custom card {name!r} has this set and number; the name may refer to another card",
        "Draftmancer searches the official cards instead. If there is no such card,"
        " Draftmancer rejects the list.",
        "1 Moss Warden (WDL) 21",
    )
    MAYBEBOARD = (
        "DM024",
        Severity.NOTE,
        "the list ends here: the text after «# maybeboard» is not read",
        "Draftmancer also stops at this line in lists without sections.",
        "1 Island\n\n# maybeboard\n1 Swamp",
    )
    TYPO = (
        "DM025",
        Severity.WARNING,
        "the line contains the card name {name!r}",
        "Draftmancer reads everything except the count, set, number and foil mark as the card"
        " name. This line probably contains a typing error. If no card has this name,"
        " Draftmancer rejects the list.",
        '[{"name": "Lantern Eel", "mana_cost": "{U}", "type": "Creature"}]\n'
        "[Common(10)]\n"
        "2 Lantren Eel",
    )
    NOT_FOUND = (
        "DM026",
        Severity.ERROR,
        "there is no card {name!r}",
        "Neither the custom cards before this line nor the catalog contain a card with this"
        " name. Custom names are case-sensitive.",
        "1 Mos Warden",
    )
    NO_PRINTING = (
        "DM027",
        Severity.ERROR,
        "there is no printing {version} of {name!r}",
        "A line without a set and number refers to any printing.",
        "1 Moss Warden (WDL) 12A",
    )
    LIKE_MAYBEBOARD = (
        "DM028",
        Severity.WARNING,
        "only the line «# maybeboard» ends a list; this is a comment",
        "The text after this line is read as a part of the list.",
        "# Maybeboard",
    )
    READ_AS = (
        "DM029",
        Severity.WARNING,
        "the line is read as {reading}, not as the custom card {name!r}",
        "A number before a name is a count, an F after it is a foil mark, and a word in"
        " parentheses is a set. Draftmancer splits a line before it searches for the card. If"
        " no card has the remaining name, Draftmancer rejects the list.",
        '  {"name": "12 Zaba", "mana_cost": "", "type": "Land"},\n'
        '  {"name": "Zaba F", "mana_cost": "", "type": "Land"}\n'
        "]\n"
        "[Common(1)]\n"
        "12 Zaba",
    )
    ODD_CHARACTER = (
        "DM044",
        Severity.WARNING,
        "the line contains the invisible character {character}",
        "The character is invisible: a non-standard line separator or a byte order mark."
        " Draftmancer reads it as a space or as a part of the name. Delete it.",
        "Lantern\ufeffEel",
    )
    BREAK_IN_NAME = (
        "DM045",
        Severity.ERROR,
        "the name in the line contains the character {character}: Draftmancer rejects the line",
        "A lone carriage return, U+2028 or U+2029 does not end a line, and cannot be a part of"
        " a name. Delete it, or end the line there.",
        "Lantern\u2028Eel",
    )
    WRONG_TYPE = (
        "DM030",
        Severity.ERROR,
        "{what} is not {expected}",
        "The value is ignored. Fix it.",
        '"withReplacement": "yes",',
    )
    UNKNOWN_KEY = (
        "DM031",
        Severity.WARNING,
        "unknown key {name!r} in {what}",
        "Draftmancer ignores the key. Unknown settings and keys of cards are stored in the extras.",
        '"withReplacment": true',
    )
    MISSING = (
        "DM032",
        Severity.ERROR,
        "{what} has no {name!r}",
        "The key is required. Add it.",
        '"layouts": { "Pack": { "slots": [{ "name": "Common" }] } }',
    )
    UNKNOWN_SHEET = (
        "DM033",
        Severity.ERROR,
        "the slot {slot!r} of the layout {layout!r} draws from {sheet!r}, which is not a sheet",
        "A slot without a list of sheets draws from the sheet with its own name. Fix the name,"
        " or add the sheet.",
        '"Pack": { "weight": 1, "slots": { "common": 10 } }',
    )
    UNUSED_SHEET = (
        "DM034",
        Severity.WARNING,
        "no layout uses the sheet {name!r}",
        "Its cards are in no pack. Add the sheet to a layout, or delete it.",
        "[Common(10)]\n1 Forest\n[Rare]\n1 Island",
    )
    SLOT_COUNT = (
        "DM035",
        Severity.ERROR,
        "the slot {slot!r} has the count {count}; the count must be positive",
        "Delete the slot, or set a count.",
        '"slots": { "Common": 10, "Rare": 0 }',
    )
    BAD_WEIGHTS = (
        "DM036",
        Severity.ERROR,
        "{what} has no positive weight",
        "Draftmancer accepts the list but cannot generate the intended packs. Set a positive"
        " weight.",
        '"sheets": [{ "name": "Common", "weight": 0 }]',
    )
    MIXED_LAYOUTS = (
        "DM037",
        Severity.ERROR,
        "counts in headers create an additional layout, although layouts are declared",
        "Either declare layouts, or specify counts in the headers of the sheets.",
        '    "layouts": { "Pack": { "weight": 1, "slots": { "Common": 10 } } }\n}\n[Common(10)]',
    )
    NO_LAYOUT = (
        "DM038",
        Severity.ERROR,
        "there are {count} sheets, but no layout specifies how many cards to draw from each",
        "Specify a count in the header of each sheet, e.g. [Common(10)], or declare layouts.",
        "[Common]\n1 Forest\n[Rare]\n1 Island",
    )
    UNKNOWN_LAYOUT = (
        "DM039",
        Severity.ERROR,
        "there is no layout {name!r}",
        "Declare the layout in the same settings, or in an earlier section.",
        '"predeterminedLayouts": [["Pack"], ["Pack", "pack"]]',
    )
    SHEET_EMPTY = (
        "DM040",
        Severity.WARNING,
        "the sheet {name!r} has no cards",
        "A pack that draws from the sheet cannot be generated.",
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
        "no layout has a positive weight: every pack has the first layout, {name!r}",
        "Set the weights of the layouts.",
        '{ "layouts": { "Pack": { "weight": 0, "slots": { "Common": 1 } } } }',
    )
    SCRIPT_NAME = (
        "DM043",
        Severity.WARNING,
        "{name!r} is a reserved JavaScript name: Draftmancer does not support {what} with this"
        " name",
        "Rename it.",
        "constructor",
    )
    DUPLICATE_CARD = (
        "DM050",
        Severity.ERROR,
        "a custom card {name!r} with this set and number already exists",
        "Cards with the same name need different sets or collector numbers.",
        '{ "name": "Moss Warden", "mana_cost": "{1}{G}", "type": "Creature", "set": '
        '"WDL" },\n'
        '{ "name": "Moss Warden", "set": "wdl", "rarity": "common" }',
    )
    MANA_COST = (
        "DM051",
        Severity.ERROR,
        "{problem}",
        "A mana cost consists of symbols in braces, in upper case, e.g. {2}{W/B}. Only the"
        " part before «//» is used.",
        '{ "name": "Moss Warden", "mana_cost": "{1}{G", "type": "Creature" }',
    )
    IMAGE_TWICE = (
        "DM052",
        Severity.ERROR,
        "the card has both 'image' and 'image_uris', which have the same meaning",
        "'image' is a short form of 'image_uris' with the language 'en'. Delete one of them.",
        '"image": "https://cards.example/moss.png",\n'
        '"image_uris": { "en": "https://cards.example/moss.png" }',
    )
    UNKNOWN_EFFECT = (
        "DM053",
        Severity.ERROR,
        "unknown draft effect {value}",
        "The documentation page of the format lists the effects. Names are case-sensitive.",
        '"draft_effects": ["Faceup"]',
    )
    EFFECT_COUNT = (
        "DM054",
        Severity.ERROR,
        "'count' is {count}, but {available} cards can be added",
        "If 'count' is omitted, all cards are added.",
        '{ "type": "AddCards", "count": 4, "cards": ["2 Forest", "Island"] }',
    )
    IGNORED = (
        "DM056",
        Severity.WARNING,
        "{what} is not {expected}; the value is ignored",
        "Draftmancer does not check the subtypes, printed names, images and costs of backs and"
        " related faces. It uses the default, or fails when it shows them.",
        '"back": { "name": "Moss Colossus", "type": "Creature", "subtypes": "Elf" }',
    )
    INHERITED = (
        "DM055",
        Severity.WARNING,
        "{name!r} has neither 'mana_cost' nor 'type': the values of the official card are used",
        "If there is no official card with this name, Draftmancer rejects the list.",
        '{ "name": "Forest", "image": "https://cards.example/forest.png" }',
    )
    SYMBOL = (
        "DM057",
        Severity.WARNING,
        "the symbol {symbol} is not a mana symbol; the cost is stored as text",
        "Draftmancer accepts all symbols of Scryfall in a cost, including those that are not mana"
        " symbols.",
        '"mana_cost": "{1}{TK}"',
    )
    MIXED_FORMS = (
        "DM058",
        Severity.WARNING,
        "the layouts are a mix of names and objects: Draftmancer ignores all of them",
        "Write all layouts as names, or all as objects with a name and a weight.",
        '"draft_effects": [{"type": "AddBooster", "layouts": ["P", {"name": "Q", "weight": 2}]}]',
    )
    NO_PACKS = (
        "DM070",
        Severity.ERROR,
        "the text has no packs",
        "Uploaded packs are lines of cards, with an empty line between packs.",
        "0 Opt",
    )
    PACK_LINE = (
        "DM071",
        Severity.ERROR,
        "{text!r} is not a card; uploaded packs must contain only cards and empty lines",
        "Uploaded packs have no headers, comments or settings. Draftmancer reads each line as"
        " a card name and rejects the text.",
        "[Pack 1]\nOpt",
    )
    PACK_COUNT = (
        "DM072",
        Severity.WARNING,
        "there are {count} packs, but Draftmancer expects {expected}",
        "Draftmancer needs exactly the number of packs of the draft. For a booster draft, this"
        " is the number of players and bots, times the number of packs for each.",
        "Opt\n\nShock",
    )
    LAST_CARD = (
        "DM073",
        Severity.WARNING,
        "{count} custom cards have the name {name!r}; the line refers to the last one, {card}",
        "If the line of a pack does not contain a set of these cards, it refers to the last"
        " one. This differs from the lines of a list. Specify the set and the number.",
        "Eel",
    )
    PROTOTYPE = (
        "DM075",
        Severity.ERROR,
        "{what} cannot have the name '__proto__': Draftmancer rejects the list",
        "Rename it.",
        "[__proto__(1)]",
    )
    JSON_BROKEN = (
        "DM076",
        Severity.ERROR,
        "Draftmancer cannot read this JSON: {problem}",
        "Draftmancer counts brackets to find the end of a section, also in texts, and removes only"
        " commas after values. In a text, write such a bracket as an escape, e.g. \\u005d.",
        '"oracle_text": "Choose a] or b]."',
    )
    OTHER_SECTION = (
        "DM077",
        Severity.ERROR,
        "the card {name!r} is defined in another [CustomCards] section: Draftmancer finds related"
        " and added cards only in the same one",
        "Define both cards in one section.",
        '"related_cards": ["Eel"]',
    )
    COUNTS_REPLACED = (
        "DM078",
        Severity.WARNING,
        "the counts in the headers above have no effect: later settings declare layouts",
        "If [Settings] below counted headers declare layouts, Draftmancer discards the layout of"
        " the counts. Delete the counts, or put [Settings] first.",
        '[Settings]\n{"layouts": {"P": {"weight": 1, "slots": {"Common": 2}}}}',
    )
    LAYOUT_LINE = (
        "DM079",
        Severity.WARNING,
        "Draftmancer reads {reading!r} in this line, and ignores the rest of it",
        "The old [Layouts] section has lines «- Name (weight)», each followed by lines «count"
        " Sheet».",
        "- Usual (7) of all",
    )
    ODD_VALUE = (
        "DM074",
        Severity.WARNING,
        "{what} is not {expected}; Draftmancer accepts it, and {instead} is used here",
        "Draftmancer checks only that the value is a number. Fix it.",
        '{"boostersPerPlayer": 0}',
    )
