"""What the JSON of a list can have: a sentence on each name and value, and what they name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from ...formats.draftmancer.format import RARITIES
from ...formats.json_text import Path
from ...model import FrozenDict, SimpleEffect


@frozen
class Shape:
    """A value, whatever forms it can have.

    Attributes:
        help: what it is for, in Markdown.
        members: of an object, by name.
        any_member: of an object whose members have names of their own.
        item: of an array.
        names: what a text here names: ``sheet``, ``layout`` or ``card``.
        member_names: what the names of those members name.
        words: the texts and words that it can be, each with a sentence, or with nothing.
        declares: the text, or the names of the members, are where what is named is declared.
    """

    help: str = ""
    members: Mapping[str, Shape] = FrozenDict()
    any_member: Shape | None = None
    item: Shape | None = None
    names: str = ""
    member_names: str = ""
    words: Mapping[str, str] = FrozenDict()
    declares: bool = False

    def child(self, step: str | int) -> Shape | None:
        """What stands in it under a name, or a number."""
        if isinstance(step, int):
            return self.item
        return self.members.get(step, self.any_member)


def shape_at(shape: Shape, path: Path) -> Shape | None:
    """What stands at *path* in *shape*; None if nothing can."""
    at: Shape | None = shape
    for step in path:
        at = None if at is None else at.child(step)
    return at


def _text(help_: str = "", names: str = "") -> Shape:
    return Shape(help_, names=names)


def _boolean(help_: str) -> Shape:
    return Shape(help_, words={"true": "", "false": ""})


def _words(help_: str, words: Mapping[str, str]) -> Shape:
    return Shape(help_, words={f'"{word}"': each for word, each in words.items()})


_WEIGHT: Final = Shape("How often it is chosen, beside the weights of the others.")
_SHEET: Final = _text("The name of a sheet.", "sheet")
_LAYOUT: Final = _text("The name of a layout.", "layout")
_CHOSEN_SHEET: Final = Shape(names="sheet", members={"name": _SHEET, "weight": _WEIGHT})
_CHOSEN_LAYOUT: Final = Shape(names="layout", members={"name": _LAYOUT, "weight": _WEIGHT})

#: A slot in an array.  Its name is that of a sheet if it has no list of sheets.
SLOT: Final = Shape(
    "A part of a pack.",
    {
        "name": _text("What the slot is called: as its sheet, if it has no `sheets`.", "sheet"),
        "count": Shape("How many cards of a pack are of this slot."),
        "foil": _boolean("Whether its cards are foil."),
        "sheets": Shape(
            "The sheets that its cards are of; one is chosen for the slot of each pack.",
            item=_CHOSEN_SHEET,
        ),
    },
)
_LAYOUT_SHAPE: Final = Shape(
    "One of the ways in which packs are made up.",
    {
        "weight": Shape("How often packs have this layout, beside the weights of the others."),
        "slots": Shape(
            "The parts of a pack: sheets with counts, or an array of slots.",
            any_member=Shape("How many cards of a pack are of this sheet."),
            item=SLOT,
            member_names="sheet",
        ),
    },
)
_COUNTS: Final = "A number for each turn, or one for all of them."

#: ``[Settings]``.
SETTINGS: Final = Shape(
    members={
        "name": _text("What the list is called."),
        "botModel": _text("The model that the bots pick by."),
        "cardBack": _text("The address of the image of the backs of the cards."),
        "cardTitleHeightFactor": Shape("How high the titles of cards are in lists."),
        "cubeCobraID": _text("The id of the cube on CubeCobra."),
        "showSheets": _boolean("Show on each card the sheet that it is of, up to `##`."),
        "showSlots": _boolean("Show on each card the slot that it is of, up to `##`."),
        "withReplacement": _boolean("Cards that are drawn stay in their sheets. Else `false`."),
        "refillWhenEmpty": _boolean("A sheet that is used up begins anew. Else `false`."),
        "duplicateProtection": _boolean(
            "A card comes only once in a pack, where that can be. Else `true`."
        ),
        "colorBalance": _boolean(
            "The largest slot of a pack has a card of each color, where that can be. Else `true`."
        ),
        "layoutWithReplacement": _boolean(
            "The layout of each pack is chosen by itself; else all packs together have layouts "
            "by their weights. Else `true`."
        ),
        "boostersPerPlayer": Shape("How many packs each player opens. Else 3."),
        "predeterminedLayouts": Shape(
            "For each pack of a player: the layout, or layouts with weights.",
            item=Shape(
                "A layout, or several with weights.",
                names="layout",
                item=_CHOSEN_LAYOUT,
                any_member=_WEIGHT,
                member_names="layout",
            ),
        ),
        "boosterSettings": Shape(
            "For each pack of a player: how many cards are picked and burned in each turn.",
            item=Shape(
                members={
                    "picks": Shape(f"How many cards are picked in a turn. {_COUNTS}"),
                    "burns": Shape(f"How many cards are put away in a turn. {_COUNTS}"),
                }
            ),
        ),
        "layouts": Shape(
            "The ways in which packs are made up, by name.",
            any_member=_LAYOUT_SHAPE,
            item=_LAYOUT_SHAPE,
            member_names="layout",
            declares=True,
        ),
    }
)

_EFFECTS: Final = {
    SimpleEffect.FACE_UP: "It is drafted face up.",
    SimpleEffect.REVEAL: "It is shown to all as it is drafted.",
    SimpleEffect.NOTE_PASSING_PLAYER: "The player who passed it is noted.",
    SimpleEffect.NOTE_DRAFTED_CARDS: "How many cards were drafted this round is noted.",
    SimpleEffect.CHOOSE_COLORS: "Three players choose a color each.",
    SimpleEffect.AETHER_SEARCHER: "The card that is drafted next is noted and shown to all.",
    SimpleEffect.CANAL_DREDGER: "Its player gets the last card of each pack.",
    SimpleEffect.ARCHDEMON_OF_PALIANO: "At least three cards after it are drafted at random.",
    SimpleEffect.BURN_AFTER_PICKING: "It does not stay in the pool.",
    SimpleEffect.REMOVE_DRAFT_CARD: "Later cards can be put away with it.",
    SimpleEffect.COGWORK_LIBRARIAN: "One more card can be drafted from a pack; it goes there.",
    SimpleEffect.AGENT_OF_ACQUISITIONS: "Once, a whole pack can be drafted, then no more.",
    SimpleEffect.LEOVOLDS_OPERATIVE: "Once, one more card can be drafted, then none of a pack.",
    SimpleEffect.NOTE_CARD_NAME: "The name of a card that is drafted can be noted.",
    SimpleEffect.NOTE_CREATURE_NAME: "The name of a creature that is drafted can be noted.",
    SimpleEffect.NOTE_CREATURE_TYPES: "The types of a creature that is drafted can be noted.",
    SimpleEffect.TRACK_REMOVED_CARDS_NAMES: "The names of the cards put away with it are shown.",
    SimpleEffect.TRACK_REMOVED_CARDS_SUBTYPES: "The subtypes of the cards put away are shown.",
    SimpleEffect.COGWORK_GRINDER: "How many cards were put away with it is shown.",
}
_MORE_EFFECTS: Final = {
    "AddCards": "Other cards are added to the pool.",
    "AddBooster": "Another pack is opened and passed on.",
}
_CARD_LINE: Final = _text("A card, as in the lines of sheets: `Name (SET) number`.", "card")
_EFFECT: Final = Shape(
    "What the card does as it is drafted, or later.",
    {
        "type": _words("Which effect it is.", _MORE_EFFECTS),
        "cards": Shape("The cards that are added.", item=_CARD_LINE),
        "count": Shape("So many of them are added, at random. Else all."),
        "duplicateProtection": _boolean("Each is added at most once. Else `true`."),
        "layouts": Shape("The layouts that the pack can have.", item=_CHOSEN_LAYOUT),
    },
    words={
        f'"{name}"': help_
        for name, help_ in (
            *((effect.value, each) for effect, each in _EFFECTS.items()),
            ("AddBooster", _MORE_EFFECTS["AddBooster"]),
            ("LoreSeeker", f"{_MORE_EFFECTS['AddBooster']} The same as `AddBooster`."),
        )
    },
)
_LAYOUTS: Final = _words(
    "How its faces stand on it.",
    {"split": "Two halves.", "split-left": "Two halves, turned left.", "flip": "Upside down."},
)
_COLORS: Final = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}
_FACE: Final = {
    "name": _text("What the card is called."),
    "mana_cost": _text("What it costs, e.g. `{2}{W}{W}`."),
    "layout": _LAYOUTS,
    "type": _text("Supertypes and types, e.g. `Legendary Creature`."),
    "subtypes": Shape("Its subtypes.", item=_text("A subtype.")),
    "oracle_text": _text("Its text of rules."),
    "power": Shape("The power of a creature."),
    "toughness": Shape("The toughness of a creature."),
    "loyalty": Shape("The loyalty of a planeswalker."),
    "image": _text("The address of its image. A card has this or `image_uris`."),
    "image_uris": Shape(
        "The addresses of its images by language; one is of `en`.",
        {"en": _text("The address of its English image.")},
    ),
    "printed_names": Shape(
        "Its names by language.", {"en": _text("What is printed in place of its name.")}
    ),
}
#: A card of ``[CustomCards]``, and the section.
CARD: Final = Shape(
    "A card.",
    _FACE
    | {
        "name": Shape("What the card is called.", names="card", declares=True),
        "set": _text("The code of its set. Else `custom`."),
        "collector_number": _text("Its number in the set."),
        "rarity": _words("How rare it is. Else `rare`.", dict.fromkeys(RARITIES, "")),
        "colors": Shape(
            "Its colors, if they are not those of its cost.",
            item=_words("A color.", _COLORS),
        ),
        "back": Shape("Its back.", _FACE),
        "related_cards": Shape(
            "Cards that are shown beside it: names, ids of Scryfall, or faces.",
            item=Shape("A card, or a face.", _FACE, names="card"),
        ),
        "draft_effects": Shape("What it does in a draft.", item=_EFFECT),
        "rating": Shape("How much bots like it, from 0 to 5."),
        "foil": _boolean("Whether it is foil. Else `false`."),
        "in_booster": _boolean("Whether it comes in packs. Else `true`."),
    },
)
CUSTOM_CARDS: Final = Shape(item=CARD)
#: The options in a header.
HEADER: Final = Shape(
    members={
        "collation": _words(
            "How cards are taken from the sheet.",
            {
                "random": "Each by chance.",
                "printRun": "Cards that stand one after the other.",
                "striped": "Stripes of a sheet that is laid out in rows.",
            },
        ),
        "groupSize": Shape("Of a print run: where packs can begin. Else 1."),
        "length": Shape("Of a striped sheet: how many cards a row has."),
        "weights": Shape("Of a striped sheet: how often stripes are one, two, … wide."),
    }
)
#: By the kind of a section.
SHAPES: Final = {"settings": SETTINGS, "customcards": CUSTOM_CARDS, "sheet": HEADER}
