"""Which cards a card set means, and which Draftmancer finds in the list that is written of it."""

from __future__ import annotations

#: What a custom card has from the official card of its name, if it inherits from it.
OFFICIAL = {"set": "mb1", "collector_number": "674", "colors": ["B"], "subtypes": ["Zombie"]}


def inherited(_name, set_code, _number):
    """Every name has one official printing; it is found by its set, and without any."""
    return OFFICIAL if not set_code or set_code.lower() == "mb1" else {}


def meant(cardset):
    """For each sheet its cards in order, with their copies.

    A card is its place among those of *cardset*, else the name of an official one.  A set that no
    printing has is the first printing; a number that none has is that of an official card.
    """
    places = {id(card): at for at, card in enumerate(cardset.cards)}
    first = {card.name: at for at, card in reversed(list(enumerate(cardset.cards)))}

    def card_of(ref):
        card = cardset.card(ref)
        if card is not None:
            return places[id(card)]
        return ref.name if ref.number is not None else first.get(ref.name, ref.name)

    return [
        [(entry.copies, card_of(entry.card)) for entry in sheet.entries]
        for sheet in cardset.sheets.values()
    ]


def found(made):
    """The same for what Draftmancer makes of a list."""
    places = {key: at for at, key in enumerate(made.cards)}
    return [
        [
            (line.copies, line.name if line.custom is None else places[line.custom])
            for line in sheet["cards"]
        ]
        for sheet in made.sheets.values()
    ]


def official(cardset):
    """Whether an official card is found: only those that *cardset* means, in every set."""
    names = {card for cards in meant(cardset) for _, card in cards if isinstance(card, str)}
    return lambda name, _set, _number: name in names
