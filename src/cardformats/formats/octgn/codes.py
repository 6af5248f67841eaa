"""The diagnostic codes of the ``octgn`` formats."""

from __future__ import annotations

from ...diagnostics import Code, Severity

_LOADER = "OCTGN does not load a set with this error."


class OctgnCode(Code):
    """What can be wrong in games, sets, packages and decks."""

    BAD_XML = (
        "OC001",
        Severity.ERROR,
        "invalid XML: {problem}",
        "The text must be well-formed. Document types and entities are not allowed, because an"
        " untrusted file could use them to read other files or to exhaust the memory.",
        '  <card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">\n</cards>',
    )
    WRONG_ROOT = (
        "OC002",
        Severity.ERROR,
        "the root element is {found}, not <{expected}>",
        "This is another kind of file, or its elements are in a namespace. The elements of"
        " OCTGN have no namespace.",
        '<set xmlns="urn:marsh" name="Reeds"',
    )
    NOT_LOADED = (
        "OC003",
        Severity.ERROR,
        "OCTGN does not load this set; the first reason is: {reason}",
        "Reported only with the option rules=octgn. The OCTGN loader rejects a set at the"
        " first error of this kind.",
        '<property name="Wings" value="2"/>',
    )
    MISSING_ATTRIBUTE = (
        "OC004",
        Severity.ERROR,
        "<{tag}> has no attribute {name!r}",
        _LOADER,
        '<card id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"/>',
    )
    BAD_GUID = (
        "OC005",
        Severity.ERROR,
        "{value!r} is not a GUID",
        "A GUID has 32 hexadecimal digits, as in 0bd3ce30-ea64-11e0-9572-0800200c9a66. " + _LOADER,
        '<card name="Heron" id="heron-1"/>',
    )
    UNKNOWN_PROPERTY = (
        "OC006",
        Severity.ERROR,
        "the game defines no property {name!r}",
        "Property names must match definition.xml exactly, including case. " + _LOADER,
        '<property name="rarity" value="Common"/>',
    )
    SAME_PROPERTY = (
        "OC007",
        Severity.ERROR,
        "duplicate property {name!r} in {what}; the first value is used",
        _LOADER,
        '<property name="Kind" value="Bird"/><property name="Kind" value="Wader"/>',
    )
    ALTERNATE_TYPE = (
        "OC008",
        Severity.ERROR,
        "{problem}",
        "The alternates of a card must have different types. " + _LOADER,
        '<alternate name="Nest" type="B"/><alternate name="Egg" type="B"/>',
    )
    UNKNOWN_SIZE = (
        "OC009",
        Severity.ERROR,
        "the game defines no size {name!r}",
        "Size names must match definition.xml exactly, including case. " + _LOADER,
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" size="wide"/>',
    )
    VALUE_IGNORED = (
        "OC010",
        Severity.WARNING,
        "OCTGN ignores this value: the element is not closed by '/>'",
        "The loader reads the attribute only if the element is self-closing. Otherwise, it"
        " reads the text between the tags.",
        '<property name="Kind" value="Bird"></property>',
    )
    LOST_SPACE = (
        "OC011",
        Severity.WARNING,
        "OCTGN removes the whitespace after this element",
        "The loader removes text that contains only whitespace. Move the space into an"
        " adjacent element.",
        '<property name="Text"><b>Wade</b> <i>softly</i></property>',
    )
    UNKNOWN_INLINE = (
        "OC012",
        Severity.WARNING,
        "OCTGN removes <{tag}> and its contents from rich text",
        "The known elements are b, i, u, c, s and t (bold, italic, underline, color, symbol,"
        " text).",
        '<property name="Text">Wade <em>softly</em>.</property>',
    )
    BAD_COLOR = (
        "OC013",
        Severity.ERROR,
        "{value!r} is not a colour: expected #RRGGBB",
        _LOADER,
        '<c value="blue">blue</c>',
    )
    UNKNOWN_SYMBOL = (
        "OC014",
        Severity.ERROR,
        "the game defines no symbol {name!r}",
        "The value must be the id of a symbol in definition.xml. " + _LOADER,
        '<s value="w">W</s>',
    )
    EMPTY_SYMBOL = (
        "OC015",
        Severity.ERROR,
        "a symbol without a text",
        "The text replaces the symbol where images cannot be shown. " + _LOADER,
        '<s value="W"/>',
    )
    UNKNOWN_ATTRIBUTE = (
        "OC016",
        Severity.WARNING,
        "<{tag}> does not support the attribute {name!r}; OCTGN ignores it",
        "The attribute is preserved if the file is written with its original text.",
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" artist="A. Marsh"/>',
    )
    UNKNOWN_ELEMENT = (
        "OC017",
        Severity.WARNING,
        "<{tag}> is not allowed in <{parent}>; OCTGN ignores it",
        "The element is preserved if the file is written with its original text.",
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"><text>Wade.</text></card>',
    )
    BAD_BOOLEAN = (
        "OC018",
        Severity.ERROR,
        "{value!r} is neither true nor false",
        "Numbers are not allowed. " + _LOADER,
        'hidden="1"',
    )
    BAD_DATE = (
        "OC019",
        Severity.ERROR,
        "{value!r} is not a date: expected year, month and day, as in 2007-07-13",
        "OCTGN reads other dates by the regional settings of the computer.",
        'releaseDate="spring 2024"',
    )
    BAD_QUANTITY = (
        "OC020",
        Severity.ERROR,
        "{value!r} is not a quantity: expected a whole number or 'unlimited'",
        "The value is case-sensitive. " + _LOADER,
        '<pick qty="2.0" key="Rarity" value="Common"/>',
    )
    NEGATIVE_QUANTITY = (
        "OC021",
        Severity.WARNING,
        "OCTGN reads every negative quantity as 'unlimited'",
        "To use all cards, write 'unlimited'.",
        '<pick qty="-2" key="Rarity" value="Common"/>',
    )
    BAD_PROBABILITY = (
        "OC022",
        Severity.ERROR,
        "{value!r} is not a probability: expected a number from 0 to 1",
        "Write a number such as 0.125. Percent signs are not supported. " + _LOADER,
        '<option probability="25%">',
    )
    PROBABILITY_SUM = (
        "OC023",
        Severity.WARNING,
        "the probabilities of these options add up to {total}, not to 1",
        "OCTGN does not scale the probabilities. If the total is below 1, the rest is the"
        " probability of no cards. If it is above 1, the last options lose the excess.",
        "<options>\n"
        '  <option probability="0.3"><pick qty="1" key="name" value="Heron"/></option>\n'
        '  <option probability="0.6"><pick qty="1" key="name" value="Egret"/></option>\n'
        "</options>",
    )
    NEVER_CHOSEN = (
        "OC024",
        Severity.WARNING,
        "this option is never used: {reason}",
        "OCTGN adds the probabilities of the options in order, until the sum reaches a random"
        " number from 0 to 1.",
        '<option><pick qty="1" key="name" value="Heron"/></option>\n'
        '<option probability="0.5"><pick qty="1" key="name" value="Egret"/></option>',
    )
    NO_MATCH = (
        "OC025",
        Severity.WARNING,
        "no card in the pool of the pack has {wanted}",
        "The pick returns no cards. The pool consists of the cards of the set and the included"
        " cards. To open such packs: cardformats open SET --pack NAME.",
        '<pick qty="1" key="Rarity" value="Common">\n'
        '  <property key="Kind" value="Bird"/>\n'
        "</pick>",
    )
    SHORT_POOL = (
        "OC026",
        Severity.WARNING,
        "only {have} of the {quantity} picked cards have {wanted}",
        "The pack is smaller: a pick contains no card twice. To open such packs:"
        " cardformats open SET --pack NAME.",
        '<pick qty="3" key="Rarity" value="Common"/>',
    )
    CASE_MATCH = (
        "OC027",
        Severity.NOTE,
        "the cards have {other!r}, but the value here is {value!r}",
        "The cards are found only because this value is not case-sensitive.",
        '<pick qty="1" key="Rarity" value="common"/>',
    )
    INCLUDE_SET = (
        "OC028",
        Severity.WARNING,
        "there is no set {id!r} in the same folder to include cards from",
        "OCTGN can open the pack only if that set is installed. Read the whole game, or"
        " specify its folder with the option game.",
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e05" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f03"/>',
    )
    INCLUDE_CARD = (
        "OC029",
        Severity.WARNING,
        "the set {set!r} has no card {id!r}",
        "OCTGN does not include a card and does not report an error.",
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e05" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f03"/>',
    )
    INCLUDE_IN_OPTION = (
        "OC030",
        Severity.WARNING,
        "OCTGN ignores <include> inside <option>",
        "Included cards belong to the whole pack. Move the element directly into <pack>.",
        '<option><include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"',
    )
    SAME_ID = (
        "OC031",
        Severity.WARNING,
        "{name!r} has the same id as {other!r}",
        "OCTGN identifies cards by their ids: decks, images and includes find only one of them.",
        '<card name="Egret" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"/>',
    )
    WRONG_GAME = (
        "OC032",
        Severity.WARNING,
        "the set belongs to the game {value!r}, but the definition is of the game {game!r}",
        "The package builder rejects such a set.",
        'gameId="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f03"',
    )
    OLD_MARKERS = (
        "OC033",
        Severity.NOTE,
        "markers belong in definition.xml",
        "OCTGN still reads markers in sets. The package builder reports a warning.",
        "<markers>",
    )
    NOT_INTEGER = (
        "OC034",
        Severity.NOTE,
        "{value!r} is not a whole number, but {name!r} is defined as one",
        "OCTGN stores the value as text, which is sorted and compared differently from numbers.",
        '<property name="Cost" value="two"/>',
    )
    COMMENT_IN_CARD = (
        "OC035",
        Severity.WARNING,
        "the package builder stops at a comment in <{tag}>",
        "Move the comment before the card.",
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"><!-- a wader -->',
    )
    ORDER = (
        "OC036",
        Severity.WARNING,
        "<{tag}> is after <{before}>",
        "The order in a set is packaging, markers, cards; in a card, it is properties,"
        " alternates. The package builder rejects a set with another order.",
        "</cards>\n<packaging>",
    )
    UNKNOWN_KEY = (
        "OC037",
        Severity.WARNING,
        "the game defines no property {name!r}, so no card has it",
        "The pick finds no cards, or all cards if its value is empty. The key 'name' is the"
        " name of the card. All other keys are case-sensitive.",
        '<pick qty="1" key="rarity" value="Common"/>',
    )
    NAME_OVERRIDE = (
        "OC038",
        Severity.ERROR,
        "an included card cannot change its name",
        _LOADER,
        '<property name="Name" value="Grey Heron"/></include>',
    )
    INCLUDED_TWICE = (
        "OC039",
        Severity.NOTE,
        "the card is included {count} times, so one pick can contain it {count} times",
        "OCTGN adds one copy to the pool for each element.",
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"/>\n'
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"/>',
    )
    PRECISION = (
        "OC040",
        Severity.WARNING,
        "a probability with more than {limit} digits is read as 0",
        "A number with this many digits is probably an error.",
        '<option probability="1e-999">',
    )
    DEFINITION_NAME = (
        "OC041",
        Severity.WARNING,
        "the property {name!r} {problem}",
        "The package builder rejects such a definition.",
        '<property name="Type" type="String"/>',
    )
    DEFINITION_TYPE = (
        "OC042",
        Severity.ERROR,
        "{value!r} is not a {what}: expected {expected}",
        "The value is case-sensitive. The property is read as a String.",
        '<property name="Cost" type="Number"/>',
    )
    NO_QUANTITY = (
        "OC043",
        Severity.WARNING,
        "a pick without a quantity returns no cards",
        "Add the attribute qty with a whole number or 'unlimited'.",
        '<pick key="Rarity" value="Common"/>',
    )
    ENDLESS = (
        "OC044",
        Severity.WARNING,
        "the probability {value!r} is probably an error",
        "OCTGN reads the value as a number: Infinity takes the whole remaining probability,"
        " and no option after NaN is used.",
        '<option probability="NaN">',
    )
    COMMA = (
        "OC045",
        Severity.WARNING,
        "{value!r} is read as {read}: a comma separates thousands",
        "Write a point before the decimals.",
        '<option probability="0,5">',
    )
    BOOLEAN_CASE = (
        "OC046",
        Severity.WARNING,
        "{value!r} is read as {read}",
        "The package builder accepts only true and false in lower case.",
        'hidden="True"',
    )
    ENCODING = (
        "OC047",
        Severity.ERROR,
        "{problem}",
        "Here, the text is read as Windows-1252. Save the file with the encoding in its first"
        " line, preferably UTF-8. " + _LOADER,
        '<?xml version="1.0" encoding="utf8mb4"?>',
    )
    MISPLACED = (
        "OC048",
        Severity.WARNING,
        "<{tag}> is in <{parent}>, not directly in <{place}>; OCTGN still reads it",
        "OCTGN finds cards, packs and markers at any depth, and alternates at any depth of a"
        " card. The package builder rejects such a set.",
        '</cards>\n<card name="Otter" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01"/>',
    )
    STRAY_TEXT = (
        "OC049",
        Severity.WARNING,
        "the text {text!r} in <{tag}> is in no property; OCTGN ignores it",
        "The text is preserved if the file is written with its original text. The package"
        " builder rejects such a set.",
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">Wade.</card>',
    )
    BAD_ARCHIVE = (
        "OC050",
        Severity.ERROR,
        "the package cannot be opened: {problem}",
        "A package (.nupkg or .o8g) is a ZIP archive. Nothing was read.",
        "$ cardformats check marsh.o8g --max-files 2",
    )
    ARCHIVE_MEMBER = (
        "OC051",
        Severity.ERROR,
        "the file {name!r} of the package was not read: {problem}",
        "Limits prevent a small package from exhausting the memory. Each limit is an option.",
        "$ cardformats check marsh.o8g --max-ratio 2",
    )
    NO_SETS = (
        "OC052",
        Severity.ERROR,
        "no set found: there is no file set.xml in a folder of the folder Sets",
        "A game has a file definition.xml and a folder Sets, which contains a folder for each set.",
        "marsh/Sets/Reeds/set.txt",
    )
    NO_DEFINITION = (
        "OC053",
        Severity.NOTE,
        "there is no definition.xml, so the names of properties, sizes and symbols are not checked",
        "Specify the file with the option definition.",
        "$ cardformats check marsh/Sets/Reeds/set.xml",
    )
    TOO_MANY = (
        "OC054",
        Severity.ERROR,
        "there are {count} sets here; only the first {limit} are read (option max_files)",
        "Raise the option if you trust where the folder comes from.",
        "$ cardformats check marsh --max-files 1",
    )
    MADE_IDS = (
        "OC055",
        Severity.NOTE,
        "the ids of {name!r} are generated from its cards, because it has no code: with other"
        " cards, OCTGN treats it as another set",
        "Decks and images refer to the ids of a game and a set. Specify the code of the set,"
        " or the id of the game with the option game_id. The ids of cards are generated from"
        " their names and do not change.",
        "$ cardformats convert birds.txt -o birds.o8g",
    )
    REWRITTEN = (
        "OC056",
        Severity.NOTE,
        "all files are rewritten, not only the changed parts: {reason}",
        "Comments, whitespace and attribute order are lost. All other losses are listed in the"
        " report.",
        "$ cardformats convert reeds/set.xml -o new.xml --game-id "
        "11111111-2222-4333-8444-555555555555",
    )
    NEW_IDS = (
        "OC057",
        Severity.NOTE,
        "new cards that are not in {source}: {what} ({names})",
        "The option ids_from preserves the ids of cards with the same names, numbers and"
        " faces. If a card is in the source with another name and number, set its id yourself.",
        "$ cardformats convert reeds.csv -o new.xml --ids-from reeds/set.xml",
    )
    GONE_IDS = (
        "OC058",
        Severity.WARNING,
        "in {source}, but missing here: {what} ({names})",
        "Decks with these cards can no longer be loaded.",
        "$ cardformats convert reeds.csv -o new.xml --ids-from reeds/set.xml",
    )
    DOUBTFUL_IDS = (
        "OC059",
        Severity.WARNING,
        "possibly different from {source}, but with the same ids: {what} ({names})",
        "The cards have other names than the cards whose ids they use, or their numbers do not"
        " distinguish cards with the same name. If one of them is another card, give it its"
        " own id.",
        "$ cardformats convert reeds.csv -o new.xml --ids-from reeds/set.xml",
    )
    NAME_FILTER = (
        "OC100",
        Severity.WARNING,
        "the package builder o8build does not support the property {name!r} here",
        "OCTGN finds cards by their names, but o8build rejects this key in a <property> of a"
        " pick. Use it as the key of the pick itself, and move the other key to the <property>.",
        '<property key="Name" value="Heron"/>',
    )
    SMALL_SUM = (
        "OC104",
        Severity.NOTE,
        "the probabilities of these options add up to {total}, not to 1",
        "A single option with a small probability is an extra that is usually missing. A total"
        " that differs by a thousandth is rounded. The rest is the probability of no cards.",
        '<option probability="0.01">',
    )
    BAD_MAPPING = (
        "OC070",
        Severity.ERROR,
        "the mapping cannot be used: {problem}",
        "The documentation page of the format describes mappings. The whole mapping is"
        " ignored, and the meaning of properties is derived from their names.",
        '[fields]\nprice = "Cost"',
    )
    NOT_IN_GAME = (
        "OC071",
        Severity.WARNING,
        "the mapping contains the property {name!r}, which the game does not define",
        "The name is misspelt, or belongs to another version of the game. Names are"
        " case-sensitive. The rest of the mapping is used.",
        '[fields]\ntypes = "kind"',
    )
    OTHER_GAME = (
        "OC072",
        Severity.WARNING,
        "the mapping {name!r} is not for the game {game!r}",
        "The mapping contains other GUIDs in `games`. As requested, it is used nevertheless.",
        'name = "Lantern Duel"\ngames = ["5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e99"]',
    )
    NO_IMAGE = (
        "OC073",
        Severity.NOTE,
        "some faces have no image: {name} is empty in the address of the mapping",
        "Reported once. For example, the cards have no number, or the set has no short name.",
        '[images]\nfront = "https://cards.example/{set}/{id}.png"',
    )
    EMPTY_PACK = (
        "OC074",
        Severity.ERROR,
        "no file here is an image of a card, so nothing is packed",
        "No pack is written. The reason for each omitted file is reported.",
        "art/notes.txt",
    )
    PICTURE_KIND = (
        "OC075",
        Severity.WARNING,
        "the file has the extension .{extension}, but it is a .{kind} image",
        "It is packed with the correct extension.",
        "art/001.jpg",
    )
    PICTURE = (
        "OC076",
        Severity.WARNING,
        "the file is omitted: {problem}",
        "Images are matched to cards by name. Rename the file, or specify a rule for the file"
        " names. Save other kinds of images as png or jpg.",
        "art/003.webp",
    )
    NO_PICTURE = (
        "OC077",
        Severity.NOTE,
        "{count} of {total} cards and alternates have no image: {shown}",
        "OCTGN draws these cards with the proxy template of the game. The option --missing"
        " lists them.",
    )
    TABLE_ROW = (
        "OC078",
        Severity.WARNING,
        "table: {name!r}: {problem}",
        "A row of a table is a card, or an alternate of the card in the row above. A column is"
        " a property of the game.",
        "Eel,17,,Fish,Common,3",
    )
    TABLE = (
        "OC079",
        Severity.NOTE,
        "table: {what}",
        "Cards are identified by the column with their GUIDs. A card without a GUID is new.",
        "$ cardformats convert cards.csv -o Tide/game/Sets/Tide_Examples/set.xml --base "
        "Tide/game/Sets/Tide_Examples",
    )


#: What makes the loader give a set up: whose explanation ends so, and what is no such set at all.
STOPS_LOADER = frozenset(code for code in OctgnCode if code.help.endswith(_LOADER)) | {
    OctgnCode.BAD_XML,
    OctgnCode.WRONG_ROOT,
    OctgnCode.BAD_DATE,
}
