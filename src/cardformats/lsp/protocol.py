"""The protocol's words for what languages answer, and places in its units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import frozen
from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from ..diagnostics import Diagnostic, Severity
from ..source import SourceText, Span
from .documents import Document
from .text import Lines, Position, Units, common
from .values import (
    TOKEN_KINDS,
    Checked,
    Completion,
    CompletionKind,
    Fold,
    Hover,
    Part,
    Symbol,
    SymbolKind,
    Token,
    TokenKind,
)

#: The positions of the first character and after the last one.
_Range: TypeAlias = tuple[Position, Position]

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_COMPLETIONS: Final[dict[CompletionKind, types.CompletionItemKind]] = {
    "card": types.CompletionItemKind.Class,
    "set": types.CompletionItemKind.Module,
    "sheet": types.CompletionItemKind.Struct,
    "slot": types.CompletionItemKind.Field,
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "keyword": types.CompletionItemKind.Keyword,
    "word": types.CompletionItemKind.Function,
    "macro": types.CompletionItemKind.Constant,
    "file": types.CompletionItemKind.File,
    "snippet": types.CompletionItemKind.Snippet,
}
_SYMBOLS: Final[dict[SymbolKind, types.SymbolKind]] = {
    "card": types.SymbolKind.Class,
    "set": types.SymbolKind.Module,
    "sheet": types.SymbolKind.Struct,
    "slot": types.SymbolKind.Field,
    "layout": types.SymbolKind.Object,
    "setting": types.SymbolKind.Property,
    "macro": types.SymbolKind.Constant,
    "pack": types.SymbolKind.Package,
}
_TOKENS: Final[dict[TokenKind, types.SemanticTokenTypes]] = {
    "card": types.SemanticTokenTypes.Class,
    "set": types.SemanticTokenTypes.Namespace,
    "sheet": types.SemanticTokenTypes.Struct,
    "slot": types.SemanticTokenTypes.Parameter,
    "key": types.SemanticTokenTypes.Property,
    "value": types.SemanticTokenTypes.EnumMember,
    "keyword": types.SemanticTokenTypes.Keyword,
    "word": types.SemanticTokenTypes.Function,
    "macro": types.SemanticTokenTypes.Macro,
    "number": types.SemanticTokenTypes.Number,
    "string": types.SemanticTokenTypes.String,
    "comment": types.SemanticTokenTypes.Comment,
    "operator": types.SemanticTokenTypes.Operator,
}
#: The kinds of tokens by their numbers in answers.
LEGEND: Final = types.SemanticTokensLegend([_TOKENS[kind].value for kind in TOKEN_KINDS], [])


def path_of(uri: str) -> Path:
    """The path of a document; of one that is in no file, a path that there is not."""
    path = to_fs_path(uri)
    return Path(path) if path else Path("<unsaved>") / uri.replace("/", "_")


def uri_of(path: str) -> str:
    """What an editor calls the file at *path*."""
    return from_fs_path(str(Path(path).absolute())) or path


class Places:
    """The places of a text in the units of the protocol."""

    def __init__(self, lines: Lines, units: Units) -> None:
        self._lines = lines
        self._units = units

    def position(self, offset: int) -> types.Position:
        """Where *offset* is."""
        return types.Position(*self._lines.position(offset, self._units))

    def range(self, start: int, end: int) -> types.Range:
        """From *start* to *end*."""
        return types.Range(self.position(start), self.position(end))

    def offset(self, position: types.Position) -> int:
        """The offset of *position*."""
        return self._lines.offset(as_position(position), self._units)

    def hover(self, hover: Hover) -> types.Hover:
        """What is shown."""
        return types.Hover(_markdown(hover.markdown), self.range(hover.start, hover.end))

    def completion(self, each: Completion) -> types.CompletionItem:
        """An offer."""
        new = each.label if each.new is None else each.new
        kind = types.InsertTextFormat.Snippet if each.is_snippet else None
        return types.CompletionItem(
            each.label,
            kind=_COMPLETIONS[each.kind],
            detail=each.detail or None,
            documentation=_markdown(each.markdown) if each.markdown else None,
            insert_text_format=kind,
            text_edit=types.TextEdit(self.range(each.start, each.end), new),
        )

    def symbol(self, each: Symbol) -> types.DocumentSymbol:
        """A symbol with those in it."""
        return types.DocumentSymbol(
            name=each.name or "?",  # the protocol has no symbols without names
            kind=_SYMBOLS[each.kind],
            range=self.range(each.start, each.end),
            selection_range=self.range(each.name_start, each.name_end),
            detail=each.detail or None,
            children=[self.symbol(child) for child in each.children],
        )

    def folds(self, folds: Iterable[Fold]) -> Iterator[types.FoldingRange]:
        """Those of more than one line."""
        for each in folds:
            first, last = (
                self._lines.position(place, "utf-32")[0] for place in (each.start, each.end)
            )
            if first < last:
                kind = types.FoldingRangeKind.Comment if each.is_comment else None
                yield types.FoldingRange(first, last, kind=kind)

    def tokens(self, tokens: Iterable[Token]) -> types.SemanticTokens:
        """All of them, each by its distance from the one before."""
        data: list[int] = []
        line = column = 0
        for each in tokens:
            number, start = self._lines.position(each.start, self._units)
            _, end = self._lines.position(each.end, self._units)
            if end > start:
                distance = start - column if number == line else start
                data += (number - line, distance, end - start, TOKEN_KINDS.index(each.kind), 0)
                line, column = number, start
        return types.SemanticTokens(data)


def as_position(position: types.Position) -> Position:
    """The line and the column."""
    return position.line, position.character


def locations(spans: Iterable[Span], units: Units) -> list[types.Location]:
    """Places in any files, whose lines are counted once each."""
    known: dict[int, tuple[str, Places]] = {}
    made = []
    for span in spans:
        source = span.source
        if id(source) not in known:
            known[id(source)] = uri_of(source.name), Places(Lines.of(source.text), units)
        uri, places = known[id(source)]
        made.append(types.Location(uri, places.range(span.start, span.end)))
    return made


@frozen
class _Item:
    """A diagnostic in the protocol's JSON, without its position in the document.

    Attributes:
        range: The position in its part.
        json: The other members.
        related: The URI, the range and the message of each related position; without a URI it is
            in the same part.
    """

    range: _Range
    json: dict[str, Any]
    related: list[tuple[str, _Range, str]]


def published(
    document: Document, checked: Checked, units: Units, *, with_related: bool
) -> list[dict[str, Any]]:
    """Return the diagnostics in the protocol's own JSON, since there may be thousands.

    An editor that does not know related positions gets them in messages.
    """
    items = []
    for _, line, part in checked.parts:
        for each in _items(document, part, units):
            item = each.json | {"range": _range_below(each.range, line)}
            if each.related and not with_related:
                places = (
                    f"{message}: line {place[0][0] + 1 + (0 if uri else line)}"
                    for uri, place, message in each.related
                )
                item["message"] = "\n".join((item["message"], *places))
            elif each.related:
                item["relatedInformation"] = [
                    {
                        "location": {
                            "uri": uri or document.uri,
                            "range": _range_below(place, 0 if uri else line),
                        },
                        "message": message,
                    }
                    for uri, place, message in each.related
                ]
            items.append(item)
    return items


def _range_below(place: _Range, line: int) -> dict[str, dict[str, int]]:
    """Return a range of the protocol that begins so many lines below."""
    start, end = ({"line": own + line, "character": column} for own, column in place)
    return {"start": start, "end": end}


def _items(document: Document, part: Part, units: Units) -> list[_Item]:
    """Return the diagnostics of a part, which are made once."""
    known: list[_Item] | None = part.kept.get(units)
    if known is None:
        lines = {id(part.source): part.lines}

        def range_of(span: Span | None, own: Lines | None = None) -> _Range:
            if span is None:
                return (0, 0), (0, 0)
            if own is None and id(span.source) not in lines:
                lines[id(span.source)] = Lines.of(span.source.text)
            of_text = own or lines[id(span.source)]
            return of_text.position(span.start, units), of_text.position(span.end, units)

        def uri(source: SourceText) -> str:
            if source is part.source:
                return ""
            return document.uri if source.name == part.source.name else uri_of(source.name)

        known = part.kept[units] = [
            _Item(
                range_of(each.span, part.lines),
                _item(each),
                [(uri(at.span.source), range_of(at.span), at.message) for at in each.related],
            )
            for each in part.diagnostics
        ]
    return known


def _item(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "severity": _SEVERITIES[diagnostic.severity].value,
        "code": str(diagnostic.code),
        "source": "cardformats",
        "message": "\n".join((diagnostic.message, *diagnostic.notes)),
    }


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def whole_edit(document: Document, new: str, units: Units) -> list[types.TextEdit]:
    """The edit that makes *new* of a document, from the first line that differs to the last."""
    old = document.text
    if new == old:
        return []
    start, end, new_end = _difference(old, new)
    places = Places(document.lines, units)
    return [types.TextEdit(places.range(start, end), new[start:new_end])]


def _difference(old: str, new: str) -> tuple[int, int, int]:
    """From where to where *old* differs, and where *new* does not any more."""
    start = common(old, new)
    start = max(old.rfind("\n", 0, start), new.rfind("\n", 0, start)) + 1
    behind = common(old[start:][::-1], new[start:][::-1])
    return start, len(old) - behind, len(new) - behind
