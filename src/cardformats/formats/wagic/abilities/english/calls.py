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
from .vocabulary import PHASES
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
    if (handler := _CALLS.get(node.name)) is not None:
        return handler(node, stage)
    word = words("call").get(node.name)
    if word is None or not word.english:
        return statement(source(node))
    if qualifies(node):
        return statement(qualified(node))
    if "target" in word.takes:
        return _done(node, word.english, stage)
    # with what stands in the brackets as it is, in quotes, or as a number
    return do(word.english, stage, **_texts(node))


def _argument(node: Call) -> str:
    return (node.arguments or "").strip()


def _done(node: Call, pattern: str, stage: Stage) -> Sentence:
    """Return what is done to a card that is named right there."""
    text = _argument(node)
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


def _texts(node: Call) -> dict[str, str]:
    """What stands in the brackets, in the ways in which it may be said."""
    text = re.sub(r"\s*[,^]\s*", ", ", _argument(node))
    side = "its back side" if text.lower() == "backside" else f'"{text}"'
    place_named = place(text, "into") if node.name == "zone" else ""
    return {"text": text, "side": side, "number": amount(text), "place": place_named,
            "a": an(text.lower())}  # fmt: skip


def _single_counters(node: Call, stage: Stage) -> Sentence:
    """Counters of any kind that are taken off."""
    words_named = [each.strip() for each in _argument(node).lower().split(",")]
    sizes = [each for each in words_named if each and each != "all"]
    size = "".join(sizes) or "1"
    number = Integer(size) if whole(size) is not None else Variable(size)
    each = " of each kind" if "all" in words_named else " of any kind"
    return action(None, "remove", f"{counted(number, 'counter')}{each} from {stage.take().text}")


def _affine(node: Call, stage: Stage) -> Sentence:
    body = parse(_argument(node), "target").body
    cards = phrase(body, "bare") if isinstance(body, Target) else source(node)
    return action(stage.take(), "have", f"affinity for {cards}")


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
    **dict.fromkeys(("altercost", "changecost"), _altered),
    **dict.fromkeys(("nextphasealter", "phasealter"), _phase_changed),
    **dict.fromkeys(("mypoolsave", "opponentpoolsave"), _kept),
    "removesinglecountertype": _single_counters,
    "affinity": _affine,
    **dict.fromkeys(("bushido", "rampage"), _blocked),
    "removeallcounters": _all_counters,
    "removemana": _unpooled,
}  # fmt: skip


def qualifies(node: Node) -> bool:
    """Whether an effect only says how another one is done."""
    return isinstance(node, Call) and node.name in _MODIFIERS


def qualified(node: Call) -> str:
    """How another effect is done: ``with haste``."""
    texts = _texts(node)
    if node.name == "with":
        texts["text"] = listed(texts["text"].split(", "))
    if node.name == "revealuntil":
        body = parse(_argument(node), "target").body
        texts["text"] = phrase(body) if isinstance(body, Target) else texts["text"]
    if node.name == "options":
        names = {"nolegend": "not legendary", "notrigger": "triggering nothing"}
        texts["text"] = names.get(texts["text"].lower(), source(texts["text"]))
    return words("call")[node.name].english.format_map(texts)


_MODIFIERS: Final = frozenset(
    ("with", "zone", "cards", "addtype", "forcetype", "options", "reduce", "revealuntil")
)
