"""Fixes of what is wrong in a line: each is tried, and the line read again.

For each kind of fault there are changes that may be meant.  One is taken if it is the only one
after which the finding is gone and nothing else is wrong that was not before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import chain, islice
from typing import Any, Final, TypeAlias

from attrs import evolve

from .....diagnostics import Diagnostic, Fix
from .....source import SourceText, Span
from ...lexicon import lookup, words
from ...spelling import one_letter_off
from ...syntax import closing
from ..brackets import lone_brackets
from ..engine.built import BuiltAbility
from ..engine.reader import ANY_KEY, reading
from ..reading import missing
from .candidates import candidates_of
from .codes import AbilityCode
from .places import span_of
from .types import game_types

#: Longer lines, and more findings of a line, are not fixed, since each attempt needs a reading.
_LONGEST: Final = 1000
_MOST_FINDINGS: Final = 5
_MOST_ATTEMPTS: Final = 12
#: Shorter words are not fixed: they are similar to too many others.
_SHORT: Final = 6
_LIKE: Final = 0.85
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_PARTNER: Final = dict(zip(_OPENING, _CLOSING, strict=True))
_SPACE_BEFORE: Final = re.compile(r"(?<=[\w!])\s+(?=[(\[{])")
_MORE: Final = re.compile(r"(\w+)>([0-9]{1,9})")
_NUMBER_FIRST: Final = re.compile(r"([^<|]+)(<[^>]*>)(\|.*)?")
_BASE: Final = re.compile(r"(creature|land)\[([^\]]*)\]", re.IGNORECASE)
#: Signs that can be left out.
_IDLE: Final = re.compile(r"[,.:;\"]")
_LAST_WORD: Final = re.compile(r"\w+$")
_WORD: Final = re.compile(r"\w+")
_ASKED_TWICE: Final = re.compile(
    r"((?:may|choice)\s+)(?:name\([^()]*\)\s*)*pay[(\[]", re.IGNORECASE
)
#: What stands between brackets in which the engine takes ^ for a comma, and in which stops.
_LISTING: Final = (
    "target", "notatarget", "all", "becomes", "token", "phasealter", "nextphasealter",
)  # fmt: skip
_COUNTING: Final = ("counter", "counters")
#: Types of cards; others are of creatures or lands.
_CARD_TYPES: Final = frozenset((
    "artifact", "creature", "enchantment", "instant", "land", "planeswalker", "sorcery", "tribal",
    "legendary", "basic", "snow", "world", "token",
))  # fmt: skip
#: Positions of a missing symbol or word: at the end, before or after a bracket, at a space.
_PLACES: Final = re.compile(r"\s|[()\[\]{}|]|$")

_Look: TypeAlias = Callable[[SourceText], Sequence[Diagnostic]]


def with_fixes(
    source: SourceText, rule: str, findings: Sequence[Diagnostic], look: _Look
) -> list[Diagnostic]:
    """Return the *findings* of a line with their fixes.

    Args:
        source: the line.
        rule: what it is, as for :func:`~.parse`.
        findings: what is wrong in it.
        look: finds what is wrong in a line.
    """
    if len(source.text) > _LONGEST:
        return list(findings)
    fixed = [
        evolve(each, fix=_fix(source, rule, each, findings, look))
        for each in findings[:_MOST_FINDINGS]
    ]
    fixes = [each.fix for each in fixed if each.fix is not None]
    if len(fixes) > 1 and not _fit(source, findings, fixes, look):
        fixed = [each if each.fix is fixes[0] else evolve(each, fix=None) for each in fixed]
    return [*fixed, *findings[_MOST_FINDINGS:]]


def _fit(
    source: SourceText, findings: Sequence[Diagnostic], fixes: Sequence[Fix], look: _Look
) -> bool:
    """Return whether nothing is wrong after all *fixes* that was not wrong before."""
    together = Fix("", chain.from_iterable(each.edits for each in fixes))
    try:
        new = together.applied(source)
    except ValueError:  # two of them change the same text
        return False
    left = look(SourceText("", new))
    before, after = (Counter(str(each.code) for each in several) for several in (findings, left))
    return not after - before and after.total() <= before.total() - len(fixes)


def _fix(
    source: SourceText,
    rule: str,
    finding: Diagnostic,
    findings: Sequence[Diagnostic],
    look: _Look,
) -> Fix | None:
    """Return the only change that fixes *finding*, if there is one."""
    attempts = _ATTEMPTS.get(finding.code)
    if attempts is None:
        return None
    passing: dict[str, Fix] = {}
    for fix in islice(attempts(span_of(finding), rule, finding), _MOST_ATTEMPTS):
        new = fix.applied(source)
        if new in passing or new == source.text:
            continue
        if _is_better(finding, findings, look(SourceText("", new)), fix):
            passing[new] = fix
    if len(passing) != 1:
        return None
    ((new, fix),) = passing.items()
    made = _made(source.text, rule)
    if not fix.edits[0].new.strip() and made is not None and _made(new, rule) == made:
        # only something idle is left out
        return evolve(fix, is_safe=True)
    return evolve(fix, is_safe=fix.is_safe and not look(SourceText("", new)))


def _is_better(
    finding: Diagnostic, before: Sequence[Diagnostic], after: Sequence[Diagnostic], fix: Fix
) -> bool:
    """Return whether *fix* removes *finding* and adds no other."""
    (edit,) = fix.edits
    shift = len(edit.new) - (edit.span.end - edit.span.start)
    known: Counter[tuple[str, int]] = Counter()
    for each in before:
        if each is not finding:
            start = span_of(each).start
            known[str(each.code), start + (shift if start >= edit.span.end else 0)] += 1
    return not Counter((str(each.code), span_of(each).start) for each in after) - known


def _made(text: str, rule: str) -> Any:
    """Return what the engine builds of *text* without its places; None if it builds nothing."""
    if rule != "ability":
        return None
    read = reading(text, ANY_KEY)
    return None if read.crashes or read.built is None else _plain(read.built)


def _plain(built: BuiltAbility) -> tuple[Any, ...]:
    return built.kind, dict(built.values), [_plain(each) for each in built.inner]


def _change(span: Span, start: int, end: int, new: str, *, is_safe: bool = True) -> Fix:
    """Return the fix that writes *new* from *start* to *end* of the line of *span*."""
    there = span.source.span(start, end)
    return Fix.replace(there, new, None if there.text else f"put in {new!r}", is_safe=is_safe)


def _words(span: Span, _rule: str, finding: Diagnostic) -> Iterator[Fix]:
    """Write the word that is one letter away or, as a guess, a similar one."""
    candidates = candidates_of(finding)
    word, text = candidates.word, span.source.text
    there = span.part(0, len(word))
    written = there.text
    if (
        len(word) < _SHORT
        or written.lower() != word
        or lookup(word)
        or text[there.end : there.end + 1] == "!"
    ):
        return
    known = set(candidates.known)
    near = one_letter_off(word, known.__contains__)
    is_safe = bool(near) and candidates.is_certain
    for each in near or get_close_matches(word, sorted(known), 3, _LIKE):
        yield Fix.replace(there, _in_its_case(written, each), is_safe=is_safe)


def _in_its_case(written: str, meant: str) -> str:
    """Return *meant*, with the case of the letters that it shares with what is *written*."""
    matcher = SequenceMatcher(None, written.lower(), meant)
    return "".join(
        written[first:last] if tag == "equal" else meant[begin:end]
        for tag, first, last, begin, end in matcher.get_opcodes()
    )


def _brackets(span: Span, rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Write the kind of bracket that it meets, delete it, or put in its partner."""
    text, sign, start = span.source.text, span.text, span.start
    is_opening = sign in _OPENING
    for other in (_OPENING if is_opening else _CLOSING).replace(sign, ""):
        yield Fix.replace(span, other)
    is_empty = text[start + 1 : start + 2] in ("|", ",", *_CLOSING)
    if not is_opening or is_empty or text[start - 1 : start] in (*_OPENING, ","):
        yield Fix.replace(span, "")
    met = next((each.other for each in lone_brackets(text) if each.offset == start), None)
    if met is not None and not is_opening:
        yield _change(span, met, met + 1, _OPENING[_CLOSING.index(sign)])
    if (partner := missing(text, rule)) is not None:
        yield _change(span, partner.span.start, partner.span.start, partner.new)
    for match in _PLACES.finditer(text, start + 2) if is_opening else ():
        yield _change(span, match.start(), match.start(), _PARTNER[sign])


def _without_spaces(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Delete the spaces before a bracket."""
    for match in _SPACE_BEFORE.finditer(span.source.text, max(span.start - 1, 0)):
        if match.start() < span.end:
            yield _change(span, *match.span(), "")


def _signs(span: Span, rule: str, finding: Diagnostic) -> Iterator[Fix]:
    """Delete a symbol without meaning, or the spaces that hide a word."""
    text, start, end = span.source.text, span.start, span.end
    are_words = all(map(str.isalnum, (*text[start - 1 : start], *text[end : end + 1])))
    if _IDLE.fullmatch(text, start, end) and not (start > 0 and are_words):
        yield Fix.replace(span, "", is_safe=False)
    yield from _without_spaces(span, rule, finding)


def _colon(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Delete the colon, unless it was meant to end a trigger."""
    text = span.source.text
    first = _WORD.match(text)
    if "@" in text[: span.start] or first is None or first[0].lower() not in words("event"):
        has_space = text[span.end : span.end + 1].isspace()
        yield Fix.replace(span, "" if has_space else " ", is_safe=False)


def _choices(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Delete the first of two questions to the player."""
    if match := _ASKED_TWICE.match(span.source.text, span.start):
        yield _change(span, span.start, match.end(1), "", is_safe=False)


def _commas(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Replace the commas within the brackets around the span."""
    text = span.source.text
    opened = _around(text, span.start)
    closed = None if opened is None else closing(text, opened, _pair(text[opened]))
    if opened is None or closed is None:
        return
    inside, head = text[opened + 1 : closed], _LAST_WORD.search(text, 0, opened)
    word = head[0].lower() if head else ""
    if any(map(inside.__contains__, _OPENING)):
        return
    if word.endswith(_COUNTING):
        yield _change(span, opened + 1, closed, inside.replace(",", "."))
    elif word in _LISTING:
        yield _change(span, opened + 1, closed, inside.replace(",", "^"))


def _pair(sign: str) -> str:
    return sign + _PARTNER[sign]


def _around(text: str, place: int) -> int | None:
    """Return the bracket that *place* stands in."""
    depth = 0
    for at in range(place - 1, -1, -1):
        depth += (text[at] in _CLOSING) - (text[at] in _OPENING)
        if depth < 0:
            return at
    return None


def _targets(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Write semicolons within square brackets, or the number before the type."""
    head, opened, rest = span.text.partition("[")
    inside, closed, behind = rest.partition("]")
    if opened and closed and "," in inside and "," not in head:
        new = f"{head}[{inside.replace(',', ';')}]{behind}"
        yield Fix.replace(span, new, is_safe=False)
    if match := _NUMBER_FIRST.fullmatch(span.text):
        yield Fix.replace(span, f"{match[2]}{match[1]}{match[3] or ''}")


def _comparisons(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Write >= with the next number; power<3 could mean power<=2 or power<=3."""
    if match := _MORE.fullmatch(span.text):
        yield Fix.replace(span, f"{match[1]}>={int(match[2]) + 1}", is_safe=False)


def _any_base(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Write an asterisk for the type of card whose subtypes are the alternatives."""
    if match := _BASE.match(span.source.text, span.start):
        alternatives = match[2].lower().split(";")
        if all(each in game_types() and each not in _CARD_TYPES for each in alternatives):
            yield _change(span, span.start, match.end(1), "*", is_safe=False)


def _types(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Write commas between types, or square brackets around other words."""
    if ";" in span.text:
        yield Fix.replace(span, span.text.replace(";", ","), is_safe=False)
    yield Fix.replace(span, f"*[{span.text}]", is_safe=False)


def _missing_colon(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Put in the colon, in place of the spaces where it stands."""
    behind = span.source.text[span.end :]
    yield _change(span, span.end, span.end + len(behind) - len(behind.lstrip()), ":", is_safe=False)


def _zones(span: Span, rule: str, finding: Diagnostic) -> Iterator[Fix]:
    """Write the zone in lower case, or a similar zone."""
    yield Fix.replace(span, span.text.lower())
    yield from _words(span, rule, finding)


def _ends(span: Span, _rule: str, finding: Diagnostic) -> Iterator[Fix]:
    """Put in the missing end at the end of the line, or ``then`` where it can be."""
    text, word = span.source.text, str(finding.data["word"])
    if word != "then":
        end = len(text.rstrip())
        new = f" {word}" if word.isalpha() else word
        yield _change(span, end, end, new, is_safe=False)
        return
    for match in _PLACES.finditer(text, span.end):
        yield _change(span, match.start(), match.start(), f" {word}", is_safe=False)


def _numbers(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Delete the space after the sign or put one in before it, or avoid >= and <=."""
    part = span.text
    yield Fix.replace(span, re.sub(r":\s+", ":", part))
    space = "" if span.source.text[span.start - 1 : span.start].isspace() else " "
    yield Fix.replace(span, f"{space}{part}")
    if match := re.fullmatch(r"\s*([<>])=\s*([0-9]{1,9})", part):
        number = int(match[2]) + (1 if match[1] == "<" else -1)
        yield Fix.replace(span, f"{space}{match[1]}{number}", is_safe=False)


def _missing_space(span: Span, _rule: str, _finding: Diagnostic) -> Iterator[Fix]:
    """Put in the missing space before text that the engine passes over."""
    if span.source.text[span.start - 1 : span.start].strip():
        yield _change(span, span.start, span.start, " ")


#: For each code of a finding, its possible fixes, the most likely first.
_ATTEMPTS: Final[dict[Any, Callable[[Span, str, Diagnostic], Iterator[Fix]]]] = {
    **dict.fromkeys(
        (AbilityCode.UNKNOWN_WORD, AbilityCode.UNKNOWN_ZONE, AbilityCode.UNKNOWN_EVENT,
         AbilityCode.UNKNOWN_TYPE, AbilityCode.UNKNOWN_NUMBER, AbilityCode.UNKNOWN_CONDITION,
         AbilityCode.UNKNOWN_COST, AbilityCode.UNKNOWN_OPTION), _words
    ),
    AbilityCode.LONE_BRACKET: _brackets,
    AbilityCode.STRAY_SIGN: _signs,
    AbilityCode.COMMA_IN_CHANGE: _commas,
    AbilityCode.SPACE_BEFORE_BRACKET: _without_spaces,
    AbilityCode.MISSING_END: _ends,
    AbilityCode.IDLE_COLON: _colon,
    AbilityCode.MISSING_COLON: _missing_colon,
    AbilityCode.REFUSED_TARGET: _targets,
    AbilityCode.NO_COMPARISON: _comparisons,
    AbilityCode.BASE_IS_ALTERNATIVE: _any_base,
    AbilityCode.ZONE_LEFT_OUT: _zones,
    AbilityCode.NO_TYPE: _types,
    AbilityCode.PASSED_OVER: _missing_space,
    AbilityCode.LOST_CHOICE: _choices,
    AbilityCode.UNREAD_NUMBER: _numbers,
}  # fmt: skip
