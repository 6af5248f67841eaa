"""The text of a card compared with its abilities, and the differences at their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from .....budget import Budget
from .....diagnostic_log import DiagnosticLog
from .....diagnostics import Diagnostic, Related, tally
from .....model import CardSet
from .....source import SourceText, Span
from ...fields import MACRO_NAME, FieldsOfCard, read_fields
from ...macros import MacroTable
from ...primitives import Primitive
from ...printings import Printings
from ...syntax import Field, kind_of, only_place
from ...tree import FileTree
from ..find import KEY_RULES
from ..reading import parse
from . import oracle, script_facts
from .codes import CODES_OF_KINDS, TextCode
from .compare import FactDifference, TextComparison, compare
from .facts import Fact
from .keywords import lonely
from .phrases import PARAGRAPH

_RULES: Final = {**KEY_RULES, "bestow": "price", "abilities": ""}
_SHOWN: Final = 60
#: Characters of a text, and of a line, that are looked at; real ones have 4,000 at most.
_LONGEST: Final = 20_000
#: Cards of these grades do not do all that their text says.
_UNFINISHED: Final = ("crappy", "unsupported", "dangerous")


@frozen
class _ScriptLine:
    """A line of a card after its macros are expanded, and the line of the file it was made from."""

    key: str
    text: str
    field: Field


def _compare(
    text: str, name: str, cost: str, lines: Sequence[_ScriptLine]
) -> tuple[TextComparison, tuple[Fact, ...]]:
    """Compare a text with lines, and return all facts of the text, too."""
    stated = oracle.facts(_own(text), name, cost)
    scripted = [
        fact
        for index, line in enumerate(lines)
        if line.key in _RULES and line.key != "aicode" and len(line.text) <= _LONGEST
        for fact in (
            script_facts.facts(parse(line.text, _RULES[line.key]), line.key, index)
            if _RULES[line.key]
            else script_facts.keywords(line.text, index)
        )
    ]
    breaks = [match.start() for match in PARAGRAPH.finditer(text)]
    return compare(stated, scripted, breaks), tuple(stated)


def _own(text: str) -> str:
    """Return the part of a *text* on the card itself, without its flipped side."""
    return text[:_LONGEST].partition("----")[0]


def check_texts(name: str, cardset: CardSet) -> Iterator[Diagnostic]:
    """Yield where the texts of Wagic's cards and their abilities differ, and how much is compared.

    Cards that other formats have are not compared.

    Args:
        name: The input that *cardset* was read from.
        cardset: The cards.
    """
    tree = cardset.syntax
    if not isinstance(tree, FileTree):
        return
    log, compared = DiagnosticLog(tree.options.max_diagnostics), 0
    budget = Budget(tree.options.max_work)
    for card, macros in _compared(tree, budget):
        compared += _check_text(card, macros, log, budget)
    diagnostics = log.finish()
    yield from diagnostics
    differences = sum(tally(diagnostics).values())
    start = SourceText(name, "").span(0)
    yield TextCode.COMPARED.at(start, comparisons=compared, differences=differences)


def _compared(tree: FileTree, budget: Budget) -> Iterator[tuple[FieldsOfCard, MacroTable]]:
    """Yield the cards that *tree* itself has, and each primitive that they use, with its macros."""
    primitives, unreported = tree.primitives, DiagnosticLog(0)
    printings = Printings(primitives, tree.options, unreported, budget)
    used: dict[str, Primitive] = {}
    for file in tree.own_files:
        macros = printings.macros(file)
        for number, text in enumerate(file.texts):
            if kind_of(text) == "card":
                card = read_fields(file, number, unreported, tree.options.max_line)
                yield card, macros
                reference = card.single.get("primitive", "").strip()
                primitive = primitives.get(reference) or primitives.get_stripped(reference)
                if primitive is not None:
                    used[primitive.name] = primitive
    for primitive in used.values():
        if primitives.refused_grade(primitive, budget) is None:
            yield primitive.fields(unreported, tree.options.max_line), primitives.macros


def _check_text(card: FieldsOfCard, macros: MacroTable, log: DiagnosticLog, budget: Budget) -> int:
    """Report where the text of *card* and its abilities differ; how much was compared."""
    written = card.lines_of("text")
    if not written:
        return 0
    lines = list(_lines(card, macros, budget))
    text, name = written[-1].value, card.get("name")
    comparison, stated = _compare(text, name, card.get("mana"), lines)
    for difference in comparison.differences:
        _report(card, written[-1], lines, difference, log)
    grade = card.get("grade") or card.file.grade_at(card.number)
    is_spell = any(word in card.get("type").lower() for word in ("instant", "sorcery"))
    is_done = bool(lines) and not is_spell and (grade or "").strip().lower() not in _UNFINISHED
    pairs = [(line.key, line.text) for line in lines]
    of_lines, of_text = lonely(text, stated, pairs, is_done=is_done)
    alone = [
        *((each, lines[each.line].field, "by its abilities alone") for each in of_lines),
        *((each, written[-1], "in its text alone") for each in of_text),
    ]
    for each, field, where in alone:
        span = card.span(field, each.start, each.end)
        log.add(TextCode.KEYWORD_ALONE, span, name=name, word=each.value, where=where)
    return sum(comparison.counts.values()) + len(alone)


def _lines(card: FieldsOfCard, macros: MacroTable, budget: Budget) -> Iterator[_ScriptLine]:
    """Yield the lines of abilities of *card*, without those whose macros cannot be expanded."""
    for key in _RULES:
        if key not in card.repeated and key not in card.single:
            continue
        for line in card.lines_of(key):
            expansion = macros.expand(line.value, budget)
            if not (expansion.diagnostics or MACRO_NAME.search(expansion.text)):
                for text in expansion.text.split("\n"):
                    yield _ScriptLine(key, text, line)


def _report(
    card: FieldsOfCard,
    written: Field,
    lines: Sequence[_ScriptLine],
    difference: FactDifference,
    log: DiagnosticLog,
) -> None:
    """Report a *difference* at the position of the ability, and that of the text."""
    one, other = difference.text, difference.script
    line = lines[other.line]
    script = line.text[other.start : other.end]
    text = written.value[one.start : one.end]
    place = card.span(written, one.start, one.end)
    log.add(
        CODES_OF_KINDS[one.kind],
        _span(card, line, other),
        None,
        [Related(place, "the text")],
        name=card.get("name"),
        what=one.kind,
        text=_shortened(text),
        script=_shortened(script),
    )


def _span(card: FieldsOfCard, line: _ScriptLine, fact: Fact) -> Span:
    """Return the span of a *fact*; that of the line if its words come from a macro."""
    if line.text == line.field.value:
        return card.span(line.field, fact.start, fact.end)
    words = line.text[fact.start : fact.end]
    if (start := only_place(line.field.value, words)) is None:
        return card.span(line.field)
    return card.span(line.field, start, start + len(words))


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
