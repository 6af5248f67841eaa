"""The diagnostic codes of the ``scryfall`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class ScryfallCode(Code):
    """Diagnostics about card data."""

    NOT_JSON = (
        "SF001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "The card with the error is omitted. Reading continues with the next line that begins"
        " a card. Often a download was incomplete: download the file again.",
        '{"object": "card", "name": "Mo',
    )
    NOT_CARDS = (
        "SF002",
        Severity.ERROR,
        "expected an array of cards, a list or a card, not {problem}",
        "This is valid JSON, but not card data of Scryfall. If it is an error of the API, its"
        " text describes the problem of the request.",
        '{"object": "error", "status": 404, "details": "No cards found matching “eel”"}',
    )
    NO_CARD = (
        "SF003",
        Severity.ERROR,
        "not a card: {problem}",
        "The object is omitted.",
        '{"object": "set", "code": "fen", "name": "Fenland"}',
    )
    BAD_FIELD = (
        "SF004",
        Severity.WARNING,
        "{key} of {name!r} is invalid: {problem}",
        "The card is read without this value.",
        '"type_line": "Creature — Eel", "mana_cost": "1U"',
    )
    HAS_MORE = (
        "SF005",
        Severity.WARNING,
        "the list has more cards than this page",
        "Download the other pages, too. Each page contains the address of the next one.",
        '{"object": "list", "has_more": true, "data": [',
    )
    SAME_ID = (
        "SF006",
        Severity.WARNING,
        "another card has the id {id}",
        "Ids identify printings. Both cards are preserved. If they are the same printing,"
        " nothing else distinguishes them.",
        '"type_line": "Creature — Eel", "id": "5d2a"},\n'
        '{"object": "card", "name": "Moss Eel", "set": "fen", "type_line": "Creature — '
        'Eel", "id": "5d2a"}',
    )
    UNREAD = (
        "SF007",
        Severity.NOTE,
        "unknown members that are not read: {keys}",
        "Scryfall has added members since this version of cardformats. Simple values are"
        " preserved; objects and arrays are omitted.",
        '"mood": {"day": "merry"}',
    )
    NEEDS_EXTRA = (
        "SF008",
        Severity.ERROR,
        "a file of more than {limit} bytes (option max_size) without one card on each line"
        " needs ijson",
        "Install cardformats[data], or use the original file of Scryfall, which has one card"
        " on each line.",
    )
