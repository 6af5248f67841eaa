"""The diagnostic codes of draft logs."""

from __future__ import annotations

from ..diagnostics import Code, Severity


class RecordCode(Code):
    """What can be wrong with a log of a draft."""

    NOT_JSON = (
        "DR001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "Nothing of the log was read. Often a download was cut off, or the file was edited by"
        " hand.",
        '{"version": "2.1", "type": "Draft",',
    )
    NO_LOG = (
        "DR002",
        Severity.ERROR,
        "no log of a draft: {problem}",
        "Draftmancer's logs are one JSON object with the member users; texts of Magic Online have"
        " lines such as 'Pack 1 pick 1:', and cards below them.",
        '{"version": "2.1", "type": "Draft"}',
    )
    WRONG_TYPE = (
        "DR003",
        Severity.WARNING,
        "{what} is no {expected}",
        "The value is not understood. It is kept as it is, and written again.",
        '{"userName": "Ann", "isBot": "no", "picks": []}',
    )
    VERSION = (
        "DR004",
        Severity.WARNING,
        "the log is of version {version}; 2.0 and 2.1 are known",
        "It is read as if it were of version 2.1. What is not understood is reported.",
        '{"version": "3.0", "type": "Sealed", "users": {}}',
    )
    UNKNOWN_CARDS = (
        "DR005",
        Severity.WARNING,
        "cards of which nothing is known: {count} ({examples})",
        "The log has their ids and not their data, as logs have that were stripped for a player."
        " In the record such a card has its id and no name.",
        '"boosters": [["heron", "eel"]], "carddata": {"eel": {"name": "Marsh Eel"}}',
    )
    CARD_DATA = (
        "DR006",
        Severity.WARNING,
        "cards whose data are not understood: {count} ({examples})",
        "The cards are there by name, with the data as they are.",
        '"carddata": {"eel": {"name": "Marsh Eel", "colors": "blueish"}}',
    )
    BAD_PICK = (
        "DR007",
        Severity.WARNING,
        "the pick takes {places}, and there are {size} cards",
        "A place is out of range, or is there twice; Draftmancer does not check that, and another"
        " card was lost. The pick is read without it, and is kept as it is.",
        '{"packNum": 0, "pickNum": 0, "pick": [2], "booster": ["a", "a"]}',
    )
    STRIPPED = (
        "DR008",
        Severity.NOTE,
        "the log has no picks of {names}",
        "The log was made for one player, or its picks are not to be seen yet.",
        '{"users": {"u1": {"userName": "Ann", "picks": []}}}',
    )
    HASH = (
        "DR009",
        Severity.NOTE,
        "the {program} hash {value} of {name}'s deck is not that of its cards, {computed}",
        "The deck was changed after it was hashed, or the cards have other names in that program.",
        '"decklist": {"main": ["a"], "side": [], "hashes": {"mws": "00000000"}}',
    )
    NO_PICK = (
        "DR010",
        Severity.WARNING,
        "no {what} is marked with an arrow",
        "The player whose draft it is has an arrow before it, and so has the card of each pack that"
        " was picked: '--> Name'. Without one the first player is taken, and a pick has no card.",
        "Pack 1 pick 1:\n    Reed\n    Heron",
    )
    OTHER_PICK = (
        "DR011",
        Severity.WARNING,
        "the line says that {name!r} was picked, and the arrow says otherwise",
        "The arrow is what counts.",
        "Pack 1 pick 1:\n--> Reed\n    Heron\n\nPicked: Heron",
    )
    UNREAD = (
        "DR012",
        Severity.NOTE,
        "lines that are not understood: {count}; this is the first of them",
        "Lines that are no heading, no player and no card of a pick are left out, and all of a"
        " second event: a record is of one.",
        "Chat log",
    )
