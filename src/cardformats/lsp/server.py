"""The server: what editors ask, answered by the languages of the documents."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from .. import __version__
from ..source import Span
from .answers import LEGEND
from .documents import CheckedDocument, OpenDocument
from .fixes import fixing_actions
from .language import EditorLanguage
from .languages import Languages
from .protocol import locations, path_of, published, whole_edit
from .workspace import Workspace

#: Seconds after a change before the document is checked, and before the other ones are.
_DELAY: Final = 0.1
_DELAY_OF_OTHERS: Final = 1.0
#: A document with more characters has its tokens only where it is looked at.
_MOST_TOKENS: Final = 500_000
#: Offers in an answer; what is typed on narrows them.
_MOST_COMPLETIONS: Final = 1000
#: Maximum number of declarations of a name to distinguish from its other occurrences.
_MOST_DECLARATIONS: Final = 100
_NONE: Final = object()

_LOGGER = logging.getLogger(__name__)


class Server(LanguageServer):
    """A server for one editor.

    Attributes:
        documents: what is open.
        languages: those of the documents.
    """

    def __init__(self) -> None:
        super().__init__("cardformats", __version__)
        self.documents: Workspace = Workspace(self._tell)
        self.languages: Languages = Languages(self.documents)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._published: dict[str, tuple[OpenDocument, CheckedDocument]] = {}
        self._settled: set[str] = set()
        #: The errors that a user has been shown, each once.
        self._shown: set[str] = set()
        self._checker = ThreadPoolExecutor(1, "check")
        self._answerer = ThreadPoolExecutor(1, "answer")
        self._register()

    def _register(self) -> None:
        """Say what is answered, and by what; pygls has changed its workspace before."""
        for method, take in (
            (types.INITIALIZE, self._initialize),
            (types.INITIALIZED, self._watch),
            (types.TEXT_DOCUMENT_DID_OPEN, self._open),
            (types.TEXT_DOCUMENT_DID_CHANGE, self._change),
            (types.TEXT_DOCUMENT_DID_CLOSE, self._close),
            (types.TEXT_DOCUMENT_DID_SAVE, self._saved),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._saved),
        ):
            self.feature(method)(partial(take))  # which can be marked
        actions = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
        options = types.CodeActionOptions(actions)
        self.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)(partial(self._act))
        for method, ask in _ASKED.items():
            self.feature(method, _OPTIONS.get(method))(self._answering(ask))

    def _initialize(self, _params: types.InitializeParams) -> None:
        self._loop = asyncio.get_running_loop()
        self.documents.codec = self.workspace.position_codec

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

    def _open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Open a document, and check it."""
        item = params.text_document
        path = path_of(item.uri)
        typed = self.documents.open(item.uri, path, item.version, item.text, item.language_id)
        self.workspace.text_documents[unquote(item.uri)] = typed  # which pygls changes
        self._check(item.uri, 0)

    def _change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Take what has changed, and check it and, later, the others that are open."""
        uri = params.text_document.uri
        self.documents.changed(uri, params.text_document.version)
        self._check(uri, _DELAY)
        self._check_others(uri)

    def _close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Close a document."""
        uri = params.text_document.uri
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
        self._publish(uri, None, [])
        self._check_others(uri)

    def _publish(self, uri: str, version: int | None, items: list[types.Diagnostic]) -> None:
        params = types.PublishDiagnosticsParams(uri, items, version)
        self.text_document_publish_diagnostics(params)

    def _saved(self, _params: Any) -> None:
        """Check all documents again, because files on the disk have changed."""
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
                if isinstance(findings, CheckedDocument):
                    self._published[uri] = document, findings
                    items = published(
                        document,
                        findings,
                        self.documents.units,
                        with_related=self._knows_related(),
                    )
                    self._publish(uri, document.version, items)
                    if findings.is_complete and uri not in self._settled:
                        # what is kept of a large file would be looked through again and again
                        self._settled.add(uri)
                        gc.collect()
                        gc.freeze()
        except Exception as error:  # noqa: BLE001 - an editor goes on without its findings
            self._failed("checking", error)

    def _steps(
        self, document: OpenDocument, language: EditorLanguage
    ) -> Iterator[CheckedDocument | None]:
        """Yield the diagnostics of a document step by step, without known ones."""
        for findings in language.check(document):
            yield findings and self.documents.new(document, findings)

    # answers

    def _language(self, document: OpenDocument | None) -> EditorLanguage | None:
        """Return the language of a document; None if it cannot be loaded, which is shown."""
        try:
            return self.languages.of(document) if document else None
        except Exception as error:  # noqa: BLE001 - an editor goes on without it
            what = f"loading what is known of {document.format if document else None}"
            if what not in self._shown:
                self._shown.add(what)
                self._failed(what, error)
                self._tell(f"nothing is found: error in {what}; see the log of the server")
            return None

    def _answering(self, ask: _Ask) -> Callable[[Any], Any]:
        """Return what answers questions by *ask*, in a thread of its own, if the document is known.

        A question that is given up before its turn is not asked.
        """

        async def answer(params: Any) -> Any:
            document = self.documents.document(params.text_document.uri)
            language = self._language(document)
            if document is None or language is None:
                return None
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._answerer, ask, document, language, params)
            except Exception as error:  # noqa: BLE001 - an editor goes on without an answer
                self._failed("answering", error)
                return None

        return answer

    def _act(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        document, findings = self._published.get(params.text_document.uri, (None, None))
        now = self.documents.document(params.text_document.uri)
        if document is None or findings is None or now is None or now.text != document.text:
            return []  # what was found is of another text
        start, end = _offsets(document, params.range)
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

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what pygls could not do, such as a change of a document that is not open."""
        _LOGGER.error("error in %s", source, exc_info=error)

    def shutdown(self) -> None:
        """Stop, and cancel unfinished work."""
        for pool in (self._checker, self._answerer):
            pool.shutdown(wait=False, cancel_futures=True)
        self.documents.odds.shutdown()
        super().shutdown()  # type: ignore[no-untyped-call] # of pygls


# what editors ask of a document


def _offsets(document: OpenDocument, place: types.Range) -> tuple[int, int]:
    return document.answers.offset(place.start), document.answers.offset(place.end)


def _hover(
    document: OpenDocument, language: EditorLanguage, params: types.HoverParams
) -> types.Hover | None:
    return language.hover(document, document.answers.offset(params.position))


def _complete(
    document: OpenDocument, language: EditorLanguage, params: types.CompletionParams
) -> types.CompletionList:
    offers = language.completions(document, document.answers.offset(params.position))
    items = [*islice(offers, _MOST_COMPLETIONS + 1)]
    return types.CompletionList(len(items) > _MOST_COMPLETIONS, items[:_MOST_COMPLETIONS])


def _define(
    document: OpenDocument, language: EditorLanguage, params: types.DefinitionParams
) -> list[types.Location]:
    spans = language.definitions(document, document.answers.offset(params.position))
    return locations(spans, language.workspace.units)


def _refer(
    document: OpenDocument, language: EditorLanguage, params: types.ReferenceParams
) -> list[types.Location]:
    offset = document.answers.offset(params.position)
    spans = [*language.references(document, offset)]
    declarations = [*islice(language.definitions(document, offset), _MOST_DECLARATIONS)]
    rest = [each for each in spans if not any(_is_in(each, its) for its in declarations)]
    if not params.context.include_declaration:
        spans = rest
    elif len(rest) == len(spans):
        spans = [*declarations, *spans]
    return locations(spans, language.workspace.units)


def _is_in(span: Span, other: Span) -> bool:
    """Return whether a place is in another one of the same file."""
    is_same = span.source.name == other.source.name
    return is_same and other.start <= span.start and span.end <= other.end


def _format(document: OpenDocument, language: EditorLanguage, _params: Any) -> list[types.TextEdit]:
    new = language.formatted(document)
    return [] if new is None else whole_edit(document, new)


def _color(document: OpenDocument, language: EditorLanguage, _params: Any) -> types.SemanticTokens:
    end = len(document.text)
    tokens = () if end > _MOST_TOKENS else language.tokens(document, 0, end)
    return document.answers.tokens(tokens)


def _color_range(
    document: OpenDocument, language: EditorLanguage, params: types.SemanticTokensRangeParams
) -> types.SemanticTokens:
    return document.answers.tokens(language.tokens(document, *_offsets(document, params.range)))


_Ask: TypeAlias = Callable[[OpenDocument, EditorLanguage, Any], Any]
_ASKED: Final[dict[str, _Ask]] = {
    types.TEXT_DOCUMENT_HOVER: _hover,
    types.TEXT_DOCUMENT_COMPLETION: _complete,
    types.TEXT_DOCUMENT_DEFINITION: _define,
    types.TEXT_DOCUMENT_REFERENCES: _refer,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: lambda document, language, _: [
        *language.symbols(document)
    ],
    types.TEXT_DOCUMENT_FOLDING_RANGE: lambda document, language, _: [*language.folds(document)],
    types.TEXT_DOCUMENT_FORMATTING: _format,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: _color,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: _color_range,
}
_TOKENS: Final = types.SemanticTokensRegistrationOptions(
    legend=LEGEND, full=True, range=True, document_selector=None
)
_OPTIONS: Final[dict[str, Any]] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=[*'=,([{"<_']),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: _TOKENS,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: _TOKENS,
}
