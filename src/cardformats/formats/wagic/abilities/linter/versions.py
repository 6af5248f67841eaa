"""Words that a version of the engine does not know, or none of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from .....diagnostics import Diagnostic
from .....source import Span
from ...keys import ENGINE_VERSIONS
from ...lexicon import Word, lookup, words
from ..conditions import CounterEvent, Event, PhaseEvent, SimpleEvent, TriggerLimit
from ..effects import (
    Call,
    Duration,
    Effect,
    Keyword,
    Modifier,
    Move,
    Player,
    Quantity,
    Relation,
    Timing,
)
from ..nodes import Headed, Node
from .codes import AbilityCode
from .places import NodePlaces
from .word_places import WORDS_OF

#: The classes of the words that nodes have, or begin with.
_KINDS: Final[dict[type[Node], tuple[str, ...]]] = {
    Call: ("call",), CounterEvent: ("counter_event",), Duration: ("duration",),
    Effect: ("effect",), Event: ("event",), Keyword: ("keyword", "trait"),
    Modifier: ("modifier",), Move: ("move",), PhaseEvent: ("phase",), Player: ("player",),
    Quantity: ("quantity",), Relation: ("relation",), SimpleEvent: ("event",),
    Timing: ("timing",), TriggerLimit: ("trigger_limit",),
}  # fmt: skip
_OF_NUMBERS: Final = ("variable", "variable_prefix")
#: Maximum number of cached words.
_REMEMBERED: Final = 4_000
_OF_TRIGGERS: Final = (CounterEvent, Event, PhaseEvent, SimpleEvent, TriggerLimit)


def words_of_versions(places: NodePlaces, engine_version: int | None) -> Iterator[Diagnostic]:
    """Report words that *engine_version*, or every version, does not know."""
    for offset, node in places.all:
        cls = node.__class__
        if (kinds := _KINDS.get(cls)) is not None:
            start, text = _word(node)
            if _is_known_to_all(text, kinds):
                continue
            known = [each for each in lookup(text) if each.kind in kinds]
            span = places.span(offset + start, text)
            yield from _judged(node, span, known, engine_version)
        elif engine_version is not None and (words_of := WORDS_OF.get(cls)) is not None:
            for start, text, kind in words_of(node):
                kinds = kind.kinds or _OF_NUMBERS
                known = [each for each in lookup(text) if each.kind in kinds]
                span = places.span(offset + start, text)
                yield from _judged(node, span, known, engine_version)


@lru_cache(maxsize=_REMEMBERED)
def _is_known_to_all(text: str, kinds: tuple[str, ...]) -> bool:
    """Return whether each version knows *text* as a word of one of the classes *kinds*."""
    known = [each for each in lookup(text) if each.kind in kinds]
    return all(any(each.is_known_to(year) for each in known) for year in ENGINE_VERSIONS)


def _word(node: Node) -> tuple[int, str]:
    """Return the word of a *node*, and where it begins in it."""
    if isinstance(node, PhaseEvent):
        return str(node).lower().rfind(node.name), node.name
    if isinstance(node, Headed):
        return 0, node.name
    text = str(node).rstrip()
    return len(text) - len(text.lstrip("-")), text.lstrip("-")


def _judged(
    node: Node, span: Span, known: Iterable[Word], engine_version: int | None
) -> Iterator[Diagnostic]:
    versions = [year for year in ENGINE_VERSIONS if any(each.is_known_to(year) for each in known)]
    if not known or span.text.lower() in words("deprecated"):
        return
    if not versions:
        is_event = isinstance(node, _OF_TRIGGERS)
        code = AbilityCode.UNKNOWN_EVENT if is_event else AbilityCode.UNKNOWN_WORD
        yield code.at(span, word=span.text)
    elif engine_version is not None and engine_version not in versions:
        names = " and ".join(map(str, versions))
        notes = (f"it is known to the engine of {names}",)
        code = AbilityCode.UNKNOWN_TO_VERSION
        yield code.at(span, notes=notes, word=span.text, version=engine_version)
