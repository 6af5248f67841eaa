"""The server: what editors ask, answered by the languages of the documents."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from .. import __version__
from ..source import Span
from .documents import Document
from .fixes import fixing_actions
from .language import Language
from .languages import Languages
from .protocol import (
    LEGEND,
    Places,
    as_position,
    locations,
    path_of,
    published,
    whole_edit,
)
from .values import Checked
from .workspace import Change, Workspace

T = TypeVar("T")

#: Seconds after a change before the document is checked, and before the other ones are.
_DELAY: Final = 0.1
_DELAY_OF_OTHERS: Final = 1.0
#: A document with more characters has its tokens only where it is looked at.
_MOST_TOKENS: Final = 500_000
_NONE: Final = object()

_LOGGER = logging.getLogger(__name__)


class Protocol(LanguageServerProtocol):
    """The protocol; documents are the workspace's own, since texts are large."""

    _server: Server

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Open a document."""
        self._server.open(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a document."""
        self._server.change(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Close a document."""
        self._server.close(params.text_document.uri)

    def publish(self, uri: str, version: int | None, items: list[dict[str, Any]]) -> None:
        """Send diagnostics, which are JSON already."""
        params: dict[str, Any] = {"uri": uri, "diagnostics": items}
        if version is not None:
            params["version"] = version
        method = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
        self._send_data({"jsonrpc": self.VERSION, "method": method, "params": params})


class Server(LanguageServer):
    """A server for one editor.

    Attributes:
        documents: what is open.
        languages: those of the documents.
    """

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__("cardformats", __version__, protocol_cls=Protocol)
        self.documents = Workspace(self._tell)
        self.languages = Languages(self.documents)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._published: dict[str, tuple[Document, Checked]] = {}
        self._settled: set[str] = set()
        #: The errors that a user has been shown, each once.
        self._shown: set[str] = set()
        self._checker = ThreadPoolExecutor(1, "check")
        self._answerer = ThreadPoolExecutor(1, "answer")
        self._register()

    def _register(self) -> None:
        tokens = types.SemanticTokensRegistrationOptions(
            legend=LEGEND, full=True, range=True, document_selector=None
        )
        actions = types.CodeActionOptions(
            [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
        )
        completions = types.CompletionOptions(trigger_characters=[*'=,([{"<_'])
        for method, answer, options in (
            (types.INITIALIZE, self._initialize, None),
            (types.INITIALIZED, self._watch, None),
            (types.TEXT_DOCUMENT_HOVER, self._hover, None),
            (types.TEXT_DOCUMENT_COMPLETION, self._complete, completions),
            (types.TEXT_DOCUMENT_DEFINITION, self._define, None),
            (types.TEXT_DOCUMENT_REFERENCES, self._refer, None),
            (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self._list_symbols, None),
            (types.TEXT_DOCUMENT_FOLDING_RANGE, self._fold, None),
            (types.TEXT_DOCUMENT_FORMATTING, self._format, None),
            (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, self._color, tokens),
            (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, self._color_range, tokens),
            (types.TEXT_DOCUMENT_CODE_ACTION, self._act, actions),
            (types.TEXT_DOCUMENT_DID_SAVE, self._saved, None),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._saved, None),
        ):
            self.feature(method, options)(partial(answer))  # which can be marked

    def _initialize(self, _params: types.InitializeParams) -> None:
        self._loop = asyncio.get_running_loop()
        units = self.workspace.position_encoding
        self.documents.units = (
            "utf-8" if units == "utf-8" else "utf-32" if units == "utf-32" else "utf-16"
        )

    def _watch(self, _params: types.InitializedParams) -> None:
        """Ask the editor to say when files change on the disk, if it can."""
        workspace = self.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace else None
        if watched is None or not watched.dynamic_registration:
            return
        patterns = ("**/cardformats.toml", "**/*.{dat,txt,xml,o8d,draftmancer}")
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        options = types.DidChangeWatchedFilesRegistrationOptions(
            [types.FileSystemWatcher(each) for each in patterns]
        )
        registration = types.Registration("watched", method, options)
        self.client_register_capability(types.RegistrationParams([registration]))

    def _knows_related(self) -> bool:
        """Return whether the editor shows positions that are related to a diagnostic."""
        known = self.client_capabilities.text_document
        shown = known.publish_diagnostics if known else None
        return bool(shown and shown.related_information)

    # documents

    def open(self, item: types.TextDocumentItem) -> None:
        """Open a document, and check it."""
        path = path_of(item.uri)
        self.documents.open(item.uri, path, item.version, item.text, item.language_id)
        self._check(item.uri, 0)

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a document, and check it and, later, the others that are open."""
        uri = params.text_document.uri
        if self.documents.document(uri) is None:
            _LOGGER.warning("a change of %s, which is not open", uri)
            return
        changes = map(_as_change, params.content_changes)
        self.documents.change(uri, params.text_document.version, changes)
        self._check(uri, _DELAY)
        self._check_others(uri)

    def close(self, uri: str) -> None:
        """Close a document."""
        document = self.documents.document(uri)
        if document is None:
            return
        if task := self._checks.pop(uri, None):
            task.cancel()
        self._published.pop(uri, None)
        self._settled.discard(uri)
        self.documents.close(uri)
        if language := self._language(document):
            self._checker.submit(language.closed, document)
        self.protocol.publish(uri, None, [])
        self._check_others(uri)

    def _saved(self, _params: Any) -> None:
        """Some files have changed."""
        self.documents.refresh()
        self._check_others("")

    def _check_others(self, uri: str) -> None:
        """Check the documents besides that one, when nothing has changed for a while."""
        for each in self.documents.documents:
            if each.uri != uri:
                self._check(each.uri, _DELAY_OF_OTHERS)

    def _check(self, uri: str, delay: float) -> None:
        """Check a document after *delay* seconds, and not before."""
        if task := self._checks.pop(uri, None):
            task.cancel()
        task = asyncio.get_running_loop().create_task(self._checked(uri, delay))
        self._checks[uri] = task

    async def _checked(self, uri: str, delay: float) -> None:
        await asyncio.sleep(delay)
        document = self.documents.document(uri)
        language = self._language(document)
        if document is None or language is None:
            return
        loop = asyncio.get_running_loop()
        try:
            steps = self._steps(document, language)
            while True:
                findings = await loop.run_in_executor(self._checker, next, steps, _NONE)
                if findings is _NONE:
                    break
                if isinstance(findings, Checked):
                    self._published[uri] = document, findings
                    items = published(
                        document,
                        findings,
                        self.documents.units,
                        with_related=self._knows_related(),
                    )
                    self.protocol.publish(uri, document.version, items)
                    if findings.is_complete and uri not in self._settled:
                        # what is kept of a large file would be looked through again and again
                        self._settled.add(uri)
                        gc.collect()
                        gc.freeze()
        except Exception as error:  # noqa: BLE001 - an editor goes on without its findings
            self._failed("checking", error)

    def _steps(self, document: Document, language: Language) -> Iterator[Checked | None]:
        """What *language* finds in *document*, step by step, without what is known."""
        for findings in language.check(document):
            yield findings and self.documents.new(document, findings)

    # answers

    def _language(self, document: Document | None) -> Language | None:
        """That of *document*; None if it has none, or if it cannot be loaded, which is shown."""
        try:
            return self.languages.of(document) if document else None
        except Exception as error:  # noqa: BLE001 - an editor goes on without it
            what = f"loading what is known of {document.format if document else None}"
            if what not in self._shown:
                self._shown.add(what)
                self._failed(what, error)
                self._tell(f"nothing is found: error in {what}; see the log of the server")
            return None

    async def _answer(
        self,
        item: types.TextDocumentIdentifier,
        ask: Callable[[Document, Language], T],
        otherwise: T,
    ) -> T:
        """What *ask* gives for a document; *otherwise* if it is not known or an error comes."""
        document = self.documents.document(item.uri)
        language = self._language(document)
        if document is None or language is None:
            return otherwise
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._answerer, ask, document, language)
        except Exception as error:  # noqa: BLE001 - an editor goes on without an answer
            self._failed("answering", error)
            return otherwise

    def _places(self, document: Document) -> Places:
        return Places(document.lines, self.documents.units)

    def _offset(self, document: Document, position: types.Position) -> int:
        return self._places(document).offset(position)

    async def _hover(self, params: types.HoverParams) -> types.Hover | None:
        def ask(document: Document, language: Language) -> types.Hover | None:
            hover = language.hover(document, self._offset(document, params.position))
            return self._places(document).hover(hover) if hover else None

        return await self._answer(params.text_document, ask, None)

    async def _complete(self, params: types.CompletionParams) -> types.CompletionList:
        def ask(document: Document, language: Language) -> types.CompletionList:
            offset = self._offset(document, params.position)
            places = self._places(document)
            offers = list(language.completions(document, offset))
            items = [places.completion(each) for each in offers[:_MOST_COMPLETIONS]]
            return types.CompletionList(len(offers) > len(items), items)

        return await self._answer(
            params.text_document, ask, types.CompletionList(is_incomplete=False, items=[])
        )

    async def _define(self, params: types.DefinitionParams) -> list[types.Location]:
        def ask(document: Document, language: Language) -> list[types.Location]:
            spans = language.definitions(document, self._offset(document, params.position))
            return locations(spans, self.documents.units)

        return await self._answer(params.text_document, ask, [])

    async def _refer(self, params: types.ReferenceParams) -> list[types.Location]:
        def ask(document: Document, language: Language) -> list[types.Location]:
            offset = self._offset(document, params.position)
            spans = [*language.references(document, offset)]
            declarations = [*islice(language.definitions(document, offset), _MOST_DECLARATIONS)]
            rest = [each for each in spans if not any(_is_in(each, its) for its in declarations)]
            if not params.context.include_declaration:
                spans = rest
            elif len(rest) == len(spans):
                spans = [*declarations, *spans]
            return locations(spans, self.documents.units)

        return await self._answer(params.text_document, ask, [])

    async def _list_symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        def ask(document: Document, language: Language) -> list[types.DocumentSymbol]:
            return [*map(self._places(document).symbol, language.symbols(document))]

        return await self._answer(params.text_document, ask, [])

    async def _fold(self, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        def ask(document: Document, language: Language) -> list[types.FoldingRange]:
            return [*self._places(document).folds(language.folds(document))]

        return await self._answer(params.text_document, ask, [])

    async def _format(self, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        def ask(document: Document, language: Language) -> list[types.TextEdit]:
            new = language.formatted(document)
            return [] if new is None else whole_edit(document, new, self.documents.units)

        return await self._answer(params.text_document, ask, [])

    async def _color(self, params: types.SemanticTokensParams) -> types.SemanticTokens:
        def ask(document: Document, language: Language) -> types.SemanticTokens:
            end = len(document.text)
            tokens = () if end > _MOST_TOKENS else language.tokens(document, 0, end)
            return self._places(document).tokens(tokens)

        return await self._answer(params.text_document, ask, types.SemanticTokens([]))

    async def _color_range(self, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        def ask(document: Document, language: Language) -> types.SemanticTokens:
            places = (params.range.start, params.range.end)
            start, end = (self._offset(document, each) for each in places)
            return self._places(document).tokens(language.tokens(document, start, end))

        return await self._answer(params.text_document, ask, types.SemanticTokens([]))

    async def _act(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        document, findings = self._published.get(params.text_document.uri, (None, None))
        now = self.documents.document(params.text_document.uri)
        if document is None or findings is None or now is None or now.text != document.text:
            return []  # what was found is of another text
        places = self._places(document)
        start, end = places.offset(params.range.start), places.offset(params.range.end)
        wanted = [str(getattr(each, "value", each)) for each in params.context.only or ()]
        return fixing_actions(document, findings, start, end, wanted, self.documents)

    # troubles

    def _tell(self, message: str) -> None:
        """Show *message* to the user; any thread may."""
        show = types.ShowMessageParams(types.MessageType.Warning, message)
        if self._loop:
            self._loop.call_soon_threadsafe(self.window_show_message, show)

    def _failed(self, what: str, error: Exception) -> None:
        """Log an error of the library."""
        _LOGGER.error("error in %s", what, exc_info=error)
        text = f"error in {what}: {type(error).__name__}: {error}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    def shutdown(self) -> None:
        """End; what is being worked out is given up."""
        for pool in (self._checker, self._answerer):
            pool.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call] # of pygls


#: Offers in an answer; what is typed on narrows them.
_MOST_COMPLETIONS: Final = 1000
#: Declarations of a name that are told from its other places.
_MOST_DECLARATIONS: Final = 100


def _is_in(span: Span, other: Span) -> bool:
    """Whether a place is in another one of the same file."""
    is_same = span.source.name == other.source.name
    return is_same and other.start <= span.start and span.end <= other.end


def _as_change(change: types.TextDocumentContentChangeEvent) -> Change:
    place = getattr(change, "range", None)
    if place is None:
        return None, change.text
    return (as_position(place.start), as_position(place.end)), change.text
