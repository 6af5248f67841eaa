"""Macros: ``#AUTO_DEFINE`` lines, and their expansion in the lines of cards.

A macro's name is matched anywhere in a line, without regard to case.  Arguments stand in balanced
parentheses and are separated by commas; bodies may call other macros, defined earlier or later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NoReturn

from attrs import evolve, frozen

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Fix, Related, SharedCode
from ...model import CardSet
from ...source import SourceText, Span
from .codes import WagicCode
from .engine.macros import DEFINITION, EngineMacros, lower
from .format import WagicOptions
from .syntax import DEFINED, MacroDefinition, closers, one_line

#: Steps of work of a call, and characters that are copied or looked through in one step.
_CALL = 250
_CHARACTERS = 12
#: Characters of lines and their expansions that are kept.
_KEPT = 1_000_000
#: Patterns cannot be nested without end.
_DEEPEST = 20
#: A definition with too many or missing spaces.
_NAME_AND_PARAMETERS: Final = re.compile(r"\s*([^\s()]+(?:\([^()]*\))?)\s*(\S.*)")


def definitions(source: SourceText, log: DiagnosticLog) -> tuple[MacroDefinition, ...]:
    """Return the macros that *source* defines, in order; lines that are none are reported."""
    macros: list[MacroDefinition] = []
    text = source.text
    start = text.find(DEFINITION)
    while start >= 0:
        end = text.find("\n", start) % (len(text) + 1)
        before = text[max(0, start - 1) : start]
        if before in ("", "\n") or (start == 1 and before == "\ufeff"):
            span = source.span(start, start + len(text[start:end].removesuffix("\r")))
            definition = _definition(span.text.removeprefix(DEFINITION), span)
            if isinstance(definition, str):
                log.add(WagicCode.BAD_MACRO, span, _repaired(span), problem=definition)
            else:
                macros.append(definition)
        start = text.find(DEFINITION, end)
    return tuple(macros)


def _repaired(span: Span) -> Fix | None:
    """Return a fix for the definition at *span*: one space before name and body."""
    match = _NAME_AND_PARAMETERS.fullmatch(span.text.removeprefix(DEFINITION))
    if match is None or isinstance(_definition(new := f"{match[1]} {match[2]}", span), str):
        return None
    is_new = span.source.text.count(f"{DEFINITION}{match[1]}") == 0
    return Fix.replace(span, f"{DEFINITION}{new}", is_safe=is_new)


def _definition(text: str, span: Span) -> MacroDefinition | str:
    """Return the definition after ``#AUTO_DEFINE``, or what is wrong with it."""
    parts = DEFINED.fullmatch(text)
    if parts is None or not parts["NAME"]:
        second = text.startswith(" ")
        return "there is a second space before the name" if second else "the name is missing"
    # one macro gives several lines by this
    body = (parts["BODY"] or "").replace("\\n", "\n")
    if not parts["parameters"]:
        return MacroDefinition(parts["NAME"], None, body, span) if body else "the body is missing"
    params = tuple(param.strip() for param in (parts["PARAMETERS"] or "").split(","))
    if not parts["CLOSED"] or not all(params) or len(set(params)) < len(params):
        return "the parameters are not different names in parentheses, separated by commas"
    if not parts["SPACE"]:
        return "a space is missing after the parameters"
    return MacroDefinition(parts["NAME"], params, body, span)


@frozen
class Expansion:
    """A line after expansion.

    Attributes:
        text: the result; the line itself if it calls no macro.
        diagnostics: what was wrong with its calls.
        steps: the work that it took.
    """

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()
    steps: int = 0

    def placed(self, span: Span) -> Iterator[Diagnostic]:
        """Return the diagnostics of a line that stands at *span*."""
        return (evolve(each, span=span) for each in self.diagnostics)


class _LimitExceededError(Exception):
    """An expansion grows beyond a limit; never leaves this module."""


class _OutOfWorkError(Exception):
    """The budget is spent; never leaves this module."""


def out_of_work(span: Span | None, budget: Budget) -> Diagnostic:
    """Return the diagnostic that *budget* is spent and no further macro is expanded."""
    return SharedCode.OUT_OF_WORK.at(
        span,
        what="the expansion of macros",
        limit=budget.limit,
        outcome="from here on, lines are left as they are written",
    )


class MacroTable:
    """Macros by name, and the expansion of lines that call them."""

    def __init__(self, macros: Iterable[MacroDefinition], options: WagicOptions) -> None:
        """Return the first of several macros of one name counts; the others go to ``repeated``."""
        self.options = options
        self.repeated: list[tuple[MacroDefinition, MacroDefinition]] = []
        #: The first macro beyond the limit, from which on they do not count.
        self.excess: MacroDefinition | None = None
        self._macros: dict[str, MacroDefinition] = {}
        for macro in macros:
            is_new = lower(macro.name) not in self._macros
            if is_new and len(self._macros) >= options.max_macros:
                self.excess = macro
                break
            first = self._macros.setdefault(lower(macro.name), macro)
            if first != macro:
                self.repeated.append((macro, first))
        self._call = _any_of(self._macros)
        #: The character that all names begin with, if that has no case; most lines lack it.
        firsts = {name[0] for name in self._macros}
        self._mark = "" if len(firsts) != 1 or min(firsts).isalpha() else min(firsts)
        self._lines: dict[str, Expansion] = {}
        self._cache_left = _KEPT
        self._bodies: dict[str, tuple[re.Pattern[str], dict[str, int]]] = {}

    def __len__(self) -> int:
        """Return the number of macros there are."""
        return len(self._macros)

    def __iter__(self) -> Iterator[MacroDefinition]:
        """Return the macros in the order of their definition."""
        return iter(self._macros.values())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names as they are written, in the order of their definition."""
        return tuple(macro.name for macro in self)

    @cached_property
    def engine(self) -> EngineMacros:
        """Return the same macros as the engine has them, for texts that are decoded."""
        return self._of_engine(macro.span.text for macro in self)

    @cached_property
    def engine_bytes(self) -> EngineMacros:
        """Return the same macros as the engine has them: characters are bytes of their files."""
        encoded = (macro.span.source.encode(macro.span.text) for macro in self)
        return self._of_engine(each.decode("latin-1") for each in encoded)

    def _of_engine(self, lines: Iterable[str]) -> EngineMacros:
        macros = EngineMacros(self.options)
        for line in lines:
            macros.define(line)
        return macros

    def may_call(self, text: str) -> bool:
        """Return whether *text* may call a macro; a quick test without false negatives."""
        return self._mark in text

    def calls(self, text: str) -> Iterator[tuple[MacroDefinition, int, int]]:
        """Yield the macros named in *text*, and where their names begin and end."""
        for match in self._call.finditer(text):
            yield self._macros[lower(match[0])], match.start(), match.end()

    def reached(self, lines: Iterable[str]) -> dict[str, MacroDefinition]:
        """Return the macros that *lines* call, and those that these call, by name."""
        macros: dict[str, MacroDefinition] = {}
        waiting = list(lines)
        while waiting:
            text = waiting.pop()
            for macro, _, _ in self.calls(text) if self.may_call(text) else ():
                if macro.name not in macros:
                    macros[macro.name] = macro
                    waiting.append(macro.body)
        return macros

    def expand(self, text: str, budget: Budget | None = None) -> Expansion:
        """Return *text* with every call replaced.

        The work is taken from *budget*, every time, although equal lines are expanded once; when
        it is spent, that is reported once, and lines stay unexpanded.
        """
        if self._mark not in text or not self._call.search(text):
            return Expansion(text)
        budget = budget or Budget(self.options.max_work)
        if budget.spent:
            return Expansion(text)
        known = self._lines.get(text)
        if known is None:
            known = self._expanded(text, budget)
            size = len(text) + len(known.text)
            if size <= self._cache_left and not budget.spent:
                self._cache_left -= size
                self._lines[text] = known
        elif not budget.spend(known.steps):
            known = Expansion(text, (out_of_work(None, budget),))
        return known

    def _expanded(self, text: str, budget: Budget) -> Expansion:
        work = _Work(self, budget)
        try:
            result = work.expand(text, (), 0)
        except _LimitExceededError:
            result = text
        except _OutOfWorkError:
            return Expansion(text, (out_of_work(None, budget),))
        return Expansion(result, tuple(work.diagnostics), work.steps)

    def substituted(self, macro: MacroDefinition, values: Sequence[str]) -> Iterator[str]:
        """Yield the parts of the body with all parameters replaced; the longest name wins."""
        if not macro.params:
            yield macro.body
            return
        if macro.name not in self._bodies:
            places = {lower(param): number for number, param in enumerate(macro.params)}
            self._bodies[macro.name] = _any_of(places), places
        pattern, places = self._bodies[macro.name]
        done = 0
        for match in pattern.finditer(macro.body):
            yield macro.body[done : match.start()]
            yield values[places[lower(match[0])]]
            done = match.end()
        yield macro.body[done:]


class _Work:
    """The expansion of one line: what is wrong in it, and how much of the limits is used up."""

    def __init__(self, table: MacroTable, budget: Budget) -> None:
        self.table = table
        self.budget = budget
        self.diagnostics: list[Diagnostic] = []
        self.steps = 0
        self.calls = 0

    def spend(self, steps: int) -> None:
        """Take *steps* from the budget."""
        self.steps += steps
        if not self.budget.spend(steps):
            raise _OutOfWorkError

    def expand(self, text: str, chain: tuple[MacroDefinition, ...], depth: int) -> str:
        """Return *text* with its calls replaced, while the macros of *chain* are being expanded."""
        options = self.table.options
        if depth > options.max_nesting:
            self.exceed(options.max_nesting, "nested calls", "max_nesting")
        self.spend(1 + len(text) // _CHARACTERS)
        parts: list[str] = []
        done = 0
        ends: dict[int, int] | None = None
        for macro, start, end in self.table.calls(text):
            if start < done:
                continue
            self.spend(_CALL)
            self.calls += 1
            if self.calls > options.max_expansions:
                self.exceed(options.max_expansions, "calls", "max_expansions")
            arguments: list[str] = []
            stop = end
            if macro.params is not None and text.startswith("(", end):
                ends = closers(text, "()") if ends is None else ends
                closer = ends.get(end)
                if closer is None:
                    self.report(WagicCode.MACRO_UNBALANCED, macro)
                    continue
                arguments = _split_arguments(text[end + 1 : closer])
                stop = closer + 1
            result = self.call(macro, arguments, chain, depth)
            parts += [text[done:start], text[start:stop] if result is None else result]
            done = stop
        parts.append(text[done:])
        return self.limited(parts)

    def call(
        self,
        macro: MacroDefinition,
        arguments: list[str],
        chain: tuple[MacroDefinition, ...],
        depth: int,
    ) -> str | None:
        """Return the expansion of a call of *macro*; None if it cannot be expanded."""
        if macro in chain:
            loop = [*chain[chain.index(macro) :], macro]
            names = " → ".join(each.name for each in loop)
            self.report(WagicCode.MACRO_LOOP, macro, chain=names)
            return None
        expected = len(macro.params or ())
        if len(arguments) != expected:
            self.report(WagicCode.MACRO_ARGUMENTS, macro, expected=expected, given=len(arguments))
            return None
        values = [self.expand(argument, chain, depth + 1) for argument in arguments]
        body = self.limited(self.table.substituted(macro, values))
        return self.expand(body, (*chain, macro), depth + 1)

    def limited(self, parts: Iterable[str]) -> str:
        """Return *parts* as one text, if that is not too long; nothing is built that would be."""
        kept: list[str] = []
        size = 0
        limit = self.table.options.max_expansion_size
        for part in parts:
            kept.append(part)
            size += len(part)
            if size > limit:
                self.exceed(limit, "characters", "max_expansion_size")
        self.spend(len(kept) + size // _CHARACTERS)
        return "".join(kept)

    def exceed(self, limit: int, unit: str, option: str) -> NoReturn:
        """Report the limit and give up."""
        problem = WagicCode.MACRO_LIMIT.at(None, limit=limit, unit=unit, option=option)
        self.diagnostics.append(problem)
        raise _LimitExceededError

    def report(self, code: WagicCode, macro: MacroDefinition, **data: Any) -> None:
        """Report a problem with a call of *macro*, and where that is defined."""
        defined = Related(macro.span, f"the definition of {macro.name}")
        self.diagnostics.append(code.at(None, None, [defined], name=macro.name, **data))


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of *names* in either case, as the engine folds it: of ASCII letters only."""
    return re.compile(_alternatives(names) or r"(?!)", re.IGNORECASE | re.ASCII)


def _alternatives(names: Iterable[str], depth: int = 0) -> str:
    """Return a pattern of the longest of *names*, with what they have in common tried only once."""
    if depth == _DEEPEST:
        return "|".join(map(re.escape, sorted(filter(None, names), key=len, reverse=True)))
    patterns: list[str] = []
    for _, same in groupby(sorted(filter(None, names)), key=itemgetter(0)):
        group = list(same)
        first, last = group[0], group[-1]
        differs = (at for at, pair in enumerate(zip(first, last, strict=False)) if len({*pair}) > 1)
        common = next(differs, min(len(first), len(last)))
        rest = _alternatives([name[common:] for name in group], depth + 1)
        optional = "?" if len(first) == common and rest else ""
        patterns.append(re.escape(first[:common]) + (f"(?:{rest}){optional}" if rest else ""))
    return "|".join(patterns)


def _split_arguments(text: str) -> list[str]:
    """Split *text* at its commas, save those in parentheses.

    These are the parts of ``arguments`` in the grammar, and are tested equal to what Lark reads.
    Every call of a macro is split, and reading sets should not have to load Lark.
    """
    arguments, depth, start = [], 0, 0
    for offset, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            arguments.append(text[start:offset])
            start = offset + 1
    return [*arguments, text[start:]]


def _as_line(text: str) -> str:
    """Return *text* as a line of a file, which may have carriage returns before its last character.

    Elsewhere these are line ends, but in a definition they are a part of its body.
    """
    rest = text.replace("\r", "")
    return text if one_line(rest) == rest and not text.endswith("\r") else one_line(text)


class Calls:
    """The macros that what is written calls; those that are not there already are written, too."""

    def __init__(self, cardset: CardSet, there: MacroTable, options: WagicOptions) -> None:
        """Take the definitions that are *there*, then those that *cardset* has stored."""
        kept = cardset.extras.get("wagic", {}).get("macros")
        several = kept if isinstance(kept, tuple) else ()
        lines = (f"{DEFINITION}{each}" for each in several if isinstance(each, str))
        text = "".join(f"{_as_line(each)}\n" for each in lines)
        own = definitions(SourceText("<macros>", text), DiagnosticLog(0))
        self._there = frozenset(there.names)
        self.table: MacroTable = MacroTable((*there, *own), options)
        self._budget = Budget(options.max_work)
        self._needed: set[str] = set()

    def say(self, lines: Sequence[str], expanded: Sequence[str]) -> bool:
        """Return whether *lines*, with their calls, still mean *expanded*."""
        meant: list[str] = []
        for line in lines:
            if one_line(line) != line:
                return False
            meant += self.table.expand(line, self._budget).text.split("\n")
        return not self._budget.spent and meant == list(expanded)

    def need(self, lines: Iterable[str]) -> None:
        """Remember what *lines* call, so that its definitions are written."""
        self._needed |= self.table.reached(lines).keys()

    def definitions(self) -> str:
        """Return the lines of the definitions that are needed and not there."""
        needed = (macro for macro in self.table if macro.name in self._needed - self._there)
        return "".join(f"{macro.span.text}\n" for macro in needed)
