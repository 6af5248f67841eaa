"""The diagnostic codes of the ``wagic`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class WagicCode(Code):
    """What can be wrong in card files."""

    UNCLOSED = (
        "WG001",
        Severity.WARNING,
        "the block is not closed by a line [/{kind}]",
        "The engine merges the block with the next one, even with a block in another file."
        " Here, the block ends before the next opening line.",
        "[card]\nname=Marsh Lantern\nid=1\nrarity=C\n[card]",
    )
    STRAY_TEXT = (
        "WG002",
        Severity.WARNING,
        "text outside a block is ignored",
        "Only comments (#), macro definitions and the grade of the file can be between blocks.",
        "[/card]\nand the toads",
    )
    STRAY_CLOSER = (
        "WG003",
        Severity.WARNING,
        "a closing line without an opening line",
        "Either the opening line is missing or misspelt, or the closing line occurs twice.",
        "[/card]\n[/card]",
    )
    NO_EQUALS = (
        "WG004",
        Severity.WARNING,
        "a line without '=' in a block is ignored",
        "The usual reason is a text that was wrapped. A value must be on one line.",
        "it croaks.",
    )
    UNKNOWN_KEY = (
        "WG005",
        Severity.WARNING,
        "unknown key {key!r}",
        "The engine mostly uses the first letter of a key, so a misspelt key may set another"
        " field. The line is preserved in the card's extras.",
        "rarty=L",
    )
    REPEATED_KEY = (
        "WG006",
        Severity.WARNING,
        "duplicate key {key!r}; the last value is used",
        "Delete the wrong line. The engine combines the values of mana, types and subtypes.",
        "power=1\nauto={T}:untap\nauto=@each my upkeep:untap\npower=2",
    )
    UNKNOWN_GRADE = (
        "WG007",
        Severity.WARNING,
        "unknown grade {grade!r}",
        "The grades are supported, borderline, unofficial, crappy, unsupported and dangerous.",
        "grade=bordeline",
    )
    UNKNOWN_BLOCK = (
        "WG008",
        Severity.WARNING,
        "the opening line {line!r} is read as [card]",
        "The engine reads each line that begins with a bracket, but not with [m, as [card]. A"
        " bracket alone does not open a block.",
        "[crad]",
    )
    MISSPELT_KEY = (
        "WG009",
        Severity.WARNING,
        "the key {key!r} is read as {meant!r}",
        "The engine identifies most keys by their first letters, and is case-sensitive. It may"
        " read the line as another key, or ignore it.",
        "primitve=Forest",
    )
    NAMELESS = (
        "WG010",
        Severity.WARNING,
        "the card has neither primitive= nor name=",
        "The card is omitted. The engine cannot use it either.",
        "[card]\nid=1\nrarity=C\n[/card]",
    )
    NO_ID = (
        "WG011",
        Severity.WARNING,
        "the card has no id",
        "The engine uses the id 0 for such cards, and stores only the first of them.",
        "[card]\nname=Reedfrog\nrarity=C\n[/card]",
    )
    BAD_ID = (
        "WG012",
        Severity.WARNING,
        "the id {value!r} is not a whole number",
        "The engine reads the leading digits, as does this reader.",
        "id=-1000101t",
    )
    REPEATED_ID = (
        "WG013",
        Severity.WARNING,
        "the id {id} is already used",
        "The engine stores the first card with an id. Here, a card with the same id and name"
        " is omitted, and a card with another name is preserved.",
        "id=7\nrarity=C\n[/card]\n[card]\nprimitive=Reedfrog\nid=7",
    )
    NO_RARITY = (
        "WG014",
        Severity.WARNING,
        "missing rarity; the default 'common' is used",
        "The engine uses C if the line is missing, and no rarity if the line is empty.",
        "[card]\nname=Reedfrog\nid=1\n[/card]",
    )
    BAD_RARITY = (
        "WG015",
        Severity.WARNING,
        "the rarity {value!r} is not one of the letters C, U, R, M, L, S, T; it is read as"
        " {rarity}",
        "The engine uses only the first character and is case-sensitive.",
        "rarity=r",
    )
    PRIMITIVE_AND_FIELDS = (
        "WG016",
        Severity.WARNING,
        "the card has fields of its own: the engine ignores the primitive {name!r}",
        "Here, the fields of the card replace individual fields of the primitive. The engine"
        " replaces the whole primitive.",
        "primitive=Forest\nid=1\nrarity=L\ntext=The oldest trees stand here.",
    )
    REPEATED_NAME = (
        "WG017",
        Severity.WARNING,
        "there is already a primitive {name!r}",
        "The first primitive is used. This one is ignored, as in the engine.",
        "name=Reedfrog",
    )
    BYTE_ORDER_MARK = (
        "WG019",
        Severity.WARNING,
        "the file begins with a byte order mark, which hides its first line from the engine",
        "If that line opens a card, the engine loses the card; if it defines a macro, the"
        " engine loses the macro. Save the file as UTF-8 without a byte order mark. Here, the"
        " mark is ignored.",
        "$ cardformats check sets/AAA",
    )
    UNRESOLVED = (
        "WG020",
        Severity.WARNING,
        "there is no primitive {name!r}",
        "The card is omitted, as in the engine. Its line is preserved in the set's extras. The"
        " engine compares names byte by byte, including case and spaces.",
        "primitive=forest",
    )
    NO_PRIMITIVES = (
        "WG021",
        Severity.WARNING,
        "{count} cards have only a name: their primitives are missing",
        "Specify the folder of primitives with the option primitives.",
        "primitive=Forest",
    )
    GRADED_OUT = (
        "WG022",
        Severity.NOTE,
        "the primitive {name!r} has the grade {grade}, which is worse than the option max_grade",
        "The card is omitted, as in the engine.",
        "grade=crappy\n[card]\nname=Forest",
    )
    OTHER_ENCODING = (
        "WG023",
        Severity.WARNING,
        "the primitive {name!r} is in a file with another encoding ({there}, here {here})",
        "The engine compares names byte by byte, so it does not find the primitive and omits"
        " the card. Save both files with the same encoding. Here, characters are compared.",
        "primitive=Grûn Heron",
    )
    LEFT_OUT = (
        "WG025",
        Severity.WARNING,
        "omitted cards: {left_out} of {count}, because their primitives are missing",
        "The folder of primitives does not contain these cards, or their names are spelt"
        " differently. Each card is also reported. To read them with only their names, use the"
        " option unresolved.",
        "$ cardformats check --brief sets/AAA",
    )
    MISSING_BACK = (
        "WG024",
        Severity.WARNING,
        "there is no primitive {name!r} for the other side of the card",
        "Here, the card has only one face. In the engine, it cannot transform.",
        "backside=Great Reedfrog",
    )
    BAD_MACRO = (
        "WG030",
        Severity.ERROR,
        "invalid macro definition: {problem}",
        "A definition consists of #AUTO_DEFINE, one space, the name, optional ($parameters),"
        " one space, and the body.",
        "#AUTO_DEFINE  _CROAK_ draw:1",
    )
    REPEATED_MACRO = (
        "WG031",
        Severity.WARNING,
        "the macro {name} is already defined; the first definition is used",
        "Rename one of them.",
        "#AUTO_DEFINE _CROAK_ draw:1\n#AUTO_DEFINE _croak_ draw:2",
    )
    MACRO_LOOP = (
        "WG032",
        Severity.WARNING,
        "the macro {name} expands to itself ({chain})",
        "The call is left unchanged.",
        "#AUTO_DEFINE _CROAK_ _LEAP_ && draw:1\n#AUTO_DEFINE _LEAP_ _CROAK_ && life:1",
    )
    MACRO_ARGUMENTS = (
        "WG033",
        Severity.WARNING,
        "the macro {name} has {expected} arguments, not {given}",
        "The call is left unchanged.",
        "auto=_SEEP_({1}.2)",
    )
    MACRO_UNBALANCED = (
        "WG034",
        Severity.ERROR,
        "the arguments of the macro {name} are not closed by ')'",
        "The call is left unchanged. If no ')' follows at all, the engine hangs.",
        "auto=_SEEP_({1},2",
    )
    MACRO_LIMIT = (
        "WG035",
        Severity.ERROR,
        "the expansion exceeds the limit of {limit} {unit} (option {option})",
        "The line is left unchanged. If there are too many macros, the last ones are ignored."
        " Macros that call other macros expand quickly.",
        "auto=_TEN_(_TEN_(_TEN_(_TEN_(_TEN_(draw:1)))))",
    )
    MACRO_OTHERWISE = (
        "WG036",
        Severity.WARNING,
        "the engine expands the macros of these lines differently",
        "The engine applies each macro once, in the order of definition, to all lines of a key"
        " together. It ends a call at the first «)». Put the call before text with"
        " parentheses, or write out its expansion.",
        "auto=@movedTo(this|mybattlefield):draw:1\nauto=__GLOW__({2})",
    )
    UNKNOWN_MACRO = (
        "WG037",
        Severity.WARNING,
        "there is no macro {name}",
        "The engine leaves the name in the script and cannot interpret it.",
        "auto=__GOLW__({2})",
    )
    KEYWORD = (
        "WG018",
        Severity.WARNING,
        "unknown keyword ability {word!r}; the engine {takes}",
        "The engine looks for known keywords in each comma-separated item and uses the match"
        " that comes last in its own list. An item without a match is ignored.",
        "abilities=flyingg,opponentshroud,vigilnce",
    )
    MANA_SYMBOL = (
        "WG040",
        Severity.WARNING,
        "unknown symbol {symbol} in a mana cost",
        "The engine ignores unknown letters. The line is preserved in the card's extras.",
        "mana={1}{F}",
    )
    MANA_CRASH = (
        "WG041",
        Severity.ERROR,
        "{symbol} crashes the engine; write {right}",
        "The recursion of the engine does not end for a Phyrexian symbol without parentheses.",
        "mana={1}{PW}",
    )
    MANA_TEXT = (
        "WG042",
        Severity.WARNING,
        "{text!r} in a mana cost is not in braces and is ignored",
        "Every symbol needs its own braces: {2}{W}. If a closing brace has no opening brace,"
        " the engine reads uninitialised memory, and the cost is unpredictable.",
        "mana=2WW",
    )
    MANA_UNCLOSED = (
        "WG043",
        Severity.WARNING,
        "a brace in the mana cost is not closed",
        "The text after the brace is ignored.",
        "mana={2}{W",
    )
    UNKNOWN_COLOR = (
        "WG044",
        Severity.WARNING,
        "unknown colour {word!r}",
        "The colours are white, blue, black, red, green, and artifact for colourless.",
        "color=purple",
    )
    SPACES = (
        "WG050",
        Severity.WARNING,
        "spaces around the value {value!r}",
        "The engine compares names exactly, so it does not find the name with a space. Here,"
        " the spaces are ignored, unless a primitive has exactly this name.",
        "primitive= Forest",
    )
    FILTER = (
        "WG060",
        Severity.ERROR,
        "invalid filter: expected {expected}",
        "The engine, and this reader, treat the filter as one that matches every card.",
        "<random_card>&amp;type:bird;</random_card>",
    )
    FILTER_ONE = (
        "WG061",
        Severity.WARNING,
        "the engine does not read this part of the filter",
        "The engine reads one condition. It reads more only if «&» or «|» follows immediately.",
        "<random_card>rarity:rare;type:bird;</random_card>",
    )
    FILTER_KEY = (
        "WG062",
        Severity.WARNING,
        "unknown filter {key!r}: it matches every card",
        "The filters are rarity, color, ncolor, xcolor, set, alpha, type, ability, cmc,"
        " produces, power and toughness.",
        "<random_card>artist:Wren;</random_card>",
    )
    FILTER_END = (
        "WG063",
        Severity.WARNING,
        "the condition does not end with «;»: in the engine, it matches every card",
        "Here, it is read as intended. Add the «;».",
        "<random_card>rarity:rare</random_card>",
    )
    FILTER_SPACES = (
        "WG064",
        Severity.WARNING,
        "the spaces around the value {value!r} of a filter are part of the value",
        "The engine compares the spaces, too. Here, they are ignored. Delete them.",
        "<random_card>rarity: rare;</random_card>",
    )
    BAD_XML = (
        "WG065",
        Severity.ERROR,
        "not valid XML: {problem}",
        "A pack is an XML element <pack> with elements <slot>.",
        "<slot>\n  <random_card>rarity:rare;</random_card>\n</slots>",
    )
    PACK_ROOT = (
        "WG066",
        Severity.ERROR,
        "expected the element <pack>, not <{tag}>",
        "The file of a pack has one element <pack>. Its name is not case-sensitive.",
        "<packs>",
    )
    PACK_ELEMENT = (
        "WG067",
        Severity.WARNING,
        "the element <{tag}> is ignored",
        "A pack contains slots. A slot contains random_card, card and nothing.",
        "<random>rarity:common;</random>",
    )
    PACK_COPIES = (
        "WG068",
        Severity.ERROR,
        "copies must be a whole number from 1 to {limit}, not {value!r}",
        "The value 1 is used.",
        '<slot copies="0">',
    )
    FIXED_CARD = (
        "WG069",
        Severity.WARNING,
        "the engine does not find a fixed card",
        "The engine searches for a card with the name of the element, «card». Here, the card"
        " is read.",
        "<card>Grey Heron</card>",
    )
    EMPTY_ENTRY = (
        "WG070",
        Severity.WARNING,
        "no card matches {filter!r}",
        "The slot uses another of its entries. If there is none, the next slot contains an"
        " additional card. The pack may draw from sets that were not read.",
        "<random_card>rarity:mythic;</random_card>",
    )
    PACK_ATTRIBUTE = (
        "WG071",
        Severity.WARNING,
        "unknown attribute {name!r} of <{tag}>",
        "A pack has the attributes name, type, price, pool, requires and sort; a slot has"
        " copies and pool; an entry has copies.",
        '<slot copys="3">',
    )
    PACK_LIMIT = (
        "WG073",
        Severity.ERROR,
        "a pack has at most {limit} {unit}",
        "The rest is ignored.",
        '<slot copies="1000"><random_card>rarity:common;</random_card></slot>',
    )
    NO_CARDS = (
        "WG072",
        Severity.NOTE,
        "the cards of the pack are not specified: its sheets are empty",
        "Specify a card set with the option draw_from, for example all sets of a folder.",
        '<pack name="Heron Pack" pool="all">',
    )
    SHARED = (
        "WG074",
        Severity.WARNING,
        "the primitive {name!r} is changed, and so are its printings in {others}",
        "Printings of a card share its primitive, which contains the text. The option"
        " primitives=inline writes the change into the set of the changed card only.",
        "[card]\nname=Grey Heron\ntext=Flies.\n[/card]",
    )
    OWN_LINES = (
        "WG075",
        Severity.NOTE,
        "{name!r} contains its own lines now, and no primitive: {reason}",
        "A later change of the primitive does not change this printing.",
        "[card]\nprimitive=Grey Heron\nid=1\nrarity=C\n[/card]",
    )
