"""The languages by the ids of their formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ..formats.base import Format
from ..formats.registry import REGISTRY
from ..plugins import load
from .documents import OpenDocument
from .language import EditorLanguage
from .workspace import Workspace

#: The languages that know more of a format than its reader does, as ``module:maker``.
LANGUAGES: Final[dict[str, str]] = {
    "cockatrice": "cardformats.lsp.xml.cockatrice:LANGUAGE",
    "draftmancer": "cardformats.lsp.draftmancer.language:Draftmancer",
    "lackey": "cardformats.lsp.xml.lackey:LANGUAGE",
    "octgn": "cardformats.lsp.octgn.language:Octgn",
    "octgn-deck": "cardformats.lsp.octgn.language:Octgn",
    "wagic": "cardformats.lsp.wagic.language:Wagic",
}
_Maker: TypeAlias = Callable[[Workspace, Format], EditorLanguage]


class Languages:
    """The languages of the documents of a workspace, made when they are needed."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._by_format: dict[str, EditorLanguage] = {}

    def of(self, document: OpenDocument) -> EditorLanguage | None:
        """Return the language of a document; None if its format is unknown."""
        if document.format is None:
            return None
        if document.format not in self._by_format:
            target = LANGUAGES.get(document.format)
            make: _Maker = load(target) if target else EditorLanguage
            known = REGISTRY.get(document.format)
            self._by_format[document.format] = make(self._workspace, known)
        return self._by_format[document.format]
