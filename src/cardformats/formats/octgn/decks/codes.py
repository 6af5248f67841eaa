"""The diagnostic codes of OCTGN's decks."""

from __future__ import annotations

from ....diagnostics import Code, Severity


class OctgnDeckCode(Code):
    """What can be wrong in decks, and in what they name of a game."""

    DECK_QUANTITY = (
        "OC060",
        Severity.ERROR,
        "{value!r} is not a quantity: expected a whole number",
        "OCTGN does not load the deck.",
        '<card qty="two" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">Heron</card>',
    )
    DECK_CARD = (
        "OC061",
        Severity.WARNING,
        "the game has no card with the id {id!r}; {found}",
        "OCTGN searches for the id, then for a card with the name. If there is no such card,"
        " OCTGN does not load the deck.",
        '<card qty="2" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e07">Heron</card>',
    )
    DECK_NAME = (
        "OC062",
        Severity.WARNING,
        "the card with this id has the name {name!r}",
        "The id is used.",
        '<card qty="2" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">Egret</card>',
    )
    DECK_CHOICE = (
        "OC063",
        Severity.NOTE,
        "{count} cards of the game have the name {name!r}; the card of {of_set!r} is used: {id}",
        "A set and a collector number identify the card. Otherwise, the card of the newest set"
        " that is not hidden is used. If there are several, the first one in the game is used.",
        "Deck\n2 Heron",
    )
    DECK_NEAR = (
        "OC064",
        Severity.WARNING,
        "the game has no card with the name {name!r}; similar names are {near}",
        "Names are compared without case, accents and the kind of apostrophe. A card with a"
        " similar name is not used.",
        "2 Herons (RDS) 7",
    )
    DECK_SECTION = (
        "OC065",
        Severity.WARNING,
        "the decks of the game have no section {name!r}; its cards are in {section!r}",
        "Sections are found by their names and by synonyms, such as Deck and Library. This"
        " section has a similar name, or is the first one.",
        "Ponds:\n1 Heron (RSH) 9",
    )
