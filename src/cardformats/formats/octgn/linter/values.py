"""Values of properties that are probably typos: they occur once, beside many that are nearly so."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Fix
from ....source import SourceText
from ...patch import common
from ..contents import START, USUAL
from .codes import GameCode

_PROPERTY: Final = USUAL.rule("property")
#: Minimum number of cards with the usual value.
_MANY: Final = 20
#: Values of fewer letters are like too many others; of longer ones, and of more, none is usual.
_SHORTEST, _LONGEST, _MOST_VALUES = 4, 40, 2000


def check_values(sources: Iterable[SourceText], log: DiagnosticLog) -> None:
    """Report the values that occur once in all *sources*, and are one letter from a usual one."""
    texts = [*sources]
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for source in texts:
        for name, value, _ in _values(source):
            counts[name][value] += 1
    meant: dict[tuple[str, str], str] = {}
    for name, values in counts.items():
        usual = [value for value, count in values.items() if count >= _MANY]
        if not usual or len(values) > _MOST_VALUES:
            continue
        for value in (value for value, count in values.items() if count == 1):
            near = [each for each in usual if _is_near(value, each)]
            if len(near) == 1:
                meant[name, value] = near[0]
    for source in texts if meant else ():
        for name, value, start in _values(source):
            if (other := meant.get((name, value))) is not None:
                span = source.span(start, start + len(value))
                fix = Fix.replace(span, other, is_safe=False)
                count = counts[name][other]
                log.add(
                    GameCode.RARE_VALUE, span, fix, name=name, value=value, other=other, count=count
                )


def _values(source: SourceText) -> Iterator[tuple[str, str, int]]:
    """Yield names and values of properties in their usual form, with positions."""
    start = source.text.find(START)
    while start >= 0:
        start += len(START)
        match = _PROPERTY.match(source.text, start)
        if match is not None and match["VALUE"]:
            yield match["NAME"], match["VALUE"], match.start("VALUE")
        start = source.text.find(START, start)


def _is_near(value: str, usual: str) -> bool:
    """Return whether two values differ in one letter, or in the order of two."""
    if not (_SHORTEST <= len(value) <= _LONGEST and abs(len(value) - len(usual)) <= 1):
        return False
    start = common(value, usual)
    end = common(value[start:][::-1], usual[start:][::-1])
    middles = value[start : len(value) - end], usual[start : len(usual) - end]
    # codes that differ in a letter or a digit are different codes
    is_word = all(each.isalpha() or each in " -'" for each in value + "".join(middles))
    is_one = max(map(len, middles)) == 1
    return is_word and (is_one or (len(middles[0]) < _SHORTEST and middles[0] == middles[1][::-1]))
