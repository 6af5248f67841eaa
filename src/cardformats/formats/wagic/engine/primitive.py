"""The lines of a card as the engine reads them, mostly by the key's first letter; keywords."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from attrs import define, field

from .costs import EngineCost, engine_cost, total
from .macros import lower, split

#: The order counts: of the keywords that a word contains, the engine takes the last one.
KEYWORDS: Final[tuple[str, ...]] = (
    "trample", "forestwalk", "islandwalk", "mountainwalk", "swampwalk", "plainswalk", "flying",
    "first strike", "double strike", "fear", "flash", "haste", "lifelink", "reach", "shroud",
    "vigilance", "defender", "banding", "protection from green", "protection from blue",
    "protection from red", "protection from black", "protection from white", "unblockable",
    "wither", "persist", "retrace", "exalted", "nofizzle", "shadow", "reachshadow", "foresthome",
    "islandhome", "mountainhome", "swamphome", "plainshome", "cloud", "cantattack", "mustattack",
    "cantblock", "doesnotuntap", "hexproof", "indestructible", "intimidate", "deathtouch",
    "horsemanship", "cantregen", "oneblocker", "infect", "poisontoxic", "poisontwotoxic",
    "poisonthreetoxic", "phantom", "wilting", "vigor", "changeling", "absorb", "treason",
    "unearth", "cantlose", "cantlifelose", "cantmilllose", "snowlandwalk", "nonbasiclandwalk",
    "strong", "storm", "phasing", "split second", "weak", "affinityartifacts", "affinityplains",
    "affinityforests", "affinityislands", "affinitymountains", "affinityswamps",
    "affinitygreencreatures", "cantwin", "nomaxhand", "leyline", "playershroud",
    "controllershroud", "sunburst", "flanking", "exiledeath", "legendarylandwalk",
    "desertlandwalk", "snowforestlandwalk", "snowplainslandwalk", "snowmountainlandwalk",
    "snowislandlandwalk", "snowswamplandwalk", "canattack", "hydra", "undying", "poisonshroud",
    "noactivatedability", "notapability", "nomanaability", "onlymanaability", "poisondamager",
    "soulbond", "lure", "nolegend", "canplayfromgraveyard", "tokenizer", "mygraveexiler",
    "oppgraveexiler", "librarydeath", "shufflelibrarydeath", "offering", "evadebigger",
    "spellmastery", "nolifegain", "nolifegainopponent", "auraward", "madness",
    "protectionfromcoloredspells", "mygcreatureexiler", "oppgcreatureexiler", "zerocast",
    "trinisphere", "canplayfromexile", "libraryeater", "devoid", "cantchangelife",
    "combattoughness", "cantpaylife", "cantbesacrified", "skulk", "menace", "nosolo", "mustblock",
    "dethrone", "overload", "shackler", "flyersonly", "tempflashback", "legendruleremove",
    "canttransform", "asflash", "conduited", "canblocktapped", "oppnomaxhand", "cantcrew",
    "hiddenface", "anytypeofmana", "necroed", "cantpwattack", "canplayfromlibrarytop",
    "canplaylandlibrarytop", "canplaycreaturelibrarytop", "canplayartifactlibrarytop",
    "canplayinstantsorcerylibrarytop", "showfromtoplibrary", "showopponenttoplibrary",
    "totemarmor", "discardtoplaybyopponent", "modular", "mutate", "adventure", "mentor",
    "prowess", "nofizzle alternative", "hasotherkicker", "partner", "canbecommander",
    "iscommander", "threeblockers", "handdeath", "inplaydeath", "inplaytapdeath",
    "gainedexiledeath", "gainedhanddeath", "cycling", "foretell", "anytypeofmanaability", "boast",
    "twoboast", "replacescry", "hasnokicker", "undamageable", "lifefaker", "doublefacedeath",
    "gaineddoublefacedeath", "twodngtrg", "nodngopp", "nodngplr", "canplayauraequiplibrarytop",
    "counterdeath", "dungeoncompleted", "perpetuallifelink", "perpetualdeathtouch",
    "noncombatvigor", "nomovetrigger", "canloyaltytwice", "wascommander", "showopponenthand",
    "showcontrollerhand", "hasreplicate", "isprey", "hasdisturb", "daybound", "nightbound",
    "decayed", "hasstrive", "isconspiracy", "hasaftermath", "noentertrg", "nodietrg", "training",
    "energyshroud", "expshroud", "countershroud", "nonight", "nodamageremoved",
    "backgroundpartner", "bottomlibrarydeath", "noloyaltydamage", "nodefensedamage",
    "affinityallcreatures", "affinitycontrollercreatures", "affinityopponentcreatures",
    "affinityalldeadcreatures", "affinityparty", "affinityenchantments", "affinitybasiclandtypes",
    "affinitytwobasiclandtypes", "affinitygravecreatures", "affinityattackingcreatures",
    "affinitygraveinstsorc", "poisonfourtoxic", "poisonfivetoxic", "poisonsixtoxic",
    "poisonseventoxic", "poisoneighttoxic", "poisonninetoxic", "poisontentoxic", "eqpasinst",
    "canloyaltyasinst",
)  # fmt: skip


_SHORTEST: Final = min(map(len, KEYWORDS))
#: Longer texts are rare and not worth keeping.
_CACHED: Final = 200


def engine_keywords(value: str) -> frozenset[str]:
    """The keywords that the engine finds in *value*, in lower case."""
    parts = (part for part in value.split(",") if len(part) >= _SHORTEST)
    keywords = (engine_keyword(part) if len(part) <= _CACHED else _keyword(part) for part in parts)
    return frozenset(keyword for keyword in keywords if keyword is not None)


@lru_cache(maxsize=4096)
def engine_keyword(part: str) -> str | None:
    """The last of the keywords that *part* contains, wherever it stands in it, or None."""
    return _keyword(part)


def _keyword(part: str) -> str | None:
    return next((each for each in reversed(KEYWORDS) if each in part), None)


#: The zones whose scripts a line ``anyzone=`` adds to, besides those of the battlefield.
_ANY_ZONE = (
    "hand", "library", "graveyard", "stack", "exile", "commandzone", "reveal", "sideboard",
)  # fmt: skip
#: What decides about a key, the longer starts first.
_MEANINGS = (
    ("auto", "a script of the zone that the rest of the key names"), ("bac", "backside"),
    ("bes", "bestow"), ("b", "buyback"), ("crewbonus", "crewbonus"), ("c", "color"),
    ("f", "flashback"), ("g", "grade"), ("i", "id"), ("k", "kicker"), ("modular", "modular"),
    ("m", "mana"), ("n", "name"), ("other", "other"), ("par", "partner"), ("pr", "primitive"),
    ("p", "power"), ("ret", "retrace"), ("rest", "restriction"), ("rar", "rarity"),
    ("s", "subtype"),
)  # fmt: skip
ARTIFACT_BIT = 1
_COLOR_WORDS = {"artifact": ARTIFACT_BIT, "green": 2, "blue": 4, "red": 8, "black": 16, "white": 32}
_LAND_BIT = 64
_NUMBER = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]{1,10})")
_DREDGE = re.compile(r"dredge\(")
_SUSPEND = re.compile(r"suspend\(")
_NAMED = re.compile(r"name\(([^)]*)\)")

#: The grades by the third character of their word; any other is the best.
_GRADES = {"p": 0, "r": 1, "o": 2, "a": 3, "s": 4, "n": 5}


@define
class EngineData:
    """What the engine keeps of a primitive; words are as it keeps them, most in lower case."""

    name: str = ""
    text: str = ""
    cost: EngineCost = field(factory=EngineCost)
    color_bits: int = 0
    types: list[str] = field(factory=list)
    power: int = 0
    toughness: int = 0
    keywords: set[str] = field(factory=set)
    alias: int = 0
    target: str = ""
    scripts: dict[str, list[str]] = field(factory=dict)
    costs: dict[str, EngineCost] = field(factory=dict)
    words: dict[str, str] = field(factory=dict)
    dredge: int = 0
    suspend: int = 0
    origin: str = ""

    def add(self, key: str, value: str, line: str) -> None:
        """Take the line ``key=value`` into account, whose key belongs to a primitive."""
        _READERS[key[0]](self, key, value, line)

    def script(self, zone: str) -> str:
        """The scripts of a *zone* (the battlefield's is empty), line by line."""
        return "\n".join(self.scripts.get(zone, ()))

    def finish(self, origin: str) -> None:
        """What is added when the primitive is taken in: its file, bits of lands and artifacts."""
        self.origin = origin
        if "Land" in self.types:
            self.color_bits |= _LAND_BIT
        if "Artifact" in self.types:
            self.color_bits |= ARTIFACT_BIT


def meaning(key: str) -> str | None:
    """What the engine takes an unknown *key* for, by its first letters; None if for nothing."""
    for start, name in _MEANINGS:
        if key.startswith(start):
            return name
    return None


def of_primitive(key: str) -> bool:
    """Whether the engine takes *key* for a field of a primitive."""
    if key[0] == "a":
        return key in ("alias", "abilities", "aicode", "anyzone") or key.startswith("auto")
    if key[0] == "t":
        return key in ("target", "text", "type", "toughness")
    return key[0] in _READERS


def number(text: str) -> int:
    """The number at the start of *text*, else 0."""
    match = _NUMBER.match(text)
    return int(match[1]) if match else 0


def grade(word: str, position: int) -> int:
    """The grade that a *word* says by the character at *position*, 0 being the best."""
    return _GRADES.get(word[position : position + 1], 0)


def _cost(text: str) -> EngineCost:
    return engine_cost(lower(text))


def _a(data: EngineData, key: str, value: str, _line: str) -> None:
    if key == "alias":
        data.alias = number(value)
    elif key == "abilities":
        data.keywords |= engine_keywords(lower(value))
    elif key == "aicode":
        data.scripts.setdefault(key, []).append(lower(value))
    elif key == "anyzone":
        for zone in ("", *_ANY_ZONE):
            data.scripts.setdefault(zone, []).append(lower(value))
    elif key.startswith("auto"):
        data.scripts.setdefault(key.removeprefix("auto"), []).append(lower(value))


def _b(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("bac"):
        data.words["backside"] = value
    else:
        data.costs["bestow" if key.startswith("bes") else "buyback"] = _cost(value)


def _c(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("crewbonus"):
        data.words["crewbonus"] = lower(value)
        return
    first = True
    for word in split(lower(value)):
        bit = _COLOR_WORDS.get(word)
        if bit is not None:
            data.color_bits = bit if first else data.color_bits | bit
        first = False


def _d(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("doublefaced"):
        data.words["doublefaced"] = lower(value)
    elif match := _DREDGE.search(value):
        data.dredge = number(value[match.end() :])


def _f(data: EngineData, _key: str, value: str, line: str) -> None:
    data.costs["facedown" if "facedown" in line else "flashback"] = _cost(value)


def _k(data: EngineData, _key: str, value: str, _line: str) -> None:
    _named_cost(data, "kicker", lower(value))
    if 0 <= lower(value).find("multi") < value.find("{"):
        data.words["multikicker"] = "1"


def _m(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("modular"):
        data.words["modular"] = lower(value)
        return
    cost = _cost(value)
    data.cost = total((data.cost, cost))
    data.color_bits |= cost.color_bits


def _n(data: EngineData, _key: str, value: str, _line: str) -> None:
    data.name = value


def _o(data: EngineData, key: str, value: str, _line: str) -> None:
    if key[5:6] == "r":
        data.words["otherrestriction"] = value
    else:
        _named_cost(data, "other", lower(value))


def _p(data: EngineData, key: str, value: str, _line: str) -> None:
    if key.startswith("phasedoutbonus"):
        data.words["phasedoutbonus"] = lower(value)
    elif key.startswith("par"):
        data.words["partner"] = value
    else:
        data.power = number(value)


def _r(data: EngineData, key: str, value: str, _line: str) -> None:
    if key[2:4] == "st":
        data.words["restriction"] = value
    elif key.startswith("ret"):
        data.costs["retrace"] = _cost(value)


def _s(data: EngineData, _key: str, value: str, line: str) -> None:
    if "suspend" in line:
        if match := _SUSPEND.search(line):
            data.suspend = number(line[match.end() :])
        data.costs["suspend"] = _cost(value)
    else:
        data.types += _types(value)


def _t(data: EngineData, key: str, value: str, _line: str) -> None:
    if key == "target":
        data.target = lower(value)
    elif key == "text":
        data.text = value
    elif key == "type":
        data.types += _types(value)
    elif key == "toughness":
        data.toughness = number(value)


def _types(value: str) -> list[str]:
    """The words, with a capital; two blanks make an empty one, one at the end does not."""
    return [word[:1].upper() + word[1:] for word in split(value, " ")]


def _named_cost(data: EngineData, key: str, value: str) -> None:
    data.costs[key] = engine_cost(_NAMED.sub("", value))
    if match := _NAMED.search(value):
        data.words[f"{key} name"] = match[1]


_READERS = {
    "a": _a, "b": _b, "c": _c, "d": _d, "f": _f, "k": _k, "m": _m, "n": _n, "o": _o, "p": _p,
    "r": _r, "s": _s, "t": _t,
}  # fmt: skip
