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

from ...keys import ENGINE_VERSIONS
from ..conditions import Scope, Trigger
from ..differences import Difference, differences
from ..effects import Criterion, Player, Quantity
from ..engine.built import Reading
from ..engine.effects import EFFECTS
from ..engine.outline import outline_of
from ..engine.reader import reading
from ..engine.taking import WHO
from ..lines import Clause
from ..outline import Action, Step, outline
from .codes import AbilityCode
from .findings import Finding
from .places import Places
from .versions import words_of_versions

#: Findings that say already why the engine takes a line otherwise.
_EXPLAINING: Final = frozenset(
    ("WG080", "WG081", "WG082", "WG083", "WG085", "WG086", "WG087", "WG088", "WG089", "WG096",
     "WG097", "WG098")
)  # fmt: skip
#: Any key: what is done with a card elsewhere can be done there, too.
_KEY: Final = "autohand"
_SHOWN: Final = 60
_LETTERS: Final = ascii_letters
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
#: What the engine reads of what an ability of `aslongas` or `foreach` asks for: a number, with a
#: blank before its sign.
_BOUND: Final = re.compile(r"[<>]\s*[-+]?\d")
#: What it takes a number that it cannot read for.
_NO_BOUND: Final = re.compile(r"[<>!=]*\s*0$")
#: What has a number that ends at the next blank.
_QUANTITIES: Final = frozenset(each.word for each in EFFECTS if each.shape == "quantity")
#: Steps whose loss is a matter of its own.
_MISSING: Final = {
    "cost": AbilityCode.NO_COST, "trigger": AbilityCode.LOST_SCOPE,
    "condition": AbilityCode.LOST_CONDITION, "may": AbilityCode.LOST_CHOICE,
    "choice": AbilityCode.LOST_CHOICE, "emblem": AbilityCode.LOST_CHOICE,
    "scope": AbilityCode.LOST_SCOPE, "target": AbilityCode.LOST_TARGET,
    "afterwards": AbilityCode.LOST_SCOPE,
}  # fmt: skip


def misread(places: Places, text: str, rule: str, findings: Sequence[Finding]) -> Iterator[Finding]:
    """What the engine takes otherwise in *text*, unless *findings* say already why."""
    if rule != "ability" or not text.strip():
        return
    if any(str(each.code) in _EXPLAINING for each in findings):
        return
    for finding in _misread(places, text):
        if not any(finding.start < each.end and each.start < finding.end for each in findings):
            yield finding


def _misread(places: Places, text: str) -> Sequence[Finding]:
    """What the engine takes otherwise."""
    its = [*_blanks(places, text), *_bounds(places, text), *_otherwise(places, text)]
    if its and any(words_of_versions(places, ENGINE_VERSIONS[-1])):
        return ()  # an older engine is meant, and what it reads is not known
    return its


def _otherwise(places: Places, text: str) -> Iterator[Finding]:
    """Where the outline of the line differs from that of what the engine builds."""
    read = reading(text, _KEY)
    written, built = outline(places.line), outline_of(read)
    if read.crashes or not built:
        if read.crashes:
            yield _crash(text, read)
        elif written:
            yield _nothing(text, written, read)
        return
    different = list(differences(written, built))
    if (finding := _of_trigger(places, text, read, differs=bool(different))) is not None:
        yield finding
        return
    reported = set[object]()
    for difference in different:
        finding = _finding(text, difference, built)
        key: object = (finding.code, finding.start, finding.end)
        if finding.code is AbilityCode.ALSO_APPLIED:
            key = finding.code, difference.step  # one fault, whatever it is applied to
        if key not in reported:
            reported.add(key)
            yield finding


def _of_trigger(places: Places, text: str, read: Reading, *, differs: bool) -> Finding | None:
    """A trigger that the engine does not know, or ends where it makes something else of it."""
    for note in read.notes:
        if (note.fate, note.what) == ("lost", "trigger"):
            data = {"word": _shown(text, note.start, note.end)}
            return Finding(AbilityCode.UNKNOWN_EVENT, note.start, note.end, data)
    for start, trigger in places.of(Trigger) if differs else ():
        words = str(trigger).rstrip(": ")
        if ":" in words:
            end = start + words.index(":")
            return Finding(AbilityCode.TRIGGER_ENDS, end, end + 1, {})
    return None


def _shown(text: str, start: int, end: int) -> str:
    part = text[start:end].strip()
    if opened := len(part) - len(part.rstrip("(")):  # the engine has kept what is in them
        part += "..." + ")" * opened
    return part if len(part) <= _SHOWN else f"{part[: _SHOWN - 3]}..."


def _crash(text: str, read: Reading) -> Finding:
    note = next(note for note in read.notes if note.fate == "crash")
    data = {"text": _shown(text, note.start, note.end)}
    return Finding(AbilityCode.CRASH, note.start, note.end, data)


def _nothing(text: str, written: Sequence[Action], read: Reading) -> Finding:
    """Nothing is built of the whole line: at which part of it that is, if that is known."""
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    for action in written:
        is_first = any(step.kind == "scope" and action.start < step.start for step in action.steps)
        if is_first and any(
            note.fate == "left" and note.start <= action.start < note.end for note in read.notes
        ):
            data = {"text": _shown(text, action.start, action.end)}
            return Finding(AbilityCode.PASSED_OVER, action.start, action.end, data)
    lost = [note for note in read.notes if note.fate == "lost" and note.end > note.start]
    inner = min(lost, key=lambda note: note.end - note.start, default=None)
    if inner is not None:
        start, end = inner.start, inner.end
    elif len(written) == 1 and written[0].start >= 0:
        start, end = written[0].start, written[0].end
    return Finding(AbilityCode.NOTHING_BUILT, start, end, {"text": _shown(text, start, end)})


def _finding(text: str, difference: Difference, built: Sequence[Action]) -> Finding:
    """What the engine does, in place of what *difference* is about."""
    action, step = difference.action, difference.step
    start, end = difference.span
    data = {"text": _shown(text, start, end), "action": _shown(text, action.start, action.end)}
    if difference.kind in ("lost", "missing"):
        for cut in (_cut(text, action.start, action.end), _cut(text, start, end)):
            if cut is not None:
                return Finding(AbilityCode.CUT_IN_BRACKETS, cut, cut + 1, {})
    if difference.kind == "lost":
        return _lost(text, action, built)
    if difference.kind == "added":
        return _added(text, action)
    if difference.kind == "other":
        data["instead"] = difference.instead
        return Finding(AbilityCode.ONE_TARGET, start, end, data)
    if step is None or difference.kind == "missing":
        return Finding(_MISSING[step.kind if step else "scope"], start, end, data)
    data["text"] = _words(text, step)
    return Finding(AbilityCode.ALSO_APPLIED, action.start, action.end, data)


def _words(text: str, step: Step) -> str:
    """How a *step* of the engine is written."""
    if step.kind == "target" and step.value:
        return f"target({step.value})"
    return _shown(text, step.start, step.end) if step.start >= 0 else step.value or step.kind


def _added(text: str, action: Action) -> Finding:
    """What the engine does and the line does not say, or not there."""
    start, end = max(action.start, 0), max(action.end, 0)
    end += len(text[end:]) - len(text[end:].lstrip(_LETTERS)) if action.word.isalpha() else 0
    word = re.compile(rf"(?<![a-z]){re.escape(action.word)}(?![a-z])", re.IGNORECASE)
    match = word.search(text, start)
    is_word = match is not None and match.start() < end
    code = AbilityCode.DONE_APART if is_word else AbilityCode.ADDED
    word_found = action.amount if action.word == "keyword" and action.amount else action.word
    return Finding(code, start, end, {"text": _shown(text, start, end), "word": word_found})


def _lost(text: str, action: Action, built: Sequence[Action]) -> Finding:
    """Why the engine does not do an *action* of the line."""
    data = {"text": _shown(text, action.start, action.end)}
    first, last = _part(text, action)
    taken = [each for each in built if first <= each.start < last]
    if taken and taken[0].start <= action.start < taken[0].end:
        return _added(text, evolve(action, word=taken[0].word, amount=taken[0].amount))
    if taken:
        data["instead"] = _shown(text, taken[0].start, taken[0].end)
        return Finding(AbilityCode.NOT_DONE, action.start, action.end, data)
    return Finding(AbilityCode.PASSED_OVER, action.start, action.end, data)


def _part(text: str, action: Action) -> tuple[int, int]:
    """Where the part between two ``&&`` begins and ends that an *action* stands in."""
    first = text.rfind("&&", 0, max(action.start, 0)) + 1
    last = text.find("&&", action.end)
    return first, len(text) if last < 0 else last


def _cut(text: str, start: int, end: int) -> int | None:
    """The first ``&`` within brackets from *start* to *end*, in a line that is cut."""
    depth = 0
    for number in range(max(start, 0), end):
        sign = text[number]
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if sign == "&" and depth > 0:
            return number if "&&" in text else None
    return None


def _blanks(places: Places, text: str) -> Iterator[Finding]:
    """Numbers and players that are not read for a space too many, or one too few."""
    for start, node in places.of(Quantity):
        if node.head.endswith(" ") and node.name + ":" in _QUANTITIES:
            data = {"text": str(node).strip(), "sign": ":"}
            yield Finding(AbilityCode.UNREAD_NUMBER, start, start + len(str(node).rstrip()), data)
    for start, player in places.of(Player):
        if player.word in WHO and text[start - 1 : start] not in (" ", ""):
            end = start + len(player.text.rstrip())
            yield Finding(AbilityCode.PASSED_OVER, start, end, {"text": player.text.strip()})


def _bounds(places: Places, text: str) -> Iterator[Finding]:
    """Numbers of ``aslongas`` and ``foreach`` that are not read."""
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
            if not _BOUND.match(node.text) or text[begin - 1 : begin] not in (" ", ""):
                end = begin + len(node.text.rstrip())
                data = {"text": node.text.strip(), "sign": node.text[0]}
                yield Finding(AbilityCode.UNREAD_NUMBER, begin, end, data)
