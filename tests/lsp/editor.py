"""An editor for tests: it starts the server, and speaks the protocol with it as editors do."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from functools import partial

from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient

#: Seconds that any answer may take, on a machine that has much else to do.
PATIENCE = 20
COMMAND = (sys.executable, "-c", "from cardformats.cli import main; main()", "lsp")


class Client(BaseLanguageClient):
    """A client that knows when its server is gone, and with which status."""

    async def server_exit(self, server):
        self.status = server.returncode
        self.gone.set()


class Editor:
    """An editor whose texts are kept as lines of UTF-16, as those of most are."""

    def __init__(self, client):
        self.client = client
        self.texts = {}
        self.versions = {}
        self.published = {}
        self.messages = []
        self._news = asyncio.Event()
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(self._publish))
        client.feature(types.WINDOW_LOG_MESSAGE)(partial(self.messages.append))
        client.feature(types.WINDOW_SHOW_MESSAGE)(partial(self.messages.append))

    def _publish(self, params):
        self.published[params.uri] = params
        self._news.set()

    def open(self, path, text, language=""):
        uri = path.as_uri()
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def edit(self, uri, start, end, new):
        """Write *new* from the offset *start* to *end*, and tell the server."""
        where = types.Range(self.position(uri, start), self.position(uri, end))
        self.texts[uri] = self.texts[uri][:start] + new + self.texts[uri][end:]
        self.send(uri, types.TextDocumentContentChangePartial(range=where, text=new))

    def type(self, uri, offset, words):
        """Write *words* letter by letter."""
        for number, letter in enumerate(words):
            self.edit(uri, offset + number, offset + number, letter)

    def send(self, uri, *changes):
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(document, list(changes))
        )

    def apply(self, uri, edits):
        """Take edits of the server, the last one first."""
        for each in sorted(
            edits, key=lambda each: (each.range.start.line, each.range.start.character)
        )[::-1]:
            start, end = (self.offset(uri, place) for place in (each.range.start, each.range.end))
            self.edit(uri, start, end, each.new_text)

    def close(self, uri):
        document = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    async def findings(self, uri):
        """The diagnostics of the text as it is now."""
        while True:
            known = self.published.get(uri)
            if known is not None and known.version == self.versions[uri]:
                return known.diagnostics
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE)

    async def ask(self, method, uri, *, offset=None, **more):
        """The answer to a question about a text, or about an offset in it."""
        kind = getattr(types, _PARAMS[method])
        if offset is not None:
            more["position"] = self.position(uri, offset)
        params = kind(text_document=types.TextDocumentIdentifier(uri), **more)
        return await asyncio.wait_for(
            getattr(self.client, f"text_document_{method}_async")(params), PATIENCE
        )

    def position(self, uri, offset):
        before = self.texts[uri][:offset]
        line = before.rpartition("\n")[2]
        return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def offset(self, uri, position):
        lines = self.texts[uri].split("\n")
        start = sum(len(each) + 1 for each in lines[: position.line])
        data = lines[position.line].encode("utf-16-le")
        return start + len(data[: 2 * position.character].decode("utf-16-le"))

    def at(self, uri, words):
        """The offset behind some words."""
        return self.texts[uri].index(words) + len(words)

    def within(self, uri, range_):
        return self.texts[uri][self.offset(uri, range_.start) : self.offset(uri, range_.end)]


_PARAMS = {
    "hover": "HoverParams",
    "completion": "CompletionParams",
    "definition": "DefinitionParams",
    "references": "ReferenceParams",
    "document_symbol": "DocumentSymbolParams",
    "folding_range": "FoldingRangeParams",
    "formatting": "DocumentFormattingParams",
    "code_action": "CodeActionParams",
    "semantic_tokens_full": "SemanticTokensParams",
    "semantic_tokens_range": "SemanticTokensRangeParams",
}


@asynccontextmanager
async def editing(folder):
    """An editor that has *folder* open; in the end the server has to be gone."""
    client = Client("editor", "1")
    client.gone = asyncio.Event()
    editor = Editor(client)
    await client.start_io(*COMMAND)
    try:
        params = types.InitializeParams(
            capabilities=types.ClientCapabilities(), root_uri=folder.as_uri()
        )
        editor.server = await asyncio.wait_for(client.initialize_async(params), PATIENCE)
        client.initialized(types.InitializedParams())
        yield editor
        await asyncio.wait_for(client.shutdown_async(None), PATIENCE)
        client.exit(None)
        await asyncio.wait_for(client.gone.wait(), PATIENCE)
        editor.status = client.status
    finally:
        process = client._server  # noqa: SLF001 - nothing else ends one that does not answer
        if process.returncode is None:
            process.kill()
        await client.stop()
