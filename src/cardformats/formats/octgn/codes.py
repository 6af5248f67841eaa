"""The diagnostic codes of the ``octgn`` formats."""

from __future__ import annotations

from ...diagnostics import Code, Severity

_LOADER = "OCTGN does not load a set with this."


class OctgnCode(Code):
    """What can be wrong in games, sets, packages and decks."""

    BAD_XML = (
        "OC001",
        Severity.ERROR,
        "this is no XML: {problem}",
        "The text has to be well-formed. Document types and entities are refused: a file from a"
        " stranger must not be able to name other files, or to grow without end.",
        '  <card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">\n</cards>',
    )
    WRONG_ROOT = (
        "OC002",
        Severity.ERROR,
        "the outermost element is {found}, not <{expected}>",
        "Another kind of file, or one whose elements are in a namespace; OCTGN's are in none.",
        '<set xmlns="urn:marsh" name="Reeds"',
    )
    NOT_LOADED = (
        "OC003",
        Severity.ERROR,
        "OCTGN does not load this set; the first reason is: {reason}",
        "Said with the option rules=octgn. The loader gives a set up at the first such fault.",
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
        "{value!r} is no GUID",
        "A GUID has 32 hexadecimal digits, as in 0bd3ce30-ea64-11e0-9572-0800200c9a66. " + _LOADER,
        '<card name="Heron" id="heron-1"/>',
    )
    UNKNOWN_PROPERTY = (
        "OC006",
        Severity.ERROR,
        "the game defines no property {name!r}",
        "The names in definition.xml count, and their case does. " + _LOADER,
        '<property name="rarity" value="Common"/>',
    )
    SAME_PROPERTY = (
        "OC007",
        Severity.ERROR,
        "the property {name!r} stands twice in {what}; the first one counts",
        _LOADER,
        '<property name="Kind" value="Bird"/><property name="Kind" value="Wader"/>',
    )
    ALTERNATE_TYPE = (
        "OC008",
        Severity.ERROR,
        "{problem}",
        "The alternates of a card are told apart by their types. " + _LOADER,
        '<alternate name="Nest" type="B"/><alternate name="Egg" type="B"/>',
    )
    UNKNOWN_SIZE = (
        "OC009",
        Severity.ERROR,
        "the game defines no size {name!r}",
        "The sizes in definition.xml count, and their case does. " + _LOADER,
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" size="wide"/>',
    )
    VALUE_IGNORED = (
        "OC010",
        Severity.WARNING,
        "OCTGN ignores this value: the element is not closed by '/>'",
        "The loader takes the attribute only of an element that closes itself, else what stands"
        " between its tags.",
        '<property name="Kind" value="Bird"></property>',
    )
    LOST_SPACE = (
        "OC011",
        Severity.WARNING,
        "OCTGN loses the blanks after this element",
        "The loader drops a text of nothing but blanks. Put the blank into the element beside it.",
        '<property name="Text"><b>Wade</b> <i>softly</i></property>',
    )
    UNKNOWN_INLINE = (
        "OC012",
        Severity.WARNING,
        "OCTGN leaves out <{tag}> in rich text, and all that stands in it",
        "Known are b, i, u, c, s and t (bold, italic, underline, color, symbol, text).",
        '<property name="Text">Wade <em>softly</em>.</property>',
    )
    BAD_COLOR = (
        "OC013",
        Severity.ERROR,
        "{value!r} is no colour: expected #RRGGBB",
        _LOADER,
        '<c value="blue">blue</c>',
    )
    UNKNOWN_SYMBOL = (
        "OC014",
        Severity.ERROR,
        "the game defines no symbol {name!r}",
        "The ids of the symbols in definition.xml count. " + _LOADER,
        '<s value="w">W</s>',
    )
    EMPTY_SYMBOL = (
        "OC015",
        Severity.ERROR,
        "a symbol without a text",
        "The text stands for the symbol where there are no pictures. " + _LOADER,
        '<s value="W"/>',
    )
    UNKNOWN_ATTRIBUTE = (
        "OC016",
        Severity.WARNING,
        "<{tag}> has no attribute {name!r}; OCTGN ignores it",
        "It is kept when the file is written as it was.",
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" artist="A. Marsh"/>',
    )
    UNKNOWN_ELEMENT = (
        "OC017",
        Severity.WARNING,
        "<{tag}> has no place in <{parent}>; OCTGN ignores it",
        "It is kept when the file is written as it was.",
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"><text>Wade.</text></card>',
    )
    BAD_BOOLEAN = (
        "OC018",
        Severity.ERROR,
        "{value!r} is neither true nor false",
        "Numbers are not understood. " + _LOADER,
        'hidden="1"',
    )
    BAD_DATE = (
        "OC019",
        Severity.ERROR,
        "{value!r} is no date: expected year, month and day, as in 2007-07-13",
        "How OCTGN reads other dates depends on the country of the computer.",
        'releaseDate="spring 2024"',
    )
    BAD_QUANTITY = (
        "OC020",
        Severity.ERROR,
        "{value!r} is no quantity: expected a whole number or 'unlimited'",
        "Case counts. " + _LOADER,
        '<pick qty="2.0" key="Rarity" value="Common"/>',
    )
    NEGATIVE_QUANTITY = (
        "OC021",
        Severity.WARNING,
        "OCTGN reads every negative quantity as 'unlimited'",
        "Write 'unlimited', if all cards are meant.",
        '<pick qty="-2" key="Rarity" value="Common"/>',
    )
    BAD_PROBABILITY = (
        "OC022",
        Severity.ERROR,
        "{value!r} is no probability: expected a number from 0 to 1",
        "Write a number as 0.125; a per cent sign is not understood. " + _LOADER,
        '<option probability="25%">',
    )
    PROBABILITY_SUM = (
        "OC023",
        Severity.WARNING,
        "the probabilities of these options add up to {total}, not to 1",
        "They are not scaled: what is missing is the chance of no cards at all, and what is too"
        " much is taken from the last options.",
        "<options>\n"
        '  <option probability="0.3"><pick qty="1" key="name" value="Heron"/></option>\n'
        '  <option probability="0.6"><pick qty="1" key="name" value="Egret"/></option>\n'
        "</options>",
    )
    NEVER_CHOSEN = (
        "OC024",
        Severity.WARNING,
        "this option is never chosen: {reason}",
        "Options are gone through in order until their sum reaches a random number from 0 to 1.",
        '<option><pick qty="1" key="name" value="Heron"/></option>\n'
        '<option probability="0.5"><pick qty="1" key="name" value="Egret"/></option>',
    )
    NO_MATCH = (
        "OC025",
        Severity.WARNING,
        "no card of the pack's pool has {wanted}",
        "The pick gives nothing. The pool are the cards of the set and those that are included.",
        '<pick qty="1" key="Rarity" value="Common">\n'
        '  <property key="Kind" value="Bird"/>\n'
        "</pick>",
    )
    SHORT_POOL = (
        "OC026",
        Severity.WARNING,
        "only {have} of the {quantity} cards that are picked have {wanted}",
        "The pack is shorter: a pick gives no card twice.",
        '<pick qty="3" key="Rarity" value="Common"/>',
    )
    CASE_MATCH = (
        "OC027",
        Severity.NOTE,
        "the cards have {other!r} where this says {value!r}",
        "They are found only because case does not count here.",
        '<pick qty="1" key="Rarity" value="common"/>',
    )
    INCLUDE_SET = (
        "OC028",
        Severity.WARNING,
        "there is no set {id!r} beside this one to include cards from",
        "OCTGN cannot open the pack unless that set is installed. Read the whole game, or name its"
        " folder with the option game.",
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e05" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f03"/>',
    )
    INCLUDE_CARD = (
        "OC029",
        Severity.WARNING,
        "the set {set!r} has no card {id!r}",
        "OCTGN includes nothing, without a word.",
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e05" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f03"/>',
    )
    INCLUDE_IN_OPTION = (
        "OC030",
        Severity.WARNING,
        "OCTGN ignores <include> inside <option>",
        "Included cards belong to the whole pack; put the element directly into <pack>.",
        '<option><include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"',
    )
    SAME_ID = (
        "OC031",
        Severity.WARNING,
        "the id of {name!r} is that of {other!r} too",
        "OCTGN tells cards apart by their ids: decks, images and includes find only one of them.",
        '<card name="Egret" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"/>',
    )
    WRONG_GAME = (
        "OC032",
        Severity.WARNING,
        "the set is of the game {value!r}, but the definition is of {game!r}",
        "Packages are not built of such sets.",
        'gameId="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f03"',
    )
    OLD_MARKERS = (
        "OC033",
        Severity.NOTE,
        "markers belong in definition.xml",
        "OCTGN still reads them in sets, and warns when a package is built.",
        "<markers>",
    )
    NOT_INTEGER = (
        "OC034",
        Severity.NOTE,
        "{value!r} is no whole number, but {name!r} is defined as one",
        "OCTGN keeps it as text; it sorts and compares otherwise than the numbers.",
        '<property name="Cost" value="two"/>',
    )
    COMMENT_IN_CARD = (
        "OC035",
        Severity.WARNING,
        "the program that builds packages stops at a comment in <{tag}>",
        "Move the comment before the card.",
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00"><!-- a wader -->',
    )
    ORDER = (
        "OC036",
        Severity.WARNING,
        "<{tag}> stands after <{before}>",
        "In a set come packaging, markers and cards, in a card properties and alternates. Packages"
        " are not built of sets in another order.",
        "</cards>\n<packaging>",
    )
    UNKNOWN_KEY = (
        "OC037",
        Severity.WARNING,
        "the game defines no property {name!r}, so that no card has it",
        "The pick finds no card, or all of them if its value is blank. The key 'name' is the card's"
        " name; the case of all others counts.",
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
        "the card is included {count} times, so that it can come as often from one pick",
        "OCTGN puts as many copies into the pool as there are elements.",
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"/>\n'
        '<include id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" '
        'set="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"/>',
    )
    PRECISION = (
        "OC040",
        Severity.WARNING,
        "a probability of more than {limit} digits is read as 0",
        "A number that needs so many digits is not meant.",
        '<option probability="1e-999">',
    )
    DEFINITION_NAME = (
        "OC041",
        Severity.WARNING,
        "the property {name!r} {problem}",
        "Packages are not built of such definitions.",
        '<property name="Type" type="String"/>',
    )
    DEFINITION_TYPE = (
        "OC042",
        Severity.ERROR,
        "{value!r} is no {what}: expected {expected}",
        "Case counts. The property is read as a String.",
        '<property name="Cost" type="Number"/>',
    )
    NO_QUANTITY = (
        "OC043",
        Severity.WARNING,
        "a pick without a quantity gives nothing",
        "Add the attribute qty, a whole number or 'unlimited'.",
        '<pick key="Rarity" value="Common"/>',
    )
    ENDLESS = (
        "OC044",
        Severity.WARNING,
        "{value!r} is no probability that is meant",
        "OCTGN reads it as a number: Infinity takes all that is left, and after NaN no option is"
        " chosen at all.",
        '<option probability="NaN">',
    )
    COMMA = (
        "OC045",
        Severity.WARNING,
        "{value!r} is read as {read}: a comma stands between thousands",
        "Write a point before the decimals.",
        '<option probability="0,5">',
    )
    BOOLEAN_CASE = (
        "OC046",
        Severity.WARNING,
        "{value!r} is read as {read}",
        "The program that builds packages understands only true and false in lower case.",
        'hidden="True"',
    )
    ENCODING = (
        "OC047",
        Severity.ERROR,
        "{problem}",
        "Here the text is read all the same, as Windows-1252. Save the file in the encoding that"
        " its first line says, best in UTF-8. " + _LOADER,
        '<?xml version="1.0" encoding="utf8mb4"?>',
    )
    MISPLACED = (
        "OC048",
        Severity.WARNING,
        "<{tag}> stands in <{parent}>, not directly in <{place}>; OCTGN reads it all the same",
        "Cards, packs and markers are looked for at any depth, and alternates at any depth of a"
        " card. Packages are not built of sets where they stand elsewhere.",
        '</cards>\n<card name="Otter" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01"/>',
    )
    BAD_ARCHIVE = (
        "OC050",
        Severity.ERROR,
        "the package cannot be opened: {problem}",
        "A package (.nupkg or .o8g) is a ZIP archive. Nothing of it was read.",
        "$ cardformats check marsh.o8g --max-files 2",
    )
    ARCHIVE_MEMBER = (
        "OC051",
        Severity.ERROR,
        "the file {name!r} of the package was not read: {problem}",
        "Limits keep a small package from filling the memory; each is an option.",
        "$ cardformats check marsh.o8g --max-ratio 2",
    )
    NO_SETS = (
        "OC052",
        Severity.ERROR,
        "there is no set here: no file set.xml in a folder of the folder Sets",
        "A game has the file definition.xml, and a folder Sets with a folder for each set.",
        "marsh/Sets/Reeds/set.txt",
    )
    NO_DEFINITION = (
        "OC053",
        Severity.NOTE,
        "there is no definition.xml, so names of properties, sizes and symbols are not checked",
        "Name the file with the option definition.",
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
        "the ids of {name!r} are made of its cards, since it has no code: with other cards, it is"
        " another set to OCTGN",
        "Decks and pictures belong to the ids of a game and a set. Give the set a code, or say the"
        " id of the game with the option game_id; the ids of cards are made of their names and"
        " stay.",
        "$ cardformats convert birds.txt -o birds.o8g",
    )
    ANEW = (
        "OC056",
        Severity.NOTE,
        "the files are written anew, not only what has changed: {reason}",
        "Comments, blanks and the order of attributes go. Nothing is lost that the report does not"
        " name.",
        "$ cardformats convert reeds/set.xml -o anew.xml --game-id "
        "11111111-2222-4333-8444-555555555555",
    )
    NEW_IDS = (
        "OC057",
        Severity.NOTE,
        "new, and not in {source}: {what} ({names})",
        "The option ids_from keeps the ids of cards that are there by their names, numbers and"
        " faces. If one of these is there under another name and number, give it the id yourself.",
        "$ cardformats convert reeds.csv -o new.xml --ids-from reeds/set.xml",
    )
    GONE_IDS = (
        "OC058",
        Severity.WARNING,
        "in {source}, but no longer here: {what} ({names})",
        "Decks that name them are not loaded any more.",
        "$ cardformats convert reeds.csv -o new.xml --ids-from reeds/set.xml",
    )
    DOUBTFUL_IDS = (
        "OC059",
        Severity.WARNING,
        "perhaps not the same as in {source}, but with its ids: {what} ({names})",
        "The cards have other names than those whose ids they keep, or several of a name cannot be"
        " told apart by their numbers. If one is another card, give it an id of its own.",
        "$ cardformats convert reeds.csv -o new.xml --ids-from reeds/set.xml",
    )
    DECK_QUANTITY = (
        "OC060",
        Severity.ERROR,
        "{value!r} is no quantity: expected a whole number",
        "OCTGN does not load the deck.",
        '<card qty="two" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">Heron</card>',
    )
    DECK_CARD = (
        "OC061",
        Severity.WARNING,
        "the game has no card with the id {id!r}; {found}",
        "OCTGN looks for the id, then for a card of that name, and does not load the deck if there"
        " is none.",
        '<card qty="2" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e07">Heron</card>',
    )
    DECK_NAME = (
        "OC062",
        Severity.WARNING,
        "the card with this id is called {name!r}",
        "The id counts.",
        '<card qty="2" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">Egret</card>',
    )
    DECK_CHOICE = (
        "OC063",
        Severity.NOTE,
        "{count} cards of the game are called {name!r}; the one of {of_set!r} is taken: {id}",
        "A set and a collector number tell which is meant. Else it is the one of the newest set"
        " that is not hidden, and of several the first of the game.",
        "Deck\n2 Heron",
    )
    DECK_NEAR = (
        "OC064",
        Severity.WARNING,
        "the game has no card called {name!r}; like it are {near}",
        "Names are compared without case, accents and the kind of apostrophes. What is only like"
        " a name is not taken for it.",
        "2 Herons (RDS) 7",
    )
    DECK_SECTION = (
        "OC065",
        Severity.WARNING,
        "the game has no section {name!r} in its decks; its cards are in {section!r}",
        "Sections are found by their names, and by others that mean the same, such as Deck and"
        " Library. This one is only like it, or it is the first.",
        "Ponds:\n1 Heron (RSH) 9",
    )
    NAME_FILTER = (
        "OC100",
        Severity.WARNING,
        "the program that builds packages, o8build, knows no property {name!r} here",
        "OCTGN finds cards by their names, but o8build refuses that key in a <property> of a pick."
        " Make it the key of the pick itself, and the other key that of the <property>.",
        '<property key="Name" value="Heron"/>',
    )
    SMALL_SUM = (
        "OC104",
        Severity.NOTE,
        "the probabilities of these options add up to {total}, not to 1",
        "A single option with a small chance is an extra that is meant to be missing most of the"
        " time, and a sum that differs by a thousandth is rounded; what is missing is the chance of"
        " no cards at all.",
        "<options>\n"
        '  <option probability="0.01">\n'
        '    <pick qty="1" key="Rarity" value="Common"/>\n'
        "  </option>\n"
        "</options>",
    )
    BAD_MAPPING = (
        "OC070",
        Severity.ERROR,
        "the mapping cannot be used: {problem}",
        "What a mapping has is in [](../formats/octgn.md#the-mapping). The whole of it is left out,"
        " and the names of properties say what they are.",
        '[fields]\nprice = "Cost"',
    )
    NOT_IN_GAME = (
        "OC071",
        Severity.WARNING,
        "the mapping names the property {name!r}, which the game does not define",
        "Misspelt, or from another version of the game; case counts. The rest of it is used.",
        '[fields]\ntypes = "kind"',
    )
    OTHER_GAME = (
        "OC072",
        Severity.WARNING,
        "the mapping {name!r} is not for the game {game!r}",
        "The GUIDs in its `games` are others. It is used all the same, as it was asked for.",
        'name = "Lantern Duel"\ngames = ["5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e99"]',
    )
    NO_IMAGE = (
        "OC073",
        Severity.NOTE,
        "some faces get no image: for the address in the mapping, {name} is empty",
        "Said once. The cards have no number, say, or the set has no short name.",
        '[images]\nfront = "https://cards.example/{set}/{id}.png"',
    )
    EMPTY_PACK = (
        "OC074",
        Severity.ERROR,
        "no file here is a picture of a card, so there is nothing to pack",
        "No pack is written. Each file that is left out is reported with the reason.",
        "art/notes.txt",
    )
    PICTURE_KIND = (
        "OC075",
        Severity.WARNING,
        "the file is called .{extension}, but it is a picture of the kind .{kind}",
        "It is packed with the extension of what it is.",
        "art/001.jpg",
    )
    PICTURE = (
        "OC076",
        Severity.WARNING,
        "the file is left out: {problem}",
        "Pictures are matched to cards by their names. Rename the file, or say with a rule what the"
        " files are called; save pictures of other kinds as png or jpg.",
        "art/003.webp",
    )
    NO_PICTURE = (
        "OC077",
        Severity.NOTE,
        "{count} of {total} cards and alternates have no picture: {shown}",
        "OCTGN draws them by the game's template for proxies. The option --missing lists them.",
    )
    TABLE_ROW = (
        "OC078",
        Severity.WARNING,
        "table: {name!r}: {problem}",
        "A row of a table is a card, or an alternate of the card above it; a column is a property"
        " of the game.",
        "Eel,17,,Fish,Common,3",
    )
    TABLE = (
        "OC079",
        Severity.NOTE,
        "table: {what}",
        "Cards are told by the column of their GUIDs; what has none is new.",
        "$ cardformats convert cards.csv -o Tide/game/Sets/Tide_Examples/set.xml --base "
        "Tide/game/Sets/Tide_Examples",
    )


#: What makes the loader give a set up: whose explanation ends so, and what is no such set at all.
STOPS_LOADER = frozenset(code for code in OctgnCode if code.help.endswith(_LOADER)) | {
    OctgnCode.BAD_XML,
    OctgnCode.WRONG_ROOT,
    OctgnCode.BAD_DATE,
}
