"""A session with the client and the documents of pygls, which know nothing of this server."""

from __future__ import annotations

import asyncio
import sys
from functools import partial

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.workspace import PositionCodec, TextDocument

PATIENCE = 30
LIST = """\
[CustomCards]
[
  {"name": "Lantern Eel 𝕎", "mana_cost": "{1}{U}", "type": "Creature"}
]
[Common(1)]
4x Forest
"""


@pytest.mark.part(3)
@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
def test_a_session_of_a_client(tmp_path, encoding):
    asyncio.run(asyncio.wait_for(_session(tmp_path / "list.txt", encoding), 4 * PATIENCE))


async def _session(path, encoding):
    client = LanguageClient("pygls", "1")
    published = asyncio.Queue()
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(published.put_nowait))
    await client.start_io(sys.executable, "-m", "cardformats", "lsp")
    general = types.GeneralClientCapabilities(position_encodings=[encoding])
    capabilities = types.ClientCapabilities(general=general)
    start = types.InitializeParams(capabilities, root_uri=path.parent.as_uri())
    answer = await client.initialize_async(start)
    assert answer.capabilities.position_encoding == encoding
    client.initialized(types.InitializedParams())

    # open, and read what is wrong
    codec = PositionCodec(encoding)
    document = TextDocument(path.as_uri(), LIST, 1, "draftmancer", position_codec=codec)
    item = types.TextDocumentItem(document.uri, "draftmancer", 1, LIST)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    name = types.TextDocumentIdentifier(document.uri)
    found = {each.code: each for each in await _diagnostics(published, 1)}
    assert _text(document, found["DM025"].range) == "4x Forest"

    # edit: a character that has several units, and a word that is not whole
    end = types.Position(len(document.lines), 0)
    _edit(client, document, types.Range(end, end), "𝕎 Moss\n2 lant")
    assert "DM025" in {each.code for each in await _diagnostics(published, 2)}

    # complete
    place = types.Position(7, len("2 lant"))
    answer = await client.text_document_completion_async(types.CompletionParams(name, place))
    (offer,) = [each for each in answer.items if each.label == "Lantern Eel 𝕎"]
    _edit(client, document, offer.text_edit.range, offer.text_edit.new_text)
    assert document.source == f"{LIST}𝕎 Moss\n2 Lantern Eel 𝕎"

    # hover
    hover = await client.text_document_hover_async(types.HoverParams(name, types.Position(7, 4)))
    assert "**Lantern Eel 𝕎**" in hover.contents.value
    assert _text(document, hover.range) == "Lantern Eel 𝕎"

    # fix
    found = {each.code: each for each in await _diagnostics(published, 3)}
    wanted = types.CodeActionContext([found["DM025"]], only=[types.CodeActionKind.QuickFix])
    params = types.CodeActionParams(name, found["DM025"].range, wanted)
    (action,) = await client.text_document_code_action_async(params)
    ((uri, edits),) = action.edit.changes.items()
    assert uri == document.uri
    for each in edits:
        _edit(client, document, each.range, each.new_text)
    assert "\n4 Forest\n" in document.source
    left = await _diagnostics(published, document.version)
    assert "DM025" not in {each.code for each in left}

    # shut down
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), PATIENCE)  # noqa: SLF001 - it has no public name
    assert client._server.returncode == 0  # noqa: SLF001
    await client.stop()


async def _diagnostics(published, version):
    """What was published of a version."""
    while True:
        params = await asyncio.wait_for(published.get(), PATIENCE)
        if params.version == version:
            return params.diagnostics


def _edit(client, document, place, new):
    """Write a text in a range, in the document and at the server."""
    change = types.TextDocumentContentChangePartial(range=place, text=new)
    document.apply_change(change)
    document.version += 1
    name = types.VersionedTextDocumentIdentifier(document.version, document.uri)
    client.text_document_did_change(types.DidChangeTextDocumentParams(name, [change]))


def _text(document, place):
    """The text of a range of one line."""
    codec = document.position_codec
    inner = codec.range_from_client_units(document.lines, place)
    return document.lines[inner.start.line][inner.start.character : inner.end.character]
