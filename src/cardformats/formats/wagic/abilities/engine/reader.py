"""The engine's reading of a line of abilities, in its own order of search.

The engine knows no grammar: it looks for one word after the other anywhere in what is left of a
line, cuts there and begins again with the rest.  Each step of :data:`_STEPS` is one of its
searches; the first that finds something decides.  A text that no step takes goes to the effects.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from . import frames, scopes
from .built import BuiltAbility, CardFacts, LineReading, ReadingNote
from .cutting import LineText, lowered
from .leaves import leaf
from .parts import CrashError, LineReader, Step
from .stores import Stores

_WORD: Final = re.compile(r"[a-z0-9]", re.IGNORECASE)
#: The engine's searches, in its order.
_STEPS: Final[tuple[Step, ...]] = (
    frames.rules, frames.choose, frames.lift, frames.trigger, frames.message, frames.take_out,
    frames.cost, frames.paid, frames.condition, frames.pay, frames.may, frames.prefix,
    frames.activated_choice, scopes.schedules, scopes.check, scopes.several, scopes.scope,
    scopes.wrappers, scopes.aim, leaf,
)  # fmt: skip
#: What one ability leaves where it is, and one in it, or around it, may take.
_USED_LATER: Final = frozenset(("restriction", "target", "timing"))
#: A key for lines of which no key is known: what is done with a card elsewhere can be done there.
ANY_KEY: Final = "autohand"
_IN_PLAY: Final = frozenset(("auto", "autofacedown", "autofaceup", "autoskill"))


def reading(
    line: str, key: str = "auto", card: CardFacts | None = None, stores: Stores | None = None
) -> LineReading:
    """Read a *line* as the engine does, with notes on what it does not use.

    Args:
        line: a line, with its macros expanded.
        key: the key it stands behind.
        card: what is known of the card; without it, a permanent without a ``target=``.
        stores: what earlier lines of the card have left there; what this one leaves stays in them.
    """
    facts = CardFacts() if card is None else card
    reader = LineReader(_STEPS, facts, key in _IN_PLAY and not facts.is_spell, line)
    if stores is not None:
        stores.move_to(len(line))
        reader.stores = stores
    built: BuiltAbility | None = None
    with suppress(CrashError):
        built = reader.ability(LineText(lowered(line)))
    used = _joined(reader.used)
    notes = [*_notes(reader, used), *_left(line, reader, used)]
    notes.sort(key=lambda note: (note.start, note.end))
    return LineReading(built, tuple(notes))


def read(line: str, key: str = "auto", card: CardFacts | None = None) -> BuiltAbility | None:
    """Build an ability from a *line*; None if the engine builds nothing, or crashes.

    For the arguments see :func:`reading`.
    """
    return reading(line, key, card).built


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort *spans*, and join those that touch each other."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _notes(reader: LineReader, used: list[tuple[int, int]]) -> Iterator[ReadingNote]:
    """Return the notes on losses and crashes, without what an ability around them uses."""
    for note in reader.notes:
        if note.what in _USED_LATER and note.fate == "lost":
            at = bisect_right(used, note.start, key=lambda span: span[0]) - 1
            if at >= 0 and note.end <= used[at][1]:
                continue
        yield note


def _left(line: str, reader: LineReader, used: list[tuple[int, int]]) -> Iterator[ReadingNote]:
    """Yield the parts of a *line* that nothing has looked at, as far as there are words in them."""
    notes = [(note.start, note.end) for note in reader.notes]
    taken = _joined([*used, *notes]) if notes else used
    at = 0
    for start, end in [*taken, (len(line), len(line))]:
        if start > at and _WORD.search(line, at, start):
            inner = line[at:start]
            begin = at + len(inner) - len(inner.lstrip())
            yield ReadingNote("left", "text", begin, at + len(inner.rstrip()))
        at = max(at, end)
