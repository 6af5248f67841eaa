"""A format's ``.lark`` file: its terminals as patterns, and its parser, loaded on first use."""

from __future__ import annotations

import re
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

#: ``NAME.1: /pattern/flags``, the only form that scanners may use.
_TERMINAL = re.compile(r"(?m)^([A-Z_]+)(?:\.\d+)?: /(.*)/[a-z]*$")


class GrammarProblem(Exception):  # noqa: N818 - never leaves the library; what was expected where
    """Text that a grammar does not allow."""

    def __init__(self, offset: int, expected: frozenset[str]) -> None:
        """At *offset*, one of the terminals *expected* should stand."""
        super().__init__(offset, expected)
        self.offset = offset
        self.expected = expected


class Grammar:
    """The grammar in a package's file; scanners build their patterns from its terminals.

    Lark is loaded when something is parsed, not for the patterns.
    """

    def __init__(self, package: str, file: str, *starts: str) -> None:
        """Name the *file* in *package*, and the rules that can be parsed."""
        self.package, self.file, self.starts = package, file, starts

    def pattern(self, terminal: str) -> str:
        """The regular expression of *terminal*, without flags."""
        return self._patterns[terminal]

    def parts(self, start: str, text: str) -> list[str | None]:
        """The tokens of *text* by the rule *start*, which has no rules below it; None if optional.

        Raises:
            GrammarProblem: *text* is not what the rule says.
        """
        parts: list[Token | None] = self.tree(start, text).children  # type: ignore[assignment] # placeholders
        return [None if part is None else str(part) for part in parts]

    def tree(self, start: str, text: str) -> Tree[Token]:
        """The tree of *text* by the rule *start*.

        Raises:
            GrammarProblem: *text* is not what the rule says.
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
    def _patterns(self) -> dict[str, str]:
        return dict(_TERMINAL.findall(self._text))

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
