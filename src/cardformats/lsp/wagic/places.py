"""Where what a card file names is defined, and where it is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from ...formats.wagic.macros import MacroTable
from ...formats.wagic.primitives import Primitives
from ...formats.wagic.syntax import MacroDefinition, lines_of
from ...source import SourceText, Span
from .completions import NAMING_KEYS
from .cursor import Cursor
from .hovers import macro_at

#: Places in an answer.
_MOST = 2000
_IN_BRACKETS = re.compile(r"[(\[,!:]([^()\[\],!:]+)")


def name_at(cursor: Cursor, primitives: Primitives) -> str | None:
    """Return the name of the primitive that is named or defined at the position."""
    if not cursor.has_key:
        return _named_in((cursor.block and cursor.block.texts[0]) or "")
    if cursor.key in NAMING_KEYS or cursor.key == "name":
        return cursor.value.strip()
    for match in _IN_BRACKETS.finditer(cursor.line):
        name = match[1].strip()
        if match.start(1) <= cursor.column <= match.end(1) and primitives.has_card(name):
            return name
    return None


def _named_in(block: str) -> str | None:
    """Return the name of the card of a block."""
    named = (value for key, value, _ in lines_of(block) if key in ("name", "primitive"))
    return next(named, "").rstrip() or None


def definition_of(name: str, primitives: Primitives) -> Span | None:
    """Return the position of a primitive's name in its definition."""
    primitive = primitives.get(name) or primitives.get_stripped(name)
    if primitive is None:
        return None
    source, start = primitive.file.source, primitive.file.starts[primitive.number]
    place = source.text.find(f"\nname={primitive.name}", start)
    if place < 0:
        return source.span(start, start + len("[card]"))
    begin = place + len("\nname=")
    return source.span(begin, begin + len(primitive.name))


def definitions(cursor: Cursor, primitives: Primitives) -> Iterator[Span]:
    """Yield the definitions of what is named at the position."""
    macro = macro_at(cursor, primitives.macros)
    if macro is not None:
        yield macro.span
        return
    name = name_at(cursor, primitives)
    place = definition_of(name, primitives) if name else None
    if place is not None:
        yield place


def references(
    cursor: Cursor,
    primitives: Primitives,
    namings: Callable[[str], Iterable[Span]],
    sources: Callable[[], Iterable[SourceText]],
) -> Iterator[Span]:
    """Yield the references to what is named or defined at the position.

    Args:
        cursor: the place.
        primitives: which there are.
        namings: the places where a primitive of a name is named.
        sources: the files that may call macros.
    """
    macro = macro_at(cursor, primitives.macros)
    if macro is not None:
        every = (each for source in sources() for each in _calls(source, macro, primitives.macros))
        yield from islice(every, _MOST)
        return
    name = name_at(cursor, primitives)
    if name:
        place = definition_of(name, primitives)
        yield from islice((*([place] if place else []), *namings(name)), _MOST)


def _calls(source: SourceText, macro: MacroDefinition, macros: MacroTable) -> Iterator[Span]:
    """Yield the calls of a macro in a source, and its definition."""
    if not macros.may_call(source.text):
        return
    for each, start, end in macros.calls(source.text):
        if each is macro:
            yield source.span(start, end)
