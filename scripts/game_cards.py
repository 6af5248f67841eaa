"""The cards of stored games: invented ones of five colours, and some for each thing a draft knows.

Names of basic lands are those of the rules; there is no other real card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import cardformats as cf

_S, _O = cf.model.SimpleEffect, cf.model.OtherEffect

LANDS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
_WORDS = {
    "W": ["Chalk", "Linen", "Salt", "Pewter", "Dawn", "Bell"],
    "U": ["Tide", "Slate", "Mist", "Brine", "Harbor", "Rain"],
    "B": ["Soot", "Cellar", "Moth", "Ink", "Dusk", "Peat"],
    "R": ["Ember", "Brick", "Kiln", "Rust", "Cinder", "Flint"],
    "G": ["Moss", "Fern", "Bramble", "Reed", "Acorn", "Clover"],
    "": ["Tin", "Brass", "Cork", "Glass", "Wire", "Clay"],
}
_BEASTS = ["Heron", "Otter", "Newt", "Goat", "Vole", "Stoat", "Crane", "Toad"]
_DEEDS = ["Letter", "Lantern", "Errand", "Lesson"]
_RARITIES = ("common", "uncommon", "rare", "mythic")


def _card(name: str, colors: str, rarity: str, kind: str, number: int) -> cf.Card:
    """A card whose cost grows with its number; *kind* is its types and subtypes."""
    types, _, subtypes = kind.partition(" - ")
    cost = cf.model.ManaCost((str(1 + number % 4), *colors))
    face = cf.Face(name, cost, cost.colors, types=types.split(), subtypes=subtypes.split())
    rating = None if number % 3 else float(1 + number * 7 % 4)
    return cf.Card(face, "GAM", str(number), rarity, rating=rating)


def plain_cards(per_color: int = 20, *, pairs: int = 3) -> list[cf.Card]:
    """So many cards of each colour and without one, and of each pair of colours that are beside."""
    cards: list[cf.Card] = []
    for color, words in _WORDS.items():
        for at in range(per_color):
            is_beast = at % 3 != 2  # noqa: PLR2004 - every third is none
            noun = (_BEASTS if is_beast else _DEEDS)[at // 3 % 4 + 4 * (at % 3 == 1)]
            kind = f"Creature - {noun}" if is_beast else ("Instant", "Sorcery")[at % 2]
            name = f"{words[at % 6]} {noun}" + (f" {at // 6 + 1}" if at >= 6 else "")  # noqa: PLR2004
            rarity = _RARITIES[0 if at < per_color * 0.6 else 1 + (at % 10 > 5) + (at % 10 > 8)]  # noqa: PLR2004
            cards.append(_card(name, color, rarity, kind, len(cards)))
    wheel = "WUBRG"
    for first, second in zip(wheel, wheel[1:] + wheel[:1], strict=True):
        for at in range(pairs):
            name = f"{_WORDS[first][at]} and {_WORDS[second][at]}"
            kind = "Creature - Golem Scout" if at % 2 else "Enchantment"
            cards.append(_card(name, first + second, _RARITIES[at % 3], kind, len(cards)))
    return cards


def land_cards() -> list[cf.Card]:
    """The five basic lands."""
    return [
        cf.Card(cf.Face(name, supertypes="Basic", types="Land", subtypes=name), "GAM", f"L{at}")
        for at, name in enumerate(LANDS.values())
    ]


_UP = _S.FACE_UP
_GIFTS = [cf.CardRef("Small Gift"), cf.CardRef("Large Gift"), cf.CardRef("Odd Gift")]
_REMOVES = (_UP, _S.REMOVE_DRAFT_CARD)

#: Cards that do something in a draft.
EFFECTS: Mapping[str, tuple[cf.DraftEffect, ...]] = {
    "Open Window": (_UP,),
    "Loud Crier": (_S.REVEAL,),
    "Trail Reader": (_S.REVEAL, _S.NOTE_PASSING_PLAYER),
    "Tally Keeper": (_S.REVEAL, _S.NOTE_DRAFTED_CARDS),
    "Painted Hall": (_S.REVEAL, _S.CHOOSE_COLORS),
    "Next Door": (_S.REVEAL, _S.AETHER_SEARCHER),
    "Silt Barge": (_UP, _S.CANAL_DREDGER),
    "Blindfold Imp": (_UP, _S.ARCHDEMON_OF_PALIANO),
    "Fading Note": (_S.REVEAL, _S.BURN_AFTER_PICKING),
    "Plain Shredder": _REMOVES,
    "Borrowing Clerk": (_UP, _S.COGWORK_LIBRARIAN),
    "Crate Hoarder": (_UP, _S.AGENT_OF_ACQUISITIONS),
    "Two-Handed Thief": (_UP, _S.LEOVOLDS_OPERATIVE),
    "Name Collector": (_UP, _S.NOTE_CARD_NAME),
    "Banner Goat": (_UP, _S.NOTE_CREATURE_NAME),
    "Census Taker": (_UP, _S.NOTE_CREATURE_TYPES),
    "Ledger Beast": (*_REMOVES, _S.TRACK_REMOVED_CARDS_NAMES),
    "Trophy Wall": (*_REMOVES, _S.TRACK_REMOVED_CARDS_SUBTYPES),
    "Paper Mill": (*_REMOVES, _S.COGWORK_GRINDER),
    "Whole Basket": (cf.model.AddCards(_GIFTS),),
    "Lucky Basket": (cf.model.AddCards(_GIFTS, 2),),
    "Full Basket": (cf.model.AddCards(_GIFTS[:2], 2),),
    "Blind Basket": (_S.BURN_AFTER_PICKING, cf.model.AddCards(_GIFTS, 2, distinct=False)),
    "Parcel Seeker": (_S.REVEAL, cf.model.AddBooster()),
    "Parcel Chooser": (
        cf.model.AddBooster(
            [cf.model.LayoutChoice("wet", Fraction(1, 3)), cf.model.LayoutChoice("dry", 2)]
        ),
    ),
    "Peeping Gear": (_S.REVEAL, _O("CogworkSpy")),
    "Whisper Post": (_UP, _O("IllusionaryInformant")),
    "Gear Mouse": (_UP, _O("WhispergearSneak")),
    "Guessing Ghost": (_S.REVEAL, _O("SpirePhantasm")),
    "Barter Clerk": (_UP, _O("DealBroker")),
}


def effect_cards() -> list[cf.Card]:
    """The cards that do something in a draft, and those that they bring into it."""
    cards = [
        cf.Card(
            cf.Face(name, types="Artifact Creature", subtypes=["Clerk", f"Sort{at % 4}"]),
            "GAM",
            f"E{at}",
            "uncommon",
            finish="foil" if at % 7 == 0 else None,
            draft_effects=effects,
        )
        for at, (name, effects) in enumerate(EFFECTS.items())
    ]
    gifts = [cf.Face(ref.name, types="Artifact") for ref in _GIFTS]
    does = [(), (_UP, _S.COGWORK_LIBRARIAN), (_UP, _O("WhispergearSneak"))]
    return [*cards, *(cf.Card(face, draft_effects=d) for face, d in zip(gifts, does, strict=True))]


#: Conspiracies by name, and what each says, as the fields of ``Conspiracy``.
CONSPIRACIES: Mapping[str, Mapping[str, object]] = {
    "Open Plan": {},
    "Hidden Plan": {"names": 1},
    "Double Plan": {"names": 2},
    "Lean Plan": {"smaller_deck": 5},
    "First Plan": {"starts": True},
    "Spare Plan": {"more_hands": [7]},
    "Spare Half": {"more_hands": [3, 4]},
    "Small Plan": {"hand_size": 5, "bans_basic_lands": True},
    "Tiny Plan": {"hand_size": 1},
    "Number Plan": {"numbers": [1, 2, 3]},
    "Whole Plan": {"asks_for_pool": True},
}
_EXILE = (
    "Before you shuffle your deck to start the game, you may reveal this card from your deck and "
    "exile {} you drafted that {} in your deck."
)
#: Cards that exile others before the game.
EXILES = {
    "Learned Toad": _EXILE.format("an instant or sorcery card", "isn't"),
    "Calling Crane": _EXILE.format("a creature card", "isn't"),
    "Patchwork Stoat": _EXILE.format("three or more creature cards", "aren't"),
}


def conspiracy_cards() -> list[cf.Card]:
    """The conspiracies, and the cards that exile others."""
    plans = [cf.Face(name, types="Conspiracy") for name in CONSPIRACIES]
    exiling = [
        cf.Face(name, "{2}{U}", types="Creature", subtypes=name.split()[1], text=text)
        for name, text in EXILES.items()
    ]
    return [cf.Card(face, "GAM", f"C{at}") for at, face in enumerate([*plans, *exiling])]


def _slot(name: str, count: int, *sheets: str) -> cf.Slot:
    return cf.Slot(name, count, [cf.SheetChoice(each) for each in sheets or (name,)])


def with_packs(cards: Iterable[cf.Card], more: int = 0) -> cf.CardSet:
    """The card set with packs of seven cards, or *more*, one of them a land; of two layouts."""
    cards = [*cards]
    sheets = {
        rarity: [cf.Entry(card.ref) for card in cards if card.rarity == rarity]
        for rarity in _RARITIES
    }
    lands = [cf.Entry(card.ref) for card in land_cards()]
    rares = [*sheets["rare"], *sheets["mythic"]]
    foils = [cf.Entry(entry.card, finish="foil") for entry in sheets["common"]]
    rare, land = _slot("rare", 1), _slot("land", 1)
    wet = [_slot("common", 3 + more), _slot("uncommon", 2), rare, land]
    dry = [_slot("common", 4 + more), _slot("foil", 1), rare, land]
    layouts = [cf.Layout("wet", 2, wet), cf.Layout("dry", 1, dry)]
    return cf.CardSet(
        "Games",
        "GAM",
        [*cards, *land_cards()],
        [
            cf.Sheet("common", sheets["common"]),
            cf.Sheet("uncommon", sheets["uncommon"]),
            cf.Sheet("rare", rares),
            cf.Sheet("foil", foils),
            cf.Sheet("land", lands),
        ],
        [cf.Booster("draft", layouts=layouts)],
    )


def themes() -> cf.CardSet:
    """A card set whose packs are themes of three cards, named by their colours."""
    names = ("W", "U", "B", "R", "G", "WU", "UB", "BR", "RG", "GW", "WUB")
    cards = {
        name: [
            _card(
                f"{_WORDS[name[at % len(name)]][at]} {name} {at}",
                name[at % len(name)],
                "common",
                "Creature - Scout",
                at,
            )
            for at in range(3)
        ]
        for name in names
    }
    sheets = [
        cf.Sheet(name, [cf.Entry(each.ref) for each in those]) for name, those in cards.items()
    ]
    layouts = [cf.Layout(name, 1 + len(name) % 2, [_slot("cards", 3, name)]) for name in names]
    every = [card for those in cards.values() for card in those]
    return cf.CardSet("Themes", "GAM", every, sheets, [cf.Booster("themes", layouts=layouts)])


def for_decks() -> cf.CardSet:
    """A card set with a Deckbuilder Draft's classes: colours, none and several, of each rarity."""
    cards = []
    for rarity in _RARITIES:
        for colors in (*LANDS, "", "WU", "BR", "GW"):
            for at in range(4):
                name = f"{_WORDS[colors[:1]][at]} {rarity} {colors or 'X'}"
                cards.append(_card(name, colors, rarity, "Creature - Scout", len(cards)))
    return cf.CardSet("Decks", "GAM", cards)
