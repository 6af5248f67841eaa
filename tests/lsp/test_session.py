"""Sessions of an editor with the server, as they go over the wire."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from tests.lsp.editor import editing
from tests.unit.text_tables import rows

LIST = """\
[Settings]
{
  "withReplacement": true,
}
[CustomCards]
[
  {"name": "Lantern Eel 𝕎", "mana_cost": "{1}{U}", "type": "Creature"},
  {"name": "Moss Warden", "mana_cost": "{G}", "type": "Creature"}
]
[Common(2)]
4x Forest
𝕎 2
Moss Warden
"""


def test_an_editor_is_served(tmp_path):
    asyncio.run(_edit(tmp_path))


async def _edit(folder):
    async with editing(folder) as editor:
        assert editor.server.capabilities.rename_provider is None
        await _edit_a_list(editor, folder)
        await _edit_a_set(editor, folder)
        await _send_nonsense(editor, folder, HOSTILE[:2])
        assert not editor.messages
    assert editor.status == 0


async def _edit_a_list(editor, folder):
    path = folder / "list.txt"
    path.write_text(LIST, encoding="utf-8")
    uri = editor.open(path, LIST)
    findings = await editor.findings(uri)
    (finding,) = [each for each in findings if each.code == "DM025"]
    assert editor.within(uri, finding.range) == "4x Forest"

    # a quick fix
    context = types.CodeActionContext([finding])
    actions = await editor.ask("code_action", uri, range=finding.range, context=context)
    (action, *_) = [each for each in actions if each.kind == types.CodeActionKind.QuickFix]
    editor.apply(uri, action_edits(action, uri))
    assert "\n4 Forest\n" in editor.texts[uri]
    assert not [each for each in await editor.findings(uri) if each.code == "DM025"]

    # what is typed: behind a character that has two units
    place = editor.at(uri, "𝕎 2\n")
    editor.type(uri, place, "\n")
    editor.type(uri, place, "3 lant")
    answer = await editor.ask("completion", uri, offset=place + len("3 lant"))
    (offer,) = [each for each in answer.items if each.label == "Lantern Eel 𝕎"]
    editor.apply(uri, [offer.text_edit])
    assert "\n3 Lantern Eel 𝕎\nMoss Warden\n" in editor.texts[uri]

    # what is shown
    hover = await editor.ask("hover", uri, offset=editor.at(uri, "3 Lantern Eel 𝕎"))
    assert "Creature" in hover.contents.value
    assert "A pack has" in hover.contents.value
    assert editor.within(uri, hover.range) == "Lantern Eel 𝕎"

    # where things are
    offset = editor.at(uri, "3 Lant")
    (place,) = await editor.ask("definition", uri, offset=offset)
    assert (place.uri, place.range.start.line) == (uri, 6)
    assert editor.within(uri, place.range) == "Lantern Eel 𝕎"
    context = types.ReferenceContext(include_declaration=True)
    places = await editor.ask("references", uri, context=context, offset=offset)
    assert {editor.within(uri, each.range) for each in places} == {"Lantern Eel 𝕎"}
    assert len(places) == 2
    context = types.ReferenceContext(include_declaration=False)
    places = await editor.ask("references", uri, context=context, offset=offset)
    assert [each.range.start.line for each in places] == [editor.position(uri, offset).line]

    # the outline
    symbols = await editor.ask("document_symbol", uri)
    names = [each.name for each in symbols]
    assert names == ["Settings", "CustomCards", "Common"]
    assert [each.name for each in symbols[1].children] == ["Lantern Eel 𝕎", "Moss Warden"]
    folds = await editor.ask("folding_range", uri)
    assert (0, 3) in {(each.start_line, each.end_line) for each in folds}
    tokens = await editor.ask("semantic_tokens_full", uri)
    assert len(tokens.data) % 5 == 0
    assert tokens.data

    # order
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await editor.ask("formatting", uri, options=options)
    editor.apply(uri, edits or [])
    assert not await editor.ask("formatting", uri, options=options)

    # the file on the disk is as it was, and after closing it counts again
    assert path.read_text(encoding="utf-8") == LIST
    editor.close(uri)


def action_edits(action, uri):
    """The edits of a text that an action has."""
    edit = action.edit
    if edit.document_changes:
        return [each for change in edit.document_changes for each in change.edits]
    return edit.changes[uri]


GAME = "01234567-89ab-cdef-0123-456789abcdef"
DEFINITION = f"""<game name="Pond" id="{GAME}" version="1.0.0.0">
  <card width="63" height="88"><property name="Rarity" type="String"/></card>
</game>
"""
SET = f"""<set name="Lanterns" id="{GAME.replace("0", "1")}" gameId="{GAME}">
  <packaging>
    <pack name="Booster" id="{GAME.replace("0", "2")}">
      <pick qty="1" key="Rarity" value="Common"/>
    </pack>
  </packaging>
  <cards>
    <card name="Lantern Eel" id="{GAME.replace("0", "3")}">
      <property name="Rarity" value="Common"/>
    </card>
  </cards>
</set>
"""


async def _edit_a_set(editor, folder):
    path = folder / "Sets" / "LAN" / "set.xml"
    path.parent.mkdir(parents=True)
    (folder / "definition.xml").write_text(DEFINITION, encoding="utf-8")
    path.write_text(SET, encoding="utf-8")
    uri = editor.open(path, SET, "xml")
    assert await editor.findings(uri) is not None
    hover = await editor.ask("hover", uri, offset=editor.at(uri, "<pick"))
    assert "1 of 1 cards" in hover.contents.value
    # a value that no card has
    place = editor.at(uri, 'key="Rarity" value="')
    editor.edit(uri, place, place + len("Common"), "Rare")
    findings = await editor.findings(uri)
    assert "no card" in " ".join(each.message for each in findings)
    answer = await editor.ask("completion", uri, offset=place)
    assert [each.label for each in answer.items] == ["Common"]
    editor.apply(uri, [answer.items[0].text_edit])
    assert editor.texts[uri] == SET
    (place,) = await editor.ask("definition", uri, offset=editor.at(uri, 'key="Rar'))
    assert place.uri == (folder / "definition.xml").as_uri()


@pytest.mark.slow
def test_the_server_stays_whatever_it_gets(tmp_path):
    asyncio.run(_edit_nonsense(tmp_path))


async def _edit_nonsense(folder):
    async with editing(folder) as editor:
        await _send_nonsense(editor, folder, HOSTILE)
        assert not editor.messages
    assert editor.status == 0


HOSTILE = (
    "",
    "\ufeff",
    "\x00\x01\x02" * 1000,
    "x" * 2_000_000,
    "[" * 100_000,
    "[Settings]\n" + '{"a":' * 20_000,
    "[CustomCards]\n[" + '{"name": "x", "type": "y", "mana_cost": "{{{{"},' * 500,
    "[A(99999999999999999999)]\n" + "99999999999999999999 Forest\n" * 100,
    "<set>" * 20_000,
    "<set><!DOCTYPE a [<!ENTITY b 'c'>]>&b;</set>",
    "[card]\nname=x\nauto=" + "(" * 50_000 + "\n[/card]\n",
    "\n" * 200_000,
)


async def _send_nonsense(editor, folder, texts):
    uris = []
    for number, (name, language) in enumerate(
        rows("""
            a.txt      | draftmancer
            set.xml    | octgn
            b.o8d      | octgn-deck
            _cards.dat | wagic
        """)
    ):
        path = folder / str(number) / name
        uris.append(editor.open(path, "x", language))
    for text in texts:
        for uri in uris:
            editor.texts[uri] = text
            editor.send(uri, types.TextDocumentContentChangeWholeDocument(text))
            await editor.findings(uri)
            await _ask_all(editor, uri)
    # places that there are not
    for uri in uris:
        editor.send(uri, types.TextDocumentContentChangeWholeDocument("a\nb"))
        for start, end in (
            ((9, 9), (99, 0)),
            ((1, 5), (0, 0)),
            ((0, 2**31 - 1), (2**31 - 1, 0)),
        ):
            where = types.Range(types.Position(*start), types.Position(*end))
            editor.send(uri, types.TextDocumentContentChangePartial(range=where, text="c\n"))
        editor.texts[uri] = ""
        await editor.findings(uri)
        far = types.Position(2**31 - 1, 2**31 - 1)
        params = types.HoverParams(types.TextDocumentIdentifier(uri), far)
        await editor.client.text_document_hover_async(params)
    # texts that are not open
    nowhere = (folder / "nowhere.txt").as_uri()
    editor.texts[nowhere], editor.versions[nowhere] = "", 1
    editor.send(nowhere, types.TextDocumentContentChangeWholeDocument("x"))
    await _ask_all(editor, nowhere)
    editor.close(nowhere)


async def _ask_all(editor, uri):
    """Ask every question about the beginning, the middle and the end of a text."""
    size = len(editor.texts[uri])
    for offset in (0, size // 2, size):
        for method in ("hover", "completion", "definition"):
            await editor.ask(method, uri, offset=offset)
        context = types.ReferenceContext(include_declaration=True)
        await editor.ask("references", uri, offset=offset, context=context)
    for method in ("document_symbol", "folding_range", "semantic_tokens_full"):
        await editor.ask(method, uri)
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    await editor.ask("formatting", uri, options=options)
    where = types.Range(types.Position(0, 0), types.Position(3, 0))
    await editor.ask("code_action", uri, range=where, context=types.CodeActionContext([]))
    await editor.ask("semantic_tokens_range", uri, range=where)
