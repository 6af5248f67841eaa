"""The primitives of a folder while one of its files is typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ...budget import Budget
from ...diagnostics import DiagnosticLog
from ...formats.wagic.codes import WagicCode
from ...formats.wagic.fields import FieldsOfCard
from ...formats.wagic.format import WagicOptions
from ...formats.wagic.macros import MacroTable
from ...formats.wagic.primitives import Primitive, Primitives
from ...formats.wagic.to_model import Printings
from .blocks import Block, Unique


class LivePrimitives(Primitives):
    """The primitives of a folder, of which one file is being typed.

    Attributes:
        others: those of its other files.
        blocks: of the file; empty if it is none of the folder.
        looked_up: the names and types that were looked up, in lower case.
    """

    def __init__(self, others: Primitives, options: WagicOptions, *, available: bool) -> None:
        """Of the file nothing is known yet."""
        super().__init__((), options, available=available)
        self.others = others
        self.blocks: Sequence[Block] = ()
        self.looked_up: set[str] = set()
        self._own: Counter[str] = Counter()
        self._own_lower: Counter[str] = Counter()
        self._own_types: Counter[str] = Counter()

    def exchange(self, gone: Iterable[Block], come: Iterable[Block]) -> set[str]:
        """Forget blocks and learn others; the names and types of which there are none or some now.

        They are in lower case.
        """
        # what others named may say something else now
        self._bodies.clear()
        before = {word for block in gone for word in self._count(block, -1)}
        after = {word for block in come for word in self._count(block, +1)}
        return before ^ after

    def _count(self, block: Block, more: int) -> Iterable[str]:
        """Count a block; its names and types in lower case."""
        lower = {name.strip().lower() for name in block.names}
        for name in block.names:
            self._own[name] += more
        for name in lower:
            self._own_lower[name] += more
        for word in block.types:
            self._own_types[word] += more
        return lower | block.types

    def set_macros(self, table: MacroTable) -> None:
        """Expand lines by other macros."""
        self.macros = table

    def get(self, name: str) -> Primitive | None:
        self.looked_up.add(name.strip().lower())
        if self._own[name] > 0:
            for block in self.blocks:
                if name in block.names:
                    return Primitives((block.file,), self._options).get(name)
        return self.others.get(name)

    def get_stripped(self, name: str) -> Primitive | None:
        self.looked_up.add(name.lower())
        if self._own_lower[name.lower()] > 0:
            for each, count in self._own.items():
                if count > 0 and each.strip() == name:
                    return self.get(each)
        return self.others.get_stripped(name)

    def near(self, name: str) -> tuple[str, ...]:
        own = Primitives(tuple(block.file for block in self.blocks), self._options)
        return own.near(name) or self.others.near(name)

    def has_card(self, name: str) -> bool:
        word = name.lower()
        self.looked_up.add(word)
        return self._own_lower[word] > 0 or self.others.has_card(word)

    def has_type(self, word: str) -> bool:
        self.looked_up.add(word)
        return self._own_types[word] > 0 or self.others.has_type(word)


class BlockPrintings(Printings):
    """Makes the card of a block.

    Attributes:
        unique: what no other card of the file may have.
    """

    def __init__(
        self, primitives: Primitives, options: WagicOptions, log: DiagnosticLog, budget: Budget
    ) -> None:
        super().__init__(primitives, options, log, budget)
        self.unique: list[Unique] = []

    def is_repeated(self, code: WagicCode, key: str, value: str, card: FieldsOfCard) -> bool:
        self.unique.append((code, key, value, card))
        return False
