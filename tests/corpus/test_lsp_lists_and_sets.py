"""Real lists and sets in an editor."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from cardformats.lsp.languages import Languages
from cardformats.lsp.workspace import Workspace
from cardformats.source import SourceText
from tests.lsp.editor import editing
from tests.lsp.plain import Plain

#: So many places of a text are asked about.
_PLACES = 4
#: Larger sets are looked at in the slow session.
_LARGE = 100_000


def lists(corpus):
    return sorted((corpus / "corpus" / "draftmancer").glob("*.txt"))


def sets(corpus, most=10**9):
    folder = corpus / "corpus" / "octgn"
    files = (path for path in folder.rglob("*.xml") if path.name.lower() == "set.xml")
    return sorted(path for path in files if path.stat().st_size <= most)


def check(path, language_id):
    """Check the properties of all answers about a file."""
    text = SourceText.from_bytes(str(path), path.read_bytes()).text
    workspace = Workspace(pytest.fail)
    workspace.open(path.as_uri(), path, 1, text, language_id)
    document = workspace.document(path.as_uri())
    language = Plain(Languages(workspace).of(document))
    last = 0
    for each in language.tokens(document, 0, len(text)):
        assert last <= each.start < each.end
        assert "\n" not in text[each.start : each.end]
        last = each.end
    stack = [(0, len(text), each) for each in language.symbols(document)]
    while stack:
        start, end, each = stack.pop()
        assert start <= each.start <= each.name_start <= each.name_end <= each.end <= end
        stack += [(each.start, each.end, child) for child in each.children]
    assert all(0 <= each.start < each.end <= len(text) for each in language.folds(document))
    for offset in range(len(path.name), len(text), 1 + len(text) // _PLACES):
        language.hover(document, offset)
        for each in language.completions(document, offset):
            assert 0 <= each.start <= offset <= each.end <= len(text)
        for span in language.definitions(document, offset):
            assert span.text
        found = [*language.references(document, offset)]
        assert len(found) == len({(each.source.name, each.start) for each in found})


def test_lists_have_answers(corpus, step):
    for path in lists(corpus)[:: 3 * step - 2]:
        check(path, "draftmancer")


def test_sets_have_answers(corpus):
    for path in sets(corpus, _LARGE)[::8]:
        check(path, "octgn")


@pytest.mark.slow
def test_many_sets_have_answers(corpus):
    for path in sets(corpus)[::2]:
        check(path, "octgn")


@pytest.mark.slow
def test_real_files_are_edited_over_the_wire(corpus, tmp_path):
    asyncio.run(_edit([*lists(corpus)[::6], *sets(corpus)[::4]], tmp_path))


async def _edit(paths, folder):
    async with editing(folder) as editor:
        for path in paths:
            text = SourceText.from_bytes(str(path), path.read_bytes()).text
            text = text.replace("\r", "").removeprefix("\ufeff")
            uri = editor.open(path, text)
            before = await editor.findings(uri)
            middle = text.index("\n", len(text) // 2) + 1 if "\n" in text[len(text) // 2 :] else 0
            editor.type(uri, middle, "\n<[")
            await editor.ask("completion", uri, offset=middle + 3)
            editor.edit(uri, middle, middle + 3, "")
            assert editor.texts[uri] == text
            after = await editor.findings(uri)
            assert [each.message for each in after] == [each.message for each in before]
            for method in ("document_symbol", "folding_range", "semantic_tokens_full"):
                assert await editor.ask(method, uri) is not None
            context = types.ReferenceContext(include_declaration=True)
            await editor.ask("references", uri, offset=middle + 1, context=context)
            await editor.ask("hover", uri, offset=middle + 1)
            editor.close(uri)
        assert not editor.messages
    assert editor.status == 0
