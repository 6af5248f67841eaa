"""The diagnostic codes of the ``scryfall`` format."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class ScryfallCode(Code):
    """What can be wrong with card data."""

    NOT_JSON = (
        "SF001",
        Severity.ERROR,
        "not valid JSON: {problem}",
        "The card that it is in is left out; reading goes on with the next line that begins a "
        "card. Often a download was cut off: load the file again.",
        '{"object": "card", "name": "Mo',
    )
    NOT_CARDS = (
        "SF002",
        Severity.ERROR,
        "expected an array of cards, a list or a card, not {problem}",
        "This is JSON, but no card data of Scryfall's. If it is an error of the API, it says what "
        "was wrong with the request.",
        '{"object": "error", "status": 404, "details": "No cards found matching “eel”"}',
    )
    NO_CARD = (
        "SF003",
        Severity.ERROR,
        "no card: {problem}",
        "The object is left out.",
        '{"object": "set", "code": "fen", "name": "Fenland"}',
    )
    BAD_FIELD = (
        "SF004",
        Severity.WARNING,
        "{key} of {name!r} is not understood: {problem}",
        "The card is read without it.",
        '"type_line": "Creature — Eel", "mana_cost": "1U"',
    )
    HAS_MORE = (
        "SF005",
        Severity.WARNING,
        "the list has more cards than this page of it",
        "Load the further pages, too; each names the next one.",
        '{"object": "list", "has_more": true, "data": [',
    )
    SAME_ID = (
        "SF006",
        Severity.WARNING,
        "another card has the id {id}",
        "Ids tell printings apart. Both cards are kept; they are told apart by nothing else if "
        "they are the same printing.",
        '"type_line": "Creature — Eel", "id": "5d2a"},\n'
        '{"object": "card", "name": "Moss Eel", "set": "fen", "type_line": "Creature — '
        'Eel", "id": "5d2a"}',
    )
    UNREAD = (
        "SF007",
        Severity.NOTE,
        "members that are not known and not read: {keys}",
        "Scryfall has more members now than this version of cardformats knows. Simple values are "
        "kept, objects and arrays are left out.",
        '"mood": {"day": "merry"}',
    )
    NEEDS_EXTRA = (
        "SF008",
        Severity.ERROR,
        "a file over {limit} bytes (option max_size) without a line for each card takes ijson",
        "Install cardformats[data], or use the file as Scryfall has it: with one card a line.",
    )
