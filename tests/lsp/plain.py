"""The protocol's answers as tests read them: with offsets, and words for kinds."""

from __future__ import annotations

from types import SimpleNamespace

from lsprotocol import types

from cardformats.lsp.answers import OFFERS, SYMBOLS, ColoredToken

_OFFERS, _SYMBOLS = ({kind: word for word, kind in each.items()} for each in (OFFERS, SYMBOLS))


def plain(answers, value):
    """An answer, or several, with offsets in the text that *answers* is about."""
    if value is None or isinstance(value, ColoredToken):
        return value
    if isinstance(value, types.Hover):
        return SimpleNamespace(markdown=value.contents.value, **offsets(answers, value.range))
    if isinstance(value, types.CompletionItem):
        edit, help_ = value.text_edit, value.documentation
        return SimpleNamespace(
            label=value.label,
            kind=_OFFERS[value.kind],
            **offsets(answers, edit.range),
            new=edit.new_text,
            detail=value.detail or "",
            markdown=help_.value if help_ else "",
            is_snippet=value.insert_text_format is types.InsertTextFormat.Snippet,
        )
    if isinstance(value, types.DocumentSymbol):
        own = offsets(answers, value.selection_range)
        return SimpleNamespace(
            name=value.name,
            kind=_SYMBOLS[value.kind],
            **offsets(answers, value.range),
            name_start=own["start"],
            name_end=own["end"],
            detail=value.detail or "",
            children=plain(answers, value.children),
        )
    if isinstance(value, types.FoldingRange):
        assert value.start_line < value.end_line
        return SimpleNamespace(
            start=answers.offset(types.Position(value.start_line, 0)),
            end=answers.offset(types.Position(value.end_line, 2**31 - 1)),
            is_comment=value.kind is types.FoldingRangeKind.Comment,
        )
    return [plain(answers, each) for each in value]


def offsets(answers, place):
    return {"start": answers.offset(place.start), "end": answers.offset(place.end)}


class Plain:
    """A language whose answers are plain."""

    def __init__(self, language):
        self.language = language

    def __getattr__(self, name):
        method = getattr(self.language, name)
        if name not in {"hover", "completions", "symbols", "folds"}:
            return method
        return lambda document, *rest: plain(document.answers, method(document, *rest))


def change(workspace, uri, version, text, place=None):
    """Write a text in a place of an open document, or in the place of all of it."""
    event = types.TextDocumentContentChangeWholeDocument(text)
    if place is not None:
        start, end = (types.Position(*each) for each in place)
        event = types.TextDocumentContentChangePartial(types.Range(start, end), text)
    workspace.texts[uri].apply_change(event)
    workspace.changed(uri, version)
