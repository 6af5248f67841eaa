"""Where the engine makes something else of a line than it seems to say.

The outline of the line is compared with that of what the engine builds of it.  What is wrong in a
part of a line that cannot be read, or with a word that nobody knows, is reported elsewhere; then
nothing is reported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_letters
from typing import Final

from attrs import evolve

from .....diagnostics import Diagnostic
from .....source import SourceText, Span
from ...keys import ENGINE_VERSIONS
from ..conditions import Scope, Trigger
from ..differences import ReadingDifference, differences
from ..effects import Criterion, Player, Quantity
from ..engine.built import LineReading, ReadingNote
from ..engine.effects import EFFECTS
from ..engine.outline import outline_of
from ..engine.reader import ANY_KEY, reading
from ..engine.taking import WHO
from ..lines import Clause
from ..outline import ALIKE, Action, OutlineStep, outline
from .codes import AbilityCode
from .places import NodePlaces, overlap
from .versions import words_of_versions

#: Findings that say already why the engine takes a line otherwise.
_EXPLAINING: Final = frozenset(
    ("WG080", "WG081", "WG082", "WG083", "WG085", "WG086", "WG087", "WG088", "WG089", "WG096",
     "WG097", "WG098", "WG127")
)  # fmt: skip
_SHOWN: Final = 60
_LETTERS: Final = ascii_letters
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
#: What the engine reads of what an ability of `aslongas` or `foreach` asks for: a number, with a
#: space before its sign.
_BOUND: Final = re.compile(r"[<>]\s*[-+]?\d")
#: What it takes a number that it cannot read for.
_NO_BOUND: Final = re.compile(r"[<>!=]*\s*0$")
#: Words whose number ends at the next space.
_QUANTITIES: Final = frozenset(each.sought for each in EFFECTS if each.shape == "quantity")
#: What is left out without a change: words that say nothing, a second name in menus, no bound.
_HARMLESS: Final = re.compile(
    r"while|else|activate|during|\((?:this|mytgt)\)|name\([^()]*\)|[<>!=]*\s*0", re.IGNORECASE
)
#: What is reported as a fault of its own.
_REPORTED: Final = frozenset(("trigger", "paid"))
#: Steps whose loss is a matter of its own.
_MISSING: Final = {
    "cost": AbilityCode.NO_COST, "trigger": AbilityCode.LOST_SCOPE,
    "condition": AbilityCode.LOST_CONDITION, "may": AbilityCode.LOST_CHOICE,
    "choice": AbilityCode.LOST_CHOICE, "emblem": AbilityCode.LOST_CHOICE,
    "scope": AbilityCode.LOST_SCOPE, "target": AbilityCode.LOST_TARGET,
    "afterwards": AbilityCode.LOST_SCOPE,
}  # fmt: skip


def misread(places: NodePlaces, rule: str, findings: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield what the engine reads differently, unless *findings* already say why."""
    if rule != "ability" or not places.source.text.strip():
        return
    if any(str(each.code) in _EXPLAINING for each in findings):
        return
    yield from (each for each in _misread(places) if not overlap(each, findings))


def _misread(places: NodePlaces) -> Sequence[Diagnostic]:
    """Return what the engine reads differently, and without that what it does not use."""
    read = reading(places.source.text, ANY_KEY)
    its = [*_spaces(places), *_bounds(places), *_otherwise(places, read)]
    its = its or list(_unused(places.source, read))
    if its and any(words_of_versions(places, ENGINE_VERSIONS[-1])):
        return ()  # an older engine is meant, and what it reads is not known
    return its


def _unused(source: SourceText, read: LineReading) -> Iterator[Diagnostic]:
    """Yield what the engine never looks at, or looks at without effect."""
    if read.crashes or read.built is None:
        return
    text = source.text
    for note in read.notes:
        part = text[note.start : note.end].strip()
        if note.what in _REPORTED or not part or _HARMLESS.fullmatch(part):
            continue
        start, end = note.start, note.end
        if part[0].isalpha():
            start = len(text[:start].rstrip(_LETTERS))
        if part[-1].isalpha():
            end = len(text) - len(text[end:].lstrip(_LETTERS))
        span = source.span(start, end)
        if (start, end) == (note.start, note.end):
            yield _at(AbilityCode.PASSED_OVER, span)
        else:  # the rest of a word in which the engine has found another
            inside = text[start : note.start] or text[note.end : end]
            yield _at(AbilityCode.ADDED, span, word=inside)


def _otherwise(places: NodePlaces, read: LineReading) -> Iterator[Diagnostic]:
    """Report differences between the outlines of the line and of what the engine builds."""
    source = places.source
    written, built = outline(places.line), outline_of(read)
    if read.crashes or not built:
        if read.crashes:
            yield _crash(source, read)
        elif written:
            yield _nothing(source, written, read)
        return
    different = list(differences(written, built))
    if (finding := _of_trigger(places, read, differs=bool(different))) is not None:
        yield finding
        return
    reported = set[object]()
    done = (
        {(ALIKE.get(each.kind, each.kind), each.start) for each in read.built.walk()}
        if read.built
        else set()
    )
    for difference in different:
        if difference.kind == "lost" and (difference.action.word, difference.action.start) in done:
            continue  # it is done, within another action
        finding = _finding(source, difference, built)
        key: object = (finding.code, finding.span)
        if finding.code is AbilityCode.ALSO_APPLIED:
            key = finding.code, difference.step  # one fault, whatever it is applied to
        if key not in reported:
            reported.add(key)
            yield finding


def _of_trigger(places: NodePlaces, read: LineReading, *, differs: bool) -> Diagnostic | None:
    """Report a trigger that the engine does not know, or that it ends too early."""
    for note in read.notes:
        if (note.fate, note.what) == ("lost", "trigger"):
            span = _span(places.source, note)
            return AbilityCode.UNKNOWN_EVENT.at(span, word=_shown(span))
    for start, trigger in places.of(Trigger) if differs else ():
        words = str(trigger).rstrip(": ")
        if ":" in words:
            end = start + words.index(":")
            return AbilityCode.TRIGGER_ENDS.at(places.source.span(end, end + 1))
    return None


def _shown(span: Span) -> str:
    part = span.text.strip()
    if opened := len(part) - len(part.rstrip("(")):  # the engine has kept what is in them
        part += "..." + ")" * opened
    return part if len(part) <= _SHOWN else f"{part[: _SHOWN - 3]}..."


def _crash(source: SourceText, read: LineReading) -> Diagnostic:
    note = next(note for note in read.notes if note.fate == "crash")
    return _at(AbilityCode.CRASH, _span(source, note))


def _nothing(source: SourceText, written: Sequence[Action], read: LineReading) -> Diagnostic:
    """Report that nothing is built of the line, at the part that causes it, if known."""
    for action in written:
        is_first = any(step.kind == "scope" and action.start < step.start for step in action.steps)
        if is_first and any(
            note.fate == "left" and note.start <= action.start < note.end for note in read.notes
        ):
            return _at(AbilityCode.PASSED_OVER, _span(source, action))
    lost = [note for note in read.notes if note.fate == "lost" and note.end > note.start]
    inner = min(lost, key=lambda note: note.end - note.start, default=None)
    if inner is not None:
        span = _span(source, inner)
    elif len(written) == 1 and written[0].start >= 0:
        span = _span(source, written[0])
    else:
        text = source.text
        span = source.span(len(text) - len(text.lstrip()), len(text.rstrip()))
    return _at(AbilityCode.NOTHING_BUILT, span)


def _span(source: SourceText, part: ReadingNote | Action | OutlineStep) -> Span:
    """Return the span of a *part* of a line."""
    return source.span(part.start, part.end)


def _at(code: AbilityCode, span: Span, **data: str) -> Diagnostic:
    """Return a diagnostic with the text of its *span*."""
    return code.at(span, text=_shown(span), **data)


def _finding(
    source: SourceText, difference: ReadingDifference, built: Sequence[Action]
) -> Diagnostic:
    """Report a *difference* between the line and what the engine does."""
    action, step = difference.action, difference.step
    span, of_action = source.span(*difference.span), _span(source, action)
    data = {"text": _shown(span), "action": _shown(of_action)}
    if difference.kind in ("lost", "missing"):
        for each in (of_action, span):
            cut = _cut(source.text, each.start, each.end)
            if cut is not None:
                return AbilityCode.CUT_IN_BRACKETS.at(source.span(cut, cut + 1))
    if difference.kind == "lost":
        return _lost(source, action, built)
    if difference.kind == "added":
        return _added(source, action)
    if difference.kind == "other":
        return AbilityCode.ONE_TARGET.at(span, **data, instead=difference.instead)
    if step is None or difference.kind == "missing":
        return _MISSING[step.kind if step else "scope"].at(span, **data)
    data["text"] = _words(source, step)
    return AbilityCode.ALSO_APPLIED.at(of_action, **data)


def _words(source: SourceText, step: OutlineStep) -> str:
    """Return the text of a *step* of the engine."""
    if step.kind == "target" and step.value:
        return f"target({step.value})"
    if step.start < 0:
        return step.value or step.kind
    return _shown(_span(source, step))


def _added(source: SourceText, action: Action) -> Diagnostic:
    """Report an *action* that only the engine has, or that it has elsewhere."""
    text = source.text
    start, end = max(action.start, 0), max(action.end, 0)
    end += len(text[end:]) - len(text[end:].lstrip(_LETTERS)) if action.word.isalpha() else 0
    word = re.compile(rf"(?<![a-z]){re.escape(action.word)}(?![a-z])", re.IGNORECASE)
    match = word.search(text, start)
    is_word = match is not None and match.start() < end
    code = AbilityCode.DONE_APART if is_word else AbilityCode.ADDED
    word_found = action.amount if action.word == "keyword" and action.amount else action.word
    return _at(code, source.span(start, end), word=word_found)


def _lost(source: SourceText, action: Action, built: Sequence[Action]) -> Diagnostic:
    """Report the reason why the engine does not do an *action* of the line."""
    first, last = _part(source.text, action)
    taken = [each for each in built if first <= each.start < last]
    if taken and taken[0].start <= action.start < taken[0].end:
        return _added(source, evolve(action, word=taken[0].word, amount=taken[0].amount))
    if taken:
        instead = _shown(_span(source, taken[0]))
        return _at(AbilityCode.NOT_DONE, _span(source, action), instead=instead)
    return _at(AbilityCode.PASSED_OVER, _span(source, action))


def _part(text: str, action: Action) -> tuple[int, int]:
    """Return the beginning and the end of the part between two ``&&`` that has an *action*."""
    first = text.rfind("&&", 0, max(action.start, 0)) + 1
    last = text.find("&&", action.end)
    return first, len(text) if last < 0 else last


def _cut(text: str, start: int, end: int) -> int | None:
    """Return the first ``&`` within brackets from *start* to *end*, in a line that is cut."""
    depth = 0
    for number in range(max(start, 0), end):
        sign = text[number]
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if sign == "&" and depth > 0:
            return number if "&&" in text else None
    return None


def _spaces(places: NodePlaces) -> Iterator[Diagnostic]:
    """Report numbers and players that a missing or additional space hides."""
    for start, node in places.of(Quantity):
        if node.head.endswith(" ") and node.name + ":" in _QUANTITIES:
            span = places.span(start, str(node).rstrip())
            yield AbilityCode.UNREAD_NUMBER.at(span, text=span.text.strip(), sign=":")
    for start, player in places.of(Player):
        if player.word in WHO and places.source.text[start - 1 : start] not in (" ", ""):
            span = places.span(start, player.text.rstrip())
            yield AbilityCode.PASSED_OVER.at(span, text=player.text.strip())


def _bounds(places: NodePlaces) -> Iterator[Diagnostic]:
    """Report numbers of ``aslongas`` and ``foreach`` that are not read."""
    if not places.of(Criterion):
        return
    for start, clause in places.of(Clause):
        children = list(clause.children())
        if not any(isinstance(node, Scope) for _, node in children):
            continue
        for offset, node in children:
            begin = start + offset
            if not isinstance(node, Criterion) or _NO_BOUND.match(node.text.strip()):
                continue
            before = places.source.text[begin - 1 : begin]
            if not _BOUND.match(node.text) or before not in (" ", ""):
                span = places.span(begin, node.text.rstrip())
                text, sign = node.text.strip(), node.text[0]
                yield AbilityCode.UNREAD_NUMBER.at(span, text=text, sign=sign)
