"""Plain English for effects that are written like calls: ``altercost(colorless,-1)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ...lexicon import words
from ..effects import Call, Counters
from ..nodes import Integer, Node, Target, Variable
from ..reading import parse
from .effects import Stage, do, effect, place
from .phrases import amount, counted, counter_parts, phrase
from .vocabulary import PHASES, meaning
from .wording import (
    YOU,
    Noun,
    Sentence,
    action,
    an,
    joined,
    listed,
    source,
    spelled,
    statement,
    whole,
)

_PHASE_ADDED: Final = re.compile(
    r"add\s*[,^]\s*(\w+)\s*[,^]\s*(controller|opponent)\s*[,^]\s*after<(\w+)>"
)
_PHASE_CHANGED: Final = re.compile(r"remove,\s*(\w+),\s*(controller|opponent)")


@effect.register
def _(node: Call, stage: Stage) -> Sentence:
    if node.name in {"phasealter", "nextphasealter"}:
        return _phase_changed(node)
    word = words("call").get(node.name)
    if word is None or not word.english:
        return statement(source(node))
    if qualifies(node):
        return statement(qualified(node))
    if "target" in word.takes:
        return _done(node, word.english, stage)
    values = _VALUES.get(node.name, _texts)(node)
    return do(word.english, stage, **values) if values else statement(source(node))


def _argument(node: Call) -> str:
    return (node.arguments or "").strip()


def _done(node: Call, pattern: str, stage: Stage) -> Sentence:
    """Return what is done to cards that are named right there."""
    text = _argument(node)
    if text.lower() == "noevent":
        return do(f"{pattern} (no event)", stage)
    body = parse(text, "target").body
    if "{cards}" in pattern:
        cards = phrase(body, "bare") if isinstance(body, Target) else source(node)
        return do(pattern, stage, cards=cards)
    return do(pattern, stage, it=phrase(body) if isinstance(body, Target) else source(text))


#: Maximum number of symbols to write out.
_MOST: Final = 20
_MANA: Final = {"white": "{W}", "blue": "{U}", "black": "{B}", "red": "{R}", "green": "{G}"}


def _price(node: Call) -> dict[str, str]:
    """Return how much more or less something costs."""
    match = re.fullmatch(r"(\w+)\s*[,:]\s*([-+]?)\s*(.+)", _argument(node).lower())
    if match is None or match[1] not in {"colorless", *_MANA}:
        return {}
    color, sign, size = match[1], match[2], amount(match[3])
    more = "less" if sign == "-" else "more"
    if color == "colorless" and (size == "X" or whole(size) is not None):
        return {"price": f"{{{size}}} {more}"}
    if (number := whole(size)) is not None and number <= _MOST:
        return {"price": f"{_MANA[color] * number} {more}"}
    return {"price": f"{more}, by {color} mana equal to {size}"}


def _phase_changed(node: Call) -> Sentence:
    match = _PHASE_CHANGED.fullmatch(_argument(node).lower())
    if added := _PHASE_ADDED.fullmatch(_argument(node).lower()):
        return _phase_added(added)
    if match is None or match[1] not in PHASES:
        return statement(source(node))
    who = YOU if match[2] == "controller" else Noun("your opponent")
    which = "next " if node.name == "nextphasealter" else ""
    return action(who, "skip", f"{who.their} {which}{PHASES[match[1]]}")


def _phase_added(match: re.Match[str]) -> Sentence:
    who = YOU if match[2] == "controller" else Noun("your opponent")
    after = "this phase" if match[3] == "this" else f"the {PHASES.get(match[3], source(match[3]))}"
    name = {"combatphases": "combat phase",
            "combatphaseswithmain": "combat phase followed by an additional main phase",
            }.get(match[1], PHASES.get(match[1], source(match[1])))  # fmt: skip
    return action(who, "get", f"an additional {name} after {after}")


def _counters(node: Call) -> dict[str, str]:
    body = parse(f"counter({_argument(node).replace('.', ',')})").body
    named = [each for _, each in body.walk() if isinstance(each, Counters)] if body else []
    return {"counters": joined(counter_parts(named[0].counter)[0], "counters")} if named else {}


def _texts(node: Call) -> dict[str, str]:
    """Return the text in the brackets in all forms that English patterns use."""
    written = _argument(node)
    text = re.sub(r"\s*[,^]\s*", ", ", written)
    side = "its back side" if text.lower() == "backside" else f'"{text}"'
    place_named = place(text, "into") if node.name == "zone" else ""
    return {
        "text": text, "side": side, "number": amount(text), "place": place_named,
        "a": an(text.lower()), "color": written.lower(),
        "mana": "all mana" if written == "*" else written.upper(),
        "many": counted((Integer if whole(text) is not None else Variable)(text), "counter"),
    }  # fmt: skip


def _blocked(node: Call) -> dict[str, str]:
    """Return what a card gets when there are blockers: ``1/1,2``."""
    match = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})\s*(?:,\s*([0-9]{1,3}))?", _argument(node))
    if match is None:
        return {}
    first = int(match[3] or "1")
    beyond = f" beyond the first {spelled(first) if first > 1 else ''}".rstrip() if first else ""
    return {"size": f"+{match[1]}/+{match[2]}", "beyond": beyond}


#: What stands in the brackets of some calls, in the ways in which their English has it.
_VALUES: Final[dict[str, Callable[[Call], dict[str, str]]]] = {
    "altercost": _price, "changecost": _price, "removeallcounters": _counters,
    "bushido": _blocked, "rampage": _blocked,
}  # fmt: skip


def qualifies(node: Node) -> bool:
    """Return whether an effect only says how another one is done."""
    return isinstance(node, Call) and node.name in _MODIFIERS


def qualified(node: Call) -> str:
    """Return the manner of another effect: ``with haste``."""
    texts = _texts(node)
    if node.name == "with":
        texts["text"] = listed(texts["text"].split(", "))
    if node.name == "revealuntil":
        body = parse(_argument(node), "target").body
        texts["text"] = phrase(body) if isinstance(body, Target) else texts["text"]
    if node.name == "options":
        known = meaning("option", texts["text"].lower()) or source(texts["text"])
        texts["text"] = known.removeprefix("(").removesuffix(")")
    return meaning("call", node.name).format_map(texts)


_MODIFIERS: Final = frozenset(
    ("with", "zone", "cards", "addtype", "forcetype", "options", "reduce", "revealuntil")
)
