"""Plain English for when abilities happen: triggers, and what is done later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from .. import conditions as c
from .. import nodes as p
from ..effects import Relation
from ..nodes import Node, Unknown
from .conditions import cost, restriction
from .phrases import OTHER_CARD, THAT_CARD, counters, is_zone, noun, phrase, player, zones_named
from .vocabulary import PHASES, meaning, zone
from .wording import Noun, joined, listed, plural, source, whole

_DAMAGE: Final = re.compile(r"(combat|noncombat)?damage(d|of|foeof)")
_FIGHTS: Final = ("attacking", "blocking", "blocked", "notblocked", "attackedalone")


def trigger(node: c.Trigger | Unknown) -> str:
    """Return the clause of a trigger: ``whenever a creature enters the battlefield``."""
    if isinstance(node, Unknown):
        return f"when {source(node)}"
    limits = node.limits.nodes if isinstance(node.limits, c.Limits) else ()
    relations = {each.name: each.target for each in limits if isinstance(each, Relation)}
    match node.event:
        case c.PhaseEvent():
            text = _phase(node.event)
        case c.CounterEvent():
            text = _counter_event(node.event, relations)
        case c.Event() as event:
            result = next((str(each).strip() for each in limits if isinstance(each, c.Result)), "")
            text = f"whenever {_event(event, relations, result)}"
        case _:
            return f"whenever {source(node)}"
    # relations that the event has no place for
    odd = (
        f"({source(f'{name}({target})')})"
        if name != "from" or is_zone(target)
        else f"from {phrase(target)}"
        for name, target in relations.items()
    )
    return joined(text, *odd, *_more(limits))


def those(node: c.Trigger) -> dict[str, str]:
    """Return later names of the event's cards: ``that creature``, ``the other goblin``.

    Returns:
        The better names by :data:`THAT_CARD` and :data:`OTHER_CARD`.
    """
    limits = node.limits.nodes if isinstance(node.limits, c.Limits) else ()
    relations = {each.name: each.target for each in limits if isinstance(each, Relation)}
    if isinstance(node.event, c.CounterEvent):  # the card with the counters is both
        card = _that(relations.get("from")) or THAT_CARD
        return {THAT_CARD: card, OTHER_CARD: card}
    if not isinstance(node.event, c.Event):
        return {}
    first = relations.get("source", node.event.target)
    names = {THAT_CARD: _that(first), OTHER_CARD: _that(relations.get("from"))}
    if names[THAT_CARD] == names[OTHER_CARD]:
        names[OTHER_CARD] = names[OTHER_CARD].replace("that ", "the other ", 1)
    return {name: better for name, better in names.items() if better}


def _that(target: p.Target | None) -> str:
    """Return the later name of a card; nothing if there is no good word."""
    if target is None or is_zone(target) or target.kinds is None:
        return ""
    names = [each.word for each in target.kinds.nodes if isinstance(each, p.Kind)]
    if names == ["this"]:
        return "this"
    places = {str(each).strip().lower() for each in zones_named(target)}
    is_cast = bool(places) and all(place.endswith("stack") for place in places)
    if not is_cast and any(not place.endswith("battlefield") for place in places):
        return ""
    if names == ["*"] and places:
        return "that spell" if is_cast else "that permanent"
    if not names or any(not re.fullmatch(r"(?!trigger|my)[a-z]+", name) for name in names):
        return ""
    return f"that {listed(names, 'or')}"


def _more(limits: tuple[Node, ...]) -> Iterator[str]:
    """Yield limits of a trigger: how often it happens, and its conditions."""
    for each in limits:
        if isinstance(each, c.TriggerLimit):
            text = meaning("trigger_limit", each.word)
            yield text if text.startswith("for ") else ""
    for each in limits:
        if isinstance(each, c.Restriction):
            yield f", if {restriction(each)}"
        elif isinstance(each, c.TriggerLimit):
            if not (text := meaning("trigger_limit", each.word)).startswith("for "):
                yield f", {text or source(each)}"
        elif isinstance(each, Unknown):
            yield f"({source(each)})"


def _phase(node: c.PhaseEvent) -> str:
    next_one = "next " if node.which.strip().lower() == "next" else ""
    name = PHASES.get(node.name, source(node.phase))
    whose = (node.whose or "").strip().lower()
    owner = (meaning("whose", whose) or player(whose).owning) if whose else ""
    if node.name == "combatbegins" and owner:
        return f"at the beginning of combat on {owner} {next_one}turn"
    which = f"{owner} {next_one}" if owner else "the next " if next_one else "each "
    return f"at the beginning of {which}{name}"


def _counter_event(node: c.CounterEvent, relations: dict[str, p.Target]) -> str:
    where = relations.pop("from", None)
    card = "a permanent" if where is None else phrase(where)
    is_any = str(node.counter).lower() == "duplicateall"
    kind = source(node.counter) if is_any else counters(node.counter)
    return f"whenever {meaning('counter_event', node.name).format(counters=kind, card=card)}"


def _event(node: c.Event, relations: dict[str, p.Target], result: str) -> str:
    name = node.name
    own = re.sub("foeof$", "of", name)
    if name == "movedto":
        text = _moved(node.target, relations)
    elif name == "dierolled":
        text = _rolled(node, relations, result)
    elif name == "combat":
        text = _combat(node, relations)
    elif name == "vampired":
        relations.pop("from", None)
        text = f"{phrase(node.target)} {_event_words(name)}"
    elif name == "targeted":
        by = relations.pop("from", None)
        text = f"{phrase(node.target)} becomes the target of {phrase(by) if by else 'something'}"
    elif damage := _DAMAGE.fullmatch(name):
        text = _damaged(node, relations, joined(damage[1] or "", "damage"), damage[2])
    elif own.endswith("of") and _event_words(own):
        who = Noun("you" if own == name else "your opponent")
        text = who.does(_event_words(own).format(their=who.their))
    elif _event_words(name):
        text = f"{phrase(node.target)} {_event_words(name)}"
    else:
        text = source(node)
    return text


def _event_words(name: str) -> str:
    """Return the verb of an event; of events of players, in the base form."""
    return meaning("event", name)


def _moved(target: p.Target, relations: dict[str, p.Target]) -> str:
    """Return a change of zones; the card may be named with where it comes from."""
    origin = relations.pop("from", None)
    places = zones_named(target)
    card, origin_only = target, ""
    if origin is not None:
        origins = zones_named(origin)
        if is_zone(target) and not is_zone(origin):
            card = origin
        elif not is_zone(origin):
            origin_only = f"({source(f'from({origin})')})"
        froms = " or ".join(zone(each, "from") for each in origins)
        origin_only = joined(froms, origin_only)
    names = {str(each).strip().lower() for each in places}
    if names and names <= {"mystack", "opponentstack", "stack"}:
        return joined(_cast(card, names), origin_only)
    who = "a card" if is_zone(card) else _mover(card, origin)
    where = " or ".join(zone(each, "into") for each in places) or "onto the battlefield"
    if names in ({"battlefield"}, {"inplay"}):
        return joined(who, "enters the battlefield", origin_only)
    return joined(who, "is put", where, origin_only)


def _mover(card: p.Target, origin: p.Target | None) -> str:
    """Return the card that moves, called what it was on the battlefield if it comes from there."""
    places = {str(each).strip().lower() for each in zones_named(origin)} if origin else set()
    if places and all(place.endswith(("battlefield", "inplay")) for place in places):
        return phrase(evolve(card, zones=None))
    return _without_zones(card)


def _without_zones(target: p.Target) -> str:
    """Return a noun for cards at their new place, which is not named."""
    where = listed(map(zone, zones_named(target)), "or")
    return phrase(target).removesuffix(f" {where}")


def _cast(card: p.Target, names: set[str]) -> str:
    spell = "a spell" if is_zone(card) else _without_zones(card)
    pattern = {"mystack": "you cast {}", "opponentstack": "your opponent casts {}"}
    return pattern.get(" ".join(names), "{} is cast").format(spell)


def _combat(node: c.Event, relations: dict[str, p.Target]) -> str:
    named = str(node.target).lower().replace(",", " ").split()
    actions = [each for each in named if each in _FIGHTS]
    if not actions or any(each not in {*_FIGHTS, "turnlimited"} for each in named):
        return source(node)
    fighter = relations.pop("source", None)
    other = relations.pop("from", None)
    texts = " or ".join(_event_words(each) for each in actions)
    if other is not None:
        by = "by " if actions[-1] == "blocked" else "" if actions[-1] == "blocking" else "with "
        texts = f"{texts} {by}{phrase(other)}"
    often = " for the first time each turn" if "turnlimited" in named else ""
    return f"{'something' if fighter is None else phrase(fighter)} {texts}{often}"


def _damaged(node: c.Event, relations: dict[str, p.Target], what: str, to: str) -> str:
    whom = {"foeof": "your opponent", "of": "you"}.get(to) or phrase(node.target)
    by = relations.get("from")
    if by is not None and not is_zone(by):
        del relations["from"]
        return f"{phrase(by)} deals {what} to {whom}"
    return f"{whom} {'are' if whom == 'you' else 'is'} dealt {what}"


def _rolled(node: c.Event, relations: dict[str, p.Target], result: str) -> str:
    by = relations.pop("from", None)
    roller = noun(by) if by is not None else Noun("a player")
    number = re.sub(r"(?i)^result\s*\(|\)$", "", result)
    if whole(number) is not None:
        return f"{roller.does('roll', number)} for {phrase(node.target)}"
    rest = (
        "a die"
        if not number
        else f"a die and the result is {meaning('outcome', number) or source(number)}"
    )
    return f"{roller.does('roll', rest)} for {phrase(node.target)}"


# ----------------------------------------------------------------------------------- Schedules


def schedule(node: c.Schedule | Unknown) -> str:
    """Return the clause of a delay, or of a cost that prevents what follows."""
    if isinstance(node, Unknown):
        return f"when {source(node)}"
    when, rest = _times(node.times)
    if node.name.startswith("phaseaction"):
        return joined(f"{when or 'later'},", rest)
    name = "cumulative upkeep" if node.name.startswith("cumulative") else "upkeep cost"
    many = ", more each time" if node.name.endswith("multi") else ""
    once = "once, " if when and "next" in str(node.times).lower() else ""
    first = f" ({once}{when})" if when else ""
    return joined(f"{name}—{cost(node.cost)}{many}{first}: if it isn't paid,", rest)


_STILL: Final = {"sourceinplay": "if this is on the battlefield,",
                 **dict.fromkeys(("checkex", "checkexile"), "if it is in exile,")}  # fmt: skip


def _times(node: c.Times | Unknown | None) -> tuple[str, str]:
    if not isinstance(node, c.Times):
        return "", "" if node is None else f"({source(node)})"
    parts = re.findall(r"[a-z]+", str(node).lower())
    whose, which, name, rest = "", "each", "", []
    for word in parts:
        phase = re.fullmatch(r"(my|opponent)?([a-z]+)", word)
        if word in {"my", "opponent"}:
            whose = word
        elif word in {"once", "next"}:
            which = "next"
        elif word in _STILL:
            rest.append(_STILL[word])
        elif phase and phase[2] in PHASES:
            whose, name = phase[1] or whose, PHASES[phase[2]]
        else:
            rest.append(f"({source(word)})")
    if not name:
        return "", " ".join(rest)
    if whose:
        owner = "your" if whose == "my" else "your opponent's"
        which = f"{owner} next" if which == "next" else f"each of {owner}"
        name = name if which.endswith("next") else plural(name)
    elif which == "next":
        which = "the next"
    return f"at the beginning of {which} {name}", " ".join(rest)
