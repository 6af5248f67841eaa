"""The language of Wagic's card files."""

from __future__ import annotations

from collections.abc import Iterator

from ...formats.base import Format
from ...formats.wagic.format import CARDS_FILE, WagicOptions
from ..documents import Document
from ..language import Language
from ..values import Findings
from ..workspace import Workspace
from .checking import PrimitivesCheck


class Wagic(Language):
    """Answers questions about sets and files of primitives."""

    def __init__(self, workspace: Workspace, format_: Format) -> None:
        super().__init__(workspace, format_)
        #: The checks of primitives, by the documents' names, with what they read with.
        self._checks: dict[str, tuple[WagicOptions, int, PrimitivesCheck]] = {}

    def check(self, document: Document) -> Iterator[Findings | None]:
        options = self._options(document)
        if document.path.name == CARDS_FILE or options.engine == "exact" or options.text:
            yield from super().check(document)
            return
        known = self._checks.get(document.uri)
        configured = self.workspace.configured
        if known is None or known[:2] != (options, configured):
            known = options, configured, PrimitivesCheck(self.workspace, options, document)
            self._checks[document.uri] = known
        yield from known[2].run(document)

    def closed(self, document: Document) -> None:
        self._checks.pop(document.uri, None)

    def _options(self, document: Document) -> WagicOptions:
        values = {"thorough": True, **self.workspace.options_of(document, self.format)}
        return WagicOptions.make(self.format.id, "read", values)
