"""The language server over real card files: what is found while they are typed."""

import random

import pytest
from lsprotocol import types

from cardformats.lsp.language import EditorLanguage
from cardformats.lsp.languages import Languages
from cardformats.lsp.workspace import Workspace

FILES = ["2021/sets/primitives/crappy.txt", "2016/sets/primitives/_macros.txt"]
LARGE = [
    "2016/sets/primitives/mtg.txt",
    "2016/sets/primitives/borderline.txt",
    "2021/sets/primitives/borderline.txt",
    "2026/sets/primitives/planeswalkers.txt",
    "2026/sets/primitives/_macros.txt",
]
TYPED = ["x", "=", "\n", "[card]\n", "[/card]\n", "name=", "_", "\r\n", " "]


def findings_of(steps):
    *_, findings = steps
    return sorted(
        (str(each.code), each.span.start + offset, each.span.end + offset, each.message)
        for offset, _, part in findings.parts
        for each in part.diagnostics
    ), sorted(
        (str(each.code), each.fix.title, each.fix.is_safe, edit.span.start + offset)
        for offset, _, part in findings.parts
        for each in part.diagnostics
        for edit in (each.fix.edits if each.fix else ())
    )


@pytest.mark.parametrize(
    "name", [*FILES, *(pytest.param(each, marks=pytest.mark.slow) for each in LARGE)]
)
def test_typing_finds_what_reading_finds(wagic, name):
    path = wagic / name
    workspace, rng = Workspace(), random.Random(name)  # noqa: S311 - the same places each time
    text = path.read_bytes().decode("utf-8", "replace")
    workspace.open(path.as_uri(), path, 0, text, "wagic")
    languages = Languages(workspace)
    for version in range(1, 4):
        document = workspace.document(path.as_uri())
        language = languages.of(document)
        expected = findings_of(EditorLanguage.check(language, document))
        assert findings_of(language.check(document)) == expected
        place = document.answers.position(rng.randrange(len(document.text)))
        change = types.TextDocumentContentChangePartial(
            types.Range(place, place), rng.choice(TYPED)
        )
        workspace.texts[path.as_uri()].apply_change(change)
        workspace.changed(path.as_uri(), version)
