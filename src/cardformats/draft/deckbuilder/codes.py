"""The diagnostic codes of card sets that a Deckbuilder Draft is to be held with."""

from __future__ import annotations

from ...diagnostics import Code, Severity


class DeckbuilderCode(Code):
    """What can be wrong with a card set for a Deckbuilder Draft."""

    SHORT = (
        "DB001",
        Severity.ERROR,
        "the packs need {wanted} cards that are {kind}; {short} are wanting",
        "The packs cannot be made. Add cards or copies, let other classes stand in for one that is"
        " short (``representative`` as ``loose``), or change the shapes of the packs.",
    )
    FILLED = (
        "DB002",
        Severity.NOTE,
        "of {wanted} cards that are {kind} by the shapes of the packs, {filled} are others",
        "The class is short, and other classes of the rarity stand in for it, as was asked for.",
    )
    ALIKE = (
        "DB003",
        Severity.WARNING,
        "each {shape} has {count} cards that are {kind}; for {same} of them there is none that it"
        " does not have already",
        "Packs have the same card several times. Add cards, or let other classes stand in.",
    )
    UNKNOWN = (
        "DB004",
        Severity.WARNING,
        "nobody knows the rarity of {count} cards, which are in no pack: {examples}",
        "Lists that only name cards need a catalog that knows them.",
    )
    SCARCE = (
        "DB005",
        Severity.WARNING,
        "all {shape} packs take {wanted} of the {has} cards that are {kind}; if chance gives others"
        " too many of these, a deal fails",
        "There are enough cards in all, but not whatever chance does: a deal may fail. Give more"
        " copies of these rarities, or none, so that there are as many as it takes.",
    )
