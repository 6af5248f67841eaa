"""What the server does at each notification and question, without an editor in another process."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types
from pygls.workspace import Workspace as Texts

from cardformats.lsp import server as server_module
from cardformats.lsp.language import EditorLanguage
from cardformats.lsp.server import Server

LIST = "[Common(2)]\n4 Lantern Eel\n2 Moss Warden\n[B\n"


@pytest.fixture
def server(monkeypatch):
    """A server that tells a list what it publishes, shows and logs."""
    monkeypatch.setattr(server_module, "_DELAY", 0)
    monkeypatch.setattr(server_module, "_DELAY_OF_OTHERS", 0)
    made = Server()
    made.told = []
    protocol = made.protocol
    protocol._workspace = Texts(None)  # noqa: SLF001 - which an editor's first message makes
    protocol.client_capabilities = types.ClientCapabilities()
    for name in (
        "text_document_publish_diagnostics",
        "window_log_message",
        "window_show_message",
        "client_register_capability",
    ):
        monkeypatch.setattr(made, name, made.told.append)
    yield made
    made.documents.odds.shutdown()


def identified(path):
    return types.TextDocumentIdentifier(path.as_uri())


async def settled(server):
    """Wait until all checks are done."""
    while tasks := [each for each in server._checks.values() if not each.done()]:  # noqa: SLF001
        await asyncio.wait(tasks)


async def opened(server, path, text, language=""):
    item = types.TextDocumentItem(path.as_uri(), language, 1, text)
    server._initialize(None)  # noqa: SLF001 - what pygls calls
    server._open(types.DidOpenTextDocumentParams(item))  # noqa: SLF001
    await settled(server)


async def changed(server, path, version, text):
    uri = path.as_uri()
    whole = types.TextDocumentContentChangeWholeDocument(text)
    server.workspace.text_documents[uri].apply_change(whole)
    document = types.VersionedTextDocumentIdentifier(version, uri)
    server._change(types.DidChangeTextDocumentParams(document, [whole]))  # noqa: SLF001
    await settled(server)


def published(server):
    """What was published, by name: the versions, and the codes."""
    told = [each for each in server.told if isinstance(each, types.PublishDiagnosticsParams)]
    return [
        (each.uri.rpartition("/")[2], each.version, [its.code for its in each.diagnostics])
        for each in told
    ]


def test_what_is_found_is_published_at_each_change_and_nothing_when_it_is_closed(server, tmp_path):
    async def run():
        one, other = tmp_path / "one.txt", tmp_path / "other.txt"
        await opened(server, one, LIST, "draftmancer")
        assert published(server) == [("one.txt", 1, ["DM002"])]
        await opened(server, other, LIST, "draftmancer")
        assert published(server)[1:] == [("other.txt", 1, ["DM002"])]
        server.told.clear()
        await changed(server, one, 2, LIST.replace("[B\n", ""))
        assert published(server) == [("one.txt", 2, []), ("other.txt", 1, ["DM002"])]
        server.told.clear()
        server._saved(None)  # noqa: SLF001
        await settled(server)
        assert sorted(published(server)) == [("one.txt", 2, []), ("other.txt", 1, ["DM002"])]
        server.told.clear()
        closing = types.DidCloseTextDocumentParams(identified(one))
        server._close(closing)  # noqa: SLF001
        await settled(server)
        assert published(server) == [("one.txt", None, []), ("other.txt", 1, ["DM002"])]
        server._close(closing)  # noqa: SLF001 - a second time
        assert len(published(server)) == 2
        assert [each.path for each in server.documents.documents] == [other]

    asyncio.run(run())


def test_a_document_of_no_format_has_no_findings(server, tmp_path):
    asyncio.run(opened(server, tmp_path / "notes.md", "# nothing\n"))
    assert server.told == []


def test_fixes_are_of_the_text_that_was_checked(server, tmp_path):
    path = tmp_path / "one.txt"
    everywhere = types.Range(types.Position(0, 0), types.Position(9, 0))

    def asked(only=None):
        context = types.CodeActionContext([], only)
        params = types.CodeActionParams(identified(path), everywhere, context)
        return [each.kind.value for each in server._act(params)]  # noqa: SLF001

    async def run():
        assert asked() == []
        await opened(server, path, "[B\n", "draftmancer")
        kinds = asked()
        assert "quickfix" in kinds
        assert asked(["quickfix"]) == [each for each in kinds if each == "quickfix"]
        assert asked([types.CodeActionKind.SourceFixAll]) == kinds[kinds.count("quickfix") :]
        uri = path.as_uri()
        whole = types.TextDocumentContentChangeWholeDocument("[Common]\n1 Eel\n")
        server.workspace.text_documents[uri].apply_change(whole)
        server.documents.changed(uri, 2)
        assert asked() == []

    asyncio.run(run())


def test_an_error_of_the_library_is_logged_and_the_server_goes_on(server, tmp_path):
    def fail(*_):
        raise RuntimeError("broken")

    async def run():
        path = tmp_path / "one.txt"
        server.documents.open(path.as_uri(), path, 1, LIST, "draftmancer")
        document = server.documents.document(path.as_uri())
        language = server._language(document)  # noqa: SLF001
        params = types.HoverParams(identified(path), types.Position(0, 0))
        assert await server._answering(fail)(params) is None  # noqa: SLF001
        language.check = fail
        server._check(path.as_uri(), 0)  # noqa: SLF001
        await settled(server)
        server.languages.of = fail
        assert server._language(document) is None  # noqa: SLF001
        assert server._language(document) is None  # noqa: SLF001
        assert await server._answering(fail)(params) is None  # noqa: SLF001
        assert server._language(None) is None  # noqa: SLF001

    server._loop = None  # noqa: SLF001
    asyncio.run(run())
    error = types.MessageType.Error
    assert server.told == [
        types.LogMessageParams(error, "error in answering: RuntimeError: broken"),
        types.LogMessageParams(error, "error in checking: RuntimeError: broken"),
        types.LogMessageParams(
            error, "error in loading what is known of draftmancer: RuntimeError: broken"
        ),
    ]


def test_a_user_is_told_of_what_cannot_be_loaded_once(server, tmp_path):
    def fail(*_):
        raise RuntimeError("broken")

    async def run():
        await opened(server, tmp_path / "one.txt", LIST, "draftmancer")
        server.told.clear()
        server.languages.of = fail
        document = server.documents.documents[0]
        for _ in range(2):
            assert server._language(document) is None  # noqa: SLF001
        await asyncio.sleep(0)

    asyncio.run(run())
    shown = [each for each in server.told if isinstance(each, types.ShowMessageParams)]
    message = "nothing is found: error in loading what is known of draftmancer"
    assert shown == [
        types.ShowMessageParams(types.MessageType.Warning, f"{message}; see the log of the server")
    ]


@pytest.mark.parametrize("is_known", [True, False, None])
def test_files_are_watched_if_the_editor_can(server, is_known):
    watched = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=is_known)
    workspace = types.WorkspaceClientCapabilities(did_change_watched_files=watched)
    known = types.ClientCapabilities(workspace=None if is_known is None else workspace)
    server.protocol.client_capabilities = known
    server._watch(None)  # noqa: SLF001
    assert len(server.told) == (is_known is True)
    if is_known:
        (registration,) = server.told[0].registrations
        assert registration.method == "workspace/didChangeWatchedFiles"
        patterns = [each.glob_pattern for each in registration.register_options.watchers]
        assert patterns == ["**/cardformats.toml", "**/*.{dat,txt,xml,o8d,draftmancer}"]


@pytest.mark.parametrize(("shown", "is_known"), [(True, True), (False, False), (None, False)])
def test_related_places_are_published_if_the_editor_shows_them(server, shown, is_known):
    publishing = types.PublishDiagnosticsClientCapabilities(related_information=shown)
    known = types.TextDocumentClientCapabilities(publish_diagnostics=publishing)
    server.protocol.client_capabilities = types.ClientCapabilities(text_document=known)
    assert server._knows_related() is is_known  # noqa: SLF001
    server.protocol.client_capabilities = types.ClientCapabilities()
    assert server._knows_related() is False  # noqa: SLF001


ANSWERED = [
    types.TEXT_DOCUMENT_HOVER, types.TEXT_DOCUMENT_COMPLETION, types.TEXT_DOCUMENT_DEFINITION,
    types.TEXT_DOCUMENT_REFERENCES, types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
    types.TEXT_DOCUMENT_FOLDING_RANGE, types.TEXT_DOCUMENT_FORMATTING,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE,
    types.TEXT_DOCUMENT_CODE_ACTION,
]  # fmt: skip


def test_all_that_editors_ask_is_answered(server):
    features = server.protocol.fm.features
    assert {*ANSWERED} <= features.keys()
    options = server.protocol.fm.feature_options
    assert options[types.TEXT_DOCUMENT_COMPLETION].trigger_characters == [*'=,([{"<_']
    assert options[types.TEXT_DOCUMENT_CODE_ACTION].code_action_kinds == [
        types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll,
    ]  # fmt: skip
    for method in ("FULL", "RANGE"):
        of_tokens = options[getattr(types, f"TEXT_DOCUMENT_SEMANTIC_TOKENS_{method}")]
        assert (of_tokens.full, of_tokens.range) == (True, True)


def test_mistakes_of_the_configuration_are_shown(server, tmp_path):
    (tmp_path / "cardformats.toml").write_text("[chekc]\n")
    asyncio.run(opened(server, tmp_path / "one.txt", LIST, "draftmancer"))
    shown = [each.message for each in server.told if isinstance(each, types.ShowMessageParams)]
    assert any("did you mean 'check'?" in each for each in shown)


@pytest.mark.parametrize("name", ["hover", "definitions", "references", "completions", "tokens"])
def test_a_language_may_have_no_answer(name):
    places = (0, 0) if name == "tokens" else (0,)
    language = EditorLanguage(None, None)
    assert not getattr(language, name)(None, *places)
