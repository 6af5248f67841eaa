"""The engine's trees and ours, reduced to the same coarse kinds.

A coarse tree is a tuple: a kind, what there is to say about it, and the coarse trees in it.
Kinds are the words of :mod:`cardformats.formats.wagic.abilities.engine.built`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from cardformats.formats.wagic.abilities.engine.built import BuiltAbility, CardFacts

Coarse: TypeAlias = "tuple[str, tuple[str, ...], tuple[Coarse, ...]]"

#: The engine's classes of what is done, and our kinds.
EFFECTS = {
    "AAAlterDungeonCompleted": "completedungeon",
    "AAAlterEnergy": "alterenergy",
    "AAAlterExperience": "alterexperience",
    "AAAlterMonarch": "becomesmonarch",
    "AAAlterPoison": "alterpoison",
    "AAAlterSurveilOffset": "altersurvoffset",
    "AAAlterYidaroCount": "alteryidarocount",
    "AABlock": "block",
    "AABoastEvent": "doboast",
    "AABuryCard": "bury",
    "AACascade": "cascade",
    "AACastCard": "castcard",
    "AACloner": "clone",
    "AAConjure": "conjure",
    "AACopier": "copy",
    "AACountObject": "count",
    "AACountObjectB": "countb",
    "AACounter": "counter",
    "AADamagePrevent": "prevent",
    "AADamager": "damage",
    "AADepleter": "deplete",
    "AADestroyCard": "destroy",
    "AADiscardCard": "reject",
    "AADrawer": "draw",
    "AADuplicateCounters": "duplicatecounters",
    "AADynamic": "dynamicability",
    "AAExchangeLife": "exchangelife",
    "AAFakeAbility": "donothing",
    "AAFizzler": "fizzle",
    "AAFlip": "flip",
    "AAForetell": "doforetell",
    "AAFrozen": "frozen",
    "AAImprint": "imprint",
    "AALibraryBottom": "bottomoflibrary",
    "AALibraryPosition": "placefromthetop",
    "AALifeSet": "lifeset",
    "AALifer": "life",
    "AAModTurn": "turns",
    "AAMorph": "morph",
    "AAMover": "moveto",
    "AAMulligan": "serumpowder",
    "AANewTarget": "newtarget",
    "AAPhaseOut": "phaseout",
    "AAProliferate": "proliferate",
    "AARandomDiscarder": "discard",
    "AARandomMover": "moverandom",
    "AARemoveAllCounter": "removeallcounters",
    "AARemoveMana": "removemana",
    "AARemoveSingleCounter": "removesinglecountertype",
    "AASacrificeCard": "sacrifice",
    "AAShuffle": "shuffle",
    "AATapper": "tap",
    "AATurnSide": "doubleside",
    "AAUntapper": "untap",
    "AAWhatsMax": "maxlevel",
    "AAWinGame": "wingame",
    "ABasicAbilityAuraModifierUntilEOT": "keyword",
    "ABasicAbilityModifier": "keyword",
    "ABestow": "bstw",
    "ABlinkGeneric": "blink",
    "ABloodThirst": "bloodthirst",
    "ABushidoAbility": "bushido",
    "ACantBeBlockedBy": "cantbeblockedby",
    "ACantBeBlockerOf": "cantbeblockerof",
    "ACantBeTargetFrom": "cantbetargetof",
    "ACastRestriction": "maxcast",
    "ACombatRemoval": "removefromcombat",
    "ACounterShroud": "countershroud",
    "AEquip": "equip",
    "AEvolveAbility": "evolve",
    "AExert": "exert",
    "AFlankerAbility": "flanker",
    "AGrantWrapper": "grant",
    "AInstantBasicAbilityModifierUntilEOT": "keyword",
    "AInstantCastRestrictionUEOT": "maxcast",
    "ALoseAbilities": "loseabilities",
    "ALoseSubtypes": "losesubtypesof",
    "AManaPoolSaver": "poolsave",
    "AManaProducer": "add",
    "AManifest": "manifest",
    "AModifyHand": "hmodifer",
    "ANewAffinity": "affinity",
    "ANinja": "ninjutsu",
    "APhaseActionGeneric": "phaseaction",
    "APowerToughnessModifier": "modification",
    "APreventDamageTypes": "prevention",
    "APreventDamageTypesUEOT": "prevention",
    "AProduceMana": "produceextra",
    "AProtectionFrom": "protection from",
    "AProvoke": "provoke",
    "ARampageAbility": "rampage",
    "ASeizeWrapper": "steal",
    "AShackleWrapper": "shackle",
    "ASpiritLinkAbility": "spiritlink",
    "AStandardRegenerate": "regenerate",
    "ASwapPTUEOT": "swap",
    "ATargetedAbilityCreator": "ability",
    "ATokenCreator": "token",
    "ATransformer": "transforms",
    "ATransformerInstant": "transforms",
    "ATutorialMessage": "message",
    "AVanishing": "vanishing",
    "AAlterCost": "altercost",
    "GenericChooseTypeColorName": "choosing",
    "GenericFlipACoin": "flipacoin",
    "GenericRevealAbility": "reveal",
    "GenericRollDie": "roll",
    "GenericScryAbility": "scry",
    "PTInstant": "modification",
}
#: The fields with the amounts of those that have one.
_AMOUNTS = {
    "AACascade": "nbcardsStr",
    "AACountObject": "value",
    "AACountObjectB": "value",
    "AACounter": "counterstring",
    "AADamager": "d",
    "AADepleter": "nbcardsStr",
    "AADrawer": "nbcardsStr",
    "AALifer": "life_s",
    "AAModTurn": "nbTurnStr",
    "AAMover": "destination",
    "AARandomDiscarder": "nbcardsStr",
    "AARandomMover": "abilityTC",
    "ABasicAbilityAuraModifierUntilEOT": "keyword",
    "ABasicAbilityModifier": "keyword",
    "ABloodThirst": "amount",
    "AInstantBasicAbilityModifierUntilEOT": "keyword",
    "AManaPoolSaver": "Color",
    "AManaProducer": "Producing",
    "AModifyHand": "hand",
    "ANewAffinity": "manaString",
    "APowerToughnessModifier": "power",
    "AProtectionFrom": "tcstr",
    "ATargetedAbilityCreator": "sabilities",
    "ATokenCreator": "starfound",
    "AVanishing": "amount",
    "GenericChooseTypeColorName": "baseAbility",
    "GenericRevealAbility": "howMany",
    "GenericScryAbility": "howMany",
    "PTInstant": "power",
}
#: Our kinds, where the engine has one class for several.
_ONE_KIND = {
    "lifeleech": "life", "becomes": "transforms", "changecost": "altercost", "attach": "equip",
    "reconfigure": "equip", "fading": "vanishing", "maxplay": "maxcast", "out": "add",
    "fizzleto": "fizzle", "spellmover": "fizzle", "losesatype": "losesubtypesof",
    "ingest": "deplete", "manafaceup": "morph", "newhook": "newtarget",
    "mutateover": "newtarget", "mutateunder": "newtarget", "setblocker": "provoke",
    "readytofight": "ninjutsu", "chooseacolor": "choosing", "chooseatype": "choosing",
    "chooseaname": "choosing", "chooseanameopp": "choosing", "all": "lord",
    **{f"rolld{faces}": "roll" for faces in (4, 6, 8, 10, 12, 20)},
}  # fmt: skip
#: Classes of what lasts until the end of the turn.
_TURN = frozenset((
    "PTInstant", "AInstantBasicAbilityModifierUntilEOT", "ABasicAbilityAuraModifierUntilEOT",
    "APreventDamageTypesUEOT", "AInstantCastRestrictionUEOT", "ASwapPTUEOT",
))  # fmt: skip
#: The engine's classes of events, by our words.
_EVENTS = {
    "movedto": "TrCardAddedToZone", "untapped": "TrCardTapped", "tapped": "TrCardTapped",
    "tappedformana": "TrCardTappedformana", "combat": "TrCombatTrigger",
    "exerted": "TrCardExerted", "drawof": "TrcardDrawn", "drawfoeof": "TrcardDrawn",
    "drawn": "TrcardDrawn", "mutated": "TrCardMutated", "boasted": "TrCardBoasted",
    "surveiled": "TrCardSurveiled", "foretold": "TrCardForetold", "scryed": "TrCardScryed",
    "explored": "TrCardExplored", "dungeoncompleted": "TrCardDungeonCompleted",
    "dierolled": "TrCardRolledDie", "coinflipped": "TrCardFlippedCoin",
    "tokencreated": "TrTokenCreated", "sacrificed": "TrCardSacrificed",
    "discarded": "TrCardDiscarded", "cycled": "TrCardDiscarded", "vampired": "TrVampired",
    "targeted": "TrTargeted", "counteradded": "TrCounter", "counterremoved": "TrCounter",
    "countermod": "TrCounter", "shuffledof": "TrplayerShuffled",
    "shuffledfoeof": "TrplayerShuffled", "becomesmonarchof": "TrplayerMonarch",
    "becomesmonarchfoeof": "TrplayerMonarch",
    **dict.fromkeys((
        "noncombatdamageof", "noncombatdamagefoeof", "noncombatdamaged", "combatdamageof",
        "combatdamagefoeof", "combatdamaged", "damageof", "damagefoeof", "damaged",
    ), "TrDamaged"),
    **dict.fromkeys((
        "lifeof", "lifefoeof", "lifed", "lifelostof", "lifelostfoeof", "lifeloss",
    ), "TrLifeGained"),
}  # fmt: skip
_SCOPES = {
    "ALord": "lord", "AForeach": "foreach", "AAsLongAs": "aslongas", "ATeach": "teach",
    "AThis": "this", "AThisForEach": "thisforeach", "GenericAddToGame": "activate",
    "APaired": "soulbond", "GenericAbilityMod": "emblem", "GenericInstantAbility": "ueot",
    "MultiAbility": "several",
}  # fmt: skip
_WITH_AMOUNT = frozenset(EFFECTS[name] for name in _AMOUNTS) - {
    "ability", "reveal", "scry", "choosing", "keyword", "modification", "protection from",
}  # fmt: skip


def facts(row: dict[str, Any]) -> CardFacts:
    """What a *row* of the golden data says about the card."""
    paid = {"paidmana"} | ({row["paid"]} if row.get("paid") else set())
    return CardFacts(
        types=frozenset(row["type"].lower().split()),
        paid=frozenset(paid),
        has_card=lambda name: "," not in name and not name.startswith("nosuch"),
    )


def of_engine(tree: dict[str, Any] | None) -> Coarse | None:
    """The coarse tree of one that the engine built."""
    if tree is None:
        return None
    name = tree["class"]
    if name in _FRAMES:
        return _FRAMES[name](tree)
    if name in _SCOPES:
        return _scope(tree)
    kind = EFFECTS[name]
    effect = (kind, _effect(tree, kind), tuple(_also(tree)))
    if "mCost" not in tree or name == "AUpkeep":
        return effect
    # The cost of mana, and of an equipment, is its own.
    return _activated(tree, (effect, *_inner(tree, "sideEffect")))


def _inner(tree: dict[str, Any], *names: str) -> tuple[Coarse, ...]:
    return tuple(one for name in names if (one := of_engine(tree.get(name))) is not None)


def _activated(tree: dict[str, Any], inner: tuple[Coarse, ...] | None = None) -> Coarse:
    if inner is None:
        inner = _inner(tree, "ability", "sideEffect", "sideEffects")
    says = (
        "cost" if "mCost" in tree else "",
        tree.get("castRestriction", ""),
        "limit" if "limit" in tree else "",
        str(tree.get("restrictions", "")) if tree["class"] != "AEquip" else "",
        tree.get("tcString", ""),
    )
    return ("targeted" if "tc" in tree else "activated", says, inner)


def _triggered(tree: dict[str, Any]) -> Coarse:
    event = tree["t"]
    word = event["class"]
    if word in ("TriggerAtPhase", "TriggerNextPhase"):
        word = ("each " if word == "TriggerAtPhase" else "next ") + event["phaseId"]
    return ("triggered", (word, event.get("castRestriction", "")), _inner(tree, "ability"))


def _may(tree: dict[str, Any]) -> Coarse:
    kind = "choice" if tree.get("must") else "may"
    return (kind, (tree.get("Cond", ""),), _inner(tree, "ability"))


def _if(tree: dict[str, Any]) -> Coarse:
    inner = _inner(tree, "delayedAbility", "delayedElseAbility")
    return ("if" if tree["type"] == 1 else "ifnot", (_condition(tree["Cond"]),), inner)


def _pay(tree: dict[str, Any]) -> Coarse:
    says = (tree["baseCost"], _plain(tree["baseAbilityStr"]), tree.get("restrictions", ""))
    return ("pay", says, ())


def _upkeep(tree: dict[str, Any]) -> Coarse:
    return ("upcost", (tree["phase"],), _inner(tree, "ability"))


def _replaced(tree: dict[str, Any]) -> Coarse:
    says = ("opponent" if tree.get("OtherPlayer") else "",)
    return ("replacedraw", says, _inner(tree, "replacer"))


_FRAMES: dict[str, Callable[[dict[str, Any]], Coarse]] = {
    "GenericActivatedAbility": _activated,
    "GenericTargetAbility": _activated,
    "GenericTriggeredAbility": _triggered,
    "MayAbility": _may,
    "IfThenAbility": _if,
    "GenericPaidAbility": _pay,
    "AUpkeep": _upkeep,
    "ADrawReplacer": _replaced,
}


def _scope(tree: dict[str, Any]) -> Coarse:
    name = tree["class"]
    if name == "MultiAbility":
        inner = tuple(one for part in tree.get("abilities", ()) if (one := of_engine(part)))
        return ("several", (), inner)
    if name == "GenericAbilityMod" and tree["ability"]["class"] == "APhaseAlter":
        return ("phasealter", ("", "", ""), ())
    inner = _inner(tree, "ability")
    if name == "GenericInstantAbility" and inner[0][0] == "protection from":
        kind, says, below = inner[0]
        return (kind, ("turn", *says[1:]), below)
    if name == "AThis" and "restrictionCheck" in tree:
        return ("while", (), inner)
    if name == "AAsLongAs":
        says = (str(tree.get("mini", 0)), str(tree.get("maxi", 0)))
        return ("aslongas", says, inner)
    return (_SCOPES[name], (), inner)


def _effect(tree: dict[str, Any], kind: str) -> tuple[str, ...]:
    until = "turn" if tree["class"] in _TURN else ""
    if kind == "transforms":
        is_brief = tree["class"] == "ATransformerInstant"
        inner = tree["ability"] if is_brief else tree
        until = "turn" if is_brief else ""
        for name, word in (("aForever", "forever"), ("UYNT", "next turn"), ("UENT", "next end")):
            if inner.get(name):
                until = word
                break
    amount = _AMOUNTS.get(tree["class"])
    value: Any = tree.get(amount, "0" if kind in ("vanishing", "bloodthirst") else "")
    if kind == "keyword":
        inside = tree["ability"] if isinstance(tree["ability"], dict) else tree
        value = inside["ability"]
        if not inside.get("modifier", inside.get("value")):
            value = "-" + value
    elif kind == "modification":
        value = "{}/{}".format(
            *(tree["wppt"][one].get("text", "") for one in ("power", "toughness"))
        )
    elif kind == "blink" and tree["ability"].get("blinkueot"):
        until = "turn"
    who = tree.get("who", "") if kind not in ("dynamicability", "clone") else ""
    if tree.get("OtherPlayer"):
        who = "opponent"
    return (until, _plain(str(value)), str(who))


def _also(tree: dict[str, Any]) -> Iterator[Coarse]:
    yield from _inner(tree, "andAbility", "storedAbility")
    if tree["class"] == "ABlinkGeneric":
        yield from _inner(tree["ability"], "stored")
    if tree["class"] == "AGrantWrapper":
        yield from _inner(tree, "Granted")


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _condition(text: str) -> str:
    return text.partition(" then ")[0].strip()


def of_built(built: BuiltAbility | None) -> Coarse | None:
    """The coarse tree of one that we built."""
    if built is None:
        return None
    kind = _ONE_KIND.get(built.kind, built.kind)
    inner = tuple(one for part in built.inner if (one := of_built(part)) is not None)
    if inner and inner[0][0] == "equip":
        return (kind, ("cost", "", "", "", ""), inner)
    if kind in _SAID:
        return (kind, _SAID[kind](built.values), inner)
    if kind in _SCOPES.values() or kind == "while":
        return (kind, (), inner)
    return (kind, _our_effect(kind, built), inner)


def _said_activated(values: Mapping[str, str]) -> tuple[str, ...]:
    cost = "cost" if "cost" in values else ""
    target = values.get("target", values.get("notatarget", "")) if cost else ""
    limit = "limit" if "limit" in values else ""
    return (cost, values.get("restriction", ""), limit, values.get("timing", ""), target)


def _said_triggered(values: Mapping[str, str]) -> tuple[str, ...]:
    word = values["event"]
    return (_EVENTS.get(word, word), values.get("restriction", ""))


def _said_may(values: Mapping[str, str]) -> tuple[str, ...]:
    return (values.get("restriction", ""),)


def _said_if(values: Mapping[str, str]) -> tuple[str, ...]:
    return (_condition(values["condition"]),)


#: What there is to say about what frames an ability.
_SAID: dict[str, Callable[[Mapping[str, str]], tuple[str, ...]]] = {
    "activated": _said_activated,
    "targeted": _said_activated,
    "triggered": _said_triggered,
    "may": _said_may,
    "choice": _said_may,
    "if": _said_if,
    "ifnot": _said_if,
    "pay": lambda says: (says["cost"], _plain(says["text"]), says.get("restriction", "")),
    "upcost": lambda says: (says["phase"],),
    "replacedraw": lambda says: (says["who"],),
    "aslongas": lambda says: (says.get("least", "0"), says.get("most", "0")),
}


def _our_effect(kind: str, built: BuiltAbility) -> tuple[str, ...]:
    values = built.values
    until = values.get("until", "")
    if kind in ("phasealter", "grant") or (kind == "blink" and until != "turn"):
        until = ""
    value = values.get("amount", "") if kind in _WITH_AMOUNT else ""
    if kind in ("ability", "reveal", "scry", "choosing"):
        value = values["text"]
    elif kind == "protection from":
        value = values["target"]
    elif kind == "keyword":
        value = values.get("without", "") + values["keyword"]
    elif kind == "modification":
        value = values["power"] + "/" + values["toughness"]
    who = values.get("who", "") if kind not in ("clone", "phasealter") else ""
    return (until, _plain(value), who)
