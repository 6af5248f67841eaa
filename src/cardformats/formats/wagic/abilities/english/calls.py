"""Plain English for effects that are written like calls: ``altercost(colorless,-1)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..effects import Call, Counters
from ..nodes import Node, Target
from ..reading import parse
from .effects import EFFECTS, Stage, do, effect, place
from .phrases import amount, counter_parts, phrase
from .vocabulary import PHASES
from .wording import YOU, Noun, Sentence, action, joined, listed, source, spelled, statement, whole

_PHASE_CHANGED: Final = re.compile(r"remove,\s*(\w+),\s*(controller|opponent)")


@effect.register
def _(node: Call, stage: Stage) -> Sentence:
    if (handler := _CALLS.get(node.name)) is not None:
        return handler(node, stage)
    return statement(source(node))


def _argument(node: Call) -> str:
    return (node.arguments or "").strip()


def _done(node: Call, stage: Stage) -> Sentence:
    """What can be done to a card that is named right there."""
    pattern, text = EFFECTS[node.name], _argument(node)
    if text.lower() == "noevent":
        return do(f"{pattern} (no event)", stage)
    body = parse(text, "target").body
    return do(pattern, stage, it=phrase(body) if isinstance(body, Target) else source(text))


#: So many symbols are written out.
_MOST: Final = 20
_MANA: Final = {"white": "{W}", "blue": "{U}", "black": "{B}", "red": "{R}", "green": "{G}"}


def _altered(node: Call, stage: Stage) -> Sentence:
    match = re.fullmatch(r"(\w+)\s*[,:]\s*([-+]?)\s*(.+)", _argument(node).lower())
    if match is None or match[1] not in {"colorless", *_MANA}:
        return statement(source(node))
    color, sign, size = match[1], match[2], amount(match[3])
    more = "less" if sign == "-" else "more"
    if color == "colorless" and (size == "X" or whole(size) is not None):
        return action(stage.take(), "cost", f"{{{size}}} {more}")
    if (number := whole(size)) is not None and number <= _MOST:
        return action(stage.take(), "cost", f"{_MANA[color] * number} {more}")
    return action(stage.take(), "cost", f"{more}, by {color} mana equal to {size}")


def _phase_changed(node: Call, stage: Stage) -> Sentence:
    del stage
    match = _PHASE_CHANGED.fullmatch(_argument(node).lower())
    if match is None or match[1] not in PHASES:
        return statement(source(node))
    who = YOU if match[2] == "controller" else Noun("your opponent")
    which = "next " if node.name == "nextphasealter" else ""
    return action(who, "skip", f"{who.their} {which}{PHASES[match[1]]}")


def _all_counters(node: Call, stage: Stage) -> Sentence:
    body = parse(f"counter({_argument(node).replace('.', ',')})").body
    counters_named = [each for _, each in body.walk() if isinstance(each, Counters)] if body else []
    if not counters_named:
        return statement(source(node))
    name, _ = counter_parts(counters_named[0].counter)
    return action(None, "remove", joined("all", name, "counters from", stage.take().text))


def _unpooled(node: Call, stage: Stage) -> Sentence:
    who, text = stage.who, _argument(node)
    pool = "the mana pool" if who is None else f"{who.owning} mana pool"
    return action(None, "remove", f"{'all mana' if text == '*' else text.upper()} from {pool}")


def _kept(node: Call, stage: Stage) -> Sentence:
    del stage
    owner = "your" if node.name == "mypoolsave" else "your opponent's"
    return statement(f"{_argument(node).lower()} mana doesn't empty from {owner} mana pool")


#: What is done with the words in brackets, as :func:`do` takes it: as they are, in quotes, or as a
#: number.
_WITH_WORDS: Final = {
    "flip": "flip {it} to {side}", "doubleside": "flip {it} to {side}",
    "losesatype": "it | lose the type {text}", "losesubtypesof": "it | lose all {text} subtypes",
    "count": "count {number}", "countb": "count {number} again",
}  # fmt: skip


def _with_words(node: Call, stage: Stage) -> Sentence:
    text = _argument(node)
    side = "its back side" if text.lower() == "backside" else f'"{text}"'
    return do(_WITH_WORDS[node.name], stage, side=side, text=text, number=amount(text))


def _blocked(node: Call, stage: Stage) -> Sentence:
    """``bushido(1/1)`` and ``rampage(1/1,2)``: what a card gets when there are blockers."""
    match = re.fullmatch(r"([0-9]{1,3})/([0-9]{1,3})\s*(?:,\s*([0-9]{1,3}))?", _argument(node))
    if match is None:
        return statement(source(node))
    it, size = stage.take().text, f"gets +{match[1]}/+{match[2]}"
    if node.name == "bushido":
        return statement(f"whenever {it} blocks or becomes blocked, it {size} until end of turn")
    first = int(match[3] or "1")
    beyond = f" beyond the first {spelled(first) if first > 1 else ''}".rstrip() if first else ""
    return statement(f"whenever {it} becomes blocked, it {size} for each blocker{beyond}")


_CALLS: Final[dict[str, Callable[[Call, Stage], Sentence]]] = {
    **dict.fromkeys(("tap", "untap", "sacrifice", "destroy", "bury", "regenerate", "clone"), _done),
    **dict.fromkeys(("altercost", "changecost"), _altered),
    **dict.fromkeys(("nextphasealter", "phasealter"), _phase_changed),
    **dict.fromkeys(("mypoolsave", "opponentpoolsave"), _kept),
    **dict.fromkeys(_WITH_WORDS, _with_words),
    **dict.fromkeys(("bushido", "rampage"), _blocked),
    "removeallcounters": _all_counters,
    "removemana": _unpooled,
}  # fmt: skip


def qualifies(node: Node) -> bool:
    """Whether an effect only says how another one is done."""
    return isinstance(node, Call) and node.name in _MODIFIERS


def qualified(node: Call) -> str:
    """How another effect is done: ``with haste``."""
    text = re.sub(r"\s*[,^]\s*", ", ", (node.arguments or "").strip())
    return _MODIFIERS[node.name](text)


_MODIFIERS: Final[dict[str, Callable[[str], str]]] = {
    "with": lambda text: f"with {listed(text.split(', '))}",
    "zone": lambda text: place(text, "into"),
    "cards": lambda text: f'"{text}"',
    "addtype": lambda text: f"that is also {text}",
    "forcetype": lambda text: f"as a {text.lower()}",
    "placefromthetop": lambda text: f"({amount(text)} from the top)",
}
