"""How files of a format are laid out by hand: styles, and what a formatter makes of a text."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, Self, TypeAlias

from attrs import Attribute, fields, frozen

from ..errors import ModelError, OptionError
from ..source import SourceText, Span

_WIDEST = 16
#: Maximum number of spaces that a line begins with, so that a text does not grow many times.
_LONGEST = 128


@frozen(kw_only=True)
class Style:
    """Base of the styles that files of a format can have; what is None is as in most of a file."""

    @classmethod
    def make(cls, format_id: str, values: Mapping[str, Any]) -> Self:
        """Make the style from *values* by name; those of a configuration may have ``-`` for ``_``.

        Raises:
            OptionError: If a name is unknown, or a value is bad.
        """
        known = [attribute.name for attribute in fields(cls)]
        named = {name.replace("-", "_"): value for name, value in values.items()}
        for name in named:
            if name not in known:
                message = f"{name!r} is not a style of {format_id}; it has {', '.join(known)}"
                raise OptionError(message)
        try:
            return cls(**named)
        except (ModelError, ValueError, TypeError) as error:
            raise OptionError(str(error)) from error


@frozen
class Kept:
    """A place that a formatter leaves as it is.

    Attributes:
        span: where it is.
        why: the reason, as a phrase.
    """

    span: Span
    why: str


@frozen
class Formatted:
    """What a formatter makes of a text.

    Attributes:
        text: what says the same in order.
        kept: what is not brought in order.
    """

    text: str
    kept: tuple[Kept, ...] = ()


class Formatter(Protocol):
    """Brings the text of a file in order, and changes nothing that it says."""

    def __call__(self, source: SourceText, style: Any) -> Formatted:
        """Sort and lay out *source* in a *style*; the same again changes nothing."""


# -- in which order records stand

#: Minimum number of records for each record that may be out of order.
ONE_IN = 20


def misplaced(keys: Sequence[Any]) -> int:
    """Return the least number of *keys* that must move to sort them."""
    ends: list[Any] = []  # of the runs of each length that do not fall, the least last key
    for key in keys:
        length = bisect_right(ends, key)
        ends[length : length + 1] = [key]
    return len(keys) - len(ends)


def held(keys: Sequence[Any], identities: Sequence[Collection[Hashable]]) -> list[Any]:
    """Return *keys* with which no record passes an earlier one that shares an identity with it.

    Of such records the first one counts, or the last, so that their order means something.
    """
    least: dict[Hashable, Any] = {}
    bound: list[Any] = []
    for key, own in zip(keys, identities, strict=True):
        highest = max([key, *(least[each] for each in own if each in least)])
        least |= dict.fromkeys(own, highest)
        bound.append(highest)
    return bound


def usual_order(orders: Mapping[str, Sequence[Any]], one_in: int = ONE_IN) -> str | None:
    """Return the one of *orders*, each the keys of the same records, that most records follow.

    Return None if too many records would have to move in each of them.
    """
    moves = {name: misplaced(keys) for name, keys in orders.items()}
    best = min(moves, key=lambda name: moves[name])
    return best if moves[best] <= round(len(orders[best]) / one_in) else None


# -- lines


def line_end_of(text: str) -> str:
    """Return the line end that most lines of *text* have."""
    return "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"


#: The indent of one level: ``tab``, or a number of spaces.
Indent: TypeAlias = Literal["tab"] | int


def check_indent(_instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Check that a value is an :data:`Indent`, or None."""
    if value not in (None, "tab") and (type(value) is not int or not 0 < value <= _WIDEST):
        message = (
            f"{attribute.name} is 'tab', or a number of spaces from 1 to {_WIDEST}, not {value!r}"
        )
        raise OptionError(message)


def usual_indents(lines: Iterable[tuple[int, str]], indent: Indent | None) -> Mapping[int, str]:
    """Return the indentation for each depth: *indent* for each level, or that of most lines.

    Args:
        lines: the depth of each line, and the whitespace that it begins with.
        indent: what is wanted.
    """
    indents = defaultdict[int, Counter[str]](Counter)
    for depth, indent_of_line in lines:
        indents[depth][indent_of_line[:_LONGEST]] += 1
    if indent is None:
        return {depth: count.most_common(1)[0][0] for depth, count in indents.items()}
    step = "\t" if indent == "tab" else " " * indent
    return {depth: (step * depth)[:_LONGEST] for depth in indents}
