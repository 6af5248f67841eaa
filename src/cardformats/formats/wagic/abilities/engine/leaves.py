"""What is done: the effect that the engine finds first in a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from attrs import evolve

from ...lexicon import Search
from .built import BuiltAbility
from .conditions import amount_is_known, counter_is_known, power_is_known
from .cutting import NO_TEXT, Cut, between, divided, inside
from .effects import EFFECTS, first, following, keyword
from .frames import paying
from .parts import NOTHING, Decision, LinePart, LineReader
from .scopes import schedule, upkeep
from .taking import ends_with_the_turn, taken, until, who
from .targets import chooser

_MODIFIERS: Final = re.compile(
    r" (?:controller|opponent|targetcontroller|targetedplayer|owner)\b|ueot|oneshot|forever|uynt"
    r"|uent|noevent|notrg|noreplace|nonstatic|cdaactive|dontremove|forcedalive|livingweapon"
    r"|\*[^ ]+"
    r"|(?<![a-z])(?:options|with|addtype|cards|zone|to|from|return|reduce|forcetype)\([^)]*\)"
    r"|winabilityend|revealend|scryend|nextphase|undocpy|forceclean|fromplay|untp|doesntempty"
    r"|hiddenmoveto|withenchant|noproftrg|and!\(|!\$|\)\)|\)!|!>|hand(?=\(blink\))"
    r"|combat(?=spiritlink)"
)

#: A token has a name, types, and power and toughness, at the least; or the number of a card.
_TOKEN: Final = 3
#: A phase is altered by a word, the phase and whose it is.
_ALTERED: Final = 3
_NUMBER: Final = re.compile(r"\s*[+-]?0*[1-9]")

#: What is built; False if this effect is none after all, None if nothing is built.
Result: TypeAlias = "BuiltAbility | bool | None"
Special: TypeAlias = Callable[[LineReader, LinePart, Search], Result]


def leaf(reader: LineReader, part: LinePart) -> Decision:
    """Build the effect of a part in which no other step finds anything."""
    reader.lose(part)
    written = part.text.text
    number = first(written)
    while number >= 0:
        effect = EFFECTS[number]
        special = _SPECIALS.get(effect.sought, taken)
        result = special(reader, part, effect)
        if result is not False:
            if not isinstance(result, BuiltAbility):
                return NOTHING
            beside = list[str]()
            for match in _MODIFIERS.finditer(written):
                reader.mark(part.text, match.start(), match.end())
                beside.append(reader.written(part.text.cut(match.start(), match.end())))
            return (evolve(result, beside=tuple(beside)) if beside else result,)
        number = following(written, number)
    return NOTHING


def _enclosed(
    take: Callable[[LineReader, LinePart, Search, Cut], Result], stop: str = ")"
) -> Special:
    """Return what takes an effect with what stands behind its word, up to a *stop*."""

    def special(reader: LineReader, part: LinePart, effect: Search) -> Result:
        cut = between(part.text, effect.sought, stop)
        return False if cut is None else take(reader, part, effect, cut)

    return special


def _block(stop: str) -> Special:
    """Return what keeps the text up to *stop*."""

    def special(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
        return reader.built(
            effect.result,
            {"text": reader.written(cut.inside)},
            (),
            part.text,
            cut.start,
            cut.end + len(stop),
        )

    return _enclosed(special, stop)


def _dynamic(reader: LineReader, part: LinePart, _effect: Search, cut: Cut) -> Result:
    inner = reader.ability(cut.behind) if cut.behind.text else None
    inners = () if inner is None else (inner,)
    return reader.built(
        "dynamicability",
        {"amount": reader.written(cut.inside)},
        inners,
        part.text,
        cut.start,
        cut.end + 2,
    )


def _phaseaction(reader: LineReader, part: LinePart, _effect: Search) -> Result:
    return schedule(reader, part)


def _pay(reader: LineReader, part: LinePart, _effect: Search, cut: Cut) -> Result:
    return paying(reader, part, cut, "]]")


def _upcost(reader: LineReader, part: LinePart, _effect: Search) -> Result:
    return upkeep(reader, part)


def _grant(reader: LineReader, part: LinePart, effect: Search) -> Result:
    inner = reader.ability(reader.stores.ability)
    return reader.built(
        "grant",
        {},
        () if inner is None else (inner,),
        part.text,
        part.text.text.find(effect.sought),
        None,
    )


def _blink(reader: LineReader, part: LinePart, effect: Search) -> Result:
    written = part.text.text
    at = written.find("return(")
    inner = reader.ability(part.text.cut(at + 7 if at >= 0 else 6))
    start = written.find(effect.sought)
    values = {"until": "turn"} if "(blink)ueot" in written else {}
    if "(blink)forsrc" in written:
        values["until"] = "source"
    return reader.built(
        "blink",
        values,
        () if inner is None else (inner,),
        part.text,
        start,
        start + len(effect.sought) + 6,
    )


def _given_ability(reader: LineReader, part: LinePart, _effect: Search) -> Result:
    stored = reader.stores.ability
    if not stored.text:
        return False
    values = {}
    cut = between(stored, "name(", ")")
    if cut is not None:
        values["name"] = reader.written(cut.inside)
    elif part.name:
        values["name"] = part.name
    reader.mark(stored)
    values["text"] = reader.written(stored if cut is None else cut.before + cut.behind)
    if name := who(part.text.text):
        values["who"] = name
    reader.stores.ability = reader.stores.transforms = NO_TEXT
    start = part.text.text.find("ability$")
    span = reader.mark(part.text, start, start + 9)
    return BuiltAbility("ability", values, (), *span, reader.written(stored))


def _token(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    described = cut.inside.text.replace("^", ",") if effect.sought == "token(" else cut.inside.text
    parts = divided(described, "," if effect.sought == "token(" else ":")
    values = {"token": described}
    star = part.text.text.find("*")
    if star >= 0:
        values["amount"] = part.text.text[star + 1 :].split(" ", 1)[0]
    else:
        values["amount"] = ""
    if _NUMBER.match(described) is None:
        may_be_name = 0 < len(parts) < (_TOKEN if effect.sought == "token(" else 2)
        if len(parts) < _TOKEN and not (may_be_name and _is_card(reader, described)):
            return None
        if len(parts) >= _TOKEN and power_is_known(parts[2]) is None:
            raise reader.crash(cut.inside, "token")
    result = taken(reader, part, effect, values)
    reader.mark(part.text, cut.start, cut.end + 1)
    return result


def _is_card(reader: LineReader, described: str) -> bool:
    """Return whether a token is described by the name of a card, as far as that is known."""
    name = described.replace(",notrigger", "", 1)
    has_card = reader.facts.has_card
    return "," not in name if has_card is None else has_card(name)


def _moverandom(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    source = inside(cut.behind.text, "from(", ")")
    to = inside(cut.behind.text, "to(", ")")
    if source is None or to is None:
        return None
    return taken(reader, part, effect, {"amount": cut.inside.text, "from": source, "zone": to})


def _mutation(reader: LineReader, part: LinePart, effect: Search) -> Result:
    if effect.sought != "altermutationcounter:" and "altermutationcounter:" not in part.text.text:
        raise reader.crash(part.text, "mutation")
    return taken(reader, part, effect) if effect.sought == "altermutationcounter:" else False


def _parenthesised(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    """Return a call that counts only with its closing parenthesis, and with something in it."""
    if effect.sought in ("modbenchant(", "changecost("):
        parts = divided(cut.inside.text, ":")
        if not cut.inside.text:
            return False
        if len(parts) <= 1:
            raise reader.crash(part.text, "cost")
        if not parts[0] or not parts[1]:
            return False
    return taken(reader, part, effect, {"amount": cut.inside.text})


def _most(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    values = {"target": cut.inside.text, "amount": cut.behind.text.split(" ", 1)[0]}
    if ends_with_the_turn(reader, part):
        values["until"] = "turn"
    reader.mark(part.text, cut.start, cut.end + 1 + len(values["amount"]))
    return taken(reader, part, effect, values)


def _phasealter(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    if len(divided(cut.inside.text.replace("^", ","), ",")) < _ALTERED:
        return None
    return taken(reader, part, effect, {"amount": cut.inside.text})


def _rampage(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    power, comma, number = cut.inside.text.replace("^", ",").partition(",")
    known = power_is_known(power)
    if known is None or (known and not (comma and number)):
        raise reader.crash(part.text, "rampage")
    return taken(reader, part, effect, {"amount": cut.inside.text}) if known else None


def _counter(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    written = cut.inside.text
    if effect.sought == "removeallcounters(" and "all" in written:
        known: bool | None = True
    elif effect.sought == "countershroud(" and written == "any":
        known = True
    else:
        known = counter_is_known(written)
    if known is None:
        raise reader.crash(part.text, "counter")
    return taken(reader, part, effect, {"amount": written}) if known else None


def _becomes(reader: LineReader, part: LinePart, _effect: Search, cut: Cut) -> Result:
    if not cut.inside.text:
        raise reader.crash(part.text, "becomes")
    return reader.built(
        "becomes",
        {"text": reader.written(cut.inside)} | until(part),
        (),
        part.text,
        cut.start,
        cut.end + 1,
    )


def _altercost(reader: LineReader, part: LinePart, effect: Search) -> Result:
    written = part.text.text
    at = written.find(effect.sought) + len(effect.sought)
    colors = ("colorless", "green", "blue", "red", "black", "white")
    if not any(color in written[at:] for color in colors):
        return None
    end = written.find(")", at)
    reader.mark(part.text, at, end + 1 if end >= 0 else None)
    return taken(reader, part, effect, {"amount": written[at : end if end >= 0 else None]})


def _transforms(reader: LineReader, part: LinePart, effect: Search) -> Result:
    stored = reader.stores.transforms
    written = stored.text
    nested = written.find(effect.sought)
    extra = NO_TEXT
    if nested >= 0:
        begin = nested + len(effect.sought)
        end = written.find("))", nested)
        extra = stored.cut(begin, end if end >= 0 else None)
        written = written[:begin] + (written[end:] if end >= 0 else "")
    if not divided(written, ","):
        raise reader.crash(part.text, "transforms")
    reader.mark(stored)
    reader.stores.transforms = extra
    start = part.text.text.find(effect.sought)
    values = {"text": reader.written(stored)} | until(part)
    if part.name:
        values["name"] = part.name
    return reader.built("transforms", values, (), part.text, start, start + len(effect.sought))


def _revealed(reader: LineReader, part: LinePart, effect: Search) -> Result:
    stored, reader.stores.ability = reader.stores.ability, NO_TEXT
    reader.mark(stored)
    start = part.text.text.find(effect.sought)
    values = {"text": reader.written(stored)}
    if part.name:
        values["name"] = part.name
    return reader.built(effect.result, values, (), part.text, start, start + len(effect.sought))


def _doubleside(reader: LineReader, part: LinePart, effect: Search) -> Result:
    if reader.is_in_play or between(part.text, effect.sought, ")") is None:
        return False
    return taken(reader, part, effect)


def _add(reader: LineReader, part: LinePart, effect: Search) -> Result:
    written = part.text.text
    start = written.find(effect.sought)
    result = taken(reader, part, effect, {"amount": written[start:]})
    reader.mark(part.text, start)
    return result


def _relation(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    """Build a protection, or a limit of what can target or block a card."""
    if chooser(cut.inside.text) is None or part.is_active:
        return None
    values = {"target": cut.inside.text}
    if ends_with_the_turn(reader, part):
        if effect.sought != "protection from(":
            return None
        values["until"] = "turn"
    return reader.built(effect.result, values, (), part.text, cut.start, cut.end + 1)


def _modification(reader: LineReader, part: LinePart, effect: Search) -> Result:
    written = part.text.text
    at = written.find("/")
    start = written.rfind(" ", 0, at) + 1
    end = written.find(" ", at)
    end = len(written) if end < 0 else end
    values = {"power": written[start:at], "toughness": written[at + 1 : end]}
    if not all(amount_is_known(value) for value in values.values()):
        raise reader.crash(part.text, "amount")
    if part.is_active or ends_with_the_turn(reader, part):
        values["until"] = "turn"
    return reader.built(effect.result, values, (), part.text, start, end)


def _affinity(reader: LineReader, part: LinePart, effect: Search, cut: Cut) -> Result:
    reduced = inside(cut.behind.text, "reduce(", ")")
    if not reduced:
        return None
    return taken(reader, part, effect, {"target": cut.inside.text, "amount": reduced})


def _keyword(reader: LineReader, part: LinePart, _effect: Search) -> Result:
    written = part.text.text
    word = keyword(written) or ""
    at = written.find(word)
    values = {"keyword": word}
    if at and written[0] == "-":
        values["without"] = "-"
    if part.is_active or ends_with_the_turn(reader, part):
        values["until"] = "turn"
    return reader.built("keyword", values, (), part.text, 0, at + len(word))


def _rule(_reader: LineReader, _part: LinePart, _effect: Search) -> Result:
    return None


_SPECIALS: Final[dict[str, Special]] = {
    "dynamicability<!": _enclosed(_dynamic, "!>"),
    "flipacoin ": _block(" flipend"),
    **{f"rolld{faces} ": _block(f" rolld{faces}end") for faces in (4, 6, 8, 10, 12, 20)},
    "phaseaction": _phaseaction,
    "pay[[": _enclosed(_pay, "]]"),
    "upcost": _upcost,
    "grant ": _grant,
    "(blink)": _blink,
    "ability$": _given_ability,
    "token(": _enclosed(_token),
    "create(": _enclosed(_token),
    "moverandom(": _enclosed(_moverandom),
    "altermutationcounter:": _mutation,
    "mutationover:": _mutation,
    "mutationunder:": _mutation,
    "modbenchant(": _enclosed(_parenthesised),
    "changecost(": _enclosed(_parenthesised),
    "rampage(": _enclosed(_rampage),
    "maxplay(": _enclosed(_most),
    "maxcast(": _enclosed(_most),
    "phasealter(": _enclosed(_phasealter),
    "counter(": _enclosed(_counter),
    "countershroud(": _enclosed(_counter),
    "removeallcounters(": _enclosed(_counter),
    "becomes(": _enclosed(_becomes),
    "remake(": _enclosed(_becomes),
    "altercost(": _altercost,
    "transforms((": _transforms,
    "reveal:": _revealed,
    "scry:": _revealed,
    "doubleside(": _doubleside,
    "add": _add,
    "out": _add,
    "protection from(": _enclosed(_relation),
    "cantbetargetof(": _enclosed(_relation),
    "cantbeblockedby(": _enclosed(_relation),
    "/": _modification,
    "affinity(": _enclosed(_affinity),
    "": _keyword,
    "connectrule": _rule,
}
