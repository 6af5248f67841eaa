"""The server as an editor meets it: over pipes, with the protocol's own client."""

import asyncio
import sys
from functools import partial

import pytest
from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient

from cardformats.cli.app import app
from cardformats.lsp.language import EditorLanguage

CARD = "[card]\nname=Lantern Eel\ntyp=Creature\n[/card]\n"
SERVE = "from cardformats.cli import main; main()"


class Client(BaseLanguageClient):
    """An editor that keeps what it is told."""

    def __init__(self):
        super().__init__("test", "1")
        self.published = asyncio.Queue()
        self.messages = []
        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(self.publish))
        self.registered = []
        self.feature(types.CLIENT_REGISTER_CAPABILITY)(partial(self.register))
        for method in (types.WINDOW_SHOW_MESSAGE, types.WINDOW_LOG_MESSAGE):
            self.feature(method)(lambda params: self.messages.append(params.message))

    def publish(self, params):
        self.published.put_nowait(params)

    def register(self, params):
        self.registered += [each.method for each in params.registrations]

    async def findings(self, version):
        while True:
            params = await asyncio.wait_for(self.published.get(), 30)
            if params.version == version:
                return [(each.code, each.range.start.line) for each in params.diagnostics]

    def change(self, uri, version, *edits):
        changes = [
            types.TextDocumentContentChangePartial(
                types.Range(types.Position(*start), types.Position(*end)), new
            )
            for start, end, new in edits
        ]
        document = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    def open(self, uri, text):
        item = types.TextDocumentItem(uri, "wagic", 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))


def session(play, code=SERVE, encodings=None):
    """What *play* gives, which gets a client of a server."""

    async def run():
        client = Client()
        await client.start_io(sys.executable, "-c", code, "lsp")
        general = types.GeneralClientCapabilities(position_encodings=encodings)
        watched = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        workspace = types.WorkspaceClientCapabilities(did_change_watched_files=watched)
        capabilities = types.ClientCapabilities(workspace, general=general)
        await client.initialize_async(types.InitializeParams(capabilities))
        client.initialized(types.InitializedParams())
        try:
            return await asyncio.wait_for(play(client), 60)
        finally:
            await client.shutdown_async(None)
            client.exit(None)
            await client.stop()

    return asyncio.run(run())


def test_findings_follow_what_is_typed_and_are_fixed(tmp_path):
    uri = (tmp_path / "mine.txt").as_uri()

    async def play(client):
        client.open(uri, CARD)
        assert await client.findings(1) == [("WG005", 2)]
        assert client.registered == [types.WORKSPACE_DID_CHANGE_WATCHED_FILES]
        client.change(uri, 2, ((0, 0), (0, 0), "# \U0001f600\n"), ((3, 3), (3, 3), "e"))
        assert await client.findings(2) == []
        client.change(uri, 3, ((3, 0), (3, 4), "Type"))
        assert await client.findings(3) == [("WG009", 3)]
        everywhere = types.Range(types.Position(0, 0), types.Position(9, 0))
        document = types.TextDocumentIdentifier(uri)
        params = types.CodeActionParams(document, everywhere, types.CodeActionContext([]))
        actions = await client.text_document_code_action_async(params)
        hover = types.HoverParams(document, types.Position(1, 2))
        assert "Lantern Eel" in (await client.text_document_hover_async(hover)).contents.value
        client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        assert await client.findings(None) == []
        return actions

    actions = session(play)
    assert [each.kind for each in actions] in ([], ["quickfix", "source.fixAll"])


@pytest.mark.slow
def test_columns_are_in_the_units_that_were_agreed_on(tmp_path):
    uri = (tmp_path / "mine.txt").as_uri()

    async def play(client):
        client.open(uri, "[card]\nname=\U0001f600\nabilities=flyng\n[/card]\n")
        await client.findings(1)
        client.change(uri, 2, ((1, 9), (1, 9), "\nbad"), ((3, 0), (3, 0), "auto=ß😀(\n"))
        document = types.TextDocumentIdentifier(uri)
        hover = types.HoverParams(document, types.Position(1, 9))
        shown = await client.text_document_hover_async(hover)
        assert (shown.range.start.character, shown.range.end.character) == (0, 9)
        return await client.findings(2)

    assert ("WG004", 2) in session(play, encodings=["utf-8"])


BROKEN = f"""
from cardformats.lsp.wagic.language import Wagic
def broken(self, document, *rest): raise RecursionError("too deep")
Wagic.hover = broken
Wagic.symbols = broken
{SERVE}
"""


@pytest.mark.slow
def test_an_answer_that_fails_is_logged_and_the_server_goes_on(tmp_path):
    uri = (tmp_path / "mine.txt").as_uri()

    async def play(client):
        document = types.TextDocumentIdentifier(uri)
        client.open(uri, CARD)
        hover = types.HoverParams(document, types.Position(1, 2))
        assert await client.text_document_hover_async(hover) is None
        symbols = types.DocumentSymbolParams(document)
        assert not await client.text_document_document_symbol_async(symbols)
        unknown = types.HoverParams(
            types.TextDocumentIdentifier("file:///no"), types.Position(0, 0)
        )
        assert await client.text_document_hover_async(unknown) is None
        client.change("file:///no", 7, ((0, 0), (0, 0), "x"))
        folds = types.FoldingRangeParams(document)
        assert len(await client.text_document_folding_range_async(folds)) == 1
        return client.messages

    messages = session(play, BROKEN)
    assert "error in answering: RecursionError: too deep" in messages


UNLOADED = f"""
from cardformats.lsp import languages
languages.LANGUAGES["wagic"] = "cardformats.lsp.not_there:Wagic"
{SERVE}
"""


@pytest.mark.slow
def test_a_language_that_cannot_be_loaded_is_shown_once(tmp_path):
    uri = (tmp_path / "mine.txt").as_uri()

    async def play(client):
        document = types.TextDocumentIdentifier(uri)
        client.open(uri, CARD)
        hover = types.HoverParams(document, types.Position(1, 2))
        for _ in range(2):
            assert await client.text_document_hover_async(hover) is None
        client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        assert await client.findings(None) == []
        return client.messages

    messages = session(play, UNLOADED)
    assert [each[:48] for each in messages] == [
        "error in loading what is known of wagic: ModuleN",
        "nothing is found: error in loading what is known",
    ]


@pytest.mark.slow
def test_mistakes_of_the_configuration_are_shown(tmp_path):
    (tmp_path / "cardformats.toml").write_text("[chekc]\n")
    uri = (tmp_path / "mine.txt").as_uri()

    async def play(client):
        client.open(uri, CARD)
        await client.findings(1)
        return client.messages

    assert any("did you mean 'check'?" in each for each in session(play))


def test_the_command_has_the_server():
    assert "Serve an editor" in app.get_command(None, "lsp").help


@pytest.mark.parametrize("name", ["hover", "definitions", "references", "completions", "tokens"])
def test_a_language_may_have_no_answer(name):
    places = (0, 0) if name == "tokens" else (0,)
    language = EditorLanguage(None, None)
    assert not getattr(language, name)(None, *places)
