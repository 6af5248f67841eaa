"""Answers of the protocol about a text, made of offsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from re import Pattern
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from lsprotocol import types

from .text import LineIndex

#: The things that are named, offered and coloured, with the protocol's kinds for them.
OFFERS: Final = {
    "card": types.CompletionItemKind.Class,
    "set": types.CompletionItemKind.Module,
    "sheet": types.CompletionItemKind.Struct,
    "slot": types.CompletionItemKind.Field,
    "key": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "keyword": types.CompletionItemKind.Keyword,
    "word": types.CompletionItemKind.Function,
    "macro": types.CompletionItemKind.Constant,
    "snippet": types.CompletionItemKind.Snippet,
}
SYMBOLS: Final = {
    "card": types.SymbolKind.Class,
    "set": types.SymbolKind.Module,
    "sheet": types.SymbolKind.Struct,
    "layout": types.SymbolKind.Object,
    "setting": types.SymbolKind.Property,
    "macro": types.SymbolKind.Constant,
    "pack": types.SymbolKind.Package,
}
_COLORS: Final = {
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
OfferKind: TypeAlias = Literal[
    "card", "set", "sheet", "slot", "key", "value", "keyword", "word", "macro", "snippet"
]
SymbolKind: TypeAlias = Literal["card", "set", "sheet", "layout", "setting", "macro", "pack"]
TokenKind: TypeAlias = Literal[
    "card", "set", "sheet", "slot", "key", "value", "keyword", "word", "macro", "number", "string",
    "comment", "operator",
]  # fmt: skip
#: The offsets where a part of a text begins and ends.
_Part: TypeAlias = tuple[int, int]
_NUMBERS: Final = {kind: number for number, kind in enumerate(_COLORS)}
#: The kinds of tokens by their numbers in answers.
LEGEND: Final = types.SemanticTokensLegend([each.value for each in _COLORS.values()], [])


class ColoredToken(NamedTuple):
    """A coloured piece of text, on one line; the protocol has only numbers for it.

    Attributes:
        start, end: Its offsets.
        kind: What it is.
    """

    start: int
    end: int
    kind: TokenKind

    @classmethod
    def of(cls, colors: Pattern[str], text: str, start: int, end: int) -> Iterator[ColoredToken]:
        """Yield the colored pieces of the lines between two offsets.

        The groups of the expression are called as the kinds of pieces, with ``_`` behind those
        that another group is called, too.
        """
        first, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        for match in colors.finditer(text, first, len(text) if stop < 0 else stop):
            for name in colors.groupindex:
                place = match.span(name)
                if start < place[1] > place[0] < end:
                    yield cls(*place, cast("TokenKind", name.rstrip("_")))


class TextAnswers(LineIndex):
    """The lines of a text, and answers about it."""

    def hover(self, markdown: str, start: int, end: int) -> types.Hover:
        """Return what is shown about a piece of text."""
        return types.Hover(_markdown(markdown), self.range(start, end))

    def offer(
        self,
        label: str,
        kind: OfferKind,
        start: int,
        end: int,
        new: str | None = None,
        detail: str = "",
        markdown: str = "",
        *,
        is_snippet: bool = False,
    ) -> types.CompletionItem:
        """Return an offer to write something.

        Args:
            label: What is shown, and matched with what is typed.
            kind: What it is.
            start: The beginning of the word that it replaces.
            end: Its end.
            new: What is written; None for the label.
            detail: A few words next to the label.
            markdown: More about it.
            is_snippet: Whether *new* has places to fill in, as ``${1:name}``.
        """
        return types.CompletionItem(
            label,
            kind=OFFERS[kind],
            detail=detail or None,
            documentation=_markdown(markdown) if markdown else None,
            insert_text_format=types.InsertTextFormat.Snippet if is_snippet else None,
            text_edit=types.TextEdit(self.range(start, end), label if new is None else new),
        )

    def symbol(
        self,
        name: str,
        kind: SymbolKind,
        whole: _Part,
        own: _Part,
        detail: str = "",
        children: Sequence[types.DocumentSymbol] = (),
    ) -> types.DocumentSymbol:
        """Return a part of the text that has a name.

        Args:
            name: What it is called; the protocol has no symbols without names.
            kind: What it is.
            whole: Where it begins and ends.
            own: Where its name begins and ends, within that.
            detail: A few words more.
            children: The parts of it.
        """
        return types.DocumentSymbol(
            name or "?",
            SYMBOLS[kind],
            self.range(*whole),
            self.range(*own),
            detail=detail or None,
            children=[*children],
        )

    def folds(
        self, parts: Iterable[_Part], comments: Iterable[_Part] = ()
    ) -> Iterator[types.FoldingRange]:
        """Return the parts and the comments that have several lines."""
        for kind, its in ((None, parts), (types.FoldingRangeKind.Comment, comments)):
            for part in its:
                first, last = map(self.number, part)
                if first < last:
                    yield types.FoldingRange(first, last, kind=kind)

    def tokens(self, tokens: Iterable[ColoredToken]) -> types.SemanticTokens:
        """Return tokens as the protocol numbers them: each by its distance from the one before."""
        data: list[int] = []
        line = column = 0
        for each in tokens:
            number, start = self.place(each.start)
            _, end = self.place(each.end)
            if end > start:
                distance = start - column if number == line else start
                data += (number - line, distance, end - start, _NUMBERS[each.kind], 0)
                line, column = number, start
        return types.SemanticTokens(data)


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)
