"""The keyword abilities that ``abilities=`` can name, in the engine's order."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

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
    found = (engine_keyword(part) if len(part) <= _CACHED else _keyword(part) for part in parts)
    return frozenset(keyword for keyword in found if keyword is not None)


@lru_cache(maxsize=4096)
def engine_keyword(part: str) -> str | None:
    """The last of the keywords that *part* contains, wherever it stands in it, or None."""
    return _keyword(part)


def _keyword(part: str) -> str | None:
    return next((each for each in reversed(KEYWORDS) if each in part), None)
