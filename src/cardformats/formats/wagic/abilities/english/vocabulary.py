"""What single words of Wagic's ability language are in plain English.

A word that is not here is not translated, so that nothing is said that was not meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ..nodes import Node, Zone
from .wording import an, joined, negated, source

COLORS: Final = frozenset(("white", "blue", "black", "red", "green", "colorless"))
#: Main types and what stands with them; any other word in brackets is a subtype.
TYPES: Final = frozenset((
    "creature", "artifact", "land", "instant", "sorcery", "enchantment", "planeswalker", "token",
    "tribal", "battle",
))  # fmt: skip
SUPERTYPES: Final = frozenset(("basic", "legendary", "snow", "world"))

#: Keywords that are written otherwise, or that are rules of Wagic's: what a card does.
KEYWORDS: Final = {
    "affinityartifacts": "affinity for artifacts", "affinityforests": "affinity for forests",
    "affinitygreencreatures": "affinity for green creatures",
    "affinityislands": "affinity for islands", "affinitymountains": "affinity for mountains",
    "affinityplains": "affinity for plains", "affinityswamps": "affinity for swamps",
    "opponentshroud": "hexproof", "poisontoxic": "toxic 1", "poisontwotoxic": "toxic 2",
    "poisonthreetoxic": "toxic 3", "snowlandwalk": "snow landwalk", "snowforestlandwalk":
    "snow forestwalk", "snowislandlandwalk": "snow islandwalk", "snowmountainlandwalk":
    "snow mountainwalk", "snowplainslandwalk": "snow plainswalk", "snowswamplandwalk":
    "snow swampwalk", "legendarylandwalk": "legendary landwalk", "nonbasiclandwalk":
    "nonbasic landwalk", "desertlandwalk": "desertwalk", "totemarmor": "totem armor",
}  # fmt: skip
#: Keywords with a verb: what the card does, then what is said of several.
VERBS: Final = {
    "anytypeofmana": "can be paid for with mana of any type", "canattack": "can attack",
    "canplayfromexile": "can be played from exile",
    "canplayfromgraveyard": "can be played from the graveyard", "cantattack": "can't attack",
    "cantbesacrified": "can't be sacrificed", "cantblock": "can't block", "cantcrew": "can't crew",
    "cantpwattack": "can't attack planeswalkers", "cantregen": "can't be regenerated",
    "cloud": "can block only creatures with flying",
    "doesnotuntap": "don't untap during the untap step of its controller",
    "exiledeath": "be exiled instead of put into a graveyard",
    "frozen": "don't untap during its controller's next untap step",
    "handdeath": "go to the hand instead of a graveyard",
    "librarydeath": "go to the library instead of a graveyard", "mustattack": "must attack",
    "mustblock": "must block", "noactivatedability": "can't use activated abilities",
    "notapability": "can't use abilities that tap it", "nofizzle": "can't be countered",
    "onlymanaability": "can use only mana abilities",
    "oneblocker": "can't be blocked by more than one creature",
    "shufflelibrarydeath": "go to the shuffled library instead of a graveyard",
    "strong": "can't be blocked by creatures with less power",
    "threeblockers": "can be blocked only by three or more creatures",
    "treason": "be sacrificed at the end of the turn", "unblockable": "can't be blocked",
    "undamageable": "can't be damaged", "weak": "can't block creatures with more power",
}  # fmt: skip
#: Keywords that are rules for a player; the text says whose.
RULES: Final = {
    "cantlifelose": "its controller can't lose by having no life",
    "cantlose": "its controller can't lose the game",
    "cantmilllose": "its controller can't lose by having no cards in the library",
    "cantmillose": "its controller can't lose by having no cards in the library",
    "cantwin": "its controller can't win the game",
    "nolegend": "the rule about legendary permanents doesn't count",
    "nolifegain": "its controller can't gain life",
    "nolifegainopponent": "its controller's opponent can't gain life",
    "nomaxhand": "its controller has no maximum hand size",
    "showopponenthand": "the hand of its controller's opponent is shown",
    "showfromtoplibrary": "the top card of its controller's library is shown",
}
#: Keywords that are said as they are.
PLAIN: Final = frozenset((
    "absorb", "adventure", "banding", "changeling", "convoke", "cycling", "deathtouch",
    "defender", "delve", "desertwalk", "devoid", "double strike", "exalted", "fear",
    "first strike", "flanking", "flash", "flying", "forestwalk", "haste", "haunt", "hexproof",
    "horsemanship", "improvise", "indestructible", "infect", "intimidate", "islandwalk",
    "lifelink", "lure", "madness", "menace", "mentor", "mountainwalk", "persist", "phasing",
    "plainswalk", "prowess", "reach", "rebound", "retrace", "shadow", "shroud", "soulbond",
    "spiritlink", "split second", "storm", "sunburst", "swampwalk", "trample", "undying",
    "unearth", "vigilance", "wither", "foretell", "battleready", "detained", "wilting", "vigor",
    "phantom", "skulk", "dethrone", "partner", "daybound", "nightbound", "leyline",
))  # fmt: skip

PHASES: Final = {
    "beginofturn": "turn", "untap": "untap step", "upkeep": "upkeep", "draw": "draw step",
    "firstmain": "first main phase", "combatbegins": "combat",
    "attackers": "declare attackers step", "combatattackers": "declare attackers step",
    "blockers": "declare blockers step", "combatblockers": "declare blockers step",
    "firststrike": "first strike damage step", "combatdamage": "combat damage step",
    "combatends": "end of combat step", "secondmain": "second main phase",
    "endofturn": "end step", "end": "end phase", "cleanup": "cleanup step",
    "beforenextturn": "time before the next turn", "battle": "battle",
}  # fmt: skip

PLAYERS: Final = {
    "controller": "you", "opponent": "your opponent",
    "targetcontroller": "the target's controller",
    "targetopponent": "the opponent of the target's controller",
    "targetedplayer": "the targeted player",
    "owner": "its owner", "allplayers": "each player", "srccontroller": "you",
    "srcopponent": "your opponent",
}  # fmt: skip

#: Words for something that is so.
_STANDINGS: Final = {
    "myturnonly": "it is your turn", "during my turn": "it is your turn",
    "controllerturn": "it is your turn", "opponentturn": "it is your opponent's turn",
    "opponentturnonly": "it is your opponent's turn", "assorcery": "you could cast a sorcery",
    "can play land": "you can play a land", "can play sorcery": "you can cast a sorcery",
    "can play creature": "you can cast a creature", "morbid": "a creature died this turn",
    "attacking": "this is attacking", "blocking": "this is blocking",
    "damaged": "this was damaged", "discarded": "this was discarded",
    "gravecast": "this was cast from a graveyard", "miracle": "this is a miracle",
    "delirium": "delirium is active", "revolt": "revolt is active",
    "opponentdamagedbycombat": "your opponent was dealt combat damage",
    "isflipped": "this is flipped", "iscopied": "this is a copy",
    "ishuman": "you are a human player", "pmonarch": "you are the monarch",
    "omonarch": "your opponent is the monarch", "hasstorecard": "a card is stored",
    "canuntap": "this can untap", "during battle": "it is combat", "duringcombat": "it is combat",
}  # fmt: skip
#: Words for something that is so; what it is if it is not.
STANDINGS: Final = {
    **{word: (text, negated(text)) for word, text in _STANDINGS.items()},
    "raid": ("you attacked this turn", "you didn't attack this turn"),
    "didattack": ("this attacked", "this didn't attack"),
    "didntattack": ("this didn't attack", "this attacked"),
    "tapped": ("this is tapped", "this is untapped"),
    "untapped": ("this is untapped", "this is tapped"),
    "rebound": ("this rebounds", "this doesn't rebound"),
    "cantattack": ("this can't attack", "this can attack"),
}

VARIABLES: Final = {
    "x": "X", "fullpaid": "X", "castx": "the X it was cast for",
    "xx": "half X, rounded down", "halfpaid": "half X, rounded down",
    "xxx": "a third of X, rounded down", "thirdpaid": "a third of X, rounded down",
    "p": "its power", "power": "its power", "t": "its toughness", "toughness": "its toughness",
    "manacost": "its mana value", "thatmuch": "that much",
    "lifetotal": "your life total", "controllerlife": "your life total",
    "opponentlifetotal": "your opponent's life total",
    "opponentlife": "your opponent's life total",
    "startinglife": "your starting life total",
    "highestlifetotal": "the highest life total", "lowestlifetotal": "the lowest life total",
    "lifegain": "the life you gained this turn",
    "oplifegain": "the life your opponent gained this turn",
    "lifelost": "the life you lost this turn",
    "oplifelost": "the life your opponent lost this turn",
    "phandcount": "the number of cards in your hand",
    "ohandcount": "the number of cards in your opponent's hand",
    "plibrarycount": "the number of cards in your library",
    "olibrarycount": "the number of cards in your opponent's library",
    "pdrewcount": "the number of cards you drew this turn",
    "odrewcount": "the number of cards your opponent drew this turn",
    "kicked": "the number of times it was kicked",
    "lastrollresult": "the result of the last roll",
    "srclastrollresult": "the result of its last roll",
    "penergy": "your energy", "oenergy": "your opponent's energy",
    "mypoisoncount": "the number of poison counters you have",
    "opponentpoisoncount": "the number of poison counters your opponent has",
    "opponentdamagecount": "the damage dealt to your opponent this turn",
    "excessdamage": "the excess damage",
    "gear": "the number of equipment on it", "equip": "the number of equipment on it",
    "auras": "the number of auras on it",
    "colors": "the number of its colors", "mutations": "the number of its mutations",
    "countedamount": "the counted number", "countedbamount": "the second counted number",
    "calculateparty": "the number of creatures in your party",
    "crewtotalpower": "the total power of the creatures that can crew",
    "powertotalinplay": "the total power of creatures on your battlefield",
    "toughnesstotalinplay": "the total toughness of creatures on your battlefield",
    "pbasiclandtypes": "the number of basic land types on your battlefield",
    "currentturn": "the turn number",
    "pstormcount": "the number of spells you cast this turn",
    "ostormcount": "the number of spells your opponent cast this turn",
    "countallspell": "the number of spells cast this turn",
    "evictmc": "the mana value of the imprinted card", "hasevict": "the number of imprinted cards",
    "evictpw": "the power of the imprinted card", "evictth": "the toughness of the imprinted card",
    "handsize": "your maximum hand size", "bushidopoints": "its bushido",
    "mypos": "its position", "psurveiloffset": "the extra cards you surveil",
    "mypoolcount": "the mana in your mana pool",
    "mysnowpoolcount": "the snow mana in your mana pool",
    "damagecount": "the damage dealt",
    "pnumofcommandcast": "the number of times you cast a commander",
    **{f"my{color}poolcount": f"the {color} mana in your mana pool" for color in COLORS},
    **{f"mysnow{color}poolcount": f"the {color} snow mana in your mana pool" for color in COLORS},
}  # fmt: skip

_PERIOD: Final = re.compile(r"(my|opponent|during)?(\w+?)only")
_OWNERS: Final = {
    "my": "your", "opponent": "your opponent's", "owner": "its owner's",
    "targetcontroller": "the target's controller's", "targetowner": "its owner's",
    "targetedpersons": "the targeted player's", "targetedperson": "the targeted player's",
    "controller": "its controller's", "": "",
}  # fmt: skip
_ZONE: Final = re.compile(
    r"(?P<owner>my|opponent|owner|targetedpersons?|targetcontroller|targetowner|controller)?(?P<zone>[a-z]+)"
)
_ZONES: Final = {
    "battlefield": "battlefield", "inplay": "battlefield", "graveyard": "graveyard",
    "library": "library", "hand": "hand", "stack": "stack", "exile": "exile",
    "removedfromgame": "exile", "commandzone": "command zone", "sideboard": "sideboard",
    "reveal": "revealed cards", "castingzone": "casting zone",
    "restrictedcastingzone": "restricted casting zone",
    "zones": "zones", "nonbattlezone": "other zones", "handexilegrave": "hand, exile or graveyard",
    "temp": "temporary zone",
}  # fmt: skip
#: Zones that a player has, rather than all players together.
_OWN: Final = {"graveyard", "library", "hand", "sideboard", "temporary zone", "casting zone",
               "restricted casting zone", "hand, exile or graveyard"}  # fmt: skip


def period(word: str) -> str | None:
    """The time that is meant by a word such as ``myupkeeponly``: ``your upkeep``."""
    if (match := _PERIOD.fullmatch(word)) is None:
        return None
    name = "turn" if match[2] == "turn" else PHASES.get(match[2], source(match[2]))
    whose = {"my": "your", "opponent": "your opponent's"}.get(match[1] or "", "the")
    return f"{whose} {name}"


def zone(node: Node, where: str = "in") -> str:
    """A zone, after a word for where: ``on your battlefield``, ``from a graveyard``.

    Args:
        node: the zone.
        where: ``in``, ``from``, or ``into`` for what is put there.
    """
    match = _ZONE.fullmatch(word := str(node).strip().lower())
    if word == "*":
        return f"{where} any zone"
    if word == "previousbattlefield":
        return {"into": "onto"}.get(where, where) + " the previous battlefield"
    if match is None or (name := _ZONES.get(match["zone"])) is None:
        return f"{where} {source(node)}"
    return _zone_phrase(_OWNERS[match["owner"] or ""], name, where)


def _zone_phrase(owner: str, name: str, where: str) -> str:
    if name in {"battlefield", "stack"}:
        where = {"in": "on", "into": "onto"}.get(where, where)
    elif name == "revealed cards":
        where = {"in": "among", "into": "among"}.get(where, where)
    elif name == "exile":
        return f"{where} {owner} exile zone" if owner else f"{where} exile"
    elif name in {"zones", "other zones"}:
        elsewhere = joined("a zone", owner and f"of {owner}", "other than the battlefield")
        return f"{where} {f'any of {owner} zones' if name == 'zones' else elsewhere}"
    if owner:
        return f"{where} {owner} {name}"
    return f"{where} {an(name) if name in _OWN else f'the {name}'}"


def unit_of(zones: Iterable[Node]) -> str:
    """What cards are called there: ``permanent``, ``spell``, ``card``."""
    names = set()
    for each in zones:
        match = _ZONE.fullmatch(str(each).strip().lower())
        names.add(_ZONES.get(match["zone"], "") if match else "")
    if not names or names == {"battlefield"}:
        return ""
    return "spell" if names == {"stack"} else "card"


def zone_word(word: str) -> Zone | None:
    """The zone that a word is, if it is one."""
    match = _ZONE.fullmatch(word)
    return Zone(word) if match and match["zone"] in _ZONES else None
