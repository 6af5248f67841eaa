"""What mends a finding in a line: it is tried, and the line read again.

For each kind of fault there are changes that may be meant.  One is taken if it is the only one
after which the finding is gone and nothing else is wrong that was not before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher, get_close_matches
from itertools import islice
from typing import Any, Final, TypeAlias

from attrs import evolve

from ...lexicon import lookup, words
from ...spelling import one_letter_off
from ...syntax import closing
from ..brackets import lone_brackets
from ..engine.built import Built
from ..engine.reader import reading
from ..reading import missing
from .codes import AbilityCode
from .findings import Finding, Repair
from .types import game_types

#: Longer lines, and more findings of a line, are not mended, since each attempt takes a reading.
_LONGEST: Final = 1000
_MOST_FINDINGS: Final = 5
_MOST_ATTEMPTS: Final = 12
#: Shorter words are not mended: they are near to too many others.
_SHORT: Final = 6
_LIKE: Final = 0.85
_KEY: Final = "autohand"
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_PARTNER: Final = dict(zip(_OPENING, _CLOSING, strict=True))
_BLANK_BEFORE: Final = re.compile(r"(?<=[\w!])\s+(?=[(\[{])")
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
#: Where a missing sign or word can stand: at the end, before or behind a bracket, at a blank.
_PLACES: Final = re.compile(r"\s|[()\[\]{}|]|$")

_Look: TypeAlias = Callable[[str], Sequence[Finding]]


def with_repairs(text: str, rule: str, findings: Sequence[Finding], look: _Look) -> list[Finding]:
    """The *findings* of a line that says *text*, with what mends them.

    Args:
        text: the line.
        rule: what it is, as for :func:`~.parse`.
        findings: what is wrong in it.
        look: finds what is wrong in a line.
    """
    if len(text) > _LONGEST:
        return list(findings)
    repaired = [
        evolve(each, fix=_repair(text, rule, each, findings, look))
        for each in findings[:_MOST_FINDINGS]
    ]
    fixes = [each.fix for each in repaired if each.fix is not None]
    if len(fixes) > 1 and not _fit(text, findings, fixes, look):
        repaired = [each if each.fix is fixes[0] else evolve(each, fix=None) for each in repaired]
    return [*repaired, *findings[_MOST_FINDINGS:]]


def _fit(text: str, findings: Sequence[Finding], fixes: Sequence[Repair], look: _Look) -> bool:
    """Whether nothing is wrong after all *fixes* together that was not before."""
    for each in sorted(fixes, key=lambda each: each.start, reverse=True):
        text = each.applied(text)
    before, after = (
        Counter(str(each.code) for each in several) for several in (findings, look(text))
    )
    return not after - before and after.total() <= before.total() - len(fixes)


def _repair(
    text: str, rule: str, finding: Finding, findings: Sequence[Finding], look: _Look
) -> Repair | None:
    """The only change that mends *finding*, if there is one."""
    attempts = _ATTEMPTS.get(finding.code)
    if attempts is None:
        return None
    passing: dict[str, Repair] = {}
    for repair in islice(attempts(text, rule, finding), _MOST_ATTEMPTS):
        new = repair.applied(text)
        if new in passing or new == text:
            continue
        if _is_better(finding, findings, look(new), repair):
            passing[new] = repair
    if len(passing) != 1:
        return None
    ((new, repair),) = passing.items()
    made = _made(text, rule)
    if not repair.new.strip() and made is not None and _made(new, rule) == made:
        # only something idle is left out
        return evolve(repair, is_safe=True)
    return evolve(repair, is_safe=repair.is_safe and not look(new))


def _is_better(
    finding: Finding, before: Sequence[Finding], after: Sequence[Finding], repair: Repair
) -> bool:
    """Whether *finding* is gone after a *repair*, and no other was added."""
    shift = len(repair.new) - (repair.end - repair.start)
    known: Counter[tuple[str, int]] = Counter()
    for each in before:
        if each is not finding:
            known[str(each.code), each.start + (shift if each.start >= repair.end else 0)] += 1
    return not Counter((str(each.code), each.start) for each in after) - known


def _made(text: str, rule: str) -> Any:
    """What the engine builds of *text*, wherever its words stand; None if that is nothing."""
    if rule != "ability":
        return None
    read = reading(text, _KEY)
    return None if read.crashes or read.built is None else _plain(read.built)


def _plain(built: Built) -> tuple[Any, ...]:
    return built.kind, dict(built.values), [_plain(each) for each in built.inner]


def _words(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """The word that is one letter away; or, as a guess, one that is like it."""
    word, start = finding.word, finding.start
    end = start + len(word)
    written = text[start:end]
    if len(word) < _SHORT or written.lower() != word or lookup(word) or text[end : end + 1] == "!":
        return
    known = set(finding.known)
    near = one_letter_off(word, known.__contains__)
    meant = near or get_close_matches(word, sorted(known), 3, _LIKE)
    for each in meant:
        yield Repair(
            start, end, _in_its_case(written, each), bool(near) and finding.is_surely_known
        )


def _in_its_case(written: str, meant: str) -> str:
    """*meant*, with the letters that it shares with what is *written* as they stand there."""
    matcher = SequenceMatcher(None, written.lower(), meant, autojunk=False)
    return "".join(
        written[first:last] if tag == "equal" else meant[begin:end]
        for tag, first, last, begin, end in matcher.get_opcodes()
    )


def _brackets(text: str, rule: str, finding: Finding) -> Iterator[Repair]:
    """Of the kind that it meets; without it; with what closes it where that can stand."""
    sign, start = text[finding.start], finding.start
    is_opening = sign in _OPENING
    for other in (_OPENING if is_opening else _CLOSING).replace(sign, ""):
        yield Repair(start, start + 1, other)
    is_empty = text[start + 1 : start + 2] in ("|", ",", *_CLOSING)
    if not is_opening or is_empty or text[start - 1 : start] in (*_OPENING, ","):
        yield Repair(start, start + 1, "")
    met = next((each.other for each in lone_brackets(text) if each.offset == start), None)
    if met is not None and not is_opening:
        yield Repair(met, met + 1, _OPENING[_CLOSING.index(sign)])
    partner = missing(text, rule)
    if partner is not None:
        yield Repair(partner.offset, partner.offset, partner.sign)
    for match in _PLACES.finditer(text, start + 2) if is_opening else ():
        yield Repair(match.start(), match.start(), _PARTNER[sign])


def _no_blanks(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """Without the blanks before a bracket."""
    for match in _BLANK_BEFORE.finditer(text, max(finding.start - 1, 0)):
        if match.start() < finding.end:
            yield Repair(match.start(), match.end(), "")


def _signs(text: str, rule: str, finding: Finding) -> Iterator[Repair]:
    """Without a sign between blanks that says nothing, or the blanks that hide a word."""
    start, end = finding.start, finding.end
    are_words = all(map(str.isalnum, (*text[start - 1 : start], *text[end : end + 1])))
    if _IDLE.fullmatch(text, start, end) and not (start > 0 and are_words):
        yield Repair(start, end, "", is_safe=False)
    yield from _no_blanks(text, rule, finding)


def _colon(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """Without the colon, unless it was to end a trigger."""
    first = _WORD.match(text)
    if "@" in text[: finding.start] or first is None or first[0].lower() not in words("event"):
        has_blank = text[finding.end : finding.end + 1].isspace()
        yield Repair(finding.start, finding.end, "" if has_blank else " ", is_safe=False)


def _choices(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """Without what asks the player before another question."""
    if match := _ASKED_TWICE.match(text, finding.start):
        yield Repair(finding.start, match.end(1), "", is_safe=False)


def _commas(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """Other signs for the commas within the brackets around one."""
    opened = _around(text, finding.start)
    closed = None if opened is None else closing(text, opened, _pair(text[opened]))
    if opened is None or closed is None:
        return
    inside, head = text[opened + 1 : closed], _LAST_WORD.search(text, 0, opened)
    word = head[0].lower() if head else ""
    if any(map(inside.__contains__, _OPENING)):
        return
    if word.endswith(_COUNTING):
        yield Repair(opened + 1, closed, inside.replace(",", "."))
    elif word in _LISTING:
        yield Repair(opened + 1, closed, inside.replace(",", "^"))


def _pair(sign: str) -> str:
    return sign + _PARTNER[sign]


def _around(text: str, place: int) -> int | None:
    """The bracket that *place* stands in."""
    depth = 0
    for at in range(place - 1, -1, -1):
        depth += (text[at] in _CLOSING) - (text[at] in _OPENING)
        if depth < 0:
            return at
    return None


def _targets(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """Semicolons within square brackets; how many first, then of what."""
    start, end = finding.start, finding.end
    part = text[start:end]
    head, opened, rest = part.partition("[")
    inside, closed, behind = rest.partition("]")
    if opened and closed and "," in inside and "," not in head:
        yield Repair(start, end, f"{head}[{inside.replace(',', ';')}]{behind}", is_safe=False)
    if match := _NUMBER_FIRST.fullmatch(part):
        yield Repair(start, end, f"{match[2]}{match[1]}{match[3] or ''}")


def _comparisons(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """The next number with >=; of power<3 authors mean either power<=2 or power<=3."""
    if match := _MORE.fullmatch(text, finding.start, finding.end):
        new = f"{match[1]}>={int(match[2]) + 1}"
        yield Repair(finding.start, finding.end, new, is_safe=False)


def _any_base(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """An asterisk for the type of card whose subtypes are the alternatives."""
    if match := _BASE.match(text, finding.start):
        alternatives = match[2].lower().split(";")
        if all(each in game_types() and each not in _CARD_TYPES for each in alternatives):
            yield Repair(finding.start, match.end(1), "*", is_safe=False)


def _types(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """Commas between types, for what are no types square brackets."""
    part = text[finding.start : finding.end]
    if ";" in part:
        yield Repair(finding.start, finding.end, part.replace(";", ","), is_safe=False)
    yield Repair(finding.start, finding.end, f"*[{part}]", is_safe=False)


def _zones(text: str, rule: str, finding: Finding) -> Iterator[Repair]:
    """The zone in small letters, or another one that is like it."""
    part = text[finding.start : finding.end]
    yield Repair(finding.start, finding.end, part.lower())
    yield from _words(text, rule, finding)


def _ends(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """With the missing end at the end, with ``then`` where it can stand."""
    word = str(finding.data["word"])
    if word != "then":
        end = len(text.rstrip())
        yield Repair(end, end, f" {word}" if word.isalpha() else word, is_safe=False)
        return
    for match in _PLACES.finditer(text, finding.end):
        yield Repair(match.start(), match.start(), f" {word}", is_safe=False)


def _numbers(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """A blank before the sign and none behind it; the next number for >=."""
    start, end = finding.start, finding.end
    part = text[start:end]
    yield Repair(start, end, re.sub(r":\s+", ":", part))
    yield Repair(start, end, f" {part}")
    if match := re.fullmatch(r"\s*([<>])=\s*([0-9]{1,9})", part):
        number = int(match[2]) + (1 if match[1] == "<" else -1)
        yield Repair(start, end, f" {match[1]}{number}", is_safe=False)


def _blank(text: str, _rule: str, finding: Finding) -> Iterator[Repair]:
    """With a space before what is passed over for want of one."""
    if text[finding.start - 1 : finding.start].strip():
        yield Repair(finding.start, finding.start, " ")


#: By the code of a finding, what may mend it, the likeliest first.
_ATTEMPTS: Final[dict[Any, Callable[[str, str, Finding], Iterator[Repair]]]] = {
    **dict.fromkeys(
        (AbilityCode.UNKNOWN_WORD, AbilityCode.UNKNOWN_ZONE, AbilityCode.UNKNOWN_EVENT,
         AbilityCode.UNKNOWN_TYPE, AbilityCode.UNKNOWN_NUMBER, AbilityCode.UNKNOWN_CONDITION,
         AbilityCode.UNKNOWN_COST, AbilityCode.UNKNOWN_OPTION), _words
    ),
    AbilityCode.LONE_BRACKET: _brackets,
    AbilityCode.STRAY_SIGN: _signs,
    AbilityCode.COMMA_IN_CHANGE: _commas,
    AbilityCode.BLANK_BEFORE_BRACKET: _no_blanks,
    AbilityCode.MISSING_END: _ends,
    AbilityCode.IDLE_COLON: _colon,
    AbilityCode.REFUSED_TARGET: _targets,
    AbilityCode.NO_COMPARISON: _comparisons,
    AbilityCode.BASE_IS_ALTERNATIVE: _any_base,
    AbilityCode.ZONE_LEFT_OUT: _zones,
    AbilityCode.NO_TYPE: _types,
    AbilityCode.PASSED_OVER: _blank,
    AbilityCode.LOST_CHOICE: _choices,
    AbilityCode.UNREAD_NUMBER: _numbers,
}  # fmt: skip
