"""What can be lost on writing: a code for each thing, the same one in all formats."""

from __future__ import annotations

from ..diagnostics import Concern, LossCode


class Loss(LossCode):
    """A thing that a format may have no words for: its id, word and concern, and a help."""

    # -- cards
    CARD = (
        "CF210",
        "cards",
        Concern.CARDS,
        "Cards are not in the output at all, or with nothing but their names.",
    )
    NAME = (
        "CF211",
        "names",
        Concern.CARDS,
        "The format cannot hold a name as it is: of a card, a sheet, a booster or a set.",
    )
    TEXT = (
        "CF212",
        "texts",
        Concern.CARDS,
        "The format cannot hold some characters or blanks of a text.",
    )
    COST = ("CF213", "costs", Concern.CARDS, "The format cannot say all of a cost.")
    TYPE = ("CF214", "types", Concern.CARDS, "The format cannot say all of a type line.")
    STATS = (
        "CF215",
        "power, toughness and loyalty",
        Concern.CARDS,
        "The format cannot say a card's power, toughness or loyalty as they are.",
    )
    COLOR = (
        "CF216",
        "colours",
        Concern.CARDS,
        "The format takes colours from costs only, or has no place for them.",
    )
    FACE = (
        "CF217",
        "faces",
        Concern.CARDS,
        "The format has no place for a face of this kind, or for so many of them.",
    )
    PROPERTY = (
        "CF218",
        "properties",
        Concern.CARDS,
        "A property that games other than Magic have, or a field that this game has not.",
    )
    EFFECT = (
        "CF219",
        "draft effects",
        Concern.CARDS,
        "The format has no word for what a card does while it is drafted.",
    )
    RELATED = (
        "CF220",
        "related cards",
        Concern.CARDS,
        "The format has no place for tokens and other cards that belong to a card.",
    )
    RARITY = (
        "CF221",
        "rarities",
        Concern.CARDS,
        "The format knows other rarities; the nearest one is written.",
    )
    # -- packs
    COLLATION = (
        "CF230",
        "collations",
        Concern.ODDS,
        "Cards of a sheet come by chance in another way than in the source.",
    )
    COPIES = (
        "CF231",
        "copies",
        Concern.ODDS,
        "The format cannot say how many copies of a card are on a sheet.",
    )
    DISTINCT = (
        "CF232",
        "rules about duplicates",
        Concern.ODDS,
        "Whether a card can be twice in a pack is not as in the source.",
    )
    CONSTRAINT = (
        "CF233",
        "constraints on a pack",
        Concern.ODDS,
        "Packs that the source never gives may come.",
    )
    BOX = ("CF234", "how packs are boxed", Concern.ODDS, "Packs come one by one, in no boxes.")
    BOOSTER = (
        "CF235",
        "boosters",
        Concern.ODDS,
        "The format has fewer boosters than the source, or none.",
    )
    LAYOUT = (
        "CF236",
        "layouts",
        Concern.ODDS,
        "The format cannot say all contents that a pack may have, or how likely each of them is.",
    )
    SLOT = ("CF237", "slots", Concern.ODDS, "The format cannot say all that a slot does.")
    SHEET = (
        "CF238",
        "sheets",
        Concern.ODDS,
        "The format has no place for a sheet, or not for which cards are on it.",
    )
    WEIGHT = (
        "CF239",
        "probabilities",
        Concern.ODDS,
        "The format cannot say a probability exactly; a near one is written.",
    )
    EVENT = (
        "CF240",
        "draft settings",
        Concern.ODDS,
        "The format has no words for how the set is drafted, or not for all of it.",
    )
    # -- what is known of cards and sets
    FINISH = ("CF250", "finishes", Concern.DATA, "The format does not tell foil cards from others.")
    OVERRIDE = (
        "CF251",
        "overrides of an entry",
        Concern.DATA,
        "The format has no place for properties that a card has on one sheet only.",
    )
    ID = ("CF252", "ids", Concern.DATA, "The format has no place for an id, or cannot hold it.")
    NUMBER = ("CF253", "collector numbers", Concern.DATA, "The format has no place for the number.")
    SET = (
        "CF254",
        "sets",
        Concern.DATA,
        "The format cannot say of which set a card is, or has one set a file.",
    )
    RATING = ("CF255", "ratings", Concern.DATA, "The format has no place for a card's rating.")
    IMAGE = ("CF256", "images", Concern.DATA, "The format has no place for addresses of images.")
    PRINTED_NAME = (
        "CF257",
        "localised names",
        Concern.DATA,
        "The format has no place for names in other languages.",
    )
    METADATA = ("CF258", "metadata", Concern.DATA, "The format has no place for this of a set.")
    FILE = ("CF259", "files", Concern.DATA, "Files that belong to the set are not in the output.")
    MACRO = ("CF260", "macro calls", Concern.DATA, "What a macro gives is written in its place.")
    EXTRAS = (
        "CF270",
        "keys of other programs",
        Concern.KEYS,
        "The model has no word for it, and it is kept for one program alone: the format is another "
        "one's, or it is no longer what was read.",
    )
