"""What no rule reads, and brackets that are alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ....grammar import GrammarProblem
from ..conditions import Limits, Trigger
from ..effects import Move
from ..nodes import Node, Unknown, Zones
from ..reading import fault, read, vocabulary
from .brackets import LoneBracket, lone_brackets
from .codes import AbilityCode
from .findings import Finding
from .places import Places

#: Zones, with whose they are before them.
_OWNERS: Final = ("", "my", "opponent", "owner", "targetcontroller", "targetedpersons")
_PLACES: Final = ("battlefield", "graveyard", "library", "hand", "stack", "exile", "inplay",
                  "commandzone", "sideboard", "zones", "castingzone", "reveal")  # fmt: skip
ZONES: Final = tuple(f"{owner}{place}" for owner in _OWNERS for place in _PLACES)

_PLAIN_WORD: Final = re.compile(r"-?([A-Za-z][\w']*)(?:\s*[({].*)?")
#: Of a line of prose, as many words are reported.
_MOST_WORDS: Final = 3
_EVENT_WORD: Final = re.compile(r"\W")
_SHOWN: Final = 40


def unread(places: Places, text: str, rule: str) -> Iterator[Finding]:
    """What of *text* is not read by *rule*, and its brackets without a partner."""
    lone = list(lone_brackets(text))
    yield from (_lone_bracket(text, each) for each in lone)
    if isinstance(places.line.body, Unknown):
        if not lone:
            yield _unreadable(text, rule)
        return
    words = 0
    for start, node, parent in _unknown_nodes(places):
        finding = _unknown(parent, node, start)
        if finding.code is AbilityCode.UNKNOWN_WORD:
            words += 1
            # what stands before a lone bracket was to be read with it
            hidden = words > _MOST_WORDS or any(each.offset == finding.end for each in lone)
        else:
            hidden = bool(lone) and finding.code is not AbilityCode.UNKNOWN_ZONE
        if not hidden:
            yield finding


def _unknown_nodes(places: Places) -> Iterator[tuple[int, Unknown, Node]]:
    """What no rule reads: where it begins, and what it is a part of."""
    if any(places.of(Unknown)):
        for start, parent in places.all:
            for offset, node in parent.children():
                if isinstance(node, Unknown):
                    yield start + offset, node, parent


def _lone_bracket(text: str, lone: LoneBracket) -> Finding:
    notes: tuple[str, ...] = ()
    if lone.other is not None:
        notes = (f"it meets {text[lone.other]!r} at character {lone.other + 1} of the line",)
    start, data = lone.offset, {"sign": lone.sign}
    return Finding(AbilityCode.LONE_BRACKET, start, start + 1, data, notes=notes)


def _unreadable(text: str, rule: str) -> Finding:
    """Where the whole *text* stops being what its *rule* says."""
    problem = fault(text, rule)
    offset = min(problem.offset if problem else 0, len(text.rstrip()))
    data = {"text": text[offset : offset + _SHOWN].rstrip() or "the end"}
    return Finding(AbilityCode.UNREADABLE_ABILITY, offset, len(text), data)


def _unknown(parent: Node, node: Unknown, start: int) -> Finding:
    written = node.text.strip()
    end = start + len(written)
    if isinstance(parent, Trigger | Limits):
        known, word = vocabulary("trigger"), _EVENT_WORD.split(written.lower())[0]
        return Finding(AbilityCode.UNKNOWN_EVENT, start, end, {"word": written}, word, known)
    if isinstance(parent, Zones | Move):
        data = {"word": written}
        return Finding(AbilityCode.UNKNOWN_ZONE, start, end, data, written.lower(), ZONES)
    if node.rule is not None:
        return _unread_part(node, start)
    known = vocabulary("ability")
    match = _PLAIN_WORD.fullmatch(written)
    if match and (word := match[1].lower()) not in known:
        begin, data = start + match.start(1), {"word": match[1]}
        return Finding(AbilityCode.UNKNOWN_WORD, begin, start + match.end(1), data, word, known)
    return Finding(AbilityCode.STRAY_SIGN, start, end, {"text": written[:_SHOWN]})


def _unread_part(node: Unknown, start: int) -> Finding:
    text = node.text.rstrip()
    offset = 0
    try:
        read(node.rule or "ability", node.text)
    except GrammarProblem as problem:
        offset = min(problem.offset, len(text))
    data = {"part": text[:_SHOWN], "text": text[offset : offset + _SHOWN] or "the end"}
    return Finding(AbilityCode.UNREADABLE_PART, start + offset, start + len(text), data)
