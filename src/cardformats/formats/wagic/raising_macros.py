"""Calls of macros that are written as calls, and the definitions that they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...budget import Budget
from ...diagnostics import DiagnosticLog
from ...model import CardSet
from ...source import SourceText
from .format import WagicOptions
from .macros import DEFINITION, MacroTable, definitions
from .raising_fields import one_line


class Calls:
    """The macros that what is written calls; those that are not there already are written, too."""

    def __init__(self, cardset: CardSet, there: MacroTable | None, options: WagicOptions) -> None:
        """The definitions are those that *cardset* keeps; those that are *there* come first."""
        kept = cardset.extras.get("wagic", {}).get("macros")
        several = kept if isinstance(kept, tuple) else ()
        lines = (one_line(each) for each in several if isinstance(each, str))
        text = "".join(f"{DEFINITION}{line}\n" for line in lines)
        own = definitions(SourceText("<macros>", text), DiagnosticLog(0))
        self._there = frozenset(there.names if there is not None else ())
        self.table = MacroTable((*(there or ()), *own), options)
        self._budget = Budget(options.max_work)
        self._needed: set[str] = set()

    def say(self, lines: Sequence[str], expanded: Sequence[str]) -> bool:
        """Whether *lines*, with their calls, still mean *expanded*."""
        found: list[str] = []
        for line in lines:
            if one_line(line) != line:
                return False
            found += self.table.expand(line, budget=self._budget).text.split("\n")
        return not self._budget.spent and found == list(expanded)

    def need(self, lines: Iterable[str]) -> None:
        """Remember what *lines* call, so that its definitions are written."""
        self._needed |= self.table.reached(lines).keys()

    def definitions(self) -> str:
        """The lines of the definitions that are needed and not there."""
        needed = (macro for macro in self.table if macro.name in self._needed - self._there)
        return "".join(f"{macro.span.text}\n" for macro in needed)
