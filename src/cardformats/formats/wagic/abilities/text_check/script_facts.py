"""What a card's abilities say: facts read from their trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from attrs import evolve

from ..conditions import (
    Check,
    Cost,
    CounterCost,
    ManaSymbol,
    NumberedCost,
    Payment,
    PhaseEvent,
    Relative,
    Schedule,
    Scope,
)
from ..effects import (
    Becoming,
    Call,
    Counters,
    Creation,
    Criterion,
    Effect,
    Keyword,
    Mana,
    Modification,
    Move,
    Quantity,
    Targeting,
)
from ..lines import Activated, Afterwards, Gained, Line, Scrying
from ..nodes import (
    Amount,
    Counter,
    HowMany,
    Integer,
    Kind,
    Label,
    Node,
    Quality,
    Target,
)
from .facts import (
    COLORS,
    DESCRIBED,
    KEYWORDS,
    NOUNS,
    OTHER_WORDS,
    Fact,
    Value,
    mana,
    number,
    size,
    words_of,
)
from .facts import counter as shape_of

#: A kind, a value, a subject, and how long the words are.
_Statement: TypeAlias = tuple[str, Value, str]

_QUANTITIES: Final = {
    "draw": "draw", "damage": "damage", "noncombatdamage": "damage", "deplete": "mill",
    "surveil": "surveil", "prevent": "prevent", "discard": "discard", "fading": "fading",
    "vanishing": "vanishing", "bloodthirst": "bloodthirst", "modular": "modular",
}  # fmt: skip
#: Prices that stand at keys of their own.
_PRICES: Final = {
    "kicker": "kicker", "multikicker": "kicker", "buyback": "buyback", "flashback": "flashback",
    "bestow": "bestow", "other": "other price",
}  # fmt: skip
_TYPES: Final = frozenset(
    ("creature", "artifact", "enchantment", "legendary", "snow", "land", "token")
)
_SIZE: Final = re.compile(r"[\w*]+/[\w*]+")
_COLORS: Final = re.compile(rf"\b(?:{words_of(COLORS)})+\b")
_ONE_COLOR: Final = re.compile(words_of(COLORS))
_PROTECTION: Final = re.compile(r"protection from \w+")
_KEYWORD: Final = re.compile(rf"\b(?:{words_of((*KEYWORDS, *OTHER_WORDS))})\b")
_ABILITY: Final = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
_PLAIN_MANA: Final = re.compile(r"(?:\{(?:\d+|[wubrgcx]|[2wubrg]/?[wubrg])\}\s*)+", re.IGNORECASE)
_ACTIONS: Final = {
    "destroy": "destroy", "bury": "destroy", "exile": "exile", "sacrifice": "sacrifice",
    "fizzle": "counter", "bounce": "hand", "tap": "tap", "untap": "untap",
}  # fmt: skip
_RELATIVES: Final = {"morethan": ">", "lessthan": "<"}
_CRITERION: Final = re.compile(r"([<>])\s*([0-9]{1,3})")
_ANY: Final = 1
_TAPPING: Final = ("{t}", "{q}")
#: Where the types of a token stand, after its name.
_TYPES_AT: Final = 1
_SIGNS: Final = (",", ":", "^")


def facts(line: Line, key: str, index: int) -> list[Fact]:
    """Return the facts of a *line* at *key*, the card's line *index*."""
    nodes = list(line.walk())
    repeats = any(isinstance(node, Scope | Check) and node.name in _LOOPS for _, node in nodes)
    words = {node.word for _, node in nodes if isinstance(node, Effect)}
    activation = next((word for word in ("equip", "morph") if word in words), "cost")
    price = _PRICES.get(key)
    every = []
    if key == "target":
        every += [
            Fact(kind, value, 0, len(str(line)), index, subject=subject)
            for _, node in nodes
            if isinstance(node, Target)
            for kind, value, subject in _nouns(node)
        ]
    granted = 0  # until where there is an ability of another card
    then = 0  # until where something is done to each card that was chosen
    for start, node in nodes:
        if isinstance(node, Afterwards):
            then = max(then, start + len(str(node)))
        elif isinstance(node, Gained):
            granted = max(granted, start + len(str(node)))
        elif price is not None and isinstance(node, Cost):
            every.append(Fact(price, _cost(node), start, start + len(str(node).rstrip()), index))
        reader = _READERS.get(type(node))
        stated = tuple(reader(node)) if reader else ()
        end = start + _length(node) if stated else start
        for kind, value, subject in stated:
            certain = start >= then and value not in DESCRIBED and not _is_chosen(node)
            is_each = repeats and kind in _COUNTED
            fact = Fact(kind, value, start, end, index, certain, subject, is_each)
            if kind == "cost":
                fact = evolve(fact, kind=activation)
            elif kind == "phase" and start < granted:
                fact = evolve(fact, value=None)  # whose turn it is depends on the other card
            every.append(fact)
    return every


#: What is done several times in a loop.
_COUNTED: Final = frozenset((
    "draw", "damage", "gain", "lose", "mill", "discard", "prevent", "size", "counters",
    "removed counters", "token number",
))  # fmt: skip
_LOOPS: Final = ("foreach", "thisforeach")


def _is_chosen(node: Node) -> bool:
    """Return whether a *node* chooses cards without targeting, for which texts have many words."""
    return isinstance(node, Targeting) and node.name == "notatarget"


def keywords(text: str, index: int) -> list[Fact]:
    """Return the keywords of *text* at ``abilities=``, the card's line *index*."""
    words = ((match[0].lower(), *match.span()) for match in _ABILITY.finditer(text))
    named = ((OTHER_WORDS.get(word, word), start, end) for word, start, end in words)
    return [
        Fact("keyword", word, start, end, index, word not in DESCRIBED)
        for word, start, end in named
        if word in KEYWORDS
    ]


def _length(node: Node) -> int:
    """Return the length of the words of a fact."""
    if isinstance(node, Activated):
        return len(str(node.cost).rstrip().removesuffix(":"))
    if isinstance(node, Scrying):
        return len(node.head.rstrip())
    return len(str(node).rstrip())


def _count(part: object) -> int | None:
    return number(str(part)) if isinstance(part, Integer) else None


def _quantity(node: Quantity) -> Iterator[_Statement]:
    count = _count(node.number)
    if node.name == "life":
        kind = "lose" if str(node.number).strip().startswith("-") else "gain"
        yield kind, None if count is None else abs(count), ""
    elif kind := _QUANTITIES.get(node.name, ""):
        yield kind, count, ""


def _scrying(node: Scrying) -> Iterator[_Statement]:
    yield "scry", number(node.head.strip().lower().removeprefix("scry:")), ""


def _modification(node: Modification) -> Iterator[_Statement]:
    yield "size", size(f"{node.power}/{node.toughness}"), ""


def _counters(node: Counters | CounterCost) -> Iterator[_Statement]:
    counter = node.counter
    if not isinstance(counter, Counter):
        return
    label = counter.label.word if isinstance(counter.label, Label) else ""
    shape = shape_of(counter.shape.word)
    which = label if shape == "0/0" else shape
    written = str(counter.amount.number).strip() if isinstance(counter.amount, Amount) else "1"
    count = number(written)
    if which == "loyalty" and isinstance(node, CounterCost):
        yield "loyalty", count, ""
    elif which and which != "loyalty":
        kind = "removed counters" if written.startswith("-") else "counters"
        yield kind, None if count is None else abs(count), which
        if "/" in which:
            yield "kind of counters", which, ""


def _numbered_cost(node: NumberedCost) -> Iterator[_Statement]:
    if node.name == "l":
        yield "paid life", _count(node.number), ""


def _cost(cost: Cost) -> str | None:
    parts = (
        str(each)
        for each in cost.nodes
        if isinstance(each, ManaSymbol) or str(each).strip().lower() in _TAPPING
    )
    return mana("".join(parts))


def _activated(node: Activated) -> Iterator[_Statement]:
    if not isinstance(node.cost, Cost):
        return
    words = {str(each).strip().lower() for each in node.cost.nodes}
    if any(each.endswith("loyalty)}") for each in words):
        return
    if "{cycle}" in words:
        yield "cycling", _cost(node.cost), ""
    else:
        yield "cost", None if words == {"{0}"} else _cost(node.cost), ""


def _payment(node: Payment | Schedule) -> Iterator[_Statement]:
    if node.cost is not None:
        plain = all(isinstance(each, ManaSymbol) or ":" in str(each) for each in node.cost.nodes)
        yield "payment", _cost(node.cost) if plain else None, ""


def _mana(node: Mana) -> Iterator[_Statement]:
    text = str(node.cost).strip()
    yield "mana", mana(text, is_made=True) if _PLAIN_MANA.fullmatch(text) else None, ""


def _keyword(node: Keyword) -> Iterator[_Statement]:
    word = node.word.removeprefix("-")
    word = OTHER_WORDS.get(word, word)
    if word in KEYWORDS:
        yield "keyword", word, ""


def _quality(node: Quality) -> Iterator[_Statement]:
    trait = node.trait.strip().lower() if isinstance(node.trait, str) else ""
    if trait in ("power", "toughness", "manacost") and node.comparison is not None:
        sign = getattr(node.comparison, "sign", "").strip()
        count = _count(getattr(node.comparison, "number", None))
        yield trait, _limit(sign, count), ""


def _relative(node: Relative) -> Iterator[_Statement]:
    sign = _RELATIVES.get(node.word)
    count = _count(node.operand)
    # whether there is one at all is asked for many reasons
    if sign is not None and count is not None and count > _ANY:
        yield "condition", _limit(sign, count), ""


def _criterion(node: Criterion) -> Iterator[_Statement]:
    match = _CRITERION.fullmatch(node.word)
    if match is not None and int(match[2]) > _ANY:
        yield "condition", _limit(match[1], int(match[2])), ""


def _limit(sign: str, count: int | None) -> str | None:
    """Return a comparison with a number, as texts have it: ``2 or less`` for ``<3``."""
    if count is None:
        return None
    if sign in ("<", ">"):
        return f"{sign}={count - 1 if sign == '<' else count + 1}"
    return f"{sign}{count}"


def _creation(node: Creation) -> Iterator[_Statement]:
    items = [
        text for item in node.details.items if (text := str(item).strip().lower()) not in _SIGNS
    ]
    written = next((item for item in items if _SIZE.fullmatch(item)), None)
    if written is None or len(items) <= _TYPES_AT:
        return
    subject = " ".join(sorted(set(items[_TYPES_AT].split()).difference(_TYPES, COLORS)))
    rest = _PROTECTION.sub("", " ".join(items[_TYPES_AT + 1 :]))
    colors = {color for word in _COLORS.findall(rest) for color in _ONE_COLOR.findall(word)}
    keywords = {OTHER_WORDS.get(word, word) for word in _KEYWORD.findall(rest)}
    if subject:
        yield "token types", subject, ""
    yield "token size", size(written), subject
    yield "token number", 1 if node.times is None else _count(node.times), subject
    yield "token colours", frozenset(colors), subject
    yield "token keywords", frozenset(keywords), subject


def _targeting(node: Targeting) -> Iterator[_Statement]:
    yield from _nouns(node.target)
    if isinstance(node.target.how_many, HowMany):
        count = node.target.how_many.number
        yield "number of targets", _count(count), ""


def _nouns(target: Target) -> Iterator[_Statement]:
    for _, node in target.walk():
        if isinstance(node, Kind) and node.noun is not None:
            yield "target", NOUNS.get(node.word), ""
        elif isinstance(node, Quality) and isinstance(node.trait, str) and node.minus is None:
            noun = NOUNS.get(node.trait.strip().lower())
            yield from (("target", noun, ""),) if noun else ()


def _becoming(node: Becoming) -> Iterator[_Statement]:
    for item in map(str, node.details.items):
        if _SIZE.fullmatch(item.strip()):
            yield "base size", size(item), ""


def _phase(node: PhaseEvent) -> Iterator[_Statement]:
    whose = f"{(node.whose or '').strip().lower()} ".lstrip()
    phase = {"endofturn": "end"}.get(node.name, node.name)
    known = whose in ("", "my ", "opponent ") and node.which.strip().lower() == "each"
    yield "phase", f"{whose}{phase}" if known else None, phase


def _call(node: Call) -> Iterator[_Statement]:
    if node.name == "bushido" and node.arguments is not None:
        yield "bushido", number(node.arguments.partition("/")[0]), ""


def _action(node: Effect) -> Iterator[_Statement]:
    action = _ACTIONS.get(node.word)
    if action is not None:
        yield "action", action, ""


def _move(node: Move) -> Iterator[_Statement]:
    word = node.zone.word
    if word.endswith(("exile", "removedfromgame")):
        yield "action", "exile", ""
    elif word.endswith("hand"):
        yield "action", "hand", ""


_READERS: Final[dict[Any, Callable[[Any], Iterable[_Statement]]]] = {
    Quantity: _quantity, Scrying: _scrying, Modification: _modification, Counters: _counters,
    CounterCost: _counters, NumberedCost: _numbered_cost, Activated: _activated,
    Payment: _payment, Schedule: _payment, Mana: _mana, Keyword: _keyword, Quality: _quality,
    Creation: _creation, Targeting: _targeting, Becoming: _becoming, PhaseEvent: _phase,
    Call: _call, Effect: _action, Move: _move,
    Relative: _relative, Criterion: _criterion,
}  # fmt: skip
