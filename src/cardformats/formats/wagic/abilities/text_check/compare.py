"""The comparison of what a text says with what abilities say."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import frozen

from .facts import Fact, Value

#: The line, the beginning and the kind of what an ability says.
_Place: TypeAlias = tuple[int, int, str]
_Side: TypeAlias = Mapping[tuple[str, str], Sequence[Fact]]

#: Kinds that tell the abilities of a card apart, and kinds that are compared within one.
_ANCHORS: Final = ("cost", "loyalty")
_OF_ABILITIES: Final = frozenset((
    "draw", "damage", "gain", "lose", "mill", "scry", "surveil", "prevent", "discard", "size",
    "base size", "counters", "removed counters", "mana", "token size", "token number",
    "token colours", "number of targets",
))  # fmt: skip

#: Kinds of which an ability can say more than its text.
_OF_MANY: Final = frozenset((
    "target", "action", "keyword", "phase", "token types", "manacost", "power", "toughness",
    "number of targets", "loyalty", "kind of counters", "token keywords",
))  # fmt: skip
#: Numbers that are added to find out whether several facts are one.
_MOST_ADDED: Final = 10


@frozen
class FactDifference:
    """Two facts that should say the same: one of a text, one of an ability."""

    text: Fact
    script: Fact


@frozen
class TextComparison:
    """What came of comparing a text with abilities.

    Attributes:
        counts: how many facts were compared, by their kinds.
        differences: where both say something of the same, and not the same.
    """

    counts: Mapping[str, int]
    differences: tuple[FactDifference, ...]


def compare(
    text: Sequence[Fact], script: Sequence[Fact], breaks: Sequence[int] = ()
) -> TextComparison:
    """Compare what a *text* says with what a *script* says, kind by kind.

    Facts of a kind that both state are treated as the same. The rest is a difference if it is one
    fact on either side, and both are clear. So are whole cards compared, and then
    those of their abilities that can be recognised by their costs.

    Args:
        text: the facts of a text, in its order.
        script: the facts of the lines.
        breaks: where the paragraphs of the text end.
    """
    texts, scripts = _by_kind(text), _by_kind(script)
    counts: Counter[str] = Counter()
    differences: dict[_Place, FactDifference] = {}
    for key in texts.keys() & scripts.keys():
        counts[key[0]] += _equal(texts[key], scripts[key])
        _add(differences, _difference(texts[key], scripts[key]))
    for stated, scripted in _abilities(texts, scripts, text, script, breaks):
        parts, others = _by_kind(stated), _by_kind(scripted)
        for key in parts.keys() & others.keys():
            if key[0] in _OF_ABILITIES:
                _add(differences, _difference(parts[key], others[key]))
    counts.update(each.text.kind for each in differences.values())
    return TextComparison(counts, tuple(differences[place] for place in sorted(differences)))


def _add(differences: dict[_Place, FactDifference], difference: FactDifference | None) -> None:
    if difference is not None:
        fact = difference.script
        differences.setdefault((fact.line, fact.start, fact.kind), difference)


def _abilities(
    texts: _Side,
    scripts: _Side,
    text: Sequence[Fact],
    script: Sequence[Fact],
    breaks: Sequence[int],
) -> Iterator[tuple[list[Fact], list[Fact]]]:
    """Yield the facts of each ability whose cost is that of no other ability of the card."""
    lines: dict[int, list[Fact]] = defaultdict(list)
    for fact in script:
        lines[fact.line].append(fact)
    for key in _ANCHORS:
        for value, one in _single(texts.get((key, ""), ())).items():
            other = _single(scripts.get((key, ""), ())).get(value)
            if other is not None:
                number = bisect_right(breaks, one.end)
                end = breaks[number] if number < len(breaks) else math.inf
                stated = [fact for fact in text if one.end <= fact.start < end]
                scripted = [fact for fact in lines[other.line] if fact.start >= other.end]
                yield stated, scripted


def _single(facts: Iterable[Fact]) -> dict[Value, Fact]:
    """Return the facts whose value no other one has, by that value."""
    counts: dict[Value, list[Fact]] = defaultdict(list)
    for fact in facts:
        counts[fact.value].append(fact)
    return {value: same[0] for value, same in counts.items() if len(same) == 1 and value}


def _by_kind(facts: Iterable[Fact]) -> dict[tuple[str, str], list[Fact]]:
    sides: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        sides[fact.kind, fact.subject].append(fact)
    return sides


def _equal(stated: Sequence[Fact], scripted: Sequence[Fact]) -> int:
    """Count the different values that both sides have."""
    return len({fact.value for fact in stated} & {fact.value for fact in scripted} - {None})


def _difference(stated: Sequence[Fact], scripted: Sequence[Fact]) -> FactDifference | None:
    texts, scripts = {fact.value for fact in stated}, {fact.value for fact in scripted}
    if (None in texts) != (None in scripts):
        return None
    text = _left(stated, scripts | _sums(scripted))
    script = _left(scripted, texts | _sums(stated))
    if len(stated) == len(scripted) and len(text) + len(script) == 1:
        # what is left stands in place of one that the other side repeats
        text = text or _repeated(stated, scripted.index(next(iter(script.values()))))
        script = script or _repeated(scripted, stated.index(next(iter(text.values()))))
    elif len(texts) == 1 and len(script) == 1 and not text:
        text = _odd(stated[0], next(iter(script.values())), scripted)
    if len(text) != 1 or len(script) != 1:
        return None
    (one,), (other,) = text.values(), script.values()
    is_clear = one.is_certain and other.is_certain and one.is_each == other.is_each
    return FactDifference(one, other) if is_clear and not _is_opposite(one, other) else None


def _left(facts: Iterable[Fact], known: set[Value]) -> dict[Value, Fact]:
    """Return facts whose value is not *known*; of equal values the first certain one."""
    left: dict[Value, Fact] = {}
    for fact in facts:
        if fact.value is not None and fact.value not in known:
            first = left.setdefault(fact.value, fact)
            if fact.is_certain and not first.is_certain:
                left[fact.value] = fact
    return left


def _repeated(facts: Sequence[Fact], index: int) -> dict[Value, Fact]:
    """Return the fact at *index*, by its value, if another one has that value, too."""
    value = facts[index].value
    is_repeated = value is not None and sum(fact.value == value for fact in facts) > 1
    return {value: facts[index]} if is_repeated else {}


def _odd(one: Fact, other: Fact, scripted: Sequence[Fact]) -> dict[Value, Fact]:
    """Return the *one* fact of a text that all abilities but the *other* agree with."""
    counts = Counter(fact.value for fact in scripted)
    is_odd = counts[one.value] > 1 and counts[other.value] == 1 and one.kind not in _OF_MANY
    return {} if not is_odd or _is_multiple(other.value, one.value) else {one.value: one}


def _is_multiple(value: Value, of: Value) -> bool:
    """Return whether a number is several times another one; so are both of a size."""
    if isinstance(value, int) and isinstance(of, int):
        return of != 0 and value % of == 0
    if isinstance(value, tuple) and isinstance(of, tuple):
        times = max(map(abs, value)) // max(1, *map(abs, of))
        return value == (of[0] * times, of[1] * times)
    return False


def _sums(facts: Sequence[Fact]) -> set[Value]:
    """Return the sums of several of *facts*: damage of 2 and 3 is 5."""
    sums: set[Value] = set()
    for fact in facts[:_MOST_ADDED]:
        value = fact.value
        if isinstance(value, int):
            sums |= {each + value for each in sums if isinstance(each, int)} | {value}
        elif isinstance(value, tuple):
            added = {
                (each[0] + value[0], each[1] + value[1]) for each in sums if isinstance(each, tuple)
            }
            sums |= added | {value}
    if facts[0].kind == "phase" and {f"my {facts[0].subject}", f"opponent {facts[0].subject}"} <= {
        fact.value for fact in facts
    }:
        sums.add(facts[0].subject)
    return sums


def _is_opposite(one: Fact, other: Fact) -> bool:
    """Return whether what one limit lets through is just what the *other* does not."""
    limits = {str(each.value)[:2]: str(each.value)[2:] for each in (one, other)}
    if limits.keys() != {"<=", ">="}:
        return False
    return int(limits["<="]) + 1 == int(limits[">="])
