"""Plain English for costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from attrs import evolve

from ..conditions import Cost, CounterCost, ExtraCost, ManaSymbol, NumberedCost, TargetedCost
from ..nodes import Group, HowMany, Integer, Node, Target, Unknown
from ..reading import parse
from .phrases import amount, counter_parts, counters, is_negative, much, phrase, value, zones_named
from .wording import joined, source, spelled

_EXTRA: Final = {
    "t": "{T}", "q": "{Q}", "s": "sacrifice this", "e": "exile this",
    "h": "return this to your hand", "d": "discard a card at random", "discard": "discard this",
    "m": "mill a card", "n": "return an unblocked attacker to your hand",
    "s2l": "put this on top of your library", "l2e": "exile the top card of your library",
    "cycle": "discard this to cycle it", "unattach": "unattach this",
    "chosencolor": "one mana of the chosen color",
}  # fmt: skip
_TARGETED: Final = {
    "s": "sacrifice {}", "t": "tap {}", "e": "exile {}", "discard": "discard {}",
    "d": "discard {}", "h": "return {} to your hand", "q": "untap {}", "crew": "crew with {}",
    "s2l": "put {} on top of your library",
}  # fmt: skip
_NUMBERED: Final = {"l": ("pay", "life"), "e": ("pay", "energy")}
_HYBRID: Final = re.compile(r"\{([2wubrg])/?([wubrg])\}")
_PHYREXIAN: Final = re.compile(r"\{p\(([wubrg])\)\}")


def cost(node: Cost | Unknown | None) -> str:
    """What has to be paid, as in ``{2}{G}, {T}, sacrifice a creature``."""
    if not isinstance(node, Group):
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
    """A mana symbol as Magic writes it."""
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
    return isinstance(node, ManaSymbol)


def _payments(nodes: Iterator[Node]) -> Iterator[str]:
    """What is no mana; what has to be done several times is said once."""
    for text, same in groupby(nodes, key=str):
        first, *others = same
        size = len(others) + 1
        if isinstance(first, TargetedCost):
            yield _targeted(first, size)
        else:
            payment = _payment(first)
            if size > 1 and payment.startswith("{"):
                payment = payment * size
            elif size > 1:
                payment = f"{payment} ({spelled(size)} times)"
            yield payment or source(text)


def _targeted(node: TargetedCost, size: int) -> str:
    pattern = _TARGETED.get(node.name)
    if pattern is None:
        return joined(source(node), f"({spelled(size)} times)" if size > 1 else "")
    target = node.target
    places = {str(each).strip().lower() for each in zones_named(target)}
    if node.name == "s" and places and all(place.endswith("hand") for place in places):
        pattern = "discard {}"
    if size > 1 and target.how_many is None:
        target = evolve(target, how_many=HowMany("<", None, Integer(str(size))))
    return pattern.format(phrase(target))


def _payment(node: Node) -> str:
    match node:
        case ExtraCost():
            return _EXTRA.get(node.word, source(node))
        case NumberedCost(number=number) if node.name in _NUMBERED:
            verb, name = _NUMBERED[node.name]
            return f"{verb} {much(number, name)}"
        case NumberedCost(number=number) if node.name == "value":
            return f"mana equal to {value(number)}"
        case CounterCost(owner=None):
            return _counter_cost(node, "this")
        case CounterCost(owner=owner):
            body = parse(str(owner).strip(", \t"), "target").body
            return _counter_cost(node, phrase(body) if isinstance(body, Target) else source(owner))
        case _:
            return source(node)


def _counter_cost(node: CounterCost, owner: str) -> str:
    _, size = counter_parts(node.counter)
    if size is not None and is_negative(size):
        return f"remove {counters(node.counter, -1)} from {owner}"
    return f"put {counters(node.counter)} on {owner}"
