"""What is wrong in a line of abilities."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from attrs import field, frozen

from ....grammar import GrammarProblem
from ..conditions import Limits, Relative, Trigger
from ..effects import Call, Cast, Creation, Effect, Keyword, Move
from ..lines import Afterwards, Block, Gained, Line, Transformation
from ..nodes import Headed, Node, Unknown, Zones
from ..reading import fault, parse, read, vocabulary
from .brackets import LoneBracket, lone_brackets
from .codes import AbilityCode

#: Words that do what another does better, and that one.
_DEPRECATED: Final = dict.fromkeys(
    ("bothnocreature", "bothcantcast", "bothonecast", "onecast", "cantcreaturecast",
     "cantspellcast", "nocreatures", "nospells", "onlyonecast"),
    "maxcast(...)",
)  # fmt: skip
_COMPARING: Final = ("morethan", "lessthan", "equalto")
#: Zones, with whose they are before them.
_OWNERS: Final = ("", "my", "opponent", "owner", "targetcontroller", "targetedpersons")
_PLACES: Final = ("battlefield", "graveyard", "library", "hand", "stack", "exile", "inplay",
                  "commandzone", "sideboard", "zones", "castingzone", "reveal")  # fmt: skip
ZONES: Final = tuple(f"{owner}{place}" for owner in _OWNERS for place in _PLACES)

_BLANK_BEFORE: Final = re.compile(r"[a-z]\s+[(\[{$!]", re.IGNORECASE)
_PLAIN_WORD: Final = re.compile(r"-?([A-Za-z][\w']*)(?:\s*[({].*)?")
#: Of a line of prose, as many words are reported.
_MOST_WORDS: Final = 3
_EVENT_WORD: Final = re.compile(r"\W")
_SHOWN: Final = 40
_NAMED: Final = re.compile(r"named!:(.*?):!", re.IGNORECASE)
#: Calls whose argument is the name of a card.
_NAMING: Final = frozenset(("flip", "doubleside", "cards", "meld"))


@frozen
class Finding:
    """Something that is wrong in a line.

    Attributes:
        code: what kind of thing.
        start: where it begins, in characters from the beginning of the line.
        end: where it ends.
        data: what the message of the code is filled from.
        word: what was perhaps meant otherwise.
        known: what it could be instead.
        notes: what else there is to say.
    """

    code: AbilityCode
    start: int
    end: int
    data: dict[str, Any]
    word: str = ""
    known: Collection[str] = field(default=(), repr=False)
    notes: tuple[str, ...] = field(default=())

    @property
    def message(self) -> str:
        """What is wrong, in a sentence."""
        return self.code.template.format_map(self.data)


def lint(
    text: str, rule: str = "ability", has_card: Callable[[str], bool] | None = None
) -> list[Finding]:
    """What is wrong in *text*, in its order.

    Args:
        text: a line, with its macros expanded.
        rule: what the line is, as for :func:`~.parse`.
        has_card: whether there is a card, or a token, of a name; without it names are not looked
            for.
    """
    line = parse(text, rule)
    lone = list(lone_brackets(text))
    findings = [_lone_bracket(text, each) for each in lone]
    if isinstance(line.body, Unknown):
        if not lone:
            findings.append(_unreadable(line, rule))
        return sorted(findings, key=lambda each: each.start)
    words = 0
    for start, node in line.walk():
        for offset, part in node.children():
            if not isinstance(part, Unknown):
                continue
            finding = _unknown(node, part, start + offset)
            if finding.code is AbilityCode.UNKNOWN_WORD:
                words += 1
                # what stands before a lone bracket was to be read with it
                hidden = words > _MOST_WORDS or any(each.offset == finding.end for each in lone)
            else:
                hidden = bool(lone) and finding.code is not AbilityCode.UNKNOWN_ZONE
            if not hidden:
                findings.append(finding)
        findings += _doubtful(node, start, has_card)
    return sorted(findings, key=lambda each: each.start)


def _lone_bracket(text: str, lone: LoneBracket) -> Finding:
    notes: tuple[str, ...] = ()
    if lone.other is not None:
        notes = (f"it meets {text[lone.other]!r} at character {lone.other + 1} of the line",)
    start, data = lone.offset, {"sign": lone.sign}
    return Finding(AbilityCode.LONE_BRACKET, start, start + 1, data, notes=notes)


def _unreadable(line: Line, rule: str) -> Finding:
    """Where the whole *line* stops being what its *rule* says."""
    text = str(line)
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


def _doubtful(node: Node, offset: int, has_card: Callable[[str], bool] | None) -> Iterator[Finding]:
    """What the engine takes otherwise, or not at all, in *node* alone."""
    if isinstance(node, Relative) and "~" in node.sign and node.word not in _COMPARING:
        data = {"word": node.word}
        end = offset + len(node.sign.rstrip())
        yield Finding(AbilityCode.UNKNOWN_WORD, offset, end, data, node.word, _COMPARING)
    elif isinstance(node, Keyword | Effect) and (better := _DEPRECATED.get(node.word)):
        data = {"word": node.word, "better": better}
        end = offset + len(node.text.rstrip())
        yield Finding(AbilityCode.DEPRECATED_WORD, offset, end, data)
    elif isinstance(node, Gained):
        yield from _commas(node, offset)
    if isinstance(node, Headed) and (blank := _BLANK_BEFORE.search(node.head)):
        start = offset + blank.start() + 1
        data = {"head": node.head.strip()}
        yield Finding(AbilityCode.BLANK_BEFORE_BRACKET, start, start + 1, data)
    if has_card is not None:
        yield from _names(node, offset, has_card)


def _commas(node: Gained, offset: int) -> Iterator[Finding]:
    """Commas that end a change where the author did not mean it to end."""
    text = str(node)
    hidden = list(text)
    for start, below in node.walk():
        if isinstance(below, Transformation | Block | Afterwards):
            size = len(str(below))
            hidden[start : start + size] = "." * size
    for number, sign in enumerate(hidden):
        if sign == ",":
            start = offset + number
            yield Finding(AbilityCode.COMMA_IN_CHANGE, start, start + 1, {})
            return


def _names(node: Node, offset: int, has_card: Callable[[str], bool]) -> Iterator[Finding]:
    """Names of cards in *node* that nothing has."""
    name, start = "", 0
    if isinstance(node, Creation):
        only = str(node.details)
        is_name = node.name == "token" and len(node.details.items) == 1
        if is_name and not only.strip().removeprefix("-").isdecimal():
            name, start = only, len(node.head)
    elif isinstance(node, Call) and node.name in _NAMING and node.arguments:
        name, start = node.arguments, len(node.head)
    elif isinstance(node, Cast) and (match := _NAMED.search(node.text)):
        name, start = match[1], match.start(1)
    name = name.strip()
    if name and not has_card(name):
        begin = offset + start
        yield Finding(AbilityCode.UNKNOWN_CARD, begin, begin + len(name), {"name": name}, name)
