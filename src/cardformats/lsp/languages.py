"""The languages by the ids of their formats."""

from __future__ import annotations

from typing import Final

from ..formats.registry import REGISTRY
from ..plugins import load
from .documents import OpenDocument
from .language import EditorLanguage
from .workspace import Workspace

#: The languages that know more of a format than its reader does, as ``module:class``.
LANGUAGES: Final[dict[str, str]] = {
    "draftmancer": "cardformats.lsp.draftmancer.language:Draftmancer",
    "octgn": "cardformats.lsp.octgn.language:Octgn",
    "octgn-deck": "cardformats.lsp.octgn.language:Octgn",
    "wagic": "cardformats.lsp.wagic.language:Wagic",
}


class Languages:
    """The languages of the documents of a workspace, made when they are needed."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._by_format: dict[str, EditorLanguage] = {}

    def of(self, document: OpenDocument) -> EditorLanguage | None:
        """The language of a document; None if its format is not known."""
        if document.format is None:
            return None
        if document.format not in self._by_format:
            target = LANGUAGES.get(document.format)
            kind: type[EditorLanguage] = load(target) if target else EditorLanguage
            known = REGISTRY.get(document.format)
            self._by_format[document.format] = kind(self._workspace, known)
        return self._by_format[document.format]
