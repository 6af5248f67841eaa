"""What the engine accepts, as a target of the language: the chooser that it makes, as nodes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from ...engine.macros import lower
from .. import nodes as p
from ..reading import part
from .descriptions import Attribute, Description
from .targets import ZONES, Chooser, chooser

#: How many, which counts wherever it stands.
_NUMBER: Final = re.compile(r"<[^>]*>")
_BATTLEFIELDS: Final = {"mybattlefield", "opponentbattlefield"}
_NOUNS: Final = {"anything": "*", "player": "player"}


def accepted(written: p.Target) -> p.Target:
    """Return what the engine accepts for a target; as it is *written* where that is the same."""
    text = lower(str(written).strip())
    who = None if text in ZONES or "^" in text else chosen_by(written)
    if who is None:
        return written
    passed_over = _NUMBER.sub("", who.passed_over).strip(" ,")
    is_left = passed_over or who.unknown_zones or who.most == 0
    if not is_left and who.description is None:
        return written
    target = target_of(who)
    if not (is_left and who.zones):
        target = evolve(target, zones=written.zones)
    if who.most == 1:  # one, or up to one
        target = evolve(target, how_many=written.how_many)
    return written if target == written else target


def chosen_by(written: p.Target) -> Chooser | None:
    """Return what the engine makes of a target; None if it refuses it."""
    return chooser(lower(str(written).strip()))


def target_of(who: Chooser) -> p.Target:
    """Return what *who* accepts as a target that says just that."""
    return p.Target(_how_many(who), p.Kinds(_listed(",", _kinds(who))), _zones(who.zones))


def _listed(sign: str, nodes: Iterable[p.Node]) -> tuple[p.Part, ...]:
    """Return *nodes* with a *sign* between them."""
    parts: list[p.Part] = []
    for node in nodes:
        parts += (sign, node) if parts else (node,)
    return tuple(parts)


def _how_many(who: Chooser) -> p.HowMany | None:
    if who.most is None:
        return p.HowMany("<", None, "anyamount")
    if who.most == 1 and not who.is_exact:
        return None
    return p.HowMany("<", None if who.is_exact else "upto:", part("NUMBER", str(who.most)))


def _zones(zones: tuple[str, ...]) -> p.Zones | None:
    """Return where cards are; both players' zones are the zone, and both battlefields nothing."""
    if set(zones) == _BATTLEFIELDS or not zones:
        return None
    names = []
    for zone in zones:
        place = zone.removeprefix("my")
        if zone == "all":
            names.append("*")
        elif zone == f"my{place}" and f"opponent{place}" in zones:
            names.append(place)
        elif not (zone.startswith("opponent") and zone.replace("opponent", "my", 1) in zones):
            names.append(zone)
    return p.Zones(("|", *_listed(",", map(p.Zone, names))))


def _kinds(who: Chooser) -> Iterator[p.Kind]:
    """Yield the kinds of which one is enough."""
    qualities: list[p.Quality] = []
    nouns: Iterable[str] = who.types
    sign = ","
    if who.description is not None:
        qualities, nouns = list(_qualities(who.description)), _heads(who.description)
        sign = "&" if who.description.mode == "and" else ";"
    elif who.sort == "trigger":
        nouns, qualities = ("trigger",), [p.Quality(None, who.which, None)]
    elif who.sort == "damageable":
        nouns = (*who.types, "player")
    elif not who.types:
        nouns = (who.which or _NOUNS.get(who.sort, who.sort),)
    brackets = p.Qualities(("[", *_listed(sign, qualities), "]")) if qualities else None
    other = "other " if who.is_other else None
    for noun in nouns:
        # the engine has read a comma for the sign that stands for it
        yield p.Kind(other, noun.replace(",", "^"), brackets, None)
    if (shared := _shared_types(who.description)) is not None:
        brackets = p.Qualities(("[", *_listed(sign, [*qualities, shared]), "]"))
        yield p.Kind(other, "*", brackets, None)


def _heads(what: Description) -> tuple[str, ...]:
    """Return the types before the brackets: of alternatives, those in them are as good."""
    types = [each for each in what.types if not each.startswith("-")]
    if what.mode == "and" or what.base is None or len(types) == 1:
        return (what.base or "*",)
    return tuple(types)


def _qualities(what: Description) -> Iterator[p.Quality]:
    """Yield what holds for a card, as far as the engine looks for it."""
    heads = _heads(what)
    measures = dict(what.measures)
    for each in what.attributes:
        minus = "-" if each.text.startswith("-") else None
        if (comparison := measures.pop(each.taken, None)) is not None:
            number: p.Number = part("NUMBER", str(comparison.amount))
            yield p.Quality(None, each.taken, p.Comparison(comparison.sign, number))
        elif each.taken == "counter":
            yield from _counters(what, each)
        elif each.taken == "share":
            if _shared_types(what) is None:
                yield _share(what)
        elif each.taken not in ("nothing", *dict(what.measures)):
            yield from (p.Quality(minus, word, None) for word in each.words if word not in heads)


def _share(what: Description) -> p.Quality:
    """Return the quality of having something in common with the card of the ability."""
    is_other, shared = what.share.startswith("not "), what.share.removeprefix("not ")
    return p.Quality(None, f"{'not' * is_other}share!{shared}!", None)


def _shared_types(what: Description | None) -> p.Quality | None:
    """Return the quality of types in common, if the type before the brackets is as good."""
    if what is None or not what.share.endswith("types") or what.mode == "and" or not what.base:
        return None
    return _share(what)


def _counters(what: Description, attribute: Attribute) -> Iterator[p.Quality]:
    """Yield the test of counters that counts: the last one."""
    if what.any_counter is not None:
        label = p.AnyCounter(p.Label("any"))
        yield p.Quality(None if what.any_counter else "-", p.CounterTest("counter{", label), None)
    elif what.counters is not None:
        test = attribute.text.removeprefix("-")
        yield part("QUALITY", f"{'-' if what.counters.sign == '<' else ''}{test}")
