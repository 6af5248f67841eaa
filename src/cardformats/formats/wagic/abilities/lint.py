"""What is wrong in abilities: in a line, and in a card's lines at their places in the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final

from attrs import field, frozen

from ....budget import Budget
from ....diagnostics import DiagnosticLog
from ....source import Span
from ...grammar import GrammarProblem
from ..codes import WagicCode
from ..fields import MACRO_NAME, FieldsOfCard
from ..macros import Expansion, MacroTable, out_of_work
from ..syntax import Field, MacroDefinition
from .conditions import Limits, Relative, Trigger
from .effects import Call, Cast, Creation, Effect, Keyword, Move
from .find import KEY_RULES
from .lines import Afterwards, Block, Gained, Line, Transformation
from .nodes import Headed, Node, Unknown, Zones
from .reading import fault, parse, read, vocabulary

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

    code: WagicCode
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
            if finding.code is WagicCode.UNKNOWN_WORD:
                words += 1
                # what stands before a lone bracket was to be read with it
                hidden = words > _MOST_WORDS or any(each.offset == finding.end for each in lone)
            else:
                hidden = bool(lone) and finding.code is not WagicCode.UNKNOWN_ZONE
            if not hidden:
                findings.append(finding)
        findings += _doubtful(node, start, has_card)
    return sorted(findings, key=lambda each: each.start)


def _lone_bracket(text: str, lone: LoneBracket) -> Finding:
    notes: tuple[str, ...] = ()
    if lone.other is not None:
        notes = (f"it meets {text[lone.other]!r} at character {lone.other + 1} of the line",)
    start, data = lone.offset, {"sign": lone.sign}
    return Finding(WagicCode.LONE_BRACKET, start, start + 1, data, notes=notes)


def _unreadable(line: Line, rule: str) -> Finding:
    """Where the whole *line* stops being what its *rule* says."""
    text = str(line)
    problem = fault(text, rule)
    offset = min(problem.offset if problem else 0, len(text.rstrip()))
    data = {"text": text[offset : offset + _SHOWN].rstrip() or "the end"}
    return Finding(WagicCode.UNREADABLE_ABILITY, offset, len(text), data)


def _unknown(parent: Node, node: Unknown, start: int) -> Finding:
    written = node.text.strip()
    end = start + len(written)
    if isinstance(parent, Trigger | Limits):
        known, word = vocabulary("trigger"), _EVENT_WORD.split(written.lower())[0]
        return Finding(WagicCode.UNKNOWN_EVENT, start, end, {"word": written}, word, known)
    if isinstance(parent, Zones | Move):
        data = {"word": written}
        return Finding(WagicCode.UNKNOWN_ZONE, start, end, data, written.lower(), ZONES)
    if node.rule is not None:
        return _unread_part(node, start)
    known = vocabulary("ability")
    match = _PLAIN_WORD.fullmatch(written)
    if match and (word := match[1].lower()) not in known:
        begin, data = start + match.start(1), {"word": match[1]}
        return Finding(WagicCode.UNKNOWN_WORD, begin, start + match.end(1), data, word, known)
    return Finding(WagicCode.STRAY_SIGN, start, end, {"text": written[:_SHOWN]})


def _unread_part(node: Unknown, start: int) -> Finding:
    text = node.text.rstrip()
    offset = 0
    try:
        read(node.rule or "ability", node.text)
    except GrammarProblem as problem:
        offset = min(problem.offset, len(text))
    data = {"part": text[:_SHOWN], "text": text[offset : offset + _SHOWN] or "the end"}
    return Finding(WagicCode.UNREADABLE_PART, start + offset, start + len(text), data)


def _doubtful(node: Node, offset: int, has_card: Callable[[str], bool] | None) -> Iterator[Finding]:
    """What the engine takes otherwise, or not at all, in *node* alone."""
    if isinstance(node, Relative) and "~" in node.sign and node.word not in _COMPARING:
        data = {"word": node.word}
        end = offset + len(node.sign.rstrip())
        yield Finding(WagicCode.UNKNOWN_WORD, offset, end, data, node.word, _COMPARING)
    elif isinstance(node, Keyword | Effect) and (better := _DEPRECATED.get(node.word)):
        data = {"word": node.word, "better": better}
        end = offset + len(node.text.rstrip())
        yield Finding(WagicCode.DEPRECATED_WORD, offset, end, data)
    elif isinstance(node, Gained):
        yield from _commas(node, offset)
    if isinstance(node, Headed) and (blank := _BLANK_BEFORE.search(node.head)):
        start = offset + blank.start() + 1
        data = {"head": node.head.strip()}
        yield Finding(WagicCode.BLANK_BEFORE_BRACKET, start, start + 1, data)
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
            yield Finding(WagicCode.COMMA_IN_CHANGE, start, start + 1, {})
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
        yield Finding(WagicCode.UNKNOWN_CARD, begin, begin + len(name), {"name": name}, name)


_CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
_SIGN: Final = re.compile(r"[()\[\]{}]")
#: What is between these brackets is not code.
_NAME: Final = re.compile(r"name\s*\([^)]*\)?|!:.*?:!", re.IGNORECASE)
#: The engine ends this at its first closing bracket, and authors leave the second one out.
_HALF: Final = re.compile(r"this\s*\(\s*cantargetcard(?=\()", re.IGNORECASE)


@frozen
class LoneBracket:
    """A bracket without a partner.

    Attributes:
        offset: where it stands.
        sign: the bracket.
        other: where the bracket stands that it meets instead; None if it meets none.
    """

    offset: int
    sign: str
    other: int | None = None


def lone_brackets(text: str) -> Iterator[LoneBracket]:
    """The brackets of *text* that have no partner; what stands in names does not count.

    Where two of different kinds meet, the one that is missing is looked for on the side where
    fewer others would be left alone.
    """
    plain = _NAME.sub(lambda match: "." * len(match[0]), text)
    plain = _HALF.sub(lambda match: "." * len(match[0]), plain)
    opened: list[tuple[str, int]] = []
    for match in _SIGN.finditer(plain):
        sign, offset = match[0], match.start()
        if sign in _CLOSERS:
            opened.append((sign, offset))
        elif opened and _CLOSERS[opened[-1][0]] == sign:
            opened.pop()
        elif len(opened) > 1 and _CLOSERS[opened[-2][0]] == sign:
            yield LoneBracket(opened[-1][1], opened[-1][0], offset)
            del opened[-2:]
        else:
            yield LoneBracket(offset, sign, opened[-1][1] if opened else None)
    for sign, offset in opened:
        yield LoneBracket(offset, sign)


_AROUND: Final = 30
#: How much longer than what is written is what was meant.
_LONGER: Final = 2
#: Steps of work to look at a character that macros made, beyond so many times what is written.
_CHARACTER: Final = 100
_GROWN: Final = 8


def check_abilities(
    card: FieldsOfCard,
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
    has_card: Callable[[str], bool] | None,
) -> None:
    """Report what is wrong in the abilities of *card*; *has_card* says which names there are."""
    for key in card.repeated.keys() | card.single.keys():
        if (rule := KEY_RULES.get(key)) is not None:
            for line in card.lines_of(key):
                _check_line(card, line, rule, macros, log, budget, has_card)


def _check_line(
    card: FieldsOfCard,
    line: Field,
    rule: str,
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
    has_card: Callable[[str], bool] | None,
) -> None:
    value, was_spent = line.value, budget.spent
    expansion = macros.expand(value, budget)
    if not expansion.diagnostics and not budget.spend(
        _CHARACTER * max(0, len(expansion.text) - _GROWN * len(value))
    ):
        expansion = Expansion(value, (out_of_work(card.span(line), budget),))
    if budget.spent and not was_spent:
        log.extend(expansion.placed(card.span(line)))
    if expansion.diagnostics or MACRO_NAME.search(expansion.text):
        return  # the macros are reported; what they would have made is not known
    if expansion.text == value:
        for finding in lint(value, rule, has_card):
            _report(finding, card.span(line, finding.start, finding.end), log)
        return
    called = list({macro.name: macro for macro, _, _ in macros.calls(value)}.values())
    for text in expansion.text.split("\n"):
        for finding in lint(text, rule, has_card):
            faulty = text[finding.start : finding.end]
            start = value.find(faulty)
            if start >= 0 and value.find(faulty, start + 1) < 0:
                _report(finding, card.span(line, start, start + len(faulty)), log)
            else:
                _report(finding, card.span(line), log, _origin(finding, text, called))


def _origin(finding: Finding, text: str, called: Sequence[MacroDefinition]) -> tuple[str, ...]:
    """Where *finding* is in the *text* of an expansion, and which macros *called* there make it."""
    start, end = max(0, finding.start - _AROUND), finding.end + _AROUND
    excerpt = f"{'...' * (start > 0)}{text[start:end]}{'...' * (end < len(text))}"
    faulty = text[finding.start : finding.end]
    makers = [macro for macro in called if faulty in macro.body] or called
    names = " or ".join(f"{macro.name}, defined at {macro.span}" for macro in makers)
    return (f"in the expansion of {names}: {excerpt}",)


def _report(finding: Finding, span: Span, log: DiagnosticLog, notes: tuple[str, ...] = ()) -> None:
    known = finding.known if log.has_room(finding.code) else ()
    alike = [each for each in known if abs(len(each) - len(finding.word)) <= _LONGER]
    suggestions = log.did_you_mean(finding.word, alike) if alike else ()
    log.add(finding.code, span, notes=(*finding.notes, *suggestions, *notes), **finding.data)
