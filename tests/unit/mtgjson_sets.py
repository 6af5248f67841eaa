"""A small set as MTGJSON has it, of every layout and kind of sheet."""

from __future__ import annotations

import json


def card(name, number, rarity="common", **members):
    """The object of a face."""
    own = {
        "availability": ["mtgo", "paper"],
        "borderColor": "black",
        "colorIdentity": [],
        "colors": [],
        "finishes": ["nonfoil", "foil"],
        "identifiers": {"scryfallId": f"s-{number}", "multiverseId": f"9{number}"},
        "layout": "normal",
        "manaValue": 0.0,
        "name": name,
        "number": str(number),
        "rarity": rarity,
        "setCode": "FEN",
        "subtypes": [],
        "supertypes": [],
        "type": "Artifact",
        "types": ["Artifact"],
        "uuid": f"u-{number}",
    }
    return {**own, **members}


def faces(layout, number, names, **members):
    """The objects of the faces of a card, each of which names the others."""
    sides = "abcde"[: len(names)]
    uuids = [f"u-{number}{side}" for side in sides]
    return [
        card(
            " // ".join(names),
            number,
            layout=layout,
            faceName=name,
            side=side,
            uuid=f"u-{number}{side}",
            otherFaceIds=[each for each in uuids if each[-1] != side],
            **members,
        )
        for name, side in zip(names, sides, strict=True)
    ]


CREATURE = {
    "type": "Creature — Bird",
    "types": ["Creature"],
    "subtypes": ["Bird"],
    "power": "1",
    "toughness": "1+*",
}
WREN = card(
    "Marsh Wren",
    1,
    manaCost="{1}{W}",
    colors=["W"],
    text="Flying",
    foreignData=[
        {"language": "German", "name": "Sumpfzaunkönig", "text": "Fliegend"},
        {"language": "Chinese Simplified", "name": "沼泽鹪鹩"},
    ],
    **CREATURE,
)
MELD = [
    card("Bog // Moor", "15a", layout="meld", side="a", faceName="Bog", otherFaceIds=["u-15b"]),
    card("Fen // Moor", "16", layout="meld", side="a", faceName="Fen", otherFaceIds=["u-15b"]),
    card("Moor", "15b", layout="meld", side="b", faceName="Moor", otherFaceIds=["u-15a", "u-16"]),
]
REVERSIBLE = [
    {key: value for key, value in each.items() if key != "otherFaceIds"}
    for each in faces("reversible_card", 17, ["Reed", "Reed"])
]
CARDS = [
    WREN,
    card("Heron", 2, "uncommon", manaCost="{U}", colors=["U"], **CREATURE),
    card("Toad", 3, "rare", manaCost="{G}", colors=["G"], **CREATURE),
    card("Swamp", 4, type="Basic Land — Swamp", supertypes=["Basic"], types=["Land"]),
    *faces("transform", 10, ["Egg", "Eel"], rarity="mythic"),
    *faces("split", 11, ["Wax", "Wane"], manaCost="{G}", colors=["G"]),
    *faces("adventure", 12, ["Frog", "Leap"]),
    *faces("split", 13, ["Who", "What", "When", "Where", "Why"]),
    *MELD,
    *REVERSIBLE,
    card("Foil Only", 18, "special", finishes=["foil"], isPromo=True, promoTypes=["boosterfun"]),
]
TOKEN = card("Spirit", 1, setCode="TFEN", uuid="t-1", layout="token", supertypes=[])
TOKEN |= {"type": "Token Creature — Spirit", "types": ["Token", "Creature"]}
del TOKEN["rarity"]


def sheet(cards, **flags):
    """A sheet of weighted cards."""
    return {"cards": cards, "foil": False, "totalWeight": sum(cards.values()), **flags}


BOOSTER = {
    "arena": {
        "boosters": [{"contents": {"common": 1, "rare": 2}, "weight": 1}],
        "boostersTotalWeight": 1,
        "name": "Fen Arena Booster",
        "sheets": {
            "common": sheet({"u-1": 1, "u-2": 1}),
            "rare": sheet({"u-3": 1, "u-10a": 3, "u-11a": 2}, allowDuplicates=True),
        },
    },
    "default": {
        "boosters": [
            {"contents": {"common": 2, "rare": 1}, "weight": 3},
            {"contents": {"common": 1, "rare": 1, "foil": 1, "theme": 3}, "weight": 1},
        ],
        "boostersTotalWeight": 4,
        "sheets": {
            "common": sheet({"u-1": 1, "u-2": 1, "u-4": 1}, balanceColors=True),
            "rare": sheet({"u-3": 2, "u-10a": 1}),
            "foil": sheet({"u-1": 5, "u-11a": 1_600_000_000}) | {"foil": True},
            "theme": sheet({"u-4": 2, "u-12a": 1}, fixed=True),
        },
    },
}
PRODUCTS = [
    {
        "category": "booster_pack",
        "contents": {"pack": [{"code": "default", "set": "fen"}]},
        "identifiers": {"tcgplayerProductId": "7"},
        "name": "Fen Pack",
        "uuid": "p-1",
    },
    {
        "category": "booster_box",
        "contents": {"sealed": [{"count": 36, "name": "Fen Pack", "set": "fen", "uuid": "p-1"}]},
        "identifiers": {},
        "name": "Fen Box",
        "uuid": "p-2",
    },
    {
        "category": "booster_box",
        "identifiers": {},
        "name": "Arena Box",
        "productSize": 24,
        "subtype": "arena",
        "uuid": "p-3",
    },
    {
        "category": "bundle",
        "contents": {
            "card": [{"foil": True, "name": "Toad", "number": "3", "set": "fen", "uuid": "u-3"}],
            "deck": [{"name": "Fen Deck", "set": "fen"}],
            "other": [{"name": "a die"}],
            "variable": [
                {
                    "configs": [
                        {
                            "sealed": [{"count": 2, "name": "Fen Pack", "set": "fen"}],
                            "variable_config": [{"chance": 1, "weight": 4}],
                        },
                        {
                            "pack": [{"code": "arena", "set": "fen"}],
                            "variable_config": [{"chance": 3, "weight": 4}],
                        },
                    ]
                }
            ],
        },
        "identifiers": {},
        "name": "Fen Bundle",
        "uuid": "p-4",
    },
]
SET = {
    "baseSetSize": 10,
    "block": "Wetlands",
    "booster": BOOSTER,
    "cards": CARDS,
    "code": "FEN",
    "decks": [
        {
            "code": "FEN",
            "mainBoard": [{"count": 3, "isFoil": False, "uuid": "u-4"}],
            "name": "Fen Deck",
            "sideBoard": [{"count": 1, "isFoil": True, "uuid": "u-1"}],
            "type": "Theme Deck",
        }
    ],
    "isOnlineOnly": False,
    "keyruneCode": "FEN",
    "name": "The Fen",
    "releaseDate": "2020-02-02",
    "sealedProduct": PRODUCTS,
    "tokens": [TOKEN],
    "totalSetSize": 18,
    "translations": {"German": "Das Moor"},
    "type": "expansion",
}
FEN = {"meta": {"date": "2024-01-01", "version": "5.2.2"}, "data": SET}


def dumps(document):
    """As the files are written."""
    return json.dumps(document, separators=(",", ":"))
