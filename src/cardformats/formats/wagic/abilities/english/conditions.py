"""Plain English for conditions and costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from attrs import evolve

from ...lexicon import words
from .. import conditions as c
from .. import nodes as p
from ..nodes import Node, Unknown
from ..reading import parse
from .phrases import amount, counter_parts, counters, is_negative, much, phrase, value, zones_named
from .vocabulary import STANDINGS, meaning, period, zone_word
from .wording import THIS, Noun, an, joined, listed, plural, source, spelled, whole

_WORDS: Final = {
    "morethan": ">", "lessthan": "<", "lessthen": "<", "equalto": "=", "notequalto": "!=",
    "==": "=",
}  # fmt: skip
_THAN: Final = {
    ">": "more than {}", "<": "fewer than {}", "=": "exactly {}", ">=": "at least {}",
    "<=": "at most {}", "!=": "other than {}",
}  # fmt: skip
_IS: Final = {
    ">": "more than {}", "<": "less than {}", "=": "{}", ">=": "at least {}",
    "<=": "at most {}", "!=": "not {}",
}  # fmt: skip
#: Comparisons that are true of any number but zero, and of zero alone.
_SOME: Final = ((">", 0), (">=", 1))
_NONE: Final = (("=", 0), ("<", 1), ("<=", 0))
PAID: Final = {
    text: re.sub(r"\bits\b", "this's", re.sub(r"^it was", "this was", word.english))
    for text, word in words("paid_word").items()
}


def conditions(node: c.Conditions | Node | None, it: Noun = THIS) -> str:
    """Return conditions as a clause: ``it is your turn and there is no creature in your hand``.

    Args:
        node: the conditions.
        it: the card that ``cantargetcard(...)`` is about.
    """
    if node is None:
        return source("")
    if not isinstance(node, c.Conditions):
        return source(node)
    return listed(
        [
            condition(each, it) if isinstance(each, c.Condition) else source(each)
            for each in node.nodes
        ]
    )


def restriction(node: c.Restriction | Unknown) -> str:
    """Return the conditions of ``restriction{...}``."""
    return source(node) if isinstance(node, Unknown) else conditions(node.conditions)


def condition(node: c.Condition, it: Noun = THIS) -> str:
    """Return a single condition."""
    if isinstance(node.relative, Unknown):
        return source(node)
    match node.test:
        case c.Placed():
            return _placed(node.test, node.relative, it, negated=node.negation is not None)
        case c.Standing():
            return _standing(node.test, node.relative, negated=node.negation is not None)
        case c.Restriction() if node.negation is None and node.relative is None:
            return restriction(node.test)
        case c.Measured(number=number):
            text = _counted_are(str(number), node.relative) or _number_is(
                str(number), node.relative, "is {}"
            )
        case p.CounterTest():
            text = _counters_are(node.test, node.relative)
        case c.OddMeasure():
            text = _odd(node.test)
        case _:
            return source(node)
    return f"not ({text})" if node.negation is not None else text


def own(text: str) -> str:
    """Return a number of a card as that of this very card, whatever other cards were spoken of."""
    return re.sub(r"\bits ", "this's ", re.sub(r"\bon it\b", "on this", text))


def _sign(node: c.Relative) -> str:
    return _WORDS.get(node.word, node.word)


def _operand(node: c.Relative) -> str:
    match node.operand:
        case None:
            return ""
        case c.Placed(what=p.Target() as what) if node.operand.name == "type":
            return f"the number of {phrase(what, 'bare')}"
        case c.Measured(number=number):
            return source(number) if isinstance(number, Unknown) else own(value(number))
        case c.OddMeasure() | c.Placed():
            return source(node.operand)
        case number:
            return own(value(number))


def _limits(node: c.Relative) -> tuple[str, int | None]:
    """Return the sign and, if it is written in digits, the number."""
    sign, operand = _sign(node), node.operand
    return sign, whole(operand) if isinstance(operand, p.Integer) else None


def _placed(node: c.Placed, relative: c.Relative | None, it: Noun, *, negated: bool) -> str:
    if not isinstance(node.what, p.Target):
        return _spent(node, relative, negated=negated)
    if node.name in {"cantargetcard", "casted"} and relative is None:
        what = phrase(node.what).removesuffix(" in any zone")
        if node.name == "casted":
            return what + (" wasn't cast" if negated else " was cast")
        return it.does("aren't" if negated else "be", what)
    if node.name == "paid" and relative is None:
        paid = str(node.what).strip()
        text = PAID.get(paid.lower(), f"{source(paid)} was paid")
        return text.replace("was", "wasn't", 1) if negated else text
    if node.name not in {"type", "thisturn", "lastturn"}:
        return source(f"{'not ' if negated else ''}{node}{relative or ''}")
    when = {"thisturn": "this turn", "lastturn": "last turn"}.get(node.name, "")
    if when and node.what.zones and "stack" not in str(node.what.zones).lower():
        when = f"that came there {when}"  # which cards were there before is not known
    text = joined(_there_are(node.what, relative, past=bool(when)), when)
    return f"not ({text})" if negated else text


def _there_are(target: p.Target, relative: c.Relative | None, *, past: bool) -> str:
    singular, several = ("was", "were") if past else ("is", "are")
    sign, size = (">", 0) if relative is None else _limits(relative)
    if (sign, size) in _SOME:
        return f"there {singular} {phrase(target, 'a')}"
    names = phrase(target, "bare")
    if (sign, size) in _NONE:
        return f"there {several} no {names}"
    pattern = _THAN.get(sign)
    if relative is None or pattern is None or relative.operand is None:
        return f"{source(relative)} holds for {names}"
    if size is None:
        return f"the number of {names} {singular} {_IS[sign].format(_operand(relative))}"
    if size == 1 and "`" not in names:
        one = re.sub(r"^an? ", "", phrase(target, "a"))
        verb = several if sign == "<" else singular
        return f"there {verb} {pattern.format('one')} {one}"
    return f"there {several} {pattern.format(spelled(size))} {names}"


def _spent(node: c.Placed, relative: c.Relative | None, *, negated: bool) -> str:
    verb = {"spent": "spent on this", "paid": "paid"}.get(node.name)
    if verb is None or relative is not None or not isinstance(node.what, c.Cost):
        return source(f"{'not ' if negated else ''}{node}{relative or ''}")
    return joined(cost(node.what), "wasn't" if negated else "was", verb)


def _standing(node: c.Standing, relative: c.Relative | None, *, negated: bool) -> str:
    word = re.sub(r"\s+", " ", node.word)
    if relative is not None:
        text = _number_is(word, relative, "is {}")
        return f"not ({text})" if negated else text
    if (texts := STANDINGS.get(word)) is not None:
        return texts[negated]
    if (time := period(word)) and "`" not in time and time != "the turn":
        text = f"it is {time}"
        return text.replace(" is ", " isn't ", 1) if negated else text
    if "`" not in (number := own(amount(word))) and number != "X":
        return f"{number} is {'zero' if negated else 'more than zero'}"
    return f"not {source(node)}" if negated else source(node)


def _counted_are(text: str, relative: c.Relative | None) -> str:
    """Return whether there are cards at all, if a number is how many there are; else nothing."""
    if relative is None or _limits(relative) not in (*_SOME, *_NONE):
        return ""
    match = re.fullmatch(r"type:([^:]+):(\w+)", text.strip().lower())
    if match is None or zone_word(match[2]) is None:
        return ""
    body = parse(f"{match[1]}|{match[2]}", "target").body
    if not isinstance(body, p.Target) or body.kinds is None:
        return ""
    return _there_are(body, relative, past=False)


def _number_is(text: str, relative: c.Relative | None, verb: str) -> str:
    """Return the comparison of a number, or a state that is a number for the engine."""
    word = text.strip().lower()
    if (states := STANDINGS.get(word)) is not None:
        sign, size = (">", 0) if relative is None else _limits(relative)
        if (sign, size) in {(">", 0), ("=", 1), (">=", 1)}:
            return states[0]
        if (sign, size) in _NONE:
            return states[1]
        return source(f"{text}{relative}")
    name = own(f"minus {amount(word[1:])}" if word.startswith("-") else amount(word))
    if relative is None:
        return f"{name} {verb.format('more than zero')}"
    pattern = _IS.get(_sign(relative))
    if pattern is None or relative.operand is None:
        return f"{name} {source(relative)}"
    return f"{name} {verb.format(pattern.format(_operand(relative)))}"


def _counters_are(node: p.CounterTest, relative: c.Relative | None) -> str:
    if relative is None:
        return f"this has {counters(node.counter)} on it"
    name, count = counter_parts(node.counter)
    one = f"{name} counter".strip()
    several = plural(one)
    sign, number = _limits(relative)
    if relative.operand is None and (size := whole(count)) is not None:
        many = f"{_THAN.get(sign, '{}').format(spelled(size))} {one if size == 1 else several}"
    elif (sign, number) in _SOME:
        many = an(one)
    elif (sign, number) in _NONE:
        many = f"no {several}"
    elif number is not None and sign in _THAN:
        many = f"{_THAN[sign].format(spelled(number))} {one if number == 1 else several}"
    elif sign in _IS and relative.operand is not None:
        return f"the number of {several} on this is {_IS[sign].format(_operand(relative))}"
    else:
        return f"the number of {several} on this {source(relative)}"
    return f"this has {many} on it"


def _odd(node: c.OddMeasure) -> str:
    held = [each for each in node.nodes if isinstance(each, c.Restriction)]
    signs = [each for each in node.nodes if isinstance(each, c.Relative)]
    if len(held) != 1 or len(signs) != 1 or _limits(signs[0]) not in {(">", 0), ("=", 1)}:
        return source(node)
    return restriction(held[0])


#: What is written as a sign.
_SIGNS: Final = {"t": "{T}", "q": "{Q}"}
_TARGETED: Final = {
    "s": "sacrifice {}", "t": "tap {}", "e": "exile {}", "discard": "discard {}",
    "d": "discard {}", "h": "return {} to your hand", "q": "untap {}", "crew": "crew with {}",
    "s2l": "put {} on top of your library",
}  # fmt: skip
_NUMBERED: Final = {"l": ("pay", "life"), "e": ("pay", "energy")}
_HYBRID: Final = re.compile(r"\{([2wubrg])/?([wubrg])\}")
_PHYREXIAN: Final = re.compile(r"\{p\(([wubrg])\)\}")


def cost(node: c.Cost | Unknown | None) -> str:
    """Return a cost, as in ``{2}{G}, {T}, sacrifice a creature``."""
    if not isinstance(node, p.Group):
        return source(node) if node is not None else "nothing"
    parts: list[str] = []
    for is_mana, payments in groupby(node.nodes, key=_is_mana):
        if is_mana:
            symbols = [symbol(each) for each in payments]
            parts += [re.sub(r"(?<=\}), (?=\{)", "", ", ".join(symbols))]
        else:
            parts.extend(_payments(payments))
    return ", ".join(parts)


def symbol(node: Node) -> str:
    """Return a mana symbol as Magic writes it."""
    text = str(node).strip().lower()
    if match := _PHYREXIAN.fullmatch(text):
        return f"{{{match[1].upper()}/P}}"
    if match := _HYBRID.fullmatch(text):
        return f"{{{match[1].upper()}/{match[2].upper()}}}"
    if text.startswith("{value:"):
        return f"mana equal to {amount(text[7:-1])}"
    if match := re.fullmatch(r"\{x:([a-z]+)\}", text):
        return f"{{X}} ({match[1]} mana only)"
    return "{S}" if text == "{i}" else text.upper()


def _is_mana(node: Node) -> bool:
    return isinstance(node, c.ManaSymbol)


def _payments(nodes: Iterator[Node]) -> Iterator[str]:
    """Yield the parts of a cost other than mana; equal parts are joined."""
    for first, same in groupby(nodes):
        _, *others = same
        size = len(others) + 1
        if isinstance(first, c.TargetedCost):
            yield _targeted(first, size)
        else:
            payment = _payment(first)
            if size > 1 and payment.startswith("{"):
                payment = payment * size
            elif size > 1:
                payment = f"{payment} ({spelled(size)} times)"
            yield payment or source(first)


def _targeted(node: c.TargetedCost, size: int) -> str:
    pattern = _TARGETED.get(node.name)
    if pattern is None:
        return joined(source(node), f"({spelled(size)} times)" if size > 1 else "")
    target = node.target
    places = {str(each).strip().lower() for each in zones_named(target)}
    if node.name == "s" and places and all(place.endswith("hand") for place in places):
        pattern = "discard {}"
    if size > 1 and target.how_many is None:
        target = evolve(target, how_many=p.HowMany("<", None, p.Integer(str(size))))
    return pattern.format(phrase(target))


def _payment(node: Node) -> str:
    match node:
        case c.ExtraCost():
            return _SIGNS.get(node.word) or meaning("cost", node.word) or source(node)
        case c.NumberedCost(number=number) if node.name in _NUMBERED:
            verb, name = _NUMBERED[node.name]
            return f"{verb} {much(number, name)}"
        case c.NumberedCost(number=number) if node.name == "value":
            return f"mana equal to {value(number)}"
        case c.CounterCost(owner=None):
            return _counter_cost(node, "this")
        case c.CounterCost(owner=owner):
            body = parse(str(owner).strip(", \t"), "target").body
            return _counter_cost(
                node, phrase(body) if isinstance(body, p.Target) else source(owner)
            )
        case _:
            return source(node)


def _counter_cost(node: c.CounterCost, owner: str) -> str:
    _, size = counter_parts(node.counter)
    if size is not None and is_negative(size):
        return f"remove {counters(node.counter, -1)} from {owner}"
    return f"put {counters(node.counter)} on {owner}"
