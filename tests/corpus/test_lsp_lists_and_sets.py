"""Real lists and sets in an editor."""

from __future__ import annotations

import pytest

from cardformats.lsp.languages import Languages
from cardformats.lsp.workspace import Workspace
from cardformats.source import SourceText
from tests.lsp.plain import Plain

#: So many places of a text are asked about.
_PLACES = 4
#: Larger sets are looked at in the slow session.
_LARGE = 100_000


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


def test_lists_have_answers(golden_lists, step):
    for path, _ in golden_lists[:: 3 * step - 2]:
        check(path, "draftmancer")


def test_sets_have_answers(octgn_sets, step):
    small = [path for path in octgn_sets if path.stat().st_size <= _LARGE]
    for path in octgn_sets[::2] if step == 1 else small[::step]:
        check(path, "octgn")
