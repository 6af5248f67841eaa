"""Macros: ``#AUTO_DEFINE`` lines, and their expansion in the lines of cards.

A macro's name is matched anywhere in a line, without regard to case.  Arguments stand in balanced
parentheses and are separated by commas; bodies may call other macros, defined earlier or later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NoReturn

from attrs import frozen

from ...diagnostics import Diagnostic, DiagnosticLog
from ...source import SourceText, Span
from .codes import WagicCode
from .engine_macros import EngineMacros
from .format import WagicOptions
from .syntax import MacroDefinition

_DEFINITION = "#AUTO_DEFINE "

#: So many lines may be as long as the limit allows.
_LINES_AT_THE_LIMIT = 500
#: Patterns cannot be nested without end.
_DEEPEST = 20
_PARENTHESIS = re.compile(r"[()]")

#: The engine folds the case of ASCII letters only.
_IGNORE_CASE = re.IGNORECASE | re.ASCII


def definitions(source: SourceText, log: DiagnosticLog) -> tuple[MacroDefinition, ...]:
    """The macros that *source* defines, in order; lines that are none are reported."""
    found: list[MacroDefinition] = []
    start = source.text.find(_DEFINITION)
    while start >= 0:
        end = source.text.find("\n", start)
        line = source.text[start : end if end >= 0 else None].removesuffix("\r")
        before = source.text[max(0, start - 1) : start]
        if before in ("", "\n") or (start == 1 and before == "\ufeff"):
            span = source.span(start, start + len(line))
            definition = _definition(line.removeprefix(_DEFINITION), span)
            if isinstance(definition, str):
                log.add(WagicCode.BAD_MACRO, span, problem=definition)
            else:
                found.append(definition)
        start = source.text.find(_DEFINITION, start + len(line))
    return tuple(found)


def _definition(text: str, span: Span) -> MacroDefinition | str:
    """The definition after ``#AUTO_DEFINE``, or what is wrong with it."""
    head, blank, rest = text.partition(" ")
    name, parenthesis, _ = head.partition("(")
    if not name:
        second = blank and not head
        return "there is a second blank before the name" if second else "the name is missing"
    if not parenthesis:
        return MacroDefinition(name, None, _lines(rest), span) if rest else "the body is missing"
    inside, closed, body = text[len(name) + 1 :].partition(")")
    params = tuple(param.strip() for param in inside.split(","))
    if not closed or not all(params) or len(set(params)) < len(params):
        return "the parameters are not different names in parentheses, separated by commas"
    if not body.startswith(" "):
        return "a blank is missing after the parameters"
    return MacroDefinition(name, params, _lines(body[1:]), span)


def _lines(body: str) -> str:
    r"""*body* with line ends for ``\n``, by which one macro gives several lines."""
    return body.replace("\\n", "\n")


@frozen
class Expansion:
    """A line after expansion.

    Attributes:
        text: the result; the line itself if it calls no macro.
        diagnostics: what was wrong with its calls.
    """

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()


class _LimitExceededError(Exception):
    """An expansion grows beyond a limit; never leaves this module."""


class MacroTable:
    """Macros by name, and the expansion of lines that call them."""

    def __init__(self, macros: Iterable[MacroDefinition], options: WagicOptions) -> None:
        """The first of several macros of one name counts; the others go to ``repeated``."""
        self.options = options
        #: Characters that may still be made; many lines that each stay below their limit would
        #: take forever otherwise.
        self.left = _LINES_AT_THE_LIMIT * options.max_expansion_size
        self.repeated: list[tuple[MacroDefinition, MacroDefinition]] = []
        #: The first macro beyond the limit, from which on they do not count.
        self.excess: MacroDefinition | None = None
        self._macros: dict[str, MacroDefinition] = {}
        for macro in macros:
            is_new = macro.name.lower() not in self._macros
            if is_new and len(self._macros) >= options.max_macros:
                self.excess = macro
                break
            first = self._macros.setdefault(macro.name.lower(), macro)
            if first != macro:
                self.repeated.append((macro, first))
        self._call = re.compile(_alternatives(self._macros) or r"(?!)", _IGNORE_CASE)
        #: The character that all names begin with, if that has no case; most lines lack it.
        firsts = {name[0] for name in self._macros}
        self._mark = "" if len(firsts) != 1 or min(firsts).isalpha() else min(firsts)

    def __len__(self) -> int:
        """How many macros there are."""
        return len(self._macros)

    def __iter__(self) -> Iterator[MacroDefinition]:
        """The macros in the order of their definition."""
        return iter(self._macros.values())

    @cached_property
    def engine(self) -> EngineMacros:
        """The same macros as the engine has them."""
        macros = EngineMacros(self.options)
        for macro in self:
            macros.define(macro.span.text)
        return macros

    def may_call(self, text: str) -> bool:
        """Whether *text* may call a macro; a quick look that can say no."""
        return self._mark in text

    def calls(self, text: str) -> Iterator[tuple[MacroDefinition, int, int]]:
        """The macros named in *text*, and where their names begin and end."""
        for match in self._call.finditer(text):
            yield self._macros[match[0].lower()], match.start(), match.end()

    def expand(self, text: str, span: Span | None = None) -> Expansion:
        """*text* with every call replaced; *span* is where it stands, for diagnostics."""
        if self._mark not in text or not self._call.search(text):
            return Expansion(text)
        work = _Work(self, span)
        try:
            return Expansion(work.expand(text, (), 0), tuple(work.diagnostics))
        except _LimitExceededError:
            return Expansion(text, tuple(work.diagnostics))


class _Work:
    """The expansion of one line: what was found, and how much of the limits is used up."""

    def __init__(self, table: MacroTable, span: Span | None) -> None:
        self.table = table
        self.span = span
        self.diagnostics: list[Diagnostic] = []
        self.calls = 0

    def expand(self, text: str, active: tuple[MacroDefinition, ...], depth: int) -> str:
        """*text* with its calls replaced, while the macros *active* are being expanded."""
        if depth > self.table.options.max_nesting:
            self.exceed(self.table.options.max_nesting, "nested calls", "max_nesting")
        parts: list[str] = []
        done = 0
        closers: dict[int, int] | None = None
        for macro, start, end in self.table.calls(text):
            if start < done:
                continue
            self.calls += 1
            if self.calls > self.table.options.max_expansions:
                self.exceed(self.table.options.max_expansions, "calls", "max_expansions")
            arguments: list[str] = []
            stop = end
            if macro.params is not None:
                closers = _closers(text) if closers is None else closers
                closer = closers.get(end)
                if closer is None:
                    self.report(WagicCode.MACRO_UNBALANCED, macro)
                    continue
                arguments = _split_arguments(text[end + 1 : closer])
                stop = closer + 1
            result = self.call(macro, arguments, active, depth)
            parts += [text[done:start], text[start:stop] if result is None else result]
            done = stop
        parts.append(text[done:])
        return self.limited(parts)

    def call(
        self,
        macro: MacroDefinition,
        arguments: list[str],
        active: tuple[MacroDefinition, ...],
        depth: int,
    ) -> str | None:
        """What a call of *macro* is replaced by; None if it cannot be."""
        if macro in active:
            chain = [*active[active.index(macro) :], macro]
            names = " → ".join(each.name for each in chain)
            self.report(WagicCode.MACRO_LOOP, macro, chain=names)
            return None
        params = macro.params or ()
        if len(arguments) != len(params):
            self.report(
                WagicCode.MACRO_ARGUMENTS, macro, expected=len(params), given=len(arguments)
            )
            return None
        values = [self.expand(argument, active, depth + 1) for argument in arguments]
        parts = _substituted(macro.body, dict(zip(params, values, strict=True)))
        return self.expand(self.limited(parts), (*active, macro), depth + 1)

    def limited(self, parts: Iterable[str]) -> str:
        """*parts* as one text, if that is not too long; nothing is built that would be."""
        kept: list[str] = []
        size = 0
        for part in parts:
            kept.append(part)
            size += len(part)
            limit = self.table.options.max_expansion_size
            if size > limit:
                self.exceed(limit, "characters", "max_expansion_size")
            if size > self.table.left:
                total = limit * _LINES_AT_THE_LIMIT
                self.exceed(total, "characters in all", "max_expansion_size")
        self.table.left -= size
        return "".join(kept)

    def exceed(self, limit: int, unit: str, option: str) -> NoReturn:
        """Report the limit and give up."""
        found = WagicCode.MACRO_LIMIT.at(self.span, limit=limit, unit=unit, option=option)
        self.diagnostics.append(found)
        raise _LimitExceededError

    def report(self, code: WagicCode, macro: MacroDefinition, **data: Any) -> None:
        """Report a problem with a call of *macro*, and where that is defined."""
        notes = (f"{macro.name} is defined at {macro.span}",)
        self.diagnostics.append(code.at(self.span, notes=notes, name=macro.name, **data))


def _alternatives(names: Iterable[str], depth: int = 0) -> str:
    """A pattern of the longest of *names*, with what they have in common tried only once."""
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


def _closers(text: str) -> dict[int, int]:
    """For each parenthesis of *text* that is closed, where."""
    closers: dict[int, int] = {}
    opened: list[int] = []
    for match in _PARENTHESIS.finditer(text):
        if match[0] == "(":
            opened.append(match.start())
        elif opened:
            closers[opened.pop()] = match.start()
    return closers


def _split_arguments(text: str) -> list[str]:
    """*text* split at its commas, save those in parentheses."""
    arguments, depth, start = [], 0, 0
    for offset, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            arguments.append(text[start:offset])
            start = offset + 1
    return [*arguments, text[start:]]


def _substituted(body: str, values: dict[str, str]) -> Iterator[str]:
    """The parts of *body* with every parameter replaced, all at once; the longest name wins."""
    if not values:
        yield body
        return
    names = sorted(values, key=len, reverse=True)
    by_lower = {name.lower(): value for name, value in values.items()}
    done = 0
    for match in re.finditer("|".join(map(re.escape, names)), body, _IGNORE_CASE):
        yield body[done : match.start()]
        yield by_lower[match[0].lower()]
        done = match.end()
    yield body[done:]
