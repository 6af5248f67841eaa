"""The diagnostic codes of the ``cockatrice`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class CockatriceCode(Code):
    """What can be wrong with a card database."""

    BAD_XML = (
        "CK001",
        Severity.ERROR,
        "not valid XML: {problem}",
        "Nothing can be read from the file until this is fixed.",
        "<name>Lantern Eel</nane>",
    )
    WRONG_ROOT = (
        "CK002",
        Severity.ERROR,
        "the root element is {found}, not <cockatrice_carddatabase>",
        "This is valid XML, but not a card database.",
        "<carddatabase/>",
    )
    VERSION = (
        "CK003",
        Severity.WARNING,
        "the version is {value!r}, not 3 or 4; the cards are read as those of version {read}",
        'Cockatrice rejects files of other versions. Write version="4" if the cards have an'
        ' element prop, else version="3".',
        '<cockatrice_carddatabase version="5">',
    )
    NO_NAME = (
        "CK004",
        Severity.ERROR,
        "a card has no name",
        "Cockatrice knows cards by their names. The card is omitted. Add a name.",
        "<card><text>Flying</text><set>LAN</set></card>",
    )
    SAME_NAME = (
        "CK005",
        Severity.WARNING,
        "another card has the name {name!r}",
        "Cockatrice has one card of each name. Put the sets of both into one card, or make the"
        " names different, for example with a number.",
        "<card><name>Lantern Eel</name><set>LAN</set></card>\n"
        "<card><name>Lantern Eel</name><set>MSH</set></card>",
    )
    UNKNOWN_ELEMENT = (
        "CK006",
        Severity.WARNING,
        "unknown element <{tag}> in a card",
        "Cockatrice ignores the element. It is kept. If it is a property of the game, put it"
        " into the element prop.",
        "<foil>1</foil>",
    )
    BAD_VALUE = (
        "CK007",
        Severity.WARNING,
        "<{tag}> is {value!r}, not {kind}",
        "Cockatrice does not understand the value. It is kept.",
        "<tablerow>top</tablerow>",
    )
    NO_SUCH_SET = (
        "CK008",
        Severity.ERROR,
        "no card is of the set {code!r} (option of_set); there are {codes}",
        "Nothing is read. Choose one of the sets of the file.",
        "$ cardformats check cards.xml --of-set LAM",
    )
    SEVERAL_SETS = (
        "CK009",
        Severity.NOTE,
        "the cards are of {count} sets ({codes}), so there are no sheets by rarity and no packs",
        "To get one set with its sheets, choose it with the option of_set.",
        "<set>LAN</set>\n<set>MSH</set>",
    )
    PACK = (
        "CK010",
        Severity.NOTE,
        "a card database does not contain the contents of a pack; the default is {pack}",
        "The sheets are those of the rarities.",
        '<set rarity="common">LAN</set>',
    )
    ODD_RARITY = (
        "CK011",
        Severity.WARNING,
        "only one card has the rarity {rarity!r}",
        "It seems to be a misspelt form of a rarity that many cards have.",
        '<set rarity="comon">LAN</set>',
    )
    NO_SET = (
        "CK012",
        Severity.NOTE,
        "the file does not describe these sets of its cards: {codes}",
        "Cockatrice shows these sets by their codes. Describe them in the element sets.",
        "<card><name>Lantern Eel</name><set>LAN</set></card>",
    )
