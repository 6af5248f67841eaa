"""The primitives of a folder while one of its files is typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...formats.wagic.codes import WagicCode
from ...formats.wagic.fields import FieldsOfCard
from ...formats.wagic.format import WagicOptions
from ...formats.wagic.macros import MacroTable
from ...formats.wagic.primitives import Primitive, Primitives
from ...formats.wagic.printings import Printings
from .blocks import TypedBlock, Unique

#: What is looked up by who asks what is near to a name; no name has line ends.
_ANY_NAME: Final = "\n"


class LivePrimitives(Primitives):
    """The primitives of a folder, of which one file is being typed.

    Attributes:
        others: those of its other files.
        blocks: of the file; empty if it is none of the folder.
        looked_up: the names and types that were looked up, in lower case.
    """

    def __init__(self, others: Primitives, options: WagicOptions, *, available: bool) -> None:
        """Begin without blocks of the file."""
        super().__init__((), options, available=available)
        self.others = others
        self.blocks: Sequence[TypedBlock] = ()
        self.looked_up: set[str] = set()
        #: What has all names, made when it is asked what is near to one.
        self._every: Primitives | None = None
        self._own: Counter[str] = Counter()
        self._own_lower: Counter[str] = Counter()
        self._own_types: Counter[str] = Counter()

    def exchange(self, gone: Sequence[TypedBlock], come: Sequence[TypedBlock]) -> set[str]:
        """Forget blocks and learn others; the names and types of which there are none or some now.

        They are in lower case.
        """
        # what others named may say something else now
        self._bodies.clear()
        for blocks, more in ((gone, -1), (come, +1)):
            for block in blocks:
                self._own_types.update(dict.fromkeys(block.types, more))
                for name in block.names:
                    self._own[name] += more
                    self._own_lower[name.strip().lower()] += more
        old, new = ({name for block in blocks for name in block.names} for blocks in (gone, come))
        changed = {name.strip().lower() for name in old ^ new}
        if changed:
            self._every = None
            changed.add(_ANY_NAME)
        old, new = ({word for block in blocks for word in block.types} for blocks in (gone, come))
        return changed | (old ^ new)

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
        return self._all_names().near(name)

    def alike(self, name: str) -> tuple[str, ...]:
        return self._all_names().alike(name)

    def one_letter_off(self, name: str) -> str | None:
        return self._all_names().one_letter_off(name)

    def _all_names(self) -> Primitives:
        """Return primitives that have the names of all files."""
        self.looked_up.add(_ANY_NAME)
        if self._every is None:
            files = [block.file for block in self.blocks if block.names]
            self._every = Primitives((*files, *self.others.files), self._options)
        return self._every

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
