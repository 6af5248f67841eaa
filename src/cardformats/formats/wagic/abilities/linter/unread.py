"""What no rule reads, and brackets that are alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from .....diagnostics import Code, Diagnostic, in_order
from .....source import SourceText, Span
from ....grammar import GrammarProblem
from ...lexicon import lookup, words, zones
from ..brackets import LoneBracket, lone_brackets
from ..conditions import Limits, Trigger
from ..effects import Move
from ..engine.reader import ANY_KEY, reading
from ..lines import (
    Afterwards,
    Block,
    Choosing,
    Flipping,
    Gained,
    Nested,
    Outcome,
    Returned,
    Revealing,
    Rolling,
    Scrying,
    Transformation,
)
from ..nodes import Node, Part, Unknown, Zones
from ..reading import divided, missing, read, vocabulary
from .candidates import Candidates
from .codes import AbilityCode
from .places import NodePlaces, span_of
from .types import game_types

_PLAIN_WORD: Final = re.compile(r"-?([A-Za-z][\w']*)(?:\s*[({].*)?")
_PROSE_WORD: Final = re.compile(r"[A-Za-z][A-Za-z',.]*")
_MENU_NAME: Final = re.compile(r"name\s*\([^)]*\)?", re.IGNORECASE)
_THEN: Final = re.compile(r"\bthen\b", re.IGNORECASE)
_OPENERS: Final = re.compile(r"[(\[{]")
_CLOSERS: Final = re.compile(r"[)\]}]")
#: Maximum number of unread parts of a line to report.
_MOST: Final = 3
_COUNTED: Final = (AbilityCode.UNKNOWN_WORD, AbilityCode.STRAY_SIGN)
#: What can come of a lone bracket.
_HIDDEN: Final = (*_COUNTED, AbilityCode.UNREADABLE_PART, AbilityCode.UNKNOWN_EVENT)
#: What ends a node; those that are not here end with their first word and "end".
_END_OF: Final[dict[type[Node], str]] = {
    Gained: "]", Block: "!$", Afterwards: ")!", Returned: ")", Transformation: "))",
    Choosing: "chooseend", Flipping: "flipend",
}  # fmt: skip
#: Shorter words are in many others.
_SHORT: Final = 3
_EVENT_WORD: Final = re.compile(r"\W")
_SHOWN: Final = 40
#: What the engine finds also within words that nothing reads.
_SOUGHT: Final = ("target(", "restriction{", "name(")
_COST: Final = re.compile(r"(?:\{[\w/]+\})+(?=\s|$)")


def unread(places: NodePlaces, rule: str) -> Iterator[Diagnostic]:
    """Yield the parts of a line that *rule* does not read, and the brackets without a partner.

    One fault is one finding: of words that follow each other the first is reported, of what a
    bracket leaves unread the bracket, and of prose only that it is prose.
    """
    text = places.source.text
    lone = lone_brackets(text)
    has_unknown = bool(places.of(Unknown))
    if has_unknown and _is_prose(text):
        yield AbilityCode.PROSE.at(places.span(0, text), text=text.strip()[:_SHOWN])
        return
    if lone:
        yield from _lone(places, rule, lone)
    if isinstance(places.line.body, Unknown):
        if not lone and (whole := fault(text, rule)) is not None:
            yield whole
        return
    ends = [] if lone else in_order(_missing_ends(places))
    yield from ends[:1]
    if has_unknown:
        hidden = _HIDDEN if lone else (AbilityCode.STRAY_SIGN,) if ends else ()
        yield from _first_few(places, [each.offset for each in lone], hidden)


def _is_prose(text: str) -> bool:
    """Return whether many of the words of *text* are such that the language does not have."""
    words = _MENU_NAME.sub(" ", text).split()
    known = vocabulary("ability")
    plain = [each for each in words if _PROSE_WORD.fullmatch(each) and each.lower() not in known]
    return len(plain) > _MOST and 5 * len(plain) >= 2 * len(words)


def _lone(places: NodePlaces, rule: str, lone: list[LoneBracket]) -> Iterator[Diagnostic]:
    """Yield the brackets that are alone; of those that never close, the first."""
    text = places.source.text
    partner = missing(text, rule)
    never_closed = [each for each in lone if each.other is None and each.sign in "([{"]
    for each in lone:
        notes = []
        if each.other is not None:
            sign, place = text[each.other], each.other + 1
            notes.append(f"it meets {sign!r} at character {place} of the line")
        elif never_closed and each.sign in "([{":
            if each is not never_closed[0]:
                continue
            if others := " and ".join(repr(other.sign) for other in never_closed[1:4]):
                notes.append(f"nor has {others} after it")
        if partner is not None:
            place = partner.span.start + 1
            notes.append(f"{partner.new!r} is probably missing at character {place} of the line")
        span = places.span(each.offset, each.sign)
        yield AbilityCode.LONE_BRACKET.at(span, notes=notes, sign=each.sign)


def _missing_ends(places: NodePlaces) -> Iterator[Diagnostic]:
    """Report parts that begin and do not end."""
    for start, node in places.of(Nested, Transformation, Revealing, Scrying, Rolling, Flipping):
        if node.parts[-1] == "" or (isinstance(node, Outcome) and node.end == ""):
            head = str(node.parts[0]).strip()
            end = _END_OF.get(type(node)) or f"{head.lower().split(':')[0]}end"
            span = places.span(start, head)
            yield AbilityCode.MISSING_END.at(span, head=head, word=end)


def _first_few(
    places: NodePlaces, lone: list[int], hidden: Collection[Code]
) -> Iterator[Diagnostic]:
    """Report the first few runs that no rule reads, without *hidden* codes of other causes."""
    count = 0
    for start, run, parent in _runs(places):
        finding = _run(places, start, run, parent)
        is_word = finding.code is AbilityCode.UNKNOWN_WORD
        if finding.code in hidden and (not is_word or span_of(finding).end in lone):
            continue  # it was to be read with the bracket, or the part
        if finding.code in _COUNTED:
            count += 1
            if count > _MOST:
                continue
        yield finding
        if finding.code is AbilityCode.MISSING_END:
            return


def _runs(places: NodePlaces) -> Iterator[tuple[int, list[Part], Node]]:
    """Yield runs of parts that no rule reads: their offset, the parts, and the node around them."""
    for start, parent in places.all:
        if not any(isinstance(part, Unknown) for part in parent.parts):
            continue
        run: list[Part] = []
        begin, offset, depth = start, start, 0
        for part in parent.parts:
            written = str(part)
            if isinstance(part, Unknown) or depth > 0:
                if not run:
                    begin = offset
                run.append(part)
                depth += len(_OPENERS.findall(written)) - len(_CLOSERS.findall(written))
            elif run:
                yield begin, run, parent
                run, depth = [], 0
            offset += len(written)
        if run:
            yield begin, run, parent


def _run(places: NodePlaces, start: int, run: list[Part], parent: Node) -> Diagnostic:
    """Return what is wrong with a *run* of parts, of which the first is not read."""
    first: Any = run[0]
    text = places.source.text
    span = places.span(start, "".join(map(str, run)).rstrip())
    if first.word in ("if", "ifnot") and not _THEN.search(text, start):
        head = places.span(start, first.text.rstrip())
        return AbilityCode.MISSING_END.at(head, head=first.text.strip(), word="then")
    if first.word == ":" and len(run) == 1 and text[:start].rstrip().endswith(")"):
        return AbilityCode.IDLE_COLON.at(span)
    if (lacking := _without_colon(span.text, run)) is not None:
        return AbilityCode.MISSING_COLON.at(span.part(0, len(lacking)), text=lacking)
    finding = _unknown(places, parent, first, start)
    if len(run) > 1 and finding.code is AbilityCode.STRAY_SIGN:
        if any(sign in span.text for sign in _SOUGHT):
            span = _unused(span)
        return AbilityCode.STRAY_SIGN.at(span, text=span.text[:_SHOWN])
    return finding


def _unused(span: Span) -> Span:
    """Return the beginning of *span* that the engine leaves; all of it if it leaves none alone."""
    start, end = span.start, span.end
    for note in reading(span.source.text, ANY_KEY).notes:
        if note.fate == "left" and note.start <= start < note.end < end:
            return span.source.span(start, note.end)
    return span


def _without_colon(text: str, run: list[Part]) -> str | None:
    """Return the cost, or the effect with a number, that *text* begins with and lacks its colon."""
    if match := _COST.match(text):
        return match[0]
    words_of = [str(part).strip().lower() for part in run[:2]]
    is_counted = len(run) > 1 and words_of[0] in words("quantity") and words_of[1].isdecimal()
    return str(run[0]).strip() if is_counted else None


def fault(text: str, rule: str = "ability") -> Diagnostic | None:
    """Return from where on *text* is not what *rule* says; None if it is, or if it is empty.

    The span is in a source without a name that has this text.  The data ``expected`` are the
    terminals of the grammar one of which could be there.

    Raises:
        ValueError: If there is no such rule.
    """
    indent, content = divided(text, rule)
    try:
        if content:
            read(rule, content)
    except GrammarProblem as problem:
        start = min(len(indent) + problem.offset, len(text.rstrip()))
        span = SourceText("", text).span(start, len(text))
        shown = span.text[:_SHOWN].rstrip() or "the end"
        return AbilityCode.UNREADABLE_ABILITY.at(span, text=shown, expected=problem.expected)
    return None


def _unknown(places: NodePlaces, parent: Node, node: Unknown, start: int) -> Diagnostic:
    written = node.text.strip()
    span = places.span(start, written)
    if isinstance(parent, Trigger | Limits):
        known, word = vocabulary("trigger"), _EVENT_WORD.split(written.lower())[0]
        candidates = Candidates(word, known)
        if isinstance(parent, Limits) and node.rule is None:
            return _unknown_limit(span, candidates)
        return AbilityCode.UNKNOWN_EVENT.at(span, word=written, candidates=candidates)
    if isinstance(parent, Zones | Move):
        candidates = Candidates(written.lower(), zones())
        return AbilityCode.UNKNOWN_ZONE.at(span, word=written, candidates=candidates)
    if node.rule is not None:
        return _unread_part(places, node, start)
    match = _PLAIN_WORD.fullmatch(written)
    if match and not _is_word(word := match[1].lower()):
        span = span.part(*match.span(1))
        candidates = Candidates(word, vocabulary("ability"))
        return AbilityCode.UNKNOWN_WORD.at(
            span, notes=_found_in(word), word=match[1], candidates=candidates
        )
    if match and match[1].lower() in words("keyword"):  # `flying(mytgt)`: only what follows is odd
        span = span.part(match.end(1), len(written))
        written = span.text
    inside = reading(written).built if match and written else None
    code = AbilityCode.ADDED if inside else AbilityCode.STRAY_SIGN
    return code.at(span, text=written[:_SHOWN], word=inside.kind if inside else "")


def _unknown_limit(span: Span, candidates: Candidates) -> Diagnostic:
    """Return the diagnostic of a word of a trigger next to its event."""
    code, notes = AbilityCode.UNKNOWN_OPTION, []
    for inside in words("trigger_limit"):
        if inside in candidates.word:
            code, notes = AbilityCode.UNKNOWN_WORD, [f"the engine finds {inside!r} in it"]
            break
    return code.at(span, notes=notes, word=span.text, candidates=candidates)


def _found_in(word: str) -> tuple[str, ...]:
    """Return a note of the effect, or how long it lasts, that the engine finds in *word*."""
    inside = (each for kind in ("effect", "duration") for each in words(kind) if each in word)
    longest = max(inside, key=len, default="")
    return (f"the engine finds {longest!r} in it",) if len(longest) > _SHORT else ()


def _is_word(word: str) -> bool:
    """Return whether *word* is one of the language, or a type, wherever such words stand."""
    return word in vocabulary("ability") or bool(lookup(word)) or word in game_types()


def _unread_part(places: NodePlaces, node: Unknown, start: int) -> Diagnostic:
    text = node.text.rstrip()
    offset = 0
    try:
        read(node.rule or "ability", node.text)
    except GrammarProblem as problem:
        offset = min(problem.offset, len(text))
    span = places.span(start + offset, text[offset:])
    shown = text[offset : offset + _SHOWN] or "the end"
    return AbilityCode.UNREADABLE_PART.at(span, part=text[:_SHOWN], text=shown)
