"""The diagnostic codes of the ``wagic`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class WagicCode(Code):
    """What can be wrong in card files."""

    UNCLOSED = (
        "WG001",
        Severity.WARNING,
        "the block is never closed by a line [/{kind}]",
        "The engine merges the block with the next one, even with one in another file; here it ends"
        " before the next opening line.",
        "[card]\nname=Marsh Lantern\nid=1\nrarity=C\n[card]",
    )
    STRAY_TEXT = (
        "WG002",
        Severity.WARNING,
        "text outside a block is ignored",
        "Between blocks only comments (#), macro definitions and a grade for the file can stand.",
        "[/card]\nand the toads",
    )
    STRAY_CLOSER = (
        "WG003",
        Severity.WARNING,
        "a block is closed that was not opened",
        "Either the opening line is missing or misspelt, or the closing line stands twice.",
        "[/card]\n[/card]",
    )
    NO_EQUALS = (
        "WG004",
        Severity.WARNING,
        "a line without '=' in a block is ignored",
        "Usually a text that was wrapped over two lines; a value has to stand on one.",
        "it croaks.",
    )
    UNKNOWN_KEY = (
        "WG005",
        Severity.WARNING,
        "unknown key {key!r}",
        "The engine looks mostly at a key's first letter, so that a misspelt key may set something"
        " else. The line is kept in the card's extras.",
        "rarty=L",
    )
    REPEATED_KEY = (
        "WG006",
        Severity.WARNING,
        "the key {key!r} stands twice; the last one counts",
        "Delete the line that is not meant. The engine adds up mana, types and subtypes.",
        "power=1\nauto={T}:untap\nauto=@each my upkeep:untap\npower=2",
    )
    UNKNOWN_GRADE = (
        "WG007",
        Severity.WARNING,
        "unknown grade {grade!r}",
        "Grades are supported, borderline, unofficial, crappy, unsupported and dangerous.",
        "grade=bordeline",
    )
    UNKNOWN_BLOCK = (
        "WG008",
        Severity.WARNING,
        "the opening line {line!r} is read as [card]",
        "The engine takes every line that begins with a bracket, and not with [m, for [card]; but a"
        " bracket alone opens nothing there.",
        "[crad]",
    )
    MISSPELT_KEY = (
        "WG009",
        Severity.WARNING,
        "the key {key!r} is read as {meant!r}",
        "The engine reads most keys by their first letters, exactly as they stand, so it may take"
        " the line for something else or for nothing.",
        "primitve=Forest",
    )
    NAMELESS = (
        "WG010",
        Severity.WARNING,
        "the card has neither primitive= nor name=",
        "It is left out; the engine has no use for it either.",
        "[card]\nid=1\nrarity=C\n[/card]",
    )
    NO_ID = (
        "WG011",
        Severity.WARNING,
        "the card has no id",
        "The engine gives such cards the id 0, and keeps only the first of them.",
        "[card]\nname=Reedfrog\nrarity=C\n[/card]",
    )
    BAD_ID = (
        "WG012",
        Severity.WARNING,
        "the id {value!r} is no whole number",
        "The engine reads the leading digits; so does this reader.",
        "id=-1000101t",
    )
    REPEATED_ID = (
        "WG013",
        Severity.WARNING,
        "the id {id} is already used",
        "The engine keeps the first card of an id. Here a card that also has the same name is left"
        " out, another one is kept.",
        "id=7\nrarity=C\n[/card]\n[card]\nprimitive=Reedfrog\nid=7",
    )
    NO_RARITY = (
        "WG014",
        Severity.WARNING,
        "the card has no rarity; it is taken for common",
        "The engine takes C for a missing line, and no rarity at all for an empty one.",
        "[card]\nname=Reedfrog\nid=1\n[/card]",
    )
    BAD_RARITY = (
        "WG015",
        Severity.WARNING,
        "the rarity {value!r} is none of the letters C, U, R, M, L, S, T; it is read as {rarity}",
        "The engine looks at the first character only, and its case counts.",
        "rarity=r",
    )
    PRIMITIVE_AND_FIELDS = (
        "WG016",
        Severity.WARNING,
        "fields of its own beside primitive=: the engine forgets the primitive {name!r}",
        "Here the card's own fields replace those of the primitive one by one; the engine replaces"
        " the primitive as a whole.",
        "primitive=Forest\nid=1\nrarity=L\ntext=The oldest trees stand here.",
    )
    REPEATED_NAME = (
        "WG017",
        Severity.WARNING,
        "there is already a primitive {name!r}",
        "The first one counts, this one is left out, as the engine does.",
        "name=Reedfrog",
    )
    BYTE_ORDER_MARK = (
        "WG019",
        Severity.WARNING,
        "the file begins with a byte order mark, which hides its first line from the engine",
        "If that line opens a card, the engine loses the card; if it defines a macro, the macro."
        " Save the file as UTF-8 without a mark. Here the mark is ignored.",
        "$ cardformats check sets/AAA",
    )
    UNRESOLVED = (
        "WG020",
        Severity.WARNING,
        "there is no primitive {name!r}",
        "The card is left out (its line is kept in the set's extras), as the engine does. The"
        " engine compares names byte by byte: case and blanks count.",
        "primitive=forest",
    )
    NO_PRIMITIVES = (
        "WG021",
        Severity.WARNING,
        "{count} cards have only a name: there are no primitives for them",
        "Name the primitives folder with the option primitives.",
        "primitive=Forest",
    )
    GRADED_OUT = (
        "WG022",
        Severity.NOTE,
        "the primitive {name!r} is {grade}, worse than the option max_grade",
        "The card is left out, as the engine does.",
        "grade=crappy\n[card]\nname=Forest",
    )
    OTHER_ENCODING = (
        "WG023",
        Severity.WARNING,
        "the primitive {name!r} stands in a file of another encoding ({there}, here {here})",
        "The engine compares names byte by byte, so it does not find the primitive and leaves the"
        " card out. Save both files in one encoding. Here the letters are compared.",
        "primitive=Grûn Heron",
    )
    LEFT_OUT = (
        "WG025",
        Severity.WARNING,
        "cards left out: {left_out} of {count}, as their primitives are missing",
        "The folder of primitives lacks the cards, or their names are written otherwise; each is"
        " reported, too. The option unresolved keeps them, as cards of which only a name is known.",
        "$ cardformats check --brief sets/AAA",
    )
    MISSING_BACK = (
        "WG024",
        Severity.WARNING,
        "there is no primitive {name!r} for the other side of the card",
        "The card has only one face here, and nothing to turn into in the engine.",
        "backside=Great Reedfrog",
    )
    BAD_MACRO = (
        "WG030",
        Severity.ERROR,
        "the macro definition is not understood: {problem}",
        "Expected #AUTO_DEFINE, one blank, the name, perhaps ($parameters), one blank, the body.",
        "#AUTO_DEFINE  _CROAK_ draw:1",
    )
    REPEATED_MACRO = (
        "WG031",
        Severity.WARNING,
        "the macro {name} is already defined; the first definition counts",
        "Rename one of them.",
        "#AUTO_DEFINE _CROAK_ draw:1\n#AUTO_DEFINE _croak_ draw:2",
    )
    MACRO_LOOP = (
        "WG032",
        Severity.WARNING,
        "the macro {name} expands to itself ({chain})",
        "The call is left as it is written.",
        "#AUTO_DEFINE _CROAK_ _LEAP_ && draw:1\n#AUTO_DEFINE _LEAP_ _CROAK_ && life:1",
    )
    MACRO_ARGUMENTS = (
        "WG033",
        Severity.WARNING,
        "the number of arguments of the macro {name} is {expected}, not {given}",
        "The call is left as it is written.",
        "auto=_SEEP_({1}.2)",
    )
    MACRO_UNBALANCED = (
        "WG034",
        Severity.ERROR,
        "the arguments of the macro {name} are not closed by ')'",
        "The call is left as it is written. The engine hangs if no ')' follows at all.",
        "auto=_SEEP_({1},2",
    )
    MACRO_LIMIT = (
        "WG035",
        Severity.ERROR,
        "the expansion exceeds the limit of {limit} {unit} (option {option})",
        "The line is left as it is written, or, if there are too many macros, the last ones do not"
        " count. Macros that call one another multiply quickly.",
        "auto=_TEN_(_TEN_(_TEN_(_TEN_(_TEN_(draw:1)))))",
    )
    MACRO_OTHERWISE = (
        "WG036",
        Severity.WARNING,
        "the engine expands the macros of these lines to something else",
        "It applies each macro once, in the order of definition, to all lines of a key together,"
        " and takes the first «)» that it finds for the end of a call. Put the call before what"
        " has parentheses, or write out what it stands for.",
        "auto=@movedTo(this|mybattlefield):draw:1\nauto=__GLOW__({2})",
    )
    UNKNOWN_MACRO = (
        "WG037",
        Severity.WARNING,
        "there is no macro {name}",
        "The engine leaves the name in the script, and does not understand it.",
        "auto=__GOLW__({2})",
    )
    KEYWORD = (
        "WG018",
        Severity.WARNING,
        "{word!r} is no keyword ability; the engine {takes}",
        "Of the keywords that a word between commas contains, the engine takes the last one of its"
        " list, and it ignores a word without one.",
        "abilities=flyingg,opponentshroud,vigilnce",
    )
    MANA_SYMBOL = (
        "WG040",
        Severity.WARNING,
        "the engine does not know the symbol {symbol} in a mana cost",
        "It takes unknown letters for nothing. The line is kept in the card's extras.",
        "mana={1}{F}",
    )
    MANA_CRASH = (
        "WG041",
        Severity.ERROR,
        "{symbol} crashes the engine; write {right}",
        "The engine recurses without end over a Phyrexian symbol without parentheses.",
        "mana={1}{PW}",
    )
    MANA_TEXT = (
        "WG042",
        Severity.WARNING,
        "{text!r} in a mana cost is not in braces and does not count",
        "Every symbol needs braces of its own: {2}{W}. Where a closing brace stands alone, the"
        " engine reads memory that nobody has set, so that the card may cost anything.",
        "mana=2WW",
    )
    MANA_UNCLOSED = (
        "WG043",
        Severity.WARNING,
        "a brace in the mana cost is never closed",
        "What follows the brace does not count.",
        "mana={2}{W",
    )
    UNKNOWN_COLOR = (
        "WG044",
        Severity.WARNING,
        "unknown colour {word!r}",
        "Colours are white, blue, black, red, green, and artifact for none.",
        "color=purple",
    )
    BLANKS = (
        "WG050",
        Severity.WARNING,
        "blanks around the value {value!r}",
        "The engine compares names as they are, so that a reference with a blank does not resolve."
        " Here the blanks are ignored if there is no primitive of that very name.",
        "primitive= Forest",
    )
    FILTER = (
        "WG060",
        Severity.ERROR,
        "the filter is not understood: expected {expected}",
        "The engine takes it for a filter that every card passes, and so does this reader.",
        "<random_card>&amp;type:bird;</random_card>",
    )
    FILTER_ONE = (
        "WG061",
        Severity.WARNING,
        "the engine does not read this part of the filter",
        "It reads one condition, and more only after a sign «&» or «|» right behind it.",
        "<random_card>rarity:rare;type:bird;</random_card>",
    )
    FILTER_KEY = (
        "WG062",
        Severity.WARNING,
        "there is no filter {key!r}: every card passes it",
        "Filters are rarity, color, ncolor, xcolor, set, alpha, type, ability, cmc, produces, power"
        " and toughness.",
        "<random_card>artist:Wren;</random_card>",
    )
    FILTER_END = (
        "WG063",
        Severity.WARNING,
        "the condition does not end in «;»: to the engine, every card passes it",
        "Here it is read as it is meant.",
        "<random_card>rarity:rare</random_card>",
    )
    FILTER_BLANK = (
        "WG064",
        Severity.WARNING,
        "blanks around the value {value!r} of a filter belong to it",
        "The engine compares them too. Here they are left out.",
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
        "A pack's file has one element <pack>, in any case of letters.",
        "<packs>",
    )
    PACK_ELEMENT = (
        "WG067",
        Severity.WARNING,
        "the element <{tag}> is ignored",
        "In a pack stand slots; in a slot stand random_card, card and nothing.",
        "<random>rarity:common;</random>",
    )
    PACK_COPIES = (
        "WG068",
        Severity.ERROR,
        "copies is a whole number from 1 to {limit}, not {value!r}",
        "It is taken for 1.",
        '<slot copies="0">',
    )
    FIXED_CARD = (
        "WG069",
        Severity.WARNING,
        "the engine never finds a fixed card",
        "It looks for a card of the element's name, which is «card». Here the card is read.",
        "<card>Grey Heron</card>",
    )
    EMPTY_ENTRY = (
        "WG070",
        Severity.WARNING,
        "no card passes {filter!r}",
        "The slot takes another of its entries; if there is none, the next slot has a card more."
        " Perhaps the pack draws from sets that were not read.",
        "<random_card>rarity:mythic;</random_card>",
    )
    PACK_ATTRIBUTE = (
        "WG071",
        Severity.WARNING,
        "unknown attribute {name!r} of <{tag}>",
        "A pack has name, type, price, pool, requires and sort; a slot has copies and pool; an"
        " entry has copies.",
        '<slot copys="3">',
    )
    PACK_LIMIT = (
        "WG073",
        Severity.ERROR,
        "a pack has at most {limit} {unit}",
        "What is more is left out.",
        '<slot copies="1000"><random_card>rarity:common;</random_card></slot>',
    )
    NO_CARDS = (
        "WG072",
        Severity.NOTE,
        "nothing says which cards the pack draws from: its sheets are empty",
        "The option draw_from takes a card set, for example all sets of a folder.",
        '<pack name="Heron Pack" pool="all">',
    )
