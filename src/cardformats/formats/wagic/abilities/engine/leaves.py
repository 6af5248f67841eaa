"""What is done: the effect that the engine finds first in a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from .built import Built
from .conditions import counter_is_known
from .cutting import Text, between, divided, inside
from .effects import EFFECTS, Effect, first, keyword
from .targets import chooser

if TYPE_CHECKING:
    from .reader import Part, Reader

#: Players, of which the last one of these that a text has counts; a blank must be before it.
_WHO: Final = ("controller", "opponent", "targetcontroller", "targetedplayer", "owner")
_UNTIL: Final = (("forever", "forever"), ("uynt", "next turn"), ("uent", "next end"))
_MODIFIERS: Final = re.compile(
    r" (?:controller|opponent|targetcontroller|targetedplayer|owner)\b|ueot|oneshot|forever|uynt"
    r"|uent|noevent|notrg|noreplace|nonstatic|cdaactive|dontremove|forcedalive|livingweapon"
    r"|\*[^ ]+|(?:options|with|addtype|cards|zone|to|from|return|reduce|forcetype)\([^)]*\)"
    r"|winabilityend|revealend|scryend|nextphase|undocpy|forceclean|fromplay|untp|doesntempty"
    r"|hiddenmoveto|withenchant|noproftrg|!\$|\)\)|\)!|!>"
)
_TILL_END: Final = frozenset(("swap", "preventallcombatdamage"))
_DICE: Final = re.compile(r"\s*(\d*)")

Special: TypeAlias = "Callable[[Reader, Part, Effect], Built | bool | None]"


def leaf(reader: Reader, part: Part) -> Built | None:
    """What the engine does with the *text* of a part in which no step finds anything."""
    written = part.text.text
    number = first(written)
    while number >= 0:
        effect = EFFECTS[number]
        if effect.shape == "own":
            special = _SPECIALS.get(effect.word)
            result = _taken(reader, part, effect) if special is None else special(reader, part, effect)
        else:
            result = _taken(reader, part, effect)
        if result is not False:
            for match in _MODIFIERS.finditer(written):
                reader.mark(part.text, match.start(), match.end())
            return result if isinstance(result, Built) else None
        number = first(written, number)
    return None


def _taken(reader: Reader, part: Part, effect: Effect, values: dict[str, str] | None = None,
           inner: tuple[Built, ...] = ()) -> Built | bool:  # fmt: skip
    """An effect whose amount stands behind its word."""
    text = part.text
    written = text.text
    start = written.find(effect.word)
    end = start + len(effect.word)
    values = {} if values is None else values
    if effect.shape != "word" and "amount" not in values:
        stop = " " if effect.shape == "quantity" else ")"
        until = written.find(stop, end)
        values["amount"] = written[end : until if until >= 0 else None]
        end = len(written) if until < 0 else until + (stop == ")")
    if effect.has_who and (name := who(written)):
        values["who"] = name
    if part.name:
        values["name"] = part.name
    if effect.kind == "prevention":
        values["type"] = effect.word
        if effect.word == "fog" or lasts_a_turn(part):
            values["until"] = "turn"
        for word in ("to", "from"):
            if (asked := inside(written, f"{word}(", ")")) is not None:
                values[word] = asked
    if effect.has_also and reader.stores.also.text:
        also, reader.stores.also = reader.stores.also, Text("")
        ability = reader.ability(also)
        if ability is not None:
            inner = (*inner, ability)
    span = reader.mark(text, start, end)
    if effect.kind == "swap":
        values["until"] = "turn"
    return Built(effect.kind, values, inner, *span)


def who(written: str) -> str:
    """Which player a text names."""
    for name in reversed(_WHO):
        if f" {name}" in written:
            return name
    return ""


def lasts_a_turn(part: Part) -> bool:
    """Whether the text, or what is around it, says that it ends with the turn."""
    return part.is_brief or "ueot" in part.text.text


def _spell_lasts_a_turn(reader: Reader, part: Part) -> bool:
    written = part.text.text
    return lasts_a_turn(part) or (
        reader.facts.is_spell and not any(word in written for word, _ in _UNTIL)
    )


def _block(stop: str, kind: str | None = None) -> Special:
    """What stands up to *stop* is kept as a text."""

    def special(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
        cut = between(part.text, effect.word, stop)
        if cut is None:
            return False
        span = reader.mark(part.text, cut.start, cut.end + len(stop))
        return Built(kind or effect.kind, {"text": cut.inside.text}, (), *span)

    return special


def _dynamic(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, "!>")
    if cut is None:
        return False
    inner = reader.ability(cut.behind) if cut.behind.text else None
    span = reader.mark(part.text, cut.start, cut.end + 2)
    inners = () if inner is None else (inner,)
    return Built("dynamicability", {"amount": cut.inside.text}, inners, *span)


def _phaseaction(reader: Reader, part: Part, _effect: Effect) -> Built | bool | None:
    return reader.schedule(part)


def _pay(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, "]]")
    return False if cut is None else reader.paying(part, cut, "]]")


def _upcost(reader: Reader, part: Part, _effect: Effect) -> Built | bool | None:
    return reader.upkeep(part)


def _grant(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    inner = reader.ability(reader.stores.ability)
    span = reader.mark(part.text, part.text.text.find(effect.word), None)
    return Built("grant", {}, () if inner is None else (inner,), *span)


def _blink(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    written = part.text.text
    at = written.find("return(")
    inner = reader.ability(part.text.cut(at + 7 if at >= 0 else 6))
    start = written.find(effect.word)
    values = {"until": "turn"} if "(blink)ueot" in written else {}
    if "(blink)forsrc" in written:
        values["until"] = "source"
    span = reader.mark(part.text, start, start + len(effect.word) + 6)
    return Built("blink", values, () if inner is None else (inner,), *span)


def _given_ability(reader: Reader, part: Part, _effect: Effect) -> Built | bool | None:
    stored = reader.stores.ability
    if not stored.text:
        return False
    values = {}
    cut = between(stored, "name(", ")")
    if cut is not None:
        values["name"] = cut.inside.text
    elif part.name:
        values["name"] = part.name
    reader.mark(stored)
    values["text"] = stored.text if cut is None else cut.before.text + cut.behind.text
    if name := who(part.text.text):
        values["who"] = name
    reader.stores.ability = reader.stores.transforms = Text("")
    start = part.text.text.find("ability$")
    return Built("ability", values, (), *reader.mark(part.text, start, start + 9))


def _token(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    described = cut.inside.text.replace("^", ",") if effect.word == "token(" else cut.inside.text
    parts = divided(described, "," if effect.word == "token(" else ":")
    values = {"token": described}
    star = part.text.text.find("*")
    if star >= 0:
        values["amount"] = part.text.text[star + 1 :].split(" ", 1)[0]
    else:
        values["amount"] = ""
    is_number = re.match(r"\s*[+-]?0*[1-9]", described) is not None
    if not is_number and len(parts) < 3 and not _is_card(reader, described, len(parts)):
        return None
    if not is_number and len(parts) >= 3 and len(divided(parts[2], "/")) < 2 and len(divided(parts[2], "%")) < 2:
        if parts[2]:
            raise reader.crash(cut.inside, "token")
    result = _taken(reader, part, effect, values)
    reader.mark(part.text, cut.start, cut.end + 1)
    return result


def _is_card(reader: Reader, described: str, parts: int) -> bool:
    """Whether a token is described by the name of a card, as far as that is known."""
    if not 1 <= parts <= 2:
        return False
    has_card = reader.facts.has_card
    return parts == 1 if has_card is None else has_card(described.replace(",notrigger", ""))


def _moverandom(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    source = inside(cut.behind.text, "from(", ")")
    to = inside(cut.behind.text, "to(", ")")
    if source is None or to is None:
        return None
    return _taken(reader, part, effect, {"amount": cut.inside.text, "from": source, "zone": to})


def _mutation(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    if effect.word != "altermutationcounter:" and "altermutationcounter:" not in part.text.text:
        raise reader.crash(part.text, "mutation")
    return False


def _parenthesised(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    """A call that counts only with its closing parenthesis, and with something in it."""
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    if effect.word in ("modbenchant(", "changecost("):
        parts = divided(cut.inside.text, ":")
        if not cut.inside.text:
            return False
        if len(parts) < 2:
            raise reader.crash(part.text, "cost")
        if not parts[0] or not parts[1]:
            return False
    return _taken(reader, part, effect, {"amount": cut.inside.text})


def _most(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    values = {"target": cut.inside.text, "amount": cut.behind.text.split(" ", 1)[0]}
    if _spell_lasts_a_turn(reader, part):
        values["until"] = "turn"
    reader.mark(part.text, cut.start, cut.end + 1 + len(values["amount"]))
    return _taken(reader, part, effect, values)


def _phasealter(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    if len(divided(cut.inside.text.replace("^", ","), ",")) < 3:
        return None
    return _taken(reader, part, effect, {"amount": cut.inside.text})


def _counter(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    written = cut.inside.text
    if effect.word == "removeallcounters(" and "all" in written:
        known: bool | None = True
    elif effect.word == "countershroud(" and written == "any":
        known = True
    else:
        known = counter_is_known(written)
    if known is None:
        raise reader.crash(part.text, "counter")
    return _taken(reader, part, effect, {"amount": written}) if known else None


def _becomes(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    if not cut.inside.text:
        raise reader.crash(part.text, "becomes")
    span = reader.mark(part.text, cut.start, cut.end + 1)
    return Built("becomes", {"text": cut.inside.text} | _until(part), (), *span)


def _until(part: Part) -> dict[str, str]:
    written = part.text.text
    for word, until in _UNTIL:
        if word in written and (word == "forever" or lasts_a_turn(part) or "oneshot" in written):
            return {"until": until}
    if lasts_a_turn(part) or "oneshot" in written:
        return {"until": "turn"}
    return {}


def _altercost(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    written = part.text.text
    at = written.find(effect.word) + len(effect.word)
    colors = ("colorless", "green", "blue", "red", "black", "white")
    if not any(color in written[at:] for color in colors):
        return None
    end = written.find(")", at)
    reader.mark(part.text, at, end + 1 if end >= 0 else None)
    return _taken(reader, part, effect, {"amount": written[at : end if end >= 0 else None]})


def _transforms(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    stored = reader.stores.transforms
    written = stored.text
    nested = written.find(effect.word)
    extra = Text("")
    if nested >= 0:
        begin = nested + len(effect.word)
        end = written.find("))", nested)
        extra = stored.cut(begin, end if end >= 0 else None)
        written = written[:begin] + (written[end:] if end >= 0 else "")
    if not divided(written, ","):
        raise reader.crash(part.text, "transforms")
    reader.mark(stored)
    reader.stores.transforms = extra
    start = part.text.text.find(effect.word)
    values = {"text": stored.text} | _until(part)
    if part.name:
        values["name"] = part.name
    span = reader.mark(part.text, start, start + len(effect.word))
    return Built("transforms", values, (), *span)


def _revealed(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    stored, reader.stores.ability = reader.stores.ability, Text("")
    reader.mark(stored)
    start = part.text.text.find(effect.word)
    values = {"text": stored.text}
    if part.name:
        values["name"] = part.name
    return Built(effect.kind, values, (), *reader.mark(part.text, start, start + len(effect.word)))


def _doubleside(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    if reader.is_in_play or between(part.text, effect.word, ")") is None:
        return False
    return _taken(reader, part, effect)


def _add(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    written = part.text.text
    start = written.find(effect.word)
    result = _taken(reader, part, effect, {"amount": written[start:]})
    reader.mark(part.text, start)
    return result


def _relation(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    """What a card is protected from, cannot be targeted or blocked by."""
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    if chooser(cut.inside.text) is None or part.is_active:
        return None
    values = {"target": cut.inside.text}
    if _spell_lasts_a_turn(reader, part):
        if effect.word != "protection from(":
            return None
        values["until"] = "turn"
    return Built(effect.kind, values, (), *reader.mark(part.text, cut.start, cut.end + 1))


def _modification(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    written = part.text.text
    at = written.find("/")
    start = written.rfind(" ", 0, at) + 1
    end = written.find(" ", at)
    end = len(written) if end < 0 else end
    values = {"power": written[start:at], "toughness": written[at + 1 : end]}
    if part.is_active or _spell_lasts_a_turn(reader, part):
        values["until"] = "turn"
    return Built(effect.kind, values, (), *reader.mark(part.text, start, end))


def _affinity(reader: Reader, part: Part, effect: Effect) -> Built | bool | None:
    cut = between(part.text, effect.word, ")")
    if cut is None:
        return False
    reduced = inside(cut.behind.text, "reduce(", ")")
    if not reduced:
        return None
    return _taken(reader, part, effect, {"target": cut.inside.text, "amount": reduced})


def _keyword(reader: Reader, part: Part, _effect: Effect) -> Built | bool | None:
    written = part.text.text
    word = keyword(written) or ""
    at = written.find(word)
    values = {"keyword": word}
    if at and written[0] == "-":
        values["without"] = "-"
    if part.is_active or _spell_lasts_a_turn(reader, part):
        values["until"] = "turn"
    return Built("keyword", values, (), *reader.mark(part.text, 0, at + len(word)))


def _rule(_reader: Reader, _part: Part, _effect: Effect) -> Built | bool | None:
    return None


_SPECIALS: Final[dict[str, Special]] = {
    "dynamicability<!": _dynamic,
    "flipacoin ": _block(" flipend"),
    **{f"rolld{faces} ": _block(f" rolld{faces}end") for faces in (4, 6, 8, 10, 12, 20)},
    "phaseaction": _phaseaction,
    "pay[[": _pay,
    "upcost": _upcost,
    "grant ": _grant,
    "(blink)": _blink,
    "ability$": _given_ability,
    "token(": _token,
    "create(": _token,
    "moverandom(": _moverandom,
    "altermutationcounter:": _mutation,
    "mutationover:": _mutation,
    "mutationunder:": _mutation,
    "modbenchant(": _parenthesised,
    "changecost(": _parenthesised,
    "rampage(": _parenthesised,
    "maxplay(": _most,
    "maxcast(": _most,
    "phasealter(": _phasealter,
    "counter(": _counter,
    "countershroud(": _counter,
    "removeallcounters(": _counter,
    "becomes(": _becomes,
    "remake(": _becomes,
    "altercost(": _altercost,
    "transforms((": _transforms,
    "reveal:": _revealed,
    "scry:": _revealed,
    "doubleside(": _doubleside,
    "add": _add,
    "out": _add,
    "protection from(": _relation,
    "cantbetargetof(": _relation,
    "cantbeblockedby(": _relation,
    "/": _modification,
    "affinity(": _affinity,
    "": _keyword,
    "connectrule": _rule,
}
