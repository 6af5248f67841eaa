"""Plain English for conditions."""

from __future__ import annotations

import re
from typing import Final

from .. import conditions as c
from .. import nodes as p
from ..nodes import Node, Unknown
from .costs import cost
from .phrases import amount, counter_parts, counters, phrase, value
from .vocabulary import PHASES, STANDINGS
from .wording import an, joined, listed, plural, source, spelled, whole

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
_PAID: Final = {
    "alternative": "the alternative cost was paid", "kicker": "the kicker was paid",
    "buyback": "buyback was paid", "flashback": "it was cast with flashback",
    "retrace": "it was cast with retrace", "overload": "it was cast with overload",
    "bestow": "it was cast with bestow", "facedown": "it was played face down",
    "suspended": "it was suspended",
}  # fmt: skip
_ONLY: Final = re.compile(
    r"(?P<whose>my|opponent|during)?(?P<phase>battle|untap|upkeep|draw|firstmain|combatbegins|"
    r"attackers|blockers|firststrike|combatdamage|combatends|secondmain|endofturn|end|cleanup)only"
)


def conditions(node: c.Conditions | Node | None) -> str:
    """What has to be so: ``it is your turn and there is a creature on your battlefield``."""
    if node is None:
        return source("")
    if not isinstance(node, c.Conditions):
        return source(node)
    return listed(
        [condition(each) if isinstance(each, c.Condition) else source(each) for each in node.nodes]
    )


def restriction(node: c.Restriction | Unknown) -> str:
    """The conditions of ``restriction{...}``."""
    return source(node) if isinstance(node, Unknown) else conditions(node.conditions)


def condition(node: c.Condition) -> str:
    """A single condition."""
    if isinstance(node.relative, Unknown):
        return source(node)
    match node.test:
        case c.Placed():
            return _placed(node.test, node.relative, negated=node.negation is not None)
        case c.Standing():
            return _standing(node.test, node.relative, negated=node.negation is not None)
        case c.Restriction() if node.negation is None and node.relative is None:
            return restriction(node.test)
        case c.Measured(number=number):
            text = _number_is(str(number), node.relative, "is {}")
        case p.CounterTest():
            text = _counters_are(node.test, node.relative)
        case c.OddMeasure():
            text = _odd(node.test)
        case _:
            return source(node)
    return f"not ({text})" if node.negation is not None else text


def _sign(node: c.Relative) -> str:
    return _WORDS.get(node.word, node.word)


def _operand(node: c.Relative) -> str:
    match node.operand:
        case None:
            return ""
        case c.Placed(what=p.Target() as what) if node.operand.name == "type":
            return f"the number of {phrase(what, 'bare')}"
        case c.Measured(number=number):
            return source(number) if isinstance(number, Unknown) else value(number)
        case c.OddMeasure():
            return source(node.operand)
        case c.Placed():
            return source(node.operand)
        case number:
            return value(number)


def _limits(node: c.Relative) -> tuple[str, int | None]:
    """The sign and, if it is written in digits, the number."""
    sign, operand = _sign(node), node.operand
    return sign, whole(operand) if isinstance(operand, p.Integer) else None


def _placed(node: c.Placed, relative: c.Relative | None, *, negated: bool) -> str:
    if not isinstance(node.what, p.Target):
        return _spent(node, relative, negated=negated)
    simple = {
        "cantargetcard": ("it is {a}", "it isn't {a}"),
        "casted": ("{a} was cast", "{a} wasn't cast"),
    }.get(node.name)
    if simple is not None and relative is None:
        return simple[negated].format(a=phrase(node.what).removesuffix(" in any zone"))
    if node.name == "paid" and relative is None:
        paid = str(node.what).strip()
        text = _PAID.get(paid.lower(), f"{source(paid)} was paid")
        return text.replace("was", "wasn't", 1) if negated else text
    if node.name not in {"type", "thisturn", "lastturn"}:
        return source(f"{'not ' if negated else ''}{node}{relative or ''}")
    text = _there_are(node.what, relative, past=node.name != "type")
    when = {"thisturn": "this turn", "lastturn": "last turn"}.get(node.name, "")
    text = joined(text, when)
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
    if relative is not None or not isinstance(node.what, c.Cost):
        return source(f"{'not ' if negated else ''}{node}{relative or ''}")
    verb = {"spent": "spent on it", "paid": "paid"}.get(node.name)
    if verb is None:
        return source(f"{'not ' if negated else ''}{node}")
    return joined(cost(node.what), "wasn't" if negated else "was", verb)


def _standing(node: c.Standing, relative: c.Relative | None, *, negated: bool) -> str:
    word = re.sub(r"\s+", " ", node.word)
    if relative is not None:
        text = _number_is(word, relative, "is {}")
        return f"not ({text})" if negated else text
    if (texts := STANDINGS.get(word)) is not None:
        return texts[negated]
    if match := _ONLY.fullmatch(word):
        text = f"it is {_whose(match['whose'])}{PHASES[match['phase']]}"
        return text.replace(" is ", " isn't ", 1) if negated else text
    if "`" not in (number := amount(word)) and number != "X":
        return f"{number} is {'zero' if negated else 'more than zero'}"
    return f"not {source(node)}" if negated else source(node)


def _whose(word: str | None) -> str:
    return {"my": "your ", "opponent": "your opponent's "}.get(word or "", "the ")


def _number_is(text: str, relative: c.Relative | None, verb: str) -> str:
    """What a number is compared to, or a state that is a number for the engine."""
    word = text.strip().lower()
    if (states := STANDINGS.get(word)) is not None:
        sign, size = (">", 0) if relative is None else _limits(relative)
        if (sign, size) in {(">", 0), ("=", 1), (">=", 1)}:
            return states[0]
        if (sign, size) in _NONE:
            return states[1]
        return source(f"{text}{relative}")
    name = f"minus {amount(word[1:])}" if word.startswith("-") else amount(word)
    if relative is None:
        return f"{name} {verb.format('more than zero')}"
    pattern = _IS.get(_sign(relative))
    if pattern is None or relative.operand is None:
        return f"{name} {source(relative)}"
    return f"{name} {verb.format(pattern.format(_operand(relative)))}"


def _counters_are(node: p.CounterTest, relative: c.Relative | None) -> str:
    name, size = counter_parts(node.counter)
    if relative is None:
        return f"it has {counters(node.counter)} on it"
    if relative.operand is None and (count := whole(size)) is not None:
        pattern = _THAN.get(_sign(relative), "{}")
        names = f"{name} counter".strip()
        many = pattern.format(spelled(count))
        return f"it has {many} {names if count == 1 else plural(names)} on it"
    names = plural(f"{name} counter".strip())
    sign, number = _limits(relative)
    many = ""
    if (sign, number) in _SOME:
        many = an(f"{name} counter".strip())
    elif (sign, number) in _NONE:
        many = f"no {names}"
    elif number is not None and sign in _THAN:
        one = f"{name} counter".strip()
        many = f"{_THAN[sign].format(spelled(number))} {one if number == 1 else names}"
    if many:
        return f"it has {many} on it"
    if sign not in _IS or relative.operand is None:
        return f"the number of {names} on it {source(relative)}"
    return f"the number of {names} on it is {_IS[sign].format(_operand(relative))}"


def _odd(node: c.OddMeasure) -> str:
    held = [each for each in node.nodes if isinstance(each, c.Restriction)]
    signs = [each for each in node.nodes if isinstance(each, c.Relative)]
    if len(held) != 1 or len(signs) != 1 or _limits(signs[0]) not in {(">", 0), ("=", 1)}:
        return source(node)
    return restriction(held[0])
