"""Macros: ``#AUTO_DEFINE`` lines, and their expansion in the lines of cards.

A macro's name is matched anywhere in a line, without regard to case.  Arguments stand in balanced
parentheses and are separated by commas; bodies may call other macros, defined earlier or later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from attrs import frozen

from ...diagnostics import Diagnostic, DiagnosticLog
from ...source import SourceText, Span
from .codes import WagicCode
from .format import WagicOptions
from .syntax import MacroDefinition

_DEFINITION = re.compile(r"(?m)^#AUTO_DEFINE (.*)$")
_MAX_NESTING = 50


def definitions(source: SourceText, log: DiagnosticLog) -> tuple[MacroDefinition, ...]:
    """The macros that *source* defines, in order; lines that are none are reported."""
    if "#AUTO_DEFINE" not in source.text:
        return ()
    found = []
    for match in _DEFINITION.finditer(source.text):
        text = match[1].removesuffix("\r")
        span = source.span(match.start(), match.start(1) + len(text))
        definition = _definition(text, span)
        if isinstance(definition, str):
            log.add(WagicCode.BAD_MACRO, span, problem=definition)
        else:
            found.append(definition)
    return tuple(found)


def _definition(text: str, span: Span) -> MacroDefinition | str:
    """The definition after ``#AUTO_DEFINE``, or what is wrong with it."""
    head, _, rest = text.partition(" ")
    name, parenthesis, _ = head.partition("(")
    if not name:
        return "the name is missing" if parenthesis else "there is a second blank before the name"
    if not parenthesis:
        return MacroDefinition(name, None, rest, span) if rest else "the body is missing"
    inside, closed, body = text[len(name) + 1 :].partition(")")
    params = tuple(param.strip() for param in inside.split(","))
    if not closed or not all(params):
        return "the parameters are not names in parentheses, separated by commas"
    if not body.startswith(" "):
        return "a blank is missing after the parameters"
    return MacroDefinition(name, params, body[1:], span)


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
        """The first of several macros of one name counts; the rest goes to ``repeated``."""
        self.options = options
        self.repeated: list[MacroDefinition] = []
        self._macros: dict[str, MacroDefinition] = {}
        for macro in macros:
            if self._macros.setdefault(macro.name.lower(), macro) != macro:
                self.repeated.append(macro)
        names = sorted(self._macros, key=len, reverse=True)
        self._call = re.compile("|".join(map(re.escape, names)) or r"(?!)", re.IGNORECASE)

    def __len__(self) -> int:
        """How many macros there are."""
        return len(self._macros)

    def __iter__(self) -> Iterator[MacroDefinition]:
        """The macros in the order of their definition."""
        return iter(self._macros.values())

    def expand(self, text: str, span: Span | None = None) -> Expansion:
        """*text* with every call replaced; *span* is where it stands, for diagnostics."""
        if not self._call.search(text):
            return Expansion(text)
        work = _Work(self, span)
        try:
            return Expansion(work.expand(text, ()), tuple(work.diagnostics))
        except _LimitExceededError:
            return Expansion(text, tuple(work.diagnostics))


class _Work:
    """The expansion of one line: what was found, and how much of the limits is used up."""

    def __init__(self, table: MacroTable, span: Span | None) -> None:
        self.table = table
        self.span = span
        self.diagnostics: list[Diagnostic] = []
        self.calls = 0

    def expand(self, text: str, active: tuple[MacroDefinition, ...]) -> str:
        """*text* with its calls replaced, while the macros *active* are being expanded."""
        parts, done = [], 0
        for match in self.table._call.finditer(text):  # noqa: SLF001 - a part of the table
            if match.start() < done:
                continue
            macro = self.table._macros[match[0].lower()]  # noqa: SLF001 - a part of the table
            end = match.end()
            arguments: list[str] = []
            if macro.params is not None:
                closed = _closing_parenthesis(text, end)
                if closed is None:
                    self.report(WagicCode.MACRO_UNBALANCED, macro)
                    continue
                arguments, end = _split_arguments(text[end + 1 : closed]), closed + 1
            result = self.call(macro, arguments, active)
            if result is None:
                continue
            parts += [text[done : match.start()], result]
            done = end
        parts.append(text[done:])
        return self.limited("".join(parts))

    def call(
        self, macro: MacroDefinition, arguments: list[str], active: tuple[MacroDefinition, ...]
    ) -> str | None:
        """What a call of *macro* is replaced by; None if it cannot be."""
        self.calls += 1
        if self.calls > self.table.options.max_expansions:
            self.exceed(self.table.options.max_expansions, "calls", "max_expansions")
        if macro in active:
            chain = [*active[active.index(macro) :], macro]
            names = " → ".join(each.name for each in chain)
            self.report(WagicCode.MACRO_LOOP, macro, chain=names)
            return None
        if len(active) >= _MAX_NESTING:
            self.exceed(_MAX_NESTING, "nested calls", "max_expansions")
        params = macro.params or ()
        if len(arguments) != len(params):
            self.report(
                WagicCode.MACRO_ARGUMENTS, macro, expected=len(params), given=len(arguments)
            )
            return None
        values = [self.expand(argument, active) for argument in arguments]
        body = self.limited(_substitute(macro.body, dict(zip(params, values, strict=True))))
        return self.expand(body, (*active, macro))

    def limited(self, text: str) -> str:
        """*text*, if it is not too long."""
        if len(text) > self.table.options.max_expansion_size:
            self.exceed(self.table.options.max_expansion_size, "characters", "max_expansion_size")
        return text

    def exceed(self, limit: int, unit: str, option: str) -> NoReturn:
        """Report the limit and give up."""
        found = WagicCode.MACRO_LIMIT.at(self.span, limit=limit, unit=unit, option=option)
        self.diagnostics.append(found)
        raise _LimitExceededError

    def report(self, code: WagicCode, macro: MacroDefinition, **data: Any) -> None:
        """Report a problem with a call of *macro*, and where that is defined."""
        notes = (f"{macro.name} is defined at {macro.span}",)
        self.diagnostics.append(code.at(self.span, notes=notes, name=macro.name, **data))


def _closing_parenthesis(text: str, start: int) -> int | None:
    """The offset of the parenthesis that closes the one at *start*, if there is one there."""
    if text[start : start + 1] != "(":
        return None
    depth = 0
    for offset in range(start, len(text)):
        depth += (text[offset] == "(") - (text[offset] == ")")
        if depth == 0:
            return offset
    return None


def _split_arguments(text: str) -> list[str]:
    """*text* split at its commas, save those in parentheses."""
    arguments, depth, start = [], 0, 0
    for offset, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            arguments.append(text[start:offset])
            start = offset + 1
    return [*arguments, text[start:]]


def _substitute(body: str, values: dict[str, str]) -> str:
    """*body* with every parameter replaced, all at once; the longest name wins."""
    if not values:
        return body
    names = sorted(values, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    by_lower = {name.lower(): value for name, value in values.items()}
    return pattern.sub(lambda match: by_lower[match[0].lower()], body)
