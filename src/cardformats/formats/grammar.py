"""The grammar of a text syntax, and what reads by it.

A rule that is regular is read by one regular expression with a group for each of its parts.
``scripts/make_expressions.py`` makes these of the ``.lark`` files, so that nothing else has to say
what a syntax is, and they are used without Lark.  Where a language nests, Lark reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lark import Lark, Token, Tree


class GrammarProblem(Exception):  # noqa: N818 - never leaves the library; what was expected where
    """Text that a grammar does not allow."""

    def __init__(self, offset: int, expected: frozenset[str]) -> None:
        """Report that one of the terminals *expected* is missing at *offset*."""
        super().__init__(offset, expected)
        self.offset = offset
        self.expected = expected


class Grammar:
    """The grammar in a package's file; Lark is loaded only for what nests, or is wrong."""

    def __init__(self, package: str, file: str, *starts: str) -> None:
        """Name the *file* in *package*, and the rules that can be parsed."""
        self.package, self.file, self.starts = package, file, starts

    def expression(self, name: str) -> str:
        """Return the regular expression of a terminal or a regular rule."""
        return self._expressions[name]

    def rule(self, name: str) -> re.Pattern[str]:
        """Compile a regular rule, or a terminal, to a pattern with a group for each part."""
        return re.compile(self.expression(name))

    def tokens(self, *terminals: str) -> re.Pattern[str]:
        """Compile *terminals* to a pattern that finds the next one, each as a group."""
        return re.compile("|".join(f"(?P<{each}>{self.expression(each)})" for each in terminals))

    def parts(self, start: str, text: str) -> list[str | None]:
        """Split *text* into the tokens of the rule *start*, None for optional ones that are absent.

        Raises:
            GrammarProblem: If *text* does not follow the rule.
        """
        parts: list[Token | None] = self.tree(start, text).children  # type: ignore[assignment] # placeholders
        return [None if part is None else str(part) for part in parts]

    def tree(self, start: str, text: str) -> Tree[Token]:
        """Parse *text* by the rule *start*.

        Raises:
            GrammarProblem: If *text* does not follow the rule.
        """
        from lark import UnexpectedInput  # noqa: PLC0415 - loaded only when needed

        try:
            return self._parser.parse(text, start=start)
        except UnexpectedInput as problem:
            expected = getattr(problem, "accepts", None) or getattr(problem, "allowed", None) or ()
            offset = problem.pos_in_stream
            if offset is None or offset < 0:  # at the end
                offset = len(text)
            raise GrammarProblem(offset, frozenset(expected)) from None

    @cached_property
    def _text(self) -> str:
        return files(self.package).joinpath(self.file).read_text("utf-8")

    @cached_property
    def _expressions(self) -> Mapping[str, str]:
        folder = self.package.removeprefix(__package__).replace(".", "/")
        return _all_expressions()[f"{folder}/{self.file}".lstrip("/")]

    @cached_property
    def _parser(self) -> Lark:
        from lark import Lark  # noqa: PLC0415 - loaded only when needed

        return Lark(
            self._text,
            parser="lalr",
            start=list(self.starts),
            propagate_positions=True,
            maybe_placeholders=True,
        )


@cache
def _all_expressions() -> Mapping[str, Mapping[str, str]]:
    """Return the expressions of each grammar's terminals and regular rules."""
    text = files(__package__).joinpath("expressions.json").read_text("utf-8")
    made: dict[str, dict[str, str]] = json.loads(text)
    return made
