"""The diagnostic codes of draft logs."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Code, Severity

#: Maximum number of things that a message lists.
_LISTED = 3


def listed(things: Iterable[object]) -> str:
    """Return the first of some things."""
    names = [f"{thing!s:.60}" for thing in things] or ["nothing"]
    return ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")


class RecordCode(Code):
    """What can be wrong with a log of a draft."""

    NOT_JSON = (
        "DR001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "Nothing was read. Often a download was incomplete, or the file was edited by hand.",
        '{"version": "2.1", "type": "Draft",',
    )
    NO_LOG = (
        "DR002",
        Severity.ERROR,
        "not a log of a draft: {problem}",
        "A log of Draftmancer is a JSON object with the member users. A log of Magic Online"
        " has lines such as 'Pack 1 pick 1:', followed by cards.",
        '{"version": "2.1", "type": "Draft"}',
    )
    WRONG_TYPE = (
        "DR003",
        Severity.WARNING,
        "{what} is not {expected}",
        "The value is invalid. It is stored and written unchanged.",
        '{"userName": "Ann", "isBot": "no", "picks": []}',
    )
    VERSION = (
        "DR004",
        Severity.WARNING,
        "unsupported log version {version}; the supported versions are 2.0 and 2.1",
        "The log is read as version 2.1. Invalid values are reported.",
        '{"version": "3.0", "type": "Sealed", "users": {}}',
    )
    UNKNOWN_CARDS = (
        "DR005",
        Severity.WARNING,
        "cards without data: {count} ({examples})",
        "The log has the ids of the cards but not their data, for example because it was"
        " reduced for one player. In the record, such a card has an id and no name.",
        '"boosters": [["heron", "eel"]], "carddata": {"eel": {"name": "Marsh Eel"}}',
    )
    CARD_DATA = (
        "DR006",
        Severity.WARNING,
        "cards with invalid data: {count} ({examples})",
        "The cards are read by name. Their data is stored unchanged.",
        '"carddata": {"eel": {"name": "Marsh Eel", "colors": "blueish"}}',
    )
    BAD_PICK = (
        "DR007",
        Severity.WARNING,
        "the pick takes {places}, but there are {size} cards",
        "A position is out of range or occurs twice. Draftmancer does not check this and lost"
        " another card. The position is ignored, and the pick is written unchanged.",
        '{"packNum": 0, "pickNum": 0, "pick": [2], "booster": ["a", "a"]}',
    )
    STRIPPED = (
        "DR008",
        Severity.NOTE,
        "the log has no picks of {names}",
        "The log was made for one player, or its picks are not public yet.",
        '{"users": {"u1": {"userName": "Ann", "picks": []}}}',
    )
    NO_PICK = (
        "DR010",
        Severity.WARNING,
        "no {what} is marked with an arrow",
        "An arrow '--> ' marks the player of the log, and the picked card of each pack."
        " Without an arrow, the first player is used, and a pick has no card.",
        "Pack 1 pick 1:\n    Reed\n    Heron",
    )
    OTHER_PICK = (
        "DR011",
        Severity.WARNING,
        "the line specifies {name!r} as the picked card, but the arrow marks another",
        "The arrow is used.",
        "Pack 1 pick 1:\n--> Reed\n    Heron\n\nPicked: Heron",
    )
    UNREAD = (
        "DR012",
        Severity.NOTE,
        "lines that were ignored: {count}; this is the first",
        "A line is ignored if it is not a heading, a player or a card of a pick. A second"
        " event is also ignored: a record contains one event.",
        "Chat log",
    )
