"""The words that the nodes of a line consist of, each with the class that it should be of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Final, NamedTuple

from ....grammar import GrammarProblem
from ...lexicon import words
from ..conditions import (
    CounterCost,
    ExtraCost,
    ManaSymbol,
    NumberedCost,
    Standing,
    TargetedCost,
    Times,
)
from ..effects import Becoming, Call, Cast, Colors, Creation, Dynamic, Limit, Protection
from ..lines import Revealing, Scrying, Types
from ..nodes import Kind, Measure, NamedCounter, Node, Quality, Unknown, Variable
from ..reading import parse, read
from .word_classes import (
    ARGUMENT,
    COLOR,
    COST,
    DYNAMIC,
    FEATURE,
    KIND,
    MEASURE,
    NUMBER,
    OPTION,
    QUALITY,
    STANDING,
    SUMMAND,
    TIME,
    TYPE,
    ZONE,
    WordClass,
)


class PlacedWord(NamedTuple):
    """A word, and where it begins."""

    start: int
    text: str
    kind: WordClass


#: Kinds of arguments that are words, each known by itself.
_WORD_ARGUMENTS: Final = frozenset(
    ("option", "options", "keywords", "color", "type", "phase", "player")
)
_ENDS: Final = re.compile(r"(?:plus|minus|math)end$")
_NAME: Final = re.compile(r"[^\W\d_](?:[\w' -]*[\w'])?")
#: A word.
PLAIN: Final = re.compile(r"[A-Za-z][\w'-]*")
_TRAIT: Final = re.compile(r"[^\W\d_](?:[\w' !-]*[\w'!])?")
_LABEL: Final = re.compile(r"[,. ]*([^\W\d_][\w' ]*)")
_DIVIDED: Final = re.compile(r"([,^])")
_MEASURED: Final = re.compile(r"\w+:")
_LIMIT: Final = re.compile(r"limit:\s*(\S+)", re.IGNORECASE)
_COLORED_X: Final = re.compile(r"\{x:([a-z]+)", re.IGNORECASE)
_SUM: Final = re.compile(r"(\w+?)(plus|minus)(\w+)")


def _of_kind(node: Kind) -> Iterator[PlacedWord]:
    if node.noun and "!" not in node.noun:
        for match in _NAME.finditer(node.noun):
            yield PlacedWord(len(node.other or "") + match.start(), match[0], KIND)


def _of_quality(node: Quality) -> Iterator[PlacedWord]:
    if isinstance(node.trait, str) and _TRAIT.fullmatch(trait := node.trait.rstrip()):
        yield PlacedWord(len(node.minus or ""), trait, QUALITY)


def _of_variable(node: Variable) -> Iterator[PlacedWord]:
    yield PlacedWord(0, node.text.strip(), NUMBER)


def _of_measure(node: Measure) -> Iterator[PlacedWord]:
    start = column = 0
    for item in map(str, node.items):
        word = _ENDS.sub("", item.strip())
        if item == ":":
            column += 1
        elif column == 0:
            yield PlacedWord(start, word, MEASURE)
        elif column > 1 and (match := _SUM.fullmatch(word)):  # a zone, and the next summand
            yield PlacedWord(start, match[1], ZONE)
            yield PlacedWord(start + match.start(3), match[3], SUMMAND)
            column = 0
        elif column > 1 and PLAIN.fullmatch(word):
            yield PlacedWord(start, word, ZONE)
        elif word.lower() in {"highest", "lowest"}:
            column -= 1
        else:
            yield from _of_target(item, start)
        start += len(item)


def _of_value(text: str, start: int) -> Iterator[PlacedWord]:
    """Yield the words of a *text* that is read as a number, and begins at *start* in the node."""
    with suppress(GrammarProblem):
        yield from _below(read("number", text), start)


def _of_target(text: str, start: int) -> Iterator[PlacedWord]:
    """Yield the words of a *text* that is read as a target, and begins at *start* in the node."""
    yield from _below(parse(text, "target"), start)


def _below(node: Node, start: int) -> Iterator[PlacedWord]:
    """Yield the words of *node* and of all below it, which begins at *start*."""
    for offset, each in node.walk():
        if isinstance(each, Unknown) and PLAIN.fullmatch(each.text.strip()):
            yield PlacedWord(start + offset, each.text.strip(), ZONE)
        if (words_of := WORDS_OF.get(each.__class__)) is not None:
            for within, text, kind in words_of(each):
                yield PlacedWord(start + offset + within, text, kind)


def _of_named_counter(node: NamedCounter) -> Iterator[PlacedWord]:
    if match := _LABEL.fullmatch(str(node.label)):
        yield PlacedWord(len(str(node.shape)) + match.start(1), match[1], NUMBER)


def _of_details(node: Creation | Becoming) -> Iterator[PlacedWord]:
    is_named = isinstance(node, Creation)
    if node.name == "create":
        yield from _of_columns(
            list(map(str, node.details.items)), len(node.head), is_named=is_named
        )
    else:
        yield from _of_columns(_DIVIDED.split(str(node.details)), len(node.head), is_named=is_named)


def _of_columns(texts: list[str], start: int, *, is_named: bool) -> Iterator[PlacedWord]:
    """Yield the words of *texts*, which are columns: a name, types, a size, others."""
    column = 0 if is_named else 1
    for written in texts:
        text, begin = written.strip(), start + len(written) - len(written.lstrip())
        if text in {",", "^", ":"}:
            column += 1
        elif column > 0 and "/" in text:
            power, slash, toughness = text.partition("/")
            yield from _of_value(power, begin)
            yield from _of_value(toughness, begin + len(power + slash))
        elif column == 1:
            for match in PLAIN.finditer(text):
                yield PlacedWord(begin + match.start(), match[0], TYPE)
        elif column > 1 and _NAME.fullmatch(text):
            for match in _features().finditer(text):
                yield PlacedWord(begin + match.start(), match[0], FEATURE)
        start += len(written)


@cache
def _features() -> re.Pattern[str]:
    """Keywords of several words, and words."""
    several = "|".join(each for each in words("keyword") if " " in each)
    return re.compile(rf"(?:{several})(?!\w)|{PLAIN.pattern}", re.IGNORECASE)


def _of_mana_symbol(node: ManaSymbol) -> Iterator[PlacedWord]:
    """Yield the color of ``{x:green}``."""
    if match := _COLORED_X.match(node.text):
        yield PlacedWord(match.start(1), match[1], COLOR)


def _of_types(node: Types) -> Iterator[PlacedWord]:
    for match in PLAIN.finditer(str(node)):
        yield PlacedWord(match.start(), match[0], TYPE)


def _of_standing(node: Standing) -> Iterator[PlacedWord]:
    yield PlacedWord(0, node.text.rstrip(), STANDING)


def _of_cost(node: ExtraCost) -> Iterator[PlacedWord]:
    yield PlacedWord(1, node.text.strip("{} \t"), COST)


def _of_costly(node: TargetedCost | NumberedCost) -> Iterator[PlacedWord]:
    if match := PLAIN.search(node.head):
        yield PlacedWord(match.start(), match[0], COST)


def _of_counter_cost(node: CounterCost) -> Iterator[PlacedWord]:
    if node.owner:
        start = len(node.head) + len(str(node.counter)) + len(node.close) + 1
        yield from _of_target(node.owner[1:], start)


def _of_frame(node: Revealing | Scrying) -> Iterator[PlacedWord]:
    """Yield the number of ``reveal:...`` or ``scry:...``."""
    head = str(node.parts[0])
    start = head.find(":") + 1
    yield from _of_value(head[start:].rstrip(), start)


def _of_limit(node: Limit) -> Iterator[PlacedWord]:
    if match := _LIMIT.match(node.text):
        yield from _of_value(match[1], match.start(1))


def _of_times(node: Times) -> Iterator[PlacedWord]:
    for match in PLAIN.finditer(str(node)):
        yield PlacedWord(match.start(), match[0], TIME)


def _of_cast(node: Cast) -> Iterator[PlacedWord]:
    hidden = re.sub(r"!:.*?:!", lambda match: "." * len(match[0]), node.text)
    for match in PLAIN.finditer(hidden, hidden.find("(")):
        yield PlacedWord(match.start(), match[0], OPTION)


def _of_dynamic(node: Dynamic) -> Iterator[PlacedWord]:
    for match in PLAIN.finditer(node.text):
        yield PlacedWord(match.start(), match[0], DYNAMIC)


def _of_protection(node: Protection) -> Iterator[PlacedWord]:
    text = node.text.rstrip()
    start = text.rfind(" ") + 1
    yield PlacedWord(start, text[start:], KIND)


def _of_colors(node: Colors) -> Iterator[PlacedWord]:
    for match in PLAIN.finditer(node.text, node.text.find("[")):
        yield PlacedWord(match.start(), match[0], FEATURE)


def _of_call(node: Call) -> Iterator[PlacedWord]:
    takes = words("call")[node.name].takes
    text, start = node.arguments or "", len(node.head)
    if _WORD_ARGUMENTS.intersection(takes):
        for match in PLAIN.finditer(text):
            yield PlacedWord(start + match.start(), match[0], ARGUMENT)
    elif "number" in takes or (takes == ("target",) and _MEASURED.match(text)):
        yield from _of_value(text, start)
    elif "target" in takes and text:
        yield from _of_target(text, start)
    elif "details" in takes:
        yield from _of_columns(_DIVIDED.split(text), start, is_named=True)
    elif "zone" in takes:
        yield PlacedWord(start, text.strip(), ZONE)


#: By the type of a node, what yields its words.
WORDS_OF: Final[dict[type[Node], Callable[[Any], Iterator[PlacedWord]]]] = {
    Kind: _of_kind, Quality: _of_quality, Variable: _of_variable, Measure: _of_measure,
    NamedCounter: _of_named_counter, Creation: _of_details, Becoming: _of_details,
    Types: _of_types, Standing: _of_standing, ExtraCost: _of_cost, TargetedCost: _of_costly,
    NumberedCost: _of_costly, Times: _of_times, Cast: _of_cast, Dynamic: _of_dynamic,
    CounterCost: _of_counter_cost, Revealing: _of_frame, Scrying: _of_frame, Limit: _of_limit,
    ManaSymbol: _of_mana_symbol, Protection: _of_protection, Colors: _of_colors, Call: _of_call,
}  # fmt: skip
